//! What threads and handlers of signals may do at once, read off a path and tried in other orders.
//!
//! Invariant: What is reported was executed in the order that shows it.
//!
//! Uses: `value`, `fault`, `memory`, `library`, `state`, `judge`, `records`, `engine`, `exec`.

pub(crate) mod follow;
pub(crate) mod hidden_waits;
pub(crate) mod hidden_waits_ahead;
pub(crate) mod interleavings;
pub(crate) mod races;
pub(crate) mod rehearsal;
pub(crate) mod signals;

use crate::engine::hooks::PathHooks;

/// Where a path ends, what its threads did at once is judged.
pub(crate) const HOOKS: PathHooks = PathHooks {
    ran: Some(|engine, _, ran| {
        if ran.has_ended() {
            engine.judge_threads(ran.state);
        }
    }),
    ..PathHooks::NONE
};
