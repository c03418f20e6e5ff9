//! Addresses as numbers: what a program may learn from where an object lies.
//!
//! Objects have known addresses here, and a pointer that stays one is a plain number (see ADR 3). A real program is
//! given others each time it runs. C promises which object an address is of, the order within that object, its
//! alignment and that it is not null; nothing else. So where an address is used as a number, it becomes a term over one
//! symbol for its object: a multiple of the alignment, from [`LOWEST`] on. A term that is an address in that object,
//! whatever the symbol is, becomes the known pointer again.
//!
//! Invariant: the provenance of a symbol says which known address it stands for, so that any term over such symbols has a
//! value in the layout that this engine uses.

use crate::memory::{Memory, Object};
use crate::value::Value;
use crate::value::provenance::{Provenance, depends_on};
use crate::value::terms;
use margay_smt::{Bool, Bv, Node, Sort, Substitution, SymbolId, Term, TermPool};
use std::collections::BTreeSet;

/// No object lies lower: systems keep the first page free.
const LOWEST: u64 = 0x1000;

/// Alignments above this are not told apart from it.
const MOST_ALIGNED: u32 = 20;

/// Terms of more choices are not looked into.
const MOST_CHOICES: usize = 16;

/// What an address leads to that is used as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// Where it begins here.
    pub base: u64,
    /// Tells it from others that began there before.
    serial: u64,
    /// Its alignment as a power of two.
    align: u32,
}

impl Named {
    pub fn object(object: &Object) -> Named {
        let align = object.align.max(1).ilog2().min(MOST_ALIGNED);
        Named { base: object.base, serial: object.serial, align }
    }

    /// A function, or a label within one.
    fn code(address: u64) -> Named {
        Named { base: address, serial: 0, align: 0 }
    }

    /// The lowest address that the symbol stands for.
    fn first(self) -> u64 {
        LOWEST.max(1 << self.align)
    }

    fn symbol(self, pool: &mut TermPool, bits: u32) -> Bv {
        let Named { base, serial, align } = self;
        let from = Provenance::Address { base, serial, align };
        from.symbol(pool, &from.named(&format!("{base:x}.{serial:x}.{align}")), bits)
    }

    fn of(pool: &TermPool, symbol: SymbolId) -> Option<Named> {
        match Provenance::of(pool, symbol) {
            Provenance::Address { base, serial, align } => Some(Named { base, serial, align }),
            _ => None,
        }
    }

    /// The number that the symbol has in the layout of this engine.
    fn number(self) -> u64 {
        self.base.wrapping_sub(self.first()) >> self.align
    }

    /// Where it begins, in pointers of so many bits.
    pub fn term(self, pool: &mut TermPool, pointer_bits: u32) -> Bv {
        let used = if pointer_bits == 64 { 47 } else { pointer_bits };
        let mut term = self.symbol(pool, used - self.align);
        if self.align > 0 {
            let zeros = pool.bv_u64(self.align, 0);
            term = pool.bv_concat(term, zeros);
        }
        let term = pool.bv_zext(term, pointer_bits);
        let first = pool.bv_u64(pointer_bits, self.first());
        pool.bv_add(term, first)
    }
}

/// Whether a term depends on where objects lie.
pub(crate) fn depend(pool: &TermPool, term: impl Into<Term>) -> bool {
    depends_on(pool, term, Provenance::is_address)
}

/// The symbols that a term depends on and that are the place of something.
pub(crate) fn named_in(pool: &mut TermPool, term: impl Into<Term>) -> Vec<(SymbolId, Bv, Named)> {
    let mut found = Vec::new();
    for id in pool.symbols(term) {
        if let (Some(named), Sort::Bv(width)) = (Named::of(pool, id), pool.symbol(id).sort) {
            found.push((id, named.symbol(pool, width), named));
        }
    }
    found
}

/// Where an object begins here that a symbol is the place of.
pub(crate) fn known_base(pool: &TermPool, symbol: SymbolId) -> Option<u64> {
    Named::of(pool, symbol).map(|named| named.base)
}

/// Whether a term is the place of something, with zeros around its symbol.
pub(crate) fn is_place(pool: &TermPool, term: Term) -> bool {
    let is_known = |bits: Bv| pool.as_const_u64(bits).is_some();
    match pool.node(term) {
        Node::BvSymbol(id) => known_base(pool, id).is_some(),
        Node::Concat(high, low) => {
            is_known(high) && is_place(pool, low.into())
                || is_known(low) && is_place(pool, high.into())
        }
        _ => false,
    }
}

/// That a symbol is what it is in the layout of this engine.
pub(crate) fn as_laid_out(pool: &mut TermPool, symbol: Bv, named: Named) -> Bool {
    let number = pool.bv_u64(pool.width(symbol), named.number());
    pool.eq(symbol, number)
}

/// A term with all addresses as this engine has them.
pub(crate) fn laid_out(pool: &mut TermPool, term: Bv) -> Bv {
    let known = layout_of(pool, term);
    if known.is_empty() { term } else { pool.substitute_bv(term, &known) }
}

/// Whether a condition holds with all addresses as this engine has them; `None` if it depends on more.
pub(crate) fn holds_here(pool: &mut TermPool, condition: Bool) -> Option<bool> {
    let known = layout_of(pool, condition);
    let here = pool.substitute_bool(condition, &known);
    pool.as_const_bool(here)
}

fn layout_of(pool: &mut TermPool, term: impl Into<Term>) -> Substitution {
    let mut known = Substitution::new();
    for (id, symbol, named) in named_in(pool, term) {
        let number = pool.bv_u64(pool.width(symbol), named.number());
        known.insert(pool, id, number);
    }
    known
}

/// What a known address is in, be it no longer there: an object, a function or a label.
pub(crate) fn named_at(memory: &Memory, functions: usize, address: u64) -> Option<Named> {
    if let Some(object) = memory.object(address) {
        return Some(Named::object(object));
    }
    let space = memory.space();
    let is_function = space.function_at(address).is_some_and(|index| index < functions);
    (is_function || space.label_at(address).is_some()).then(|| Named::code(address))
}

/// A pointer as a number; `None` if it leads to nothing that has a place of its own.
pub(crate) fn number_of(
    pool: &mut TermPool,
    memory: &Memory,
    functions: usize,
    pointer: Value,
    bits: u32,
) -> Option<Bv> {
    match pointer {
        Value::Int(address) => {
            let named = named_at(memory, functions, address)?;
            let start = named.term(pool, bits);
            let offset =
                pool.bv_u64(bits, address.wrapping_sub(named.base) & crate::value::mask(bits));
            Some(pool.bv_add(start, offset))
        }
        Value::Term(term) if terms::choices(pool, term).len() <= MOST_CHOICES => {
            number_of_term(pool, memory, functions, term, bits)
        }
        _ => None,
    }
}

fn number_of_term(
    pool: &mut TermPool,
    memory: &Memory,
    functions: usize,
    term: Bv,
    bits: u32,
) -> Option<Bv> {
    if depend(pool, term) {
        return Some(term);
    }
    if let Some(known) = pool.as_const_u64(term) {
        return match known {
            0 => Some(term),
            known => number_of(pool, memory, functions, Value::Int(known), bits),
        };
    }
    if let Node::BvIte(condition, then, other) = pool.node(term) {
        let then = number_of_term(pool, memory, functions, then, bits)?;
        let other = number_of_term(pool, memory, functions, other, bits)?;
        return Some(pool.ite(condition, then, other));
    }
    let named = Named::object(crate::memory::based::based_object(pool, memory, term)?);
    let base = pool.bv_u64(bits, named.base);
    let offset = pool.bv_sub(term, base);
    let start = named.term(pool, bits);
    Some(pool.bv_add(start, offset))
}

/// That two objects which were there at the same time have no byte in common; `None` if that need not be.
pub(crate) fn apart(
    pool: &mut TermPool,
    memory: &Memory,
    a: Named,
    b: Named,
    bits: u32,
) -> Option<Bool> {
    let size = |named: Named| match memory.object(named.base) {
        Some(object) if object.serial == named.serial => Some(object.taken()),
        Some(_) => None,
        None => Some(1),
    };
    let (of_a, of_b) = (size(a)?, size(b)?);
    if let (Some(x), Some(y)) = (memory.object(a.base), memory.object(b.base))
        && !x.is_apart_from(y)
    {
        return None;
    }
    let (a, b) = (a.term(pool, bits), b.term(pool, bits));
    let end = |pool: &mut TermPool, start: Bv, size: u64| {
        let size = pool.bv_u64(bits, size);
        pool.bv_add(start, size)
    };
    let (end_a, end_b) = (end(pool, a, of_a), end(pool, b, of_b));
    let (before, behind) = (pool.bv_ule(end_a, b), pool.bv_ule(end_b, a));
    Some(pool.or(before, behind))
}

/// Bytes in memory as a number over the address that they are a part of, if they are.
pub(crate) fn number_in(
    pool: &mut TermPool,
    memory: &Memory,
    address: u64,
    len: u32,
) -> Option<Value> {
    let (pointer, before) = memory.address_around(address, len)?;
    let bits = memory.pointer_bits();
    let whole = number_of(pool, memory, 0, Value::Int(pointer), bits)?;
    let part = pool.bv_extract(before + 8 * len - 1, before, whole);
    Some(terms::as_known(pool, part))
}

/// Adds the constants in a term, each of which may be a pointer. Says whether there may be
/// others, which are put together from parts.
pub(crate) fn constants(pool: &TermPool, term: Bv, found: &mut Vec<u64>) -> bool {
    let mut parts = false;
    let mut work: Vec<Term> = vec![term.into()];
    let mut seen = BTreeSet::new();
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        if seen.len() > 256 {
            return true;
        }
        if let Some(bits) = pool.as_bv(term)
            && let Some(known) = pool.as_const_u64(bits)
        {
            found.push(known);
        }
        let node: Node = pool.node(term);
        if let Node::BvSymbol(id) = node {
            found.extend(known_base(pool, id));
        }
        parts |= matches!(node, Node::Concat(..)) && !is_place(pool, term);
        work.extend(node.children());
    }
    parts
}
