//! The statistics against scipy, where it is at hand.

use std::process::Command;

use mutscore::stats::{mcnemar, sign_flip};

/// What a line of Python prints; `None`, said aloud, without scipy.
fn scipy(code: &str) -> Option<Vec<f64>> {
    let ran = Command::new("python3").args(["-c", code]).output();
    let required = std::env::var("MUTSCORE_REQUIRE").unwrap_or_default();
    match ran {
        Ok(ran) if ran.status.success() => {
            let text = String::from_utf8(ran.stdout).unwrap();
            Some(
                text.split_whitespace()
                    .map(|word| word.parse().unwrap())
                    .collect(),
            )
        }
        _ => {
            assert!(
                !required.contains("scipy"),
                "MUTSCORE_REQUIRE asks for scipy"
            );
            eprintln!("SKIPPED: python3 has no scipy (`pip install scipy`)");
            None
        }
    }
}

#[test]
fn mcnemar_is_scipys_binomial_test() {
    let tables = [
        (1, 0),
        (3, 1),
        (10, 2),
        (40, 25),
        (150, 86),
        (700, 650),
        (0, 5),
    ];
    let calls: Vec<String> = tables
        .iter()
        .map(|(better, worse)| {
            format!(
                "binomtest({better}, {}, 0.5, 'greater').pvalue",
                better + worse
            )
        })
        .collect();
    let code = format!(
        "from scipy.stats import binomtest\nprint(*map(repr, map(float, [{}])))",
        calls.join(", ")
    );
    let Some(wanted) = scipy(&code) else { return };
    for ((better, worse), wanted) in tables.into_iter().zip(wanted) {
        let found = mcnemar(better, worse).unwrap();
        assert!(
            (found - wanted).abs() <= 1e-9 * wanted,
            "{better} {worse}: {found}, scipy {wanted}"
        );
    }
}

#[test]
fn sign_flips_are_scipys_permutations_of_samples() {
    let few = [
        0.5, -0.25, 1.0, 0.125, 0.75, -0.5, 0.25, 0.3, -0.1, 0.9, 0.05,
    ];
    let many: Vec<f64> = (0..60)
        .map(|at| f64::from((at * 37) % 23) / 23.0 - 0.42)
        .collect();
    let code = format!(
        "import numpy as np\nfrom scipy.stats import permutation_test\n\
         def p(d, n):\n    return permutation_test((np.array(d), np.zeros(len(d))), lambda x, y, axis: np.mean(x - y, axis=axis), \
         permutation_type='samples', alternative='greater', vectorized=True, n_resamples=n, random_state=1).pvalue\n\
         print(repr(float(p({few:?}, 10**6))), repr(float(p({many:?}, 50000))))"
    );
    let Some(wanted) = scipy(&code) else { return };
    assert!(
        (sign_flip(&few, 1, 1).unwrap() - wanted[0]).abs() < 1e-12,
        "exact"
    );
    let found = sign_flip(&many, 50_000, 1).unwrap();
    assert!(
        (found - wanted[1]).abs() < 0.01,
        "{found}, scipy {}",
        wanted[1]
    );
}
