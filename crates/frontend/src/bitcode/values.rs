//! The table of values: what the numbers in constants and instructions refer to.
//!
//! The module's values come first: variables, functions and aliases in the order of their records,
//! then constants. A function puts its parameters and constants after them, and takes them away
//! when it is done. Instructions have numbers too, but no entries: their registers follow from the
//! number.

use super::fault::{Fault, Res, fail};
use super::intrinsics::Known;
use margay_ir::{ConstId, Operand, RegId};
use std::rc::Rc;

#[derive(Clone, Debug)]
pub enum Value {
    Const(ConstId),
    Param(RegId),
    Asm(Rc<Asm>),
    /// An intrinsic function: it can be called, but has no address.
    Intrinsic(Known),
    /// A constant of which operands are missing so far; an index into the pending ones.
    Pending(usize),
    /// What could not be read, and why.
    Bad(Rc<str>),
}

/// Inline assembly.
#[derive(Debug)]
pub struct Asm {
    pub text: Box<str>,
    pub constraints: Box<str>,
    pub side_effects: bool,
}

impl Value {
    pub fn bad(fault: &Fault) -> Self {
        Value::Bad(fault.to_string().into())
    }

    /// The value as an operand of an instruction.
    pub fn operand(&self) -> Res<Operand> {
        match self {
            Value::Const(id) => Ok(Operand::Const(*id)),
            Value::Param(reg) => Ok(Operand::Reg(*reg)),
            Value::Asm(_) => fail("inline assembly is used as a value"),
            Value::Intrinsic(_) => fail("an intrinsic function is used as a value"),
            Value::Pending(_) => fail("a constant is used before it is read"),
            Value::Bad(reason) => fail(reason.to_string()),
        }
    }

    /// The value as a constant.
    pub fn constant(&self) -> Res<ConstId> {
        match self.operand()? {
            Operand::Const(id) => Ok(id),
            Operand::Reg(_) => fail("a constant refers to a parameter"),
        }
    }
}
