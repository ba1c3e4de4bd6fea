//! Which calls and operators are methods: those with an argument that is an object of a class that
//! has one of the name. Of several objects that of the superior class decides, then the first.

use std::rc::Rc;

use formwork_builtins::{Args, BuiltinId, HandleMethod, Stream, Values};
use formwork_hir::MemberAccess;
use formwork_runtime::ops::{self, BinaryOp, UnaryOp};
use formwork_runtime::{Array, Dims, Error, Member, Object, Result, Value};

use super::{MethodCode, access_word, class_of, old_class_of};
use crate::code::{Callable, Code};
use crate::interpreter::Interpreter;
use crate::lists::Operand;

/// The method that makes ranges.
const COLON: &str = "colon";

/// What becomes of a call of a built-in function that is given objects.
pub(crate) enum BuiltIn {
    /// It has been done.
    Done(Values),
    /// The evaluator gets these.
    Evaluate(Args),
}

/// Whether one of some values is an object.
#[inline]
pub(crate) fn has_object(values: &[Value]) -> bool {
    values.iter().any(|value| matches!(value, Value::Object(_)))
}

impl Interpreter<'_> {
    /// Calls the method of that name, if the call is one of a method.
    pub(crate) fn dispatch(
        &mut self,
        name: &str,
        args: &Args,
        nargout: usize,
    ) -> Option<Result<Values>> {
        let objects: Vec<&Value> =
            args.iter().filter(|value| matches!(value, Value::Object(_))).collect();
        let mut order: Vec<usize> = (0..objects.len()).collect();
        // The object of a superior class comes first.
        if let Some(best) = self.superior_of(&objects) {
            order.retain(|&place| place != best);
            order.insert(0, best);
        }
        for place in order {
            match self.method_of(name, objects[place]) {
                Ok(Some(code)) => return Some(self.call_code(&code, args.clone(), nargout, None)),
                Ok(None) => {}
                Err(error) => return Some(Err(error)),
            }
        }
        let is_handle =
            |value: &Value| matches!(value, Value::Object(object) if object.class().is_handle());
        if let Some(method) = HandleMethod::of(name)
            && args.first().is_some_and(is_handle)
        {
            return Some(self.reference_method(method, args.clone()));
        }
        None
    }

    /// The place of the object whose class is superior to those of the others.
    fn superior_of(&self, objects: &[&Value]) -> Option<usize> {
        let mut best = 0;
        for (place, object) in objects.iter().enumerate().skip(1) {
            let pair = (object.class_name(), objects[best].class_name());
            if self.classes.superior.contains(&(Rc::from(&*pair.0), Rc::from(&*pair.1))) {
                best = place;
            }
        }
        (best > 0).then_some(best)
    }

    /// The code of a method that an object has, if the running function may call it.
    fn method_of(&mut self, name: &str, value: &Value) -> Result<Option<Rc<Code>>> {
        let Value::Object(object) = value else { return Ok(None) };
        if let Some(class) = class_of(object) {
            let Some(method) = class.method(name).map(Rc::clone) else { return Ok(None) };
            if matches!(method.code, MethodCode::Here(_)) && *method.name == *class.short_name() {
                return Ok(None);
            }
            if method.attributes.get != MemberAccess::Public
                && self.allow_method(&class, &method).is_err()
            {
                let word = access_word(&method.attributes.get);
                return Err(Error::plain(format!(
                    ": method '{name}' has {word} access and cannot be run in this context"
                )));
            }
            return self.method_code(&method).map(Some);
        }
        let Some(class) = old_class_of(object) else { return Ok(None) };
        Ok(self.old_method(&class, name).map(|(code, _)| code))
    }

    /// Calls what a name means, which is a method if an argument is an object.
    #[inline]
    pub(crate) fn call_or_dispatch(
        &mut self,
        name: &str,
        callable: &Callable,
        args: Args,
        nargout: usize,
    ) -> Result<Values> {
        if self.classes.exist
            && has_object(&args)
            && !matches!(callable, Callable::Class(_))
            && let Some(outcome) = self.dispatch(name, &args, nargout)
        {
            return outcome;
        }
        self.call_callable(callable, args, nargout, None)
    }

    /// `left op right`
    #[inline]
    pub(crate) fn operate(&mut self, op: BinaryOp, left: Value, right: Value) -> Result<Value> {
        if matches!(left, Value::Object(_)) || matches!(right, Value::Object(_)) {
            return self.operate_on_objects(op, left, right);
        }
        ops::binary(op, left, right, self)
    }

    #[cold]
    fn operate_on_objects(&mut self, op: BinaryOp, left: Value, right: Value) -> Result<Value> {
        let args: Args = smallvec::smallvec![left, right];
        if let Some(outcome) = self.dispatch(op.function(), &args, 1) {
            let values = outcome?;
            return values.into_iter().next().ok_or_else(|| {
                Error::plain(format!("{}: the method of a class gives nothing", op.function()))
            });
        }
        if let (BinaryOp::Equal | BinaryOp::NotEqual, [left, right]) = (op, &args[..])
            && let Some(same) = self.same_objects(left, right)
        {
            let wanted = op == BinaryOp::Equal;
            return Ok(Value::Bool(same.map(|&same| same == wanted)));
        }
        let mut args = args.into_iter();
        let (left, right) = (args.next().unwrap_or_default(), args.next().unwrap_or_default());
        ops::binary(op, left, right, self)
    }

    /// Which objects of two arrays are the same: of classes of handles and of enumerations.
    fn same_objects(&mut self, left: &Value, right: &Value) -> Option<Array<bool>> {
        if let (Value::Object(object), Some(text)) = (left, right.as_text()) {
            return self.is_constant_named(object, left, &text);
        }
        if let (Some(text), Value::Object(object)) = (left.as_text(), right) {
            return self.is_constant_named(object, right, &text);
        }
        let (Value::Object(a), Value::Object(b)) = (left, right) else { return None };
        let comparable = |object: &Object| {
            object.class().is_handle()
                || class_of(object).is_some_and(|class| !class.enumerators.is_empty())
        };
        if !comparable(a) || !comparable(b) {
            return None;
        }
        let (long, short) = if a.numel() >= b.numel() { (a, b) } else { (b, a) };
        if short.numel() != 1 && short.dims() != long.dims() {
            return None;
        }
        let same = |(place, one): (usize, &Member)| {
            let other = short.members().get(if short.numel() == 1 { 0 } else { place });
            match (one, other) {
                (Member::Reference(a), Some(Member::Reference(b))) => Rc::ptr_eq(a, b),
                (Member::Fields(a), Some(Member::Fields(b))) => {
                    long.class().name() == short.class().name()
                        && a.0.len() == b.0.len()
                        && a.0.iter().zip(&b.0).all(|(a, b)| ops::equal(a, b))
                }
                _ => false,
            }
        };
        let answers = long.members().iter().enumerate().map(same).collect();
        Some(Array::new(long.dims(), answers))
    }

    fn is_constant_named(
        &mut self,
        object: &Object,
        value: &Value,
        name: &str,
    ) -> Option<Array<bool>> {
        let class = class_of(object).filter(|class| !class.enumerators.is_empty())?;
        let own = self.enumerator_name(&class, value)?;
        Some(Array::new(Dims::SCALAR, vec![*own == *name]))
    }

    /// `op operand`
    #[inline]
    pub(crate) fn operate_alone(&mut self, op: UnaryOp, operand: Value) -> Result<Value> {
        if matches!(operand, Value::Object(_)) {
            return self.operate_on_object(op, operand);
        }
        ops::unary(op, operand)
    }

    #[cold]
    fn operate_on_object(&mut self, op: UnaryOp, operand: Value) -> Result<Value> {
        let args: Args = smallvec::smallvec![operand];
        if let Some(outcome) = self.dispatch(op.function(), &args, 1) {
            let values = outcome?;
            return values.into_iter().next().ok_or_else(|| {
                Error::plain(format!("{}: the method of a class gives nothing", op.function()))
            });
        }
        let operand = args.into_iter().next().unwrap_or_default();
        if let (UnaryOp::Transpose | UnaryOp::ConjugateTranspose, Value::Object(object)) =
            (op, &operand)
        {
            let positions = ops::unary(op, object.positions())?;
            return object.gathered(&positions).map(Value::from);
        }
        ops::unary(op, operand)
    }

    /// `start:step:stop` where one of them is an object.
    pub(crate) fn range_of_objects(
        &mut self,
        start: &Operand,
        step: Option<&Operand>,
        stop: &Operand,
    ) -> Option<Result<Value>> {
        let parts = [Some(start), step, Some(stop)].into_iter().flatten();
        let args: Args = parts.filter_map(Operand::value).cloned().collect();
        if !has_object(&args) {
            return None;
        }
        let outcome = self.dispatch(COLON, &args, 1)?;
        Some(outcome.and_then(|values| {
            let value = values.into_iter().next();
            value.ok_or_else(|| Error::plain("the method of a class that makes a range gives none"))
        }))
    }

    /// Whether a `case` that is an object takes a subject.
    pub(crate) fn object_takes_case(&mut self, subject: &Value, label: &Value) -> Option<bool> {
        let labels = match label {
            Value::Cell(cell) => cell.as_slice().to_vec(),
            one => vec![one.clone()],
        };
        if !matches!(subject, Value::Object(_)) && !has_object(&labels) {
            return None;
        }
        Some(labels.iter().any(|label| {
            self.same_objects(subject, label)
                .is_some_and(|same| same.as_slice().iter().all(|&same| same))
        }))
    }

    /// Arguments with something of the size that the class of an object says instead of it.
    fn by_own_size(&mut self, mut args: Args) -> Result<Args> {
        let Some(value @ Value::Object(_)) = args.first().cloned() else { return Ok(args) };
        let Some(method) = self.object_method(BuiltinId::Size.name(), &value)? else {
            return Ok(args);
        };
        let size = self.call_code(&method, smallvec::smallvec![value], 1, None)?;
        let extents = size.first().and_then(Value::to_f64_array).map(|array| {
            array.as_slice().iter().map(|&extent| extent.max(0.0) as usize).collect::<Vec<_>>()
        });
        if let (Some(extents), Some(first)) = (extents, args.first_mut())
            && extents.len() >= 2
        {
            let dims = Dims::new(&extents);
            if dims.checked_numel().is_some_and(|count| count <= 1 << 20) {
                *first = Value::Bool(Array::filled(dims, false));
            }
        }
        Ok(args)
    }

    /// What a built-in function does that is given objects, where that is something else than its
    /// evaluator does; else the arguments, whose objects know what there is to print.
    pub(crate) fn built_in_of_objects(
        &mut self,
        row: &'static formwork_builtins::Row,
        args: Args,
    ) -> Result<BuiltIn> {
        let joined = |this: &mut Self, rows| {
            this.join_objects(rows).map(|value| BuiltIn::Done(smallvec::smallvec![value]))
        };
        match row.id {
            Some(BuiltinId::Disp | BuiltinId::Display) => {
                if let [value] = &args[..]
                    && let Some(text) = self.constant_text(value)
                {
                    self.write_out(Stream::Output, text.as_bytes())?;
                    return Ok(BuiltIn::Done(Values::new()));
                }
                let shown: Result<Args> =
                    args.into_iter().map(|value| self.with_views(value)).collect();
                shown.map(BuiltIn::Evaluate)
            }
            // What is asked of sizes a class answers by its own.
            Some(BuiltinId::Rows | BuiltinId::Columns | BuiltinId::Ndims | BuiltinId::Isscalar) => {
                self.by_own_size(args).map(BuiltIn::Evaluate)
            }
            Some(BuiltinId::Horzcat) if has_object(&args) => joined(self, vec![args.into_vec()]),
            Some(BuiltinId::Vertcat) if has_object(&args) => {
                joined(self, args.into_iter().map(|value| vec![value]).collect())
            }
            Some(BuiltinId::Cat) if has_object(&args) => {
                let along = args.first().and_then(Value::as_double);
                let rest: Vec<Value> = args.iter().skip(1).cloned().collect();
                match along {
                    Some(1.0) => joined(self, rest.into_iter().map(|value| vec![value]).collect()),
                    Some(2.0) => joined(self, vec![rest]),
                    _ => Ok(BuiltIn::Evaluate(args)),
                }
            }
            Some(BuiltinId::Char) => Ok(match &args[..] {
                [Value::Object(object)] => match class_of(object)
                    .and_then(|class| self.enumerator_name(&class, &args[0]))
                {
                    Some(name) => BuiltIn::Done(smallvec::smallvec![Value::text(&*name)]),
                    None => BuiltIn::Evaluate(args),
                },
                _ => BuiltIn::Evaluate(args),
            }),
            _ => Ok(BuiltIn::Evaluate(args)),
        }
    }
}
