//! A tree with something of everything, and its source.

use super::{TreeFormat, render};
use expect_test::Expect;
use margay_ir::finding::Location;
use margay_ir::tree::{Decision, End, ExecutionTree, FindingAt, Node, Side};
use margay_ir::{Id, NodeId, PlaceId};
use std::path::Path;

/// Hostile, as source may be.
const SOURCE: &str = "\
int main(void) {
    char *s = getenv(\"</script><b>\\\"\");
    if (s && s[0] == '<')
        s[1] = 0;
    return 0;
}
";

pub(crate) fn tree() -> ExecutionTree {
    let node = |parent: Option<usize>, side, end, place: Option<usize>| Node {
        parent: parent.map(NodeId::from_index),
        side,
        end,
        place: place.map(PlaceId::from_index),
    };
    let branch = |holds| Side::Branch { holds };
    let decision = |on| End::Decision { on };
    let call = Decision::Call { function: "getenv".into() };
    let place = |line, column| Location {
        file: "a.c".into(),
        directory: "/p".into(),
        line,
        column,
        function: Some("main".into()),
    };
    ExecutionTree {
        nodes: vec![
            node(None, Side::Entry { function: "main".into() }, decision(call), Some(0)),
            node(Some(0), Side::Call { fails: true }, End::Exited { code: Some(0) }, Some(4)),
            node(Some(0), Side::Call { fails: false }, decision(Decision::Branch), Some(1)),
            node(Some(2), branch(true), decision(Decision::Branch), Some(2)),
            node(Some(2), branch(false), End::Unsatisfiable, Some(1)),
            node(Some(3), branch(true), End::Fault { rule: "write".into() }, Some(3)),
            node(Some(3), branch(false), End::Merged { into: NodeId::from_index(1) }, Some(4)),
        ]
        .into(),
        places: vec![place(2, 15), place(3, 11), place(3, 9), place(4, 14), place(5, 5)].into(),
        findings: vec![FindingAt {
            node: NodeId::from_index(5),
            rule: "write".into(),
            message: "a write to `</script>`".into(),
            location: place(4, 14),
        }],
        left_out: 3,
    }
}

pub(crate) fn rendered(format: TreeFormat, tree: &ExecutionTree) -> String {
    let sources = |file: &Path| (file == Path::new("/p/a.c")).then(|| SOURCE.as_bytes().to_vec());
    let mut out = Vec::new();
    render(format, tree, &sources, Path::new("/p"), &mut out).expect("a vector takes all");
    String::from_utf8(out).expect("pictures are Unicode")
}

pub(crate) fn check(format: TreeFormat, expected: Expect) {
    expected.assert_eq(&rendered(format, &tree()));
}
