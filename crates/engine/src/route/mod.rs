//! Where a path is on its route through loops, where there is one.
//!
//! Invariant: A route is advice: what it leads to has been executed.
//!
//! Uses: `code`, `state`, `judge`, `records`, `strategy`, `engine`.

mod following;

use crate::engine::hooks::PathHooks;

/// Enough are as many routes as are wanted.
pub(crate) const HOOKS: PathHooks =
    PathHooks { is_enough: Some(|engine| engine.has_routes()), ..PathHooks::NONE };
