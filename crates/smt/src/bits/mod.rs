//! Terms to bits, bits to a SAT solver.

pub(crate) mod blast;
pub(crate) mod circuit;
pub(crate) mod cnf;
pub(crate) mod sat;
pub(crate) mod words;
