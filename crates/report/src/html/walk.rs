//! The path to a finding, to walk along: the list of its steps, and the source that they are drawn in.

use super::code::{Listing, Mark};
use super::finding::LONGEST_INPUT;
use super::markup::Html;
use super::site::{Depth, Site, SourceFile};
use super::steps::{Path, Stop, Stretch};
use super::{schedule, steps, words};
use crate::excerpt::extent;
use crate::sources::Text;
use crate::values::inputs;
use margay_ir::finding::{Finding, Form, Input, Location, Turn};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

/// Files of at most so many lines are shown as a whole.
const SHORT_FILE: u32 = 90;
/// Lines that are shown around one that matters.
const AROUND: u32 = 6;
/// Fewer lines between two that are shown are shown as well.
const GAP: u32 = 8;

const HERE: Depth = Depth::Below;

/// The steps, and the source that they are drawn in.
pub(super) fn path(site: &Site, finding: &Finding, html: &mut Html) {
    let path = Path::of(finding, site);
    html.add(
        "<section class=\"path\" aria-labelledby=\"path\" data-steps=\"{}\"><h2 id=\"path\">The \
         path</h2>\n<div class=\"walk\">\n\
         <div class=\"steps\" id=\"steps\" tabindex=\"0\" role=\"region\" aria-label=\"Steps\">\
              <ol>\n",
        &[&u32::try_from(path.steps.len()).unwrap_or(u32::MAX)],
    );
    for stretch in path.stretches() {
        match stretch {
            Stretch::Once(step) => {
                let stop = path.steps[step];
                entry(
                    site,
                    finding,
                    &Entry { stop, what: &path.stops[stop], numbers: &[step + 1] },
                    html,
                );
            }
            Stretch::Rounds { first, length, times } => {
                html.add(
                    "<li class=\"rounds\"><span class=\"times\">{} times</span><ol>\n",
                    &[&times],
                );
                for step in first..first + length {
                    let numbers: Vec<usize> =
                        (0..times).map(|round| step + 1 + round * length).collect();
                    let stop = path.steps[step];
                    let what = &path.stops[stop];
                    entry(site, finding, &Entry { stop, what, numbers: &numbers }, html);
                }
                html.add("</ol></li>\n", &[]);
            }
        }
    }
    html.add("</ol>\n", &[]);
    if !finding.related.is_empty() {
        html.add("<h3>Places to know</h3>\n<ul class=\"know\">\n", &[]);
        for (note, letter) in finding.related.iter().zip(letters()) {
            let place = site.short_place(HERE, &note.location);
            html.add(
                "<li><span class=\"badge\">{}</span><span class=\"what\">{} {}</span></li>\n",
                &[&letter, Html::default().words(&note.message), &place],
            );
        }
        html.add("</ul>\n", &[]);
    }
    html.add("</div>\n<div class=\"sources\">\n", &[]);
    for (number, (name, stops)) in by_file(site, finding, &path).into_iter().enumerate() {
        source(site, finding, &path, (number, &name, &stops), html);
    }
    html.add(include_str!("assets/legend.html"), &[]);
    html.add("</div>\n</div>\n", &[]);
    html.add(include_str!("assets/stepper.html"), &[]);
    html.add("</section>\n", &[]);
}

/// A stop as an entry of the list of steps.
struct Entry<'a> {
    /// Its place among the stops of the path.
    stop: usize,
    what: &'a Stop,
    /// The steps that the entry is for, from 1.
    numbers: &'a [usize],
}

/// A step in the list, with what came in on its line.
fn entry(site: &Site, finding: &Finding, entry: &Entry<'_>, html: &mut Html) {
    let Entry { stop, what, numbers } = *entry;
    let data: Vec<_> = numbers.iter().map(usize::to_string).collect();
    let class = if what.is_fault { "stop fault" } else { "stop" };
    html.add(
        "<li class=\"{}\" data-steps=\"{}\"><a href=\"#stop-{}\"><span class=\"badge\">{}</span>\
         <span class=\"what\">{}</span>",
        &[
            &class,
            &data.join(" "),
            &u32::try_from(stop).unwrap_or(u32::MAX),
            &steps::numbers(numbers),
            &what.words,
        ],
    );
    let place = format!("{}:{}", words::last_name(&site.name(&what.location)), what.location.line);
    html.add("<span class=\"at\">{}</span></a>", &[&place]);
    let values = inputs(&asked_on(site, finding, &what.location), LONGEST_INPUT);
    if !values.is_empty() && !what.fails {
        html.add("<ul class=\"values\" aria-label=\"Input on this line\">", &[]);
        for value in &values {
            html.add("<li><code>{}</code></li>", &[value]);
        }
        html.add("</ul>", &[]);
    }
    html.add("</li>\n", &[]);
}

/// What the program asks the outside for on the line of a place. Whether a call fails is a step of its own.
fn asked_on(site: &Site, finding: &Finding, place: &Location) -> Vec<Input> {
    let on_line = |input: &&Input| {
        let same =
            |other: &Location| other.line == place.line && site.name(other) == site.name(place);
        input.form != Form::Failure && input.location.as_ref().is_some_and(same)
    };
    finding.input.iter().filter(on_line).cloned().collect()
}

/// The stops of each file, the files in the order in which the path comes to them.
fn by_file(site: &Site, finding: &Finding, path: &Path) -> Vec<(String, Vec<usize>)> {
    let mut files: Vec<(String, Vec<usize>)> = Vec::new();
    let mut add = |name: String, stop: Option<usize>| {
        let at = files.iter().position(|file| file.0 == name).unwrap_or_else(|| {
            files.push((name, Vec::new()));
            files.len() - 1
        });
        files[at].1.extend(stop);
    };
    for (index, stop) in path.stops.iter().enumerate() {
        add(site.name(&stop.location), Some(index));
    }
    let turns = finding.turns.iter().map(|turn| &turn.location);
    for location in finding.related.iter().map(|note| &note.location).chain(turns) {
        add(site.name(location), None);
    }
    files
}

fn source(
    site: &Site,
    finding: &Finding,
    path: &Path,
    (number, name, stops): (usize, &str, &[usize]),
    html: &mut Html,
) {
    let Some(file) = site.files.get(name) else {
        return unreadable(path, name, stops, html);
    };
    let Some(text) = site.texts.text(&file.location) else {
        return unreadable(path, name, stops, html);
    };
    let mut listing = Listing::new(&text);
    listing.reach = Some(&file.lines);
    if number > 0 {
        listing.prefix = format!("f{number}-");
    }
    let mut shown: BTreeSet<u32> = BTreeSet::new();
    let mark = |listing: &mut Listing, shown: &mut BTreeSet<u32>, location: &Location, kind| {
        shown.insert(location.line);
        if let Some(line) = text.line(location.line) {
            let marks = listing.marks.entry(location.line).or_default();
            marks.push((extent(line, location.column), kind));
        }
    };
    for (note, letter) in finding.related.iter().zip(letters()) {
        if site.name(&note.location) == name {
            mark(&mut listing, &mut shown, &note.location, Mark::Related);
            let indent = indent(text.line(note.location.line));
            listing.notes.entry(note.location.line).or_default().add(
                "<div class=\"note related\"><span class=\"indent\">{}</span><span \
                 class=\"badge\">{}</span><span class=\"what\">{}</span></div>\n",
                &[&indent, &letter, Html::default().words(&note.message)],
            );
        }
    }
    let is_here = |turn: &Turn| site.name(&turn.location) == name;
    for (line, note) in schedule::notes(finding, is_here, |line| indent(text.line(line))) {
        shown.insert(line);
        listing.notes.entry(line).or_default().add("{}", &[&note]);
    }
    let mut told: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for stop in stops {
        let what = &path.stops[*stop];
        let line = what.location.line;
        let kind = if what.is_fault { Mark::Fault } else { Mark::Step };
        match on_one_line(&text, what) {
            Some((line, bytes)) => {
                listing.marks.entry(line).or_default().push((bytes, Mark::Step));
                shown.extend([line, what.location.line]);
            }
            None => mark(&mut listing, &mut shown, &what.location, kind),
        }
        let values = inputs(&asked_on(site, finding, &what.location), LONGEST_INPUT);
        told.entry(line).or_insert(values);
        let class = if what.is_fault { "note step fault" } else { "note step" };
        let indent = indent(text.line(line));
        let note = listing.notes.entry(line).or_default();
        note.add(
            "<div class=\"{}\" id=\"stop-{}\" data-steps=\"{}\"><span class=\"indent\">{}</span>\
             <span class=\"badge\">{}</span><span class=\"what\">{}",
            &[
                &class,
                &u32::try_from(*stop).unwrap_or(u32::MAX),
                &what.data(),
                &indent,
                &what.shown_numbers(),
                &what.words,
            ],
        );
        if what.numbers.len() > 1 {
            note.add(" <span class=\"times\">{} times</span>", &[&what.numbers.len()]);
        }
        note.add("</span></div>\n", &[]);
    }
    for (line, values) in told {
        let indent = indent(text.line(line));
        for value in values {
            listing.notes.entry(line).or_default().add(
                "<div class=\"note value\"><span class=\"indent\">{}</span><span \
                 class=\"badge\" title=\"input\">in</span><span class=\"what\"><code>{}</code>\
                 </span></div>\n",
                &[&indent, &value],
            );
        }
    }
    let functions = stops.iter().filter_map(|stop| definition(site, name, &path.stops[*stop]));
    shown.extend(functions);
    let heading = u32::try_from(number).unwrap_or(u32::MAX);
    html.add(
        "<section class=\"file\" aria-labelledby=\"file-{}\"><h3 id=\"file-{}\"><a \
         href=\"../{}\">{}</a></h3>\n<div class=\"code\">\n",
        &[&heading, &heading, &file.page, &name],
    );
    let last = text.line_count();
    let mut next = 1;
    for region in regions(&shown, last) {
        skipped(file, next, region.start() - 1, html);
        next = region.end() + 1;
        listing.lines(region, html);
    }
    skipped(file, next, last, html);
    html.add("</div></section>\n", &[]);
}

/// What places are called that belong to a defect but are no steps.
fn letters() -> impl Iterator<Item = String> {
    ('A'..='Z').map(String::from).chain(std::iter::repeat("*".to_owned()))
}

/// The condition of a stop in its line, as far as it stands there.
fn on_one_line(text: &Text, stop: &Stop) -> Option<(u32, Range<usize>)> {
    let condition = stop.condition.as_ref()?;
    let line = text.line_of(condition.start);
    let start = text.line_start(line)?;
    let end = (condition.end - start).min(text.line(line)?.len());
    Some((line, condition.start - start..end))
}

/// A file that is not there any more: what happens in it is still worth saying.
fn unreadable(path: &Path, name: &str, stops: &[usize], html: &mut Html) {
    html.add(
        "<section class=\"file\"><h3>{}</h3>\n<p>This file could not be read.</p>\n<div \
         class=\"code\">\n",
        &[&name],
    );
    for stop in stops {
        let what = &path.stops[*stop];
        html.add(
            "<div class=\"note step\" id=\"stop-{}\" data-steps=\"{}\"><span class=\"badge\">{}\
             </span><span class=\"what\">line {}: {}</span></div>\n",
            &[
                &u32::try_from(*stop).unwrap_or(u32::MAX),
                &what.data(),
                &what.shown_numbers(),
                &what.location.line,
                &what.words,
            ],
        );
    }
    html.add("</div></section>\n", &[]);
}

/// The line that the function of a stop begins on, if that is known.
fn definition(site: &Site, name: &str, stop: &Stop) -> Option<u32> {
    let coverage = &site.outcome.statistics.details.as_ref()?.coverage;
    let is_it = |location: &Location| {
        location.function == stop.location.function && site.name(location) == name
    };
    coverage.iter().map(|c| &c.location).find(|location| is_it(location)).map(|l| l.line)
}

/// Which lines to show so that those that matter have some around them.
fn regions(lines: &BTreeSet<u32>, last: u32) -> Vec<RangeInclusive<u32>> {
    if last <= SHORT_FILE {
        return vec![1..=last];
    }
    let mut regions: Vec<RangeInclusive<u32>> = Vec::new();
    for line in lines.iter().filter(|line| (1..=last).contains(*line)) {
        let (from, to) =
            (line.saturating_sub(AROUND).max(1), line.saturating_add(AROUND).min(last));
        match regions.last_mut() {
            Some(region) if from <= region.end() + GAP => *region = *region.start()..=to,
            _ => regions.push(from..=to),
        }
    }
    regions
}

fn skipped(file: &SourceFile, from: u32, to: u32, html: &mut Html) {
    if from <= to {
        html.add(
            "<p class=\"skipped\"><a href=\"../{}#L{}\">lines {} to {}</a></p>\n",
            &[&file.page, &from, &from, &to],
        );
    }
}

/// As much space as stands before a line, so that a note stands below what it is about.
fn indent(line: Option<&[u8]>) -> String {
    const MOST: usize = 24;
    let space = line.unwrap_or_default().iter().take_while(|byte| byte.is_ascii_whitespace());
    let columns: usize = space.map(|byte| if *byte == b'\t' { 4 } else { 1 }).sum();
    " ".repeat(columns.min(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_matter_have_some_around_them() {
        let lines = |lines: &[u32]| lines.iter().copied().collect::<BTreeSet<u32>>();
        assert_eq!(regions(&lines(&[3]), 20), [1..=20]);
        assert_eq!(regions(&lines(&[3, 40, 55, 200, 900]), 205), [1..=9, 34..=61, 194..=205]);
        assert_eq!(regions(&lines(&[0, 999]), 205), []);
    }
}
