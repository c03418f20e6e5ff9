//! Depth first.

use super::{Candidate, Searcher, Strategy, best};
use std::cmp::Reverse;

pub static STRATEGY: Strategy = Strategy {
    name: "dfs",
    follows: "the state that was put away last",
    searcher: |_| Box::new(DepthFirst),
    looks_for_new: false,
};

struct DepthFirst;

impl Searcher for DepthFirst {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        best(waiting, |state| Reverse(state.number))
    }
}
