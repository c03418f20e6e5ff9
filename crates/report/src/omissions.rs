//! What an analysis did not cover, for people: one line for each cause, with how many paths met it, where, and what to do
//! about it.
//!
//! Invariant: every omission is in one of the lines, by its name or its number.

use crate::options::option;
use crate::place::{printable, show};
use crate::values::{count, grouped, length};
use margay_ir::finding::{Location, Omission, OmissionKind};
use margay_ir::limit::Limit;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

/// Places that are shown for each cause.
const MOST_PLACES: usize = 3;
/// Causes of each kind that have a line of their own.
const MOST_CAUSES: usize = 6;

/// One cause: what it is, and at which places how many paths met it.
struct Cause {
    what: String,
    places: Vec<(String, u64)>,
    paths: u64,
}

impl Cause {
    fn add(&mut self, place: Option<String>, paths: u64) {
        self.paths = self.paths.saturating_add(paths);
        let Some(place) = place else { return };
        match self.places.iter_mut().find(|(earlier, _)| *earlier == place) {
            Some((_, met)) => *met = met.saturating_add(paths),
            None => self.places.push((place, paths)),
        }
    }

    /// As a line of the report; `advice` is its end.
    fn line(&self, kind: OmissionKind, advice: Option<String>) -> String {
        let mut line = title(kind).to_owned();
        let count = |number| count(number, unit(kind));
        if !self.what.is_empty() {
            line += &format!(": {}", self.what);
        }
        let shown = self.places.iter().take(MOST_PLACES);
        let is_one = self.places.len() == 1;
        let mut listed: Vec<String> = shown
            .map(|(place, paths)| match paths {
                0 => place.clone(),
                _ if is_one => format!("{} at {place}", count(*paths)),
                _ => format!("{place} ({})", grouped(*paths)),
            })
            .collect();
        if let Some(hidden) = self.places.get(MOST_PLACES..).filter(|hidden| !hidden.is_empty()) {
            listed.push(format!("{} more", grouped(length(hidden))));
        }
        let places = listed.join(", ");
        match (self.paths, self.places.len()) {
            (0, 0) => {}
            (paths, 0) => line += &format!(": {}", count(paths)),
            (0, _) => line += &format!(": at {places}"),
            (_, 1) => line += &format!(": {places}"),
            (paths, _) => line += &format!(": {}, at {places}", count(paths)),
        }
        if let Some(advice) = advice {
            line += &format!("; {advice}");
        }
        line
    }
}

/// One line for each cause; those of a kind stand together, the one that most paths met first.
pub(crate) fn lines(root: &Path, omissions: &[Omission]) -> Vec<String> {
    let mut sorted: Vec<_> = omissions.iter().collect();
    sorted.sort_by_key(|omission| (omission.kind, &omission.location, &omission.what));
    let mut kinds: BTreeMap<OmissionKind, Vec<Cause>> = BTreeMap::new();
    for omission in sorted {
        let what = printable(&omission.what);
        // A line says which loop is meant; columns are for expressions.
        let line = |location: &Location| show(root, &Location { column: 0, ..location.clone() });
        let place = omission.location.as_ref().map(line);
        let causes = kinds.entry(omission.kind).or_default();
        let known = causes.iter().position(|cause| cause.what == what);
        let at = known.unwrap_or_else(|| {
            causes.push(Cause { what, places: Vec::new(), paths: 0 });
            causes.len() - 1
        });
        causes[at].add(place, omission.count);
    }
    let mut lines = Vec::new();
    for (kind, mut causes) in kinds {
        causes.iter_mut().for_each(|cause| cause.places.sort_by_key(|(_, paths)| Reverse(*paths)));
        causes.sort_by_key(|cause| Reverse(cause.paths));
        if kind == OmissionKind::UnknownFunction {
            let is_name = |cause: &mut Cause| !cause.what.contains(' ');
            let named: Vec<Cause> = causes.extract_if(.., is_name).collect();
            causes.splice(0..0, (!named.is_empty()).then(|| as_one(&named)));
        }
        for cause in causes.iter_mut().take(MOST_CAUSES) {
            let advice = advice(kind, &mut cause.what);
            lines.push(cause.line(kind, advice));
        }
        if let Some(hidden) = causes.get(MOST_CAUSES..).filter(|hidden| !hidden.is_empty()) {
            lines.push(format!(
                "{}: {} more (--format json has all)",
                title(kind),
                grouped(length(hidden))
            ));
        }
    }
    lines
}

/// That there is no model is one cause, of however many functions.
fn as_one(causes: &[Cause]) -> Cause {
    let named = |cause: &Cause| {
        let place = cause.places.first().map(|(place, _)| format!(" at {place}"));
        let paths = (cause.paths > 0).then(|| format!(" ({})", count(cause.paths, "path")));
        format!("{}{}{}", cause.what, place.unwrap_or_default(), paths.unwrap_or_default())
    };
    let mut names: Vec<String> = causes.iter().take(MOST_CAUSES).map(named).collect();
    if let Some(hidden) = causes.get(MOST_CAUSES..).filter(|hidden| !hidden.is_empty()) {
        names.push(format!("{} more", grouped(length(hidden))));
    }
    Cause { what: names.join(", "), places: Vec::new(), paths: 0 }
}

/// What covers more. An option that a cause names at its end is taken from its words.
fn advice(kind: OmissionKind, what: &mut String) -> Option<String> {
    let raise = |option: &str, more: &str| Some(format!("a larger {option} {more}"));
    match kind {
        OmissionKind::CutLoop => raise(option(Limit::Loop), "follows more iterations"),
        OmissionKind::CutRecursion => raise(option(Limit::Depth), "follows more calls"),
        OmissionKind::Budget | OmissionKind::Input => {
            let at = what.find(" (--").filter(|_| what.ends_with(')'))?;
            let option = what.split_off(at);
            raise(option.trim_matches([' ', '(', ')']), "covers more")
        }
        OmissionKind::UnknownFunction => {
            Some("give their source as well to have them analysed".to_owned())
        }
        _ => None,
    }
}

/// What is counted, where it is not the paths that met it.
fn unit(kind: OmissionKind) -> &'static str {
    match kind {
        OmissionKind::Undecided => "query",
        OmissionKind::Possible => "fault",
        _ => "path",
    }
}

/// What an omission is to someone who does not know how Margay works.
pub fn title(kind: OmissionKind) -> &'static str {
    match kind {
        OmissionKind::CutLoop => "truncated loops",
        OmissionKind::CutRecursion => "truncated recursions",
        OmissionKind::Budget => "limits reached",
        OmissionKind::Undecided => "undecided",
        OmissionKind::UnknownFunction => "external functions without a model",
        OmissionKind::Possible => "possible, not certain",
        OmissionKind::Input => "larger input",
        OmissionKind::Turns => "orders in which threads run",
        OmissionKind::Addresses => "other addresses of objects",
        OmissionKind::Assumed => "assumed",
        OmissionKind::Unsupported => "not supported",
        OmissionKind::Unreadable => "could not be analysed",
        OmissionKind::Failed => "not analysed, since Margay failed",
    }
}
