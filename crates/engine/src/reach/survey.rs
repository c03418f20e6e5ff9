//! Surveys: what lies behind loops, whatever way and however often they iterate.
//!
//! A loop in which the input chooses is not walked round by round: after any number of rounds its
//! variables are functions of how often each edge was taken (`counters.rs`). Then comes one last
//! round, walked as it is, so that what keeps the loop going held before it. What is asked behind
//! the loop is asked of the counters. A survey takes in all that the program can do, and more. So if
//! none of its paths comes to the target, none of the program does, as far as nothing was left out
//! and the loops only compute. A path that does come there tells a route (`route.rs`).

use crate::code::function_loops::FunctionLoops;
use crate::code::shape::Edge;
use crate::engine::Engine;
use crate::records::explored::{Cut, Explored, Progress};
use crate::records::frontier::Frontier;
use crate::records::limits::{Limits, PartLimits};
use crate::records::navigator::Navigator;
use crate::records::pursuit::Pursuit;
use crate::records::route::Route;
use crate::records::strategy::nearest_and_last;
use crate::state::navigation::Navigation;
use crate::state::stop::Stop;
use crate::state::{State, Step, StepKind};
use crate::value::Value;
use margay_ir::{FuncId, LoopId};
use margay_smt::Bv;
use std::rc::Rc;

/// Routes that are tried.
const MOST_ROUTES: usize = 2;
/// Rounds of a loop in another one that a survey walks.
const WALKED_INSIDE: u32 = 16;
/// Of what may be asked in all, a survey may ask such a part.
const PARTS: u64 = 8;

impl Engine<'_> {
    /// Paths are sought by counting how loops iterate. To be called when they are wanted somewhere.
    pub fn navigate(&mut self) {
        self.reaching.navigator = Some(Navigator::default());
    }

    /// Surveys the program and follows the routes that this tells, from a state that stands at an
    /// entry. A survey and each route have limits of their own.
    pub(crate) fn survey_and_follow(
        &mut self,
        start: &State,
        part: PartLimits<'_>,
        watch: &mut dyn FnMut(Progress) -> bool,
        explored: &mut Explored,
    ) {
        let limits = Limits { choices: u32::MAX, ..part.limits.part(PARTS) };
        for enough in 1..=MOST_ROUTES {
            let kept = self.judge.take_found();
            let mut surveyed = Explored::default();
            let mut route = self.survey(start, &limits, watch, enough, &mut surveyed);
            if route.is_none() && enough == 1 {
                // Without a route the survey is all there is to say, if it holds for every number of
                // rounds.
                let assumes =
                    self.reaching.navigator.as_ref().is_some_and(|navigator| navigator.assumes);
                if assumes && surveyed.cut_paths == 0 {
                    self.judge.take_found();
                    surveyed = Explored::default();
                    route = self.survey_strictly(start, &limits, watch, &mut surveyed);
                }
                if route.is_some() {
                    let place = self.program_place(start);
                    surveyed.cuts.insert((Cut::Iterations, place, String::new()), 1);
                    surveyed.cut_paths += 1;
                }
                *explored = surveyed;
                return;
            }
            // What a survey met is more than can happen.
            self.judge.give_found(kept);
            self.looping.widenings.clear();
            let Some(route) = route else { return };
            let steps = explored.steps + surveyed.steps;
            *explored = Explored::default();
            let queries = route.queries();
            if queries <= part.limits.queries {
                self.follow_route(route);
                self.walk_anew(start, &Limits { queries, ..limits }, watch, explored);
            } else {
                let place = self.program_place(start);
                explored.cuts.insert((Cut::Queries, place, String::new()), 1);
                explored.cut_paths += 1;
            }
            explored.steps += steps;
            if self.has_come_there() || explored.cut_paths == 0 || !watch(Progress::default()) {
                return;
            }
        }
    }

    /// Walks any number of rounds at once, until so many routes are found. Gives the last of them.
    fn survey(
        &mut self,
        start: &State,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress) -> bool,
        enough: usize,
        explored: &mut Explored,
    ) -> Option<Route> {
        self.looping.widenings.clear();
        let navigator = self.reaching.navigator.as_mut()?;
        navigator.found.clear();
        (navigator.enough, navigator.assumes, navigator.route) = (enough, false, None);
        // No loop keeps a state for long, so that it may go on.
        self.reaching.pursuit = Some(Pursuit::new(nearest_and_last()));
        self.walk_anew(start, limits, watch, explored);
        self.reaching.navigator.as_mut()?.found.drain(..).nth(enough - 1)
    }

    /// The same, with nothing assumed of how often loops iterate.
    fn survey_strictly(
        &mut self,
        start: &State,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress) -> bool,
        explored: &mut Explored,
    ) -> Option<Route> {
        self.reaching.navigator.as_mut()?.strictly = true;
        let found = self.survey(start, limits, watch, 1, explored);
        self.reaching.navigator.as_mut()?.strictly = false;
        found
    }

    fn walk_anew(
        &mut self,
        start: &State,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress) -> bool,
        explored: &mut Explored,
    ) {
        let mut open = Frontier::default();
        self.put_away(&mut open, start.clone(), None);
        self.walk(open, PartLimits::alone(limits), watch, None, explored);
    }

    /// Whether loops are surveyed.
    pub(crate) fn is_surveying(&self) -> bool {
        self.reaching.navigator.as_ref().is_some_and(|navigator| navigator.route.is_none())
    }

    /// Whether the survey has found as many routes as are wanted.
    pub(crate) fn has_routes(&self) -> bool {
        let enough = |navigator: &Navigator| navigator.found.len() >= navigator.enough;
        self.is_surveying() && self.reaching.navigator.as_ref().is_some_and(enough)
    }

    /// A path of the survey has come to the target.
    pub(crate) fn note_route(&mut self, state: State) {
        if let (Some(route), Some(navigator)) = (self.route_of(state), &mut self.reaching.navigator)
        {
            navigator.found.push(route);
        }
    }

    /// Whether a loop that the input chose in for so many rounds is to be surveyed. One in another loop
    /// is walked for some rounds first: what the last round of the outer one looks for is often found
    /// there, and counters do not tell which bytes it compares.
    pub(crate) fn is_to_survey(
        &self,
        navigation: &Navigation,
        frame: u64,
        id: LoopId,
        rounds: u32,
    ) -> bool {
        self.is_surveying() && (navigation.is_in(frame, id) || rounds >= WALKED_INSIDE)
    }

    /// Whether the input has chosen something in a loop.
    pub(crate) fn is_chosen(&self, function: FuncId, id: LoopId) -> bool {
        self.reaching.navigator.as_ref().is_some_and(|n| n.chosen.contains(&(function, id)))
    }

    /// The input chooses something where a state stands.
    pub(crate) fn note_chosen(&mut self, state: &State) {
        let Some(navigator) = self.reaching.navigator.as_mut().filter(|n| n.route.is_none()) else {
            return;
        };
        for frame in &state.frames {
            navigator.chosen.extend(frame.loops.iter().map(|visit| (frame.function, visit.id)));
        }
    }

    /// Lets the innermost loop of the frame on top iterate any number of times. The frame stands
    /// before the jump to the header.
    pub(crate) fn survey_loop(&mut self, state: &mut State) -> Result<(), Stop> {
        let frame = state.frames.last().expect("a frame runs");
        let (function, code, serial) = (frame.function, frame.code.clone(), frame.serial);
        let loops: &FunctionLoops = code.loops.as_ref().expect("the frame is in a loop");
        let id = frame.loops.iter().next_back().expect("the frame is in a loop").id;
        let changes = self.loop_changes(function, &code, id);
        let series = self.loop_series(function, loops, id);
        let strictly = self.reaching.navigator.as_ref().is_some_and(|navigator| navigator.strictly);
        let counters = self.counters(state, loops, &series, id, strictly);
        let Some(mut counters) = counters else { return Err(Stop::LoopLimit) };
        if let Some(navigator) = &mut self.reaching.navigator {
            navigator.assumes |= !counters.ends;
        }
        *self.looping.widenings.entry((function, id)).or_default() += 1;
        self.forget_memory(state, &changes);
        for change in &changes.registers {
            let frame = state.frames.last().expect("a frame runs");
            let old = state.path.resolve(&mut self.pool, frame.regs[change.reg as usize]);
            let known = series.variables.get(&change.reg);
            let about = (change.bits, change.name.as_str());
            let new =
                known.and_then(|known| self.after_rounds(state, &mut counters, known, old, about));
            match new {
                Some(new) => {
                    let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
                    frame.regs[change.reg as usize] = Value::Term(new);
                }
                None => self.forget_register(state, change, 0),
            }
        }
        let facts = self.pool.and_all(counters.facts);
        let possible = self.judge.possible(&mut self.pool, state, facts);
        self.judge.assume(&mut self.pool, state, facts, &possible)?;
        state.steps_taken.push(Step { span: changes.span, kind: StepKind::AnyIterations });
        // The other edges follow from those that a block has several of.
        let chosen = |((from, _), _): &(Edge, Bv)| loops.cfg.successors(*from).len() > 1;
        let edges = counters.edges.into_iter().filter(chosen);
        let rounds = std::iter::once(counters.rounds).chain(counters.inner_rounds);
        state.navigation.count(serial, edges, rounds);
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let visit = frame.loops.innermost().expect("the frame is in a loop");
        visit.go_round_often(counters.rounds);
        self.counts.loops.widened += 1;
        Ok(())
    }

    /// Where a loop is left before the last round, it has not gone round at all. If it had, with some
    /// rounds and a part of one, all but one of these rounds would be counted, and that one walked as the last.
    pub(crate) fn leave_surveyed(&mut self, state: &mut State, rounds: Bv) -> Result<(), Stop> {
        let zero = self.pool.bv_u64(self.pool.width(rounds), 0);
        let none = self.pool.eq(rounds, zero);
        let possible = self.judge.possible(&mut self.pool, state, none);
        self.judge.assume(&mut self.pool, state, none, &possible)
    }
}
