//! The loops of a function and how they nest.
//!
//! A loop is a header and the blocks that reach it again through descendants of the
//! header in the depth-first spanning tree; the header is the first of them that a
//! walk enters. Loops are disjoint or nested. A loop that can also be entered past its
//! header is marked irreducible: then the header is one choice among its entries.
//! Unreachable blocks belong to no loop.
//!
//! Ramalingam's form of Havlak's algorithm ("Identifying loops in almost linear time",
//! 1999): almost linear on irreducible graphs too.

use crate::cfg::Cfg;
use crate::graph::{Dfs, UNREACHED};
use crate::ids::{BlockId, Id, IdVec, LoopId};

#[derive(Clone, Debug)]
pub struct Loop {
    pub header: BlockId,
    /// Blocks of the loop that jump to the header.
    pub latches: Vec<BlockId>,
    pub parent: Option<LoopId>,
    /// 1 for a loop in no other.
    pub depth: u32,
    /// Some edge enters it past the header.
    pub irreducible: bool,
    /// Its blocks are this part of the forest's order.
    start: usize,
    end: usize,
}

#[derive(Clone, Debug)]
pub struct LoopForest {
    loops: IdVec<LoopId, Loop>,
    innermost: Vec<Option<LoopId>>,
    /// Blocks in loops; those of one loop stand together, its header first.
    order: Vec<BlockId>,
    /// Place of each block in `order`.
    place: Vec<usize>,
}

impl LoopForest {
    pub fn new(cfg: &Cfg) -> Self {
        let nesting = Nesting::new(cfg);
        let mut forest = LoopForest {
            loops: IdVec::new(),
            innermost: vec![None; cfg.block_count()],
            order: Vec::new(),
            place: vec![UNREACHED; cfg.block_count()],
        };
        forest.number(cfg, &nesting);
        forest.lay_out(cfg);
        forest.mark_irreducible(&cfg.dfs, &nesting);
        forest
    }

    /// Every loop, an outer one before those in it.
    pub fn loops(&self) -> &IdVec<LoopId, Loop> {
        &self.loops
    }

    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id]
    }

    /// The innermost loop around a block.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// The loop that a block is the header of.
    pub fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        self.innermost(block).filter(|&id| self.loops[id].header == block)
    }

    /// How many loops are around a block.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |id| self.loops[id].depth)
    }

    /// The blocks of a loop and of the loops in it, the header first.
    pub fn body(&self, id: LoopId) -> &[BlockId] {
        let Loop { start, end, .. } = self.loops[id];
        &self.order[start..end]
    }

    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        let Loop { start, end, .. } = self.loops[id];
        (start..end).contains(&self.place[block.index()])
    }

    /// Edges from a block of the loop to one outside of it.
    pub fn exits(&self, cfg: &Cfg, id: LoopId) -> Vec<(BlockId, BlockId)> {
        let edges =
            self.body(id).iter().flat_map(|&b| cfg.successors(b).iter().map(move |&to| (b, to)));
        edges.filter(|&(_, to)| !self.contains(id, to)).collect()
    }

    /// Blocks of the loop that are jumped to from outside of it, the header among them.
    pub fn entries(&self, cfg: &Cfg, id: LoopId) -> Vec<BlockId> {
        let outside = |from: &BlockId| cfg.is_reachable(*from) && !self.contains(id, *from);
        let entered = |b: &&BlockId| cfg.predecessors(**b).iter().any(outside);
        let header = self.loops[id].header;
        let body = self.body(id).iter();
        body.filter(|b| **b == header || entered(b)).copied().collect()
    }

    /// Numbers the loops by the reverse post-order of their headers.
    fn number(&mut self, cfg: &Cfg, nesting: &Nesting) {
        for &block in cfg.reverse_postorder() {
            let at = cfg.dfs.position[block.index()];
            let around = nesting.parent[at];
            // A header precedes its loop in reverse post-order, so it is numbered.
            let parent = (around != UNREACHED)
                .then(|| cfg.dfs.preorder[around])
                .and_then(|header| self.innermost(header));
            self.innermost[block.index()] = parent;
            if nesting.is_header[at] {
                let inside = |from: &&BlockId| {
                    let from = cfg.dfs.position[from.index()];
                    from != UNREACHED && cfg.dfs.is_ancestor(at, from)
                };
                let latches = cfg.predecessors(block).iter().filter(inside).copied().collect();
                let depth = 1 + parent.map_or(0, |id| self.loops[id].depth);
                let (start, end, irreducible) = (0, 0, false);
                let new = Loop { header: block, latches, parent, depth, irreducible, start, end };
                self.innermost[block.index()] = Some(self.loops.push(new));
            }
        }
    }

    /// Puts the blocks of each loop together.
    fn lay_out(&mut self, cfg: &Cfg) {
        let mut size: IdVec<LoopId, usize> = IdVec::from(vec![0; self.loops.len()]);
        let mut total = 0;
        for id in self.innermost.iter().flatten() {
            size[*id] += 1;
            total += 1;
        }
        for (id, each) in self.loops.enumerate().rev() {
            if let Some(parent) = each.parent {
                size[parent] += size[id];
            }
        }
        self.order = vec![cfg.entry(); total];
        let mut next_free = 0;
        let mut next: IdVec<LoopId, usize> = IdVec::from(vec![0; self.loops.len()]);
        for &block in cfg.reverse_postorder() {
            let Some(id) = self.innermost(block) else { continue };
            if self.loops[id].header == block {
                let cursor = self.loops[id].parent.map_or(&mut next_free, |p| &mut next[p]);
                let start = *cursor;
                *cursor += size[id];
                next[id] = start;
                self.loops[id].start = start;
                self.loops[id].end = start + size[id];
            }
            self.order[next[id]] = block;
            self.place[block.index()] = next[id];
            next[id] += 1;
        }
    }

    fn mark_irreducible(&mut self, dfs: &Dfs<BlockId>, nesting: &Nesting) {
        // Only edges between branches of the spanning tree can enter past a header. One
        // whose ends meet at position m enters the loops around its target whose header
        // lies below m, so the smallest m is all that an outer loop needs to know.
        let mut meets: IdVec<LoopId, usize> = IdVec::from(vec![UNREACHED; self.loops.len()]);
        for edge in &nesting.cross {
            let target = dfs.preorder[edge.to];
            let entered = match self.headed_by(target) {
                Some(id) => self.loops[id].parent,
                None => self.innermost(target),
            };
            if let Some(id) = entered {
                meets[id] = meets[id].min(edge.meet);
            }
        }
        for id in self.loops.ids().rev() {
            let each = &mut self.loops[id];
            each.irreducible = meets[id] < dfs.position[each.header.index()];
            if let Some(parent) = each.parent {
                meets[parent] = meets[parent].min(meets[id]);
            }
        }
    }
}

/// An edge to another branch of the spanning tree, or to a descendant past a tree edge.
struct CrossEdge {
    from: usize,
    to: usize,
    /// The closest common ancestor of both ends.
    meet: usize,
}

/// Which header is around which position; all by position in preorder.
struct Nesting {
    /// Header of the innermost loop around each position, apart from its own.
    parent: Vec<usize>,
    is_header: Vec<bool>,
    cross: Vec<CrossEdge>,
}

impl Nesting {
    fn new(cfg: &Cfg) -> Self {
        let dfs = &cfg.dfs;
        let count = dfs.preorder.len();
        let mut nesting = Nesting {
            parent: vec![UNREACHED; count],
            is_header: vec![false; count],
            cross: cross_edges(cfg),
        };
        let mut meeting: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (index, edge) in nesting.cross.iter().enumerate() {
            meeting[edge.meet].push(index);
        }
        // Sources of edges into what each position was collapsed to: the tree edge at
        // first; a cross edge joins when the walk comes to where its ends meet, since
        // no loop below that contains both.
        let mut sources: Vec<Vec<usize>> = (0..count).map(|at| vec![dfs.parent[at]]).collect();
        let mut collapsed = Union::new(count);
        let mut seen = vec![UNREACHED; count];
        for header in (0..count).rev() {
            for &index in &meeting[header] {
                let CrossEdge { from, to, .. } = nesting.cross[index];
                let to = collapsed.find(to);
                sources[to].push(from);
            }
            seen[header] = header;
            let mut work = Vec::new();
            for from in cfg.predecessors(dfs.preorder[header]) {
                let from = dfs.position[from.index()];
                if from != UNREACHED && dfs.is_ancestor(header, from) {
                    nesting.is_header[header] = true;
                    work.push(from);
                }
            }
            let mut body = Vec::new();
            while let Some(from) = work.pop() {
                let from = collapsed.find(from);
                if seen[from] != header {
                    seen[from] = header;
                    body.push(from);
                    // What is collapsed is never examined again.
                    work.append(&mut sources[from]);
                }
            }
            for inner in body {
                nesting.parent[inner] = header;
                collapsed.join(inner, header);
            }
        }
        nesting
    }
}

fn cross_edges(cfg: &Cfg) -> Vec<CrossEdge> {
    let dfs = &cfg.dfs;
    let mut cross = Vec::new();
    // Above `to`, every position is joined to its parent, so `find` yields the closest
    // ancestor that does not come after `to`; that one is an ancestor of `to` as well.
    let mut joined = Union::new(dfs.preorder.len());
    for to in (0..dfs.preorder.len()).rev() {
        for from in cfg.predecessors(dfs.preorder[to]) {
            let from = dfs.position[from.index()];
            if from == UNREACHED || dfs.is_ancestor(to, from) || dfs.parent[to] == from {
                continue;
            }
            let meet = if from < to { from } else { joined.find(from) };
            cross.push(CrossEdge { from, to, meet });
        }
        joined.join(to, dfs.parent[to]);
    }
    cross
}

/// Disjoint sets with compressed paths.
struct Union {
    leader: Vec<usize>,
}

impl Union {
    fn new(count: usize) -> Self {
        Union { leader: (0..count).collect() }
    }

    fn find(&mut self, mut at: usize) -> usize {
        while self.leader[at] != at {
            self.leader[at] = self.leader[self.leader[at]];
            at = self.leader[at];
        }
        at
    }

    /// Puts the set that `at` leads under that of `leader`.
    fn join(&mut self, at: usize, leader: usize) {
        self.leader[at] = leader;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::tests::{cfg, random_cfgs};
    use crate::dominators::Dominators;

    fn describe(cfg: &Cfg) -> Vec<String> {
        let forest = LoopForest::new(cfg);
        let line = |(id, each): (LoopId, &Loop)| {
            let mut body = forest.body(id).to_vec();
            body.sort();
            let mark = if each.irreducible { " irreducible" } else { "" };
            let exits = forest.exits(cfg, id);
            format!("{}{mark} depth {} {body:?} -> {exits:?}", each.header, each.depth)
        };
        forest.loops().enumerate().map(line).collect()
    }

    #[test]
    fn nested_loops() {
        let cfg = cfg(5, &[(0, 1), (1, 2), (2, 3), (3, 2), (3, 1), (1, 4)]);
        let expected =
            ["b1 depth 1 [b1, b2, b3] -> [(b1, b4)]", "b2 depth 2 [b2, b3] -> [(b3, b1)]"];
        assert_eq!(describe(&cfg), expected);
        let forest = LoopForest::new(&cfg);
        let inner = forest.innermost(BlockId::from_index(3)).unwrap();
        assert_eq!(forest.get(inner).latches, [BlockId::from_index(3)]);
        assert_eq!(forest.get(inner).parent, forest.headed_by(BlockId::from_index(1)));
        assert_eq!(forest.depth(BlockId::from_index(4)), 0);
    }

    #[test]
    fn self_loop_and_several_exits() {
        let cfg = cfg(4, &[(0, 1), (1, 1), (1, 2), (2, 0), (2, 3), (0, 3)]);
        let expected =
            ["b0 depth 1 [b0, b1, b2] -> [(b0, b3), (b2, b3)]", "b1 depth 2 [b1] -> [(b1, b2)]"];
        assert_eq!(describe(&cfg), expected);
    }

    #[test]
    fn a_jump_into_a_loop_makes_it_irreducible() {
        let cfg = cfg(4, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]);
        assert_eq!(describe(&cfg), ["b1 irreducible depth 1 [b1, b2] -> [(b2, b3)]"]);
        let forest = LoopForest::new(&cfg);
        let entries = forest.entries(&cfg, forest.loops().ids().next().unwrap());
        assert_eq!(format!("{entries:?}"), "[b1, b2]");
    }

    /// Strongly connected parts of `within`, by reachability.
    fn connected(cfg: &Cfg, within: &[BlockId]) -> Vec<Vec<BlockId>> {
        let reach = |from: BlockId| {
            let (mut seen, mut work) = (Vec::new(), vec![from]);
            while let Some(block) = work.pop() {
                for &to in cfg.successors(block) {
                    if within.contains(&to) && !seen.contains(&to) {
                        seen.push(to);
                        work.push(to);
                    }
                }
            }
            seen
        };
        let mut parts: Vec<Vec<BlockId>> = Vec::new();
        for &a in within {
            let part: Vec<_> = reach(a).into_iter().filter(|&b| reach(b).contains(&a)).collect();
            let mut part = part;
            part.sort();
            if !part.is_empty() && !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts
    }

    /// Takes connected parts, removes the block that the walk enters first, repeats.
    fn naive(
        cfg: &Cfg,
        within: &[BlockId],
        depth: u32,
        out: &mut Vec<(BlockId, u32, Vec<BlockId>)>,
    ) {
        for part in connected(cfg, within) {
            let first = part.iter().min_by_key(|b| cfg.dfs.position[b.index()]);
            let header = *first.expect("a part has a block");
            let rest: Vec<_> = part.iter().copied().filter(|&b| b != header).collect();
            naive(cfg, &rest, depth + 1, out);
            out.push((header, depth, part));
        }
    }

    #[test]
    fn agrees_with_nested_components_on_random_graphs() {
        for cfg in random_cfgs() {
            let mut expected = Vec::new();
            naive(&cfg, cfg.reverse_postorder(), 1, &mut expected);
            expected.sort();
            let forest = LoopForest::new(&cfg);
            let found = forest.loops().enumerate().map(|(id, each)| {
                let mut body = forest.body(id).to_vec();
                assert_eq!(body[0], each.header);
                body.sort();
                (each.header, each.depth, body)
            });
            let mut found: Vec<_> = found.collect();
            found.sort();
            assert_eq!(found, expected, "{cfg:?}");

            let dom = Dominators::new(&cfg);
            for (id, each) in forest.loops().enumerate() {
                let several = forest.entries(&cfg, id).len() > 1;
                assert_eq!(each.irreducible, several, "{} in {cfg:?}", each.header);
                // In a reducible loop the header dominates all of it.
                let natural = forest.body(id).iter().all(|&b| dom.dominates(each.header, b));
                assert!(each.irreducible || natural);
                assert!(each.latches.iter().all(|&b| forest.contains(id, b)));
            }
        }
    }

    #[test]
    fn deep_nesting_takes_linear_time() {
        let count = 50_000;
        let mut edges: Vec<_> = (0..count).map(|at| (at, at + 1)).collect();
        edges.extend((1..=count).map(|at| (count + 1 - at + count, count + 2 - at + count)));
        edges.extend((0..count).map(|at| (2 * count + 1 - at, at)));
        edges.push((count, count + 1));
        let cfg = cfg(2 * count + 2, &edges);
        let forest = LoopForest::new(&cfg);
        assert_eq!(forest.loops().len(), count);
    }
}
