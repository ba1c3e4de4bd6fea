//! Files and folders as a whole, the environment, processes, and asking on the standard input.

mod ask;
mod change;
mod environment;
mod listing;
mod names;
mod status;

use formwork_runtime::{Class, Error, Result, Value};

use crate::context::{Context, Values};
use crate::outside::expanded;
use crate::row::{Arity, Effects, Evaluator, Output, Row, row};
use crate::rules::{ClassRule, ShapeRule};

const NUMBER: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double));
const MARKS: Output = Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Logical));
const TRUTH: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical));
const TEXT: Output = Output::new(ShapeRule::Text, ClassRule::Is(Class::Char));
const TEXTS: Output = Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Char));
const LIST: Output = Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Cell));
const RECORDS: Output = Output::new(ShapeRule::Column, ClassRule::Is(Class::Struct));
const UNKNOWN: Output = Output::new(ShapeRule::Unknown, ClassRule::Unknown);

/// A function that looks at files or changes them.
const fn outside(
    name: &'static str,
    min: u8,
    max: u8,
    outputs: &'static [Output],
    evaluate: Evaluator,
    doc: &'static str,
) -> Row {
    row(name, Arity::between(min, max), outputs, Effects::OUTSIDE, evaluate, doc)
}

pub(crate) const ROWS: &[Row] = &[
    outside("mkdir", 1, 2, &[TRUTH, TEXT, TEXT], change::mkdir, "Makes a folder.").quiet(),
    outside("rmdir", 1, 2, &[TRUTH, TEXT, TEXT], change::rmdir, "Removes a folder.").quiet(),
    outside("delete", 1, 1, &[], change::delete, "Removes files."),
    outside("unlink", 1, 1, &[NUMBER, TEXT], change::unlink, "Removes a file.").quiet(),
    outside("rename", 2, 2, &[NUMBER, TEXT], change::rename, "Gives a file another name.").quiet(),
    outside("copyfile", 2, 3, &[TRUTH, TEXT, TEXT], change::copyfile, "Copies files.").quiet(),
    outside("movefile", 1, 3, &[TRUTH, TEXT, TEXT], change::movefile, "Moves files.").quiet(),
    outside(
        "isfile",
        1,
        1,
        &[Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Logical))],
        status::isfile,
        "Whether there is a file of that name.",
    )
    .own_shape(crate::rules::special::streams::of_names),
    outside(
        "isfolder",
        1,
        1,
        &[Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Logical))],
        status::isfolder,
        "Whether there is a folder of that name.",
    )
    .own_shape(crate::rules::special::streams::of_names),
    outside(
        "isdir",
        1,
        1,
        &[Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Logical))],
        status::isdir,
        "Whether there is a folder of that name.",
    )
    .own_shape(crate::rules::special::streams::of_names),
    outside("stat", 1, 1, &[UNKNOWN, NUMBER, TEXT], status::stat, "What is known of a file."),
    outside("lstat", 1, 1, &[UNKNOWN, NUMBER, TEXT], status::lstat, "The same, of a link itself."),
    row(
        "S_ISREG",
        Arity::exactly(1),
        &[TRUTH],
        Effects::PURE,
        status::s_isreg,
        "Whether a mode is that of a file.",
    ),
    row(
        "S_ISDIR",
        Arity::exactly(1),
        &[TRUTH],
        Effects::PURE,
        status::s_isdir,
        "Whether a mode is that of a folder.",
    ),
    row(
        "S_ISLNK",
        Arity::exactly(1),
        &[TRUTH],
        Effects::PURE,
        status::s_islnk,
        "Whether a mode is that of a link.",
    ),
    outside("dir", 0, 1, &[RECORDS], listing::dir, "Lists a folder.").quiet(),
    row(
        "ls",
        Arity::at_least(0),
        &[TEXTS],
        Effects::OUTSIDE,
        listing::ls,
        "Lists folders and files.",
    )
    .quiet(),
    outside("readdir", 1, 1, &[LIST, NUMBER, TEXT], listing::readdir, "The names in a folder."),
    outside("glob", 1, 1, &[LIST], listing::glob, "The files whose names match patterns."),
    outside("file_in_path", 2, 3, &[UNKNOWN], names::file_in_path, "Finds a file in folders."),
    outside(
        "file_in_loadpath",
        1,
        2,
        &[UNKNOWN],
        names::file_in_loadpath,
        "Finds a file in the folders where functions are looked for.",
    ),
    outside(
        "canonicalize_file_name",
        1,
        1,
        &[TEXT, NUMBER, TEXT],
        names::canonicalize,
        "The path from the root, without links and dots.",
    ),
    outside("is_same_file", 2, 2, &[MARKS], names::is_same_file, "Whether paths lead to one file."),
    outside("tempname", 0, 2, &[TEXT], names::tempname, "A name that no file has yet."),
    outside("tempdir", 0, 0, &[TEXT], names::tempdir, "The folder for files that do not last."),
    outside("P_tmpdir", 0, 0, &[TEXT], names::p_tmpdir, "Where files that do not last belong."),
    outside("tilde_expand", 1, 1, &[UNKNOWN], names::tilde_expand, "Paths with '~' written out."),
    outside("get_home_directory", 0, 0, &[TEXT], names::home, "The folder of the user."),
    outside("cd", 0, 1, &[TEXT], environment::cd, "Goes to another folder.").quiet(),
    outside("chdir", 0, 1, &[TEXT], environment::cd, "Goes to another folder.").quiet(),
    outside("setenv", 1, 2, &[], environment::setenv, "Sets a variable of the environment."),
    outside("putenv", 1, 2, &[], environment::setenv, "Sets a variable of the environment."),
    outside(
        "unsetenv",
        1,
        1,
        &[NUMBER],
        environment::unsetenv,
        "Forgets a variable of the environment.",
    ),
    outside("system", 1, 3, &[NUMBER, TEXT], environment::system, "Runs a command of the shell."),
    outside("unix", 1, 2, &[NUMBER, TEXT], environment::unix, "Runs a command on a kind of Unix.")
        .quiet(),
    outside(
        "dos",
        1,
        2,
        &[NUMBER, TEXT],
        environment::dos,
        "Runs a command on Windows: nothing here.",
    )
    .quiet(),
    outside("getpid", 0, 0, &[NUMBER], environment::getpid, "The number of this process."),
    row(
        "input",
        Arity::between(1, 2),
        &[UNKNOWN],
        Effects::OUTSIDE.and(Effects::WRITES_SCOPE),
        ask::input,
        "Asks for the value of an expression on the standard input.",
    )
    .more_outputs(),
    row(
        "keyboard",
        Arity::between(0, 1),
        &[],
        Effects::OUTSIDE.and(Effects::WRITES_SCOPE),
        ask::keyboard,
        "Runs statements from the standard input until it ends or one says dbcont.",
    ),
    outside("yes_or_no", 0, 1, &[TRUTH], ask::yes_or_no, "Asks for 'yes' or 'no'."),
    outside("kbhit", 0, 1, &[TEXT], ask::kbhit, "One character of the standard input."),
];

/// A path among the arguments, with `~` written out.
fn path(cx: &mut dyn Context, value: &Value, complaint: &str) -> Result<String> {
    match value.as_text().filter(|_| value.is_char()) {
        Some(text) => Ok(expanded(cx, &text)),
        None => Err(Error::plain(complaint)),
    }
}

/// Whether something worked, what the system said, and by which name it goes.
fn status(worked: std::result::Result<(), String>, name: &str, nargout: usize) -> Result<Values> {
    match worked {
        Ok(()) if nargout == 0 => Ok(Values::new()),
        Ok(()) => Ok([Value::bool(true), Value::text(""), Value::text("")].into_iter().collect()),
        Err(message) if nargout == 0 => {
            Err(Error::plain(format!("{name}: operation failed: {message}")))
        }
        Err(message) => {
            Ok([Value::bool(false), Value::text(message), Value::text(name)].into_iter().collect())
        }
    }
}
