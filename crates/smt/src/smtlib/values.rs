//! Sorts and terms as a script sees them.
//!
//! The pool's arrays hold bytes. A script's array of wider elements is one byte array for each byte of
//! an element, all with the script's index: a select is a concatenation of reads, a store a store into
//! each, equality holds if it holds for each. Invariant: an entry of the
//! table has 1 to 8 lanes, and they have one index width.

use crate::pool::TermPool;
use crate::term::{Array, Bool, Bv, Term};
use std::fmt;

/// A sort that scripts can name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScriptSort {
    Bool,
    BitVec(u32),
    /// The widths of indices and of elements.
    Array {
        index: u32,
        element: u32,
    },
}

impl fmt::Display for ScriptSort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScriptSort::Bool => f.write_str("Bool"),
            ScriptSort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            ScriptSort::Array { index, element } => {
                write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))")
            }
        }
    }
}

/// A term of one of the sorts of scripts.
#[derive(Clone, Copy, Debug)]
pub enum ScriptTerm {
    Bool(Bool),
    Bv(Bv),
    Array(ScriptArray),
}

/// An array whose elements are one byte or several: an entry of the script's [`ArrayTable`].
#[derive(Clone, Copy, Debug)]
pub struct ScriptArray(u32);

/// What the arrays of a script are made of.
#[derive(Debug, Default)]
pub struct ArrayTable {
    entries: Vec<Lanes>,
}

/// The most bytes that an element has.
pub(super) const MAX_LANES: usize = 8;

#[derive(Debug)]
struct Lanes {
    /// Those from `count` on repeat the first one.
    arrays: [Array; MAX_LANES],
    count: u8,
}

impl ArrayTable {
    /// One array for each byte of an element, that of the lowest byte first.
    pub fn lanes(&self, array: ScriptArray) -> &[Array] {
        let index = usize::try_from(array.0).expect("a u32 fits in usize on every supported host");
        let lanes = &self.entries[index];
        &lanes.arrays[..usize::from(lanes.count)]
    }

    pub fn sort(&self, pool: &TermPool, term: ScriptTerm) -> ScriptSort {
        match term {
            ScriptTerm::Bool(_) => ScriptSort::Bool,
            ScriptTerm::Bv(bv) => ScriptSort::BitVec(pool.width(bv)),
            ScriptTerm::Array(array) => {
                let index = pool.index_width(self.lanes(array)[0]);
                ScriptSort::Array { index, element: self.element_width(array) }
            }
        }
    }

    pub(super) fn element_width(&self, array: ScriptArray) -> u32 {
        8 * u32::try_from(self.lanes(array).len()).expect("at most eight lanes")
    }

    /// An array of at least one lane and at most `MAX_LANES`.
    pub(super) fn add(&mut self, lanes: impl IntoIterator<Item = Array>) -> ScriptArray {
        let mut lanes = lanes.into_iter();
        let first = lanes.next().expect("an array has a lane");
        let mut entry = Lanes { arrays: [first; MAX_LANES], count: 1 };
        for lane in lanes {
            entry.arrays[usize::from(entry.count)] = lane;
            entry.count += 1;
        }
        let id = u32::try_from(self.entries.len()).expect("more than 2^32 arrays");
        self.entries.push(entry);
        ScriptArray(id)
    }

    /// The terms of the pool that a term is made of: one, or the lanes of an array.
    pub(super) fn terms(&self, term: ScriptTerm) -> Vec<Term> {
        match term {
            ScriptTerm::Bool(a) => vec![a.term()],
            ScriptTerm::Bv(a) => vec![a.term()],
            ScriptTerm::Array(array) => self.lanes(array).iter().map(|a| a.term()).collect(),
        }
    }
}
