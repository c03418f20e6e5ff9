//! Damages bitcode, the same way for the same seed.
//!
//! Shared by the fuzzer and by the test that runs a little of it. Most changes keep the
//! file's length a multiple of four, since the format is aligned to words and a file
//! that loses that is rejected before anything of interest happens.

/// A small generator of random numbers (xorshift64*), so that a seed means the same everywhere.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        // Zero is the one state that it cannot leave.
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `limit`, which is at least 1.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit.max(1)).expect("a length fits 64 bits");
        // The low bits are the weaker ones.
        usize::try_from((self.next() >> 11) % limit).expect("below a length")
    }
}

/// Damages a file; `other` gives pieces to splice in.
pub fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    for _ in 0..1 + random.below(4) {
        if bytes.len() < 8 {
            return;
        }
        match random.below(9) {
            0 | 1 => flip_bits(bytes, random),
            2 | 3 => tweak_number(bytes, random),
            4 => set_byte(bytes, random),
            5 => set_word(bytes, random),
            6 => splice(bytes, other, random),
            7 => move_words(bytes, random),
            _ => truncate(bytes, random),
        }
    }
}

fn flip_bits(bytes: &mut [u8], random: &mut Random) {
    for _ in 0..1 + random.below(8) {
        let at = random.below(bytes.len() * 8);
        bytes[at / 8] ^= 1 << (at % 8);
    }
}

/// Changes a few bits in place as if they were one number, as records hold them.
fn tweak_number(bytes: &mut [u8], random: &mut Random) {
    let width = 3 + random.below(30);
    let at = random.below((bytes.len() * 8).saturating_sub(width));
    let mask = (1u64 << width) - 1;
    let bit = |bytes: &[u8], at: usize| u64::from(bytes[at / 8] >> (at % 8) & 1);
    let old = (0..width).fold(0, |n, i| n | bit(bytes, at + i) << i);
    let new = match random.below(7) {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1),
        2 => old.wrapping_mul(2),
        3 => 0,
        4 => mask,
        5 => old ^ 1 << (width - 1),
        _ => random.next(),
    } & mask;
    for i in 0..width {
        let (byte, bit) = ((at + i) / 8, (at + i) % 8);
        bytes[byte] = bytes[byte] & !(1 << bit) | u8::from(new >> i & 1 == 1) << bit;
    }
}

fn set_byte(bytes: &mut [u8], random: &mut Random) {
    let at = random.below(bytes.len());
    bytes[at] = match random.below(4) {
        0 => 0,
        1 => 0xff,
        2 => bytes[at].wrapping_add(1),
        _ => random.next().to_le_bytes()[7],
    };
}

/// Lengths of blocks are whole words.
fn set_word(bytes: &mut [u8], random: &mut Random) {
    let at = random.below(bytes.len() / 4) * 4;
    let old = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    let new = match random.below(6) {
        0 => 0,
        1 => u32::MAX,
        2 => old.wrapping_add(1),
        3 => old.wrapping_sub(1),
        4 => 1 << random.below(32),
        _ => old.rotate_left(7),
    };
    bytes[at..at + 4].copy_from_slice(&new.to_le_bytes());
}

/// Overwrites words with those of another file.
fn splice(bytes: &mut [u8], other: &[u8], random: &mut Random) {
    let words = 1 + random.below(64);
    let from = random.below(other.len() / 4) * 4;
    let to = random.below(bytes.len() / 4) * 4;
    let length = (words * 4).min(other.len() - from).min(bytes.len() - to);
    bytes[to..to + length].copy_from_slice(&other[from..from + length]);
}

/// Removes words, or repeats them.
fn move_words(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len() / 4) * 4;
    let end = (at + 4 * (1 + random.below(16))).min(bytes.len());
    if random.below(2) == 0 {
        bytes.drain(at..end);
    } else {
        let copy = bytes[at..end].to_vec();
        bytes.splice(at..at, copy);
    }
}

fn truncate(bytes: &mut Vec<u8>, random: &mut Random) {
    // Rarely far from the end: most of a file's life is in its middle.
    let cut = if random.below(4) == 0 { random.below(bytes.len()) } else { random.below(256) };
    bytes.truncate(bytes.len().saturating_sub(cut));
}
