//! What threads do, shown natively: a finding's turns as the harness is told them, and what it says.
//!
//! A place is a line and a column, since `count = count + 1` reads and writes in one line. Where debug
//! info has no such column, it is the line. The harness (`turns.c`) confirms what it sees threads do,
//! so a verdict does not depend on whether the turns were kept, or on time.

use super::process::{End, Run};
use super::symbolize::Symbols;
use super::tape;
use super::verdict::{ending, is_at};
use margay_ir::finding::{Confirmation, Finding, Location, Turn};
use std::time::Duration;

/// The harness's exit code and words.
const SHOWN: i32 = 95;
const SAYS_SHOWN: &str = "margay: shown: ";
const SAYS_NOT_SHOWN: &str = "margay: not shown: ";

/// So many turns are told, the last ones.
const MOST_TURNS: usize = 2000;

/// Which turns a run is to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    All,
    /// Those in which threads come to where they are to stand in the end.
    Last,
}

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
    /// It is to stand there until the others stand at theirs.
    is_last: bool,
}

impl<'a> Schedule<'a> {
    /// What a finding says of its threads, or why a run cannot be led by it.
    pub fn of(finding: &'a Finding) -> Result<Self, String> {
        let mut schedule =
            Schedule { finding, places: Vec::new(), claims: Vec::new(), turns: Vec::new() };
        let related = finding.related.iter().map(|note| &note.location);
        let related = related.filter(|_| is_told_with_places(&finding.rule));
        let claims = std::iter::once(&finding.location).chain(related);
        schedule.claims = claims.map(|location| schedule.place(location)).collect();
        let last = last_turns(finding);
        let skipped = finding.turns.len().saturating_sub(MOST_TURNS);
        for (index, turn) in finding.turns.iter().enumerate().skip(skipped) {
            let thread = turn.thread_number().ok_or("its threads have no numbers")?;
            let place = schedule.place(&turn.location);
            schedule.turns.push(Step { thread, place, is_last: last.contains(&index) });
        }
        let races = matches!(finding.rule.as_str(), "data-race" | "atomicity-violation");
        if races && schedule.turns.iter().filter(|turn| turn.is_last).count() != 2 {
            return Err("its turns do not lead two threads together".to_owned());
        }
        Ok(schedule)
    }

    pub fn has_turns(&self) -> bool {
        !self.turns.is_empty()
    }

    /// What to tell the harness of a program that was built.
    pub fn lines(&self, turns: Turns, base: u64, symbols: &Symbols) -> String {
        let code = |location: &Location| {
            let mut code =
                symbols.ranges(|frame, column| is_at(frame, location) && column == location.column);
            if code.is_empty() {
                code = symbols.ranges(|frame, _| is_at(frame, location));
            }
            code.iter_mut().for_each(|(start, _)| *start = start.wrapping_sub(base));
            code
        };
        self.tape(turns, code)
    }

    fn tape(&self, turns: Turns, code: impl Fn(&Location) -> Vec<(u64, u64)>) -> String {
        let mut out = tape::about_threads("goal", &self.finding.rule, "-", &[]);
        for (index, location) in self.places.iter().enumerate() {
            let name = format!("{}:{}", location.file.display(), location.line);
            out += &tape::about_threads("place", &name, &index.to_string(), &code(location));
        }
        for claim in &self.claims {
            out += &tape::about_threads("claim", &claim.to_string(), "-", &[]);
        }
        for turn in self.turns.iter().filter(|turn| turn.is_last || turns == Turns::All) {
            let thread = format!("{}{}", turn.thread, if turn.is_last { "!" } else { "" });
            out += &tape::about_threads("turn", &turn.place.to_string(), &thread, &[]);
        }
        out
    }

    /// Judges a run.
    pub fn judge(&self, run: &Run, limit: Duration) -> Confirmation {
        let says = |what: &str| run.errors.lines().find_map(|line| line.strip_prefix(what));
        if run.end == End::Exited(SHOWN) && says(SAYS_SHOWN).is_some() {
            let by = if self.has_turns() { "forced turns" } else { "a native run" };
            return Confirmation::Confirmed { by: by.to_owned() };
        }
        let why = says(SAYS_NOT_SHOWN).map_or_else(|| ending(run, limit), str::to_owned);
        Confirmation::NotConfirmed { why }
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

/// Whether what a report says besides belongs to what is claimed; where a lock was taken does not.
fn is_told_with_places(rule: &str) -> bool {
    matches!(rule, "data-race" | "atomicity-violation" | "deadlock")
}

/// The turns in which the threads that a finding is about come to where they stand: for each, its last.
fn last_turns(finding: &Finding) -> Vec<usize> {
    let mut last: Vec<(usize, &Turn)> = Vec::new();
    for (index, turn) in finding.turns.iter().enumerate() {
        last.retain(|(_, other)| other.thread != turn.thread);
        last.push((index, turn));
    }
    let claimed = || {
        std::iter::once((&finding.location, finding.label.as_str()))
            .chain(finding.related.iter().map(|note| (&note.location, note.message.as_str())))
    };
    // A race names its threads; who waits is where it waits.
    let is_about = |turn: &Turn| match finding.rule.as_str() {
        "deadlock" => claimed().any(|(location, _)| *location == turn.location),
        _ => claimed().any(|(_, words)| words.starts_with(&format!("{} ", turn.thread))),
    };
    last.into_iter().filter(|(_, turn)| is_about(turn)).map(|(index, _)| index).collect()
}
