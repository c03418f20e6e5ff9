//! Triage: which alerts of other tools are true.
//!
//! The program is checked once, from `main`. An alert is confirmed if a finding shows it, that is one
//! of a rule that fits, at its line, that no native run contradicts. It is unreachable if no path comes
//! to its line, or if none shows it and nothing was left out that could. All else is unknown.
//!
//! A wrong verdict is worse than none. So what was left out counts unless no path leads from there to the alert
//! (`flow.rs`), and so does a fault, after which not everything was followed (`found.rs`).

mod classes;

use crate::check::{CheckOptions, check};
use crate::flow::Flow;
use crate::found::{hides, loss};
use crate::places::{At, Places, Region};
use crate::reach::{Method, Search, Verdict, reach};
use classes::Class;
use margay_engine::{Progress, TARGET_REACHED};
use margay_ir::alert::{Alert, Judgement};
use margay_ir::finding::{Confirmation, Finding, Location, Omission, OmissionKind, Outcome};
use margay_ir::rule::AlertKind;
use margay_ir::{FuncId, Program};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

type Watch<'a> = &'a (dyn Fn(Progress) -> bool + Sync);

/// Alerts of a program, and what a check of it found.
pub struct Triage<'a> {
    program: &'a Program,
    options: CheckOptions,
    watch: Watch<'a>,
    places: Places<'a>,
    flow: Flow<'a>,
    subjects: Vec<Subject<'a>>,
    /// Findings are to be replayed before alerts are judged.
    pub outcome: Outcome,
    /// The same with reads examined closely, where that matters.
    close: OnceCell<Outcome>,
    lines: RefCell<BTreeMap<Region, Line>>,
}

/// An alert, and what it is about.
struct Subject<'a> {
    alert: &'a Alert,
    class: Option<Class>,
    /// The error says why there is none.
    region: Result<Region, String>,
    way: Vec<Region>,
    functions: BTreeSet<FuncId>,
}

/// Whether lines are reached.
#[derive(Clone, PartialEq)]
enum Line {
    Reached,
    Unreachable,
    Unknown(Vec<String>),
}

impl<'a> Triage<'a> {
    /// Checks a program for what alerts claim. `watch` is as for [`check`].
    pub fn new(
        program: &'a Program,
        alerts: &'a [Alert],
        options: &CheckOptions,
        watch: Watch<'a>,
    ) -> Self {
        let mut options = CheckOptions { functions: false, losses_apart: true, ..options.clone() };
        options.input.last_lines = true;
        let places = Places::new(program);
        let subjects: Vec<_> = alerts.iter().map(|alert| Subject::new(alert, &places)).collect();
        let wanted = begins(program) && subjects.iter().any(|subject| subject.region.is_ok());
        let outcome = if wanted { check(program, &options, watch) } else { Outcome::default() };
        let flow = Flow::new(program);
        let (close, lines) = (OnceCell::new(), RefCell::default());
        Triage { program, options, watch, places, flow, subjects, outcome, close, lines }
    }

    /// What is true of each alert.
    pub fn judge(&self) -> Vec<Judgement> {
        self.subjects.iter().map(|subject| self.judge_one(subject)).collect()
    }

    fn judge_one(&self, subject: &Subject<'_>) -> Judgement {
        let region = match &subject.region {
            Ok(region) => region,
            Err(why) => return Judgement::unknown(why),
        };
        if !begins(self.program) {
            return Judgement::unknown("the program has no `main` to begin at");
        }
        if let Some(judgement) = self.shown(subject) {
            return judgement;
        }
        let line = self.line(region);
        if line == Line::Unreachable {
            let why = "no input leads to the line: every path was explored".to_owned();
            return Judgement::Unreachable { why };
        }
        let Some(class) = &subject.class else {
            let rule = if subject.alert.rule.is_empty() { "?" } else { &subject.alert.rule };
            return Judgement::unknown(format!("the class {rule} is none that Margay looks for"));
        };
        let mut why = match class.kind {
            AlertKind::Leak => self.obstacles_of_leak(subject, class),
            AlertKind::Fault | AlertKind::Read => self.obstacles(subject, class, region),
        };
        why.sort();
        why.dedup();
        match (why.is_empty(), line) {
            (false, _) => Judgement::Unknown { why },
            (true, Line::Reached) => Judgement::Unreachable {
                why: "the line is reached, the defect is not: every path was explored".to_owned(),
            },
            (true, _) => Judgement::Unreachable {
                why: "the defect is not reached: every path to it was explored".to_owned(),
            },
        }
    }

    /// The judgement, if a finding shows what an alert claims.
    fn shown(&self, subject: &Subject<'_>) -> Option<Judgement> {
        let certain = self.outcome.findings.iter().filter(|finding| !finding.possible);
        let mut fitting: Vec<&Finding> =
            certain.filter(|finding| self.fits(finding, subject)).collect();
        // What was seen natively shows most.
        fitting.sort_by_key(|finding| match finding.confirmation {
            Confirmation::Confirmed { .. } => 0,
            Confirmation::NotApplicable { .. } => 1,
            Confirmation::Untried => 2,
            Confirmation::NotConfirmed { .. } => 3,
        });
        let best = fitting.first()?;
        let why = match &best.confirmation {
            Confirmation::Confirmed { by } => format!("confirmed by {by}"),
            Confirmation::NotApplicable { why } => format!("no native run can show it: {why}"),
            Confirmation::Untried => "not replayed".to_owned(),
            Confirmation::NotConfirmed { why } => {
                let rule = &best.rule;
                return Some(Judgement::unknown(format!(
                    "{rule} is found there, but a native run does not show it: {why}"
                )));
            }
        };
        let why = format!("{}: {} ({why})", best.rule, best.message);
        Some(Judgement::Confirmed { rule: best.rule.clone(), why, input: best.input.clone() })
    }

    /// Whether a finding is what an alert claims.
    fn fits(&self, finding: &Finding, subject: &Subject<'_>) -> bool {
        let (Some(class), Ok(region)) = (&subject.class, &subject.region) else { return false };
        if !class.has(&finding.rule) {
            return false;
        }
        let path = self.places.path(&finding.location);
        let here = region.has(&path, finding.location.line);
        if class.kind != AlertKind::Leak {
            return here;
        }
        // A leak is known by what is lost, and by the function that loses it: tools name the
        // statement where they notice it, Margay the end of the function.
        let named = subject.way.is_empty()
            || subject.way.iter().any(|way| way.has(&path, finding.location.line));
        here || (named && self.is_lost_in(finding, &subject.functions))
    }

    fn is_lost_in(&self, finding: &Finding, functions: &BTreeSet<FuncId>) -> bool {
        loss(finding).is_some_and(|place| self.is_in(place, functions))
    }

    fn is_in(&self, place: &Location, functions: &BTreeSet<FuncId>) -> bool {
        let code = self.places.code_at(place);
        code.iter().any(|(id, _)| functions.contains(id))
    }

    /// Whether another alert says the same as a finding.
    fn is_claimed(&self, finding: &Finding) -> bool {
        self.subjects.iter().any(|subject| self.fits(finding, subject))
    }

    /// What may hide a fault at some lines.
    fn obstacles(&self, subject: &Subject<'_>, class: &Class, region: &Region) -> Vec<String> {
        let code = self.places.code(region);
        let mut why = Vec::new();
        if code.is_empty() {
            why.push(format!("line {} of {} has no code", region.first, region.path.display()));
        }
        why.extend(not_whole(subject, class));
        self.obstacles_in(&self.outcome, &code, &mut why);
        self.near(&self.outcome, subject, class, &mut why);
        if class.rules.iter().any(|rule| rule.alerts.judged_where_used)
            && self.places.makes_address(&code)
        {
            why.push("an address is made there, which Margay judges where it is used".to_owned());
        }
        if class.kind == AlertKind::Read {
            if self.places.reads(code.clone()).is_empty() {
                why.push("no variable is read there".to_owned());
            }
            let close = self.close.get_or_init(|| self.look_closely());
            self.obstacles_in(close, &code, &mut why);
            self.near(close, subject, class, &mut why);
        }
        why
    }

    /// Findings that may be what an alert means, though they stand elsewhere, or may not happen.
    fn near(&self, outcome: &Outcome, subject: &Subject<'_>, class: &Class, why: &mut Vec<String>) {
        let rules = |finding: &&Finding| class.has(&finding.rule);
        for finding in outcome.findings.iter().filter(rules) {
            let near = match class.kind {
                AlertKind::Leak => true,
                AlertKind::Fault | AlertKind::Read => {
                    self.is_in(&finding.location, &subject.functions)
                }
            };
            if self.fits(finding, subject) {
                why.push(format!("{} may happen, which is unconfirmed", at(finding)));
            } else if near && !self.is_claimed(finding) {
                why.push(format!("{} may be what is meant", at(finding)));
            }
        }
    }

    /// What may hide that something is lost in the alert's function.
    fn obstacles_of_leak(&self, subject: &Subject<'_>, class: &Class) -> Vec<String> {
        let code = self.places.bodies(&subject.functions);
        let mut why = Vec::new();
        if code.is_empty() {
            why.push("the line is in no function of the program".to_owned());
        }
        why.extend(not_whole(subject, class));
        self.obstacles_in(&self.outcome, &code, &mut why);
        self.near(&self.outcome, subject, class, &mut why);
        // Leaks are looked for where functions return: paths that end before that are not searched.
        if self.flow.may_end(&code) {
            why.push("the program may end before the function returns".to_owned());
        }
        let behind = self.flow.from(&code);
        for finding in self.outcome.findings.iter().filter(|finding| hides(finding)) {
            let place = self.places.code_at(&finding.location);
            if place.is_empty() || place.iter().any(|at| behind.has(*at)) {
                why.push(format!("{} comes after it", at(finding)));
            }
        }
        why
    }

    /// What an exploration left out before some code, and what hides what lies after it.
    fn obstacles_in(&self, outcome: &Outcome, code: &[At], why: &mut Vec<String>) {
        for omission in &outcome.omissions {
            if self.matters(omission, code) {
                why.push(left_out(omission));
            }
        }
        for finding in outcome.findings.iter().filter(|finding| hides(finding)) {
            if self.leads(&finding.location, code) {
                why.push(format!("{} comes before", at(finding)));
            }
        }
    }

    /// Whether what was left out may lead to some code.
    fn matters(&self, omission: &Omission, code: &[At]) -> bool {
        // Of these alone it is known that all paths stood at the place.
        let placed = matches!(
            omission.kind,
            OmissionKind::CutLoop | OmissionKind::CutRecursion | OmissionKind::Unsupported
        );
        match &omission.location {
            Some(place) if placed => self.leads(place, code),
            _ => true,
        }
    }

    /// Whether a path may lead from a place to some code.
    fn leads(&self, place: &Location, code: &[At]) -> bool {
        self.flow.leads(&self.places.code_at(place), code)
    }

    /// Checks the program with the reads of alerts examined closely.
    fn look_closely(&self) -> Outcome {
        let mut reads = Vec::new();
        for subject in &self.subjects {
            let Some(class) = subject.class.as_ref().filter(|class| class.kind == AlertKind::Read)
            else {
                continue;
            };
            let Ok(region) = &subject.region else { continue };
            reads.extend(self.places.code(region));
            // A tool may name the first line of a statement, and mean another one.
            if class.rules.iter().any(|rule| rule.alerts.named_at_start) {
                reads.extend(self.places.bodies(&subject.functions));
            }
        }
        let inspected = self.places.reads(reads).into_iter().collect();
        check(self.program, &CheckOptions { inspected, ..self.options.clone() }, self.watch)
    }

    fn line(&self, region: &Region) -> Line {
        if let Some(known) = self.lines.borrow().get(region) {
            return known.clone();
        }
        let line = self.find_line(region);
        self.lines.borrow_mut().insert(region.clone(), line.clone());
        line
    }

    fn find_line(&self, region: &Region) -> Line {
        let code = self.places.beginnings(region);
        if code.is_empty() {
            return Line::Unknown(vec!["the line has no code".to_owned()]);
        }
        let target = code.iter().copied().collect();
        let search = Search { method: Method::Loops, ..Search::default() };
        let (verdict, outcome) = reach(self.program, &target, &search, &self.options, self.watch);
        match verdict {
            Verdict::Reached { .. } => Line::Reached,
            Verdict::Unreachable => Line::Unreachable,
            Verdict::Unknown(why) => {
                let mut obstacles = Vec::new();
                self.obstacles_in(&outcome, &code, &mut obstacles);
                let comes_there = |finding: &Finding| finding.rule == TARGET_REACHED;
                if obstacles.is_empty() && !outcome.findings.iter().any(comes_there) {
                    return Line::Unreachable;
                }
                Line::Unknown(why)
            }
        }
    }
}

impl<'a> Subject<'a> {
    fn new(alert: &'a Alert, places: &Places<'_>) -> Self {
        let region = match &alert.place {
            Some(lines) => places.find(lines),
            None => Err("the alert names no line".to_owned()),
        };
        let way = alert.way.iter().filter_map(|lines| places.find(lines).ok()).collect();
        let functions = region.as_ref().map(|region| places.functions(region)).unwrap_or_default();
        Subject { alert, class: classes::of(alert), region, way, functions }
    }
}

fn begins(program: &Program) -> bool {
    program.main().is_some_and(|id| program.functions[id].has_body())
}

fn not_whole(subject: &Subject<'_>, class: &Class) -> Option<String> {
    let rule = &subject.alert.rule;
    (!class.whole).then(|| format!("{rule} warns of more than Margay looks for"))
}

/// `RULE at FILE:LINE`.
fn at(finding: &Finding) -> String {
    let place = &finding.location;
    format!("{} at {}:{}", finding.rule, place.file.display(), place.line)
}

fn left_out(omission: &Omission) -> String {
    let what = match omission.kind {
        OmissionKind::UnknownFunction if !omission.what.contains(' ') => {
            format!("nothing is known of `{}`", omission.what)
        }
        _ => format!("not covered: {}", omission.what),
    };
    match &omission.location {
        Some(place) => format!("{what}, at {}:{}", place.file.display(), place.line),
        None => what,
    }
}
