//! Values of terms, and assignments of values to symbols.
//!
//! Invariant: an `ArrayValue` stores no override that equals its default, so equal functions over an
//! index space too large to enumerate have equal representations.

use crate::concrete::bitvec::BitVec;
use crate::concrete::float::FloatKind;
use crate::term::SymbolId;
use std::collections::BTreeMap;

/// What a term evaluates to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Bool(bool),
    Bv(BitVec),
    Fp(FloatKind, u128),
    Array(ArrayValue),
}

/// A function from indices to bytes: a default and its exceptions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArrayValue {
    default: u8,
    overrides: BTreeMap<u64, u8>,
}

impl ArrayValue {
    /// Every byte is `default`.
    pub fn new(default: u8) -> ArrayValue {
        ArrayValue { default, overrides: BTreeMap::new() }
    }

    /// `bytes` from index 0 on, zeros after them.
    pub fn from_bytes(bytes: &[u8]) -> ArrayValue {
        let mut array = ArrayValue::new(0);
        for (index, &byte) in (0..).zip(bytes) {
            array.set(index, byte);
        }
        array
    }

    pub fn default_byte(&self) -> u8 {
        self.default
    }

    /// The indices whose byte differs from the default, in order.
    pub fn overrides(&self) -> impl Iterator<Item = (u64, u8)> {
        self.overrides.iter().map(|(&index, &byte)| (index, byte))
    }

    pub fn get(&self, index: u64) -> u8 {
        self.overrides.get(&index).copied().unwrap_or(self.default)
    }

    pub fn set(&mut self, index: u64, byte: u8) {
        if byte == self.default {
            self.overrides.remove(&index);
        } else {
            self.overrides.insert(index, byte);
        }
    }

    /// Whether both are the same function of indices of `index_width` bits.
    pub fn same(&self, other: &ArrayValue, index_width: u32) -> bool {
        self.difference(other, index_width).is_none()
    }

    /// The smallest index of `index_width` bits at which they differ.
    pub fn difference(&self, other: &ArrayValue, index_width: u32) -> Option<u64> {
        let differ = |&i: &u64| self.get(i) != other.get(i);
        if self.default == other.default {
            let mut at: Vec<u64> =
                self.overrides.keys().chain(other.overrides.keys()).copied().collect();
            at.sort_unstable();
            return at.into_iter().find(differ);
        }
        // With other defaults they differ at the first index that is an exception to neither, if
        // not before; the exceptions cover every index only if the index space is small.
        let last = u64::MAX >> (64 - index_width);
        (0..=last).find(differ)
    }
}

/// Values for symbols. A symbol without one is zero, or false, or all zero bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assignment {
    values: BTreeMap<SymbolId, Value>,
}

impl Assignment {
    pub fn new() -> Assignment {
        Assignment::default()
    }

    pub fn set_bool(&mut self, symbol: SymbolId, value: bool) {
        self.values.insert(symbol, Value::Bool(value));
    }

    pub fn set_bv(&mut self, symbol: SymbolId, value: BitVec) {
        self.values.insert(symbol, Value::Bv(value));
    }

    pub fn set_array(&mut self, symbol: SymbolId, value: ArrayValue) {
        self.values.insert(symbol, Value::Array(value));
    }

    pub fn get(&self, symbol: SymbolId) -> Option<&Value> {
        self.values.get(&symbol)
    }

    pub fn remove(&mut self, symbol: SymbolId) -> Option<Value> {
        self.values.remove(&symbol)
    }

    /// What is set, in the order of the symbols.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, &Value)> {
        self.values.iter().map(|(&symbol, value)| (symbol, value))
    }
}
