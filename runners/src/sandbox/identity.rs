//! Which user a sandboxed runner is, seen from outside and from inside.
//!
//! Inside, the runner has the id of whoever started the engine, as in a run by hand. Outside, root
//! must not stay root: its processes would be exempt from process limits and own the host's files.
//! So a privileged engine maps the inside 0 to an id that owns nothing but our snapshots.
use nix::unistd::{Gid, Uid, getegid, geteuid};

/// An id nobody has by convention: above system and login users, below the usual subordinate ranges.
const SPARE_ID: u32 = 64_997;

/// The two faces of the sandboxed user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    /// User id inside the sandbox.
    pub inside_uid: u32,
    /// Group id inside the sandbox.
    pub inside_gid: u32,
    /// User id on the host; owner of pinned trees and layers.
    pub outside_uid: u32,
    /// Group id on the host.
    pub outside_gid: u32,
}

impl Identity {
    /// The identity this process can give to a sandbox.
    pub fn current() -> Self {
        let (uid, gid) = (geteuid().as_raw(), getegid().as_raw());
        let spare = geteuid().is_root()
            && maps("/proc/self/uid_map", SPARE_ID)
            && maps("/proc/self/gid_map", SPARE_ID);
        let (outside_uid, outside_gid) = if spare {
            (SPARE_ID, SPARE_ID)
        } else {
            (uid, gid)
        };
        Self {
            inside_uid: uid,
            inside_gid: gid,
            outside_uid,
            outside_gid,
        }
    }

    /// Whether the sandbox runs as another host user than the engine.
    pub fn is_other_user(&self) -> bool {
        self.outside_uid != self.inside_uid
    }

    pub(crate) fn uid(&self) -> Uid {
        Uid::from_raw(self.inside_uid)
    }

    pub(crate) fn gid(&self) -> Gid {
        Gid::from_raw(self.inside_gid)
    }
}

/// Whether the user namespace this process lives in has `id` at all (a container may map only a few).
fn maps(file: &str, id: u32) -> bool {
    let Ok(text) = std::fs::read_to_string(file) else {
        return false;
    };
    text.lines().any(|line| {
        let mut fields = line.split_whitespace().map(|field| field.parse::<u64>());
        match (fields.next(), fields.next(), fields.next()) {
            (Some(Ok(start)), Some(Ok(_)), Some(Ok(count))) => {
                (start..start.saturating_add(count)).contains(&u64::from(id))
            }
            _ => false,
        }
    })
}
