//! A suite: many inputs for one program, which is built once.

use super::build::{self, Build, BuildError, Extent};
use super::coverage::{Measured, Tools};
use super::emit::{Marks, Recipe, choose_clang, write_harness, write_script};
use super::sandbox::Job;
use super::sanitizers::Set;
use super::{ReplayOptions, Replayer, process, tape};
use crate::gathered::INTERRUPTED;
use crate::generate::Test;
use margay_frontend::{in_parallel, remove_tree};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// What a run that counts leaves in its directory.
const PROFILE: &str = "margay.profraw";

/// A program that is ready to run with the inputs of tests.
pub struct Suite {
    replayer: Replayer,
    build: Build,
    /// What counts, or why nothing does.
    tools: Result<Tools, String>,
}

impl Suite {
    /// Builds the program, so that it counts what it executes if that is wanted and can be had.
    pub fn new(options: ReplayOptions, tests: &[Test], counts: bool) -> Result<Suite, String> {
        let mut tools = match counts {
            true => Tools::find(&options.clang),
            false => Err("nothing was run".to_owned()),
        };
        let replayer = Replayer::new(options, []).map_err(|e| format!("cannot build: {e}"))?;
        let mut built = replayer.build_for(tests, tools.is_ok());
        if tools.is_ok() && built == Err(BuildError::NoRuntime) {
            let major = replayer.options.clang.major;
            tools = Err(format!("clang {major} has no runtime for profiles here"));
            built = replayer.build_for(tests, false);
        }
        let build = built.map_err(|error| match error {
            BuildError::Impossible(why) => why,
            BuildError::Refused(why) => format!("the program does not compile: {why}"),
            BuildError::NoRuntime => "clang has no runtime here".to_owned(),
        })?;
        Ok(Suite { replayer, build, tools })
    }

    /// Runs all tests, and says how much of the program they come to.
    pub fn measure(&self, tests: &[Test]) -> Result<Measured, String> {
        let tools = self.tools.as_ref().map_err(Clone::clone)?;
        let options = &self.replayer.options;
        self.replayer.layers(&self.build)?;
        let profiles = in_parallel(tests, options.jobs, |test| self.profile(test));
        let profiles: Vec<PathBuf> = profiles.into_iter().flatten().collect();
        if options.stop.load(Ordering::Relaxed) {
            return Err(INTERRUPTED.to_owned());
        }
        if profiles.is_empty() {
            return Err("no run left a profile".to_owned());
        }
        let scratch = self.replayer.scratch.path();
        let measured = tools.measure(&self.build.program, &options.units, &profiles, scratch)?;
        Ok(Measured { lost: tests.len() - profiles.len(), ..measured })
    }

    /// The profile of a test's run, if it leaves one.
    fn profile(&self, test: &Test) -> Option<PathBuf> {
        let options = &self.replayer.options;
        let directory = self.replayer.run_directory(&tape::write(&test.input).ok()?).ok()?;
        let layers = self.replayer.layers(&self.build).ok()?;
        let command = [self.build.program.clone().into_os_string()];
        let ReplayOptions { limit, stop, .. } = options;
        process::run(&Job::new(layers, &command, &directory, *limit), &[], stop).ok()?;
        let (left, kept) = (directory.join(PROFILE), directory.with_extension("profraw"));
        let is_left = left.symlink_metadata().is_ok_and(|found| found.is_file());
        let is_kept = is_left && std::fs::rename(left, &kept).is_ok();
        let _ = remove_tree(&directory);
        is_kept.then_some(kept)
    }

    /// Writes the tests below a directory, each with its name: what it is given, and for all together
    /// the harness and a script that builds the program and runs them.
    pub fn emit(&self, tests: &[(String, &Test)], directory: &Path) -> Result<(), String> {
        let fail = |e: io::Error| format!("cannot write to {}: {e}", directory.display());
        for (name, test) in tests {
            let directory = directory.join(name);
            std::fs::create_dir_all(&directory).map_err(fail)?;
            let inputs = tape::write(&test.input)?;
            std::fs::write(directory.join(tape::FILE), inputs).map_err(fail)?;
        }
        write_harness(directory, &self.build).map_err(fail)?;
        write_script(&directory.join("run.sh"), &self.script()).map_err(fail)
    }

    fn script(&self) -> String {
        let clang = &self.replayer.options.clang;
        let mut out = format!("{HEADING}{}\n", choose_clang(clang));
        let (set, build) = (Set::Plain, &self.build);
        let flags = " $CFLAGS";
        Recipe { clang, set, build, marks: Marks::Nothing, goal: None, flags }.write(&mut out);
        out + RUN
    }
}

impl Replayer {
    fn build_for(&self, tests: &[Test], counts: bool) -> Result<Build, BuildError> {
        let set = if counts { Set::Coverage } else { Set::Plain };
        let root = self.scratch.path().canonicalize();
        let root = root.map_err(|e| BuildError::Impossible(e.to_string()))?;
        let inputs = tests.iter().flat_map(|test| &test.input);
        // What no test comes to counts as well, even if nothing does.
        build::build(self.options.with(), (set, Extent::All), inputs, &root.join(set.name()))
    }
}

const HEADING: &str = r#"#!/bin/sh
# Builds the program and runs it on the tests beside this script, or on those that are named;
# written by Margay, which it does not need. CFLAGS may add flags, as -fsanitize=address.
set -e
here=$(cd "$(dirname "$0")" && pwd)
cd "$here"
CFLAGS=${CFLAGS-}
"#;

/// The program reads its inputs in the directory that it runs in.
const RUN: &str = r#"
[ $# -gt 0 ] || set -- test[0-9]*/
for test in "$@"; do
    code=0
    (cd "$test" && exec ../program </dev/null >output.txt 2>errors.txt) || code=$?
    echo "${test%/}: exit code $code"
done
"#;
