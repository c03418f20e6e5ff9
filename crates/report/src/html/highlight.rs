//! What the words of a C file are, for their colours: comments, strings, numbers, keywords.
//!
//! Nothing depends on it but colours, so it may be wrong where macros are odd.

use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Comment,
    Directive,
    Keyword,
    Number,
    Text,
    Type,
}

/// The parts of a file that have a colour, in their order.
pub(super) fn classes(text: &[u8]) -> Vec<(Range<usize>, Class)> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut line_begins = true;
    while at < text.len() {
        let rest = &text[at..];
        let (length, class) = match rest {
            [b'/', b'/', ..] => (line_end(rest), Some(Class::Comment)),
            [b'/', b'*', ..] => (comment_end(rest), Some(Class::Comment)),
            [quote @ (b'"' | b'\''), ..] => (string_end(rest, *quote), Some(Class::Text)),
            [b'#', ..] if line_begins => (directive(rest), Some(Class::Directive)),
            [byte, ..] if byte.is_ascii_digit() => (word_end(rest), Some(Class::Number)),
            [byte, ..] if is_word(*byte) => {
                let end = word_end(rest);
                (end, class_of(&rest[..end]))
            }
            _ => (1, None),
        };
        if !rest[0].is_ascii_whitespace() {
            line_begins = false;
        } else if rest[0] == b'\n' {
            line_begins = true;
        }
        if let Some(class) = class {
            found.push((at..at + length, class));
        }
        at += length;
    }
    found
}

fn class_of(word: &[u8]) -> Option<Class> {
    const KEYWORDS: &[&[u8]] = &[
        b"break",
        b"case",
        b"const",
        b"continue",
        b"default",
        b"do",
        b"else",
        b"enum",
        b"extern",
        b"for",
        b"goto",
        b"if",
        b"inline",
        b"register",
        b"restrict",
        b"return",
        b"sizeof",
        b"static",
        b"struct",
        b"switch",
        b"typedef",
        b"union",
        b"volatile",
        b"while",
        b"_Atomic",
        b"_Noreturn",
        b"_Static_assert",
        b"_Thread_local",
    ];
    const TYPES: &[&[u8]] = &[
        b"_Bool",
        b"bool",
        b"char",
        b"double",
        b"float",
        b"int",
        b"long",
        b"short",
        b"signed",
        b"unsigned",
        b"void",
        b"FILE",
    ];
    if KEYWORDS.contains(&word) {
        return Some(Class::Keyword);
    }
    (TYPES.contains(&word) || word.ends_with(b"_t")).then_some(Class::Type)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

fn word_end(rest: &[u8]) -> usize {
    rest.iter().take_while(|byte| is_word(**byte) || **byte == b'.').count().max(1)
}

fn line_end(rest: &[u8]) -> usize {
    rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
}

fn comment_end(rest: &[u8]) -> usize {
    let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
    end.map_or(rest.len(), |end| end + 4)
}

/// A string ends with its line at the latest: a quote in an odd macro colours no more than that.
fn string_end(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != b'\n' {
        if rest[at] == quote {
            return at + 1;
        }
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    at.min(rest.len())
}

/// `#include` and its like; what follows is coloured separately.
fn directive(rest: &[u8]) -> usize {
    let space = rest[1..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let word = rest[1 + space..].iter().take_while(|byte| is_word(**byte)).count();
    1 + space + word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, Class)]) {
        let found = classes(text.as_bytes());
        let found: Vec<_> = found.into_iter().map(|(range, class)| (&text[range], class)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn words_have_classes() {
        check(
            "#  include \"a.h\"\nsize_t n = 0x1f; // int",
            &[
                ("#  include", Class::Directive),
                ("\"a.h\"", Class::Text),
                ("size_t", Class::Type),
                ("0x1f", Class::Number),
                ("// int", Class::Comment),
            ],
        );
        check("/* a\nb */ if", &[("/* a\nb */", Class::Comment), ("if", Class::Keyword)]);
        check("'\\'' x", &[("'\\''", Class::Text)]);
    }

    #[test]
    fn what_has_no_end_ends_with_the_line_or_file() {
        check("\"a\nint", &[("\"a", Class::Text), ("int", Class::Type)]);
        check("/*", &[("/*", Class::Comment)]);
        check("\"\\", &[("\"\\", Class::Text)]);
        check("a # b", &[]);
    }
}
