//! Edits that may mend a finding. They are guesses from the text around it: one is offered only once
//! the edited text was analysed and has the finding no more, and no other that was not there.

use crate::position::Lines;
use margay_ir::finding::{Coverage, Finding};
use margay_report::path;
use std::ops::Range;
use std::path::Path;

/// Edits that are tried for one text: each is an analysis.
const MOST: usize = 8;
/// Lines before a finding in which a comparison is looked for.
const LINES_BEFORE: u32 = 40;

/// An edit for one finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    pub title: String,
    /// The bytes that are replaced.
    pub range: Range<usize>,
    pub text: String,
    /// The rule and the line of the finding.
    pub rule: String,
    pub line: u32,
}

impl Fix {
    /// The text with the edit.
    pub fn apply(&self, text: &str) -> String {
        let mut edited = text.to_owned();
        edited.replace_range(self.range.clone(), &self.text);
        edited
    }
}

/// Whether a text was mended: what it had before is there but for findings of this rule in
/// this function.
pub fn is_mended(fix: &Fix, before: &[Finding], after: &[Finding]) -> bool {
    let key = |finding: &Finding| {
        (finding.rule.clone(), path(&finding.location), finding.location.function.clone())
    };
    let count = |findings: &[Finding], wanted: &Finding| {
        findings.iter().filter(|finding| key(finding) == key(wanted)).count()
    };
    let mended = before.iter().find(|f| f.rule == fix.rule && f.location.line == fix.line);
    let Some(mended) = mended else { return false };
    count(after, mended) < count(before, mended)
        && after.iter().all(|finding| count(after, finding) <= count(before, finding))
}

/// What may mend findings of a file.
pub fn candidates(
    findings: &[Finding],
    coverage: &[Coverage],
    file: &Path,
    text: &str,
) -> Vec<Fix> {
    let lines = Lines::new(text);
    let here = findings.iter().filter(|finding| path(&finding.location) == file);
    let source = Text { lines: &lines, coverage, file };
    here.flat_map(|finding| source.candidates(finding)).take(MOST).collect()
}

struct Text<'a> {
    lines: &'a Lines<'a>,
    coverage: &'a [Coverage],
    file: &'a Path,
}

impl Text<'_> {
    fn candidates(&self, finding: &Finding) -> Vec<Fix> {
        match finding.rule.as_str() {
            "uninitialised-read" => self.initialised(finding),
            "unchecked-allocation" => self.checked(finding).into_iter().collect(),
            "buffer-overflow" | "out-of-bounds-read" | "out-of-bounds-write" => {
                self.bounded(finding).into_iter().chain(self.compared(finding)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn fix(&self, finding: &Finding, title: &str, range: Range<usize>, text: String) -> Fix {
        let (rule, line) = (finding.rule.clone(), finding.location.line);
        Fix { title: title.to_owned(), range, text, rule, line }
    }

    /// The text of a line, and where it begins.
    fn line(&self, number: u32) -> Option<(&str, usize)> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        Some((self.lines.line(index)?, self.lines.start(index)?))
    }

    /// A value for a variable where it is declared.
    fn initialised(&self, finding: &Finding) -> Vec<Fix> {
        let Some((number, column)) = self.declaration(finding) else { return Vec::new() };
        let Some((line, start)) = self.line(number) else { return Vec::new() };
        let Some(rest) = line.get(column..) else { return Vec::new() };
        let name = word(rest).len();
        let mut end = name;
        while rest[end..].starts_with('[') {
            let Some(close) = rest[end..].find(']') else { return Vec::new() };
            end += close + 1;
        }
        if !rest[end..].trim_start().starts_with([';', ',']) {
            return Vec::new();
        }
        let at = start + column + end;
        let title = format!("Initialise `{}`", &rest[..name]);
        let values = if end == name { vec![" = 0", " = {0}"] } else { vec![" = {0}"] };
        let fix = |value: &str| self.fix(finding, &title, at..at, value.to_owned());
        values.into_iter().map(fix).collect()
    }

    /// The line and the byte where the variable of a finding is declared: the last line before it
    /// on which its name stands behind a type.
    fn declaration(&self, finding: &Finding) -> Option<(u32, usize)> {
        let place = &finding.location;
        let (line, _) = self.line(place.line)?;
        let name = word(line.get((place.column as usize).checked_sub(1)?..)?);
        if name.is_empty() {
            return None;
        }
        let mut lines = (place.line.saturating_sub(LINES_BEFORE)..place.line).rev();
        lines.find_map(|number| {
            let (line, _) = self.line(number)?;
            let mut found = line.match_indices(name).map(|(at, _)| at);
            let at = found.find(|at| {
                let (before, behind) = (&line[..*at], &line[at + name.len()..]);
                let typed = before.trim_start().starts_with(|c: char| c.is_alphabetic());
                let parted = before.ends_with([' ', '*', '\t']);
                let ends = behind.trim_start().starts_with([';', ',', '[']);
                typed && parted && ends && !before.trim_start().starts_with("return")
            })?;
            Some((number, at))
        })
    }

    /// A way out where an allocation has failed.
    fn checked(&self, finding: &Finding) -> Option<Fix> {
        let failed = finding.related.iter().find(|note| {
            note.message.ends_with("may fail here") && path(&note.location) == self.file
        })?;
        let (line, start) = self.line(failed.location.line)?;
        let (before, _) = line.split_once('=')?;
        let name = before.trim_end().rsplit([' ', '*', '\t']).next()?;
        let is_place = |c: char| c.is_alphanumeric() || "_.->[]".contains(c);
        if name.is_empty() || !name.chars().all(is_place) || !line.trim_end().ends_with(';') {
            return None;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let leave = self.way_out(failed.location.function.as_deref()?)?;
        let at = start + line.len();
        let text = format!("\n{indent}if (!{name})\n{indent}    {leave}");
        Some(self.fix(finding, &format!("Leave if `{name}` is null"), at..at, text))
    }

    /// How a function says that it failed, by the line that begins it.
    fn way_out(&self, function: &str) -> Option<&'static str> {
        let defined = self.coverage.iter().find(|covered| {
            covered.location.function.as_deref() == Some(function)
                && path(&covered.location) == self.file
        })?;
        let (line, _) = self.line(defined.location.line)?;
        let (result, _) = line.split_once(function)?;
        let words: Vec<&str> = result.split_whitespace().collect();
        Some(match words.as_slice() {
            _ if function == "main" => "return 1;",
            _ if result.contains('*') => "return 0;",
            words if words.contains(&"void") => "return;",
            [] => return None,
            _ => "return -1;",
        })
    }

    /// A function that is told how much room there is, in place of one that is not.
    fn bounded(&self, finding: &Finding) -> Option<Fix> {
        let (line, start) = self.line(finding.location.line)?;
        let column = (finding.location.column as usize).checked_sub(1)?;
        let call = line.get(column..)?;
        let (function, rest) = call.split_once('(')?;
        let end = call_end(rest)?;
        let arguments = rest.get(..end)?;
        let (to, more) = arguments.split_once(',').unwrap_or((arguments, ""));
        let (to, more) = (to.trim(), more.trim());
        if to.is_empty() || !to.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return None;
        }
        let new = match function.trim_end() {
            "strcpy" => format!("snprintf({to}, sizeof {to}, \"%s\", {more})"),
            "strcat" => format!("strncat({to}, {more}, sizeof {to} - strlen({to}) - 1)"),
            "sprintf" => format!("snprintf({to}, sizeof {to}, {more})"),
            "gets" => format!("fgets({to}, sizeof {to}, stdin)"),
            _ => return None,
        };
        let from = start + column;
        let range = from..from + function.len() + 1 + end + 1;
        Some(self.fix(
            finding,
            &format!("Bound `{}` by the size of `{to}`", function.trim()),
            range,
            new,
        ))
    }

    /// The nearest `<=` before the finding without its equality.
    fn compared(&self, finding: &Finding) -> Option<Fix> {
        let last = finding.location.line;
        let mut lines = (last.saturating_sub(LINES_BEFORE)..=last).rev();
        lines.find_map(|number| {
            let (line, start) = self.line(number)?;
            let at = line.rfind("<=").filter(|at| !line[..*at].ends_with('<'))?;
            let range = start + at..start + at + 2;
            Some(self.fix(finding, "Compare with `<`", range, "<".to_owned()))
        })
    }
}

/// The name that a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// Where the bracket closes that stands before a text.
fn call_end(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') if depth == 0 => return Some(at),
            (None, ')') => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_ir::finding::{Confirmation, Location, Note, Severity};

    fn location(line: u32, column: u32) -> Location {
        let function = Some("f".to_owned());
        Location { file: "/a.c".into(), directory: "/".into(), line, column, function }
    }

    fn finding(rule: &str, at: (u32, u32), note: Option<(&str, u32, u32)>) -> Finding {
        let related = note.map(|(message, line, column)| Note {
            location: location(line, column),
            message: message.to_owned(),
            act: None,
        });
        Finding {
            rule: rule.into(),
            severity: Severity::Error,
            message: String::new(),
            label: String::new(),
            cwe: vec![],
            alone: None,
            possible: false,
            in_object: false,
            location: location(at.0, at.1),
            stack: vec![],
            related: related.into_iter().collect(),
            path: vec![],
            turns: vec![],
            act: None,
            input: vec![],
            course: None,
            likelihood: None,
            likelihood_at_most: false,
            confirmation: Confirmation::Untried,
            suppressed: None,
            passed: Vec::new(),
        }
    }

    /// What is tried makes these texts.
    fn check(finding: &Finding, text: &str, expected: &[&str]) {
        let coverage = [Coverage { location: location(1, 1), reached: 1, blocks: 1, paths: 1 }];
        let fixes = candidates(std::slice::from_ref(finding), &coverage, Path::new("/a.c"), text);
        let texts: Vec<String> = fixes.iter().map(|fix| fix.apply(text)).collect();
        assert_eq!(texts, expected);
    }

    #[test]
    fn variables_get_a_value() {
        let read = finding("uninitialised-read", (2, 5), None);
        let used = "\nif (x > 3)";
        let check_it = |text: &str, expected: &[&str]| {
            let expected: Vec<String> = expected.iter().map(|e| format!("{e}{used}")).collect();
            let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
            check(&read, &format!("{text}{used}"), &expected);
        };
        check_it("int x;", &["int x = 0;", "int x = {0};"]);
        check_it("int y, x[3];", &["int y, x[3] = {0};"]);
        check_it("int x = y;", &[]);
        check_it("return x;", &[]);
        check_it("int xs;", &[]);
    }

    #[test]
    fn failures_lead_out() {
        let failed =
            finding("unchecked-allocation", (3, 5), Some(("`malloc` may fail here", 2, 15)));
        let mended = |result: &str, way: &str| {
            let text =
                format!("{result} f(void) {{\n    char *p = malloc(10);\n    p[0] = 1;\n}}\n");
            let check_it = format!("malloc(10);\n    if (!p)\n        {way}");
            check(&failed, &text, &[&text.replace("malloc(10);", &check_it)]);
        };
        mended("int", "return -1;");
        mended("static void", "return;");
        mended("char *", "return 0;");
        check(&failed, "int f(void) {\n    g(malloc(10));\n}\n", &[]);
    }

    #[test]
    fn copies_are_bounded() {
        let over = finding("buffer-overflow", (1, 3), None);
        check(
            &over,
            "  strcpy(to, g(\")\", 1)); x();",
            &["  snprintf(to, sizeof to, \"%s\", g(\")\", 1)); x();"],
        );
        check(&over, "  sprintf(to, \"%d\", n);", &["  snprintf(to, sizeof to, \"%d\", n);"]);
        check(&over, "  strcpy(p->to, from);", &[]);
        check(&over, "  strcpy(to,", &[]);
        let read = finding("out-of-bounds-read", (2, 5), None);
        check(
            &read,
            "for (i = 0; i <= n; i++)\n    s += a[i];",
            &["for (i = 0; i < n; i++)\n    s += a[i];"],
        );
        check(&read, "x <<= 2;\n    s += a[i];", &[]);
    }
}
