//! What is said beside a command's own output: errors, warnings and notes.
//!
//! All of it goes to standard error, one sentence each, as `margay: error: ...`.
//! Standard output carries answers only.

use crate::options::{ColorChoice, GlobalOptions};
use std::io::{self, IsTerminal, Write};

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// Something outside the analysed program went wrong.
    Tool(String),
    /// Nothing of the input could be analysed.
    Incomplete(String),
    BrokenPipe,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::Tool(format!("cannot write: {error}")),
        }
    }
}

pub struct Terminal {
    color: bool,
    color_output: bool,
    live: bool,
    quiet: bool,
    verbose: bool,
    silent: bool,
}

const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const CYAN: &str = "\x1b[1;36m";
const RESET: &str = "\x1b[0m";

impl Terminal {
    pub fn new(options: &GlobalOptions) -> Self {
        let wanted = |terminal: bool| match options.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => terminal && std::env::var_os("NO_COLOR").is_none(),
        };
        Terminal {
            color: wanted(io::stderr().is_terminal()),
            color_output: wanted(io::stdout().is_terminal()),
            live: io::stderr().is_terminal() && !options.quiet,
            quiet: options.quiet,
            verbose: options.verbose,
            silent: false,
        }
    }

    /// One that says nothing but what other tools say.
    pub fn silent() -> Self {
        let (color, color_output, live) = (false, false, false);
        Terminal { color, color_output, live, quiet: true, verbose: false, silent: true }
    }

    /// Whether what is written to it is shown nowhere.
    pub fn is_silent(&self) -> bool {
        self.silent
    }

    /// Whether answers on standard output have colours.
    pub fn colors_output(&self) -> bool {
        self.color_output
    }

    /// Whether someone looks on who may be shown how far the work is.
    pub fn is_live(&self) -> bool {
        self.live
    }

    /// Whether what is done is said.
    pub fn is_verbose(&self) -> bool {
        self.verbose
    }

    pub fn error(&self, message: &str) {
        self.line(RED, "error", message);
    }

    pub fn warning(&self, message: &str) {
        if !self.quiet {
            self.line(YELLOW, "warning", message);
        }
    }

    /// Said with `-v` only.
    pub fn note(&self, message: &str) {
        if self.verbose {
            self.line(CYAN, "note", message);
        }
    }

    /// Another tool's words, as they are.
    pub fn verbatim(&self, text: &str) {
        let newline = if text.ends_with('\n') { "" } else { "\n" };
        // Standard error is where errors would go; there is no one left to tell.
        let _ = write!(io::stderr(), "{text}{newline}");
    }

    fn line(&self, color: &str, label: &str, message: &str) {
        let (on, off) = if self.color { (color, RESET) } else { ("", "") };
        let _ = writeln!(io::stderr(), "margay: {on}{label}:{off} {message}");
    }
}
