//! Decisions about what a caller passes that nobody sees, and which of them a finding may rest on.
//!
//! Where a function asks whether its parameter is null, its author has thought of callers that pass
//! null: what happens then is a finding. Some ways to learn of a value say nothing of the kind. A
//! function that has returned may have asked to be on the safe side, a loop that goes round once
//! more says how long it went, not that it should, and what a model of the library asks is not in
//! the source. A fault that comes after such a decision is certain only if it comes whatever the
//! decision was.

use crate::state::State;
use margay_ir::FuncId;

/// Candidates of one fault that are looked at.
pub(crate) const MOST_CANDIDATES: usize = 64;

/// Which way a path went where that hangs on what a caller passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub function: FuncId,
    pub pc: usize,
    pub holds: bool,
    /// The call that decided.
    pub frame: u64,
    /// It says nothing of what its author thought of.
    pub incidental: bool,
}

/// The decisions of a path to a fault, and the calls that are under way at the fault.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decisions {
    all: Vec<Decision>,
    frames: Vec<u64>,
}

/// Two paths of which the second was not followed, because the first had the same future.
pub(crate) type Folded = (Vec<Decision>, Vec<Decision>);

type Side = (FuncId, usize, bool);

impl Decisions {
    pub fn of(state: &State) -> Decisions {
        Decisions {
            all: state.decisions.iter().copied().collect(),
            frames: state.frames.iter().map(|frame| frame.serial).collect(),
        }
    }

    /// Whether the fault may not happen if some decision had been another.
    pub fn leave_doubt(&self) -> bool {
        !self.doubtful(&self.all).is_empty()
    }

    /// Those of a path's decisions that a finding at this place cannot rest on.
    fn doubtful(&self, decisions: &[Decision]) -> Vec<Side> {
        let doubtful = decisions.iter().filter(|d| d.incidental || !self.frames.contains(&d.frame));
        doubtful.map(|d| (d.function, d.pc, d.holds)).collect()
    }
}

/// Whether a fault happens whatever the doubtful decisions were, seen on these paths.
pub(crate) fn is_certain(paths: &[&Decisions], folded: &[Folded]) -> bool {
    let mut sides = Vec::new();
    for path in paths {
        // The paths that were not followed have the same end.
        let mut same_end = vec![path.all.clone()];
        let mut at = 0;
        while at < same_end.len() && same_end.len() < MOST_CANDIDATES {
            for (kept, dropped) in folded {
                if let Some(rest) = same_end[at].strip_prefix(kept.as_slice()) {
                    let other = [dropped.as_slice(), rest].concat();
                    if !same_end.contains(&other) {
                        same_end.push(other);
                    }
                }
            }
            at += 1;
        }
        sides.extend(same_end.iter().map(|decisions| path.doubtful(decisions)));
    }
    let sides: Vec<&[Side]> = sides.iter().map(Vec::as_slice).collect();
    covers(&sides)
}

/// Whether the paths take both sides of every decision on the way to some end.
fn covers(paths: &[&[Side]]) -> bool {
    if paths.iter().any(|path| path.is_empty()) {
        return true;
    }
    let mut places: Vec<(FuncId, usize)> = paths.iter().map(|p| (p[0].0, p[0].1)).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().any(|(function, pc)| {
        [true, false].into_iter().all(|side| {
            let taken = paths.iter().filter(|path| path[0] == (function, pc, side));
            let rest: Vec<&[Side]> = taken.map(|path| &path[1..]).collect();
            !rest.is_empty() && covers(&rest)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_ir::Id;

    fn decision(pc: usize, holds: bool, frame: u64) -> Decision {
        Decision { function: FuncId::from_index(0), pc, holds, frame, incidental: false }
    }

    fn path(all: &[Decision]) -> Decisions {
        Decisions { all: all.to_vec(), frames: vec![0] }
    }

    #[test]
    fn what_the_function_itself_asks_leaves_no_doubt() {
        assert!(!path(&[decision(1, true, 0)]).leave_doubt());
        assert!(path(&[decision(1, true, 7)]).leave_doubt());
    }

    #[test]
    fn both_sides_of_a_doubtful_decision_make_it_certain() {
        let (yes, no) = (path(&[decision(1, true, 7)]), path(&[decision(1, false, 7)]));
        assert!(!is_certain(&[&yes], &[]));
        assert!(is_certain(&[&yes, &no], &[]));
        let deep = path(&[decision(1, false, 7), decision(2, true, 7)]);
        assert!(!is_certain(&[&yes, &deep], &[]));
    }

    #[test]
    fn a_path_that_was_not_followed_counts_as_the_one_that_was() {
        let yes = path(&[decision(1, true, 7), decision(5, true, 0)]);
        let folded = (vec![decision(1, true, 7)], vec![decision(1, false, 7)]);
        assert!(is_certain(&[&yes], &[folded]));
    }
}
