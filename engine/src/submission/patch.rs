//! Taking a patch apart, strictly: which files, which hunks, and nothing else.
//!
//! Problem: a patch is read twice, by whoever checks it and by git, and two readers can disagree on what a hostile
//! text means. Remedy: this reader understands a patch fully or refuses it, and git is given a new patch written
//! from what was understood ([`super::emit`]), never the text that came in.
//!
//! Lines outside of file headers and hunks are ignored, as git does: mails, commit messages, Markdown around a diff.

use mutscore_model::path::RelPath;

use super::names::{git_header, read, safe, strip};

/// One file of a patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileDiff<'p> {
    /// The path before; `None` for a new file.
    pub(super) old: Option<RelPath>,
    /// The path after; `None` for a deleted file.
    pub(super) new: Option<RelPath>,
    /// Whether the old file stays although the names differ.
    pub(super) copy: bool,
    /// Mode before, where it is given.
    pub(super) old_mode: Option<Mode>,
    /// Mode after, where it is given.
    pub(super) new_mode: Option<Mode>,
    /// Whether the contents are binary, and left out here.
    pub(super) binary: bool,
    /// Hunks as they came, header lines included.
    pub(super) hunks: Vec<&'p [u8]>,
    /// Whether the only hunk starts from nothing: with a tool that names no `/dev/null`, a new file.
    pub(super) from_nothing: bool,
}

/// What kind of file a mode stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    File,
    Executable,
    Link,
    Submodule,
}

impl FileDiff<'_> {
    /// The path it writes to or, for a deleted file, takes away.
    pub(super) fn target(&self) -> Option<&RelPath> {
        self.new.as_ref().or(self.old.as_ref())
    }

    /// Whether either side is of this kind.
    pub(super) fn is(&self, mode: Mode) -> bool {
        self.old_mode == Some(mode) || self.new_mode == Some(mode)
    }
}

/// Takes a patch apart.
///
/// The error says what is wrong and on which 1-based line.
pub(super) fn parse(text: &[u8]) -> Result<Vec<FileDiff<'_>>, String> {
    let mut reader = Reader {
        text,
        at: 0,
        line: 0,
    };
    let mut files = Vec::new();
    while let Some(line) = reader.peek() {
        let found = if let Some(rest) = line.strip_prefix(b"diff --git ") {
            reader.next();
            Some(reader.git_file(rest))
        } else if line.starts_with(b"diff --cc ") || line.starts_with(b"diff --combined ") {
            Some(Err("it is the diff of a merge".to_owned()))
        } else if line.starts_with(b"--- ")
            && reader
                .second()
                .is_some_and(|next| next.starts_with(b"+++ "))
        {
            Some(reader.plain_file())
        } else {
            reader.next();
            None
        };
        if let Some(found) = found {
            files.push(found.map_err(|why| format!("line {}: {why}", reader.line.max(1)))?);
        }
    }
    Ok(files)
}

/// Goes through the lines; `line` is the 1-based number of the one taken last.
struct Reader<'p> {
    text: &'p [u8],
    at: usize,
    line: usize,
}

impl<'p> Reader<'p> {
    fn end_of_line(&self, from: usize) -> usize {
        self.text[from..]
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(self.text.len(), |at| from + at)
    }

    /// The next line without its newline.
    fn peek(&self) -> Option<&'p [u8]> {
        (self.at < self.text.len()).then(|| &self.text[self.at..self.end_of_line(self.at)])
    }

    /// The line after the next.
    fn second(&self) -> Option<&'p [u8]> {
        let start = self.end_of_line(self.at) + 1;
        (start < self.text.len()).then(|| &self.text[start..self.end_of_line(start)])
    }

    fn next(&mut self) -> Option<&'p [u8]> {
        let line = self.peek()?;
        self.at = (self.end_of_line(self.at) + 1).min(self.text.len());
        self.line += 1;
        Some(line)
    }

    /// What follows a `diff --git` line.
    fn git_file(&mut self, names: &'p [u8]) -> Result<FileDiff<'p>, String> {
        let mut header = Header::default();
        while let Some(line) = self.peek() {
            if line.starts_with(b"--- ") || line.starts_with(b"@@ ") {
                break;
            }
            let taken = header.take(line);
            if matches!(taken, Ok(false)) {
                break;
            }
            // Taken before its error is passed on, so that the error names this line.
            self.next();
            taken?;
        }
        if self
            .peek()
            .is_some_and(|line| line == b"GIT binary patch" || line.starts_with(b"Binary files "))
        {
            header.binary = true;
            while self
                .peek()
                .is_some_and(|line| !line.starts_with(b"diff --git "))
            {
                self.next();
            }
        }
        let from_lines = match self.peek() {
            Some(line) if line.starts_with(b"--- ") && !header.binary => Some(self.two_names()?),
            _ => None,
        };
        let (old, new) = match (header.renamed.clone(), from_lines) {
            ((Some(from), Some(to)), _) => (Some(from), Some(to)),
            (_, Some((old, new))) => strip(old, new),
            _ => {
                let (old, new) = git_header(names)
                    .ok_or("the names on the `diff --git` line cannot be told apart")?;
                strip(
                    (!header.created).then_some(old),
                    (!header.deleted).then_some(new),
                )
            }
        };
        self.finish(header, old, new)
    }

    /// A file without a `diff --git` line.
    fn plain_file(&mut self) -> Result<FileDiff<'p>, String> {
        let (old, new) = self.two_names()?;
        let (old, new) = strip(old, new);
        self.finish(Header::default(), old, new)
    }

    /// The `---` and `+++` lines; `None` for `/dev/null`.
    fn two_names(&mut self) -> Result<(Option<String>, Option<String>), String> {
        let mut name = |prefix: &[u8]| {
            let line = self
                .next()
                .and_then(|line| line.strip_prefix(prefix))
                .ok_or("a `---` line without its `+++` line")?;
            let (name, _) = read(line)?;
            Ok::<_, String>((name != "/dev/null").then_some(name))
        };
        Ok((name(b"--- ")?, name(b"+++ ")?))
    }

    fn finish(
        &mut self,
        header: Header,
        old: Option<String>,
        new: Option<String>,
    ) -> Result<FileDiff<'p>, String> {
        let safe = |name: Option<String>| name.as_deref().map(safe).transpose();
        let (mut old, mut new) = (safe(old)?, safe(new)?);
        if header.created {
            old = None;
        }
        if header.deleted {
            new = None;
        }
        let renamed = header.renamed.0.is_some();
        match (&old, &new) {
            (None, None) => return Err("a file without a name".to_owned()),
            (Some(from), Some(to)) if from != to && !renamed => {
                return Err(format!("`{from}` and `{to}` are one file with two names"));
            }
            _ => {}
        }
        let (hunks, from_nothing) = if header.binary {
            (Vec::new(), false)
        } else {
            self.hunks()?
        };
        let from_nothing = from_nothing && hunks.len() == 1;
        let Header {
            copy,
            old_mode,
            new_mode,
            binary,
            ..
        } = header;
        Ok(FileDiff {
            old,
            new,
            copy,
            old_mode,
            new_mode,
            binary,
            hunks,
            from_nothing,
        })
    }

    /// All hunks of a file, and whether the last one starts from nothing.
    fn hunks(&mut self) -> Result<(Vec<&'p [u8]>, bool), String> {
        let (mut hunks, mut from_nothing) = (Vec::new(), false);
        while let Some(line) = self.peek().filter(|line| line.starts_with(b"@@ ")) {
            let start = self.at;
            self.next();
            let (mut old, mut new) = counts(line).ok_or("a hunk header that cannot be read")?;
            from_nothing = old == 0 && line.starts_with(b"@@ -0,0 ");
            while old > 0 || new > 0 {
                let line = self.next().ok_or("the patch ends within a hunk")?;
                match line.first() {
                    None | Some(b' ' | b'\r') if old > 0 && new > 0 => {
                        (old, new) = (old - 1, new - 1)
                    }
                    Some(b'-') if old > 0 => old -= 1,
                    Some(b'+') if new > 0 => new -= 1,
                    Some(b'\\') => {}
                    _ => return Err("a line of a hunk that its header does not count".to_owned()),
                }
            }
            while self.peek().is_some_and(|line| line.starts_with(b"\\")) {
                self.next();
            }
            hunks.push(&self.text[start..self.at]);
        }
        Ok((hunks, from_nothing))
    }
}

/// Line counts of `@@ -1,2 +3,4 @@`: before, after. A count that is not given is 1.
fn counts(line: &[u8]) -> Option<(u32, u32)> {
    let text = line.strip_prefix(b"@@ -")?;
    let end = text.windows(3).position(|part| part == b" @@")?;
    let (old, new) = std::str::from_utf8(&text[..end]).ok()?.split_once(" +")?;
    let count = |range: &str| {
        let (start, count) = range.split_once(',').unwrap_or((range, "1"));
        let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        (plain(start) && plain(count) && start.parse::<u32>().is_ok())
            .then(|| count.parse().ok())?
    };
    Some((count(old)?, count(new)?))
}

/// The lines between `diff --git` and `---`.
#[derive(Debug, Clone, Default)]
struct Header {
    old_mode: Option<Mode>,
    new_mode: Option<Mode>,
    created: bool,
    deleted: bool,
    renamed: (Option<String>, Option<String>),
    copy: bool,
    binary: bool,
}

impl Header {
    /// Takes a header line; `false` if it is none.
    fn take(&mut self, line: &[u8]) -> Result<bool, String> {
        let after = |prefix: &str| line.strip_prefix(prefix.as_bytes());
        if let Some(rest) = after("old mode ") {
            self.old_mode = Some(mode(rest)?);
        } else if let Some(rest) = after("new mode ") {
            self.new_mode = Some(mode(rest)?);
        } else if let Some(rest) = after("new file mode ") {
            (self.new_mode, self.created) = (Some(mode(rest)?), true);
        } else if let Some(rest) = after("deleted file mode ") {
            (self.old_mode, self.deleted) = (Some(mode(rest)?), true);
        } else if let Some(rest) = after("rename from ").or(after("copy from ")) {
            self.renamed.0 = Some(read(rest)?.0);
        } else if let Some(rest) = after("rename to ").or(after("copy to ")) {
            self.renamed.1 = Some(read(rest)?.0);
            self.copy = line.starts_with(b"copy");
        } else if let Some(rest) = after("index ") {
            // `index 1..2 100644` gives the mode of a file whose mode stays.
            if let Some(blank) = rest.iter().position(|&byte| byte == b' ') {
                (self.old_mode, self.new_mode) = (
                    Some(mode(&rest[blank + 1..])?),
                    Some(mode(&rest[blank + 1..])?),
                );
            }
        } else {
            return Ok(after("similarity index ")
                .or(after("dissimilarity index "))
                .is_some());
        }
        Ok(true)
    }
}

fn mode(text: &[u8]) -> Result<Mode, String> {
    match text.strip_suffix(b"\r").unwrap_or(text) {
        b"100644" | b"100664" | b"100600" => Ok(Mode::File),
        b"100755" | b"100775" | b"100700" => Ok(Mode::Executable),
        b"120000" => Ok(Mode::Link),
        b"160000" => Ok(Mode::Submodule),
        other => Err(format!(
            "unknown file mode `{}`",
            String::from_utf8_lossy(other).escape_debug()
        )),
    }
}
