//! How a loop counts that the input keeps going.

use crate::fault::place::Place;
use margay_smt::Bv;

/// What is known of how a loop counts.
#[derive(Clone, Debug)]
pub(crate) struct Counting {
    /// What the number is compared with.
    pub(crate) bound: Bv,
    pub(crate) number: u64,
    pub(crate) step: u64,
    pub(crate) rounds: u32,
    pub(crate) is_signed: bool,
    pub(crate) heard: u64,
    pub(crate) place: Place,
}
