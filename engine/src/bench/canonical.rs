//! One spelling for each JSON value, so that equal contents are equal bytes and have equal digests.
//!
//! Keys are sorted here rather than trusted to be: the order of `serde_json`'s maps is a build-time feature that
//! any dependency can switch. Two layouts: [`compact`] for digests and for one value a line, [`readable`] for
//! frozen files, where each entry has a line of its own so that a difference between two of them can be read.

use mutscore_model::digest::Digest;
use serde_json::Value;

/// The value on one line, keys sorted, no space.
#[must_use]
pub fn compact(value: &Value) -> String {
    let mut text = String::new();
    write_compact(value, &mut text);
    text
}

/// The value with one line for each entry: an object has one key a line, an array of structures one element a
/// line, and what is inside such an element, like an array of plain values, stays on one line. Ends with a newline.
#[must_use]
pub fn readable(value: &Value) -> String {
    let mut text = String::new();
    write_readable(value, 0, &mut text);
    text.push('\n');
    text
}

/// Digest of the value's compact text: the layout of a file is no part of it.
#[must_use]
pub fn digest_of(value: &Value) -> Digest {
    Digest::of(compact(value).as_bytes())
}

fn write_compact(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => between(text, '[', ']', items, |text, item| {
            write_compact(item, text)
        }),
        Value::Object(map) => between(text, '{', '}', sorted(map), |text, (key, item)| {
            write_key(key, text);
            write_compact(item, text);
        }),
        scalar => text.push_str(&scalar.to_string()),
    }
}

fn write_readable(value: &Value, depth: usize, text: &mut String) {
    match value {
        Value::Array(items) if items.iter().any(is_structure) => {
            between(text, '[', ']', items, |text, item| {
                line(depth + 1, text);
                write_compact(item, text);
            });
            unline(depth, text);
        }
        Value::Object(map) if !map.is_empty() => {
            between(text, '{', '}', sorted(map), |text, (key, item)| {
                line(depth + 1, text);
                write_key(key, text);
                text.push(' ');
                write_readable(item, depth + 1, text);
            });
            unline(depth, text);
        }
        other => write_compact(other, text),
    }
}

fn between<T>(
    text: &mut String,
    open: char,
    close: char,
    items: impl IntoIterator<Item = T>,
    mut each: impl FnMut(&mut String, T),
) {
    text.push(open);
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        each(text, item);
    }
    text.push(close);
}

/// Starts a line at this depth.
fn line(depth: usize, text: &mut String) {
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', depth));
}

/// Puts the closing bracket that was just written on a line of its own.
fn unline(depth: usize, text: &mut String) {
    if let Some(close) = text.pop() {
        line(depth, text);
        text.push(close);
    }
}

fn write_key(key: &str, text: &mut String) {
    text.push_str(&Value::from(key).to_string());
    text.push(':');
}

fn sorted(map: &serde_json::Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut entries: Vec<_> = map.iter().collect();
    entries.sort_unstable_by_key(|(key, _)| *key);
    entries
}

fn is_structure(value: &Value) -> bool {
    matches!(value, Value::Array(items) if !items.is_empty())
        || matches!(value, Value::Object(map) if !map.is_empty())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn entries_have_a_line_each_and_keys_are_sorted() {
        let value = json!({"b": [{"z": 1, "a": [1, 2]}, {"a": 3}], "a": 1, "c": {"x": {"f": [1]}, "e": {}}});
        let expected = "{\n \"a\": 1,\n \"b\": [\n  {\"a\":[1,2],\"z\":1},\n  {\"a\":3}\n ],\n \"c\": {\n  \"e\": {},\n  \"x\": {\n   \"f\": [1]\n  }\n }\n}\n";
        assert_eq!(readable(&value), expected);
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..5)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn both_layouts_read_back_as_the_same_value(value in any_json()) {
            prop_assert_eq!(&serde_json::from_str::<Value>(&compact(&value)).unwrap(), &value);
            prop_assert_eq!(&serde_json::from_str::<Value>(&readable(&value)).unwrap(), &value);
        }

        #[test]
        fn the_digest_depends_on_the_value_and_not_on_its_layout(value in any_json()) {
            let again: Value = serde_json::from_str(&readable(&value)).unwrap();
            prop_assert_eq!(digest_of(&again), digest_of(&value));
            prop_assert_ne!(digest_of(&serde_json::json!([value])), digest_of(&again));
        }
    }
}
