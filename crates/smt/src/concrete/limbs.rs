//! Little-endian arrays of 64-bit limbs: what a bit-vector above 128 bits is made of.
//!
//! Results have the asked number of limbs. Bits above the width of the owner are the owner's concern:
//! `BitVec` masks after each call.

/// The number of limbs that hold `width` bits.
pub(super) fn count(width: u32) -> usize {
    to_usize(width.div_ceil(64))
}

pub(super) fn to_usize(n: u32) -> usize {
    usize::try_from(n).expect("a u32 fits in usize on every supported host")
}

pub(super) fn low_u64(x: u128) -> u64 {
    u64::try_from(x & u128::from(u64::MAX)).expect("masked to 64 bits")
}

pub(super) fn high_u64(x: u128) -> u64 {
    low_u64(x >> 64)
}

pub(super) fn add(a: &[u64], b: &[u64], carry_in: bool) -> Vec<u64> {
    let mut carry = carry_in;
    a.iter()
        .zip(b)
        .map(|(&x, &y)| {
            let (sum, first) = x.overflowing_add(y);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            sum
        })
        .collect()
}

pub(super) fn not(a: &[u64]) -> Vec<u64> {
    a.iter().map(|x| !x).collect()
}

/// `a << amount`, in `len` limbs; what does not fit is lost.
pub(super) fn shl(a: &[u64], amount: u32, len: usize) -> Vec<u64> {
    let skip = to_usize(amount / 64);
    let bits = amount % 64;
    let mut out = vec![0; len];
    for (i, &limb) in a.iter().enumerate() {
        if let Some(slot) = out.get_mut(i + skip) {
            *slot |= limb << bits;
        }
        if bits != 0
            && let Some(slot) = out.get_mut(i + skip + 1)
        {
            *slot |= limb >> (64 - bits);
        }
    }
    out
}

/// `a >> amount`, zeros coming in from above, in `len` limbs.
pub(super) fn shr(a: &[u64], amount: u32, len: usize) -> Vec<u64> {
    let skip = to_usize(amount / 64);
    let bits = amount % 64;
    let limb = |i: usize| a.get(i).copied().unwrap_or(0);
    (0..len)
        .map(|i| {
            let low = limb(i + skip) >> bits;
            if bits == 0 { low } else { low | limb(i + skip + 1) << (64 - bits) }
        })
        .collect()
}

/// Clears every bit from `width` upwards.
pub(super) fn mask(limbs: &mut [u64], width: u32) {
    let used = width % 64;
    if used != 0
        && let Some(last) = limbs.last_mut()
    {
        *last &= u64::MAX >> (64 - used);
    }
}
