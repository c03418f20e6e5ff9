//! Damaged bitcode: an error or a program with gaps, never a panic.
//!
//! A little of what `examples/fuzz_bitcode.rs` does at length, on fixed seeds.

#[path = "../examples/mutate/mod.rs"]
mod mutate;

use margay_frontend::bitcode;
use mutate::{Random, mutate};
use std::path::Path;
use std::process::Command;

const SOURCE: &str = r#"
#include <stdarg.h>
struct node { struct node *next; unsigned low : 3; enum { RED, GREEN = 7 } color; };
static const char *names[] = { "one", "two", 0 };
static struct node first = { 0, 5, GREEN }, second = { &first, 1, RED };
long double precise = 1.25L;
static int twice(int x) { return x * 2; }
static int (*const operations[])(int) = { twice, twice };
int total(int count, ...) {
    va_list list;
    va_start(list, count);
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}
int choose(int which) {
    static void *const labels[] = { &&here, &&there };
    switch (which) {
    case 1: return 10;
    case -7: return 20;
    case 9: goto *labels[which & 1];
    }
here:
    return operations[which & 1](which);
there:
    return names[0][0] + second.next->low;
}
__attribute__((constructor)) static void begin(void) { second.color = GREEN; }
int main(int argc, char **argv) {
    int sizes[argc];
    sizes[0] = total(2, argc, choose(argc));
    return sizes[0] + argv[0][0];
}
"#;

/// Bitcode of the sample, from the first clang that is found.
fn sample(level: &str) -> Vec<u8> {
    let dir = tempfile::tempdir().expect("a directory for the sample");
    let (source, output) = (dir.path().join("sample.c"), dir.path().join("sample.bc"));
    std::fs::write(&source, SOURCE).expect("the sample can be written");
    let named = std::env::var("MARGAY_CLANG").ok();
    let known = ["clang-19", "clang-16", "clang-15", "clang"];
    let compiled = named.as_deref().into_iter().chain(known).any(|clang| {
        let mut command = Command::new(clang);
        command.args([level, "-g", "-emit-llvm", "-c", "-o"]).arg(&output).arg(&source);
        command.status().is_ok_and(|status| status.success())
    });
    assert!(compiled, "no clang compiled the sample");
    read_file(&output)
}

fn read_file(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("clang wrote its output")
}

#[test]
fn truncated_files_are_errors() {
    let bytes = sample("-O0");
    assert!(bitcode::read(&bytes).is_ok());
    for length in (0..bytes.len()).step_by(13) {
        // The tables at the end of the file only matter to linkers; names are before them.
        if let Ok(program) = bitcode::read(&bytes[..length]) {
            assert!(
                length > bytes.len() / 2,
                "{length} bytes: {} functions",
                program.functions.len()
            );
        }
    }
}

#[test]
fn damaged_files_do_not_panic() {
    let (plain, optimised) = (sample("-O0"), sample("-O2"));
    let mut read = 0;
    for seed in 0..6000 {
        let mut random = Random::new(seed);
        let (bytes, other) = match seed % 2 {
            0 => (&plain, &optimised),
            _ => (&optimised, &plain),
        };
        let mut bytes = bytes.clone();
        mutate(&mut bytes, other, &mut random);
        if let Ok(program) = bitcode::read(&bytes) {
            read += 1;
            // Later stages walk types and scopes without looking.
            for (id, _) in program.types.iter() {
                program.size_of(id);
            }
            for span in program.source.spans.ids() {
                program.source.function_of(span);
            }
        }
    }
    // Otherwise the damage is so coarse that only the outermost checks are tested.
    assert!(read > 600, "only {read} of 6000 damaged files could still be read");
}

#[test]
fn other_files_are_not_bitcode() {
    for bytes in [&b""[..], b"BC", b"\x7fELF", b"BC\xC0\xDF----", b"\xDE\xC0\x17\x0B"] {
        assert_eq!(bitcode::read(bytes).err(), Some(bitcode::ReadError::NotBitcode));
    }
}

#[test]
fn wrapped_bitcode_is_unwrapped() {
    let raw = sample("-O0");
    let length = u32::try_from(raw.len()).expect("a small file");
    let mut wrapped = Vec::new();
    for word in [0x0B17_C0DE, 0, 20, length, 7] {
        wrapped.extend_from_slice(&u32::to_le_bytes(word));
    }
    wrapped.extend_from_slice(&raw);
    wrapped.extend_from_slice(&[0; 12]);
    let program = bitcode::read(&wrapped).expect("wrapped bitcode");
    assert!(program.function("total").is_some());
}
