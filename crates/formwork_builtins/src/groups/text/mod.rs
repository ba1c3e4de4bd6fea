//! Text: `strcat`, `strsplit`, `strrep`, `upper`.

mod build;
mod classify;
mod compare;
mod digest;
pub(crate) mod escape;
mod naming;
mod search;
mod split;
mod system;
mod trim;

use formwork_runtime::Class;

use crate::kit::quotes::quoted;
use crate::row::{Arity, Effects, Evaluator, Output, Row, pure};
use crate::rules::{ClassRule, ShapeRule};

const TEXT: Output = Output::new(ShapeRule::Row, ClassRule::Is(Class::Char));
/// A text, of which the empty one is 0x0.
const ANY_TEXT: Output = Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Char));
const TRUTH: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical));
const NUMBER: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double));
const LIST: Output = Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Cell));
const LIKE_FIRST: Output = Output::new(ShapeRule::Like(0), ClassRule::Like(0));
const ANYTHING: Output = Output::new(ShapeRule::Unknown, ClassRule::Unknown);
const TRUTHS: Output = Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Logical));
const NUMBERS: Output = Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Double));

/// A function of the kind of each character; of a cell array it gives a cell array.
const fn kind(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    const OUTPUTS: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::Special)];
    pure(name, Arity::exactly(1), OUTPUTS, evaluate, doc)
}

const fn case(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    pure(name, Arity::exactly(1), CASE, evaluate, doc)
}

const CASE: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::Special)];

const fn stateful(
    name: &'static str,
    inputs: Arity,
    outputs: &'static [Output],
    evaluate: Evaluator,
    doc: &'static str,
) -> Row {
    crate::row::row(name, inputs, outputs, Effects::STATE, evaluate, doc)
}

pub(crate) const ROWS: &[Row] = &[
    pure(
        "char",
        Arity::at_least(0),
        &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Char))],
        build::char,
        "Makes text of codes, or a char matrix of several texts.",
    ),
    pure(
        "cellstr",
        Arity::exactly(1),
        &[LIST],
        build::cellstr,
        "The rows of a char matrix as a cell array of texts.",
    ),
    pure(
        "strcat",
        Arity::at_least(0),
        &[ANYTHING],
        build::strcat,
        "Joins texts, or cell arrays of texts element by element.",
    ),
    pure(
        "cstrcat",
        Arity::at_least(0),
        &[ANY_TEXT],
        quoted!(build::cstrcat),
        "Joins texts as they are, with their blanks.",
    ),
    pure(
        "strvcat",
        Arity::at_least(0),
        &[ANY_TEXT],
        build::strvcat,
        "Stacks texts into a char matrix, leaving out empty ones.",
    ),
    pure(
        "blanks",
        Arity::exactly(1),
        &[ANY_TEXT],
        quoted!(Double, build::blanks),
        "A text of so many blanks.",
    )
    .folding(crate::folding::small),
    pure(
        "strtrim",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Unknown, ClassRule::Like(0))],
        trim::strtrim,
        "Text without blanks at its ends.",
    ),
    pure(
        "deblank",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Unknown, ClassRule::Like(0))],
        trim::deblank,
        "Text without blanks at its end.",
    ),
    pure(
        "strtrunc",
        Arity::exactly(2),
        &[Output::new(ShapeRule::Unknown, ClassRule::Like(0))],
        trim::strtrunc,
        "The first characters of texts.",
    ),
    pure(
        "substr",
        Arity::between(2, 3),
        &[ANY_TEXT],
        trim::substr,
        "A part of a text by its place and length.",
    ),
    pure(
        "strjust",
        Arity::between(1, 2),
        &[LIKE_FIRST],
        trim::strjust,
        "Moves the rows of a char matrix to the left, the right or the middle.",
    ),
    pure(
        "untabify",
        Arity::between(1, 3),
        &[Output::new(ShapeRule::Unknown, ClassRule::Like(0))],
        trim::untabify,
        "Replaces tabs by blanks.",
    ),
    pure(
        "strsplit",
        Arity::at_least(1),
        &[LIST, LIST],
        split::strsplit,
        "Cuts a text at delimiters.",
    ),
    pure(
        "ostrsplit",
        Arity::between(2, 3),
        &[LIST],
        split::ostrsplit,
        "Cuts a text at any of some characters.",
    ),
    pure(
        "strjoin",
        Arity::between(1, 2),
        &[ANY_TEXT],
        split::strjoin,
        "Joins texts with a delimiter between them.",
    ),
    pure(
        "strtok",
        Arity::between(1, 2),
        &[ANYTHING, ANYTHING],
        quoted!(split::strtok),
        "The first word of a text, and the rest.",
    ),
    pure(
        "strrep",
        Arity::between(3, 5),
        &[ANYTHING],
        quoted!(all Single, search::strrep),
        "Replaces a text wherever it occurs.",
    ),
    pure(
        "strfind",
        Arity::between(2, 6),
        &[ANYTHING],
        search::strfind,
        "The places where a text occurs in another.",
    ),
    pure(
        "erase",
        Arity::exactly(2),
        &[Output::new(ShapeRule::Unknown, ClassRule::Like(0))],
        quoted!(all Single, search::erase),
        "Removes a text wherever it occurs.",
    ),
    pure(
        "index",
        Arity::between(2, 3),
        &[NUMBERS],
        search::index,
        "The first or last place of a text in another.",
    ),
    pure(
        "rindex",
        Arity::exactly(2),
        &[NUMBERS],
        search::rindex,
        "The last place of a text in another.",
    ),
    pure(
        "strchr",
        Arity::between(2, 4),
        &[NUMBERS, NUMBERS],
        search::strchr,
        "The places of any of some characters in a text.",
    ),
    pure(
        "startsWith",
        Arity::between(2, 4),
        &[TRUTHS],
        search::starts_with,
        "Whether texts begin with one of some patterns.",
    ),
    pure(
        "endsWith",
        Arity::between(2, 4),
        &[TRUTHS],
        search::ends_with,
        "Whether texts end with one of some patterns.",
    ),
    pure(
        "regexptranslate",
        Arity::exactly(2),
        &[ANY_TEXT],
        search::regexptranslate,
        "Makes a regular expression of a text or of a pattern with wildcards.",
    ),
    pure(
        "validatestring",
        Arity::between(2, 5),
        &[TEXT],
        quoted!(search::validatestring),
        "The one of some texts that a text abbreviates.",
    ),
    pure("strcmp", Arity::exactly(2), &[TRUTHS], compare::strcmp, "Whether texts are equal."),
    pure(
        "strcmpi",
        Arity::exactly(2),
        &[TRUTHS],
        compare::strcmpi,
        "Whether texts are equal except for letter case.",
    ),
    pure(
        "strncmp",
        Arity::exactly(3),
        &[TRUTHS],
        compare::strncmp,
        "Whether the first characters of texts are equal.",
    ),
    pure(
        "strncmpi",
        Arity::exactly(3),
        &[TRUTHS],
        compare::strncmpi,
        "Whether the first characters of texts are equal except for letter case.",
    ),
    kind("isalpha", classify::isalpha, "Which characters are letters."),
    kind("isletter", classify::isletter, "Which characters are letters."),
    kind("isspace", classify::isspace, "Which characters are white space."),
    kind("isdigit", classify::isdigit, "Which characters are decimal digits."),
    kind("isupper", classify::isupper, "Which characters are capital letters."),
    kind("islower", classify::islower, "Which characters are small letters."),
    kind("isalnum", classify::isalnum, "Which characters are letters or digits."),
    kind("ispunct", classify::ispunct, "Which characters are punctuation."),
    kind("iscntrl", classify::iscntrl, "Which characters are control characters."),
    kind("isgraph", classify::isgraph, "Which characters are visible."),
    kind("isprint", classify::isprint, "Which characters are visible or blank."),
    kind("isxdigit", classify::isxdigit, "Which characters are hexadecimal digits."),
    kind("isascii", classify::isascii, "Which characters are ASCII."),
    pure(
        "isstrprop",
        Arity::exactly(2),
        &[TRUTHS],
        classify::isstrprop,
        "Which characters are of a kind given by its name.",
    ),
    pure(
        "isstring",
        Arity::exactly(1),
        &[TRUTH],
        classify::isstring,
        "Whether a value is of class string, which none is.",
    ),
    case("upper", quoted!(all Single, classify::upper), "Text in capital letters."),
    case("toupper", quoted!(all Single, classify::upper), "Text in capital letters."),
    case("lower", quoted!(all Single, classify::lower), "Text in small letters."),
    case("tolower", quoted!(all Single, classify::lower), "Text in small letters."),
    pure(
        "do_string_escapes",
        Arity::exactly(1),
        &[ANY_TEXT],
        escape::do_string_escapes,
        "Reads the escapes in a text as in double quotes.",
    ),
    pure(
        "undo_string_escapes",
        Arity::exactly(1),
        &[ANY_TEXT],
        escape::undo_string_escapes,
        "Writes special characters of a text as escapes.",
    ),
    pure(
        "base64_encode",
        Arity::exactly(1),
        &[ANY_TEXT],
        escape::base64_encode,
        "The bytes of numbers in Base64.",
    ),
    pure(
        "base64_decode",
        Arity::between(1, 2),
        &[Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Double))],
        escape::base64_decode,
        "The doubles whose bytes are written in Base64.",
    ),
    pure(
        "matlab.net.base64encode",
        Arity::exactly(1),
        &[ANY_TEXT],
        escape::net_base64_encode,
        "Bytes or characters in Base64.",
    ),
    pure(
        "matlab.net.base64decode",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Row, ClassRule::Is(Class::Uint8))],
        escape::net_base64_decode,
        "The bytes that are written in Base64.",
    ),
    pure(
        "unicode2native",
        Arity::between(1, 2),
        &[Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Uint8))],
        escape::unicode2native,
        "The bytes of a text in some encoding.",
    ),
    pure(
        "native2unicode",
        Arity::between(1, 2),
        &[Output::new(ShapeRule::Unknown, ClassRule::Unknown)],
        escape::native2unicode,
        "The text whose bytes in some encoding are given.",
    ),
    pure(
        "unicode_idx",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Like(0), ClassRule::Is(Class::Double))],
        escape::unicode_idx,
        "To which character of a text each byte belongs.",
    ),
    pure("hash", Arity::exactly(2), &[TEXT], digest::hash, "The message digest of a text."),
    pure(
        "isvarname",
        Arity::exactly(1),
        &[TRUTH],
        naming::isvarname,
        "Whether a text could be the name of a variable.",
    ),
    pure(
        "iskeyword",
        Arity::between(0, 1),
        &[ANYTHING],
        naming::iskeyword,
        "Whether a text is a word of the language, or all such words.",
    ),
    pure(
        "namelengthmax",
        Arity::exactly(0),
        &[NUMBER],
        naming::namelengthmax,
        "How long a name may be.",
    ),
    pure(
        "matlab.lang.makeValidName",
        Arity::at_least(1),
        &[LIKE_FIRST, TRUTHS],
        naming::make_valid_name,
        "Makes names of variables of texts.",
    ),
    pure(
        "matlab.lang.makeUniqueStrings",
        Arity::between(1, 3),
        &[LIKE_FIRST, TRUTHS],
        naming::make_unique_strings,
        "Makes texts differ from each other and from others.",
    ),
    pure(
        "fullfile",
        Arity::at_least(0),
        &[ANYTHING],
        naming::fullfile,
        "Joins the parts of a file name.",
    ),
    pure(
        "fileparts",
        Arity::exactly(1),
        &[ANY_TEXT, ANY_TEXT, ANY_TEXT],
        quoted!(naming::fileparts),
        "The folder, the name and the extension of a file name.",
    ),
    pure(
        "filesep",
        Arity::between(0, 1),
        &[TEXT],
        naming::filesep,
        "What separates the parts of a file name.",
    )
    .folding(crate::folding::never),
    pure(
        "pathsep",
        Arity::exactly(0),
        &[TEXT],
        naming::pathsep,
        "What separates the folders of a path.",
    )
    .folding(crate::folding::never),
    pure(
        "is_absolute_filename",
        Arity::exactly(1),
        &[TRUTH],
        naming::is_absolute_filename,
        "Whether a file name begins at the root.",
    ),
    pure(
        "is_rooted_relative_filename",
        Arity::exactly(1),
        &[TRUTH],
        naming::is_rooted_relative_filename,
        "Whether a file name begins with a dot part.",
    ),
    stateful(
        "make_absolute_filename",
        Arity::exactly(1),
        &[TEXT],
        naming::make_absolute_filename,
        "A file name from the root on.",
    ),
    pure(
        "version",
        Arity::between(0, 1),
        &[ANY_TEXT],
        system::version,
        "The version of the language.",
    )
    .folding(crate::folding::never),
    pure(
        "OCTAVE_VERSION",
        Arity::exactly(0),
        &[TEXT],
        system::octave_version,
        "The version of the language.",
    )
    .folding(crate::folding::never),
    stateful(
        "computer",
        Arity::between(0, 1),
        &[TEXT, NUMBER, TEXT, TEXT],
        system::computer,
        "What kind of computer this is.",
    ),
    pure("ispc", Arity::exactly(0), &[TRUTH], system::ispc, "Whether this is Windows.")
        .folding(crate::folding::never),
    pure("isunix", Arity::exactly(0), &[TRUTH], system::isunix, "Whether this is a kind of Unix.")
        .folding(crate::folding::never),
    pure("ismac", Arity::exactly(0), &[TRUTH], system::ismac, "Whether this is macOS.")
        .folding(crate::folding::never),
    stateful(
        "nproc",
        Arity::between(0, 1),
        &[NUMBER],
        system::nproc,
        "How many processors there are.",
    ),
    stateful(
        "getenv",
        Arity::exactly(1),
        &[ANY_TEXT],
        system::getenv,
        "The value of an environment variable.",
    ),
    pure(
        "vectorize",
        Arity::exactly(1),
        &[ANYTHING],
        system::vectorize,
        "An expression with operators that work element by element.",
    ),
    pure(
        "symvar",
        Arity::exactly(1),
        &[LIST],
        system::symvar,
        "The names of the variables in an expression.",
    ),
];
