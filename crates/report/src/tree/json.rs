//! An execution tree as data. docs/tree.md describes it.

use super::TreeForm;
use super::view::View;
use margay_ir::finding::Location;
use margay_ir::tree::{End, Side};
use margay_ir::{NodeId, PlaceId};
use serde::Serialize;
use std::io::{self, Write};

pub(super) static FORM: TreeForm = TreeForm { ending: "json", purpose: "as data", render };

fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let tree = view.tree;
    let version = env!("CARGO_PKG_VERSION");
    writeln!(out, "{{\"kind\":\"execution-tree\",\"tool\":\"Margay\",\"version\":\"{version}\",")?;
    writeln!(out, "\"left_out\":{},", tree.left_out)?;
    list(out, "places", tree.places.iter().map(|place| Place::of(view, place)), ",")?;
    let nodes = tree.nodes.enumerate().map(|(id, node)| NodeLine {
        id,
        parent: node.parent,
        side: &node.side,
        label: view.side(id),
        end: &node.end,
        text: view.text(id),
        place: node.place,
    });
    list(out, "nodes", nodes, ",")?;
    let findings = tree.findings.iter().map(|finding| FindingLine {
        node: finding.node,
        rule: &finding.rule,
        message: &finding.message,
        place: Place::of(view, &finding.location),
    });
    list(out, "findings", findings, "}")
}

#[derive(Serialize)]
struct Place {
    file: String,
    line: u32,
    column: u32,
    function: Option<String>,
}

impl Place {
    fn of(view: &View, location: &Location) -> Place {
        let Location { line, column, function, .. } = location.clone();
        Place { file: view.file(location), line, column, function }
    }
}

#[derive(Serialize)]
struct NodeLine<'a> {
    id: NodeId,
    parent: Option<NodeId>,
    side: &'a Side,
    label: String,
    end: &'a End,
    text: String,
    place: Option<PlaceId>,
}

#[derive(Serialize)]
struct FindingLine<'a> {
    node: NodeId,
    rule: &'a str,
    message: &'a str,
    place: Place,
}

/// A list with one entry on each line.
fn list<T: Serialize>(
    out: &mut dyn Write,
    name: &str,
    entries: impl Iterator<Item = T>,
    end: &str,
) -> io::Result<()> {
    write!(out, "\"{name}\":[")?;
    for (index, entry) in entries.enumerate() {
        writeln!(out, "{}", if index == 0 { "" } else { "," })?;
        serde_json::to_writer(&mut *out, &entry)?;
    }
    writeln!(out, "]{end}")
}

#[cfg(test)]
mod tests {
    use crate::tree::{TreeFormat, testing};

    #[test]
    fn a_tree_as_data() {
        testing::check(
            TreeFormat(&super::FORM),
            expect_test::expect![[r#"
            {"kind":"execution-tree","tool":"Margay","version":"0.1.0",
            "left_out":3,
            "places":[
            {"file":"a.c","line":2,"column":15,"function":"main"},
            {"file":"a.c","line":3,"column":11,"function":"main"},
            {"file":"a.c","line":3,"column":9,"function":"main"},
            {"file":"a.c","line":4,"column":14,"function":"main"},
            {"file":"a.c","line":5,"column":5,"function":"main"}],
            "nodes":[
            {"id":0,"parent":null,"side":{"kind":"entry","function":"main"},"label":"main","end":{"kind":"decision","on":{"kind":"call","function":"getenv"}},"text":"getenv(\"</script><b>\\\"\")","place":0},
            {"id":1,"parent":0,"side":{"kind":"call","fails":true},"label":"fails","end":{"kind":"exited","code":0},"text":"exit 0","place":4},
            {"id":2,"parent":0,"side":{"kind":"call","fails":false},"label":"succeeds","end":{"kind":"decision","on":{"kind":"branch"}},"text":"s","place":1},
            {"id":3,"parent":2,"side":{"kind":"branch","holds":true},"label":"true","end":{"kind":"decision","on":{"kind":"branch"}},"text":"s[0] == '<'","place":2},
            {"id":4,"parent":2,"side":{"kind":"branch","holds":false},"label":"false","end":{"kind":"unsatisfiable"},"text":"unsatisfiable","place":1},
            {"id":5,"parent":3,"side":{"kind":"branch","holds":true},"label":"true","end":{"kind":"fault","rule":"write"},"text":"write","place":3},
            {"id":6,"parent":3,"side":{"kind":"branch","holds":false},"label":"false","end":{"kind":"merged","into":1},"text":"goes on like another path","place":4}],
            "findings":[
            {"node":5,"rule":"write","message":"a write to `</script>`","place":{"file":"a.c","line":4,"column":14,"function":"main"}}]}
        "#]],
        );
        let text = testing::rendered(TreeFormat(&super::FORM), &testing::tree());
        serde_json::from_str::<serde_json::Value>(&text).expect("valid JSON");
    }
}
