//! Why a step is not taken: it needs to know something first, or it cannot be.

use crate::fault::Fault;
use margay_smt::{Bool, Bv};

/// Why a model cannot go on.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    Fault(Fault),
    Need(Need),
    /// Something that Margay cannot do yet, in words; no fault of the program.
    Unsupported(String),
    /// The program dies of a signal.
    Kill(i32),
    /// No input leads on from here.
    Infeasible,
    /// A loop is not followed any further.
    LoopLimit,
    /// All that can come was followed from another state.
    Covered,
}

/// What must be settled before execution goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Need {
    /// Whether a condition holds.
    Decide(Bool),
    /// The same of a condition that is one of a number of cases, whatever the input: asking for
    /// it keeps no loop going.
    Case(Bool),
    /// One value of a term.
    Value(Bv),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Fault(fault)
    }
}
