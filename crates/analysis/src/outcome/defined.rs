//! Names that lines outside of functions define: macros, constants, members, variables.
//!
//! No path passes such a line, and yet what it says shows wherever the name is used. It is examined as text, so a name
//! may be one of something else: then more counts as changed, not less.

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
        if changed(&(*line..=*line)) {
            names.extend(defined(text));
            names.extend(of.iter().cloned());
        }
    }
    names.extend(macros.iter().filter(|one| changed(&one.lines)).map(|one| one.name.clone()));
    loop {
        let before = names.len();
        let uses = |one: &&Macro| identifiers(&one.text).any(|(_, word)| names.contains(word));
        let more: Vec<String> = macros.iter().filter(uses).map(|one| one.name.clone()).collect();
        names.extend(more);
        if names.len() == before {
            return names;
        }
    }
}

/// Whether a line of code has one of the names in it.
pub fn has_one(line: &str, names: &BTreeSet<String>) -> bool {
    identifiers(line).any(|(_, word)| names.contains(word))
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
    let (mut scan, mut conditions, mut of) = (Scan::default(), Vec::new(), Vec::new());
    let plain = without_comments(text);
    let mut lines = (1..).zip(plain.lines());
    while let Some((number, line)) = lines.next() {
        if let Some(directive) = line.trim_start().strip_prefix('#') {
            let (mut whole, mut end) = (directive.to_owned(), number);
            while whole.ends_with('\\')
                && let Some((next, more)) = lines.next()
            {
                whole.pop();
                whole.push_str(more);
                end = next;
            }
            macros.extend(Macro::of(&whole, number..=end));
            // All branches of a condition begin where the first did.
            match identifiers(&whole).next().map_or("", |(_, word)| word) {
                "if" | "ifdef" | "ifndef" => conditions.push(scan.clone()),
                "else" | "elif" => scan = conditions.last().cloned().unwrap_or(scan),
                "endif" => drop(conditions.pop()),
                _ => {}
            }
            continue;
        }
        let begins = scan.depth == 0;
        let text = scan.outside(line);
        if !text.trim().is_empty() {
            if begins {
                of = defined(&text);
            }
            let of = if begins { Vec::new() } else { of.clone() };
            code.push(Outside { line: number, text, of });
        }
    }
    (code, macros)
}

impl Macro {
    /// The macro that a directive defines, if it does.
    fn of(directive: &str, lines: RangeInclusive<u32>) -> Option<Macro> {
        let rest = directive.trim_start().strip_prefix("define")?;
        let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
        let (0, name) = identifiers(rest).next()? else { return None };
        Some(Macro { lines, name: name.to_owned(), text: rest[name.len()..].to_owned() })
    }
}

/// Where a scan of code is.
#[derive(Clone, Default)]
struct Scan {
    /// How many braces are open, and whether the first of them is a function's.
    depth: u32,
    in_function: bool,
    /// How many parentheses are open, and the word before the last that stood in no others.
    inside: u32,
    before: String,
    word: String,
    /// What came last but space.
    closes: bool,
}

impl Scan {
    /// What a line has outside of functions and parentheses.
    fn outside(&mut self, line: &str) -> String {
        let mut outside = String::new();
        let mut in_word = false;
        for c in line.chars() {
            match c {
                '{' => {
                    let is_function = self.closes && self.before != "__attribute__";
                    self.in_function |= self.depth == 0 && is_function;
                    self.depth += 1;
                    self.inside = 0;
                }
                '}' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.in_function &= self.depth > 0;
                }
                '(' => {
                    if self.inside == 0 {
                        self.before = std::mem::take(&mut self.word);
                    }
                    self.inside += 1;
                }
                ')' => self.inside = self.inside.saturating_sub(1),
                _ => {}
            }
            if self.inside == 0 && !self.in_function && c != ')' {
                outside.push(c);
            }
            if is_part(c) {
                if !in_word {
                    self.word.clear();
                }
                self.word.push(c);
            }
            in_word = is_part(c);
            if !c.is_whitespace() {
                self.closes = c == ')';
            }
        }
        outside
    }
}

/// The names in a line after which a declaration or a constant ends: `=`, `[`, `,`, `;`, `:`, `}` or nothing.
fn defined(line: &str) -> Vec<String> {
    let ends = |(start, word): &(usize, &str)| {
        let rest = line[start + word.len()..].trim_start();
        rest.is_empty() || rest.starts_with(['=', '[', ',', ';', ':', '}'])
    };
    identifiers(line).filter(ends).map(|(_, word)| word.to_owned()).collect()
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The words of a text that may be names, and where they begin.
fn identifiers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_part)?;
        let len = text[start..].find(|c| !is_part(c)).unwrap_or(text.len() - start);
        at = start + len;
        Some((start, &text[start..at]))
    })
    .filter(|(_, word)| !word.starts_with(|c: char| c.is_ascii_digit()))
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
#if ODD
int g(int a) {
#else
int g(long a) {
#endif
    return 0;
}
enum { LEAST = (1 << 1) };
struct __attribute__((packed)) head {
    char tag[sizeof(int) * 2];
};
#define \u{e9}X 1
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
        // Callers of a function that is declared otherwise.
        check(8, &["f"]);
        check(10, &[]);
        check(13, &["table"]);
        check(14, &["table"]);
        check(15, &["RED", "table"]);
        check(20, &["g"]);
        check(22, &[]);
        check(24, &["LEAST"]);
        check(26, &["tag"]);
        check(28, &["\u{e9}X"]);
    }

    #[test]
    fn names_are_whole_words() {
        let names = BTreeSet::from(["most".to_owned()]);
        assert!(has_one("if (n < most)", &names));
        assert!(!has_one("if (n < almost || most_of)", &names));
    }
}
