//! Open states that one engine hands to another, and how they are shared out.

use crate::records::spot::Frames;
use crate::state::start_path::{Stand, StartPath};
use margay_ir::{FuncId, NodeId, SpanId};
use margay_smt::Value;
use std::sync::Arc;

/// Open states, to be followed by some engine.
#[derive(Clone, Default)]
pub struct Part {
    pub(crate) leaves: Vec<Leaf>,
}

/// A state, or the states of a merge group.
#[derive(Clone)]
pub(crate) struct Leaf {
    pub ends: Vec<End>,
    /// The state before the choice that began the merge group, and where that was.
    pub together: Option<(StartPath, (FuncId, usize))>,
}

/// A state, as it is handed over.
#[derive(Clone)]
pub(crate) struct End {
    pub stand: Stand,
    /// Values of symbols, by their names, with which the path is taken. The others are zero.
    pub model: Option<Arc<NamedValues>>,
    /// There was a model, whether or not it is handed over.
    pub was_shown: bool,
    /// It stands where the paths of its merge group meet.
    pub waits: bool,
    /// Choices on the way.
    pub depth: usize,
    pub node: NodeId,
    pub place: SpanId,
    pub frames: Frames,
}

pub(crate) type NamedValues = Vec<(Box<str>, Value)>;

impl Part {
    /// How many states there are, those of merge groups included.
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
    /// after it; the parts get about the same. So what is split off first are the sides nearest to
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

#[cfg(test)]
mod tests {
    use super::*;
    use margay_ir::Id;

    /// A state that is so many choices away from the entry, in the node with that number.
    fn leaf(depth: usize) -> Leaf {
        let end = End {
            stand: Stand { path: StartPath::default(), steps: 0 },
            model: None,
            was_shown: false,
            waits: false,
            depth,
            node: Id::from_index(depth),
            place: Id::from_index(0),
            frames: Frames::default(),
        };
        Leaf { ends: vec![end], together: None }
    }

    fn split(depths: impl Iterator<Item = usize>, most: usize) -> Vec<Vec<usize>> {
        let part = Part { leaves: depths.map(leaf).collect() };
        let depths = |part: &Part| part.nodes().map(Id::index).collect();
        part.split(most).iter().map(depths).collect()
    }

    #[test]
    fn what_is_nearest_to_the_entry_is_split_off_first() {
        assert_eq!(split([5, 4, 3, 2, 1].into_iter(), 2), [vec![1], vec![5, 4, 3, 2]]);
        assert_eq!(split([3, 3, 3, 3].into_iter(), 2), [[3, 3], [3, 3]]);
    }

    #[test]
    fn there_are_no_more_parts_than_states() {
        assert!(split(std::iter::empty(), 4).is_empty());
        assert_eq!(split([7].into_iter(), 4), [[7]]);
        // Far down, where the weights are next to nothing, none goes without.
        let parts = split(0..2000, 32);
        assert_eq!(parts.len(), 32);
        assert!(parts.iter().all(|part| !part.is_empty()));
        assert_eq!(parts.iter().map(Vec::len).sum::<usize>(), 2000);
    }
}
