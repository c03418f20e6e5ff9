//! The front end: finds and runs the user's clang, and turns what it makes into a
//! [`Program`](margay_ir::Program).
//!
//! The only crate that knows LLVM, compilers and builds. It links no LLVM, writes
//! nothing into the user's tree, and knows nothing of solving or executing.

pub mod link;
