//! PNG.

use png::{BitDepth, ColorType, Decoder, Encoder, Limits, Transformations};

use super::{Drawn, Picture, Samples, palette};
use crate::variable::{Malformed, Outcome};

fn broken(error: impl std::fmt::Display) -> Malformed {
    Malformed::Broken(error.to_string())
}

pub(super) fn read(bytes: &[u8]) -> Outcome<Picture> {
    let limits = Limits { bytes: 1 << 29 };
    let mut decoder = Decoder::new_with_limits(std::io::Cursor::new(bytes), limits);
    let (indexed, depth) = {
        let header = decoder.read_header_info().map_err(broken)?;
        (header.color_type == ColorType::Indexed, header.bit_depth)
    };
    // What is transparent may be told behind the header: a first reader looks.
    let transparent = {
        let reader = Decoder::new(std::io::Cursor::new(bytes)).read_info().map_err(broken)?;
        reader.info().trns.is_some()
    };
    let keeps_places = indexed && !transparent;
    decoder.set_transformations(if keeps_places {
        Transformations::IDENTITY
    } else {
        Transformations::EXPAND
    });
    let mut reader = decoder.read_info().map_err(broken)?;
    let (rows, columns) = (reader.info().height as usize, reader.info().width as usize);
    let (color, bits) = reader.output_color_type();
    let channels = color.samples();
    let count = Samples::count(rows, columns, channels)?;
    let Some(size) = reader.output_buffer_size() else {
        return Malformed::unsupported("the picture is too large");
    };
    let mut buffer = Vec::new();
    if size > 8 * count + 8 * rows || buffer.try_reserve_exact(size).is_err() {
        return Malformed::unsupported("the picture is too large");
    }
    buffer.resize(size, 0);
    reader.next_frame(&mut buffer).map_err(broken)?;
    let colors = reader.info().palette.as_ref().map(|palette| palette.to_vec());
    let line = size / rows.max(1);
    let values = unpacked(&buffer, line, columns * channels, bits);
    let full = if bits == BitDepth::Sixteen { 65535 } else { 255 };
    let samples = Samples { rows, columns, channels, full, values };
    if keeps_places {
        let colors = colors.unwrap_or_default();
        // Black and white in that order.
        let image = match colors.as_slice() {
            [0, 0, 0, 255, 255, 255] => samples.truth(0..1),
            _ => samples.value(0..1),
        };
        return Ok(Picture { image, map: Some(palette(&colors)), alpha: None });
    }
    let has_alpha = matches!(color, ColorType::GrayscaleAlpha | ColorType::Rgba);
    let shown = 0..channels - usize::from(has_alpha);
    let few = depth != BitDepth::Sixteen && !has_alpha && samples.is_black_and_white();
    let image = if few { samples.truth(shown) } else { samples.value(shown) };
    let alpha = has_alpha.then(|| samples.value(channels - 1..channels));
    Ok(Picture { image, map: None, alpha })
}

/// The samples of lines of bytes; small ones share a byte, the first highest.
fn unpacked(bytes: &[u8], line: usize, count: usize, bits: BitDepth) -> Vec<u16> {
    let mut values = Vec::with_capacity(bytes.len());
    for line in bytes.chunks(line.max(1)) {
        match bits {
            BitDepth::Sixteen => {
                let pairs = line.chunks_exact(2);
                values.extend(pairs.map(|pair| u16::from(pair[0]) << 8 | u16::from(pair[1])));
            }
            BitDepth::Eight => values.extend(line.iter().map(|&byte| u16::from(byte))),
            BitDepth::One | BitDepth::Two | BitDepth::Four => {
                let width = bits as usize;
                let mask = (1u16 << width) - 1;
                values.extend((0..count).filter_map(|place| {
                    let byte = line.get(place * width / 8)?;
                    Some(u16::from(*byte) >> (8 - width - place * width % 8) & mask)
                }));
            }
        }
    }
    values
}

pub(super) fn write(picture: &Drawn<'_>) -> Outcome<Vec<u8>> {
    let mut samples = Samples::of(picture.image, picture.map.is_some())?;
    let is_truth = matches!(picture.image, formwork_runtime::Value::Bool(_));
    let mut colors = Vec::new();
    if let Some(map) = picture.map {
        let numbers = map.to_f64_array().ok_or_else(super::strange)?;
        let count = numbers.dims().rows();
        if numbers.dims().columns() != 3 || count > 256 || samples.channels != 1 {
            return Malformed::unsupported("a palette has up to 256 rows of three columns");
        }
        for row in 0..count {
            for column in 0..3 {
                let number = numbers.as_slice().get(column * count + row).copied();
                colors.push((number.unwrap_or_default() * 255.0) as u8);
            }
        }
        if samples.values.iter().any(|&place| usize::from(place) >= count) {
            return Malformed::unsupported("a place is outside of the palette");
        }
        samples.full = 255;
    }
    if let Some(alpha) = picture.alpha {
        let alpha = Samples::of(alpha, false)?;
        let same = alpha.rows == samples.rows
            && alpha.columns == samples.columns
            && alpha.channels == 1
            && picture.map.is_none();
        if !same {
            return Malformed::unsupported("Alpha has the size of the picture");
        }
        let scaled = |value: u16| match (alpha.full, samples.full) {
            (255, 65535) => value * 257,
            (65535, 255) => value / 257,
            _ => value,
        };
        let points = samples.values.chunks_exact(samples.channels).zip(&alpha.values);
        let values = points
            .flat_map(|(point, &alpha)| point.iter().copied().chain([scaled(alpha)]))
            .collect();
        samples.values = values;
        samples.channels += 1;
    }
    let size = |extent: usize| u32::try_from(extent).map_err(|_| super::strange());
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, size(samples.columns)?, size(samples.rows)?);
    encoder.set_color(match (samples.channels, picture.map) {
        (_, Some(_)) => ColorType::Indexed,
        (1, None) => ColorType::Grayscale,
        (2, None) => ColorType::GrayscaleAlpha,
        (3, None) => ColorType::Rgb,
        _ => ColorType::Rgba,
    });
    let one_bit = is_truth && samples.channels == 1 && picture.map.is_none();
    encoder.set_depth(match samples.full {
        _ if one_bit => BitDepth::One,
        255 => BitDepth::Eight,
        _ => BitDepth::Sixteen,
    });
    if picture.map.is_some() {
        encoder.set_palette(colors);
    }
    let data: Vec<u8> = if one_bit {
        packed(&samples)
    } else if samples.full == 255 {
        samples.values.iter().map(|&value| value as u8).collect()
    } else {
        samples.values.iter().flat_map(|value| value.to_be_bytes()).collect()
    };
    let mut writer = encoder.write_header().map_err(broken)?;
    writer.write_image_data(&data).map_err(broken)?;
    writer.finish().map_err(broken)?;
    Ok(bytes)
}

/// Eight points of black and white in a byte, each line from a new one.
pub(super) fn packed(samples: &Samples) -> Vec<u8> {
    let lines = samples.values.chunks(samples.columns.max(1));
    lines
        .flat_map(|line| line.chunks(8))
        .map(|points| {
            points
                .iter()
                .enumerate()
                .fold(0, |byte, (place, &point)| byte | u8::from(point != 0) << (7 - place))
        })
        .collect()
}
