//! Renderers: findings as text for people and as data for tools, one file each.
//!
//! A renderer is a function of the outcome, the rules and the sources: the same ones
//! give the same bytes. This crate opens no file and asks for no clock; source text
//! comes through [`Sources`].

pub mod baseline;
mod excerpt;
pub mod fingerprint;
pub mod ignore;
pub mod json;
pub mod nearest;
mod place;
mod sarif;
mod sources;
#[cfg(test)]
mod testing;
mod text;
mod values;

pub use sources::Sources;

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
}

impl Format {
    pub const ALL: [Format; 3] = [Format::Text, Format::Json, Format::Sarif];

    /// As options and settings name it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Sarif => "sarif",
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
    }
}
