//! One end of the conversation with a shim: frames there and back (see `shims/python/mutscore_shim/wire.py`),
//! or lines of JSON from a cold run. Every wait has a deadline and can be cancelled.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::Value;

use crate::runner::CancelToken;

/// A frame longer than this is no frame of ours.
const MOST_FRAME_BYTES: usize = 64 << 20;
/// How often a wait looks whether it was cancelled.
const TICK: Duration = Duration::from_millis(100);

/// Why nothing usable came.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChannelError {
    #[error("no answer in time")]
    TimedOut,
    #[error("cancelled")]
    Cancelled,
    #[error("the process has gone")]
    Closed,
    #[error("an answer that is not ours: {0}")]
    Garbled(String),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A socket to a shim.
#[derive(Debug)]
pub(crate) struct Channel {
    stream: UnixStream,
    pending: Vec<u8>,
}

impl Channel {
    pub(crate) fn new(stream: UnixStream) -> Self {
        Self {
            stream,
            pending: Vec::new(),
        }
    }

    /// Sends a header and its blobs as one frame.
    pub(crate) fn send(
        &mut self,
        header: &impl Serialize,
        blobs: &[&[u8]],
    ) -> Result<(), ChannelError> {
        let mut header = serde_json::to_value(header).map_err(io::Error::from)?;
        if let Value::Object(fields) = &mut header {
            fields.insert(
                "blobs".into(),
                blobs.iter().map(|blob| blob.len()).collect(),
            );
        }
        let text = serde_json::to_vec(&header).map_err(io::Error::from)?;
        let length =
            u32::try_from(text.len()).map_err(|_| ChannelError::Garbled("too long".into()))?;
        // One write for what is usually small: a shim then wakes up once.
        let mut frame =
            Vec::with_capacity(4 + text.len() + blobs.iter().map(|blob| blob.len()).sum::<usize>());
        frame.extend_from_slice(&length.to_le_bytes());
        frame.extend_from_slice(&text);
        for blob in blobs {
            frame.extend_from_slice(blob);
        }
        self.write(&frame)
    }

    /// Sends bytes that are a frame already.
    pub(crate) fn write(&mut self, frame: &[u8]) -> Result<(), ChannelError> {
        self.stream
            .set_write_timeout(Some(Duration::from_secs(30)))?;
        self.stream
            .write_all(frame)
            .map_err(|error| match error.kind() {
                io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset => ChannelError::Closed,
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => ChannelError::TimedOut,
                _ => error.into(),
            })
    }

    /// The next frame's header.
    pub(crate) fn receive(
        &mut self,
        deadline: Instant,
        cancel: &CancelToken,
    ) -> Result<Value, ChannelError> {
        self.fill(4, deadline, cancel)?;
        let mut length = [0; 4];
        length.copy_from_slice(&self.pending[..4]);
        let length = u32::from_le_bytes(length) as usize;
        if length > MOST_FRAME_BYTES {
            return Err(ChannelError::Garbled(format!("a frame of {length} bytes")));
        }
        self.fill(4 + length, deadline, cancel)?;
        let value = serde_json::from_slice(&self.pending[4..4 + length])
            .map_err(|error| ChannelError::Garbled(error.to_string()))?;
        self.pending.drain(..4 + length);
        Ok(value)
    }

    /// The next so many bytes.
    pub(crate) fn take(
        &mut self,
        count: usize,
        deadline: Instant,
        cancel: &CancelToken,
    ) -> Result<Vec<u8>, ChannelError> {
        self.fill(count, deadline, cancel)?;
        Ok(self.pending.drain(..count).collect())
    }

    /// The next line, without its newline.
    pub(crate) fn line(
        &mut self,
        deadline: Instant,
        cancel: &CancelToken,
    ) -> Result<Vec<u8>, ChannelError> {
        let mut seen = 0;
        loop {
            if let Some(at) = self.pending[seen..].iter().position(|byte| *byte == b'\n') {
                let mut line: Vec<u8> = self.pending.drain(..=seen + at).collect();
                line.pop();
                return Ok(line);
            }
            seen = self.pending.len();
            if seen > MOST_FRAME_BYTES {
                return Err(ChannelError::Garbled("a line without an end".into()));
            }
            self.fill(seen + 1, deadline, cancel)?;
        }
    }

    /// Reads until at least `wanted` bytes are pending.
    fn fill(
        &mut self,
        wanted: usize,
        deadline: Instant,
        cancel: &CancelToken,
    ) -> Result<(), ChannelError> {
        let mut part = [0u8; 64 << 10];
        while self.pending.len() < wanted {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ChannelError::TimedOut);
            }
            if cancel.is_cancelled() {
                return Err(ChannelError::Cancelled);
            }
            self.stream.set_read_timeout(Some(left.min(TICK)))?;
            match self.stream.read(&mut part) {
                Ok(0) => return Err(ChannelError::Closed),
                Ok(read) => self.pending.extend_from_slice(&part[..read]),
                Err(error)
                    if matches!(
                        error.kind(),
                        io::ErrorKind::WouldBlock
                            | io::ErrorKind::TimedOut
                            | io::ErrorKind::Interrupted
                    ) => {}
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {
                    return Err(ChannelError::Closed);
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn frames_and_lines_arrive_whole_however_they_are_cut() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut channel = Channel::new(ours);
        let soon = Instant::now() + Duration::from_secs(5);
        let writer = std::thread::spawn(move || {
            let text = br#"{"a":1}"#;
            let mut all = (text.len() as u32).to_le_bytes().to_vec();
            all.extend_from_slice(text);
            all.extend_from_slice(b"line one\nline two\n");
            for byte in all {
                theirs.write_all(&[byte]).unwrap();
            }
        });
        let cancel = CancelToken::default();
        assert_eq!(channel.receive(soon, &cancel).unwrap(), json!({"a": 1}));
        assert_eq!(channel.line(soon, &cancel).unwrap(), b"line one");
        assert_eq!(channel.line(soon, &cancel).unwrap(), b"line two");
        writer.join().unwrap();
        assert!(matches!(
            channel.line(soon, &cancel),
            Err(ChannelError::Closed)
        ));
    }

    #[test]
    fn a_silent_process_is_a_timeout_and_a_cancelled_wait_ends_soon() {
        let (ours, _theirs) = UnixStream::pair().unwrap();
        let mut channel = Channel::new(ours);
        let cancel = CancelToken::default();
        let soon = Instant::now() + Duration::from_millis(50);
        assert!(matches!(
            channel.receive(soon, &cancel),
            Err(ChannelError::TimedOut)
        ));
        cancel.cancel();
        let late = Instant::now() + Duration::from_secs(60);
        assert!(matches!(
            channel.receive(late, &cancel),
            Err(ChannelError::Cancelled)
        ));
    }
}
