//! Running a program on the engine as if it were native.
//!
//! Nothing forks: an external function without a model is taken to return zero, and the observer is told before it
//! happens.

use crate::library::LIBRARY_FILE;
use crate::world::SystemWorld;
use margay_engine::{Engine, Event, Fault, Pause, State, Stop, Unknown};
use margay_ir::Program;
use margay_models::{CLibrary, LibC};
use margay_smt::Assignment;
use std::collections::BTreeMap;
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
    /// Library functions whose results are near the native ones, with how often they were called.
    pub approximated: Vec<(&'static str, u64)>,
    /// Functions and features of the library that could not do what they were asked.
    pub unsupported: Vec<(&'static str, u64)>,
    /// Operations executed.
    pub steps: u64,
}

#[derive(Clone, Debug)]
pub enum Ending {
    Exited(i32),
    Killed(i32),
    Fault(Report),
    /// Margay cannot go on, and why; no fault of the program.
    Unsupported {
        reason: String,
        place: String,
    },
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

/// Runs a program. `unknown` is told of each function of which nothing is known, with
/// the place of its first call, before that call.
pub fn run(
    program: &Program,
    options: &RunOptions,
    unknown: &mut dyn FnMut(&str, &str),
) -> Result<RunOutcome, RunError> {
    if !program.layout.little_endian {
        return Err(RunError::BigEndian);
    }
    let main = program.main().filter(|id| program.functions[*id].has_body());
    let main = main.ok_or(RunError::NoMain)?;
    let library = CLibrary;
    let mut engine = Engine::new(program, &library, Box::new(SystemWorld::new()));
    engine.options.unknown = Unknown::Zero;
    let mut state = engine.start_main(main, &options.args, &options.env).map_err(|stop| {
        RunError::Start(match stop {
            Stop::Fault(fault) => fault.to_string(),
            Stop::Unsupported(reason) => reason,
            Stop::Need(_) | Stop::Kill(_) | Stop::Infeasible | Stop::LoopLimit | Stop::Covered => {
                "a global variable has no known value".to_owned()
            }
        })
    })?;
    for name in engine.unknown_calls.keys() {
        unknown(name, "");
    }
    // Whatever is still symbolic is zero.
    let zeros = Assignment::new();
    let ending = loop {
        match engine.run(&mut state, u64::MAX) {
            Pause::Exited(code) => break Ending::Exited(code),
            Pause::Killed(signal) => break Ending::Killed(signal),
            Pause::Fault(event) => break Ending::Fault(report(program, &event)),
            Pause::Need(need) => engine.settle(&mut state, need, &zeros),
            Pause::Unknown(name, span) => unknown(&name, &program.source.describe(span)),
            Pause::Unsupported(reason, span) => {
                break Ending::Unsupported { reason, place: program.source.describe(span) };
            }
            Pause::Budget => {}
            Pause::Infeasible
            | Pause::Returned
            | Pause::Joined
            | Pause::LoopLimit
            | Pause::Covered
            | Pause::Stopped => unreachable!("a run has one path"),
        }
    };
    Ok(RunOutcome {
        ending,
        faults: engine.judge.events.iter().map(|event| report(program, event)).collect(),
        approximated: counted(&state, |library| &library.approximated),
        unsupported: counted(&state, |library| &library.unsupported),
        steps: state.steps,
    })
}

/// What the library counted on the way.
fn counted(
    state: &State,
    which: impl Fn(&LibC) -> &BTreeMap<&'static str, u64>,
) -> Vec<(&'static str, u64)> {
    let library = state.library.as_any().downcast_ref::<LibC>();
    library.map_or(Vec::new(), |library| which(library).iter().map(|(n, c)| (*n, *c)).collect())
}

fn report(program: &Program, event: &Event) -> Report {
    const SIGILL: i32 = 4;
    const SIGABRT: i32 = 6;
    const SIGFPE: i32 = 8;
    const SIGSEGV: i32 = 11;
    let signal = match event.fault {
        Fault::DivisionByZero | Fault::DivisionOverflow { .. } => SIGFPE,
        Fault::Trap | Fault::UnreachableReached | Fault::TargetReached => SIGILL,
        Fault::AssertionFailed { .. } | Fault::DoubleFree { .. } | Fault::BadFree { .. } => SIGABRT,
        _ => SIGSEGV,
    };
    // A fault inside the library's own C is the caller's.
    let mut places: Vec<String> = std::iter::once(event.span)
        .chain(event.calls.iter().copied())
        .map(|span| program.source.describe(span))
        .skip_while(|place| place.starts_with(LIBRARY_FILE))
        .collect();
    places.retain(|place| !place.starts_with(LIBRARY_FILE));
    let mut places = places.into_iter();
    Report {
        rule: event.fault.rule(),
        message: event.fault.to_string(),
        place: places.next().unwrap_or_default(),
        calls: places.collect(),
        signal,
    }
}
