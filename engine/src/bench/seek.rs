//! One instance out of a long list, without reading the list: scoring one of thousands is to cost what one of fifty does.
//!
//! Lines are written in the order of ids, so halving finds a line after a dozen looks. What is not found so (a file that
//! somebody sorted otherwise, an id that is gone, damage on the way) is `None`, and the caller reads the whole list, which
//! knows what to say.

use std::fs::File;
use std::path::Path;

use mutscore_model::instance::Instance;
use serde::Deserialize;

use super::instances::Listed;
use crate::sys::map;

/// The instance of this id, if it is there and was found quickly.
pub(super) fn seek(path: &Path, id: u32) -> Option<Instance> {
    let file = File::open(path).ok()?;
    let text = map(&file).ok()?;
    let listed: Listed = serde_json::from_slice(line_of(&text, id)?).ok()?;
    (!listed.gone && listed.instance.id == id).then_some(listed.instance)
}

#[derive(Deserialize)]
struct Id {
    id: u32,
}

/// The line with this id. Every step looks at the line that holds the middle of what is left.
fn line_of(text: &[u8], id: u32) -> Option<&[u8]> {
    // The first line is the header.
    let mut low = text.iter().position(|byte| *byte == b'\n')? + 1;
    let mut high = text.len();
    while low < high {
        let middle = low + (high - low) / 2;
        let start = text[low..middle]
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(low, |at| low + at + 1);
        let end = start + text[start..].iter().position(|byte| *byte == b'\n')?;
        let line = &text[start..end];
        let found: Id = serde_json::from_slice(line).ok()?;
        match found.id.cmp(&id) {
            std::cmp::Ordering::Equal => return Some(line),
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(ids: &[u32]) -> Vec<u8> {
        let lines = ids.iter().map(|id| {
            format!(
                "{{\"id\":{id},\"x\":\"{}\"}}\n",
                "y".repeat(*id as usize % 40)
            )
        });
        let mut text = "{\"form\":\"instances\"}\n".to_owned();
        text.extend(lines);
        text.into_bytes()
    }

    #[test]
    fn every_line_is_found_and_nothing_else_is() {
        for count in [0_u32, 1, 2, 3, 10, 257] {
            let ids: Vec<u32> = (1..=count).map(|at| at * 3).collect();
            let text = text(&ids);
            for id in 0..=count * 3 + 2 {
                let wanted = format!("{{\"id\":{id},");
                let found = line_of(&text, id);
                assert_eq!(found.is_some(), ids.contains(&id), "{id} of {count}");
                assert!(found.is_none_or(|line| line.starts_with(wanted.as_bytes())));
            }
        }
    }

    #[test]
    fn what_is_damaged_is_left_to_the_whole_reading() {
        assert_eq!(line_of(b"", 1), None);
        assert_eq!(line_of(b"{}\n{\"id\":1", 1), None);
        assert_eq!(line_of(b"{}\nnonsense\n", 1), None);
    }
}
