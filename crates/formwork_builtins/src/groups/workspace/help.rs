//! `get_help_text`: what is said of a function, for `help` and its like.
//!
//! Of a file that is its first comment: in front of its function, or else in it. Of what is built
//! in it is the line of the table.

use formwork_runtime::{Error, Result, Value};

use crate::context::{Args, Context, Found, Values};

pub(super) fn get_help_text(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(name) = args[0].as_text().filter(|_| args[0].is_char()) else {
        return Err(Error::plain("get_help_text: NAME must be a string"));
    };
    let (text, format) = match cx.lookup(&name) {
        Found::Variable | Found::Nothing => (String::new(), "Not found"),
        Found::Local => (String::new(), "Not documented"),
        Found::File(file) => {
            let bytes = cx.read_file(&file).unwrap_or_default();
            documented(first_comment(&String::from_utf8_lossy(&bytes)))
        }
        Found::Builtin => match (crate::find(&name), crate::library_path(&name)) {
            (Some(row), _) => documented(format!(" {}\n", row.doc)),
            (None, Some(path)) => {
                documented(first_comment(crate::library_text(&path).unwrap_or_default()))
            }
            (None, None) => (String::new(), "Not documented"),
        },
    };
    Ok([Value::text(text), Value::text(format)].into_iter().collect())
}

fn documented(text: String) -> (String, &'static str) {
    let format = if text.trim().is_empty() { "Not documented" } else { "plain text" };
    (text, format)
}

/// A line without the marks of its comment; nothing if it is none.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = line.trim_start_matches(['%', '#']);
    (rest.len() < line.len()).then_some(rest)
}

/// The first comment of a file that says nothing of its authors.
fn first_comment(text: &str) -> String {
    let mut found = String::new();
    for line in text.lines() {
        match comment(line) {
            Some(rest) => {
                found.push_str(rest);
                found.push('\n');
            }
            None if found.is_empty() => {}
            None => {
                let start = found.trim_start();
                if !start.starts_with("Copyright") && !start.starts_with("Author") {
                    return found;
                }
                found.clear();
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::first_comment;

    #[test]
    fn the_first_comment_is_found() {
        assert_eq!(first_comment("% A b\n%   c\nfunction f\n% d\n"), " A b\n   c\n");
        assert_eq!(first_comment("function f\n  % d\n  x = 1;\n"), " d\n");
        assert_eq!(first_comment("## Copyright me\n\n## -*- x\nf ();\n"), " -*- x\n");
        assert_eq!(first_comment("function f\n"), "");
    }
}
