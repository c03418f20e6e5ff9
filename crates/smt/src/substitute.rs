//! Replacing symbols by terms.
//!
//! Invariant: what is put in place of a symbol has the symbol's sort. The result is built with the
//! smart constructors and is therefore as canonical as if it had been built that way at first.

use crate::pool::TermPool;
use crate::term::{Array, Bool, Bv, Fp, Handle, Node, SymbolId, Term};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Terms for symbols.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    terms: BTreeMap<SymbolId, Term>,
}

impl Substitution {
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Puts `term` in place of `symbol`. The sorts must agree.
    pub fn insert<T: Handle>(&mut self, pool: &TermPool, symbol: SymbolId, term: T) {
        let (expected, given) = (pool.symbol(symbol).sort, pool.sort(term));
        assert_eq!(expected, given, "a term of another sort for a symbol");
        self.terms.insert(symbol, term.into());
    }

    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

impl TermPool {
    /// `term` with every symbol of the substitution replaced, all at once.
    pub fn substitute(&mut self, term: Term, substitution: &Substitution) -> Term {
        self.substitute_all(&[term], substitution)[0]
    }

    /// Several terms at once: what they share is rebuilt once.
    pub fn substitute_all(&mut self, terms: &[Term], substitution: &Substitution) -> Vec<Term> {
        let new = |pool: &TermPool, term| {
            pool.as_symbol(term).and_then(|id| substitution.terms.get(&id)).copied()
        };
        self.replace_all(terms, new)
    }

    /// `term` with every part that is a key replaced; what is put in is not looked into. The sorts
    /// of keys and terms must agree.
    pub(crate) fn replace(&mut self, term: Term, parts: &FxHashMap<Term, Term>) -> Term {
        self.replace_all(&[term], |_, part| parts.get(&part).copied())[0]
    }

    /// As `replace`, for several terms at once.
    pub(crate) fn replace_each(
        &mut self,
        terms: &[Term],
        parts: &FxHashMap<Term, Term>,
    ) -> Vec<Term> {
        self.replace_all(terms, |_, part| parts.get(&part).copied())
    }

    fn replace_all(
        &mut self,
        terms: &[Term],
        new: impl Fn(&TermPool, Term) -> Option<Term>,
    ) -> Vec<Term> {
        let mut memo = Rebuilt::default();
        for term in self.reachable(terms.iter().copied()) {
            let rebuilt = match new(self, term) {
                Some(new) => new,
                None => self.rebuild(term, &memo),
            };
            memo.0.insert(term, rebuilt);
        }
        terms.iter().map(|term| memo.0[term]).collect()
    }

    pub fn substitute_bool(&mut self, term: Bool, substitution: &Substitution) -> Bool {
        Bool::trusted(self.substitute(term.into(), substitution))
    }

    pub fn substitute_bv(&mut self, term: Bv, substitution: &Substitution) -> Bv {
        Bv::trusted(self.substitute(term.into(), substitution))
    }

    /// The same operation on the new operands.
    fn rebuild(&mut self, term: Term, new: &Rebuilt) -> Term {
        let node = self.node(term);
        if node.children().all(|child| new.0[&child] == child) {
            return term;
        }
        match node {
            Node::True
            | Node::False
            | Node::BoolSymbol(_)
            | Node::BvConst { .. }
            | Node::BvWide(_)
            | Node::BvSymbol(_)
            | Node::ArraySymbol(_)
            | Node::Table(_) => term,
            Node::Not(a) => self.not(new.bool(a)).into(),
            Node::And(a, b) => self.and(new.bool(a), new.bool(b)).into(),
            Node::Xor(a, b) => self.xor(new.bool(a), new.bool(b)).into(),
            Node::BoolIte(c, a, b) => self.ite(new.bool(c), new.bool(a), new.bool(b)).into(),
            Node::BvEq(a, b) => self.eq(new.bv(a), new.bv(b)).into(),
            Node::ArrayEq(a, b) => self.eq(new.array(a), new.array(b)).into(),
            Node::Ult(a, b) => self.bv_ult(new.bv(a), new.bv(b)).into(),
            Node::Slt(a, b) => self.bv_slt(new.bv(a), new.bv(b)).into(),
            Node::FpCompare(relation, a, b) => {
                self.fp_compare(relation, new.fp(a), new.fp(b)).into()
            }
            Node::FpIs(class, a) => self.fp_is(class, new.fp(a)).into(),
            Node::FpFits { signed, width, value } => {
                self.fp_fits(new.fp(value), signed, width).into()
            }
            Node::FromBool(a) => self.bv_from_bool(new.bool(a)).into(),
            Node::BvNot(a) => self.bv_not(new.bv(a)).into(),
            Node::BvNeg(a) => self.bv_neg(new.bv(a)).into(),
            Node::BvAdd(a, b) => self.bv_add(new.bv(a), new.bv(b)).into(),
            Node::BvMul(a, b) => self.bv_mul(new.bv(a), new.bv(b)).into(),
            Node::BvUdiv(a, b) => self.bv_udiv(new.bv(a), new.bv(b)).into(),
            Node::BvUrem(a, b) => self.bv_urem(new.bv(a), new.bv(b)).into(),
            Node::BvSdiv(a, b) => self.bv_sdiv(new.bv(a), new.bv(b)).into(),
            Node::BvSrem(a, b) => self.bv_srem(new.bv(a), new.bv(b)).into(),
            Node::BvAnd(a, b) => self.bv_and(new.bv(a), new.bv(b)).into(),
            Node::BvOr(a, b) => self.bv_or(new.bv(a), new.bv(b)).into(),
            Node::BvXor(a, b) => self.bv_xor(new.bv(a), new.bv(b)).into(),
            Node::BvShl(a, b) => self.bv_shl(new.bv(a), new.bv(b)).into(),
            Node::BvLshr(a, b) => self.bv_lshr(new.bv(a), new.bv(b)).into(),
            Node::BvAshr(a, b) => self.bv_ashr(new.bv(a), new.bv(b)).into(),
            Node::Concat(a, b) => self.bv_concat(new.bv(a), new.bv(b)).into(),
            Node::Extract { high, low, value } => self.bv_extract(high, low, new.bv(value)).into(),
            Node::ZeroExtend { width, value } => self.bv_zext(new.bv(value), width).into(),
            Node::SignExtend { width, value } => self.bv_sext(new.bv(value), width).into(),
            Node::BvIte(c, a, b) => self.ite(new.bool(c), new.bv(a), new.bv(b)).into(),
            Node::Read(array, index) => self.read(new.array(array), new.bv(index)).into(),
            Node::FpToBits(a) => self.fp_to_bits(new.fp(a)).into(),
            Node::FpToInt { signed, width, value } => {
                self.fp_to_int(new.fp(value), signed, width).into()
            }
            Node::ConstArray { index_width, byte } => {
                self.const_array(index_width, new.bv(byte)).into()
            }
            Node::Store(array, index, value) => {
                self.store(new.array(array), new.bv(index), new.bv(value)).into()
            }
            Node::ArrayIte(c, a, b) => self.ite(new.bool(c), new.array(a), new.array(b)).into(),
            Node::FpFromBits(kind, bits) => self.fp_from_bits(kind, new.bv(bits)).into(),
            Node::FpUnary(op, a) => self.fp_unary(op, new.fp(a)).into(),
            Node::FpBinary(op, a, b) => self.fp_binary(op, new.fp(a), new.fp(b)).into(),
            Node::FpFma(a, b, c) => self.fp_fma(new.fp(a), new.fp(b), new.fp(c)).into(),
            Node::FpRound(mode, a) => self.fp_round(mode, new.fp(a)).into(),
            Node::FpConvert(kind, a) => self.fp_convert(new.fp(a), kind).into(),
            Node::FpFromInt { kind, signed, value } => {
                self.fp_from_int(kind, signed, new.bv(value)).into()
            }
            Node::FpIte(c, a, b) => self.ite(new.bool(c), new.fp(a), new.fp(b)).into(),
        }
    }
}

/// New terms for old ones, of the same sorts.
#[derive(Default)]
struct Rebuilt(FxHashMap<Term, Term>);

impl Rebuilt {
    fn bool(&self, old: Bool) -> Bool {
        Bool::trusted(self.0[&old.term()])
    }

    fn bv(&self, old: Bv) -> Bv {
        Bv::trusted(self.0[&old.term()])
    }

    fn array(&self, old: Array) -> Array {
        Array::trusted(self.0[&old.term()])
    }

    fn fp(&self, old: Fp) -> Fp {
        Fp::trusted(self.0[&old.term()])
    }
}
