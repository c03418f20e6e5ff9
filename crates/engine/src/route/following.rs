//! Routes: how often each edge of loops is to be taken on a path to the target.
//!
//! A path of a survey (`explore/survey.rs`) that comes there is a route: with a solution for its counters, how often
//! each edge of each loop is taken, and which branches to take between loops. States of the program itself are then
//! followed, path by path, those first that have strayed least from the route, and of these the one that has come
//! furthest. A route is advice: what it leads to has been executed, and where it leads nowhere, other states are left.
//! It does not say in which order iterations take their paths.

use crate::code::shape::Edge;
use crate::engine::Engine;
use crate::records::navigator::Navigator;
use crate::records::pursuit::Pursuit;
use crate::records::route::{Leg, Route};
use crate::state::State;
use crate::state::navigation::{EdgeCounts, Navigation, Stay};
use crate::state::possible::Possible;
use crate::strategy::nearest_to_route;
use margay_ir::{BlockId, FuncId, Id, LoopId};
use margay_smt::Evaluator;
use std::rc::Rc;

/// Bits of the numbers of iterations that are tried, the fewest first.
const ROUND_BITS: [u32; 5] = [0, 4, 8, 12, 16];

impl Engine<'_> {
    /// Whether the survey has found as many routes as are wanted.
    pub(crate) fn has_routes(&self) -> bool {
        let enough = |navigator: &Navigator| navigator.found.len() >= navigator.enough;
        self.is_surveying() && self.reaching.navigator.as_ref().is_some_and(enough)
    }

    /// Whether loops are surveyed.
    pub(crate) fn is_surveying(&self) -> bool {
        self.reaching.navigator.as_ref().is_some_and(|navigator| navigator.route.is_none())
    }

    /// Lets states follow a route.
    pub(crate) fn follow_route(&mut self, route: Route) {
        if let Some(navigator) = &mut self.reaching.navigator {
            navigator.route = Some(Rc::new(route));
        }
        self.reaching.pursuit = Some(Pursuit::new(nearest_to_route()));
    }

    /// The route of a path of the survey that has come to the target. Loops iterate as rarely as can
    /// be: what is left to do is what it takes.
    pub(crate) fn route_of(&mut self, mut state: State) -> Option<Route> {
        let navigation = state.guidance.navigation.clone();
        let stays = || navigation.stays.iter().chain(&navigation.now);
        for rounds in stays().flat_map(|stay| stay.rounds.iter().rev()) {
            for bits in ROUND_BITS {
                let most = self.pool.bv_u64(self.pool.width(*rounds), 1 << bits);
                let few = self.pool.bv_ult(*rounds, most);
                if let Possible::Yes(model) = self.judge.ask(&mut self.pool, &state, few) {
                    state.path.given(&mut self.pool, few, Some(&model));
                    break;
                }
            }
        }
        let always = self.pool.bool_const(true);
        let model = self.judge.witness(&mut self.pool, &state, always)?;
        let mut values = Evaluator::new(&self.pool, &model);
        let mut legs = Vec::new();
        for stay in stays() {
            let (mut wanted, mut counted) = ((*stay.taken).clone(), EdgeCounts::new());
            for (edge, counter) in stay.counted.iter() {
                let count = values.bv(*counter).to_u64().unwrap_or(u64::MAX);
                for tally in [&mut wanted, &mut counted] {
                    let entry = tally.entry((stay.function, *edge)).or_default();
                    *entry = entry.saturating_add(count);
                }
            }
            legs.push(Leg { function: stay.function, id: stay.id, wanted, counted });
        }
        Some(Route { legs, between: (*navigation.between).clone() })
    }

    /// The frame on top comes to a loop that it is not in.
    pub(crate) fn begin_stay(&mut self, state: &mut State, id: LoopId) {
        let (Some(navigator), Some(frame)) = (&self.reaching.navigator, state.frames.last()) else {
            return;
        };
        let navigation = &mut state.guidance.navigation;
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
        let Some(navigator) = &self.reaching.navigator else { return };
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
    fn unmet(&self, leg: &Leg, taken: &EdgeCounts) -> u64 {
        let shape = self.analyses.shapes.get(&leg.function);
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
        if self.reaching.navigator.is_none() {
            return;
        }
        let Some((function, serial, edge)) = self.edge_from(state, to) else { return };
        let route = self.reaching.navigator.as_ref().and_then(|navigator| navigator.route.clone());
        let navigation = &mut state.guidance.navigation;
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
        let route = self.reaching.navigator.as_ref().and_then(|navigator| navigator.route.clone());
        let navigation = &state.guidance.navigation;
        // Who stands within a block has taken its edge.
        let here = to.and_then(|to| self.edge_from(state, to));
        let here = here.filter(|(_, _, (from, to))| from != to);
        let (Some(route), Some((function, serial, edge))) = (route, here) else {
            return (navigation.strayed, (0, 0));
        };
        let count = |taken: &EdgeCounts| taken.get(&(function, edge)).copied().unwrap_or(0) + 1;
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

/// How often an edge is still to be taken when it was taken so often; less than nothing if that is too often. Where
/// nothing is said of its block, any branch is right.
fn left(wanted: &EdgeCounts, function: FuncId, edge: Edge, taken: u64) -> i64 {
    let said = wanted.range((function, (edge.0, BlockId::from_index(0)))..);
    let mut said = said.take_while(|((of, (from, _)), _)| (*of, *from) == (function, edge.0));
    if said.next().is_none() {
        return 0;
    }
    let wanted = wanted.get(&(function, edge)).copied().unwrap_or(0);
    i64::try_from(wanted).unwrap_or(i64::MAX).saturating_sub_unsigned(taken)
}
