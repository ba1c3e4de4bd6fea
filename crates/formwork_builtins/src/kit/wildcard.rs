//! Patterns of names, as shells have them.

/// Whether a name matches a pattern of `*`, `?` and sets in brackets.
pub(crate) fn matches(pattern: &[u8], name: &[u8]) -> bool {
    // The last star, and where what it stands for may end next.
    let (mut p, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        let step = match pattern.get(p) {
            Some(b'*') => {
                star = Some((p + 1, n));
                p += 1;
                continue;
            }
            Some(b'?') => Some(p + 1),
            Some(b'[') => in_set(&pattern[p..], name[n]).map(|length| p + length),
            Some(b'\\') if pattern.get(p + 1) == Some(&name[n]) => Some(p + 2),
            Some(&byte) if byte == name[n] => Some(p + 1),
            _ => None,
        };
        match (step, star) {
            (Some(next), _) => {
                p = next;
                n += 1;
            }
            (None, Some((after, from))) => {
                p = after;
                n = from + 1;
                star = Some((after, from + 1));
            }
            (None, None) => return false,
        }
    }
    pattern[p..].iter().all(|&byte| byte == b'*')
}

/// Whether the name of a variable matches a pattern.
pub(crate) fn name_matches(pattern: &str, name: &str) -> bool {
    matches(pattern.as_bytes(), name.as_bytes())
}

/// The length of the set at the start, if the byte is in it.
fn in_set(pattern: &[u8], byte: u8) -> Option<usize> {
    let negated = matches!(pattern.get(1), Some(b'!' | b'^'));
    let start = 1 + usize::from(negated);
    let end = start + 1 + pattern.get(start + 1..)?.iter().position(|&b| b == b']')?;
    let set = &pattern[start..end];
    let mut found = false;
    let mut at = 0;
    while at < set.len() {
        if at + 2 < set.len() && set[at + 1] == b'-' {
            found |= (set[at]..=set[at + 2]).contains(&byte);
            at += 3;
        } else {
            found |= set[at] == byte;
            at += 1;
        }
    }
    (found != negated).then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_in_a_shell() {
        let is = |pattern: &str, name: &str| matches(pattern.as_bytes(), name.as_bytes());
        assert!(is("*.txt", "a.txt") && is("a*b*c", "aXbXc") && is("?.m", "f.m"));
        assert!(is("[a-c]x", "bx") && is("[!a]x", "bx") && !is("[a-c]x", "dx"));
        assert!(!is("*.txt", "a.tx") && !is("a", "ab") && is("**", ""));
        assert!(!is("[", "x") && !is("a*b", "acc"));
    }
}
