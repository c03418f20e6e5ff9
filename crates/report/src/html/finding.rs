//! The page of one finding: what happens, whether it was seen to happen, with which input, and the path
//! there, drawn in the source.
//!
//! All of it is there without the script, which steps along the path and draws the arrows.

use super::code::{Listing, Mark};
use super::markdown;
use super::markup::Html;
use super::overview::{badge, replay};
use super::site::{Depth, Site, SourceFile, page};
use super::steps::{Path, Stop, Stretch};
use super::{Test, steps, words};
use crate::excerpt::extent;
use crate::sources::Text;
use crate::values::{count, inputs, length, likelihood};
use margay_ir::finding::{Confirmation, Finding, Form, Input, Location, Suppression, Turn};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

/// Bytes of a text input that are shown.
const LONGEST_INPUT: usize = 400;
/// Files of at most so many lines are shown as a whole.
const SHORT_FILE: u32 = 90;
/// Lines that are shown around one that matters.
const AROUND: u32 = 6;
/// Fewer lines between two that are shown are shown as well.
const GAP: u32 = 8;
/// Calls that are shown; a deep recursion has thousands.
const MOST_CALLS: usize = 40;

const HERE: Depth = Depth::Below;

/// The page of the finding of this number; `before` and `after` are its neighbours in the overview.
pub(super) fn render(
    site: &Site,
    index: usize,
    before: Option<usize>,
    after: Option<usize>,
) -> Vec<u8> {
    let finding = &site.outcome.findings[index];
    let mut html = Html::default();
    navigation(site, before, after, &mut html);
    html.add("<main id=\"main\" class=\"finding\">\n", &[]);
    heading(site, finding, &mut html);
    verdict(finding, &mut html);
    given(finding, &mut html);
    schedule(site, finding, &mut html);
    path(site, finding, &mut html);
    html.add("<div class=\"cards\">\n", &[]);
    calls(site, finding, &mut html);
    test(site, index, finding, &mut html);
    html.add("</div>\n", &[]);
    if let Some(rule) = site.rule(&finding.rule) {
        html.add(
            "<section class=\"rule\" aria-labelledby=\"rule\"><h2 id=\"rule\">About <code>{}\
             </code></h2>\n\
             <p class=\"summary\">{}.</p>\n<div class=\"explanation\">{}</div></section>\n",
            &[&rule.name, &words::sentence(rule.summary), &markdown::markup(rule.explanation)],
        );
    }
    html.add("</main>\n", &[]);
    let title = format!("{}: {}", finding.rule, finding.message);
    page(HERE, &title, "finding.js", &html)
}

fn navigation(site: &Site, before: Option<usize>, after: Option<usize>, html: &mut Html) {
    html.add(
        "<nav class=\"trail\" aria-label=\"Findings\"><a href=\"../index.html\" id=\"all\">All \
         findings</a><span class=\"turn\">",
        &[],
    );
    if let Some(before) = before {
        html.add("<a rel=\"prev\" href=\"../{}\">Previous</a>", &[&site.page(before)]);
    }
    if let Some(after) = after {
        html.add("<a rel=\"next\" href=\"../{}\">Next</a>", &[&site.page(after)]);
    }
    html.add("</span></nav>\n", &[]);
}

fn heading(site: &Site, finding: &Finding, html: &mut Html) {
    let cwe: Vec<_> = finding.cwe.iter().map(|id| format!("CWE-{id}")).collect();
    html.add(
        "<header class=\"head\"><p class=\"chips\">{}<code class=\"rulename\">{}</code>",
        &[&badge(finding), &finding.rule],
    );
    for weakness in &cwe {
        html.add("<span class=\"chip\">{}</span>", &[weakness]);
    }
    html.add(
        "</p>\n<h1>{}</h1>\n<p class=\"where\">",
        &[Html::default().words(&words::sentence(&finding.message))],
    );
    html.add("{}", &[&site.place(HERE, &finding.location)]);
    if let Some(function) = &finding.location.function {
        html.add(" in <code>{}</code>", &[function]);
    }
    html.add("</p>\n", &[]);
    match finding.suppressed {
        Some(Suppression::Comment { line }) => html.add(
            "<p class=\"aside\">It does not count: a <code>margay-ignore</code> comment on line \
             {} suppresses it.</p>\n",
            &[&line],
        ),
        Some(Suppression::Baseline) => html
            .add("<p class=\"aside\">It does not count: the baseline has it already.</p>\n", &[]),
        None => html,
    };
    if finding.possible {
        html.add(
            "<p class=\"aside\">It may never happen: it hangs on callers that nobody sees, or \
             on loops that nobody counted.</p>\n",
            &[],
        );
    }
    if let Some(function) = &finding.alone {
        html.add(
            "<p class=\"aside\">No path from <code>main</code> is behind it: <code>{}</code> \
             was looked at by itself, whatever its callers pass.</p>\n",
            &[function],
        );
    }
    html.add("</header>\n", &[]);
}

/// Whether a native run has shown it: the first thing to know of a finding.
fn verdict(finding: &Finding, html: &mut Html) {
    let status = replay(finding);
    html.add(
        "<section class=\"verdict {}\" aria-labelledby=\"verdict\"><h2 id=\"verdict\"><span \
         class=\"sign\" aria-hidden=\"true\"></span>{}</h2><p>",
        &[&status.class, &status.title],
    );
    match &finding.confirmation {
        Confirmation::Confirmed { by } => html.add(
            "The program was built and run with the input below. It failed at this line, under \
             <strong>{}</strong>.",
            &[by],
        ),
        Confirmation::NotConfirmed { why } => {
            html.add(
                "The program was run with the input below, and the run did not show \
                 it: ",
                &[],
            );
            html.words(why).add(".", &[])
        }
        Confirmation::NotApplicable { why } => {
            html.add("No run was made that could show it: ", &[]);
            html.words(why).add(".", &[])
        }
        Confirmation::Untried => html.add(
            "Nobody has run the program with this input yet. It rests on the analysis \
                 alone.",
            &[],
        ),
    };
    html.add("</p></section>\n", &[]);
}

/// What the outside must say.
fn given(finding: &Finding, html: &mut Html) {
    html.add(
        "<section class=\"input\" aria-labelledby=\"input\"><h2 id=\"input\">The input</h2>\n",
        &[],
    );
    let all = inputs(&finding.input, LONGEST_INPUT);
    if all.is_empty() {
        html.add("<p>None is needed: it happens on every run that comes here.</p>\n", &[]);
    } else {
        html.add("<ul class=\"inputs\">\n", &[]);
        for text in &all {
            match text.split_once(" = ") {
                Some((name, value)) => html.add(
                    "<li><span class=\"name\">{}</span> <span class=\"is\">=</span> <code>{}\
                     </code></li>\n",
                    &[&name, &value],
                ),
                None => html.add("<li><span class=\"name\">{}</span></li>\n", &[text]),
            };
        }
        html.add("</ul>\n", &[]);
    }
    if let Some(share) = likelihood(finding) {
        html.add("<p class=\"likelihood\">Takes this path: {}.</p>\n", &[&share]);
    }
    html.add("</section>\n", &[]);
}

/// Who runs when: a column for each thread.
fn schedule(site: &Site, finding: &Finding, html: &mut Html) {
    if finding.turns.is_empty() {
        return;
    }
    let mut threads: Vec<&str> = Vec::new();
    for turn in &finding.turns {
        if !threads.contains(&turn.thread.as_str()) {
            threads.push(&turn.thread);
        }
    }
    let mut turns: Vec<&Turn> = finding.turns.iter().collect();
    turns.dedup_by(|a, b| {
        let place = |turn: &Turn| (turn.location.file.clone(), turn.location.line);
        a.thread == b.thread && place(a) == place(b)
    });
    html.add(
        "<section class=\"turns\" aria-labelledby=\"turns\"><h2 id=\"turns\">Whose turn it is\
         </h2>\n\
         <p>It takes this order of turns. Time goes down; each thread has a column.</p>\n\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table of turns\">\
              <table class=\"{}\">\n<thead><tr><th scope=\"col\">Turn</th>",
        &[&if threads.len() > 2 { "many" } else { "few" }],
    );
    for thread in &threads {
        let thread = words::sentence(thread);
        html.add("<th scope=\"col\">{}</th>", &[Html::default().words(&thread)]);
    }
    html.add("</tr></thead>\n<tbody>\n", &[]);
    for (number, turn) in turns.iter().enumerate() {
        let is_last = number + 1 == turns.len();
        html.add(
            "<tr class=\"{}\"><th scope=\"row\">{}</th>",
            &[&if is_last { "last" } else { "" }, &(number + 1)],
        );
        for thread in &threads {
            if *thread != turn.thread {
                html.add("<td></td>", &[]);
                continue;
            }
            let line = site.texts.line(&turn.location).unwrap_or_default();
            let line = String::from_utf8_lossy(line.trim_ascii()).into_owned();
            html.add(
                "<td class=\"runs\">{}<code>{}</code></td>",
                &[&site.short_place(HERE, &turn.location), &line],
            );
        }
        html.add("</tr>\n", &[]);
    }
    html.add("</tbody></table></div></section>\n", &[]);
}

/// The steps, and the source that they are drawn in.
fn path(site: &Site, finding: &Finding, html: &mut Html) {
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
                entry(site, finding, stop, &path.stops[stop], &[step + 1], html);
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
                    entry(site, finding, stop, &path.stops[stop], &numbers, html);
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

/// A step in the list, with what came in on its line.
fn entry(
    site: &Site,
    finding: &Finding,
    stop: usize,
    what: &Stop,
    numbers: &[usize],
    html: &mut Html,
) {
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

/// What the program asks the outside for on the line of a place. Whether a call fails is a step by
/// itself.
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
    for note in &finding.related {
        add(site.name(&note.location), None);
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

/// The calls that are open, the outermost first.
fn calls(site: &Site, finding: &Finding, html: &mut Html) {
    if finding.stack.is_empty() {
        return;
    }
    html.add(
        "<section class=\"card\" aria-labelledby=\"calls\"><h2 id=\"calls\">The calls</h2>\n",
        &[],
    );
    if let Some(turn) = finding.turns.last() {
        html.add("<p>Those of {}:</p>\n", &[Html::default().words(&turn.thread)]);
    }
    html.add("<ol class=\"calls\">\n", &[]);
    // Where threads meet, the calls are those of the one that ran last, and the finding may lie in
    // another.
    let innermost = finding.turns.last().map(|turn| (&turn.location.file, turn.location.line));
    let first = finding.stack.first().map(|frame| (&frame.file, frame.line));
    let own = (innermost.is_none() || innermost != first).then_some(&finding.location);
    let frames: Vec<_> = own.into_iter().chain(&finding.stack).collect();
    let hidden = frames.len().saturating_sub(MOST_CALLS);
    if hidden > 0 {
        html.add("<li>{}</li>\n", &[&format!("{} before these", count(hidden as u64, "call"))]);
    }
    for frame in frames.iter().take(MOST_CALLS).rev() {
        let function = frame.function.as_deref().unwrap_or("?");
        html.add("<li><code>{}</code> at {}</li>\n", &[&function, &site.place(HERE, frame)]);
    }
    html.add("</ol></section>\n", &[]);
}

/// How to see it for oneself.
fn test(site: &Site, index: usize, finding: &Finding, html: &mut Html) {
    html.add(
        "<section class=\"card\" aria-labelledby=\"test\"><h2 id=\"test\">See it yourself</h2>\n",
        &[],
    );
    match site.test(index) {
        Some(Test::Written { name, files, input }) => {
            html.add(
                "<p>This builds the program with sanitizers and gives it the input; it needs \
                 clang, not Margay. In the folder of this report:</p>\n\
                 <pre class=\"command\"><code>sh tests/{}/run.sh</code></pre>\n<p class=\"files\">",
                &[name],
            );
            for file in files {
                html.add("<a href=\"../tests/{}/{}\">{}</a> ", &[name, file, file]);
            }
            html.add("</p>\n", &[]);
            if !input.is_empty() {
                html.add(
                    "<details><summary>The input as the test has it</summary><pre \
                     class=\"tape\"><code>{}</code></pre></details>\n",
                    &[input],
                );
            }
        }
        Some(Test::Missing { why }) => {
            html.add("<p>There is no test for it: ", &[]);
            html.words(why).add(".</p>\n", &[]);
        }
        None => {
            html.add("<p>No test was written for it.</p>\n", &[]);
        }
    }
    html.add(
        "<p class=\"faint\">Fingerprint <code>{}</code>, {}.</p></section>\n",
        &[&site.fingerprint(index), &count(length(&finding.path), "step")],
    );
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
