//! Source as it is shown on a page: numbered lines with colours, how far paths came, what is marked
//! in them, and notes below them.
//!
//! A line that lies in no file any more, or too far after its end, is left out.

use super::highlight::{Class, classes};
use super::markup::Html;
use crate::sources::Text;
use margay_ir::finding::Reach;
use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

/// Generated lines have megabytes: more is not shown.
const LONGEST_LINE: usize = 2_000;

/// A file and what to show beside its lines.
pub(super) struct Listing<'a> {
    text: &'a Text,
    colours: Vec<(Range<usize>, Class)>,
    /// How far paths came, where that is known.
    pub reach: Option<&'a BTreeMap<u32, Reach>>,
    /// What stands below a line.
    pub notes: BTreeMap<u32, Html>,
    /// Bytes of a line that are marked, and how.
    pub marks: BTreeMap<u32, Vec<(Range<usize>, Mark)>>,
    /// Before the numbers of lines, so that those of several files differ on one page.
    pub prefix: String,
}

/// What a marked expression is, the strongest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    Related,
    Step,
    Fault,
}

impl<'a> Listing<'a> {
    pub fn new(text: &'a Text) -> Listing<'a> {
        Listing {
            text,
            colours: classes(text.bytes()),
            reach: None,
            notes: BTreeMap::new(),
            marks: BTreeMap::new(),
            prefix: String::new(),
        }
    }

    /// Adds some lines of the file to a page.
    pub fn lines(&self, numbers: RangeInclusive<u32>, html: &mut Html) {
        for number in numbers {
            let (Some(line), Some(start)) = (self.text.line(number), self.text.line_start(number))
            else {
                break;
            };
            let reach = self.reach.and_then(|lines| lines.get(&number));
            let (class, title) = words(reach.copied());
            let id = format!("{}L{number}", self.prefix);
            html.add(
                "<div class=\"line {}\" id=\"{}\"><a class=\"no\" href=\"#{}\" \
                 tabindex=\"-1\">{}</a>",
                &[&class, &id, &id, &number],
            );
            // Most lines are reached: that is not worth saying for each of them.
            match title {
                "" | "reached" => html.add("<span class=\"heat\" title=\"{}\"></span>", &[&title]),
                title => html.add(
                    "<span class=\"heat\" title=\"{}\"><span class=\"unseen\">{}: </span></span>",
                    &[&title, &title],
                ),
            };
            let marks = self.marks.get(&number).map_or(&[][..], Vec::as_slice);
            html.add("<code>{}</code></div>\n", &[&self.line(line, start, marks)]);
            if let Some(note) = self.notes.get(&number) {
                html.add("{}", &[note]);
            }
        }
    }

    fn line(&self, line: &[u8], start: usize, marks: &[(Range<usize>, Mark)]) -> Html {
        let shown = &line[..line.len().min(LONGEST_LINE)];
        let end = start + shown.len();
        let first = self.colours.partition_point(|(range, _)| range.end <= start);
        let colours: Vec<_> = self.colours[first..]
            .iter()
            .take_while(|(range, _)| range.start < end)
            .map(|(range, class)| {
                let from = range.start.max(start) - start;
                (from..range.end.min(end) - start, *class)
            })
            .collect();
        let mut html = pieces(shown, &colours, marks);
        if shown.len() < line.len() {
            html.add("<span class=\"faint\">... ({} bytes)</span>", &[&line.len()]);
        }
        html
    }
}

/// A piece of code, in colours.
pub(super) fn coloured(text: &str) -> Html {
    pieces(text.as_bytes(), &classes(text.as_bytes()), &[])
}

/// One line, in colours, with one expression marked.
pub(super) fn excerpt(line: &[u8], marked: Range<usize>) -> Html {
    let shown = &line[..line.len().min(LONGEST_LINE)];
    pieces(shown, &classes(shown), &[(marked, Mark::Fault)])
}

/// Cuts text where its colours and marks begin and end. Marks that overlap are one, the strongest.
fn pieces(text: &[u8], colours: &[(Range<usize>, Class)], marks: &[(Range<usize>, Mark)]) -> Html {
    let mut cuts: Vec<usize> = vec![0, text.len()];
    let ranges = colours.iter().map(|(range, _)| range).chain(marks.iter().map(|(range, _)| range));
    cuts.extend(ranges.flat_map(|range| [range.start, range.end]).filter(|at| *at < text.len()));
    cuts.sort_unstable();
    cuts.dedup();
    let mut html = Html::default();
    let mut open = None;
    let mut next_colour = 0;
    for pair in cuts.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let covers = |range: &Range<usize>| range.start <= from && to <= range.end;
        let mark = marks.iter().filter(|(range, _)| covers(range)).map(|(_, mark)| *mark).max();
        if mark != open {
            if open.is_some() {
                html.add("</mark>", &[]);
            }
            match mark {
                Some(Mark::Fault) => html.add("<mark class=\"at-fault\">", &[]),
                Some(Mark::Step) => html.add("<mark class=\"at-step\">", &[]),
                Some(Mark::Related) => html.add("<mark class=\"at-related\">", &[]),
                None => &mut html,
            };
            open = mark;
        }
        while colours.get(next_colour).is_some_and(|(range, _)| range.end <= from) {
            next_colour += 1;
        }
        let colour = colours.get(next_colour).filter(|(range, _)| covers(range));
        let piece = String::from_utf8_lossy(&text[from..to]);
        let piece: &str = &piece;
        match colour.map(|(_, class)| class) {
            None => html.add("{}", &[&piece]),
            Some(Class::Comment) => html.add("<span class=\"c\">{}</span>", &[&piece]),
            Some(Class::Directive) => html.add("<span class=\"d\">{}</span>", &[&piece]),
            Some(Class::Keyword) => html.add("<span class=\"k\">{}</span>", &[&piece]),
            Some(Class::Number) => html.add("<span class=\"n\">{}</span>", &[&piece]),
            Some(Class::Text) => html.add("<span class=\"s\">{}</span>", &[&piece]),
            Some(Class::Type) => html.add("<span class=\"t\">{}</span>", &[&piece]),
        };
    }
    if open.is_some() {
        html.add("</mark>", &[]);
    }
    html
}

/// How a line is drawn, and what that means.
fn words(reach: Option<Reach>) -> (&'static str, &'static str) {
    match reach {
        None => ("plain", ""),
        Some(Reach::Reached) => ("reached", "reached"),
        Some(Reach::Partly) => ("partly", "reached in part"),
        Some(Reach::Cut) => ("cut", "paths were truncated here"),
        Some(Reach::Never) => ("never", "never reached"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, marks: &[(Range<usize>, Mark)], expected: &str) {
        let html = pieces(text.as_bytes(), &classes(text.as_bytes()), marks);
        assert_eq!(html.into_text(), expected);
    }

    #[test]
    fn marks_and_colours_cross() {
        check(
            "return x<y;",
            &[(0..8, Mark::Step), (7..8, Mark::Fault)],
            "<mark class=\"at-step\"><span class=\"k\">return</span> </mark>\
             <mark class=\"at-fault\">x</mark>&lt;y;",
        );
        check("a", &[(0..99, Mark::Related)], "<mark class=\"at-related\">a</mark>");
        check("", &[(0..1, Mark::Related)], "");
    }

    #[test]
    fn lines_keep_the_colour_of_what_began_before() {
        let text = Text::new(b"/* a\nb */ <i>\n".to_vec());
        let reach = BTreeMap::from([(2, Reach::Never)]);
        let listing = Listing { reach: Some(&reach), ..Listing::new(&text) };
        let mut html = Html::default();
        listing.lines(2..=9, &mut html);
        assert_eq!(
            html.into_text(),
            "<div class=\"line never\" id=\"L2\"><a class=\"no\" href=\"#L2\" tabindex=\"-1\">2</a>\
             <span class=\"heat\" title=\"never reached\"><span class=\"unseen\">never reached: \
                  </span></span>\
             <code><span class=\"c\">b */</span> &lt;i&gt;</code></div>\n"
        );
    }
}
