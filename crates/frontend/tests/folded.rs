//! What clang folds away is put back where clang warns of it, and nowhere else: a source that says what clang
//! would say is not believed.

mod support;

use margay_frontend::clang;
use margay_ir::{BinaryOp, Op, Operand, Program};
use support::{Project, load_whole};

/// Operations on two constants, which clang never leaves.
fn restored(program: &Program) -> Vec<BinaryOp> {
    let insts = program.functions.iter().flat_map(|function| function.insts.iter());
    let found = insts.filter_map(|inst| match &inst.op {
        Op::Binary { op, a: Operand::Const(_), b: Operand::Const(_), .. } => Some(*op),
        _ => None,
    });
    found.collect()
}

/// What is put back in a file by every clang, with flags, with and without the cache.
fn check(name: &str, text: &str, flags: &[&str], expected: &[BinaryOp]) {
    let project = Project::new(&[(name, text)]);
    let clangs = clang::find_all();
    assert!(!clangs.is_empty(), "tests need a clang");
    for clang in clangs {
        let mut request = project.request(&[name]);
        request.flags = flags.iter().map(|flag| (*flag).to_owned()).collect();
        request.clang = Some(clang.clone());
        for _ in 0..2 {
            let loaded = load_whole(&request);
            assert_eq!(restored(&loaded.program), expected, "{}: {text}", clang.version);
        }
    }
}

#[test]
fn what_clang_warns_of_is_put_back() {
    use BinaryOp::{AShr, Add, Mul, SDiv, SRem, Shl, Sub};
    let text = "int add(void) { return 2147483647 + 1; }\n\
                int sub(void) { return -2147483647 - 2; }\n\
                long mul(void) { return 4611686018427387904 * 2; }\n\
                int div(void) { return 1 / 0; }\n\
                int rem(void) { return 1 % 0; }\n\
                int shl(void) { return 1 << 32; }\n\
                int shr(void) { return 1 >> -1; }\n";
    check("a.c", text, &[], &[Add, Sub, Mul, SDiv, SRem, Shl, AShr]);
    check("a.c", text, &["-w"], &[Add, Sub, Mul, SDiv, SRem, Shl, AShr]);
    check("a.c", text, &["-Werror", "-Wno-everything"], &[Add, Sub, Mul, SDiv, SRem, Shl, AShr]);
    check("line\nbreak.c", "int shl(void) { return 1 << 32; }\n", &[], &[Shl]);
}

#[test]
fn an_operator_is_found_in_a_macro() {
    use BinaryOp::{Shl, Sub};
    let text = "#define LESS(x) ((x) - 2)\n\
                #define FAR(x) ((x) << 40)\n\
                int less(void) { return LESS(-2147483647); }\n\
                int twice(void) { return FAR(FAR(1)); }\n";
    check("a.c", text, &[], &[Sub, Shl]);
    let text = "#line 7 \"b.y\"\nint shl(void) { return 1 << 32; }\n";
    check("a.c", text, &[], &[Shl]);
}

#[test]
fn what_a_source_says_itself_is_not_believed() {
    // Each has a constant that clang could have left, at the place of which the warning is forged.
    let warning = "overflow in expression; result is 7 with type 'int' [-Winteger-overflow]";
    let forged = format!("a.c:1:23: warning: {warning}");
    let own = "int f(void) { return 7; }\n";
    for text in [
        format!("{own}#pragma message \"x\\n{forged}\"\n"),
        format!("{own}#pragma message \"{warning}\"\n"),
        format!("{own}#warning {warning}\n"),
        format!("{own}#line 1 \"x\\n{forged}\\nx\"\n#warning x\n"),
        format!("{own}#pragma GCC warning \"x\\n{forged}\"\n"),
        // On its own line.
        format!("_Pragma(\"message(\\\"{warning}\\\")\") {own}"),
        format!(
            "__attribute__((diagnose_if(1, \"{warning}\", \"warning\"))) void g(void);\n\
             int f(void) {{ g(); return 7; }}\n"
        ),
    ] {
        check("a.c", &text, &[], &[]);
    }
    // Clang 20 takes the flag from the source too; older ones take no such attribute.
    let text = format!(
        "void g(void) __attribute__((diagnose_if(1, \"{warning}\", \"warning\", \"integer-overflow\")));\n\
         int f(void) {{ g(); return 7; }}\n"
    );
    let project = Project::new(&[("a.c", &*text)]);
    for clang in clang::find_all() {
        let mut request = project.request(&["a.c"]);
        request.clang = Some(clang);
        if let Ok(loaded) = margay_frontend::load(&request) {
            assert_eq!(restored(&loaded.program), []);
        }
    }
}

#[test]
fn a_flag_that_clang_does_not_know_hides_nothing() {
    let project = Project::new(&[("a.c", "int shl(void) { return 1 << 32; }\n")]);
    project.write_database(&["-mpreferred-stack-boundary=3", "-fno-such-thing"]);
    assert_eq!(restored(&project.load(&["a.c"]).program), [BinaryOp::Shl]);
}

#[test]
fn an_operation_of_one_bit_is_put_back() {
    check("a.c", "int f(void) { if (1 / 0) return 1; return 0; }\n", &[], &[BinaryOp::SDiv]);
}
