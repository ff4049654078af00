//! The page itself: its files are part of the program.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, header};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

use super::linking::linked;

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/web/page");

/// What the page may do: nothing but talk to this server. Of scripts in the first file only
/// the one that belongs there is run.
pub static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let digest = BASE64_STANDARD.encode(Sha256::digest(text("begin.js")));
    let policy = format!(
        "default-src 'none'; script-src 'self' 'sha256-{digest}'; style-src 'self'; \
         img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    HeaderValue::try_from(policy).expect("it is plain text")
});

/// What tells this page from that of another version of Hornet. It is part of the
/// addresses, so that a browser may keep what it has fetched and never ask for it again.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    (&*SCRIPT, &*SHEET).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
});

/// The first file, with the shapes that pieces refer to. The icon and the script that runs
/// first are in it: the board would have to wait for each file more.
static INDEX: LazyLock<Bytes> = LazyLock::new(|| {
    let icon = text("icon.svg");
    let logo = icon.replacen("<svg ", "<svg class=\"logo\" aria-hidden=\"true\" ", 1);
    let address = icon.replace('"', "'").replace('#', "%23").replace('<', "%3C").replace('\n', "");
    let index = text("index.html")
        .replace("href=\"icon.svg\"", &format!("href=\"data:image/svg+xml,{address}\""))
        .replace("<script src=\"begin.js\">", &format!("<script>{}", text("begin.js")))
        .replace("<!-- icon.svg -->", logo.trim())
        .replace("</body>", &format!("{}</body>", text("art.svg")));
    Bytes::from(index.replace("\"/page/", &format!("\"/page/{}/", *VERSION)))
});

/// All modules, as one script.
static SCRIPT: LazyLock<Bytes> = LazyLock::new(|| {
    let module = |name: &str| PAGE.get_file(format!("{name}.js"))?.contents_utf8();
    linked("app", module).into()
});

/// All style sheets, as one.
static SHEET: LazyLock<Bytes> =
    LazyLock::new(|| ["style.css", "board.css", "ask.css"].map(text).concat().into());

fn text(name: &str) -> &'static str {
    PAGE.get_file(name).and_then(|file| file.contents_utf8()).unwrap_or_default()
}

/// The first file of the page, which a browser asks for at each visit.
pub fn index() -> Response<Body> {
    answer(INDEX.clone(), "text/html; charset=utf-8", "no-cache")
}

/// A file that the first one names, of the version that it names.
pub fn file(version: &str, name: &str) -> Option<Response<Body>> {
    let (contents, kind) = match name {
        _ if version != *VERSION => return None,
        "app.js" => (SCRIPT.clone(), "text/javascript; charset=utf-8"),
        "style.css" => (SHEET.clone(), "text/css; charset=utf-8"),
        _ => return None,
    };
    Some(answer(contents, kind, "private, max-age=31536000, immutable"))
}

fn answer(contents: Bytes, kind: &'static str, caching: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(contents));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_knows_no_other_server() {
        let files: Vec<_> = PAGE.files().collect();
        let bytes: usize = files.iter().map(|file| file.contents().len()).sum();
        assert!(bytes < 300_000, "the page has {bytes} bytes");
        for file in files {
            let name = file.path().display().to_string();
            let text = file.contents_utf8().expect("the page is text");
            for address in ["https://", "//cdn", "innerHTML", "eval("] {
                assert!(!text.contains(address), "{name} holds {address}");
            }
            let strange = text
                .match_indices("http://")
                .any(|(at, _)| !text[at..].starts_with("http://www.w3.org/"));
            assert!(!strange, "{name} names another server");
        }
    }

    #[test]
    fn the_first_file_names_the_others_by_their_version() {
        let index = String::from_utf8(INDEX.to_vec()).unwrap();
        let addresses = index.split("\"/page/").skip(1).map(|rest| rest.split('"').next().unwrap());
        let mut known = 0;
        for address in addresses {
            let (version, name) = address.split_once('/').expect("a version and a name");
            assert!(super::file(version, name).is_some(), "{address}");
            assert!(super::file("0", name).is_none(), "{name} of another version");
            known += 1;
        }
        assert!(known > 1, "{known}");
        for inline in ["begin.js", "icon.svg"] {
            assert!(!index.contains(&format!("\"{inline}\"")), "{inline} is a file of its own");
        }
    }

    #[test]
    fn every_module_is_linked_behind_those_it_imports() {
        let script = String::from_utf8(SCRIPT.to_vec()).unwrap();
        let is_left = |line: &str| line.starts_with("import ") || line.starts_with("export ");
        assert_eq!(script.lines().find(|line| is_left(line)), None, "written in another way");
        let begin = |name: &str| script.find(&format!("const {name}$ = (() => {{"));
        let exports = |name: &str| {
            let (_, body) = script.split_once(&format!("const {name}$ = (() => {{\n")).unwrap();
            let (_, given) = body.split_once("\nreturn { ").unwrap();
            given.split(" };\n})();").next().unwrap().split(", ").collect::<Vec<_>>()
        };
        for file in PAGE.files().filter(|file| file.path().extension() == Some("js".as_ref())) {
            let name = file.path().file_stem().unwrap().to_str().unwrap();
            let is_first = ["app", "begin"].contains(&name);
            assert!(is_first || begin(name).is_some(), "nothing imports {name}.js");
            for line in file.contents_utf8().unwrap().lines() {
                let Some((names, import)) = line.split_once(" from './") else { continue };
                let import = import.trim_end_matches(".js';");
                assert!(name == "app" || begin(import) < begin(name), "{name} and {import}");
                let taken = names.trim_start_matches("import ").trim_matches(['{', '}', ' ']);
                for taken in taken.split(", ").filter(|taken| !taken.starts_with("* as ")) {
                    let taken = taken.split(" as ").next().unwrap();
                    let is_given = exports(import).contains(&taken);
                    assert!(is_given, "{name}.js wants {taken} of {import}.js");
                }
            }
        }
        for sheet in PAGE.files().filter(|file| file.path().extension() == Some("css".as_ref())) {
            let text = sheet.contents_utf8().unwrap();
            assert!(SHEET.windows(text.len()).any(|part| part == text.as_bytes()));
        }
    }
}
