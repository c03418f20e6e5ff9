//! Findings as lines of JSON, for scripts and for reading back.
//!
//! Each line is an object whose `kind` says what it is: `verdict` where a question was asked that has
//! one, `finding`, `omission`, and at the end `summary`. Reading back skips kinds that it does not know, so that new ones may
//! come; a file without a summary is one that was not written to its end.

use crate::fingerprint;
use crate::sources::Texts;
use crate::{Form, RenderOptions};
use margay_ir::finding::{Finding, Location, OmissionKind, Outcome, Statistics};
use serde::Serialize;
use serde_json::Value;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

/// What a file of JSON lines says.
#[derive(Debug, PartialEq)]
pub struct Record {
    pub findings: Vec<Recorded>,
    /// Whether the file was written to its end.
    pub complete: bool,
}

/// A finding as it was written.
#[derive(Debug, PartialEq)]
pub struct Recorded {
    pub finding: Finding,
    pub fingerprint: String,
}

/// Why a file could not be read, in a sentence without its name.
#[derive(Debug, PartialEq, Eq)]
pub struct ParseError {
    /// From 1.
    pub line: usize,
    pub reason: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {} {}", self.line, self.reason)
    }
}

impl std::error::Error for ParseError {}

/// Reads what [`crate::render`] wrote as [`crate::Format::JSON`]. Single lines of it, as a
/// filter leaves them, are welcome too.
pub fn parse(text: &str) -> Result<Record, ParseError> {
    let mut record = Record { findings: Vec::new(), complete: false };
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let fail = |reason: String| ParseError { line: index + 1, reason };
        let value: Value =
            serde_json::from_str(line).map_err(|error| fail(format!("is no JSON: {error}")))?;
        match value.get("kind").and_then(Value::as_str) {
            None => return Err(fail("was not written by Margay: it has no `kind`".into())),
            Some("summary") => record.complete = true,
            Some("finding") => {
                let fingerprint = value.get("fingerprint").and_then(Value::as_str);
                let fingerprint = fingerprint
                    .ok_or_else(|| fail("is a finding without a fingerprint".into()))?
                    .to_owned();
                let finding = serde_json::from_value(value)
                    .map_err(|error| fail(format!("is no complete finding: {error}")))?;
                record.findings.push(Recorded { finding, fingerprint });
            }
            Some(_) => {}
        }
    }
    Ok(record)
}

/// Whether a target is reached: the first line, before what [`crate::render`] writes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Verdict<'a> {
    /// `reached`, `unreachable` or `unknown`.
    pub verdict: &'a str,
    /// Whether other paths than the findings lead there: `none`, `unknown`, or `not-wanted` if they were not searched
    /// for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<&'a str>,
    /// What leaves it unknown, be it of other paths.
    pub why: &'a [String],
}

impl Verdict<'_> {
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        line(out, &VerdictLine { kind: "verdict", verdict: self })
    }
}

#[derive(Serialize)]
struct VerdictLine<'a> {
    kind: &'static str,
    #[serde(flatten)]
    verdict: &'a Verdict<'a>,
}

pub(super) static FORM: Form = Form {
    name: "json",
    purpose: "JSON lines",
    ending: "json",
    render: |page, out| render(page.outcome, page.texts, page.options, out),
};

fn render(
    outcome: &Outcome,
    texts: &Texts,
    options: &RenderOptions,
    out: &mut dyn Write,
) -> io::Result<()> {
    let fingerprints = fingerprint::of_texts(outcome, texts, &options.root);
    for (finding, fingerprint) in outcome.findings.iter().zip(&fingerprints) {
        let finding = utf8(finding);
        line(out, &FindingLine { kind: "finding", finding: &finding, fingerprint })?;
    }
    for omission in &outcome.omissions {
        let location = omission.location.clone().map(utf8_location);
        let (count, what) = (omission.count, &omission.what);
        let omission = omission.kind;
        line(out, &OmissionLine { kind: "omission", omission, what, location, count })?;
    }
    let suppressed = outcome.findings.iter().filter(|f| f.suppressed.is_some()).count();
    line(
        out,
        &SummaryLine {
            kind: "summary",
            tool: "Margay",
            version: env!("CARGO_PKG_VERSION"),
            findings: outcome.findings.len(),
            suppressed,
            omissions: outcome.omissions.len(),
            statistics: &utf8_statistics(&outcome.statistics),
        },
    )
}

#[derive(Serialize)]
struct FindingLine<'a> {
    kind: &'static str,
    #[serde(flatten)]
    finding: &'a Finding,
    fingerprint: &'a str,
}

/// An omission has a kind of its own, which is called `omission` here.
#[derive(Serialize)]
struct OmissionLine<'a> {
    kind: &'static str,
    omission: OmissionKind,
    what: &'a str,
    location: Option<Location>,
    count: u64,
}

#[derive(Serialize)]
struct SummaryLine<'a> {
    kind: &'static str,
    tool: &'static str,
    version: &'static str,
    findings: usize,
    suppressed: usize,
    omissions: usize,
    #[serde(flatten)]
    statistics: &'a Statistics,
}

fn line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// JSON is Unicode, names of files need not be: what does not fit is replaced.
fn utf8(finding: &Finding) -> Finding {
    let mut finding = finding.clone();
    let own = std::iter::once(&mut finding.location).chain(&mut finding.stack);
    let notes = finding.related.iter_mut().chain(&mut finding.path).map(|note| &mut note.location);
    let inputs = finding.input.iter_mut().filter_map(|input| input.location.as_mut());
    for location in own.chain(notes).chain(inputs) {
        *location = utf8_location(location.clone());
    }
    finding
}

/// As [`utf8`], for the names of files that statistics have.
pub(crate) fn utf8_statistics(statistics: &Statistics) -> Statistics {
    let mut statistics = statistics.clone();
    for function in statistics.details.iter_mut().flat_map(|details| &mut details.coverage) {
        function.location = utf8_location(function.location.clone());
    }
    if let Some(nearest) = &mut statistics.nearest {
        nearest.location = nearest.location.take().map(utf8_location);
    }
    statistics
}

fn utf8_location(location: Location) -> Location {
    let utf8 = |path: PathBuf| match path.to_str() {
        Some(_) => path,
        None => PathBuf::from(path.to_string_lossy().into_owned()),
    };
    Location { file: utf8(location.file), directory: utf8(location.directory), ..location }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;
    use crate::testing::{finding, full, outcome, rendered};
    use expect_test::{Expect, expect};
    use margay_ir::finding::{Confirmation, Omission, Suppression};

    fn check(outcome: &Outcome, expected: Expect) {
        let text = rendered(Format::JSON, outcome, &RenderOptions::default());
        expected.assert_eq(&text);
        let record = parse(&text).expect("what was written can be read");
        assert!(record.complete);
        let findings: Vec<_> = record.findings.into_iter().map(|r| r.finding).collect();
        assert_eq!(findings, outcome.findings);
    }

    #[test]
    fn everything_is_written_and_read() {
        let mut outcome = outcome(vec![full(), finding("b.c", 0, 0)]);
        outcome.findings[1].suppressed = Some(Suppression::Comment { line: 3 });
        outcome.findings[1].confirmation = Confirmation::NotConfirmed { why: "no".into() };
        outcome.omissions.push(Omission {
            kind: OmissionKind::CutLoop,
            what: "loop".into(),
            location: None,
            count: 3,
        });
        check(
            &outcome,
            expect![[r#"
                {"kind":"finding","rule":"buffer-overflow","severity":"error","message":"write of 1 byte past the end of `name` (char[16])","label":"index 16, valid indices are 0..=15","cwe":[121,787],"location":{"file":"parser.c","directory":"","line":7,"column":9,"function":"parse"},"stack":[{"file":"parser.c","directory":"","line":11,"column":5,"function":"main"}],"related":[{"location":{"file":"parser.c","directory":"","line":4,"column":10,"function":"parse"},"message":"`name` is declared here"}],"path":[{"location":{"file":"parser.c","directory":"","line":11,"column":5,"function":"main"},"message":"calls `parse`"},{"location":{"file":"parser.c","directory":"","line":6,"column":12,"function":"parse"},"message":"`c` is 65"},{"location":{"file":"parser.c","directory":"","line":6,"column":5,"function":"parse"},"message":"the loop is entered for the 17th time"}],"input":[{"source":{"kind":"stdin"},"bytes":[65,65,65,65,65,65,65,65,65,65,65,65,65,65,65,65,65],"form":"bytes","location":{"file":"parser.c","directory":"","line":6,"column":17,"function":"parse"}},{"source":{"kind":"return","function":"rand"},"bytes":[5,0,0,0],"form":"signed","location":null}],"likelihood":0.003906,"confirmation":{"status":"confirmed","by":"AddressSanitizer"},"suppressed":null,"fingerprint":"820a2d302cb99e105a702499b1a564c8"}
                {"kind":"finding","rule":"buffer-overflow","severity":"error","message":"write of 1 byte past the end of `name` (char[16])","label":"","cwe":[],"location":{"file":"b.c","directory":"","line":0,"column":0,"function":"parse"},"stack":[],"related":[],"path":[],"input":[],"likelihood":null,"confirmation":{"status":"not-confirmed","why":"no"},"suppressed":{"by":"comment","line":3},"fingerprint":"eec3be14b5f21baa2325d17188f878a2"}
                {"kind":"omission","omission":"cut-loop","what":"loop","location":null,"count":3}
                {"kind":"summary","tool":"Margay","version":"0.1.0","findings":2,"suppressed":1,"omissions":1,"files":1,"entries":1,"paths":14,"cut_paths":0,"steps":1203,"queries":40,"milliseconds":210}
            "#]],
        );
    }

    #[test]
    fn damage_is_named() {
        let fail = |text: &str, expected: Expect| {
            expected.assert_eq(&parse(text).expect_err("damaged").to_string());
        };
        fail(
            "{\"kind\":\"finding\"",
            expect!["line 1 is no JSON: EOF while parsing an object at line 1 column 17"],
        );
        fail("\n[]", expect!["line 2 was not written by Margay: it has no `kind`"]);
        fail("{\"kind\":\"finding\"}", expect!["line 1 is a finding without a fingerprint"]);
        fail(
            "{\"kind\":\"finding\",\"fingerprint\":\"0\"}",
            expect!["line 1 is no complete finding: missing field `rule`"],
        );
        let record = parse("{\"kind\":\"weather\"}").expect("unknown kinds may come");
        assert_eq!(record, Record { findings: vec![], complete: false });
    }

    #[cfg(unix)]
    #[test]
    fn file_names_need_not_be_unicode() {
        use std::os::unix::ffi::OsStrExt;
        let mut odd = finding("", 1, 1);
        odd.location.file = std::ffi::OsStr::from_bytes(b"a\xff.c").into();
        let text = rendered(Format::JSON, &outcome(vec![odd]), &RenderOptions::default());
        assert!(text.contains("a\u{fffd}.c"));
    }
}
