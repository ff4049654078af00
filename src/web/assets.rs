//! The page itself: its files are part of the program.

use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, StatusCode, header};
use include_dir::{Dir, include_dir};

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/web/page");

/// What the page may do: nothing but talk to this server.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                          img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; \
                          form-action 'none'; frame-ancestors 'none'";

/// The first file, which names all modules: a browser then fetches them at once, and
/// not each after the one that imports it.
static INDEX: LazyLock<Bytes> = LazyLock::new(|| {
    let index = PAGE.get_file("index.html").and_then(|file| file.contents_utf8());
    let modules = PAGE.files().map(|file| file.path().display().to_string());
    let links: String = modules
        .filter(|name| name.ends_with(".js"))
        .map(|name| format!("<link rel=\"modulepreload\" href=\"/page/{name}\">\n"))
        .collect();
    let index = index.unwrap_or_default().replacen("</head>", &format!("{links}</head>"), 1);
    Bytes::from(index)
});

/// A file of the page.
pub fn file(name: &str) -> Option<Response<Body>> {
    let file = PAGE.get_file(name)?;
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => return None,
    };
    let contents = match name {
        "index.html" => INDEX.clone(),
        _ => Bytes::from_static(file.contents()),
    };
    let mut response = Response::new(Body::from(contents));
    *response.status_mut() = StatusCode::OK;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Some(response)
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
            assert!(super::file(&name).is_some(), "{name} has no type");
            for address in ["https://", "//cdn", "innerHTML", "eval("] {
                assert!(!text.contains(address), "{name} holds {address}");
            }
            let strange = text
                .match_indices("http://")
                .any(|(at, _)| !text[at..].starts_with("http://www.w3.org/"));
            assert!(!strange, "{name} names another server");
        }
    }
}
