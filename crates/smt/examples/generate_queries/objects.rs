//! Queries about bytes at unknown indices of objects of 4 KiB: unknown, zero, or constant tables.

use super::Family;
use super::script::{OBJECT, Script, extract, little_endian, number, zero_extend};

pub const FAMILIES: &[Family] = &[
    ("lookup", lookup),
    ("write_read", write_read),
    ("memcpy", memcpy),
    ("histogram", histogram),
    ("strlen", strlen),
    ("swap", swap),
    ("sorted", sorted),
    ("grid", grid),
    ("hash_table", hash_table),
    ("crc", crc),
    ("automaton", automaton),
    ("ring", ring),
];

fn select(object: &str, at: &str) -> String {
    format!("(select {object} {at})")
}

fn store(object: &str, at: &str, byte: &str) -> String {
    format!("(store {object} {at} {byte})")
}

fn plus(w: u32, term: &str, by: u64) -> String {
    if by == 0 { term.to_owned() } else { format!("(bvadd {term} {})", number(w, by)) }
}

/// A table of random bytes, all of them at most `most`.
fn bytes_up_to(s: &mut Script, most: u64) -> Vec<u8> {
    let byte = |s: &mut Script| u8::try_from(s.between(0, most)).expect("a bound that is a byte");
    (0..OBJECT).map(|_| byte(s)).collect()
}

fn at(table: &[u8], i: u64) -> u64 {
    u64::from(table[usize::try_from(i).expect("an index into a table")])
}

fn lookup(s: &mut Script) {
    s.models("two neighbours in a constant table; a value that the table does not have");
    let w = s.width();
    let bytes = bytes_up_to(s, 200);
    let table = s.table("table", &bytes);
    let i = s.index("i");
    if s.proof() {
        let absent = s.between(201, 255);
        s.equals(&select(&table, &i), 8, absent);
        s.cannot_happen();
    } else {
        let place = s.between(0, OBJECT - 2);
        s.at_most(&i, w, OBJECT - 2);
        s.equals(&select(&table, &i), 8, at(&bytes, place));
        s.equals(&select(&table, &plus(w, &i, 1)), 8, at(&bytes, place + 1));
        s.can_happen();
    }
}

fn write_read(s: &mut Script) {
    s.models("p[a * 4 + 2] = x, then a read at an index that is computed in another way");
    let w = s.width();
    let object = s.object("object");
    let [a, b] = ["a", "b"].map(|name| {
        let variable = s.variable(name, w);
        s.at_most(&variable, w, OBJECT / 4 - 1);
        variable
    });
    let x = s.variable("x", 8);
    let i = format!("(bvadd (bvmul {a} {}) {})", number(w, 4), number(w, 2));
    let after = s.define_object("after", &store(&object, &i, &x));
    let shifted = format!("(bvshl {b} {})", number(w, 2));
    if s.proof() {
        // The other fields of the record keep what they had.
        let field = s.pick(&[0, 1, 3]);
        let j = format!("(bvor {shifted} {})", number(w, field));
        let (new, old) = (select(&after, &j), select(&object, &j));
        let j = format!("(bvor (bvshl {a} {}) {})", number(w, 2), number(w, 2));
        let written = select(&after, &j);
        s.assert(&format!("(or (distinct {new} {old}) (distinct {written} {x}))"));
        s.cannot_happen();
    } else {
        let j = format!("(bvor {shifted} {})", number(w, 2));
        let (least, value) = (s.between(100, 900), s.between(1, 254));
        s.equals(&format!("(bvadd {} {x})", select(&after, &j)), 8, value);
        s.assert(&format!("(distinct {} {x})", select(&after, &j)));
        s.at_least(&b, w, least);
        s.can_happen();
    }
}

fn memcpy(s: &mut Script) {
    s.models("a copy byte by byte between unknown places, then a read of the copy");
    let w = s.width();
    let count = s.pick(&[8, 12, 16]);
    let proof = s.proof();
    let source = s.object("source");
    // A search lets the two overlap: bytes are read after they were overwritten.
    let mut target = if proof { s.object("target") } else { source.clone() };
    let [from, to] = ["from", "to"].map(|name| {
        let place = s.variable(name, w);
        s.at_most(&place, w, OBJECT - count);
        place
    });
    for i in 0..count {
        let read_from = if proof { &source } else { &target };
        let byte = select(read_from, &plus(w, &from, i));
        let next = store(&target, &plus(w, &to, i), &byte);
        target = s.define_object(&format!("copy{i}"), &next);
    }
    let n = s.variable("n", w);
    s.at_most(&n, w, count - 1);
    let copied = select(&target, &format!("(bvadd {to} {n})"));
    let original = select(&source, &format!("(bvadd {from} {n})"));
    s.assert(&format!("(distinct {copied} {original})"));
    if proof { s.cannot_happen() } else { s.can_happen() }
}

fn histogram(s: &mut Script) {
    s.models("count[i]++ on zeroed memory for some indices, then a look at one count");
    let w = s.width();
    let updates = s.between(4, 6);
    let mut counts = s.zeros("counts");
    let mut sum = number(w, 0);
    for k in 0..updates {
        let i = s.index(&format!("i{k}"));
        let more = format!("(bvadd {} #x01)", select(&counts, &i));
        counts = s.define_object(&format!("counts{k}"), &store(&counts, &i, &more));
        sum = format!("(bvadd {sum} {i})");
    }
    let j = s.index("j");
    let count = zero_extend(w - 8, &select(&counts, &j));
    if s.proof() {
        s.at_least(&count, w, updates + 1);
        s.cannot_happen();
    } else {
        s.equals(&count, w, updates - 1);
        // Not all of them at one place.
        let total = s.between(5_000, 12_000);
        s.equals(&sum, w, total);
    }
}

fn strlen(s: &mut Script) {
    s.models("the length of a string at an unknown place of a buffer");
    let w = s.width();
    let length = s.between(6, 10);
    let buffer = s.object("buffer");
    let start = s.variable("start", w);
    s.at_most(&start, w, OBJECT - length - 1);
    for i in 0..length {
        let byte = select(&buffer, &plus(w, &start, i));
        s.assert(&format!("(distinct {byte} #x00)"));
    }
    let end = s.variable("end", w);
    s.assert(&format!("(bvuge {end} {start})"));
    s.equals(&select(&buffer, &end), 8, 0);
    let distance = format!("(bvsub {end} {start})");
    if s.proof() {
        s.at_most(&distance, w, length - 1);
        s.cannot_happen();
    } else {
        s.at_most(&distance, w, length);
        let multiple = s.pick(&[3, 7, 16]);
        s.assert(&format!("(= (bvurem {end} {}) {})", number(w, multiple), number(w, 1)));
        s.can_happen();
    }
}

fn swap(s: &mut Script) {
    s.models("steps of a sort: neighbours that are in the wrong order change places");
    let w = s.width();
    let mut object = s.object("object");
    let i = s.variable("i", w);
    let count = s.between(3, 4);
    s.at_most(&i, w, OBJECT - count);
    for k in 1..count {
        let (low, high) = (plus(w, &i, k - 1), plus(w, &i, k));
        let (a, b) = (select(&object, &low), select(&object, &high));
        let swapped = store(&store(&object, &low, &b), &high, &a);
        let next = format!("(ite (bvugt {a} {b}) {swapped} {object})");
        object = s.define_object(&format!("step{k}"), &next);
    }
    let last = select(&object, &plus(w, &i, count - 1));
    if s.proof() {
        // The largest is last.
        let j = s.variable("j", w);
        s.at_most(&j, w, count - 1);
        s.assert(&format!("(bvugt {} {last})", select(&object, &format!("(bvadd {i} {j})"))));
        s.cannot_happen();
    } else {
        let value = s.between(10, 250);
        s.equals(&last, 8, value);
        s.assert(&format!("(bvult {} (bvlshr {last} #x01))", select(&object, &i)));
        s.assert(&format!("(distinct {} {})", select("object", &i), select(&object, &i)));
        s.can_happen();
    }
}

fn sorted(s: &mut Script) {
    s.models(
        "keys of 32 bits in a sorted constant table: one that is there, two in the wrong order",
    );
    let w = s.width();
    let mut key = s.between(1, 1000);
    let mut keys = Vec::new();
    let mut bytes = Vec::new();
    for _ in 0..OBJECT / 4 {
        keys.push(key);
        bytes.extend(u32::try_from(key).expect("a key of 32 bits").to_le_bytes());
        key += s.between(1, 100_000);
    }
    let table = s.table("table", &bytes);
    let i = s.variable("i", w);
    let word = |i: &str| {
        let first = format!("(bvmul {i} {})", number(w, 4));
        little_endian(&table, (0..4).map(|byte| plus(w, &first, byte)))
    };
    if s.proof() {
        s.at_most(&i, w, OBJECT / 4 - 2);
        let (this, next) = (word(&i), word(&plus(w, &i, 1)));
        s.assert(&format!("(bvuge {this} {next})"));
        s.cannot_happen();
    } else {
        s.at_most(&i, w, OBJECT / 4 - 1);
        let place = usize::try_from(s.between(0, 1023)).expect("a small number");
        s.equals(&word(&i), 32, keys[place]);
        s.can_happen();
    }
}

fn grid(s: &mut Script) {
    s.models(
        "cells[row * 64 + col]: within the object, and a row that is written and read as column",
    );
    let w = s.width();
    let mut cells = s.zeros("cells");
    let [row, col, other] = ["row", "col", "other"].map(|name| {
        let variable = s.variable(name, w);
        s.at_most(&variable, w, 63);
        variable
    });
    let cell = |row: &str, col: &str| format!("(bvadd (bvmul {row} {}) {col})", number(w, 64));
    let x = s.variable("x", 8);
    cells = s.define_object("one", &store(&cells, &cell(&row, &col), &x));
    cells = s.define_object("two", &store(&cells, &cell(&col, &other), "#x01"));
    if s.proof() {
        // Another row than both keeps its zeros.
        let third = s.variable("third", w);
        s.at_most(&third, w, 63);
        s.assert(&format!("(distinct {third} {row} {col})"));
        let read = select(&cells, &cell(&third, &other));
        let outside = number(w, OBJECT);
        let index = cell(&third, &col);
        s.assert(&format!("(or (distinct {read} #x00) (bvuge {index} {outside}))"));
        s.cannot_happen();
    } else {
        let value = s.between(2, 255);
        s.equals(&select(&cells, &cell(&other, &col)), 8, value);
        s.assert(&format!("(bvugt {row} {})", number(w, 10)));
        s.can_happen();
    }
}

fn hash_table(s: &mut Script) {
    s.models("used[key * 2654435761 >> 20]: marks of keys in zeroed memory, then a search");
    let w = s.width();
    let mut used = s.zeros("used");
    // Multiplicative hashing by the golden ratio: the upper 12 bits are the slot.
    let factor = s.either(2_654_435_761, 11_400_714_819_323_198_485);
    let slot = |key: &str| {
        let product = format!("(bvmul {key} {})", number(w, factor));
        format!("(bvlshr {product} {})", number(w, u64::from(w) - 12))
    };
    let names = ["k0", "k1", "k2"];
    let keys = names.map(|name| s.variable(name, w));
    for (name, key) in ["used0", "used1", "used2"].iter().zip(&keys) {
        used = s.define_object(name, &store(&used, &slot(key), "#x01"));
    }
    let [first, ..] = &keys;
    if s.proof() {
        // A key that was marked is found under an equal key.
        let key = s.variable("key", w);
        s.assert(&format!("(= (bvxor {key} {first}) {})", number(w, 0)));
        s.equals(&select(&used, &slot(&key)), 8, 0);
        s.cannot_happen();
    } else {
        // A key that was not marked is found, and the others have slots of their own.
        let key = s.variable("key", w);
        for other in &keys {
            s.assert(&format!("(distinct {key} {other})"));
        }
        let slots = keys.each_ref().map(|key| slot(key)).join(" ");
        s.assert(&format!("(distinct {slots})"));
        s.equals(&select(&used, &slot(&key)), 8, 1);
        let [low, high] = [s.between(0, 1000), s.between(100_000, 1_000_000)];
        s.at_least(&key, w, low);
        s.at_most(&key, w, high);
        s.can_happen();
    }
}

fn crc(s: &mut Script) {
    s.models("CRC-32 of a word with four tables of 1 KiB: a word with this sum, two with the same");
    let w = s.width();
    let tables = crc_tables();
    let bytes: Vec<u8> = tables.iter().flatten().flat_map(|entry| entry.to_le_bytes()).collect();
    let table = s.table("table", &bytes);
    let sum = |word: &str| {
        let entries = (0u32..4).map(|byte| {
            // The lowest byte goes through the last table.
            let index = zero_extend(w - 8, &extract(8 * byte + 7, 8 * byte, word));
            let index = format!("(bvshl {index} {})", number(w, 2));
            let first = 1024 * u64::from(3 - byte);
            little_endian(&table, (first..first + 4).map(|offset| plus(w, &index, offset)))
        });
        entries.reduce(|all, entry| format!("(bvxor {all} {entry})")).expect("there are four")
    };
    let x = s.variable("x", 32);
    if s.proof() {
        let y = s.variable("y", 32);
        // One byte differs, as after an error on the line.
        let byte = u32::try_from(s.between(0, 3)).expect("a small number");
        let difference = s.define("difference", 32, &format!("(bvxor {x} {y})"));
        let mask = u64::from(u32::MAX ^ (0xff << (8 * byte)));
        s.equals(&format!("(bvand {difference} {})", number(32, mask)), 32, 0);
        s.assert(&format!("(distinct {x} {y})"));
        s.assert(&format!("(= {} {})", sum(&x), sum(&y)));
        s.cannot_happen();
    } else {
        let word: [u8; 4] = std::array::from_fn(|_| s.byte());
        let mut wanted = 0;
        for (byte, table) in word.iter().zip(tables.iter().rev()) {
            wanted ^= table[usize::from(*byte)];
        }
        s.equals(&sum(&x), 32, u64::from(wanted));
        s.can_happen();
    }
}

/// The tables of CRC-32 for four bytes at a time, from its polynomial.
fn crc_tables() -> [[u32; 256]; 4] {
    let mut tables = [[0u32; 256]; 4];
    for (entry, byte) in tables[0].iter_mut().zip(0..) {
        *entry = (0..8).fold(byte, |crc, _| (crc >> 1) ^ ((crc & 1) * 0xedb8_8320));
    }
    for k in 1..4 {
        for i in 0..256 {
            let before = tables[k - 1][i];
            let [low, ..] = before.to_le_bytes();
            tables[k][i] = (before >> 8) ^ tables[0][usize::from(low)];
        }
    }
    tables
}

fn automaton(s: &mut Script) {
    s.models("state = next[state * 64 + class]: a lexer's table, some characters from the start");
    let w = s.width();
    let proof = s.proof();
    // 64 states with 64 classes each; a proof has a last state that no other leads to.
    let bytes = bytes_up_to(s, if proof { 62 } else { 63 });
    let table = s.table("table", &bytes);
    let steps = s.between(2, 4);
    let mut state = number(w, 0);
    let mut reached = 0;
    for k in 0..steps {
        let class = s.variable(&format!("class{k}"), 8);
        s.at_most(&class, 8, 63);
        let class = zero_extend(w - 8, &class);
        let index = format!("(bvadd (bvmul {state} {}) {class})", number(w, 64));
        let next = zero_extend(w - 8, &select(&table, &index));
        state = s.define(&format!("state{k}"), w, &next);
        reached = at(&bytes, reached * 64 + s.between(0, 63));
    }
    if proof {
        s.equals(&state, w, 63);
        s.cannot_happen();
    } else {
        s.equals(&state, w, reached);
        s.can_happen();
    }
}

fn ring(s: &mut Script) {
    s.models("a ring buffer: head = (head + 1) % 4096 after each write, then a read from the tail");
    let w = s.width();
    let mut ring = s.object("ring");
    let start = s.index("start");
    let count = s.between(4, 8);
    let mut head = start.clone();
    for k in 0..count {
        let byte = s.variable(&format!("b{k}"), 8);
        ring = s.define_object(&format!("ring{k}"), &store(&ring, &head, &byte));
        let next = format!("(bvurem {} {})", plus(w, &head, 1), number(w, OBJECT));
        head = s.define(&format!("head{k}"), w, &next);
    }
    // As many bytes as the distance from tail to head are waiting.
    let place = s.between(0, count - 1);
    let tail = format!("(bvurem {} {})", plus(w, &start, place), number(w, OBJECT));
    let read = select(&ring, &tail);
    if s.proof() {
        let outside = format!("(bvuge {head} {})", number(w, OBJECT));
        s.assert(&format!("(or (distinct {read} b{place}) {outside})"));
        s.cannot_happen();
    } else {
        // The head has come round, and a byte from before the start is still there.
        s.assert(&format!("(bvult {head} {start})"));
        let back = s.index("back");
        let value = s.between(1, 255);
        s.assert(&format!("(bvult {back} {start})"));
        s.assert(&format!("(= {} (bvadd {read} {}))", select(&ring, &back), number(8, value)));
        s.assert(&format!("(distinct {back} {head})"));
        s.can_happen();
    }
}
