//! The blocks that a path went through, where that is wanted: all of them, also those that it
//! had no choice about.

use crate::code::Code;
use margay_ir::{BlockId, FuncId, Id};
use std::collections::BTreeSet;
use std::rc::Rc;

/// It is cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace(Rc<BTreeSet<(FuncId, BlockId)>>);

impl Trace {
    /// The path comes to a block, and to those that follow it without a mark.
    pub fn pass(&mut self, function: FuncId, code: &Code, block: BlockId) {
        let mut at = block;
        while !self.0.contains(&(function, at)) {
            Rc::make_mut(&mut self.0).insert((function, at));
            if !code.runs_on[at.index()] {
                break;
            }
            at = BlockId::from_index(at.index() + 1);
        }
    }

    /// Several paths have become one: it went where any of them did.
    pub fn join(&mut self, other: &Trace) {
        if !other.0.is_subset(&self.0) {
            Rc::make_mut(&mut self.0).extend(other.0.iter());
        }
    }

    pub fn blocks(&self) -> Vec<(FuncId, BlockId)> {
        self.0.iter().copied().collect()
    }
}
