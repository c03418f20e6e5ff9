//! Shortest distance, with what loops cost.

use super::nearest::Nearest;
use super::{Candidate, Strategy};

pub static STRATEGY: Strategy = Strategy {
    name: "weighted-sdse",
    follows: "as inter-sdse, with each iteration of a loop as a part of the path, and each path \
              that stood at the same place before",
    searcher: |chance| Box::new(Nearest { distance: weighted, chance }),
    looks_for_new: false,
};

/// What iterating a loop once weighs, in instructions. The shortest path through the code iterates no loop, and so
/// seems shorter where a path stands before one than where it is within.
const ROUND: u32 = 64;

/// What each state weighs that stood at the same place before. Where options are read, there are as many
/// paths as there are combinations of them, all as near as the first: one that went on has its turn before
/// all of those.
const BEFORE: u32 = 1;

fn weighted(state: &Candidate) -> u32 {
    let rounds = state.rounds.saturating_mul(ROUND);
    let before = state.before.saturating_mul(BEFORE);
    state.to_target.saturating_add(rounds).saturating_add(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_gives_way_to_one_that_went_on() {
        let mut weighted = STRATEGY.search(0);
        let there = |before| Candidate { to_target: 9, before, ..Candidate::default() };
        let further = Candidate { to_target: 3, rounds: 1, ..Candidate::default() };
        assert_eq!(weighted.pick(&[there(1), further], 0), 0);
        assert_eq!(weighted.pick(&[there(100), further], 0), 1);
    }
}
