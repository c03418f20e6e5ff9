//! Floating-point numbers as text, both ways.
//!
//! Everything here is exact: digits come from integer arithmetic of any size and
//! are rounded once, to nearest with ties to even, as glibc does in its default
//! rounding mode. A number is its bit pattern with its [`FloatKind`]; no host float
//! takes part where the host's format could lose a bit.

mod decimal;
mod parse;
mod render;

pub use decimal::{Scientific, fixed, scientific};
pub use parse::{Parsed, Range, parse_float};
pub use render::{Body, Style, render};

pub use margay_ir::FloatKind;
use margay_ir::Program;

/// The format of `long double` on the target.
pub fn long_double(program: &Program) -> FloatKind {
    let triple = &program.triple;
    let x86 =
        ["x86_64", "i386", "i486", "i586", "i686"].iter().any(|arch| triple.starts_with(arch));
    let wide = ["aarch64", "riscv", "mips64", "s390x", "loongarch", "sparc"];
    if x86 && !triple.contains("msvc") {
        FloatKind::X87
    } else if wide.iter().any(|arch| triple.starts_with(arch)) && !triple.contains("apple") {
        FloatKind::Quad
    } else if triple.starts_with("powerpc") {
        FloatKind::PpcDouble
    } else {
        FloatKind::Double
    }
}

/// What a bit pattern stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    pub negative: bool,
    pub class: Class,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Zero,
    /// `mantissa * 2^exponent`, the mantissa not zero.
    Finite {
        mantissa: u128,
        exponent: i32,
    },
    Infinite,
    Nan,
}

/// The layout of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    /// Bits of the significand, the leading one included.
    pub precision: u32,
    pub exponent_bits: u32,
    /// Whether the leading bit is stored, as in the x87 format.
    pub explicit: bool,
}

impl Format {
    pub fn of(kind: FloatKind) -> Format {
        let (precision, exponent_bits) = match kind {
            FloatKind::Half => (11, 5),
            FloatKind::BFloat => (8, 8),
            FloatKind::Single => (24, 8),
            // Of PowerPC's pair, the first double is the value but for its last bits.
            FloatKind::Double | FloatKind::PpcDouble => (53, 11),
            FloatKind::X87 => (64, 15),
            FloatKind::Quad => (113, 15),
        };
        Format { precision, exponent_bits, explicit: kind == FloatKind::X87 }
    }

    /// Bits of the significand that are stored.
    pub fn stored_bits(self) -> u32 {
        if self.explicit { self.precision } else { self.precision - 1 }
    }

    pub fn bias(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The largest stored exponent, which infinities and NaNs have.
    pub fn special(self) -> u128 {
        (1 << self.exponent_bits) - 1
    }

    pub fn sign_bit(self) -> u128 {
        1 << (self.stored_bits() + self.exponent_bits)
    }

    /// Exponent of the last bit of the smallest number.
    pub fn least_exponent(self) -> i32 {
        let precision = i32::try_from(self.precision).expect("at most 113");
        1 - self.bias() - (precision - 1)
    }

    pub fn infinity(self) -> u128 {
        let leading = if self.explicit { 1 << (self.precision - 1) } else { 0 };
        self.special() << self.stored_bits() | leading
    }

    pub fn quiet_nan(self) -> u128 {
        self.infinity() | 1 << (self.precision - 2)
    }
}

pub fn decode(bits: u128, kind: FloatKind) -> Decoded {
    let format = Format::of(kind);
    let stored = format.stored_bits();
    let negative = bits & format.sign_bit() != 0;
    let fraction = bits & ((1 << stored) - 1);
    let exponent = bits >> stored & format.special();
    let class = if exponent == format.special() {
        let ignored = if format.explicit { 1 << (format.precision - 1) } else { 0 };
        if fraction & !ignored == 0 { Class::Infinite } else { Class::Nan }
    } else if exponent == 0 && fraction == 0 {
        Class::Zero
    } else {
        let hidden = if exponent != 0 && !format.explicit { 1 << stored } else { 0 };
        let scale = i32::try_from(exponent.max(1)).expect("at most 15 bits") - 1;
        let mantissa = fraction | hidden;
        match mantissa {
            0 => Class::Zero,
            _ => Class::Finite { mantissa, exponent: format.least_exponent() + scale },
        }
    };
    Decoded { negative, class }
}
