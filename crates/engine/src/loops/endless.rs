//! Loops that never end.
//!
//! What comes back to a state that it was in, and has read nothing from outside since, does the
//! same again, and never stops. So a loop is compared with itself: the start of an iteration with
//! the start of an earlier one. Registers are compared first, those alone that the loop changes;
//! memory only once they repeat. In Brent's manner one earlier iteration is kept, and another one
//! after twice as many: a period of any length shows in the end.
//!
//! Where the input chooses in a loop, values are terms that differ for some inputs and not for
//! others. Then the solver is asked for an input that makes all of them the same. It is asked at
//! the first iterations only: what is rare there becomes no more likely later.
//!
//! Nothing is claimed of loops that surely end, and of what other code may end: a thread, a
//! handler of signals.

use crate::code::Reg;
use crate::code::loop_facts::{LoopEnd, LoopFacts};
use crate::engine::Engine;
use crate::fault::Fault;
use crate::state::possible::Possible;
use crate::state::stop::Stop;
use crate::state::visits::Visit;
use crate::state::watch::{Moment, Rest, Watch};
use crate::state::{Frame, State};
use crate::value::Value;
use crate::value::provenance::Provenance;
use crate::value::terms;
use margay_ir::SpanId;
use margay_smt::{Bool, Query, SymbolId, TermPool, has_floats};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The iteration from which on a loop is watched; most loops are over by then.
pub(crate) const FIRST_LOOK: u64 = 16;
/// The same for loops that were watched in vain.
pub(crate) const LATEST_FIRST_LOOK: u64 = 1 << 12;
/// Iterations up to which all are compared. Then only those are that follow a power of two, one
/// in so many of all.
const ALL_COMPARED: u64 = 1 << 11;
const SHARE_COMPARED: u64 = 64;
/// Iterations after which a loop without an exit is taken to have no other end either, such as
/// that of the array which it fills.
const WITHOUT_EXIT: u64 = 1 << 10;
/// Iterations that are compared for some inputs.
const RECENT: usize = 8;
/// Bytes of memory that may differ then.
const MOST_BYTES: usize = 32;
/// Solver queries about one stay in a loop.
const MOST_QUERIES: u32 = 8;

impl Moment {
    fn new(state: &State, frame: &Frame, iteration: u64, changes: &[Reg], whole: bool) -> Moment {
        Moment {
            iteration,
            heard: state.outside.heard,
            inputs: state.outside.inputs.len(),
            symbols: state.names.next_symbol,
            values: changes.iter().map(|reg| frame.regs[*reg as usize]).collect(),
            rest: whole.then(|| Rest {
                memory: state.memory.clone(),
                library: state.library.clone_box(),
                locals: frame.locals.clone(),
                jumps: frame.jumps.clone(),
                process: state.process.clone(),
            }),
        }
    }

    fn has_values_of(&self, frame: &Frame, changes: &[Reg]) -> bool {
        self.values.iter().zip(changes).all(|(old, reg)| *old == frame.regs[*reg as usize])
    }

    /// The symbols that were made since, if the program has examined none of them and nothing else came from outside:
    /// functions say how their output went.
    fn unheard(&self, pool: &mut TermPool, state: &State) -> Option<BTreeSet<SymbolId>> {
        if self.heard != state.outside.heard {
            return None;
        }
        if self.symbols == state.names.next_symbol {
            return Some(BTreeSet::new());
        }
        let since = || state.outside.inputs.iter().skip(self.inputs);
        if !since().all(|input| input.incidental) {
            return None;
        }
        let parts = since().flat_map(|input| &input.parts);
        let said: BTreeSet<SymbolId> = parts.flat_map(|part| pool.symbols(*part)).collect();
        let all = said.len() as u64 == state.names.next_symbol - self.symbols;
        let unseen = said.iter().all(|symbol| !state.path.has_touched(pool, *symbol));
        (all && unseen).then_some(said)
    }
}

impl Rest {
    fn is_like(&self, state: &State, frame: &Frame) -> bool {
        self.process == state.process
            && self.locals == frame.locals
            && self.jumps == frame.jumps
            && self.library.same(&*state.library)
    }
}

/// What a look at a loop leads to.
enum Look {
    GoesOn,
    /// Everything is as it was so many iterations ago.
    Repeats(u64),
    /// It is for the inputs that a condition names.
    MayRepeat(u64, Bool),
}

impl Engine<'_> {
    /// The frame on top begins an iteration of its innermost loop: can it be one that it was in
    /// before?
    pub(crate) fn watch_loop(&mut self, state: &mut State) -> Result<(), Stop> {
        let has_company = state.has_company();
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let code = frame.code.clone();
        let (Some(loops), Some(visit)) = (&code.loops, frame.loops.innermost()) else {
            return Ok(());
        };
        let facts = &loops.facts[visit.id];
        // Where another state has been, it has looked; this one looks when it no longer follows that state.
        if state.history.is_followed() || !self.options.endless {
            (visit.look, visit.chooses) = (visit.iterations + 1, false);
            return Ok(());
        }
        visit.look = u64::MAX;
        // What was forgotten cannot come back.
        if facts.end == LoopEnd::Surely || has_company || state.widening.first.is_some() {
            visit.chooses = false;
            return Ok(());
        }
        let header = facts.span;
        if facts.end == LoopEnd::Never
            && visit.iterations >= WITHOUT_EXIT
            && !state.doubt.met_unknown
        {
            return Err(Fault::InfiniteLoop { header, period: None }.into());
        }
        let chose = visit.has_chosen();
        let mut visit = visit.clone();
        let look = self.look(state, facts, &mut visit);
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        if let Some(place) = frame.loops.innermost() {
            *place = visit;
        }
        match look {
            Look::GoesOn => Ok(()),
            // Whether callers make the choice differently is not known.
            Look::Repeats(_) | Look::MayRepeat(..) if chose && state.has_unknown_callers() => {
                Ok(())
            }
            Look::Repeats(period) => {
                Err(Fault::InfiniteLoop { header, period: Some(period) }.into())
            }
            Look::MayRepeat(period, same) => self.repeat_for_some(state, header, period, same),
        }
    }

    /// Compares the start of an iteration with earlier ones, and says when to look again.
    fn look(&mut self, state: &State, facts: &LoopFacts, visit: &mut Visit) -> Look {
        let frame = state.frames.last().expect("a frame runs");
        let changes = &*facts.changes;
        let (iteration, chosen) = (visit.iterations, visit.chooses);
        visit.chooses = false;
        let watch = visit.watch.get_or_insert_default();
        let mut keeps_memory = false;
        let mut near = ALL_COMPARED;
        if let Some(kept) = watch.kept.clone() {
            let period = iteration - kept.iteration;
            near = near.max(kept.iteration + kept.iteration / SHARE_COMPARED);
            keeps_memory = kept.rest.is_some();
            if kept.has_values_of(frame, changes) {
                match (&kept.rest, kept.unheard(&mut self.pool, state)) {
                    (_, None) => watch.kept = None,
                    // Registers repeat: from here on memory is compared as well.
                    (None, Some(_)) => {
                        let now = Moment::new(state, frame, iteration, changes, true);
                        watch.kept = Some(Rc::new(now));
                        watch.until = watch.until.max(iteration + 2 * period);
                        watch.differs = None;
                    }
                    (Some(rest), Some(_)) => {
                        let known = watch.differs.filter(|at| {
                            rest.memory.differs_at(&mut self.pool, &state.memory, *at)
                        });
                        if known.is_none() {
                            watch.differs = rest.memory.difference(&mut self.pool, &state.memory);
                        }
                        if watch.differs.is_none() && rest.is_like(state, frame) {
                            return Look::Repeats(period);
                        }
                    }
                }
            }
        }
        if chosen && watch.recent.len() < RECENT {
            let found = self.same_for_some(state, frame, changes, watch, iteration);
            let now = Moment::new(state, frame, iteration, changes, true);
            watch.recent.push(Rc::new(now));
            if let Some((period, same)) = found {
                visit.look = 0;
                return match self.pool.as_const_bool(same) {
                    Some(true) => Look::Repeats(period),
                    _ => Look::MayRepeat(period, same),
                };
            }
        }
        if watch.kept.is_none() || iteration >= watch.until {
            let now = Moment::new(state, frame, iteration, changes, keeps_memory);
            watch.kept = Some(Rc::new(now));
            watch.until = 2 * iteration;
            watch.differs = None;
        }
        visit.look = if iteration < near { iteration + 1 } else { watch.until };
        Look::GoesOn
    }

    /// An earlier iteration that this one is like for some inputs, how long ago it was, and which
    /// inputs those are.
    fn same_for_some(
        &mut self,
        state: &State,
        frame: &Frame,
        changes: &[Reg],
        watch: &mut Watch,
        iteration: u64,
    ) -> Option<(u64, Bool)> {
        for earlier in watch.recent.iter().rev() {
            let made = earlier.unheard(&mut self.pool, state)?;
            let Some(same) = self.same_condition(state, frame, changes, earlier) else { continue };
            let symbols = self.pool.symbols(same);
            if symbols.iter().any(|symbol| made.contains(symbol)) {
                continue;
            }
            let period = iteration - earlier.iteration;
            if self.pool.as_const_bool(same) == Some(true) {
                return Some((period, same));
            }
            let query: Query = state.path.query(same);
            let is_asked = watch.queries < MOST_QUERIES && !has_floats(&self.pool, &query);
            if !is_asked {
                continue;
            }
            watch.queries += 1;
            if matches!(self.possible_aside(state, same), Possible::Yes(_)) {
                return Some((period, same));
            }
        }
        None
    }

    /// As [`Judge::possible`](crate::Judge::possible), for a query that exploration can do
    /// without: one that stays open does not count.
    fn possible_aside(&mut self, state: &State, condition: Bool) -> Possible {
        let undecided = self.judge.undecided;
        let possible = self.judge.ask(&mut self.pool, state, condition);
        self.judge.undecided = undecided;
        possible
    }

    /// The condition that everything is as it was; `None` if it cannot be, or if much would have
    /// to be the same by chance.
    fn same_condition(
        &mut self,
        state: &State,
        frame: &Frame,
        changes: &[Reg],
        earlier: &Moment,
    ) -> Option<Bool> {
        let rest = earlier.rest.as_ref()?;
        let mut same = self.pool.bool_const(true);
        for (old, reg) in earlier.values.iter().zip(changes) {
            let equal = self.equal(*old, frame.regs[*reg as usize])?;
            same = self.pool.and(same, equal);
        }
        if !rest.is_like(state, frame) {
            return None;
        }
        for address in rest.memory.differences(&mut self.pool, &state.memory, MOST_BYTES)? {
            let (old, new) = (
                rest.memory.byte(&mut self.pool, address).ok()?,
                state.memory.byte(&mut self.pool, address).ok()?,
            );
            let equal = self.equal(old, new)?;
            same = self.pool.and(same, equal);
        }
        Some(same)
    }

    /// The condition that two values are the same; `None` if they cannot be.
    fn equal(&mut self, a: Value, b: Value) -> Option<Bool> {
        if a == b {
            return Some(self.pool.bool_const(true));
        }
        let (term, other) = match (a, b) {
            (Value::Term(term), other) | (other, Value::Term(term)) => (term, other),
            _ => return None,
        };
        if matches!(other, Value::Undef | Value::Partial { .. }) {
            return None;
        }
        let width = self.pool.width(term);
        let other = terms::term(&mut self.pool, other, width);
        if self.pool.width(other) != width {
            return None;
        }
        let equal = self.pool.eq(term, other);
        (self.pool.as_const_bool(equal) != Some(false)).then_some(equal)
    }

    /// For some inputs the loop never ends: that is noted, and the path goes on with the others.
    fn repeat_for_some(
        &mut self,
        state: &mut State,
        header: SpanId,
        period: u64,
        same: Bool,
    ) -> Result<(), Stop> {
        let hangs = self.judge.ask_depends_on(&mut self.pool, state, same, Provenance::is_unknown);
        if !matches!(hangs, Possible::No) {
            return Ok(());
        }
        let Some(model) = self.judge.witness(&mut self.pool, state, same) else { return Ok(()) };
        let fault = Fault::InfiniteLoop { header, period: Some(period) };
        self.judge.note(self.program, &mut self.pool, state, fault, Some((&model, same)));
        let others = self.pool.not(same);
        let remain = self.judge.ask(&mut self.pool, state, others);
        self.judge.assume(&mut self.pool, state, others, &remain)
    }

    /// A path is given up. If it is in a loop that has no exit, it would never have ended.
    pub(crate) fn note_endless(&mut self, state: &State) {
        if state.has_company() || state.doubt.met_unknown {
            return;
        }
        let endless = |frame: &Frame| {
            let loops = frame.code.loops.as_ref()?;
            let visits = frame.loops.iter().filter(|visit| visit.iterations > 1);
            visits
                .map(|visit| &loops.facts[visit.id])
                .find(|facts| facts.end == LoopEnd::Never)
                .map(|facts| facts.span)
        };
        let mut frames = state.frames.iter().enumerate();
        if let Some((depth, header)) = frames.find_map(|(at, f)| Some((at, endless(f)?))) {
            let mut state = state.clone();
            state.frames.truncate(depth + 1);
            self.note(&state, Fault::InfiniteLoop { header, period: None });
        }
    }
}
