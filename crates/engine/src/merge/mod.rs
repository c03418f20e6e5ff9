//! Several paths become one, or one is not followed since another behaves alike.
//!
//! Invariant: Merging changes how much is explored at once, not what is found.
//!
//! Uses: `value`, `memory`, `state`, `engine`, `tree`.

pub(crate) mod deduplication;
pub(crate) mod divergence;
pub(crate) mod join;
