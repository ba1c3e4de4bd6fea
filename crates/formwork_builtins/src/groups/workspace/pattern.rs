//! Patterns of names: `*`, `?`, `[a-c]`, `[!x]`.

/// Whether a name matches a pattern.
pub(super) fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let Some((&first, rest)) = pattern.split_first() else { return name.is_empty() };
    match first {
        b'*' => (0..=name.len()).any(|skipped| matches(rest, &name[skipped..])),
        b'?' => !name.is_empty() && matches(rest, &name[1..]),
        b'[' => {
            let Some((set, rest)) = split_set(rest) else {
                return name.first() == Some(&b'[') && matches(rest, &name[1..]);
            };
            let Some((&byte, name)) = name.split_first() else { return false };
            is_in_set(set, byte) && matches(rest, name)
        }
        byte => name.first() == Some(&byte) && matches(rest, &name[1..]),
    }
}

/// A set without its brackets, and what follows it.
fn split_set(pattern: &[u8]) -> Option<(&[u8], &[u8])> {
    // A bracket right at the beginning is a member.
    let start = match pattern {
        [b'!' | b'^', b']', ..] => 2,
        [b']', ..] => 1,
        _ => 0,
    };
    let end = start + pattern.get(start..)?.iter().position(|&byte| byte == b']')?;
    Some((&pattern[..end], &pattern[end + 1..]))
}

fn is_in_set(set: &[u8], byte: u8) -> bool {
    let (negated, mut members) = match set {
        [b'!' | b'^', members @ ..] => (true, members),
        members => (false, members),
    };
    let mut found = false;
    while let Some((&low, rest)) = members.split_first() {
        match rest {
            [b'-', high, tail @ ..] => {
                found |= (low..=*high).contains(&byte);
                members = tail;
            }
            _ => {
                found |= low == byte;
                members = rest;
            }
        }
    }
    found != negated
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns() {
        for (pattern, name, expected) in [
            ("a*", "abc", true),
            ("a*c", "abc", true),
            ("a?c", "abc", true),
            ("a?", "abc", false),
            ("xy[12]", "xy2", true),
            ("xy[12]", "xy3", false),
            ("x[a-c]", "xb", true),
            ("x[!a-c]", "xb", false),
            ("*", "", true),
            ("abc", "abc", true),
        ] {
            assert_eq!(matches(pattern.as_bytes(), name.as_bytes()), expected, "{pattern} {name}");
        }
    }
}
