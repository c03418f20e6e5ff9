//! `TermPool`: the owner of all terms.
//!
//! Invariant: no two entries of `nodes` are equal, so equal handles mean equal terms. Nodes are
//! made in `intern` only, and the smart constructors in `rewrite` are the only callers of it outside
//! this file, so every node is canonical. Whatever does not fit into a small node lives in a side
//! table, itself interned.

use crate::atoms::AtomSets;
use crate::concrete::bitvec::{BitVec, MAX_WIDTH};
use crate::concrete::float::FloatKind;
use crate::domain::DomainCache;
use crate::release::{Mark, Releases};
use crate::term::{
    Array, Bool, Bv, Fp, Handle, Node, Sort, Symbol, SymbolId, TableId, Tag, Term, WideId,
};
use crate::work::INTERNING;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cell::{Cell, RefCell};
use std::hash::BuildHasher;
use std::sync::Arc;

/// How deep rules may nest that move an operation into the operands of another. Beyond it the term
/// is left as it is, which is correct and only less simple; it keeps the stack bounded.
const MAX_NESTING: u32 = 48;

/// All terms of one analysis.
pub struct TermPool {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    /// How large each term is, written out; at most the greatest number.
    weights: Vec<u32>,
    /// Each node's hash beside its id: probing and growing then rarely touch the nodes.
    ids: HashTable<(u32, Term)>,
    symbols: Vec<Symbol>,
    symbol_ids: FxHashMap<Box<str>, SymbolId>,
    wide: Vec<BitVec>,
    wide_ids: FxHashMap<BitVec, WideId>,
    tables: Vec<(u32, Arc<[u8]>)>,
    table_ids: FxHashMap<(u32, Arc<[u8]>), TableId>,
    pub(crate) atom_sets: AtomSets,
    pub(crate) releases: Releases,
    fresh: u64,
    nesting: u32,
    /// How much was done with its terms.
    work: Cell<u64>,
    truth: Bool,
    falsehood: Bool,
    /// What `domain` found so far; it can be found again, so asking changes nothing that shows.
    pub(crate) domains: RefCell<DomainCache>,
}

impl Default for TermPool {
    fn default() -> TermPool {
        TermPool::new()
    }
}

/// Leaves.
impl TermPool {
    pub fn new() -> TermPool {
        let placeholder = Bool::trusted(Term::new(0));
        let mut pool = TermPool {
            nodes: Vec::new(),
            sorts: Vec::new(),
            weights: Vec::new(),
            ids: HashTable::new(),
            symbols: Vec::new(),
            symbol_ids: FxHashMap::default(),
            wide: Vec::new(),
            wide_ids: FxHashMap::default(),
            tables: Vec::new(),
            table_ids: FxHashMap::default(),
            atom_sets: AtomSets::default(),
            releases: Releases::default(),
            fresh: 0,
            nesting: 0,
            work: Cell::new(0),
            truth: placeholder,
            falsehood: placeholder,
            domains: RefCell::default(),
        };
        pool.falsehood = pool.intern_bool(Node::False);
        pool.truth = pool.intern_bool(Node::True);
        pool
    }

    /// How much was done with its terms so far: how many were built, examined and evaluated, and how many literals the
    /// SAT solver propagated for them. A unit takes about as long as an operation of a program, on any machine; the
    /// same queries take as many everywhere.
    pub fn work(&self) -> u64 {
        self.work.get()
    }

    /// Counts what was done with its terms.
    pub(crate) fn spend(&self, units: usize) {
        self.work.set(self.work.get().saturating_add(units as u64));
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn bool_const(&self, value: bool) -> Bool {
        if value { self.truth } else { self.falsehood }
    }

    pub fn bv_const(&mut self, value: &BitVec) -> Bv {
        let width = value.width();
        if width <= 64 {
            let value = value.to_u64().expect("a value of at most 64 bits");
            return self.intern_bv(width, Node::BvConst { width, value });
        }
        let id = match self.wide_ids.get(value) {
            Some(&id) => id,
            None => {
                let id = WideId::new(self.wide.len());
                self.wide.push(value.clone());
                self.wide_ids.insert(value.clone(), id);
                id
            }
        };
        self.intern_bv(width, Node::BvWide(id))
    }

    /// The low `width` bits of `value`.
    pub fn bv_u64(&mut self, width: u32, value: u64) -> Bv {
        if (1..=64).contains(&width) {
            let value = value & (u64::MAX >> (64 - width));
            return self.intern_bv(width, Node::BvConst { width, value });
        }
        self.bv_const(&BitVec::from_u64(width, value))
    }

    pub fn fp_const(&mut self, kind: FloatKind, bits: u128) -> Fp {
        let bits = self.bv_const(&BitVec::from_u128(kind.bits(), bits));
        self.intern_fp(kind, Node::FpFromBits(kind, bits))
    }

    /// The symbol `name`; asked again, the same one. A name has one sort.
    pub fn bool_symbol(&mut self, name: &str) -> Bool {
        let id = self.symbol_id(name, Sort::Bool, Tag::default());
        self.intern_bool(Node::BoolSymbol(id))
    }

    /// As [`TermPool::bool_symbol`].
    pub fn bv_symbol(&mut self, name: &str, width: u32) -> Bv {
        self.tagged_symbol(name, width, Tag::default())
    }

    /// As [`TermPool::bv_symbol`], with a note; a symbol that is there keeps the one that it has.
    pub fn tagged_symbol(&mut self, name: &str, width: u32, tag: Tag) -> Bv {
        check_width(width);
        let id = self.symbol_id(name, Sort::Bv(width), tag);
        self.intern_bv(width, Node::BvSymbol(id))
    }

    /// As [`TermPool::bool_symbol`].
    pub fn array_symbol(&mut self, name: &str, index_width: u32) -> Array {
        check_index_width(index_width);
        let id = self.symbol_id(name, Sort::Array { index_width }, Tag::default());
        self.intern_array(index_width, Node::ArraySymbol(id))
    }

    /// A floating-point number whose bits are the symbol `name`.
    pub fn fp_symbol(&mut self, name: &str, kind: FloatKind) -> Fp {
        let bits = self.bv_symbol(name, kind.bits());
        self.fp_from_bits(kind, bits)
    }

    /// A name that no symbol has and that is never given out again.
    pub fn fresh_name(&mut self, prefix: &str) -> String {
        loop {
            let name = format!("{prefix}!{}", self.fresh);
            self.fresh += 1;
            if !self.symbol_ids.contains_key(name.as_str()) {
                return name;
            }
        }
    }

    /// An array whose bytes are all `byte`.
    pub fn const_array(&mut self, index_width: u32, byte: Bv) -> Array {
        check_index_width(index_width);
        assert_eq!(self.width(byte), 8, "an array holds bytes");
        self.intern_array(index_width, Node::ConstArray { index_width, byte })
    }

    /// An array with known bytes from index 0 on and zeros after them.
    pub fn table(&mut self, index_width: u32, bytes: Arc<[u8]>) -> Array {
        check_index_width(index_width);
        let key = (index_width, bytes);
        let id = match self.table_ids.get(&key) {
            Some(&id) => id,
            None => {
                let id = TableId::new(self.tables.len());
                self.tables.push(key.clone());
                self.table_ids.insert(key, id);
                id
            }
        };
        self.intern_array(index_width, Node::Table(id))
    }
}

/// Looking at terms.
impl TermPool {
    pub fn node(&self, term: impl Into<Term>) -> Node {
        self.nodes[term.into().index()]
    }

    pub fn sort(&self, term: impl Into<Term>) -> Sort {
        self.sorts[term.into().index()]
    }

    pub fn width(&self, bv: Bv) -> u32 {
        match self.sort(bv) {
            Sort::Bv(width) => width,
            other => unreachable!("a Bv of sort {other:?}"),
        }
    }

    pub fn index_width(&self, array: Array) -> u32 {
        match self.sort(array) {
            Sort::Array { index_width } => index_width,
            other => unreachable!("an Array of sort {other:?}"),
        }
    }

    pub fn kind(&self, fp: Fp) -> FloatKind {
        match self.sort(fp) {
            Sort::Fp(kind) => kind,
            other => unreachable!("an Fp of sort {other:?}"),
        }
    }

    pub fn as_bool(&self, term: Term) -> Option<Bool> {
        (self.sort(term) == Sort::Bool).then(|| Bool::trusted(term))
    }

    pub fn as_bv(&self, term: Term) -> Option<Bv> {
        matches!(self.sort(term), Sort::Bv(_)).then(|| Bv::trusted(term))
    }

    pub fn as_array(&self, term: Term) -> Option<Array> {
        matches!(self.sort(term), Sort::Array { .. }).then(|| Array::trusted(term))
    }

    pub fn as_const_bool(&self, b: Bool) -> Option<bool> {
        if b == self.truth {
            Some(true)
        } else if b == self.falsehood {
            Some(false)
        } else {
            None
        }
    }

    /// The value of a constant of at most 64 bits.
    pub fn as_const_u64(&self, bv: Bv) -> Option<u64> {
        match self.node(bv) {
            Node::BvConst { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The value of a constant of any width.
    pub fn as_const(&self, bv: Bv) -> Option<BitVec> {
        match self.node(bv) {
            Node::BvConst { width, value } => Some(BitVec::from_u64(width, value)),
            Node::BvWide(id) => Some(self.wide(id).clone()),
            _ => None,
        }
    }

    pub fn is_const(&self, bv: Bv) -> bool {
        matches!(self.node(bv), Node::BvConst { .. } | Node::BvWide(_))
    }

    /// The bit pattern of a floating-point constant.
    pub fn as_const_fp(&self, fp: Fp) -> Option<u128> {
        match self.node(fp) {
            Node::FpFromBits(_, bits) => self.as_const(bits)?.to_u128(),
            _ => None,
        }
    }

    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.index()]
    }

    /// The symbol of this name, if there is one.
    pub fn find_symbol(&self, name: &str) -> Option<SymbolId> {
        self.symbol_ids.get(name).copied()
    }

    /// The symbol that a term is, if it is one.
    pub fn as_symbol(&self, term: impl Into<Term>) -> Option<SymbolId> {
        match self.node(term) {
            Node::BoolSymbol(id) | Node::BvSymbol(id) | Node::ArraySymbol(id) => Some(id),
            _ => None,
        }
    }

    /// The term that stands for a symbol.
    pub fn symbol_term(&mut self, id: SymbolId) -> Term {
        match self.symbol(id).sort {
            Sort::Bool => self.intern_bool(Node::BoolSymbol(id)).into(),
            Sort::Bv(width) => self.intern_bv(width, Node::BvSymbol(id)).into(),
            Sort::Array { index_width } => {
                self.intern_array(index_width, Node::ArraySymbol(id)).into()
            }
            Sort::Fp(_) => unreachable!("a floating-point symbol is one of its bits"),
        }
    }

    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    pub fn wide(&self, id: WideId) -> &BitVec {
        &self.wide[id.index()]
    }

    pub fn table_bytes(&self, id: TableId) -> &Arc<[u8]> {
        &self.tables[id.index()].1
    }

    /// How many distinct terms exist.
    pub fn term_count(&self) -> usize {
        self.nodes.len()
    }
}

/// Letting go of terms.
impl TermPool {
    /// What exists now.
    pub fn mark(&self) -> Mark {
        Mark {
            nodes: self.nodes.len(),
            symbols: self.symbols.len(),
            wide: self.wide.len(),
            tables: self.tables.len(),
        }
    }

    /// How large a term is, written out: what it shares counts each time.
    pub fn weight(&self, term: impl Into<Term>) -> u32 {
        self.weights[term.into().index()]
    }

    /// How many terms were made since the mark.
    pub fn terms_since(&self, mark: Mark) -> usize {
        self.nodes.len() - mark.nodes
    }

    /// Forgets all terms and symbols made since the mark. The caller uses none of them again.
    pub fn release(&mut self, mark: Mark) {
        for index in mark.nodes..self.nodes.len() {
            let key = hash(&self.nodes[index]);
            let id = Term::new(index);
            let entry = self.ids.find_entry(spread(key), |(_, other)| *other == id);
            entry.expect("every node is in the table").remove();
        }
        self.nodes.truncate(mark.nodes);
        self.sorts.truncate(mark.nodes);
        self.weights.truncate(mark.nodes);
        for symbol in self.symbols.drain(mark.symbols..) {
            self.symbol_ids.remove(symbol.name.as_ref());
        }
        for value in self.wide.drain(mark.wide..) {
            self.wide_ids.remove(&value);
        }
        for table in self.tables.drain(mark.tables..) {
            self.table_ids.remove(&table);
        }
        self.atom_sets.release(mark);
        self.domains.get_mut().release(mark);
        self.releases.add(mark);
    }
}

/// What all sorts have.
impl TermPool {
    /// `then` where `condition` holds, else `otherwise`; both of one sort.
    pub fn ite<T: Handle>(&mut self, condition: Bool, then: T, otherwise: T) -> T {
        T::build_ite(self, condition, then, otherwise)
    }

    /// Equality: of bit patterns for floats, of every byte for arrays.
    pub fn eq<T: Handle>(&mut self, a: T, b: T) -> Bool {
        T::build_eq(self, a, b)
    }

    pub fn ne<T: Handle>(&mut self, a: T, b: T) -> Bool {
        let eq = self.eq(a, b);
        self.not(eq)
    }
}

/// For the rewriter.
impl TermPool {
    pub(crate) fn intern_bool(&mut self, node: Node) -> Bool {
        Bool::trusted(self.intern(node, Sort::Bool))
    }

    pub(crate) fn intern_bv(&mut self, width: u32, node: Node) -> Bv {
        Bv::trusted(self.intern(node, Sort::Bv(width)))
    }

    pub(crate) fn intern_array(&mut self, index_width: u32, node: Node) -> Array {
        Array::trusted(self.intern(node, Sort::Array { index_width }))
    }

    pub(crate) fn intern_fp(&mut self, kind: FloatKind, node: Node) -> Fp {
        Fp::trusted(self.intern(node, Sort::Fp(kind)))
    }

    /// The common width of two operands.
    pub(crate) fn same_width(&self, a: Bv, b: Bv) -> u32 {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "operands of different widths");
        width
    }

    /// The term of a node, if there is one already.
    pub(crate) fn find(&self, node: &Node) -> Option<Term> {
        let key = hash(node);
        let found = self
            .ids
            .find(spread(key), |(other, id)| *other == key && self.nodes[id.index()] == *node);
        found.map(|&(_, id)| id)
    }

    /// Runs a rule that goes into operands, unless such rules already nest too deeply.
    pub(crate) fn nested<T>(&mut self, rule: impl FnOnce(&mut TermPool) -> T) -> Option<T> {
        if self.nesting >= MAX_NESTING {
            return None;
        }
        self.nesting += 1;
        let result = rule(self);
        self.nesting -= 1;
        Some(result)
    }

    fn intern(&mut self, node: Node, sort: Sort) -> Term {
        self.spend(INTERNING);
        let nodes = &mut self.nodes;
        let key = hash(&node);
        let entry = self.ids.entry(
            spread(key),
            |(other, id)| *other == key && nodes[id.index()] == node,
            |(other, _)| spread(*other),
        );
        match entry {
            Entry::Occupied(found) => found.get().1,
            Entry::Vacant(slot) => {
                let id = Term::new(nodes.len());
                slot.insert((key, id));
                let parts = node.children().map(|part| self.weights[part.index()]);
                let weight = parts.fold(1, u32::saturating_add);
                nodes.push(node);
                self.sorts.push(sort);
                self.weights.push(weight);
                id
            }
        }
    }

    fn symbol_id(&mut self, name: &str, sort: Sort, tag: Tag) -> SymbolId {
        if let Some(&id) = self.symbol_ids.get(name) {
            assert_eq!(self.symbol(id).sort, sort, "the symbol {name} has two sorts");
            return id;
        }
        let id = SymbolId::new(self.symbols.len());
        self.symbols.push(Symbol { name: name.into(), sort, tag });
        self.symbol_ids.insert(name.into(), id);
        id
    }
}

fn hash(node: &Node) -> u32 {
    // The high half of a product depends on all bits of the factor. Whether this second mixing
    // pays is unmeasured: on a busy machine the difference drowned in noise.
    let hash = FxBuildHasher.hash_one(node).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    u32::try_from(hash >> 32).expect("half of 64 bits")
}

/// The table looks at the lowest and at the highest bits of a hash, so both get the 32 that are kept.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

fn check_width(width: u32) {
    assert!((1..=MAX_WIDTH).contains(&width), "a bit-vector of {width} bits");
}

fn check_index_width(width: u32) {
    assert!((1..=64).contains(&width), "an index of {width} bits");
}
