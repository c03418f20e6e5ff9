//! Coverage: which functions were entered, and which of their blocks some path has reached.

use crate::code::Code;
use crate::engine::Engine;
use margay_ir::{BlockId, Cfg, FuncId, Id};

/// How much of a function was reached. Blocks that its entry does not lead to do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionCoverage {
    pub function: FuncId,
    pub reached: u64,
    pub blocks: u64,
}

/// The blocks that were reached, by function; none where a function was never entered.
#[derive(Default)]
pub(crate) struct Reached {
    blocks: Vec<Vec<bool>>,
}

impl Reached {
    fn blocks(&self, function: FuncId) -> &[bool] {
        self.blocks.get(function.index()).map_or(&[], Vec::as_slice)
    }

    /// A path comes to a block, and to those that follow it without a mark.
    pub fn reach(&mut self, function: FuncId, code: &Code, block: BlockId) {
        let index = function.index();
        if self.blocks.len() <= index {
            self.blocks.resize(index + 1, Vec::new());
        }
        let blocks = &mut self.blocks[index];
        blocks.resize(code.runs_on.len(), false);
        let mut at = block.index();
        while !std::mem::replace(&mut blocks[at], true) && code.runs_on[at] {
            at += 1;
        }
    }
}

impl Engine<'_> {
    /// Whether some path called a function.
    pub fn has_entered(&self, function: FuncId) -> bool {
        !self.reached.blocks(function).is_empty()
    }

    /// How much of each function that has a body was reached so far, in the order of functions.
    pub fn coverage(&self) -> Vec<FunctionCoverage> {
        let functions = self.program.functions.enumerate();
        functions
            .filter(|(_, function)| function.has_body())
            .map(|(id, function)| {
                let (cfg, seen) = (Cfg::new(function), self.reached.blocks(id));
                let all = cfg.reverse_postorder();
                let reached = all.iter().filter(|block| seen.get(block.index()) == Some(&true));
                FunctionCoverage {
                    function: id,
                    reached: reached.count() as u64,
                    blocks: all.len() as u64,
                }
            })
            .collect()
    }
}
