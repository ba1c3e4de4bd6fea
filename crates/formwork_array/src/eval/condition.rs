//! Whether a condition holds.

use super::failure::Result;
use super::frame::Frame;
use super::machine::Machine;
use crate::ir::{Condition, Scalar, element_count, index_within, is_shape, range_within};

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
