//! Matching against what PCRE gives.

use super::matcher::Matcher;
use super::pattern::{Options, Pattern};

fn found(pattern: &str, text: &str) -> Vec<String> {
    let ready = Pattern::with_options("regexp", pattern.as_bytes(), false, &Options::default());
    let ready = ready.unwrap_or_else(|error| panic!("{}", error.message));
    let mut poll = || Ok(());
    let mut matcher = Matcher::new(ready.program(), text.as_bytes(), &mut poll);
    let mut from = 0;
    let mut all = Vec::new();
    while from <= text.len() {
        let Some(end) = matcher.find(from).unwrap() else { break };
        if end > matcher.start {
            all.push(text[matcher.start..end].to_owned());
            from = end;
        } else {
            from = matcher.start + 1;
        }
    }
    all
}

fn mistake(pattern: &str) -> String {
    let ready = Pattern::with_options("regexp", pattern.as_bytes(), true, &Options::default());
    match ready {
        Ok(_) => String::new(),
        Err(error) => error.message,
    }
}

#[test]
fn quantifiers() {
    assert_eq!(found("a+", "baaac"), ["aaa"]);
    assert_eq!(found("a+?", "aa"), ["a", "a"]);
    assert_eq!(found("a{2,3}", "aaaaa"), ["aaa", "aa"]);
    assert_eq!(found("a{,2}", "a{,2}"), ["a{,2}"]);
    assert_eq!(found("(ab)+c", "ababc"), ["ababc"]);
    assert_eq!(found("a++a", "aaa"), Vec::<String>::new());
    assert_eq!(found("(?:a|ab)(?:c|bcd)", "abcd"), ["abcd"]);
    assert_eq!(found("(a*)*b", "aab"), ["aab"]);
    assert_eq!(found("\\w*t", "short test"), ["short", "test"]);
    assert_eq!(found("<.*?>", "<a><b>"), ["<a>", "<b>"]);
}

#[test]
fn places_and_looks() {
    assert_eq!(found("^b|^a", "ab"), ["a"]);
    assert_eq!(found("foo(?=bar)", "foobar foobaz"), ["foo"]);
    assert_eq!(found("foo(?!bar)\\w+", "foobar foobaz"), ["foobaz"]);
    assert_eq!(found("(?<=\\.)\\w+", "foo.bar"), ["bar"]);
    assert_eq!(found("(?<!a)b", "abb"), ["b"]);
    assert_eq!(found("\\bc", "ab cd"), ["c"]);
    assert_eq!(found("a\\Kb", "ab"), ["b"]);
    assert_eq!(found("(?>a+)b", "aab"), ["aab"]);
}

#[test]
fn references_conditions_recursion() {
    assert_eq!(found("(abc)\\1", "abcabc"), ["abcabc"]);
    assert_eq!(found("(a)?(?(1)b|c)", "abc"), ["ab", "c"]);
    assert_eq!(found("\\((?:[^()]|(?R))*\\)", "x((a)b)"), ["((a)b)"]);
    assert_eq!(found("(?i)B", "ab"), ["b"]);
    assert_eq!(found("[[:upper:]]+", "aBCd"), ["BC"]);
    assert_eq!(found("[^a]", "éa"), ["é"]);
    assert_eq!(found(".", "éa"), ["é", "a"]);
}

#[test]
fn mistakes_are_told_as_pcre_does() {
    assert_eq!(mistake("("), "regexp: missing ) at position 1 of expression");
    assert_eq!(mistake("a)"), "regexp: unmatched parentheses at position 1 of expression");
    assert_eq!(mistake("a|*"), "regexp: nothing to repeat at position 2 of expression");
    assert_eq!(mistake("^*"), "regexp: nothing to repeat at position 1 of expression");
    assert_eq!(mistake("(?<n>a"), "regexp: missing ) at position 10 of expression");
    assert_eq!(
        mistake("[z-a]"),
        "regexp: range out of order in character class at position 3 of expression"
    );
    assert_eq!(
        mistake("(?<=a?)b"),
        "regexp: lookbehind assertion is not fixed length at position 6 of expression"
    );
}
