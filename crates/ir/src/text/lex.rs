//! Splits text into tokens, each with its line.

use super::ParseError;
use super::names::is_symbol_byte;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A keyword, the name of an instruction, or an id such as `r3`.
    Word(&'a str),
    Number(&'a str),
    Str(Vec<u8>),
    /// A name after `@`, with the id that a `#` may add.
    Symbol(Vec<u8>, Option<&'a str>),
    Punct(char),
    Arrow,
    Dots,
    End,
}

pub(super) struct Spanned<'a> {
    pub(super) token: Token<'a>,
    pub(super) line: usize,
}

pub(super) fn lex(text: &str) -> Result<Vec<Spanned<'_>>, ParseError> {
    let mut lexer = Lexer { text, at: 0, line: 1 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blank();
        let line = lexer.line;
        let token = lexer.token()?;
        let end = token == Token::End;
        tokens.push(Spanned { token, line });
        if end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Lexer<'a> {
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn skip_blank(&mut self) {
        let mut comment = false;
        while let Some(byte) = self.byte(0) {
            match byte {
                b'\n' => {
                    self.line += 1;
                    comment = false;
                }
                b';' => comment = true,
                _ if comment || byte.is_ascii_whitespace() => {}
                _ => return,
            }
            self.at += 1;
        }
    }

    /// Takes bytes while they satisfy the condition; they are ASCII.
    fn take(&mut self, mut accept: impl FnMut(u8) -> bool) -> &'a str {
        let start = self.at;
        while self.byte(0).is_some_and(|byte| byte.is_ascii() && accept(byte)) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn token(&mut self) -> Result<Token<'a>, ParseError> {
        let Some(byte) = self.byte(0) else { return Ok(Token::End) };
        let next = self.byte(1);
        Ok(match byte {
            b'"' => Token::Str(self.string()?),
            b'@' => {
                self.at += 1;
                let name = match self.byte(0) {
                    Some(b'"') => self.string()?,
                    _ => self.take(is_symbol_byte).as_bytes().to_vec(),
                };
                let which = (self.byte(0) == Some(b'#')).then(|| {
                    self.at += 1;
                    self.take(is_symbol_byte)
                });
                Token::Symbol(name, which)
            }
            b'-' if next == Some(b'>') => {
                self.at += 2;
                Token::Arrow
            }
            b'.' if next == Some(b'.') && self.byte(2) == Some(b'.') => {
                self.at += 3;
                Token::Dots
            }
            b'-' | b'0'..=b'9' => Token::Number(self.number()),
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => {
                Token::Word(self.take(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.')))
            }
            b'{' | b'}' | b'(' | b')' | b'[' | b']' | b'<' | b'>' | b',' | b':' | b'=' | b'!'
            | b'*' => {
                self.at += 1;
                Token::Punct(char::from(byte))
            }
            _ => return Err(self.error("unexpected character")),
        })
    }

    /// Digits in any base, a fraction, an exponent; what they mean is for the parser.
    fn number(&mut self) -> &'a str {
        let start = self.at;
        let hex = self.text[start..].trim_start_matches('-').starts_with("0x");
        let mut last = b'e';
        self.take(|byte| {
            let sign = matches!(byte, b'-' | b'+') && matches!(last, b'e' | b'E') && !hex;
            last = byte;
            sign || byte.is_ascii_alphanumeric() || byte == b'.'
        });
        // A sign of a number in hex is not taken above.
        if self.at == start {
            self.at += 1;
            self.take(|byte| byte.is_ascii_alphanumeric());
        }
        &self.text[start..self.at]
    }

    fn string(&mut self) -> Result<Vec<u8>, ParseError> {
        let mut out = Vec::new();
        self.at += 1;
        loop {
            let byte = self.byte(0).ok_or_else(|| self.error("a string does not end"))?;
            self.at += 1;
            match byte {
                b'"' => return Ok(out),
                b'\\' => out.push(self.escape()?),
                b'\n' => return Err(self.error("a string does not end on its line")),
                _ => out.push(byte),
            }
        }
    }

    fn escape(&mut self) -> Result<u8, ParseError> {
        let bad = "an escape is none of \\\\, \\\" and \\xNN";
        let byte = self.byte(0).ok_or_else(|| self.error(bad))?;
        self.at += 1;
        match byte {
            b'\\' | b'"' => Ok(byte),
            b'x' => {
                let digits = self.text.get(self.at..self.at + 2);
                let value = digits
                    .filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
                    .and_then(|digits| u8::from_str_radix(digits, 16).ok());
                self.at += 2;
                value.ok_or_else(|| self.error(bad))
            }
            _ => Err(self.error(bad)),
        }
    }

    fn error(&self, message: &str) -> ParseError {
        ParseError { line: self.line, message: message.to_string() }
    }
}
