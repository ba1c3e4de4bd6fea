//! Arguments that say how large a result is: `zeros(n, 2)`, `cell(1, n)`.
//!
//! A variable that is used as a size gets a name for the integer that it stands for, so
//! that `ones(n, 2)` and `ones(n, 3)` are seen to have as many rows. That holds also if
//! nothing is known of the variable, with care: of an array the first element counts, what
//! is empty counts as none, and the last argument may be the name of a class, in which
//! case the arguments before it say the whole size.
//!
//! Two things are taken for granted of variables of which nothing is known: they are none
//! of the keywords `"like"` and `"seed"`, which are written where they are meant; and one
//! that the same function computes with (`n + 1`, `1:n`) is not the name of a class.

use std::rc::Rc;

use formwork_builtins::Row;
use formwork_domain::{AbstractValue, Bounds, ClassSet, ValueFact};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind};
use formwork_runtime::Class;
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::Algebra;
use smallvec::SmallVec;

use crate::engine::Analyst;
use crate::expr::size::Size;

/// The arguments of a call, with names for the sizes that they say.
pub(crate) struct NamedSizes {
    args: Vec<AbstractValue>,
    /// Whether the last of them may be the name of a class.
    class: bool,
    /// The names, by variable.
    names: SmallVec<[Named; 2]>,
    /// Whether sizes are computed from what has names.
    computed: bool,
}

#[derive(Clone, Copy)]
struct Named {
    slot: SlotId,
    /// The integer below the first element.
    floor: ExtentId,
    /// The name that it had, if it had one.
    before: Option<ExtentId>,
    /// Whether the call fails if the variable is text.
    number: bool,
}

impl Analyst<'_> {
    /// A scalar that was taken for a size is an integer, if the built-in is strict.
    pub(crate) fn size_argument(
        &mut self,
        body: &Rc<Body>,
        args: &[AbstractValue],
        exprs: &[ExprId],
        place: usize,
        strict: bool,
    ) {
        let Some(slot) = Analyst::written_variable(body, exprs, place) else { return };
        let value = &args[place];
        let numeric = value.classes.all(|class| class.is_numeric() || class == Class::Logical);
        if !numeric || value.constant().is_some() {
            return;
        }
        // Of an array that is no scalar the first element counts.
        if !value.is_scalar() {
            return;
        }
        let extent = match value.value {
            ValueFact::Floor(extent) => extent,
            ValueFact::Integer(_) => return,
            _ if strict => {
                let name = self.frame().name(slot);
                let interval = self.bounds(value).map_or(Interval::ALL, Bounds::as_size);
                self.fresh(&name, interval)
            }
            _ => {
                self.floor_of(value, Some(exprs[place]), body);
                return;
            }
        };
        // Of a complex number the real part counts.
        let value = match value.complex {
            Truth::No => AbstractValue { value: ValueFact::Integer(extent), ..value.clone() },
            _ => AbstractValue { value: ValueFact::Floor(extent), ..value.clone() },
        };
        if strict {
            self.refine(slot, value);
        }
    }

    /// The value of a variable that is used as a size: of a number of which nothing else is known,
    /// its integer part gets a name.
    pub(crate) fn with_floor(
        &mut self,
        body: &Rc<Body>,
        id: ExprId,
        value: &AbstractValue,
    ) -> AbstractValue {
        let numeric = value.classes.all(|class| class.is_numeric() || class == Class::Logical);
        let ExprKind::Var(slot) = body.exprs[id].kind else { return value.clone() };
        if !numeric || !value.is_scalar() || !matches!(value.value, ValueFact::Any) {
            return value.clone();
        }
        match self.floor_of(value, Some(id), body) {
            Some(_) => (*self.frame().slot(slot).value).clone(),
            None => value.clone(),
        }
    }

    /// The arguments of a call, if some are variables of which it is not known that they
    /// are numbers and that they are scalars, with names for what they stand for.
    pub(crate) fn named_sizes(
        &mut self,
        body: &Rc<Body>,
        row: &Row,
        args: &[AbstractValue],
        exprs: &[ExprId],
    ) -> Option<NamedSizes> {
        let sizes = row.sizes.filter(|sizes| sizes.each)?;
        let (count, class) = without_keywords(args, sizes.class);
        if count < sizes.first + 2 {
            return None;
        }
        let mut named = NamedSizes {
            args: args.to_vec(),
            class: false,
            names: SmallVec::new(),
            computed: false,
        };
        for place in sizes.first..count {
            let value = &args[place];
            let Some(slot) = Analyst::written_variable(body, exprs, place) else {
                if let Some(extent) = self.computed_size(body, exprs, place, value, sizes.strict) {
                    named.args[place] = AbstractValue::integer(extent, &self.algebra);
                    named.computed = true;
                }
                continue;
            };
            let numeric =
                value.classes.is_within(ClassSet::NUMBERS.union(ClassSet::only(Class::Logical)));
            let unknown = matches!(value.value, ValueFact::Any | ValueFact::Floor(_));
            if !unknown || (numeric && value.is_scalar()) {
                continue;
            }
            let before = match value.value {
                ValueFact::Floor(floor) => Some(floor),
                _ => None,
            };
            let earlier = named.names.iter().find(|one| one.slot == slot).copied();
            let is_number = !value.classes.contains(Class::Char)
                || before.is_some_and(|floor| self.memo.sizes.numbers.contains(&floor))
                || self.memo.sizes.is_computed_with(body, slot);
            let last = place + 1 == count && class;
            let name = match earlier {
                Some(name) => name,
                None => {
                    let floor = match before {
                        Some(floor) if is_number || last => floor,
                        _ if sizes.strict => {
                            let name = self.frame().name(slot);
                            self.fresh(&name, Interval::ALL)
                        }
                        _ => self.fresh_floor(slot, Interval::ALL),
                    };
                    Named { slot, floor, before, number: !last }
                }
            };
            if earlier.is_none() {
                named.names.push(name);
            }
            let extent = if is_number || name.number || !last {
                name.floor
            } else {
                named.class = true;
                let otherwise = if count == sizes.first + 2 {
                    named.args[sizes.first].as_integer(&mut self.algebra)
                } else {
                    Some(Extents::ONE)
                };
                self.last_size(slot, name.floor, otherwise)
            };
            named.args[place] =
                AbstractValue::new(ClassSet::only(Class::Double), Some(Algebra::SCALAR))
                    .with_value(ValueFact::Integer(extent));
        }
        (named.computed || !named.names.is_empty()).then_some(named)
    }

    /// What arithmetic on what is no known number stands for in the place of a size.
    fn computed_size(
        &mut self,
        body: &Rc<Body>,
        exprs: &[ExprId],
        place: usize,
        value: &AbstractValue,
        strict: bool,
    ) -> Option<ExtentId> {
        let &id = exprs.get(place)?;
        let arithmetic = matches!(body.exprs[id].kind, ExprKind::Binary(..) | ExprKind::Unary(..));
        let open = matches!(value.value, ValueFact::Any | ValueFact::Floor(_));
        if !arithmetic || !open {
            return None;
        }
        self.size_expression(body, id, strict).map(Size::extent)
    }

    /// What the last of several sizes stands for: the same wherever the same value stands
    /// last and the name of a class would give the same extent.
    fn last_size(
        &mut self,
        slot: SlotId,
        floor: ExtentId,
        otherwise: Option<ExtentId>,
    ) -> ExtentId {
        let name = format!("extent({})", self.frame().name(slot));
        let Some(otherwise) = otherwise else { return self.fresh(&name, Interval::EXTENT) };
        if let Some(&extent) = self.memo.sizes.last.get(&(floor, otherwise)) {
            return extent;
        }
        let extent = self.fresh(&name, Interval::EXTENT);
        self.memo.sizes.last.insert((floor, otherwise), extent);
        extent
    }

    /// The shape of what a call gives whose sizes have names.
    pub(crate) fn size_by_names(
        &mut self,
        row: &'static Row,
        named: &NamedSizes,
        outputs: &mut [AbstractValue],
    ) {
        let sized = formwork_builtins::infer_outputs(row, &named.args, 1, &mut self.algebra);
        let ([output, ..], Some(sized)) = (outputs, sized.into_iter().next()) else { return };
        // With the name of a class the result is of that one.
        let classes = if named.class {
            let named = ClassSet::NUMBERS.union(ClassSet::only(Class::Logical));
            output.classes.intersection(named).union(sized.classes)
        } else {
            sized.classes
        };
        *output = AbstractValue { classes, ..sized };
    }

    /// Keeps the names of sizes, once the call has succeeded.
    pub(crate) fn learn_names(&mut self, named: NamedSizes) {
        for name in named.names {
            if name.number {
                self.memo.sizes.numbers.insert(name.floor);
            }
            if let Some(before) = name.before
                && before != name.floor
            {
                self.assume(Requirement::Equal(before, name.floor));
            }
            let value = (*self.frame().slot(name.slot).value).clone();
            if matches!(value.value, ValueFact::Any | ValueFact::Floor(_)) {
                self.refine(
                    name.slot,
                    AbstractValue { value: ValueFact::Floor(name.floor), ..value },
                );
            }
        }
    }
}

/// How many arguments may be sizes, and whether the last of them may be the name of a class: without
/// `"like", value` or the name of a class at the end.
fn without_keywords(args: &[AbstractValue], class: bool) -> (usize, bool) {
    let written = |place: usize| args[place].classes == ClassSet::only(Class::Char);
    let count = args.len();
    if count >= 2 && written(count - 2) {
        (count - 2, false)
    } else if count >= 1 && written(count - 1) {
        (count - 1, false)
    } else {
        (count, class)
    }
}
