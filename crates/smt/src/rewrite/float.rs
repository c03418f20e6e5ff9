//! Floating-point terms.
//!
//! A float is its bit pattern, so rules must hold for NaNs bit by bit. That leaves few: `x * 1` makes
//! a signalling NaN quiet, and `x + y` of two NaNs keeps the payload of the first. A constant is
//! `FpFromBits` of a constant.

use crate::concrete::bitvec::BitVec;
use crate::concrete::float::{self, FloatKind, RoundingMode};
use crate::concrete::float_int;
use crate::pool::TermPool;
use crate::term::{Bool, Bv, Fp, FpBinary, FpClass, FpRelation, FpUnary, Node};
use std::cmp::Ordering;

impl FpUnary {
    /// The operation on bit patterns.
    pub fn apply(self, kind: FloatKind, a: u128) -> u128 {
        match self {
            FpUnary::Neg => float::neg(kind, a),
            FpUnary::Abs => float::abs(kind, a),
            FpUnary::Sqrt => float::sqrt(kind, a),
        }
    }
}

impl FpBinary {
    /// The operation on bit patterns.
    pub fn apply(self, kind: FloatKind, a: u128, b: u128) -> u128 {
        match self {
            FpBinary::Add => float::add(kind, a, b),
            FpBinary::Sub => float::sub(kind, a, b),
            FpBinary::Mul => float::mul(kind, a, b),
            FpBinary::Div => float::div(kind, a, b),
            FpBinary::Rem => float::rem(kind, a, b),
            FpBinary::Min => float::min(kind, a, b),
            FpBinary::Max => float::max(kind, a, b),
        }
    }
}

impl FpRelation {
    /// The comparison of bit patterns.
    pub fn holds(self, kind: FloatKind, a: u128, b: u128) -> bool {
        let order = float::compare(kind, a, b);
        match self {
            FpRelation::Eq => order == Some(Ordering::Equal),
            FpRelation::Lt => order == Some(Ordering::Less),
            FpRelation::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        }
    }
}

impl FpClass {
    /// The question asked of a bit pattern.
    pub fn contains(self, kind: FloatKind, a: u128) -> bool {
        match self {
            FpClass::Nan => float::is_nan(kind, a),
            FpClass::Infinite => float::is_infinite(kind, a),
            FpClass::Zero => float::is_zero(kind, a),
        }
    }
}

/// From and to other sorts.
impl TermPool {
    pub fn fp_from_bits(&mut self, kind: FloatKind, bits: Bv) -> Fp {
        assert_eq!(self.width(bits), kind.bits(), "the bits of {kind:?}");
        match self.node(bits) {
            // from_bits(to_bits(x)) = x
            Node::FpToBits(x) if self.kind(x) == kind => x,
            _ => self.intern_fp(kind, Node::FpFromBits(kind, bits)),
        }
    }

    pub fn fp_to_bits(&mut self, x: Fp) -> Bv {
        match self.node(x) {
            // to_bits(from_bits(b)) = b
            Node::FpFromBits(_, bits) => bits,
            _ => {
                let width = self.kind(x).bits();
                self.intern_bv(width, Node::FpToBits(x))
            }
        }
    }

    /// The nearest float to the integer.
    pub fn fp_from_int(&mut self, kind: FloatKind, signed: bool, value: Bv) -> Fp {
        if let Some(value) = self.as_const(value) {
            let bits = if signed {
                float_int::from_signed(kind, &value)
            } else {
                float_int::from_unsigned(kind, &value)
            };
            return self.fp_const(kind, bits);
        }
        let node = Node::FpFromInt { kind, signed, value };
        self.intern_fp(kind, node)
    }

    /// The integer part of `x`; zero where [`TermPool::fp_fits`] is false.
    pub fn fp_to_int(&mut self, x: Fp, signed: bool, width: u32) -> Bv {
        if let Some(bits) = self.as_const_fp(x) {
            let value = to_int(self.kind(x), bits, signed, width);
            return self.bv_const(&value.unwrap_or_else(|| BitVec::zero(width)));
        }
        let value = x;
        let node = Node::FpToInt { signed, width, value };
        self.intern_bv(width, node)
    }

    /// Whether the integer part of `x` is one of the integers of this width and signedness.
    pub fn fp_fits(&mut self, x: Fp, signed: bool, width: u32) -> Bool {
        if let Some(bits) = self.as_const_fp(x) {
            return self.bool_const(to_int(self.kind(x), bits, signed, width).is_some());
        }
        let value = x;
        self.intern_bool(Node::FpFits { signed, width, value })
    }

    /// The nearest float of another format.
    pub fn fp_convert(&mut self, x: Fp, to: FloatKind) -> Fp {
        let from = self.kind(x);
        // convert(x) to its own format = x
        if from == to {
            return x;
        }
        if let Some(bits) = self.as_const_fp(x) {
            return self.fp_const(to, float::convert(from, to, bits));
        }
        self.intern_fp(to, Node::FpConvert(to, x))
    }
}

/// Arithmetic.
impl TermPool {
    pub fn fp_unary(&mut self, op: FpUnary, x: Fp) -> Fp {
        let kind = self.kind(x);
        if let Some(bits) = self.as_const_fp(x) {
            return self.fp_const(kind, op.apply(kind, bits));
        }
        match (op, self.node(x)) {
            // -(-x) = x
            (FpUnary::Neg, Node::FpUnary(FpUnary::Neg, inner)) => inner,
            // |-x| = |x|
            (FpUnary::Abs, Node::FpUnary(FpUnary::Neg, inner)) => self.fp_unary(op, inner),
            // ||x|| = |x|
            (FpUnary::Abs, Node::FpUnary(FpUnary::Abs, _)) => x,
            _ => self.intern_fp(kind, Node::FpUnary(op, x)),
        }
    }

    pub fn fp_binary(&mut self, op: FpBinary, a: Fp, b: Fp) -> Fp {
        let kind = self.same_kind(a, b);
        if let (Some(x), Some(y)) = (self.as_const_fp(a), self.as_const_fp(b)) {
            return self.fp_const(kind, op.apply(kind, x, y));
        }
        // min(x, x) = x, max(x, x) = x
        if a == b && matches!(op, FpBinary::Min | FpBinary::Max) {
            return a;
        }
        self.intern_fp(kind, Node::FpBinary(op, a, b))
    }

    pub fn fp_add(&mut self, a: Fp, b: Fp) -> Fp {
        self.fp_binary(FpBinary::Add, a, b)
    }

    pub fn fp_sub(&mut self, a: Fp, b: Fp) -> Fp {
        self.fp_binary(FpBinary::Sub, a, b)
    }

    pub fn fp_mul(&mut self, a: Fp, b: Fp) -> Fp {
        self.fp_binary(FpBinary::Mul, a, b)
    }

    pub fn fp_div(&mut self, a: Fp, b: Fp) -> Fp {
        self.fp_binary(FpBinary::Div, a, b)
    }

    /// C's `fmod`.
    pub fn fp_rem(&mut self, a: Fp, b: Fp) -> Fp {
        self.fp_binary(FpBinary::Rem, a, b)
    }

    pub fn fp_neg(&mut self, x: Fp) -> Fp {
        self.fp_unary(FpUnary::Neg, x)
    }

    pub fn fp_abs(&mut self, x: Fp) -> Fp {
        self.fp_unary(FpUnary::Abs, x)
    }

    pub fn fp_sqrt(&mut self, x: Fp) -> Fp {
        self.fp_unary(FpUnary::Sqrt, x)
    }

    /// `a * b + c`, rounded once.
    pub fn fp_fma(&mut self, a: Fp, b: Fp, c: Fp) -> Fp {
        let kind = self.same_kind(a, b);
        self.same_kind(a, c);
        let constants = (self.as_const_fp(a), self.as_const_fp(b), self.as_const_fp(c));
        if let (Some(x), Some(y), Some(z)) = constants {
            return self.fp_const(kind, float::fma(kind, x, y, z));
        }
        self.intern_fp(kind, Node::FpFma(a, b, c))
    }

    pub fn fp_round(&mut self, mode: RoundingMode, x: Fp) -> Fp {
        let kind = self.kind(x);
        if let Some(bits) = self.as_const_fp(x) {
            return self.fp_const(kind, float::round_to_integral(kind, mode, bits));
        }
        self.intern_fp(kind, Node::FpRound(mode, x))
    }
}

/// Questions.
impl TermPool {
    /// A comparison that is false when either side is a NaN.
    pub fn fp_compare(&mut self, relation: FpRelation, a: Fp, b: Fp) -> Bool {
        let kind = self.same_kind(a, b);
        if let (Some(x), Some(y)) = (self.as_const_fp(a), self.as_const_fp(b)) {
            return self.bool_const(relation.holds(kind, x, y));
        }
        if a == b {
            return match relation {
                // x < x = false
                FpRelation::Lt => self.bool_const(false),
                // (x = x) = not nan(x), (x <= x) = not nan(x)
                FpRelation::Eq | FpRelation::Le => {
                    let nan = self.fp_is_nan(a);
                    self.not(nan)
                }
            };
        }
        // (x = y) = (y = x)
        let (a, b) = match relation {
            FpRelation::Eq => (a.min(b), a.max(b)),
            FpRelation::Lt | FpRelation::Le => (a, b),
        };
        self.intern_bool(Node::FpCompare(relation, a, b))
    }

    pub fn fp_oeq(&mut self, a: Fp, b: Fp) -> Bool {
        self.fp_compare(FpRelation::Eq, a, b)
    }

    pub fn fp_olt(&mut self, a: Fp, b: Fp) -> Bool {
        self.fp_compare(FpRelation::Lt, a, b)
    }

    pub fn fp_ole(&mut self, a: Fp, b: Fp) -> Bool {
        self.fp_compare(FpRelation::Le, a, b)
    }

    /// Whether either side is a NaN.
    pub fn fp_unordered(&mut self, a: Fp, b: Fp) -> Bool {
        let (a, b) = (self.fp_is_nan(a), self.fp_is_nan(b));
        self.or(a, b)
    }

    pub fn fp_is(&mut self, class: FpClass, x: Fp) -> Bool {
        let kind = self.kind(x);
        if let Some(bits) = self.as_const_fp(x) {
            return self.bool_const(class.contains(kind, bits));
        }
        // These do not look at the sign: is(-x) = is(|x|) = is(x)
        let x = match self.node(x) {
            Node::FpUnary(FpUnary::Neg | FpUnary::Abs, inner) => inner,
            _ => x,
        };
        self.intern_bool(Node::FpIs(class, x))
    }

    pub fn fp_is_nan(&mut self, x: Fp) -> Bool {
        self.fp_is(FpClass::Nan, x)
    }

    pub fn fp_is_infinite(&mut self, x: Fp) -> Bool {
        self.fp_is(FpClass::Infinite, x)
    }

    pub fn fp_is_zero(&mut self, x: Fp) -> Bool {
        self.fp_is(FpClass::Zero, x)
    }

    /// Whether the sign bit is set; a NaN has one too.
    pub fn fp_is_negative(&mut self, x: Fp) -> Bool {
        let top = self.kind(x).bits() - 1;
        let bits = self.fp_to_bits(x);
        let sign = self.bv_extract(top, top, bits);
        let one = self.bv_u64(1, 1);
        self.bv_eq(sign, one)
    }

    /// Equality of bit patterns: a NaN equals itself, the two zeros differ.
    pub(crate) fn fp_same(&mut self, a: Fp, b: Fp) -> Bool {
        self.same_kind(a, b);
        let (a, b) = (self.fp_to_bits(a), self.fp_to_bits(b));
        self.bv_eq(a, b)
    }

    fn same_kind(&self, a: Fp, b: Fp) -> FloatKind {
        let kind = self.kind(a);
        assert_eq!(kind, self.kind(b), "floats of different formats");
        kind
    }
}

pub(crate) fn to_int(kind: FloatKind, bits: u128, signed: bool, width: u32) -> Option<BitVec> {
    if signed {
        float_int::to_signed(kind, bits, width)
    } else {
        float_int::to_unsigned(kind, bits, width)
    }
}
