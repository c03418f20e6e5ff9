//! A layer that writes down every query with its answer.
//!
//! Where the text goes is the caller's business: this crate opens no file.

use super::write::write_query;
use super::{Answer, Query, Solver};
use crate::pool::TermPool;
use std::fmt::Write;

/// Takes one query after the other, numbered from 1, as SMT-LIB text that is a script of its own.
pub trait QueryLog {
    fn record(&mut self, number: u64, text: &str);
}

/// Records what passes through it. A query that ends in a panic is not recorded.
pub struct Logging {
    next: Box<dyn Solver>,
    log: Box<dyn QueryLog>,
    number: u64,
}

impl Logging {
    pub fn new(next: Box<dyn Solver>, log: Box<dyn QueryLog>) -> Logging {
        Logging { next, log, number: 0 }
    }
}

impl Solver for Logging {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        let answer = self.next.solve(pool, query);
        self.number += 1;
        self.log.record(self.number, &script(pool, query, &answer));
        answer
    }
}

/// The query and its answer as a script. What SMT-LIB cannot say is written in comments.
pub(super) fn script(pool: &TermPool, query: &Query, answer: &Answer) -> String {
    let status = match answer {
        Answer::Sat(_) => "(set-info :status sat)\n".to_owned(),
        Answer::Unsat(_) => "(set-info :status unsat)\n".to_owned(),
        Answer::Unknown(why) => {
            format!("{}(set-info :status unknown)\n", comment(&why.to_string()))
        }
    };
    match write_query(pool, query) {
        Ok(text) => format!("{status}{text}(check-sat)\n"),
        Err(why) => {
            let mut text = comment(&format!("Not SMT-LIB, because {why}:"));
            for condition in query.conditions() {
                text.push_str(&comment(&pool.display(condition).to_string()));
            }
            write!(text, "{status}").expect("a string takes any text");
            text
        }
    }
}

fn comment(text: &str) -> String {
    text.lines().map(|line| format!("; {line}\n")).collect()
}
