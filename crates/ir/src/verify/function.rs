//! Checks one function: its shape first, then its instructions, then that every use is
//! dominated by its definition. Each part may rely on the ones before it.

use super::insts::InstRules;
use super::rules::Rules;
use super::tables::{has_scope, has_source_type, has_span, is_align};
use super::{Check, Errors, ensure};
use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::ids::{BlockId, Id, IdVec, InstId, RegId};
use crate::inst::{Op, Operand, ParamAttrs};
use crate::program::{Function, Program};
use crate::source::{Place, Variable};
use crate::types::{FuncType, Type};

pub(super) fn check(program: &Program, function: &Function, errors: &mut Errors) {
    let rules = Rules { types: &program.types, layout: &program.layout };
    let ty = match signature(&rules, program, function) {
        Ok(ty) => ty,
        Err(message) => return errors.add(message),
    };
    if !function.has_body() {
        if !function.insts.is_empty() {
            errors.add("instructions without blocks");
        }
        return;
    }
    let shape = errors.list.len();
    errors.note("parameters", params(function, ty));
    errors.note("registers", function.regs.iter().try_for_each(|ty| rules.value(*ty)));
    errors.note("slots", slots(&rules, function));
    for (id, variable) in function.vars.enumerate() {
        errors.note(id, place_of(&rules, program, function, variable));
    }
    errors.note("blocks", blocks(function));
    if errors.list.len() > shape {
        return;
    }
    let inst_rules = InstRules { rules, program, function, ret: ty.ret };
    for (id, inst) in function.insts.enumerate() {
        errors.note_inst(id, inst_rules.check(inst));
    }
    if errors.list.len() > shape {
        return;
    }
    let cfg = Cfg::new(function);
    if !cfg.predecessors(cfg.entry()).is_empty() {
        errors.add("something jumps to the entry block");
    }
    phis(function, &cfg, errors);
    match definitions(function, ty.params.len()) {
        Ok(definitions) => uses(function, &cfg, &definitions, errors),
        Err(message) => errors.add(message),
    }
}

fn signature<'a>(rules: &Rules<'a>, program: &Program, function: &Function) -> Check<&'a FuncType> {
    let ty = rules.function(function.ty)?;
    let (given, params) = (function.param_attrs.len(), ty.params.len());
    ensure!(given == params, "attributes of {given} parameters for {params}");
    function.param_attrs.iter().try_for_each(|attrs| param_attrs(rules, attrs))?;
    param_attrs(rules, &function.ret_attrs)?;
    if let Some(source) = &function.source {
        has_source_type(&program.source, source.ty)?;
        has_span(&program.source, source.span)?;
        has_scope(&program.source, Some(source.scope))?;
    }
    Ok(ty)
}

pub(super) fn param_attrs(rules: &Rules, attrs: &ParamAttrs) -> Check {
    for ty in attrs.byval.iter().chain(&attrs.sret) {
        rules.value(*ty)?;
    }
    ensure!(is_align(attrs.align), "alignment {}", attrs.align);
    Ok(())
}

fn params(function: &Function, ty: &FuncType) -> Check {
    let regs = function.regs.as_slice();
    ensure!(regs.len() >= ty.params.len(), "fewer registers than parameters");
    let fits = regs.iter().zip(&ty.params).all(|(reg, param)| reg == param);
    ensure!(fits, "the first registers are not the parameters");
    Ok(())
}

fn slots(rules: &Rules, function: &Function) -> Check {
    for (id, slot) in function.slots.enumerate() {
        let scalar = matches!(rules.get(slot.ty)?, Type::Int(_) | Type::Float(_) | Type::Ptr);
        ensure!(scalar, "{id} is not a single number");
    }
    Ok(())
}

fn place_of(rules: &Rules, program: &Program, function: &Function, variable: &Variable) -> Check {
    has_source_type(&program.source, variable.ty)?;
    has_span(&program.source, variable.span)?;
    has_scope(&program.source, variable.scope)?;
    match variable.place {
        Place::Slot(slot) => {
            ensure!(function.slots.get(slot).is_some(), "{slot} does not exist");
        }
        Place::Memory(reg) => {
            let ty = function.regs.get(reg).ok_or_else(|| format!("{reg} does not exist"))?;
            rules.ptr(*ty)?;
        }
        Place::Unknown => {}
    }
    Ok(())
}

/// Blocks tile the instructions and each ends in its only terminator, which names
/// blocks that exist; phis come first.
fn blocks(function: &Function) -> Check {
    let insts = function.insts.as_slice();
    let mut next = 0usize;
    for (id, block) in function.blocks.enumerate() {
        ensure!(block.first.index() == next, "{id} does not start where the last one ended");
        ensure!(block.len > 0, "{id} is empty");
        let len = usize::try_from(block.len).map_err(|e| e.to_string())?;
        let end = next.checked_add(len).filter(|&end| end <= insts.len());
        let end = end.ok_or_else(|| format!("{id} ends after the last instruction"))?;
        let (last, inner) = insts[next..end].split_last().expect("a block has an instruction");
        ensure!(last.op.is_terminator(), "{id} does not end in a terminator");
        ensure!(!inner.iter().any(|i| i.op.is_terminator()), "{id} has a terminator inside");
        let is_phi = |i: &crate::inst::Inst| matches!(i.op, Op::Phi { .. });
        let head = inner.iter().take_while(|i| is_phi(i)).count();
        ensure!(!inner[head..].iter().any(is_phi), "{id} has a phi that is not at its head");
        let mut missing = None;
        last.op.for_each_successor(|to| {
            missing = missing.or(Some(to).filter(|&to| function.blocks.get(to).is_none()));
        });
        ensure!(missing.is_none(), "{id} jumps to {missing:?}, which does not exist");
        next = end;
    }
    ensure!(next == insts.len(), "instructions after the last block");
    Ok(())
}

/// A phi has a value for each predecessor and for no other block. Several edges from
/// one block may have as many entries, if they agree.
fn phis(function: &Function, cfg: &Cfg, errors: &mut Errors) {
    // By block: the last phi that had an entry for it, and which.
    let mut entry: Vec<(usize, Option<Operand>)> = vec![(usize::MAX, None); cfg.block_count()];
    for block in function.blocks.ids() {
        for inst in function.block_insts(block) {
            let Op::Phi { incoming } = &function.insts[inst].op else { break };
            let mut check = || -> Check {
                let mut distinct = 0;
                for (from, value) in incoming {
                    let slot = entry
                        .get_mut(from.index())
                        .ok_or_else(|| format!("{from} does not exist"))?;
                    if slot.0 != inst.index() {
                        *slot = (inst.index(), Some(*value));
                        distinct += 1;
                    }
                    ensure!(slot.1 == Some(*value), "two values from {from}");
                }
                let predecessors = cfg.predecessors(block);
                for from in predecessors {
                    ensure!(entry[from.index()].0 == inst.index(), "no value from {from}");
                }
                ensure!(distinct == predecessors.len(), "a value from no predecessor");
                Ok(())
            };
            errors.note_inst(inst, check());
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Definition {
    Nowhere,
    Param,
    At(BlockId, InstId),
}

/// Where each register is assigned, which is in one place.
fn definitions(function: &Function, params: usize) -> Check<IdVec<RegId, Definition>> {
    let mut found: IdVec<RegId, _> = function
        .regs
        .ids()
        .map(|reg| if reg.index() < params { Definition::Param } else { Definition::Nowhere })
        .collect();
    for block in function.blocks.ids() {
        for inst in function.block_insts(block) {
            if let Some(reg) = function.insts[inst].result {
                ensure!(found[reg] == Definition::Nowhere, "{reg} is assigned twice");
                found[reg] = Definition::At(block, inst);
            }
        }
    }
    Ok(found)
}

fn uses(
    function: &Function,
    cfg: &Cfg,
    definitions: &IdVec<RegId, Definition>,
    errors: &mut Errors,
) {
    let dominators = Dominators::new(cfg);
    // Whether a value is there at an instruction, or at the end of the block for `None`.
    let available = |operand: &Operand, block: BlockId, at: Option<InstId>| {
        let Operand::Reg(reg) = operand else { return true };
        match definitions[*reg] {
            Definition::Nowhere => false,
            Definition::Param => true,
            Definition::At(home, inst) if home == block => at.is_none_or(|at| inst < at),
            Definition::At(home, _) => dominators.dominates(home, block),
        }
    };
    for &block in cfg.reverse_postorder() {
        for inst in function.block_insts(block) {
            let mut bad = None;
            let op = &function.insts[inst].op;
            if let Op::Phi { incoming } = op {
                let live = incoming.iter().filter(|(from, _)| cfg.is_reachable(*from));
                let mut live = live.filter(|(from, value)| !available(value, *from, None));
                bad = live.next().map(|(_, value)| *value);
            } else {
                op.for_each_operand(|operand| {
                    if !available(operand, block, Some(inst)) {
                        bad = Some(*operand);
                    }
                });
            }
            let check = bad.map_or(Ok(()), |operand| {
                Err(format!("{operand:?} is used where it may not be assigned"))
            });
            errors.note_inst(inst, check);
        }
    }
}
