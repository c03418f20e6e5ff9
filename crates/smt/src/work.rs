//! What things cost, in units of about ten nanoseconds, so that work can be counted where time must not be examined.
//! Invariant: each is a constant; the same queries cost the same everywhere.

/// To look a term up, and to build it if it is new.
pub(crate) const INTERNING: usize = 4;
/// To come by a term on the way through others.
pub(crate) const VISIT: usize = 5;
/// To compute a term on a tape.
pub(crate) const COMPUTING: usize = 1;
/// A gate of a circuit that a query is about.
pub(crate) const GATE: usize = 4;
/// A literal that the SAT solver propagates.
pub(crate) const PROPAGATION: usize = 10;
