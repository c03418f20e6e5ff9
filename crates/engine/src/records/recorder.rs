//! The paths, as an execution tree that grows.

use crate::state::State;
use margay_ir::tree::{Decision, End, ExecutionTree, Node, Side};
use margay_ir::{NodeId, PlaceId, Program, SpanId};
use std::collections::{HashMap, HashSet};

/// Nodes that are recorded at most.
const MOST_NODES: usize = 1_000_000;

/// How many decisions back a loop is looked for that asks what is settled.
const LOOK_BACK: usize = 8;

/// A tree that grows while a program is explored.
#[derive(Default)]
pub struct Recorder {
    pub(crate) tree: ExecutionTree,
    pub(crate) places: HashMap<SpanId, Option<PlaceId>>,
    /// Steps of the state that is in a node when it asked something, to be executed again with the
    /// answer.
    pub(crate) asked: HashMap<NodeId, u64>,
    /// Decisions that the path had settled before.
    pub(crate) settled: HashSet<NodeId>,
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
        self.asked.insert(state.recorded.node, state.steps);
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

    pub(crate) fn place(&mut self, program: &Program, span: SpanId) -> Option<PlaceId> {
        let places = &mut self.tree.places;
        *self.places.entry(span).or_insert_with(|| {
            let location = program.source.location(span)?;
            Some(places.push(location))
        })
    }

    /// A stretch that begins with a side of what a node ends with; the node itself if there is no
    /// room.
    pub(crate) fn child(&mut self, parent: NodeId, side: Side) -> NodeId {
        if self.tree.nodes.len() >= MOST_NODES {
            self.tree.left_out += 1;
            return parent;
        }
        self.tree.nodes.push(Node { parent: Some(parent), side, end: End::Open, place: None })
    }

    /// Ends a stretch. Where it was thought to end already, none of the sides that were recorded
    /// was taken, and another one begins. Gives the node that ends here.
    pub(crate) fn end(
        &mut self,
        node: NodeId,
        end: End,
        program: &Program,
        span: SpanId,
    ) -> NodeId {
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

    pub(crate) fn decide(
        &mut self,
        node: NodeId,
        on: Decision,
        program: &Program,
        span: SpanId,
    ) -> NodeId {
        self.end(node, End::Decision { on }, program, span)
    }

    /// The decision of which a stretch is one outcome, if more is asked for the same reason: what the source does not
    /// show is one decision with many outcomes.
    pub(crate) fn is_still_in(&self, node: NodeId, on: &Decision) -> Option<NodeId> {
        let Node { parent, side: Side::Hidden, end: End::Open, .. } = self.tree.nodes[node] else {
            return None;
        };
        parent.filter(|parent| self.decides(*parent) == Some(on))
    }

    /// Whether a state executes again what it has asked.
    pub(crate) fn was_asked(&self, state: &State) -> bool {
        self.asked.get(&state.recorded.node).is_some_and(|steps| steps + 1 == state.steps)
    }

    /// Whether the decisions just before a node were settled already, and this place is among them:
    /// a loop asks the same again and again.
    pub(crate) fn has_settled(&self, node: NodeId, place: Option<PlaceId>) -> bool {
        let above = |node: &NodeId| self.tree.nodes[*node].parent;
        let before = std::iter::successors(above(&node), above).take(LOOK_BACK);
        let mut before = before.take_while(|node| self.settled.contains(node));
        before.any(|node| self.tree.nodes[node].place == place)
    }

    pub(crate) fn decides(&self, node: NodeId) -> Option<&Decision> {
        match &self.tree.nodes[node].end {
            End::Decision { on } => Some(on),
            _ => None,
        }
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
