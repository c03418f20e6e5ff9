//! Handing states over: what one engine has not followed, another one takes up.
//!
//! An engine that has done its share of work gives its open states away as ends of start paths. The
//! one that takes them up begins at the entry, tells each state what it was told before, and comes
//! to the same states; what several of them went through together is executed once. No question is
//! asked on the way, and nothing is noted or counted: who was there first has done that.
//!
//! If a state loses its way, because terms of the two engines were built in another order, it is
//! followed from there as any state: what comes behind it may be walked twice, nothing is left out.

use crate::engine::{Counts, Engine, Pause};
use crate::explore::{Forked, Limits, Side};
use crate::judge::Possible;
use crate::region::Region;
use crate::search::Frontier;
use crate::start_path::{Link, LinkId, Stand, StartPath, Told};
use crate::state::State;
use crate::tree::Recorder;
use margay_ir::{BlockId, FuncId, Id, LoopId, NodeId, SpanId};
use margay_smt::{Assignment, Value};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// Open states, to be followed by some engine.
#[derive(Clone, Default)]
pub struct Part {
    pub(crate) leaves: Vec<Leaf>,
}

/// A state, or several that are walked together.
#[derive(Clone)]
pub(crate) struct Leaf {
    ends: Vec<End>,
    /// The state before the choice of those that are walked together, and where that was.
    together: Option<(StartPath, (FuncId, usize))>,
}

/// A state, as it is handed over.
#[derive(Clone)]
struct End {
    stand: Stand,
    /// Values of symbols, by their names, with which the path is taken. The others are zero.
    model: Option<Arc<NamedValues>>,
    /// There was a model, whether or not it is handed over.
    is_witnessed: bool,
    /// Choices on the way.
    depth: usize,
    node: NodeId,
    place: SpanId,
    /// The block that it comes to next.
    block: Option<BlockId>,
}

type NamedValues = Vec<(Box<str>, Value)>;

/// Beyond so many values, states are handed over without a model: a path may have a hundred thousand
/// open choices, each of which would need as many. Those are found again when they are needed.
const MOST_VALUES: usize = 1 << 18;

/// What it took to come to where others had been.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resumed {
    /// States that were taken up.
    pub paths: u64,
    /// Operations that were executed again.
    pub steps: u64,
    /// Questions that were asked on the way.
    pub queries: u64,
    /// States that lost their way.
    pub lost: u64,
}

impl Part {
    /// How many states there are, those included that are walked together.
    pub fn len(&self) -> usize {
        self.leaves.iter().map(|leaf| leaf.ends.len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// The nodes of the execution tree that the states are in, in order.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.leaves.iter().flat_map(|leaf| &leaf.ends).map(|end| end.node)
    }

    /// The tree that the nodes are in has become a part of another one.
    pub fn move_nodes(&mut self, moved: impl Fn(NodeId) -> NodeId) {
        let ends = self.leaves.iter_mut().flat_map(|leaf| &mut leaf.ends);
        ends.for_each(|end| end.node = moved(end.node));
    }

    /// Where the states stand.
    pub fn places(&self) -> impl Iterator<Item = SpanId> {
        self.leaves.iter().flat_map(|leaf| &leaf.ends).map(|end| end.place)
    }

    /// Adds what another one has.
    pub fn extend(&mut self, other: Part) {
        self.leaves.extend(other.leaves);
    }

    /// Cuts it into at most so many parts. Each choice on the way to a state halves what may lie
    /// behind it; the parts get about the same. So what is split off first are the sides nearest to
    /// the entry.
    pub fn split(self, most: usize) -> Vec<Part> {
        if self.is_empty() {
            return Vec::new();
        }
        let depth = |leaf: &Leaf| leaf.ends.iter().map(|end| end.depth).min().unwrap_or(0);
        let nearest = self.leaves.iter().map(depth).min().unwrap_or(0);
        let weight = |leaf: &Leaf| {
            let halvings = i32::try_from(depth(leaf) - nearest).unwrap_or(i32::MAX);
            0.5_f64.powi(halvings) * leaf.ends.len() as f64
        };
        let mut order: Vec<(usize, f64)> = self.leaves.iter().map(weight).enumerate().collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        let count = most.min(order.len()).max(1);
        let mut loads = vec![0.0_f64; count];
        let mut homes = vec![0; self.leaves.len()];
        for (leaf, weight) in order {
            let lightest = (0..count).min_by(|a, b| loads[*a].total_cmp(&loads[*b])).unwrap_or(0);
            // What is next to nothing still goes to one that has next to nothing.
            loads[lightest] += weight.max(f64::EPSILON);
            homes[leaf] = lightest;
        }
        let mut parts = vec![Part::default(); count];
        for (leaf, home) in self.leaves.into_iter().zip(homes) {
            parts[home].leaves.push(leaf);
        }
        parts
    }
}

impl Engine<'_> {
    /// Gives away all states that wait.
    pub(crate) fn hand_over(&mut self, frontier: Frontier) -> Part {
        let (waiting, region) = frontier.into_parts();
        let mut room = MOST_VALUES;
        let mut leaves = Vec::new();
        for (state, block) in waiting {
            leaves.push(Leaf { ends: vec![self.end(&state, block, &mut room)], together: None });
        }
        if let Some((base, opened, members)) = region.map(Region::into_parts) {
            let ends = members.iter().map(|state| self.end(state, None, &mut room)).collect();
            leaves.push(Leaf { ends, together: Some((base.history.path(), opened)) });
        }
        Part { leaves }
    }

    fn end(&mut self, state: &State, block: Option<BlockId>, room: &mut usize) -> End {
        let condition = state.path.condition();
        let is_witnessed = condition.is_witnessed();
        let model = (is_witnessed && *room > 0).then(|| {
            let always = self.pool.bool_const(true);
            let model = condition.complete(&mut self.pool, &Assignment::new(), always);
            let named = |(symbol, value): (_, &Value)| {
                ((*self.pool.symbol(symbol).name).into(), value.clone())
            };
            let values: NamedValues = model.iter().map(named).collect();
            *room = room.saturating_sub(values.len());
            Arc::new(values)
        });
        End {
            stand: Stand { path: state.history.path(), steps: state.steps },
            model,
            is_witnessed,
            depth: state.steps_taken.len(),
            node: state.node,
            place: self.program_place(state),
            block,
        }
    }

    /// Takes up the states of a part, in the order of [`Part::nodes`]; they are in the nodes of the
    /// tree that are numbered so.
    pub(crate) fn take_up(
        &mut self,
        start: &State,
        part: &Part,
        limits: &Limits,
        frontier: &mut Frontier,
    ) -> Resumed {
        let mut before = self.set_counts_aside();
        let mut resume = Resume::new(start, part);
        let mut number = 0;
        for leaf in &part.leaves {
            let mut states = Vec::new();
            for end in &leaf.ends {
                let found = resume.come_to(self, &end.stand, limits);
                states.extend(found.map(|state| (state, end, number)));
                number += 1;
            }
            let base = leaf
                .together
                .as_ref()
                .and_then(|(base, opened)| Some((resume.bases.get(&base.id())?.clone(), *opened)));
            let together = base.is_some();
            if let Some((base, opened)) = base {
                self.restore_region(base, opened, frontier);
            }
            for (mut state, end, number) in states {
                state.node = node(number);
                state.merges = together;
                state.is_unshown = end.is_witnessed;
                if let Some(values) = &end.model {
                    self.show(&mut state, values);
                }
                let last = end.stand.path.last().filter(|last| last.steps == state.steps);
                if let (Some(tree), Some(_)) = (&mut before.tree, last) {
                    tree.has_asked(&state);
                }
                self.put_away(frontier, state, end.block);
            }
        }
        let mut resumed = resume.resumed;
        for mut state in resume.lost {
            resumed.lost += 1;
            state.merges = false;
            state.is_unshown = true;
            self.put_away(frontier, state, None);
        }
        resumed.paths = part.len() as u64;
        self.restore_counts(before);
        resumed
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
        if let Some(first) = state.widening.first.as_mut().filter(|w| w.before.is_unshown) {
            Rc::make_mut(first).before.path.show(&self.pool, &model);
        }
    }

    /// Sees to it that a state has a model of its path, if another engine had one.
    pub(crate) fn ensure_shown(&mut self, state: &mut State) {
        if !std::mem::take(&mut state.is_unshown) || state.path.condition().is_witnessed() {
            return;
        }
        let (asked, undecided) = (self.judge.queries, self.judge.undecided);
        let always = self.pool.bool_const(true);
        if let Possible::Yes(model) = self.judge.ask(&mut self.pool, state, always) {
            state.path.show(&self.pool, &model);
        }
        self.shown_again += self.judge.queries - asked;
        (self.judge.queries, self.judge.undecided) = (asked, undecided);
    }
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
}

impl Engine<'_> {
    fn set_counts_aside(&mut self) -> Aside {
        Aside {
            tree: self.tree.take(),
            counts: self.counts,
            taken: self.taken.clone(),
            widenings: std::mem::take(&mut self.widenings),
            unknown_calls: self.unknown_calls.clone(),
            queries: self.judge.queries,
            undecided: self.judge.undecided,
            uncertain: self.judge.uncertain,
        }
    }

    fn restore_counts(&mut self, aside: Aside) {
        self.tree = aside.tree;
        self.counts = aside.counts;
        self.taken = aside.taken;
        self.widenings = aside.widenings;
        self.unknown_calls = aside.unknown_calls;
        self.judge.queries = aside.queries;
        self.judge.undecided = aside.undecided;
        self.judge.uncertain = aside.uncertain;
    }
}

/// The node of the tree that a state begins in which is taken up.
fn node(number: usize) -> NodeId {
    Id::from_index(number)
}

/// The states that were come to so far.
struct Resume<'a> {
    start: &'a State,
    /// States that stand where a choice has just been made, or paths were merged.
    states: HashMap<LinkId, State>,
    /// States at the ends of paths that are merged later; none of those that lost their way.
    ends: HashMap<(LinkId, u64), Option<State>>,
    /// States before choices whose sides were walked together.
    bases: HashMap<LinkId, State>,
    wanted_bases: HashSet<LinkId>,
    /// The sides of choices that lead to what is wanted.
    sides: HashMap<LinkId, Vec<Arc<Link>>>,
    /// Links behind which nothing can be come to.
    dead_ends: HashSet<LinkId>,
    lost: Vec<State>,
    resumed: Resumed,
}

impl<'a> Resume<'a> {
    fn new(start: &'a State, part: &Part) -> Resume<'a> {
        let mut resume = Resume {
            start,
            states: HashMap::new(),
            ends: HashMap::new(),
            bases: HashMap::new(),
            wanted_bases: HashSet::new(),
            sides: HashMap::new(),
            dead_ends: HashSet::new(),
            lost: Vec::new(),
            resumed: Resumed::default(),
        };
        let mut open = Vec::new();
        for leaf in &part.leaves {
            open.extend(leaf.ends.iter().map(|end| end.stand.path.clone()));
            if let Some((base, _)) = &leaf.together {
                resume.wanted_bases.insert(base.id());
                open.push(base.clone());
            }
        }
        let mut seen = HashSet::new();
        while let Some(path) = open.pop() {
            let Some(link) = path.last().filter(|_| seen.insert(path.id())) else { continue };
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

    /// The state that stands somewhere; `None` if it lost its way.
    fn come_to(&mut self, engine: &mut Engine<'_>, to: &Stand, limits: &Limits) -> Option<State> {
        let mut open = vec![to.clone()];
        while let Some(stand) = open.last().cloned() {
            let key = (stand.path.id(), stand.steps);
            if self.ends.contains_key(&key) {
                open.pop();
                continue;
            }
            let mut links = Vec::new();
            let mut path = &stand.path;
            let begun = loop {
                if self.dead_ends.contains(&path.id()) {
                    break None;
                }
                if let Some(state) = self.states.get(&path.id()) {
                    break Some(state.clone());
                }
                let Some(link) = path.last() else { break Some(self.start.clone()) };
                if let Told::Merged { base, ways } = &link.told {
                    let missing =
                        |way: &&Stand| !self.ends.contains_key(&(way.path.id(), way.steps));
                    let before = open.len();
                    open.extend(ways.iter().filter(missing).cloned());
                    if open.len() > before {
                        break None;
                    }
                    break self.merge(engine, link, base, ways);
                }
                links.push(link.clone());
                path = &link.before;
            };
            if open.last().is_some_and(|last| last.path.id() != key.0 || last.steps != key.1) {
                continue;
            }
            links.reverse();
            let state =
                begun.and_then(|state| self.play(engine, state, links, stand.steps, limits));
            self.ends.insert(key, state);
            open.pop();
        }
        self.ends.get(&(to.path.id(), to.steps)).cloned().flatten()
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
        let base = self.bases.get(&base.id()).cloned().filter(|_| all);
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

    /// Lets a state go the way of some links, until it has made so many steps.
    fn play(
        &mut self,
        engine: &mut Engine<'_>,
        mut state: State,
        links: Vec<Arc<Link>>,
        steps: u64,
        limits: &Limits,
    ) -> Option<State> {
        let begun = state.steps;
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
                _ if state.history.is_lost() => Err(vec![state]),
                Pause::Need(need) => {
                    let forked = engine.fork(state, need, limits);
                    self.choose(engine, forked)
                }
                Pause::Returned | Pause::Joined => {
                    state.looks = state.looks.saturating_sub(1);
                    Ok(state)
                }
                Pause::Budget if hurries && state.steps == until => {
                    state.history.recall(until, |_| Some(()));
                    engine.hurry(&mut state);
                    state.exhausted = true;
                    Ok(state)
                }
                Pause::Budget if next.is_none() && state.steps == steps => Ok(state),
                _ => Err(vec![state]),
            };
            match went {
                Ok(went) => state = went,
                Err(lost) => {
                    // Whoever goes this way is lost as well.
                    let from = next.and_then(|next| all.iter().position(|l| Arc::ptr_eq(l, &next)));
                    let behind = &all[from.unwrap_or(all.len())..];
                    self.dead_ends.extend(behind.iter().map(|link| StartPath::of(link).id()));
                    self.lost.extend(lost);
                    return None;
                }
            }
        }
        self.resumed.steps += state.steps - begun;
        state.history.stop();
        Some(state)
    }

    /// Goes the side of a choice that the way goes, and keeps the others that are wanted. Gives all
    /// of them if the way is lost.
    fn choose(&mut self, engine: &mut Engine<'_>, forked: Forked) -> Result<State, Vec<State>> {
        let is_choice = forked.is_choice();
        let Forked { mut sides, base, .. } = forked;
        if let Some(mut base) = base
            && self.wanted_bases.contains(&base.history.id())
        {
            base.history.stop();
            self.bases.insert(base.history.id(), base);
        }
        let mine = sides.iter().position(|side| match is_choice {
            true => side.state.history.is_next_side(side.number),
            false => !side.state.history.is_lost(),
        });
        let Some(mine) = mine else {
            return Err(sides.into_iter().map(|side| side.state).collect());
        };
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
