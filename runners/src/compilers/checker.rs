//! One warm checker process and the conversation with it.
//!
//! A checker that crashes, hangs or talks nonsense says nothing about a mutant. The version it was at is then
//! unknown, a fresh process goes on behind it, and after a few of those the rest of the file is unknown as well.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use mutscore_model::compiled::{Compiled, Refusal};
use mutscore_model::mutant::Edit;
use mutscore_model::path::RelPath;
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use super::compiler::{Answers, Check, Launch, NoCompiler};
use super::wire::{Frame, receive};
use crate::process::Capture;
use crate::runner::CancelToken;
use crate::session::channel::{Channel, ChannelError};

/// How often a checker may fail on one file.
const MOST_FAILURES: usize = 3;
/// Bytes kept of what a checker writes beside its answers.
const LOG_BYTES: usize = 4 << 10;
/// A compiler's message is cut here.
const MESSAGE_CHARS: usize = 300;

/// A checker process, started again when it fails.
pub struct Checker {
    launch: Launch,
    identity: String,
    running: Option<Running>,
}

impl Checker {
    /// Starts the process and asks it what it is.
    ///
    /// # Errors
    /// [`NoCompiler`] with the reason.
    pub fn start(launch: Launch) -> Result<Self, NoCompiler> {
        let (running, identity) = Running::start(&launch).map_err(NoCompiler)?;
        Ok(Self {
            launch,
            identity,
            running: Some(running),
        })
    }

    fn running(&mut self) -> Result<&mut Running, String> {
        if self.running.is_none() {
            let (running, identity) = Running::start(&self.launch)?;
            if identity != self.identity {
                return Err(format!("it was {} and is now {identity}", self.identity));
            }
            self.running = Some(running);
        }
        self.running
            .as_mut()
            .ok_or_else(|| "it is not running".to_owned())
    }

    /// Asks about versions and adds the answers, the original's first, until all are there or one fails.
    fn ask(
        &mut self,
        question: &[u8],
        wanted: usize,
        answers: &mut Vec<Compiled>,
        cancel: &CancelToken,
    ) -> Result<(), String> {
        let within = self.launch.answer_within;
        let running = self.running()?;
        let talk = |running: &mut Running, answers: &mut Vec<Compiled>| {
            running.channel.write(question)?;
            for _ in 0..wanted {
                let fields = receive(&mut running.channel, Instant::now() + within, cancel)?;
                answers.push(answer(&fields)?);
            }
            Ok(())
        };
        let talked = talk(running, answers);
        talked.map_err(|error| {
            let gone = self.running.take();
            gone.map_or_else(String::new, |mut gone| gone.words(error, within))
        })
    }
}

impl Check for Checker {
    fn identity(&self) -> &str {
        &self.identity
    }

    fn check(
        &mut self,
        path: &RelPath,
        source: &[u8],
        versions: &[&[Edit]],
        cancel: &CancelToken,
    ) -> Answers {
        // The original is asked about first and again after each failure, for the fresh process does not know the file.
        let mut known: Vec<Compiled> = Vec::new();
        let mut failures = 0;
        while known.len() <= versions.len() {
            let rest = &versions[known.len().saturating_sub(1)..];
            let question = Frame::question(path, source, rest).finish();
            let mut answers = Vec::new();
            let failed = self
                .ask(&question, rest.len() + 1, &mut answers, cancel)
                .err();
            let repeated = usize::from(!known.is_empty()).min(answers.len());
            let stuck_at_original = answers.is_empty();
            known.extend(answers.into_iter().skip(repeated));
            let Some(why) = failed else { break };
            failures += 1;
            if stuck_at_original || failures == MOST_FAILURES || cancel.is_cancelled() {
                known.resize(versions.len() + 1, Compiled::Unknown(why));
            } else {
                known.push(Compiled::Unknown(why));
            }
        }
        let mut known = known.into_iter();
        Answers {
            original: known
                .next()
                .unwrap_or_else(|| Compiled::Unknown("not asked".to_owned())),
            versions: known.collect(),
        }
    }
}

fn answer(fields: &[String]) -> Result<Compiled, ChannelError> {
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    let garbled = || ChannelError::Garbled(shortened(&fields.join(" ")));
    Ok(match fields[..] {
        ["form", digest] => Compiled::Form(digest.parse().map_err(|_| garbled())?),
        ["opaque", ..] => Compiled::Opaque,
        ["refused", line, message] => Compiled::Refused(Refusal {
            line: line.parse().ok(),
            message: shortened(message),
        }),
        ["unknown", why] => Compiled::Unknown(shortened(why)),
        _ => return Err(garbled()),
    })
}

/// The first line that says something, cut to a bearable length.
fn shortened(message: &str) -> String {
    let line = message
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or_default();
    line.chars().take(MESSAGE_CHARS).collect()
}

/// A process that is up.
struct Running {
    child: Child,
    channel: Channel,
    log: Capture,
}

impl Running {
    fn start(launch: &Launch) -> Result<(Self, String), String> {
        let program = launch.argv.first().map_or("", String::as_str);
        let mut running = Self::spawn(launch)
            .map_err(|error| format!("`{program}` cannot be started: {error}"))?;
        let within = launch.ready_within;
        let mut hello = || {
            let mut first = Frame::new("hello");
            for word in &launch.about {
                first.field(word.as_bytes());
            }
            running.channel.write(&first.finish())?;
            let cancel = CancelToken::default();
            receive(&mut running.channel, Instant::now() + within, &cancel)
        };
        match hello() {
            Ok(fields) if fields.len() == 2 && fields[0] == "hello" => {
                let identity = shortened(&fields[1]);
                Ok((running, identity))
            }
            // What is in the way before any file was named: the checker says it in its own words.
            Ok(fields) if fields.len() == 2 && fields[0] == "unknown" => Err(shortened(&fields[1])),
            Ok(fields) => Err(format!(
                "`{program}` does not say what it is: {}",
                shortened(&fields.join(" "))
            )),
            Err(error) => Err(format!("`{program}`: {}", running.words(error, within))),
        }
    }

    fn spawn(launch: &Launch) -> io::Result<Self> {
        let (ours, theirs) = UnixStream::pair()?;
        let (log, noise) = io::pipe()?;
        let mut command = bounded(launch);
        command
            .stdin(Stdio::from(OwnedFd::from(theirs.try_clone()?)))
            .stdout(Stdio::from(OwnedFd::from(theirs)))
            .stderr(noise)
            .current_dir("/")
            .env_clear()
            .env("LANG", "C.UTF-8")
            .env("LC_ALL", "C.UTF-8")
            .env("TZ", "UTC")
            .process_group(0);
        for name in ["PATH", "HOME", "TMPDIR"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        let child = command.envs(&launch.env).spawn()?;
        // With the command go our copies of the ends that belong to the child.
        drop(command);
        Ok(Self {
            child,
            channel: Channel::new(ours),
            log: Capture::start(log, LOG_BYTES)?,
        })
    }

    /// What went wrong, with the checker's own last words where it has gone.
    fn words(&mut self, error: ChannelError, within: Duration) -> String {
        match error {
            ChannelError::TimedOut => format!("no answer within {} s", within.as_secs()),
            ChannelError::Closed => {
                self.end();
                self.log.finish();
                let log = String::from_utf8_lossy(&self.log.tail()).into_owned();
                match log.lines().rev().find(|line| !line.trim().is_empty()) {
                    Some(last) => format!("the checker ended: {}", shortened(last)),
                    None => "the checker ended without a word".to_owned(),
                }
            }
            other => other.to_string(),
        }
    }

    fn end(&mut self) {
        // It leads a group of its own; whatever it started ends with it.
        let group = i32::try_from(self.child.id()).map(Pid::from_raw);
        let _ = group.map(|group| killpg(group, Signal::SIGKILL));
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// The command, behind a shell that bounds its memory where that is asked for.
fn bounded(launch: &Launch) -> Command {
    let Some(bytes) = launch.address_space else {
        let mut command = Command::new(launch.argv.first().map_or("", String::as_str));
        command.args(launch.argv.iter().skip(1));
        return command;
    };
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", "ulimit -c 0; ulimit -v \"$0\"; exec \"$@\""])
        .arg((bytes >> 10).to_string())
        .args(&launch.argv);
    command
}
