//! Sums, products, quotients and remainders of domains.
//!
//! Every function here is sound: the result contains the value of the operation for each pair of
//! values of its operands. `tests/domain.rs` proves that at small widths.

use super::{Domain, mask, wrapped};

// Named as the operations of terms: the caller thinks of those and not of Rust's operators.
#[allow(clippy::should_implement_trait)]
impl Domain {
    #[must_use]
    pub fn add(self, other: Domain) -> Domain {
        self.add_carry(other, 0)
    }

    #[must_use]
    pub fn sub(self, other: Domain) -> Domain {
        // a - b = a + ~b + 1
        self.add_carry(other.not(), 1)
    }

    #[must_use]
    pub fn neg(self) -> Domain {
        Domain::constant(self.width, 0).sub(self)
    }

    #[must_use]
    pub fn mul(self, other: Domain) -> Domain {
        let width = self.width;
        let low = u128::from(self.umin) * u128::from(other.umin);
        let high = u128::from(self.umax) * u128::from(other.umax);
        let (smin, smax) = self.signed_corners(other.smin, other.smax, |x, y| x * y);
        let mut product = Domain::top(width)
            .bound(self.umin.wrapping_mul(other.umin), high - low)
            .bound(wrapped(width, smin), smax.abs_diff(smin));
        // With a = 2^i * a' and b = 2^j * b', as many low bits of a'*b' are known as of both.
        let (i, a_known) = self.trailing();
        let (j, b_known) = other.trailing();
        let known = (i + j + a_known.min(b_known)).min(width);
        if known > 0 {
            let bits = self.ones.wrapping_mul(other.ones);
            product.ones = bits & mask(known);
            product.zeros = !bits & mask(known);
        }
        product.reduced()
    }

    #[must_use]
    pub fn udiv(self, other: Domain) -> Domain {
        let all = Domain::constant(self.width, u64::MAX);
        // x / 0 = all ones
        if other.umax == 0 {
            return all;
        }
        let quotient = Domain {
            umin: self.umin / other.umax,
            umax: self.umax / other.umin.max(1),
            ..Domain::top(self.width)
        };
        let quotient = quotient.reduced();
        if other.umin == 0 { quotient.join(all) } else { quotient }
    }

    #[must_use]
    pub fn urem(self, other: Domain) -> Domain {
        // x % 0 = x, and a smaller x is left alone
        if other.umax == 0 || self.umax < other.umin {
            return self;
        }
        let mut rest = self.low_bits_kept(other);
        rest.umax = self.umax.min(other.umax - 1);
        if let Some(divisor) = other.as_const()
            && self.umin / divisor == self.umax / divisor
        {
            rest.umin = self.umin % divisor;
            rest.umax = self.umax % divisor;
        }
        let rest = rest.reduced();
        if other.umin == 0 { rest.join(self) } else { rest }
    }

    #[must_use]
    pub fn sdiv(self, other: Domain) -> Domain {
        let width = self.width;
        let mut quotient: Option<Domain> = None;
        let mut may_be = |part: Domain| {
            quotient = Some(quotient.map_or(part, |other| other.join(part)));
        };
        // x / 0 = -1, or 1 for a negative x
        if other.contains(0) {
            if self.smax >= 0 {
                may_be(Domain::constant(width, u64::MAX));
            }
            if self.smin < 0 {
                may_be(Domain::constant(width, 1));
            }
        }
        // Within one sign of the divisor a quotient is monotone in both operands.
        for (low, high) in [(other.smin, other.smax.min(-1)), (other.smin.max(1), other.smax)] {
            if low <= high {
                let (min, max) = self.signed_corners(low, high, |x, y| x / y);
                let bounds = Domain::top(width).bound(wrapped(width, min), max.abs_diff(min));
                may_be(bounds.reduced());
            }
        }
        quotient.expect("a divisor is zero, negative or positive")
    }

    #[must_use]
    pub fn srem(self, other: Domain) -> Domain {
        let largest = other.smin.unsigned_abs().max(other.smax.unsigned_abs());
        let smallest = match other.sign() {
            Some(false) => other.smin.unsigned_abs(),
            Some(true) => other.smax.unsigned_abs(),
            None => 0,
        };
        // x % 0 = x, and an x that is smaller without its sign is left alone
        if largest == 0 || self.smin.unsigned_abs().max(self.smax.unsigned_abs()) < smallest {
            return self;
        }
        // The sign is that of the dividend.
        let limit = i64::try_from(largest - 1).expect("at most 2^63 - 1");
        let mut rest = self.low_bits_kept(other);
        rest.smin = self.smin.min(0).max(-limit);
        rest.smax = self.smax.max(0).min(limit);
        let rest = rest.reduced();
        if other.contains(0) { rest.join(self) } else { rest }
    }

    /// The sum of both and of a carry that is 0 or 1.
    fn add_carry(self, other: Domain, carry: u64) -> Domain {
        let width = self.width;
        let least = self.ones.wrapping_add(other.ones).wrapping_add(carry);
        let (a, b) = (!self.zeros & mask(width), !other.zeros & mask(width));
        let most = a.wrapping_add(b).wrapping_add(carry);
        // A carry that the least and the greatest sum agree on is the carry of all.
        let carries_agree = !((least ^ self.ones ^ other.ones) ^ (most ^ a ^ b));
        let known = self.known() & other.known() & carries_agree;
        let mut sum = Domain::top(width)
            .bound(
                self.umin.wrapping_add(other.umin).wrapping_add(carry),
                self.span() + other.span(),
            )
            .bound(
                self.smin.wrapping_add(other.smin).cast_unsigned().wrapping_add(carry),
                self.signed_span() + other.signed_span(),
            );
        sum.zeros = !least & known;
        sum.ones = least & known;
        sum.reduced()
    }

    /// The bits that are known.
    pub(super) fn known(self) -> u64 {
        self.zeros | self.ones
    }

    /// How many low bits are zero in every value, and how many after them are known.
    pub(super) fn trailing(self) -> (u32, u32) {
        let zeros = (!self.zeros).trailing_zeros();
        if zeros >= self.width {
            return (self.width, 0);
        }
        (zeros, (!self.known()).trailing_zeros().min(self.width) - zeros)
    }

    /// Of a remainder: the low bits in which every divisor is zero are those of the dividend.
    fn low_bits_kept(self, divisor: Domain) -> Domain {
        let kept = (1u64 << divisor.trailing().0.min(63)) - 1;
        Domain { zeros: self.zeros & kept, ones: self.ones & kept, ..Domain::top(self.width) }
    }

    /// The least and the greatest result of `op` on the signed bounds of both.
    fn signed_corners(self, low: i64, high: i64, op: fn(i128, i128) -> i128) -> (i128, i128) {
        let corner = |x: i64, y: i64| op(i128::from(x), i128::from(y));
        let corners = [
            corner(self.smin, low),
            corner(self.smin, high),
            corner(self.smax, low),
            corner(self.smax, high),
        ];
        let (mut min, mut max) = (corners[0], corners[0]);
        for corner in corners {
            min = min.min(corner);
            max = max.max(corner);
        }
        (min, max)
    }
}
