//! Writes types and constants.

use super::names::{float_word, quote};
use super::print::{Printer, put};
use crate::consts::{Const, ConstExpr, ConstKind};
use crate::ids::{ConstId, Id, TypeId};
use crate::types::{FloatKind, Type};
use std::fmt::Write;

impl Printer<'_> {
    /// A type where it is used: written out if it is small.
    pub(super) fn ty(&mut self, id: TypeId) {
        let small = self.type_parts.get(id.index()).is_some_and(|&parts| parts <= self.inline);
        match self.program.types.try_get(id) {
            Some(ty) if small => self.type_body(ty),
            _ => put!(self, "{id}"),
        }
    }

    pub(super) fn type_body(&mut self, ty: &Type) {
        match ty {
            Type::Void => put!(self, "void"),
            Type::Int(bits) => put!(self, "i{bits}"),
            Type::Float(kind) => put!(self, "{}", float_word(*kind)),
            Type::Ptr => put!(self, "ptr"),
            Type::Opaque => put!(self, "opaque"),
            Type::Vector { elem, len } => {
                put!(self, "<{len} x ");
                self.ty(*elem);
                put!(self, ">");
            }
            Type::Array { elem, len } => {
                put!(self, "[{len} x ");
                self.ty(*elem);
                put!(self, "]");
            }
            Type::Struct { fields, packed } => {
                put!(self, "{}", if *packed { "<{" } else { "{" });
                self.types(fields);
                put!(self, "{}", if *packed { "}>" } else { "}" });
            }
            Type::Function(ty) => {
                put!(self, "fn(");
                self.types(&ty.params);
                match (ty.variadic, ty.params.is_empty()) {
                    (true, true) => put!(self, "..."),
                    (true, false) => put!(self, ", ..."),
                    _ => {}
                }
                put!(self, ") -> ");
                self.ty(ty.ret);
            }
        }
    }

    fn types(&mut self, types: &[TypeId]) {
        for (at, ty) in types.iter().enumerate() {
            if at > 0 {
                put!(self, ", ");
            }
            self.ty(*ty);
        }
    }

    /// A constant where it is used, without its type if that is expected.
    pub(super) fn constant(&mut self, id: ConstId, expected: Option<TypeId>) {
        let small = self.const_parts.get(id.index()).is_some_and(|&parts| parts <= self.inline);
        match self.program.consts.try_get(id) {
            Some(constant) if small => {
                // Elements in brackets would read as a type.
                let brackets = matches!(constant.kind, ConstKind::Aggregate(_));
                if brackets || Some(constant.ty) != expected {
                    self.ty(constant.ty);
                    put!(self, " ");
                }
                self.const_body(constant);
            }
            _ => put!(self, "{id}"),
        }
    }

    pub(super) fn const_body(&mut self, constant: &Const) {
        let ty = self.program.types.try_get(constant.ty);
        match &constant.kind {
            ConstKind::Int(value) => self.int(*value, ty),
            ConstKind::WideInt(words) => {
                put!(self, "0x");
                for word in words.iter().rev() {
                    put!(self, "{word:016x}");
                }
            }
            ConstKind::Float(bits) => self.float(*bits, ty),
            ConstKind::Null => put!(self, "null"),
            ConstKind::Undef => put!(self, "undef"),
            ConstKind::Poison => put!(self, "poison"),
            ConstKind::Zero => put!(self, "zero"),
            ConstKind::Aggregate(elems) => {
                put!(self, "[");
                for (at, elem) in elems.iter().enumerate() {
                    if at > 0 {
                        put!(self, ", ");
                    }
                    let expected = match ty {
                        Some(Type::Struct { fields, .. }) => fields.get(at).copied(),
                        Some(Type::Array { elem, .. } | Type::Vector { elem, .. }) => Some(*elem),
                        _ => None,
                    };
                    self.constant(*elem, expected);
                }
                put!(self, "]");
            }
            ConstKind::Data(bytes) => self.data(bytes, ty),
            ConstKind::Global(id) => self.global_name(*id),
            ConstKind::Func(id) => self.function_name(*id),
            ConstKind::Alias(id) => self.alias_name(*id),
            ConstKind::Block(function, block) => {
                put!(self, "block(");
                self.function_name(*function);
                put!(self, ", {block})");
            }
            ConstKind::Expr(expr) => self.expression(expr),
        }
    }

    /// Signed, as C programmers think of most numbers.
    fn int(&mut self, value: u64, ty: Option<&Type>) {
        match ty {
            Some(Type::Int(1)) => put!(self, "{}", value != 0),
            Some(Type::Int(bits @ 2..=64)) => {
                let unused = 64 - bits;
                let high = i64::from_ne_bytes((value << unused).to_ne_bytes());
                put!(self, "{}", high >> unused);
            }
            _ => put!(self, "{value}"),
        }
    }

    /// A decimal that reads back as the same bits, or the bits.
    fn float(&mut self, bits: u128, ty: Option<&Type>) {
        let decimal = match ty {
            Some(Type::Float(FloatKind::Single)) => u32::try_from(bits)
                .ok()
                .map(f32::from_bits)
                .filter(|value| value.is_finite())
                .map(|value| format!("{value:?}")),
            Some(Type::Float(FloatKind::Double)) => u64::try_from(bits)
                .ok()
                .map(f64::from_bits)
                .filter(|value| value.is_finite())
                .map(|value| format!("{value:?}")),
            _ => None,
        };
        match decimal {
            Some(text) => put!(self, "{text}"),
            None => put!(self, "0x{bits:x}"),
        }
    }

    fn data(&mut self, bytes: &[u8], ty: Option<&Type>) {
        let elem = match ty {
            Some(Type::Array { elem, .. } | Type::Vector { elem, .. }) => {
                self.program.types.try_get(*elem)
            }
            _ => None,
        };
        let bits = match elem {
            Some(Type::Int(bits @ (16 | 32 | 64))) => *bits,
            Some(Type::Float(kind)) if kind.bits() <= 64 => kind.bits(),
            _ => return put!(self, "c{}", quote(bytes)),
        };
        let size = usize::try_from(bits / 8).expect("a lane has at most 8 bytes");
        put!(self, "data(");
        for (at, lane) in bytes.chunks(size).enumerate() {
            if at > 0 {
                put!(self, ", ");
            }
            let mut value = [0; 8];
            value[..lane.len()].copy_from_slice(lane);
            let value = u64::from_le_bytes(value);
            match elem {
                Some(Type::Float(_)) => self.float(u128::from(value), elem),
                _ => self.int(value, elem),
            }
        }
        put!(self, ")");
    }

    fn expression(&mut self, expr: &ConstExpr) {
        let list = |printer: &mut Self, consts: &[ConstId]| {
            for (at, id) in consts.iter().enumerate() {
                if at > 0 {
                    put!(printer, ", ");
                }
                printer.constant(*id, None);
            }
            put!(printer, ")");
        };
        match expr {
            ConstExpr::Cast(op, a) => {
                put!(self, "{}(", op.name());
                list(self, &[*a]);
            }
            ConstExpr::Gep { source, base, indices, inbounds } => {
                put!(self, "gep({}", if *inbounds { "inbounds " } else { "" });
                self.ty(*source);
                put!(self, ", ");
                let all: Vec<_> = std::iter::once(*base).chain(indices.iter().copied()).collect();
                list(self, &all);
            }
            ConstExpr::Binary(op, a, b) => {
                put!(self, "{}(", op.name());
                list(self, &[*a, *b]);
            }
            ConstExpr::Icmp(pred, a, b) => {
                put!(self, "icmp({} ", pred.name());
                list(self, &[*a, *b]);
            }
            ConstExpr::Fcmp(pred, a, b) => {
                put!(self, "fcmp({} ", pred.name());
                list(self, &[*a, *b]);
            }
            ConstExpr::Select(a, b, c) => {
                put!(self, "select(");
                list(self, &[*a, *b, *c]);
            }
            ConstExpr::ExtractElement(a, b) => {
                put!(self, "extractelement(");
                list(self, &[*a, *b]);
            }
            ConstExpr::InsertElement(a, b, c) => {
                put!(self, "insertelement(");
                list(self, &[*a, *b, *c]);
            }
            ConstExpr::Shuffle(a, b, mask) => {
                put!(self, "shuffle(");
                self.mask(mask);
                put!(self, ", ");
                list(self, &[*a, *b]);
            }
        }
    }

    pub(super) fn mask(&mut self, mask: &[Option<u32>]) {
        let lane = |lane: &Option<u32>| lane.map_or("_".to_string(), |lane| lane.to_string());
        let lanes: Vec<_> = mask.iter().map(lane).collect();
        put!(self, "[{}]", lanes.join(", "));
    }
}
