//! Finds what a killed engine left half done in the state folder.
//!
//! Temporary folders carry the process id of their maker. One whose maker is gone and that nobody has
//! touched for an hour is removed; the hour spares those of engines that another PID namespace hides.
use std::fs;
use std::path::Path;
use std::time::Duration;

const LEFT_ALONE: Duration = Duration::from_secs(3600);

/// The prefix for temporary folders of this process.
pub(super) fn own_prefix(word: &str) -> String {
    format!("{word}-{}-", std::process::id())
}

/// Removes the folders in `parent` that [`own_prefix`] named for processes that are gone.
pub(super) fn remove_stale(parent: &Path, word: &str) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let rest = name
            .to_str()
            .and_then(|name| name.strip_prefix(word)?.strip_prefix('-'));
        let maker = rest.and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
        let is_gone = maker.is_some_and(|pid| !Path::new("/proc").join(pid.to_string()).exists());
        let age = entry
            .metadata()
            .and_then(|metadata| metadata.modified())
            .ok();
        let is_old = age
            .and_then(|time| time.elapsed().ok())
            .is_some_and(|age| age > LEFT_ALONE);
        if is_gone && is_old {
            // Left for the next time if it cannot be removed now.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn only_old_folders_of_processes_that_are_gone_are_removed() {
        let parent = tempfile::tempdir().unwrap();
        let old = SystemTime::now() - 2 * LEFT_ALONE;
        // No process has this number: the kernel's highest is lower.
        let names = [
            "new-4194999-a",
            "new-4194999-young",
            &format!("{}b", own_prefix("new")),
            "0123abcd",
        ];
        for name in names {
            let folder = parent.path().join(name);
            fs::create_dir(&folder).unwrap();
            if !name.ends_with("young") {
                fs::File::open(&folder).unwrap().set_modified(old).unwrap();
            }
        }
        remove_stale(parent.path(), "new");
        let left: Vec<bool> = names
            .iter()
            .map(|name| parent.path().join(name).exists())
            .collect();
        assert_eq!(left, [false, true, true, true]);
    }
}
