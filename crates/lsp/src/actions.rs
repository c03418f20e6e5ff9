//! What can be done about a finding.

use crate::diagnostics::SOURCE;
use crate::fixes::Fix;
use crate::position::{Encoding, Lines};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Command, Diagnostic, NumberOrString, Position,
    Range, TextEdit, Uri, WorkspaceEdit,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Commands that the server knows.
pub const EXPLAIN: &str = "margay.explain";
pub const SHOW_PATH: &str = "margay.showPath";
pub const WRITE_TEST: &str = "margay.writeTest";
pub const COMMANDS: &[&str] = &[EXPLAIN, SHOW_PATH, WRITE_TEST];

/// The findings that a command is about: those that begin in a range of a text, of a rule if it names
/// one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Meant {
    pub uri: Uri,
    pub range: Range,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// The rule of one of our diagnostics.
pub fn rule(diagnostic: &Diagnostic) -> Option<&str> {
    match (&diagnostic.source, &diagnostic.code) {
        (Some(source), Some(NumberOrString::String(rule))) if source == SOURCE => Some(rule),
        _ => None,
    }
}

/// A text that actions are for.
pub struct Text<'a> {
    pub uri: &'a Uri,
    pub text: &'a str,
    pub encoding: Encoding,
}

/// What is offered for some diagnostics of a text: what mends them comes first.
pub fn offered(
    text: &Text<'_>,
    diagnostics: &[Diagnostic],
    fixes: &[Fix],
) -> Vec<CodeActionOrCommand> {
    let ours = diagnostics.iter().filter_map(|diagnostic| Some((diagnostic, rule(diagnostic)?)));
    ours.flat_map(|(diagnostic, rule)| {
        let line = diagnostic.range.start.line + 1;
        let own = fixes.iter().filter(move |fix| fix.rule == rule && fix.line == line);
        let mended = own.map(|fix| mend(text, diagnostic, fix));
        let Text { uri, .. } = text;
        let (uri, range) = ((*uri).clone(), diagnostic.range);
        let meant = json!(Meant { uri, range, rule: Some(rule.to_owned()) });
        let commands = [
            (format!("Show the path to this {rule}"), SHOW_PATH, meant.clone()),
            (format!("Write this {rule} as a test"), WRITE_TEST, meant),
            (format!("Explain {rule}"), EXPLAIN, json!(rule)),
        ];
        let commands = commands.map(|(title, name, about)| command(diagnostic, title, name, about));
        mended.chain([suppress(text, diagnostic, rule)]).chain(commands)
    })
    .map(CodeActionOrCommand::CodeAction)
    .collect()
}

/// An edit of the text.
fn edit(text: &Text<'_>, mut edit: TextEdit) -> WorkspaceEdit {
    // Lines end as the others do.
    if text.text.contains("\r\n") {
        edit.new_text = edit.new_text.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    let changes = Some(HashMap::from([(text.uri.clone(), vec![edit])]));
    WorkspaceEdit { changes, ..WorkspaceEdit::default() }
}

/// An edit that is known to mend a finding.
fn mend(text: &Text<'_>, diagnostic: &Diagnostic, fix: &Fix) -> CodeAction {
    let lines = Lines::new(text.text);
    let [start, end] = [fix.range.start, fix.range.end].map(|at| lines.position(at, text.encoding));
    let change = TextEdit { range: Range::new(start, end), new_text: fix.text.clone() };
    CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        edit: Some(edit(text, change)),
        is_preferred: Some(true),
        ..CodeAction::default()
    }
}

/// A comment on a line of its own, before the finding.
fn suppress(text: &Text<'_>, diagnostic: &Diagnostic, rule: &str) -> CodeAction {
    let number = diagnostic.range.start.line;
    let line = Lines::new(text.text).line(number as usize).unwrap_or_default();
    let indent = &line[..line.len() - line.trim_start().len()];
    let start = Position::new(number, 0);
    let new_text = format!("{indent}// margay-ignore: {rule}\n");
    let comment = TextEdit { range: Range::new(start, start), new_text };
    CodeAction {
        title: format!("Ignore {rule} here"),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        edit: Some(edit(text, comment)),
        ..CodeAction::default()
    }
}

/// A command about something, such as a finding.
fn command(diagnostic: &Diagnostic, title: String, name: &str, about: Value) -> CodeAction {
    CodeAction {
        title: title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        command: Some(Command { title, command: name.to_owned(), arguments: Some(vec![about]) }),
        ..CodeAction::default()
    }
}
