//! `stdlib.h` and `inttypes.h`, each group of functions in its file.

pub mod alloc;
pub mod arithmetic;
pub mod convert;
pub mod environment;
pub mod floats;
pub mod random;
