//! One state becomes several, one for each answer to what it needs to know; and what the answers settle for good.
//!
//! Invariant: No execution is lost: every side that some input takes is there, or the choice is counted as cut.
//!
//! Uses: `value`, `code`, `state`, `judge`, `records`, `engine`, `checks`, `tree`, `loops`.

mod concretion;
mod forking;
