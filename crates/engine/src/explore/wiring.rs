//! Which rooms do something on which occasion.
//!
//! A feature that has something to do on an occasion adds its function here; see `engine/hooks.rs` for the occasions.

use crate::engine::Engine;
use crate::engine::hooks::{ExecutionHooks, Hooks};
use crate::library::model::Library;
use crate::library::world::World;
use crate::{reach, route, search, threads, tree};
use margay_ir::Program;

static HOOKS: Hooks = Hooks {
    execution: ExecutionHooks {
        at_loop_edge: |engine, state| engine.cross(state),
        threads_are_over: |engine, state| engine.judge_threads(state),
        handlers_changed: |engine, state, place| engine.handlers_changed(state, place),
        called_in_handler: |engine, state, callee| engine.note_call_in_handler(state, callee),
        accessed: |engine, state, touched| engine.signals_may_come(state, touched),
    },
    paths: &[tree::HOOKS, reach::HOOKS, search::HOOKS, route::HOOKS, threads::HOOKS],
};

impl<'p> Engine<'p> {
    /// An engine for a program, which asks `library` what functions without a body do, and `world` for all that is
    /// outside.
    pub fn new(program: &'p Program, library: &'p dyn Library, world: Box<dyn World + 'p>) -> Self {
        Engine::with_hooks(program, library, world, &HOOKS)
    }
}
