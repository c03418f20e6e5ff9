//! C programs under `margay check`: each says what must be found in it, and nothing
//! else may be.

mod compare;
mod corpus;
mod examples;
mod expect;
mod flaws;
mod generate;
mod merge;
mod replay;
mod run;
mod variants;
mod workers;

fn main() {
    let mut trials = expect::trials();
    trials.extend(compare::trials());
    trials.extend(corpus::trials());
    trials.extend(examples::trials());
    trials.extend(generate::trials());
    trials.extend(merge::trials());
    trials.extend(replay::trials());
    trials.extend(workers::trials());
    let args = libtest_mimic::Arguments::from_args();
    libtest_mimic::run(&args, trials).exit()
}
