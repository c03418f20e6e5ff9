//! The value of a term under an assignment.
//!
//! Invariant: `memo` holds the values of children before that of their parent is asked for. Arrays
//! are never copied along a chain of stores: a read walks the chain, whose indices and values are in
//! the memo by then.

use crate::concrete::bitvec::BitVec;
use crate::concrete::float::{self, FloatKind};
use crate::concrete::float_int;
use crate::pool::TermPool;
use crate::rewrite::float::to_int;
use crate::term::{Array, Bool, Bv, Fp, Node, Sort, Term};
use crate::value::{ArrayValue, Assignment, Value};
use rustc_hash::FxHashMap;

/// Evaluates any number of terms under one assignment, each shared part once.
pub struct Evaluator<'a> {
    pool: &'a TermPool,
    assignment: &'a Assignment,
    memo: FxHashMap<Term, Known>,
}

/// A memoised result. An array is only marked: its value is found by walking it.
#[derive(Clone)]
enum Known {
    Bool(bool),
    Bv(BitVec),
    Fp(u128),
    Array,
}

impl<'a> Evaluator<'a> {
    pub fn new(pool: &'a TermPool, assignment: &'a Assignment) -> Evaluator<'a> {
        Evaluator { pool, assignment, memo: FxHashMap::default() }
    }

    pub(crate) fn pool(&self) -> &'a TermPool {
        self.pool
    }

    pub fn bool(&mut self, term: Bool) -> bool {
        self.prepare(term.into());
        self.get_bool(term)
    }

    pub fn bv(&mut self, term: Bv) -> BitVec {
        self.prepare(term.into());
        self.get_bv(term).clone()
    }

    /// The bit pattern of a float.
    pub fn fp(&mut self, term: Fp) -> u128 {
        self.prepare(term.into());
        self.get_fp(term)
    }

    pub fn array(&mut self, term: Array) -> ArrayValue {
        self.prepare(term.into());
        self.collect(term)
    }

    /// The value of a term of any sort.
    pub fn value(&mut self, term: Term) -> Value {
        match self.pool.sort(term) {
            Sort::Bool => Value::Bool(self.bool(Bool::trusted(term))),
            Sort::Bv(_) => Value::Bv(self.bv(Bv::trusted(term))),
            Sort::Fp(kind) => Value::Fp(kind, self.fp(Fp::trusted(term))),
            Sort::Array { .. } => Value::Array(self.array(Array::trusted(term))),
        }
    }

    fn prepare(&mut self, root: Term) {
        if self.memo.contains_key(&root) {
            return;
        }
        let memo = &self.memo;
        let order = self.pool.reachable_unless([root], |term| memo.contains_key(&term));
        for term in order {
            let known = self.compute(self.pool.node(term));
            self.memo.insert(term, known);
        }
    }

    fn compute(&self, node: Node) -> Known {
        let bv2 = |a: Bv, b: Bv, op: fn(&BitVec, &BitVec) -> BitVec| {
            Known::Bv(op(self.get_bv(a), self.get_bv(b)))
        };
        match node {
            Node::True => Known::Bool(true),
            Node::False => Known::Bool(false),
            Node::BoolSymbol(id) => match self.assignment.get(id) {
                Some(Value::Bool(value)) => Known::Bool(*value),
                Some(other) => panic!("{other:?} for a truth value"),
                None => Known::Bool(false),
            },
            Node::Not(a) => Known::Bool(!self.get_bool(a)),
            Node::And(a, b) => Known::Bool(self.get_bool(a) && self.get_bool(b)),
            Node::Xor(a, b) => Known::Bool(self.get_bool(a) != self.get_bool(b)),
            Node::BoolIte(c, a, b) => Known::Bool(self.get_bool(self.choose(c, a, b))),
            Node::BvEq(a, b) => Known::Bool(self.get_bv(a) == self.get_bv(b)),
            Node::ArrayEq(a, b) => {
                let width = self.pool.index_width(a);
                Known::Bool(self.collect(a).same(&self.collect(b), width))
            }
            Node::Ult(a, b) => Known::Bool(self.get_bv(a).ult(self.get_bv(b))),
            Node::Slt(a, b) => Known::Bool(self.get_bv(a).slt(self.get_bv(b))),
            Node::FpCompare(relation, a, b) => {
                Known::Bool(relation.holds(self.kind(a), self.get_fp(a), self.get_fp(b)))
            }
            Node::FpIs(class, a) => Known::Bool(class.contains(self.kind(a), self.get_fp(a))),
            Node::FpFits { signed, width, value } => {
                let integer = to_int(self.kind(value), self.get_fp(value), signed, width);
                Known::Bool(integer.is_some())
            }

            Node::BvConst { width, value } => Known::Bv(BitVec::from_u64(width, value)),
            Node::BvWide(id) => Known::Bv(self.pool.wide(id).clone()),
            Node::BvSymbol(id) => {
                let Sort::Bv(width) = self.pool.symbol(id).sort else {
                    unreachable!("a bit-vector symbol of another sort");
                };
                match self.assignment.get(id) {
                    Some(Value::Bv(value)) => {
                        assert_eq!(value.width(), width, "a value of the wrong width");
                        Known::Bv(value.clone())
                    }
                    Some(other) => panic!("{other:?} for a bit-vector"),
                    None => Known::Bv(BitVec::zero(width)),
                }
            }
            Node::FromBool(a) => Known::Bv(BitVec::from_bool(self.get_bool(a))),
            Node::BvNot(a) => Known::Bv(self.get_bv(a).not()),
            Node::BvNeg(a) => Known::Bv(self.get_bv(a).neg()),
            Node::BvAdd(a, b) => bv2(a, b, BitVec::add),
            Node::BvMul(a, b) => bv2(a, b, BitVec::mul),
            Node::BvUdiv(a, b) => bv2(a, b, BitVec::udiv),
            Node::BvUrem(a, b) => bv2(a, b, BitVec::urem),
            Node::BvSdiv(a, b) => bv2(a, b, BitVec::sdiv),
            Node::BvSrem(a, b) => bv2(a, b, BitVec::srem),
            Node::BvAnd(a, b) => bv2(a, b, BitVec::and),
            Node::BvOr(a, b) => bv2(a, b, BitVec::or),
            Node::BvXor(a, b) => bv2(a, b, BitVec::xor),
            Node::BvShl(a, b) => bv2(a, b, BitVec::shl),
            Node::BvLshr(a, b) => bv2(a, b, BitVec::lshr),
            Node::BvAshr(a, b) => bv2(a, b, BitVec::ashr),
            Node::Concat(a, b) => bv2(a, b, BitVec::concat),
            Node::Extract { high, low, value } => Known::Bv(self.get_bv(value).extract(high, low)),
            Node::ZeroExtend { width, value } => Known::Bv(self.get_bv(value).zext(width)),
            Node::SignExtend { width, value } => Known::Bv(self.get_bv(value).sext(width)),
            Node::BvIte(c, a, b) => Known::Bv(self.get_bv(self.choose(c, a, b)).clone()),
            Node::Read(array, index) => {
                let byte = self.byte_at(array, self.get_index(index));
                Known::Bv(BitVec::from_u64(8, u64::from(byte)))
            }
            Node::FpToBits(a) => Known::Bv(BitVec::from_u128(self.kind(a).bits(), self.get_fp(a))),
            Node::FpToInt { signed, width, value } => {
                let integer = to_int(self.kind(value), self.get_fp(value), signed, width);
                Known::Bv(integer.unwrap_or_else(|| BitVec::zero(width)))
            }

            Node::ArraySymbol(_)
            | Node::ConstArray { .. }
            | Node::Table(_)
            | Node::Store(..)
            | Node::ArrayIte(..) => Known::Array,

            Node::FpFromBits(_, bits) => {
                let bits = self.get_bv(bits).to_u128();
                Known::Fp(bits.expect("a float has at most 128 bits"))
            }
            Node::FpUnary(op, a) => Known::Fp(op.apply(self.kind(a), self.get_fp(a))),
            Node::FpBinary(op, a, b) => {
                Known::Fp(op.apply(self.kind(a), self.get_fp(a), self.get_fp(b)))
            }
            Node::FpFma(a, b, c) => {
                Known::Fp(float::fma(self.kind(a), self.get_fp(a), self.get_fp(b), self.get_fp(c)))
            }
            Node::FpRound(mode, a) => {
                Known::Fp(float::round_to_integral(self.kind(a), mode, self.get_fp(a)))
            }
            Node::FpConvert(to, a) => Known::Fp(float::convert(self.kind(a), to, self.get_fp(a))),
            Node::FpFromInt { kind, signed: true, value } => {
                Known::Fp(float_int::from_signed(kind, self.get_bv(value)))
            }
            Node::FpFromInt { kind, signed: false, value } => {
                Known::Fp(float_int::from_unsigned(kind, self.get_bv(value)))
            }
            Node::FpIte(c, a, b) => Known::Fp(self.get_fp(self.choose(c, a, b))),
        }
    }

    fn byte_at(&self, mut array: Array, index: u64) -> u8 {
        loop {
            match self.pool.node(array) {
                Node::Store(below, at, value) => {
                    if self.get_index(at) == index {
                        return self.get_byte(value);
                    }
                    array = below;
                }
                Node::ArrayIte(c, a, b) => array = self.choose(c, a, b),
                base => return self.base_byte(base, index),
            }
        }
    }

    fn base_byte(&self, base: Node, index: u64) -> u8 {
        match base {
            Node::ConstArray { byte, .. } => self.get_byte(byte),
            Node::Table(id) => usize::try_from(index)
                .ok()
                .and_then(|at| self.pool.table_bytes(id).get(at).copied())
                .unwrap_or(0),
            Node::ArraySymbol(id) => match self.assignment.get(id) {
                Some(Value::Array(value)) => value.get(index),
                Some(other) => panic!("{other:?} for an array"),
                None => 0,
            },
            other => unreachable!("{other:?} is not an array"),
        }
    }

    /// The whole function that an array is.
    fn collect(&self, mut array: Array) -> ArrayValue {
        let mut stores = Vec::new();
        let mut value = loop {
            match self.pool.node(array) {
                Node::Store(below, at, value) => {
                    stores.push((self.get_index(at), self.get_byte(value)));
                    array = below;
                }
                Node::ArrayIte(c, a, b) => array = self.choose(c, a, b),
                Node::ConstArray { byte, .. } => break ArrayValue::new(self.get_byte(byte)),
                Node::Table(id) => break self.table_value(array, self.pool.table_bytes(id)),
                Node::ArraySymbol(id) => match self.assignment.get(id) {
                    Some(Value::Array(value)) => break value.clone(),
                    Some(other) => panic!("{other:?} for an array"),
                    None => break ArrayValue::default(),
                },
                other => unreachable!("{other:?} is not an array"),
            }
        };
        // The stores were met from the last to the first.
        for (index, byte) in stores.into_iter().rev() {
            value.set(index, byte);
        }
        value
    }

    fn table_value(&self, array: Array, bytes: &[u8]) -> ArrayValue {
        // Bytes that no index reaches are no part of the function.
        let reach = 1u64.checked_shl(self.pool.index_width(array));
        let reach = reach.and_then(|n| usize::try_from(n).ok());
        ArrayValue::from_bytes(&bytes[..bytes.len().min(reach.unwrap_or(usize::MAX))])
    }

    fn choose<T>(&self, condition: Bool, then: T, otherwise: T) -> T {
        if self.get_bool(condition) { then } else { otherwise }
    }

    fn kind(&self, a: Fp) -> FloatKind {
        self.pool.kind(a)
    }

    fn get_bool(&self, a: Bool) -> bool {
        match self.memo[&a.term()] {
            Known::Bool(value) => value,
            _ => unreachable!("a Bool has a truth value"),
        }
    }

    fn get_bv(&self, a: Bv) -> &BitVec {
        match &self.memo[&a.term()] {
            Known::Bv(value) => value,
            _ => unreachable!("a Bv has a bit-vector"),
        }
    }

    fn get_fp(&self, a: Fp) -> u128 {
        match self.memo[&a.term()] {
            Known::Fp(value) => value,
            _ => unreachable!("an Fp has a bit pattern"),
        }
    }

    fn get_index(&self, a: Bv) -> u64 {
        let index = self.get_bv(a).to_u64();
        index.expect("an index has at most 64 bits")
    }

    fn get_byte(&self, a: Bv) -> u8 {
        let byte = self.get_bv(a).to_u64().and_then(|v| u8::try_from(v).ok());
        byte.expect("an array holds bytes")
    }
}

impl TermPool {
    /// The value of one term; for several under one assignment an [`Evaluator`] shares its work.
    pub fn eval_bool(&self, term: Bool, assignment: &Assignment) -> bool {
        Evaluator::new(self, assignment).bool(term)
    }

    /// As [`TermPool::eval_bool`].
    pub fn eval_bv(&self, term: Bv, assignment: &Assignment) -> BitVec {
        Evaluator::new(self, assignment).bv(term)
    }

    /// As [`TermPool::eval_bool`]; the bit pattern.
    pub fn eval_fp(&self, term: Fp, assignment: &Assignment) -> u128 {
        Evaluator::new(self, assignment).fp(term)
    }
}
