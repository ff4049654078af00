//! The checker runs on a thread of its own, so that no key waits for it. It begins when
//! nobody has typed for a moment, takes the texts as they are then, and what it finds
//! about a text that has changed since is dropped.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lsp_types::Diagnostic;

use super::diagnostics;
use super::documents::Document;
use super::project::beside;
use crate::game::{BesideFile, folder_of, is_below};
use crate::logic::program::Program;
use crate::logic::{self, Checked, Loader};

/// So long nobody has typed before a text is checked.
const PAUSE: Duration = Duration::from_millis(80);

/// A text to check, and the texts that are open.
pub struct Job {
    /// The text that includes the others.
    pub root: Arc<Document>,
    /// All that are open: what they say counts, and not what is on the disk.
    pub open: Vec<Arc<Document>>,
    /// Whether the client shows other places that belong to a complaint.
    pub shows_related: bool,
}

/// What there is to say about a text of the editor.
pub struct Findings {
    /// What the editor calls the text.
    pub uri: String,
    /// Which version of it was checked, if it is open.
    pub version: Option<i32>,
    /// The complaints, if there are any.
    pub complaints: Vec<Diagnostic>,
}

#[derive(Default)]
struct Waiting {
    jobs: BTreeMap<String, Job>,
    dropped: Vec<String>,
    last_key: Option<Instant>,
    ended: bool,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    woken: Condvar,
    /// The last program of each root that had no errors.
    programs: Mutex<HashMap<String, Arc<Program>>>,
}

/// The thread that checks.
pub struct Checker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Checker {
    /// Begins; `publish` is told whatever is found.
    pub fn new(publish: impl Fn(Findings) + Send + 'static) -> Checker {
        let shared = Arc::new(Shared::default());
        let thread = thread::spawn({
            let shared = shared.clone();
            move || run(&shared, publish)
        });
        Checker { shared, thread: Some(thread) }
    }

    /// Has a text checked soon, instead of any version of it that is still waiting.
    pub fn check(&self, job: Job) {
        let mut waiting = lock(&self.shared.waiting);
        waiting.jobs.insert(job.root.uri.as_str().into(), job);
        waiting.last_key = Some(Instant::now());
        self.shared.woken.notify_one();
    }

    /// Takes back all that was said about a root, which is not open any more.
    pub fn forget(&self, root: &str) {
        let mut waiting = lock(&self.shared.waiting);
        waiting.jobs.remove(root);
        waiting.dropped.push(root.into());
        self.shared.woken.notify_one();
    }

    /// The last program without errors that was read from a root.
    pub fn program(&self, root: &str) -> Option<Arc<Program>> {
        lock(&self.shared.programs).get(root).cloned()
    }
}

impl Drop for Checker {
    fn drop(&mut self) {
        lock(&self.shared.waiting).ended = true;
        self.shared.woken.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run(shared: &Shared, publish: impl Fn(Findings)) {
    // What was said last, by root and text.
    let mut said: BTreeMap<String, BTreeMap<String, Findings>> = BTreeMap::new();
    while let Some((jobs, dropped)) = next(shared) {
        for root in dropped {
            lock(&shared.programs).remove(&root);
            let before = said.remove(&root).unwrap_or_default();
            before.into_keys().for_each(|uri| publish(together(&said, &uri)));
        }
        for (root, job) in jobs {
            let (program, found) = check(&job);
            if let Some(program) = program {
                lock(&shared.programs).insert(root.clone(), Arc::new(program));
            }
            if lock(&shared.waiting).jobs.contains_key(&root) {
                continue;
            }
            let found: BTreeMap<String, Findings> =
                found.into_iter().map(|findings| (findings.uri.clone(), findings)).collect();
            let now: Vec<String> = found.keys().cloned().collect();
            let before = said.insert(root, found).unwrap_or_default();
            let gone = before.into_keys().filter(|uri| !now.contains(uri));
            let uris: Vec<String> = gone.chain(now.iter().cloned()).collect();
            uris.iter().for_each(|uri| publish(together(&said, uri)));
        }
    }
}

/// What there is to do, once nobody types. `None` at the end.
fn next(shared: &Shared) -> Option<(BTreeMap<String, Job>, Vec<String>)> {
    let mut waiting = lock(&shared.waiting);
    loop {
        let pause = waiting.last_key.map_or(PAUSE, |last| last.elapsed());
        if waiting.ended {
            return None;
        }
        if waiting.jobs.is_empty() && waiting.dropped.is_empty() {
            waiting = shared.woken.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        } else if pause < PAUSE {
            let woken = shared.woken.wait_timeout(waiting, PAUSE - pause);
            waiting = woken.unwrap_or_else(PoisonError::into_inner).0;
        } else {
            return Some((std::mem::take(&mut waiting.jobs), std::mem::take(&mut waiting.dropped)));
        }
    }
}

/// All that is said about a text, which may be part of several roots.
fn together(said: &BTreeMap<String, BTreeMap<String, Findings>>, uri: &str) -> Findings {
    let mut all = Findings { uri: uri.into(), version: None, complaints: Vec::new() };
    for findings in said.values().filter_map(|by_text| by_text.get(uri)) {
        all.version = all.version.max(findings.version);
        for complaint in &findings.complaints {
            if !all.complaints.contains(complaint) {
                all.complaints.push(complaint.clone());
            }
        }
    }
    all
}

/// Checks a text: the program, if it has no errors, and what there is to say.
pub fn check(job: &Job) -> (Option<Program>, Vec<Findings>) {
    let loader = OpenFirst { open: &job.open, is_file: job.root.path.is_some() };
    match logic::load(&job.root.name(), &job.root.text, &loader) {
        Ok(Checked { program, warnings }) => {
            let found = diagnostics::findings(job, &program.sources, &warnings);
            (Some(program), found)
        }
        Err(rejected) => {
            (None, diagnostics::findings(job, &rejected.sources, &rejected.diagnostics))
        }
    }
}

/// Finds included texts among those that are open, and otherwise on the disk.
struct OpenFirst<'a> {
    open: &'a [Arc<Document>],
    is_file: bool,
}

impl Loader for OpenFirst<'_> {
    fn load(&self, from: &str, path: &str) -> Result<(String, String), String> {
        if !self.is_file {
            return Err("save this text first: files are looked for beside it".into());
        }
        if is_below(folder_of(Path::new(from)), Path::new(path)) {
            let meant = beside(Path::new(from), Path::new(path));
            let open = self.open.iter().find(|document| document.path.as_ref() == Some(&meant));
            if let Some(open) = open {
                return Ok((meant.display().to_string(), open.text.to_string()));
            }
        }
        BesideFile.load(from, path)
    }
}
