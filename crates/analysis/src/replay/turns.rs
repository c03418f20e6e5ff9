//! What threads do, shown natively: a finding's turns as the harness is told them, and what it says.
//!
//! For rules about threads the harness sees what is claimed. For others it leads the threads there, and
//! a sanitizer or a breakpoint sees it.
//!
//! A place is a line and a column, since `count = count + 1` reads and writes in one line. Where debug
//! info has no such column, it is the line. The harness (`turns.c`) confirms what it sees threads do,
//! so a verdict does not depend on whether the turns were kept, or on time.

use super::output::Frame;
use super::process::{End, Run};
use super::sanitizers;
use super::symbolize::Symbols;
use super::tape;
use super::verdict::{ending, is_at};
use margay_ir::finding::{Act, Confirmation, Does, Finding, Location, Turn};
use margay_ir::rule::Witness;
use std::time::Duration;

/// The harness's exit code and words.
const SHOWN: i32 = 95;
const SAYS_SHOWN: &str = "margay: shown: ";
const SAYS_NOT_SHOWN: &str = "margay: not shown: ";
/// How often a thread has to pass by before it stands where it loses an update.
const SAYS_LATER: &str = "margay: later: ";

/// So many turns are told, the last ones.
const MOST_TURNS: usize = 2000;

/// Ways to lead threads, by the harness's names, which it documents. Turns that are shown leave out what
/// a thread does again in the same place, so a run may have to find out how often that is.
const WAYS: &[&str] = &["all", "all-first", "last", "last-first"];
/// The same for a fault that others show.
const WAYS_TO_FAULT: &[&str] = &["all", "loosely", UNLED];
/// Threads run as they like.
pub const UNLED: &str = "not";
/// What the harness leads to where others show it.
const FAULT: &str = "fault";

/// A finding's turns.
pub struct Schedule<'a> {
    finding: &'a Finding,
    places: Vec<&'a Location>,
    /// Places of what is claimed.
    claims: Vec<usize>,
    turns: Vec<Step>,
}

/// A thread comes to a place.
struct Step {
    thread: u32,
    place: usize,
    /// Whether it is to stand there until the others stand at theirs, and before what.
    stands: Option<Before>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    Reading,
    Writing,
    /// What it does next, it does with a value that another one writes anew meanwhile.
    Losing,
    Anything,
}

impl<'a> Schedule<'a> {
    /// What a finding says of its threads, or why a run cannot be led by it.
    pub fn of(finding: &'a Finding) -> Result<Self, String> {
        let mut schedule =
            Schedule { finding, places: Vec::new(), claims: Vec::new(), turns: Vec::new() };
        // What a report says besides, such as where a lock was taken, is no part of what is claimed.
        let acts = finding.related.iter().filter(|note| note.act.is_some());
        let claims = std::iter::once(&finding.location).chain(acts.map(|note| &note.location));
        schedule.claims = claims.map(|location| schedule.place(location)).collect();
        let last = last_turns(finding);
        let skipped = finding.turns.len().saturating_sub(MOST_TURNS);
        for (index, turn) in finding.turns.iter().enumerate().skip(skipped) {
            let place = schedule.place(&turn.location);
            let stands = last.iter().find(|(at, _)| *at == index).map(|(_, before)| *before);
            schedule.turns.push(Step { thread: turn.thread.number, place, stands });
        }
        let meets = shown(&finding.rule).is_some_and(|by| by == Witness::MeetingThreads);
        if meets && schedule.turns.iter().filter(|turn| turn.stands.is_some()).count() != 2 {
            return Err("its turns do not lead two threads together".to_owned());
        }
        Ok(schedule)
    }

    /// How to lead the threads, one way after the other.
    pub fn ways(&self) -> &'static [&'static str] {
        match self.goal() {
            FAULT => WAYS_TO_FAULT,
            _ if self.has_turns() => WAYS,
            _ => &WAYS[..1],
        }
    }

    /// Another way, which a run that was led in one has shown: threads came there too early in a loop.
    pub fn later(&self, way: &str, run: &Run) -> Option<String> {
        let passes: u32 = says(run, SAYS_LATER)?.parse().ok()?;
        (!way.contains('+')).then(|| format!("{way}+{passes}"))
    }

    /// What the harness is to lead to, by its names.
    fn goal(&self) -> &'a str {
        if is_about_threads(&self.finding.rule) { &self.finding.rule } else { FAULT }
    }

    fn has_turns(&self) -> bool {
        !self.turns.is_empty()
    }

    /// What to tell the harness of a program that was built.
    pub fn lines(&self, way: &str, base: u64, symbols: &Symbols) -> String {
        self.tape(way, |location| {
            let code = code_of(location, symbols).1.into_iter();
            code.map(|(start, len)| (start.wrapping_sub(base), len)).collect()
        })
    }

    /// The same for a program whose code is marked where the places are, and these: for each its file,
    /// line and column, which is 0 if all of the line is meant.
    pub fn marked(&self, symbols: &Symbols) -> (String, Vec<(String, u32, u32)>) {
        let mark = |location: &&Location| {
            let column = code_of(location, symbols).0;
            (location.file.display().to_string(), location.line, column)
        };
        (self.tape(self.ways()[0], |_| Vec::new()), self.places.iter().map(mark).collect())
    }

    fn tape(&self, way: &str, code: impl Fn(&Location) -> Vec<(u64, u64)>) -> String {
        let mut out = tape::about_threads("goal", self.goal(), way, &[]);
        for (index, location) in self.places.iter().enumerate() {
            let name = format!("{}:{}", location.file.display(), location.line);
            out += &tape::about_threads("place", &name, &index.to_string(), &code(location));
        }
        for claim in &self.claims {
            out += &tape::about_threads("claim", &claim.to_string(), "-", &[]);
        }
        for turn in &self.turns {
            let stands = match turn.stands {
                Some(Before::Reading) => "!r",
                Some(Before::Writing) => "!w",
                Some(Before::Losing) => "!l",
                Some(Before::Anything) => "!",
                None => "",
            };
            let thread = format!("{}{stands}", turn.thread);
            out += &tape::about_threads("turn", &turn.place.to_string(), &thread, &[]);
        }
        out
    }

    /// Judges a run.
    pub fn judge(&self, run: &Run, limit: Duration) -> Confirmation {
        if run.end == End::Exited(SHOWN) && says(run, SAYS_SHOWN).is_some() {
            let by = if self.has_turns() { "forced turns" } else { "the harness" };
            return Confirmation::Confirmed { by: by.to_owned() };
        }
        let why = says(run, SAYS_NOT_SHOWN).map_or_else(|| ending(run, limit), str::to_owned);
        Confirmation::NotConfirmed { why }
    }

    /// What others say of a run, with what was done to lead there.
    pub fn led(&self, said: Confirmation, way: &str, run: &Run) -> Confirmation {
        match said {
            Confirmation::Confirmed { by } if way != UNLED => {
                Confirmation::Confirmed { by: format!("{by} with forced turns") }
            }
            Confirmation::NotConfirmed { why } => {
                let why = says(run, SAYS_NOT_SHOWN).unwrap_or(&why);
                Confirmation::NotConfirmed { why: format!("{why}, though its threads were led") }
            }
            other => other,
        }
    }

    /// The number of a place.
    fn place(&mut self, location: &'a Location) -> usize {
        let key = |place: &'a Location| (&place.directory, &place.file, place.line, place.column);
        let known = self.places.iter().position(|place| key(place) == key(location));
        known.unwrap_or_else(|| {
            self.places.push(location);
            self.places.len() - 1
        })
    }
}

fn says<'a>(run: &'a Run, what: &str) -> Option<&'a str> {
    run.errors.lines().find_map(|line| line.strip_prefix(what))
}

/// Whether the harness itself sees what a rule is about.
pub fn is_about_threads(rule: &str) -> bool {
    matches!(shown(rule), Some(Witness::Threads | Witness::MeetingThreads))
}

fn shown(rule: &str) -> Option<Witness> {
    sanitizers::expected(rule).map(|expected| expected.shown.by)
}

/// The column of a place, or 0 if debug info has none, and its code.
fn code_of(location: &Location, symbols: &Symbols) -> (u32, Vec<(u64, u64)>) {
    let is_it = |frame: &Frame, column| is_at(frame, location) && column == location.column;
    let code = symbols.ranges(is_it);
    match code.is_empty() {
        false => (location.column, code),
        true => (0, symbols.ranges(|frame, _| is_at(frame, location))),
    }
}

/// The turns in which the threads that a finding is about come to where they stand: for each, its last.
fn last_turns(finding: &Finding) -> Vec<(usize, Before)> {
    let mut last: Vec<(usize, &Turn)> = Vec::new();
    for (index, turn) in finding.turns.iter().enumerate() {
        last.retain(|(_, other)| other.thread != turn.thread);
        last.push((index, turn));
    }
    let own = finding.act.iter().map(|act| (&finding.location, act));
    let others =
        finding.related.iter().filter_map(|note| Some((&note.location, note.act.as_ref()?)));
    let acts: Vec<(&Location, &Act)> = own.chain(others).collect();
    // A thread that waits is named once for each place, whichever other threads wait there.
    let belongs = |turn: &Turn, (at, act): (&Location, &Act)| match act.does {
        Does::Wait => *at == turn.location,
        _ => act.thread == turn.thread,
    };
    let before = |turn: &Turn| {
        let (_, act) = acts.iter().find(|act| belongs(turn, **act))?;
        Some(match act.does {
            Does::Read => Before::Reading,
            Does::Write | Does::Free => Before::Writing,
            Does::WriteBack => Before::Losing,
            Does::Wait => Before::Anything,
        })
    };
    last.into_iter().filter_map(|(index, turn)| Some((index, before(turn)?))).collect()
}
