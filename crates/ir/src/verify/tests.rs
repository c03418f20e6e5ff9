//! Programs that the verifier must refuse, and why; each is one step from a right one.

use super::*;
use crate::consts::ConstKind;
use crate::ids::{BlockId, ConstId, GlobalId, Id, RegId, SlotId, SpanId, TypeId};
use crate::inst::{Intrinsic, Operand};
use crate::program::Startup;
use crate::text::parse;
use crate::types::Type;

fn program(text: &str) -> Program {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[track_caller]
fn accepted(text: &str) {
    if let Err(errors) = verify(&program(text)) {
        panic!("{errors:#?}\n{text}");
    }
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let errors = verify(&program(text)).expect_err(text);
    let found = errors.iter().any(|error| error.message.contains(message));
    assert!(found, "{errors:#?}");
}

/// A function of one block around some instructions.
fn body(insts: &str) -> String {
    format!(
        "define void @f(i32 r0, ptr r1, double r2) {{\nslot s0: i32\nb0:\n{insts}\nret void\n}}"
    )
}

#[test]
fn types_of_operands() {
    accepted(&body("r3 = add i32 r0, 1"));
    for (inst, message) in [
        ("r3 = add i32 r0, i64 1", "types differ"),
        ("r3 = fadd i32 r0, 1", "expected floats"),
        ("r3 = udiv nsw i32 r0, 1", "udiv has no such flag"),
        ("r3: i64 = add i32 r0, 1", "types differ"),
        ("r3 = load i32, r0", "expected a pointer"),
        ("store i32 r0, r0", "expected a pointer"),
        ("r3 = icmp eq double r2, 1.0", "icmp of"),
        ("r3 = zext i32 r0 to i16", "zext from"),
        ("r3 = trunc i32 r0 to i32", "trunc from"),
        ("r3 = bitcast i32 r0 to double", "bitcast from"),
        ("r3 = bitcast ptr r1 to i64", "bitcast from"),
        ("r3 = select r0, i32 1, 2", "truth values"),
        ("r3 = gep {i32, i8}, r1, i64 0, i32 2", "index of a field"),
        ("r3 = gep {i32, i8}, r1, i64 0, i32 r0", "index of a field"),
        ("r3 = gep i32, r1, i64 0, i64 0", "index 1 goes into"),
        ("r3: i32 = extractvalue {i32, i8} zero, 2", "has no part 2"),
        ("r3 = insertvalue {i32, i8} zero, i32 1, 1", "types differ"),
        ("r3: <2 x i32> = shuffle <2 x i32> zero, <2 x i32> zero, [0, 4]", "mask"),
        ("store.slot s0, i64 1", "types differ"),
        ("store.slot s1, i64 1", "no s1"),
        ("r3: i32 = store i32 1, r1", "yields no value"),
        ("load i32, r1", "assigns no register"),
        ("r3: {i32, i32} = cmpxchg r1, i32 1, i32 2", "expected i1"),
        ("r3 = alloca void", "not the type of a value"),
        ("store i32 1, r1, align 3", "alignment 3"),
        ("r3: i64 = intrinsic abs(i32 r0, i1 true)", "types differ"),
        ("intrinsic memcpy(ptr r1, ptr r1, i64 4)", "3 arguments"),
        ("r3 = add i32 r0, 1 !p9", "span p9"),
    ] {
        refused(&body(inst), message);
    }
}

#[test]
fn calls_and_returns() {
    let callee = "declare i32 @g(i32)\ndeclare i32 @v(ptr, ...)\n";
    let with = |inst: &str| format!("{callee}{}", body(inst));
    accepted(&with("r3 = call i32 @g(i32 1)\ncall i32 @g(i32 1)"));
    // C allows a call through another type than the definition has; it is undefined there.
    accepted(&with("r3 = call i64 @g(i64 1, i32 2)"));
    refused(&with("r3 = call fn(ptr, ...) -> i32 @v()"), "0 arguments for 1");
    refused(&with("r3 = call fn(ptr, ...) -> i32 @v(i32 r0)"), "types differ");
    refused(&with("r3 = call fn(i32) -> i32 @g(i32 1, i32 2)"), "2 arguments for 1");
    refused(&with("r3: i32 = call void @g(i32 1)"), "not the type of a value");
    refused("define i32 @f() {\nb0:\nret void\n}", "returns no value");
    refused("define i32 @f() {\nb0:\nret i64 0\n}", "types differ");
}

#[test]
fn blocks_and_jumps() {
    refused("define void @f() {\n}\ndefine void @g() {\nb0:\n}", "b0 is empty");
    refused("define void @f() {\nb0:\nfence\n}", "does not end in a terminator");
    refused("define void @f() {\nb0:\nret void\nret void\n}", "terminator inside");
    refused("define void @f() {\nb0:\nbr b7\n}", "which does not exist");
    refused("define void @f() {\nb0:\nbr b0\n}", "jumps to the entry block");
    refused("define void @f(i32 r0) {\nb0:\ncondbr r0, b1, b1\nb1:\nret void\n}", "expected i1");
    let switch = |cases: &str| {
        format!("define void @f(i32 r0) {{\nb0:\nswitch i32 r0, b1 [{cases}]\nb1:\nret void\n}}")
    };
    accepted(&switch("1: b1, 2: b1"));
    refused(&switch("1: b1, 1: b1"), "two cases of one value");
    refused(&switch("1: b1, i64 2: b1"), "types differ");
}

#[test]
fn phis_match_predecessors() {
    let join = |phi: &str| {
        format!(
            "define void @f(i1 r0) {{
            b0: condbr r0, b1, b2
            b1: br b3
            b2: br b3
            b3: {phi} ret void
            b4: br b4 }}"
        )
    };
    accepted(&join("r1 = phi i32 [b1: 1], [b2: 2]"));
    accepted(&join("r1 = phi i32 [b1: 1], [b2: 2], [b1: 1]"));
    refused(&join("r1 = phi i32 [b1: 1], [b2: 2], [b1: 3]"), "two values from b1");
    refused(&join("r1 = phi i32 [b1: 1]"), "no value from b2");
    refused(&join("r1 = phi i32 [b1: 1], [b2: 2], [b4: 3]"), "from no predecessor");
    refused(&join("fence r1 = phi i32 [b1: 1], [b2: 2]"), "not at its head");
    refused(&join("r1 = phi i32 [b1: 1], [b2: i64 2]"), "types differ");
}

#[test]
fn uses_are_dominated_by_definitions() {
    let function = |b1: &str, b2: &str, b3: &str| {
        format!(
            "define void @f(i1 r0) {{
            reg r1: i32 reg r2: i32
            b0: condbr r0, b1, b2
            b1: {b1} br b3
            b2: {b2} br b3
            b3: {b3} ret void
            b4: r3 = add i32 r1, r3 br b4 }}"
        )
    };
    let (define, wrong) = ("r1 = add i32 1, 2", "may not be assigned");
    // b4 is unreachable: LLVM lets such code use what it likes.
    accepted(&function(&format!("{define} r2 = add i32 r1, 1"), "", ""));
    refused(&function(define, "r2 = add i32 r1, 1", ""), wrong);
    refused(&function(define, "", "r2 = add i32 r1, 1"), wrong);
    refused(&function(&format!("r2 = add i32 r1, 1 {define}"), "", ""), wrong);
    refused(&function("r2 = add i32 r1, 1", "", ""), wrong);
    accepted(&function(define, "", "r2 = phi i32 [b1: r1], [b2: 0]"));
    refused(&function(define, "", "r2 = phi i32 [b1: 0], [b2: r1]"), wrong);
    refused(&function(define, define, ""), "r1 is assigned twice");
    refused("define void @f(i32 r0) {\nb0: r0 = add i32 1, 2 ret void }", "r0 is assigned twice");
}

#[test]
fn tables() {
    refused("global @x: i32 = i64 1", "types differ");
    refused("global @x: void", "a variable of type");
    refused("global @x: [2 x i8] = c\"abc\"", "3 bytes of data");
    refused("global @x: [2 x i32] = [2 x i32] [1]", "1 of 2 elements");
    refused("global @x: ptr = zero", "zero of type");
    refused("global @x: <2 x {i32}> = zero", "a vector of");
    refused("global @x: i0", "an integer of 0 bits");
    refused("alias @a: i32 = ptr @b\nalias @b: i32 = ptr @a", "leads back to itself");
    accepted("global @x: i32 = 1\nalias @a: i32 = ptr @b\nalias @b: i32 = ptr @x");
    refused("scopes { scope0 = block scope1 at _:0 scope1 = block scope0 at _:0 }", "contain");
    refused("spans { p1 = file3:1:1 }", "file Some(file3)");
    refused("source_types { st0 = pending }", "never read");
    refused("source_types { st0 = pointer st9 64 }", "source type st9");
    // Written out, this type has 2^60 parts.
    let doubling = (1..60).map(|n| format!("t{n} = {{t{0}, t{0}}}", n - 1));
    let text = format!("types {{ t0 = i32 {} }}", doubling.collect::<Vec<_>>().join(" "));
    refused(&text, "parts");
    let nested = (1..2000).map(|n| format!("t{n} = [1 x t{}]", n - 1));
    let text = format!("types {{ t0 = i32 {} }}", nested.collect::<Vec<_>>().join(" "));
    refused(&text, "nests deeper");
}

/// Every number that names something, replaced by one that names nothing.
#[test]
fn ids_out_of_range_are_errors() {
    let text = include_str!("../../tests/everything.ir");
    let right = program(text);
    let far = 1 << 30;
    let wrong = |change: &dyn Fn(&mut Program)| {
        let mut program = right.clone();
        change(&mut program);
        assert!(verify(&program).is_err());
        crate::text::print(&program);
        crate::slots::promote_slots(&mut program);
    };
    let main = right.function("main").unwrap();
    wrong(&|p| p.functions[main].ty = TypeId::from_index(far));
    wrong(&|p| p.functions[main].blocks[BlockId::from_index(1)].len = u32::MAX);
    wrong(&|p| p.functions[main].regs[RegId::from_index(5)] = TypeId::from_index(far));
    wrong(&|p| p.functions[main].slots[SlotId::from_index(0)].ty = TypeId::from_index(far));
    wrong(&|p| p.globals[GlobalId::from_index(0)].init = Some(ConstId::from_index(far)));
    wrong(&|p| p.constructors.push(Startup { priority: 1, function: FuncId::from_index(far) }));
    let element = Type::Array { elem: TypeId::from_index(far), len: 1 };
    wrong(&|p| {
        p.types.intern(element.clone());
    });
    wrong(&|p| {
        let part = Box::new([ConstId::from_index(far)]);
        p.consts.intern(TypeId::from_index(far), ConstKind::Aggregate(part));
    });
    for at in right.functions[main].insts.ids() {
        wrong(&|p| p.functions[main].insts[at].span = SpanId::from_index(far));
        wrong(&|p| p.functions[main].insts[at].result = Some(RegId::from_index(far)));
        let mut operands = 0;
        right.functions[main].insts[at].op.for_each_operand(|_| operands += 1);
        for bad in [Operand::Reg(RegId::from_index(far)), Operand::Const(ConstId::from_index(far))]
        {
            for which in 0..operands {
                wrong(&|p| {
                    let mut index = 0;
                    p.functions[main].insts[at].op.for_each_operand_mut(|operand| {
                        if index == which {
                            *operand = bad;
                        }
                        index += 1;
                    });
                });
            }
        }
    }
}

#[test]
fn every_intrinsic_has_a_signature() {
    use Intrinsic::*;
    let text = Intrinsic::ALL.iter().map(|which| {
        let (result, args) = match which {
            Memcpy | Memmove => ("", "ptr r1, ptr r1, i64 8, i1 false"),
            Memset => ("", "ptr r1, i8 0, i64 8, i1 false"),
            SAddOverflow | UAddOverflow | SSubOverflow | USubOverflow | SMulOverflow
            | UMulOverflow => ("{i32, i1}", "i32 r0, i32 1"),
            SAddSat | UAddSat | SSubSat | USubSat | SShlSat | UShlSat | SMax | SMin | UMax
            | UMin | Expect => ("i32", "i32 r0, i32 1"),
            Ctlz | Cttz | Abs => ("i32", "i32 r0, i1 true"),
            Ctpop | Bswap | Bitreverse => ("i32", "i32 r0"),
            Fshl | Fshr => ("i32", "i32 r0, i32 r0, i32 1"),
            UCmp | SCmp => ("i8", "i32 r0, i32 1"),
            VaStart | VaEnd | StackRestore | EhSjljLongjmp => ("", "ptr r1"),
            LifetimeStart => ("", "ptr r1"),
            LifetimeEnd => ("", "i64 8, ptr r1"),
            VaCopy => ("", "ptr r1, ptr r1"),
            ObjectSize => ("i64", "ptr r1, i1 false, i1 true, i1 false"),
            Assume => ("", "i1 true"),
            Trap | DebugTrap => ("", ""),
            UbsanTrap => ("", "i8 1"),
            StackSave | ThreadPointer => ("ptr", ""),
            FrameAddress | ReturnAddress => ("ptr", "i32 0"),
            IsConstant => ("i1", "double r2"),
            Prefetch => ("", "ptr r1, i32 0, i32 3, i32 1"),
            ReadCycleCounter => ("i64", ""),
            ThreadLocalAddress => ("ptr", "ptr r1"),
            PtrMask => ("ptr", "ptr r1, i64 -8"),
            IsFpClass => ("i1", "double r2, i32 3"),
            PtrAnnotation => ("ptr", "ptr r1, ptr null, ptr null, i32 1, ptr null"),
            VarAnnotation => ("", "ptr r1, ptr null, ptr null, i32 1, ptr null"),
            Annotation => ("i32", "i32 r0, ptr null, ptr null, i32 1"),
            EhSjljSetjmp => ("i32", "ptr r1"),
            Fma | FmulAdd => ("double", "double r2, double r2, double r2"),
            Copysign | MinNum | MaxNum | Minimum | Maximum | Pow => {
                ("double", "double r2, double r2")
            }
            LRint | LLRint | LRound | LLRound | FpToSiSat | FpToUiSat => ("i64", "double r2"),
            Powi | Ldexp => ("double", "double r2, i32 2"),
            Frexp => ("{double, i32}", "double r2"),
            FltRounds => ("i32", ""),
            SetRounding => ("", "i32 1"),
            ReduceAdd | ReduceMul | ReduceAnd | ReduceOr | ReduceXor | ReduceSMax | ReduceSMin
            | ReduceUMax | ReduceUMin => ("i32", "<4 x i32> zero"),
            ReduceFMax | ReduceFMin => ("double", "<2 x double> zero"),
            ReduceFAdd | ReduceFMul => ("double", "double 0.0, <2 x double> zero"),
            _ => ("double", "double r2"),
        };
        (which.name(), result, args)
    });
    for (at, (name, result, args)) in text.enumerate() {
        let inst = match result {
            "" => format!("intrinsic {name}({args})"),
            _ => format!("r3: {result} = intrinsic {name}({args})"),
        };
        accepted(&body(&inst));
        refused(&body(&format!("r3: <7 x ptr> = intrinsic {name}(<7 x ptr> zero)")), "");
        assert_eq!(Intrinsic::from_name(name), Some(Intrinsic::ALL[at]));
    }
}

#[test]
fn a_bad_function_leaves_the_others_alone() {
    let program =
        program("define void @bad() {\nb0: br b9 }\ndefine void @good() {\nb0: ret void }");
    assert!(verify_tables(&program).is_ok());
    assert!(verify_function(&program, FuncId::from_index(0)).is_err());
    assert!(verify_function(&program, FuncId::from_index(1)).is_ok());
    assert!(verify_function(&program, FuncId::from_index(2)).is_err());
    let errors = verify(&program).unwrap_err();
    assert_eq!(errors.len(), 1);
    assert!(errors[0].to_string().starts_with("f0: blocks: b0 jumps to"), "{}", errors[0]);
}
