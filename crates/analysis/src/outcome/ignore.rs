//! `margay-ignore` comments: findings that the author of the code has answered for.
//!
//! A comment counts for the line that it stands on; alone on its line, for the next line
//! that has code, if only comments stand between. It opens with `margay-ignore`: the word
//! in the middle of a sentence, or in a string, does nothing.

use margay_ir::finding::{Location, Outcome, Rule, Suppression};
use margay_ir::place;
use margay_ir::texts::{Sources, Texts};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// A comment that does not do what its author thinks: it names a rule that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnknownRule {
    /// As [`Location`] has it.
    pub file: PathBuf,
    pub line: u32,
    pub name: String,
}

/// Marks the findings that a comment suppresses. Tells of comments with rules that do not
/// exist, in the files that findings are in.
pub(super) fn apply(
    outcome: &mut Outcome,
    rules: &[&Rule],
    sources: &dyn Sources,
) -> Vec<UnknownRule> {
    let texts = Texts::new(sources);
    let mut files: BTreeMap<PathBuf, Vec<Directive>> = BTreeMap::new();
    let mut unknown = Vec::new();
    for finding in &mut outcome.findings {
        let location = &finding.location;
        let directives = files.entry(place::path(location)).or_insert_with(|| {
            let text = texts.text(location);
            let directives = text.map_or_else(Vec::new, |text| directives(text.bytes()));
            unknown.extend(unknown_rules(&directives, location, rules));
            directives
        });
        let suppresses = |directive: &&Directive| {
            directive.target == location.line
                && (directive.rules.is_empty() || directive.rules.contains(&finding.rule))
        };
        if finding.suppressed.is_none()
            && let Some(directive) = directives.iter().find(suppresses)
        {
            finding.suppressed = Some(Suppression::Comment { line: directive.line });
        }
    }
    unknown.sort();
    unknown
}

/// One `margay-ignore` comment.
#[derive(Debug, PartialEq, Eq)]
struct Directive {
    /// Where it stands.
    line: u32,
    /// The line that it counts for.
    target: u32,
    /// No rule means every rule.
    rules: Vec<String>,
}

fn unknown_rules(
    directives: &[Directive],
    location: &Location,
    rules: &[&Rule],
) -> Vec<UnknownRule> {
    let mut unknown = Vec::new();
    for directive in directives {
        let is_known = |name: &str| rules.iter().any(|rule| rule.name == name);
        for name in directive.rules.iter().filter(|name| !is_known(name)) {
            let (file, line) = (location.file.clone(), directive.line);
            unknown.push(UnknownRule { file, line, name: name.clone() });
        }
    }
    unknown
}

fn directives(text: &[u8]) -> Vec<Directive> {
    let Scan { comments, has_code } = scan(text);
    let commented: BTreeSet<u32> =
        comments.iter().flat_map(|comment| comment.first..=comment.last).collect();
    let has_code = |line: u32| {
        usize::try_from(line).ok().and_then(|line| has_code.get(line)).copied().unwrap_or(false)
    };
    let mut directives = Vec::new();
    for comment in &comments {
        let Some(rules) = ignored(comment.text) else { continue };
        let target = [comment.first, comment.last].into_iter().find(|line| has_code(*line));
        let target = target.unwrap_or_else(|| {
            let mut lines = comment.last + 1..;
            let next = lines.find(|line| has_code(*line) || !commented.contains(line));
            next.expect("comments end")
        });
        directives.push(Directive { line: comment.first, target, rules });
    }
    directives
}

/// The rules that a comment names, if it is one of ours.
fn ignored(comment: &[u8]) -> Option<Vec<String>> {
    let text = String::from_utf8_lossy(comment);
    let rest =
        text.trim_start_matches(['*', '/', '!']).trim_start().strip_prefix("margay-ignore")?;
    if rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '-') {
        return None;
    }
    let Some(list) = rest.trim_start().strip_prefix(':') else { return Some(Vec::new()) };
    // What follows two dashes is the reason.
    let list = list.split("--").next().unwrap_or_default();
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    Some(names.map(str::to_owned).collect())
}

struct Scan<'a> {
    comments: Vec<Comment<'a>>,
    /// By line, whether anything but comments and spaces stands on it.
    has_code: Vec<bool>,
}

struct Comment<'a> {
    /// The lines that it starts and ends on.
    first: u32,
    last: u32,
    /// Without its marks.
    text: &'a [u8],
}

/// Finds comments as a C lexer does: not in strings, over continued lines.
fn scan(text: &[u8]) -> Scan<'_> {
    // Line 0 does not exist; line numbers are indices here.
    let mut scan = Scan { comments: Vec::new(), has_code: vec![false; 2] };
    let (mut line, mut at) = (1, 0);
    while at < text.len() {
        let rest = &text[at..];
        let (length, comment) = match rest {
            [b'/', b'/', ..] => (line_comment(rest), Some(0)),
            [b'/', b'*', ..] => match find(&rest[2..], b"*/") {
                Some(end) => (2 + end + 2, Some(2)),
                None => (rest.len(), Some(0)),
            },
            [quote @ (b'"' | b'\''), ..] => (literal(rest, *quote), None),
            _ => (1, None),
        };
        let piece = &rest[..length];
        if comment.is_none() && !piece.trim_ascii().is_empty() {
            *scan.has_code.last_mut().expect("there is a line") = true;
        }
        let first = line;
        for _ in piece.iter().filter(|byte| **byte == b'\n') {
            line += 1;
            scan.has_code.push(false);
        }
        if let Some(end_mark) = comment {
            let text = piece[2..length - end_mark].trim_ascii();
            scan.comments.push(Comment { first, last: line, text });
        }
        at += length;
    }
    scan
}

/// The length of a comment up to the end of its line, which a backslash may put off.
fn line_comment(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(end) = find(&text[at..], b"\n") {
        let line = &text[..at + end];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !line.ends_with(b"\\") {
            return at + end;
        }
        at += end + 1;
    }
    text.len()
}

/// The length of a string or character. An unclosed one ends with its line, as an
/// apostrophe after `#error` does.
fn literal(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\n' => return at,
            b'\\' => at += 1,
            byte if *byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_ir::testing::{LEAK, OVERFLOW, finding, outcome, sources};

    /// The lines of `text` on which a finding would be suppressed, and by which line.
    fn check(text: &str, expected: &[(u32, u32)], unknown: &[(u32, &str)]) {
        let last = u32::try_from(text.lines().count()).expect("a small file");
        let findings = (1..=last).map(|line| finding("a.c", line, 1)).collect();
        let mut outcome = outcome(findings);
        let sources = sources(&[("a.c", text.as_bytes())]);
        let told = apply(&mut outcome, &[&OVERFLOW, &LEAK], &sources);
        let suppressed = outcome.findings.iter().filter_map(|finding| match finding.suppressed {
            Some(Suppression::Comment { line }) => Some((finding.location.line, line)),
            _ => None,
        });
        assert_eq!(suppressed.collect::<Vec<_>>(), expected, "{text}");
        let told: Vec<_> = told.iter().map(|told| (told.line, told.name.as_str())).collect();
        assert_eq!(told, unknown);
    }

    #[test]
    fn a_comment_counts_for_its_line() {
        check("x = 1; // margay-ignore: buffer-overflow\ny = 2;\n", &[(1, 1)], &[]);
        check("x = 1; /* margay-ignore: memory-leak, buffer-overflow */\n", &[(1, 1)], &[]);
        check("x = 1; //margay-ignore\n", &[(1, 1)], &[]);
        check("/* margay-ignore */ x = 1;\ny = 2;\n", &[(1, 1)], &[]);
        check("x = 1; // margay-ignore: memory-leak\n", &[], &[]);
        check("x = 1; /* margay-ignore:\n */ y = 2;\n", &[(1, 1)], &[]);
        check("x = 1; // margay-ignore: buffer-overflow -- checked above\r\n", &[(1, 1)], &[]);
    }

    #[test]
    fn alone_it_counts_for_the_next_line_of_code() {
        check("// margay-ignore\nx = 1;\ny = 2;\n", &[(2, 1)], &[]);
        check("/* margay-ignore:\n   buffer-overflow */\nx = 1;\n", &[(3, 1)], &[]);
        check("// margay-ignore\n// as it must be\nx = 1;\n", &[(3, 1)], &[]);
        check("// margay-ignore\n\nx = 1;\n", &[(2, 1)], &[]);
        check("// margay-ignore\\\n and more\nx = 1;\n", &[(3, 1)], &[]);
    }

    #[test]
    fn what_only_looks_like_a_comment_does_nothing() {
        check("s = \"// margay-ignore\";\n", &[], &[]);
        check("s = \"\\\"// margay-ignore\";\n", &[], &[]);
        check("x = 1; // see margay-ignore\n", &[], &[]);
        check("x = 1; // margay-ignored\n", &[], &[]);
        check("#error don't\nx = 1; // margay-ignore\n", &[(2, 2)], &[]);
        check("/* margay-ignore", &[], &[]);
        check("c = '\"'; // margay-ignore\n", &[(1, 1)], &[]);
    }

    #[test]
    fn unknown_rules_are_told() {
        check(
            "x = 1; // margay-ignore: bufer-overflow, zzz\ny = 1; // margay-ignore: buffer-overflow\n",
            &[(2, 2)],
            &[(1, "bufer-overflow"), (1, "zzz")],
        );
    }
}
