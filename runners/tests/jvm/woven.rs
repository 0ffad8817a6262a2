//! Woven builds of tiny projects, made by hand: methods between `// begin NAME` and `// end NAME`, with a copy for each
//! mutant.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::BTreeMap;
use std::sync::Arc;

use mutscore_model::overlay::{Overlay, Woven, WovenBuild};
use mutscore_model::path::RelPath;
use mutscore_runners::runner::Compiled;

use crate::bed::Bed;

/// A change in a file: what stands there, and what is to stand there.
pub(crate) type Change = (&'static str, &'static str, &'static str);

const SUPPORT: &str =
    "package mutscore_woven; public final class Selected { public static int number = 0; }";

/// A build with these changes, numbered from 1, and the overlay of each; number 0 comes first.
pub(crate) fn woven(bed: &Bed, changes: &[Change]) -> Vec<Overlay> {
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    let mut alone = vec![Overlay::default()];
    for (place, &(path, from, to)) in changes.iter().enumerate() {
        alone.push(bed.edit(path, from, to));
        let text = texts
            .entry(path)
            .or_insert_with(|| bed.text(path).to_owned());
        *text = with_copy(text, place + 1, from, to);
    }
    texts.insert("mutscore_woven/Selected.java", SUPPORT.to_owned());
    let files = texts
        .iter()
        .map(|(path, text)| (RelPath::new(path).unwrap(), Arc::from(text.as_bytes())))
        .collect();
    let build = Arc::new(WovenBuild::new(files));
    let made = bed.runner().weaver(&bed.project).unwrap()(&build).unwrap();
    assert_eq!(made, Compiled::Whole);
    (0..)
        .zip(alone)
        .map(|(number, overlay)| Overlay {
            woven: Some(Woven {
                build: Arc::clone(&build),
                number,
                shared: false,
            }),
            ..overlay
        })
        .collect()
}

/// The text with a copy of the method that holds `from`, and a choice at the method's start.
fn with_copy(text: &str, number: usize, from: &str, to: &str) -> String {
    let at = text.find(from).unwrap();
    let begin = text[..at].rfind("// begin ").unwrap();
    let end = at + text[at..].find("// end ").unwrap();
    let name = text[begin + 9..].lines().next().unwrap();
    let start = begin + text[begin..].find('\n').unwrap() + 1;
    let method = &text[start..end];
    // Copies made before are no part of it.
    let method = method.split("/* copy */").next().unwrap();
    let original: String = method
        .lines()
        .map(|line| line.split("/* choice */").next().unwrap())
        .collect::<Vec<_>>()
        .join("\n");
    let (head, _) = original.split_once('{').unwrap();
    let parameters = head.split_once('(').unwrap().1;
    let names: Vec<&str> = parameters
        .trim_end()
        .trim_end_matches(')')
        .split(',')
        .filter_map(|one| one.split_whitespace().last())
        .collect();
    let copy = original
        .replacen(&format!("{name}("), &format!("mut{number}_{name}("), 1)
        .replacen("public ", "private ", 1)
        .replacen(from, to, 1);
    let choice = format!(
        "/* choice */ if (mutscore_woven.Selected.number == {number}) return mut{number}_{name}({});",
        names.join(", ")
    );
    let open = start + text[start..].find('{').unwrap() + 1;
    format!(
        "{} {choice}{}/* copy */ {copy}\n    {}",
        &text[..open],
        &text[open..end],
        &text[end..]
    )
}
