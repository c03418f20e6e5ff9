//! Where a state began, and what follows from that.

use crate::state::State;
use margay_ir::FuncId;

/// Where a state began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Entry {
    /// At the start of the program: its constructors, then `main`.
    #[default]
    Program,
    /// In a function that is analysed alone, without its callers.
    Function(FuncId),
}

impl Entry {
    /// The function that is analysed alone, if one is.
    pub fn function(self) -> Option<FuncId> {
        match self {
            Entry::Program => None,
            Entry::Function(function) => Some(function),
        }
    }

    /// Whether code that is not seen calls the function: it may pass anything, and goes on when the function returns.
    pub fn has_unknown_callers(self) -> bool {
        self.function().is_some()
    }
}

impl State {
    /// The function that it began in, if that is analysed alone.
    pub fn began_in(&self) -> Option<FuncId> {
        self.entry.function()
    }

    /// Whether code that is not seen calls the function that it began in: what that is given, what was before and
    /// what comes after its return depends on the caller.
    pub fn has_unknown_callers(&self) -> bool {
        self.entry.has_unknown_callers()
    }

    /// Whether it is on a path of the whole program, from its start to where it stands: a native run may take it.
    pub(crate) fn is_on_whole_path(&self) -> bool {
        self.entry == Entry::Program
    }

    /// Whether it is to cost little: functions that are analysed alone are many.
    pub(crate) fn has_small_share(&self) -> bool {
        self.entry.function().is_some()
    }
}
