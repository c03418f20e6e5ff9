//! `margay __sandbox`: the processes that a replayed program starts as. Not for people.

use crate::output::Failure;
use clap::Args;
use margay_analysis::replay::sandbox::{self, Job, Layers, Stage};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub struct SandboxArgs {
    /// Which of them this is
    pub stage: Stage,
    /// What confines the program
    #[arg(long)]
    pub layers: Layers,
    /// How long it may run
    #[arg(long)]
    pub milliseconds: u64,
    /// How many processes and threads its user may have
    #[arg(long)]
    pub tasks: u64,
    /// The only directory that it may write to
    #[arg(long)]
    pub dir: PathBuf,
    /// The program and its arguments
    #[arg(last = true, required = true)]
    pub command: Vec<OsString>,
}

pub fn run(args: SandboxArgs) -> Result<u8, Failure> {
    let job = Job {
        directory: args.dir,
        layers: args.layers,
        limit: Duration::from_millis(args.milliseconds),
        tasks: args.tasks,
        command: args.command,
    };
    sandbox::enter(args.stage, &job).map_err(Failure::Tool)
}
