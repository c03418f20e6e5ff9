//! Texts that are open in the editor.

use crate::Unsaved;
use crate::position::{Encoding, Lines};
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// An open text.
#[derive(Clone, Debug)]
pub struct Document {
    pub uri: Uri,
    pub version: i32,
    pub text: Arc<str>,
    /// It is only read where others include it.
    pub is_header: bool,
}

/// All open texts of files, by the names of the files.
#[derive(Debug, Default)]
pub struct Documents {
    open: BTreeMap<PathBuf, Document>,
}

impl Documents {
    pub fn open(&mut self, file: PathBuf, document: Document) {
        self.open.insert(file, document);
    }

    pub fn close(&mut self, file: &PathBuf) {
        self.open.remove(file);
    }

    pub fn get(&self, file: &PathBuf) -> Option<&Document> {
        self.open.get(file)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&PathBuf, &Document)> {
        self.open.iter()
    }

    /// The files that are analysed.
    pub fn sources(&self) -> impl Iterator<Item = &PathBuf> {
        self.open.iter().filter(|(_, document)| !document.is_header).map(|(file, _)| file)
    }

    pub fn is_header(&self, file: &PathBuf) -> bool {
        self.open.get(file).is_some_and(|document| document.is_header)
    }

    /// Takes over what was typed; false if the text is not open.
    pub fn change(
        &mut self,
        file: &PathBuf,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> bool {
        let Some(document) = self.open.get_mut(file) else { return false };
        let mut text = document.text.to_string();
        for change in changes {
            match change.range {
                None => text = change.text,
                Some(range) => {
                    let lines = Lines::new(&text);
                    let start = lines.offset(range.start, encoding);
                    let end = lines.offset(range.end, encoding).max(start);
                    text.replace_range(start..end, &change.text);
                }
            }
        }
        document.version = version;
        document.text = text.into();
        true
    }

    /// All texts, for the analysis of one of them.
    pub fn unsaved(&self) -> Unsaved {
        self.open.iter().map(|(file, document)| (file.clone(), document.text.clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_types::{Position, Range};
    use std::str::FromStr;

    #[test]
    fn edits_are_taken_over() {
        let (file, mut documents) = (PathBuf::from("/a.c"), Documents::default());
        let uri = Uri::from_str("file:///a.c").expect("a URI");
        documents.open(
            file.clone(),
            Document { uri, version: 1, text: "int a;\nint b;\n".into(), is_header: false },
        );
        let edit = |from: (u32, u32), to: (u32, u32), text: &str| TextDocumentContentChangeEvent {
            range: Some(Range::new(Position::new(from.0, from.1), Position::new(to.0, to.1))),
            range_length: None,
            text: text.into(),
        };
        let edits = vec![
            edit((0, 4), (0, 5), "first"),
            edit((1, 0), (2, 0), ""),
            edit((9, 0), (9, 0), "/* end */"),
            // A range that ends before it begins changes nothing that is there.
            edit((0, 3), (0, 0), ""),
        ];
        assert!(documents.change(&file, 2, edits, Encoding::Utf16));
        let document = documents.get(&file).expect("it is open");
        assert_eq!((&*document.text, document.version), ("int first;\n/* end */", 2));
        assert!(!documents.change(&"/b.c".into(), 1, vec![], Encoding::Utf16));
    }
}
