//! The control-flow graph of one function.
//!
//! Edges are deduplicated: a switch with ten cases for one block has one edge to it.
//! Block 0 is the entry. Blocks that it does not lead to keep their edges but have no
//! place in the orders.

use crate::graph::{Dfs, Graph, UNREACHED};
use crate::ids::{BlockId, Id};
use crate::program::Function;

#[derive(Clone, Debug)]
pub struct Cfg {
    pub(crate) forward: Graph<BlockId>,
    pub(crate) backward: Graph<BlockId>,
    pub(crate) dfs: Dfs<BlockId>,
    reverse_postorder: Vec<BlockId>,
    /// Position of each block in the reverse post-order.
    rank: Vec<usize>,
}

impl Cfg {
    /// The graph of a function with a body, whose terminators name blocks that exist.
    pub fn new(function: &Function) -> Self {
        let mut edges = Vec::new();
        for block in function.blocks.ids() {
            let op = &function.terminator(block).op;
            op.for_each_successor(|target| edges.push((block, target)));
        }
        Self::from_edges(function.blocks.len(), &edges)
    }

    /// The graph of any edges over at least one block; their repetitions count once.
    pub fn from_edges(blocks: usize, edges: &[(BlockId, BlockId)]) -> Self {
        let all = Graph::new(blocks, edges);
        // The last source that named each block: repetitions stand in the same group.
        let mut named_by = vec![UNREACHED; blocks];
        let mut once = Vec::with_capacity(edges.len());
        for (from, to) in all.edges() {
            if std::mem::replace(&mut named_by[to.index()], from.index()) != from.index() {
                once.push((from, to));
            }
        }
        let forward = Graph::new(blocks, &once);
        let backward = forward.reversed();
        let dfs = Dfs::new(&forward, BlockId::from_index(0));
        let reverse_postorder: Vec<_> = dfs.postorder.iter().rev().copied().collect();
        let mut rank = vec![UNREACHED; blocks];
        for (at, block) in reverse_postorder.iter().enumerate() {
            rank[block.index()] = at;
        }
        Cfg { forward, backward, dfs, reverse_postorder, rank }
    }

    pub fn entry(&self) -> BlockId {
        BlockId::from_index(0)
    }

    /// How many blocks there are, reachable or not.
    pub fn block_count(&self) -> usize {
        self.forward.len()
    }

    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        self.forward.successors(block)
    }

    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        self.backward.successors(block)
    }

    /// The reachable blocks, each before its successors but for the edges that close loops.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.reverse_postorder
    }

    /// Position in the reverse post-order; `None` for an unreachable block.
    pub fn rank(&self, block: BlockId) -> Option<usize> {
        Some(self.rank[block.index()]).filter(|&rank| rank != UNREACHED)
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.rank[block.index()] != UNREACHED
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn cfg(blocks: usize, edges: &[(usize, usize)]) -> Cfg {
        let id = BlockId::from_index;
        let edges: Vec<_> = edges.iter().map(|&(a, b)| (id(a), id(b))).collect();
        Cfg::from_edges(blocks, &edges)
    }

    /// Graphs of up to 12 blocks, the same ones in every run.
    pub(crate) fn random_cfgs() -> impl Iterator<Item = Cfg> {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = move |bound: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            usize::try_from(seed % u64::try_from(bound).unwrap()).unwrap()
        };
        (0..3000).map(move |_| {
            let blocks = 1 + below(12);
            let edges: Vec<_> =
                (0..below(2 * blocks + 2)).map(|_| (below(blocks), below(blocks))).collect();
            cfg(blocks, &edges)
        })
    }

    #[test]
    fn edges_count_once_and_unreachable_blocks_are_left_out() {
        let cfg = cfg(4, &[(0, 1), (0, 1), (3, 1), (1, 2), (0, 2)]);
        assert_eq!(format!("{:?}", cfg.successors(cfg.entry())), "[b1, b2]");
        assert_eq!(format!("{:?}", cfg.predecessors(BlockId::from_index(1))), "[b0, b3]");
        assert_eq!(format!("{:?}", cfg.reverse_postorder()), "[b0, b1, b2]");
        assert!(!cfg.is_reachable(BlockId::from_index(3)));
    }
}
