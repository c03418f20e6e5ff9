//! The engine: states, memory and the interpreter that steps through them.
//!
//! Operations on known values stay known values and allocate nothing; the same
//! code handles symbolic ones. What a program does wrong is data, and what it does
//! outside goes through a [`World`] that the driver brings: this crate does no I/O
//! and reads no clock.

mod access;
mod addresses;
mod answers;
mod backward;
mod behind;
mod casts;
mod closed;
mod code;
mod concretion;
mod constants;
mod counters;
mod course;
mod coverage;
mod decode;
mod doubt;
mod endless;
mod ends;
mod engine;
mod entered;
mod entry;
mod estimate;
mod exec;
mod explore;
mod fault;
mod floats;
mod flow;
mod fold;
mod follow;
mod input;
mod interactions;
mod interleavings;
mod ints;
mod judge;
mod knowledge;
mod layout;
mod leaks;
mod likelihood;
mod limits;
mod live;
mod log;
mod loop_bound;
mod loop_changes;
mod loop_facts;
mod loop_series;
mod loops;
pub mod memory;
mod merge;
mod model;
mod nearness;
mod part;
mod parting;
mod path;
mod prototype;
mod races;
mod readable;
mod region;
mod rehearsal;
mod resume;
mod route;
mod search;
mod shape;
mod signals;
mod skip;
mod stale;
mod start_path;
mod state;
mod strategy;
mod survey;
mod target;
pub mod terms;
mod threads;
mod trace;
mod trail;
mod tree;
mod unknown;
mod unseen;
mod value;
mod varargs;
mod way;
mod widen;
mod world;
mod wraps;

pub use access::{Access, LARGEST_GROWTH};
pub use answers::Answers;
pub use closed::ClosedWorld;
pub use course::Course;
pub use coverage::{FunctionCoverage, Reached};
pub use doubt::{Doubtful, Folded};
pub use ends::{Edges, End, Ends, PathEnd};
pub use engine::{Counts, Engine, Merge, Options, Pause, Unknown};
pub use entry::Arguments;
pub use explore::{Cut, Effort, Explored, PartExplored, Progress};
pub use fault::{AccessKind, Accessed, Fault, TARGET_REACHED};
pub use flow::{Crossing, Follow, Origin};
pub use input::{Base, Bound, Input, InputValue, Numeral, Taken};
pub use interleavings::Interleavings;
pub use judge::{Event, Evidence, Judge, Place, Possible};
pub use knowledge::Knowledge;
pub use likelihood::Premises;
pub use limits::{Limits, PartLimits, Used};
pub use memory::{Escape, Memory, Object, ObjectKind};
pub use model::{
    Arg, ArgKind, Brought, Call, Dealing, Flow, Handle, Handler, Library, LibraryState, Model,
    ModelResult, Need, Resource, Stop, Then,
};
pub use part::Part;
pub use path::{Given, Path};
pub use prototype::Prototype;
pub use resume::Resumed;
pub use stale::Neglect;
pub use state::{ExitHandler, Frame, State, Step, StepKind};
pub use strategy::{Candidate, Direction, Forward, Plan, Strategy, strategy};
pub use target::{Nearest, Target};
pub use threads::{Grip, ThreadId, Wait, WaitFor};
pub use tree::Recorder;
pub use value::{Value, mask, signed};
pub use varargs::{VaListAbi, VarArgs};
pub use world::{
    CLOCK_MONOTONIC, CLOCK_PROCESS_CPU, CLOCK_REALTIME, DirectoryEntry, Errno, FileStatus, World,
    WorldResult,
};
