//! Pictures of execution trees, one file for each form, whose [`TreeForm`] says what users know of it, and one
//! line in [`forms!`].
//!
//! All forms say the same of a node: `view.rs` has the words. Source text and names come from the analysed program,
//! which is untrusted, so each form escapes whatever it writes.

pub(crate) mod condition;
mod layout;
#[cfg(test)]
mod testing;
mod view;

use crate::Sources;
use crate::sources::Texts;
use margay_ir::tree::ExecutionTree;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use view::View;

/// Declares the files of forms, and the table of what stands in them.
macro_rules! forms {
    ($($file:ident,)*) => {
        $(mod $file;)*

        /// The registry, in the order in which help names them.
        const FORMS: &[TreeFormat] = &[$(TreeFormat(&$file::FORM)),*];
    };
}

forms! {
    html,
    svg,
    dot,
    json,
}

/// A form of pictures, as users know it.
struct TreeForm {
    /// How names of files with it end, which is how users choose it.
    ending: &'static str,
    /// What is drawn, as help says it.
    purpose: &'static str,
    render: fn(&View, &mut dyn Write) -> io::Result<()>,
}

/// A form that an execution tree can be drawn in.
#[derive(Clone, Copy)]
pub struct TreeFormat(&'static TreeForm);

impl TreeFormat {
    pub const HTML: TreeFormat = TreeFormat(&html::FORM);

    /// All of them.
    pub fn all() -> impl Iterator<Item = TreeFormat> {
        FORMS.iter().copied()
    }

    /// As names of files end.
    pub fn ending(self) -> &'static str {
        self.0.ending
    }

    /// What is drawn, as help says it.
    pub fn purpose(self) -> &'static str {
        self.0.purpose
    }

    /// The form that the name of a file asks for.
    pub fn of(file: &Path) -> Option<TreeFormat> {
        let ending = file.extension()?;
        TreeFormat::all().find(|format| ending == format.ending())
    }
}

// Endings are unique.
impl PartialEq for TreeFormat {
    fn eq(&self, other: &TreeFormat) -> bool {
        self.ending() == other.ending()
    }
}

impl Eq for TreeFormat {}

impl fmt::Debug for TreeFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ending())
    }
}

/// Draws an execution tree. Files are named relative to `root`, as in reports.
pub fn render(
    format: TreeFormat,
    tree: &ExecutionTree,
    sources: &dyn Sources,
    root: &Path,
    out: &mut dyn Write,
) -> io::Result<()> {
    let texts = Texts::new(sources);
    let view = View::new(tree, &texts, root);
    (format.0.render)(&view, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_say_their_form() {
        for format in TreeFormat::all() {
            let name = format!("a.b/c.{}", format.ending());
            assert_eq!(TreeFormat::of(Path::new(&name)), Some(format));
        }
        for other in ["tree", "tree.png", "html", ".html", "tree.html.gz"] {
            assert_eq!(TreeFormat::of(Path::new(other)), None, "{other}");
        }
    }

    #[test]
    fn a_writer_that_fails_is_told() {
        for format in TreeFormat::all() {
            let mut full_disk: &mut [u8] = &mut [0; 10];
            let sources = |_: &Path| None;
            let tree = testing::tree();
            let result = render(format, &tree, &sources, Path::new(""), &mut full_disk);
            assert_eq!(result.expect_err("no room").kind(), io::ErrorKind::WriteZero);
        }
    }
}
