//! How a shell or a database reads a text, as conditions on the input: which of its characters stand
//! in quotes, and which are read as more than themselves.
//!
//! Quotes and backslashes of the input count as those of the program do, so that a program which
//! escapes what it is given is seen to do so.

use super::data::Text;
use margay_smt::{Bool, Bv, TermPool};

/// Whose rules a text is read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grammar {
    Shell,
    /// SQL, in which a backslash escapes what follows it in quotes, or does not.
    Sql {
        backslash: bool,
    },
}

/// How a character stands in its text.
#[derive(Clone, Copy)]
struct Place {
    single: Bool,
    double: Bool,
    escaped: Bool,
}

/// The quotes that a place is known to stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quote {
    None,
    Single,
    Double,
}

/// A text as its reader takes it.
pub struct Reading {
    grammar: Grammar,
    /// One for each character, and one for the end.
    places: Vec<Place>,
}

/// The condition that a character is one of some.
fn one_of(pool: &mut TermPool, byte: Bv, wanted: &[u8]) -> Bool {
    let mut any = pool.bool_const(false);
    for wanted in wanted {
        let wanted = pool.bv_u64(8, u64::from(*wanted));
        let same = pool.eq(byte, wanted);
        any = pool.or(any, same);
    }
    any
}

/// The condition that some characters stand at an index, and behind them the end or one of some.
fn word_at(
    pool: &mut TermPool,
    text: &Text,
    index: usize,
    word: &[u8],
    behind: &[u8],
) -> Option<Bool> {
    let stands = text.has_at(pool, index, word)?;
    match text.bytes.get(index + word.len()) {
        None => Some(stands),
        Some(next) => {
            let ends = one_of(pool, *next, behind);
            Some(pool.and(stands, ends))
        }
    }
}

fn any_of(pool: &mut TermPool, conditions: impl IntoIterator<Item = Option<Bool>>) -> Bool {
    let none = pool.bool_const(false);
    conditions.into_iter().flatten().fold(none, |any, one| pool.or(any, one))
}

impl Place {
    fn next(self, pool: &mut TermPool, byte: Bv, grammar: Grammar) -> Place {
        let [single, double, backslash] =
            [b"'", b"\"", b"\\"].map(|quote| one_of(pool, byte, quote));
        let bare = self.outside(pool);
        let mut turn = |inside: Bool, quote: Bool| {
            let other = pool.not(quote);
            let (stays, begins) = (pool.and(inside, other), pool.and(bare, quote));
            let read = pool.or(stays, begins);
            pool.ite(self.escaped, inside, read)
        };
        let (in_single, in_double) = (turn(self.single, single), turn(self.double, double));
        let escapes = match grammar {
            Grammar::Shell => pool.not(self.single),
            Grammar::Sql { backslash: true } => pool.not(bare),
            Grammar::Sql { backslash: false } => pool.bool_const(false),
        };
        let fresh = pool.not(self.escaped);
        let escaped = pool.and(fresh, backslash);
        let escaped = pool.and(escaped, escapes);
        Place { single: in_single, double: in_double, escaped }
    }

    /// Not in quotes, though perhaps behind a backslash.
    fn outside(self, pool: &mut TermPool) -> Bool {
        let any = pool.or(self.single, self.double);
        pool.not(any)
    }

    /// Neither in quotes nor behind a backslash.
    fn bare(self, pool: &mut TermPool) -> Bool {
        let (outside, fresh) = (self.outside(pool), pool.not(self.escaped));
        pool.and(outside, fresh)
    }
}

impl Reading {
    pub fn of(pool: &mut TermPool, text: &Text, grammar: Grammar) -> Reading {
        let no = pool.bool_const(false);
        let mut place = Place { single: no, double: no, escaped: no };
        let mut places = vec![place];
        for byte in &text.bytes {
            place = place.next(pool, *byte, grammar);
            places.push(place);
        }
        Reading { grammar, places }
    }

    /// The quotes that a character stands in, if that is known.
    pub fn quote(&self, pool: &TermPool, index: usize) -> Option<Quote> {
        let place = self.places[index];
        let [single, double] = [place.single, place.double].map(|is| pool.as_const_bool(is));
        match (single?, double?) {
            (false, false) => Some(Quote::None),
            (true, _) => Some(Quote::Single),
            _ => Some(Quote::Double),
        }
    }

    /// The condition that the text has a meaning: quotes that it opens are closed, or a comment
    /// hides them. What is cut off where it is looked at no further may be anything.
    pub fn is_whole(&self, pool: &mut TermPool, text: &Text) -> Bool {
        let zero = pool.bv_u64(8, 0);
        let mut there = text.reaches(pool, 0);
        let mut any = pool.bool_const(false);
        for (index, place) in self.places.iter().enumerate() {
            let bare = place.bare(pool);
            let ends = match text.bytes.get(index) {
                Some(byte) => pool.eq(*byte, zero),
                None => pool.bool_const(true),
            };
            let comments = self.comments(pool, text, index);
            let ends = comments.map_or(ends, |comments| pool.or(ends, comments));
            let closed = pool.and(ends, bare);
            let closed = pool.and(closed, there);
            any = pool.or(any, closed);
            if let Some(byte) = text.bytes.get(index) {
                let more = pool.ne(*byte, zero);
                there = pool.and(there, more);
            }
        }
        if text.is_cut { pool.or(any, there) } else { any }
    }

    /// The condition that two dashes stand at an index, which in SQL begin a comment.
    fn comments(&self, pool: &mut TermPool, text: &Text, index: usize) -> Option<Bool> {
        let Grammar::Sql { .. } = self.grammar else { return None };
        let [one, two] = text.bytes.get(index..index + 2)?.try_into().ok()?;
        let (one, two) = (one_of(pool, one, b"-"), one_of(pool, two, b"-"));
        Some(pool.and(one, two))
    }

    /// The condition that at an index something begins which is read as more than itself: a
    /// command, or what changes a query.
    ///
    /// `start` is where the input begins.
    pub fn acts(&self, pool: &mut TermPool, text: &Text, start: usize, index: usize) -> Bool {
        match self.grammar {
            Grammar::Shell => self.commands(pool, text, index),
            Grammar::Sql { .. } => self.changes(pool, text, start, index),
        }
    }

    /// A command that nobody needs, in each way in which one can be added.
    fn commands(&self, pool: &mut TermPool, text: &Text, index: usize) -> Bool {
        const BEHIND: &[u8] = b"\0 \t\n;|&<>";
        let place = self.places[index];
        let bare = place.bare(pool);
        let first = if index == 0 { word_at(pool, text, index, b"id", BEHIND) } else { None };
        let parted = [b";id", b"|id", b"&id", b"\nid"]
            .map(|command| word_at(pool, text, index, command, BEHIND));
        let parted = any_of(pool, parted.into_iter().chain([first]));
        let parted = pool.and(parted, bare);
        // These are read in double quotes as well.
        let fresh = pool.not(place.escaped);
        let double = pool.and(place.double, fresh);
        let open = pool.or(bare, double);
        let substituted = [&b"`id`"[..], b"$(id)"].map(|s| text.has_at(pool, index, s));
        let substituted = any_of(pool, substituted);
        let substituted = pool.and(substituted, open);
        pool.or(parted, substituted)
    }

    /// Another condition, another statement, or a comment that hides the rest of quoted text.
    fn changes(&self, pool: &mut TermPool, text: &Text, start: usize, index: usize) -> Bool {
        let mut added = vec![b" OR ".as_slice(), b";DELETE ", b"||"];
        if self.quote(pool, start) != Some(Quote::None) {
            added.push(b"--");
        }
        let added: Vec<_> = added.into_iter().map(|s| text.has_at(pool, index, s)).collect();
        let added = any_of(pool, added);
        let bare = self.places[index].bare(pool);
        pool.and(added, bare)
    }
}
