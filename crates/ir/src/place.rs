//! Names of files and places: what a report calls them.
//!
//! Names are made from text alone. Symbolic links are not resolved, since a report may
//! be made on another machine than the analysis.

use crate::finding::Location;
use std::path::{Component, Path, PathBuf};

/// The file of a location, to read it: without `.` and `..` as far as names can tell.
pub fn path(location: &Location) -> PathBuf {
    absolute(&location.file, &location.directory)
}

/// A file whose name is relative to a directory, without `.` and `..`.
pub fn absolute(file: &Path, directory: &Path) -> PathBuf {
    normal(&directory.join(file))
}

/// The file of a location, relative to `root` if it lies in it.
pub fn name(root: &Path, location: &Location) -> PathBuf {
    if root.as_os_str().is_empty() {
        return normal(&location.file);
    }
    let path = normal(&path(location));
    match path.strip_prefix(normal(root)) {
        Ok(inside) => inside.to_owned(),
        Err(_) => path,
    }
}

/// `file:line:column`, as compilers print it, as far as it is known.
pub fn show(root: &Path, location: &Location) -> String {
    let mut text = printable(&name(root, location).to_string_lossy());
    for number in [location.line, location.column] {
        if number == 0 {
            break;
        }
        text += &format!(":{number}");
    }
    text
}

/// Text that cannot move the cursor, change colours or reorder what stands around it. Names come from the analysed
/// program, which is untrusted.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if is_printable(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

pub fn is_printable(c: char) -> bool {
    let reorders =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !reorders
}

/// A path without `.`, and without `..` where what it leaves is named.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match normal.components().next_back() {
                Some(Component::Normal(_)) => {
                    normal.pop();
                }
                Some(Component::RootDir) => {}
                _ => normal.push(".."),
            },
            _ => normal.push(component),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(root: &str, directory: &str, file: &str, expected: &str) {
        let location = Location {
            file: file.into(),
            directory: directory.into(),
            line: 3,
            column: 0,
            function: None,
        };
        assert_eq!(show(Path::new(root), &location), format!("{expected}:3"));
    }

    #[test]
    fn files_are_named_relative_to_the_root_they_lie_in() {
        check("/p", "/p", "a.c", "a.c");
        check("/p", "/p/build", "../src/./a.c", "src/a.c");
        check("/p", "/p", "/usr/include/a.h", "/usr/include/a.h");
        check("/p/", "/q", "a.c", "/q/a.c");
        check("/p", "/pq", "a.c", "/pq/a.c");
        check("", "/p", "./a.c", "a.c");
        check("", "", "../../a.c", "../../a.c");
        check("/", "/", "../a.c", "a.c");
        check("", "", "a\x1b[31m.c", "a\u{fffd}[31m.c");
    }
}
