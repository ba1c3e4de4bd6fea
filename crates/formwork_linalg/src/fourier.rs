//! Discrete Fourier transforms of any length along any dimension.

use std::cell::RefCell;

use num_complex::Complex;
use rustfft::{FftNum, FftPlanner};

use crate::fourier_small;
use crate::scalar::RealScalar;

/// A real type whose transforms are planned once per thread.
pub trait Transformable: RealScalar + FftNum {
    /// Runs `body` with the planner of this thread.
    fn with_planner<U>(body: impl FnOnce(&mut FftPlanner<Self>) -> U) -> U;
}

macro_rules! transformable {
    ($real:ident) => {
        impl Transformable for $real {
            fn with_planner<U>(body: impl FnOnce(&mut FftPlanner<$real>) -> U) -> U {
                thread_local! {
                    static PLANNER: RefCell<FftPlanner<$real>> = RefCell::new(FftPlanner::new());
                }
                PLANNER.with_borrow_mut(body)
            }
        }
    };
}

transformable!(f64);
transformable!(f32);

/// Which way a transform goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From samples to frequencies.
    Forward,
    /// Back, divided by the length.
    Inverse,
}

/// Transforms in place every line along a dimension that has `before` elements before
/// it (its stride) and `along` elements along it.
pub fn transform<R: Transformable>(
    data: &mut [Complex<R>],
    before: usize,
    along: usize,
    direction: Direction,
) {
    if along <= 1 || data.is_empty() {
        return;
    }
    if fourier_small::is_short(along) {
        transform_short(data, before, along, direction);
        return;
    }
    let plan = R::with_planner(|planner| match direction {
        Direction::Forward => planner.plan_fft_forward(along),
        Direction::Inverse => planner.plan_fft_inverse(along),
    });
    let zero = Complex::new(R::ZERO, R::ZERO);
    let mut scratch = vec![zero; plan.get_inplace_scratch_len()];
    if before == 1 {
        plan.process_with_scratch(data, &mut scratch);
    } else {
        // Several neighbouring lines at once, so that whole cache lines are used.
        const LINES: usize = 8;
        let mut lines = vec![zero; along * LINES];
        for slab in data.chunks_exact_mut(before * along) {
            for first in (0..before).step_by(LINES) {
                let count = LINES.min(before - first);
                for k in 0..along {
                    for line in 0..count {
                        lines[line * along + k] = slab[first + line + k * before];
                    }
                }
                plan.process_with_scratch(&mut lines[..count * along], &mut scratch);
                for k in 0..along {
                    for line in 0..count {
                        slab[first + line + k * before] = lines[line * along + k];
                    }
                }
            }
        }
    }
    if direction == Direction::Inverse {
        let factor = R::ONE / R::of(along as f64);
        for z in data {
            *z = Complex::new(z.re * factor, z.im * factor);
        }
    }
}

fn transform_short<R: Transformable>(
    data: &mut [Complex<R>],
    before: usize,
    along: usize,
    direction: Direction,
) {
    let mirrored = |z: Complex<R>| Complex::new(z.im, z.re);
    let length = R::of(along as f64);
    let mut line = vec![Complex::new(R::ZERO, R::ZERO); along];
    for slab in data.chunks_exact_mut(before * along) {
        for offset in 0..before {
            for (k, z) in line.iter_mut().enumerate() {
                *z = slab[offset + k * before];
            }
            // Exchanging the parts before and after turns the direction around.
            if direction == Direction::Inverse {
                for z in &mut line {
                    *z = mirrored(*z);
                }
            }
            for (k, z) in fourier_small::forward(&line).into_iter().enumerate() {
                slab[offset + k * before] = match direction {
                    Direction::Forward => z,
                    Direction::Inverse => Complex::new(z.im / length, z.re / length),
                };
            }
        }
    }
}
