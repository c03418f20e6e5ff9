//! What the prototype of a function says that LLVM's type of it does not: what its pointers lead to.
//!
//! Clang's debug info leaves out functions that are only declared. The names of types that its
//! checks of control flow attach to them have it: `_ZTSFiPKcPvE` is `int (const char *, void *)`, as
//! the Itanium ABI of C++ spells it.

use std::iter::Peekable;
use std::str::Bytes;

/// The kind of metadata attachment that names a function's type.
pub const TYPE_KIND: u64 = 19;

/// How deep types may lie in each other.
const DEEPEST: u32 = 32;

/// A type, as far as anybody asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Char,
    /// A number, `void` or a function.
    Plain,
    Pointer {
        to_const: bool,
        to_char: bool,
    },
    /// What may be none or several of LLVM's parameters, such as a struct.
    Several,
}

/// The parameters of a function, given the name of its type. `None` if it is of another kind
/// or has something in it that is not understood.
pub fn parameters(name: &str) -> Option<Vec<Kind>> {
    let name = name.strip_prefix("_ZTSF")?;
    let mut reader = Reader { rest: name.bytes().peekable(), seen: Vec::new(), depth: 0 };
    let parameters = reader.signature()?;
    reader.rest.next().is_none().then_some(parameters)
}

#[derive(Clone, Copy)]
struct Type {
    kind: Kind,
    is_const: bool,
}

struct Reader<'a> {
    rest: Peekable<Bytes<'a>>,
    /// What later parts of the name may refer to by its number.
    seen: Vec<Type>,
    depth: u32,
}

impl Reader<'_> {
    /// What a function returns and takes, up to the `E` after it.
    fn signature(&mut self) -> Option<Vec<Kind>> {
        self.next_type()?;
        let mut parameters = Vec::new();
        loop {
            match *self.rest.peek()? {
                b'E' => {
                    self.rest.next();
                    return Some(parameters);
                }
                // None at all, or any further ones.
                b'v' | b'z' => {
                    self.rest.next();
                }
                _ => parameters.push(self.next_type()?.kind),
            }
        }
    }

    fn next_type(&mut self) -> Option<Type> {
        if self.depth == DEEPEST {
            return None;
        }
        self.depth += 1;
        let read = self.read_type();
        self.depth -= 1;
        read
    }

    fn read_type(&mut self) -> Option<Type> {
        let (mut is_qualified, mut is_const) = (false, false);
        while let Some(qualifier) = self.rest.next_if(|byte| b"rVK".contains(byte)) {
            is_qualified = true;
            is_const |= qualifier == b'K';
        }
        if is_qualified {
            let kind = self.next_type()?.kind;
            return Some(self.see(Type { kind, is_const }));
        }
        let plain = |kind| Some(Type { kind, is_const: false });
        let kind = match self.rest.next()? {
            b'S' => {
                let number = self.number()?;
                return self.seen.get(number).copied();
            }
            b'c' => return plain(Kind::Char),
            // Two registers hold one of 128 bits.
            b'n' | b'o' => return plain(Kind::Several),
            b'v' | b'w' | b'b' | b'a' | b'h' | b's' | b't' | b'i' | b'j' | b'l' | b'm' | b'x'
            | b'y' | b'f' | b'd' | b'e' | b'g' => return plain(Kind::Plain),
            b'P' => {
                let to = self.next_type()?;
                Kind::Pointer { to_const: to.is_const, to_char: to.kind == Kind::Char }
            }
            b'C' => {
                self.next_type()?;
                Kind::Several
            }
            b'F' => {
                self.signature()?;
                Kind::Plain
            }
            b'A' => {
                while self.rest.next_if(u8::is_ascii_digit).is_some() {}
                self.rest.next_if_eq(&b'_')?;
                self.next_type()?;
                Kind::Plain
            }
            digit @ b'1'..=b'9' => self.named(digit)?,
            _ => return None,
        };
        Some(self.see(Type { kind, is_const: false }))
    }

    fn see(&mut self, ty: Type) -> Type {
        self.seen.push(ty);
        ty
    }

    /// A struct, a union or an enumeration.
    fn named(&mut self, first: u8) -> Option<Kind> {
        let mut len = usize::from(first - b'0');
        while let Some(digit) = self.rest.next_if(u8::is_ascii_digit) {
            len = len.checked_mul(10)?.checked_add(usize::from(digit - b'0'))?;
        }
        self.rest.nth(len.checked_sub(1)?)?;
        Some(Kind::Several)
    }

    /// The number of something seen before, in base 36: `S_` is the first, `S0_` the one after it.
    fn number(&mut self) -> Option<usize> {
        let mut number: Option<usize> = None;
        loop {
            match self.rest.next()? {
                b'_' => return number.map_or(Some(0), |number| number.checked_add(1)),
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
    use super::Kind::{Plain, Pointer, Several};
    use super::{Kind, parameters};

    const TEXT: Kind = Pointer { to_const: false, to_char: true };
    const CONST_TEXT: Kind = Pointer { to_const: true, to_char: true };
    const ANY: Kind = Pointer { to_const: false, to_char: false };
    const CONST: Kind = Pointer { to_const: true, to_char: false };

    #[test]
    fn names_of_types_say_where_pointers_lead() {
        let check = |name: &str, expected: &[_]| {
            assert_eq!(parameters(name).as_deref(), Some(expected), "{name}");
        };
        check("_ZTSFvvE", &[]);
        check("_ZTSFiE", &[]);
        check("_ZTSFiPKczE", &[CONST_TEXT]);
        // void (const char *, char *, const void *, const char *, struct s *, const T *,
        // const char *const *, const char **)
        let many = "_ZTSFvPKcPcPKvS0_P1sPK1TPKS0_PS0_E";
        check(many, &[CONST_TEXT, TEXT, CONST, CONST_TEXT, ANY, CONST, CONST, ANY]);
        check("_ZTSF1TS_PVvPVKciE", &[Several, ANY, CONST_TEXT, Plain]);
        check("_ZTSFv12color_optionCfnbPKvE", &[Several, Several, Several, Plain, CONST]);
        // void (void (*)(const char *, void *), int (*)[3], const char *)
        check("_ZTSFvPFvPKcPvEPA3_iS0_E", &[ANY, ANY, CONST_TEXT]);
    }

    #[test]
    fn other_names_say_nothing() {
        let deep = format!("_ZTSFi{}cE", "P".repeat(1_000_000));
        let qualified = format!("_ZTSFi{}cE", "CK".repeat(1_000_000));
        let odd = [
            "",
            "_ZTSFiPKcE.generalized",
            "_ZTSFiDv4_fE",
            "_ZTSFiS9_E",
            "_ZTSFi9999999999999999999999TE",
            "_ZTSFi4TE",
            "_ZTSFiPE",
            "_ZTSFiA3iE",
            "_ZTSFiSzzzzzzzzzzzzzzzzzzz_E",
            "_ZTSFiS3W5E11264SGSF_E",
            &deep,
            &qualified,
        ];
        odd.iter().for_each(|name| assert_eq!(parameters(name), None, "{name}"));
    }
}
