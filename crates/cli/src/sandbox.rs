//! `margay __sandbox`: the process that a replayed program starts as. Not for people.

use crate::output::Failure;
use clap::Args;
use margay_analysis::replay::sandbox;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct SandboxArgs {
    /// The only directory that the program may write to
    #[arg(long)]
    pub dir: PathBuf,
    /// The program and its arguments
    #[arg(last = true, required = true)]
    pub command: Vec<OsString>,
}

/// Returns only if the program could not be started.
pub fn run(args: &SandboxArgs) -> Result<u8, Failure> {
    let (program, arguments) = args.command.split_first().expect("clap asks for one");
    Err(Failure::Tool(sandbox::enter(&args.dir, program, arguments)))
}
