//! `margay man`: prints the man page, made from the definition of the command line.

use crate::options::Options;
use crate::output::Failure;
use clap::{Args, CommandFactory};
use std::io;

/// Print the man page
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  margay man > margay.1\n  margay man run | man -l -")]
pub struct ManArgs {
    /// The page of one command
    pub command: Option<String>,
}

pub fn run(args: &ManArgs) -> Result<u8, Failure> {
    let mut page = Options::command();
    page.build();
    if let Some(name) = &args.command {
        let command = page
            .find_subcommand(name)
            .ok_or_else(|| Failure::Tool(format!("there is no command `{name}`")))?;
        page = command.clone();
    }
    let source = concat!("margay ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(page).source(source).render(&mut io::stdout().lock())?;
    Ok(crate::exit::OK)
}
