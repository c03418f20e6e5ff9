//! Queries about shifts by amounts that are not known: sets of bits, fields, rotations, alignment.

use super::Family;
use super::script::{Script, number, zero_extend};

pub const FAMILIES: &[Family] = &[
    ("bit_set", bit_set),
    ("too_far", too_far),
    ("field", field),
    ("rotate", rotate),
    ("population", population),
    ("power_of_two", power_of_two),
    ("next_power", next_power),
    ("varint", varint),
    ("align", align),
    ("sign", sign),
    ("xorshift", xorshift),
    ("buddy", buddy),
];

fn one_shifted(w: u32, by: &str) -> String {
    format!("(bvshl {} {by})", number(w, 1))
}

fn bit_set(s: &mut Script) {
    s.models("set |= 1 << n; set & (1 << m): the bit that was set, and no other");
    let w = s.width();
    let set = s.variable("set", w);
    let [n, m] = ["n", "m"].map(|name| {
        let number_of = s.variable(name, w);
        s.at_most(&number_of, w, u64::from(w) - 1);
        number_of
    });
    let after = s.define("after", w, &format!("(bvor {set} {})", one_shifted(w, &n)));
    let test = |set: &str| format!("(= (bvand {set} {}) {})", one_shifted(w, &m), number(w, 0));
    if s.proof() {
        // A test that changed is a test of the bit that was set.
        s.assert(&test(&set));
        s.assert(&format!("(not {})", test(&after)));
        s.assert(&format!("(distinct {n} {m})"));
        s.cannot_happen();
    } else {
        let (bit, other) = (s.between(3, 12), s.between(13, 25));
        s.assert(&format!("(bvult {n} {m})"));
        s.assert(&test(&after));
        s.assert(&format!("(bvugt {after} {})", number(w, (1 << other) - 1)));
        s.assert(&format!("(= (bvurem {after} {}) {})", number(w, 1 << bit), number(w, 5)));
    }
}

fn too_far(s: &mut Script) {
    s.models("1 << (base + n * step): is the amount below the width?");
    let w = s.width();
    let n = s.variable("n", w);
    let (base, step) = (s.between(0, 3), s.between(2, 5));
    let term = format!("(bvadd {} (bvmul {n} {}))", number(w, base), number(w, step));
    let amount = s.define("amount", w, &term);
    let width = u64::from(w);
    if s.proof() {
        s.at_most(&n, w, (width - 1 - base) / step);
        // Either the amount is wrong or the mask has not exactly that bit.
        let mask = s.define("mask", w, &one_shifted(w, &amount));
        let bit = format!("(bvlshr {mask} {amount})");
        let (too_far, one) = (number(w, width), number(w, 1));
        s.assert(&format!("(or (bvuge {amount} {too_far}) (distinct {bit} {one}))"));
        s.cannot_happen();
    } else {
        s.at_most(&n, w, 100);
        s.at_least(&amount, w, width);
        s.can_happen();
    }
}

fn field(s: &mut Script) {
    s.models("(x >> position) & ((1 << length) - 1): a field of a packed word");
    let w = s.width();
    let [x, position, length] = ["x", "position", "length"].map(|name| s.variable(name, w));
    let one = number(w, 1);
    s.at_least(&length, w, 1);
    s.at_most(&length, w, 16);
    s.assert(&format!("(bvult {position} {})", number(w, u64::from(w))));
    let end = format!("(bvadd {position} {length})");
    s.at_most(&end, w, u64::from(w));
    let mask = s.define("mask", w, &format!("(bvsub {} {one})", one_shifted(w, &length)));
    let term = format!("(bvand (bvlshr {x} {position}) {mask})");
    let value = s.define("value", w, &term);
    if s.proof() {
        // Written back to where it came from it changes nothing.
        let hole = format!("(bvand {x} (bvnot (bvshl {mask} {position})))");
        let back = format!("(bvor {hole} (bvshl {value} {position}))");
        s.assert(&format!("(or (distinct {back} {x}) (bvugt {value} {mask}))"));
        s.cannot_happen();
    } else {
        let wanted = s.between(0x100, 0xffff);
        let sum = s.between(20, 30);
        s.equals(&value, w, wanted);
        s.equals(&end, w, sum);
        s.at_least(&x, w, 1 << 31);
        s.can_happen();
    }
}

fn rotate(s: &mut Script) {
    s.models("(x << n) | (x >> (width - n)): a rotation as C writes it");
    let w = s.width();
    let x = s.variable("x", w);
    let n = s.variable("n", w);
    let width = number(w, u64::from(w));
    s.assert(&format!("(bvugt {n} {})", number(w, 0)));
    s.assert(&format!("(bvult {n} {width})"));
    let left = format!("(bvor (bvshl {x} {n}) (bvlshr {x} (bvsub {width} {n})))");
    let left = s.define("left", w, &left);
    if s.proof() {
        let right = format!("(bvor (bvlshr {left} {n}) (bvshl {left} (bvsub {width} {n})))");
        s.assert(&format!("(distinct {right} {x})"));
        s.cannot_happen();
    } else {
        let (pattern, key) = (s.between(1 << 20, s.max()), s.between(0, s.max()));
        s.equals(&format!("(bvxor {left} {})", number(w, key)), w, pattern);
        let least = s.between(5, 20);
        s.at_least(&n, w, least);
        s.can_happen();
    }
}

fn population(s: &mut Script) {
    s.models("a count of ones by sums within the word and a product");
    let w = s.width();
    let x = s.variable("x", w);
    let constant = |pattern: u64| number(w, s.max() & pattern);
    let ones = constant(0x5555_5555_5555_5555);
    let twos = constant(0x3333_3333_3333_3333);
    let fours = constant(0x0f0f_0f0f_0f0f_0f0f);
    let bytes = constant(0x0101_0101_0101_0101);
    let shifted = |term: &str, by: u64| format!("(bvlshr {term} {})", number(w, by));
    let p1 = format!("(bvsub {x} (bvand {} {ones}))", shifted(&x, 1));
    let p1 = s.define("pairs", w, &p1);
    let p2 = format!("(bvadd (bvand {p1} {twos}) (bvand {} {twos}))", shifted(&p1, 2));
    let p2 = s.define("nibbles", w, &p2);
    let p3 = format!("(bvand (bvadd {p2} {}) {fours})", shifted(&p2, 4));
    let p3 = s.define("sums", w, &p3);
    let count = shifted(&format!("(bvmul {p3} {bytes})"), u64::from(w) - 8);
    let count = s.define("count", w, &count);
    let n = s.variable("n", w);
    s.at_most(&n, w, u64::from(w) - 1);
    if s.proof() {
        // Ones above n bits are at most width - n.
        s.assert(&format!(
            "(= (bvand {x} (bvsub {} {})) {})",
            one_shifted(w, &n),
            number(w, 1),
            number(w, 0)
        ));
        s.assert(&format!("(bvugt {count} (bvsub {} {n}))", number(w, u64::from(w))));
        s.cannot_happen();
    } else {
        let wanted = s.between(5, 25);
        let factor = s.pick(&[3, 7, 10, 1000]);
        s.equals(&count, w, wanted);
        s.assert(&format!("(= (bvurem {x} {}) {})", number(w, factor), number(w, 1)));
        s.assert(&format!("(distinct (bvand {x} {}) {})", one_shifted(w, &n), number(w, 0)));
        s.at_least(&n, w, 12);
    }
}

fn power_of_two(s: &mut Script) {
    s.models("a size 1 << n and an index i & (size - 1)");
    let w = s.width();
    let [n, i] = ["n", "i"].map(|name| s.variable(name, w));
    s.at_most(&n, w, u64::from(w) - 2);
    let size = s.define("size", w, &one_shifted(w, &n));
    let mask = s.define("mask", w, &format!("(bvsub {size} {})", number(w, 1)));
    let index = s.define("index", w, &format!("(bvand {i} {mask})"));
    if s.proof() {
        // As good as a remainder, and within the size.
        let fails = format!("(distinct (bvand {size} {mask}) {})", number(w, 0));
        let fails = format!("(or {fails} (bvuge {index} {size}))");
        s.assert(&format!("(or {fails} (distinct {index} (bvurem {i} {size})))"));
        s.cannot_happen();
    } else {
        let target = s.between(1000, 10_000);
        let factor = s.pick(&[2_654_435_761, 40_503, 16_777_619]);
        s.equals(&index, w, target);
        s.equals(&format!("(bvmul {i} {})", number(w, factor)), w, target * 3);
        s.at_least(&n, w, 14);
    }
}

fn next_power(s: &mut Script) {
    s.models("the next power of two by smearing the highest bit");
    let w = s.width();
    let x = s.variable("x", w);
    s.at_least(&x, w, 1);
    let mut term = s.define("below", w, &format!("(bvsub {x} {})", number(w, 1)));
    let mut by = 1;
    while by < w {
        let smeared = format!("(bvor {term} (bvlshr {term} {}))", number(w, u64::from(by)));
        term = s.define(&format!("smeared{by}"), w, &smeared);
        by *= 2;
    }
    let power = s.define("power", w, &format!("(bvadd {term} {})", number(w, 1)));
    let n = s.variable("n", w);
    s.at_most(&n, w, u64::from(w) - 1);
    if s.proof() {
        // Smaller than x, or more than a power of two that suffices.
        s.at_most(&x, w, s.max() / 2 + 1);
        let suffices = format!("(bvuge {} {x})", one_shifted(w, &n));
        let smaller = format!("(bvult {} {power})", one_shifted(w, &n));
        s.assert(&format!("(or (bvult {power} {x}) (and {suffices} {smaller}))"));
        s.cannot_happen();
    } else {
        s.assert(&format!("(= {power} (bvshl {x} {n}))"));
        let (factor, least) = (s.pick(&[64, 1024]), s.between(1, 100_000));
        s.at_least(&x, w, least);
        s.assert(&format!("(= (bvurem {x} {}) {})", number(w, factor), number(w, 0)));
        s.can_happen();
    }
}

fn varint(s: &mut Script) {
    s.models("a number in groups of seven bits; a byte without its high bit ends it");
    let w = s.width();
    let count = s.between(3, 5);
    let mut value = number(w, 0);
    let mut shift = number(w, 0);
    let mut length = number(w, 0);
    let mut going = "true".to_owned();
    for i in 0..count {
        let byte = s.variable(&format!("b{i}"), 8);
        let bits = zero_extend(w - 8, &format!("(bvand {byte} #x7f)"));
        let more = format!("(bvor {value} (bvshl {bits} {shift}))");
        let grown =
            |term: &str, by: u64| format!("(ite {going} (bvadd {term} {}) {term})", number(w, by));
        let (next_shift, next_length) = (grown(&shift, 7), grown(&length, 1));
        value = s.define(&format!("value{i}"), w, &format!("(ite {going} {more} {value})"));
        shift = s.define(&format!("shift{i}"), w, &next_shift);
        length = s.define(&format!("length{i}"), w, &next_length);
        going = format!("(and {going} (bvuge {byte} #x80))");
    }
    if s.proof() {
        // A number of n bytes has at most 7 * n bits.
        let all = one_shifted(w, &format!("(bvmul {length} {})", number(w, 7)));
        if count * 7 >= u64::from(w) {
            s.at_most(&length, w, 4);
        }
        s.assert(&format!("(bvuge {value} {all})"));
        s.cannot_happen();
    } else {
        let wanted = s.between(128, (1 << (7 * count).min(31)) - 1);
        s.equals(&value, w, wanted);
        s.assert(&format!("(not {going})"));
        s.can_happen();
    }
}

fn align(s: &mut Script) {
    s.models("(p + (1 << k) - 1) & ~((1 << k) - 1): the next aligned address");
    let w = s.width();
    let p = s.variable("p", w);
    let k = s.variable("k", w);
    let most = s.pick(&[6, 12, 16]);
    s.at_most(&k, w, most);
    let mask = format!("(bvsub {} {})", one_shifted(w, &k), number(w, 1));
    let mask = s.define("mask", w, &mask);
    let aligned = format!("(bvand (bvadd {p} {mask}) (bvnot {mask}))");
    let aligned = s.define("aligned", w, &aligned);
    if s.proof() {
        s.at_most(&p, w, s.max() - (1 << most));
        let gap = format!("(bvugt (bvsub {aligned} {p}) {mask})");
        let odd = format!("(distinct (bvurem {aligned} {}) {})", one_shifted(w, &k), number(w, 0));
        s.assert(&format!("(or (bvult {aligned} {p}) {gap} {odd})"));
        s.cannot_happen();
    } else {
        s.assert(&format!("(bvult {aligned} {p})"));
        let least = s.between(1, most);
        s.at_least(&k, w, least);
        s.can_happen();
    }
}

fn sign(s: &mut Script) {
    s.models("(x << (width - n)) >> (width - n), signed: a number of n bits");
    let w = s.width();
    let [x, n] = ["x", "n"].map(|name| s.variable(name, w));
    let width = u64::from(w);
    s.at_least(&n, w, 1);
    s.at_most(&n, w, width);
    let by = s.define("by", w, &format!("(bvsub {} {n})", number(w, width)));
    let value = s.define("value", w, &format!("(bvashr (bvshl {x} {by}) {by})"));
    if s.proof() {
        let half = one_shifted(w, &format!("(bvsub {n} {})", number(w, 1)));
        s.at_most(&n, w, width - 1);
        s.assert(&format!("(or (bvsge {value} {half}) (bvslt {value} (bvneg {half})))"));
        s.cannot_happen();
    } else {
        let wanted = s.between(2, 2000);
        s.assert(&format!("(= {value} (bvneg {}))", number(w, wanted)));
        s.assert(&format!("(bvsgt {x} {})", number(w, 0)));
        s.can_happen();
    }
}

fn xorshift(s: &mut Script) {
    s.models(
        "xorshift with one shift that is given: a state before this one, a state that is lost",
    );
    let w = s.width();
    let x = s.variable("x", w);
    let n = s.variable("n", w);
    s.at_least(&n, w, 1);
    s.at_most(&n, w, u64::from(w) - 1);
    let (second, third) = s.either((17, 5), (7, 17));
    let a = s.define("a", w, &format!("(bvxor {x} (bvshl {x} {n}))"));
    let b = s.define("b", w, &format!("(bvxor {a} (bvlshr {a} {}))", number(w, second)));
    let c = s.define("c", w, &format!("(bvxor {b} (bvshl {b} {}))", number(w, third)));
    if s.proof() {
        s.assert(&format!("(distinct {x} {})", number(w, 0)));
        s.equals(&c, w, 0);
        s.cannot_happen();
    } else {
        let state = s.between(1, s.max());
        s.equals(&c, w, state);
        let least = s.between(1, 13);
        s.at_least(&n, w, least);
        s.can_happen();
    }
}

fn buddy(s: &mut Script) {
    s.models("a buddy allocator: address ^ (1 << order) and the block that holds both");
    let w = s.width();
    let [address, order] = ["address", "order"].map(|name| s.variable(name, w));
    s.at_least(&order, w, 4);
    s.at_most(&order, w, 20);
    let size = s.define("size", w, &one_shifted(w, &order));
    let mask = format!("(bvsub {size} {})", number(w, 1));
    s.assert(&format!("(= (bvand {address} {mask}) {})", number(w, 0)));
    let buddy = s.define("buddy", w, &format!("(bvxor {address} {size})"));
    let parent = s.define("parent", w, &format!("(bvand {address} (bvnot {size}))"));
    if s.proof() {
        // The buddy lies in the same parent, directly before or after.
        let other = format!("(bvand {buddy} (bvnot {size}))");
        let gap = format!(
            "(ite (bvult {buddy} {address}) (bvsub {address} {buddy}) (bvsub {buddy} {address}))"
        );
        s.assert(&format!("(or (distinct {other} {parent}) (distinct {gap} {size}))"));
        s.cannot_happen();
    } else {
        let base = s.between(1, 1000) << 12;
        let index = format!("(bvlshr (bvsub {buddy} {}) {order})", number(w, base));
        let wanted = s.between(3, 60);
        s.equals(&index, w, wanted);
        s.assert(&format!("(bvult {buddy} {address})"));
        s.at_least(&parent, w, base);
    }
}
