//! What the library remembers in a state, and what it leaves for later in one.

use crate::value::Value;
use margay_ir::SpanId;
use margay_smt::Bool;
use std::any::Any;

/// What the library remembers in a state: streams, `strtok`'s place, `rand`'s seed.
/// Cheap to clone.
pub trait LibraryState: Any {
    fn clone_box(&self) -> Box<dyn LibraryState>;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    /// Whether the library would do the same from here on; false is always a right answer.
    fn same(&self, other: &dyn LibraryState) -> bool;
    /// Calls `visit` with each value that is kept here, in whatever way: what the library does may depend on it.
    fn for_each_value(&self, visit: &mut dyn FnMut(&Value));
    /// Calls `visit` with each value that the library holds for the program, which can get it back: what an address or
    /// a number among them leads to is not lost. Notes of the library about something hold it no more than its name does.
    fn for_each_held(&self, visit: &mut dyn FnMut(&Value));
    /// What is open and to be closed by the program.
    fn resources(&self) -> Vec<Resource>;
    /// The program has lost a resource; it is not spoken of again.
    fn forget(&mut self, handle: Handle);
    /// The functions of the program that signals call at present.
    fn handlers(&self) -> Vec<Handler>;
}

/// A function of the program that a signal calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    pub signal: i32,
    /// Its address.
    pub function: u64,
    /// It takes three arguments.
    pub takes_info: bool,
    /// The signal waits at present.
    pub blocked: bool,
}

/// Something that a program opened and has to close.
#[derive(Clone, Debug, PartialEq)]
pub struct Resource {
    pub handle: Handle,
    pub opened: SpanId,
    /// It was not opened if this holds.
    pub missing_if: Option<Bool>,
    /// What it is, in a report's words.
    pub name: String,
}

/// How a program names a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    Address(u64),
    Number(u64),
}

/// What happens when a function that a model invoked returns.
#[derive(Clone, Debug, PartialEq)]
pub enum Then {
    /// The call returns what the function returned.
    ReturnItsResult,
    /// The call returns this.
    Return(Vec<Value>),
    /// The call returns -1, with this in `errno` whatever the function left there.
    Fail(i32),
    /// The model is asked again.
    AskAgain,
    /// The program dies of this signal.
    Kill(i32),
    /// Nothing: only what the function does was wanted.
    Stop,
}

impl Clone for Box<dyn LibraryState> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}
