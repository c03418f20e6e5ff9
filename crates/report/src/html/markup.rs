//! Markup that nothing of the analysed program can become.
//!
//! Templates are text of ours: they are `'static`. All that is put in their `{}` is escaped, unless
//! it is [`Html`] itself. So whatever a file is called and whatever stands in it stays text.

use crate::place::is_printable;
use crate::values::grouped;

/// A piece of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Html {
    text: String,
}

impl Html {
    /// A piece made of a template and what stands in the place of each `{}`.
    pub fn of(template: &'static str, parts: &[&dyn Part]) -> Html {
        let mut html = Html::default();
        html.add(template, parts);
        html
    }

    /// Adds a template with what stands in the place of each `{}`.
    pub fn add(&mut self, template: &'static str, parts: &[&dyn Part]) -> &mut Html {
        let mut parts = parts.iter();
        for (index, markup) in template.split("{}").enumerate() {
            if index > 0 {
                parts.next().expect("a part for each place").write(&mut self.text);
            }
            self.text += markup;
        }
        debug_assert!(parts.next().is_none(), "a place for each part: {template}");
        self
    }

    /// Adds text, in which names between backticks are code.
    pub fn words(&mut self, text: &str) -> &mut Html {
        let pieces: Vec<&str> = text.split('`').collect();
        for (index, piece) in pieces.iter().enumerate() {
            // The last backtick may have no partner.
            match index % 2 == 1 && index + 1 < pieces.len() {
                true => self.add("<code>{}</code>", &[piece]),
                false if index % 2 == 1 => self.add("`{}", &[piece]),
                false => self.add("{}", &[piece]),
            };
        }
        self
    }

    pub fn into_text(self) -> String {
        self.text
    }
}

/// Something that a template has room for.
pub(super) trait Part {
    fn write(&self, out: &mut String);
}

impl Part for Html {
    fn write(&self, out: &mut String) {
        *out += &self.text;
    }
}

impl Part for str {
    /// Also fit for a quoted attribute. What cannot be seen, or reorders what stands around it, is
    /// replaced.
    fn write(&self, out: &mut String) {
        for c in self.chars() {
            match c {
                '&' => *out += "&amp;",
                '<' => *out += "&lt;",
                '>' => *out += "&gt;",
                '"' => *out += "&quot;",
                '\'' => *out += "&#39;",
                '\n' | '\t' => out.push(c),
                c if is_printable(c) => out.push(c),
                _ => out.push(char::REPLACEMENT_CHARACTER),
            }
        }
    }
}

impl Part for &str {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

impl Part for String {
    fn write(&self, out: &mut String) {
        self.as_str().write(out);
    }
}

impl Part for u32 {
    /// For lines and ids: `1203`.
    fn write(&self, out: &mut String) {
        *out += &self.to_string();
    }
}

impl Part for u64 {
    /// For people: `1,203`.
    fn write(&self, out: &mut String) {
        *out += &grouped(*self);
    }
}

impl Part for usize {
    fn write(&self, out: &mut String) {
        (*self as u64).write(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_stays_text() {
        let hostile = "\"'><script>alert(1)</script>&amp;\u{1b}\u{202e}";
        let html = Html::of("<a title=\"{}\">{}</a>", &[&hostile, &7_u32]);
        assert_eq!(
            html.into_text(),
            "<a title=\"&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;\u{fffd}\u{fffd}\">7</a>"
        );
        assert_eq!(Html::of("{}", &[&"{}"]).into_text(), "{}");
    }

    #[test]
    fn names_between_backticks_are_code() {
        let words = |text: &str| Html::default().words(text).clone().into_text();
        assert_eq!(words("`a<b` is true"), "<code>a&lt;b</code> is true");
        assert_eq!(words("a ` b"), "a ` b");
        assert_eq!(words("`a` and `b"), "<code>a</code> and `b");
    }
}
