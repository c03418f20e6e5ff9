//! The form of a function that the interpreter runs, and what is known of it before it runs.
//!
//! Invariant: Code is made once for a function and never changes but in its marks; nothing here knows a path.
//!
//! Uses: `value`, `fault`, `arith`, `memory`.

pub(crate) mod constants;
pub(crate) mod coverage;
pub(crate) mod decode;
pub(crate) mod function_loops;
pub(crate) mod layout;
pub(crate) mod library_facts;
pub(crate) mod loop_changes;
pub(crate) mod loop_facts;
pub(crate) mod loop_series;
pub(crate) mod ops;
pub(crate) mod prototype;
pub(crate) mod shape;
pub(crate) mod target;

pub use ops::*;
