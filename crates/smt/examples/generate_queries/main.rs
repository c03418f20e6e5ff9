//! Writes the queries that `./x bench solve` asks beside a recorded corpus.
//!
//!     generate_queries DIR [SEED]
//!
//! 200 files in SMT-LIB 2, of the kind that a symbolic executor asks of C code: a quarter each about
//! multiplication, division, shifts by unknown amounts, and unknown indices into objects of 4 KiB. A
//! family is one piece of C; it is asked four times: with 32 and with 64 bits, each time once in
//! search of how something can happen and once for a proof that something cannot. Constants are
//! drawn from the seed. Invariant: the same seed writes the same bytes on every machine.
//!
//! The families were written before any solver was measured on them, and none was taken out for
//! being hard. Where arithmetic alone tells the answer it is in the file as its `:status`.

mod division;
mod multiplication;
mod objects;
mod script;
mod shifts;

use script::{Script, Variant};
use std::path::Path;
use std::process::ExitCode;

const SEED: u64 = 20_260_117;

/// A piece of C: its name, and what writes a query about it.
type Family = (&'static str, fn(&mut Script));

const GROUPS: [(&str, &[Family]); 4] = [
    ("multiplication", multiplication::FAMILIES),
    ("division", division::FAMILIES),
    ("shift", shifts::FAMILIES),
    ("object", objects::FAMILIES),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let result = match &args[..] {
        [dir] => write_all(Path::new(dir), SEED),
        [dir, seed] => match seed.parse() {
            Ok(seed) => write_all(Path::new(dir), seed),
            Err(error) => Err(std::io::Error::other(format!("{seed}: {error}"))),
        },
        _ => Err(std::io::Error::other("usage: generate_queries DIR [SEED]")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("generate_queries: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write_all(dir: &Path, seed: u64) -> std::io::Result<()> {
    std::fs::create_dir_all(dir)?;
    let mut random = fastrand::Rng::with_seed(seed);
    for (group, families) in GROUPS {
        for (family, write) in families {
            for variant in Variant::ALL {
                // A generator of its own for each file: a change to one leaves the others alone.
                let mut script = Script::new(variant, random.fork());
                write(&mut script);
                let file = format!("{group}_{family}_{variant}.smt2");
                std::fs::write(dir.join(file), script.finish())?;
            }
        }
    }
    Ok(())
}
