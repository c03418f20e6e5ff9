//! `PathCondition`: what was assumed on the way to a state.

use crate::pool::TermPool;
use crate::term::Bool;

/// Conditions that hold together.
#[derive(Clone, Debug, Default)]
pub struct PathCondition {
    constraints: Vec<Bool>,
}

impl PathCondition {
    pub fn new() -> PathCondition {
        PathCondition::default()
    }

    /// The conditions, as they were assumed.
    pub fn constraints(&self) -> impl Iterator<Item = Bool> + '_ {
        self.constraints.iter().copied()
    }

    pub fn assume(&mut self, pool: &mut TermPool, condition: Bool) {
        if pool.as_const_bool(condition) != Some(true) {
            self.constraints.push(condition);
        }
    }
}
