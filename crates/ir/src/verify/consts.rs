//! Checks the table of constants, each against its type.

use super::rules::Rules;
use super::{Check, Errors, MAX_DEPTH, ensure};
use crate::consts::{Const, ConstExpr, ConstKind};
use crate::ids::{ConstId, TypeId};
use crate::program::Program;
use crate::types::Type;

/// Constants refer only to lower ids and nest no deeper than [`MAX_DEPTH`].
pub(super) fn check(program: &Program, rules: &Rules, errors: &mut Errors) {
    let mut depths: Vec<u32> = Vec::with_capacity(program.consts.len());
    for (id, constant) in program.consts.iter() {
        let mut depth = 0;
        let mut acyclic = true;
        constant.kind.for_each_part(|part| {
            let below = depths.get(crate::ids::Id::index(part));
            acyclic &= below.is_some();
            depth = depth.max(below.map_or(0, |d| d + 1));
        });
        depths.push(depth);
        if !acyclic {
            errors.add(format!("constant {id} refers to one that does not come before it"));
        } else if depth > MAX_DEPTH {
            errors.add(format!("constant {id} nests deeper than {MAX_DEPTH}"));
        } else {
            errors.note(format_args!("constant {id}"), kind(program, rules, constant));
        }
    }
}

/// The value of an index: an integer, or the first lane of a vector of equal ones.
pub(super) fn index_value(program: &Program, id: ConstId) -> Option<u64> {
    let constant = program.consts.try_get(id)?;
    match &constant.kind {
        ConstKind::Int(value) => Some(*value),
        ConstKind::Zero => Some(0),
        ConstKind::Aggregate(elems) => {
            let first = elems.first().filter(|first| elems.iter().all(|e| e == *first))?;
            match program.consts.try_get(*first)?.kind {
                ConstKind::Int(value) => Some(value),
                _ => None,
            }
        }
        ConstKind::Data(bytes) => {
            let Type::Vector { elem, .. } = program.types.try_get(constant.ty)? else {
                return None;
            };
            let Type::Int(bits) = program.types.try_get(*elem)? else { return None };
            let lane = bytes.get(..usize::try_from(bits / 8).ok().filter(|&n| n > 0)?)?;
            let mut value = [0; 8];
            value.get_mut(..lane.len())?.copy_from_slice(lane);
            let equal = bytes.chunks(lane.len()).all(|chunk| chunk == lane);
            equal.then_some(u64::from_le_bytes(value))
        }
        _ => None,
    }
}

fn kind(program: &Program, rules: &Rules, constant: &Const) -> Check {
    let ty = rules.get(constant.ty)?;
    match &constant.kind {
        ConstKind::Int(value) => {
            let Type::Int(bits @ 1..=64) = ty else {
                return Err(format!("an integer of type {}", constant.ty));
            };
            ensure!(*bits == 64 || value >> bits == 0, "{value} has more than {bits} bits");
        }
        ConstKind::WideInt(words) => {
            let Type::Int(bits @ 65..) = ty else {
                return Err(format!("a wide integer of type {}", constant.ty));
            };
            let count = usize::try_from(bits.div_ceil(64)).ok();
            ensure!(count == Some(words.len()), "{} words for {bits} bits", words.len());
            let used = (bits - 1) % 64 + 1;
            let top = words.last().copied().unwrap_or(0);
            ensure!(used == 64 || top >> used == 0, "more than {bits} bits");
        }
        ConstKind::Float(pattern) => {
            let Type::Float(kind) = ty else {
                return Err(format!("a float of type {}", constant.ty));
            };
            let bits = kind.bits();
            ensure!(bits == 128 || pattern >> bits == 0, "more than {bits} bits");
        }
        ConstKind::Null => ensure!(*ty == Type::Ptr, "null of type {}", constant.ty),
        ConstKind::Undef | ConstKind::Poison => rules.value(constant.ty)?,
        ConstKind::Zero => {
            let whole =
                matches!(ty, Type::Array { .. } | Type::Struct { .. } | Type::Vector { .. });
            ensure!(whole, "zero of type {}", constant.ty);
        }
        ConstKind::Aggregate(elems) => aggregate(program, rules, ty, elems)?,
        ConstKind::Data(bytes) => data(rules, ty, bytes.len())?,
        ConstKind::Global(id) => {
            rules.ptr(constant.ty)?;
            ensure!(program.globals.get(*id).is_some(), "global {id} does not exist");
        }
        ConstKind::Func(id) => {
            rules.ptr(constant.ty)?;
            ensure!(program.functions.get(*id).is_some(), "function {id} does not exist");
        }
        ConstKind::Alias(id) => {
            rules.ptr(constant.ty)?;
            ensure!(program.aliases.get(*id).is_some(), "alias {id} does not exist");
        }
        ConstKind::Block(function, block) => {
            rules.ptr(constant.ty)?;
            let found = program.functions.get(*function);
            // A function that was made external lost its blocks; nothing can jump there.
            let exists = found.is_some_and(|f| !f.has_body() || f.blocks.get(*block).is_some());
            ensure!(exists, "block {block} of {function} does not exist");
        }
        ConstKind::Expr(expr) => expression(program, rules, expr, constant.ty)?,
    }
    Ok(())
}

fn type_of(program: &Program, id: ConstId) -> Check<TypeId> {
    let found = program.consts.try_get(id).map(|constant| constant.ty);
    found.ok_or_else(|| format!("constant {id} does not exist"))
}

fn aggregate(program: &Program, rules: &Rules, ty: &Type, elems: &[ConstId]) -> Check {
    let count = u64::try_from(elems.len()).map_err(|e| e.to_string())?;
    match ty {
        Type::Struct { fields, .. } => {
            ensure!(fields.len() == elems.len(), "{} of {} fields", elems.len(), fields.len());
            for (elem, field) in elems.iter().zip(fields) {
                rules.same(type_of(program, *elem)?, *field)?;
            }
        }
        Type::Array { elem: each, .. } | Type::Vector { elem: each, .. } => {
            let len = ty.element_count().unwrap_or(0);
            ensure!(count == len, "{count} of {len} elements");
            for elem in elems {
                rules.same(type_of(program, *elem)?, *each)?;
            }
        }
        _ => return Err("elements of what has none".to_string()),
    }
    Ok(())
}

fn data(rules: &Rules, ty: &Type, bytes: usize) -> Check {
    let (Type::Array { elem, .. } | Type::Vector { elem, .. }) = ty else {
        return Err("data of what is no array or vector".to_string());
    };
    let bits = rules.data_bits(*elem)?.ok_or("data of such elements cannot be packed")?;
    let size = ty.element_count().and_then(|len| len.checked_mul(u64::from(bits / 8)));
    ensure!(u64::try_from(bytes).ok() == size, "{bytes} bytes of data for the type");
    Ok(())
}

fn expression(program: &Program, rules: &Rules, expr: &ConstExpr, result: TypeId) -> Check {
    let ty = |id: &ConstId| type_of(program, *id);
    match expr {
        ConstExpr::Cast(op, a) => rules.cast(*op, ty(a)?, result),
        ConstExpr::Gep { source, base, indices, .. } => {
            let index = |id: &ConstId| Ok((ty(id)?, index_value(program, *id)));
            let indices: Vec<_> = indices.iter().map(index).collect::<Check<_>>()?;
            rules.gep(*source, ty(base)?, &indices, result)
        }
        ConstExpr::Binary(op, a, b) => rules.binary(*op, ty(a)?, ty(b)?, result),
        ConstExpr::Icmp(_, a, b) => rules.icmp(ty(a)?, ty(b)?, result),
        ConstExpr::Fcmp(_, a, b) => rules.fcmp(ty(a)?, ty(b)?, result),
        ConstExpr::Select(a, b, c) => rules.select(ty(a)?, ty(b)?, ty(c)?, result),
        ConstExpr::ExtractElement(a, b) => rules.extract_element(ty(a)?, ty(b)?, result),
        ConstExpr::InsertElement(a, b, c) => rules.insert_element(ty(a)?, ty(b)?, ty(c)?, result),
        ConstExpr::Shuffle(a, b, mask) => rules.shuffle(ty(a)?, ty(b)?, mask, result),
    }
}
