//! Places as the protocol counts them: lines and columns from 0, columns in bytes or in units of
//! UTF-16, as the editor wants. Ours are from 1, columns in bytes.

use lsp_types::{Position, PositionEncodingKind, Range};

/// What columns are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Utf16,
}

impl Encoding {
    /// Bytes if the editor takes them, or else what every editor takes.
    pub fn among(offered: &[PositionEncodingKind]) -> Encoding {
        match offered.contains(&PositionEncodingKind::UTF8) {
            true => Encoding::Utf8,
            false => Encoding::Utf16,
        }
    }

    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// The column of a byte of a line.
    fn column(self, line: &str, byte: usize) -> u32 {
        let end = (0..=byte.min(line.len())).rev().find(|at| line.is_char_boundary(*at));
        let before = &line[..end.unwrap_or(0)];
        let units = match self {
            Encoding::Utf8 => before.len(),
            Encoding::Utf16 => before.encode_utf16().count(),
        };
        u32::try_from(units).unwrap_or(u32::MAX)
    }

    /// The byte of a line at a column; its end where the line has none.
    fn byte(self, line: &str, column: u32) -> usize {
        let mut units = 0;
        for (at, c) in line.char_indices() {
            if units >= column as usize {
                return at;
            }
            units += match self {
                Encoding::Utf8 => c.len_utf8(),
                Encoding::Utf16 => c.len_utf16(),
            };
        }
        line.len()
    }
}

/// A text, and where its lines begin.
#[derive(Clone, Debug, Default)]
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub fn new(text: &'t str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }

    /// A line, from 0, without what ends it.
    pub fn line(&self, number: usize) -> Option<&'t str> {
        let start = *self.starts.get(number)?;
        let end = self.starts.get(number + 1).map_or(self.text.len(), |next| next - 1);
        Some(self.text[start..end].trim_end_matches('\r'))
    }

    /// Where a line begins, from 0.
    pub fn start(&self, number: usize) -> Option<usize> {
        self.starts.get(number).copied()
    }

    /// The position of a byte of the text.
    pub fn position(&self, offset: usize, encoding: Encoding) -> Position {
        let number = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let line = self.line(number).unwrap_or_default();
        let column = encoding.column(line, offset - self.starts[number]);
        Position::new(u32::try_from(number).unwrap_or(u32::MAX), column)
    }

    /// The byte of the text at a position; its end where there is no such line.
    pub fn offset(&self, position: Position, encoding: Encoding) -> usize {
        let number = position.line as usize;
        match (self.starts.get(number), self.line(number)) {
            (Some(start), Some(line)) => start + encoding.byte(line, position.character),
            _ => self.text.len(),
        }
    }

    /// The expression at one of our places.
    pub fn range(&self, line: u32, column: u32, encoding: Encoding) -> Range {
        let number = line.saturating_sub(1);
        let text = self.line(number as usize).unwrap_or_default();
        let extent = margay_report::extent(text.as_bytes(), column);
        let at = |byte| Position::new(number, encoding.column(text, byte));
        Range::new(at(extent.start), at(extent.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_in_either_unit() {
        let text = "int a;\nchar *s = \"äö𝄞\"; f(s);\r\n";
        let lines = Lines::new(text);
        assert_eq!(lines.line(1), Some("char *s = \"äö𝄞\"; f(s);"));
        assert_eq!(lines.line(2), Some(""));
        assert_eq!(lines.line(3), None);
        let call = 1 + u32::try_from(text.lines().nth(1).expect("two").find("f(s)").expect("it"))
            .expect("few");
        let starts = [Encoding::Utf8, Encoding::Utf16].map(|encoding| {
            let start = lines.range(2, call, encoding).start;
            // The way back leads to the same byte.
            assert!(text[lines.offset(start, encoding)..].starts_with("f(s)"));
            start.character
        });
        assert_eq!(starts, [22, 18]);
        // What lies after the end is the end.
        assert_eq!(lines.offset(Position::new(9, 9), Encoding::Utf8), text.len());
        assert_eq!(lines.offset(Position::new(0, 99), Encoding::Utf16), 6);
    }
}
