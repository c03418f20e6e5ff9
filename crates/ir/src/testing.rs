//! What tests of several crates share: small outcomes and sources without files.

use crate::finding::{
    Confirmation, Finding, Form, Input, Location, Note, Outcome, Rule, Severity, Source, Statistics,
};
use crate::texts::Sources;
use std::path::Path;

/// Files by their last name, wherever they are.
pub fn sources(files: &[(&str, &[u8])]) -> impl Sources + use<> {
    let files: Vec<_> =
        files.iter().map(|(name, text)| (name.to_string(), text.to_vec())).collect();
    move |file: &Path| {
        files.iter().find(|(name, _)| file.ends_with(name)).map(|(_, text)| text.clone())
    }
}

pub fn location(file: &str, line: u32, column: u32) -> Location {
    let function = Some("parse".to_owned());
    Location { file: file.into(), directory: "".into(), line, column, function }
}

pub fn note(file: &str, line: u32, column: u32, message: &str) -> Note {
    Note::new(location(file, line, column), message)
}

/// A finding with nothing but a place.
pub fn finding(file: &str, line: u32, column: u32) -> Finding {
    Finding {
        rule: "buffer-overflow".into(),
        severity: Severity::Error,
        message: "write of 1 byte past the end of `name` (char[16])".into(),
        label: String::new(),
        act: None,
        cwe: vec![],
        alone: None,
        possible: false,
        in_object: false,
        accessed: None,
        cause: None,
        also: Vec::new(),
        location: location(file, line, column),
        stack: vec![],
        related: vec![],
        path: vec![],
        input: vec![],
        turns: Vec::new(),
        course: None,
        likelihood: None,
        likelihood_at_most: false,
        confirmation: Confirmation::Untried,
        suppressed: None,
        passed: Vec::new(),
    }
}

/// The program of [`full`].
pub const PARSER: &[u8] = b"#include <stdio.h>

static void parse(void) {
    char name[16];
    int n = 0, c;
    while ((c = getchar()) != EOF)
        name[n++] = c;
}

int main(void) {
    parse();
}
";

/// A finding with everything, in [`PARSER`].
pub fn full() -> Finding {
    let mut call = location("parser.c", 11, 5);
    call.function = Some("main".into());
    Finding {
        label: "index 16, valid indices are 0..=15".into(),
        cwe: vec![121, 787],
        stack: vec![call.clone()],
        related: vec![note("parser.c", 4, 10, "`name` is declared here")],
        path: vec![
            Note::new(call, "calls `parse`"),
            note("parser.c", 6, 12, "`c` is 65"),
            note("parser.c", 6, 5, "the loop is entered for the 17th time"),
        ],
        input: vec![
            Input {
                source: Source::Stdin,
                bytes: vec![b'A'; 17],
                form: Form::Bytes,
                location: Some(location("parser.c", 6, 17)),
            },
            Input {
                source: Source::Return { function: "rand".into() },
                bytes: vec![5, 0, 0, 0],
                form: Form::Signed,
                location: None,
            },
        ],
        likelihood: Some(0.003906),
        confirmation: Confirmation::Confirmed { by: "AddressSanitizer".into() },
        ..finding("parser.c", 7, 9)
    }
}

pub fn outcome(findings: Vec<Finding>) -> Outcome {
    let statistics = Statistics {
        files: 1,
        entries: 1,
        paths: 14,
        cut_paths: 0,
        steps: 1203,
        queries: 40,
        milliseconds: 210,
        nearest: None,
        details: None,
    };
    Outcome { findings, omissions: vec![], statistics, tree: None }
}

pub static OVERFLOW: Rule = Rule {
    name: "buffer-overflow",
    summary: "an access outside of the object that it starts in",
    severity: Severity::Error,
    cwe: &[121, 122],
    explanation: "An access that leaves its object.\n\nIt reads or ruins what lies beside.\n",
    ..Rule::BLANK
};

pub static LEAK: Rule = Rule {
    name: "memory-leak",
    summary: "memory that nothing refers to any more",
    severity: Severity::Warning,
    cwe: &[401],
    explanation: "Memory is lost.\n",
    ..Rule::BLANK
};
