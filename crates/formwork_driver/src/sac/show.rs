//! Arrays as `formwork run` prints them: the type with the shape and a colon, then the
//! scalar on the same line, or a line for each row; a blank line between planes.

use std::fmt::Write as _;
use std::sync::Arc;

use formwork_array::ir::{Array, Layout, Scalar, Type, offset};

/// All results, in order.
pub(super) fn results(arrays: &[Arc<Array>], layout: Layout) -> String {
    let mut text = String::new();
    for array in arrays {
        show(&mut text, array, layout);
    }
    text
}

fn show(text: &mut String, array: &Array, layout: Layout) {
    let _ = write!(text, "{}:", Type::of(array));
    let shape = array.shape();
    let Some(&row) = shape.last() else {
        let _ = writeln!(text, " {}", array.as_scalar().map(element).unwrap_or_default());
        return;
    };
    text.push('\n');
    let plane = shape.len().checked_sub(2).filter(|&axis| axis > 0).map(|axis| row * shape[axis]);
    for number in 0..array.data().len() as i64 {
        if plane.is_some_and(|plane| number > 0 && number % plane == 0) {
            text.push('\n');
        }
        let at = offset(shape, &index_of(shape, number), layout).unwrap_or(0);
        text.push_str(if number % row == 0 { "  " } else { " " });
        text.push_str(&element(array.data()[at]));
        if number % row == row - 1 {
            text.push('\n');
        }
    }
}

/// The index that comes `number`-th when the last axis runs fastest.
fn index_of(shape: &[i64], mut number: i64) -> Vec<i64> {
    let mut index = vec![0; shape.len()];
    for (place, &extent) in index.iter_mut().zip(shape).rev() {
        *place = number % extent;
        number /= extent;
    }
    index
}

/// An element without its type.
fn element(scalar: Scalar) -> String {
    match scalar {
        Scalar::Bool(truth) => truth.to_string(),
        Scalar::Int(number) => number.to_string(),
        Scalar::Sized(_, number) => number.to_string(),
        Scalar::Float(number) if number.is_nan() => "nan".to_owned(),
        Scalar::Float(number) => format!("{number:?}"),
        Scalar::Double(number) => real(number),
        Scalar::Complex(re, im) => {
            let sign = if im.is_sign_negative() && !im.is_nan() { "" } else { "+" };
            format!("{}{sign}{}i", real(re), real(im))
        }
    }
}

fn real(number: f64) -> String {
    if number.is_nan() { "nan".to_owned() } else { format!("{number:?}") }
}

/// An array as a compiled program reads it from its command line.
pub(super) fn argument(array: &Array) -> String {
    let elements: Vec<String> = array.data().iter().map(|&scalar| element(scalar)).collect();
    match array.shape() {
        [] => elements.concat(),
        [_] => format!("[{}]", elements.join(", ")),
        shape => format!("reshape({shape:?}, [{}])", elements.join(", ")),
    }
}
