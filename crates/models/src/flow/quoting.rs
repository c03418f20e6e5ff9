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
    Sqlite,
    MySql,
    /// PostgreSQL.
    Postgres,
    /// What a database behind ODBC takes.
    Odbc,
}

/// What a place may stand in: of these it is one at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Single,
    Double,
    Tick,
    Bracket,
    /// A comment to the end of the line.
    Line,
    /// A comment to its own end.
    Block,
}

const MODES: usize = 6;

/// The modes that one character begins and one ends.
const QUOTES: [(Mode, u8, u8); 4] = [
    (Mode::Single, b'\'', b'\''),
    (Mode::Double, b'"', b'"'),
    (Mode::Tick, b'`', b'`'),
    (Mode::Bracket, b'[', b']'),
];

impl Grammar {
    fn has(self, mode: Mode) -> bool {
        match mode {
            Mode::Single | Mode::Double | Mode::Line => true,
            // A shell runs what stands in these.
            Mode::Tick => !matches!(self, Grammar::Shell | Grammar::Postgres),
            Mode::Bracket => matches!(self, Grammar::Sqlite | Grammar::Odbc),
            Mode::Block => self != Grammar::Shell,
        }
    }

    /// What hides the rest of a line.
    fn comments(self) -> &'static [&'static [u8]] {
        match self {
            Grammar::Shell => &[],
            Grammar::MySql => &[b"-- ", b"#"],
            _ => &[b"--"],
        }
    }
}

/// How a character stands in its text.
#[derive(Clone, Copy)]
struct Place {
    /// Whether it stands in each mode.
    modes: [Bool; MODES],
    /// Behind a backslash that counts.
    escaped: Bool,
}

/// The quotes that a place is known to stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quote {
    None,
    Single,
    Double,
    /// A name in quotes of its own, or a comment.
    Other,
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

/// The condition that some characters stand at an index, and after them the end or one of some.
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

/// The condition that some characters stand at an index, whether the text goes on to there or not.
fn stands(pool: &mut TermPool, text: &Text, index: usize, wanted: &[u8]) -> Bool {
    let Some(bytes) = text.bytes.get(index..index + wanted.len()) else {
        return pool.bool_const(false);
    };
    let mut all = pool.bool_const(true);
    for (byte, wanted) in bytes.iter().zip(wanted) {
        let same = one_of(pool, *byte, &[*wanted]);
        all = pool.and(all, same);
    }
    all
}

fn any_of(pool: &mut TermPool, conditions: impl IntoIterator<Item = Option<Bool>>) -> Bool {
    let none = pool.bool_const(false);
    conditions.into_iter().flatten().fold(none, |any, one| pool.or(any, one))
}

impl Place {
    /// Not in quotes or a comment, though perhaps after a backslash.
    fn outside(&self, pool: &mut TermPool) -> Bool {
        let any = any_of(pool, self.modes.map(Some));
        pool.not(any)
    }

    /// Read as the program's own words are.
    fn bare(&self, pool: &mut TermPool) -> Bool {
        let (outside, fresh) = (self.outside(pool), pool.not(self.escaped));
        pool.and(outside, fresh)
    }

    fn is_in(&self, mode: Mode) -> Bool {
        self.modes[mode as usize]
    }
}

impl Reading {
    pub fn of(pool: &mut TermPool, text: &Text, grammar: Grammar) -> Reading {
        let no = pool.bool_const(false);
        let first = Place { modes: [no; MODES], escaped: no };
        let mut reading = Reading { grammar, places: vec![first] };
        for index in 0..text.bytes.len() {
            let place = reading.behind(pool, text, index);
            reading.places.push(place);
        }
        reading
    }

    /// How the character after one stands.
    fn behind(&self, pool: &mut TermPool, text: &Text, index: usize) -> Place {
        let place = self.places[index];
        let byte = text.bytes[index];
        let (outside, bare) = (place.outside(pool), place.bare(pool));
        let mut modes = place.modes;
        for (mode, open, close) in QUOTES.into_iter().filter(|(mode, ..)| self.grammar.has(*mode)) {
            let [opens, closes] = [open, close].map(|quote| one_of(pool, byte, &[quote]));
            let goes_on = pool.not(closes);
            let (stays, begins) = (pool.and(place.is_in(mode), goes_on), pool.and(outside, opens));
            let read = pool.or(stays, begins);
            modes[mode as usize] = pool.ite(place.escaped, place.is_in(mode), read);
        }
        let hides = self.hides(pool, text, index);
        let hides = pool.and(hides, bare);
        let ends = one_of(pool, byte, b"\n");
        let goes_on = pool.not(ends);
        let stays = pool.and(place.is_in(Mode::Line), goes_on);
        modes[Mode::Line as usize] = pool.or(stays, hides);
        if self.grammar.has(Mode::Block) {
            let opens = stands(pool, text, index, b"/*");
            let opens = pool.and(opens, bare);
            // The star that opened it does not close it.
            let closes = match index.checked_sub(2) {
                Some(before) => {
                    let closes = stands(pool, text, index - 1, b"*/");
                    pool.and(closes, self.places[before].is_in(Mode::Block))
                }
                None => pool.bool_const(false),
            };
            let goes_on = pool.not(closes);
            let stays = pool.and(place.is_in(Mode::Block), goes_on);
            modes[Mode::Block as usize] = pool.or(stays, opens);
        }
        let backslash = one_of(pool, byte, b"\\");
        let escapes = match self.grammar {
            Grammar::Shell => pool.or(outside, place.is_in(Mode::Double)),
            Grammar::MySql => pool.or(place.is_in(Mode::Single), place.is_in(Mode::Double)),
            Grammar::Sqlite | Grammar::Postgres | Grammar::Odbc => pool.bool_const(false),
        };
        let fresh = pool.not(place.escaped);
        let escapes = pool.and(escapes, fresh);
        Place { modes, escaped: pool.and(backslash, escapes) }
    }

    /// The condition that a comment to the end of the line begins, where it is read.
    fn hides(&self, pool: &mut TermPool, text: &Text, index: usize) -> Bool {
        if self.grammar != Grammar::Shell {
            let all = self.grammar.comments().iter();
            let all: Vec<_> = all.map(|comment| stands(pool, text, index, comment)).collect();
            return any_of(pool, all.into_iter().map(Some));
        }
        // Only where a word would begin.
        let sign = one_of(pool, text.bytes[index], b"#");
        match index.checked_sub(1) {
            Some(before) => {
                let begins = one_of(pool, text.bytes[before], b" \t\n;|&(");
                pool.and(sign, begins)
            }
            None => sign,
        }
    }

    /// The quotes that a character stands in, if that is known.
    pub fn quote(&self, pool: &TermPool, index: usize) -> Option<Quote> {
        let known = self.places[index].modes.map(|is| pool.as_const_bool(is));
        if known.contains(&None) {
            return None;
        }
        Some(match known.iter().position(|is| *is == Some(true)) {
            None => Quote::None,
            Some(at) if at == Mode::Single as usize => Quote::Single,
            Some(at) if at == Mode::Double as usize => Quote::Double,
            Some(_) => Quote::Other,
        })
    }

    /// The condition that the text has a meaning: what it opens is closed, or hidden by a comment. What is cut off
    /// where it is examined no further may be anything.
    pub fn is_whole(&self, pool: &mut TermPool, text: &Text) -> Bool {
        let zero = pool.bv_u64(8, 0);
        let mut there = text.reaches(pool, 0);
        let mut any = pool.bool_const(false);
        for (index, place) in self.places.iter().enumerate() {
            let ends = match text.bytes.get(index) {
                Some(byte) => pool.eq(*byte, zero),
                None => pool.bool_const(true),
            };
            let bare = place.bare(pool);
            let closed = pool.or(bare, place.is_in(Mode::Line));
            let closed = pool.and(closed, ends);
            let closed = pool.and(closed, there);
            any = pool.or(any, closed);
            if let Some(byte) = text.bytes.get(index) {
                let more = pool.ne(*byte, zero);
                there = pool.and(there, more);
            }
        }
        if text.is_cut { pool.or(any, there) } else { any }
    }

    /// The condition that at an index something begins which is read as more than itself: a
    /// command, or what changes a query.
    ///
    /// `start` is where the input begins.
    pub fn acts(&self, pool: &mut TermPool, text: &Text, start: usize, index: usize) -> Bool {
        match self.grammar {
            Grammar::Shell => self.commands(pool, text, index),
            _ => self.changes(pool, text, start, index),
        }
    }

    /// An injected command, in each way in which one can be added.
    fn commands(&self, pool: &mut TermPool, text: &Text, index: usize) -> Bool {
        const BEHIND: &[u8] = b"\0 \t\n;|&<>";
        let place = self.places[index];
        let bare = place.bare(pool);
        let first = if index == 0 { word_at(pool, text, index, b"id", BEHIND) } else { None };
        let separate = [b";id", b"|id", b"&id", b"\nid"]
            .map(|command| word_at(pool, text, index, command, BEHIND));
        let separate = any_of(pool, separate.into_iter().chain([first]));
        let separate = pool.and(separate, bare);
        // These are read in double quotes as well.
        let fresh = pool.not(place.escaped);
        let double = pool.and(place.is_in(Mode::Double), fresh);
        let open = pool.or(bare, double);
        let substituted = [&b"`id`"[..], b"$(id)"].map(|s| text.has_at(pool, index, s));
        let substituted = any_of(pool, substituted);
        let substituted = pool.and(substituted, open);
        pool.or(separate, substituted)
    }

    /// Another condition, another statement, or a comment that hides the rest of quoted text.
    fn changes(&self, pool: &mut TermPool, text: &Text, start: usize, index: usize) -> Bool {
        let mut added = vec![b" OR ".as_slice(), b";DELETE ", b"||"];
        if self.quote(pool, start) != Some(Quote::None) {
            added.extend(self.grammar.comments());
        }
        let added: Vec<_> = added.into_iter().map(|s| text.has_at(pool, index, s)).collect();
        let added = any_of(pool, added);
        let bare = self.places[index].bare(pool);
        pool.and(added, bare)
    }
}
