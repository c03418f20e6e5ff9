//! Findings as the protocol has them.

use crate::position::{Encoding, Lines};
use crate::uri;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range,
    Uri,
};
use margay_ir::finding::{self, Confirmation, Coverage, Finding, Note, Severity};
use margay_report::{count, inputs, path};
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
            let bytes = std::fs::read(file).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into()
        });
        text.clone()
    }

    pub fn range(&self, location: &finding::Location) -> Range {
        let text = self.text(&path(location));
        Lines::new(&text).range(location.line, location.column, self.encoding)
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
    let called = finding.stack.iter().take(MOST_STEPS).map(|location| Note {
        location: location.clone(),
        message: "called from here".to_owned(),
        act: None,
    });
    let steps = finding.path[skipped..].iter().chain(&finding.related).cloned();
    let related: Vec<DiagnosticRelatedInformation> = steps
        .chain(called)
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
    let inputs = inputs(&finding.input, LONGEST_INPUT);
    if !inputs.is_empty() {
        text += "\nIt happens with this input:\n\n```\n";
        text += &inputs.join("\n");
        text += "\n```\n";
    }
    if !finding.path.is_empty() {
        text += "\nThe way there:\n\n";
        let skipped = finding.path.len().saturating_sub(MOST_STEPS);
        for (number, Note { location, message, .. }) in
            finding.path.iter().enumerate().skip(skipped)
        {
            text += &format!("{}. line {}: {message}\n", number + 1, location.line);
        }
    }
    text
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
