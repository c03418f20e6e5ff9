//! `margay reach`: finds an input that leads to a line, or shows that there is none.

use crate::confirm::{Confirm, confirm};
use crate::explore::{self, ExploreArgs, ExploreSettings, Subject};
use crate::output::{Failure, Terminal};
use crate::progress::Watch;
use clap::{Arg, Args, ValueHint};
use margay_analysis::{CheckOptions, Goal, Limits, Method, Search, Verdict};
use margay_ir::finding::{Confirmation, Finding, Location};
use margay_report::{Format, RenderOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Reach a line
///
/// Looks for an input that leads from `main` to a line, into a function or to an assertion that
/// fails. The first line of the answer is `reached`, `unreachable` or `unknown`. What is reached
/// is shown natively: the program runs with the input, and a breakpoint stops it there.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("files", optional), mut_arg("clang_flags", behind_files))]
pub struct ReachArgs {
    /// FILE:LINE, the name of a function, or `assertion` for any assertion that fails
    #[arg(value_name = "TARGET", index = 1)]
    pub target: String,
    #[command(flatten)]
    pub explore: ExploreArgs,
    /// Which path is followed next: portfolio, loops, dfs, bfs, random-path, klee, sage, inter-sdse,
    /// intra-sdse, weighted-sdse, or with one S of those ccbse(S), mix-ccbse(S)
    #[arg(long, value_name = "NAME", default_value = "portfolio")]
    pub strategy: Method,
    /// Where strategies leave something to chance, begin with this
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Follow loops that come back to where they were; to compare strategies by themselves
    #[arg(long, hide = true)]
    pub no_endless: bool,
    /// Show each step of the path
    #[arg(long)]
    pub explain_path: bool,
    /// Write what is reached as a test into this directory: the input, a script that builds and
    /// runs the program
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub emit: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  margay reach prog.c:17
  margay reach usage src/ -- -Iinclude
  margay reach assertion prog.c
  margay reach prog.c:17 --emit test && test/run.sh

Exit codes:
  0 reached, 1 tool error, 2 unreachable, 3 unknown";

mod exit {
    pub const REACHED: u8 = 0;
    pub const UNREACHABLE: u8 = 2;
    pub const UNKNOWN: u8 = 3;
}

/// Whoever names a line has named a file.
fn optional(files: Arg) -> Arg {
    files.required_unless_present_any(["target"]).index(2)
}

fn behind_files(flags: Arg) -> Arg {
    flags.index(3)
}

pub fn run(mut args: ReachArgs, terminal: &Terminal) -> Result<u8, Failure> {
    let started = std::time::Instant::now();
    let goal = Goal::parse(&args.target);
    let inputs = &mut args.explore.inputs;
    if inputs.files.is_empty() && inputs.build.is_none() && inputs.compile_db.is_none() {
        let Goal::Line { file, .. } = &goal else {
            return Err(Failure::Tool(format!(
                "name the files of the program: `margay reach {} FILE...`",
                args.target
            )));
        };
        inputs.files.push(file.clone());
    }
    let (settings, config) =
        ExploreSettings::new(&args.explore, &Limits::for_target()).map_err(Failure::Tool)?;
    let Subject { program, clang, units, files, .. } =
        explore::load(&args.explore.inputs, &settings, terminal)?;
    if !program.function("main").is_some_and(|id| program.functions[id].has_body()) {
        return Err(Failure::Tool("there is no `main` to begin at".to_owned()));
    }
    let target = goal.find(&program).map_err(|error| Failure::Tool(error.to_string()))?;
    let watch = Mutex::new(Watch::new(files, started, settings.timeout, terminal));
    let ends = settings.timeout.and_then(|time| started.checked_add(time));
    let (jobs, endless) = (args.explore.inputs.jobs(), !args.no_endless);
    // Limits that somebody sets hold; those that nobody did are for when no time is said.
    let goes_on = settings.timeout.is_some() && settings.options.limits == Limits::for_target();
    let options = CheckOptions { ends, jobs, endless, ..settings.options };
    let look = |progress| watch.lock().unwrap_or_else(PoisonError::into_inner).look(progress);
    let grows = args.explore.sym_args.is_none() && config.sym_args.is_none();
    let search = Search { method: args.strategy, seed: args.seed, grows, goes_on };
    let (verdict, mut outcome) =
        margay_analysis::reach(&program, &target, &search, &options, &look);
    drop(watch);
    let verdict = match verdict {
        Verdict::Reached(finding) => {
            outcome.findings = vec![*finding];
            let (emit, goal) = (args.emit.as_deref(), Some(goal));
            let how = Confirm { clang, units, replay: settings.confirm, jobs, emit, goal };
            confirm(&mut outcome, how, terminal)?;
            believed(&outcome.findings[0])
        }
        verdict => verdict,
    };
    let mut out = std::io::stdout().lock();
    Ok(match verdict {
        Verdict::Reached(finding) => {
            writeln!(out, "reached")?;
            outcome.findings = vec![*finding];
            outcome.statistics.files = files as u64;
            outcome.statistics.details = None;
            outcome.statistics.milliseconds =
                u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
            let options = RenderOptions {
                root: settings.root,
                color: terminal.colors_output(),
                explain_path: args.explain_path,
            };
            margay_report::render(Format::Text, &outcome, &[], &disk, &options, &mut out)?;
            exit::REACHED
        }
        Verdict::Unreachable => {
            writeln!(out, "unreachable")?;
            let (paths, steps) = (outcome.statistics.paths, outcome.statistics.steps);
            writeln!(out, "every path was explored: {paths} paths, {steps} steps")?;
            exit::UNREACHABLE
        }
        Verdict::Unknown(why) => {
            writeln!(out, "unknown")?;
            for reason in why {
                writeln!(out, "  {reason}")?;
            }
            exit::UNKNOWN
        }
    })
}

/// A native run that does not come there has the last word.
fn believed(finding: &Finding) -> Verdict {
    let Confirmation::NotConfirmed { why } = &finding.confirmation else {
        return Verdict::Reached(Box::new(finding.clone()));
    };
    let Location { file, line, .. } = &finding.location;
    Verdict::Unknown(vec![format!(
        "an input was found that leads to {}:{line}, but the native run does not come there: {why}",
        file.display()
    )])
}

fn disk(file: &Path) -> Option<Vec<u8>> {
    std::fs::read(file).ok()
}
