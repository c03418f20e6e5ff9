//! Recording paths as an execution tree.
//!
//! Nothing is recorded unless [`Engine::tree`] is there. A state knows the node that it is in. What
//! is recorded changes nothing in what is executed.

use crate::code::{CalleeRef, Op};
use crate::engine::{Engine, Pause};
use crate::records::explored::Cut;
use crate::state::{State, StepKind};
use crate::value::{Value, signed};
use margay_ir::spell::library_name;
use margay_ir::tree::{Decision, End, Node, Side};
use margay_ir::{NodeId, Op as Ir, SpanId, Type};
use margay_smt::Bool;

/// Values of a case that are named.
const MOST_VALUES: usize = 6;

impl Engine<'_> {
    /// A state begins a tree of its own.
    pub(crate) fn record_entry(&mut self, state: &mut State) {
        let Some(recorder) = &mut self.tree else { return };
        let function = state.began_in().or_else(|| self.program.main());
        let function = function.map(|id| &self.program.functions[id]);
        let name = function.map_or("", |function| function.display_name()).to_owned();
        let span = function.and_then(|function| function.source.as_ref()).map(|source| source.span);
        let place = span.and_then(|span| recorder.place(self.program, span));
        let side = Side::Entry { function: name };
        state.recorded.node =
            recorder.tree.nodes.push(Node { parent: None, side, end: End::Open, place });
    }

    /// A state asks whether a condition holds. Gives the nodes of those for which it fails and holds.
    pub(crate) fn record_choice(
        &mut self,
        state: &State,
        kinds: [StepKind; 2],
        possible: [bool; 2],
    ) -> [NodeId; 2] {
        if self.tree.is_none() {
            return [state.recorded.node; 2];
        }
        let both = possible == [true, true];
        if let StepKind::Case(_) = kinds[1] {
            return self.record_case(state, possible);
        }
        // What the source does not ask is of interest only where it has two answers.
        let asked = matches!(kinds[1], StepKind::Branch(_) | StepKind::Goes(_));
        let span = self.program_place(state);
        let hidden = self.program.source.is_library(self.place(state));
        if !both && (!asked || hidden) {
            return [state.recorded.node; 2];
        }
        let on = self.decision_at(state, kinds[1], hidden);
        let source = &self.program.source;
        let sides = [false, true].map(|holds| match kinds[usize::from(holds)] {
            _ if hidden => Side::Hidden,
            StepKind::Branch(holds) => Side::Branch { holds },
            StepKind::Goes(to) => Side::Line { line: source.spans[to].line },
            StepKind::Call { fails, .. } => Side::Call { fails },
            StepKind::Null(null) => Side::Null { null },
            _ => Side::Hidden,
        });
        let Some(recorder) = &mut self.tree else { return [state.recorded.node; 2] };
        if let Some(node) = recorder.is_still_in(state.recorded.node, &on) {
            return [recorder.child(node, Side::Hidden), state.recorded.node];
        }
        let node = recorder.decide(state.recorded.node, on, self.program, span);
        let mut nodes = [node; 2];
        // The true side is drawn first, whatever the engine asked.
        let [fails, _] = &sides;
        let first = usize::from(!matches!(fails, Side::Branch { holds: true }));
        for side in [first, 1 - first] {
            nodes[side] = recorder.child(node, sides[side].clone());
            recorder.asked.insert(nodes[side], state.steps);
            if !possible[side] && nodes[side] != node {
                recorder.end(nodes[side], End::Unsatisfiable, self.program, span);
            }
        }
        nodes
    }

    /// A branch asks what the path has settled: no input takes the other side.
    pub(crate) fn record_settled(&mut self, state: &mut State, condition: Bool, holds: bool) {
        let Some(recorder) = &mut self.tree else { return };
        // What was just asked is executed again with the answer.
        if recorder.was_asked(state) {
            return;
        }
        let span = self.program_place(state);
        let Some(recorder) = &mut self.tree else { return };
        let place = recorder.place(self.program, span);
        if recorder.has_settled(state.recorded.node, place) {
            return;
        }
        let kinds = [false, true].map(|holds| self.side(state, condition, holds));
        let nodes = self.record_choice(state, kinds, [!holds, holds]);
        state.recorded.node = nodes[usize::from(holds)];
        let Some(recorder) = &mut self.tree else { return };
        recorder.settled.extend(recorder.tree.nodes[state.recorded.node].parent);
    }

    /// A switch asks for its targets one by one, which is one decision.
    fn record_case(&mut self, state: &State, [passes, goes]: [bool; 2]) -> [NodeId; 2] {
        let span = self.program_place(state);
        let values = self.case_values(state);
        let Some(recorder) = &mut self.tree else { return [state.recorded.node; 2] };
        let again = recorder.was_asked(state);
        let node = match (again, passes && goes) {
            (true, _) => state.recorded.node,
            (false, true) => {
                recorder.decide(state.recorded.node, Decision::Switch, self.program, span)
            }
            (false, false) => return [state.recorded.node; 2],
        };
        recorder.asked.insert(node, state.steps);
        let taken = if goes { recorder.child(node, Side::Case { values }) } else { node };
        [node, taken]
    }

    /// A value is this number, where there are others or were some.
    pub(crate) fn record_value(&mut self, state: &State, value: u64, several: bool) -> NodeId {
        let span = self.program_place(state);
        let Some(recorder) = &mut self.tree else { return state.recorded.node };
        let known = recorder.decides(state.recorded.node) == Some(&Decision::Value);
        let node = match (known, several) {
            (true, _) => state.recorded.node,
            (false, true) => {
                recorder.decide(state.recorded.node, Decision::Value, self.program, span)
            }
            (false, false) => return state.recorded.node,
        };
        recorder.child(node, Side::Value { value })
    }

    /// A path goes on after any number of iterations.
    pub(crate) fn record_widening(&mut self, state: &mut State, span: SpanId) {
        if let Some(recorder) = &mut self.tree {
            let node = recorder.decide(state.recorded.node, Decision::Loop, self.program, span);
            state.recorded.node = recorder.child(node, Side::AnyIterations);
        }
    }

    /// A state from before a loop was widened is taken up again.
    pub(crate) fn record_again(&mut self, mut state: State) -> State {
        if let Some(recorder) = &mut self.tree {
            state.recorded.node = recorder.child(state.recorded.node, Side::Again);
        }
        state
    }

    /// A path has ended, if that is why it pauses.
    pub(crate) fn record_pause(&mut self, state: &State, pause: &Pause) {
        let end = match pause {
            Pause::Exited(_) if state.has_unknown_callers() && !state.process.left => End::Returned,
            Pause::Exited(code) => {
                // What `main` returns may depend on the input.
                let any = !state.process.left
                    && matches!(state.process.last_result.first(), Some(Value::Term(_)));
                End::Exited { code: (!any).then_some(*code) }
            }
            Pause::Killed(signal) => End::Killed { signal: *signal },
            Pause::Fault(event) => End::Fault { rule: event.fault.rule().to_owned() },
            Pause::Unsupported(what, _) => End::Cut { why: what.clone() },
            Pause::LoopLimit => End::Cut { why: Cut::Choices.words().1.to_owned() },
            Pause::Infeasible => End::DeadEnd,
            Pause::Covered => End::Covered,
            Pause::Need(_)
            | Pause::Unknown(..)
            | Pause::Budget
            | Pause::Returned
            | Pause::Joined
            | Pause::Stopped => return,
        };
        self.record_end(state, end);
    }

    /// A path is not followed any further, since the one in another node has the same future.
    pub(crate) fn record_fold(&mut self, state: &State, into: NodeId) {
        self.record_end(state, End::Merged { into });
    }

    /// Several paths go on as one.
    pub(crate) fn record_merge(&mut self, states: &[State], merged: &mut State) {
        let at = self.program_place(merged);
        if let Some(tree) = &mut self.tree {
            let from: Vec<NodeId> = states.iter().map(|state| state.recorded.node).collect();
            merged.recorded.node = tree.merge(self.program, &from, at);
        }
    }

    pub(crate) fn record_cut(&mut self, state: &State, cut: Cut) {
        self.record_end(state, End::Cut { why: cut.words().1.to_owned() });
    }

    fn record_end(&mut self, state: &State, end: End) {
        let span = self.program_place(state);
        if let Some(recorder) = &mut self.tree {
            recorder.end(state.recorded.node, end, self.program, span);
        }
    }

    /// What the frame on top decides.
    fn decision_at(&self, state: &State, kind: StepKind, hidden: bool) -> Decision {
        let name = |id| library_name(&self.program.functions[id].name).to_owned();
        let frame = state.frames.last();
        match (kind, frame.map(|frame| (frame, frame.code.ops.get(frame.pc)))) {
            (_, Some((frame, _))) if hidden => Decision::Call { function: name(frame.function) },
            (StepKind::Branch(_) | StepKind::Goes(_), _) => Decision::Branch,
            (StepKind::Null(_), _) => Decision::Pointer,
            (_, Some((frame, Some(Op::Call { site })))) => {
                match frame.code.calls[*site as usize].callee {
                    CalleeRef::Direct(function) => Decision::Call { function: name(function) },
                    _ => Decision::Hidden,
                }
            }
            _ => Decision::Hidden,
        }
    }

    /// The values for which a switch goes to the target that it asks for.
    fn case_values(&mut self, state: &State) -> String {
        let block = self.led_to(state, true);
        let Some((function, inst)) = state.instruction() else { return String::new() };
        let Ir::Switch { cases, .. } = &self.program.functions[function].insts[inst].op else {
            return String::new();
        };
        let mut values = cases.iter().filter(|case| Some(case.1) == block).map(|(value, _)| {
            let value_type = self.program.consts.get(*value).ty;
            let bits = match self.program.types.get(value_type) {
                Type::Int(bits) => *bits,
                _ => 64,
            };
            let value = signed(self.program.consts.as_u64(*value)?, bits);
            let letter = u8::try_from(value).ok().filter(u8::is_ascii_graphic);
            let letter = letter.map(|letter| format!(" '{}'", letter.escape_ascii()));
            Some(format!("{value}{}", letter.unwrap_or_default()))
        });
        let named: Vec<String> = values.by_ref().take(MOST_VALUES).flatten().collect();
        let more = if values.next().is_some() { ", ..." } else { "" };
        named.join(", ") + more
    }
}
