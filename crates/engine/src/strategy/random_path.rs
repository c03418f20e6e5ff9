//! A path by chance.

use super::chance::Chance;
use super::{Candidate, Searcher, Strategy};

pub static STRATEGY: Strategy = Strategy {
    name: "random-path",
    follows: "a state by chance; each choice on its path makes it half as likely",
    searcher: |chance| Box::new(RandomPath(chance)),
    looks_for_new: false,
};

/// States that made fewer choices are likelier.
pub struct RandomPath(Chance);

impl RandomPath {
    pub fn pick(chance: &mut Chance, waiting: &[Candidate]) -> usize {
        let least = waiting.iter().map(|state| state.depth).min().unwrap_or(0);
        chance.weighed(waiting.iter().map(|state| f64::from(state.depth - least).exp2().recip()))
    }
}

impl Searcher for RandomPath {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        RandomPath::pick(&mut self.0, waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::waiting;
    use super::*;

    #[test]
    fn chance_prefers_short_paths_and_is_the_same_for_a_seed() {
        let count = |seed| {
            let mut by_chance = STRATEGY.search(seed);
            let mut picked = [0; 3];
            (0..7000).for_each(|_| picked[by_chance.pick(&waiting(), 0)] += 1);
            picked
        };
        // Weights of 1/4, 1 and 1/2.
        let [deep, short, middle] = count(1);
        assert!((900..1100).contains(&deep) && (3800..4200).contains(&short), "{deep} {short}");
        assert!((1850..2150).contains(&middle), "{middle}");
        assert_eq!(count(1), count(1));
        assert_ne!(count(1), count(2));
    }
}
