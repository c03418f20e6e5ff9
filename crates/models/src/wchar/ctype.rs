//! `wctype.h`: classes of wide characters. In the locale "C" those outside ASCII have none.

use crate::ctype::{
    ALNUM, ALPHA, BLANK, CNTRL, DIGIT, GRAPH, LOWER, PRINT, PUNCT, SPACE, UPPER, XDIGIT, class,
    in_class, in_range,
};
use crate::spec::{Facts, Table, exact};
use crate::text::string;
use margay_engine::{Call, Flow, ModelResult, Value};

pub const MODELS: Table = Facts::QUIET.and(Facts::SIGNAL_SAFE).of_all(&[
    exact("iswalnum", |call| is(call, ALNUM)).typed("ii"),
    exact("iswalpha", |call| is(call, ALPHA)).typed("ii"),
    exact("iswblank", |call| is(call, BLANK)).typed("ii"),
    exact("iswcntrl", |call| is(call, CNTRL)).typed("ii"),
    exact("iswdigit", |call| is(call, DIGIT)).typed("ii"),
    exact("iswgraph", |call| is(call, GRAPH)).typed("ii"),
    exact("iswlower", |call| is(call, LOWER)).typed("ii"),
    exact("iswprint", |call| is(call, PRINT)).typed("ii"),
    exact("iswpunct", |call| is(call, PUNCT)).typed("ii"),
    exact("iswspace", |call| is(call, SPACE)).typed("ii"),
    exact("iswupper", |call| is(call, UPPER)).typed("ii"),
    exact("iswxdigit", |call| is(call, XDIGIT)).typed("ii"),
    exact("towlower", |call| change_case(call, 'A', 32)).typed("ii"),
    exact("towupper", |call| change_case(call, 'a', -32)).typed("ii"),
    exact("wctype", wctype).typed("lp"),
    exact("iswctype", iswctype).typed("iil"),
    exact("wctrans", wctrans).typed("pp"),
    exact("towctrans", towctrans).typed("iip"),
]);

/// glibc gives the bit of the class table, but for digits.
fn is(call: &mut Call<'_>, bit: u16) -> ModelResult {
    is_giving(call, bit, if bit == DIGIT { 1 } else { bit })
}

fn is_giving(call: &mut Call<'_>, bit: u16, yes: u16) -> ModelResult {
    if let Value::Term(c) = call.arg(0)
        && call.pool.as_const_u64(c).is_none()
    {
        let member = in_class(call.pool, c, bit);
        let (yes, no) = (call.pool.bv_u64(32, u64::from(yes)), call.pool.bv_u64(32, 0));
        return Ok(Value::Term(call.pool.ite(member, yes, no)).into());
    }
    let c = call.arg_i32(0)?;
    Ok(Flow::int(if class(c) & bit != 0 { i32::from(yes) } else { 0 }))
}

fn change_case(call: &mut Call<'_>, first: char, distance: i32) -> ModelResult {
    let first = first as i32;
    if let Value::Term(c) = call.arg(0)
        && call.pool.as_const_u64(c).is_none()
    {
        let letter = in_range(call.pool, c, i64::from(first), i64::from(first) + 25);
        let distance = call.pool.bv_u64(32, u64::from(distance.cast_unsigned()));
        let moved = call.pool.bv_add(c, distance);
        return Ok(Value::Term(call.pool.ite(letter, moved, c)).into());
    }
    let c = call.arg_i32(0)?;
    Ok(Flow::int(if (first..first + 26).contains(&c) { c + distance } else { c }))
}

/// A class is known to the program by a number that it may not look into: here its bit.
fn wctype(call: &mut Call<'_>) -> ModelResult {
    let name = call.arg_u64(0)?;
    let bit = match string(call, name)?.as_slice() {
        b"alnum" => ALNUM,
        b"alpha" => ALPHA,
        b"blank" => BLANK,
        b"cntrl" => CNTRL,
        b"digit" => DIGIT,
        b"graph" => GRAPH,
        b"lower" => LOWER,
        b"print" => PRINT,
        b"punct" => PUNCT,
        b"space" => SPACE,
        b"upper" => UPPER,
        b"xdigit" => XDIGIT,
        _ => 0,
    };
    Ok(Flow::address(u64::from(bit)))
}

fn iswctype(call: &mut Call<'_>) -> ModelResult {
    let bit = u16::try_from(call.arg_u64(1)? & 0xffff).unwrap_or(0);
    is_giving(call, bit, 1)
}

const TO_LOWER: u64 = 1;
const TO_UPPER: u64 = 2;

fn wctrans(call: &mut Call<'_>) -> ModelResult {
    let name = call.arg_u64(0)?;
    Ok(Flow::address(match string(call, name)?.as_slice() {
        b"tolower" => TO_LOWER,
        b"toupper" => TO_UPPER,
        _ => 0,
    }))
}

fn towctrans(call: &mut Call<'_>) -> ModelResult {
    match call.arg_u64(1)? {
        TO_LOWER => change_case(call, 'A', 32),
        TO_UPPER => change_case(call, 'a', -32),
        _ => Ok(call.arg(0).into()),
    }
}
