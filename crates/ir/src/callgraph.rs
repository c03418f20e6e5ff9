//! Who calls whom.
//!
//! A call of a known function has one target. A call through a pointer may go to any
//! function whose address the program takes and whose type fits: the graph has no
//! fewer edges than the program as far as addresses come from the program itself.
//! What code outside the program calls is not in it. Calls through pointers of one
//! type share their list of targets, so the graph stays linear in the program.

use crate::components::Components;
use crate::consts::{ConstExpr, ConstKind};
use crate::graph::Graph;
use crate::ids::{ConstId, FuncId, Id, IdVec, InstId, TypeId};
use crate::inst::{Callee, CastOp, Op, Operand};
use crate::program::{Linkage, Program};
use crate::types::{FuncType, Type};
use std::collections::HashMap;

/// One call instruction; inline assembly and intrinsics are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallSite {
    pub caller: FuncId,
    pub inst: InstId,
    pub target: CallTarget,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallTarget {
    Direct(FuncId),
    /// Through a pointer, to any of [`CallGraph::indirect_targets`] of this type.
    Indirect(TypeId),
}

#[derive(Clone, Debug)]
pub struct CallGraph {
    sites: Vec<CallSite>,
    /// Sites of function `f` are `starts[f]..starts[f + 1]`.
    starts: Vec<usize>,
    address_taken: IdVec<FuncId, bool>,
    by_type: HashMap<TypeId, Vec<FuncId>>,
    /// Functions, and after them one node for each type of pointer that is called.
    callees: Graph<FuncId>,
    callers: Graph<FuncId>,
    components: Components<FuncId>,
}

impl CallGraph {
    /// The graph of a verified program.
    pub fn new(program: &Program) -> Self {
        let (sites, starts) = find_sites(program);
        let address_taken = find_address_taken(program);
        let mut called_types: Vec<TypeId> =
            sites.iter().filter_map(|site| site.target.indirect()).collect();
        called_types.sort_unstable();
        called_types.dedup();

        // Functions of equal type fit the same calls.
        let mut taken: Vec<(TypeId, Vec<FuncId>)> = Vec::new();
        let mut group_of: HashMap<TypeId, usize> = HashMap::new();
        for (id, function) in program.functions.enumerate().filter(|f| address_taken[f.0]) {
            let group = *group_of.entry(function.ty).or_insert_with(|| {
                taken.push((function.ty, Vec::new()));
                taken.len() - 1
            });
            taken[group].1.push(id);
        }

        let functions = program.functions.len();
        let mut node_of = HashMap::new();
        let mut by_type = HashMap::new();
        let mut edges = Vec::new();
        for (index, &call) in called_types.iter().enumerate() {
            let node = FuncId::from_index(functions + index);
            let fitting = taken.iter().filter(|(ty, _)| may_call(program, call, *ty));
            let mut targets: Vec<FuncId> =
                fitting.flat_map(|(_, group)| group.iter().copied()).collect();
            targets.sort_unstable();
            edges.extend(targets.iter().map(|&target| (node, target)));
            by_type.insert(call, targets);
            node_of.insert(call, node);
        }
        edges.extend(sites.iter().map(|site| match site.target {
            CallTarget::Direct(target) => (site.caller, target),
            CallTarget::Indirect(ty) => (site.caller, node_of[&ty]),
        }));
        edges.sort_unstable();
        edges.dedup();
        let callees = Graph::new(functions + called_types.len(), &edges);
        let callers = callees.reversed();
        let components = Components::new(&callees);
        CallGraph { sites, starts, address_taken, by_type, callees, callers, components }
    }

    /// The calls of a function, in the order of its instructions.
    pub fn sites(&self, caller: FuncId) -> &[CallSite] {
        &self.sites[self.starts[caller.index()]..self.starts[caller.index() + 1]]
    }

    /// Functions that a site may call, in the order of their ids.
    pub fn targets<'a>(&'a self, site: &'a CallSite) -> &'a [FuncId] {
        match &site.target {
            CallTarget::Direct(target) => std::slice::from_ref(target),
            CallTarget::Indirect(ty) => self.indirect_targets(*ty),
        }
    }

    /// Functions that a call through a pointer may reach, if it has this function type.
    pub fn indirect_targets(&self, call: TypeId) -> &[FuncId] {
        self.by_type.get(&call).map_or(&[], Vec::as_slice)
    }

    /// Whether the program uses the function's address other than to call it.
    pub fn is_address_taken(&self, function: FuncId) -> bool {
        self.address_taken[function]
    }

    /// Functions that a function may call, each once, in the order of their ids.
    pub fn callees(&self, function: FuncId) -> Vec<FuncId> {
        self.neighbours(&self.callees, function)
    }

    /// Functions that may call a function, each once, in the order of their ids.
    pub fn callers(&self, function: FuncId) -> Vec<FuncId> {
        self.neighbours(&self.callers, function)
    }

    /// Whether a call of the function may lead to another call of it.
    pub fn is_recursive(&self, function: FuncId) -> bool {
        let component = self.components.of[function.index()];
        self.components.members[component].len() > 1
            || self.callees.successors(function).contains(&function)
    }

    /// Whether each of two functions may lead to a call of the other.
    pub fn are_mutually_recursive(&self, a: FuncId, b: FuncId) -> bool {
        self.components.of[a.index()] == self.components.of[b.index()]
    }

    /// The functions in groups that call each other; callees before their callers.
    pub fn bottom_up(&self) -> Vec<Vec<FuncId>> {
        let real = |group: &Vec<FuncId>| {
            group.iter().copied().filter(|&f| self.is_function(f)).collect::<Vec<_>>()
        };
        self.components.members.iter().map(real).filter(|group| !group.is_empty()).collect()
    }

    /// Functions with a body that nothing else calls, in the order of their ids. Of a
    /// group that only its own members call, one that other files see, else the first:
    /// every function with a body is reached from some root.
    pub fn roots(&self, program: &Program) -> Vec<FuncId> {
        let mut roots = Vec::new();
        for (component, group) in self.components.members.iter().enumerate() {
            let outside = |node: &FuncId| self.components.of[node.index()] != component;
            let called = group.iter().any(|&f| self.callers.successors(f).iter().any(outside));
            let with_body =
                |f: &&FuncId| self.is_function(**f) && program.functions[**f].has_body();
            let visible = |f: &&FuncId| program.functions[**f].linkage != Linkage::Internal;
            if !called {
                let members = || group.iter().filter(with_body);
                roots.extend(members().find(visible).or_else(|| members().next()));
            }
        }
        roots.sort_unstable();
        roots
    }

    fn is_function(&self, node: FuncId) -> bool {
        node.index() < self.address_taken.len()
    }

    fn neighbours(&self, graph: &Graph<FuncId>, function: FuncId) -> Vec<FuncId> {
        let mut out = Vec::new();
        for &node in graph.successors(function) {
            if self.is_function(node) {
                out.push(node);
            } else {
                out.extend(graph.successors(node));
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }
}

impl CallTarget {
    fn indirect(self) -> Option<TypeId> {
        match self {
            CallTarget::Direct(_) => None,
            CallTarget::Indirect(ty) => Some(ty),
        }
    }
}

/// The function that a constant is the address of, through aliases and casts.
pub fn resolve_function(program: &Program, mut constant: ConstId) -> Option<FuncId> {
    // A verified program has no ring of aliases; the bound serves the others.
    for _ in 0..=program.consts.len() {
        constant = match &program.consts.try_get(constant)?.kind {
            ConstKind::Func(function) => return Some(*function),
            ConstKind::Alias(alias) => {
                program.aliases.get(*alias).filter(|alias| !alias.ifunc)?.target
            }
            ConstKind::Expr(ConstExpr::Cast(CastOp::Bitcast | CastOp::AddrSpace, inner)) => *inner,
            _ => return None,
        };
    }
    None
}

/// Whether a call of one function type may reach a function of another. C programs cast
/// function pointers, so integers of any width pass for each other.
pub fn may_call(program: &Program, call: TypeId, function: TypeId) -> bool {
    if call == function {
        return true;
    }
    let types = (program.func_type(call), program.func_type(function));
    let (Some(call), Some(function)) = types else { return false };
    let count = match (call.variadic, function.variadic) {
        (false, false) => call.params.len() == function.params.len(),
        (false, true) => call.params.len() >= function.params.len(),
        // A call without a prototype says nothing of what it passes.
        (true, _) => true,
    };
    count && compatible(program, call, function)
}

fn compatible(program: &Program, call: &FuncType, function: &FuncType) -> bool {
    let kind = |a: TypeId, b: TypeId| {
        let pair = (program.types.get(a), program.types.get(b));
        a == b || matches!(pair, (Type::Int(_), Type::Int(_)))
    };
    let ignored = *program.types.get(call.ret) == Type::Void;
    let params = call.params.iter().zip(&function.params);
    (ignored || kind(call.ret, function.ret)) && { params }.all(|(a, b)| kind(*a, *b))
}

fn find_sites(program: &Program) -> (Vec<CallSite>, Vec<usize>) {
    let mut sites = Vec::new();
    let mut starts = vec![0];
    for (caller, function) in program.functions.enumerate() {
        for (id, inst) in function.insts.enumerate() {
            let Op::Call(call) = &inst.op else { continue };
            let target = match &call.callee {
                Callee::Direct(target) => CallTarget::Direct(*target),
                Callee::Indirect(Operand::Const(callee)) => resolve_function(program, *callee)
                    .map_or(CallTarget::Indirect(call.ty), CallTarget::Direct),
                Callee::Indirect(Operand::Reg(_)) => CallTarget::Indirect(call.ty),
                Callee::Asm { .. } => continue,
            };
            sites.push(CallSite { caller, inst: id, target });
        }
        starts.push(sites.len());
    }
    (sites, starts)
}

/// Functions that some constant mentions, other than as the callee of a call.
fn find_address_taken(program: &Program) -> IdVec<FuncId, bool> {
    let mut work: Vec<ConstId> = program.globals.iter().filter_map(|g| g.init).collect();
    let mut mention = |operand: &Operand| {
        if let Operand::Const(id) = operand {
            work.push(*id);
        }
    };
    for inst in program.functions.iter().flat_map(|f| f.insts.iter()) {
        match &inst.op {
            Op::Call(call) => {
                call.args.iter().for_each(&mut mention);
                match &call.callee {
                    Callee::Indirect(Operand::Const(id))
                        if resolve_function(program, *id).is_some() => {}
                    Callee::Indirect(callee) => mention(callee),
                    Callee::Direct(_) | Callee::Asm { .. } => {}
                }
            }
            op => op.for_each_operand(&mut mention),
        }
    }
    let mut taken = IdVec::from(vec![false; program.functions.len()]);
    let mut seen = vec![false; program.consts.len()];
    while let Some(id) = work.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        let constant = program.const_of(id);
        match constant.kind {
            ConstKind::Func(function) => taken[function] = true,
            // The address of an ifunc is what its resolver returns, not the resolver.
            ConstKind::Alias(alias) if !program.aliases[alias].ifunc => {
                work.push(program.aliases[alias].target);
            }
            _ => constant.kind.for_each_part(|part| work.push(part)),
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    const PROGRAM: &str = "
        global @table: [2 x ptr] = [2 x ptr] [@on_int, @other_name]
        global @offset: i64 = ptrtoint(ptr @hidden)
        alias @other_name: fn(ptr) -> void = ptr @on_ptr
        declare void @external(ptr)
        define void @on_int(i32 r0) { b0: ret void }
        define void @on_ptr(ptr r0) { b0: ret void }
        define internal void @hidden(i64 r0) { b0: call void @on_int(i32 1) ret void }
        define void @uncalled(i32 r0) { b0: ret void }
        define void @main(ptr r0, ptr r1) {
        b0:
          call void *r0(i32 1)
          call void *r0(ptr r1)
          call void *@other_name(ptr r1)
          call void @even(i32 4)
          call void @external(ptr r1)
          call void asm sideeffect \"nop\", \"\" ()
          ret void
        }
        define void @even(i32 r0) { b0: call void @odd(i32 r0) ret void }
        define void @odd(i32 r0) { b0: call void @even(i32 r0) call void @itself() ret void }
        define void @itself() { b0: call void @itself() ret void }
        define internal void @ring_a() { b0: call void @ring_b() ret void }
        define void @ring_b() { b0: call void @ring_a() ret void }";

    fn names(program: &Program, ids: &[FuncId]) -> Vec<String> {
        ids.iter().map(|id| program.functions[*id].name.clone()).collect()
    }

    #[test]
    fn calls_through_pointers_reach_what_fits() {
        let program = parse(PROGRAM).unwrap();
        crate::verify::verify(&program).unwrap();
        let graph = CallGraph::new(&program);
        let main = program.function("main").unwrap();
        let targets = graph.sites(main).iter().map(|s| names(&program, graph.targets(s)));
        let targets: Vec<_> = targets.collect();
        assert_eq!(targets[0], ["on_int", "hidden"]);
        assert_eq!(targets[1], ["on_ptr"]);
        assert_eq!(targets[2..], [["on_ptr"], ["even"], ["external"]]);
        let on_int = program.function("on_int").unwrap();
        assert_eq!(names(&program, &graph.callers(on_int)), ["hidden", "main"]);
        let callees = names(&program, &graph.callees(main));
        assert_eq!(callees, ["external", "on_int", "on_ptr", "hidden", "even"]);
    }

    #[test]
    fn addresses_are_taken_by_constants_alone() {
        let program = parse(PROGRAM).unwrap();
        let graph = CallGraph::new(&program);
        let taken: Vec<_> =
            program.functions.ids().filter(|&id| graph.is_address_taken(id)).collect();
        assert_eq!(names(&program, &taken), ["on_int", "on_ptr", "hidden"]);
    }

    #[test]
    fn recursion_and_roots() {
        let program = parse(PROGRAM).unwrap();
        let graph = CallGraph::new(&program);
        let recursive: Vec<_> =
            program.functions.ids().filter(|&id| graph.is_recursive(id)).collect();
        assert_eq!(names(&program, &recursive), ["even", "odd", "itself", "ring_a", "ring_b"]);
        assert_eq!(names(&program, &graph.roots(&program)), ["uncalled", "main", "ring_b"]);
        let order = graph.bottom_up();
        let place = |name: &str| {
            let id = program.function(name).unwrap();
            order.iter().position(|group| group.contains(&id)).unwrap()
        };
        assert_eq!(place("even"), place("odd"));
        assert!(place("itself") < place("odd") && place("odd") < place("main"));
        assert!(place("hidden") < place("main"));
    }

    #[test]
    fn a_callback_that_calls_back_is_recursive() {
        let program = parse(
            "global @p: ptr = @f
            define void @f(ptr r0) { b0: call void *r0(ptr r0) ret void }
            define void @g(i1 r0) { b0: condbr r0, b1, b2 b1: ret void b2: ret void }",
        )
        .unwrap();
        let graph = CallGraph::new(&program);
        let f = program.function("f").unwrap();
        assert!(graph.is_recursive(f));
        assert_eq!(names(&program, &graph.roots(&program)), ["f", "g"]);
    }
}
