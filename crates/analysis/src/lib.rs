//! The façade that commands stand on: it brings program, engine, library and world
//! together and says what came of it. Scripts of SMT-LIB have a way of their
//! own in [`solve`].

mod cause;
mod check;
mod collect;
mod flow;
mod found;
mod gathered;
mod generate;
mod goal;
mod library;
mod lines;
mod memory;
mod one_check;
mod order;
pub mod outcome;
mod places;
mod reach;
pub mod replay;
mod run;
mod solve;
mod store;
mod triage;
mod unit;
mod world;

pub use check::{CheckOptions, check};
pub use generate::{Per, Raw, Test, TestEnd, TestOptions, generate, ktest, raw};
pub use goal::{Goal, GoalError};
pub use library::with_library;
pub use margay_engine::{Arguments, Interleavings, Limits, Merge, Progress};
pub use margay_models::flow::{
    BUILT_IN as BUILT_IN_LABELS, Declarations, DeclaredLabel, DeclaredSanitiser, DeclaredSink,
    DeclaredSource, Part as FlowPart, Policy,
};
pub use margay_models::symbolic::{FileLimits, InputLimits};
pub use memory::MemoryBound;
pub use reach::{Method, Others, Search, Verdict, reach};
pub use run::{Ending, Report, RunError, RunOptions, RunOutcome, run};
pub use solve::{SmtSolver, SolveError, SolveOptions, SolverOptions, solve, solver};
pub use store::Store;
pub use triage::Triage;
pub use world::SystemWorld;
