//! Open files, pipes and the standard input, as the system has them.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::process::Child;

use formwork_builtins::outside::RawFile;

/// A file.
#[derive(Debug)]
pub(super) struct DiskFile(pub(super) File);

impl RawFile for DiskFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }

    fn close(&mut self) -> i32 {
        0
    }
}

/// A process with a pipe to or from it.
#[derive(Debug)]
pub(super) struct Pipe(pub(super) Child);

impl RawFile for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.0.stdout {
            Some(output) => output.read(buffer),
            None => Ok(0),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.0.stdin {
            Some(input) => input.write_all(bytes),
            None => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    fn seek(&mut self, _to: SeekFrom) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn close(&mut self) -> i32 {
        // It sees the end of its input, and its output has nobody who reads it.
        drop(self.0.stdin.take());
        drop(self.0.stdout.take());
        self.0.wait().map_or(-1, super::code)
    }
}

/// The standard input of this process.
#[derive(Debug)]
pub(super) struct Input;

impl RawFile for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // What was printed is seen before an answer is awaited.
        io::stdout().lock().flush()?;
        io::stdin().lock().read(buffer)
    }

    fn write(&mut self, _bytes: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn seek(&mut self, _to: SeekFrom) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn close(&mut self) -> i32 {
        0
    }
}
