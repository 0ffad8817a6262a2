//! Java code on one line: comments go, line ends become blanks, literals stay as they are.

/// The code on one line; `None` where a text block is in it, whose line ends count.
pub(super) fn one_line(code: &str) -> Option<String> {
    let mut line = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(next) = rest.chars().next() {
        let length = match next {
            '/' if rest.starts_with("//") => {
                blank(&mut line);
                rest.find(['\n', '\r']).unwrap_or(rest.len())
            }
            '/' if rest.starts_with("/*") => {
                blank(&mut line);
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            }
            '"' if rest.starts_with("\"\"\"") => return None,
            '"' | '\'' => {
                let length = literal(rest, next);
                line.push_str(&rest[..length]);
                length
            }
            _ if next.is_ascii_whitespace() => {
                blank(&mut line);
                1
            }
            _ => {
                line.push(next);
                next.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    Some(line)
}

/// One blank, however many follow each other.
fn blank(line: &mut String) {
    if !line.ends_with(' ') {
        line.push(' ');
    }
}

/// Length of the literal that `rest` begins with, up to the quote that closes it.
fn literal(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if character == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_literals_stay() {
        let code = "a(); // b \"\n  /* c\n */ d(\"// e\\\" \", '\"', '\\\\') /**/ ; // f";
        assert_eq!(
            one_line(code).unwrap(),
            "a(); d(\"// e\\\" \", '\"', '\\\\') ; "
        );
        assert_eq!(
            one_line("x = \"\";\r\ny = \"ä  b\";").unwrap(),
            "x = \"\"; y = \"ä  b\";"
        );
    }

    #[test]
    fn a_text_block_has_no_single_line() {
        assert_eq!(one_line("x = \"\"\"\n  a\n  \"\"\";"), None);
    }
}
