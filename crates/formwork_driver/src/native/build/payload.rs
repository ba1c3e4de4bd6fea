//! What an executable carries behind the program that runs it.
//!
//! ```text
//! the `formwork` program, as it is installed
//! header    JSON: what is run and how, the names and lengths of what follows
//! contents  the files of the program and its compiled code, one after the other
//! trailer   length of the header, length of both, checksum of both, MAGIC
//! ```
//!
//! Numbers are 64 bits long, the lowest byte first. A program without the trailer is the
//! command line itself.

use std::io::{Read, Seek, SeekFrom};

use formwork_jit::Plans;
use serde::{Deserialize, Serialize};

const MAGIC: [u8; 16] = *b"formwork-program";
/// Three numbers and the magic.
const TRAILER: usize = 3 * 8 + 16;
/// The version of the header's format.
const VERSION: u32 = 1;

/// What is run, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    version: u32,
    /// The dialect, by name.
    pub(super) dialect: String,
    /// The file that is run.
    pub(super) main: String,
    /// The function of it, if it is not the first.
    pub(super) function: Option<String>,
    /// Where functions are looked for.
    pub(super) search_path: Vec<String>,
    /// Where functions are looked for that nothing else defines.
    pub(super) fallback: Vec<String>,
    /// What the compiled code is for.
    pub(super) plans: Plans,
    files: Vec<(String, usize)>,
    libraries: Vec<(Option<String>, usize)>,
}

/// A whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Payload {
    pub(super) header: Header,
    /// The files, by their paths.
    pub(super) files: Vec<(String, Vec<u8>)>,
    /// Compiled code, with the processor it was compiled for or for all of its kind.
    pub(super) libraries: Vec<(Option<String>, Vec<u8>)>,
}

impl Header {
    /// A program that is one file so far.
    pub(super) fn new(dialect: String, main: String) -> Header {
        Header {
            version: VERSION,
            dialect,
            main,
            function: None,
            search_path: Vec::new(),
            fallback: Vec::new(),
            plans: Plans::default(),
            files: Vec::new(),
            libraries: Vec::new(),
        }
    }
}

impl Payload {
    /// The bytes that come behind the program.
    pub(super) fn encode(&self) -> Result<Vec<u8>, String> {
        let mut header = self.header.clone();
        header.files = self.files.iter().map(|(name, text)| (name.clone(), text.len())).collect();
        header.libraries =
            self.libraries.iter().map(|(name, code)| (name.clone(), code.len())).collect();
        let mut bytes = serde_json::to_vec(&header).map_err(|error| error.to_string())?;
        let header_length = bytes.len();
        for (_, text) in &self.files {
            bytes.extend_from_slice(text);
        }
        for (_, code) in &self.libraries {
            bytes.extend_from_slice(code);
        }
        let (length, sum) = (bytes.len(), checksum(&bytes));
        for number in [header_length as u64, length as u64, sum] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&MAGIC);
        Ok(bytes)
    }

    /// What a program carries: nothing, or something that may be damaged.
    pub(super) fn decode(file: &mut (impl Read + Seek)) -> Option<Result<Payload, String>> {
        let mut trailer = [0; TRAILER];
        let end = file.seek(SeekFrom::End(-(TRAILER as i64))).ok()?;
        file.read_exact(&mut trailer).ok()?;
        if trailer[TRAILER - MAGIC.len()..] != MAGIC {
            return None;
        }
        let number = |place: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&trailer[8 * place..8 * place + 8]);
            u64::from_le_bytes(bytes)
        };
        Some(Self::read(file, end, [number(0), number(1), number(2)]))
    }

    fn read(
        file: &mut (impl Read + Seek),
        end: u64,
        [header_length, length, sum]: [u64; 3],
    ) -> Result<Payload, String> {
        let damaged = || "the executable is damaged: build it again".to_owned();
        let start = end.checked_sub(length).ok_or_else(damaged)?;
        let size = usize::try_from(length).map_err(|_| damaged())?;
        file.seek(SeekFrom::Start(start)).map_err(|error| error.to_string())?;
        let mut bytes = vec![0; size];
        file.read_exact(&mut bytes).map_err(|error| error.to_string())?;
        if checksum(&bytes) != sum {
            return Err(damaged());
        }
        let split = usize::try_from(header_length).map_err(|_| damaged())?;
        let (header, mut rest) = bytes.split_at_checked(split).ok_or_else(damaged)?;
        let header: Header = serde_json::from_slice(header).map_err(|_| damaged())?;
        let mut take = |length: usize| {
            let (part, others) = rest.split_at_checked(length).ok_or_else(damaged)?;
            rest = others;
            Ok::<Vec<u8>, String>(part.to_vec())
        };
        let mut files = Vec::new();
        for (name, length) in &header.files {
            files.push((name.clone(), take(*length)?));
        }
        let mut libraries = Vec::new();
        for (name, length) in &header.libraries {
            libraries.push((name.clone(), take(*length)?));
        }
        Ok(Payload { header, files, libraries })
    }
}

/// A number that changes with every byte (FNV-1a).
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload() -> Payload {
        let mut header = Header::new("auto".to_owned(), "main.m".to_owned());
        header.files = vec![("main.m".to_owned(), 3), ("private/f.m".to_owned(), 0)];
        header.libraries = vec![(None, 2)];
        let files =
            vec![("main.m".to_owned(), b"a=1".to_vec()), ("private/f.m".to_owned(), vec![])];
        Payload { header, files, libraries: vec![(None, vec![0, 255])] }
    }

    fn decoded(bytes: Vec<u8>) -> Option<Result<Payload, String>> {
        Payload::decode(&mut std::io::Cursor::new(bytes))
    }

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = b"the program".to_vec();
        bytes.extend(payload().encode().expect("it is plain data"));
        assert_eq!(decoded(bytes), Some(Ok(payload())));
    }

    #[test]
    fn other_files_carry_nothing_and_damage_is_seen() {
        assert_eq!(decoded(b"short".to_vec()), None);
        assert_eq!(decoded(vec![7; 500]), None);
        let whole = payload().encode().expect("it is plain data");
        for place in 0..whole.len() - MAGIC.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 1;
            assert!(matches!(decoded(bytes), Some(Err(_))), "byte {place}");
        }
    }
}
