//! Algebraic properties of the binary operator classes.

use crate::concrete::{self, ConcreteShape};
use crate::semantics::{Dialect, EmptyRule, Semantics};

/// The identity elements of an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity {
    /// No shape is one.
    None,
    /// This shape is one for all shapes.
    All(ConcreteShape),
    /// This shape is one, but only on matrices.
    Matrices(ConcreteShape),
}

/// What holds of a binary operator class on all shapes with extents 0–3 and
/// rank at most three, the illegal shape included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Properties {
    /// The operator in the program's notation.
    pub operator: String,
    /// s∘t = t∘s.
    pub commutative: bool,
    /// (s∘t)∘u = s∘(t∘u).
    pub associative: bool,
    /// The same wherever both sides are legal.
    pub associative_when_legal: bool,
    /// s∘s = s.
    pub idempotent: bool,
    /// e∘s = s.
    pub left_identity: Identity,
    /// s∘e = s.
    pub right_identity: Identity,
    /// Whether the illegal shape annihilates from both sides.
    pub illegal_annihilates: bool,
}

type Value = Option<ConcreteShape>;
type Operation = fn(&ConcreteShape, &ConcreteShape) -> Value;

fn operators(semantics: Semantics) -> Vec<(&'static str, Operation)> {
    let plus: Operation = match semantics {
        Semantics::Strict => |a, b| concrete::elementwise(Semantics::Strict, a, b),
        Semantics::Expand => |a, b| concrete::elementwise(Semantics::Expand, a, b),
    };
    vec![
        ("s + t", plus),
        ("s * t", |a, b| concrete::product(Dialect::Matlab, a, b)),
        ("s \\ t", |a, b| concrete::left_divide(Dialect::Matlab, a, b)),
        ("s / t", |a, b| concrete::right_divide(Dialect::Matlab, a, b)),
        ("s ^ t", |a, b| concrete::power(Dialect::Matlab, a, b)),
        ("s * t, flattening", |a, b| concrete::product(Dialect::Octave, a, b)),
        ("[s, t]", |a, b| concrete::concatenate(1, EmptyRule::ZeroByZero, a, b)),
        ("[s; t]", |a, b| concrete::concatenate(0, EmptyRule::ZeroByZero, a, b)),
        ("[s, t], Octave", |a, b| concrete::concatenate(1, EmptyRule::OctaveBrackets, a, b)),
        ("[s; t], Octave", |a, b| concrete::concatenate(0, EmptyRule::OctaveBrackets, a, b)),
        ("cat(3, s, t)", |a, b| concrete::concatenate(2, EmptyRule::ZeroByZero, a, b)),
        ("kron(s, t)", |a, b| concrete::kron(Dialect::Matlab, a, b)),
    ]
}

/// The properties of every binary operator class, found by exhaustion.
pub fn properties(semantics: Semantics) -> Vec<Properties> {
    let shapes = ConcreteShape::all(&[0, 1, 2, 3], 3);
    operators(semantics)
        .into_iter()
        .map(|(name, operation)| check(name, operation, &shapes))
        .collect()
}

fn check(name: &str, operation: Operation, shapes: &[ConcreteShape]) -> Properties {
    let lift = |a: &Value, b: &Value| match (a, b) {
        (Some(a), Some(b)) => operation(a, b),
        _ => None,
    };
    let mut all: Vec<Value> = shapes.iter().cloned().map(Some).collect();
    all.push(None);
    let table: Vec<Vec<Value>> =
        all.iter().map(|a| all.iter().map(|b| lift(a, b)).collect()).collect();
    let count = all.len();
    let pairs = || (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
    let commutative = pairs().all(|(a, b)| table[a][b] == table[b][a]);
    let idempotent = (0..count).all(|a| table[a][a] == all[a]);
    let (mut associative, mut associative_when_legal) = (true, true);
    for (a, b) in pairs() {
        for (c, last) in all.iter().enumerate() {
            let left = lift(&table[a][b], last);
            let right = lift(&all[a], &table[b][c]);
            if left != right {
                associative = false;
                associative_when_legal &= left.is_none() || right.is_none();
            }
        }
        if !associative && !associative_when_legal {
            break;
        }
    }
    let identity = |product: &dyn Fn(usize, usize) -> usize| {
        // `product` gives the position of e∘s in a flat table.
        let holds = |e: usize, matrices: bool| {
            (0..count).all(|s| {
                let skip = matrices && all[s].as_ref().is_some_and(|shape| !shape.is_matrix());
                let position = product(e, s);
                skip || table[position / count][position % count] == all[s]
            })
        };
        let find = |matrices: bool| {
            (0..shapes.len()).find(|&e| holds(e, matrices)).map(|e| shapes[e].clone())
        };
        match (find(false), find(true)) {
            (Some(shape), _) => Identity::All(shape),
            (None, Some(shape)) => Identity::Matrices(shape),
            (None, None) => Identity::None,
        }
    };
    let left_identity = identity(&|e, s| e * count + s);
    let right_identity = identity(&|e, s| s * count + e);
    let illegal_annihilates =
        (0..count).all(|s| table[s][count - 1].is_none() && table[count - 1][s].is_none());
    Properties {
        operator: name.to_owned(),
        commutative,
        associative,
        associative_when_legal,
        idempotent,
        left_identity,
        right_identity,
        illegal_annihilates,
    }
}

/// The table as plain text.
pub fn render_properties(semantics: Semantics, table: &[Properties]) -> String {
    let yes = |value: bool| if value { "yes" } else { "no" }.to_owned();
    let identity = |identity: &Identity| match identity {
        Identity::None => "-".to_owned(),
        Identity::All(shape) => shape.to_string(),
        Identity::Matrices(shape) => format!("{shape} on matrices"),
    };
    let heading = [
        "operator",
        "commutative",
        "associative",
        "where legal",
        "idempotent",
        "left identity",
        "right identity",
        "illegal annihilates",
    ];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for entry in table {
        rows.push(vec![
            entry.operator.clone(),
            yes(entry.commutative),
            yes(entry.associative),
            yes(entry.associative_when_legal),
            yes(entry.idempotent),
            identity(&entry.left_identity),
            identity(&entry.right_identity),
            yes(entry.illegal_annihilates),
        ]);
    }
    format!("semantics: {semantics}\n{}", super::columns(&rows))
}
