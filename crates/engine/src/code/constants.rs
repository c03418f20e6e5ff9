//! Constants of the IR as values and as bytes in memory.

use crate::arith::casts::{cast, recut};
use crate::arith::floats;
use crate::arith::ints::{self, IntOp};
use crate::code::layout::{address, flatten, lanes, packed_vector, scalar};
use crate::code::library_facts::LibraryFacts;
use crate::fault::Fault;
use crate::memory::{AddressSpace, Memory};
use crate::value::lane::Lane;
use crate::value::provenance::Provenance;
use crate::value::terms;
use crate::value::{Value, mask, signed};
use margay_ir::{
    AliasId, BlockId, CastOp, ConstExpr, ConstId, ConstKind, FuncId, Id, Linkage, Program, Type,
    TypeId,
};
use margay_smt::{BitVec, TermPool};
use std::collections::HashMap;
use std::rc::Rc;

/// Bytes between the members of larger constants are taken for zero.
const LARGEST_OPEN: u64 = 4096;

/// Everything that the value of a constant depends on.
pub struct Constants<'a> {
    pub program: &'a Program,
    pub library: &'a dyn LibraryFacts,
    pub space: AddressSpace,
    /// Addresses of global variables by id.
    pub globals: Rc<[u64]>,
    /// Numbers of the labels whose address is taken.
    pub labels: Rc<HashMap<(FuncId, BlockId), usize>>,
    /// Addresses that the functions behind `ifunc` symbols chose.
    pub ifuncs: Rc<HashMap<AliasId, u64>>,
}

impl Constants<'_> {
    /// One value for each scalar of a constant; `None` if it is not one we can compute.
    pub fn values(&self, pool: &mut TermPool, id: ConstId) -> Option<Vec<Value>> {
        let constant = self.program.consts.get(id);
        let lanes = || lanes(self.program, constant.ty);
        Some(match &constant.kind {
            ConstKind::Int(value) => vec![Value::Int(*value)],
            ConstKind::WideInt(words) => {
                let Type::Int(bits) = self.program.types.get(constant.ty) else { return None };
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                let full = BitVec::from_le_bytes(&bytes);
                let value = if full.width() > *bits { full.trunc(*bits) } else { full.zext(*bits) };
                vec![terms::from_bits(pool, &value)]
            }
            ConstKind::Float(bits) => {
                vec![Value::from_u128(*bits, scalar(self.program, constant.ty)?.bits)]
            }
            ConstKind::Null => vec![Value::ZERO],
            ConstKind::Undef | ConstKind::Poison => vec![Value::Undef; lanes()?.len()],
            ConstKind::Zero => {
                let zero = |lane: Lane| match lane.bits {
                    0..=128 => Value::from_u128(0, lane.bits),
                    wide => Value::Term(pool.bv_const(&BitVec::zero(wide))),
                };
                lanes()?.into_iter().map(zero).collect()
            }
            ConstKind::Aggregate(elements) => {
                let mut out = Vec::new();
                for element in elements {
                    out.extend(self.values(pool, *element)?);
                }
                out
            }
            ConstKind::Data(bytes) => {
                let lanes = lanes()?;
                let step = lanes.first()?.bytes() as usize;
                let number = |chunk: &[u8]| {
                    let word =
                        chunk.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
                    Value::Int(word)
                };
                bytes.chunks(step).map(number).collect()
            }
            ConstKind::Global(global) => vec![Value::Int(*self.globals.get(global.index())?)],
            ConstKind::Func(function) => vec![Value::Int(self.function_address(*function))],
            ConstKind::Alias(alias) => match self.ifuncs.get(alias) {
                Some(address) => vec![Value::Int(*address)],
                None => return self.values(pool, self.program.aliases[*alias].target),
            },
            ConstKind::Block(function, block) => {
                let label = self.labels.get(&(*function, *block))?;
                vec![Value::Int(self.space.label_address(*label))]
            }
            ConstKind::Expr(expr) => return self.expression(pool, expr, constant.ty),
        })
    }

    fn function_address(&self, id: FuncId) -> u64 {
        let function = &self.program.functions[id];
        // What is declared weak and defined nowhere is null.
        let defined = function.has_body() || self.library.is_modelled(&function.name);
        if function.linkage == Linkage::ExternWeak && !defined {
            return 0;
        }
        self.space.function_address(id.index())
    }

    fn expression(&self, pool: &mut TermPool, expr: &ConstExpr, ty: TypeId) -> Option<Vec<Value>> {
        let type_of = |id: ConstId| self.program.consts.get(id).ty;
        match expr {
            ConstExpr::Cast(op, operand) => {
                let values = self.values(pool, *operand)?;
                let (from, to) =
                    (lanes(self.program, type_of(*operand))?, lanes(self.program, ty)?);
                if *op == CastOp::Bitcast && from != to {
                    return Some(recut(pool, &values, &from, &to));
                }
                let pairs = values.into_iter().zip(from.into_iter().zip(to));
                Some(pairs.map(|(value, (from, to))| cast(pool, *op, value, from, to).0).collect())
            }
            ConstExpr::Gep { source, base, indices, .. } => {
                let base = self.one(pool, *base)?.as_u64()?;
                let known = |index: ConstId| {
                    let bits = scalar(self.program, type_of(index))?.bits;
                    Some(signed(self.one(pool, index)?.as_u64()?, bits))
                };
                let address = address(self.program, *source, indices, known)?;
                if !address.steps.is_empty() {
                    return None;
                }
                let bits = self.program.layout.pointer_bytes * 8;
                Some(vec![Value::Int(base.wrapping_add(address.offset) & mask(bits))])
            }
            ConstExpr::Binary(op, a, b) => {
                let lane = scalar(self.program, ty)?;
                let (a, b) = (self.one(pool, *a)?, self.one(pool, *b)?);
                Some(vec![match lane.float {
                    Some(kind) => floats::binary(pool, *op, kind, a, b),
                    None => ints::binary(pool, IntOp::wrapping(*op, lane.bits), a, b).0,
                }])
            }
            ConstExpr::Icmp(pred, a, b) => {
                let bits = scalar(self.program, type_of(*a))?.bits;
                let (a, b) = (self.one(pool, *a)?, self.one(pool, *b)?);
                Some(vec![ints::compare(pool, *pred, bits, a, b)])
            }
            ConstExpr::Fcmp(pred, a, b) => {
                let kind = scalar(self.program, type_of(*a))?.float?;
                let (a, b) = (self.one(pool, *a)?, self.one(pool, *b)?);
                Some(vec![floats::compare(pool, *pred, kind, a, b)])
            }
            ConstExpr::Select(cond, then, other) => {
                let chosen = if self.one(pool, *cond)?.as_u64()? & 1 == 1 { then } else { other };
                self.values(pool, *chosen)
            }
            ConstExpr::ExtractElement(vector, index) => {
                let index = usize::try_from(self.one(pool, *index)?.as_u64()?).ok()?;
                Some(vec![*self.values(pool, *vector)?.get(index)?])
            }
            ConstExpr::InsertElement(vector, value, index) => {
                let index = usize::try_from(self.one(pool, *index)?.as_u64()?).ok()?;
                let mut values = self.values(pool, *vector)?;
                *values.get_mut(index)? = self.one(pool, *value)?;
                Some(values)
            }
            ConstExpr::Shuffle(a, b, mask) => {
                let mut all = self.values(pool, *a)?;
                all.extend(self.values(pool, *b)?);
                let pick = |lane: &Option<u32>| match lane {
                    Some(lane) => all.get(*lane as usize).copied(),
                    None => Some(Value::Undef),
                };
                mask.iter().map(pick).collect()
            }
        }
    }

    fn one(&self, pool: &mut TermPool, id: ConstId) -> Option<Value> {
        match self.values(pool, id)?.as_slice() {
            [value] => Some(*value),
            _ => None,
        }
    }

    /// Writes a constant into memory; false if part of it cannot be computed.
    pub fn write(
        &self,
        pool: &mut TermPool,
        memory: &mut Memory,
        address: u64,
        id: ConstId,
    ) -> Result<bool, Fault> {
        let constant = self.program.consts.get(id);
        match &constant.kind {
            ConstKind::Zero | ConstKind::Null => {
                memory.fill(address, self.program.size_of(constant.ty), Value::ZERO)?;
                Ok(true)
            }
            ConstKind::Undef | ConstKind::Poison => {
                let size = self.program.size_of(constant.ty);
                self.leave_open(pool, memory, address, size).map(|()| true)
            }
            ConstKind::Data(bytes) => {
                memory.write_bytes(address, bytes)?;
                Ok(true)
            }
            ConstKind::Aggregate(elements)
                if packed_vector(self.program, constant.ty).is_none() =>
            {
                let mut whole = true;
                for (index, element) in elements.iter().enumerate() {
                    let at = self.element_offset(constant.ty, index);
                    whole &= self.write(pool, memory, address + at, *element)?;
                }
                Ok(whole)
            }
            _ => {
                let (Some(values), Some(places)) =
                    (self.values(pool, id), flatten(self.program, constant.ty))
                else {
                    return Ok(false);
                };
                for (value, place) in values.into_iter().zip(places) {
                    let (at, len) = (address + place.offset, place.lane.bytes());
                    match value {
                        Value::Undef => self.leave_open(pool, memory, at, u64::from(len))?,
                        value => memory.store(pool, at, len, value)?,
                    }
                }
                Ok(true)
            }
        }
    }

    /// Has the bytes between the members of a constant be open, which is written next.
    pub fn open_gaps(
        &self,
        pool: &mut TermPool,
        memory: &mut Memory,
        address: u64,
        id: ConstId,
    ) -> Result<(), Fault> {
        let constant = self.program.consts.get(id);
        let size = self.program.size_of(constant.ty);
        if size > LARGEST_OPEN || !matches!(constant.kind, ConstKind::Aggregate(_)) {
            return Ok(());
        }
        self.leave_open(pool, memory, address, size)
    }

    /// Bytes that clang leaves undefined in a constant. Those of a variable of the program are zero, as
    /// they are in its file. A constant that a local variable is initialised with is the compiler's own: it may
    /// set the members one by one and leave the bytes between them as they are, so that they may be any.
    fn leave_open(
        &self,
        pool: &mut TermPool,
        memory: &mut Memory,
        address: u64,
        size: u64,
    ) -> Result<(), Fault> {
        let Some((base, is_open)) =
            memory.object(address).map(|object| (object.base, object.open_gaps))
        else {
            return Ok(());
        };
        for index in 0..if is_open { size } else { 0 } {
            let at = address + index;
            let name = format!("padding {base:x}+{}", at - base);
            let byte = Value::Term(Provenance::Analysis.symbol(pool, &name, 8));
            memory.set_byte(at, byte)?;
        }
        Ok(())
    }

    fn element_offset(&self, ty: TypeId, index: usize) -> u64 {
        match self.program.types.get(ty) {
            Type::Struct { .. } => self.program.layout.field_offset(&self.program.types, ty, index),
            Type::Array { elem, .. } => self.program.size_of(*elem) * index as u64,
            Type::Vector { elem, .. } => {
                self.program.layout.bits_of(&self.program.types, *elem) / 8 * index as u64
            }
            _ => 0,
        }
    }
}
