//! `[…]` and `{…}`: what rows and columns of values make.

use crate::engine::Analyst;
use crate::expr::strings::STRINGS;
use crate::report::record::CheckKind;
use formwork_builtins::BuiltinId;
use formwork_domain::{AbstractValue, ClassSet, Contents, ValueFact};
use formwork_hir::body::{Body, ExprId};
use formwork_runtime::{Class, Value};
use formwork_shape::extent::{ExtentId, Extents, Interval};
use formwork_shape::shape::Algebra;
use formwork_shape::{EmptyRule, Truth};
use formwork_syntax::Span;
use std::rc::Rc;

impl Analyst<'_> {
    /// Whether an array without elements stands in a row that it does not fit: MATLAB passes it
    /// over, with a warning.
    pub(crate) fn is_passed_over(&self, row: &[AbstractValue]) -> bool {
        // `[]` is passed over in every dialect.
        let mut sizes: Vec<_> = row.iter().filter_map(|value| value.size(&self.algebra)).collect();
        sizes.retain(|size| size.extents().iter().any(|extent| *extent != 0));
        let empty = sizes.iter().any(|size| size.count() == 0);
        empty && sizes.iter().any(|size| size.extent(0) != sizes[0].extent(0))
    }

    pub(crate) fn matrix(
        &mut self,
        body: &Rc<Body>,
        rows: &[Box<[ExprId]>],
        span: Span,
    ) -> AbstractValue {
        let mut evaluated = Vec::with_capacity(rows.len());
        let mut whole = true;
        for row in rows {
            match self.arguments(body, row) {
                Some(values) => evaluated.push(values),
                None => whole = false,
            }
        }
        if !self.alive() {
            return AbstractValue::unknown();
        }
        if !whole {
            return AbstractValue::unknown();
        }
        if let Some(parts) = self.string_parts(&evaluated) {
            return self.joined_strings(&evaluated, parts, span);
        }
        let quoted = crate::call::is_double_quoted;
        if self.may_run_in_matlab()
            && evaluated.iter().map(Vec::len).sum::<usize>() > 1
            && evaluated.iter().flatten().any(quoted)
        {
            // An array of strings in MATLAB.
            self.risk(span);
            return AbstractValue::unknown();
        }
        if self.may_run_in_matlab() && evaluated.iter().any(|row| self.is_passed_over(row)) {
            self.risk(span);
            return AbstractValue::unknown();
        }
        let open = |value: &AbstractValue| value.classes.may_be_object();
        let cell = |value: &AbstractValue| value.classes == ClassSet::only(Class::Cell);
        if self.may_run_in_matlab()
            && evaluated.iter().flatten().any(open)
            && evaluated.iter().flatten().any(cell)
        {
            // A row of a table, perhaps.
            self.risk(span);
            return AbstractValue::unknown();
        }
        let text = |value: &AbstractValue| value.classes.contains(Class::Char);
        let only_text = |value: &AbstractValue| value.classes == ClassSet::only(Class::Char);
        let mut parts = evaluated.iter().flatten();
        if parts.clone().any(text) && !parts.all(only_text) {
            // Numbers beside text are warned of.
            self.risk(span);
        }
        let constants: Option<Vec<Vec<Value>>> = evaluated
            .iter()
            .map(|row| row.iter().map(|value| value.constant().cloned()).collect())
            .collect();
        if let Some(constants) = constants
            && let Ok(value) = formwork_runtime::index::matrix_literal(constants)
        {
            return AbstractValue::of(&value, &mut self.algebra);
        }
        let all: Vec<&AbstractValue> = evaluated.iter().flatten().collect();
        let refusal = match self.is_overloaded_operator(&all) {
            true => None,
            false => self.joining_refusal(&evaluated),
        };
        let joined = self.join_values(evaluated, span);
        self.joining_refused(refusal, span);
        joined
    }

    /// `[…]` of strings and what becomes strings beside them.
    fn joined_strings(
        &mut self,
        evaluated: &[Vec<AbstractValue>],
        parts: Result<Vec<Vec<AbstractValue>>, ()>,
        span: Span,
    ) -> AbstractValue {
        let constants: Option<Vec<Vec<Value>>> = evaluated
            .iter()
            .map(|row| row.iter().map(|value| value.constant().cloned()).collect())
            .collect();
        if let Some(constants) = constants
            && let Ok(value) = formwork_runtime::index::matrix_literal(constants)
        {
            return AbstractValue::of(&value, &mut self.algebra);
        }
        match parts {
            Ok(parts) => {
                let joined = self.join_values(parts, span);
                AbstractValue::new(STRINGS, joined.shape)
            }
            Err(()) => {
                self.risk(span);
                // A cell array takes strings as elements, an object does what it likes.
                let container = |value: &AbstractValue| {
                    let classes = value.classes;
                    classes.may_be_object() && !classes.contains(Class::String)
                        || classes.single() == Some(Class::Cell)
                };
                let sure = evaluated.iter().flatten().any(|value| value.classes == STRINGS);
                if !sure || evaluated.iter().flatten().any(container) {
                    return AbstractValue::unknown();
                }
                AbstractValue::new(STRINGS.union(ClassSet::only(Class::Cell)), None)
            }
        }
    }

    /// `[…]` of values that are not all constants.
    pub(crate) fn join_values(
        &mut self,
        rows: Vec<Vec<AbstractValue>>,
        span: Span,
    ) -> AbstractValue {
        let all: Vec<&AbstractValue> = rows.iter().flatten().collect();
        if self.is_overloaded_operator(&all) {
            return AbstractValue::unknown();
        }
        let text = |value: &AbstractValue| value.classes.contains(Class::Char);
        let container = |value: &AbstractValue| {
            [Class::Cell, Class::Struct, Class::FunctionHandle, Class::Map, Class::Exception]
                .iter()
                .any(|&class| value.classes.contains(class))
        };
        let classes = match formwork_builtins::find(BuiltinId::Horzcat.name()) {
            Some(row) => {
                let args: Vec<AbstractValue> = all.iter().map(|&value| value.clone()).collect();
                formwork_builtins::infer_outputs(row, &args, 1, &mut self.algebra)
                    .first()
                    .map_or(formwork_domain::ClassSet::ALL, |value| value.classes)
            }
            None => formwork_domain::ClassSet::ALL,
        };
        let complex = if all.iter().all(|value| value.complex == Truth::No) {
            Truth::No
        } else {
            Truth::Maybe
        };
        let integers: Option<Vec<ExtentId>> = all
            .iter()
            .map(|value| {
                let scalar = value.is_scalar() && !text(value);
                scalar.then(|| value.as_integer(&mut self.algebra))?
            })
            .collect();
        let bounds =
            all.iter().map(|value| self.bounds(value)).reduce(|a, b| Some(a?.hull(b?))).flatten();
        // What is joined with numbers of class single is rounded to them.
        let single = classes.contains(Class::Single);
        let bounds = bounds.map(|all| if single { all.hull(all.as_single()) } else { all });
        let value = match integers {
            Some(integers)
                if integers.len() <= 32
                    && (rows.len() == 1 || rows.iter().all(|row| row.len() == 1)) =>
            {
                ValueFact::Integers(integers.into())
            }
            _ => bounds.map_or(ValueFact::Any, ValueFact::Within),
        };
        let keeps_value = classes.all(|class| class.is_numeric() || class == Class::Logical)
            && complex == Truth::No
            && classes.all(|class| !class.is_integer());
        let value = if keeps_value { value } else { ValueFact::Any };
        // Cells take what is no cell as an element; texts of unequal length may be
        // padded below one another; structs may stand beside `[]`.
        if all.iter().any(|value| container(value)) {
            let pure_cells = all
                .iter()
                .all(|value| value.classes == formwork_domain::ClassSet::only(Class::Cell));
            if !pure_cells {
                let value =
                    AbstractValue { value: ValueFact::Any, ..AbstractValue::new(classes, None) };
                return value;
            }
        }
        // One part that is no text, and nothing is padded.
        let padded = rows.len() > 1 && all.iter().all(|value| text(value));
        let shapes: Vec<Vec<formwork_shape::shape::ShapeId>> = rows
            .iter()
            .map(|row| {
                row.iter()
                    .map(|value| {
                        let value = self.shaped(value.clone(), "part");
                        value.shape.unwrap_or(Algebra::SCALAR)
                    })
                    .collect()
            })
            .collect();
        let mut parts = Vec::new();
        for row in &shapes {
            let mut joined = match row.split_first() {
                None => self.algebra.tuple([Extents::ZERO, Extents::ZERO]),
                Some((&first, rest)) => {
                    let mut joined = first;
                    for &next in rest {
                        let term =
                            self.algebra.concatenate(1, EmptyRule::OctaveBrackets, &[joined, next]);
                        let parts = (joined, next);
                        joined =
                            self.checked(CheckKind::Concatenation, term, &[joined, next], span);
                        joined = self.spelled_out(1, joined, parts);
                    }
                    joined
                }
            };
            joined = self.resolve(joined);
            parts.push(joined);
        }
        let shape = match parts.split_first() {
            None => self.algebra.tuple([Extents::ZERO, Extents::ZERO]),
            Some((&first, rest)) => {
                let mut joined = first;
                for &next in rest {
                    let term =
                        self.algebra.concatenate(0, EmptyRule::OctaveBrackets, &[joined, next]);
                    if padded {
                        // Rows of text of unequal length, which perhaps do not fit.
                        self.risk(span);
                        if !self.algebra.is_matrix(joined) || !self.algebra.is_matrix(next) {
                            joined = self.algebra.fresh_variable("joined");
                            continue;
                        }
                        let rows = self.fresh("rows", Interval::EXTENT);
                        let columns = self.fresh("columns", Interval::EXTENT);
                        joined = self.algebra.tuple([rows, columns]);
                        continue;
                    }
                    let parts = (joined, next);
                    joined = self.checked(CheckKind::Concatenation, term, &[joined, next], span);
                    joined = self.spelled_out(0, joined, parts);
                }
                joined
            }
        };
        let contents = self.joined_contents(&rows, shape);
        AbstractValue { classes, complex, shape: Some(shape), value, contents }
    }

    pub(crate) fn joined_contents(
        &mut self,
        rows: &[Vec<AbstractValue>],
        shape: formwork_shape::shape::ShapeId,
    ) -> Option<Contents> {
        let all: Vec<&AbstractValue> = rows.iter().flatten().collect();
        if !all.iter().all(|value| value.classes == formwork_domain::ClassSet::only(Class::Cell)) {
            return None;
        }
        if rows.len() == 1 || rows.iter().all(|row| row.len() == 1) {
            let elements: Option<Vec<AbstractValue>> = all
                .iter()
                .map(|value| value.elements(&mut self.algebra).map(|elements| elements.to_vec()))
                .collect::<Option<Vec<_>>>()
                .map(|parts| parts.concat());
            let count = self.algebra.as_concrete(shape).map(|size| size.count());
            if let Some(elements) = elements
                && count == Some(elements.len() as u64)
                && elements.len() <= Contents::BUDGET
                && vector_like(&self.algebra, shape)
            {
                return Some(Contents::Elements(elements.into()));
            }
        }
        let mut every: Option<AbstractValue> = None;
        for value in all {
            let one = match (&value.contents, value.elements(&mut self.algebra)) {
                (Some(Contents::Every(every)), _) => vec![(**every).clone()],
                (_, Some(elements)) => elements.to_vec(),
                _ => return None,
            };
            for element in one {
                every = Some(match every {
                    None => element,
                    Some(so_far) => self.join_of(&so_far, &element),
                });
            }
        }
        every.map(|every| Contents::Every(Rc::new(every)))
    }

    pub(crate) fn cell(&mut self, body: &Rc<Body>, rows: &[Box<[ExprId]>]) -> AbstractValue {
        let mut evaluated = Vec::with_capacity(rows.len());
        let mut whole = true;
        for row in rows {
            match self.arguments(body, row) {
                Some(values) => evaluated.push(values),
                None => whole = false,
            }
        }
        let class = formwork_domain::ClassSet::only(Class::Cell);
        if !whole || !self.alive() {
            // A list of no elements gives an empty cell array of another size.
            return AbstractValue::new(class, None);
        }
        let constants: Option<Vec<Vec<Value>>> = evaluated
            .iter()
            .map(|row| row.iter().map(|value| value.constant().cloned()).collect())
            .collect();
        if let Some(constants) = constants
            && let Ok(value) = formwork_runtime::index::cell_literal(constants)
        {
            return AbstractValue::of(&value, &mut self.algebra);
        }
        // A cell array among the elements is an element; only an empty one disappears.
        let columns = evaluated.first().map_or(0, Vec::len);
        let regular = evaluated.iter().all(|row| row.len() == columns && columns > 0);
        let maybe_empty_cell = |value: &AbstractValue, algebra: &Algebra| {
            value.classes.contains(Class::Cell)
                && value.size(algebra).is_none_or(|size| size.count() == 0)
        };
        let plain = evaluated.len() == 1
            || !evaluated.iter().flatten().any(|value| maybe_empty_cell(value, &self.algebra));
        if !regular || !plain {
            return AbstractValue::new(class, None);
        }
        let size =
            formwork_shape::concrete::ConcreteShape::new([evaluated.len() as u64, columns as u64]);
        let shape = self.algebra.literal(&size);
        let mut elements = Vec::new();
        for column in 0..columns {
            elements.extend(evaluated.iter().map(|row| row[column].clone()));
        }
        let contents =
            (elements.len() <= Contents::BUDGET).then(|| Contents::Elements(elements.into()));
        AbstractValue { contents, ..AbstractValue::new(class, Some(shape)) }
    }
}

fn vector_like(algebra: &Algebra, shape: formwork_shape::shape::ShapeId) -> bool {
    algebra
        .as_concrete(shape)
        .is_some_and(|size| size.is_matrix() && (size.extent(0) == 1 || size.extent(1) == 1))
}
