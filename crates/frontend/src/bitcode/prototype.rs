//! What the prototype of a function says that LLVM's type of it does not: which of its pointers
//! lead to what it only reads.
//!
//! Clang's debug info leaves out functions that are only declared. The names of types that its
//! checks of control flow attach to them have it, where all pointers count as pointers to `void`:
//! `_ZTSFiPKvPvE.generalized` is `int (const void *, void *)`.

use std::iter::Peekable;
use std::str::Bytes;

/// The kind of metadata attachment that names a function's type.
pub const TYPE_KIND: u64 = 19;

/// A parameter, as a prototype has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A pointer to what is `const`.
    ToConst,
    /// Another pointer or number, which is one parameter of LLVM's.
    One,
    /// What may be none or several of them, such as a struct.
    Several,
}

/// The parameters of a function, given the name of its type. `None` if it is of another kind
/// or has something in it that C does not.
pub fn parameters(name: &str) -> Option<Vec<Parameter>> {
    let name = name.strip_prefix("_ZTSF")?.strip_suffix("E.generalized")?;
    let mut reader = Reader { rest: name.bytes().peekable(), seen: Vec::new() };
    reader.next_type()?;
    let mut parameters = Vec::new();
    while let Some(&first) = reader.rest.peek() {
        match first {
            // None at all, or any further ones.
            b'v' | b'z' => {
                reader.rest.next();
            }
            _ => parameters.push(reader.next_type()?),
        }
    }
    Some(parameters)
}

struct Reader<'a> {
    rest: Peekable<Bytes<'a>>,
    /// What later parts of the name may refer to by its number.
    seen: Vec<Parameter>,
}

impl Reader<'_> {
    fn next_type(&mut self) -> Option<Parameter> {
        let parameter = match self.rest.next()? {
            b'S' => return self.again(),
            b'P' => self.pointer()?,
            b'V' | b'r' | b'K' => self.next_type()?,
            digit @ b'1'..=b'9' => self.named(digit)?,
            b'C' => {
                self.next_type()?;
                Parameter::Several
            }
            b'n' | b'o' => return Some(Parameter::Several),
            b'v' | b'b' | b'a'..=b'm' | b's'..=b't' | b'w'..=b'y' => return Some(Parameter::One),
            _ => return None,
        };
        self.seen.push(parameter);
        Some(parameter)
    }

    /// What a pointer leads to: `void`, with qualifiers, or one that was seen before.
    fn pointer(&mut self) -> Option<Parameter> {
        let (mut is_qualified, mut pointer) = (false, Parameter::One);
        while let Some(qualifier) = self.rest.next_if(|byte| b"rVK".contains(byte)) {
            is_qualified = true;
            if qualifier == b'K' {
                pointer = Parameter::ToConst;
            }
        }
        match self.rest.next()? {
            b'v' if is_qualified => self.seen.push(pointer),
            b'v' => {}
            b'S' if !is_qualified => return self.again(),
            _ => return None,
        }
        Some(pointer)
    }

    /// A struct, a union or an enumeration.
    fn named(&mut self, first: u8) -> Option<Parameter> {
        let mut len = usize::from(first - b'0');
        while let Some(digit) = self.rest.next_if(u8::is_ascii_digit) {
            len = len.checked_mul(10)?.checked_add(usize::from(digit - b'0'))?;
        }
        self.rest.nth(len.checked_sub(1)?)?;
        Some(Parameter::Several)
    }

    /// Something seen before.
    fn again(&mut self) -> Option<Parameter> {
        let number = self.number()?;
        self.seen.get(number).copied()
    }

    /// Its number, in base 36: `S_` is the first, `S0_` the one after it.
    fn number(&mut self) -> Option<usize> {
        let mut number: Option<usize> = None;
        loop {
            match self.rest.next()? {
                b'_' => return Some(number.map_or(0, |number| number + 1)),
                digit => {
                    let digit = usize::try_from(char::from(digit).to_digit(36)?).ok()?;
                    number = Some(number.unwrap_or(0).checked_mul(36)?.checked_add(digit)?);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Parameter::{One, Several, ToConst};
    use super::parameters;

    #[test]
    fn names_of_types_say_what_is_const() {
        let check = |name: &str, expected: &[_]| {
            assert_eq!(parameters(name).as_deref(), Some(expected), "{name}");
        };
        check("_ZTSFvvE.generalized", &[]);
        check("_ZTSFiE.generalized", &[]);
        check("_ZTSFiPKvzE.generalized", &[ToConst]);
        let many = "_ZTSFvPKvPvS0_S0_S1_S0_S0_S1_E.generalized";
        check(many, &[ToConst, One, ToConst, ToConst, One, ToConst, ToConst, One]);
        check("_ZTSFPvS_PVKvE.generalized", &[One, ToConst]);
        check("_ZTSF1TS_PVvPKviE.generalized", &[Several, One, ToConst, One]);
        check(
            "_ZTSFv12color_optionCfnbPKvE.generalized",
            &[Several, Several, Several, One, ToConst],
        );
    }

    #[test]
    fn other_names_say_nothing() {
        let odd = [
            "",
            "_ZTSFiPKcE",
            "_ZTSFiDv4_fE.generalized",
            "_ZTSFiS9_E.generalized",
            "_ZTSFi9999999999999999999999TE.generalized",
            "_ZTSFi4TE.generalized",
            "_ZTSFiPE.generalized",
            "_ZTSFiSzzzzzzzzzzzzzzzzzzz_E.generalized",
        ];
        odd.iter().for_each(|name| assert_eq!(parameters(name), None, "{name}"));
    }
}
