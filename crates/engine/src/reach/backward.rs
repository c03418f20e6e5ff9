//! Search that begins in the function of the target, and goes on from there to its callers.
//!
//! The function that holds the target is explored alone, whatever its callers pass. The paths
//! through it that reach the target are kept as the branches that they took. Then its callers are
//! explored, and theirs, up to `main`; where a path enters a function that has such paths, those
//! are tried before anything else. What is begun in the middle of a program says nothing about what
//! can happen: only a path from `main` counts.

use crate::code::target::Target;
use crate::engine::Engine;
use crate::records::backward::Backward;
use crate::records::frontier::Frontier;
use crate::records::nearness::Nearness;
use crate::state::State;
use crate::state::trial::{OnWay, Trial, Turn};
use margay_ir::{FuncId, Id};
use std::rc::Rc;

/// Partial paths through one function that are kept.
const MOST_WAYS: usize = 16;

impl Engine<'_> {
    /// Begins where paths are wanted.
    pub(crate) fn begin_backward(&mut self, open: &mut Frontier) {
        if self.reaching.pursuit.as_ref().is_none_or(|pursuit| pursuit.backward.is_none()) {
            return;
        }
        let holders: Vec<FuncId> = self.reaching.target.functions().collect();
        holders.into_iter().for_each(|function| self.begin_at(function, open));
    }

    /// Begins in a function, unless that was done.
    fn begin_at(&mut self, function: FuncId, open: &mut Frontier) {
        let is_main = self.program.main() == Some(function);
        let Some(backward) = self.backward() else { return };
        backward.at_main |= is_main;
        // A function that is not reachable from `main` leads nowhere.
        let connected = backward.chains[function.index()] != u32::MAX;
        if !backward.begun.insert(function) || is_main || !connected {
            return;
        }
        if let Ok(state) = self.start_function_symbolic(function) {
            self.put_away(open, state, None);
        }
    }

    pub(crate) fn backward(&mut self) -> Option<&mut Backward> {
        self.reaching.pursuit.as_mut()?.backward.as_mut()
    }

    /// A path that began in a function explored alone has reached the target.
    pub(crate) fn arrive(&mut self, state: &State, open: &mut Frontier) {
        let Some(function) = state.began_in() else { return };
        let way: Rc<[Turn]> = state.guidance.backward.turns.iter().copied().collect();
        let Some(backward) = self.backward() else { return };
        let ways = backward.ways.entry(function).or_default();
        if ways.len() >= MOST_WAYS || ways.contains(&way) {
            return;
        }
        ways.push(way);
        if ways.len() > 1 {
            return;
        }
        let callers = backward.graph.callers(function);
        self.want_calls();
        callers.into_iter().for_each(|caller| self.begin_at(caller, open));
    }

    /// Calls of functions that have partial paths are wanted from now on, as the target is.
    fn want_calls(&mut self) {
        let Some(backward) = self.reaching.pursuit.as_ref().and_then(|p| p.backward.as_ref())
        else {
            return;
        };
        let (graph, ways) = (&backward.graph, &backward.ways);
        let sites = self.program.functions.ids().flat_map(|caller| graph.sites(caller));
        let leads = |site: &&_| graph.targets(site).iter().any(|callee| ways.contains_key(callee));
        let calls = sites.filter(leads).map(|site| (site.caller, site.inst));
        let wanted: Target = calls.chain(self.reaching.target.iter()).collect();
        self.reaching.nearness = Some(Rc::new(Nearness::new(self.program, &wanted)));
        if let Some(pursuit) = &mut self.reaching.pursuit {
            pursuit.wanted += 1;
        }
    }

    /// The turn that a side of a choice takes which a state stands at. Gives the state, unless it was only to try a
    /// partial path that it has left, and another one to try partial paths where there are some.
    pub(crate) fn turn(&mut self, mut state: State, side: u32) -> [Option<State>; 2] {
        let (Some(backward), Some(frame)) = (self.backward(), state.frames.last()) else {
            return [Some(state), None];
        };
        let turn = Turn { function: frame.function, pc: frame.pc, side };
        state.guidance.backward.turns.push(turn);
        if let Some(trial) = &mut state.guidance.backward.trial {
            trial.ways.retain_mut(|on| on.follow(turn));
            let leads = !trial.ways.is_empty();
            return [Some(state).filter(|_| leads), None];
        }
        // A function that is analysed alone has its partial paths from that.
        let own = usize::from(state.began_in().is_some());
        state.guidance.backward.tried =
            state.guidance.backward.tried.min(state.frames.len()).max(own);
        let mut frames = state.frames.iter().enumerate().skip(state.guidance.backward.tried);
        let found = frames
            .find_map(|(depth, frame)| Some((depth + 1, backward.ways.get(&frame.function)?)));
        let Some((depth, ways)) = found else { return [Some(state), None] };
        let on = |way: &Rc<[Turn]>| OnWay { way: way.clone(), at: 0, strange: 0 };
        let mut ways: Vec<OnWay> = ways.iter().map(on).collect();
        ways.retain_mut(|on| on.follow(turn));
        state.guidance.backward.tried = depth;
        let other = (!ways.is_empty()).then(|| {
            let mut other = state.clone();
            other.guidance.backward.trial = Some(Trial { ways });
            other
        });
        [Some(state), other]
    }
}
