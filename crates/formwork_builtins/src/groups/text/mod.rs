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
use crate::row::{
    Arity, Evaluator, Evidence, Operation, Output, Row, Strings, Totality, pure, stateful,
};
use crate::rules::contents;
use crate::rules::facts::questions;
use crate::rules::special;
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

pub(crate) const ROWS: &[Row] = &[
    pure(
        "char",
        Arity::at_least(0),
        &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Char))],
        build::char,
        "Makes text of codes, or a char matrix of several texts.",
    )
    .own_shape(special::text::char)
    .vetted(),
    pure(
        "cellstr",
        Arity::exactly(1),
        &[LIST],
        build::cellstr,
        "The rows of a char matrix as a cell array of texts.",
    )
    .own_shape(special::text::cellstr)
    .contents(contents::only_texts)
    .vetted(),
    pure(
        "strcat",
        Arity::at_least(0),
        &[ANYTHING],
        build::strcat,
        "Joins texts, or cell arrays of texts element by element.",
    )
    .strings(Strings::Joined)
    .own_shape(special::text::strcat)
    .own_classes(special::classes::texts)
    .vetted(),
    pure(
        "cstrcat",
        Arity::at_least(0),
        &[ANY_TEXT],
        quoted!(build::cstrcat),
        "Joins texts as they are, with their blanks.",
    )
    .strings(Strings::KeptOfAny)
    .own_shape(special::text::cstrcat),
    pure(
        "strvcat",
        Arity::at_least(0),
        &[ANY_TEXT],
        build::strvcat,
        "Stacks texts into a char matrix, leaving out empty ones.",
    )
    .compared(Evidence::Texts)
    .doubted_of_others(),
    pure(
        "blanks",
        Arity::exactly(1),
        &[ANY_TEXT],
        quoted!(Double, build::blanks),
        "A text of so many blanks.",
    )
    .folding(crate::folding::small)
    .own_shape(special::construct::blanks),
    pure(
        "strtrim",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Unknown, ClassRule::Like(0))],
        trim::strtrim,
        "Text without blanks at its ends.",
    )
    .own_shape(special::text::trimmed)
    .own_classes(special::classes::texts)
    .contents(contents::texts_for_texts)
    .vetted()
    .strings(Strings::Kept),
    pure(
        "deblank",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Unknown, ClassRule::Like(0))],
        trim::deblank,
        "Text without blanks at its end.",
    )
    .own_shape(special::text::trimmed)
    .own_classes(special::classes::deblank)
    .contents(contents::texts_for_texts)
    .strings(Strings::Kept),
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
    )
    .strings(Strings::Kept),
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
    )
    .contents(contents::only_texts)
    .vetted()
    .strings(Strings::Kept),
    pure(
        "ostrsplit",
        Arity::between(2, 3),
        &[LIST],
        split::ostrsplit,
        "Cuts a text at any of some characters.",
    )
    .contents(contents::only_texts),
    pure(
        "strjoin",
        Arity::between(1, 2),
        &[ANY_TEXT],
        split::strjoin,
        "Joins texts with a delimiter between them.",
    )
    .strings(Strings::Cells)
    .vetted(),
    pure(
        "strtok",
        Arity::between(1, 2),
        &[ANYTHING, ANYTHING],
        quoted!(split::strtok),
        "The first word of a text, and the rest.",
    )
    .own_shape(special::text::strtok)
    .own_classes(special::classes::strtok)
    .strings(Strings::Kept),
    pure(
        "strrep",
        Arity::between(3, 5),
        &[ANYTHING],
        quoted!(all Single, search::strrep),
        "Replaces a text wherever it occurs.",
    )
    .own_shape(special::text::replaced)
    .own_classes(special::classes::texts)
    .contents(contents::replaced)
    .vetted()
    .strings(Strings::Kept),
    pure(
        "strfind",
        Arity::between(2, 6),
        &[ANYTHING],
        search::strfind,
        "The places where a text occurs in another.",
    )
    .own_shape(special::text::strfind)
    .own_classes(special::classes::strfind)
    .vetted()
    .lenient_in_matlab(),
    pure(
        "erase",
        Arity::exactly(2),
        &[Output::new(ShapeRule::Unknown, ClassRule::Like(0))],
        quoted!(all Single, search::erase),
        "Removes a text wherever it occurs.",
    )
    .strings(Strings::Kept),
    pure(
        "index",
        Arity::between(2, 3),
        &[NUMBERS],
        search::index,
        "The first or last place of a text in another.",
    )
    .own_shape(special::text::index)
    .doubted_of_others(),
    pure(
        "rindex",
        Arity::exactly(2),
        &[NUMBERS],
        search::rindex,
        "The last place of a text in another.",
    )
    .own_shape(special::text::index),
    pure(
        "strchr",
        Arity::between(2, 4),
        &[NUMBERS, NUMBERS],
        search::strchr,
        "The places of any of some characters in a text.",
    )
    .more_outputs(),
    pure(
        "startsWith",
        Arity::between(2, 4),
        &[TRUTHS],
        search::starts_with,
        "Whether texts begin with one of some patterns.",
    )
    .own_shape(special::text::starts_with),
    pure(
        "endsWith",
        Arity::between(2, 4),
        &[TRUTHS],
        search::ends_with,
        "Whether texts end with one of some patterns.",
    )
    .own_shape(special::text::starts_with),
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
    )
    .strings(Strings::Kept),
    pure("strcmp", Arity::exactly(2), &[TRUTHS], compare::strcmp, "Whether texts are equal.")
        .own_shape(special::text::compared)
        .vetted()
        .total(Totality::Any(2))
        .operation(Operation::CompareTexts { fold_case: false, prefix: false }),
    pure(
        "strcmpi",
        Arity::exactly(2),
        &[TRUTHS],
        compare::strcmpi,
        "Whether texts are equal except for letter case.",
    )
    .own_shape(special::text::compared)
    .vetted()
    .total(Totality::Any(2))
    .operation(Operation::CompareTexts { fold_case: true, prefix: false }),
    pure(
        "strncmp",
        Arity::exactly(3),
        &[TRUTHS],
        compare::strncmp,
        "Whether the first characters of texts are equal.",
    )
    .own_shape(special::text::compared)
    .vetted()
    .operation(Operation::CompareTexts { fold_case: false, prefix: true }),
    pure(
        "strncmpi",
        Arity::exactly(3),
        &[TRUTHS],
        compare::strncmpi,
        "Whether the first characters of texts are equal except for letter case.",
    )
    .own_shape(special::text::compared)
    .vetted()
    .operation(Operation::CompareTexts { fold_case: true, prefix: true }),
    kind("isalpha", classify::isalpha, "Which characters are letters.")
        .own_shape(special::text::isalpha),
    kind("isletter", classify::isletter, "Which characters are letters.")
        .own_shape(special::text::isalpha),
    kind("isspace", classify::isspace, "Which characters are white space.")
        .own_shape(special::text::isalpha),
    kind("isdigit", classify::isdigit, "Which characters are decimal digits.")
        .own_shape(special::text::isalpha),
    kind("isupper", classify::isupper, "Which characters are capital letters.")
        .own_shape(special::text::isalpha),
    kind("islower", classify::islower, "Which characters are small letters.")
        .own_shape(special::text::isalpha),
    kind("isalnum", classify::isalnum, "Which characters are letters or digits.")
        .own_shape(special::text::isalpha),
    kind("ispunct", classify::ispunct, "Which characters are punctuation.")
        .own_shape(special::text::isalpha),
    kind("iscntrl", classify::iscntrl, "Which characters are control characters.")
        .own_shape(special::text::isalpha),
    kind("isgraph", classify::isgraph, "Which characters are visible.")
        .own_shape(special::text::isalpha),
    kind("isprint", classify::isprint, "Which characters are visible or blank.")
        .own_shape(special::text::isalpha),
    kind("isxdigit", classify::isxdigit, "Which characters are hexadecimal digits.")
        .own_shape(special::text::isalpha),
    kind("isascii", classify::isascii, "Which characters are ASCII.")
        .own_shape(special::text::isalpha),
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
        "Whether a value is an array of MATLAB's strings.",
    )
    .strings(Strings::Own)
    .answer(questions::isstring),
    case("upper", quoted!(all Single, classify::upper), "Text in capital letters.")
        .own_classes(special::classes::upper)
        .contents(contents::texts_for_texts)
        .vetted()
        .strings(Strings::Kept)
        .operation(Operation::ChangeCase { upper: true }),
    case("toupper", quoted!(all Single, classify::upper), "Text in capital letters.")
        .own_classes(special::classes::upper)
        .contents(contents::texts_for_texts)
        .vetted()
        .strings(Strings::Kept)
        .operation(Operation::ChangeCase { upper: true }),
    case("lower", quoted!(all Single, classify::lower), "Text in small letters.")
        .own_classes(special::classes::upper)
        .contents(contents::texts_for_texts)
        .vetted()
        .strings(Strings::Kept)
        .operation(Operation::ChangeCase { upper: false }),
    case("tolower", quoted!(all Single, classify::lower), "Text in small letters.")
        .own_classes(special::classes::upper)
        .contents(contents::texts_for_texts)
        .vetted()
        .strings(Strings::Kept)
        .operation(Operation::ChangeCase { upper: false }),
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
    )
    .doubted_of_numbers(),
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
    )
    .doubted_of_numbers()
    .doubted_of_others(),
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
    )
    .doubted_of_others(),
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
    )
    .own_shape(special::text::make_valid_name),
    pure(
        "matlab.lang.makeUniqueStrings",
        Arity::between(1, 3),
        &[LIKE_FIRST, TRUTHS],
        naming::make_unique_strings,
        "Makes texts differ from each other and from others.",
    )
    .own_shape(special::text::make_unique_strings)
    .doubted_of_others(),
    pure(
        "fullfile",
        Arity::at_least(0),
        &[ANYTHING],
        naming::fullfile,
        "Joins the parts of a file name.",
    )
    .strings(Strings::KeptOfAny)
    .own_shape(special::text::fullfile)
    .own_classes(special::classes::texts),
    pure(
        "fileparts",
        Arity::exactly(1),
        &[ANY_TEXT, ANY_TEXT, ANY_TEXT],
        quoted!(naming::fileparts),
        "The folder, the name and the extension of a file name.",
    )
    .strings(Strings::Kept),
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
    .folding(crate::folding::never)
    .more_outputs(),
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
    )
    .other_contents_in_matlab(),
];
