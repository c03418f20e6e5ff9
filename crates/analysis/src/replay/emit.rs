//! A finding as a directory that anyone can build and run without Margay.

use super::build::{
    Build, COMMON_FLAGS, HARNESS, HARNESS_FILE, HARNESS_FLAGS, LINK_FLAGS, STUBS_FILE,
    machine_flags, unit_flags, wrap_flags,
};
use super::sanitizers::Set;
use super::tape;
use margay_frontend::{ClangInfo, Unit, object_arguments};
use margay_ir::finding::Finding;
use std::fmt::Write;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes the directory; what is there under the same names is replaced.
pub fn write(
    directory: &Path,
    finding: &Finding,
    inputs: &str,
    clang: &ClangInfo,
    units: &[Unit],
    set: Set,
    build: &Build,
) -> io::Result<()> {
    std::fs::create_dir_all(directory)?;
    std::fs::write(directory.join(tape::FILE), inputs)?;
    std::fs::write(directory.join(HARNESS_FILE), HARNESS)?;
    if let Some(stubs) = &build.stubs {
        std::fs::write(directory.join(STUBS_FILE), stubs)?;
    }
    let run = directory.join("run.sh");
    std::fs::write(&run, script(finding, clang, units, set, build))?;
    std::fs::set_permissions(&run, PermissionsExt::from_mode(0o755))
}

fn script(finding: &Finding, clang: &ClangInfo, units: &[Unit], set: Set, build: &Build) -> String {
    let place = finding.location.file.display();
    let mut out = format!(
        "#!/bin/sh\n\
         # {}\n\
         # {}: {} ({place}:{})\n\
         # Builds the program with sanitizers and gives it the inputs in {}.\n\
         set -e\n\
         here=$(cd \"$(dirname \"$0\")\" && pwd)\n\
         cd \"$here\"\n\
         CC=${{CC:-{}}}\n\n",
        "A test that shows a bug; written by Margay, which it does not need.",
        comment(&finding.rule),
        comment(&finding.message),
        finding.location.line,
        tape::FILE,
        quote("clang"),
    );
    let mut objects = String::new();
    for (index, unit) in units.iter().enumerate() {
        let arguments = object_arguments(clang, unit, &unit_flags(set));
        let words = arguments.iter().map(|word| quote(&word.to_string_lossy()));
        let words = words.collect::<Vec<_>>().join(" ");
        let file = quote(&unit.file.display().to_string());
        let dir = quote(&unit.directory.display().to_string());
        line(&mut out, format!("(cd {dir} && $CC {words} -o \"$here/{index}.o\" -- {file})"));
        objects += &format!("{index}.o ");
    }
    let machine: Vec<String> = machine_flags(units).iter().map(|flag| quote(flag)).collect();
    let machine = machine.join(" ");
    let common = [COMMON_FLAGS, HARNESS_FLAGS, set.harness_flags()].concat().join(" ");
    line(&mut out, format!("$CC {machine} {common} -c {HARNESS_FILE}"));
    objects += "margay_replay.o";
    if build.stubs.is_some() {
        line(&mut out, format!("$CC {machine} {common} -c {STUBS_FILE}"));
        objects += " margay_stubs.o";
    }
    let (flags, wraps, link) =
        (set.flags().join(" "), wrap_flags(build).join(" "), LINK_FLAGS.join(" "));
    line(&mut out, format!("$CC {machine} {flags} {objects} {wraps} {link} -o program"));
    for (name, value) in set.environment(&finding.rule, true) {
        line(&mut out, format!("export {name}={}", quote(&value)));
    }
    line(&mut out, "exec ./program </dev/null".to_owned());
    out
}

fn line(out: &mut String, text: String) {
    writeln!(out, "{text}").expect("strings take all that is written");
}

fn quote(word: &str) -> String {
    // Only a null byte cannot be quoted, and no word of a command has one.
    shlex::try_quote(word).map_or_else(|_| word.replace('\0', ""), |quoted| quoted.into_owned())
}

/// Text that cannot end the comment it stands in.
fn comment(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
