//! A Java compiler that is kept warm, in a sandbox of its own. It runs no code of the project.

use std::time::{Duration, Instant};

use mutscore_model::path::RelPath;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::runner::{CancelToken, Refusal};
use crate::session::channel::{Channel, ChannelError};
use crate::session::launch::{Launch, Running};

/// Compiling takes longer than loading: the load limit is stretched by this.
const SLACK: Duration = Duration::from_secs(240);

/// A class file or a resource of a build.
#[derive(Debug, Clone)]
pub(crate) struct Built {
    /// Below the project's root.
    pub(crate) path: String,
    pub(crate) bytes: Vec<u8>,
    /// SHA-256 in hexadecimal: what a run compares before it begins.
    pub(crate) digest: String,
}

/// What became of a compilation.
#[derive(Debug, Default)]
pub(crate) struct Compilation {
    pub(crate) files: Vec<Built>,
    /// Why it failed, or why the test side did.
    pub(crate) words: Option<String>,
    /// The index of a whole build; null where production failed.
    pub(crate) index: Value,
    pub(crate) refusals: Vec<Refusal>,
}

/// A running compiler.
pub(crate) struct Compiler {
    /// Ends the process when dropped.
    running: Running,
    channel: Channel,
    limit: Duration,
}

#[derive(Deserialize)]
struct Header {
    files: Vec<String>,
    sizes: Vec<usize>,
    digests: Vec<String>,
    #[serde(default)]
    words: Option<String>,
    #[serde(default)]
    index: Value,
    #[serde(default)]
    refusals: Vec<Said>,
}

#[derive(Deserialize)]
struct Said {
    path: Option<RelPath>,
    at: Option<u32>,
    words: String,
}

impl Compiler {
    /// Starts one on a launch made for it.
    pub(crate) fn start(
        launch: &Launch,
        slot: u32,
        cancel: &CancelToken,
    ) -> Result<Self, ChannelError> {
        let garbled = |words: String| ChannelError::Garbled(words);
        let mut running = launch
            .start(slot, 1, false)
            .map_err(|error| garbled(error.to_string()))?;
        let socket = running.sandbox.take_sockets().pop();
        let mut channel =
            Channel::new(socket.ok_or_else(|| garbled("the sandbox gave no socket".to_owned()))?);
        let limit = launch.project.bounds.load + SLACK;
        channel.send(&launch.request("compiler", &running.plan), &[])?;
        let ready = channel.receive(Instant::now() + limit, cancel);
        match ready {
            Ok(ready) if ready["ready"] == true => Ok(Self {
                running,
                channel,
                limit,
            }),
            Ok(other) => Err(garbled(format!("the compiler is not ready: {other}"))),
            Err(error @ ChannelError::Cancelled) => Err(error),
            Err(error) => Err(last_words(&mut running, &error)),
        }
    }

    /// The whole project.
    pub(crate) fn base(&mut self, cancel: &CancelToken) -> Result<Compilation, ChannelError> {
        self.ask(&json!({ "op": "base" }), &[], cancel)
    }

    /// One replaced production file, and whatever has to be compiled anew because of it.
    pub(crate) fn mutant(
        &mut self,
        path: &RelPath,
        bytes: &[u8],
        cancel: &CancelToken,
    ) -> Result<Compilation, ChannelError> {
        self.ask(&json!({ "op": "mutant", "path": path }), &[bytes], cancel)
    }

    /// Production with these files in place of others, or beside them.
    pub(crate) fn woven(
        &mut self,
        paths: &[&RelPath],
        blobs: &[&[u8]],
        cancel: &CancelToken,
    ) -> Result<Compilation, ChannelError> {
        self.ask(&json!({ "op": "woven", "paths": paths }), blobs, cancel)
    }

    fn ask(
        &mut self,
        request: &Value,
        blobs: &[&[u8]],
        cancel: &CancelToken,
    ) -> Result<Compilation, ChannelError> {
        self.channel.send(request, blobs)?;
        let deadline = Instant::now() + self.limit;
        let answer = match self.channel.receive(deadline, cancel) {
            Err(error @ ChannelError::Closed) => {
                return Err(last_words(&mut self.running, &error));
            }
            answer => answer?,
        };
        let header: Header = serde_json::from_value(answer)
            .map_err(|error| ChannelError::Garbled(error.to_string()))?;
        let mut files = Vec::with_capacity(header.files.len());
        for ((path, size), digest) in header
            .files
            .into_iter()
            .zip(header.sizes)
            .zip(header.digests)
        {
            let bytes = self.channel.take(size, deadline, cancel)?;
            files.push(Built {
                path,
                bytes,
                digest,
            });
        }
        let refusals = header.refusals.into_iter();
        Ok(Compilation {
            files,
            words: header.words,
            index: header.index,
            refusals: refusals
                .map(|said| Refusal {
                    path: said.path,
                    at: said.at,
                    words: said.words,
                })
                .collect(),
        })
    }
}

/// What a compiler printed before it ended: why, as a rule.
fn last_words(running: &mut Running, error: &ChannelError) -> ChannelError {
    running
        .sandbox
        .wait(Instant::now() + Duration::from_secs(1));
    let tail = String::from_utf8_lossy(&running.sandbox.output_tail()).into_owned();
    ChannelError::Garbled(format!("{error}; it printed: {tail}"))
}
