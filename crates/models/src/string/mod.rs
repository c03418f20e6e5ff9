//! `string.h`, `strings.h` and `libgen.h`, each group of functions in its file.

pub mod compare;
pub mod copy;
pub mod messages;
pub mod path;
pub mod search;
pub mod token;
