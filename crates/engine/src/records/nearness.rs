//! How far it is to where paths are wanted.
//!
//! Distances are counted in instructions over the graph of all functions, along paths on which
//! calls and returns match: through what is called, into it, and out to those that called. The
//! first two are known before any path is followed, the third depends on the calls that a state is
//! in.

use crate::code::target::Target;
use crate::records::spot::{Frames, Spot};
use margay_ir::{BlockId, CallGraph, Cfg, FuncId, Id, InstId, Op, Program};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// There is no path.
const NONE: u32 = u32::MAX;

pub(crate) struct Nearness {
    /// By function and block, places in the order of the code, the last one after all of it.
    places: Vec<Vec<Vec<Place>>>,
}

/// A place in a block, and how far it is from there. A state has passed what it has called already: in the same block
/// there may be a call that leads where paths are wanted, and others after it.
#[derive(Clone, Copy)]
struct Place {
    /// It is for states that have passed fewer instructions of the block.
    until: u32,
    /// To where the function returns.
    out: u32,
    /// To where paths are wanted, be it in what is called.
    there: u32,
    /// To places in the function itself, past what it calls.
    within: u32,
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
        let within: Vec<Vec<u32>> = bodies
            .iter()
            .map(|body| {
                body.distances(
                    |block| body.cost(block, |_| 0),
                    |block| body.within(block, |_| 0, |_| NONE),
                )
            })
            .collect();
        let pass = |callees: &[FuncId]| through(&out, callees);
        let enter = |callees: &[FuncId]| {
            let ways = callees.iter().filter_map(|callee| there[callee.index()].first());
            ways.copied().min().unwrap_or(NONE)
        };
        let places = bodies.iter().enumerate().map(|(index, body)| {
            let blocks = (0..body.blocks.len()).map(BlockId::from_index);
            let places = blocks.map(|block| {
                let known = [&out[index], &there[index], &within[index]];
                body.places(block, known, pass, enter)
            });
            places.collect()
        });
        Nearness { places: places.collect() }
    }

    /// From where a state is, in the function on top alone.
    pub fn within(&self, frames: &Frames) -> u32 {
        frames.first().and_then(|spot| self.place(spot)).map_or(NONE, |place| place.within)
    }

    /// From where a state is: in the function on top, or in one that called it.
    pub fn of(&self, frames: &Frames) -> u32 {
        let (mut nearest, mut left) = (NONE, 0_u32);
        for spot in frames {
            let Some(place) = self.place(spot) else { break };
            nearest = nearest.min(left.saturating_add(place.there));
            left = left.saturating_add(place.out);
        }
        nearest
    }

    fn place(&self, spot: &Spot) -> Option<&Place> {
        let places = self.places[spot.function.index()].get(spot.block?.index())?;
        places.iter().find(|place| spot.behind < place.until)
    }
}

/// Looks at all functions until nothing gets nearer any more: what is called may be nearer than was known when its
/// callers were examined.
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

/// What the paths through a function are made of; nothing of one without a body.
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

impl Piece {
    /// How many instructions it is.
    fn width(&self) -> u32 {
        match self {
            Piece::Insts(count) => *count,
            Piece::Call(_) => 1,
            Piece::Wanted => 0,
        }
    }
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

    /// Instructions on a path through a block, if those that it calls return.
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

    /// How far it is from the places of a block, if it is known from the beginnings of all blocks: to
    /// where the function returns, to where paths are wanted, and within the function.
    fn places(
        &self,
        block: BlockId,
        known: [&Vec<u32>; 3],
        pass: impl Fn(&[FuncId]) -> u32,
        enter: impl Fn(&[FuncId]) -> u32,
    ) -> Vec<Place> {
        let next = self.cfg.iter().flat_map(|cfg| cfg.successors(block));
        let mut far = [NONE; 3];
        for next in next {
            for (far, known) in far.iter_mut().zip(known) {
                *far = (*far).min(known[next.index()]);
            }
        }
        if self.returns[block.index()] {
            far[0] = 0;
        }
        let place = |until, [out, there, within]: [u32; 3]| Place { until, out, there, within };
        let mut places = vec![place(NONE, far)];
        let pieces = &self.blocks[block.index()];
        let mut until = pieces.iter().fold(0_u32, |all, piece| all.saturating_add(piece.width()));
        for piece in pieces.iter().rev() {
            let [out, there, within] = &mut far;
            match piece {
                Piece::Insts(count) => {
                    far = far.map(|far| far.saturating_add(*count));
                }
                Piece::Call(callees) => {
                    let through = pass(callees).saturating_add(1);
                    *out = out.saturating_add(through);
                    *there = there.saturating_add(through).min(enter(callees).saturating_add(1));
                    *within = within.saturating_add(1);
                }
                Piece::Wanted => (*there, *within) = (0, 0),
            }
            match (piece, places.last_mut()) {
                // It stands before the instruction that comes next.
                (Piece::Wanted, Some(last)) => *last = place(last.until, far),
                _ => places.push(place(until, far)),
            }
            until -= piece.width();
        }
        places.reverse();
        places
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

    fn spot(function: FuncId, block: usize, behind: u32) -> Spot {
        Spot { function, block: Some(BlockId::from_index(block)), behind }
    }

    /// How far it is to the first instruction of `goal` from the entry of each function.
    fn distances(text: &str) -> Vec<u32> {
        let program = margay_ir::text::parse(text).expect("a program");
        let goal = program.function("goal").expect("a goal");
        let first = program.functions[goal].block_insts(BlockId::from_index(0)).next();
        let target = first.map(|inst| (goal, inst)).into_iter().collect();
        let nearness = Nearness::new(&program, &target);
        let entry = |id| nearness.of(&vec![spot(id, 0, 0)].into());
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
        assert_eq!(nearness.of(&vec![spot(callee, 0, 0)].into()), NONE);
        assert_eq!(nearness.of(&vec![spot(callee, 1, 0), spot(caller, 0, 1)].into()), 3);
    }

    #[test]
    fn what_is_behind_a_state_is_no_way() {
        let text = "define void @goal() { b0: ret void }
            define void @caller() { b0: call fn() -> void @goal() call fn() -> void @other() ret void }
            define void @other() { b0: ret void }";
        let program = margay_ir::text::parse(text).expect("a program");
        let [goal, caller, other] = [0, 1, 2].map(FuncId::from_index);
        let first = program.functions[goal].block_insts(BlockId::from_index(0)).next();
        let target = first.map(|inst| (goal, inst)).into_iter().collect();
        let nearness = Nearness::new(&program, &target);
        assert_eq!(nearness.of(&vec![spot(caller, 0, 0)].into()), 1);
        assert_eq!(nearness.of(&vec![spot(goal, 0, 0), spot(caller, 0, 1)].into()), 0);
        assert_eq!(nearness.of(&vec![spot(caller, 0, 1)].into()), NONE);
        assert_eq!(nearness.of(&vec![spot(other, 0, 0), spot(caller, 0, 2)].into()), NONE);
    }
}
