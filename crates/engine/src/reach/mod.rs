//! Search that begins where a path is wanted, and goes backward from there.
//!
//! Invariant: Advice only: what is reached has been executed from `main`.
//!
//! Uses: `code`, `state`, `records`, `engine`, `search`, `entry`.

mod backward;

use crate::engine::hooks::PathHooks;

/// What a path took counts for the function that it began in.
pub(crate) const HOOKS: PathHooks = PathHooks {
    ran: Some(|engine, _, ran| {
        let queries = engine.judge.queries;
        engine.backward().into_iter().for_each(|backward| backward.spend(ran.steps, queries));
    }),
    ..PathHooks::NONE
};
