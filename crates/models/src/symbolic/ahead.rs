//! Whether the program may still call some functions, from where it stands: what only those look at need not be kept.
//!
//! States that differ in such a thing alone have the same future, and stay alike.
//!
//! Invariant: where the answer is no, no code that is still to run calls one of them, as far as calls through pointers lead
//! to functions of their type.

use crate::{Facts, LibC, functions};
use margay_engine::Call;
use margay_ir::{BlockId, CallGraph, Cfg, FuncId, Function, Id, InstId, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is known of the program, once it was asked for.
#[derive(Clone, Default)]
pub struct Ahead(BTreeMap<What, Rc<Calls>>);

/// Where some functions are called.
struct Calls {
    /// Code that no frame leads to may call one: handlers, other threads, destructors, `main` while constructors run, or
    /// what a jump goes back to.
    anywhere: bool,
    /// By function that may come to a call: the instructions that do, and the blocks from whose start one can be come to.
    within: BTreeMap<FuncId, (BTreeSet<InstId>, Vec<bool>)>,
}

/// Functions that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    Clocks,
    DescriptorFacts,
    Positions,
    Seeds,
}

impl What {
    /// What these functions have.
    fn fact(self) -> Facts {
        match self {
            What::Clocks => Facts::READS_CLOCKS,
            What::DescriptorFacts => Facts::ASKS_DESCRIPTORS,
            What::Positions => Facts::TELLS_POSITION,
            What::Seeds => Facts::SEEDS,
        }
    }
}

/// Whether the program may still call one of these functions.
pub fn calls(call: &mut Call<'_>, what: What) -> bool {
    if call.has_unknown_callers() {
        return true;
    }
    let program = call.program;
    let ahead = &mut call.library::<LibC>().outside.ahead;
    let known = ahead
        .0
        .entry(what)
        .or_insert_with(|| Rc::new(Calls::of(program, functions::having(what.fact()))))
        .clone();
    if known.anywhere {
        return true;
    }
    // The function that runs stands at this call; those that called it may stand at what they do next.
    let mut frames: Vec<_> = call.state.places_of_all_threads().collect();
    if let Some((_, Some(inst))) = frames.last_mut() {
        *inst = InstId::from_index(inst.index() + 1);
    }
    frames.into_iter().any(|(function, from)| known.follow(program, function, from))
}

impl Calls {
    fn of(program: &Program, names: &[&str]) -> Calls {
        let graph = CallGraph::new(program);
        let mut open: Vec<FuncId> =
            names.iter().filter_map(|name| program.function(name)).collect();
        let mut all: BTreeSet<FuncId> = open.iter().copied().collect();
        while let Some(function) = open.pop() {
            open.extend(graph.callers(function).into_iter().filter(|caller| all.insert(*caller)));
        }
        let anywhere = !program.constructors.is_empty()
            || jumps(program)
            || program.destructors.iter().any(|entry| all.contains(&entry.function))
            || all.iter().any(|function| graph.is_address_taken(*function));
        let mut within = BTreeMap::new();
        for id in &all {
            let function = &program.functions[*id];
            if !function.has_body() {
                continue;
            }
            let sites = graph.sites(*id).iter();
            let calling =
                sites.filter(|site| graph.targets(site).iter().any(|to| all.contains(to)));
            let calling: BTreeSet<InstId> = calling.map(|site| site.inst).collect();
            let blocks = leading(function, &calling);
            within.insert(*id, (calling, blocks));
        }
        Calls { anywhere, within }
    }

    /// Whether one is called from an instruction of a function on, before that returns.
    fn follow(&self, program: &Program, function: FuncId, from: Option<InstId>) -> bool {
        let Some((calling, leads)) = self.within.get(&function) else { return false };
        let Some(from) = from else { return true };
        let body = &program.functions[function];
        let Some((block, end)) = block_of(body, from) else { return true };
        if calling.range(from..InstId::from_index(end)).next().is_some() {
            return true;
        }
        let mut follows = false;
        body.terminator(block).op.for_each_successor(|next| follows |= leads[next.index()]);
        follows
    }
}

/// Whether the program may go on where no branch and no return leads: at a `setjmp`, or in another context.
fn jumps(program: &Program) -> bool {
    let jumps = |name: &str| name.contains("longjmp") || name.contains("setjmp");
    let switches = |name: &str| matches!(name, "setcontext" | "swapcontext" | "makecontext");
    program.functions.iter().any(|function| jumps(&function.name) || switches(&function.name))
}

/// By block: whether an instruction of some can be come to from its start.
fn leading(function: &Function, calling: &BTreeSet<InstId>) -> Vec<bool> {
    let blocks = calling.iter().filter_map(|inst| block_of(function, *inst));
    let mut open: Vec<BlockId> = blocks.map(|(block, _)| block).collect();
    let mut leads = vec![false; function.blocks.len()];
    open.iter().for_each(|block| leads[block.index()] = true);
    let cfg = Cfg::new(function);
    while let Some(block) = open.pop() {
        for before in cfg.predecessors(block) {
            if !std::mem::replace(&mut leads[before.index()], true) {
                open.push(*before);
            }
        }
    }
    leads
}

/// The block that an instruction is in, and the index after its last one.
fn block_of(function: &Function, inst: InstId) -> Option<(BlockId, usize)> {
    function.blocks.enumerate().find_map(|(id, block)| {
        let (first, len) = (block.first.index(), usize::try_from(block.len).ok()?);
        (first..first + len).contains(&inst.index()).then_some((id, first + len))
    })
}
