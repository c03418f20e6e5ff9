//! Decisions as paths make them.

use crate::code::Op;
use crate::engine::Engine;
use crate::state::State;
use crate::state::decision::{Decision, Whose};
use margay_ir::Id;
use margay_smt::List;

impl Engine<'_> {
    /// An external function without a model is called, and may never return. If only one side of a decision calls it, a
    /// fault after the point where the sides join is uncertain: that side may never get there.
    pub(crate) fn doubt_return(&mut self, state: &mut State) {
        if !state.has_unknown_callers() {
            return;
        }
        let mut doubted = Vec::new();
        for decision in state.decided.decisions.iter() {
            let again = Decision { incidental: true, whose: Whose::Caller, ..*decision };
            let Some(frame) = state.frames.iter().find(|frame| frame.serial == decision.frame)
            else {
                continue;
            };
            if *decision == again || doubted.contains(&again) {
                continue;
            }
            let shape = self.shape(frame.function);
            let top = state.frames.last().is_some_and(|top| top.serial == frame.serial);
            // A caller stands after its call.
            let now = if top { frame.pc } else { frame.pc.saturating_sub(1) };
            let block_at = |pc: usize| {
                let inst = frame.code.insts.get(pc)?;
                shape.blocks.get(inst.index()).copied()
            };
            if let (Some(now), Some(then)) = (block_at(now), block_at(decision.pc))
                && !shape.post.dominates(now, then)
                && shape.post.idom(then).is_some_and(|meet| !shape.returns[meet.index()])
            {
                doubted.push(again);
            }
        }
        for decision in doubted {
            if !state.decided.decisions.iter().any(|known| *known == decision) {
                state.decided.decisions.push(decision);
            }
        }
    }

    /// The decision that the frame on top makes, if the condition that it asks about holds or not.
    pub(crate) fn decision(
        &mut self,
        state: &State,
        holds: bool,
        whose: Whose,
    ) -> Option<Decision> {
        let frame = state.frames.last()?;
        let (function, pc, serial) = (frame.function, frame.pc, frame.serial);
        let in_model = matches!(frame.code.ops.get(pc), Some(Op::Call { .. }));
        let before: Vec<bool> = state
            .decided
            .decisions
            .iter()
            .filter(|d| d.frame == serial && d.pc == pc && !d.incidental)
            .map(|d| d.holds)
            .collect();
        let count = frame.choices.get(&pc).map_or(0, List::len);
        let inst = *frame.code.insts.get(pc)?;
        // No case for a value may mean that there is none such.
        let uncovered = !holds
            && match frame.code.ops.get(pc) {
                Some(Op::Switch { table, .. }) => {
                    let table = &frame.code.switches[*table as usize];
                    let mut targets: Vec<u32> = table.cases.iter().map(|case| case.1).collect();
                    targets.sort_unstable();
                    targets.dedup();
                    // Each target is a decision of its own.
                    let is_last = before.len() + 1 == targets.len();
                    let shape = self.shape(function);
                    let meet = shape.block(inst).and_then(|block| shape.post.idom(block));
                    let empty = shape.led_to(&frame.code, table.default) == meet;
                    is_last && meet.is_some() && empty
                }
                _ => false,
            };
        // An author thinks of a loop that iterates, and of its end after that: neither of one
        // that does not iterate at all, nor of how often it does.
        let trusted = self.looping.replay.as_ref().is_some_and(|replay| replay.trusts(frame));
        let incidental = in_model
            || uncovered
            || !trusted
                && match (count, before.as_slice()) {
                    (..=1, _) => {
                        self.shape(function).may_leave_loop(inst) && !self.stays(state, holds)
                    }
                    (2, [first]) => *first == holds,
                    _ => true,
                };
        let shape = self.shape(function);
        self.judge.shapes.entry(function).or_insert(shape);
        Some(Decision { function, pc, holds, frame: serial, whose, incidental, inst })
    }

    /// Whether the branch that the frame on top stands at stays in its loop on one side.
    pub(crate) fn stays(&mut self, state: &State, holds: bool) -> bool {
        let Some(frame) = state.frames.last() else { return true };
        if frame.code.ops.get(frame.pc).is_none_or(|op| op.sides().is_none()) {
            return true;
        }
        let to = self.led_to(state, holds);
        let shape = self.shape(frame.function);
        let from = frame.code.insts.get(frame.pc).and_then(|inst| shape.block(*inst));
        let (Some(from), Some(to)) = (from, to) else { return true };
        let to = shape.settled(from, to);
        shape.loops.innermost(from).is_none_or(|around| shape.loops.contains(around, to))
    }
}
