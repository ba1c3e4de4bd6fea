//! A pattern made ready to be matched, the way Octave hands one to PCRE.

use formwork_runtime::{Error, Result, memory};

use super::matcher::{Matcher, Stuck, UNSET};
use super::parse::{Flags, Mistake, parse};
use super::program::Program;
use crate::context::Context;

/// What the options of a call say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub(super) flags: Flags,
    /// Only the first match counts.
    pub(super) once: bool,
    /// Empty matches count.
    pub(super) empty: bool,
}

impl Default for Options {
    fn default() -> Options {
        let flags =
            Flags { fold: false, lines: false, dot_newline: true, free: false, lazy: false };
        Options { flags, once: false, empty: false }
    }
}

impl Options {
    /// Reads one option; tells whether it is one.
    pub(super) fn read(&mut self, name: &str) -> bool {
        match name {
            "once" => self.once = true,
            "matchcase" => self.flags.fold = false,
            "ignorecase" => self.flags.fold = true,
            "stringanchors" => self.flags.lines = false,
            "lineanchors" => self.flags.lines = true,
            "literalspacing" => self.flags.free = false,
            "freespacing" => self.flags.free = true,
            "dotall" => self.flags.dot_newline = true,
            "dotexceptnewline" => self.flags.dot_newline = false,
            "noemptymatch" => self.empty = false,
            "emptymatch" => self.empty = true,
            _ => return false,
        }
        true
    }
}

/// A pattern made ready.
pub(crate) struct Pattern {
    who: &'static str,
    program: Program,
    /// The names of groups in order, and which groups have them.
    pub(super) names: Vec<Vec<u8>>,
    /// For each group, which name it has.
    name_of_group: Vec<Option<usize>>,
}

/// A match: where it begins and ends, and its tokens.
#[derive(Clone, Debug)]
pub(super) struct Match {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Where the tokens begin and end: the groups that took part, without those that
    /// match what the group before them matches.
    pub(super) tokens: Vec<(usize, usize)>,
    /// For each name, where its token begins and ends.
    pub(super) named: Vec<Option<(usize, usize)>>,
}

impl Pattern {
    /// A pattern with the usual options.
    ///
    /// # Errors
    ///
    /// If the pattern is wrong; `who` is the function in the message.
    pub(crate) fn new(who: &'static str, pattern: &[u8]) -> Result<Pattern> {
        Pattern::with_options(who, pattern, true, &Options::default())
    }

    /// # Errors
    ///
    /// If the pattern is wrong.
    pub(super) fn with_options(
        who: &'static str,
        pattern: &[u8],
        single_quoted: bool,
        options: &Options,
    ) -> Result<Pattern> {
        let escaped = special_escapes(pattern, single_quoted);
        let (text, group_names) = renamed(who, &escaped)?;
        if std::str::from_utf8(&text).is_err() {
            return Err(Error::plain(format!("{who}: the input string is invalid UTF-8")));
        }
        let tree = parse(&text, options.flags).map_err(|Mistake { message, position }| {
            Error::plain(format!("{who}: {message} at position {position} of expression"))
        })?;
        let program = Program::new(&tree.root, tree.groups).map_err(|_| {
            Error::plain(format!(
                "{who}: regular expression is too large at position {} of expression",
                text.len()
            ))
        })?;
        let mut names: Vec<Vec<u8>> = Vec::new();
        let mut name_of_group = vec![None; tree.groups + 1];
        for (group, name) in group_names {
            let place = names.iter().position(|known| *known == name).unwrap_or(names.len());
            if place == names.len() {
                names.push(name);
            }
            if let Some(slot) = name_of_group.get_mut(group) {
                *slot = Some(place);
            }
        }
        Ok(Pattern { who, program, names, name_of_group })
    }

    /// The instructions.
    #[cfg(test)]
    pub(super) fn program(&self) -> &Program {
        &self.program
    }

    /// Where the matches that are not empty begin and end.
    ///
    /// # Errors
    ///
    /// If there is no answer in reasonable time.
    pub(crate) fn find_all(
        &self,
        cx: &mut dyn Context,
        text: &[u8],
    ) -> Result<Vec<(usize, usize)>> {
        let found = self.matches(cx, text, &Options::default())?;
        Ok(found.iter().map(|found| (found.start, found.end)).collect())
    }

    /// The matches.
    ///
    /// # Errors
    ///
    /// If there is no answer in reasonable time, or the text is not UTF-8.
    pub(super) fn matches(
        &self,
        cx: &mut dyn Context,
        text: &[u8],
        options: &Options,
    ) -> Result<Vec<Match>> {
        if std::str::from_utf8(text).is_err() {
            return Err(Error::plain(format!("{}: the input string is invalid UTF-8", self.who)));
        }
        let mut poll = || cx.poll();
        let mut matcher = Matcher::new(&self.program, text, &mut poll);
        let mut found = Vec::new();
        let mut from = 0;
        while from <= text.len() {
            let end = match matcher.find(from) {
                Ok(Some(end)) => end,
                Ok(None) => break,
                Err(Stuck::Stopped(error)) => return Err(error),
                Err(stuck) => {
                    let code = if matches!(stuck, Stuck::Steps) { -8 } else { -21 };
                    return Err(Error::plain(format!(
                        "{}: internal error calling pcre_exec; error code from pcre_exec is {code}",
                        self.who
                    )));
                }
            };
            let start = matcher.start;
            if start >= end {
                if options.empty {
                    memory::grow(&mut found, 1);
                    found.push(self.taken(start, end, &matcher.slots));
                    if options.once {
                        break;
                    }
                }
                from = start + 1;
                while text.get(from).is_some_and(|byte| byte & 0xc0 == 0x80) {
                    from += 1;
                }
                continue;
            }
            memory::grow(&mut found, 1);
            found.push(self.taken(start, end, &matcher.slots));
            if options.once {
                break;
            }
            from = end;
        }
        Ok(found)
    }

    fn taken(&self, start: usize, end: usize, slots: &[usize]) -> Match {
        let mut tokens = Vec::new();
        let mut named = vec![None; self.names.len()];
        for group in 1..=self.program.group_count() {
            let (from, to) = (slots[2 * group], slots[2 * group + 1]);
            let same_as_before =
                group > 1 && (from, to) == (slots[2 * group - 2], slots[2 * group - 1]);
            if from == UNSET || to == UNSET || to == 0 || same_as_before {
                continue;
            }
            if let Some(name) = self.name_of_group[group] {
                named[name] = Some((from, to));
            }
            tokens.push((from, to));
        }
        Match { start, end, tokens, named }
    }
}

/// Reads the escapes that PCRE does not have, or has otherwise.
fn special_escapes(pattern: &[u8], single_quoted: bool) -> Vec<u8> {
    let mut result = Vec::with_capacity(pattern.len());
    let mut at = 0;
    while at < pattern.len() {
        if pattern[at] != b'\\' || at + 1 == pattern.len() {
            result.push(pattern[at]);
            at += 1;
            continue;
        }
        let code = pattern[at + 1];
        at += 2;
        match code {
            // In single quotes it is a backspace, as in the escapes of texts.
            b'b' if single_quoted => result.push(8),
            b'<' => result.extend_from_slice(b"(?<=\\W|^)"),
            b'>' => result.extend_from_slice(b"(?=\\W|$)"),
            b'o' => {
                let braced = pattern.get(at) == Some(&b'{');
                let digits = &pattern[at + usize::from(braced)..];
                let count = digits.iter().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
                let value =
                    digits[..count].iter().fold(0u32, |sum, b| sum * 8 + u32::from(b - b'0'));
                at += usize::from(braced) + count;
                if braced && pattern.get(at) == Some(&b'}') {
                    at += 1;
                }
                // Written so that it stands for itself whatever it is.
                result.extend_from_slice(format!("\\x{{{value:x}}}").as_bytes());
            }
            _ => {
                result.push(b'\\');
                result.push(code);
            }
        }
    }
    result
}

/// A group and its name.
type GroupName = (usize, Vec<u8>);

/// Gives the named groups names that PCRE takes whatever theirs are.
fn renamed(who: &str, pattern: &[u8]) -> Result<(Vec<u8>, Vec<GroupName>)> {
    let mut result = Vec::with_capacity(pattern.len());
    let mut names = Vec::new();
    let mut group = 0;
    let mut at = 0;
    let mut in_class = false;
    while at < pattern.len() {
        let byte = pattern[at];
        if byte == b'\\' {
            let end = (at + 2).min(pattern.len());
            result.extend_from_slice(&pattern[at..end]);
            at = end;
            continue;
        }
        if in_class {
            in_class = byte != b']';
        } else if byte == b'[' {
            in_class = true;
            result.push(byte);
            at += 1;
            // A bracket that comes first belongs to the class.
            if pattern.get(at) == Some(&b'^') {
                result.push(b'^');
                at += 1;
            }
            if pattern.get(at) == Some(&b']') {
                result.push(b']');
                at += 1;
            }
            continue;
        } else if byte == b'(' {
            let rest = &pattern[at + 1..];
            let is_name = rest.starts_with(b"?<") && !matches!(rest.get(2), Some(b'=' | b'!'));
            if is_name {
                let Some(length) = rest.iter().position(|&byte| byte == b'>') else {
                    return Err(Error::plain(format!("{who}: syntax error in pattern")));
                };
                group += 1;
                let letter = (b'A' + (names.len() % 26) as u8) as char;
                result
                    .extend_from_slice(format!("(?P<n{:02}{letter}>", names.len() / 26).as_bytes());
                names.push((group, rest[2..length].to_vec()));
                at += length + 2;
                continue;
            }
            if rest.starts_with(b"?P<") {
                group += 1;
                if let Some(length) = rest.iter().position(|&byte| byte == b'>') {
                    names.push((group, rest[3..length].to_vec()));
                }
            } else if !rest.starts_with(b"?") && !rest.starts_with(b"*") {
                group += 1;
            }
        }
        result.push(byte);
        at += 1;
    }
    Ok((result, names))
}
