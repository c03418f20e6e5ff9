//! As KLEE chooses by default.

use super::chance::Chance;
use super::random_path::RandomPath;
use super::{Candidate, Searcher, Strategy};

pub static STRATEGY: Strategy = Strategy {
    name: "klee",
    follows: "in turns random-path, and by chance a state that is near to code which no path has reached",
    searcher: |chance| Box::new(Klee { chance, by_path: false }),
    looks_for_new: true,
};

struct Klee {
    chance: Chance,
    by_path: bool,
}

impl Searcher for Klee {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        self.by_path = !self.by_path;
        if self.by_path {
            return RandomPath::pick(&mut self.chance, waiting);
        }
        // Where no path leads to new code, a state has some chance still.
        let distance = |state: &Candidate| f64::from(state.to_new.min(1_000_000)) + 1.0;
        self.chance.weighed(waiting.iter().map(|state| distance(state).recip()))
    }
}
