//! The generators of random numbers of a running program.

use std::sync::OnceLock;

use crate::patchwork::Patchwork;
use crate::ranlib::Ranlib;

const SIZE: usize = 624;
const SHIFT: usize = 397;

/// What a generator draws; each distribution has a generator of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distribution {
    /// `rand`
    Uniform,
    /// `randn`
    Normal,
    /// `rande`
    Exponential,
    /// `randp`
    Poisson,
    /// `randg`
    Gamma,
}

/// The generators of a running program. A generator that nobody has seeded is seeded
/// when it is first used.
#[derive(Debug, Default)]
pub struct RandomState {
    generators: [Option<Box<Twister>>; 5],
    /// Those that a `seed` asked for, which are used instead.
    seeded: [Option<Ranlib>; 5],
}

/// Where the numbers of a distribution come from.
#[derive(Debug)]
pub(crate) enum Source<'s> {
    /// From the Mersenne Twister.
    Twister(&'s mut Twister),
    /// From the generator that `seed` asks for.
    Ranlib(&'s mut Ranlib),
}

impl Source<'_> {
    /// A uniform double.
    #[inline]
    pub(crate) fn uniform(&mut self) -> f64 {
        match self {
            Source::Twister(twister) => twister.uniform(),
            Source::Ranlib(ranlib) => ranlib.uniform().into(),
        }
    }

    /// A uniform single.
    #[inline]
    pub(crate) fn uniform_single(&mut self) -> f32 {
        match self {
            Source::Twister(twister) => twister.uniform_single(),
            Source::Ranlib(ranlib) => ranlib.uniform(),
        }
    }

    /// A normal double.
    pub(crate) fn normal(&mut self) -> f64 {
        match self {
            Source::Twister(twister) => twister.normal(),
            Source::Ranlib(ranlib) => ranlib.normal().into(),
        }
    }

    /// A normal single.
    pub(crate) fn normal_single(&mut self) -> f32 {
        match self {
            Source::Twister(twister) => twister.normal_single(),
            Source::Ranlib(ranlib) => ranlib.normal(),
        }
    }

    /// An exponential double.
    pub(crate) fn exponential(&mut self) -> f64 {
        match self {
            Source::Twister(twister) => twister.exponential(),
            Source::Ranlib(ranlib) => ranlib.exponential().into(),
        }
    }

    /// An exponential single.
    pub(crate) fn exponential_single(&mut self) -> f32 {
        match self {
            Source::Twister(twister) => twister.exponential_single(),
            Source::Ranlib(ranlib) => ranlib.exponential(),
        }
    }
}

impl RandomState {
    /// The generator of a distribution; `seed` seeds one that nobody has.
    pub fn generator(&mut self, of: Distribution, seed: u32) -> &mut Twister {
        self.generators[of as usize]
            .get_or_insert_with(|| Box::new(Twister::from_key(&[seed, of as u32])))
    }

    /// Where the numbers of a distribution come from; `seed` seeds a generator that nobody has.
    pub(crate) fn source(&mut self, of: Distribution, seed: u32) -> Source<'_> {
        if self.seeded[of as usize].is_none() {
            return Source::Twister(self.generator(of, seed));
        }
        Source::Ranlib(self.seeded[of as usize].get_or_insert(Ranlib::from_seed(1.0)))
    }

    /// Takes the numbers of a distribution from the generator that a `seed` asks for.
    pub(crate) fn seed(&mut self, of: Distribution, seed: f64) {
        self.seeded[of as usize] = Some(Ranlib::from_seed(seed));
    }

    /// The state of the generator that a `seed` asked for, as a number.
    pub(crate) fn told_seed(&self, of: Distribution) -> Option<f64> {
        self.seeded[of as usize].map(|generator| generator.seed())
    }

    /// Replaces the generator of a distribution.
    pub fn replace(&mut self, of: Distribution, generator: Twister) {
        self.seeded[of as usize] = None;
        self.generators[of as usize] = Some(Box::new(generator));
    }

    /// Whether the generator of a distribution has been seeded.
    #[must_use]
    pub fn is_seeded(&self, of: Distribution) -> bool {
        self.generators[of as usize].is_some()
    }
}

/// The Mersenne Twister MT19937 of Matsumoto and Nishimura.
#[derive(Clone, Debug)]
pub struct Twister {
    state: [u32; SIZE],
    /// How many words there are until the state is renewed, and one.
    left: usize,
}

impl Twister {
    /// A generator from a key of any length.
    #[must_use]
    pub fn from_key(key: &[u32]) -> Twister {
        let mut state = [0u32; SIZE];
        state[0] = 19_650_218;
        for k in 1..SIZE {
            let previous = state[k - 1] ^ (state[k - 1] >> 30);
            state[k] = previous.wrapping_mul(1_812_433_253).wrapping_add(k as u32);
        }
        let key = if key.is_empty() { &[0] } else { key };
        let mut place = 1;
        let mut advance = |state: &mut [u32; SIZE], factor: u32, add: &dyn Fn(usize) -> u32| {
            let previous = state[place - 1] ^ (state[place - 1] >> 30);
            state[place] = (state[place] ^ previous.wrapping_mul(factor)).wrapping_add(add(place));
            place += 1;
            if place == SIZE {
                state[0] = state[SIZE - 1];
                place = 1;
            }
        };
        for k in 0..SIZE.max(key.len()) {
            let j = k % key.len();
            advance(&mut state, 1_664_525, &|_| key[j].wrapping_add(j as u32));
        }
        for _ in 1..SIZE {
            advance(&mut state, 1_566_083_941, &|place| (place as u32).wrapping_neg());
        }
        state[0] = 0x8000_0000;
        Twister { state, left: 1 }
    }

    /// A generator from what [`Twister::words`] gave, if that is what it is.
    #[must_use]
    pub fn from_words(words: &[u32]) -> Option<Twister> {
        let (&left, state) = words.split_last()?;
        let state: [u32; SIZE] = state.try_into().ok()?;
        let left = left as usize;
        (1..=SIZE).contains(&left).then_some(Twister { state, left })
    }

    /// The state and how much of it is left.
    #[must_use]
    pub fn words(&self) -> Vec<u32> {
        let mut words = self.state.to_vec();
        words.push(self.left as u32);
        words
    }

    fn renew(&mut self) {
        fn twisted(here: u32, next: u32, far: u32) -> u32 {
            let mixed = (here & 0x8000_0000) | (next & 0x7FFF_FFFF);
            far ^ (mixed >> 1) ^ ((mixed & 1).wrapping_neg() & 0x9908_B0DF)
        }
        let state = &mut self.state;
        for k in 0..SIZE - SHIFT {
            state[k] = twisted(state[k], state[k + 1], state[k + SHIFT]);
        }
        for k in SIZE - SHIFT..SIZE - 1 {
            state[k] = twisted(state[k], state[k + 1], state[k + SHIFT - SIZE]);
        }
        state[SIZE - 1] = twisted(state[SIZE - 1], state[0], state[SHIFT - 1]);
        self.left = SIZE + 1;
    }

    /// 32 random bits.
    #[inline]
    pub fn word(&mut self) -> u32 {
        if self.left <= 1 {
            self.renew();
        }
        self.left -= 1;
        let mut y = self.state[SIZE - self.left];
        y ^= y >> 11;
        y ^= (y << 7) & 0x9D2C_5680;
        y ^= (y << 15) & 0xEFC6_0000;
        y ^ (y >> 18)
    }

    /// `bits` random bits out of two words, the lower one first.
    fn long(&mut self, bits: u32) -> u64 {
        let low = u64::from(self.word());
        let high = u64::from(self.word()) & ((1 << (bits - 32)) - 1);
        high << 32 | low
    }

    /// A double between 0 and 1, neither of which it is.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        loop {
            let high = u64::from(self.word() >> 5);
            let low = u64::from(self.word() >> 6);
            let bits = high << 26 | low;
            if bits != 0 {
                return bits as f64 / 9_007_199_254_740_992.0;
            }
        }
    }

    /// A single between 0 and 1, neither of which it is.
    #[inline]
    pub fn uniform_single(&mut self) -> f32 {
        loop {
            let bits = self.word() & 0xFF_FFFF;
            if bits != 0 && bits != 0xFF_FFFF {
                return bits as f32 / 16_777_216.0;
            }
        }
    }

    /// A double of the standard normal distribution.
    pub fn normal(&mut self) -> f64 {
        let table = Ziggurat::normal(NORMAL_BITS);
        loop {
            let bits = self.long(54);
            let magnitude = bits >> 1;
            let layer = (magnitude & 0xFF) as usize;
            let size = magnitude as f64 * table.width[layer];
            let x = if bits & 1 == 1 { -size } else { size };
            if magnitude < table.inside[layer] {
                return x;
            }
            if layer == 0 {
                let tail = loop {
                    let along = -self.uniform().ln() / NORMAL_EDGE;
                    let height = -self.uniform().ln();
                    if height + height > along * along {
                        break NORMAL_EDGE + along;
                    }
                };
                return if magnitude & 0x100 == 0 { tail } else { -tail };
            }
            if table.accepts(layer, self.uniform(), (-0.5 * x * x).exp()) {
                return x;
            }
        }
    }

    /// A single of the standard normal distribution.
    pub fn normal_single(&mut self) -> f32 {
        let table = Ziggurat::normal(NORMAL_SINGLE_BITS);
        loop {
            let bits = self.word();
            let magnitude = bits & 0x7FFF_FFFF;
            let layer = (bits & 0xFF) as usize;
            let x = (bits as i32) as f32 * table.width[layer] as f32;
            if u64::from(magnitude) < table.inside[layer] {
                return x;
            }
            if layer == 0 {
                let tail = loop {
                    let along = -self.uniform_single().ln() / NORMAL_EDGE as f32;
                    let height = -self.uniform_single().ln();
                    if height + height > along * along {
                        break NORMAL_EDGE as f32 + along;
                    }
                };
                return if magnitude & 0x100 == 0 { tail } else { -tail };
            }
            let density = (-0.5 * f64::from(x) * f64::from(x)).exp();
            if table.accepts(layer, self.uniform_single().into(), density) {
                return x;
            }
        }
    }

    /// A double of the exponential distribution.
    pub fn exponential(&mut self) -> f64 {
        let table = Ziggurat::exponential(EXPONENTIAL_BITS);
        loop {
            let bits = self.long(53);
            let layer = (bits & 0xFF) as usize;
            let x = bits as f64 * table.width[layer];
            if bits < table.inside[layer] {
                return x;
            }
            if layer == 0 {
                return EXPONENTIAL_EDGE - self.uniform().ln();
            }
            if table.accepts(layer, self.uniform(), (-x).exp()) {
                return x;
            }
        }
    }

    /// A single of the exponential distribution.
    pub fn exponential_single(&mut self) -> f32 {
        let table = Ziggurat::exponential(EXPONENTIAL_SINGLE_BITS);
        loop {
            let bits = self.word();
            let layer = (bits & 0xFF) as usize;
            let x = bits as f32 * table.width[layer] as f32;
            if u64::from(bits) < table.inside[layer] {
                return x;
            }
            if layer == 0 {
                return EXPONENTIAL_EDGE as f32 - self.uniform_single().ln();
            }
            if table.accepts(layer, self.uniform_single().into(), (-f64::from(x)).exp()) {
                return x;
            }
        }
    }

    /// Whether a gamma distribution has that shape.
    #[must_use]
    pub fn is_gamma_shape(shape: f64) -> bool {
        shape > 0.0 && shape.is_finite()
    }

    /// A double of the gamma distribution of a shape of at least one, or of one more
    /// than the shape, after Marsaglia and Tsang.
    pub fn gamma(&mut self, shape: f64) -> f64 {
        let d = (if shape < 1.0 { 1.0 + shape } else { shape }) - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let (x, v) = loop {
                let x = self.normal();
                let v = 1.0 + c * x;
                let v = v * (v * v);
                if v > 0.0 {
                    break (x, v);
                }
            };
            let u = self.uniform();
            let square = x * x;
            if u < 1.0 - 0.0331 * square * square || u.ln() < 0.5 * square + d * (1.0 - v + v.ln())
            {
                return d * v;
            }
        }
    }

    /// A number of the Poisson distribution.
    pub fn poisson(&mut self, mean: f64) -> f64 {
        if mean.is_nan() || mean < 0.0 || mean.is_infinite() {
            return f64::NAN;
        }
        if mean == 0.0 {
            return 0.0;
        }
        if mean <= 12.0 {
            // As many exponential times as fit.
            let limit = (-mean).exp();
            let mut product = self.uniform();
            let mut count = 0.0;
            while product > limit {
                product *= self.uniform();
                count += 1.0;
            }
            return count;
        }
        if mean > 1e8 {
            return (self.normal() * mean.sqrt() + mean + 0.5).floor().max(0.0);
        }
        Patchwork::new(mean).draw(self)
    }
}

const LAYERS: usize = 256;
const NORMAL_EDGE: f64 = 3.654_152_885_361_009;
const NORMAL_AREA: f64 = 0.004_928_673_233_99;
const NORMAL_BITS: u32 = 53;
const NORMAL_SINGLE_BITS: u32 = 31;
const EXPONENTIAL_EDGE: f64 = 7.697_117_470_131_05;
const EXPONENTIAL_AREA: f64 = 0.003_949_659_822_581_557;
const EXPONENTIAL_BITS: u32 = 53;
const EXPONENTIAL_SINGLE_BITS: u32 = 32;

/// The layers of equal area below a density, after Marsaglia and Tsang.
struct Ziggurat {
    /// Below which random magnitude a point lies inside for certain.
    inside: [u64; LAYERS],
    /// How wide the layer is, for a magnitude of one.
    width: [f64; LAYERS],
    /// The density at the edge of the layer.
    height: [f64; LAYERS],
}

impl Ziggurat {
    fn new(
        edge: f64,
        area: f64,
        bits: u32,
        density: impl Fn(f64) -> f64,
        inverse: impl Fn(f64) -> f64,
    ) -> Ziggurat {
        // The table for singles is made of singles, step by step.
        let single = bits <= 32;
        let rounded = |x: f64| if single { f64::from(x as f32) } else { x };
        let edge = rounded(edge);
        let unit = 2f64.powi(bits as i32);
        let mut table =
            Ziggurat { inside: [0; LAYERS], width: [0.0; LAYERS], height: [0.0; LAYERS] };
        let last = LAYERS - 1;
        table.width[last] = edge / unit;
        table.height[last] = rounded(density(edge));
        table.inside[0] = (rounded(edge * table.height[last]) / area * unit) as u64;
        table.width[0] = area / table.height[last] / unit;
        table.height[0] = 1.0;
        let mut outer = edge;
        for k in (1..last).rev() {
            let x = rounded(inverse(area / outer + table.height[k + 1]));
            table.inside[k + 1] = (rounded(x / outer) * unit) as u64;
            table.width[k] = x / unit;
            table.height[k] = rounded(density(x));
            outer = x;
        }
        table
    }

    fn normal(bits: u32) -> &'static Ziggurat {
        static DOUBLE: OnceLock<Ziggurat> = OnceLock::new();
        static SINGLE: OnceLock<Ziggurat> = OnceLock::new();
        let table = if bits == NORMAL_BITS { &DOUBLE } else { &SINGLE };
        table.get_or_init(|| {
            Ziggurat::new(
                NORMAL_EDGE,
                NORMAL_AREA,
                bits,
                |x| (-0.5 * x * x).exp(),
                |y| (-2.0 * y.ln()).sqrt(),
            )
        })
    }

    fn exponential(bits: u32) -> &'static Ziggurat {
        static DOUBLE: OnceLock<Ziggurat> = OnceLock::new();
        static SINGLE: OnceLock<Ziggurat> = OnceLock::new();
        let table = if bits == EXPONENTIAL_BITS { &DOUBLE } else { &SINGLE };
        table.get_or_init(|| {
            Ziggurat::new(EXPONENTIAL_EDGE, EXPONENTIAL_AREA, bits, |x| (-x).exp(), |y| -y.ln())
        })
    }

    /// Whether a point of a layer, at a random height, lies below the density.
    fn accepts(&self, layer: usize, random: f64, density: f64) -> bool {
        let (above, below) = (self.height[layer - 1], self.height[layer]);
        (above - below) * random + below < density
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeded() -> Twister {
        Twister::from_key(&[42])
    }

    #[test]
    fn the_numbers_are_octaves() {
        let mut generator = seeded();
        let drawn = [0; 3].map(|_| generator.uniform());
        assert_eq!(
            drawn,
            [0.639_426_798_457_883_7, 0.025_010_755_222_666_936, 0.275_029_318_369_119_26]
        );
        let mut generator = seeded();
        let drawn = [0; 5].map(|_| generator.normal());
        let expected = [
            -0.006_545_920_389_467_027,
            -0.477_881_418_183_173_87,
            -0.713_651_042_861_211_5,
            1.260_321_146_904_706,
            -1.183_218_203_947_841_2,
        ];
        assert_eq!(drawn, expected);
        let mut generator = seeded();
        let drawn = [0; 5].map(|_| generator.exponential());
        let expected = [
            0.012_484_501_998_502_618,
            2.160_282_973_630_054,
            0.644_495_051_541_333_8,
            2.731_302_246_902_581,
            2.053_066_266_680_389,
        ];
        assert_eq!(drawn, expected);
        let mut generator = seeded();
        let drawn = [0; 3].map(|_| generator.gamma(2.0));
        assert_eq!(
            drawn,
            [1.658_230_194_759_765, 0.904_685_824_052_470_7, 0.558_283_695_117_040_8]
        );
    }

    #[test]
    fn singles_are_octaves() {
        let mut generator = seeded();
        let drawn = [0; 6].map(|_| generator.uniform_single() * 16_777_216.0);
        assert_eq!(
            drawn,
            [11_631_005.0, 8_401_279.0, 6_757_073.0, 14_041_339.0, 6_836_823.0, 11_615_120.0]
        );
        let mut generator = seeded();
        let drawn = [0; 3].map(|_| generator.normal_single());
        assert_eq!(drawn, [-1.254_184_8, 0.340_354_08, 0.110_059_59]);
        let mut generator = seeded();
        let drawn = [0; 3].map(|_| generator.exponential_single());
        assert_eq!(drawn, [1.321_171_9, 0.184_571_74, 0.077_693_14]);
    }

    #[test]
    fn many_draws_agree_with_octave() {
        let mut generator = seeded();
        let sum: f64 = (0..1000).map(|_| generator.normal()).sum();
        assert!((sum - 4.392_629_683_142_909).abs() < 1e-12);
        assert_eq!(generator.words()[SIZE], 451);
        let mut generator = seeded();
        let sum: f64 = (0..1000).map(|_| generator.exponential()).sum();
        assert!((sum - 1_016.401_006_799_347_9).abs() < 1e-9);
        assert_eq!(generator.words()[SIZE], 451);
        let mut generator = seeded();
        let sum: f64 = (0..1000).map(|_| generator.gamma(2.0)).sum();
        assert!((sum - 1_954.272_887_557_126_3).abs() < 1e-9);
        assert_eq!(generator.words()[SIZE], 251);
    }

    #[test]
    fn a_state_can_be_kept() {
        let mut generator = seeded();
        generator.uniform();
        let words = generator.words();
        let next = generator.uniform();
        assert_eq!(Twister::from_words(&words).unwrap().uniform(), next);
        assert!(Twister::from_words(&words[1..]).is_none());
    }

    #[test]
    fn poisson_numbers_have_their_mean() {
        for mean in [3.0, 30.0] {
            let mut generator = seeded();
            let sum: f64 = (0..20_000).map(|_| generator.poisson(mean)).sum();
            assert!((sum / 20_000.0 - mean).abs() < 0.15, "{mean}");
        }
    }
}
