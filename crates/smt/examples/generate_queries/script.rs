//! One query while it is written.
//!
//! Terms are text, as in SMT-LIB: nothing simplifies them before they are written, so every solver gets the same query.

use std::fmt::{self, Write};

/// Bytes of an object.
pub const OBJECT: u64 = 4096;

/// Which of the four queries of a family.
#[derive(Clone, Copy)]
pub struct Variant {
    /// 64 bits and not 32.
    wide: bool,
    /// That something cannot happen, where the other is a search for how it can.
    proof: bool,
}

impl Variant {
    pub const ALL: [Variant; 4] = [
        Variant { wide: false, proof: false },
        Variant { wide: false, proof: true },
        Variant { wide: true, proof: false },
        Variant { wide: true, proof: true },
    ];
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = if self.wide { 64 } else { 32 };
        write!(f, "{width}_{}", if self.proof { "proof" } else { "search" })
    }
}

/// A number as a term.
pub fn number(width: u32, value: u64) -> String {
    format!("(_ bv{value} {width})")
}

/// A term with zeros in front.
pub fn zero_extend(by: u32, term: &str) -> String {
    format!("((_ zero_extend {by}) {term})")
}

/// A term with copies of its sign in front.
pub fn sign_extend(by: u32, term: &str) -> String {
    format!("((_ sign_extend {by}) {term})")
}

pub fn extract(high: u32, low: u32, term: &str) -> String {
    format!("((_ extract {high} {low}) {term})")
}

pub struct Script {
    variant: Variant,
    random: fastrand::Rng,
    models: String,
    status: Option<&'static str>,
    body: String,
    /// Bytes of the input that are variables, when variables are bytes of an input.
    input: Option<u64>,
    has_zeros: bool,
}

impl Script {
    pub fn new(variant: Variant, mut random: fastrand::Rng) -> Script {
        // Executors with a memory of bytes ask about bytes of their input; others about words.
        let input = (random.u32(..3) == 0).then_some(0);
        let (models, body) = (String::new(), String::new());
        Script { variant, random, models, status: None, body, input, has_zeros: false }
    }

    pub fn finish(self) -> String {
        // z3 knows constant arrays, which are not in the standard, in this logic only.
        let logic = if self.has_zeros { "ALL" } else { "QF_ABV" };
        let mut text = format!("; {}\n(set-logic {logic})\n", self.models);
        if let Some(status) = self.status {
            line(&mut text, format_args!("(set-info :status {status})"));
        }
        if self.input.is_some_and(|used| used > 0) {
            line(&mut text, format_args!("(declare-fun input () {})", sort_of_object(32)));
        }
        text + &self.body + "(check-sat)\n(exit)\n"
    }

    /// The piece of C, in a line.
    pub fn models(&mut self, what: &str) {
        what.clone_into(&mut self.models);
    }

    /// The answer, for queries whose answer needs no solver.
    pub fn can_happen(&mut self) {
        self.status = Some("sat");
    }

    pub fn cannot_happen(&mut self) {
        self.status = Some("unsat");
    }
}

/// What a family asks of its variant, and its choices.
impl Script {
    pub fn proof(&self) -> bool {
        self.variant.proof
    }

    pub fn wide(&self) -> bool {
        self.variant.wide
    }

    pub fn width(&self) -> u32 {
        if self.wide() { 64 } else { 32 }
    }

    /// The largest number of that width.
    pub fn max(&self) -> u64 {
        if self.wide() { u64::MAX } else { u64::from(u32::MAX) }
    }

    pub fn either<T>(&self, narrow: T, wide: T) -> T {
        if self.wide() { wide } else { narrow }
    }

    pub fn pick(&mut self, from: &[u64]) -> u64 {
        *self.random.choice(from).expect("there is something to pick from")
    }

    /// Both ends included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        self.random.u64(low..=high)
    }

    pub fn byte(&mut self) -> u8 {
        self.random.u8(..)
    }
}

/// What makes the query.
impl Script {
    /// A number that the program was given.
    pub fn variable(&mut self, name: &str, width: u32) -> String {
        match self.input {
            Some(used) if width.is_multiple_of(8) => {
                let bytes = u64::from(width / 8);
                self.input = Some(used + bytes);
                let word = little_endian("input", (used..used + bytes).map(|at| number(32, at)));
                self.define(name, width, &word)
            }
            _ => {
                line(&mut self.body, format_args!("(declare-fun {name} () (_ BitVec {width}))"));
                name.to_owned()
            }
        }
    }

    /// A name for a term.
    pub fn define(&mut self, name: &str, width: u32, term: &str) -> String {
        line(&mut self.body, format_args!("(define-fun {name} () (_ BitVec {width}) {term})"));
        name.to_owned()
    }

    pub fn assert(&mut self, condition: &str) {
        line(&mut self.body, format_args!("(assert {condition})"));
    }

    /// `term`, of that width, is at most `most`.
    pub fn at_most(&mut self, term: &str, width: u32, most: u64) {
        self.assert(&format!("(bvule {term} {})", number(width, most)));
    }

    /// `term`, of that width, is at least `least`.
    pub fn at_least(&mut self, term: &str, width: u32, least: u64) {
        self.assert(&format!("(bvuge {term} {})", number(width, least)));
    }

    pub fn equals(&mut self, term: &str, width: u32, value: u64) {
        self.assert(&format!("(= {term} {})", number(width, value)));
    }
}

/// Objects in memory: arrays of bytes, with indices of the variant's width.
impl Script {
    /// An object of which nothing is known.
    pub fn object(&mut self, name: &str) -> String {
        let sort = sort_of_object(self.width());
        line(&mut self.body, format_args!("(declare-fun {name} () {sort})"));
        name.to_owned()
    }

    /// An object that calloc made.
    pub fn zeros(&mut self, name: &str) -> String {
        self.has_zeros = true;
        let sort = sort_of_object(self.width());
        self.define_object(name, &format!("((as const {sort}) #x00)"))
    }

    /// A constant table, mostly with an assertion for each element. One in four is stores one on top
    /// of the other, as an executor has it that ran the initialisation: few, as z3 answers none.
    pub fn table(&mut self, name: &str, bytes: &[u8]) -> String {
        let width = self.width();
        if self.between(0, 3) > 0 {
            self.object(name);
            for (at, byte) in (0..).zip(bytes) {
                let at = number(width, at);
                self.assert(&format!("(= (select {name} {at}) #x{byte:02x})"));
            }
            return name.to_owned();
        }
        let mut term = "(store ".repeat(bytes.len()) + &self.object("before");
        for (at, byte) in (0..).zip(bytes) {
            term += &format!("\n {} #x{byte:02x})", number(width, at));
        }
        self.define_object(name, &term)
    }

    pub fn define_object(&mut self, name: &str, term: &str) -> String {
        let sort = sort_of_object(self.width());
        line(&mut self.body, format_args!("(define-fun {name} () {sort} {term})"));
        name.to_owned()
    }

    /// An index that the program has checked.
    pub fn index(&mut self, name: &str) -> String {
        let width = self.width();
        let index = self.variable(name, width);
        self.assert(&format!("(bvult {index} {})", number(width, OBJECT)));
        index
    }
}

/// The bytes of `object` at `indices` as one number.
pub fn little_endian(object: &str, indices: impl Iterator<Item = String>) -> String {
    let loads = indices.map(|at| format!("(select {object} {at})"));
    loads.reduce(|low, high| format!("(concat {high} {low})")).expect("a number has bytes")
}

fn sort_of_object(width: u32) -> String {
    format!("(Array (_ BitVec {width}) (_ BitVec 8))")
}

fn line(text: &mut String, arguments: fmt::Arguments<'_>) {
    writeln!(text, "{arguments}").expect("writing to a string does not fail");
}
