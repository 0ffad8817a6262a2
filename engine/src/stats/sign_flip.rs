//! The paired sign-flip test of a mean, one-sided.

use rayon::prelude::*;

use crate::random::SplitMix;

/// With at most this many differences all sign patterns are counted.
const EXACT: usize = 14;
/// Differences whose sums are looked up together.
const TOGETHER: usize = 8;
/// Flips of one part of the work.
const PART: usize = 256;

/// The share of sign patterns whose sum of differences is at least the one observed: the one-sided p-value of "the mean
/// is not above 0". All patterns are counted where there are few, else `flips` random ones, the observed one added
/// (Phipson and Smyth), so that it is never 0. `None` where nothing differs.
#[must_use]
pub fn sign_flip(differences: &[f64], flips: usize, seed: u64) -> Option<f64> {
    let differences: Vec<f64> = differences
        .iter()
        .copied()
        .filter(|one| *one != 0.0)
        .collect();
    if differences.is_empty() {
        return None;
    }
    let tables = tables(&differences);
    let sum = |bytes: &mut dyn FnMut() -> u8| -> f64 {
        tables.iter().map(|table| table[usize::from(bytes())]).sum()
    };
    let observed = sum(&mut || 0);
    // Equal sums may differ in their last bits by the order of adding.
    let size: f64 = differences.iter().map(|one| one.abs()).sum();
    let reaches = |sum: f64| sum >= observed - 1e-12 * size;
    if differences.len() <= EXACT {
        let patterns = 1_usize << differences.len();
        let reached = (0..patterns)
            .filter(|pattern| {
                let mut rest = *pattern;
                reaches(sum(&mut || {
                    let byte = (rest & 0xff) as u8;
                    rest >>= 8;
                    byte
                }))
            })
            .count();
        return Some(reached as f64 / patterns as f64);
    }
    let reached: usize = (0..flips.div_ceil(PART))
        .into_par_iter()
        .map(|part| {
            let mut random = SplitMix::of_part(seed, part as u64);
            let many = PART.min(flips - part * PART);
            (0..many)
                .filter(|_| {
                    let (mut bits, mut left) = (0, 0);
                    reaches(sum(&mut || {
                        if left == 0 {
                            (bits, left) = (random.next(), 8);
                        }
                        let byte = (bits & 0xff) as u8;
                        (bits, left) = (bits >> 8, left - 1);
                        byte
                    }))
                })
                .count()
        })
        .sum();
    Some((reached + 1) as f64 / (flips + 1) as f64)
}

/// For each eight differences, their sum under each of the 256 sign patterns; a set bit turns a sign.
fn tables(differences: &[f64]) -> Vec<[f64; 256]> {
    differences
        .chunks(TOGETHER)
        .map(|chunk| {
            std::array::from_fn(|pattern| {
                chunk
                    .iter()
                    .enumerate()
                    .map(|(place, one)| {
                        if pattern >> place & 1 == 1 {
                            -one
                        } else {
                            *one
                        }
                    })
                    .sum()
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All patterns, one by one.
    fn naive(differences: &[f64]) -> f64 {
        let observed: f64 = differences.iter().sum();
        let patterns = 1_u32 << differences.len();
        let reached = (0..patterns).filter(|pattern| {
            let sum: f64 = differences
                .iter()
                .enumerate()
                .map(|(place, one)| {
                    if pattern >> place & 1 == 1 {
                        -one
                    } else {
                        *one
                    }
                })
                .sum();
            sum >= observed - 1e-9
        });
        reached.count() as f64 / f64::from(patterns)
    }

    #[test]
    fn few_differences_are_counted_exactly() {
        let differences = [0.5, -0.25, 1.0, 0.125, 0.75, -0.5, 0.25, 0.3, -0.1, 0.9];
        assert_eq!(sign_flip(&differences, 100, 1), Some(naive(&differences)));
        assert_eq!(sign_flip(&[1.0, 1.0, 1.0], 100, 1), Some(1.0 / 8.0));
        assert_eq!(sign_flip(&[-1.0, 0.0], 100, 1), Some(1.0));
        assert_eq!(sign_flip(&[0.0, 0.0], 100, 1), None);
    }

    /// Darwin's maize (Fisher 1935): 863 of the 32,768 patterns of its 15 differences reach the observed sum.
    #[test]
    fn a_published_example_agrees_within_the_error_of_sampling() {
        let maize = [
            49.0, -67.0, 8.0, 16.0, 6.0, 23.0, 28.0, 41.0, 14.0, 29.0, 56.0, 24.0, 75.0, 60.0,
            -48.0,
        ];
        let wanted = 863.0 / 32768.0;
        assert!((naive(&maize) - wanted).abs() < 1e-12);
        let found = sign_flip(&maize, 200_000, 7).unwrap();
        assert!((found - wanted).abs() < 0.0015, "{found}");
    }

    #[test]
    fn the_seed_decides_and_the_threads_do_not() {
        let differences: Vec<f64> = (0..100).map(|at| f64::from(at % 7) - 2.5).collect();
        let once = sign_flip(&differences, 5000, 3);
        let alone = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .unwrap();
        assert_eq!(alone.install(|| sign_flip(&differences, 5000, 3)), once);
        assert_ne!(sign_flip(&differences, 5000, 4), once);
    }
}
