//! A line of source made fit for a terminal, and where in it to point.
//!
//! Columns come from clang, which counts bytes from 1. A column may be unknown (0), lie
//! past the end of a line that has since been edited, or in the middle of a character:
//! there is always something to point at.

use crate::place::is_printable;
use std::ops::Range;
use unicode_width::UnicodeWidthChar;

/// A line as it is shown.
pub(crate) struct Excerpt {
    pub text: String,
    /// The columns to underline, at least one.
    pub marked: Range<usize>,
}

/// Longer lines are cut around what matters.
const WIDTH: usize = 120;
const ELLIPSIS: &str = "...";
/// As rustc shows a tab.
const TAB: &str = "    ";

/// Columns that a report has room for.
pub(crate) const ROOM: usize = WIDTH;

/// Shows what stands on a line, in so many columns.
pub(crate) fn clipped(line: &[u8], most: usize) -> String {
    let line = line.trim_ascii();
    let cells = cells(&line[..line.len().min(4 * most)], 0);
    if width(cells.iter()) <= most {
        return cells.into_iter().map(|cell| cell.text).collect();
    }
    let mut left = most.saturating_sub(ELLIPSIS.len());
    let fits = cells.into_iter().take_while(|cell| {
        let fits = cell.width <= left;
        left = left.saturating_sub(cell.width);
        fits
    });
    let text: String = fits.map(|cell| cell.text).collect();
    text.trim_end().to_owned() + ELLIPSIS
}

/// Shows a line with the expression at `column` marked.
pub(crate) fn excerpt(line: &[u8], column: u32) -> Excerpt {
    let marked = extent(line, column);
    // Generated lines have megabytes; only what may be shown is examined. No character is longer than four bytes, so
    // this leaves more than the window below can show.
    let from = marked.start.min(line.len()).saturating_sub(4 * WIDTH);
    let to = line.len().min(marked.start.saturating_add(8 * WIDTH));
    let cells = cells(&line[from..to], from);

    let before: usize = width(cells.iter().take_while(|cell| cell.at < marked.start));
    let until: usize = width(cells.iter().take_while(|cell| cell.at < marked.end));
    let all: usize = width(cells.iter());
    let mut marked = before..until.max(before + 1);
    if from == 0 && to == line.len() && all <= WIDTH {
        let text = cells.into_iter().map(|cell| cell.text).collect();
        return Excerpt { text, marked };
    }

    // The window starts with the line if that shows the mark, else a third before it.
    let shown = WIDTH - 2 * ELLIPSIS.len();
    let start =
        if from == 0 && marked.end <= shown { 0 } else { marked.start.saturating_sub(shown / 3) };
    let mut text = String::new();
    let (mut at, mut first, mut last) = (0, None, 0);
    for cell in cells {
        if at >= start && at + cell.width <= start + shown {
            first.get_or_insert(at);
            text += &cell.text;
            last = at + cell.width;
        }
        at += cell.width;
    }
    let first = first.unwrap_or(start);
    let cut_before = from > 0 || first > 0;
    let cut_after = to < line.len() || last < all;
    let shift = if cut_before { ELLIPSIS.len() } else { 0 };
    marked.end = marked.end.min(last.max(marked.start + 1));
    Excerpt {
        text: format!(
            "{}{text}{}",
            if cut_before { ELLIPSIS } else { "" },
            if cut_after { ELLIPSIS } else { "" }
        ),
        marked: marked.start - first + shift..marked.end - first + shift,
    }
}

/// The bytes of the expression that starts at `column`, as far as that can be told from
/// one line without parsing C; all that is on the line if the column is not known.
pub fn extent(line: &[u8], column: u32) -> Range<usize> {
    let Some(start) = usize::try_from(column).ok().and_then(|column| column.checked_sub(1)) else {
        let text = line.trim_ascii();
        let start = line.len() - line.trim_ascii_start().len();
        return start..start + text.len();
    };
    if start >= line.len() {
        return line.len()..line.len() + 1;
    }
    start..expression(line, start).clamp(start + 1, line.len())
}

/// What is shown for one character.
struct Cell {
    /// Where its bytes start in the line.
    at: usize,
    text: String,
    width: usize,
}

fn width<'a>(cells: impl Iterator<Item = &'a Cell>) -> usize {
    cells.map(|cell| cell.width).sum()
}

fn cells(bytes: &[u8], offset: usize) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut at = offset;
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            let text = match c {
                '\t' => TAB.to_owned(),
                c if is_printable(c) => c.to_string(),
                _ => char::REPLACEMENT_CHARACTER.to_string(),
            };
            let width = text.chars().map(|c| c.width().unwrap_or(1)).sum();
            cells.push(Cell { at, text, width });
            at += c.len_utf8();
        }
        if !chunk.invalid().is_empty() {
            let text = char::REPLACEMENT_CHARACTER.to_string();
            cells.push(Cell { at, text, width: 1 });
            at += chunk.invalid().len();
        }
    }
    cells
}

/// Where the expression that starts at `start` ends.
fn expression(line: &[u8], start: usize) -> usize {
    let operator = operator(line, start);
    let unary =
        matches!(&line[start..start + operator], b"*" | b"&" | b"!" | b"~" | b"-" | b"++" | b"--");
    if unary && !ends_operand(&line[..start]) {
        let operand = start + operator;
        return postfix(line, operand).unwrap_or(operand);
    }
    postfix(line, start).unwrap_or(start + operator)
}

/// Whether what stands before an operator is its left operand.
fn ends_operand(before: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    let word = before.len() - before.iter().rev().take_while(|byte| is_word(**byte)).count();
    match before.last() {
        Some(b')' | b']' | b'"' | b'\'') => true,
        Some(byte) if is_word(*byte) => !KEYWORDS.contains(&&before[word..]),
        _ => false,
    }
}

/// Words that look like a name or a call and are none.
const KEYWORDS: &[&[u8]] =
    &[b"return", b"if", b"while", b"for", b"switch", b"do", b"else", b"case", b"goto"];

/// The end of a name, literal or group with what is applied to it: `a->b[i](c)++`.
fn postfix(line: &[u8], start: usize) -> Option<usize> {
    let mut end = match *line.get(start)? {
        byte if is_word(byte) => word(line, start),
        b'(' | b'"' | b'\'' => group(line, start)?,
        _ => return None,
    };
    if KEYWORDS.contains(&&line[start..end]) {
        return Some(end);
    }
    loop {
        let rest = &line[end..];
        let space = rest.len() - rest.trim_ascii_start().len();
        end = match rest {
            // The GNU style has a space between a function and its arguments.
            _ if matches!(rest.get(space), Some(b'(' | b'[')) => match group(line, end + space) {
                Some(end) => end,
                None => return Some(end),
            },
            [b'.', next, ..] if is_word(*next) => word(line, end + 1),
            [b'-', b'>', next, ..] if is_word(*next) => word(line, end + 2),
            [b'+', b'+', ..] | [b'-', b'-', ..] => return Some(end + 2),
            _ => return Some(end),
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

fn word(line: &[u8], start: usize) -> usize {
    start + line[start..].iter().take_while(|byte| is_word(**byte)).count()
}

/// The end of what a bracket or quote at `start` opens, if that is on this line.
fn group(line: &[u8], start: usize) -> Option<usize> {
    let mut closers = Vec::new();
    let mut at = start;
    while let Some(byte) = line.get(at) {
        match byte {
            b'(' => closers.push(b')'),
            b'[' => closers.push(b']'),
            b'{' => closers.push(b'}'),
            b')' | b']' | b'}' if closers.pop() != Some(*byte) => return None,
            quote @ (b'"' | b'\'') => {
                at += 1;
                while line.get(at)? != quote {
                    at += if line[at] == b'\\' { 2 } else { 1 };
                }
            }
            _ => {}
        }
        at += 1;
        if closers.is_empty() {
            return Some(at);
        }
    }
    None
}

/// The length of the operator at `start`; one if it is none.
fn operator(line: &[u8], start: usize) -> usize {
    const OPERATORS: &[&[u8]] = &[
        b"<<=", b">>=", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"+=", b"-=",
        b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"->", b"++", b"--",
    ];
    let rest = &line[start..];
    OPERATORS.iter().find(|operator| rest.starts_with(operator)).map_or(1, |found| found.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `expected` is the excerpt and, under it, its mark.
    fn check(line: &[u8], column: u32, expected: &str) {
        let Excerpt { text, marked } = excerpt(line, column);
        let mark = format!("{}{}", " ".repeat(marked.start), "^".repeat(marked.len()));
        assert_eq!(format!("{text}\n{mark}"), expected);
    }

    fn marks(line: &str, column: u32, expected: &str) {
        assert_eq!(&line[extent(line.as_bytes(), column)], expected);
    }

    #[test]
    fn what_does_not_fit_is_clipped() {
        assert_eq!(clipped(b"  count = count + 1;  ", 18), "count = count + 1;");
        assert_eq!(clipped(b"  count = count + 1;", 12), "count = c...");
        assert_eq!(
            clipped("  a = \u{4e16}\u{754c}\u{4e16}\u{754c};".as_bytes(), 11),
            "a = \u{4e16}\u{754c}..."
        );
        assert_eq!(clipped(b"", 12), "");
    }

    #[test]
    fn expressions_are_marked_to_their_end() {
        marks("name[n++] = c;", 1, "name[n++]");
        marks("name[n++] = c;", 11, "=");
        marks("x <<= 3;", 3, "<<=");
        marks("y = *p + 1;", 5, "*p");
        marks("y = a * p;", 7, "*");
        marks("return *p->q[2].r;", 8, "*p->q[2].r");
        marks("return x;", 1, "return");
        marks("if (x) y();", 1, "if");
        marks("q = strcpy (a, \")\");", 5, "strcpy (a, \")\")");
        marks("f(a,", 1, "f");
        marks("abc[i", 1, "abc");
        marks("i++;", 1, "i++");
        marks("  x = 1;  ", 0, "x = 1;");
        marks("(*f)(1, (2));", 1, "(*f)(1, (2))");
    }

    #[test]
    fn the_mark_stands_under_the_expression() {
        check(b"\tx[1] = 2;", 2, "    x[1] = 2;\n    ^^^^");
        check("/* 漢é */ f();".as_bytes(), 13, "/* 漢é */ f();\n          ^^^");
        check(b"/* \xe9\xff */ f();", 10, "/* \u{fffd}\u{fffd} */ f();\n         ^^^");
        check(b"\x1b[31mx", 6, "\u{fffd}[31mx\n     ^");
    }

    #[test]
    fn there_is_always_something_to_mark() {
        check(b"abc", 4, "abc\n   ^");
        check(b"abc", 400, "abc\n   ^");
        check(b"abc", u32::MAX, "abc\n   ^");
        check(b"", 1, "\n^");
        check(b"", 0, "\n^");
        check(b"a b", 2, "a b\n ^");
        check("é".as_bytes(), 2, "é\n ^");
    }

    #[test]
    fn no_line_is_too_odd() {
        // Pieces that lead astray, in every order that a small generator comes up with.
        const PIECES: &[&[u8]] = &[
            b"(",
            b")",
            b"[",
            b"]",
            b"\"",
            b"'",
            b"\\",
            b"*",
            b"->",
            b"++",
            b"return",
            b"x",
            b" ",
            b"\t",
            b"\xff",
            "漢".as_bytes(),
            "e\u{301}".as_bytes(),
            b"\0",
            b"\xe6\xbc",
        ];
        let mut state: u32 = 1;
        for length in (0..40).chain([200, 2_000]) {
            let mut line = Vec::new();
            for _ in 0..length {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let index = usize::try_from(state >> 16).expect("it fits") % PIECES.len();
                line.extend_from_slice(PIECES[index]);
            }
            for column in 0..u32::try_from(line.len()).expect("it fits") + 3 {
                let Excerpt { text, marked } = excerpt(&line, column);
                let width: usize = text.chars().map(|c| c.width().unwrap_or(0)).sum();
                assert!(!marked.is_empty() && marked.end <= width + 1, "{text} {marked:?}");
                assert!(width <= WIDTH && text.chars().all(is_printable), "{text}");
            }
        }
    }

    #[test]
    fn long_lines_are_cut_around_the_mark() {
        let long = format!("{}bad(1);{}", "x ".repeat(100_000), " y".repeat(100_000));
        let Excerpt { text, marked } = excerpt(long.as_bytes(), 200_001);
        assert!(text.len() <= WIDTH && text.starts_with("...") && text.ends_with("..."));
        assert_eq!(&text[marked], "bad(1)");

        let early = format!("bad(1);{}", " y".repeat(100));
        let Excerpt { text, marked } = excerpt(early.as_bytes(), 1);
        assert!(text.len() <= WIDTH && text.starts_with("bad") && text.ends_with("..."));
        assert_eq!(&text[marked], "bad(1)");

        let late = format!("{}bad(1);", "x ".repeat(100));
        let Excerpt { text, marked } = excerpt(late.as_bytes(), 201);
        assert!(text.len() <= WIDTH && text.starts_with("...") && text.ends_with("bad(1);"));
        assert_eq!(&text[marked], "bad(1)");

        let all = "z".repeat(500);
        let Excerpt { text, marked } = excerpt(all.as_bytes(), 1);
        assert!(text.len() <= WIDTH && marked.start == 0 && marked.end <= text.len());
    }
}
