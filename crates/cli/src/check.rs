//! `margay check`: explores a program and reports what goes wrong in it.

use crate::confirm::{Confirm, Emit, confirm_with, tests_for};
use crate::diff;
use crate::exit;
use crate::explore::{self, ExploreArgs, Subject};
use crate::html::{self, Folder};
use crate::inputs;
use crate::links;
use crate::output::{Failure, Terminal};
use crate::progress::Watch;
use crate::settings::{Given, Reporting, Settings};
use crate::tree::{self, Picture};
use clap::{Args, ValueEnum, ValueHint};
use margay_analysis::outcome::{
    Answer, Native, UnknownRule, Wanted, tell_of_interruption, tell_of_unread,
};
use margay_analysis::{CheckOptions, Limits, Store};
use margay_frontend::{Stop, regular};
use margay_ir::finding::{Details, Outcome, Severity};
use margay_ir::place::printable;
use margay_report::baseline::Baseline;
use margay_report::html::HtmlOptions;
use margay_report::nearest::suggestion;
use margay_report::options::name_options;
use margay_report::{Format, RenderOptions, disk};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

/// Find bugs
///
/// Explores every path of a program from `main`, for all arguments, input and answers of the system
/// at once, and reports what goes wrong with the input that leads there. Each finding is then
/// replayed natively under sanitizers. Functions that no path enters are analysed alone, whatever
/// their callers pass; of those, only what is certain is reported.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckArgs {
    #[command(flatten)]
    pub explore: ExploreArgs,
    #[command(flatten)]
    pub report: Given<Reporting>,
    /// Only findings in or through lines that were changed since this revision of git; what is not
    /// committed counts as changed
    #[arg(long, value_name = "REV", help_heading = REPORT)]
    pub diff: Option<String>,
    /// Write the findings to a file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = REPORT)]
    pub output: Option<PathBuf>,
    /// Write a report to look at: a folder of pages with the findings, the paths drawn in the source, what
    /// was reached, and a test for each finding. Open its index.html
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = REPORT)]
    pub html: Option<PathBuf>,
    #[arg(help = tree::help())]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = REPORT)]
    pub tree: Option<PathBuf>,
    /// Write each finding as a test below this directory: a program, its input, a script
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub emit_tests: Option<PathBuf>,
}

const REPORT: &str = "The report";

const EXAMPLES: &str = "\
Examples:
  margay check prog.c
  margay check src/ -- -Iinclude -DDEBUG
  margay check --build \"make -j4\" --format sarif -o margay.sarif
  margay check prog.c --sym-args 1 1 4 --sym-stdin 16
  margay check prog.c --baseline known.json --disable memory-leak
  margay check src/ --diff origin/main --format junit -o margay.xml
  margay check prog.c --tree tree.html
  margay check src/ --html report

A comment `// margay-ignore: RULE` suppresses a finding on its line, or on the next line if it
stands alone. Settings may stand in a file margay.toml; the command line goes before them.

Ctrl-C ends the search, and the report is written as usual; a second one ends at once.

Exit codes:
  0 nothing found, 1 tool error, 2 findings, 3 some input could not be analysed";

/// How bad a finding must be to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// What is undefined or ends the program
    Error,
    /// Also what is hardly meant
    Warning,
    /// Also what is worth knowing
    Note,
}

impl From<Level> for Severity {
    fn from(level: Level) -> Severity {
        match level {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Note => Severity::Note,
        }
    }
}

pub fn run(args: &CheckArgs, terminal: &Terminal) -> Result<u8, Failure> {
    let started = std::time::Instant::now();
    let settings = Settings::new(&args.explore, &args.report.values, &Limits::default());
    let mut settings = settings.map_err(Failure::Tool)?;
    let wanted = wanted(&mut settings, args.diff.as_deref(), &args.explore.inputs.stop)
        .map_err(Failure::Tool)?;
    let stop = &args.explore.inputs.stop;
    let picture = args.tree.as_deref().map(Picture::new).transpose()?;
    let folder = args.html.as_deref().map(Folder::new).transpose()?;
    let explore = &settings.explore;
    let loaded = explore::load(&args.explore.inputs, explore, terminal);
    let Subject { program, clang, units, files, unread, gaps, .. } = match loaded {
        // Who reads the report only must not take its absence for good news.
        Err(Failure::Incomplete(message))
            if settings.report.format != Format::TEXT || stop.load(Ordering::Relaxed) =>
        {
            let mut outcome = Outcome::default();
            match stop.load(Ordering::Relaxed) {
                true => tell_of_interruption(&mut outcome, stop),
                false => tell_of_unread(&mut outcome, [message.clone()]),
            }
            if let Some(folder) = &folder {
                let root = settings.explore.root.clone();
                let title = html::title(&args.explore.inputs.files, &root);
                let options = HtmlOptions { root, title, tests: Vec::new() };
                folder.write(&outcome, &wanted.rules, &disk, &options)?;
            }
            write(&outcome, args, &wanted, settings, terminal)?;
            return Err(Failure::Incomplete(message));
        }
        loaded => loaded?,
    };
    if !program.main().is_some_and(|id| program.functions[id].has_body()) {
        terminal.warning(
            "there is no `main`: every function is analysed alone, whatever its callers pass",
        );
    }
    let watch = Mutex::new(Watch::new(
        files,
        started,
        explore.timeout,
        &args.explore.inputs.stop,
        terminal,
    ));
    let ends = explore.timeout.and_then(|time| started.checked_add(time));
    let jobs = args.explore.inputs.jobs();
    let (tree, lines) = (picture.is_some(), folder.is_some());
    let passed = wanted.changes.is_some();
    let cache = inputs::cache_options(&args.explore.inputs)?;
    let store = cache.dir.is_some().then(|| Arc::new(Store::open(&cache)));
    let kept = store.clone();
    let options = CheckOptions {
        ends,
        jobs,
        tree,
        lines,
        passed,
        store: kept,
        untold: gaps,
        stop: stop.clone(),
        ..explore.options.clone()
    };
    let mut outcome = margay_analysis::check(&program, &options, &|progress| {
        watch.lock().unwrap_or_else(PoisonError::into_inner).look(progress)
    });
    drop(watch);
    if let Some(store) = store {
        store.save();
        let taken = usize::try_from(store.taken()).unwrap_or(usize::MAX);
        let taken = inputs::count(taken, "result");
        terminal.note(&format!("{taken} from earlier checks, {} new", store.added()));
    }
    outcome.statistics.files = files as u64;
    tell_of_unread(&mut outcome, unread);
    for unknown in wanted.suppress(&mut outcome, &disk) {
        terminal.warning(&unknown_rule(&unknown));
    }
    let emit = args.emit_tests.as_deref().map(Emit::Below);
    let (replay, unconfined) = (explore.confirm, explore.unconfined);
    let native = Native { clang, units, unconfined, jobs, goal: None, stop: stop.clone() };
    let how = Confirm { native, replay, emit };
    let replayer = match replay || emit.is_some() || folder.is_some() {
        true => confirm_with(&mut outcome, how, terminal)?,
        false => None,
    };
    tell_of_interruption(&mut outcome, stop);
    wanted.leave_out_possible(&mut outcome);
    let directory = folder.as_ref().map(Folder::tests);
    let tests = directory.map(|below| tests_for(&outcome, replayer.as_ref(), &below));
    outcome.statistics.milliseconds =
        u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    name_options(&mut outcome);
    if let Some(picture) = picture {
        picture.write(&mut outcome, &disk, &settings.explore.root)?;
    }
    if let Some(folder) = folder {
        let root = settings.explore.root.clone();
        let title = html::title(&args.explore.inputs.files, &root);
        let options = HtmlOptions { root, title, tests: tests.unwrap_or_default() };
        folder.write(&outcome, &wanted.rules, &disk, &options)?;
        terminal.note(&format!("the report is {}", folder.index().display()));
    }
    // Other forms have neither details that were not asked for, nor what only pages show.
    let details = outcome.statistics.details.take().filter(|_| settings.report.stats);
    outcome.statistics.details = details.map(|details| Details { lines: Vec::new(), ..details });
    write(&outcome, args, &wanted, settings, terminal)?;
    Ok(exit::of(Answer::of(&outcome)))
}

/// Which findings count, as settings say it, and what was changed since a revision. The error is a sentence.
pub fn wanted(
    settings: &mut Settings,
    revision: Option<&str>,
    stop: &Stop,
) -> Result<Wanted, String> {
    let report = &settings.report;
    Arc::make_mut(&mut settings.explore.options.flow).implicit = report.implicit_flow;
    let baseline = report.baseline.as_deref().map(read_baseline).transpose()?;
    Ok(Wanted {
        rules: Wanted::rules(report.rules.as_deref(), &report.disable),
        names_rules: report.rules.is_some(),
        level: report.level,
        known: baseline.map(Baseline::fingerprints).unwrap_or_default(),
        changes: revision.map(|revision| diff::since(revision, stop)).transpose()?,
        possible: report.possible,
        root: settings.explore.root.clone(),
    })
}

fn read_baseline(file: &Path) -> Result<Baseline, String> {
    let name = file.display();
    let bytes = regular::read(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    Baseline::parse(&bytes).map_err(|why| format!("{name} is no baseline: {why}"))
}

/// A comment that does nothing, in words.
fn unknown_rule(UnknownRule { file, line, name }: &UnknownRule) -> String {
    let names = margay_checkers::rules().map(|rule| rule.name);
    let (file, hint) = (file.display(), suggestion(name, names));
    format!("{file}:{line}: there is no rule `{}` to ignore{hint}", printable(name))
}

fn write(
    outcome: &Outcome,
    args: &CheckArgs,
    wanted: &Wanted,
    settings: Settings,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let options = RenderOptions {
        root: settings.explore.root,
        color: args.output.is_none() && terminal.colors_output(),
        explain_path: settings.report.explain_path,
    };
    let mut text = Vec::new();
    let format = settings.report.format;
    margay_report::render(format, outcome, &wanted.rules, &disk, &options, &mut text)?;
    match &args.output {
        Some(file) => links::write(file, &text)
            .map_err(|error| Failure::Tool(format!("cannot write {}: {error}", file.display()))),
        None => Ok(std::io::stdout().lock().write_all(&text)?),
    }
}
