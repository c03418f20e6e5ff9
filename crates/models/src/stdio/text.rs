//! Bytes of which some may be symbolic: what streams buffer and `printf` builds.
//!
//! Known bytes lie in a plain vector; terms stand beside it by index. A byte that
//! was never written gets here as a known one: [`Text::load`] raises the fault,
//! [`Text::load_raw`] passes it on.

use margay_engine::{Call, Fault, Stop, Value};
use margay_smt::Bv;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    bytes: Vec<u8>,
    /// Where a byte is symbolic; its plain byte has no meaning.
    symbolic: BTreeMap<usize, Bv>,
}

/// Stands for a symbolic byte where only a known one can go: on the terminal.
const PLACEHOLDER: u8 = b'?';

impl Text {
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
        self.symbolic.clear();
    }

    pub fn push(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    pub fn fill(&mut self, byte: u8, count: usize) {
        self.bytes.resize(self.bytes.len() + count, byte);
    }

    pub fn extend(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub fn append(&mut self, other: &Text) {
        let offset = self.len();
        self.bytes.extend_from_slice(&other.bytes);
        self.symbolic.extend(other.symbolic.iter().map(|(at, term)| (at + offset, *term)));
    }

    /// Adds a byte; undefined ones are a fault.
    pub fn push_value(&mut self, call: &mut Call<'_>, byte: Value) -> Result<(), Stop> {
        match symbolic(call, byte) {
            Some(term) => {
                let term =
                    if call.pool.width(term) > 8 { call.pool.bv_trunc(term, 8) } else { term };
                self.symbolic.insert(self.bytes.len(), term);
                self.bytes.push(PLACEHOLDER);
            }
            None => {
                let known = call.concrete(byte, 8)?;
                self.bytes.push(low_byte(known));
            }
        }
        Ok(())
    }

    pub fn pop(&mut self) -> Option<Value> {
        let last = self.get(self.len().checked_sub(1)?);
        self.bytes.pop();
        self.symbolic.remove(&self.bytes.len());
        last
    }

    pub fn get(&self, at: usize) -> Option<Value> {
        let byte = *self.bytes.get(at)?;
        if let Some(term) = self.symbolic.get(&at) {
            return Some(Value::Term(*term));
        }
        Some(Value::Int(u64::from(byte)))
    }

    /// All bytes if none is symbolic.
    pub fn known(&self) -> Option<&[u8]> {
        self.symbolic.is_empty().then_some(&self.bytes)
    }

    /// All bytes, symbolic ones settled.
    pub fn settled(&self, call: &mut Call<'_>) -> Result<Vec<u8>, Stop> {
        let mut bytes = self.bytes.clone();
        for (at, term) in &self.symbolic {
            bytes[*at] = low_byte(call.concrete(Value::Term(*term), 8)?);
        }
        Ok(bytes)
    }

    /// All bytes, with a mark where they are symbolic.
    pub fn shown(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of a range.
    pub fn part(&self, from: usize, to: usize) -> Text {
        let symbolic = self.symbolic.range(from..to).map(|(at, term)| (at - from, *term)).collect();
        Text { bytes: self.bytes[from..to].to_vec(), symbolic }
    }

    pub fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
        self.symbolic.retain(|at, _| *at < len);
    }

    /// Writes over the bytes from `at` on, which may grow the text; a gap becomes zeros.
    pub fn overwrite(&mut self, at: usize, other: &Text) {
        if self.len() < at {
            self.bytes.resize(at, 0);
        }
        let end = at + other.len();
        if self.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[at..end].copy_from_slice(&other.bytes);
        self.symbolic.retain(|place, _| !(at..end).contains(place));
        self.symbolic.extend(other.symbolic.iter().map(|(place, term)| (place + at, *term)));
    }

    /// Index of the first byte from `from` on that equals `byte`; `None` if a byte before it
    /// is symbolic.
    pub fn find_known(&self, from: usize, byte: u8) -> Option<usize> {
        let found =
            self.bytes[from..].iter().position(|other| *other == byte).map(|at| from + at)?;
        let plain = self.symbolic.range(from..=found).next().is_none();
        plain.then_some(found)
    }

    /// Whether bytes from `from` on are symbolic.
    pub fn symbolic_from(&self, from: usize) -> bool {
        self.symbolic.range(from..).next().is_some()
    }

    /// Bytes of the program's memory; undefined ones are a fault.
    pub fn load(call: &mut Call<'_>, address: u64, len: u64) -> Result<Text, Stop> {
        let (text, undefined) = Text::load_any(call, address, len)?;
        if undefined {
            // One fault says it for the whole block.
            call.fault(Fault::UninitialisedRead)?;
        }
        Ok(text)
    }

    /// Bytes that are only passed on: undefined ones, such as padding, have a value too.
    pub fn load_raw(call: &mut Call<'_>, address: u64, len: u64) -> Result<Text, Stop> {
        Ok(Text::load_any(call, address, len)?.0)
    }

    /// Bytes of the program's memory, and whether some are undefined.
    fn load_any(call: &mut Call<'_>, address: u64, len: u64) -> Result<(Text, bool), Stop> {
        if let Some(known) = call.state.memory.bytes(address, len)? {
            return Ok((Text::from(known), false));
        }
        let mut text = Text::default();
        let mut undefined = false;
        for index in 0..len {
            let byte = call.state.memory.byte(call.pool, address.wrapping_add(index))?;
            match byte {
                Value::Undef | Value::Partial { .. } => {
                    undefined = true;
                    let (known, _) = byte.bits_and_undef(8).unwrap_or((0, 0));
                    text.push(low_byte(known));
                }
                other => text.push_value(call, other)?,
            }
        }
        Ok((text, undefined))
    }

    /// Writes the bytes to the program's memory; what does not fit faults at its own byte.
    pub fn store(&self, call: &mut Call<'_>, address: u64) -> Result<(), Stop> {
        crate::text::write_run(call, address, &self.bytes)?;
        for (at, term) in &self.symbolic {
            let at = address.wrapping_add(*at as u64);
            call.state.memory.set_byte(at, Value::Term(*term))?;
        }
        Ok(())
    }
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Self {
        Text { bytes, symbolic: BTreeMap::new() }
    }
}

impl From<&[u8]> for Text {
    fn from(bytes: &[u8]) -> Self {
        Text::from(bytes.to_vec())
    }
}

/// The term of a value that is not known.
fn symbolic(call: &Call<'_>, value: Value) -> Option<Bv> {
    match value {
        Value::Term(term) if !call.pool.is_const(term) => Some(term),
        _ => None,
    }
}

pub fn low_byte(value: u64) -> u8 {
    u8::try_from(value & 0xff).expect("masked to 8 bits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overwriting_grows_and_fills_gaps() {
        let mut text = Text::from(&b"abc"[..]);
        text.overwrite(5, &Text::from(&b"xy"[..]));
        assert_eq!(text.known(), Some(&b"abc\0\0xy"[..]));
        text.overwrite(1, &Text::from(&b"Z"[..]));
        assert_eq!(text.known(), Some(&b"aZc\0\0xy"[..]));
        assert_eq!(text.part(1, 3).known(), Some(&b"Zc"[..]));
    }
}
