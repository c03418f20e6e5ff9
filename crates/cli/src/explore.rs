//! Exploring a program, as commands share it: what it is given, how far it goes, and the program.
//!
//! The command line goes before `margay.toml`, and that before what Margay does by itself.

use crate::config::{self, CheckConfig, Config, SymArgs, SymFiles};
use crate::inputs::{self, InputArgs};
use crate::output::{Failure, Terminal};
use clap::{Args, ValueEnum, ValueHint};
use margay_analysis::{
    CheckOptions, Declarations, FileLimits, FlowPart, InputLimits, Interleavings, Limits,
    MemoryBound, Merge, Policy, with_library,
};
use margay_frontend::{Cache, ClangInfo, SettingsFlags, Unit};
use margay_ir::spell::library_name;
use margay_ir::{Function, Program, Type};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

#[derive(Debug, Args)]
pub struct ExploreArgs {
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
    /// Stop after so many solver queries (6000); a very hard one counts as several
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
    /// Which orders of turns of threads are tried where they meet
    #[arg(long, value_name = "WHICH", default_value = "choose", help_heading = LIMITS)]
    pub interleavings: InterleavingsChoice,
    /// Walk every path by itself; the same as `--merge never`
    #[arg(long, conflicts_with = "merge", help_heading = LIMITS)]
    pub no_merge: bool,
    /// Cut the work into units of about so many steps; for tests of that
    #[arg(long, value_name = "N", hide = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub unit_steps: Option<u64>,
    /// Panic in one unit of work; for tests that all else goes on
    #[arg(long, value_name = "UNIT", hide = true)]
    pub panic_in: Option<String>,
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
    /// Stop when Margay takes so much memory, then report what was found; by default half of the machine's
    #[arg(long, value_name = "MEGABYTES", help_heading = LIMITS, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_memory: Option<u64>,
    /// Do not replay findings natively
    #[arg(long)]
    pub no_confirm: bool,
    /// Replay also where the kernel cannot keep the program from your files, processes and network
    #[arg(long)]
    pub replay_unconfined: bool,
    /// Read the settings from this file, not from the nearest margay.toml upward
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
}

const INPUT: &str = "What the program is given";
const LIMITS: &str = "Limits";

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InterleavingsChoice {
    /// One order, and no races are sought
    Off,
    /// All that differ where these are few, or else `local-or-remote-define`
    Choose,
    /// For each read, one in which its own thread wrote what it reads and one in which another did
    LocalOrRemoteDefine,
    /// One of each class of orders that differ only in what does not touch each other
    All,
}

impl From<InterleavingsChoice> for Interleavings {
    fn from(choice: InterleavingsChoice) -> Interleavings {
        match choice {
            InterleavingsChoice::Off => Interleavings::Off,
            InterleavingsChoice::Choose => Interleavings::Choose,
            InterleavingsChoice::LocalOrRemoteDefine => Interleavings::LocalOrRemoteDefine,
            InterleavingsChoice::All => Interleavings::All,
        }
    }
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

pub struct ExploreSettings {
    pub options: CheckOptions,
    pub exclude: Vec<PathBuf>,
    /// Of `margay.toml`, if there is one.
    pub clang_flags: Option<SettingsFlags>,
    pub timeout: Option<Duration>,
    pub confirm: bool,
    /// Never from a file: a repository does not say how far its own program is trusted.
    pub unconfined: bool,
    /// The directory that reports name files relative to: that of the settings, else the
    /// working directory.
    pub root: PathBuf,
}

impl ExploreSettings {
    /// Puts the settings together, with limits for what is not said, and gives what `margay.toml`
    /// says besides. The error is a sentence.
    pub fn new(
        args: &ExploreArgs,
        limits: &Limits,
    ) -> Result<(ExploreSettings, CheckConfig), String> {
        let here = std::env::current_dir().unwrap_or_default();
        let file = match &args.config {
            Some(file) => Some(file.clone()),
            None => config::find(args.inputs.files.first().map_or(Path::new("."), |f| f)),
        };
        let names: Vec<&str> = margay_checkers::rules().map(|rule| rule.name).collect();
        let Config { check, exclude, clang_flags, flow } = match &file {
            Some(file) => config::read(file, &names)?,
            None => Config::default(),
        };
        let root = file.as_deref().and_then(Path::parent).map(|directory| here.join(directory));
        let root = root.unwrap_or_else(|| here.clone());
        let mut options = options(args, &check, limits)?;
        options.flow = Arc::new(Policy::new(flow, false)?);
        let bound = |megabytes: u64| MemoryBound::of(megabytes.saturating_mul(1 << 20));
        options.memory = args.max_memory.map(bound).unwrap_or_default();
        let settings = ExploreSettings {
            options,
            exclude,
            clang_flags: file.map(|file| SettingsFlags {
                name: file.strip_prefix(&here).unwrap_or(&file).display().to_string(),
                flags: anchored(clang_flags, &root),
            }),
            timeout: args.timeout.or(check.timeout).map(Duration::from_secs),
            confirm: !args.no_confirm && check.confirm.unwrap_or(true),
            unconfined: args.replay_unconfined,
            root,
        };
        Ok((settings, check))
    }
}

/// The program that is explored.
pub struct Subject {
    pub program: Program,
    pub clang: Option<ClangInfo>,
    pub units: Vec<Unit>,
    /// How many files there are.
    pub files: usize,
    /// Files that are not part of it, since they could not be read or compiled.
    pub unread: Vec<String>,
    /// What clang was not told, without which the code may mean something else.
    pub gaps: Vec<String>,
    /// What the terminal was told, one sentence each.
    pub warnings: Vec<String>,
}

/// Loads the program, with what the library has in C.
pub fn load(
    args: &InputArgs,
    settings: &ExploreSettings,
    terminal: &Terminal,
) -> Result<Subject, Failure> {
    let flags = settings.clang_flags.iter().cloned().collect();
    let loaded = inputs::load_with(args, flags, settings.exclude.clone(), terminal)?;
    for warning in declarations_without_effect(&settings.options.flow, &loaded.program) {
        terminal.warning(&warning);
    }
    let cache = Cache::open(&inputs::cache_options(args)?);
    let (program, missing) = with_library(loaded.program, loaded.clang.as_ref(), &cache);
    if let Some(missing) = missing {
        terminal.warning(&missing);
    }
    let unread = loaded.failures.into_iter().map(|failure| failure.file).collect();
    let (clang, units, files) = (loaded.clang, loaded.sources, loaded.units);
    let (gaps, warnings) = (loaded.gaps, loaded.warnings);
    Ok(Subject { program, clang, units, files, unread, gaps, warnings })
}

/// What to say of declarations in the settings that are of nothing in the program.
fn declarations_without_effect(policy: &Policy, program: &Program) -> Vec<String> {
    let Declarations { sources, sinks, sanitisers, .. } = &policy.declared;
    let of_source = |part: FlowPart| match part {
        FlowPart::Argument(index) => Some(index),
        FlowPart::Result => None,
    };
    let sources = sources.iter().map(|source| (&source.function, of_source(source.part)));
    let sinks = sinks.iter().map(|sink| (&sink.function, sink.argument));
    let sanitisers = sanitisers.iter().map(|one| (&one.function, one.argument));
    let (mut missing, mut warnings) = (BTreeSet::new(), BTreeSet::new());
    for (name, argument) in sources.chain(sinks).chain(sanitisers) {
        let is_it = |function: &&Function| {
            name == function.display_name() || name == library_name(&function.name)
        };
        let Some(function) = program.functions.iter().find(is_it) else {
            missing.insert(format!("`{name}`"));
            continue;
        };
        let takes_more = match program.types.get(function.ty) {
            Type::Function(ty) => ty.variadic,
            _ => true,
        };
        let count = function.param_count();
        if let Some(index) = argument.filter(|index| *index >= count && !takes_more) {
            let number = index + 1;
            let words = format!("[flow] names argument {number} of `{name}`, which takes {count}");
            warnings.insert(words);
        }
    }
    if !missing.is_empty() {
        let list = missing.into_iter().collect::<Vec<_>>().join(", ");
        warnings.insert(format!("[flow] names functions that the program does not have: {list}"));
    }
    warnings.into_iter().collect()
}

/// More or longer arguments than these are a mistake: each byte is a symbol.
const MOST_ARGUMENTS: u64 = 1 << 10;
const LONGEST_ARGUMENT: u64 = 1 << 16;

fn options(
    args: &ExploreArgs,
    config: &CheckConfig,
    defaults: &Limits,
) -> Result<CheckOptions, String> {
    let mut options = CheckOptions::default();
    let sym_args = match args.sym_args.as_deref() {
        Some(&[min, max, length]) => Some(SymArgs { min, max, length }),
        _ => config.sym_args,
    };
    if let Some(SymArgs { min, max, length }) = sym_args {
        if min > max {
            return Err(format!("--sym-args has a minimum of {min} above its maximum of {max}"));
        }
        let within = |number: u64, most: u64, what: &str| {
            let number = u32::try_from(number).ok().filter(|number| u64::from(*number) <= most);
            number.ok_or_else(|| format!("--sym-args allows at most {most} {what}"))
        };
        options.arguments.min = within(min, MOST_ARGUMENTS, "arguments")?;
        options.arguments.max = within(max, MOST_ARGUMENTS, "arguments")?;
        options.arguments.len = within(length, LONGEST_ARGUMENT, "bytes for each")?;
    }
    let sym_files = match args.sym_files.as_deref() {
        Some(&[number, length]) => Some(SymFiles { number, length }),
        _ => config.sym_files,
    };
    let files = sym_files.map(|SymFiles { number, length }| FileLimits { number, length });
    if files.is_some_and(|files| files.number > 26) {
        return Err("--sym-files allows at most 26 files, named A to Z".to_owned());
    }
    let stdin = args.sym_stdin.or(config.sym_stdin);
    options.input = InputLimits { stdin, files, ..options.input };
    options.concretion = !args.no_concretion;
    options.merge = if args.no_merge { Merge::Never } else { args.merge.into() };
    options.interleavings = args.interleavings.into();
    options.unit_steps = args.unit_steps;
    options.panic_in = args.panic_in.clone();
    options.unroll = !args.no_unroll;
    options.widen = !args.no_widen;
    let steps = args.max_steps.or(config.max_steps);
    let choices = args.max_loop.or(config.max_loop);
    let depth = args.max_depth.or(config.max_depth);
    options.limits = Limits {
        steps: steps.unwrap_or(defaults.steps),
        // One path may take what all may take, if that was said.
        path_steps: steps.unwrap_or(defaults.path_steps),
        paths: args.max_paths.or(config.max_paths).unwrap_or(defaults.paths),
        queries: args.max_queries.or(config.max_queries).unwrap_or(defaults.queries),
        choices: choices.map_or(defaults.choices, |n| u32::try_from(n).unwrap_or(u32::MAX)),
        depth: depth.map_or(defaults.depth, |n| usize::try_from(n).unwrap_or(usize::MAX)),
        ..*defaults
    };
    Ok(options)
}

/// Flags with the directories in them as `margay.toml` means them: relative to its own.
fn anchored(flags: Vec<String>, directory: &Path) -> Vec<String> {
    const WITH_PATH: &[&str] = &["-isystem", "-idirafter", "-iquote", "-include", "-imacros", "-I"];
    let join = |path: &str| directory.join(path).display().to_string();
    let mut is_path = false;
    let anchor = |flag: String| {
        let prefix = WITH_PATH.iter().find(|prefix| flag.starts_with(**prefix));
        match prefix.map(|prefix| flag.split_at(prefix.len())) {
            _ if is_path => {
                is_path = false;
                join(&flag)
            }
            Some((_, "")) => {
                is_path = true;
                flag
            }
            Some((prefix, path)) => format!("{prefix}{}", join(path)),
            None => flag,
        }
    };
    flags.into_iter().map(anchor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_in_flags_are_relative_to_the_settings() {
        let flags = ["-Iinclude", "-DX=1", "-isystem", "sys", "-include", "/abs.h", "-O2"];
        let flags = anchored(flags.map(str::to_owned).to_vec(), Path::new("/p"));
        assert_eq!(
            flags,
            ["-I/p/include", "-DX=1", "-isystem", "/p/sys", "-include", "/abs.h", "-O2"]
        );
    }
}
