//! Lines that were changed, and findings that have nothing to do with them.
//!
//! A finding is one of changed lines if it lies there, or its path, its calls, its threads or what
//! belongs to it come by. Where lines were only taken out, those around the gap count: a check that
//! is gone is a change. What is defined in changed lines outside of functions, such as a macro, is
//! changed wherever the path uses it.

use super::defined;
use margay_ir::finding::{Finding, Location, Outcome, Suppression};
use margay_ir::place;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// How names of files end that are included by others, or include them.
const SOURCES: &[&str] = &["c", "h", "inc", "inl", "def", "tbl"];

/// The lines of each file that were changed, by absolute names.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    files: BTreeMap<PathBuf, Vec<RangeInclusive<u32>>>,
}

impl Changes {
    /// Reads what `git diff --unified=0` writes, of files below a directory. The error is a
    /// sentence.
    pub fn parse(diff: &[u8], top: &Path) -> Result<Changes, String> {
        let mut changes = Changes::default();
        let mut file = None;
        // Lines of a hunk may look like headers: they are counted.
        let mut inside = 0;
        for (number, line) in diff.split(|byte| *byte == b'\n').enumerate() {
            let line = String::from_utf8_lossy(line);
            if inside > 0 && line.starts_with(['+', '-', '\\']) {
                inside -= u64::from(!line.starts_with('\\'));
            } else if let Some(name) = line.strip_prefix("+++ ") {
                let name = unquoted(name.trim_end_matches('\t'));
                file = name.strip_prefix("b/").map(|name| top.join(name));
            } else if let Some(hunk) = line.strip_prefix("@@ ") {
                let (old, new) = hunk_lines(hunk)
                    .ok_or_else(|| format!("line {} of the diff is no hunk", number + 1))?;
                inside = u64::from(old.1) + u64::from(new.1);
                if let Some(file) = &file {
                    let (start, count) = new;
                    let lines = match count {
                        0 => start..=start.saturating_add(1),
                        _ => start..=start.saturating_add(count - 1),
                    };
                    changes.files.entry(file.clone()).or_default().push(lines);
                }
            }
        }
        Ok(changes)
    }

    /// All lines of a file are new.
    pub fn add_file(&mut self, file: PathBuf) {
        self.files.insert(file, vec![0..=u32::MAX]);
    }

    /// Marks the findings that are of no changed line and not suppressed yet. `real` gives the name
    /// that a file has without links, and `texts` what is in it.
    pub fn apply(
        &self,
        outcome: &mut Outcome,
        real: &dyn Fn(&Path) -> PathBuf,
        texts: &dyn Fn(&Path) -> Option<Vec<u8>>,
    ) {
        let mut names = None;
        let mut sources: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
        for finding in outcome.findings.iter_mut().filter(|finding| finding.suppressed.is_none()) {
            let is_changed = places(finding)
                .any(|location| self.has(&real(&place::path(location)), location.line))
                || finding.passed.iter().any(|passed| {
                    let file = real(&place::absolute(&passed.file, &passed.directory));
                    let mut lines = passed.lines.iter();
                    if lines.any(|line| self.has(&file, *line)) {
                        return true;
                    }
                    let names = names.get_or_insert_with(|| self.names(texts));
                    let text = sources.entry(file).or_insert_with_key(|file| {
                        let text = texts(file).unwrap_or_default();
                        String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
                    });
                    let line = |number: &u32| text.get(number.checked_sub(1)? as usize);
                    let mut lines = passed.lines.iter().filter_map(line);
                    !names.is_empty() && lines.any(|line| defined::has_one(line, names))
                });
            if !is_changed {
                finding.suppressed = Some(Suppression::Unchanged);
            }
        }
    }

    fn has(&self, file: &Path, line: u32) -> bool {
        let lines = self.files.get(file);
        lines.is_some_and(|lines| lines.iter().any(|lines| lines.contains(&line)))
    }

    /// What changed lines outside of functions define. Of new files it is what is used there only.
    fn names(&self, texts: &dyn Fn(&Path) -> Option<Vec<u8>>) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for (file, lines) in &self.files {
            let extension = file.extension().and_then(|extension| extension.to_str());
            let is_source = extension.is_some_and(|extension| SOURCES.contains(&extension));
            if let Some(text) = texts(file).filter(|_| is_source) {
                names.extend(defined::names(&String::from_utf8_lossy(&text), lines));
            }
        }
        names
    }
}

/// All places that a finding names.
fn places(finding: &Finding) -> impl Iterator<Item = &Location> {
    let notes = finding.path.iter().chain(&finding.related).map(|note| &note.location);
    let turns = finding.turns.iter().map(|turn| &turn.location);
    std::iter::once(&finding.location).chain(&finding.stack).chain(notes).chain(turns)
}

/// The first line and the number of lines, of the old and of the new text: `-3,2 +4 @@`.
fn hunk_lines(hunk: &str) -> Option<((u32, u32), (u32, u32))> {
    let mut parts = hunk.split(' ');
    let mut range = |sign: char| {
        let part = parts.next()?.strip_prefix(sign)?;
        let (start, count) = part.split_once(',').unwrap_or((part, "1"));
        Some((start.parse().ok()?, count.parse().ok()?))
    };
    Some((range('-')?, range('+')?))
}

/// A name as it is: git quotes those with odd characters as C does.
fn unquoted(name: &str) -> String {
    let Some(quoted) = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')) else {
        return name.to_owned();
    };
    let mut bytes = Vec::new();
    let mut rest = quoted.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let Some(escaped) = rest.next() else { break };
        bytes.push(match escaped {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            b'0'..=b'3' => {
                let mut value = escaped - b'0';
                for _ in 0..2 {
                    if let Some(digit) = rest.next_if(|byte| (b'0'..=b'7').contains(byte)) {
                        value = value * 8 + (digit - b'0');
                    }
                }
                value
            }
            other => other,
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_ir::testing::{finding, full, outcome};

    /// The lines of findings that are left where these lines of `parser.c` were changed.
    fn check(hunk: &str, expected: &[u32]) {
        let diff =
            format!("diff --git a/parser.c b/parser.c\n--- a/parser.c\n+++ b/parser.c\n{hunk}");
        let changes = Changes::parse(diff.as_bytes(), Path::new("/p")).expect("a diff");
        let mut outcome = outcome(vec![finding("parser.c", 4, 1), full()]);
        let real = |path: &Path| Path::new("/p").join(path);
        changes.apply(&mut outcome, &real, &|_| None);
        let left = outcome.findings.iter().filter(|finding| finding.suppressed.is_none());
        assert_eq!(left.map(|finding| finding.location.line).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn findings_of_changed_lines_are_left() {
        check("@@ -4 +4 @@ void f(void)\n-a\n+b\n", &[4, 7]);
        check("@@ -7,2 +7,2 @@\n-a\n-b\n+c\n+d\n", &[7]);
        // The path comes by, and so does the call.
        check("@@ -6 +6 @@\n-a\n+b\n", &[7]);
        check("@@ -11 +11 @@\n-a\n+b\n", &[7]);
        check("@@ -20 +20 @@\n-a\n+b\n", &[]);
        // Lines are gone between 3 and 4.
        check("@@ -4,2 +3,0 @@\n-a\n-b\n", &[4, 7]);
        check("", &[]);
    }

    #[test]
    fn text_that_looks_like_a_header_is_text() {
        check("@@ -20,2 +20 @@\n--- a/other.c\n-@@ -7 +7 @@\n+++ b/parser.c\n", &[]);
    }

    #[test]
    fn odd_names_are_read() {
        assert_eq!(unquoted("b/a b.c"), "b/a b.c");
        assert_eq!(unquoted(r#""b/\303\244\t\"x\".c""#), "b/ä\t\"x\".c");
        assert!(Changes::parse(b"+++ b/a.c\n@@ what\n", Path::new("/p")).is_err());
    }
}
