//! Leaks: heap blocks and open files that nothing refers to any more.
//!
//! When a function returns that allocated or opened something, all that registers and
//! live memory can reach is marked; the rest is lost. A word that looks like a pointer
//! into a block keeps it, so a block is called lost only if it surely is.

use crate::access::eval;
use crate::engine::Engine;
use crate::fault::Fault;
use crate::fault::ObjectKind;
use crate::fault::place::Place;
use crate::judge::doubt::Standing;
use crate::memory::Escape;
use crate::state::library_state::{Handle, Resource};
use crate::state::{Agenda, State};
use crate::value::Value;
use margay_ir::SpanId;
use margay_smt::{Assignment, Bool, Evaluator, TermPool};
use std::cell::Cell;
use std::collections::BTreeSet;

/// Bytes of one object that are looked through for pointers.
const SCANNED: u64 = 1 << 16;
/// Objects that are looked through at one return.
const OBJECTS: usize = 1 << 12;

impl Engine<'_> {
    /// Reports what was lost when a call returned, which stood at a place, and forgets it.
    pub(crate) fn find_leaks(&mut self, state: &mut State, place: &Place, returned: Standing) {
        let at = (place, Some(returned));
        let resources = state.library.resources();
        let blocks: Vec<(u64, u64, SpanId)> = state
            .memory
            .objects()
            .filter(|object| object.kind == ObjectKind::Heap && object.escaped == Escape::No)
            .map(|object| (object.base, object.size, object.allocated))
            .collect();
        if blocks.is_empty() && resources.is_empty() {
            return;
        }
        let Some(reached) = self.reachable(state, &resources, None) else {
            self.judge.unsearched += 1;
            return;
        };
        for (base, size, allocated) in blocks {
            if reached.objects.contains(&base) {
                continue;
            }
            let missing = state.memory.object(base).and_then(|object| object.missing_if);
            let there = self.there(missing);
            let lost = state.history.found(state.steps, || {
                let Some(model) = self.judge.witness(&mut self.pool, state, there) else {
                    return true;
                };
                // Pointers may hide in terms; with known values they do not.
                match self.reachable(state, &resources, Some(&model)) {
                    Some(reached) if !reached.objects.contains(&base) => {}
                    _ => return false,
                }
                let extent = state.memory.object(base).and_then(|object| object.extent);
                let size = extent.map_or(size, |extent| eval(&self.pool, &model, extent));
                let fault = Fault::Leak { allocated, size };
                let witness = (&model, there);
                self.judge.note_lost(&mut self.pool, state, fault, witness, at);
                true
            });
            if lost && !reached.opaque {
                state.memory.release(base, allocated);
            }
        }
        // What is still open when the program ends was not lost by one function, but by all.
        let goes_on = !state.frames.is_empty() || self.has_more_to_run(state);
        // Another thread may know what unknown code left behind of it.
        if state.is_parallel() && state.doubt.met_unknown {
            return;
        }
        for resource in &resources {
            let kept = goes_on && reached.keeps(resource.handle);
            if !kept {
                let there = self.there(resource.missing_if);
                let lost = state.history.found(state.steps, || {
                    let Some(model) = self.judge.witness(&mut self.pool, state, there) else {
                        return true;
                    };
                    let known = self.reachable(state, &resources, Some(&model));
                    if goes_on && known.is_none_or(|reached| reached.keeps(resource.handle)) {
                        return false;
                    }
                    let (opened, name) = (resource.opened, resource.name.clone());
                    let fault = Fault::ResourceLeak { opened, name };
                    let witness = (&model, there);
                    self.judge.note_lost(&mut self.pool, state, fault, witness, at);
                    true
                });
                if lost {
                    state.library.forget(resource.handle);
                }
            }
        }
    }

    /// Whether code of the program is still to run when no frame is left: a caller, `main`, what
    /// `atexit` was given, destructors.
    fn has_more_to_run(&self, state: &State) -> bool {
        state.has_unknown_callers()
            || state.is_parallel()
            || state.process.agenda.iter().any(|next| matches!(next, Agenda::Call(..)))
            || self.library.runs_at_exit(state)
            || !(state.process.destructed || self.program.destructors.is_empty())
    }

    /// That something is there that may be missing.
    fn there(&mut self, missing_if: Option<Bool>) -> Bool {
        match missing_if {
            Some(missing) => self.pool.not(missing),
            None => self.pool.bool_const(true),
        }
    }

    /// The objects that can be reached, and the small numbers among `resources` that occur;
    /// `None` if there is too much to look through. Without a model, all that terms mention
    /// counts.
    fn reachable(
        &mut self,
        state: &State,
        resources: &[Resource],
        model: Option<&Assignment>,
    ) -> Option<Reached> {
        let mut reached = Reached::default();
        let wanted: BTreeSet<u64> = resources
            .iter()
            .filter_map(|resource| match resource.handle {
                Handle::Number(number) => Some(number),
                Handle::Address(_) => None,
            })
            .collect();
        let mut work = Vec::new();
        // Where an allocation may have failed, it has not: the pointer is there then.
        let succeeded = Assignment::new();
        let opaque = Cell::new(false);
        let add = |pool: &TermPool, value: Value, work: &mut Vec<u64>| match value {
            Value::Int(word) => work.push(word),
            Value::Wide(words) => work.extend(words),
            Value::Term(term) => match model {
                Some(model) => work.extend(Evaluator::new(pool, model).bv(term).to_u64()),
                None => {
                    work.extend(Evaluator::new(pool, &succeeded).bv(term).to_u64());
                    opaque
                        .set(crate::memory::addresses::constants(pool, term, work) || opaque.get());
                }
            },
            Value::Partial { bits, .. } => work.push(bits),
            Value::Undef => {}
        };
        for frame in state.frames.iter().chain(state.other_frames()) {
            frame.regs.iter().for_each(|value| add(&self.pool, *value, &mut work));
            for arg in frame.args.iter().flat_map(|args| args.iter()) {
                add(&self.pool, arg.value, &mut work);
            }
        }
        state.other_values().for_each(|value| add(&self.pool, *value, &mut work));
        state.process.last_result.iter().for_each(|value| add(&self.pool, *value, &mut work));
        state.library.for_each_held(&mut |value| add(&self.pool, *value, &mut work));
        let roots = state.memory.objects().filter(|object| object.kind != ObjectKind::Heap);
        work.extend(roots.filter(|object| !is_stream(resources, object.base)).map(|o| o.base));
        let word = self.program.layout.pointer_bytes;
        while let Some(address) = work.pop() {
            if wanted.contains(&address) {
                reached.numbers.insert(address);
            }
            let Some(object) = state.memory.object(address).filter(|object| object.alive) else {
                continue;
            };
            if !reached.objects.insert(object.base) {
                continue;
            }
            if reached.objects.len() > OBJECTS || object.size > SCANNED {
                return None;
            }
            let (base, size) = (object.base, object.size);
            let room = object.room();
            for offset in (0..room.saturating_sub(u64::from(word) - 1)).step_by(word as usize) {
                let (at, len) = (crate::value::size(offset), crate::value::size(word.into()));
                if object.is_unknown(at, len) {
                    continue;
                }
                let value = object.assemble(&mut self.pool, at, len);
                let value = state.path.resolve(&mut self.pool, value);
                add(&self.pool, value, &mut work);
                // Numbers of files are half as wide.
                for half in [at, at + 4].into_iter().filter(|_| !wanted.is_empty()) {
                    let number = match value {
                        Value::Int(bits) => Value::Int(bits >> (8 * (half - at)) & 0xffff_ffff),
                        _ => {
                            let half = object.assemble(&mut self.pool, half, 4);
                            state.path.resolve(&mut self.pool, half)
                        }
                    };
                    if let Value::Int(number) = number
                        && wanted.contains(&number)
                    {
                        reached.numbers.insert(number);
                    }
                }
            }
            if size < u64::from(word)
                && size >= 4
                && let Ok(Value::Int(number)) = state.memory.load(&mut self.pool, base, 4)
                && wanted.contains(&number)
            {
                reached.numbers.insert(number);
            }
        }
        reached.opaque = opaque.get();
        Some(reached)
    }
}

fn is_stream(resources: &[Resource], base: u64) -> bool {
    resources.iter().any(|resource| resource.handle == Handle::Address(base))
}

#[derive(Default)]
struct Reached {
    /// By their addresses.
    objects: BTreeSet<u64>,
    numbers: BTreeSet<u64>,
    /// Some word is made of parts, among which a pointer may hide for some inputs.
    opaque: bool,
}

impl Reached {
    fn keeps(&self, handle: Handle) -> bool {
        match handle {
            Handle::Address(address) => self.objects.contains(&address),
            Handle::Number(number) => self.numbers.contains(&number),
        }
    }
}
