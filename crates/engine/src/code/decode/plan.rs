//! What to fold before a function is decoded.
//!
//! Unoptimised code moves every variable through a load and a store. Here we find
//! the loads of a slot that can read the slot itself, the results that can be
//! written to a slot directly, and the compares, extensions and address
//! computations that fold into the next instruction.
//!
//! This rests on a promise of the decoder: the operations of one instruction read
//! all its operands before the first of them writes where the result goes, or write
//! only what none of them reads later. An address of several steps writes its result
//! in between, which is safe as a slot is a pointer or an index, never both.

use crate::code::constants::Constants;
use margay_ir::{
    BinaryOp, Callee, CastOp, ConstKind, Function, Id, IdVec, InstId, Op, Operand, Program, RegId,
    SlotId, Type,
};
use std::collections::HashMap;

/// A result may be stored this many instructions after it was computed.
const STORE_WINDOW: usize = 16;

/// Whether the places of objects decide a comparison: it is one of pointers, none of them null.
pub fn compares_places(program: &Program, function: &Function, a: Operand, b: Operand) -> bool {
    let is_pointer = matches!(program.types.get(program.type_of(function, a)), Type::Ptr);
    let is_null = |operand: Operand| match operand {
        Operand::Const(id) => matches!(program.consts.get(id).kind, ConstKind::Null),
        Operand::Reg(_) => false,
    };
    is_pointer && !is_null(a) && !is_null(b)
}

/// Whether a value is a pointer as a number that is used for nothing but to subtract it from another one.
pub fn stays_pointer(plan: &Plan, operand: Operand) -> bool {
    let Operand::Reg(reg) = operand else { return false };
    plan.from_pointer[reg] && plan.subtracted[reg] == plan.uses[reg]
}

pub struct Plan {
    /// How often a register is an operand of a subtraction of two pointers.
    pub subtracted: IdVec<RegId, u32>,
    /// Pointers as numbers.
    pub from_pointer: IdVec<RegId, bool>,
    /// Loads of a slot whose register is the slot itself.
    pub reads_slot: IdVec<RegId, Option<SlotId>>,
    /// Results that go to a slot directly; the store of them is dropped.
    pub writes_slot: IdVec<RegId, Option<SlotId>>,
    /// Instructions that fold into the one after them, or whose work is done already.
    pub folded: IdVec<InstId, bool>,
    pub uses: IdVec<RegId, u32>,
    /// Registers defined and used in one block only, which may share numbers with others.
    pub local: IdVec<RegId, bool>,
    /// For each instruction, the registers that nothing needs after it.
    pub last_uses: HashMap<InstId, Vec<RegId>>,
    pub defs: super::gep::Definitions,
    /// It calls setjmp, or what is like it.
    pub returns_twice: bool,
}

impl Plan {
    pub fn of(constants: &Constants<'_>, function: &Function, explores: bool) -> Self {
        let program = constants.program;
        let mut plan = Plan {
            subtracted: function.regs.iter().map(|_| 0).collect(),
            from_pointer: function.regs.iter().map(|_| false).collect(),
            reads_slot: function.regs.iter().map(|_| None).collect(),
            writes_slot: function.regs.iter().map(|_| None).collect(),
            folded: function.insts.iter().map(|_| false).collect(),
            uses: function.regs.iter().map(|_| 0).collect(),
            local: function.regs.iter().map(|_| true).collect(),
            last_uses: HashMap::new(),
            defs: super::gep::definitions(function),
            returns_twice: false,
        };
        let mut ends = plan.count(function);
        plan.count_subtractions(function);
        // A second return of setjmp finds registers as they were at the first, so there
        // every register keeps a number of its own and nothing moves.
        // The library knows such functions also where the compiler was told not to.
        plan.returns_twice = function.insts.iter().any(|inst| match &inst.op {
            Op::Call(call) => match &call.callee {
                _ if call.returns_twice => true,
                Callee::Direct(id) => constants.library.returns_twice(&program.functions[*id].name),
                _ => false,
            },
            _ => false,
        });
        if plan.returns_twice {
            plan.local = function.regs.iter().map(|_| false).collect();
        } else {
            plan.read_slots(function, &ends);
            plan.write_slots(function);
        }
        plan.fold(program, function, explores, &mut ends);
        for (reg, end) in ends.enumerate() {
            if let (Some(end), true) = (end, plan.local[reg]) {
                plan.last_uses.entry(*end).or_default().push(reg);
            }
        }
        plan
    }

    fn count_subtractions(&mut self, function: &Function) {
        let is_cast: Vec<RegId> = function
            .insts
            .iter()
            .filter(|inst| matches!(inst.op, Op::Cast { op: CastOp::PtrToInt, .. }))
            .filter_map(|inst| inst.result)
            .collect();
        for reg in &is_cast {
            self.from_pointer[*reg] = true;
        }
        for inst in function.insts.iter() {
            if let Op::Binary { op: BinaryOp::Sub, a: Operand::Reg(a), b: Operand::Reg(b), .. } =
                inst.op
                && self.from_pointer[a]
                && self.from_pointer[b]
            {
                self.subtracted[a] += 1;
                self.subtracted[b] += 1;
            }
        }
    }

    /// Counts uses and finds the last one of each register within its block.
    fn count(&mut self, function: &Function) -> IdVec<RegId, Option<InstId>> {
        let mut ends: IdVec<RegId, Option<InstId>> = function.regs.iter().map(|_| None).collect();
        let mut home: IdVec<RegId, Option<usize>> = function.regs.iter().map(|_| None).collect();
        for index in 0..function.param_count() {
            self.local[RegId::from_index(index)] = false;
        }
        for block in function.blocks.ids() {
            for id in function.block_insts(block) {
                if let Some(result) = function.insts[id].result {
                    home[result] = Some(block.index());
                }
            }
        }
        for block in function.blocks.ids() {
            for id in function.block_insts(block) {
                let inst = &function.insts[id];
                let phi = matches!(inst.op, Op::Phi { .. });
                inst.op.for_each_operand(|operand| {
                    if let Operand::Reg(reg) = *operand {
                        self.uses[reg] += 1;
                        ends[reg] = Some(id);
                        // A phi reads at the end of another block.
                        if phi || home[reg] != Some(block.index()) {
                            self.local[reg] = false;
                        }
                    }
                });
                if let (true, Some(result)) = (phi, inst.result) {
                    self.local[result] = false;
                }
            }
        }
        ends
    }

    /// A load may read the slot itself if the slot keeps its value up to the last use.
    fn read_slots(&mut self, function: &Function, ends: &IdVec<RegId, Option<InstId>>) {
        for block in function.blocks.ids() {
            let mut next_write: HashMap<SlotId, InstId> = HashMap::new();
            for id in function.block_insts(block).rev() {
                let inst = &function.insts[id];
                match inst.op {
                    Op::SlotStore { slot, .. } | Op::SlotReset { slot } => {
                        next_write.insert(slot, id);
                    }
                    Op::SlotLoad { slot } => {
                        let Some(result) = inst.result else { continue };
                        let kept = match (next_write.get(&slot), ends[result]) {
                            (Some(write), Some(end)) => *write >= end,
                            _ => true,
                        };
                        if self.local[result] && kept {
                            self.reads_slot[result] = Some(slot);
                            self.folded[id] = true;
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// A result may go to the slot at once if nothing looks at the slot before the store.
    fn write_slots(&mut self, function: &Function) {
        for block in function.blocks.ids() {
            let mut defined: HashMap<RegId, usize> = HashMap::new();
            for id in function.block_insts(block) {
                let inst = &function.insts[id];
                if let Op::SlotStore { slot, value: Operand::Reg(reg) } = inst.op
                    && let Some(&at) = defined.get(&reg)
                    && self.uses[reg] == 1
                    && id.index() - at <= STORE_WINDOW
                    && self.untouched(function, slot, at + 1..id.index())
                {
                    self.writes_slot[reg] = Some(slot);
                    self.folded[id] = true;
                }
                let movable = !matches!(inst.op, Op::Phi { .. } | Op::SlotLoad { .. });
                if let (true, Some(result)) = (movable, inst.result) {
                    defined.insert(result, id.index());
                }
            }
        }
    }

    /// Whether no instruction of the range reads or writes the slot.
    fn untouched(&self, function: &Function, slot: SlotId, range: std::ops::Range<usize>) -> bool {
        range.map(InstId::from_index).all(|id| {
            let inst = &function.insts[id];
            let direct = match inst.op {
                Op::SlotLoad { slot: s }
                | Op::SlotStore { slot: s, .. }
                | Op::SlotReset { slot: s } => s == slot,
                _ => false,
            };
            let mut through_register =
                inst.result.is_some_and(|result| self.writes_slot[result] == Some(slot));
            inst.op.for_each_operand(|operand| {
                if let Operand::Reg(reg) = *operand {
                    through_register |= self.reads_slot[reg] == Some(slot);
                }
            });
            !direct && !through_register
        })
    }

    /// Folds what the next instruction can do itself: a compare into its branch, an
    /// extension of an index into its address, an address into its load.
    fn fold(
        &mut self,
        program: &Program,
        function: &Function,
        explores: bool,
        ends: &mut IdVec<RegId, Option<InstId>>,
    ) {
        let last = function.insts.len().saturating_sub(1);
        // Instructions that fold one into another, up to the one examined.
        let mut chain: Vec<InstId> = Vec::new();
        for index in 0..last {
            let (id, next) = (InstId::from_index(index), InstId::from_index(index + 1));
            let inst = &function.insts[id];
            let alone = inst.result.filter(|result| {
                self.uses[*result] == 1 && self.writes_slot[*result].is_none() && !self.folded[id]
            });
            let Some(result) = alone else {
                chain.clear();
                continue;
            };
            let operand = Operand::Reg(result);
            let narrow = |ty| match program.types.get(ty) {
                Type::Int(bits) => *bits <= 64,
                Type::Ptr => true,
                _ => false,
            };
            let folds = match (&inst.op, &function.insts[next].op) {
                (Op::Icmp { a, b, .. }, Op::CondBr { cond, .. }) => {
                    *cond == operand
                        && narrow(program.type_of(function, *a))
                        && !(explores && compares_places(program, function, *a, *b))
                }
                (
                    Op::Cast { op: CastOp::SExt, value, .. },
                    Op::Gep { base, indices, source, .. },
                ) => {
                    *base != operand
                        && narrow(program.type_of(function, *value))
                        && super::gep::single_index(program, function, *source, indices)
                            == Some(operand)
                }
                (address @ Op::Gep { .. }, Op::Load { ptr, ty, .. }) => {
                    *ptr == operand
                        && super::gep::folds_into_load(program, function, &self.defs, address, *ty)
                }
                _ => false,
            };
            if !folds {
                chain.clear();
                continue;
            }
            self.folded[id] = true;
            chain.push(id);
            // What the folded instructions read must last until the last one reads it.
            for folded in &chain {
                function.insts[*folded].op.for_each_operand(|operand| {
                    if let Operand::Reg(reg) = *operand
                        && ends[reg].is_some_and(|end| end <= next)
                    {
                        ends[reg] = Some(next);
                    }
                });
            }
        }
    }
}
