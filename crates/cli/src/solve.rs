//! `margay solve`: answers scripts in SMT-LIB 2.

use crate::exit;
use crate::output::{Failure, Terminal};
use clap::{Args, ValueHint};
use margay_analysis::{SolveError, SolveOptions, solve, solver};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Answer scripts in SMT-LIB 2
///
/// Scripts are of the logics QF_BV and QF_ABV: truth values, bit-vectors, and arrays with
/// elements of whole bytes. Each file is a script of its own. Where the solver has no
/// answer, a comment after `unknown` says why.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    /// Scripts; - is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required = true)]
    pub files: Vec<PathBuf>,
    /// Print a model after each sat, as (get-model) does
    #[arg(long)]
    pub model: bool,
}

const EXAMPLES: &str = "\
Examples:
  margay solve query.smt2
  margay solve --model queries/*.smt2
  echo '(declare-const x (_ BitVec 8)) (assert (= (bvmul x x) #x39)) (check-sat)' | margay solve -";

pub fn run(args: &SolveArgs, terminal: &Terminal) -> Result<u8, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    let options = SolveOptions { models: args.model };
    let mut code = exit::OK;
    for file in &args.files {
        if args.files.len() > 1 {
            writeln!(out, "; {}", file.display())?;
        }
        let result = read(file).and_then(|script| {
            match solve(&script, options, solver().as_mut(), &mut out) {
                Ok(()) => Ok(()),
                Err(SolveError::Write(error)) => Err(error.into()),
                Err(SolveError::Syntax(error)) => {
                    Err(Failure::Tool(format!("{}:{error}", file.display())))
                }
            }
        });
        // What was answered before an error is said before it.
        out.flush()?;
        match result {
            Ok(()) => {}
            Err(Failure::Tool(message)) => {
                terminal.error(&message);
                code = exit::TOOL_ERROR;
            }
            Err(other) => return Err(other),
        }
    }
    Ok(code)
}

fn read(file: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let result = if file == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes).map(drop)
    } else {
        std::fs::read(file).map(|content| bytes = content)
    };
    let name = file.display();
    result.map_err(|error| Failure::Tool(format!("cannot read {name}: {error}")))?;
    String::from_utf8(bytes).map_err(|_| Failure::Tool(format!("{name} is not UTF-8 text")))
}
