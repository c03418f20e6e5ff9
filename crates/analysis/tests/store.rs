//! With a store, whatever is in it, a check finds what it finds without.

use margay_analysis::{CheckOptions, Store, check, with_library};
use margay_frontend::{Cache, CacheOptions, LoadRequest, load};
use margay_ir::Program;
use margay_ir::finding::Outcome;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// Functions that call each other or do not, with faults that are told by places in several of them, and in
/// variables.
const TEXT: &str = r#"
#include <stdlib.h>
#include <string.h>

static int table[4] = {1, 2, 3, 4};
static const char *names[] = {"one", "two"};
int shared;

struct item { struct item *next; char name[8]; int value; };

static int pick(int index) {
    return table[index & 7];
}

int first(int flag) {
    if (flag > 3)
        return pick(5);
    return pick(1);
}

int second(struct item *item) {
    int found;
    if (item->value == 3)
        found = 1;
    else if (item->next == NULL)
        found = item->next->value;
    return found;
}

char *third(const char *text) {
    char *copy = malloc(4);
    if (copy)
        strcpy(copy, "long text");
    return copy;
}

const char *name_of(int which) {
    return names[which ? 1 : 0];
}

int divide(int by) {
    shared = by;
    if (by == 0)
        return 10 / shared;
    return 10 / by;
}
"#;

/// The same after a `main` that calls some of it.
const MAIN: &str = r#"
int main(int argc, char **argv) {
    if (argc == 2)
        return first(argv[1][0]);
    return divide(argc - 1);
}
"#;

struct Workshop {
    directory: TempDir,
}

impl Workshop {
    fn new() -> Workshop {
        Workshop { directory: TempDir::new().expect("a scratch directory") }
    }

    fn program(&self, text: &str) -> Program {
        self.program_of(&[("a.c", text)])
    }

    /// The program of several files; those that are no headers are compiled.
    fn program_of(&self, texts: &[(&str, &str)]) -> Program {
        let mut files = Vec::new();
        for (name, text) in texts {
            let file = self.directory.path().join(name);
            fs::write(&file, text).expect("a file");
            files.extend(name.ends_with(".c").then_some(file));
        }
        let loaded = load(&LoadRequest::new(files)).expect("it compiles");
        assert!(loaded.failures.is_empty(), "{:?}", loaded.failures);
        let cache = Cache::open(&CacheOptions::disabled());
        with_library(loaded.program, loaded.clang.as_ref(), &cache).0
    }

    fn results(&self) -> PathBuf {
        self.directory.path().join("cache/results")
    }

    fn store(&self) -> Arc<Store> {
        let dir = Some(self.directory.path().join("cache"));
        Arc::new(Store::open(&CacheOptions { dir, max_bytes: 1 << 30 }))
    }
}

fn checked(program: &Program, store: Option<&Arc<Store>>) -> Outcome {
    let options = CheckOptions { store: store.cloned(), ..CheckOptions::default() };
    check(program, &options, &|_| true)
}

/// How many results were taken and added.
fn counts(store: &Store) -> (u64, u64) {
    (store.taken(), store.added())
}

#[test]
fn what_was_found_before_is_found_again() {
    let shop = Workshop::new();
    for text in [TEXT.to_owned(), format!("{TEXT}{MAIN}")] {
        let program = shop.program(&text);
        let expected = checked(&program, None);
        assert!(expected.findings.len() >= 4, "{:#?}", expected.findings);
        let store = shop.store();
        assert_eq!(checked(&program, Some(&store)), expected);
        let (taken, added) = counts(&store);
        store.save();
        let again = shop.store();
        assert_eq!(checked(&program, Some(&again)), expected);
        assert_eq!(counts(&again), (taken + added, 0));
    }
}

#[test]
fn an_edit_costs_its_function_and_those_that_call_it() {
    let shop = Workshop::new();
    let store = shop.store();
    checked(&shop.program(TEXT), Some(&store));
    // Of six entries, `pick` is analysed with its caller.
    let all = store.added();
    assert_eq!(all, 5);
    let edits = [
        // A function that nothing calls, with a line more.
        ("    shared = by;\n", "    shared = by;\n\n    shared++;\n", 1),
        // Lines without code, in functions in which something is found.
        (
            "    shared = by;\n",
            "    /* what it\n       is divided by */\n\n    shared = by;\n\n",
            0,
        ),
        ("    int found;\n", "    int found;\n\n\n", 0),
        ("        found = 1;\n    else if", "        found = 1;\n\n    // or\n    else if", 0),
        // A statement on a line of its own, or not.
        (
            "        return pick(5);\n    return pick(1);",
            "        return pick(5); return pick(1);",
            1,
        ),
        // Only further down.
        ("int shared;\n", "int shared;\n\n/* a comment */\n", 0),
        // One that is called.
        ("index & 7", "index & 3", 1),
        // A variable that two functions read, one through the other.
        ("{1, 2, 3, 4}", "{1, 2, 3, 5}", 1),
        // A text that moves the numbers of others.
        ("char *copy = malloc(4);", "char *copy = malloc(strlen(\"12345\"));", 1),
        // A type of one function.
        ("char name[8]; int value;", "char name[9]; int value;", 1),
        // A new function.
        ("int first(", "int zeroth(int *p) { return *p / 2; }\nint first(", 1),
        // A variable that another function reads is no longer what it began with.
        ("    shared = by;\n", "    shared = by; table[2] = by;\n", 2),
    ];
    for (from, to, analysed) in edits {
        assert!(TEXT.contains(from), "{from}");
        let program = shop.program(&TEXT.replace(from, to));
        let before = store.added();
        let found = checked(&program, Some(&store));
        assert_eq!(found, checked(&program, None), "{to}");
        assert_eq!(store.added() - before, analysed, "{to}");
    }
}

/// Checks one program after the other with one store, and each without.
fn found_alike(programs: &[Program]) {
    let store = Workshop::new().store();
    let mut all = Vec::new();
    for program in programs {
        let expected = checked(program, None);
        assert_eq!(checked(program, Some(&store)), expected);
        all.push(expected.findings.len());
    }
    assert!(all.windows(2).any(|two| two[0] != two[1]), "they differ: {all:?}");
}

#[test]
fn what_stands_on_one_line_counts() {
    let shop = Workshop::new();
    let text = "#include <pthread.h>
int n; int m;
static void *run(void *p) { n = 1; m = 1; return p; }
int main(void) {
    pthread_t t;
    if (pthread_create(&t, 0, run, 0)) return 1;
    n = 2; m = 2;
    return pthread_join(t, 0);
}
";
    let programs =
        [shop.program(text), shop.program(&text.replace("int n; int m;", "int n;\nint m;"))];
    let store = shop.store();
    for program in [&programs[0], &programs[1], &programs[0]] {
        assert_eq!(checked(program, Some(&store)), checked(program, None));
    }
}

#[test]
fn who_names_whom_counts() {
    let shop = Workshop::new();
    let one = "int g(int);\n#define K 0\n#include \"t.h\"\nint f(int n) { return n ? g(n - 1) : 8 / tab[0]; }\n";
    let other = "int f(int);\n#define K 4\n#include \"t.h\"\nint g(int n) { return n > 9 ? f(n - 1) : tab[0]; }\n";
    let header = ("t.h", "static int tab[] = {K};\n");
    let before = shop.program_of(&[header, ("a.c", one), ("b.c", other)]);
    let swapped = [one.replace("K 0", "K 4"), other.replace("K 4", "K 0")];
    let after = shop.program_of(&[header, ("a.c", &swapped[0]), ("b.c", &swapped[1])]);
    found_alike(&[before, after]);
}

#[test]
fn who_runs_before_main_counts() {
    let shop = Workshop::new();
    let text = "static int *p, x;
int b(int n);
FIRST int a(int n) { if (n > 0 && n < 3) return b(n - 1); return 0; }
SECOND int b(int n) { p = &x; if (n > 0 && n < 3) return a(n - 1); return 0; }
int main(void) { return *p; }
";
    let constructor = "__attribute__((constructor)) void begin(void)";
    let first = text.replace("FIRST ", "").replace("SECOND ", "");
    let programs = ["a", "b"].map(|which| {
        let begin = format!("static {constructor} {{ {which}(0); }}\n");
        shop.program(&first.replace("int main", &format!("{begin}int main")))
    });
    found_alike(&programs);
}

#[test]
fn settings_are_part_of_a_result() {
    let shop = Workshop::new();
    let program = shop.program(TEXT);
    let store = shop.store();
    let options = CheckOptions { store: Some(store.clone()), ..CheckOptions::default() };
    check(&program, &options, &|_| true);
    let before = counts(&store);
    check(&program, &CheckOptions { widen: false, ..options.clone() }, &|_| true);
    assert_eq!(counts(&store).0, before.0);
    // What was ended early is not kept.
    let before = counts(&store);
    check(&program, &CheckOptions { endless: false, ..options }, &|_| false);
    assert_eq!(counts(&store), before);
}

/// All files of the store.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("the store's directory");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

#[test]
fn a_damaged_store_is_thrown_away() {
    let shop = Workshop::new();
    let program = shop.program(TEXT);
    let expected = checked(&program, None);
    let mut random = fastrand::Rng::with_seed(9);
    let mut hits = 0;
    for trial in 0..200 {
        let store = shop.store();
        checked(&program, Some(&store));
        store.save();
        drop(store);
        let all: Vec<PathBuf> =
            files(&shop.results()).into_iter().filter(|f| !f.ends_with("lock")).collect();
        let file = &all[random.usize(..all.len())];
        let mut bytes = fs::read(file).expect("a file of the store");
        match trial % 4 {
            0 => bytes.truncate(random.usize(..bytes.len())),
            1 => bytes.extend(std::iter::repeat_with(|| random.u8(..)).take(1000)),
            _ => {
                for _ in 0..1 + random.usize(..8) {
                    let at = random.usize(..bytes.len());
                    bytes[at] ^= 1 << random.u32(..8);
                }
            }
        }
        fs::write(file, bytes).expect("damage");
        let damaged = shop.store();
        assert_eq!(checked(&program, Some(&damaged)), expected, "trial {trial}: {file:?}");
        hits += damaged.taken();
        damaged.save();
        // It is rebuilt.
        let rebuilt = shop.store();
        assert_eq!(checked(&program, Some(&rebuilt)), expected, "trial {trial}");
        assert_eq!(rebuilt.added(), 0, "trial {trial}");
    }
    assert_eq!(hits, 0, "nothing damaged was of use");
}

#[test]
fn a_foreign_file_is_thrown_away() {
    let shop = Workshop::new();
    let program = shop.program(TEXT);
    let expected = checked(&program, None);
    fs::create_dir_all(shop.results()).expect("a directory");
    fs::write(shop.results().join("results.redb"), "something else").expect("a file");
    fs::write(shop.results().join("seal"), "of another").expect("a file");
    for _ in 0..2 {
        let store = shop.store();
        assert_eq!(checked(&program, Some(&store)), expected);
        store.save();
    }
    let store = shop.store();
    checked(&program, Some(&store));
    assert_eq!(store.added(), 0);
}

#[test]
fn several_stores_share_a_file() {
    let shop = Workshop::new();
    let program = shop.program(TEXT);
    let expected = checked(&program, None);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..8 {
                    let store = shop.store();
                    assert_eq!(checked(&program, Some(&store)), expected);
                    store.save();
                }
            });
        }
    });
    let store = shop.store();
    assert_eq!(checked(&program, Some(&store)), expected);
    assert_eq!(store.added(), 0);
}

#[test]
fn the_file_stays_within_its_bound() {
    let shop = Workshop::new();
    let dir = Some(shop.directory.path().join("cache"));
    // An eighth is for results; an empty database has half a megabyte.
    let bound = 2 << 20;
    let mut last = None;
    for number in 0..60 {
        let text = TEXT.replace("index & 7", &format!("index & {number}"));
        let long = format!("{text}/* {number} */ int g{number}(int *p) {{ return p[{number}]; }}");
        let program = shop.program(&long);
        let store = Arc::new(Store::open(&CacheOptions { dir: dir.clone(), max_bytes: bound * 8 }));
        checked(&program, Some(&store));
        store.save();
        last = Some(program);
    }
    let file = shop.results().join("results.redb");
    assert!(fs::metadata(file).expect("the file").len() <= bound);
    let store = Arc::new(Store::open(&CacheOptions { dir, max_bytes: bound * 8 }));
    checked(&last.expect("a program"), Some(&store));
    assert_eq!(store.added(), 0, "what was of use last stays");
}
