//! The state that is followed next, brought back if only the path to it was kept.

use crate::engine::Engine;
use crate::records::frontier::Frontier;
use crate::records::frontier::Kept;
use crate::records::frontier::Waiting;
use crate::records::limits::Limits;
use crate::records::part::End;
use crate::records::spot::Frames;
use crate::state::State;
use crate::strategy::Candidate;

/// States that are brought back at once, since they have most of their path in common.
const BROUGHT_BACK: usize = 64;

impl Engine<'_> {
    /// The state that is followed next.
    pub(crate) fn take_next(&mut self, frontier: &mut Frontier, limits: &Limits) -> Option<State> {
        loop {
            if let Some(state) = self.next_in_region(frontier) {
                return Some(state);
            }
            if let Some(leaf) = frontier.handed_regions.pop() {
                self.take_up_region(leaf, limits, frontier);
                continue;
            }
            let at = self.nearest(frontier)?;
            if let Kept::Away(_) = frontier.waiting[at].kept {
                self.bring_back(frontier, at, limits);
                continue;
            }
            frontier.here -= 1;
            if let Kept::Here(state) = frontier.waiting.remove(at).kept {
                return Some(*state);
            }
        }
    }

    /// Brings a state back that was kept as a start path, and some of those that are beside it.
    fn bring_back(&mut self, frontier: &mut Frontier, at: usize, limits: &Limits) {
        let is_away = |waiting: &Waiting| matches!(waiting.kept, Kept::Away(_));
        let beside = frontier.waiting[..=at].iter().rev().take(BROUGHT_BACK);
        let count = beside.take_while(|waiting| is_away(waiting)).count();
        let first = at + 1 - count;
        let some: Vec<Waiting> = frontier.waiting.drain(first..=at).collect();
        let frames: Vec<Frames> = some.iter().map(|waiting| waiting.frames.clone()).collect();
        let ends = some.into_iter().filter_map(|waiting| match waiting.kept {
            Kept::Away(end) => Some(*end),
            Kept::Here(_) => None,
        });
        let ends: Vec<End> = ends.collect();
        let mut origin = frontier.take_origin();
        let states = self.come_to(&mut origin, &ends, limits);
        frontier.origin = Some(origin);
        let mut back = Vec::new();
        for (state, frames) in states.found.into_iter().zip(frames) {
            let Some(state) = state else { continue };
            let distance = self.distance(&frames);
            let kept = Kept::Here(Box::new(state));
            let about = Candidate::default();
            back.push(Waiting { kept, frames, distance, crowd: 0, about });
        }
        frontier.here += back.len();
        frontier.waiting.splice(first..first, back);
        states.lost.into_iter().for_each(|state| self.put_away(frontier, state, None));
    }
}
