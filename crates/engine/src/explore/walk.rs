//! Exploring: every path of a program, one after the other.
//!
//! A state that must make a choice becomes one state for each side that some input takes; `search/waiting.rs` says
//! which one is followed next. Budgets count steps and states, never time: the same program gives the same paths. The
//! observer may end exploration early, and may read a clock to decide that; the end is then noted as a cut.

use crate::engine::hooks::Ran;
use crate::engine::{Engine, Merge, Pause};
use crate::fault::Fault;
use crate::judge::Event;
use crate::judge::{Judge, Noted};
use crate::merge::deduplication::Folds;
use crate::records::ends::End;
use crate::records::explored::{
    Cut, Effort, Explored, Forked, PartExplored, Progress, Side, Walked,
};
use crate::records::frontier::Frontier;
use crate::records::limits::{Limits, PartLimits, Spent};
use crate::records::origin::Origin;
use crate::records::part::Part;
use crate::records::resumed::Resumed;
use crate::state::State;
use crate::state::entered::Entered;
use crate::state::start_path::{History, Told};
use margay_ir::{SpanId, tree};
use margay_smt::Layer;

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

/// Paths that are followed: what waits, how far it may go, and what came of it so far.
struct Walk<'w> {
    open: Frontier,
    part: PartLimits<'w>,
    explored: &'w mut Explored,
    /// The states that were at places where paths may meet.
    folds: Folds,
    budget: Budget,
    /// The state that goes on at once.
    same: Option<State>,
    walked: Walked,
}

/// What was spent when the walk began, or when code was last reached for the first time.
struct Budget {
    paths: Spent,
    queries: Spent,
    reached: u64,
    undecided_before: u64,
    effort_before: u64,
}

impl Budget {
    fn of(engine: &Engine<'_>, paths: u64) -> Budget {
        Budget {
            paths: Spent::from(paths),
            queries: Spent::from(engine.asked()),
            reached: engine.reached_so_far(),
            undecided_before: engine.judge.undecided,
            effort_before: engine.judge.effort(),
        }
    }
}

/// Where a path stood before something was done that may be its end.
struct Leaving {
    place: SpanId,
    entered: Entered,
    /// What is begun in the middle of a program only helps.
    counts: bool,
}

impl Leaving {
    fn of(engine: &Engine<'_>, state: &State) -> Leaving {
        Leaving {
            place: engine.program_place(state),
            entered: state.recorded.entered.clone(),
            counts: engine.reaching.pursuit.is_none() || state.is_on_whole_path(),
        }
    }

    /// The path is given up.
    fn cut(&self, explored: &mut Explored, kind: Cut, what: String) {
        if self.counts {
            *explored.cuts.entry((kind, self.place, what)).or_default() += 1;
            explored.cut_paths += 1;
            explored.leave(&self.entered);
        }
    }
}

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
            self.reached.truncated(&done.called);
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
        done.resumed = std::mem::take(&mut self.spent.resumed);
        done
    }

    /// Follows every path from some states, until a fault is noted that is sought, be it with doubts. Gives the pairs of
    /// paths of which one was not followed, since the other had the same future.
    pub(crate) fn walk(
        &mut self,
        open: Frontier,
        part: PartLimits<'_>,
        watch: &mut dyn FnMut(Progress) -> bool,
        sought: Option<(&Noted, bool)>,
        explored: &mut Explored,
    ) -> Walked {
        let mut walk = Walk {
            open,
            part,
            budget: Budget::of(self, explored.paths),
            explored,
            folds: Folds::default(),
            same: None,
            walked: Walked::default(),
        };
        loop {
            if walk.same.is_none() && self.is_share_done(&walk) {
                walk.walked.rest = self.hand_over(walk.open);
                return walk.walked;
            }
            let next = walk.same.take().or_else(|| self.take_next(&mut walk.open, part.limits));
            let Some(state) = next else { return walk.walked };
            walk.explored.take_back(&mut walk.open);
            let is_known = sought.is_some_and(|(key, doubts)| self.judge.is_known(key, doubts));
            if is_known || self.has_found_enough(&walk) {
                return walk.walked;
            }
            match self.reached_limit(&mut walk, watch) {
                Some(cut) => return self.stop_at_limit(walk, state, cut),
                None => self.go_on_with(&mut walk, state),
            }
        }
    }

    /// Whether a part of an exploration has done its share, so that what is left is handed over.
    fn is_share_done(&self, walk: &Walk<'_>) -> bool {
        let Some(quota) = walk.part.quota else { return false };
        let cost = walk.explored.steps + self.judge.effort() - walk.budget.effort_before;
        // Who has far to go before it begins does more then.
        let Resumed { steps, choices, .. } = self.spent.resumed;
        let far = FAR * (steps + choices * QUERY_STEPS);
        let is_due = cost >= quota.max(far) && walk.open.leaves() > 1 && !walk.open.may_be_undone();
        is_due || self.has_enough_ends()
    }

    /// Whether what is wanted was found.
    fn has_found_enough(&self, walk: &Walk<'_>) -> bool {
        let asks = self.hooks.paths.iter().filter_map(|hooks| hooks.is_enough);
        asks.into_iter().any(|is_enough| is_enough(self))
            || walk.part.quota.is_none() && self.has_enough_ends()
    }

    /// The limit that is reached, if there is one. The observer is asked, too.
    fn reached_limit(
        &mut self,
        walk: &mut Walk<'_>,
        watch: &mut dyn FnMut(Progress) -> bool,
    ) -> Option<Cut> {
        let Walk { explored, budget, part: PartLimits { limits, .. }, .. } = walk;
        let now = self.reached_so_far();
        if std::mem::replace(&mut budget.reached, now) != now {
            budget.paths.renew(explored.paths);
            budget.queries.renew(self.asked());
        }
        let goes_on = watch(Progress {
            paths: explored.paths,
            steps: explored.steps,
            faults: self.judge.events.len() as u64,
            waiting: walk.open.len() as u64,
            nearest: self.nearest_path().map(|nearest| nearest.steps),
            effort: self.effort(),
        });
        let undecided = self.judge.undecided - budget.undecided_before;
        let reached = [
            (Cut::Stopped, !goes_on),
            (Cut::Paths, budget.paths.is_over(explored.paths, limits.paths, limits.renewals)),
            (Cut::Steps, explored.steps >= limits.steps),
            (Cut::Queries, budget.queries.is_over(self.asked(), limits.queries, limits.renewals)),
            (Cut::Undecided, undecided >= limits.undecided),
            (Cut::Terms, self.pool.len() >= MOST_TERMS),
        ];
        reached.into_iter().find(|(_, is_reached)| *is_reached).map(|(cut, _)| cut)
    }

    /// A limit is reached: what is left is handed over, or counted as cut.
    fn stop_at_limit(&mut self, mut walk: Walk<'_>, state: State, cut: Cut) -> Walked {
        let PartLimits { limits, whole, quota } = walk.part;
        // A path whose unit has used its share goes on in another one.
        if cut == Cut::Steps && limits.steps >= whole.steps {
            self.note_endless(&state);
        }
        if quota.is_some() && cut != Cut::Stopped {
            walk.walked.limit = Some(cut);
            self.put_away(&mut walk.open, state, None);
            self.end_merging_all(&mut walk.open);
            walk.explored.take_back(&mut walk.open);
            walk.walked.rest = self.hand_over(walk.open);
            return walk.walked;
        }
        let left = walk.open.len() as u64 + 1;
        let place = self.program_place(&state);
        *walk.explored.cuts.entry((cut, place, String::new())).or_default() += left;
        walk.explored.cut_paths += left;
        let all = [&state].into_iter().chain(walk.open.states());
        all.for_each(|state| walk.explored.leave(&state.recorded.entered));
        self.record_all_cut(&state, &walk.open, cut);
        walk.walked
    }

    /// Runs a state until it pauses, and puts away what it becomes.
    fn go_on_with(&mut self, walk: &mut Walk<'_>, mut state: State) {
        let limits = walk.part.limits;
        self.ensure_shown(&mut state);
        let before = state.steps;
        let more = if state.widening.exhausted { limits.path_steps / 4 } else { 0 };
        let allowed = limits.path_steps.saturating_add(more);
        let room = (allowed.saturating_sub(before)).min(limits.steps - walk.explored.steps);
        let brief = state.has_small_share() || self.reaching.pursuit.is_some();
        let slice = if brief { WATCHED_ALONE } else { WATCHED_STEPS };
        let pause = self.run(&mut state, room.min(slice));
        let steps = state.steps - before;
        walk.explored.steps += steps;
        for ran in self.hooks.paths.iter().filter_map(|hooks| hooks.ran) {
            ran(self, &mut walk.open, &mut Ran { state: &mut state, pause: &pause, steps });
        }
        match pause {
            Pause::Need(_) | Pause::Returned | Pause::Joined | Pause::Unknown(..) => {}
            Pause::Budget => {}
            _ => self.end_share(&state),
        }
        match pause {
            Pause::Need(need) => {
                let cut = Leaving::of(self, &state);
                let forked = self.fork(state, need, limits);
                forked.cut.into_iter().for_each(|kind| cut.cut(walk.explored, kind, String::new()));
                self.part(forked, &mut walk.open);
            }
            Pause::Exited(code) => self.end_path(walk, &state, End::Exited(code)),
            Pause::Killed(signal) => self.end_path(walk, &state, End::Killed(signal)),
            Pause::Fault(event) => self.end_in_fault(walk, state, *event),
            Pause::Unknown(..) => self.put_away(&mut walk.open, state, None),
            Pause::Unsupported(what, _) => {
                Leaving::of(self, &state).cut(walk.explored, Cut::Unsupported, what);
            }
            // What is left of the steps of all paths is examined next.
            Pause::Budget if state.steps < allowed => {
                // A path that goes far without a choice is not one that was found.
                if state.guidance.backward.trial.is_none() {
                    self.put_away(&mut walk.open, state, None);
                }
            }
            Pause::Budget => self.use_up_steps(walk, state),
            Pause::LoopLimit => {
                self.counts.loops.cut += 1;
                Leaving::of(self, &state).cut(walk.explored, Cut::Choices, String::new());
            }
            Pause::Infeasible | Pause::Covered | Pause::Stopped => {}
            Pause::Returned | Pause::Joined => self.come_together(walk, state, &pause),
        }
    }

    /// A path is followed no further: its share of all executions is done.
    fn end_share(&mut self, state: &State) {
        self.spent.ended = self.spent.ended.saturating_add(Effort::share_of(state.guidance.depth));
    }

    /// The program has ended on a path.
    fn end_path(&mut self, walk: &mut Walk<'_>, state: &State, end: End) {
        walk.explored.paths += 1;
        walk.explored.leave(&state.recorded.entered);
        self.note_end(state, end, None);
    }

    /// A path has come to a fault that execution cannot go past, or to where it was wanted.
    fn end_in_fault(&mut self, walk: &mut Walk<'_>, state: State, event: Event) {
        walk.explored.paths += 1;
        let is_target = event.fault == Fault::TargetReached;
        if is_target && self.is_surveying() {
            self.note_route(state);
            return;
        }
        walk.explored.leave(&state.recorded.entered);
        let end = End::Fault(event.fault.rule());
        self.note_end(&state, end, Some(&event.evidence.inputs));
        if is_target && !state.is_on_whole_path() {
            self.arrive(&state, &mut walk.open);
        } else {
            self.judge.keep_last(&state, event);
        }
    }

    /// A path has used up its steps: its loops are widened, or it is given up.
    fn use_up_steps(&mut self, walk: &mut Walk<'_>, mut state: State) {
        let leaving = Leaving::of(self, &state);
        self.note_endless(&state);
        if self.options.widen && !state.widening.exhausted && self.hurry(&mut state) {
            state.widening.exhausted = true;
            state.history.keep(state.steps, || Told::Hurried);
            self.put_away(&mut walk.open, state, None);
        } else {
            self.record_cut(&state, Cut::PathSteps);
            leaving.cut(walk.explored, Cut::PathSteps, String::new());
        }
    }

    /// A path stands where others may come to as well: it is merged with them, deduplicated, or goes on.
    fn come_together(&mut self, walk: &mut Walk<'_>, mut state: State, pause: &Pause) {
        state.joining.looks = state.joining.looks.saturating_sub(1);
        if state.joining.merges {
            self.meet(&mut walk.open, state);
        } else if self.options.merge == Merge::Never {
            self.put_away(&mut walk.open, state, None);
        } else if let Some((kept, other, node)) = self.known_like(&mut walk.folds, &state) {
            self.counts.folded += 1;
            self.end_share(&state);
            walk.explored.leave_to(&state.recorded.entered, &other);
            self.record_fold(&state, node);
            let dropped = state.decided.decisions.iter().copied().collect();
            walk.walked.folded.push((kept, dropped));
        } else if *pause == Pause::Joined {
            walk.same = Some(state);
        } else {
            self.put_away(&mut walk.open, state, None);
        }
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

    /// Puts the sides of a choice away.
    fn part(&mut self, forked: Forked, open: &mut Frontier) {
        let is_choice = forked.is_choice();
        let merges = forked.base.is_some_and(|base| self.open_region(base, open));
        for Side { number, mut state, block, fact } in forked.sides {
            state.joining.merges |= merges;
            let only = fact.map_or_else(Vec::new, |fact| self.make_concrete(&mut state, fact));
            if is_choice {
                state.guidance.depth += u32::from(!(forked.is_case && number == 0));
                state.history.keep(state.steps, || Told::Took(number, only.into()));
            }
            let states = if is_choice { self.turn(state, number) } else { [Some(state), None] };
            states.into_iter().flatten().for_each(|state| self.put_away(open, state, block));
        }
    }

    /// All paths are given up.
    pub(crate) fn record_all_cut(&mut self, state: &State, waiting: &Frontier, cut: Cut) {
        if self.tree.is_some() {
            self.record_cut(state, cut);
            self.for_each_waiting(waiting, |engine, node, place| {
                let end = tree::End::Cut { why: cut.words().1.to_owned() };
                engine.tree.iter_mut().for_each(|tree| {
                    tree.end(node, end.clone(), engine.program, place);
                });
            });
        }
    }
}
