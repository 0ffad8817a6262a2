//! Questions to a shim that run no scenario: what is there, and of which version.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::runner::{CancelToken, RunnerError};
use crate::session::channel::Channel;
use crate::session::launch::Launch;

/// How long a question may take beside the project's load time.
const ASK: Duration = Duration::from_secs(300);

/// Starts a shim for one question. `missing` knows from what it printed whether the framework is not there.
pub(crate) fn ask(
    launch: &Launch,
    runner: &'static str,
    request: &'static str,
    missing: impl FnOnce(&str) -> Option<RunnerError>,
) -> Result<Value, RunnerError> {
    let mut running = launch
        .start(0, 1, false)
        .map_err(|error| RunnerError::Sandbox(error.to_string()))?;
    let Some(socket) = running.sandbox.take_sockets().pop() else {
        return Err(RunnerError::Sandbox("no socket".to_owned()));
    };
    let mut channel = Channel::new(socket);
    let deadline = Instant::now() + launch.project.bounds.load + ASK;
    let answer = channel
        .send(&launch.request(request, &running.plan), &[])
        .and_then(|()| channel.receive(deadline, &CancelToken::default()));
    answer.map_err(|error| {
        // What it printed is complete only once it has ended.
        running
            .sandbox
            .wait(Instant::now() + Duration::from_secs(1));
        let said = String::from_utf8_lossy(&running.sandbox.output_tail())
            .trim()
            .to_owned();
        missing(&said).unwrap_or_else(|| RunnerError::Garbled {
            runner,
            request,
            detail: format!("{error}; it printed: {said}"),
        })
    })
}
