//! `margay check`: explores a program and reports what goes wrong in it.

use crate::confirm::{Confirm, confirm};
use crate::exit;
use crate::inputs::{self, InputArgs};
use crate::output::{Failure, Terminal};
use crate::progress::Watch;
use crate::settings::Settings;
use crate::tree::Picture;
use clap::{Args, ValueEnum, ValueHint};
use margay_analysis::{CheckOptions, Merge, with_library};
use margay_frontend::Cache;
use margay_ir::finding::{Confirmation, Finding, Omission, OmissionKind, Outcome};
use margay_report::{Format, RenderOptions, ignore};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Find bugs
///
/// Explores every path of a program from `main`, for all arguments, input and answers of the
/// system at once, and reports what goes wrong with the input that leads there. Each finding
/// is then replayed natively under sanitizers. Functions that no path enters are looked at by
/// themselves, whatever their callers pass; of those, only what is certain is reported.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    /// From MIN to MAX arguments of at most LEN bytes each (0 2 8)
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "LEN"], help_heading = INPUT)]
    pub sym_args: Option<Vec<u64>>,
    /// At most so many bytes of standard input; otherwise any number
    #[arg(long, value_name = "BYTES", help_heading = INPUT)]
    pub sym_stdin: Option<u64>,
    /// NUM files to be read, named A, B, ..., of at most LEN bytes; otherwise every file may exist
    #[arg(long, num_args = 2, value_names = ["NUM", "LEN"], help_heading = INPUT)]
    pub sym_files: Option<Vec<u64>>,
    /// Stop after so many steps on all paths together (20000000)
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub max_steps: Option<u64>,
    /// Stop after so many paths (10000)
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub max_paths: Option<u64>,
    /// Stop after so many questions to the solver (6000)
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub max_queries: Option<u64>,
    /// How often the input may keep one loop going (32)
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub max_loop: Option<u64>,
    /// How deep a recursion that depends on the input may go (64)
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub max_depth: Option<u64>,
    /// Which paths become one where they meet, so that what follows is walked once
    #[arg(long, value_name = "WHICH", default_value = "choose", help_heading = LIMITS)]
    pub merge: MergeChoice,
    /// Walk every path by itself; the same as `--merge never`
    #[arg(long, conflicts_with = "merge", help_heading = LIMITS)]
    pub no_merge: bool,
    /// Cut the work into units of about so many steps; for tests of that
    #[arg(long, value_name = "N", hide = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub unit_steps: Option<u64>,
    /// Keep symbols apart from the one value that a path leaves them
    #[arg(long, help_heading = LIMITS)]
    pub no_concretion: bool,
    /// Leave loops after as many iterations even if the input does not keep them going
    #[arg(long, help_heading = LIMITS)]
    pub no_unroll: bool,
    /// End paths in loops that are left, instead of going on behind them
    #[arg(long, help_heading = LIMITS)]
    pub no_widen: bool,
    /// Explore for so long, then report what was found; without it the result does not depend on
    /// the speed of the machine
    #[arg(long, value_name = "SECONDS", help_heading = LIMITS)]
    pub timeout: Option<u64>,
    /// Report these rules only
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', help_heading = REPORT)]
    pub rules: Option<Vec<String>>,
    /// Do not report these rules
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', help_heading = REPORT)]
    pub disable: Option<Vec<String>>,
    /// Findings that an earlier report (JSON or SARIF) has do not count
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = REPORT)]
    pub baseline: Option<PathBuf>,
    /// How to write the findings (text)
    #[arg(long, value_name = "FORMAT", help_heading = REPORT)]
    pub format: Option<FormatChoice>,
    /// Write the findings to a file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = REPORT)]
    pub output: Option<PathBuf>,
    /// Show what may never happen as well: faults that hang on callers nobody sees, or on loops nobody
    /// counted. They do not count for the exit code
    #[arg(long, help_heading = REPORT)]
    pub possible: bool,
    /// Show each step of the path to a finding
    #[arg(long, help_heading = REPORT)]
    pub explain_path: bool,
    /// Draw the execution tree: a page that folds and searches (FILE.html), a picture (.svg), for
    /// Graphviz (.dot) or as data (.json)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = REPORT)]
    pub tree: Option<PathBuf>,
    /// Show how much of each function was reached, and how the exploration went
    #[arg(long, help_heading = REPORT)]
    pub stats: bool,
    /// Do not replay findings natively
    #[arg(long)]
    pub no_confirm: bool,
    /// Write each finding as a test below this directory: a program, its input, a script
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub emit_tests: Option<PathBuf>,
    /// Read the settings from this file, not from the nearest margay.toml upward
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
}

const INPUT: &str = "What the program is given";
const LIMITS: &str = "Limits";
const REPORT: &str = "The report";

const EXAMPLES: &str = "\
Examples:
  margay check prog.c
  margay check src/ -- -Iinclude -DDEBUG
  margay check --build \"make -j4\" --format sarif -o margay.sarif
  margay check prog.c --sym-args 1 1 4 --sym-stdin 16
  margay check prog.c --baseline known.json --disable memory-leak
  margay check prog.c --tree tree.html

A comment `// margay-ignore: RULE` suppresses a finding on its line, or on the next line if it
stands alone. Settings may stand in a file margay.toml; the command line goes before them.

Exit codes:
  0 nothing found, 1 tool error, 2 findings, 3 some input could not be analysed";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatChoice {
    /// For people
    Text,
    /// JSON lines
    Json,
    /// SARIF 2.1.0
    Sarif,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MergeChoice {
    /// None
    Never,
    /// Those that behave alike from there on
    Equal,
    /// Those with different values too, where that saves more than it costs
    Choose,
    /// All that can be
    Always,
}

impl From<MergeChoice> for Merge {
    fn from(choice: MergeChoice) -> Merge {
        match choice {
            MergeChoice::Never => Merge::Never,
            MergeChoice::Equal => Merge::Equal,
            MergeChoice::Choose => Merge::Choose,
            MergeChoice::Always => Merge::Always,
        }
    }
}

impl From<FormatChoice> for Format {
    fn from(choice: FormatChoice) -> Format {
        match choice {
            FormatChoice::Text => Format::Text,
            FormatChoice::Json => Format::Json,
            FormatChoice::Sarif => Format::Sarif,
        }
    }
}

pub fn run(args: &CheckArgs, terminal: &Terminal) -> Result<u8, Failure> {
    let started = std::time::Instant::now();
    let settings = Settings::new(args).map_err(Failure::Tool)?;
    let picture = args.tree.as_deref().map(Picture::new).transpose()?;
    let loaded = inputs::load_with(
        &args.inputs,
        settings.clang_flags.clone(),
        settings.exclude.clone(),
        terminal,
    )?;
    let incomplete = inputs::exit_code(&loaded);
    let files = loaded.units;
    let cache = Cache::open(&inputs::cache_options(&args.inputs)?);
    let (program, missing) = with_library(loaded.program, loaded.clang.as_ref(), &cache);
    if let Some(missing) = missing {
        terminal.warning(&missing);
    }
    if !program.function("main").is_some_and(|id| program.functions[id].has_body()) {
        terminal.warning(
            "there is no `main`: every function is looked at by itself, whatever its callers pass",
        );
    }
    let watch = Mutex::new(Watch::new(files, started, settings.timeout, terminal));
    let ends = settings.timeout.and_then(|time| started.checked_add(time));
    let jobs = args.inputs.jobs();
    let options = CheckOptions { ends, jobs, tree: picture.is_some(), ..settings.options.clone() };
    let mut outcome = margay_analysis::check(&program, &options, &|progress| {
        watch.lock().unwrap_or_else(PoisonError::into_inner).look(progress)
    });
    drop(watch);
    outcome.statistics.files = files as u64;
    if !args.stats {
        outcome.statistics.details = None;
    }
    suppress(&mut outcome, &settings, terminal);
    let how = Confirm {
        clang: loaded.clang,
        units: loaded.sources,
        replay: settings.confirm,
        jobs,
        emit: args.emit_tests.as_deref(),
    };
    confirm(&mut outcome, how, terminal)?;
    // What a native run shows happens.
    for finding in &mut outcome.findings {
        let shown = matches!(finding.confirmation, Confirmation::Confirmed { .. });
        finding.possible &= !shown;
    }
    if !args.possible {
        leave_out_possible(&mut outcome);
    }
    outcome.statistics.milliseconds =
        u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    if let Some(picture) = picture {
        picture.write(&mut outcome, &disk, &settings.root)?;
    }
    write(&outcome, args, settings, terminal)?;
    let counts = |finding: &Finding| finding.suppressed.is_none() && !finding.possible;
    let found = outcome.findings.iter().any(counts);
    let failed = outcome.omissions.iter().any(|left| left.kind == OmissionKind::Failed);
    Ok(match (found, failed) {
        (true, _) => exit::FINDINGS,
        (false, true) => exit::INCOMPLETE,
        (false, false) => incomplete,
    })
}

/// Counts the findings that may never happen instead of showing them.
fn leave_out_possible(outcome: &mut Outcome) {
    let before = outcome.findings.len();
    outcome.findings.retain(|finding| !finding.possible);
    let count = (before - outcome.findings.len()) as u64;
    if count > 0 {
        outcome.omissions.push(Omission {
            kind: OmissionKind::Possible,
            what: "faults that may never happen (--possible shows them)".to_owned(),
            location: None,
            count,
        });
        outcome.omissions.sort();
    }
}

fn disk(file: &Path) -> Option<Vec<u8>> {
    std::fs::read(file).ok()
}

/// Drops the findings of rules that nobody asked for, and marks those that are known.
fn suppress(outcome: &mut Outcome, settings: &Settings, terminal: &Terminal) {
    outcome.findings.retain(|finding| settings.wants(&finding.rule));
    // A comment may name a rule that is not reported today.
    let rules: Vec<_> = margay_checkers::rules().collect();
    for warning in ignore::apply(outcome, &rules, &disk) {
        terminal.warning(&warning.to_string());
    }
    if let Some(baseline) = &settings.baseline {
        baseline.apply(outcome, &disk, &settings.root);
    }
}

fn write(
    outcome: &Outcome,
    args: &CheckArgs,
    settings: Settings,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let options = RenderOptions {
        root: settings.root,
        color: args.output.is_none() && terminal.colors_output(),
        explain_path: args.explain_path,
    };
    let mut text = Vec::new();
    margay_report::render(settings.format, outcome, &settings.rules, &disk, &options, &mut text)?;
    match &args.output {
        Some(file) => std::fs::write(file, text)
            .map_err(|error| Failure::Tool(format!("cannot write {}: {error}", file.display()))),
        None => Ok(std::io::stdout().lock().write_all(&text)?),
    }
}
