//! `ctype.h`: classes of characters in the locale "C", and glibc's tables of them.
//!
//! The header's macros read the tables through `__ctype_b_loc` and its kin, so the
//! tables are real objects: 384 entries, for -128 to 255.

use crate::spec::{Facts, Table, exact};
use crate::text::static_object;
use margay_engine::{Call, Fault, Flow, ModelResult, Value, signed};
use margay_smt::{Bool, Bv, TermPool};

/// The bits of a table entry, as a little-endian target has them.
pub const UPPER: u16 = 0x100;
pub const LOWER: u16 = 0x200;
pub const ALPHA: u16 = 0x400;
pub const DIGIT: u16 = 0x800;
pub const XDIGIT: u16 = 0x1000;
pub const SPACE: u16 = 0x2000;
pub const PRINT: u16 = 0x4000;
pub const GRAPH: u16 = 0x8000;
pub const BLANK: u16 = 0x1;
pub const CNTRL: u16 = 0x2;
pub const PUNCT: u16 = 0x4;
pub const ALNUM: u16 = 0x8;

pub const MODELS: Table = Facts::PURE.of_all(&[
    exact("__ctype_b_loc", |call| table(call, "ctype table", 2, |c| u32::from(class(c))))
        .typed("p"),
    exact("__ctype_tolower_loc", |call| table(call, "tolower table", 4, |c| case_entry(c, lower)))
        .typed("p"),
    exact("__ctype_toupper_loc", |call| table(call, "toupper table", 4, |c| case_entry(c, upper)))
        .typed("p"),
    exact("isalnum", |call| is(call, "isalnum", ALNUM)).typed("ii"),
    exact("isalpha", |call| is(call, "isalpha", ALPHA)).typed("ii"),
    exact("isblank", |call| is(call, "isblank", BLANK)).typed("ii"),
    exact("iscntrl", |call| is(call, "iscntrl", CNTRL)).typed("ii"),
    exact("isdigit", |call| is(call, "isdigit", DIGIT)).typed("ii"),
    exact("isgraph", |call| is(call, "isgraph", GRAPH)).typed("ii"),
    exact("islower", |call| is(call, "islower", LOWER)).typed("ii"),
    exact("isprint", |call| is(call, "isprint", PRINT)).typed("ii"),
    exact("ispunct", |call| is(call, "ispunct", PUNCT)).typed("ii"),
    exact("isspace", |call| is(call, "isspace", SPACE)).typed("ii"),
    exact("isupper", |call| is(call, "isupper", UPPER)).typed("ii"),
    exact("isxdigit", |call| is(call, "isxdigit", XDIGIT)).typed("ii"),
    exact("isalnum_l", |call| is(call, "isalnum_l", ALNUM)).typed("iip"),
    exact("isalpha_l", |call| is(call, "isalpha_l", ALPHA)).typed("iip"),
    exact("isblank_l", |call| is(call, "isblank_l", BLANK)).typed("iip"),
    exact("iscntrl_l", |call| is(call, "iscntrl_l", CNTRL)).typed("iip"),
    exact("isdigit_l", |call| is(call, "isdigit_l", DIGIT)).typed("iip"),
    exact("isgraph_l", |call| is(call, "isgraph_l", GRAPH)).typed("iip"),
    exact("islower_l", |call| is(call, "islower_l", LOWER)).typed("iip"),
    exact("isprint_l", |call| is(call, "isprint_l", PRINT)).typed("iip"),
    exact("ispunct_l", |call| is(call, "ispunct_l", PUNCT)).typed("iip"),
    exact("isspace_l", |call| is(call, "isspace_l", SPACE)).typed("iip"),
    exact("isupper_l", |call| is(call, "isupper_l", UPPER)).typed("iip"),
    exact("isxdigit_l", |call| is(call, "isxdigit_l", XDIGIT)).typed("iip"),
    exact("tolower", tolower).typed("ii"),
    exact("toupper", toupper).typed("ii"),
    exact("_tolower", tolower).typed("ii"),
    exact("_toupper", toupper).typed("ii"),
    exact("tolower_l", tolower).typed("iip"),
    exact("toupper_l", toupper).typed("iip"),
    exact("__tolower_l", tolower).typed("iip"),
    exact("__toupper_l", toupper).typed("iip"),
    exact("isascii", isascii).typed("ii"),
    exact("toascii", toascii).typed("ii"),
]);

/// The classes of a character; none outside ASCII.
pub fn class(c: i32) -> u16 {
    let Some(byte) = u8::try_from(c).ok().filter(u8::is_ascii) else { return 0 };
    let mut class = 0;
    let mut add = |holds: bool, bit: u16| class |= if holds { bit } else { 0 };
    add(byte.is_ascii_uppercase(), UPPER);
    add(byte.is_ascii_lowercase(), LOWER);
    add(byte.is_ascii_alphabetic(), ALPHA);
    add(byte.is_ascii_digit(), DIGIT);
    add(byte.is_ascii_hexdigit(), XDIGIT);
    add(is_space(byte), SPACE);
    add(byte == b' ' || byte.is_ascii_graphic(), PRINT);
    add(byte.is_ascii_graphic(), GRAPH);
    add(byte == b' ' || byte == b'\t', BLANK);
    add(byte.is_ascii_control(), CNTRL);
    add(byte.is_ascii_punctuation(), PUNCT);
    add(byte.is_ascii_alphanumeric(), ALNUM);
    class
}

/// White space; unlike Rust's, with the vertical tab.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

pub fn lower_byte(byte: u8) -> u8 {
    byte.to_ascii_lowercase()
}

/// A symbolic byte in lower case.
pub fn lower_byte_term(pool: &mut TermPool, byte: Bv) -> Bv {
    shift_case(pool, byte, b'A', 32)
}

/// The letters from `first` on moved by `distance`; the rest as it is.
fn shift_case(pool: &mut TermPool, c: Bv, first: u8, distance: i64) -> Bv {
    let width = pool.width(c);
    let letter = in_range(pool, c, i64::from(first), i64::from(first) + 25);
    let distance = pool.bv_u64(width, distance.cast_unsigned());
    let moved = pool.bv_add(c, distance);
    pool.ite(letter, moved, c)
}

/// Whether a character lies in a range.
pub fn in_range(pool: &mut TermPool, c: Bv, first: i64, last: i64) -> Bool {
    let width = pool.width(c);
    let start = pool.bv_u64(width, first.cast_unsigned());
    let count = pool.bv_u64(width, (last - first + 1).cast_unsigned());
    let offset = pool.bv_sub(c, start);
    pool.bv_ult(offset, count)
}

/// Whether a symbolic character belongs to a class.
pub fn in_class(pool: &mut TermPool, c: Bv, bit: u16) -> Bool {
    let mut ranges = Vec::new();
    let mut start = None;
    for code in 0..=128 {
        match (start, class(code) & bit != 0) {
            (None, true) => start = Some(code),
            (Some(first), false) => {
                ranges.push(in_range(pool, c, i64::from(first), i64::from(code - 1)));
                start = None;
            }
            _ => {}
        }
    }
    pool.or_all(ranges)
}

/// A cell that points to the entry for 0 of a table.
fn table(
    call: &mut Call<'_>,
    name: &'static str,
    entry_bytes: usize,
    entry: fn(i32) -> u32,
) -> ModelResult {
    let at = static_object(call, name, || {
        (-128..256).flat_map(|c| entry(c).to_le_bytes()[..entry_bytes].to_vec()).collect()
    });
    let pointer = at + 128 * entry_bytes as u64;
    let len = call.pointer_bytes() as usize;
    let cell = match name {
        "ctype table" => "ctype cell",
        "tolower table" => "tolower cell",
        _ => "toupper cell",
    };
    let cell = static_object(call, cell, || pointer.to_le_bytes()[..len].to_vec());
    Ok(Flow::address(cell))
}

fn lower(byte: u8) -> u8 {
    byte.to_ascii_lowercase()
}

fn upper(byte: u8) -> u8 {
    byte.to_ascii_uppercase()
}

/// The negative entries serve `char` as a signed type; the one for -1 is `EOF`'s.
fn case_entry(c: i32, map: fn(u8) -> u8) -> u32 {
    match c {
        -1 => u32::MAX,
        _ => u8::try_from(c & 0xff).map_or(0, |byte| u32::from(map(byte))),
    }
}

fn is(call: &mut Call<'_>, function: &'static str, bit: u16) -> ModelResult {
    if let Value::Term(c) = call.arg(0)
        && call.pool.as_const_u64(c).is_none()
    {
        let valid = in_range(call.pool, c, -128, 255);
        if !call.decide(valid)? {
            return out_of_range(call, function, "neither EOF nor an unsigned char");
        }
        let member = in_class(call.pool, c, bit);
        let (yes, no) = (call.pool.bv_u64(32, u64::from(bit)), call.pool.bv_u64(32, 0));
        return Ok(Value::Term(call.pool.ite(member, yes, no)).into());
    }
    let c = call.arg_i32(0)?;
    if !(-128..256).contains(&c) {
        return out_of_range(call, function, &c.to_string());
    }
    Ok(Flow::int(i32::from(class(c) & bit)))
}

fn out_of_range(call: &mut Call<'_>, function: &'static str, what: &str) -> ModelResult {
    let detail = format!("the argument {what} is not a character");
    call.fault(Fault::LibraryMisuse { function, detail })?;
    Ok(Flow::int(0))
}

fn tolower(call: &mut Call<'_>) -> ModelResult {
    change_case(call, lower, b'A', 32)
}

fn toupper(call: &mut Call<'_>) -> ModelResult {
    change_case(call, upper, b'a', -32)
}

fn change_case(call: &mut Call<'_>, map: fn(u8) -> u8, first: u8, distance: i64) -> ModelResult {
    if let Value::Term(c) = call.arg(0)
        && call.pool.as_const_u64(c).is_none()
    {
        let negative = in_range(call.pool, c, -128, -2);
        if call.decide(negative)? {
            let byte = call.pool.bv_trunc(c, 8);
            return Ok(Value::Term(call.pool.bv_zext(byte, 32)).into());
        }
        return Ok(Value::Term(shift_case(call.pool, c, first, distance)).into());
    }
    let c = call.arg_i32(0)?;
    Ok(Flow::int(if (-128..256).contains(&c) { case_entry(c, map).cast_signed() } else { c }))
}

fn isascii(call: &mut Call<'_>) -> ModelResult {
    let c = call.arg_u32(0)?;
    Ok(Flow::int(i32::from(c < 128)))
}

fn toascii(call: &mut Call<'_>) -> ModelResult {
    let c = call.arg_u64(0)?;
    Ok(Flow::long(signed(c & 0x7f, 32)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_ascii() {
        assert_eq!(class(i32::from(b'A')), UPPER | ALPHA | XDIGIT | PRINT | GRAPH | ALNUM);
        assert_eq!(class(i32::from(b'\t')), SPACE | BLANK | CNTRL);
        assert_eq!(class(0x0b), SPACE | CNTRL);
        assert_eq!(class(i32::from(b'~')), PRINT | GRAPH | PUNCT);
        assert_eq!(class(0xe4), 0);
        assert_eq!(class(-1), 0);
    }

    #[test]
    fn tables_keep_eof_and_serve_negative_characters() {
        assert_eq!(case_entry(-1, lower), u32::MAX);
        assert_eq!(case_entry(-2, lower), 0xfe);
        assert_eq!(case_entry(i32::from(b'A'), lower), u32::from(b'a'));
        assert_eq!(case_entry(i32::from(b'z'), upper), u32::from(b'Z'));
    }
}
