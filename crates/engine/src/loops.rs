//! The loops that a frame is in, and what happens where one begins, goes round or ends.
//!
//! While a program is explored, every edge that leads to the header of a loop, or out of a loop,
//! has an [`Op::Cross`](crate::code::Op). There a frame leaves the loops that the block it comes
//! to is not in; coming to a header closes the loop if the frame is in it, and enters it if not.
//! The three events are [`Engine::enter_loop`], [`Engine::close_loop`] and [`Engine::leave_loop`].
//!
//! Invariant: the loops of a frame nest, the outermost first, and each contains the block that
//! the frame is in. Where control came into a loop past its header, the frame is in it only from
//! the first time on that it comes to the header.

use crate::code::{Op, Reg};
use crate::endless::{FIRST_LOOK, LATEST_FIRST_LOOK, Watch};
use crate::engine::Engine;
use crate::exec::Next;
use crate::loop_bound::Counting;
use crate::loop_facts::{LoopEnd, LoopFacts};
use crate::model::Stop;
use crate::skip::EXECUTED;
use crate::state::{Frame, State};
use margay_ir::{
    BlockId, Cfg, FuncId, Function, IdVec, LoopForest, LoopId, Program, RegId, SlotId,
};
use margay_smt::Bv;
use std::rc::Rc;

/// Iterations of a loop in a function that is looked at by itself.
const MOST_ALONE: u64 = 1 << 7;

/// Iterations whose paths became one again that cost as much as one whose paths did not.
const MERGED_FOR_ONE: u32 = 8;

/// The loops of a function.
pub struct FunctionLoops {
    pub cfg: Cfg,
    pub forest: LoopForest,
    /// Known once the function is decoded.
    pub facts: IdVec<LoopId, LoopFacts>,
    /// Where slots and registers of the function are, known then too.
    pub slots: IdVec<SlotId, Reg>,
    pub regs: IdVec<RegId, Option<Reg>>,
    /// Control may come back to a place that it has left long ago, as by `longjmp`.
    pub returns_twice: bool,
}

impl FunctionLoops {
    pub fn of(function: &Function) -> Self {
        let cfg = Cfg::new(function);
        let forest = LoopForest::new(&cfg);
        let (facts, slots, regs) = (IdVec::new(), IdVec::new(), IdVec::new());
        FunctionLoops { cfg, forest, facts, slots, regs, returns_twice: false }
    }

    /// Whether an edge leads to the header of a loop, or out of a loop.
    pub fn is_crossed(&self, from: BlockId, to: BlockId) -> bool {
        let left = self.forest.innermost(from).is_some_and(|id| !self.forest.contains(id, to));
        left || self.forest.headed_by(to).is_some()
    }

    /// Whether a block of a loop leads out of it.
    pub fn is_exit(&self, id: LoopId, block: BlockId) -> bool {
        let inside = |to: &BlockId| self.forest.contains(id, *to);
        self.forest.contains(id, block) && !self.cfg.successors(block).iter().all(inside)
    }
}

/// The loops that a frame is in, the outermost first.
#[derive(Clone, Default)]
pub(crate) struct Visits(Vec<Visit>);

/// One stay in a loop, from its entry on.
#[derive(Clone)]
pub(crate) struct Visit {
    pub id: LoopId,
    header: BlockId,
    /// How often the header was reached.
    pub iterations: u64,
    /// The iteration that is looked at next; those before it begin without [`Engine::close_loop`].
    pub look: u64,
    /// Iterations in which the input chose something.
    rounds: u32,
    /// Iterations in which it did, and the paths became one again.
    merged: u32,
    /// What the path had assumed when the iteration began, or one before it.
    assumed: usize,
    /// It is not followed any further: an iteration before its end it is widened.
    due: bool,
    stage: Stage,
    /// The input chose at least once whether the loop goes on.
    chosen: bool,
    /// The input has chosen something since the last iteration that was looked at.
    pub chooses: bool,
    pub watch: Option<Box<Watch>>,
    /// It was tried to go past some of its rounds.
    skipped: bool,
    /// How it counts, if it does.
    pub counting: Option<Box<Counting>>,
}

/// What becomes of the rounds of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// They are walked one by one.
    Walked,
    /// What the loop may change was forgotten: the round that goes on is the last.
    Widened,
    /// It went round so often as this says, and goes round once more, unless that is never.
    Surveyed(Bv),
    /// That round was walked: it ends.
    Last,
}

impl Visit {
    pub fn header(&self) -> BlockId {
        self.header
    }

    /// Whether the input chose something in an iteration.
    pub fn has_chosen(&self) -> bool {
        self.chosen || self.chooses || self.rounds > 0
    }

    /// What the loop may change was forgotten: the next iteration is the last.
    pub fn widen(&mut self) {
        (self.stage, self.look) = (Stage::Widened, 0);
        self.watch = None;
    }

    /// It went round as often as a counter says.
    pub fn go_round_often(&mut self, rounds: Bv) {
        (self.stage, self.look) = (Stage::Surveyed(rounds), 0);
        self.watch = None;
    }
}

impl Visits {
    /// Whether a block begins a further iteration of the innermost loop which nobody looks at; it
    /// is counted then.
    #[inline]
    pub fn pass(&mut self, block: BlockId) -> bool {
        match self.0.last_mut() {
            Some(visit) if visit.header == block && visit.iterations + 1 < visit.look => {
                visit.iterations += 1;
                true
            }
            _ => false,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether others are in the same iterations of the same loops.
    pub fn is_like(&self, other: &Visits) -> bool {
        let same = |(a, b): (&Visit, &Visit)| {
            a.id == b.id && a.iterations == b.iterations && a.due == b.due && a.stage == b.stage
        };
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(same)
    }

    /// Paths have become one that had assumed the same up to `split`: where they parted in an
    /// iteration that goes on, nothing was chosen in it.
    pub fn forget_choices(&mut self, split: usize) {
        for visit in self.0.iter_mut().filter(|visit| visit.chooses && visit.assumed <= split) {
            visit.chooses = false;
            visit.merged += 1;
        }
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Visit> {
        self.0.iter()
    }

    pub fn innermost(&mut self) -> Option<&mut Visit> {
        self.0.last_mut()
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Engine<'_> {
    /// Goes on behind the [`Op::Cross`] that the frame on top stands at.
    #[cold]
    pub(crate) fn cross(&mut self, state: &mut State) -> Next {
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let code = frame.code.clone();
        let (Op::Cross { block, to }, Some(loops)) = (&code.ops[frame.pc], &code.loops) else {
            unreachable!("the frame crosses into or out of a loop")
        };
        self.reached.reach(frame.function, &code, *block);
        if code.edges {
            state.covered.pass(frame.function, frame.pc, true);
            self.take_edge(state, *block);
            let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
            if frame.loops.pass(*block) {
                frame.pc = to.get() as usize;
                return Next::Frame;
            }
        }
        if let Err(stop) = self.cross_loops(state, loops, *block) {
            return self.stopped(state, stop);
        }
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        frame.pc = to.get() as usize;
        Next::Frame
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
            self.end_stay(&mut state.navigation, serial, visit.id);
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
                let assumed = state.path.condition().len();
                let (exhausted, alone) = (state.exhausted, state.alone.is_some());
                let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
                self.enter_loop(frame, loops, id, exhausted, alone, assumed);
                let surveys = self.is_chosen(function, id)
                    && self.is_to_survey(&state.navigation, serial, id, 0);
                if surveys { self.survey_loop(state) } else { Ok(()) }
            }
        }
    }

    /// The frame comes to the header of a loop that it is not in.
    fn enter_loop(
        &mut self,
        frame: &mut Frame,
        loops: &FunctionLoops,
        id: LoopId,
        exhausted: bool,
        alone: bool,
        assumed: usize,
    ) {
        let mut look = match loops.facts[id].end {
            LoopEnd::Surely => EXECUTED,
            _ => *self.first_looks.get(&(frame.function, id)).unwrap_or(&FIRST_LOOK),
        };
        if !self.options.unroll {
            look = look.min(u64::from(self.iterations));
        }
        if alone {
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

    /// The frame on top begins a further iteration of its innermost loop, one that is looked at.
    /// It still stands before the jump to the header.
    fn close_loop(&mut self, state: &mut State) -> Result<(), Stop> {
        let widened_before = state.widening.first.is_some();
        let alone = state.alone.is_some() && self.replay.is_none();
        let assumed = state.path.condition().len();
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let serial = frame.serial;
        let visit = frame.loops.innermost().expect("a loop goes round");
        let (id, rounds) = (visit.id, visit.rounds);
        match visit.stage {
            Stage::Walked
                if visit.chooses && self.is_to_survey(&state.navigation, serial, id, rounds) =>
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
        let most = if widened_before { 1 } else { self.iterations };
        let many = (!self.options.unroll && visit.iterations > u64::from(self.iterations))
            || (alone && visit.iterations >= MOST_ALONE)
            || visit.merged >= self.iterations.saturating_mul(MERGED_FOR_ONE);
        if !visit.due && visit.rounds < most && !many {
            if visit.iterations >= EXECUTED && !std::mem::replace(&mut visit.skipped, true) {
                let rounds = self.skip_rounds(state);
                let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
                let visit = frame.loops.innermost().expect("a loop goes round");
                visit.iterations += rounds;
            }
            self.watch_loop(state)?;
            let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
            if let Some(visit) = frame.loops.innermost().filter(|_| !self.options.unroll || alone) {
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
            let look = self.first_looks.entry((function, visit.id)).or_insert(FIRST_LOOK);
            *look = (*look * 2).min(LATEST_FIRST_LOOK);
        }
    }

    /// The input chooses where a path goes. The loops that it is in are looked at next time.
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

    /// Control has come back to where the frame stands by a way that the code does not show: it
    /// is only in loops that are around this place.
    pub(crate) fn fit_loops(&mut self, program: &Program) {
        let block = block_of(program, self);
        if let (Some(block), Some(loops)) = (block, &self.code.loops) {
            self.loops.0.retain(|visit| loops.forest.contains(visit.id, block));
        }
    }
}

/// The block that a frame stands in.
pub(crate) fn block_of(program: &Program, frame: &Frame) -> Option<BlockId> {
    let inst = *frame.code.insts.get(frame.pc)?;
    program.functions[frame.function].block_of(inst)
}
