//! Printing: `disp`, `printf`, `sprintf`, `num2str`, `mat2str`, `format`.

mod bases;
mod hex;
mod lines;
mod numbers;
mod print;
mod rationals;
mod settings;

pub use lines::in_columns;

use formwork_runtime::Class;

use crate::kit::quotes::quoted;
use crate::row::{Arity, Effects, Evaluator, Evidence, Output, Row, Strings, row};
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

const TEXT: Output = Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Char));
const TEXT_ROW: Output = Output::new(ShapeRule::Row, ClassRule::Is(Class::Char));
const NUMBER: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double));
const NUMBERS: Output = Output::new(ShapeRule::Column, ClassRule::Is(Class::Double));
const SETTING: Output = Output::new(ShapeRule::Unknown, ClassRule::Unknown);

const fn setting(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    row(name, Arity::between(0, 2), &[SETTING], Effects::STATE, evaluate, doc)
}

pub(crate) const ROWS: &[Row] = &[
    row(
        "disp",
        Arity::exactly(1),
        &[TEXT_ROW],
        Effects::OUTPUT.and(Effects::QUIET),
        quoted!(print::disp),
        "Prints a value without its name, or gives what it would print.",
    )
    .strings(Strings::Own)
    .everyday(),
    row(
        "display",
        Arity::exactly(1),
        &[],
        Effects::OUTPUT,
        print::display,
        "Prints a value as a statement without a semicolon does.",
    )
    .strings(Strings::Own),
    row(
        "printf",
        Arity::at_least(1),
        &[NUMBER],
        Effects::OUTPUT.and(Effects::QUIET),
        print::printf,
        "Prints arguments as a template says.",
    )
    .strings(Strings::Listed),
    row(
        "fprintf",
        Arity::at_least(1),
        &[NUMBER],
        Effects::OUTPUT.and(Effects::QUIET),
        print::fprintf,
        "Prints arguments to a stream as a template says, and counts the bytes.",
    )
    .strings(Strings::Listed),
    row(
        "sprintf",
        Arity::at_least(1),
        &[TEXT_ROW, TEXT, NUMBER],
        Effects::PURE,
        print::sprintf,
        "The text of arguments written as a template says.",
    )
    .strings(Strings::ListedAndKept)
    .folding(crate::folding::plain_template),
    row(
        "puts",
        Arity::exactly(1),
        &[NUMBER],
        Effects::OUTPUT,
        print::puts,
        "Prints a text as it is.",
    ),
    row(
        "num2str",
        Arity::between(1, 2),
        &[Output::new(ShapeRule::Unknown, ClassRule::Unknown)],
        Effects::PURE,
        numbers::num2str,
        "Numbers as text, with a precision or a template.",
    )
    .own_shape(special::text::num2str)
    .own_classes(special::classes::num2str)
    .vetted(),
    row(
        "int2str",
        Arity::exactly(1),
        &[TEXT],
        Effects::PURE,
        numbers::int2str,
        "Numbers rounded to integers as text.",
    )
    .own_shape(special::text::num2str)
    .vetted(),
    row(
        "mat2str",
        Arity::between(1, 3),
        &[TEXT_ROW],
        Effects::PURE,
        quoted!(Double, numbers::mat2str),
        "The text of an expression that gives a matrix back.",
    )
    .vetted(),
    row(
        "rats",
        Arity::between(1, 2),
        &[TEXT],
        Effects::PURE,
        rationals::rats,
        "Numbers as fractions of a given width.",
    )
    .doubted_of_numbers()
    .doubted_of_others(),
    row(
        "rat",
        Arity::between(1, 2),
        &[
            Output::new(ShapeRule::Unknown, ClassRule::Unknown),
            Output::new(ShapeRule::Like(0), ClassRule::Like(0)),
        ],
        Effects::PURE,
        rationals::rat,
        "Numbers as continued fractions, or their numerators and denominators.",
    )
    .compared(Evidence::Numbers),
    row(
        "dec2base",
        Arity::between(2, 3),
        &[TEXT],
        Effects::PURE,
        bases::dec2base,
        "Non-negative integers written in a base.",
    )
    .folding(crate::folding::small_after::<2>),
    row(
        "dec2bin",
        Arity::between(1, 2),
        &[TEXT],
        Effects::PURE,
        bases::dec2bin,
        "Integers in binary.",
    )
    .folding(crate::folding::small_after::<1>)
    .compared(Evidence::Texts),
    row(
        "dec2hex",
        Arity::between(1, 2),
        &[TEXT],
        Effects::PURE,
        quoted!(Double, bases::dec2hex),
        "Integers in hexadecimal.",
    )
    .doubted_of_numbers(),
    row(
        "base2dec",
        Arity::exactly(2),
        &[NUMBERS],
        Effects::PURE,
        bases::base2dec,
        "Reads integers written in a base.",
    ),
    row(
        "bin2dec",
        Arity::exactly(1),
        &[NUMBERS],
        Effects::PURE,
        bases::bin2dec,
        "Reads binary integers.",
    )
    .compared(Evidence::Numbers),
    row(
        "hex2dec",
        Arity::exactly(1),
        &[NUMBERS],
        Effects::PURE,
        bases::hex2dec,
        "Reads hexadecimal integers.",
    )
    .compared(Evidence::Texts),
    row(
        "hex2num",
        Arity::between(1, 2),
        &[Output::new(ShapeRule::Unknown, ClassRule::Named)],
        Effects::PURE,
        hex::hex2num,
        "The numbers whose bits are given in hexadecimal.",
    ),
    row(
        "num2hex",
        Arity::between(1, 2),
        &[Output::new(ShapeRule::Unknown, ClassRule::Unknown)],
        Effects::PURE,
        hex::num2hex,
        "The bits of numbers in hexadecimal.",
    ),
    row(
        "format",
        Arity::at_least(0),
        &[TEXT, TEXT, TEXT],
        Effects::STATE.and(Effects::QUIET),
        settings::format,
        "Says how numbers are displayed, or tells it.",
    ),
    setting(
        "output_precision",
        settings::output_precision,
        "How many significant digits are displayed.",
    ),
    row(
        "more",
        Arity::between(0, 1),
        &[],
        Effects::STATE,
        settings::more,
        "Says whether output is shown page by page; it never is.",
    ),
    row(
        "list_in_columns",
        Arity::between(1, 3),
        &[TEXT_ROW],
        Effects::PURE,
        quoted!(Single, lines::list_in_columns),
        "Texts arranged in columns of a given total width.",
    )
    .doubted_of_numbers()
    .doubted_of_others(),
    setting(
        "page_screen_output",
        settings::page_screen_output,
        "Whether output is shown page by page.",
    ),
    setting(
        "page_output_immediately",
        settings::page_output_immediately,
        "Whether a pager gets output at once.",
    ),
    setting(
        "fixed_point_format",
        settings::fixed_point_format,
        "Whether matrices have a common factor.",
    ),
    setting(
        "print_empty_dimensions",
        settings::print_empty_dimensions,
        "Whether the size of an empty array is shown.",
    ),
    setting(
        "split_long_rows",
        settings::split_long_rows,
        "Whether wide matrices are shown in parts.",
    ),
    setting(
        "print_struct_array_contents",
        settings::print_struct_array_contents,
        "Whether struct arrays are shown with their contents.",
    ),
    setting(
        "struct_levels_to_print",
        settings::struct_levels_to_print,
        "How deep nested structs are shown.",
    ),
];
