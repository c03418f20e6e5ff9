//! The memory that a script may take beyond what its length explains.

/// Bytes that a script may ask for by means other than its length.
const ALLOWANCE: u64 = 256 << 20;

/// A term in the pool with its share of the tables, about.
const BYTES_OF_TERM: u64 = 48;

/// Terms that one operation may make for free. The largest regular ones are stores of eight bytes.
const FREE_TERMS: u64 = 32;

/// What is left of the allowance.
#[derive(Debug)]
pub(super) struct Budget {
    left: u64,
}

impl Budget {
    pub(super) fn new() -> Budget {
        Budget { left: ALLOWANCE }
    }

    /// For about `count` terms at once.
    pub(super) fn terms(&mut self, count: usize) -> Result<(), String> {
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        self.take(count.saturating_sub(FREE_TERMS).saturating_mul(BYTES_OF_TERM))
    }

    /// For an operation on `width` bits. Above 64 bits each constant has memory of its own, twice,
    /// and operations on other terms make constants too.
    pub(super) fn bits(&mut self, width: u32) -> Result<(), String> {
        if width <= 64 { Ok(()) } else { self.take(u64::from(width) / 4) }
    }

    fn take(&mut self, bytes: u64) -> Result<(), String> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(format!(
                "the script is short but stands for more than {} MB of terms",
                ALLOWANCE >> 20
            )),
        }
    }
}
