//! Reads and writes at an offset that is not known.
//!
//! Precondition: the offset lies within bounds. A write makes every byte it may reach a choice; a
//! read is a choice of values, or of bytes in an array where there are many.

use super::Object;
use crate::value::terms;
use crate::value::{Value, size};
use margay_smt::{Bv, Domain, TermPool};
use std::sync::Arc;

/// An unknown offset and the numbers it may be.
#[derive(Clone, Copy, Debug)]
pub struct Offset {
    pub term: Bv,
    first: u64,
    last: u64,
    /// All are multiples of this away from the first.
    step: u64,
}

/// Reads choose between at most this many values one by one.
const CHOICES: u64 = 32;
/// Bytes of an object that an access at an unknown offset may concern.
const REACH: u64 = 1 << 14;

impl Offset {
    /// The offsets in an object of `size` bytes where `len` bytes can be accessed.
    pub fn new(term: Bv, domain: Option<Domain>, len: u64, size: u64) -> Offset {
        let end = size.saturating_sub(len);
        let (first, last, step) = match domain {
            Some(domain) => {
                let step = 1 << (!domain.zeros()).trailing_zeros().min(16);
                (domain.umin(), domain.umax().min(end), step)
            }
            None => (0, end, 1),
        };
        Offset { term, first, last: last.max(first), step }
    }

    /// Whether there are so few that an access can be spelled out.
    pub fn is_manageable(&self) -> bool {
        self.last - self.first <= REACH
    }

    fn all(self) -> impl Iterator<Item = u64> {
        (self.first..=self.last).step_by(size(self.step))
    }

    fn count(&self) -> u64 {
        (self.last - self.first) / self.step + 1
    }
}

impl Object {
    /// A value of `len` bytes.
    pub fn read_at(&self, pool: &mut TermPool, offset: Offset, len: u32) -> Value {
        let bits = len * 8;
        let len = size(u64::from(len));
        let width = pool.width(offset.term);
        let end = size(offset.last) + len;
        if (size(offset.first)..end).all(|at| self.byte(pool, at) == Value::Undef) {
            return Value::Undef;
        }
        if offset.count() <= CHOICES {
            let mut chosen: Option<Bv> = None;
            for at in offset.all() {
                let value = self.assemble(pool, size(at), len);
                let value = terms::term(pool, value, bits);
                chosen = Some(match chosen {
                    None => value,
                    Some(others) => {
                        let at = pool.bv_u64(width, at);
                        let here = pool.eq(offset.term, at);
                        pool.ite(here, value, others)
                    }
                });
            }
            return terms::as_known(pool, chosen.expect("there is a first offset"));
        }
        // Bytes from the start of the object: the array is the same for every read of it.
        let mut known = vec![0; end];
        let mut others = Vec::new();
        for (at, byte) in known.iter_mut().enumerate().skip(size(offset.first)) {
            match self.byte(pool, at) {
                Value::Int(bits) => *byte = crate::value::low_byte(bits),
                other => others.push((at, other)),
            }
        }
        let mut array = pool.table(width, Arc::from(known));
        for (at, byte) in others {
            let at = pool.bv_u64(width, at as u64);
            let byte = terms::term(pool, byte, 8);
            array = pool.store(array, at, byte);
        }
        let value = pool.read_le(array, offset.term, u32::try_from(len).expect("a few bytes"));
        terms::as_known(pool, value)
    }

    /// Writes a value of `len` bytes.
    pub fn write_at(&mut self, pool: &mut TermPool, offset: Offset, len: u32, value: Value) {
        let len = size(u64::from(len));
        let width = pool.width(offset.term);
        // Values that do not overlap stay whole: what is read again is the term, not its bytes.
        if offset.step.is_multiple_of(len as u64) {
            let bits = u32::try_from(len * 8).expect("a few bytes");
            let new = terms::term(pool, value, bits);
            for start in offset.all() {
                let term = pool.bv_u64(width, start);
                let here = pool.eq(offset.term, term);
                let old = self.assemble(pool, size(start), len);
                let old = terms::term(pool, old, bits);
                let chosen = pool.ite(here, new, old);
                let chosen = terms::as_known(pool, chosen);
                self.scatter(pool, size(start), len, chosen);
            }
            return;
        }
        let parts: Vec<Bv> = (0..len)
            .map(|index| {
                let byte = terms::byte_of(pool, value, index, len);
                terms::term(pool, byte, 8)
            })
            .collect();
        // Bytes may be reached from several offsets; each sees those written before it.
        for start in offset.all() {
            let term = pool.bv_u64(width, start);
            let here = pool.eq(offset.term, term);
            for (index, part) in parts.iter().enumerate() {
                let at = size(start) + index;
                let old = {
                    let old = self.byte(pool, at);
                    terms::term(pool, old, 8)
                };
                let new = pool.ite(here, *part, old);
                self.set_byte(at, terms::as_known(pool, new));
            }
        }
    }
}
