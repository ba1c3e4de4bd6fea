//! Assertions in programs: comments that begin with `%?`.

/// What is said of the state after a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// The line of the program, from 1.
    pub line: u32,
    /// What is said.
    pub claim: Claim,
}

/// What can be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// `x : TYPE`
    Type {
        /// The variable.
        name: String,
        /// Its type, as listings write it.
        text: String,
    },
    /// `x same as y`: one shape.
    SameShape {
        /// A variable.
        name: String,
        /// Another.
        other: String,
    },
    /// `error[code]`, `warning[code]` or `note[code]`, as written.
    Diagnostic(String),
}

/// The assertions of a program.
///
/// # Errors
///
/// With the line of one that cannot be read.
pub fn assertions(program: &str) -> Result<Vec<Assertion>, String> {
    let mut found = Vec::new();
    for (number, line) in (1_u32..).zip(program.lines()) {
        let Some((_, text)) = line.split_once("%?") else { continue };
        let claim = claim(text.trim())
            .ok_or_else(|| format!("line {number}: '{}' is no assertion", text.trim()))?;
        found.push(Assertion { line: number, claim });
    }
    Ok(found)
}

fn claim(text: &str) -> Option<Claim> {
    if ["error[", "warning[", "note["].iter().any(|severity| text.starts_with(severity)) {
        return Some(Claim::Diagnostic(text.to_owned()));
    }
    if let Some((name, other)) = text.split_once(" same as ") {
        return Some(Claim::SameShape { name: name.trim().into(), other: other.trim().into() });
    }
    let (name, kind) = text.split_once(" : ")?;
    let text = kind.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(Claim::Type { name: name.trim().to_owned(), text })
}

/// The extents of a displayed shape, which `x` divides outside of parentheses: `(n-1)xsize(x,2)` has
/// `(n-1)` and `size(x,2)`.
#[must_use]
pub fn split_extents(shape: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in shape.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if c == 'x' && depth == 0 {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assertions_are_read() {
        let program = "x = 1; %? x : double  1x1\ny = x; %? y same as x\n";
        let read = assertions(program).expect("they are assertions");
        assert_eq!(read.len(), 2);
        let text = "double 1x1".to_owned();
        assert_eq!(read[0].claim, Claim::Type { name: "x".to_owned(), text });
        assert_eq!(read[1].line, 2);
        assert!(assertions("x = 1; %? nonsense").is_err());
    }
}
