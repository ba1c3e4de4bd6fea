//! The files that a running program has open, by their numbers.
//!
//! 0, 1 and 2 are the standard streams; what is opened gets the least number that is free from 3
//! on. What a program leaves open is written to its end when it goes.

mod lines;
mod stream;

use std::collections::BTreeMap;

use formwork_runtime::{Error, Result, Value};

pub(crate) use lines::{line, line_of_input, write_to};
pub(crate) use stream::{Mode, Stream, StreamKind};

use crate::context::Context;
use crate::outside::services;

/// The open files of a program.
#[derive(Debug, Default)]
pub struct OpenFiles {
    streams: BTreeMap<u32, Stream>,
}

impl OpenFiles {
    /// Adds a file; gives its number.
    pub(crate) fn add(&mut self, stream: Stream) -> u32 {
        let number = (3..).find(|number| !self.streams.contains_key(number)).unwrap_or(u32::MAX);
        self.streams.insert(number, stream);
        number
    }

    /// The file of a number, if it is open.
    pub(crate) fn get(&mut self, number: u32) -> Option<&mut Stream> {
        self.streams.get_mut(&number)
    }

    /// Closes a file.
    pub(crate) fn remove(&mut self, number: u32) -> Option<Stream> {
        self.streams.remove(&number)
    }

    /// Writes what waits, of all files.
    pub(crate) fn flush(&mut self) {
        for stream in self.streams.values_mut() {
            stream.flush();
        }
    }

    /// The numbers of the files that were opened.
    pub(crate) fn numbers(&self) -> Vec<u32> {
        self.streams.keys().copied().filter(|&number| number > 2).collect()
    }
}

fn invalid(name: &str, number: impl std::fmt::Display) -> Box<Error> {
    Error::plain(format!("{name}: invalid stream number = {number}"))
}

/// The number of the file that a value means: a number, or a name of an open file.
pub(crate) fn number_of(cx: &mut dyn Context, name: &str, value: &Value) -> Result<u32> {
    if let Some(text) = value.as_text().filter(|_| value.is_char()) {
        let files = &mut cx.session().open_files;
        let standard = ["stdin", "stdout", "stderr"].iter().position(|known| *known == text);
        let found = files
            .numbers()
            .into_iter()
            .find(|&number| files.get(number).is_some_and(|stream| stream.name == text))
            .or(standard.map(|place| place as u32));
        return found.ok_or_else(|| invalid(name, -1));
    }
    match value.to_f64() {
        Some(number) if number.fract() == 0.0 && !value.is_complex() => {
            if number < 0.0 || number > f64::from(i32::MAX) {
                return Err(invalid(name, number));
            }
            Ok(number as u32)
        }
        _ => Err(Error::plain("file id must be a file object, std::string, or integer value")),
    }
}

/// The open file that a value means; the standard streams among them.
pub(crate) fn stream<'a>(
    cx: &'a mut dyn Context,
    name: &str,
    value: &Value,
) -> Result<&'a mut Stream> {
    let number = number_of(cx, name, value)?;
    if number <= 2 && cx.session().open_files.get(number).is_none() {
        let stream = match number {
            0 => Stream::standard_input(services(cx, name)?.standard_input()),
            1 => Stream::standard("stdout"),
            _ => Stream::standard("stderr"),
        };
        cx.session().open_files.streams.insert(number, stream);
    }
    cx.session().open_files.get(number).ok_or_else(|| invalid(name, number))
}
