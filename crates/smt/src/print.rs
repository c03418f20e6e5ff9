//! Terms as text, close to SMT-LIB.
//!
//! Invariant: the text is linear in the number of distinct terms. What is used more than once is
//! bound by a `let`, and the writer is a loop over a stack of pieces, so depth costs no stack.
//! Operations without a node are written back where they show: `or`, `bvule`, `bvsub`.

use crate::pool::TermPool;
use crate::term::{FpBinary, FpClass, FpRelation, FpUnary, Node, Term};
use rustc_hash::FxHashMap;
use std::fmt;

/// A term ready to be written, made by [`TermPool::display`].
pub struct DisplayTerm<'a> {
    pool: &'a TermPool,
    root: Term,
}

impl TermPool {
    pub fn display(&self, term: impl Into<Term>) -> DisplayTerm<'_> {
        DisplayTerm { pool: self, root: term.into() }
    }
}

impl fmt::Display for DisplayTerm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shared = self.shared();
        let mut names: FxHashMap<Term, usize> = FxHashMap::default();
        for term in shared {
            // Ids are topological, so a binding uses earlier ones only.
            write!(f, "(let ((?{} ", names.len())?;
            self.write(f, term, &names)?;
            f.write_str(")) ")?;
            names.insert(term, names.len());
        }
        self.write(f, self.root, &names)?;
        (0..names.len()).try_for_each(|_| f.write_str(")"))
    }
}

/// What is still to be written.
enum Piece {
    Term(Term),
    Close,
}

/// How a term is written: a head and its operands.
struct Shape {
    head: String,
    operands: Vec<Term>,
}

impl DisplayTerm<'_> {
    fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        root: Term,
        names: &FxHashMap<Term, usize>,
    ) -> fmt::Result {
        let mut stack = vec![Piece::Term(root)];
        let mut first = true;
        while let Some(piece) = stack.pop() {
            let term = match piece {
                Piece::Close => {
                    f.write_str(")")?;
                    continue;
                }
                Piece::Term(term) => term,
            };
            if !first {
                f.write_str(" ")?;
            }
            first = false;
            if let Some(name) = names.get(&term) {
                write!(f, "?{name}")?;
                continue;
            }
            let shape = self.shape(term);
            if shape.operands.is_empty() {
                f.write_str(&shape.head)?;
            } else {
                write!(f, "({}", shape.head)?;
                stack.push(Piece::Close);
                stack.extend(shape.operands.into_iter().rev().map(Piece::Term));
            }
        }
        Ok(())
    }

    /// What is written more than once and is not a leaf, children before parents.
    fn shared(&self) -> Vec<Term> {
        let mut uses: FxHashMap<Term, usize> = FxHashMap::default();
        let mut stack = vec![self.root];
        while let Some(term) = stack.pop() {
            let count = uses.entry(term).or_default();
            *count += 1;
            if *count == 1 {
                stack.extend(self.shape(term).operands);
            }
        }
        let mut shared: Vec<Term> = uses
            .into_iter()
            .filter(|(term, n)| *n > 1 && self.pool.node(*term).children().count() > 0)
            .map(|(term, _)| term)
            .collect();
        shared.sort_unstable();
        shared
    }

    fn shape(&self, term: Term) -> Shape {
        let node = self.pool.node(term);
        if let Some(shape) = self.sugar(node) {
            return shape;
        }
        Shape { head: self.head(node), operands: node.children().collect() }
    }

    /// Operations that have no node of their own.
    fn sugar(&self, node: Node) -> Option<Shape> {
        let shape = |head: &str, a: Term, b: Term| {
            Some(Shape { head: head.to_owned(), operands: vec![a, b] })
        };
        match node {
            Node::Not(inner) => match self.pool.node(inner) {
                Node::Ult(a, b) => shape("bvule", b.into(), a.into()),
                Node::Slt(a, b) => shape("bvsle", b.into(), a.into()),
                Node::And(a, b) => match (self.pool.node(a), self.pool.node(b)) {
                    (Node::Not(a), Node::Not(b)) => shape("or", a.into(), b.into()),
                    (Node::Not(a), _) => shape("=>", b.into(), a.into()),
                    (_, Node::Not(b)) => shape("=>", a.into(), b.into()),
                    _ => None,
                },
                Node::Xor(a, b) => shape("=", a.into(), b.into()),
                _ => None,
            },
            Node::BvAdd(a, b) => match (self.pool.node(a), self.pool.node(b)) {
                (_, Node::BvNeg(b)) => shape("bvsub", a.into(), b.into()),
                (Node::BvNeg(a), _) => shape("bvsub", b.into(), a.into()),
                _ => None,
            },
            _ => None,
        }
    }

    fn head(&self, node: Node) -> String {
        let text = match node {
            Node::True => "true",
            Node::False => "false",
            Node::BoolSymbol(id) | Node::BvSymbol(id) | Node::ArraySymbol(id) => {
                return quoted(&self.pool.symbol(id).name);
            }
            Node::Not(_) => "not",
            Node::And(..) => "and",
            Node::Xor(..) => "xor",
            Node::BoolIte(..) | Node::BvIte(..) | Node::ArrayIte(..) | Node::FpIte(..) => "ite",
            Node::BvEq(..) | Node::ArrayEq(..) => "=",
            Node::Ult(..) => "bvult",
            Node::Slt(..) => "bvslt",
            Node::FpCompare(FpRelation::Eq, ..) => "fp.eq",
            Node::FpCompare(FpRelation::Lt, ..) => "fp.lt",
            Node::FpCompare(FpRelation::Le, ..) => "fp.leq",
            Node::FpIs(FpClass::Nan, _) => "fp.isNaN",
            Node::FpIs(FpClass::Infinite, _) => "fp.isInfinite",
            Node::FpIs(FpClass::Zero, _) => "fp.isZero",
            Node::FpFits { signed, width, .. } => {
                return format!("(_ fp.fits_{} {width})", sign(signed));
            }
            Node::BvConst { width, value } => {
                return crate::BitVec::from_u64(width, value).to_string();
            }
            Node::BvWide(id) => return self.pool.wide(id).to_string(),
            Node::FromBool(_) => "bool2bv",
            Node::BvNot(_) => "bvnot",
            Node::BvNeg(_) => "bvneg",
            Node::BvAdd(..) => "bvadd",
            Node::BvMul(..) => "bvmul",
            Node::BvUdiv(..) => "bvudiv",
            Node::BvUrem(..) => "bvurem",
            Node::BvSdiv(..) => "bvsdiv",
            Node::BvSrem(..) => "bvsrem",
            Node::BvAnd(..) => "bvand",
            Node::BvOr(..) => "bvor",
            Node::BvXor(..) => "bvxor",
            Node::BvShl(..) => "bvshl",
            Node::BvLshr(..) => "bvlshr",
            Node::BvAshr(..) => "bvashr",
            Node::Concat(..) => "concat",
            Node::Extract { high, low, .. } => return format!("(_ extract {high} {low})"),
            Node::ZeroExtend { width, value } => {
                return format!("(_ zero_extend {})", width - self.pool.width(value));
            }
            Node::SignExtend { width, value } => {
                return format!("(_ sign_extend {})", width - self.pool.width(value));
            }
            Node::Read(..) => "select",
            Node::FpToBits(_) => "fp.to_bits",
            Node::FpToInt { signed, width, .. } => {
                return format!("(_ fp.to_{} {width})", sign(signed));
            }
            Node::ConstArray { .. } => "const_array",
            Node::Table(id) => return format!("table!{}", id.index()),
            Node::Store(..) => "store",
            Node::FpFromBits(kind, _) => return format!("(_ fp.from_bits {kind:?})"),
            Node::FpUnary(FpUnary::Neg, _) => "fp.neg",
            Node::FpUnary(FpUnary::Abs, _) => "fp.abs",
            Node::FpUnary(FpUnary::Sqrt, _) => "fp.sqrt",
            Node::FpBinary(FpBinary::Add, ..) => "fp.add",
            Node::FpBinary(FpBinary::Sub, ..) => "fp.sub",
            Node::FpBinary(FpBinary::Mul, ..) => "fp.mul",
            Node::FpBinary(FpBinary::Div, ..) => "fp.div",
            Node::FpBinary(FpBinary::Rem, ..) => "fp.fmod",
            Node::FpBinary(FpBinary::Min, ..) => "fp.min",
            Node::FpBinary(FpBinary::Max, ..) => "fp.max",
            Node::FpFma(..) => "fp.fma",
            Node::FpRound(mode, _) => return format!("(_ fp.round {mode:?})"),
            Node::FpConvert(kind, _) => return format!("(_ fp.convert {kind:?})"),
            Node::FpFromInt { kind, signed, .. } => {
                return format!("(_ fp.from_{} {kind:?})", sign(signed));
            }
        };
        text.to_owned()
    }
}

fn sign(signed: bool) -> &'static str {
    if signed { "sbv" } else { "ubv" }
}

/// A symbol as SMT-LIB writes it: bare if it is simple, else between bars.
pub(crate) fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let starts_well = name.chars().next().is_some_and(|c| !c.is_ascii_digit());
    if starts_well && name.chars().all(plain) { name.to_owned() } else { format!("|{name}|") }
}
