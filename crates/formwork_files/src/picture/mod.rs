//! Pictures: PNG, and the formats PBM, PGM and PPM of Netpbm, as the arrays that `imread` gives.
//!
//! An array has the rows of the picture from above; one of colours has three pages. Pictures of
//! black and white are logical, those with a palette hold places in it, counted from zero.

mod png;
mod pnm;

use formwork_runtime::{Array, Dims, Value};

use crate::variable::{Malformed, Outcome};

/// The most samples of a picture that are believed.
const LARGEST: usize = 1 << 28;

/// A picture that was read.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Its samples.
    pub image: Value,
    /// The colours of its palette, if it has one.
    pub map: Option<Value>,
    /// How opaque each point is, if that is told.
    pub alpha: Option<Value>,
}

/// What is written.
pub struct Drawn<'v> {
    /// Its samples, from zero to one where they are no integers.
    pub image: &'v Value,
    /// The colours of a palette, in which the samples are places.
    pub map: Option<&'v Value>,
    /// How opaque each point is.
    pub alpha: Option<&'v Value>,
}

/// The formats that are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Portable network graphics.
    Png,
    /// Black and white of Netpbm.
    Pbm,
    /// Grey of Netpbm.
    Pgm,
    /// Colours of Netpbm.
    Ppm,
    /// What fits of Netpbm.
    Pnm,
}

impl Format {
    /// The format of that name, which the ending of a file is.
    #[must_use]
    pub fn named(name: &str) -> Option<Format> {
        Some(match name.to_ascii_lowercase().as_str() {
            "png" => Format::Png,
            "pbm" => Format::Pbm,
            "pgm" => Format::Pgm,
            "ppm" => Format::Ppm,
            "pnm" => Format::Pnm,
            _ => return None,
        })
    }
}

/// The picture that a file holds.
///
/// # Errors
///
/// If its format is not read here, or it is none of that format.
pub fn read(bytes: &[u8]) -> Outcome<Picture> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => png::read(bytes),
        [b'P', b'1'..=b'6', ..] => pnm::read(bytes),
        _ => Malformed::unsupported("only PNG, PBM, PGM and PPM are read; convert the file to PNG"),
    }
}

/// The bytes of a file.
///
/// # Errors
///
/// If the format does not have such pictures.
pub fn write(picture: &Drawn<'_>, format: Format) -> Outcome<Vec<u8>> {
    match format {
        Format::Png => png::write(picture),
        other => pnm::write(picture, other),
    }
}

/// Samples as they stand in files: row by row, all those of a point together.
struct Samples {
    rows: usize,
    columns: usize,
    channels: usize,
    /// 255 or 65535.
    full: u16,
    values: Vec<u16>,
}

impl Samples {
    /// How many samples there are of points in so many channels, if that is believed.
    fn count(rows: usize, columns: usize, channels: usize) -> Outcome<usize> {
        let count = rows.checked_mul(columns).and_then(|points| points.checked_mul(channels));
        match count.filter(|&count| count <= LARGEST) {
            Some(count) => Ok(count),
            None => Malformed::unsupported("the picture is too large"),
        }
    }

    /// Those of some channels as an array.
    fn array(&self, channels: std::ops::Range<usize>) -> Array<u16> {
        let mut values = Vec::with_capacity(self.rows * self.columns * channels.len());
        for channel in channels.clone() {
            for column in 0..self.columns {
                for row in 0..self.rows {
                    let place = (row * self.columns + column) * self.channels + channel;
                    values.push(self.values.get(place).copied().unwrap_or_default());
                }
            }
        }
        Array::new(Dims::new(&[self.rows, self.columns, channels.len()]), values)
    }

    /// The same as a value of the class that holds so much.
    fn value(&self, channels: std::ops::Range<usize>) -> Value {
        let array = self.array(channels);
        if self.full > 255 {
            return Value::Uint16(array);
        }
        let narrow = array.as_slice().iter().map(|&sample| sample as u8).collect();
        Value::Uint8(Array::new(array.dims().clone(), narrow))
    }

    /// As truth values: what is not black.
    fn truth(&self, channels: std::ops::Range<usize>) -> Value {
        let array = self.array(channels);
        let truth = array.as_slice().iter().map(|&sample| sample != 0).collect();
        Value::Bool(Array::new(array.dims().clone(), truth))
    }

    fn is_black_and_white(&self) -> bool {
        self.values.iter().all(|&sample| sample == 0 || sample == self.full)
    }

    /// The samples of a value that is to be written; with a palette, places from zero.
    fn of(value: &Value, is_places: bool) -> Outcome<Samples> {
        let dims = value.dims();
        let (rows, columns) = (dims.rows(), dims.columns());
        let channels = match dims.as_slice() {
            [_, _] => 1,
            [_, _, channels] => *channels,
            _ => return Malformed::unsupported("a picture has two or three dimensions"),
        };
        if !matches!(channels, 1 | 3) || rows == 0 || columns == 0 {
            return Malformed::unsupported("a picture has one page, or three of colours");
        }
        let (full, listed): (u16, Vec<u16>) = match value {
            Value::Bool(bits) => {
                let full = if is_places { 1 } else { 255 };
                (255, bits.as_slice().iter().map(|&bit| u16::from(bit) * full).collect())
            }
            Value::Uint8(bytes) => {
                (255, bytes.as_slice().iter().map(|&byte| byte.into()).collect())
            }
            Value::Uint16(words) => (65535, words.as_slice().to_vec()),
            Value::Double(_) | Value::Single(_) | Value::Range(_) => {
                let numbers = value.to_f64_array().ok_or_else(strange)?;
                let numbers = numbers.as_slice().iter();
                if is_places {
                    (255, numbers.map(|&number| (number - 1.0) as u16).collect())
                } else {
                    (65535, numbers.map(|number| (number * 65535.0).round() as u16).collect())
                }
            }
            _ => return Err(strange()),
        };
        let mut samples = Samples { rows, columns, channels, full, values: Vec::new() };
        samples.values.reserve(listed.len());
        for row in 0..rows {
            for column in 0..columns {
                for channel in 0..channels {
                    let place = (channel * columns + column) * rows + row;
                    samples.values.push(listed.get(place).copied().unwrap_or_default());
                }
            }
        }
        Ok(samples)
    }
}

fn strange() -> Malformed {
    Malformed::Unsupported("image type not supported".to_owned())
}

/// The colours of a palette of bytes as numbers from zero to one.
fn palette(bytes: &[u8]) -> Value {
    let count = bytes.len() / 3;
    let channel = |channel: usize| bytes.iter().skip(channel).step_by(3).take(count);
    let numbers = (0..3).flat_map(|c| channel(c).map(|&byte| f64::from(byte) / 255.0)).collect();
    Value::Double(Array::new(Dims::new(&[count, 3]), numbers))
}
