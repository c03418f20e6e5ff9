//! Clang's diagnostics as it serializes them (`--serialize-diagnostics`): a bitstream, in which what a source
//! can write (file names, messages) is a string of its own, and none of it can pass for another diagnostic.
//!
//! The format is that of `clang/Frontend/SerializedDiagnostics.h`: a block for each diagnostic, with its notes
//! as blocks inside; names of files and of flags are defined where they are first used.
//!
//! Invariant: hostile or truncated bytes give an error, never a panic, and no more memory than the file has bytes.

use crate::bitcode::fault::{Fault, Res, ensure, narrow};
use crate::bitcode::stream::{Block, Item, Record, Stream};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::rc::Rc;

/// What clang has to say of one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// `None` for what is about no place.
    pub at: Option<Location>,
    /// The option that governs it, without `-W`; empty if none does.
    pub flag: Rc<str>,
    pub message: String,
    pub notes: Vec<Note>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub at: Option<Location>,
    pub message: String,
}

/// A place as `#line` directives have it, which is how debug info has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub file: Rc<Path>,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    Warning,
    /// Errors, remarks, and notes that belong to nothing.
    Other,
}

const MAGIC: &[u8] = b"DIAG";
const META_BLOCK: u32 = 8;
const DIAGNOSTIC_BLOCK: u32 = 9;
const VERSION: u32 = 1;
const DIAGNOSTIC: u32 = 2;
const FLAG: u32 = 4;
const FILE_NAME: u32 = 6;
const WARNING: u64 = 2;
/// The one version that there is, in all clangs from 3.3 on.
const KNOWN_VERSION: u64 = 2;

/// Reads a file of diagnostics.
pub fn read(bytes: &[u8]) -> Result<Vec<Diagnostic>, String> {
    read_stream(bytes).map_err(|fault| fault.to_string())
}

fn read_stream(bytes: &[u8]) -> Res<Vec<Diagnostic>> {
    ensure(bytes.starts_with(MAGIC), "it does not begin as diagnostics do")?;
    let mut reader = Reader { stream: Stream::new(bytes), names: Names::default() };
    let (mut top, mut record) = (reader.stream.top_level(), Record::default());
    let (mut found, mut has_version) = (Vec::new(), false);
    while let Some(item) = reader.stream.next(&mut top, &mut record)? {
        let Item::Block(block) = item else { continue };
        let mut inner = reader.stream.enter(block);
        match block.id {
            META_BLOCK => has_version |= reader.has_known_version(&mut inner)?,
            DIAGNOSTIC_BLOCK => found.extend(reader.diagnostic(&mut inner)?),
            _ => {}
        }
    }
    // What is truncated between two blocks has this still: clang writes the file at its end, as a whole.
    ensure(has_version, "it does not say its version")?;
    Ok(found)
}

struct Reader<'a> {
    stream: Stream<'a>,
    names: Names,
}

/// What was named so far, by the numbers that records have for it.
#[derive(Default)]
struct Names {
    files: HashMap<u64, Rc<Path>>,
    flags: HashMap<u64, Rc<str>>,
}

impl<'a> Reader<'a> {
    fn has_known_version(&mut self, block: &mut Block<'a>) -> Res<bool> {
        let mut record = Record::default();
        let mut is_known = false;
        while let Some(item) = self.stream.next(block, &mut record)? {
            if matches!(item, Item::Record) && record.code == VERSION {
                let version = record.ops.first().copied().unwrap_or(0);
                ensure(version <= KNOWN_VERSION, "they are of a later version")?;
                is_known = true;
            }
        }
        Ok(is_known)
    }

    /// A diagnostic with its notes; `None` if it says nothing.
    fn diagnostic(&mut self, block: &mut Block<'a>) -> Res<Option<Diagnostic>> {
        let (mut record, mut found) = (Record::default(), None);
        let mut notes = Vec::new();
        while let Some(item) = self.stream.next(block, &mut record)? {
            match item {
                Item::Block(inner) if inner.id == DIAGNOSTIC_BLOCK => {
                    let mut inner = self.stream.enter(inner);
                    notes.extend(self.note(&mut inner)?);
                }
                Item::Block(_) => {}
                Item::Record => found = self.names.take_in(&record)?.or(found),
            }
        }
        Ok(found.map(|found| Diagnostic { notes, ..found }))
    }

    /// Notes have none of their own.
    fn note(&mut self, block: &mut Block<'a>) -> Res<Option<Note>> {
        let (mut record, mut found) = (Record::default(), None);
        while let Some(item) = self.stream.next(block, &mut record)? {
            if matches!(item, Item::Record) {
                found = self.names.take_in(&record)?.or(found);
            }
        }
        Ok(found.map(|found| Note { at: found.at, message: found.message }))
    }
}

impl Names {
    /// Remembers a name, or gives a diagnostic without notes.
    fn take_in(&mut self, record: &Record<'_>) -> Res<Option<Diagnostic>> {
        let text = || record.blob.unwrap_or_default();
        match (record.code, &record.ops[..]) {
            // Its size and time follow, which are zero, and its length, which the text has too.
            (FILE_NAME, [id, ..]) => {
                self.files.insert(*id, Path::new(OsStr::from_bytes(text())).into());
            }
            (FLAG, [id, ..]) => {
                self.flags.insert(*id, String::from_utf8_lossy(text()).into());
            }
            (DIAGNOSTIC, [severity, file, line, column, _offset, _category, flag, ..]) => {
                let location = |file: &Rc<Path>| {
                    let (line, column) = (narrow(*line)?, narrow(*column)?);
                    Ok::<_, Fault>(Location { file: file.clone(), line, column })
                };
                return Ok(Some(Diagnostic {
                    severity: if *severity == WARNING {
                        Severity::Warning
                    } else {
                        Severity::Other
                    },
                    at: self.files.get(file).map(location).transpose()?,
                    flag: self.flags.get(flag).cloned().unwrap_or_default(),
                    message: String::from_utf8_lossy(text()).into_owned(),
                    notes: Vec::new(),
                }));
            }
            (DIAGNOSTIC | FILE_NAME | FLAG, _) => {
                return Err(Fault::new("a record is too short"));
            }
            _ => {}
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clang;
    use std::process::Command;

    /// What each clang that is installed has to say of a text.
    fn said_of(text: &str) -> Vec<Vec<u8>> {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let [source, file] = ["a.c", "a.dia"].map(|name| dir.path().join(name));
        std::fs::write(&source, text).expect("a source");
        let all = clang::find_all();
        assert!(!all.is_empty(), "tests need a clang");
        let said = all.iter().map(|clang| {
            let mut command = Command::new(&clang.path);
            command.args(["-fsyntax-only", "--serialize-diagnostics"]).arg(&file).arg("a.c");
            let ended = command.current_dir(dir.path()).output().expect("clang runs");
            assert!(ended.status.success());
            std::fs::read(&file).expect("diagnostics")
        });
        said.collect()
    }

    const TEXT: &str = "#define FAR(x) ((x) << 40)\n\
                        #pragma message \"one\\ntwo\"\n\
                        int f(int a) { return FAR(a); }\n";

    #[test]
    fn diagnostics_of_every_clang_are_read() {
        for bytes in said_of(TEXT) {
            let found = read(&bytes).expect("diagnostics");
            let [message, shift] = &found[..] else { panic!("{found:?}") };
            assert_eq!((&*message.flag, &*message.message), ("#pragma-messages", "one\ntwo"));
            assert_eq!((shift.severity, &*shift.flag), (Severity::Warning, "shift-count-overflow"));
            let place = |at: &Option<Location>| {
                at.as_ref().map(|at| (at.file.to_path_buf(), at.line, at.column))
            };
            assert_eq!(place(&shift.at), Some(("a.c".into(), 3, 23)));
            let [note] = &shift.notes[..] else { panic!("{shift:?}") };
            assert_eq!(note.message, "expanded from macro 'FAR'");
            assert_eq!(place(&note.at), Some(("a.c".into(), 1, 21)));
        }
    }

    #[test]
    fn damaged_diagnostics_are_an_error_and_no_panic() {
        assert!(read(b"").is_err());
        assert!(read(b"BC\xC0\xDE").is_err());
        assert!(read(MAGIC).is_err());
        for bytes in said_of(TEXT) {
            let whole = read(&bytes).expect("diagnostics");
            for end in 0..bytes.len() {
                // Between two blocks it may be short of diagnostics.
                if let Ok(found) = read(&bytes[..end]) {
                    assert!(found.len() < whole.len() && whole.starts_with(&found), "cut at {end}");
                }
            }
            for at in 0..bytes.len() {
                for bit in 0..8 {
                    let mut damaged = bytes.clone();
                    damaged[at] ^= 1 << bit;
                    let _ = read(&damaged);
                }
            }
        }
    }
}
