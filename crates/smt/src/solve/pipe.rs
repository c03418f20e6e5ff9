//! An SMT solver behind a pipe: z3, bitwuzla or cvc5.
//!
//! Invariant: whatever the other program does, [`Pipe`] answers, and answers `Sat` only with a model
//! that satisfies the query when evaluated here. `Unsat` is taken on trust; a `Validating` layer or a
//! second solver is what checks it.
//!
//! The program is started at the first query and kept. Declarations of symbols stay with it; what a
//! query asserts is pushed and popped. This is the one place of the crate that does I/O and looks at
//! the clock, and the clock only ends what the solver's own, repeatable limit did not.

use super::process::{Failure, Process};
use super::response::{Part, Response};
use super::write::{Writer, asked_name, assert_usual_bits, has_floats, name};
use super::{Answer, Query, Solver, Unknown};
use crate::concrete::bitvec::BitVec;
use crate::concrete::float::FloatKind;
use crate::eval::Evaluator;
use crate::pool::TermPool;
use crate::term::{Node, Sort, SymbolId, Term};
use crate::value::{ArrayValue, Assignment};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The solvers whose options and manners are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PipeKind {
    Z3,
    Bitwuzla,
    Cvc5,
}

impl PipeKind {
    /// Those that are looked for, the preferred one first. bitwuzla comes last because its limit is a
    /// clock; the others count steps.
    pub const ALL: [PipeKind; 3] = [PipeKind::Z3, PipeKind::Cvc5, PipeKind::Bitwuzla];

    /// Whether it has a limit of its own that the same query reaches at the same point each time.
    fn counts_steps(self) -> bool {
        self != PipeKind::Bitwuzla
    }

    /// The name of the program.
    pub fn name(self) -> &'static str {
        match self {
            PipeKind::Z3 => "z3",
            PipeKind::Bitwuzla => "bitwuzla",
            PipeKind::Cvc5 => "cvc5",
        }
    }
}

/// Which program to start.
#[derive(Clone, Debug)]
pub struct PipeCommand {
    pub kind: PipeKind,
    pub program: PathBuf,
    /// Whether to give up hard queries soon, because many others follow.
    pub hurried: bool,
    /// How many queries were left undecided before: each halves what the first one may cost, if it is hurried.
    pub left_open: u64,
    /// No answer is waited for longer.
    pub ends: Option<Instant>,
    /// Nor once this is set.
    pub stop: Arc<AtomicBool>,
}

impl PipeCommand {
    pub fn new(kind: PipeKind, program: PathBuf) -> PipeCommand {
        let stop = Arc::default();
        PipeCommand { kind, program, hurried: false, left_open: 0, ends: None, stop }
    }

    /// A program whose kind its file name tells: `z3`, `z3-4.13`, `cvc5-Linux`.
    pub fn from_path(program: &Path) -> Option<PipeCommand> {
        let name = program.file_name()?.to_str()?;
        let kind = PipeKind::ALL.into_iter().find(|kind| name.starts_with(kind.name()))?;
        Some(PipeCommand::new(kind, program.to_owned()))
    }
}

/// How much a query may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PipeLimits {
    /// In steps as z3 and cvc5 count them, each in its own way. The same query uses the same number
    /// each time.
    pub steps: u64,
    /// After this the solver is stopped. It is there for solvers that hang or do not count, and is
    /// generous so that the steps run out first.
    pub time: Duration,
}

impl Default for PipeLimits {
    fn default() -> PipeLimits {
        PipeLimits { steps: 10_000_000, time: Duration::from_secs(20) }
    }
}

impl PipeLimits {
    /// Those for hurried queries. A second or two for the first, on a machine of today.
    fn hurried() -> PipeLimits {
        PipeLimits { steps: 3_000_000, time: Duration::from_secs(20) }
    }

    /// What is left of them for a query, so many halvings later. Where steps are counted, the
    /// clock stays generous: a busy machine gives the same answers.
    fn halved(self, times: u32, kind: PipeKind) -> PipeLimits {
        let time = if kind.counts_steps() { self.time } else { self.time / (1 << times) };
        PipeLimits { steps: self.steps >> times, time }
    }
}

/// Asks the solver behind the pipe whatever it is asked. Like every layer it belongs to one pool.
pub struct Pipe {
    command: PipeCommand,
    limits: PipeLimits,
    strict: bool,
    session: Option<Session>,
    /// How often the limits are halved: after an undecided query, the next hurried one gets half of its limits, and
    /// each answer gives one halving back.
    halvings: u32,
    /// The pool's epoch of releases when the session last spoke of its terms.
    epoch: u64,
    /// Failures since the last answer, and what the last one was.
    failures: u32,
    last_failure: String,
}

/// After so many failures without an answer between them the solver is left alone.
const MAX_FAILURES: u32 = 8;

/// The least that is tried is a 64th.
const MAX_HALVINGS: u32 = 6;

/// A solver that has been told more than this is told to forget it, to bound its memory.
const MAX_NAMES: usize = 50_000;

/// Solvers are stopped, or stop, beyond this many megabytes.
const MEMORY: u32 = 4096;

impl Pipe {
    /// The first solver in `PATH`, in the order of [`PipeKind::ALL`].
    pub fn find() -> Option<PipeCommand> {
        let path = std::env::var_os("PATH")?;
        PipeKind::ALL.into_iter().find_map(|kind| {
            // In a repository a relative folder would lead to its own programs.
            let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
            let candidates = folders.map(|folder| folder.join(kind.name()));
            let program = candidates.into_iter().find(|file| is_program(file))?;
            Some(PipeCommand::new(kind, program))
        })
    }

    pub fn new(command: PipeCommand) -> Pipe {
        let limits = if command.hurried { PipeLimits::hurried() } else { PipeLimits::default() };
        let left_open = u32::try_from(command.left_open).unwrap_or(u32::MAX);
        let halvings = if command.hurried { left_open.min(MAX_HALVINGS) } else { 0 };
        Pipe {
            command,
            limits,
            strict: cfg!(debug_assertions),
            session: None,
            halvings,
            epoch: 0,
            failures: 0,
            last_failure: String::new(),
        }
    }

    pub fn with_limits(self, limits: PipeLimits) -> Pipe {
        // A running solver has been told the old ones.
        Pipe { limits, session: None, ..self }
    }

    /// Whether a wrong model is a panic; in builds for debugging it is, unless told otherwise.
    /// Floats are exempt: a wrong model is then expected where a NaN's bits matter.
    pub fn with_strictness(self, strict: bool) -> Pipe {
        Pipe { strict, ..self }
    }
}

impl Solver for Pipe {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        let prepared = match Prepared::new(pool, query) {
            Ok(prepared) => prepared,
            Err(answer) => return answer,
        };
        if self.failures >= MAX_FAILURES {
            return failed(&format!(
                "given up after {} failures: {}",
                self.failures, self.last_failure
            ));
        }
        let now = Instant::now();
        if self.command.ends.is_some_and(|ends| ends <= now)
            || self.command.stop.load(Ordering::Relaxed)
        {
            return failed("the time is over");
        }
        let allowed = self.limits.halved(self.halvings, self.command.kind).time;
        let deadline = now + allowed;
        let deadline = self.command.ends.map_or(deadline, |ends| ends.min(deadline));
        match self.ask(&prepared, deadline) {
            Ok(Reply::Answer(answer)) => {
                self.failures = 0;
                self.hurry(matches!(answer, Answer::Unknown(_)));
                answer
            }
            Ok(Reply::Unsat) => {
                self.failures = 0;
                self.hurry(false);
                Answer::unsat(pool, query)
            }
            Ok(Reply::WrongModel) => {
                self.failures = 0;
                if prepared.floats {
                    return failed("its model does not fit the bits of a NaN");
                }
                assert!(!self.strict, "{} gave a wrong model", self.command.program.display());
                Answer::Unknown(Unknown::WrongModel)
            }
            Err(failure) => {
                // The state of the solver is not known.
                self.session = None;
                self.failures += 1;
                self.hurry(true);
                self.last_failure = match failure {
                    Failure::Other(message) => message,
                    Failure::Time => {
                        format!("no answer within {allowed:?} of wall-clock time")
                    }
                };
                failed(&self.last_failure)
            }
        }
    }
}

impl Pipe {
    /// Says how much the next query may cost, after one that was left undecided or not.
    fn hurry(&mut self, open: bool) {
        let before = self.halvings;
        if self.command.hurried {
            let fewer = before.saturating_sub(1);
            self.halvings = if open { (before + 1).min(MAX_HALVINGS) } else { fewer };
        }
        if self.halvings != before {
            // A running solver has been told another limit.
            self.session = None;
        }
    }

    fn ask(&mut self, prepared: &Prepared<'_>, deadline: Instant) -> Result<Reply, Failure> {
        if let Some(format) = prepared.format_unknown_to(self.command.kind) {
            let unknown = Unknown::Unsupported(format!("{format} in {}", self.command.kind.name()));
            return Ok(Reply::Answer(Answer::Unknown(unknown)));
        }
        let limits = self.limits.halved(self.halvings, self.command.kind);
        let session = match &mut self.session {
            Some(session) => session,
            none => none.insert(Session::start(&self.command, &limits)?),
        };
        // What it has been told may be about terms that are no more.
        let released = prepared.pool.release_epoch() != self.epoch;
        self.epoch = prepared.pool.release_epoch();
        if released || session.writer.name_count() > MAX_NAMES {
            session.forget(&limits);
        }
        let written = match session.writer.write(prepared.pool, &prepared.roots, &prepared.asked) {
            Ok(written) => written,
            Err(unknown) => return Ok(Reply::Answer(Answer::Unknown(unknown))),
        };
        let text = format!("{}(push 1)\n{}", written.declarations, written.assertion);
        let mut reply = session.check(prepared, text, deadline)?;
        if matches!(reply, Reply::WrongModel) && prepared.floats {
            // The bits of a NaN were chosen freely. The usual ones are a good guess, and no more.
            let text = assert_usual_bits(prepared.pool, &prepared.terms);
            if let sat @ Reply::Answer(Answer::Sat(_)) = session.check(prepared, text, deadline)? {
                reply = sat;
            }
        }
        session.process.send("(pop 1)\n".to_owned());
        Ok(reply)
    }
}

/// The layer for when there is no solver to pipe to.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoPipe;

impl Solver for NoPipe {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        Answer::Unknown(if has_floats(pool, query) {
            Unknown::Floats
        } else {
            Unknown::Unsupported("this query without an SMT solver".to_owned())
        })
    }
}

enum Reply {
    Answer(Answer),
    Unsat,
    WrongModel,
}

fn failed(message: &str) -> Answer {
    Answer::Unknown(Unknown::Pipe(message.to_owned()))
}

fn garbage(response: &str) -> Failure {
    let start: String = response.chars().take(200).collect();
    Failure::Other(format!("it printed: {start}"))
}

/// A query with what there is to know about its terms.
struct Prepared<'a> {
    pool: &'a TermPool,
    roots: Vec<Term>,
    /// Everything below the roots.
    terms: Vec<Term>,
    floats: bool,
    /// Whether arrays are compared as a whole, so that single bytes of them do not make a model.
    whole_arrays: bool,
    /// The reads that may reach the bytes of a symbol: its term, and the index. Empty where whole
    /// arrays are needed anyway.
    reads: Vec<(Term, Term)>,
    /// The indices of those reads that are no constants.
    asked: Vec<Term>,
}

impl<'a> Prepared<'a> {
    /// An answer where none needs to be asked for.
    fn new(pool: &'a TermPool, query: &Query) -> Result<Prepared<'a>, Answer> {
        let mut roots = Vec::new();
        for condition in query.conditions() {
            match pool.as_const_bool(condition) {
                Some(true) => {}
                Some(false) => return Err(Answer::unsat(pool, query)),
                None => roots.push(condition.term()),
            }
        }
        roots.sort_unstable();
        roots.dedup();
        if roots.is_empty() {
            return Err(Answer::Sat(Rc::new(Assignment::new())));
        }
        let terms = pool.reachable(roots.iter().copied());
        let floats = terms.iter().any(|&term| matches!(pool.sort(term), Sort::Fp(_)));
        let whole = |&term: &Term| matches!(pool.node(term), Node::ArrayEq(..));
        let whole_arrays = terms.iter().any(whole);
        let reads = if whole_arrays { Vec::new() } else { reads(pool, &terms) };
        let indices = reads.iter().map(|&(_, index)| index);
        let mut asked: Vec<Term> = indices.filter(|&i| constant(pool, i).is_none()).collect();
        asked.sort_unstable();
        asked.dedup();
        Ok(Prepared { pool, roots, terms, floats, whole_arrays, reads, asked })
    }

    /// A floating-point format of the query that the solver does not have. Bitwuzla has those
    /// of IEEE 754 only, unless it was built otherwise.
    fn format_unknown_to(&self, kind: PipeKind) -> Option<&'static str> {
        let formats = self.terms.iter().map(|&term| self.pool.sort(term));
        let mut missing = formats.filter_map(|sort| match sort {
            Sort::Fp(FloatKind::BFloat) => Some("the format bfloat16"),
            Sort::Fp(FloatKind::X87) => Some("the format of x87"),
            _ => None,
        });
        if kind == PipeKind::Bitwuzla { missing.next() } else { None }
    }

    fn holds(&self, model: &Assignment) -> bool {
        let mut evaluator = Evaluator::new(self.pool, model);
        let mut bools = self.roots.iter().filter_map(|&root| self.pool.as_bool(root));
        bools.all(|root| evaluator.bool(root))
    }

    /// The truth values and bit-vectors that a model gives.
    fn scalars(&self) -> impl Iterator<Item = (Term, SymbolId)> {
        self.symbols().filter(|(term, _)| !matches!(self.pool.sort(*term), Sort::Array { .. }))
    }

    fn arrays(&self) -> impl Iterator<Item = (Term, SymbolId)> {
        self.symbols().filter(|(term, _)| matches!(self.pool.sort(*term), Sort::Array { .. }))
    }

    fn symbols(&self) -> impl Iterator<Item = (Term, SymbolId)> {
        self.terms.iter().filter_map(|&term| Some((term, self.pool.as_symbol(term)?)))
    }
}

/// The reads in `terms` that may reach the bytes of a symbol: its term, and the index.
fn reads(pool: &TermPool, terms: &[Term]) -> Vec<(Term, Term)> {
    // Children come first, so what an array may be built on is known before it is asked for.
    let mut bases: FxHashMap<Term, Rc<[Term]>> = FxHashMap::default();
    let mut reads = Vec::new();
    for &term in terms {
        let below = match pool.node(term) {
            Node::ArraySymbol(_) => Rc::from([term]),
            Node::ConstArray { .. } | Node::Table(_) => Rc::from([]),
            Node::Store(below, ..) => Rc::clone(&bases[&below.term()]),
            Node::ArrayIte(_, a, b) => {
                let (a, b) = (&bases[&a.term()], &bases[&b.term()]);
                let mut all: Vec<Term> = a.iter().chain(b.iter()).copied().collect();
                all.sort_unstable();
                all.dedup();
                all.into()
            }
            Node::Read(array, index) => {
                let bases = bases[&array.term()].iter();
                reads.extend(bases.map(|&base| (base, index.term())));
                continue;
            }
            _ => continue,
        };
        bases.insert(term, below);
    }
    reads.sort_unstable();
    reads.dedup();
    reads
}

/// The value of an index that is one.
fn constant(pool: &TermPool, index: Term) -> Option<BitVec> {
    pool.as_const(pool.as_bv(index)?)
}

/// A running solver and what it has been told.
struct Session {
    kind: PipeKind,
    process: Process,
    writer: Writer,
}

impl Session {
    fn start(command: &PipeCommand, limits: &PipeLimits) -> Result<Session, Failure> {
        let kind = command.kind;
        let stop = command.stop.clone();
        let process = Process::start(&command.program, &arguments(kind, limits), stop)?;
        process.send(prelude(kind, limits));
        Ok(Session { kind, process, writer: Writer::default() })
    }

    fn forget(&mut self, limits: &PipeLimits) {
        self.writer = Writer::default();
        self.process.send(format!("(reset)\n{}", prelude(self.kind, limits)));
    }

    /// Sends text that ends in assertions, asks whether they hold together, and how.
    fn check(
        &mut self,
        prepared: &Prepared<'_>,
        mut text: String,
        deadline: Instant,
    ) -> Result<Reply, Failure> {
        text.push_str(check_command(self.kind));
        self.process.send(text);
        let response = self.process.receive(deadline)?;
        match response.as_str() {
            "unsat" => Ok(Reply::Unsat),
            "unknown" => Ok(Reply::Answer(Answer::Unknown(self.reason(deadline)?))),
            "sat" => {
                let model = self.model(prepared, deadline)?;
                Ok(if prepared.holds(&model) {
                    Reply::Answer(Answer::Sat(Rc::new(model)))
                } else {
                    Reply::WrongModel
                })
            }
            _ => Err(garbage(&response)),
        }
    }

    fn reason(&mut self, deadline: Instant) -> Result<Unknown, Failure> {
        if self.kind == PipeKind::Bitwuzla {
            return Ok(Unknown::Pipe("unknown, as after its time limit".to_owned()));
        }
        self.process.send("(get-info :reason-unknown)\n".to_owned());
        let response = self.process.receive(deadline)?;
        let parsed = Response::new(&response).ok_or_else(|| garbage(&response))?;
        let pair: Option<[Part<'_>; 2]> = parsed.root().list();
        let reason = pair.and_then(|[_, reason]| reason.atom());
        let reason = reason.ok_or_else(|| garbage(&response))?.trim_matches('"');
        // z3 says "max. resource limit exceeded", cvc5 "resourceout".
        Ok(if reason.contains("resource") {
            Unknown::Budget
        } else {
            Unknown::Pipe(format!("unknown: {reason}"))
        })
    }

    fn model(&mut self, prepared: &Prepared<'_>, deadline: Instant) -> Result<Assignment, Failure> {
        let pool = prepared.pool;
        let arrays = prepared.arrays().filter(|_| prepared.whole_arrays);
        let mut wanted: Vec<String> =
            prepared.scalars().chain(arrays).map(|(term, _)| name(pool, term)).collect();
        for &(base, index) in &prepared.reads {
            let base = name(pool, base);
            wanted.push(match constant(pool, index) {
                Some(index) => format!("(select {base} {index})"),
                None => format!("{index}\n(select {base} {index})", index = asked_name(index)),
            });
        }
        if wanted.is_empty() {
            return Ok(Assignment::new());
        }
        self.process.send(format!("(get-value ({}))\n", wanted.join("\n")));
        let response = self.process.receive(deadline)?;
        let parsed = Response::new(&response).ok_or_else(|| garbage(&response))?;
        let pairs = parsed.root().elements().ok_or_else(|| garbage(&response))?;
        // Values come in the order in which they were asked for; how the terms are repeated beside
        // them is the solver's affair.
        let mut values = pairs.map(|pair| pair.list().map(|[_, value]: [Part<'_>; 2]| value));
        let model = read_model(prepared, || values.next().flatten());
        model.ok_or_else(|| garbage(&response))
    }
}

/// The values as an assignment, read in the order of [`Session::model`].
fn read_model<'a>(
    prepared: &Prepared<'_>,
    mut next: impl FnMut() -> Option<Part<'a>>,
) -> Option<Assignment> {
    let pool = prepared.pool;
    let mut model = Assignment::new();
    for (term, symbol) in prepared.scalars() {
        match pool.sort(term) {
            Sort::Bool => model.set_bool(symbol, next()?.bool()?),
            Sort::Bv(width) => model.set_bv(symbol, next()?.bv(width)?),
            Sort::Array { .. } | Sort::Fp(_) => unreachable!("scalars are no arrays"),
        }
    }
    if prepared.whole_arrays {
        for (term, symbol) in prepared.arrays() {
            let array = pool.as_array(term)?;
            model.set_array(symbol, next()?.array(pool.index_width(array))?);
        }
        return Some(model);
    }
    let mut arrays: BTreeMap<SymbolId, ArrayValue> = BTreeMap::new();
    for &(base, index) in &prepared.reads {
        let index = match constant(pool, index) {
            Some(index) => index,
            None => next()?.bv(pool.width(pool.as_bv(index)?))?,
        };
        let index = index.to_u64()?;
        let byte = u8::try_from(next()?.bv(8)?.to_u64()?).ok()?;
        arrays.entry(pool.as_symbol(base)?).or_default().set(index, byte);
    }
    for (symbol, array) in arrays {
        model.set_array(symbol, array);
    }
    Some(model)
}

fn arguments(kind: PipeKind, limits: &PipeLimits) -> Vec<String> {
    // A clock of the solver's own is set shorter than ours, so that it is the solver that stops.
    let milliseconds = limits.time.as_millis() * 3 / 4;
    let list: &[&str] = match kind {
        PipeKind::Z3 => &["-in", "-smt2", &format!("-memory:{MEMORY}")],
        PipeKind::Bitwuzla => &[
            "--lang=smt2",
            &format!("--time-limit-per={milliseconds}"),
            &format!("--memory-limit={MEMORY}"),
        ],
        // Formats other than float and double, and constant arrays, count as experimental there.
        PipeKind::Cvc5 => &[
            "--lang=smt2",
            "--incremental",
            "--fp-exp",
            "--arrays-exp",
            &format!("--rlimit-per={}", limits.steps),
        ],
    };
    list.iter().map(|&argument| argument.to_owned()).collect()
}

fn prelude(kind: PipeKind, limits: &PipeLimits) -> String {
    match kind {
        PipeKind::Z3 => {
            let steps = limits.steps.min(u64::from(u32::MAX));
            format!("(set-option :produce-models true)\n(set-option :rlimit {steps})\n")
        }
        PipeKind::Bitwuzla | PipeKind::Cvc5 => {
            "(set-option :produce-models true)\n(set-logic ALL)\n".to_owned()
        }
    }
}

fn check_command(kind: PipeKind) -> &'static str {
    match kind {
        // Between push and pop z3 would use a solver that reuses its work and is several times
        // slower on floats. This one starts anew. It puts in what is known of the symbols before it
        // turns floats into bits, and reads past stores at once: else a hundred stores take seconds.
        PipeKind::Z3 => {
            "(check-sat-using \
             (then (using-params simplify :blast_select_store true) \
             propagate-values solve-eqs fpa2bv simplify qfaufbv))\n"
        }
        PipeKind::Bitwuzla | PipeKind::Cvc5 => "(check-sat)\n",
    }
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}
