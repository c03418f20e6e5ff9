//! What a term is: handles, sorts, symbols and nodes.
//!
//! Invariant: a handle's type is its sort, and a child's id is smaller than its parent's, because a
//! node can only be built from terms that exist. Sorting ids therefore sorts a term topologically,
//! and the walks in this crate need no recursion.

use crate::concrete::float::{FloatKind, RoundingMode};
use crate::pool::TermPool;

/// A term of any sort: what traversals see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(u32);

impl Term {
    pub(crate) fn new(index: usize) -> Term {
        Term(u32::try_from(index).expect("more than 2^32 terms"))
    }

    /// A dense index, for side tables.
    pub fn index(self) -> usize {
        usize::try_from(self.0).expect("a u32 fits in usize on every supported host")
    }
}

/// A handle whose type is a sort. `ite` and `eq` of the pool take any of them.
pub trait Handle: Copy + Into<Term> + sealed::Sealed {
    #[doc(hidden)]
    fn build_ite(pool: &mut TermPool, condition: Bool, then: Self, otherwise: Self) -> Self;
    #[doc(hidden)]
    fn build_eq(pool: &mut TermPool, a: Self, b: Self) -> Bool;
    /// A term that the caller knows to be of this sort.
    #[doc(hidden)]
    fn of_same_sort(term: Term) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $ite:ident, $eq:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(Term);

        impl $name {
            /// The caller has made sure that the term has this sort.
            pub(crate) fn trusted(term: Term) -> $name {
                $name(term)
            }

            pub fn term(self) -> Term {
                self.0
            }
        }

        impl From<$name> for Term {
            fn from(handle: $name) -> Term {
                handle.0
            }
        }

        impl sealed::Sealed for $name {}

        impl Handle for $name {
            fn build_ite(pool: &mut TermPool, c: Bool, then: $name, otherwise: $name) -> $name {
                pool.$ite(c, then, otherwise)
            }

            fn build_eq(pool: &mut TermPool, a: $name, b: $name) -> Bool {
                pool.$eq(a, b)
            }

            fn of_same_sort(term: Term) -> $name {
                $name(term)
            }
        }
    };
}

handle!(
    /// A truth value.
    Bool, bool_ite, bool_eq
);
handle!(
    /// A bit-vector; the pool knows its width.
    Bv, bv_ite, bv_eq
);
handle!(
    /// A function from indices to bytes.
    Array, array_ite, array_eq
);
handle!(
    /// A floating-point number, which is its bit pattern: NaNs with different payloads differ.
    Fp, fp_ite, fp_same
);

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    Bool,
    Bv(u32),
    Array { index_width: u32 },
    Fp(FloatKind),
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(u32);

        impl $name {
            pub(crate) fn new(index: usize) -> $name {
                $name(u32::try_from(index).expect("more than 2^32 entries"))
            }

            /// A dense index, for side tables.
            pub fn index(self) -> usize {
                usize::try_from(self.0).expect("a u32 fits in usize on every supported host")
            }
        }
    };
}

id!(
    /// A free variable.
    SymbolId
);
id!(
    /// A bit-vector constant above 64 bits, in the pool's side table.
    WideId
);
id!(
    /// The bytes of a constant table, in the pool's side table.
    TableId
);

/// What is known of a free variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    pub name: Box<str>,
    pub sort: Sort,
    /// The note of the code that made it.
    pub tag: Tag,
}

/// A note on a symbol by the code that makes it. Terms, solvers and texts know nothing of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tag {
    pub kind: u32,
    pub data: [u64; 2],
}

/// Operations of one floating-point operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FpUnary {
    Neg,
    Abs,
    Sqrt,
}

/// Operations of two floating-point operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FpBinary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Min,
    Max,
}

/// Comparisons that are false when an operand is a NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FpRelation {
    Eq,
    Lt,
    Le,
}

/// Questions about one floating-point number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FpClass {
    Nan,
    Infinite,
    Zero,
}

/// One operation with its operands.
///
/// The pool builds canonical nodes only, and some operations have no node because they are always
/// written with others: `a - b` is `a + -b`, `a or b` of truth values is `not (not a and not b)`,
/// `a <= b` is `not (b < a)`, a shift by a constant is a product or a slice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    True,
    False,
    BoolSymbol(SymbolId),
    Not(Bool),
    And(Bool, Bool),
    Xor(Bool, Bool),
    BoolIte(Bool, Bool, Bool),
    BvEq(Bv, Bv),
    ArrayEq(Array, Array),
    Ult(Bv, Bv),
    Slt(Bv, Bv),
    FpCompare(FpRelation, Fp, Fp),
    FpIs(FpClass, Fp),
    /// Whether the integer part fits: false exactly where `FpToInt` has no meaning.
    FpFits {
        signed: bool,
        width: u32,
        value: Fp,
    },

    /// Up to 64 bits; above that `BvWide`.
    BvConst {
        width: u32,
        value: u64,
    },
    BvWide(WideId),
    BvSymbol(SymbolId),
    /// One bit: 1 for true.
    FromBool(Bool),
    BvNot(Bv),
    BvNeg(Bv),
    BvAdd(Bv, Bv),
    BvMul(Bv, Bv),
    BvUdiv(Bv, Bv),
    BvUrem(Bv, Bv),
    BvSdiv(Bv, Bv),
    BvSrem(Bv, Bv),
    BvAnd(Bv, Bv),
    BvOr(Bv, Bv),
    BvXor(Bv, Bv),
    BvShl(Bv, Bv),
    BvLshr(Bv, Bv),
    BvAshr(Bv, Bv),
    /// The first operand is the upper part.
    Concat(Bv, Bv),
    Extract {
        high: u32,
        low: u32,
        value: Bv,
    },
    ZeroExtend {
        width: u32,
        value: Bv,
    },
    SignExtend {
        width: u32,
        value: Bv,
    },
    BvIte(Bool, Bv, Bv),
    Read(Array, Bv),
    FpToBits(Fp),
    /// The integer part; zero where it does not fit, so that every term has a value.
    FpToInt {
        signed: bool,
        width: u32,
        value: Fp,
    },

    ArraySymbol(SymbolId),
    /// Every byte is the same.
    ConstArray {
        index_width: u32,
        byte: Bv,
    },
    /// Known bytes from index 0 on, zeros after them.
    Table(TableId),
    Store(Array, Bv, Bv),
    ArrayIte(Bool, Array, Array),

    FpFromBits(FloatKind, Bv),
    FpUnary(FpUnary, Fp),
    FpBinary(FpBinary, Fp, Fp),
    /// `a * b + c`, rounded once.
    FpFma(Fp, Fp, Fp),
    FpRound(RoundingMode, Fp),
    FpConvert(FloatKind, Fp),
    FpFromInt {
        kind: FloatKind,
        signed: bool,
        value: Bv,
    },
    FpIte(Bool, Fp, Fp),
}

impl Node {
    /// The operands, first to last.
    pub fn children(self) -> impl Iterator<Item = Term> {
        let none = [None; 3];
        let one = |a: Term| [Some(a), None, None];
        let two = |a: Term, b: Term| [Some(a), Some(b), None];
        let three = |a: Term, b: Term, c: Term| [Some(a), Some(b), Some(c)];
        let children = match self {
            Node::True
            | Node::False
            | Node::BoolSymbol(_)
            | Node::BvConst { .. }
            | Node::BvWide(_)
            | Node::BvSymbol(_)
            | Node::ArraySymbol(_)
            | Node::Table(_) => none,
            Node::Not(a) | Node::FromBool(a) => one(a.into()),
            Node::And(a, b) | Node::Xor(a, b) => two(a.into(), b.into()),
            Node::BoolIte(a, b, c) => three(a.into(), b.into(), c.into()),
            Node::ArrayEq(a, b) => two(a.into(), b.into()),
            Node::FpCompare(_, a, b) | Node::FpBinary(_, a, b) => two(a.into(), b.into()),
            Node::FpIs(_, a)
            | Node::FpFits { value: a, .. }
            | Node::FpToBits(a)
            | Node::FpToInt { value: a, .. }
            | Node::FpUnary(_, a)
            | Node::FpRound(_, a)
            | Node::FpConvert(_, a) => one(a.into()),
            Node::BvNot(a)
            | Node::BvNeg(a)
            | Node::Extract { value: a, .. }
            | Node::ZeroExtend { value: a, .. }
            | Node::SignExtend { value: a, .. }
            | Node::ConstArray { byte: a, .. }
            | Node::FpFromBits(_, a)
            | Node::FpFromInt { value: a, .. } => one(a.into()),
            Node::BvEq(a, b)
            | Node::Ult(a, b)
            | Node::Slt(a, b)
            | Node::BvAdd(a, b)
            | Node::BvMul(a, b)
            | Node::BvUdiv(a, b)
            | Node::BvUrem(a, b)
            | Node::BvSdiv(a, b)
            | Node::BvSrem(a, b)
            | Node::BvAnd(a, b)
            | Node::BvOr(a, b)
            | Node::BvXor(a, b)
            | Node::BvShl(a, b)
            | Node::BvLshr(a, b)
            | Node::BvAshr(a, b)
            | Node::Concat(a, b) => two(a.into(), b.into()),
            Node::BvIte(c, a, b) => three(c.into(), a.into(), b.into()),
            Node::Read(a, i) => two(a.into(), i.into()),
            Node::Store(a, i, v) => three(a.into(), i.into(), v.into()),
            Node::ArrayIte(c, a, b) => three(c.into(), a.into(), b.into()),
            Node::FpFma(a, b, c) => three(a.into(), b.into(), c.into()),
            Node::FpIte(c, a, b) => three(c.into(), a.into(), b.into()),
        };
        children.into_iter().flatten()
    }
}
