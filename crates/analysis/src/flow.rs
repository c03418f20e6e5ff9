//! Which places execution may reach from a place: over all blocks and calls, whatever the values.
//!
//! No run reaches a place that the answer leaves out, as long as only the program's own code runs. Calls and returns
//! match: the function that execution starts in, and those that called it, return to any of their callers; what is
//! called on the way returns to where it was called, which goes on anyhow. A function whose address is taken may be
//! called at any time.

use margay_ir::{BlockId, CallGraph, FuncId, Function, InstId, Op, Program};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) struct Flow<'p> {
    program: &'p Program,
    graph: CallGraph,
    /// The calls of each function.
    callers: BTreeMap<FuncId, Vec<(FuncId, InstId)>>,
    /// Calls of code that is not part of the program.
    outside: Vec<(FuncId, InstId)>,
    /// Functions that such code may call, or that run when the program ends.
    called_back: Vec<FuncId>,
    /// Some code jumps into calls that are under way.
    jumps: bool,
}

/// From each block the first instruction that may run, and whether callers that are not known are
/// returned to from there.
type Visited = BTreeMap<(FuncId, BlockId, bool), InstId>;

pub(crate) struct Reachable<'p> {
    program: &'p Program,
    from: Visited,
    everything: bool,
}

impl Reachable<'_> {
    pub fn has(&self, (function, inst): (FuncId, InstId)) -> bool {
        let block = self.program.functions[function].block_of(inst);
        let runs = |block: BlockId| {
            let from = [false, true].map(|returns| self.from.get(&(function, block, returns)));
            from.into_iter().flatten().any(|from| *from <= inst)
        };
        self.everything || block.is_none_or(runs)
    }
}

impl<'p> Flow<'p> {
    pub fn new(program: &'p Program) -> Self {
        let graph = CallGraph::new(program);
        let (mut callers, mut outside) = (BTreeMap::<_, Vec<_>>::new(), Vec::new());
        let mut jumps = false;
        for id in program.functions.ids() {
            for site in graph.sites(id) {
                let targets = graph.targets(site);
                for target in targets {
                    callers.entry(*target).or_default().push((id, site.inst));
                }
                let unseen = |id: &FuncId| !program.functions[*id].has_body();
                if targets.is_empty() || targets.iter().any(unseen) {
                    outside.push((id, site.inst));
                }
                jumps |= targets.iter().any(|id| is_jump(&program.functions[*id].name));
            }
        }
        let taken = program.functions.ids().filter(|id| graph.is_address_taken(*id));
        let at_end = program.destructors.iter().map(|startup| startup.function);
        let called_back = taken.chain(at_end).collect();
        Flow { program, graph, callers, outside, called_back, jumps }
    }

    /// What may run from some instructions on, with these.
    pub fn from(&self, starts: &[(FuncId, InstId)]) -> Reachable<'p> {
        let (program, everything) = (self.program, self.jumps || starts.is_empty());
        let mut search = Search { flow: self, from: BTreeMap::new(), open: Vec::new() };
        if !everything {
            starts.iter().for_each(|start| search.visit(*start, true));
            self.called_back.iter().for_each(|function| search.enter(*function));
            search.run();
        }
        Reachable { program, from: search.from, everything }
    }

    /// Whether a path may lead from some instructions to others; nothing is known of none.
    pub fn leads(&self, from: &[(FuncId, InstId)], to: &[(FuncId, InstId)]) -> bool {
        let reachable = self.from(from);
        to.is_empty() || to.iter().any(|at| reachable.has(*at))
    }

    /// Whether some call from these instructions on never comes back.
    pub fn may_end(&self, starts: &[(FuncId, InstId)]) -> bool {
        let reachable = self.from(starts);
        let program = self.program;
        let ends = |id: &FuncId| {
            let function = &program.functions[*id];
            !function.has_body() && (function.attrs.noreturn || is_end(&function.name))
        };
        let sites = program.functions.ids().flat_map(|id| self.graph.sites(id));
        let mut ending = sites.filter(|site| self.graph.targets(site).iter().any(ends));
        ending.any(|site| reachable.has((site.caller, site.inst)))
    }
}

struct Search<'a, 'p> {
    flow: &'a Flow<'p>,
    from: Visited,
    open: Vec<(FuncId, BlockId, InstId, bool)>,
}

impl Search<'_, '_> {
    fn run(&mut self) {
        let mut returned = BTreeSet::new();
        while let Some((id, block, first, returns)) = self.open.pop() {
            let function: &Function = &self.flow.program.functions[id];
            for inst in function.block_insts(block).filter(|inst| *inst >= first) {
                match &function.insts[inst].op {
                    Op::Call(_) => self.call(id, inst),
                    Op::Ret { .. } if returns && returned.insert(id) => self.leave(id),
                    _ => {}
                }
            }
            for next in function.successors(block) {
                if let Some(inst) = function.block_insts(next).next() {
                    self.visit((id, inst), returns);
                }
            }
        }
    }

    fn visit(&mut self, (id, inst): (FuncId, InstId), returns: bool) {
        let Some(block) = self.flow.program.functions[id].block_of(inst) else { return };
        let known = self.from.get(&(id, block, returns));
        if known.is_none_or(|known| inst < *known) {
            self.from.insert((id, block, returns), inst);
            self.open.push((id, block, inst, returns));
        }
    }

    fn enter(&mut self, id: FuncId) {
        let function = &self.flow.program.functions[id];
        let entry = function.blocks.ids().next();
        if let Some(inst) = entry.and_then(|entry| function.block_insts(entry).next()) {
            self.visit((id, inst), false);
        }
    }

    fn call(&mut self, id: FuncId, inst: InstId) {
        let graph = &self.flow.graph;
        let site = graph.sites(id).iter().find(|site| site.inst == inst);
        let targets: Vec<FuncId> = site.map_or(Vec::new(), |site| graph.targets(site).to_vec());
        targets.into_iter().for_each(|target| self.enter(target));
    }

    /// Goes on after the calls of a function; one that is called back is called from anywhere outside.
    fn leave(&mut self, id: FuncId) {
        let flow = self.flow;
        let own = flow.callers.get(&id).into_iter().flatten();
        let back = if flow.called_back.contains(&id) { &flow.outside[..] } else { &[] };
        for site in own.chain(back) {
            self.visit(*site, true);
        }
    }
}

fn is_jump(name: &str) -> bool {
    name.contains("setjmp") || name.contains("longjmp") || name.contains("context")
}

fn is_end(name: &str) -> bool {
    matches!(name, "exit" | "_exit" | "_Exit" | "quick_exit" | "abort" | "raise" | "kill")
        || name.starts_with("exec")
}
