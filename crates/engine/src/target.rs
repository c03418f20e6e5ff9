//! Where execution is wanted: instructions that end a path when it comes to one of them. And where
//! it is looked at closely: reads that are judged by what they read.

use crate::backward::Backward;
use crate::engine::Engine;
use crate::nearness::Nearness;
use crate::search::Frames;
use crate::state::State;
use crate::strategy::{Direction, Forward, Plan, Strategy, strategy};
use margay_ir::{BlockId, FuncId, InstId, SpanId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    insts: BTreeMap<FuncId, BTreeSet<InstId>>,
}

impl Target {
    /// The functions that hold what is wanted.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.insts.keys().copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = (FuncId, InstId)> + '_ {
        self.insts.iter().flat_map(|(function, insts)| insts.iter().map(|inst| (*function, *inst)))
    }

    /// The instructions of a function that are wanted.
    pub fn within(&self, function: FuncId) -> Option<&BTreeSet<InstId>> {
        self.insts.get(&function)
    }
}

/// How paths are sought that are wanted somewhere.
pub(crate) struct Pursuit {
    pub strategy: Box<dyn Strategy>,
    /// Whether it matters how near code is that no path has reached.
    pub looks_for_new: bool,
    pub backward: Option<Backward>,
    /// How many states were put away.
    pub put_away: u64,
    /// How often it was changed what is wanted.
    pub wanted: u64,
}

/// How near a path has come to where it was wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// Instructions on the shortest way that the code has from there, be it one that no input takes.
    pub steps: u32,
    pub place: SpanId,
}

/// How near paths have come so far.
pub(crate) struct Approach {
    /// To the target itself, whatever else is wanted on the way.
    nearness: Rc<Nearness>,
    nearest: Option<Nearest>,
}

impl Pursuit {
    /// As a strategy says, from where paths begin.
    pub fn new(strategy: Box<dyn Strategy>) -> Pursuit {
        Pursuit { strategy, looks_for_new: false, backward: None, put_away: 0, wanted: 0 }
    }
}

impl FromIterator<(FuncId, InstId)> for Target {
    fn from_iter<T: IntoIterator<Item = (FuncId, InstId)>>(wanted: T) -> Target {
        let mut target = Target::default();
        for (function, inst) in wanted {
            target.insts.entry(function).or_default().insert(inst);
        }
        target
    }
}

impl Engine<'_> {
    /// So many paths are wanted there: search goes that way, and ends when they have come there. If
    /// it is more than one, each has a course of its own, and paths must not be merged. To be called
    /// before any code is decoded.
    pub fn seek(&mut self, target: &Target, paths: usize) {
        self.paths_wanted = paths;
        let nearness = Rc::new(Nearness::new(self.program, target));
        self.approach = Some(Approach { nearness: nearness.clone(), nearest: None });
        self.nearness = Some(nearness);
        self.target = Rc::new(target.clone());
    }

    /// What is followed next is chosen as a plan says. To be called when paths are wanted somewhere.
    pub fn pursue(&mut self, plan: Plan, seed: u64) {
        let backward = match plan.direction {
            Direction::Forward => None,
            direction => Some(Backward::new(self, direction)),
        };
        // What happens to functions by themselves is no finding.
        self.judge.ignores_alone = backward.is_some();
        let looks_for_new = plan.forward == Forward::Klee;
        let usual = Pursuit::new(strategy(plan.forward, seed));
        self.pursuit = Some(Pursuit { looks_for_new, backward, ..usual });
    }

    /// How near a path has come to where it was wanted, the first of those that came so near.
    pub fn nearest_path(&self) -> Option<Nearest> {
        self.approach.as_ref()?.nearest
    }

    /// A state waits that goes on where it stands, or at a block that it is about to come to.
    pub(crate) fn note_approach(&mut self, state: &State, block: Option<BlockId>) {
        // What began in the middle of the program, or forgot what a loop did, may be no path.
        let is_path =
            state.alone.is_none() && state.widening.first.is_none() && !self.is_surveying();
        if self.approach.is_none() || !is_path {
            return;
        }
        let frames = self.frames(state, block);
        let Some(Approach { nearness, nearest }) = &self.approach else { return };
        let steps = nearness.of(&frames);
        if steps < nearest.map_or(u32::MAX, |nearest| nearest.steps) {
            let place = self.beginning(&frames).unwrap_or_else(|| self.program_place(state));
            let nearest = Some(Nearest { steps, place });
            self.approach.iter_mut().for_each(|approach| approach.nearest = nearest);
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
        self.inspected = Rc::new(reads.clone());
    }

    /// Whether paths were wanted somewhere, and as many have come there.
    pub(crate) fn has_come_there(&self) -> bool {
        self.nearness.is_some() && self.judge.arrived() >= self.paths_wanted
    }
}
