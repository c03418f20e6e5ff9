//! Small C programs through every clang that is installed, and what the IR says of them.

use super::read;
use margay_ir::source::{Encoding, Place, Qualifier, SourceType};
use margay_ir::{
    BinaryOp, Callee, ConstExpr, ConstKind, FcmpPred, Function, IcmpPred, Intrinsic, Linkage, Op,
    Operand, Program, Type,
};
use std::process::Command;

/// Compiles C with each known clang and lets `check` look at the result.
#[track_caller]
fn check(source: &str, check: impl Fn(&Program)) {
    check_with(&["-O0", "-Xclang", "-disable-O0-optnone"], source, check);
}

#[track_caller]
fn check_with(flags: &[&str], source: &str, check: impl Fn(&Program)) {
    let dir = tempfile::tempdir().expect("a directory for the sample");
    let (input, output) = (dir.path().join("sample.c"), dir.path().join("sample.bc"));
    std::fs::write(&input, source).expect("the sample can be written");
    let named = std::env::var("MARGAY_CLANG").ok();
    let known = ["clang-19", "clang-16", "clang-15", "clang"];
    let mut found = false;
    for clang in named.as_deref().into_iter().chain(known) {
        let mut command = Command::new(clang);
        command.args(flags).args(["-g", "-w", "-emit-llvm", "-c", "-o"]).arg(&output).arg(&input);
        let Ok(status) = command.status() else { continue };
        assert!(status.success(), "{clang} rejects the sample");
        found = true;
        let bytes = std::fs::read(&output).expect("clang wrote its output");
        let program = read(&bytes).unwrap_or_else(|error| panic!("{clang}: {error}"));
        assert_eq!(program.gaps, [], "{clang}");
        check(&program);
    }
    assert!(found, "no clang is installed");
}

#[track_caller]
fn function<'p>(program: &'p Program, name: &str) -> &'p Function {
    &program.functions[program.function(name).expect("the function exists")]
}

#[track_caller]
fn init<'p>(program: &'p Program, name: &str) -> &'p ConstKind {
    let global = program.globals.iter().find(|g| g.name == name).expect("the variable exists");
    &program.consts.get(global.init.expect("it has a value")).kind
}

fn ops(function: &Function) -> impl Iterator<Item = &Op> {
    function.insts.iter().map(|inst| &inst.op)
}

#[test]
fn arithmetic_keeps_flags_and_predicates() {
    let source = "int f(int a, unsigned b, double c) {
        return a + 1 < 2 && b / 3u != 4u && c >= 0.5 && (a >> 2) > a - 9; }";
    check(source, |program| {
        let f = function(program, "f");
        let add = ops(f).find_map(|op| match op {
            Op::Binary { op: BinaryOp::Add, flags, .. } => Some(*flags),
            _ => None,
        });
        assert_eq!(add.map(|flags| (flags.nsw, flags.nuw)), Some((true, false)));
        let int: Vec<_> = ops(f)
            .filter_map(|op| match op {
                Op::Icmp { pred, .. } => Some(*pred),
                _ => None,
            })
            .collect();
        assert_eq!(int, [IcmpPred::Slt, IcmpPred::Ne, IcmpPred::Sgt]);
        assert!(ops(f).any(|op| matches!(op, Op::Fcmp { pred: FcmpPred::Oge, .. })));
        assert!(ops(f).any(|op| matches!(op, Op::Binary { op: BinaryOp::UDiv, .. })));
        assert!(ops(f).any(|op| matches!(op, Op::Binary { op: BinaryOp::AShr, .. })));
    });
}

#[test]
fn constants_of_every_kind() {
    let source = r#"
        float f = 2.5f; double d = -0.5; long double x = -2.5L; __float128 q = 1.25Q;
        _Float16 h = 1.5f16;
        __int128 wide = -((__int128)5 << 70);
        short numbers[3] = { 1, -2, 0x1234 };
        char text[] = "hey"; char zeros[1000];
        struct { int *at; unsigned long number; } s = { (int *)&s + 1, 7 };
        int none; void *null = 0;"#;
    check(source, |program| {
        let float = |name| match init(program, name) {
            ConstKind::Float(bits) => *bits,
            other => panic!("{name} is {other:?}"),
        };
        assert_eq!(float("f"), u128::from(2.5f32.to_bits()));
        assert_eq!(float("d"), u128::from((-0.5f64).to_bits()));
        assert_eq!(float("h"), 0x3e00);
        // Sign and exponent, then the significand with its leading bit.
        assert_eq!(float("x"), 0xc000_a000_0000_0000_0000);
        assert_eq!(float("q"), 0x3fff_4000_0000_0000 << 64);
        let wide = -(5i128 << 70);
        let words = [wide, wide >> 64]
            .map(|w| u64::from_le_bytes(w.to_le_bytes()[..8].try_into().expect("8")));
        assert_eq!(*init(program, "wide"), ConstKind::WideInt(words.into()));
        assert_eq!(
            *init(program, "numbers"),
            ConstKind::Data([1, 0, 0xfe, 0xff, 0x34, 0x12].into())
        );
        assert_eq!(*init(program, "text"), ConstKind::Data(b"hey\0".as_slice().into()));
        assert_eq!(*init(program, "zeros"), ConstKind::Zero);
        assert_eq!(*init(program, "none"), ConstKind::Int(0));
        assert_eq!(*init(program, "null"), ConstKind::Null);
        let ConstKind::Aggregate(fields) = init(program, "s") else { panic!("s is no struct") };
        let first = &program.consts.get(fields[0]).kind;
        assert!(matches!(first, ConstKind::Expr(ConstExpr::Gep { .. })), "{first:?}");
        assert_eq!(program.consts.as_u64(fields[1]), Some(7));
    });
}

#[test]
fn control_flow() {
    let source = "int f(int n) {
        static void *const to[] = { &&one, &&two };
        switch (n) { case 3: return 1; case -4: return 2; case 5 ... 6: n = 8; }
        while (n < 10) n++;
        goto *to[n & 1];
        one: return 3;
        two: __builtin_unreachable(); }";
    check(source, |program| {
        let f = function(program, "f");
        let cases = ops(f).find_map(|op| match op {
            Op::Switch { cases, .. } => Some(cases.clone()),
            _ => None,
        });
        let cases = cases.expect("a switch");
        let values: Vec<_> = cases.iter().filter_map(|c| program.consts.as_u64(c.0)).collect();
        assert_eq!(values, [3, 0xffff_fffc, 5, 6]);
        assert!(
            ops(f).any(|op| matches!(op, Op::IndirectBr { targets, .. } if targets.len() == 2))
        );
        assert!(ops(f).any(|op| matches!(op, Op::Unreachable)));
        let ConstKind::Aggregate(labels) = init(program, "f.to") else { panic!("no labels") };
        let id = program.function("f").expect("f");
        for label in labels {
            let ConstKind::Block(function, block) = program.consts.get(*label).kind else {
                panic!("no address of a block")
            };
            assert!(function == id && f.blocks.get(block).is_some());
        }
        for block in f.blocks.ids() {
            let insts: Vec<_> = f.block_insts(block).collect();
            let last = insts.len() - 1;
            for (at, &inst) in insts.iter().enumerate() {
                assert_eq!(f.insts[inst].op.is_terminator(), at == last);
            }
        }
    });
}

#[test]
fn calls_say_what_they_call_and_pass() {
    let source = r#"
        struct big { int a[20]; };
        extern int printf(const char *, ...);
        _Noreturn void die(void);
        int take(struct big b);
        int f(int (*g)(int), struct big b) {
            int y;
            __asm__ volatile("mov %1, %0" : "=r"(y) : "r"(1) : "memory");
            if (printf("%d", y)) die();
            return g(3) + take(b) + __builtin_popcount(y);
        }"#;
    check(source, |program| {
        let f = function(program, "f");
        let calls: Vec<_> = ops(f)
            .filter_map(|op| match op {
                Op::Call(call) => Some(call),
                _ => None,
            })
            .collect();
        let direct = |name: &str| {
            let id = program.function(name).expect("declared");
            calls.iter().find(|call| call.callee == Callee::Direct(id)).expect("called")
        };
        assert_eq!(direct("printf").args.len(), 2);
        assert!(program.func_type(direct("printf").ty).is_some_and(|ty| ty.variadic));
        assert!(direct("die").noreturn);
        let copied = direct("take").arg_attrs[0].byval.expect("passed in memory");
        assert_eq!(program.size_of(copied), 80);
        let asm = calls.iter().find_map(|call| match &call.callee {
            Callee::Asm { text, side_effects, .. } => Some((text.clone(), *side_effects)),
            _ => None,
        });
        assert_eq!(asm, Some(("mov $1, $0".into(), true)));
        assert!(calls.iter().any(|call| matches!(call.callee, Callee::Indirect(Operand::Reg(_)))));
        let count = |op: &Op| matches!(op, Op::Intrinsic { which: Intrinsic::Ctpop, .. });
        assert!(ops(f).any(count));
        // What became an operation or was dropped leaves no function behind.
        assert!(!program.functions.iter().any(|f| f.name.starts_with("llvm.")));
        assert!(f.param_attrs[1].byval.is_some() && f.param_attrs[0].noundef);
        assert!(function(program, "die").attrs.noreturn);
    });
}

#[test]
fn metadata_is_no_argument() {
    let source = "double f(double a, double b) { return a / b; }";
    check_with(&["-O0", "-ffp-model=strict"], source, |program| {
        let f = function(program, "f");
        let call = ops(f).find_map(|op| match op {
            Op::Call(call) => Some(call),
            _ => None,
        });
        let call = call.expect("a division that honours the rounding mode is a call");
        let Callee::Direct(callee) = call.callee else { panic!("an indirect call") };
        let callee = &program.functions[callee];
        assert!(callee.name.starts_with("llvm.experimental.constrained.fdiv"));
        // The rounding mode and the handling of exceptions are metadata.
        let params = program.func_type(callee.ty).map(|ty| ty.params.len());
        assert_eq!((call.args.len(), call.arg_attrs.len(), params), (2, 2, Some(2)));
        assert_eq!(callee.param_count(), 2);
    });
}

#[test]
fn atomics() {
    let source = "#include <stdatomic.h>
        _Atomic int a; int f(int e, volatile int *v) {
        atomic_compare_exchange_strong(&a, &e, 2); *v = 1;
        atomic_thread_fence(memory_order_seq_cst);
        return atomic_fetch_sub(&a, 2) + a; }";
    check(source, |program| {
        let f = function(program, "f");
        assert!(ops(f).any(|op| matches!(op, Op::CmpXchg { access, .. } if access.atomic)));
        assert!(ops(f).any(|op| matches!(op, Op::AtomicRmw { op: margay_ir::RmwOp::Sub, .. })));
        assert!(ops(f).any(|op| matches!(op, Op::Load { access, .. } if access.atomic)));
        assert!(ops(f).any(|op| matches!(op, Op::Store { access, .. } if access.volatile)));
        assert!(ops(f).any(|op| matches!(op, Op::Fence)));
    });
}

#[test]
fn vectors() {
    let source = "typedef int v4 __attribute__((vector_size(16)));
        v4 f(v4 a, v4 b, int i) { a[i] = 3; return a + __builtin_shufflevector(a, b, 0, 4, -1, 5); }";
    check(source, |program| {
        let f = function(program, "f");
        let mask = ops(f).find_map(|op| match op {
            Op::Shuffle { mask, .. } => Some(mask.clone()),
            _ => None,
        });
        assert_eq!(mask.as_deref(), Some(&[Some(0), Some(4), None, Some(5)][..]));
        assert!(ops(f).any(|op| matches!(op, Op::InsertElement { .. })));
        assert!(matches!(
            program.types.get(f.regs[margay_ir::Id::from_index(0)]),
            Type::Vector { len: 4, .. }
        ));
    });
}

#[test]
fn optimised_code() {
    let source = "int g(int); static int twice(int x) { return x * g(x); }
        int f(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += twice(i); return sum; }";
    check_with(&["-O2"], source, |program| {
        let f = function(program, "f");
        assert!(ops(f).any(|op| matches!(op, Op::Phi { incoming } if incoming.len() == 2)));
        let inlined = f.insts.iter().find(|inst| matches!(inst.op, Op::Call(_))).expect("a call");
        let span = program.source.spans[inlined.span];
        assert_eq!(program.source.function_of(inlined.span), Some("twice"));
        let outer = span.inlined_at.expect("it was inlined");
        assert_eq!(program.source.function_of(outer), Some("f"));
        assert_eq!((span.line, program.source.spans[outer].line), (1, 2));
        let names: Vec<_> = f.vars.iter().map(|var| var.name.as_str()).collect();
        assert!(names.contains(&"sum") && names.contains(&"x"), "{names:?}");
    });
}

#[test]
fn constructors_run_by_priority_and_destructors_in_reverse() {
    let source = "
        __attribute__((constructor(200))) static void late(void) {}
        __attribute__((constructor)) static void last(void) {}
        __attribute__((constructor(150))) static void early(void) {}
        __attribute__((destructor(200))) static void second(void) {}
        __attribute__((destructor)) static void first(void) {}
        __attribute__((destructor(150))) static void third(void) {}
        __attribute__((used)) static int kept;";
    check(source, |program| {
        let names = |list: &[margay_ir::Startup]| {
            list.iter().map(|e| program.functions[e.function].name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&program.constructors), ["early", "late", "last"]);
        assert_eq!(names(&program.destructors), ["first", "second", "third"]);
        assert_eq!(program.globals.iter().map(|g| g.name.as_str()).collect::<Vec<_>>(), ["kept"]);
    });
}

#[test]
fn globals_and_aliases() {
    let source =
        "static int hidden = 1; int shared; extern int elsewhere; _Thread_local int mine = 2;
        const int fixed = 3; int weak __attribute__((weak)) = 4;
        int named __attribute__((section(\"data.mine\"), aligned(64))) = 5;
        int f(void) { return hidden + elsewhere; }
        int other(void) __attribute__((alias(\"f\")));";
    check_with(&["-O0", "-fcommon"], source, |program| {
        let global = |name: &str| {
            program.globals.iter().find(|g| g.name == name).unwrap_or_else(|| panic!("{name}"))
        };
        assert_eq!(global("hidden").linkage, Linkage::Internal);
        assert_eq!(global("shared").linkage, Linkage::Common);
        assert_eq!(global("weak").linkage, Linkage::Weak);
        assert!(global("elsewhere").init.is_none());
        assert!(global("mine").thread_local && !global("shared").thread_local);
        assert!(global("fixed").constant && !global("shared").constant);
        assert_eq!(
            (global("named").align, global("named").section.as_deref()),
            (64, Some("data.mine"))
        );
        let alias = program.aliases.iter().next().expect("an alias");
        let target = &program.consts.get(alias.target).kind;
        assert_eq!(alias.name, "other");
        assert_eq!(*target, ConstKind::Func(program.function("f").expect("f")));
        assert_eq!(global("hidden").source.as_ref().map(|s| s.name.as_str()), Some("hidden"));
    });
}

#[test]
fn variables_and_places() {
    let source = "int f(int n) {\n  int a[n];\n  { char inner = 'x';\n    a[0] = inner; }\n  return a[0];\n}\n";
    check(source, |program| {
        let f = function(program, "f");
        let var = |name: &str| f.vars.iter().find(|var| var.name == name).expect("the variable");
        assert_eq!((var("n").parameter, var("a").parameter), (Some(1), None));
        for name in ["n", "a", "inner"] {
            assert!(matches!(var(name).place, Place::Memory(_)), "{name}");
        }
        let span = program.source.spans[var("inner").span];
        assert_eq!((span.line, span.column), (3, 10));
        let SourceType::Array { extents, .. } = &program.source.types[var("a").ty] else {
            panic!("a is no array")
        };
        assert_eq!(extents, &[None]);
        let source = f.source.as_ref().expect("f has debug info");
        assert!(program.source.describe(source.span).ends_with("sample.c:1"));
        let ret = f.insts.iter().find(|inst| matches!(inst.op, Op::Ret { .. })).expect("a return");
        assert!(program.source.describe(ret.span).contains("sample.c:6"));
        let mut spans: Vec<_> = program.source.spans.iter().collect();
        let all = spans.len();
        spans.sort_by_key(|span| (span.file, span.line, span.column, span.scope, span.inlined_at));
        spans.dedup();
        assert_eq!(spans.len(), all, "a place has two numbers");
    });
}

#[test]
fn source_types() {
    let source = "
        typedef struct list { struct list *next; unsigned low : 3, high : 5; union { int i; float f; }; } list;
        enum color { RED, GREEN = 7, NEGATIVE = -3 };
        typedef float v4 __attribute__((vector_size(16)));
        list head; enum color color; const volatile char *restrict text;
        int grid[3][4]; v4 vector; int (*call)(list *, ...); struct later *unknown;
        enum huge { LARGE = 0xffffffffffffffff } huge;";
    check(source, |program| {
        let types = &program.source.types;
        let ty = |name: &str| {
            let global = program.globals.iter().find(|g| g.name == name);
            let source = global.and_then(|g| g.source.as_ref()).expect("it has debug info");
            source.ty
        };
        let stripped = |name: &str| &types[program.source.strip(ty(name))];
        assert!(matches!(&types[ty("head")], SourceType::Typedef { name, .. } if name == "list"));
        let SourceType::Record { name, complete, fields, bits, is_union, .. } = stripped("head")
        else {
            panic!("head is no struct")
        };
        assert_eq!((name.as_str(), *complete, *is_union, *bits), ("list", true, false, 128));
        let shape: Vec<_> = fields
            .iter()
            .map(|f| (f.name.as_str(), f.bit_offset, f.bits, f.is_bit_field))
            .collect();
        let expected = [
            ("next", 0, 64, false),
            ("low", 64, 3, true),
            ("high", 67, 5, true),
            ("", 96, 32, false),
        ];
        assert_eq!(shape, expected);
        // The pointer inside leads back to the same type.
        let SourceType::Pointer { to, .. } = &types[fields[0].ty] else { panic!("no pointer") };
        assert_eq!(*to, program.source.strip(ty("head")));
        let SourceType::Enum { values, .. } = stripped("color") else { panic!("no enum") };
        let values: Vec<_> = values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        assert_eq!(values, [("RED", 0), ("GREEN", 7), ("NEGATIVE", -3)]);
        let SourceType::Enum { values, .. } = stripped("huge") else { panic!("no enum") };
        assert_eq!(values[0].1, i128::from(u64::MAX));
        let SourceType::Qualified { qualifier: Qualifier::Restrict, to } = types[ty("text")] else {
            panic!("text is not restrict")
        };
        let SourceType::Pointer { to, .. } = types[to] else { panic!("text is no pointer") };
        let base = &types[program.source.strip(to)];
        assert!(matches!(base, SourceType::Base { encoding: Encoding::SignedChar, bits: 8, .. }));
        assert!(
            matches!(stripped("grid"), SourceType::Array { extents, .. } if *extents == [Some(3), Some(4)])
        );
        assert!(matches!(stripped("vector"), SourceType::Vector { len: 4, .. }));
        let SourceType::Pointer { to, .. } = types[ty("call")] else { panic!("no pointer") };
        assert!(
            matches!(&types[to], SourceType::Function { params, variadic: true, .. } if params.len() == 1)
        );
        let SourceType::Pointer { to, .. } = types[ty("unknown")] else { panic!("no pointer") };
        assert!(matches!(&types[to], SourceType::Record { complete: false, .. }));
        assert!(!types.iter().any(|ty| *ty == SourceType::Pending));
    });
}
