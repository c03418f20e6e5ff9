//! One object: a variable, a heap block or a string literal.
//!
//! Contents are plain bytes with two shadows that exist only when needed: which
//! bits were ever written, and which bytes are symbolic. Where a byte is symbolic
//! its plain byte has no meaning, and it counts as written.
//!
//! A large object is mostly memory that the system has not given yet. It knows which of its
//! chunks were ever written to, so that neither a copy nor a comparison touches the others.

use super::contents::Contents;
use crate::fault::ObjectKind;
use crate::value::{Value, low_byte};
use margay_ir::SpanId;
use margay_ir::ids::SourceTypeId;
use margay_smt::{Bool, Bv, TermPool};
use std::collections::BTreeMap;
use std::rc::Rc;

#[derive(Debug)]
pub struct Object {
    pub base: u64,
    /// Bytes that it surely has.
    pub size: u64,
    /// Its size, if that is not known; never less than `size`.
    pub extent: Option<Bv>,
    /// The allocation failed, and there is no object, if this holds.
    pub missing_if: Option<Bool>,
    /// Whether unknown code was given a way to it, and may have kept that.
    pub escaped: Escape,
    pub kind: ObjectKind,
    /// It reaches further than its bytes, on both sides; how far is unknown.
    pub open: Option<Open>,
    /// What was read or written at offsets that are not known, since the last write elsewhere.
    loose: Option<Rc<Vec<Loose>>>,
    /// It may be accessed: neither freed nor out of scope.
    pub alive: bool,
    /// Its region may be taken by another object.
    pub released: bool,
    pub constant: bool,
    /// Counts the objects made in a state; never given twice.
    pub serial: u64,
    /// How many had been made when it was given back.
    pub ended: u64,
    /// What its address is surely a multiple of.
    pub align: u64,
    /// It may share its place with others that hold the same: a text of the source.
    pub shared: bool,
    /// Some of its words may be addresses of objects.
    pub has_addresses: bool,
    /// What its initialiser leaves undefined may be anything.
    pub open_gaps: bool,
    pub allocated: SpanId,
    pub freed: SpanId,
    bytes: Vec<u8>,
    /// For each byte, the bits that were written; empty if all were.
    written: Vec<u8>,
    symbolic: Option<BTreeMap<u64, Bv>>,
    /// What the bytes are that were not written. Undefined, if there is none.
    background: Option<Rc<Contents>>,
    /// Of a large object, the chunks that may be other than zero; empty for others.
    chunks: Vec<bool>,
}

/// An object of unknown extent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// Bytes of it before the place that pointers to it lead to.
    pub before: u64,
    /// What the source has pointers to it point to.
    pub ty: Option<SourceTypeId>,
}

/// A value at an offset that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loose {
    pub offset: Bv,
    pub len: u32,
    pub value: Value,
}

/// Objects from this size on are large.
const LARGE: usize = 1 << 20;
const CHUNK: usize = 1 << 16;

/// Bytes of the largest number that is compared as one.
const WORD: usize = 8;

impl Clone for Object {
    fn clone(&self) -> Self {
        Object {
            base: self.base,
            size: self.size,
            extent: self.extent,
            missing_if: self.missing_if,
            escaped: self.escaped,
            kind: self.kind,
            open: self.open,
            loose: self.loose.clone(),
            alive: self.alive,
            released: self.released,
            constant: self.constant,
            serial: self.serial,
            ended: self.ended,
            align: self.align,
            shared: self.shared,
            has_addresses: self.has_addresses,
            open_gaps: self.open_gaps,
            allocated: self.allocated,
            freed: self.freed,
            bytes: self.copied(&self.bytes),
            written: self.copied(&self.written),
            symbolic: self.symbolic.clone(),
            background: self.background.clone(),
            chunks: self.chunks.clone(),
        }
    }
}

/// What unknown code may do with an object at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Escape {
    /// It does not know of it.
    No,
    /// It has a pointer that it was given to read through.
    Read,
    Written,
}

/// Room that a freed object keeps, so that the next one in its place allocates nothing.
const KEPT_CAPACITY: usize = 256;

impl Object {
    pub fn new(base: u64, size: u64, kind: ObjectKind, serial: u64, site: SpanId) -> Self {
        let mut object = Object {
            base,
            size: 0,
            extent: None,
            missing_if: None,
            escaped: Escape::No,
            kind,
            open: None,
            loose: None,
            alive: true,
            released: false,
            constant: false,
            serial,
            ended: u64::MAX,
            align: 1,
            shared: false,
            has_addresses: false,
            open_gaps: false,
            allocated: site,
            freed: site,
            bytes: Vec::new(),
            written: Vec::new(),
            symbolic: None,
            background: None,
            chunks: Vec::new(),
        };
        object.reset(size);
        object
    }

    /// Takes the place of a dead object.
    pub fn revive(&mut self, size: u64, kind: ObjectKind, serial: u64, site: SpanId) {
        self.kind = kind;
        self.extent = None;
        self.open = None;
        self.missing_if = None;
        self.escaped = Escape::No;
        self.alive = true;
        self.released = false;
        self.constant = false;
        self.serial = serial;
        self.ended = u64::MAX;
        self.shared = false;
        self.has_addresses = false;
        self.allocated = site;
        self.freed = site;
        self.reset(size);
    }

    fn reset(&mut self, size: u64) {
        let len = usize::try_from(size).expect("a region is smaller than the host's memory");
        self.size = size;
        self.symbolic = None;
        self.background = None;
        self.loose = None;
        self.chunks = if len < LARGE { Vec::new() } else { vec![false; len.div_ceil(CHUNK)] };
        if self.bytes.capacity() < len {
            // Zeroed memory comes from the system untouched: a huge block costs nothing yet.
            self.bytes = vec![0; len];
            self.written = vec![0; len];
        } else {
            self.bytes.clear();
            self.bytes.resize(len, 0);
            self.written.clear();
            self.written.resize(len, 0);
        }
    }

    /// The object is known to have this many bytes, which are more than it surely had.
    pub fn grow(&mut self, size: u64) {
        self.make_room(size);
        self.size = self.size.max(size);
    }

    /// Bytes that it has or may have.
    pub fn room(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Starts as an object of unknown size that has `least` bytes.
    pub fn start_with_extent(&mut self, least: u64, extent: Bv) {
        // Without any byte it would pass for one that starts as zero.
        self.reset(least.max(1));
        self.size = least;
        self.extent = Some(extent);
    }

    /// All that it may have counts as its own; for one that ends with this.
    pub fn take_all_room(&mut self) {
        self.size = self.room();
        self.extent = None;
    }

    /// Keeps its bytes, of which only the first `size` are surely within its end.
    pub fn limit(&mut self, size: u64, extent: Bv) {
        self.size = size;
        self.extent = Some(extent);
    }

    /// Holds so many bytes, of which all after its size may be beyond its end.
    pub fn make_room(&mut self, size: u64) {
        let len = crate::value::size(size);
        if len <= self.bytes.len() {
            return;
        }
        if len >= LARGE {
            // What it had counts as written to.
            let before = self.bytes.len();
            let whole = self.chunks.is_empty();
            self.chunks.resize(len.div_ceil(CHUNK), false);
            if whole {
                self.touch(0, before);
            }
        }
        let zeroed = self.written.is_empty();
        self.bytes.resize(len, 0);
        if !zeroed {
            self.written.resize(len, 0);
        }
    }

    pub fn kill(&mut self, site: SpanId) {
        self.alive = false;
        self.released = true;
        self.freed = site;
        self.symbolic = None;
        self.background = None;
        if self.bytes.capacity() > KEPT_CAPACITY {
            self.bytes = Vec::new();
            self.written = Vec::new();
            self.chunks = Vec::new();
        }
    }

    /// A shadow, or the bytes, of which only chunks that were written to are touched.
    fn copied(&self, bytes: &[u8]) -> Vec<u8> {
        if self.chunks.is_empty() || bytes.is_empty() {
            return bytes.to_vec();
        }
        let mut copy = vec![0; bytes.len()];
        for (index, _) in self.chunks.iter().enumerate().filter(|(_, touched)| **touched) {
            let range = index * CHUNK..((index + 1) * CHUNK).min(bytes.len());
            copy[range.clone()].copy_from_slice(&bytes[range]);
        }
        copy
    }

    /// Whether two shadows, or the bytes, of two objects of one size are the same.
    fn alike(&self, other: &Object, a: &[u8], b: &[u8]) -> bool {
        if self.chunks.is_empty() || other.chunks.len() != self.chunks.len() || a.len() != b.len() {
            return a == b;
        }
        let touched = self.chunks.iter().zip(&other.chunks).map(|(a, b)| *a || *b);
        touched.enumerate().filter(|(_, touched)| *touched).all(|(index, _)| {
            let range = index * CHUNK..((index + 1) * CHUNK).min(a.len());
            a[range.clone()] == b[range]
        })
    }

    /// Bytes of a large object are about to be written.
    #[cold]
    fn touch(&mut self, at: usize, len: usize) {
        if len > 0 {
            self.chunks[at / CHUNK..=(at + len - 1) / CHUNK].fill(true);
        }
    }

    /// Every byte is zero and written. For an object that nothing was written to: its
    /// bytes are zero already, and a large one stays untouched.
    pub fn start_as_zero(&mut self) {
        debug_assert!(self.symbolic.is_none() && self.bytes.iter().take(64).all(|byte| *byte == 0));
        self.written = Vec::new();
    }

    /// Every byte is undefined again.
    pub fn forget(&mut self) {
        self.loose = None;
        self.symbolic = None;
        self.background = None;
        if self.chunks.is_empty() {
            self.written.clear();
            self.written.resize(self.bytes.len(), 0);
        } else {
            self.written = vec![0; self.bytes.len()];
        }
    }

    /// Unknown code was given a way to it.
    pub fn escape(&mut self, escape: Escape) {
        self.escaped = self.escaped.max(escape);
    }

    /// Every byte is unknown.
    pub fn become_unknown(&mut self, contents: Rc<Contents>) {
        self.forget();
        self.background = Some(contents);
    }

    /// Bytes that no other object shares while it is there. One without bytes has an address of its own, too.
    pub fn taken(&self) -> u64 {
        self.size.max(1)
    }

    /// Whether it was there while another one was, with bytes of its own. Objects of unknown origin count as such: that
    /// is assumed of callers.
    pub fn is_apart_from(&self, other: &Object) -> bool {
        let met = self.serial < other.ended && other.serial < self.ended;
        let has_bytes = |object: &Object| object.size > 0 || object.kind == ObjectKind::Heap;
        met && has_bytes(self) && has_bytes(other) && !(self.shared && other.shared)
    }

    /// Whether two texts of the source may lie so that an offset in one is the same place as an offset in the
    /// other: they hold the same around it, and end together.
    pub fn may_overlap(&self, at: u64, other: &Object, other_at: u64) -> bool {
        let split = |object: &Object, at: u64| {
            let bytes = object.known_slice(0, object.bytes.len())?;
            let (before, behind) = bytes.split_at_checked(usize::try_from(at).ok()?)?;
            Some((before.to_vec(), behind.to_vec()))
        };
        let (Some((head, tail)), Some((other_head, other_tail))) =
            (split(self, at), split(other, other_at))
        else {
            return true;
        };
        tail == other_tail && (head.ends_with(&other_head) || other_head.ends_with(&head))
    }

    /// The address that a pointer to the whole object has.
    pub fn start(&self) -> u64 {
        self.base + self.open.map_or(0, |open| open.before)
    }

    /// What is known at an offset that is not.
    pub fn loose(&self, offset: Bv, len: u32) -> Option<Value> {
        let known = self.loose.as_ref()?.iter().find(|l| l.offset == offset && l.len == len)?;
        Some(known.value)
    }

    pub fn set_loose(&mut self, loose: Loose) {
        Rc::make_mut(self.loose.get_or_insert_default()).push(loose);
    }

    /// Whether nothing was written to some bytes since they became unknown.
    pub fn is_unknown(&self, at: usize, len: usize) -> bool {
        (at..at + len).all(|at| self.behind(at).is_some())
    }

    /// Whether nothing was ever written to it.
    pub fn is_blank(&self) -> bool {
        self.background.is_none()
            && !self.written.is_empty()
            && self.symbolic.is_none()
            && self.written.iter().all(|bits| *bits == 0)
    }

    /// Whether it is unknown, and was neither read nor written since it became so.
    pub fn is_untouched(&self) -> bool {
        let unread = self.background.as_ref().is_some_and(|contents| contents.is_unread());
        let unwritten = || self.written.iter().all(|bits| *bits == 0);
        unread && self.symbolic.is_none() && self.loose.is_none() && unwritten()
    }

    /// What it holds where nothing was written, if that is unknown.
    pub fn contents(&self) -> Option<&Contents> {
        self.background.as_deref()
    }

    /// The contents that a byte is of which was not written.
    fn behind(&self, at: usize) -> Option<&Contents> {
        self.background.as_deref().filter(|_| self.written.get(at) == Some(&0))
    }

    /// Calls `visit` with each term in it, and one for all of those of one symbol.
    pub fn for_each_term(&self, mut visit: impl FnMut(Bv)) {
        self.extent.into_iter().for_each(&mut visit);
        self.background.iter().for_each(|contents| contents.for_each_term(&mut visit));
        self.symbolic.iter().flat_map(BTreeMap::values).for_each(|term| visit(*term));
    }

    /// Whether two live objects are the same to a program.
    pub fn same(&self, other: &Object) -> bool {
        self.is_like(other)
            && self.symbolic == other.symbolic
            && self.alike(other, &self.bytes, &other.bytes)
            && (self.alike(other, &self.written, &other.written) || self.written_alike(other))
    }

    /// Whether two live objects are the same but for what they hold.
    fn is_like(&self, other: &Object) -> bool {
        let Object {
            base,
            size,
            extent,
            missing_if,
            escaped,
            kind,
            open,
            loose,
            alive,
            released,
            constant,
            align,
            shared,
            has_addresses,
            open_gaps,
            // A report names where it was made: a block that is lost here is not one that is lost there.
            allocated,
            background,
            // Which came first says nothing of what they are, and live ones have not ended.
            serial: _,
            ended: _,
            freed: _,
            // What they hold.
            bytes: _,
            written: _,
            symbolic: _,
            chunks: _,
        } = self;
        *base == other.base
            && *size == other.size
            && *extent == other.extent
            && *missing_if == other.missing_if
            && *escaped == other.escaped
            && *kind == other.kind
            && *open == other.open
            && *loose == other.loose
            && *alive == other.alive
            && *released == other.released
            && *constant == other.constant
            && *align == other.align
            && *shared == other.shared
            && *has_addresses == other.has_addresses
            && *open_gaps == other.open_gaps
            && *allocated == other.allocated
            && *background == other.background
    }

    /// The addresses of all bytes that two live objects do not have in common, `most` of them at
    /// most; `None` if there are more, if they differ in other ways or are large.
    pub fn differences(
        &self,
        pool: &mut TermPool,
        other: &Object,
        most: usize,
    ) -> Option<Vec<u64>> {
        let small = self.chunks.is_empty() && other.chunks.is_empty();
        if !small || !self.is_like(other) || self.room() != other.room() {
            return None;
        }
        let differs = |at: &usize| self.byte(pool, *at) != other.byte(pool, *at);
        let addresses = (0..self.bytes.len()).filter(differs).map(|at| self.base + at as u64);
        let found: Vec<u64> = addresses.take(most + 1).collect();
        (found.len() <= most).then_some(found)
    }

    /// The words in which two live objects differ, by address and length; `None` if there are more
    /// than `most`, if they differ in other ways or are large.
    pub fn differing_words(&self, other: &Object, most: usize) -> Option<Vec<(u64, u32)>> {
        if self.same(other) {
            return Some(Vec::new());
        }
        let small = self.chunks.is_empty() && other.chunks.is_empty();
        if !small || !self.is_like(other) || self.room() != other.room() {
            return None;
        }
        let mut words: Vec<(u64, u32)> = Vec::new();
        for start in (0..self.bytes.len()).step_by(WORD) {
            let end = (start + WORD).min(self.bytes.len());
            let mut differing = (start..end).filter(|at| self.differs_at(other, *at));
            let Some(first) = differing.next() else { continue };
            let last = differing.next_back().unwrap_or(first);
            // The smallest word that has them all.
            let len =
                [1, 2, 4, 8].into_iter().find(|len| first / len == last / len).unwrap_or(WORD);
            let from = first / len * len;
            let len = len.min(self.bytes.len() - from);
            match len.is_power_of_two() {
                true => words.push((self.base + from as u64, u32::try_from(len).unwrap_or(1))),
                false => words.extend((first..=last).map(|at| (self.base + at as u64, 1))),
            }
            if words.len() > most {
                return None;
            }
        }
        Some(words)
    }

    /// Whether the byte at an offset is another.
    fn differs_at(&self, other: &Object, at: usize) -> bool {
        let symbol = |object: &Object| object.symbolic.as_ref()?.get(&(at as u64)).copied();
        let written = |object: &Object| object.written.get(at).copied().unwrap_or(0xff);
        match (symbol(self), symbol(other)) {
            (None, None) => self.bytes[at] != other.bytes[at] || written(self) != written(other),
            (one, another) => one != another,
        }
    }

    /// One of two equal shadows may be left out where all is written.
    fn written_alike(&self, other: &Object) -> bool {
        let all = |written: &[u8]| written.iter().all(|bits| *bits == 0xff);
        all(&self.written) && all(&other.written)
    }

    /// `N` known, written bytes at an offset in bounds.
    #[inline]
    pub fn known<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        if self.symbolic.is_some() {
            return None;
        }
        if !self.written.is_empty() {
            let written: [u8; N] = self.written.get(at..at + N)?.try_into().ok()?;
            if written != [0xff; N] {
                return None;
            }
        }
        self.bytes.get(at..at + N)?.try_into().ok()
    }

    /// A word of 4 or 8 bytes as it is, be it that nothing was written there.
    #[inline]
    pub fn raw_word(&self, at: usize, len: usize) -> Option<u64> {
        match len {
            8 => Some(u64::from_le_bytes(self.bytes.get(at..at + 8)?.try_into().ok()?)),
            _ => {
                let bytes = self.bytes.get(at..at + 4)?.try_into().ok()?;
                Some(u64::from(u32::from_le_bytes(bytes)))
            }
        }
    }

    /// As [`Object::known`] for bytes that may lie outside, or among others that are symbolic.
    pub fn known_word<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        let end = at.checked_add(N).filter(|end| *end <= self.bytes.len())?;
        self.known_slice(at, end - at)?.try_into().ok()
    }

    /// Writes known bytes at an offset in bounds.
    #[inline]
    pub fn set_known<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        if !self.chunks.is_empty() {
            self.touch(at, N);
        }
        if self.symbolic.is_some() || self.loose.is_some() {
            self.drop_symbolic(at, N);
        }
        if !self.written.is_empty() {
            self.written[at..at + N].copy_from_slice(&[0xff; N]);
        }
        self.bytes[at..at + N].copy_from_slice(&bytes);
    }

    #[cold]
    fn drop_symbolic(&mut self, at: usize, len: usize) {
        self.loose = None;
        if let Some(map) = &mut self.symbolic {
            let (first, end) = (at as u64, (at + len) as u64);
            let doomed: Vec<u64> = map.range(first..end).map(|e| *e.0).collect();
            doomed.iter().for_each(|offset| {
                map.remove(offset);
            });
            if map.is_empty() {
                self.symbolic = None;
            }
        }
    }

    /// The bytes of a range in bounds if all are known and written.
    pub fn known_slice(&self, at: usize, len: usize) -> Option<&[u8]> {
        if let Some(map) = &self.symbolic
            && map.range(at as u64..(at + len) as u64).next().is_some()
        {
            return None;
        }
        let written =
            self.written.is_empty() || self.written[at..at + len].iter().all(|w| *w == 0xff);
        written.then(|| &self.bytes[at..at + len])
    }

    pub fn set_slice(&mut self, at: usize, bytes: &[u8]) {
        if !self.chunks.is_empty() {
            self.touch(at, bytes.len());
        }
        self.drop_symbolic(at, bytes.len());
        if !self.written.is_empty() {
            self.written[at..at + bytes.len()].fill(0xff);
        }
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    }

    pub fn fill(&mut self, at: usize, len: usize, byte: u8) {
        if !self.chunks.is_empty() {
            return self.fill_large(at, len, byte);
        }
        self.drop_symbolic(at, len);
        if !self.written.is_empty() {
            self.written[at..at + len].fill(0xff);
        }
        self.bytes[at..at + len].fill(byte);
    }

    /// Chunks that are zero as they came stay untouched if they are to be zero.
    #[cold]
    fn fill_large(&mut self, at: usize, len: usize, byte: u8) {
        self.drop_symbolic(at, len);
        if at == 0 && len == self.bytes.len() {
            self.written = Vec::new();
        }
        let (mut from, end) = (at, at + len);
        while from < end {
            let chunk = from / CHUNK;
            let to = ((chunk + 1) * CHUNK).min(end);
            if byte != 0 || self.chunks[chunk] || !self.written.is_empty() {
                self.chunks[chunk] = true;
                self.bytes[from..to].fill(byte);
                if !self.written.is_empty() {
                    self.written[from..to].fill(0xff);
                }
            }
            from = to;
        }
    }

    /// Copies within the object; the ranges may overlap.
    pub fn copy_within(&mut self, pool: &mut TermPool, to: usize, from: usize, len: usize) {
        if !self.chunks.is_empty() {
            self.touch(to, len);
        }
        if self.symbolic.is_none() && self.background.is_none() {
            self.bytes.copy_within(from..from + len, to);
            if !self.written.is_empty() {
                self.written.copy_within(from..from + len, to);
            }
            return;
        }
        let bytes: Vec<Value> = (from..from + len).map(|at| self.byte(pool, at)).collect();
        for (index, byte) in bytes.into_iter().enumerate() {
            self.set_byte(to + index, byte);
        }
    }

    /// One byte, of which bits may be undefined or which may be symbolic.
    pub fn byte(&self, pool: &mut TermPool, at: usize) -> Value {
        if let Some(map) = &self.symbolic
            && let Some(term) = map.get(&(at as u64))
        {
            return Value::Term(*term);
        }
        if let Some(contents) = self.behind(at) {
            return Value::Term(contents.byte(pool, at));
        }
        let undef = if self.written.is_empty() { 0 } else { !self.written[at] };
        Value::partial(u64::from(self.bytes[at]), u64::from(undef), 8)
    }

    pub fn set_byte(&mut self, at: usize, value: Value) {
        if !self.chunks.is_empty() {
            self.touch(at, 1);
        }
        if let Value::Term(term) = value {
            self.loose = None;
            if !self.written.is_empty() {
                self.written[at] = 0xff;
            }
            self.symbolic.get_or_insert_default().insert(at as u64, term);
            return;
        }
        self.drop_symbolic(at, 1);
        let (bits, undef) = value.bits_and_undef(8).expect("a byte that is not symbolic");
        if undef != 0 && self.written.is_empty() {
            self.written = vec![0xff; self.bytes.len()];
            self.chunks.fill(true);
        }
        if !self.written.is_empty() {
            self.written[at] = !low_byte(undef);
        }
        self.bytes[at] = low_byte(bits);
    }

    /// A value of `len` bytes put together from bytes that may be undefined or symbolic.
    pub fn assemble(&self, pool: &mut TermPool, at: usize, len: usize) -> Value {
        let symbolic = self
            .symbolic
            .as_ref()
            .is_some_and(|map| map.range(at as u64..(at + len) as u64).next().is_some())
            || (at..at + len).any(|at| self.behind(at).is_some());
        if symbolic
            && let Some(contents) = &self.background
            && self.is_unknown(at, len)
            && let Some(value) = contents.whole(pool, at, len)
        {
            return value;
        }
        if !symbolic && len <= 8 {
            let (mut bits, mut undef) = (0, 0);
            for index in (0..len).rev() {
                let (b, u) = self.byte(pool, at + index).bits_and_undef(8).expect("not symbolic");
                bits = bits << 8 | b;
                undef = undef << 8 | u;
            }
            return Value::partial(bits, undef, 8 * u32::try_from(len).expect("at most 16 bytes"));
        }
        if !symbolic && len <= 16 {
            if let Some(known) = self.known_slice(at, len) {
                let mut bytes = [0; 16];
                bytes[..len].copy_from_slice(known);
                return Value::from_u128(
                    u128::from_le_bytes(bytes),
                    8 * u32::try_from(len).expect("at most 16 bytes"),
                );
            }
            if self.written[at..at + len].iter().all(|w| *w == 0) {
                return Value::Undef;
            }
        }
        let bytes: Vec<Value> = (0..len).map(|index| self.byte(pool, at + index)).collect();
        crate::value::terms::join_bytes(pool, &bytes)
    }

    /// Writes a value of `len` bytes that is not a known one of at most 8 bytes.
    pub fn scatter(&mut self, pool: &mut TermPool, at: usize, len: usize, value: Value) {
        for index in 0..len {
            let byte = crate::value::terms::byte_of(pool, value, index, len);
            self.set_byte(at + index, byte);
        }
    }
}
