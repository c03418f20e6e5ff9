//! What the formats that are XML share.

use crate::place::is_printable;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use std::io::{self, Write};

/// Writes elements, indented.
pub(crate) struct Xml<'a> {
    writer: quick_xml::Writer<&'a mut dyn Write>,
}

impl<'a> Xml<'a> {
    /// Begins a document.
    pub fn new(out: &'a mut dyn Write) -> io::Result<Self> {
        let mut writer = quick_xml::Writer::new_with_indent(out, b' ', 2);
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        Ok(Xml { writer })
    }

    /// What is known to be right for XML, as a document type.
    pub fn doctype(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_event(Event::DocType(BytesText::from_escaped(text)))
    }

    /// An element with others in it, or text.
    pub fn element(
        &mut self,
        name: &str,
        attributes: &[(&str, &str)],
        inside: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        self.writer.write_event(Event::Start(start(name, attributes)))?;
        inside(self)?;
        self.writer.write_event(Event::End(BytesEnd::new(name)))
    }

    /// An element with nothing in it.
    pub fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
        self.writer.write_event(Event::Empty(start(name, attributes)))
    }

    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_event(Event::Text(BytesText::new(&allowed(text))))
    }

    /// An element with text in it.
    pub fn leaf(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.element(name, &[], |xml| xml.text(text))
    }

    /// Ends the document.
    pub fn finish(self) -> io::Result<()> {
        writeln!(self.writer.into_inner())
    }
}

fn start<'n>(name: &'n str, attributes: &[(&str, &str)]) -> BytesStart<'n> {
    let mut start = BytesStart::new(name);
    for (name, value) in attributes {
        start.push_attribute((*name, allowed(value).as_str()));
    }
    start
}

/// Text without what XML cannot have, and without what would reorder it.
fn allowed(text: &str) -> String {
    let is_allowed = |c: char| matches!(c, '\n' | '\t') || is_printable(c) && c != '\u{fffe}';
    text.chars().map(|c| if is_allowed(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}
