//! Renderers: findings as text for people and as data for tools, one file each. A form of reports is one
//! file, whose [`Form`] says what users know of it, and one line in [`forms!`]; options are made of that.
//!
//! A renderer is a function of the outcome, the rules and the sources: the same ones
//! give the same bytes. This crate opens no file and asks for no clock; source text
//! comes through [`Sources`].

pub mod alerts;
pub mod baseline;
mod excerpt;
pub mod html;
pub mod nearest;
mod omissions;
pub mod options;
mod sources;
#[cfg(test)]
mod testing;
pub mod tree;
mod values;
pub mod verdicts;
mod xml;

pub use excerpt::extent;
pub use margay_ir::fingerprint;
pub use margay_ir::place::path;
pub use omissions::title;
pub use sources::{Sources, disk};
pub use values::{count, inputs};

use margay_ir::finding::{Outcome, Rule};
use margay_ir::place;
use sources::Texts;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

/// What is said of the places that a finding is shown for.
pub const ALSO: &str = "the same cause shows here";

/// Declares the files of forms, and the table of what stands in them.
macro_rules! forms {
    ($($(#[$when:meta])? $visible:vis $file:ident,)*) => {
        $($(#[$when])? $visible mod $file;)*

        /// The registry, in the order in which help names them.
        const FORMS: &[Format] = &[$($(#[$when])? Format(&$file::FORM)),*];
    };
}

forms! {
    text,
    pub json,
    sarif,
    junit,
    codechecker,
    #[cfg(test)]
    sample,
}

/// A form of reports, as users know it.
struct Form {
    /// As options and settings name it.
    name: &'static str,
    /// Whom or what it is for, as help says it.
    purpose: &'static str,
    /// How names of files with it end.
    ending: &'static str,
    render: fn(&Page<'_>, &mut dyn Write) -> io::Result<()>,
}

/// What is rendered.
struct Page<'a> {
    outcome: &'a Outcome,
    /// Those that could have been broken, for formats that describe them.
    rules: &'a [&'static Rule],
    texts: &'a Texts<'a>,
    options: &'a RenderOptions,
}

/// A form that an outcome can be written in.
#[derive(Clone, Copy)]
pub struct Format(&'static Form);

impl Format {
    pub const TEXT: Format = Format(&text::FORM);
    pub const JSON: Format = Format(&json::FORM);
    pub const SARIF: Format = Format(&sarif::FORM);

    /// All of them.
    pub fn all() -> impl Iterator<Item = Format> {
        FORMS.iter().copied()
    }

    /// As options and settings name it.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Whom or what it is for, as help says it.
    pub fn purpose(self) -> &'static str {
        self.0.purpose
    }

    /// How names of files with it end.
    pub fn ending(self) -> &'static str {
        self.0.ending
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<Format> {
        Format::all().find(|format| format.name() == name)
    }
}

// Names are unique.
impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a renderer may do differently.
#[derive(Clone, Debug, Default)]
pub struct RenderOptions {
    /// The directory that files are named relative to, if they lie in it; absolute, or
    /// empty to name them as the compiler was given them.
    pub root: PathBuf,
    /// Text with the colours of a terminal.
    pub color: bool,
    /// Text with every step of a path.
    pub explain_path: bool,
}

/// Writes an outcome. `rules` are those that could have been broken, for formats that
/// describe them.
pub fn render(
    format: Format,
    outcome: &Outcome,
    rules: &[&'static Rule],
    sources: &dyn Sources,
    options: &RenderOptions,
    out: &mut dyn Write,
) -> io::Result<()> {
    let texts = &Texts::new(sources);
    (format.0.render)(&Page { outcome, rules, texts, options }, out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{finding, full, outcome, rendered};

    #[test]
    fn formats_are_found_by_their_names() {
        for format in Format::all() {
            assert_eq!(Format::named(format.name()), Some(format));
            let names = Format::all().filter(|other| other.name() == format.name());
            assert_eq!(names.count(), 1, "{format:?}");
            assert!(!format.purpose().is_empty() && !format.ending().is_empty(), "{format:?}");
        }
        assert_eq!(Format::named("html"), None);
    }

    #[test]
    fn a_new_form_is_a_file_and_a_line() {
        let format = Format::named("sample").expect("a format");
        let text = rendered(format, &outcome(vec![full()]), &RenderOptions::default());
        assert_eq!(text, "buffer-overflow\n");
    }

    #[test]
    fn the_same_outcome_gives_the_same_bytes() {
        let odd = [(0, 0), (7, 0), (7, 999), (u32::MAX, u32::MAX)];
        let odd = odd.map(|(line, column)| finding("parser.c", line, column));
        let outcome = outcome([full()].into_iter().chain(odd).collect());
        for format in Format::all() {
            let options = RenderOptions { explain_path: true, ..RenderOptions::default() };
            assert_eq!(rendered(format, &outcome, &options), rendered(format, &outcome, &options));
        }
    }

    #[test]
    fn a_writer_that_fails_is_told() {
        for format in Format::all() {
            let sources = |_: &std::path::Path| None;
            let mut full_disk: &mut [u8] = &mut [0; 10];
            let outcome = outcome(vec![full()]);
            let options = RenderOptions::default();
            let result = render(format, &outcome, &[], &sources, &options, &mut full_disk);
            assert_eq!(result.expect_err("no room").kind(), io::ErrorKind::WriteZero);
        }
    }
}
