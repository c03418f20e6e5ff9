//! `margay ir`: prints the program as Margay sees it.

use crate::inputs::{self, InputArgs};
use crate::output::{Failure, Terminal};
use clap::Args;
use margay_ir::text;
use std::io::{self, BufWriter, Write};

/// Print the intermediate representation of a program
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct IrArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    /// Print this function only; repeat it for more
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  margay ir prog.c
  margay ir prog.c --function main
  margay ir prog.bc | less";

pub fn run(args: &IrArgs, terminal: &Terminal) -> Result<u8, Failure> {
    let loaded = inputs::load(&args.inputs, terminal)?;
    let program = &loaded.program;
    let mut out = BufWriter::new(io::stdout().lock());
    if args.function.is_empty() {
        write!(out, "{}", text::print(program))?;
    }
    for name in &args.function {
        let id = program
            .function(name)
            .ok_or_else(|| Failure::Tool(format!("there is no function `{name}`")))?;
        write!(out, "{}", text::print_function(program, id))?;
    }
    out.flush()?;
    Ok(inputs::exit_code(&loaded))
}
