//! Coverage: which functions were entered, and which of their blocks some path has reached.

use crate::code::Code;
use crate::engine::Engine;
use margay_ir::{BlockId, Cfg, FuncId, Id};
use std::collections::BTreeSet;

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
    /// How many of each function.
    counts: Vec<u32>,
    count: u64,
    /// The functions that the exploration in hand has called.
    called: BTreeSet<FuncId>,
    /// Those that one called which did not come to its end.
    cut_short: BTreeSet<FuncId>,
}

impl Reached {
    pub fn blocks(&self, function: FuncId) -> &[bool] {
        self.blocks.get(function.index()).map_or(&[], Vec::as_slice)
    }

    /// A path calls a function.
    pub fn call(&mut self, function: FuncId) {
        self.called.insert(function);
    }

    /// An exploration is over; it may have been cut short.
    pub fn end(&mut self, cut: bool) {
        let called = std::mem::take(&mut self.called);
        if cut {
            self.cut_short.extend(called);
        }
    }

    /// How many blocks of all functions were reached.
    pub fn count(&self) -> u64 {
        self.count
    }

    pub fn count_of(&self, function: FuncId) -> u32 {
        self.counts.get(function.index()).copied().unwrap_or(0)
    }

    /// A path comes to a block, and to those that follow it without a mark.
    pub fn reach(&mut self, function: FuncId, code: &Code, block: BlockId) {
        let index = function.index();
        if self.blocks.len() <= index {
            self.blocks.resize(index + 1, Vec::new());
            self.counts.resize(index + 1, 0);
        }
        let blocks = &mut self.blocks[index];
        blocks.resize(code.runs_on.len(), false);
        let mut at = block.index();
        while !std::mem::replace(&mut blocks[at], true) {
            self.counts[index] += 1;
            self.count += 1;
            if !code.runs_on[at] {
                break;
            }
            at += 1;
        }
    }
}

impl Engine<'_> {
    /// Whether some path called a function.
    pub fn has_entered(&self, function: FuncId) -> bool {
        !self.reached.blocks(function).is_empty()
    }

    /// Whether paths called a function, and were cut short before they had reached all of it.
    pub fn has_left_out(&self, function: FuncId) -> bool {
        let cfg = Cfg::new(&self.program.functions[function]);
        let seen = self.reached.blocks(function);
        self.reached.cut_short.contains(&function)
            && cfg.reverse_postorder().iter().any(|block| seen.get(block.index()) != Some(&true))
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
