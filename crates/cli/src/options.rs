//! The command line, defined once: help, man page and completions derive from it.

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Finds bugs in C programs, with the input that triggers each.
///
/// Margay compiles C with your own clang, executes the bitcode itself for all inputs at once,
/// and replays what it finds under sanitizers.
#[derive(Debug, Parser)]
#[command(name = "margay", version, after_help = EXAMPLES, subcommand_required = true)]
#[command(arg_required_else_help = true)]
pub struct Options {
    #[command(flatten)]
    pub global: GlobalOptions,
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  margay check prog.c                     find bugs and replay them under sanitizers
  margay check src/ --format sarif        the same for a directory, for a CI server
  margay reach prog.c:17                  find an input that leads to a line
  margay triage clang.sarif               which alerts of another tool are true
  margay test prog.c --out tests          write a test for every branch
  margay replay found.json                replay what `check --format json` found
  margay run prog.c --arg 3 --arg x       run a program on Margay's engine
  margay run src/ -- -Iinclude -DDEBUG    what follows -- goes to clang
  margay run --build \"make -j4\"           record a build and run what it makes
  margay ir prog.c --function main        print Margay's view of a function
  margay solve query.smt2                 answer a script in SMT-LIB 2
  margay explain                          list the rules, or explain one

Environment:
  MARGAY_CLANG        the clang to use, instead of the newest one in PATH
  MARGAY_CACHE_DIR    where compiled files and results are kept (~/.cache/margay)
  MARGAY_CACHE_SIZE   how large that may grow (1G)

Signals:
  SIGINT, SIGTERM, SIGHUP and SIGQUIT end the work; what was found is reported. A second one ends at once, with
  128 + n

Exit codes:
  0 nothing found, 1 tool error, 2 findings, 3 some input could not be analysed";

#[derive(Debug, Subcommand)]
pub enum Command {
    Check(Box<crate::check::CheckArgs>),
    Reach(Box<crate::reach::ReachArgs>),
    Triage(Box<crate::triage::TriageArgs>),
    Test(Box<crate::test::TestArgs>),
    Replay(crate::replay::ReplayArgs),
    Run(crate::run::RunArgs),
    Ir(crate::ir::IrArgs),
    Solve(crate::solve::SolveArgs),
    Explain(crate::explain::ExplainArgs),
    Lsp(crate::lsp::LspArgs),
    Man(crate::man::ManArgs),
    Completions(crate::completions::CompletionsArgs),
    #[command(name = "__sandbox", hide = true)]
    Sandbox(crate::sandbox::SandboxArgs),
}

#[derive(Clone, Copy, Debug, Args)]
pub struct GlobalOptions {
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
    /// Print errors only, no warnings
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say what is being done
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Options::command().debug_assert();
    }

    #[test]
    fn what_follows_two_dashes_goes_to_clang() {
        let line = ["margay", "run", "a.c", "--arg", "-x", "--", "-DX", "-O2"];
        let Command::Run(args) = Options::parse_from(line).command else { panic!("not run") };
        assert_eq!(args.arg, ["-x"]);
        assert_eq!(args.inputs.clang_flags, ["-DX", "-O2"]);
    }
}
