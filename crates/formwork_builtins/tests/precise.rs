//! The rules say enough: what programs are full of is known exactly.

use std::slice::from_ref;

use formwork_builtins::{find, infer_outputs};
use formwork_domain::{AbstractValue, Bounds, ClassSet, Contents, ValueFact};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents};
use formwork_shape::shape::{Algebra, ShapeId};

/// An m by n array of class double, and m and n themselves.
struct Known {
    algebra: Algebra,
    m: ExtentId,
    n: ExtentId,
    shape: ShapeId,
}

impl Known {
    fn new() -> Known {
        let mut algebra = Algebra::new();
        let (m, n) = (algebra.extents_mut().variable("m"), algebra.extents_mut().variable("n"));
        let shape = algebra.tuple([m, n]);
        Known { algebra, m, n, shape }
    }

    fn array(&self) -> AbstractValue {
        AbstractValue::of_class_and_shape(Class::Double, self.shape).real()
    }

    fn integer(&self, extent: ExtentId) -> AbstractValue {
        AbstractValue::integer(extent, &self.algebra)
    }

    fn number(&mut self, value: f64) -> AbstractValue {
        AbstractValue::of(&Value::double(value), &mut self.algebra)
    }

    fn text(&mut self, text: &str) -> AbstractValue {
        AbstractValue::of(&Value::text(text), &mut self.algebra)
    }

    fn calls(&mut self, name: &str, args: &[AbstractValue], nargout: usize) -> Vec<AbstractValue> {
        let row = find(name).expect("it is in the table");
        infer_outputs(row, args, nargout, &mut self.algebra)
    }

    fn call(&mut self, name: &str, args: &[AbstractValue]) -> AbstractValue {
        self.calls(name, args, 1).swap_remove(0)
    }

    /// The shape of a result as text.
    fn shape_of(&mut self, name: &str, args: &[AbstractValue]) -> String {
        let output = self.call(name, args);
        output.shape.map_or("unknown".to_owned(), |shape| self.algebra.text(shape))
    }
}

fn truth(value: &AbstractValue) -> Option<bool> {
    match value.constant()? {
        Value::Bool(array) => array.as_slice().first().copied(),
        _ => None,
    }
}

#[test]
fn sizes_are_values() {
    let mut known = Known::new();
    let x = known.array();
    assert_eq!(known.call("size", from_ref(&x)).value, ValueFact::SizeOf(known.shape));
    let both = known.calls("size", from_ref(&x), 2);
    assert_eq!(both[0].value, ValueFact::Integer(known.m));
    assert_eq!(both[1].value, ValueFact::Integer(known.n));
    let second = known.number(2.0);
    assert_eq!(known.call("size", &[x.clone(), second]).value, ValueFact::Integer(known.n));
    let count = known.algebra.extents_mut().multiply(known.m, known.n);
    assert_eq!(known.call("numel", from_ref(&x)).value, ValueFact::Integer(count));
    let size = known.call("size", from_ref(&x));
    assert_eq!(known.call("prod", &[size]).value, ValueFact::Integer(count));
    assert_eq!(known.call("rows", from_ref(&x)).value, ValueFact::Integer(known.m));
    let two = known.call("ndims", &[x]);
    assert_eq!(two.constant().and_then(Value::to_f64), Some(2.0));
}

#[test]
fn integers_make_sizes() {
    let mut known = Known::new();
    let (x, m, n) = (known.array(), known.integer(known.m), known.integer(known.n));
    let size = known.call("size", from_ref(&x));
    for name in ["zeros", "ones", "cell", "rand", "eye", "true", "NaN", "repmat"] {
        let (mut one, mut two, mut like) =
            (vec![m.clone()], vec![m.clone(), n.clone()], vec![size.clone()]);
        if name == "repmat" {
            let scalar = known.number(1.0);
            one.insert(0, scalar.clone());
            two.insert(0, scalar.clone());
            like.insert(0, scalar);
        }
        assert_eq!(known.shape_of(name, &one), "<m, m>", "{name}");
        assert_eq!(known.shape_of(name, &two), "<m, n>", "{name}");
        assert_eq!(known.shape_of(name, &like), "<m, n>", "{name}");
    }
    let four = known.number(4.0);
    assert_eq!(known.shape_of("repmat", &[x.clone(), four, n.clone()]), "<4*m, n^2>");
    assert_eq!(known.shape_of("reshape", &[x.clone(), n.clone(), m.clone()]), "<n, m>");
    let free = AbstractValue::of(&Value::empty(), &mut known.algebra);
    let one = known.number(1.0);
    assert_eq!(known.shape_of("reshape", &[x.clone(), one.clone(), free]), "<1, m*n>");
    let (first, last) = (one.clone(), n.clone());
    assert_eq!(known.shape_of("linspace", &[first.clone(), last.clone(), n.clone()]), "<1, n>");
    let ramp = known.call("colon", &[first, last]);
    assert_eq!(ramp.value, ValueFact::Ramp { first: Extents::ONE, step: 1 });
    assert_eq!(ramp.shape.map(|shape| known.algebra.text(shape)).as_deref(), Some("<1, n>"));
    let joined = known.call("horzcat", &[m, n]);
    assert_eq!(known.shape_of("zeros", &[joined]), "<m, n>");
}

#[test]
fn integers_make_integers() {
    let mut known = Known::new();
    let (n, one) = (known.integer(known.n), known.number(1.0));
    let at_least_one = known.algebra.extents_mut().maximum([known.n, Extents::ONE]);
    let greatest = known.call("max", &[n.clone(), one.clone()]);
    assert_eq!(greatest.value, ValueFact::Integer(at_least_one));
    let two = known.number(2.0);
    let half = known.call("rdivide", &[n.clone(), two.clone()]);
    let literal = known.algebra.extents_mut().literal(2);
    let quotient = known.algebra.extents_mut().floor_divide(known.n, literal);
    assert_eq!(known.call("floor", &[half]).value, ValueFact::Integer(quotient));
    let rest = known.algebra.extents_mut().modulo(known.n, literal);
    assert_eq!(known.call("mod", &[n, two]).value, ValueFact::Integer(rest));
}

#[test]
fn classes_and_shapes_answer() {
    let mut known = Known::new();
    let x = known.array();
    for (name, answer) in [
        ("isnumeric", Some(true)),
        ("ischar", Some(false)),
        ("iscell", Some(false)),
        ("isreal", Some(true)),
        ("isfloat", Some(true)),
        ("ismatrix", Some(true)),
        ("isempty", None),
        ("isscalar", None),
    ] {
        assert_eq!(truth(&known.call(name, from_ref(&x))), answer, "{name}");
    }
    let double = known.text("double");
    assert_eq!(truth(&known.call("isa", &[x.clone(), double])), Some(true));
    assert_eq!(known.call("class", &[x]).text().as_deref(), Some("double"));
}

#[test]
fn vectors_are_told_by_their_extents() {
    let mut known = Known::new();
    let row_shape = known.algebra.tuple([Extents::ONE, known.n]);
    let row = AbstractValue::of_class_and_shape(Class::Double, row_shape).real();
    for name in ["sum", "prod", "any", "all", "std", "var", "median", "norm"] {
        assert_eq!(known.shape_of(name, from_ref(&row)), "<1, 1>", "{name}");
    }
    for name in ["sort", "cumsum", "fliplr", "abs", "exp"] {
        assert_eq!(known.shape_of(name, from_ref(&row)), "<1, n>", "{name}");
    }
    assert_eq!(known.shape_of("diag", from_ref(&row)), "<n, n>");
    assert_eq!(known.shape_of("toeplitz", from_ref(&row)), "<n, n>");
    assert_eq!(known.shape_of("dot", &[row.clone(), row.clone()]), "<1, 1>");
    let column_shape = known.algebra.tuple([known.m, Extents::ONE]);
    let column = AbstractValue::of_class_and_shape(Class::Double, column_shape).real();
    assert_eq!(known.shape_of("meshgrid", &[row.clone(), column.clone()]), "<m, n>");
    assert_eq!(known.shape_of("mean", from_ref(&column)), "<1, 1>");
    assert_eq!(known.shape_of("kron", &[row, column]), "<m, n>");
}

#[test]
fn reals_stay_real() {
    let mut known = Known::new();
    let x = known.array();
    assert_eq!(known.call("sin", from_ref(&x)).complex, Truth::No);
    assert_eq!(known.call("sqrt", from_ref(&x)).complex, Truth::Maybe);
    let size = known.call("abs", from_ref(&x));
    assert_eq!(size.bounds(&mut known.algebra).map(|known| known.low), Some(0.0));
    assert_eq!(known.call("sqrt", &[size]).complex, Truth::No);
    let noise = known.call("rand", &[]);
    assert_eq!(noise.value, ValueFact::Within(Bounds::new(0.0, 1.0, false)));
    assert_eq!(known.call("log", &[noise]).complex, Truth::No);
    let two = known.number(2.0);
    assert_eq!(known.call("power", &[x, two]).complex, Truth::No);
}

#[test]
fn containers_know_what_is_inside() {
    let mut known = Known::new();
    let (x, name) = (known.array(), known.text("a"));
    let structure = known.call("struct", &[name.clone(), x.clone()]);
    assert!(structure.is_scalar());
    let fields = structure.fields(&mut known.algebra).expect("they are known");
    assert_eq!(fields.get("a"), Some(&x));
    assert_eq!(truth(&known.call("isfield", &[structure.clone(), name])), Some(true));
    let other = known.text("b");
    assert_eq!(truth(&known.call("isfield", &[structure, other])), Some(false));
    let (m, n) = (known.integer(known.m), known.integer(known.n));
    let cell = known.call("cell", &[m, n]);
    assert_eq!(cell.classes, ClassSet::only(Class::Cell));
    assert!(matches!(cell.contents, Some(Contents::Every(_))));
    let text = AbstractValue::new(ClassSet::only(Class::Char), None);
    let parts = known.call("strsplit", &[text]);
    assert_eq!(truth(&known.call("iscellstr", &[parts])), Some(true));
}
