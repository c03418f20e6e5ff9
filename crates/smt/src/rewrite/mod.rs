//! The smart constructors: every term is built here, and leaves here canonical.
//!
//! One file for each family of operations. A rule is a few lines below the comment that states its
//! law; to add one, write both into the constructor it belongs to and extend the family's case in
//! `tests/rewrite_exhaustive.rs`, which proves it at small widths.
//!
//! What all of them keep:
//! * Operations on constants give constants.
//! * Commutative operands are ordered by id, a constant last.
//! * A rule never needs unbounded stack: it looks a fixed number of levels deep, loops, or asks
//!   `TermPool::nested` before it goes into an operand.

mod arithmetic;
mod array;
mod bitwise;
mod boolean;
mod compare;
mod divide;
mod equal;
pub(crate) mod float;
mod ite;
mod linear;
mod shift;
mod slice;

use crate::concrete::bitvec::BitVec;
use crate::domain::Domain;
use crate::pool::TermPool;
use crate::term::{Bv, Node};

impl TermPool {
    /// Both operands ordered: by id, a constant last.
    fn commute(&self, a: Bv, b: Bv) -> (Bv, Bv) {
        if self.is_const(a) || (b < a && !self.is_const(b)) { (b, a) } else { (a, b) }
    }

    /// The node, or the constant that it always is. For operations whose operands may be known in
    /// part, such as a remainder, a mask or a slice.
    fn intern_or_known(&mut self, width: u32, node: Node) -> Bv {
        let term = self.intern_bv(width, node);
        match self.domain(term).and_then(Domain::as_const) {
            Some(value) => self.bv_u64(width, value),
            None => term,
        }
    }

    /// The result of `op` if both operands are constants.
    fn fold(&mut self, a: Bv, b: Bv, op: impl Fn(&BitVec, &BitVec) -> BitVec) -> Option<Bv> {
        let value = op(&self.as_const(a)?, &self.as_const(b)?);
        Some(self.bv_const(&value))
    }
}
