//! Which registers a frame still reads from where it stands.

use crate::code::layout;
use crate::code::{Op, Reg};
use crate::engine::Engine;
use crate::state::{Frame, State};
use margay_ir::{BlockId, FuncId, Id, InstId, Op as Ir, Operand, Type};
use std::rc::Rc;

/// A register whose value may be read.
pub(crate) struct LiveReg {
    pub reg: Reg,
    pub bits: u32,
    /// Paths that differ in its known value are better kept apart.
    pub apart: bool,
    /// It is the address of something.
    pub pointer: bool,
}

/// Where a frame stands: at the start of a block, or after an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Point {
    function: FuncId,
    block: BlockId,
    behind: Option<InstId>,
    /// The instruction is a call that has not returned: it has no result yet, and the register of
    /// that may hold something else.
    in_call: bool,
}

impl Engine<'_> {
    /// The registers that each frame of a state may read from where it stands; `None` where that is not known.
    pub(crate) fn live_in_frames(&mut self, state: &State) -> Vec<Option<Rc<[LiveReg]>>> {
        let calls = state.frames.len().saturating_sub(1);
        let frames = state.frames.iter().enumerate();
        frames.map(|(depth, frame)| self.live_registers(frame, depth < calls)).collect()
    }

    /// The same with the registers that results of calls go to when they return. What they hold before is never
    /// read, but paths that differ in it computed something else before the call: they are kept apart more
    /// often than they must. Leaving them out merges more, and ran out of budget on programs of Juliet
    /// (CWE 761) that are found with them; why has not been looked into.
    pub(crate) fn live_with_results(&mut self, state: &State) -> Vec<Option<Rc<[LiveReg]>>> {
        state.frames.iter().map(|frame| self.live_registers(frame, false)).collect()
    }

    fn live_registers(&mut self, frame: &Frame, in_call: bool) -> Option<Rc<[LiveReg]>> {
        let before = frame.pc.checked_sub(1)?;
        // A block begins with a join, and a caller stands after its call.
        let at_start = matches!(frame.code.ops[before], Op::Join);
        let inst = *frame.code.insts.get(if at_start { frame.pc } else { before })?;
        let block = self.shape(frame.function).block(inst)?;
        let behind = (!at_start).then_some(inst);
        let point = Point { function: frame.function, block, behind, in_call };
        if let Some(known) = self.analyses.live.get(&point) {
            return known.clone();
        }
        let live = self.find_live(frame, point);
        self.analyses.live.insert(point, live.clone());
        live
    }

    fn find_live(&mut self, frame: &Frame, point: Point) -> Option<Rc<[LiveReg]>> {
        let loops = frame.code.loops.as_ref()?;
        if loops.returns_twice {
            return None;
        }
        let Point { function: id, block, behind, in_call } = point;
        let (program, shape) = (self.program, self.shape(id));
        let function = &program.functions[id];
        let apart = self.kept_apart(id, shape.loops.innermost(block));
        let live = shape.liveness(function);
        let next = shape.cfg.successors(block);
        let mut slots = vec![false; function.slots.len()];
        let mut regs = vec![false; function.regs.len()];
        let starts: &[BlockId] = if behind.is_some() { next } else { &[block] };
        for start in starts {
            for slot in function.slots.ids() {
                slots[slot.index()] |= live.has_slot(*start, slot);
            }
            for reg in function.regs.ids() {
                regs[reg.index()] |= live.has_reg(*start, reg);
            }
        }
        if let Some(behind) = behind {
            for inst in next.iter().flat_map(|next| function.block_insts(*next)) {
                if let Ir::Phi { incoming } = &function.insts[inst].op {
                    let ours = incoming.iter().filter(|(from, _)| *from == block);
                    ours.for_each(|(_, value)| mark(value, &mut regs));
                }
            }
            for id in function.block_insts(block).rev().take_while(|id| *id != behind) {
                let inst = &function.insts[id];
                if let Some(result) = inst.result {
                    regs[result.index()] = false;
                }
                match inst.op {
                    Ir::SlotStore { slot, .. } | Ir::SlotReset { slot } => {
                        slots[slot.index()] = false;
                    }
                    Ir::SlotLoad { slot } => slots[slot.index()] = true,
                    _ => {}
                }
                inst.op.for_each_operand(|operand| mark(operand, &mut regs));
            }
            // A handler may run between any two instructions; what it stands after has its result.
            let is_call = in_call && matches!(function.insts[behind].op, Ir::Call(_));
            if let Some(result) = function.insts[behind].result.filter(|_| is_call) {
                regs[result.index()] = false;
            }
        }
        // What has no register of its own is in that of a slot: the one that it was loaded from, or
        // is stored to.
        for inst in function.insts.iter() {
            let (reg, slot) = match (&inst.op, inst.result) {
                (Ir::SlotLoad { slot }, Some(reg)) => (reg, slot),
                (Ir::SlotStore { slot, value: Operand::Reg(reg) }, _) => (*reg, slot),
                _ => continue,
            };
            slots[slot.index()] |= regs[reg.index()] && loops.regs[reg].is_none();
        }
        let is_pointer = |ty| *program.types.get(ty) == Type::Ptr;
        let mut found = Vec::new();
        for slot in function.slots.ids().filter(|slot| slots[slot.index()]) {
            let ty = function.slots[slot].ty;
            let bits = layout::scalar(program, ty)?.bits;
            let (reg, apart) = (loops.slots[slot], apart.has_slot(slot));
            found.push(LiveReg { reg, bits, apart, pointer: is_pointer(ty) });
        }
        for reg in function.regs.ids().filter(|reg| regs[reg.index()]) {
            let Some(first) = loops.regs[reg] else { continue };
            let ty = function.regs[reg];
            let (apart, pointer) = (apart.has_reg(reg), is_pointer(ty));
            for (lane, reg) in layout::lanes(program, ty)?.iter().zip(first..) {
                found.push(LiveReg { reg, bits: lane.bits, apart, pointer });
            }
        }
        found.sort_by_key(|live| live.reg);
        // Registers of which only one is live at a time may share a number.
        found.dedup_by(|a, b| {
            b.apart |= a.apart && a.reg == b.reg;
            a.reg == b.reg
        });
        Some(found.into())
    }
}

/// Marks the register that an operand is.
fn mark(operand: &Operand, regs: &mut [bool]) {
    if let Operand::Reg(reg) = operand {
        regs[reg.index()] = true;
    }
}
