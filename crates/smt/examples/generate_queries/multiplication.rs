//! Queries about products: sizes of allocations, offsets, hashes, generators of random numbers.

use super::Family;
use super::script::{Script, extract, number, sign_extend, zero_extend};

pub const FAMILIES: &[Family] = &[
    ("malloc", malloc),
    ("calloc", calloc),
    ("header", header),
    ("roundtrip", roundtrip),
    ("matrix", matrix),
    ("pixel", pixel),
    ("widening", widening),
    ("random", random),
    ("string_hash", string_hash),
    ("square", square),
    ("image", image),
    ("fixed_point", fixed_point),
    ("signed_overflow", signed_overflow),
];

fn malloc(s: &mut Script) {
    s.models("malloc(n * sizeof(T)): does the product wrap to something small?");
    let w = s.width();
    let size = s.pick(&[12, 20, 24, 40, 56, 72, 96, 136]);
    let n = s.variable("n", w);
    s.assert(&format!("(bvsgt {n} {})", number(w, 0)));
    let product = s.define("product", w, &format!("(bvmul {n} {})", number(w, size)));
    if s.proof() {
        s.at_most(&n, w, s.max() / size);
        s.assert(&format!("(bvult {product} {n})"));
        s.cannot_happen();
    } else {
        let limit = s.pick(&[1_000, 100_000]);
        s.at_least(&n, w, limit);
        s.at_most(&product, w, 4096);
        s.can_happen();
    }
}

fn calloc(s: &mut Script) {
    s.models("calloc(n, size): both small halves, so that the product needs no division to check");
    let w = s.width();
    let n = s.variable("n", w);
    let size = s.variable("size", w);
    let half = number(w, 1 << (w / 2));
    let (n2, size2) = (zero_extend(w, &n), zero_extend(w, &size));
    let product = s.define("product", 2 * w, &format!("(bvmul {n2} {size2})"));
    if s.proof() {
        s.assert(&format!("(bvult (bvor {n} {size}) {half})"));
        s.cannot_happen();
    } else {
        s.assert(&format!("(bvuge (bvor {n} {size}) {half})"));
        let least = s.between(3, 1000);
        s.at_least(&size, w, least);
        s.at_most(&extract(w - 1, 0, &product), w, 65_536);
    }
    let high = extract(2 * w - 1, w, &product);
    s.assert(&format!("(distinct {high} {})", number(w, 0)));
}

fn header(s: &mut Script) {
    s.models("malloc(sizeof(header) + count * size): is the last element within the allocation?");
    let w = s.width();
    let head = s.pick(&[8, 16, 24, 40]);
    let count = s.variable("count", w);
    let size = s.variable("size", w);
    s.at_least(&size, w, 1);
    s.at_most(&size, w, 256);
    let term = format!("(bvadd {} (bvmul {count} {size}))", number(w, head));
    let total = s.define("total", w, &term);
    let i = s.variable("i", w);
    s.assert(&format!("(bvult {i} {count})"));
    if s.proof() {
        let most = s.pick(&[1000, 4096, 65_535]);
        s.at_most(&count, w, most);
        s.cannot_happen();
    }
    let end = format!("(bvadd {} (bvmul (bvadd {i} {}) {size}))", number(w, head), number(w, 1));
    s.assert(&format!("(bvugt {end} {total})"));
}

fn roundtrip(s: &mut Script) {
    s.models("if ((a * b) / b != a) overflow();");
    let w = s.width();
    let (a, b) = if s.proof() {
        // Numbers of a narrower type, which the program widened first.
        let (left, right) = s.either((16, 8), (16, 16));
        let a = s.variable("a", left);
        let b = s.variable("b", right);
        s.cannot_happen();
        (zero_extend(w - left, &a), zero_extend(w - right, &b))
    } else {
        s.can_happen();
        (s.variable("a", w), s.variable("b", w))
    };
    s.assert(&format!("(distinct {b} {})", number(w, 0)));
    s.assert(&format!("(distinct (bvudiv (bvmul {a} {b}) {b}) {a})"));
}

fn matrix(s: &mut Script) {
    s.models("data[row * width + col] of an allocation of rows * width, all of them given");
    let w = s.width();
    let names = ["rows", "width", "row", "col"];
    let [rows, width, row, col] = names.map(|name| s.variable(name, w));
    let most = s.pick(&[64, 256, 1024]);
    s.at_most(&rows, w, most);
    s.at_most(&width, w, most);
    s.assert(&format!("(bvult {row} {rows})"));
    // The bug is a comparison that lets the column be one too large.
    let compare = if s.proof() { "bvult" } else { "bvule" };
    s.assert(&format!("({compare} {col} {width})"));
    let index = format!("(bvadd (bvmul {row} {width}) {col})");
    s.assert(&format!("(bvuge {index} (bvmul {rows} {width}))"));
    if s.proof() { s.cannot_happen() } else { s.can_happen() }
}

fn pixel(s: &mut Script) {
    s.models("offset of a channel, (y * stride + x) * 4 + channel, in a frame of known size");
    let w = s.width();
    let (width, height) = *[(640, 480), (1280, 720), (1920, 1080), (333, 777)]
        .get(usize::try_from(s.between(0, 3)).expect("a small number"))
        .expect("one of four");
    let [x, y, channel] = ["x", "y", "channel"].map(|name| s.variable(name, w));
    s.at_most(&y, w, height - 1);
    s.at_most(&channel, w, 3);
    let term = format!("(bvadd (bvmul {y} {}) {x})", number(w, width));
    let term = format!("(bvadd (bvmul {term} {}) {channel})", number(w, 4));
    let offset = s.define("offset", w, &term);
    if s.proof() {
        s.at_most(&x, w, width - 1);
        s.at_least(&offset, w, width * height * 4);
        s.cannot_happen();
    } else {
        let (x0, y0) = (s.between(0, width - 1), s.between(0, height - 1));
        s.at_most(&x, w, width - 1);
        s.equals(&offset, w, (y0 * width + x0) * 4 + 2);
        s.can_happen();
    }
}

fn widening(s: &mut Script) {
    s.models("p[i * width] with the product in a narrow type and the index in a wide one");
    let w = s.width();
    let half = w / 2;
    let i = s.variable("i", half);
    let width = s.variable("width", half);
    let zero = number(half, 0);
    s.assert(&format!("(bvsge {i} {zero})"));
    s.assert(&format!("(bvsgt {width} {zero})"));
    if s.proof() {
        // The largest number whose square has no sign: 181 * 181 < 2^15, 46340 * 46340 < 2^31.
        let most = s.either(181, 46_340);
        s.at_most(&i, half, most);
        s.at_most(&width, half, most);
        s.cannot_happen();
    } else {
        let least = s.between(2, 100);
        s.at_least(&width, half, least);
    }
    let early = sign_extend(half, &format!("(bvmul {i} {width})"));
    let late = format!("(bvmul {} {})", sign_extend(half, &i), sign_extend(half, &width));
    s.assert(&format!("(distinct {early} {late})"));
}

fn random(s: &mut Script) {
    s.models(
        "a linear congruential generator: which seed gives these numbers, do two give the same?",
    );
    let w = s.width();
    let (factor, summand) =
        s.either((1_103_515_245, 12_345), (6_364_136_223_846_793_005, 1_442_695_040_888_963_407));
    let max = s.max();
    let step = |x: u64| x.wrapping_mul(factor).wrapping_add(summand) & max;
    let step_term =
        |x: &str| format!("(bvadd (bvmul {x} {}) {})", number(w, factor), number(w, summand));
    let x = s.variable("x", w);
    if s.proof() {
        let y = s.variable("y", w);
        s.assert(&format!("(distinct {x} {y})"));
        let (x, y) = (step_term(&x), step_term(&y));
        s.assert(&format!("(= {x} {y})"));
        s.cannot_happen();
        return;
    }
    let mut state = s.between(0, max);
    let mut term = x;
    for i in 0..3 {
        state = step(state);
        term = s.define(&format!("state{i}"), w, &step_term(&term));
        let shifted = format!("(bvlshr {term} {})", number(w, u64::from(w / 2)));
        let low = format!("(bvand {shifted} {})", number(w, 15));
        s.equals(&low, w, (state >> (w / 2)) & 15);
    }
    s.can_happen();
}

fn string_hash(s: &mut Script) {
    s.models(
        "h = h * 31 + c over a word of small letters (64 bits: FNV-1a): a word with this hash",
    );
    let w = s.width();
    let wide = s.wide();
    let prime: u64 = 1_099_511_628_211;
    let start: u64 = if wide { 14_695_981_039_346_656_037 } else { 0 };
    let max = s.max();
    let step = |h: u64, c: u64| {
        if wide { (h ^ c).wrapping_mul(prime) } else { h.wrapping_mul(31).wrapping_add(c) & max }
    };
    let mut hash = start;
    let mut term = number(w, start);
    for i in 0..4 {
        let letter = s.between(97, 122);
        hash = step(hash, letter);
        let c = s.variable(&format!("c{i}"), 8);
        s.at_least(&c, 8, 97);
        s.at_most(&c, 8, 122);
        let c = zero_extend(w - 8, &c);
        let next = if wide {
            format!("(bvmul (bvxor {term} {c}) {})", number(w, prime))
        } else {
            format!("(bvadd (bvmul {term} {}) {c})", number(w, 31))
        };
        term = s.define(&format!("h{i}"), w, &next);
    }
    if s.proof() {
        // Four letters reach at most 122 * (31^3 + 31^2 + 31 + 1); products by an odd prime keep
        // the low bit of each letter, so a wrong low bit needs two letters that differ in it.
        let target = if wide { hash ^ 1 } else { s.between(3_800_000, 4_000_000) };
        s.equals(&term, w, target);
        if !wide {
            s.cannot_happen();
        }
    } else {
        s.equals(&term, w, hash);
        s.can_happen();
    }
}

fn square(s: &mut Script) {
    s.models("x * x == n: a square root by search; residues that no square has");
    let w = s.width();
    let x = s.variable("x", w);
    let square = s.define("square", w, &format!("(bvmul {x} {x})"));
    if s.proof() {
        // Squares are 0, 1 or 4 modulo 8.
        let residue = s.pick(&[2, 3, 5, 6, 7]);
        let target = (s.between(0, s.max()) & !7) | residue;
        s.equals(&square, w, target & s.max());
        s.cannot_happen();
    } else {
        let most = s.either(65_535, u64::from(u32::MAX));
        let root = s.between(most / 2, most);
        s.at_most(&x, w, most);
        s.equals(&square, w, root * root);
        s.can_happen();
    }
}

fn image(s: &mut Script) {
    s.models("a decoder that rejects width * height above a limit, then allocates 4 bytes a pixel");
    let w = s.width();
    let [width, height] = ["width", "height"].map(|name| s.variable(name, w));
    let limit = s.pick(&[1 << 20, 1 << 24, 100_000_000]);
    s.at_least(&width, w, 1);
    s.at_least(&height, w, 1);
    if s.proof() {
        let side = s.pick(&[4096, 16_384]);
        s.at_most(&width, w, side);
        s.at_most(&height, w, side);
    }
    let pixels = s.define("pixels", w, &format!("(bvmul {width} {height})"));
    s.at_most(&pixels, w, limit);
    // One row at a time is written into it.
    let bytes = s.define("bytes", w, &format!("(bvmul {pixels} {})", number(w, 4)));
    let row = format!("(bvmul {width} {})", number(w, 4));
    s.assert(&format!("(bvugt {row} {bytes})"));
    if s.proof() { s.cannot_happen() } else { s.can_happen() }
}

fn fixed_point(s: &mut Script) {
    s.models("(x * scale) >> 16 with a scale of at most one stays within x");
    let w = s.width();
    let half = w / 2;
    let x = s.variable("x", half);
    let scale = s.variable("scale", half);
    // 8 fractional bits for the narrow type, 16 for the wide one.
    let one = s.either(1 << 8, 1 << 16);
    let fraction = s.either(8, 16);
    if s.proof() {
        s.at_most(&scale, half, one);
        s.cannot_happen();
    } else {
        let most = s.between(one + 1, 2 * one);
        s.at_most(&scale, half, most);
        s.can_happen();
    }
    let product = format!("(bvmul {} {})", zero_extend(half, &x), zero_extend(half, &scale));
    let scaled = format!("(bvlshr {product} {})", number(w, fraction));
    s.assert(&format!("(bvugt {scaled} {})", zero_extend(half, &x)));
}

fn signed_overflow(s: &mut Script) {
    s.models("a * b of signed numbers: does the product leave the type?");
    let w = s.width();
    let most = if s.proof() {
        s.cannot_happen();
        s.either(1 << 15, 1 << 31)
    } else {
        s.either(50_000, 4_000_000_000)
    };
    let [a, b] = ["a", "b"].map(|name| {
        let variable = s.variable(name, w);
        let bound = number(w, most);
        s.assert(&format!("(bvsle {variable} {bound})"));
        s.assert(&format!("(bvsge {variable} (bvneg {bound}))"));
        variable
    });
    let exact = format!("(bvmul {} {})", sign_extend(w, &a), sign_extend(w, &b));
    let exact = s.define("exact", 2 * w, &exact);
    let kept = sign_extend(w, &extract(w - 1, 0, &exact));
    s.assert(&format!("(distinct {exact} {kept})"));
    s.assert(&format!("(bvslt {a} {})", number(w, 0)));
}
