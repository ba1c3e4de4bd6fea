//! One open file: bytes that were read ahead, bytes that are not written yet, whether its end was
//! met, and what went wrong last.

use std::io::{self, SeekFrom};

use formwork_runtime::{Result, memory};

use crate::outside::{Opening, RawFile, said};

/// What a stream is connected to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StreamKind {
    /// A file, or the standard input.
    File,
    /// A standard stream whose bytes the program's own output takes.
    Standard,
    /// A process.
    Pipe,
}

/// How a stream was opened, as `fopen` reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mode {
    /// As `fopen` tells it.
    pub(crate) text: String,
    pub(crate) opening: Opening,
}

impl Mode {
    /// Reads a mode such as `r`, `wb` or `rt+`.
    pub(crate) fn read(text: &str) -> Option<Mode> {
        // A capital is an old way to ask for what everything is; compression is for who asks for it.
        let (first, rest) = text.split_at_checked(1)?;
        let base = first.to_ascii_lowercase();
        let (is_text, is_binary) = (rest.contains('t'), rest.contains('b'));
        if is_text && is_binary {
            return None;
        }
        let mut letters = base.clone();
        letters.extend(rest.chars().filter(|letter| !matches!(letter, 't' | 'b' | 'z')));
        let shape = Opening::default();
        let opening = match letters.as_str() {
            "r" => Opening { read: true, ..shape },
            "w" => Opening { write: true, create: true, truncate: true, ..shape },
            "a" => Opening { write: true, create: true, append: true, ..shape },
            "r+" => Opening { read: true, write: true, ..shape },
            "w+" => Opening { read: true, write: true, create: true, truncate: true, ..shape },
            "a+" => Opening { read: true, write: true, create: true, append: true, ..shape },
            _ => return None,
        };
        let plus = if letters.ends_with('+') { "+" } else { "" };
        let binary = if is_text { "" } else { "b" };
        let told = match (base.as_str(), plus) {
            // Octave has no word for it.
            ("a", "+") if is_text => "a+".to_owned(),
            _ => format!("{base}{binary}{plus}"),
        };
        Some(Mode { text: told, opening })
    }
}

/// An open file.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) name: String,
    pub(crate) mode: Mode,
    pub(crate) big_endian: bool,
    pub(crate) kind: StreamKind,
    pub(crate) at_end: bool,
    pub(crate) error: String,
    raw: Option<Box<dyn RawFile>>,
    ahead: Vec<u8>,
    at: usize,
    waiting: Vec<u8>,
}

/// How many bytes are read or written at once.
const PIECE: usize = 1 << 14;

impl Drop for Stream {
    fn drop(&mut self) {
        self.close();
    }
}

impl Stream {
    pub(crate) fn new(name: &str, mode: Mode, kind: StreamKind, raw: Box<dyn RawFile>) -> Stream {
        let mut stream = Stream::bare(name, mode, kind);
        stream.raw = Some(raw);
        stream
    }

    pub(crate) fn standard_input(raw: Box<dyn RawFile>) -> Stream {
        let opening = Opening { read: true, ..Opening::default() };
        Stream::new("stdin", Mode { text: "r".to_owned(), opening }, StreamKind::File, raw)
    }

    pub(crate) fn standard(name: &str) -> Stream {
        let opening = Opening { write: true, ..Opening::default() };
        Stream::bare(name, Mode { text: "w".to_owned(), opening }, StreamKind::Standard)
    }

    fn bare(name: &str, mode: Mode, kind: StreamKind) -> Stream {
        Stream {
            name: name.to_owned(),
            mode,
            big_endian: false,
            kind,
            at_end: false,
            error: String::new(),
            raw: None,
            ahead: Vec::new(),
            at: 0,
            waiting: Vec::new(),
        }
    }

    pub(crate) fn can_read(&self) -> bool {
        self.mode.opening.read
    }

    pub(crate) fn can_write(&self) -> bool {
        self.mode.opening.write
    }

    /// Notes an error of the system.
    fn note(&mut self, error: &io::Error) {
        self.error = said(error);
    }

    /// Reads on; tells whether there was anything.
    fn fill(&mut self) -> bool {
        self.flush();
        self.ahead.drain(..self.at);
        self.at = 0;
        let before = self.ahead.len();
        self.ahead.resize(before + PIECE, 0);
        let read = match &mut self.raw {
            Some(raw) => raw.read(&mut self.ahead[before..]),
            None => Ok(0),
        };
        let count = match read {
            Ok(count) => count,
            Err(error) => {
                self.note(&error);
                0
            }
        };
        self.ahead.truncate(before + count);
        count > 0
    }

    /// The next byte, which stays; `None` at the end, which is noted.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        if self.at == self.ahead.len() && !self.fill() {
            self.at_end = true;
            return None;
        }
        self.ahead.get(self.at).copied()
    }

    /// The next byte.
    pub(crate) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// At most so many bytes; fewer only at the end, which is noted then.
    pub(crate) fn take(&mut self, most: usize) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        while out.len() < most {
            if self.peek().is_none() {
                break;
            }
            let count = (self.ahead.len() - self.at).min(most - out.len());
            if out.len() + count > out.capacity() {
                memory::reserve_bytes(2 * out.len() + count)?;
            }
            out.extend_from_slice(&self.ahead[self.at..self.at + count]);
            self.at += count;
        }
        Ok(out)
    }

    /// All that is left, without taking it: what is used of it is said to `skip`.
    pub(crate) fn rest(&mut self) -> Result<&[u8]> {
        while self.fill() {
            memory::reserve_bytes(PIECE)?;
        }
        Ok(&self.ahead[self.at..])
    }

    /// Goes on behind bytes that were looked at.
    pub(crate) fn skip(&mut self, count: usize) {
        self.at = (self.at + count).min(self.ahead.len());
    }

    /// Puts bytes behind those that are not written yet.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> bool {
        if self.at < self.ahead.len() {
            // What is written goes where reading has come to, not where it read ahead to.
            let back = (self.ahead.len() - self.at) as i64;
            if let Some(raw) = &mut self.raw {
                let _ = raw.seek(SeekFrom::Current(-back));
            }
        }
        self.ahead.clear();
        self.at = 0;
        self.waiting.extend_from_slice(bytes);
        self.waiting.len() < PIECE || self.flush()
    }

    /// Writes what waits; tells whether that worked.
    pub(crate) fn flush(&mut self) -> bool {
        if self.waiting.is_empty() {
            return true;
        }
        let waiting = std::mem::take(&mut self.waiting);
        let written = match &mut self.raw {
            Some(raw) => raw.write(&waiting),
            None => Ok(()),
        };
        if let Err(error) = &written {
            self.note(error);
        }
        written.is_ok()
    }

    /// Where the next byte is read or written; `None` if the stream has no places.
    pub(crate) fn tell(&mut self) -> Option<u64> {
        self.flush();
        let ahead = (self.ahead.len() - self.at) as u64;
        let place = self.raw.as_mut()?.seek(SeekFrom::Current(0)).ok()?;
        Some(place.saturating_sub(ahead))
    }

    /// Goes to another place, which must be within the file.
    pub(crate) fn seek(&mut self, to: SeekFrom) -> bool {
        let Some(here) = self.tell() else {
            "invalid stream object".clone_into(&mut self.error);
            return false;
        };
        let Some(raw) = &mut self.raw else { return false };
        let Ok(end) = raw.seek(SeekFrom::End(0)) else { return false };
        let target = match to {
            SeekFrom::Start(place) => i128::from(place),
            SeekFrom::Current(by) => i128::from(here) + i128::from(by),
            SeekFrom::End(by) => i128::from(end) + i128::from(by),
        };
        self.ahead.clear();
        self.at = 0;
        let good = (0..=i128::from(end)).contains(&target);
        let place = if good { target as u64 } else { here };
        let moved = raw.seek(SeekFrom::Start(place)).is_ok();
        if good && moved {
            self.at_end = false;
            return true;
        }
        "fseek: failed to seek to requested position".clone_into(&mut self.error);
        false
    }

    /// Ends it; the status of the process behind a pipe.
    pub(crate) fn close(&mut self) -> i32 {
        let flushed = self.flush();
        match self.raw.take() {
            Some(mut raw) => {
                let status = raw.close();
                if flushed { status } else { -1 }
            }
            None => 0,
        }
    }
}
