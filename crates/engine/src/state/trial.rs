//! Paths that others took to where a path is wanted, and how far this one follows them.

use margay_ir::FuncId;
use std::rc::Rc;

/// Choices of a path that a partial path does not have, before the path has left it.
pub(crate) const STRANGE: u32 = 8;

/// One choice on a path: which side of which one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) function: FuncId,
    pub(crate) pc: usize,
    pub(crate) side: u32,
}

/// What a path tries to follow that entered a function which leads to the target. Another one goes
/// on from there as any.
#[derive(Clone)]
pub(crate) struct Trial {
    /// The partial paths that it is on.
    pub(crate) ways: Vec<OnWay>,
}

#[derive(Clone)]
pub(crate) struct OnWay {
    pub(crate) way: Rc<[Turn]>,
    /// Where on the partial path it is.
    pub(crate) at: usize,
    pub(crate) strange: u32,
}

impl OnWay {
    /// Whether a path that takes a turn is still on the partial path. Choices of the partial path may be none on the
    /// path, which knows more.
    pub(crate) fn follow(&mut self, turn: Turn) -> bool {
        let same = |known: &Turn| (known.function, known.pc) == (turn.function, turn.pc);
        match self.way[self.at..].iter().position(same) {
            Some(found) => {
                self.at += found + 1;
                self.way[self.at - 1].side == turn.side
            }
            None => {
                self.strange += 1;
                self.strange <= STRANGE
            }
        }
    }
}
