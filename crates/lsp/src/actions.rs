//! What can be done about a finding.

use crate::diagnostics::SOURCE;
use crate::position::Lines;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Command, Diagnostic, NumberOrString, Position,
    Range, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::json;
use std::collections::HashMap;

/// Commands that the server knows.
pub const EXPLAIN: &str = "margay.explain";
pub const COMMANDS: &[&str] = &[EXPLAIN];

/// The rule of one of our diagnostics.
pub fn rule(diagnostic: &Diagnostic) -> Option<&str> {
    match (&diagnostic.source, &diagnostic.code) {
        (Some(source), Some(NumberOrString::String(rule))) if source == SOURCE => Some(rule),
        _ => None,
    }
}

/// What is offered for some diagnostics of a text.
pub fn offered(uri: &Uri, text: &str, diagnostics: &[Diagnostic]) -> Vec<CodeActionOrCommand> {
    let ours = diagnostics.iter().filter_map(|diagnostic| Some((diagnostic, rule(diagnostic)?)));
    ours.flat_map(|(diagnostic, rule)| {
        [suppress(uri, text, diagnostic, rule), explain(diagnostic, rule)]
    })
    .map(CodeActionOrCommand::CodeAction)
    .collect()
}

/// A comment on a line of its own, before the finding.
fn suppress(uri: &Uri, text: &str, diagnostic: &Diagnostic, rule: &str) -> CodeAction {
    let number = diagnostic.range.start.line;
    let line = Lines::new(text).line(number as usize).unwrap_or_default();
    let indent = &line[..line.len() - line.trim_start().len()];
    let start = Position::new(number, 0);
    let new_text = format!("{indent}// margay-ignore: {rule}\n");
    let edit = TextEdit { range: Range::new(start, start), new_text };
    CodeAction {
        title: format!("Ignore {rule} here"),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        edit: Some(WorkspaceEdit {
            changes: Some(HashMap::from([(uri.clone(), vec![edit])])),
            ..WorkspaceEdit::default()
        }),
        ..CodeAction::default()
    }
}

fn explain(diagnostic: &Diagnostic, rule: &str) -> CodeAction {
    let title = format!("Explain {rule}");
    CodeAction {
        title: title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        command: Some(Command {
            title,
            command: EXPLAIN.to_owned(),
            arguments: Some(vec![json!(rule)]),
        }),
        ..CodeAction::default()
    }
}
