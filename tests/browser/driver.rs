//! The browser, and the program that drives it.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::{self, Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::server::Server;
use super::window::Window;

/// Lets somebody use the page in a browser. At the end the browser's console must be
/// empty. Where there is no browser the test is skipped, unless one is required.
pub fn browse(body: impl FnMut(&mut Window, &mut Server)) {
    browse_with(&[], body);
}

/// The same with more arguments for the server. What fails is tried once more, with a new
/// browser and a new server: on a busy machine a click may come before what it is meant
/// for. What is wrong fails again.
pub fn browse_with(args: &[&str], mut body: impl FnMut(&mut Window, &mut Server)) {
    let Some(programs) = Programs::find() else { return };
    // One test at a time: browsers are large, and the machine may be small.
    let mut browser = BROWSER.lock().unwrap_or_else(PoisonError::into_inner);
    let mut attempt = || {
        let mut server = Server::start_with(args);
        let mut window = browser.get_or_insert_with(|| Browser::start(&programs)).window(&server);
        let tried = catch_unwind(AssertUnwindSafe(|| {
            body(&mut window, &mut server);
            let console = window.console();
            assert!(console.is_empty(), "on the console: {console:#?}");
            window.close_all();
        }));
        if tried.is_err() {
            report(&window);
            *browser = None;
        }
        tried
    };
    if attempt().is_err() {
        eprintln!("once more, with a new browser");
        if let Err(failure) = attempt() {
            resume_unwind(failure);
        }
    }
}

/// The browser stays open from one test to the next, because it takes long to start.
/// Each test has windows of its own, and a server of its own, at an address for which
/// the browser has kept nothing.
static BROWSER: Mutex<Option<Browser>> = Mutex::new(None);

/// What the page looked like when a test failed.
fn report(window: &Window) {
    let name = std::thread::current().name().unwrap_or("browser").replace("::", "-");
    let path = scratch().join(format!("{name}.png"));
    eprintln!("on the console: {:#?}", window.console());
    match window.try_screenshot().and_then(|png| fs::write(&path, png).ok()) {
        Some(()) => eprintln!("what the page looked like: {}", path.display()),
        None => eprintln!("no screenshot could be taken"),
    }
}

/// A folder for what tests leave to look at, and for what they fetch.
pub fn scratch() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Whether what is missing is a failure, as in continuous integration.
pub fn is_required() -> bool {
    env::var_os("HORNET_REQUIRE_BROWSER").is_some()
}

/// What a browser is made of.
struct Programs {
    chromium: PathBuf,
    chromedriver: PathBuf,
}

impl Programs {
    fn find() -> Option<Programs> {
        let chromium =
            ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(found);
        let chromedriver = found("chromedriver");
        let (Some(chromium), Some(chromedriver)) = (chromium, chromedriver) else {
            assert!(!is_required(), "chromium and chromedriver are not installed");
            eprintln!("skipped: chromium and chromedriver are not installed");
            return None;
        };
        Some(Programs { chromium, chromedriver })
    }
}

fn found(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// A browser without a screen.
struct Browser {
    client: Client,
    runtime: Runtime,
    /// The session at the driver.
    session: String,
    /// What the browser writes goes here.
    folder: PathBuf,
    _driver: Driver,
}

impl Browser {
    fn start(programs: &Programs) -> Browser {
        let folder = scratch().join(format!("profile-{}", process::id()));
        let driver = Driver::start(programs, &folder);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities(programs, &folder));
        let client = runtime.block_on(builder.connect(&driver.address)).unwrap();
        let id = runtime.block_on(client.session_id()).unwrap().unwrap();
        let session = format!("{}/session/{id}", driver.address);
        Browser { client, runtime, session, folder, _driver: driver }
    }

    fn window(&self, server: &Server) -> Window {
        let runtime = self.runtime.handle().clone();
        let downloads = self.folder.join("downloads");
        Window::open_new(self.client.clone(), runtime, &self.session, &server.address(), downloads)
    }
}

/// The program that drives the browser. It ends when its standard input is closed, which
/// happens at the latest when the tests end, however they do; and the browser ends when
/// the pipe to the driver does.
struct Driver {
    address: String,
    shell: Child,
    input: Option<ChildStdin>,
}

impl Driver {
    fn start(programs: &Programs, folder: &Path) -> Driver {
        let mut shell = Command::new("sh")
            .args(["-c", "\"$0\" --port=0 & read -r _; kill $!; wait; sleep 1; rm -rf \"$1\""])
            .args([&programs.chromedriver, folder])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut printed = BufReader::new(shell.stdout.take().unwrap());
        let mut line = String::new();
        let port = loop {
            line.clear();
            assert!(printed.read_line(&mut line).unwrap() > 0, "chromedriver does not start");
            let said = line.split_once("successfully on port ");
            let port =
                said.and_then(|(_, port)| port.trim().trim_end_matches('.').parse::<u16>().ok());
            if let Some(port) = port {
                break port;
            }
        };
        std::thread::spawn(move || std::io::copy(&mut printed, &mut std::io::sink()));
        let input = shell.stdin.take();
        Driver { address: format!("http://127.0.0.1:{port}"), shell, input }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.shell.wait();
    }
}

fn capabilities(programs: &Programs, folder: &Path) -> serde_json::Map<String, Value> {
    let profile = format!("--user-data-dir={}", folder.display());
    let asked = json!({
        "goog:loggingPrefs": { "browser": "ALL" },
        "unhandledPromptBehavior": "ignore",
        "goog:chromeOptions": {
            "binary": programs.chromium,
            "prefs": { "download.default_directory": folder.join("downloads") },
            "args": [
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-pipe",
                // So that one browser can be several people.
                "--host-resolver-rules=MAP 127.0.0.* 127.0.0.1",
                "--window-size=1400,900",
                profile,
            ],
        },
    });
    asked.as_object().unwrap().clone()
}
