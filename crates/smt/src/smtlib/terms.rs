//! Terms and sorts of a script.
//!
//! A term is read by a loop over the tokens with two stacks: `frames` are the parentheses that are
//! open, `values` the terms that wait for them. What a name means is in one table; a `let` or a
//! parameter puts its meaning there and notes in `shadowed` what to put back.

use super::lexer::{Token, shortened};
use super::operators::{self, Context, Indexed, Op};
use super::script::{Meaning, Reader};
use super::values::{MAX_LANES, ScriptSort, ScriptTerm};
use super::{Result, SyntaxError};
use crate::concrete::bitvec::{BitVec, MAX_WIDTH};
use crate::pool::TermPool;
use crate::substitute::Substitution;
use crate::term::{Array, Bv};
use num_bigint::BigUint;

/// An open parenthesis.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame<'t> {
    /// Its arguments are the values from `base` on.
    Apply { op: Op, name: &'t str, at: usize, base: usize },
    /// A `let` whose bindings are being read: names from `names` on, values from `base` on.
    Bindings { names: usize, base: usize },
    /// A `let` whose body is being read: what it shadows is noted from `shadowed` on.
    Body { shadowed: usize },
    /// `(! term attributes)`
    Annotation,
}

/// Words with a syntax of their own.
#[derive(Clone, Copy, Debug)]
pub(super) enum Special {
    Let,
    Annotate,
    Underscore,
    As,
    /// Known to be out of reach, in words that go before "not supported".
    Unsupported(&'static str),
}

pub(super) const SPECIALS: &[(&str, Special)] = &[
    ("let", Special::Let),
    ("!", Special::Annotate),
    ("_", Special::Underscore),
    ("as", Special::As),
    ("forall", Special::Unsupported("quantifiers are")),
    ("exists", Special::Unsupported("quantifiers are")),
    ("lambda", Special::Unsupported("`lambda` is")),
    ("match", Special::Unsupported("datatypes are")),
    ("par", Special::Unsupported("`par` is")),
];

/// Decimal literals longer than this are refused: reading one takes the square of its length.
const MAX_DIGITS: usize = 20_000;

impl<'t> Reader<'t> {
    pub(super) fn term(&mut self, pool: &mut TermPool) -> Result<ScriptTerm> {
        loop {
            let token = self.lexer.next()?;
            let value = match token {
                Token::Open => match self.open(pool)? {
                    Some(value) => value,
                    None => continue,
                },
                Token::Close => self.close(pool)?,
                Token::Symbol | Token::Quoted => self.constant(pool)?,
                Token::Hex => self.literal(pool, 4)?,
                Token::Binary => self.literal(pool, 1)?,
                Token::Numeral | Token::Decimal => {
                    return Err(self.lexer.error("integers and reals are not supported"));
                }
                Token::Text => return Err(self.lexer.error("strings are not supported")),
                Token::Keyword | Token::End => return Err(self.expected("a term", token)),
            };
            // The value goes to the innermost frame, which may be complete with it.
            loop {
                match self.frames.last().copied() {
                    None => return Ok(value),
                    Some(Frame::Apply { .. }) => {
                        self.values.push(value);
                        break;
                    }
                    Some(Frame::Bindings { names, base }) => {
                        self.values.push(value);
                        self.close_parenthesis()?;
                        self.binding(names, base)?;
                        break;
                    }
                    Some(Frame::Body { shadowed }) => {
                        self.close_parenthesis()?;
                        self.uncover(shadowed);
                    }
                    Some(Frame::Annotation) => self.attributes(value)?,
                }
                self.frames.pop();
            }
        }
    }

    /// After an opening parenthesis: pushes a frame, or reads to the end if it is a constant.
    fn open(&mut self, pool: &mut TermPool) -> Result<Option<ScriptTerm>> {
        let at = self.lexer.start();
        let token = self.lexer.next()?;
        let name = self.lexer.text();
        let (op, name) = match token {
            Token::Symbol | Token::Quoted => match self.names.get(name) {
                Some(&Meaning::Op(op)) => (op, name),
                Some(&Meaning::Special(special)) if token == Token::Symbol => {
                    return self.special(pool, special);
                }
                Some(Meaning::Indexed(_)) => {
                    let message = format!("`{name}` is written `(_ {name} ...)`");
                    return Err(self.lexer.error(message));
                }
                Some(_) => {
                    let name = shortened(name);
                    return Err(self.lexer.error(format!("`{name}` takes no arguments")));
                }
                None => return Err(self.unknown(name)),
            },
            Token::Open => self.qualified()?,
            _ => return Err(self.expected("a function", token)),
        };
        self.frames.push(Frame::Apply { op, name, at, base: self.values.len() });
        Ok(None)
    }

    fn special(&mut self, pool: &mut TermPool, special: Special) -> Result<Option<ScriptTerm>> {
        match special {
            Special::Let => {
                self.open_parenthesis()?;
                let (names, base) = (self.bound.len(), self.values.len());
                self.frames.push(Frame::Bindings { names, base });
                self.binding(names, base)?;
                Ok(None)
            }
            Special::Annotate => {
                self.frames.push(Frame::Annotation);
                Ok(None)
            }
            Special::Underscore => self.decimal_literal(pool).map(Some),
            Special::As => Err(self.lexer.error("`as` is supported for constant arrays only")),
            Special::Unsupported(what) => Err(self.lexer.error(format!("{what} not supported"))),
        }
    }

    /// The function in `((_ name index...) ...)` and `((as const sort) ...)`, after the second
    /// parenthesis.
    fn qualified(&mut self) -> Result<(Op, &'t str)> {
        let token = self.lexer.next()?;
        match (token, self.lexer.text()) {
            (Token::Symbol, "_") => {
                let name = self.symbol("the name of an indexed function")?;
                let op = match self.names.get(name) {
                    Some(&Meaning::Indexed(Indexed::One(build))) => build(self.index()?),
                    Some(&Meaning::Indexed(Indexed::Two(build))) => {
                        let first = self.index()?;
                        build(first, self.index()?)
                    }
                    Some(_) => {
                        let name = shortened(name);
                        return Err(self.lexer.error(format!("`{name}` takes no index")));
                    }
                    None => return Err(self.unknown(name)),
                };
                self.close_parenthesis()?;
                Ok((op, name))
            }
            (Token::Symbol, "as") => {
                let name = self.symbol("`const`")?;
                if name != "const" {
                    return Err(self.lexer.error("`as` is supported for constant arrays only"));
                }
                self.lexer.peek();
                let at = self.lexer.end();
                let ScriptSort::Array { index, element } = self.sort()? else {
                    return Err(self.lexer.error_at(at, "`as const` needs the sort of an array"));
                };
                self.close_parenthesis()?;
                Ok((Op::ConstArray { index, element }, name))
            }
            _ => Err(self.expected("`_` or `as`", token)),
        }
    }

    /// Applies the function whose arguments end here.
    fn close(&mut self, pool: &mut TermPool) -> Result<ScriptTerm> {
        let Some(Frame::Apply { op, name, at, base }) = self.frames.last().copied() else {
            return Err(self.expected("a term", Token::Close));
        };
        let before = pool.term_count();
        let result = match op {
            Op::Defined(id) => self.expand(pool, id, name, base),
            _ => self.apply(pool, op, name, base),
        };
        let grown = pool.term_count() - before;
        let result = result.and_then(|term| self.budget.terms(grown).map(|()| term));
        self.values.truncate(base);
        self.frames.pop();
        result.map_err(|message| self.lexer.error_at(at, message))
    }

    /// A function of a theory, applied to the values from `base` on.
    fn apply(
        &mut self,
        pool: &mut TermPool,
        op: Op,
        name: &str,
        base: usize,
    ) -> std::result::Result<ScriptTerm, String> {
        let context = Context { pool, arrays: &mut self.arrays, budget: &mut self.budget };
        operators::apply(context, op, name, &self.values[base..])
    }

    /// The body of a definition with the values from `base` on in place of its parameters.
    fn expand(
        &mut self,
        pool: &mut TermPool,
        id: usize,
        name: &str,
        base: usize,
    ) -> std::result::Result<ScriptTerm, String> {
        let definition = &self.definitions[id];
        let args = &self.values[base..];
        if args.len() != definition.parameters.len() {
            let (expected, given) = (definition.parameters.len(), args.len());
            return Err(format!("`{}` takes {expected} arguments, not {given}", shortened(name)));
        }
        self.budget.terms(definition.size)?;
        let mut substitution = Substitution::new();
        for (i, (parameter, arg)) in definition.parameters.iter().zip(args).enumerate() {
            let (expected, given) =
                (self.arrays.sort(pool, *parameter), self.arrays.sort(pool, *arg));
            if expected != given {
                let (i, name) = (i + 1, shortened(name));
                return Err(format!("argument {i} of `{name}` must be {expected}, not {given}"));
            }
            for (parameter, term) in
                self.arrays.terms(*parameter).into_iter().zip(self.arrays.terms(*arg))
            {
                let symbol = pool.as_symbol(parameter).expect("a parameter is a symbol");
                if let Some(a) = pool.as_bool(term) {
                    substitution.insert(pool, symbol, a);
                } else if let Some(a) = pool.as_bv(term) {
                    substitution.insert(pool, symbol, a);
                } else if let Some(a) = pool.as_array(term) {
                    substitution.insert(pool, symbol, a);
                }
            }
        }
        let same_sort = "a substitution keeps the sort";
        Ok(match definition.body {
            ScriptTerm::Bool(body) => ScriptTerm::Bool(pool.substitute_bool(body, &substitution)),
            ScriptTerm::Bv(body) => ScriptTerm::Bv(pool.substitute_bv(body, &substitution)),
            ScriptTerm::Array(_) => {
                let lanes = pool.substitute_all(&self.arrays.terms(definition.body), &substitution);
                let lanes = lanes.into_iter().map(|lane| pool.as_array(lane).expect(same_sort));
                ScriptTerm::Array(self.arrays.add(lanes))
            }
        })
    }

    /// A name that stands alone.
    fn constant(&mut self, pool: &TermPool) -> Result<ScriptTerm> {
        let name = self.lexer.text();
        match self.names.get(name) {
            Some(Meaning::Term(term)) => Ok(*term),
            Some(Meaning::Truth(value)) => Ok(ScriptTerm::Bool(pool.bool_const(*value))),
            Some(_) => {
                let name = shortened(name);
                Err(self.lexer.error(format!("`{name}` is not a term on its own")))
            }
            None => Err(self.unknown(name)),
        }
    }

    /// Goes on to the value of the next binding of a `let`, or to its body.
    fn binding(&mut self, names: usize, base: usize) -> Result<()> {
        let token = self.lexer.next()?;
        match token {
            Token::Open => {
                let name = self.new_name()?;
                self.bound.push(name);
            }
            Token::Close => {
                let shadowed = self.shadowed.len();
                for i in 0..self.bound.len() - names {
                    self.cover(self.bound[names + i], self.values[base + i]);
                }
                self.bound.truncate(names);
                self.values.truncate(base);
                self.frames.pop();
                self.frames.push(Frame::Body { shadowed });
            }
            _ => return Err(self.expected("`(` and a binding", token)),
        }
        Ok(())
    }

    /// Gives a name a local meaning.
    pub(super) fn cover(&mut self, name: &'t str, term: ScriptTerm) {
        let previous = self.names.insert(name, Meaning::Term(term));
        self.shadowed.push((name, previous));
    }

    /// Takes back the local meanings that were noted from `down_to` on.
    pub(super) fn uncover(&mut self, down_to: usize) {
        while self.shadowed.len() > down_to {
            match self.shadowed.pop() {
                Some((name, Some(meaning))) => self.names.insert(name, meaning),
                Some((name, None)) => self.names.remove(name),
                None => break,
            };
        }
    }

    /// The attributes after an annotated term, with the parenthesis after them.
    fn attributes(&mut self, term: ScriptTerm) -> Result<()> {
        let mut token = self.lexer.next()?;
        loop {
            match token {
                Token::Keyword => {}
                Token::Close => return Ok(()),
                _ => return Err(self.expected("an attribute or `)`", token)),
            }
            if self.lexer.text() == ":named" {
                let name = self.new_name()?;
                self.named.push((name, term, self.lexer.start()));
                token = self.lexer.next()?;
            } else {
                // A value is optional.
                token = self.lexer.next()?;
                if !matches!(token, Token::Keyword | Token::Close) {
                    self.skip_rest(token)?;
                    token = self.lexer.next()?;
                }
            }
        }
    }

    /// `#b1010` or `#xa`, of `bits` bits a digit.
    fn literal(&mut self, pool: &mut TermPool, bits: u32) -> Result<ScriptTerm> {
        let digits = self.lexer.text();
        let count = u32::try_from(digits.len()).unwrap_or(u32::MAX);
        let width = count.saturating_mul(bits);
        self.check_width(width)?;
        if width <= 64 {
            let value = u64::from_str_radix(digits, 1 << bits).expect("digits of the radix");
            return Ok(ScriptTerm::Bv(pool.bv_u64(width, value)));
        }
        let value = BigUint::parse_bytes(digits.as_bytes(), 1 << bits);
        let value = value.expect("digits of the radix");
        Ok(ScriptTerm::Bv(wide(pool, &value, width)))
    }

    /// `(_ bv10 32)`, after the underscore.
    fn decimal_literal(&mut self, pool: &mut TermPool) -> Result<ScriptTerm> {
        let name = self.symbol("`bv` and a number")?;
        let at = self.lexer.start();
        let digits = match name.strip_prefix("bv") {
            Some(digits) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
                digits
            }
            _ => match self.names.get(name) {
                Some(Meaning::Indexed(_)) => {
                    let message = format!("`(_ {name} ...)` is a function and needs arguments");
                    return Err(self.lexer.error(message));
                }
                _ => return Err(self.unknown(name)),
            },
        };
        let width = self.width()?;
        self.close_parenthesis()?;
        let too_large = |reader: &Reader<'t>| {
            let name = shortened(name);
            reader.lexer.error_at(at, format!("`{name}` does not fit into {width} bits"))
        };
        if width <= 64
            && let Ok(value) = digits.parse::<u64>()
        {
            if width < 64 && value >> width != 0 {
                return Err(too_large(self));
            }
            return Ok(ScriptTerm::Bv(pool.bv_u64(width, value)));
        }
        let digits = digits.trim_start_matches('0');
        if digits.len() > MAX_DIGITS {
            let message = format!("a decimal literal of more than {MAX_DIGITS} digits");
            return Err(self.lexer.error_at(at, message));
        }
        // Nothing is left of zero.
        let value = BigUint::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
        if value.bits() > u64::from(width) {
            return Err(too_large(self));
        }
        self.budget.bits(width).map_err(|message| self.lexer.error_at(at, message))?;
        Ok(ScriptTerm::Bv(wide(pool, &value, width)))
    }

    /// A sort. Only arrays have sorts inside, and those are of bit-vectors, so this does not recurse.
    pub(super) fn sort(&mut self) -> Result<ScriptSort> {
        let token = self.lexer.next()?;
        if matches!(token, Token::Symbol | Token::Quoted) {
            return self.named_sort();
        }
        if token != Token::Open {
            return Err(self.expected("a sort", token));
        }
        let token = self.lexer.next()?;
        match (token, self.lexer.text()) {
            (Token::Symbol, "_") => self.bit_vector_sort(),
            (Token::Symbol, "Array") => {
                let index = self.part_of_array("an index", 1..=64, |_| true)?;
                let most = 8 * u32::try_from(MAX_LANES).unwrap_or(1);
                let element =
                    self.part_of_array("an element", 8..=most, |width| width.is_multiple_of(8))?;
                self.close_parenthesis()?;
                Ok(ScriptSort::Array { index, element })
            }
            (Token::Symbol, name) => Err(self.unknown_sort(name)),
            _ => Err(self.expected("a sort", token)),
        }
    }

    fn named_sort(&mut self) -> Result<ScriptSort> {
        let name = self.lexer.text();
        match self.sorts.get(name) {
            Some(sort) => Ok(*sort),
            None if name == "Bool" => Ok(ScriptSort::Bool),
            None => Err(self.unknown_sort(name)),
        }
    }

    /// `(_ BitVec 8)`, after the underscore.
    fn bit_vector_sort(&mut self) -> Result<ScriptSort> {
        let name = self.symbol("`BitVec`")?;
        if name != "BitVec" {
            return Err(self.unknown_sort(name));
        }
        let width = self.width()?;
        self.close_parenthesis()?;
        Ok(ScriptSort::BitVec(width))
    }

    fn part_of_array(
        &mut self,
        part: &str,
        widths: std::ops::RangeInclusive<u32>,
        fits: fn(u32) -> bool,
    ) -> Result<u32> {
        let token = self.lexer.next()?;
        let at = self.lexer.start();
        let sort = match token {
            Token::Symbol | Token::Quoted => self.named_sort()?,
            Token::Open => match (self.lexer.next()?, self.lexer.text()) {
                (Token::Symbol, "_") => self.bit_vector_sort()?,
                (Token::Symbol, "Array") => {
                    let message = format!("an array as {part} of an array is not supported");
                    return Err(self.lexer.error_at(at, message));
                }
                (Token::Symbol, name) => return Err(self.unknown_sort(name)),
                (token, _) => return Err(self.expected("a sort", token)),
            },
            _ => return Err(self.expected("a sort", token)),
        };
        match sort {
            ScriptSort::BitVec(width) if widths.contains(&width) && fits(width) => Ok(width),
            _ => {
                let message = if *widths.start() == 8 {
                    format!(
                        "an array with elements of sort {sort} is not supported, only with 8, 16, 24 and so on up to 64 bits"
                    )
                } else {
                    format!(
                        "an array with indices of sort {sort} is not supported, only with 1 to 64 bits"
                    )
                };
                Err(self.lexer.error_at(at, message))
            }
        }
    }

    /// The width of a bit-vector.
    fn width(&mut self) -> Result<u32> {
        let width = self.index()?;
        self.check_width(width)?;
        Ok(width)
    }

    fn check_width(&self, width: u32) -> Result<()> {
        if (1..=MAX_WIDTH).contains(&width) {
            return Ok(());
        }
        Err(self.lexer.error(format!("a bit-vector has 1 to {MAX_WIDTH} bits")))
    }

    /// A number after the name of an indexed function or sort.
    fn index(&mut self) -> Result<u32> {
        match self.lexer.next()? {
            Token::Numeral => {
                self.lexer.text().parse().map_err(|_| self.lexer.error("this number is too large"))
            }
            token => Err(self.expected("a number", token)),
        }
    }

    /// New symbols for a constant or parameter. The name is free in the script but may be taken in
    /// the pool, by a declaration that has been popped or by a lane.
    pub(super) fn new_symbols(
        &mut self,
        pool: &mut TermPool,
        name: &str,
        sort: ScriptSort,
    ) -> ScriptTerm {
        let free = |pool: &mut TermPool, name: &str| match pool.find_symbol(name) {
            Some(_) => pool.fresh_name(name),
            None => name.to_owned(),
        };
        match sort {
            ScriptSort::Bool => {
                let name = free(pool, name);
                ScriptTerm::Bool(pool.bool_symbol(&name))
            }
            ScriptSort::BitVec(width) => {
                let name = free(pool, name);
                ScriptTerm::Bv(pool.bv_symbol(&name, width))
            }
            ScriptSort::Array { index, element } => {
                let lanes = (0..element / 8).map(|lane| -> Array {
                    let name = match element {
                        8 => free(pool, name),
                        _ => free(pool, &format!("{name}!{lane}")),
                    };
                    pool.array_symbol(&name, index)
                });
                ScriptTerm::Array(self.arrays.add(lanes))
            }
        }
    }

    fn unknown(&self, name: &str) -> Box<SyntaxError> {
        const NUMBERS: &[&str] =
            &["+", "-", "*", "/", "<", "<=", ">", ">=", "div", "mod", "abs", "bv2nat", "int2bv"];
        let message = if name.starts_with("fp.") || name.starts_with("to_fp") || name == "fp" {
            "floating point is not supported".to_owned()
        } else if NUMBERS.contains(&name) {
            format!("`{name}`: integers and reals are not supported")
        } else {
            format!("unknown name `{}`", shortened(name))
        };
        self.lexer.error(message)
    }

    fn unknown_sort(&self, name: &str) -> Box<SyntaxError> {
        let message = match name {
            "Int" | "Real" => "integers and reals are not supported".to_owned(),
            "FloatingPoint" | "RoundingMode" | "Float16" | "Float32" | "Float64" | "Float128" => {
                "floating point is not supported".to_owned()
            }
            "String" | "RegLan" | "Seq" => format!("the sort `{name}` is not supported"),
            _ => format!("unknown sort `{}`", shortened(name)),
        };
        self.lexer.error(message)
    }
}

/// A constant that fits into `width` bits.
fn wide(pool: &mut TermPool, value: &BigUint, width: u32) -> Bv {
    let bytes = value.to_bytes_le();
    let value = BitVec::from_le_bytes(&bytes);
    // The bytes may be more than the width, by zeros at the top, or fewer.
    let value = if value.width() > width { value.trunc(width) } else { value.zext(width) };
    pool.bv_const(&value)
}
