//! How far it is to where paths are wanted.
//!
//! Distances are counted in instructions over the graph of all functions, along ways on which calls
//! and returns match: through what is called, into it, and out to those that called. The first two
//! are known before any path is walked, the third hangs on the calls that a state is in.

use crate::search::Frames;
use crate::target::Target;
use margay_ir::{BlockId, CallGraph, Cfg, FuncId, Id, InstId, Op, Program};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// There is no way.
const NONE: u32 = u32::MAX;

pub(crate) struct Nearness {
    /// By function, from the beginning of each block to where the function returns.
    out: Vec<Vec<u32>>,
    /// The same to where paths are wanted, be it in what is called.
    there: Vec<Vec<u32>>,
    /// The same to places in the function itself, past what it calls.
    within: Vec<Vec<u32>>,
}

impl Nearness {
    pub fn new(program: &Program, target: &Target) -> Nearness {
        let graph = CallGraph::new(program);
        let ids = program.functions.ids();
        let bodies: Vec<Body> = ids.map(|id| Body::of(program, &graph, target, id)).collect();
        let through = |out: &[Vec<u32>], callees: &[FuncId]| {
            let ways = callees.iter().map(|callee| match bodies[callee.index()].blocks.len() {
                0 => 0,
                _ => out[callee.index()][0],
            });
            ways.min().unwrap_or(0)
        };
        let out = settle(&bodies, |out, body| {
            let cost = |block: BlockId| body.cost(block, |callees| through(out, callees));
            body.distances(
                cost,
                |block| if body.returns[block.index()] { cost(block) } else { NONE },
            )
        });
        let there = settle(&bodies, |there, body| {
            let pass = |callees: &[FuncId]| through(&out, callees);
            let enter = |callees: &[FuncId]| {
                let ways = callees.iter().filter_map(|callee| there[callee.index()].first());
                ways.copied().min().unwrap_or(NONE)
            };
            body.distances(|block| body.cost(block, pass), |block| body.within(block, pass, enter))
        });
        let within = bodies.iter().map(|body| {
            body.distances(
                |block| body.cost(block, |_| 0),
                |block| body.within(block, |_| 0, |_| NONE),
            )
        });
        Nearness { out, there, within: within.collect() }
    }

    /// From where a state is, in the function on top alone.
    pub fn within(&self, frames: &Frames) -> u32 {
        let Some((function, Some(block))) = frames.first() else { return NONE };
        self.within[function.index()].get(block.index()).copied().unwrap_or(NONE)
    }

    /// From where a state is: in the function on top, or in one that called it.
    pub fn of(&self, frames: &Frames) -> u32 {
        let (mut nearest, mut left) = (NONE, 0_u32);
        for (function, block) in frames.iter() {
            let Some(block) = block else { break };
            let there = self.there[function.index()].get(block.index()).copied().unwrap_or(NONE);
            nearest = nearest.min(left.saturating_add(there));
            let out = self.out[function.index()].get(block.index()).copied().unwrap_or(NONE);
            left = left.saturating_add(out);
        }
        nearest
    }
}

/// Looks at all functions until nothing gets nearer any more: what is called may be nearer than was
/// known when its callers were looked at.
fn settle(bodies: &[Body], find: impl Fn(&[Vec<u32>], &Body) -> Vec<u32>) -> Vec<Vec<u32>> {
    let mut known: Vec<Vec<u32>> =
        bodies.iter().map(|body| vec![NONE; body.blocks.len()]).collect();
    loop {
        let mut changed = false;
        for (index, body) in bodies.iter().enumerate() {
            let found = find(&known, body);
            changed |= known[index] != found;
            known[index] = found;
        }
        if !changed {
            return known;
        }
    }
}

/// What the ways through a function are made of; nothing of one without a body.
struct Body {
    cfg: Option<Cfg>,
    /// Blocks that end in a return.
    returns: Vec<bool>,
    blocks: Vec<Vec<Piece>>,
}

/// A piece of a block, in its order.
enum Piece {
    /// So many instructions.
    Insts(u32),
    /// Functions of which one is called.
    Call(Vec<FuncId>),
    Wanted,
}

impl Body {
    fn of(program: &Program, graph: &CallGraph, target: &Target, id: FuncId) -> Body {
        let function = &program.functions[id];
        if !function.has_body() {
            return Body { cfg: None, returns: Vec::new(), blocks: Vec::new() };
        }
        let sites = graph.sites(id).iter();
        let calls: HashMap<InstId, &[FuncId]> =
            sites.map(|site| (site.inst, graph.targets(site))).collect();
        let wanted = target.within(id);
        let (mut returns, mut blocks) = (Vec::new(), Vec::new());
        for block in function.blocks.ids() {
            let mut pieces = Vec::new();
            let mut ends = false;
            for inst in function.block_insts(block) {
                if wanted.is_some_and(|wanted| wanted.contains(&inst)) {
                    pieces.push(Piece::Wanted);
                }
                match (calls.get(&inst), pieces.last_mut()) {
                    (Some(callees), _) => pieces.push(Piece::Call(callees.to_vec())),
                    (None, Some(Piece::Insts(count))) => *count += 1,
                    (None, _) => pieces.push(Piece::Insts(1)),
                }
                ends = matches!(function.insts[inst].op, Op::Ret { .. });
            }
            returns.push(ends);
            blocks.push(pieces);
        }
        Body { cfg: Some(Cfg::new(function)), returns, blocks }
    }

    /// Instructions on the way through a block, if those that it calls return.
    fn cost(&self, block: BlockId, through: impl Fn(&[FuncId]) -> u32) -> u32 {
        let pieces = self.blocks[block.index()].iter();
        pieces.fold(0, |cost: u32, piece| match piece {
            Piece::Insts(count) => cost.saturating_add(*count),
            Piece::Call(callees) => cost.saturating_add(1).saturating_add(through(callees)),
            Piece::Wanted => cost,
        })
    }

    /// How far it is from the beginning of a block to a wanted place in it, or in what it calls.
    fn within(
        &self,
        block: BlockId,
        through: impl Fn(&[FuncId]) -> u32,
        enter: impl Fn(&[FuncId]) -> u32,
    ) -> u32 {
        let (mut nearest, mut cost) = (NONE, 0_u32);
        for piece in &self.blocks[block.index()] {
            match piece {
                Piece::Insts(count) => cost = cost.saturating_add(*count),
                Piece::Call(callees) => {
                    cost = cost.saturating_add(1);
                    nearest = nearest.min(cost.saturating_add(enter(callees)));
                    cost = cost.saturating_add(through(callees));
                }
                Piece::Wanted => nearest = nearest.min(cost),
            }
        }
        nearest
    }

    /// How far it is from each block, if it is so far through a block, and so far within one.
    fn distances(
        &self,
        through: impl Fn(BlockId) -> u32,
        within: impl Fn(BlockId) -> u32,
    ) -> Vec<u32> {
        let Some(cfg) = &self.cfg else { return Vec::new() };
        let mut found: Vec<u32> =
            (0..self.blocks.len()).map(|block| within(BlockId::from_index(block))).collect();
        let near = found.iter().enumerate().filter(|(_, distance)| **distance != NONE);
        let mut open: BinaryHeap<_> = near
            .map(|(block, distance)| Reverse((*distance, BlockId::from_index(block))))
            .collect();
        while let Some(Reverse((distance, block))) = open.pop() {
            if distance > found[block.index()] {
                continue;
            }
            for before in cfg.predecessors(block) {
                let next = distance.saturating_add(through(*before));
                if next < found[before.index()] {
                    found[before.index()] = next;
                    open.push(Reverse((next, *before)));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far it is to the first instruction of `goal` from the entry of each function.
    fn distances(text: &str) -> Vec<u32> {
        let program = margay_ir::text::parse(text).expect("a program");
        let goal = program.function("goal").expect("a goal");
        let first = program.functions[goal].block_insts(BlockId::from_index(0)).next();
        let target = first.map(|inst| (goal, inst)).into_iter().collect();
        let nearness = Nearness::new(&program, &target);
        let entry = |id| nearness.of(&vec![(id, Some(BlockId::from_index(0)))].into());
        program.functions.ids().map(entry).collect()
    }

    #[test]
    fn ways_lead_into_what_is_called() {
        let text = "define void @goal() { b0: ret void }
            define void @far() { b0: call fn() -> void @near() ret void }
            define void @near() { b0: call fn() -> void @goal() ret void }
            define void @elsewhere() { b0: ret void }";
        assert_eq!(distances(text), [0, 2, 1, NONE]);
    }

    #[test]
    fn ways_lead_through_what_returns() {
        let text = "define void @goal() { b0: ret void }
            define void @long() { b0: br b1 b1: br b2 b2: ret void }
            define void @never() { b0: br b0 }
            define void @past() { b0: call fn() -> void @long() call fn() -> void @goal() ret void }
            define void @stuck() { b0: call fn() -> void @never() call fn() -> void @goal() ret void }";
        assert_eq!(distances(text), [0, NONE, NONE, 5, NONE]);
    }

    #[test]
    fn a_state_may_return_to_where_the_way_goes_on() {
        let text = "define void @goal() { b0: ret void }
            define void @callee() { b0: br b1 b1: ret void }
            define void @caller() { b0: call fn() -> void @callee() br b1 b1: call fn() -> void @goal() ret void }";
        let program = margay_ir::text::parse(text).expect("a program");
        let [goal, callee, caller] = [0, 1, 2].map(FuncId::from_index);
        let first = program.functions[goal].block_insts(BlockId::from_index(0)).next();
        let target = first.map(|inst| (goal, inst)).into_iter().collect();
        let nearness = Nearness::new(&program, &target);
        let block = |index| Some(BlockId::from_index(index));
        assert_eq!(nearness.of(&vec![(callee, block(0))].into()), NONE);
        assert_eq!(nearness.of(&vec![(callee, block(1)), (caller, block(1))].into()), 2);
    }
}
