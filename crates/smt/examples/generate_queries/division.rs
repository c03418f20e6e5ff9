//! Queries about quotients and remainders: times and dates, digits, buckets, ratios.

use super::Family;
use super::script::{Script, number, sign_extend, zero_extend};

pub const FAMILIES: &[Family] = &[
    ("clock", clock),
    ("weekday", weekday),
    ("leap_year", leap_year),
    ("digits", digits),
    ("bucket", bucket),
    ("range", range),
    ("identity", identity),
    ("gcd", gcd),
    ("root", root),
    ("round_up", round_up),
    ("signed", signed),
    ("percent", percent),
    ("guard", guard),
];

fn divide(w: u32, term: &str, by: u64) -> String {
    format!("(bvudiv {term} {})", number(w, by))
}

fn remainder(w: u32, term: &str, by: u64) -> String {
    format!("(bvurem {term} {})", number(w, by))
}

fn clock(s: &mut Script) {
    s.models("hours, minutes and seconds of a time: t / 3600, t % 3600 / 60, t % 60");
    let w = s.width();
    let t = s.variable("t", w);
    let hours = s.define("hours", w, &divide(w, &t, 3600));
    let minutes = s.define("minutes", w, &divide(w, &remainder(w, &t, 3600), 60));
    let seconds = s.define("seconds", w, &remainder(w, &t, 60));
    if s.proof() {
        // A buffer of "hh:mm:ss" has two places for each.
        s.at_most(&t, w, 359_999);
        let large = |term: &str| format!("(bvugt {term} {})", number(w, 99));
        let parts = [large(&hours), large(&minutes), large(&seconds)];
        s.assert(&format!("(or {})", parts.join(" ")));
        s.cannot_happen();
    } else {
        for (part, most) in [(hours, 99_999), (minutes, 59), (seconds, 59)] {
            let value = s.between(0, most);
            s.equals(&part, w, value);
        }
        s.can_happen();
    }
}

fn weekday(s: &mut Script) {
    s.models("name[(t / 86400 + 4) % 7] and the second of the day");
    let w = s.width();
    let t = s.variable("t", w);
    let days = s.define("days", w, &divide(w, &t, 86_400));
    let shifted = format!("(bvadd {days} {})", number(w, 4));
    let weekday = s.define("weekday", w, &remainder(w, &shifted, 7));
    let second = s.define("second", w, &remainder(w, &t, 86_400));
    if s.proof() {
        let back = format!("(bvadd (bvmul {days} {}) {second})", number(w, 86_400));
        s.assert(&format!("(or (bvugt {weekday} {}) (distinct {back} {t}))", number(w, 6)));
        s.cannot_happen();
    } else {
        let (day, second_of_day) = (s.between(0, 6), s.between(0, 86_399));
        let from = s.between(1_000_000_000, 2_000_000_000);
        s.equals(&weekday, w, day);
        s.equals(&second, w, second_of_day);
        s.at_least(&t, w, from);
        s.can_happen();
    }
}

fn leap_year(s: &mut Script) {
    s.models("y % 4 == 0 && (y % 100 != 0 || y % 400 == 0), and the number of leap years before");
    let w = s.width();
    let y = s.variable("y", w);
    s.at_least(&y, w, 1583);
    let most = s.pick(&[2399, 4000, 9999]);
    s.at_most(&y, w, most);
    let by = |year: &str, n: u64| format!("(= {} {})", remainder(w, year, n), number(w, 0));
    let leap = |year: &str| {
        format!("(and {} (or (not {}) {}))", by(year, 4), by(year, 100), by(year, 400))
    };
    if s.proof() {
        // The count of leap years up to y grows by one exactly in leap years.
        let count = |year: &str| {
            let quotient = |n| divide(w, year, n);
            format!("(bvadd (bvsub {} {}) {})", quotient(4), quotient(100), quotient(400))
        };
        let before = format!("(bvsub {y} {})", number(w, 1));
        let grows = format!("(distinct {} {})", count(&y), count(&before));
        s.assert(&format!("(distinct {grows} {})", leap(&y)));
        s.cannot_happen();
    } else {
        let later = format!("(bvadd {y} {})", number(w, 8));
        s.assert(&leap(&y));
        s.assert(&leap(&later));
        let between = format!("(bvadd {y} {})", number(w, 4));
        s.assert(&format!("(not {})", leap(&between)));
        s.can_happen();
    }
}

fn digits(s: &mut Script) {
    s.models("itoa: digits from the last to the first by % 10 and / 10");
    let w = s.width();
    let n = s.variable("n", w);
    let count = s.between(5, 7);
    let mut rest = n;
    if s.proof() {
        let power = 10u64.pow(u32::try_from(count).expect("a small number"));
        s.at_most(&rest, w, power - 1);
    }
    for i in 0..count {
        let digit = remainder(w, &rest, 10);
        if !s.proof() {
            let value = s.between(0, 9);
            let character = format!("(bvadd {digit} {})", number(w, 48));
            s.equals(&character, w, 48 + value);
        }
        rest = s.define(&format!("rest{i}"), w, &divide(w, &rest, 10));
    }
    if s.proof() {
        // The buffer has a place for each digit and no more.
        s.assert(&format!("(distinct {rest} {})", number(w, 0)));
        s.cannot_happen();
    } else {
        s.equals(&rest, w, 0);
        s.can_happen();
    }
}

fn bucket(s: &mut Script) {
    s.models(
        "buckets[(h * 31 + c) % count]: within the buckets, and two characters in one of them",
    );
    let w = s.width();
    let h = s.variable("h", w);
    let c = s.variable("c", 8);
    let slot = |c: &str, count: &str| {
        let c = zero_extend(w - 8, c);
        format!("(bvurem (bvadd (bvmul {h} {}) {c}) {count})", number(w, 31))
    };
    if s.proof() {
        let count = s.variable("count", w);
        let most = s.pick(&[1024, 65_536]);
        s.at_least(&count, w, 1);
        s.at_most(&count, w, most);
        let slot = slot(&c, &count);
        s.assert(&format!("(bvuge {slot} {count})"));
        s.cannot_happen();
    } else {
        let prime = s.pick(&[53, 97, 193]);
        let (count, d) = (number(w, prime), s.variable("d", 8));
        let value = s.between(0, prime - 1);
        s.assert(&format!("(bvult {c} {d})"));
        s.assert(&format!("(= {} {})", slot(&c, &count), slot(&d, &count)));
        s.equals(&slot(&c, &count), w, value);
        s.can_happen();
    }
}

fn range(s: &mut Script) {
    s.models("x / y and x % y with both in ranges that were checked");
    let w = s.width();
    let [x, y] = ["x", "y"].map(|name| s.variable(name, w));
    let low = s.between(2, 20);
    let high = s.between(100, 1000);
    let top = s.between(10_000, 1_000_000);
    s.at_least(&y, w, low);
    s.at_most(&y, w, high);
    s.at_most(&x, w, top);
    let quotient = s.define("quotient", w, &format!("(bvudiv {x} {y})"));
    let rest = s.define("rest", w, &format!("(bvurem {x} {y})"));
    if s.proof() {
        let (too_large, too_far) = (number(w, top / low + 1), number(w, high));
        s.assert(&format!("(or (bvuge {quotient} {too_large}) (bvuge {rest} {too_far}))"));
        s.cannot_happen();
    } else {
        let divisor = s.between(low, high);
        let dividend = s.between(top / 2, top);
        s.equals(&quotient, w, dividend / divisor);
        s.equals(&rest, w, dividend % divisor);
        s.can_happen();
    }
}

fn identity(s: &mut Script) {
    s.models("a block number and an offset, pos / block and pos % block, and the position again");
    let w = s.width();
    let [position, block] = ["position", "block"].map(|name| s.variable(name, w));
    let least = s.pick(&[1, 512]);
    s.at_least(&block, w, least);
    s.at_most(&block, w, 65_536);
    let number_of = s.define("number", w, &format!("(bvudiv {position} {block})"));
    let offset = s.define("offset", w, &format!("(bvurem {position} {block})"));
    if s.proof() {
        let back = format!("(bvadd (bvmul {number_of} {block}) {offset})");
        s.assert(&format!("(distinct {back} {position})"));
        s.cannot_happen();
    } else {
        // The end of a request lies in another block than its start.
        let length = number(w, s.between(1, 500));
        let end = format!("(bvudiv (bvadd {position} {length}) {block})");
        let next = format!("(bvadd {number_of} {})", number(w, 1));
        s.assert(&format!("(= {end} {next})"));
        let high = s.between(1_000, 100_000);
        s.at_least(&number_of, w, high);
    }
}

fn gcd(s: &mut Script) {
    s.models("steps of Euclid's algorithm, each after the test for zero");
    let w = s.width();
    let a = s.variable("a", w);
    let b = s.variable("b", w);
    let most = s.pick(&[255, 4095, 65_535]);
    s.at_most(&a, w, most);
    s.at_most(&b, w, most);
    let (mut large, mut small) = (a, b);
    for i in 0..3 {
        s.assert(&format!("(distinct {small} {})", number(w, 0)));
        let rest = s.define(&format!("rest{i}"), w, &format!("(bvurem {large} {small})"));
        (large, small) = (small, rest);
    }
    if s.proof() {
        s.assert(&format!("(bvuge {small} {large})"));
        s.cannot_happen();
    } else {
        s.equals(&small, w, 0);
        let divisor = s.between(5, 15);
        s.equals(&large, w, divisor);
        s.can_happen();
    }
}

fn root(s: &mut Script) {
    s.models("a step of Newton's square root, (x + n / x) / 2, as an integer");
    let w = s.width();
    let n = s.variable("n", w);
    let x = s.variable("x", w);
    let most = s.pick(&[1000, 10_000]);
    s.at_least(&n, w, 1);
    s.at_most(&n, w, most);
    s.at_least(&x, w, 1);
    s.assert(&format!("(bvule {x} {n})"));
    let sum = format!("(bvadd {x} (bvudiv {n} {x}))");
    let next = s.define("next", w, &format!("(bvlshr {sum} {})", number(w, 1)));
    if s.proof() {
        // The next divisor is not zero and not above n.
        s.assert(&format!("(or (= {next} {}) (bvugt {next} {n}))", number(w, 0)));
        s.cannot_happen();
    } else {
        // The loop ends here: no step down, and not the exact root.
        s.assert(&format!("(bvuge {next} {x})"));
        s.assert(&format!("(bvugt (bvmul {next} {next}) {n})"));
        let least = s.between(10, 30);
        s.at_least(&x, w, least);
    }
}

fn round_up(s: &mut Script) {
    s.models("(n + d - 1) / d * d: at least n unless the sum wraps");
    let w = s.width();
    let n = s.variable("n", w);
    let d = s.pick(&[3, 10, 24, 48, 100, 1000, 4096]);
    let sum = format!("(bvadd {n} {})", number(w, d - 1));
    let units = s.define("units", w, &divide(w, &sum, d));
    let rounded = s.define("rounded", w, &format!("(bvmul {units} {})", number(w, d)));
    let gap = format!("(bvsub {rounded} {n})");
    if s.proof() {
        s.at_most(&n, w, s.max() - d + 1);
        s.assert(&format!("(or (bvult {rounded} {n}) (bvuge {gap} {}))", number(w, d)));
        s.cannot_happen();
    } else {
        let least = s.between(1, 1_000_000);
        s.at_least(&n, w, least);
        s.assert(&format!("(bvult {rounded} {n})"));
        s.can_happen();
    }
}

fn signed(s: &mut Script) {
    s.models("a / b of signed numbers: sizes, signs, and the one quotient that overflows");
    let w = s.width();
    let [a, b] = ["a", "b"].map(|name| s.variable(name, w));
    let zero = number(w, 0);
    s.assert(&format!("(distinct {b} {zero})"));
    let quotient = s.define("quotient", w, &format!("(bvsdiv {a} {b})"));
    if s.proof() {
        // A divisor above one brings a positive number closer to zero.
        s.assert(&format!("(bvsgt {b} {})", number(w, 1)));
        s.assert(&format!("(bvsgt {a} {zero})"));
        s.assert(&format!("(or (bvsge {quotient} {a}) (bvslt {quotient} {zero}))"));
        s.cannot_happen();
    } else {
        let rest = s.define("rest", w, &format!("(bvsrem {a} {b})"));
        let value = s.between(2, 50);
        s.assert(&format!("(bvslt {b} {zero})"));
        s.assert(&format!("(= {rest} (bvneg {}))", number(w, value)));
        s.assert(&format!("(bvsgt {quotient} {})", number(w, 1000)));
        s.can_happen();
    }
}

fn percent(s: &mut Script) {
    s.models("done * 100 / total, with the product in a wider type");
    let w = s.width();
    let half = w / 2;
    let [done, total] = ["done", "total"].map(|name| s.variable(name, half));
    s.assert(&format!("(bvsgt {total} {})", number(half, 0)));
    s.assert(&format!("(bvsge {done} {})", number(half, 0)));
    s.assert(&format!("(bvsle {done} {total})"));
    let product = format!("(bvmul {} {})", sign_extend(half, &done), number(w, 100));
    let term = format!("(bvsdiv {product} {})", sign_extend(half, &total));
    let percent = s.define("percent", w, &term);
    if s.proof() {
        s.assert(&format!("(bvsgt {percent} {})", number(w, 100)));
        s.cannot_happen();
    } else {
        let value = s.between(1, 99);
        let least = s.between(1000, 30_000);
        s.equals(&percent, w, value);
        s.at_least(&total, half, least);
        s.can_happen();
    }
}

fn guard(s: &mut Script) {
    s.models("if (size && n > SIZE_MAX / size) fail(); p = malloc(n * size);");
    let w = s.width();
    let [n, size] = ["n", "size"].map(|name| s.variable(name, w));
    s.assert(&format!("(distinct {size} {})", number(w, 0)));
    let limit = format!("(bvudiv {} {size})", number(w, s.max()));
    if s.proof() {
        s.assert(&format!("(bvule {n} {limit})"));
        s.cannot_happen();
    } else {
        // The bug is a comparison that is off by one.
        s.assert(&format!("(bvule {n} (bvadd {limit} {}))", number(w, 1)));
        let least = s.between(3, 100);
        s.at_least(&size, w, least);
        s.at_least(&n, w, least);
        s.can_happen();
    }
    let exact = format!("(bvmul {} {})", zero_extend(w, &n), zero_extend(w, &size));
    let kept = zero_extend(w, &format!("(bvmul {n} {size})"));
    s.assert(&format!("(distinct {exact} {kept})"));
}
