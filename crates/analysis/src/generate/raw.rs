//! A test as bytes, which fuzzers take for a seed.

use super::Test;
use margay_ir::finding::Source;

/// The bytes that the program reads, and what it is called with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw {
    pub bytes: Vec<u8>,
    /// Each argument with a null byte after it; `None` if the program takes none.
    pub arguments: Option<Vec<u8>>,
}

/// The bytes of standard input; if it is not read, those of the first file; if there is none, those of
/// the objects that were made symbolic.
pub fn raw(test: &Test) -> Raw {
    let first_file = test.input.iter().find_map(|input| match &input.source {
        Source::File { path } => Some(path),
        _ => None,
    });
    let bytes = test
        .bytes_of(|source| *source == Source::Stdin)
        .or_else(|| {
            test.bytes_of(
                |source| matches!(source, Source::File { path } if Some(path) == first_file),
            )
        })
        .or_else(|| test.bytes_of(|source| matches!(source, Source::Named { .. })));
    let arguments = test.arguments().map(|arguments| {
        let ended = arguments.into_iter().flat_map(|argument| [argument, vec![0]].concat());
        ended.collect()
    });
    Raw { bytes: bytes.unwrap_or_default(), arguments }
}
