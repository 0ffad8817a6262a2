//! Taking a patch apart, strictly: which files, which hunks, and nothing else.
//!
//! Problem: a patch is read twice, by whoever checks it and by git, and two readers can disagree on what a hostile
//! text means. Remedy: this reader understands a patch fully or refuses it, and git is given a new patch written
//! from what was understood ([`super::emit`]), never the text that came in.
//!
//! Lines outside of file headers and hunks are ignored, as git does: mails, commit messages, Markdown around a diff.

use mutscore_model::path::RelPath;

use super::discard::Reason;
use super::header::{Header, Mode};
use super::names::{git_header, read, safe, strip};

/// One file of a patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileDiff<'p> {
    /// A name that no file of a project may have, as it came; then there are no paths.
    pub(super) refused: Option<(String, Reason)>,
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
    /// How its contents change.
    pub(super) contents: Contents<'p>,
}

/// How the contents of a file change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Contents<'p> {
    /// By hunks, as they came, header lines included; none if only name or mode change.
    Hunks {
        hunks: Vec<&'p [u8]>,
        /// Whether the only hunk starts from nothing: with a tool that names no `/dev/null`, a new file.
        from_nothing: bool,
    },
    /// New binary contents, whole.
    Literal {
        /// Digests before and after, as the `index` line gives them; git checks them.
        index: &'p [u8],
        /// The encoded lines, from `literal` on.
        lines: &'p [u8],
        /// Size of the contents in bytes.
        size: u64,
    },
    /// Binary contents as a difference: what that comes to has no bound that can be seen in it.
    Delta,
    /// Binary contents that the patch does not hold.
    Missing,
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
        let binary = self.binary(&header)?;
        let from_lines = match self.peek() {
            Some(line) if line.starts_with(b"--- ") && binary.is_none() => Some(self.two_names()?),
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
        self.finish(header, (old, new), binary)
    }

    /// Binary contents, if they come next.
    fn binary(&mut self, header: &Header<'p>) -> Result<Option<Contents<'p>>, String> {
        match self
            .peek()
            .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        {
            Some(line) if line.starts_with(b"Binary files ") => {
                self.next();
                Ok(Some(Contents::Missing))
            }
            Some(b"GIT binary patch") => {
                self.next();
                let Block {
                    literal,
                    size,
                    lines,
                } = self.block()?.ok_or("a binary patch without contents")?;
                // The way back, which nobody needs.
                self.block()?;
                let index = header.index;
                Ok(Some(if literal {
                    Contents::Literal { index, lines, size }
                } else {
                    Contents::Delta
                }))
            }
            _ => Ok(None),
        }
    }

    /// One block of a binary patch.
    fn block(&mut self) -> Result<Option<Block<'p>>, String> {
        let start = self.at;
        let Some(line) = self.peek() else {
            return Ok(None);
        };
        let (literal, size) = match (line.strip_prefix(b"literal "), line.strip_prefix(b"delta ")) {
            (Some(size), _) => (true, size),
            (_, Some(size)) => (false, size),
            _ => return Ok(None),
        };
        self.next();
        let size = std::str::from_utf8(size)
            .ok()
            .and_then(|size| size.parse().ok());
        let size = size.ok_or("a binary patch with a size that cannot be read")?;
        let encoded =
            |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&()*+-;<=>?@^_`{|}~".contains(byte);
        while let Some(line) = self.peek().filter(|line| !line.is_empty()) {
            self.next();
            if !line.iter().all(encoded) {
                return Err("a line of a binary patch that cannot be read".to_owned());
            }
        }
        let lines = &self.text[start..self.at];
        self.next();
        Ok(Some(Block {
            literal,
            size,
            lines,
        }))
    }

    /// A file without a `diff --git` line.
    fn plain_file(&mut self) -> Result<FileDiff<'p>, String> {
        let (old, new) = self.two_names()?;
        let (old, new) = strip(old, new);
        self.finish(Header::default(), (old, new), None)
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
        header: Header<'p>,
        (old, new): (Option<String>, Option<String>),
        binary: Option<Contents<'p>>,
    ) -> Result<FileDiff<'p>, String> {
        let contents = match binary {
            Some(contents) => contents,
            None => self.hunks()?,
        };
        let Header {
            copy,
            old_mode,
            new_mode,
            ..
        } = header;
        let mut file = FileDiff {
            refused: None,
            old: None,
            new: None,
            copy,
            old_mode,
            new_mode,
            contents,
        };
        for (name, path) in [(old, &mut file.old), (new, &mut file.new)] {
            match name.map(|name| safe(&name).map_err(|reason| (name, reason))) {
                Some(Err(refused)) => file.refused = Some(refused),
                found => *path = found.and_then(Result::ok),
            }
        }
        if file.refused.is_some() {
            (file.old, file.new) = (None, None);
            return Ok(file);
        }
        if header.created {
            file.old = None;
        }
        if header.deleted {
            file.new = None;
        }
        let renamed = header.renamed.0.is_some();
        match (&file.old, &file.new) {
            (None, None) => Err("a file without a name".to_owned()),
            (Some(from), Some(to)) if from != to && !renamed => {
                Err(format!("`{from}` and `{to}` are one file with two names"))
            }
            _ => Ok(file),
        }
    }

    /// All hunks of a file.
    fn hunks(&mut self) -> Result<Contents<'p>, String> {
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
        let from_nothing = from_nothing && hunks.len() == 1;
        Ok(Contents::Hunks {
            hunks,
            from_nothing,
        })
    }
}

/// One direction of a binary patch.
struct Block<'p> {
    /// Whether it holds whole contents and not a difference.
    literal: bool,
    /// Size of what it holds, in bytes.
    size: u64,
    /// Its lines, encoded.
    lines: &'p [u8],
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
