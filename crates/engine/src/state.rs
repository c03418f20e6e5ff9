//! A state: one execution, stopped between two instructions.
//!
//! A state is a value. Cloning it shares frames, objects and what the library
//! keeps, so a fork costs little and backtracking is dropping a value.

use crate::code::Code;
use crate::memory::Memory;
use crate::model::{Arg, LibraryState, Then};
use crate::value::Value;
use crate::varargs::VaAreas;
use margay_ir::FuncId;
use margay_smt::{Bool, Bv, TermPool};
use std::collections::HashMap;
use std::rc::Rc;

pub struct State {
    pub frames: Vec<Rc<Frame>>,
    pub memory: Memory,
    /// What was assumed on the way here, in order.
    pub path: Vec<Bool>,
    pub facts: Facts,
    /// Addresses of the global variables, by their ids.
    pub globals: Rc<[u64]>,
    pub library: Box<dyn LibraryState>,
    /// What happens when the last frame returns, the next one last.
    pub(crate) agenda: Vec<Agenda>,
    /// Functions that `exit` calls, the first one last to run.
    pub exit_handlers: Vec<ExitHandler>,
    pub(crate) next_frame: u64,
    /// Address of `errno`, 0 until something asks for it.
    pub errno: u64,
    /// Address of the table that `environ` starts as.
    pub environment: u64,
    /// Address of the program's name.
    pub program_name: u64,
    /// What the last function that returned to no frame returned.
    pub(crate) last_result: Vec<Value>,
    /// The destructors of the program have been called.
    pub(crate) destructed: bool,
    /// Whether a symbolic value was ever made on this path.
    pub symbolic: bool,
    /// Bytes of stack that the frames would take natively.
    pub(crate) stack: u64,
    /// Operations executed.
    pub steps: u64,
}

/// A function that runs at exit, with the argument it was registered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitHandler {
    pub function: u64,
    pub arg: Option<u64>,
    /// `on_exit` passes the exit code first.
    pub takes_code: bool,
}

/// What is to do when no frame is left.
#[derive(Clone, Debug)]
pub(crate) enum Agenda {
    Call(FuncId, Vec<Value>),
    /// The value that the last call returned is the exit code.
    ExitWithResult,
    Exit(i32),
}

/// A `setjmp` of a frame that a `longjmp` may go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JumpPoint {
    pub pc: usize,
    pub result: Option<u32>,
}

/// One call in progress.
#[derive(Clone)]
pub struct Frame {
    pub function: FuncId,
    /// Never given twice in a state.
    pub serial: u64,
    pub(crate) code: Rc<Code>,
    pub(crate) pc: usize,
    pub(crate) regs: Vec<Value>,
    /// Objects that end with the frame.
    pub(crate) locals: Vec<u64>,
    /// All arguments of a variadic call, and where its `va_list`s find them.
    pub(crate) args: Option<Rc<[Arg]>>,
    pub(crate) va_areas: Option<VaAreas>,
    pub(crate) jumps: Vec<JumpPoint>,
    /// Bytes of stack that it would take natively.
    pub(crate) stack: u64,
    /// What its return leads to.
    pub(crate) then: Then,
}

impl State {
    /// What the function that the state started with returned, if it has.
    pub fn result(&self) -> &[Value] {
        &self.last_result
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            frames: self.frames.clone(),
            memory: self.memory.clone(),
            path: self.path.clone(),
            facts: self.facts.clone(),
            globals: self.globals.clone(),
            library: self.library.clone_box(),
            agenda: self.agenda.clone(),
            exit_handlers: self.exit_handlers.clone(),
            next_frame: self.next_frame,
            errno: self.errno,
            environment: self.environment,
            program_name: self.program_name,
            last_result: self.last_result.clone(),
            destructed: self.destructed,
            symbolic: self.symbolic,
            stack: self.stack,
            steps: self.steps,
        }
    }
}

/// What was settled on the path: it is not asked again.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    settled: Option<Rc<Settled>>,
}

#[derive(Clone, Debug, Default)]
struct Settled {
    decisions: HashMap<Bool, bool>,
    values: HashMap<Bv, Value>,
}

impl Facts {
    /// The value, or the known one that a symbolic value was settled to be.
    #[inline]
    pub fn resolve(&self, value: Value) -> Value {
        match (value, &self.settled) {
            (Value::Term(term), Some(settled)) => *settled.values.get(&term).unwrap_or(&value),
            _ => value,
        }
    }

    /// Whether a condition is known to hold or not.
    pub fn decide(&self, pool: &mut TermPool, condition: Bool) -> Option<bool> {
        if let Some(known) = pool.as_const_bool(condition) {
            return Some(known);
        }
        let decisions = &self.settled.as_ref()?.decisions;
        let negated = pool.not(condition);
        decisions.get(&condition).copied().or_else(|| decisions.get(&negated).map(|known| !known))
    }

    pub fn add_decision(&mut self, condition: Bool, holds: bool) {
        Rc::make_mut(self.settled.get_or_insert_default()).decisions.insert(condition, holds);
    }

    pub fn add_value(&mut self, term: Bv, value: Value) {
        Rc::make_mut(self.settled.get_or_insert_default()).values.insert(term, value);
    }
}
