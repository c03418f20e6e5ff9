//! What the engine asks of the runtime of a program's language: how a program starts and ends, what threads hold, and
//! how messages name what the runtime does without a call of the program.
//!
//! Invariant: no function of a runtime is named in the engine; its names stand in the implementations of this trait.

use crate::library::model::Call;
use crate::state::State;
use crate::state::stop::Stop;
use crate::state::threads::{Grip, ThreadId};
use crate::value::Value;

pub trait Runtime {
    /// How messages name what the runtime does without a call of the program.
    fn words(&self) -> &'static RuntimeWords;
    /// What a function of the runtime does to threads, if anything.
    fn thread_call(&self, name: &str) -> Option<ThreadCall>;
    /// The program begins: where its name and its environment are is remembered for the functions that tell.
    fn begin(&self, call: &mut Call<'_>, start: &ProgramStart);
    /// A function of the program that is to run before the program ends with a code, and its arguments, if one is
    /// left.
    fn at_exit(&self, call: &mut Call<'_>, code: i32) -> Option<(u64, Vec<Value>)>;
    /// Whether such functions are left.
    fn runs_at_exit(&self, state: &State) -> bool;
    /// A function of the program that is to run before a thread ends, and its argument, if one is left.
    fn at_thread_end(&self, call: &mut Call<'_>) -> Result<Option<(u64, Value)>, Stop>;
    /// A thread has returned from its function, or the program from the one that it starts in.
    fn thread_returns(&self, call: &mut Call<'_>);
    /// The locks that threads hold: by whom and how, one that is held twice twice.
    fn held_locks(&self, call: &mut Call<'_>) -> Vec<(ThreadId, u64, Grip)>;
    /// The program ends in order: what it has written so far goes out.
    fn finish(&self, call: &mut Call<'_>) -> Result<(), Stop>;
}

/// Names of functions in messages about what the runtime does without a call of the program.
pub struct RuntimeWords {
    pub end_of_program: &'static str,
    pub start_of_thread: &'static str,
    pub end_of_thread: &'static str,
    pub jump: &'static str,
    /// Counts the zeros before the first, or after the last, bit that is set.
    pub leading_zeros: &'static str,
    pub trailing_zeros: &'static str,
}

/// What a function of the runtime does to threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadCall {
    Makes,
    /// Waits for the end of one.
    Joins,
}

/// What a program is started with.
pub struct ProgramStart {
    /// Address of the program's name, 0 if it has none.
    pub name: u64,
    /// Address of the table of its environment.
    pub environment: u64,
}
