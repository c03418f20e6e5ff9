//! Branch polarity: which side of a choice a path takes, in terms of the source.
//!
//! The engine decides conditions of its own: it exchanges the targets of `a != b`, and clang those
//! of `!a`. What the source asks is read off the order of the blocks, which is that of the source.

use crate::code::Code;
use crate::code::{CalleeRef, Op};
use crate::engine::Engine;
use crate::state::{Frame, State, StepKind};
use crate::value::provenance::Provenance;
use margay_ir::{BlockId, Function, IcmpPred, LoopId, Op as Ir, Operand, Program, SpanId};
use margay_smt::{Assignment, BitVec, Bool, Evaluator, Node, TermPool};

impl Engine<'_> {
    /// The block that the branch leads to which a state stands at, if its condition holds or not.
    pub(crate) fn led_to(&mut self, state: &State, holds: bool) -> Option<BlockId> {
        let frame = state.frames.last()?;
        let code: &Code = &frame.code;
        let target = match code.ops.get(frame.pc)? {
            Op::Switch { .. } => Some(frame.switch.target).filter(|_| holds)?,
            op => op.sides()?[usize::from(holds)],
        };
        self.shape(frame.function).led_to(code, target)
    }

    /// What it means that a condition, which the frame on top asked for, holds or does not.
    pub(crate) fn side(&self, state: &State, condition: Bool, holds: bool) -> StepKind {
        let Some(frame) = state.frames.last() else { return StepKind::Silent };
        match frame.code.ops.get(frame.pc) {
            Some(
                Op::Branch { .. }
                | Op::BranchEq { .. }
                | Op::BranchUlt { .. }
                | Op::BranchUle { .. }
                | Op::BranchSlt { .. }
                | Op::BranchSle { .. },
            ) => branch(self.program, frame, holds),
            Some(Op::Switch { .. }) => StepKind::Case(holds),
            Some(Op::Call { site }) => {
                let failed = self.decides_failure(condition);
                match (failed, &frame.code.calls[*site as usize].callee) {
                    (Some(if_true), CalleeRef::Direct(function)) => {
                        StepKind::Call { function: *function, fails: if_true == holds }
                    }
                    _ => StepKind::Silent,
                }
            }
            Some(
                Op::Load { .. } | Op::LoadOffset { .. } | Op::LoadIndex { .. } | Op::Store { .. },
            ) => {
                let null = self.decides_failure(condition);
                match null.or_else(|| decides_null(&self.pool, condition)) {
                    Some(if_true) => StepKind::Null(if_true == holds),
                    None => StepKind::Silent,
                }
            }
            _ => StepKind::Silent,
        }
    }

    /// Whether a condition says that the call in hand fails (true) or succeeds (false) when it
    /// holds.
    fn decides_failure(&self, condition: Bool) -> Option<bool> {
        let symbols = self.pool.symbols(condition);
        let [symbol] = symbols.as_slice() else { return None };
        // The call that made it has been undone and is made again, so no input of the state has it.
        if Provenance::of(&self.pool, *symbol) != Provenance::Failure {
            return None;
        }
        let mut fails = Assignment::new();
        fails.set_bv(*symbol, BitVec::from_u64(1, 1));
        Some(Evaluator::new(&self.pool, &fails).bool(condition))
    }

    /// Where the frame on top stands.
    pub(crate) fn place(&self, state: &State) -> SpanId {
        match state.frames.last() {
            Some(frame) => {
                let inst = frame.code.insts.get(frame.pc);
                let function = &self.program.functions[frame.function];
                inst.map_or(self.program.source.unknown(), |inst| function.span(*inst))
            }
            None => self.program.source.unknown(),
        }
    }

    /// Where the program stands: the place of the caller, where the library's own C stands.
    pub(crate) fn program_place(&self, state: &State) -> SpanId {
        let here = self.place(state);
        let span_of = |frame: &Frame| {
            // A caller stands after its call.
            let inst = frame.code.insts.get(frame.pc.checked_sub(1)?)?;
            Some(self.program.functions[frame.function].span(*inst))
        };
        let in_library = |span: &SpanId| self.program.source.is_library(*span);
        if !in_library(&here) {
            return here;
        }
        let callers = state.frames.iter().rev().skip(1);
        callers.filter_map(|frame| span_of(frame)).find(|span| !in_library(span)).unwrap_or(here)
    }
}

/// Whether a condition says that an address is null (true) or is not (false) when it holds.
fn decides_null(pool: &TermPool, condition: Bool) -> Option<bool> {
    match pool.node(condition) {
        Node::Not(inner) => decides_null(pool, inner).map(|null| !null),
        Node::BvEq(a, b) => [a, b].iter().any(|x| pool.as_const_u64(*x) == Some(0)).then_some(true),
        _ => None,
    }
}

/// Which side of a branch of the source is taken where the engine's condition holds, or does not.
fn branch(program: &Program, frame: &Frame, holds: bool) -> StepKind {
    let function = &program.functions[frame.function];
    let Some(inst) = frame.code.insts.get(frame.pc) else { return StepKind::Silent };
    let Ir::CondBr { cond, then, other } = function.insts[*inst].op else {
        return StepKind::Silent;
    };
    let exchanged = matches!(frame.code.ops[frame.pc], Op::BranchEq { .. })
        && function.insts.iter().any(|inst| {
            inst.result.map(Operand::Reg) == Some(cond)
                && matches!(inst.op, Ir::Icmp { pred: IcmpPred::Ne, .. })
        });
    let goes_to = if holds != exchanged { then } else { other };
    let from = function.block_of(*inst);
    let stays =
        from.and_then(|from| loop_side(program, frame, from, function.span(*inst), [then, other]));
    match stays.or_else(|| true_side(program, function, from?, then, other)) {
        Some(side) => StepKind::Branch(side == goes_to),
        None => {
            let spans = function.block_insts(goes_to).map(|id| function.span(id));
            let mut known = spans.filter(|span| program.source.spans[*span].line != 0);
            known.next().map_or(StepKind::Silent, StepKind::Goes)
        }
    }
}

/// Where control stays in a loop, if it is the loop's own condition that is asked: then it is true.
fn loop_side(
    program: &Program,
    frame: &Frame,
    from: BlockId,
    span: SpanId,
    sides: [BlockId; 2],
) -> Option<BlockId> {
    let loops = frame.code.loops.as_ref()?;
    let place = |span: SpanId| {
        let span = program.source.spans[span];
        (span.file, span.line, span.column)
    };
    let is_its = |id: &LoopId| place(loops.facts[*id].span) == place(span);
    let id = loops.forest.innermost(from).filter(is_its)?;
    match sides.map(|side| loops.forest.contains(id, side)) {
        [true, false] => Some(sides[0]),
        [false, true] => Some(sides[1]),
        _ => None,
    }
}

/// Where control goes from `from` if what the source asks there is true; `None` if the blocks do
/// not tell.
///
/// Clang puts what follows a true condition first. Only after `a` in `a || b`, `b` comes first, which then leads to the
/// same place as `a`.
fn true_side(
    program: &Program,
    function: &Function,
    from: BlockId,
    then: BlockId,
    other: BlockId,
) -> Option<BlockId> {
    let (near, far) = (then.min(other), then.max(other));
    if near == far {
        return None;
    }
    // The value of `a || b`, or of `a && b`, is known after `a` already.
    let known = |at: BlockId, from: BlockId| {
        let first = function.block_insts(at).next().map(|id| &function.insts[id].op);
        let Some(Ir::Phi { incoming }) = first else { return None };
        match incoming.iter().find(|entry| entry.0 == from)? {
            (_, Operand::Const(id)) => Some(program.consts.as_u64(*id)? == 1),
            _ => None,
        }
    };
    if let Some(known) = known(far, from) {
        return Some(if known { far } else { near });
    }
    let leads_to = |block| match function.terminator(block).op {
        Ir::CondBr { then, other, .. } => Some((then, other)),
        _ => None,
    };
    let past = |block| match leads_to(block) {
        Some((a, b)) if a == far => Some(b),
        Some((a, b)) if b == far => Some(a),
        _ => None,
    };
    let Some(mut beyond) = past(near) else { return Some(near) };
    // The same of `(a && b) || c`, and of `(a || b) && c`, after `b`.
    if let Some(known) = known(beyond, near) {
        return Some(if known { near } else { far });
    }
    // Further conditions, as in `a || b || c`, that lead to the same place.
    while let Some(next) = past(beyond).filter(|next| *next > beyond) {
        beyond = next;
    }
    if beyond < far {
        return Some(near);
    }
    // `a || b`, or `a` in `(a && b) || c`, where `c` leads to the same place as `b`.
    match leads_to(far) {
        Some((a, b)) if a == beyond || b == beyond => None,
        _ => Some(far),
    }
}
