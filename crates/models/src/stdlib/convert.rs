//! Text to numbers: the `strto` and `ato` families, for `char` and `wchar_t`.
//!
//! Digits that are symbolic give a symbolic number: only what a character is (space,
//! sign, digit, other) and whether the number is too large is decided.

use crate::ctype::{SPACE, class, in_class, in_range};
use crate::errno::{EINVAL, ERANGE};
use crate::spec::{Facts, Table, UnknownText, exact, reads};
use margay_engine::{Call, ModelResult, Stop, Value, mask};
use margay_smt::Bv;

pub const MODELS: Table = Facts::QUIET.and(Facts::SIGNAL_SAFE).of_all(&[
    exact("strtol", |call| to_integer(call, CHAR, Target::long(call, true), Prefix::Hex))
        .typed("lppi")
        .touches(&[reads(0)])
        .moves(0, "reads a number from it")
        .unknown_text(UnknownText::Parsed),
    exact("strtoul", |call| to_integer(call, CHAR, Target::long(call, false), Prefix::Hex))
        .typed("lppi")
        .touches(&[reads(0)])
        .moves(0, "reads a number from it")
        .unknown_text(UnknownText::Parsed),
    exact("strtoll", |call| to_integer(call, CHAR, Target::SIGNED, Prefix::Hex))
        .typed("qppi")
        .touches(&[reads(0)])
        .unknown_text(UnknownText::Parsed),
    exact("strtoull", |call| to_integer(call, CHAR, Target::UNSIGNED, Prefix::Hex))
        .typed("qppi")
        .touches(&[reads(0)])
        .unknown_text(UnknownText::Parsed),
    exact("strtoimax", |call| to_integer(call, CHAR, Target::SIGNED, Prefix::Hex))
        .typed("qppi")
        .touches(&[reads(0)]),
    exact("strtoumax", |call| to_integer(call, CHAR, Target::UNSIGNED, Prefix::Hex))
        .typed("qppi")
        .touches(&[reads(0)]),
    exact("strtoq", |call| to_integer(call, CHAR, Target::SIGNED, Prefix::Hex)).typed("qppi"),
    exact("strtouq", |call| to_integer(call, CHAR, Target::UNSIGNED, Prefix::Hex)).typed("qppi"),
    exact("strtol_l", |call| to_integer(call, CHAR, Target::long(call, true), Prefix::Hex))
        .typed("lppip"),
    exact("strtoul_l", |call| to_integer(call, CHAR, Target::long(call, false), Prefix::Hex))
        .typed("lppip"),
    exact("strtoll_l", |call| to_integer(call, CHAR, Target::SIGNED, Prefix::Hex)).typed("qppip"),
    exact("strtoull_l", |call| to_integer(call, CHAR, Target::UNSIGNED, Prefix::Hex))
        .typed("qppip"),
    exact("__strtol_internal", |call| {
        to_integer(call, CHAR, Target::long(call, true), Prefix::Hex)
    })
    .typed("lppi"),
    exact("__strtoul_internal", |call| {
        to_integer(call, CHAR, Target::long(call, false), Prefix::Hex)
    })
    .typed("lppi"),
    exact("__strtoll_internal", |call| to_integer(call, CHAR, Target::SIGNED, Prefix::Hex))
        .typed("qppi"),
    exact("__strtoull_internal", |call| to_integer(call, CHAR, Target::UNSIGNED, Prefix::Hex))
        .typed("qppi"),
    exact("__isoc23_strtol", |call| {
        to_integer(call, CHAR, Target::long(call, true), Prefix::Binary)
    })
    .typed("lppi"),
    exact("__isoc23_strtoul", |call| {
        to_integer(call, CHAR, Target::long(call, false), Prefix::Binary)
    })
    .typed("lppi"),
    exact("__isoc23_strtoll", |call| to_integer(call, CHAR, Target::SIGNED, Prefix::Binary))
        .typed("qppi"),
    exact("__isoc23_strtoull", |call| to_integer(call, CHAR, Target::UNSIGNED, Prefix::Binary))
        .typed("qppi"),
    exact("__isoc23_strtoimax", |call| to_integer(call, CHAR, Target::SIGNED, Prefix::Binary))
        .typed("qppi"),
    exact("__isoc23_strtoumax", |call| to_integer(call, CHAR, Target::UNSIGNED, Prefix::Binary))
        .typed("qppi"),
    exact("wcstol", |call| to_integer(call, WIDE, Target::long(call, true), Prefix::Hex))
        .typed("lppi")
        .touches(&[reads(0)]),
    exact("wcstoul", |call| to_integer(call, WIDE, Target::long(call, false), Prefix::Hex))
        .typed("lppi")
        .touches(&[reads(0)]),
    exact("wcstoll", |call| to_integer(call, WIDE, Target::SIGNED, Prefix::Hex))
        .typed("qppi")
        .touches(&[reads(0)]),
    exact("wcstoull", |call| to_integer(call, WIDE, Target::UNSIGNED, Prefix::Hex))
        .typed("qppi")
        .touches(&[reads(0)]),
    exact("wcstoimax", |call| to_integer(call, WIDE, Target::SIGNED, Prefix::Hex)).typed("qppi"),
    exact("wcstoumax", |call| to_integer(call, WIDE, Target::UNSIGNED, Prefix::Hex)).typed("qppi"),
    exact("__isoc23_wcstol", |call| {
        to_integer(call, WIDE, Target::long(call, true), Prefix::Binary)
    })
    .typed("lppi"),
    exact("__isoc23_wcstoul", |call| {
        to_integer(call, WIDE, Target::long(call, false), Prefix::Binary)
    })
    .typed("lppi"),
    exact("__isoc23_wcstoll", |call| to_integer(call, WIDE, Target::SIGNED, Prefix::Binary))
        .typed("qppi"),
    exact("__isoc23_wcstoull", |call| to_integer(call, WIDE, Target::UNSIGNED, Prefix::Binary))
        .typed("qppi"),
    exact("atoi", |call| decimal(call, Target::long(call, true), 32))
        .typed("ip")
        .only_reads()
        .touches(&[reads(0)])
        .moves(0, "reads a number from it")
        .unknown_text(UnknownText::Number),
    exact("atol", |call| decimal(call, Target::long(call, true), call.pointer_bytes() * 8))
        .typed("lp")
        .only_reads()
        .touches(&[reads(0)])
        .moves(0, "reads a number from it")
        .unknown_text(UnknownText::Length),
    exact("atoll", |call| decimal(call, Target::SIGNED, 64))
        .typed("qp")
        .only_reads()
        .touches(&[reads(0)])
        .moves(0, "reads a number from it")
        .unknown_text(UnknownText::Length),
    exact("atoq", |call| decimal(call, Target::SIGNED, 64)).typed("qp"),
]);

/// Bytes of a character.
const CHAR: u32 = 1;
const WIDE: u32 = 4;

/// The integer type that is made.
#[derive(Clone, Copy)]
struct Target {
    bits: u32,
    signed: bool,
}

impl Target {
    const SIGNED: Target = Target { bits: 64, signed: true };
    const UNSIGNED: Target = Target { bits: 64, signed: false };

    fn long(call: &Call<'_>, signed: bool) -> Target {
        Target { bits: call.pointer_bytes() * 8, signed }
    }

    /// The largest magnitude with this sign.
    fn limit(self, negative: bool) -> u128 {
        match (self.signed, negative) {
            (true, false) => u128::from(mask(self.bits) >> 1),
            (true, true) => u128::from(mask(self.bits) >> 1) + 1,
            (false, _) => u128::from(mask(self.bits)),
        }
    }
}

/// Which prefixes choose a base: since C23 `0b` does too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prefix {
    Hex,
    Binary,
}

/// How a number is written.
#[derive(Clone, Copy)]
struct Notation {
    /// Bytes of a character.
    unit: u32,
    /// Zero if what the number begins with chooses it.
    base: u32,
    prefix: Prefix,
}

/// What a text says.
struct Number {
    value: Value,
    /// Where the number ends; the start of the text if there is none.
    end: u64,
    overflow: bool,
}

fn to_integer(call: &mut Call<'_>, unit: u32, target: Target, prefix: Prefix) -> ModelResult {
    let (text, end, base) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_i32(2)?);
    let Some(base) = u32::try_from(base).ok().filter(|base| *base != 1 && *base <= 36) else {
        call.set_errno(EINVAL)?;
        return Ok(Value::ZERO.into());
    };
    let number = parse(call, text, Notation { unit, base, prefix }, target)?;
    if end != 0 {
        call.store_pointer(end, number.end)?;
    }
    if number.overflow {
        call.set_errno(ERANGE)?;
    }
    Ok(number.value.into())
}

fn decimal(call: &mut Call<'_>, target: Target, bits: u32) -> ModelResult {
    let text = call.arg_u64(0)?;
    let notation = Notation { unit: CHAR, base: 10, prefix: Prefix::Hex };
    let number = parse(call, text, notation, target)?;
    if number.overflow {
        call.set_errno(ERANGE)?;
    }
    Ok(match number.value {
        Value::Term(term) => Value::Term(call.pool.bv_trunc(term, bits)).into(),
        known => Value::Int(call.concrete(known, bits)?).into(),
    })
}

fn parse(
    call: &mut Call<'_>,
    text: u64,
    notation: Notation,
    target: Target,
) -> Result<Number, Stop> {
    let Notation { unit, mut base, prefix } = notation;
    let step = u64::from(unit);
    let mut at = text;
    let mut c = character(call, at, unit)?;
    while is_space(call, c, unit)? {
        at = at.wrapping_add(step);
        c = character(call, at, unit)?;
    }
    let negative = is(call, c, unit, b'-')?;
    if negative || is(call, c, unit, b'+')? {
        at = at.wrapping_add(step);
        c = character(call, at, unit)?;
    }
    // Where the text ends if only a prefix is there: after its zero.
    let mut zero_end = None;
    let binary = prefix == Prefix::Binary && matches!(base, 0 | 2);
    if (matches!(base, 0 | 16) || binary) && is(call, c, unit, b'0')? {
        let next = at.wrapping_add(step);
        let mark = character(call, next, unit)?;
        let mut chosen = None;
        if matches!(base, 0 | 16) && is_letter(call, mark, unit, b'x')? {
            chosen = Some(16);
        } else if binary && is_letter(call, mark, unit, b'b')? {
            chosen = Some(2);
        }
        if let Some(chosen) = chosen {
            base = chosen;
            zero_end = Some(next);
            at = next.wrapping_add(step);
            c = character(call, at, unit)?;
        } else if base == 0 {
            base = 8;
        }
    }
    if base == 0 {
        base = 10;
    }
    let start = at;
    let mut sum = Sum { value: Magnitude::Known(0), bound: 0, overflow: false };
    let limit = target.limit(negative);
    while let Some(digit) = digit(call, c, unit, base)? {
        sum.push(call, digit, base, limit)?;
        at = at.wrapping_add(step);
        c = character(call, at, unit)?;
    }
    if at == start {
        return Ok(Number { value: Value::ZERO, end: zero_end.unwrap_or(text), overflow: false });
    }
    let value = if sum.overflow {
        Value::from_u128(if target.signed || !negative { limit } else { u128::MAX }, target.bits)
    } else {
        sum.finish(call, negative, target.bits)
    };
    Ok(Number { value, end: at, overflow: sum.overflow })
}

enum Magnitude {
    Known(u128),
    /// Of 128 bits.
    Symbolic(Bv),
}

/// The digits so far.
struct Sum {
    value: Magnitude,
    /// No value of the digits so far is above this.
    bound: u128,
    overflow: bool,
}

impl Sum {
    fn push(
        &mut self,
        call: &mut Call<'_>,
        digit: Value,
        base: u32,
        limit: u128,
    ) -> Result<(), Stop> {
        if self.overflow {
            return Ok(());
        }
        let base = u128::from(base);
        self.bound = self.bound * base + (base - 1);
        self.value = match (&self.value, digit) {
            (Magnitude::Known(sum), Value::Int(digit)) => {
                let sum = sum * base + u128::from(digit);
                self.bound = sum;
                Magnitude::Known(sum)
            }
            (sum, digit) => {
                let pool = &mut *call.pool;
                let sum = match sum {
                    Magnitude::Known(sum) => wide(pool, *sum),
                    Magnitude::Symbolic(term) => *term,
                };
                let digit = match digit {
                    Value::Term(term) => pool.bv_zext(term, 128),
                    known => wide(pool, u128::from(known.as_u64().unwrap_or(0))),
                };
                let base = wide(pool, base);
                let scaled = pool.bv_mul(sum, base);
                Magnitude::Symbolic(pool.bv_add(scaled, digit))
            }
        };
        if self.bound > limit {
            self.overflow = match self.value {
                Magnitude::Known(_) => true,
                Magnitude::Symbolic(term) => {
                    let largest = wide(call.pool, limit);
                    let above = call.pool.bv_ult(largest, term);
                    call.decide(above)?
                }
            };
            self.bound = limit;
        }
        Ok(())
    }

    fn finish(&self, call: &mut Call<'_>, negative: bool, bits: u32) -> Value {
        match self.value {
            Magnitude::Known(sum) => {
                Value::from_u128(if negative { sum.wrapping_neg() } else { sum }, bits)
            }
            Magnitude::Symbolic(term) => {
                let term = call.pool.bv_trunc(term, bits);
                Value::Term(if negative { call.pool.bv_neg(term) } else { term })
            }
        }
    }
}

fn wide(pool: &mut margay_smt::TermPool, value: u128) -> Bv {
    pool.bv_const(&margay_smt::BitVec::from_u128(128, value))
}

fn character(call: &mut Call<'_>, at: u64, unit: u32) -> Result<Value, Stop> {
    match call.load_value(at, unit)? {
        Value::Term(term) => Ok(match call.pool.as_const_u64(term) {
            Some(known) => Value::Int(known),
            None => Value::Term(term),
        }),
        known => Ok(Value::Int(call.concrete(known, unit * 8)?)),
    }
}

fn is(call: &mut Call<'_>, c: Value, unit: u32, wanted: u8) -> Result<bool, Stop> {
    call.equals(c, u64::from(wanted), unit * 8)
}

/// Whether a character is a letter, given in lower case, in either case.
fn is_letter(call: &mut Call<'_>, c: Value, unit: u32, wanted: u8) -> Result<bool, Stop> {
    Ok(is(call, c, unit, wanted)? || is(call, c, unit, wanted.to_ascii_uppercase())?)
}

fn is_space(call: &mut Call<'_>, c: Value, unit: u32) -> Result<bool, Stop> {
    match c {
        Value::Term(term) if unit == CHAR => {
            // The class is that of an `int`, so that no byte above ASCII wraps into it.
            let term = call.pool.bv_zext(term, 32);
            let space = in_class(call.pool, term, SPACE);
            call.decide(space)
        }
        Value::Term(term) => {
            let space = in_class(call.pool, term, SPACE);
            call.decide(space)
        }
        known => {
            let code = call.concrete(known, unit * 8)?;
            Ok(i32::try_from(code).is_ok_and(|code| class(code) & SPACE != 0))
        }
    }
}

/// The digit that a character is, as a value of at most 64 bits or a term.
fn digit(call: &mut Call<'_>, c: Value, unit: u32, base: u32) -> Result<Option<Value>, Stop> {
    let Value::Term(term) = c else {
        let code = call.concrete(c, unit * 8)?;
        let digit =
            u32::try_from(code).ok().and_then(char::from_u32).and_then(|c| c.to_digit(base));
        return Ok(digit.map(|digit| Value::Int(u64::from(digit))));
    };
    let base = i64::from(base);
    let ranges = [(b'0', 0, base.min(10)), (b'a', 10, base - 10), (b'A', 10, base - 10)];
    for (first, value, count) in ranges {
        if count <= 0 {
            continue;
        }
        let first = i64::from(first);
        let inside = in_range(call.pool, term, first, first + count - 1);
        if call.decide(inside)? {
            let offset = call.pool.bv_u64(unit * 8, (first - value).cast_unsigned());
            return Ok(Some(Value::Term(call.pool.bv_sub(term, offset))));
        }
    }
    Ok(None)
}
