//! Whether something can happen, as the solver says it.

use margay_smt::Model;

/// Whether something can happen.
#[derive(Clone, Debug)]
pub enum Possible {
    Yes(Model),
    /// It can, as another state was told that has taken the same path; no model shows it here.
    Recalled,
    No,
    /// It is undecided: the solver gave no answer.
    Unknown,
}

impl Possible {
    /// Whether it may happen, as far as anybody could tell.
    pub fn may_be(&self) -> bool {
        !matches!(self, Possible::No)
    }
}
