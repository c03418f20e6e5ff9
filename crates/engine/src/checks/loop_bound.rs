//! Loops that the input keeps going: whether there is a limit to their iterations.
//!
//! A loop counts if the condition that it depends on compares one and the same value of the input
//! with a number that moves by the same step each iteration, and nothing is asked of the outside in
//! between: a loop that reads something in each iteration stops where the input does. It is checked
//! where the loop is given up, so that a fault in its iterations, such as the end of an array, has
//! had its say on the input by then.

use crate::checks::flow::Follow;
use crate::engine::Engine;
use crate::fault::Fault;
use crate::fault::crossing::Origin;
use crate::state::State;
use crate::state::counting::Counting;
use crate::state::possible::Possible;
use crate::state::visits::block_of;
use crate::value::provenance::depends_on_unknown;
use crate::value::{mask, signed};
use margay_smt::{Bool, Bv, Node};
use std::rc::Rc;

/// Iterations that are too many.
const MANY: u64 = 1 << 24;
/// Iterations after which it is clear that a loop counts.
const SURE: u32 = 3;

/// A comparison of a number with a value that is not known.
fn comparison(engine: &Engine<'_>, condition: Bool) -> Option<(Bv, u64, bool)> {
    let pool = &engine.pool;
    let mut condition = condition;
    while let Node::Not(inner) = pool.node(condition) {
        condition = inner;
    }
    let (a, b, is_signed) = match pool.node(condition) {
        Node::Slt(a, b) => (a, b, true),
        Node::Ult(a, b) | Node::BvEq(a, b) => (a, b, false),
        _ => return None,
    };
    let (bound, number) = match (pool.as_const_u64(a), pool.as_const_u64(b)) {
        (Some(number), None) => (b, number),
        (None, Some(number)) => (a, number),
        _ => return None,
    };
    // Who counts down from a value compares it less what was counted.
    let Node::BvAdd(x, y) = pool.node(bound) else { return Some((bound, number, is_signed)) };
    let width = pool.width(bound);
    Some(match (pool.as_const_u64(x), pool.as_const_u64(y)) {
        (Some(less), None) => (y, number.wrapping_sub(less) & mask(width), is_signed),
        (None, Some(less)) => (x, number.wrapping_sub(less) & mask(width), is_signed),
        _ => (bound, number, is_signed),
    })
}

impl Engine<'_> {
    /// The input chooses at a condition. Where that leads out of the innermost loop, the loop may
    /// count by it.
    pub(crate) fn count_round(&mut self, state: &mut State, condition: Bool) {
        let Some((bound, number, is_signed)) = comparison(self, condition) else { return };
        let Some(frame) = state.frames.last().filter(|frame| !frame.loops.is_empty()) else {
            return;
        };
        let (code, block) = (frame.code.clone(), block_of(self.program, frame));
        let (Some(block), Some(loops)) = (block, &code.loops) else { return };
        let place = self.judge.place(self.program, state);
        let heard = state.outside.heard;
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let Some(visit) = frame.loops.innermost().filter(|v| loops.is_exit(v.id, block)) else {
            return;
        };
        let old = visit.counting.take();
        let before = old.filter(|old| {
            let same = old.bound == bound && old.heard == heard && old.place.pc == place.pc;
            let step = number.wrapping_sub(old.number);
            same && step != 0 && (old.rounds == 1 || old.step == step)
        });
        let (rounds, step) = match &before {
            Some(old) => (old.rounds + 1, number.wrapping_sub(old.number)),
            None => (1, 0),
        };
        let counting = Counting { bound, number, step, rounds, is_signed, heard, place };
        visit.counting = Some(Box::new(counting));
    }

    /// The innermost loop is given up: notes it if the input may keep it going for very long.
    pub(crate) fn note_loop_bound(&mut self, state: &mut State) {
        if state.history.is_followed() || state.doubt.uncertain {
            return;
        }
        let Some(frame) = state.frames.last_mut() else { return };
        let visit = Rc::make_mut(frame).loops.innermost();
        let Some(counting) = visit.and_then(|visit| visit.counting.take()) else { return };
        let Counting { bound, number, step, rounds, is_signed, heard, place } = *counting;
        if rounds < SURE || heard != state.outside.heard {
            return;
        }
        let roots = state.roots(&self.pool, &[bound], Follow::Data);
        let origins = state.origins(&self.pool, &roots);
        let origins = origins.into_iter().filter(|i| self.library.must_not_bound(&i.source));
        let origins: Vec<Origin> = origins.map(Origin::from).collect();
        if origins.is_empty() || depends_on_unknown(&self.pool, bound) {
            return;
        }
        let width = self.pool.width(bound);
        let Some(far) = far_away(width, number, step, is_signed) else { return };
        let pool = &mut self.pool;
        let far_term = pool.bv_u64(width, far);
        let up = signed(step, width) > 0;
        let bad = match (is_signed, up) {
            (true, true) => pool.bv_slt(far_term, bound),
            (true, false) => pool.bv_slt(bound, far_term),
            (false, true) => pool.bv_ult(far_term, bound),
            (false, false) => pool.bv_ult(bound, far_term),
        };
        let Possible::Yes(_) = self.judge.ask(&mut self.pool, state, bad) else { return };
        let Some(model) = self.judge.witness(&mut self.pool, state, bad) else { return };
        let fault = Fault::LoopBound { origins };
        self.judge.note_at(&mut self.pool, state, fault, (&model, bad), place);
    }
}

/// The number that a loop has come to after many iterations, if there is such.
fn far_away(width: u32, number: u64, step: u64, is_signed: bool) -> Option<u64> {
    if width > 64 {
        return None;
    }
    let step = i128::from(signed(step, width));
    let (number, low, high) = if is_signed {
        let high = (1i128 << (width - 1)) - 1;
        (i128::from(signed(number, width)), -high - 1, high)
    } else {
        (i128::from(number), 0, (1i128 << width) - 1)
    };
    let far = number + step * i128::from(MANY);
    let far = (low..=high).contains(&far).then_some(far)?;
    u64::try_from(far & ((1i128 << width) - 1)).ok()
}
