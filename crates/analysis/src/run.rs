//! Running a program on the engine as if it were native.
//!
//! Everything is known, so nothing forks. What an unknown function returns is taken
//! to be zero, and the outcome says so.

use crate::world::SystemWorld;
use margay_engine::{Engine, Event, Fault, Pause, State, Stop};
use margay_ir::Program;
use margay_models::{CLibrary, LibC};
use margay_smt::Assignment;
use std::fmt;

#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// `argv`, the program's name first.
    pub args: Vec<Vec<u8>>,
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct RunOutcome {
    pub ending: Ending,
    /// Faults that the run went past.
    pub faults: Vec<Report>,
    /// Functions of which nothing is known, with how often they were called.
    pub unknown_calls: Vec<(String, u64)>,
    /// Library functions whose results are near the native ones, with how often they were called.
    pub approximated: Vec<(&'static str, u64)>,
    /// Operations executed.
    pub steps: u64,
}

#[derive(Clone, Debug)]
pub enum Ending {
    Exited(i32),
    Killed(i32),
    Fault(Report),
}

/// A fault in words and places.
#[derive(Clone, Debug)]
pub struct Report {
    pub rule: &'static str,
    pub message: String,
    /// `file:line:column`, empty if the program has no debug info there.
    pub place: String,
    /// Places of the calls that led there, the innermost first.
    pub calls: Vec<String>,
    /// The signal that a native run would most likely die of.
    pub signal: i32,
}

#[derive(Clone, Debug)]
pub enum RunError {
    NoMain,
    BigEndian,
    Start(String),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::NoMain => f.write_str("the program has no `main` to run"),
            RunError::BigEndian => f.write_str(
                "the program is compiled for a big-endian machine, which Margay does not run",
            ),
            RunError::Start(reason) => write!(f, "the program cannot be started: {reason}"),
        }
    }
}

impl std::error::Error for RunError {}

/// A run has no limit of its own; it is cut into slices that never end.
const SLICE: u64 = 1 << 40;

pub fn run(program: &Program, options: &RunOptions) -> Result<RunOutcome, RunError> {
    if !program.layout.little_endian {
        return Err(RunError::BigEndian);
    }
    let main = program.function("main").filter(|id| program.functions[*id].has_body());
    let main = main.ok_or(RunError::NoMain)?;
    let library = CLibrary;
    let mut engine = Engine::new(program, &library, Box::new(SystemWorld::new()));
    let mut state = engine.start_main(main, &options.args, &options.env).map_err(|stop| {
        RunError::Start(match stop {
            Stop::Fault(fault) => fault.to_string(),
            Stop::Need(_) => "a global variable has no known value".to_owned(),
        })
    })?;
    // Whatever is unknown is zero.
    let zeros = Assignment::new();
    let ending = loop {
        match engine.run(&mut state, SLICE) {
            Pause::Exited(code) => break Ending::Exited(code),
            Pause::Killed(signal) => break Ending::Killed(signal),
            Pause::Fault(event) => break Ending::Fault(report(program, &event)),
            Pause::Need(need) => engine.settle(&mut state, need, &zeros),
            Pause::Budget => {}
        }
    };
    Ok(RunOutcome {
        ending,
        faults: engine.events.iter().map(|event| report(program, event)).collect(),
        unknown_calls: engine.unknown_calls.iter().map(|(n, c)| (n.clone(), *c)).collect(),
        approximated: approximated(&state),
        steps: state.steps,
    })
}

fn approximated(state: &State) -> Vec<(&'static str, u64)> {
    let library = state.library.as_any().downcast_ref::<LibC>();
    library.map_or(Vec::new(), |c| c.approximated.iter().map(|(n, c)| (*n, *c)).collect())
}

fn report(program: &Program, event: &Event) -> Report {
    const SIGILL: i32 = 4;
    const SIGABRT: i32 = 6;
    const SIGFPE: i32 = 8;
    const SIGSEGV: i32 = 11;
    let signal = match event.fault {
        Fault::DivisionByZero => SIGFPE,
        Fault::Trap | Fault::UnreachableReached => SIGILL,
        Fault::AssertionFailed { .. } | Fault::DoubleFree { .. } | Fault::BadFree { .. } => SIGABRT,
        _ => SIGSEGV,
    };
    Report {
        rule: event.fault.rule(),
        message: event.fault.to_string(),
        place: program.source.describe(event.span),
        calls: event.calls.iter().map(|span| program.source.describe(*span)).collect(),
        signal,
    }
}
