//! An execution tree as a picture that does not move.

use super::TreeForm;
use super::layout::{Spot, layout};
use super::view::{Kind, View};
use margay_ir::{IdVec, NodeId};
use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// More nodes make no picture; those near the beginning are drawn.
const MOST_NODES: usize = 5_000;

const CHARACTER: f64 = 7.2;
const LONGEST: usize = 34;
const LEVEL: f64 = 84.0;
const HEIGHT: f64 = 40.0;
const MARGIN: f64 = 24.0;

pub(super) static FORM: TreeForm = TreeForm { ending: "svg", purpose: "a picture", render };

fn render(view: &View, out: &mut dyn Write) -> io::Result<()> {
    let picture = Picture::new(view);
    let all = view.tree.nodes.len();
    let drawn = picture.nodes.len();
    let mut remarks: Vec<String> = view.left_out().into_iter().collect();
    if drawn < all {
        remarks.insert(0, format!("The first {drawn} of {all} nodes are drawn."));
    }
    let (width, height) = picture.size(remarks.len());
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">"
    )?;
    writeln!(out, "<title>Execution tree</title>\n<style>{}</style>", include_str!("svg.css"))?;
    for (id, spot) in picture.drawn() {
        if let Some(parent) = picture.parents[id] {
            edge(out, picture.spots[parent], spot)?;
        }
    }
    for (id, spot) in picture.drawn() {
        node(out, view, picture.nodes[id], spot, picture.widths[id])?;
    }
    let positions: HashMap<NodeId, NodeId> =
        picture.nodes.enumerate().map(|(id, node)| (*node, id)).collect();
    for (id, spot) in picture.drawn() {
        let into = view.merged_into(picture.nodes[id]);
        if let Some(into) = into.and_then(|into| positions.get(&into)) {
            arrow(out, spot, picture.spots[*into], picture.widths[*into])?;
        }
    }
    for (index, remark) in remarks.iter().enumerate() {
        let y = height - MARGIN - 20.0 * index as f64;
        writeln!(out, "<text class=\"remark\" x=\"{MARGIN}\" y=\"{y}\">{}</text>", escape(remark))?;
    }
    writeln!(out, "</svg>")
}

/// What is drawn, and where. Its ids count what is drawn.
struct Picture {
    /// As the tree names them.
    nodes: IdVec<NodeId, NodeId>,
    parents: IdVec<NodeId, Option<NodeId>>,
    widths: IdVec<NodeId, f64>,
    spots: IdVec<NodeId, Spot>,
}

impl Picture {
    fn new(view: &View) -> Picture {
        let children = view.tree.children();
        let roots = view.tree.nodes.enumerate().filter(|(_, node)| node.parent.is_none());
        let mut open: VecDeque<(NodeId, Option<NodeId>)> =
            roots.map(|(root, _)| (root, None)).collect();
        let mut nodes: IdVec<NodeId, NodeId> = IdVec::new();
        let mut parents = IdVec::new();
        while let Some((node, parent)) = open.pop_front().filter(|_| nodes.len() < MOST_NODES) {
            let id = nodes.push(node);
            parents.push(parent);
            open.extend(children[node].iter().map(|child| (*child, Some(id))));
        }
        let widths: IdVec<NodeId, f64> = nodes.iter().map(|id| width(view, *id)).collect();
        let room = widths.iter().map(|width| width + 16.0).collect();
        let mut spots = layout(&parents, &room);
        let left = spots.enumerate().map(|(id, spot)| spot.x - widths[id] / 2.0);
        let left = left.fold(f64::MAX, f64::min);
        spots.iter_mut().for_each(|spot| spot.x += MARGIN - left);
        Picture { nodes, parents, widths, spots }
    }

    fn drawn(&self) -> impl Iterator<Item = (NodeId, Spot)> {
        self.spots.enumerate().map(|(id, spot)| (id, *spot))
    }

    fn size(&self, remarks: usize) -> (f64, f64) {
        let right = self.drawn().map(|(id, spot)| spot.x + self.widths[id] / 2.0);
        let bottom = self.drawn().map(|(_, spot)| top(spot) + HEIGHT);
        let remarks = 20.0 * remarks as f64;
        (right.fold(400.0, f64::max) + MARGIN, bottom.fold(0.0, f64::max) + 2.0 * MARGIN + remarks)
    }
}

fn top(spot: Spot) -> f64 {
    MARGIN + 16.0 + LEVEL * spot.level as f64
}

fn width(view: &View, id: NodeId) -> f64 {
    let place = view.place(id).unwrap_or_default();
    let longest = shorten(&view.text(id)).width().max(shorten(&place).width());
    let side = shorten(&view.side(id)).width();
    CHARACTER * longest.max(side).max(4) as f64 + 20.0
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn node(out: &mut dyn Write, view: &View, id: NodeId, spot: Spot, width: f64) -> io::Result<()> {
    let (x, y) = (spot.x, top(spot));
    let findings = view.findings(id);
    let kind = view.kind(id);
    let passed = if kind == Kind::Decision && !findings.is_empty() { " passed" } else { "" };
    let text = view.text(id);
    let place = view.place(id);
    let mut title = vec![view.side(id), text.clone()];
    title.extend(place.clone());
    title.extend(findings.iter().map(|finding| format!("{}: {}", finding.rule, finding.message)));
    writeln!(out, "<g class=\"{}{passed}\">", kind.name())?;
    writeln!(out, "<title>{}</title>", escape(&title.join("\n")))?;
    let left = x - width / 2.0;
    writeln!(
        out,
        "<rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\" rx=\"6\"/>"
    )?;
    let mut line = |class: &str, y: f64, text: &str| {
        let text = escape(&shorten(text));
        writeln!(out, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>")
    };
    line("side", y - 5.0, &view.side(id))?;
    line("text", y + 17.0, &text)?;
    line("place", y + 33.0, &place.unwrap_or_default())?;
    if !passed.is_empty() {
        writeln!(out, "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\"/>", left + width)?;
    }
    writeln!(out, "</g>")
}

fn edge(out: &mut dyn Write, from: Spot, to: Spot) -> io::Result<()> {
    let (x, y) = (from.x, top(from) + HEIGHT);
    let (to_x, to_y) = (to.x, top(to) - 17.0);
    let middle = y + 8.0;
    writeln!(out, "<path class=\"edge\" d=\"M{x:.1} {y:.1}V{middle:.1}H{to_x:.1}V{to_y:.1}\"/>")
}

/// A merge: from below the path that was folded to the side of the one that stands for it.
fn arrow(out: &mut dyn Write, from: Spot, to: Spot, width: f64) -> io::Result<()> {
    let side = if from.x < to.x { -1.0 } else { 1.0 };
    let (x, y) = (from.x, top(from) + HEIGHT);
    let (to_x, to_y) = (to.x + side * width / 2.0, top(to) + HEIGHT / 2.0);
    let (low, reach) = (y + 40.0, to_x + side * 40.0);
    let head = side * 8.0;
    writeln!(
        out,
        "<path class=\"merge\" d=\"M{x:.1} {y:.1}C{x:.1} {low:.1} {reach:.1} {to_y:.1} {to_x:.1} \
         {to_y:.1}m{head} -4l{} 4l{head} 4\"/>",
        -head
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{TreeFormat, testing};
    use margay_ir::tree::{End, Node, Side};

    #[test]
    fn nothing_of_the_source_becomes_markup() {
        let svg = testing::rendered(TreeFormat(&super::FORM), &testing::tree());
        assert!(svg.contains("getenv(&quot;&lt;/script&gt;"), "{svg}");
        assert!(!svg.contains("<b>") && !svg.contains("</script>"), "{svg}");
        assert_eq!(svg.matches("<g ").count(), 7);
        assert_eq!(svg.matches("class=\"merge\"").count(), 1);
        assert!(svg.contains("Another 3 nodes were not recorded."));
    }

    #[test]
    fn a_large_tree_says_what_is_left_out() {
        let mut tree = testing::tree();
        for _ in 0..MOST_NODES {
            let parent = Some(NodeId::default());
            tree.nodes.push(Node { parent, side: Side::Otherwise, end: End::Open, place: None });
        }
        let svg = testing::rendered(TreeFormat(&super::FORM), &tree);
        assert!(svg.contains("The first 5000 of 5007 nodes are drawn."));
        assert_eq!(svg.matches("<g ").count(), MOST_NODES);
    }
}
