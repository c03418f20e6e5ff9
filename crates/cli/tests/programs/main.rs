//! C programs under `margay run`: each is a test of its own.

mod csmith;
mod faults;
mod harness;
mod run;

fn main() {
    let mut trials = run::trials();
    trials.extend(faults::trials());
    trials.extend(csmith::trials());
    let args = libtest_mimic::Arguments::from_args();
    libtest_mimic::run(&args, trials).exit()
}
