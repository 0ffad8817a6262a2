//! A folder of files that lies on top of a pinned tree, such as a submission's test side.
use super::error::{OnPath, WorkspaceError};
use super::pinned::{finish, give};
use super::scan::inside;
use super::stale::{own_prefix, remove_stale};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Collects the files of a layer.
#[derive(Debug)]
pub struct LayerBuilder {
    folder: TempDir,
}

/// A finished layer; its folder is removed with it.
#[derive(Debug)]
pub struct Layer {
    folder: TempDir,
}

impl LayerBuilder {
    /// An empty layer below `state`.
    ///
    /// # Errors
    /// When the folder cannot be created.
    pub fn new(state: &Path) -> Result<Self, WorkspaceError> {
        let layers = state.join("layers");
        fs::create_dir_all(&layers).on("create", &layers)?;
        remove_stale(&layers, "layer");
        let folder = tempfile::Builder::new()
            .prefix(&own_prefix("layer"))
            .tempdir_in(&layers)
            .on("create a folder in", &layers)?;
        Ok(Self { folder })
    }

    /// Adds a whole file at `path`, relative to the project; a second one of the same path replaces the first.
    ///
    /// # Errors
    /// A path that leads out, or the system's refusal.
    pub fn file(
        &mut self,
        path: &Path,
        content: &[u8],
        executable: bool,
    ) -> Result<&mut Self, WorkspaceError> {
        let target = self.folder.path().join(inside(path)?);
        let parent = target.parent().unwrap_or(self.folder.path());
        fs::create_dir_all(parent).on("create", parent)?;
        fs::write(&target, content).on("write", &target)?;
        finish(&target, if executable { 0o755 } else { 0o644 })?;
        Ok(self)
    }

    /// Ends the collection.
    ///
    /// # Errors
    /// When a folder's mode or owner cannot be set.
    pub fn finish(self) -> Result<Layer, WorkspaceError> {
        finish_folders(self.folder.path())?;
        Ok(Layer {
            folder: self.folder,
        })
    }
}

impl Layer {
    /// The layer's folder on the host.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

fn finish_folders(folder: &Path) -> Result<(), WorkspaceError> {
    for entry in fs::read_dir(folder).on("list", folder)? {
        let path = entry.on("list", folder)?.path();
        if path.is_dir() {
            finish_folders(&path)?;
        }
    }
    finish(folder, 0o755)?;
    give(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_layer_holds_its_files_with_modes_and_is_removed_with_its_value() {
        let state = tempfile::tempdir().unwrap();
        let mut builder = LayerBuilder::new(state.path()).unwrap();
        builder
            .file(Path::new("features/steps/s.py"), b"s", false)
            .unwrap();
        builder.file(Path::new("run"), b"r", true).unwrap();
        let layer = builder.finish().unwrap();
        let path = layer.path().to_owned();
        assert_eq!(fs::read(path.join("features/steps/s.py")).unwrap(), b"s");
        assert_eq!(
            fs::metadata(path.join("run")).unwrap().permissions().mode() & 0o777,
            0o755
        );
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o755
        );
        drop(layer);
        assert!(!path.exists());
    }

    #[test]
    fn a_path_that_leads_out_of_the_layer_is_refused() {
        let state = tempfile::tempdir().unwrap();
        let mut builder = LayerBuilder::new(state.path()).unwrap();
        for path in ["../x", "/etc/x", "a/../../x", ""] {
            let refused = builder.file(Path::new(path), b"", false);
            assert!(
                matches!(refused, Err(WorkspaceError::PathLeadsOut { .. })),
                "{path}"
            );
        }
    }
}
