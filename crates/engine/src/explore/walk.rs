//! Exploring: every path of a program, one after the other.
//!
//! A state that must make a choice becomes one state for each side that some input
//! takes; `search.rs` says which one is followed next. Budgets count steps and states, never time: the same
//! program gives the same paths. Whoever watches may end exploration early, and may look
//! at a clock to decide that; the end is then noted as a cut.

use crate::code::Op;
use crate::engine::{Engine, Merge, Pause};
use crate::fault::Fault;
use crate::judge::{Judge, Noted};
use crate::merge::fold::Folds;
use crate::records::ends::End;
use crate::records::explored::{
    Cut, Effort, Explored, Forked, PartExplored, Progress, Side, Walked,
};
use crate::records::frontier::Frontier;
use crate::records::limits::{Limits, PartLimits, Spent};
use crate::records::origin::Origin;
use crate::records::part::Part;
use crate::records::replay::Replay;
use crate::records::resumed::Resumed;
use crate::state::decision::Whose;
use crate::state::possible::Possible;
use crate::state::start_path::{History, Told};
use crate::state::stop::{Need, Stop};
use crate::state::{State, Step, StepKind};
use crate::value::terms;
use margay_smt::{Assignment, Bool, Evaluator, Layer, TermPool};
use std::rc::Rc;

/// Operations after which the watcher is asked at the latest.
const WATCHED_STEPS: u64 = 1 << 14;
/// The same in functions that are analysed alone, whose limits are low.
const WATCHED_ALONE: u64 = 1 << 10;

/// Operations that take about as long as one query, as one that no cheap layer of the solver
/// answers, and as one conflict in it.
const QUERY_STEPS: u64 = 2_500;
const HARD_QUERY_STEPS: u64 = 50_000;
const CONFLICT_STEPS: u64 = 1_000;

/// Work of the solver that counts as a query: more than nearly all of them take.
const QUERY_WORK: u64 = 1 << 16;

/// Terms that an engine may build. Some hundred bytes go with each, so that this is a bound on memory
/// that is the same on any machine; other programs take a hundredth of it.
const MOST_TERMS: usize = 16_000_000;

/// How much more an engine does than it took to come to where others had been.
const FAR: u64 = 4;

/// Places where paths may meet that are looked at after a choice.
const LOOKS: u32 = 64;

impl Judge {
    /// What asking has cost so far, in operations.
    fn effort(&self) -> u64 {
        let solver = self.solver();
        let hard = solver.answered(Layer::Core) + solver.answered(Layer::Pipe) + solver.unknown();
        self.queries * QUERY_STEPS + hard * HARD_QUERY_STEPS + solver.conflicts() * CONFLICT_STEPS
    }
}

impl Engine<'_> {
    /// Follows every path from a state, as far as the limits allow, and as long as `watch`
    /// says that it shall go on.
    pub fn explore(
        &mut self,
        start: State,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress) -> bool,
    ) -> Explored {
        let done = self.explore_part(start, None, PartLimits::alone(limits), watch);
        self.judge.resolve_doubts(&done.folded);
        if done.is_cut() {
            self.reached.cut_short(&done.called);
        }
        done.explored
    }

    /// Follows the paths of a part, or all from a state that stands at an entry. Where there is a
    /// quota, what is not followed when that or a limit is reached is given back. Faults that leave
    /// doubt are not settled yet.
    pub fn explore_part(
        &mut self,
        mut start: State,
        part: Option<Part>,
        part_limits: PartLimits<'_>,
        watch: &mut dyn FnMut(Progress) -> bool,
    ) -> PartExplored {
        let PartLimits { limits, quota, .. } = part_limits;
        let mut done = PartExplored::default();
        self.options.explores = true;
        self.looping.iterations = limits.choices;
        if part.is_none() {
            self.looping.widenings.clear();
        }
        let widened_before = self.looping.widenings.clone();
        let mut open = Frontier::default();
        if quota.is_some() {
            start.history = History::begun();
            open.origin = Some(Origin::new(start.clone()));
        }
        let explored = &mut done.explored;
        let mut walked = Walked::default();
        if self.reaching.navigator.is_some() {
            self.survey_and_follow(&start, part_limits, watch, explored);
        } else {
            match part {
                Some(part) => self.take_up(part, &mut open),
                None => {
                    self.record_entry(&mut start);
                    self.put_away(&mut open, start, None);
                    self.begin_backward(&mut open);
                }
            }
            walked = self.walk(open, part_limits, watch, None, explored);
        }
        done.folded = walked.folded;
        (done.rest, done.limit) = (walked.rest, walked.limit);
        for (key, count) in &self.looping.widenings {
            let count = count - widened_before.get(key).copied().unwrap_or(0);
            // Others may have widened loops that this engine has not come to.
            let Some(changes) = self.analyses.loop_changes.get(key).filter(|_| count > 0) else {
                continue;
            };
            // What may come of a loop that only computes was followed, be it more than can come.
            if self.reaching.nearness.is_none() || !changes.only_computes {
                let cut = (Cut::Iterations, changes.span, String::new());
                *explored.cuts.entry(cut).or_default() += u64::from(count);
                done.widened = true;
            }
        }
        done.called = self.reached.take_called();
        done.folded.extend(self.replay_widened(part_limits, watch, explored));
        self.reached.take_called();
        done.answers = self.judge.answers.clone();
        done.resumed = std::mem::take(&mut self.resumed);
        done
    }

    /// Follows every path from some states, until a fault is noted that is sought, be it with doubts. Gives the pairs of
    /// paths of which one was not followed, since the other had the same future.
    pub(crate) fn walk(
        &mut self,
        mut open: Frontier,
        part_limits: PartLimits<'_>,
        watch: &mut dyn FnMut(Progress) -> bool,
        sought: Option<(&Noted, bool)>,
        explored: &mut Explored,
    ) -> Walked {
        let PartLimits { limits, whole, quota } = part_limits;
        let mut walked = Walked::default();
        let mut folds = Folds::default();
        let (mut spent, mut asked) = (Spent::from(explored.paths), Spent::from(self.asked()));
        let open_before = self.judge.undecided;
        let asked_before = self.judge.effort();
        let mut reached = self.reached_so_far();
        let mut same = None;
        loop {
            let cost = explored.steps + self.judge.effort() - asked_before;
            // Who has far to go before it begins does more then.
            let Resumed { steps, choices, .. } = self.resumed;
            let far = FAR * (steps + choices * QUERY_STEPS);
            let is_due =
                |quota: u64| cost >= quota.max(far) && open.leaves() > 1 && !open.may_be_undone();
            let is_enough = self.has_enough_ends();
            if same.is_none() && quota.is_some_and(|quota| is_enough || is_due(quota)) {
                walked.rest = self.hand_over(open);
                break;
            }
            let Some(mut state) = same.take().or_else(|| self.take_next(&mut open, limits)) else {
                break;
            };
            explored.take_back(&mut open);
            if sought.is_some_and(|(key, doubts)| self.judge.is_known(key, doubts))
                || self.has_come_there()
                || self.has_routes()
                || is_enough && quota.is_none()
            {
                break;
            }
            let now = self.reached_so_far();
            if std::mem::replace(&mut reached, now) != now {
                spent.renew(explored.paths);
                asked.renew(self.asked());
            }
            let goes_on = watch(Progress {
                paths: explored.paths,
                steps: explored.steps,
                faults: self.judge.events.len() as u64,
                waiting: open.len() as u64,
                nearest: self.nearest_path().map(|nearest| nearest.steps),
                effort: self.effort(),
            });
            let cut = if !goes_on {
                Some(Cut::Stopped)
            } else if spent.is_over(explored.paths, limits.paths, limits.renewals) {
                Some(Cut::Paths)
            } else if explored.steps >= limits.steps {
                Some(Cut::Steps)
            } else if asked.is_over(self.asked(), limits.queries, limits.renewals) {
                Some(Cut::Queries)
            } else if self.judge.undecided - open_before >= limits.undecided {
                Some(Cut::Undecided)
            } else if self.pool.len() >= MOST_TERMS {
                Some(Cut::Terms)
            } else {
                None
            };
            // A path whose unit has used its share goes on in another one.
            if cut == Some(Cut::Steps) && limits.steps >= whole.steps {
                self.note_endless(&state);
            }
            if let Some(cut) = cut.filter(|cut| quota.is_some() && *cut != Cut::Stopped) {
                walked.limit = Some(cut);
                self.put_away(&mut open, state, None);
                self.end_merging_all(&mut open);
                explored.take_back(&mut open);
                walked.rest = self.hand_over(open);
                break;
            }
            if let Some(cut) = cut {
                let left = open.len() as u64 + 1;
                let place = self.program_place(&state);
                *explored.cuts.entry((cut, place, String::new())).or_default() += left;
                explored.cut_paths += left;
                [&state].into_iter().chain(open.states()).for_each(|s| explored.leave(&s.entered));
                self.record_all_cut(&state, &open, cut);
                break;
            }
            self.ensure_shown(&mut state);
            let before = state.steps;
            let more = if state.exhausted { limits.path_steps / 4 } else { 0 };
            let allowed = limits.path_steps.saturating_add(more);
            let room = (allowed.saturating_sub(before)).min(limits.steps - explored.steps);
            let brief = state.alone.is_some() || self.reaching.pursuit.is_some();
            let slice = if brief { WATCHED_ALONE } else { WATCHED_STEPS };
            let pause = self.run(&mut state, room.min(slice));
            self.record_pause(&state, &pause);
            let made = state.steps - before;
            explored.steps += made;
            if let Some(region) = &mut open.region {
                region.spend(made);
            }
            let queries = self.judge.queries;
            self.backward().into_iter().for_each(|backward| backward.spend(made, queries));
            let place = self.program_place(&state);
            // What is begun in the middle of a program only helps.
            let counts = self.reaching.pursuit.is_none() || state.alone.is_none();
            let entered = state.entered.clone();
            let mut cut = |kind: Cut, what: String| {
                if !counts {
                    return;
                }
                *explored.cuts.entry((kind, place, what)).or_default() += 1;
                explored.cut_paths += 1;
                explored.leave(&entered);
            };
            match pause {
                Pause::Exited(_) | Pause::Killed(_) | Pause::Fault(_) => self.judge_threads(&state),
                Pause::Infeasible => {}
                _ => self.note_way(&mut state),
            }
            let share = Effort::share_of(state.depth);
            match pause {
                Pause::Need(_) | Pause::Returned | Pause::Joined | Pause::Unknown(..) => {}
                Pause::Budget => {}
                _ => self.spent.ended = self.spent.ended.saturating_add(share),
            }
            match pause {
                Pause::Need(need) => {
                    let forked = self.fork(state, need, limits);
                    forked.cut.into_iter().for_each(|kind| cut(kind, String::new()));
                    self.part(forked, &mut open);
                }
                Pause::Exited(code) => {
                    explored.paths += 1;
                    explored.leave(&entered);
                    self.note_end(&state, End::Exited(code), None);
                }
                Pause::Killed(signal) => {
                    explored.paths += 1;
                    explored.leave(&entered);
                    self.note_end(&state, End::Killed(signal), None);
                }
                Pause::Fault(event)
                    if event.fault == Fault::TargetReached && self.is_surveying() =>
                {
                    explored.paths += 1;
                    self.note_route(state);
                }
                Pause::Fault(event) => {
                    explored.paths += 1;
                    explored.leave(&entered);
                    let end = End::Fault(event.fault.rule());
                    self.note_end(&state, end, Some(&event.evidence.inputs));
                    if event.fault == Fault::TargetReached && state.alone.is_some() {
                        self.arrive(&state, &mut open);
                    } else {
                        self.judge.keep_last(&state, *event);
                    }
                }
                Pause::Unknown(..) => self.put_away(&mut open, state, None),
                Pause::Unsupported(what, _) => cut(Cut::Unsupported, what),
                // What is left of the steps of all paths is looked at next.
                Pause::Budget if state.steps < allowed => {
                    // What goes far without a choice is no way that was found.
                    if state.backward.trial.is_none() {
                        self.put_away(&mut open, state, None);
                    }
                }
                Pause::Budget => {
                    self.note_endless(&state);
                    if self.options.widen && !state.exhausted && self.hurry(&mut state) {
                        state.exhausted = true;
                        state.history.keep(state.steps, || Told::Hurried);
                        self.put_away(&mut open, state, None);
                    } else {
                        self.record_cut(&state, Cut::PathSteps);
                        cut(Cut::PathSteps, String::new());
                    }
                }
                Pause::LoopLimit => {
                    self.counts.loops.cut += 1;
                    cut(Cut::Choices, String::new());
                }
                Pause::Infeasible | Pause::Covered | Pause::Stopped => {}
                Pause::Returned | Pause::Joined => {
                    state.looks = state.looks.saturating_sub(1);
                    if state.merges {
                        self.meet(&mut open, state);
                    } else if self.options.merge == Merge::Never {
                        self.put_away(&mut open, state, None);
                    } else if let Some((kept, other, node)) = self.known_like(&mut folds, &state) {
                        self.counts.folded += 1;
                        self.spent.ended = self.spent.ended.saturating_add(share);
                        explored.leave_to(&entered, &other);
                        self.record_fold(&state, node);
                        let dropped = state.decisions.iter().copied().collect();
                        walked.folded.push((kept, dropped));
                    } else if pause == Pause::Joined {
                        same = Some(state);
                    } else {
                        self.put_away(&mut open, state, None);
                    }
                }
            }
        }
        walked
    }

    /// How many queries were asked; one that takes as much work as many others counts as many.
    pub fn asked(&self) -> u64 {
        let work = self.pool.work() - self.spent.forgotten_work;
        (self.judge.queries - self.spent.forgotten_queries).max(work / QUERY_WORK)
    }

    /// What was done so far, others have done before, and it does not count.
    pub fn forget_work(&mut self) {
        (self.judge.queries, self.judge.undecided) = (0, 0);
        self.spent.forgotten_queries = 0;
        self.spent.forgotten_work = self.pool.work();
    }

    fn effort(&self) -> Effort {
        Effort {
            work: self.pool.work(),
            undecided: self.judge.undecided,
            merged: self.counts.merged,
            ended: self.spent.ended,
        }
    }

    /// One state for each possible answer to what a state needs, the one to be followed first last.
    pub(crate) fn fork(&mut self, mut state: State, need: Need, limits: &Limits) -> Forked {
        let span = self.place(&state);
        let mut forked = Forked::default();
        match need {
            Need::Decide(condition) | Need::Case(condition) => {
                forked.is_case = matches!(need, Need::Case(_));
                let negated = self.pool.not(condition);
                let holds = self.judge.possible(&mut self.pool, &state, condition);
                let fails = self.judge.possible(&mut self.pool, &state, negated);
                let both = !matches!(holds, Possible::No) && !matches!(fails, Possible::No);
                if both && !state.uncertain {
                    let hangs =
                        self.judge.hangs_on(&mut self.pool, &state, condition, terms::BEHIND);
                    state.uncertain = !matches!(hangs, Possible::No);
                }
                if both && !forked.is_case && !self.may_choose(&mut state, limits) {
                    self.cut_loop(&state);
                    self.note_endless(&state);
                    self.record_cut(&state, Cut::Choices);
                    forked.cut = Some(Cut::Choices);
                    return forked;
                }
                if both {
                    self.counts.forks += 1;
                    self.choose_in_loop(&mut state);
                    self.count_round(&mut state, condition);
                    state.looks = if self.options.merge == Merge::Never { 0 } else { LOOKS };
                }
                // Where what a caller passes lies is the caller's to say, too.
                let is_placed = || terms::depends_on(&self.pool, condition, terms::ADDRESS);
                let whose = if terms::depends_on(&self.pool, condition, terms::CALLER)
                    || state.alone.is_some() && is_placed()
                {
                    Whose::Caller
                } else if terms::depends_on_unknown(&self.pool, condition) {
                    Whose::Function
                } else {
                    Whose::Input
                };
                let decides = both && (state.alone.is_some() || whose != Whose::Input);
                // What a finding may depend on keeps paths apart for good.
                if both && !decides {
                    forked.base = Some(state.clone());
                }
                let kinds = [false, true].map(|holds| self.side(&state, condition, holds));
                let step = |taken| both.then_some(Step { span, kind: kinds[usize::from(taken)] });
                let mut other = state.clone();
                [other.node, state.node] =
                    self.record_choice(&state, kinds, [&fails, &holds].map(Possible::may_be));
                let first = self.takes_true_first(&state, both);
                if both
                    && let Some(frame) = state.frames.last()
                    && state.widening.first.is_some()
                {
                    let (function, pc) = (frame.function, frame.pc);
                    state.widening.sides.push((function, pc, true));
                    other.widening.sides.push((function, pc, false));
                }
                let [fails, holds] = match self.replayed(&state).filter(|_| both) {
                    Some(sides) => {
                        let only =
                            |side: bool, found: Possible| if side { found } else { Possible::No };
                        [only(sides[0], fails), only(sides[1], holds)]
                    }
                    None => [fails, holds],
                };
                if decides {
                    let sides = [false, true].map(|holds| self.decision(&state, holds, whose));
                    sides[0].into_iter().for_each(|decision| other.decisions.push(decision));
                    sides[1].into_iter().for_each(|decision| state.decisions.push(decision));
                }
                let [no, yes] = [false, true].map(|holds| self.led_to(&state, holds));
                let fails = self.follow_choice(other, negated, &fails, step(false));
                let holds = self.follow_choice(state, condition, &holds, step(true));
                let side = |number, state, block, fact| {
                    Some(Side { number, state: state?, block, fact: both.then_some(fact) })
                };
                forked.sides.extend(side(0, fails, no, negated));
                forked.sides.extend(side(1, holds, yes, condition));
                if !first {
                    forked.sides.reverse();
                }
            }
            Need::Value(term) => {
                let mut rest = state;
                let value_of = |pool: &TermPool, model: &Assignment| {
                    Some(Evaluator::new(pool, model).bv(term))
                };
                for number in 0..limits.values {
                    let Some(value) = self.judge.pick(&mut self.pool, &rest, value_of) else {
                        return forked;
                    };
                    let shown = value.to_u64().unwrap_or(0);
                    let value = self.pool.bv_const(&value);
                    let equal = self.pool.eq(term, value);
                    let differs = self.pool.not(equal);
                    let found = self.judge.possible(&mut self.pool, &rest, equal);
                    let others = self.judge.possible(&mut self.pool, &rest, differs);
                    let several = !matches!(others, Possible::No);
                    // What one value of many leads to is not certain if nobody knows them: the
                    // path only shows where it leads.
                    let unknown = several && terms::depends_on_unknown(&self.pool, term);
                    rest.uncertain |= unknown;
                    let step = several.then_some(Step { span, kind: StepKind::Value(shown) });
                    if several {
                        self.choose_in_loop(&mut rest);
                    }
                    self.counts.forks += u64::from(several);
                    let next = (several && !unknown).then(|| rest.clone());
                    rest.node = self.record_value(&rest, shown, several);
                    rest.path.settle(&mut self.pool, term, value);
                    if let Some(state) = self.follow_choice(rest, equal, &found, step) {
                        let fact = several.then_some(equal);
                        // Who goes where another state has been goes no further than that one.
                        let is_there = state.history.is_next_side(number);
                        forked.sides.push(Side { number, state, block: None, fact });
                        if is_there {
                            return forked;
                        }
                    }
                    match next {
                        Some(next) => rest = next,
                        None => return forked,
                    }
                    if self.judge.assume(&mut self.pool, &mut rest, differs, &others).is_err() {
                        return forked;
                    }
                }
                self.note_endless(&rest);
                self.record_cut(&rest, Cut::Values);
                forked.cut = Some(Cut::Values);
            }
        }
        forked
    }

    /// Puts the sides of a choice away.
    fn part(&mut self, forked: Forked, open: &mut Frontier) {
        let is_choice = forked.is_choice();
        let merges = forked.base.is_some_and(|base| self.open_region(base, open));
        for Side { number, mut state, block, fact } in forked.sides {
            state.merges |= merges;
            let only = fact.map_or_else(Vec::new, |fact| self.make_concrete(&mut state, fact));
            if is_choice {
                state.depth += u32::from(!(forked.is_case && number == 0));
                state.history.keep(state.steps, || Told::Took(number, only.into()));
            }
            let states = if is_choice { self.turn(state, number) } else { [Some(state), None] };
            states.into_iter().flatten().for_each(|state| self.put_away(open, state, block));
        }
    }

    /// The state with a condition assumed, if that is possible.
    fn follow_choice(
        &mut self,
        mut state: State,
        condition: Bool,
        possible: &Possible,
        step: Option<Step>,
    ) -> Option<State> {
        match self.judge.assume(&mut self.pool, &mut state, condition, possible) {
            Ok(()) => {
                step.into_iter().for_each(|step| state.steps_taken.push(step));
                Some(state)
            }
            Err(Stop::Infeasible) => None,
            Err(other) => unreachable!("assuming cannot end in {other:?}"),
        }
    }

    /// Which side of a choice to follow first, where both are possible and neither is nearer to what
    /// is not reached; it counts as taken. That is the side that was taken less often.
    fn takes_true_first(&mut self, state: &State, both: bool) -> bool {
        let (Some(frame), true) = (state.frames.last(), both) else { return true };
        if let Some(stays) = self.looping.replay.as_ref().map(Replay::stays) {
            return self.stays(state, true) == stays;
        }
        let taken = self.taken.entry((frame.function, frame.pc)).or_default();
        let side = usize::from(taken[0] > taken[1]);
        taken[side] += 1;
        side == 0
    }

    /// Counts a choice of the frame on top; false if it made too many at this place.
    fn may_choose(&mut self, state: &mut State, limits: &Limits) -> bool {
        let Some(function) = state.frames.last().map(|frame| frame.function) else { return true };
        let depth = state.frames.iter().filter(|frame| frame.function == function).count();
        if depth > limits.depth {
            return false;
        }
        let assumed = state.path.condition().len();
        let Some(frame) = state.frames.last_mut() else { return true };
        let frame = Rc::make_mut(frame);
        let pc = frame.pc;
        if matches!(frame.code.ops.get(pc), Some(Op::Switch { .. }))
            && std::mem::replace(&mut frame.switch.counted, true)
        {
            return true;
        }
        let made = frame.choices.entry(pc).or_default();
        made.push(assumed);
        let (count, most) = (made.len(), limits.choices as usize);
        // In a loop it may choose a few times more, until the loop is widened.
        count <= most
            || (self.options.widen && count <= most.saturating_mul(2) && self.hurry(state))
    }
}
