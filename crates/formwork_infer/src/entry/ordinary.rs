//! Ordinary calls: what callers pass to a function that says nothing of its parameters.
//!
//! A function of undeclared parameters may be called with anything, so that hardly an operation in
//! it *surely* fails: `x(:) * x(:)` works for a scalar. But its text shows what it is for. Who
//! measures, turns or goes through a parameter expects an array of it; who asks for rows and
//! columns under two names expects them to differ; who counts up to a parameter expects a whole
//! number. A call that is as the text expects is *ordinary*: sizes are at least 2, and sizes that
//! have to do with nothing are not equal by chance. What fails on every ordinary call is worth a
//! warning, and never an error.
//!
//! Where the text leaves it open, a function is walked in *settings*: vectors are columns and
//! what is unclear is a scalar, or vectors are rows and what is unclear is a matrix, or vectors are
//! columns beside such matrices. What fails in all of them counts. A function that asks how many arguments there are is walked once for each number that
//! it asks for: what fails with one of them counts.
//!
//! ```text
//! function y = f (A, x, n, g, c)    A : r x c, both >= 2, which differ    ([r, c] = size (A))
//!   [r, c] = size (A);              x : a vector of at least 2 elements   (x(:))
//!   x = x(:);                       n : a whole number >= 2               (1:n)
//!   …                               g : stays what it is, may be called   (g (x))
//!   if nargin < 5, c = 0.5; end     c : a scalar                          (its default)
//! ```

use std::rc::Rc;

use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, CallId, Unit};
use formwork_runtime::Class;
use formwork_shape::extent::{ExtentId, Extents, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, VariableKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::call::objects::is_in_class_folder;
use crate::engine::Analyst;
use crate::entry::assumption::contradicted;
use crate::entry::calls_in_text::{argument_counts, has_planes};
use crate::entry::described::Described;
use crate::entry::documented::{Documented, Said, documented};
use crate::entry::own_class::takes_arguments;
use crate::entry::precondition::Precondition;
use crate::entry::uses::{LEAST, Use, Uses};
use crate::report::failure::FailureKind;

/// Numbers that a size with a name is not by chance.
const FEW: std::ops::RangeInclusive<i64> = 2..=4;

/// What a parameter is on an ordinary call.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Ordinary {
    /// An array of these sizes.
    Sizes(Rc<[Said]>),
    /// A cell array of several elements.
    Cell,
    /// A row.
    Row,
    /// A column.
    Column,
    /// A whole number.
    Number,
    /// A scalar.
    Scalar,
    /// A vector, with at least so many elements.
    Vector(i64),
    /// A vector with so many elements, or more: the text names them one by one.
    Few(i64),
    /// A matrix.
    Matrix {
        /// It has at least so many rows and columns.
        extents: [i64; 2],
        /// Whether it has other rows than columns.
        apart: bool,
        /// Whether it has as many rows as columns.
        square: bool,
    },
    /// An array of rows, columns and planes.
    Planes,
    /// An array of numbers of any rank.
    Array,
    /// A number, or an array of numbers: the text does not tell.
    Unclear,
}

/// What the parameters are on an ordinary call, of those that the text tells something of.
fn ordinary(body: &Body) -> (FxHashMap<SlotId, Ordinary>, Vec<(SlotId, CallId, usize)>) {
    let not_numbers = contradicted(body);
    let parameters = body.inputs.iter().filter_map(|input| input.slot);
    let parameters: FxHashSet<SlotId> =
        parameters.filter(|slot| !not_numbers.contains(slot)).collect();
    let uses = Uses::of(body, &parameters);
    let planes = has_planes(body);
    let mut kinds: FxHashMap<SlotId, Ordinary> = parameters
        .iter()
        .filter_map(|&slot| {
            let one = uses.all.get(&slot).copied().unwrap_or_default();
            let kind = one.kind()?;
            // Where there are planes, a matrix may have some, too.
            let kind = match kind {
                Ordinary::Matrix { .. } | Ordinary::Unclear if planes && !one.by_places => {
                    Ordinary::Array
                }
                kind => kind,
            };
            Some((slot, kind))
        })
        .collect();
    for (slot, said) in documented(body) {
        let is_number = matches!(kinds.get(&slot), Some(Ordinary::Number | Ordinary::Scalar));
        match said {
            _ if is_number => {}
            Documented::Cell => {
                kinds.insert(slot, Ordinary::Cell);
            }
            Documented::Other => {
                kinds.remove(&slot);
            }
            _ if not_numbers.contains(&slot) => {}
            Documented::Sizes(sizes) => {
                kinds.insert(slot, Ordinary::Sizes(sizes));
            }
            Documented::Row => {
                kinds.insert(slot, Ordinary::Row);
            }
            Documented::Column => {
                kinds.insert(slot, Ordinary::Column);
            }
            Documented::Scalar => {
                kinds.insert(slot, Ordinary::Scalar);
            }
        }
    }
    (kinds, uses.passed)
}

impl Use {
    fn kind(self) -> Option<Ordinary> {
        let is_array = self.as_array || self.as_vector || self.as_matrix;
        if self.as_text {
            return None;
        }
        // Who gives planes a name, and nowhere asks whether there are some, expects several.
        if self.has_planes && !self.rank_asked {
            return Some(Ordinary::Planes);
        }
        // Whose extents are asked for one by one, and whose elements are taken in a row, may have more.
        let open_rank = self.lists_extents || self.flattened && self.asked.contains(&true);
        if self.as_many || open_rank && !self.has_two {
            return Some(Ordinary::Array);
        }
        if !is_array {
            return match (self.as_function, self.as_number, self.as_scalar) {
                (true, ..) => None,
                (false, true, _) => Some(Ordinary::Number),
                (false, false, true) => Some(Ordinary::Scalar),
                (false, false, false) if self.repeated => Some(Ordinary::Vector(LEAST)),
                (false, false, false) => Some(Ordinary::Unclear),
            };
        }
        // What is a number as well as an array may be either.
        let made_vector = self.made_vector && !self.as_matrix && !self.as_number;
        if (self.as_number || self.as_scalar) && !made_vector {
            return Some(Ordinary::Array);
        }
        // `repmat (v, 1, n)` repeats a column, or puts rows side by side.
        if self.repeated && !self.has_two {
            return Some(Ordinary::Vector(LEAST));
        }
        if self.as_vector && !self.as_matrix {
            let count = self.count.max(LEAST);
            let named = !self.goes_on && !self.flattened;
            return Some(if named { Ordinary::Few(count) } else { Ordinary::Vector(count) });
        }
        let least = |axis: usize| {
            let asked = if self.asked[axis] { LEAST } else { 1 };
            self.extents[axis].max(asked)
        };
        let apart = self.asked == [true, true] && !self.square;
        Some(Ordinary::Matrix { extents: [least(0), least(1)], apart, square: self.square })
    }
}

impl Analyst<'_> {
    /// Walks the functions of a file once more, each as it is called ordinarily. What is found then
    /// is kept apart ([`FunctionRecord::ordinary`](crate::FunctionRecord)).
    pub fn analyse_ordinary_calls(&mut self, path: &std::path::Path) {
        let Some(unit) = self.unit(path) else { return };
        if self.is_class(path) {
            self.analyse_own_class(&unit);
        } else {
            let bodies: Vec<Rc<Body>> = unit.bodies.values().cloned().collect();
            for body in bodies.iter().filter(|body| takes_arguments(body)) {
                self.analyse_ordinary_call(&unit, body, &Setting::ALL);
            }
        }
        self.analyse_doubted_callees(path);
    }

    /// Walks functions of other files in which ordinary calls fail as they are called ordinarily, to
    /// see whether it is the call that is wrong.
    fn analyse_doubted_callees(&mut self, path: &std::path::Path) {
        let mut bodies: Vec<Rc<Body>> = Vec::new();
        for function in self.found.functions.iter().filter(|one| one.ordinary.is_some()) {
            for failure in function.sure_failures().chain(&function.doubts) {
                let FailureKind::Call { inner, .. } = &failure.kind else { continue };
                let callee = self.found.functions.iter().find(|one| {
                    Rc::ptr_eq(&one.source, &inner.source)
                        && one.body.span.to(inner.failure.span) == one.body.span
                });
                if let Some(callee) = callee.filter(|_| inner.source.path != path)
                    && !bodies.iter().any(|body| Rc::ptr_eq(body, &callee.body))
                {
                    bodies.push(Rc::clone(&callee.body));
                }
            }
        }
        for body in bodies {
            if let Some(unit) = self.unit(&body.source.path.clone()) {
                self.analyse_ordinary_call(&unit, &body, &Setting::ALL);
            }
        }
    }

    /// Walks a function as it is called ordinarily, in each of these settings if it leaves something open.
    pub(super) fn analyse_ordinary_call(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        settings: &[Setting],
    ) {
        let learned = self.found.learned.get(&body.id).cloned().unwrap_or_default();
        let (mut kinds, passed) = ordinary(body);
        // What the function only hands on is what the other one makes of it.
        for (slot, call, place) in passed {
            if kinds.get(&slot) == Some(&Ordinary::Unclear) {
                match self.kind_in_callee(unit, body, call, place) {
                    Some(kind) => kinds.insert(slot, kind),
                    None => kinds.remove(&slot),
                };
            }
        }
        // The methods of a class take objects: all of them, or the first argument at least.
        if is_in_class_folder(&unit.source.path) {
            kinds.clear();
        } else if self.is_class(&unit.source.path.clone())
            && !self.takes_no_object(body)
            && let Some(slot) = body.inputs.first().and_then(|input| input.slot)
        {
            kinds.remove(&slot);
        }
        let is_open = |kind: &Ordinary| {
            matches!(
                kind,
                Ordinary::Vector(_) | Ordinary::Few(_) | Ordinary::Cell | Ordinary::Unclear
            )
        };
        let settings = match kinds.values().any(is_open) {
            true => settings,
            false => &settings[..1],
        };
        // Who calls a function that only its file can call has made sure of what it is called with.
        let is_private =
            unit.functions.first().is_none_or(|(_, first)| unit.bodies[*first].id != body.id);
        for arguments in argument_counts(body) {
            for setting in settings {
                self.begin_entry(body);
                let before = self.found.functions.len();
                let (mut assumed, mut generic, named) =
                    self.as_called_ordinarily(body, &kinds, &learned, *setting);
                self.assume_object(body, &mut assumed);
                if let Some(own) = &mut self.calls.ordinary.own_class {
                    own.share_by_chance(body, &mut generic);
                }
                if body.varargin.is_none() {
                    assumed.set_arguments(arguments);
                }
                self.calls.ordinary.stated_outputs = self.stated_outputs(body, &named);
                self.ordinary = Some(if is_private { Rc::new([]) } else { generic.into() });
                self.walk_entry(unit, body, &Described::default(), &assumed);
                self.ordinary = None;
                for function in &mut self.found.functions[before..] {
                    function.ordinary = Some(arguments);
                }
                // Another setting can only show that what was found is no problem.
                if !self.found.functions[before].has_something_to_say() {
                    break;
                }
            }
        }
    }

    /// What a parameter of a function that is called is on an ordinary call.
    fn kind_in_callee(
        &mut self,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        call: CallId,
        place: usize,
    ) -> Option<Ordinary> {
        let (_, callee) = self.function_called(unit, body, call)?;
        let slot = callee.inputs.get(place)?.slot?;
        let (mut kinds, passed) = ordinary(&callee);
        if passed.iter().any(|(own, ..)| *own == slot) {
            return None;
        }
        match kinds.remove(&slot)? {
            // It takes scalars, too.
            Ordinary::Vector(_) | Ordinary::Few(_) | Ordinary::Array => None,
            // Its names mean something else there.
            Ordinary::Sizes(_) => {
                Some(Ordinary::Matrix { extents: [1, 1], apart: false, square: false })
            }
            kind => Some(kind),
        }
    }

    /// What is assumed of parameters on an ordinary call, and what of their sizes is so wherever the
    /// function does not make sure of the contrary.
    fn as_called_ordinarily(
        &mut self,
        body: &Rc<Body>,
        kinds: &FxHashMap<SlotId, Ordinary>,
        learned: &Precondition,
        setting: Setting,
    ) -> (Precondition, Vec<Requirement>, FxHashMap<Rc<str>, ExtentId>) {
        let mut assumed = Precondition::default();
        let mut generic = Vec::new();
        let mut slots: Vec<(SlotId, Ordinary)> =
            kinds.iter().map(|(slot, kind)| (*slot, kind.clone())).collect();
        // Numbers come first: sizes may be named after them.
        slots.sort_unstable_by_key(|(slot, kind)| (*kind != Ordinary::Number, *slot));
        let mut named: FxHashMap<Rc<str>, ExtentId> = FxHashMap::default();
        for (slot, kind) in slots {
            let known = learned.value(slot).map_or(ClassSet::ALL, |value| value.classes);
            let wanted = match kind {
                Ordinary::Cell => ClassSet::only(Class::Cell),
                _ => ClassSet::NUMBERS,
            };
            let classes = known.intersection(wanted);
            if classes.is_empty() {
                continue;
            }
            let name = Rc::clone(&body.slots[slot].name);
            let kind = match (kind, setting) {
                (Ordinary::Unclear, Setting::Upright) => Ordinary::Scalar,
                (Ordinary::Unclear, Setting::Flat | Setting::Tall) => {
                    Ordinary::Matrix { extents: [1, 1], apart: false, square: false }
                }
                (Ordinary::Few(count), Setting::Upright | Setting::Tall) => Ordinary::Vector(count),
                (kind, Setting::Upright | Setting::Flat | Setting::Tall) => kind,
            };
            let known = (&name, classes);
            let value =
                self.ordinary_value(kind, setting, known, &mut named, &mut |one| match one {
                    Requirement::Different(..) => generic.push(one),
                    one => assumed.learn(one),
                });
            assumed.set(slot, value);
        }
        // What has another name is another size.
        let mut apart: Vec<ExtentId> = named.values().copied().collect();
        apart.sort_unstable();
        for (place, &one) in apart.iter().enumerate() {
            generic.extend(apart[..place].iter().map(|&other| Requirement::Different(one, other)));
        }
        (assumed, generic, named)
    }

    /// A parameter of one kind; what is known of its sizes besides goes to `known_too`.
    fn ordinary_value(
        &mut self,
        kind: Ordinary,
        setting: Setting,
        (name, classes): (&Rc<str>, ClassSet),
        named: &mut FxHashMap<Rc<str>, ExtentId>,
        known_too: &mut dyn FnMut(Requirement),
    ) -> AbstractValue {
        match kind {
            Ordinary::Number => {
                let number = self.fresh(name, Interval::at_least(LEAST));
                named.insert(Rc::clone(name), number);
                AbstractValue::integer(number, &self.algebra)
            }
            Ordinary::Sizes(sizes) => {
                let extents = self.extents_as_said(&sizes, named);
                self.names_are_no_numbers(&sizes, &extents).into_iter().for_each(known_too);
                let shape = self.algebra.tuple(extents);
                AbstractValue::new(classes, Some(shape))
            }
            Ordinary::Column => {
                let count = self.fresh(&format!("numel({name})"), Interval::at_least(LEAST));
                let shape = self.algebra.tuple([count, Extents::ONE]);
                AbstractValue::new(classes, Some(shape))
            }
            Ordinary::Row => {
                let count = self.fresh(&format!("numel({name})"), Interval::at_least(LEAST));
                let shape = self.algebra.tuple([Extents::ONE, count]);
                AbstractValue::new(classes, Some(shape))
            }
            Ordinary::Cell => {
                let count = self.fresh(&format!("numel({name})"), Interval::at_least(LEAST));
                let shape = match setting {
                    Setting::Flat => self.algebra.tuple([Extents::ONE, count]),
                    Setting::Upright | Setting::Tall => self.algebra.tuple([count, Extents::ONE]),
                };
                AbstractValue::new(classes, Some(shape))
            }
            Ordinary::Scalar => AbstractValue::new(classes, Some(Algebra::SCALAR)),
            Ordinary::Few(count) => {
                let count = self.algebra.extents_mut().literal(count);
                let shape = self.algebra.tuple([Extents::ONE, count]);
                AbstractValue::new(classes, Some(shape))
            }
            Ordinary::Vector(count) => {
                let count = self.fresh(&format!("numel({name})"), Interval::at_least(count));
                let shape = match setting {
                    Setting::Flat => self.algebra.tuple([Extents::ONE, count]),
                    Setting::Upright | Setting::Tall => self.algebra.tuple([count, Extents::ONE]),
                };
                AbstractValue::new(classes, Some(shape))
            }
            Ordinary::Matrix { square: true, .. } => {
                let rows = self.fresh(&format!("size({name},1)"), Interval::at_least(LEAST));
                let shape = self.algebra.tuple([rows, rows]);
                AbstractValue::new(classes, Some(shape))
            }
            Ordinary::Matrix { extents: least, apart, square: false } => {
                let rows = self.fresh(&format!("size({name},1)"), Interval::at_least(least[0]));
                let columns = self.fresh(&format!("size({name},2)"), Interval::at_least(least[1]));
                if apart {
                    known_too(Requirement::Different(rows, columns));
                }
                let shape = self.algebra.tuple([rows, columns]);
                if least == [1, 1] {
                    let not_one = |extent| Requirement::Different(extent, Extents::ONE);
                    known_too(Requirement::any([not_one(rows), not_one(columns)]));
                }
                AbstractValue::new(classes, Some(shape))
            }
            Ordinary::Planes => {
                let extents: Vec<ExtentId> = (1..=3)
                    .map(|axis| {
                        self.fresh(&format!("size({name},{axis})"), Interval::at_least(LEAST))
                    })
                    .collect();
                let shape = self.algebra.tuple(extents);
                AbstractValue::new(classes, Some(shape))
            }
            Ordinary::Array | Ordinary::Unclear => {
                let shape = self.algebra.variable(name, VariableKind::AnyRank);
                AbstractValue::new(classes, Some(shape))
            }
        }
    }

    /// Of `n x 2` the first extent is not 2, or the help would say so.
    fn names_are_no_numbers(&mut self, sizes: &[Said], extents: &[ExtentId]) -> Vec<Requirement> {
        let is_number = |said: &Said| matches!(said, Said::Literal(number) if *number > 1);
        let mut different = Vec::new();
        if sizes.iter().any(is_number) {
            for (&extent, said) in extents.iter().zip(sizes) {
                for number in FEW.filter(|_| matches!(said, Said::Named(_))) {
                    let literal = self.algebra.extents_mut().literal(number);
                    different.push(Requirement::Different(extent, literal));
                }
            }
        }
        different
    }

    fn extents_as_said(
        &mut self,
        sizes: &[Said],
        named: &mut FxHashMap<Rc<str>, ExtentId>,
    ) -> Vec<ExtentId> {
        sizes.iter().map(|said| self.extent_as_said(said, named)).collect()
    }

    /// An extent that the help speaks of.
    fn extent_as_said(
        &mut self,
        said: &Said,
        named: &mut FxHashMap<Rc<str>, ExtentId>,
    ) -> ExtentId {
        match said {
            Said::Literal(number) => self.algebra.extents_mut().literal(*number),
            Said::Named(name) => match named.get(name) {
                Some(extent) => *extent,
                None => {
                    let extent = self.fresh(name, Interval::at_least(LEAST));
                    named.insert(Rc::clone(name), extent);
                    extent
                }
            },
        }
    }
}

/// What the text leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Setting {
    /// Vectors are columns, and what is unclear is a scalar.
    Upright,
    /// Vectors are rows, and what is unclear is a matrix.
    Flat,
    /// Vectors are columns, and what is unclear is a matrix.
    Tall,
}

impl Setting {
    pub(crate) const ALL: [Setting; 3] = [Setting::Upright, Setting::Flat, Setting::Tall];
}
