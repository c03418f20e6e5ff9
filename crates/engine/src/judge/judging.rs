//! Where execution asks what can happen, and where what it finds is kept.
//!
//! A fault that some input leads to is noted with that input; execution then goes on
//! with the inputs for which all is well. Each fault is noted once for its place.

use crate::code::shape::Shape;
use crate::fault::ObjectKind;
use crate::fault::place::Place;
use crate::fault::{Fault, TARGET_REACHED};
use crate::judge::answers::Answers;
use crate::judge::doubt::{Decisions, Doubtful, Folded, Standing};
use crate::judge::likelihood::Premises;
use crate::judge::readable::readable;
use crate::state::candidate::Candidate;
use crate::state::course::Course;
use crate::state::entry::Entry;
use crate::state::input::{Input, InputValue, Padding};
use crate::state::possible::Possible;
use crate::state::start_path::Told;
use crate::state::stop::Stop;
use crate::state::trail::Trail;
use crate::state::{Frame, State, Step};
use crate::value::provenance::{Provenance, depends_on, depends_on_unknown};
use crate::value::terms;
use margay_ir::finding::{Source, Thread};
use margay_ir::{BlockId, FuncId, GlobalId, Id, InstId, NodeId, Program, SpanId};
use margay_smt::{
    Answer, Assignment, BitVec, Bool, Bv, Chain, ChainOptions, Evaluator, Model, Solver, Sort,
    Statistics, Substitution, Term, TermPool,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

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
    /// Where the path began.
    pub entry: Entry,
    /// The node of the execution tree that it shows in, if one is recorded.
    pub node: NodeId,
    /// The blocks that the path went through, if they are wanted.
    pub trace: Vec<(FuncId, BlockId)>,
    /// The course of a path that has come to where it was wanted, if such paths are told apart.
    pub course: Option<Course>,
    /// Which thread did something that counts and where, in order, if several are part of it.
    pub turns: Vec<(Thread, SpanId)>,
    /// How many turns threads had taken, where an order of them is tried.
    pub(crate) turns_taken: usize,
    /// The global variable that it is about: one line may declare several.
    pub global: Option<GlobalId>,
    /// The instruction that it happens at, in the function of the event.
    pub inst: Option<InstId>,
}

/// Places of faults after widened loops that are kept.
const MOST_WIDENED: usize = 256;

/// Addresses below are those of members of a null pointer.
const NEAR_NULL: u64 = 1 << 16;

/// The place of a fault, its rule and what was lost there.
pub type Noted = (FuncId, usize, &'static str, Option<SpanId>);

/// What a judge has found so far.
#[derive(Default)]
pub(crate) struct Found {
    events: Vec<Event>,
    seen: BTreeMap<Noted, usize>,
    arrived: BTreeSet<Option<Course>>,
    possible_events: Vec<Event>,
    doubtful: Doubtful<Event>,
}

pub struct Judge {
    chain: Chain,
    /// What was found, in order.
    pub events: Vec<Event>,
    /// What was noted, and how many steps its shortest path has.
    pub(crate) seen: BTreeMap<Noted, usize>,
    /// The courses of paths that have come to where they were wanted.
    arrived: BTreeSet<Option<Course>>,
    /// Unconfirmed faults: one for each place, with its shortest path.
    pub possible_events: Vec<Event>,
    /// Faults that may depend on a decision which leaves doubt.
    pub doubtful: Doubtful<Event>,
    /// What calls answered, in functions that are analysed alone.
    pub(crate) answers: Answers,
    /// The instructions of callers before which the answer of a call is asked for.
    pub(crate) asked: BTreeMap<(FuncId, usize), Rc<[bool]>>,
    /// The functions that made decisions.
    pub(crate) shapes: BTreeMap<FuncId, Rc<Shape>>,
    /// The fault that is noted next depends on how often a loop iterated.
    depends_on_loop: bool,
    /// Faults after widened loops, which have to be shown.
    pub(crate) candidates: BTreeMap<Noted, (Event, Candidate)>,
    /// Faults that are not certain, and not noted.
    pub uncertain: u64,
    /// Returns at which lost blocks were not searched for: there were too many objects to search.
    pub unsearched: u64,
    /// Input that no path has, in words.
    pub left_out: BTreeSet<String>,
    /// Orders of turns of threads that are not tried, in words.
    pub untried_turns: BTreeSet<String>,
    /// Functions that were answered in one way only, where the outside has others.
    pub one_answer: BTreeSet<String>,
    /// Where paths went on with the addresses that objects have here, though others lead elsewhere; how often.
    pub placed: BTreeMap<SpanId, u64>,
    /// Queries that the solver left undecided.
    pub undecided: u64,
    /// Faults of functions that are analysed alone do not count.
    pub(crate) ignores_alone: bool,
    pub queries: u64,
}

impl Judge {
    pub fn new(options: ChainOptions) -> Judge {
        Judge {
            chain: Chain::new(options),
            events: Vec::new(),
            seen: BTreeMap::new(),
            arrived: BTreeSet::new(),
            possible_events: Vec::new(),
            doubtful: Doubtful::default(),
            answers: Answers::default(),
            asked: BTreeMap::new(),
            shapes: BTreeMap::new(),
            depends_on_loop: false,
            candidates: BTreeMap::new(),
            left_out: BTreeSet::new(),
            untried_turns: BTreeSet::new(),
            one_answer: BTreeSet::new(),
            placed: BTreeMap::new(),
            uncertain: 0,
            unsearched: 0,
            undecided: 0,
            ignores_alone: false,
            queries: 0,
        }
    }

    /// What the layers of the solver did.
    pub fn solver(&self) -> &Statistics {
        self.chain.statistics()
    }

    /// Puts the queries that follow to another solver.
    pub fn ask_with(&mut self, options: ChainOptions) {
        self.chain.reconfigure(options);
    }

    /// Whether a condition can hold where the state stands. How the state goes on may depend on it.
    pub fn possible(&mut self, pool: &mut TermPool, state: &State, condition: Bool) -> Possible {
        state.history.possible(state.steps, || self.ask(pool, state, condition))
    }

    /// The same, where nothing depends on it but what is noted.
    pub(crate) fn ask(&mut self, pool: &mut TermPool, state: &State, condition: Bool) -> Possible {
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

    /// Whether a condition depends on the symbols of a provenance: whether, for some input, it
    /// holds with one value for them and not with another. How the state goes on may depend on it.
    pub fn depends_on(
        &mut self,
        pool: &mut TermPool,
        state: &State,
        condition: Bool,
        wanted: fn(Provenance) -> bool,
    ) -> Possible {
        let ask = || self.ask_depends_on(pool, state, condition, wanted);
        state.history.possible(state.steps, ask)
    }

    /// The same, where nothing depends on it but what is noted.
    pub(crate) fn ask_depends_on(
        &mut self,
        pool: &mut TermPool,
        state: &State,
        condition: Bool,
        wanted: fn(Provenance) -> bool,
    ) -> Possible {
        let condition = state.path.simplify(pool, condition);
        match twins(pool, condition, wanted) {
            Twins::None => Possible::No,
            Twins::Unknown => Possible::Unknown,
            Twins::Of(others) => {
                let twin = pool.substitute_bool(condition, &others);
                let differ = pool.xor(condition, twin);
                self.ask(pool, state, differ)
            }
        }
    }

    /// Notes it if a condition depends on what was never written, with an input for which it does.
    pub(crate) fn note_unwritten(
        &mut self,
        program: &Program,
        pool: &mut TermPool,
        state: &State,
        condition: Bool,
    ) {
        if let Some((model, unwritten)) = self.unwritten(pool, state, condition) {
            self.note(program, pool, state, Fault::UninitialisedRead, Some((&model, unwritten)));
        }
    }

    /// The same for a value that goes out.
    pub(crate) fn note_unwritten_value(
        &mut self,
        program: &Program,
        pool: &mut TermPool,
        state: &State,
        value: Bv,
    ) {
        let Twins::Of(others) = twins(pool, value, Provenance::is_unwritten) else { return };
        let twin = pool.substitute_bv(value, &others);
        let same = pool.eq(value, twin);
        let unwritten = pool.not(same);
        if self.may_be_written(pool, state, value) {
            return;
        }
        if let Some(model) = self.shown(pool, state, unwritten) {
            self.note(program, pool, state, Fault::UninitialisedRead, Some((&model, unwritten)));
        }
    }

    /// Whether what callers or unknown code pass may be so that a value is not made of what was never
    /// written, though it is for other such values.
    fn may_be_written(&mut self, pool: &mut TermPool, state: &State, value: Bv) -> bool {
        let value = state.path.simplify(pool, value);
        let unwritten = terms::when_unwritten(pool, value);
        if !depends_on_unknown(pool, unwritten) {
            return false;
        }
        let written = pool.not(unwritten);
        !matches!(self.ask(pool, state, written), Possible::No)
    }

    /// An input for which a condition depends on what was never written, if there is one, and when it
    /// does.
    fn unwritten(
        &mut self,
        pool: &mut TermPool,
        state: &State,
        condition: Bool,
    ) -> Option<(Assignment, Bool)> {
        let Twins::Of(others) = twins(pool, condition, Provenance::is_unwritten) else {
            return None;
        };
        let twin = pool.substitute_bool(condition, &others);
        let unwritten = pool.xor(condition, twin);
        Some((self.shown(pool, state, unwritten)?, unwritten))
    }

    /// An input that comes here and for which a condition holds that something is noted for. What
    /// another state noted that has been here is noted.
    fn shown(&mut self, pool: &mut TermPool, state: &State, condition: Bool) -> Option<Assignment> {
        if state.history.is_followed() || !state.path.condition().is_witnessed() {
            return None;
        }
        match self.ask(pool, state, condition) {
            Possible::Yes(part) => Some(self.whole_model(pool, state, &part, condition)),
            _ => None,
        }
    }

    /// A value for the state to go on with, taken from a model of where it stands.
    pub fn pick(
        &mut self,
        pool: &mut TermPool,
        state: &State,
        take: impl FnOnce(&TermPool, &Assignment) -> Option<BitVec>,
    ) -> Option<BitVec> {
        state.history.value(state.steps, || {
            let always = pool.bool_const(true);
            let model = self.witness(pool, state, always)?;
            take(pool, &model)
        })
    }

    /// Values for all symbols of the path with which the condition holds, to note something with:
    /// none where another state has been and noted it.
    pub fn witness(
        &mut self,
        pool: &mut TermPool,
        state: &State,
        condition: Bool,
    ) -> Option<Assignment> {
        if state.history.is_followed() {
            return None;
        }
        match self.ask(pool, state, condition) {
            Possible::Yes(part) if state.path.condition().is_witnessed() => {
                Some(self.whole_model(pool, state, &part, condition))
            }
            _ => None,
        }
    }

    /// A model of the whole path, of which `part` is the answer to a query. Where nothing was
    /// noted yet it is made readable, and where every path is wanted that comes there.
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
            here.any(|(key, best)| key.2 != TARGET_REACHED && *best <= steps)
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
            // Who has been here went on.
            Some(false) if state.history.is_followed() => return Ok(()),
            Some(false) => {
                let always = pool.bool_const(true);
                let model = match self.witness(pool, state, always) {
                    Some(model) => model,
                    None if !state.symbolic => Assignment::new(),
                    None => return Err(Stop::Infeasible),
                };
                let fault = fault(pool, state, &model);
                return self.go_past(program, pool, state, fault, (&model, always));
            }
            None => {}
        }
        if !state.symbolic {
            // A run with one answer: unknown values are zero.
            let zeros = Assignment::new();
            if Evaluator::new(pool, &zeros).bool(ok) {
                return Ok(());
            }
            let fault = fault(pool, state, &zeros);
            let bad = pool.not(ok);
            return self.go_past(program, pool, state, fault, (&zeros, bad));
        }
        let told = state.history.recall(state.steps, |told| match told {
            Told::Found(assumed) => Some(*assumed),
            _ => None,
        });
        let assumed = match told {
            Some(assumed) => {
                if assumed {
                    state.path.assume(pool, ok, None);
                }
                return Ok(());
            }
            None => self.require_open(program, pool, state, ok, fault)?,
        };
        state.history.keep(state.steps, || Told::Found(assumed));
        Ok(())
    }

    /// Notes a fault that happens for all inputs that come here, if execution can go past it.
    fn go_past(
        &mut self,
        program: &Program,
        pool: &mut TermPool,
        state: &State,
        fault: Fault,
        witness: (&Assignment, Bool),
    ) -> Result<(), Stop> {
        if !fault.can_continue() {
            return Err(Stop::Fault(fault));
        }
        self.note(program, pool, state, fault, Some(witness));
        Ok(())
    }

    /// As [`Judge::require`] for what only the solver can tell. Says whether the condition had to be
    /// assumed.
    fn require_open(
        &mut self,
        program: &Program,
        pool: &mut TermPool,
        state: &mut State,
        ok: Bool,
        fault: impl FnOnce(&mut TermPool, &State, &Assignment) -> Fault,
    ) -> Result<bool, Stop> {
        let bad = pool.not(ok);
        if let Some((model, unwritten)) = self.unwritten(pool, state, bad) {
            // What a number becomes that was never written shows where it is used.
            if fault(pool, state, &model).can_continue() {
                return Ok(false);
            }
            self.note(program, pool, state, Fault::UninitialisedRead, Some((&model, unwritten)));
            let remains = self.ask(pool, state, ok);
            self.assume(pool, state, ok, &remains)?;
            return Ok(true);
        }
        match self.ask(pool, state, bad) {
            Possible::No => return Ok(false),
            Possible::Unknown | Possible::Recalled => {}
            // A fault that depends on an unconstrained value is certain only if every value of it leads to the fault.
            Possible::Yes(_)
                if !matches!(
                    self.ask_depends_on(pool, state, bad, Provenance::is_unknown),
                    Possible::No
                ) && !matches!(self.ask(pool, state, ok), Possible::No) => {}
            Possible::Yes(part) => {
                if state.path.condition().is_witnessed() {
                    let model = self.whole_model(pool, state, &part, bad);
                    let fault = fault(pool, state, &model);
                    let goes_on = fault.can_continue();
                    let remains = self.ask(pool, state, ok);
                    self.depends_on_loop = depends_on(pool, bad, Provenance::is_loops);
                    self.note(program, pool, state, fault, Some((&model, bad)));
                    self.depends_on_loop = false;
                    if goes_on && matches!(remains, Possible::No) {
                        return Ok(false);
                    }
                    self.assume(pool, state, ok, &remains)?;
                    return Ok(true);
                }
                self.undecided += 1;
            }
        }
        let remains = self.ask(pool, state, ok);
        self.assume(pool, state, ok, &remains)?;
        Ok(true)
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
            Possible::Unknown | Possible::Recalled => state.path.assume(pool, condition, None),
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
        // What another state noted that has been here is noted.
        if state.history.is_followed() {
            return;
        }
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
        if self.ignores_alone && state.has_unknown_callers() {
            return;
        }
        let steps = state.steps_taken.len();
        if let Some(first) = &state.widening.first {
            let known = self.candidates.get(&key).map(|known| (known.1.hangs, known.1.steps));
            let hangs = self.depends_on_loop;
            let better = known.is_none_or(|known| (hangs, steps) < known);
            if better && (known.is_some() || self.candidates.len() < MOST_WIDENED) {
                let sides = state.widening.sides.iter().copied().collect();
                let candidate = Candidate { first: first.clone(), sides, steps, hangs };
                self.candidates.insert(key, (event, candidate));
            }
            return;
        }
        if event.evidence.decisions.leave_doubt() {
            let decisions = event.evidence.decisions.clone();
            self.doubtful.add(key, decisions, event.evidence.steps.len(), event);
            return;
        }
        // Another path may have come there on the same course.
        if event.fault == Fault::TargetReached && !self.arrived.insert(event.evidence.course) {
            return;
        }
        self.seen.insert(key, steps);
        self.events.push(event);
    }

    /// How many paths have come to where they were wanted, each on a course of its own.
    pub(crate) fn arrived(&self) -> usize {
        self.arrived.len()
    }

    /// Takes away what was found, to be given back or not.
    pub(crate) fn take_found(&mut self) -> Found {
        Found {
            events: std::mem::take(&mut self.events),
            seen: std::mem::take(&mut self.seen),
            arrived: std::mem::take(&mut self.arrived),
            possible_events: std::mem::take(&mut self.possible_events),
            doubtful: std::mem::take(&mut self.doubtful),
        }
    }

    /// What was found is this, and nothing else.
    pub(crate) fn give_found(&mut self, found: Found) {
        let Found { events, seen, arrived, possible_events, doubtful } = found;
        (self.events, self.seen, self.arrived) = (events, seen, arrived);
        (self.possible_events, self.doubtful) = (possible_events, doubtful);
    }

    /// Takes away what was found, to be given back; what was noted is not noted again meanwhile.
    pub(crate) fn set_aside(&mut self) -> Found {
        let found = self.take_found();
        self.seen = found.seen.keys().map(|key| (*key, 0)).collect();
        found
    }

    /// What was found is what was set aside, and what was noted since. Gives the latter.
    pub(crate) fn add_to(&mut self, found: Found) -> &mut [Event] {
        let (events, seen) = (std::mem::take(&mut self.events), std::mem::take(&mut self.seen));
        self.give_found(found);
        for (key, steps) in seen {
            self.seen.entry(key).or_insert(steps);
        }
        let before = self.events.len();
        self.events.extend(events);
        &mut self.events[before..]
    }

    /// Keeps a fault that ended a path.
    pub(crate) fn keep_last(&mut self, state: &State, event: Event) {
        let place = state.frames.last().map_or((FuncId::from_index(0), 0), |f| (f.function, f.pc));
        let key = (place.0, place.1, event.fault.rule(), event.fault.lost());
        self.keep(key, state, event);
    }

    /// Keeps a fault that shows where the state stands, unless it was noted on a path that is not
    /// longer.
    pub(crate) fn keep_new(&mut self, state: &State, event: Event) {
        let place = state.frames.last().map_or((FuncId::from_index(0), 0), |f| (f.function, f.pc));
        let key = (place.0, place.1, event.fault.rule(), event.fault.lost());
        if !self.is_noted(&key, state.steps_taken.len()) {
            self.keep(key, state, event);
        }
    }

    /// Looks at the faults that leave doubt, when all paths have been followed: those that happen
    /// whatever the doubtful decisions are certain.
    pub(crate) fn resolve_doubts(&mut self, folded: &[Folded]) {
        let doubtful = std::mem::take(&mut self.doubtful);
        let (events, possible) = (&mut self.events, &mut self.possible_events);
        let is_known = |key: &Noted| self.seen.contains_key(key);
        doubtful.settle(folded, &self.answers, is_known, |event, certain| {
            if certain { events.push(event) } else { possible.push(event) }
        });
    }

    /// Whether a fault was noted without doubts, or be it with some.
    pub(crate) fn is_known(&self, key: &Noted, doubts: bool) -> bool {
        self.seen.contains_key(key) || (doubts && self.doubtful.contains(key))
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
        if !state.history.is_followed()
            && !self.is_noted(&key, steps)
            && let Some(evidence) = self.evidence(pool, state, &fault, witness, None)
        {
            let Place { function, span, calls, .. } = place;
            self.keep(key, state, Event { fault, function, span, calls, evidence });
        }
    }

    /// Notes what was lost when a call returned, which stood at a place: its decisions count as those
    /// of a call that is under way.
    pub(crate) fn note_lost(
        &mut self,
        pool: &mut TermPool,
        state: &State,
        fault: Fault,
        witness: (&Assignment, Bool),
        (place, returned): (&Place, Option<Standing>),
    ) {
        // The state stands after the call by now.
        let now = state.frames.last().map_or((FuncId::from_index(0), 0), |f| (f.function, f.pc));
        let key = (now.0, now.1, fault.rule(), fault.lost());
        if !state.history.is_followed()
            && !self.is_noted(&key, state.steps_taken.len())
            && let Some(evidence) = self.evidence(pool, state, &fault, witness, returned)
        {
            let Place { function, span, calls, .. } = place.clone();
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
                // A caller stands after its call.
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
        let evidence = self.evidence(pool, state, &fault, witness, None)?;
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
        returned: Option<Standing>,
    ) -> Option<Evidence> {
        if state.doubt.uncertain {
            self.uncertain += 1;
            return None;
        }
        // The extent of such an object is unknown, and so is the target of a pointer that was never used before.
        let far = |address: u64| {
            state.has_unknown_callers() && (NEAR_NULL..NEAR_NULL.wrapping_neg()).contains(&address)
        };
        let unknown = matches!(fault, Fault::OutOfBounds { object: ObjectKind::Unknown, .. });
        if unknown || matches!(fault, Fault::WildAccess { address, .. } if far(*address)) {
            self.uncertain += 1;
            return None;
        }
        let (model, inputs) = self.said(pool, state, model, condition)?;
        let model = &model;
        let steps = chosen(pool, &state.steps_taken, model).into_iter().copied().collect();
        let decisions = Decisions::of(state, fault, returned, self);
        let premises = Premises::of(&state.path, condition);
        let (entry, node) = (state.entry, state.recorded.node);
        let is_wanted = *fault == Fault::TargetReached;
        let course = state.recorded.covered.course().filter(|_| is_wanted);
        let (turns, turns_taken) = (Vec::new(), state.plan().map_or(0, |plan| plan.turns().len()));
        let global = fault.base().and_then(|base| state.global_at(base));
        let evidence = Evidence {
            inputs,
            steps,
            decisions,
            premises,
            entry,
            node,
            trace: state.recorded.trace.blocks(),
            course,
            turns,
            turns_taken,
            global,
            inst: state.instruction().map(|(_, inst)| inst),
        };
        Some(evidence)
    }

    /// What the outside says on some way to where the state stands; `None` if none is known.
    pub(crate) fn inputs(&mut self, pool: &mut TermPool, state: &State) -> Option<Vec<InputValue>> {
        if state.doubt.uncertain {
            self.uncertain += 1;
            return None;
        }
        let always = pool.bool_const(true);
        let model = match self.witness(pool, state, always) {
            Some(model) => model,
            None if !state.symbolic => Assignment::new(),
            None => {
                self.undecided += 1;
                return None;
            }
        };
        Some(self.said(pool, state, &model, always)?.1)
    }

    /// What the outside says in a model, and the model with it; `None` if that does not lead to
    /// where the state stands, or a condition does not hold there.
    fn said(
        &mut self,
        pool: &TermPool,
        state: &State,
        model: &Assignment,
        condition: Bool,
    ) -> Option<(Assignment, Vec<InputValue>)> {
        let Some(model) = with_text(pool, state, model, condition) else {
            self.undecided += 1;
            return None;
        };
        let said = chosen(pool, &state.outside.inputs, &model);
        let spoken = spoken_of(pool, &said, &model);
        let mut inputs: Vec<InputValue> = spoken.map(|input| input.value(pool, &model)).collect();
        keep_given_arguments(&mut inputs);
        Some((model, inputs))
    }
}

/// A model with the text of its numbers, in a way of writing them in which all holds that the program
/// assumed of the text, and a condition besides.
pub(crate) fn with_text(
    pool: &TermPool,
    state: &State,
    model: &Assignment,
    condition: Bool,
) -> Option<Assignment> {
    let bounds = chosen(pool, &state.outside.bounds, model);
    if bounds.is_empty() {
        return Some(model.clone());
    }
    let constraints = state.path.condition().constraints();
    [Padding::Spaces, Padding::Zeros].into_iter().find_map(|padding| {
        let mut model = model.clone();
        let written = bounds.iter().all(|bound| bound.write(&mut model, padding));
        let mut evaluator = Evaluator::new(pool, &model);
        let mut conditions = constraints.iter().chain([&condition]);
        let holds = written && conditions.all(|one| evaluator.bool(*one));
        holds.then_some(model)
    })
}

/// The inputs without what functions say of their own work, unless the model has a value for it:
/// then the program examined it. What one call of a function says needs what the calls before it
/// said, since answers are given in order.
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

/// Other symbols for those of a term that have a provenance.
enum Twins {
    None,
    Of(Substitution),
    /// Of whole objects it is not asked which of their bytes matter.
    Unknown,
}

fn twins(pool: &mut TermPool, term: impl Into<Term>, wanted: impl Fn(Provenance) -> bool) -> Twins {
    let mut others = Substitution::new();
    for symbol in pool.symbols(term) {
        if !wanted(Provenance::of(pool, symbol)) {
            continue;
        }
        let Sort::Bv(width) = pool.symbol(symbol).sort else { return Twins::Unknown };
        let name = format!("other {}", pool.symbol(symbol).name);
        let twin = Provenance::Analysis.symbol(pool, &name, width);
        others.insert(pool, symbol, twin);
    }
    if others.is_empty() { Twins::None } else { Twins::Of(others) }
}
