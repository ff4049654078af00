//! Hornet as an engine: a session as a transcript, and thousands of lines, good
//! and bad, that never break the framing and never lose the game.

mod support;

use std::cell::RefCell;
use std::io::{self, BufReader, Read, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use hornet::game::{Game, Rules, game_string};
use hornet::logic::engine::Limits;
use hornet::uhp;
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// The replies to some lines, without the `ok` that each ends with. The first
/// is what the engine says unasked.
fn replies(lines: &[&str]) -> Vec<String> {
    let mut output = Vec::new();
    let input = lines.join("\n");
    uhp::serve(input.as_bytes(), &mut output, Limits::default()).unwrap();
    let text = String::from_utf8(output).unwrap();
    let parts = text.strip_suffix("ok\n").expect("it ends with ok").split("ok\n");
    let replies: Vec<String> = parts.map(|part| part.trim_end().to_string()).collect();
    assert_eq!(replies.len(), lines.len() + 1, "{text}");
    replies
}

/// The lines, each with its reply.
fn transcript(lines: &[&str]) -> String {
    let replies = replies(lines);
    let mut text = String::new();
    for (line, reply) in lines.iter().zip(&replies[1..]) {
        text += &format!("> {line}\n{reply}{}ok\n", if reply.is_empty() { "" } else { "\n" });
    }
    text
}

#[test]
fn a_session_as_a_whole() {
    let session = transcript(&[
        "validmoves",
        "play wS1",
        "undo",
        "newgame",
        "newgame Base+PM",
        "newgame chess",
        "NewGame   base+mlp",
        "play",
        "play wQ",
        "play wS1",
        "play bS1",
        "play bS1 wA1-",
        "play bX1 wS1-",
        "play bX1 (1,0)",
        "play bS1 bS1",
        "play (",
        "play bS1   wS1-  ",
        "PLAY wq -ws1",
        "play bS1 bS1-",
        "play bQ bS1-",
        "pass",
        "play wS1 wQ",
        "play wQ (0,1)",
        "play bQ wQ",
        "newgame Base;InProgress;White[2];wS1;bS2 wS1-",
        "newgame Base;wS1;nonsense",
        "newgame Base;wS1;bM wS1-",
        "undo 0",
        "undo all",
        "undo 9",
        "undo 99999999999999999999999",
        "undo -1",
        "undo 2",
        "undo",
        "options",
        "options get defaultseconds",
        "options set DefaultSeconds 0",
        "options set DefaultSeconds 7",
        "options set TournamentRule maybe",
        "options set TournamentRule false",
        "options set Style beauty",
        "options set style MOBILITY",
        "options set Colour red",
        "options list",
        "options",
        "newgame Base;wQ",
        "validmoves",
        "bestmove depth 0",
        "bestmove depth 1",
        "bestmove time 5",
        "bestmove time 00:00:60",
        "bestmove time 99999999999999999999:00:00",
        "bestmove soon",
        "dance",
        "",
        "info please",
        "exit now",
        "exit",
    ]);
    insta::assert_snapshot!(session);
}

/// A game that black wins, and its last move.
const WON: &str = "newgame Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wA2 \\wQ;bA1 wQ/;\
                   wA3 /wA1;bA2 bQ-;wG1 -wA1;bA2 wQ\\;wG2 -wG1;bA3 bQ-;wG3 -wG2;bA3 /wQ";

#[test]
fn a_game_that_is_over_takes_no_more_moves() {
    let replies =
        replies(&[WON, "validmoves", "play wG3 wG1/", "bestmove", "pass", "undo", "exit"]);
    assert!(replies[1].starts_with("Base;BlackWins;White[9];"), "{}", replies[1]);
    for reply in &replies[2..6] {
        assert!(reply.starts_with("err the game is over"), "{reply}");
    }
    assert!(replies[6].starts_with("Base;InProgress;Black[8];"), "{}", replies[6]);
}

/// White beetles sit on all that is black.
const STUCK: &str = "newgame Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \\wS1;bQ bS1/;wB1 wS1;bQ bS1-;\
                     wB1 bS1;bQ bS1/;wB2 \\wS1;bQ bS1-;wB2 wS1;bQ bS1/;wB2 bS1;bQ bS1-;wB2 bQ";

#[test]
fn who_can_do_nothing_passes() {
    let deep = "bestmove depth 99999999999999";
    let replies = replies(&[STUCK, "validmoves", deep, "play bQ bS1/", "pass", "pass"]);
    assert_eq!((replies[2].as_str(), replies[3].as_str()), ("pass", "pass"));
    assert_eq!(replies[4], "invalidmove that piece is covered");
    assert!(replies[5].ends_with(";wB2 bQ;pass"), "{}", replies[5]);
    assert!(replies[6].starts_with("invalidmove "), "{}", replies[6]);
}

#[test]
fn the_best_move_is_legal_and_comes_in_time() {
    let won = WON.rsplit_once(';').unwrap();
    let began = Instant::now();
    let replies = replies(&[
        won.0,
        "validmoves",
        "bestmove depth 1",
        "bestmove time 00:00:00",
        "bestmove Time 0:0:1",
        "options set DefaultSeconds 1",
        "bestmove",
    ]);
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
    let legal: Vec<&str> = replies[2].split(';').collect();
    for reply in [3, 4, 5, 7].map(|index| replies[index].as_str()) {
        assert!(legal.contains(&reply), "{reply}");
    }
    let mut game = Game::new(Arc::new(Rules::open("hive").unwrap())).unwrap();
    for text in won.0.split(';').skip(1).chain([replies[3].as_str()]) {
        let action = game.rules().presentation().read(&game, text).unwrap();
        game.play(&action).unwrap();
    }
    assert!(game_string(&game).unwrap().unwrap().contains("BlackWins"), "a win is taken");
}

/// The other end of the engine's input and output: it checks each reply, and
/// thinks of the next line.
struct Peer {
    chance: ChaCha8Rng,
    lines_left: usize,
    /// What the engine has said since the last line.
    said: Vec<u8>,
    /// The last line.
    line: Vec<u8>,
    /// What must be the engine's game.
    game: Option<Game>,
    succeeded: usize,
    failed: usize,
}

#[derive(Clone)]
struct Wire(Rc<RefCell<Peer>>);

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut peer = self.0.borrow_mut();
        peer.check();
        if peer.lines_left == 0 {
            return Ok(0);
        }
        peer.lines_left -= 1;
        let mut line = peer.next_line();
        line.retain(|byte| *byte != b'\n');
        line.truncate(buffer.len() - 1);
        peer.line = line.clone();
        line.push(b'\n');
        buffer[..line.len()].copy_from_slice(&line);
        Ok(line.len())
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().said.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Peer {
    /// The reply is well framed, and right for the game as it must be.
    fn check(&mut self) {
        let said = String::from_utf8(std::mem::take(&mut self.said)).unwrap();
        let line = String::from_utf8_lossy(&self.line).into_owned();
        let reply = said.strip_suffix("ok\n").unwrap_or_else(|| panic!("{line:?}: {said:?}"));
        assert!(reply.is_empty() || reply.ends_with('\n'), "{line:?}: {said:?}");
        assert!(reply.lines().all(|line| line != "ok" && !line.is_empty()), "{line:?}: {said:?}");
        if reply.starts_with("err ") || reply.starts_with("invalidmove ") {
            assert_eq!(reply.lines().count(), 1, "{line:?}: {said:?}");
            self.failed += 1;
            return;
        }
        self.succeeded += 1;
        let command = line.split_whitespace().next().unwrap_or_default().to_lowercase();
        match command.as_str() {
            "newgame" => self.game = Some(replayed(reply.trim_end())),
            "play" | "pass" => {
                let game = self.game.as_mut().expect("a game is on");
                let written = reply.trim_end().rsplit(';').next().unwrap();
                let action = game.rules().presentation().read(game, written).unwrap();
                game.play(&action).unwrap();
            }
            "undo" => {
                let count = line.split_whitespace().nth(1).map_or(1, |text| text.parse().unwrap());
                let game = self.game.as_mut().expect("a game is on");
                (0..count).for_each(|_| assert!(game.undo().is_some()));
            }
            "validmoves" => assert_eq!(reply.trim_end(), self.legal().join(";")),
            "bestmove" => assert!(self.legal().contains(&reply.trim_end().to_string())),
            _ => return,
        }
        if !matches!(command.as_str(), "validmoves" | "bestmove") {
            let expected = game_string(self.game.as_ref().unwrap()).unwrap().unwrap();
            assert_eq!(reply.trim_end(), expected, "{line:?}");
        }
    }

    fn legal(&self) -> Vec<String> {
        let Some(game) = &self.game else { return Vec::new() };
        let actions = game.legal().unwrap();
        actions.iter().map(|action| game.rules().presentation().write(game, action)).collect()
    }

    fn next_line(&mut self) -> Vec<u8> {
        let mut line = self.sensible_line().into_bytes();
        // A changed bestmove might think for hours.
        if line.starts_with(b"bestmove") || self.chance.random_bool(0.5) {
            return line;
        }
        for _ in 0..self.chance.random_range(1..4) {
            let at = self.chance.random_range(0..=line.len());
            let odd =
                [b' ', b';', b'-', b'/', b'\\', b'w', b'1', b'(', b',', 0, 0xff, 0xe2, 0x85, b'\r'];
            match self.chance.random_range(0..4) {
                0 => line.truncate(at),
                1 if at < line.len() => _ = line.remove(at),
                2 if at < line.len() => line[at] = *odd.choose(&mut self.chance).unwrap(),
                _ => line.insert(at, *odd.choose(&mut self.chance).unwrap()),
            }
        }
        if line.trim_ascii().eq_ignore_ascii_case(b"exit") { Vec::new() } else { line }
    }

    fn sensible_line(&mut self) -> String {
        let kind = self.chance.random_range(0..100);
        let chance = &mut self.chance;
        match kind {
            0 => ["newgame", "newgame Base+MLP", "newgame Base+LP"]
                .choose(chance)
                .unwrap()
                .to_string(),
            1 => match &self.game {
                Some(game) => format!("newgame {}", game_string(game).unwrap().unwrap()),
                None => "newgame Base+M;NotStarted;White[1]".into(),
            },
            2..8 => format!("undo {}", chance.random_range(0..3)),
            8 => "bestmove time 00:00:00".into(),
            9 => "bestmove depth zero".into(),
            10..14 => "validmoves".into(),
            14 => "options".into(),
            15 => format!("options set DefaultSeconds {}", chance.random_range(0..9)),
            16 => "options set TournamentRule True".into(),
            17 => ["info", "", "exit 1", "options get TournamentRule"]
                .choose(chance)
                .unwrap()
                .to_string(),
            18 => "pass".into(),
            _ => match self.legal().choose(&mut self.chance) {
                Some(text) => format!("play {text}"),
                None => "newgame Base+MLP".into(),
            },
        }
    }
}

fn replayed(line: &str) -> Game {
    let string: hornet::game::GameString = line.parse().unwrap();
    let rules = Arc::new(Rules::load(&string.spec(&[]), Limits::default()).unwrap());
    string.replay(Game::new(rules).unwrap()).unwrap()
}

#[test]
fn no_line_breaks_the_framing_or_loses_the_game() {
    let peer = Peer {
        chance: support::chance(7),
        lines_left: 5000,
        said: Vec::new(),
        line: Vec::new(),
        game: None,
        succeeded: 0,
        failed: 0,
    };
    let wire = Wire(Rc::new(RefCell::new(peer)));
    let input = BufReader::with_capacity(1 << 16, wire.clone());
    uhp::serve(input, wire.clone(), Limits::default()).unwrap();
    let peer = wire.0.borrow();
    assert!(peer.succeeded > 2000 && peer.failed > 1000, "{} {}", peer.succeeded, peer.failed);
}

#[test]
fn a_line_without_end_does_no_harm() {
    let long = "x".repeat(5_000_000);
    let play = format!("play {long}");
    let replies = replies(&[&long, "newgame", &play, "play wS1"]);
    assert_eq!(replies[1], "err a line has at most 1048576 bytes");
    assert!(replies[3].starts_with("err a line has at most"));
    assert_eq!(replies[4], "Base;InProgress;Black[1];wS1");
}

#[test]
fn the_program_serves_until_exit_or_the_end_of_input() {
    let served = |input: &[u8]| {
        let output =
            Command::cargo_bin("hornet").unwrap().arg("uhp").write_stdin(input).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        String::from_utf8(output.stdout).unwrap()
    };
    let info = format!("id Hornet v{}\nMosquito;Ladybug;Pillbug\nok\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(served(b""), info);
    assert_eq!(served(b" INFO \n"), info.repeat(2));
    let game = "Base;NotStarted;White[1]\nok\nBase;InProgress;Black[1];wS1\nok\n";
    assert_eq!(served(b"newgame\r\nplay wS1"), format!("{info}{game}"));
    assert_eq!(served(b"newgame\nplay wS1\nexit\nundo\n"), format!("{info}{game}ok\n"));
    let broken = served(b"\xff\xfe\0\n\nnewgame\n");
    assert_eq!(broken.lines().filter(|line| *line == "ok").count(), 4, "{broken}");
}

#[test]
fn times_may_have_fractions() {
    let began = Instant::now();
    let replies = replies(&[
        "newgame",
        "bestmove time 00:00:00.25",
        "bestmove time 0:0:0.2500000",
        "options set DefaultSeconds 0.25",
        "bestmove",
        "options get DefaultSeconds",
    ]);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    for reply in [2, 3, 5].map(|index| &replies[index]) {
        assert!(reply.starts_with('w'), "{reply}");
    }
    assert_eq!(replies[6], "DefaultSeconds;double;0.25;5;0.01;3600");
}

#[test]
fn what_is_not_a_time_is_refused() {
    let times = ["1.5", "00:00:.5", "00:00:1.", "00:00:1.5.5", "00:1.5:00", "00:00:1e1", "0:0:-1"];
    let mut lines = vec!["newgame".to_string()];
    lines.extend(times.map(|time| format!("bestmove time {time}")));
    lines.extend(
        ["0", "0.001", "3600.5", "1e2", "inf", ".5"]
            .map(|seconds| format!("options set DefaultSeconds {seconds}")),
    );
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    for (line, reply) in lines.iter().zip(&replies(&lines)[1..]).skip(1) {
        assert!(reply.starts_with("err "), "{line}: {reply}");
    }
}

/// `hornet uhp` with a program at its other end.
#[cfg(unix)]
mod program {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use assert_cmd::cargo::cargo_bin;
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    struct Program {
        child: Child,
        input: Option<ChildStdin>,
        output: BufReader<ChildStdout>,
    }

    impl Program {
        fn start() -> Program {
            let mut command = Command::new(cargo_bin("hornet"));
            command.arg("uhp").stdin(Stdio::piped()).stdout(Stdio::piped());
            let mut child = command.spawn().unwrap();
            let input = child.stdin.take();
            let output = BufReader::new(child.stdout.take().unwrap());
            let mut program = Program { child, input, output };
            assert!(program.reply().starts_with("id Hornet v"));
            program
        }

        fn send(&mut self, lines: &str) {
            self.input.as_mut().unwrap().write_all(lines.as_bytes()).unwrap();
        }

        fn reply(&mut self) -> String {
            let mut reply = String::new();
            while !reply.ends_with("ok\n") {
                let before = reply.len();
                self.output.read_line(&mut reply).unwrap();
                assert!(reply.len() > before, "it ended after `{reply}`");
            }
            reply.strip_suffix("ok\n").unwrap().trim_end().to_string()
        }

        fn ask(&mut self, line: &str) -> String {
            self.send(&format!("{line}\n"));
            self.reply()
        }

        fn interrupt(&self) {
            let pid = Pid::from_raw(self.child.id().try_into().unwrap());
            kill(pid, Signal::SIGINT).unwrap();
        }

        fn exit_code(mut self) -> Option<i32> {
            self.input = None;
            self.child.wait().unwrap().code()
        }
    }

    /// Long enough to be thinking, even on a busy machine.
    const A_WHILE: Duration = Duration::from_millis(700);

    const SOON: Duration = Duration::from_secs(20);

    #[test]
    fn an_interrupt_ends_the_thinking_and_not_the_program() {
        let mut program = Program::start();
        program.ask("newgame Base+MLP");
        let legal = program.ask("validmoves");
        program.interrupt();
        let began = Instant::now();
        for _ in 0..2 {
            program.send("bestmove time 01:00:00\n");
            thread::sleep(A_WHILE);
            program.interrupt();
            let found = program.reply();
            assert!(legal.split(';').any(|written| written == found), "{found}");
        }
        assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
        program.interrupt();
        thread::sleep(Duration::from_millis(300));
        let began = Instant::now();
        program.ask("bestmove time 00:00:01");
        let took = began.elapsed();
        assert!(took > Duration::from_millis(500), "the interrupt was for nothing: {took:?}");
        assert_eq!(program.ask("play wS1"), "Base+MLP;InProgress;Black[1];wS1");
        assert_eq!(program.exit_code(), Some(0));
    }

    #[test]
    fn an_interrupt_right_after_the_question_still_gives_a_legal_move() {
        let mut program = Program::start();
        program.ask("options set Style insects");
        program.ask("newgame Base+MLP;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-");
        let legal = program.ask("validmoves");
        let began = Instant::now();
        for pause in [0, 1, 2, 5, 10] {
            program.send("bestmove time 00:00:02\n");
            thread::sleep(Duration::from_millis(pause));
            program.interrupt();
            let found = program.reply();
            assert!(legal.split(';').any(|written| written == found), "{found}");
        }
        assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    }

    #[test]
    fn it_ends_when_its_input_closes_while_it_thinks() {
        for question in ["bestmove time 01:00:00", "bestmove depth 20"] {
            let mut program = Program::start();
            program.ask("newgame");
            program.send(&format!("{question}\n"));
            thread::sleep(A_WHILE);
            let began = Instant::now();
            program.input = None;
            assert!(program.reply().starts_with('w'));
            assert_eq!(program.exit_code(), Some(0));
            assert!(began.elapsed() < SOON, "{question}: {:?}", began.elapsed());
        }
    }

    #[test]
    fn what_comes_in_while_it_thinks_is_answered_afterwards_in_order() {
        let mut program = Program::start();
        program.ask("newgame");
        program.send("bestmove time 00:00:01\nplay wS1\nnonsense\nundo\n");
        assert!(program.reply().starts_with('w'));
        assert_eq!(program.reply(), "Base;InProgress;Black[1];wS1");
        assert!(program.reply().starts_with("err there is no command"));
        assert_eq!(program.reply(), "Base;NotStarted;White[1]");
        program.send("play wS1\nexit\nundo\n");
        assert_eq!(program.reply(), "Base;InProgress;Black[1];wS1");
        assert_eq!(program.reply(), "");
        assert_eq!(program.exit_code(), Some(0));
    }

    /// The way in which MzingaViewer asks.
    #[test]
    fn a_viewer_asks_plays_takes_back_and_closes() {
        let mut program = Program::start();
        assert!(program.ask("info").ends_with("Mosquito;Ladybug;Pillbug"));
        let options = program.ask("options");
        for line in options.lines() {
            let fields: Vec<&str> = line.split(';').collect();
            assert!(["bool", "int", "double", "enum"].contains(&fields[1]), "{line}");
            let set = program.ask(&format!("options set {} {}", fields[0], fields[2]));
            assert_eq!(set, line);
        }
        assert_eq!(program.ask("newgame Base+MLP"), "Base+MLP;NotStarted;White[1]");
        for _ in 0..3 {
            let legal = program.ask("validmoves");
            let found = program.ask("bestmove time 00:00:00.2");
            assert!(legal.split(';').any(|written| written == found), "{found}");
            program.ask(&format!("play {found}"));
        }
        assert!(program.ask("undo 2").starts_with("Base+MLP;InProgress;Black[1];"));
        program.send("bestmove time 00:00:05\n");
        thread::sleep(Duration::from_millis(100));
        program.interrupt();
        assert!(program.reply().starts_with('b'));
        assert_eq!(program.exit_code(), Some(0));
    }
}

/// The session shown in the documentation: what comes in stands behind `> `.
#[test]
fn the_session_in_the_documentation_is_true() {
    let text = std::fs::read_to_string("docs/uhp.md").unwrap();
    let session = text.split("```uhp\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let lines: Vec<&str> = session.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    assert_eq!(transcript(&lines), session);
}
