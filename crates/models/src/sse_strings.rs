//! The comparisons of strings of SSE4.2: `_mm_cmpistri`, `_mm_cmpestrm` and their kin.
//!
//! A string is a vector of bytes or words that ends at a zero or at an explicit length.

use crate::spec::{Facts, Table, exact};
use crate::sse::{join, split, split_signed, vector, whole};
use margay_engine::{Call, Flow, ModelResult, Stop};

pub const MODELS: Table = Facts::QUIET.and(Facts::SIGNAL_SAFE).of_all(&[
    exact("llvm.x86.sse42.pcmpistri128", |call| Ok(Flow::int(compared(call, false)?.index()))),
    exact("llvm.x86.sse42.pcmpestri128", |call| Ok(Flow::int(compared(call, true)?.index()))),
    exact("llvm.x86.sse42.pcmpistrm128", |call| Ok(compared(call, false)?.mask())),
    exact("llvm.x86.sse42.pcmpestrm128", |call| Ok(compared(call, true)?.mask())),
    exact("llvm.x86.sse42.pcmpistria128", |call| flag(call, false, Compared::above)),
    exact("llvm.x86.sse42.pcmpestria128", |call| flag(call, true, Compared::above)),
    exact("llvm.x86.sse42.pcmpistric128", |call| flag(call, false, Compared::any)),
    exact("llvm.x86.sse42.pcmpestric128", |call| flag(call, true, Compared::any)),
    exact("llvm.x86.sse42.pcmpistrio128", |call| flag(call, false, |found| found.bits[0])),
    exact("llvm.x86.sse42.pcmpestrio128", |call| flag(call, true, |found| found.bits[0])),
    exact("llvm.x86.sse42.pcmpistris128", |call| flag(call, false, |found| found.first_ends)),
    exact("llvm.x86.sse42.pcmpestris128", |call| flag(call, true, |found| found.first_ends)),
    exact("llvm.x86.sse42.pcmpistriz128", |call| flag(call, false, |found| found.second_ends)),
    exact("llvm.x86.sse42.pcmpestriz128", |call| flag(call, true, |found| found.second_ends)),
]);

/// What a comparison found.
struct Compared {
    /// For each character of the second string.
    bits: Vec<bool>,
    /// Whether the strings end within their vectors.
    first_ends: bool,
    second_ends: bool,
    how: u32,
}

impl Compared {
    fn any(&self) -> bool {
        self.bits.contains(&true)
    }

    fn above(&self) -> bool {
        !self.any() && !self.second_ends
    }

    /// The first or last place found, or the number of places.
    fn index(&self) -> i32 {
        let found = if self.how & 0x40 != 0 {
            self.bits.iter().rposition(|bit| *bit)
        } else {
            self.bits.iter().position(|bit| *bit)
        };
        i32::try_from(found.unwrap_or(self.bits.len())).expect("at most 16")
    }

    /// A bit for each character, or all bits of its lane.
    fn mask(&self) -> Flow {
        let bits = self.bits.iter().map(|bit| u64::from(*bit));
        if self.how & 0x40 == 0 {
            return whole(join(bits, 1));
        }
        whole(join(bits.map(u64::wrapping_neg), width(self.how)))
    }
}

fn width(how: u32) -> u32 {
    if how & 1 != 0 { 16 } else { 8 }
}

fn flag(call: &mut Call<'_>, explicit: bool, of: fn(&Compared) -> bool) -> ModelResult {
    Ok(Flow::int(i32::from(of(&compared(call, explicit)?))))
}

/// The characters of a string before its end.
fn characters(
    call: &mut Call<'_>,
    index: usize,
    length: Option<usize>,
    how: u32,
) -> Result<Vec<i64>, Stop> {
    let value = vector(call, index)?;
    let mut all = match how & 2 {
        0 => split(value, width(how)).into_iter().map(u64::cast_signed).collect(),
        _ => split_signed(value, width(how)),
    };
    let end = match length {
        Some(at) => usize::try_from(call.arg_i32(at)?.unsigned_abs()).unwrap_or(usize::MAX),
        None => all.iter().position(|character| *character == 0).unwrap_or(all.len()),
    };
    all.truncate(end);
    Ok(all)
}

fn compared(call: &mut Call<'_>, explicit: bool) -> Result<Compared, Stop> {
    let how = call.arg_u32(if explicit { 4 } else { 2 })?;
    let first = characters(call, 0, explicit.then_some(1), how)?;
    let second = if explicit { 2 } else { 1 };
    let second = characters(call, second, explicit.then_some(3), how)?;
    let places = usize::try_from(128 / width(how)).expect("8 or 16");
    let bits = (0..places).map(|at| found(&first, &second, places, at, how)).collect();
    let (first_ends, second_ends) = (first.len() < places, second.len() < places);
    Ok(Compared { bits, first_ends, second_ends, how })
}

/// The result for one place of the second string.
fn found(first: &[i64], second: &[i64], places: usize, at: usize, how: u32) -> bool {
    let here = second.get(at);
    let plain = match how >> 2 & 3 {
        // Equal to any character of the first string.
        0 => here.is_some_and(|here| first.contains(here)),
        // Within one of the ranges that the first string gives.
        1 => here.is_some_and(|here| {
            first.chunks_exact(2).any(|range| (range[0]..=range[1]).contains(here))
        }),
        // Equal to the character of the same place.
        2 => first.get(at) == here,
        // The first string begins here, as far as the vector goes.
        _ => first.iter().take(places - at).zip(at..).all(|(a, at)| second.get(at) == Some(a)),
    };
    match how >> 4 & 3 {
        1 => !plain,
        3 if here.is_some() => !plain,
        _ => plain,
    }
}
