//! Breadth first.

use super::{Candidate, Searcher, Strategy, best};

pub static STRATEGY: Strategy = Strategy {
    name: "bfs",
    follows: "the state with the shortest path, of several the one that was put away first",
    searcher: |_| Box::new(BreadthFirst),
    looks_for_new: false,
};

struct BreadthFirst;

impl Searcher for BreadthFirst {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        best(waiting, |state| (state.depth, state.number))
    }
}
