//! How far exploration goes, and how parts of one share that.

use crate::records::explored::Cut;

/// How far exploration goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Operations on all paths together.
    pub steps: u64,
    /// Operations on one path.
    pub path_steps: u64,
    /// Paths.
    pub paths: u64,
    /// Solver queries.
    pub queries: u64,
    /// Queries that the solver leaves undecided.
    pub undecided: u64,
    /// How often one path may choose at the same place of one call.
    pub choices: u32,
    /// How many calls of one function may be under way where the input chooses.
    pub depth: usize,
    /// Values that one path tries where it needs to know one.
    pub values: u32,
    /// How often limits of paths and queries count anew, because code was reached for the first
    /// time.
    pub renewals: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: 20_000_000,
            path_steps: 5_000_000,
            paths: 10_000,
            queries: 6_000,
            undecided: 60,
            choices: 32,
            depth: 64,
            values: 16,
            renewals: 1,
        }
    }
}

impl Limits {
    /// For a function that is analysed alone, which is one of many.
    pub fn for_function() -> Self {
        Limits {
            steps: 1_000_000,
            path_steps: 50_000,
            paths: 300,
            queries: 1_000,
            undecided: 40,
            choices: 4,
            depth: 4,
            values: 4,
            renewals: 8,
        }
    }
}

impl Limits {
    /// The same for so many times the paths.
    pub fn times(&self, factor: u64) -> Limits {
        Limits {
            steps: self.steps.saturating_mul(factor.isqrt()),
            paths: self.paths.saturating_mul(factor),
            queries: self.queries.saturating_mul(factor),
            undecided: self.undecided.saturating_mul(factor),
            ..*self
        }
    }

    /// One of so many parts of the paths. Of steps it is more: paths end, or are not the way.
    pub fn part(&self, parts: u64) -> Limits {
        Limits {
            steps: self.steps / parts.isqrt(),
            paths: (self.paths / parts).max(1),
            queries: (self.queries / parts).max(1),
            undecided: (self.undecided / parts).max(1),
            ..*self
        }
    }

    /// For a search for one line.
    pub fn for_target() -> Self {
        Limits {
            steps: 80_000_000,
            paths: 80_000,
            queries: 48_000,
            undecided: 480,
            ..Limits::default()
        }
    }
}

/// Queries that a unit of work should be able to ask.
const UNIT_QUERIES: u64 = 1_000;

/// What was used of limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    pub steps: u64,
    pub paths: u64,
    pub queries: u64,
    pub undecided: u64,
}

/// Limits that units of work share.
impl Limits {
    /// What each of so many units may use.
    pub fn share(&self, units: u64) -> Limits {
        let each = |all: u64| (all / units.max(1)).max(1);
        Limits {
            steps: each(self.steps),
            paths: each(self.paths),
            queries: each(self.queries),
            undecided: each(self.undecided),
            ..*self
        }
    }

    /// Takes away what a unit has used.
    pub fn spend(&mut self, used: &Used) {
        self.steps = self.steps.saturating_sub(used.steps);
        self.paths = self.paths.saturating_sub(used.paths);
        self.queries = self.queries.saturating_sub(used.queries);
        self.undecided = self.undecided.saturating_sub(used.undecided);
    }

    /// The limit of which next to nothing is left, if there is one.
    pub fn used_up(&self, all: &Limits) -> Option<Cut> {
        let limits = [
            (Cut::Paths, self.paths, all.paths),
            (Cut::Steps, self.steps, all.steps),
            (Cut::Queries, self.queries, all.queries),
            (Cut::Undecided, self.undecided, all.undecided),
        ];
        limits.into_iter().find(|(_, left, all)| *left <= all / 64).map(|(cut, ..)| cut)
    }

    /// How many units can share what is left, at most so many. One search that goes where code is
    /// not reached yet sees more of a program than many that share few queries.
    pub fn units(&self, most: u64) -> usize {
        let least = self.steps.min(self.paths).min(self.queries / UNIT_QUERIES).min(self.undecided);
        usize::try_from(least.clamp(1, most.max(1))).unwrap_or(usize::MAX)
    }
}

/// How far a part of an exploration goes.
#[derive(Clone, Copy, Debug)]
pub struct PartLimits<'a> {
    /// What this part may use.
    pub limits: &'a Limits,
    /// What all parts may use together.
    pub whole: &'a Limits,
    /// About so many operations are done before what is left is given back.
    pub quota: Option<u64>,
}

impl<'a> PartLimits<'a> {
    /// There are no other parts.
    pub fn alone(limits: &'a Limits) -> PartLimits<'a> {
        PartLimits { limits, whole: limits, quota: None }
    }
}

/// How much of something was there at the start, and when code was last reached for the first time.
pub(crate) struct Spent {
    start: u64,
    renewed: u64,
}

impl Spent {
    pub fn from(start: u64) -> Spent {
        Spent { start, renewed: start }
    }

    pub fn renew(&mut self, now: u64) {
        self.renewed = now;
    }

    /// Whether too much is spent, in all or since code was last reached for the first time.
    pub fn is_over(&self, now: u64, limit: u64, renewals: u64) -> bool {
        // What was counted in vain is given back.
        let since = |then: u64| now.saturating_sub(then);
        since(self.renewed) >= limit || since(self.start) >= limit * renewals
    }
}
