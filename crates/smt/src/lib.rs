//! SMT terms for Margay: building, rewriting, evaluating, printing.
//!
//! * [`concrete`] computes with constants: bit-vectors of any width and six floating-point formats.
//! * [`TermPool`] owns all terms. It hash-conses them and keeps each one in canonical form, so two
//!   handles are equal exactly when the terms are structurally equal.
//! * [`Domain`] is what is known of a bit-vector without knowing it: bits and bounds. [`decide`] and
//!   [`refine`] reason with them under the [`Facts`] of a path.
//! * [`Evaluator`] gives a term its value under an [`Assignment`]; `substitute` replaces symbols.
//! * [`share()`] says how many of all values satisfy conditions.
//! * [`smtlib`] reads and answers scripts in SMT-LIB 2.
//!
//! What is absent: this crate knows nothing of C, of programs or of paths. It does no I/O and reads
//! no clock, with one exception: [`Pipe`] talks to an SMT solver. Nothing here walks a term by recursion, so the depth of a term is bounded by memory
//! alone and never by the stack.
#![forbid(unsafe_code)]

mod atoms;
mod bits;
pub mod concrete;
mod domain;
mod eval;
mod path;
mod persistent;
mod pool;
mod print;
mod release;
mod rewrite;
mod share;
pub mod smtlib;
mod solve;
mod substitute;
mod tape;
mod term;
mod traverse;
mod value;
mod work;

pub use concrete::bitvec::{BitVec, MAX_WIDTH};
pub use concrete::float::{FloatKind, RoundingMode};
pub use domain::{
    Contradiction, Domain, Facts, MAX_DOMAIN_WIDTH, NoFacts, Refinements, decide, domain_under,
    refine,
};
pub use eval::Evaluator;
pub use path::{Component, PathCondition};
pub use persistent::{List, TermMap};
pub use pool::TermPool;
pub use print::DisplayTerm;
pub use release::Mark;
pub use share::{Share, share};
pub use solve::{
    Answer, Budget, Cache, Chain, ChainOptions, Conflict, Core, Domains, Exhaustive, Layer,
    Logging, Model, Models, Nearby, NoPipe, Pipe, PipeCommand, PipeKind, PipeLimits, Query,
    QueryLog, Rewriting, Search, Slicing, Solver, Statistics, Unknown, Validating, has_floats,
    write_query,
};
pub use substitute::Substitution;
pub use term::{
    Array, Bool, Bv, Fp, FpBinary, FpClass, FpRelation, FpUnary, Handle, Node, Sort, Symbol,
    SymbolId, TableId, Tag, Term, WideId,
};
pub use value::{ArrayValue, Assignment, Value};
