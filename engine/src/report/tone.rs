//! What a piece of text means, so that whoever prints can choose how it looks.
//!
//! Reports know no colours: they say `Good` or `Faint`, and a [`Paint`] makes of it what its output can show.

/// What a piece of text means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tone {
    /// What the reader looks for first.
    Strong,
    /// As it should be.
    Good,
    /// Not as it should be, though work goes on.
    Warn,
    /// Wrong.
    Bad,
    /// There for completeness.
    Faint,
    /// A place: a path, a line.
    Place,
    /// Text that was taken away.
    Removed,
    /// Text that came in its place.
    Added,
}

/// Gives tones a look.
pub trait Paint {
    /// `text` as it is to be written.
    fn paint(&self, tone: Tone, text: &str) -> String;
}

/// Leaves everything as it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Plain;

impl Paint for Plain {
    fn paint(&self, _tone: Tone, text: &str) -> String {
        text.to_owned()
    }
}
