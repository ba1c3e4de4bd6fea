//! The call that is being written where the cursor is.

use formwork_driver::{FunctionName, Meaning};

use crate::state::Seen;

/// A call that is not finished.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Written<'t> {
    /// What is called.
    pub(super) name: &'t str,
    /// How many commas there are before the cursor.
    pub(super) argument: usize,
    /// The beginning of a text in quotes, if the cursor is in one.
    pub(super) quoted: Option<&'t str>,
}

/// What is open at the cursor.
#[derive(Default)]
struct Open {
    /// The brackets, each with its place and the commas behind it.
    brackets: Vec<(usize, char, usize)>,
    /// Where the text in quotes begins, and with which quote.
    quoted: Option<(usize, char)>,
    comment: bool,
}

impl<'t> Written<'t> {
    /// The innermost call whose parenthesis is open at the end of a text.
    pub(super) fn before(text: &'t str) -> Option<Written<'t>> {
        let start = start_of_statement(text);
        let open = Open::at_end_of(&text[start..]);
        if open.comment {
            return None;
        }
        let &(at, _, argument) = open.brackets.iter().rev().find(|one| one.1 == '(')?;
        let before = text[..start + at].trim_end_matches([' ', '\t']);
        let name = &before[before.trim_end_matches(is_word).len()..];
        let quoted = open.quoted.map(|(from, _)| &text[start + from + 1..]);
        (!name.is_empty()).then_some(Written { name, argument, quoted })
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Where the line begins, with those that it continues.
fn start_of_statement(text: &str) -> usize {
    let mut start = text.rfind('\n').map_or(0, |at| at + 1);
    while start > 0 {
        let before = &text[..start - 1];
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        if !before[line..].contains("...") {
            break;
        }
        start = line;
    }
    start
}

impl Open {
    fn at_end_of(text: &str) -> Open {
        let mut open = Open::default();
        let mut last = ' ';
        for (at, c) in text.char_indices() {
            match (open.quoted, c) {
                (_, '\n') => (open.quoted, open.comment) = (None, false),
                _ if open.comment => {}
                (Some((_, quote)), _) => {
                    if c == quote {
                        open.quoted = None;
                    }
                }
                (None, _) => open.take(at, c, last),
            }
            last = c;
        }
        open
    }

    fn take(&mut self, at: usize, c: char, last: char) {
        let is_value = is_word(last) || matches!(last, ')' | ']' | '}' | '\'' | '.');
        match c {
            '%' | '#' => self.comment = true,
            '"' => self.quoted = Some((at, c)),
            // Behind a value it transposes.
            '\'' if !is_value => self.quoted = Some((at, c)),
            '(' | '[' | '{' => self.brackets.push((at, c, 0)),
            ')' | ']' | '}' => {
                self.brackets.pop();
            }
            ',' => {
                if let Some(last) = self.brackets.last_mut() {
                    last.2 += 1;
                }
            }
            _ => {}
        }
    }
}

/// The function that a name means where somebody writes: the text may not be one that can be read.
pub(super) fn called(seen: &Seen<'_>, name: &str) -> Option<FunctionName> {
    let names = &seen.names.index;
    let all = &mut names.occurrences.iter().filter(|one| one.name == name);
    let meant = all.find(|one| !matches!(one.meaning, Meaning::Unknown));
    let own = || names.functions.iter().find(|function| function.name == name).cloned();
    match meant.map(|one| &one.meaning) {
        Some(Meaning::Variable(_)) => None,
        Some(Meaning::File(path)) => seen.state.first_function(path).map(|(first, _)| first),
        _ => own().or_else(|| {
            let files = seen.state.world.files.iter();
            let mut named = files.filter(|file| file.file_stem().is_some_and(|stem| stem == name));
            seen.state.first_function(named.next()?).map(|(first, _)| first)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::Written;

    fn before(text: &str) -> Option<(&str, usize, Option<&str>)> {
        Written::before(text).map(|one| (one.name, one.argument, one.quoted))
    }

    #[test]
    fn the_innermost_call_counts() {
        assert_eq!(before("x = f (1, g(2), [3, 4"), Some(("f", 2, None)));
        assert_eq!(before("x = f (1, g(2, "), Some(("g", 1, None)));
        assert_eq!(before("x = (1, "), None);
        assert_eq!(before("f (1);\ny"), None);
        assert_eq!(before("f ([1; 2], "), Some(("f", 1, None)));
        assert_eq!(before("f (1, ...\n   2, "), Some(("f", 2, None)));
    }

    #[test]
    fn texts_and_comments_are_no_code() {
        assert_eq!(before("f ('a, b', x', \"(\", "), Some(("f", 3, None)));
        assert_eq!(before("f (1, 'na"), Some(("f", 1, Some("na"))));
        assert_eq!(before("f (1, \"na"), Some(("f", 1, Some("na"))));
        assert_eq!(before("f (1) % g (2, "), None);
    }
}
