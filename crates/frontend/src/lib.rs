//! The front end: finds and runs the user's clang, and turns what it makes into a
//! [`Program`](margay_ir::Program).
//!
//! The only crate that knows LLVM, compilers and builds. It links no LLVM, writes
//! nothing into the user's tree, and knows nothing of solving or executing.

pub mod bitcode;
pub mod cache;
pub mod child;
pub mod clang;
pub mod compile;
pub mod compile_db;
mod diagnostics;
pub mod directory;
pub mod flags;
mod folded;
mod gotos;
pub mod inputs;
pub mod link;
pub mod load;
mod preamble;
pub mod record;
pub mod regular;
mod scratch;

pub use cache::{Cache, CacheOptions};
pub use child::Stop;
pub use clang::{ClangError, ClangInfo};
pub use compile::{
    CompileError, Compiled, as_argument, compile_object, compile_source, object_arguments,
};
pub use inputs::{Unit, UnitKind};
pub use load::{
    FileFailure, LoadError, LoadRequest, Loaded, SettingsFlags, Unsaved, in_parallel, load,
    read_verified,
};
pub use preamble::Preambles;
pub use scratch::{Scratch, remove_tree};
