//! The page of the built-ins: what the table knows of each, in words.

use std::fmt::Write as _;

use formwork_builtins::{
    Arity, ClassRule, Effects, Evidence, Operation, Output, Row, ShapeRule, has_class_rule,
    has_shape_rule, library_names, matlab_rows, rows, rule_coverage,
};

const INTRODUCTION: &str = "\
Every function that is part of Formwork, with what is known of its outputs before it runs. Arguments are counted from 1.
`own rule` means that a rule of its own decides, `?` that nothing is known. Rules are tested against the functions themselves with random
arguments (`crates/formwork_builtins/tests/rules`).

| mark | status |
| --- | --- |
| V | refuses exactly what Octave refuses: compared |
| N, T | the same for calls without options with numbers; with texts and cells, too |
| C | compiled to native code, where its arguments are of kinds that are compiled |
| F | has an effect, or calls what it is given: never computed before the program runs |

";

/// The page.
pub(super) fn page() -> String {
    // Names with underscores around are not for users.
    let mut all: Vec<&Row> = rows().filter(|row| !row.name.starts_with("__")).collect();
    all.sort_by_key(|row| (row.name.to_lowercase(), row.name));
    let coverage = rule_coverage();
    let mut out = super::title("Built-in functions", "the table in `crates/formwork_builtins`");
    out.push_str(INTRODUCTION);
    let _ = writeln!(
        out,
        "{} functions; of the {} outputs in the table {} have a rule for the shape, {} for the class.\n",
        all.len(),
        coverage.outputs,
        coverage.shapes,
        coverage.classes
    );
    out.push_str("| function | arguments | does | shape | class | status |\n");
    out.push_str("| --- | --- | --- | --- | --- | --- |\n");
    for row in all {
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} | {} | {} |",
            row.name,
            arity(row.inputs),
            cell(row.doc),
            of_outputs(row, shape_of),
            of_outputs(row, class_of),
            status(row)
        );
    }
    out.push_str(
        "\n## Functions of MATLAB's dialect\n\nThey are found with `--dialect matlab` only, for MATLAB's \
         [strings](../guides/strings.md).\n\n",
    );
    let mut names: Vec<String> = matlab_rows().map(|row| format!("`{}`", row.name)).collect();
    names.sort();
    out.push_str(&names.join(", "));
    out.push_str(
        ".\n\n## Functions that are written in the language itself\n\nThey are part of the program, in \
         `crates/formwork_builtins/library`, and are analysed as a user's functions are.\n\n",
    );
    let names: Vec<String> = library_names()
        .filter(|name| !name.starts_with("__"))
        .map(|name| format!("`{name}`"))
        .collect();
    out.push_str(&names.join(", "));
    out.push_str(".\n");
    out
}

/// A text in a cell of a table, where nothing of it is markup.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*").replace('_', "\\_")
}

fn arity(inputs: Arity) -> String {
    match inputs.max {
        Some(max) if max == inputs.min => max.to_string(),
        Some(max) => format!("{}–{max}", inputs.min),
        None => format!("{}…", inputs.min),
    }
}

/// What is said of each output; once, if it is the same of all.
fn of_outputs(row: &Row, text: fn(&Row, &Output) -> String) -> String {
    let all: Vec<String> = row.outputs.iter().map(|output| text(row, output)).collect();
    match all.as_slice() {
        [] => "–".to_owned(),
        [first, rest @ ..] if rest.iter().all(|other| other == first) => first.clone(),
        _ => all.join("; "),
    }
}

/// As an argument is.
fn like(index: u8) -> String {
    format!("as argument {}", index + 1)
}

fn shape_of(row: &Row, output: &Output) -> String {
    let own = || if has_shape_rule(row, output) { "own rule" } else { "?" }.to_owned();
    match output.shape {
        ShapeRule::Scalar => "1x1".to_owned(),
        ShapeRule::Empty => "0x0".to_owned(),
        ShapeRule::Like(index) => like(index),
        ShapeRule::Expand => "arguments, expanded".to_owned(),
        ShapeRule::EqualOrScalar => "arguments, equal or scalar".to_owned(),
        ShapeRule::Reduce { dim } => format!("one dimension less (argument {})", dim + 1),
        ShapeRule::ReduceKeepEmpty { dim } => {
            format!("one dimension less (argument {}), empty stays", dim + 1)
        }
        ShapeRule::SizeArguments(first) => format!("sizes from argument {}", first + 1),
        ShapeRule::SizeVector => "1xndims".to_owned(),
        ShapeRule::Row => "1x?".to_owned(),
        ShapeRule::Text => "1x? or 0x0".to_owned(),
        ShapeRule::Column => "?x1".to_owned(),
        ShapeRule::VectorLike(index) => format!("vector along argument {}", index + 1),
        ShapeRule::Matrix => "?x?".to_owned(),
        ShapeRule::Transpose => "transposed".to_owned(),
        ShapeRule::Vectorise => "numel x 1".to_owned(),
        ShapeRule::SameSquare => "nxn, as argument 1".to_owned(),
        ShapeRule::Product => "matrix product".to_owned(),
        ShapeRule::LeftDivide => "left division".to_owned(),
        ShapeRule::RightDivide => "right division".to_owned(),
        ShapeRule::Power => "matrix power".to_owned(),
        ShapeRule::Concatenate { from, dimension } => {
            format!("joined along dimension {} from argument {}", dimension + 1, from + 1)
        }
        ShapeRule::Special | ShapeRule::Unknown => own(),
    }
}

fn class_of(row: &Row, output: &Output) -> String {
    match output.class {
        ClassRule::Is(class) => class.name().to_owned(),
        ClassRule::Like(index) => like(index),
        ClassRule::Arithmetic => "as `+` gives".to_owned(),
        ClassRule::Float => "single or double".to_owned(),
        ClassRule::AnyFloat => "double, perhaps single".to_owned(),
        ClassRule::Sum => "integers and single stay, else double".to_owned(),
        ClassRule::Concatenation(from) => format!("as brackets give, from argument {}", from + 1),
        ClassRule::Named => "named by an argument, else double".to_owned(),
        ClassRule::Special | ClassRule::Unknown => {
            if has_class_rule(row, output) { "own rule" } else { "?" }.to_owned()
        }
    }
}

fn status(row: &Row) -> String {
    let mut marks = match row.refusals.evidence {
        Evidence::None => String::new(),
        Evidence::Numbers => "N".to_owned(),
        Evidence::Texts => "T".to_owned(),
        Evidence::Vetted => "V".to_owned(),
    };
    if row.operation != Operation::None {
        marks.push('C');
    }
    if row.effects != Effects::PURE {
        marks.push('F');
    }
    marks
}
