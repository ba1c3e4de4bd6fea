//! Self-test blocks of a file: the lines that begin with `%!`.

/// What a block is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It must run without an error.
    Passes,
    /// It must raise an error.
    Fails(Expectation),
    /// It must raise a warning.
    Warns(Expectation),
    /// It sets variables that the blocks after it share.
    Shares(Vec<String>),
    /// It defines a function for the blocks after it.
    Defines,
}

/// What the error or warning must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// A message that this pattern finds something in.
    Pattern(String),
    /// This identifier.
    Identifier(String),
    /// Whatever Octave says.
    AsOctave,
}

/// One block.
#[derive(Clone, Debug)]
pub struct Block {
    /// What it is.
    pub kind: Kind,
    /// What it runs.
    pub code: String,
    /// Where it begins.
    pub line: usize,
}

/// The blocks of a file, demonstrations left out.
#[must_use]
pub fn blocks(text: &str) -> Vec<Block> {
    let mut raw: Vec<(usize, String)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let Some(rest) = line.strip_prefix("%!") else { continue };
        let continues = rest.is_empty()
            || rest.starts_with([' ', '\t'])
            || rest.starts_with('%')
            || rest.starts_with('#');
        match raw.last_mut() {
            Some((_, block)) if continues => {
                block.push('\n');
                block.push_str(rest);
            }
            _ => raw.push((number + 1, rest.to_owned())),
        }
    }
    let mut blocks: Vec<Block> = Vec::new();
    for (line, text) in raw {
        if text.starts_with("endfunction") {
            if let Some(last) = blocks.last_mut()
                && last.kind == Kind::Defines
            {
                last.code.push_str("\nendfunction");
            }
            continue;
        }
        blocks.extend(read(line, &text));
    }
    blocks
}

/// The blocks of a text that are to pass, each with what it shares with others, and the line where it
/// begins.
pub(crate) fn passing(text: &[u8]) -> Vec<(u32, String)> {
    let text = String::from_utf8_lossy(text);
    let mut shared = String::new();
    let mut tests = Vec::new();
    for block in blocks(&text) {
        match block.kind {
            Kind::Shares(_) => shared = format!("{}\n", block.code),
            Kind::Passes => {
                let line = u32::try_from(block.line).unwrap_or(u32::MAX);
                tests.push((line, format!("{shared}{}\n", block.code)));
            }
            Kind::Fails(_) | Kind::Warns(_) | Kind::Defines => {}
        }
    }
    tests
}

fn read(line: usize, text: &str) -> Option<Block> {
    let word: String = text.chars().take_while(char::is_ascii_alphanumeric).collect();
    let rest = &text[word.len()..];
    let block = |kind, code: &str| Some(Block { kind, code: code.to_owned(), line });
    match word.as_str() {
        "assert" | "fail" => block(Kind::Passes, &format!("{word} {}", without_bug(rest))),
        "test" | "xtest" => block(Kind::Passes, without_bug(rest)),
        // The condition is whether the library was built with something.
        "testif" => block(Kind::Passes, rest.split_once('\n').map_or("", |(_, code)| code)),
        "error" => {
            let (expectation, code) = expectation(rest);
            block(Kind::Fails(expectation), code)
        }
        "warning" => {
            let (expectation, code) = expectation(rest);
            block(Kind::Warns(expectation), code)
        }
        "shared" => {
            let (names, code) = rest.split_once('\n').unwrap_or((rest, ""));
            let names = names
                .split(['%', '#'])
                .next()
                .unwrap_or_default()
                .split([',', ' ', '\t'])
                .filter(|name| !name.is_empty())
                .map(str::to_owned)
                .collect();
            block(Kind::Shares(names), code)
        }
        "function" => block(Kind::Defines, text),
        _ => None,
    }
}

/// The code after `<*12345>`.
fn without_bug(text: &str) -> &str {
    let trimmed = text.trim_start();
    if let Some(rest) = trimmed.strip_prefix('<')
        && let Some(end) = rest.find('>')
        && rest[..end].trim_start_matches('*').chars().all(|c| c.is_ascii_digit())
    {
        return &rest[end + 1..];
    }
    text
}

fn expectation(text: &str) -> (Expectation, &str) {
    let text = without_bug(text);
    let trimmed = text.trim_start();
    if let Some(rest) = trimmed.strip_prefix('<') {
        let mut depth = 1;
        let mut escaped = false;
        for (at, c) in rest.char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return (Expectation::Pattern(rest[..at].to_owned()), &rest[at + 1..]);
            }
        }
    }
    if let Some(rest) = trimmed.strip_prefix("id=") {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        return (Expectation::Identifier(rest[..end].to_owned()), &rest[end..]);
    }
    (Expectation::AsOctave, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_told_apart() {
        let text = "x\n%!assert <*1> (1, 1)\n%!error <a \\> b> f (1)\n%!test\n%! a = 1;\n%! b = 2;\n\
                    %!shared q, r\n%! q = 1;\n%!function y = g (x)\n%!  y = x;\n%!endfunction\n%!demo\n%! plot\n";
        let blocks = blocks(text);
        assert_eq!(blocks.len(), 5);
        assert_eq!(blocks[0].code.trim(), "assert  (1, 1)");
        assert_eq!(blocks[1].kind, Kind::Fails(Expectation::Pattern("a \\> b".to_owned())));
        assert_eq!(blocks[2].code, "\n a = 1;\n b = 2;");
        assert_eq!(blocks[3].kind, Kind::Shares(vec!["q".to_owned(), "r".to_owned()]));
        assert!(blocks[4].code.ends_with("endfunction"));
    }

    #[test]
    fn tests_come_with_what_they_share() {
        let text =
            b"%!shared x\n%! x = 3;\n%!assert (f (x), 4)\n%!test\n%! y = f (1);\n%!error f ()\n";
        let tests: Vec<String> = passing(text).into_iter().map(|(_, text)| text).collect();
        assert_eq!(tests.len(), 2);
        assert!(
            tests[0].contains("x = 3;") && tests[0].contains("assert  (f (x), 4)"),
            "{tests:?}"
        );
        assert!(tests[1].contains("y = f (1);"), "{tests:?}");
    }
}
