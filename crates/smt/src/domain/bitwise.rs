//! Bitwise operations, shifts, slices and extensions of domains.
//!
//! Sound in the same sense as `arithmetic`.

use super::{Domain, mask, to_signed};

// Named as the operations of terms: the caller thinks of those and not of Rust's operators.
#[allow(clippy::should_implement_trait)]
impl Domain {
    #[must_use]
    pub fn not(self) -> Domain {
        let all = mask(self.width);
        Domain {
            width: self.width,
            zeros: self.ones,
            ones: self.zeros,
            umin: all - self.umax,
            umax: all - self.umin,
            smin: !self.smax,
            smax: !self.smin,
        }
    }

    #[must_use]
    pub fn and(self, other: Domain) -> Domain {
        Domain {
            zeros: self.zeros | other.zeros,
            ones: self.ones & other.ones,
            umax: self.umax.min(other.umax),
            ..self.sign_copies(other)
        }
        .reduced()
    }

    #[must_use]
    pub fn or(self, other: Domain) -> Domain {
        Domain {
            zeros: self.zeros & other.zeros,
            ones: self.ones | other.ones,
            umin: self.umin.max(other.umin),
            umax: self.umax.saturating_add(other.umax).min(mask(self.width)),
            ..self.sign_copies(other)
        }
        .reduced()
    }

    #[must_use]
    pub fn xor(self, other: Domain) -> Domain {
        let known = self.known() & other.known();
        let ones = self.ones ^ other.ones;
        Domain {
            zeros: !ones & known,
            ones: ones & known,
            umax: self.umax.saturating_add(other.umax).min(mask(self.width)),
            ..self.sign_copies(other)
        }
        .reduced()
    }

    #[must_use]
    pub fn shl(self, amount: Domain) -> Domain {
        self.shift(amount, Domain::constant(self.width, 0), |value, k| {
            let all = mask(value.width);
            let start = value.umin << k;
            let mut shifted = Domain::top(value.width)
                .bound(start, value.span() << k)
                .bound(value.smin.cast_unsigned() << k, value.signed_span() << k);
            shifted.zeros = (value.zeros << k | ((1 << k) - 1)) & all;
            shifted.ones = value.ones << k & all;
            shifted
        })
    }

    #[must_use]
    pub fn lshr(self, amount: Domain) -> Domain {
        self.shift(amount, Domain::constant(self.width, 0), |value, k| {
            let all = mask(value.width);
            Domain {
                zeros: value.zeros >> k | all & !(all >> k),
                ones: value.ones >> k,
                umin: value.umin >> k,
                umax: value.umax >> k,
                ..Domain::top(value.width)
            }
        })
    }

    #[must_use]
    pub fn ashr(self, amount: Domain) -> Domain {
        let arithmetic = |value: Domain, k: u32| {
            let (width, all) = (value.width, mask(value.width));
            let copied = |bits: u64| (to_signed(width, bits) >> k).cast_unsigned() & all;
            Domain {
                zeros: copied(value.zeros),
                ones: copied(value.ones),
                smin: value.smin >> k,
                smax: value.smax >> k,
                ..Domain::top(width)
            }
        };
        self.shift(amount, arithmetic(self, self.width - 1), arithmetic)
    }

    /// `self` above `low`; both together have at most 64 bits.
    #[must_use]
    pub fn concat(self, low: Domain) -> Domain {
        let k = low.width;
        let width = self.width + k;
        let above = |bits: u64| bits << k;
        Domain {
            width,
            zeros: above(self.zeros) | low.zeros,
            ones: above(self.ones) | low.ones,
            umin: above(self.umin) | low.umin,
            umax: above(self.umax) | low.umax,
            smin: (self.smin << k) | low.umin.cast_signed(),
            smax: (self.smax << k) | low.umax.cast_signed(),
        }
        .reduced()
    }

    /// Bits `low` to `high`, both included.
    #[must_use]
    pub fn extract(self, high: u32, low: u32) -> Domain {
        let width = high - low + 1;
        let mut slice = Domain::top(width)
            .bound(self.umin >> low, u128::from((self.umax >> low) - (self.umin >> low)))
            .bound(
                (self.smin >> low).cast_unsigned(),
                u128::from((self.smax >> low).abs_diff(self.smin >> low)),
            );
        slice.zeros = self.zeros >> low & mask(width);
        slice.ones = self.ones >> low & mask(width);
        slice.reduced()
    }

    #[must_use]
    pub fn zext(self, width: u32) -> Domain {
        Domain {
            zeros: self.zeros | mask(width) & !mask(self.width),
            ones: self.ones,
            umin: self.umin,
            umax: self.umax,
            ..Domain::top(width)
        }
        .reduced()
    }

    #[must_use]
    pub fn sext(self, width: u32) -> Domain {
        let copied = |bits: u64| to_signed(self.width, bits).cast_unsigned() & mask(width);
        Domain {
            zeros: copied(self.zeros),
            ones: copied(self.ones),
            smin: self.smin,
            smax: self.smax,
            ..Domain::top(width)
        }
        .reduced()
    }

    /// Everything, but for the upper bits that are copies of the sign in both: a bitwise operation
    /// leaves them so.
    fn sign_copies(self, other: Domain) -> Domain {
        let magnitude = |value: i64| (value ^ value >> 63).cast_unsigned();
        let most = magnitude(self.smin)
            .max(magnitude(self.smax))
            .max(magnitude(other.smin))
            .max(magnitude(other.smax));
        let smax = u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0).cast_signed();
        Domain { smin: !smax, smax, ..Domain::top(self.width) }
    }

    /// The union over all amounts; `beyond` is the result where the amount reaches the width.
    fn shift(self, amount: Domain, beyond: Domain, by: impl Fn(Domain, u32) -> Domain) -> Domain {
        let width = self.width;
        let mut result = (amount.umax >= u64::from(width)).then_some(beyond);
        for k in 0..width {
            if amount.contains(u64::from(k)) {
                let shifted = if k == 0 { self } else { by(self, k) };
                result = Some(result.map_or(shifted, |other| other.hull(shifted)));
            }
        }
        result.expect("an amount is below the width or it is not").reduced()
    }
}
