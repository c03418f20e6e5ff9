//! Functions without a body, as the engine sees them: the call, the library, the outside world.
//!
//! Invariant: The engine has no libc: what a function does is said by the implementation of `Library`.
//!
//! Uses: `value`, `fault`, `memory`, `code`, `state`, `judge`, `access`.

pub(crate) mod closed;
pub(crate) mod model;
pub(crate) mod runtime;
pub(crate) mod varargs;
pub(crate) mod world;
