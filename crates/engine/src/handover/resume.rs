//! Handing states over: what one engine has not followed, another one takes up.
//!
//! An engine that has done its share of work gives its open states away as ends of start paths. The
//! one that takes them up begins at the entry, tells each state what it was told before, and comes
//! to the same states; what several of them went through together is executed once. No query is
//! asked on the path, and nothing is noted or counted: the engine that was there first has done
//! that.
//!
//! If a state loses its start path, because terms of the two engines were built in another order, the state that it
//! went on from is followed as any state: what comes after that may be executed twice.

use crate::engine::{Engine, Pause};
use crate::records::counts::Counts;
use crate::records::explored::{Forked, Side};
use crate::records::frontier::Frontier;
use crate::records::limits::Limits;
use crate::records::origin::Origin;
use crate::records::part::{End, Leaf, NamedValues, Part};
use crate::records::recorder::Recorder;
use crate::records::region::Region;
use crate::state::State;
use crate::state::possible::Possible;
use crate::state::start_path::{Link, LinkId, Stand, StartPath, Told};
use margay_ir::{FuncId, Id, LoopId};
use margay_smt::Assignment;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// Beyond so many values and conditions, states are handed over without a model: a path may have a
/// hundred thousand open choices, each of which would need as many. Those are found again when they
/// are needed.
const MOST_VALUES: usize = 1 << 15;

impl Engine<'_> {
    /// Gives away all states that wait.
    pub(crate) fn hand_over(&mut self, mut frontier: Frontier) -> Part {
        let mut room = MOST_VALUES;
        let region = frontier.region.take().map(Region::into_parts);
        let regions = std::mem::take(&mut frontier.handed_regions);
        let ends = self.ends(frontier, &mut room);
        let mut leaves: Vec<Leaf> =
            ends.into_iter().map(|end| Leaf { ends: vec![end], together: None }).collect();
        leaves.extend(regions);
        if let Some((base, opened, members)) = region {
            let mut end = |(state, waits): &(State, bool)| {
                let frames = self.frames(state, None);
                End { waits: *waits, ..self.end(state, frames, &mut room) }
            };
            let ends: Vec<End> = members.iter().map(&mut end).collect();
            if !ends.is_empty() {
                leaves.push(Leaf { ends, together: Some((base.history.path(), opened)) });
            }
        }
        Part { leaves }
    }

    /// Takes up the states of a part, in the order of [`Part::nodes`]; they are in the nodes of the
    /// tree that are numbered so. They are come to when they are followed.
    pub(crate) fn take_up(&mut self, part: Part, frontier: &mut Frontier) {
        self.spent.resumed.paths += part.len() as u64;
        let mut number = 0;
        for mut leaf in part.leaves {
            for end in &mut leaf.ends {
                end.node = Id::from_index(number);
                number += 1;
            }
            match leaf.together {
                Some(_) => frontier.handed_regions.push(leaf),
                None => leaf.ends.into_iter().for_each(|end| self.put_away_end(frontier, end)),
            }
        }
    }

    /// Comes to the states of a leaf, and makes them a merge group if they were one.
    pub(crate) fn take_up_region(&mut self, leaf: Leaf, limits: &Limits, frontier: &mut Frontier) {
        let mut origin = frontier.take_origin();
        origin.wanted_base = leaf.together.as_ref().map(|(base, _)| base.id());
        let back = self.come_to(&mut origin, &leaf.ends, limits);
        let base = origin.base.take();
        let together = base.is_some();
        if let (Some(base), Some((_, opened))) = (base, leaf.together) {
            self.restore_region(base, opened, frontier);
        }
        frontier.origin = Some(origin);
        for (state, end) in back.found.into_iter().zip(&leaf.ends) {
            let Some(mut state) = state else { continue };
            state.joining.merges = together;
            match end.waits {
                true => self.meet(frontier, state),
                false => self.put_away(frontier, state, None),
            }
        }
        back.lost.into_iter().for_each(|state| self.put_away(frontier, state, None));
    }

    /// The states that start paths lead to.
    pub(crate) fn come_to(
        &mut self,
        origin: &mut Origin,
        ends: &[End],
        limits: &Limits,
    ) -> BroughtBack {
        let mut before = self.set_counts_aside();
        let mut resume = Resume::new(origin, ends);
        let mut found = Vec::new();
        for end in ends {
            let state = resume.come_to(self, &end.stand, limits).map(|mut state| {
                state.recorded.node = end.node;
                state.joining.merges = false;
                state.path.is_unshown = end.was_shown;
                if let Some(values) = &end.model {
                    self.show(&mut state, values);
                }
                let last = end.stand.path.last().filter(|last| last.steps == state.steps);
                if let (Some(tree), Some(_)) = (&mut before.tree, last) {
                    tree.has_asked(&state);
                }
                state
            });
            found.push(state);
        }
        let mut lost = std::mem::take(&mut resume.lost);
        let (steps, choices) = (resume.steps, resume.choices);
        resume.close();
        for state in &mut lost {
            (state.joining.merges, state.path.is_unshown) = (false, true);
        }
        self.restore_counts(before);
        self.spent.resumed.steps += steps;
        self.spent.resumed.choices += choices;
        self.spent.resumed.lost += lost.len() as u64;
        BroughtBack { found, lost }
    }

    /// Shows that a path can be taken with values that were handed over.
    fn show(&mut self, state: &mut State, values: &NamedValues) {
        let mut model = Assignment::new();
        for (name, value) in values {
            if let Some(symbol) = self.pool.find_symbol(name) {
                model.set(symbol, value.clone());
            }
        }
        let model = Rc::new(model);
        state.path.show(&self.pool, &model);
        // What leads to a path leads to where it began as well.
        if let Some(first) = state.widening.first.as_mut().filter(|w| w.before.path.is_unshown) {
            Rc::make_mut(first).before.path.show(&self.pool, &model);
        }
        self.kept.shown = Some(model);
    }

    /// Sees to it that a state has a model of its path, if another engine had one, or this one
    /// before. Most of the last one that was found will fit.
    pub(crate) fn ensure_shown(&mut self, state: &mut State) {
        if !std::mem::take(&mut state.path.is_unshown) || state.path.condition().is_witnessed() {
            return;
        }
        if let Some(model) = &self.kept.shown {
            state.path.show(&self.pool, model);
        }
        let always = self.pool.bool_const(true);
        if !state.path.condition().is_witnessed() {
            let (asked, undecided) = (self.judge.queries, self.judge.undecided);
            if let Possible::Yes(model) = self.judge.ask(&mut self.pool, state, always) {
                state.path.show(&self.pool, &model);
            }
            self.spent.resumed.queries += self.judge.queries - asked;
            (self.judge.queries, self.judge.undecided) = (asked, undecided);
        }
        let model = state.path.condition().complete(&mut self.pool, &Assignment::new(), always);
        self.kept.shown = Some(Rc::new(model));
    }
}

/// States that were reached: one for each start path that was not lost, and those that are followed for those that did.
pub(crate) struct BroughtBack {
    pub found: Vec<Option<State>>,
    pub lost: Vec<State>,
}

/// What is counted, while nothing is to be counted.
struct Aside {
    tree: Option<Recorder>,
    counts: Counts,
    taken: HashMap<(FuncId, usize), [u32; 2]>,
    widenings: HashMap<(FuncId, LoopId), u32>,
    unknown_calls: BTreeMap<String, u64>,
    queries: u64,
    undecided: u64,
    uncertain: u64,
    unsearched: u64,
}

impl Engine<'_> {
    fn set_counts_aside(&mut self) -> Aside {
        Aside {
            tree: self.tree.take(),
            counts: self.counts,
            taken: self.kept.taken.clone(),
            widenings: std::mem::take(&mut self.looping.widenings),
            unknown_calls: self.unknown_calls.clone(),
            queries: self.judge.queries,
            undecided: self.judge.undecided,
            uncertain: self.judge.uncertain,
            unsearched: self.judge.unsearched,
        }
    }

    fn restore_counts(&mut self, aside: Aside) {
        self.tree = aside.tree;
        self.counts = aside.counts;
        self.kept.taken = aside.taken;
        self.looping.widenings = aside.widenings;
        self.unknown_calls = aside.unknown_calls;
        self.judge.queries = aside.queries;
        self.judge.undecided = aside.undecided;
        self.judge.uncertain = aside.uncertain;
        self.judge.unsearched = aside.unsearched;
    }
}

/// The states that were come to so far.
struct Resume<'a> {
    origin: &'a mut Origin,
    /// States that stand where a choice has just been made, or paths were merged.
    states: HashMap<LinkId, State>,
    /// States at the ends of paths that are merged later; none of those that lost their start path.
    ends: HashMap<(LinkId, u64), Option<State>>,
    /// States before choices whose sides are a merge group; none where the start path was lost.
    bases: HashMap<LinkId, Option<State>>,
    wanted_bases: HashSet<LinkId>,
    /// The sides of choices that lead to what is wanted.
    sides: HashMap<LinkId, Vec<Arc<Link>>>,
    /// Links after which nothing can be reached.
    dead_ends: HashSet<LinkId>,
    lost: Vec<State>,
    steps: u64,
    choices: u64,
}

/// The last state on a start path that is known, if there is one, and the links from there on.
type Begun = (Option<State>, Vec<Arc<Link>>);

/// What is to be reached.
#[derive(Clone)]
enum Goal {
    Stand(Stand),
    /// The state before a choice, and one of the sides of the choice.
    Base {
        base: LinkId,
        side: Arc<Link>,
    },
}

impl Goal {
    /// The state before the choice from which several start paths go on.
    fn base(base: &StartPath, ways: &[Stand]) -> Option<Goal> {
        let mut path = &ways.first()?.path;
        loop {
            let link = path.last()?;
            path = match &link.told {
                Told::Merged { ways, .. } => &ways.first()?.path,
                Told::Took(..) if link.before.id() == base.id() => {
                    return Some(Goal::Base { base: base.id(), side: link.clone() });
                }
                _ => &link.before,
            };
        }
    }
}

impl<'a> Resume<'a> {
    fn new(origin: &'a mut Origin, ends: &[End]) -> Resume<'a> {
        let wanted_base = origin.wanted_base;
        let mut resume = Resume {
            origin,
            states: HashMap::new(),
            ends: HashMap::new(),
            bases: HashMap::new(),
            wanted_bases: wanted_base.into_iter().collect(),
            sides: HashMap::new(),
            dead_ends: HashSet::new(),
            lost: Vec::new(),
            steps: 0,
            choices: 0,
        };
        let mut open: Vec<StartPath> = ends.iter().map(|end| end.stand.path.clone()).collect();
        let mut seen = HashSet::new();
        while let Some(path) = open.pop() {
            // A path is never traced back beyond a state that is kept.
            let is_kept = resume.origin.checkpoints.contains_key(&path.id());
            let link = path.last().filter(|_| !is_kept && seen.insert(path.id()));
            let Some(link) = link else { continue };
            match &link.told {
                Told::Took(..) => {
                    resume.sides.entry(link.before.id()).or_default().push(link.clone());
                }
                Told::Merged { base, ways } => {
                    resume.wanted_bases.insert(base.id());
                    open.push(base.clone());
                    open.extend(ways.iter().map(|way| way.path.clone()));
                }
                _ => {}
            }
            open.push(link.before.clone());
        }
        resume
    }

    /// Leaves the state before a choice that is wanted.
    fn close(self) {
        let wanted = self.origin.wanted_base.take();
        self.origin.base = wanted.and_then(|id| self.bases.get(&id).cloned().flatten());
    }

    /// The state that stands somewhere; `None` if its start path was lost.
    fn come_to(&mut self, engine: &mut Engine<'_>, to: &Stand, limits: &Limits) -> Option<State> {
        let mut open = vec![Goal::Stand(to.clone())];
        while let Some(goal) = open.last().cloned() {
            if self.was_tried(&goal) {
                open.pop();
                continue;
            }
            let (begun, links) = match self.begin(engine, &goal) {
                Ok(begun) => begun,
                Err(missing) => {
                    open.extend(missing);
                    continue;
                }
            };
            match goal {
                Goal::Stand(stand) => {
                    let state = begun
                        .and_then(|state| self.play(engine, state, links, stand.steps, limits));
                    self.ends.insert((stand.path.id(), stand.steps), state);
                }
                Goal::Base { base, side } => {
                    let lost = self.lost.len();
                    begun.and_then(|state| self.play(engine, state, links, side.steps, limits));
                    // Those that went on from it were come to, and are followed.
                    self.lost.truncate(lost);
                    self.bases.entry(base).or_insert(None);
                }
            }
        }
        self.ends.get(&(to.path.id(), to.steps)).cloned().flatten()
    }

    fn was_tried(&self, goal: &Goal) -> bool {
        match goal {
            Goal::Stand(stand) => self.ends.contains_key(&(stand.path.id(), stand.steps)),
            Goal::Base { base, .. } => self.bases.contains_key(base),
        }
    }

    /// Where the start path to a goal begins; or what has to be reached first.
    fn begin(&mut self, engine: &mut Engine<'_>, goal: &Goal) -> Result<Begun, Vec<Goal>> {
        let mut links = Vec::new();
        let mut path = match goal {
            Goal::Stand(stand) => &stand.path,
            // The state is wanted that has not yet gone past the choice.
            Goal::Base { side, .. } => {
                links.push(side.clone());
                &side.before
            }
        };
        let begun = loop {
            if self.dead_ends.contains(&path.id()) {
                break None;
            }
            let known = self.states.get(&path.id());
            if let Some(state) = known.or_else(|| self.origin.checkpoints.get(&path.id())) {
                break Some(state.clone());
            }
            let Some(link) = path.last() else { break Some(self.origin.start.clone()) };
            if let Told::Merged { base, ways } = &link.told {
                let ends = ways.iter().map(|way| Goal::Stand(way.clone()));
                let mut missing: Vec<Goal> = ends.filter(|end| !self.was_tried(end)).collect();
                // If all began after the choice, none has stood at the choice itself.
                if missing.is_empty() && !self.bases.contains_key(&base.id()) {
                    missing.extend(Goal::base(base, ways));
                }
                if !missing.is_empty() {
                    return Err(missing);
                }
                break self.merge(engine, link, base, ways);
            }
            links.push(link.clone());
            path = &link.before;
        };
        links.reverse();
        Ok((begun, links))
    }

    /// The state that several became.
    fn merge(
        &mut self,
        engine: &mut Engine<'_>,
        link: &Arc<Link>,
        base: &StartPath,
        ways: &[Stand],
    ) -> Option<State> {
        let path = StartPath::of(link);
        let states: Vec<Option<State>> = ways
            .iter()
            .map(|way| self.ends.get(&(way.path.id(), way.steps)).cloned().flatten())
            .collect();
        let all = states.iter().all(Option::is_some);
        let states: Vec<State> = states.into_iter().flatten().collect();
        let base = self.bases.get(&base.id()).cloned().flatten().filter(|_| all);
        let mut merged = match base {
            Some(base) => engine.make_one(&base, states),
            None => states,
        };
        if all && merged.len() == 1 {
            let mut state = merged.remove(0);
            state.history.stand_at(path.clone());
            self.states.insert(path.id(), state.clone());
            return Some(state);
        }
        self.dead_ends.insert(path.id());
        self.lost.append(&mut merged);
        None
    }

    /// Lets a state follow some links, until it has made so many steps.
    fn play(
        &mut self,
        engine: &mut Engine<'_>,
        mut state: State,
        links: Vec<Arc<Link>>,
        steps: u64,
        limits: &Limits,
    ) -> Option<State> {
        let begun = state.clone();
        let all = links.clone();
        state.history.follow(links);
        loop {
            let next = state.history.next();
            if next.is_none() && state.steps == steps {
                break;
            }
            let hurries = matches!(next.as_deref(), Some(Link { told: Told::Hurried, .. }));
            let until = next.as_ref().filter(|_| hurries).map_or(steps, |link| link.steps);
            let room = until.saturating_sub(state.steps);
            let pause = engine.run(&mut state, room);
            let went = match pause {
                _ if state.history.is_lost() => Err(()),
                Pause::Need(need) => {
                    let forked = engine.fork(state, need, limits);
                    self.choose(engine, forked)
                }
                Pause::Returned | Pause::Joined => {
                    state.joining.looks = state.joining.looks.saturating_sub(1);
                    Ok(state)
                }
                Pause::Budget if hurries && state.steps == until => {
                    state.history.recall(until, |_| Some(()));
                    engine.hurry(&mut state);
                    state.widening.exhausted = true;
                    Ok(state)
                }
                Pause::Budget if next.is_none() && state.steps == steps => Ok(state),
                _ => Err(()),
            };
            match went {
                Ok(went) => state = went,
                Err(()) => {
                    // Every path that continues from here is lost as well.
                    let from = next.and_then(|next| all.iter().position(|l| Arc::ptr_eq(l, &next)));
                    let behind = &all[from.unwrap_or(all.len())..];
                    self.dead_ends.extend(behind.iter().map(|link| StartPath::of(link).id()));
                    if self.origin.followed.insert(begun.history.id()) {
                        self.lost.push(begun);
                    }
                    return None;
                }
            }
        }
        self.steps += state.steps - begun.steps;
        state.history.stop();
        Some(state)
    }

    /// Takes the side of a choice that the start path takes, and keeps the others that are wanted. Fails if the start
    /// path is lost.
    fn choose(&mut self, engine: &mut Engine<'_>, forked: Forked) -> Result<State, ()> {
        let is_choice = forked.is_choice();
        let Forked { mut sides, base, .. } = forked;
        if let Some(mut base) = base
            && self.wanted_bases.contains(&base.history.id())
        {
            base.history.stop();
            self.bases.insert(base.history.id(), Some(base));
        }
        let mine = sides.iter().position(|side| match is_choice {
            true => side.state.history.is_next_side(side.number),
            false => !side.state.history.is_lost(),
        });
        let mine = mine.ok_or(())?;
        let mut side = sides.swap_remove(mine);
        if !is_choice {
            return Ok(side.state);
        }
        for mut other in sides {
            let wanted = self.sides.get(&other.state.history.id()).into_iter().flatten();
            let took = |link: &&Arc<Link>| matches!(link.told, Told::Took(number, _) if number == other.number);
            if let Some(link) = wanted.into_iter().find(took) {
                engine.take_side(&mut other, link);
                other.state.history.stand_at(StartPath::of(link));
                self.states.insert(other.state.history.id(), other.state);
            }
        }
        if let Some(link) = side.state.history.next() {
            side.state.history.recall(link.steps, |_| Some(()));
            engine.take_side(&mut side, &link);
        }
        self.choices += 1;
        self.origin.pass(&side.state);
        Ok(side.state)
    }
}

impl Engine<'_> {
    /// A state is a side of a choice that another one took before.
    fn take_side(&mut self, side: &mut Side, link: &Arc<Link>) {
        if let (Some(fact), Told::Took(_, only)) = (side.fact, &link.told) {
            self.make_concrete_again(&mut side.state, fact, only);
        }
    }
}
