//! Turns locals whose address never escapes into slots of the frame.
//!
//! At `-O0` every local of C is an `alloca`. One of scalar type that is only loaded
//! and stored as a whole needs no memory, so it becomes a [`Slot`]. Nothing else
//! changes: the order of instructions, their spans, and the ids of blocks and
//! registers stay; the register that held the address is left without a definition.
//! It may run before the verifier, so it leaves alone what it does not understand.

use crate::consts::Consts;
use crate::ids::{BlockId, FuncId, Id, IdVec, InstId, RegId, SlotId, TypeId};
use crate::inst::{Access, Inst, Intrinsic, Op, Operand};
use crate::program::{Block, Function, Program, Slot};
use crate::source::Place;
use crate::types::Types;

/// Promotes the locals of every function; says how many became slots.
pub fn promote_slots(program: &mut Program) -> usize {
    let Program { functions, types, consts, .. } = program;
    functions.iter_mut().map(|function| promote(types, consts, function)).sum()
}

/// Promotes the locals of one function; says how many became slots.
pub fn promote_function(program: &mut Program, id: FuncId) -> usize {
    let Program { functions, types, consts, .. } = program;
    promote(types, consts, &mut functions[id])
}

fn promote(types: &Types, consts: &Consts, function: &mut Function) -> usize {
    if !function.has_body() || !blocks_tile_insts(function) {
        return 0;
    }
    let mut candidates = find_candidates(types, consts, function);
    if candidates.iter().all(Option::is_none) {
        return 0;
    }
    drop_escaping(consts, function, &mut candidates);

    // Slots are numbered in the order of the allocas, which is that of declaration.
    let mut slots: IdVec<RegId, Option<SlotId>> = IdVec::from(vec![None; function.regs.len()]);
    let before = function.slots.len();
    for inst in function.block_insts(entry()) {
        let Some(reg) = function.insts[inst].result else { continue };
        if let Some(Some(candidate)) = candidates.get(reg) {
            slots[reg] = Some(function.slots.push(Slot { ty: candidate.ty }));
        }
    }
    rewrite(function, &slots);
    function.slots.len() - before
}

#[derive(Clone, Copy)]
struct Candidate {
    ty: TypeId,
    alloca: InstId,
}

fn entry() -> BlockId {
    BlockId::from_index(0)
}

fn blocks_tile_insts(function: &Function) -> bool {
    let mut next = 0;
    for block in function.blocks.iter() {
        if block.first.index() != next || block.len == 0 {
            return false;
        }
        next += block.len as usize;
    }
    next == function.insts.len()
}

/// Single scalars that the entry block allocates, by the register of their address.
fn find_candidates(
    types: &Types,
    consts: &Consts,
    function: &Function,
) -> IdVec<RegId, Option<Candidate>> {
    let mut candidates = IdVec::from(vec![None; function.regs.len()]);
    for alloca in function.block_insts(entry()) {
        let inst = &function.insts[alloca];
        let (Op::Alloca { ty, count: Operand::Const(count), .. }, Some(reg)) =
            (&inst.op, inst.result)
        else {
            continue;
        };
        let single = consts.contains(*count) && consts.as_u64(*count) == Some(1);
        let scalar = types.contains(*ty) && types.is_scalar(*ty);
        if let (true, Some(candidate)) = (single && scalar, candidates.get_mut(reg)) {
            *candidate = Some(Candidate { ty: *ty, alloca });
        }
    }
    candidates
}

/// Takes away the candidates whose address does anything but load and store the whole.
fn drop_escaping(
    consts: &Consts,
    function: &Function,
    candidates: &mut IdVec<RegId, Option<Candidate>>,
) {
    let type_of = |operand: Operand| match operand {
        Operand::Reg(reg) => function.regs.get(reg).copied(),
        Operand::Const(id) => consts.contains(id).then(|| consts.get(id).ty),
    };
    for (id, inst) in function.insts.enumerate() {
        // A second definition is the verifier's to report.
        if let Some(candidate) = inst.result.and_then(|reg| candidates.get_mut(reg)) {
            *candidate = candidate.filter(|c| c.alloca == id);
        }
        let mut fits = |reg: RegId, ty: Option<TypeId>, access: &Access| {
            if let Some(candidate) = candidates.get_mut(reg) {
                let plain = !access.volatile && !access.atomic;
                *candidate = candidate.filter(|c| plain && ty == Some(c.ty));
            }
        };
        match &inst.op {
            Op::Load { ty, ptr: Operand::Reg(reg), access } => {
                let result = inst.result.and_then(|r| function.regs.get(r).copied());
                fits(*reg, result.filter(|result| result == ty), access);
            }
            Op::Store { value, ptr: Operand::Reg(reg), access } => {
                fits(*reg, type_of(*value), access);
                escape(candidates, value);
            }
            op if lifetime_of(op).is_some() => {}
            op => op.for_each_operand(|operand| escape(candidates, operand)),
        }
    }
}

fn escape(candidates: &mut IdVec<RegId, Option<Candidate>>, operand: &Operand) {
    let Operand::Reg(reg) = operand else { return };
    if let Some(candidate) = candidates.get_mut(*reg) {
        *candidate = None;
    }
}

/// The address whose lifetime begins or ends here. LLVM before 22 passes a size first.
fn lifetime_of(op: &Op) -> Option<RegId> {
    match op {
        Op::Intrinsic { which: Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd, args } => {
            match **args {
                [Operand::Reg(reg)] | [Operand::Const(_), Operand::Reg(reg)] => Some(reg),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Removes the allocas of the new slots and makes their uses uses of the slots.
fn rewrite(function: &mut Function, slots: &IdVec<RegId, Option<SlotId>>) {
    let slot_of = |reg: RegId| slots.get(reg).copied().flatten();
    let old = std::mem::take(&mut function.insts);
    let mut insts: IdVec<InstId, Inst> = IdVec::new();
    let mut rest = old.into_iter();
    for block in function.blocks.iter_mut() {
        let first = insts.next_id();
        let mut len = 0;
        for mut inst in rest.by_ref().take(block.len as usize) {
            let promoted = match &inst.op {
                Op::Alloca { .. } if inst.result.and_then(slot_of).is_some() => continue,
                Op::Load { ptr: Operand::Reg(reg), .. } => {
                    slot_of(*reg).map(|slot| Op::SlotLoad { slot })
                }
                Op::Store { value, ptr: Operand::Reg(reg), .. } => {
                    slot_of(*reg).map(|slot| Op::SlotStore { slot, value: *value })
                }
                op => lifetime_of(op).and_then(slot_of).map(|slot| Op::SlotReset { slot }),
            };
            if let Some(op) = promoted {
                inst.op = op;
            }
            insts.push(inst);
            len += 1;
        }
        *block = Block { first, len };
    }
    function.insts = insts;
    for variable in function.vars.iter_mut() {
        let Place::Memory(reg) = variable.place else { continue };
        if let Some(slot) = slot_of(reg) {
            variable.place = Place::Slot(slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::consts::ConstKind;
    use crate::ids::{ConstId, SourceTypeId, SpanId};
    use crate::program::{FuncAttrs, Linkage};
    use crate::source::Variable;
    use crate::types::{DataLayout, FuncType, Type};

    /// A function of one block with a local `i32` at r0, a second at r1, and `use_it`.
    fn function_with(use_it: Vec<(Option<RegId>, Op)>) -> (Program, ConstId) {
        let mut program = Program::new(DataLayout::x86_64(), String::new());
        let void = program.types.void();
        let int = program.types.int(32);
        let ptr = program.types.ptr();
        let one = program.consts.intern(int, ConstKind::Int(1));
        let ty = program.types.intern(Type::Function(FuncType {
            ret: void,
            params: Box::new([]),
            variadic: false,
        }));
        let alloca = || Op::Alloca { ty: int, count: Operand::Const(one), align: 4 };
        let mut insts: IdVec<InstId, Inst> = IdVec::new();
        let span = SpanId::from_index(0);
        let body = [(Some(reg(0)), alloca()), (Some(reg(1)), alloca())]
            .into_iter()
            .chain(use_it)
            .chain([(None, Op::Ret { value: None })]);
        for (result, op) in body {
            insts.push(Inst { op, result, span });
        }
        let len = u32::try_from(insts.len()).unwrap();
        let variable = Variable {
            name: "n".into(),
            ty: SourceTypeId::from_index(0),
            scope: None,
            span,
            parameter: None,
            place: Place::Memory(reg(0)),
        };
        program.functions.push(Function {
            name: "f".into(),
            linkage: Linkage::External,
            ty,
            param_attrs: Box::new([]),
            ret_attrs: Default::default(),
            attrs: FuncAttrs::default(),
            regs: vec![ptr, ptr, int, ptr].into(),
            slots: IdVec::new(),
            blocks: vec![Block { first: InstId::from_index(0), len }].into(),
            insts,
            vars: vec![variable].into(),
            source: None,
        });
        (program, one)
    }

    fn reg(index: usize) -> RegId {
        RegId::from_index(index)
    }

    fn load(program: &mut Program, volatile: bool) -> Op {
        let ty = program.types.int(32);
        let access = Access { volatile, ..Access::plain(4) };
        Op::Load { ty, ptr: Operand::Reg(reg(0)), access }
    }

    #[test]
    fn loads_stores_and_lifetimes_move_to_the_slot() {
        let (mut program, one) = function_with(vec![]);
        let load = load(&mut program, false);
        let r0 = Operand::Reg(reg(0));
        let (mut program, _) = function_with(vec![
            (None, Op::Intrinsic { which: Intrinsic::LifetimeStart, args: Box::new([r0]) }),
            (None, Op::Store { value: Operand::Const(one), ptr: r0, access: Access::plain(4) }),
            (Some(reg(2)), load),
        ]);
        assert_eq!(promote_slots(&mut program), 2);
        let function = program.functions.iter().next().unwrap();
        let slot = SlotId::from_index(0);
        let ops: Vec<_> = function.insts.iter().map(|i| i.op.clone()).collect();
        let expected = [
            Op::SlotReset { slot },
            Op::SlotStore { slot, value: Operand::Const(one) },
            Op::SlotLoad { slot },
            Op::Ret { value: None },
        ];
        assert_eq!(ops, expected);
        assert_eq!(function.blocks[entry()].len, 4);
        assert_eq!(function.vars[crate::VarId::from_index(0)].place, Place::Slot(slot));
    }

    #[test]
    fn an_address_that_is_stored_escapes() {
        let store = Op::Store {
            value: Operand::Reg(reg(0)),
            ptr: Operand::Reg(reg(1)),
            access: Access::plain(8),
        };
        // r0 escapes through the store, r1 is stored to with another type.
        let (mut program, _) = function_with(vec![(None, store)]);
        assert_eq!(promote_slots(&mut program), 0);
    }

    #[test]
    fn volatile_access_keeps_memory() {
        let (mut program, _) = function_with(vec![]);
        let load = load(&mut program, true);
        let (mut program, _) = function_with(vec![(Some(reg(2)), load)]);
        // Only r1, which nothing uses, becomes a slot.
        assert_eq!(promote_slots(&mut program), 1);
    }

    #[test]
    fn load_of_another_type_keeps_memory() {
        let (mut program, _) = function_with(vec![]);
        let ty = program.types.ptr();
        let load = Op::Load { ty, ptr: Operand::Reg(reg(0)), access: Access::plain(8) };
        let (mut program, _) = function_with(vec![(Some(reg(3)), load)]);
        assert_eq!(promote_slots(&mut program), 1);
    }
}
