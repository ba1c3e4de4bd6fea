//! How functions are called, for the message that follows a wrong call.
//!
//! Octave takes these lines from its manual. Only functions that programs are likely to
//! call wrongly with the right number of arguments are listed; others have none.

/// The ways to call a function, a line each.
const FORMS: &[(&str, &[&str])] = &[
    ("lookup", &["IDX = lookup (TABLE, Y)", "IDX = lookup (TABLE, Y, OPT)"]),
    ("mat2str", &["S = mat2str (X, N)", "S = mat2str (X, N, \"class\")"]),
];

/// The message about a wrong call of a function with its forms, if they are known.
#[must_use]
pub fn usage(message: &str) -> Option<String> {
    let name = message.strip_prefix("Invalid call to ")?;
    let (_, forms) = FORMS.iter().find(|(known, _)| *known == name)?;
    let mut text = format!("{message}.  Correct usage is:\n");
    for form in *forms {
        text.push_str("\n -- ");
        text.push_str(form);
    }
    Some(text)
}
