//! What is known of a loop before any path comes to it.
//!
//! Most loops count, and surely end: nothing has to watch them. Some have no way out. For the
//! others it is known here which registers tell one iteration from the next.

use crate::code::Reg;
use crate::code::library_facts::LibraryFacts;
use margay_ir::{
    BinaryOp, BlockId, Callee, CastOp, Cfg, ConstKind, Dominators, FuncId, Function, IcmpPred,
    Inst, InstId, Intrinsic, LoopForest, LoopId, Op, Operand, Program, RegId, SlotId, SpanId, Type,
};
use std::collections::{BTreeSet, HashMap};

pub struct LoopFacts {
    /// Where the source says `for`, `while` or `do`, or goes back.
    pub span: SpanId,
    pub end: LoopEnd,
    /// Registers that the loop writes, and reads in a later iteration or after it. What else a frame holds is the same
    /// at the start of each iteration, or does not matter.
    pub changes: Box<[Reg]>,
}

/// Whether a loop ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopEnd {
    /// Every iteration moves a variable by a step, in one direction, and the loop ends when that
    /// variable has passed something which no iteration changes.
    Surely,
    /// No exit can be taken, and nothing in it asks the outside, waits or ends the program.
    Never,
    /// Only the values tell.
    Open,
}

/// A loop and all that is needed to look at its code.
struct Context<'a> {
    program: &'a Program,
    function: &'a Function,
    cfg: &'a Cfg,
    forest: &'a LoopForest,
    dominators: &'a Dominators,
    /// The instruction that writes a register.
    writers: &'a HashMap<RegId, InstId>,
    id: LoopId,
}

/// Whether each loop of a function ends, and where the source begins it.
pub fn ends(
    program: &Program,
    library: &dyn LibraryFacts,
    function: &Function,
    cfg: &Cfg,
    forest: &LoopForest,
) -> Vec<(SpanId, LoopEnd)> {
    if forest.loops().is_empty() {
        return Vec::new();
    }
    let dominators = &Dominators::new(cfg);
    let results = function.insts.enumerate().filter_map(|(id, inst)| Some((inst.result?, id)));
    let writers = &results.collect();
    let ends = forest.loops().ids().map(|id| {
        let cx = Context { program, function, cfg, forest, dominators, writers, id };
        let end = if !cx.has_exit() && cx.is_quiet(library) {
            LoopEnd::Never
        } else if cx.counts() {
            LoopEnd::Surely
        } else {
            LoopEnd::Open
        };
        (cx.span(), end)
    });
    ends.collect()
}

impl Context<'_> {
    fn body(&self) -> &[BlockId] {
        self.forest.body(self.id)
    }

    fn contains(&self, block: BlockId) -> bool {
        self.forest.contains(self.id, block)
    }

    /// The place of the loop: that of the jump back, or of the jump into it where a condition
    /// decides whether to go back. `continue` jumps back too, from further below.
    fn span(&self) -> SpanId {
        let spot = |block: BlockId| {
            let last = self.function.block_insts(block).next_back().expect("never empty");
            self.function.span(last)
        };
        let each = self.forest.get(self.id);
        let (header, latches) = (each.header, self.jumps_back());
        let decides = |block: &BlockId| self.cfg.successors(*block).len() > 1;
        let outside = |block: &&BlockId| !self.contains(**block);
        let entries = self.cfg.predecessors(header).iter().filter(outside);
        let entries = entries.filter(|_| latches.iter().all(decides));
        let source = &self.program.source;
        let known = |span: &SpanId| source.spans[*span].line > 0;
        let spots = latches.iter().chain(entries).map(|block| spot(*block));
        let first = spots.filter(known).min_by_key(|span| source.spans[*span].line);
        first.unwrap_or_else(|| spot(header))
    }

    /// The blocks that go on with another iteration. Where control may come in past the header, it
    /// is one entry of several, and the order of blocks tells, which is that of the source.
    fn jumps_back(&self) -> Vec<BlockId> {
        let each = self.forest.get(self.id);
        if !each.irreducible {
            return each.latches.clone();
        }
        let own = |block: &BlockId| self.forest.innermost(*block) == Some(self.id);
        let back = |block: &BlockId| {
            let mut targets = self.cfg.successors(*block).iter().filter(|to| own(to));
            own(block) && targets.any(|to| to <= block)
        };
        self.body().iter().copied().filter(back).collect()
    }

    /// The instruction that makes an operand.
    fn writer(&self, operand: Operand) -> Option<(InstId, &Inst)> {
        let Operand::Reg(reg) = operand else { return None };
        let id = *self.writers.get(&reg)?;
        Some((id, &self.function.insts[id]))
    }

    fn constant(&self, operand: Operand) -> Option<u64> {
        let Operand::Const(id) = operand else { return None };
        match self.program.const_of(id).kind {
            ConstKind::Int(known) => Some(known),
            _ => None,
        }
    }

    fn bits(&self, operand: Operand) -> Option<u32> {
        match self.program.types.get(self.program.type_of(self.function, operand)) {
            Type::Int(bits) => Some(*bits),
            _ => None,
        }
    }

    // Exits.

    /// Whether some block of the loop can lead out of it, as far as types and constants tell.
    fn has_exit(&self) -> bool {
        self.body().iter().any(|&block| match self.function.terminator(block).op {
            Op::CondBr { cond, then, other } => {
                let decided = self.decided(cond);
                (!self.contains(then) && decided != Some(false))
                    || (!self.contains(other) && decided != Some(true))
            }
            _ => !self.cfg.successors(block).iter().all(|to| self.contains(*to)),
        })
    }

    /// Whether a condition is the same for all values.
    fn decided(&self, cond: Operand) -> Option<bool> {
        if let Some(known) = self.constant(cond) {
            return Some(known & 1 == 1);
        }
        let Op::Icmp { pred, a, b } = self.writer(cond)?.1.op else { return None };
        let is_signed =
            matches!(pred, IcmpPred::Slt | IcmpPred::Sle | IcmpPred::Sgt | IcmpPred::Sge);
        let (a, b) = (self.range(a, is_signed)?, self.range(b, is_signed)?);
        let less = |a: (i128, i128), b: (i128, i128)| {
            if a.1 < b.0 {
                Some(true)
            } else if a.0 >= b.1 {
                Some(false)
            } else {
                None
            }
        };
        let not = |answer: Option<bool>| answer.map(|known| !known);
        match pred {
            IcmpPred::Ult | IcmpPred::Slt => less(a, b),
            IcmpPred::Ugt | IcmpPred::Sgt => less(b, a),
            IcmpPred::Ule | IcmpPred::Sle => not(less(b, a)),
            IcmpPred::Uge | IcmpPred::Sge => not(less(a, b)),
            IcmpPred::Eq | IcmpPred::Ne => {
                let apart = a.1 < b.0 || b.1 < a.0;
                apart.then_some(pred == IcmpPred::Ne)
            }
        }
    }

    /// The least and the greatest number that an operand can be.
    fn range(&self, operand: Operand, is_signed: bool) -> Option<(i128, i128)> {
        let all = |bits: u32, is_signed: bool| {
            let bits = bits.clamp(1, 64);
            if is_signed {
                (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
            } else {
                (0, (1 << bits) - 1)
            }
        };
        let bits = self.bits(operand)?;
        if let Some(known) = self.constant(operand) {
            let known = if is_signed {
                i128::from(crate::value::signed(known, bits))
            } else {
                i128::from(known)
            };
            return Some((known, known));
        }
        Some(match self.writer(operand).map(|writer| &writer.1.op) {
            Some(Op::Cast { op: CastOp::ZExt, value, .. }) => all(self.bits(*value)?, false),
            Some(Op::Cast { op: CastOp::SExt, value, .. }) if is_signed => {
                all(self.bits(*value)?, true)
            }
            _ => all(bits, is_signed),
        })
    }

    /// Whether nothing in the loop, or in what it calls, asks the outside, waits or ends the
    /// program.
    fn is_quiet(&self, library: &dyn LibraryFacts) -> bool {
        let insts = self.body().iter().flat_map(|block| self.function.block_insts(*block));
        are_quiet(self.program, library, insts.map(|id| &self.function.insts[id]))
    }

    // Counting.

    /// Whether the loop counts: some exit that every iteration comes to compares what each
    /// iteration moves by a step with what none of them changes.
    fn counts(&self) -> bool {
        let each = self.forest.get(self.id);
        // Past the header, an iteration may come to the exit and not to the step.
        !each.irreducible
            && self.body().iter().any(|&block| {
                let Op::CondBr { cond, then, other } = self.function.terminator(block).op else {
                    return false;
                };
                self.is_in_each(block)
                    && self.contains(then) != self.contains(other)
                    && self.compares_counter(cond, self.contains(then))
            })
    }

    /// Whether every iteration comes to a block, and once.
    fn is_in_each(&self, block: BlockId) -> bool {
        let latches = &self.forest.get(self.id).latches;
        self.forest.innermost(block) == Some(self.id)
            && latches.iter().all(|latch| self.dominators.dominates(block, *latch))
    }

    /// Whether a condition under which the loop goes on, or ends, compares a counter with what
    /// does not change.
    fn compares_counter(&self, cond: Operand, goes_on: bool) -> bool {
        let Some((_, &Inst { op: Op::Icmp { pred, a, b }, .. })) = self.writer(cond) else {
            return false;
        };
        let passes_by = match (pred, goes_on) {
            (IcmpPred::Ne, true) | (IcmpPred::Eq, false) => true,
            (IcmpPred::Ne, false) | (IcmpPred::Eq, true) => return false,
            _ => false,
        };
        let counts = |counter: Operand, limit: Operand| {
            let slot = self.counter(counter);
            slot.is_some_and(|slot| self.is_fixed(limit, 8) && self.is_stepped(slot, passes_by))
        };
        counts(a, b) || counts(b, a)
    }

    /// The variable that an operand is, or is a constant away from.
    fn counter(&self, operand: Operand) -> Option<SlotId> {
        let (id, inst) = self.writer(operand)?;
        if !self.contains(self.function.block_of(id)?) {
            return None;
        }
        match &inst.op {
            Op::SlotLoad { slot } => Some(*slot),
            Op::Cast { op: CastOp::SExt | CastOp::ZExt, value, .. } => {
                self.counter(*value).filter(|_| self.bits(*value).is_some_and(|bits| bits >= 32))
            }
            _ => self.step(operand).map(|(slot, _)| slot),
        }
    }

    /// A sum of a variable and a constant, with that constant as a signed number; what may wrap
    /// around has a small one.
    fn step(&self, operand: Operand) -> Option<(SlotId, i64)> {
        const SMALL: u64 = 1 << 16;
        let of_slot = |operand: Operand| match self.writer(operand)?.1.op {
            Op::SlotLoad { slot } => Some(slot),
            _ => None,
        };
        match &self.writer(operand)?.1.op {
            Op::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), flags, a, b } => {
                let bits = self.bits(operand).filter(|bits| (32..=64).contains(bits))?;
                let (slot, step) = match (of_slot(*a), self.constant(*b)) {
                    (Some(slot), Some(step)) => (slot, step),
                    _ if *op == BinaryOp::Add => (of_slot(*b)?, self.constant(*a)?),
                    _ => return None,
                };
                let step = crate::value::signed(step, bits);
                let step = if *op == BinaryOp::Add { step } else { step.checked_neg()? };
                (step != 0 && (flags.nsw || step.unsigned_abs() < SMALL)).then_some((slot, step))
            }
            Op::Gep { source, base, indices, .. } => {
                let [index] = &**indices else { return None };
                let bits = self.bits(*index).filter(|bits| *bits <= 64)?;
                let step = crate::value::signed(self.constant(*index)?, bits);
                (step != 0 && self.program.size_of(*source) > 0).then_some((of_slot(*base)?, step))
            }
            _ => None,
        }
    }

    /// Whether the loop changes a variable by steps in one direction only, at least by one of
    /// them in each iteration. Where it may pass by what it is compared with, the steps must be
    /// such that it comes to every number, or never wraps around.
    fn is_stepped(&self, slot: SlotId, passes_by: bool) -> bool {
        let mut sure = false;
        let mut sign = 0;
        for &block in self.body() {
            for id in self.function.block_insts(block) {
                let value = match self.function.insts[id].op {
                    Op::SlotStore { slot: to, value } if to == slot => value,
                    Op::SlotReset { slot: to } if to == slot => return false,
                    _ => continue,
                };
                let Some((from, step)) = self.step(value).filter(|(from, _)| *from == slot) else {
                    return false;
                };
                let wraps = match &self.writer(value).map(|writer| &writer.1.op) {
                    Some(Op::Binary { flags, .. }) => !flags.nsw,
                    _ => false,
                };
                if from != slot || (sign != 0 && sign != step.signum()) {
                    return false;
                }
                if passes_by && wraps && (step % 2 == 0 || sign != 0) {
                    return false;
                }
                sign = step.signum();
                sure |= self.is_in_each(block);
            }
        }
        sure
    }

    /// Whether the loop does not change what an operand is.
    fn is_fixed(&self, operand: Operand, depth: u32) -> bool {
        let Some((id, inst)) = self.writer(operand) else { return true };
        let inside = self.function.block_of(id).is_none_or(|block| self.contains(block));
        if !inside {
            return true;
        }
        let fixed = |operand: &Operand| depth > 0 && self.is_fixed(*operand, depth - 1);
        match &inst.op {
            Op::SlotLoad { slot } => !self.writes_slot(*slot),
            Op::Binary { a, b, .. } => fixed(a) && fixed(b),
            Op::Cast { value, .. } => fixed(value),
            Op::Gep { base, indices, .. } => fixed(base) && indices.iter().all(fixed),
            _ => false,
        }
    }

    fn writes_slot(&self, slot: SlotId) -> bool {
        let mut insts = self.body().iter().flat_map(|block| self.function.block_insts(*block));
        insts.any(|id| match self.function.insts[id].op {
            Op::SlotStore { slot: to, .. } | Op::SlotReset { slot: to } => to == slot,
            _ => false,
        })
    }
}

/// Whether instructions, and all that they call, neither ask the outside nor wait nor end the
/// program.
fn are_quiet<'a>(
    program: &'a Program,
    library: &dyn LibraryFacts,
    insts: impl Iterator<Item = &'a Inst>,
) -> bool {
    let (mut called, mut open) = (BTreeSet::new(), Vec::new());
    let mut call = |id: FuncId, open: &mut Vec<FuncId>| {
        let has_body = program.functions[id].has_body();
        if has_body && called.insert(id) {
            open.push(id);
        }
        has_body || library.is_quiet(&program.functions[id].name)
    };
    if !insts.into_iter().all(|inst| is_quiet(program, inst, |id| call(id, &mut open))) {
        return false;
    }
    while let Some(id) = open.pop() {
        let mut insts = program.functions[id].insts.iter();
        if !insts.all(|inst| is_quiet(program, inst, |id| call(id, &mut open))) {
            return false;
        }
    }
    true
}

/// Whether an instruction is, if what it calls is as `call` says.
fn is_quiet(program: &Program, inst: &Inst, call: impl FnOnce(FuncId) -> bool) -> bool {
    match &inst.op {
        Op::Load { access, .. } => !access.volatile && !access.atomic,
        Op::CmpXchg { .. } | Op::AtomicRmw { .. } => false,
        Op::Intrinsic { which, .. } => !matches!(
            which,
            Intrinsic::Trap
                | Intrinsic::DebugTrap
                | Intrinsic::UbsanTrap
                | Intrinsic::ReadCycleCounter
                | Intrinsic::EhSjljSetjmp
                | Intrinsic::EhSjljLongjmp
        ),
        Op::Call(site) => match site.callee {
            Callee::Direct(id) => {
                let attrs = program.functions[id].attrs;
                !site.noreturn && !site.returns_twice && !attrs.noreturn && call(id)
            }
            Callee::Indirect(_) | Callee::Asm { .. } => false,
        },
        _ => true,
    }
}
