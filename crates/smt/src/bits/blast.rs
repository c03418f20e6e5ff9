//! Terms to bits. Each term is blasted once.
//!
//! Invariant: `words` maps a term to literals of the circuit whose value is the term's under every
//! assignment to the inputs, given the definitions of `defined` inputs and the congruence of reads:
//! two reads of one symbol at equal indices are equal bytes. The congruence is not part of the
//! circuit; the core adds the instances that a model violates.

use super::circuit::{Circuit, GateId, Lit};
use super::words::{self, Word};
use crate::concrete::bitvec::BitVec;
use crate::pool::TermPool;
use crate::release::Mark;
use crate::term::{Array, Bool, Bv, Node, SymbolId, Term};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Cells that one term may need. A product of two words of 1024 bits is just within.
const MAX_COST: u64 = 1 << 20;

/// Gates that the terms of one query may need, a gigabyte or so.
const MAX_GATES: usize = 1 << 22;

/// Why a term was not blasted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Blocked {
    /// Arithmetic of floats is left to others.
    Floats,
    /// The circuit would be too large.
    TooLarge,
}

/// What the inputs of the circuit are.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    Bool(SymbolId),
    Bv(SymbolId, u32),
    /// A bit of the byte of an array symbol at a known index.
    Byte(SymbolId, u64, u32),
    /// A read of an array symbol at an unknown index.
    Read(ReadId),
    /// Whether two arrays are equal.
    Equality(EqualityId),
    /// An index at which two arrays differ, if they do.
    Defined(DefinitionId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct ReadId(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct DefinitionId(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct EqualityId(u32);

/// An equation of arrays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Equality {
    pub(crate) a: Array,
    pub(crate) b: Array,
    pub(crate) equal: Lit,
    pub(crate) definition: DefinitionId,
}

/// A read of an array symbol at an index that is not known.
#[derive(Clone, Debug)]
pub(crate) struct SymbolRead {
    pub(crate) array: SymbolId,
    pub(crate) index: Word,
    pub(crate) byte: Word,
}

pub(crate) struct Blaster {
    pub(crate) circuit: Circuit,
    words: FxHashMap<Term, Word>,
    origins: FxHashMap<GateId, Origin>,
    bytes: FxHashMap<(SymbolId, u64), Word>,
    reads: Vec<SymbolRead>,
    read_ids: FxHashMap<(SymbolId, Word), ReadId>,
    definitions: Vec<Lit>,
    equalities: Vec<Equality>,
    lemmas: FxHashMap<SymbolId, Vec<Lemma>>,
    /// How large the circuit may become.
    limit: usize,
}

/// A clause that holds because equal indices have equal bytes. It matters to a query that depends on
/// both of two gates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lemma {
    pub(crate) between: [GateId; 2],
    pub(crate) clause: [Lit; 2],
}

impl Blaster {
    pub(crate) fn new() -> Blaster {
        Blaster {
            circuit: Circuit::new(),
            words: FxHashMap::default(),
            origins: FxHashMap::default(),
            bytes: FxHashMap::default(),
            reads: Vec::new(),
            read_ids: FxHashMap::default(),
            definitions: Vec::new(),
            equalities: Vec::new(),
            lemmas: FxHashMap::default(),
            limit: MAX_GATES,
        }
    }

    /// What comes now is another query.
    pub(crate) fn next_query(&mut self) {
        self.limit = self.circuit.len() + MAX_GATES;
    }

    /// The literal of a truth value.
    pub(crate) fn bool(&mut self, pool: &TermPool, term: Bool) -> Result<Lit, Blocked> {
        self.prepare(pool, term.into())?;
        Ok(self.lit(term))
    }

    /// What an input is; nothing for a gate.
    pub(crate) fn origin(&self, gate: GateId) -> Option<&Origin> {
        self.origins.get(&gate)
    }

    /// What must hold for a defined input to be what it stands for. It can always be made to.
    pub(crate) fn definition(&self, id: DefinitionId) -> Lit {
        self.definitions[index(id.0)]
    }

    pub(crate) fn equality(&self, id: EqualityId) -> Equality {
        self.equalities[index(id.0)]
    }

    pub(crate) fn read(&self, id: ReadId) -> &SymbolRead {
        &self.reads[index(id.0)]
    }

    /// That a read and another read of the same array, or its byte at a known index, agree.
    pub(crate) fn congruence(&mut self, id: ReadId, index: &[Lit], byte: &[Lit]) -> Lemma {
        let read = self.read(id).clone();
        let c = &mut self.circuit;
        let same_index = words::eq(c, &read.index, index);
        let same_byte = words::eq(c, &read.byte, byte);
        let between = [read.byte[0].gate(), byte[0].gate()];
        let lemma = Lemma { between, clause: [!same_index, same_byte] };
        self.lemmas.entry(read.array).or_default().push(lemma);
        lemma
    }

    /// The instances of congruence that were needed so far for an array.
    pub(crate) fn lemmas(&self, array: SymbolId) -> &[Lemma] {
        self.lemmas.get(&array).map_or(&[], Vec::as_slice)
    }

    /// That two arrays which are said to be equal are so at one index.
    pub(crate) fn equal_at(&mut self, pool: &TermPool, id: EqualityId, at: &Word) -> [Lit; 2] {
        let Equality { a, b, equal, definition } = self.equality(id);
        let (x, y) = (self.read_array(pool, a, at), self.read_array(pool, b, at));
        let same = words::eq(&mut self.circuit, &x, &y);
        // With the definition, every clause that depends on the equation depends on this.
        let holds = !self.circuit.and(equal, !same);
        let all = self.circuit.and(self.definitions[index(definition.0)], holds);
        self.definitions[index(definition.0)] = all;
        [!equal, same]
    }

    /// The indices that the stores of an array have, as words.
    pub(crate) fn store_indices(&self, pool: &TermPool, array: Array) -> Vec<&[Lit]> {
        let mut found = Vec::new();
        for part in choices(pool, array) {
            stored_below(pool, part, |index, _| found.push(self.bv(index)));
        }
        found
    }

    /// The array symbols that an array stands on.
    pub(crate) fn bases(&self, pool: &TermPool, array: Array) -> Vec<SymbolId> {
        let bases =
            choices(pool, array).into_iter().map(|part| stored_below(pool, part, |_, _| ()));
        bases.filter_map(|base| pool.as_symbol(base)).collect()
    }

    /// Forgets terms and symbols that the pool has released. Their gates stay.
    pub(crate) fn release(&mut self, mark: Mark) {
        self.words.retain(|&term, _| mark.has_term(term));
        self.bytes.retain(|(symbol, _), _| mark.has_symbol(*symbol));
        self.read_ids.retain(|(symbol, _), _| mark.has_symbol(*symbol));
        self.lemmas.retain(|symbol, _| mark.has_symbol(*symbol));
    }

    fn prepare(&mut self, pool: &TermPool, root: Term) -> Result<(), Blocked> {
        if self.words.contains_key(&root) {
            return Ok(());
        }
        let words = &self.words;
        for term in pool.reachable_unless([root], |term| words.contains_key(&term)) {
            let word = self.blast(pool, term)?;
            if self.circuit.len() > self.limit {
                return Err(Blocked::TooLarge);
            }
            self.words.insert(term, word);
        }
        Ok(())
    }

    fn blast(&mut self, pool: &TermPool, term: Term) -> Result<Word, Blocked> {
        let node = pool.node(term);
        check_cost(pool, node)?;
        let c = &mut self.circuit;
        // Children come before their parents, so their words are there.
        let words = &self.words;
        let bv = |a: Bv| words[&a.term()].as_slice();
        let lit = |a: Bool| words[&a.term()][0];
        Ok(match node {
            Node::True => vec![Lit::TRUE],
            Node::False => vec![Lit::FALSE],
            Node::BoolSymbol(id) => self.inputs(1, |_| Origin::Bool(id)),
            Node::Not(a) => vec![!lit(a)],
            Node::And(a, b) => vec![c.and(lit(a), lit(b))],
            Node::Xor(a, b) => vec![c.xor(lit(a), lit(b))],
            Node::BoolIte(p, a, b) => vec![c.mux(lit(p), lit(a), lit(b))],
            Node::BvEq(a, b) => vec![words::eq(c, bv(a), bv(b))],
            Node::Ult(a, b) => vec![words::ult(c, bv(a), bv(b))],
            Node::Slt(a, b) => vec![words::slt(c, bv(a), bv(b))],
            Node::BvConst { width, value } => words::constant(&BitVec::from_u64(width, value)),
            Node::BvWide(id) => words::constant(pool.wide(id)),
            Node::BvSymbol(id) => {
                let width = pool.width(Bv::trusted(term));
                self.inputs(width, |bit| Origin::Bv(id, bit))
            }
            Node::FromBool(a) => vec![lit(a)],
            Node::BvNot(a) => words::not(bv(a)),
            Node::BvNeg(a) => words::neg(c, bv(a)),
            Node::BvAdd(a, b) => self.add(pool, a, b),
            Node::BvMul(a, b) => words::mul(c, bv(a), bv(b)),
            Node::BvUdiv(a, b) => self.divide(a, b).0,
            Node::BvUrem(a, b) => self.divide(a, b).1,
            Node::BvSdiv(a, b) => self.signed_divide(a, b).0,
            Node::BvSrem(a, b) => self.signed_divide(a, b).1,
            Node::BvAnd(a, b) => bv(a).iter().zip(bv(b)).map(|(&x, &y)| c.and(x, y)).collect(),
            Node::BvOr(a, b) => bv(a).iter().zip(bv(b)).map(|(&x, &y)| c.or(x, y)).collect(),
            Node::BvXor(a, b) => bv(a).iter().zip(bv(b)).map(|(&x, &y)| c.xor(x, y)).collect(),
            Node::BvShl(a, b) => words::shl(c, bv(a), bv(b)),
            Node::BvLshr(a, b) => words::shift_right(c, bv(a), bv(b), Lit::FALSE),
            Node::BvAshr(a, b) => words::shift_right(c, bv(a), bv(b), last(bv(a))),
            Node::Concat(high, low) => [bv(low), bv(high)].concat(),
            Node::Extract { high, low, value } => bv(value)[index(low)..=index(high)].to_vec(),
            Node::ZeroExtend { width, value } => extended(bv(value), width, Lit::FALSE),
            Node::SignExtend { width, value } => extended(bv(value), width, last(bv(value))),
            Node::BvIte(p, a, b) => words::mux(c, lit(p), bv(a), bv(b)),
            Node::Read(array, at) => {
                let at = self.words[&at.term()].clone();
                self.read_array(pool, array, &at)
            }
            // Arrays have no bits: reads walk them.
            Node::ArraySymbol(_)
            | Node::ConstArray { .. }
            | Node::Table(_)
            | Node::Store(..)
            | Node::ArrayIte(..) => Vec::new(),
            Node::ArrayEq(a, b) => vec![self.array_eq(pool, a, b)],
            Node::FpFromBits(_, a) => bv(a).to_vec(),
            Node::FpToBits(a) => words[&a.term()].clone(),
            Node::FpIte(p, a, b) => {
                let (a, b) = (&words[&a.term()], &words[&b.term()]);
                words::mux(c, lit(p), a, b)
            }
            Node::FpCompare(..)
            | Node::FpIs(..)
            | Node::FpFits { .. }
            | Node::FpToInt { .. }
            | Node::FpUnary(..)
            | Node::FpBinary(..)
            | Node::FpFma(..)
            | Node::FpRound(..)
            | Node::FpConvert(..)
            | Node::FpFromInt { .. } => return Err(Blocked::Floats),
        })
    }

    fn add(&mut self, pool: &TermPool, a: Bv, b: Bv) -> Word {
        // a - b without the negation of b
        if let Node::BvNeg(positive) = pool.node(b) {
            let (a, b) = (self.bv(a).to_vec(), self.bv(positive).to_vec());
            return words::sub(&mut self.circuit, &a, &b).0;
        }
        let (a, b) = (self.bv(a).to_vec(), self.bv(b).to_vec());
        words::add(&mut self.circuit, &a, &b, Lit::FALSE).0
    }

    fn divide(&mut self, a: Bv, b: Bv) -> (Word, Word) {
        let (dividend, divisor) = (self.bv(a).to_vec(), self.bv(b).to_vec());
        words::udivrem(&mut self.circuit, &dividend, &divisor)
    }

    fn signed_divide(&mut self, a: Bv, b: Bv) -> (Word, Word) {
        let (dividend, divisor) = (self.bv(a).to_vec(), self.bv(b).to_vec());
        let (a_sign, b_sign) = (last(&dividend), last(&divisor));
        let dividend = self.negated_if(a_sign, &dividend);
        let divisor = self.negated_if(b_sign, &divisor);
        let (quotient, rest) = words::udivrem(&mut self.circuit, &dividend, &divisor);
        let signs_differ = self.circuit.xor(a_sign, b_sign);
        (self.negated_if(signs_differ, &quotient), self.negated_if(a_sign, &rest))
    }

    fn negated_if(&mut self, condition: Lit, a: &[Lit]) -> Word {
        let negated = words::neg(&mut self.circuit, a);
        words::mux(&mut self.circuit, condition, &negated, a)
    }

    /// The byte of `array` at `at`, whose bits are known or not.
    fn read_array(&mut self, pool: &TermPool, array: Array, at: &Word) -> Word {
        let mut known: FxHashMap<Array, Word> = FxHashMap::default();
        // An array below a choice has a smaller number than the choice.
        for part in choices(pool, array) {
            let byte = self.read_part(pool, part, at, &known);
            known.insert(part, byte);
        }
        known.remove(&array).expect("the array itself is the last part")
    }

    /// As `read_array`, where the arms of the first choice have been read.
    fn read_part(
        &mut self,
        pool: &TermPool,
        array: Array,
        at: &Word,
        arms: &FxHashMap<Array, Word>,
    ) -> Word {
        // From the top down: what shadows, and what is below.
        let mut shadows: Vec<Shadow> = Vec::new();
        let base = stored_below(pool, array, |index, value| {
            self.shadow(pool, &mut shadows, at, index, value);
        });
        let below = match pool.node(base) {
            Node::ConstArray { byte, .. } => self.bv(byte).to_vec(),
            Node::Table(id) => self.read_table(pool.table_bytes(id), at),
            // No read of the symbol where the stores above hold every index there is.
            Node::ArraySymbol(_) if covers(&shadows, at) => vec![Lit::FALSE; 8],
            Node::ArraySymbol(id) => self.read_symbol(id, at),
            Node::ArrayIte(p, a, b) => {
                words::mux(&mut self.circuit, self.words[&p.term()][0], &arms[&a], &arms[&b])
            }
            other => unreachable!("{other:?} is no base of an array"),
        };
        let c = &mut self.circuit;
        shadows.into_iter().rev().fold(below, |below, shadow| match shadow {
            Shadow::Unknown(same, value) => words::mux(c, same, &value, &below),
            Shadow::Known(entries) => {
                let entries: Vec<(u64, Word)> = entries.into_iter().collect();
                words::select(c, at, &entries, &below)
            }
        })
    }

    fn shadow(
        &mut self,
        pool: &TermPool,
        shadows: &mut Vec<Shadow>,
        at: &[Lit],
        index: Bv,
        value: Bv,
    ) {
        let value = self.bv(value).to_vec();
        if let Some(known) = pool.as_const_u64(index) {
            if !may_be(at, known) {
                return;
            }
            if !matches!(shadows.last(), Some(Shadow::Known(_))) {
                shadows.push(Shadow::Known(BTreeMap::new()));
            }
            if let Some(Shadow::Known(entries)) = shadows.last_mut() {
                // The one above it hides a store at the same index.
                entries.entry(known).or_insert(value);
            }
            return;
        }
        let index = self.bv(index).to_vec();
        let same = words::eq(&mut self.circuit, at, &index);
        if same != Lit::FALSE {
            shadows.push(Shadow::Unknown(same, value));
        }
    }

    fn read_table(&mut self, bytes: &[u8], at: &[Lit]) -> Word {
        let entries: Vec<(u64, Word)> = (0u64..)
            .zip(bytes)
            .filter(|(i, _)| may_be(at, *i))
            .map(|(i, byte)| (i, words::constant(&BitVec::from_u64(8, u64::from(*byte)))))
            .collect();
        words::select(&mut self.circuit, at, &entries, &[Lit::FALSE; 8])
    }

    fn read_symbol(&mut self, array: SymbolId, at: &Word) -> Word {
        if let Some(known) = words::as_const(at) {
            let known = known.to_u64().expect("an index has at most 64 bits");
            return self.byte(array, known);
        }
        let key = (array, at.clone());
        if let Some(&id) = self.read_ids.get(&key) {
            return self.read(id).byte.clone();
        }
        let id = ReadId(small(self.reads.len()));
        let byte = self.inputs(8, |_| Origin::Read(id));
        self.reads.push(SymbolRead { array, index: at.clone(), byte: byte.clone() });
        self.read_ids.insert(key, id);
        byte
    }

    /// The byte of an array symbol at a known index.
    pub(crate) fn byte(&mut self, array: SymbolId, at: u64) -> Word {
        if let Some(byte) = self.bytes.get(&(array, at)) {
            return byte.clone();
        }
        let byte = self.inputs(8, |bit| Origin::Byte(array, at, bit));
        self.bytes.insert((array, at), byte.clone());
        byte
    }

    /// An input that says whether two arrays are equal. If it says no, they differ at some index;
    /// that a yes is meant is left to the core, which holds it to the indices where it fails.
    fn array_eq(&mut self, pool: &TermPool, a: Array, b: Array) -> Lit {
        let id = EqualityId(small(self.equalities.len()));
        let equal = self.inputs(1, |_| Origin::Equality(id))[0];
        let definition = DefinitionId(small(self.definitions.len()));
        self.definitions.push(Lit::TRUE);
        let at = self.inputs(pool.index_width(a), |_| Origin::Defined(definition));
        let (x, y) = (self.read_array(pool, a, &at), self.read_array(pool, b, &at));
        let same = words::eq(&mut self.circuit, &x, &y);
        self.definitions[index(definition.0)] = !self.circuit.and(!equal, same);
        self.equalities.push(Equality { a, b, equal, definition });
        equal
    }

    fn inputs(&mut self, count: u32, origin: impl Fn(u32) -> Origin) -> Word {
        (0..count)
            .map(|bit| {
                let lit = self.circuit.input();
                self.origins.insert(lit.gate(), origin(bit));
                lit
            })
            .collect()
    }

    fn bv(&self, a: Bv) -> &[Lit] {
        &self.words[&a.term()]
    }

    fn lit(&self, a: Bool) -> Lit {
        self.words[&a.term()][0]
    }
}

/// Stores above an array that a read may meet.
enum Shadow {
    /// One at an index that is not known, and whether it is the read's.
    Unknown(Lit, Word),
    /// A run of stores at known indices.
    Known(BTreeMap<u64, Word>),
}

/// Walks down the stores of an array and gives what they stand on.
fn stored_below(pool: &TermPool, mut array: Array, mut store: impl FnMut(Bv, Bv)) -> Array {
    while let Node::Store(below, index, value) = pool.node(array) {
        store(index, value);
        array = below;
    }
    array
}

/// The array and all arms of choices below it, arms before what chooses between them.
fn choices(pool: &TermPool, array: Array) -> Vec<Array> {
    let mut parts = vec![array];
    let mut next = 0;
    while let Some(&part) = parts.get(next) {
        next += 1;
        if let Node::ArrayIte(_, a, b) = pool.node(stored_below(pool, part, |_, _| ())) {
            for arm in [a, b] {
                if !parts.contains(&arm) {
                    parts.push(arm);
                }
            }
        }
    }
    parts.sort_unstable();
    parts
}

/// Whether the topmost stores, at known indices, hold every index that `at` may be.
fn covers(shadows: &[Shadow], at: &[Lit]) -> bool {
    let free = at.iter().filter(|lit| lit.as_const().is_none()).count();
    shadows.iter().any(|shadow| match shadow {
        Shadow::Known(entries) => {
            u32::try_from(free).ok().and_then(|free| 1usize.checked_shl(free))
                == Some(entries.len())
        }
        Shadow::Unknown(same, _) => *same == Lit::TRUE,
    })
}

/// Whether a word can have a value, as far as its known bits show.
fn may_be(word: &[Lit], value: u64) -> bool {
    word.iter().enumerate().all(|(i, lit)| {
        lit.as_const().is_none_or(|bit| bit == (value.checked_shr(small(i)).unwrap_or(0) & 1 == 1))
    })
}

fn extended(word: &[Lit], width: u32, fill: Lit) -> Word {
    let mut word = word.to_vec();
    word.resize(index(width), fill);
    word
}

fn last(word: &[Lit]) -> Lit {
    *word.last().expect("a word has a bit")
}

/// Refuses what would fill the memory.
fn check_cost(pool: &TermPool, node: Node) -> Result<(), Blocked> {
    let width = |a: Bv| u64::from(pool.width(a));
    let cost = match node {
        Node::BvMul(a, b) if pool.is_const(b) => {
            width(a) * u64::from(pool.as_const(b).map_or(0, |c| c.popcount()))
        }
        Node::BvMul(a, _) => width(a) * width(a),
        Node::BvUdiv(a, _) | Node::BvUrem(a, _) | Node::BvSdiv(a, _) | Node::BvSrem(a, _) => {
            2 * width(a) * width(a)
        }
        Node::BvShl(a, _) | Node::BvLshr(a, _) | Node::BvAshr(a, _) => 32 * width(a),
        Node::Extract { high, low, .. } => u64::from(high - low),
        Node::ZeroExtend { width, .. } | Node::SignExtend { width, .. } => u64::from(width),
        Node::Concat(a, b) => width(a) + width(b),
        Node::BvAdd(a, _)
        | Node::BvIte(_, a, _)
        | Node::BvEq(a, _)
        | Node::Ult(a, _)
        | Node::Slt(a, _)
        | Node::BvAnd(a, _)
        | Node::BvOr(a, _)
        | Node::BvXor(a, _)
        | Node::BvNot(a)
        | Node::BvNeg(a) => width(a),
        _ => 0,
    };
    if cost > MAX_COST { Err(Blocked::TooLarge) } else { Ok(()) }
}

fn index(i: u32) -> usize {
    usize::try_from(i).expect("a machine of at least 32 bits")
}

fn small(i: usize) -> u32 {
    u32::try_from(i).expect("fewer than 2^32 of them")
}
