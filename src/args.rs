//! The arguments of the command line.

mod values;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand};
use clap_complete::Shell;
use hornet::play::solve::MOST_ACTIONS;
use hornet::play::{LONGEST, Player, Players, Shard, Sprt};

use values::{LONGEST_TUNING, memory, number, player, players, random_games, seconds, shard, span};

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
  hornet tune tanks --games 2000                       find weights that play better
  hornet playouts hive --seconds 2                     random games a second
  hornet solve examples/river_crossing.pl              the shortest solution
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
        after_help = "The marks < > and ( ) show where the last move came from and went.\n\nExamples:\n  hornet show tanks:6\n  \
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

    /// Let players play many games against each other, and report who won
    #[command(
        after_help = "Players: random plays any move, greedy the move that leads to the best position, minimax:2 \
looks two actions ahead, minimax:1.5s for one and a half seconds; minimax:2@STYLE evaluates positions in one of the \
game's styles; mcts:500 plays 500 random games before each move, mcts:1.5s as many as it can in that time; strong:1.5s \
is minimax where the rules say what a position is worth, and mcts where they do not. For Hive, uhp:\"COMMAND\":5s is another program that speaks the Universal Hive Protocol, with five \
seconds for each move; :3 for three moves ahead, @NAME=VALUE for its options. If it hangs, dies or plays an illegal \
move, it loses by forfeit. So does a player over HTTP, http://127.0.0.1:9001, which has a minute for each answer \
unless its name says otherwise: http://127.0.0.1:9001@30s.\n\nThey alternate sides. Of three or more players each \
meets each other; where a game has three or more sides, every such group plays. A puzzle is solved by each alone. \
Several games are played at a time, unless a player thinks for a time or over HTTP.\n\n\
A game that takes too long is broken off. It is won by the player for whom alone leads(Player) holds, if \
the rules define leads, and otherwise drawn. Ctrl-C ends the match with the games so far; with --results the same command \
continues it.\n\nOpenings are written one a line, with semicolons between actions, b2-b3; c5-c4, or for Hive as GameStrings. \
--sprt 0,10 stops once it is clear whether the first player is no stronger than the second, or stronger by 10 Elo; \
it is wrong in one case of twenty, or as --sprt 0,10,0.01 says.\n\nExamples:
  hornet match tanks --players minimax:2,greedy --games 100
  hornet match hive --players minimax:0.2s,greedy --games 10 --save games
  hornet match hive+mlp --players uhp:nokamute:2s,minimax:2s --games 20
  hornet match gauss --players minimax:3,minimax:2,greedy --games 20 --random-openings 2
  hornet match tanks --players minimax:3,minimax:2 --games 2000 --sprt 0,50 --results tanks.jsonl
  hornet match examples/tictactoe.pl --players minimax:5,random --games 50 --seed 7 --json

Exit codes: 0 success, 2 an error, 130 after Ctrl-C."
    )]
    Match(Match),

    /// Combine the results of a match that several machines have played
    #[command(
        after_help = "Prints the table that `hornet match` prints. Files of different matches are refused, and a \
game that is in several files counts once.\n\nExamples:
  hornet match tanks --players minimax:2,greedy --games 100 --shard 1/2 --results 1.jsonl
  hornet match tanks --players minimax:2,greedy --games 100 --shard 2/2 --results 2.jsonl
  hornet results 1.jsonl 2.jsonl"
    )]
    Results(Merge),

    /// Tune the weights by which a game's rules judge, by self-play
    #[command(after_help = TUNE_HELP)]
    Tune(Tune),

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

    /// Solve a position: the shortest win, or the shortest solution of a puzzle
    #[command(after_help = SOLVE_HELP)]
    Solve(Solve),

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

    /// Check a rule file: show the errors in it, and play random games to find more
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

    /// Print a completion script for a shell, so that Tab completes commands and options
    #[command(after_help = "Examples:
  hornet completions bash > ~/.local/share/bash-completion/completions/hornet
  hornet completions zsh > ~/.zfunc/_hornet          (with ~/.zfunc in fpath)
  hornet completions fish > ~/.config/fish/completions/hornet.fish
  hornet completions powershell >> $PROFILE")]
    Completions {
        /// The shell
        shell: Shell,
    },

    /// Write manual pages, one for each command, to a folder
    #[command(
        after_help = "The folder is made if it is not there; pages of the same names are replaced.\n\nExample:
  hornet man ~/.local/share/man/man1 && man hornet-play"
    )]
    Man {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
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
  mcts:500      plays 500 random games, and goes where most are won
  mcts:1.5s     plays random games for one and a half seconds
  strong:1.5s   minimax:1.5s where the rules say what a position is worth, else
                mcts:1.5s; strong alone thinks for a second
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

const SOLVE_HELP: &str = "\
Looks for a proof: that the player to move wins whatever the others do, and in how few \
actions; that they lose; or that neither side can force a win. A puzzle is solved in as few \
actions as possible. The line shown is the one with the best play of both sides.

What is said is proved, whatever the rules' `value` says. When the time is over, or after Ctrl-C, \
what is known so far is printed. With three or more players, all others count as one side.

Examples:
  hornet solve examples/river_crossing.pl
  hornet solve examples/chess.pl --load my_game.txt --actions 5
  hornet solve hive+mlp --load my_game.txt --time 5m --refutations
  hornet solve examples/tictactoe.pl --json

Exit codes: 0 if it is solved (won, lost, a draw, without a solution), 1 if it is not within the \
limits, 2 an error, 130 after Ctrl-C.";

/// What to solve, and how far to go.
#[derive(clap::Args)]
pub struct Solve {
    /// The position.
    #[command(flatten)]
    pub on: On,
    /// Look no further than this many actions, counting those of all players: a win in 3 moves
    /// takes 5, where two players alternate
    #[arg(
        long,
        alias = "moves",
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_ACTIONS))
    )]
    pub actions: Option<u16>,
    /// For how long, such as 60s or 5m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = |text: &str| span(text, LONGEST))]
    pub time: Duration,
    /// How much memory, such as 256MB or 2GB
    #[arg(long, value_name = "SIZE", default_value = "256MB", value_parser = memory)]
    pub memory: usize,
    /// Show an answer to each reply, and what is wrong with other first actions
    #[arg(long)]
    pub refutations: bool,
    /// Show the whole proof as a tree, and what is wrong with other first actions
    #[arg(long, conflicts_with = "refutations")]
    pub tree: bool,
    /// Use the run-time engine, not the compiled rules
    #[arg(long)]
    pub interpreted: bool,
    /// Print what is found as a JSON object
    #[arg(long)]
    pub json: bool,
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
    #[arg(long, value_name = "N", value_parser = random_games)]
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
    /// The players, such as minimax:2,greedy; three or more play a round robin
    #[arg(long, value_name = "A,B", value_parser = players)]
    pub players: Players,
    /// How many games, from 1 to 100000; of three or more players, for each pair
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
    /// Begin games with the openings in a file, one a line, each from every side
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Begin games with this many random actions, the same from every side
    #[arg(
        long,
        value_name = "PLIES",
        conflicts_with = "openings",
        value_parser = clap::value_parser!(u32).range(1..=1000)
    )]
    pub random_openings: Option<u32>,
    /// Stop as soon as one of two differences in Elo is accepted, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, conflicts_with = "shard")]
    pub sprt: Option<Sprt>,
    /// Save the results in this file; the same command continues an interrupted match
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Play only a part of the match, such as 1/4: every fourth pair of games
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Save the games in this folder, as game files 0001.txt and so on
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,
    /// Save the games of Hive in this file, in PGN
    #[arg(long, value_name = "FILE.pgn")]
    pub pgn: Option<PathBuf>,
    /// Print the results as a JSON object
    #[arg(long)]
    pub json: bool,
}

const TUNE_HELP: &str = "\
Rules declare weights, :- weight(heavy, 150, 0, 400)., and ask them where value(Player, N) \
judges. The method is SPSA: each step moves all weights up or down at random, lets the two \
opposite versions play pairs of games from the same random openings, and moves the weights a \
little towards the winner. At the end, the new weights play a match against the old ones, and \
are printed as directives.

Games are played on all processors. Equal seeds give equal weights, unless the clock decides \
how far the player looks ahead. Ctrl-C ends it with the weights so far; with --state the same \
command resumes where it stopped. Values to begin with are chosen with the game.

Examples:
  hornet tune tanks --games 2000
  hornet tune my_game.pl --player minimax:0.1s --time 30m --state my_game.json --write
  hornet tune tanks:heavy=100,growth=100 --only heavy,growth --player minimax:1
  hornet tune rules/tanks.pl --write

Exit codes: 0 success, 2 an error, 130 after Ctrl-C.";

/// What to tune, and how.
#[derive(clap::Args)]
pub struct Tune {
    /// The game: tanks, tanks:12, gauss, hive+mlp, or the path of a rule file
    pub game: String,
    /// Who plays: greedy, minimax:2, minimax:0.1s, with @STYLE if the game has styles
    #[arg(long, value_name = "PLAYER", default_value = "minimax:2", value_parser = player)]
    pub player: Player,
    /// How many games to tune by; 1000, if no time is given either
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: Option<u64>,
    /// For how long to tune, such as 90s, 10m or 2h; the step under way is finished
    #[arg(long, value_name = "TIME", value_parser = |text: &str| span(text, LONGEST_TUNING))]
    pub time: Option<Duration>,
    /// Seed of the random choices: equal seeds give equal weights
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Tune these weights only
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub only: Option<Vec<String>>,
    /// How many pairs of games make a step
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        value_parser = clap::value_parser!(u32).range(1..=1000)
    )]
    pub pairs: u32,
    /// Begin games with so many random actions, the same from both sides
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 4,
        value_parser = clap::value_parser!(u32).range(0..=1000)
    )]
    pub random_openings: u32,
    /// Break a game off after this many actions
    #[arg(
        long,
        value_name = "N",
        default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(1..=100_000)
    )]
    pub plies: u32,
    /// How many games the weights found play against those before, to show what was gained
    #[arg(
        long = "match",
        value_name = "N",
        default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(0..=100_000)
    )]
    pub games_after: u32,
    /// Keep the state in this file, and go on from there if it is interrupted
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Write the weights into the rule file, or another one: only the numbers change
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    pub write: Option<String>,
    /// How many threads share the work; as many as there are processors, if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Print the results as a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Which results to combine.
#[derive(clap::Args)]
pub struct Merge {
    /// The files that `hornet match --results` wrote
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Also report what a sequential test would say, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
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
the rules, and the prompt. Games are saved while they are played, and are there again the next \
time. Ctrl-C stops the server.

Only this computer can reach it, unless --bind names another address, such as 0.0.0.0 for the \
whole network; then the printed address holds a token that others need.

They are saved in the folder that HORNET_TABLES names, or else in the user's state directory.

A knowledge base, rules without a game, has no board to show: ask it at the prompt, with \
`hornet FILE`.

Examples:
  hornet serve --open
  hornet serve tanks
  hornet serve my_game.pl
  hornet serve --games my_games --port 8000";
