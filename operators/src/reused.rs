//! Large buffers that outlive the file they were made for.
//!
//! A file's nodes and tokens take as much memory as the parser's own tree, and all of it is done with before the next
//! file begins. Each thread therefore keeps one buffer of a kind: asking the allocator for large blocks again and again
//! makes it tidy up its small ones each time, which the parser then pays for.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::thread::LocalKey;

/// What is kept in such buffers.
pub(crate) trait Kept: Sized + 'static {
    /// Where this thread keeps its buffer.
    fn slot() -> &'static LocalKey<RefCell<Vec<Self>>>;
}

/// Gives each type a slot of its own.
macro_rules! kept {
    ($($kind:ty),+) => {
        $(impl $crate::reused::Kept for $kind {
            fn slot() -> &'static std::thread::LocalKey<std::cell::RefCell<Vec<Self>>> {
                thread_local! {
                    static SLOT: std::cell::RefCell<Vec<$kind>> = const { std::cell::RefCell::new(Vec::new()) };
                }
                &SLOT
            }
        })+
    };
}
pub(crate) use kept;

/// A vector whose memory comes from this thread's last one of its kind and goes to the next. It starts empty.
pub(crate) struct Reused<T: Kept>(Vec<T>);

impl<T: Kept> Reused<T> {
    /// An empty vector with room for `capacity`.
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        let mut buffer = T::slot().take();
        buffer.clear();
        buffer.reserve(capacity);
        Self(buffer)
    }
}

impl<T: Kept> Deref for Reused<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Kept> DerefMut for Reused<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T: Kept> Drop for Reused<T> {
    fn drop(&mut self) {
        let buffer = std::mem::take(&mut self.0);
        // A thread that ends may have let go of the slot already.
        let _ = T::slot().try_with(|slot| {
            let mut kept = slot.borrow_mut();
            if kept.capacity() < buffer.capacity() {
                *kept = buffer;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Brick(u8);
    kept!(Brick);

    #[test]
    fn a_buffer_is_handed_on_empty_and_two_at_once_are_two() {
        let mut first = Reused::<Brick>::with_capacity(100);
        first.push(Brick(7));
        let mut second = Reused::<Brick>::with_capacity(1);
        second.push(Brick(8));
        assert_eq!((first[0].0, second[0].0), (7, 8));
        let memory = first.as_ptr();
        drop(first);
        drop(second);
        let third = Reused::<Brick>::with_capacity(50);
        assert!(third.is_empty() && third.capacity() >= 100);
        assert_eq!(third.as_ptr(), memory);
    }
}
