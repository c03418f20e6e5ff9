//! `margay triage`: which alerts of another tool are true.

use crate::confirm::{Confirm, confirm};
use crate::exit;
use crate::explore::{self, ExploreArgs, Subject};
use crate::links;
use crate::output::{Failure, Terminal};
use crate::progress::Watch;
use crate::settings::Settings;
use clap::{Arg, Args, ValueHint};
use margay_analysis::outcome::{Answer, Native};
use margay_analysis::{CheckOptions, Limits, Triage};
use margay_frontend::regular;
use margay_ir::alert::{Alert, Judgement, Lines};
use margay_report::alerts::AlertLog;
use margay_report::options::name_options_of;
use margay_report::verdicts;
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Find out which alerts of another tool are true
///
/// Reads the SARIF of clang's analyser, gcc's, cppcheck, CodeQL or Margay itself and says of each
/// alert: confirmed, with an input that makes it happen; unreachable, since no input leads there or
/// none makes it happen; or unknown, and what stood in the way.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("files", optional), mut_arg("clang_flags", behind_files))]
pub struct TriageArgs {
    /// The alerts as SARIF; `-` for standard input
    #[arg(value_name = "REPORT", index = 1, value_hint = ValueHint::FilePath)]
    pub report: PathBuf,
    #[command(flatten)]
    pub explore: ExploreArgs,
    /// Write the report with a verdict in each result: properties margay/verdict, margay/reason and
    /// margay/input, and a suppression of what is unreachable; `-` for standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  clang --analyze -Xclang -analyzer-output=sarif prog.c -o clang.sarif
  margay triage clang.sarif
  margay triage alerts.sarif src/ -o judged.sarif -- -Iinclude
  margay triage - --build \"make -j4\" <alerts.sarif

Without files, the program is made of those that the report names.

Exit codes:
  0 every alert is unreachable, 1 tool error, 2 some alert is confirmed,
  3 none is confirmed and some are unknown";

/// Who names no files means those of the report.
fn optional(files: Arg) -> Arg {
    files.required_unless_present_any(["report"]).index(2)
}

fn behind_files(flags: Arg) -> Arg {
    flags.index(3)
}

pub fn run(mut args: TriageArgs, terminal: &Terminal) -> Result<u8, Failure> {
    let log = read(&args.report)?;
    let inputs = &mut args.explore.inputs;
    if inputs.files.is_empty() && inputs.build.is_none() && inputs.compile_db.is_none() {
        inputs.files = sources(&log);
        if inputs.files.is_empty() && !log.alerts.is_empty() {
            return Err(Failure::Tool(format!(
                "{} names no C file that is there; name the files of the program",
                args.report.display()
            )));
        }
    }
    let judgements = match log.alerts.is_empty() {
        true => Vec::new(),
        false => judge(&args.explore, &log.alerts, terminal)?,
    };
    write(&args, &log, &judgements, terminal)?;
    Ok(exit::of(Answer::of_judgements(&judgements)))
}

/// Reads a report. Relative names in it are looked for where it is, and in the working directory.
fn read(report: &Path) -> Result<AlertLog, Failure> {
    let here = std::env::current_dir().unwrap_or_default();
    let name = report.display();
    let is_stdin = report == Path::new("-");
    let mut bytes = Vec::new();
    let read = match is_stdin {
        true => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
        false => regular::read(report).map(|read| bytes = read),
    };
    read.map_err(|error| Failure::Tool(format!("cannot read {name}: {error}")))?;
    let beside = report.parent().filter(|_| !is_stdin).map(|directory| here.join(directory));
    let roots: Vec<PathBuf> = beside.into_iter().chain([here]).collect();
    AlertLog::parse(&bytes, &roots)
        .map_err(|why| Failure::Tool(format!("cannot read {name}: {why}")))
}

/// The C files that a report names and that are there.
fn sources(log: &AlertLog) -> Vec<PathBuf> {
    let is_source = |file: &&PathBuf| {
        file.is_absolute()
            && file.extension().is_some_and(|e| e == "c" || e == "i")
            && file.is_file()
    };
    let places = log.alerts.iter().filter_map(|alert| alert.place.as_ref());
    let find = |lines: &Lines| lines.files.iter().find(is_source).cloned();
    let found: BTreeSet<PathBuf> = log.files.iter().chain(places).filter_map(find).collect();
    found.into_iter().collect()
}

fn judge(
    args: &ExploreArgs,
    alerts: &[Alert],
    terminal: &Terminal,
) -> Result<Vec<Judgement>, Failure> {
    let started = std::time::Instant::now();
    let settings = Settings::new(args, &[], &Limits::default()).map_err(Failure::Tool)?.explore;
    let Subject { program, clang, units, files, gaps, .. } =
        explore::load(&args.inputs, &settings, terminal)?;
    let watch =
        Mutex::new(Watch::new(files, started, settings.timeout, &args.inputs.stop, terminal));
    let look = |progress| watch.lock().unwrap_or_else(PoisonError::into_inner).look(progress);
    let ends = settings.timeout.and_then(|time| started.checked_add(time));
    let jobs = args.inputs.jobs();
    let stop = args.inputs.stop.clone();
    let options = CheckOptions { ends, jobs, untold: gaps, stop, ..settings.options };
    let mut triage = Triage::new(&program, alerts, &options, &look);
    let (stop, unconfined) = (options.stop.clone(), settings.unconfined);
    let native = Native { clang, units, unconfined, jobs, goal: None, stop };
    let how = Confirm { native, replay: settings.confirm, emit: None };
    confirm(&mut triage.outcome, how, terminal)?;
    let mut judgements = triage.judge();
    name_options_of(&mut judgements);
    Ok(judgements)
}

/// Writes the table, and the report if it is wanted. Where that is the output, the table is not.
fn write(
    args: &TriageArgs,
    log: &AlertLog,
    judgements: &[Judgement],
    terminal: &Terminal,
) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let here = std::env::current_dir().unwrap_or_default();
    let table = |color: bool| verdicts::render(&log.alerts, judgements, &here, color);
    match &args.output {
        Some(file) if file == Path::new("-") => {
            out.write_all(log.judged(judgements).as_bytes())?;
            terminal.note(&verdicts::summary(judgements));
            return Ok(());
        }
        Some(file) => links::write(file, log.judged(judgements).as_bytes())
            .map_err(|error| Failure::Tool(format!("cannot write {}: {error}", file.display())))?,
        None => {}
    }
    Ok(out.write_all(table(terminal.colors_output()).as_bytes())?)
}
