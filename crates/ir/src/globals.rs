//! Which global variables may have changed since the program began.

use crate::consts::ConstKind;
use crate::ids::{ConstId, GlobalId, Id};
use crate::inst::{Op, Operand};
use crate::program::{Function, Global, Linkage, Program};
use crate::source::{Qualifier, SourceType};

/// The variables that may hold something else than what they began with: not those that are
/// constant, nor those of one file that nothing does anything with but read them.
pub fn changed_globals(program: &Program) -> Vec<GlobalId> {
    if let Some(changed) = &program.changed {
        return changed.clone();
    }
    let mut changed: Vec<bool> = program
        .globals
        .iter()
        .map(|global| is_volatile(program, global) || global.linkage != Linkage::Internal)
        .collect();
    for function in program.functions.iter() {
        mark_used(program, function, &mut changed);
    }
    for init in program.globals.iter().filter_map(|global| global.init) {
        mark(program, init, &mut changed);
    }
    for alias in program.aliases.iter() {
        mark(program, alias.target, &mut changed);
    }
    let globals = program.globals.enumerate();
    let variable = globals.filter(|(_, global)| {
        // Another file may have a constant of its own in place of a weak one.
        let replaced = global.linkage == Linkage::Weak || is_volatile(program, global);
        let constant = global.constant && !replaced;
        !constant && global.init.is_some()
    });
    variable.map(|(id, _)| id).filter(|id| changed[id.index()]).collect()
}

/// Whether anything may change a variable at any time.
fn is_volatile(program: &Program, global: &Global) -> bool {
    let Some(mut ty) = global.source.as_ref().map(|source| source.ty) else { return false };
    loop {
        ty = match program.source.types[ty] {
            SourceType::Qualified { qualifier: Qualifier::Volatile, .. } => return true,
            SourceType::Qualified { to, .. } | SourceType::Typedef { to, .. } => to,
            SourceType::Array { elem, .. } => elem,
            _ => return false,
        }
    }
}

/// Marks what a function uses in another way than by reading it.
fn mark_used(program: &Program, function: &Function, changed: &mut [bool]) {
    for inst in function.insts.iter() {
        let reads = match (&inst.op, inst.result) {
            (Op::Load { .. }, _) => true,
            (Op::Gep { base: Operand::Const(_), .. }, Some(result)) => {
                let pointer = Operand::Reg(result);
                function.insts.iter().all(|user| {
                    let mut uses = false;
                    user.op.for_each_operand(|operand| uses |= *operand == pointer);
                    !uses || matches!(user.op, Op::Load { .. })
                })
            }
            _ => false,
        };
        if !reads {
            inst.op.for_each_operand(|operand| {
                if let Operand::Const(id) = operand {
                    mark(program, *id, changed);
                }
            });
        }
    }
}

/// Marks what a constant has the address of.
fn mark(program: &Program, constant: ConstId, changed: &mut [bool]) {
    for_each_global(program, constant, |global| changed[global.index()] = true);
}

/// Calls `visit` with each global variable that a constant has the address of.
pub fn for_each_global(program: &Program, constant: ConstId, mut visit: impl FnMut(GlobalId)) {
    let mut work = vec![constant];
    while let Some(id) = work.pop() {
        let constant = program.const_of(id);
        if let ConstKind::Global(global) = constant.kind {
            visit(global);
        }
        constant.kind.for_each_part(|part| work.push(part));
    }
}
