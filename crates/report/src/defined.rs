//! Names that lines outside of functions define: macros, constants, members, variables.
//!
//! No path passes such a line, and yet what it says shows wherever the name is used. It is looked
//! at as text, so a name may be one of something else: then more counts as changed, not less.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The names that some lines of a text define outside of functions. Macros whose text has one of the
/// names are such names as well.
pub fn names(text: &str, lines: &[RangeInclusive<u32>]) -> BTreeSet<String> {
    let changed = |range: &RangeInclusive<u32>| {
        lines.iter().any(|lines| lines.start() <= range.end() && range.start() <= lines.end())
    };
    let (code, macros) = outside_functions(text);
    let mut names: BTreeSet<String> = BTreeSet::new();
    for Outside { line, text, of } in &code {
        // What has parentheses is a function, and its callers pass it.
        if changed(&(*line..=*line)) && !text.contains('(') {
            names.extend(defined(text));
            names.extend(of.iter().cloned());
        }
    }
    names.extend(macros.iter().filter(|one| changed(&one.lines)).map(|one| one.name.clone()));
    loop {
        let before = names.len();
        let uses = |one: &&Macro| identifiers(&one.text).any(|word| names.contains(word));
        let more: Vec<String> = macros.iter().filter(uses).map(|one| one.name.clone()).collect();
        names.extend(more);
        if names.len() == before {
            return names;
        }
    }
}

/// Whether a line of code has one of the names in it.
pub fn has_one(line: &str, names: &BTreeSet<String>) -> bool {
    identifiers(line).any(|word| names.contains(word))
}

/// What a line has outside of functions.
struct Outside {
    line: u32,
    text: String,
    /// What is declared where the braces begin that it lies in.
    of: Vec<String>,
}

struct Macro {
    lines: RangeInclusive<u32>,
    name: String,
    text: String,
}

/// The lines that are in no function, without comments and literals, and the macros.
fn outside_functions(text: &str) -> (Vec<Outside>, Vec<Macro>) {
    let (mut code, mut macros) = (Vec::new(), Vec::new());
    let plain = without_comments(text);
    let mut lines = (1..).zip(plain.lines()).peekable();
    // How deep braces are, and what stood before the first.
    let (mut depth, mut in_function, mut last) = (0u32, false, ' ');
    let mut of = Vec::new();
    while let Some((number, line)) = lines.next() {
        if line.trim_start().starts_with('#') {
            let (mut whole, mut end) = (line.to_owned(), number);
            while whole.ends_with('\\')
                && let Some((next, more)) = lines.next()
            {
                whole.pop();
                whole.push_str(more);
                end = next;
            }
            let directive = whole.trim_start()[1..].trim_start().strip_prefix("define");
            if let Some(rest) = directive.filter(|rest| rest.starts_with([' ', '\t']))
                && let Some(name) = identifiers(rest).next()
            {
                let text = rest.trim_start()[name.len()..].to_owned();
                macros.push(Macro { lines: number..=end, name: name.to_owned(), text });
            }
            continue;
        }
        let mut outside = String::new();
        let begins = depth == 0;
        for c in line.chars() {
            match c {
                '{' => {
                    in_function |= depth == 0 && last == ')';
                    depth += 1;
                }
                '}' => {
                    depth = depth.saturating_sub(1);
                    in_function &= depth > 0;
                }
                _ => {}
            }
            if !in_function {
                outside.push(c);
            }
            if !c.is_whitespace() {
                last = c;
            }
        }
        if !outside.trim().is_empty() {
            if begins {
                of = defined(&outside).collect();
            }
            let of = if begins { Vec::new() } else { of.clone() };
            code.push(Outside { line: number, text: outside, of });
        }
    }
    (code, macros)
}

/// The names in a line behind which a declaration or a constant ends: `=`, `[`, `,`, `;`, `:`, `}`
/// or nothing.
fn defined(line: &str) -> impl Iterator<Item = String> {
    let ends = |word: &&str| {
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        let rest = line[start + word.len()..].trim_start();
        rest.is_empty() || rest.starts_with(['=', '[', ',', ';', ':', '}'])
    };
    identifiers(line).filter(ends).map(str::to_owned).collect::<Vec<_>>().into_iter()
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let words = text.split(move |c| !is_part(c));
    words.filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// A text in which comments and what stands in quotes are blank; its lines stay what they are.
fn without_comments(text: &str) -> String {
    enum In {
        Code,
        Line,
        Block,
        Quotes(char),
    }
    let mut out = String::with_capacity(text.len());
    let (mut mode, mut chars) = (In::Code, text.chars().peekable());
    while let Some(c) = chars.next() {
        let (next, shown) = match (&mode, c) {
            (In::Code, '/') if chars.peek() == Some(&'/') => (In::Line, ' '),
            (In::Code, '/') if chars.next_if_eq(&'*').is_some() => {
                out.push(' ');
                (In::Block, ' ')
            }
            (In::Code, '"' | '\'') => (In::Quotes(c), c),
            (In::Code, _) => (In::Code, c),
            (In::Line, '\n') => (In::Code, c),
            (In::Line, _) => (In::Line, ' '),
            (In::Block, '*') if chars.next_if_eq(&'/').is_some() => {
                out.push(' ');
                (In::Code, ' ')
            }
            (In::Block, _) => (In::Block, if c == '\n' { c } else { ' ' }),
            (In::Quotes(quote), '\\') => {
                let quote = *quote;
                if chars.next_if(|c| *c != '\n').is_some() {
                    out.push(' ');
                }
                (In::Quotes(quote), ' ')
            }
            // A quote ends with its line at the latest.
            (In::Quotes(quote), c) if c == *quote || c == '\n' => (In::Code, c),
            (In::Quotes(quote), _) => (In::Quotes(*quote), ' '),
        };
        mode = next;
        out.push(shown);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
#include <stdio.h>
#define LIMIT 32 /* the most */
#define ROOM \\
    (LIMIT + 1)
enum { RED = 1, GREEN };
struct item { int size; char name[ROOM]; };
static const int most = 10; // of them
int f(int a);
int f(int a) {
    int b = a; // '{'
    return b;
}
static int table[] = {
    1, 2,
    RED,
};
";

    fn check(line: u32, expected: &[&str]) {
        let names = names(TEXT, &[line..=line]);
        assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), expected, "line {line}");
    }

    #[test]
    fn lines_outside_of_functions_define_names() {
        check(1, &[]);
        check(2, &["LIMIT", "ROOM"]);
        check(4, &["ROOM"]);
        check(5, &["GREEN", "RED"]);
        check(6, &["name", "size"]);
        check(7, &["most"]);
        check(8, &[]);
        check(10, &[]);
        check(13, &["table"]);
        check(14, &["table"]);
        check(15, &["RED", "table"]);
    }

    #[test]
    fn names_are_whole_words() {
        let names = BTreeSet::from(["most".to_owned()]);
        assert!(has_one("if (n < most)", &names));
        assert!(!has_one("if (n < almost || most_of)", &names));
    }
}
