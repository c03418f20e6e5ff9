//! Execution trees: the paths that a check took through a program, as plain data.
//!
//! A node is a stretch of a path. It begins with the side of a decision that its parent came to,
//! and ends with the next decision or with the end of the path. Parents come before their children.
//! Like a finding, a tree refers to nothing of the program: names and places are in it.

use crate::finding::Location;
use crate::ids::{Id, IdVec, NodeId, PlaceId};
use serde::Serialize;
use std::collections::HashMap;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExecutionTree {
    /// Those without a parent are where exploration began.
    pub nodes: IdVec<NodeId, Node>,
    pub places: IdVec<PlaceId, Location>,
    /// What goes wrong, in no order.
    pub findings: Vec<FindingAt>,
    /// Nodes that there was no room for.
    pub left_out: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub parent: Option<NodeId>,
    /// How the path came here from the parent.
    pub side: Side,
    pub end: End,
    /// Where it ends; of what goes on, where that was decided.
    pub place: Option<PlaceId>,
}

/// Which side of a decision a path took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Side {
    /// It begins, in `main` or in a function that is analysed alone.
    Entry { function: String },
    /// A condition of the source is true, or false.
    Branch { holds: bool },
    /// A branch goes to this line.
    Line { line: u32 },
    /// A switch goes to the case of these values.
    Case { values: String },
    /// None of the other sides.
    Otherwise,
    /// A function of the library fails, or succeeds.
    Call { fails: bool },
    /// An address is null, or is not.
    Null { null: bool },
    /// A value is this number.
    Value { value: u64 },
    /// One of several outcomes that the source does not show.
    Hidden,
    /// A loop iterates any number of times.
    AnyIterations,
    /// What was found after a loop is executed exactly.
    Again,
    /// Several paths go on as one.
    Joined,
}

/// What a stretch of a path comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum End {
    /// It was not followed to its end.
    Open,
    /// There is more than one way on, or was asked for.
    Decision {
        on: Decision,
    },
    /// No input takes this side.
    Unsatisfiable,
    /// No input leads on, after something that went wrong.
    DeadEnd,
    /// Without a code, that depends on the input.
    Exited {
        code: Option<i32>,
    },
    /// The function that was analysed alone has returned.
    Returned,
    Killed {
        signal: i32,
    },
    /// A fault that execution cannot go past.
    Fault {
        rule: String,
    },
    /// It was given up.
    Cut {
        why: String,
    },
    /// It goes on like another path, which stands for both.
    Merged {
        into: NodeId,
    },
    /// All that can come was followed from elsewhere.
    Covered,
}

/// What is decided where paths part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Decision {
    /// A condition of the source.
    Branch,
    Switch,
    /// What a function of the library does.
    Call {
        function: String,
    },
    /// Whether an address is null.
    Pointer,
    /// A value that must be known.
    Value,
    /// How often a loop iterates, which is not decided.
    Loop,
    /// Nothing: paths meet here.
    Join,
    /// Something that the source does not show.
    Hidden,
}

/// A finding, and the stretch of a path that it shows on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FindingAt {
    pub node: NodeId,
    /// Name of the rule that is broken.
    pub rule: String,
    /// What happens, in one line.
    pub message: String,
    pub location: Location,
}

impl ExecutionTree {
    /// A path in a node is given up. Where others went on from there, as in the cases of a switch, it
    /// is one that went another way.
    pub fn give_up(&mut self, node: NodeId, why: &str) {
        let end = End::Cut { why: why.to_owned() };
        let Node { end: known, place, .. } = &mut self.nodes[node];
        if *known == End::Open {
            *known = end;
            return;
        }
        let place = *place;
        self.nodes.push(Node { parent: Some(node), side: Side::Otherwise, end, place });
    }

    /// The children of each node, in the order that they were made.
    pub fn children(&self) -> IdVec<NodeId, Vec<NodeId>> {
        let mut children: IdVec<NodeId, Vec<NodeId>> = vec![Vec::new(); self.nodes.len()].into();
        for (id, node) in self.nodes.enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(id);
            }
        }
        children
    }

    /// Goes on at some nodes with a tree that was recorded apart. The first nodes of the part are
    /// those nodes themselves, and end as they do. Says where the nodes of the part are then.
    pub fn graft(&mut self, at: &[NodeId], part: ExecutionTree) -> IdVec<NodeId, NodeId> {
        let known = self.places.enumerate().map(|(id, place)| (place.clone(), id));
        let mut known: HashMap<Location, PlaceId> = known.collect();
        let mut moved_places: IdVec<PlaceId, PlaceId> = IdVec::new();
        for place in part.places {
            let places = &mut self.places;
            let id = *known.entry(place).or_insert_with_key(|place| places.push(place.clone()));
            moved_places.push(id);
        }
        let first = self.nodes.len();
        let moved = |id: NodeId| match at.get(id.index()) {
            Some(home) => *home,
            None => NodeId::from_index(first + id.index() - at.len()),
        };
        let all = part.nodes.ids().map(moved).collect::<Vec<NodeId>>().into();
        for (id, mut node) in part.nodes.into_iter().enumerate() {
            node.parent = node.parent.map(moved);
            node.place = node.place.map(|place| moved_places[place]);
            if let End::Merged { into } = &mut node.end {
                *into = moved(*into);
            }
            match at.get(id) {
                Some(home) => {
                    let Node { end, place, .. } = node;
                    let home = &mut self.nodes[*home];
                    if home.end == End::Open {
                        (home.end, home.place) = (end, place.or(home.place));
                    }
                }
                None => {
                    self.nodes.push(node);
                }
            }
        }
        let findings = part.findings.into_iter();
        self.findings.extend(findings.map(|found| FindingAt { node: moved(found.node), ..found }));
        self.left_out += part.left_out;
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(line: u32) -> Location {
        let file = "a.c".into();
        Location { file, directory: "".into(), line, column: 1, function: None }
    }

    fn node(parent: Option<usize>, side: Side, end: End, place: Option<usize>) -> Node {
        let place = place.map(PlaceId::from_index);
        Node { parent: parent.map(NodeId::from_index), side, end, place }
    }

    fn two_ways(lines: [u32; 2], root: Side) -> ExecutionTree {
        let decision = End::Decision { on: Decision::Branch };
        let [yes, no] = [true, false].map(|holds| Side::Branch { holds });
        ExecutionTree {
            nodes: vec![
                node(None, root, decision, Some(0)),
                node(Some(0), yes, End::Open, None),
                node(Some(0), no, End::Merged { into: NodeId::from_index(1) }, Some(1)),
            ]
            .into(),
            places: lines.map(location).to_vec().into(),
            findings: Vec::new(),
            left_out: 0,
        }
    }

    #[test]
    fn a_part_goes_on_where_it_was_cut_off() {
        let entry = || Side::Entry { function: "main".into() };
        let mut tree = two_ways([1, 2], entry());
        let mut part = two_ways([2, 3], entry());
        part.left_out = 7;
        let finding = |node, line| FindingAt {
            node: NodeId::from_index(node),
            rule: "bad".into(),
            message: String::new(),
            location: location(line),
        };
        part.findings = vec![finding(0, 2), finding(2, 3)];
        let at = NodeId::from_index(1);
        tree.graft(&[at], part);

        let decision = || End::Decision { on: Decision::Branch };
        let [yes, no] = [true, false].map(|holds| Side::Branch { holds });
        let merged = |into| End::Merged { into: NodeId::from_index(into) };
        let expected = vec![
            node(None, entry(), decision(), Some(0)),
            node(Some(0), yes.clone(), decision(), Some(1)),
            node(Some(0), no.clone(), merged(1), Some(1)),
            node(Some(1), yes, End::Open, None),
            node(Some(1), no, merged(3), Some(2)),
        ];
        assert_eq!(tree.nodes.as_slice(), expected);
        assert_eq!(tree.places.as_slice(), [1, 2, 3].map(location));
        assert_eq!(tree.findings, [finding(1, 2), finding(4, 3)]);
        assert_eq!(tree.left_out, 7);
        let children = tree.children();
        assert_eq!(children[at], [3, 4].map(NodeId::from_index));
    }
}
