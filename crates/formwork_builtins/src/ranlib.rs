//! The generator that Octave's `seed` option asks for: that of RANLIB.
//!
//! Uniform numbers are L'Ecuyer's combination of two linear congruential generators (1988),
//! normal ones come from Ahrens and Dieter's method FL with 32 intervals (1973), exponential
//! ones from their method SA (1972). All of it is reckoned in single precision, and constants
//! have the seven digits that were published.

use std::sync::OnceLock;

const FIRST_MODULUS: i64 = 2_147_483_563;
const SECOND_MODULUS: i64 = 2_147_483_399;

/// A generator of RANLIB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ranlib {
    first: i64,
    second: i64,
}

impl Ranlib {
    /// The generator that a number seeds: its bits are the states of both parts.
    #[must_use]
    pub(crate) fn from_seed(seed: f64) -> Ranlib {
        let bits = seed.to_bits();
        let fit = |word: u32, modulus: i64| {
            let size = i64::from(word as i32).abs();
            if size > modulus { size % modulus } else { size.max(1) }
        };
        Ranlib {
            first: fit(bits as u32, FIRST_MODULUS),
            second: fit((bits >> 32) as u32, SECOND_MODULUS),
        }
    }

    /// The number whose bits are the states.
    #[must_use]
    pub(crate) fn seed(&self) -> f64 {
        f64::from_bits((self.second as u64) << 32 | self.first as u64 & 0xFFFF_FFFF)
    }

    /// A uniform number.
    pub(crate) fn uniform(&mut self) -> f32 {
        self.first = 40_014 * self.first % FIRST_MODULUS;
        self.second = 40_692 * self.second % SECOND_MODULUS;
        let mut difference = self.first - self.second;
        if difference < 1 {
            difference += FIRST_MODULUS - 1;
        }
        difference as f32 * 4.656_613e-10
    }

    /// A number of the standard normal distribution.
    pub(crate) fn normal(&mut self) -> f32 {
        let table = Intervals::get();
        let first = self.uniform();
        let negative = first > 0.5;
        let scaled = 32.0 * (first + first - f32::from(u8::from(negative)));
        let interval = (scaled as usize).min(INTERVALS - 1);
        let size = if interval == 0 {
            self.tail(table, scaled)
        } else {
            self.center(table, interval - 1, scaled - interval as f32)
        };
        if negative { -size } else { size }
    }

    /// A number in one of the inner intervals.
    fn center(&mut self, table: &Intervals, interval: usize, rest: f32) -> f32 {
        let start = table.start[interval];
        let mut star = rest;
        loop {
            if star > table.sure[interval] {
                return start + (star - table.sure[interval]) * table.width[interval];
            }
            let offset = self.uniform() * (table.start[interval + 1] - start);
            let mut limit = (0.5 * offset + start) * offset;
            loop {
                if star > limit {
                    return start + offset;
                }
                let other = self.uniform();
                if star < other {
                    break;
                }
                limit = other;
                star = self.uniform();
            }
            star = self.uniform();
        }
    }

    /// A number beyond the inner intervals: each interval of the tail is half as likely as the
    /// one before.
    fn tail(&mut self, table: &Intervals, rest: f32) -> f32 {
        let mut rest = rest;
        let mut start = table.start[INTERVALS - 1];
        let mut interval = 0;
        loop {
            rest += rest;
            if rest >= 1.0 || interval + 1 == table.tail.len() {
                break;
            }
            start += table.tail[interval];
            interval += 1;
        }
        rest -= 1.0;
        loop {
            let offset = rest * table.tail[interval];
            let mut limit = (0.5 * offset + start) * offset;
            loop {
                let star = self.uniform();
                if star > limit {
                    return start + offset;
                }
                let other = self.uniform();
                if star < other {
                    break;
                }
                limit = other;
            }
            rest = self.uniform();
        }
    }

    /// A number of the exponential distribution.
    pub(crate) fn exponential(&mut self) -> f32 {
        let sums = exponential_sums();
        let mut doublings = 0.0;
        let mut rest = self.uniform();
        loop {
            rest += rest;
            if rest >= 1.0 {
                break;
            }
            doublings += sums[0];
        }
        rest -= 1.0;
        if rest <= sums[0] {
            return doublings + rest;
        }
        let mut least = self.uniform();
        for &sum in &sums[1..] {
            least = least.min(self.uniform());
            if rest <= sum {
                break;
            }
        }
        doublings + least * sums[0]
    }
}

const INTERVALS: usize = 32;

/// The intervals of method FL, all equally likely but for those of the tail.
struct Intervals {
    /// Where each begins; the last is the tail.
    start: [f32; INTERVALS],
    /// Above which number a point lies below the density for certain.
    sure: [f32; INTERVALS - 1],
    /// How wide each is for the numbers above that.
    width: [f32; INTERVALS - 1],
    /// The widths in the tail.
    tail: [f32; 26],
}

impl Intervals {
    fn get() -> &'static Intervals {
        static TABLE: OnceLock<Intervals> = OnceLock::new();
        TABLE.get_or_init(|| {
            let start: [f64; INTERVALS] =
                std::array::from_fn(|k| upper_quantile(0.5 - k as f64 / 64.0));
            let parts: [(f64, f64); INTERVALS - 1] = std::array::from_fn(|k| {
                let width = start[k + 1] - start[k];
                let sure = (width / 2.0 + start[k]) * width;
                (sure, width / (1.0 - sure))
            });
            let tail = std::array::from_fn(|k| {
                let chance = 0.5f64.powi(k as i32 + 6);
                published(upper_quantile(chance / 2.0) - upper_quantile(chance))
            });
            Intervals {
                start: start.map(published),
                sure: parts.map(|(sure, _)| published(sure)),
                width: parts.map(|(_, width)| published(width)),
                tail,
            }
        })
    }
}

/// A constant as it was published, with seven digits.
fn published(x: f64) -> f32 {
    format!("{x:.6e}").parse().unwrap_or(x as f32)
}

/// Where a normal number lies above with a chance of at most a half, by Newton's method, which
/// comes from below because the chance is convex there.
fn upper_quantile(chance: f64) -> f64 {
    let mut x = 0.0_f64;
    for _ in 0..200 {
        let above = 0.5 * libm::erfc(x / std::f64::consts::SQRT_2);
        let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let step = (above - chance) / density;
        x += step;
        if step.abs() <= 1e-15 * x.abs() {
            break;
        }
    }
    x
}

/// Sums of powers of ln 2 over factorials, up to as good as one.
fn exponential_sums() -> &'static [f32; 8] {
    static SUMS: OnceLock<[f32; 8]> = OnceLock::new();
    SUMS.get_or_init(|| {
        let (mut term, mut sum) = (1.0, 0.0);
        let mut sums = [0.0; 8];
        for (k, place) in sums.iter_mut().enumerate() {
            term *= std::f64::consts::LN_2 / (k + 1) as f64;
            sum += term;
            *place = published(sum);
        }
        sums
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_octaves() {
        let seeded = Ranlib::from_seed(1.0);
        let mut generator = seeded;
        let drawn = [0; 4].map(|_| generator.uniform());
        assert_eq!(drawn, [0.866_802_45, 0.912_651_06, 0.093_660_85, 0.166_460_72]);
        assert_eq!(generator.seed(), 5.360_528_597_587_04e-285);
        let mut generator = seeded;
        let drawn = [0; 4].map(|_| generator.normal());
        assert_eq!(drawn, [-1.039_402_5, -1.259_388_8, 0.196_870_46, 0.387_416_7]);
        let mut generator = seeded;
        let drawn = [0; 4].map(|_| generator.exponential());
        assert_eq!(drawn, [0.064_920_75, 1.717_980_1, 0.481_615_42, 0.523_130_06]);
    }
}
