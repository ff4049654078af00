//! The rules of a game, ready to be asked: compiled where they come with
//! Hornet, evaluated at run time where they are the user's own, with one interface.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use super::board::Board;
use super::compiled::{Compiled, Output};
use super::files::{folder_of, is_below, plain_path, read_text};
use super::presentation::{self, Presentation};
use super::shipped::{self, shipped_game};
use super::spec::{Choice, Source, Spec, SpecError, canonical, unquoted};
use crate::logic::amend::Amendments;
use crate::logic::check::completeness::UNSOUND;
use crate::logic::check::declarations::WEIGHT;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::strata;
use crate::logic::check::types::Type;
use crate::logic::engine::{Engine, EvalError, Facts, Host, Includes, Limits, Prepared};
use crate::logic::program::{
    Arg, Given, Literal, Name, Origin, Program, Relation, RelationId, Wrapper,
};
use crate::logic::slice::Slice;
use crate::logic::syntax::source::Sources;
use crate::logic::{self, Atom, Checked, Loader, Rejected, Row, Value};

/// Which reader of the rules answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// The compiled rules.
    Compiled,
    /// The run-time engine.
    Interpreted,
}

/// Why a game's rules cannot be had.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The game or an option is not there.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// The rules are wrong.
    #[error("{0}")]
    Rejected(Box<Rejected>),
    /// The rules cannot be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// There is nothing to play.
    #[error(
        "{name} is a knowledge base: there is nothing to play; `hornet {name}` opens a prompt to query it"
    )]
    KnowledgeBase {
        /// The rules.
        name: String,
    },
}

/// Makes compiled rules, where the program of these has an engine.
pub type Compile = fn(&Engine) -> Box<dyn Compiled>;

/// The rules of a game with its options and weights chosen.
pub struct Rules {
    spec: Spec,
    amendments: Amendments,
    name: String,
    options: Vec<Value>,
    weights: Vec<i64>,
    program: Arc<Program>,
    board: Option<Board>,
    engine: Engine,
    compile: Option<Compile>,
    compiled: Option<Box<dyn Compiled>>,
    by_the_book: bool,
    warnings: Vec<Diagnostic>,
    /// The rules of each slice for the run-time engine, made when first asked.
    prepared: Vec<OnceLock<Arc<Prepared>>>,
    targets: Vec<Vec<RelationId>>,
    /// For each relation that says how a position changes, by its number, what
    /// it changes.
    changes: Vec<Option<Change>>,
    turn: Option<RelationId>,
    repetitions: Option<RelationId>,
    presentation: &'static dyn Presentation,
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What a relation such as `add(..)` says of a position.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The state relation that it speaks of.
    pub state: RelationId,
    /// Whether its facts end; otherwise they begin.
    pub ends: bool,
}

/// The board, the options and the weights, as the rules ask for them.
struct GameHost<'a> {
    board: Option<&'a Board>,
    options: &'a [Value],
    weights: Vec<(Atom, i64)>,
}

impl Host for GameHost<'_> {
    fn facts(&self, given: Given) -> Vec<Row> {
        match (given, &self.board) {
            (Given::Option(index), _) => vec![Row::from_slice(&[self.options[index]])],
            (Given::Weight, _) => {
                let row = |(name, value): &(Atom, i64)| {
                    Row::from_slice(&[Value::Atom(*name), Value::Int(*value)])
                };
                self.weights.iter().map(row).collect()
            }
            (given, Some(board)) => board.facts(given),
            (_, None) => Vec::new(),
        }
    }

    fn steps(&self) -> Vec<(Atom, i16, i16)> {
        self.board.map_or_else(Vec::new, Board::plane_steps)
    }
}

/// A rule text, and where to find what it includes.
struct Text<'a> {
    file: &'a str,
    text: &'a str,
    loader: &'a dyn Loader,
}

/// The path that a text means by a name, seen from where the text itself is.
fn beside(from: &str, path: &str) -> PathBuf {
    plain_path(&Path::new(from).parent().unwrap_or(Path::new("")).join(path))
}

/// Finds included texts beside the file that includes them, or in a folder below
/// it: rules come from strangers, and other files are none of their business.
pub struct BesideFile;

impl Loader for BesideFile {
    fn load(&self, from: &str, path: &str) -> Result<(String, String), String> {
        if !is_below(folder_of(Path::new(from)), Path::new(path)) {
            return Err("only files of the same folder, or of one below it, can be included".into());
        }
        let path = beside(from, path);
        // A pipe, say, may keep us waiting for good.
        if path.exists() && !path.is_file() {
            return Err("it is not a file".into());
        }
        let text = read_text(&path).map_err(|error| error.to_string())?;
        Ok((path.display().to_string(), text))
    }
}

/// Finds included texts among those that were read before, and otherwise as if
/// for the first time.
struct ReadBefore<'a> {
    sources: &'a Sources,
    includes: Includes,
}

impl Loader for ReadBefore<'_> {
    fn load(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let meant = beside(from, path);
        let is_it = |name: &str| Path::new(name) == meant || name == path;
        match self.sources.included().find(|(_, file)| is_it(&file.name)) {
            Some((_, file)) => Ok((file.name.clone(), file.as_read().to_string())),
            None => files(self.includes).load(from, path),
        }
    }
}

/// Where to look for files, as far as rules may include any.
pub fn files(includes: Includes) -> &'static dyn Loader {
    match includes {
        Includes::Files => &BesideFile,
        Includes::Nothing => &NoFiles,
    }
}

/// Finds nothing.
struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, _: &str, _: &str) -> Result<(String, String), String> {
        Err("rules that come from elsewhere include no files of this computer".into())
    }
}

/// Finds included texts in a folder, which texts do not name: seen from there, a text is
/// beside the one that includes it.
struct InFolder<'a>(&'a Path);

impl Loader for InFolder<'_> {
    fn load(&self, from: &str, path: &str) -> Result<(String, String), String> {
        let from = self.0.join(from);
        let (found, text) = BesideFile.load(&from.display().to_string(), path)?;
        let folder = plain_path(self.0);
        let name = Path::new(&found).strip_prefix(&folder).unwrap_or(Path::new(path));
        Ok((name.display().to_string(), text))
    }
}

/// Rules as a text with a name of its own, wherever that came from.
#[derive(Clone, Debug)]
pub struct RuleText {
    /// What it is called, such as `my_game.pl`.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
    /// The folder in which it finds what it includes.
    pub folder: Option<PathBuf>,
}

impl Rules {
    /// The rules of the game that `text` names: `tanks:12`, `my_game.pl`.
    pub fn open(text: &str) -> Result<Rules, LoadError> {
        Rules::open_within(text, Limits::default())
    }

    /// The same with other limits, which also let another thread interrupt: `hornet::Limits`.
    pub fn open_within(text: &str, limits: Limits) -> Result<Rules, LoadError> {
        Rules::load(&Spec::parse(text)?, limits)
    }

    /// The rules a spec asks for.
    #[doc(hidden)]
    pub fn load(spec: &Spec, limits: Limits) -> Result<Rules, LoadError> {
        Rules::load_amended(spec, Amendments::default(), limits)
    }

    /// The same with changes that are not in their text.
    #[doc(hidden)]
    pub fn load_amended(
        spec: &Spec,
        amendments: Amendments,
        limits: Limits,
    ) -> Result<Rules, LoadError> {
        match &spec.source {
            Source::Shipped(name) => {
                let game = shipped_game(name).expect("a spec names only games there are");
                let loader = &shipped::Embedded { includes: limits.includes };
                let text = Text { file: game.file, text: game.text, loader };
                Rules::build(spec, text, amendments, game.compile, limits)
            }
            Source::File(path) => {
                let file = &plain_path(path).display().to_string();
                let text = &read_text(path)
                    .map_err(|error| LoadError::File { path: path.display().to_string(), error })?;
                let text = Text { file, text, loader: files(limits.includes) };
                Rules::build(spec, text, amendments, None, limits)
            }
        }
    }

    /// The same rules with other changes than before. Their text is not read
    /// anew.
    #[doc(hidden)]
    pub fn amended(&self, amendments: Amendments, limits: Limits) -> Result<Rules, LoadError> {
        match self.again(self.spec.choices.clone(), amendments.clone(), limits.clone()) {
            // An option that was added is gone again, and its value with it.
            Err(LoadError::Spec(SpecError::UnknownOption { .. })) => {
                let choices = self.spec.choices.iter().filter(|choice| !self.is_added(choice));
                self.again(choices.cloned().collect(), amendments, limits)
            }
            built => built,
        }
    }

    /// The same rules with another value for an option.
    pub fn with_option(&self, name: &str, value: &str) -> Result<Rules, LoadError> {
        let mut choices = self.spec.choices.clone();
        choices.push(Choice::Named(name.into(), value.into()));
        let limits = self.engine.limits().clone();
        let mut rules = self.again(choices, self.amendments.clone(), limits)?;
        if self.reader() == Reader::Interpreted {
            rules.compiled = None;
        }
        Ok(rules)
    }

    /// The same rules with other weights, in the order of [`weight_names`](Rules::weight_names).
    /// Those for which there is no value have their defaults; more values than weights are
    /// an error. Nothing is read or compiled anew.
    pub fn with_weights(&self, values: &[i64]) -> Result<Rules, LoadError> {
        let declarations = &self.program.declarations;
        if let Some(value) = values.get(declarations.weights.len()) {
            let known = self.weight_names().map(String::from).collect();
            return Err(
                SpecError::NoWeightLeft { game: self.spec.name(), value: *value, known }.into()
            );
        }
        let is_weight = |choice: &Choice| match choice {
            Choice::Named(name, _) => declarations.weight_named(name).is_some(),
            _ => false,
        };
        let choices = self.spec.choices.iter().filter(|choice| !is_weight(choice)).cloned();
        let weights =
            declarations.weights.iter().zip(values).map(|(weight, value)| {
                Choice::Named(weight.name.as_str().into(), value.to_string())
            });
        let source = self.spec.source.clone();
        let spec = Spec { source, choices: choices.chain(weights).collect() };
        let compile = self.compile.filter(|_| self.reader() == Reader::Compiled);
        let mut rules = Rules::assemble(
            &spec,
            self.program.clone(),
            self.warnings.clone(),
            self.amendments.clone(),
            compile,
            self.engine.limits().clone(),
        )?;
        rules.compile = self.compile;
        Ok(rules)
    }

    /// The same rules with other choices of options. Their text is not read anew.
    #[doc(hidden)]
    pub fn with_choices(&self, choices: Vec<Choice>, limits: Limits) -> Result<Rules, LoadError> {
        self.again(choices, self.amendments.clone(), limits)
    }

    /// The same rules with the options that were chosen for others.
    #[doc(hidden)]
    pub fn chosen_as(&self, other: &Rules) -> Result<Rules, LoadError> {
        let limits = self.engine.limits().clone();
        self.again(other.spec.choices.clone(), self.amendments.clone(), limits)
    }

    /// The same rules, read from a file under another name for it.
    pub(crate) fn in_file(&self, path: &Path) -> Result<Rules, LoadError> {
        let source = Source::File(path.into());
        let spec = Spec { source, choices: self.spec.choices.clone() };
        let limits = self.engine.limits().clone();
        Rules::load_amended(&spec, self.amendments.clone(), limits)
    }

    /// The same text with other choices and changes.
    fn again(
        &self,
        choices: Vec<Choice>,
        amendments: Amendments,
        limits: Limits,
    ) -> Result<Rules, LoadError> {
        let sources = &self.program.sources;
        let main = sources.file(sources.main());
        let loader = &ReadBefore { sources, includes: limits.includes };
        let text = Text { file: &main.name, text: &main.text, loader };
        let spec = Spec { source: self.spec.source.clone(), choices };
        Rules::build(&spec, text, amendments, self.compile, limits)
    }

    /// Whether it chooses for an option that is not in the text.
    fn is_added(&self, choice: &Choice) -> bool {
        let Choice::Named(name, _) = choice else { return false };
        let declarations = &self.program.declarations;
        let option = declarations.options.iter().find(|option| option.name.as_str() == name);
        let weight = declarations.weight_named(name).map(|weight| weight.span);
        let span = option.map(|option| option.span).or(weight);
        let amendments = self.program.sources.amendments();
        span.is_some_and(|span| amendments.contains(&span.file))
    }

    /// Rules from a text, with every option at its default.
    pub fn from_text(name: &str, text: &str) -> Result<Rules, LoadError> {
        Rules::from_text_within(name, text, Limits::default())
    }

    /// The same with other limits: a text from a stranger should include no files, and be
    /// one that another thread can interrupt.
    pub fn from_text_within(name: &str, text: &str, limits: Limits) -> Result<Rules, LoadError> {
        let spec = Spec { source: Source::File(name.into()), choices: Vec::new() };
        let text = Text { file: name, text, loader: files(limits.includes) };
        Rules::build(&spec, text, Amendments::default(), None, limits)
    }

    /// Rules from a text that is not looked for anywhere.
    #[doc(hidden)]
    pub fn of_text(
        given: &RuleText,
        choices: Vec<Choice>,
        amendments: Amendments,
        limits: Limits,
    ) -> Result<Rules, LoadError> {
        let spec = Spec { source: Source::File(given.name.clone().into()), choices };
        let in_folder = given.folder.as_deref().map(InFolder);
        let loader = in_folder.as_ref().map_or(files(Includes::Nothing), |it| it);
        let text = Text { file: &given.name, text: &given.text, loader };
        Rules::build(&spec, text, amendments, None, limits)
    }

    /// Rules from a text that was compiled.
    pub(super) fn of_compiled(
        spec: &Spec,
        file: &str,
        text: &str,
        loader: &dyn Loader,
        compile: Compile,
        limits: Limits,
    ) -> Result<Rules, LoadError> {
        let text = Text { file, text, loader };
        Rules::build(spec, text, Amendments::default(), Some(compile), limits)
    }

    fn build(
        spec: &Spec,
        Text { file, text, loader }: Text,
        amendments: Amendments,
        compile: Option<Compile>,
        limits: Limits,
    ) -> Result<Rules, LoadError> {
        let Checked { mut program, warnings } =
            logic::load_amended(file, text, loader, &amendments)
                .map_err(|rejected| LoadError::Rejected(Box::new(rejected)))?;
        // To read a large text takes a moment, in which somebody may have had enough.
        if limits.interrupt.load(Ordering::Relaxed) {
            return Err(EvalError::Interrupted.into());
        }
        let options = spec.options(&program.declarations)?;
        program.declarations.chosen_shape = program.declarations.shape_with(&options);
        Rules::assemble(spec, Arc::new(program), warnings, amendments, compile, limits)
    }

    /// Makes checked rules ready to be asked, with the options and weights of a spec.
    fn assemble(
        spec: &Spec,
        program: Arc<Program>,
        warnings: Vec<Diagnostic>,
        amendments: Amendments,
        compile: Option<Compile>,
        limits: Limits,
    ) -> Result<Rules, LoadError> {
        let options = spec.options(&program.declarations)?;
        let weights = spec.weights(&program.declarations)?;
        let board = Board::declared(&program.declarations, &options);
        let names = program.declarations.weights.iter().map(|weight| weight.name);
        let host = GameHost {
            board: board.as_ref(),
            options: &options,
            weights: names.zip(weights.iter().copied()).collect(),
        };
        let engine = Engine::new(program.clone(), &host, limits)?;
        let by_the_book = program.is_by_the_book();
        let compiled = compile.filter(|_| by_the_book).map(|compile| compile(&engine));
        let targets: Vec<_> = Slice::ALL.iter().map(|slice| slice.targets(&program)).collect();
        Ok(Rules {
            name: canonical(&spec.name(), &program.declarations, &options, &weights),
            spec: spec.clone(),
            amendments,
            warnings,
            by_the_book,
            options,
            weights,
            board,
            engine,
            compile,
            compiled,
            prepared: targets.iter().map(|_| OnceLock::new()).collect(),
            targets,
            changes: changes(&program),
            turn: program.relations.plain("turn", 1),
            repetitions: program.relations.plain("repetitions", 1),
            presentation: presentation::of(&program),
            program,
        })
    }

    /// The game with its options, as it is named at the command line.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same, taken apart.
    #[doc(hidden)]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Whether these are the rules of a game; otherwise they are a knowledge base.
    pub fn is_game(&self) -> bool {
        self.program.declarations.is_game()
    }

    /// Refuses a knowledge base, where a game is needed.
    #[doc(hidden)]
    pub fn require_game(&self) -> Result<(), LoadError> {
        match self.is_game() {
            true => Ok(()),
            false => Err(LoadError::KnowledgeBase { name: self.name.clone() }),
        }
    }

    /// How the rules differ from their text.
    #[doc(hidden)]
    pub fn amendments(&self) -> &Amendments {
        &self.amendments
    }

    /// Whether the game is played as its text says, even if further relations
    /// were defined.
    pub fn is_by_the_book(&self) -> bool {
        self.by_the_book
    }

    /// What to mind about the rules. [`Diagnostic::render`] draws it in their
    /// [`sources`](Rules::sources).
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The texts that the rules were read from.
    pub fn sources(&self) -> &Sources {
        &self.program.sources
    }

    /// The game's title, or its name if it has none.
    pub fn title(&self) -> &str {
        self.program.declarations.title.map_or(&self.name, |title| title.as_str())
    }

    /// The checked rules.
    #[doc(hidden)]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The board, if the game has one.
    #[doc(hidden)]
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// Whether a value is one of a type: declared, or on the board.
    pub(crate) fn has_value(&self, ty: Type, value: Value) -> bool {
        match (ty, value) {
            (Type::Int, Value::Int(_)) | (Type::Atom, Value::Atom(_)) => true,
            (Type::Enum(id), Value::Atom(atom)) => {
                self.program.declarations.values(id).contains(&atom)
            }
            (Type::Cell, Value::Cell(cell)) => self.board().is_some_and(|board| board.holds(cell)),
            _ => false,
        }
    }

    /// The name of each declared option.
    pub fn option_names(&self) -> impl Iterator<Item = &'static str> {
        self.program.declarations.options.iter().map(|option| option.name.as_str())
    }

    /// The name of each declared weight.
    pub fn weight_names(&self) -> impl Iterator<Item = &'static str> {
        self.program.declarations.weights.iter().map(|weight| weight.name.as_str())
    }

    /// The value of each declared option.
    pub fn options(&self) -> &[Value] {
        &self.options
    }

    /// The value of each declared weight.
    pub fn weights(&self) -> &[i64] {
        &self.weights
    }

    /// The value that a weight has, if there is one of that name.
    pub fn weight(&self, name: &str) -> Option<i64> {
        let weights = &self.program.declarations.weights;
        let index = weights.iter().position(|weight| weight.name.as_str() == name)?;
        Some(self.weights[index])
    }

    /// The values that an option may have, as a player writes them; none, if
    /// there is no such option.
    pub fn allowed(&self, option: &str) -> Vec<String> {
        let options = &self.program.declarations.options;
        let option = options.iter().find(|declared| declared.name.as_str() == option);
        option.map_or_else(Vec::new, |option| option.allowed.iter().map(unquoted).collect())
    }

    /// The value that an option has, as a player writes it, if there is such an
    /// option.
    pub fn chosen(&self, option: &str) -> Option<String> {
        let options = &self.program.declarations.options;
        let index = options.iter().position(|declared| declared.name.as_str() == option)?;
        Some(unquoted(&self.options[index]))
    }

    /// For each declared weight, whether what a position is worth has to do with it, with
    /// the options as they are chosen.
    pub fn weights_of_value(&self) -> Vec<bool> {
        let declared = &self.program.declarations.weights;
        let Some(weight) = self.program.relations.plain(WEIGHT, 2) else { return Vec::new() };
        let rules = self.engine.rules_as_chosen();
        let needed = strata::closure(&rules, &Slice::Judgement.targets(&self.program));
        let mut asked: Vec<Arg> = Vec::new();
        for literal in rules.iter().filter(|it| needed.contains(&it.head)).flat_map(|it| &it.body) {
            literal.visit(&mut |literal| match literal {
                Literal::Fact { relation, args, .. } if *relation == weight => asked.push(args[0]),
                _ => {}
            });
        }
        let is_any = asked.iter().any(|name| matches!(name, Arg::Var(_)));
        let is_asked = |name: Atom| is_any || asked.contains(&Arg::Const(Value::Atom(name)));
        declared.iter().map(|weight| is_asked(weight.name)).collect()
    }

    /// Whether they say what a position is worth.
    pub fn values_positions(&self) -> bool {
        let value = self.program.relations.plain("value", 2);
        value.is_some_and(|value| self.program.rules_for(value).next().is_some())
    }

    /// Whether the answers to some of the questions depend on how the position
    /// came about, by a relation such as `repetitions`.
    pub(crate) fn heeds(&self, history: &str, slices: &[Slice]) -> bool {
        let targets: Vec<RelationId> =
            slices.iter().flat_map(|slice| self.targets[*slice as usize].clone()).collect();
        self.asks(history, &targets)
    }

    /// The same of some relations.
    pub(crate) fn asks(&self, history: &str, targets: &[RelationId]) -> bool {
        let relation = self.program.relations.plain(history, 1);
        let needed = strata::closure(&self.program.rules, targets);
        relation.is_some_and(|relation| needed.contains(&relation))
    }

    /// What `start(..)`, `add(..)` or `del(..)` says of a position.
    pub(crate) fn changed_by(&self, wrapped: RelationId) -> Change {
        self.changes[wrapped.index()].expect("only these are asked for")
    }

    /// The relation that says whose turn it is, if there is one.
    pub(crate) fn turn(&self) -> Option<RelationId> {
        self.turn
    }

    /// The relation that says how often the position has occurred.
    pub(crate) fn repetitions(&self) -> Option<RelationId> {
        self.repetitions
    }

    /// The relation that says what is wrong with a position that was set up, if
    /// there is one.
    #[doc(hidden)]
    pub fn unsound(&self) -> Option<RelationId> {
        let is_derived = |id: &RelationId| self.program.relations[*id].origin == Origin::Rules;
        self.program.relations.plain(UNSOUND, 1).filter(is_derived)
    }

    /// The run-time engine for these rules.
    #[doc(hidden)]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The compiled rules, if there are any.
    #[doc(hidden)]
    pub fn compiled(&self) -> Option<&dyn Compiled> {
        self.compiled.as_deref()
    }

    /// The game's notation and drawing.
    #[doc(hidden)]
    pub fn presentation(&self) -> &dyn Presentation {
        self.presentation
    }

    /// From here on only the run-time engine answers.
    #[doc(hidden)]
    pub fn interpreted(mut self) -> Rules {
        self.compiled = None;
        self
    }

    /// Which reader of the rules answers.
    #[doc(hidden)]
    pub fn reader(&self) -> Reader {
        if self.compiled.is_some() { Reader::Compiled } else { Reader::Interpreted }
    }

    /// The rules of a slice for the run-time engine.
    #[doc(hidden)]
    pub fn prepared(&self, slice: Slice) -> &Arc<Prepared> {
        let targets = &self.targets[slice as usize];
        self.prepared[slice as usize].get_or_init(|| self.engine.optimised(targets))
    }

    /// The answer to a slice's question: facts of its target relations.
    #[doc(hidden)]
    pub fn ask(
        &self,
        slice: Slice,
        facts: &dyn Facts,
    ) -> Result<Vec<(RelationId, Row)>, EvalError> {
        let targets = &self.targets[slice as usize];
        let mut answer = match &self.compiled {
            Some(compiled) => {
                let mut out = Output::only(targets);
                compiled.run(slice, facts, self.engine.limits(), &mut out)?;
                out.facts
            }
            None => {
                let model = self.engine.derive(self.prepared(slice), facts)?;
                let derived = targets.iter().filter(|id| !self.program.relations[**id].is_static);
                let mut rows = Vec::with_capacity(derived.clone().map(|id| model.count(*id)).sum());
                derived.for_each(|id| rows.extend(model.rows(*id).map(|row| (*id, row))));
                rows
            }
        };
        // What is the same in every position, the compiled rules do not derive.
        for target in targets.iter().filter(|id| self.program.relations[**id].is_static) {
            answer.extend(self.engine.static_rows(*target).map(|row| (*target, row)));
        }
        Ok(answer)
    }
}

fn changes(program: &Program) -> Vec<Option<Change>> {
    let change = |relation: &Relation| {
        let Name::Wrapped(wrapper @ (Wrapper::Start | Wrapper::Add | Wrapper::Del), name) =
            relation.name
        else {
            return None;
        };
        let state = program.relations.find(Name::Plain(name), relation.arity)?;
        Some(Change { state, ends: wrapper == Wrapper::Del })
    };
    program.relations.iter().map(change).collect()
}
