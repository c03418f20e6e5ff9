//! Strategies: which of the states that wait is followed next, where a path is wanted somewhere.
//!
//! A strategy is one file, whose [`Strategy`] says what users know of it, and one line in [`STRATEGIES`];
//! options and their help are made of that. What begins in other functions than `main` is in `reach`; it
//! uses one of these.
//!
//! Invariant: What is picked depends on the states that wait, on what was picked before and on the seed.
//!
//! Uses: no other room.

mod chance;
mod nearest;

pub use nearest::{nearest_and_last, nearest_to_route};

use chance::Chance;
use std::fmt;
use std::str::FromStr;

/// Declares the files of strategies, and the table of what stands in them.
macro_rules! strategies {
    ($($(#[$when:meta])? $file:ident,)*) => {
        $($(#[$when])? pub mod $file;)*

        /// The registry, in the order in which help names them.
        pub static STRATEGIES: &[&Strategy] = &[$($(#[$when])? &$file::STRATEGY),*];
    };
}

strategies! {
    dfs,
    bfs,
    random_path,
    klee,
    sage,
    inter_sdse,
    intra_sdse,
    weighted_sdse,
    #[cfg(test)]
    sample,
}

/// A strategy, as users know it.
pub struct Strategy {
    pub name: &'static str,
    /// What it follows, in one line.
    pub follows: &'static str,
    /// Begins a search; equal chance makes equal choices.
    pub searcher: fn(Chance) -> Box<dyn Searcher>,
    /// Whether it matters how near code is that no path has reached, which costs time to know.
    pub looks_for_new: bool,
}

impl Strategy {
    /// The strategy of this name.
    pub fn named(name: &str) -> Option<&'static Strategy> {
        STRATEGIES.iter().copied().find(|strategy| strategy.name == name)
    }

    /// Begins a search. Equal seeds make equal choices.
    pub fn search(&self, seed: u64) -> Box<dyn Searcher> {
        (self.searcher)(Chance::new(seed))
    }
}

// Names are unique.
impl PartialEq for Strategy {
    fn eq(&self, other: &Strategy) -> bool {
        self.name == other.name
    }
}

impl Eq for Strategy {}

impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Picks one of the states that wait.
pub trait Searcher {
    /// The position of the next one. There is at least one, and `reached` says how many blocks were
    /// reached so far.
    fn pick(&mut self, waiting: &[Candidate], reached: u64) -> usize;
}

/// What a strategy knows of a state that waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Candidate {
    /// Those that were put away earlier have lesser numbers.
    pub number: u64,
    /// Choices on its path.
    pub depth: u32,
    /// Instructions to where paths are wanted, through calls and returns, and within its function;
    /// the greatest number if there is no way.
    pub to_target: u32,
    pub within: u32,
    /// Branches to code that no path has reached.
    pub to_new: u32,
    /// How often it iterated the loops that it is in.
    pub rounds: u32,
    /// How many were put away at its place until it was.
    pub before: u32,
    /// How far it is from its route, where it has one, and how often what it does next is still to
    /// be done, before the last round of a loop and in all.
    pub strayed: u64,
    pub left: (u64, u64),
}

/// How to search, as a user names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub forward: &'static Strategy,
    /// Where search begins.
    pub direction: Direction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// In `main`.
    Forward,
    /// In the function that holds what is wanted, then in those that call it.
    Backward,
    /// Both in turns.
    Mixed,
}

impl FromStr for Plan {
    type Err = ();

    /// `S`, `ccbse(S)` or `mix-ccbse(S)`.
    fn from_str(text: &str) -> Result<Plan, ()> {
        let within = |prefix| text.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(')'));
        let (direction, name) = match (within("mix-ccbse("), within("ccbse(")) {
            (Some(name), _) => (Direction::Mixed, name),
            (None, Some(name)) => (Direction::Backward, name),
            (None, None) => (Direction::Forward, text),
        };
        Ok(Plan { forward: Strategy::named(name).ok_or(())?, direction })
    }
}

/// The position of the one with the least key.
fn best<K: Ord>(waiting: &[Candidate], key: impl Fn(&Candidate) -> K) -> usize {
    let positions = waiting.iter().enumerate();
    positions.min_by_key(|(_, state)| key(state)).map_or(0, |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn waiting() -> Vec<Candidate> {
        let state = |number, depth, to_target| Candidate {
            number,
            depth,
            to_target,
            within: u32::MAX - to_target,
            to_new: 1,
            ..Candidate::default()
        };
        vec![state(4, 3, 9), state(2, 1, 7), state(6, 2, 5)]
    }

    #[test]
    fn each_follows_what_it_says() {
        let pick = |name| {
            let strategy = Strategy::named(name).expect("a strategy");
            strategy.search(0).pick(&waiting(), 0)
        };
        assert_eq!(pick("dfs"), 2);
        assert_eq!(pick("bfs"), 1);
        assert_eq!(pick("inter-sdse"), 2);
        assert_eq!(pick("intra-sdse"), 0);
    }

    #[test]
    fn the_registry_is_sound() {
        for (index, strategy) in STRATEGIES.iter().enumerate() {
            let Strategy { name, follows, .. } = strategy;
            assert_eq!(Strategy::named(name), Some(*strategy));
            assert!(STRATEGIES[..index].iter().all(|other| other.name != *name), "{name} twice");
            assert!(!follows.is_empty() && !follows.ends_with('.'), "{name}");
            // Whatever it prefers, it picks one of those that wait, and the same for the same seed.
            let picked = |seed| {
                let mut search = strategy.search(seed);
                (1..9).map(|reached| search.pick(&waiting(), reached)).collect::<Vec<_>>()
            };
            assert!(picked(1).iter().all(|at| *at < waiting().len()), "{name}");
            assert_eq!(picked(1), picked(1), "{name}");
        }
    }

    #[test]
    fn a_new_strategy_is_a_file_and_a_line() {
        let plan: Plan = "mix-ccbse(sample)".parse().expect("a plan");
        assert_eq!(plan.forward.search(0).pick(&waiting(), 0), 1);
    }

    #[test]
    fn plans_have_names() {
        let plan = |text: &str| text.parse::<Plan>().ok();
        let (forward, mixed) = (Direction::Forward, Direction::Mixed);
        assert_eq!(plan("bfs"), Some(Plan { forward: &bfs::STRATEGY, direction: forward }));
        let klee = Plan { forward: &klee::STRATEGY, direction: mixed };
        assert_eq!(plan("mix-ccbse(klee)"), Some(klee));
        assert_eq!(plan("ccbse(intra-sdse)").map(|plan| plan.direction), Some(Direction::Backward));
        assert_eq!(plan("ccbse(dfs").or(plan("best")), None);
    }
}
