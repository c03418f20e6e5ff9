//! The façade that commands stand on: it brings program, engine, library and world
//! together and says what came of it.

mod library;
mod run;
mod world;

pub use library::with_library;
pub use run::{Ending, Report, RunError, RunOptions, RunOutcome, run};
pub use world::SystemWorld;
