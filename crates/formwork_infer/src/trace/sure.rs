//! What cannot fail and has no effect, so that it need not be evaluated if nobody wants
//! its value.
//!
//! Everything here errs on the side of no: an operation is sure only if what was seen of
//! its operands excludes every way in which it could fail.

use formwork_builtins::{BuiltinId, Effects, Measure, Operation, Row, Totality};
use formwork_domain::{AbstractValue, ClassSet, ValueFact};
use formwork_hir::SlotId;
use formwork_hir::body::{
    Access, Arguments, Assign, Body, ExprId, ExprKind, Link, Root, StmtKind, Target,
};
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_syntax::Span;

use crate::trace::{AnonymousCall, Clause, Made, Scene, Step, StepKind, Trace, VariantId};

/// What `size` is.
const SIZE: Operation = Operation::Measure(Measure::Size);

/// How deep calls are looked into.
const DEPTH: usize = 8;

const FLOATS: ClassSet = ClassSet::of(&[Class::Double, Class::Single, Class::Logical, Class::Char]);

/// Judges expressions of one statement.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    body: &'a Body,
    scene: &'a Scene,
    trace: &'a Trace,
    depth: usize,
}

impl<'a> Judge<'a> {
    /// A judge of a statement's expressions.
    #[must_use]
    pub fn new(body: &'a Body, scene: &'a Scene, trace: &'a Trace) -> Judge<'a> {
        Judge { body, scene, trace, depth: 0 }
    }

    fn value(&self, id: ExprId) -> Option<&'a AbstractValue> {
        self.scene.values.get(&id)
    }

    fn span(&self, id: ExprId) -> Span {
        self.body.exprs[id].span
    }

    /// Whether an operation there may fail.
    #[must_use]
    pub fn is_risky(&self, span: Span) -> bool {
        self.scene.risky.contains(&span)
    }

    fn classes(&self, id: ExprId) -> ClassSet {
        self.value(id).map_or(ClassSet::ALL, |value| value.classes)
    }

    fn is_scalar(&self, id: ExprId) -> bool {
        self.value(id).is_some_and(AbstractValue::is_scalar)
    }

    /// Whether an expression need not be evaluated if nobody wants its value.
    #[must_use]
    pub fn is_removable(&self, id: ExprId) -> bool {
        !self.scene.warned
            && self.is_sure(id)
            && self.operands(id).is_some_and(|all| {
                formwork_syntax::with_enough_stack(|| all.iter().all(|&one| self.is_removable(one)))
            })
    }

    /// Whether an operation succeeds and has no effect, if its operands do and have none.
    #[must_use]
    pub fn is_sure(&self, id: ExprId) -> bool {
        let span = self.span(id);
        let kind = &self.body.exprs[id].kind;
        // Where a statement fails, any of its operations may be the one. A variable with a
        // known value has one.
        let cannot_fail = match kind {
            ExprKind::Const(_) => true,
            ExprKind::Var(slot) => {
                self.scene.reads.get(slot).is_some_and(|value| value.constant().is_some())
            }
            _ => false,
        };
        if self.scene.ends && !cannot_fail {
            return false;
        }
        match kind {
            ExprKind::Const(_) | ExprKind::Colon | ExprKind::Anonymous(_) | ExprKind::Handle(_) => {
                true
            }
            ExprKind::End => !self.scene.loose_end,
            ExprKind::Var(slot) => !self.is_risky(span) && self.scene.reads.contains_key(slot),
            ExprKind::Unary(op, operand) => {
                !self.is_risky(span) && self.is_sure_unary(*op, *operand)
            }
            ExprKind::Binary(op, left, right) => {
                !self.is_risky(span) && self.is_sure_binary(*op, *left, *right)
            }
            ExprKind::AndAlso(left, right)
            | ExprKind::OrElse(left, right)
            | ExprKind::Lazy(_, left, right) => {
                [left, right].into_iter().all(|id| {
                    // The right side may not have been reached.
                    self.value(*id).is_none_or(is_plain_truth)
                })
            }
            ExprKind::Range(first, step, last) => {
                let number = |id: &ExprId| {
                    self.is_scalar(*id)
                        && self.classes(*id).is_within(ClassSet::only(Class::Double))
                        && self.value(*id).is_some_and(|value| value.complex == Truth::No)
                };
                number(first) && step.iter().all(number) && number(last)
            }
            ExprKind::Matrix(rows) => {
                !self.is_risky(span)
                    && self.value(id).is_some_and(|value| value.classes.single().is_some())
                    && rows.iter().flatten().all(|&part| self.classes(part).is_within(FLOATS))
                    && !self.mixes_text_and_complex(rows)
            }
            ExprKind::Cell(rows) => {
                let known = |id: ExprId| self.value(id).is_some_and(|v| v.constant().is_some());
                !self.is_risky(span)
                    // It was made, and that succeeded.
                    && ((known(id) && rows.iter().flatten().all(|&part| known(part)))
                        || rows.iter().flatten().all(|&part| {
                            self.is_scalar(part)
                                || (rows.len() == 1
                                    && self.value(part).is_some()
                                    && !self.classes(part).contains(Class::Cell))
                        }))
            }
            ExprKind::Access(access) => self.is_sure_access(id, access),
            ExprKind::Assign(_) | ExprKind::PostIncrement(_) | ExprKind::Invalid(_) => false,
        }
    }

    /// Whether text and complex numbers may stand side by side, which fails.
    fn mixes_text_and_complex(&self, rows: &[Box<[ExprId]>]) -> bool {
        let mut parts = rows.iter().flatten().filter_map(|&part| self.value(part));
        let text = parts.clone().any(|part| part.classes.contains(Class::Char));
        text && parts.any(|part| part.complex != Truth::No)
    }

    /// The expressions directly below one; `None` if they cannot be told.
    fn operands(&self, id: ExprId) -> Option<Vec<ExprId>> {
        Some(match &self.body.exprs[id].kind {
            ExprKind::Const(_)
            | ExprKind::Var(_)
            | ExprKind::Colon
            | ExprKind::End
            | ExprKind::Anonymous(_)
            | ExprKind::Handle(_) => Vec::new(),
            ExprKind::Unary(_, operand) => vec![*operand],
            ExprKind::Binary(_, left, right) => vec![*left, *right],
            ExprKind::AndAlso(left, right)
            | ExprKind::OrElse(left, right)
            | ExprKind::Lazy(_, left, right) => {
                let reached = self.value(*right).is_some();
                if reached { vec![*left, *right] } else { vec![*left] }
            }
            ExprKind::Range(first, step, last) => {
                [Some(*first), *step, Some(*last)].into_iter().flatten().collect()
            }
            ExprKind::Matrix(rows) | ExprKind::Cell(rows) => {
                rows.iter().flatten().copied().collect()
            }
            ExprKind::Access(access) => {
                let mut all = Vec::new();
                if let Root::Value(inner) = access.root {
                    all.push(inner);
                }
                for link in &access.links {
                    match link {
                        Link::Paren(arguments) | Link::Brace(arguments) => {
                            all.extend(arguments.exprs.iter().copied());
                        }
                        Link::DynamicField(id) => all.push(*id),
                        Link::Field(_) => {}
                    }
                }
                all
            }
            ExprKind::Assign(_) | ExprKind::PostIncrement(_) | ExprKind::Invalid(_) => return None,
        })
    }

    fn is_sure_unary(&self, op: UnaryOp, operand: ExprId) -> bool {
        let classes = self.classes(operand);
        let numeric = classes.all(Class::is_numeric) || classes.is_within(FLOATS);
        match op {
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Transpose | UnaryOp::ConjugateTranspose => {
                numeric
            }
            UnaryOp::Not => {
                // It refuses NaN.
                let number = |value: &AbstractValue| match &value.value {
                    ValueFact::Integer(_) => true,
                    ValueFact::Within(bounds) => !bounds.nan,
                    // Of an array that is the first element.
                    _ => value
                        .constant()
                        .filter(|_| value.is_scalar())
                        .and_then(formwork_runtime::Value::to_f64)
                        .is_some_and(|number| !number.is_nan()),
                };
                let doubles = ClassSet::only(Class::Double);
                classes.is_within(ClassSet::only(Class::Logical))
                    || (classes.is_within(doubles)
                        && self
                            .value(operand)
                            .is_some_and(|value| value.complex == Truth::No && number(value)))
            }
        }
    }

    fn is_sure_binary(&self, op: BinaryOp, left: ExprId, right: ExprId) -> bool {
        match (self.value(left), self.value(right)) {
            (Some(left), Some(right)) => are_sure_operands(op, left, right),
            _ => false,
        }
    }

    /// Whether `x += value` and the like surely succeed, for a whole variable.
    #[must_use]
    pub fn is_sure_update(&self, op: BinaryOp, slot: SlotId, value: ExprId, span: Span) -> bool {
        let (Some(old), Some(new)) = (self.scene.reads.get(&slot), self.value(value)) else {
            return false;
        };
        // Octave lets no array grow that it writes over.
        let stays = self.scene.stored.as_ref().is_some_and(|stored| stored.shape == old.shape);
        stays && !self.scene.ends && !self.is_risky(span) && are_sure_operands(op, old, new)
    }

    fn is_sure_access(&self, id: ExprId, access: &Access) -> bool {
        match access.root {
            Root::Call(_) => self.is_sure_call(id, access),
            Root::Var(slot) | Root::VarOrCall(slot, _) => {
                if self.scene.made.contains_key(&id) {
                    return self.is_sure_call(id, access);
                }
                // A method changes the object.
                !self.scene.methods.contains(&id)
                    && self.scene.reads.get(&slot).is_some_and(|value| {
                        !self.is_risky(self.span(id)) && self.are_sure_links(value, &access.links)
                    })
            }
            Root::Value(inner) => self.value(inner).is_some_and(|value| {
                !self.is_risky(self.span(id)) && self.are_sure_links(value, &access.links)
            }),
        }
    }

    /// Whether the way to a handle that is a part of a variable need not be gone: the links of an
    /// access before its last.
    #[must_use]
    pub fn is_removable_way(&self, id: ExprId, access: &Access) -> bool {
        let (Root::Var(slot) | Root::VarOrCall(slot, _)) = access.root else { return false };
        let Some((_, before)) = access.links.split_last() else { return false };
        let value = self.scene.reads.get(&slot);
        let subscripts = before.iter().all(|link| match link {
            Link::Paren(arguments) | Link::Brace(arguments) => {
                arguments.exprs.iter().all(|&id| self.is_removable(id))
            }
            Link::DynamicField(id) => self.is_removable(*id),
            Link::Field(_) => true,
        });
        subscripts
            && !self.scene.ends
            && !self.is_risky(self.span(id))
            && value.is_some_and(|value| self.are_sure_links(value, before))
    }

    fn are_sure_links(&self, value: &AbstractValue, links: &[Link]) -> bool {
        match links {
            [] => true,
            [Link::Paren(arguments)] => {
                let arrays = value.classes.all(|class| {
                    class.is_numeric()
                        || matches!(
                            class,
                            Class::Logical | Class::Char | Class::Cell | Class::Struct
                        )
                });
                arrays && self.are_sure_subscripts(arguments)
            }
            [Link::Brace(arguments)] => {
                value.classes.is_within(ClassSet::only(Class::Cell))
                    && self.are_sure_subscripts(arguments)
            }
            [Link::Field(name), rest @ ..] if value.classes.single() == Some(Class::Parser) => {
                match &value.contents {
                    Some(formwork_domain::Contents::Fields(fields)) => {
                        fields.get(name).is_some_and(|inner| self.are_sure_links(inner, rest))
                    }
                    _ => false,
                }
            }
            [Link::Field(name), rest @ ..] => self.is_sure_field_of(value, name, rest),
            [Link::DynamicField(id), rest @ ..] => {
                let name = self.value(*id).and_then(AbstractValue::text);
                name.is_some_and(|name| self.is_sure_field_of(value, &name, rest))
            }
            _ => false,
        }
    }

    fn is_sure_field_of(&self, value: &AbstractValue, name: &str, rest: &[Link]) -> bool {
        if !(value.classes.is_within(ClassSet::only(Class::Struct)) && value.is_scalar()) {
            return false;
        }
        match (&value.value, &value.contents) {
            (ValueFact::Const(Value::Struct(known)), _) => {
                let values = known.field(name).unwrap_or_default();
                matches!(values, [inner] if self.has_fields(inner, rest))
            }
            (_, Some(formwork_domain::Contents::Fields(fields))) => {
                fields.get(name).is_some_and(|inner| self.are_sure_links(inner, rest))
            }
            _ => false,
        }
    }

    /// Whether links that are names of fields lead somewhere in a value that is known.
    fn has_fields(&self, value: &Value, links: &[Link]) -> bool {
        let Some((first, rest)) = links.split_first() else { return true };
        let name = match first {
            Link::Field(name) => Some(name.to_string()),
            Link::DynamicField(id) => self.value(*id).and_then(AbstractValue::text),
            Link::Paren(_) | Link::Brace(_) => None,
        };
        let (Some(name), Value::Struct(known)) = (name, value) else { return false };
        let values = known.field(&name).unwrap_or_default();
        matches!(values, [inner] if self.has_fields(inner, rest))
    }

    /// Whether subscripts are surely positive integers or colons; whether they are within
    /// the bounds is a check that was made.
    fn are_sure_subscripts(&self, arguments: &Arguments) -> bool {
        arguments.exprs.iter().all(|&id| {
            matches!(self.body.exprs[id].kind, ExprKind::Colon)
                || self.value(id).is_some_and(is_subscript)
        })
    }

    fn is_sure_call(&self, id: ExprId, access: &Access) -> bool {
        match self.scene.made.get(&id) {
            Some(Made::Function(variant)) => {
                access.links.len() <= 1 && self.is_droppable_function(*variant)
            }
            Some(Made::Builtin(row)) => {
                if row.is(BuiltinId::InputParser) {
                    // An object that nobody has yet.
                    return matches!(&access.links[..], [])
                        || matches!(&access.links[..], [Link::Paren(list)] if list.exprs.is_empty());
                }
                // What these say of the call they stand in is known.
                let of_the_call = matches!(
                    row.id,
                    Some(BuiltinId::Nargin | BuiltinId::Nargout | BuiltinId::Exist)
                );
                // What was read from a file was asked to be.
                let read = self.trace.reads_files && row.effects.include(Effects::FILES);
                if row.effects != Effects::PURE && !of_the_call && !read {
                    return false;
                }
                let (args, rest): (&[ExprId], _) = match &access.links[..] {
                    [] => (&[], &[][..]),
                    [Link::Paren(arguments), rest @ ..] => (&arguments.exprs, rest),
                    rest => (&[], rest),
                };
                rest.is_empty() && self.is_sure_builtin(row, id, args)
            }
            Some(Made::Unfollowed(..) | Made::Script | Made::Unknown(_)) | None => false,
        }
    }

    fn is_sure_builtin(&self, row: &Row, id: ExprId, args: &[ExprId]) -> bool {
        let constant = |id: &ExprId| self.value(*id).is_some_and(|v| v.constant().is_some());
        if row.is(BuiltinId::Exist) {
            return constant(&id) && args.iter().all(constant);
        }
        // It was computed, or read, and succeeded.
        if args.iter().all(constant) && constant(&id) {
            return true;
        }
        // It was tried, and passed.
        if row.is(BuiltinId::Validateattributes) {
            return args.iter().all(constant) && !self.is_risky(self.span(id));
        }
        let one_value = args.iter().all(|id| self.value(*id).is_some());
        match (row.totality, args) {
            // A dimension is asked for.
            (Totality::Any(1), [_, which]) if row.operation == SIZE => {
                one_value && self.value(*which).is_some_and(is_subscript)
            }
            (Totality::Nothing, args) => args.is_empty(),
            (Totality::Any(count), args) => args.len() == usize::from(count) && one_value,
            // Several of these refuse text.
            (Totality::Number, [x]) => {
                self.classes(*x).is_within(FLOATS) && !self.classes(*x).contains(Class::Char)
            }
            (Totality::Fields, fields) => self.are_sure_fields(fields),
            (Totality::Sizes, sizes) => {
                (1..=2).contains(&sizes.len()) && sizes.iter().all(|&id| self.is_sure_size(id))
            }
            (Totality::Number | Totality::Partial, _) => false,
        }
    }

    /// Whether names and values surely make a struct.
    fn are_sure_fields(&self, fields: &[ExprId]) -> bool {
        fields.len().is_multiple_of(2)
            && fields.chunks_exact(2).all(|pair| {
                let name = self.value(pair[0]).and_then(AbstractValue::text);
                let named =
                    name.is_some_and(|name| formwork_builtins::is_variable_name(name.as_bytes()));
                let known = self.value(pair[1]).is_some();
                named
                    && (self.is_scalar(pair[1])
                        || (known && !self.classes(pair[1]).contains(Class::Cell)))
            })
    }

    /// Whether an argument is surely one whole number.
    fn is_sure_size(&self, id: ExprId) -> bool {
        self.is_scalar(id)
            && self.value(id).is_some_and(|value| {
                matches!(value.value, ValueFact::Integer(_))
                    || value.constant().is_some_and(Value::is_numeric)
            })
    }

    /// Whether a call of a function need not be made if nobody wants its outputs.
    #[must_use]
    pub fn is_droppable_function(&self, variant: VariantId) -> bool {
        if self.depth >= DEPTH {
            return false;
        }
        let variant = &self.trace.variants[variant];
        if !variant.returns
            || variant.dynamic_scope
            || self.trace.never_run.contains(&variant.body.name)
        {
            return false;
        }
        if let Some(AnonymousCall { anonymous, scene, .. }) = &variant.anonymous {
            let inner = Judge { body: &variant.body, scene, depth: self.depth + 1, ..*self };
            return inner.is_removable(anonymous.value);
        }
        variant.outputs.is_some() && self.are_removable(&variant.body, &variant.steps)
    }

    /// Whether statements surely succeed and do nothing but set variables of their function.
    pub(crate) fn are_removable(&self, body: &'a Body, steps: &'a [Step]) -> bool {
        let judge = |scene: &'a Scene| Judge { body, scene, depth: self.depth + 1, ..*self };
        let clauses = |clauses: &'a [Clause]| {
            clauses.iter().all(|clause| {
                judge(&clause.scene).is_removable(clause.condition)
                    && self.are_removable(body, &clause.steps)
            })
        };
        steps.iter().all(|step| {
            !step.prints
                && match &step.kind {
                    StepKind::Simple(stmt, scene) => match &stmt.kind {
                        StmtKind::Expr(id) => {
                            !scene.ends
                                && (judge(scene).is_removable(*id)
                                    || judge(scene).changes_own_object(*id))
                        }
                        StmtKind::Assign(assign) => {
                            !scene.ends && judge(scene).is_droppable_assign(assign)
                        }
                        _ => false,
                    },
                    StepKind::Set(..)
                    | StepKind::Field(..)
                    | StepKind::Return
                    | StepKind::Break
                    | StepKind::Continue => true,
                    StepKind::If(all, last) => {
                        clauses(all) && self.are_removable(body, &last.steps)
                    }
                    StepKind::Switch(subject, scene, all, last) => {
                        judge(scene).is_removable(*subject)
                            && clauses(all)
                            && self.are_removable(body, &last.steps)
                    }
                    StepKind::For(counted, steps) => {
                        judge(&counted.scene).is_removable(counted.iterable)
                            && self.are_removable(body, steps)
                    }
                    // Nobody knows whether they end.
                    StepKind::While(..) | StepKind::DoUntil(..) => false,
                    StepKind::Try(steps, _, _) => self.are_removable(body, steps),
                    StepKind::UnwindProtect(steps, cleanup) => {
                        self.are_removable(body, steps) && self.are_removable(body, cleanup)
                    }
                    StepKind::Unrolled(_, _, steps) => self.are_removable(body, steps),
                    StepKind::Declare(..)
                    | StepKind::Script(..)
                    | StepKind::Believed(_)
                    | StepKind::Invalid(_) => false,
                }
        })
    }

    /// Whether an expression calls a method of an object that nobody else has, which surely
    /// succeeds and does nothing else.
    #[must_use]
    pub fn changes_own_object(&self, id: ExprId) -> bool {
        self.scene.methods.contains(&id)
            && !self.scene.warned
            && !self.is_risky(self.span(id))
            && self.operands(id).is_some_and(|all| all.iter().all(|&one| self.is_removable(one)))
    }

    /// Whether an assignment surely succeeds and does nothing but set variables.
    #[must_use]
    pub fn is_droppable_assign(&self, assign: &Assign) -> bool {
        assign.op.is_none()
            && !assign.deletes
            && self.is_removable(assign.value)
            && assign.targets.iter().all(|target| self.is_sure_target(target))
    }

    /// Whether storing in a place surely succeeds.
    #[must_use]
    pub fn is_sure_target(&self, target: &Target) -> bool {
        match target {
            Target::Ignored => true,
            Target::Place { slot, links, span } => {
                links.is_empty() || (!self.is_risky(*span) && self.is_sure_field(*slot, links))
            }
        }
    }

    /// Whether a field of a variable was surely set: it is a 1x1 struct afterwards, or a
    /// parser that is still known.
    fn is_sure_field(&self, slot: SlotId, links: &[Link]) -> bool {
        let named = match links {
            [Link::Field(_)] => true,
            [Link::DynamicField(id)] => {
                self.is_removable(*id) && self.value(*id).is_some_and(|name| name.text().is_some())
            }
            _ => false,
        };
        named
            && self.scene.after.get(&slot).is_some_and(|after| match after.classes.single() {
                Some(Class::Struct) => after.is_scalar(),
                Some(Class::Parser) => after.contents.is_some(),
                _ => false,
            })
    }
}

/// Whether an operator takes operands of such classes without an error or a warning, if
/// their sizes go together.
fn are_sure_operands(op: BinaryOp, left: &AbstractValue, right: &AbstractValue) -> bool {
    let (a, b) = (left.classes, right.classes);
    let floats = a.is_within(FLOATS) && b.is_within(FLOATS);
    let scalars = left.is_scalar() && right.is_scalar();
    // One class of integers, with numbers of class double.
    let integers = |x: ClassSet, y: ClassSet| {
        x.single().is_some_and(Class::is_integer)
            && (x == y || y.is_within(ClassSet::only(Class::Double)))
    };
    let real = left.complex == Truth::No && right.complex == Truth::No;
    let mixed = real && (integers(a, b) || integers(b, a));
    match op {
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::ElementMultiply
        | BinaryOp::ElementDivide
        | BinaryOp::ElementLeftDivide
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::GreaterEqual
        | BinaryOp::Greater => floats || mixed,
        BinaryOp::ElementPower => floats,
        BinaryOp::Multiply => floats || (mixed && (left.is_scalar() || right.is_scalar())),
        // Dividing by a matrix may warn.
        BinaryOp::Divide => (floats || mixed) && right.is_scalar(),
        BinaryOp::LeftDivide => (floats || mixed) && left.is_scalar(),
        BinaryOp::Power => floats && scalars,
        // NaN is no truth value.
        BinaryOp::And | BinaryOp::Or => {
            let truths = ClassSet::only(Class::Logical);
            a.is_within(truths) && b.is_within(truths)
        }
    }
}

/// Whether a value decides a condition without an error.
fn is_plain_truth(value: &AbstractValue) -> bool {
    let classes = value.classes;
    let real = value.complex == Truth::No;
    value.is_scalar()
        && (classes.is_within(ClassSet::only(Class::Logical))
            || (real
                && classes.is_within(FLOATS)
                && match &value.value {
                    ValueFact::Const(constant) => constant.to_f64().is_some_and(|x| !x.is_nan()),
                    ValueFact::Integer(_) => true,
                    ValueFact::Within(bounds) => !bounds.nan,
                    _ => false,
                }))
}

/// Whether a value surely consists of integers, or is a colon; that they are positive and
/// within bounds is checked elsewhere.
fn is_subscript(value: &AbstractValue) -> bool {
    match &value.value {
        ValueFact::Const(constant) => {
            constant.as_bytes().is_some_and(|text| text == b":")
                || matches!(constant, Value::Bool(_))
                || (constant.is_numeric()
                    && !constant.is_complex()
                    && constant.to_f64_array().is_some_and(|numbers| {
                        numbers.as_slice().iter().all(|&x| x >= 1.0 && x.fract() == 0.0)
                    }))
        }
        ValueFact::Integer(_)
        | ValueFact::Ramp { .. }
        | ValueFact::Integers(_)
        | ValueFact::Between(..)
        | ValueFact::Marked(_) => true,
        ValueFact::Any | ValueFact::Floor(_) | ValueFact::SizeOf(_) | ValueFact::Within(_) => false,
    }
}
