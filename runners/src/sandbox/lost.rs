//! What a sandbox on this host cannot guarantee, each by a name that results carry.
use serde::{Deserialize, Serialize};

/// A protection that is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lost {
    /// The runner reaches the host's network, and ports are shared between workers.
    Network,
    /// The runner sees the host's files, with the rights of the user who started the engine.
    HostFiles,
    /// The runner sees and may signal the host's processes; leftovers are swept, not prevented.
    Processes,
    /// What is written is bounded for each file only, not in sum.
    DiskLimit,
    /// The number of processes is not bounded.
    ProcessLimit,
    /// Memory is bounded for each process only, not in sum.
    MemoryTotal,
    /// Memory is not bounded at all: the plan sets no address-space limit and there is no control group.
    Memory,
}

impl Lost {
    /// One sentence for people.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Network => "the runner reaches the host's network and shares its ports",
            Self::HostFiles => "the runner sees the host's files with your rights",
            Self::Processes => {
                "the runner sees the host's processes; leftovers are swept afterwards"
            }
            Self::DiskLimit => "the sum of what the runner writes is not bounded",
            Self::ProcessLimit => "the number of processes is not bounded",
            Self::MemoryTotal => "memory is bounded for each process, not for all together",
            Self::Memory => "memory is not bounded",
        }
    }
}
