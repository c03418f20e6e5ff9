//! An execution tree for Graphviz.

use super::TreeForm;
use super::view::{Kind, View};
use std::io::{self, Write};

pub(super) static FORM: TreeForm = TreeForm { ending: "dot", purpose: "for Graphviz", render };

fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "digraph \"execution tree\" {{")?;
    writeln!(out, "  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];")?;
    writeln!(out, "  edge [fontname=\"sans-serif\", fontsize=10];")?;
    if let Some(left_out) = view.left_out() {
        writeln!(out, "  label=\"{}\";", escape(&left_out))?;
    }
    for (id, node) in view.tree.nodes.enumerate() {
        let mut lines = vec![view.text(id)];
        if node.parent.is_none() {
            lines.insert(0, view.side(id));
        }
        lines.extend(view.place(id));
        let passed = view.findings(id).iter().map(|finding| format!("! {}", finding.rule));
        lines.extend(passed.filter(|_| view.kind(id) == Kind::Decision));
        let lines: Vec<String> = lines.iter().map(|line| escape(line)).collect();
        let (fill, line) = colors(view.kind(id));
        let label = lines.join("\\n");
        writeln!(out, "  {id} [label=\"{label}\", fillcolor=\"{fill}\", color=\"{line}\"];")?;
        if let Some(parent) = node.parent {
            writeln!(out, "  {parent} -> {id} [label=\"{}\"];", escape(&view.side(id)))?;
        }
        if let Some(into) = view.merged_into(id) {
            writeln!(out, "  {id} -> {into} [color=\"#1f6feb\", style=dashed, constraint=false];")?;
        }
    }
    writeln!(out, "}}")
}

/// The colours of a node, as in the other pictures.
fn colors(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Decision => ("#ffffff", "#57606a"),
        Kind::Unsatisfiable => ("#eaeef2", "#8c959f"),
        Kind::Finished => ("#dafbe1", "#1a7f37"),
        Kind::Fault => ("#ffebe9", "#cf222e"),
        Kind::Cut => ("#fff1e5", "#bc4c00"),
        Kind::Merged => ("#ddf4ff", "#1f6feb"),
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use crate::tree::{TreeFormat, testing};

    #[test]
    fn a_tree_for_graphviz() {
        testing::check(
            TreeFormat(&super::FORM),
            expect_test::expect![[r##"
            digraph "execution tree" {
              node [shape=box, style="rounded,filled", fontname="sans-serif"];
              edge [fontname="sans-serif", fontsize=10];
              label="Another 3 nodes were not recorded.";
              n0 [label="main\ngetenv(\"</script><b>\\\"\")\na.c:2", fillcolor="#ffffff", color="#57606a"];
              n1 [label="exit 0\na.c:5", fillcolor="#dafbe1", color="#1a7f37"];
              n0 -> n1 [label="fails"];
              n2 [label="s\na.c:3", fillcolor="#ffffff", color="#57606a"];
              n0 -> n2 [label="succeeds"];
              n3 [label="s[0] == '<'\na.c:3", fillcolor="#ffffff", color="#57606a"];
              n2 -> n3 [label="true"];
              n4 [label="unsatisfiable\na.c:3", fillcolor="#eaeef2", color="#8c959f"];
              n2 -> n4 [label="false"];
              n5 [label="write\na.c:4", fillcolor="#ffebe9", color="#cf222e"];
              n3 -> n5 [label="true"];
              n6 [label="goes on like another path\na.c:5", fillcolor="#ddf4ff", color="#1f6feb"];
              n3 -> n6 [label="false"];
              n6 -> n1 [color="#1f6feb", style=dashed, constraint=false];
            }
        "##]],
        );
    }
}
