//! Where execution is wanted: instructions that end a path when it comes to one of them. And where it is examined
//! closely: reads that are judged by what they read.

use crate::code::target::Target;
use crate::engine::Engine;
use crate::records::backward::Backward;
use crate::records::nearness::Nearness;
use crate::records::pursuit::{Approach, Nearest, Pursuit};
use crate::records::spot::Frames;
use crate::state::State;
use crate::strategy::{Direction, Plan};
use margay_ir::{BlockId, SpanId};
use std::rc::Rc;

impl Engine<'_> {
    /// So many paths are wanted there: the search aims there, and ends when they have come there. If it is more than
    /// one, each has a course of its own, and paths must not be merged. To be called before any code is decoded.
    pub fn seek(&mut self, target: &Target, paths: usize) {
        self.reaching.paths_wanted = paths;
        let nearness = Rc::new(Nearness::new(self.program, target));
        self.reaching.approach = Some(Approach { nearness: nearness.clone(), nearest: None });
        self.reaching.nearness = Some(nearness);
        self.reaching.target = Rc::new(target.clone());
    }

    /// What is followed next is chosen as a plan says. To be called when paths are wanted somewhere.
    pub fn pursue(&mut self, plan: Plan, seed: u64) {
        let backward = match plan.direction {
            Direction::Forward => None,
            direction => Some(Backward::new(self.program, direction)),
        };
        // Faults in functions explored alone are no findings.
        self.judge.ignores_alone = backward.is_some();
        let looks_for_new = plan.forward.looks_for_new;
        let usual = Pursuit::new(plan.forward.search(seed));
        self.reaching.pursuit = Some(Pursuit { looks_for_new, backward, ..usual });
    }

    /// How near a path has come to where it was wanted, the first of those that came so near.
    pub fn nearest_path(&self) -> Option<Nearest> {
        self.reaching.approach.as_ref()?.nearest
    }

    /// A state waits that goes on where it stands, or at a block that it is about to come to.
    pub(crate) fn note_approach(&mut self, state: &State, block: Option<BlockId>) {
        // What began in the middle of the program, or forgot what a loop did, may be no path.
        let is_path =
            state.is_on_whole_path() && state.widening.first.is_none() && !self.is_surveying();
        if self.reaching.approach.is_none() || !is_path {
            return;
        }
        let frames = self.frames(state, block);
        let Some(Approach { nearness, nearest }) = &self.reaching.approach else { return };
        let steps = nearness.of(&frames);
        if steps < nearest.map_or(u32::MAX, |nearest| nearest.steps) {
            let place = self.beginning(&frames).unwrap_or_else(|| self.program_place(state));
            let nearest = Some(Nearest { steps, place });
            self.reaching.approach.iter_mut().for_each(|approach| approach.nearest = nearest);
        }
    }

    /// Where the block begins that a state comes to next, in the program's own code.
    fn beginning(&self, frames: &Frames) -> Option<SpanId> {
        let spot = frames.first()?;
        let function = &self.program.functions[spot.function];
        let source = &self.program.source;
        let mut spans = function.block_insts(spot.block?).map(|inst| function.span(inst));
        spans.find(|span| source.spans[*span].line > 0 && !source.is_library(*span))
    }

    /// Reads of what was never written, and of pointers to what was freed, are noted there, be the
    /// value used or not. To be called before any code is decoded.
    pub fn inspect_reads(&mut self, reads: &Target) {
        self.reaching.inspected = Rc::new(reads.clone());
    }

    /// Whether paths were wanted somewhere, and as many have come there.
    pub(crate) fn has_come_there(&self) -> bool {
        self.reaching.nearness.is_some() && self.judge.arrived() >= self.reaching.paths_wanted
    }
}
