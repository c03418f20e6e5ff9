//! The engine: states, memory and the interpreter that steps through them.
//!
//! Operations on known values stay known values and allocate nothing; the same
//! code handles symbolic ones. What a program does wrong is data, and what it does
//! outside goes through a [`World`] that the driver brings: this crate does no I/O
//! and reads no clock.

mod access;
mod arith;
mod checks;
mod code;
mod engine;
mod entry;
mod exec;
mod explore;
mod fault;
mod fork;
mod handover;
mod judge;
mod library;
mod loops;
pub mod memory;
mod merge;
mod reach;
mod records;
mod route;
mod search;
mod state;
mod strategy;
mod threads;
mod tree;
mod value;

pub use access::{Access, LARGEST_GROWTH};
pub use checks::flow::{Follow, Suspicion};
pub use code::coverage::{FunctionCoverage, Reached};
pub use code::library_facts::LibraryFacts;
pub use code::prototype::Prototype;
pub use code::target::Target;
pub use engine::Interleavings;
pub use engine::{Engine, Merge, Options, Pause};
pub use entry::Arguments;
pub use explore::knowledge::Knowledge;
pub use fault::Neglect;
pub use fault::ObjectKind;
pub use fault::crossing::{Crossing, Origin};
pub use fault::place::Place;
pub use fault::{AccessKind, Accessed, Fault, TARGET_REACHED};
pub use judge::answers::Answers;
pub use judge::doubt::{Doubtful, Folded};
pub use judge::likelihood::Premises;
pub use judge::{Event, Evidence, Judge};
pub use library::closed::ClosedWorld;
pub use library::model::Unknown;
pub use library::model::{Brought, Call, Dealing, Flow, Library, Model, ModelResult};
pub use library::runtime::{ProgramStart, Runtime, RuntimeWords, ThreadCall};
pub use library::varargs::VarArgs;
pub use library::world::{
    CLOCK_MONOTONIC, CLOCK_PROCESS_CPU, CLOCK_REALTIME, DirectoryEntry, Errno, FileStatus, World,
    WorldResult,
};
pub use memory::{Escape, LARGEST_OBJECT, Memory, Object};
pub use records::counts::Counts;
pub use records::ends::{Edges, End, Ends, PathEnd};
pub use records::explored::{Cut, Effort, Explored, PartExplored, Progress};
pub use records::limits::{Limits, PartLimits, Used};
pub use records::part::Part;
pub use records::pursuit::Nearest;
pub use records::recorder::Recorder;
pub use records::resumed::Resumed;
pub use state::course::Course;
pub use state::doubt::Doubt;
pub use state::entry::Entry;
pub use state::input::{Base, Bound, Input, InputValue, Numeral, Outside, Taken};
pub use state::library_state::{Handle, Handler, LibraryState, Resource, Then};
pub use state::path::{Given, Path};
pub use state::possible::Possible;
pub use state::recorded::Recorded;
pub use state::stop::{Need, Stop};
pub use state::threads::{Grip, ThreadId, Wait, WaitFor};
pub use state::varargs::VaListAbi;
pub use state::{Frame, Process, State, Step, StepKind};
pub use strategy::klee::STRATEGY as KLEE;
pub use strategy::sage::STRATEGY as SAGE;
pub use strategy::weighted_sdse::STRATEGY as WEIGHTED_SDSE;
pub use strategy::{Candidate, Direction, Plan, STRATEGIES, Searcher, Strategy};
pub use value::lane::{Arg, ArgKind};
pub use value::provenance::{self, Provenance};
pub use value::terms;
pub use value::{Value, mask, signed};
