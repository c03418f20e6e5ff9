//! Constants and the operations on them.
//!
//! The term pool folds with these functions and the evaluator computes with them, so there is one
//! definition of every operation. The engine may call them directly where it has no use for a term.

pub mod bitvec;
mod bitvec_text;
pub mod float;
pub mod float_int;
mod limbs;
mod soft_float;
