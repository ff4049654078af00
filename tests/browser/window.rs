//! A window of the browser: what a person does in it, and what there is to see.
//!
//! Pages, windows and keys go over WebDriver. The pointer and questions about the page go
//! to the browser's developer tools, which is many times as fast; the events that come of
//! it are the same.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::key::Key;
use fantoccini::wd::WindowHandle;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use ureq::Agent;

/// Nothing takes that long, not even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often to look whether something has happened.
const GLANCE: Duration = Duration::from_millis(8);

pub struct Window {
    client: Client,
    runtime: Handle,
    agent: Agent,
    session: String,
    address: String,
    downloads: PathBuf,
}

impl Window {
    /// A new window of a browser, for the page of a server.
    pub fn open_new(
        client: Client,
        runtime: Handle,
        session: &str,
        address: &str,
        downloads: PathBuf,
    ) -> Window {
        let agent = Agent::new_with_defaults();
        let (session, address) = (session.into(), address.into());
        let window = Window { client, runtime, agent, session, address, downloads };
        window.another_window();
        window.console();
        window
    }

    /// Closes all windows of a test; one remains, so that the browser does.
    pub fn close_all(&self) {
        while let [first, .., last] = &self.run(self.client.windows())[..] {
            self.go_to_window(last);
            self.run(self.client.close_window());
            self.go_to_window(first);
        }
    }

    #[track_caller]
    fn run<T>(&self, command: impl Future<Output = Result<T, CmdError>>) -> T {
        self.runtime.block_on(command).unwrap_or_else(|error| panic!("{error}"))
    }

    // Going somewhere

    /// Goes to a page, which is named by what stands after `#` in the address.
    #[track_caller]
    pub fn open(&self, page: &str) {
        let all = "document.querySelectorAll('#main > *')";
        self.value(&format!("{all}.forEach((it) => it.setAttribute('data-old', ''))"), &[]);
        let here = self.value("location.origin", &[]);
        let server = here.as_str().filter(|here| here.starts_with("http")).unwrap_or(&self.address);
        self.run(self.client.goto(&format!("{server}/#{page}")));
        self.expect_page();
    }

    /// Goes to the address without naming a page.
    #[track_caller]
    pub fn open_first_page(&self) {
        self.run(self.client.goto(&self.address));
        self.expect_page();
    }

    /// Waits until another page is there than the one before.
    #[track_caller]
    fn expect_page(&self) {
        let is_new = "document.querySelector('#main > :not([data-old]):not(noscript)') !== null";
        self.until("the page appears", is_new, &[]);
    }

    #[track_caller]
    pub fn reload(&self) {
        self.run(self.client.refresh());
        self.expect_page();
    }

    #[track_caller]
    pub fn back(&self) {
        self.run(self.client.back());
    }

    #[track_caller]
    pub fn forward(&self) {
        self.run(self.client.forward());
    }

    /// What stands after `#` in the address.
    #[track_caller]
    pub fn page(&self) -> String {
        let hash = self.value("decodeURIComponent(location.hash)", &[]);
        hash.as_str().unwrap_or_default().trim_start_matches('#').to_string()
    }

    /// The id of the table that is shown.
    #[track_caller]
    pub fn table_id(&self) -> String {
        let is_table =
            "/^#\\/table\\/\\w+$/.test(location.hash) && document.getElementById('board') !== null";
        self.until("a table is shown", is_table, &[]);
        self.page().trim_start_matches("/table/").to_string()
    }

    // Other windows

    #[track_caller]
    pub fn this_window(&self) -> WindowHandle {
        self.run(self.client.window())
    }

    /// Opens another window of the same browser, and goes there.
    #[track_caller]
    pub fn another_window(&self) -> WindowHandle {
        let other = self.run(self.client.new_window(false)).handle;
        self.go_to_window(&other);
        self.screen(1400, 900);
        self.system_colours("light");
        other
    }

    /// Opens a window of another person, and goes there. By another name of the server,
    /// the browser has kept nothing of what it knows by the first.
    #[track_caller]
    pub fn another_person(&mut self) -> WindowHandle {
        let (before, port) = self.address.rsplit_once(':').unwrap();
        let (_, last) = before.rsplit_once('.').unwrap();
        let next = last.parse::<u8>().unwrap() + 1;
        self.address = format!("http://127.0.0.{next}:{port}");
        self.another_window()
    }

    #[track_caller]
    pub fn go_to_window(&self, window: &WindowHandle) {
        self.run(self.client.switch_to_window(window.clone()));
    }

    // Pointing

    /// Clicks in the middle of something, as soon as it is there and nothing covers it.
    #[track_caller]
    pub fn click(&self, css: &str) {
        self.click_with(css, 0);
    }

    /// Clicks while Alt is held.
    #[track_caller]
    pub fn alt_click(&self, css: &str) {
        self.click_with(css, 1);
    }

    #[track_caller]
    fn click_with(&self, css: &str, modifiers: u32) {
        // What is there may have been moved by something that has just changed.
        let mut at = self.middle_of(css);
        loop {
            self.mouse("mouseMoved", at, 0, modifiers);
            let now = self.middle_of(css);
            if now == at {
                break;
            }
            at = now;
        }
        self.mouse("mousePressed", at, 1, modifiers);
        self.mouse("mouseReleased", at, 0, modifiers);
    }

    /// Puts the pointer on something.
    #[track_caller]
    pub fn hover(&self, css: &str) {
        self.mouse("mouseMoved", self.middle_of(css), 0, 0);
    }

    /// Drags one thing onto another.
    #[track_caller]
    pub fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.middle_of(from), self.middle_of(to));
        self.drag_between(from, to);
    }

    /// Drags from something by so many pixels.
    #[track_caller]
    pub fn drag_by(&self, from: &str, right: f64, down: f64) {
        let from = self.middle_of(from);
        self.drag_between(from, (from.0 + right, from.1 + down));
    }

    #[track_caller]
    fn drag_between(&self, from: (f64, f64), to: (f64, f64)) {
        self.mouse("mouseMoved", from, 0, 0);
        self.mouse("mousePressed", from, 1, 0);
        // Slowly at first, as a hand does.
        for part in [0.03, 0.1, 0.3, 0.6, 1.0] {
            let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            self.mouse("mouseMoved", at, 1, 0);
        }
        self.mouse("mouseReleased", to, 0, 0);
    }

    #[track_caller]
    fn mouse(&self, kind: &str, (x, y): (f64, f64), buttons: u32, modifiers: u32) {
        let button = if kind == "mouseMoved" && buttons == 0 { "none" } else { "left" };
        let count = u32::from(kind != "mouseMoved");
        self.devtools(
            "Input.dispatchMouseEvent",
            &json!({
                "type": kind, "x": x, "y": y, "button": button, "buttons": buttons,
                "clickCount": count, "modifiers": modifiers,
            }),
        );
    }

    /// Turns the wheel over something.
    #[track_caller]
    pub fn wheel(&self, css: &str, down: f64) {
        let (x, y) = self.middle_of(css);
        let turned = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": down });
        self.devtools("Input.dispatchMouseEvent", &turned);
    }

    /// Touches something with a finger, for so long.
    #[track_caller]
    pub fn tap(&self, css: &str, time: Duration) {
        let (x, y) = self.middle_of(css);
        self.touch("touchStart", &json!([{ "x": x, "y": y }]));
        thread::sleep(time);
        self.touch("touchEnd", &json!([]));
    }

    /// Spreads two fingers on something.
    #[track_caller]
    pub fn spread(&self, css: &str) {
        let (x, y) = self.middle_of(css);
        let finger = |id: u32, x: f64| json!({ "x": x, "y": y, "id": id });
        let fingers = |apart: f64| json!([finger(1, x - apart), finger(2, x + apart)]);
        self.touch("touchStart", &fingers(20.0));
        for apart in [30.0, 45.0, 60.0] {
            self.touch("touchMove", &fingers(apart));
        }
        self.touch("touchEnd", &json!([]));
    }

    #[track_caller]
    fn touch(&self, kind: &str, points: &Value) {
        self.devtools("Input.dispatchTouchEvent", &json!({ "type": kind, "touchPoints": points }));
    }

    /// Where to click on something, once it is in sight, can be used, and nothing lies
    /// over it.
    #[track_caller]
    fn middle_of(&self, css: &str) -> (f64, f64) {
        let began = Instant::now();
        loop {
            let found = self.value(MIDDLE, &[css.into()]);
            if let (Some(x), Some(y)) = (found[0].as_f64(), found[1].as_f64()) {
                return (x, y);
            }
            assert!(began.elapsed() < PATIENCE, "{css} cannot be clicked: {found}");
            thread::sleep(GLANCE);
        }
    }

    // Typing

    /// Presses keys, one after the other, wherever the focus is.
    #[track_caller]
    pub fn press(&self, keys: &[Key]) {
        self.press_all(keys.iter().map(|key| char::from(*key)));
    }

    /// Types text wherever the focus is.
    #[track_caller]
    pub fn write(&self, text: &str) {
        self.press_all(text.chars());
    }

    #[track_caller]
    fn press_all(&self, keys: impl Iterator<Item = char>) {
        let typed = keys.fold(KeyActions::new("keys".into()), |typed, value| {
            typed.then(KeyAction::Down { value }).then(KeyAction::Up { value })
        });
        self.run(self.client.perform_actions(typed));
    }

    /// Presses a key while another is held.
    #[track_caller]
    pub fn press_with(&self, held: Key, key: Key) {
        let (held, value) = (char::from(held), char::from(key));
        let typed = KeyActions::new("keys".into())
            .then(KeyAction::Down { value: held })
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value })
            .then(KeyAction::Up { value: held });
        self.run(self.client.perform_actions(typed));
    }

    /// Writes text into a field in place of what was there, as if it was pasted.
    #[track_caller]
    pub fn fill(&self, css: &str, text: &str) {
        self.click(css);
        self.value("document.activeElement.select()", &[]);
        self.devtools("Input.insertText", &json!({ "text": text }));
    }

    /// Chooses from a list.
    #[track_caller]
    pub fn choose(&self, css: &str, value: &str) {
        self.expect(css);
        self.run(self.element(css).select_by_value(value));
    }

    /// Chooses a file, as the dialog of the browser would.
    #[track_caller]
    pub fn choose_file(&self, css: &str, path: &Path) {
        self.run(self.element(css).send_keys(path.to_str().unwrap()));
    }

    #[track_caller]
    fn element(&self, css: &str) -> Element {
        self.run(self.client.find(Locator::Css(css)))
    }

    // Looking

    /// Waits until something is in sight.
    #[track_caller]
    pub fn expect(&self, css: &str) {
        let is_there = format!("{ALL}.some((it) => !({HIDDEN}))");
        self.until(&format!("{css} is in sight"), &is_there, &[css.into()]);
    }

    /// Waits until something is not there, or not in sight.
    #[track_caller]
    pub fn expect_gone(&self, css: &str) {
        let is_gone = format!("{ALL}.every((it) => {HIDDEN})");
        self.until(&format!("{css} is gone"), &is_gone, &[css.into()]);
    }

    /// Waits until something is in sight that has this in its text.
    #[track_caller]
    pub fn expect_text(&self, css: &str, part: &str) {
        let has_text =
            format!("{ALL}.some((it) => !({HIDDEN}) && ({TEXT}).includes(arguments[1]))");
        let found = self.comes(&has_text, &[css.into(), part.into()]);
        assert!(found, "no `{part}` in {css}, which has {:?}", self.texts(css));
    }

    /// Whether something is in sight now.
    #[track_caller]
    pub fn has(&self, css: &str) -> bool {
        self.value(&format!("{ALL}.some((it) => !({HIDDEN}))"), &[css.into()]) == true
    }

    /// The text of each that is found, in sight or not.
    #[track_caller]
    pub fn texts(&self, css: &str) -> Vec<String> {
        strings(&self.value(&format!("{ALL}.map((it) => {TEXT})"), &[css.into()]))
    }

    /// The text of the first that is found.
    #[track_caller]
    pub fn text(&self, css: &str) -> String {
        self.texts(css).into_iter().next().unwrap_or_else(|| panic!("there is no {css}"))
    }

    /// An attribute of each that is found.
    #[track_caller]
    pub fn attributes(&self, css: &str, name: &str) -> Vec<String> {
        let all = format!("{ALL}.map((it) => it.getAttribute(arguments[1]) ?? '')");
        strings(&self.value(&all, &[css.into(), name.into()]))
    }

    /// An attribute of the first that is found.
    #[track_caller]
    pub fn attribute(&self, css: &str, name: &str) -> String {
        let all = self.attributes(css, name);
        all.into_iter().next().unwrap_or_else(|| panic!("there is no {css}"))
    }

    /// How many are found.
    #[track_caller]
    pub fn count(&self, css: &str) -> usize {
        self.texts(css).len()
    }

    /// Waits until so many are found.
    #[track_caller]
    pub fn expect_count(&self, css: &str, count: usize) {
        let counted = format!("{ALL}.length === arguments[1]");
        let found = self.comes(&counted, &[css.into(), count.into()]);
        assert!(found, "{count} of {css} wanted, found {:?}", self.texts(css));
    }

    /// The value of an expression of JavaScript on the page, or of a promise that it is.
    #[track_caller]
    pub fn value(&self, expression: &str, arguments: &[Value]) -> Value {
        self.try_value(expression, arguments).unwrap_or_else(|why| panic!("{expression}: {why}"))
    }

    fn try_value(&self, expression: &str, arguments: &[Value]) -> Result<Value, String> {
        let arguments: Vec<String> = arguments.iter().map(Value::to_string).collect();
        let arguments = arguments.join(", ");
        let called = format!("(function () {{ return {expression}; }})({arguments})");
        let wanted = json!({ "expression": called, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.try_devtools("Runtime.evaluate", &wanted)?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(details.to_string()),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// Waits until an expression of JavaScript is true.
    #[track_caller]
    pub fn until(&self, what: &str, expression: &str, arguments: &[Value]) {
        assert!(self.comes(expression, arguments), "it does not come about that {what}");
    }

    /// Whether an expression of JavaScript becomes true.
    pub fn comes(&self, expression: &str, arguments: &[Value]) -> bool {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            // While one page gives way to another, there is nobody to ask.
            if self.try_value(expression, arguments) == Ok(Value::Bool(true)) {
                return true;
            }
            thread::sleep(GLANCE);
        }
        false
    }

    // The browser around the page

    /// Makes the screen so wide and high.
    #[track_caller]
    pub fn screen(&self, width: u32, height: u32) {
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            &json!({
                "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
            }),
        );
    }

    /// Makes the system light or dark.
    #[track_caller]
    pub fn system_colours(&self, scheme: &str) {
        self.system(scheme, "reduce");
    }

    /// Lets things move on the page, as somebody wants who has asked for nothing else.
    /// They do not in most tests, which has each done in half the time.
    #[track_caller]
    pub fn system_motion(&self) {
        self.system("light", "no-preference");
    }

    #[track_caller]
    fn system(&self, scheme: &str, motion: &str) {
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        self.devtools("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Calls the developer tools.
    #[track_caller]
    pub fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.try_devtools(command, parameters).unwrap_or_else(|why| panic!("{command}: {why}"))
    }

    fn try_devtools(&self, command: &str, parameters: &Value) -> Result<Value, String> {
        let body = json!({ "cmd": command, "params": parameters });
        self.driver("goog/cdp/execute", &body)
    }

    /// Calls the driver for what WebDriver does not have.
    fn driver(&self, command: &str, body: &Value) -> Result<Value, String> {
        let asked = self.agent.post(format!("{}/{command}", self.session));
        let asked = asked.config().http_status_as_error(false).build();
        let answer = asked.send_json(body).map_err(|error| error.to_string())?;
        let mut answer: Value =
            answer.into_body().read_json().map_err(|error| error.to_string())?;
        match answer["value"]["error"].is_string() && answer["value"]["message"].is_string() {
            true => Err(answer["value"]["message"].to_string()),
            false => Ok(answer["value"].take()),
        }
    }

    /// A file that was downloaded, once it is there.
    #[track_caller]
    pub fn download(&self, name: &str) -> String {
        let path = self.downloads.join(name);
        let began = Instant::now();
        while !path.exists() {
            let others =
                || std::fs::read_dir(&self.downloads).map(|all| all.flatten().collect::<Vec<_>>());
            assert!(began.elapsed() < PATIENCE, "{name} is not among {:?}", others());
            thread::sleep(GLANCE);
        }
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        text
    }

    /// Waits until nothing moves any more.
    #[track_caller]
    pub fn still(&self) {
        self.until(
            "nothing moves",
            "document.getAnimations().every((it) => it.playState !== 'running')",
            &[],
        );
    }

    /// What is on the console since somebody last looked.
    #[track_caller]
    pub fn console(&self) -> Vec<String> {
        let entries = self.driver("se/log", &json!({ "type": "browser" })).unwrap();
        entries.as_array().unwrap().iter().map(|entry| entry["message"].to_string()).collect()
    }

    /// Keeps a picture of what is to be seen, if somebody wants to look at it: they name a
    /// folder in `HORNET_LOOK`.
    pub fn look(&self, name: &str) {
        let Some(folder) = std::env::var_os("HORNET_LOOK") else { return };
        let picture = self.try_screenshot().unwrap_or_default();
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), picture).unwrap();
    }

    /// A picture of what is to be seen, as PNG.
    pub fn try_screenshot(&self) -> Option<Vec<u8>> {
        self.runtime.block_on(self.client.screenshot()).ok()
    }
}

/// All that a selector finds, in JavaScript.
const ALL: &str = "[...document.querySelectorAll(arguments[0])]";

/// Whether `it` is out of sight.
const HIDDEN: &str = "(!it.checkVisibility({ visibilityProperty: true })
    || it.getBoundingClientRect().width * it.getBoundingClientRect().height === 0)";

/// The text of `it` in one line.
const TEXT: &str = "it.textContent.replace(/\\s+/g, ' ').trim()";

/// The middle of what a selector finds, if it can be clicked, or why it cannot.
const MIDDLE: &str = "((it) => {
    if (!it) return 'it is not there';
    if (it.disabled) return 'it is disabled';
    const middle = () => {
        const { left, right, top, bottom, width, height } = it.getBoundingClientRect();
        return width && height ? [(left + right) / 2, (top + bottom) / 2] : null;
    };
    if (!middle()) return 'it is hidden';
    const isIn = ([x, y]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight;
    const isOnTop = ([x, y]) => it.contains(document.elementFromPoint(x, y));
    if (!isIn(middle()) || !isOnTop(middle())) {
        it.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    }
    if (!isIn(middle())) return 'it is beside the window';
    if (isOnTop(middle())) return middle();
    return `over it lies ${document.elementFromPoint(...middle())?.outerHTML.slice(0, 200)}`;
})(document.querySelector(arguments[0]))";

fn strings(value: &Value) -> Vec<String> {
    let all = value.as_array().unwrap().iter();
    all.map(|text| text.as_str().unwrap_or_default().to_string()).collect()
}
