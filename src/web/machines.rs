//! Moves the machines: a task for each table waits until a machine is to move there,
//! lets it think on one of a few threads, and plays what it chose.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use serde_json::json;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use super::limits;
use super::table::{Table, Turn};
use crate::game::{Action, Touch, touches};
use crate::play::report::thinking;
use crate::play::{Thought, Watch};

/// How often it is told what a machine considers.
const TICK: Duration = Duration::from_millis(250);

/// How long it is shown what a machine can choose from.
const SHOWN: Duration = Duration::from_millis(700);

/// Machines that play by themselves leave time to look.
const BREATH: Duration = Duration::from_millis(150);

/// Moves the machines of a table for as long as the table is open.
pub async fn move_machines(table: Weak<Table>, thinkers: Arc<Semaphore>) {
    loop {
        let Some(open) = table.upgrade() else { return };
        let turn = match spawn_blocking(move || (open.begin_turn(), open)).await {
            Ok((Some(turn), open)) => (turn, open),
            Ok((None, open)) => {
                let waiting = Arc::downgrade(&open);
                // A table that nobody holds any more ends this task.
                let _ = timeout(Duration::from_secs(30), open.wake.notified()).await;
                drop(open);
                if waiting.upgrade().is_none() {
                    return;
                }
                continue;
            }
            Err(_) => return,
        };
        let (turn, open) = turn;
        let Ok(permit) = thinkers.clone().acquire_owned().await else { return };
        let thought = think(&open, &turn).await;
        drop(permit);
        match thought {
            Ok(Some(thought)) => play(&open, turn, thought.action).await,
            Ok(None) => {}
            Err(why) => drop(spawn_blocking(move || open.give_up(&turn, &why)).await),
        }
    }
}

/// Lets a machine think, and tells how far it has got. Nothing comes of it if it was
/// stopped, since the table has moved on.
async fn think(table: &Arc<Table>, turn: &Turn) -> Result<Option<Thought>, String> {
    let watch = Watch::new(turn.interrupt.clone());
    let thinking_of = (turn.thinker.clone(), turn.game.clone(), watch.clone());
    let mut thought = spawn_blocking(move || {
        let (thinker, game, watch) = thinking_of;
        thinker.think(&game, &watch)
    });
    let began = tokio::time::Instant::now();
    let mut is_late = false;
    loop {
        tokio::select! {
            done = &mut thought => {
                let was_stopped = turn.interrupt.load(Ordering::Relaxed) && !is_late;
                return match done {
                    _ if was_stopped => Ok(None),
                    Ok(Ok(Some(thought))) => Ok(Some(thought)),
                    Ok(Ok(None)) => Err("it found nothing to do".into()),
                    Ok(Err(error)) => Err(error.to_string()),
                    Err(_) => Err("it failed".into()),
                };
            }
            () = sleep(TICK) => {
                let words = thinking(&turn.game, turn.side, watch.nodes(), watch.best().as_ref());
                table.thinks(turn, &words);
                if began.elapsed() > limits::LONGEST_THOUGHT {
                    is_late = true;
                    turn.interrupt.store(true, Ordering::Relaxed);
                }
                // Rules that do not come to an end do not look at that.
                if began.elapsed() > limits::LONGEST_THOUGHT + limits::GRACE {
                    table.playing.stop();
                }
            }
        }
    }
}

/// Shows what the machine could choose from, then plays what it chose.
async fn play(table: &Arc<Table>, turn: Turn, action: Action) {
    if turn.show_options && table.is_watched() {
        let (at, turn_shown, chosen) = (table.clone(), turn.clone(), action.clone());
        let _ = spawn_blocking(move || consider(&at, &turn_shown, &chosen)).await;
        sleep(SHOWN).await;
    } else if table.is_watched() {
        sleep(BREATH).await;
    }
    let table = table.clone();
    let _ = spawn_blocking(move || {
        // Where the table has moved on, there is nothing to give up.
        if let Err(error) = table.play_for_machine(&turn, &action) {
            table.give_up(&turn, error.message());
        }
    })
    .await;
}

fn consider(table: &Table, turn: &Turn, action: &Action) {
    let presentation = turn.game.rules().presentation();
    let scene = presentation.scene(&turn.game);
    let chosen = touches(&turn.game, &scene, action);
    let Some(first) = chosen.first() else { return };
    let legal = turn.game.legal().unwrap_or_default();
    let options = legal.iter().map(|action| touches(&turn.game, &scene, action));
    let options = options.filter(|touches| touches.first() == Some(first));
    let mut cells: Vec<String> =
        options.filter_map(|touches| touches.last().map(Touch::to_string)).collect();
    cells.sort();
    cells.dedup();
    table.tell(
        "considering",
        &json!({
            "side": turn.side.as_str(),
            "touch": first.to_string(),
            "cells": cells,
            "move": super::view::plain(&presentation.write(&turn.game, action)),
        }),
    );
}
