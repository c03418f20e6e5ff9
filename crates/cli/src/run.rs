//! `margay run`: executes a program on the engine, with the real standard input and
//! output, and answers with the program's own exit code.

use crate::inputs::{self, InputArgs};
use crate::output::{Failure, Terminal};
use clap::Args;
use std::ffi::OsString;
use std::path::Path;

/// Execute a program on Margay's engine
///
/// The program reads the real standard input, writes the real standard output and its
/// exit code becomes Margay's.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    /// An argument for the program; repeat it for more
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub arg: Vec<OsString>,
}

const EXAMPLES: &str = "\
Examples:
  margay run wc.c < README.md
  margay run sort.c util.c --arg -r --arg names.txt
  margay run prog.c -- -Iinclude -DLIMIT=10";

pub fn run(args: &RunArgs, terminal: &Terminal) -> Result<u8, Failure> {
    let loaded = inputs::load(&args.inputs, terminal)?;
    let argv = program_arguments(args);
    terminal.note(&format!("running {}", String::from_utf8_lossy(&argv[0])));
    let _ = inputs::exit_code(&loaded);
    Err(Failure::Tool("`margay run` is not there yet".to_owned()))
}

/// The program's `argv`. Its own name is that of the first input without the extension,
/// as a shell would call what a compiler makes of it.
fn program_arguments(args: &RunArgs) -> Vec<Vec<u8>> {
    let name = match args.inputs.files.first() {
        Some(first) => {
            let stem = first.with_extension("");
            let bare = stem.parent().is_none_or(|dir| dir.as_os_str().is_empty());
            if bare { Path::new(".").join(stem) } else { stem }
        }
        None => Path::new("./a.out").to_owned(),
    };
    let all = std::iter::once(name.as_os_str()).chain(args.arg.iter().map(OsString::as_os_str));
    all.map(|arg| arg.as_encoded_bytes().to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Command, Options};
    use clap::Parser;

    fn check(line: &str, expected: &[&str]) {
        let Command::Run(args) = Options::parse_from(line.split(' ')).command else {
            panic!("not run")
        };
        let arguments = program_arguments(&args);
        let arguments: Vec<_> = arguments.iter().map(|a| String::from_utf8_lossy(a)).collect();
        assert_eq!(arguments, expected);
    }

    #[test]
    fn the_program_is_called_after_its_first_file() {
        check("margay run prog.c --arg x --arg -y", &["./prog", "x", "-y"]);
        check("margay run src/a.c b.c", &["src/a"]);
        check("margay run /tmp/a.b.c", &["/tmp/a.b"]);
        check("margay run --build make", &["./a.out"]);
    }
}
