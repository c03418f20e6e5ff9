//! `fnmatch.h`: patterns of the shell against names.

use crate::ctype;
use crate::spec::{Facts, Table, exact};
use crate::text::string;
use margay_engine::{Call, Flow, ModelResult};

pub const MODELS: Table =
    Facts::QUIET.and(Facts::ONLY_READS).of_all(&[exact("fnmatch", fnmatch).typed("ippi")]);

const PATHNAME: i32 = 1;
const NOESCAPE: i32 = 2;
const PERIOD: i32 = 4;
const LEADING_DIR: i32 = 8;
const CASEFOLD: i32 = 16;

fn fnmatch(call: &mut Call<'_>) -> ModelResult {
    let (pattern, name, flags) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_i32(2)?);
    let (pattern, name) = (string(call, pattern)?, string(call, name)?);
    let matcher = Matcher { name: &name, flags };
    Ok(Flow::int(i32::from(!matcher.matches(&pattern, 0))))
}

struct Matcher<'a> {
    name: &'a [u8],
    flags: i32,
}

impl Matcher<'_> {
    fn has(&self, flag: i32) -> bool {
        self.flags & flag != 0
    }

    fn fold(&self, c: u8) -> u8 {
        if self.has(CASEFOLD) { c.to_ascii_lowercase() } else { c }
    }

    /// Whether a period here must be written out.
    fn is_leading_period(&self, at: usize) -> bool {
        self.has(PERIOD)
            && self.name.get(at) == Some(&b'.')
            && (at == 0 || self.has(PATHNAME) && self.name[at - 1] == b'/')
    }

    /// Whether a wildcard may stand for the character here.
    fn may_stand_for(&self, at: usize) -> bool {
        self.name.get(at).is_some_and(|c| !(self.has(PATHNAME) && *c == b'/'))
            && !self.is_leading_period(at)
    }

    /// The pattern against the rest of the name. A star is tried again at the next
    /// place only: an earlier star never needs another try.
    fn matches(&self, pattern: &[u8], start: usize) -> bool {
        let (mut p, mut at) = (0, start);
        let mut star: Option<(usize, usize)> = None;
        loop {
            if p == pattern.len() {
                let cut = self.has(LEADING_DIR) && self.name.get(at) == Some(&b'/');
                if at == self.name.len() || cut {
                    return true;
                }
            } else if pattern[p] == b'*' {
                if self.is_leading_period(at) {
                    return false;
                }
                star = Some((p + 1, at));
                p += 1;
                continue;
            } else if let Some(len) = self.one(&pattern[p..], at) {
                p += len;
                at += 1;
                continue;
            }
            // Back to the last star, which takes one character more.
            match star {
                Some((after, place)) if self.may_stand_for(place) => {
                    star = Some((after, place + 1));
                    (p, at) = (after, place + 1);
                }
                _ => return false,
            }
        }
    }

    /// Length of the pattern's part that matches one character, if it does.
    fn one(&self, pattern: &[u8], at: usize) -> Option<usize> {
        let c = *self.name.get(at)?;
        match pattern[0] {
            b'?' => self.may_stand_for(at).then_some(1),
            b'[' => match self.set(pattern, c) {
                Some((len, inside)) => (inside && self.may_stand_for(at)).then_some(len),
                // A bracket that is never closed is itself.
                None => (c == b'[').then_some(1),
            },
            b'\\' if !self.has(NOESCAPE) => {
                let escaped = *pattern.get(1)?;
                (self.fold(escaped) == self.fold(c)).then_some(2)
            }
            plain => (self.fold(plain) == self.fold(c)).then_some(1),
        }
    }

    /// Length of a bracket expression, and whether it contains a character.
    fn set(&self, pattern: &[u8], c: u8) -> Option<(usize, bool)> {
        let negated = matches!(pattern.get(1), Some(b'!' | b'^'));
        let first = if negated { 2 } else { 1 };
        let (mut at, mut inside) = (first, false);
        let c = self.fold(c);
        loop {
            let mut low = *pattern.get(at)?;
            if low == b']' && at > first {
                return Some((at + 1, inside != negated));
            }
            if low == b'[' && pattern.get(at + 1) == Some(&b':') {
                let end = pattern[at..].windows(2).position(|pair| pair == b":]")?;
                inside |= in_class(&pattern[at + 2..at + end], c);
                at += end + 2;
                continue;
            }
            if low == b'\\' && !self.has(NOESCAPE) {
                at += 1;
                low = *pattern.get(at)?;
            }
            at += 1;
            let mut high = low;
            if pattern.get(at) == Some(&b'-') && pattern.get(at + 1).is_some_and(|c| *c != b']') {
                high = pattern[at + 1];
                at += 2;
                if high == b'\\' && !self.has(NOESCAPE) {
                    high = *pattern.get(at)?;
                    at += 1;
                }
            }
            inside |= (self.fold(low)..=self.fold(high)).contains(&c);
        }
    }
}

fn in_class(name: &[u8], c: u8) -> bool {
    let bit = match name {
        b"alnum" => ctype::ALNUM,
        b"alpha" => ctype::ALPHA,
        b"blank" => ctype::BLANK,
        b"cntrl" => ctype::CNTRL,
        b"digit" => ctype::DIGIT,
        b"graph" => ctype::GRAPH,
        b"lower" => ctype::LOWER,
        b"print" => ctype::PRINT,
        b"punct" => ctype::PUNCT,
        b"space" => ctype::SPACE,
        b"upper" => ctype::UPPER,
        b"xdigit" => ctype::XDIGIT,
        _ => 0,
    };
    ctype::class(i32::from(c)) & bit != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, name: &str, flags: i32) -> bool {
        let matcher = Matcher { name: name.as_bytes(), flags };
        matcher.matches(pattern.as_bytes(), 0)
    }

    #[test]
    fn stars_questions_and_sets() {
        assert!(check("*.c", "main.c", 0));
        assert!(!check("*.c", "main.h", 0));
        assert!(check("a*b*c", "aXXbYYbZc", 0));
        assert!(check("[a-c]?[!x]", "b1y", 0));
        assert!(!check("[a-c]?[!x]", "b1x", 0));
        assert!(check("[[:digit:]]*", "9z", 0));
        assert!(check("[]x]", "]", 0));
        assert!(check("\\*", "*", 0));
        assert!(check("\\*", "\\anything", NOESCAPE));
        assert!(check("ABC", "abc", CASEFOLD));
    }

    #[test]
    fn flags_guard_slashes_and_periods() {
        assert!(check("*", "a/b", 0));
        assert!(!check("*", "a/b", PATHNAME));
        assert!(check("*/b", "a/b", PATHNAME));
        assert!(!check("*", ".hidden", PERIOD));
        assert!(check(".*", ".hidden", PERIOD));
        assert!(!check("a/*", "a/.b", PATHNAME | PERIOD));
        assert!(check("a*", "ab/c", LEADING_DIR | PATHNAME));
    }
}
