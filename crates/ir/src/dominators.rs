//! Dominators and post-dominators.
//!
//! A block dominates another if every path from the entry to the other passes it; it
//! post-dominates if every path from the other to the end of the function does. Paths
//! that never end do not count for the latter, so a block that cannot reach an end has
//! no post-dominators.
//!
//! Lengauer and Tarjan's algorithm with path compression: the simpler one of Cooper,
//! Harvey and Kennedy is quadratic on two long chains of `if (failed) goto out;`, which
//! generated code has.

use crate::cfg::Cfg;
use crate::graph::{Dfs, Graph, UNREACHED};
use crate::ids::{BlockId, Id};

#[derive(Clone, Debug)]
pub struct Dominators {
    /// Immediate dominator of each block; the root is its own.
    idom: Vec<usize>,
    /// Blocks below `b` in the tree are those numbered `enter[b]..leave[b]`.
    enter: Vec<usize>,
    leave: Vec<usize>,
    depth: Vec<usize>,
    blocks: usize,
}

impl Dominators {
    pub fn new(cfg: &Cfg) -> Self {
        Self::compute(&cfg.backward, &cfg.dfs, cfg.block_count())
    }

    /// Post-dominators, with one end after every block that has no successors.
    pub fn post(cfg: &Cfg) -> Self {
        let blocks = cfg.block_count();
        let end = BlockId::from_index(blocks);
        let ends = cfg.forward.nodes().filter(|&b| cfg.successors(b).is_empty());
        let mut edges: Vec<_> = ends.map(|block| (end, block)).collect();
        edges.extend(cfg.forward.edges().map(|(from, to)| (to, from)));
        let graph = Graph::new(blocks + 1, &edges);
        let dfs = Dfs::new(&graph, end);
        Self::compute(&graph.reversed(), &dfs, blocks)
    }

    /// The closest block that dominates this one; `None` for a root and for blocks
    /// that are not reached.
    pub fn idom(&self, block: BlockId) -> Option<BlockId> {
        let idom = self.idom[block.index()];
        (idom < self.blocks && idom != block.index()).then(|| BlockId::from_index(idom))
    }

    /// Whether `a` dominates `b`; every reached block dominates itself.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let (a, b) = (a.index(), b.index());
        self.is_in_tree(b) && self.enter[a] <= self.enter[b] && self.enter[b] < self.leave[a]
    }

    pub fn strictly_dominates(&self, a: BlockId, b: BlockId) -> bool {
        a != b && self.dominates(a, b)
    }

    /// The closest block that dominates both; `None` if there is none.
    pub fn common(&self, a: BlockId, b: BlockId) -> Option<BlockId> {
        let (mut a, mut b) = (a.index(), b.index());
        if !self.is_in_tree(a) || !self.is_in_tree(b) {
            return None;
        }
        while a != b {
            let deeper = if self.depth[a] >= self.depth[b] { &mut a } else { &mut b };
            *deeper = self.idom[*deeper];
        }
        (a < self.blocks).then(|| BlockId::from_index(a))
    }

    /// Steps from the root of the tree; `None` for a block that is not reached.
    pub fn depth(&self, block: BlockId) -> Option<usize> {
        self.is_in_tree(block.index()).then(|| self.depth[block.index()])
    }

    fn is_in_tree(&self, block: usize) -> bool {
        self.idom[block] != UNREACHED
    }

    fn compute(predecessors: &Graph<BlockId>, dfs: &Dfs<BlockId>, blocks: usize) -> Self {
        let idom = immediate_dominators(predecessors, dfs);
        let count = dfs.preorder.len();
        // A dominator precedes what it dominates in preorder, so plain passes do for a
        // walk of the tree: sizes from the leaves, then numbers from the root.
        let mut size = vec![1; count];
        for at in (1..count).rev() {
            size[idom[at]] += size[at];
        }
        let (mut enter, mut depth, mut next) = (vec![0; count], vec![0; count], vec![1; count]);
        for at in 1..count {
            enter[at] = next[idom[at]];
            depth[at] = depth[idom[at]] + 1;
            next[idom[at]] += size[at];
            next[at] = enter[at] + 1;
        }
        let nodes = predecessors.len();
        let mut tree = Dominators {
            idom: vec![UNREACHED; nodes],
            enter: vec![0; nodes],
            leave: vec![0; nodes],
            depth: vec![0; nodes],
            blocks,
        };
        for (at, block) in dfs.preorder.iter().enumerate() {
            let block = block.index();
            tree.idom[block] = dfs.preorder[idom[at]].index();
            tree.enter[block] = enter[at];
            tree.leave[block] = enter[at] + size[at];
            tree.depth[block] = depth[at];
        }
        tree
    }
}

/// Immediate dominators by position in preorder.
fn immediate_dominators(predecessors: &Graph<BlockId>, dfs: &Dfs<BlockId>) -> Vec<usize> {
    let count = dfs.preorder.len();
    let mut semi: Vec<usize> = (0..count).collect();
    let mut idom = vec![0; count];
    let mut forest = Forest { ancestor: vec![UNREACHED; count], best: (0..count).collect() };
    let mut bucket: Vec<Vec<usize>> = vec![Vec::new(); count];
    for at in (1..count).rev() {
        for from in predecessors.successors(dfs.preorder[at]) {
            let from = dfs.position[from.index()];
            if from != UNREACHED {
                let best = forest.best_above(from, &semi);
                semi[at] = semi[at].min(semi[best]);
            }
        }
        bucket[semi[at]].push(at);
        let parent = dfs.parent[at];
        forest.ancestor[at] = parent;
        for below in std::mem::take(&mut bucket[parent]) {
            let best = forest.best_above(below, &semi);
            idom[below] = if semi[best] < semi[below] { best } else { parent };
        }
    }
    for at in 1..count {
        if idom[at] != semi[at] {
            idom[at] = idom[idom[at]];
        }
    }
    idom
}

/// The part of the spanning tree that was visited, with compressed paths.
struct Forest {
    ancestor: Vec<usize>,
    /// The node with the smallest semidominator on the compressed path.
    best: Vec<usize>,
}

impl Forest {
    fn best_above(&mut self, node: usize, semi: &[usize]) -> usize {
        let mut path = Vec::new();
        let mut at = node;
        while self.ancestor[at] != UNREACHED {
            path.push(at);
            at = self.ancestor[at];
        }
        let root = at;
        // The topmost node hangs directly below the root and is right as it is.
        let mut above = path.pop();
        for &at in path.iter().rev() {
            let upper = above.expect("the path has a node above");
            if semi[self.best[upper]] < semi[self.best[at]] {
                self.best[at] = self.best[upper];
            }
            self.ancestor[at] = root;
            above = Some(at);
        }
        self.best[node]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::tests::{cfg, random_cfgs};

    /// Blocks that `from` leads to without entering `without`.
    fn reached(cfg: &Cfg, from: BlockId, without: Option<BlockId>) -> Vec<bool> {
        let mut seen = vec![false; cfg.block_count()];
        let mut work = Vec::from_iter(Some(from).filter(|&f| Some(f) != without));
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut seen[block.index()], true) {
                work.extend(cfg.successors(block).iter().filter(|&&s| Some(s) != without));
            }
        }
        seen
    }

    #[test]
    fn agrees_with_the_definition_on_random_graphs() {
        for cfg in random_cfgs() {
            let (dom, post) = (Dominators::new(&cfg), Dominators::post(&cfg));
            let all: Vec<_> = cfg.forward.nodes().collect();
            let is_end = |b: &BlockId| cfg.successors(*b).is_empty();
            let ends: Vec<_> = all.iter().copied().filter(is_end).collect();
            let from_entry = reached(&cfg, cfg.entry(), None);
            for &a in &all {
                let around = reached(&cfg, cfg.entry(), Some(a));
                for &b in &all {
                    let expected = from_entry[b.index()] && !around[b.index()];
                    assert_eq!(dom.dominates(a, b), expected, "{a} dom {b} in {cfg:?}");
                    let to_end = |without| {
                        let seen = reached(&cfg, b, without);
                        ends.iter().any(|e| seen[e.index()])
                    };
                    let expected = to_end(None) && !to_end(Some(a));
                    assert_eq!(post.dominates(a, b), expected, "{a} postdom {b} in {cfg:?}");
                }
                let above = all.iter().copied().filter(|&d| dom.strictly_dominates(d, a));
                assert_eq!(dom.idom(a), above.max_by_key(|&d| dom.depth(d)));
            }
        }
    }

    #[test]
    fn common_dominator_of_both_arms_is_the_branch() {
        let diamond = cfg(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        let id = BlockId::from_index;
        assert_eq!(Dominators::new(&diamond).common(id(1), id(2)), Some(id(0)));
        assert_eq!(Dominators::post(&diamond).common(id(1), id(2)), Some(id(3)));
        assert_eq!(Dominators::post(&diamond).idom(id(0)), Some(id(3)));
    }

    #[test]
    fn two_long_chains_of_early_exits_take_linear_time() {
        let (half, out) = (50_000, 100_001);
        let mut edges = vec![(0, 1), (0, half + 1)];
        for at in 1..=2 * half {
            edges.push((at, out));
            if at != half {
                edges.push((at, at + 1));
            }
        }
        let cfg = cfg(out + 1, &edges);
        let id = BlockId::from_index;
        assert_eq!(Dominators::new(&cfg).idom(id(out)), Some(id(0)));
        assert_eq!(Dominators::post(&cfg).idom(id(1)), Some(id(out)));
    }
}
