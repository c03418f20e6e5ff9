//! Which states go on alike: the one comparison that merging and deduplication share.
//!
//! Invariant: every field of [`State`] and [`Frame`] is named here. What is passed over says why, so a new field is
//! either compared or left out by intent.

use crate::state::doubt::Doubt;
use crate::state::input::Outside;
use crate::state::recorded::Recorded;
use crate::state::widening::Widening;
use crate::state::{Decided, Frame, Guidance, Joining, SignalHandling, State, Suspects};
use std::rc::Rc;

impl State {
    /// Whether all that decides what comes is the same in another state, but for the frames themselves, the values
    /// in memory, what is known of values, and how certain that is: who asks compares those.
    pub(crate) fn is_alike(&self, other: &State) -> bool {
        let State {
            library,
            process,
            signals: SignalHandling { handlers, handling },
            entry,
            stack,
            frames,
            // Compared by who asks: values and what is known of them,
            memory: _,
            path: _,
            symbolic: _,
            suspects: Suspects { wraps: _, stale: _ },
            // doubt,
            doubt: Doubt { uncertain: _, others: _, met_unknown: _ },
            widening: Widening { first: _, sides: _, exhausted: _ },
            // and threads, with which states are not compared.
            threads: _,
            // The same for all states of a program.
            globals: _,
            // Where the path has been, and what is counted of that.
            outside: Outside { inputs: _, bounds: _, heard: _ },
            steps_taken: _,
            recorded: Recorded { covered: _, entered: _, trace: _, node: _ },
            decided: Decided { decisions: _, answers: _ },
            history: _,
            steps: _,
            // How it is explored.
            guidance: Guidance { navigation: _, backward: _, depth: _ },
            joining: Joining { merges: _, looks: _ },
            // Names for what comes.
            names: _,
        } = self;
        let is_tried_alike = match (handling, &other.signals.handling) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        frames.len() == other.frames.len()
            && *stack == other.stack
            && *entry == other.entry
            && *process == other.process
            && *handlers == other.signals.handlers
            && is_tried_alike
            && library.same(&*other.library)
    }
}

impl Frame {
    /// The same for one call, but for its registers and the loops that it is in.
    pub(crate) fn is_alike(&self, other: &Frame) -> bool {
        let Frame {
            function,
            serial,
            pc,
            locals,
            args,
            va_areas,
            jumps,
            divided_by_zero,
            then,
            // The code of the function.
            code: _,
            // Compared by who asks.
            regs: _,
            loops: _,
            // What the path had counted when the call began, and counts of its choices since.
            choices_before: _,
            decisions_before: _,
            allocations_before: _,
            choices: _,
            switch: _,
            // Part of the stack of the state.
            stack: _,
        } = self;
        *function == other.function
            && *pc == other.pc
            // Buffers of `setjmp` hold it.
            && (jumps.is_empty() || *serial == other.serial)
            && *locals == other.locals
            && *args == other.args
            && *va_areas == other.va_areas
            && *jumps == other.jumps
            && *divided_by_zero == other.divided_by_zero
            && *then == other.then
    }
}
