//! Navigation: a way through loops to where a path is wanted, found by counting before it is walked.
//!
//! First a survey. A loop in which the input chooses is not walked round by round: after any number
//! of rounds its variables are functions of how often each edge was taken (`counters.rs`), then
//! comes one last round, walked as it is, so that what keeps the loop going held before it. What is
//! asked behind the loop is asked of the counters. If no path of the survey comes to the target,
//! none of the program does, as far as nothing was left out and the loops only compute.
//!
//! A path that does is a route: with a solution for its counters, how often each edge of each loop
//! is to be taken, and which ways to go between loops. Then states of the program itself are followed,
//! path by path, those first that have strayed least from the route, and of these the one that
//! has come furthest. A route is advice: what it leads to has been executed, and where it leads
//! nowhere, other states are left.

use crate::counters::Edge;
use crate::engine::Engine;
use crate::explore::{Explored, Progress};
use crate::judge::Possible;
use crate::limits::{Limits, PartLimits};
use crate::log::Log;
use crate::loops::FunctionLoops;
use crate::model::Stop;
use crate::search::Frontier;
use crate::state::{State, Step, StepKind};
use crate::strategy::{nearest_and_last, nearest_to_route};
use crate::target::Pursuit;
use crate::value::Value;
use margay_ir::{BlockId, FuncId, Id, LoopId};
use margay_smt::{Bv, Evaluator};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Routes that are tried.
const MOST_ROUTES: usize = 2;
/// Rounds of a loop in another one that a survey walks.
const WALKED_INSIDE: u32 = 16;
/// Of what may be asked in all, a survey and a route each have such a part.
const PARTS: u64 = 4;
/// Questions that following a route may take, and those for each edge that it says to take.
const QUESTIONS: u64 = 256;
const QUESTIONS_FOR_EDGE: u64 = 4;

/// Who finds routes and keeps states on them.
pub(crate) struct Navigator {
    /// Loops in which the input has chosen something.
    chosen: BTreeSet<(FuncId, LoopId)>,
    /// Routes that were found, and how many are wanted before the survey ends.
    found: Vec<Route>,
    enough: usize,
    /// The one that is followed; none during a survey.
    route: Option<Rc<Route>>,
}

/// How often edges are taken, by function.
type Tally = BTreeMap<(FuncId, Edge), u64>;

/// What a path is to do.
#[derive(Debug, Default)]
struct Route {
    /// In each stay in a loop, one after the other.
    legs: Vec<Leg>,
    /// In all code that is in no loop.
    between: Tally,
}

impl Route {
    /// As many as a state asks that does what the route says, and some more.
    fn questions(&self) -> u64 {
        let all = self.legs.iter().flat_map(|leg| leg.wanted.values()).chain(self.between.values());
        let edges = all.copied().fold(0, u64::saturating_add);
        edges.saturating_mul(QUESTIONS_FOR_EDGE).saturating_add(QUESTIONS)
    }
}

#[derive(Debug)]
struct Leg {
    function: FuncId,
    id: LoopId,
    wanted: Tally,
    /// What of that comes in any round; the rest in those that the survey walked.
    counted: Tally,
}

/// Where a state is on its route, or what a survey has seen on its way.
#[derive(Clone, Default)]
pub(crate) struct Navigation {
    /// The stays that are over, in a survey.
    stays: Log<Stay>,
    /// The stay in a loop that is around all others.
    now: Option<Stay>,
    /// The legs of the route that are behind it.
    legs: usize,
    /// Edges that it took between loops.
    between: Rc<Tally>,
    /// How often it did something else than its route says.
    strayed: u64,
}

/// A stay in a loop.
#[derive(Clone)]
struct Stay {
    /// The call that is in the loop.
    frame: u64,
    function: FuncId,
    id: LoopId,
    /// The leg of the route that it is on.
    leg: Option<usize>,
    taken: Rc<Tally>,
    /// Counters of edges that were taken beside those.
    counted: Rc<Vec<(Edge, Bv)>>,
    /// How often loops went round, the inner ones last.
    rounds: Rc<Vec<Bv>>,
}

impl Stay {
    fn is_of(&self, frame: u64, id: LoopId) -> bool {
        (self.frame, self.id) == (frame, id)
    }
}

impl Engine<'_> {
    /// Paths are sought by counting how loops go round. To be called when they are wanted somewhere.
    pub fn navigate(&mut self) {
        self.navigator =
            Some(Navigator { chosen: BTreeSet::new(), found: Vec::new(), enough: 0, route: None });
    }

    /// Surveys the program and follows routes, from a state that stands at an entry.
    pub(crate) fn sail(
        &mut self,
        start: &State,
        part: PartLimits<'_>,
        watch: &mut dyn FnMut(Progress) -> bool,
        explored: &mut Explored,
    ) {
        let limits = Limits { choices: u32::MAX, ..part.limits.part(PARTS) };
        for enough in 1..=MOST_ROUTES {
            let mut surveyed = Explored::default();
            self.survey(start, &limits, watch, enough, &mut surveyed);
            let Some(route) = self.take_route(enough) else {
                // Without a route the survey is all there is to say; else the last route is.
                if enough == 1 {
                    *explored = surveyed;
                }
                return;
            };
            let steps = explored.steps + surveyed.steps;
            *explored = Explored::default();
            let queries = limits.queries.min(route.questions());
            let limits = Limits { queries, ..limits };
            self.follow_route(route, start, &limits, watch, explored);
            explored.steps += steps;
            if self.has_come_there() || explored.cut_paths == 0 || !watch(Progress::default()) {
                return;
            }
        }
    }

    /// Walks any number of rounds at once, until so many routes are found.
    fn survey(
        &mut self,
        start: &State,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress) -> bool,
        enough: usize,
        explored: &mut Explored,
    ) {
        if let Some(navigator) = &mut self.navigator {
            navigator.found.clear();
            (navigator.enough, navigator.route) = (enough, None);
        }
        // No loop keeps a state for long, so that it may go on.
        self.pursuit = Some(Pursuit::new(nearest_and_last()));
        self.walk_anew(start, limits, watch, explored);
    }

    fn take_route(&mut self, enough: usize) -> Option<Route> {
        self.navigator.as_mut()?.found.drain(..).nth(enough - 1)
    }

    /// Follows states of the program along a route.
    fn follow_route(
        &mut self,
        route: Route,
        start: &State,
        limits: &Limits,
        watch: &mut dyn FnMut(Progress) -> bool,
        explored: &mut Explored,
    ) {
        if let Some(navigator) = &mut self.navigator {
            navigator.route = Some(Rc::new(route));
        }
        // What a survey met is more than can happen.
        self.judge.forget();
        self.widenings.clear();
        self.pursuit = Some(Pursuit::new(nearest_to_route()));
        self.walk_anew(start, limits, watch, explored);
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
        self.navigator.as_ref().is_some_and(|navigator| navigator.route.is_none())
    }

    /// Whether the survey has found as many routes as are wanted.
    pub(crate) fn has_routes(&self) -> bool {
        let enough = |navigator: &Navigator| navigator.found.len() >= navigator.enough;
        self.is_surveying() && self.navigator.as_ref().is_some_and(enough)
    }

    /// Whether a loop that has gone round so often, with choices, is to be surveyed. One in another is
    /// walked for some rounds: what the last round around it asks is lost otherwise.
    pub(crate) fn is_to_survey(
        &self,
        navigation: &Navigation,
        frame: u64,
        id: LoopId,
        rounds: u32,
    ) -> bool {
        let outermost = navigation.now.as_ref().is_some_and(|stay| stay.is_of(frame, id));
        self.is_surveying() && (outermost || rounds >= WALKED_INSIDE)
    }

    /// Whether the input has chosen something in a loop.
    pub(crate) fn is_chosen(&self, function: FuncId, id: LoopId) -> bool {
        self.navigator.as_ref().is_some_and(|n| n.chosen.contains(&(function, id)))
    }

    /// The input chooses something where a state stands.
    pub(crate) fn note_chosen(&mut self, state: &State) {
        let Some(navigator) = self.navigator.as_mut().filter(|n| n.route.is_none()) else {
            return;
        };
        for frame in &state.frames {
            navigator.chosen.extend(frame.loops.iter().map(|visit| (frame.function, visit.id)));
        }
    }

    /// Lets the innermost loop of the frame on top go round any number of times. The frame stands
    /// before the jump to the header.
    pub(crate) fn survey_loop(&mut self, state: &mut State) -> Result<(), Stop> {
        let frame = state.frames.last().expect("a frame runs");
        let (function, code, serial) = (frame.function, frame.code.clone(), frame.serial);
        let loops: &FunctionLoops = code.loops.as_ref().expect("the frame is in a loop");
        let id = frame.loops.iter().next_back().expect("the frame is in a loop").id;
        let changes = self.loop_changes(function, &code, id);
        let series = self.loop_series(function, loops, id);
        let Some(mut counters) = self.counters(state, loops, &series, id) else {
            return Err(Stop::LoopLimit);
        };
        *self.widenings.entry((function, id)).or_default() += 1;
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
        if let Some(stay) = &mut state.navigation.now
            && stay.frame == serial
        {
            // The other edges follow from those that a block has several of.
            let chosen = |((from, _), _): &(Edge, Bv)| loops.cfg.successors(*from).len() > 1;
            Rc::make_mut(&mut stay.counted).extend(counters.edges.into_iter().filter(chosen));
            let rounds = Rc::make_mut(&mut stay.rounds);
            rounds.push(counters.rounds);
            rounds.extend(counters.inner_rounds);
        }
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let visit = frame.loops.innermost().expect("the frame is in a loop");
        visit.go_round_often(counters.rounds);
        self.counts.loops.widened += 1;
        Ok(())
    }

    /// Where a loop is left before the last round, it did not go round at all.
    pub(crate) fn leave_surveyed(&mut self, state: &mut State, rounds: Bv) -> Result<(), Stop> {
        let zero = self.pool.bv_u64(self.pool.width(rounds), 0);
        let none = self.pool.eq(rounds, zero);
        let possible = self.judge.possible(&mut self.pool, state, none);
        self.judge.assume(&mut self.pool, state, none, &possible)
    }

    /// A path of the survey has come to the target.
    pub(crate) fn chart(&mut self, mut state: State) {
        let navigation = state.navigation.clone();
        let stays = || navigation.stays.iter().chain(&navigation.now);
        // A loop that need not go round does not: what is left to do is what it takes.
        for rounds in stays().flat_map(|stay| stay.rounds.iter().rev()) {
            let zero = self.pool.bv_u64(self.pool.width(*rounds), 0);
            let none = self.pool.eq(*rounds, zero);
            if let Possible::Yes(model) = self.judge.ask(&mut self.pool, &state, none) {
                state.path.given(&mut self.pool, none, Some(&model));
            }
        }
        let always = self.pool.bool_const(true);
        let Some(model) = self.judge.witness(&mut self.pool, &state, always) else { return };
        let mut values = Evaluator::new(&self.pool, &model);
        let mut legs = Vec::new();
        for stay in stays() {
            let (mut wanted, mut counted) = ((*stay.taken).clone(), Tally::new());
            for (edge, counter) in stay.counted.iter() {
                let count = values.bv(*counter).to_u64().unwrap_or(u64::MAX);
                for tally in [&mut wanted, &mut counted] {
                    let entry = tally.entry((stay.function, *edge)).or_default();
                    *entry = entry.saturating_add(count);
                }
            }
            legs.push(Leg { function: stay.function, id: stay.id, wanted, counted });
        }
        let route = Route { legs, between: (*navigation.between).clone() };
        self.navigator.as_mut().expect("a survey is made").found.push(route);
    }

    /// The frame on top comes to a loop that it is not in.
    pub(crate) fn begin_stay(&mut self, state: &mut State, id: LoopId) {
        let (Some(navigator), Some(frame)) = (&self.navigator, state.frames.last()) else { return };
        let navigation = &mut state.navigation;
        if navigation.now.is_some() {
            return;
        }
        let mut leg = None;
        if let Some(route) = &navigator.route {
            let is_it = |leg: &Leg| (leg.function, leg.id) == (frame.function, id);
            let ahead = route.legs.get(navigation.legs..).unwrap_or_default();
            leg = ahead.iter().position(is_it).map(|found| navigation.legs + found);
            navigation.legs = leg.map_or(navigation.legs, |leg| leg + 1);
        }
        let (taken, counted, rounds) = Default::default();
        let (frame, function) = (frame.serial, frame.function);
        navigation.now = Some(Stay { frame, function, id, leg, taken, counted, rounds });
    }

    /// The frame of this number leaves a loop.
    pub(crate) fn end_stay(&mut self, navigation: &mut Navigation, frame: u64, id: LoopId) {
        let Some(navigator) = &self.navigator else { return };
        let Some(stay) = navigation.now.take_if(|stay| stay.is_of(frame, id)) else { return };
        match &navigator.route {
            Some(route) => {
                let leg = stay.leg.map(|leg| &route.legs[leg]);
                navigation.strayed += leg.map_or(0, |leg| self.unmet(leg, &stay.taken));
            }
            None => navigation.stays.push(stay),
        }
    }

    /// How much of a leg is not done.
    fn unmet(&self, leg: &Leg, taken: &Tally) -> u64 {
        let shape = self.shapes.get(&leg.function);
        let inside = |(_, (_, to)): &(FuncId, Edge)| {
            shape.is_some_and(|shape| shape.loops.contains(leg.id, *to))
        };
        let done = |edge: &(FuncId, Edge)| taken.get(edge).copied().unwrap_or(0);
        let wanted = leg.wanted.iter().filter(|(edge, _)| inside(edge));
        let unmet = wanted.map(|(edge, wanted)| wanted.saturating_sub(done(edge)));
        let unmet = unmet.fold(0, u64::saturating_add);
        u64::from(u64::BITS - unmet.leading_zeros())
    }

    /// The frame on top takes an edge, at whose mark it stands, to a block.
    pub(crate) fn take_edge(&mut self, state: &mut State, to: BlockId) {
        if self.navigator.is_none() {
            return;
        }
        let Some((function, serial, edge)) = self.edge_from(state, to) else { return };
        let route = self.navigator.as_ref().and_then(|navigator| navigator.route.clone());
        let navigation = &mut state.navigation;
        let (wanted, taken) = match &mut navigation.now {
            // What is called in a loop is not counted.
            Some(stay) if stay.frame != serial => return,
            Some(stay) => {
                let leg = route.as_ref().zip(stay.leg);
                let wanted = leg.map(|(route, leg)| &route.legs[leg].wanted);
                (wanted, &mut stay.taken)
            }
            None => (route.as_ref().map(|route| &route.between), &mut navigation.between),
        };
        let count = Rc::make_mut(taken).entry((function, edge)).or_default();
        *count += 1;
        let strays = wanted.is_some_and(|wanted| left(wanted, function, edge, *count) < 0);
        navigation.strayed += u64::from(strays);
    }

    /// How far a state has strayed from its route when it takes the side of a choice that leads to
    /// a block, and how often that edge is still to be taken.
    pub(crate) fn heading(&mut self, state: &State, to: Option<BlockId>) -> (u64, (u64, u64)) {
        let route = self.navigator.as_ref().and_then(|navigator| navigator.route.clone());
        let navigation = &state.navigation;
        // Who stands within a block has taken its edge.
        let here = to.and_then(|to| self.edge_from(state, to));
        let here = here.filter(|(_, _, (from, to))| from != to);
        let (Some(route), Some((function, serial, edge))) = (route, here) else {
            return (navigation.strayed, (0, 0));
        };
        let count = |taken: &Tally| taken.get(&(function, edge)).copied().unwrap_or(0) + 1;
        let (ahead, early, unmet) = match &navigation.now {
            Some(stay) if stay.frame != serial => return (navigation.strayed, (0, 0)),
            Some(stay) => {
                let Some(leg) = stay.leg.map(|leg| &route.legs[leg]) else {
                    return (navigation.strayed, (0, 0));
                };
                let shape = self.shape(function);
                let leaves = !shape.loops.contains(leg.id, edge.1);
                let unmet = if leaves { self.unmet(leg, &stay.taken) } else { 0 };
                let taken = count(&stay.taken);
                let ahead = left(&leg.wanted, function, edge, taken);
                (ahead, left(&leg.counted, function, edge, taken), unmet)
            }
            None => {
                let taken = count(&navigation.between);
                (left(&route.between, function, edge, taken), 0, 0)
            }
        };
        let strayed = navigation.strayed + u64::from(ahead < 0);
        let some = |left: i64| u64::try_from(left + 1).unwrap_or(0);
        (strayed.saturating_add(unmet), (some(early), some(ahead)))
    }

    /// The function and the number of the frame on top, and its edge to a block, if it has others.
    fn edge_from(&mut self, state: &State, to: BlockId) -> Option<(FuncId, u64, Edge)> {
        let frame = state.frames.last()?;
        let inst = *frame.code.insts.get(frame.pc)?;
        let shape = self.shape(frame.function);
        let from = shape.block(inst)?;
        let several = shape.cfg.successors(from).len() > 1;
        several.then_some((frame.function, frame.serial, (from, to)))
    }
}

/// How often an edge is still to be taken when it was taken so often; less than nothing if that is
/// too often. Where nothing is said of its block, any way is right.
fn left(wanted: &Tally, function: FuncId, edge: Edge, taken: u64) -> i64 {
    let said = wanted.range((function, (edge.0, BlockId::from_index(0)))..);
    let mut said = said.take_while(|((of, (from, _)), _)| (*of, *from) == (function, edge.0));
    if said.next().is_none() {
        return 0;
    }
    let wanted = wanted.get(&(function, edge)).copied().unwrap_or(0);
    i64::try_from(wanted).unwrap_or(i64::MAX).saturating_sub_unsigned(taken)
}
