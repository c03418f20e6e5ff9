//! Scripts: what operators mean, what models look like, and that no text does harm. Values were
//! computed by hand and agree with z3.

use fastrand::Rng;
use margay_smt::smtlib::{Command, DisplayModel, DisplayValue, Reader, ScriptTerm, SyntaxError};
use margay_smt::{ArrayValue, Assignment, BitVec, Bool, TermPool};

/// All commands of a script, without their lifetimes: the assertions and how many commands.
fn read(pool: &mut TermPool, text: &str) -> Result<(Vec<Bool>, usize), SyntaxError> {
    let mut reader = Reader::new(text);
    let (mut assertions, mut commands) = (Vec::new(), 0);
    while let Some(command) = reader.next_command(pool) {
        commands += 1;
        if let Command::Assert(term) = command? {
            assertions.push(term);
        }
    }
    Ok((assertions, commands))
}

/// What `(get-value (term))` prints after some commands, when all symbols are zero.
fn value(before: &str, term: &str) -> String {
    let text = format!("{before}(get-value ({term}))");
    let mut pool = TermPool::new();
    let mut reader = Reader::new(&text);
    let mut terms = Vec::new();
    while let Some(command) = reader.next_command(&mut pool) {
        match command {
            Ok(Command::GetValue(values)) => terms = values,
            Ok(_) => {}
            Err(error) => panic!("{text}: {error}"),
        }
    }
    let [(written, term)] = terms[..] else { panic!("one term: {text}") };
    assert!(text.ends_with(&format!("({written}))")));
    let (arrays, assignment) = (reader.arrays(), &Assignment::new());
    DisplayValue { pool: &pool, arrays, term, assignment }.to_string()
}

fn check(term: &str, expected: &str) {
    assert_eq!(value("", term), expected, "{term}");
}

/// What is wrong with a script.
fn error(text: &str) -> String {
    match read(&mut TermPool::new(), text) {
        Ok(_) => panic!("nothing is wrong with {:.200}", text),
        Err(error) => error.to_string(),
    }
}

fn check_error(text: &str, expected: &str) {
    let error = error(text);
    assert!(error.contains(expected), "{text:.200}: {error}");
}

#[test]
fn truth_values() {
    check("(and true true false)", "false");
    check("(and true)", "true");
    check("(or false false true)", "true");
    check("(xor true true true)", "true");
    check("(not true)", "false");
    // From the right: false => (true => false)
    check("(=> false true false)", "true");
    check("(=> true true false)", "false");
    check("(= true true false)", "false");
    check("(= #b1 #b1 #b1)", "true");
    check("(distinct #b00 #b01 #b10)", "true");
    check("(distinct #b00 #b01 #b00)", "false");
    check("(distinct #b0 #b1 #b0)", "false");
    check("(ite (= #b1 #b0) #x1 #x2)", "#x2");
    check("(ite true false true)", "false");
}

#[test]
fn bit_vectors() {
    for (term, expected) in [
        ("(bvnot #x0f)", "#xf0"),
        ("(bvneg #x01)", "#xff"),
        ("(bvand #xff #x3c #x0f)", "#x0c"),
        ("(bvor #x01 #x02 #x80)", "#x83"),
        ("(bvxor #xff #x0f #x01)", "#xf1"),
        ("(bvnand #xf0 #x3c)", "#xcf"),
        ("(bvnor #xf0 #x3c)", "#x03"),
        ("(bvxnor #xf0 #x3c)", "#x33"),
        ("(bvadd #xff #x02 #x10)", "#x11"),
        ("(bvsub #x01 #x02)", "#xff"),
        ("(bvmul #x10 #x11 #x03)", "#x30"),
        ("(bvudiv #xf9 #x07)", "#x23"),
        ("(bvudiv #xf9 #x00)", "#xff"),
        ("(bvurem #xf9 #x07)", "#x04"),
        ("(bvurem #xf9 #x00)", "#xf9"),
        ("(bvsdiv #xf9 #x02)", "#xfd"),
        ("(bvsdiv #xf9 #x00)", "#x01"),
        ("(bvsrem #xf9 #x02)", "#xff"),
        ("(bvsrem #xf9 #x00)", "#xf9"),
        ("(bvsmod #xf9 #x02)", "#x01"),
        ("(bvsmod #x07 #xfe)", "#xff"),
        ("(bvsmod #xf9 #xfe)", "#xff"),
        ("(bvsmod #x07 #x02)", "#x01"),
        ("(bvsmod #x06 #xfe)", "#x00"),
        ("(bvsmod #xf9 #x00)", "#xf9"),
        ("(bvshl #x81 #x01)", "#x02"),
        ("(bvlshr #x81 #x01)", "#x40"),
        ("(bvashr #x81 #x01)", "#xc0"),
        ("(bvashr #x81 #x80)", "#xff"),
        ("(bvcomp #x81 #x81)", "#b1"),
        ("(concat #x1 #b0110 #x3)", "#x163"),
        ("((_ extract 6 2) #b11010110)", "#b10101"),
        ("((_ repeat 3) #x5)", "#x555"),
        ("((_ repeat 5) #b1)", "#b11111"),
        ("((_ repeat 1) #b10)", "#b10"),
        ("((_ zero_extend 4) #xf)", "#x0f"),
        ("((_ sign_extend 4) #xa)", "#xfa"),
        ("((_ sign_extend 0) #xa)", "#xa"),
        ("((_ rotate_left 3) #x81)", "#x0c"),
        ("((_ rotate_right 3) #x81)", "#x30"),
        ("((_ rotate_left 16) #x81)", "#x81"),
        ("((_ rotate_right 9) #x81)", "#xc0"),
        ("(_ bv10 4)", "#xa"),
        ("(_ bv5 3)", "#b101"),
        ("(_ bv340282366920938463463374607431768211455 128)", "#xffffffffffffffffffffffffffffffff"),
        ("(bvadd #xffffffffffffffffff #x000000000000000001)", "#x000000000000000000"),
    ] {
        check(term, expected);
    }
}

#[test]
fn comparisons() {
    for (relation, less, same, greater) in [
        ("bvult", true, false, false),
        ("bvule", true, true, false),
        ("bvugt", false, false, true),
        ("bvuge", false, true, true),
        ("bvslt", false, false, true),
        ("bvsle", false, true, true),
        ("bvsgt", true, false, false),
        ("bvsge", true, true, false),
    ] {
        check(&format!("({relation} #x01 #xff)"), &less.to_string());
        check(&format!("({relation} #x80 #x80)"), &same.to_string());
        check(&format!("({relation} #x80 #x7f)"), &greater.to_string());
    }
}

/// Every pair of four bits against arithmetic that does not overflow.
#[test]
fn overflow_predicates() {
    let signed = |x: i32| if x < 8 { x } else { x - 16 };
    let out = |x: i32| !(-8..8).contains(&x);
    for a in 0..16 {
        for b in 0..16 {
            let (s, t) = (signed(a), signed(b));
            for (name, expected) in [
                ("bvuaddo", a + b > 15),
                ("bvsaddo", out(s + t)),
                ("bvusubo", a < b),
                ("bvssubo", out(s - t)),
                ("bvumulo", a * b > 15),
                ("bvsmulo", out(s * t)),
                ("bvsdivo", s == -8 && t == -1),
            ] {
                check(&format!("({name} #x{a:x} #x{b:x})"), &expected.to_string());
            }
        }
        check(&format!("(bvnego #x{a:x})"), &(a == 8).to_string());
    }
}

#[test]
fn arrays_of_bytes_and_of_words() {
    let sort = "(Array (_ BitVec 64) (_ BitVec 32))";
    let constant = format!("((as const {sort}) #x01020304)");
    check(&format!("(select {constant} (_ bv7 64))"), "#x01020304");
    let stored = format!("(store {constant} (_ bv7 64) #xdeadbeef)");
    check(&format!("(select {stored} (_ bv7 64))"), "#xdeadbeef");
    check(&format!("(select {stored} (_ bv8 64))"), "#x01020304");
    check(
        &stored,
        &format!("(store ((as const {sort}) #x01020304) #x0000000000000007 #xdeadbeef)"),
    );
    check(&format!("(= {stored} {constant})"), "false");
    check(&format!("(= {stored} (store {constant} (_ bv7 64) #xdeadbeef))"), "true");
    check(&format!("(select (ite (= #b1 #b0) {constant} {stored}) (_ bv7 64))"), "#xdeadbeef");
    check(&format!("(distinct {stored} {constant})"), "true");
    check(
        "(select (store ((as const (Array (_ BitVec 2) (_ BitVec 8))) #xaa) #b01 #x55) #b01)",
        "#x55",
    );
    check("(select ((as const (Array (_ BitVec 2) (_ BitVec 24))) #x123456) #b11)", "#x123456");
}

#[test]
fn names_and_scopes() {
    // The bindings of one `let` do not see each other.
    check("(let ((a #x1) (b #x2)) (let ((a b) (b a)) (concat a b)))", "#x21");
    check("(let ((a #x1)) (concat (let ((a #x2)) a) a))", "#x21");
    check("(let ((|a b| #x1)) |a b|)", "#x1");
    check("(! (bvadd #x1 #x1) :pattern (a (b)) :weight 3 :flag)", "#x2");
    let f = "(define-fun f ((x (_ BitVec 4)) (b Bool)) (_ BitVec 4) (ite b (bvadd x x) x))";
    assert_eq!(value(f, "(f (f #x3 true) (= #x1 #x1))"), "#xc");
    assert_eq!(value(f, "(f #x3 false)"), "#x3");
    let array = "(define-sort W () (_ BitVec 16)) (define-sort M () (Array W W))
        (define-fun put ((m M) (i W)) M (store m i i)) (declare-fun m () M)";
    assert_eq!(value(array, "(select (put (put m #x0001) #x0002) #x0001)"), "#x0001");
    assert_eq!(value("(define-const c (_ BitVec 4) #x5)", "(bvnot c)"), "#xa");
    assert_eq!(value("(define-fun c () Bool true)", "(not c)"), "false");
    assert_eq!(value("(assert (! (= #x1 #x1) :named n))", "(and n n)"), "true");
    // A name may come back with another sort once it is gone.
    let twice = "(push 1)(declare-const x Bool)(pop 1)(declare-const x (_ BitVec 4))";
    assert_eq!(value(twice, "x"), "#x0");
    let reset = "(declare-const x Bool)(reset)(declare-const x (_ BitVec 4))";
    assert_eq!(value(reset, "x"), "#x0");
    let global = "(set-option :global-declarations true)(push)(declare-const x Bool)(pop)";
    assert_eq!(value(global, "x"), "false");
    // Older scripts define what SMT-LIB 2.7 knows.
    let own = "(define-fun bvnego ((x (_ BitVec 4))) Bool false)";
    assert_eq!(value(own, "(bvnego #x8)"), "false");
    // The name of a lane is not the name of a constant.
    let lane = "(declare-const a (Array (_ BitVec 8) (_ BitVec 16))) (declare-const a!0 Bool)";
    assert_eq!(value(lane, "a!0"), "false");
}

#[test]
fn commands() {
    let text = r#"
        (set-info :status sat) ; a comment with ( and |
        (set-info :source |several
          lines|) (set-logic QF_ABV) (set-option :produce-models true)
        (declare-fun x () (_ BitVec 8))
        (push 2) (assert (= x #x01)) (check-sat) (pop)
        (check-sat-assuming ((= x #x02) (not (= x #x03))))
        (get-model) (get-value (x (bvadd x x))) (get-info :reason-unknown)
        (echo "say ""hi""") (get-unsat-core) (reset-assertions) (exit) (garbage"#;
    let mut pool = TermPool::new();
    let mut reader = Reader::new(text);
    let mut seen = Vec::new();
    while let Some(command) = reader.next_command(&mut pool) {
        seen.push(match command.expect("a good script") {
            Command::SetInfo(keyword, value) => format!("info {keyword} {value:?}"),
            Command::SetLogic(name) => format!("logic {name}"),
            Command::SetOption(keyword, value) => format!("option {keyword} {value}"),
            Command::Declare(declaration) => format!("declare {}", declaration.name),
            Command::Push(n) => format!("push {n}"),
            Command::Pop(n) => format!("pop {n}"),
            Command::CheckSatAssuming(terms) => format!("assuming {}", terms.len()),
            Command::GetValue(terms) => {
                terms.iter().map(|(text, _)| format!("value {text}")).collect::<Vec<_>>().join(",")
            }
            Command::GetInfo(keyword) => format!("get {keyword}"),
            Command::GetOther(name) => format!("other {name}"),
            Command::Echo(text) => format!("echo {text}"),
            Command::Assert(_) => "assert".to_owned(),
            Command::CheckSat => "check".to_owned(),
            Command::GetModel => "model".to_owned(),
            Command::ResetAssertions => "reset".to_owned(),
            Command::Exit => "exit".to_owned(),
            other => panic!("{other:?}"),
        });
    }
    let expected = [
        "info :status \"sat\"",
        "info :source \"|several\\n          lines|\"",
        "logic QF_ABV",
        "option :produce-models true",
        "declare x",
        "push 2",
        "assert",
        "check",
        "pop 1",
        "assuming 2",
        "model",
        "value x,value (bvadd x x)",
        "get :reason-unknown",
        "echo say \"hi\"",
        "other get-unsat-core",
        "reset",
        "exit",
    ];
    assert_eq!(seen, expected);
}

#[test]
fn models_are_in_the_sorts_of_the_script() {
    let text = "(declare-const b Bool) (declare-const |two words| (_ BitVec 12))
        (declare-const n (_ BitVec 5)) (declare-const w (Array (_ BitVec 4) (_ BitVec 16)))
        (declare-const m (Array (_ BitVec 32) (_ BitVec 8)))";
    let mut pool = TermPool::new();
    let mut reader = Reader::new(text);
    while let Some(command) = reader.next_command(&mut pool) {
        command.expect("a good script");
    }
    let mut assignment = Assignment::new();
    for declaration in reader.declarations() {
        match declaration.term {
            ScriptTerm::Bool(b) => {
                assignment.set_bool(pool.as_symbol(b).expect("a symbol"), true);
            }
            ScriptTerm::Bv(a) => {
                let value = BitVec::from_u64(pool.width(a), 0x1f);
                assignment.set_bv(pool.as_symbol(a).expect("a symbol"), value);
            }
            ScriptTerm::Array(array) => {
                for (i, lane) in (0..).zip(reader.arrays().lanes(array)) {
                    let mut bytes = ArrayValue::new(0x10 + i);
                    bytes.set(u64::from(i), 0xab);
                    assignment.set_array(pool.as_symbol(*lane).expect("a symbol"), bytes);
                }
            }
        }
    }
    let model = DisplayModel {
        pool: &pool,
        arrays: reader.arrays(),
        declarations: reader.declarations(),
        assignment: &assignment,
    };
    let expected = "(
  (define-fun b () Bool true)
  (define-fun |two words| () (_ BitVec 12) #x01f)
  (define-fun n () (_ BitVec 5) #b11111)
  (define-fun w () (Array (_ BitVec 4) (_ BitVec 16)) (store (store ((as const (Array (_ BitVec 4) (_ BitVec 16))) #x1110) #x0 #x11ab) #x1 #xab10))
  (define-fun m () (Array (_ BitVec 32) (_ BitVec 8)) (store ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x10) #x00000000 #xab))
)";
    assert_eq!(model.to_string(), expected);
    // What is written can be read.
    let definitions = expected.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let definitions = definitions.expect("parentheses around");
    read(&mut TermPool::new(), definitions).expect("a model reads back");
}

#[test]
fn errors_have_a_place_and_a_sentence() {
    assert_eq!(
        error("(declare-const x (_ BitVec 8))\n  (assert (bvult x #x0001))"),
        "2:11: argument 2 of `bvult` must be (_ BitVec 8), not (_ BitVec 16)"
    );
    assert_eq!(error("; ümläut\n(assert |ü|)"), "2:9: unknown name `ü`");
    let x = |text: &str| {
        format!(
            "(declare-const x (_ BitVec 8))(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))(assert {text})"
        )
    };
    for (term, expected) in [
        ("x", "expected a Bool, not a (_ BitVec 8)"),
        ("(= x #b1)", "argument 2 of `=` must be (_ BitVec 8), not (_ BitVec 1)"),
        ("(= x)", "`=` takes at least 2 arguments, not 1"),
        ("(not)", "`not` takes 1 argument, not 0"),
        ("(not x)", "argument 1 of `not` must be Bool"),
        ("(= x (bvadd x))", "`bvadd` takes at least 2 arguments"),
        ("(= x (bvudiv x x x))", "`bvudiv` takes 2 arguments, not 3"),
        ("(= x (bvadd x true))", "argument 2 of `bvadd` must be (_ BitVec 8), not Bool"),
        ("(= x (bvadd a a))", "argument 1 of `bvadd` must be a bit-vector"),
        ("(= x (ite x x x))", "argument 1 of `ite` must be Bool"),
        ("(= x (ite true x #x0))", "argument 3 of `ite`"),
        ("(= x ((_ extract 8 0) x))", "`extract` of bits 8 to 0 from 8 bits"),
        ("(= x ((_ extract 0 1) x))", "`extract` of bits 0 to 1"),
        ("(= x ((_ extract 0) x))", "expected a number, found `)`"),
        ("(= x (extract x))", "`extract` is written `(_ extract ...)`"),
        ("(= x (_ extract 1 0))", "is a function and needs arguments"),
        ("(= x ((_ bvadd 1) x x))", "`bvadd` takes no index"),
        ("(= x ((_ repeat 0) x))", "`repeat` needs a count of at least 1"),
        ("(= x ((_ repeat 16777216) x))", "makes 134217728 bits"),
        ("(= x ((_ zero_extend 16777216) x))", "makes 16777224 bits"),
        ("(= x ((_ rotate_left 99999999999) x))", "this number is too large"),
        ("(= x (_ bv256 8))", "`bv256` does not fit into 8 bits"),
        ("(= x (_ bv18446744073709551616 64))", "does not fit into 64 bits"),
        ("(= x (_ bv1 0))", "a bit-vector has 1 to 16777216 bits"),
        ("(= x (_ bv1 16777217))", "a bit-vector has 1 to 16777216 bits"),
        ("(= x (select a #x0))", "argument 2 of `select` must be (_ BitVec 8)"),
        ("(= x (select x x))", "argument 1 of `select` must be an array"),
        ("(= a (store a x #x0))", "argument 3 of `store` must be (_ BitVec 8)"),
        ("(= a ((as const (_ BitVec 8)) x))", "needs the sort of an array"),
        ("(= a ((as const (Array (_ BitVec 8) (_ BitVec 8))) true))", "must be a bit-vector"),
        ("(x x)", "`x` takes no arguments"),
        ("and", "`and` is not a term on its own"),
        ("y", "unknown name `y`"),
        ("(let ((y true)) z)", "unknown name `z`"),
        ("(let ((y true)) y", "expected `)`, found the end of the file"),
        ("(let (y true) y)", "expected `(` and a binding"),
        ("(let ((let true)) true)", "`let` is a reserved word"),
        ("()", "expected a function, found `)`"),
        ("(forall ((y Bool)) y)", "quantifiers are not supported"),
        ("(= 1 1)", "integers and reals are not supported"),
        ("(fp.lt x x)", "floating point is not supported"),
        ("(= x \"a\")", "strings are not supported"),
        ("#b2", "wrong digit or none"),
        ("#xg", "wrong digit or none"),
        ("#", "expected `#x` or `#b`"),
        ("|x", "no second one"),
        ("1x", "a name must not start with a digit"),
        ("é", "unexpected character 'é'"),
    ] {
        check_error(&x(term), expected);
    }
    for (text, expected) in [
        ("(frobnicate)", "unknown command `frobnicate`"),
        ("assert", "expected `(` and a command"),
        ("(declare-fun f (Bool) Bool)", "uninterpreted functions are not supported"),
        ("(declare-const x Int)", "integers and reals are not supported"),
        ("(declare-const x (_ FloatingPoint 8 24))", "floating point is not supported"),
        ("(declare-const x (Array Bool (_ BitVec 8)))", "indices of sort Bool"),
        ("(declare-const x (Array (_ BitVec 65) (_ BitVec 8)))", "only with 1 to 64 bits"),
        ("(declare-const x (Array (_ BitVec 8) (_ BitVec 1)))", "elements of sort (_ BitVec 1)"),
        ("(declare-const x (Array (_ BitVec 8) (Array (_ BitVec 8) (_ BitVec 8))))", "an array as"),
        ("(declare-const x Bool)(declare-const x Bool)", "`x` already has a meaning"),
        ("(declare-const and Bool)", "`and` already has a meaning"),
        ("(declare-sort S 0)", "`declare-sort` is not supported"),
        ("(define-fun f () Bool #x0)", "`f` is defined as Bool but is (_ BitVec 4)"),
        ("(define-fun f ((x Bool)) Bool (f x))", "unknown name `f`"),
        ("(define-fun f ((x Bool)) Bool x)(assert (f))", "`f` takes 1 arguments, not 0"),
        ("(define-fun f ((x Bool)) Bool x)(assert (f #b1))", "argument 1 of `f` must be Bool"),
        ("(define-fun f ((x Bool)) Bool (! x :named n))", "cannot be named"),
        ("(define-fun f ((x Bool)) Bool x)(assert x)", "unknown name `x`"),
        ("(push 1)(pop 2)", "`pop 2` at level 1"),
        ("(push 4294967295)(push 1)", "too many levels"),
        ("(check-sat", "expected `)`, found the end of the file"),
        ("(set-info :a (b (c))", "expected `)`"),
        ("(echo \"a)", "this string has no end"),
    ] {
        check_error(text, expected);
    }
}

#[test]
fn nesting_costs_no_stack() {
    const DEPTH: usize = 1_000_000;
    let declare = "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))";
    let mut pool = TermPool::new();
    let deep = |open: &str, inner: &str, close: &str| {
        format!("{declare}(assert (= x {}{inner}{}))", open.repeat(DEPTH), close.repeat(DEPTH))
    };
    read(&mut pool, &deep("(bvnot ", "x", ")")).expect("nested functions");
    read(&mut pool, &deep("(let ((x (bvxor y x))) ", "x", ")")).expect("nested lets");
    read(&mut pool, &deep("(! ", "x", " :a (b))")).expect("nested annotations");
    read(&mut pool, &deep("(let ((z ", "x", ")) x)")).expect("lets in bindings");
    check_error(&deep("(", "x", ")"), "expected `_` or `as`");
    check_error(&"(".repeat(DEPTH), "expected the name of a command");
    check_error(&deep("(bvnot ", "", ""), "takes 1 argument, not 0");
    let list = "(".repeat(DEPTH) + &")".repeat(DEPTH);
    read(&mut pool, &format!("(set-info :a {list})")).expect("a nested attribute");
}

/// Texts that stand for exponentially more than they say.
#[test]
fn sharing_keeps_large_terms_small() {
    let mut pool = TermPool::new();
    let mut text = "(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))
        (define-fun f ((a (_ BitVec 32))) (_ BitVec 32) (bvmul (bvxor a y) (bvadd a y)))
        (assert (= y "
        .to_owned();
    for _ in 0..1000 {
        text += "(let ((x (bvmul (f x) (bvxor x (f y))))) ";
    }
    text += &("x".to_owned() + &")".repeat(1000) + "))");
    read(&mut pool, &text).expect("a good script");
    assert!(pool.term_count() < 20_000, "{} terms", pool.term_count());

    // Each definition is twice as large as the one before.
    let mut text = "(declare-const x (_ BitVec 32))
        (define-fun f0 ((a (_ BitVec 32))) (_ BitVec 32) (bvudiv (bvxor a x) x))"
        .to_owned();
    for i in 0..60 {
        let next = i + 1;
        text += &format!(
            "(define-fun f{next} ((a (_ BitVec 32))) (_ BitVec 32) (f{i} (bvxor a (f{i} a))))"
        );
    }
    check_error(&text, "stands for more than 256 MB of terms");
}

#[test]
fn small_texts_take_little_memory() {
    let wide: String = (0..2000)
        .map(|i| format!("(assert (= (_ bv{i} 16777216) (_ bv{} 16777216)))", i + 1))
        .collect();
    check_error(&wide, "stands for more than");
    let x = "(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 2))";
    let many = |op: &str, arg: &str| format!("{x}(assert (= x ({op}{})))", arg.repeat(100_000));
    check_error(&many("concat", " #b1"), "stands for more than");
    let distinct: String = (0..20_000).map(|i| format!(" (bvadd x (_ bv{i} 64))")).collect();
    check_error(&format!("{x}(assert (distinct{distinct}))"), "stands for more than");
    let few = "(distinct".to_owned() + &" y".repeat(20_000) + ")";
    read(&mut TermPool::new(), &format!("{x}(assert {few})")).expect("more than four values");
    check_error(&format!("{x}(assert (= x ((_ repeat 1000000) y)))"), "argument 2 of `=`");
    // Concatenations that lean left are built anew at each step.
    let lean = format!("{}x{}", "(concat ".repeat(20_000), " x)".repeat(20_000));
    check_error(&format!("{x}(assert (= x {lean}))"), "stands for more than");
    let digits = "9".repeat(1_000_000);
    check_error(&format!("(assert (= #b1 (_ bv{digits} 16777216)))"), "more than 20000 digits");
    check_error(&format!("(assert (= #b1 #x{}))", "f".repeat(5_000_000)), "1 to 16777216 bits");
    read(&mut TermPool::new(), "(push 4000000000)(pop 4000000000)").expect("levels are numbers");
}

const SAMPLE: &str = r#"(set-option :produce-models true)
(set-info :source |a "sample"|) ; comment
(set-logic QF_ABV)
(define-sort Byte () (_ BitVec 8))
(declare-fun mem () (Array (_ BitVec 32) Byte))
(declare-fun words () (Array (_ BitVec 32) (_ BitVec 32)))
(declare-const x (_ BitVec 32))
(define-fun twice ((a (_ BitVec 32))) (_ BitVec 32) (bvadd a a))
(push 1)
(assert (! (= (select mem x) ((_ extract 7 0) (twice x))) :named first))
(assert (let ((?a (bvmul x (_ bv3 32))) (|b c| #xdeadbeef))
  (or (bvsle ?a |b c|) (distinct (store words x ?a) words) (= (concat #b1 #b0) #b10))))
(assert (= ((as const (Array (_ BitVec 32) Byte)) #x00) mem))
(check-sat-assuming (first (not first)))
(get-value (x (twice x)))
(echo "done ""now""")
(pop 1)
(exit)
"#;

#[test]
fn a_truncated_script_is_an_error_or_shorter() {
    let (_, all) = read(&mut TermPool::new(), SAMPLE).expect("a good script");
    for end in 0..SAMPLE.len() {
        if let Ok((_, commands)) = read(&mut TermPool::new(), &SAMPLE[..end]) {
            assert!(commands <= all);
        }
    }
}

/// Bytes changed, words swapped, pieces doubled and dropped: an answer or an error, never a panic.
#[test]
fn mutated_scripts_do_no_harm() {
    let words: Vec<&str> = SAMPLE.split_inclusive([' ', '(', ')', '\n']).collect();
    let mut rng = Rng::with_seed(7);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..20_000 {
        let text = if rng.bool() {
            let mut bytes = SAMPLE.as_bytes().to_vec();
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(0..bytes.len());
                match rng.u32(0..3) {
                    0 => bytes[at] = b"()0123456789#xb_|\"; :az"[rng.usize(0..23)],
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, rng.u8(0..128)),
                }
            }
            String::from_utf8(bytes).expect("still ASCII")
        } else {
            let mut words = words.clone();
            for _ in 0..rng.usize(1..4) {
                let (a, b) = (rng.usize(0..words.len()), rng.usize(0..words.len()));
                match rng.u32(0..3) {
                    0 => words.swap(a, b),
                    1 => words[a] = words[b],
                    _ => words[a] = "",
                }
            }
            words.concat()
        };
        match read(&mut TermPool::new(), &text) {
            Ok(_) => good += 1,
            Err(_) => bad += 1,
        }
    }
    assert!(good > 500 && bad > 10_000, "{good} good, {bad} bad");
}
