//! A finding as a directory that anyone can build and run without Margay.
//!
//! Sanitizers speak for themselves. For a target that is reached, the script has the compiler
//! write assembly, marks the code of the target in it, and the harness stops the program there. For
//! what threads do, it marks the places of their turns in the same way. It does not mark both: a target
//! that takes certain turns has no script.

use super::build::{
    Build, COMMON_FLAGS, HARNESS, HARNESS_FILE, HARNESS_FLAGS, LINK_FLAGS, STUBS_FILE, TURNS,
    TURNS_FILE, machine_flags, own_flags, unit_flags, wrap_flags,
};
use super::sanitizers::Set;
use super::symbolize::Symbols;
use super::turns::Schedule;
use super::{tape, target};
use crate::goal::Goal;
use margay_frontend::{ClangInfo, as_argument, object_arguments};
use margay_ir::finding::Finding;
use std::fmt::Write;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// What a directory is made of.
pub struct Test<'a> {
    pub finding: &'a Finding,
    pub inputs: &'a str,
    pub clang: &'a ClangInfo,
    pub set: Set,
    pub build: &'a Build,
    pub goal: Option<&'a Goal>,
}

impl Test<'_> {
    /// Writes the directory; what is there under the same names is replaced.
    pub fn write(&self, directory: &Path) -> io::Result<()> {
        std::fs::create_dir_all(directory)?;
        let schedule = Schedule::of(self.finding).ok().filter(|_| self.set.leads());
        let (lines, places) = schedule.as_ref().map_or_else(Default::default, |schedule| {
            schedule.marked(&Symbols::of(&self.build.program))
        });
        let ways = schedule.as_ref().map_or(&[][..], Schedule::ways);
        std::fs::write(directory.join(tape::FILE), self.inputs.to_owned() + &lines)?;
        write_harness(directory, self.build)?;
        if self.set.leads() {
            std::fs::write(directory.join(TURNS_FILE), TURNS)?;
        }
        write_script(&directory.join("run.sh"), &self.script(&places, ways))
    }

    fn script(&self, places: &[(String, u32, u32)], ways: &[&str]) -> String {
        let Test { finding, clang, set, build, goal, .. } = *self;
        let mut out = self.heading();
        let marks = self.marks();
        if marks == Marks::Places {
            let place = |(index, (file, line, column)): (usize, &(String, u32, u32))| {
                format!("{index} {line} {column} {file}\n")
            };
            let places: String = places.iter().enumerate().map(place).collect();
            line(&mut out, format!("places={}\n{MARK_PLACES}", quote(&places)));
        }
        Recipe { clang, set, build, marks, goal, flags: "" }.write(&mut out);
        for (name, value) in set.environment(&finding.rule, true) {
            line(&mut out, format!("export {name}={}", quote(&value)));
        }
        match marks {
            Marks::Target => out += RUN_TO_TARGET,
            Marks::Places => {
                let run = if set == Set::Thread { RUN_WITH_TURNS } else { RUN_LED };
                out += &run.replace("WAYS", &ways.join(" "));
            }
            Marks::Nothing => line(&mut out, "exec ./program </dev/null".to_owned()),
        }
        out
    }

    fn marks(&self) -> Marks {
        match self.set {
            Set::Plain => Marks::Target,
            set if set.leads() => Marks::Places,
            _ => Marks::Nothing,
        }
    }

    fn heading(&self) -> String {
        let (finding, place) = (self.finding, &self.finding.location);
        let (what, how) = match self.marks() {
            Marks::Target => ("that a target is reached", "so that it stops there"),
            Marks::Places if self.set == Set::Thread => ("a bug", "so that its threads take turns"),
            Marks::Places => ("a bug", "with sanitizers, so that its threads take turns,"),
            Marks::Nothing => ("a bug", "with sanitizers"),
        };
        let mut out = format!(
            "#!/bin/sh\n\
             # A test that shows {what}; written by Margay, which it does not need.\n\
             # {}: {} ({}:{})\n\
             # Builds the program {how} and gives it the inputs in {}.\n\
             set -e\n\
             here=$(cd \"$(dirname \"$0\")\" && pwd)\n\
             cd \"$here\"\n\
             {}\n",
            comment(&finding.rule),
            comment(&finding.message),
            comment(&place.file.display().to_string()),
            place.line,
            tape::FILE,
            choose_clang(self.clang),
        );
        if self.marks() == Marks::Target {
            let file = place.file.display().to_string();
            let (name, number) = match self.goal {
                Some(goal @ Goal::Function { .. }) => (goal.to_string(), 0),
                Some(Goal::Assertion) => ("a failing assertion".to_owned(), 0),
                Some(Goal::Line { .. }) | None => (format!("{file}:{}", place.line), place.line),
            };
            let functions = target::functions(self.goal).join(" ");
            line(&mut out, format!("target={}", quote(&name)));
            let only = matches!(self.goal, Some(Goal::Function { file: Some(_), .. }));
            line(&mut out, format!("file={} line={number}", quote(&file)));
            line(&mut out, format!("only={}", if only { "1" } else { "" }));
            line(&mut out, format!("functions={}\n{MARK}", quote(&functions)));
        }
        out
    }
}

/// What a script marks in the code that the compiler makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    Nothing,
    /// A target that is to be reached.
    Target,
    /// Places that threads come to.
    Places,
}

/// How a program is built, as lines of a script that stands in `$here`.
pub struct Recipe<'a> {
    pub clang: &'a ClangInfo,
    pub set: Set,
    pub build: &'a Build,
    pub marks: Marks,
    /// The target that is marked.
    pub goal: Option<&'a Goal>,
    /// More flags for all commands.
    pub flags: &'a str,
}

impl Recipe<'_> {
    pub fn write(&self, out: &mut String) {
        let Recipe { clang, set, build, goal, flags, .. } = self;
        let units = &build.units;
        let machine: Vec<String> = machine_flags(units).iter().map(|flag| quote(flag)).collect();
        let machine = machine.join(" ");
        let mut objects = String::new();
        for (index, unit) in units.iter().enumerate() {
            let arguments = object_arguments(clang, unit, &unit_flags(*set));
            let words = arguments.iter().map(|word| quote(&word.to_string_lossy()));
            let words = words.collect::<Vec<_>>().join(" ");
            let file = quote(&as_argument(&unit.file).display().to_string());
            let dir = quote(&unit.directory.display().to_string());
            let command = |to: &str| format!("(cd {dir} && $CC {words}{flags} {to} -- {file})");
            self.compile(out, &index.to_string(), "\"${functions-}\"", &machine, command);
            objects += &format!("{index}.o ");
        }
        // For itself, the harness may have functions that are called like the program's.
        let own = target::functions(*goal).iter().any(|name| name.starts_with("__wrap_"));
        let functions = if own { "\"$functions\"" } else { "''" };
        let stubs = build.stubs.as_ref().map(|_| STUBS_FILE);
        let turns = set.leads().then_some(TURNS_FILE);
        for file in [Some(HARNESS_FILE), turns, stubs].into_iter().flatten() {
            let name = file.trim_end_matches(".c");
            let common = [COMMON_FLAGS, HARNESS_FLAGS, own_flags(*set, file)].concat().join(" ");
            let command = |to: &str| format!("$CC {machine} {common}{flags} -c {to} {file}");
            self.compile(out, name, functions, &machine, command);
            objects += &format!("{name}.o ");
        }
        let (sanitizers, wraps, link) =
            (set.link_flags().join(" "), wrap_flags(build).join(" "), LINK_FLAGS.join(" "));
        line(out, format!("$CC {machine} {sanitizers}{flags} {objects}{wraps} {link} -o program"));
    }

    /// The lines that make an object.
    fn compile(
        &self,
        out: &mut String,
        name: &str,
        functions: &str,
        machine: &str,
        command: impl Fn(&str) -> String,
    ) {
        if self.marks != Marks::Nothing {
            line(out, command(&format!("-S -o \"$here/{name}.s\"")));
            line(out, format!("mark {name} {functions} {machine}"));
        } else {
            line(out, command(&format!("-o \"$here/{name}.o\"")));
        }
    }
}

/// Writes the harness, and what stands in for functions that are defined nowhere.
pub fn write_harness(directory: &Path, build: &Build) -> io::Result<()> {
    std::fs::write(directory.join(HARNESS_FILE), HARNESS)?;
    match &build.stubs {
        Some(stubs) => std::fs::write(directory.join(STUBS_FILE), stubs),
        None => Ok(()),
    }
}

/// Lines of a script that set `CC`, unless it is set already: to the clang that was used, else to what the machine
/// calls its own.
pub fn choose_clang(clang: &ClangInfo) -> String {
    let used = [Some(clang.path.as_os_str()), clang.path.file_name()].into_iter().flatten();
    let used = used.map(|name| name.to_string_lossy().into_owned());
    // `$CC` may have flags, so it is split where it has spaces.
    let used = used.filter(|name| !name.contains(char::is_whitespace));
    let versions = (OLDEST_CLANG..=clang.major.max(NEWEST_CLANG)).rev();
    let others = std::iter::once("clang".to_owned()).chain(versions.map(|n| format!("clang-{n}")));
    let names: Vec<String> = used.chain(others).map(|name| quote(&name)).collect();
    format!(
        "if [ -z \"${{CC-}}\" ]; then\n    \
         for CC in {} clang; do\n        \
         if command -v \"$CC\" >/dev/null 2>&1; then break; fi\n    \
         done\n\
         fi\n",
        names.join(" ")
    )
}

/// Versions of clang that scripts look for.
const OLDEST_CLANG: u32 = 15;
const NEWEST_CLANG: u32 = 24;

/// Writes a script that can be run.
pub fn write_script(file: &Path, text: &str) -> io::Result<()> {
    std::fs::write(file, text)?;
    std::fs::set_permissions(file, PermissionsExt::from_mode(0o755))
}

/// Marks the target in a file of assembly: where debug info says that code of the line begins, or at
/// the labels of functions; if they are of the file only, where debug info says that their code begins.
const MARK: &str = r#"# Makes NAME.o from NAME.s, with the target marked: mark NAME FUNCTIONS FLAG...
mark() {
    name=$1
    shift
    awk -v file="$file" -v line="$line" -v only="$only" -v functions="$1" '
        function ends(whole, end) {
            return substr("/" whole, length(whole) + 1 - length(end)) == "/" end
        }
        BEGIN { split(functions, names, " "); for (i in names) wanted[names[i] ":"] = 1 }
        { print }
        $1 == ".file" && $2 ~ /^[0-9]+$/ {
            split($0, part, "\"")
            path = part[4] == "" ? part[2] : part[4] ~ /^\// ? part[4] : part[2] "/" part[4]
            is_it[$2] = ends(path, file) || ends(file, path)
        }
        only && $1 in wanted { enters = 1 }
        { is_code = $1 == ".loc"; is_entry = enters && is_code && is_it[$2] }
        is_code { enters = 0 }
        is_entry || is_code && is_it[$2] && $3 == line || !only && $1 in wanted {
            count++
            print ".Lmargay" count ":"
            print "\t.pushsection margay_targets,\"a\""
            print "\t.long .Lmargay" count " - ."
            print "\t.popsection"
        }
    ' "$name.s" > "$name-marked.s"
    shift
    $CC "$@" -w -c -o "$name.o" "$name-marked.s"
}
"#;

/// Marks the places of turns in a file of assembly: the code from where debug info has one to where it has
/// another. The harness's own files have none.
const MARK_PLACES: &str = r#"# Makes NAME.o from NAME.s, with the places marked: mark NAME '' FLAG...
mark() {
    name=$1
    shift 2
    places=$places awk '
        function ends(whole, end) {
            return substr("/" whole, length(whole) + 1 - length(end)) == "/" end
        }
        function close_last() { if (is_open) print ".Lmargay_end" count ":"; is_open = 0 }
        BEGIN {
            most = split(ENVIRON["places"], text, "\n")
            for (i = 1; i <= most; i++) {
                if (text[i] == "") continue
                split(text[i], part, " ")
                line[part[1]] = part[2]
                column[part[1]] = part[3]
                file[part[1]] = substr(text[i], length(part[1] part[2] part[3]) + 4)
            }
        }
        $1 == ".file" && $2 ~ /^[0-9]+$/ {
            split($0, part, "\"")
            paths[$2] = part[4] == "" ? part[2] : part[4] ~ /^\// ? part[4] : part[2] "/" part[4]
        }
        $1 == ".loc" || $1 == ".cfi_endproc" || $1 == ".section" || $1 ~ /^\.Lfunc_end/ { close_last() }
        { print }
        $1 == ".loc" {
            found = ""
            for (i in line) {
                is_there = $3 == line[i] && (ends(paths[$2], file[i]) || ends(file[i], paths[$2]))
                if (is_there && $4 == column[i]) { found = i; break }
                if (is_there && column[i] == 0) found = i
            }
            if (found == "") next
            count++
            is_open = 1
            print ".Lmargay" count ":"
            print "\t.pushsection margay_places,\"a\""
            print "\t.long " found
            print "\t.long .Lmargay" count " - ."
            print "\t.long .Lmargay_end" count " - ."
            print "\t.popsection"
        }
    ' "$name.s" > "$name-marked.s"
    $CC "$@" -w -c -o "$name.o" "$name-marked.s"
}
"#;

/// The harness says what it sees, and ends a program that has shown it.
const RUN_WITH_TURNS: &str = r#"run() {
    sed "s/^goal \([^ ]*\) [^ ]* /goal \1 $1 /" inputs.txt > inputs.new
    mv inputs.new inputs.txt
    ./program </dev/null 2>errors.txt || true
    if grep '^margay: shown: ' errors.txt; then
        exit 0
    fi
}
for way in WAYS; do
    run "$way"
    later=$(sed -n 's/^margay: later: //p' errors.txt)
    if [ -n "$later" ]; then
        run "$way+$later"
    fi
done
cat errors.txt >&2
echo "it was not shown"
exit 1
"#;

/// Sanitizers speak for themselves, once the threads are led to where they do.
const RUN_LED: &str = r#"for way in WAYS; do
    sed "s/^goal \([^ ]*\) [^ ]* /goal \1 $way /" inputs.txt > inputs.new
    mv inputs.new inputs.txt
    code=0
    ./program </dev/null 2>errors.txt || code=$?
    if grep -q -e 'Sanitizer: ' -e ': runtime error: ' errors.txt; then
        cat errors.txt >&2
        exit $code
    fi
done
cat errors.txt >&2
echo "it was not shown"
"#;

/// The harness says so, and ends a program that has come to a mark.
const RUN_TO_TARGET: &str = r#"./program </dev/null 2>errors.txt || true
cat errors.txt >&2
if ! grep -q '^margay: reached from ' errors.txt; then
    echo "$target was not reached"
    exit 1
fi
echo "$target was reached"
"#;

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
