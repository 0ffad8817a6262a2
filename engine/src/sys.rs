//! The one unsafe call of this package: mapping a file.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// Maps a frozen file.
pub(crate) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: frozen files are only ever replaced as a whole, by rename, so a mapped one keeps its bytes. Whoever
    // edits one in place while it is read gets a digest that fits nothing.
    unsafe { Mmap::map(file) }
}
