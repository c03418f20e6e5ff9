//! Terms as a tape: evaluated again and again while single atoms change.
//!
//! An [`Evaluator`](crate::Evaluator) visits each term once for one assignment; a tape is for search,
//! where assignments differ in one atom. Invariant: `values` holds the value of every entry under the
//! current values of the atoms. Only truth values and bit-vectors of at most 64 bits have a tape.

use crate::pool::TermPool;
use crate::term::{Array, Node, Sort, Term};
use crate::value::{Assignment, Value};
use crate::work::COMPUTING;
use rustc_hash::FxHashMap;

/// Where a term stands on the tape.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Slot(u32);

impl Slot {
    fn index(self) -> usize {
        usize::try_from(self.0).expect("a machine of at least 32 bits")
    }
}

struct Entry {
    node: Node,
    /// The operands, in the node's order.
    operands: [Slot; 3],
    width: u32,
    /// The width of the first operand.
    operand_width: u32,
    /// What it takes to compute it: a read walks the stores below it.
    cost: usize,
    /// Of an array, how many stores and choices are on the way down.
    depth: usize,
    is_atom: bool,
}

pub(crate) struct Tape<'a> {
    pool: &'a TermPool,
    entries: Vec<Entry>,
    values: Vec<u64>,
    slots: FxHashMap<Term, Slot>,
    /// Bytes of array symbols, where they are not zero.
    bytes: FxHashMap<(Array, u64), u8>,
    /// What an atom's value reaches, in order; found when first needed.
    above: FxHashMap<Slot, (Vec<Slot>, usize)>,
    users: Vec<Vec<Slot>>,
}

impl<'a> Tape<'a> {
    /// A tape of all that is below the roots; none if something on it has no place there.
    pub(crate) fn new(pool: &'a TermPool, roots: &[Term]) -> Option<Tape<'a>> {
        let mut tape = Tape {
            pool,
            entries: Vec::new(),
            values: Vec::new(),
            slots: FxHashMap::default(),
            bytes: FxHashMap::default(),
            above: FxHashMap::default(),
            users: Vec::new(),
        };
        for term in pool.atoms_unless(roots.iter().copied(), |_| false) {
            tape.add(term)?;
        }
        tape.link_bytes();
        Some(tape)
    }

    /// What it takes to compute all of it.
    pub(crate) fn cost(&self) -> usize {
        self.entries.iter().map(|entry| entry.cost).sum()
    }

    pub(crate) fn slot(&self, term: Term) -> Option<Slot> {
        self.slots.get(&term).copied()
    }

    /// The terms on the tape, in order.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (Term, Slot)> {
        let mut terms: Vec<(Term, Slot)> = self.slots.iter().map(|(&t, &s)| (t, s)).collect();
        terms.sort_unstable();
        terms.into_iter()
    }

    pub(crate) fn value(&self, slot: Slot) -> u64 {
        self.values[slot.index()]
    }

    /// Sets all atoms and computes everything.
    pub(crate) fn load(&mut self, assignment: &Assignment) {
        self.bytes.clear();
        self.pool.spend(self.entries.len() * COMPUTING);
        for i in 0..self.entries.len() {
            let slot = Slot(u32::try_from(i).expect("a tape of fewer than 2^32 entries"));
            self.values[i] = match self.entries[i].node {
                Node::BoolSymbol(id) => match assignment.get(id) {
                    Some(Value::Bool(value)) => u64::from(*value),
                    _ => 0,
                },
                Node::BvSymbol(id) => match assignment.get(id) {
                    Some(Value::Bv(value)) => value.to_u64().unwrap_or(0),
                    _ => 0,
                },
                Node::ArraySymbol(id) => {
                    let array = self.array_at(slot);
                    if let Some(Value::Array(value)) = assignment.get(id) {
                        // A default other than zero is left out; the search checks its result anyway.
                        let bytes = value.overrides().map(|(at, byte)| ((array, at), byte));
                        self.bytes.extend(bytes);
                    }
                    0
                }
                Node::Read(array, index) if self.entries[i].is_atom => {
                    let at = self.pool.as_const_u64(index).expect("the index of an atom");
                    match self.pool.as_symbol(array).and_then(|id| assignment.get(id)) {
                        Some(Value::Array(value)) => u64::from(value.get(at)),
                        _ => 0,
                    }
                }
                _ => self.compute(slot),
            };
        }
    }

    /// Sets an atom and computes what depends on it. Answers what that took.
    pub(crate) fn set(&mut self, atom: Slot, value: u64) -> usize {
        self.values[atom.index()] = value;
        if let Node::Read(array, index) = self.entries[atom.index()].node
            && let Some(at) = self.pool.as_const_u64(index)
        {
            self.bytes.insert((array, at), u8::try_from(value).expect("an array holds bytes"));
        }
        if !self.above.contains_key(&atom) {
            let above = self.find_above(atom);
            self.above.insert(atom, above);
        }
        let (above, cost) = std::mem::take(self.above.get_mut(&atom).expect("it was just found"));
        self.pool.spend(above.len() * COMPUTING);
        for &slot in &above {
            self.values[slot.index()] = self.compute(slot);
        }
        self.above.insert(atom, (above, cost));
        cost
    }

    /// Sets atoms, of a tape without whole arrays, and computes everything: that is less than to set
    /// many of them one by one.
    pub(crate) fn set_all(&mut self, atoms: impl Iterator<Item = (Slot, u64)>) {
        for (atom, value) in atoms {
            self.values[atom.index()] = value;
        }
        self.pool.spend(self.entries.len() * COMPUTING);
        for i in 0..self.entries.len() {
            if !self.entries[i].is_atom {
                let slot = Slot(u32::try_from(i).expect("a tape of fewer than 2^32 entries"));
                self.values[i] = self.compute(slot);
            }
        }
    }

    fn find_above(&self, atom: Slot) -> (Vec<Slot>, usize) {
        let mut found: Vec<Slot> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![atom];
        while let Some(slot) = stack.pop() {
            for &user in &self.users[slot.index()] {
                if seen.insert(user) {
                    found.push(user);
                    stack.push(user);
                }
            }
        }
        found.sort_unstable();
        let cost = found.iter().map(|slot| self.entries[slot.index()].cost).sum();
        (found, cost)
    }

    fn add(&mut self, term: Term) -> Option<()> {
        let node = self.pool.node(term);
        let width = match self.pool.sort(term) {
            Sort::Bool => 1,
            Sort::Bv(width) if width <= 64 => width,
            Sort::Array { .. } => 8,
            Sort::Bv(_) | Sort::Fp(_) => return None,
        };
        let slot = Slot(u32::try_from(self.entries.len()).ok()?);
        let is_atom = self.pool.is_atom(term);
        let mut operands = [Slot(0); 3];
        let mut operand_width = 1;
        if !is_atom {
            for (i, child) in node.children().enumerate() {
                operands[i] = *self.slots.get(&child)?;
                self.users[operands[i].index()].push(slot);
            }
            if let Some(Sort::Bv(width)) = node.children().next().map(|c| self.pool.sort(c)) {
                operand_width = width;
            }
        }
        match node {
            Node::ArrayEq(..) | Node::FpFits { .. } | Node::FpCompare(..) | Node::FpIs(..) => {
                return None;
            }
            Node::FpToBits(_) | Node::FpToInt { .. } => return None,
            _ => {}
        }
        let depth = match node {
            Node::Store(..) => 1 + self.entries[operands[0].index()].depth,
            Node::ArrayIte(..) => {
                let arms = operands[1..].iter().map(|arm| self.entries[arm.index()].depth);
                1 + arms.max().unwrap_or(0)
            }
            _ => 0,
        };
        let cost = match node {
            Node::Read(..) if !is_atom => 1 + 4 * self.entries[operands[0].index()].depth,
            _ => 1,
        };
        let entry = Entry { node, operands, width, operand_width, cost, depth, is_atom };
        self.entries.push(entry);
        self.values.push(0);
        self.users.push(Vec::new());
        self.slots.insert(term, slot);
        Some(())
    }

    /// A byte of an array is also used by every term that uses the array.
    fn link_bytes(&mut self) {
        let links: Vec<(Slot, Slot)> = self
            .slots
            .iter()
            .filter(|(_, slot)| self.entries[slot.index()].is_atom)
            .filter_map(|(&term, &slot)| Some((slot, self.slot(self.pool.array_of_byte(term)?)?)))
            .collect();
        for (byte, array) in links {
            self.users[byte.index()].push(array);
        }
    }

    fn array_at(&self, slot: Slot) -> Array {
        let id = match self.entries[slot.index()].node {
            Node::ArraySymbol(id) => id,
            other => unreachable!("{other:?} is no array symbol"),
        };
        let term = self.pool.find(&Node::ArraySymbol(id)).expect("it is on the tape");
        Array::trusted(term)
    }

    fn operand(&self, entry: &Entry, i: usize) -> u64 {
        self.values[entry.operands[i].index()]
    }

    fn compute(&self, slot: Slot) -> u64 {
        let entry = &self.entries[slot.index()];
        let a = || self.operand(entry, 0);
        let b = || self.operand(entry, 1);
        let width = entry.width;
        let within = |value: u64| value & mask(width);
        match entry.node {
            Node::True => 1,
            Node::False => 0,
            Node::Not(_) => a() ^ 1,
            Node::And(..) | Node::BvAnd(..) => a() & b(),
            Node::Xor(..) | Node::BvXor(..) => a() ^ b(),
            Node::BvOr(..) => a() | b(),
            Node::BoolIte(..) | Node::BvIte(..) => {
                if a() == 1 {
                    b()
                } else {
                    self.operand(entry, 2)
                }
            }
            Node::BvEq(..) => u64::from(a() == b()),
            Node::Ult(..) => u64::from(a() < b()),
            Node::Slt(..) => {
                u64::from(signed(entry.operand_width, a()) < signed(entry.operand_width, b()))
            }
            Node::BvConst { value, .. } => value,
            Node::FromBool(_) => a(),
            Node::BvNot(_) => within(!a()),
            Node::BvNeg(_) => within(a().wrapping_neg()),
            Node::BvAdd(..) => within(a().wrapping_add(b())),
            Node::BvMul(..) => within(a().wrapping_mul(b())),
            Node::BvUdiv(..) => a().checked_div(b()).unwrap_or(mask(width)),
            Node::BvUrem(..) => a().checked_rem(b()).unwrap_or(a()),
            Node::BvSdiv(..) => within(signed_divide(width, a(), b())),
            Node::BvSrem(..) => within(signed_remainder(width, a(), b())),
            Node::BvShl(..) => within(shifted(a(), b(), width, |a, n| a << n)),
            Node::BvLshr(..) => shifted(a(), b(), width, |a, n| a >> n),
            Node::BvAshr(..) => {
                let by = b().min(u64::from(width) - 1);
                within((signed(width, a()) >> by).cast_unsigned())
            }
            Node::Concat(..) => {
                let low = width - entry.operand_width;
                a() << low | b()
            }
            Node::Extract { low, .. } => within(a() >> low),
            Node::ZeroExtend { .. } => a(),
            Node::SignExtend { .. } => within(signed(entry.operand_width, a()).cast_unsigned()),
            Node::Read(array, _) => self.read(array, b()),
            // Atoms keep what they were set to, and an array has no value of its own.
            _ => self.values[slot.index()],
        }
    }

    fn read(&self, mut array: Array, index: u64) -> u64 {
        loop {
            match self.pool.node(array) {
                Node::Store(below, at, value) => {
                    if self.value_of(at.into()) == index {
                        return self.value_of(value.into());
                    }
                    array = below;
                }
                Node::ArrayIte(c, x, y) => {
                    array = if self.value_of(c.into()) == 1 { x } else { y };
                }
                Node::ConstArray { byte, .. } => return self.value_of(byte.into()),
                Node::Table(id) => {
                    let bytes = self.pool.table_bytes(id);
                    let byte = usize::try_from(index).ok().and_then(|at| bytes.get(at));
                    return byte.copied().map_or(0, u64::from);
                }
                Node::ArraySymbol(_) => {
                    return self.bytes.get(&(array, index)).copied().map_or(0, u64::from);
                }
                other => unreachable!("{other:?} is not an array"),
            }
        }
    }

    fn value_of(&self, term: Term) -> u64 {
        self.values[self.slots[&term].index()]
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn signed(width: u32, value: u64) -> i64 {
    (value << (64 - width)).cast_signed() >> (64 - width)
}

fn shifted(value: u64, by: u64, width: u32, shift: fn(u64, u64) -> u64) -> u64 {
    if by < u64::from(width) { shift(value, by) } else { 0 }
}

fn signed_divide(width: u32, a: u64, b: u64) -> u64 {
    let (x, y) = (signed(width, a), signed(width, b));
    match y {
        // All ones, or one below zero.
        0 if x < 0 => 1,
        0 => u64::MAX,
        _ => x.wrapping_div(y).cast_unsigned(),
    }
}

fn signed_remainder(width: u32, a: u64, b: u64) -> u64 {
    let (x, y) = (signed(width, a), signed(width, b));
    if y == 0 { a } else { x.wrapping_rem(y).cast_unsigned() }
}
