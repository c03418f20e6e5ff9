//! Constants that are made of others: aggregates, expressions, addresses of blocks.
//!
//! In two steps, since operands may stand later in the file: [`build`] takes the record
//! apart and [`finish`] makes the constant when its operands are known.

use super::Context;
use super::checks;
use super::constants::{Extent, MAX_DEPTH, MAX_NODES};
use super::fault::{Res, ensure, fail, index, narrow};
use super::opcodes;
use llvm_bitcode::schema::blocks::ConstantsCodes as Code;
use margay_ir::{BlockId, CastOp, ConstExpr, ConstId, ConstKind, Id, Type, TypeId};

/// A constant of which the operands are still numbers of values.
#[derive(Debug)]
pub struct Build {
    form: Form,
    pub operands: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Aggregate,
    Binary(u64),
    Cast(CastOp),
    Gep {
        source: TypeId,
        inbounds: bool,
    },
    Select,
    ExtractElement,
    InsertElement,
    Shuffle,
    Compare(u64),
    BlockAddress(u32),
    /// The operand itself, under a name for the linker.
    Same,
}

/// Takes a record apart; `None` if it is a constant without operands.
pub fn build(cx: &Context<'_>, code: Code, ops: &[u64]) -> Res<Option<Build>> {
    let (form, operands) = match (code, ops) {
        (Code::Aggregate, _) => (Form::Aggregate, ops.to_vec()),
        (Code::BinOp, [op, a, b, ..]) => (Form::Binary(*op), vec![*a, *b]),
        (Code::Cast, [op, _, value, ..]) => (Form::Cast(opcodes::cast(*op)?), vec![*value]),
        #[allow(deprecated)]
        (
            Code::GepOld
            | Code::InboundsGep
            | Code::GepWithInrangeIndexOld
            | Code::GepWithInrange
            | Code::Gep,
            _,
        ) => gep(cx, code, ops)?,
        (Code::Select, [a, b, c, ..]) => (Form::Select, vec![*a, *b, *c]),
        (Code::ExtractElt, [_, vector, _, at] | [_, vector, at]) => {
            (Form::ExtractElement, vec![*vector, *at])
        }
        (Code::InsertElt, [vector, value, _, at] | [vector, value, at]) => {
            (Form::InsertElement, vec![*vector, *value, *at])
        }
        (Code::ShuffleVec, [a, b, mask]) | (Code::ShufVecEx, [_, a, b, mask]) => {
            (Form::Shuffle, vec![*a, *b, *mask])
        }
        #[allow(deprecated)]
        (Code::Cmp, [_, a, b, predicate, ..]) => (Form::Compare(*predicate), vec![*a, *b]),
        (Code::BlockAddress, [_, function, block, ..]) => {
            (Form::BlockAddress(narrow(*block)?), vec![*function])
        }
        (Code::DsoLocalEquivalent | Code::NoCfiValue, [_, value, ..]) => (Form::Same, vec![*value]),
        _ => return Ok(None),
    };
    Ok(Some(Build { form, operands }))
}

fn gep(cx: &Context<'_>, code: Code, ops: &[u64]) -> Res<(Form, Vec<u64>)> {
    let malformed = || super::fault::Fault::new("a constant address is malformed");
    let mut rest = ops;
    let mut next = || {
        let (first, after) = rest.split_first().ok_or_else(malformed)?;
        rest = after;
        Ok::<u64, super::fault::Fault>(*first)
    };
    #[allow(deprecated)]
    let has_flags = matches!(code, Code::Gep | Code::GepWithInrange | Code::GepWithInrangeIndexOld);
    // Without a type, which only pairs give away, the file has typed pointers.
    ensure(has_flags || ops.len() % 2 == 1, "a constant address without its type")?;
    let source = cx.types.get(next()?)?;
    #[allow(deprecated)]
    let inbounds = match code {
        Code::InboundsGep => true,
        _ if has_flags => next()? & 1 != 0,
        _ => false,
    };
    if code == Code::GepWithInrange {
        // The range that the address may be used in: its width, then two numbers.
        let words = if next()? > 64 {
            let counts = next()?;
            (counts & 0xffff_ffff) + (counts >> 32)
        } else {
            2
        };
        for _ in 0..words {
            next()?;
        }
    }
    ensure(!rest.is_empty() && rest.len().is_multiple_of(2), "a constant address is malformed")?;
    let operands = rest.chunks_exact(2).map(|pair| pair[1]).collect();
    Ok((Form::Gep { source, inbounds }, operands))
}

/// Makes the constant, of which all operands must have been read.
pub fn finish(cx: &mut Context<'_>, ty: TypeId, build: &Build) -> Res<ConstId> {
    let mut extent = Extent { depth: 0, nodes: 1 };
    let mut operands = Vec::with_capacity(build.operands.len());
    for &number in &build.operands {
        let Some(value) = cx.values.get(index(number)?) else {
            return fail(format!("a constant refers to value {number}, which is not defined"));
        };
        let operand = value.constant()?;
        let inner = cx.extents.get(operand);
        extent.depth = extent.depth.max(inner.depth);
        extent.nodes = extent.nodes.saturating_add(inner.nodes);
        operands.push(operand);
    }
    extent.depth += 1;
    ensure(extent.depth <= MAX_DEPTH, "constants are nested too deeply")?;
    ensure(extent.nodes <= MAX_NODES, "a constant has too many parts")?;
    let kind = match (build.form, operands.as_slice()) {
        (Form::Same, &[value]) => return Ok(value),
        (Form::Aggregate, _) => aggregate(cx, ty, &operands)?,
        (Form::BlockAddress(block), &[function]) => match cx.program.consts.get(function).kind {
            ConstKind::Func(function) => {
                ConstKind::Block(function, BlockId::from_index(index(block.into())?))
            }
            _ => return fail("the address of a block of no function"),
        },
        (form, _) => match expression(cx, ty, form, &operands)? {
            Ok(expression) => ConstKind::Expr(expression),
            Err(same) => return Ok(same),
        },
    };
    let id = cx.program.consts.intern(ty, kind);
    cx.extents.set(id, extent);
    Ok(id)
}

fn aggregate(cx: &Context<'_>, ty: TypeId, elements: &[ConstId]) -> Res<ConstKind> {
    let of = |id: &ConstId| cx.program.consts.get(*id).ty;
    let fits = match cx.program.types.get(ty) {
        Type::Struct { fields, .. } => fields.iter().copied().eq(elements.iter().map(of)),
        Type::Array { elem, len } => {
            index(*len) == Ok(elements.len()) && elements.iter().all(|e| of(e) == *elem)
        }
        Type::Vector { elem, len } => {
            index(u64::from(*len)) == Ok(elements.len()) && elements.iter().all(|e| of(e) == *elem)
        }
        _ => false,
    };
    ensure(fits, "the elements of a constant do not fit its type")?;
    Ok(ConstKind::Aggregate(elements.into()))
}

/// An expression, or the operand that it equals.
fn expression(
    cx: &mut Context<'_>,
    ty: TypeId,
    form: Form,
    operands: &[ConstId],
) -> Res<Result<ConstExpr, ConstId>> {
    let program = &mut cx.program;
    let type_of = |id: ConstId| program.consts.get(id).ty;
    let fits = |condition| ensure(condition, "the operands of a constant do not fit its type");
    Ok(Ok(match (form, operands) {
        (Form::Binary(op), &[a, b]) => {
            fits(type_of(a) == ty && type_of(b) == ty)?;
            ConstExpr::Binary(opcodes::binary(&program.types, op, ty)?, a, b)
        }
        (Form::Cast(op), &[value]) => {
            let from = type_of(value);
            checks::cast(program, op, from, ty)?;
            // Typed pointers of old files differ where ours are the same.
            if from == ty && matches!(op, CastOp::Bitcast | CastOp::AddrSpace) {
                return Ok(Err(value));
            }
            ConstExpr::Cast(op, value)
        }
        (Form::Gep { source, inbounds }, &[base, ref indices @ ..]) => {
            let places: Vec<_> =
                indices.iter().map(|&i| (type_of(i), program.consts.as_u64(i))).collect();
            let base_type = type_of(base);
            let result = checks::gep(program, source, base_type, &places)?;
            fits(result == ty)?;
            ConstExpr::Gep { source, base, indices: indices.into(), inbounds }
        }
        (Form::Select, &[cond, then, other]) => {
            fits(type_of(then) == ty && type_of(other) == ty)?;
            checks::condition(program, type_of(cond), ty)?;
            ConstExpr::Select(cond, then, other)
        }
        (Form::ExtractElement, &[vector, at]) => {
            fits(checks::element(program, type_of(vector), type_of(at))? == ty)?;
            ConstExpr::ExtractElement(vector, at)
        }
        (Form::InsertElement, &[vector, value, at]) => {
            let elem = checks::element(program, type_of(vector), type_of(at))?;
            fits(type_of(vector) == ty && type_of(value) == elem)?;
            ConstExpr::InsertElement(vector, value, at)
        }
        (Form::Shuffle, &[a, b, mask]) => {
            fits(type_of(a) == type_of(b))?;
            let from = type_of(a);
            let (mask, result) = checks::shuffle(program, &mut cx.budget, from, mask)?;
            fits(result == ty)?;
            ConstExpr::Shuffle(a, b, mask)
        }
        (Form::Compare(predicate), &[a, b]) => {
            fits(type_of(a) == type_of(b))?;
            let from = type_of(a);
            let result = checks::comparison(program, from);
            fits(result == ty)?;
            match opcodes::predicate(&cx.program.types, predicate, from)? {
                opcodes::Predicate::Int(pred) => ConstExpr::Icmp(pred, a, b),
                opcodes::Predicate::Float(pred) => ConstExpr::Fcmp(pred, a, b),
            }
        }
        _ => return fail("a constant expression is malformed"),
    }))
}
