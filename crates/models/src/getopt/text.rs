//! Questions about an argument, of which not every byte need be known.

use crate::text::known_run;
use margay_engine::{Call, Stop, Value};
use margay_smt::{Bool, Bv};

/// Text at an address, up to its terminator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text(pub u64);

impl Text {
    /// What is left after some bytes.
    pub fn behind(self, count: usize) -> Text {
        Text(self.0.wrapping_add(count as u64))
    }

    /// The first byte, which must be there.
    pub fn first(self, call: &mut Call<'_>) -> Result<Bv, Stop> {
        call.load_raw(self.0, 1)
    }

    /// Whether a byte is this one. It counts only where none before it is the terminator, so that
    /// it need not be within the text.
    pub fn is(self, call: &mut Call<'_>, at: usize, byte: u8) -> Result<Bool, Stop> {
        let here = self.behind(at).0;
        if call.room(here) == 0 {
            return Ok(call.pool.bool_const(false));
        }
        let found = match call.peek(here, 1) {
            Value::Int(known) => return Ok(call.pool.bool_const(known == u64::from(byte))),
            Value::Term(term) => term,
            _ => call.load_raw(here, 1)?,
        };
        let byte = call.pool.bv_u64(8, byte.into());
        Ok(call.pool.eq(found, byte))
    }

    /// Whether the first byte is one of these.
    pub fn begins_with_any(self, call: &mut Call<'_>, bytes: &[u8]) -> Result<Bool, Stop> {
        let mut any = call.pool.bool_const(false);
        for byte in bytes {
            let this = self.is(call, 0, *byte)?;
            any = call.pool.or(any, this);
        }
        Ok(any)
    }

    /// Whether it is a dash and more.
    pub fn is_option(self, call: &mut Call<'_>) -> Result<bool, Stop> {
        let dash = self.is(call, 0, b'-')?;
        let alone = self.is(call, 1, 0)?;
        let more = call.pool.not(alone);
        let option = call.pool.and(dash, more);
        call.is_case(option)
    }

    /// Whether it is exactly this.
    pub fn equals(self, call: &mut Call<'_>, text: &[u8]) -> Result<bool, Stop> {
        let mut equal = self.is(call, text.len(), 0)?;
        for (at, byte) in text.iter().enumerate() {
            let same = self.is(call, at, *byte)?;
            equal = call.pool.and(equal, same);
        }
        call.is_case(equal)
    }

    /// As far as it is known, for messages.
    pub fn known(self, call: &mut Call<'_>) -> Vec<u8> {
        let mut text = Vec::new();
        loop {
            let here = self.behind(text.len()).0;
            let Some(run) = known_run(&call.state.memory, here, u64::MAX) else { return text };
            match run.iter().position(|byte| *byte == 0) {
                Some(end) => {
                    text.extend(&run[..end]);
                    return text;
                }
                None => text.extend(run),
            }
        }
    }
}
