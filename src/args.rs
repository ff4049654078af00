//! The arguments of the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand};
use hornet::play::{LONGEST, PlayerError, Players};

/// A rules engine for board games written as logic.
///
/// The rules of a game are one readable text, Datalog in Prolog's syntax.
/// Hornet lists what is legal, answers questions about any position, and
/// explains every answer.
#[derive(Parser)]
#[command(name = "hornet", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The prompt, if no command is given.
    #[command(flatten)]
    pub prompt: Prompt,
}

/// How the prompt begins.
#[derive(clap::Args)]
pub struct Prompt {
    /// The game: hive, hive+mlp, tanks:12, gauss, or the path of a rule file
    #[arg(default_value = "hive")]
    pub game: String,
    /// Begin with the position of a game file; for Hive, also PGN, SGF or a GameString
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// Which game, if the file holds several
    #[arg(long = "game", value_name = "N", id = "number", requires = "load", value_parser = number)]
    pub number: Option<usize>,
    /// Run the lines of a file as if they were typed, and exit
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  hornet                                               the prompt, with a game of Hive
  hornet tanks --script questions.txt                  the same, from a file
  hornet play                                          a game, after a few questions
  hornet play tanks --players human,minimax:3          a game, without questions
  hornet serve --open                                  a board in the browser
  hornet show gauss                                    draw the first position
  hornet moves tanks                                   list the legal moves
  hornet query tanks 'legal(move(From, To)), row(From, 2).'
  hornet why tanks 'legal(move(b2, b3)).'              a proof, rule by rule
  hornet why tanks 'legal(move(b1, b3)).'              why there is none
  hornet perft examples/tictactoe.pl --depth 5         a game of your own
  hornet match tanks --players minimax:2,greedy --games 20
  hornet playouts hive --seconds 2                     random games a second
  hornet games                                         list what can be played
  hornet new my_game                                   begin rules of your own
  hornet check my_rules.pl --play 200                  find mistakes in rules
  hornet export tanks > position.pl && swipl position.pl
  hornet uhp                                           an engine for Hive programs
  hornet lsp                                           a language server for editors

Games: tanks (tanks:12 for a board of 12), gauss, hive (hive+mlp for all its
expansions), chess and others that `hornet games` lists, or the path of a rule
file.
Exit codes: 0 success, 1 no answer, 2 an error.";

/// What to do.
#[derive(Subcommand)]
pub enum Command {
    /// Open the prompt: ask, explain, change rules, play (the default)
    #[command(
        after_help = "In a terminal the prompt helps with typing: Tab completes, and `help` and `tutorial` \
explain the rest.\nFrom a pipe or with --script it does the same without colour or questions.\n\nExamples:
  hornet
  hornet repl tanks:6
  hornet repl hive --load 'Base;wS1;bG1 wS1-'
  echo 'legal(Action).' | hornet tanks

Exit codes: 0 success, 2 if a line of a script had an error."
    )]
    Repl(Prompt),

    /// Play a game at the terminal against a person or a machine, or watch two machines
    #[command(after_help = PLAY_HELP)]
    Play(Play),

    /// Serve a board to play and ask on in the browser
    #[cfg(feature = "web")]
    #[command(after_help = SERVE_HELP)]
    Serve(Serve),

    /// Draw the position
    #[command(
        after_help = "The last move went from < > to ( ).\n\nExamples:\n  hornet show tanks:6\n  \
hornet show tanks --load my_game.txt\n  hornet show hive --load my_hive.txt --coordinates\n  \
hornet show hive --load my_game.txt --svg hive.svg"
    )]
    Show {
        /// The position.
        #[command(flatten)]
        on: On,
        /// Show the names of the cells
        #[arg(long)]
        coordinates: bool,
        /// Print a picture in SVG instead, or write it to a file
        #[arg(long, value_name = "FILE.svg", num_args = 0..=1, default_missing_value = "-")]
        svg: Option<String>,
    },

    /// List the legal actions, one a line, in the game's notation
    #[command(after_help = "Example:\n  hornet moves tanks:8 --load my_game.txt")]
    Moves {
        /// The position.
        #[command(flatten)]
        on: On,
        /// Use the run-time engine, not the compiled rules
        #[arg(long)]
        interpreted: bool,
    },

    /// Ask the rules: prints the answers, one a line
    #[command(
        after_help = "A goal is a conjunction of relations, as in Prolog. does(Action) and tried(Action) suppose \
an action.\n\nExamples:
  hornet query tanks 'legal(move(From, To)), row(From, 2).'
  hornet query tanks 'tank(Cell, bot, heavy).' --json
  hornet query tanks 'aggregate_all(count, legal(_), N).'
  hornet query tanks 'refuse(move(b1, b3), Reason).'
  hornet query tanks 'does(move(b2, b3)), add(Fact).'

Exit codes: 0 if there is an answer, 1 if there is none, 2 after an error."
    )]
    Query {
        /// The position.
        #[command(flatten)]
        on: On,
        /// The goal, such as 'legal(Action).'
        goal: String,
        /// Print each answer as a JSON object
        #[arg(long)]
        json: bool,
        /// Stop after this many answers
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        limit: Option<u64>,
    },

    /// Explain why a goal holds, or why it does not
    #[command(
        after_help = "A proof shows each rule with its text and place. For a goal that fails, it shows how far each \
rule got.\nAn action in the game's notation asks whether it is legal.\n\nExamples:
  hornet why tanks 'legal(move(b2, b3)).'
  hornet why tanks b1-b3
  hornet why tanks 'value(bot, 0).'

Exit codes: 0 if the goal holds, 1 if it does not, 2 after an error."
    )]
    Why {
        /// The position.
        #[command(flatten)]
        on: On,
        /// The goal, such as 'legal(move(b2, b3)).', or an action
        goal: String,
    },

    /// Count the sequences of legal actions, depth by depth
    #[command(
        after_help = "Prints a line DEPTH NODES SECONDS for each depth.\n\nA position that is reached again by another \
order of actions is counted once, for which up to 512 MB of memory is used.\n\nExample:\n  hornet perft tanks:8 --depth 4"
    )]
    Perft(Perft),

    /// Let two players play many games against each other, and report who won
    #[command(
        after_help = "Players: random plays any move, greedy the move that leads to the best position, minimax:2 \
looks two actions ahead, minimax:1.5s for one and a half seconds; minimax:2@STYLE evaluates positions in one of the \
game's styles. For Hive, uhp:\"COMMAND\":5s is another program that speaks the Universal Hive Protocol, with five \
seconds for each move; :3 for three moves ahead, @NAME=VALUE for its options. If it hangs, dies or plays an illegal \
move, it loses by forfeit. So does a player over HTTP, http://127.0.0.1:9001, which has a minute for each answer \
unless its name says otherwise: http://127.0.0.1:9001@30s.\n\nThey alternate sides. Several games are played at a time, unless a player thinks for a time or over HTTP.\n\n\
A game that takes too long is broken off. It is won by the player for whom alone leads(Player) holds, if \
the rules define leads, and otherwise drawn. Ctrl-C ends the match with the games so far.\n\nExamples:
  hornet match tanks --players minimax:2,greedy --games 100
  hornet match hive --players minimax:0.2s,greedy --games 10 --save games
  hornet match hive+mlp --players uhp:nokamute:2s,minimax:2s --games 20
  hornet match examples/tictactoe.pl --players minimax:5,random --games 50 --seed 7 --json

Exit codes: 0 success, 2 an error, 130 after Ctrl-C."
    )]
    Match(Match),

    /// Play random games from a position, and report how many a second and how they end
    #[command(
        after_help = "A playout plays legal actions at random until the game is over. Positions are those that \
actions led to, in all playouts together.\n\nThe playouts are the same for equal seeds, on any number of threads; \
how many there are in a time differs. Ctrl-C ends it early, with what was measured so far.\n\nExamples:
  hornet playouts hive
  hornet playouts tanks --load my_game.txt --seconds 2 --threads 1
  hornet playouts examples/tictactoe.pl --games 10000 --seed 7 --json

Exit codes: 0 success, 2 an error, 130 after Ctrl-C."
    )]
    Playouts(Playouts),

    /// List what can be played: the games that come with Hornet, and rule files
    #[command(
        after_help = "Every game has a line: its name, who plays it on what, and what it is about. Rule files with \
mistakes are listed as such.\n\nExamples:\n  hornet games\n  hornet games my_games"
    )]
    Games {
        /// The folder whose rule files are listed as well
        #[arg(value_name = "DIR", default_value = ".")]
        folder: PathBuf,
    },

    /// Write the beginning of a game of your own: NAME.pl, ready to be played and changed
    #[command(
        after_help = "The file is written in the current folder; one that is there already is left as it \
is.\n\nExample:\n  hornet new my_game"
    )]
    New {
        /// The name of the game: letters, digits and `_`
        name: String,
    },

    /// Check a rule file: show every error in it, and play random games to find more
    #[command(after_help = CHECK_HELP)]
    Check(Check),

    /// Print the position as a program for SWI-Prolog, or a game of Hive for its programs
    #[command(
        after_help = "The output holds Hornet's prelude, the rules word for word, and the position.\n\nExamples:
  hornet export tanks > position.pl && swipl position.pl
  ?- legal(Action).
  hornet export hive --load my_game.txt --uhp
  hornet export hive --load my_game.sgf --pgn > my_game.pgn"
    )]
    Export {
        /// The position.
        #[command(flatten)]
        on: On,
        /// Print only the position's facts, to load after prelude and rules
        #[arg(long)]
        facts: bool,
        /// Print the game in one line instead, as other Hive programs write it
        #[arg(long, conflicts_with = "facts")]
        uhp: bool,
        /// Print the whole record instead, as other Hive programs write it
        #[arg(long, conflicts_with_all = ["facts", "uhp"])]
        pgn: bool,
    },

    /// Play Hive with another program, over the Universal Hive Protocol
    #[command(
        after_help = "Reads a command a line from standard input, and answers each on standard output, ending \
with `ok`.\n\nCommands:
  info                        the name of the engine, and the expansions it knows
  newgame [TYPE|GAMESTRING]   begin a game: Base, Base+MLP, or one under way
  play MOVE                   play a move, such as wS1 or 'bA1 wS1-'
  pass                        if no other move is legal
  validmoves                  list the legal moves
  bestmove [time HH:MM:SS|depth N]
                              look for a good move; an interrupt ends it early
  undo [N]                    take moves back
  options [get NAME|set NAME VALUE]
                              DefaultSeconds and Style, for bestmove;
                              TournamentRule and RepetitionRule, for newgame
  exit                        end Hornet; so does the end of the input

Example:\n  printf 'newgame\\nplay wS1\\nvalidmoves\\n' | hornet uhp"
    )]
    Uhp,

    /// Help an editor with rule files, over the Language Server Protocol
    #[cfg(feature = "lsp")]
    #[command(after_help = LSP_HELP)]
    Lsp,
}

#[cfg(feature = "lsp")]
const LSP_HELP: &str = "\
An editor starts it, and talks to it over standard input and output. It shows \
mistakes while one types, describes what the cursor is on, finds definitions and \
references, completes, renames, and lists and folds what is in a file.

docs/editor.md says how to set up VS Code, Neovim, Helix and Emacs.

Exit codes: 0 success, 1 if the editor left without saying so, 2 after an error.";

const PLAY_HELP: &str = "\
What you do not give is asked for. Players, in the order of the game's sides:
  human         a person at the terminal
  random        any legal move
  greedy        the move that leads to the best position
  minimax:2     looks two moves ahead (from 1 to 20)
  minimax:1.5s  thinks for one and a half seconds
  minimax:2@insects   evaluates positions in one of the game's styles
  uhp:\"COMMAND\":5s   another program, for Hive: it is started by that command,
                      speaks the Universal Hive Protocol, and has five seconds
                      for each move; :3 for three moves ahead, @NAME=VALUE for
                      its options
  http://127.0.0.1:9001   a player over HTTP, for Hive: somebody or something
                      behind a web server; @30s at the end is how long each
                      answer may take

A game is saved in a file while it is played, move by move: in the one named by
--save, or else in a new file, whose name is shown. --load continues it.

Examples:
  hornet play
  hornet play tanks --players human,minimax:3
  hornet play hive+mlp --players minimax:2,greedy --seed 7
  hornet play hive+mlp --players human,uhp:\"nokamute --num-threads=2\":5s
  hornet play hive+mlp --players http://127.0.0.1:9001,minimax:2
  hornet play --load my.game";

/// How a game at the terminal begins.
#[derive(clap::Args)]
pub struct Play {
    /// The game: hive, hive+mlp, tanks:12, gauss, or the path of a rule file
    pub game: Option<String>,
    /// Who plays each side, in the order of the sides
    #[arg(long, value_name = "A,B", value_parser = players)]
    pub players: Option<Players>,
    /// Continue the game in a file; for Hive, also PGN, SGF or a GameString
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// Which game, if the file holds several
    #[arg(long = "game", value_name = "N", id = "number", requires = "load", value_parser = number)]
    pub number: Option<usize>,
    /// Save the game in this file
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Do not save the game
    #[arg(long, conflicts_with = "save")]
    pub no_save: bool,
    /// Wait for Enter before each move of a machine
    #[arg(long)]
    pub step: bool,
    /// Seed of the random choices: with equal seeds machines play equal moves
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

fn number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "the games of a file are counted from 1".into())
}

fn players(text: &str) -> Result<Players, PlayerError> {
    text.parse()
}

/// What to count, and how.
#[derive(clap::Args)]
pub struct Perft {
    /// The position.
    #[command(flatten)]
    pub on: On,
    /// How many actions deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: u32,
    /// Use the run-time engine, not the compiled rules
    #[arg(long)]
    pub interpreted: bool,
    /// How many threads share the work; as many as there are processors, if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Count every position again, even if it has been reached before
    #[arg(long)]
    pub no_memo: bool,
}

/// Which playouts, and how many.
#[derive(clap::Args)]
pub struct Playouts {
    /// The position.
    #[command(flatten)]
    pub on: On,
    /// For how long, in seconds, such as 5 or 0.5
    #[arg(long, value_name = "N", default_value = "5", value_parser = seconds)]
    pub seconds: Duration,
    /// Play this many games instead, however long it takes
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "seconds",
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000)
    )]
    pub games: Option<u64>,
    /// Seed of the random choices: equal seeds give equal playouts
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// How many threads share the work; as many as there are processors, if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Break a playout off after this many actions
    #[arg(
        long,
        value_name = "N",
        default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(1..=100_000)
    )]
    pub plies: u32,
    /// Use the run-time engine, not the compiled rules
    #[arg(long)]
    pub interpreted: bool,
    /// Print the results as a JSON object
    #[arg(long)]
    pub json: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=LONGEST).contains(seconds));
    let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| format!("a time in seconds, up to {LONGEST}, such as 5 or 0.5"))
}

const CHECK_HELP: &str = "\
Errors and warnings are shown at their places in the text. With --play, random games are \
played as well, and what goes wrong in one is shown with the shortest game in which it does: \
positions without a legal action, turns of nobody or of two, actions that change nothing, \
refusals without a reason, reasons without a message, ends without a cause, evaluations that \
fail, and more. The games are the same for equal seeds. Ctrl-C ends them with what was found.

Examples:
  hornet check examples/tictactoe.pl
  hornet check my_game.pl --play 200
  hornet check my_game.pl:6 --play 200 --seed 7 --save problems
  hornet show my_game.pl --load problems/1.game

Exit codes: 0 success, 1 if play has shown a problem, 2 an error, 130 after Ctrl-C.";

/// Which rules to check, and how.
#[derive(clap::Args)]
pub struct Check {
    /// The rule file; options may follow, as in my_game.pl:6
    #[arg(value_name = "FILE.pl")]
    pub file: String,
    /// Play this many random games, and report what goes wrong
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub play: Option<u64>,
    /// Seed of the random choices: equal seeds give equal games
    #[arg(long, value_name = "S", default_value_t = 0, requires = "play")]
    pub seed: u64,
    /// Break a game off after this many actions
    #[arg(
        long,
        value_name = "N",
        default_value_t = 400,
        requires = "play",
        value_parser = clap::value_parser!(u32).range(1..=100_000)
    )]
    pub length: u32,
    /// Save the games that show problems in this folder, as 1.game and so on
    #[arg(long, value_name = "DIR", requires = "play")]
    pub save: Option<PathBuf>,
    /// Print what play has shown as a JSON object
    #[arg(long, requires = "play")]
    pub json: bool,
}

/// Who plays whom, and how often.
#[derive(clap::Args)]
pub struct Match {
    /// The game: tanks, tanks:12, gauss, hive+mlp, or the path of a rule file
    pub game: String,
    /// The two players, such as minimax:2,greedy
    #[arg(long, value_name = "A,B", value_parser = players)]
    pub players: Players,
    /// How many games, from 1 to 100000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games: u32,
    /// Seed of the random choices: equal seeds give equal matches
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Break a game off after this many actions
    #[arg(
        long,
        value_name = "N",
        default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(1..=100_000)
    )]
    pub plies: u32,
    /// Save the games in this folder, as game files 0001.txt and so on
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,
    /// Print the results as a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Which position of which game.
#[derive(clap::Args)]
pub struct On {
    /// The game: tanks, tanks:12, gauss, hive+mlp, or the path of a rule file
    pub game: String,
    /// Take the position from a game file; for Hive, also PGN, SGF or a GameString
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// Which game, if the file holds several
    #[arg(long = "game", value_name = "N", id = "number", requires = "load", value_parser = number)]
    pub number: Option<usize>,
}

/// How to serve the page.
#[cfg(feature = "web")]
#[derive(clap::Args)]
pub struct Serve {
    /// The game to offer first: hive, hive+mlp, tanks:12, gauss, or the path of a rule file
    pub game: Option<String>,
    /// The port to listen at; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = hornet::web::PORT)]
    pub port: u16,
    /// The address to listen at; beyond this computer, the page asks for a token
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub bind: std::net::IpAddr,
    /// A folder of rule files that can be played as well
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
}

#[cfg(feature = "web")]
const SERVE_HELP: &str = "\
The page has a board to play on by click or keyboard, the history with its variations, \
the rules, and the prompt. Each game is kept while it is played, and is there again the next \
time. Ctrl-C stops the server.

Only this computer can reach it, unless --bind names another address, such as 0.0.0.0 for the \
whole network; then the printed address holds a token that others need.

Games are kept in the folder that HORNET_TABLES names, or else in the user's state directory.

Examples:
  hornet serve --open
  hornet serve tanks
  hornet serve my_game.pl
  hornet serve --games my_games --port 8000";
