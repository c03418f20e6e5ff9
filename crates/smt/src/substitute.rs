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
        let Some(first) = substitution.terms.keys().map(|id| self.symbol_term(*id)).min() else {
            return terms.to_vec();
        };
        let new = |pool: &TermPool, term| {
            pool.as_symbol(term).and_then(|id| substitution.terms.get(&id)).copied()
        };
        self.replace_all(terms, first, new)
    }

    /// `term` with every part that is a key replaced; what is put in is not looked into. The sorts
    /// of keys and terms must agree. What `memo` has of it is not built again: all that it is used for must
    /// replace the same terms by the same.
    pub(crate) fn replace(
        &mut self,
        term: Term,
        parts: &FxHashMap<Term, Term>,
        memo: &mut ReplaceMemo,
    ) -> Term {
        let Some(first) = parts.keys().copied().min() else { return term };
        if memo.epoch != self.release_epoch() || memo.terms.0.len() > ReplaceMemo::MOST {
            *memo = ReplaceMemo { epoch: self.release_epoch(), ..ReplaceMemo::default() };
        }
        // An array of which single bytes were examined so far may be there as itself.
        memo.terms.0.extend(parts.iter().map(|(old, new)| (*old, *new)));
        self.replace_below(&[term], first, |_, _| None, &mut memo.terms);
        memo.terms.of(term)
    }

    /// The same for several terms at once, without a memo.
    pub(crate) fn replace_each(
        &mut self,
        terms: &[Term],
        parts: &FxHashMap<Term, Term>,
    ) -> Vec<Term> {
        let Some(first) = parts.keys().copied().min() else { return terms.to_vec() };
        self.replace_all(terms, first, |_, part| parts.get(&part).copied())
    }

    /// `first` is the oldest term that is replaced: what is older still has none of them in it, and stays.
    fn replace_all(
        &mut self,
        terms: &[Term],
        first: Term,
        new: impl Fn(&TermPool, Term) -> Option<Term>,
    ) -> Vec<Term> {
        let mut memo = Rebuilt::default();
        self.replace_below(terms, first, new, &mut memo);
        terms.iter().map(|term| memo.of(*term)).collect()
    }

    /// Rebuilds what is not rebuilt yet.
    fn replace_below(
        &mut self,
        terms: &[Term],
        first: Term,
        new: impl Fn(&TermPool, Term) -> Option<Term>,
        memo: &mut Rebuilt,
    ) {
        let stays = |term: Term| term < first || memo.0.contains_key(&term);
        for term in self.reachable_unless(terms.iter().copied(), stays) {
            let rebuilt = match new(self, term) {
                Some(new) => new,
                None => self.rebuild(term, memo),
            };
            memo.0.insert(term, rebuilt);
        }
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
        if node.children().all(|child| new.of(child) == child) {
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

/// What replacing the same terms by the same has made of others.
#[derive(Debug, Default)]
pub(crate) struct ReplaceMemo {
    /// Terms that were released since are gone.
    epoch: u64,
    terms: Rebuilt,
}

impl ReplaceMemo {
    /// Terms that are kept at most.
    const MOST: usize = 1 << 12;
}

/// New terms for old ones, of the same sorts; those that are not in it stay.
#[derive(Debug, Default)]
struct Rebuilt(FxHashMap<Term, Term>);

impl Rebuilt {
    fn of(&self, old: Term) -> Term {
        self.0.get(&old).copied().unwrap_or(old)
    }

    fn bool(&self, old: Bool) -> Bool {
        Bool::trusted(self.of(old.term()))
    }

    fn bv(&self, old: Bv) -> Bv {
        Bv::trusted(self.of(old.term()))
    }

    fn array(&self, old: Array) -> Array {
        Array::trusted(self.of(old.term()))
    }

    fn fp(&self, old: Fp) -> Fp {
        Fp::trusted(self.of(old.term()))
    }
}
