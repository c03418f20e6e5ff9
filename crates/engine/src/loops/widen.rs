//! Widening: going on after a loop that the input keeps going.
//!
//! After some iterations a loop is no longer executed exactly. What it may change is forgotten, variables and memory
//! alike, and both successors of its header are followed from there: what comes then may come after any number of
//! iterations. The next iteration tells nothing new, and the path ends.
//!
//! What is found on such a path is no bug yet. The state from before the first widening is kept, and when all paths
//! have been followed it is taken up again: the loop is executed exactly, for more iterations than before, and what
//! follows takes the branches that led to the fault. Only a fault that happens again on that path is reported.

use crate::code::loop_changes::{Change, LoopChanges, Monotone, Move, Origin};
use crate::code::{Code, Reg};
use crate::engine::Engine;
use crate::engine::forget::forget_object;
use crate::memory::Escape;
use crate::state::library_state::Handle;
use crate::state::possible::Possible;
use crate::state::stop::Stop;
use crate::state::widening::Widened;
use crate::state::{State, Step, StepKind};
use crate::value::provenance::Provenance;
use crate::value::terms;
use crate::value::{Value, mask};
use margay_ir::{FuncId, Id, LoopId};
use margay_smt::Bv;
use std::collections::BTreeSet;
use std::rc::Rc;

/// How often one loop is widened in one exploration.
const MOST_WIDENINGS: u32 = 16;

impl Engine<'_> {
    /// Forgets what the innermost loop of the frame on top may change. The frame stands before the
    /// jump to the header.
    pub(crate) fn widen(&mut self, state: &mut State) -> Result<(), Stop> {
        let frame = state.frames.last().expect("a frame runs");
        let (function, code, serial) = (frame.function, frame.code.clone(), frame.serial);
        let loops = code.loops.as_ref().expect("the frame is in a loop");
        let visit = frame.loops.iter().next_back().expect("the frame is in a loop");
        let (id, rounds) = (visit.id, visit.iterations - 1);
        let changes = self.loop_changes(function, &code, id);
        let count = self.looping.widenings.entry((function, id)).or_default();
        if *count >= MOST_WIDENINGS && !state.history.is_followed() {
            return Err(Stop::LoopLimit);
        }
        *count += 1;
        if state.widening.first.is_none() {
            let mut before = state.clone();
            // Where another state has been, no model is asked for.
            before.path.is_unshown |= before.history.is_followed();
            before.history.stop();
            state.widening.first = Some(Rc::new(Widened { before, frame: serial, id }));
        }
        self.forget_memory(state, &changes);
        let in_step = self.move_in_step(state, &changes, rounds);
        for change in changes.registers.iter().filter(|change| !in_step.contains(&change.reg)) {
            self.forget_register(state, change, rounds);
        }
        state.steps_taken.push(Step { span: changes.span, kind: StepKind::AnyIterations });
        self.record_widening(state, changes.span);
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let program = self.program;
        let inside = |pc: usize| {
            let inst = *code.insts.get(pc)?;
            Some(loops.forest.contains(id, program.functions[function].block_of(inst)?))
        };
        frame.choices.retain(|pc, _| inside(*pc) != Some(true));
        frame.loops.innermost().expect("the frame is in a loop").widen();
        self.counts.loops.widened += 1;
        Ok(())
    }

    pub(crate) fn loop_changes(
        &mut self,
        function: FuncId,
        code: &Code,
        id: LoopId,
    ) -> Rc<LoopChanges> {
        let (program, library) = (self.program, self.library);
        let loops = code.loops.as_ref().expect("the function has a loop");
        let changes = self.analyses.loop_changes.entry((function, id)).or_insert_with(|| {
            let function = &program.functions[function];
            Rc::new(LoopChanges::of(program, library, function, loops, id))
        });
        changes.clone()
    }

    /// Forgets the objects that a loop may write to.
    pub(crate) fn forget_memory(&mut self, state: &mut State, changes: &LoopChanges) {
        let (mut near, mut beyond) = (BTreeSet::new(), Vec::new());
        for root in &changes.roots {
            let mut addresses = Vec::new();
            match root.origin {
                Origin::Global(id) => addresses.push(state.globals[id.index()]),
                Origin::Register(reg) => {
                    let frame = state.frames.last().expect("a frame runs");
                    let value = frame.regs[reg as usize];
                    self.addresses(state, value, &mut addresses);
                }
            }
            match root.beyond {
                true => beyond.extend(addresses),
                false => near.extend(addresses),
            }
        }
        if changes.calls_unknown {
            let escaped = state.memory.objects().filter(|object| object.escaped == Escape::Written);
            beyond.extend(escaped.map(|object| object.base));
            let program = self.program;
            let own = program.globals.enumerate().filter(|(_, g)| !g.constant && g.init.is_some());
            beyond.extend(own.map(|(id, _)| state.globals[id.index()]));
        }
        let mut all = self.reachable_objects(state, beyond);
        all.extend(near.into_iter().filter_map(|at| Some(state.memory.object(at)?.base)));
        for base in all {
            self.let_go(state, base);
            forget_object(self, state, base, (Provenance::Loop, ""));
        }
    }

    /// The addresses that a value may be.
    fn addresses(&mut self, state: &State, value: Value, addresses: &mut Vec<u64>) {
        match state.path.resolve(&mut self.pool, value) {
            Value::Int(address) => addresses.push(address),
            Value::Term(term) => {
                crate::memory::addresses::constants(&self.pool, term, addresses);
            }
            _ => {}
        }
    }

    /// What an object refers to is lost from sight, and yet not lost.
    fn let_go(&mut self, state: &mut State, base: u64) {
        let mut kept = vec![base];
        self.words_of(state, base, &mut kept);
        self.keep(state, &kept);
    }

    fn keep(&mut self, state: &mut State, kept: &[u64]) {
        for address in kept {
            if let Some(object) = state.memory.object_mut(*address) {
                object.escape(Escape::Written);
            }
            state.library.forget(Handle::Address(*address));
            state.library.forget(Handle::Number(*address));
        }
    }

    /// Gives registers that each iteration moves as far the values that they have after the same
    /// number of iterations. Gives which these are.
    fn move_in_step(
        &mut self,
        state: &mut State,
        changes: &LoopChanges,
        rounds: u64,
    ) -> BTreeSet<Reg> {
        let frame = state.frames.last().expect("a frame runs");
        let mut moving = Vec::new();
        for change in &changes.registers {
            let now = state.path.resolve(&mut self.pool, frame.regs[change.reg as usize]);
            let moves = change.moves.filter(|_| change.bits <= 64);
            if let Some((moves, step)) = moves.and_then(|moves| Some((moves, moves.steady?)))
                && matches!(now, Value::Int(_) | Value::Term(_))
            {
                moving.push((change, moves, step, now));
            }
        }
        if moving.len() < 2 {
            return BTreeSet::new();
        }
        // A pointer stays in its object, so it is not moved that often.
        let pointers = moving.iter().any(|(change, ..)| change.pointer.is_some());
        let widest = moving.iter().map(|(change, ..)| change.bits).max().unwrap_or(64);
        let bits = if pointers { 32.min(widest) } else { widest };
        let count = state.new_symbol(&mut self.pool, Provenance::Loop, "rounds", bits);
        for (change, moves, step, now) in &moving {
            let mut kept = Vec::new();
            self.addresses(state, *now, &mut kept);
            self.keep(state, &kept);
            let now = terms::term(&mut self.pool, *now, change.bits);
            let behind = step.wrapping_mul(rounds.cast_signed()).cast_unsigned();
            let behind = self.pool.bv_u64(change.bits, behind & mask(change.bits));
            let first = self.pool.bv_sub(now, behind);
            // A narrower one comes back to where it was, as often as it does: it depends on the lowest bits of the
            // count alone. One that must not come back may be taken to have gone on after a number of iterations that
            // it cannot make; that is more than can happen, not less.
            let count = match change.bits > bits {
                true => self.pool.bv_zext(count, change.bits),
                false => self.pool.bv_trunc(count, change.bits),
            };
            let step = self.pool.bv_u64(change.bits, step.cast_unsigned() & mask(change.bits));
            let way = self.pool.bv_mul(count, step);
            let new = self.pool.bv_add(first, way);
            if change.pointer.is_none() {
                self.goes_on(state, *moves, first, new);
            }
            let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
            frame.regs[change.reg as usize] = Value::Term(new);
        }
        moving.into_iter().map(|(change, ..)| change.reg).collect()
    }

    /// A variable that never comes back has gone on from where it was.
    fn goes_on(&mut self, state: &mut State, moves: Move, first: Bv, new: Bv) {
        let further = match moves.monotone {
            Some(Monotone::Up) => self.pool.bv_sle(first, new),
            Some(Monotone::Down) => self.pool.bv_sle(new, first),
            None => return,
        };
        match self.judge.possible(&mut self.pool, state, further) {
            Possible::Yes(model) => {
                state.path.given(&mut self.pool, further, Some(&model));
            }
            Possible::Recalled => {
                state.path.given(&mut self.pool, further, None);
            }
            Possible::No | Possible::Unknown => {}
        }
    }

    /// Gives a register that a loop changes a value that it may have after any iteration.
    pub(crate) fn forget_register(&mut self, state: &mut State, change: &Change, rounds: u64) {
        let frame = state.frames.last().expect("a frame runs");
        let old = frame.regs[change.reg as usize];
        let mut kept = Vec::new();
        self.addresses(state, old, &mut kept);
        self.keep(state, &kept);
        let (from, name) = (Provenance::Loop, &change.name);
        let old = state.path.resolve(&mut self.pool, old);
        let known = matches!(old, Value::Int(_) | Value::Term(_));
        let moves = change.moves.filter(|_| known && change.bits <= 64);
        // A pointer that may come back may be anywhere.
        let moves = moves.filter(|moves| change.pointer.is_none() || moves.monotone.is_some());
        let first = moves.map(|moves| self.first_value(old, change.bits, moves, rounds));
        let new = match moves.zip(first) {
            // It stays in its object: it is some steps further.
            Some((moves, first)) if change.pointer.is_some() => {
                let count = state.new_symbol(&mut self.pool, from, name, 32);
                let count = self.pool.bv_zext(count, change.bits);
                let by = self.pool.bv_u64(change.bits, moves.by);
                let way = self.pool.bv_mul(count, by);
                match moves.monotone {
                    Some(Monotone::Down) => self.pool.bv_sub(first, way),
                    _ => self.pool.bv_add(first, way),
                }
            }
            Some((moves, first)) => {
                let mut new = state.new_symbol(&mut self.pool, from, name, change.bits);
                if moves.by > 1 {
                    let by = self.pool.bv_u64(change.bits, moves.by & mask(change.bits));
                    let way = self.pool.bv_mul(new, by);
                    new = self.pool.bv_add(first, way);
                }
                self.goes_on(state, moves, first, new);
                new
            }
            None => {
                let new = state.new_symbol(&mut self.pool, from, name, change.bits);
                if let Some(to) = change.pointer {
                    self.unknowns.is_pointer(new, to);
                }
                new
            }
        };
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        frame.regs[change.reg as usize] = Value::Term(new);
    }

    /// What a variable was when the loop began, at most so far from what it is.
    fn first_value(&mut self, now: Value, bits: u32, moves: Move, rounds: u64) -> Bv {
        let now = terms::term(&mut self.pool, now, bits);
        let way = self.pool.bv_u64(bits, moves.most.wrapping_mul(rounds) & mask(bits));
        match moves.monotone {
            Some(Monotone::Up) => self.pool.bv_sub(now, way),
            Some(Monotone::Down) => self.pool.bv_add(now, way),
            None => now,
        }
    }

    /// The sides of a branch that are followed where the frame on top stands.
    pub(crate) fn replayed(&self, state: &State) -> Option<[bool; 2]> {
        let (replay, frame) = (self.looping.replay.as_ref()?, state.frames.last()?);
        if state.frames.iter().any(|frame| replay.is_around(frame)) {
            return None;
        }
        replay.sides.get(&(frame.function, frame.pc)).copied()
    }
}
