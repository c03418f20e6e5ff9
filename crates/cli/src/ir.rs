//! `margay ir`: prints the program as Margay sees it.

use crate::inputs::{self, InputArgs};
use crate::output::{Failure, Terminal};
use clap::Args;
use margay_frontend::Loaded;
use margay_ir::{Callee, Op, text};
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
    /// Print how much was read instead, and what could not be
    #[arg(long, conflicts_with = "function")]
    pub summary: bool,
}

const EXAMPLES: &str = "\
Examples:
  margay ir prog.c
  margay ir prog.c --function main
  margay ir prog.bc | less
  margay ir --build make --summary";

pub fn run(args: &IrArgs, terminal: &Terminal) -> Result<u8, Failure> {
    let loaded = inputs::load(&args.inputs, terminal)?;
    let program = &loaded.program;
    let mut out = BufWriter::new(io::stdout().lock());
    if args.summary {
        summarise(&loaded, &mut out)?;
    } else if args.function.is_empty() {
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

/// Counts of what was read. A function that we could not read is external by our
/// ignorance, not by the program's will; inline assembly is opaque either way.
fn summarise(loaded: &Loaded, out: &mut impl Write) -> io::Result<()> {
    let program = &loaded.program;
    let bodies = || program.functions.iter().filter(|function| function.has_body());
    let instructions: usize = bodies().map(|function| function.insts.len()).sum();
    let assembly = bodies()
        .flat_map(|function| function.insts.iter())
        .filter(
            |inst| matches!(&inst.op, Op::Call(call) if matches!(call.callee, Callee::Asm { .. })),
        )
        .count();
    writeln!(out, "files         {}", loaded.units)?;
    writeln!(out, "functions     {}", bodies().count())?;
    writeln!(out, "instructions  {instructions}")?;
    writeln!(out, "inline asm    {assembly}")?;
    writeln!(out, "not read      {}", program.gaps.len())?;
    for gap in &program.gaps {
        writeln!(out, "  {}: {}", gap.symbol, gap.reason)?;
    }
    Ok(())
}
