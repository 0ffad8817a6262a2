//! The mount options of an overlay: lowers that nobody writes to, one upper that takes all writes.
use std::path::{Path, PathBuf};

/// Options for an overlay of `lowers` (top-most first), mounted inside a user namespace.
///
/// `userxattr` lets an unprivileged mount mark replaced folders; without it a removed and recreated
/// folder would show the lower one's files again.
pub fn overlay_options(lowers: &[PathBuf], upper: &Path, work: &Path) -> String {
    let lowers = lowers
        .iter()
        .map(|lower| escape(lower))
        .collect::<Vec<_>>()
        .join(":");
    format!(
        "lowerdir={lowers},upperdir={},workdir={},userxattr",
        escape(upper),
        escape(work)
    )
}

/// The kernel splits at colons and commas, unless a backslash stands before them.
fn escape(path: &Path) -> String {
    let mut escaped = String::new();
    for character in path.display().to_string().chars() {
        if matches!(character, ':' | ',' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_most_layer_comes_first_and_separators_are_escaped() {
        let lowers = [PathBuf::from("/layers/a:b"), PathBuf::from("/layers/c,d")];
        let options = overlay_options(&lowers, Path::new("/up"), Path::new("/work"));
        assert_eq!(
            options,
            r"lowerdir=/layers/a\:b:/layers/c\,d,upperdir=/up,workdir=/work,userxattr"
        );
    }
}
