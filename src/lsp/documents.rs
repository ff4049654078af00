//! The texts that an editor has open, and files beside them as they are on the disk.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use lsp_types::{Position, Range, TextDocumentContentChangeEvent, Uri};
use url::Url;

use super::analysis::{Analysis, Change};
use super::lines::Lines;
use crate::game::{plain_path, read_text};

/// A text at one moment.
#[derive(Debug)]
pub struct Document {
    /// What the editor calls it.
    pub uri: Uri,
    /// The file, if it is one.
    pub path: Option<PathBuf>,
    /// Which version of it, if it is open.
    pub version: Option<i32>,
    /// The text.
    pub text: Arc<str>,
    lines: Lines,
    analysis: OnceLock<Analysis>,
}

impl Document {
    /// A text that is called so.
    pub fn new(uri: Uri, version: Option<i32>, text: String) -> Document {
        let path = path_of(&uri);
        let lines = Lines::of(&text);
        Document { uri, path, version, text: text.into(), lines, analysis: OnceLock::new() }
    }

    /// The name by which the checker knows it.
    pub fn name(&self) -> String {
        match &self.path {
            Some(path) => path.display().to_string(),
            None => self.uri.as_str().to_string(),
        }
    }

    /// The name to show for it.
    pub fn short_name(&self) -> String {
        let file = self.path.as_ref().and_then(|path| path.file_name());
        match file {
            Some(file) => file.display().to_string(),
            None => self.uri.as_str().rsplit(['/', ':']).next().unwrap_or_default().into(),
        }
    }

    /// The text, taken apart.
    pub fn analysis(&self) -> &Analysis {
        self.analysis.get_or_init(|| Analysis::of(&self.text))
    }

    /// The byte at a place.
    pub fn offset(&self, position: Position) -> usize {
        self.lines.offset(&self.text, position)
    }

    /// The places that some bytes lie between.
    pub fn range(&self, bytes: std::ops::Range<usize>) -> Range {
        self.lines.range(&self.text, bytes)
    }

    /// The line that a byte stands in, from 0.
    pub fn line(&self, offset: usize) -> usize {
        self.lines.line(offset)
    }

    /// The same text after changes, one after the other.
    fn changed(&self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) -> Document {
        let mut text = self.text.to_string();
        let mut lines = Cow::Borrowed(&self.lines);
        for change in changes {
            match change.range {
                Some(range) => {
                    let start = lines.offset(&text, range.start);
                    let end = lines.offset(&text, range.end).max(start);
                    text.replace_range(start..end, &change.text);
                }
                None => text = change.text,
            }
            lines = Cow::Owned(Lines::of(&text));
        }
        let analysis = self.analysis().changed(&text, &Change::between(&self.text, &text));
        Document {
            uri: self.uri.clone(),
            path: self.path.clone(),
            version: Some(version),
            text: text.into(),
            lines: lines.into_owned(),
            analysis: analysis.into(),
        }
    }
}

/// The file that an address names.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let path = Url::parse(uri.as_str()).ok()?.to_file_path().ok()?;
    Some(plain_path(&path))
}

/// The address of a file.
pub fn uri_of(path: &Path) -> Option<Uri> {
    Uri::from_str(Url::from_file_path(path).ok()?.as_str()).ok()
}

/// A file as it was when it was last read.
struct OnDisk {
    modified: Option<SystemTime>,
    bytes: u64,
    document: Arc<Document>,
}

/// All texts that there are.
#[derive(Default)]
pub struct Documents {
    open: BTreeMap<String, Arc<Document>>,
    on_disk: RefCell<HashMap<PathBuf, OnDisk>>,
}

impl Documents {
    /// Takes in a text that has been opened.
    pub fn open(&mut self, uri: Uri, version: i32, text: String) -> Arc<Document> {
        let document = Arc::new(Document::new(uri, Some(version), text));
        self.open.insert(document.uri.as_str().into(), document.clone());
        document
    }

    /// Changes a text that is open.
    pub fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> Option<Arc<Document>> {
        let document = self.open.get_mut(uri.as_str())?;
        *document = Arc::new(document.changed(version, changes));
        Some(document.clone())
    }

    /// Forgets a text that has been closed.
    pub fn close(&mut self, uri: &Uri) {
        self.open.remove(uri.as_str());
    }

    /// The text that is open under that address.
    pub fn get(&self, uri: &Uri) -> Option<&Arc<Document>> {
        self.open.get(uri.as_str())
    }

    /// The texts that are open.
    pub fn all_open(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.open.values()
    }

    /// The text of a file: as it is in the editor, or else on the disk.
    pub fn at_path(&self, path: &Path) -> Option<Arc<Document>> {
        let is_it = |document: &&Arc<Document>| document.path.as_deref() == Some(path);
        if let Some(open) = self.all_open().find(is_it) {
            return Some(open.clone());
        }
        let found = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let (modified, bytes) = (found.modified().ok(), found.len());
        let mut on_disk = self.on_disk.borrow_mut();
        if let Some(known) = on_disk.get(path)
            && (known.modified, known.bytes) == (modified, bytes)
        {
            return Some(known.document.clone());
        }
        let document = Arc::new(Document::new(uri_of(path)?, None, read_text(path).ok()?));
        let known = OnDisk { modified, bytes, document: document.clone() };
        on_disk.insert(path.into(), known);
        Some(document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(text: &str) -> Uri {
        Uri::from_str(text).unwrap()
    }

    #[test]
    fn changes_follow_one_another() {
        let mut documents = Documents::default();
        let uri = uri("untitled:one");
        documents.open(uri.clone(), 1, "🐝 a\nb\n".into());
        let change = |range: Option<[u32; 4]>, text: &str| TextDocumentContentChangeEvent {
            range: range.map(|[a, b, c, d]| Range::new(Position::new(a, b), Position::new(c, d))),
            range_length: None,
            text: text.into(),
        };
        let changes = vec![
            change(Some([0, 3, 0, 4]), "xy"),
            change(Some([0, 5, 1, 0]), ""),
            change(Some([0, 6, 0, 6]), "."),
        ];
        assert_eq!(&*documents.change(&uri, 2, changes).unwrap().text, "🐝 xyb.\n");
        let whole = vec![change(None, "new")];
        assert_eq!(&*documents.change(&uri, 3, whole).unwrap().text, "new");
        let beyond = vec![change(Some([7, 0, 3, 9]), "er")];
        assert_eq!(&*documents.change(&uri, 4, beyond).unwrap().text, "newer");
        documents.close(&uri);
        assert!(documents.change(&uri, 5, Vec::new()).is_none());
    }

    #[cfg(unix)]
    #[test]
    fn addresses_and_paths_are_the_same_files() {
        let path = Path::new("/a b/größe.pl");
        assert_eq!(path_of(&uri_of(path).unwrap()).as_deref(), Some(path));
        assert_eq!(path_of(&uri("file:///a%20b/./x/../c.pl")), Some("/a b/c.pl".into()));
        assert_eq!(path_of(&uri("untitled:Untitled-1")), None);
    }

    #[test]
    fn an_open_text_comes_before_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap().join("a.pl");
        fs::write(&path, "on_disk.").unwrap();
        let mut documents = Documents::default();
        assert_eq!(&*documents.at_path(&path).unwrap().text, "on_disk.");
        fs::write(&path, "changed_on_disk.").unwrap();
        assert_eq!(&*documents.at_path(&path).unwrap().text, "changed_on_disk.");
        documents.open(uri_of(&path).unwrap(), 1, "open.".into());
        assert_eq!(&*documents.at_path(&path).unwrap().text, "open.");
        assert!(documents.at_path(folder.path()).is_none(), "a folder is no text");
    }
}
