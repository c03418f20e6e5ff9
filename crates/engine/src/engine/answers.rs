//! Answers as calls come back.

use crate::engine::Engine;
use crate::judge::answers::asked_after;
use crate::state::State;
use crate::state::answer::{Answer, Kind};
use crate::state::decision::{Decision, Side, Whose};

impl Engine<'_> {
    /// The call that the frame on top made last came back. It had made no decision when the path had
    /// made so many; without a number, it is a model's.
    pub(crate) fn note_answer(&mut self, state: &mut State, before: Option<usize>) {
        let (Some(began_in), Some(frame)) = (state.began_in(), state.frames.last()) else { return };
        if before == Some(state.decided.decisions.len()) || state.decided.decisions.len() == 0 {
            return;
        }
        let (Some(pc), serial) = (frame.pc.checked_sub(1), frame.serial) else { return };
        let crate::code::Op::Call { site: call } = frame.code.ops[pc] else { return };
        let (function, inst) = (frame.function, frame.code.insts[pc]);
        let call = &frame.code.calls[call as usize];
        let kind = match &call.result[..] {
            [lane] => {
                let value = frame.regs[call.dst as usize];
                Kind::of(state.path.resolve(&mut self.pool, value), lane.bits)
            }
            _ => Kind::Unknown,
        };
        let all: Vec<Decision> = state.decided.decisions.iter().copied().collect();
        let own = |decision: &Decision| (decision.frame, decision.pc) == (serial, pc);
        let known = state.decided.answers.iter().last().map_or(0, |last| last.decisions);
        let before = before
            .unwrap_or_else(|| all.iter().rposition(|d| !own(d)).map_or(0, |at| at + 1).max(known));
        let site = (began_in, function, pc);
        let sides = all[before.min(all.len())..].iter().filter(|d| d.whose != Whose::Input);
        let sides: Vec<Side> = sides.map(Decision::side).collect();
        if sides.is_empty() {
            return;
        }
        self.judge.answers.add(site, sides, kind);
        state.decided.answers.push(Answer { caller: serial, site, kind, decisions: all.len() });
        if !self.judge.asked.contains_key(&(function, pc)) {
            let shape = self.shape(function);
            let asked = asked_after(&self.program.functions[function], &shape, inst);
            self.judge.asked.insert((function, pc), asked.into());
        }
    }
}
