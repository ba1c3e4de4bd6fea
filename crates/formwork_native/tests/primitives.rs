//! Every primitive on every pair of corner values of every type it takes: compiled C and
//! the evaluator, which calls the interpreter's kernels, must agree to the last bit.

mod common;

use common::{Answer, Batch, Call, corners, evaluate, run_compiled, strict_flags};
use formwork_native::loops::{
    ArrayClass, BinaryOp, Entry, EntryValue, Extent, Layout, Module, Scalar, ScalarType, UnaryOp,
    can_cast, read_module,
};
use formwork_native::{Array, Elements};

/// The class that holds a type; indices travel as 64-bit integers.
fn class_of(scalar: ScalarType) -> ArrayClass {
    let stored = stored(scalar);
    *ArrayClass::ALL
        .iter()
        .rfind(|class| class.holds(stored))
        .expect("every type but the index has a class")
}

fn stored(scalar: ScalarType) -> ScalarType {
    if scalar == ScalarType::Index { ScalarType::I64 } else { scalar }
}

fn column(name: &str, scalar: ScalarType) -> EntryValue {
    EntryValue {
        name: name.to_owned(),
        class: class_of(scalar),
        complex: scalar.is_complex(),
        layout: Layout::Array(vec![Extent::Passed, Extent::Known(1)]),
    }
}

fn array(scalar: ScalarType, values: &[Scalar]) -> Array {
    let mut elements = Elements::none(stored(scalar));
    for value in values {
        elements.push(match *value {
            Scalar::Index(x) => Scalar::I64(x),
            other => other,
        });
    }
    let count = i64::try_from(elements.len()).expect("a short list");
    Array::new(class_of(scalar), vec![count, 1], elements).expect("it fits")
}

/// Primitives as functions of whole columns, in the text form.
#[derive(Default)]
struct Columns {
    text: String,
    calls: Vec<(usize, Vec<Array>)>,
    arguments: Vec<(Vec<ScalarType>, ScalarType)>,
}

impl Columns {
    fn add(
        &mut self,
        operands: &[ScalarType],
        result: ScalarType,
        apply: &str,
        values: Vec<Array>,
    ) {
        let number = self.arguments.len();
        // An index travels as an integer: it is one of the same value.
        let read = |name: &str, scalar: ScalarType, place: &str| {
            if scalar == ScalarType::Index {
                format!("index({name}[{place}])")
            } else {
                format!("{name}[{place}]")
            }
        };
        let mut apply = apply.replace("A", &read("a", operands[0], "i"));
        let parameters = if let Some(right) = operands.get(1) {
            apply = apply.replace("B", &read("b", *right, "j"));
            format!("a: {}[], m: index, b: {}[], n: index", stored(operands[0]), stored(*right))
        } else {
            format!("a: {}[], m: index", stored(operands[0]))
        };
        let value = if result == ScalarType::Index { format!("i64({apply})") } else { apply };
        let element = stored(result);
        let (count, loops) = if operands.len() == 2 {
            ("m * n", format!("for i in 0..m {{ for j in 0..n {{ r[i * n + j] = {value} }} }}"))
        } else {
            ("m", format!("for i in 0..m {{ r[i] = {value} }}"))
        };
        self.text.push_str(&format!(
            "func p{number}({parameters}) -> (r: {element}[], count: index) {{\n  \
             count = {count}\n  alloc r, count\n  {loops}\n}}\n"
        ));
        self.arguments.push((operands.to_vec(), result));
        self.calls.push((number, values));
    }

    fn batch(self) -> Batch {
        let mut module: Module = read_module(&self.text).unwrap_or_else(|error| {
            let line = self.text.lines().nth(error.line() - 1).unwrap_or_default();
            panic!("{error}: {line}")
        });
        for (number, (operands, result)) in self.arguments.iter().enumerate() {
            let names = ["a", "b"];
            module.add_entry(Entry {
                name: format!("e{number}"),
                function: module.find(&format!("p{number}")).expect("it was read"),
                arguments: operands
                    .iter()
                    .zip(names)
                    .map(|(&scalar, name)| column(name, scalar))
                    .collect(),
                results: vec![column("r", *result)],
            });
        }
        let calls =
            self.calls.into_iter().map(|(entry, arguments)| Call { entry, arguments }).collect();
        Batch { module, calls }
    }
}

fn check(test: &str, columns: Columns, least: usize) {
    let Some(compiler) = common::compiler(test) else { return };
    let batch = columns.batch();
    assert!(batch.calls.len() >= least, "only {} primitives", batch.calls.len());
    let answers = run_compiled(&compiler, &batch, strict_flags());
    let mut wrong = Vec::new();
    for (call, found) in batch.calls.iter().zip(&answers) {
        let entry = &batch.module.entries()[call.entry];
        let expected = evaluate(&batch.module, entry, &call.arguments, 10_000_000)
            .unwrap_or_else(|stop| panic!("{}: {stop}", text_of(&batch, call)));
        if expected.is_same(found) {
            continue;
        }
        let (Answer::Arrays(expected), Answer::Arrays(found)) = (&expected, found) else {
            panic!("{}: {expected:?}, {found:?}", text_of(&batch, call));
        };
        let pairs = expected[0].elements().iter().zip(found[0].elements().iter());
        for (place, (expected, found)) in pairs.enumerate() {
            if !expected.is_same(found) {
                let columns = call.arguments.get(1).map_or(1, |b| b.elements().len());
                let a = call.arguments[0].elements().get(place / columns);
                let b = call.arguments.get(1).and_then(|b| b.elements().get(place % columns));
                let a = a.map_or_else(String::new, |a| a.to_string());
                let b = b.map_or_else(String::new, |b| b.to_string());
                wrong.push(format!(
                    "{}: A = {a}, B = {b}: {expected}, not {found}",
                    text_of(&batch, call)
                ));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{} primitives differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn text_of(batch: &Batch, call: &Call) -> String {
    let function = batch.module.entries()[call.entry].function;
    let mut alone = Module::new();
    alone.add(batch.module.function(function).clone());
    let text = alone.to_string();
    text.lines().find(|line| line.contains("r[i")).unwrap_or_default().trim().to_owned()
}

#[test]
fn unary_operations() {
    let mut columns = Columns::default();
    for &op in UnaryOp::ALL {
        for scalar in ScalarType::ALL {
            let Some(result) = op.result_type(scalar) else { continue };
            // Indices must not overflow.
            let values: Vec<Scalar> = corners(scalar)
                .into_iter()
                .filter(|value| value.as_index() != Some(i64::MIN))
                .collect();
            columns.add(
                &[scalar],
                result,
                &format!("{}(A)", op.name()),
                vec![array(scalar, &values)],
            );
        }
    }
    check("unary_operations", columns, 80);
}

#[test]
fn casts() {
    let mut columns = Columns::default();
    for from in ScalarType::ALL {
        for to in ScalarType::ALL {
            if can_cast(from, to) {
                columns.add(&[from], to, &format!("{to}(A)"), vec![array(from, &corners(from))]);
            }
        }
    }
    check("casts", columns, 160);
}

/// Binary operations whose types `takes` accepts.
fn binary_operations(takes: impl Fn(ScalarType, ScalarType) -> bool) -> Columns {
    let mut columns = Columns::default();
    for &op in BinaryOp::ALL {
        for left in ScalarType::ALL {
            for right in ScalarType::ALL {
                let Some(result) = op.result_type(left, right) else { continue };
                if !takes(left, right) {
                    continue;
                }
                let (a, b) = (operands(op, left), operands(op, right));
                columns.add(
                    &[left, right],
                    result,
                    &format!("{}(A, B)", op.name()),
                    vec![array(left, &a), array(right, &b)],
                );
            }
        }
    }
    columns
}

/// The operands of an operation: indices that must not overflow are small, and none is
/// divided by zero.
fn operands(op: BinaryOp, scalar: ScalarType) -> Vec<Scalar> {
    let may_overflow =
        matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide);
    corners(scalar)
        .into_iter()
        .filter(|value| match value.as_index() {
            Some(x) if may_overflow => {
                x.unsigned_abs() < 1 << 31 && (op != BinaryOp::Divide || x != 0)
            }
            _ => true,
        })
        .collect()
}

#[test]
fn binary_operations_of_integers() {
    check("integers", binary_operations(|a, b| a == b && a.is_integer()), 120);
}

#[test]
fn binary_operations_of_integers_and_doubles() {
    let mixed = |a: ScalarType, b: ScalarType| a != b && (a.is_integer() || b.is_integer());
    check("integers and doubles", binary_operations(mixed), 150);
}

#[test]
fn binary_operations_of_floats_truth_values_and_indices() {
    let other = |a: ScalarType, b: ScalarType| {
        !a.is_integer() && !b.is_integer() && !a.is_complex() && !b.is_complex()
    };
    check("floats", binary_operations(other), 50);
}

#[test]
fn binary_operations_of_complex_numbers() {
    let complex = |a: ScalarType, b: ScalarType| a.is_complex() || b.is_complex();
    check("complex numbers", binary_operations(complex), 36);
}
