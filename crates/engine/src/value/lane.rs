//! Scalars of a value, and how arguments are passed.

use super::Value;
use margay_ir::FloatKind;

/// One scalar of a value: its width and, for a float, its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    pub bits: u32,
    pub float: Option<FloatKind>,
}

impl Lane {
    pub fn int(bits: u32) -> Lane {
        Lane { bits, float: None }
    }

    /// Bytes that a load or store of it touches.
    pub fn bytes(self) -> u32 {
        self.bits.div_ceil(8)
    }

    pub fn arg_kind(self) -> ArgKind {
        match self.float {
            Some(kind) => ArgKind::Float(kind),
            None => ArgKind::Int(self.bits),
        }
    }
}

/// The type of an argument, as far as passing it depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgKind {
    /// An integer or pointer of this many bits.
    Int(u32),
    Float(margay_ir::FloatKind),
    /// A vector of this many bytes in one register.
    Vector(u32),
    /// Memory of this size and alignment, passed by value; the argument is its address.
    Memory {
        size: u64,
        align: u64,
    },
}

/// One argument that a register or memory holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arg {
    pub value: Value,
    pub kind: ArgKind,
}
