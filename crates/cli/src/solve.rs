//! `margay solve`: answers scripts in SMT-LIB 2.

use crate::exit;
use crate::output::{Failure, Terminal};
use clap::{Args, ValueHint};
use margay_analysis::{SmtSolver, SolveError, SolveOptions, SolverOptions, solve, solver};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Answer scripts in SMT-LIB 2
///
/// Scripts are of the logics QF_BV and QF_ABV: truth values, bit-vectors, and arrays with
/// indices of at most 64 bits and elements of one to eight whole bytes. Each file is a script of its own. Where the solver has no
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
    /// Conflicts that a query may cost Margay's own solver
    #[arg(long, value_name = "N")]
    pub conflicts: Option<u64>,
    /// SMT solver for what Margay's own does not decide [default: z3, cvc5 or bitwuzla in PATH]
    #[arg(long, value_name = "PROGRAM", value_hint = ValueHint::ExecutablePath)]
    pub smt_solver: Option<PathBuf>,
    /// Use no other solver
    #[arg(long, conflicts_with = "smt_solver")]
    pub no_smt_solver: bool,
    /// Write each query with its answer to a file in this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub log: Option<PathBuf>,
}

impl SolveArgs {
    fn solver(&self) -> SolverOptions {
        let smt_solver = match &self.smt_solver {
            _ if self.no_smt_solver => SmtSolver::None,
            Some(program) => SmtSolver::At(program.clone()),
            None => SmtSolver::Find,
        };
        SolverOptions { conflicts: self.conflicts, smt_solver, log: self.log.clone() }
    }
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
            let mut solver = solver(&args.solver()).map_err(Failure::Tool)?;
            match solve(&script, options, solver.as_mut(), &mut out) {
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
