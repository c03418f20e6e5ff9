//! What calls of a path answered, as far as callers ask for it.

use crate::value::Value;
use margay_ir::FuncId;

/// A call, in a function that is analysed alone.
pub(crate) type Site = (FuncId, FuncId, usize);

/// What a caller can tell of an answer by asking for null, for failure, for success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Zero,
    Positive,
    Negative,
    Unknown,
}

impl Kind {
    pub(crate) fn of(value: Value, bits: u32) -> Kind {
        match value {
            Value::Int(0) => Kind::Zero,
            Value::Int(known) if crate::value::signed(known, bits.min(64)) < 0 => Kind::Negative,
            Value::Int(_) => Kind::Positive,
            _ => Kind::Unknown,
        }
    }
}

/// A call of a path that came back after some decisions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    /// The frame that called.
    pub(crate) caller: u64,
    pub(crate) site: Site,
    pub(crate) kind: Kind,
    /// How many decisions the path had made then.
    pub(crate) decisions: usize,
}
