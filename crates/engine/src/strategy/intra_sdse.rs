//! Shortest distance within a function.

use super::Strategy;
use super::nearest::Nearest;

pub static STRATEGY: Strategy = Strategy {
    name: "intra-sdse",
    follows: "the state that is nearest to where it is wanted within its function",
    searcher: |chance| Box::new(Nearest { distance: |state| state.within, chance }),
    looks_for_new: false,
};
