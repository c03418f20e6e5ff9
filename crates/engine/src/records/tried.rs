//! What threads and handlers of signals may do at once, as far as it was tried.

use crate::records::followed::Followed;
use crate::records::signals::Signals;
use crate::state::interactions::Spot;
use margay_ir::SpanId;
use std::collections::{BTreeMap, BTreeSet};

/// What a race is about, so that it is reported once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Subject {
    /// The object, by where it was made, and the functions in which it is accessed.
    Race(SpanId, BTreeSet<Spot>),
    Circle(BTreeSet<Spot>),
}

/// How often candidates were tried, and which were shown.
#[derive(Default)]
pub(crate) struct Tried {
    pub(crate) tries: BTreeMap<Subject, u32>,
    pub(crate) shown: BTreeSet<Subject>,
    pub(crate) rehearsals: u32,
    pub orders: Followed,
    /// Where handlers of signals were tried.
    pub(crate) signals: Signals,
}
