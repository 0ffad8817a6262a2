//! Values as people type them: shares, sizes, ages, requirements.

use std::str::FromStr;
use std::time::Duration;

/// A share from 0 to 1, typed as `2%` or `0.02`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Share(pub(crate) f64);

/// Why a typed value is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ValueError {
    #[error("write a share such as 2% or 0.02, at most 100%")]
    Share,
    #[error("write a size such as 500MiB or 2GiB (units: B, KiB, MiB, GiB)")]
    Size,
    #[error("write an age such as 12h, 30d or 8w (units: s, m, h, d, w)")]
    Age,
    #[error("write kill-complete, pass, or recall=SHARE such as recall=0.9")]
    Requirement,
}

impl FromStr for Share {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| ValueError::Share);
        let share = match text.strip_suffix('%') {
            Some(percent) => number(percent)? / 100.0,
            None => number(text)?,
        };
        if (0.0..=1.0).contains(&share) {
            Ok(Self(share))
        } else {
            Err(ValueError::Share)
        }
    }
}

/// A number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size(pub(crate) u64);

impl FromStr for Size {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let (number, unit) = split(text);
        let factor = match unit {
            "" | "B" => 1,
            "K" | "KiB" => 1 << 10,
            "M" | "MiB" => 1 << 20,
            "G" | "GiB" => 1_u64 << 30,
            _ => return Err(ValueError::Size),
        };
        let number: u64 = number.parse().map_err(|_| ValueError::Size)?;
        number.checked_mul(factor).map(Self).ok_or(ValueError::Size)
    }
}

/// A length of time in whole seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Age(pub(crate) Duration);

impl FromStr for Age {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let (number, unit) = split(text);
        let seconds = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3_600,
            "d" => 86_400,
            "w" => 7 * 86_400_u64,
            _ => return Err(ValueError::Age),
        };
        let number: u64 = number.parse().map_err(|_| ValueError::Age)?;
        number
            .checked_mul(seconds)
            .map(|seconds| Self(Duration::from_secs(seconds)))
            .ok_or(ValueError::Age)
    }
}

/// Digits first, the unit after them.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// What a score must reach for exit code 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Requirement {
    /// The test passes on the unmutated code.
    Pass,
    /// It passes and reproduces every kill.
    KillComplete,
    /// It passes and MutRecall is at least this.
    Recall(f64),
}

impl FromStr for Requirement {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        match text {
            "pass" => Ok(Self::Pass),
            "kill-complete" => Ok(Self::KillComplete),
            other => other
                .strip_prefix("recall=")
                .and_then(|share| share.parse().ok())
                .map(|Share(share)| Self::Recall(share))
                .ok_or(ValueError::Requirement),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_a_percentage_or_a_fraction_up_to_the_whole() {
        assert_eq!("2%".parse(), Ok(Share(0.02)));
        assert_eq!("0.5".parse(), Ok(Share(0.5)));
        assert_eq!("100%".parse(), Ok(Share(1.0)));
        for wrong in ["2", "101%", "-1%", "two", "", "%", "NaN"] {
            assert_eq!(wrong.parse::<Share>(), Err(ValueError::Share), "{wrong}");
        }
    }

    #[test]
    fn sizes_and_ages_need_a_known_unit_and_fit() {
        assert_eq!("500MiB".parse(), Ok(Size(500 << 20)));
        assert_eq!("2 GiB".parse(), Ok(Size(2 << 30)));
        assert_eq!("30d".parse(), Ok(Age(Duration::from_secs(30 * 86_400))));
        assert!("2 parsecs".parse::<Size>().is_err() && "99999999999GiB".parse::<Size>().is_err());
        assert!("30".parse::<Age>().is_err() && "d".parse::<Age>().is_err());
    }

    #[test]
    fn a_requirement_is_one_of_three() {
        assert_eq!("kill-complete".parse(), Ok(Requirement::KillComplete));
        assert_eq!("pass".parse(), Ok(Requirement::Pass));
        assert_eq!("recall=90%".parse(), Ok(Requirement::Recall(0.9)));
        assert_eq!(
            "recall=7".parse::<Requirement>(),
            Err(ValueError::Requirement)
        );
    }
}
