//! One self-contained HTML page: no font, script or picture comes from anywhere else, and its own policy forbids it.
//!
//! Data lies in the page as JSON, in parts that are read when they are looked at. The scripts write text, never
//! markup, so no name can become part of the page; the policy lets run only what carries the page's nonce, which is
//! a digest of all data, so no data can know it.

mod escaped;
pub(super) mod mutants;

use std::io::{self, Write};

use mutscore_model::digest::Digest;
use serde::Serialize;

use super::escape;
use escaped::Escaped;

const SHELL: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// What every page has.
pub(super) const COMMON: [&str; 5] = [
    include_str!("dom.js"),
    include_str!("words.js"),
    include_str!("table.js"),
    include_str!("grid.js"),
    include_str!("source.js"),
];

/// A page that is being put together.
#[derive(Debug)]
pub(super) struct Page<'a> {
    title: &'a str,
    scripts: Vec<&'static str>,
    parts: Vec<(String, Vec<u8>)>,
}

impl<'a> Page<'a> {
    /// A page without data. The last of `scripts` starts it.
    pub(super) fn new(title: &'a str, scripts: &[&'static str]) -> Self {
        let scripts = COMMON.iter().chain(scripts).copied().collect();
        Self {
            title,
            scripts,
            parts: Vec::new(),
        }
    }

    /// Adds data under a name that the scripts know.
    pub(super) fn part(
        &mut self,
        name: impl Into<String>,
        data: &impl Serialize,
    ) -> io::Result<()> {
        let mut bytes = Vec::new();
        serde_json::to_writer(Escaped(&mut bytes), data)?;
        self.parts.push((name.into(), bytes));
        Ok(())
    }

    /// Writes the page.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let nonce = self.nonce();
        for piece in SHELL.split("{{").enumerate() {
            let rest = match piece {
                (0, start) => {
                    out.write_all(start.as_bytes())?;
                    continue;
                }
                (_, rest) => rest,
            };
            let (name, rest) = rest.split_once("}}").unwrap_or((rest, ""));
            match name {
                "nonce" => out.write_all(nonce.as_bytes())?,
                "title" => out.write_all(escape::xml(self.title).as_bytes())?,
                "style" => out.write_all(STYLE.as_bytes())?,
                "data" => self.data(&nonce, out)?,
                "script" => self.script(out)?,
                other => return Err(io::Error::other(format!("the page has no {other}"))),
            }
            out.write_all(rest.as_bytes())?;
        }
        Ok(())
    }

    fn nonce(&self) -> String {
        let parts = self.parts.iter().map(|(_, bytes)| Digest::of(bytes));
        let digests: Vec<u8> = parts.flat_map(|digest| *digest.as_bytes()).collect();
        Digest::of(&digests).short(32)
    }

    fn data(&self, nonce: &str, out: &mut dyn Write) -> io::Result<()> {
        for (name, bytes) in &self.parts {
            let name = escape::xml(name);
            write!(
                out,
                "<script type=\"application/json\" nonce=\"{nonce}\" id=\"{name}\">"
            )?;
            out.write_all(bytes)?;
            out.write_all(b"</script>\n")?;
        }
        Ok(())
    }

    fn script(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"\"use strict\";\n(() => {\n")?;
        for script in &self.scripts {
            out.write_all(script.as_bytes())?;
        }
        out.write_all(b"})();\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_data_ends_its_script_and_the_same_data_is_the_same_page() {
        let write = |text: &str| {
            let mut page = Page::new("a <b>", &[]);
            page.part("data", &[text]).unwrap();
            let mut out = Vec::new();
            page.write(&mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let page = write("</script><script>alert(1)</script>");
        assert!(!page.contains("alert(1)</script>"));
        assert!(page.contains("<title>a &lt;b&gt;</title>"));
        assert_eq!(page, write("</script><script>alert(1)</script>"));
        assert!(!page.contains("{{"), "everything is filled in");
    }

    #[test]
    fn no_script_or_style_ends_early_or_asks_for_anything_from_elsewhere() {
        let texts = COMMON
            .iter()
            .chain(crate::report::set::PAGE_SCRIPTS)
            .chain(crate::report::project::PAGE_SCRIPTS);
        for text in texts.chain([&STYLE, &SHELL]) {
            assert!(
                !text.contains("http://") || text.contains("www.w3.org"),
                "{text}"
            );
            assert!(!text.contains("https://") && !text.contains("@import"));
        }
        for text in COMMON.iter().chain([&STYLE]) {
            assert!(!text.contains("</"));
        }
    }
}
