//! A form as short as one can be, which is there in tests alone: the rule of each finding. It is what to begin a
//! new one with.

use crate::{Form, Page};
use std::io::{self, Write};

pub(super) static FORM: Form = Form { name: "sample", purpose: "For tests", ending: "txt", render };

fn render(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    page.outcome.findings.iter().try_for_each(|finding| writeln!(out, "{}", finding.rule))
}
