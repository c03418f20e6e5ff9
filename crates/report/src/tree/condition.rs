//! What is decided at a place, in the words of the source.
//!
//! A branch stands where clang puts it: at the first operand of the condition, at the `&&` or `||`
//! after an operand that decides alone, at the word `while`, `for` or `switch`, or at the end of
//! the body of a `do`. The condition is found from there among the tokens of the file, without
//! parsing C. Where that fails, the line has to do.

use crate::excerpt::extent;
use crate::place::printable;
use crate::sources::Text;
use std::ops::Range;

/// Longer texts are cut.
const LONGEST: usize = 160;

/// The tokens of a file, without comments and directives of the preprocessor.
pub(crate) struct Tokens {
    tokens: Vec<Range<usize>>,
}

impl Tokens {
    pub fn of(text: &[u8]) -> Tokens {
        let mut tokens = Vec::new();
        let mut at = 0;
        let mut line_begins = true;
        while at < text.len() {
            let rest = &text[at..];
            let skipped = match rest {
                [b'\n', ..] => {
                    line_begins = true;
                    1
                }
                [byte, ..] if byte.is_ascii_whitespace() => 1,
                [b'\\', b'\n', ..] => 2,
                [b'/', b'/', ..] => line_end(rest),
                [b'/', b'*', ..] => {
                    let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
                    end.map_or(rest.len(), |end| end + 4)
                }
                [b'#', ..] if line_begins => line_end(rest),
                _ => 0,
            };
            if skipped == 0 {
                let end = at + token(rest);
                tokens.push(at..end);
                at = end;
                line_begins = false;
            }
            at += skipped;
        }
        Tokens { tokens }
    }

    /// The token that begins at, or covers, a byte.
    fn at(&self, byte: usize) -> Option<usize> {
        let index = self.tokens.partition_point(|token| token.end <= byte);
        (self.tokens.get(index)?.start <= byte).then_some(index)
    }
}

/// The condition that the branch or switch at a place asks.
pub(crate) fn condition(text: &Text, tokens: &Tokens, line: u32, column: u32) -> Option<String> {
    let code = Code { text: text.bytes(), tokens: &tokens.tokens };
    code.spell(code.asked(tokens.at(text.offset(line, column)?)?)?)
}

/// Where that condition stands among the bytes of the file.
pub(crate) fn extent_of_condition(
    text: &Text,
    tokens: &Tokens,
    line: u32,
    column: u32,
) -> Option<Range<usize>> {
    let code = Code { text: text.bytes(), tokens: &tokens.tokens };
    let found = code.asked(tokens.at(text.offset(line, column)?)?)?;
    let last = found.end.checked_sub(1)?;
    Some(code.tokens.get(found.start)?.start..code.tokens.get(last)?.end)
}

/// The expression that begins at a place, such as a call with its arguments.
pub(crate) fn expression(text: &Text, tokens: &Tokens, line: u32, column: u32) -> Option<String> {
    let code = Code { text: text.bytes(), tokens: &tokens.tokens };
    let at = tokens.at(text.offset(line, column)?)?;
    if code.token(at + 1) == Some(b"(") && is_word(code.token(at)?) {
        let end = code.in_brackets(at + 1)?.end + 1;
        return code.spell(at..end);
    }
    let line = text.line(line)?;
    line.get(extent(line, column)).map(shorten)
}

/// The whole line, where nothing better is known.
pub(crate) fn line(text: &Text, line: u32) -> Option<String> {
    text.line(line).map(|line| shorten(line.trim_ascii())).filter(|line| !line.is_empty())
}

struct Code<'a> {
    text: &'a [u8],
    tokens: &'a [Range<usize>],
}

impl<'a> Code<'a> {
    fn token(&self, index: usize) -> Option<&'a [u8]> {
        self.tokens.get(index).map(|token| &self.text[token.clone()])
    }

    /// The tokens of the condition that the branch or switch at a token asks.
    fn asked(&self, at: usize) -> Option<Range<usize>> {
        let found = match self.token(at)? {
            b"if" | b"while" | b"switch" => self.in_brackets(at + 1)?,
            b"for" => self.middle(self.in_brackets(at + 1)?)?,
            b"}" if self.token(at + 1)? == b"while" => self.in_brackets(at + 2)?,
            b"do" => self.after_body(at + 1)?,
            b"&&" | b"||" => self.backward(at),
            _ => self.forward(at),
        };
        Some(self.last_operand(found))
    }

    /// The tokens between the bracket at `open` and the one that closes it.
    fn in_brackets(&self, open: usize) -> Option<Range<usize>> {
        if self.token(open)? != b"(" {
            return None;
        }
        let mut depth = 0_u32;
        for index in open.. {
            match self.token(index)? {
                b"(" | b"[" | b"{" => depth += 1,
                b")" | b"]" | b"}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(open + 1..index);
            }
        }
        None
    }

    /// What stands between the semicolons of a `for`.
    fn middle(&self, head: Range<usize>) -> Option<Range<usize>> {
        let mut ends = self.outer(head).filter(|(_, token)| *token == b";").map(|(at, _)| at);
        Some(ends.next()? + 1..ends.next()?)
    }

    /// The condition after the body of a `do`.
    fn after_body(&self, body: usize) -> Option<Range<usize>> {
        let mut outer = self.outer(body..self.tokens.len());
        let at = outer.find(|(_, token)| *token == b"while").map(|(at, _)| at)?;
        self.in_brackets(at + 1)
    }

    /// From the first token of an expression to its end.
    fn forward(&self, start: usize) -> Range<usize> {
        let ends = |token: &[u8]| matches!(token, b";" | b"," | b"?" | b":" | b")" | b"]" | b"}");
        let mut outer = self.outer(start..self.tokens.len());
        start..outer.find(|(_, token)| ends(token)).map_or(start + 1, |(at, _)| at)
    }

    /// From the beginning of an operand to the operator after it.
    fn backward(&self, end: usize) -> Range<usize> {
        let mut depth = 0_u32;
        let mut start = end;
        while let Some(token) = start.checked_sub(1).and_then(|before| self.token(before)) {
            match token {
                b")" | b"]" => depth += 1,
                b"(" | b"[" if depth > 0 => depth -= 1,
                _ if depth > 0 => {}
                b"(" | b"[" | b"{" | b"}" | b";" | b"," | b"?" | b":" | b"&&" | b"||" => break,
                b"=" | b"+=" | b"-=" | b"*=" | b"/=" | b"%=" | b"&=" | b"|=" | b"^="
                | b"return" => {
                    break;
                }
                _ => {}
            }
            start -= 1;
        }
        start..end
    }

    /// What decides at the end of a condition: operands before it decide at their `&&` or `||`.
    fn last_operand(&self, mut range: Range<usize>) -> Range<usize> {
        loop {
            let mut outer = self.outer(range.clone());
            let last = outer.by_ref().filter(|(_, token)| matches!(*token, b"&&" | b"||")).last();
            let whole = self.token(range.start) == Some(b"(")
                && self.in_brackets(range.start).is_some_and(|inner| inner.end + 1 == range.end);
            range = match last {
                Some((at, _)) => at + 1..range.end,
                None if whole => range.start + 1..range.end - 1,
                None => return range,
            };
        }
    }

    /// The tokens of a range that are in no brackets of their own; a bracket that closes none of
    /// them comes last.
    fn outer(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &'a [u8])> {
        let mut depth = 0_u32;
        let mut ended = false;
        range.filter_map(|index| Some((index, self.token(index)?))).filter(move |(_, token)| {
            match *token {
                b"(" | b"[" | b"{" => {
                    depth += 1;
                    false
                }
                b")" | b"]" | b"}" if depth > 0 => {
                    depth -= 1;
                    false
                }
                b")" | b"]" | b"}" => !std::mem::replace(&mut ended, true),
                _ => depth == 0 && !ended,
            }
        })
    }

    /// The text of a range on one line, without comments.
    fn spell(&self, range: Range<usize>) -> Option<String> {
        let mut spelt = Vec::new();
        let mut before = None;
        for token in self.tokens.get(range)? {
            if before.is_some_and(|end| end < token.start) {
                spelt.push(b' ');
            }
            spelt.extend_from_slice(&self.text[token.clone()]);
            before = Some(token.end);
            if spelt.len() > 4 * LONGEST {
                break;
            }
        }
        (!spelt.is_empty()).then(|| shorten(&spelt))
    }
}

fn shorten(text: &[u8]) -> String {
    let text = printable(&String::from_utf8_lossy(text).replace(['\t', '\n'], " "));
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn is_word(token: &[u8]) -> bool {
    token.first().is_some_and(|byte| is_word_byte(*byte))
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// The length of a directive or comment that ends with its line.
fn line_end(rest: &[u8]) -> usize {
    let mut at = 0;
    while at < rest.len() && rest[at] != b'\n' {
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    at.min(rest.len())
}

/// The length of the token at the beginning.
fn token(rest: &[u8]) -> usize {
    const OPERATORS: &[&[u8]] = &[
        b"<<=", b">>=", b"&&", b"||", b"==", b"!=", b"<=", b">=", b"<<", b">>", b"->", b"++",
        b"--", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=",
    ];
    match rest[0] {
        byte if is_word_byte(byte) => rest.iter().take_while(|byte| is_word_byte(**byte)).count(),
        quote @ (b'"' | b'\'') => {
            let mut at = 1;
            while at < rest.len() && rest[at] != quote && rest[at] != b'\n' {
                at += if rest[at] == b'\\' { 2 } else { 1 };
            }
            (at + 1).min(rest.len())
        }
        _ => OPERATORS.iter().find(|each| rest.starts_with(each)).map_or(1, |each| each.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place is marked by `@`, which is taken out.
    fn place(marked: &str) -> (Text, Tokens, u32, u32) {
        let at = marked.find('@').expect("a place is marked");
        let source = marked.replacen('@', "", 1);
        let before = &marked[..at];
        let line = before.matches('\n').count() + 1;
        let column = at - before.rfind('\n').map_or(0, |newline| newline + 1) + 1;
        let number = |value: usize| u32::try_from(value).expect("it fits");
        let tokens = Tokens::of(source.as_bytes());
        (Text::new(source.into_bytes()), tokens, number(line), number(column))
    }

    fn check(marked: &str, expected: &str) {
        let (text, tokens, line, column) = place(marked);
        let found = condition(&text, &tokens, line, column);
        assert_eq!(found.as_deref(), Some(expected), "{marked}");
    }

    #[test]
    fn conditions_of_statements() {
        check("if (@a > 1) return 1;", "a > 1");
        check("if (@!a) return;", "!a");
        check("if (@f(a,\n       b, s))\n    return;", "f(a, b, s)");
        check("@while (a < 10) a++;", "a < 10");
        check("@for (int i = 0; i < f(1; 2); i++) ;", "i < f(1; 2)");
        check("do { b--; @} while (b > 3);", "b > 3");
        check("@do b--; while (b > 3);", "b > 3");
        check("@switch (a + b[2]) { case 1: ; }", "a + b[2]");
        check("x = @a ? b : 7;", "a");
        check("return c + (@(a > b) ? 1 : 2);", "a > b");
    }

    #[test]
    fn operands_that_decide_by_themselves() {
        check("if (a @&& b < 3) x;", "a");
        check("if (@a && b < 3) x;", "b < 3");
        check("if (a == 5 @|| (b && a != 7)) x;", "a == 5");
        check("if (a == 5 || (b @&& a != 7)) x;", "b");
        check("if (@a == 5 || (b && a != 7)) x;", "a != 7");
        check("if (a && b @|| c) x;", "b");
        check("d = a[i, 1] @&& b;", "a[i, 1]");
        check("d += f(x) @&& b;", "f(x)");
        check("return p @&& b;", "p");
        check("@while (*s++ && d) ;", "d");
    }

    #[test]
    fn brackets_in_text_and_comments_are_none() {
        check("if (@s[0] == '(' &&\n    s[1] == ')')", "s[1] == ')'");
        check("if (@strcmp(s, \")\\\"(\") == 0) x;", "strcmp(s, \")\\\"(\") == 0");
        check("if (@a /* :-) */ > // )\n  1) x;", "a > 1");
        check("#define X (\nif (@a\n#ifdef Y\n  < b\n#endif\n) x;", "a < b");
    }

    #[test]
    fn macros_stay_as_they_are_written() {
        check("if (@BIG(a)) return;", "BIG(a)");
        check("#define BIG(x) \\\n  ((x) > 10\nif (@BIG((a))) return;", "BIG((a))");
    }

    #[test]
    fn expressions_end_where_they_do() {
        let check = |marked: &str, expected: &str| {
            let (text, tokens, line, column) = place(marked);
            let found = expression(&text, &tokens, line, column);
            assert_eq!(found.as_deref(), Some(expected), "{marked}");
        };
        check("p = @malloc(n *\n  2) + 1;", "malloc(n * 2)");
        check("x = @p->q[3] + 1;", "p->q[3]");
        check("x = @*p;", "*p");
    }

    #[test]
    fn no_source_is_too_odd() {
        let pieces =
            ["(", ")", "{", "}", "\"", "'", "\\", "&&", "||", "?", "for", "do", "\n", "#", "é"];
        let mut state: u32 = 1;
        for length in 0..60 {
            let mut source = String::new();
            for _ in 0..length {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                source += pieces[usize::try_from(state >> 16).expect("it fits") % pieces.len()];
            }
            let tokens = Tokens::of(source.as_bytes());
            let text = Text::new(source.into_bytes());
            for line in 0..6 {
                for column in 0..40 {
                    condition(&text, &tokens, line, column);
                    expression(&text, &tokens, line, column);
                }
            }
        }
    }
}
