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
    use crate::text::{parse, print_function};
    use crate::verify::verify;

    /// Promotes a function around some instructions, of which r0 and r1 are locals.
    fn promoted(insts: &str) -> String {
        let text = format!(
            r#"source_types {{ st0 = base "int" 32 signed }}
            define void @f() {{
              var v0 "n": st0 in memory r0
            b0:
              r0 = alloca i32, align 4
              r1 = alloca i32, align 4
              {insts}
              ret void
            }}"#
        );
        let mut program = parse(&text).unwrap();
        verify(&program).unwrap_or_else(|errors| panic!("{errors:?}"));
        promote_slots(&mut program);
        verify(&program).unwrap_or_else(|errors| panic!("{errors:?}"));
        print_function(&program, FuncId::from_index(0))
    }

    #[test]
    fn loads_stores_and_lifetimes_move_to_the_slot() {
        let text = promoted(
            "intrinsic lifetime.start(ptr r0)
            store i32 1, r0
            r2 = load i32, r0, align 4
            store i32 r2, r1
            br b1
            b1:
            r3 = load i32, r1
            intrinsic lifetime.end(i64 4, ptr r0)",
        );
        let expected = "\
define void @f() {
  slot s0: i32 ; n
  slot s1: i32
b0:
  reset.slot s0
  store.slot s0, 1
  r2 = load.slot s0
  store.slot s1, r2
  br b1
b1:
  r3 = load.slot s1
  reset.slot s0
  ret void
}
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_local_stays_memory_if_its_address_escapes_or_is_used_in_part() {
        for insts in [
            "store ptr r0, r0",
            "store ptr r0, @f",
            "r2 = load volatile i32, r0",
            "r2 = load atomic i32, r0",
            "store volatile i32 1, r0",
            "r2 = load i8, r0",
            "r2 = load float, r0",
            "store i64 1, r0",
            "r2 = gep i32, r0, i64 0",
            "r2 = ptrtoint ptr r0 to i64",
            "r2 = icmp eq ptr r0, null",
            "r2 = select true, ptr r0, r1",
            "call void *r1(ptr r0)",
            "r2 = atomicrmw atomic add r0, i32 1",
            "br b1 b1: r2 = phi ptr [b0: r0]",
        ] {
            let text = promoted(insts);
            assert!(text.contains("r0 = alloca i32"), "{text}");
        }
        assert!(promoted("store ptr r0, @f").contains("slot s0"), "r1 is free to go");
    }

    #[test]
    fn only_single_scalars_of_the_entry_block_are_promoted() {
        let text = promoted(
            "r2 = alloca i32, i32 2
            r3 = alloca {i32}
            r4 = alloca i32, i64 1
            br b1
            b1:
            r5 = alloca i32",
        );
        let kept: Vec<_> = text.lines().filter(|line| line.contains("alloca")).collect();
        assert_eq!(kept, ["  r2 = alloca i32, i32 2", "  r3 = alloca {i32}", "  r5 = alloca i32"]);
        assert!(text.contains("slot s2: i32"));
    }

    #[test]
    fn a_huge_function_takes_linear_time() {
        let mut text = String::from("define void @f() {\nb0:\n");
        let count = 50_000;
        (0..count).for_each(|at| text += &format!("r{at} = alloca i32\n"));
        (0..count).for_each(|at| text += &format!("store i32 {at}, r{at}\n"));
        let mut program = parse(&(text + "ret void\n}")).unwrap();
        assert_eq!(promote_slots(&mut program), count);
        assert_eq!(program.functions.iter().next().unwrap().insts.len(), count + 1);
    }
}
