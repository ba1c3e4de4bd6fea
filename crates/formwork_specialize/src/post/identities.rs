//! Operations that change nothing.
//!
//! Only where class, size, sign of zero, NaN and kind stay: adding zero turns `-0` into
//! `0`, a product makes a matrix of truth values one of numbers, and a difference makes a
//! diagonal matrix a full one, so of floating-point numbers only real scalars count, and
//! arrays with more than two dimensions, which Octave keeps in one way only.

use formwork_builtins::{BuiltinId, Operation, Reduction};
use formwork_runtime::ops::{self, BinaryOp, UnaryOp};
use formwork_runtime::{Class, Value, Warn};

use super::effects::is_sure;
use crate::lift::lift;
use crate::residual::{Callee, Expr, ExprKind, Function, Known, Link};
use crate::walk::innermost_first;

/// The largest whole number that is added to a character.
const LARGEST: f64 = 1e9;

/// Simplifies the expressions of a function; says how many.
pub(crate) fn simplify(function: &mut Function) -> usize {
    if function.verbatim.is_some() {
        return 0;
    }
    let mut count = 0;
    crate::walk::change_statements(&mut function.body, &mut |stmt| {
        let is_expr = matches!(stmt.kind, crate::residual::StmtKind::Expr(_));
        for root in stmt.kind.exprs_mut() {
            if is_expr {
                // A variable on its own is no answer: the outermost operation stays.
                for child in root.children_mut() {
                    count += innermost_first(child, &mut simplify_one);
                }
            } else {
                count += innermost_first(root, &mut simplify_one);
            }
        }
    });
    count
}

fn simplify_one(expr: &mut Expr) -> usize {
    let mut count = 0;
    while let Some(simpler) = simplified(expr) {
        *expr = simpler;
        count += 1;
    }
    count
}

/// What an expression is in a simpler way.
pub(crate) fn simplified(expr: &Expr) -> Option<Expr> {
    match &expr.kind {
        ExprKind::Binary(op, left, right) => simplified_binary(expr, *op, left, right),
        ExprKind::Unary(op, operand) => match op {
            UnaryOp::Plus => is_kept_number(&operand.known).then(|| (**operand).clone()),
            UnaryOp::Minus => match &operand.kind {
                ExprKind::Unary(UnaryOp::Minus, inner) if is_plain_float(&inner.known) => {
                    Some((**inner).clone())
                }
                _ => None,
            },
            UnaryOp::Not => match &operand.kind {
                ExprKind::Unary(UnaryOp::Not, inner)
                    if inner.known.class == Some(Class::Logical) =>
                {
                    Some((**inner).clone())
                }
                _ => None,
            },
            UnaryOp::Transpose | UnaryOp::ConjugateTranspose => {
                let known = &operand.known;
                let plain = known.class.is_some_and(|class| {
                    (class.is_numeric() && known.real) || class == Class::Logical
                });
                (plain && known.is_scalar()).then(|| (**operand).clone())
            }
        },
        ExprKind::AndAlso(left, right) => simplified_truth(true, left, right),
        ExprKind::OrElse(left, right) => simplified_truth(false, left, right),
        ExprKind::Call(Callee::Builtin(row), args) => {
            let [arg] = &args[..] else { return None };
            let class = arg.known.class?;
            let any = matches!(row.operation, Operation::Reduce(Reduction::Any | Reduction::All));
            if any && class == Class::Logical && arg.known.is_scalar() && is_one_value(arg) {
                return Some(arg.clone());
            }
            let same = match row.id? {
                BuiltinId::Double => class == Class::Double && is_plain_float(&arg.known),
                BuiltinId::Single => class == Class::Single && is_plain_float(&arg.known),
                BuiltinId::Logical => class == Class::Logical,
                BuiltinId::Real | BuiltinId::Full => class.is_float() && is_plain_float(&arg.known),
                _ => false,
            };
            (same && is_one_value(arg)).then(|| arg.clone())
        }
        // `x(:)` of a number.
        ExprKind::Index(base, links) => {
            let [Link::Paren(subscripts)] = &links[..] else { return None };
            let all = matches!(&subscripts[..], [only] if matches!(only.kind, ExprKind::Colon));
            let is_scalar = base.known.is_scalar() && is_kept_number(&base.known);
            (all && is_scalar && is_one_value(base)).then(|| (**base).clone())
        }
        ExprKind::Matrix(rows) => {
            let [row] = &rows[..] else { return None };
            let [only] = &row[..] else { return super::joined::simplified(expr) };
            let is_scalar = only.known.is_scalar() && is_kept_number(&only.known);
            (is_scalar && is_one_value(only)).then(|| only.clone())
        }
        _ => None,
    }
}

/// What an operation with two operands is in a simpler way.
fn simplified_binary(expr: &Expr, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Expr> {
    if let Some(shorter) = shifted(op, left, right) {
        return Some(shorter);
    }
    if let (ExprKind::Const(a), ExprKind::Const(b)) = (&left.kind, &right.kind) {
        return folded(op, a, b);
    }
    // Messages name the operation.
    if let (BinaryOp::Add, Some(amount), true) = (op, negative(right), expr.sure) {
        let number = Box::new(Expr::constant(Value::double(amount)));
        let kind = ExprKind::Binary(BinaryOp::Subtract, Box::new(left.clone()), number);
        return Some(Expr { kind, sure: expr.sure, known: expr.known.clone() });
    }
    if let ExprKind::Const(value) = &right.kind
        && is_neutral_right(op, value, &left.known)
    {
        return Some(left.clone());
    }
    if let ExprKind::Const(value) = &left.kind
        && is_neutral_left(op, value, &right.known)
    {
        return Some(right.clone());
    }
    None
}

/// What `&&` or `||` is in a simpler way, of which one truth value changes nothing.
fn simplified_truth(neutral: bool, left: &Expr, right: &Expr) -> Option<Expr> {
    let is_truth = |one: &Expr| one.known.is_scalar() && one.known.class == Some(Class::Logical);
    let changes_nothing = |one: &Expr| match &one.kind {
        ExprKind::Const(Value::Bool(value)) => value.as_scalar() == Some(&neutral),
        _ => false,
    };
    if changes_nothing(right) && is_truth(left) && is_one_value(left) {
        return Some(left.clone());
    }
    (changes_nothing(left) && is_truth(right) && is_one_value(right)).then(|| right.clone())
}

/// Whether an expression has one value where it stands alone; what is known of it is known
/// of its only value.
fn is_one_value(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Index(_, links) => !links.iter().any(|link| matches!(link, Link::Brace(_))),
        ExprKind::Colon => false,
        _ => true,
    }
}

/// Whether it is a real number of a floating-point class that Octave keeps in one way.
fn is_plain_float(known: &Known) -> bool {
    let one_way = known.is_scalar() || known.size.as_ref().is_some_and(|size| size.len() > 2);
    known.real && one_way && known.class.is_some_and(Class::is_float)
}

/// Whether it is of an integer class in which all numbers are doubles as well.
fn is_short_integer(known: &Known) -> bool {
    known
        .class
        .is_some_and(|class| class.is_integer() && !matches!(class, Class::Int64 | Class::Uint64))
}

/// Whether `+x` is `x`.
fn is_kept_number(known: &Known) -> bool {
    known.class.is_some_and(Class::is_integer) || is_plain_float(known)
}

fn is_exactly(value: &Value, number: f64) -> bool {
    value.as_double().is_some_and(|own| own.to_bits() == number.to_bits())
}

/// Whether `x op value` is `x`.
fn is_neutral_right(op: BinaryOp, value: &Value, known: &Known) -> bool {
    let (float, integer) = (is_plain_float(known), is_short_integer(known));
    match op {
        BinaryOp::Add => integer && is_exactly(value, 0.0),
        BinaryOp::Subtract => (float || integer) && is_exactly(value, 0.0),
        BinaryOp::Multiply | BinaryOp::ElementMultiply => {
            (float || integer) && is_exactly(value, 1.0)
        }
        BinaryOp::Divide | BinaryOp::ElementDivide => (float || integer) && is_exactly(value, 1.0),
        BinaryOp::Power => float && known.is_scalar() && is_exactly(value, 1.0),
        BinaryOp::ElementPower => float && is_exactly(value, 1.0),
        BinaryOp::LeftDivide
        | BinaryOp::ElementLeftDivide
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::GreaterEqual
        | BinaryOp::Greater
        | BinaryOp::And
        | BinaryOp::Or => false,
    }
}

/// Whether `value op x` is `x`.
fn is_neutral_left(op: BinaryOp, value: &Value, known: &Known) -> bool {
    let (float, integer) = (is_plain_float(known), is_short_integer(known));
    match op {
        BinaryOp::Add => integer && is_exactly(value, 0.0),
        BinaryOp::Multiply | BinaryOp::ElementMultiply => {
            (float || integer) && is_exactly(value, 1.0)
        }
        BinaryOp::LeftDivide | BinaryOp::ElementLeftDivide => float && is_exactly(value, 1.0),
        BinaryOp::Subtract
        | BinaryOp::Divide
        | BinaryOp::ElementDivide
        | BinaryOp::Power
        | BinaryOp::ElementPower
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::GreaterEqual
        | BinaryOp::Greater
        | BinaryOp::And
        | BinaryOp::Or => false,
    }
}

/// The amount of a number below zero.
fn negative(expr: &Expr) -> Option<f64> {
    let ExprKind::Const(Value::Double(array)) = &expr.kind else { return None };
    array.as_scalar().filter(|number| **number < 0.0).map(|number| -number)
}

/// `x - a + b` for characters: `x - (a - b)`. All of these are whole numbers, and sums of them are
/// exact.
fn shifted(op: BinaryOp, left: &Expr, right: &Expr) -> Option<Expr> {
    let ExprKind::Binary(first, x, other) = &left.kind else { return None };
    let amount = |op: BinaryOp, expr: &Expr| {
        let ExprKind::Const(value) = &expr.kind else { return None };
        let plain = value.is_scalar() && matches!(value.class(), Class::Double | Class::Char);
        let number = value.to_f64().filter(|number| {
            plain && !value.is_complex() && number.fract() == 0.0 && number.abs() <= LARGEST
        })?;
        match op {
            BinaryOp::Add => Some(number),
            BinaryOp::Subtract => Some(-number),
            _ => None,
        }
    };
    if x.known.class != Some(Class::Char) || !is_sure(left) {
        return None;
    }
    let sum = amount(*first, other)? + amount(op, right)?;
    let op = if sum < 0.0 { BinaryOp::Subtract } else { BinaryOp::Add };
    let number = Expr::constant(Value::double(sum.abs()));
    let kind = ExprKind::Binary(op, x.clone(), Box::new(number));
    Some(Expr { kind, sure: true, known: left.known.clone() })
}

/// Remembers whether there was something to warn of.
struct Silence(bool);

impl Warn for Silence {
    fn warn(&mut self, _: &str, _: &str) -> formwork_runtime::Result<()> {
        self.0 = false;
        Ok(())
    }
}

/// The value of an operation on two numbers.
fn folded(op: BinaryOp, left: &Value, right: &Value) -> Option<Expr> {
    let is_number =
        |value: &Value| value.is_scalar() && matches!(value, Value::Double(_) | Value::Bool(_));
    if !is_number(left) || !is_number(right) {
        return None;
    }
    let mut silence = Silence(true);
    let value = ops::binary(op, left.clone(), right.clone(), &mut silence).ok()?;
    let expr = Expr::constant(value.clone());
    (silence.0 && is_sure(&expr) && lift(&value).is_some()).then_some(expr)
}

#[cfg(test)]
mod tests {
    use formwork_runtime::{Array, C64, Dims};

    use super::*;
    use crate::residual::VarId;

    fn samples() -> Vec<Value> {
        let numbers = [0.0, -0.0, 1.0, -1.5, 5e-324, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        let mut values: Vec<Value> = numbers.iter().map(|&x| Value::double(x)).collect();
        values.extend(numbers.iter().map(|&x| Value::Single(Array::scalar(x as f32))));
        values.extend([true, false].map(Value::bool));
        values.extend([-128, -1, 0, 1, 127].map(|x| Value::Int8(Array::scalar(x))));
        values.extend([0, 1, 255].map(|x| Value::Uint8(Array::scalar(x))));
        values.extend([i64::MIN, -1, i64::MAX].map(|x| Value::Int64(Array::scalar(x))));
        values.extend([0, u64::MAX].map(|x| Value::Uint64(Array::scalar(x))));
        let complex = |re, im| Value::Complex(Array::scalar(C64::new(re, im)));
        values.extend([complex(1.0, 2.0), complex(1.0, 0.0), complex(-0.0, -0.0)]);
        values.push(Value::text("a"));
        values.push(Value::text("ab"));
        values.push(Value::empty());
        values.push(Value::row(numbers.to_vec()));
        values.push(Value::row(numbers.to_vec()).reshaped(Dims::new(&[2, 2, 2])));
        values.push(Value::Bool(Array::row(vec![true, false])));
        values.push(Value::Int8(Array::row(vec![-128, 127])));
        values.push(Value::Int8(Array::row(vec![-128, 127, 3, 4])).reshaped(Dims::matrix(2, 2)));
        let diagonal = Value::row(vec![1.0, 0.0, 0.0, 2.0]).reshaped(Dims::matrix(2, 2));
        values.push(diagonal.diagonal());
        let range = formwork_runtime::Range::new(1.0, 1.0, 3.0);
        values.extend(range.map(|range| Value::Range(range.into())));
        values
    }

    /// The value of an expression whose only variable has that value.
    fn value_of(expr: &Expr, x: &Value) -> Option<Value> {
        let mut silence = Silence(true);
        match &expr.kind {
            ExprKind::Var(_) => Some(x.clone()),
            ExprKind::Const(value) => Some(value.clone()),
            ExprKind::Unary(op, operand) => ops::unary(*op, value_of(operand, x)?).ok(),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (value_of(left, x)?, value_of(right, x)?);
                ops::binary(*op, left, right, &mut silence).ok()
            }
            _ => None,
        }
    }

    fn node(kind: ExprKind) -> Expr {
        Expr { sure: true, ..Expr::unknown(kind) }
    }

    #[test]
    fn what_is_simplified_stays_what_it_is() {
        let constants = [0.0, -0.0, 1.0, 2.0, -1.0].map(Value::double);
        let binary = [
            BinaryOp::Add,
            BinaryOp::Subtract,
            BinaryOp::Multiply,
            BinaryOp::Divide,
            BinaryOp::LeftDivide,
            BinaryOp::Power,
            BinaryOp::ElementMultiply,
            BinaryOp::ElementDivide,
            BinaryOp::ElementLeftDivide,
            BinaryOp::ElementPower,
            BinaryOp::And,
            BinaryOp::Or,
        ];
        let unary = [
            UnaryOp::Plus,
            UnaryOp::Minus,
            UnaryOp::Not,
            UnaryOp::Transpose,
            UnaryOp::ConjugateTranspose,
        ];
        let mut count = 0;
        for x in samples() {
            let var = Expr { known: Known::of(&x), ..node(ExprKind::Var(VarId::from_u32(0))) };
            let mut exprs = Vec::new();
            for op in binary {
                for constant in &constants {
                    let other = Expr::constant(constant.clone());
                    let parts = |a: &Expr, b: &Expr| {
                        node(ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone())))
                    };
                    exprs.push(parts(&var, &other));
                    exprs.push(parts(&other, &var));
                }
            }
            for op in unary {
                let once = node(ExprKind::Unary(op, Box::new(var.clone())));
                exprs.push(once.clone());
                exprs.push(node(ExprKind::Unary(op, Box::new(once))));
            }
            for expr in exprs {
                let Some(simpler) = simplified(&expr) else { continue };
                count += 1;
                let (before, after) = (value_of(&expr, &x), value_of(&simpler, &x));
                assert!(before.is_some(), "{expr:?} of {x:?} fails");
                assert_eq!(format!("{before:?}"), format!("{after:?}"), "{expr:?} of {x:?}");
            }
        }
        assert!(count > 100, "only {count} were simplified");
    }

    #[test]
    fn numbers_are_folded() {
        let sum = |op| folded(op, &Value::double(1.0), &Value::double(2.0)).map(|expr| expr.kind);
        assert!(
            matches!(sum(BinaryOp::Add), Some(ExprKind::Const(value)) if is_exactly(&value, 3.0))
        );
        assert!(folded(BinaryOp::Add, &Value::text("a"), &Value::double(1.0)).is_none());
    }
}
