//! What can be the name of a variable: identifiers and keywords.

/// The words that cannot be names, sorted.
pub(crate) const KEYWORDS: [&str; 41] = [
    "__FILE__",
    "__LINE__",
    "break",
    "case",
    "catch",
    "classdef",
    "continue",
    "do",
    "else",
    "elseif",
    "end",
    "end_try_catch",
    "end_unwind_protect",
    "endarguments",
    "endclassdef",
    "endenumeration",
    "endevents",
    "endfor",
    "endfunction",
    "endif",
    "endmethods",
    "endparfor",
    "endproperties",
    "endspmd",
    "endswitch",
    "endwhile",
    "for",
    "function",
    "global",
    "if",
    "otherwise",
    "parfor",
    "persistent",
    "return",
    "spmd",
    "switch",
    "try",
    "until",
    "unwind_protect",
    "unwind_protect_cleanup",
    "while",
];

/// Whether a word cannot be a name.
pub(crate) fn is_keyword(name: &[u8]) -> bool {
    std::str::from_utf8(name).is_ok_and(|name| KEYWORDS.binary_search(&name).is_ok())
}

/// Whether a byte may be part of a name.
pub(crate) const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether a text is written as names are.
pub(crate) fn is_identifier(name: &[u8]) -> bool {
    name.first().is_some_and(|first| !first.is_ascii_digit()) && name.iter().all(|&b| is_word(b))
}

/// Whether a variable can have that name.
#[must_use]
pub fn is_variable_name(name: &[u8]) -> bool {
    is_identifier(name) && !is_keyword(name)
}
