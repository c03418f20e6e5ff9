//! Abstract values of bit-vectors: which bits are known, and between which bounds a value lies.
//!
//! Invariant: a `Domain` is never empty and always reduced. Its four bounds are values it contains,
//! and no bit, unsigned bound or signed bound can be sharpened by the others. Emptiness is the
//! `None` of the operations that can yield it.
//!
//! * `arithmetic` and `bitwise` carry every bit-vector operation over to domains, `order` the
//!   comparisons.
//! * `node` applies them to terms, `cache` remembers the result for each term of a pool.
//! * `facts` adds what a path says about terms, `refine` finds what follows from a condition, with
//!   `inverse` to go from a result back to its operands.
//!
//! What is absent: terms above 64 bits, about which nothing is known, and relations between terms.

mod arithmetic;
mod bitwise;
mod cache;
mod facts;
mod inverse;
mod node;
mod order;
mod refine;

pub(crate) use cache::DomainCache;
pub use facts::{Facts, NoFacts, decide, domain_nearby, domain_under};
pub use refine::{Contradiction, Refinements, refine};

/// The widest bit-vector that has a domain.
pub const MAX_DOMAIN_WIDTH: u32 = 64;

/// A set of bit-vector values of one width, described by known bits and by bounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Domain {
    width: u32,
    zeros: u64,
    ones: u64,
    umin: u64,
    umax: u64,
    smin: i64,
    smax: i64,
}

impl Domain {
    /// All values of `width` bits.
    pub fn top(width: u32) -> Domain {
        assert!((1..=MAX_DOMAIN_WIDTH).contains(&width), "a domain of {width} bits");
        let smax = (mask(width) >> 1).cast_signed();
        Domain { width, zeros: 0, ones: 0, umin: 0, umax: mask(width), smin: !smax, smax }
    }

    /// The low `width` bits of `value` alone.
    pub fn constant(width: u32, value: u64) -> Domain {
        assert!((1..=MAX_DOMAIN_WIDTH).contains(&width), "a domain of {width} bits");
        let value = value & mask(width);
        let signed = to_signed(width, value);
        Domain {
            width,
            zeros: !value & mask(width),
            ones: value,
            umin: value,
            umax: value,
            smin: signed,
            smax: signed,
        }
    }

    /// The values with these bits clear and these bits set.
    pub fn from_bits(width: u32, zeros: u64, ones: u64) -> Option<Domain> {
        let (zeros, ones) = (zeros & mask(width), ones & mask(width));
        Domain { zeros, ones, ..Domain::top(width) }.reduce()
    }

    /// The values from `min` to `max`, both included.
    pub fn from_unsigned(width: u32, min: u64, max: u64) -> Option<Domain> {
        let top = Domain::top(width);
        Domain { umin: min, umax: max.min(top.umax), ..top }.reduce()
    }

    /// The values from `min` to `max` in signed order, both included.
    pub fn from_signed(width: u32, min: i64, max: i64) -> Option<Domain> {
        let top = Domain::top(width);
        Domain { smin: min.max(top.smin), smax: max.min(top.smax), ..top }.reduce()
    }

    pub fn width(self) -> u32 {
        self.width
    }

    /// The bits that are clear in every value.
    pub fn zeros(self) -> u64 {
        self.zeros
    }

    /// The bits that are set in every value.
    pub fn ones(self) -> u64 {
        self.ones
    }

    pub fn umin(self) -> u64 {
        self.umin
    }

    pub fn umax(self) -> u64 {
        self.umax
    }

    /// The smallest value in signed order.
    pub fn smin(self) -> i64 {
        self.smin
    }

    /// The largest value in signed order.
    pub fn smax(self) -> i64 {
        self.smax
    }

    pub fn contains(self, value: u64) -> bool {
        value <= mask(self.width)
            && value & self.zeros == 0
            && value & self.ones == self.ones
            && (self.umin..=self.umax).contains(&value)
            && (self.smin..=self.smax).contains(&to_signed(self.width, value))
    }

    pub fn is_top(self) -> bool {
        self == Domain::top(self.width)
    }

    /// The value, if there is but one.
    pub fn as_const(self) -> Option<u64> {
        (self.umin == self.umax).then_some(self.umin)
    }

    /// The sign bit, where it is known.
    pub fn sign(self) -> Option<bool> {
        if self.smin >= 0 {
            Some(false)
        } else if self.smax < 0 {
            Some(true)
        } else {
            None
        }
    }

    /// The values of both.
    pub fn meet(self, other: Domain) -> Option<Domain> {
        debug_assert_eq!(self.width, other.width, "domains of different widths");
        if self == other {
            return Some(self);
        }
        Domain {
            width: self.width,
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            umin: self.umin.max(other.umin),
            umax: self.umax.min(other.umax),
            smin: self.smin.max(other.smin),
            smax: self.smax.min(other.smax),
        }
        .reduce()
    }

    /// The values of either, and as few others as can be described.
    pub fn join(self, other: Domain) -> Domain {
        if self == other { self } else { self.hull(other).reduced() }
    }

    /// Whether every value is one of `other`'s too, as far as the descriptions show.
    pub fn is_within(self, other: Domain) -> bool {
        self.zeros & other.zeros == other.zeros
            && self.ones & other.ones == other.ones
            && self.umin >= other.umin
            && self.umax <= other.umax
            && self.smin >= other.smin
            && self.smax <= other.smax
    }

    /// The values other than `value`, as far as bounds show that.
    pub fn without(self, value: u64) -> Option<Domain> {
        let signed = to_signed(self.width, value);
        let mut rest = self;
        if self.umin == value {
            rest.umin = self.umin.checked_add(1)?;
        }
        if self.umax == value {
            rest.umax = self.umax.checked_sub(1)?;
        }
        if self.smin == signed {
            rest.smin = self.smin.checked_add(1)?;
        }
        if self.smax == signed {
            rest.smax = self.smax.checked_sub(1)?;
        }
        rest.reduce()
    }
}

/// For the operations: descriptions on their way to a domain.
impl Domain {
    /// The join, not yet reduced.
    fn hull(self, other: Domain) -> Domain {
        debug_assert_eq!(self.width, other.width, "domains of different widths");
        Domain {
            width: self.width,
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            umin: self.umin.min(other.umin),
            umax: self.umax.max(other.umax),
            smin: self.smin.min(other.smin),
            smax: self.smax.max(other.smax),
        }
    }

    /// The values from `start` on and `span` further, which may wrap around: unsigned bounds where
    /// they do not pass zero, signed bounds where they do not pass the smallest negative value.
    fn bound(mut self, start: u64, span: u128) -> Domain {
        let start = start & mask(self.width);
        let Ok(span) = u64::try_from(span) else {
            return self;
        };
        if let Some(end) = start.checked_add(span)
            && end <= mask(self.width)
        {
            self.umin = self.umin.max(start);
            self.umax = self.umax.min(end);
        }
        let start = to_signed(self.width, start);
        if let Some(end) = start.checked_add_unsigned(span)
            && end <= (mask(self.width) >> 1).cast_signed()
        {
            self.smin = self.smin.max(start);
            self.smax = self.smax.min(end);
        }
        self
    }

    fn span(self) -> u128 {
        u128::from(self.umax - self.umin)
    }

    fn signed_span(self) -> u128 {
        u128::from(self.smax.abs_diff(self.smin))
    }

    /// For a description that is known to have a value.
    fn reduced(self) -> Domain {
        self.reduce().expect("operations on values have a value")
    }

    /// Everything that bits and bounds say about each other. The negative and the other values are
    /// bounded separately, because between them the two orders part.
    fn reduce(self) -> Option<Domain> {
        if self.zeros & self.ones != 0 {
            return None;
        }
        let low = if self.smax >= 0 { self.lower_half() } else { None };
        let high = if self.smin < 0 { self.upper_half() } else { None };
        let (first, last) = match (low, high) {
            (None, None) => return None,
            (Some(half), None) | (None, Some(half)) => (half, half),
            (Some(low), Some(high)) => (low, high),
        };
        Some(Domain {
            width: self.width,
            zeros: first.zeros & last.zeros & mask(self.width),
            ones: first.ones & last.ones,
            umin: first.min,
            umax: last.max,
            smin: to_signed(self.width, high.map_or(first.min, |half| half.min)),
            smax: to_signed(self.width, low.map_or(last.max, |half| half.max)),
        })
    }

    /// What is not negative.
    fn lower_half(self) -> Option<Half> {
        let min = self.umin.max(self.smin.max(0).cast_unsigned());
        let max = self.umax.min(self.smax.cast_unsigned());
        Half { zeros: self.zeros | !(mask(self.width) >> 1), ones: self.ones, min, max }.reduce()
    }

    /// What is negative.
    fn upper_half(self) -> Option<Half> {
        let min = self.umin.max(self.smin.cast_unsigned() & mask(self.width));
        let max = self.umax.min(self.smax.min(-1).cast_unsigned() & mask(self.width));
        let sign = 1 << (self.width - 1);
        Half { zeros: self.zeros | !mask(self.width), ones: self.ones | sign, min, max }.reduce()
    }
}

/// Values of one sign, where signed and unsigned order agree. Bits above the width are known zeros.
#[derive(Clone, Copy)]
struct Half {
    zeros: u64,
    ones: u64,
    min: u64,
    max: u64,
}

impl Half {
    fn reduce(mut self) -> Option<Half> {
        if self.zeros & self.ones != 0 {
            return None;
        }
        self.min = at_least(self.min, self.zeros, self.ones)?;
        // The largest fit below a value is the smallest one above its complement.
        self.max = !at_least(!self.max, self.ones, self.zeros)?;
        if self.min > self.max {
            return None;
        }
        // What lies between two values shares the bits above the first in which they differ.
        let differing = u64::MAX.checked_shr((self.min ^ self.max).leading_zeros()).unwrap_or(0);
        self.zeros |= !self.min & !differing;
        self.ones |= self.min & !differing;
        Some(self)
    }
}

/// The smallest number from `value` on that has these bits clear and those set.
fn at_least(value: u64, zeros: u64, ones: u64) -> Option<u64> {
    let wrong = (value & zeros) | (!value & ones);
    let Some(top) = wrong.checked_ilog2() else {
        return Some(value);
    };
    let bit = 1u64 << top;
    let raised = if ones & bit != 0 {
        bit
    } else {
        // A bit is set that must not be: the number grows at the next free place above.
        let free = !value & !zeros & !(bit | (bit - 1));
        if free == 0 {
            return None;
        }
        1 << free.trailing_zeros()
    };
    Some(value & !(raised | (raised - 1)) | raised | ones & (raised - 1))
}

/// The low `width` bits.
pub(crate) fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The low `width` bits read as a signed number.
fn to_signed(width: u32, value: u64) -> i64 {
    (value << (64 - width)).cast_signed() >> (64 - width)
}

/// A signed number cut to `width` bits.
fn wrapped(width: u32, value: i128) -> u64 {
    let low = value.cast_unsigned() & u128::from(mask(width));
    u64::try_from(low).expect("a masked value")
}
