//! An execution tree in words: what each form shows of a node.

use super::condition::{self, Tokens};
use crate::place::{self, printable};
use crate::sources::{Text, Texts};
use margay_ir::finding::Location;
use margay_ir::tree::{Decision, End, ExecutionTree, FindingAt, Node, Side};
use margay_ir::{IdVec, NodeId, PlaceId};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What kind of node to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Decision,
    Unsatisfiable,
    Finished,
    Fault,
    Cut,
    Merged,
}

impl Kind {
    pub const ALL: [Kind; 6] =
        [Kind::Decision, Kind::Unsatisfiable, Kind::Finished, Kind::Fault, Kind::Cut, Kind::Merged];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Decision => "decision",
            Kind::Unsatisfiable => "unsatisfiable",
            Kind::Finished => "finished",
            Kind::Fault => "fault",
            Kind::Cut => "cut",
            Kind::Merged => "merged",
        }
    }
}

/// A place in the words of the source.
struct Spelt {
    condition: String,
    expression: String,
}

pub(super) struct View<'a> {
    pub tree: &'a ExecutionTree,
    pub texts: &'a Texts<'a>,
    root: &'a Path,
    places: IdVec<PlaceId, Spelt>,
    /// By the nodes that they show in.
    findings: HashMap<NodeId, Vec<&'a FindingAt>>,
}

impl<'a> View<'a> {
    pub fn new(tree: &'a ExecutionTree, texts: &'a Texts<'a>, root: &'a Path) -> View<'a> {
        let mut tokens = HashMap::new();
        let places = tree.places.iter().map(|place| spell(texts, &mut tokens, place)).collect();
        let mut findings: HashMap<NodeId, Vec<&FindingAt>> = HashMap::new();
        for finding in &tree.findings {
            findings.entry(finding.node).or_default().push(finding);
        }
        View { tree, texts, root, places, findings }
    }

    pub fn findings(&self, id: NodeId) -> &[&'a FindingAt] {
        self.findings.get(&id).map_or(&[], Vec::as_slice)
    }

    pub fn kind(&self, id: NodeId) -> Kind {
        match self.tree.nodes[id].end {
            End::Decision { .. } => Kind::Decision,
            End::Fault { .. } => Kind::Fault,
            End::DeadEnd if !self.findings(id).is_empty() => Kind::Fault,
            End::Unsatisfiable | End::DeadEnd => Kind::Unsatisfiable,
            End::Exited { .. } | End::Returned | End::Killed { .. } => Kind::Finished,
            End::Cut { .. } | End::Open => Kind::Cut,
            End::Merged { .. } | End::Covered => Kind::Merged,
        }
    }

    /// What a node comes to.
    pub fn text(&self, id: NodeId) -> String {
        let node = &self.tree.nodes[id];
        match &node.end {
            End::Decision { on } => self.decision(on, node),
            End::Open => "not followed further".to_owned(),
            End::Unsatisfiable => "unsatisfiable".to_owned(),
            End::DeadEnd if !self.findings(id).is_empty() => self.findings(id)[0].rule.clone(),
            End::DeadEnd => "no input leads on".to_owned(),
            End::Exited { code: Some(code) } => format!("exit {code}"),
            End::Exited { code: None } => "exit".to_owned(),
            End::Returned => "returns".to_owned(),
            End::Killed { signal } => format!("killed by signal {signal}"),
            End::Fault { rule } => rule.clone(),
            End::Cut { why } => format!("cut: {}", printable(why)),
            End::Merged { .. } => "goes on like another path".to_owned(),
            End::Covered => "goes on like paths before".to_owned(),
        }
    }

    fn decision(&self, on: &Decision, node: &Node) -> String {
        let spelt = node.place.map(|place| &self.places[place]);
        let condition = spelt.map_or("", |spelt| &spelt.condition);
        let expression = spelt.map_or("", |spelt| &spelt.expression);
        match on {
            Decision::Branch if condition.is_empty() => "a branch".to_owned(),
            Decision::Branch => condition.to_owned(),
            Decision::Switch => format!("switch ({condition})"),
            Decision::Call { function } => {
                let function = printable(function);
                // A macro or a pointer may have called it.
                let named = expression.starts_with(&function);
                if named { expression.to_owned() } else { format!("{function}()") }
            }
            Decision::Pointer => format!("is {expression} null?"),
            Decision::Value => format!("which value? {expression}"),
            Decision::Loop => "a loop with many iterations".to_owned(),
            Decision::Join => "paths meet".to_owned(),
            Decision::Hidden if expression.is_empty() => "a hidden choice".to_owned(),
            Decision::Hidden => expression.to_owned(),
        }
    }

    /// How a path came to a node.
    pub fn side(&self, id: NodeId) -> String {
        match &self.tree.nodes[id].side {
            Side::Entry { function } if function == "main" => "main".to_owned(),
            Side::Entry { function } => format!("{} alone", printable(function)),
            Side::Branch { holds: true } => "true".to_owned(),
            Side::Branch { holds: false } => "false".to_owned(),
            Side::Line { line } => format!("to line {line}"),
            Side::Case { values } => format!("case {values}"),
            Side::Otherwise => "otherwise".to_owned(),
            Side::Call { fails: true } => "fails".to_owned(),
            Side::Call { fails: false } => "succeeds".to_owned(),
            Side::Null { null: true } => "null".to_owned(),
            Side::Null { null: false } => "not null".to_owned(),
            Side::Value { value } => format!("{value}"),
            Side::Hidden => "one way".to_owned(),
            Side::AnyIterations => "after any number of iterations".to_owned(),
            Side::Again => "executed exactly".to_owned(),
            Side::Joined => "as one".to_owned(),
        }
    }

    /// `file:line` of where a node ends.
    pub fn place(&self, id: NodeId) -> Option<String> {
        let place = self.tree.nodes[id].place?;
        let location = &self.tree.places[place];
        Some(place::show(self.root, &Location { column: 0, ..location.clone() }))
    }

    /// The name of the file of a place.
    pub fn file(&self, location: &Location) -> String {
        printable(&place::name(self.root, location).to_string_lossy())
    }

    /// The node that stands for this one.
    pub fn merged_into(&self, id: NodeId) -> Option<NodeId> {
        match self.tree.nodes[id].end {
            End::Merged { into } => Some(into),
            _ => None,
        }
    }

    /// What the picture leaves out because it was not recorded, as a sentence.
    pub fn left_out(&self) -> Option<String> {
        let count = self.tree.left_out;
        (count > 0).then(|| format!("Another {count} nodes were not recorded."))
    }
}

fn spell(texts: &Texts, tokens: &mut HashMap<PathBuf, Rc<Tokens>>, place: &Location) -> Spelt {
    let unknown = || Spelt { condition: String::new(), expression: String::new() };
    let Some(text) = texts.text(place) else { return unknown() };
    let text: &Text = &text;
    let tokens =
        tokens.entry(place::path(place)).or_insert_with(|| Rc::new(Tokens::of(text.bytes())));
    let whole = || condition::line(text, place.line).unwrap_or_default();
    let (line, column) = (place.line, place.column);
    Spelt {
        condition: condition::condition(text, tokens, line, column).unwrap_or_else(whole),
        expression: condition::expression(text, tokens, line, column).unwrap_or_else(whole),
    }
}
