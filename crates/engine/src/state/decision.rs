//! Decisions of a path about what its input, a caller or unknown code says.

use margay_ir::{FuncId, InstId};

/// Which side a path took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub function: FuncId,
    pub pc: usize,
    pub holds: bool,
    /// The call that decided.
    pub frame: u64,
    pub whose: Whose,
    /// It says nothing of what its author thought of.
    pub incidental: bool,
    /// What decides.
    pub inst: InstId,
}

impl Decision {
    pub(crate) fn side(&self) -> Side {
        (self.function, self.pc, self.holds)
    }
}

/// Whose value a decision depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The program's input, which may be any.
    Input,
    /// What an external function without a model returned or wrote.
    Function,
    /// What a caller passes that is not seen.
    Caller,
}

pub(crate) type Side = (FuncId, usize, bool);
