//! A state: one execution, stopped between two instructions.
//!
//! A state is a value. Cloning it shares frames, objects and what the library
//! keeps, so a fork costs little and backtracking is dropping a value.

use crate::code::Code;
use crate::memory::Memory;
use crate::state::answer::Answer;
use crate::state::decision::Decision;
use crate::state::doubt::Doubt;
use crate::state::entry::Entry;
use crate::state::handlers::{Handlers, Handling};
use crate::state::input::Outside;
use crate::state::library_state::{LibraryState, Then};
use crate::state::log::Log;
use crate::state::navigation::Navigation;
use crate::state::path::Path;
use crate::state::recorded::Recorded;
use crate::state::start_path::History;
use crate::state::threads::Threads;
use crate::state::trail::Trail;
use crate::state::trial::{Trial, Turn};
use crate::state::unchecked_results::Stale;
use crate::state::varargs::VaAreas;
use crate::state::visits::Visits;
use crate::state::widening::Widening;
use crate::state::wrap::Wrap;
use crate::value::Value;
use crate::value::lane::Arg;
use margay_ir::{FuncId, GlobalId, Id, InstId, SpanId};
use margay_smt::List;
use std::collections::BTreeMap;
use std::rc::Rc;

/// All of it is data. A group of fields that belong to one thing is a struct.
#[derive(Clone)]
pub struct State {
    pub frames: Vec<Rc<Frame>>,
    pub memory: Memory,
    /// What is known of the symbols on the path.
    pub path: Path,
    /// What the outside said, and how often it was asked.
    pub outside: Outside,
    /// The choices of the path so far.
    pub steps_taken: Trail<Step>,
    /// Where it went, as far as it is recorded.
    pub recorded: Recorded,
    /// What leads search.
    pub(crate) guidance: Guidance,
    /// What it decided by what is unknown.
    pub(crate) decided: Decided,
    /// Values that checks have an eye on.
    pub(crate) suspects: Suspects,
    /// Addresses of the global variables, by their ids.
    pub globals: Rc<[u64]>,
    pub library: Box<dyn LibraryState>,
    /// What the C runtime keeps for the program, from its start to its end.
    pub process: Process,
    /// The threads of the program, if it has made any.
    pub(crate) threads: Option<Rc<Threads>>,
    pub(crate) signals: SignalHandling,
    /// Where it began.
    pub(crate) entry: Entry,
    /// Whether a symbolic value was ever made on this path.
    pub symbolic: bool,
    /// What it cannot be certain of.
    pub doubt: Doubt,
    /// What was forgotten on the path, since loops were not counted.
    pub(crate) widening: Widening,
    /// Bytes of stack that the frames would take natively.
    pub(crate) stack: u64,
    /// Whether other paths may become one with it.
    pub(crate) joining: Joining,
    /// What it was told on its path, where execution cannot know.
    pub(crate) history: History,
    /// Operations executed.
    pub steps: u64,
    /// How what comes next is named.
    pub(crate) names: Names,
}

/// What leads search to one path before another.
#[derive(Clone, Default)]
pub(crate) struct Guidance {
    /// Where it is on its route, where there is one.
    pub(crate) navigation: Navigation,
    /// What it follows and notes where search goes backward.
    pub(crate) backward: Backward,
    /// Choices on the path.
    pub(crate) depth: u32,
}

/// What a path decided by what a caller or unknown code says.
#[derive(Clone, Default)]
pub(crate) struct Decided {
    pub(crate) decisions: Log<Decision>,
    /// Calls that came back after such decisions.
    pub(crate) answers: Log<Answer>,
}

/// Values that checks have an eye on.
#[derive(Clone, Default)]
pub(crate) struct Suspects {
    /// Arithmetic that may have wrapped.
    pub(crate) wraps: Rc<Vec<Wrap>>,
    /// Values that a call should have replaced.
    pub(crate) stale: Rc<Vec<Stale>>,
}

/// What a path has to do with signals.
#[derive(Clone, Default)]
pub(crate) struct SignalHandling {
    /// The handlers that it has installed, if any.
    pub(crate) handlers: Option<Rc<Handlers>>,
    /// The handler that it is there to try, if it is.
    pub(crate) handling: Option<Rc<Handling>>,
}

/// Whether other paths may become one with this one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Joining {
    /// It is one of the paths that are merged where they meet.
    pub(crate) merges: bool,
    /// At how many places where paths may meet it is still looked whether one like it was there.
    pub(crate) looks: u32,
}

/// What the C runtime keeps for a program, from its start to its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Process {
    /// Address of `errno`, 0 until something asks for it.
    pub errno: u64,
    /// What happens when the last frame returns, the next one last.
    pub(crate) agenda: Vec<Agenda>,
    /// What the last function that returned to no frame returned.
    pub(crate) last_result: Vec<Value>,
    /// The destructors of the program have been called.
    pub(crate) destructed: bool,
    /// `exit` was called: what its callers held is given up, and is no leak.
    pub(crate) left: bool,
}

/// The numbers that names are made of, so that none is given twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) next_symbol: u64,
    pub(crate) next_frame: u64,
    /// Objects of unknown contents that were made.
    pub(crate) unknowns: u32,
    /// How often it was decided where objects lie.
    pub(crate) placements: u32,
}

/// Where search goes backward: the choices of the path, and those that it is there to follow.
#[derive(Clone, Default)]
pub(crate) struct Backward {
    /// The same one by one, where search goes backward.
    pub(crate) turns: Log<Turn>,
    /// The partial paths that it is there to try, and the calls in which others have tried some.
    pub(crate) trial: Option<Trial>,
    pub(crate) tried: usize,
}

/// A choice that a path made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub span: SpanId,
    pub kind: StepKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// A condition of the source is true, or false.
    Branch(bool),
    /// A branch goes to this place.
    Goes(SpanId),
    /// A case of a switch is taken, or passed over.
    Case(bool),
    /// A function of the library fails, or succeeds.
    Call { function: FuncId, fails: bool },
    /// An address is null, or is not.
    Null(bool),
    /// A choice that the source does not show.
    Silent,
    /// A value is this number.
    Value(u64),
    /// A loop iterates any number of times.
    AnyIterations,
}

/// What is to do when no frame is left.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Agenda {
    Call(FuncId, Vec<Value>),
    /// The value that the last call returned is the exit code.
    ExitWithResult,
    Exit(i32),
    /// The thread ends with this value, or with the one that the last call returned.
    EndThread(Option<Value>),
}

/// A `setjmp` of a frame that a `longjmp` may go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JumpPoint {
    pub pc: usize,
    pub result: Option<u32>,
}

/// One call in progress.
#[derive(Clone)]
pub struct Frame {
    pub function: FuncId,
    /// Never given twice in a state.
    pub serial: u64,
    pub(crate) code: Rc<Code>,
    pub(crate) pc: usize,
    pub(crate) regs: Vec<Value>,
    /// Objects that end with the frame.
    pub(crate) locals: Vec<u64>,
    /// All arguments of a variadic call, and where its `va_list`s find them.
    pub(crate) args: Option<Rc<[Arg]>>,
    pub(crate) va_areas: Option<VaAreas>,
    pub(crate) jumps: Vec<JumpPoint>,
    /// The last division of floats was by zero.
    pub(crate) divided_by_zero: bool,
    /// How many choices the path had made when the call began.
    pub(crate) choices_before: usize,
    /// How many decisions it had made.
    pub(crate) decisions_before: usize,
    /// How many things had been allocated or opened then.
    pub(crate) allocations_before: u64,
    /// Where the input chose the side at an operation: what the path had assumed each time.
    pub(crate) choices: BTreeMap<usize, List<usize>>,
    /// The loops that it is in, while many paths are explored.
    pub(crate) loops: Visits,
    /// The switch on input that it stands at, or stood at last.
    pub(crate) switch: SwitchVisit,
    /// Bytes of stack that it would take natively.
    pub(crate) stack: u64,
    /// What its return leads to.
    pub(crate) then: Then,
}

/// One execution of a switch on input. It asks for its targets one by one, and is run anew for
/// each, so the path is at it for as many steps; that is one choice all the same.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SwitchVisit {
    pub pc: usize,
    /// Steps of the path when it last asked.
    pub steps: u64,
    /// The choice has been counted.
    pub counted: bool,
    /// The operation that it asked for last.
    pub target: u32,
}

impl State {
    /// The global variable that begins at an address.
    pub fn global_at(&self, base: u64) -> Option<GlobalId> {
        let at = self.globals.iter().position(|address| *address == base);
        at.map(GlobalId::from_index)
    }

    /// The function that runs and its instruction in hand.
    pub fn instruction(&self) -> Option<(FuncId, InstId)> {
        let frame = self.frames.last()?;
        Some((frame.function, *frame.code.insts.get(frame.pc)?))
    }

    /// Where each function stands that has not returned, the outermost first.
    pub fn instructions(&self) -> impl Iterator<Item = (FuncId, InstId)> {
        self.frames
            .iter()
            .filter_map(|frame| Some((frame.function, *frame.code.insts.get(frame.pc)?)))
    }

    /// Where each function stands that has not returned, of threads that do not run as well; nothing for one that
    /// stands at no instruction.
    pub fn places_of_all_threads(&self) -> impl Iterator<Item = (FuncId, Option<InstId>)> {
        let frames = self.other_frames().chain(self.frames.iter());
        frames.map(|frame| (frame.function, frame.code.insts.get(frame.pc).copied()))
    }

    /// A number for an object of unknown contents.
    pub(crate) fn next_unknown(&mut self) -> u32 {
        self.names.unknowns += 1;
        self.names.unknowns
    }

    /// Whether other code may run beside the program, or another thread of it.
    pub(crate) fn has_company(&self) -> bool {
        self.doubt.others || self.is_parallel()
    }

    /// All of it but its frames.
    pub(crate) fn clone_but_frames(&mut self) -> State {
        let frames = std::mem::take(&mut self.frames);
        let rest = self.clone();
        self.frames = frames;
        rest
    }

    /// What the function that the state started with returned, if it has.
    pub fn result(&self) -> &[Value] {
        &self.process.last_result
    }
}
