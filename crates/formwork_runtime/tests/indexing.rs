//! Indexing, assignment, deletion and concatenation, with the answers of GNU Octave.

use std::rc::Rc;

use formwork_runtime::{Array, Dims, Quote, Range, Value, index};

fn matrix(rows: usize, columns: usize) -> Value {
    let data = (1..=rows * columns).map(|k| k as f64).collect();
    Value::Double(Array::new(Dims::matrix(rows, columns), data))
}

fn row(data: &[f64]) -> Value {
    Value::row(data.to_vec())
}

fn range(base: f64, increment: f64, limit: f64) -> Value {
    Value::Range(Rc::new(Range::new(base, increment, limit).expect("it can be counted")))
}

fn all() -> Value {
    Value::text(":")
}

fn number(x: f64) -> Value {
    Value::double(x)
}

fn mask(dims: &[usize], data: &[bool]) -> Value {
    Value::Bool(Array::new(Dims::new(dims), data.to_vec()))
}

fn shown(result: formwork_runtime::Result<Value>) -> String {
    match result {
        Ok(value) => {
            let elements = value.to_f64_array().map(|array| array.as_slice().to_vec());
            match elements {
                Some(elements) => format!("{} {} {elements:?}", value.class(), value.dims()),
                None => format!("{} {}", value.class(), value.dims()),
            }
        }
        Err(error) => format!("[{}] {}", error.identifier, error.message),
    }
}

fn assigned(mut base: Value, subscripts: &[Value], value: Value) -> String {
    let outcome = index::assign(&mut base, subscripts, value);
    shown(outcome.map(|()| base))
}

fn deleted(mut base: Value, subscripts: &[Value]) -> String {
    let outcome = index::delete(&mut base, subscripts);
    shown(outcome.map(|()| base))
}

#[test]
fn a_vector_keeps_its_direction() {
    let picks = row(&[1.0, 2.0]);
    let column = Value::column(vec![1.0, 2.0]);
    assert_eq!(
        shown(index::index(&matrix(1, 5), std::slice::from_ref(&column))),
        "double 1x2 [1.0, 2.0]"
    );
    assert_eq!(
        shown(index::index(&matrix(5, 1), std::slice::from_ref(&picks))),
        "double 2x1 [1.0, 2.0]"
    );
    assert_eq!(shown(index::index(&matrix(3, 3), &[column])), "double 2x1 [1.0, 2.0]");
    assert_eq!(shown(index::index(&number(7.0), &[row(&[1.0, 1.0])])), "double 1x2 [7.0, 7.0]");
    assert_eq!(shown(index::index(&matrix(1, 5), &[Value::empty()])), "double 0x0 []");
    assert_eq!(shown(index::index(&range(1.0, 1.0, 5.0), &[all()])).split(' ').nth(1), Some("5x1"));
}

#[test]
fn ranges_walk_without_being_written_down() {
    let subscripts = [range(3.0, -1.0, 1.0), range(1.0, 2.0, 3.0)];
    assert_eq!(
        shown(index::index(&matrix(3, 3), &subscripts)),
        "double 3x2 [3.0, 2.0, 1.0, 9.0, 8.0, 7.0]"
    );
    assert_eq!(
        shown(index::index(&matrix(2, 3), &[number(2.0), all()])),
        "double 1x3 [2.0, 4.0, 6.0]"
    );
}

#[test]
fn masks_pick_columns_and_may_be_longer() {
    let long = mask(&[1, 4], &[true, false, true, false]);
    assert_eq!(shown(index::index(&matrix(1, 3), &[long])), "double 1x2 [1.0, 3.0]");
    let square = mask(&[2, 2], &[true, false, true, true]);
    assert_eq!(shown(index::index(&matrix(2, 2), &[square])), "double 3x1 [1.0, 3.0, 4.0]");
    let beyond = mask(&[1, 4], &[false, false, false, true]);
    assert_eq!(
        shown(index::index(&matrix(1, 3), &[beyond])),
        "[Octave:index-out-of-bounds] index (4): out of bound 3 (dimensions are 1x3)"
    );
}

#[test]
fn messages_show_where_the_subscript_stands() {
    let base = matrix(3, 3);
    let cases = [
        (vec![number(5.0), number(1.0)], "index (5,_): out of bound 3 (dimensions are 3x3)"),
        (vec![number(1.0), number(5.0)], "index (_,5): out of bound 3 (dimensions are 3x3)"),
        (vec![number(10.0)], "index (10): out of bound 9 (dimensions are 3x3)"),
    ];
    for (subscripts, message) in cases {
        assert_eq!(
            shown(index::index(&base, &subscripts)),
            format!("[Octave:index-out-of-bounds] {message}")
        );
    }
    let invalid = [
        (0.0, "0"),
        (-1.0, "-1"),
        (1.5, "1.5"),
        (f64::NAN, "nan"),
        (1e20, "1e+20"),
        (1.000_000_01, "1+1e-08"),
        (1e10 + 0.5, "1e+10-0.5"),
    ];
    for (subscript, text) in invalid {
        assert_eq!(
            shown(index::index(&base, &[number(1.0), number(subscript)])),
            format!(
                "[Octave:invalid-index] index (_,{text}): subscripts must be either integers 1 to (2^63)-1 or logicals"
            )
        );
    }
}

#[test]
fn rows_grow_and_matrices_do_not() {
    assert_eq!(
        assigned(row(&[1.0, 2.0]), &[number(4.0)], number(9.0)),
        "double 1x4 [1.0, 2.0, 0.0, 9.0]"
    );
    assert_eq!(
        assigned(Value::column(vec![1.0, 2.0]), &[number(3.0)], number(9.0)),
        "double 3x1 [1.0, 2.0, 9.0]"
    );
    assert_eq!(
        assigned(matrix(2, 2), &[number(5.0)], number(9.0)),
        "[Octave:invalid-resize] Invalid resizing operation or ambiguous assignment to an out-of-bounds array element"
    );
    assert_eq!(
        assigned(matrix(2, 2), &[number(3.0), number(3.0)], number(9.0)),
        "double 3x3 [1.0, 2.0, 0.0, 3.0, 4.0, 0.0, 0.0, 0.0, 9.0]"
    );
    assert_eq!(
        assigned(Value::empty(), &[number(2.0), all()], row(&[1.0, 2.0])),
        "double 2x2 [0.0, 1.0, 0.0, 2.0]"
    );
}

#[test]
fn counts_must_agree() {
    assert_eq!(
        assigned(matrix(3, 3), &[all(), number(1.0)], row(&[1.0, 2.0])),
        "[Octave:nonconformant-args] =: nonconformant arguments (op1 is 3x1, op2 is 1x2)"
    );
    assert_eq!(
        assigned(matrix(3, 3), &[row(&[1.0, 2.0])], row(&[1.0, 2.0, 3.0])),
        "[Octave:nonconformant-args] =: nonconformant arguments (op1 is 2x1, op2 is 1x3)"
    );
    assert_eq!(
        assigned(matrix(2, 2), &[all()], row(&[4.0, 3.0, 2.0, 1.0])),
        "double 2x2 [4.0, 3.0, 2.0, 1.0]"
    );
}

#[test]
fn classes_change_as_the_table_says() {
    let int8 = |x: i8| Value::Int8(Array::scalar(x));
    assert_eq!(assigned(row(&[1.0, 2.0]), &[number(2.0)], int8(5)), "double 1x2 [1.0, 5.0]");
    let base = Value::Int8(Array::row(vec![1, 2]));
    assert_eq!(assigned(base, &[number(2.0)], number(300.0)), "int8 1x2 [1.0, 127.0]");
    assert_eq!(
        assigned(Value::text("abc"), &[number(2.0)], number(65.0)),
        "char 1x3 [97.0, 65.0, 99.0]"
    );
    assert_eq!(
        assigned(Value::text("abc"), &[number(2.0)], int8(5)),
        "double 1x3 [97.0, 5.0, 99.0]"
    );
    assert_eq!(
        assigned(row(&[1.0, 2.0]), &[number(1.0)], index::empty_cell()),
        "[] operator =: no conversion for assignment of 'cell' to indexed 'matrix'"
    );
    assert_eq!(
        shown(index::assign_new(&[number(3.0)], Value::text("a"))),
        "char 1x3 [0.0, 0.0, 97.0]"
    );
    assert_eq!(
        shown(index::assign_new(&[number(2.0)], Value::bool(true))),
        "logical 1x2 [0.0, 1.0]"
    );
}

#[test]
fn a_failed_assignment_changes_nothing() {
    let mut base = row(&[1.0, 2.0]);
    assert!(index::assign(&mut base, &[number(0.0)], Value::text("a")).is_err());
    assert!(index::assign(&mut base, &[row(&[1.0, 2.0])], matrix(1, 3)).is_err());
    assert_eq!(shown(Ok(base)), "double 1x2 [1.0, 2.0]");
}

#[test]
fn deleting_leaves_rows_and_slices() {
    assert_eq!(deleted(matrix(2, 2), &[number(3.0)]), "double 1x3 [1.0, 2.0, 4.0]");
    assert_eq!(deleted(matrix(2, 2), &[number(1.0), all()]), "double 1x2 [2.0, 4.0]");
    assert_eq!(deleted(matrix(2, 2), &[all()]), "double 0x0 []");
    assert_eq!(deleted(row(&[1.0, 2.0, 3.0]), &[row(&[1.0, 1.0])]), "double 1x2 [2.0, 3.0]");
    assert_eq!(
        deleted(matrix(2, 2), &[number(1.0), number(1.0)]),
        "[] a null assignment can only have one non-colon index"
    );
    assert_eq!(
        deleted(matrix(2, 2), &[all(), number(3.0)]),
        "[Octave:index-out-of-bounds] A(..,I,..) = []: index out of bounds: value 3 out of bound 2"
    );
}

#[test]
fn brackets_join_what_fits() {
    let bracket = |rows: Vec<Vec<Value>>| shown(index::matrix_literal(rows));
    assert_eq!(bracket(vec![vec![row(&[1.0, 2.0]), number(3.0)]]), "double 1x3 [1.0, 2.0, 3.0]");
    assert_eq!(
        bracket(vec![vec![row(&[1.0, 2.0])], vec![number(3.0)]]),
        "[] vertical dimensions mismatch (1x2 vs 1x1)"
    );
    assert_eq!(
        bracket(vec![vec![matrix(2, 1), number(3.0)]]),
        "[] horizontal dimensions mismatch (2x1 vs 1x1)"
    );
    assert_eq!(
        bracket(vec![vec![Value::Int8(Array::scalar(100)), Value::Int16(Array::scalar(300))]]),
        "int8 1x2 [100.0, 127.0]"
    );
    assert_eq!(bracket(vec![vec![Value::text("a"), number(66.0)]]), "char 1x2 [97.0, 66.0]");
    assert_eq!(bracket(vec![vec![index::empty_cell(), number(1.0)]]), "cell 1x1");
    let padded = index::matrix_literal(vec![vec![Value::text("abc")], vec![Value::text("d")]]);
    assert_eq!(shown(padded), "char 2x3 [97.0, 100.0, 98.0, 32.0, 99.0, 32.0]");
    let quoted = Value::Char(Array::scalar(b'a'), Quote::Double);
    let joined = index::matrix_literal(vec![vec![quoted.clone(), quoted]]);
    assert!(matches!(joined, Ok(Value::Char(_, Quote::Double))));
}

#[test]
fn scalars_are_read_and_written_in_place() {
    let mut base = matrix(2, 2);
    assert!(index::set_scalar2(&mut base, 2.0, 1.0, &number(9.0)));
    assert!(!index::set_scalar2(&mut base, 3.0, 1.0, &number(9.0)));
    assert!(!index::set_scalar(&mut base, 1.5, &number(9.0)));
    assert_eq!(index::get_scalar2(&base, 2.0, 1.0).and_then(|v| v.as_double()), Some(9.0));
    assert!(index::get_scalar(&base, 5.0).is_none());
    let mut grown = Value::empty();
    for k in 1..=100 {
        assert!(index::set_scalar(&mut grown, f64::from(k), &number(1.0)));
    }
    assert_eq!(grown.dims(), Dims::matrix(1, 100));
}

#[test]
fn structs_and_cells_grow_under_their_places() {
    let mut base = Value::empty();
    *index::element_field_place(&mut base, &[number(3.0)], "x").expect("it grows") = number(5.0);
    assert_eq!(shown(Ok(base.clone())), "struct 1x3");
    let values = index::field_values(&base, "x").expect("the field is there");
    assert_eq!(values.len(), 3);
    assert!(values[0].is_empty());
    let mut cell = Value::empty();
    *index::cell_place(&mut cell, &[number(2.0), number(2.0)]).expect("it grows") = number(1.0);
    assert_eq!(shown(Ok(cell)), "cell 2x2");
    let mut five = number(5.0);
    let error = index::field_place(&mut five, "x").map(|_| ()).map_err(|e| e.message);
    assert_eq!(error, Err("scalar cannot be indexed with .".to_owned()));
}
