//! The loops that a frame is in, and what happens where one begins, iterates or ends.
//!
//! While a program is explored, every edge that leads to the header of a loop, or out of a loop,
//! has an [`Op::Cross`](crate::code::Op). There a frame leaves the loops that the block it comes
//! to is not in; coming to a header closes the loop if the frame is in it, and enters it if not.
//! The three events are [`Engine::enter_loop`], [`Engine::close_loop`] and [`Engine::leave_loop`].
//!
//! Invariant: the loops of a frame nest, the outermost first, and each contains the block that
//! the frame is in. Where control came into a loop past its header, the frame is in it only from
//! the first time on that it comes to the header.

use crate::code::Op;
use crate::code::function_loops::FunctionLoops;
use crate::code::loop_facts::LoopEnd;
use crate::engine::Engine;
use crate::loops::acceleration::EXECUTED;
use crate::loops::endless::{FIRST_LOOK, LATEST_FIRST_LOOK};
use crate::state::stop::Stop;
use crate::state::visits::block_of;
use crate::state::visits::{Stage, Visit};
use crate::state::{Frame, State};
use margay_ir::{BlockId, FuncId, LoopId};
use std::rc::Rc;

/// Iterations of a loop in a function that is analysed alone.
const MOST_ALONE: u64 = 1 << 7;

/// Iterations whose paths became one again that cost as much as one whose paths did not.
const MERGED_FOR_ONE: u32 = 8;

impl Engine<'_> {
    /// Goes on after the [`Op::Cross`] that the frame on top stands at.
    #[cold]
    pub(crate) fn cross(&mut self, state: &mut State) -> Result<(), Stop> {
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let code = frame.code.clone();
        let (Op::Cross { block, to }, Some(loops)) = (&code.ops[frame.pc], &code.loops) else {
            unreachable!("the frame crosses into or out of a loop")
        };
        self.reached.reach(frame.function, &code, *block);
        if code.edges {
            state.recorded.covered.pass(frame.function, frame.pc, true);
            self.take_edge(state, *block);
            let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
            if frame.loops.pass(*block) {
                frame.pc = to.get() as usize;
                return Ok(());
            }
        }
        self.cross_loops(state, loops, *block)?;
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        frame.pc = to.get() as usize;
        Ok(())
    }

    /// Leaves the loops that a block is not in, and begins or goes on with the one that it heads.
    fn cross_loops(
        &mut self,
        state: &mut State,
        loops: &FunctionLoops,
        block: BlockId,
    ) -> Result<(), Stop> {
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let (function, serial) = (frame.function, frame.serial);
        let mut never = Vec::new();
        while let Some(visit) = frame.loops.0.pop_if(|v| !loops.forest.contains(v.id, block)) {
            self.leave_loop(function, &visit);
            self.end_stay(&mut state.guidance.navigation, serial, visit.id);
            if let Stage::Surveyed(rounds) = visit.stage {
                never.push(rounds);
            }
        }
        let headed = loops.forest.headed_by(block);
        let closed = frame.loops.0.last_mut().filter(|visit| Some(visit.id) == headed);
        let closes = closed.map(|visit| visit.iterations += 1).is_some();
        for rounds in never {
            self.leave_surveyed(state, rounds)?;
        }
        match headed {
            None => Ok(()),
            Some(_) if closes => self.close_loop(state),
            Some(id) => {
                self.begin_stay(state, id);
                self.enter_loop(state, loops, id);
                let surveys = self.is_chosen(function, id)
                    && self.is_to_survey(&state.guidance.navigation, serial, id, 0);
                if surveys { self.survey_loop(state) } else { Ok(()) }
            }
        }
    }

    /// The frame on top comes to the header of a loop that it is not in.
    fn enter_loop(&mut self, state: &mut State, loops: &FunctionLoops, id: LoopId) {
        let assumed = state.path.condition().len();
        let (exhausted, brief) = (state.widening.exhausted, state.has_small_share());
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let mut look = match loops.facts[id].end {
            LoopEnd::Surely => EXECUTED,
            _ => *self.looping.first_looks.get(&(frame.function, id)).unwrap_or(&FIRST_LOOK),
        };
        if !self.options.unroll {
            look = look.min(u64::from(self.looping.iterations));
        }
        if brief {
            look = look.min(MOST_ALONE);
        }
        frame.loops.0.push(Visit {
            id,
            header: loops.forest.get(id).header,
            iterations: 1,
            look,
            rounds: 0,
            merged: 0,
            assumed,
            due: exhausted,
            stage: Stage::Walked,
            chosen: false,
            chooses: false,
            watch: None,
            skipped: false,
            counting: None,
        });
    }

    /// The frame on top begins a further iteration of its innermost loop, one that is examined. It still stands before
    /// the jump to the header.
    fn close_loop(&mut self, state: &mut State) -> Result<(), Stop> {
        let widened_before = state.widening.first.is_some();
        let brief = state.has_small_share() && self.looping.replay.is_none();
        let assumed = state.path.condition().len();
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let serial = frame.serial;
        let visit = frame.loops.innermost().expect("a loop iterates");
        let (id, rounds) = (visit.id, visit.rounds);
        match visit.stage {
            Stage::Walked
                if visit.chooses
                    && self.is_to_survey(&state.guidance.navigation, serial, id, rounds) =>
            {
                return self.survey_loop(state);
            }
            Stage::Walked => {}
            // Whatever comes from here on has come from the state before.
            Stage::Widened | Stage::Last => return Err(Stop::Covered),
            Stage::Surveyed(_) => {
                visit.stage = Stage::Last;
                return Ok(());
            }
        }
        if visit.chooses {
            visit.rounds += 1;
            visit.assumed = assumed;
        }
        let most = if widened_before { 1 } else { self.looping.iterations };
        let many = (!self.options.unroll && visit.iterations > u64::from(self.looping.iterations))
            || (brief && visit.iterations >= MOST_ALONE)
            || visit.merged >= self.looping.iterations.saturating_mul(MERGED_FOR_ONE);
        if !visit.due && visit.rounds < most && !many {
            if visit.iterations >= EXECUTED && !std::mem::replace(&mut visit.skipped, true) {
                let rounds = self.skip_rounds(state);
                let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
                let visit = frame.loops.innermost().expect("a loop iterates");
                visit.iterations += rounds;
            }
            self.watch_loop(state)?;
            let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
            if let Some(visit) = frame.loops.innermost().filter(|_| !self.options.unroll || brief) {
                visit.look = if self.options.unroll { visit.look.min(MOST_ALONE) } else { 0 };
            }
            return Ok(());
        }
        self.note_loop_bound(state);
        if self.options.widen {
            return self.widen(state);
        }
        // Where only the input keeps it going, its choices are counted.
        if many {
            return Err(Stop::LoopLimit);
        }
        self.watch_loop(state)
    }

    /// A loop has come to its end.
    fn leave_loop(&mut self, function: FuncId, visit: &Visit) {
        self.counts.loops.unrolled += u64::from(!visit.chosen);
        if visit.watch.is_some() && !visit.chosen {
            // It was watched in vain: the next time it is left alone for longer.
            let look = self.looping.first_looks.entry((function, visit.id)).or_insert(FIRST_LOOK);
            *look = (*look * 2).min(LATEST_FIRST_LOOK);
        }
    }

    /// The input chooses where a path goes. The loops that it is in are examined next time.
    pub(crate) fn choose_in_loop(&mut self, state: &mut State) {
        self.note_chosen(state);
        let depth = state.frames.len();
        for frame in state.frames.iter_mut().take(depth.saturating_sub(1)) {
            if frame.loops.iter().any(|visit| !visit.chooses) {
                for visit in &mut Rc::make_mut(frame).loops.0 {
                    (visit.chooses, visit.look) = (true, 0);
                }
            }
        }
        let Some(frame) = state.frames.last_mut().filter(|frame| !frame.loops.is_empty()) else {
            return;
        };
        let frame = Rc::make_mut(frame);
        let (Some(block), Some(loops)) = (block_of(self.program, frame), &frame.code.loops) else {
            return;
        };
        for visit in &mut frame.loops.0 {
            visit.chosen |= loops.is_exit(visit.id, block);
            visit.chooses = true;
            visit.look = 0;
        }
    }

    /// Lets the loops that a path is in come to their end without counting. False if there is none.
    pub(crate) fn hurry(&mut self, state: &mut State) -> bool {
        let mut any = false;
        for frame in state.frames.iter_mut().filter(|frame| !frame.loops.is_empty()) {
            for visit in &mut Rc::make_mut(frame).loops.0 {
                (visit.due, visit.look) = (true, 0);
            }
            any = true;
        }
        any
    }

    /// A path is given up, since it made too many choices.
    pub(crate) fn cut_loop(&mut self, state: &State) {
        let in_loop = state.frames.last().is_some_and(|frame| !frame.loops.is_empty());
        self.counts.loops.cut += u64::from(in_loop);
    }
}

impl Frame {
    /// Paths have become one that had assumed the same up to `split`: what they chose since then
    /// they have not chosen.
    pub(crate) fn forget_choices(&mut self, split: usize) {
        self.choices.values_mut().for_each(|made| made.pop_while(|assumed| assumed >= split));
        self.loops.forget_choices(split);
    }
}
