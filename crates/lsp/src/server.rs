//! What the editor says, and what it is answered.

use crate::actions::{self, Meant, SHOW_PATH};
use crate::commands::Abilities;
use crate::diagnostics::{self, Texts};
use crate::documents::{Document, Documents};
use crate::fixes::{self, Fix};
use crate::position::Encoding;
use crate::transport::UNREADABLE;
use crate::worker::{self, Done, Far, Job, Said, Stale};
use crate::{Analyse, Analysis, EditorSettings, Unsaved, uri};
use crossbeam_channel::{Receiver, Sender, after, never, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeConfiguration, DidChangeTextDocument, DidChangeWatchedFiles,
    DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Exit, LogMessage,
    Notification as _, Progress, PublishDiagnostics, WorkDoneProgressCancel,
};
use lsp_types::request::{
    CodeActionRequest, CodeLensRefresh, CodeLensRequest, ExecuteCommand, HoverRequest,
    RegisterCapability, Request as _, Shutdown, WorkDoneProgressCreate,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLens, CodeLensOptions,
    Command, Diagnostic, DidChangeWatchedFilesRegistrationOptions, ExecuteCommandOptions,
    FileSystemWatcher, GlobPattern, Hover, HoverContents, HoverProviderCapability,
    InitializeParams, LogMessageParams, MarkupContent, MarkupKind, MessageType, NumberOrString,
    ProgressParams, ProgressParamsValue, PublishDiagnosticsParams, Range, Registration,
    RegistrationParams, SaveOptions, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgress,
    WorkDoneProgressBegin, WorkDoneProgressCreateParams, WorkDoneProgressEnd,
    WorkDoneProgressOptions, WorkDoneProgressReport,
};
use margay_ir::finding::{Coverage, Finding};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long the user must not type before a text is analysed.
const PAUSE: Duration = Duration::from_millis(250);

/// Why the server ended before the editor said so.
#[derive(Debug)]
pub struct ServeError(String);

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ServeError {}

fn failed(error: impl fmt::Display) -> ServeError {
    ServeError(error.to_string())
}

/// Ends a server, from any thread.
pub struct End(Sender<()>);

/// What a server looks at to see whether it shall end.
pub struct Ending(Receiver<()>);

/// What ends a server that the editor has not ended.
pub fn ending() -> (End, Ending) {
    let (sender, receiver) = unbounded();
    (End(sender), Ending(receiver))
}

impl End {
    pub fn end(&self) {
        // If this fails, the server has ended already.
        let _ = self.0.send(());
    }
}

/// Serves one editor until it says that it is done, or it is ended.
pub fn serve(
    connection: &Connection,
    analyse: Arc<dyn Analyse>,
    ending: &Ending,
) -> Result<(), ServeError> {
    let (id, params) = connection
        .initialize_start_while(|| ending.0.is_empty())
        .map_err(|_| ServeError("the editor left before it said who it is".to_owned()))?;
    let params: InitializeParams = match serde_json::from_value(params) {
        Ok(params) => params,
        Err(error) => {
            let words = format!("the editor cannot be understood: {error}");
            let code = ErrorCode::InvalidParams as i32;
            let _ = connection.sender.send(Response::new_err(id, code, words.clone()).into());
            return Err(ServeError(words));
        }
    };
    let general = params.capabilities.general.as_ref();
    let offered = general.and_then(|general| general.position_encodings.clone());
    let encoding = Encoding::among(&offered.unwrap_or_default());
    let abilities = Abilities::of(&params.capabilities);
    let answer = json!({
        "capabilities": capabilities(encoding, abilities.commands()),
        "serverInfo": { "name": "margay", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer).map_err(failed)?;
    let (said, heard) = unbounded();
    let (jobs, worker) = worker::start(analyse.clone(), said.clone()).map_err(failed)?;
    let window = params.capabilities.window.as_ref();
    let workspace = params.capabilities.workspace.as_ref();
    let watches = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
    let mut server = Server {
        to_client: connection.sender.clone(),
        analyse,
        jobs,
        said,
        encoding,
        abilities,
        documents: Documents::default(),
        settings: EditorSettings::default(),
        waiting: BTreeMap::new(),
        running: None,
        known: BTreeMap::new(),
        untried: VecDeque::new(),
        tests: BTreeSet::new(),
        shows_progress: window.and_then(|window| window.work_done_progress) == Some(true),
        refreshes_lenses: workspace
            .and_then(|workspace| workspace.code_lens.as_ref())
            .and_then(|lenses| lenses.refresh_support)
            == Some(true),
        next_request: 0,
    };
    server.configure(params.initialization_options.unwrap_or_default());
    if watches.and_then(|watches| watches.dynamic_registration) == Some(true) {
        server.watch_files();
    }
    let served = server.run(&connection.receiver, &heard, ending);
    // Without jobs the worker ends, once it has saved what it knows.
    drop(server);
    let _ = worker.join();
    served
}

fn capabilities(encoding: Encoding, commands: Vec<String>) -> ServerCapabilities {
    let save = TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) });
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(save),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands,
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        ..ServerCapabilities::default()
    }
}

/// What is known of a file.
#[derive(Default)]
pub(crate) struct Known {
    pub version: i32,
    pub findings: Vec<Finding>,
    coverage: Vec<Coverage>,
    /// Files that were told diagnostics because of it.
    told: BTreeSet<PathBuf>,
    /// Edits that mend a finding, as an analysis has shown.
    fixes: Vec<Fix>,
}

/// An analysis under way.
struct Running {
    file: PathBuf,
    stale: Stale,
    token: Option<NumberOrString>,
    /// How far it was last said to be.
    percent: u32,
    paths: u64,
    /// The edit that is tried, and of which text.
    tries: Option<(PathBuf, i32, Fix)>,
}

pub(crate) struct Server {
    to_client: Sender<Message>,
    pub analyse: Arc<dyn Analyse>,
    jobs: Sender<Job>,
    /// Where those that work say what came of it.
    pub said: Sender<Said>,
    pub encoding: Encoding,
    pub abilities: Abilities,
    pub documents: Documents,
    pub settings: EditorSettings,
    /// Files to analyse, and not before when.
    waiting: BTreeMap<PathBuf, Instant>,
    running: Option<Running>,
    pub known: BTreeMap<PathBuf, Known>,
    /// Edits that are to be tried when there is nothing else to do, with the version of the text.
    untried: VecDeque<(PathBuf, i32, Fix)>,
    /// Requests for tests that are being written.
    pub tests: BTreeSet<RequestId>,
    shows_progress: bool,
    refreshes_lenses: bool,
    next_request: i32,
}

impl Server {
    fn run(
        &mut self,
        messages: &Receiver<Message>,
        heard: &Receiver<Said>,
        ending: &Ending,
    ) -> Result<(), ServeError> {
        let mut asked_to_end = false;
        loop {
            let wake = match self.next_due() {
                Some(due) if self.running.is_none() => {
                    after(due.saturating_duration_since(Instant::now()))
                }
                None if self.running.is_none() && !self.untried.is_empty() => after(Duration::ZERO),
                _ => never(),
            };
            select! {
                recv(messages) -> message => match message {
                    Ok(Message::Request(request)) if request.method == Shutdown::METHOD => {
                        asked_to_end = true;
                        self.answer(Response::new_ok(request.id, Value::Null))?;
                    }
                    Ok(Message::Request(request)) if asked_to_end => {
                        let words = "the server was shut down".to_owned();
                        let code = ErrorCode::InvalidRequest as i32;
                        self.answer(Response::new_err(request.id, code, words))?;
                    }
                    Ok(Message::Request(request)) => self.request(request)?,
                    Ok(Message::Notification(said)) if said.method == Exit::METHOD => break,
                    Ok(Message::Notification(said)) => self.hear(said)?,
                    // Answers to what we asked are of no consequence.
                    Ok(Message::Response(_)) => {}
                    // The editor is gone.
                    Err(_) => break,
                },
                recv(heard) -> said => match said {
                    Ok(Said::Far(far)) => self.report(far)?,
                    Ok(Said::Done(done)) => self.finish(done)?,
                    Ok(Said::Test(id, result)) => self.finish_test(id, result)?,
                    Err(_) => return Err(ServeError("the analysis has ended".to_owned())),
                },
                recv(ending.0) -> _ => {
                    asked_to_end = true;
                    break;
                }
                recv(wake) -> _ => self.begin()?,
            }
        }
        if let Some(running) = &self.running {
            running.stale.mark();
        }
        if asked_to_end { Ok(()) } else { Err(ServeError("the editor left".to_owned())) }
    }

    pub fn answer(&self, message: impl Into<Message>) -> Result<(), ServeError> {
        self.to_client.send(message.into()).map_err(failed)
    }

    pub fn tell<N: lsp_types::notification::Notification>(
        &self,
        params: N::Params,
    ) -> Result<(), ServeError> {
        self.answer(Notification::new(N::METHOD.to_owned(), params))
    }

    pub fn ask<R: lsp_types::request::Request>(
        &mut self,
        params: R::Params,
    ) -> Result<(), ServeError> {
        self.next_request += 1;
        let id = format!("margay-{}", self.next_request);
        self.answer(Request::new(id.into(), R::METHOD.to_owned(), params))
    }

    /// The files that say how a file is compiled and checked are watched.
    fn watch_files(&mut self) {
        let watcher = |glob: &str| FileSystemWatcher {
            glob_pattern: GlobPattern::String(glob.to_owned()),
            kind: None,
        };
        let watchers =
            ["**/compile_commands.json", "**/margay.toml", "**/*.h"].map(watcher).to_vec();
        let options = DidChangeWatchedFilesRegistrationOptions { watchers };
        let registration = Registration {
            id: "margay-files".to_owned(),
            method: DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: serde_json::to_value(options).ok(),
        };
        // Who is gone will be noticed when there is something to say.
        let _ = self
            .ask::<RegisterCapability>(RegistrationParams { registrations: vec![registration] });
    }

    /// Takes over settings, if these are some; false if nothing has changed.
    fn configure(&mut self, settings: Value) -> bool {
        let own = settings.get("margay").cloned().unwrap_or(settings);
        if !own.is_object() {
            return false;
        }
        // One that is wrong does not take the others with it.
        let mut taken = serde_json::Map::new();
        for (name, value) in own.as_object().into_iter().flatten() {
            let one = json!({ name: value });
            match serde_json::from_value::<EditorSettings>(one) {
                Ok(_) => {
                    taken.insert(name.clone(), value.clone());
                }
                Err(error) => {
                    let words = format!("the setting `margay.{name}` is not taken: {error}");
                    let _ = self.log(MessageType::WARNING, words);
                }
            }
        }
        let settings = serde_json::from_value::<EditorSettings>(Value::Object(taken));
        let Ok(settings) = settings else { return false };
        std::mem::replace(&mut self.settings, settings) != self.settings
    }

    pub fn log(&self, typ: MessageType, message: String) -> Result<(), ServeError> {
        self.tell::<LogMessage>(LogMessageParams { typ, message })
    }

    fn next_due(&self) -> Option<Instant> {
        self.waiting.values().min().copied()
    }

    /// A file has to be analysed once the user pauses; what is under way for it is stale.
    fn want(&mut self, file: PathBuf, pause: Duration) {
        // Who tries an edit gives way to any text.
        let gives_way = |running: &&mut Running| running.file == file || running.tries.is_some();
        if let Some(running) = self.running.as_mut().filter(gives_way) {
            running.stale.mark();
            self.untried.extend(running.tries.take());
        }
        self.waiting.insert(file, Instant::now() + pause);
    }

    fn want_all(&mut self) {
        let files: Vec<PathBuf> = self.documents.sources().cloned().collect();
        files.into_iter().for_each(|file| self.want(file, PAUSE));
    }

    /// Begins with the file that has waited longest.
    fn begin(&mut self) -> Result<(), ServeError> {
        let now = Instant::now();
        let due = self.waiting.iter().filter(|(_, due)| **due <= now).min_by_key(|(_, due)| **due);
        let Some(file) = due.map(|(file, _)| file.clone()) else { return self.try_fix() };
        self.waiting.remove(&file);
        let Some(document) = self.documents.get(&file) else { return Ok(()) };
        let version = document.version;
        let token = self.begin_progress(&file)?;
        self.start(file, version, None, self.documents.unsaved(), token)
    }

    /// Analyses a text with an edit, to see whether it mends what was found.
    fn try_fix(&mut self) -> Result<(), ServeError> {
        let Some((file, version, fix)) = self.untried.pop_front() else { return Ok(()) };
        let text = self.documents.get(&file).filter(|document| document.version == version);
        let Some(edited) = text.map(|document| fix.apply(&document.text)) else { return Ok(()) };
        let mut unsaved = self.documents.unsaved();
        unsaved.insert(file.clone(), edited.into());
        self.start(file, version, Some(fix), unsaved, None)
    }

    fn start(
        &mut self,
        file: PathBuf,
        version: i32,
        fix: Option<Fix>,
        unsaved: Unsaved,
        token: Option<NumberOrString>,
    ) -> Result<(), ServeError> {
        let (stale, settings) = (Stale::default(), self.settings.clone());
        let tries = fix.clone().map(|fix| (file.clone(), version, fix));
        let (reports, percent, paths) = (token.is_some(), 0, 0);
        let job = Job { file, version, unsaved, settings, stale, reports, fix };
        let (file, stale) = (job.file.clone(), job.stale.clone());
        self.running = Some(Running { file, stale, token, percent, paths, tries });
        self.jobs.send(job).map_err(failed)
    }

    fn begin_progress(&mut self, file: &Path) -> Result<Option<NumberOrString>, ServeError> {
        if !self.shows_progress {
            return Ok(None);
        }
        let token = NumberOrString::String(format!("margay-work-{}", self.next_request));
        self.ask::<WorkDoneProgressCreate>(WorkDoneProgressCreateParams { token: token.clone() })?;
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let begin = WorkDoneProgress::Begin(WorkDoneProgressBegin {
            title: format!("Margay: {name}"),
            cancellable: Some(true),
            percentage: Some(0),
            ..WorkDoneProgressBegin::default()
        });
        let value = ProgressParamsValue::WorkDone(begin);
        self.tell::<Progress>(ProgressParams { token: token.clone(), value })?;
        Ok(Some(token))
    }

    /// The analysis under way is so far. Threads that tell of it may overtake each other, and what is
    /// shown only grows.
    fn report(&mut self, far: Far) -> Result<(), ServeError> {
        let Some(running) = &mut self.running else { return Ok(()) };
        running.percent = running.percent.max(far.percent);
        running.paths = running.paths.max(far.progress.paths);
        let Some(token) = running.token.clone() else { return Ok(()) };
        let paths = margay_report::count(running.paths, "path");
        let report = WorkDoneProgress::Report(WorkDoneProgressReport {
            message: Some(format!("{paths}, {} waiting", far.progress.waiting)),
            percentage: Some(running.percent),
            cancellable: None,
        });
        let value = ProgressParamsValue::WorkDone(report);
        self.tell::<Progress>(ProgressParams { token, value })
    }

    /// An analysis has ended.
    fn finish(&mut self, done: Done) -> Result<(), ServeError> {
        if let Some(token) = self.running.take().and_then(|running| running.token) {
            let end = WorkDoneProgress::End(WorkDoneProgressEnd { message: None });
            let value = ProgressParamsValue::WorkDone(end);
            self.tell::<Progress>(ProgressParams { token, value })?;
        }
        let Done { file, version, fix, result } = done;
        // The text was changed in the meantime, or closed.
        let is_current = self.documents.get(&file).is_some_and(|d| d.version == version);
        match result {
            Some(result) if fix.is_some() => {
                let known = self.known.get_mut(&file).filter(|_| is_current);
                if let (Some(known), Some(fix), Ok(analysis)) = (known, fix, result)
                    && !analysis.is_cut
                    && fixes::is_mended(&fix, &known.findings, &analysis.findings)
                    // Two edits of one title could not be told apart.
                    && !known.fixes.iter().any(|other| (other.line, &other.title) == (fix.line, &fix.title))
                {
                    known.fixes.push(fix);
                }
                Ok(())
            }
            Some(Ok(analysis)) if is_current => self.publish(file, version, analysis),
            // Text that does not compile keeps what was known of it.
            Some(Err(why)) if is_current => self.log(MessageType::WARNING, why),
            _ => Ok(()),
        }
    }

    fn publish(
        &mut self,
        file: PathBuf,
        version: i32,
        analysis: Analysis,
    ) -> Result<(), ServeError> {
        let unsaved = self.documents.unsaved();
        let texts = Texts::new(&unsaved, self.encoding);
        let mut files = diagnostics::by_file(&analysis.findings, &texts);
        files.entry(file.clone()).or_default();
        let told: BTreeSet<PathBuf> = files.keys().cloned().collect();
        let text = unsaved.get(&file).cloned().unwrap_or_default();
        let Analysis { findings, coverage, gaps, .. } = analysis;
        let untried =
            fixes::candidates(&findings, &coverage, &file, &text, |name| self.analyse.rule(name));
        self.untried.retain(|(other, ..)| *other != file);
        self.untried.extend(untried.into_iter().map(|fix| (file.clone(), version, fix)));
        let known = Known { version, findings, coverage, told, fixes: Vec::new() };
        let before = self.known.insert(file.clone(), known);
        for gone in before.into_iter().flat_map(|known| known.told) {
            files.entry(gone).or_default();
        }
        for (name, mut diagnostics) in files {
            let version = (name == file).then_some(version);
            diagnostics.extend(self.told_by_others(&name, &file, &texts));
            self.publish_one(&name, version, diagnostics)?;
        }
        if self.refreshes_lenses {
            self.ask::<CodeLensRefresh>(())?;
        }
        if !gaps.is_empty() {
            let gaps = gaps.join("\n");
            self.log(MessageType::LOG, format!("not covered in {}:\n{gaps}", file.display()))?;
        }
        Ok(())
    }

    /// What other texts have found in a file that they share with one.
    fn told_by_others(&self, name: &PathBuf, file: &PathBuf, texts: &Texts<'_>) -> Vec<Diagnostic> {
        let others =
            self.known.iter().filter(|(other, known)| *other != file && known.told.contains(name));
        let others = others.flat_map(|(_, known)| {
            diagnostics::by_file(&known.findings, texts).remove(name).unwrap_or_default()
        });
        others.collect()
    }

    fn publish_one(
        &self,
        file: &PathBuf,
        version: Option<i32>,
        diagnostics: Vec<Diagnostic>,
    ) -> Result<(), ServeError> {
        let open = self.documents.get(file).map(|document| document.uri.clone());
        let Some(uri) = open.or_else(|| uri::of(file)) else { return Ok(()) };
        self.tell::<PublishDiagnostics>(PublishDiagnosticsParams { uri, diagnostics, version })
    }

    /// What the editor says without wanting an answer. What cannot be understood is logged.
    fn hear(&mut self, said: Notification) -> Result<(), ServeError> {
        let method = said.method.clone();
        let understood = match method.as_str() {
            DidOpenTextDocument::METHOD => self.opened(said),
            DidChangeTextDocument::METHOD => self.changed(said),
            DidSaveTextDocument::METHOD => self.saved(said),
            DidCloseTextDocument::METHOD => return self.closed(said),
            DidChangeConfiguration::METHOD => {
                let settings = said.params.get("settings").cloned().unwrap_or_default();
                if self.configure(settings) {
                    self.want_all();
                }
                Ok(())
            }
            DidChangeWatchedFiles::METHOD => {
                self.analyse.files_changed();
                self.want_all();
                Ok(())
            }
            WorkDoneProgressCancel::METHOD => {
                // Another one may be under way by now.
                let token = said.params.get("token").cloned();
                if let Some(running) = &self.running
                    && token == running.token.as_ref().map(|token| json!(token))
                {
                    running.stale.mark();
                }
                Ok(())
            }
            UNREADABLE => {
                // It had a number, but that cannot be read.
                let none = RequestId::from(String::new());
                let words = format!("a message is not understood: {}", said.params);
                let code = ErrorCode::ParseError as i32;
                return self.answer(Response::new_err(none, code, words));
            }
            Cancel::METHOD => return self.cancel(said.params),
            _ => Ok(()),
        };
        match understood {
            Ok(()) => Ok(()),
            Err(error) => {
                self.log(MessageType::WARNING, format!("{method} is not understood: {error}"))
            }
        }
    }

    fn opened(&mut self, said: Notification) -> Result<(), serde_json::Error> {
        let params: lsp_types::DidOpenTextDocumentParams = serde_json::from_value(said.params)?;
        let document = params.text_document;
        let name = document.uri.as_str();
        let is_header = name.ends_with(".h");
        let is_c = is_header || name.ends_with(".c") || document.language_id == "c";
        if let Some(file) = uri::path(&document.uri).filter(|_| is_c) {
            let text = Document {
                uri: document.uri,
                version: document.version,
                text: document.text.into(),
                is_header,
            };
            self.documents.open(file.clone(), text);
            // A header that was just opened may say something else than the file.
            match is_header {
                true => self.want_all(),
                false => self.want(file, Duration::ZERO),
            }
        }
        Ok(())
    }

    fn changed(&mut self, said: Notification) -> Result<(), serde_json::Error> {
        let params: lsp_types::DidChangeTextDocumentParams = serde_json::from_value(said.params)?;
        let document = params.text_document;
        if let Some(file) = uri::path(&document.uri) {
            let (version, changes) = (document.version, params.content_changes);
            if self.documents.change(&file, version, changes, self.encoding) {
                match self.documents.is_header(&file) {
                    true => self.want_all(),
                    false => self.want(file, PAUSE),
                }
            }
        }
        Ok(())
    }

    fn saved(&mut self, said: Notification) -> Result<(), serde_json::Error> {
        let params: lsp_types::DidSaveTextDocumentParams = serde_json::from_value(said.params)?;
        let file = uri::path(&params.text_document.uri);
        match file.filter(|file| self.documents.get(file).is_some()) {
            // Its text is known, and waits or was analysed.
            Some(_) => {}
            // A header, on which all may hang.
            None => self.want_all(),
        }
        Ok(())
    }

    fn closed(&mut self, said: Notification) -> Result<(), ServeError> {
        let params: Result<lsp_types::DidCloseTextDocumentParams, _> =
            serde_json::from_value(said.params);
        let file = params.ok().and_then(|params| uri::path(&params.text_document.uri));
        let Some(file) = file else { return Ok(()) };
        self.waiting.remove(&file);
        if let Some(running) = self.running.as_ref().filter(|running| running.file == file) {
            running.stale.mark();
        }
        let is_header = self.documents.is_header(&file);
        self.documents.close(&file);
        if is_header {
            self.want_all();
        }
        let unsaved = self.documents.unsaved();
        let texts = Texts::new(&unsaved, self.encoding);
        for name in self.known.remove(&file).into_iter().flat_map(|known| known.told) {
            let left = self.told_by_others(&name, &file, &texts);
            self.publish_one(&name, None, left)?;
        }
        Ok(())
    }

    fn request(&mut self, request: Request) -> Result<(), ServeError> {
        let id = request.id.clone();
        let answer = match request.method.as_str() {
            CodeActionRequest::METHOD => self.parsed(request, Self::code_actions),
            CodeLensRequest::METHOD => self.parsed(request, Self::code_lenses),
            HoverRequest::METHOD => self.parsed(request, Self::hover),
            ExecuteCommand::METHOD => return self.execute(request),
            method => {
                let words = format!("there is no request `{method}`");
                Response::new_err(id, ErrorCode::MethodNotFound as i32, words)
            }
        };
        self.answer(answer)
    }

    /// Answers a request, if what it says can be understood.
    fn parsed<P: DeserializeOwned>(
        &mut self,
        request: Request,
        answer: impl FnOnce(&mut Self, P) -> Value,
    ) -> Response {
        match serde_json::from_value(request.params) {
            Ok(params) => Response::new_ok(request.id, answer(self, params)),
            Err(error) => {
                let words = format!("{} is not understood: {error}", request.method);
                Response::new_err(request.id, ErrorCode::InvalidParams as i32, words)
            }
        }
    }

    fn code_actions(&mut self, params: lsp_types::CodeActionParams) -> Value {
        let uri = params.text_document.uri;
        let Some(file) = uri::path(&uri) else { return json!([]) };
        let Some(document) = self.documents.get(&file) else { return json!([]) };
        // What was found in another version of the text stands elsewhere.
        let known = self.known.get(&file).filter(|known| known.version == document.version);
        let fixes = known.map_or(&[][..], |known| &known.fixes);
        let text = actions::Text { uri: &uri, text: &document.text, encoding: self.encoding };
        json!(actions::offered(&text, &params.context.diagnostics, fixes))
    }

    fn code_lenses(&mut self, params: lsp_types::CodeLensParams) -> Value {
        let lenses = uri::path(&params.text_document.uri).map(|file| self.lenses(&file));
        json!(lenses.unwrap_or_default())
    }

    /// What was found and reached, above each function.
    fn lenses(&self, file: &PathBuf) -> Vec<CodeLens> {
        let Some(known) = self.known.get(file) else { return Vec::new() };
        let unsaved = self.documents.unsaved();
        let texts = Texts::new(&unsaved, self.encoding);
        let here = known.coverage.iter().filter(|c| margay_report::path(&c.location) == *file);
        here.map(|covered| {
            let inside = |finding: &&Finding| {
                margay_report::path(&finding.location) == *file
                    && finding.location.function == covered.location.function
            };
            let bugs: Vec<Range> = known
                .findings
                .iter()
                .filter(inside)
                .map(|finding| texts.range(&finding.location))
                .collect();
            CodeLens {
                range: texts.range(&covered.location),
                command: Some(Command {
                    title: diagnostics::lens(covered, bugs.len()),
                    ..self.shows_paths(file, &bugs)
                }),
                data: None,
            }
        })
        .collect()
    }

    /// A command that leads to the findings in some ranges of a file; one that does nothing if there
    /// are none.
    fn shows_paths(&self, file: &PathBuf, bugs: &[Range]) -> Command {
        let start = bugs.iter().map(|range| range.start).min();
        let end = bugs.iter().map(|range| range.end).max();
        let uri = self.documents.get(file).map(|document| document.uri.clone());
        match (uri, start, end) {
            (Some(uri), Some(start), Some(end)) => {
                let meant = Meant { uri, range: Range::new(start, end), rule: None };
                Command::new(String::new(), SHOW_PATH.to_owned(), Some(vec![json!(meant)]))
            }
            _ => Command::default(),
        }
    }

    fn hover(&mut self, params: lsp_types::HoverParams) -> Value {
        let place = params.text_document_position_params;
        let Some(file) = uri::path(&place.text_document.uri) else { return Value::Null };
        let unsaved = self.documents.unsaved();
        let texts = Texts::new(&unsaved, self.encoding);
        // What stands in a header was found from other texts.
        let all = self.known.values().flat_map(|known| &known.findings);
        let here = all.filter(|finding| margay_report::path(&finding.location) == file);
        let mut found = here.filter_map(|finding| {
            let range = texts.range(&finding.location);
            let is_it = range.start <= place.position && place.position <= range.end;
            is_it.then(|| (diagnostics::hover(finding), range))
        });
        let Some((mut value, range)) = found.next() else { return Value::Null };
        for (another, _) in found {
            if !value.contains(&another) {
                value += diagnostics::BETWEEN_FINDINGS;
                value += &another;
            }
        }
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        json!(Hover { contents, range: Some(range) })
    }
}
