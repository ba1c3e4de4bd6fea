//! Sizes that GNU Octave was seen to give: what runs here gives the same, and the
//! rules contain it.
//!
//! `A` is `reshape(mod((1:n)*7+3, 11)+1, size)`, `B` the same with 5 for 3.

use std::collections::BTreeMap;
use std::path::PathBuf;

use formwork_builtins::{Context, Stream, VariableScope, find, infer_outputs};
use formwork_hir::{MemoryHost, Program};
use formwork_interp::{Environment, Interpreter, Limits, StopSignal};
use formwork_runtime::{Array, Dims, Value};
use formwork_syntax::Dialect;

use crate::contain::contradiction;
use crate::forget::World;
use crate::random::Numbers;
use crate::{describe, describe_known};

const RECORDED: &str = include_str!("../data/octave-shapes.txt");

/// Forms that give something else here, and how many of their cases: mostly empty
/// arrays, and functions that do not exist yet.
const DEVIATIONS: [(&str, usize); 17] = [
    ("balance(A)", 1),
    ("compan(A)", 2),
    ("conv2(A,B)", 56),
    ("corr(A)", 16),
    ("del2(A)", 31),
    ("filter(A,1,B)", 13),
    ("gradient(A)", 5),
    ("hankel(A,B)", 16),
    ("interp1(1:4,[1 2 3 4],A)", 2),
    ("kurtosis(A)", 11),
    ("movmean(A,3)", 31),
    ("poly(A)", 5),
    ("rcond(A)", 1),
    ("roots(A)", 11),
    ("schur(A)", 2),
    ("skewness(A)", 11),
    ("vecnorm(A)", 1),
];

/// What the forms call besides built-in functions.
const HELPERS: &str = "
function A = lasg(A, i, v), A(i) = v; end
function A = asg2(A, i, j, v), A(i,j) = v; end
function A = asg3(A, i, j, k, v), A(i,j,k) = v; end
function A = asgall(A, v), A(:) = v; end
function A = asgcol(A, j, v), A(:,j) = v; end
function A = asgrow(A, i, v), A(i,:) = v; end
function A = delr(A, i), A(i,:) = []; end
function A = delc(A, j), A(:,j) = []; end
function A = del1(A, k), A(k) = []; end
function r = loopsz(A), r = []; for x = A, r = x; end, end
function r = loopcnt(A), r = zeros(1, 0); for x = A, r(end+1) = 1; end, end
";

struct Silence;

impl Environment for Silence {
    fn write(&mut self, _stream: Stream, _bytes: &[u8]) -> bool {
        true
    }

    fn now(&mut self) -> f64 {
        0.0
    }

    fn cpu_time(&mut self) -> f64 {
        0.0
    }

    fn variable(&mut self, _name: &str) -> Option<String> {
        None
    }
}

fn operand(size: &str, offset: usize) -> Value {
    let extents: Vec<usize> =
        size.split('x').map(|extent| extent.parse().expect("sizes are numbers")).collect();
    let dims = Dims::new(&extents);
    let data = (1..=dims.numel()).map(|k| ((k * 7 + offset) % 11 + 1) as f64).collect();
    Value::Double(Array::new(dims, data))
}

fn size_of(value: &Value) -> String {
    let extents: Vec<String> = value.dims().as_slice().iter().map(usize::to_string).collect();
    extents.join("x")
}

/// The name and the arguments of a form that is a call and nothing else.
fn as_call(form: &str) -> Option<(&str, Vec<&str>)> {
    let (name, rest) = form.split_once('(')?;
    let inside = rest.strip_suffix(')')?;
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return None;
    }
    let (mut depth, mut quoted, mut start) = (0_i32, false, 0);
    let mut args = Vec::new();
    for (place, c) in inside.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                args.push(&inside[start..place]);
                start = place + 1;
            }
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    if !inside.is_empty() {
        args.push(&inside[start..]);
    }
    Some((name, args))
}

/// What the rules say against the outputs of a form that is a call.
fn against_rules(
    form: &str,
    outputs: &[Value],
    interpreter: &mut Interpreter<'_>,
    numbers: &mut Numbers,
) -> Option<String> {
    let (name, args) = as_call(form)?;
    let row = find(name)?;
    let values: Option<Vec<Value>> = args
        .iter()
        .map(|arg| {
            let values = interpreter.evaluate_text(arg.as_bytes(), VariableScope::Base, 1).ok()?;
            values.into_iter().next()
        })
        .collect();
    let values = values?;
    for _ in 0..2 {
        let mut world = World::new();
        let known: Vec<_> = values.iter().map(|value| world.forget(value, numbers)).collect();
        let inferred = infer_outputs(row, &known, outputs.len(), &mut world.algebra);
        for (output, rule) in outputs.iter().zip(&inferred) {
            let wrong = contradiction(rule, output, &world.algebra, &mut world.assignment);
            if let Some(wrong) = wrong {
                return Some(format!(
                    "{wrong}: {} is not {}",
                    describe(output),
                    describe_known(rule, &world.algebra)
                ));
            }
        }
    }
    None
}

#[test]
fn recorded_sizes_are_reproduced() {
    let host = MemoryHost::default();
    let program = Program::new(&host, Dialect::Octave, Vec::<PathBuf>::new());
    let mut interpreter =
        Interpreter::new(program, Box::new(Silence), StopSignal::default(), Limits::default());
    interpreter.run_text(HELPERS.as_bytes()).expect("the helpers are well formed");
    let mut form = "";
    let mut numbers = Numbers::of_name("recorded", 0);
    let mut wrong: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut uncontained = Vec::new();
    let mut cases = 0;
    for line in RECORDED.lines().filter(|line| !line.starts_with('#')) {
        let Some(result) = line.strip_prefix('\t') else {
            form = line;
            continue;
        };
        let (result, sizes) = result.split_once('\t').expect("there are sizes");
        let nargout = if result.starts_with("E ") { 1 } else { result.split(' ').count() };
        for size in sizes.split(' ') {
            cases += 1;
            for (name, offset, size) in
                [("A", 3, size.split(',').next()), ("B", 5, size.split(',').nth(1))]
            {
                if let Some(size) = size.filter(|size| *size != "-") {
                    let set =
                        interpreter.workspace(VariableScope::Base).set(name, operand(size, offset));
                    set.expect("a variable can be set");
                }
            }
            let outcome = interpreter.evaluate_text(form.as_bytes(), VariableScope::Base, nargout);
            let have = match &outcome {
                Ok(values) => values.iter().map(size_of).collect::<Vec<_>>().join(" "),
                Err(error) => format!("E {}", error.message),
            };
            if have != result {
                let text = format!("{form} of {size} gives {have}, not {result}");
                wrong.entry(form).or_default().push(text);
            } else if let Ok(values) = &outcome
                && let Some(fault) = against_rules(form, values, &mut interpreter, &mut numbers)
            {
                uncontained.push(format!("{form} of {size}: {fault}"));
            }
        }
    }
    let unexpected: Vec<String> = wrong
        .iter()
        .filter(|(form, cases)| !DEVIATIONS.contains(&(**form, cases.len())))
        .map(|(_, cases)| format!("{} ({} cases)", cases[0], cases.len()))
        .collect();
    assert!(unexpected.is_empty(), "{} forms:\n{}", unexpected.len(), unexpected.join("\n"));
    let mended: Vec<&str> =
        DEVIATIONS.iter().map(|(form, _)| *form).filter(|form| !wrong.contains_key(form)).collect();
    assert!(mended.is_empty(), "these deviate no longer: {mended:?}");
    assert!(uncontained.is_empty(), "{} cases:\n{}", uncontained.len(), uncontained.join("\n"));
    assert!(cases > 20_000, "{cases}");
}
