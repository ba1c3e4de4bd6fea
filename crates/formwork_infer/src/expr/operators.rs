//! Operators: shapes with what they check, classes, values.

use std::cell::Cell;

use formwork_domain::{AbstractValue, ClassSet, Contents, ValueFact, members};
use formwork_runtime::ops::{self, BinaryOp, UnaryOp};
use formwork_runtime::{Class, Value};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, Node, ShapeId};
use formwork_shape::{Semantics, Truth};
use formwork_syntax::Span;

use crate::call::fold::OPERAND;
use crate::engine::Analyst;
use crate::expr::classes::{binary_refusal, unary_refusal};
use crate::report::failure::FailureKind;
use crate::report::record::{Check, CheckKind};

/// The most choices an operator is carried into.
const CHOICES: usize = 6;

impl Analyst<'_> {
    pub(crate) fn unary(
        &mut self,
        op: UnaryOp,
        operand: AbstractValue,
        span: Span,
    ) -> AbstractValue {
        if !self.alive() || self.is_overloaded_operator(&[&operand]) {
            return AbstractValue::unknown();
        }
        if let Some(constant) = operand.constant()
            && constant.numel() <= OPERAND
            && let Ok(value) = ops::unary(op, constant.clone())
        {
            return AbstractValue::of(&value, &mut self.algebra);
        }
        if let Some(message) = unary_refusal(op, &operand) {
            let kind = FailureKind::Operator(op.symbol());
            self.fail(span, kind, &[&operand], Some(message));
            return AbstractValue::unknown();
        }
        let operand = self.shaped(operand, "operand");
        let shape = operand.shape.unwrap_or(Algebra::SCALAR);
        let (classes, complex) = self.class_of(op.function(), &[&operand]);
        let result = match op {
            UnaryOp::Plus => AbstractValue { classes, ..operand.clone() },
            UnaryOp::Minus => {
                let value = self.negated(&operand);
                AbstractValue { classes, complex, shape: Some(shape), value, contents: None }
            }
            UnaryOp::Not => AbstractValue {
                classes,
                complex: Truth::No,
                shape: Some(shape),
                value: match self.truth_of(&operand) {
                    truth if operand.is_scalar() && truth != Truth::Maybe => {
                        ValueFact::Const(Value::bool(truth == Truth::No))
                    }
                    _ => self.unmarked(&operand),
                },
                contents: None,
            },
            UnaryOp::Transpose | UnaryOp::ConjugateTranspose => {
                AbstractValue { classes, ..self.transposed(&operand, shape, span) }
            }
        };
        self.temp(&result, span);
        result
    }

    /// `x.'`
    fn transposed(&mut self, operand: &AbstractValue, shape: ShapeId, span: Span) -> AbstractValue {
        let term = self.over_choices(shape, Algebra::transpose);
        let shape = self.checked(CheckKind::Matrix, term, &[shape], span);
        let value = match &operand.value {
            ValueFact::Integer(_)
            | ValueFact::Integers(_)
            | ValueFact::Within(_)
            | ValueFact::Marked(_)
            | ValueFact::Between(..) => operand.value.clone(),
            ValueFact::Ramp { .. } | ValueFact::SizeOf(_) => {
                match operand.as_integers(&mut self.algebra) {
                    Some(integers) => ValueFact::Integers(integers.into()),
                    None => {
                        operand.bounds(&mut self.algebra).map_or(ValueFact::Any, ValueFact::Within)
                    }
                }
            }
            ValueFact::Any | ValueFact::Const(_) | ValueFact::Floor(_) => ValueFact::Any,
        };
        let vector = operand
            .size(&self.algebra)
            .is_some_and(|size| size.is_matrix() && (size.extent(0) == 1 || size.extent(1) == 1));
        let contents = match &operand.contents {
            Some(Contents::Elements(elements)) if vector => {
                Some(Contents::Elements(elements.clone()))
            }
            Some(Contents::Every(every)) => Some(Contents::Every(every.clone())),
            _ => None,
        };
        AbstractValue { shape: Some(shape), value, contents, ..operand.clone() }
    }

    /// Whether an element-wise operation of constants is one in these semantics: the runtime
    /// knows only the expanding ones.
    fn broadcasts_legally(
        &mut self,
        op: BinaryOp,
        left: &AbstractValue,
        right: &AbstractValue,
    ) -> bool {
        let matrices = matches!(
            op,
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::LeftDivide | BinaryOp::Power
        );
        matrices
            || self.options.semantics == Semantics::Expand
            || left.is_scalar()
            || right.is_scalar()
            || left.shape == right.shape
    }

    pub(crate) fn binary(
        &mut self,
        op: BinaryOp,
        left: AbstractValue,
        right: AbstractValue,
        span: Span,
    ) -> AbstractValue {
        if !self.alive() || self.is_overloaded_operator(&[&left, &right]) {
            return AbstractValue::unknown();
        }
        if let (Some(a), Some(b)) = (left.constant(), right.constant())
            && a.numel() <= OPERAND
            && b.numel() <= OPERAND
            && self.broadcasts_legally(op, &left, &right)
            && let Ok(value) = ops::binary(op, a.clone(), b.clone(), &mut self.memo.null_context)
        {
            let value = AbstractValue::of(&value, &mut self.algebra);
            self.temp(&value, span);
            let elementwise = !matches!(
                op,
                BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::LeftDivide | BinaryOp::Power
            );
            if let (true, Some(a), Some(b)) = (elementwise, left.shape, right.shape) {
                self.remark_expansion(a, b, span);
            }
            return value;
        }
        if self.may_be_strings(&left) || self.may_be_strings(&right) {
            return self.string_operator(op, &left, &right, span);
        }
        // MATLAB's strings are added and compared as a whole.
        let quoted = crate::call::is_double_quoted;
        let text = |value: &AbstractValue| value.classes == ClassSet::only(Class::Char);
        // What is added to a text is likely to be one, whatever is assumed of it.
        let assumed = self.ordinary.is_some();
        let open = |value: &AbstractValue| assumed || value.classes.may_be_object();
        let strings = self.may_run_in_matlab()
            && ((text(&left) && open(&right)) || (open(&left) && text(&right)));
        if (quoted(&left) || quoted(&right) || strings)
            && matches!(op, BinaryOp::Add | BinaryOp::Equal | BinaryOp::NotEqual)
        {
            self.risk(span);
            return AbstractValue::unknown();
        }
        if let Some(message) = binary_refusal(&mut self.memo.refusals, op, &left, &right) {
            let kind = FailureKind::Operator(op.symbol());
            self.fail(span, kind, &[&left, &right], Some(message));
            return AbstractValue::unknown();
        }
        let refusal = self.operating_refusal(op, &left, &right);
        let left = self.shaped(left, "operand");
        let right = self.shaped(right, "operand");
        let (a, b) =
            (left.shape.unwrap_or(Algebra::SCALAR), right.shape.unwrap_or(Algebra::SCALAR));
        let (semantics, dialect) = (self.options.semantics, self.options.dialect);
        let kind = match op {
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::LeftDivide | BinaryOp::Power => {
                CheckKind::Matrix
            }
            _ => CheckKind::Elementwise,
        };
        let (term, left_out) = self.over_two_choices(a, b, |algebra, a, b| match op {
            BinaryOp::Multiply => algebra.product(dialect, a, b),
            BinaryOp::Divide => algebra.right_divide(dialect, a, b),
            BinaryOp::LeftDivide => algebra.left_divide(dialect, a, b),
            BinaryOp::Power => algebra.power(dialect, a, b),
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::ElementMultiply
            | BinaryOp::ElementDivide
            | BinaryOp::ElementLeftDivide
            | BinaryOp::ElementPower
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::GreaterEqual
            | BinaryOp::Greater
            | BinaryOp::And
            | BinaryOp::Or => algebra.elementwise(semantics, a, b),
        });
        let shape = if left_out {
            self.risk(span);
            self.facts.assume_legal(&mut self.algebra, term);
            self.check_alive();
            self.resolve(term)
        } else {
            self.checked(kind, term, &[a, b], span)
        };
        if kind == CheckKind::Elementwise {
            self.remark_expansion(a, b, span);
        }
        if let (true, Some(message)) = (self.alive(), refusal) {
            let kind = FailureKind::Operator(op.symbol());
            self.fail(span, kind, &[&left, &right], Some(message));
            return AbstractValue::unknown();
        }
        // Nobody knows whether a matrix is kept as a diagonal one, which does not expand.
        if matches!(op, BinaryOp::Add | BinaryOp::Subtract)
            && !left.is_scalar()
            && !right.is_scalar()
            && self.resolve(a) != self.resolve(b)
        {
            self.risk(span);
        }
        let (classes, complex) = self.class_of(op.function(), &[&left, &right]);
        let value = self.arithmetic(op, &left, &right, shape);
        let real = !matches!(value, ValueFact::Any);
        let result = AbstractValue {
            classes,
            complex: if real { Truth::No } else { complex },
            shape: Some(shape),
            value: fitting(value, classes),
            contents: None,
        };
        self.temp(&result, span);
        result
    }

    /// The class of a call, and whether it is complex.
    pub(crate) fn class_of(&mut self, name: &str, args: &[&AbstractValue]) -> (ClassSet, Truth) {
        let Some(row) = formwork_builtins::find(name) else {
            return (ClassSet::ALL, Truth::Maybe);
        };
        let by_class = match args {
            [a, b] if depends_on_class_alone(row.name) => {
                Some((row.name, (a.classes, a.complex), (b.classes, b.complex)))
            }
            _ => None,
        };
        if let Some(key) = &by_class
            && let Some(&known) = self.memo.result_classes.get(key)
        {
            return known;
        }
        let args: Vec<AbstractValue> = match by_class {
            // Scalars have classes, and no shape to work out.
            Some(_) => args.iter().map(|&value| class_alone(value)).collect(),
            None => args.iter().map(|&value| value.clone()).collect(),
        };
        let outputs = formwork_builtins::infer_outputs(row, &args, 1, &mut self.algebra);
        let found = match outputs.first() {
            Some(value) => (value.classes, value.complex),
            None => (ClassSet::ALL, Truth::Maybe),
        };
        if let Some(key) = by_class {
            self.memo.result_classes.insert(key, found);
        }
        found
    }

    /// The shape of an operation that ran: its check is kept, and what it teaches.
    pub(crate) fn checked(
        &mut self,
        kind: CheckKind,
        term: ShapeId,
        operands: &[ShapeId],
        span: Span,
    ) -> ShapeId {
        if self.algebra.as_concrete(term).is_some() {
            self.keep_check(kind, operands, Requirement::True, Truth::Yes, Truth::Yes, span);
            return term;
        }
        if term == Algebra::ILLEGAL {
            let check = self.new_check(kind, operands, Requirement::False, Truth::No, span);
            self.refuse(Check { verdict: Truth::No, ..check });
            return term;
        }
        let alone = self.algebra.is_legal(term);
        let requirement = self.algebra.legality(term);
        let verdict = match alone {
            Truth::Yes => Truth::Yes,
            _ => match self.facts.truth(&mut self.algebra, &requirement) {
                Truth::Maybe => self.facts.truth(&mut self.algebra, &Requirement::Legal(term)),
                decided => decided,
            },
        };
        let check = self.new_check(kind, operands, requirement, alone, span);
        let check = Check { verdict, ..check };
        if verdict == Truth::No {
            self.refuse(check);
            return term;
        }
        self.keep(check);
        if alone != Truth::Yes {
            self.facts.assume_legal(&mut self.algebra, term);
            self.check_alive();
            if !self.alive() {
                return term;
            }
        }
        self.resolve(term)
    }

    pub(crate) fn keep_check(
        &mut self,
        kind: CheckKind,
        operands: &[ShapeId],
        requirement: Requirement,
        alone: Truth,
        verdict: Truth,
        span: Span,
    ) {
        let check = self.new_check(kind, operands, requirement, alone, span);
        self.keep(Check { verdict, ..check });
    }

    /// An operation on each of the shapes an operand may have.
    pub(crate) fn over_choices(
        &mut self,
        shape: ShapeId,
        f: impl Fn(&mut Algebra, ShapeId) -> ShapeId,
    ) -> ShapeId {
        if members(&self.algebra, shape).len() > CHOICES {
            return f(&mut self.algebra, shape);
        }
        over(&mut self.algebra, shape, &f).0
    }

    /// The same for two shapes; tells whether some choice was left out because the
    /// operation is illegal for it.
    fn over_two_choices(
        &mut self,
        a: ShapeId,
        b: ShapeId,
        f: impl Fn(&mut Algebra, ShapeId, ShapeId) -> ShapeId,
    ) -> (ShapeId, bool) {
        let count = members(&self.algebra, a).len() * members(&self.algebra, b).len();
        if count == 1 || count > CHOICES {
            return (f(&mut self.algebra, a, b), false);
        }
        let inner = Cell::new(false);
        let (term, outer) = over(&mut self.algebra, a, &|algebra: &mut Algebra, a| {
            let (term, left_out) = over(algebra, b, &|algebra: &mut Algebra, b| f(algebra, a, b));
            inner.set(inner.get() | left_out);
            term
        });
        (term, outer || inner.get())
    }
}

/// Whether the class of an operator's result depends on the classes of its operands, and
/// on nothing else of them.
fn depends_on_class_alone(name: &str) -> bool {
    BinaryOp::of_function(name).is_some_and(|op| match op {
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::ElementMultiply
        | BinaryOp::Multiply
        | BinaryOp::ElementDivide
        | BinaryOp::ElementLeftDivide
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual
        | BinaryOp::And
        | BinaryOp::Or => true,
        BinaryOp::Divide | BinaryOp::LeftDivide | BinaryOp::Power | BinaryOp::ElementPower => false,
    })
}

/// A scalar of which only the class is known.
fn class_alone(value: &AbstractValue) -> AbstractValue {
    AbstractValue {
        complex: value.complex,
        ..AbstractValue::new(value.classes, Some(Algebra::SCALAR))
    }
}

/// Carries an operation into a choice. An alternative that fails is one that was not
/// chosen, if the operation ran.
fn over(
    algebra: &mut Algebra,
    shape: ShapeId,
    f: &dyn Fn(&mut Algebra, ShapeId) -> ShapeId,
) -> (ShapeId, bool) {
    match *algebra.node(shape) {
        Node::Select(selector, a, b) => {
            let ((x, left), (y, right)) = (over(algebra, a, f), over(algebra, b, f));
            match (x == Algebra::ILLEGAL, y == Algebra::ILLEGAL) {
                (true, true) => (x, false),
                (true, false) => (y, true),
                (false, true) => (x, true),
                (false, false) => (algebra.select(selector, x, y), left || right),
            }
        }
        _ => (f(algebra, shape), false),
    }
}

/// What is known of the elements, as far as the class may have them: integers saturate
/// and round, single loses digits.
pub(crate) fn fitting(value: ValueFact, classes: ClassSet) -> ValueFact {
    let exact = classes.all(|class| matches!(class, Class::Double | Class::Logical));
    match value {
        ValueFact::Const(_) => value,
        _ if exact => value,
        _ => ValueFact::Any,
    }
}
