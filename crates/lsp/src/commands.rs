//! What the editor has the server do about a finding.
//!
//! An answer is for editors that can use it. Most editors drop it, so what there is to be read is
//! also shown as a document, where they can do that. Editors that know these commands say so, in
//! `capabilities.experimental.margay.commands`: they are left to show what they are answered.

use crate::actions::{COMMANDS, EXPLAIN, Meant, SHOW_PATH, WRITE_TEST};
use crate::diagnostics::{self, Texts};
use crate::server::{Known, ServeError, Server};
use crate::worker::{self, WantedTest};
use crate::{WrittenTest, uri};
use lsp_server::{ErrorCode, Request, RequestId, Response};
use lsp_types::notification::ShowMessage;
use lsp_types::request::ShowDocument;
use lsp_types::{
    ClientCapabilities, ExecuteCommandParams, MessageType, ShowDocumentParams, ShowMessageParams,
};
use margay_ir::finding::Finding;
use margay_report::path;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What an editor can do about commands.
#[derive(Debug, Default)]
pub(crate) struct Abilities {
    /// Those that it carries out itself: it asks the server for what it needs.
    own: BTreeSet<String>,
    /// It shows a document when it is asked to.
    shows_documents: bool,
}

impl Abilities {
    pub fn of(capabilities: &ClientCapabilities) -> Abilities {
        let own = capabilities.experimental.as_ref().map(|own| own["margay"]["commands"].clone());
        let window = capabilities.window.as_ref();
        let documents = window.and_then(|window| window.show_document.as_ref());
        Abilities {
            own: own.and_then(|own| serde_json::from_value(own).ok()).unwrap_or_default(),
            shows_documents: documents.is_some_and(|documents| documents.support),
        }
    }

    /// The commands that the server carries out.
    pub fn commands(&self) -> Vec<String> {
        let commands = COMMANDS.iter().map(|command| (*command).to_owned());
        commands.filter(|command| !self.own.contains(command)).collect()
    }
}

impl Server {
    pub(crate) fn execute(&mut self, request: Request) -> Result<(), ServeError> {
        let Request { id, params, .. } = request;
        let params: ExecuteCommandParams = match serde_json::from_value(params) {
            Ok(params) => params,
            Err(error) => {
                let words = format!("the command is not understood: {error}");
                return self.answer(Response::new_err(id, ErrorCode::InvalidParams as i32, words));
            }
        };
        let ExecuteCommandParams { command, arguments, .. } = params;
        let document = match command.as_str() {
            EXPLAIN => self.explained(&arguments),
            SHOW_PATH => self.path_shown(&arguments),
            WRITE_TEST => match self.begin_test(&id, &arguments) {
                Ok(()) => return Ok(()),
                Err(why) => Err(why),
            },
            _ => Err(format!("there is no command `{command}`")),
        };
        match document {
            Ok((name, markdown)) => {
                self.answer(Response::new_ok(id, json!(markdown)))?;
                self.show(&command, &name, &markdown)
            }
            Err(why) => self.refuse(id, why),
        }
    }

    fn refuse(&self, id: RequestId, why: String) -> Result<(), ServeError> {
        self.answer(Response::new_err(id, ErrorCode::RequestFailed as i32, why))
    }

    /// Shows a text that need not be kept, where the editor can do that and does not do so already.
    fn show(&mut self, command: &str, name: &str, text: &str) -> Result<(), ServeError> {
        if !self.abilities.shows_documents || self.abilities.own.contains(command) {
            return Ok(());
        }
        let Some(directory) = self.analyse.scratch() else { return Ok(()) };
        let file = directory.join(format!("{name}.md"));
        let written =
            std::fs::create_dir_all(&directory).and_then(|()| std::fs::write(&file, text));
        if let Err(error) = written {
            let words = format!("{} cannot be written: {error}", file.display());
            return self.log(MessageType::WARNING, words);
        }
        let Some(uri) = uri::of(&file) else { return Ok(()) };
        let (external, take_focus, selection) = (Some(false), Some(true), None);
        self.ask::<ShowDocument>(ShowDocumentParams { uri, external, take_focus, selection })
    }

    /// The explanation of a rule, with a name for it.
    fn explained(&self, arguments: &[Value]) -> Result<(String, String), String> {
        let name = arguments.first().and_then(Value::as_str);
        let name = name.ok_or("which rule? It takes the name of one")?;
        let rule = self.analyse.rule(name).ok_or_else(|| format!("there is no rule `{name}`"))?;
        Ok((rule.name.to_owned(), format!("# {}\n\n{}", rule.name, rule.explanation)))
    }

    /// The paths to the findings that are meant, with a name for all.
    fn path_shown(&self, arguments: &[Value]) -> Result<(String, String), String> {
        let unsaved = self.documents.unsaved();
        let texts = Texts::new(&unsaved, self.encoding);
        let findings = self.meant(arguments, &texts)?;
        let pages: Vec<String> =
            findings.iter().map(|(.., finding)| diagnostics::page(finding, &texts)).collect();
        Ok((name_of(findings[0].2), pages.join(diagnostics::BETWEEN_FINDINGS)))
    }

    /// The findings that the first argument means, with the text that was analysed; not none. The
    /// error is a sentence.
    fn meant(
        &self,
        arguments: &[Value],
        texts: &Texts<'_>,
    ) -> Result<Vec<(&PathBuf, &Known, &Finding)>, String> {
        let meant: Result<Meant, _> =
            serde_json::from_value(arguments.first().cloned().unwrap_or_default());
        let Meant { uri, range, rule } =
            meant.map_err(|_| "which finding? It takes { uri, range, rule }".to_owned())?;
        let file = uri::path(&uri).unwrap_or_default();
        let is_meant = |finding: &Finding| {
            let start = texts.range(&finding.location).start;
            path(&finding.location) == file
                && range.start <= start
                && start <= range.end
                && rule.as_ref().is_none_or(|rule| *rule == finding.rule)
        };
        let mut findings: Vec<(&PathBuf, &Known, &Finding)> = Vec::new();
        for (source, known) in &self.known {
            for finding in known.findings.iter().filter(|finding| is_meant(finding)) {
                // What stands in a header may have been found from several texts.
                let is_same = |other: &Finding| {
                    (&other.rule, &other.location) == (&finding.rule, &finding.location)
                };
                if !findings.iter().any(|(.., other)| is_same(other)) {
                    findings.push((source, known, finding));
                }
            }
        }
        match findings.is_empty() {
            true => Err("the finding is not there any more".to_owned()),
            false => Ok(findings),
        }
    }

    /// Has the test written that a request wants; its answer comes when that is done. The error is a
    /// sentence.
    fn begin_test(&mut self, id: &RequestId, arguments: &[Value]) -> Result<(), String> {
        let unsaved = self.documents.unsaved();
        let texts = Texts::new(&unsaved, self.encoding);
        let found = self.meant(arguments, &texts)?;
        let (source, known, finding) = found[0];
        let below = match arguments.get(1) {
            None | Some(Value::Null) => None,
            Some(directory) => {
                let directory = directory.as_str().map(PathBuf::from);
                let absolute = directory.filter(|directory| directory.is_absolute());
                Some(absolute.ok_or("the directory for the test has to be an absolute path")?)
            }
        };
        self.ensure_saved(source)?;
        if self.documents.get(source).is_some_and(|text| text.version != known.version) {
            return Err("the text has changed and is being analysed; try again then".to_owned());
        }
        let (file, finding, settings) = (source.clone(), finding.clone(), self.settings.clone());
        let wanted = WantedTest { file, finding, below, settings };
        worker::write_test(self.analyse.clone(), self.said.clone(), id.clone(), wanted)
            .map_err(|error| format!("no test can be written: {error}"))?;
        self.tests.insert(id.clone());
        Ok(())
    }

    /// A test builds what is on the disk: what was found in a text that is not there would be tested
    /// in vain. Any open header may be part of the text.
    fn ensure_saved(&self, source: &Path) -> Result<(), String> {
        for (file, document) in self.documents.iter() {
            let counts = file == source || document.is_header;
            let is_saved =
                || margay_report::disk(file).is_some_and(|disk| disk == document.text.as_bytes());
            if counts && !is_saved() {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                return Err(format!(
                    "{name} is not saved; save it first, a test is of saved files"
                ));
            }
        }
        Ok(())
    }

    /// The test that a request wanted is written, or cannot be.
    pub(crate) fn finish_test(
        &mut self,
        id: RequestId,
        result: Result<WrittenTest, String>,
    ) -> Result<(), ServeError> {
        // A cancelled request was answered already.
        if !self.tests.remove(&id) {
            return Ok(());
        }
        match result {
            Ok(test) => {
                self.answer(Response::new_ok(id, json!(test)))?;
                if self.abilities.own.contains(WRITE_TEST) {
                    return Ok(());
                }
                let message = format!("Margay: the test is {}", test.script.display());
                self.tell::<ShowMessage>(ShowMessageParams { typ: MessageType::INFO, message })
            }
            Err(why) => self.refuse(id, why),
        }
    }

    /// A request is cancelled. Only requests for a test take long; one that is being written is finished, which does no
    /// harm.
    pub(crate) fn cancel(&mut self, params: Value) -> Result<(), ServeError> {
        let id = params.get("id").cloned().unwrap_or_default();
        let id: Option<RequestId> = serde_json::from_value(id).ok();
        let Some(id) = id.filter(|id| self.tests.remove(id)) else { return Ok(()) };
        let words = "the request was cancelled".to_owned();
        self.answer(Response::new_err(id, ErrorCode::RequestCanceled as i32, words))
    }
}

/// A name for what is told of a finding, of letters that any file may have in its name.
fn name_of(finding: &Finding) -> String {
    let file = finding.location.file.file_stem().unwrap_or_default().to_string_lossy();
    let name = format!("{}-{file}-{}", finding.rule, finding.location.line);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect()
}
