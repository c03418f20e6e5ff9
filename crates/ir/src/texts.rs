//! The text of the analysed program, as far as it can still be had.
//!
//! Sources may have changed or gone since they were compiled, so every question about
//! them may go unanswered. Text is bytes: C files are in any encoding.

use crate::finding::Location;
use crate::place;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Where source text comes from: the disk, an editor, or a table in a test.
pub trait Sources {
    /// The bytes of a file, if they can be had.
    fn read(&self, file: &Path) -> Option<Vec<u8>>;
}

impl<F: Fn(&Path) -> Option<Vec<u8>>> Sources for F {
    fn read(&self, file: &Path) -> Option<Vec<u8>> {
        self(file)
    }
}

/// Sources that are read once.
pub struct Texts<'a> {
    sources: &'a dyn Sources,
    read: RefCell<BTreeMap<PathBuf, Option<Rc<Text>>>>,
}

impl<'a> Texts<'a> {
    pub fn new(sources: &'a dyn Sources) -> Self {
        Texts { sources, read: RefCell::default() }
    }

    /// The file that a location is in.
    pub fn text(&self, location: &Location) -> Option<Rc<Text>> {
        let file = place::path(location);
        let mut read = self.read.borrow_mut();
        if let Some(text) = read.get(&file) {
            return text.clone();
        }
        let text = self.sources.read(&file).map(|bytes| Rc::new(Text::new(bytes)));
        read.insert(file, text.clone());
        text
    }

    /// The line that a location is on, without its end.
    pub fn line(&self, location: &Location) -> Option<Vec<u8>> {
        self.text(location)?.line(location.line).map(<[u8]>::to_vec)
    }
}

/// A file with its lines found.
pub struct Text {
    bytes: Vec<u8>,
    /// Where each line starts.
    starts: Vec<usize>,
}

impl Text {
    pub fn new(bytes: Vec<u8>) -> Self {
        let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect();
        Text { bytes, starts }
    }

    /// A line, counted from 1, without its end.
    pub fn line(&self, number: u32) -> Option<&[u8]> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        let start = *self.starts.get(index)?;
        // The line that follows the last newline is none.
        if start == self.bytes.len() && start > 0 {
            return None;
        }
        let end = self.starts.get(index + 1).map_or(self.bytes.len(), |next| next - 1);
        let line = &self.bytes[start..end];
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// How many lines there are.
    pub fn line_count(&self) -> u32 {
        let last_is_none = self.starts.len() > 1 && self.starts.last() == Some(&self.bytes.len());
        u32::try_from(self.starts.len() - usize::from(last_is_none)).unwrap_or(u32::MAX)
    }

    /// Where a line, counted from 1, starts among the bytes.
    pub fn line_start(&self, number: u32) -> Option<usize> {
        self.starts.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
    }

    /// The line that a byte is on.
    pub fn line_of(&self, offset: usize) -> u32 {
        let lines = self.starts.partition_point(|start| *start <= offset);
        u32::try_from(lines).unwrap_or(u32::MAX)
    }

    /// Where a place is among the bytes, if both its numbers are known.
    pub fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let [line, column] =
            [line, column].map(|number| usize::try_from(number).ok()?.checked_sub(1));
        let offset = self.starts.get(line?)?.checked_add(column?)?;
        (offset < self.bytes.len()).then_some(offset)
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &[u8], expected: &[&[u8]]) {
        let text = Text::new(text.to_vec());
        let lines: Vec<_> = (1..).map_while(|number| text.line(number)).collect();
        assert_eq!(lines, expected);
        assert_eq!(text.line(0), None);
        assert_eq!(text.line(u32::MAX), None);
    }

    #[test]
    fn lines_end_in_any_manner() {
        check(b"a\nb\n", &[b"a", b"b"]);
        check(b"a\r\nb", &[b"a", b"b"]);
        check(b"\n\nx\xff", &[b"", b"", b"x\xff"]);
    }
}
