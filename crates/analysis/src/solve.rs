//! Executing a script of SMT-LIB 2: what `margay solve` stands on.
//!
//! Assertions are kept in path conditions, one for each level at which something was asserted, so a
//! `pop` drops what is above it. Invariant: answers are written as they come, in the syntax of
//! SMT-LIB; what is not SMT-LIB is in a comment.

use margay_smt::smtlib::{Command, DisplayModel, DisplayValue, Reader, SyntaxError};
use margay_smt::{
    Answer, Bool, Budget, Chain, ChainOptions, Logging, Model, PathCondition, Pipe, PipeCommand,
    Query, QueryLog, Solver, TermPool,
};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

#[derive(Clone, Copy, Debug, Default)]
pub struct SolveOptions {
    /// Print a model after each `sat`, asked for or not.
    pub models: bool,
}

/// Why a script was not executed to its end.
#[derive(Debug)]
pub enum SolveError {
    Syntax(SyntaxError),
    /// The answer could not be written.
    Write(io::Error),
}

impl From<SyntaxError> for SolveError {
    fn from(error: SyntaxError) -> SolveError {
        SolveError::Syntax(error)
    }
}

impl From<io::Error> for SolveError {
    fn from(error: io::Error) -> SolveError {
        SolveError::Write(error)
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Syntax(error) => error.fmt(f),
            SolveError::Write(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl std::error::Error for SolveError {}

/// How the solver of a script is made.
#[derive(Clone, Debug, Default)]
pub struct SolverOptions {
    /// Conflicts that a query may cost the SAT solver, if not the usual number.
    pub conflicts: Option<u64>,
    pub smt_solver: SmtSolver,
    /// A folder for the queries, one file for each.
    pub log: Option<PathBuf>,
}

/// The SMT solver for what Margay's own does not decide.
#[derive(Clone, Debug, Default)]
pub enum SmtSolver {
    /// The first of z3, bitwuzla and cvc5 that is in `PATH`, if any.
    #[default]
    Find,
    None,
    At(PathBuf),
}

/// The solver that `margay solve` asks, for one script: it remembers the script's terms.
pub fn solver(options: &SolverOptions) -> Result<Box<dyn Solver>, String> {
    let pipe = match &options.smt_solver {
        SmtSolver::Find => Pipe::find(),
        SmtSolver::None => None,
        SmtSolver::At(path) if !path.is_file() => {
            return Err(format!("{}: there is no such program", path.display()));
        }
        SmtSolver::At(path) => Some(PipeCommand::from_path(path).ok_or_else(|| {
            format!(
                "{}: by its name not one of the solvers that Margay knows: z3, bitwuzla, cvc5",
                path.display()
            )
        })?),
    };
    let mut budget = Budget::default();
    if let Some(conflicts) = options.conflicts {
        budget.conflicts = conflicts;
    }
    let chain = Box::new(Chain::new(ChainOptions { budget, pipe }));
    let Some(folder) = &options.log else {
        return Ok(chain);
    };
    let log = QueryFolder::new(folder)
        .map_err(|error| format!("cannot write queries to {}: {error}", folder.display()))?;
    Ok(Box::new(Logging::new(chain, Box::new(log))))
}

/// Files 000001.smt2 and on, after those that are there.
struct QueryFolder {
    folder: PathBuf,
    before: u64,
}

impl QueryFolder {
    fn new(folder: &Path) -> io::Result<QueryFolder> {
        std::fs::create_dir_all(folder)?;
        let mut before = 0;
        for entry in std::fs::read_dir(folder)? {
            let name = entry?.path().file_stem().map(|stem| stem.to_string_lossy().into_owned());
            let number = name.and_then(|name| name.parse().ok());
            before = before.max(number.unwrap_or(0));
        }
        Ok(QueryFolder { folder: folder.to_owned(), before })
    }
}

impl QueryLog for QueryFolder {
    fn record(&mut self, number: u64, text: &str) {
        let file = self.folder.join(format!("{:06}.smt2", self.before + number));
        // The log is a help for developers; a full disk must not change an answer.
        if let Err(error) = std::fs::write(&file, text) {
            eprintln!("margay: warning: cannot write {}: {error}", file.display());
        }
    }
}

/// Executes a script and writes what it asks for, up to its end or the first error.
pub fn solve(
    script: &str,
    options: SolveOptions,
    solver: &mut dyn Solver,
    out: &mut dyn Write,
) -> Result<(), SolveError> {
    let mut pool = TermPool::new();
    let mut reader = Reader::new(script);
    let mut session =
        Session { options, solver, out, assertions: Assertions::default(), answer: None };
    while let Some(command) = reader.next_command(&mut pool) {
        session.execute(command?, &mut pool, &reader)?;
    }
    session.out.flush()?;
    Ok(())
}

struct Session<'a> {
    options: SolveOptions,
    solver: &'a mut dyn Solver,
    out: &'a mut dyn Write,
    assertions: Assertions,
    /// The last answer, unless the assertions have changed since.
    answer: Option<Answer>,
}

impl Session<'_> {
    fn execute(
        &mut self,
        command: Command<'_>,
        pool: &mut TermPool,
        reader: &Reader<'_>,
    ) -> io::Result<()> {
        match command {
            Command::Assert(term) => {
                self.assertions.assume(pool, term);
                self.answer = None;
            }
            Command::CheckSat => {
                let condition = pool.bool_const(true);
                self.check(pool, reader, condition)?;
            }
            Command::CheckSatAssuming(terms) => {
                let condition = pool.and_all(terms);
                self.check(pool, reader, condition)?;
            }
            Command::Push(levels) => {
                self.assertions.level += levels;
                self.answer = None;
            }
            Command::Pop(levels) => {
                self.assertions.pop(levels);
                self.answer = None;
            }
            Command::Reset | Command::ResetAssertions => {
                self.assertions = Assertions::default();
                self.answer = None;
            }
            Command::GetModel => match self.model() {
                Some(model) => self.print_model(pool, reader, &model)?,
                None => self.no_model()?,
            },
            Command::GetValue(terms) => match self.model() {
                Some(model) => {
                    for (i, (text, term)) in terms.into_iter().enumerate() {
                        let (arrays, assignment) = (reader.arrays(), &*model);
                        let value = DisplayValue { pool, arrays, term, assignment };
                        let open = if i == 0 { "(" } else { "\n " };
                        write!(self.out, "{open}({text} {value})")?;
                    }
                    writeln!(self.out, ")")?;
                }
                None => self.no_model()?,
            },
            Command::GetInfo(keyword) => self.info(keyword)?,
            Command::Echo(text) => writeln!(self.out, "{}", quoted(&text))?,
            Command::GetAssertions | Command::GetOption(_) | Command::GetOther(_) => {
                writeln!(self.out, "unsupported")?;
            }
            Command::SetLogic(_)
            | Command::SetOption(..)
            | Command::SetInfo(..)
            | Command::Declare(_)
            | Command::Define(_)
            | Command::Exit => {}
        }
        Ok(())
    }

    fn check(
        &mut self,
        pool: &mut TermPool,
        reader: &Reader<'_>,
        condition: Bool,
    ) -> io::Result<()> {
        let path = self.assertions.path();
        let mut answer = self.solver.solve(pool, &Query { path: path.clone(), condition });
        if let Answer::Sat(model) = &mut answer {
            *model = Rc::new(path.complete(pool, model, condition));
            // The next query need not look for it again.
            self.assertions.witness(model);
        }
        match &answer {
            Answer::Sat(model) => {
                writeln!(self.out, "sat")?;
                if self.options.models {
                    self.print_model(pool, reader, model)?;
                }
            }
            Answer::Unsat(_) => writeln!(self.out, "unsat")?,
            Answer::Unknown(reason) => {
                writeln!(self.out, "unknown\n; {}", one_line(&reason.to_string()))?;
            }
        }
        self.answer = Some(answer);
        // Others may wait for the answer while the next one is sought.
        self.out.flush()
    }

    fn model(&self) -> Option<Model> {
        match &self.answer {
            Some(Answer::Sat(model)) => Some(model.clone()),
            _ => None,
        }
    }

    fn print_model(
        &mut self,
        pool: &TermPool,
        reader: &Reader<'_>,
        assignment: &Model,
    ) -> io::Result<()> {
        let (arrays, declarations) = (reader.arrays(), reader.declarations());
        writeln!(self.out, "{}", DisplayModel { pool, arrays, declarations, assignment })
    }

    fn no_model(&mut self) -> io::Result<()> {
        writeln!(self.out, "(error \"there is no model: the last answer must be sat\")")
    }

    fn info(&mut self, keyword: &str) -> io::Result<()> {
        let value = match (keyword, &self.answer) {
            (":reason-unknown", Some(Answer::Unknown(reason))) => quoted(&reason.to_string()),
            (":name", _) => quoted("margay"),
            (":version", _) => quoted(env!("CARGO_PKG_VERSION")),
            (":error-behavior", _) => "immediate-exit".to_owned(),
            _ => return writeln!(self.out, "unsupported"),
        };
        writeln!(self.out, "({keyword} {value})")
    }
}

/// What is asserted, by level. The last path holds all assertions.
#[derive(Default)]
struct Assertions {
    level: u32,
    /// Paths with the level at which they were begun, levels growing.
    paths: Vec<(u32, PathCondition)>,
}

impl Assertions {
    fn assume(&mut self, pool: &mut TermPool, condition: Bool) {
        if self.paths.last().is_none_or(|(level, _)| *level < self.level) {
            self.paths.push((self.level, self.path()));
        }
        if let Some((_, path)) = self.paths.last_mut() {
            path.assume(pool, condition);
        }
    }

    /// The reader has seen to it that there are as many.
    fn pop(&mut self, levels: u32) {
        self.level -= levels;
        while self.paths.last().is_some_and(|(level, _)| *level > self.level) {
            self.paths.pop();
        }
    }

    /// Notes a model of all assertions.
    fn witness(&mut self, model: &Model) {
        if let Some((_, path)) = self.paths.last_mut() {
            path.witness_open(model);
        }
    }

    fn path(&self) -> PathCondition {
        self.paths.last().map(|(_, path)| path.clone()).unwrap_or_default()
    }
}

/// A string as SMT-LIB writes it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", one_line(text).replace('"', "\"\""))
}

/// A reason in the words of another solver may have several lines.
fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join(" ")
}
