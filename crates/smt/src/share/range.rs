//! The values that one atom is drawn from.

use crate::domain::{Domain, Facts, mask};
use crate::pool::TermPool;
use crate::term::{Sort, Term};

/// The widest atom that is drawn.
const WIDEST: u32 = 128;

/// Values of one atom: more than it can have, and as few more as can be drawn from evenly.
#[derive(Clone, Copy, Debug)]
pub(super) enum Range {
    /// All values of so many bits.
    Full(u32),
    /// So many from the first on, which may wrap around.
    Run { first: u64, size: u64, mask: u64 },
    /// Some bits are known.
    Bits { ones: u64, free: u64 },
}

impl Range {
    /// `None` for whole arrays and for what is too wide.
    pub(super) fn of(pool: &TermPool, facts: &dyn Facts, atom: Term) -> Option<Range> {
        match pool.sort(atom) {
            Sort::Bool => Some(Range::Full(1)),
            Sort::Bv(width) if width <= WIDEST => {
                let domain = pool.as_bv(atom).and_then(|atom| facts.domain(atom));
                Some(domain.map_or(Range::Full(width), Range::within))
            }
            _ => None,
        }
    }

    fn within(domain: Domain) -> Range {
        let mask = mask(domain.width());
        let unsigned = (domain.umax() - domain.umin(), domain.umin());
        let signed = domain.smax().abs_diff(domain.smin());
        let (last, first) = unsigned.min((signed, domain.smin().cast_unsigned() & mask));
        let free = !(domain.zeros() | domain.ones()) & mask;
        let bits = free.count_ones();
        if bits < 64 && 1 << bits <= last {
            return Range::Bits { ones: domain.ones(), free };
        }
        match last.checked_add(1) {
            Some(size) if last < mask => Range::Run { first, size, mask },
            _ => Range::Full(domain.width()),
        }
    }

    /// How many there are, unless they are too many for a number.
    pub(super) fn size(self) -> Option<u128> {
        match self {
            Range::Full(bits) => 1u128.checked_shl(bits),
            Range::Run { size, .. } => Some(size.into()),
            Range::Bits { free, .. } => Some(1 << free.count_ones()),
        }
    }

    /// The binary logarithm of how many there are.
    pub(super) fn log2(self) -> f64 {
        match self {
            Range::Full(bits) => bits.into(),
            Range::Run { size, .. } => {
                // A number of 64 bits in two halves: rounding it takes nothing that is seen.
                let (high, low) = (size >> 32, size & 0xffff_ffff);
                let half = |half: u64| f64::from(u32::try_from(half).expect("32 bits"));
                (half(high) * 4_294_967_296.0 + half(low)).log2()
            }
            Range::Bits { free, .. } => free.count_ones().into(),
        }
    }

    /// One of them by its number.
    pub(super) fn value(self, index: u128) -> u128 {
        let low = u64::try_from(index & u128::from(u64::MAX)).expect("64 bits");
        match self {
            Range::Full(_) => index,
            Range::Run { first, mask, .. } => (first.wrapping_add(low) & mask).into(),
            Range::Bits { ones, free } => {
                let (mut value, mut free, mut index) = (ones, free, low);
                while free != 0 {
                    let bit = free & free.wrapping_neg();
                    value |= if index & 1 == 1 { bit } else { 0 };
                    (free, index) = (free ^ bit, index >> 1);
                }
                value.into()
            }
        }
    }

    /// One of them by chance.
    pub(super) fn draw(self, random: &mut Random) -> u128 {
        let number = random.next();
        match self {
            Range::Full(bits) => {
                let wide = u128::from(number) << 64 | u128::from(random.next());
                wide >> (WIDEST - bits)
            }
            Range::Run { size, .. } => self.value((u128::from(number) * u128::from(size)) >> 64),
            Range::Bits { ones, free } => (ones | number & free).into(),
        }
    }
}

/// Numbers that look random and are the same every time: SplitMix64.
#[derive(Debug, Default)]
pub(super) struct Random {
    state: u64,
}

impl Random {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
