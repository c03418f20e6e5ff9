//! Where execution asks what can happen, and where what it finds is kept.
//!
//! A fault that some input leads to is noted with that input; execution then goes on
//! with the inputs for which all is well. Each fault is noted once for its place.

use crate::doubt::{self, Decisions, Folded, MOST_CANDIDATES};
use crate::fault::Fault;
use crate::input::{Input, InputValue};
use crate::likelihood::Premises;
use crate::memory::ObjectKind;
use crate::model::Stop;
use crate::readable::readable;
use crate::state::{Frame, State, Step};
use crate::terms;
use crate::trail::Trail;
use crate::widen::Candidate;
use margay_ir::finding::Source;
use margay_ir::{FuncId, Id, NodeId, Program, SpanId};
use margay_smt::{
    Answer, Assignment, Bool, Chain, ChainOptions, Evaluator, Model, Solver, Sort, Statistics,
    Substitution, SymbolId, TermPool,
};
use std::collections::{BTreeMap, BTreeSet};

/// A fault, where it happened and what leads there.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub fault: Fault,
    pub function: Option<FuncId>,
    pub span: SpanId,
    /// Places of the calls that led there, the innermost first.
    pub calls: Vec<SpanId>,
    pub evidence: Evidence,
}

/// What leads to an event: what the outside says, and the way that was taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    pub inputs: Vec<InputValue>,
    pub steps: Vec<Step>,
    pub decisions: Decisions,
    /// What must hold for it to happen.
    pub premises: Premises,
    /// The function that was looked at by itself.
    pub alone: Option<FuncId>,
    /// The node of the execution tree that it shows in, if one is recorded.
    pub node: NodeId,
}

/// Where a state stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub function: Option<FuncId>,
    pub pc: usize,
    pub span: SpanId,
    pub calls: Vec<SpanId>,
}

/// Whether something can happen.
#[derive(Clone, Debug)]
pub enum Possible {
    Yes(Model),
    No,
    /// Nobody could tell.
    Unknown,
}

impl Possible {
    /// Whether it may happen, as far as anybody could tell.
    pub fn may_be(&self) -> bool {
        !matches!(self, Possible::No)
    }
}

/// Places of faults behind widened loops that are kept.
const MOST_WIDENED: usize = 256;

/// Addresses below are those of members of a null pointer.
const NEAR_NULL: u64 = 1 << 16;

/// The place of a fault, its rule and what was lost there.
pub(crate) type Noted = (FuncId, usize, &'static str, Option<SpanId>);

pub struct Judge {
    chain: Chain,
    /// What was found, in order.
    pub events: Vec<Event>,
    /// What was noted, and how many steps its shortest path has.
    seen: BTreeMap<Noted, usize>,
    /// Faults that may never happen: one for each place, with its shortest path.
    pub possible_events: Vec<Event>,
    /// Faults that may hang on a decision which leaves doubt.
    doubtful: BTreeMap<Noted, Vec<Event>>,
    /// The fault that is noted next hangs on how often a loop went round.
    hangs_on_loop: bool,
    /// Faults behind widened loops, which have to be shown.
    pub(crate) candidates: BTreeMap<Noted, (Event, Candidate)>,
    /// Faults that are not certain, and not noted.
    pub uncertain: u64,
    /// Input that no path has, in words.
    pub left_out: BTreeSet<String>,
    /// The symbols that say whether a call fails, of all paths.
    pub failures: BTreeSet<SymbolId>,
    /// Functions that were answered in one way only, where the outside has others.
    pub one_answer: BTreeSet<String>,
    /// Questions that the solver left open.
    pub undecided: u64,
    pub queries: u64,
}

impl Judge {
    pub fn new(options: ChainOptions) -> Judge {
        Judge {
            chain: Chain::new(options),
            events: Vec::new(),
            seen: BTreeMap::new(),
            possible_events: Vec::new(),
            doubtful: BTreeMap::new(),
            hangs_on_loop: false,
            candidates: BTreeMap::new(),
            left_out: BTreeSet::new(),
            failures: BTreeSet::new(),
            one_answer: BTreeSet::new(),
            uncertain: 0,
            undecided: 0,
            queries: 0,
        }
    }

    /// What the layers of the solver did.
    pub fn solver(&self) -> &Statistics {
        self.chain.statistics()
    }

    /// Puts the questions that follow to another solver.
    pub fn ask(&mut self, options: ChainOptions) {
        self.chain.reconfigure(options);
    }

    /// Whether a condition can hold where the state stands.
    pub fn possible(&mut self, pool: &mut TermPool, state: &State, condition: Bool) -> Possible {
        match pool.as_const_bool(condition) {
            Some(false) => return Possible::No,
            Some(true) if state.path.condition().is_witnessed() => {
                return Possible::Yes(Model::default());
            }
            _ => {}
        }
        self.queries += 1;
        match self.chain.solve(pool, &state.path.query(condition)) {
            Answer::Sat(model) => Possible::Yes(model),
            Answer::Unsat(_) => Possible::No,
            Answer::Unknown(_) => {
                self.undecided += 1;
                Possible::Unknown
            }
        }
    }

    /// Whether a condition hangs on the symbols whose names begin so: whether, for some input, it
    /// holds with one value for them and not with another.
    pub fn hangs_on(
        &mut self,
        pool: &mut TermPool,
        state: &State,
        condition: Bool,
        beginning: &str,
    ) -> Possible {
        let condition = state.path.simplify(pool, condition);
        let mut others = Substitution::new();
        for symbol in pool.symbols(condition) {
            let name = pool.symbol(symbol).name.clone();
            if !name.starts_with(beginning) {
                continue;
            }
            // Of whole objects it is not asked which of their bytes matter.
            let Sort::Bv(width) = pool.symbol(symbol).sort else { return Possible::Unknown };
            let twin = pool.bv_symbol(&format!("other {name}"), width);
            others.insert(pool, symbol, twin);
        }
        if others.is_empty() {
            return Possible::No;
        }
        let twin = pool.substitute_bool(condition, &others);
        let differ = pool.xor(condition, twin);
        self.possible(pool, state, differ)
    }

    /// Values for all symbols of the path with which the condition holds.
    pub fn witness(
        &mut self,
        pool: &mut TermPool,
        state: &State,
        condition: Bool,
    ) -> Option<Assignment> {
        match self.possible(pool, state, condition) {
            Possible::Yes(part) if state.path.condition().is_witnessed() => {
                Some(self.whole_model(pool, state, &part, condition))
            }
            _ => None,
        }
    }

    /// A model of the whole path, of which `part` is the answer to a question. Where nothing was
    /// noted yet it is made readable.
    fn whole_model(
        &self,
        pool: &mut TermPool,
        state: &State,
        part: &Assignment,
        condition: Bool,
    ) -> Assignment {
        let model = state.path.condition().complete(pool, part, condition);
        let steps = state.steps_taken.len();
        let noted = state.frames.last().is_some_and(|frame| {
            let place = (frame.function, frame.pc);
            let here = self.seen.range((place.0, place.1, "", None)..);
            let mut here = here.take_while(|(key, _)| (key.0, key.1) == place);
            here.any(|(_, best)| *best <= steps)
        });
        if noted { model } else { readable(pool, state, condition, model) }
    }

    /// Sees to it that a condition holds. Where it may not, the fault that `fault` names for
    /// a model is noted, and execution goes on with the inputs for which it holds.
    pub fn require(
        &mut self,
        program: &Program,
        pool: &mut TermPool,
        state: &mut State,
        ok: Bool,
        fault: impl FnOnce(&mut TermPool, &State, &Assignment) -> Fault,
    ) -> Result<(), Stop> {
        match state.path.decide(pool, ok) {
            Some(true) => return Ok(()),
            Some(false) => {
                let always = pool.bool_const(true);
                let model = match self.witness(pool, state, always) {
                    Some(model) => model,
                    None if !state.symbolic => Assignment::new(),
                    None => return Err(Stop::Infeasible),
                };
                let fault = fault(pool, state, &model);
                if fault.can_continue() {
                    self.note(program, pool, state, fault, Some((&model, always)));
                    return Ok(());
                }
                return Err(Stop::Fault(fault));
            }
            None => {}
        }
        if !state.symbolic {
            // A run with one answer: what nobody knows is zero.
            let zeros = Assignment::new();
            if Evaluator::new(pool, &zeros).bool(ok) {
                return Ok(());
            }
            let fault = fault(pool, state, &zeros);
            if fault.can_continue() {
                let bad = pool.not(ok);
                self.note(program, pool, state, fault, Some((&zeros, bad)));
                return Ok(());
            }
            return Err(Stop::Fault(fault));
        }
        let bad = pool.not(ok);
        match self.possible(pool, state, bad) {
            Possible::No => return Ok(()),
            Possible::Unknown => {}
            // What hangs on a value that nobody knows is certain if no value leads on: else it may
            // never be so.
            Possible::Yes(_)
                if !matches!(self.hangs_on(pool, state, bad, terms::UNKNOWN), Possible::No)
                    && !matches!(self.possible(pool, state, ok), Possible::No) => {}
            Possible::Yes(part) => {
                if state.path.condition().is_witnessed() {
                    let model = self.whole_model(pool, state, &part, bad);
                    let fault = fault(pool, state, &model);
                    let goes_on = fault.can_continue();
                    let remains = self.possible(pool, state, ok);
                    self.hangs_on_loop = terms::depends_on(pool, bad, terms::LOOP);
                    self.note(program, pool, state, fault, Some((&model, bad)));
                    self.hangs_on_loop = false;
                    if goes_on && matches!(remains, Possible::No) {
                        return Ok(());
                    }
                    return self.assume(pool, state, ok, &remains);
                }
                self.undecided += 1;
            }
        }
        let remains = self.possible(pool, state, ok);
        self.assume(pool, state, ok, &remains)
    }

    /// Goes on with what was found possible.
    pub fn assume(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        condition: Bool,
        possible: &Possible,
    ) -> Result<(), Stop> {
        match possible {
            Possible::Yes(model) => state.path.assume(pool, condition, Some(model)),
            Possible::Unknown => state.path.assume(pool, condition, None),
            Possible::No => return Err(Stop::Infeasible),
        }
        Ok(())
    }

    /// Notes a fault that execution goes past, once for its place and again on shorter paths. It
    /// happens where a condition holds, as it does with a model; without them, for all inputs that
    /// come here.
    pub fn note(
        &mut self,
        program: &Program,
        pool: &mut TermPool,
        state: &State,
        fault: Fault,
        witness: Option<(&Assignment, Bool)>,
    ) {
        // The place first: a loop may come by millions of times.
        let place = state.frames.last().map_or((FuncId::from_index(0), 0), |f| (f.function, f.pc));
        let key = (place.0, place.1, fault.rule(), fault.lost());
        let steps = state.steps_taken.len();
        if self.is_noted(&key, steps) {
            return;
        }
        if let Some(event) = self.event(program, pool, state, fault, witness) {
            self.keep(key, state, event);
        }
    }

    /// Keeps a fault that was found, apart if it leaves doubt or was not executed exactly.
    fn keep(&mut self, key: Noted, state: &State, event: Event) {
        let steps = state.steps_taken.len();
        if let Some(first) = &state.widening.first {
            let known = self.candidates.get(&key).map(|known| (known.1.hangs, known.1.steps));
            let hangs = self.hangs_on_loop;
            let better = known.is_none_or(|known| (hangs, steps) < known);
            if better && (known.is_some() || self.candidates.len() < MOST_WIDENED) {
                let sides = state.widening.sides.iter().copied().collect();
                let candidate = Candidate { first: first.clone(), sides, steps, hangs };
                self.candidates.insert(key, (event, candidate));
            }
            return;
        }
        if event.evidence.decisions.leave_doubt() {
            let candidates = self.doubtful.entry(key).or_default();
            if candidates.len() < MOST_CANDIDATES {
                candidates.push(event);
            }
            return;
        }
        self.seen.insert(key, steps);
        self.events.push(event);
    }

    /// Keeps a fault that ended a path.
    pub(crate) fn keep_last(&mut self, state: &State, event: Event) {
        let place = state.frames.last().map_or((FuncId::from_index(0), 0), |f| (f.function, f.pc));
        let key = (place.0, place.1, event.fault.rule(), event.fault.lost());
        self.keep(key, state, event);
    }

    /// Looks at the faults that leave doubt, when all paths have been followed: those that happen
    /// whatever the doubtful decisions are certain.
    pub(crate) fn resolve_doubts(&mut self, folded: &[Folded]) {
        for (key, candidates) in std::mem::take(&mut self.doubtful) {
            if self.seen.contains_key(&key) {
                continue;
            }
            let paths: Vec<&Decisions> =
                candidates.iter().map(|event| &event.evidence.decisions).collect();
            let certain = doubt::is_certain(&paths, folded);
            let to = if certain { &mut self.events } else { &mut self.possible_events };
            to.extend(candidates.into_iter().min_by_key(|event| event.evidence.steps.len()));
        }
    }

    /// Whether a fault was noted without doubts, or be it with some.
    pub(crate) fn is_known(&self, key: &Noted, doubts: bool) -> bool {
        self.seen.contains_key(key) || (doubts && self.doubtful.contains_key(key))
    }

    /// Whether a fault was noted on a path that is not longer.
    fn is_noted(&self, key: &Noted, steps: usize) -> bool {
        self.seen.get(key).is_some_and(|best| *best <= steps)
    }

    /// Notes a fault that shows here, but happened at another place.
    pub fn note_at(
        &mut self,
        pool: &mut TermPool,
        state: &State,
        fault: Fault,
        witness: (&Assignment, Bool),
        place: Place,
    ) {
        let function = place.function.unwrap_or(FuncId::from_index(0));
        let key = (function, place.pc, fault.rule(), fault.lost());
        let steps = state.steps_taken.len();
        if !self.is_noted(&key, steps)
            && let Some(evidence) = self.evidence(pool, state, &fault, witness)
        {
            let Place { function, span, calls, .. } = place;
            self.keep(key, state, Event { fault, function, span, calls, evidence });
        }
    }

    /// Where the state stands.
    pub fn place(&self, program: &Program, state: &State) -> Place {
        let span_at = |frame: &Frame, pc: usize| {
            let function = &program.functions[frame.function];
            let inst = frame.code.insts.get(pc);
            inst.map_or(program.source.unknown(), |inst| function.span(*inst))
        };
        let mut frames = state.frames.iter().rev();
        match frames.next() {
            Some(top) => Place {
                function: Some(top.function),
                pc: top.pc,
                span: span_at(top, top.pc),
                // A caller stands behind its call.
                calls: frames.map(|frame| span_at(frame, frame.pc.saturating_sub(1))).collect(),
            },
            None => {
                let span = program.source.unknown();
                Place { function: None, pc: 0, span, calls: Vec::new() }
            }
        }
    }

    /// A fault at the place where the state stands; `None` if no input is known that leads there.
    pub fn event(
        &mut self,
        program: &Program,
        pool: &mut TermPool,
        state: &State,
        fault: Fault,
        witness: Option<(&Assignment, Bool)>,
    ) -> Option<Event> {
        let found;
        let witness = match witness {
            Some(witness) => witness,
            None => {
                let always = pool.bool_const(true);
                found = match self.witness(pool, state, always) {
                    Some(model) => model,
                    None if !state.symbolic => Assignment::new(),
                    None => {
                        self.undecided += 1;
                        return None;
                    }
                };
                (&found, always)
            }
        };
        let evidence = self.evidence(pool, state, &fault, witness)?;
        let Place { function, span, calls, .. } = self.place(program, state);
        Some(Event { fault, function, span, calls, evidence })
    }

    /// What leads to where the state stands and lets a condition hold, for the inputs of a model;
    /// `None` if they do not.
    fn evidence(
        &mut self,
        pool: &TermPool,
        state: &State,
        fault: &Fault,
        (model, condition): (&Assignment, Bool),
    ) -> Option<Evidence> {
        if state.uncertain {
            self.uncertain += 1;
            return None;
        }
        // Nobody knows where such an object ends.
        // Nor where a pointer leads that was never used before.
        let far = |address: u64| {
            state.alone.is_some() && (NEAR_NULL..NEAR_NULL.wrapping_neg()).contains(&address)
        };
        let unknown = matches!(fault, Fault::OutOfBounds { object: ObjectKind::Unknown, .. });
        if unknown || matches!(fault, Fault::WildAccess { address, .. } if far(*address)) {
            self.uncertain += 1;
            return None;
        }
        // Numbers become the text that they stand for; what the program then assumed of the
        // text must still hold.
        let mut model = model.clone();
        let bounds = chosen(pool, &state.bounds, &model);
        if !bounds.iter().all(|bound| bound.write(&mut model)) {
            self.undecided += 1;
            return None;
        }
        if !bounds.is_empty() {
            let mut evaluator = Evaluator::new(pool, &model);
            let constraints = state.path.condition().constraints();
            if !constraints.into_iter().all(|constraint| evaluator.bool(constraint)) {
                self.undecided += 1;
                return None;
            }
        }
        let model = &model;
        let said = chosen(pool, &state.inputs, model);
        let spoken = spoken_of(pool, &said, model);
        let mut inputs: Vec<InputValue> = spoken.map(|input| input.value(pool, model)).collect();
        keep_given_arguments(&mut inputs);
        let steps = chosen(pool, &state.steps_taken, model).into_iter().copied().collect();
        let decisions = Decisions::of(state, fault);
        let premises = Premises::of(&state.path, condition);
        let (alone, node) = (state.alone, state.node);
        Some(Evidence { inputs, steps, decisions, premises, alone, node })
    }
}

/// The inputs without what functions say of their own work, unless the model has a value for
/// it: then the program looked at it. What one call of a function says needs what the calls
/// before it said, since answers are given in order.
fn spoken_of<'a>(
    pool: &'a TermPool,
    inputs: &'a [&'a Input],
    model: &'a Assignment,
) -> impl Iterator<Item = &'a Input> {
    let is_looked_at = |input: &&&Input| {
        let symbols = input.parts.iter().flat_map(|part| pool.symbols(*part));
        symbols.into_iter().any(|symbol| model.get(symbol).is_some())
    };
    let looked_at: Vec<&Source> = inputs
        .iter()
        .filter(|input| input.incidental)
        .filter(is_looked_at)
        .map(|input| &input.source)
        .collect();
    let inputs = inputs.iter().copied();
    inputs.filter(move |input| !input.incidental || looked_at.contains(&&input.source))
}

/// What happened on the way that the inputs of a model take.
fn chosen<'a, T>(pool: &TermPool, trail: &'a Trail<T>, model: &Assignment) -> Vec<&'a T> {
    let mut evaluator = Evaluator::new(pool, model);
    trail.chosen(|condition| evaluator.bool(condition))
}

/// Drops the arguments that `argc` does not count.
fn keep_given_arguments(inputs: &mut Vec<InputValue>) {
    let count = inputs.iter().find(|input| input.source == Source::ArgumentCount);
    let Some(Ok(count)) = count.map(|count| <[u8; 4]>::try_from(&*count.bytes)) else { return };
    let count = u32::from_le_bytes(count);
    inputs.retain(|input| !matches!(input.source, Source::Argument { index } if index >= count));
}
