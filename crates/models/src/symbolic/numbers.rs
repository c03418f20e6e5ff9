//! Numbers read from text that came from outside.
//!
//! Where the program has not examined the text, the number is free: it is a symbol of its own, and the text becomes its
//! digits when an input is written down. That keeps decimal arithmetic out of every later query. Who asks where the
//! number ends also gets text that is no number, that goes on after it, or that is too large a number. These are some
//! ways of many, which is said.

use super::next_character::Characters;
use super::scan_text::{chosen, one_of, settle};
use crate::CLibrary;
use crate::errno::ERANGE;
use crate::spec::{Table, all_answers};
use margay_engine::{Base, Bound, Call, Library, ModelResult, Need, Numeral, Stop, Value};
use margay_smt::{BitVec, Bool, Bv, Evaluator, Node, SymbolId};

pub const MODELS: Table = Table::of(&[
    all_answers("atoi", |call| integer(call, "atoi", 32, 1)),
    all_answers("atol", |call| integer(call, "atol", 64, 1)),
    all_answers("atoll", |call| integer(call, "atoll", 64, 1)),
    all_answers("strtol", |call| parsed(call, "strtol")),
    all_answers("strtoul", |call| parsed(call, "strtoul")),
    all_answers("strtoll", |call| parsed(call, "strtoll")),
    all_answers("strtoull", |call| parsed(call, "strtoull")),
    all_answers("__isoc23_strtol", |call| parsed(call, "strtol")),
    all_answers("__isoc23_strtoul", |call| parsed(call, "strtoul")),
    all_answers("wcstol", |call| wide(call, "wcstol")),
    all_answers("wcstoul", |call| wide(call, "wcstoul")),
    all_answers("abs", |call| absolute(call, 32)),
    all_answers("labs", |call| absolute(call, call.pointer_bytes() * 8)),
    all_answers("llabs", |call| absolute(call, 64)),
    all_answers("imaxabs", |call| absolute(call, 64)),
    all_answers("atof", |call| float(call, "atof")),
    all_answers("strtod", |call| {
        if call.arg_u64(1)? == 0 { float(call, "strtod") } else { library(call, "strtod") }
    }),
]);

/// A number without its sign; the smallest one has no such.
fn absolute(call: &mut Call<'_>, bits: u32) -> ModelResult {
    let value = call.arg(0);
    let number = margay_engine::terms::term(call.pool, value, bits);
    let smallest = call.pool.bv_u64(bits, 1 << (bits - 1));
    let fine = call.pool.ne(number, smallest);
    call.require(fine, margay_engine::Fault::SignedOverflow { operation: "negation", bits })?;
    let zero = call.pool.bv_u64(bits, 0);
    let below = call.pool.bv_slt(number, zero);
    let result = if call.decide(below)? { call.pool.bv_neg(number) } else { number };
    Ok(margay_engine::terms::as_known(call.pool, result).into())
}

/// Characters that show every number of 64 bits with a sign.
const WIDEST: u64 = 20;
/// Characters of a text with spaces before its number.
const LONGEST: u64 = 256;
/// Characters of a floating-point number.
const FLOAT_WIDTH: u64 = 18;

fn library(call: &mut Call<'_>, name: &str) -> ModelResult {
    CLibrary.model(name).expect("the library has it")(call)
}

/// The integer that a text is read as.
#[derive(Clone, Copy)]
pub struct Integer<'a> {
    /// How its symbol is called: as the function that reads it.
    pub name: &'a str,
    pub bits: u32,
    pub base: Base,
}

/// `strtol` and its like: the number, and where its text ends.
fn parsed(call: &mut Call<'_>, name: &str) -> ModelResult {
    based(call, name, 1)
}

fn wide(call: &mut Call<'_>, name: &str) -> ModelResult {
    based(call, name, 4)
}

fn based(call: &mut Call<'_>, name: &str, width: u32) -> ModelResult {
    let base = match call.arg_u64(2)? {
        // Zeros before a number mean another base.
        0 => Base { base: 10, zeros: false },
        base @ 2..=36 => Base { base: u32::try_from(base).expect("at most 36"), zeros: true },
        _ => return library(call, name),
    };
    let end = call.arg_u64(1)?;
    let start = call.arg_u64(0)?;
    let integer = Integer { name, bits: 64, base };
    let unusual = if end != 0 && width == 1 { unusual(call, integer, start)? } else { None };
    let parsed = match unusual {
        Some(parsed) => Some(parsed),
        None => number(call, integer, width)?,
    };
    let Some((value, len)) = parsed else { return library(call, name) };
    if end != 0 {
        let bytes = call.pointer_bytes();
        call.store_value(end, bytes, Value::Int(start + len * u64::from(width)))?;
    }
    Ok(value.into())
}

/// A number and the length of its text, if the outside chose text that is not one number.
fn unusual(
    call: &mut Call<'_>,
    integer: Integer<'_>,
    start: u64,
) -> Result<Option<(Value, u64)>, Stop> {
    const DIGITS: usize = 20;
    let before = call.state.path.clone();
    let text = free_text(call, start, 1, WIDEST + 1, 2)?;
    call.state.path = before;
    let Some(len) = text.map(|text| text.symbols.len()) else { return Ok(None) };
    if chosen(call, "no number")? {
        let first = call.load_raw(start, 1)?;
        let begins = Characters::new(|c| {
            c.is_ascii_alphanumeric() || crate::ctype::is_space(c) || c == b'+' || c == b'-'
        });
        let begins = begins.hold(call, first);
        let none = call.pool.not(begins);
        settle(call, none)?;
        return Ok(Some((Value::Int(0), 0)));
    }
    if len > 2 && chosen(call, "more behind")? {
        let Some(text) = free_text(call, start, 1, WIDEST + 1, 2)? else { return Ok(None) };
        leave_out(call);
        let Some((last, digits)) = text.symbols.split_last() else { return Ok(None) };
        // In other bases letters may be digits, or stand for the base.
        let is_decimal = call.arg_u64(2)? == 10;
        one_of(call, *last, |c| !c.is_ascii_digit() && (is_decimal || !c.is_ascii_alphabetic()))?;
        let len = digits.len() as u64;
        let number = bound_number(call, integer, digits.to_vec(), len)?;
        return Ok(Some((Value::Term(number), len)));
    }
    if len >= DIGITS
        && integer.base.base >= 10
        && call.pointer_bytes() == 8
        && chosen(call, "too large")?
    {
        let Some(text) = free_text(call, start, 1, WIDEST + 1, 2)? else { return Ok(None) };
        leave_out(call);
        for symbol in &text.symbols {
            one_of(call, *symbol, |c| c == b'9')?;
        }
        call.set_errno(ERANGE)?;
        let unsigned = integer.name.starts_with("strtou");
        let largest = if unsigned { u64::MAX } else { u64::MAX >> 1 };
        return Ok(Some((Value::Int(largest), text.symbols.len() as u64)));
    }
    Ok(None)
}

fn integer(call: &mut Call<'_>, name: &str, bits: u32, width: u32) -> ModelResult {
    match number(call, Integer { name, bits, base: Base::TEN }, width)? {
        Some((value, _)) => Ok(value.into()),
        None => library(call, name),
    }
}

/// A number that the text at the first argument may be, and the length of the text.
fn number(
    call: &mut Call<'_>,
    integer: Integer<'_>,
    width: u32,
) -> Result<Option<(Value, u64)>, Stop> {
    // With the end of the line.
    let widest = if integer.bits == 32 { 12 } else { WIDEST + 1 };
    let address = call.arg_u64(0)?;
    // A longer text has spaces before the number.
    let mut text = free_text(call, address, width, widest, 2)?;
    if text.is_none() {
        text = free_text(call, address, width, LONGEST, 2)?;
    }
    let Some(text) = text else { return Ok(None) };
    leave_out(call);
    let text = text.symbols;
    let len = text.len() as u64;
    let number = bound_number(call, integer, text, len)?;
    Ok(Some((Value::Term(number), len)))
}

/// A number that is written in `text`, with at most `most` characters of it.
pub fn bound_number(
    call: &mut Call<'_>,
    integer: Integer<'_>,
    text: Vec<SymbolId>,
    most: u64,
) -> Result<Bv, Stop> {
    let Integer { name, bits, base } = integer;
    let numeral = Numeral::Integer(base);
    let bound = call.state.bound_in(call.pool, &text).filter(|bound| bound.numeral == numeral);
    if let Some(number) = bound.map(|bound| bound.number) {
        let number = call.pool.symbol_term(number);
        let number = call.pool.as_bv(number).expect("a number is bits");
        if call.pool.width(number) == bits {
            return Ok(number);
        }
    }
    let number = call.input_symbol(name, bits);
    let symbol = call.pool.as_symbol(number).expect("just made");
    let width = most.min(text.len() as u64).max(1);
    let digits = u32::try_from(width - 1).expect("a few characters");
    let largest = (margay_engine::mask(bits) >> 1).cast_signed();
    // One character is the sign.
    if let Some(most) = i64::from(base.base).checked_pow(digits).map(|power| power - 1)
        && most < largest
    {
        let high = call.pool.bv_u64(bits, most.cast_unsigned());
        let low = call.pool.bv_u64(bits, (-most).cast_unsigned() & margay_engine::mask(bits));
        let (above, below) = (call.pool.bv_sle(low, number), call.pool.bv_sle(number, high));
        let within = call.pool.and(above, below);
        call.given(within)?;
    }
    call.state.bind(Bound { number: symbol, text, numeral });
    Ok(number)
}

/// A number with a point that is written in `text`.
pub fn bound_double(call: &mut Call<'_>, name: &str, text: Vec<SymbolId>) -> Bv {
    let number = call.input_symbol(name, 64);
    let symbol = call.pool.as_symbol(number).expect("just made");
    call.state.bind(Bound { number: symbol, text, numeral: Numeral::Double });
    number
}

fn float(call: &mut Call<'_>, name: &str) -> ModelResult {
    let address = call.arg_u64(0)?;
    let Some(text) = free_text(call, address, 1, FLOAT_WIDTH, 4)? else {
        return library(call, name);
    };
    leave_out(call);
    Ok(Value::Term(bound_double(call, name, text.symbols)).into())
}

/// Text that the program has not examined.
pub struct FreeText {
    pub symbols: Vec<SymbolId>,
    /// Characters after it, of which the first is a newline.
    pub rest: u64,
}

/// Says that numbers were tried in some texts alone: others are longer or shorter, have something else
/// around the number, or write it in other ways.
fn leave_out(call: &mut Call<'_>) {
    call.leave_out("numbers in text of other lengths, or with other text around them");
}

/// The symbols of the characters at an address, if they are a string that the program has not examined and that can
/// have between `most` and `least` characters.
pub fn free_text(
    call: &mut Call<'_>,
    address: u64,
    width: u32,
    most: u64,
    least: u64,
) -> Result<Option<FreeText>, Stop> {
    // The end of the text is looked for below, so that of its object does not matter.
    let room = call.room(address) / u64::from(width);
    let mut characters = Vec::new();
    for index in 0..room.min(most + 1) {
        let value = call.peek(address + index * u64::from(width), width);
        let Value::Term(term) = call.state.path.resolve(call.pool, value) else { break };
        characters.push(term);
    }
    // Whether it is a number's is known before anything else is asked of it.
    let all: Vec<SymbolId> = characters.iter().flat_map(|one| call.pool.symbols(*one)).collect();
    if let Some(condition) = call.state.binding_condition(call.pool, &all) {
        return Err(Stop::Need(Need::Decide(condition)));
    }
    let first = characters.len() as u64;
    for len in (least..=most.min(first)).rev() {
        let at = usize::try_from(len).expect("a few characters");
        if len >= room {
            continue;
        }
        let end = match characters.get(at) {
            Some(end) => *end,
            None => {
                let value = call.peek(address + len * u64::from(width), width);
                margay_engine::terms::term(call.pool, value, width * 8)
            }
        };
        let zero = call.pool.bv_u64(width * 8, 0);
        let mut fits = call.pool.eq(end, zero);
        for character in &characters[..at] {
            let real = call.pool.ne(*character, zero);
            fits = call.pool.and(fits, real);
        }
        if call.state.path.decide(call.pool, fits) == Some(false) || !call.possible(fits) {
            continue;
        }
        let before = call.state.path.clone();
        call.given(fits)?;
        fix_lengths(call, &characters[..at])?;
        let least = usize::try_from(least.min(2)).expect("2 at most");
        let text = symbols(call, &characters[..at], least);
        if text.is_none() {
            call.state.path = before;
        }
        return Ok(text);
    }
    Ok(None)
}

/// Where the length of the text is open, it is one that the text can have: numbers of every
/// size can be written in that.
fn fix_lengths(call: &mut Call<'_>, characters: &[Bv]) -> Result<(), Stop> {
    for character in characters {
        for symbol in call.pool.symbols(*character) {
            let margay_smt::Sort::Bv(width) = call.pool.symbol(symbol).sort else { continue };
            if width == 8 {
                continue;
            }
            let value =
                call.judge.pick(call.pool, call.state, |_, model| match model.get(symbol) {
                    Some(margay_smt::Value::Bv(value)) => Some(value.clone()),
                    _ => None,
                });
            let Some(value) = value else { continue };
            let term = call.pool.symbol_term(symbol);
            let term = call.pool.as_bv(term).expect("a symbol of bits");
            let value = call.pool.bv_const(&value);
            let fixed = call.pool.eq(term, value);
            if call.state.path.decide(call.pool, fixed).is_none() {
                call.given(fixed)?;
            }
        }
    }
    Ok(())
}

/// The symbols that characters are, once what is known is put in: each one of its own and not yet examined.
fn symbols(call: &mut Call<'_>, characters: &[Bv], least: usize) -> Option<FreeText> {
    let mut found = Vec::new();
    let mut rest = 0;
    for (index, character) in characters.iter().enumerate() {
        let plain = call.state.path.simplify(call.pool, *character);
        let byte = call.pool.bv_trunc(plain, 8);
        let byte = go_on(call, byte)?;
        // The end of the line is no part of the number.
        if call.pool.as_const_u64(byte) == Some(u64::from(b'\n')) {
            rest = (characters.len() - index) as u64;
            break;
        }
        let symbol = call.pool.as_symbol(byte)?;
        if found.contains(&symbol) {
            return None;
        }
        found.push(symbol);
    }
    // Text that is read again holds the same number.
    let is_bound = found.iter().any(|symbol| call.state.is_bound(call.pool, *symbol));
    if is_bound && call.state.bound_in(call.pool, &found).is_none() {
        return None;
    }
    let touched = |symbol: &SymbolId| call.state.path.has_touched(call.pool, *symbol);
    let touched: Vec<SymbolId> = found.iter().copied().filter(touched).collect();
    if !touched.is_empty() && !take_digits(call, &touched) {
        return None;
    }
    (found.len() >= least).then_some(FreeText { symbols: found, rest })
}

/// A character without the choices in it, each of which says whether the text has ended before: it has
/// not, if it can be so.
fn go_on(call: &mut Call<'_>, character: Bv) -> Option<Bv> {
    const MOST: usize = 300;
    let mut character = character;
    for _ in 0..MOST {
        let (condition, yes, no, part) = match call.pool.node(character) {
            Node::BvIte(condition, yes, no) => (condition, yes, no, None),
            Node::Extract { high, low, value } => match call.pool.node(value) {
                Node::BvIte(condition, yes, no) => (condition, yes, no, Some((high, low))),
                _ => return Some(character),
            },
            _ => return Some(character),
        };
        let holds = match call.state.path.decide(call.pool, condition) {
            Some(holds) => holds,
            None => {
                let other = call.pool.not(condition);
                let ends = !call.possible(other);
                call.given(if ends { condition } else { other }).ok()?;
                ends
            }
        };
        let chosen = if holds { yes } else { no };
        character = match part {
            Some((high, low)) => call.pool.bv_extract(high, low, chosen),
            None => chosen,
        };
        character = call.state.path.simplify(call.pool, character);
    }
    None
}

/// Whether what the program has found out about characters leaves all that a number is written with: who looks for the
/// end of a line or for a space has not examined the number.
fn take_digits(call: &mut Call<'_>, characters: &[SymbolId]) -> bool {
    const WRITTEN: &[u8] = b"0123456789- ";
    let constraints = call.state.path.condition().constraints();
    let about = |constraint: &Bool| {
        let symbols = call.pool.symbols(*constraint);
        characters.iter().any(|character| symbols.contains(character))
    };
    let constraints: Vec<Bool> = constraints.into_iter().filter(about).collect();
    let picked = call.judge.pick(call.pool, call.state, |pool, model| {
        let fits = WRITTEN.iter().all(|byte| {
            let mut model = model.clone();
            for character in characters {
                model.set_bv(*character, BitVec::from_u64(8, u64::from(*byte)));
            }
            let mut evaluator = Evaluator::new(pool, &model);
            constraints.iter().all(|constraint| evaluator.bool(*constraint))
        });
        Some(BitVec::from_u64(1, u64::from(fits)))
    });
    picked.and_then(|picked| picked.to_u64()) == Some(1)
}
