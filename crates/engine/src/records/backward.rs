//! How far search has gone backward from where a path is wanted.

use crate::state::trial::Turn;
use crate::strategy::Direction;
use margay_ir::Program;
use margay_ir::{CallGraph, FuncId, Id};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// What a query costs, if an operation costs one.
pub(crate) const QUERY: u64 = 50;

pub(crate) struct Backward {
    pub(crate) direction: Direction,
    pub(crate) graph: CallGraph,
    /// Calls on the shortest path from `main`, by function.
    pub(crate) chains: Vec<u32>,
    pub(crate) ways: BTreeMap<FuncId, Vec<Rc<[Turn]>>>,
    pub(crate) begun: BTreeSet<FuncId>,
    /// It has come to `main`.
    pub(crate) at_main: bool,
    /// What was spent forward and backward, and who spends now.
    pub(crate) spent: [u64; 2],
    pub(crate) goes_back: bool,
    pub(crate) queries: u64,
}

impl Backward {
    pub fn new(program: &Program, direction: Direction) -> Backward {
        let graph = CallGraph::new(program);
        let mut chains = vec![u32::MAX; program.functions.len()];
        let mut open: VecDeque<FuncId> = program.main().into_iter().collect();
        open.iter().for_each(|main| chains[main.index()] = 0);
        while let Some(caller) = open.pop_front() {
            let next = chains[caller.index()] + 1;
            for callee in graph.callees(caller) {
                if chains[callee.index()] == u32::MAX {
                    chains[callee.index()] = next;
                    open.push_back(callee);
                }
            }
        }
        Backward {
            direction,
            graph,
            chains,
            ways: BTreeMap::new(),
            begun: BTreeSet::new(),
            at_main: false,
            spent: [0, 0],
            goes_back: false,
            queries: 0,
        }
    }

    /// So many operations were executed on the path that was picked, and so many queries have been
    /// asked in all.
    pub fn spend(&mut self, steps: u64, queries: u64) {
        let asked = queries - std::mem::replace(&mut self.queries, queries);
        self.spent[usize::from(self.goes_back)] += steps + QUERY * asked;
    }

    /// Whose states are followed next, of those that wait: `None` inside for `main`. Nothing if no
    /// path from `main` is left.
    pub fn next_origin(
        &mut self,
        waiting: impl Iterator<Item = Option<FuncId>>,
    ) -> Option<Option<FuncId>> {
        let waiting: BTreeSet<Option<FuncId>> = waiting.collect();
        if !waiting.contains(&None) {
            return None;
        }
        self.goes_back = self.direction == Direction::Backward || self.spent[1] <= self.spent[0];
        if !self.goes_back {
            return Some(None);
        }
        let chain = |origin: &Option<FuncId>| origin.map_or(0, |id| self.chains[id.index()]);
        let able = waiting.iter().filter(|origin| origin.is_some() || self.at_main);
        Some(able.min_by_key(|origin| chain(origin)).copied().unwrap_or(None))
    }
}
