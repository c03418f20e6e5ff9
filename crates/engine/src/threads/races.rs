//! Races: what threads may do at the same time, read off the record of a path and then tried.
//!
//! Two accesses of different threads to the same bytes, of which one writes and one is not atomic, are a
//! candidate if neither comes before the other in any order of turns and no lock keeps them apart. A read and
//! a write that depends on it are one if another thread may write in between. So are threads of which each
//! wants a lock that another one holds. A candidate is no claim: the path is executed again, from where
//! the first thread was made and with the same input, and each thread is stopped where the candidate
//! has it. Only if all stand there at once is it noted, so order that comes from values, a flag under a lock
//! for instance, keeps it from being reported.

use crate::engine::{CodeEntry, Engine};
use crate::fault::ObjectKind;
use crate::fault::{Accessed, Fault};
use crate::judge::Event;
use crate::records::tried::Subject;
use crate::state::State;
use crate::state::interactions::{Atomic, Deed, Held, Interaction, Record, Spot, Stand};
use crate::state::plan::{Plan, Stop, stop_before};
use crate::state::threads::{ThreadId, Wait, WaitFor, is_hidden};
use crate::threads::hidden_waits::MAY_WAIT;
use crate::threads::rehearsal::Ending;
use crate::threads::rehearsal::most_steps;
use margay_ir::depend::{made_from, may_be_made_from};
use margay_ir::finding::{Act, Does, Thread};
use margay_ir::{Id, InstId, Op as Ir, Operand, RegId, SpanId};
use margay_smt::Assignment;
use std::collections::{BTreeMap, BTreeSet};

/// Candidates that are tried on one path, and how often one is on all paths.
const MOST_TRIED: usize = 64;
const MOST_TRIES: u32 = 8;
/// Iterations of a loop in which a lost update is looked for.
const MOST_ROUNDS: usize = 4;
/// Paths that are executed again with short turns.
const MOST_REHEARSALS: u32 = 32;
/// Threads that may wait for each other in a circle.
const LONGEST_CIRCLE: usize = 4;
/// Pairs of interactions that are compared on one path.
const MOST_PAIRS: usize = 2_000_000;

/// What may happen at once.
struct Candidate {
    subject: Subject,
    kind: Kind,
    stops: Vec<Stop>,
}

impl Candidate {
    /// What the threads are about to do.
    fn acts(&self) -> Vec<&Interaction> {
        match &self.kind {
            Kind::Race { first, second } => vec![first, second],
            Kind::Lost { write, between, .. } => vec![write, between],
            Kind::Circle { wants } => wants.iter().collect(),
        }
    }

    /// Where threads stop: as they were seen to, and for a lost update also the later times that a thread comes to the
    /// lock before its write, the last one first. It may write in that iteration only.
    fn rounds(&self, record: &Record) -> Vec<Vec<Stop>> {
        let mut rounds = vec![self.stops.clone()];
        if let (Kind::Lost { write, .. }, [gate, between]) = (&self.kind, self.stops.as_slice())
            && !gate.is_before(write)
        {
            let times = record.times(gate.thread, gate.spot, gate.address, gate.kind);
            let later = (gate.earlier + 1..times).rev().take(MOST_ROUNDS);
            rounds.extend(
                later.map(|earlier| vec![Stop { earlier, ..gate.clone() }, between.clone()]),
            );
        }
        rounds
    }
}

enum Kind {
    Race {
        first: Interaction,
        second: Interaction,
    },
    /// A thread reads and writes, and another one writes in between.
    Lost {
        read: Interaction,
        write: Interaction,
        between: Interaction,
    },
    /// Each thread wants what the next one holds.
    Circle {
        wants: Vec<Interaction>,
    },
}

impl Engine<'_> {
    /// Examines how threads interacted on a path that has ended, or on which there is one thread again. A thread that
    /// never waits may keep the others from running, so the orders are examined once more with short turns.
    pub(crate) fn judge_threads(&mut self, state: &State) {
        if state.history.is_followed() || state.plan().is_some() {
            return;
        }
        let waits = state.waits();
        if !waits.is_empty() && waits.iter().all(|(_, wait)| wait.is_some()) {
            // The path itself shows a deadlock.
            self.tried.shown.insert(Subject::Circle(waiting_spots(state)));
        }
        let Some(mut record) = state.record().cloned() else { return };
        record.settle_order();
        let model = self.judge_record(state, &record, None);
        if !self.may_go_on() {
            return;
        }
        if self.tried.rehearsals >= MOST_REHEARSALS {
            self.judge.untried_turns.insert("on paths beyond 32".to_owned());
            return;
        }
        self.tried.rehearsals += 1;
        let Some(model) = model.or_else(|| self.some_input(state)) else { return };
        let (rehearsed, end) = self.rehearse_shortly(&record, &model);
        let is_unsure = rehearsed.record().is_some_and(|own| self.order_is_unsure(&rehearsed, own));
        if let Ending::Fault(event) = end {
            if is_unsure {
                self.judge.untried_turns.insert(MAY_WAIT.to_owned());
            } else if !self.is_shown_deadlock(&rehearsed, &event.fault) {
                self.judge.keep_last(&rehearsed, *event);
            }
        }
        if let Some(mut record) = rehearsed.record().cloned() {
            record.settle_order();
            self.judge_record(&rehearsed, &record, None);
        }
        self.follow_interleavings(state, &record, &model);
    }

    fn some_input(&mut self, state: &State) -> Option<Assignment> {
        let always = self.pool.bool_const(true);
        self.judge.witness(&mut self.pool, state, always)
    }

    /// Whether a deadlock is one that was shown already, or else notes that it is.
    pub(crate) fn is_shown_deadlock(&mut self, state: &State, fault: &Fault) -> bool {
        if !matches!(fault, Fault::Deadlock { .. }) {
            return false;
        }
        let spots = waiting_spots(state);
        let is_same = |shown: &Subject| match shown {
            Subject::Circle(shown) => !shown.is_disjoint(&spots),
            Subject::Race(..) => false,
        };
        let known = self.tried.shown.iter().any(is_same);
        self.tried.shown.insert(Subject::Circle(spots));
        known
    }

    /// Looks for candidates in what threads did, and tries them, with the input that is known to lead to a
    /// state or some other. Gives the input that it was tried with.
    pub(crate) fn judge_record(
        &mut self,
        state: &State,
        record: &Record,
        mut model: Option<Assignment>,
    ) -> Option<Assignment> {
        if record.is_cut {
            self.judge.untried_turns.insert("after 20,000 accesses on a path".to_owned());
        }
        let interactions = record.interactions.clone();
        let mut candidates = self.lost_updates(state, &interactions);
        candidates.extend(self.races(state, &interactions));
        candidates.extend(circles(&interactions));
        let most_steps = most_steps(&record.base, state);
        let mut tried = 0;
        for candidate in candidates {
            let known = &self.tried;
            let tries = known.tries.get(&candidate.subject).copied().unwrap_or_default();
            if known.shown.contains(&candidate.subject) || tries >= MOST_TRIES {
                continue;
            }
            if tried >= MOST_TRIED || !self.may_go_on() {
                break;
            }
            self.tried.tries.insert(candidate.subject.clone(), tries + 1);
            tried += 1;
            if model.is_none() {
                model = self.some_input(state);
            }
            let model = model.as_ref()?;
            let mut plans = candidate.rounds(record).into_iter().flat_map(|stops| plans(&stops));
            let Some(shown) =
                plans.find_map(|plan| self.try_out(record, model, &candidate, plan, most_steps))
            else {
                continue;
            };
            if self.may_have_hidden_waits(state, record, &shown, &candidate.acts()) {
                self.note_unsure(&shown, &candidate);
            } else if self.note_shown(&shown, &candidate) {
                self.tried.shown.insert(candidate.subject);
            }
        }
        model
    }

    /// Executes a path again with threads that stop where a candidate has them. Gives the state in
    /// which all of them stand there.
    fn try_out(
        &mut self,
        record: &Record,
        model: &Assignment,
        candidate: &Candidate,
        plan: Plan,
        most_steps: u64,
    ) -> Option<State> {
        let (state, end) = self.rehearse(record, model, plan, most_steps);
        let shown = match end {
            Ending::Stopped => {
                self.is_shown(&state, candidate)
                    && self.comes_to_write(&state, candidate, model, most_steps)
            }
            Ending::Fault(event) => {
                let is_circle = matches!(candidate.kind, Kind::Circle { .. });
                is_circle && matches!(event.fault, Fault::Deadlock { .. })
            }
            Ending::Over | Ending::Lost => false,
        };
        shown.then_some(state)
    }

    /// Whether a thread that stands before the lock under which it writes still does so when another one has
    /// written: it may look at the same bytes again first, anywhere. Who stands before its write does it next.
    fn comes_to_write(
        &mut self,
        state: &State,
        candidate: &Candidate,
        model: &Assignment,
        most_steps: u64,
    ) -> bool {
        let Kind::Lost { write, between, .. } = &candidate.kind else { return true };
        if candidate.stops.iter().any(|stop| stop.is_before(write)) {
            return true;
        }
        let times = |state: &State| state.record().map_or(0, |record| record.times_of(between));
        let writes = times(state);
        let stop = Stop { earlier: 0, ..stop_before(write) };
        let mut state = state.clone();
        state.record_mut().into_iter().for_each(|record| record.count_looks(write));
        let (state, end) = self.rehearse_further(&state, model, stop, between.thread, most_steps);
        let has_looked = state.record().is_none_or(|record| record.looks() > 0);
        matches!(end, Ending::Stopped) && !has_looked && times(&state) > writes
    }

    /// Whether threads that stand where a candidate has them show it.
    fn is_shown(&self, state: &State, candidate: &Candidate) -> bool {
        match &candidate.kind {
            Kind::Race { .. } => true,
            Kind::Lost { read, .. } => {
                state.record().is_some_and(|record| record.has_in_hand(read))
            }
            // Each wants what the next one holds.
            Kind::Circle { .. } => {
                let stops = &candidate.stops;
                let next = stops.iter().cycle().skip(1);
                let holds = |(one, next): (&Stop, &Stop)| {
                    state.record().is_some_and(|record| record.holds(next.thread, one.address))
                };
                stops.iter().zip(next).all(holds)
            }
        }
    }

    /// Who did what in an execution with a plan, for the report.
    pub(crate) fn turns(&self, state: &State) -> Vec<(Thread, SpanId)> {
        let turns = state.plan().into_iter().flat_map(Plan::turns);
        turns.map(|(thread, span)| (self.thread_name(state, *thread), *span)).collect()
    }

    /// Notes what a state shows; false if no input leads to it.
    fn note_shown(&mut self, state: &State, candidate: &Candidate) -> bool {
        let event = self.shown(state, candidate);
        event.map(|event| self.judge.keep_last(state, event)).is_some()
    }

    /// Notes what a state shows, but may not happen in the program: a thread may have to wait there in a way that the
    /// analysis does not see.
    fn note_unsure(&mut self, state: &State, candidate: &Candidate) {
        self.judge.untried_turns.insert(MAY_WAIT.to_owned());
        let event = self.shown(state, candidate);
        self.judge.possible_events.extend(event);
    }

    /// What a state shows, if some input leads to it.
    fn shown(&mut self, state: &State, candidate: &Candidate) -> Option<Event> {
        let turns = self.turns(state);
        let name = |engine: &Self, one: &Interaction| {
            let does = match one.touch() {
                Some((touch, _)) if touch.frees => Does::Free,
                _ if one.writes() => Does::Write,
                _ => Does::Read,
            };
            (Act { thread: engine.thread_name(state, one.thread), does }, one.span)
        };
        let fault = match &candidate.kind {
            Kind::Race { first, second } => {
                let (touch, _) = second.touch()?;
                // The one is to blame that holds fewer locks, is not atomic, or writes.
                let blame = |one: &Interaction| {
                    let atomic = one.touch().is_some_and(|(_, how)| how != Atomic::No);
                    (one.held.len(), atomic, !one.writes())
                };
                let (first, second) =
                    if blame(first) <= blame(second) { (first, second) } else { (second, first) };
                let (first, second) = (name(self, first), name(self, second));
                let object = accessed(state, touch.address).or_else(|| self.hidden(touch.address));
                Fault::DataRace { accesses: [first, second], object }
            }
            Kind::Lost { read, write, between } => {
                let (touch, _) = read.touch()?;
                let (mut writes, written) = name(self, write);
                writes.does = Does::WriteBack;
                let accesses = [name(self, read), name(self, between), (writes, written)];
                let accesses = Box::new(accesses);
                let object = accessed(state, touch.address);
                Fault::AtomicityViolation { accesses, object }
            }
            Kind::Circle { .. } => {
                let threads = candidate.stops.iter().map(|stop| stop.thread);
                let waits = threads
                    .map(|id| (self.thread_name(state, id), self.thread_place(state, id)))
                    .collect();
                Fault::Deadlock { waits, circle: true }
            }
        };
        let mut event = self.judge.event(self.program, &mut self.pool, state, fault, None)?;
        event.evidence.turns = turns;
        Some(event)
    }

    /// What the library keeps between calls, as an object.
    fn hidden(&self, address: u64) -> Option<Accessed> {
        let allocated = self.program.source.unknown();
        let object = Accessed { kind: ObjectKind::Library, base: address, size: 1, allocated };
        is_hidden(address).then_some(object)
    }

    /// Accesses of two threads that nothing keeps apart.
    fn races(&self, state: &State, all: &[Interaction]) -> Vec<Candidate> {
        let mut found = Vec::new();
        for (first, second) in pairs(all) {
            let (Some((a, how_a)), Some((_, how_b))) = (first.touch(), second.touch()) else {
                continue;
            };
            let writes = first.writes() || second.writes();
            let atomic = how_a != Atomic::No && how_b != Atomic::No;
            if !writes || atomic || is_kept_apart(&first.held, &second.held) {
                continue;
            }
            if first.is_before(second) || second.is_before(first) {
                continue;
            }
            let subject = self.subject(state, a.address, first.spot, second.spot);
            // Two writes say most, and what may be told apart by chance only is tried last.
            let rank = (first.are_told(second), !(first.writes() && second.writes()));
            found.push((subject, rank, (first, second)));
        }
        let candidates = first_of_each(found).map(|(subject, (first, second))| {
            let stops = vec![stop_before(first), stop_before(second)];
            let kind = Kind::Race { first: first.clone(), second: second.clone() };
            Candidate { subject, kind, stops }
        });
        candidates.collect()
    }

    /// Reads whose value a thread writes back, changed, with nothing that keeps others from writing
    /// in between.
    fn lost_updates(&self, state: &State, all: &[Interaction]) -> Vec<Candidate> {
        let mut found = Vec::new();
        for (at, write) in all.iter().enumerate().filter(|(_, one)| one.writes()) {
            let Some((touch, how)) = write.touch() else { continue };
            if matches!(how, Atomic::Both | Atomic::Lock) {
                continue;
            }
            // The last read that it depends on. A record has what is done again once; what was held is that
            // of the last time.
            let mut reads = write.reads.iter().rev();
            let last = reads.find(|(read, _)| self.depends(*read, write.stand));
            let Some((read, held_then)) = last else { continue };
            let read_at = all[..at].iter().rposition(|one| {
                let is_there = one.thread == write.thread && one.spot == read.spot;
                is_there && !one.writes() && one.place().0 == touch.address
            });
            let Some(read_at) = read_at else { continue };
            let read = &all[read_at];
            let others = all.iter().filter(|other| {
                other.thread != write.thread
                    && other.writes()
                    && other.touch().is_some_and(|(other, _)| other.overlaps(touch))
                    && !other.is_before(read)
                    && !write.is_before(other)
            });
            for between in others {
                let kept = held_then.iter().filter(|held| write.held.contains(held));
                let kept: Vec<Held> = kept.copied().collect();
                if is_kept_apart(&kept, &between.held) {
                    continue;
                }
                let subject = self.subject(state, touch.address, write.spot, between.spot);
                // The other one can write then, as the first has read: unless that holds what it needs.
                let writes = stop_before(between);
                let gate = all[read_at..at].iter().rev().find_map(|one| match one.deed {
                    Deed::Lock(lock)
                        if one.thread == write.thread
                            && between.held.iter().any(|held| held.lock == lock) =>
                    {
                        Some(stop_before(one))
                    }
                    _ => None,
                });
                let stops = vec![gate.unwrap_or_else(|| stop_before(write)), writes];
                let rank = (write.are_told(between), false);
                found.push((subject, rank, (read, write, between, stops)));
            }
        }
        let candidates = first_of_each(found).map(|(subject, (read, write, between, stops))| {
            let (read, write, between) = (read.clone(), write.clone(), between.clone());
            Candidate { subject, kind: Kind::Lost { read, write, between }, stops }
        });
        candidates.collect()
    }

    fn subject(&self, state: &State, address: u64, a: Spot, b: Spot) -> Subject {
        let made = state.memory.object(address).map(|object| object.allocated);
        let made = made.unwrap_or_else(|| self.program.source.unknown());
        // One report for the places of two functions is enough.
        let whole = |spot: Spot| Spot { pc: 0, ..spot };
        Subject::Race(made, [whole(a), whole(b)].into())
    }

    /// Whether what is written at one place depends on what was read at another, by the code: in the same
    /// call, or in what that calls to read or to write.
    fn depends(&self, read: Stand, write: Stand) -> bool {
        let (Some(read_inst), Some(write_inst)) =
            (self.inst_at(read.spot), self.inst_at(write.spot))
        else {
            return false;
        };
        let function_of = |spot: Spot| &self.program.functions[spot.function];
        let Ir::Store { value, .. } = &function_of(write.spot).insts[write_inst].op else {
            return false;
        };
        let returns_it = || {
            let function = function_of(read.spot);
            function.insts.iter().any(|inst| match inst.op {
                Ir::Ret { value: Some(value) } => may_be_made_from(function, value, read_inst),
                _ => false,
            })
        };
        // What is read there, as an instruction of the call that writes or of its caller.
        let source_in = |call: u64| match read.caller {
            _ if read.call == call => Some(read_inst),
            Some((spot, caller)) if caller == call && returns_it() => self.inst_at(spot),
            _ => None,
        };
        if let Some(source) = source_in(write.call) {
            return may_be_made_from(function_of(write.spot), *value, source);
        }
        // What is written is an argument.
        let Some((spot, caller)) = write.caller else { return false };
        let (Some(source), Some(call)) = (source_in(caller), self.inst_at(spot)) else {
            return false;
        };
        let Ir::Call(call) = &function_of(spot).insts[call].op else { return false };
        let params = made_from(function_of(write.spot), *value);
        let is_given = |(index, arg): (usize, &Operand)| {
            params.contains(&RegId::from_index(index))
                && may_be_made_from(function_of(spot), *arg, source)
        };
        call.args.iter().enumerate().any(is_given)
    }

    pub(crate) fn inst_at(&self, spot: Spot) -> Option<InstId> {
        match &self.codes[spot.function.index()] {
            CodeEntry::Body(code) => code.insts.get(spot.pc).copied(),
            _ => None,
        }
    }
}

/// What is tried first, by its rank: of each subject no more than are tried.
fn first_of_each<T>(
    mut found: Vec<(Subject, (bool, bool), T)>,
) -> impl Iterator<Item = (Subject, T)> {
    found.sort_by_key(|(_, rank, _)| *rank);
    let mut counts: BTreeMap<Subject, u32> = BTreeMap::new();
    found.into_iter().filter_map(move |(subject, _, one)| {
        let count = counts.entry(subject.clone()).or_default();
        *count += 1;
        (*count <= MOST_TRIES).then_some((subject, one))
    })
}

/// The object that an access is to.
fn accessed(state: &State, address: u64) -> Option<Accessed> {
    let object = state.memory.object(address)?;
    let (kind, base, size, allocated) = (object.kind, object.base, object.size, object.allocated);
    Some(Accessed { kind, base, size, allocated })
}

/// Where the threads stand that have not ended.
fn waiting_spots(state: &State) -> BTreeSet<Spot> {
    // Who waits for the end of a thread is part of any deadlock.
    let is_join = |wait: &Option<Wait>| {
        wait.is_some_and(|wait| matches!(wait.what, WaitFor::Thread(_) | WaitFor::Others))
    };
    let waits = state.waits().into_iter().filter(|(_, wait)| !is_join(wait));
    let frames = waits.filter_map(|(id, _)| state.frames_of(id).last());
    frames.map(|frame| Spot { function: frame.function, pc: frame.pc }).collect()
}

/// The ways to lead threads to where they are to stop: when they have been there as often as on the path,
/// or at once; as they come, or one of them before all others.
fn plans(stops: &[Stop]) -> Vec<Plan> {
    let mut plans = vec![Plan::stopping(stops, None)];
    if stops.iter().any(|stop| stop.earlier > 0) {
        let at_once: Vec<Stop> =
            stops.iter().map(|stop| Stop { earlier: 0, ..stop.clone() }).collect();
        plans.push(Plan::stopping(&at_once, None));
    }
    let others = stops.iter().filter(|stop| stop.thread != ThreadId::MAIN);
    plans.extend(others.map(|stop| Plan::stopping(stops, Some(stop.thread))));
    plans
}

/// Whether a lock that both hold lets one of them in only. Who merely tried to take it may be there without.
fn is_kept_apart(a: &[Held], b: &[Held]) -> bool {
    let excludes = |a: &Held, b: &Held| {
        let tried = a.grip.tried || b.grip.tried;
        a.lock == b.lock && !tried && !(a.grip.shared && b.grip.shared)
    };
    a.iter().any(|one| b.iter().any(|other| excludes(one, other)))
}

/// Interactions of two threads that touch the same bytes.
pub(crate) fn pairs(all: &[Interaction]) -> impl Iterator<Item = (&Interaction, &Interaction)> {
    let mut by_address: Vec<&Interaction> =
        all.iter().filter(|one| one.touch().is_some()).collect();
    let start = |one: &Interaction| one.touch().map_or(0, |(touch, _)| touch.address);
    by_address.sort_by_key(|one| start(one));
    let mut found = Vec::new();
    'all: for (at, first) in by_address.iter().enumerate() {
        let Some((touch, _)) = first.touch() else { continue };
        for second in &by_address[at + 1..] {
            if start(second) >= touch.address + touch.len {
                break;
            }
            if first.thread != second.thread {
                found.push((*first, *second));
            }
            if found.len() >= MOST_PAIRS {
                break 'all;
            }
        }
    }
    found.into_iter()
}

/// Threads of which each is about to take a lock that the next one holds.
fn circles(all: &[Interaction]) -> Vec<Candidate> {
    let wants: Vec<(&Interaction, u64)> = all
        .iter()
        .filter_map(|one| match one.deed {
            Deed::Lock(lock) if !one.held.is_empty() => Some((one, lock)),
            _ => None,
        })
        .collect();
    let mut found = Vec::new();
    for start in 0..wants.len() {
        extend(&wants, &mut vec![start], &mut found);
    }
    found
}

/// Adds to a chain of threads those that hold what its last one wants, and keeps it when it closes.
fn extend(wants: &[(&Interaction, u64)], chain: &mut Vec<usize>, found: &mut Vec<Candidate>) {
    let (last, wanted) = wants[chain[chain.len() - 1]];
    let (first, _) = wants[chain[0]];
    let holds = |one: &Interaction, lock: u64| one.held.iter().any(|held| held.lock == lock);
    if chain.len() > 1 && holds(first, wanted) {
        let members: Vec<(&Interaction, u64)> = chain.iter().map(|at| wants[*at]).collect();
        let spots = members.iter().map(|(one, _)| one.spot).collect();
        let stops = members.iter().map(|(one, _)| stop_before(one)).collect();
        let kind = Kind::Circle { wants: members.iter().map(|(one, _)| (*one).clone()).collect() };
        found.push(Candidate { subject: Subject::Circle(spots), kind, stops });
        return;
    }
    if chain.len() >= LONGEST_CIRCLE || found.len() >= MOST_TRIED {
        return;
    }
    let start = chain[0];
    // The circle begins with its first member.
    for (next, (one, _)) in wants.iter().enumerate().skip(start + 1) {
        if last.thread == one.thread || !holds(one, wanted) {
            continue;
        }
        let is_new = chain.iter().all(|at| {
            let (other, _) = wants[*at];
            // What both hold keeps them apart; what comes first is over.
            other.thread != one.thread
                && !is_kept_apart(&other.held, &one.held)
                && !other.is_before(one)
                && !one.is_before(other)
        });
        if is_new {
            chain.push(next);
            extend(wants, chain, found);
            chain.pop();
        }
    }
}
