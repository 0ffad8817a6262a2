//! Numbers and times as people read them. The one place that knows plurals and units.

use std::time::Duration;

/// `1 mutant`, `2 mutants`, `12,040 mutants`.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(number))
}

/// `12,040`.
#[must_use]
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `0.42 s`, `12.3 s`, `3 min 05 s`, `2 h 07 min`.
#[must_use]
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let whole = seconds.round() as u64;
    match seconds {
        few if few < 9.995 => format!("{few:.2} s"),
        some if some < 99.95 => format!("{some:.1} s"),
        _ if whole < 3_600 => format!("{} min {:02} s", whole / 60, whole % 60),
        _ => format!("{} h {:02} min", whole / 3_600, whole % 3_600 / 60),
    }
}

/// `17 B`, `4.2 KiB`, `1.5 GiB`.
#[must_use]
pub fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 {
        format!("{bytes} B")
    } else {
        format!("{value:.1} {}", UNITS[unit])
    }
}

/// Longest source text shown within a line, in characters.
const SNIPPET: usize = 40;

/// Source text within a line: on one line, cut, in backquotes. Nothing is `(nothing)`.
#[must_use]
pub fn snippet(text: &str) -> String {
    if text.is_empty() {
        return "(nothing)".to_owned();
    }
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = one_line.chars().take(SNIPPET).collect();
    let more = if cut.len() < one_line.len() {
        "…"
    } else {
        ""
    };
    format!("`{cut}{more}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_a_plural_and_commas() {
        assert_eq!(count(1, "pair"), "1 pair");
        assert_eq!(count(0, "pair"), "0 pairs");
        assert_eq!(count(1_234_567, "pair"), "1,234,567 pairs");
        assert_eq!(thousands(999), "999");
    }

    #[test]
    fn times_lose_digits_as_they_grow() {
        let shown = |seconds: f64| time(Duration::from_secs_f64(seconds));
        assert_eq!(shown(0.0421), "0.04 s");
        assert_eq!(shown(12.34), "12.3 s");
        assert_eq!(shown(99.97), "1 min 40 s");
        assert_eq!(shown(185.0), "3 min 05 s");
        assert_eq!(shown(7_620.0), "2 h 07 min");
    }

    #[test]
    fn bytes_have_binary_units() {
        assert_eq!(bytes(17), "17 B");
        assert_eq!(bytes(4_300), "4.2 KiB");
        assert_eq!(bytes(3 << 29), "1.5 GiB");
    }

    #[test]
    fn a_snippet_is_one_short_line() {
        assert_eq!(snippet("a +\n    b"), "`a + b`");
        assert_eq!(snippet(""), "(nothing)");
        assert_eq!(snippet(&"ü".repeat(50)), format!("`{}…`", "ü".repeat(40)));
    }
}
