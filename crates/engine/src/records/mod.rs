//! What an engine notes while it explores, as plain data: what waits, what ended, what was tried.
//!
//! Invariant: Nothing here executes anything or asks the solver.
//!
//! Uses: `strategy`, `code`, `state`, `judge`.

pub(crate) mod backward;
pub(crate) mod counts;
pub(crate) mod ends;
pub(crate) mod explored;
pub(crate) mod followed;
pub(crate) mod frontier;
pub(crate) mod limits;
pub(crate) mod navigator;
pub(crate) mod nearness;
pub(crate) mod origin;
pub(crate) mod part;
pub(crate) mod pursuit;
pub(crate) mod recorder;
pub(crate) mod region;
pub(crate) mod replay;
pub(crate) mod resumed;
pub(crate) mod route;
pub(crate) mod signals;
pub(crate) mod spot;
pub(crate) mod tried;
