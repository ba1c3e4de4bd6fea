//! The identifier and the message that the arguments of `error` and `warning` give.

use formwork_runtime::{Result, Value, format};

/// Whether a text that stands before a template is an identifier: it has a colon
/// that is neither first nor last, no whitespace, and is no template itself.
fn is_identifier(text: &[u8]) -> bool {
    let inner = text.len() > 2 && text[1..text.len() - 1].contains(&b':');
    inner
        && text[0] != b':'
        && text[text.len() - 1] != b':'
        && !text.iter().any(|byte| matches!(byte, b'%' | b' ' | 0x0a..=0x0d | b'\t'))
}

/// The identifier and the message of a call of `caller`. One argument is the message
/// itself; with more, the first of them (after an identifier) is a template.
///
/// # Errors
///
/// Those of the template.
pub(crate) fn message_of(caller: &str, args: &[Value]) -> Result<(String, String)> {
    let Some(first) = args.first() else {
        return Ok((String::new(), format!("unspecified {caller}")));
    };
    let text = first_row(first);
    if is_identifier(&text) {
        let identifier = String::from_utf8_lossy(&text).into_owned();
        let Some(template) = args.get(1) else {
            return Ok((
                String::new(),
                format!("call to {caller} with message identifier '{identifier}' requires message"),
            ));
        };
        let message = format::sprintf("sprintf", template, &args[2..])?;
        return Ok((identifier, String::from_utf8_lossy(&message).into_owned()));
    }
    let message =
        if args.len() == 1 { text } else { format::sprintf("sprintf", first, &args[1..])? };
    Ok((String::new(), String::from_utf8_lossy(&message).into_owned()))
}

/// The text of an argument; the first row of a char matrix, nothing of what is not
/// text.
fn first_row(value: &Value) -> Vec<u8> {
    match value.as_bytes() {
        Some(bytes) => bytes.to_vec(),
        None => value.char_rows().and_then(|rows| rows.into_iter().next()).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_have_a_colon_inside_and_no_space() {
        for text in ["a:b", "a::b", "a:b:c", "50:50", "http://x", "a.b:c"] {
            assert!(is_identifier(text.as_bytes()), "{text}");
        }
        for text in ["", ":", "abc", ":b", "a:", "a: b", "a:b %d", "a:%d", "a:b\n"] {
            assert!(!is_identifier(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn one_argument_is_no_template() {
        let (identifier, message) = message_of("error", &["50%% \\n".into()]).expect("a message");
        assert_eq!((identifier.as_str(), message.as_str()), ("", "50%% \\n"));
        let (_, message) = message_of("error", &["a:b".into()]).expect("a message");
        assert_eq!(message, "call to error with message identifier 'a:b' requires message");
    }
}
