//! Blocks of constants: records to interned constants.
//!
//! A constant may refer to one that stands later in the file, so those that do wait
//! until the block is read. No constant leaves here that is nested more deeply than
//! [`MAX_DEPTH`] or expands to more than [`MAX_NODES`], so that walking one is safe. A
//! constant that cannot be read spoils only what uses it.

use super::Context;
use super::constexpr::{self, Build};
use super::fault::{Res, ensure, fail, index, unfold_sign};
use super::stream::{Item, Record, SubBlock};
use super::values::{Asm, Value};
use llvm_bitcode::schema::blocks::ConstantsCodes as Code;
use margay_ir::{ConstId, ConstKind, FloatKind, Id, Type, TypeId};
use std::rc::Rc;

pub const MAX_DEPTH: u32 = 500;
pub const MAX_NODES: u64 = 1 << 26;

/// How large a constant is for a walk over it.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub depth: u32,
    pub nodes: u64,
}

/// Extents by constant, for those that have operands.
#[derive(Debug, Default)]
pub struct Extents(Vec<Extent>);

impl Extents {
    pub fn get(&self, id: ConstId) -> Extent {
        self.0.get(id.index()).copied().unwrap_or(Extent { depth: 0, nodes: 1 })
    }

    pub fn set(&mut self, id: ConstId, extent: Extent) {
        if self.0.len() <= id.index() {
            self.0.resize(id.index() + 1, Extent { depth: 0, nodes: 1 });
        }
        self.0[id.index()] = extent;
    }
}

/// A constant that waits for its operands.
#[derive(Debug)]
struct Pending {
    number: usize,
    ty: TypeId,
    build: Build,
    visited: bool,
}

/// Reads a block of constants and appends them to the values.
pub fn read(cx: &mut Context<'_>, block: SubBlock) -> Res<()> {
    let (mut block, mut record) = (cx.stream.enter(block), Record::default());
    let mut ty = cx.program.types.int(32);
    let mut pending = Vec::new();
    while let Some(item) = cx.stream.next(&mut block, &mut record)? {
        let Item::Record = item else { continue };
        let code = u8::try_from(record.code).ok().and_then(|c| Code::try_from(c).ok());
        if let (Some(Code::Settype), [number, ..]) = (code, record.ops.as_slice()) {
            ty = cx.types.get(*number)?;
            continue;
        }
        let number = cx.values.len();
        let value = match code {
            None => fail(format!("constant record {} is not known", record.code)),
            Some(code) => match constexpr::build(cx, code, &record.ops) {
                Ok(None) => leaf(cx, code, ty, &record.ops),
                Ok(Some(build)) => {
                    pending.push(Pending { number, ty, build, visited: false });
                    Ok(Value::Pending(pending.len() - 1))
                }
                Err(fault) => Err(fault),
            },
        };
        cx.values.push(value.unwrap_or_else(|fault| Value::bad(&fault)));
    }
    resolve(cx, &mut pending);
    Ok(())
}

/// Builds the constants that wait, operands first.
///
/// The stack is explicit because a hostile file may chain any number of them.
fn resolve(cx: &mut Context<'_>, pending: &mut [Pending]) {
    let mut stack: Vec<usize> = (0..pending.len()).rev().collect();
    while let Some(at) = stack.pop() {
        let number = pending[at].number;
        if !matches!(cx.values[number], Value::Pending(_)) {
            continue;
        }
        if !pending[at].visited {
            pending[at].visited = true;
            let waits: Vec<usize> = (pending[at].build.operands.iter())
                .filter_map(|&operand| match cx.values.get(index(operand).ok()?)? {
                    Value::Pending(other) => Some(*other),
                    _ => None,
                })
                .collect();
            if !waits.is_empty() {
                stack.push(at);
                stack.extend(waits);
                continue;
            }
        }
        // A constant that is met a second time and still waits is part of a cycle, and fails here.
        let Pending { ty, ref build, .. } = pending[at];
        let value = constexpr::finish(cx, ty, build).map(Value::Const);
        cx.values[number] = value.unwrap_or_else(|fault| Value::bad(&fault));
    }
}

/// A constant without operands.
fn leaf(cx: &mut Context<'_>, code: Code, ty: TypeId, ops: &[u64]) -> Res<Value> {
    let kind = match (code, ops) {
        (Code::Null, _) => zero(cx, ty)?,
        (Code::Undef, _) => ConstKind::Undef,
        (Code::Poison, _) => ConstKind::Poison,
        (Code::Integer, [value, ..]) => integer(cx, ty, &[*value])?,
        (Code::WideInteger, words) => integer(cx, ty, words)?,
        (Code::Float, words) => float(cx, ty, words)?,
        (Code::String, chars) => data(cx, ty, chars, 0)?,
        // The terminating zero is not stored.
        (Code::CString, chars) => data(cx, ty, chars, 1)?,
        (Code::Data, elements) => data(cx, ty, elements, 0)?,
        #[allow(deprecated)]
        (Code::InlineasmOld | Code::InlineAsmOld2 | Code::InlineAsmOld3, ops) => {
            return asm(ops);
        }
        // The type of the function comes first; calls say it too.
        (Code::InlineAsm, [_, rest @ ..]) => return asm(rest),
        _ => return fail(format!("constant record {code:?} is malformed or not supported")),
    };
    ensure(super::types::is_value(&cx.program.types, ty), "a constant of a type without values")?;
    Ok(Value::Const(cx.program.consts.intern(ty, kind)))
}

/// The zero of a type.
fn zero(cx: &mut Context<'_>, ty: TypeId) -> Res<ConstKind> {
    match *cx.program.types.get(ty) {
        Type::Int(_) => integer(cx, ty, &[0]),
        Type::Float(_) => Ok(ConstKind::Float(0)),
        Type::Ptr => Ok(ConstKind::Null),
        Type::Vector { .. } | Type::Array { .. } | Type::Struct { .. } => Ok(ConstKind::Zero),
        _ => fail("a null of a type without values"),
    }
}

fn integer(cx: &mut Context<'_>, ty: TypeId, words: &[u64]) -> Res<ConstKind> {
    let Type::Int(bits) = *cx.program.types.get(ty) else {
        return fail("an integer constant of another type");
    };
    let bits = index(bits.into())?;
    let count = bits.div_ceil(64);
    ensure(words.len() <= count, "an integer constant is wider than its type")?;
    if count > 4 {
        cx.budget.spend(count)?;
    }
    let mut value: Vec<u64> = words.iter().map(|&word| unfold_sign(word)).collect();
    value.resize(count, 0);
    if bits % 64 != 0 {
        value[count - 1] &= (1 << (bits % 64)) - 1;
    }
    Ok(if count == 1 { ConstKind::Int(value[0]) } else { ConstKind::WideInt(value.into()) })
}

fn float(cx: &Context<'_>, ty: TypeId, words: &[u64]) -> Res<ConstKind> {
    let Type::Float(kind) = *cx.program.types.get(ty) else {
        return fail("a float constant of another type");
    };
    let bits = match (kind, words) {
        (FloatKind::Half | FloatKind::BFloat, [word, ..]) => u128::from(word & 0xffff),
        (FloatKind::Single, [word, ..]) => u128::from(word & 0xffff_ffff),
        (FloatKind::Double, [word, ..]) => u128::from(*word),
        // The upper 64 of the 80 bits come first, then the lower 16.
        (FloatKind::X87, [high, low, ..]) => u128::from(*high) << 16 | u128::from(low & 0xffff),
        (FloatKind::Quad | FloatKind::PpcDouble, [low, high, ..]) => {
            u128::from(*high) << 64 | u128::from(*low)
        }
        _ => return fail("a float constant is malformed"),
    };
    Ok(ConstKind::Float(bits))
}

/// An array or vector of small numbers, with some zeros after them.
fn data(cx: &Context<'_>, ty: TypeId, elements: &[u64], zeros: usize) -> Res<ConstKind> {
    let (elem, len) = match *cx.program.types.get(ty) {
        Type::Array { elem, len } => (elem, len),
        Type::Vector { elem, len } => (elem, u64::from(len)),
        _ => return fail("a constant array of another type"),
    };
    let bytes = match cx.program.types.get(elem) {
        Type::Int(bits @ (8 | 16 | 32 | 64)) => index((bits / 8).into())?,
        Type::Float(FloatKind::Half | FloatKind::BFloat) => 2,
        Type::Float(FloatKind::Single) => 4,
        Type::Float(FloatKind::Double) => 8,
        _ => return fail("a constant array of a type that has no such form"),
    };
    ensure(Ok(elements.len() + zeros) == index(len), "a constant array of a wrong length")?;
    let mut out = Vec::with_capacity((elements.len() + zeros) * bytes);
    for element in elements {
        out.extend_from_slice(&element.to_le_bytes()[..bytes]);
    }
    out.resize(out.len() + zeros * bytes, 0);
    Ok(ConstKind::Data(out.into()))
}

/// Flags, then the assembly and its constraints as counted strings.
fn asm(ops: &[u64]) -> Res<Value> {
    fn text(ops: &[u64]) -> Res<(Box<str>, &[u64])> {
        let Some((&length, rest)) = ops.split_first() else {
            return fail("inline assembly is malformed");
        };
        let length = index(length)?;
        ensure(length <= rest.len(), "inline assembly is malformed")?;
        let (chars, rest) = rest.split_at(length);
        let bytes: Vec<u8> = chars.iter().map(|&c| u8::try_from(c).unwrap_or(b'?')).collect();
        Ok((String::from_utf8_lossy(&bytes).into(), rest))
    }
    let Some((&flags, rest)) = ops.split_first() else {
        return fail("inline assembly is malformed");
    };
    let (assembly, rest) = text(rest)?;
    let (constraints, _) = text(rest)?;
    let side_effects = flags & 1 != 0;
    Ok(Value::Asm(Rc::new(Asm { text: assembly, constraints, side_effects })))
}
