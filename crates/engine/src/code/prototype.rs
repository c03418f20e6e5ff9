//! How the arguments and the result of a modelled function are passed, and what a call that declares it otherwise passes.
//!
//! A program may declare `long atoi()`, or `strlen` without a parameter: the call then passes what its own declaration
//! says, and the function takes what its definition says. Here, and nowhere else, the one is made the other.
//!
//! Invariant: a model sees arguments of the types that it is written for, and a register receives a value of its own
//! width. Bits that the calling convention leaves undefined are unknown.

use crate::value::Value;
use crate::value::lane::Lane;
use crate::value::lane::{Arg, ArgKind};
use crate::value::terms::{self, resize};
use margay_smt::TermPool;

/// The types of a function's result and parameters, a letter for each, the result first; a full stop at the end is for
/// further arguments.
///
/// `v` nothing; integers of 1 `b`, 8 `c`, 16 `h`, 32 `i`, 64 `q` and 128 bits `o`; `l` and `p` of the size of a pointer;
/// `f` float, `d` double, `e` long double, `g` of 128 bits; `w` a complex float, `m` a structure in memory; `x` is one that
/// is not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prototype(pub &'static str);

/// How a value is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Nothing,
    Int(u32),
    Float(u32),
    LongDouble,
    Vector,
    Memory,
    Any,
}

/// What a declared call passes to a function.
pub(crate) enum Passed {
    /// The arguments, as the function takes them.
    As(Vec<Arg>),
    /// What the function reads is not what was passed.
    Otherwise,
}

/// What a register of the call receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// What the function returned, of this many bits.
    Bits(u32),
    /// What the function returned, as it is.
    Whole,
    /// Something that the function did not put there.
    Unknown,
}

impl Prototype {
    fn classes(self, word: u32) -> impl Iterator<Item = Class> {
        self.0.bytes().filter(|letter| *letter != b'.').map(move |letter| match letter {
            b'v' => Class::Nothing,
            b'b' => Class::Int(1),
            b'c' => Class::Int(8),
            b'h' => Class::Int(16),
            b'i' => Class::Int(32),
            b'l' | b'p' => Class::Int(word),
            b'q' => Class::Int(64),
            b'o' => Class::Int(128),
            b'f' => Class::Float(32),
            b'd' => Class::Float(64),
            b'e' => Class::LongDouble,
            b'g' => Class::Float(128),
            b'w' => Class::Vector,
            b'm' => Class::Memory,
            _ => Class::Any,
        })
    }

    /// The arguments of a call as the function takes them. Narrower integers are extended with zeros, as the code of a
    /// caller leaves them.
    pub(crate) fn pass(self, pool: &mut TermPool, args: Vec<Arg>, word: u32) -> Passed {
        let mut args = args;
        for (index, class) in self.classes(word).skip(1).enumerate() {
            let Some(arg) = args.get_mut(index) else { return Passed::Otherwise };
            match (class, arg.kind) {
                (Class::Int(taken), ArgKind::Int(given)) if taken != given => {
                    arg.value = resize(pool, arg.value, given, taken);
                    arg.kind = ArgKind::Int(taken);
                }
                (Class::Int(_), ArgKind::Int(_))
                | (Class::Vector, ArgKind::Vector(_))
                | (Class::Memory, ArgKind::Memory { .. })
                | (Class::Any, _) => {}
                (Class::Float(bits), ArgKind::Float(kind)) if kind.bits() == bits => {}
                // Which type `long double` is, the target says.
                (Class::LongDouble, ArgKind::Float(kind)) if kind.bits() >= 64 => {}
                _ => return Passed::Otherwise,
            }
        }
        Passed::As(args)
    }

    /// What the first register of a call receives.
    pub(crate) fn receive(self, wanted: Lane, word: u32) -> Received {
        match (self.classes(word).next().unwrap_or(Class::Any), wanted.float) {
            (Class::Any | Class::Vector | Class::Memory, _) => Received::Whole,
            (Class::Int(bits), None) => Received::Bits(bits),
            (Class::Float(bits), Some(_)) if wanted.bits == bits => Received::Whole,
            (Class::LongDouble, Some(kind)) if kind.bits() >= 64 => Received::Whole,
            _ => Received::Unknown,
        }
    }
}

/// A value as a register of this width holds it: what is too wide is cut, what is too narrow gets zeros.
pub(crate) fn fit(pool: &mut TermPool, value: Value, bits: u32) -> Value {
    match value {
        Value::Term(term) => {
            let from = pool.width(term);
            resize(pool, value, from, bits)
        }
        // The widths of these are not known; the value is.
        Value::Int(known) if bits < 64 => Value::Int(known & crate::value::mask(bits)),
        Value::Int(_) if bits == 64 => value,
        Value::Partial { bits: known, undef } if bits <= 64 => Value::partial(known, undef, bits),
        Value::Int(_) | Value::Wide(_) | Value::Partial { .. } => resize(pool, value, 128, bits),
        Value::Undef => value,
    }
}

/// The value that a function returned in some low bits of a register, with bits above them of which nothing is known.
pub(crate) fn widened(pool: &mut TermPool, low: Value, bits: u32, above: margay_smt::Bv) -> Value {
    let low = terms::term(pool, low, bits);
    let value = pool.bv_concat(above, low);
    terms::as_known(pool, value)
}
