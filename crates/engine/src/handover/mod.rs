//! States that one engine hands to another: ends of start paths, and how they are taken up.
//!
//! Invariant: A state that was taken up is the one that was handed over.
//!
//! Uses: `state`, `judge`, `records`, `engine`, `exec`, `loops`, `fork`, `merge`, `search`.

pub(crate) mod resume;
