//! Programs made by crossing flaws with variants, for what the flow between a source
//! and a sink does to a checker.
//!
//! Of each pair there are three: `bad` has both ends flawed, `good_source` and
//! `good_sink` have one repaired. A fixed sample runs in every test, all of them in
//! the long one. With `MARGAY_GENERATED_DIR` they are kept in that folder to look at.

use crate::flaws::{FLAWS, Flaw};
use crate::run::Case;
use crate::variants::{Files, VARIANTS, Variant};
use libtest_mimic::{Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};

/// Every so manieth program is in the sample. It is prime, so that the sample meets
/// every flaw, variant and kind.
const STRIDE: usize = 37;

const INCLUDES: &str = "\
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>";

#[derive(Clone, Copy, Debug)]
enum Kind {
    Bad,
    GoodSource,
    GoodSink,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Bad, Kind::GoodSource, Kind::GoodSink];

    fn name(self) -> &'static str {
        match self {
            Kind::Bad => "bad",
            Kind::GoodSource => "good_source",
            Kind::GoodSink => "good_sink",
        }
    }
}

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    let long = std::env::var_os("MARGAY_LONG_TESTS").is_some();
    let kept = std::env::var_os("MARGAY_GENERATED_DIR").map(PathBuf::from);
    let mut index: usize = 0;
    for flaw in FLAWS {
        for variant in VARIANTS {
            for kind in Kind::ALL {
                index += 1;
                if !long && !index.is_multiple_of(STRIDE) {
                    continue;
                }
                let name = format!("{}__{}__{}", flaw.name, variant.name, kind.name());
                let (folder, kept) = (name.clone(), kept.clone());
                trials.push(Trial::test(format!("generated::{name}"), move || {
                    let files = program(flaw, variant, kind);
                    match kept {
                        Some(kept) => check(&files, &kept.join(folder)),
                        None => check(&files, &tempfile::tempdir()?.path().join(folder)),
                    }
                }));
            }
        }
    }
    trials
}

fn program(flaw: &Flaw, variant: &Variant, kind: Kind) -> Files {
    let (source, sink) = match kind {
        Kind::Bad => (flaw.bad_source, flaw.bad_sink),
        Kind::GoodSource => (flaw.good_source, flaw.bad_sink),
        Kind::GoodSink => (flaw.bad_source, flaw.good_sink),
    };
    let mark = match kind {
        Kind::Bad => format!(" // expect: {}", flaw.rule),
        Kind::GoodSource | Kind::GoodSink => String::new(),
    };
    let marked = |text: &str| text.replace(" @", &mark);
    variant.files(INCLUDES, flaw.data, &marked(source), &marked(sink))
}

fn check(files: &Files, folder: &Path) -> Result<(), Failed> {
    fs::create_dir_all(folder)?;
    for (name, text) in files {
        fs::write(folder.join(name), text)?;
    }
    Case::read(folder)?.check().map_err(|failed| {
        let said = failed.message().unwrap_or_default();
        let texts = files.iter().map(|(name, text)| format!("--- {name}\n{text}"));
        format!("{said}\n{}", texts.collect::<String>()).into()
    })
}
