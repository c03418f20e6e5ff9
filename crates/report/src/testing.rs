//! What tests of renderers share.

pub use margay_ir::testing::*;

use crate::{Format, RenderOptions, render};
use margay_ir::finding::Outcome;

/// What a format makes of an outcome, with the program of [`full`] as `parser.c`.
pub fn rendered(format: Format, outcome: &Outcome, options: &RenderOptions) -> String {
    let mut out = Vec::new();
    let sources = sources(&[("parser.c", PARSER)]);
    render(format, outcome, &[&OVERFLOW, &LEAK], &sources, options, &mut out).expect("written");
    String::from_utf8(out).expect("UTF-8")
}
