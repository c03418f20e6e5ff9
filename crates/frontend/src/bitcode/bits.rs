//! A cursor over the bits of a bitstream.
//!
//! It never reads past its end and never allocates. Positions count bits from the
//! start of the bitcode, since alignment in the format is relative to that.

use super::fault::{Res, ensure, fail};

#[derive(Clone, Debug)]
pub struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Bits<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Bits { bytes, at: 0, end: bytes.len().saturating_mul(8) }
    }

    /// A cursor over bits `start..end` of the same bytes.
    pub fn part(bytes: &'a [u8], start: usize, end: usize) -> Self {
        let limit = bytes.len().saturating_mul(8);
        Bits { bytes, at: start.min(limit), end: end.min(limit) }
    }

    pub fn position(&self) -> usize {
        self.at
    }

    /// Bits that are left.
    pub fn left(&self) -> usize {
        self.end.saturating_sub(self.at)
    }

    /// A number of `width` bits, at most 64.
    pub fn read(&mut self, width: usize) -> Res<u64> {
        if width > self.left() || width > 64 {
            return fail("the file ends in the middle of a record");
        }
        let rest = &self.bytes[(self.at / 8).min(self.bytes.len())..];
        let shift = self.at % 8;
        self.at += width;
        let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        if let (Some(chunk), true) = (rest.first_chunk::<8>(), width + shift <= 64) {
            return Ok((u64::from_le_bytes(*chunk) >> shift) & mask);
        }
        // Near the end of the file, and for the rare number that spans nine bytes.
        let mut word = [0u8; 16];
        let available = rest.len().min(16);
        word[..available].copy_from_slice(&rest[..available]);
        let value = (u128::from_le_bytes(word) >> shift) & u128::from(mask);
        Ok(u64::try_from(value).unwrap_or(u64::MAX))
    }

    /// A number in chunks of `width` bits, 2 to 32, of which the top one says that more follow.
    pub fn read_vbr(&mut self, width: usize) -> Res<u64> {
        ensure((2..=32).contains(&width), "a variable number in chunks of a bad width")?;
        let more = 1u64 << (width - 1);
        let (mut value, mut shift) = (0u64, 0);
        loop {
            let chunk = self.read(width)?;
            let payload = chunk & (more - 1);
            if payload != 0 {
                ensure(
                    shift < 64 && (payload << shift) >> shift == payload,
                    "a number of more than 64 bits",
                )?;
                value |= payload << shift;
            }
            if chunk & more == 0 {
                return Ok(value);
            }
            shift += width - 1;
        }
    }

    /// Skips bits, to the end at most.
    pub fn skip(&mut self, count: usize) {
        self.at = self.at.saturating_add(count).min(self.end);
    }

    /// Skips to the next multiple of 32 bits.
    pub fn align32(&mut self) -> Res<()> {
        let aligned = self.at.next_multiple_of(32);
        ensure(aligned <= self.end, "the file ends in the middle of a word")?;
        self.at = aligned;
        Ok(())
    }

    /// Whole bytes; the position must be a multiple of 8.
    pub fn read_bytes(&mut self, count: usize) -> Res<&'a [u8]> {
        ensure(
            count <= self.left() / 8 && self.at.is_multiple_of(8),
            "a blob is longer than its block",
        )?;
        let start = self.at / 8;
        self.at += count * 8;
        Ok(&self.bytes[start..start + count])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_width_at_every_offset() {
        let bytes: Vec<u8> = (0..24u8).map(|b| b.wrapping_mul(167).wrapping_add(13)).collect();
        let bit = |at: usize| u64::from(bytes[at / 8] >> (at % 8) & 1);
        for offset in 0..=64 {
            for width in 0..=64 {
                let expected = (0..width).fold(0, |n, i| n | bit(offset + i) << i);
                let mut bits = Bits::part(&bytes, offset, 24 * 8);
                assert_eq!(bits.read(width), Ok(expected), "{width} bits at {offset}");
            }
        }
        assert!(Bits::part(&bytes, 24 * 8 - 3, 24 * 8).read(4).is_err());
    }

    #[test]
    fn variable_numbers() {
        // 100 in chunks of 4 bits: 1|100, 1|100, 0|001.
        assert_eq!(Bits::new(&[0b1100_1100, 0b0001]).read_vbr(4), Ok(100));
        assert!(Bits::new(&[0xff; 40]).read_vbr(6).is_err());
        assert!(Bits::new(&[0xff]).read_vbr(6).is_err());
    }
}
