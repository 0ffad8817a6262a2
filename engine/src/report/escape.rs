//! Names that anybody may have chosen, made harmless for the format they are written into.
//!
//! Scenario names, configurations and source text come from outside. A format that reads part of them as its own
//! syntax would show something that nobody measured, or worse, run it.

/// Text of an XML or HTML element, or of an attribute in double quotes. What XML has no way to write becomes U+FFFD.
pub(super) fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Written plainly, an attribute would lose them.
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\r' => out.push_str("&#13;"),
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            c if c < ' ' => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

/// Text within a line of Markdown, table cells included: no markup, no HTML, no mention of a user.
pub(super) fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in one_line(text).chars() {
        match c {
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '|' | '~' | '!' => {
                out.push('\\');
                out.push(c);
            }
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '@' => out.push_str("&#64;"),
            c => out.push(c),
        }
    }
    out
}

/// Text within a row of a LaTeX table.
pub(super) fn latex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in one_line(text).chars() {
        match c {
            '\\' => out.push_str(r"\textbackslash{}"),
            '~' => out.push_str(r"\textasciitilde{}"),
            '^' => out.push_str(r"\textasciicircum{}"),
            '<' => out.push_str(r"\textless{}"),
            '>' => out.push_str(r"\textgreater{}"),
            '|' => out.push_str(r"\textbar{}"),
            '"' => out.push_str(r"\textquotedbl{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                out.push('\\');
                out.push(c);
            }
            // At the start of a row, `\\` would read a bracket as its own argument, and `*` as its variant.
            '[' | ']' | '*' => {
                out.push('{');
                out.push(c);
                out.push('}');
            }
            c => out.push(c),
        }
    }
    out
}

/// A field of CSV. A spreadsheet would run text that looks like a formula, so such text is led by an apostrophe.
pub(super) fn csv(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula {
        format!("'{text}")
    } else {
        text.to_owned()
    };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// The message of a workflow command of GitHub.
pub(super) fn github_message(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A property of a workflow command of GitHub.
pub(super) fn github_property(text: &str) -> String {
    github_message(text).replace(':', "%3A").replace(',', "%2C")
}

/// White space of any kind and control characters as single spaces.
pub(super) fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_text_in_xml() {
        assert_eq!(
            xml("</failure><a b=\"c\">&'\0\n"),
            "&lt;/failure&gt;&lt;a b=&quot;c&quot;&gt;&amp;&#39;\u{FFFD}&#10;"
        );
    }

    #[test]
    fn a_cell_of_a_markdown_table_stays_one_cell() {
        assert_eq!(
            markdown("a|b\n<script> @team *x*"),
            r"a\|b &lt;script&gt; &#64;team \*x\*"
        );
    }

    #[test]
    fn a_row_of_latex_stays_one_row() {
        assert_eq!(
            latex(r"[2em] 100% \input{x} a_b & c^2"),
            r"{[}2em{]} 100\% \textbackslash{}input\{x\} a\_b \& c\textasciicircum{}2"
        );
    }

    #[test]
    fn a_formula_is_text_in_a_spreadsheet() {
        assert_eq!(csv("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
        assert_eq!(csv("@sum"), "'@sum");
        assert_eq!(csv("a, b\nc"), "\"a, b\nc\"");
        assert_eq!(csv("plain"), "plain");
    }

    #[test]
    fn a_message_cannot_begin_a_command_of_its_own() {
        assert_eq!(
            github_message("100%\n::error::x"),
            "100%25%0A::error::x",
            "a command must begin its line"
        );
        assert_eq!(
            github_property("a,line=9::x\n"),
            "a%2Cline=9%3A%3Ax%0A",
            "a property ends at a comma and at two colons"
        );
    }
}
