//! Mutated texts through every door of Hornet. Nothing may panic, hang, or give two
//! answers to one question, whatever a file or a line says.
//!
//! By default each target has a few seconds; the long runs have as many as
//! `HORNET_FUZZ_SECONDS` says, or a minute. A text that fails is written to
//! `tests/fuzz/crashes/`, and whatever lies there is tried first from then on.

mod mutate;
#[cfg(feature = "web")]
mod serving;
mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use mutate::Mutator;
use targets::Target;

/// No text may take longer.
const HANG: Duration = Duration::from_secs(10);

/// Whatever is still at work then is told to stop, as by Ctrl-C.
const PATIENCE: Duration = Duration::from_secs(3);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("fuzz")
}

/// A folder of its own, so that `save` and the like do no harm.
fn elsewhere() {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        std::env::set_current_dir(folder.path()).unwrap();
        folder
    });
}

/// Tries mutated texts for a time, beginning with those that failed before.
fn fuzz(target: &Target, time: Duration) {
    elsewhere();
    let began = Instant::now();
    for (name, text) in known(target) {
        assert_eq!(failure(target, &text), None, "{name}");
    }
    let seed = match std::env::var("HORNET_FUZZ_SEED") {
        Ok(seed) => seed.parse().expect("HORNET_FUZZ_SEED is a number"),
        Err(_) => 1,
    };
    let mut mutator = Mutator::new(target.seeds(), seed);
    let mut tried = 0;
    while began.elapsed() < time {
        let text = mutator.next();
        if let Some(why) = failure(target, &text) {
            let path = folder().join("crashes").join(format!("{}-{seed}-{tried}.txt", target.name));
            fs::write(&path, &text).unwrap();
            panic!("{}: {why}; see {}", target.name, path.display());
        }
        tried += 1;
    }
    eprintln!("{}: {tried} texts in {:.0} s", target.name, began.elapsed().as_secs_f64());
}

/// The texts that failed before.
fn known(target: &Target) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder().join("crashes")).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let own = files.filter(|path| name(path).starts_with(&format!("{}-", target.name)));
    let mut texts: Vec<_> =
        own.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect();
    texts.sort();
    texts
}

/// What is wrong with a text, if anything is.
fn failure(target: &Target, text: &str) -> Option<String> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let began = Instant::now();
    let (done, is_done) = mpsc::channel::<()>();
    let flag = interrupt.clone();
    let watchdog = thread::spawn(move || {
        if let Err(mpsc::RecvTimeoutError::Timeout) = is_done.recv_timeout(PATIENCE) {
            flag.store(true, Ordering::Relaxed);
        }
    });
    let result = catch_unwind(AssertUnwindSafe(|| (target.run)(text, &interrupt)));
    drop(done);
    watchdog.join().unwrap();
    let message = |panic: Box<dyn std::any::Any + Send>| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
        text.unwrap_or_else(|| "a panic".into())
    };
    match result {
        Err(panic) => Some(message(panic)),
        Ok(()) if began.elapsed() > HANG => Some(format!("it took {:?}", began.elapsed())),
        Ok(()) => None,
    }
}

macro_rules! targets {
    ($($name:ident, $long:ident;)*) => {$(
        #[test]
        fn $name() {
            fuzz(&targets::$name(), Duration::from_secs(3));
        }

        #[test]
        #[ignore = "takes a minute"]
        fn $long() {
            let seconds = std::env::var("HORNET_FUZZ_SECONDS");
            let seconds = seconds.map_or(60, |text| text.parse().expect("a number of seconds"));
            fuzz(&targets::$name(), Duration::from_secs(seconds));
        }
    )*};
}

targets! {
    reader, reader_for_long;
    rules, rules_for_long;
    tables, tables_for_long;
    questions, questions_for_long;
    game_files, game_files_for_long;
    setups, setups_for_long;
    game_strings, game_strings_for_long;
    pgn, pgn_for_long;
    sgf, sgf_for_long;
    uhp, uhp_for_long;
    prompt, prompt_for_long;
    engine_replies, engine_replies_for_long;
    tuning, tuning_for_long;
    openings, openings_for_long;
}

#[cfg(feature = "web")]
targets! {
    http_messages, http_messages_for_long;
    requests, requests_for_long;
}

#[cfg(feature = "lsp")]
targets! {
    editors, editors_for_long;
}
