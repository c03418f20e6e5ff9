//! The first page: how many findings there are, the list of them, how far paths came in each file, and
//! what was left out.
//!
//! The list is complete without the script, which filters, searches and sorts it.

use super::code::excerpt;
use super::markup::Html;
use super::site::{Depth, Site, page};
use super::words::{self, LineCounts};
use crate::excerpt::extent;
use crate::omissions::title;
use crate::text::statistics;
use crate::values::{count, length, likelihood};
use margay_ir::finding::{
    Confirmation, Finding, Location, Omission, OmissionKind, Severity, Suppression,
};
use std::collections::BTreeMap;

/// Places of one kind of gap that are shown at once.
const MOST_PLACES: usize = 8;

const HERE: Depth = Depth::Top;

/// What a native run said, in a word.
pub(super) struct Replayed {
    pub class: &'static str,
    pub title: &'static str,
}

pub(super) fn replay(finding: &Finding) -> Replayed {
    let (class, title) = match finding.confirmation {
        Confirmation::Confirmed { .. } => ("confirmed", "Confirmed"),
        Confirmation::NotConfirmed { .. } => ("unconfirmed", "Not confirmed"),
        Confirmation::NotApplicable { .. } | Confirmation::Untried => {
            ("unreplayed", "Not replayed")
        }
    };
    Replayed { class, title }
}

/// How bad it is, as a coloured word.
pub(super) fn badge(finding: &Finding) -> Html {
    let word = severity(finding);
    Html::of("<span class=\"severity {}\">{}</span>", &[&word, &word])
}

fn severity(finding: &Finding) -> &'static str {
    match (finding.possible, finding.severity) {
        (true, _) => "possible",
        (false, Severity::Error) => "error",
        (false, Severity::Warning) => "warning",
        (false, Severity::Note) => "note",
    }
}

pub(super) fn render(site: &Site) -> Vec<u8> {
    let findings = site.outcome.findings.iter().enumerate();
    let (shown, suppressed): (Vec<_>, Vec<_>) =
        findings.partition(|(_, finding)| finding.suppressed.is_none());
    let mut html = Html::default();
    html.add("<main id=\"main\" class=\"overview\">\n", &[]);
    let name = &site.options.title;
    html.add("<header class=\"head\"><h1>{}</h1>\n", &[name]);
    html.add(
        "<p class=\"where\">{} {}.</p></header>\n",
        &[&summary(site, &shown), &words::sentence(&statistics(&site.outcome.statistics))],
    );
    tiles(site, &shown, &mut html);
    list(site, &shown, &mut html);
    gone(site, &suppressed, &mut html);
    coverage(site, &shown, &mut html);
    gaps(site, &mut html);
    html.add("</main>\n", &[]);
    page(HERE, &format!("{name}: {}", count(length(&shown), "finding")), "overview.js", &html)
}

/// What came of it, in a sentence. As the text report has it: an exploration truncated at a limit is not taken for a
/// proof.
fn summary(site: &Site, shown: &[(usize, &Finding)]) -> String {
    let statistics = &site.outcome.statistics;
    let complete = site.outcome.omissions.is_empty() && statistics.cut_paths == 0;
    let new = if shown.len() == site.outcome.findings.len() { "" } else { " new" };
    match (shown.is_empty(), complete) {
        (true, true) if statistics.paths == 0 => {
            format!("Nothing{new} was found: no path was explored.")
        }
        (true, true) => format!("Nothing{new} was found: every path was explored."),
        (true, false) => {
            format!("Nothing{new} was found in what was explored; what was not stands below.")
        }
        (false, _) => {
            let mut kinds: BTreeMap<usize, (&str, u64)> = BTreeMap::new();
            for (_, finding) in shown {
                let word = severity(finding);
                let order =
                    ["error", "warning", "note", "possible"].iter().position(|w| *w == word);
                kinds.entry(order.unwrap_or(0)).or_insert((word, 0)).1 += 1;
            }
            let kinds: Vec<_> = kinds
                .values()
                .map(|(word, number)| match *word {
                    "possible" => format!("{number} possible"),
                    word => count(*number, word),
                })
                .collect();
            format!("{}: {}.", count(length(shown), "finding"), kinds.join(", "))
        }
    }
}

fn tiles(site: &Site, shown: &[(usize, &Finding)], html: &mut Html) {
    let confirmed = shown.iter().filter(|(_, f)| replay(f).class == "confirmed").count();
    let all = site.files.values().map(|file| LineCounts::of(&file.lines));
    let lines = all.fold(LineCounts::default(), LineCounts::join);
    html.add("<ul class=\"tiles\" aria-label=\"In short\">\n", &[]);
    let class = if shown.is_empty() { "calm" } else { "alarm" };
    let findings = if shown.len() == 1 { "finding" } else { "findings" };
    html.add(
        "<li class=\"{}\"><a href=\"#findings\"><strong>{}</strong> {}</a></li>\n",
        &[&class, &shown.len(), &findings],
    );
    if !shown.is_empty() {
        let of = if confirmed == shown.len() { "all" } else { "of them" };
        let class = if confirmed > 0 { "sure" } else { "" };
        html.add(
            "<li class=\"{}\"><a href=\"#replay=confirmed\"><strong>{}</strong> {} confirmed by \
             a run</a></li>\n",
            &[&class, &confirmed, &of],
        );
    }
    if lines.all() > 0 {
        html.add(
            "<li><a href=\"#coverage\"><strong>{}%</strong> of {} reached</a></li>\n",
            &[&lines.percent(), &count(lines.all(), "line")],
        );
    }
    let cut = site.outcome.statistics.cut_paths;
    let gaps = match (site.outcome.omissions.is_empty(), cut) {
        (true, 0) => ("0", "gaps: every path was explored".to_owned()),
        (_, 0) => ("", format!("{} not covered", count(length(&site.outcome.omissions), "thing"))),
        (_, cut) => ("", format!("{} truncated", count(cut, "path"))),
    };
    let (number, rest) = match gaps {
        ("", text) => {
            let (number, rest) = text.split_once(' ').unwrap_or(("", &text));
            (number.to_owned(), rest.to_owned())
        }
        (number, text) => (number.to_owned(), text),
    };
    html.add("<li><a href=\"#gaps\"><strong>{}</strong> {}</a></li>\n</ul>\n", &[&number, &rest]);
}

fn list(site: &Site, shown: &[(usize, &Finding)], html: &mut Html) {
    html.add(
        "<section class=\"findings\" id=\"findings\" aria-labelledby=\"list\"><h2 \
         id=\"list\">Findings</h2>\n",
        &[],
    );
    if shown.is_empty() {
        html.add("<p>There are none.</p></section>\n", &[]);
        return;
    }
    html.add("<div class=\"browse\">\n", &[]);
    facets(site, shown, html);
    html.add("<div class=\"results\">\n", &[]);
    html.add(include_str!("assets/search.html"), &[&shown.len()]);
    html.add("<ol class=\"cardlist\" id=\"list-of-findings\">\n", &[]);
    for (index, finding) in shown {
        item(site, *index, finding, html);
    }
    html.add(
        "</ol>\n<p id=\"none\" hidden>Nothing fits. <button type=\"button\" \
         id=\"again\">Show all</button></p>\n</div></div></section>\n",
        &[],
    );
}

/// What to filter by, with how many findings there are of each.
fn facets(site: &Site, shown: &[(usize, &Finding)], html: &mut Html) {
    let mut of_severity: BTreeMap<(usize, String), u64> = BTreeMap::new();
    let mut of_replay: BTreeMap<(usize, String), u64> = BTreeMap::new();
    let mut of_rule: BTreeMap<String, u64> = BTreeMap::new();
    let mut of_file: BTreeMap<String, u64> = BTreeMap::new();
    for (_, finding) in shown {
        let place = |all: &[&str], word: &str| all.iter().position(|w| *w == word).unwrap_or(0);
        let word = severity(finding);
        let order = place(&["error", "warning", "note", "possible"], word);
        *of_severity.entry((order, word.to_owned())).or_default() += 1;
        let class = replay(finding).class;
        let order = place(&["confirmed", "unconfirmed", "unreplayed"], class);
        *of_replay.entry((order, class.to_owned())).or_default() += 1;
        *of_rule.entry(finding.rule.clone()).or_default() += 1;
        *of_file.entry(site.name(&finding.location)).or_default() += 1;
    }
    let in_order = |all: BTreeMap<(usize, String), u64>| {
        all.into_iter().map(|((_, word), number)| (word, number)).collect::<Vec<_>>()
    };
    let by_number = |all: BTreeMap<String, u64>| {
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
        all
    };
    html.add(
        "<details class=\"facets\" open><summary>Filter</summary>\n<form id=\"filters\" \
         aria-label=\"Filter\">\n",
        &[],
    );
    facet("Severity", "severity", &in_order(of_severity), html);
    facet("Replay", "replay", &in_order(of_replay), html);
    facet("Rule", "rule", &by_number(of_rule), html);
    facet("File", "file", &by_number(of_file), html);
    html.add("</form></details>\n", &[]);
}

fn facet(legend: &'static str, name: &'static str, all: &[(String, u64)], html: &mut Html) {
    let most = all.iter().map(|(_, number)| *number).max().unwrap_or(1).max(1);
    html.add("<fieldset><legend>{}</legend>\n", &[&legend]);
    for (value, number) in all {
        let words = match value.as_str() {
            "confirmed" => "confirmed",
            "unconfirmed" => "not confirmed",
            "unreplayed" => "not replayed",
            other => other,
        };
        // The bar is drawn in a hundred parts.
        let share = (number * 100).div_ceil(most);
        html.add(
            "<label><input type=\"checkbox\" name=\"{}\" value=\"{}\"><span class=\"value\">{}\
             </span>\
             <svg class=\"bar\" viewBox=\"0 0 100 6\" preserveAspectRatio=\"none\" \
                  aria-hidden=\"true\"><rect width=\"{}\" height=\"6\"></rect></svg>\
             <span class=\"number\">{}</span></label>\n",
            &[&name, value, &words, &share, number],
        );
    }
    html.add("</fieldset>\n", &[]);
}

/// A finding in the list.
fn item(site: &Site, index: usize, finding: &Finding, html: &mut Html) {
    let status = replay(finding);
    let file = site.name(&finding.location);
    html.add(
        "<li class=\"item\" data-severity=\"{}\" data-replay=\"{}\" data-rule=\"{}\" \
         data-file=\"{}\" data-line=\"{}\">\n",
        &[&severity(finding), &status.class, &finding.rule, &file, &finding.location.line],
    );
    html.add(
        "<h3><a href=\"{}\">{}</a></h3>\n",
        &[&site.page(index), Html::default().words(&words::sentence(&finding.message))],
    );
    html.add(
        "<p class=\"chips\">{}<code class=\"rulename\">{}</code>",
        &[&badge(finding), &finding.rule],
    );
    html.add("{}", &[&site.place(HERE, &finding.location)]);
    if let Some(function) = &finding.location.function {
        html.add("<span class=\"in\">in <code>{}</code></span>", &[function]);
    }
    html.add("</p>\n", &[]);
    if let Some(line) = site.texts.line(&finding.location) {
        let cut = line.len() - line.trim_ascii_start().len();
        let marked = extent(&line, finding.location.column);
        let marked = marked.start.saturating_sub(cut)..marked.end.saturating_sub(cut);
        let line = &line[cut..];
        html.add("<pre class=\"excerpt\"><code>{}</code></pre>\n", &[&excerpt(line, marked)]);
    }
    html.add(
        "<p class=\"facts\"><span class=\"replayed {}\"><span class=\"sign\" \
         aria-hidden=\"true\"></span>{}",
        &[&status.class, &status.title],
    );
    if let Confirmation::Confirmed { by } = &finding.confirmation {
        html.add(" by {}", &[by]);
    }
    html.add("</span>", &[]);
    if let Some(share) = likelihood(finding) {
        html.add("<span>{}</span>", &[&share]);
    }
    html.add("<span>{}</span>", &[&count(length(&finding.path), "step")]);
    html.add("</p>\n</li>\n", &[]);
}

/// Findings that do not count.
fn gone(site: &Site, suppressed: &[(usize, &Finding)], html: &mut Html) {
    if suppressed.is_empty() {
        return;
    }
    html.add(
        "<section aria-labelledby=\"suppressed\"><h2 id=\"suppressed\">Suppressed</h2>\n\
         <details><summary>{}</summary>\n<ul class=\"bullets\">\n",
        &[&format!("not counted: {}", count(length(suppressed), "finding"))],
    );
    for (index, finding) in suppressed {
        let by = match finding.suppressed {
            Some(Suppression::Baseline) => "by the baseline".to_owned(),
            Some(Suppression::SameCause { line }) => format!("for the cause of line {line}"),
            Some(Suppression::BelowLevel) => "below the level".to_owned(),
            Some(Suppression::Unchanged) => "not changed".to_owned(),
            Some(Suppression::Comment { .. }) | None => "by a comment".to_owned(),
        };
        html.add(
            "<li><a href=\"{}\">{}</a> <code>{}</code> {}, {}</li>\n",
            &[
                &site.page(*index),
                Html::default().words(&finding.message),
                &finding.rule,
                &site.place(HERE, &finding.location),
                &by,
            ],
        );
    }
    html.add("</ul></details></section>\n", &[]);
}

/// How far paths came, file by file.
fn coverage(site: &Site, shown: &[(usize, &Finding)], html: &mut Html) {
    let files: Vec<_> = site.files.iter().filter(|(_, file)| !file.lines.is_empty()).collect();
    if files.is_empty() {
        return;
    }
    html.add(
        "<section class=\"coverage\" id=\"coverage\" aria-labelledby=\"reached\"><h2 \
         id=\"reached\">What was reached</h2>\n\
         <p>Lines with code that some path came to. A finding can be missed on the others.</p>\n",
        &[],
    );
    html.add(include_str!("assets/legend.html"), &[]);
    html.add(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table of files\">\
         <table class=\"files\"><thead><tr><th scope=\"col\">File</th><th scope=\"col\" \
         class=\"wide\">Lines</th>\
         <th scope=\"col\" class=\"right\">Reached</th><th scope=\"col\" class=\"right\">Never\
              </th><th scope=\"col\" class=\"right\">Findings</th></tr></thead>\n<tbody>\n",
        &[],
    );
    for (name, file) in files {
        let lines = LineCounts::of(&file.lines);
        let findings = shown.iter().filter(|(_, f)| site.name(&f.location) == **name).count();
        html.add(
            "<tr><th scope=\"row\"><a href=\"{}\">{}</a></th><td class=\"wide\">{}</td><td \
             class=\"right\">{}%</td><td class=\"right\">{}</td><td class=\"right\">{}</td></tr>\n",
            &[&file.page, name, &stacked(lines), &lines.percent(), &lines.never, &findings],
        );
    }
    html.add("</tbody></table></div></section>\n", &[]);
}

/// A bar of the kinds of lines.
pub(super) fn stacked(lines: LineCounts) -> Html {
    let all = lines.all().max(1);
    let mut html = Html::of(
        "<svg class=\"stack\" viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"{}\">",
        &[&in_words(lines)],
    );
    let mut at = 0;
    for (class, number) in [
        ("reached", lines.reached),
        ("partly", lines.partly),
        ("cut", lines.cut),
        ("never", lines.never),
    ] {
        let to = at + number;
        let edge = |lines: u64| u32::try_from(lines * 1000 / all).unwrap_or(1000);
        if number > 0 {
            html.add(
                "<rect class=\"{}\" x=\"{}\" width=\"{}\" height=\"10\"></rect>",
                &[&class, &edge(at), &(edge(to) - edge(at))],
            );
        }
        at = to;
    }
    html.add("</svg>", &[]);
    html
}

/// `12 lines reached, 3 never`.
pub(super) fn in_words(lines: LineCounts) -> String {
    let kinds = [
        (lines.partly, "in part"),
        (lines.cut, "where paths were truncated"),
        (lines.never, "never"),
    ];
    let kinds = kinds.iter().filter(|(number, _)| *number > 0);
    let rest: String = kinds.map(|(number, words)| format!(", {number} {words}")).collect();
    format!("{} reached{rest}", count(lines.reached, "line"))
}

/// What the analysis says nothing about.
fn gaps(site: &Site, html: &mut Html) {
    html.add(
        "<section class=\"gaps\" id=\"gaps\" aria-labelledby=\"missing\"><h2 \
         id=\"missing\">What was not covered</h2>\n",
        &[],
    );
    let mut kinds: BTreeMap<OmissionKind, Vec<&Omission>> = BTreeMap::new();
    for omission in &site.outcome.omissions {
        kinds.entry(omission.kind).or_default().push(omission);
    }
    if kinds.is_empty() {
        let words = match site.outcome.statistics.cut_paths {
            0 => "Nothing: every path was explored to its end.".to_owned(),
            cut => format!("{} truncated.", count(cut, "path")),
        };
        html.add("<p>{}</p></section>\n", &[&words]);
        return;
    }
    html.add(
        "<p>Margay says nothing about these: there may be bugs in them that it did not see.\
         </p>\n<div class=\"cards\">\n",
        &[],
    );
    for (kind, omissions) in kinds {
        html.add(
            "<section class=\"card gap\"><h3>{}</h3>\n<p>{}</p>\n",
            &[&words::sentence(title(kind)), &words::meaning(kind)],
        );
        html.add("<ul class=\"bullets\">\n", &[]);
        for (what, places) in together(&omissions) {
            gap(site, what, &places, html);
        }
        html.add("</ul></section>\n", &[]);
    }
    html.add("</div></section>\n", &[]);
}

/// Where paths met something that was left out, and how many; the line is what matters.
type Met = (Option<Location>, u64);

/// The places of each thing that was left out, those that the most paths met first.
fn together<'o>(omissions: &[&'o Omission]) -> Vec<(&'o str, Vec<Met>)> {
    let mut all: Vec<(&str, Vec<Met>)> = Vec::new();
    for omission in omissions {
        // A place says which loop is meant.
        let is_loop = omission.kind == OmissionKind::CutLoop && omission.location.is_some();
        let what = if is_loop { "" } else { omission.what.as_str() };
        let at = all.iter().position(|(other, _)| *other == what).unwrap_or_else(|| {
            all.push((what, Vec::new()));
            all.len() - 1
        });
        let line = omission.location.clone().map(|l| Location { column: 0, function: None, ..l });
        match all[at].1.iter_mut().find(|(other, _)| *other == line) {
            Some((_, paths)) => *paths = paths.saturating_add(omission.count),
            None => all[at].1.push((line, omission.count)),
        }
    }
    for (_, places) in &mut all {
        places.sort_by_key(|(_, paths)| std::cmp::Reverse(*paths));
    }
    all
}

fn gap(site: &Site, what: &str, places: &[Met], html: &mut Html) {
    let paths = |number: u64| match number {
        0 => Html::default(),
        _ => Html::of(" <span class=\"faint\">{}</span>", &[&count(number, "path")]),
    };
    if let [(None, number)] = places {
        html.add("<li>{}{}</li>\n", &[Html::default().words(what), &paths(*number)]);
        return;
    }
    let item = |(place, number): &Met| {
        let place = place.as_ref().map(|place| site.place(HERE, place)).unwrap_or_default();
        Html::of("<li>{}{}</li>\n", &[&place, &paths(*number)])
    };
    if !what.is_empty() {
        html.add("<li>{}\n<ul class=\"bullets\">\n", &[Html::default().words(what)]);
    }
    let (first, more) = places.split_at(places.len().min(MOST_PLACES));
    for place in first {
        html.add("{}", &[&item(place)]);
    }
    if !more.is_empty() {
        html.add("<li><details><summary>{} more</summary><ul class=\"bullets\">\n", &[&more.len()]);
        for place in more {
            html.add("{}", &[&item(place)]);
        }
        html.add("</ul></details></li>\n", &[]);
    }
    if !what.is_empty() {
        html.add("</ul></li>\n", &[]);
    }
}
