//! In which order functions are analysed alone: those that call a function before it, since
//! there may be no reason left then.

use margay_ir::{CallGraph, CallTarget, FuncId, Id, Program};
use std::collections::BTreeSet;

pub(crate) struct CallOrder {
    /// The program's own functions with a body: each before those that it calls by their names, as
    /// far as they do not call each other in a circle.
    pub functions: Vec<FuncId>,
    /// The functions that call a function by its name.
    callers: Vec<Vec<FuncId>>,
}

impl CallOrder {
    pub fn new(program: &Program) -> CallOrder {
        let graph = CallGraph::new(program);
        let count = program.functions.len();
        let (mut callees, mut callers) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for caller in program.functions.ids() {
            for site in graph.sites(caller) {
                if let CallTarget::Direct(callee) = site.target
                    && callee != caller
                {
                    callees[caller.index()].push(callee);
                    callers[callee.index()].push(caller);
                }
            }
        }
        // What is walked last comes first: those that nothing calls, and callers through pointers
        // before those they may call. Of a circle it is what is walked first: what others enter.
        let roots = graph.roots(program);
        let is_root = |function: &FuncId| roots.binary_search(function).is_ok();
        let is_entered = |function: &FuncId| {
            let mut from = callers[function.index()].iter();
            is_root(function) || from.any(|c| !graph.are_mutually_recursive(*c, *function))
        };
        let mut starts = Vec::new();
        for mut group in graph.bottom_up().into_iter().filter(|g| g.len() > 1 || !is_root(&g[0])) {
            group.sort_by_key(|function| !is_entered(function));
            starts.extend(group);
        }
        starts.extend(roots.iter().rev());
        let mut functions = callers_first(&starts, &callees);
        functions.retain(|id| {
            let function = &program.functions[*id];
            let place = function.source.as_ref().map(|source| source.span);
            function.has_body() && place.is_none_or(|span| !program.source.is_library(span))
        });
        CallOrder { functions, callers }
    }

    /// The functions of which none is called by one that comes before it, and the others.
    pub fn first_of(&self, entries: impl Iterator<Item = FuncId>) -> (Vec<FuncId>, Vec<FuncId>) {
        let mut before = BTreeSet::new();
        entries.partition(|entry| {
            let waits = self.callers[entry.index()].iter().any(|caller| before.contains(caller));
            before.insert(*entry);
            !waits
        })
    }
}

/// All functions that some lead to, each before those that it leads to where there is no cycle: the reverse of the
/// order in which walks from them, depth first, leave them.
fn callers_first(starts: &[FuncId], callees: &[Vec<FuncId>]) -> Vec<FuncId> {
    let mut seen = vec![false; callees.len()];
    let mut left = Vec::new();
    for start in starts {
        if std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let mut walk = vec![(*start, callees[start.index()].iter().rev())];
        while let Some((node, next)) = walk.last_mut() {
            match next.next() {
                Some(callee) if seen[callee.index()] => {}
                Some(callee) => {
                    seen[callee.index()] = true;
                    walk.push((*callee, callees[callee.index()].iter().rev()));
                }
                None => {
                    left.push(*node);
                    walk.pop();
                }
            }
        }
    }
    left.reverse();
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order of functions `f0`, `f1` and so on, each given with those that it calls, and those
    /// that come first.
    fn order(calls: &[&[usize]]) -> (Vec<usize>, Vec<usize>) {
        let mut text = String::new();
        for (caller, callees) in calls.iter().enumerate() {
            let calls = callees.iter().map(|callee| format!("call fn() -> void @f{callee}()\n"));
            text += &format!(
                "define void @f{caller}() {{ b0: {} ret void }}\n",
                calls.collect::<String>()
            );
        }
        let program = margay_ir::text::parse(&text).expect("a program");
        let order = CallOrder::new(&program);
        let (first, _) = order.first_of(order.functions.iter().copied());
        let indices = |ids: Vec<FuncId>| ids.into_iter().map(FuncId::index).collect();
        (indices(order.functions), indices(first))
    }

    #[test]
    fn callers_come_before_those_they_call() {
        assert_eq!(order(&[&[2], &[0], &[3], &[]]), (vec![1, 0, 2, 3], vec![1]));
        assert_eq!(order(&[&[], &[], &[0]]), (vec![1, 2, 0], vec![1, 2]));
    }

    #[test]
    fn a_circle_is_gone_round() {
        assert_eq!(order(&[&[3], &[4], &[1], &[2], &[0]]), (vec![0, 3, 2, 1, 4], vec![0]));
    }

    #[test]
    fn a_circle_begins_where_others_enter_it() {
        assert_eq!(order(&[&[2], &[2], &[1]]), (vec![0, 2, 1], vec![0]));
    }
}
