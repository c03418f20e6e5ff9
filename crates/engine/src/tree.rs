//! Recording the ways that paths take, as an execution tree.
//!
//! Nothing is recorded unless [`Engine::tree`] is there. A state knows the node that it is in. What
//! is recorded changes nothing in what is executed.

use crate::code::{CalleeRef, Op};
use crate::engine::{Engine, Pause};
use crate::explore::Cut;
use crate::search::Frontier;
use crate::state::{State, StepKind};
use crate::value::{Value, signed};
use margay_ir::spell::library_name;
use margay_ir::tree::{Decision, End, ExecutionTree, Node, Side};
use margay_ir::{NodeId, Op as Ir, PlaceId, Program, SpanId, Type};
use margay_smt::Bool;
use std::collections::{HashMap, HashSet};

/// Nodes that are recorded at most.
const MOST_NODES: usize = 1_000_000;

/// How many decisions back a loop is looked for that asks what is settled.
const LOOK_BACK: usize = 8;

/// Values of a case that are named.
const MOST_VALUES: usize = 6;

/// A tree that grows while a program is explored.
#[derive(Default)]
pub struct Recorder {
    tree: ExecutionTree,
    places: HashMap<SpanId, Option<PlaceId>>,
    /// Steps of the state that is in a node when it asked something, to be executed again with the
    /// answer.
    asked: HashMap<NodeId, u64>,
    /// Decisions that the path had settled before.
    settled: HashSet<NodeId>,
}

impl Recorder {
    /// A tree that is to be grafted at so many nodes of another one. States that are taken up start
    /// in the first of its nodes.
    pub fn part(leaves: usize) -> Recorder {
        let mut recorder = Recorder::default();
        for _ in 0..leaves {
            let node = Node { parent: None, side: Side::Joined, end: End::Open, place: None };
            recorder.tree.nodes.push(node);
        }
        recorder
    }

    /// A state that is in a node has asked something at its last step.
    pub(crate) fn has_asked(&mut self, state: &State) {
        self.asked.insert(state.node, state.steps);
    }

    pub fn into_tree(self) -> ExecutionTree {
        self.tree
    }

    /// Lets several paths go on as one: the first of them. Gives the node that it is in from there.
    pub fn merge(&mut self, program: &Program, from: &[NodeId], at: SpanId) -> NodeId {
        let [first, others @ ..] = from else { return NodeId::default() };
        let into = self.decide(*first, Decision::Join, program, at);
        let into = self.child(into, Side::Joined);
        for other in others {
            self.end(*other, End::Merged { into }, program, at);
        }
        into
    }

    fn place(&mut self, program: &Program, span: SpanId) -> Option<PlaceId> {
        let places = &mut self.tree.places;
        *self.places.entry(span).or_insert_with(|| {
            let location = program.source.location(span)?;
            Some(places.push(location))
        })
    }

    /// A stretch that begins with a side of what a node ends with; the node itself if there is no
    /// room.
    fn child(&mut self, parent: NodeId, side: Side) -> NodeId {
        if self.tree.nodes.len() >= MOST_NODES {
            self.tree.left_out += 1;
            return parent;
        }
        self.tree.nodes.push(Node { parent: Some(parent), side, end: End::Open, place: None })
    }

    /// Ends a stretch. Where it was thought to end already, none of the sides that were recorded
    /// was taken, and another one begins. Gives the node that ends here.
    fn end(&mut self, node: NodeId, end: End, program: &Program, span: SpanId) -> NodeId {
        let mut last = node;
        if self.tree.nodes[node].end != End::Open {
            last = self.child(node, Side::Otherwise);
            if last == node {
                return node;
            }
        }
        let place = self.place(program, span);
        let node = &mut self.tree.nodes[last];
        (node.end, node.place) = (end, place);
        last
    }

    fn decide(&mut self, node: NodeId, on: Decision, program: &Program, span: SpanId) -> NodeId {
        self.end(node, End::Decision { on }, program, span)
    }

    /// The decision of which a stretch is one way, if more is asked for the same reason: what the
    /// source does not show is one decision with many ways.
    fn is_still_in(&self, node: NodeId, on: &Decision) -> Option<NodeId> {
        let Node { parent, side: Side::Hidden, end: End::Open, .. } = self.tree.nodes[node] else {
            return None;
        };
        parent.filter(|parent| self.decides(*parent) == Some(on))
    }

    /// Whether a state executes again what it has asked.
    fn was_asked(&self, state: &State) -> bool {
        self.asked.get(&state.node).is_some_and(|steps| steps + 1 == state.steps)
    }

    /// Whether the decisions just before a node were settled already, and this place is among them:
    /// a loop asks the same again and again.
    fn has_settled(&self, node: NodeId, place: Option<PlaceId>) -> bool {
        let above = |node: &NodeId| self.tree.nodes[*node].parent;
        let before = std::iter::successors(above(&node), above).take(LOOK_BACK);
        let mut before = before.take_while(|node| self.settled.contains(node));
        before.any(|node| self.tree.nodes[node].place == place)
    }

    fn decides(&self, node: NodeId) -> Option<&Decision> {
        match &self.tree.nodes[node].end {
            End::Decision { on } => Some(on),
            _ => None,
        }
    }
}

impl Engine<'_> {
    /// A state begins a tree of its own.
    pub(crate) fn record_entry(&mut self, state: &mut State) {
        let Some(recorder) = &mut self.tree else { return };
        let function = state.alone.or_else(|| self.program.function("main"));
        let function = function.map(|id| &self.program.functions[id]);
        let name = function.map_or("", |function| function.display_name()).to_owned();
        let span = function.and_then(|function| function.source.as_ref()).map(|source| source.span);
        let place = span.and_then(|span| recorder.place(self.program, span));
        let side = Side::Entry { function: name };
        state.node = recorder.tree.nodes.push(Node { parent: None, side, end: End::Open, place });
    }

    /// A state asks whether a condition holds. Gives the nodes of those for which it fails and holds.
    pub(crate) fn record_choice(
        &mut self,
        state: &State,
        kinds: [StepKind; 2],
        possible: [bool; 2],
    ) -> [NodeId; 2] {
        if self.tree.is_none() {
            return [state.node; 2];
        }
        let both = possible == [true, true];
        if let StepKind::Case(_) = kinds[1] {
            return self.record_case(state, possible);
        }
        // What the source does not ask is of interest only where it has two answers.
        let asked = matches!(kinds[1], StepKind::Branch(_) | StepKind::Goes(_));
        let span = self.program_place(state);
        let hidden = self.program.source.is_library(self.place(state));
        if !both && (!asked || hidden) {
            return [state.node; 2];
        }
        let on = self.decision_at(state, kinds[1], hidden);
        let source = &self.program.source;
        let sides = [false, true].map(|holds| match kinds[usize::from(holds)] {
            _ if hidden => Side::Hidden,
            StepKind::Branch(holds) => Side::Branch { holds },
            StepKind::Goes(to) => Side::Line { line: source.spans[to].line },
            StepKind::Call { fails, .. } => Side::Call { fails },
            StepKind::Null(null) => Side::Null { null },
            _ => Side::Hidden,
        });
        let Some(recorder) = &mut self.tree else { return [state.node; 2] };
        if let Some(node) = recorder.is_still_in(state.node, &on) {
            return [recorder.child(node, Side::Hidden), state.node];
        }
        let node = recorder.decide(state.node, on, self.program, span);
        let mut nodes = [node; 2];
        // The true side is drawn first, whatever the engine asked.
        let [fails, _] = &sides;
        let first = usize::from(!matches!(fails, Side::Branch { holds: true }));
        for side in [first, 1 - first] {
            nodes[side] = recorder.child(node, sides[side].clone());
            recorder.asked.insert(nodes[side], state.steps);
            if !possible[side] && nodes[side] != node {
                recorder.end(nodes[side], End::Unsatisfiable, self.program, span);
            }
        }
        nodes
    }

    /// A branch asks what the path has settled: no input takes the other side.
    pub(crate) fn record_settled(&mut self, state: &mut State, condition: Bool, holds: bool) {
        let Some(recorder) = &mut self.tree else { return };
        // What was just asked is executed again with the answer.
        if recorder.was_asked(state) {
            return;
        }
        let span = self.program_place(state);
        let Some(recorder) = &mut self.tree else { return };
        let place = recorder.place(self.program, span);
        if recorder.has_settled(state.node, place) {
            return;
        }
        let kinds = [false, true].map(|holds| self.side(state, condition, holds));
        let nodes = self.record_choice(state, kinds, [!holds, holds]);
        state.node = nodes[usize::from(holds)];
        let Some(recorder) = &mut self.tree else { return };
        recorder.settled.extend(recorder.tree.nodes[state.node].parent);
    }

    /// A switch asks for its targets one by one, which is one decision.
    fn record_case(&mut self, state: &State, [passes, goes]: [bool; 2]) -> [NodeId; 2] {
        let span = self.program_place(state);
        let values = self.case_values(state);
        let Some(recorder) = &mut self.tree else { return [state.node; 2] };
        let again = recorder.was_asked(state);
        let node = match (again, passes && goes) {
            (true, _) => state.node,
            (false, true) => recorder.decide(state.node, Decision::Switch, self.program, span),
            (false, false) => return [state.node; 2],
        };
        recorder.asked.insert(node, state.steps);
        let taken = if goes { recorder.child(node, Side::Case { values }) } else { node };
        [node, taken]
    }

    /// A value is this number, where there are others or were some.
    pub(crate) fn record_value(&mut self, state: &State, value: u64, several: bool) -> NodeId {
        let span = self.program_place(state);
        let Some(recorder) = &mut self.tree else { return state.node };
        let known = recorder.decides(state.node) == Some(&Decision::Value);
        let node = match (known, several) {
            (true, _) => state.node,
            (false, true) => recorder.decide(state.node, Decision::Value, self.program, span),
            (false, false) => return state.node,
        };
        recorder.child(node, Side::Value { value })
    }

    /// A path goes on behind any number of iterations.
    pub(crate) fn record_widening(&mut self, state: &mut State, span: SpanId) {
        if let Some(recorder) = &mut self.tree {
            let node = recorder.decide(state.node, Decision::Loop, self.program, span);
            state.node = recorder.child(node, Side::AnyIterations);
        }
    }

    /// A state from before a loop was widened is taken up again.
    pub(crate) fn record_again(&mut self, mut state: State) -> State {
        if let Some(recorder) = &mut self.tree {
            state.node = recorder.child(state.node, Side::Again);
        }
        state
    }

    /// A path has ended, if that is why it pauses.
    pub(crate) fn record_pause(&mut self, state: &State, pause: &Pause) {
        let end = match pause {
            Pause::Exited(_) if state.alone.is_some() && !state.left => End::Returned,
            Pause::Exited(code) => {
                // What `main` returns may hang on the input.
                let any = !state.left && matches!(state.last_result.first(), Some(Value::Term(_)));
                End::Exited { code: (!any).then_some(*code) }
            }
            Pause::Killed(signal) => End::Killed { signal: *signal },
            Pause::Fault(event) => End::Fault { rule: event.fault.rule().to_owned() },
            Pause::Unsupported(what, _) => End::Cut { why: what.clone() },
            Pause::LoopLimit => End::Cut { why: Cut::Choices.words().1.to_owned() },
            Pause::Infeasible => End::DeadEnd,
            Pause::Covered => End::Covered,
            Pause::Need(_)
            | Pause::Unknown(..)
            | Pause::Budget
            | Pause::Returned
            | Pause::Joined
            | Pause::Stopped => return,
        };
        self.record_end(state, end);
    }

    /// A path is not followed any further, since the one in another node has the same future.
    pub(crate) fn record_fold(&mut self, state: &State, into: NodeId) {
        self.record_end(state, End::Merged { into });
    }

    /// Several paths go on as one.
    pub(crate) fn record_merge(&mut self, states: &[State], merged: &mut State) {
        let at = self.program_place(merged);
        if let Some(tree) = &mut self.tree {
            let from: Vec<NodeId> = states.iter().map(|state| state.node).collect();
            merged.node = tree.merge(self.program, &from, at);
        }
    }

    pub(crate) fn record_cut(&mut self, state: &State, cut: Cut) {
        self.record_end(state, End::Cut { why: cut.words().1.to_owned() });
    }

    /// All paths are given up.
    pub(crate) fn record_all_cut(&mut self, state: &State, waiting: &Frontier, cut: Cut) {
        if self.tree.is_some() {
            self.record_cut(state, cut);
            self.for_each_waiting(waiting, |engine, node, place| {
                let end = End::Cut { why: cut.words().1.to_owned() };
                engine.tree.iter_mut().for_each(|tree| {
                    tree.end(node, end.clone(), engine.program, place);
                });
            });
        }
    }

    fn record_end(&mut self, state: &State, end: End) {
        let span = self.program_place(state);
        if let Some(recorder) = &mut self.tree {
            recorder.end(state.node, end, self.program, span);
        }
    }

    /// What the frame on top decides.
    fn decision_at(&self, state: &State, kind: StepKind, hidden: bool) -> Decision {
        let name = |id| library_name(&self.program.functions[id].name).to_owned();
        let frame = state.frames.last();
        match (kind, frame.map(|frame| (frame, frame.code.ops.get(frame.pc)))) {
            (_, Some((frame, _))) if hidden => Decision::Call { function: name(frame.function) },
            (StepKind::Branch(_) | StepKind::Goes(_), _) => Decision::Branch,
            (StepKind::Null(_), _) => Decision::Pointer,
            (_, Some((frame, Some(Op::Call { site })))) => {
                match frame.code.calls[*site as usize].callee {
                    CalleeRef::Direct(function) => Decision::Call { function: name(function) },
                    _ => Decision::Hidden,
                }
            }
            _ => Decision::Hidden,
        }
    }

    /// The values for which a switch goes to the target that it asks for.
    fn case_values(&mut self, state: &State) -> String {
        let block = self.led_to(state, true);
        let Some((function, inst)) = state.instruction() else { return String::new() };
        let Ir::Switch { cases, .. } = &self.program.functions[function].insts[inst].op else {
            return String::new();
        };
        let mut values = cases.iter().filter(|case| Some(case.1) == block).map(|(value, _)| {
            let value_type = self.program.consts.get(*value).ty;
            let bits = match self.program.types.get(value_type) {
                Type::Int(bits) => *bits,
                _ => 64,
            };
            let value = signed(self.program.consts.as_u64(*value)?, bits);
            let letter = u8::try_from(value).ok().filter(u8::is_ascii_graphic);
            let letter = letter.map(|letter| format!(" '{}'", letter.escape_ascii()));
            Some(format!("{value}{}", letter.unwrap_or_default()))
        });
        let named: Vec<String> = values.by_ref().take(MOST_VALUES).flatten().collect();
        let more = if values.next().is_some() { ", ..." } else { "" };
        named.join(", ") + more
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_ir::{DataLayout, Id};

    #[test]
    fn paths_that_meet_go_on_in_a_node_of_their_own() {
        let program = Program::new(DataLayout::x86_64(), String::new());
        let unknown = program.source.unknown();
        let mut recorder = Recorder::part(1);
        let root = recorder.decide(NodeId::default(), Decision::Branch, &program, unknown);
        let sides = [true, false].map(|holds| recorder.child(root, Side::Branch { holds }));
        let joined = recorder.merge(&program, &sides, unknown);
        recorder.end(joined, End::Returned, &program, unknown);
        let tree = recorder.into_tree();
        assert_eq!(joined, NodeId::from_index(3));
        assert_eq!(tree.nodes[joined].parent, Some(sides[0]));
        let ends: Vec<&End> = tree.nodes.iter().map(|node| &node.end).collect();
        let decision = |on| End::Decision { on };
        assert_eq!(
            ends,
            [
                &decision(Decision::Branch),
                &decision(Decision::Join),
                &End::Merged { into: joined },
                &End::Returned
            ]
        );
    }

    #[test]
    fn what_there_is_no_room_for_is_counted() {
        let program = Program::new(DataLayout::x86_64(), String::new());
        let unknown = program.source.unknown();
        let mut recorder = Recorder::part(1);
        let root = recorder.decide(NodeId::default(), Decision::Value, &program, unknown);
        while recorder.tree.nodes.len() < MOST_NODES {
            recorder.child(root, Side::Otherwise);
        }
        assert_eq!(recorder.child(root, Side::Otherwise), root);
        assert_eq!(recorder.end(root, End::Returned, &program, unknown), root);
        assert_eq!(recorder.tree.left_out, 2);
        assert_eq!(recorder.tree.nodes[root].end, End::Decision { on: Decision::Value });
    }
}
