//! `margay completions`: prints a completion script, made from the definition of the
//! command line.

use crate::options::Options;
use crate::output::Failure;
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};
use std::io::{self, Write};

/// Print completions for a shell
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  margay completions bash > ~/.local/share/bash-completion/completions/margay"
)]
pub struct CompletionsArgs {
    pub shell: Shell,
}

pub fn run(args: &CompletionsArgs) -> Result<u8, Failure> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    generate(args.shell, &mut Options::command(), "margay", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(crate::exit::OK)
}
