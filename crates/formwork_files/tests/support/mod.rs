//! Random values of every class, and whether two values are the same to the bit.

use formwork_runtime::{Array, C32, C64, CellArray, Dims, Quote, StructArray, Value};

/// A size, mostly small; sometimes of three dimensions, sometimes empty.
fn dims(random: &mut fastrand::Rng) -> Dims {
    match random.u8(0..12) {
        0..=3 => Dims::SCALAR,
        4 | 5 => Dims::matrix(1, random.usize(1..6)),
        6 => Dims::matrix(random.usize(1..6), 1),
        7 | 8 => Dims::matrix(random.usize(1..4), random.usize(1..4)),
        9 => Dims::new(&[random.usize(1..3), random.usize(1..3), random.usize(2..4)]),
        10 => Dims::EMPTY,
        _ => Dims::matrix(0, random.usize(1..4)),
    }
}

fn real(random: &mut fastrand::Rng) -> f64 {
    match random.u8(0..10) {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => f64::NEG_INFINITY,
        3 => -0.0,
        4 => f64::from(random.i32(-1000..1000)),
        5 => 5e-324,
        6 => f64::MAX,
        _ => (random.f64() - 0.5) * 10f64.powi(random.i32(-20..20)),
    }
}

fn array<T: formwork_runtime::Element>(
    random: &mut fastrand::Rng,
    mut one: impl FnMut(&mut fastrand::Rng) -> T,
) -> Value {
    let dims = dims(random);
    let data = (0..dims.numel()).map(|_| one(random)).collect();
    Value::from_array(Array::new(dims, data))
}

macro_rules! integers {
    ($random:ident, $type:ident) => {
        array($random, |random| match random.u8(0..4) {
            0 => $type::MIN,
            1 => $type::MAX,
            _ => random.$type(..),
        })
    };
}

/// What has an imaginary part, so that it stays complex.
fn complex(random: &mut fastrand::Rng) -> C64 {
    let imaginary = real(random);
    C64::new(real(random), if imaginary == 0.0 || imaginary.is_nan() { 1.5 } else { imaginary })
}

fn text(random: &mut fastrand::Rng) -> Value {
    let dims = match random.u8(0..5) {
        0 => Dims::EMPTY,
        // Octave 7 writes the wrong length for fewer than five characters in several rows.
        1 => Dims::matrix(random.usize(2..4), random.usize(3..6)),
        2 => Dims::new(&[2, 2, 2]),
        _ => Dims::matrix(1, random.usize(1..12)),
    };
    let data = (0..dims.numel()).map(|_| random.u8(b' '..127)).collect();
    Value::Char(Array::new(dims, data), Quote::Single)
}

/// A value of any class that files hold.
pub(crate) fn value(random: &mut fastrand::Rng, depth: usize) -> Value {
    let most = if depth < 3 { 18 } else { 15 };
    match random.u8(0..most) {
        0 | 1 => array(random, real),
        2 => array(random, |random| real(random) as f32),
        3 => array(random, fastrand::Rng::bool),
        4 => array(random, complex),
        5 => array(random, |random| {
            let z = complex(random);
            C32::new(z.re as f32, if z.im as f32 == 0.0 { 2.5 } else { z.im as f32 })
        }),
        6 => integers!(random, i8),
        7 => integers!(random, i16),
        8 => integers!(random, i32),
        9 => integers!(random, i64),
        10 => integers!(random, u8),
        11 => integers!(random, u16),
        12 => integers!(random, u32),
        13 => integers!(random, u64),
        14 => text(random),
        15 => {
            let dims = dims(random);
            let cells = (0..dims.numel()).map(|_| value(random, depth + 1)).collect();
            Value::Cell(CellArray::new(dims, cells))
        }
        16 => structs(random, Dims::SCALAR, depth),
        _ => {
            let dims = Dims::matrix(1, random.usize(2..4));
            structs(random, dims, depth)
        }
    }
}

fn structs(random: &mut fastrand::Rng, dims: Dims, depth: usize) -> Value {
    let mut result = StructArray::without_fields(dims);
    for field in ["a", "longer_name", "B2"].iter().take(random.usize(1..4)) {
        let values = (0..result.numel()).map(|_| value(random, depth + 1)).collect();
        result.set_field(field, values);
    }
    Value::from(result)
}

/// Whether two values are of the same class and size with the same bits; any NaN is any other.
pub(crate) fn same(left: &Value, right: &Value) -> bool {
    if left.class() != right.class() || left.dims() != right.dims() {
        return false;
    }
    match (left, right) {
        (Value::Cell(a), Value::Cell(b)) => {
            a.as_slice().iter().zip(b.as_slice()).all(|(a, b)| same(a, b))
        }
        (Value::Struct(a), Value::Struct(b)) => {
            a.field_names().eq(b.field_names())
                && a.fields()
                    .zip(b.fields())
                    .all(|((_, a), (_, b))| a.iter().zip(b).all(|(a, b)| same(a, b)))
        }
        _ => match (left.to_wide_integers(), right.to_wide_integers()) {
            (Some(a), Some(b)) => a.as_slice() == b.as_slice(),
            _ => {
                let bits = |x: f64| if x.is_nan() { u64::MAX } else { x.to_bits() };
                let numbers = |value: &Value| -> Vec<(u64, u64)> {
                    let array = value.to_c64_array();
                    array.map_or(Vec::new(), |array| {
                        array.as_slice().iter().map(|z| (bits(z.re), bits(z.im))).collect()
                    })
                };
                numbers(left) == numbers(right)
            }
        },
    }
}
