//! Preambles: what a text that is being edited includes at its top, compiled once.
//!
//! Most of the time that clang needs for a file goes into its headers, which stay the same while the user types below
//! them. So the lines at the top that are nothing but directives and comments are made a precompiled header, which the
//! rest is then compiled with. Clang itself looks whether a header that it read has changed since, and refuses then;
//! the text is compiled as a whole then, as it is when anything else is odd. It does not see a header that was not
//! there before: all preambles are dropped when new files are reported.
//!
//! One is made when there is nothing else to do, and only for a text that is asked for again and again.

use crate::cache::Hash;
use crate::scratch::Scratch;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Precompiled headers that are kept at once: some megabytes each.
const MOST: usize = 4;

/// The preambles of one process.
#[derive(Debug, Default)]
pub struct Preambles {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// The oldest first. Those that could not be made are not tried again.
    made: VecDeque<(Hash, Option<Made>)>,
    /// What is to be made next.
    wanted: Option<Wanted>,
}

/// A precompiled header in a directory of its own, which goes with it.
#[derive(Debug)]
struct Made {
    file: PathBuf,
    _directory: Scratch,
}

/// How one is made.
pub(crate) type Make = Box<dyn FnOnce() -> Option<(Scratch, PathBuf)> + Send>;

struct Wanted {
    key: Hash,
    make: Make,
}

impl std::fmt::Debug for Wanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wanted").field("key", &self.key).finish_non_exhaustive()
    }
}

impl Preambles {
    /// The one with this key. If there is none, it is made in a quiet moment.
    pub(crate) fn get(&self, key: Hash, make: impl FnOnce() -> Make) -> Option<PathBuf> {
        let mut inner = self.inner();
        match inner.made.iter().find(|(known, _)| *known == key) {
            Some((_, made)) => made.as_ref().map(|made| made.file.clone()),
            None => {
                inner.wanted = Some(Wanted { key, make: make() });
                None
            }
        }
    }

    /// The one with this key is of no use any more.
    pub(crate) fn forget(&self, key: Hash) {
        self.inner().made.retain(|(known, _)| *known != key);
    }

    /// Files have come or gone, and others may be included than were.
    pub fn clear(&self) {
        *self.inner() = Inner::default();
    }

    /// Makes what was last asked for and not there. It takes about as long as compiling the text.
    pub fn make(&self) {
        let Some(Wanted { key, make }) = self.inner().wanted.take() else { return };
        let made = make().map(|(directory, file)| Made { file, _directory: directory });
        let mut inner = self.inner();
        inner.made.push_back((key, made));
        if inner.made.len() > MOST {
            inner.made.pop_front();
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where a text's preamble ends: how many bytes and lines it has. `None` if there is none worth the while.
pub(crate) fn end(text: &str) -> Option<(usize, usize)> {
    let (mut bytes, mut lines, mut depth) = (0, 0, 0_usize);
    let (mut in_comment, mut goes_on, mut includes) = (false, false, false);
    let mut good = None;
    for line in text.split_inclusive('\n') {
        bytes += line.len();
        lines += 1;
        if !line.ends_with('\n') {
            break;
        }
        let mut rest = line.trim();
        if in_comment {
            let Some((_, behind)) = rest.split_once("*/") else { continue };
            (in_comment, rest) = (false, behind.trim());
        }
        if std::mem::replace(&mut goes_on, rest.ends_with('\\')) {
            if rest.contains("/*") {
                break;
            }
        } else if let Some(directive) = rest.strip_prefix('#') {
            let directive = directive.trim_start();
            let word = directive.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
            match word {
                "if" | "ifdef" | "ifndef" => depth += 1,
                "endif" => depth = depth.checked_sub(1)?,
                "include" => includes = true,
                // What these say may hold for what follows in the file. The first line is what the text is called.
                "pragma" => break,
                "line" | "" if lines > 1 => break,
                _ => {}
            }
            let comment = rest.split_once("/*");
            if comment.is_some_and(|(_, comment)| !comment.trim_end().ends_with("*/")) {
                break;
            }
        } else if let Some(comment) = rest.strip_prefix("/*") {
            match comment.split_once("*/") {
                Some((_, behind)) if behind.trim().is_empty() => {}
                Some(_) => break,
                None => in_comment = true,
            }
        } else if !(rest.is_empty() || rest.starts_with("//") && !goes_on) {
            break;
        }
        if depth == 0 && !goes_on && !in_comment && includes {
            good = Some((bytes, lines));
        }
    }
    good
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_and_comments_are_the_preamble() {
        let check = |head: &str, rest: &str| {
            let lines = head.lines().count();
            assert_eq!(end(&format!("{head}{rest}")), Some((head.len(), lines)), "{head}");
        };
        check("#include <a.h>\n", "int x;\n");
        check(
            "#line 1 \"a.c\"\n/* A\n * comment */\n\n#include <a.h>\n// b\n#define B \\\n  2\n",
            "int x;\n",
        );
        check(
            "#if A\n# include <a.h>\n#else\n#include <b.h> /* b */\n#endif\n",
            "#if B\nint x;\n#endif\n",
        );
        check("#include <a.h>\n", "#pragma pack(1)\n#include <b.h>\n");
        check("#include <a.h>\n", "#line 500 \"a.y\"\n#include <b.h>\n");
        check("#include <a.h>\n", "# 12 \"a.y\"\n#include <b.h>\n");
        check("#include <a.h>\n", "/* a */ int x;\n");
        check("#include <a.h>\n", "#include <b.h> /* a\n */\n");
    }

    #[test]
    fn what_stands_in_a_condition_to_the_end_has_none() {
        assert_eq!(end("#ifndef A\n#define A\n#include <a.h>\nint x;\n#endif\n"), None);
        assert_eq!(end("int x;\n"), None);
        assert_eq!(end("#define A\nint x;\n"), None);
        assert_eq!(end("#include <a.h>"), None);
        assert_eq!(end("#endif\n#include <a.h>\n"), None);
    }
}
