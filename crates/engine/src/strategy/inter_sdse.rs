//! Shortest distance, over calls and returns.

use super::Strategy;
use super::nearest::Nearest;

pub static STRATEGY: Strategy = Strategy {
    name: "inter-sdse",
    follows: "the state that is nearest to where it is wanted, over calls and returns that match",
    searcher: |chance| Box::new(Nearest { distance: |state| state.to_target, chance }),
    looks_for_new: false,
};
