//! What was found after widened loops is executed again exactly: only what shows again is certain.

use crate::engine::Engine;
use crate::judge::doubt::Folded;
use crate::records::explored::Explored;
use crate::records::explored::Progress;
use crate::records::frontier::Frontier;
use crate::records::limits::Limits;
use crate::records::limits::PartLimits;
use crate::records::replay::Replay;
use crate::records::replay::is_in_loop;
use crate::state::State;
use crate::state::candidate::Candidate;
use crate::state::decision::Decision;
use crate::state::log::Log;
use crate::state::widening::Widened;
use margay_ir::Program;

impl Engine<'_> {
    /// Executes exactly what leads to the faults that were found after widened loops. Those that do
    /// not show again stay possible. Each execution may be as long as in an exploration without
    /// parts; a part has its share of them.
    pub(crate) fn replay_widened(
        &mut self,
        part: PartLimits<'_>,
        watch: &mut dyn FnMut(Progress) -> bool,
        explored: &mut Explored,
    ) -> Vec<Folded> {
        let candidates = std::mem::take(&mut self.judge.candidates);
        let limits = part.whole.for_replay();
        let options = self.options;
        (self.options.widen, self.options.unroll) = (false, true);
        let share = part.whole.queries.max(1) / part.limits.queries.max(1);
        let mut left = (limits.replays / share.max(1)).max(1);
        let mut folded = Vec::new();
        for (key, (event, candidate)) in candidates {
            if self.judge.is_known(&key, candidate.hangs) {
                continue;
            }
            if left > 0 {
                left -= 1;
                self.looping.replay = Some(Replay::new(self.program, &key, &candidate));
                let before = self.record_again(candidate.start(self.program));
                let mut again = Explored::default();
                let sought = Some((&key, candidate.hangs));
                let mut open = Frontier::default();
                self.put_away(&mut open, before, None);
                let alone = PartLimits::alone(&limits.limits);
                let walked = self.walk(open, alone, watch, sought, &mut again);
                folded.extend(walked.folded);
                explored.steps += again.steps;
                self.looping.replay = None;
            }
            if !self.judge.is_known(&key, true) {
                self.judge.possible_events.push(event);
            }
        }
        self.options = options;
        folded
    }
}

impl Candidate {
    /// The state that is taken up again. Where the fault comes after any number of iterations, as long as the program
    /// asks the right questions after them, no doubt depends on that number.
    fn start(&self, program: &Program) -> State {
        let Widened { before, frame, id } = &*self.first;
        let mut state = before.clone();
        if self.hangs {
            return state;
        }
        let mut decisions = Log::default();
        for decision in before.decided.decisions.iter() {
            let inside =
                decision.frame == *frame && is_in_loop(program, before, *frame, *id, decision.pc);
            decisions.push(Decision { incidental: decision.incidental && !inside, ..*decision });
        }
        state.decided.decisions = decisions;
        state
    }
}

/// How far a replay goes.
pub(crate) struct ReplayLimits {
    pub limits: Limits,
    /// Faults that are examined.
    pub replays: u64,
}

impl Limits {
    fn for_replay(&self) -> ReplayLimits {
        let limits = Limits {
            steps: self.steps / 10,
            path_steps: self.path_steps,
            paths: (self.paths / 10).max(20),
            queries: self.queries / 4,
            undecided: self.undecided,
            choices: self.choices.saturating_mul(32),
            depth: self.depth,
            values: self.values,
            renewals: 1,
        };
        ReplayLimits { limits, replays: 8 }
    }
}
