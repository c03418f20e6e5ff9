//! A strategy as short as one can be, which is there in tests alone. It is what to begin a new one with.

use super::{Candidate, Searcher, Strategy};

pub static STRATEGY: Strategy = Strategy {
    name: "sample",
    follows: "the state in the middle of those that wait",
    searcher: |_| Box::new(Middle),
    looks_for_new: false,
};

struct Middle;

impl Searcher for Middle {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        waiting.len() / 2
    }
}
