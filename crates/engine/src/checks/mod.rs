//! What is looked for while code runs beside faults of single operations: leaks, wraps, stale values, crossings, loop bounds.
//!
//! Invariant: A check changes nothing that is executed.
//!
//! Uses: `value`, `fault`, `arith`, `memory`, `state`, `judge`, `access`, `library`, `engine`.

pub(crate) mod flow;
pub(crate) mod leaks;
pub(crate) mod loop_bound;
pub(crate) mod unchecked_results;
pub(crate) mod wraps;
