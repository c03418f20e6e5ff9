//! One state becomes several: one for each answer to what it needs to know.

use crate::code::Op;
use crate::engine::Engine;
use crate::engine::Merge;
use crate::records::explored::Cut;
use crate::records::explored::Forked;
use crate::records::explored::Side;
use crate::records::limits::Limits;
use crate::records::replay::Replay;
use crate::state::State;
use crate::state::Step;
use crate::state::StepKind;
use crate::state::decision::Whose;
use crate::state::possible::Possible;
use crate::state::stop::Need;
use crate::state::stop::Stop;
use crate::value::provenance::{Provenance, depends_on, depends_on_unknown};
use margay_smt::Assignment;
use margay_smt::Bool;
use margay_smt::Evaluator;
use margay_smt::TermPool;
use std::rc::Rc;

/// Places where paths may meet that are examined after a choice.
const LOOKS: u32 = 64;

impl Engine<'_> {
    /// One state for each possible answer to what a state needs, the one to be followed first last.
    pub(crate) fn fork(&mut self, mut state: State, need: Need, limits: &Limits) -> Forked {
        let span = self.place(&state);
        let mut forked = Forked::default();
        match need {
            Need::Decide(condition) | Need::Case(condition) => {
                forked.is_case = matches!(need, Need::Case(_));
                let negated = self.pool.not(condition);
                let holds = self.judge.possible(&mut self.pool, &state, condition);
                let fails = self.judge.possible(&mut self.pool, &state, negated);
                let both = !matches!(holds, Possible::No) && !matches!(fails, Possible::No);
                if both && !state.doubt.uncertain {
                    let is_hidden = Provenance::is_hidden;
                    let hangs = self.judge.depends_on(&mut self.pool, &state, condition, is_hidden);
                    state.doubt.uncertain = !matches!(hangs, Possible::No);
                }
                if both && !forked.is_case && !self.may_choose(&mut state, limits) {
                    self.cut_loop(&state);
                    self.note_endless(&state);
                    self.record_cut(&state, Cut::Choices);
                    forked.cut = Some(Cut::Choices);
                    return forked;
                }
                if both {
                    self.counts.forks += 1;
                    self.choose_in_loop(&mut state);
                    self.count_round(&mut state, condition);
                    state.joining.looks =
                        if self.options.merge == Merge::Never { 0 } else { LOOKS };
                }
                // Where what a caller passes lies is the caller's to say, too.
                let is_placed = || depends_on(&self.pool, condition, Provenance::is_address);
                let whose = if depends_on(&self.pool, condition, Provenance::is_callers)
                    || state.has_unknown_callers() && is_placed()
                {
                    Whose::Caller
                } else if depends_on_unknown(&self.pool, condition) {
                    Whose::Function
                } else {
                    Whose::Input
                };
                let decides = both && (state.has_unknown_callers() || whose != Whose::Input);
                // What a finding may depend on keeps paths apart for good.
                if both && !decides {
                    forked.base = Some(state.clone());
                }
                let kinds = [false, true].map(|holds| self.side(&state, condition, holds));
                let step = |taken| both.then_some(Step { span, kind: kinds[usize::from(taken)] });
                let mut other = state.clone();
                [other.recorded.node, state.recorded.node] =
                    self.record_choice(&state, kinds, [&fails, &holds].map(Possible::may_be));
                let first = self.takes_true_first(&state, both);
                if both
                    && let Some(frame) = state.frames.last()
                    && state.widening.first.is_some()
                {
                    let (function, pc) = (frame.function, frame.pc);
                    state.widening.sides.push((function, pc, true));
                    other.widening.sides.push((function, pc, false));
                }
                let [fails, holds] = match self.replayed(&state).filter(|_| both) {
                    Some(sides) => {
                        let only =
                            |side: bool, found: Possible| if side { found } else { Possible::No };
                        [only(sides[0], fails), only(sides[1], holds)]
                    }
                    None => [fails, holds],
                };
                if decides {
                    let sides = [false, true].map(|holds| self.decision(&state, holds, whose));
                    sides[0]
                        .into_iter()
                        .for_each(|decision| other.decided.decisions.push(decision));
                    sides[1]
                        .into_iter()
                        .for_each(|decision| state.decided.decisions.push(decision));
                }
                let [no, yes] = [false, true].map(|holds| self.led_to(&state, holds));
                let fails = self.follow_choice(other, negated, &fails, step(false));
                let holds = self.follow_choice(state, condition, &holds, step(true));
                let side = |number, state, block, fact| {
                    Some(Side { number, state: state?, block, fact: both.then_some(fact) })
                };
                forked.sides.extend(side(0, fails, no, negated));
                forked.sides.extend(side(1, holds, yes, condition));
                if !first {
                    forked.sides.reverse();
                }
            }
            Need::Value(term) => {
                let mut rest = state;
                let value_of = |pool: &TermPool, model: &Assignment| {
                    Some(Evaluator::new(pool, model).bv(term))
                };
                for number in 0..limits.values {
                    let Some(value) = self.judge.pick(&mut self.pool, &rest, value_of) else {
                        return forked;
                    };
                    let shown = value.to_u64().unwrap_or(0);
                    let value = self.pool.bv_const(&value);
                    let equal = self.pool.eq(term, value);
                    let differs = self.pool.not(equal);
                    let found = self.judge.possible(&mut self.pool, &rest, equal);
                    let others = self.judge.possible(&mut self.pool, &rest, differs);
                    let several = !matches!(others, Possible::No);
                    // What one of several values of an unknown term leads to is not certain: the path only shows where
                    // it leads.
                    let unknown = several && depends_on_unknown(&self.pool, term);
                    rest.doubt.uncertain |= unknown;
                    let step = several.then_some(Step { span, kind: StepKind::Value(shown) });
                    if several {
                        self.choose_in_loop(&mut rest);
                    }
                    self.counts.forks += u64::from(several);
                    let next = (several && !unknown).then(|| rest.clone());
                    rest.recorded.node = self.record_value(&rest, shown, several);
                    rest.path.settle(&mut self.pool, term, value);
                    if let Some(state) = self.follow_choice(rest, equal, &found, step) {
                        let fact = several.then_some(equal);
                        // Who goes where another state has been goes no further than that one.
                        let is_there = state.history.is_next_side(number);
                        forked.sides.push(Side { number, state, block: None, fact });
                        if is_there {
                            return forked;
                        }
                    }
                    match next {
                        Some(next) => rest = next,
                        None => return forked,
                    }
                    if self.judge.assume(&mut self.pool, &mut rest, differs, &others).is_err() {
                        return forked;
                    }
                }
                self.note_endless(&rest);
                self.record_cut(&rest, Cut::Values);
                forked.cut = Some(Cut::Values);
            }
        }
        forked
    }

    /// The state with a condition assumed, if that is possible.
    fn follow_choice(
        &mut self,
        mut state: State,
        condition: Bool,
        possible: &Possible,
        step: Option<Step>,
    ) -> Option<State> {
        match self.judge.assume(&mut self.pool, &mut state, condition, possible) {
            Ok(()) => {
                step.into_iter().for_each(|step| state.steps_taken.push(step));
                Some(state)
            }
            Err(Stop::Infeasible) => None,
            Err(other) => unreachable!("assuming cannot end in {other:?}"),
        }
    }

    /// Which side of a choice to follow first, where both are possible and neither is nearer to what
    /// is not reached; it counts as taken. That is the side that was taken less often.
    fn takes_true_first(&mut self, state: &State, both: bool) -> bool {
        let (Some(frame), true) = (state.frames.last(), both) else { return true };
        if let Some(stays) = self.looping.replay.as_ref().map(Replay::stays) {
            return self.stays(state, true) == stays;
        }
        let taken = self.kept.taken.entry((frame.function, frame.pc)).or_default();
        let side = usize::from(taken[0] > taken[1]);
        taken[side] += 1;
        side == 0
    }

    /// Counts a choice of the frame on top; false if it made too many at this place.
    fn may_choose(&mut self, state: &mut State, limits: &Limits) -> bool {
        let Some(function) = state.frames.last().map(|frame| frame.function) else { return true };
        let depth = state.frames.iter().filter(|frame| frame.function == function).count();
        if depth > limits.depth {
            return false;
        }
        let assumed = state.path.condition().len();
        let Some(frame) = state.frames.last_mut() else { return true };
        let frame = Rc::make_mut(frame);
        let pc = frame.pc;
        if matches!(frame.code.ops.get(pc), Some(Op::Switch { .. }))
            && std::mem::replace(&mut frame.switch.counted, true)
        {
            return true;
        }
        let made = frame.choices.entry(pc).or_default();
        made.push(assumed);
        let (count, most) = (made.len(), limits.choices as usize);
        // In a loop it may choose a few times more, until the loop is widened.
        count <= most
            || (self.options.widen && count <= most.saturating_mul(2) && self.hurry(state))
    }
}
