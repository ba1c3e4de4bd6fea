//! Values that stand for all values of one class and size, to hear what the runtime says
//! of them: what it refuses for their sizes it refuses for those of every other.

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Row};
use formwork_domain::{AbstractValue, Contents};
use formwork_runtime::{
    Array, CellArray, Class, Dims, ErrorKind, FunctionHandle, Quote, StructArray, Value, index, ops,
};
use formwork_shape::{Dialect, Truth};

use crate::call::belief::is_limit;
use crate::call::fold::Known;
use crate::engine::Analyst;
use crate::expr::Many;

/// The most elements of a specimen.
const MOST: u64 = 1 << 12;

/// Which numbers stand for numbers that are not known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// 1 everywhere.
    Ones,
    /// 1, 2, 3, …: positive, integers, in order.
    Counting,
    /// Fractions in no order, of both signs.
    Mixed,
    /// 0 everywhere.
    Zeros,
    /// 1 on the diagonal.
    Identity,
    /// Integers of some size that grow: 24, 25, 26, …
    Large,
    /// Positive integers that fall down to 2.
    Falling,
    /// Between 0 and 1, and they grow.
    Fractions,
}

/// Specimens that have nothing in common but their sizes and classes.
const ALL: [Numbers; 8] = [
    Numbers::Ones,
    Numbers::Counting,
    Numbers::Mixed,
    Numbers::Zeros,
    Numbers::Identity,
    Numbers::Large,
    Numbers::Falling,
    Numbers::Fractions,
];

impl Numbers {
    fn list(self, dims: &Dims) -> Vec<f64> {
        let step = dims.rows() + 1;
        let count = dims.numel();
        (0..count)
            .map(|place| match self {
                Numbers::Ones => 1.0,
                Numbers::Counting => (place + 1) as f64,
                Numbers::Mixed => ((place * 7 + 3) % 13) as f64 * 0.37 - 1.9,
                Numbers::Zeros => 0.0,
                Numbers::Identity => f64::from(u8::from(place % step == 0)),
                Numbers::Large => (place + 24) as f64,
                Numbers::Falling => (count - place + 1) as f64,
                Numbers::Fractions => (place + 1) as f64 / (count + 1) as f64,
            })
            .collect()
    }
}

impl Analyst<'_> {
    /// A value of the class and size of another, if both are known: numbers, truth values,
    /// and cell arrays of such.
    pub(crate) fn specimen(&mut self, value: &AbstractValue, numbers: Numbers) -> Option<Value> {
        if let Some(constant) = value.constant() {
            return Some(constant.clone());
        }
        let class = value.classes.single()?;
        if class == Class::FunctionHandle {
            return Some(crate::call::fold::a_function());
        }
        let size = value.size(&self.algebra)?;
        if size.count() > MOST || value.complex != Truth::No {
            return None;
        }
        let dims = formwork_domain::dims_of(&size);
        if class == Class::Cell {
            let elements = match &value.contents {
                Some(Contents::Elements(elements)) => Rc::clone(elements),
                Some(Contents::Every(every)) => {
                    let one = self.specimen(&Rc::clone(every), numbers)?;
                    let all = vec![one; dims.numel()];
                    return Some(Value::Cell(CellArray::new(dims, all)));
                }
                _ => return None,
            };
            let inner: Option<Vec<Value>> =
                elements.iter().map(|element| self.specimen(element, numbers)).collect();
            return Some(Value::Cell(CellArray::new(dims, inner?)));
        }
        if class == Class::Logical {
            let step = dims.rows() + 1;
            let truths = (0..dims.numel()).map(|place| match numbers {
                Numbers::Ones | Numbers::Counting | Numbers::Large => true,
                Numbers::Mixed => place % 2 == 0,
                Numbers::Identity => place % step == 0,
                Numbers::Falling | Numbers::Fractions => place % 3 == 1,
                Numbers::Zeros => false,
            });
            return Some(Value::Bool(Array::new(dims, truths.collect())));
        }
        if !class.is_numeric() {
            return None;
        }
        let list = numbers.list(&dims);
        ops::cast(Value::Double(Array::new(dims, list)), class).ok()
    }

    /// A value of the class and size of another to store, or to store in: what it is made
    /// of does not matter.
    fn shell(&mut self, value: &AbstractValue) -> Option<Value> {
        let class = value.classes.single()?;
        if value.constant().is_none() {
            if class == Class::FunctionHandle {
                return Some(Value::Function(Rc::new(FunctionHandle::Named("sin".into()))));
            }
            let size = value.size(&self.algebra).filter(|size| size.count() <= MOST)?;
            let dims = formwork_domain::dims_of(&size);
            match class {
                Class::Cell => return Some(Value::Cell(CellArray::filled(dims))),
                Class::Char => return Some(Value::Char(Array::filled(dims, b'a'), Quote::Single)),
                _ => {}
            }
        }
        let real = AbstractValue { complex: Truth::No, ..value.clone() };
        self.specimen(&real, Numbers::Ones)
    }

    /// Structs without fields, as many as there are.
    fn fieldless(&mut self, value: &AbstractValue) -> Option<Value> {
        let size = value.size(&self.algebra).filter(|size| size.count() <= MOST)?;
        Some(Value::from(StructArray::without_fields(formwork_domain::dims_of(&size))))
    }

    /// What the runtime says of `[…]` of parts of these classes and sizes.
    pub(crate) fn joining_refusal(&mut self, rows: &[Vec<AbstractValue>]) -> Option<String> {
        let matlab = self.options.dialect == Dialect::Matlab;
        let number = |class: Class| class.is_numeric() || class == Class::Logical;
        let mut parts = Vec::with_capacity(rows.len());
        for row in rows {
            let mut values = Vec::with_capacity(row.len());
            for value in row {
                if matlab && !value.classes.single().is_some_and(number) {
                    return None;
                }
                values.push(self.shell(value)?);
            }
            parts.push(values);
        }
        let error = index::matrix_literal(parts).err()?;
        let sure = error.kind == ErrorKind::Catchable && !is_limit(&error.message);
        sure.then(|| error.message.clone())
    }

    /// What the runtime says of an operator on operands of these classes and sizes, if that
    /// is about their classes.
    pub(crate) fn operating_refusal(
        &mut self,
        op: ops::BinaryOp,
        left: &AbstractValue,
        right: &AbstractValue,
    ) -> Option<String> {
        let (a, b) = (self.shell(left)?, self.shell(right)?);
        let error = ops::binary(op, a, b, &mut self.memo.null_context).err()?;
        error.message.contains("not implemented for").then(|| error.message.clone())
    }

    /// Why `cellfun` or `arrayfun` calls nothing: what it is to call is no function, or what
    /// it is to go through has no cells or unequal sizes.
    pub(crate) fn mapping_refusal(
        &mut self,
        row: &Row,
        function: &AbstractValue,
        data: &[AbstractValue],
    ) -> Option<String> {
        let name = row.name;
        // A text may be an option, which may be shortened.
        if data.iter().any(|value| value.classes.contains(Class::Char)) {
            return None;
        }
        let number = |class: Class| class.is_numeric() || class == Class::Logical;
        if function.classes.single().is_some_and(number) {
            return Some(format!("{name}: argument NAME must be a string or function handle"));
        }
        if row.is(BuiltinId::Cellfun) {
            let no_cell = |value: &AbstractValue| value.classes.single().is_some_and(number);
            match data.iter().position(no_cell) {
                Some(0) => return Some("cellfun: C must be a cell array".to_owned()),
                Some(_) => return Some("cellfun: arguments must be cells".to_owned()),
                None => {}
            }
        }
        let sizes: Vec<_> =
            data.iter().map(|value| value.size(&self.algebra)).collect::<Option<_>>()?;
        // One element goes with all.
        let mut several = sizes.iter().filter(|size| size.count() != 1);
        let first = several.next()?;
        several.any(|size| size != first).then(|| format!("{name}: dimensions mismatch"))
    }

    /// Whether a function that is called for each element surely gives something that is no
    /// scalar.
    pub(crate) fn gives_no_scalar(&mut self, data: &[AbstractValue], results: &Many) -> bool {
        let Many::Known(results) = results else { return false };
        if data.iter().any(|value| value.classes.contains(Class::Char)) {
            return false;
        }
        let some =
            data.iter().all(|value| value.size(&self.algebra).is_some_and(|size| size.count() > 0));
        some && results
            .first()
            .is_some_and(|result| result.size(&self.algebra).is_some_and(|size| size.count() != 1))
    }

    /// Whether `cell{subscripts…} = value` names other than one place.
    pub(crate) fn names_several(
        &mut self,
        cell: &AbstractValue,
        subscripts: &[AbstractValue],
    ) -> bool {
        let Some(size) = cell.size(&self.algebra) else { return false };
        let dims = formwork_domain::dims_of(&size);
        let last = subscripts.len().saturating_sub(1);
        let mut places = 1;
        for (axis, subscript) in subscripts.iter().enumerate() {
            let Some(constant) = subscript.constant() else { return false };
            places *= match constant {
                Value::Char(text, _) if text.as_slice() == b":" && axis == last => {
                    (axis..dims.ndims().max(axis + 1)).map(|axis| dims.get(axis)).product()
                }
                Value::Char(text, _) if text.as_slice() == b":" => dims.get(axis),
                Value::Bool(truths) => truths.as_slice().iter().filter(|&&truth| truth).count(),
                other => other.numel(),
            };
        }
        places != 1
    }

    /// What the runtime says of `old(subscripts…) = value`, if it refuses that whatever the
    /// elements are.
    pub(crate) fn storing_refusal(
        &mut self,
        old: Option<&AbstractValue>,
        subscripts: &[AbstractValue],
        value: &AbstractValue,
    ) -> Option<String> {
        let constants: Vec<Value> =
            subscripts.iter().map(|value| value.constant().cloned()).collect::<Option<_>>()?;
        // What is stored far away makes a large array.
        let near = |constant: &Value| {
            constant.to_f64_array().is_none_or(|numbers| {
                numbers.as_slice().iter().all(|&number| number.abs() <= 256.0)
            })
        };
        if !constants.iter().all(near) || constants.is_empty() {
            return None;
        }
        let plain =
            |class: Class| class.is_numeric() || matches!(class, Class::Logical | Class::Char);
        let is_plain = |value: &AbstractValue| value.classes.single().is_some_and(plain);
        let both = is_plain(value) && old.is_none_or(is_plain);
        if self.options.dialect == Dialect::Matlab && !both {
            return None;
        }
        // Of whatever fields: only structs take structs.
        let (class, own) = (value.classes.single()?, old.and_then(|old| old.classes.single()));
        let mixed = (class == Class::Struct) != (own == Some(Class::Struct));
        let stored = match class {
            Class::Struct if mixed && old.is_some_and(is_plain) => self.fieldless(value)?,
            _ => self.shell(value)?,
        };
        let outcome = match old {
            None => index::assign_new(&constants, stored).map(|_| ()),
            Some(old) => {
                let mut base = match own {
                    Some(Class::Struct) if mixed => self.fieldless(old)?,
                    _ => self.shell(old)?,
                };
                index::assign(&mut base, &constants, stored)
            }
        };
        let error = outcome.err().filter(|error| error.kind == ErrorKind::Catchable)?;
        // What does not fit in no place of more dimensions, Octave stores at times: it looks
        // for extents that nothing has.
        let undefined = constants.len() > 2 && names_no_place(&error.message);
        (!undefined).then(|| error.message.clone())
    }

    /// Whether `old.name = …` fails because of what `old` is: no struct, and not `[]`.
    pub(crate) fn takes_no_fields(&mut self, old: &AbstractValue) -> bool {
        let Some(class) = old.classes.single() else { return false };
        let Some(size) = old.size(&self.algebra) else { return false };
        let count = size.count();
        if class == Class::Struct {
            // Several structs have several such fields.
            return count > 1;
        }
        let array =
            class.is_numeric() || matches!(class, Class::Logical | Class::Char | Class::Cell);
        let none = size.is_matrix() && size.extent(0) == 0 && size.extent(1) == 0;
        array && !none && (count > 0 || self.options.dialect == Dialect::Octave)
    }

    /// Whether `old{k} = …` fails whatever is in the value: an array of another class than a cell
    /// array, with elements.
    pub(crate) fn takes_no_cells(&mut self, old: &AbstractValue) -> bool {
        let Some(class) = old.classes.single() else { return false };
        if class == Class::FunctionHandle {
            return true;
        }
        let array = class.is_numeric() || matches!(class, Class::Logical | Class::Char);
        array && old.size(&self.algebra).is_some_and(|size| size.count() > 0)
    }

    /// What a built-in says last that refuses all specimens of arguments of these sizes, for whatever
    /// reasons. It takes arguments of other sizes: so MATLAB refuses these, too, though the two may
    /// differ in their options.
    pub(super) fn refusal_of_sizes(
        &mut self,
        row: &'static Row,
        args: &[AbstractValue],
        nargout: usize,
    ) -> Option<String> {
        if !self.is_trusted_with_sizes(row) {
            return None;
        }
        let said = self.refusal_by(row, args, nargout, (Reasons::Any, Known::All))?;
        (!said.starts_with("Invalid call to") && !is_limit(&said)).then_some(said)
    }

    /// What a built-in says that refuses arguments of these sizes, whatever their elements
    /// are: it says the same of specimens that have nothing else in common.
    pub(crate) fn sized_refusal(
        &mut self,
        row: &'static Row,
        args: &[AbstractValue],
        nargout: usize,
    ) -> Option<String> {
        let open = args.iter().any(|value| value.constant().is_none());
        let believed = self.options.dialect != Dialect::Matlab && self.is_trusted(row, args, "");
        if open && believed {
            let known = self.known_options();
            self.refusal_by(row, args, nargout, (Reasons::Same, known))
        } else {
            None
        }
    }

    /// What a built-in says last that refuses all specimens of some arguments.
    fn refusal_by(
        &mut self,
        row: &'static Row,
        args: &[AbstractValue],
        nargout: usize,
        (reasons, known): (Reasons, Known),
    ) -> Option<String> {
        let mut said: Option<String> = None;
        for numbers in ALL {
            let values: Vec<Value> =
                args.iter().map(|value| self.specimen(value, numbers)).collect::<Option<_>>()?;
            let values: Vec<&Value> = values.iter().collect();
            let context = &mut self.memo.null_context;
            let error = match crate::call::fold::evaluate(context, row, &values, nargout, known) {
                crate::call::fold::Folded::Fails(error) => error,
                // Too large to be computed here.
                crate::call::fold::Folded::Unknown if numbers == Numbers::Large => continue,
                crate::call::fold::Folded::Unknown | crate::call::fold::Folded::Gives(_) => {
                    return None;
                }
            };
            let differs = said.as_ref().is_some_and(|said| *said != error.message);
            if differs && reasons == Reasons::Same {
                return None;
            }
            said = Some(error.message.clone());
        }
        said.filter(|message| !is_limit(message))
    }
}

/// For which reasons specimens are refused.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reasons {
    /// All for one.
    Same,
    /// Whatever they are.
    Any,
}

/// Whether the places of an assignment are none: `… (op1 is 2x0x1, …`.
fn names_no_place(message: &str) -> bool {
    let places = message.split_once("(op1 is ").and_then(|(_, rest)| rest.split_once(','));
    places.is_some_and(|(places, _)| places.split('x').any(|extent| extent == "0"))
}
