//! Strategies: which of the states that wait is followed next, where a path is wanted somewhere.
//!
//! | strategy | follows |
//! | --- | --- |
//! | depth-first, breadth-first | the state that was put away last, or first |
//! | random-path | a state by chance; each choice on its path makes it half as likely |
//! | KLEE | in turns random-path, and by chance one that is near to code which no path has reached |
//! | generational | one path to its end, then those that left it, of the path first that reached most |
//! | nearest | the state that is nearest to where it is wanted, through calls or not; of several the one with the shortest path. `weighted-sdse` counts rounds of loops as well, and those that stood at the same place before |
//!
//! What begins in other functions than `main` is in `backward.rs`; it uses one of these.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::str::FromStr;

/// How to search, as a user names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub forward: Forward,
    /// Where search begins.
    pub direction: Direction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forward {
    DepthFirst,
    BreadthFirst,
    RandomPath,
    Klee,
    Generational,
    InterSdse,
    IntraSdse,
    WeightedSdse,
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

const FORWARD: [(&str, Forward); 8] = [
    ("dfs", Forward::DepthFirst),
    ("bfs", Forward::BreadthFirst),
    ("random-path", Forward::RandomPath),
    ("klee", Forward::Klee),
    ("sage", Forward::Generational),
    ("inter-sdse", Forward::InterSdse),
    ("intra-sdse", Forward::IntraSdse),
    ("weighted-sdse", Forward::WeightedSdse),
];

impl Plan {
    /// The names of all forward strategies.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FORWARD.iter().map(|(name, _)| *name)
    }
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
        let found = FORWARD.iter().find(|(known, _)| *known == name).ok_or(())?;
        Ok(Plan { forward: found.1, direction })
    }
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

/// Picks one of the states that wait.
pub trait Strategy {
    /// The position of the next one. There is at least one, and `reached` says how many blocks were
    /// reached so far.
    fn pick(&mut self, waiting: &[Candidate], reached: u64) -> usize;
}

/// The strategy of a plan, without the direction. Equal seeds make equal choices.
pub fn strategy(forward: Forward, seed: u64) -> Box<dyn Strategy> {
    let chance = Chance(seed);
    match forward {
        Forward::DepthFirst => Box::new(DepthFirst),
        Forward::BreadthFirst => Box::new(BreadthFirst),
        Forward::RandomPath => Box::new(RandomPath(chance)),
        Forward::Klee => Box::new(Klee { chance, by_path: false }),
        Forward::Generational => Box::new(Generational::new(chance)),
        Forward::InterSdse => Box::new(Nearest { distance: |state| state.to_target, chance }),
        Forward::IntraSdse => Box::new(Nearest { distance: |state| state.within, chance }),
        Forward::WeightedSdse => Box::new(Nearest { distance: weighted, chance }),
    }
}

/// The state that is nearest to where paths are wanted; of several the one that was put away last.
pub(crate) fn nearest_and_last() -> Box<dyn Strategy> {
    Box::new(NearestAndLast)
}

/// Those first that have strayed least from their route, of these the furthest on it.
pub(crate) fn nearest_to_route() -> Box<dyn Strategy> {
    Box::new(NearestToRoute)
}

/// What iterating a loop once weighs, in instructions. The shortest way through the code iterates
/// no loop, and so seems shorter where a path stands before one than where it is within.
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

/// Numbers by chance, the same for the same seed.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of some positions, each as likely as its weight says; all weights are positive.
    fn weighed(&mut self, weights: impl Iterator<Item = f64> + Clone) -> usize {
        let all: f64 = weights.clone().sum();
        #[expect(
            clippy::cast_precision_loss,
            reason = "a share of one, whose last bits are chance"
        )]
        let mut left = self.next() as f64 / u64::MAX as f64 * all;
        let mut last = 0;
        for (at, weight) in weights.enumerate() {
            last = at;
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
        last
    }

    fn one_of(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count.max(1) as u64).unwrap_or(0)
    }
}

struct DepthFirst;

impl Strategy for DepthFirst {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        best(waiting, |state| Reverse(state.number))
    }
}

struct BreadthFirst;

impl Strategy for BreadthFirst {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        best(waiting, |state| (state.depth, state.number))
    }
}

struct NearestAndLast;

impl Strategy for NearestAndLast {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        best(waiting, |state| (state.to_target, Reverse(state.number)))
    }
}

struct NearestToRoute;

impl Strategy for NearestToRoute {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        best(waiting, |state| {
            let on = (Reverse(state.depth), Reverse(state.left), Reverse(state.number));
            (state.strayed, on)
        })
    }
}

struct RandomPath(Chance);

impl RandomPath {
    fn pick(chance: &mut Chance, waiting: &[Candidate]) -> usize {
        let least = waiting.iter().map(|state| state.depth).min().unwrap_or(0);
        chance.weighed(waiting.iter().map(|state| f64::from(state.depth - least).exp2().recip()))
    }
}

impl Strategy for RandomPath {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        RandomPath::pick(&mut self.0, waiting)
    }
}

struct Klee {
    chance: Chance,
    by_path: bool,
}

impl Strategy for Klee {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        self.by_path = !self.by_path;
        if self.by_path {
            return RandomPath::pick(&mut self.chance, waiting);
        }
        // Where no way leads to new code, a state has some chance still.
        let distance = |state: &Candidate| f64::from(state.to_new.min(1_000_000)) + 1.0;
        self.chance.weighed(waiting.iter().map(|state| distance(state).recip()))
    }
}

struct Nearest {
    distance: fn(&Candidate) -> u32,
    chance: Chance,
}

impl Strategy for Nearest {
    fn pick(&mut self, waiting: &[Candidate], _: u64) -> usize {
        // Of those that are as near, one that made the fewest choices: it is in no loop of them.
        let key = |state: &Candidate| ((self.distance)(state), state.depth);
        let least = waiting.iter().map(key).min().unwrap_or_default();
        let nearest = || (0..waiting.len()).filter(|at| key(&waiting[*at]) == least);
        let chosen = self.chance.one_of(nearest().count());
        nearest().nth(chosen).unwrap_or(0)
    }
}

/// Follows one path to its end, then those that left it on the way.
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

impl Strategy for Generational {
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

/// The position of the one with the least key.
fn best<K: Ord>(waiting: &[Candidate], key: impl Fn(&Candidate) -> K) -> usize {
    let positions = waiting.iter().enumerate();
    positions.min_by_key(|(_, state)| key(state)).map_or(0, |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting() -> Vec<Candidate> {
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
        let pick = |forward| strategy(forward, 0).pick(&waiting(), 0);
        assert_eq!(pick(Forward::DepthFirst), 2);
        assert_eq!(pick(Forward::BreadthFirst), 1);
        assert_eq!(pick(Forward::InterSdse), 2);
        assert_eq!(pick(Forward::IntraSdse), 0);
    }

    #[test]
    fn a_crowd_gives_way_to_one_that_went_on() {
        let mut weighted = strategy(Forward::WeightedSdse, 0);
        let there = |before| Candidate { to_target: 9, before, ..Candidate::default() };
        let further = Candidate { to_target: 3, rounds: 1, ..Candidate::default() };
        assert_eq!(weighted.pick(&[there(1), further], 0), 0);
        assert_eq!(weighted.pick(&[there(100), further], 0), 1);
    }

    #[test]
    fn chance_prefers_short_paths_and_is_the_same_for_a_seed() {
        let count = |seed| {
            let mut by_chance = strategy(Forward::RandomPath, seed);
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

    #[test]
    fn a_path_is_followed_to_its_end_first() {
        let mut by_run = strategy(Forward::Generational, 3);
        let state = |number| Candidate { number, ..Candidate::default() };
        assert_eq!(by_run.pick(&[state(0)], 0), 0);
        // It became two; one of them goes on.
        let went_on = by_run.pick(&[state(1), state(2)], 4);
        let other = state(2 - went_on as u64);
        // Its children come before the one that left.
        assert_ne!(by_run.pick(&[other, state(3)], 5), 0);
        assert_eq!(by_run.pick(&[other], 5), 0);
    }

    #[test]
    fn plans_have_names() {
        let plan = |text: &str| text.parse::<Plan>().ok();
        let (forward, mixed) = (Direction::Forward, Direction::Mixed);
        assert_eq!(plan("bfs"), Some(Plan { forward: Forward::BreadthFirst, direction: forward }));
        let klee = Plan { forward: Forward::Klee, direction: mixed };
        assert_eq!(plan("mix-ccbse(klee)"), Some(klee));
        assert_eq!(plan("ccbse(intra-sdse)").map(|plan| plan.direction), Some(Direction::Backward));
        assert_eq!(plan("ccbse(dfs").or(plan("best")), None);
    }
}
