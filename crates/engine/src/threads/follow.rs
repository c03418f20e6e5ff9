//! Following orders: a path is executed again in the other orders that its record allows.
//!
//! What threads do in one of them may be something else than on the path: a test comes out differently, a
//! lock that is tried is taken. Then that execution has a record of its own, in which candidates are looked for
//! and from which further orders are made. Each class of orders is executed once. The work is counted
//! and bounded: what is left out is said.

use crate::engine::Engine;
use crate::engine::Interleavings;
use crate::state::State;
use crate::state::interactions::{Interaction, Record};
use crate::state::plan::{Leg, Plan, stop_before};
use crate::threads::interleavings::{Actions, MOST_WALKED, MOST_WALKED_AT_ONCE, Order};
use crate::threads::rehearsal::Ending;
use crate::threads::rehearsal::most_steps;
use margay_smt::Assignment;
use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

/// So many orders that differ are all followed, of one record; and so many where that is quick.
const FEW: usize = 64;
const FEW_SHORT: usize = 1_000;
/// So many orders are followed on a path and on all paths however long they take; and more, as long as no more
/// operations than these were spent on all.
const SURE_ON_PATH: usize = 64;
const SURE: usize = 256;
const QUICK_ON_PATH: u64 = 2_000_000;
const QUICK: u64 = 4_000_000;
/// Orders of all classes that are made from one record.
const MOST_MADE: usize = 256;
/// What it costs to begin one, in operations.
const BEGINNING: u64 = 2_000;
/// Orders of all classes that are counted.
const MOST_REDUCED: u64 = 1_000_000;
/// Interactions in records of other orders, on one path.
const MOST_INTERACTIONS: usize = 100_000;

/// What is said of a record from which none are made.
const TOO_LONG: &str = "more than 1,000 accesses on a path";

/// The work on one path.
#[derive(Default)]
struct Work {
    count: usize,
    operations: u64,
    /// Classes of orders that were executed, or would have been.
    known: HashSet<u64>,
    /// Records from which orders are still to be made, and the interactions in all that there were.
    open: VecDeque<Rc<Record>>,
    interactions: usize,
}

impl Work {
    /// Whether a record may be examined that another order has made, and further orders be made from it.
    fn has_room(&mut self, record: &Record) -> bool {
        self.interactions += record.interactions.len();
        self.interactions <= MOST_INTERACTIONS
    }
}

/// A path that is executed again, with an input that leads along it.
struct Rehearsed<'a> {
    record: &'a Rc<Record>,
    model: &'a Assignment,
    most_steps: u64,
}

impl Engine<'_> {
    /// Executes a path again in other orders of turns, and keeps what goes wrong in them.
    pub(crate) fn follow_interleavings(
        &mut self,
        path: &State,
        record: &Record,
        model: &Assignment,
    ) {
        let mut work = Work::default();
        let most_steps = most_steps(&record.base, path);
        let cost = path.steps - record.base.steps + BEGINNING;
        let few = usize::try_from(QUICK_ON_PATH / cost).unwrap_or(FEW_SHORT);
        let few = few.clamp(FEW, FEW_SHORT);
        work.open.push_back(Rc::new(record.clone()));
        let mut is_first = true;
        while let Some(record) = work.open.pop_front() {
            if !self.may_go_on() {
                return;
            }
            if let Some(why_not) = self.is_enough(&work) {
                self.judge.untried_turns.insert(why_not.to_owned());
                return;
            }
            let Some(actions) = Actions::new(&record) else {
                self.judge.untried_turns.insert(TOO_LONG.to_owned());
                continue;
            };
            work.known.insert(actions.class_of(&actions.recorded));
            if is_first {
                self.counts.interleavings.actions += actions.recorded.len() as u64;
            }
            let mut positions = 0;
            let (orders, has_more) = self.orders(&actions, few, is_first, &mut positions);
            // To look at one takes the longer the more threads could go on from there.
            let operations = (positions * actions.thread_count()) as u64;
            work.operations += operations;
            self.tried.orders.operations += operations;
            if has_more {
                self.judge.untried_turns.insert("beyond 256 of one path".to_owned());
            }
            is_first = false;
            if !self.may_go_on() {
                return;
            }
            for order in orders {
                if !work.known.insert(actions.class_of(&order)) {
                    continue;
                }
                if !self.may_go_on() {
                    return;
                }
                if let Some(why_not) = self.is_enough(&work) {
                    self.judge.untried_turns.insert(why_not.to_owned());
                    return;
                }
                let from = Rehearsed { record: &record, model, most_steps };
                self.follow_order(&mut work, &actions, &order, &from);
            }
        }
    }

    /// Whether there is time for more orders and candidates. What is left out if there is none is noted.
    pub(crate) fn may_go_on(&mut self) -> bool {
        let goes_on = self.goes_on.as_ref().is_none_or(|asked| asked());
        if !goes_on {
            self.judge.untried_turns.insert("beyond the time given".to_owned());
        }
        goes_on
    }

    /// Which orders are not followed any more, if enough were.
    fn is_enough(&self, work: &Work) -> Option<&'static str> {
        let all = &self.tried.orders;
        if all.count >= SURE && all.operations >= QUICK {
            return Some("beyond 256, and those that were quick");
        }
        let is_enough = work.count >= SURE_ON_PATH && work.operations >= QUICK_ON_PATH;
        is_enough.then_some("beyond 64 on a path, and those that were quick")
    }

    /// Executes a path again in one order.
    fn follow_order(
        &mut self,
        work: &mut Work,
        actions: &Actions<'_>,
        order: &Order,
        from: &Rehearsed<'_>,
    ) {
        let Rehearsed { record, model, most_steps } = *from;
        let legs = actions
            .turns(order)
            .into_iter()
            .map(|(thread, until)| Leg { thread, until: until.map(stop_before) });
        let (state, end) = self.rehearse(record, model, Plan::taking_turns(legs), most_steps);
        let operations = state.steps.saturating_sub(record.base.steps) + BEGINNING;
        let followed = &mut self.tried.orders;
        followed.count += 1;
        followed.operations += operations;
        work.count += 1;
        work.operations += operations;
        self.counts.interleavings.followed += 1;
        for (read, remote) in actions.reads(order) {
            followed.defined.insert((actions.interaction(read).spot, remote));
        }
        if let Ending::Fault(mut event) = end
            && !self.follows_unsurely(&state)
            && !self.is_shown_deadlock(&state, &event.fault)
        {
            event.evidence.turns = self.turns(&state);
            self.judge.keep_last(&state, *event);
        }
        // What they did instead has orders of its own.
        let done = state.plan().and_then(Plan::record).map(|record| &**record);
        let Some(mut own) = state.record().or(done).cloned() else { return };
        own.settle_order();
        let Some(class) = Actions::class_of_record(&own) else {
            self.judge.untried_turns.insert(TOO_LONG.to_owned());
            return;
        };
        if !work.known.insert(class) {
            return;
        }
        if work.has_room(&own) {
            self.judge_record(&state, &own, Some(model.clone()));
            work.open.push_back(Rc::new(own));
        } else {
            self.judge.untried_turns.insert("after 100,000 accesses in them".to_owned());
        }
    }

    /// The orders in which a path is executed again, and whether there are more that are wanted.
    fn orders(
        &mut self,
        actions: &Actions<'_>,
        few: usize,
        is_first: bool,
        positions: &mut usize,
    ) -> (Vec<Order>, bool) {
        let counts = &mut self.counts.interleavings;
        let goes_on = || self.goes_on.as_ref().is_none_or(|asked| asked());
        let mut orders = Vec::new();
        match self.options.interleavings {
            Interleavings::Off => {}
            Interleavings::Choose => {
                let is_all =
                    actions.each_class(MOST_WALKED_AT_ONCE, &goes_on, positions, &mut |order| {
                        orders.push(order.to_vec());
                        orders.len() <= few
                    });
                if !is_all {
                    return (self.defining_orders(actions, positions), false);
                }
            }
            Interleavings::LocalOrRemoteDefine => {
                return (self.defining_orders(actions, positions), false);
            }
            // What threads do anew in another order is no order of what they did.
            Interleavings::All if !is_first => {
                let is_all =
                    actions.each_class(MOST_WALKED_AT_ONCE, &goes_on, positions, &mut |order| {
                        orders.push(order.to_vec());
                        orders.len() < MOST_MADE
                    });
                return (orders, !is_all);
            }
            Interleavings::All => {
                counts.possible =
                    counts.possible.saturating_add(actions.count(&goes_on).unwrap_or(u64::MAX));
                let before = counts.reduced;
                actions.each_class(MOST_WALKED, &goes_on, positions, &mut |order| {
                    if orders.len() < MOST_MADE {
                        orders.push(order.to_vec());
                    }
                    counts.reduced += 1;
                    counts.reduced < MOST_REDUCED
                });
                let has_more = counts.reduced - before > orders.len() as u64;
                return (orders, has_more);
            }
        }
        (orders, false)
    }

    /// An order for each way in which reads are defined that no order was followed for.
    fn defining_orders(&mut self, actions: &Actions<'_>, positions: &mut usize) -> Vec<Order> {
        let goes_on = || self.goes_on.as_ref().is_none_or(|asked| asked());
        let known = &mut self.tried.orders.defined;
        for (read, remote) in actions.reads(&actions.recorded) {
            known.insert((actions.interaction(read).spot, remote));
        }
        let covered = |read: &Interaction, remote| known.contains(&(read.spot, remote));
        actions.each_definition(&covered, &goes_on, positions)
    }
}
