//! Generations of paths, as SAGE has them.

use super::chance::Chance;
use super::{Candidate, Searcher, Strategy, best};
use std::cmp::Reverse;
use std::collections::BTreeMap;

pub static STRATEGY: Strategy = Strategy {
    name: "sage",
    follows: "one path to its end, then those that left it, of the path first that reached most",
    searcher: |chance| Box::new(Generational::new(chance)),
    looks_for_new: false,
};

/// Follows one path to its end, then those that left it before.
struct Generational {
    chance: Chance,
    /// The least number that no state has which it has seen.
    unseen: u64,
    /// How much was reached when the present path began.
    reached: u64,
    run: u64,
    generation: u32,
    /// By the number of a state, the path that it left, and in which generation it is.
    left: BTreeMap<u64, (u64, u32)>,
    /// By path, how much it reached first.
    gains: BTreeMap<u64, u64>,
}

impl Generational {
    fn new(chance: Chance) -> Self {
        let (left, gains) = (BTreeMap::new(), BTreeMap::new());
        Generational { chance, unseen: 0, reached: 0, run: 0, generation: 0, left, gains }
    }
}

impl Searcher for Generational {
    fn pick(&mut self, waiting: &[Candidate], reached: u64) -> usize {
        let new: Vec<usize> =
            (0..waiting.len()).filter(|at| waiting[*at].number >= self.unseen).collect();
        self.unseen = waiting.iter().map(|state| state.number + 1).max().unwrap_or(0);
        for at in &new {
            self.left.insert(waiting[*at].number, (self.run, self.generation + 1));
        }
        let picked = if new.is_empty() {
            // The path has ended.
            self.gains.insert(self.run, reached - self.reached);
            (self.run, self.reached) = (self.run + 1, reached);
            let (left, gains) = (&self.left, &self.gains);
            let at = best(waiting, |state| {
                let (run, generation) = left.get(&state.number).copied().unwrap_or_default();
                let gain = gains.get(&run).copied().unwrap_or(0);
                (Reverse(gain), generation, state.number)
            });
            self.generation =
                left.get(&waiting[at].number).map_or(0, |(_, generation)| *generation);
            at
        } else {
            new[self.chance.one_of(new.len())]
        };
        self.left.remove(&waiting[picked].number);
        picked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_followed_to_its_end_first() {
        let mut by_run = STRATEGY.search(3);
        let state = |number| Candidate { number, ..Candidate::default() };
        assert_eq!(by_run.pick(&[state(0)], 0), 0);
        // It became two; one of them goes on.
        let went_on = by_run.pick(&[state(1), state(2)], 4);
        let other = state(2 - went_on as u64);
        // Its children come before the one that left.
        assert_ne!(by_run.pick(&[other, state(3)], 5), 0);
        assert_eq!(by_run.pick(&[other], 5), 0);
    }
}
