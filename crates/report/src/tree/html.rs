//! An execution tree as a page that folds, zooms, searches and links to the source.
//!
//! The page is one file that needs no network. What it knows stands in it as JSON, in columns and
//! with each text once: a hundred thousand nodes are a few megabytes. No `<` is in that JSON, so
//! nothing of the source can end the element that it stands in.

use super::TreeForm;
use super::view::{Kind, View};
use crate::place;
use margay_ir::Id;
use margay_ir::finding::Location;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

/// The script of the page: the tree and where its nodes are, drawing, and what a reader does.
const SCRIPTS: [&str; 3] =
    [include_str!("page/tree.js"), include_str!("page/draw.js"), include_str!("page/reader.js")];

/// Lines that are shown before and after that of a place.
const AROUND: u32 = 4;

pub(super) static FORM: TreeForm =
    TreeForm { ending: "html", purpose: "a page that folds and searches", render };

fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let page = include_str!("page/page.html");
    let data = serde_json::to_string(&Data::of(view))?.replace('<', "\\u003c");
    let parts: [(&str, &str); 3] = [
        ("/*STYLE*/", include_str!("page/page.css")),
        ("/*DATA*/", &data),
        ("/*SCRIPT*/", &SCRIPTS.concat()),
    ];
    let mut rest = page;
    for (mark, part) in parts {
        let (before, behind) = rest.split_once(mark).expect("the page has a mark for each part");
        write!(out, "{before}{part}")?;
        rest = behind;
    }
    write!(out, "{rest}")
}

/// What the script of the page reads.
#[derive(Serialize)]
struct Data {
    kinds: Vec<&'static str>,
    strings: Vec<String>,
    /// Of each node: its parent or -1, its kind, what it says, how it was come to, its place or -1.
    parent: Vec<i64>,
    kind: Vec<usize>,
    text: Vec<usize>,
    side: Vec<usize>,
    place: Vec<i64>,
    /// Which node stands for which.
    arrows: Vec<[usize; 2]>,
    places: Vec<Place>,
    files: Vec<File>,
    findings: Vec<Found>,
    left_out: u64,
}

#[derive(Serialize)]
struct Place {
    file: usize,
    line: u32,
    column: u32,
    function: Option<String>,
}

#[derive(Serialize)]
struct File {
    name: String,
    /// Where a browser finds it.
    link: String,
    /// What is shown of it.
    lines: BTreeMap<u32, String>,
}

#[derive(Serialize)]
struct Found {
    node: usize,
    rule: String,
    message: String,
    place: Place,
}

impl Data {
    fn of(view: &View) -> Data {
        let tree = view.tree;
        let mut strings = Strings::default();
        let mut files = Files { view, files: Vec::new(), known: HashMap::new() };
        let column = |strings: &mut Strings, words: &dyn Fn(margay_ir::NodeId) -> String| {
            tree.nodes.ids().map(|id| strings.number(words(id))).collect()
        };
        let text = column(&mut strings, &|id| view.text(id));
        let side = column(&mut strings, &|id| view.side(id));
        let number = |id: Option<usize>| id.map_or(-1, |id| i64::try_from(id).unwrap_or(-1));
        let kind = |id| Kind::ALL.iter().position(|kind| *kind == view.kind(id)).unwrap_or(0);
        let arrow = |id| Some([Id::index(id), view.merged_into(id)?.index()]);
        Data {
            kinds: Kind::ALL.map(Kind::name).to_vec(),
            parent: tree.nodes.iter().map(|node| number(node.parent.map(Id::index))).collect(),
            kind: tree.nodes.ids().map(kind).collect(),
            text,
            side,
            place: tree.nodes.iter().map(|node| number(node.place.map(Id::index))).collect(),
            arrows: tree.nodes.ids().filter_map(arrow).collect(),
            places: tree.places.iter().map(|place| files.place(place)).collect(),
            findings: (tree.findings.iter())
                .map(|finding| Found {
                    node: finding.node.index(),
                    rule: finding.rule.clone(),
                    message: finding.message.clone(),
                    place: files.place(&finding.location),
                })
                .collect(),
            files: files.files,
            strings: strings.all,
            left_out: tree.left_out,
        }
    }
}

/// Texts that are written once.
#[derive(Default)]
struct Strings {
    all: Vec<String>,
    known: HashMap<String, usize>,
}

impl Strings {
    fn number(&mut self, text: String) -> usize {
        *self.known.entry(text).or_insert_with_key(|text| {
            self.all.push(text.clone());
            self.all.len() - 1
        })
    }
}

/// The files that places are in, with the lines around them.
struct Files<'v> {
    view: &'v View<'v>,
    files: Vec<File>,
    known: HashMap<std::path::PathBuf, usize>,
}

impl Files<'_> {
    fn place(&mut self, location: &Location) -> Place {
        let path = place::path(location);
        let count = self.files.len();
        let file = *self.known.entry(path.clone()).or_insert(count);
        if file == count {
            let (name, link) = (self.view.file(location), link(&path));
            self.files.push(File { name, link, lines: BTreeMap::new() });
        }
        let Location { line, column, function, .. } = location.clone();
        if let Some(text) = self.view.texts.text(location) {
            for number in line.saturating_sub(AROUND)..=line.saturating_add(AROUND) {
                if let Some(line) = text.line(number) {
                    let line = String::from_utf8_lossy(line).replace('\t', "    ");
                    self.files[file].lines.insert(number, place::printable(&line));
                }
            }
        }
        Place { file, line, column, function }
    }
}

/// The address of a file.
fn link(path: &std::path::Path) -> String {
    let mut link = String::from(if path.is_absolute() { "file://" } else { "" });
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'~' => link.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => link.push(char::from(*byte)),
            byte => link += &format!("%{byte:02X}"),
        }
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{TreeFormat, testing};

    #[test]
    fn nothing_of_the_source_becomes_markup() {
        let page = testing::rendered(TreeFormat(&super::FORM), &testing::tree());
        assert!(page.contains("getenv(\\\"\\u003c/script>"), "{page}");
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(!page.contains("<b>"));
        assert!(!page.contains("/*DATA*/"));
    }

    #[test]
    fn nothing_is_fetched() {
        let page = testing::rendered(TreeFormat(&super::FORM), &testing::tree());
        for address in ["http:", "https:", "src=", "@import", "url("] {
            assert!(!page.contains(address), "{address}");
        }
        assert!(page.contains("default-src 'none'"));
    }

    #[test]
    fn names_of_files_cannot_leave_their_link() {
        let odd = std::path::Path::new("/a b/\"><?#é.c");
        assert_eq!(link(odd), "file:///a%20b/%22%3E%3C%3F%23%C3%A9.c");
        assert_eq!(link(std::path::Path::new("javascript:x")), "javascript%3Ax");
    }
}
