//! Handlers of signals: what they call, and where a signal would do harm.
//!
//! A signal may come between any two operations, so its handler may run there. It is run once where it is
//! installed, as a path of its own that ends when it returns: what it calls that must not be called there is
//! noted, and what it reads and which heap blocks it uses is remembered. While it is installed and its
//! signal is not blocked, it is run again after each operation that changes what it reads or frees what it
//! uses. A fault in it that did not happen where it was installed is a race of the program with the signal.
//!
//! Nothing that a handler does in such a run changes the state that it is tried in. Its other faults are not noted:
//! whether a signal comes at all is not known. Work is counted and bounded. A state without handlers, or whose handlers
//! read nothing, runs as if none of this were here.

use crate::engine::{CodeEntry, Engine, Pause};
use crate::fault::ObjectKind;
use crate::fault::{AccessKind, Fault};
use crate::judge::Event;
use crate::memory::Touch;
use crate::state::State;
use crate::state::handlers::{Handlers, Handling, Installed, Wrong};
use crate::state::interactions::spot;
use crate::state::library_state::Handler;
use crate::state::start_path::History;
use crate::state::stop::Need;
use crate::value::Value;
use margay_ir::spell::library_name;
use margay_ir::{FuncId, SpanId};
use margay_smt::Evaluator;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Operations, paths and queries that one run of a handler may take.
const MOST_STEPS: u64 = 10_000;
const MOST_PATHS: usize = 64;
const MOST_NEEDS: u32 = 256;
/// How often a handler is run at one place, where it is installed and elsewhere, and at all places.
const MOST_INSTALLED: u32 = 32;
const MOST_TRIES: u32 = 8;
const MOST_TRIED: u32 = 1_000;
/// Bytes of a `siginfo_t`.
const INFO_BYTES: u64 = 128;
/// Signals that the program itself causes by what it does: they come at no other place.
const OWN_FAULTS: [i32; 6] = [4, 5, 6, 7, 8, 11];

/// What came of a run.
#[derive(Default)]
struct Outcome {
    touched: BTreeSet<Touch>,
    faults: Vec<Event>,
    /// Not all of it was followed.
    is_cut: bool,
}

impl State {
    /// Whether it is in the handler that it is there to try.
    fn is_in_handler(&self) -> bool {
        let serial = self.signals.handling.as_ref().map(|handling| handling.serial);
        self.frames.iter().any(|frame| Some(frame.serial) == serial)
    }

    fn is_alive(&self, block: u64) -> bool {
        self.memory.object(block).is_some_and(|object| object.alive)
    }
}

impl Installed {
    /// Remembers what a run in a state has touched, and others may change.
    fn look_at(&mut self, state: &State, touched: &BTreeSet<Touch>) {
        for touch in touched {
            // What is not there in the state is the handler's own.
            let object = state.memory.object(touch.address).filter(|object| object.alive);
            let Some(object) = object.filter(|o| !o.constant && o.kind != ObjectKind::Library)
            else {
                continue;
            };
            if object.kind == ObjectKind::Heap {
                self.blocks.insert(object.base);
            }
            if touch.access == AccessKind::Read {
                self.reads.insert((touch.address, touch.len));
            }
        }
    }

    fn reads_any(&self, touched: &[Touch]) -> bool {
        touched.iter().filter(|touch| touch.access == AccessKind::Write).any(|touch| {
            let end = touch.address + touch.len;
            self.reads.iter().any(|(at, len)| *at < end && touch.address < at + len)
        })
    }
}

impl Engine<'_> {
    /// The program may have installed handlers of signals, or removed some, at a place.
    pub(crate) fn handlers_changed(&mut self, state: &mut State, registered: SpanId) {
        let wanted = self.reaching.nearness.is_some()
            || self.reaching.navigator.is_some()
            || self.ends.is_some();
        if wanted
            || !self.options.explores
            || state.signals.handling.is_some()
            || state.plan().is_some()
        {
            return;
        }
        let handlers = state.library.handlers();
        if handlers.is_empty() && state.signals.handlers.is_none() {
            return;
        }
        let before = state.signals.handlers.take();
        let mut all = Vec::new();
        for handler in handlers {
            let same = |one: &&Installed| {
                (one.handler.signal, one.handler.function) == (handler.signal, handler.function)
            };
            match before.iter().flat_map(|before| &before.all).find(same) {
                Some(known) => all.push(known.clone()),
                None => all.extend(self.install(state, handler, registered)),
            }
        }
        state.signals.handlers = (!all.is_empty()).then(|| Rc::new(Handlers { all }));
        let watched = state.record().is_some() || state.is_interruptible();
        if watched != state.memory.is_watched() {
            state.memory.watch(watched);
        }
    }

    /// Runs a handler where it is installed. Gives it if it is of interest later.
    fn install(
        &mut self,
        state: &State,
        handler: Handler,
        registered: SpanId,
    ) -> Option<Installed> {
        let function = self.function_at(state, handler.function)?;
        if !self.program.functions[function].has_body() || state.frames.is_empty() {
            return None;
        }
        let count = self.tried.signals.installed.entry((function, registered)).or_default();
        *count += 1;
        if *count > MOST_INSTALLED {
            return None;
        }
        let mut one = Installed {
            handler,
            function,
            registered,
            reads: BTreeSet::new(),
            blocks: BTreeSet::new(),
            faults: Rc::default(),
            waits: false,
        };
        // The state stands after the call by now, and a caller after what it calls.
        let mut start = state.clone();
        if let Some(frame) = start.frames.last_mut() {
            let frame = Rc::make_mut(frame);
            frame.pc = frame.pc.saturating_sub(1);
        }
        let outcome = self.try_handler(start, &one, true);
        let calls = std::mem::take(&mut self.tried.signals.calls);
        for (at, event) in calls.into_iter().filter(|_| !state.history.is_followed()) {
            self.judge.keep_new(&at, event);
        }
        if outcome.is_cut || !state.is_on_whole_path() || OWN_FAULTS.contains(&handler.signal) {
            return None;
        }
        one.look_at(state, &outcome.touched);
        one.faults = Rc::new(outcome.faults.iter().map(wrong).collect());
        Some(one)
    }

    /// The state calls a function of the library in a handler that is tried.
    #[cold]
    pub(crate) fn note_call_in_handler(&mut self, state: &State, callee: FuncId) {
        let Some(handling) = state.signals.handling.clone().filter(|handling| handling.notes)
        else {
            return;
        };
        let name = library_name(&self.program.functions[callee].name);
        let here = self.place(state);
        if self.library.is_signal_safe(name)
            || self.program.source.is_library(here)
            || !state.is_in_handler()
        {
            return;
        }
        let fault = Fault::SignalUnsafeCall {
            function: name.to_owned(),
            handler: self.program.functions[handling.function].display_name().to_owned(),
            signal: handling.signal,
            registered: handling.registered,
        };
        let known = self.tried.signals.calls.iter().any(|(at, _)| spot(at) == spot(state));
        if known {
            return;
        }
        let event = self.judge.event(self.program, &mut self.pool, state, fault, None);
        self.tried.signals.calls.extend(event.map(|event| (state.clone(), event)));
    }

    /// An operation has written bytes, or something was freed: tries the handlers to which that makes a
    /// difference.
    #[cold]
    pub(crate) fn signals_may_come(&mut self, state: &mut State, touched: &[Touch]) {
        let Some(handlers) = state.signals.handlers.clone() else { return };
        if state.doubt.uncertain || state.widening.first.is_some() {
            return;
        }
        for (index, one) in handlers.all.iter().enumerate() {
            let dead: Vec<u64> =
                one.blocks.iter().copied().filter(|block| !state.is_alive(*block)).collect();
            let changes = !dead.is_empty() || one.reads_any(touched);
            // A signal waits while its handler runs.
            let runs = state.frames.iter().any(|frame| frame.function == one.function);
            if !(changes || one.waits) || runs {
                continue;
            }
            let now = state.library.handlers();
            let blocked = now
                .iter()
                .any(|handler| handler.blocked && (handler.signal, handler.function) == one.key());
            if blocked && one.waits && dead.is_empty() {
                continue;
            }
            let mut one = one.clone();
            dead.iter().for_each(|block| {
                one.blocks.remove(block);
            });
            one.waits = blocked;
            if !blocked && now.iter().any(|h| (h.signal, h.function) == one.key()) {
                self.try_here(state, &mut one);
            }
            if let Some(handlers) = state.signals.handlers.as_mut() {
                Rc::make_mut(handlers).all[index] = one;
            }
        }
    }

    /// Runs a handler where the state stands, and notes the harm that it does there.
    fn try_here(&mut self, state: &State, one: &mut Installed) {
        let tries = self.tried.signals.tries.entry((one.function, spot(state))).or_default();
        if *tries >= MOST_TRIES || self.tried.signals.tried >= MOST_TRIED {
            return;
        }
        *tries += 1;
        self.tried.signals.tried += 1;
        let outcome = self.try_handler(state.clone(), one, false);
        one.look_at(state, &outcome.touched);
        for event in outcome.faults {
            let wrong = wrong(&event);
            let known = one.faults.contains(&wrong) || self.tried.signals.shown.contains(&wrong);
            if known || !is_harm(&event.fault) || state.history.is_followed() {
                continue;
            }
            self.tried.signals.shown.insert(wrong);
            let Event { fault, span: at, evidence, .. } = event;
            let fault = Fault::SignalRace {
                handler: self.program.functions[one.function].display_name().to_owned(),
                signal: one.handler.signal,
                registered: one.registered,
                harm: Box::new(fault),
                at,
            };
            let place = self.judge.place(self.program, state);
            let (function, span) = (place.function, self.program_place(state));
            let event = Event { fault, function, span, calls: place.calls, evidence };
            self.judge.keep_new(state, event);
        }
    }

    /// Follows a handler on all its paths from a state, until it returns.
    fn try_handler(&mut self, mut start: State, one: &Installed, notes: bool) -> Outcome {
        let (tree, found) = (self.tree.take(), self.judge.take_found());
        let (queries, undecided) = (self.judge.queries, self.judge.undecided);
        let uncertain = self.judge.uncertain;
        // What only handlers come to is not reached by that: it is analysed alone later on.
        let reached = self.reached.clone();
        let new: Vec<usize> = self
            .codes
            .iter()
            .enumerate()
            .filter_map(|(index, code)| matches!(code, CodeEntry::Unresolved).then_some(index))
            .collect();
        start.history = History::default();
        (start.joining.merges, start.joining.looks) = (false, 0);
        start.signals.handlers = None;
        start.set_record(None);
        start.memory.watch(true);
        let mut outcome = self.follow_handler(start, one, notes);
        // Execution goes on with what was never written, and yet the handler relies on it.
        let noted = std::mem::take(&mut self.judge.events).into_iter();
        outcome.faults.extend(noted.filter(|event| event.fault == Fault::UninitialisedRead));
        for index in new {
            if matches!(self.codes[index], CodeEntry::Body(_)) {
                self.codes[index] = CodeEntry::Unresolved;
            }
        }
        self.reached = reached;
        self.judge.uncertain = uncertain;
        (self.judge.queries, self.judge.undecided) = (queries, undecided);
        self.judge.give_found(found);
        self.tree = tree;
        outcome
    }

    fn follow_handler(&mut self, mut start: State, one: &Installed, notes: bool) -> Outcome {
        let mut outcome = Outcome::default();
        let signal = u64::from(one.handler.signal.cast_unsigned());
        let mut args = vec![Value::Int(signal)];
        if one.handler.takes_info {
            let unknown = self.program.source.unknown();
            let info = start.memory.allocate(ObjectKind::Library, INFO_BYTES, 16, unknown);
            if let Some(object) = info.and_then(|info| start.memory.object_mut(info)) {
                object.start_as_zero();
            }
            args.extend([Value::Int(info.unwrap_or(0)), Value::ZERO]);
        }
        let Some(serial) = self.interrupt(&mut start, one.function, &args) else {
            outcome.is_cut = true;
            return outcome;
        };
        let (function, signal, registered) = (one.function, one.handler.signal, one.registered);
        let touched = RefCell::default();
        let handling = Handling { serial, function, signal, registered, notes, touched };
        let handling = Rc::new(handling);
        start.signals.handling = Some(handling.clone());
        let (mut steps, mut needs, mut paths) = (0, 0, 0);
        let mut open = vec![start];
        while let Some(mut state) = open.pop() {
            let left = MOST_STEPS.saturating_sub(steps);
            if left == 0 || paths >= MOST_PATHS || needs >= MOST_NEEDS {
                outcome.is_cut = true;
                break;
            }
            let before = state.steps;
            let pause = self.run(&mut state, left);
            steps += state.steps - before;
            let inside = state.is_in_handler();
            match pause {
                Pause::Need(need) if inside => {
                    needs += 1;
                    open.extend(self.split(state, need));
                }
                Pause::Fault(event) if inside => {
                    paths += 1;
                    outcome.faults.push(*event);
                }
                Pause::Budget | Pause::Returned | Pause::Joined | Pause::Unknown(..) if inside => {
                    open.push(state);
                }
                Pause::Unsupported(..) | Pause::LoopLimit => {
                    paths += 1;
                    outcome.is_cut = true;
                }
                // It has returned, ended the program, or jumped out.
                _ => paths += 1,
            }
        }
        outcome.touched = handling.touched.take();
        outcome
    }

    /// One state for each possible answer to what a state needs; of values, one is enough.
    fn split(&mut self, mut state: State, need: Need) -> Vec<State> {
        let facts = match need {
            Need::Decide(condition) | Need::Case(condition) => {
                vec![condition, self.pool.not(condition)]
            }
            Need::Value(term) => {
                let always = self.pool.bool_const(true);
                let Some(model) = self.judge.witness(&mut self.pool, &state, always) else {
                    return Vec::new();
                };
                let value = Evaluator::new(&self.pool, &model).bv(term);
                let value = self.pool.bv_const(&value);
                state.path.settle(&mut self.pool, term, value);
                vec![self.pool.eq(term, value)]
            }
        };
        let mut sides = Vec::new();
        for fact in facts {
            let possible = self.judge.ask(&mut self.pool, &state, fact);
            let mut side = state.clone();
            if self.judge.assume(&mut self.pool, &mut side, fact, &possible).is_ok() {
                sides.push(side);
            }
        }
        sides
    }
}

impl Installed {
    fn key(&self) -> (i32, u64) {
        (self.handler.signal, self.handler.function)
    }
}

fn wrong(event: &Event) -> Wrong {
    (event.span, event.fault.rule())
}

/// Whether a fault in a handler is harm that the place of the signal did. What it allocates for itself
/// is its own matter.
fn is_harm(fault: &Fault) -> bool {
    match fault {
        Fault::NullAccess { failed, .. } => failed.is_none(),
        Fault::InfiniteLoop { .. }
        | Fault::StackOverflow { .. }
        | Fault::OutOfMemory
        | Fault::TargetReached => false,
        _ => true,
    }
}
