//! Operators give what GNU Octave gives: values, classes, sizes, messages.

use formwork_runtime::ops::{self, BinaryOp, UnaryOp};
use formwork_runtime::{Array, C64, CellArray, Class, Dims, Result, Value, Warn};

#[derive(Default)]
struct Heard(Vec<(String, String)>);

impl Warn for Heard {
    fn warn(&mut self, identifier: &str, message: &str) -> Result<()> {
        self.0.push((identifier.to_owned(), message.to_owned()));
        Ok(())
    }
}

fn apply(op: BinaryOp, left: impl Into<Value>, right: impl Into<Value>) -> Result<Value> {
    ops::binary(op, left.into(), right.into(), &mut Heard::default())
}

fn doubles(rows: usize, columns: usize, data: &[f64]) -> Value {
    Value::Double(Array::new(Dims::matrix(rows, columns), data.to_vec()))
}

fn elements(value: &Value) -> Vec<f64> {
    value.to_f64_array().expect("it is a number").as_slice().to_vec()
}

fn message(result: Result<Value>) -> String {
    result.expect_err("it should fail").message
}

fn int8(data: &[i8]) -> Value {
    Value::Int8(Array::row(data.to_vec()))
}

#[test]
fn singleton_dimensions_expand() {
    let sum = apply(BinaryOp::Add, Value::row(vec![1.0, 2.0]), Value::column(vec![10.0, 20.0]));
    let sum = sum.expect("they fit");
    assert_eq!(sum.dims(), Dims::matrix(2, 2));
    assert_eq!(elements(&sum), [11.0, 21.0, 12.0, 22.0]);

    let pages = Value::Double(Array::new(Dims::new(&[1, 1, 2]), vec![1.0, 2.0]));
    let product = apply(BinaryOp::ElementMultiply, doubles(2, 1, &[3.0, 4.0]), pages);
    let product = product.expect("they fit");
    assert_eq!(product.dims(), Dims::new(&[2, 1, 2]));
    assert_eq!(elements(&product), [3.0, 4.0, 6.0, 8.0]);

    let none = apply(BinaryOp::Add, doubles(0, 3, &[]), doubles(1, 3, &[1.0, 2.0, 3.0]));
    assert_eq!(none.expect("they fit").dims(), Dims::matrix(0, 3));
}

#[test]
fn sizes_that_do_not_fit_are_named() {
    let (a, b) = (doubles(2, 3, &[0.0; 6]), doubles(3, 2, &[0.0; 6]));
    for (op, name, sizes) in [
        (BinaryOp::Add, "operator +", "(op1 is 2x3, op2 is 3x2)"),
        (BinaryOp::ElementMultiply, "product", "(op1 is 2x3, op2 is 3x2)"),
        (BinaryOp::ElementLeftDivide, "quotient", "(op1 is 3x2, op2 is 2x3)"),
        (BinaryOp::Less, "mx_el_lt", "(op1 is 2x3, op2 is 3x2)"),
        (BinaryOp::LeftDivide, "operator \\", "(op1 is 2x3, op2 is 3x2)"),
    ] {
        assert_eq!(
            message(apply(op, a.clone(), b.clone())),
            format!("{name}: nonconformant arguments {sizes}")
        );
    }
}

#[test]
fn integers_saturate_and_round() {
    let triple = apply(BinaryOp::Multiply, int8(&[50, -50, 3]), 3.0).expect("it works");
    assert_eq!(triple.class(), Class::Int8);
    assert_eq!(elements(&triple), [127.0, -128.0, 9.0]);
    let half = apply(BinaryOp::ElementDivide, int8(&[7, -7, 5]), int8(&[2, 2, 0]));
    assert_eq!(elements(&half.expect("it works")), [4.0, -4.0, 127.0]);
    let big = Value::Int64(Array::scalar(9_007_199_254_740_993));
    let next = apply(BinaryOp::Add, big, 2.0).expect("it works");
    assert!(matches!(next, Value::Int64(x) if x.as_scalar() == Some(&9_007_199_254_740_995)));
    let mixed = apply(BinaryOp::Add, int8(&[1, 2]), Value::Int16(Array::scalar(1)));
    assert_eq!(
        message(mixed),
        "binary operator '+' not implemented for 'int8 matrix' by 'int16 scalar' operations"
    );
}

#[test]
fn what_cannot_be_reckoned_with_is_named() {
    let cell = Value::Cell(CellArray::row(vec![Value::empty()]));
    assert_eq!(
        message(apply(BinaryOp::Add, cell.clone(), true)),
        "binary operator '+' not implemented for 'cell' by 'scalar' operations"
    );
    assert_eq!(
        message(ops::unary(UnaryOp::Minus, cell.clone())),
        "unary operator '-' not implemented for 'cell' operands"
    );
    assert!(ops::is_true(&cell).is_err());
    assert_eq!(
        message(apply(BinaryOp::And, f64::NAN, 1.0)),
        "invalid conversion from NaN to logical"
    );
}

#[test]
fn complex_results_narrow() {
    let i = || Value::complex(C64::new(0.0, 1.0));
    let square = apply(BinaryOp::Multiply, i(), i()).expect("it works");
    assert_eq!(square.as_double(), Some(-1.0));
    let root = apply(BinaryOp::Power, -4.0, 0.5).expect("it works");
    assert!(
        matches!(root, Value::Complex(z) if (z.as_slice()[0] - C64::new(0.0, 2.0)).norm() < 1e-15)
    );
    // By length, then by angle; a real number has the angle zero.
    let less = apply(BinaryOp::Less, -1.0, i()).expect("it works");
    assert!(ops::is_true(&less).expect("it is a truth value"));
}

#[test]
fn matrices_multiply_divide_and_rise() {
    let a = doubles(2, 2, &[1.0, 3.0, 2.0, 4.0]);
    let square = apply(BinaryOp::Multiply, a.clone(), a.clone()).expect("it works");
    assert_eq!(elements(&square), [7.0, 15.0, 10.0, 22.0]);
    let same = apply(BinaryOp::Power, a.clone(), 2.0).expect("it works");
    assert_eq!(elements(&same), elements(&square));
    let x = apply(BinaryOp::LeftDivide, a.clone(), Value::column(vec![5.0, 11.0]));
    for (x, wanted) in elements(&x.expect("it works")).into_iter().zip([1.0, 2.0]) {
        assert!((x - wanted).abs() < 1e-14);
    }
    let one = apply(BinaryOp::Divide, a.clone(), a).expect("it works");
    for (x, wanted) in elements(&one).into_iter().zip([1.0, 0.0, 0.0, 1.0]) {
        assert!((x - wanted).abs() < 1e-14);
    }
    let mut heard = Heard::default();
    let singular = doubles(2, 2, &[1.0, 2.0, 2.0, 4.0]);
    let x = ops::binary(BinaryOp::LeftDivide, singular, Value::column(vec![1.0, 1.0]), &mut heard);
    assert!((elements(&x.expect("it works"))[0] - 0.12).abs() < 1e-14);
    assert_eq!(heard.0[0].0, "Octave:singular-matrix");
}

#[test]
fn ranges_take_the_class_of_their_parts() {
    let wide = ops::range(&int8(&[1]), None, &Value::double(3.0)).expect("it works");
    assert_eq!((wide.class(), elements(&wide)), (Class::Int8, vec![1.0, 2.0, 3.0]));
    let none = ops::range(&Value::double(3.0), None, &Value::double(1.0)).expect("it works");
    assert_eq!(none.dims(), Dims::matrix(1, 0));
    assert_eq!(
        message(ops::range(&Value::bool(true), None, &Value::double(3.0))),
        "invalid types found in range expression"
    );
}

#[test]
fn a_transpose_turns_and_conjugates() {
    let turned = ops::unary(UnaryOp::Transpose, doubles(2, 3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
    assert_eq!(elements(&turned.expect("it works")), [1.0, 3.0, 5.0, 2.0, 4.0, 6.0]);
    let conjugate = ops::unary(UnaryOp::ConjugateTranspose, Value::complex(C64::new(1.0, 2.0)));
    assert!(matches!(conjugate, Ok(Value::Complex(z)) if z.as_slice()[0].im == -2.0));
    let pages = Value::Double(Array::filled(Dims::new(&[2, 2, 2]), 0.0));
    assert_eq!(
        message(ops::unary(UnaryOp::Transpose, pages)),
        "transpose not defined for N-D objects"
    );
    // Larger than what is turned at once.
    let (rows, columns) = (37, 41);
    let data: Vec<f64> = (0..rows * columns).map(|i| i as f64).collect();
    let turned = ops::unary(UnaryOp::Transpose, doubles(rows, columns, &data)).expect("it works");
    for (place, x) in elements(&turned).into_iter().enumerate() {
        let (row, column) = (place / columns, place % columns);
        assert_eq!(x, (row + column * rows) as f64);
    }
}

#[test]
fn classes_convert_and_compare_by_value() {
    let value = ops::cast(Value::row(vec![-2.5, 300.0, f64::NAN]), Class::Uint8).expect("it works");
    assert_eq!(elements(&value), [0.0, 255.0, 0.0]);
    assert!(ops::equal(&Value::text("a"), &Value::double(97.0)));
    assert!(!ops::equal(&Value::double(f64::NAN), &Value::double(f64::NAN)));
    let ab = Value::structure([("a", 1.0.into()), ("b", 2.0.into())]);
    let ba = Value::structure([("b", 2.0.into()), ("a", 1.0.into())]);
    assert!(ops::equal(&ab, &ba));
}
