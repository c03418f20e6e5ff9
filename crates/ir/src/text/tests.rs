//! Round trips of text, and what hostile text does.

use super::*;
use crate::ids::Id;
use crate::inst::{BinaryOp, FcmpPred, IcmpPred, Intrinsic, Op, RmwOp};
use crate::verify::verify;

const EVERYTHING: &str = include_str!("../../tests/everything.ir");

/// Prints, reads and prints again; the tables must be the same to the last id.
fn round_trip(program: &Program) -> Program {
    let text = print(program);
    let again = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(print(&again), text);
    assert_eq!(tables(&again), tables(program));
    again
}

/// Everything that a program says, without the maps that only serve lookup.
fn tables(program: &Program) -> String {
    let types: Vec<_> = program.types.iter().collect();
    let consts: Vec<_> = program.consts.iter().collect();
    format!(
        "{types:#?}{consts:#?}{:#?}{:#?}{:#?}{:#?}{:#?}{:#?}{:?}{:?}{:?}",
        program.globals,
        program.functions,
        program.aliases,
        program.source,
        program.layout,
        program.triple,
        program.constructors,
        program.destructors,
        program.gaps,
    )
}

#[test]
fn everything_verifies_and_comes_back_the_same() {
    let program = parse(EVERYTHING).unwrap_or_else(|error| panic!("{error}"));
    round_trip(&program);
    if let Err(errors) = verify(&program) {
        panic!("{errors:#?}");
    }
}

#[test]
fn everything_has_every_instruction() {
    let program = parse(EVERYTHING).unwrap();
    let name = |op: &Op| format!("{op:?}").split([' ', '(']).next().unwrap().to_string();
    let ops = program.functions.iter().flat_map(|f| f.insts.iter()).map(|i| name(&i.op));
    let mut ops: Vec<_> = ops.collect();
    ops.sort();
    ops.dedup();
    // All of `Op` but intrinsics, which have a test of their own.
    assert_eq!(ops.len(), 31, "{ops:?}");
}

#[test]
fn every_operation_and_intrinsic_has_its_name() {
    let mut text = String::from("define void @f(i32 r0, double r1, ptr r2) {\nb0:\n");
    let mut next = 3;
    let mut line = |body: String| {
        text += &format!("  r{next} = {body}\n");
        next += 1;
    };
    for op in BinaryOp::ALL {
        let args = if op.is_float() { "double r1, r1" } else { "i32 r0, 3" };
        line(format!("{} {args}", op.name()));
    }
    IcmpPred::ALL.iter().for_each(|p| line(format!("icmp {} i32 r0, 1", p.name())));
    FcmpPred::ALL.iter().for_each(|p| line(format!("fcmp {} double r1, 1.0", p.name())));
    for op in RmwOp::ALL {
        let float = op.name().starts_with('f');
        let value = if float { "double r1" } else { "i32 r0" };
        line(format!("atomicrmw atomic {} r2, {value}", op.name()));
    }
    text += "  ret void\n}\ndefine void @g(i32 r0, ptr r1) {\nb0:\n";
    for which in Intrinsic::ALL {
        text += &format!("  intrinsic {}(i32 r0, ptr r1)\n", which.name());
    }
    text += "  ret void\n}\n";
    let program = round_trip(&parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    crate::verify::verify_function(&program, FuncId::from_index(0)).unwrap();
}

#[test]
fn large_types_and_constants_go_by_their_place_in_the_table() {
    let fields = vec!["i32"; 20].join(", ");
    let values = (0..20).map(|i| i.to_string()).collect::<Vec<_>>().join(", ");
    let text = format!("global @g: [2 x {{{fields}}}] = [{{{fields}}} [{values}], zero]\n");
    let text = text.replacen("= [", &format!("= [2 x {{{fields}}}] ["), 1);
    let program = round_trip(&parse(&text).unwrap());
    assert!(print(&program).contains("global @g: t2 = c22"), "{}", print(&program));
    verify(&program).unwrap();
}

#[test]
fn a_reader_sees_places_in_the_source() {
    let program = parse(
        r#"files { file0 = "f.c" in "/" }
        spans { p1 = file0:3:5 p2 = file0:4:12 }
        scopes { scope0 = function "f" at file0:3 }
        source_types { st0 = base "int" 32 signed }
        define i32 @f(i32 r0, ptr r1) source("f", st0, p1, scope0) {
          slot s0: i32
          var v0 "n": st0 in s0 !p1
        b0:
          store.slot s0, r0
          r2 = load.slot s0 !p2
          r3 = add nsw i32 r2, 1 !p2
          r4 = load i32, r1, align 4 !p1
          ret i32 r3 !p2
        }"#,
    )
    .unwrap();
    let expected = "\
; f.c:3:5
define i32 @f(i32 r0, ptr r1) {
  slot s0: i32 ; n
b0:
  store.slot s0, r0
  r2 = load.slot s0                                     ; f.c:4:12
  r3 = add nsw i32 r2, 1
  r4 = load i32, r1, align 4                            ; f.c:3:5
  ret i32 r3                                            ; f.c:4:12
}
";
    assert_eq!(print_function(&program, FuncId::from_index(0)), expected);
    round_trip(&program);
}

#[test]
fn symbols_of_any_name_come_back() {
    let mut program = parse("global @a: i32 = 1\ndeclare void @b()").unwrap();
    for name in ["", "a b", "\"", "\\", "\n", "ünïcode\u{0}", "#f0", "@", "x;y"] {
        let global = program.globals.iter_mut().next().unwrap();
        global.name = name.to_string();
        round_trip(&program);
    }
    // Both symbols of one name.
    program.globals.iter_mut().next().unwrap().name = "b".into();
    round_trip(&program);
}

#[track_caller]
fn refused(text: &str, line: usize, message: &str) {
    let error = parse(text).expect_err(text);
    assert!(error.message.contains(message) && error.line == line, "{error}");
}

#[test]
fn errors_name_the_line() {
    refused("global @x: i32 = @y", 1, "nothing declares @y");
    refused("\n\nnonsense", 3, "`nonsense` starts no item");
    refused("global @x: i8 = 256", 1, "`256` is no value of its type");
    refused("global @x: [2 x i8] = c\"abc", 1, "does not end");
    refused("define void @f() {\nb0:\n  r5 = add i32 1, 2\n  ret void\n}", 5, "type of r0");
    refused("define void @f(i32 r0) {\nb0:\n  ret i64 r0\n}", 3, "r0 is of another type");
    refused("define void @f() {\nb1:\n", 2, "b1 is not the next block");
    refused("types { t1 = i32 }", 1, "t1 is not the next new type");
    refused("global @x: t7", 1, "t7 is not in the table");
}

#[test]
fn hostile_text_is_an_error() {
    for deep in ["[1 x ", "{", "<", "fn(", "i32 add(", "["] {
        let text = format!("global @x: i32 = {}", deep.repeat(100_000));
        assert!(parse(&text).is_err());
        assert!(parse(&format!("global @x: {}", deep.repeat(100_000))).is_err());
    }
    assert!(parse("define void @f() {\nb0:\n r4294967295 = add i32 1, 2\n}").is_err());
    assert!(parse("define void @f() {\nb0:\n r4294967296 = add i32 1, 2\n}").is_err());
    // A wide integer may not claim more memory than its text.
    assert!(parse("global @x: i8388607 = 0x1").is_err());
}

/// Cuts and overwrites the big program everywhere; nothing may panic.
#[test]
fn damaged_text_never_panics() {
    let mut seed = 1u32;
    let mut random = move |bound: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        usize::try_from(seed >> 8).unwrap() % bound
    };
    let whole = print(&parse(EVERYTHING).unwrap());
    let words: Vec<&str> = whole.split_inclusive([' ', '\n', ',', '(']).collect();
    for _ in 0..400 {
        let mut damaged = words.clone();
        for _ in 0..1 + random(3) {
            let (from, to) = (random(words.len()), random(words.len()));
            damaged[to] = words[from];
        }
        damaged.truncate(1 + random(4 * words.len()));
        if let Ok(program) = parse(&damaged.concat()) {
            let _ = verify(&program);
            let _ = parse(&print(&program));
        }
    }
}
