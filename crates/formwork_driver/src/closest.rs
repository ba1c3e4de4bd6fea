//! The name that somebody meant who wrote another.

use formwork_check::Rule;

/// The name of the rule that is most like a name that is none.
#[must_use]
pub fn closest_rule(name: &str) -> Option<&'static str> {
    closest(name, Rule::ALL.into_iter().map(Rule::code))
}

/// The function of the language whose name is most like one that means nothing.
pub(crate) fn closest_function(name: &str) -> Option<&'static str> {
    closest(name, formwork_builtins::rows().map(|row| row.name))
}

/// The one of some names that is most like a text, if one is like it.
fn closest<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let text = text.to_ascii_lowercase();
    // A third of the letters may be wrong: others are words that happen to be as long.
    let most = (text.chars().count() / 3).max(1);
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&text, &name.to_ascii_lowercase()), name))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_like_it_is_found() {
        let names = ["growing-array", "array-condition", "deletion"];
        assert_eq!(closest("growing-aray", names), Some("growing-array"));
        assert_eq!(closest("Delteion", names), Some("deletion"));
        assert_eq!(closest("nonsense", names), None);
        assert_eq!(closest("", names), None);
    }
}
