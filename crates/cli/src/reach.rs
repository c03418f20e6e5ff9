//! `margay reach`: finds inputs that lead to a line, or shows that there is none.

use crate::confirm::{Confirm, Emit, confirm};
use crate::explore::{self, ExploreArgs, Subject};
use crate::inputs::count;
use crate::output::{Failure, Terminal};
use crate::progress::Watch;
use crate::settings::{Given, Reaching, Settings};
use clap::{Arg, Args, ValueEnum, ValueHint};
use margay_analysis::outcome::Native;
use margay_analysis::{CheckOptions, Goal, GoalError, Limits, Others, Search, Verdict};
use margay_ir::finding::{Confirmation, Finding, Nearest, Outcome};
use margay_report::nearest::suggestion;
use margay_report::options::{name_options, name_options_in, with_options};
use margay_report::{Format, RenderOptions, disk, json};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Reach a line
///
/// Looks for an input that leads from `main` to a line, into a function or to an assertion that
/// fails. The first line of the answer is `reached`, `unreachable` or `unknown`. What is reached
/// is shown natively: the program runs with the input, and a breakpoint stops it there.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("files", optional), mut_arg("clang_flags", behind_files))]
pub struct ReachArgs {
    /// FILE:LINE, FILE:FUNCTION, the name of a function, or `assertion` for any assertion that fails
    #[arg(value_name = "TARGET", index = 1)]
    pub target: String,
    #[command(flatten)]
    pub explore: ExploreArgs,
    #[command(flatten)]
    pub own: Given<Reaching>,
    /// Find N paths there, or all that there are, each of which takes other branches
    #[arg(long, value_name = "N", num_args = 0..=1, value_parser = number_of_paths)]
    pub all: Option<Option<usize>>,
    /// Write what is reached as a test into this directory: the input, a script that builds and
    /// runs the program; with --all one for each path, below it
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub emit: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatChoice {
    /// For people
    Text,
    /// JSON lines: the verdict, then each path as `check` writes findings
    Json,
}

const EXAMPLES: &str = "\
Examples:
  margay reach prog.c:17
  margay reach usage src/ -- -Iinclude
  margay reach parser.c:usage src/
  margay reach assertion prog.c
  margay reach prog.c:17 --all 5
  margay reach prog.c:17 --emit test && test/run.sh

Exit codes:
  0 reached, 1 tool error, 2 unreachable, 3 unknown";

/// How many paths are tried where the native run of the first does not come there.
const OTHER_PATHS: usize = 4;

mod exit {
    pub const REACHED: u8 = 0;
    pub const UNREACHABLE: u8 = 2;
    pub const UNKNOWN: u8 = 3;
}

/// A target that names a line has named a file.
fn optional(files: Arg) -> Arg {
    files.required_unless_present_any(["target"]).index(2)
}

fn behind_files(flags: Arg) -> Arg {
    flags.index(3)
}

fn number_of_paths(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("no path is not a number of paths".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("it is no number of paths; name the target before --all".to_owned()),
    }
}

pub fn run(mut args: ReachArgs, terminal: &Terminal) -> Result<u8, Failure> {
    let started = std::time::Instant::now();
    let goal = Goal::parse(&args.target);
    let inputs = &mut args.explore.inputs;
    if inputs.files.is_empty() && inputs.build.is_none() && inputs.compile_db.is_none() {
        let Some(file) = goal.file() else {
            return Err(Failure::Tool(format!(
                "name the files of the program: `margay reach {} FILE...`",
                args.target
            )));
        };
        inputs.files.push(file.to_owned());
    }
    let settings = Settings::new(&args.explore, &args.own.values, &Limits::for_target());
    let Settings { explore: settings, reach: own, .. } = settings.map_err(Failure::Tool)?;
    let Subject { program, clang, units, files, gaps, .. } =
        explore::load(&args.explore.inputs, &settings, terminal)?;
    if !program.main().is_some_and(|id| program.functions[id].has_body()) {
        return Err(Failure::Tool("there is no `main` to begin at".to_owned()));
    }
    let target = goal.find(&program).map_err(|error| Failure::Tool(no_target(&error)))?;
    let ends = settings.timeout.and_then(|time| started.checked_add(time));
    let jobs = args.explore.inputs.jobs();
    // Limits that the user sets hold; the defaults are for searches without a time.
    let goes_on = settings.timeout.is_some() && settings.options.limits == Limits::for_target();
    let stop = args.explore.inputs.stop.clone();
    let how_stop = stop.clone();
    let options = CheckOptions { ends, jobs, untold: gaps, stop, ..settings.options };
    let grows = !settings.arguments_are_set;
    let paths = args.all.map_or(1, |most| most.unwrap_or(usize::MAX));
    let search = Search { method: own.method, paths, seed: own.seed, grows, goes_on };
    let seek = |paths| {
        let watch = Mutex::new(Watch::new(
            files,
            started,
            settings.timeout,
            &args.explore.inputs.stop,
            terminal,
        ));
        let look = |progress| watch.lock().unwrap_or_else(PoisonError::into_inner).look(progress);
        margay_analysis::reach(&program, &target, &Search { paths, ..search }, &options, &look)
    };
    let emit = args.emit.as_deref().map(match args.all {
        None => Emit::Into,
        Some(_) => Emit::Below,
    });
    let (goal, stop, unconfined) = (Some(goal), how_stop, settings.unconfined);
    let native = Native { clang, units, unconfined, jobs, goal, stop };
    let how = Confirm { native, replay: settings.confirm, emit };
    let (found, mut outcome) = seek(search.paths);
    let is_found = matches!(found, Verdict::Reached { .. });
    let mut verdict = natively(found, &mut outcome, how.clone(), terminal)?;
    if is_found && matches!(verdict, Verdict::Unknown(_)) && args.all.is_none() {
        // The program does not take this path; it may take another one.
        let (found, mut other) = seek(OTHER_PATHS);
        let unwritten = Confirm { emit: None, ..how.clone() };
        if let Verdict::Reached { paths, others } =
            natively(found, &mut other, unwritten, terminal)?
        {
            other.findings = paths.into_iter().take(1).collect();
            confirm(&mut other, Confirm { replay: false, ..how }, terminal)?;
            verdict = Verdict::Reached { paths: std::mem::take(&mut other.findings), others };
            outcome = other;
        }
    }
    name_options(&mut outcome);
    let verdict = with_names(verdict);
    outcome.statistics.files = files as u64;
    outcome.statistics.details = None;
    outcome.statistics.milliseconds =
        u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let options = RenderOptions {
        root: settings.root,
        color: terminal.colors_output(),
        explain_path: own.explain_path,
    };
    let code = match verdict {
        Verdict::Reached { .. } => exit::REACHED,
        Verdict::Unreachable => exit::UNREACHABLE,
        Verdict::Unknown(_) => exit::UNKNOWN,
    };
    let mut out = std::io::stdout().lock();
    match own.format {
        FormatChoice::Text => {
            write_text(verdict, outcome, args.all.is_some(), &options, &mut out)?;
        }
        FormatChoice::Json => write_json(verdict, outcome, &options, &mut out)?,
    }
    Ok(code)
}

/// Why a target is none, with what may have been meant.
fn no_target(error: &GoalError) -> String {
    let meant = match error {
        GoalError::NoFunction { name, known, others, .. } if others.is_empty() => {
            suggestion(name, known.iter().map(String::as_str))
        }
        _ => String::new(),
    };
    format!("{error}{meant}")
}

/// A verdict with options in all that it says of limits.
fn with_names(mut verdict: Verdict) -> Verdict {
    if let Verdict::Unknown(why) | Verdict::Reached { others: Others::Unknown(why), .. } =
        &mut verdict
    {
        why.iter_mut().for_each(|reason| *reason = with_options(reason).into_owned());
    }
    if let Verdict::Reached { paths, .. } = &mut verdict {
        paths.iter_mut().for_each(name_options_in);
    }
    verdict
}

/// What is left of a verdict when its paths were run.
fn natively(
    verdict: Verdict,
    outcome: &mut Outcome,
    how: Confirm<'_>,
    terminal: &Terminal,
) -> Result<Verdict, Failure> {
    let Verdict::Reached { paths, others } = verdict else { return Ok(verdict) };
    outcome.findings = paths;
    outcome.statistics.nearest = None;
    confirm(outcome, how, terminal)?;
    Ok(Verdict::believed(std::mem::take(&mut outcome.findings), others))
}

/// Writes the answer for people; `several` if they asked for more than one path.
fn write_text(
    verdict: Verdict,
    mut outcome: Outcome,
    several: bool,
    options: &RenderOptions,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    match verdict {
        Verdict::Reached { paths, others } => {
            writeln!(out, "reached")?;
            outcome.findings = paths;
            if several {
                number(&mut outcome);
            }
            margay_report::render(Format::TEXT, &outcome, &[], &disk, options, out)?;
            if several {
                tell_of_others(others, out)?;
            }
            Ok(())
        }
        Verdict::Unreachable => {
            writeln!(out, "unreachable")?;
            let (paths, steps) = (outcome.statistics.paths, outcome.statistics.steps);
            writeln!(out, "no path leads there: {paths} paths, {steps} steps")
        }
        Verdict::Unknown(why) => {
            writeln!(out, "unknown")?;
            why.iter().try_for_each(|reason| writeln!(out, "  {reason}"))?;
            let nearest = outcome.statistics.nearest.iter();
            nearest.map(how_near).try_for_each(|near| writeln!(out, "  {near}"))
        }
    }
}

/// Writes the answer for scripts: the verdict, then what it rests on.
fn write_json(
    verdict: Verdict,
    mut outcome: Outcome,
    options: &RenderOptions,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let (verdict, others, why) = match verdict {
        Verdict::Reached { paths, others } => {
            outcome.findings = paths;
            let (others, why) = match others {
                Others::NotWanted => ("not-wanted", Vec::new()),
                Others::None => ("none", Vec::new()),
                Others::Unknown(why) => ("unknown", why),
            };
            ("reached", Some(others), why)
        }
        Verdict::Unreachable => ("unreachable", None, Vec::new()),
        Verdict::Unknown(why) => ("unknown", None, why),
    };
    json::Verdict { verdict, others, why: &why }.write(out)?;
    margay_report::render(Format::JSON, &outcome, &[], &disk, options, out)
}

/// How near a path came that did not come there, in words.
fn how_near(Nearest { steps, location }: &Nearest) -> String {
    let steps = match usize::try_from(*steps) {
        Ok(0) => "right before the target".to_owned(),
        Ok(steps) => format!("within {} of the target", count(steps, "step")),
        Err(_) => "nowhere near the target".to_owned(),
    };
    let place = location.iter().map(|at| format!(", at {}:{}", at.file.display(), at.line));
    format!("the nearest path came {steps}{}", place.collect::<String>())
}

/// Says of each path which one it is, or that it is none after all.
fn number(outcome: &mut Outcome) {
    let is_none = |path: &Finding| matches!(path.confirmation, Confirmation::NotConfirmed { .. });
    let all = outcome.findings.iter().filter(|path| !is_none(path)).count();
    for (number, path) in (1..).zip(&mut outcome.findings) {
        if is_none(path) {
            path.message = "another input was found, but its native run does not come there".into();
            path.label = "not reached".into();
        } else {
            path.message = format!("{}, path {number} of {all}", path.message);
        }
    }
    // What was left out stands with what that means for other paths.
    outcome.omissions.clear();
}

fn tell_of_others(others: Others, out: &mut dyn Write) -> std::io::Result<()> {
    match others {
        Others::NotWanted => writeln!(out, "as many paths as were asked for; there may be more"),
        Others::None => writeln!(out, "these are all: every path was explored"),
        Others::Unknown(why) => {
            writeln!(out, "there may be more; the search left out:")?;
            why.iter().try_for_each(|reason| writeln!(out, "  {reason}"))
        }
    }
}
