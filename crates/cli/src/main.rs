//! The `margay` binary: reads the command line, runs one command, sets the exit code.
//!
//! One command is one file. Commands return what went wrong as a [`Failure`]; this
//! file alone prints it and ends the process.

mod check;
mod completions;
mod confirm;
mod diff;
mod explain;
mod explore;
mod html;
mod inputs;
mod interrupt;
mod ir;
mod links;
mod lsp;
mod man;
mod options;
mod output;
mod progress;
mod reach;
mod replay;
mod run;
mod sandbox;
mod settings;
mod solve;
mod test;
mod test_dir;
mod test_table;
mod tree;
mod triage;

use clap::Parser;
use interrupt::Interrupt;
use options::{Command, Options};
use output::{Failure, Terminal};
use std::io::Write;
use std::process::ExitCode;

/// What the process answers, as CodeChecker does. Commands that run a program answer with
/// the program's own code instead.
mod exit {
    use margay_analysis::outcome::Answer;

    pub const OK: u8 = 0;
    pub const TOOL_ERROR: u8 = 1;
    pub const FINDINGS: u8 = 2;
    pub const INCOMPLETE: u8 = 3;

    /// That of a command that says what it found.
    pub fn of(answer: Answer) -> u8 {
        match answer {
            Answer::Clean => OK,
            Answer::Found => FINDINGS,
            Answer::Incomplete => INCOMPLETE,
        }
    }
}

fn main() -> ExitCode {
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(error) => return usage(&error),
    };
    let terminal = Terminal::new(&options.global);
    let result = match options.command {
        Command::Check(mut args) => interruptible(|interrupt| {
            args.explore.inputs.stop = interrupt.stop.clone();
            check::run(&args, &terminal)
        }),
        Command::Reach(mut args) => interruptible(|interrupt| {
            args.explore.inputs.stop = interrupt.stop.clone();
            reach::run(*args, &terminal)
        }),
        Command::Triage(mut args) => interruptible(|interrupt| {
            args.explore.inputs.stop = interrupt.stop.clone();
            triage::run(*args, &terminal)
        }),
        Command::Test(mut args) => interruptible(|interrupt| {
            args.explore.inputs.stop = interrupt.stop.clone();
            test::run(*args, &terminal)
        }),
        Command::Replay(args) => {
            interruptible(|interrupt| replay::run(&args, &interrupt.stop, &terminal))
        }
        Command::Run(mut args) => interruptible(|interrupt| {
            args.inputs.stop = interrupt.stop.clone();
            run::run(&args, interrupt, &terminal)
        }),
        Command::Ir(mut args) => interruptible(|interrupt| {
            args.inputs.stop = interrupt.stop.clone();
            ir::run(&args, &terminal)
        }),
        Command::Solve(args) => solve::run(&args, &terminal),
        Command::Explain(args) => explain::run(&args),
        Command::Lsp(args) => lsp::run(&args),
        Command::Man(args) => man::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Sandbox(args) => sandbox::run(args),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        // The reader of our output has seen enough, as in `margay ir a.c | head`.
        Err(Failure::BrokenPipe) => ExitCode::from(exit::OK),
        Err(Failure::Tool(message)) => {
            terminal.error(&message);
            ExitCode::from(exit::TOOL_ERROR)
        }
        Err(Failure::Incomplete(message)) => {
            terminal.error(&message);
            ExitCode::from(exit::INCOMPLETE)
        }
    }
}

/// Does work that a signal ends in order.
fn interruptible(work: impl FnOnce(&Interrupt) -> Result<u8, Failure>) -> Result<u8, Failure> {
    work(&Interrupt::install()?)
}

/// Prints help and version, or what is wrong with the command line. Clap's own code for
/// a wrong command line is 2, which here means findings.
fn usage(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        // There may be no one left to tell.
        let _ = write!(std::io::stderr(), "margay: {}", error.render());
        return ExitCode::from(exit::TOOL_ERROR);
    }
    match error.print().map_err(Failure::from) {
        Ok(()) | Err(Failure::BrokenPipe) => ExitCode::from(exit::OK),
        Err(_) => ExitCode::from(exit::TOOL_ERROR),
    }
}
