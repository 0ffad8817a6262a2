//! Drains a runner's output and keeps its end.
//!
//! A flood must neither block the runner nor fill memory or disk: everything is read, and only the
//! last bytes are kept. A leftover process that still holds the pipe must not hold us, so the
//! thread also ends when the owner says so.
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::collections::VecDeque;
use std::io::{PipeReader, PipeWriter, Read, pipe};
use std::os::fd::AsFd;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// The end of what was written to a pipe.
#[derive(Debug)]
pub struct Capture {
    kept: Arc<Mutex<Kept>>,
    /// Dropped to end the thread.
    stop: Option<PipeWriter>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Kept {
    tail: VecDeque<u8>,
    total: u64,
}

impl Capture {
    /// Starts to drain `source`, keeping the last `bound` bytes.
    ///
    /// # Errors
    /// When no pipe or thread can be had.
    pub fn start(source: PipeReader, bound: usize) -> std::io::Result<Self> {
        let kept = Arc::new(Mutex::new(Kept::default()));
        let (stopped, stop) = pipe()?;
        let shared = Arc::clone(&kept);
        let thread = std::thread::Builder::new()
            .name("mutscore-output".into())
            .spawn(move || drain(source, &stopped, &shared, bound))?;
        Ok(Self {
            kept,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// The last bytes so far.
    pub fn tail(&self) -> Vec<u8> {
        self.lock().tail.iter().copied().collect()
    }

    /// How many bytes have been written in all, kept or not.
    pub fn total_bytes(&self) -> u64 {
        self.lock().total
    }

    /// Takes what is in the pipe now and ends the thread, whoever else may hold the pipe.
    pub fn finish(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A panic there loses output, never a verdict.
            let _ = thread.join();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Capture {
    fn drop(&mut self) {
        self.finish();
    }
}

fn drain(mut source: PipeReader, stopped: &PipeReader, kept: &Mutex<Kept>, bound: usize) {
    let mut buffer = vec![0; 64 << 10];
    loop {
        let mut spots = [
            PollFd::new(source.as_fd(), PollFlags::POLLIN),
            PollFd::new(stopped.as_fd(), PollFlags::POLLIN),
        ];
        match poll(&mut spots, PollTimeout::NONE) {
            Ok(_) => {}
            Err(Errno::EINTR) => continue,
            Err(_) => return,
        }
        let [readable, over] = spots.map(|spot| spot.any().unwrap_or(false));
        if !readable {
            if over {
                return;
            }
            continue;
        }
        let Ok(count @ 1..) = source.read(&mut buffer) else {
            return;
        };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.total += count as u64;
        let new = &buffer[..count];
        kept.tail.extend(&new[count.saturating_sub(bound)..]);
        let surplus = kept.tail.len().saturating_sub(bound);
        kept.tail.drain(..surplus);
        // A flood that never ends must not keep us after the owner has called.
        if over && kept.total > bound as u64 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn only_the_end_of_a_flood_is_kept_and_all_of_it_is_counted() {
        let (reader, mut writer) = pipe().unwrap();
        let mut capture = Capture::start(reader, 10).unwrap();
        for _ in 0..100_000 {
            writer.write_all(b"0123456789abc\n").unwrap();
        }
        writer.write_all(b"the end").unwrap();
        drop(writer);
        capture.finish();
        assert_eq!(capture.tail(), b"bc\nthe end");
        assert_eq!(capture.total_bytes(), 1_400_007);
    }

    #[test]
    fn a_pipe_that_somebody_still_holds_does_not_hold_the_owner() {
        let (reader, mut writer) = pipe().unwrap();
        let mut capture = Capture::start(reader, 100).unwrap();
        writer.write_all(b"said").unwrap();
        capture.finish();
        assert_eq!(capture.tail(), b"said");
        drop(writer);
    }
}
