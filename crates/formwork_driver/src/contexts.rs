//! The calls that a file shows of its functions: self-tests, and the examples of its help.
//!
//! A call says what a function is for more plainly than its text does. What fails on a call that the
//! file itself shows is reported where it fails, with the call as its reason.
//!
//! ```text
//! % Example:
//! %   w = turn (q, [1 0 0; 0 1 0])        a context: `w = turn (q, [1 0 0; 0 1 0])`
//! function w = turn (q, v)
//! …
//! %!assert (turn ([1 0 0 0], [1 2 3]), [1 2 3])      another one
//! ```

use formwork_syntax::Dialect;

use crate::self_tests;

/// How many are looked at.
const MOST: usize = 12;

/// A text that calls functions of a file.
pub(crate) struct Context {
    /// The line where it begins.
    pub(crate) line: u32,
    /// What it runs.
    pub(crate) text: String,
}

/// The contexts of a file.
pub(crate) fn of(text: &[u8], dialect: Dialect) -> Vec<Context> {
    let tests = self_tests::passing(text).into_iter().map(|(line, text)| Context { line, text });
    let examples = examples(&String::from_utf8_lossy(text), dialect);
    examples.into_iter().chain(tests).take(MOST).collect()
}

/// The examples in comments: what follows a line `Example` and can be read as statements, up to the
/// first line that is no comment or begins another part of the help.
fn examples(text: &str, dialect: Dialect) -> Vec<Context> {
    let mut all: Vec<Context> = Vec::new();
    let mut open: Option<Context> = None;
    for (number, line) in (1_u32..).zip(text.lines()) {
        let comment = line.trim_start().trim_start_matches(['%', '#']);
        let is_comment = comment.len() < line.trim_start().len() && !line.starts_with("%!");
        let words = comment.trim().to_ascii_lowercase();
        let heading = words.trim_end_matches(':');
        if !is_comment || is_other_heading(&words) {
            all.extend(open.take());
        } else if matches!(heading, "example" | "examples") || heading.starts_with("example ") {
            all.extend(open.take());
            open = Some(Context { line: number, text: String::new() });
        } else if let Some(example) = &mut open {
            let code = comment.trim().trim_start_matches(">>").trim();
            if is_statement(code, dialect) {
                example.text.push_str(code);
                example.text.push('\n');
            }
        }
    }
    all.extend(open);
    all.retain(|example| !example.text.is_empty());
    all
}

/// Whether a line of a comment begins another part of the help.
fn is_other_heading(words: &str) -> bool {
    ["see also", "references", "author", "input", "output", "usage", "copyright", "note"]
        .iter()
        .any(|heading| words.starts_with(heading))
}

/// Whether a line of a comment is one statement that computes something.
fn is_statement(code: &str, dialect: Dialect) -> bool {
    let computes = code.contains('(') || code.contains('=') || code.contains('[');
    // `ans =` shows what came out.
    if !computes || code.ends_with('=') || code.starts_with("ans") {
        return false;
    }
    formwork_syntax::parse(code.as_bytes(), dialect).errors.is_empty()
}
