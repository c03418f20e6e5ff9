//! Loops of a survey: any number of iterations at once.
//!
//! A loop in which the input chooses is not followed iteration by iteration: after any number of them its variables are
//! functions of how often each edge was taken (`counters.rs`). Then comes one last iteration, executed as it is, so that
//! what keeps the loop going held before it. What is asked after the loop is asked of the counters.

use crate::code::function_loops::FunctionLoops;
use crate::code::shape::Edge;
use crate::engine::Engine;
use crate::state::State;
use crate::state::Step;
use crate::state::StepKind;
use crate::state::navigation::Navigation;
use crate::state::stop::Stop;
use crate::value::Value;
use margay_ir::FuncId;
use margay_ir::LoopId;
use margay_smt::Bv;
use std::rc::Rc;

/// Iterations of a loop in another one that a survey executes.
const WALKED_INSIDE: u32 = 16;

impl Engine<'_> {
    /// Whether a loop that the input chose in for so many iterations is to be surveyed. One in another loop is executed
    /// for some iterations first: what the last iteration of the outer one looks for is often found there, and counters
    /// do not tell which bytes it compares.
    pub(crate) fn is_to_survey(
        &self,
        navigation: &Navigation,
        frame: u64,
        id: LoopId,
        rounds: u32,
    ) -> bool {
        self.is_surveying() && (navigation.is_in(frame, id) || rounds >= WALKED_INSIDE)
    }

    /// Whether the input has chosen something in a loop.
    pub(crate) fn is_chosen(&self, function: FuncId, id: LoopId) -> bool {
        self.reaching.navigator.as_ref().is_some_and(|n| n.chosen.contains(&(function, id)))
    }

    /// The input chooses something where a state stands.
    pub(crate) fn note_chosen(&mut self, state: &State) {
        let Some(navigator) = self.reaching.navigator.as_mut().filter(|n| n.route.is_none()) else {
            return;
        };
        for frame in &state.frames {
            navigator.chosen.extend(frame.loops.iter().map(|visit| (frame.function, visit.id)));
        }
    }

    /// Lets the innermost loop of the frame on top iterate any number of times. The frame stands
    /// before the jump to the header.
    pub(crate) fn survey_loop(&mut self, state: &mut State) -> Result<(), Stop> {
        let frame = state.frames.last().expect("a frame runs");
        let (function, code, serial) = (frame.function, frame.code.clone(), frame.serial);
        let loops: &FunctionLoops = code.loops.as_ref().expect("the frame is in a loop");
        let id = frame.loops.iter().next_back().expect("the frame is in a loop").id;
        let changes = self.loop_changes(function, &code, id);
        let series = self.loop_series(function, loops, id);
        let strictly = self.reaching.navigator.as_ref().is_some_and(|navigator| navigator.strictly);
        let counters = self.counters(state, loops, &series, id, strictly);
        let Some(mut counters) = counters else { return Err(Stop::LoopLimit) };
        if let Some(navigator) = &mut self.reaching.navigator {
            navigator.assumes |= !counters.ends;
        }
        *self.looping.widenings.entry((function, id)).or_default() += 1;
        self.forget_memory(state, &changes);
        for change in &changes.registers {
            let frame = state.frames.last().expect("a frame runs");
            let old = state.path.resolve(&mut self.pool, frame.regs[change.reg as usize]);
            let known = series.variables.get(&change.reg);
            let about = (change.bits, change.name.as_str());
            let new =
                known.and_then(|known| self.after_rounds(state, &mut counters, known, old, about));
            match new {
                Some(new) => {
                    let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
                    frame.regs[change.reg as usize] = Value::Term(new);
                }
                None => self.forget_register(state, change, 0),
            }
        }
        let facts = self.pool.and_all(counters.facts);
        let possible = self.judge.possible(&mut self.pool, state, facts);
        self.judge.assume(&mut self.pool, state, facts, &possible)?;
        state.steps_taken.push(Step { span: changes.span, kind: StepKind::AnyIterations });
        // The other edges follow from those that a block has several of.
        let chosen = |((from, _), _): &(Edge, Bv)| loops.cfg.successors(*from).len() > 1;
        let edges = counters.edges.into_iter().filter(chosen);
        let rounds = std::iter::once(counters.rounds).chain(counters.inner_rounds);
        state.guidance.navigation.count(serial, edges, rounds);
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let visit = frame.loops.innermost().expect("the frame is in a loop");
        visit.iterate_often(counters.rounds);
        self.counts.loops.widened += 1;
        Ok(())
    }

    /// Where a loop is left before the last iteration, it has made no full iteration at all. If it had made some, and a
    /// part of another, all but one of them would be counted, and that one executed as the last.
    pub(crate) fn leave_surveyed(&mut self, state: &mut State, rounds: Bv) -> Result<(), Stop> {
        let zero = self.pool.bv_u64(self.pool.width(rounds), 0);
        let none = self.pool.eq(rounds, zero);
        let possible = self.judge.possible(&mut self.pool, state, none);
        self.judge.assume(&mut self.pool, state, none, &possible)
    }
}
