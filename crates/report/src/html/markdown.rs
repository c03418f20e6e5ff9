//! The explanations of rules, which are Markdown, as markup.
//!
//! Rules are ours and use little of it: headings, paragraphs, blocks of code, names between
//! backticks, and links, of which the words alone are kept: a report has no other pages to lead to.

use super::code::coloured;
use super::markup::Html;

/// An explanation, its headings being below one of the second level.
pub(super) fn markup(markdown: &str) -> Html {
    let mut html = Html::default();
    let mut paragraph = String::new();
    let mut lines = markdown.trim().lines();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            end_paragraph(&mut paragraph, &mut html);
            let code: Vec<&str> =
                lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            html.add(
                "<pre class=\"sample\"><code>{}</code></pre>\n",
                &[&coloured(&code.join("\n"))],
            );
        } else if let Some(heading) = line.strip_prefix("## ") {
            end_paragraph(&mut paragraph, &mut html);
            html.add("<h3>{}</h3>\n", &[&heading]);
        } else if line.trim().is_empty() {
            end_paragraph(&mut paragraph, &mut html);
        } else {
            paragraph += line;
            paragraph.push('\n');
        }
    }
    end_paragraph(&mut paragraph, &mut html);
    html
}

fn end_paragraph(paragraph: &mut String, html: &mut Html) {
    let text = without_links(std::mem::take(paragraph).trim_end());
    if !text.is_empty() {
        html.add("<p>{}</p>\n", &[Html::default().words(&text)]);
    }
}

/// `[words](address)` becomes the words.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('[') {
        out += before;
        let link = behind.split_once("](").and_then(|(words, behind)| {
            Some((words, behind.split_once(')')?.1)).filter(|_| !words.contains(['[', '\n', '`']))
        });
        match link {
            Some((words, behind)) => {
                out += words;
                rest = behind;
            }
            None => {
                out.push('[');
                rest = behind;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rules_use_becomes_markup() {
        let html =
            markup("## Why\n\nIt `a[1]` is\nbad: see [docs](x.md).\n\n```c\nif (a < b)\n```\n");
        assert_eq!(
            html.into_text(),
            "<h3>Why</h3>\n<p>It <code>a[1]</code> is\nbad: see docs.</p>\n\
             <pre class=\"sample\"><code><span class=\"k\">if</span> (a &lt; b)</code></pre>\n"
        );
    }
}
