//! Functions of `string.h` and `strings.h` that compare, and those that measure.
//!
//! The result is the difference of the first bytes that differ, as glibc's is on
//! x86-64: programs print it, though the standard promises its sign only.

use crate::ctype::{lower_byte, lower_byte_term};
use crate::flow::Boundary;
use crate::spec::{Facts, Table, UnknownText, exact, reads};
use crate::text::{difference, known_run, length, length_within, same};
use margay_engine::{Call, Flow, ModelResult, Stop, Value};

pub const MODELS: Table = Facts::PURE.of_all(&[
    exact("strlen", strlen).typed("lp").touches(&[reads(0)]).unknown_text(UnknownText::Length),
    exact("strnlen", strnlen)
        .typed("lpl")
        .touches(&[reads(0).counted_by(&[1])])
        .unknown_text(UnknownText::Length),
    exact("__strnlen", strnlen).typed("lpl"),
    exact("strcmp", strcmp)
        .typed("ipp")
        .touches(&[reads(0), reads(1)])
        .sinks(&[Boundary::Comparison])
        .unknown_text(UnknownText::Number),
    exact("strncmp", strncmp)
        .typed("ippl")
        .touches(&[reads(0).counted_by(&[2]), reads(1).counted_by(&[2])])
        .unknown_text(UnknownText::Number),
    exact("strcoll", strcmp)
        .typed("ipp")
        .touches(&[reads(0), reads(1)])
        .unknown_text(UnknownText::Number),
    exact("strcoll_l", strcmp).typed("ippp"),
    exact("strcasecmp", strcasecmp)
        .typed("ipp")
        .touches(&[reads(0), reads(1)])
        .unknown_text(UnknownText::Number),
    exact("__strcasecmp", strcasecmp).typed("ipp"),
    exact("strcasecmp_l", strcasecmp).typed("ippp"),
    exact("strncasecmp", strncasecmp)
        .typed("ippl")
        .touches(&[reads(0).counted_by(&[2]), reads(1).counted_by(&[2])])
        .unknown_text(UnknownText::Number),
    exact("__strncasecmp", strncasecmp).typed("ippl"),
    exact("strncasecmp_l", strncasecmp).typed("ipplp"),
    exact("strverscmp", strverscmp).typed("ipp").touches(&[reads(0), reads(1)]),
]);

/// Whether `A` differs from `a`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Case {
    Matters,
    Ignored,
}

/// How far two runs of bytes are compared, and which bytes are the same.
#[derive(Clone, Copy)]
pub struct Comparison {
    /// So many bytes at most.
    limit: u64,
    /// A terminator is the end of both.
    text: bool,
    case: Case,
}

impl Comparison {
    /// All of so many bytes.
    pub fn of_bytes(len: u64) -> Comparison {
        Comparison { limit: len, text: false, case: Case::Matters }
    }

    /// Text of at most so many characters.
    fn of_text(limit: u64) -> Comparison {
        Comparison { limit, text: true, case: Case::Matters }
    }

    pub fn with_case(self, case: Case) -> Comparison {
        Comparison { case, ..self }
    }
}

/// The difference of the first bytes that differ, or zero.
pub fn compare_run(
    call: &mut Call<'_>,
    a: u64,
    b: u64,
    comparison: Comparison,
) -> Result<Value, Stop> {
    let Comparison { limit, text, case } = comparison;
    let folded = |byte: u8| if case == Case::Ignored { lower_byte(byte) } else { byte };
    let mut at = 0;
    while at < limit {
        let (here_a, here_b) = (a.wrapping_add(at), b.wrapping_add(at));
        let memory = &call.state.memory;
        let left = limit - at;
        if let (Some(run_a), Some(run_b)) =
            (known_run(memory, here_a, left), known_run(memory, here_b, left))
        {
            for (x, y) in run_a.iter().zip(run_b) {
                let (x, y) = (folded(*x), folded(*y));
                if x != y {
                    let difference = i32::from(x) - i32::from(y);
                    return Ok(Value::Int(u64::from(difference.cast_unsigned())));
                }
                if text && x == 0 {
                    return Ok(Value::ZERO);
                }
            }
            at += run_a.len().min(run_b.len()) as u64;
            continue;
        }
        let word = u64::from(call.pointer_bytes());
        if !text
            && word <= left
            && let Some(result) = call.compare_pointers_at(here_a, here_b)
        {
            match result {
                Value::Term(result) => {
                    let zero = call.pool.bv_u64(32, 0);
                    let same = call.pool.eq(result, zero);
                    if !call.decide(same)? {
                        return Ok(Value::Term(result));
                    }
                }
                Value::Int(0) => {}
                known => return Ok(known),
            }
            at += word;
            continue;
        }
        let memory = &call.state.memory;
        let (mut x, mut y) = (memory.byte(call.pool, here_a)?, memory.byte(call.pool, here_b)?);
        if case == Case::Ignored {
            x = fold_byte(call, x);
            y = fold_byte(call, y);
        }
        if !same(call, x, y)? {
            return difference(call, x, y);
        }
        if text && call.equals(x, 0, 8)? {
            return Ok(Value::ZERO);
        }
        at += 1;
    }
    Ok(Value::ZERO)
}

fn fold_byte(call: &mut Call<'_>, byte: Value) -> Value {
    match byte {
        Value::Int(known) => Value::Int(u64::from(lower_byte((known & 0xff) as u8))),
        Value::Term(term) => Value::Term(lower_byte_term(call.pool, term)),
        undefined => undefined,
    }
}

fn strlen(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    Ok(Flow::address(length(call, at)?))
}

fn strnlen(call: &mut Call<'_>) -> ModelResult {
    let (at, limit) = (call.arg_u64(0)?, call.arg_u64(1)?);
    Ok(Flow::address(length_within(call, at, limit)?))
}

fn strcmp(call: &mut Call<'_>) -> ModelResult {
    let (a, b) = (call.arg_u64(0)?, call.arg_u64(1)?);
    Ok(compare_run(call, a, b, Comparison::of_text(u64::MAX))?.into())
}

fn strncmp(call: &mut Call<'_>) -> ModelResult {
    let (a, b, limit) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    Ok(compare_run(call, a, b, Comparison::of_text(limit))?.into())
}

fn strcasecmp(call: &mut Call<'_>) -> ModelResult {
    let (a, b) = (call.arg_u64(0)?, call.arg_u64(1)?);
    Ok(compare_run(call, a, b, Comparison::of_text(u64::MAX).with_case(Case::Ignored))?.into())
}

fn strncasecmp(call: &mut Call<'_>) -> ModelResult {
    let (a, b, limit) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    Ok(compare_run(call, a, b, Comparison::of_text(limit).with_case(Case::Ignored))?.into())
}

fn strverscmp(call: &mut Call<'_>) -> ModelResult {
    let (a, b) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let (a, b) = (crate::text::string(call, a)?, crate::text::string(call, b)?);
    Ok(Flow::int(compare_versions(&a, &b)))
}

/// glibc's order of version strings: runs of digits count as numbers, and those with
/// leading zeros as fractions, before those without.
fn compare_versions(a: &[u8], b: &[u8]) -> i32 {
    let byte = |text: &[u8], at: usize| text.get(at).copied().unwrap_or(0);
    let mut at = 0;
    while byte(a, at) == byte(b, at) {
        if at >= a.len() {
            return 0;
        }
        at += 1;
    }
    let plain = i32::from(byte(a, at)) - i32::from(byte(b, at));
    // The run of digits that the first difference stands in, as far as both share it.
    let mut start = at;
    while start > 0 && a[start - 1].is_ascii_digit() {
        start -= 1;
    }
    let shared = &a[start..at];
    let (digit_a, digit_b) = (byte(a, at).is_ascii_digit(), byte(b, at).is_ascii_digit());
    let fraction = match shared.iter().position(|c| *c != b'0') {
        // Only zeros are shared: a fraction, if a digit follows anywhere.
        None if !shared.is_empty() => true,
        None => byte(a, at) == b'0' && digit_b || byte(b, at) == b'0' && digit_a,
        Some(first) => first > 0,
    };
    if fraction {
        if shared.iter().all(|c| *c == b'0') && !shared.is_empty() && digit_a != digit_b {
            // "0" against "0x" and "00": more zeros come first, then the plain number.
            return if digit_a { -1 } else { 1 };
        }
        return plain;
    }
    if !digit_a && !digit_b {
        return plain;
    }
    if shared.is_empty() && !(digit_a && digit_b) {
        return plain;
    }
    let run =
        |text: &[u8]| text[at.min(text.len())..].iter().take_while(|c| c.is_ascii_digit()).count();
    match run(a).cmp(&run(b)) {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Greater => 1,
        std::cmp::Ordering::Equal => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::compare_versions;

    #[test]
    fn versions_are_ordered_as_the_manual_orders_them() {
        let order = ["000", "00", "01", "010", "09", "0", "1", "9", "10"];
        for (index, a) in order.iter().enumerate() {
            for (other, b) in order.iter().enumerate() {
                let sign = compare_versions(a.as_bytes(), b.as_bytes()).signum();
                assert_eq!(sign, (index as i32 - other as i32).signum(), "{a} and {b}");
            }
        }
        assert!(compare_versions(b"foobar-1.2.9", b"foobar-1.2.10") < 0);
        assert!(compare_versions(b"item#99", b"item#100") < 0);
        assert!(compare_versions(b"alpha1", b"alpha001") > 0);
        assert!(compare_versions(b"part1_f012", b"part1_f01") > 0);
    }
}
