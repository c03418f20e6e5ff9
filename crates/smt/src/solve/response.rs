//! What an SMT solver prints, read back.
//!
//! Invariant: nothing here trusts the text. It is cut into one response at a time and into tokens;
//! asking for a value of the wrong shape gives `None`. A response is a flat list of tokens, so the
//! depth of its parentheses costs no stack.

use crate::concrete::bitvec::BitVec;
use crate::value::ArrayValue;
use num_bigint::BigUint;

/// Finds the end of each response in a stream of bytes.
#[derive(Default)]
pub(super) struct Splitter {
    text: Vec<u8>,
    depth: usize,
    inside: Inside,
}

#[derive(Default, Clone, Copy, PartialEq)]
enum Inside {
    #[default]
    Plain,
    /// Between bars or quotes; the byte ends it. Two quotes in a string start it again at once.
    Quoted(u8),
    Comment,
}

impl Splitter {
    /// How many bytes wait for the end of their response.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Takes one byte; the response, if this was the last of it.
    pub fn push(&mut self, byte: u8) -> Option<String> {
        let blank = byte.is_ascii_whitespace();
        match self.inside {
            Inside::Quoted(end) => {
                self.text.push(byte);
                if byte == end {
                    self.inside = Inside::Plain;
                }
                return None;
            }
            Inside::Comment => {
                if byte == b'\n' {
                    self.inside = Inside::Plain;
                }
                return None;
            }
            Inside::Plain => {}
        }
        if self.depth == 0 && blank {
            return self.finish();
        }
        match byte {
            b';' => {
                self.inside = Inside::Comment;
                return None;
            }
            b'|' | b'"' => self.inside = Inside::Quoted(byte),
            b'(' => self.depth += 1,
            b')' => {
                self.text.push(byte);
                self.depth = self.depth.saturating_sub(1);
                return if self.depth == 0 { self.finish() } else { None };
            }
            _ => {}
        }
        self.text.push(byte);
        None
    }

    /// What has come so far, as a response.
    pub fn finish(&mut self) -> Option<String> {
        let text = std::mem::take(&mut self.text);
        self.depth = 0;
        self.inside = Inside::Plain;
        (!text.is_empty()).then(|| String::from_utf8_lossy(&text).into_owned())
    }
}

/// A response cut into tokens, its parentheses matched.
pub(super) struct Response<'a> {
    tokens: Vec<Token<'a>>,
}

#[derive(Clone, Copy)]
enum Token<'a> {
    Atom(&'a str),
    /// The list's tokens end before this position, which is that of its `)`.
    Open(usize),
    Close,
}

impl<'a> Response<'a> {
    /// `None` if the parentheses do not match or it is not one expression.
    pub fn new(text: &'a str) -> Option<Response<'a>> {
        let mut tokens = Vec::new();
        let mut open = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '(' => {
                    open.push(tokens.len());
                    tokens.push(Token::Open(0));
                    1
                }
                ')' => {
                    let at = open.pop()?;
                    tokens[at] = Token::Open(tokens.len());
                    tokens.push(Token::Close);
                    1
                }
                '|' | '"' => {
                    let length = rest[1..].find(first)? + 2;
                    tokens.push(Token::Atom(&rest[..length]));
                    length
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || "()|\"".contains(c);
                    let length = rest.find(ends).unwrap_or(rest.len());
                    tokens.push(Token::Atom(&rest[..length]));
                    length
                }
            };
            rest = rest[length..].trim_start();
            if rest.is_empty() != open.is_empty() {
                // Something follows the expression, or it has no end.
                return None;
            }
        }
        (!tokens.is_empty()).then_some(Response { tokens })
    }

    pub fn root(&self) -> Part<'_> {
        Part { tokens: &self.tokens, at: 0 }
    }
}

/// One expression in a response.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
}

impl<'a> Part<'a> {
    pub fn atom(self) -> Option<&'a str> {
        match self.tokens[self.at] {
            Token::Atom(text) => Some(text),
            Token::Open(_) | Token::Close => None,
        }
    }

    /// The elements, if it is a list of `N`.
    pub fn list<const N: usize>(self) -> Option<[Part<'a>; N]> {
        let elements: Vec<Part<'a>> = self.elements()?.take(N + 1).collect();
        elements.try_into().ok()
    }

    pub fn elements(self) -> Option<impl Iterator<Item = Part<'a>>> {
        let Token::Open(end) = self.tokens[self.at] else { return None };
        let mut at = self.at + 1;
        Some(std::iter::from_fn(move || {
            let part = (at < end).then_some(Part { tokens: self.tokens, at })?;
            at = match self.tokens[at] {
                Token::Open(end) => end + 1,
                Token::Atom(_) | Token::Close => at + 1,
            };
            Some(part)
        }))
    }

    pub fn bool(self) -> Option<bool> {
        match self.atom()? {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// A literal of this width: `#x`, `#b` or `(_ bv`.
    pub fn bv(self, width: u32) -> Option<BitVec> {
        let (digits, radix) = match self.atom() {
            Some(text) if text.starts_with("#x") => (&text[2..], 16),
            Some(text) if text.starts_with("#b") => (&text[2..], 2),
            Some(_) => return None,
            None => {
                let [underscore, value, size] = self.list()?;
                if underscore.atom()? != "_" || size.atom()?.parse::<u32>().ok()? != width {
                    return None;
                }
                (value.atom()?.strip_prefix("bv")?, 10)
            }
        };
        let value = BigUint::parse_bytes(digits.as_bytes(), radix)?;
        if value.bits() > u64::from(width) {
            return None;
        }
        let mut bytes = value.to_bytes_le();
        bytes.resize(usize::try_from(width.div_ceil(8)).ok()?, 0);
        Some(BitVec::from_le_bytes(&bytes).trunc(width))
    }

    /// Stores over a constant array.
    pub fn array(self, index_width: u32) -> Option<ArrayValue> {
        let byte = |part: Part<'_>| u8::try_from(part.bv(8)?.to_u64()?).ok();
        let mut stores = Vec::new();
        let mut part = self;
        let mut value = loop {
            if let Some([store, below, index, value]) = part.list() {
                if store.atom()? != "store" {
                    return None;
                }
                stores.push((index.bv(index_width)?.to_u64()?, byte(value)?));
                part = below;
            } else {
                let [constant, value] = part.list()?;
                let [word, what, _sort] = constant.list()?;
                if word.atom()? != "as" || what.atom()? != "const" {
                    return None;
                }
                break ArrayValue::new(byte(value)?);
            }
        };
        for (index, byte) in stores.into_iter().rev() {
            value.set(index, byte);
        }
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        let mut splitter = Splitter::default();
        let mut all: Vec<String> = text.bytes().filter_map(|byte| splitter.push(byte)).collect();
        all.extend(splitter.finish());
        all
    }

    #[test]
    fn a_stream_is_cut_into_responses() {
        assert_eq!(split("sat\n"), ["sat"]);
        assert_eq!(
            split("  sat\nunsat ; (\n(a\n (b))(c) x"),
            ["sat", "unsat", "(a\n (b))", "(c)", "x"]
        );
        assert_eq!(split("(error \"a ) \"\" b\")\n"), ["(error \"a ) \"\" b\")"]);
        assert_eq!(split("((|a) b| 1))"), ["((|a) b| 1))"]);
        assert_eq!(split(") sat"), [")", "sat"]);
    }

    #[test]
    fn what_does_not_match_is_refused() {
        for text in ["", ")", "(", "(a", "a b", "(a) b", "|a", "(\"a)"] {
            assert!(Response::new(text).is_none(), "{text}");
        }
    }

    #[test]
    fn values_have_their_width() {
        let bv = |text: &str, width| Response::new(text)?.root().bv(width);
        assert_eq!(bv("#x0f", 8), Some(BitVec::from_u64(8, 15)));
        assert_eq!(bv("#b101", 3), Some(BitVec::from_u64(3, 5)));
        assert_eq!(bv("(_ bv77 13)", 13), Some(BitVec::from_u64(13, 77)));
        assert_eq!(bv("(_ bv77 12)", 13), None);
        assert_eq!(bv("#x1f", 4), None);
        assert_eq!(bv("#x", 4), None);
        assert_eq!(bv("12", 8), None);
        assert_eq!(bv("(_ bv-1 8)", 8), None);
    }

    #[test]
    fn arrays_are_stores_over_a_constant() {
        let array = |text: &str| Response::new(text)?.root().array(8);
        let text = "(store (store ((as const (Array a b)) #x01) #x02 #x03) #x02 #b00000100)";
        let value = array(text).expect("an array");
        assert_eq!((value.default_byte(), value.get(2), value.get(3)), (1, 4, 1));
        assert!(array("(_ as-array k!0)").is_none());
        let deep = 200_000;
        let text = format!(
            "{}((as const (Array a b)) #x01){}",
            "(store ".repeat(deep),
            " #x02 #x03)".repeat(deep)
        );
        assert!(array(&text).is_some());
    }
}
