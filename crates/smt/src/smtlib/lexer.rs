//! Text to tokens.
//!
//! Invariant: a token is a slice of the text; nothing is copied. A token is one byte, and the lexer
//! tells the text of the last one: both are on the way to each term, and wider results cost more
//! than reading the text does.

use super::{Result, SyntaxError};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Open,
    Close,
    /// A symbol as it stands, which may be a reserved word.
    Symbol,
    /// A symbol between bars, whose text is without them; never a reserved word.
    Quoted,
    /// With its colon.
    Keyword,
    Numeral,
    Decimal,
    /// The digits after `#x`.
    Hex,
    /// The digits after `#b`.
    Binary,
    /// What stands between the quotes of a string, two quotes still standing for one.
    Text,
    End,
}

/// As much of a name as a message bears.
pub(super) fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[derive(Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// Where the last token began, which is where an error about it points.
    start: usize,
    /// Where the text of the last token is.
    from: usize,
    to: usize,
}

const SPACE: u8 = 1;
const DIGIT: u8 = 2;
const SYMBOL: u8 = 4;
const HEX: u8 = 8;
const BINARY: u8 = 16;

/// What a byte may be part of, looked up: on the way to a term most time goes here.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let (mut i, mut byte) = (0, 0u8);
    while i < classes.len() {
        classes[i] = class_of(byte);
        byte = byte.wrapping_add(1);
        i += 1;
    }
    classes
};

#[inline]
fn class(byte: u8) -> u8 {
    CLASSES[usize::from(byte)]
}

const fn class_of(byte: u8) -> u8 {
    match byte {
        b' ' | b'\t' | b'\r' | b'\n' => SPACE,
        b'0' | b'1' => BINARY | DIGIT | HEX | SYMBOL,
        b'2'..=b'9' => DIGIT | HEX | SYMBOL,
        b'a'..=b'f' | b'A'..=b'F' => HEX | SYMBOL,
        b'g'..=b'z' | b'G'..=b'Z' => SYMBOL,
        b'~' | b'!' | b'@' | b'$' | b'%' | b'^' | b'&' | b'*' | b'_' | b'-' | b'+' | b'='
        | b'<' | b'>' | b'.' | b'?' | b'/' => SYMBOL,
        _ => 0,
    }
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0, start: 0, from: 0, to: 0 }
    }

    /// Where the last token began.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Where the last token ended.
    pub(super) fn end(&self) -> usize {
        self.at
    }

    /// The text of the last token.
    #[inline]
    pub(super) fn text(&self) -> &'t str {
        &self.text[self.from..self.to]
    }

    pub(super) fn slice(&self, from: usize, to: usize) -> &'t str {
        &self.text[from..to]
    }

    /// For messages about the last token: "expected ..., found {}".
    pub(super) fn describe(&self, token: Token) -> String {
        let text = || shortened(self.text());
        match token {
            Token::Open => "`(`".to_owned(),
            Token::Close => "`)`".to_owned(),
            Token::Symbol | Token::Keyword => format!("`{}`", text()),
            Token::Quoted => format!("`|{}|`", text()),
            Token::Numeral | Token::Decimal => format!("the number `{}`", text()),
            Token::Hex | Token::Binary => "a bit-vector literal".to_owned(),
            Token::Text => "a string".to_owned(),
            Token::End => "the end of the file".to_owned(),
        }
    }

    /// An error about the last token.
    pub(super) fn error(&self, message: impl Into<String>) -> Box<SyntaxError> {
        self.error_at(self.start, message)
    }

    pub(super) fn error_at(&self, offset: usize, message: impl Into<String>) -> Box<SyntaxError> {
        let before = &self.text.as_bytes()[..offset];
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        // A byte that continues a character starts with the bits 10.
        let column = 1 + before[line_start..].iter().filter(|&&b| b & 0xc0 != 0x80).count();
        Box::new(SyntaxError { line, column, message: message.into() })
    }

    pub(super) fn next(&mut self) -> Result<Token> {
        let first = self.peek();
        let start = self.at;
        self.start = start;
        let Some(first) = first else { return Ok(Token::End) };
        match first {
            b'(' => Ok(self.found(Token::Open, start, start, start + 1)),
            b')' => Ok(self.found(Token::Close, start, start, start + 1)),
            b'|' => self.quoted(start),
            b'"' => self.string(start),
            b'#' => self.literal(start),
            b':' => {
                let end = self.skip(SYMBOL, start + 1);
                Ok(self.found(Token::Keyword, start, end, end))
            }
            _ if class(first) & DIGIT != 0 => self.number(start),
            _ if class(first) & SYMBOL != 0 => {
                let end = self.skip(SYMBOL, start + 1);
                Ok(self.found(Token::Symbol, start, end, end))
            }
            _ => {
                let character = self.text[start..].chars().next().unwrap_or(' ');
                Err(self.error(format!("unexpected character {character:?}")))
            }
        }
    }

    /// The first byte of the next token, up to which it goes.
    pub(super) fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        let found = loop {
            match bytes.get(at) {
                None => break None,
                Some(&b) if class(b) & SPACE != 0 => at += 1,
                Some(b';') => at = self.find(b'\n', at).unwrap_or(bytes.len()),
                Some(&b) => break Some(b),
            }
        };
        self.at = at;
        found
    }

    /// A token whose text is `from..to` and which ends at `end`.
    fn found(&mut self, token: Token, from: usize, to: usize, end: usize) -> Token {
        self.from = from;
        self.to = to;
        self.at = end;
        token
    }

    fn quoted(&mut self, start: usize) -> Result<Token> {
        let Some(end) = self.find(b'|', start + 1) else {
            return Err(self.error("this `|` has no second one that closes it"));
        };
        if self.slice(start, end).contains('\\') {
            return Err(self.error("a symbol must not contain a backslash"));
        }
        Ok(self.found(Token::Quoted, start + 1, end, end + 1))
    }

    fn string(&mut self, start: usize) -> Result<Token> {
        let mut at = start + 1;
        loop {
            let Some(end) = self.find(b'"', at) else {
                return Err(self.error("this string has no end"));
            };
            // Two quotes stand for one.
            if self.byte(end + 1) != Some(b'"') {
                return Ok(self.found(Token::Text, start + 1, end, end + 1));
            }
            at = end + 2;
        }
    }

    fn literal(&mut self, start: usize) -> Result<Token> {
        let (token, digit) = match self.byte(start + 1) {
            Some(b'x') => (Token::Hex, HEX),
            Some(b'b') => (Token::Binary, BINARY),
            _ => return Err(self.error("expected `#x` or `#b` and digits")),
        };
        let end = self.skip(digit, start + 2);
        if end == start + 2 || self.symbol_goes_on(end) {
            return Err(self.error("this bit-vector literal has a wrong digit or none"));
        }
        Ok(self.found(token, start + 2, end, end))
    }

    fn number(&mut self, start: usize) -> Result<Token> {
        let mut end = self.skip(DIGIT, start);
        let mut token = Token::Numeral;
        if self.byte(end) == Some(b'.') {
            end = self.skip(DIGIT, end + 1);
            token = Token::Decimal;
        }
        if self.symbol_goes_on(end) {
            return Err(self.error("a name must not start with a digit"));
        }
        Ok(self.found(token, start, end, end))
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn symbol_goes_on(&self, at: usize) -> bool {
        self.byte(at).is_some_and(|b| class(b) & SYMBOL != 0)
    }

    /// The first place from `from` on whose byte is not of a class.
    fn skip(&self, wanted: u8, from: usize) -> usize {
        let rest = &self.text.as_bytes()[from..];
        from + rest.iter().position(|&b| class(b) & wanted == 0).unwrap_or(rest.len())
    }

    fn find(&self, byte: u8, from: usize) -> Option<usize> {
        let rest = &self.text.as_bytes()[from..];
        rest.iter().position(|&b| b == byte).map(|at| from + at)
    }
}
