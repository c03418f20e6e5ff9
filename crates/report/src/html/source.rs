//! The page of a source file: its text, how far paths came in it, and the findings and gaps at their lines.

use super::code::{Listing, Mark};
use super::markup::Html;
use super::overview::{badge, in_words, stacked};
use super::site::{Depth, Site, SourceFile, page};
use super::words::{self, LineCounts};
use crate::excerpt::extent;
use crate::omissions::title;
use crate::values::count;
use margay_ir::finding::OmissionKind;

/// Longer files are shown up to here: a browser has to hold the page.
const MOST_LINES: u32 = 50_000;

const HERE: Depth = Depth::Below;

pub(super) fn render(site: &Site, name: &str, file: &SourceFile) -> Vec<u8> {
    let mut html = Html::default();
    let lines = LineCounts::of(&file.lines);
    html.add(
        "<nav class=\"trail\" aria-label=\"Report\"><a href=\"../index.html\" id=\"all\">All \
         findings</a></nav>\n\
         <main id=\"main\" class=\"source\">\n<header class=\"head\"><h1 class=\"filename\">{}\
              </h1>\n",
        &[&name],
    );
    if lines.all() > 0 {
        html.add(
            "<p class=\"where\">{}: {}% of the lines with code.</p>\n<div class=\"stackrow\">{}\
             </div>\n",
            &[&in_words(lines), &lines.percent(), &stacked(lines)],
        );
        html.add(include_str!("assets/legend.html"), &[]);
        html.add(include_str!("assets/jump.html"), &[]);
    } else {
        html.add("<p class=\"where\">None of its code was analysed.</p>\n", &[]);
    }
    html.add("</header>\n", &[]);
    let Some(text) = site.texts.text(&file.location) else {
        html.add("<p>This file could not be read.</p></main>\n", &[]);
        return page(HERE, &name, "source.js", &html);
    };
    let mut listing = Listing::new(&text);
    listing.reach = Some(&file.lines);
    for (index, finding) in site.outcome.findings.iter().enumerate() {
        let location = &finding.location;
        if site.name(location) != name || finding.suppressed.is_some() {
            continue;
        }
        if let Some(line) = text.line(location.line) {
            let marks = listing.marks.entry(location.line).or_default();
            marks.push((extent(line, location.column), Mark::Fault));
        }
        listing.notes.entry(location.line).or_default().add(
            "<div class=\"note fault found\">{}<span class=\"what\"><a href=\"../{}\">{}</a> \
             <code>{}</code></span></div>\n",
            &[
                &badge(finding),
                &site.page(index),
                Html::default().words(&words::sentence(&finding.message)),
                &finding.rule,
            ],
        );
    }
    for omission in &site.outcome.omissions {
        let Some(location) = &omission.location else { continue };
        if site.name(location) != name {
            continue;
        }
        let what = match omission.kind {
            OmissionKind::CutLoop => "the loop was cut here".to_owned(),
            OmissionKind::Budget => format!("given up here: {}", omission.what),
            kind => format!("{}: {}", title(kind), omission.what),
        };
        let note = listing.notes.entry(location.line).or_default();
        note.add(
            "<div class=\"note gap\"><span class=\"badge\">cut</span><span class=\"what\">",
            &[],
        );
        note.words(&what);
        if omission.count > 0 {
            note.add(", {}", &[&count(omission.count, "path")]);
        }
        note.add("</span></div>\n", &[]);
    }
    html.add("<div class=\"code\">\n", &[]);
    listing.lines(1..=text.line_count().min(MOST_LINES), &mut html);
    html.add("</div>\n", &[]);
    if text.line_count() > MOST_LINES {
        html.add(
            "<p>The rest of its {} lines is not shown.</p>\n",
            &[&u64::from(text.line_count())],
        );
    }
    html.add("</main>\n", &[]);
    page(HERE, &name, "source.js", &html)
}
