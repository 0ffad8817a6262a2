//! A row of letters with its runs counted: `kkkksn` is `k4sn`. Never longer than the letters themselves.

/// The shorter form of `letters`, which holds no digit.
pub(super) fn shorten(letters: &str) -> String {
    let mut short = String::new();
    let mut letters = letters.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut run = 1_usize;
        while letters.next_if_eq(&letter).is_some() {
            run += 1;
        }
        short.push(letter);
        if run > 1 {
            short.push_str(&run.to_string());
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_counted_and_single_letters_stay() {
        assert_eq!(shorten("kkkksn"), "k4sn");
        assert_eq!(shorten("kk"), "k2");
        assert_eq!(shorten(""), "");
        assert_eq!(shorten(&"n".repeat(300)), "n300");
    }
}
