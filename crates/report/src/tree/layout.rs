//! Where to draw the nodes of a tree: below their parents, as narrow as possible, in linear time.
//!
//! Subtrees are set side by side from the left, as near as their outlines allow (Reingold and
//! Tilford). A node stands in the middle above its children, but straight above the only one that
//! goes on: so a loop becomes a column with its exits beside it.

use margay_ir::{Id, IdVec, NodeId};

/// Where a node is: its middle, and how deep.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spot {
    pub x: f64,
    pub level: usize,
}

/// A node on the outline of a subtree.
#[derive(Clone, Copy)]
struct Along {
    node: NodeId,
    /// Seen from the root of the subtree, or from the node before it on the outline.
    x: f64,
}

/// What is known of the subtree below a node. Positions are seen from that node.
#[derive(Clone, Copy)]
struct Outline {
    /// What comes below it on the left and on the right side of what is drawn.
    left: Option<Along>,
    right: Option<Along>,
    /// Its lowest nodes on these sides.
    lowest_left: Along,
    lowest_right: Along,
}

/// Sets out a forest: `parents` come before their children, `widths` are those of nodes with the
/// room around them.
pub(super) fn layout(
    parents: &IdVec<NodeId, Option<NodeId>>,
    widths: &IdVec<NodeId, f64>,
) -> IdVec<NodeId, Spot> {
    let mut children: IdVec<NodeId, Vec<NodeId>> = vec![Vec::new(); parents.len()].into();
    let mut roots = Vec::new();
    for (id, parent) in parents.enumerate() {
        match parent {
            Some(parent) => children[*parent].push(id),
            None => roots.push(id),
        }
    }
    let here = |node| Along { node, x: 0.0 };
    let mut outlines: IdVec<NodeId, Outline> = parents
        .ids()
        .map(|id| Outline {
            left: None,
            right: None,
            lowest_left: here(id),
            lowest_right: here(id),
        })
        .collect();
    // Seen from the parent.
    let mut offsets: IdVec<NodeId, f64> = vec![0.0; parents.len()].into();
    for id in parents.ids().rev() {
        let below = &children[id];
        let (Some(first), Some(last)) = (below.first(), below.last()) else { continue };
        let (lowest_left, lowest_right) =
            set_side_by_side(below, &mut outlines, &mut offsets, widths);
        let mut going_on = below.iter().filter(|child| !children[**child].is_empty());
        let middle = match (going_on.next(), going_on.next()) {
            (Some(only), None) => offsets[*only],
            _ => (offsets[*first] + offsets[*last]) / 2.0,
        };
        below.iter().for_each(|child| offsets[*child] -= middle);
        let seen = |along: Along| Along { x: along.x - middle, ..along };
        outlines[id] = Outline {
            left: Some(Along { node: *first, x: offsets[*first] }),
            right: Some(Along { node: *last, x: offsets[*last] }),
            lowest_left: seen(lowest_left),
            lowest_right: seen(lowest_right),
        };
    }
    set_side_by_side(&roots, &mut outlines, &mut offsets, widths);
    let mut spots: IdVec<NodeId, Spot> = vec![Spot::default(); parents.len()].into();
    for (id, parent) in parents.enumerate() {
        let above = parent.map(|parent| spots[parent]);
        let x = above.map_or(0.0, |above| above.x) + offsets[id];
        spots[id] = Spot { x, level: above.map_or(0, |above| above.level + 1) };
    }
    spots
}

/// Sets subtrees beside each other, the first one at 0. Gives their lowest nodes.
fn set_side_by_side(
    nodes: &[NodeId],
    outlines: &mut IdVec<NodeId, Outline>,
    offsets: &mut IdVec<NodeId, f64>,
    widths: &IdVec<NodeId, f64>,
) -> (Along, Along) {
    let nowhere = Along { node: NodeId::from_index(0), x: 0.0 };
    let Some((first, others)) = nodes.split_first() else { return (nowhere, nowhere) };
    let Outline { mut lowest_left, mut lowest_right, .. } = outlines[*first];
    let mut before = Along { node: *first, x: 0.0 };
    for id in others {
        // Down between the two, as far as both go.
        let (mut right, mut left) = (before, Along { node: *id, x: 0.0 });
        let mut shift: f64 = f64::MIN;
        let (right_below, left_below) = loop {
            let apart = (widths[right.node] + widths[left.node]) / 2.0;
            shift = shift.max(right.x + apart - left.x);
            let below = (outlines[right.node].right, outlines[left.node].left);
            let (Some(to_right), Some(to_left)) = below else { break below };
            right = Along { node: to_right.node, x: right.x + to_right.x };
            left = Along { node: to_left.node, x: left.x + to_left.x };
        };
        offsets[*id] = shift;
        let Outline { lowest_left: own_left, lowest_right: own_right, .. } = outlines[*id];
        let seen = |along: Along| Along { x: along.x + shift, ..along };
        match (right_below, left_below) {
            // What stood there reaches deeper: its outline goes on below the new one's.
            (Some(deeper), None) => {
                let x = right.x + deeper.x - (own_right.x + shift);
                outlines[own_right.node].right = Some(Along { node: deeper.node, x });
            }
            (None, Some(deeper)) => {
                let x = left.x + shift + deeper.x - lowest_left.x;
                outlines[lowest_left.node].left = Some(Along { node: deeper.node, x });
                (lowest_left, lowest_right) = (seen(own_left), seen(own_right));
            }
            _ => lowest_right = seen(own_right),
        }
        before = Along { node: *id, x: shift };
    }
    (lowest_left, lowest_right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_out(parents: &[Option<usize>]) -> Vec<(f64, usize)> {
        let parents: IdVec<NodeId, _> =
            parents.iter().map(|parent| parent.map(NodeId::from_index)).collect();
        let widths = vec![2.0; parents.len()].into();
        layout(&parents, &widths).into_iter().map(|spot| (spot.x, spot.level)).collect()
    }

    #[test]
    fn parents_stand_above_their_children() {
        let spots = set_out(&[None, Some(0), Some(0), None]);
        assert_eq!(spots, [(0.0, 0), (-1.0, 1), (1.0, 1), (2.0, 0)]);
    }

    #[test]
    fn a_loop_is_a_column() {
        // Each node goes on with its second child.
        let mut parents = vec![None];
        for round in 0..5 {
            parents.extend([Some(2 * round); 2]);
        }
        let spots = set_out(&parents);
        let column: Vec<f64> = spots.iter().step_by(2).take(5).map(|spot| spot.0).collect();
        assert_eq!(column, [0.0; 5]);
    }

    #[test]
    fn no_two_nodes_overlap() {
        let mut state: u32 = 1;
        for size in 1..200 {
            let mut parents: Vec<Option<usize>> = vec![None];
            for id in 1..size {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let back = usize::try_from(state >> 16).expect("it fits") % id.min(9);
                parents.push((back != 8).then_some(id - 1 - back));
            }
            let mut spots = set_out(&parents);
            spots.sort_by(|a, b| (a.1, a.0).partial_cmp(&(b.1, b.0)).expect("numbers"));
            for pair in spots.windows(2).filter(|pair| pair[0].1 == pair[1].1) {
                assert!(pair[1].0 - pair[0].0 >= 2.0, "{parents:?}: {spots:?}");
            }
        }
    }

    #[test]
    fn a_million_nodes_are_soon_set_out() {
        let chain: Vec<_> = (0..1_000_000_usize).map(|id| id.checked_sub(1)).collect();
        assert_eq!(set_out(&chain).last(), Some(&(0.0, 999_999)));
    }
}
