//! Names of files as the protocol writes them.

use lsp_types::Uri;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The file that a name means, if it means one.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str();
    let rest = text.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = rest.split(['?', '#']).next()?;
    path.starts_with('/').then(|| PathBuf::from(decoded(path)))
}

/// The name of a file with an absolute path.
pub fn of(path: &Path) -> Option<Uri> {
    let text = path.to_str().filter(|text| text.starts_with('/'))?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let written: String = text
        .bytes()
        .map(|byte| match plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect();
    Uri::from_str(&format!("file://{written}")).ok()
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let digits = tail.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let value = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (first, value) {
            (b'%', Some(value)) => {
                bytes.push(value);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        let uri = Uri::from_str(text).expect("a URI");
        assert_eq!(path(&uri).as_deref(), expected.map(Path::new), "{text}");
    }

    #[test]
    fn names_are_paths() {
        check("file:///home/a/b.c", Some("/home/a/b.c"));
        check("file:///a%20b/%C3%A4.c", Some("/a b/ä.c"));
        check("file://localhost/a.c", Some("/a.c"));
        check("untitled:Untitled-1", None);
        check("https://example.org/a.c", None);
    }

    #[test]
    fn paths_have_names() {
        for file in ["/home/a/b.c", "/a b/ä%20.c", "/x[1]#y?.c"] {
            let uri = of(Path::new(file)).expect("a URI");
            assert_eq!(path(&uri).as_deref(), Some(Path::new(file)));
        }
        assert!(of(Path::new("a.c")).is_none());
    }
}
