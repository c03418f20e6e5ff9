//! Which values paths are better kept apart for.
//!
//! Paths that differ in a known value can be merged into one where the value is one of two. What the
//! value decides from then on is a query of the solver: where it is an address, an index, a size
//! or what a loop counts with, that costs more than a second path. Where it is added up, stored or
//! asked for once, much later, it costs less: the second path would double with each further choice.
//! Kuznetsov et al. (PLDI 2012) estimate how many later queries depend on a variable; here it is
//! told from how the function uses it.

use crate::engine::Engine;
use margay_ir::{Callee, FuncId, Function, Id, LoopForest, LoopId, Op, Operand, RegId, SlotId};
use std::rc::Rc;

/// The slots and registers of a function whose known values are kept apart.
pub(crate) struct Apart {
    slots: Vec<bool>,
    regs: Vec<bool>,
}

impl Apart {
    pub fn has_slot(&self, slot: SlotId) -> bool {
        self.slots[slot.index()]
    }

    pub fn has_reg(&self, reg: RegId) -> bool {
        self.regs[reg.index()]
    }
}

/// Calls into calls that are looked through.
const DEPTH: u32 = 4;

impl Engine<'_> {
    /// What is kept apart in a loop of a function, or outside of all loops.
    pub(crate) fn kept_apart(&mut self, function: FuncId, within: Option<LoopId>) -> Rc<Apart> {
        self.find_apart(function, within, DEPTH)
    }

    fn find_apart(&mut self, id: FuncId, within: Option<LoopId>, depth: u32) -> Rc<Apart> {
        if let Some(known) = self.analyses.apart.get(&(id, within)) {
            return known.clone();
        }
        let (program, shape) = (self.program, self.shape(id));
        let function = &program.functions[id];
        let (mut marks, mut asked) = (Marks::new(function), Marks::new(function));
        for block in function.blocks.ids() {
            for inst in function.block_insts(block) {
                let inst = &function.insts[inst];
                match &inst.op {
                    Op::Load { ptr, .. } | Op::Store { ptr, .. } => marks.add(ptr),
                    Op::CmpXchg { ptr, .. } | Op::AtomicRmw { ptr, .. } => marks.add(ptr),
                    Op::Alloca { count, .. } => marks.add(count),
                    Op::Ret { value: Some(value) } => marks.add(value),
                    Op::CondBr { cond: value, .. } | Op::Switch { value, .. }
                        if is_within(&shape.loops, within, block) =>
                    {
                        asked.add(value);
                    }
                    Op::Call(call) => {
                        let callee = match call.callee {
                            Callee::Direct(callee) => Some(callee),
                            _ => None,
                        };
                        match callee.map(|callee| (callee, &program.functions[callee])) {
                            Some((callee, body)) if body.has_body() && depth > 0 => {
                                let inner = self.find_apart(callee, None, depth - 1);
                                for (index, arg) in call.args.iter().enumerate() {
                                    let named = index < body.param_count();
                                    if !named || inner.has_reg(RegId::from_index(index)) {
                                        marks.add(arg);
                                    }
                                }
                            }
                            Some((_, body)) if is_output(&body.name) => {}
                            _ => inst.op.for_each_operand(|operand| marks.add(operand)),
                        }
                    }
                    Op::Intrinsic { args, .. } => args.iter().for_each(|arg| marks.add(arg)),
                    _ => {}
                }
            }
        }
        // What is compared elsewhere is asked for once; its answer is one of two.
        marks.spread(function, false);
        asked.spread(function, true);
        let both = |a: Vec<bool>, b: Vec<bool>| a.iter().zip(&b).map(|(a, b)| *a || *b).collect();
        let slots = both(marks.slots, asked.slots);
        let apart = Rc::new(Apart { slots, regs: both(marks.regs, asked.regs) });
        self.analyses.apart.insert((id, within), apart.clone());
        apart
    }
}

/// Whether a branch of a block is asked again and again while a path stays within a loop.
fn is_within(loops: &LoopForest, within: Option<LoopId>, block: margay_ir::BlockId) -> bool {
    within.is_some_and(|id| loops.contains(id, block))
}

/// Functions that write a number in digits, whatever it is.
fn is_output(name: &str) -> bool {
    name.contains("print")
}

struct Marks {
    slots: Vec<bool>,
    regs: Vec<bool>,
    open: Vec<RegId>,
}

impl Marks {
    fn new(function: &Function) -> Marks {
        let (slots, regs) = (vec![false; function.slots.len()], vec![false; function.regs.len()]);
        Marks { slots, regs, open: Vec::new() }
    }

    fn add(&mut self, operand: &Operand) {
        if let Operand::Reg(reg) = operand
            && !std::mem::replace(&mut self.regs[reg.index()], true)
        {
            self.open.push(*reg);
        }
    }

    /// Marks what marked values are made of, or compared with.
    fn spread(&mut self, function: &Function, compared: bool) {
        let mut made_by = vec![None; function.regs.len()];
        let mut stores: Vec<Vec<Operand>> = vec![Vec::new(); function.slots.len()];
        for inst in function.insts.iter() {
            if let Some(result) = inst.result {
                made_by[result.index()] = Some(&inst.op);
            }
            if let Op::SlotStore { slot, value } = &inst.op {
                stores[slot.index()].push(*value);
            }
        }
        while let Some(reg) = self.open.pop() {
            match made_by[reg.index()] {
                Some(Op::SlotLoad { slot }) => {
                    if !std::mem::replace(&mut self.slots[slot.index()], true) {
                        let values = std::mem::take(&mut stores[slot.index()]);
                        values.iter().for_each(|value| self.add(value));
                    }
                }
                // What was loaded or returned is another value.
                Some(Op::Load { .. } | Op::Call(_)) | None => {}
                Some(Op::Icmp { .. } | Op::Fcmp { .. }) if !compared => {}
                Some(op) => op.for_each_operand(|operand| self.add(operand)),
            }
        }
    }
}
