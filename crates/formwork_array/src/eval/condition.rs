//! Whether a condition holds.

use super::{Frame, Machine, Result};
use crate::ir::{Condition, MAX_EXTENT, Scalar, element_count};

impl Machine<'_> {
    pub(super) fn holds(&mut self, frame: &Frame<'_>, condition: &Condition) -> Result<bool> {
        Ok(match condition {
            Condition::True(truth) => frame.scalar(truth)? == Scalar::Bool(true),
            Condition::IndexWithin { index, shape } => {
                index_within(&frame.ints(index)?, &frame.ints(shape)?)
            }
            Condition::ShapesEqual(left, right) => frame.ints(left)? == frame.ints(right)?,
            Condition::CountsEqual(left, right) => {
                let left = element_count(&frame.ints(left)?);
                left.is_some() && left == element_count(&frame.ints(right)?)
            }
            Condition::RangeWithin { lower, upper, shape } => {
                let upper = frame.ints(upper)?;
                let lower = match lower {
                    Some(lower) => frame.ints(lower)?,
                    None => vec![0; upper.len()],
                };
                range_within(&lower, &upper, &frame.ints(shape)?)
            }
            Condition::Length(vector, length) => {
                let length = frame.scalar(length)?.as_integer();
                length == Some(frame.ints(vector)?.len() as i128)
            }
            Condition::NonNegative(vector) => is_shape(&frame.ints(vector)?),
            Condition::NonZero(number) => frame.scalar(number)?.as_integer() != Some(0),
        })
    }
}

/// Whether the numbers can be extents.
pub(crate) fn is_shape(extents: &[i64]) -> bool {
    extents.iter().all(|extent| (0..=MAX_EXTENT).contains(extent))
}

pub(crate) fn index_within(index: &[i64], shape: &[i64]) -> bool {
    index.len() == shape.len()
        && index.iter().zip(shape).all(|(&index, &extent)| 0 <= index && index < extent)
}

pub(crate) fn range_within(lower: &[i64], upper: &[i64], shape: &[i64]) -> bool {
    if lower.len() != shape.len() || upper.len() != shape.len() {
        return false;
    }
    let empty = lower.iter().zip(upper).any(|(low, high)| low >= high);
    empty
        || lower.iter().all(|&low| low >= 0)
            && upper.iter().zip(shape).all(|(high, extent)| high <= extent)
}
