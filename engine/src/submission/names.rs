//! Names of files as submissions spell them: quoted, prefixed, and possibly hostile.

use mutscore_model::path::{RelPath, RelPathError};

use super::discard::Reason;

/// Longest path that is taken, in bytes: what Linux allows, with room for the folder it is laid into.
const LONGEST: usize = 3000;

/// A name from a submission as a path inside the project.
///
/// Refused are names that leave the project, that no file system should hold (NUL, other control characters, what is
/// not UTF-8, too long), and those that some file system takes for `.git`.
pub(super) fn safe(name: &str) -> Result<RelPath, Reason> {
    if name.split('/').any(is_dot_git) {
        return Err(Reason::VersionControl);
    }
    let unusable = |c: char| c.is_control() || c == char::REPLACEMENT_CHARACTER;
    let too_long = name.len() > LONGEST || name.split('/').any(|part| part.len() > 255);
    if too_long || name.contains(unusable) {
        return Err(Reason::BadName);
    }
    RelPath::new(name).map_err(|why| match why {
        RelPathError::Absolute | RelPathError::Dots => Reason::Escape,
        RelPathError::Empty | RelPathError::BadCharacter => Reason::BadName,
    })
}

/// Whether some file system takes this for `.git`: case is ignored, and so are trailing dots and blanks, streams
/// behind a colon, and invisible characters; `git~1` is its short name.
pub(super) fn is_dot_git(part: &str) -> bool {
    let invisible = |c: &char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{ad}');
    let plain: String = part
        .chars()
        .filter(|c| !invisible(c))
        .collect::<String>()
        .to_lowercase();
    let plain = plain
        .split(':')
        .next()
        .unwrap_or_default()
        .trim_end_matches(['.', ' ']);
    plain == ".git"
        || plain
            .strip_prefix("git~")
            .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A name at the start of a header's rest, and what follows it. Quoted names are unquoted; others end at a tab. What
/// is not UTF-8 comes out with replacement characters, which [`safe`] refuses.
pub(super) fn read(text: &[u8]) -> Result<(String, &[u8]), String> {
    if text.first() == Some(&b'"') {
        return unquote(text);
    }
    let end = text
        .iter()
        .position(|&byte| byte == b'\t')
        .unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    Ok((
        String::from_utf8_lossy(name)
            .trim_end_matches('\r')
            .to_owned(),
        rest,
    ))
}

/// Undoes C quoting as git writes it.
fn unquote(text: &[u8]) -> Result<(String, &[u8]), String> {
    let bad = || "a quoted file name is broken".to_owned();
    let mut name = Vec::new();
    let mut at = 1;
    loop {
        match *text.get(at).ok_or_else(bad)? {
            b'"' => break,
            b'\\' => {
                at += 1;
                let escape = *text.get(at).ok_or_else(bad)?;
                name.push(match escape {
                    b'a' => 7,
                    b'b' => 8,
                    b't' => b'\t',
                    b'n' => b'\n',
                    b'v' => 11,
                    b'f' => 12,
                    b'r' => b'\r',
                    b'"' | b'\\' => escape,
                    b'0'..=b'3' => {
                        let digits = text
                            .get(at..at + 3)
                            .and_then(|digits| std::str::from_utf8(digits).ok());
                        at += 2;
                        digits
                            .and_then(|digits| u8::from_str_radix(digits, 8).ok())
                            .ok_or_else(bad)?
                    }
                    _ => return Err(bad()),
                });
            }
            byte => name.push(byte),
        }
        at += 1;
    }
    let name = String::from_utf8_lossy(&name).into_owned();
    Ok((name, &text[at + 1..]))
}

/// C-quotes a name, every byte that is not plain ASCII as three octal digits.
pub(super) fn quote(name: &str) -> String {
    let mut quoted = String::from("\"");
    for byte in name.bytes() {
        match byte {
            b'"' | b'\\' => quoted.extend(['\\', char::from(byte)]),
            b' '..=b'~' => quoted.push(char::from(byte)),
            _ => quoted.push_str(&format!("\\{byte:03o}")),
        }
    }
    quoted.push('"');
    quoted
}

/// Both names of a `diff --git` line, if they can be told apart. Unquoted names may hold blanks, so the line is
/// understood only where both halves name the same file, as they do whenever no other header line names it.
pub(super) fn git_header(rest: &[u8]) -> Option<(String, String)> {
    if rest.first() == Some(&b'"') || rest.last() == Some(&b'"') {
        let (old, rest) = match rest.first() {
            Some(b'"') => read(rest).ok()?,
            _ => {
                let blank = rest.windows(2).position(|pair| pair == b" \"")?;
                (
                    String::from_utf8(rest[..blank].to_vec()).ok()?,
                    &rest[blank..],
                )
            }
        };
        let (new, _) = read(rest.strip_prefix(b" ")?).ok()?;
        return Some((old, new));
    }
    let text = std::str::from_utf8(rest).ok()?.trim_end_matches('\r');
    let middle = text.len() / 2;
    let (old, new) = (text.get(..middle)?, text.get(middle..)?.strip_prefix(' ')?);
    (bare(old) == bare(new)).then(|| (old.to_owned(), new.to_owned()))
}

/// The name without the prefix that tells the old tree from the new one.
fn bare(name: &str) -> &str {
    match name.split_once('/') {
        Some((prefix, rest)) if prefix.len() == 1 => rest,
        _ => name,
    }
}

/// Takes the prefixes off a pair of names (`None` for `/dev/null`): `a/` and `b/`, git's mnemonic ones, and those of
/// two folders compared by `diff -r`. Names without prefixes stay as they are.
pub(super) fn strip(old: Option<String>, new: Option<String>) -> (Option<String>, Option<String>) {
    const OLD: [&str; 4] = ["a", "i", "c", "o"];
    const NEW: [&str; 3] = ["b", "w", "i"];
    let after = |name: &str| name.split_once('/').map(|(_, rest)| rest.to_owned());
    let has = |name: &str, prefixes: &[&str]| {
        name.split_once('/')
            .is_some_and(|(first, _)| prefixes.contains(&first))
    };
    match (&old, &new) {
        (Some(from), Some(to)) if has(from, &OLD) && has(to, &NEW) => (after(from), after(to)),
        (Some(from), Some(to))
            if from != to && after(from).is_some() && after(from) == after(to) =>
        {
            (after(from), after(to))
        }
        (Some(from), None) if has(from, &OLD) => (after(from), None),
        (None, Some(to)) if has(to, &NEW) => (None, after(to)),
        _ => (old, new),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_that_leave_the_project_or_reach_git_are_refused() {
        for name in [
            "../x",
            "a/../../x",
            "/etc/passwd",
            "a//b",
            "",
            ".",
            "C:/x",
            "a\0b",
            "a\\b",
            "a\nb",
            "a\u{7f}b",
            ".git/hooks/x",
            "a/.GIT/x",
            "a/.git./x",
            ".git /x",
            "GIT~1/x",
            "a/.g\u{200c}it/config",
            ".git::$INDEX/x",
        ] {
            assert!(safe(name).is_err(), "{name:?}");
        }
        assert!(safe(&"x".repeat(256)).is_err());
        for name in [
            "features/steps/ü b.py",
            ".github/x",
            "git~x",
            ".gitignore",
            "a..b/c",
        ] {
            assert!(safe(name).is_ok(), "{name:?}");
        }
    }

    #[test]
    fn prefixes_come_off_and_names_without_stay() {
        let pair = |old: &str, new: &str| {
            let name = |name: &str| (name != "-").then(|| name.to_owned());
            let (old, new) = strip(name(old), name(new));
            (old.unwrap_or("-".into()), new.unwrap_or("-".into()))
        };
        let both = |name: &str| (name.to_owned(), name.to_owned());
        assert_eq!(pair("a/x/y", "b/x/y"), both("x/y"));
        assert_eq!(pair("i/x", "w/x"), both("x"));
        assert_eq!(pair("orig/x/y", "new/x/y"), both("x/y"));
        assert_eq!(pair("features/x", "features/x"), both("features/x"));
        assert_eq!(pair("-", "b/x"), ("-".into(), "x".into()));
        assert_eq!(pair("-", "features/x"), ("-".into(), "features/x".into()));
        assert_eq!(pair("a/x", "-"), ("x".into(), "-".into()));
    }

    #[test]
    fn a_git_header_is_split_where_both_halves_are_the_same_file() {
        let split = |text: &str| git_header(text.as_bytes());
        let same = |name: &str| Some((format!("a/{name}"), format!("b/{name}")));
        assert_eq!(split("a/x b/x"), same("x"));
        assert_eq!(split("a/x b/y b/x b/y"), same("x b/y"));
        assert_eq!(split("\"a/\\303\\274\" \"b/\\303\\274\""), same("ü"));
        assert_eq!(split("x/y x/y"), Some(("x/y".into(), "x/y".into())));
        assert_eq!(split("a/x b/yz"), None);
    }

    proptest! {
        #[test]
        fn quoting_can_be_undone(name in "\\PC*|[\\x01-\\x7f]*") {
            let quoted = quote(&name);
            prop_assert!(quoted.is_ascii());
            let (read, rest) = read(quoted.as_bytes()).unwrap();
            prop_assert_eq!(read, name);
            prop_assert!(rest.is_empty());
        }
    }
}
