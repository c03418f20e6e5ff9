//! Coverage: which functions were entered, and which of their blocks some path has reached.

use crate::code::Code;
use margay_ir::{BlockId, Cfg, FuncId, Id, Program};
use std::collections::BTreeSet;

/// How much of a function was reached. Blocks that its entry does not lead to do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionCoverage {
    pub function: FuncId,
    pub reached: u64,
    pub blocks: u64,
}

/// The blocks that were reached, by function; none where a function was never entered.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    blocks: Vec<Vec<bool>>,
    /// How many of each function.
    counts: Vec<u32>,
    count: u64,
    /// The functions that the exploration in hand has called.
    called: BTreeSet<FuncId>,
    /// Those that one called which did not come to its end.
    truncated: BTreeSet<FuncId>,
}

impl Reached {
    pub fn blocks(&self, function: FuncId) -> &[bool] {
        self.blocks.get(function.index()).map_or(&[], Vec::as_slice)
    }

    /// A path calls a function.
    pub fn call(&mut self, function: FuncId) {
        self.called.insert(function);
    }

    /// The functions that were called since they were last taken.
    pub fn take_called(&mut self) -> BTreeSet<FuncId> {
        std::mem::take(&mut self.called)
    }

    /// An exploration that called these was truncated at a limit.
    pub fn truncated(&mut self, called: &BTreeSet<FuncId>) {
        self.truncated.extend(called);
    }

    /// Takes the functions that were called by explorations truncated at a limit.
    pub fn take_truncated(&mut self) -> BTreeSet<FuncId> {
        std::mem::take(&mut self.truncated)
    }

    /// Adds what another engine has reached.
    pub fn join(&mut self, other: &Reached) {
        self.truncated.extend(&other.truncated);
        if self.blocks.len() < other.blocks.len() {
            self.blocks.resize(other.blocks.len(), Vec::new());
            self.counts.resize(other.blocks.len(), 0);
        }
        for ((mine, count), theirs) in
            self.blocks.iter_mut().zip(&mut self.counts).zip(&other.blocks)
        {
            mine.resize(mine.len().max(theirs.len()), false);
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                let new = *theirs && !*mine;
                *mine |= new;
                *count += u32::from(new);
                self.count += u64::from(new);
            }
        }
    }

    /// The same in another program, in which functions have other ids.
    pub fn renumbered(&self, new: impl Fn(FuncId) -> FuncId) -> Reached {
        let mut other = Reached::default();
        for (index, blocks) in self.blocks.iter().enumerate().filter(|(_, b)| !b.is_empty()) {
            other.restore(new(FuncId::from_index(index)), blocks.clone());
        }
        other.called = self.called.iter().map(|function| new(*function)).collect();
        other.truncated = self.truncated.iter().map(|function| new(*function)).collect();
        other
    }

    /// These blocks of a function were reached, of which nothing was known.
    pub fn restore(&mut self, function: FuncId, blocks: Vec<bool>) {
        let (index, count) = (function.index(), blocks.iter().filter(|reached| **reached).count());
        if self.blocks.len() <= index {
            self.blocks.resize(index + 1, Vec::new());
            self.counts.resize(index + 1, 0);
        }
        self.blocks[index] = blocks;
        self.counts[index] = u32::try_from(count).unwrap_or(u32::MAX);
        self.count += count as u64;
    }

    /// The functions that were entered, with their blocks.
    pub fn entered(&self) -> impl Iterator<Item = (FuncId, &[bool])> {
        let functions = self.blocks.iter().enumerate().filter(|(_, blocks)| !blocks.is_empty());
        functions.map(|(index, blocks)| (FuncId::from_index(index), blocks.as_slice()))
    }

    /// Those that were called by what did not come to its end.
    pub fn all_truncated(&self) -> impl Iterator<Item = FuncId> {
        self.truncated.iter().copied()
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

/// What is left of a program to be reached.
impl Reached {
    /// Whether some path called a function.
    pub fn has_entered(&self, function: FuncId) -> bool {
        !self.blocks(function).is_empty()
    }

    /// Whether paths called a function, and were truncated at a limit before they had reached all of it.
    pub fn has_left_out(&self, program: &Program, function: FuncId) -> bool {
        if !self.truncated.contains(&function) {
            return false;
        }
        let cfg = Cfg::new(&program.functions[function]);
        let seen = self.blocks(function);
        cfg.reverse_postorder().iter().any(|block| seen.get(block.index()) != Some(&true))
    }

    /// How much of each function that has a body was reached so far, in the order of functions.
    pub fn coverage(&self, program: &Program) -> Vec<FunctionCoverage> {
        let functions = program.functions.enumerate();
        functions
            .filter(|(_, function)| function.has_body())
            .map(|(id, function)| {
                let (cfg, seen) = (Cfg::new(function), self.blocks(id));
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
