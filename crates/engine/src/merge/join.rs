//! Merging: several paths that stand at one place become one.
//!
//! All of them went on from one state. What they assumed since then becomes one condition: that some
//! of them is the path taken. Where they hold different values the merged state holds `ite` terms
//! over the conditions that tell the paths apart. Nothing is lost: for each input the merged state
//! has the values that the path of this input had, and its trail says which path that was.
//!
//! Paths that differ in more than values stay apart: in what is allocated, open or undefined, in what
//! the library keeps, or in decisions that a finding may depend on.

use crate::engine::Engine;
use crate::engine::live::LiveReg;
use crate::merge::divergence::{Assumed, Divergence};
use crate::state::start_path::{Stand, StartPath, Told};
use crate::state::trail::Trail;
use crate::state::{Frame, State};
use crate::value::Value;
use margay_smt::{Assignment, Bool};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Words of memory in which merged paths may differ.
const MOST_WORDS: usize = 64;
/// The same, where the words are known ones: texts and tables are better kept apart.
const MOST_KNOWN_WORDS: usize = 4;

impl Engine<'_> {
    /// Merges the states that can be, of some that stand at one place and went on from one; `all` of them, or
    /// those that are not better kept apart. Gives what there is then.
    pub(crate) fn merge(&mut self, base: &State, states: Vec<State>, all: bool) -> Vec<State> {
        let mut groups: Vec<Vec<State>> = Vec::new();
        for state in states {
            let mut home = None;
            for (at, group) in groups.iter().enumerate() {
                if self.may_merge(base, &group[0], &state, all) {
                    home = Some(at);
                    break;
                }
            }
            match home {
                Some(at) => groups[at].push(state),
                None => groups.push(vec![state]),
            }
        }
        groups.into_iter().flat_map(|group| self.make_one(base, group)).collect()
    }

    /// Whether two states differ in nothing but values, and, unless `all` are merged, in none that they are better
    /// kept apart for.
    fn may_merge(&mut self, base: &State, a: &State, b: &State, all: bool) -> bool {
        if !is_like(base, a, b) {
            return false;
        }
        for ((x, y), live) in a.frames.iter().zip(&b.frames).zip(self.live_with_results(a)) {
            let Some(live) = live else {
                if x.regs != y.regs {
                    return false;
                }
                continue;
            };
            for LiveReg { reg, bits, apart, pointer } in live.iter() {
                let (old, new) = (x.regs[*reg as usize], y.regs[*reg as usize]);
                if old == new {
                    continue;
                }
                // A register that waits for a result may hold something of another width.
                let fits = |value| !matches!(value, Value::Term(t) if self.pool.width(t) != *bits);
                if !fits(old) || !fits(new) {
                    return false;
                }
                let known = matches!((old, new), (Value::Int(_), Value::Int(_)));
                if *pointer || (known && *apart && !all) || !self.is_choice(a, old, new) {
                    return false;
                }
            }
        }
        let Some(words) = a.memory.differing_words(&b.memory, MOST_WORDS) else { return false };
        let mut known = 0;
        for (address, len) in words {
            let old = a.memory.load(&mut self.pool, address, len);
            let new = b.memory.load(&mut self.pool, address, len);
            let (Ok(old), Ok(new)) = (old, new) else { return false };
            if !self.is_choice(a, old, new) {
                return false;
            }
            known += usize::from(matches!((old, new), (Value::Int(_), Value::Int(_))));
        }
        all || known <= MOST_KNOWN_WORDS
    }

    /// Whether a value can be one of two: they are defined, and neither is the address of something.
    /// Which object is meant has to be known for each path.
    fn is_choice(&self, state: &State, one: Value, other: Value) -> bool {
        [one, other].into_iter().all(|value| {
            let mut addresses = Vec::new();
            match value {
                Value::Int(number) => addresses.push(number),
                Value::Term(term) => {
                    crate::memory::addresses::constants(&self.pool, term, &mut addresses);
                }
                _ => return false,
            }
            addresses.iter().all(|address| state.memory.object(*address).is_none())
        })
    }

    /// Makes one state of several; they stay as they are if they cannot be told apart.
    pub(crate) fn make_one(&mut self, base: &State, states: Vec<State>) -> Vec<State> {
        if states.len() < 2 {
            return states;
        }
        let begun = base.path.condition().len();
        let assumed: Vec<Vec<Bool>> =
            states.iter().map(|state| state.path.condition().since(begun)).collect();
        let paths: Vec<Assumed<'_>> = assumed.iter().map(Vec::as_slice).enumerate().collect();
        let Some(divergence) = Divergence::of(&mut self.pool, &paths) else { return states };
        let (common, divergence) = match divergence {
            Divergence::All(common, divergence) => (common, *divergence),
            divergence => (Vec::new(), divergence),
        };
        let Some(mut merged) = self.merged_values(&states, &divergence) else { return states };
        let pool = &mut self.pool;
        let split = begun + common.len();
        let condition = divergence.condition(pool);
        let always = pool.bool_const(true);
        let mut conditions = vec![always; states.len()];
        divergence.conditions(pool, always, &mut conditions);
        let witnessed = states.iter().find(|state| state.path.condition().is_witnessed());
        let model = witnessed.map(|state| {
            Rc::new(state.path.condition().complete(pool, &Assignment::new(), always))
        });
        merged.path = base.path.clone();
        merged.path.is_unshown = states.iter().any(|state| state.path.is_unshown);
        for condition in common.into_iter().chain([condition]) {
            if pool.as_const_bool(condition) != Some(true) {
                merged.path.follows(pool, condition, model.as_ref());
            }
        }
        // What leads to a path leads to where it began as well.
        model.iter().for_each(|model| merged.path.show(pool, model));
        states.iter().for_each(|state| merged.path.remember(&state.path));
        macro_rules! trail {
            ($($field:ident).+) => {{
                let trails: Vec<_> =
                    conditions.iter().copied().zip(states.iter().map(|s| &s.$($field).+)).collect();
                Trail::merged(&base.$($field).+, &trails)
            }};
        }
        merged.outside.inputs = trail!(outside.inputs);
        merged.outside.bounds = trail!(outside.bounds);
        merged.steps_taken = trail!(steps_taken);
        let others: Vec<(Bool, &State)> = conditions.iter().copied().zip(&states).collect();
        merged.join_wraps(pool, base, &others);
        merged.join_stale(pool, base, &others);
        for state in &states {
            merged.names.next_symbol = merged.names.next_symbol.max(state.names.next_symbol);
            merged.names.unknowns = merged.names.unknowns.max(state.names.unknowns);
            merged.names.next_frame = merged.names.next_frame.max(state.names.next_frame);
            merged.symbolic |= state.symbolic;
            merged.outside.heard = merged.outside.heard.max(state.outside.heard);
            merged.steps = merged.steps.max(state.steps);
            merged.memory.catch_up(&state.memory);
        }
        for frame in &mut merged.frames {
            Rc::make_mut(frame).forget_choices(split);
        }
        let stand = |state: &State| Stand { path: state.history.path(), steps: state.steps };
        let ways = states.iter().map(stand).collect();
        let told = Told::Merged { base: base.history.path(), ways };
        merged.history.stand_at(StartPath::default().with(merged.steps, told));
        self.counts.merged += states.len() as u64 - 1;
        self.record_merge(&states, &mut merged);
        vec![merged]
    }

    /// The first of the states with the values that they have among them.
    fn merged_values(&mut self, states: &[State], divergence: &Divergence) -> Option<State> {
        let mut merged = states[0].clone();
        for state in &states[1..] {
            merged.recorded.trace.join(&state.recorded.trace);
            merged.recorded.entered.join(&state.recorded.entered);
        }
        for (at, live) in self.live_with_results(&merged).into_iter().enumerate() {
            let Some(live) = live else { continue };
            for LiveReg { reg, bits, .. } in live.iter() {
                let values: Vec<Value> =
                    states.iter().map(|state| state.frames[at].regs[*reg as usize]).collect();
                if values.iter().any(|value| *value != values[0]) {
                    let value = divergence.value(&mut self.pool, &values, *bits);
                    Rc::make_mut(&mut merged.frames[at]).regs[*reg as usize] = value;
                }
            }
        }
        let mut words = BTreeMap::new();
        for state in &states[1..] {
            for (address, len) in states[0].memory.differing_words(&state.memory, MOST_WORDS)? {
                let known = words.entry(address).or_insert(len);
                *known = len.max(*known);
            }
        }
        let mut done = 0;
        for (address, len) in words {
            // A longer word may have this one in it.
            if address + u64::from(len) <= done {
                continue;
            }
            let mut values = Vec::new();
            for state in states {
                let value = state.memory.load(&mut self.pool, address, len).ok()?;
                values.push(value);
            }
            if !values.iter().copied().all(is_defined) {
                return None;
            }
            let value = divergence.value(&mut self.pool, &values, len * 8);
            merged.memory.store(&mut self.pool, address, len, value).ok()?;
            done = address + u64::from(len);
        }
        Some(merged)
    }
}

/// Whether a value can be one of several.
fn is_defined(value: Value) -> bool {
    matches!(value, Value::Int(_) | Value::Term(_))
}

/// Whether two states that went on from one differ in values at most.
fn is_like(base: &State, a: &State, b: &State) -> bool {
    let settled = |state: &State| {
        !state.has_unknown_callers()
            && state.widening.first.is_none()
            && state.decided.decisions.len() == base.decided.decisions.len()
    };
    settled(a)
        && settled(b)
        && !a.has_threads()
        && !b.has_threads()
        && a.is_alike(b)
        && a.frames.iter().zip(&b.frames).all(|(x, y)| Rc::ptr_eq(x, y) || is_like_frame(x, y))
        && a.doubt == b.doubt
        && a.widening.exhausted == b.widening.exhausted
}

fn is_like_frame(a: &Frame, b: &Frame) -> bool {
    a.is_alike(b)
        && a.serial == b.serial
        && a.va_areas.is_none()
        && a.jumps.is_empty()
        && a.loops.is_like(&b.loops)
}
