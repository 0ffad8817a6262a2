//! Writing the patch that git is given: only what [`super::patch`] understood, every name quoted.

use mutscore_model::path::RelPath;

use super::header::Mode;
use super::names::quote;
use super::patch::{Contents, FileDiff};

/// Text of a patch with these files, in git's own form with `a/` and `b/`.
pub(super) fn patch(files: &[&FileDiff<'_>]) -> Vec<u8> {
    let mut text = Vec::new();
    for file in files {
        header(file, &mut text);
        match &file.contents {
            Contents::Hunks { hunks, .. } => {
                for hunk in hunks {
                    text.extend_from_slice(hunk);
                    if hunk.last() != Some(&b'\n') {
                        text.push(b'\n');
                    }
                }
            }
            Contents::Literal { index, lines, .. } => {
                // git asks for whole digests, and checks the contents against them.
                if index
                    .iter()
                    .all(|&byte| byte.is_ascii_hexdigit() || byte == b'.')
                {
                    text.extend([b"index ", *index, b"\n"].concat());
                }
                text.extend([b"GIT binary patch\n", *lines, b"\n"].concat());
            }
            Contents::Delta | Contents::Missing => {}
        }
    }
    text
}

fn header(file: &FileDiff<'_>, text: &mut Vec<u8>) {
    let Some(target) = file.target() else { return };
    let old = file.old.as_ref().unwrap_or(target);
    let new = file.new.as_ref().unwrap_or(target);
    let mut line = |words: &str| text.extend_from_slice(format!("{words}\n").as_bytes());
    line(&format!(
        "diff --git {} {}",
        prefixed("a/", old),
        prefixed("b/", new)
    ));
    match (&file.old, &file.new) {
        (None, _) => line(&format!("new file mode {}", digits(file.new_mode))),
        (_, None) => line(&format!("deleted file mode {}", digits(file.old_mode))),
        (Some(_), Some(_)) => {
            if let (Some(before), Some(after)) = (file.old_mode, file.new_mode)
                && before != after
            {
                line(&format!("old mode {}", digits(Some(before))));
                line(&format!("new mode {}", digits(Some(after))));
            }
            if old != new {
                let verb = if file.copy { "copy" } else { "rename" };
                line(&format!("{verb} from {}", quote(old.as_str())));
                line(&format!("{verb} to {}", quote(new.as_str())));
            }
        }
    }
    if matches!(&file.contents, Contents::Hunks { hunks, .. } if !hunks.is_empty()) {
        let side = |prefix, path: &Option<RelPath>| {
            path.as_ref()
                .map_or("/dev/null".to_owned(), |path| prefixed(prefix, path))
        };
        line(&format!("--- {}", side("a/", &file.old)));
        line(&format!("+++ {}", side("b/", &file.new)));
    }
}

fn prefixed(prefix: &str, path: &RelPath) -> String {
    quote(&format!("{prefix}{path}"))
}

fn digits(mode: Option<Mode>) -> &'static str {
    match mode {
        Some(Mode::Executable) => "100755",
        _ => "100644",
    }
}
