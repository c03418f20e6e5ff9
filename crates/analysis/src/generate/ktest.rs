//! A test as KLEE's `.ktest`, version 3: all numbers are big-endian.
//!
//! Objects have the names and the order that KLEE's POSIX environment gives them, and the command
//! line in the file makes `klee-replay` ask for them so: `n_args` and `arg00` on, files as `A-data`
//! with their `stat`, `stdin`, then what the program itself made symbolic.

use super::Test;
use margay_engine::Arguments;
use margay_ir::finding::Source;

const MAGIC: &[u8] = b"KTEST";
const VERSION: u32 = 3;

/// The bytes of such a file.
pub fn ktest(test: &Test, program: &str, limits: &Arguments) -> Vec<u8> {
    let mut file = File { arguments: vec![program.to_owned()], objects: Vec::new() };
    file.add_arguments(test, limits);
    file.add_files(test);
    for input in &test.input {
        if let Source::Named { name } = &input.source {
            file.add(name, input.bytes.clone());
        }
    }
    file.bytes()
}

struct File {
    arguments: Vec<String>,
    objects: Vec<(String, Vec<u8>)>,
}

impl File {
    fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.objects.push((name.to_owned(), bytes));
    }

    fn option(&mut self, words: &[&str]) {
        self.arguments.extend(words.iter().map(|word| (*word).to_owned()));
    }

    fn add_arguments(&mut self, test: &Test, limits: &Arguments) {
        let Some(given) = test.arguments() else { return };
        let Arguments { min, max, len, .. } = limits;
        self.option(&["-sym-args", &min.to_string(), &max.to_string(), &len.to_string()]);
        // What has one value is no symbol.
        if min != max {
            let count = u32::try_from(given.len()).expect("a few arguments");
            self.add("n_args", count.to_le_bytes().to_vec());
        }
        for (index, mut argument) in given.into_iter().enumerate() {
            argument.resize(*len as usize + 1, 0);
            self.add(&format!("arg{index:02}"), argument);
        }
    }

    /// Files that are not called A, B and so on have no place in it.
    fn add_files(&mut self, test: &Test) {
        let named = |name: char| {
            let name = name.to_string();
            test.bytes_of(|source| matches!(source, Source::File { path } if *path == name))
        };
        let files: Vec<Vec<u8>> = ('A'..='Z').map_while(named).collect();
        let longest = files.iter().map(Vec::len).max().unwrap_or(0);
        if !files.is_empty() {
            self.option(&["-sym-files", &files.len().to_string(), &longest.to_string()]);
        }
        for (mut bytes, name) in files.into_iter().zip('A'..='Z') {
            bytes.resize(longest, 0);
            self.add_file(&format!("{name}-data"), bytes);
        }
        if let Some(bytes) = test.bytes_of(|source| *source == Source::Stdin) {
            self.option(&["-sym-stdin", &bytes.len().to_string()]);
            self.add_file("stdin", bytes);
        }
    }

    fn add_file(&mut self, name: &str, bytes: Vec<u8>) {
        let status = status(bytes.len() as u64);
        self.add(name, bytes);
        self.add(&format!("{name}-stat"), status);
    }

    fn bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let number = |out: &mut Vec<u8>, value: usize| {
            out.extend(u32::try_from(value).expect("less than 4 GiB").to_be_bytes());
        };
        let counted = |out: &mut Vec<u8>, bytes: &[u8]| {
            number(out, bytes.len());
            out.extend(bytes);
        };
        out.extend(VERSION.to_be_bytes());
        number(&mut out, self.arguments.len());
        self.arguments.iter().for_each(|argument| counted(&mut out, argument.as_bytes()));
        // Neither symbolic `argv` of KLEE's earlier kind nor its length.
        number(&mut out, 0);
        number(&mut out, 0);
        number(&mut out, self.objects.len());
        for (name, bytes) in &self.objects {
            counted(&mut out, name.as_bytes());
            counted(&mut out, bytes);
        }
        out
    }
}

/// What `stat` says of a regular file of so many bytes: the structure of Linux on x86, 64 bits.
fn status(size: u64) -> Vec<u8> {
    const LINKS: usize = 16;
    const MODE: usize = 24;
    const SIZE: usize = 48;
    const BLOCK_SIZE: usize = 56;
    const REGULAR: u32 = 0o100_644;
    let mut bytes = vec![0; 144];
    bytes[LINKS] = 1;
    bytes[MODE..MODE + 4].copy_from_slice(&REGULAR.to_le_bytes());
    bytes[SIZE..SIZE + 8].copy_from_slice(&size.to_le_bytes());
    bytes[BLOCK_SIZE..BLOCK_SIZE + 8].copy_from_slice(&4096_u64.to_le_bytes());
    bytes
}
