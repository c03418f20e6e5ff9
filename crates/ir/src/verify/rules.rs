//! The rules of typing that instructions and constant expressions share.
//!
//! Each rule takes types and says what is wrong with them, if anything is. Types are
//! compared by id, since they are interned.

use super::{Check, ensure};
use crate::ids::TypeId;
use crate::inst::{BinaryOp, CastOp};
use crate::types::{DataLayout, FloatKind, FuncType, Type, Types};

pub(super) struct Rules<'a> {
    pub(super) types: &'a Types,
    pub(super) layout: &'a DataLayout,
}

/// Number of elements of a vector; `None` for a single value.
pub(super) type Lanes = Option<u32>;

impl<'a> Rules<'a> {
    pub(super) fn get(&self, id: TypeId) -> Check<&'a Type> {
        self.types.try_get(id).ok_or_else(|| format!("type {id} does not exist"))
    }

    /// A type for messages: numbers by name, others by their place in the table.
    fn name(&self, id: TypeId) -> String {
        match self.types.try_get(id) {
            Some(Type::Int(bits)) => format!("i{bits}"),
            Some(Type::Ptr) => "ptr".to_string(),
            Some(Type::Float(kind)) => format!("{kind:?}"),
            _ => id.to_string(),
        }
    }

    /// The element of a vector, or the type itself.
    pub(super) fn split(&self, id: TypeId) -> Check<(&'a Type, Lanes)> {
        match self.get(id)? {
            Type::Vector { elem, len } => Ok((self.get(*elem)?, Some(*len))),
            ty => Ok((ty, None)),
        }
    }

    /// A type that a register can hold.
    pub(super) fn value(&self, id: TypeId) -> Check {
        let none = matches!(self.get(id)?, Type::Void | Type::Function(_) | Type::Opaque);
        ensure!(!none, "{id} is not the type of a value");
        Ok(())
    }

    pub(super) fn function(&self, id: TypeId) -> Check<&'a FuncType> {
        match self.get(id)? {
            Type::Function(ty) => Ok(ty),
            _ => Err(format!("{id} is not a function type")),
        }
    }

    pub(super) fn ptr(&self, id: TypeId) -> Check {
        ensure!(*self.get(id)? == Type::Ptr, "expected a pointer, not {}", self.name(id));
        Ok(())
    }

    pub(super) fn int(&self, id: TypeId) -> Check {
        ensure!(matches!(self.get(id)?, Type::Int(_)), "expected an integer, not {id}");
        Ok(())
    }

    pub(super) fn int_of(&self, id: TypeId, bits: u32) -> Check {
        ensure!(*self.get(id)? == Type::Int(bits), "expected i{bits}, not {id}");
        Ok(())
    }

    /// An integer or a vector of them.
    pub(super) fn ints(&self, id: TypeId) -> Check<Lanes> {
        let (elem, lanes) = self.split(id)?;
        ensure!(matches!(elem, Type::Int(_)), "expected integers, not {id}");
        Ok(lanes)
    }

    pub(super) fn floats(&self, id: TypeId) -> Check<Lanes> {
        let (elem, lanes) = self.split(id)?;
        ensure!(matches!(elem, Type::Float(_)), "expected floats, not {id}");
        Ok(lanes)
    }

    /// `i1`, or a vector of as many.
    pub(super) fn bools(&self, id: TypeId, lanes: Lanes) -> Check {
        let fits = self.split(id)? == (&Type::Int(1), lanes);
        ensure!(fits, "expected truth values as many as operands, not {id}");
        Ok(())
    }

    pub(super) fn same(&self, a: TypeId, b: TypeId) -> Check {
        self.get(a)?;
        ensure!(a == b, "types differ: {} and {}", self.name(a), self.name(b));
        Ok(())
    }

    pub(super) fn binary(&self, op: BinaryOp, a: TypeId, b: TypeId, result: TypeId) -> Check {
        self.same(a, b)?;
        self.same(a, result)?;
        if op.is_float() {
            self.floats(a)?
        } else {
            self.ints(a)?
        };
        Ok(())
    }

    pub(super) fn icmp(&self, a: TypeId, b: TypeId, result: TypeId) -> Check {
        self.same(a, b)?;
        let (elem, lanes) = self.split(a)?;
        ensure!(matches!(elem, Type::Int(_) | Type::Ptr), "icmp of {a}");
        self.bools(result, lanes)
    }

    pub(super) fn fcmp(&self, a: TypeId, b: TypeId, result: TypeId) -> Check {
        self.same(a, b)?;
        let lanes = self.floats(a)?;
        self.bools(result, lanes)
    }

    pub(super) fn select(&self, cond: TypeId, then: TypeId, other: TypeId, to: TypeId) -> Check {
        self.same(then, other)?;
        self.same(then, to)?;
        self.value(then)?;
        let (_, lanes) = self.split(then)?;
        // A single condition may choose between whole vectors.
        if self.bools(cond, None).is_ok() { Ok(()) } else { self.bools(cond, lanes) }
    }

    pub(super) fn cast(&self, op: CastOp, from: TypeId, to: TypeId) -> Check {
        let ((a, from_lanes), (b, to_lanes)) = (self.split(from)?, self.split(to)?);
        let legal = match (op, a, b) {
            (CastOp::Trunc, Type::Int(a), Type::Int(b)) => a > b,
            (CastOp::ZExt | CastOp::SExt, Type::Int(a), Type::Int(b)) => a < b,
            (CastOp::FpToUi | CastOp::FpToSi, Type::Float(_), Type::Int(_))
            | (CastOp::UiToFp | CastOp::SiToFp, Type::Int(_), Type::Float(_))
            | (CastOp::PtrToInt, Type::Ptr, Type::Int(_))
            | (CastOp::IntToPtr, Type::Int(_), Type::Ptr)
            | (CastOp::AddrSpace, Type::Ptr, Type::Ptr) => true,
            (CastOp::FpTrunc, Type::Float(a), Type::Float(b)) => a.bits() > b.bits(),
            (CastOp::FpExt, Type::Float(a), Type::Float(b)) => a.bits() < b.bits(),
            (CastOp::Bitcast, a, b) => {
                let pointers = (*a == Type::Ptr) == (*b == Type::Ptr);
                let bits = (self.bits(a, from_lanes), self.bits(b, to_lanes));
                pointers && bits.0.is_some() && bits.0 == bits.1
            }
            _ => false,
        };
        let lanes = op == CastOp::Bitcast || from_lanes == to_lanes;
        let (from, to) = (self.name(from), self.name(to));
        ensure!(legal && lanes, "{} from {from} to {to}", op.name());
        Ok(())
    }

    /// Bits of a scalar, or of a vector of them.
    fn bits(&self, elem: &Type, lanes: Lanes) -> Option<u64> {
        let bits = match elem {
            Type::Int(bits) => u64::from(*bits),
            Type::Float(kind) => u64::from(kind.bits()),
            Type::Ptr => u64::from(self.layout.pointer_bytes) * 8,
            _ => return None,
        };
        Some(bits * u64::from(lanes.unwrap_or(1)))
    }

    /// Address arithmetic; `constant` says the value of an index that is constant.
    pub(super) fn gep(
        &self,
        source: TypeId,
        base: TypeId,
        indices: &[(TypeId, Option<u64>)],
        result: TypeId,
    ) -> Check {
        let (pointer, mut lanes) = self.split(base)?;
        ensure!(*pointer == Type::Ptr, "address arithmetic on {base}");
        let mut current = source;
        self.value(source)?;
        for (at, (index, constant)) in indices.iter().enumerate() {
            let width = self.ints(*index)?;
            ensure!(lanes.is_none() || width.is_none() || lanes == width, "vectors differ");
            lanes = lanes.or(width);
            if at == 0 {
                continue;
            }
            current = match self.get(current)? {
                Type::Array { elem, .. } | Type::Vector { elem, .. } => *elem,
                Type::Struct { fields, .. } => {
                    let field = constant.and_then(|c| usize::try_from(c).ok());
                    *field.and_then(|f| fields.get(f)).ok_or("index of a field is not one")?
                }
                _ => return Err(format!("index {at} goes into {current}")),
            };
        }
        ensure!(self.split(result)? == (&Type::Ptr, lanes), "result of gep is {result}");
        Ok(())
    }

    /// The type at the end of a path into structs and arrays.
    pub(super) fn follow(&self, aggregate: TypeId, path: &[u32]) -> Check<TypeId> {
        ensure!(!path.is_empty(), "the path is empty");
        let mut current = aggregate;
        for &step in path {
            let next = match self.get(current)? {
                Type::Struct { fields, .. } => {
                    usize::try_from(step).ok().and_then(|s| fields.get(s)).copied()
                }
                Type::Array { elem, len } => (u64::from(step) < *len).then_some(*elem),
                _ => None,
            };
            current = next.ok_or_else(|| format!("{current} has no part {step}"))?;
        }
        Ok(current)
    }

    pub(super) fn vector(&self, id: TypeId) -> Check<(TypeId, u32)> {
        match self.get(id)? {
            Type::Vector { elem, len } => Ok((*elem, *len)),
            _ => Err(format!("expected a vector, not {id}")),
        }
    }

    pub(super) fn extract_element(&self, vector: TypeId, index: TypeId, to: TypeId) -> Check {
        self.int(index)?;
        self.same(self.vector(vector)?.0, to)
    }

    pub(super) fn insert_element(
        &self,
        vector: TypeId,
        value: TypeId,
        index: TypeId,
        to: TypeId,
    ) -> Check {
        self.extract_element(vector, index, value)?;
        self.same(vector, to)
    }

    pub(super) fn shuffle(&self, a: TypeId, b: TypeId, mask: &[Option<u32>], to: TypeId) -> Check {
        self.same(a, b)?;
        let (elem, len) = self.vector(a)?;
        let lanes = u64::from(len) * 2;
        ensure!(mask.iter().flatten().all(|&m| u64::from(m) < lanes), "mask out of range");
        let (to_elem, to_len) = self.vector(to)?;
        let fits = to_elem == elem && usize::try_from(to_len).is_ok_and(|len| len == mask.len());
        ensure!(fits, "result of shuffle is {to}");
        Ok(())
    }

    /// Bits of one element of packed data; `None` if data of the type cannot be packed.
    pub(super) fn data_bits(&self, elem: TypeId) -> Check<Option<u32>> {
        Ok(match self.get(elem)? {
            Type::Int(bits @ (8 | 16 | 32 | 64)) => Some(*bits),
            Type::Float(
                kind
                @ (FloatKind::Half | FloatKind::BFloat | FloatKind::Single | FloatKind::Double),
            ) => Some(kind.bits()),
            _ => None,
        })
    }
}
