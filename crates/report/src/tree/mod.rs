//! Pictures of execution trees, one file for each form.
//!
//! All forms say the same of a node: `view.rs` has the words. Source text and names come from the
//! analysed program, which nobody has vouched for, so each form escapes whatever it writes.

pub(crate) mod condition;
mod dot;
mod html;
mod json;
mod layout;
mod svg;
#[cfg(test)]
mod testing;
mod view;

use crate::Sources;
use crate::sources::Texts;
use margay_ir::tree::ExecutionTree;
use std::io::{self, Write};
use std::path::Path;
use view::View;

/// A form that an execution tree can be drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeFormat {
    /// A page that folds, zooms and searches.
    Html,
    /// A picture.
    Svg,
    /// For Graphviz.
    Dot,
    /// Data, see docs/tree.md.
    Json,
}

impl TreeFormat {
    pub const ALL: [TreeFormat; 4] =
        [TreeFormat::Html, TreeFormat::Svg, TreeFormat::Dot, TreeFormat::Json];

    /// As names of files end.
    pub fn ending(self) -> &'static str {
        match self {
            TreeFormat::Html => "html",
            TreeFormat::Svg => "svg",
            TreeFormat::Dot => "dot",
            TreeFormat::Json => "json",
        }
    }

    /// The form that the name of a file asks for.
    pub fn of(file: &Path) -> Option<TreeFormat> {
        let ending = file.extension()?;
        TreeFormat::ALL.into_iter().find(|format| ending == format.ending())
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
    match format {
        TreeFormat::Html => html::render(&view, out),
        TreeFormat::Svg => svg::render(&view, out),
        TreeFormat::Dot => dot::render(&view, out),
        TreeFormat::Json => json::render(&view, out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_say_their_form() {
        for format in TreeFormat::ALL {
            let name = format!("a.b/c.{}", format.ending());
            assert_eq!(TreeFormat::of(Path::new(&name)), Some(format));
        }
        for other in ["tree", "tree.png", "html", ".html", "tree.html.gz"] {
            assert_eq!(TreeFormat::of(Path::new(other)), None, "{other}");
        }
    }

    #[test]
    fn a_writer_that_fails_is_told() {
        for format in TreeFormat::ALL {
            let mut full_disk: &mut [u8] = &mut [0; 10];
            let sources = |_: &Path| None;
            let tree = testing::tree();
            let result = render(format, &tree, &sources, Path::new(""), &mut full_disk);
            assert_eq!(result.expect_err("no room").kind(), io::ErrorKind::WriteZero);
        }
    }
}
