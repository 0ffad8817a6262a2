//! What the frozen files of a bed say.

use std::collections::BTreeMap;

use serde_json::Value;

use super::bed::Bed;

/// The verdict on each mutant of an instance, by what was changed: `file: original → replacement`, with a number
/// where a file has several alike, from top to bottom.
pub(crate) fn verdicts(bed: &Bed, project: &str, instance: u32) -> BTreeMap<String, String> {
    let pool: Value =
        serde_json::from_str(&bed.read(&format!("pools/{project}/{instance}.json"))).unwrap();
    let outcomes: BTreeMap<&str, &Value> = pool["mutants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["id"].as_str().unwrap(), &entry["outcome"]))
        .collect();
    let mut verdicts = BTreeMap::new();
    for mutant in manifest(bed, project) {
        let Some(outcome) = outcomes.get(mutant["id"].as_str().unwrap()) else {
            continue;
        };
        let word = match outcome {
            Value::String(word) => word.clone(),
            other => other["excluded"].as_str().unwrap().to_owned(),
        };
        let text = |field: &str| mutant[field].as_str().unwrap().to_owned();
        let name = format!(
            "{}: {} → {}",
            text("path"),
            text("original"),
            text("replacement")
        );
        let mut numbered = name.clone();
        for number in 2.. {
            if !verdicts.contains_key(&numbered) {
                break;
            }
            numbered = format!("{name} ({number})");
        }
        verdicts.insert(numbered, word);
    }
    assert_eq!(
        verdicts.len(),
        outcomes.len(),
        "a mutant of the pool is not in the manifest"
    );
    verdicts
}

/// The mutants of the manifest, in its order.
pub(crate) fn manifest(bed: &Bed, project: &str) -> Vec<Value> {
    let text = bed.read(&format!("pools/{project}/manifest.jsonl"));
    text.lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// What the gate says: instance → reason, and `None` for those that passed.
pub(crate) fn gate(bed: &Bed, project: &str) -> BTreeMap<u64, Option<String>> {
    let text = bed.read(&format!("pools/{project}/gate.jsonl"));
    let entries = text.lines().skip(1).map(|line| {
        let entry: Value = serde_json::from_str(line).unwrap();
        (
            entry["instance"].as_u64().unwrap(),
            entry["dropped"].as_str().map(str::to_owned),
        )
    });
    entries.collect()
}
