//! Elements of a MAT file: cutting bytes into them, and the numbers in them.

use std::io::Read as _;

use flate2::read::ZlibDecoder;

use super::kind;
use crate::assemble;
use crate::variable::{Malformed, Outcome};

/// The rest of some bytes, in one of two byte orders.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) big_endian: bool,
}

/// An element.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    pub(super) kind: u32,
    pub(super) data: &'a [u8],
    pub(super) big_endian: bool,
}

impl<'a> Cursor<'a> {
    pub(super) fn is_at_end(&self) -> bool {
        self.bytes.is_empty()
    }

    fn take(&mut self, count: usize) -> Outcome<&'a [u8]> {
        match self.bytes.split_at_checked(count) {
            Some((taken, rest)) => {
                self.bytes = rest;
                Ok(taken)
            }
            None => Malformed::broken("the file ends within an element"),
        }
    }

    fn word(&mut self) -> Outcome<u32> {
        let bytes = self.take(4)?;
        let word = [bytes[0], bytes[1], bytes[2], bytes[3]];
        Ok(if self.big_endian { u32::from_be_bytes(word) } else { u32::from_le_bytes(word) })
    }

    /// The next element.
    pub(super) fn element(&mut self) -> Outcome<Element<'a>> {
        let big_endian = self.big_endian;
        let first = self.word()?;
        if first >> 16 != 0 {
            let length = (first >> 16) as usize;
            let data = self.take(4)?;
            let Some(data) = data.get(..length) else {
                return Malformed::broken("a small element is longer than four bytes");
            };
            return Ok(Element { kind: first & 0xffff, data, big_endian });
        }
        let length = self.word()? as usize;
        let data = self.take(length)?;
        if first != kind::COMPRESSED {
            // What fills it up may be missing behind the last one.
            let filling = length.next_multiple_of(8) - length;
            self.bytes = self.bytes.get(filling..).unwrap_or_default();
        }
        Ok(Element { kind: first, data, big_endian })
    }
}

/// What a compressed element holds.
pub(super) fn inflate(data: &[u8]) -> Outcome<Vec<u8>> {
    const PIECE: usize = 1 << 16;
    let mut decoder = ZlibDecoder::new(data);
    let mut out = Vec::new();
    loop {
        let before = out.len();
        if out.capacity() - before < PIECE {
            assemble::room(out.capacity().max(PIECE))?;
        }
        // Memory is taken as it is filled, whatever the stream says of itself.
        match decoder.by_ref().take(PIECE as u64).read_to_end(&mut out) {
            Ok(0) => return Ok(out),
            Ok(_) => {}
            Err(_) => return Malformed::broken("compressed data are damaged"),
        }
    }
}

/// Numbers that are stored in whichever type.
pub(super) trait Stored: Copy {
    fn of_wide(value: i128) -> Self;
    fn of_real(value: f64) -> Self;
}

macro_rules! stored_integer {
    ($($type:ty)*) => {$(
        impl Stored for $type {
            fn of_wide(value: i128) -> $type {
                value.clamp(<$type>::MIN.into(), <$type>::MAX.into()) as $type
            }

            fn of_real(value: f64) -> $type {
                value.round() as $type
            }
        }
    )*};
}

stored_integer!(i8 u8 i16 u16 i32 u32 i64 u64);

impl Stored for f64 {
    fn of_wide(value: i128) -> f64 {
        value as f64
    }

    fn of_real(value: f64) -> f64 {
        value
    }
}

impl Stored for f32 {
    fn of_wide(value: i128) -> f32 {
        value as f32
    }

    fn of_real(value: f64) -> f32 {
        value as f32
    }
}

impl Element<'_> {
    /// Its numbers, converted.
    pub(super) fn numbers<T: Stored>(&self) -> Outcome<Vec<T>> {
        assemble::room(self.data.len().saturating_mul(size_of::<T>()))?;
        macro_rules! read {
            ($type:ty, $convert:expr) => {{
                const SIZE: usize = size_of::<$type>();
                let (chunks, rest) = self.data.as_chunks::<SIZE>();
                if !rest.is_empty() {
                    return Malformed::broken("an element ends within a number");
                }
                let one = |chunk: &[u8; SIZE]| {
                    $convert(if self.big_endian {
                        <$type>::from_be_bytes(*chunk)
                    } else {
                        <$type>::from_le_bytes(*chunk)
                    })
                };
                Ok(chunks.iter().map(one).collect())
            }};
        }
        match self.kind {
            kind::INT8 => read!(i8, |x| T::of_wide(i128::from(x))),
            kind::UINT8 | kind::UTF8 => read!(u8, |x| T::of_wide(i128::from(x))),
            kind::INT16 => read!(i16, |x| T::of_wide(i128::from(x))),
            kind::UINT16 | kind::UTF16 => read!(u16, |x| T::of_wide(i128::from(x))),
            kind::INT32 => read!(i32, |x| T::of_wide(i128::from(x))),
            kind::UINT32 | kind::UTF32 => read!(u32, |x| T::of_wide(i128::from(x))),
            kind::SINGLE => read!(f32, |x| T::of_real(f64::from(x))),
            kind::DOUBLE => read!(f64, T::of_real),
            kind::INT64 => read!(i64, |x| T::of_wide(i128::from(x))),
            kind::UINT64 => read!(u64, |x| T::of_wide(i128::from(x))),
            _ => Malformed::broken("an element that should hold numbers does not"),
        }
    }
}
