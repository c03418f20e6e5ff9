//! Scripts from the first command to the last answer, with a solver that tries everything.

use margay_analysis::{SolveError, SolveOptions, solve};
use margay_smt::{Answer, Assignment, BitVec, Query, Solver, Sort, SymbolId, TermPool, Unknown};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Tries all values of truth values and bit-vectors, as long as those are few bits; arrays are
/// zero, so it may only say `sat` about them.
struct EveryValue;

impl Solver for EveryValue {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        let conditions: Vec<_> = query.conditions().collect();
        let symbols: BTreeSet<SymbolId> =
            conditions.iter().flat_map(|condition| pool.symbols(*condition)).collect();
        let width = |id: SymbolId| match pool.symbol(id).sort {
            Sort::Bool => 1,
            Sort::Bv(width) => width,
            _ => 0,
        };
        let bits: u32 = symbols.iter().map(|id| width(*id)).sum();
        if bits > 16 {
            return Answer::Unknown(Unknown::Budget);
        }
        for mut values in 0..1u64 << bits {
            let mut assignment = Assignment::new();
            for &id in &symbols {
                match pool.symbol(id).sort {
                    Sort::Bool => assignment.set_bool(id, values & 1 == 1),
                    Sort::Bv(width) => assignment.set_bv(id, BitVec::from_u64(width, values)),
                    _ => {}
                }
                values >>= width(id);
            }
            if conditions.iter().all(|condition| pool.eval_bool(*condition, &assignment)) {
                return Answer::Sat(Rc::new(assignment));
            }
        }
        Answer::Unsat([].into())
    }
}

fn answers(script: &str, models: bool) -> (String, Result<(), SolveError>) {
    let mut out = Vec::new();
    let result = solve(script, SolveOptions { models }, &mut EveryValue, &mut out);
    (String::from_utf8(out).expect("text"), result)
}

fn check(script: &str, expected: &str) {
    let (text, result) = answers(script, false);
    assert_eq!(text, expected);
    result.expect("a good script");
}

#[test]
fn assertions_come_and_go_with_their_level() {
    check(
        "(declare-const x (_ BitVec 8)) (assert (bvult x #x03)) (check-sat)
         (push) (assert (bvugt x #x02)) (check-sat) (push 2) (check-sat) (pop 3) (check-sat)
         (check-sat-assuming ((= x #x05))) (check-sat-assuming ((= x #x02) (bvugt x #x01)))
         (get-value (x (bvadd x #x01)))
         (reset-assertions) (declare-const x (_ BitVec 8)) (assert (= x #x09)) (check-sat)
         (echo \"the \"\"end\"\"\") (exit) (check-sat)",
        "sat\nunsat\nunsat\nsat\nunsat\nsat\n((x #x02)\n ((bvadd x #x01) #x03))\nsat\n\"the \"\"end\"\"\"\n",
    );
}

#[test]
fn models_and_reasons_are_printed_when_asked_for() {
    let script = "(declare-const b Bool) (declare-const x (_ BitVec 4))
        (assert (and b (= (bvmul x x) #x9) (bvugt x #x5))) (check-sat)";
    let model = "(\n  (define-fun b () Bool true)\n  (define-fun x () (_ BitVec 4) #xb)\n)\n";
    assert_eq!(answers(script, true).0, format!("sat\n{model}"));
    check(&format!("(get-model){script}(get-model)(assert false)(get-model)"), &{
        let none = "(error \"there is no model: the last answer must be sat\")\n";
        format!("{none}sat\n{model}{none}")
    });
    check(
        "(declare-const x (_ BitVec 64)) (assert (= (bvmul x x) x)) (check-sat)
         (get-info :reason-unknown) (get-info :name) (get-unsat-core)",
        "unknown\n; the solver's budget is used up\n\
         (:reason-unknown \"the solver's budget is used up\")\n(:name \"margay\")\nunsupported\n",
    );
}

#[test]
fn answers_before_an_error_stand() {
    let (text, result) = answers("(check-sat)\n(assert x)\n(check-sat)", false);
    assert_eq!(text, "sat\n");
    let error = result.expect_err("x is unknown");
    assert_eq!(error.to_string(), "2:9: unknown name `x`");
}
