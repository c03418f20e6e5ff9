//! What is known of the character that a stream gives next, if it does not end there.
//!
//! `scanf` takes as much as it can: no digit stands after a number, nothing but white space after a word, and no white
//! space after a space of its format. What `ungetc` gives back comes next. What is not decided here may be any
//! character, so all that is excluded is certain.

use super::files::Stream;
use super::scan::{Conversion, Item};
use crate::LibC;
use margay_engine::{Call, Stop, Value, terms};
use margay_smt::{Bool, Bv};
use std::rc::Rc;

/// A set of characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Characters([u128; 2]);

/// What is known of the next character.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Next {
    excluded: Characters,
    /// A bit without which none is excluded; nothing if that is certain.
    holds: Option<Value>,
    /// What stands there is no number, and `scanf` has seen it.
    pub stopped: bool,
    /// The `int` that `ungetc` was given: it comes next, unless it is `EOF`.
    given_back: Option<Value>,
}

/// What a conversion took.
pub enum Taken {
    Number(Bv),
    /// A word, and whether it is as long as it may be.
    Word(Bool),
    /// Something else, or it is not read.
    Other,
}

impl Characters {
    pub fn new(is_one: impl Fn(u8) -> bool) -> Characters {
        let mut set = Characters::default();
        for c in (0..=u8::MAX).filter(|c| is_one(*c)) {
            set.0[usize::from(c >> 7)] |= 1 << (c & 127);
        }
        set
    }

    pub fn has(&self, c: u8) -> bool {
        self.0[usize::from(c >> 7)] >> (c & 127) & 1 == 1
    }

    /// Whether a character is one of these.
    pub fn hold(&self, call: &mut Call<'_>, character: Bv) -> Bool {
        let mut any = call.pool.bool_const(false);
        let mut first = None;
        for c in 0..=u8::MAX {
            if !self.has(c) {
                continue;
            }
            let start = *first.get_or_insert(c);
            if c < u8::MAX && self.has(c + 1) {
                continue;
            }
            first = None;
            let (low, high) =
                (call.pool.bv_u64(8, u64::from(start)), call.pool.bv_u64(8, u64::from(c)));
            let (above, below) =
                (call.pool.bv_ule(low, character), call.pool.bv_ule(character, high));
            let within = call.pool.and(above, below);
            any = call.pool.or(any, within);
        }
        any
    }
}

impl Next {
    fn without(excluded: Characters) -> Next {
        Next { excluded, ..Next::default() }
    }

    /// After a conversion that matched.
    pub fn behind(call: &mut Call<'_>, conversion: &Conversion, taken: Taken) -> Next {
        let excluded = conversion.goes_on_with();
        // A number can be written in any width, and a character is one, whatever comes next.
        if conversion.letter == b'c' || (conversion.is_number() && conversion.width.is_some()) {
            return Next::default();
        }
        let certain = !conversion.is_float() && conversion.width.is_none();
        let holds = match taken {
            _ if certain => return Next::without(excluded),
            // After the names of what is no finite number, digits may stand.
            Taken::Number(number) if may_ask(call) => is_finite(call, number),
            Taken::Word(full) => Some(call.pool.not(full)),
            Taken::Number(_) | Taken::Other => None,
        };
        let Some(holds) = holds else { return Next::default() };
        let (one, zero) = (call.pool.bv_u64(1, 1), call.pool.bv_u64(1, 0));
        let bit = call.pool.ite(holds, one, zero);
        Next { excluded, holds: Some(terms::as_known(call.pool, bit)), ..Next::default() }
    }

    /// `ungetc` was given an `int`.
    pub fn given_back(character: Value) -> Next {
        Next { given_back: Some(character), ..Next::default() }
    }

    /// Where a conversion met what does not match.
    pub fn instead_of(conversion: &Conversion) -> Next {
        // The beginning of a name such as `inf` is taken, whatever stands after it.
        if conversion.is_float() || !(conversion.is_number() || conversion.letter == b'[') {
            return Next::default();
        }
        Next::without(conversion.goes_on_with())
    }

    /// After white space that was skipped, if there was any.
    pub fn behind_space(self) -> Next {
        let space = Characters::new(crate::ctype::is_space);
        let has_space = (0..=u8::MAX).any(|c| space.has(c) && !self.excluded.has(c));
        let open = has_space || self.holds.is_some() || self.given_back.is_some();
        if open { Next::without(space) } else { self }
    }

    /// Whether a character cannot come next.
    pub fn excludes(&self, c: u8) -> bool {
        self.holds.is_none() && self.excluded.has(c)
    }

    /// A character is the next one.
    pub fn is(&self, call: &mut Call<'_>, character: Bv) -> Result<(), Stop> {
        let fine = self.allows(call, character);
        if call.pool.as_const_bool(fine) == Some(true) { Ok(()) } else { call.given(fine) }
    }

    /// The stream has an end under a condition, which is not where a character was given back.
    pub fn ends(&self, call: &mut Call<'_>, ends: Bool) -> Result<(), Stop> {
        let Some(given_back) = self.given_back else { return Ok(()) };
        let given_back = terms::term(call.pool, given_back, 32);
        let none = is_none(call, given_back);
        let fine = call.pool.implies(ends, none);
        if call.pool.as_const_bool(fine) == Some(true) { Ok(()) } else { call.given(fine) }
    }

    /// Whether a character can be the next one.
    pub fn allows(&self, call: &mut Call<'_>, character: Bv) -> Bool {
        if let Some(given_back) = self.given_back {
            let given_back = terms::term(call.pool, given_back, 32);
            let none = is_none(call, given_back);
            let low = call.pool.bv_trunc(given_back, 8);
            let same = call.pool.eq(character, low);
            return call.pool.or(none, same);
        }
        let excluded = self.excluded.hold(call, character);
        let fine = call.pool.not(excluded);
        let Some(holds) = self.holds else { return fine };
        let holds = terms::term(call.pool, holds, 1);
        let zero = call.pool.bv_u64(1, 0);
        let is_open = call.pool.eq(holds, zero);
        call.pool.or(is_open, fine)
    }

    /// The values of the program that are kept here.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.holds.iter().chain(&self.given_back)
    }
}

impl Conversion {
    fn is_float(&self) -> bool {
        b"fegaEG".contains(&self.letter)
    }

    /// Characters that would have been taken, too.
    fn goes_on_with(&self) -> Characters {
        Characters::new(|c| match self.letter {
            b'x' | b'X' | b'p' => c.is_ascii_hexdigit(),
            // What begins with 0 is octal.
            b'o' | b'i' => (b'0'..=b'7').contains(&c),
            b'[' => self.set.contains(&c),
            b'n' | b'c' => false,
            _ if self.is_number() => c.is_ascii_digit(),
            _ => !crate::ctype::is_space(c),
        })
    }
}

impl Stream {
    /// Notes what is known of the next character.
    pub fn expect(self, call: &mut Call<'_>, next: Next) {
        let known = &mut call.library::<LibC>().outside.next;
        if next != Next::default() {
            Rc::make_mut(known).insert(self, next);
        } else if known.contains_key(&self) {
            Rc::make_mut(known).remove(&self);
        }
    }

    /// What is known of the next character; from here on nothing is.
    pub fn expected(self, call: &mut Call<'_>) -> Next {
        let known = &mut call.library::<LibC>().outside.next;
        if !known.contains_key(&self) {
            return Next::default();
        }
        Rc::make_mut(known).remove(&self).unwrap_or_default()
    }
}

/// Whether an `int` is `EOF`.
pub fn is_none(call: &mut Call<'_>, character: Bv) -> Bool {
    let none = call.pool.bv_u64(32, 0xffff_ffff);
    call.pool.eq(character, none)
}

/// Whether an item of a format is a character that cannot stand there.
pub fn is_blocked(next: &Next, item: &Item) -> bool {
    matches!(item, Item::Literal(c) if next.excludes(*c))
}

/// Whether the program reads other than by `scanf`. What is known of the next character may depend on a
/// number; paths that differ in that stay apart, which is not worth it for others.
fn may_ask(call: &Call<'_>) -> bool {
    const READERS: &[&str] =
        &["fgetc", "getc", "_IO_getc", "getchar", "fgets", "fread", "gets", "getline", "getdelim"];
    READERS.iter().any(|name| call.program.function(name).is_some())
}

/// Whether a floating-point number is one; nothing for formats that are not known.
fn is_finite(call: &mut Call<'_>, number: Bv) -> Option<Bool> {
    let (high, low) = match call.pool.width(number) {
        32 => (30, 23),
        64 => (62, 52),
        80 | 128 => (78, 64),
        _ => return None,
    };
    let exponent = call.pool.bv_extract(high, low, number);
    let all = call.pool.bv_u64(high - low + 1, margay_engine::mask(high - low + 1));
    Some(call.pool.ne(exponent, all))
}
