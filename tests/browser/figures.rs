//! Pictures for the documentation, and how long things take.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use fantoccini::key::Key;
use serde_json::json;

use super::driver::browse;
use super::games::{HIVE, SPLIT};
use super::server::Server;
use super::table::Table;
use super::window::Window;

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pictures that a text shows, as paths of files.
fn pictures_in(text: &Path) -> Vec<PathBuf> {
    let words = fs::read_to_string(text).unwrap();
    let links = words.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures = links.filter(|link| link.ends_with(".png") && !link.contains("://"));
    pictures.map(|link| text.parent().unwrap().join(link)).collect()
}

/// The largest that a picture may be, in bytes.
const LARGEST: usize = 150_000;

/// All that the documentation shows.
fn pictures() -> Vec<PathBuf> {
    let docs = fs::read_dir(repository().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let docs = docs.filter(|path| path.extension() == Some("md".as_ref()));
    docs.chain([repository().join("README.md")]).flat_map(|text| pictures_in(&text)).collect()
}

#[test]
fn the_pictures_that_the_documentation_names_are_there() {
    let pictures = pictures();
    assert!(!pictures.is_empty());
    for picture in pictures {
        let name = picture.display();
        let bytes = fs::read(&picture).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(bytes.starts_with(b"\x89PNG"), "{name} is not a picture");
        assert!(bytes.len() < LARGEST, "{name} has {} bytes", bytes.len());
    }
}

/// Types something at the prompt, and waits for the answer.
fn ask(window: &Window, entry: &str, answer: &str) {
    window.click("#tab-ask");
    window.fill("#entry", entry);
    window.press(&[Key::Enter]);
    window.expect(&format!("#transcript .exchange:last-child {answer}"));
}

fn show_answers(window: &Window, server: &Server) {
    Table::open(window, server, &server.game("hive", &SPLIT));
    ask(window, "pinned(Piece), at(Piece, Cell, _).", ".answers");
    window.click(".mark-all");
    window.expect("#marks");
}

fn show_proof(window: &Window, server: &Server) {
    Table::open(window, server, &server.game("hive", &SPLIT));
    ask(window, "why pinned(bS1).", ".proof");
    window.click(".proof > .step > .children > details > summary");
    window.hover(".proof > .step > .children > .leaf code");
    window.expect("g.cell.lit");
}

fn show_refusal(window: &Window, server: &Server) {
    let table = Table::open(window, server, &server.game("hive", &SPLIT));
    table.touch("(1,0)");
    table.touch("(-1,1)");
    window.expect_text("#refusal", "bS1 wQ\\: the hive would split");
    window.click("#tab-ask");
    window.click("#tab-rules");
    window.fill("#rules-filter", "splits");
    window.expect(".rule-file .clause");
    window.hover("#standing");
}

/// Makes the pictures that the documentation shows. With `HORNET_UPDATE_PICTURES=1` they
/// are written; otherwise it is only tried.
#[test]
#[ignore = "for the documentation"]
fn pictures_for_the_docs() {
    let is_update = env::var_os("HORNET_UPDATE_PICTURES").is_some();
    browse(|window, server| {
        window.screen(1120, 680);
        for path in pictures() {
            let name = path.file_stem().unwrap().to_str().unwrap();
            let (what, colours) = name.split_once('-').expect("a name such as answers-light");
            window.system_colours(colours);
            match what {
                "answers" => show_answers(window, server),
                "proof" => show_proof(window, server),
                "refusal" => show_refusal(window, server),
                _ => panic!("nobody knows how to make {name}"),
            }
            window.still();
            let picture = window.try_screenshot().expect("a picture");
            assert!(picture.len() < LARGEST, "{name} has {} bytes", picture.len());
            if is_update {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, picture).unwrap();
            }
        }
    });
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Notes when the board can first be used: its cells are there, and a frame is drawn.
const NOTE_WHEN_READY: &str = "new MutationObserver((_, watcher) => {
    if (!document.querySelector('#board .cell.start')) return;
    watcher.disconnect();
    requestAnimationFrame(() => { window.ready = performance.now(); });
}).observe(document, { subtree: true, childList: true, attributes: true });";

/// When the page and all its files were there.
const LOADED: &str = "performance.getEntriesByType('navigation')[0].loadEventEnd";

/// From a click to the board that shows the move, as the page's own clock has it: when
/// the event came, and when the frame after the change was begun.
const CLICK_TO_BOARD: &str = "new Promise((resolve) => {
    let began = 0;
    const board = document.getElementById('board');
    const note = () => { began = performance.now(); };
    board.addEventListener('click', note, { capture: true, once: true });
    const watcher = new MutationObserver(() => {
        if (!began || !board.querySelector(arguments[1])) return;
        watcher.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - began));
    });
    watcher.observe(board, { subtree: true, childList: true, attributes: true });
    const { left, right, top, bottom } = board.querySelector(arguments[0]).getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    at.dispatchEvent(new MouseEvent('click', { bubbles: true }));
})";

#[test]
#[ignore = "for a release build: prints how long things take"]
fn the_page_is_quick() {
    browse(|window, server| {
        let id = server.game("hive+mlp", &HIVE[..20]);
        window.devtools(
            "Page.addScriptToEvaluateOnNewDocument",
            &json!({ "source": NOTE_WHEN_READY }),
        );
        let table = Table::open(window, server, &id);
        let load = |is_first_visit: bool| -> (f64, f64) {
            if is_first_visit {
                window.devtools("Network.clearBrowserCache", &json!({}));
            }
            window.reload();
            window.until("the board can be used", "window.ready > 0", &[]);
            let number = |what: &str| window.value(what, &[]).as_f64().unwrap();
            (number(LOADED), number("window.ready"))
        };
        let medians = |loads: Vec<(f64, f64)>| {
            let (loaded, ready) = loads.into_iter().unzip();
            (median(loaded), median(ready))
        };
        let (loaded_first, first) = medians((0..7).map(|_| load(true)).collect());
        let (loaded_again, again) = medians((0..7).map(|_| load(false)).collect());

        let mut clicks = Vec::new();
        for text in &HIVE[20..] {
            let touches = table.touches_of(text);
            let [.., last] = &touches[..] else { continue };
            for touch in &touches[..touches.len() - 1] {
                table.touch(touch);
            }
            let moved = format!("g.cell[data-cell=\"{last}\"].last-to");
            let time =
                window.value(CLICK_TO_BOARD, &[super::table::cell(last).into(), moved.into()]);
            clicks.push(time.as_f64().unwrap());
            table.expect_last(text);
        }
        let clicks = median(clicks);
        println!(
            "medians: page loaded with an empty cache {loaded_first:.0} ms, again \
             {loaded_again:.0} ms; its board to be used after {first:.0} ms, again {again:.0} ms; \
             click to board {clicks:.0} ms"
        );
        assert!(first < 1000.0 && again < 1000.0 && clicks < 500.0);
    });
}
