//! What strategies leave to chance.

/// Numbers by chance, the same for the same seed.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of some positions, each as likely as its weight says; all weights are positive.
    pub fn weighed(&mut self, weights: impl Iterator<Item = f64> + Clone) -> usize {
        let all: f64 = weights.clone().sum();
        #[expect(
            clippy::cast_precision_loss,
            reason = "a share of one, whose last bits are chance"
        )]
        let mut left = self.next() as f64 / u64::MAX as f64 * all;
        let mut last = 0;
        for (at, weight) in weights.enumerate() {
            last = at;
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
        last
    }

    pub fn one_of(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count.max(1) as u64).unwrap_or(0)
    }
}
