//! Reads the operands of instructions.

use super::lex::Token;
use super::parse::{Parsed, Parser, split_id};
use crate::ids::{Id, RegId, TypeId};
use crate::inst::{Access, Operand};
use std::collections::BTreeMap;

/// What is known of the registers of the function that is read.
pub(super) struct Body {
    pub(super) regs: BTreeMap<RegId, TypeId>,
    /// Types that operands were written with, to be compared once all are known.
    pub(super) claims: Vec<(RegId, TypeId, usize)>,
}

/// The type of a constant that is written without one.
#[derive(Clone, Copy)]
pub(super) enum Expected {
    Nothing,
    Is(TypeId),
    /// Interned only when needed, so that reading adds no types to the table.
    Ptr,
    Bool,
}

impl Parser<'_> {
    /// An operand, and its type as far as the text says it.
    pub(super) fn operand(
        &mut self,
        body: &mut Body,
        expected: Expected,
    ) -> Parsed<(Operand, Option<TypeId>)> {
        if let Some(reg) = self.accept_id("r") {
            return Ok((Operand::Reg(reg), None));
        }
        let constant = if self.at_type() {
            let ty = self.ty()?;
            let line = self.error("").line;
            if let Some(reg) = self.accept_id("r") {
                body.claims.push((reg, ty, line));
                return Ok((Operand::Reg(reg), Some(ty)));
            }
            self.value(ty)?
        } else {
            let in_table = matches!(*self.peek(), Token::Word(w) if split_id(w, "c").is_some());
            let expected = match expected {
                _ if in_table => None,
                Expected::Nothing => None,
                Expected::Is(ty) => Some(ty),
                Expected::Ptr => Some(self.program.types.ptr()),
                Expected::Bool => Some(self.program.types.int(1)),
            };
            self.constant(expected)?
        };
        let ty = self.program.consts.get(constant).ty;
        Ok((Operand::Const(constant), Some(ty)))
    }

    pub(super) fn typed(&mut self, body: &mut Body) -> Parsed<(Operand, Option<TypeId>)> {
        self.operand(body, Expected::Nothing)
    }

    pub(super) fn typed_list<const N: usize>(
        &mut self,
        body: &mut Body,
    ) -> Parsed<[(Operand, Option<TypeId>); N]> {
        let mut found = [(Operand::Reg(RegId::from_index(0)), None); N];
        for (at, operand) in found.iter_mut().enumerate() {
            if at > 0 {
                self.expect(',')?;
            }
            *operand = self.typed(body)?;
        }
        Ok(found)
    }

    /// One type, then operands that have it.
    pub(super) fn sharing<const N: usize>(
        &mut self,
        body: &mut Body,
    ) -> Parsed<(TypeId, [Operand; N])> {
        let ty = self.ty()?;
        let mut found = [Operand::Reg(RegId::from_index(0)); N];
        for (at, operand) in found.iter_mut().enumerate() {
            if at > 0 {
                self.expect(',')?;
            }
            *operand = self.operand(body, Expected::Is(ty))?.0;
        }
        Ok((ty, found))
    }

    pub(super) fn pointer(&mut self, body: &mut Body) -> Parsed<Operand> {
        Ok(self.operand(body, Expected::Ptr)?.0)
    }

    pub(super) fn access(&mut self) -> Access {
        let volatile = self.accept_word("volatile");
        let atomic = self.accept_word("atomic");
        Access { align: 0, volatile, atomic }
    }

    pub(super) fn align(&mut self) -> Parsed<u32> {
        if !self.accept(',') {
            return Ok(0);
        }
        self.expect_word("align")?;
        self.number()
    }

    pub(super) fn path(&mut self) -> Parsed<Box<[u32]>> {
        let mut path = Vec::new();
        while self.accept(',') {
            path.push(self.number()?);
        }
        Ok(path.into())
    }
}
