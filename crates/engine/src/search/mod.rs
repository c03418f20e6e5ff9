//! The states that wait: how far they are from what is wanted, and which of them belong together.
//!
//! Invariant: What is followed next depends on counts of work, never on time.
//!
//! Uses: `code`, `state`, `judge`, `records`, `strategy`, `engine`, `route`, `merge`.

mod ends;
mod region;
mod target;
mod waiting;

use crate::engine::Pause;
use crate::engine::hooks::{PathHooks, Ran};
use crate::records::frontier::Frontier;

/// Paths that belong together share their work; enough is what was wanted.
pub(crate) const HOOKS: PathHooks =
    PathHooks { is_enough: Some(|engine| engine.has_come_there()), ran: Some(ran) };

fn ran(engine: &mut crate::engine::Engine<'_>, open: &mut Frontier, ran: &mut Ran<'_>) {
    if let Some(region) = &mut open.region {
        region.spend(ran.steps);
    }
    if !ran.has_ended() && !matches!(ran.pause, Pause::Infeasible) {
        engine.note_way(ran.state);
    }
}
