//! What comes from outside on a path: which symbols stand for it, and where it was asked for.
//!
//! Names of symbols are given by the state, not by the pool: a model that is run again
//! from the state before its call makes the same symbols again.

use crate::state::State;
use crate::state::trail::Trail;
use crate::value::provenance::Provenance;
use margay_ir::SpanId;
use margay_ir::finding::{Form, Source};
use margay_smt::{Assignment, BitVec, Bool, Bv, Evaluator, SymbolId, TermPool, Value};

/// One thing that the outside said.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    pub source: Source,
    /// The bytes, in order; a number is one term.
    pub parts: Vec<Bv>,
    pub taken: Taken,
    pub form: Form,
    pub site: SpanId,
    /// A function failed if this symbol is one: its result is null then.
    pub failure: Option<SymbolId>,
    /// What a function says of its own work, such as how much it wrote: it is spoken of only where the program examined
    /// what the function said.
    pub incidental: bool,
}

/// What the outside has to do with a path.
#[derive(Clone, Default)]
pub struct Outside {
    /// What it said so far.
    pub inputs: Trail<Input>,
    /// Numbers that stand for text of it.
    pub(crate) bounds: Trail<Bound>,
    /// How often something was done that it has a say in, or waits for.
    pub(crate) heard: u64,
}

/// How many of an input's parts came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    All,
    /// So many, as a signed number.
    Bytes(Bv),
    /// So many and then a newline, unless the line is full.
    Line(Bv),
}

/// An input with the value that one model gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct InputValue {
    pub source: Source,
    pub bytes: Vec<u8>,
    pub form: Form,
    pub site: SpanId,
}

impl Input {
    pub fn value(&self, pool: &TermPool, model: &Assignment) -> InputValue {
        let mut evaluator = Evaluator::new(pool, model);
        let mut count = |term: Bv| {
            let count = evaluator.bv(term);
            let count = count.sext(count.width().max(64)).to_u64().unwrap_or(0).cast_signed();
            usize::try_from(count).unwrap_or(0)
        };
        let all = self.parts.len();
        let (taken, newline) = match self.taken {
            Taken::All => (all, false),
            Taken::Bytes(term) => (count(term), false),
            Taken::Line(term) => {
                let taken = count(term);
                (taken, taken < all)
            }
        };
        let parts = self.parts.iter().take(taken);
        let bytes = parts.flat_map(|part| {
            let value = evaluator.bv(*part);
            // A number of a few bits has its sign in the whole byte.
            let few = self.form == Form::Signed && value.width() < 8;
            if few { value.sext(8).to_le_bytes() } else { value.to_le_bytes() }
        });
        let mut bytes: Vec<u8> = bytes.collect();
        if newline {
            bytes.push(b'\n');
        }
        InputValue { source: self.source.clone(), bytes, form: self.form, site: self.site }
    }
}

impl State {
    /// A symbol that no other value of this path has.
    pub fn new_symbol(
        &mut self,
        pool: &mut TermPool,
        from: Provenance,
        what: &str,
        bits: u32,
    ) -> Bv {
        self.symbolic = true;
        let number = self.names.next_symbol;
        self.names.next_symbol += 1;
        from.symbol(pool, &from.named(&format!("{what}!{number}.{bits}")), bits)
    }
}

/// A number that is a symbol of its own, and the characters that are its digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub number: SymbolId,
    /// One symbol for each character, the first one first.
    pub text: Vec<SymbolId>,
    pub numeral: Numeral,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numeral {
    Integer(Base),
    Double,
}

/// The base of a number in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base {
    pub base: u32,
    /// Zeros before the number mean nothing.
    pub zeros: bool,
}

impl Base {
    pub const TEN: Base = Base { base: 10, zeros: true };
}

/// What stands before a number whose text is longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Padding {
    Spaces,
    Zeros,
}

/// A number in digits and lower-case letters.
fn in_base(number: i64, base: u32) -> String {
    let mut digits = Vec::new();
    let mut rest = number.unsigned_abs();
    loop {
        let digit = u32::try_from(rest % u64::from(base)).expect("less than the base");
        digits.push(char::from_digit(digit, base).expect("a base up to 36"));
        rest /= u64::from(base);
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        digits.push('-');
    }
    digits.into_iter().rev().collect()
}

impl Bound {
    /// Gives the characters their values, as the number has its own; false if it cannot be
    /// written in so many.
    pub(crate) fn write(&self, model: &mut Assignment, padding: Padding) -> bool {
        let value = match model.get(self.number) {
            Some(Value::Bv(bits)) => bits.clone(),
            _ => BitVec::from_u64(64, 0),
        };
        let width = self.text.len();
        let text = match self.numeral {
            Numeral::Integer(Base { base, zeros }) => {
                let number = value.sext(value.width().max(64)).to_u64().unwrap_or(0).cast_signed();
                let text = in_base(number, base);
                match (padding, text.strip_prefix('-')) {
                    (Padding::Zeros, Some(digits)) if zeros => {
                        format!("-{digits:0>rest$}", rest = width.saturating_sub(1))
                    }
                    (Padding::Zeros, None) if zeros => format!("{text:0>width$}"),
                    _ => format!("{text:>width$}"),
                }
            }
            Numeral::Double => {
                let number = f64::from_bits(value.to_u64().unwrap_or(0));
                let text = format!("{number}");
                let text = if text.len() < width && !text.contains(['.', 'e', 'i', 'n', 'N']) {
                    format!("{text}.")
                } else {
                    text
                };
                format!("{text:0<width$}")
            }
        };
        if text.len() != width {
            return false;
        }
        for (symbol, byte) in self.text.iter().zip(text.bytes()) {
            model.set_bv(*symbol, BitVec::from_u64(8, u64::from(byte)));
        }
        true
    }
}

impl State {
    /// The call whose failure a term depends on.
    pub fn failed_call(
        &self,
        pool: &TermPool,
        term: impl Into<margay_smt::Term>,
    ) -> Option<(String, SpanId)> {
        let symbols = pool.symbols(term);
        let input = self
            .outside
            .inputs
            .iter()
            .find(|input| input.failure.is_some_and(|failure| symbols.contains(&failure)))?;
        match &input.source {
            Source::Return { function } => Some((function.clone(), input.site)),
            // A variable that is not set is no failure: null is an answer.
            _ => None,
        }
    }

    /// From here on the characters are those of the number.
    pub fn bind(&mut self, bound: Bound) {
        self.outside.bounds.push(bound);
    }

    /// The numbers of paths that the state may have taken.
    fn bounds_here(&self, pool: &mut TermPool) -> Vec<&Bound> {
        self.outside.bounds.possible(|condition| self.path.decide(pool, condition) != Some(false))
    }

    /// A condition that has to be known before it is clear whether some of these characters are a
    /// number's: states were merged that differ in that.
    pub fn binding_condition(&self, pool: &mut TermPool, text: &[SymbolId]) -> Option<Bool> {
        let shares = |bound: &Bound| bound.text.iter().any(|symbol| text.contains(symbol));
        let conditions = self.outside.bounds.conditions(shares).into_iter();
        conditions.into_iter().find(|condition| self.path.decide(pool, *condition).is_none())
    }

    /// The number that is written in just these characters.
    pub fn bound_in(&self, pool: &mut TermPool, text: &[SymbolId]) -> Option<&Bound> {
        self.bounds_here(pool).into_iter().find(|bound| bound.text == text)
    }

    /// Whether a character is one of a number's.
    pub fn is_bound(&self, pool: &mut TermPool, symbol: SymbolId) -> bool {
        self.bounds_here(pool).into_iter().any(|bound| bound.text.contains(&symbol))
    }
}
