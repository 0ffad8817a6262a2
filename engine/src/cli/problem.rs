//! Errors as people read them: `error: …`, its causes one a line, `hint: …` lines at the end.
//!
//! The libraries write the way out into the message, in brackets: `… (hint: do this)`. Here it gets its own line.

use anyhow::Error;
use mutscore::report::Tone;

use super::exit;
use super::term::{self, paint};

/// Prints an error with everything that is known of it.
pub(crate) fn say(error: &Error) {
    if let Some(config) = exit::config_error(error) {
        return term::say(&config.render(true));
    }
    let Parts {
        what,
        causes,
        mut hints,
    } = parts(error);
    let mut lines = vec![format!("{} {what}", paint(Tone::Bad, "error:"))];
    lines.extend(
        causes
            .iter()
            .map(|cause| format!("  {} {cause}", paint(Tone::Faint, "cause:"))),
    );
    if exit::code(error) == exit::BUG {
        hints.extend(
            super::bug::report_hint()
                .lines()
                .map(|line| line.trim_start_matches("hint: ").to_owned()),
        );
    }
    lines.extend(
        hints
            .iter()
            .map(|hint| format!("{} {hint}", paint(Tone::Good, "hint:"))),
    );
    term::say(&lines.join("\n"));
}

#[derive(Debug, PartialEq, Eq)]
struct Parts {
    what: String,
    causes: Vec<String>,
    hints: Vec<String>,
}

fn parts(error: &Error) -> Parts {
    let mut hints = Vec::new();
    let mut messages: Vec<String> = Vec::new();
    for link in error.chain() {
        let (message, found) = take_hints(&link.to_string());
        hints.extend(
            found
                .into_iter()
                .filter(|hint| !hints.contains(hint))
                .collect::<Vec<_>>(),
        );
        // Many messages quote their cause already.
        if !message.is_empty() && !messages.iter().any(|earlier| earlier.contains(&message)) {
            messages.push(message);
        }
    }
    let what = if messages.is_empty() {
        "no words for it".to_owned()
    } else {
        messages.remove(0)
    };
    Parts {
        what,
        causes: messages,
        hints,
    }
}

/// Takes the `(hint: …)` out of a message; brackets inside a hint are paired.
fn take_hints(message: &str) -> (String, Vec<String>) {
    const OPEN: &str = "(hint: ";
    let (mut rest, mut kept, mut hints) = (message, String::new(), Vec::new());
    while let Some(start) = rest.find(OPEN) {
        let body = &rest[start + OPEN.len()..];
        let mut depth = 1;
        let end = body.find(|c| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let Some(end) = end else { break };
        kept.push_str(rest[..start].trim_end());
        hints.push(body[..end].to_owned());
        rest = &body[end + 1..];
    }
    kept.push_str(rest);
    (kept.trim().to_owned(), hints)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_gets_its_own_line_and_keeps_its_brackets() {
        let (message, hints) = take_hints("read a: no such file (hint: make it (see `b`)) now");
        assert_eq!(message, "read a: no such file now");
        assert_eq!(hints, ["make it (see `b`)"]);
        assert_eq!(take_hints("half a (hint: brac").0, "half a (hint: brac");
    }

    #[test]
    fn a_cause_that_was_quoted_is_not_said_twice() {
        let io = std::io::Error::other("disk on fire");
        let error = Error::new(io)
            .context("write a.json")
            .context("freeze (hint: x)");
        let parts = parts(&error);
        assert_eq!(parts.what, "freeze");
        assert_eq!(parts.causes, ["write a.json", "disk on fire"]);
        assert_eq!(parts.hints, ["x"]);
        let quoted =
            Error::new(std::io::Error::other("disk on fire")).context("write a.json: disk on fire");
        assert_eq!(super::parts(&quoted).causes, Vec::<String>::new());
    }
}
