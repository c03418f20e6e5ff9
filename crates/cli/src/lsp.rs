//! `margay lsp`: a language server over standard input and output.

use crate::check;
use crate::confirm;
use crate::exit;
use crate::explore::{self, Subject};
use crate::inputs::InputArgs;
use crate::interrupt::{self, Interrupt};
use crate::output::{Failure, Terminal};
use crate::settings::Settings;
use clap::Args;
use margay_analysis::outcome::counts;
use margay_analysis::{CheckOptions, Limits, Store};
use margay_frontend::{CacheOptions, Preambles, Stop};
use margay_ir::finding::{Finding, Omission, OmissionKind, Rule};
use margay_lsp::{Analyse, Analysis, EditorSettings, Progress, Unsaved, WrittenTest, transport};
use margay_report::options::with_options;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Serve an editor
///
/// Speaks the language server protocol over standard input and output: findings while the text is
/// written, saved or not, the paths to them, and edits and tests for them. Settings are those of
/// `margay check`, in margay.toml; the editor may give `timeout` (seconds for one file, 20) and
/// `clangFlags`.
#[derive(Debug, Args)]
pub struct LspArgs {
    /// Some editors say how they talk; there is no other way
    #[arg(long, hide = true)]
    stdio: bool,
}

pub fn run(_: &LspArgs) -> Result<u8, Failure> {
    let (connection, writer) = transport::connect(std::io::stdin(), std::io::stdout());
    let cache = CacheOptions::from_env().map_err(Failure::Tool)?;
    let stop = Interrupt::install()?.stop;
    let (end, ending) = margay_lsp::ending();
    interrupt::on_signal(move || end.end())?;
    let store = Arc::new(Store::open(&cache));
    let checks = Checks { store, preambles: Arc::default(), stop };
    let served = margay_lsp::serve(&connection, Arc::new(checks), &ending);
    drop(connection);
    // An editor that reads no more has left.
    let _ = writer.join();
    served.map_err(|error| Failure::Tool(error.to_string()))?;
    Ok(exit::OK)
}

/// Checks as `margay check` does, without replaying.
struct Checks {
    /// What came of earlier checks, those of other texts too.
    store: Arc<Store>,
    preambles: Arc<Preambles>,
    /// Set by a signal.
    stop: Stop,
}

impl Checks {
    /// What `margay check` would be given for a file, and what its settings are.
    fn prepare(
        &self,
        file: &Path,
        editor: &EditorSettings,
    ) -> Result<(InputArgs, Settings), String> {
        let mut settings = Settings::of_project(None, Some(file), &Limits::default())?;
        settings.explore.timeout = Some(Duration::from_secs(editor.timeout));
        settings.explore.confirm = false;
        let inputs = InputArgs {
            files: vec![file.to_owned()],
            // What an editor passes on may be what the workspace says.
            editor_flags: editor.clang_flags.clone(),
            stop: self.stop.clone(),
            ..InputArgs::default()
        };
        Ok((inputs, settings))
    }
}

impl Analyse for Checks {
    fn analyse(
        &self,
        file: &Path,
        unsaved: &Unsaved,
        settings: &EditorSettings,
        watch: &(dyn Fn(Progress) -> bool + Sync),
    ) -> Result<Analysis, String> {
        let (mut inputs, mut settings) = self.prepare(file, settings)?;
        inputs.unsaved = unsaved.clone();
        inputs.preambles = Some(self.preambles.clone());
        let terminal = Terminal::silent();
        let wanted = check::wanted(&mut settings, None, &self.stop)?;
        let Subject { program, gaps, warnings, .. } =
            explore::load(&inputs, &settings.explore, &terminal)
                .map_err(|failure| words_of(&failure))?;
        let ends = settings.explore.timeout.and_then(|time| Instant::now().checked_add(time));
        let store = Some(self.store.clone());
        let (untold, stop) = (gaps, self.stop.clone());
        let options =
            CheckOptions { ends, store, untold, stop, ..settings.explore.options.clone() };
        let is_stopped = || self.stop.load(Ordering::Relaxed);
        let is_over = || is_stopped() || ends.is_some_and(|ends| Instant::now() >= ends);
        let watch = |far: margay_analysis::Progress| {
            watch(Progress { paths: far.paths, waiting: far.waiting }) && !is_over()
        };
        let mut outcome = margay_analysis::check(&program, &options, &watch);
        let is_budget = |left: &Omission| left.kind == OmissionKind::Budget;
        let is_cut = is_over() || outcome.omissions.iter().any(is_budget);
        let texts = |file: &Path| match unsaved.get(file) {
            Some(text) => Some(text.as_bytes().to_vec()),
            None => margay_report::disk(file),
        };
        // The editor has no place for comments that do nothing.
        let _ = wanted.suppress(&mut outcome, &texts);
        outcome.findings.retain(counts);
        Ok(Analysis {
            findings: outcome.findings,
            coverage: outcome.statistics.details.map_or_else(Vec::new, |d| d.coverage),
            gaps: outcome.omissions.iter().map(gap).chain(warnings).collect(),
            is_cut,
        })
    }

    fn rest(&self) {
        self.store.save();
        self.preambles.make();
    }

    fn end(&self) {
        self.store.save();
    }

    fn files_changed(&self) {
        self.preambles.clear();
    }

    fn write_test(
        &self,
        file: &Path,
        finding: &Finding,
        below: Option<&Path>,
        settings: &EditorSettings,
    ) -> Result<WrittenTest, String> {
        let below = below.map(Path::to_owned).or_else(|| Some(cache_directory()?.join("tests")));
        let below = below.ok_or("there is no cache directory; say where the test shall be")?;
        let (inputs, settings) = self.prepare(file, settings)?;
        let Subject { clang, units, .. } =
            explore::load(&inputs, &settings.explore, &Terminal::silent())
                .map_err(|failure| words_of(&failure))?;
        let directory = confirm::emit_one(finding, clang, units, &below)?;
        Ok(WrittenTest { script: directory.join("run.sh"), directory })
    }

    fn scratch(&self) -> Option<PathBuf> {
        Some(cache_directory()?.join("pages"))
    }

    fn rule(&self, name: &str) -> Option<&'static Rule> {
        margay_checkers::rules().find(|rule| rule.name == name)
    }
}

/// Where the user keeps what can be made again.
fn cache_directory() -> Option<PathBuf> {
    let directory = CacheOptions::from_env().ok()?.dir?;
    std::path::absolute(directory).ok()
}

fn gap(omission: &Omission) -> String {
    let (title, what) = (margay_report::title(omission.kind), with_options(&omission.what));
    match &omission.location {
        Some(place) => format!("{title}: {what} (line {})", place.line),
        None => format!("{title}: {what}"),
    }
}

fn words_of(failure: &Failure) -> String {
    match failure {
        Failure::Tool(words) | Failure::Incomplete(words) => words.clone(),
        Failure::BrokenPipe => "its output cannot be written".to_owned(),
    }
}
