//! What a check is to do: the command line where it says something, else `margay.toml`, else
//! what Margay does by itself.

use crate::check::CheckArgs;
use crate::config::{self, CheckConfig, Config, SymArgs, SymFiles};
use margay_analysis::{CheckOptions, FileLimits, InputLimits, Limits, Merge};
use margay_ir::finding::Rule;
use margay_report::Format;
use margay_report::baseline::Baseline;
use margay_report::nearest::suggestion;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub struct Settings {
    pub options: CheckOptions,
    /// The rules whose findings count.
    pub rules: Vec<&'static Rule>,
    pub exclude: Vec<PathBuf>,
    pub clang_flags: Vec<String>,
    pub timeout: Option<Duration>,
    pub confirm: bool,
    pub format: Format,
    pub baseline: Option<Baseline>,
    /// The directory that reports name files relative to: that of the settings, else the
    /// working directory.
    pub root: PathBuf,
}

/// More or longer arguments than these are a mistake: each byte is a symbol.
const MOST_ARGUMENTS: u64 = 1 << 10;
const LONGEST_ARGUMENT: u64 = 1 << 16;

impl Settings {
    /// Puts the settings together. The error is a sentence.
    pub fn new(args: &CheckArgs) -> Result<Settings, String> {
        let here = std::env::current_dir().unwrap_or_default();
        let all: Vec<&'static Rule> = margay_checkers::rules().collect();
        let names: Vec<&str> = all.iter().map(|rule| rule.name).collect();
        let file = match &args.config {
            Some(file) => Some(file.clone()),
            None => config::find(args.inputs.files.first().map_or(Path::new("."), |f| f)),
        };
        let config = match &file {
            Some(file) => config::read(file, &names)?,
            None => Config::default(),
        };
        let CheckConfig { rules: only, disable, .. } = &config.check;
        let only = args.rules.as_ref().or(only.as_ref());
        let not = args.disable.as_ref().unwrap_or(disable);
        for name in only.into_iter().flatten().chain(not) {
            if !names.contains(&name.as_str()) {
                let hint = suggestion(name, names.iter().copied());
                return Err(format!("there is no rule `{name}`{hint}"));
            }
        }
        let named = |list: &[String], rule: &Rule| list.iter().any(|name| name == rule.name);
        let mut rules = all;
        rules.retain(|rule| only.is_none_or(|only| named(only, rule)) && !named(not, rule));
        let root = file.as_deref().and_then(Path::parent).map(|directory| here.join(directory));
        let baseline = args.baseline.as_ref().or(config.check.baseline.as_ref());
        Ok(Settings {
            options: options(args, &config.check)?,
            rules,
            exclude: config.exclude,
            clang_flags: anchored(config.clang_flags, root.as_deref().unwrap_or(&here)),
            timeout: args.timeout.or(config.check.timeout).map(Duration::from_secs),
            confirm: !args.no_confirm && config.check.confirm.unwrap_or(true),
            format: args.format.map(Format::from).or(config.check.format).unwrap_or(Format::Text),
            baseline: baseline.map(|file| read_baseline(file)).transpose()?,
            root: root.unwrap_or(here),
        })
    }

    /// Whether findings of a rule count.
    pub fn wants(&self, rule: &str) -> bool {
        self.rules.iter().any(|wanted| wanted.name == rule)
    }
}

fn options(args: &CheckArgs, config: &CheckConfig) -> Result<CheckOptions, String> {
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
    options.input = InputLimits { stdin: args.sym_stdin.or(config.sym_stdin), files };
    options.concretion = !args.no_concretion;
    options.merge = if args.no_merge { Merge::Never } else { args.merge.into() };
    options.unit_steps = args.unit_steps;
    options.unroll = !args.no_unroll;
    options.widen = !args.no_widen;
    let defaults = Limits::default();
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
        ..defaults
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

fn read_baseline(file: &Path) -> Result<Baseline, String> {
    let name = file.display();
    let bytes = std::fs::read(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    Baseline::parse(&bytes).map_err(|why| format!("{name} is no baseline: {why}"))
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
