//! Which runs are made again, cold, to audit the warm ones.

use super::Request;

/// A random sample of the requests that is the same for the same seed: `share` of them, rounded up, as places in
/// ascending order. A share is cut to 0..=1.
#[must_use]
pub fn sample(requests: &[Request], share: f64, seed: u64) -> Vec<usize> {
    let wanted = (requests.len() as f64 * share.clamp(0.0, 1.0)).ceil() as usize;
    let mut places: Vec<usize> = (0..requests.len()).collect();
    let mut random = SplitMix(seed);
    // The first `wanted` swaps of a Fisher-Yates shuffle.
    let wanted = wanted.min(places.len());
    for place in 0..wanted {
        let other = place + random.below(places.len() - place);
        places.swap(place, other);
    }
    places.truncate(wanted);
    places.sort_unstable();
    places
}

/// The SplitMix64 generator: a sample needs no more, and it is the same on every machine for ever.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is above 0. Scaling instead of a remainder: the bias is below 2^-32 for any
    /// number of requests that fits into memory.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}
