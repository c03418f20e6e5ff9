//! The nearest state: by a distance that a strategy chooses, or for searches that choose no strategy.

use super::chance::Chance;
use super::{Candidate, Searcher, best};
use std::cmp::Reverse;

/// The state that is nearest to where paths are wanted; of several the one that was put away last.
pub fn nearest_and_last() -> Box<dyn Searcher> {
    Box::new(NearestAndLast)
}

/// Those first that have strayed least from their route, of these the furthest on it.
pub fn nearest_to_route() -> Box<dyn Searcher> {
    Box::new(NearestToRoute)
}

/// The nearest state by a distance; of several one with the shortest path.
pub struct Nearest {
    pub distance: fn(&Candidate) -> u32,
    pub chance: Chance,
}

impl Searcher for Nearest {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        // Of those that are as near, one that made the fewest choices: it is in no loop of them.
        let key = |state: &Candidate| ((self.distance)(state), state.depth);
        let least = waiting.iter().map(key).min().unwrap_or_default();
        let nearest = || (0..waiting.len()).filter(|at| key(&waiting[*at]) == least);
        let chosen = self.chance.one_of(nearest().count());
        nearest().nth(chosen).unwrap_or(0)
    }
}

struct NearestAndLast;

impl Searcher for NearestAndLast {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        best(waiting, |state| (state.to_target, Reverse(state.number)))
    }
}

struct NearestToRoute;

impl Searcher for NearestToRoute {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        best(waiting, |state| {
            let on = (Reverse(state.depth), Reverse(state.left), Reverse(state.number));
            (state.strayed, on)
        })
    }
}
