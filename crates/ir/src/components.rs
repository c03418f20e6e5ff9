//! Strongly connected components of a graph, without recursion.

use crate::graph::{Graph, UNREACHED};
use crate::ids::Id;

/// Strongly connected components; one that others lead to comes before them.
#[derive(Clone, Debug)]
pub(crate) struct Components<N> {
    pub(crate) members: Vec<Vec<N>>,
    /// The component of each node.
    pub(crate) of: Vec<usize>,
}

impl<N: Id> Components<N> {
    /// Tarjan's algorithm.
    pub(crate) fn new(graph: &Graph<N>) -> Self {
        let count = graph.len();
        let mut members: Vec<Vec<N>> = Vec::new();
        let mut of = vec![UNREACHED; count];
        let mut index = vec![UNREACHED; count];
        let mut low = vec![0; count];
        let (mut open, mut walk) = (Vec::new(), Vec::new());
        let mut found = 0;
        for root in graph.nodes() {
            if index[root.index()] != UNREACHED {
                continue;
            }
            walk.push((root, 0));
            while let Some((node, next)) = walk.last_mut() {
                let at = node.index();
                if *next == 0 {
                    index[at] = found;
                    low[at] = found;
                    found += 1;
                    open.push(*node);
                }
                if let Some(child) = graph.successors(*node).get(*next) {
                    *next += 1;
                    let child = child.index();
                    if index[child] == UNREACHED {
                        walk.push((N::from_index(child), 0));
                    } else if of[child] == UNREACHED {
                        low[at] = low[at].min(index[child]);
                    }
                    continue;
                }
                if low[at] == index[at] {
                    let start = open.iter().rposition(|n: &N| n.index() == at);
                    let mut component = open.split_off(start.expect("a root is still open"));
                    component.sort_unstable();
                    component.iter().for_each(|n| of[n.index()] = members.len());
                    members.push(component);
                }
                walk.pop();
                if let Some((parent, _)) = walk.last() {
                    low[parent.index()] = low[parent.index()].min(low[at]);
                }
            }
        }
        Components { members, of }
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
    fn components_come_callee_first() {
        let graph = graph(5, &[(0, 1), (1, 2), (2, 1), (2, 3), (4, 4)]);
        let components = Components::new(&graph);
        let names: Vec<_> = components.members.iter().map(|m| format!("{m:?}")).collect();
        assert_eq!(names, ["[b3]", "[b1, b2]", "[b0]", "[b4]"]);
        assert_eq!(components.of, [2, 1, 1, 0, 3]);
    }

    #[test]
    fn a_long_chain_needs_no_call_stack() {
        let edges: Vec<_> = (0..200_000).map(|i| (i, i + 1)).collect();
        assert_eq!(Components::new(&graph(200_001, &edges)).members.len(), 200_001);
    }
}
