//! Reads types and constants, and the tables that name them.

use super::lex::Token;
use super::names::float;
use super::parse::{Parsed, Parser, Symbol, split_id};
use crate::consts::{ConstExpr, ConstKind};
use crate::ids::{ConstId, Id, TypeId};
use crate::inst::{BinaryOp, CastOp, FcmpPred, IcmpPred};
use crate::types::{FloatKind, FuncType, Type};

impl Parser<'_> {
    pub(super) fn types_table(&mut self) -> Parsed {
        self.expect('{')?;
        while !self.accept('}') {
            let id: TypeId = self.id("t")?;
            self.expect('=')?;
            if self.ty()? != id {
                return Err(self.error_before(format!("{id} is not the next new type")));
            }
        }
        Ok(())
    }

    pub(super) fn consts_table(&mut self) -> Parsed {
        self.expect('{')?;
        while !self.accept('}') {
            let id: ConstId = self.id("c")?;
            self.expect('=')?;
            if self.constant(None)? != id {
                return Err(self.error_before(format!("{id} is not the next new constant")));
            }
        }
        Ok(())
    }

    pub(super) fn at_type(&self) -> bool {
        match *self.peek() {
            Token::Punct('{' | '[' | '<') => true,
            Token::Word(word) => {
                matches!(word, "void" | "ptr" | "opaque" | "fn")
                    || float(word).is_some()
                    || split_id(word, "i").is_some()
                    || split_id(word, "t").is_some()
            }
            _ => false,
        }
    }

    pub(super) fn ty(&mut self) -> Parsed<TypeId> {
        let ty = self.nested(Self::type_body)?;
        Ok(match ty {
            Known::Id(id) => id,
            Known::New(ty) => self.program.types.intern(ty),
        })
    }

    fn type_body(&mut self) -> Parsed<Known> {
        Ok(Known::New(match self.advance() {
            Token::Word("void") => Type::Void,
            Token::Word("ptr") => Type::Ptr,
            Token::Word("opaque") => Type::Opaque,
            Token::Word("fn") => {
                self.expect('(')?;
                let (params, variadic) = self.type_list(')')?;
                if self.advance() != Token::Arrow {
                    return Err(self.error_before("expected `->`"));
                }
                Type::Function(FuncType { ret: self.ty()?, params, variadic })
            }
            Token::Word(word) => {
                if let Some(index) = split_id(word, "t") {
                    let id = TypeId::from_index(index);
                    let known = self.program.types.contains(id);
                    return match known {
                        true => Ok(Known::Id(id)),
                        false => Err(self.error_before(format!("{id} is not in the table"))),
                    };
                }
                let bits = split_id(word, "i").and_then(|bits| u32::try_from(bits).ok());
                let float = float(word).map(Type::Float);
                let ty = bits.map(Type::Int).or(float);
                ty.ok_or_else(|| self.error_before(format!("`{word}` is no type")))?
            }
            Token::Punct('[') => {
                let len = self.number()?;
                self.expect_word("x")?;
                let elem = self.ty()?;
                self.expect(']')?;
                Type::Array { elem, len }
            }
            Token::Punct('{') => Type::Struct { fields: self.fields()?, packed: false },
            Token::Punct('<') => {
                let ty = if self.accept('{') {
                    Type::Struct { fields: self.fields()?, packed: true }
                } else {
                    let len = self.number()?;
                    self.expect_word("x")?;
                    Type::Vector { elem: self.ty()?, len }
                };
                self.expect('>')?;
                ty
            }
            _ => return Err(self.error_before("expected a type")),
        }))
    }

    fn fields(&mut self) -> Parsed<Box<[TypeId]>> {
        match self.type_list('}')? {
            (fields, false) => Ok(fields),
            _ => Err(self.error_before("a struct has no `...`")),
        }
    }

    fn type_list(&mut self, end: char) -> Parsed<(Box<[TypeId]>, bool)> {
        let mut list = Vec::new();
        let mut variadic = false;
        while !self.accept(end) {
            if !list.is_empty() {
                self.expect(',')?;
            }
            if *self.peek() == Token::Dots {
                self.advance();
                self.expect(end)?;
                variadic = true;
                break;
            }
            list.push(self.ty()?);
        }
        Ok((list.into(), variadic))
    }

    /// A constant; `expected` is the type it has if none is written.
    pub(super) fn constant(&mut self, expected: Option<TypeId>) -> Parsed<ConstId> {
        if let Some(id) = self.accept_id::<ConstId>("c") {
            return match self.program.consts.contains(id) {
                true => Ok(id),
                false => Err(self.error_before(format!("{id} is not in the table"))),
            };
        }
        let ty = if self.at_type() { Some(self.ty()?) } else { expected };
        let ty = ty.ok_or_else(|| self.error("expected a constant with its type"))?;
        self.value(ty)
    }

    /// The value of a constant after its type.
    pub(super) fn value(&mut self, ty: TypeId) -> Parsed<ConstId> {
        let kind = self.nested(|parser| parser.kind(ty))?;
        Ok(self.program.consts.intern(ty, kind))
    }

    fn kind(&mut self, ty: TypeId) -> Parsed<ConstKind> {
        match self.peek() {
            Token::Number(_) => {
                let scalar = self.program.types.get(ty).clone();
                return self.numeral(&scalar);
            }
            Token::Symbol(..) => {
                return Ok(match self.symbol()? {
                    Symbol::Global(id) => ConstKind::Global(id),
                    Symbol::Func(id) => ConstKind::Func(id),
                    Symbol::Alias(id) => ConstKind::Alias(id),
                });
            }
            Token::Punct('[') => return self.elements(ty),
            _ => {}
        }
        Ok(match self.word()? {
            "true" => ConstKind::Int(1),
            "false" => ConstKind::Int(0),
            "null" => ConstKind::Null,
            "undef" => ConstKind::Undef,
            "poison" => ConstKind::Poison,
            "zero" => ConstKind::Zero,
            "c" => ConstKind::Data(self.bytes()?.into()),
            "data" => self.data(ty)?,
            "block" => {
                self.expect('(')?;
                let function = self.function_symbol()?;
                self.expect(',')?;
                let block = self.id("b")?;
                self.expect(')')?;
                ConstKind::Block(function, block)
            }
            word => {
                self.expect('(')?;
                let expr = self.expression(word)?;
                self.expect(')')?;
                ConstKind::Expr(expr)
            }
        })
    }

    fn elements(&mut self, ty: TypeId) -> Parsed<ConstKind> {
        self.expect('[')?;
        let mut elems = Vec::new();
        while !self.accept(']') {
            if !elems.is_empty() {
                self.expect(',')?;
            }
            let expected = match self.program.types.get(ty) {
                Type::Struct { fields, .. } => fields.get(elems.len()).copied(),
                Type::Array { elem, .. } | Type::Vector { elem, .. } => Some(*elem),
                _ => None,
            };
            elems.push(self.constant(expected)?);
        }
        Ok(ConstKind::Aggregate(elems.into()))
    }

    fn numeral(&mut self, ty: &Type) -> Parsed<ConstKind> {
        let Token::Number(text) = self.advance() else {
            return Err(self.error_before("expected a number"));
        };
        let kind = match ty {
            Type::Int(bits @ 1..=64) => parse_int(text, *bits).map(ConstKind::Int),
            Type::Int(bits) => parse_words(text, *bits).map(ConstKind::WideInt),
            Type::Float(kind) => parse_float(text, *kind).map(ConstKind::Float),
            _ => None,
        };
        kind.ok_or_else(|| self.error_before(format!("`{text}` is no value of its type")))
    }

    fn data(&mut self, ty: TypeId) -> Parsed<ConstKind> {
        let elem = match self.program.types.get(ty) {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => {
                self.program.types.get(*elem).clone()
            }
            _ => return Err(self.error_before("data of what is no array or vector")),
        };
        let bits = match elem {
            Type::Int(bits @ (8 | 16 | 32 | 64)) => bits,
            Type::Float(kind) if kind.bits() <= 64 => kind.bits(),
            _ => return Err(self.error_before("data of such elements cannot be packed")),
        };
        let size = usize::try_from(bits / 8).expect("a lane has at most 8 bytes");
        let mut bytes = Vec::new();
        self.expect('(')?;
        while !self.accept(')') {
            if !bytes.is_empty() {
                self.expect(',')?;
            }
            let value = match self.numeral(&elem)? {
                ConstKind::Int(value) => u128::from(value),
                ConstKind::Float(value) => value,
                _ => return Err(self.error_before("expected a number")),
            };
            bytes.extend(&value.to_le_bytes()[..size]);
        }
        Ok(ConstKind::Data(bytes.into()))
    }

    fn expression(&mut self, word: &str) -> Parsed<ConstExpr> {
        if let Some(op) = CastOp::from_name(word) {
            return Ok(ConstExpr::Cast(op, self.constant(None)?));
        }
        if let Some(op) = BinaryOp::from_name(word) {
            let [a, b] = self.constants()?;
            return Ok(ConstExpr::Binary(op, a, b));
        }
        Ok(match word {
            "gep" => {
                let inbounds = self.accept_word("inbounds");
                let source = self.ty()?;
                self.expect(',')?;
                let base = self.constant(None)?;
                let mut indices = Vec::new();
                while self.accept(',') {
                    indices.push(self.constant(None)?);
                }
                ConstExpr::Gep { source, base, indices: indices.into(), inbounds }
            }
            "icmp" => {
                let pred = IcmpPred::from_name(self.word()?);
                let pred = pred.ok_or_else(|| self.error_before("no such comparison"))?;
                let [a, b] = self.constants()?;
                ConstExpr::Icmp(pred, a, b)
            }
            "fcmp" => {
                let pred = FcmpPred::from_name(self.word()?);
                let pred = pred.ok_or_else(|| self.error_before("no such comparison"))?;
                let [a, b] = self.constants()?;
                ConstExpr::Fcmp(pred, a, b)
            }
            "select" => {
                let [a, b, c] = self.constants()?;
                ConstExpr::Select(a, b, c)
            }
            "extractelement" => {
                let [a, b] = self.constants()?;
                ConstExpr::ExtractElement(a, b)
            }
            "insertelement" => {
                let [a, b, c] = self.constants()?;
                ConstExpr::InsertElement(a, b, c)
            }
            "shuffle" => {
                let mask = self.mask()?;
                self.expect(',')?;
                let [a, b] = self.constants()?;
                ConstExpr::Shuffle(a, b, mask)
            }
            _ => return Err(self.error_before(format!("`{word}` is no constant"))),
        })
    }

    fn constants<const N: usize>(&mut self) -> Parsed<[ConstId; N]> {
        let mut found = [ConstId::from_index(0); N];
        for (at, constant) in found.iter_mut().enumerate() {
            if at > 0 {
                self.expect(',')?;
            }
            *constant = self.constant(None)?;
        }
        Ok(found)
    }

    pub(super) fn mask(&mut self) -> Parsed<Box<[Option<u32>]>> {
        let mut mask = Vec::new();
        self.expect('[')?;
        while !self.accept(']') {
            if !mask.is_empty() {
                self.expect(',')?;
            }
            mask.push(if self.accept_word("_") { None } else { Some(self.number()?) });
        }
        Ok(mask.into())
    }
}

enum Known {
    Id(TypeId),
    New(Type),
}

/// A number of the width, signed or unsigned.
fn parse_int(text: &str, bits: u32) -> Option<u64> {
    let value: i128 = match text.strip_prefix("0x") {
        Some(digits) => i128::from(u64::from_str_radix(digits, 16).ok()?),
        None => text.parse().ok()?,
    };
    let fits = -(1 << (bits - 1)) <= value && value < (1 << bits);
    let mask = (1u128 << bits) - 1;
    let bits = u128::from_ne_bytes(value.to_ne_bytes()) & mask;
    u64::try_from(bits).ok().filter(|_| fits)
}

/// Every word is written in full, so that memory follows the length of the text.
fn parse_words(text: &str, bits: u32) -> Option<Box<[u64]>> {
    let digits = text.strip_prefix("0x")?.as_bytes();
    let words = usize::try_from(bits.div_ceil(64)).ok()?;
    if digits.len() != words.checked_mul(16)? {
        return None;
    }
    let word = |chunk: &[u8]| {
        let text = std::str::from_utf8(chunk).ok()?;
        u64::from_str_radix(text, 16).ok()
    };
    digits.rchunks(16).map(word).collect()
}

fn parse_float(text: &str, kind: FloatKind) -> Option<u128> {
    match (text.strip_prefix("0x"), kind) {
        (Some(digits), _) => u128::from_str_radix(digits, 16).ok(),
        (None, FloatKind::Single) => {
            text.parse().ok().map(|value: f32| u128::from(value.to_bits()))
        }
        (None, FloatKind::Double) => {
            text.parse().ok().map(|value: f64| u128::from(value.to_bits()))
        }
        _ => None,
    }
}
