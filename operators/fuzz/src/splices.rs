//! Edits of bytes.

use arbitrary::Arbitrary;
use mutscore_model::mutant::Edit;
use mutscore_model::span::ByteSpan;
use mutscore_operators::rewrite::apply;

/// A file and what is to be done to it.
#[derive(Debug, Arbitrary)]
pub struct Splices {
    source: Vec<u8>,
    edits: Vec<(u16, u16, String)>,
}

impl Splices {
    /// Compares with byte after byte put together by hand.
    pub fn check(self) {
        let edits: Vec<Edit> = self
            .edits
            .iter()
            .map(|(start, end, text)| Edit {
                span: ByteSpan {
                    start: u32::from(*start),
                    end: u32::from(*end),
                },
                text: text.clone(),
            })
            .collect();
        let fits = edits.iter().all(|edit| {
            edit.span.start <= edit.span.end && edit.span.end as usize <= self.source.len()
        });
        let in_order = edits
            .windows(2)
            .all(|two| two[0].span.end <= two[1].span.start);
        let applied = apply(&self.source, &edits);
        assert_eq!(applied.is_ok(), fits && in_order);
        if let Ok(applied) = applied {
            let mut expected = Vec::new();
            for at in 0..=self.source.len() {
                for edit in edits.iter().filter(|edit| edit.span.start as usize == at) {
                    expected.extend_from_slice(edit.text.as_bytes());
                }
                let is_gone = edits
                    .iter()
                    .any(|edit| (edit.span.start as usize..edit.span.end as usize).contains(&at));
                if let Some(byte) = self.source.get(at).filter(|_| !is_gone) {
                    expected.push(*byte);
                }
            }
            assert_eq!(applied, expected);
        }
    }
}
