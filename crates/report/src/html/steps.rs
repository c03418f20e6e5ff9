//! The path to a finding as a reader follows it: steps, in the words of the source.
//!
//! A loop takes the same step many times. Each place with what happens there is one stop; a step is a
//! visit of a stop. Rounds that repeat are told once, with how often.

use super::markup::Html;
use super::site::Site;
use crate::tree::condition;
use margay_ir::finding::{Finding, Location};
use std::ops::Range;

/// Longer repetitions than this are not looked for.
const LONGEST_ROUND: usize = 8;
/// Fewer repetitions are listed one by one.
const FEWEST_ROUNDS: usize = 3;

/// The path to a finding; the fault itself is its last step.
pub(super) struct Path {
    /// In the order in which they are met first.
    pub stops: Vec<Stop>,
    /// The stop of each step.
    pub steps: Vec<usize>,
}

/// A place, and what happens there.
pub(super) struct Stop {
    pub location: Location,
    pub words: Html,
    /// The bytes of its file that decide, where that is a condition.
    pub condition: Option<Range<usize>>,
    /// The steps that it is, from 1.
    pub numbers: Vec<usize>,
    pub is_fault: bool,
    /// Whether it is a call that fails: nothing comes in there.
    pub fails: bool,
}

/// Steps that belong together.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stretch {
    /// One step, from 0.
    Once(usize),
    /// The steps from `first` on: `length` of them, repeated `times` times.
    Rounds { first: usize, length: usize, times: usize },
}

impl Path {
    pub fn of(finding: &Finding, site: &Site) -> Path {
        let mut path = Path { stops: Vec::new(), steps: Vec::new() };
        let mut known: Vec<(&Location, &str)> = Vec::new();
        for note in &finding.path {
            let key = (&note.location, note.message.as_str());
            let stop = known.iter().position(|stop| *stop == key).unwrap_or_else(|| {
                known.push(key);
                let (words, condition) = words(&note.message, &note.location, site);
                let stop = Stop::new(&note.location, words, false);
                let fails = note.message.ends_with(" fails");
                path.stops.push(Stop { condition, fails, ..stop });
                known.len() - 1
            });
            path.go(stop);
        }
        let end = if finding.label.is_empty() { &finding.message } else { &finding.label };
        let words = Html::default().words(end).clone();
        path.stops.push(Stop::new(&finding.location, words, true));
        path.go(path.stops.len() - 1);
        path
    }

    fn go(&mut self, stop: usize) {
        self.steps.push(stop);
        self.stops[stop].numbers.push(self.steps.len());
    }

    /// The steps, with repetitions put together.
    pub fn stretches(&self) -> Vec<Stretch> {
        stretches(&self.steps)
    }
}

impl Stop {
    fn new(location: &Location, words: Html, is_fault: bool) -> Stop {
        let (location, numbers) = (location.clone(), Vec::new());
        Stop { location, words, condition: None, numbers, is_fault, fails: false }
    }

    /// The numbers of its steps for a reader: `2-9, 11`.
    pub fn shown_numbers(&self) -> String {
        numbers(&self.numbers)
    }

    /// The numbers of its steps for the script.
    pub fn data(&self) -> String {
        let all: Vec<_> = self.numbers.iter().map(usize::to_string).collect();
        all.join(" ")
    }
}

/// What happens at a step. Conditions are told as they are written, and where.
fn words(message: &str, location: &Location, site: &Site) -> (Html, Option<Range<usize>>) {
    let Location { line, column, .. } = *location;
    let asked = || {
        let (text, tokens) = (site.texts.text(location)?, site.tokens(location)?);
        let extent = condition::extent_of_condition(&text, &tokens, line, column);
        Some((condition::condition(&text, &tokens, line, column)?, extent))
    };
    let is = match message {
        "taking the true branch" => "is true",
        "taking the false branch" => "is false",
        "a case of the switch matches" => "matches a case",
        _ => return (Html::default().words(message).clone(), None),
    };
    match asked() {
        Some((asked, extent)) => (Html::of("<code>{}</code> {}", &[&asked, &is]), extent),
        None => (Html::default().words(message).clone(), None),
    }
}

fn stretches(steps: &[usize]) -> Vec<Stretch> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < steps.len() {
        let rest = &steps[at..];
        let rounds = (1..=LONGEST_ROUND.min(rest.len())).map(|length| {
            let times =
                1 + rest[length..].chunks(length).take_while(|c| *c == &rest[..length]).count();
            (length, times)
        });
        let repeated = rounds.filter(|(_, times)| *times >= FEWEST_ROUNDS);
        // The longest stretch; of those, that with the shortest repetition.
        let best =
            repeated.max_by_key(|(length, times)| (length * times, std::cmp::Reverse(*length)));
        match best {
            Some((length, times)) => {
                found.push(Stretch::Rounds { first: at, length, times });
                at += length * times;
            }
            None => {
                found.push(Stretch::Once(at));
                at += 1;
            }
        }
    }
    found
}

/// Numbers that ascend, in as few words as tell them.
pub(super) fn numbers(all: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in all {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    let word = |(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}–{last}"),
    };
    match ranges.as_slice() {
        [first, second, _, _, .., last] => {
            format!("{}, {}, … {}", word(first), word(second), word(last))
        }
        few => few.iter().map(word).collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_told_once() {
        let rounds = |first, length, times| Stretch::Rounds { first, length, times };
        assert_eq!(stretches(&[0, 1, 1, 2]), [0, 1, 2, 3].map(Stretch::Once));
        assert_eq!(stretches(&[7, 1, 1, 1, 1]), [Stretch::Once(0), rounds(1, 1, 4)]);
        assert_eq!(stretches(&[1, 2, 1, 2, 1, 2, 3]), [rounds(0, 2, 3), Stretch::Once(6)]);
        assert_eq!(stretches(&[]), []);
    }

    #[test]
    fn numbers_are_few_words() {
        assert_eq!(numbers(&[1]), "1");
        assert_eq!(numbers(&[1, 2, 4]), "1, 2, 4");
        assert_eq!(numbers(&[2, 3, 4, 9]), "2–4, 9");
        assert_eq!(numbers(&[2, 4, 6, 8, 10]), "2, 4, … 10");
    }
}
