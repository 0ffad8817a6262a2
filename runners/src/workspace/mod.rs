//! The project's files as a runner gets them: pinned once, layered for each view, never changed.
mod copy;
mod error;
mod layer;
mod overlay;
mod pinned;
mod scan;
mod stale;

pub use copy::{WorkingCopy, copy_layers, make_removable};
pub use error::WorkspaceError;
pub use layer::{Layer, LayerBuilder};
pub use overlay::overlay_options;
pub use pinned::{PinnedTree, TreeDigest, pinned_name};
