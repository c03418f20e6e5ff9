//! Edits that may mend a finding, as the record of its rule describes them. They are guesses from the text
//! around it: one is offered only once the edited text was analysed and has the finding no more, and no
//! other that was not there.

use crate::position::Lines;
use margay_ir::finding::{Coverage, Finding};
use margay_ir::rule::{QuickFix, Rule};
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
    rule: impl Fn(&str) -> Option<&'static Rule>,
) -> Vec<Fix> {
    let lines = Lines::new(text);
    let here = findings.iter().filter(|finding| path(&finding.location) == file);
    let source = Text { lines: &lines, coverage, file };
    let fixes = |finding: &Finding| rule(&finding.rule).map_or(&[][..], |rule| rule.fixes);
    let tried = here.flat_map(|finding| {
        let source = &source;
        fixes(finding).iter().flat_map(move |fix| source.candidates(finding, *fix))
    });
    tried.take(MOST).collect()
}

struct Text<'a> {
    lines: &'a Lines<'a>,
    coverage: &'a [Coverage],
    file: &'a Path,
}

impl Text<'_> {
    fn candidates(&self, finding: &Finding, fix: QuickFix) -> Vec<Fix> {
        let one = match fix {
            QuickFix::Initialise => return self.initialised(finding),
            QuickFix::LeaveIfNull => return self.guarded(finding),
            QuickFix::LeaveIfFailed { note } => self.checked(finding, note),
            QuickFix::BoundCall { function, with } => self.bounded(finding, function, with),
            QuickFix::Compare { with, instead_of } => self.compared(finding, with, instead_of),
        };
        one.into_iter().collect()
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

    /// The line and the byte where the variable of a finding is declared: the last line before it on which its name
    /// stands after a type.
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
                let separated = before.ends_with([' ', '*', '\t']);
                let ends = behind.trim_start().starts_with([';', ',', '[']);
                typed && separated && ends && !before.trim_start().starts_with("return")
            })?;
            Some((number, at))
        })
    }

    /// A way out where an allocation has failed.
    fn checked(&self, finding: &Finding, note: &str) -> Option<Fix> {
        let failed = finding.related.iter().find(|related| {
            related.message.ends_with(note) && path(&related.location) == self.file
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

    /// A way out before an access, for each pointer that its line follows.
    fn guarded(&self, finding: &Finding) -> Vec<Fix> {
        let number = finding.location.line;
        let function = finding.location.function.as_deref();
        let (Some((line, start)), Some(leave)) =
            (self.line(number), function.and_then(|function| self.way_out(function)))
        else {
            return Vec::new();
        };
        // What stands after a condition without braces would not be after it any more.
        let before = (1..number).rev().filter_map(|number| self.line(number));
        let before = before.map(|(line, _)| line.trim()).find(|line| !line.is_empty());
        let begins = |before: &str| before.ends_with([';', '{', '}']) || before.ends_with("*/");
        if !before.is_some_and(begins) || line.trim_start().starts_with(['}', '#']) {
            return Vec::new();
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let guard = |name: &str| {
            let text = format!("{indent}if (!{name})\n{indent}    {leave}\n");
            self.fix(finding, &format!("Leave if `{name}` is null"), start..start, text)
        };
        followed(line).into_iter().map(guard).collect()
    }

    /// How a function says that it failed, by the line that begins it.
    fn way_out(&self, function: &str) -> Option<&'static str> {
        let defined = self.coverage.iter().find(|covered| {
            covered.location.function.as_deref() == Some(function)
                && path(&covered.location) == self.file
        })?;
        let (line, _) = self.line(defined.location.line)?;
        let (result, _) = line.split_once(function)?;
        // The type may have a line of its own.
        let result = match result.trim() {
            "" => self.line(defined.location.line.checked_sub(1)?)?.0,
            result => result,
        };
        let words: Vec<&str> = result.split_whitespace().collect();
        Some(match words.as_slice() {
            _ if function == "main" => "return 1;",
            _ if result.contains('*') => "return 0;",
            words if words.contains(&"void") => "return;",
            words if words.contains(&"bool") || words.contains(&"_Bool") => "return 0;",
            [] => return None,
            _ => "return -1;",
        })
    }

    /// A function that is told how much room there is, in place of one that is not.
    fn bounded(&self, finding: &Finding, function: &str, with: &str) -> Option<Fix> {
        let (line, start) = self.line(finding.location.line)?;
        let column = (finding.location.column as usize).checked_sub(1)?;
        let call = line.get(column..)?;
        let (called, rest) = call.split_once('(')?;
        if called.trim_end() != function {
            return None;
        }
        let end = call_end(rest)?;
        let arguments = rest.get(..end)?;
        let (to, more) = arguments.split_once(',').unwrap_or((arguments, ""));
        let (to, more) = (to.trim(), more.trim());
        if to.is_empty() || word(to) != to || !self.is_array(to, finding.location.line) {
            return None;
        }
        // Of the program's text comes last what may have braces of its own.
        let new = with.replace("{to}", to).replace("{more}", more);
        let from = start + column;
        let range = from..from + called.len() + 1 + end + 1;
        let title = format!("Bound `{}` by the size of `{to}`", called.trim());
        Some(self.fix(finding, &title, range, new))
    }

    /// Whether a name is that of an array, so that `sizeof` says how much room there is: its size stands
    /// where it is declared, and that is no parameter.
    fn is_array(&self, name: &str, line: u32) -> bool {
        let lines = (1..line).rev().filter_map(|number| self.line(number));
        let declared = lines.flat_map(|(line, _)| {
            let places = line.match_indices(name).map(|(at, _)| at);
            places.filter_map(|at| {
                let (before, behind) = (&line[..at], &line[at + name.len()..]);
                let is_name = before.ends_with([' ', '*', '\t']) && word(behind).is_empty();
                let typed = before.trim_start().starts_with(|c: char| c.is_alphabetic());
                let is_declared = is_name && typed && !before.contains(['(', '=']);
                is_declared.then_some(behind.trim_start())
            })
        });
        // A pointer to an array, or one of pointers, is bounded by another size.
        let mut declared = declared;
        declared.next().is_some_and(|behind| {
            let size = behind.strip_prefix('[').and_then(|behind| behind.split_once(']'));
            size.is_some_and(|(_, rest)| rest.trim_start().starts_with([';', ',', '=']))
        })
    }

    /// The nearest comparison of a kind before the finding as another one.
    fn compared(&self, finding: &Finding, new: &str, old: &str) -> Option<Fix> {
        let last = finding.location.line;
        let mut lines = (last.saturating_sub(LINES_BEFORE)..=last).rev();
        lines.find_map(|number| {
            let (line, start) = self.line(number)?;
            let is_it = |at: &usize| {
                let (before, behind) = (&line[..*at], &line[at + old.len()..]);
                !before.ends_with(['<', '>', '-']) && !behind.starts_with(['>', '='])
            };
            let code = !line.trim_start().starts_with('#');
            let at = line.rmatch_indices(old).map(|(at, _)| at).find(is_it).filter(|_| code)?;
            let range = start + at..start + at + old.len();
            Some(self.fix(finding, &format!("Compare with `{new}`"), range, new.to_owned()))
        })
    }
}

/// The name that a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The names of pointers that a line follows, in `p->x`, `p[i]` or `*p`, each once.
fn followed(line: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    while let Some(begin) = line[at..].find(is_part).map(|found| at + found) {
        let name = word(&line[begin..]);
        at = begin + name.len();
        let (before, behind) = (line[..begin].trim_end(), line[at..].trim_start());
        // In `int *p` nothing is followed, nor is there a product in `*p = 0`.
        let operand = |c: char| is_part(c) || c == ')' || c == ']';
        let star = before.strip_suffix('*').is_some_and(|b| !b.trim_end().ends_with(operand));
        let is_member = before.ends_with('.') || before.ends_with("->");
        let follows = star || behind.starts_with("->") || behind.starts_with('[');
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if follows && is_name && !is_member && !names.contains(&name) {
            names.push(name);
        }
    }
    names
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
    use margay_ir::finding::{Location, Note};

    fn location(line: u32, column: u32) -> Location {
        let function = Some("f".to_owned());
        Location { file: "/a.c".into(), directory: "/".into(), line, column, function }
    }

    fn finding(rule: &str, at: (u32, u32), note: Option<(&str, u32, u32)>) -> Finding {
        let related =
            note.map(|(message, line, column)| Note::new(location(line, column), message));
        Finding {
            rule: rule.into(),
            message: String::new(),
            location: location(at.0, at.1),
            related: related.into_iter().collect(),
            ..margay_ir::testing::finding("a.c", at.0, at.1)
        }
    }

    fn tried(finding: &Finding, coverage: &[Coverage], text: &str) -> Vec<Fix> {
        let found = std::slice::from_ref(finding);
        candidates(found, coverage, Path::new("/a.c"), text, margay_checkers::rule)
    }

    /// What is tried makes these texts.
    fn check(finding: &Finding, text: &str, expected: &[&str]) {
        let coverage = [Coverage { location: location(1, 1), reached: 1, blocks: 1, paths: 1 }];
        let fixes = tried(finding, &coverage, text);
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
        mended("static bool", "return 0;");
        check(&failed, "int f(void) {\n    g(malloc(10));\n}\n", &[]);
    }

    #[test]
    fn accesses_are_guarded() {
        let null = finding("null-dereference", (3, 12), None);
        let text = "int\nf(void) {\n    return p->next[i]->x + *q * r;\n}\n";
        let guarded = |name: &str| {
            let guard = format!("    if (!{name})\n        return -1;\n    return p");
            text.replace("    return p", &guard)
        };
        let null_here = Finding { location: Location { line: 3, ..location(3, 12) }, ..null };
        let coverage = [Coverage { location: location(2, 1), reached: 1, blocks: 1, paths: 1 }];
        let fixes = tried(&null_here, &coverage, text);
        let texts: Vec<String> = fixes.iter().map(|fix| fix.apply(text)).collect();
        assert_eq!(texts, [guarded("p"), guarded("q")]);
        // It would not stand after the condition any more.
        check(&null_here, "int f(void) {\n    if (p)\n        return *q;\n}\n", &[]);
        assert_eq!(followed("int *p = *q ? a[2] : (*r)->s;"), ["q", "a", "r"]);
    }

    #[test]
    fn copies_are_bounded() {
        let over = finding("buffer-overflow", (2, 3), None);
        let bounded = |declared: &str, line: &str, expected: &[&str]| {
            let texts: Vec<String> = expected.iter().map(|e| format!("{declared}\n{e}")).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            check(&over, &format!("{declared}\n{line}"), &texts);
        };
        let array = "  char to[8];";
        bounded(
            array,
            "  strcpy(to, g(\")\", 1)); x();",
            &["  snprintf(to, sizeof to, \"%s\", g(\")\", 1)); x();"],
        );
        let printed = "  snprintf(to, sizeof to, \"%d\", n);";
        bounded(array, "  sprintf(to, \"%d\", n);", &[printed]);
        bounded("  char a, to[8] = \"\";", "  sprintf(to, \"%d\", n);", &[printed]);
        bounded(array, "  strcpy(p->to, from);", &[]);
        bounded(array, "  strcpy(to,", &[]);
        // The size of a pointer says nothing of what it points to.
        bounded("  char *to = malloc(8);", "  strcpy(to, from);", &[]);
        bounded("void f(char to[8]) {", "  strcpy(to, from);", &[]);
        bounded("  char into[8];", "  strcpy(to, from);", &[]);
        let read = finding("out-of-bounds-read", (2, 5), None);
        check(
            &read,
            "for (i = 0; i <= n; i++)\n    s += a[i];",
            &["for (i = 0; i < n; i++)\n    s += a[i];"],
        );
        check(&read, "x <<= 2;\n    s += a[i];", &[]);
        check(
            &read,
            "if (i > 4) return p->x >> 1;\n    s += a[i];",
            &["if (i >= 4) return p->x >> 1;\n    s += a[i];"],
        );
        check(&read, "#include <a.h>\n    s += a[i];", &[]);
    }
}
