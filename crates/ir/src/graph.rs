//! Directed graphs over dense ids, and the walk that everything else is built on.
//!
//! A walk keeps its own stack: functions with 100,000 blocks exist, and the
//! call stack is no place for them. Results depend on the order of edges alone.

use crate::ids::Id;

/// Edges grouped by their source, in the order they were given.
#[derive(Clone, Debug)]
pub(crate) struct Graph<N> {
    starts: Vec<usize>,
    targets: Vec<N>,
}

impl<N: Id> Graph<N> {
    pub(crate) fn new(nodes: usize, edges: &[(N, N)]) -> Self {
        let mut starts = vec![0; nodes + 1];
        for (from, _) in edges {
            starts[from.index() + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut targets = vec![N::from_index(0); edges.len()];
        for &(from, to) in edges {
            targets[next[from.index()]] = to;
            next[from.index()] += 1;
        }
        Graph { starts, targets }
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn nodes(&self) -> impl DoubleEndedIterator<Item = N> + use<N> {
        (0..self.len()).map(N::from_index)
    }

    pub(crate) fn successors(&self, node: N) -> &[N] {
        &self.targets[self.starts[node.index()]..self.starts[node.index() + 1]]
    }

    pub(crate) fn edges(&self) -> impl Iterator<Item = (N, N)> + '_ {
        self.nodes().flat_map(|from| self.successors(from).iter().map(move |&to| (from, to)))
    }

    pub(crate) fn reversed(&self) -> Self {
        let edges: Vec<_> = self.edges().map(|(from, to)| (to, from)).collect();
        Graph::new(self.len(), &edges)
    }
}

/// A node that a walk did not reach.
pub(crate) const UNREACHED: usize = usize::MAX;

/// A depth-first spanning tree. Positions count in preorder: ancestors come first, and
/// the descendants of a node are the positions `at..=last[at]`.
#[derive(Clone, Debug)]
pub(crate) struct Dfs<N> {
    pub(crate) preorder: Vec<N>,
    /// Position of each node, or [`UNREACHED`].
    pub(crate) position: Vec<usize>,
    /// Position of each position's parent; the root is its own.
    pub(crate) parent: Vec<usize>,
    pub(crate) last: Vec<usize>,
    pub(crate) postorder: Vec<N>,
}

impl<N: Id> Dfs<N> {
    pub(crate) fn new(graph: &Graph<N>, root: N) -> Self {
        let mut dfs = Dfs {
            preorder: Vec::new(),
            position: vec![UNREACHED; graph.len()],
            parent: Vec::new(),
            last: Vec::new(),
            postorder: Vec::new(),
        };
        let mut stack = vec![(root, 0)];
        dfs.discover(root, 0);
        while let Some((node, next)) = stack.last_mut() {
            let (node, at) = (*node, dfs.position[node.index()]);
            if let Some(&child) = graph.successors(node).get(*next) {
                *next += 1;
                if dfs.position[child.index()] == UNREACHED {
                    dfs.discover(child, at);
                    stack.push((child, 0));
                }
            } else {
                stack.pop();
                dfs.last[at] = dfs.preorder.len() - 1;
                dfs.postorder.push(node);
            }
        }
        dfs
    }

    fn discover(&mut self, node: N, parent: usize) {
        self.position[node.index()] = self.preorder.len();
        self.preorder.push(node);
        self.parent.push(parent);
        self.last.push(UNREACHED);
    }

    /// Whether the node at `a` is an ancestor of the one at `b`, or the same.
    pub(crate) fn is_ancestor(&self, a: usize, b: usize) -> bool {
        a <= b && b <= self.last[a]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::BlockId;

    fn graph(nodes: usize, edges: &[(usize, usize)]) -> Graph<BlockId> {
        let id = BlockId::from_index;
        let edges: Vec<_> = edges.iter().map(|&(a, b)| (id(a), id(b))).collect();
        Graph::new(nodes, &edges)
    }

    #[test]
    fn a_long_chain_needs_no_call_stack() {
        let edges: Vec<_> = (0..200_000).map(|i| (i, i + 1)).collect();
        let graph = graph(200_001, &edges);
        let dfs = Dfs::new(&graph, BlockId::from_index(0));
        assert_eq!(dfs.preorder.len(), 200_001);
        assert!(dfs.is_ancestor(5, 200_000) && !dfs.is_ancestor(6, 5));
    }
}
