//! What users of the pool rely on: which terms are equal, how they print, and that depth is no
//! danger.

use margay_smt::{
    ArrayValue, Assignment, BitVec, Bool, Bv, Evaluator, Node, Sort, Substitution, TermPool,
};

fn check_text(build: impl FnOnce(&mut TermPool) -> Bv, expected: &str) {
    let mut pool = TermPool::new();
    let term = build(&mut pool);
    assert_eq!(pool.display(term).to_string(), expected);
}

fn check_bool_text(build: impl FnOnce(&mut TermPool) -> Bool, expected: &str) {
    let mut pool = TermPool::new();
    let term = build(&mut pool);
    assert_eq!(pool.display(term).to_string(), expected);
}

#[test]
fn addresses_cancel() {
    let mut pool = TermPool::new();
    let (base, i) = (pool.bv_symbol("base", 64), pool.bv_symbol("i", 64));
    let four = pool.bv_u64(64, 4);
    let two = pool.bv_u64(64, 2);
    // base + 4*i - base = 4*i = i << 2
    let offset = pool.bv_mul(i, four);
    let address = pool.bv_add(base, offset);
    assert_eq!(pool.bv_sub(address, base), offset);
    assert_eq!(pool.bv_shl(i, two), offset);
    // base + 4*(i + 1) = base + 4*i + 4
    let one = pool.bv_u64(64, 1);
    let next = pool.bv_add(i, one);
    let next = pool.bv_mul(next, four);
    let next = pool.bv_add(base, next);
    assert_eq!(pool.bv_sub(next, address), four);
    // The order of building does not matter.
    let other_way = pool.bv_add(four, base);
    let other_way = pool.bv_add(offset, other_way);
    assert_eq!(next, other_way);
    let equal = pool.eq(next, address);
    assert_eq!(equal, pool.bool_const(false));
}

#[test]
fn words_assembled_from_bytes_are_the_word() {
    let mut pool = TermPool::new();
    let word = pool.bv_symbol("word", 32);
    let mut assembled = pool.bv_u64(32, 0);
    for i in 0..4 {
        let shift = pool.bv_u64(32, 8 * i);
        let byte = pool.bv_lshr(word, shift);
        let mask = pool.bv_u64(32, 0xff);
        let byte = pool.bv_and(byte, mask);
        let byte = pool.bv_shl(byte, shift);
        assembled = pool.bv_or(assembled, byte);
    }
    assert_eq!(assembled, word);

    let memory = pool.array_symbol("memory", 64);
    let p = pool.bv_symbol("p", 64);
    let stored = pool.store_le(memory, p, word);
    assert_eq!(pool.read_le(stored, p, 4), word);
}

#[test]
fn truncated_arithmetic_is_narrow() {
    let mut pool = TermPool::new();
    let c = pool.bv_symbol("c", 8);
    let wide = pool.bv_sext(c, 32);
    let one = pool.bv_u64(32, 1);
    let sum = pool.bv_add(wide, one);
    let narrow = pool.bv_trunc(sum, 8);
    let one = pool.bv_u64(8, 1);
    assert_eq!(narrow, pool.bv_add(c, one));
}

#[test]
fn comparisons_come_back_from_integers() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.bv_symbol("x", 32), pool.bv_symbol("y", 32));
    let less = pool.bv_slt(x, y);
    let bit = pool.bv_from_bool(less);
    let int = pool.bv_zext(bit, 32);
    let zero = pool.bv_u64(32, 0);
    assert_eq!(pool.ne(int, zero), less);
    let one = pool.bv_u64(32, 1);
    assert_eq!(pool.ite(less, one, zero), int);
    assert_eq!(pool.eq(int, one), less);
    let not_less = pool.not(less);
    assert_eq!(pool.bv_ult(int, one), not_less);
}

#[test]
fn equations_are_solved() {
    check_bool_text(
        |pool| {
            let x = pool.bv_symbol("x", 8);
            let x = pool.bv_zext(x, 32);
            let three = pool.bv_u64(32, 3);
            let five = pool.bv_u64(32, 5);
            let sum = pool.bv_add(x, three);
            pool.eq(five, sum)
        },
        "(= x #x02)",
    );
    check_bool_text(
        |pool| {
            let x = pool.bv_symbol("x", 32);
            let four = pool.bv_u64(32, 4);
            let eight = pool.bv_u64(32, 8);
            let product = pool.bv_mul(x, four);
            pool.eq(product, eight)
        },
        "(= ((_ extract 29 0) x) (_ bv2 30))",
    );
}

#[test]
fn reads_see_through_stores() {
    let mut pool = TermPool::new();
    let memory = pool.array_symbol("memory", 64);
    let p = pool.bv_symbol("p", 64);
    let one = pool.bv_u64(64, 1);
    let next = pool.bv_add(p, one);
    let (v, w) = (pool.bv_symbol("v", 8), pool.bv_symbol("w", 8));
    let array = pool.store(memory, p, v);
    let array = pool.store(array, next, w);
    assert_eq!(pool.read(array, p), v);
    assert_eq!(pool.read(array, next), w);
    let other = pool.bv_symbol("q", 64);
    let unknown = pool.read(array, other);
    assert!(matches!(pool.node(unknown), Node::Read(..)));
    let table = pool.table(64, vec![10, 20, 30].into());
    let byte = pool.read(table, one);
    assert_eq!(pool.as_const_u64(byte), Some(20));
    let far = pool.bv_u64(64, u64::MAX);
    let byte = pool.read(table, far);
    assert_eq!(pool.as_const_u64(byte), Some(0));
    let old = pool.read(memory, other);
    assert_eq!(pool.store(memory, other, old), memory);
}

#[test]
fn arrays_compare_as_functions() {
    let mut pool = TermPool::new();
    let a = pool.array_symbol("a", 2);
    let zero = pool.bv_u64(8, 0);
    let five = pool.bv_u64(8, 5);
    let zeros = pool.const_array(2, zero);
    let fives = pool.const_array(2, five);
    let equal = pool.eq(a, fives);
    let id = pool.as_symbol(a).expect("a symbol");
    let mut assignment = Assignment::new();
    assert!(!pool.eval_bool(equal, &assignment));
    // Four stores cover the whole index space and hide the default.
    assignment.set_array(id, ArrayValue::from_bytes(&[5, 5, 5, 5]));
    assert!(pool.eval_bool(equal, &assignment));
    let mut filled = zeros;
    for i in 0..4 {
        let index = pool.bv_u64(2, i);
        filled = pool.store(filled, index, five);
    }
    let equal = pool.eq(filled, fives);
    assert!(pool.eval_bool(equal, &assignment));
    let p = pool.bool_symbol("p");
    let choice = pool.ite(p, a, zeros);
    let value = Evaluator::new(&pool, &assignment).array(choice);
    assert_eq!(value, ArrayValue::new(0));
}

#[test]
fn symbols_have_names_and_sorts() {
    let mut pool = TermPool::new();
    let x = pool.bv_symbol("x", 8);
    assert_eq!(x, pool.bv_symbol("x", 8));
    let (first, second) = (pool.fresh_name("x"), pool.fresh_name("x"));
    let a = pool.bv_symbol(&first, 8);
    let b = pool.bv_symbol(&second, 8);
    assert_ne!(a, b);
    let p = pool.bool_symbol("p");
    let sum = pool.bv_add(b, x);
    let zero = pool.bv_u64(8, 0);
    let term = pool.ite(p, sum, zero);
    let names: Vec<&str> =
        pool.symbols(term).into_iter().map(|id| &*pool.symbol(id).name).collect();
    assert_eq!(names, ["x", &second, "p"]);
    let id = pool.as_symbol(p).expect("a symbol");
    assert_eq!(pool.symbol(id).sort, Sort::Bool);
    assert_eq!(pool.symbol_term(id), p.into());
}

#[test]
#[should_panic(expected = "different widths")]
fn widths_are_checked() {
    let mut pool = TermPool::new();
    let (a, b) = (pool.bv_symbol("a", 8), pool.bv_symbol("b", 16));
    pool.bv_add(a, b);
}

#[test]
#[should_panic(expected = "two sorts")]
fn a_name_has_one_sort() {
    let mut pool = TermPool::new();
    pool.bv_symbol("a", 8);
    pool.bool_symbol("a");
}

#[test]
fn text_shares_by_let() {
    check_text(
        |pool| {
            let (x, y) = (pool.bv_symbol("x", 8), pool.bv_symbol("a b", 8));
            let q = pool.bv_udiv(x, y);
            let r = pool.bv_urem(q, x);
            pool.bv_xor(q, r)
        },
        "(let ((?0 (bvudiv x |a b|))) (bvxor ?0 (bvurem ?0 x)))",
    );
    check_bool_text(
        |pool| {
            let (x, y) = (pool.bv_symbol("x", 8), pool.bv_symbol("y", 8));
            let (p, q) = (pool.bv_ule(x, y), pool.bool_symbol("q"));
            let d = pool.bv_sub(x, y);
            let seven = pool.bv_u64(8, 7);
            let small = pool.bv_ult(d, seven);
            let either = pool.or(q, small);
            pool.and(p, either)
        },
        "(and (bvule x y) (or q (bvult (bvsub x y) #x07)))",
    );
}

#[test]
fn text_of_a_dag_does_not_explode() {
    let mut pool = TermPool::new();
    let mut x = pool.bv_symbol("x", 32);
    for _ in 0..200 {
        x = pool.bv_mul(x, x);
    }
    assert!(pool.display(x).to_string().len() < 10_000);
}

/// Chains of every shape, far deeper than the stack of a test thread would allow.
#[test]
fn deep_terms_need_no_stack() {
    const DEPTH: u64 = 60_000;
    let mut pool = TermPool::new();
    let x = pool.bv_symbol("x", 32);
    let y = pool.bv_symbol("y", 32);
    let p = pool.bool_symbol("p");
    let memory = pool.array_symbol("memory", 32);
    let mut mixed = x;
    let mut masked = x;
    let mut chosen = x;
    let mut all = p;
    let mut array = memory;
    let mut long_sum = x;
    for i in 0..DEPTH {
        let c = pool.bv_u64(32, i.wrapping_mul(2_654_435_761) | 1);
        mixed = pool.bv_xor(mixed, c);
        mixed = pool.bv_mul(mixed, c);
        mixed = pool.bv_add(mixed, c);
        masked = pool.bv_and(masked, c);
        masked = pool.bv_xor(masked, c);
        let index = pool.bv_u64(32, i);
        let is_i = pool.eq(y, index);
        chosen = pool.ite(is_i, index, chosen);
        let below = pool.bv_ult(mixed, index);
        all = pool.and(all, below);
        if i < 4_000 {
            let at = pool.bv_udiv(x, index);
            let byte = pool.bv_trunc(masked, 8);
            array = pool.store(array, at, byte);
            long_sum = pool.bv_add(long_sum, at);
        }
    }
    let byte = pool.read(array, y);
    let zero = pool.bv_u64(32, 0);
    let inverted = pool.eq(mixed, zero);
    let low = pool.bv_extract(7, 1, masked);
    let same = pool.eq(chosen, y);
    let mut substitution = Substitution::new();
    let id = pool.as_symbol(x).expect("a symbol");
    substitution.insert(&pool, id, y);
    let terms = [
        mixed.into(),
        masked.into(),
        chosen.into(),
        all.into(),
        byte.into(),
        inverted.into(),
        low.into(),
        same.into(),
        long_sum.into(),
    ];
    let replaced = pool.substitute_all(&terms, &substitution);
    let mut assignment = Assignment::new();
    assignment.set_bv(id, BitVec::from_u64(32, 12345));
    let y = pool.as_symbol(y).expect("a symbol");
    assignment.set_bv(y, BitVec::from_u64(32, 12345));
    let mut evaluator = Evaluator::new(&pool, &assignment);
    for (old, new) in terms.into_iter().zip(replaced) {
        assert_eq!(evaluator.value(old), evaluator.value(new));
        assert!(!pool.display(new).to_string().is_empty());
    }
}
