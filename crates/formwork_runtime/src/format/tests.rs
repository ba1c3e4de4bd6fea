//! What GNU Octave printed for a choice of values.

use std::rc::Rc;

use super::{Format, disp, display, sprintf};
use crate::{Array, C64, CellArray, Dims, Quote, Range, Value};

fn shown(value: &Value, format: &Format) -> String {
    String::from_utf8_lossy(&display("x", value, format)).into_owned()
}

fn short(value: &Value) -> String {
    shown(value, &Format::SHORT)
}

fn long(value: &Value) -> String {
    shown(value, &Format::LONG)
}

#[test]
fn scalars() {
    for (x, in_short, in_long) in [
        (1.0, "1", "1"),
        (std::f64::consts::PI, "3.1416", "3.141592653589793"),
        (100.5, "100.50", "100.5000000000000"),
        (12345.678, "1.2346e+04", "12345.67800000000"),
        (100_000.0, "100000", "100000"),
        (99_999_999.0, "1.0000e+08", "99999999"),
        (0.01, "0.010000", "1.000000000000000e-02"),
        (0.001, "1.0000e-03", "1.000000000000000e-03"),
        (-0.0, "0", "0"),
        (f64::NEG_INFINITY, "-Inf", "-Inf"),
        (f64::NAN, "NaN", "NaN"),
        (999_999_999_999_999.0, "1.0000e+15", " 999999999999999"),
        (4_503_599_627_370_497.0, "4.5036e+15", "4.503599627370497e+15"),
    ] {
        assert_eq!(short(&Value::double(x)), format!("x = {in_short}\n"), "{x}");
        assert_eq!(long(&Value::double(x)), format!("x = {in_long}\n"), "{x}");
    }
}

#[test]
fn matrices() {
    let rows = |data: &[f64]| Value::row(data.to_vec());
    assert_eq!(short(&rows(&[1.0, 2.0, 3.0])), "x =\n\n   1   2   3\n\n");
    assert_eq!(short(&rows(&[-1.5, 2.0])), "x =\n\n  -1.5000   2.0000\n\n");
    assert_eq!(short(&rows(&[1e5, 1.5])), "x =\n\n   1.0000e+05   1.5000e+00\n\n");
    assert_eq!(short(&rows(&[f64::NAN, 1.0])), "x =\n\n   NaN     1\n\n");
    assert_eq!(short(&rows(&[f64::INFINITY, 1.5])), "x =\n\n      Inf   1.5000\n\n");
    assert_eq!(long(&rows(&[12_345_678.5, 1.0])), "x =\n\n  12345678.5          1\n\n");
    assert_eq!(short(&Value::Double(Array::new(Dims::matrix(0, 3), vec![]))), "x = [](0x3)\n");
}

#[test]
fn ranges_are_a_column_wider_than_matrices() {
    let range = |base, increment, limit| {
        Value::Range(Rc::new(Range::new(base, increment, limit).expect("few elements")))
    };
    assert_eq!(short(&range(0.0, 1.0, 3.0)), "x =\n\n   0   1   2   3\n\n");
    assert_eq!(short(&range(0.0, 0.5, 1.0)), "x =\n\n         0    0.5000    1.0000\n\n");
    assert_eq!(short(&range(0.0, 3.0, 10.0)), "x =\n\n    0    3    6    9\n\n");
}

#[test]
fn complex_numbers() {
    let z = |re, im| Value::Complex(Array::scalar(C64::new(re, im)));
    assert_eq!(short(&z(1.0, 2.0)), "x =  1 + 2i\n");
    assert_eq!(short(&z(100.5, -2.0)), "x =  100.5000 -   2.0000i\n");
    assert_eq!(short(&z(0.0, 1e-20)), "x =           0 + 1.0000e-20i\n");
    assert_eq!(short(&z(f64::NAN, 2.5)), "x =  NaN +   2i\n");
}

#[test]
fn wide_matrices_are_split() {
    let x = Value::Double(Array::row((1..=20).map(f64::from).map(|x| x * 1000.0).collect()));
    let text = short(&x);
    assert!(text.starts_with("x =\n\n Columns 1 through 10:\n\n    1000    2000"), "{text}");
    assert!(text.contains("\n\n Columns 11 through 20:\n\n   11000"), "{text}");
    assert!(text.ends_with("   20000\n\n"), "{text}");
}

#[test]
fn containers() {
    let inner = Value::Cell(CellArray::row(vec![Value::double(2.0), Value::text("a")]));
    let cell = Value::Cell(CellArray::row(vec![Value::double(1.0), inner, Value::empty()]));
    assert_eq!(
        short(&cell),
        "x =\n{\n  [1,1] = 1\n  [1,2] =\n  {\n    [1,1] = 2\n    [1,2] = a\n  }\n\n  \
         [1,3] = [](0x0)\n}\n\n"
    );
    let structure =
        Value::structure([("a", Value::double(1.0)), ("b", Value::row(vec![1.0, 2.0]))]);
    assert_eq!(
        short(&structure),
        "x =\n\n  scalar structure containing the fields:\n\n    a = 1\n    b =\n\n       1   2\n\n\n"
    );
    assert_eq!(disp(&structure, &Format::SHORT), b"    a = 1\n    b =\n\n       1   2\n\n");
}

#[test]
fn integers_leave_out_the_least_value() {
    let x = Value::Int8(Array::row(vec![-128, 5]));
    assert_eq!(short(&x), "x =\n\n  -128  5\n\n");
    let x = Value::Int8(Array::row(vec![1, -2, 100]));
    assert_eq!(short(&x), "x =\n\n     1    -2   100\n\n");
}

#[test]
fn templates_take_their_arguments_in_turn() {
    let print = |template: &str, arguments: &[Value]| {
        let template = Value::text(template);
        match sprintf("sprintf", &template, arguments) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(error) => error.message,
        }
    };
    let numbers = Value::row(vec![1.0, 2.0, 3.0]);
    assert_eq!(print("%d %d\\n", &[numbers]), "1 2\n3 ");
    assert_eq!(print("%d", &[Value::double(1.5)]), "1.5");
    assert_eq!(print("%d", &[Value::double(1e10)]), "10000000000");
    assert_eq!(print("%5.1d|", &[Value::double(std::f64::consts::PI)]), "    3|");
    assert_eq!(print("%d %s", &[Value::text("abc"), Value::text("def")]), "97 bc100 ef");
    assert_eq!(print("%s|", &[Value::row(vec![72.0, 105.0])]), "Hi|");
    assert_eq!(print("%d|%s|", &[Value::empty(), Value::text("x")]), "|x|");
    assert_eq!(print("a%sb", &[]), "a");
    assert_eq!(print("%05d|%-5d|%+d", &[Value::row(vec![3.0, 4.0, 5.0])]), "00003|4    |+5");
    assert_eq!(print("%*d", &[Value::double(4.0), Value::double(7.0)]), "   7");
    assert_eq!(print("%5d", &[Value::double(f64::INFINITY)]), "  Inf");
    assert_eq!(print("%y", &[]), "sprintf: invalid format specified");
    let cell = Value::Cell(CellArray::row(vec![]));
    assert_eq!(print("%d", &[cell]), "sprintf: wrong type argument 'cell'");
    let quoted = Value::Char(Array::row(b"\\n".to_vec()), Quote::Double);
    assert_eq!(sprintf("sprintf", &quoted, &[]).ok().as_deref(), Some(&b"\\n"[..]));
}
