//! What a program needs of the system, read from the versions of the symbols that it asks for: a
//! package promises to run wherever there is a C library that has them.

use std::collections::BTreeSet;

/// What a program needs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Needs {
    /// The oldest version 2.X of the GNU C library that has all its symbols.
    pub(super) glibc: u32,
    /// The shared libraries, by their names.
    pub(super) libraries: BTreeSet<String>,
}

/// The kind of a section with versions that are needed.
const VERSIONS_NEEDED: u32 = 0x6fff_fffe;

/// What a program for 64 bits, lowest byte first, needs; `None` if it is no such program.
pub(super) fn needs(program: &[u8]) -> Option<Needs> {
    if !program.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let sections = word(program, 0x28, 8)?;
    let size = word(program, 0x3a, 2)?;
    let count = word(program, 0x3c, 2)?;
    let header = |number: usize| Some(sections + number * size).filter(|_| number < count);
    let mut needs = Needs { glibc: 0, libraries: BTreeSet::new() };
    for number in 0..count {
        let at = header(number)?;
        if word(program, at + 4, 4)? != VERSIONS_NEEDED as usize {
            continue;
        }
        let strings = word(program, header(word(program, at + 0x28, 4)?)? + 0x18, 8)?;
        let mut file = word(program, at + 0x18, 8)?;
        for _ in 0..word(program, at + 0x2c, 4)? {
            needs.libraries.insert(string(program, strings + word(program, file + 4, 4)?)?);
            let mut version = file + word(program, file + 8, 4)?;
            for _ in 0..word(program, file + 2, 2)? {
                let name = string(program, strings + word(program, version + 8, 4)?)?;
                let minor = name.strip_prefix("GLIBC_2.");
                let minor = minor.and_then(|rest| rest.split('.').next()?.parse().ok());
                needs.glibc = needs.glibc.max(minor.unwrap_or(0));
                version += word(program, version + 12, 4)?;
            }
            file += word(program, file + 12, 4)?;
        }
    }
    Some(needs)
}

/// A number of some bytes.
fn word(program: &[u8], at: usize, length: usize) -> Option<usize> {
    let bytes = program.get(at..at.checked_add(length)?)?;
    let number = bytes.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
    usize::try_from(number).ok()
}

/// A text that a zero ends.
fn string(program: &[u8], at: usize) -> Option<String> {
    let rest = program.get(at..)?;
    let end = rest.iter().position(|&byte| byte == 0)?;
    Some(String::from_utf8_lossy(&rest[..end]).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_test_needs_a_c_library() {
        let own = std::env::current_exe().expect("it runs");
        let needs = needs(&crate::files::read(&own)).expect("it is a program");
        assert!((3..100).contains(&needs.glibc), "{needs:?}");
        assert!(needs.libraries.contains("libc.so.6"), "{needs:?}");
    }

    #[test]
    fn what_is_no_program_or_ends_early_needs_nothing() {
        assert_eq!(needs(b"#!/bin/sh\n"), None);
        let own = crate::files::read(&std::env::current_exe().expect("it runs"));
        for length in [6, 0x3a, 0x40] {
            assert_eq!(needs(&own[..length]), None, "{length}");
        }
    }
}
