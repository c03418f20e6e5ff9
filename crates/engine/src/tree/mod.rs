//! What paths do, drawn as an execution tree where one is wanted.
//!
//! Invariant: What is recorded changes nothing in what is executed.
//!
//! Uses: `value`, `code`, `state`, `records`, `engine`.

mod recording;

use crate::engine::hooks::PathHooks;

/// Where a path ends is recorded.
pub(crate) const HOOKS: PathHooks = PathHooks {
    ran: Some(|engine, _, ran| engine.record_pause(ran.state, ran.pause)),
    ..PathHooks::NONE
};
