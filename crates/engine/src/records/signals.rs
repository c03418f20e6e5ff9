//! How often handlers of signals were tried, and what was shown.

use crate::judge::Event;
use crate::state::State;
use crate::state::handlers::Wrong;
use crate::state::interactions::Spot;
use margay_ir::{FuncId, SpanId};
use std::collections::{BTreeMap, BTreeSet};

/// How often handlers were tried, and what was shown.
#[derive(Default)]
pub(crate) struct Signals {
    pub(crate) tries: BTreeMap<(FuncId, Option<Spot>), u32>,
    pub(crate) tried: u32,
    pub(crate) installed: BTreeMap<(FuncId, SpanId), u32>,
    /// Harm in handlers that was reported: where it happens, and the rule.
    pub(crate) shown: BTreeSet<Wrong>,
    /// Calls that the handler in hand must not make.
    pub(crate) calls: Vec<(State, Event)>,
}
