//! Unsigned arithmetic on input that may have wrapped.

use crate::fault::Fault;
use crate::fault::place::Place;
use margay_smt::{Bool, Bv};

/// An operation that may have wrapped.
#[derive(Clone, Debug)]
pub(crate) struct Wrap {
    pub(crate) result: Bv,
    /// That it did.
    pub(crate) wrapped: Bool,
    pub(crate) fault: Fault,
    pub(crate) place: Place,
    /// It may well be meant, unless it becomes the size of a block.
    pub(crate) modular: bool,
}
