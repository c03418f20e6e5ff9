//! Functions give the same with symbols as with the numbers that the symbols stand for.

use margay_analysis::{SystemWorld, with_library};
use margay_engine::{Engine, Pause, State, Value, terms};
use margay_frontend::{Cache, CacheOptions, LoadRequest, load};
use margay_ir::Program;
use margay_models::CLibrary;
use margay_smt::{Assignment, BitVec, Evaluator};
use std::path::Path;

/// Widths of the parameters of `test`.
const WIDTHS: [u32; 3] = [32, 32, 64];

fn program(file: &Path) -> Program {
    let loaded = load(&LoadRequest::new([file])).expect("it compiles");
    assert!(loaded.failures.is_empty(), "{:?}", loaded.failures);
    let cache = Cache::open(&CacheOptions::disabled());
    let (program, missing) = with_library(loaded.program, loaded.clang.as_ref(), &cache);
    assert_eq!(missing, None);
    program
}

/// Runs `test`; what it needs settled is as the assignment says.
fn finish(engine: &mut Engine<'_>, state: &mut State, assignment: &Assignment) -> Value {
    loop {
        match engine.run(state, 1 << 24) {
            Pause::Need(need) => engine.settle(state, need, assignment),
            Pause::Exited(0) => break,
            other => panic!("{other:?}"),
        }
    }
    state.result()[0]
}

fn check(file: &Path) {
    let program = program(file);
    let test = program.function("test").expect("a function `test`");
    let corners =
        [0u64, 1, 2, 7, 31, 32, 255, 0x7fff_ffff, 0x8000_0000, u64::MAX, 0x0123_4567_89ab_cdef];
    let mut random = fastrand::Rng::with_seed(1);
    for round in 0..24 {
        let mut pick = |width: u32| {
            let number = match round {
                0..12 => corners[random.usize(..corners.len())],
                _ => random.u64(..),
            };
            if width == 64 { number } else { number & 0xffff_ffff }
        };
        let numbers = WIDTHS.map(&mut pick);

        let library = CLibrary;
        let mut engine = Engine::new(&program, &library, Box::new(SystemWorld::new()));
        let args = numbers.map(Value::Int).to_vec();
        let mut state = engine.start_function(test, args).expect("it starts");
        let expected = finish(&mut engine, &mut state, &Assignment::new());

        let mut engine = Engine::new(&program, &library, Box::new(SystemWorld::new()));
        let mut assignment = Assignment::new();
        let mut symbols = Vec::new();
        for (index, (number, width)) in numbers.into_iter().zip(WIDTHS).enumerate() {
            let symbol = engine.pool.bv_symbol(&format!("input{index}"), width);
            let id = engine.pool.as_symbol(symbol).expect("just made");
            assignment.set_bv(id, BitVec::from_u64(width, number));
            symbols.push(Value::Term(symbol));
        }
        let mut state = engine.start_function(test, symbols).expect("it starts");
        let result = finish(&mut engine, &mut state, &assignment);
        let term = terms::term(&mut engine.pool, result, 64);
        let value = Evaluator::new(&engine.pool, &assignment).bv(term).to_u64();
        assert_eq!(value.map(Value::Int), Some(expected), "{}: {numbers:x?}", file.display());
        let assumed = Evaluator::new(&engine.pool, &assignment);
        let holds = state
            .path
            .condition()
            .constraints()
            .into_iter()
            .scan(assumed, |e, fact| Some(e.bool(fact)))
            .all(|holds| holds);
        assert!(holds, "{}: the path is not the one that the numbers take", file.display());
    }
}

/// One test for each file, so that each can fail alone.
macro_rules! files {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/symbolic");
            check(&folder.join(concat!(stringify!($name), ".c")));
        }
    )*};
}

files! { arithmetic branches builtins bytes calls floats library memory vectors wide }
