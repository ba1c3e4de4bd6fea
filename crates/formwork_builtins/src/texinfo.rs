//! What comments in Texinfo say of how a function is called. Nothing else of Texinfo is read.

/// What is said of a wrong call of the function that a file is of, if comments in it tell in Texinfo
/// how it is called.
#[must_use]
pub fn invalid_call(name: &str, source: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(source);
    let usage = if text.contains("-*- texinfo -*-") { usage_in(&text) } else { Vec::new() };
    (!usage.is_empty()).then(|| with_usage(&format!("Invalid call to {name}"), &usage))
}

/// A message about a wrong call with how the function is called.
#[must_use]
pub fn with_usage(message: &str, usage: &[String]) -> String {
    let mut all = format!("{message}.  Correct usage is:\n");
    for line in usage {
        all.push_str("\n -- ");
        all.push_str(line);
    }
    all
}

/// The ways in which a text of Texinfo says that a function is called.
#[must_use]
pub fn usage_in(text: &str) -> Vec<String> {
    let mut usage = Vec::new();
    for line in text.lines() {
        let line = line.trim_start_matches(['#', '%', ' ', '\t']);
        if line.starts_with("@end deftypefn") {
            break;
        }
        let definition =
            line.strip_prefix("@deftypefnx").or_else(|| line.strip_prefix("@deftypefn"));
        if let Some(definition) = definition {
            let (category, rest) = braced(definition.trim_start());
            let (outputs, call) = braced(rest.trim_start());
            let (outputs, call) = (plain(outputs), plain(call.trim()));
            let gap = if outputs.is_empty() { "" } else { " " };
            let category = match plain(category).as_str() {
                "" => String::new(),
                category => format!("{category}: "),
            };
            usage.push(format!("{category}{outputs}{gap}{call}"));
        }
    }
    usage
}

/// What stands in braces at the beginning of a text, and what follows.
fn braced(text: &str) -> (&str, &str) {
    let mut depth = 0;
    let Some(inside) = text.strip_prefix('{') else {
        return text.split_once(' ').unwrap_or((text, ""));
    };
    for (place, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return (&inside[..place], &inside[place + 1..]),
            '}' => depth -= 1,
            _ => {}
        }
    }
    (inside, "")
}

/// Texinfo as plain text: names of arguments in capitals.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('@') {
        out.push_str(before);
        let word: String = after.chars().take_while(char::is_ascii_alphabetic).collect();
        let after = &after[word.len()..];
        if word.is_empty() {
            // A character that is meant as it is.
            out.extend(after.chars().take(1));
            rest = after.get(after.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default();
            continue;
        }
        let (inside, behind) = if after.starts_with('{') { braced(after) } else { ("", after) };
        match word.as_str() {
            "var" => out.push_str(&plain(inside).to_uppercase()),
            "dots" => out.push_str("..."),
            _ => out.push_str(&plain(inside)),
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_is_read() {
        let text = "## @deftypefn  {} {} f (@var{x})\n\
                    ## @deftypefnx {} {[@var{a}, @var{b}] =} f (@dots{}, \"on\")\n\
                    ## @end deftypefn\n## @deftypefn {} {} other ()";
        assert_eq!(usage_in(text), ["f (X)", "[A, B] = f (..., \"on\")"]);
        let text = "%% @deftypefn {things} @var{y} = g (@var{x})";
        assert_eq!(usage_in(text), ["things: Y = g (X)"]);
    }

    #[test]
    fn braces_are_left_where_they_are_meant() {
        assert_eq!(plain("@{@var{n}@}"), "{N}");
        assert_eq!(plain("@"), "");
    }
}
