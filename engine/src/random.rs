//! Random numbers that are the same on every machine for ever: samples and draws are part of published results.

/// The SplitMix64 generator.
#[derive(Debug, Clone)]
pub(crate) struct SplitMix(u64);

impl SplitMix {
    /// The generator that begins with this seed.
    #[must_use]
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator of its own for a part of the work, so that the result does not depend on who does which part.
    #[must_use]
    pub(crate) fn of_part(seed: u64, part: u64) -> Self {
        let mut mixed = Self(seed ^ part.wrapping_mul(0xd134_2543_de82_ef95));
        Self(mixed.next())
    }

    /// 64 random bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is above 0. Scaling instead of a remainder: the bias is below 2^-32 for anything
    /// that fits into memory.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}
