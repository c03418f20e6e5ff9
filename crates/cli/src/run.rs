//! `margay run`: executes a program on the engine, with the real standard input and
//! output, and answers with the program's own exit code.

use crate::inputs::{self, InputArgs};
use crate::interrupt::Interrupt;
use crate::output::{Failure, Terminal};
use clap::Args;
use margay_analysis::{Ending, Report, RunOptions, with_library};
use margay_frontend::Cache;
use std::ffi::OsString;
use std::path::Path;

/// Execute a program on Margay's engine
///
/// The program reads the real standard input, writes the real standard output and its
/// exit code becomes Margay's. Faults that it commits on the way are named with their
/// place: those that a native run survives as warnings when it ends, others as the error
/// that ends it, with the exit code of the signal it would die of (139, 136, 134...).
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    /// An argument for the program; repeat it for more
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub arg: Vec<OsString>,
}

const EXAMPLES: &str = "\
Examples:
  margay run wc.c < README.md
  margay run sort.c util.c --arg -r --arg names.txt
  margay run prog.c -- -Iinclude -DLIMIT=10";

pub fn run(args: &RunArgs, interrupt: &Interrupt, terminal: &Terminal) -> Result<u8, Failure> {
    let loaded = inputs::load(&args.inputs, terminal)?;
    if !loaded.failures.is_empty() {
        // Part of a program is another program.
        return Err(Failure::Incomplete("the program is not run, as part of it is missing".into()));
    }
    if let [first, second, ..] = loaded.mains.as_slice() {
        return Err(Failure::Tool(format!(
            "`main` is defined in {first} and {second}: name the files of one program"
        )));
    }
    let cache = Cache::open(&inputs::cache_options(&args.inputs)?);
    let (program, missing) = with_library(loaded.program, loaded.clang.as_ref(), &cache);
    if let Some(missing) = missing {
        terminal.warning(&missing);
    }
    interrupt.end_at_once()?;
    let env = std::env::vars_os()
        .map(|(name, value)| (name.into_encoded_bytes(), value.into_encoded_bytes()))
        .collect();
    let options = RunOptions { args: program_arguments(args), env };
    let mut unknown = |name: &str, place: &str| {
        let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
        terminal.warning(&format!(
            "{place}nothing is known of `{name}`; what it returns is taken to be zero"
        ));
    };
    let outcome = margay_analysis::run(&program, &options, &mut unknown)
        .map_err(|error| Failure::Tool(error.to_string()))?;
    for fault in &outcome.faults {
        terminal.warning(&describe(fault));
    }
    let names = |list: &[(&str, u64)]| {
        list.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    if !outcome.approximated.is_empty() {
        let names = names(&outcome.approximated);
        terminal.warning(&format!("{names} may differ from the native library in the last digits"));
    }
    if !outcome.unsupported.is_empty() {
        let names = names(&outcome.unsupported);
        terminal.warning(&format!("not supported, so results may differ from native: {names}"));
    }
    terminal.note(&format!("{} operations", outcome.steps));
    if let Some(peak) = peak_memory() {
        terminal.note(&format!("peak memory {} MB", peak.div_ceil(1 << 20)));
    }
    Ok(match outcome.ending {
        // As a process does: the low eight bits.
        Ending::Exited(code) => u8::try_from(code & 0xff).expect("masked to eight bits"),
        // A reader that has seen enough is no news.
        Ending::Killed(SIGPIPE) => signal_code(SIGPIPE),
        Ending::Killed(signal) => {
            terminal.error(&format!("the program died of signal {signal}"));
            signal_code(signal)
        }
        Ending::Unsupported { reason, place } => {
            let place = if place.is_empty() { place } else { format!("{place}: ") };
            return Err(Failure::Tool(format!("{place}{reason}")));
        }
        Ending::Fault(fault) => {
            terminal.error(&describe(&fault));
            signal_code(fault.signal)
        }
    })
}

/// The most memory that this process had at once, in bytes, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

const SIGPIPE: i32 = 13;

/// The code that a shell gives a process that a signal ended.
fn signal_code(signal: i32) -> u8 {
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}

/// A fault with its place in front, as compilers print it, and the calls after.
fn describe(report: &Report) -> String {
    let mut text = String::new();
    if !report.place.is_empty() {
        text += &format!("{}: ", report.place);
    }
    text += &format!("{} [{}]", report.message, report.rule);
    for call in report.calls.iter().filter(|call| !call.is_empty()).take(SHOWN_CALLS) {
        text += &format!("\n  called from {call}");
    }
    text
}

/// Calls shown with a fault; a deep recursion has thousands.
const SHOWN_CALLS: usize = 8;

/// The program's `argv`. Its own name is that of the first input without the extension,
/// as a shell would call what a compiler makes of it.
fn program_arguments(args: &RunArgs) -> Vec<Vec<u8>> {
    let name = match args.inputs.files.first() {
        Some(first) => {
            let stem = first.with_extension("");
            let bare = stem.parent().is_none_or(|dir| dir.as_os_str().is_empty());
            if bare { Path::new(".").join(stem) } else { stem }
        }
        None => Path::new("./a.out").to_owned(),
    };
    let all = std::iter::once(name.as_os_str()).chain(args.arg.iter().map(OsString::as_os_str));
    all.map(|arg| arg.as_encoded_bytes().to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Command, Options};
    use clap::Parser;

    fn check(line: &str, expected: &[&str]) {
        let Command::Run(args) = Options::parse_from(line.split(' ')).command else {
            panic!("not run")
        };
        let arguments = program_arguments(&args);
        let arguments: Vec<_> = arguments.iter().map(|a| String::from_utf8_lossy(a)).collect();
        assert_eq!(arguments, expected);
    }

    #[test]
    fn the_program_is_called_after_its_first_file() {
        check("margay run prog.c --arg x --arg -y", &["./prog", "x", "-y"]);
        check("margay run src/a.c b.c", &["src/a"]);
        check("margay run /tmp/a.b.c", &["/tmp/a.b"]);
        check("margay run --build make", &["./a.out"]);
    }
}
