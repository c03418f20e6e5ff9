//! Renderers: findings as text for people and as data for tools, one file each.
//!
//! A renderer is a function of the outcome, the rules and the sources: the same ones
//! give the same bytes. This crate opens no file and asks for no clock; source text
//! comes through [`Sources`].

pub mod alerts;
pub mod baseline;
pub mod causes;
pub mod changes;
mod codechecker;
mod defined;
mod excerpt;
pub mod fingerprint;
pub mod html;
pub mod ignore;
pub mod json;
mod junit;
pub mod nearest;
mod omissions;
pub mod options;
mod place;
mod sarif;
mod sources;
#[cfg(test)]
mod testing;
mod text;
pub mod tree;
mod values;
pub mod verdicts;
mod xml;

pub use causes::ALSO;
pub use excerpt::extent;
pub use omissions::title;
pub use place::path;
pub use sources::{Sources, disk};
pub use values::{count, inputs};

use margay_ir::finding::{Outcome, Rule};
use sources::Texts;
use std::io::{self, Write};
use std::path::PathBuf;

/// A form that an outcome can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people, in the manner of rustc.
    Text,
    /// One object on each line.
    Json,
    /// SARIF 2.1.0.
    Sarif,
    /// JUnit's XML.
    Junit,
    /// A property list as clang's analyzer writes it, for CodeChecker.
    CodeChecker,
}

impl Format {
    pub const ALL: [Format; 5] =
        [Format::Text, Format::Json, Format::Sarif, Format::Junit, Format::CodeChecker];

    /// As options and settings name it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Sarif => "sarif",
            Format::Junit => "junit",
            Format::CodeChecker => "codechecker",
        }
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
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
    let texts = Texts::new(sources);
    match format {
        Format::Text => text::render(outcome, &texts, options, out),
        Format::Json => json::render(outcome, &texts, options, out),
        Format::Sarif => sarif::render(outcome, rules, &texts, options, out),
        Format::Junit => junit::render(outcome, &texts, options, out),
        Format::CodeChecker => codechecker::render(outcome, &texts, options, out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{finding, full, outcome, rendered};

    #[test]
    fn formats_are_found_by_their_names() {
        for format in Format::ALL {
            assert_eq!(Format::named(format.name()), Some(format));
        }
        assert_eq!(Format::named("html"), None);
    }

    #[test]
    fn the_same_outcome_gives_the_same_bytes() {
        let odd = [(0, 0), (7, 0), (7, 999), (u32::MAX, u32::MAX)];
        let odd = odd.map(|(line, column)| finding("parser.c", line, column));
        let outcome = outcome([full()].into_iter().chain(odd).collect());
        for format in Format::ALL {
            let options = RenderOptions { explain_path: true, ..RenderOptions::default() };
            assert_eq!(rendered(format, &outcome, &options), rendered(format, &outcome, &options));
        }
    }

    #[test]
    fn a_writer_that_fails_is_told() {
        for format in Format::ALL {
            let sources = |_: &std::path::Path| None;
            let mut full_disk: &mut [u8] = &mut [0; 10];
            let outcome = outcome(vec![full()]);
            let options = RenderOptions::default();
            let result = render(format, &outcome, &[], &sources, &options, &mut full_disk);
            assert_eq!(result.expect_err("no room").kind(), io::ErrorKind::WriteZero);
        }
    }
}
