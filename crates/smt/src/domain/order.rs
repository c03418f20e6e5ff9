//! Comparisons of domains: what they decide, and what they say when they are known to hold.

use super::Domain;

impl Domain {
    /// Unsigned order, where all values agree on it.
    pub fn ult(self, other: Domain) -> Option<bool> {
        if self.umax < other.umin {
            Some(true)
        } else if self.umin >= other.umax {
            Some(false)
        } else {
            None
        }
    }

    /// Signed order, where all values agree on it.
    pub fn slt(self, other: Domain) -> Option<bool> {
        if self.smax < other.smin {
            Some(true)
        } else if self.smin >= other.smax {
            Some(false)
        } else {
            None
        }
    }

    /// Equality, where all values agree on it.
    pub fn same(self, other: Domain) -> Option<bool> {
        match (self.as_const(), other.as_const()) {
            (Some(a), Some(b)) => Some(a == b),
            (Some(a), None) => (!other.contains(a)).then_some(false),
            (None, Some(b)) => (!self.contains(b)).then_some(false),
            (None, None) if self.is_top() || other.is_top() => None,
            (None, None) => self.meet(other).is_none().then_some(false),
        }
    }

    /// What is left of both where `a < b` is `holds`; `None` where it cannot be.
    pub fn given_ult(self, other: Domain, holds: bool) -> Option<(Domain, Domain)> {
        let (mut a, mut b) = (self, other);
        if holds {
            a.umax = a.umax.min(b.umax.checked_sub(1)?);
            b.umin = b.umin.max(self.umin.checked_add(1)?);
        } else {
            a.umin = a.umin.max(b.umin);
            b.umax = b.umax.min(self.umax);
        }
        Some((a.reduce()?, b.reduce()?))
    }

    /// As [`Domain::given_ult`], in signed order.
    pub fn given_slt(self, other: Domain, holds: bool) -> Option<(Domain, Domain)> {
        let (mut a, mut b) = (self, other);
        if holds {
            a.smax = a.smax.min(b.smax.checked_sub(1)?);
            b.smin = b.smin.max(self.smin.checked_add(1)?);
        } else {
            a.smin = a.smin.max(b.smin);
            b.smax = b.smax.min(self.smax);
        }
        Some((a.reduce()?, b.reduce()?))
    }

    /// As [`Domain::given_ult`], for equality.
    pub fn given_same(self, other: Domain, holds: bool) -> Option<(Domain, Domain)> {
        if holds {
            let both = self.meet(other)?;
            return Some((both, both));
        }
        let a = match other.as_const() {
            Some(value) => self.without(value)?,
            None => self,
        };
        let b = match self.as_const() {
            Some(value) => other.without(value)?,
            None => other,
        };
        Some((a, b))
    }
}
