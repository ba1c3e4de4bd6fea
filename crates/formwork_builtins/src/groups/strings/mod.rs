//! What only MATLAB has: functions that make strings, and those that came with them. They take
//! rows of characters and cell arrays of such as well, and give back what they were given.
//!
//! Texts are sequences of bytes, as rows of characters are: a letter outside of ASCII counts as
//! more than one.

mod combine;
mod convert;
mod extract;
mod layout;
mod search;
mod split;

use formwork_runtime::Class;

use crate::row::{Arity, Evaluator, Output, Row, SizeArguments, Strings, pure};
use crate::rules::special::strings as rules;
use crate::rules::{ClassRule, ShapeRule};

/// As many texts as the first argument has, in what it has them.
const SAME: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];
const NUMBERS: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Double))];
const TRUTHS: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Logical))];
const TRUTH: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical))];
const STRINGS: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Is(Class::String))];
const STRING: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::String))];

/// A function of each text that gives texts.
const fn each(name: &'static str, inputs: Arity, evaluate: Evaluator, doc: &'static str) -> Row {
    strings(name, inputs, SAME, evaluate, doc)
        .own_shape(rules::each_text)
        .own_classes(rules::same_form)
}

const fn strings(
    name: &'static str,
    inputs: Arity,
    outputs: &'static [Output],
    evaluate: Evaluator,
    doc: &'static str,
) -> Row {
    pure(name, inputs, outputs, evaluate, doc).strings(Strings::Own)
}

pub(crate) const ROWS: &[Row] = &[
    strings("string", Arity::between(0, 1), STRINGS, convert::string, "A value as strings.")
        .own_shape(rules::string),
    strings(
        "strings",
        Arity::at_least(0),
        &[Output::new(ShapeRule::SizeArguments(0), ClassRule::Is(Class::String))],
        convert::strings,
        "An array of strings without characters.",
    )
    .folding(crate::folding::sized_after::<0>)
    .sizes(SizeArguments::ALL),
    strings("missing", Arity::exactly(0), STRING, convert::missing, "A string that is missing."),
    strings(
        "ismissing",
        Arity::between(1, 2),
        &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Logical))],
        convert::ismissing,
        "Which elements are missing.",
    )
    .own_shape(rules::each_element),
    strings(
        "isStringScalar",
        Arity::exactly(1),
        TRUTH,
        convert::is_string_scalar,
        "Whether a value is one string.",
    ),
    strings(
        "convertStringsToChars",
        Arity::at_least(1),
        &[Output::repeated(ShapeRule::Unknown, ClassRule::Unknown)],
        convert::strings_to_chars,
        "Strings as rows of characters, or cell arrays of such.",
    ),
    strings(
        "convertCharsToStrings",
        Arity::at_least(1),
        &[Output::repeated(ShapeRule::Unknown, ClassRule::Unknown)],
        convert::chars_to_strings,
        "Rows of characters, and cell arrays of such, as strings.",
    ),
    strings("strlength", Arity::exactly(1), NUMBERS, layout::strlength, "How long texts are.")
        .own_shape(rules::each),
    each("reverse", Arity::exactly(1), layout::reverse, "Texts from their ends."),
    each("strip", Arity::between(1, 3), layout::strip, "Texts without blanks at their ends."),
    each("pad", Arity::between(1, 4), layout::pad, "Texts filled up to one length."),
    strings(
        "append",
        Arity::at_least(1),
        &[Output::new(ShapeRule::Special, ClassRule::Special)],
        combine::append,
        "Texts one behind the other.",
    )
    .own_shape(rules::append)
    .own_classes(rules::any_form),
    strings(
        "join",
        Arity::between(1, 3),
        SAME,
        combine::join,
        "The texts of an array joined along a dimension.",
    )
    .own_shape(rules::join)
    .own_classes(rules::list_form),
    strings(
        "compose",
        Arity::at_least(1),
        &[Output::new(ShapeRule::Unknown, ClassRule::Special)],
        combine::compose,
        "A text for each row of values, by a template.",
    )
    .own_classes(rules::list_form),
    strings(
        "split",
        Arity::between(1, 3),
        SAME,
        split::split,
        "The parts of texts between delimiters.",
    )
    .own_shape(rules::split)
    .own_classes(rules::list_form),
    strings("splitlines", Arity::exactly(1), SAME, split::splitlines, "The lines of texts.")
        .own_shape(rules::split)
        .own_classes(rules::list_form),
    strings(
        "contains",
        Arity::between(2, 4),
        TRUTHS,
        search::contains,
        "Whether texts contain one of some patterns.",
    )
    .own_shape(rules::each),
    strings(
        "matches",
        Arity::between(2, 4),
        TRUTHS,
        search::matches,
        "Whether texts are one of some patterns.",
    )
    .own_shape(rules::each),
    strings(
        "count",
        Arity::between(2, 4),
        NUMBERS,
        search::count,
        "How often patterns occur in texts.",
    )
    .own_shape(rules::each),
    each("replace", Arity::exactly(3), search::replace, "Texts with others in place of some."),
    each(
        "insertBefore",
        Arity::exactly(3),
        search::insert_before,
        "Texts with another in front of a pattern or a place.",
    ),
    each(
        "insertAfter",
        Arity::exactly(3),
        search::insert_after,
        "Texts with another behind a pattern or a place.",
    ),
    each(
        "extractBefore",
        Arity::exactly(2),
        extract::before,
        "What stands in front of a pattern or a place.",
    ),
    each(
        "extractAfter",
        Arity::exactly(2),
        extract::after,
        "What stands behind a pattern or a place.",
    ),
    strings(
        "extractBetween",
        Arity::between(3, 5),
        &[Output::new(ShapeRule::Unknown, ClassRule::Special)],
        extract::between,
        "What stands between two patterns or places.",
    )
    .own_classes(rules::list_form),
    each(
        "eraseBetween",
        Arity::between(3, 5),
        extract::erase_between,
        "Texts without what stands between two patterns or places.",
    ),
    each(
        "replaceBetween",
        Arity::between(4, 6),
        extract::replace_between,
        "Texts with another between two patterns or places.",
    ),
];
