//! Decimal numbers at the start of a text.

/// How many bytes at the start are a decimal number, sign included. `None` if there
/// is none, or if an exponent has no digits.
pub(crate) fn decimal_length(text: &[u8]) -> Option<usize> {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let whole = digits(at);
    at += whole;
    let mut fraction = 0;
    if text.get(at) == Some(&b'.') {
        fraction = digits(at + 1);
        at += 1 + fraction;
    }
    if whole + fraction == 0 {
        return None;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(text.get(at), Some(b'+' | b'-')));
        let power = digits(at);
        if power == 0 {
            return None;
        }
        at += power;
    }
    Some(at)
}
