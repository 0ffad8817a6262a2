//! McNemar's exact test, one-sided.

/// The probability of at least `better` successes among the `better + worse` pairs that differ, were either side as
/// likely: the one-sided p-value of "the first is not better". `None` where no pair differs.
#[must_use]
pub fn mcnemar(better: u32, worse: u32) -> Option<f64> {
    let differing = better + worse;
    if differing == 0 {
        return None;
    }
    // Summed from the small terms to the large ones, in logarithms: 2^-n leaves the range of numbers soon.
    let n = f64::from(differing);
    let mut log_choose = 0.0; // ln C(n, n)
    let mut logs = Vec::with_capacity((differing - better) as usize + 1);
    let mut k = differing;
    loop {
        logs.push(log_choose - n * std::f64::consts::LN_2);
        if k == better {
            break;
        }
        // C(n, k - 1) = C(n, k) k / (n - k + 1)
        log_choose += f64::from(k).ln() - f64::from(differing - k + 1).ln();
        k -= 1;
    }
    let p: f64 = logs.iter().map(|log| log.exp()).sum();
    Some(p.min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Option<f64>, wanted: f64) {
        let found = found.unwrap();
        assert!((found - wanted).abs() <= 1e-12 * wanted, "{found} {wanted}");
    }

    #[test]
    fn small_tables_are_sums_of_binomial_terms() {
        close(mcnemar(1, 0), 0.5);
        close(mcnemar(0, 1), 1.0);
        close(mcnemar(3, 1), 5.0 / 16.0);
        close(mcnemar(10, 0), 1.0 / 1024.0);
        assert_eq!(mcnemar(0, 0), None);
    }

    /// The worked example of the published treatment of exact McNemar (Agresti, approval of the prime minister, 150
    /// against 86 of the pairs that differ): its two-sided p-value is 3.7e-5.
    #[test]
    fn a_published_example_agrees() {
        let two_sided = 2.0 * mcnemar(150, 86).unwrap();
        assert!((3.6e-5..3.8e-5).contains(&two_sided), "{two_sided}");
    }

    #[test]
    fn thousands_of_pairs_leave_no_rounding_behind() {
        let p = mcnemar(2500, 2500).unwrap();
        // P(X >= n/2) = (1 + P(X = n/2)) / 2, and the middle term is about sqrt(2 / (pi n)).
        let middle = (2.0 / (std::f64::consts::PI * 5000.0)).sqrt();
        assert!((p - (1.0 + middle) / 2.0).abs() < 1e-6, "{p}");
        assert!(mcnemar(5000, 0).unwrap() >= 0.0);
    }
}
