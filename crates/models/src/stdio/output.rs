//! Narrow and wide text as outputs of `printf`.
//!
//! In the locale "C" a character above 0x7f has no other form: what cannot be
//! converted between wide and narrow fails with `EILSEQ`.

use super::Bad;
use super::format::Output;
use super::text::{Text, low_byte};
use crate::errno::EILSEQ;
use crate::text::length_within;
use margay_engine::{Call, Stop, Value};

impl Output for Text {
    type Unit = u8;

    fn len(&self) -> usize {
        Text::len(self)
    }

    fn literal(&mut self, format: &[u8]) {
        self.extend(format);
    }

    fn ascii(&mut self, bytes: &[u8]) {
        self.extend(bytes);
    }

    fn fill(&mut self, byte: u8, count: usize) {
        Text::fill(self, byte, count);
    }

    fn join(&mut self, other: &Self) {
        self.append(other);
    }

    fn character(call: &mut Call<'_>, value: Value, wide: bool) -> Result<Self, Bad> {
        let mut text = Text::default();
        if wide {
            let known = call.concrete(value, 32)?;
            text.push(narrow(known)?);
        } else {
            text.push_value(call, value)?;
        }
        Ok(text)
    }

    fn string(
        call: &mut Call<'_>,
        address: u64,
        limit: Option<usize>,
        wide: bool,
    ) -> Result<Self, Bad> {
        if !wide {
            let limit = limit.map_or(u64::MAX, |limit| limit as u64);
            let len = length_within(call, address, limit)?;
            return Ok(Text::load(call, address, len)?);
        }
        let mut text = Text::default();
        for unit in wide_string(call, address, limit)? {
            text.push(narrow(call.concrete(unit, 32)?)?);
        }
        Ok(text)
    }
}

/// Wide characters of which some may be symbolic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WideText(pub Vec<Value>);

impl Output for WideText {
    type Unit = u32;

    fn len(&self) -> usize {
        self.0.len()
    }

    fn literal(&mut self, format: &[u32]) {
        self.0.extend(format.iter().map(|unit| Value::Int(u64::from(*unit))));
    }

    fn ascii(&mut self, bytes: &[u8]) {
        self.0.extend(bytes.iter().map(|byte| Value::Int(u64::from(*byte))));
    }

    fn fill(&mut self, byte: u8, count: usize) {
        self.0.resize(self.0.len() + count, Value::Int(u64::from(byte)));
    }

    fn join(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }

    fn character(call: &mut Call<'_>, value: Value, wide: bool) -> Result<Self, Bad> {
        if wide {
            return Ok(WideText(vec![value]));
        }
        let known = call.concrete(value, 8)?;
        Ok(WideText(vec![widen(low_byte(known))?]))
    }

    fn string(
        call: &mut Call<'_>,
        address: u64,
        limit: Option<usize>,
        wide: bool,
    ) -> Result<Self, Bad> {
        if wide {
            return Ok(WideText(wide_string(call, address, limit)?));
        }
        let limit = limit.map_or(u64::MAX, |limit| limit as u64);
        let len = length_within(call, address, limit)?;
        let bytes = call.read_bytes(address, len)?;
        Ok(WideText(bytes.into_iter().map(widen).collect::<Result<_, _>>()?))
    }
}

/// The wide characters before the terminator, at most `limit`.
pub fn wide_string(
    call: &mut Call<'_>,
    address: u64,
    limit: Option<usize>,
) -> Result<Vec<Value>, Stop> {
    let mut units = Vec::new();
    while limit.is_none_or(|limit| units.len() < limit) {
        let unit = call.load_value(address.wrapping_add(4 * units.len() as u64), 4)?;
        if call.equals(unit, 0, 32)? {
            break;
        }
        units.push(unit);
    }
    Ok(units)
}

/// The wide characters of a format, known.
pub fn wide_format(call: &mut Call<'_>, address: u64) -> Result<Vec<u32>, Stop> {
    let units = wide_string(call, address, None)?;
    units.into_iter().map(|unit| known_unit(call, unit)).collect()
}

pub fn known_unit(call: &mut Call<'_>, unit: Value) -> Result<u32, Stop> {
    let known = call.concrete(unit, 32)?;
    Ok(u32::try_from(known).expect("32 bits"))
}

fn narrow(unit: u64) -> Result<u8, Bad> {
    if unit < 0x80 { Ok(low_byte(unit)) } else { Err(Bad::Errno(EILSEQ)) }
}

pub fn widen(byte: u8) -> Result<Value, Bad> {
    if byte < 0x80 { Ok(Value::Int(u64::from(byte))) } else { Err(Bad::Errno(EILSEQ)) }
}
