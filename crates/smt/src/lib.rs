//! SMT terms for Margay: building, rewriting, evaluating, printing.
//!
//! * [`concrete`] computes with constants: bit-vectors of any width and six floating-point formats.
//! * [`TermPool`] owns all terms. It hash-conses them and keeps each one in canonical form, so two
//!   handles are equal exactly when the terms are structurally equal.
//! * [`Evaluator`] gives a term its value under an [`Assignment`]; `substitute` replaces symbols.
//!
//! What is absent: this crate knows nothing of C, of programs or of paths. It does no I/O and reads
//! no clock, with one exception: [`Pipe`] talks to an SMT solver. Nothing here walks a term by recursion, so the depth of a term is bounded by memory
//! alone and never by the stack.
#![forbid(unsafe_code)]

pub mod concrete;
mod eval;
mod path;
mod pool;
mod print;
mod rewrite;
mod solve;
mod substitute;
mod term;
mod traverse;
mod value;

pub use concrete::bitvec::{BitVec, MAX_WIDTH};
pub use concrete::float::{FloatKind, RoundingMode};
pub use eval::Evaluator;
pub use path::PathCondition;
pub use pool::TermPool;
pub use print::DisplayTerm;
pub use solve::{
    Answer, Exhaustive, Logging, Model, NoPipe, Pipe, PipeCommand, PipeKind, PipeLimits, Query,
    QueryLog, Solver, Unknown, Validating, has_floats, write_query,
};
pub use substitute::Substitution;
pub use term::{
    Array, Bool, Bv, Fp, FpBinary, FpClass, FpRelation, FpUnary, Handle, Node, Sort, Symbol,
    SymbolId, TableId, Term, WideId,
};
pub use value::{ArrayValue, Assignment, Value};
