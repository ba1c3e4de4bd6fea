//! Variables, evaluating text, and the running call: `exist`, `clear`, `eval`.

mod call;
mod clear;
mod compiled;
mod evaluate;
mod exist;
mod help;
mod listing;
mod paths;
mod pattern;
mod settings;
mod startup;
mod system;

pub use compiled::is_compiled;
use formwork_runtime::Class;

use crate::row::{
    Arity, Effects, Evaluator, Lesson, Operation, Output, Row, Strings, Totality, row,
};
use crate::rules::Realness;
use crate::rules::facts::limits;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

const ANY: &[Output] = &[Output::repeated(ShapeRule::Unknown, ClassRule::Unknown)];
const UNKNOWN: Output = Output::new(ShapeRule::Unknown, ClassRule::Unknown);
const TEXT: Output = Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Char));
const LINE: Output = Output::new(ShapeRule::Text, ClassRule::Is(Class::Char));
const TRUTH: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical));
const NUMBER: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double));

/// What a text that is run may do.
const RUNS: Effects = Effects::READS_SCOPE
    .and(Effects::WRITES_SCOPE)
    .and(Effects::CALLS)
    .and(Effects::FILES)
    .and(Effects::OUTPUT)
    .and(Effects::STATE);

/// A setting that a function of its name keeps.
const fn setting(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    row(name, Arity::between(0, 2), &[UNKNOWN], Effects::STATE, evaluate, doc)
}

/// Something that is said as a command, for what it does.
const fn command(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    let effects = Effects::STATE.and(Effects::OUTPUT).and(Effects::QUIET);
    row(name, Arity::at_least(0), &[UNKNOWN], effects, evaluate, doc)
}

/// A fact that does not depend on anything.
const fn fact(
    name: &'static str,
    outputs: &'static [Output],
    evaluate: Evaluator,
    doc: &'static str,
) -> Row {
    row(name, Arity::between(0, 1), outputs, Effects::PURE, evaluate, doc)
}

pub(crate) const ROWS: &[Row] = &[
    row(
        "exist",
        Arity::between(1, 2),
        &[NUMBER],
        Effects::READS_SCOPE,
        exist::exist,
        "What a name means, as a number: 1 a variable, 2 a file, 5 a built-in, 103 a function.",
    )
    .real(Realness::Always)
    .teaching(Lesson::Exists)
    .operation(Operation::Exists),
    row(
        "isglobal",
        Arity::exactly(1),
        &[TRUTH],
        Effects::READS_SCOPE,
        exist::isglobal,
        "Whether a variable is global.",
    ),
    row(
        "who",
        Arity::at_least(0),
        &[Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Cell))],
        Effects::READS_SCOPE.and(Effects::OUTPUT).and(Effects::QUIET),
        listing::who,
        "Lists the variables.",
    ),
    row(
        "whos",
        Arity::at_least(0),
        &[Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Struct))],
        Effects::READS_SCOPE.and(Effects::OUTPUT).and(Effects::QUIET),
        listing::whos,
        "Lists the variables with their sizes and classes.",
    ),
    row(
        "clear",
        Arity::at_least(0),
        &[],
        Effects::WRITES_SCOPE,
        clear::clear,
        "Clears variables, all of them or those whose names match patterns.",
    ),
    row(
        "clearvars",
        Arity::at_least(0),
        &[],
        Effects::WRITES_SCOPE,
        clear::clearvars,
        "Clears variables, all of them or those whose names match patterns, with exceptions.",
    ),
    row(
        "eval",
        Arity::between(1, 2),
        ANY,
        Effects::READS_SCOPE.and(Effects::WRITES_SCOPE).and(Effects::CALLS),
        evaluate::eval,
        "Runs a text as part of the program; a second one if that fails.",
    ),
    row(
        "evalin",
        Arity::between(2, 3),
        ANY,
        Effects::READS_SCOPE
            .and(Effects::WRITES_SCOPE)
            .and(Effects::READS_CALL)
            .and(Effects::CALLS),
        evaluate::evalin,
        "Runs a text among the variables of the caller or of the base workspace.",
    ),
    row(
        "evalc",
        Arity::between(1, 2),
        &[TEXT],
        Effects::READS_SCOPE.and(Effects::WRITES_SCOPE).and(Effects::CALLS),
        evaluate::evalc,
        "What running a text prints.",
    )
    .own_shape(special::text::evalc)
    .own_classes(special::classes::num2str)
    .more_outputs(),
    row(
        "assignin",
        Arity::exactly(3),
        &[],
        Effects::WRITES_SCOPE.and(Effects::READS_CALL),
        evaluate::assignin,
        "Sets a variable of the caller or of the base workspace.",
    )
    .strings(Strings::Own),
    row(
        "builtin",
        Arity::at_least(1),
        ANY,
        Effects::CALLS,
        evaluate::builtin,
        "Calls a built-in function even if a function of the program hides it.",
    )
    .strings(Strings::Own),
    row(
        "nargin",
        Arity::between(0, 1),
        &[NUMBER],
        Effects::READS_CALL,
        call::nargin,
        "With how many arguments the function was called, or how many a function has.",
    )
    .real(Realness::Always)
    .bounds(limits::argument_count)
    .total(Totality::Nothing)
    .operation(Operation::CountInputs),
    row(
        "nargout",
        Arity::between(0, 1),
        &[NUMBER],
        Effects::READS_CALL,
        call::nargout,
        "How many outputs the function was asked for, or how many a function has.",
    )
    .real(Realness::Always)
    .bounds(limits::argument_count)
    .total(Totality::Nothing)
    .operation(Operation::CountOutputs),
    row(
        "isargout",
        Arity::exactly(1),
        &[Output::new(ShapeRule::Like(0), ClassRule::Is(Class::Logical))],
        Effects::READS_CALL,
        call::isargout,
        "Whether the caller uses an output.",
    ),
    row(
        "inputname",
        Arity::between(1, 2),
        &[TEXT],
        Effects::READS_SCOPE.and(Effects::READS_CALL),
        call::inputname,
        "How the caller wrote an argument.",
    )
    .own_shape(special::text::evalc)
    .own_classes(special::classes::num2str),
    row(
        "mfilename",
        Arity::between(0, 1),
        &[TEXT],
        Effects::READS_CALL,
        call::mfilename,
        "The name of the file that is running.",
    )
    .own_shape(special::text::evalc)
    .own_classes(special::classes::num2str),
    row(
        "mlock",
        Arity::exactly(0),
        &[],
        Effects::READS_CALL,
        call::mlock,
        "Keeps the function from being cleared.",
    ),
    row(
        "munlock",
        Arity::between(0, 1),
        &[],
        Effects::READS_CALL,
        call::munlock,
        "Allows a function to be cleared again.",
    ),
    row(
        "mislocked",
        Arity::between(0, 1),
        &[TRUTH],
        Effects::READS_CALL,
        call::mislocked,
        "Whether a function is kept from being cleared.",
    ),
    row(
        "exit",
        Arity::between(0, 2),
        &[],
        Effects::RAISES,
        system::exit,
        "Ends the program with a status.",
    ),
    row(
        "quit",
        Arity::between(0, 2),
        &[],
        Effects::RAISES,
        system::exit,
        "Ends the program with a status.",
    ),
    row(
        "atexit",
        Arity::between(1, 2),
        &[TRUTH],
        Effects::STATE,
        system::atexit,
        "Has a function called when the program ends.",
    ),
    row(
        "argv",
        Arity::exactly(0),
        &[Output::new(ShapeRule::Column, ClassRule::Is(Class::Cell))],
        Effects::STATE,
        system::argv,
        "The arguments of the program.",
    ),
    row(
        "license",
        Arity::between(0, 3),
        &[UNKNOWN, TEXT],
        Effects::PURE,
        system::license,
        "The licence, or whether something may be used.",
    ),
    row(
        "compare_versions",
        Arity::exactly(3),
        &[TRUTH],
        Effects::PURE,
        system::compare_versions,
        "Compares two version numbers.",
    ),
    row(
        "verLessThan",
        Arity::exactly(2),
        &[TRUTH],
        Effects::PURE,
        system::ver_less_than,
        "Whether the version of a package is less than another.",
    ),
    command("clc", startup::nothing, "Clears the screen; there is none."),
    command("home", startup::nothing, "Moves to the top of the screen; there is none."),
    command("drawnow", startup::nothing, "Draws figures anew; there are none."),
    command("beep", startup::beep, "Rings the bell."),
    command("pkg", startup::pkg, "Says that a package is needed; none is loaded.").more_outputs(),
    row(
        "addpath",
        Arity::at_least(0),
        &[TEXT],
        Effects::STATE.and(Effects::FILES).and(Effects::QUIET),
        startup::addpath,
        "Adds folders in which functions are looked for.",
    ),
    row(
        "rmpath",
        Arity::at_least(0),
        &[TEXT],
        Effects::STATE.and(Effects::QUIET),
        startup::rmpath,
        "Takes away folders in which functions are looked for.",
    ),
    row(
        "genpath",
        Arity::at_least(1),
        &[TEXT],
        Effects::FILES,
        paths::genpath,
        "A folder and all below it, as a search path.",
    ),
    row(
        "path",
        Arity::at_least(0),
        &[TEXT],
        Effects::STATE.and(Effects::FILES).and(Effects::OUTPUT).and(Effects::QUIET),
        paths::path,
        "The folders in which functions are looked for, or sets them.",
    ),
    row(
        "savepath",
        Arity::between(0, 1),
        &[NUMBER],
        Effects::STATE.and(Effects::QUIET),
        paths::savepath,
        "Keeps the path for the next program: it is not kept.",
    ),
    command("rehash", paths::nothing, "Looks at folders anew: they are when they are needed."),
    command("echo", paths::nothing, "Whether statements are printed: they are not."),
    row(
        "run",
        Arity::exactly(1),
        &[],
        RUNS,
        paths::run,
        "Runs the statements of a file; functions beside it are found.",
    ),
    row("source", Arity::between(1, 2), &[], RUNS, paths::source, "Runs the statements of a file."),
    row(
        "get_help_text",
        Arity::exactly(1),
        &[
            Output::new(ShapeRule::Text, ClassRule::Is(Class::Char)),
            Output::new(ShapeRule::Text, ClassRule::Is(Class::Char)),
        ],
        Effects::READS_SCOPE.and(Effects::FILES),
        help::get_help_text,
        "What is said of a function, and in which format.",
    ),
    row(
        "which",
        Arity::at_least(1),
        &[Output::new(ShapeRule::Special, ClassRule::Special)],
        Effects::READS_SCOPE.and(Effects::FILES).and(Effects::OUTPUT).and(Effects::QUIET),
        paths::which,
        "What a name means, and where it comes from.",
    )
    .own_shape(special::unrunnable::of_text)
    .own_classes(special::unrunnable::text_or_cells)
    .more_outputs(),
    row("pwd", Arity::exactly(0), &[LINE], Effects::FILES, startup::pwd, "The current folder."),
    fact("usejava", &[TRUTH], system::no, "Whether Java is there: it is not."),
    fact("isdeployed", &[TRUTH], system::no, "Whether the program is a compiled one: it is not."),
    fact("isstudent", &[TRUTH], system::no, "Whether the licence is that of a student: it is not."),
    fact("isguirunning", &[TRUTH], system::no, "Whether there is a user interface: there is not."),
    fact("have_window_system", &[TRUTH], system::no, "Whether there are windows: there are not.")
        .doubted_of_numbers(),
    fact("isieee", &[TRUTH], system::yes, "Whether numbers are those of IEEE 754: they are."),
    row(
        "mexext",
        Arity::exactly(0),
        &[TEXT],
        Effects::PURE,
        system::mexext,
        "How the names of compiled functions end.",
    )
    .folding(crate::folding::never),
    setting(
        "crash_dumps_octave_core",
        settings::crash_dumps,
        "Whether a crash saves the variables.",
    ),
    setting("save_precision", settings::save_precision, "How many digits are saved."),
    setting("optimize_range", settings::optimize_range, "Whether ranges are stored as such."),
    setting(
        "optimize_diagonal_matrix",
        settings::optimize_diagonal_matrix,
        "Whether diagonal matrices are stored as such.",
    ),
    setting(
        "optimize_permutation_matrix",
        settings::optimize_permutation_matrix,
        "Whether permutations are stored as such.",
    ),
    setting(
        "sparse_auto_mutate",
        settings::sparse_auto_mutate,
        "Whether sparse matrices become full by themselves.",
    ),
    setting(
        "suppress_verbose_help_message",
        settings::suppress_verbose_help_message,
        "Whether help messages are short.",
    ),
    setting("silent_functions", settings::silent_functions, "Whether functions print nothing."),
    setting("debug_on_error", settings::debug_on_error, "Whether errors start the debugger."),
    setting("debug_on_warning", settings::debug_on_warning, "Whether warnings start the debugger."),
    setting("beep_on_error", settings::beep_on_error, "Whether errors beep."),
    setting(
        "confirm_recursive_rmdir",
        settings::confirm_recursive_rmdir,
        "Whether removing folders asks first.",
    ),
    setting("max_recursion_depth", settings::max_recursion_depth, "How many calls may be nested."),
    setting("PS1", settings::prompt, "What stands before statements that are typed."),
    setting("PS2", settings::second_prompt, "What stands before the next lines of such."),
    setting("PS4", settings::echo_prompt, "What stands before statements that are shown."),
    setting("PAGER", settings::pager, "The program that shows long output."),
    setting("EDITOR", settings::editor, "The program that changes files."),
    setting("IMAGE_PATH", settings::image_path, "Where pictures are looked for."),
    setting("string_fill_char", settings::string_fill_char, "What short rows of text end with."),
];
