//! Which runs are made again, cold, to audit the warm ones.

use super::Request;
use crate::random::SplitMix;

/// A random sample of the requests that is the same for the same seed: `share` of them, rounded up, as places in
/// ascending order. A share is cut to 0..=1.
#[must_use]
pub fn sample(requests: &[Request], share: f64, seed: u64) -> Vec<usize> {
    let wanted = (requests.len() as f64 * share.clamp(0.0, 1.0)).ceil() as usize;
    let mut places: Vec<usize> = (0..requests.len()).collect();
    let mut random = SplitMix::new(seed);
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
