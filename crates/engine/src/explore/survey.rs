//! Surveys: what comes after loops, whatever paths their iterations take and however many they are.
//!
//! A loop in which the input chooses is not executed iteration by iteration: after any number of iterations its
//! variables are functions of how often each edge was taken (`counters.rs`). Then comes one last iteration, executed as
//! it is, so that what keeps the loop going held before it. What is asked after the loop is asked of the counters. A
//! survey takes in all that the program can do, and more. So if none of its paths comes to the target, none of the
//! program does, as far as nothing was left out and the loops only compute. A path that does come there tells a route
//! (`route/following.rs`).

use crate::engine::Engine;
use crate::records::explored::{Cut, Explored, Progress};
use crate::records::frontier::Frontier;
use crate::records::limits::{Limits, PartLimits};
use crate::records::navigator::Navigator;
use crate::records::pursuit::Pursuit;
use crate::records::route::Route;
use crate::state::State;
use crate::strategy::nearest_and_last;

/// Routes that are tried.
const MOST_ROUTES: usize = 2;
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
                // Without a route the survey is all there is to say, if it holds for every number of iterations.
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

    /// Executes any number of iterations at once, until so many routes are found. Gives the last of them.
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

    /// A path of the survey has come to the target.
    pub(crate) fn note_route(&mut self, state: State) {
        if let (Some(route), Some(navigator)) = (self.route_of(state), &mut self.reaching.navigator)
        {
            navigator.found.push(route);
        }
    }
}
