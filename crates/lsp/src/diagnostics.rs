//! Findings as the protocol has them.

use crate::position::{Encoding, Lines};
use crate::uri;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range,
    Uri,
};
use margay_ir::finding::{self, Confirmation, Coverage, Finding, Note, Severity};
use margay_report::{ALSO, count, inputs, path};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What diagnostics come from.
pub const SOURCE: &str = "margay";
/// Steps of a path that are shown: the last ones.
const MOST_STEPS: usize = 100;
/// Bytes of a text input that are shown.
const LONGEST_INPUT: usize = 60;
/// The same, where there is room.
const LONGEST_INPUT_OF_PAGE: usize = 1000;
/// What stands between several findings.
pub const BETWEEN_FINDINGS: &str = "\n---\n\n";

/// Texts to find columns in: those that are open, and else those on the disk, each read once.
pub struct Texts<'a> {
    unsaved: &'a crate::Unsaved,
    encoding: Encoding,
    read: RefCell<BTreeMap<PathBuf, Arc<str>>>,
}

impl<'a> Texts<'a> {
    pub fn new(unsaved: &'a crate::Unsaved, encoding: Encoding) -> Self {
        Texts { unsaved, encoding, read: RefCell::default() }
    }

    fn text(&self, file: &Path) -> Arc<str> {
        if let Some(text) = self.unsaved.get(file) {
            return text.clone();
        }
        let mut read = self.read.borrow_mut();
        let text = read.entry(file.to_owned()).or_insert_with(|| {
            let bytes = margay_report::disk(file).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into()
        });
        text.clone()
    }

    pub fn range(&self, location: &finding::Location) -> Range {
        let text = self.text(&path(location));
        Lines::new(&text).range(location.line, location.column, self.encoding)
    }

    /// The line of a place, without its indentation.
    fn line(&self, location: &finding::Location) -> String {
        let text = self.text(&path(location));
        let line = Lines::new(&text).line(location.line.saturating_sub(1) as usize);
        line.unwrap_or_default().trim().to_owned()
    }

    fn place(&self, location: &finding::Location) -> Option<Location> {
        let uri: Uri = uri::of(&path(location))?;
        Some(Location { uri, range: self.range(location) })
    }
}

/// The findings of each file.
pub fn by_file(findings: &[Finding], texts: &Texts<'_>) -> BTreeMap<PathBuf, Vec<Diagnostic>> {
    let mut files: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
    for finding in findings {
        files.entry(path(&finding.location)).or_default().push(diagnostic(finding, texts));
    }
    files
}

fn diagnostic(finding: &Finding, texts: &Texts<'_>) -> Diagnostic {
    let skipped = finding.path.len().saturating_sub(MOST_STEPS);
    let called = finding.stack.iter().take(MOST_STEPS);
    let called = called.map(|location| Note::new(location.clone(), "called from here"));
    let also = finding.also.iter().map(|place| Note::new(place.clone(), ALSO));
    let steps = finding.path[skipped..].iter().chain(&finding.related).cloned();
    let related: Vec<DiagnosticRelatedInformation> = steps
        .chain(called)
        .chain(also)
        .filter_map(|Note { location, message, .. }| {
            let location = texts.place(&location)?;
            Some(DiagnosticRelatedInformation { location, message })
        })
        .collect();
    Diagnostic {
        range: texts.range(&finding.location),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(finding.rule.clone())),
        code_description: None,
        source: Some(SOURCE.to_owned()),
        message: message(finding),
        related_information: Some(related),
        tags: None,
        data: None,
    }
}

/// What happens, and the input that leads there.
fn message(finding: &Finding) -> String {
    let mut text = finding.message.clone();
    if !finding.label.is_empty() {
        text += &format!("\n{}", finding.label);
    }
    for input in inputs(&finding.input, LONGEST_INPUT) {
        text += &format!("\n{input}");
    }
    if let Confirmation::Confirmed { by } = &finding.confirmation {
        text += &format!("\nreplayed under {by}");
    }
    text
}

/// What is said of a finding where the mouse rests.
pub fn hover(finding: &Finding) -> String {
    let mut text = format!("**{}** ({})\n", finding.message, finding.rule);
    if !finding.label.is_empty() {
        text += &format!("\n{}\n", finding.label);
    }
    text += &input(finding, LONGEST_INPUT);
    if !finding.path.is_empty() {
        text += "\nThe way there:\n\n";
        for (number, step) in steps(finding) {
            text += &format!("{number}. {}: {}\n", line_of(step, finding), step.message);
        }
    }
    if !finding.related.is_empty() {
        text += "\nWhat belongs to it:\n\n";
        for note in &finding.related {
            text += &format!("- {}: {}\n", line_of(note, finding), note.message);
        }
    }
    text
}

/// All that is known of a finding, as a page: each step stands with its line of the text.
pub fn page(finding: &Finding, texts: &Texts<'_>) -> String {
    let mut text = format!("# {}: {}\n", finding.rule, finding.message);
    if !finding.label.is_empty() {
        text += &format!("\n{}\n", finding.label);
    }
    text += &input(finding, LONGEST_INPUT_OF_PAGE);
    let entry = |location: &finding::Location, message: &str| {
        let (file, line) = (path(location), texts.line(location));
        let code = if line.is_empty() { String::new() } else { format!("\n   `{line}`") };
        format!("{}:{}: {message}{code}\n", file.display(), location.line)
    };
    text += "\n## The way there\n\n";
    for (number, step) in steps(finding) {
        text += &format!("{number}. {}", entry(&step.location, &step.message));
    }
    let fault = entry(&finding.location, &finding.message);
    text += &format!("{}. {fault}", finding.path.len() + 1);
    let called = finding.stack.iter().map(|location| entry(location, "called from here"));
    let related = finding.related.iter().map(|note| entry(&note.location, &note.message));
    let others: Vec<String> = related.chain(called.take(MOST_STEPS)).collect();
    if !others.is_empty() {
        text += "\n## What belongs to it\n\n";
        others.iter().for_each(|other| text += &format!("- {other}"));
    }
    text
}

/// The input that leads to a finding, as a paragraph.
fn input(finding: &Finding, longest: usize) -> String {
    match inputs(&finding.input, longest).join("\n") {
        inputs if inputs.is_empty() => String::new(),
        inputs => format!("\nIt happens with this input:\n\n```\n{inputs}\n```\n"),
    }
}

/// The steps that are shown, with their numbers.
fn steps(finding: &Finding) -> impl Iterator<Item = (usize, &Note)> {
    let skipped = finding.path.len().saturating_sub(MOST_STEPS);
    (1..).zip(&finding.path).skip(skipped)
}

/// The line of a note, and its file if that is another one than the finding's.
fn line_of(note: &Note, finding: &Finding) -> String {
    let line = format!("line {}", note.location.line);
    match note.location.file.file_name() {
        Some(file) if path(&note.location) != path(&finding.location) => {
            format!("{line} of {}", file.to_string_lossy())
        }
        _ => line,
    }
}

/// What is said above a function in which so many bugs were found.
pub fn lens(covered: &Coverage, bugs: usize) -> String {
    let Coverage { reached, blocks, paths, .. } = covered;
    if *reached == 0 {
        return "Margay: not reached".to_owned();
    }
    let paths = count(*paths, "path");
    let bugs = match bugs {
        0 => "no bugs found".to_owned(),
        bugs => count(u64::try_from(bugs).unwrap_or(u64::MAX), "bug"),
    };
    let missing = match reached == blocks {
        true => String::new(),
        false => format!(", {reached} of {blocks} blocks reached"),
    };
    format!("Margay: {paths}, {bugs}{missing}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_above_functions() {
        let said = |reached, blocks, paths, bugs| {
            let location = finding::Location {
                file: "a.c".into(),
                directory: "/".into(),
                line: 1,
                column: 0,
                function: Some("f".to_owned()),
            };
            lens(&Coverage { location, reached, blocks, paths }, bugs)
        };
        assert_eq!(said(9, 9, 3, 1), "Margay: 3 paths, 1 bug");
        assert_eq!(said(4, 9, 1, 0), "Margay: 1 path, no bugs found, 4 of 9 blocks reached");
        assert_eq!(said(4, 4, 1302, 2), "Margay: 1,302 paths, 2 bugs");
        assert_eq!(said(0, 9, 0, 0), "Margay: not reached");
    }
}
