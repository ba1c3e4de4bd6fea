//! Built-ins that refuse whatever sizes an ordinary call leads to.
//!
//! Where sizes are symbols no specimen of the arguments can be made, and hardly a built-in says in
//! symbols which sizes it takes. But numbers can be put in for the symbols: a *sample*, which keeps to
//! all that is known on the path. A built-in that refuses every one of them, also where sizes are equal
//! and where they are 1, refuses for its sizes. That is no proof, and only said of ordinary calls.
//!
//! ```text
//! c = polyfit (t, diff (y), 1)      t : n x 1, diff (y) : (n-1) x 1
//!                                   n = 8, n = 9, n = 7: refused each time
//! ```

use formwork_builtins::{Operation, Row};
use formwork_domain::{AbstractValue, ClassSet, ValueFact};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents, NameId, Unknown};
use formwork_shape::facts::{Requirement, Restriction};
use formwork_shape::shape::{Algebra, Assignment, ShapeId};

use crate::engine::Analyst;

/// How many symbols get numbers.
const SYMBOLS: usize = 3;

/// The numbers that they get; the first come first, so that equal sizes are tried before others. Small
/// ones have halves or differences of one element, which goes with any size.
const NUMBERS: [i64; 5] = [8, 1, 9, 7, 12];

/// Sizes that a built-in may want of one argument, whatever the others are.
const CERTAIN: [i64; 4] = [3, 2, 4, 1];

/// A list of so many elements fits by chance: half of it, or what is between its elements, is one.
const LEAST_LIST: i64 = 2;

/// Numbers for the other sizes then.
const OTHERS: [i64; 2] = [7, 12];

/// How many samples must be refused.
const SAMPLES: usize = 3;

impl Analyst<'_> {
    /// What a built-in says of arguments of all ordinary sizes, if it refuses them.
    pub(super) fn refusal_of_samples(
        &mut self,
        row: &'static Row,
        args: &[AbstractValue],
        nargout: usize,
    ) -> Option<String> {
        let by_chance = self.ordinary.clone()?;
        // How many elements there are depends on dimensions that the text need not show.
        if matches!(row.operation, Operation::Reshape) {
            return None;
        }
        let names = self.names_in(args)?;
        if names.is_empty()
            || !self.is_trusted_with_sizes(row)
            || names.iter().any(|&name| self.is_decided_by_data(name))
        {
            return None;
        }
        let apart: &[Requirement] = if self.relates_several(args) { &by_chance } else { &[] };
        let restriction = self.facts.restriction(&self.algebra, &names, apart);
        let mut refused: Vec<String> = Vec::new();
        for turn in 0..NUMBERS.len().pow(u32::try_from(names.len()).unwrap_or(0)) {
            let mut rest = turn;
            let numbers = names.iter().map(|_| {
                let number = NUMBERS[rest % NUMBERS.len()];
                rest /= NUMBERS.len();
                number
            });
            let numbers: Vec<i64> = numbers.collect();
            let Some(sample) = self.sample(args, &names, &numbers, &restriction) else {
                continue;
            };
            refused.push(self.refusal_of_sizes(row, &sample, nargout)?);
        }
        let refuses = refused.len() >= SAMPLES && self.takes_some_sizes(row, args, nargout);
        if refuses && !self.takes_one_number(row, args, &names, nargout) {
            refused.pop()
        } else {
            None
        }
    }

    /// Whether a call brings several arrays together, which must fit: sizes with two names are two sizes
    /// then. Who combines a matrix with its own transpose says that it is square, and so does who asks for
    /// its determinant.
    fn relates_several(&mut self, args: &[AbstractValue]) -> bool {
        let mut tuples = Vec::new();
        for value in args.iter().filter(|value| value.constant().is_none()) {
            tuples.extend(value.shape.and_then(|shape| self.algebra.as_tuple(shape)));
        }
        let turned = |one: &[ExtentId], other: &[ExtentId]| {
            matches!((one, other), ([a, b], [c, d]) if a == d && b == c && a != b
                && ![*a, *b].contains(&Extents::ONE))
        };
        let several = tuples.len() > 1;
        several && !tuples.iter().any(|one| tuples.iter().any(|other| turned(one, other)))
    }

    /// Whether a size is how many elements some function found: it may be any that fits.
    fn is_decided_by_data(&self, name: NameId) -> bool {
        let origin = self.algebra.extents().origin(name).to_string();
        let inner = origin.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
        inner.is_some_and(|inner| formwork_builtins::find(inner).is_some())
    }

    /// The numbers that stand among the sizes of arguments.
    fn numbers_in(&mut self, args: &[AbstractValue]) -> Vec<i64> {
        let mut numbers = Vec::new();
        for value in args {
            let tuple = value.shape.and_then(|shape| self.algebra.as_tuple(shape));
            for extent in tuple.iter().flatten() {
                numbers.extend(self.algebra.extents().as_literal(*extent));
            }
        }
        numbers
    }

    /// Whether all that a built-in wants is that some size is one certain number, or that a parameter is
    /// a vector of so many elements: `inv (H)` of n x 3, `cross (u, v)` of 1 x 3 and n x m. Callers keep to that.
    fn takes_one_number(
        &mut self,
        row: &'static Row,
        args: &[AbstractValue],
        names: &[NameId],
        nargout: usize,
    ) -> bool {
        let origin =
            |analyst: &Self, name: NameId| analyst.algebra.extents().origin(name).to_string();
        for (place, &name) in names.iter().enumerate() {
            let own = origin(self, name);
            let parameter = own.strip_prefix("size(").and_then(|rest| rest.split(',').next());
            // A vector is as long as a list that stands beside it.
            let numbers: Vec<i64> = if own.starts_with("numel(") {
                let beside = self.numbers_in(args);
                beside.into_iter().filter(|number| *number > LEAST_LIST).collect()
            } else if parameter.is_some() || own.starts_with("extent(") {
                CERTAIN.to_vec()
            } else {
                continue;
            };
            for number in numbers {
                if self.takes_whenever(row, args, names, &[(place, number)], nargout) {
                    return true;
                }
                for (other, &second) in names.iter().enumerate() {
                    let second = origin(self, second);
                    let same = second.strip_prefix("size(").and_then(|rest| rest.split(',').next());
                    if other != place && number > 1 && same.is_some() && same == parameter {
                        let vector = [(place, number), (other, 1)];
                        if self.takes_whenever(row, args, names, &vector, nargout) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Whether a built-in takes arguments wherever certain names stand for certain numbers, whatever the
    /// others stand for.
    fn takes_whenever(
        &mut self,
        row: &'static Row,
        args: &[AbstractValue],
        names: &[NameId],
        certain: &[(usize, i64)],
        nargout: usize,
    ) -> bool {
        let restriction = self.facts.restriction(&self.algebra, names, &[]);
        let mut taken = 0;
        for others in OTHERS {
            let numbers: Vec<i64> = (0..names.len())
                .map(|place| {
                    let own = certain.iter().find(|(name, _)| *name == place);
                    own.map_or(others, |(_, number)| *number)
                })
                .collect();
            let Some(sample) = self.sample(args, names, &numbers, &restriction) else { continue };
            // What has one element goes with anything.
            let several = |value: &AbstractValue| {
                let size = value.size(&self.algebra);
                value.constant().is_some()
                    || matches!(value.value, ValueFact::Integer(_))
                    || size.is_some_and(|size| size.count() > 1)
            };
            if !sample.iter().all(several) || self.refusal_of_sizes(row, &sample, nargout).is_some()
            {
                return false;
            }
            taken += 1;
        }
        taken > 0
    }

    /// The named sizes in arguments, if there is nothing else unknown in their sizes and they are
    /// arrays of numbers.
    fn names_in(&mut self, args: &[AbstractValue]) -> Option<Vec<NameId>> {
        let mut names = Vec::new();
        for value in args {
            if value.constant().is_some() {
                continue;
            }
            let numbers = ClassSet::NUMBERS.union(ClassSet::only(Class::Logical));
            if value.classes.is_empty() || !value.classes.is_within(numbers) {
                return None;
            }
            let mut extents: Vec<_> = self.algebra.as_tuple(value.shape?)?.to_vec();
            match value.value {
                ValueFact::Integer(number) => extents.push(number),
                // What is done may depend on the number.
                _ if value.is_scalar() => return None,
                _ => {}
            }
            for extent in extents {
                for unknown in self.algebra.extents().unknowns(extent) {
                    match unknown {
                        Unknown::Name(name) => names.push(*name),
                        Unknown::Measure(..) => return None,
                    }
                }
            }
        }
        names.sort_unstable();
        names.dedup();
        (names.len() <= SYMBOLS).then_some(names)
    }

    /// Whether there are sizes that a built-in takes of such arguments: then it is not for their
    /// classes that it refuses others.
    fn takes_some_sizes(
        &mut self,
        row: &'static Row,
        args: &[AbstractValue],
        nargout: usize,
    ) -> bool {
        let four = self.algebra.extents_mut().literal(4);
        let one = formwork_shape::extent::Extents::ONE;
        let shapes = [[four, one], [one, one], [four, four], [one, four]];
        let shapes = shapes.map(|extents| self.algebra.tuple(extents));
        let open: Vec<usize> =
            (0..args.len()).filter(|&place| self.is_of_open_size(&args[place])).collect();
        (0..shapes.len().pow(u32::try_from(open.len()).unwrap_or(0))).any(|turn| {
            let mut args = args.to_vec();
            let mut rest = turn;
            for &place in &open {
                args[place] = number_of_shape(&args[place], shapes[rest % shapes.len()]);
                rest /= shapes.len();
            }
            self.refusal_of_sizes(row, &args, nargout).is_none()
        })
    }

    /// Whether an argument has sizes that are not known, or is a size that is not.
    fn is_of_open_size(&mut self, value: &AbstractValue) -> bool {
        let is_size = matches!(value.value, ValueFact::Integer(_));
        value.constant().is_none() && (is_size || value.size(&self.algebra).is_none())
    }

    /// The arguments with numbers for the named sizes, if these keep to what is known.
    fn sample(
        &mut self,
        args: &[AbstractValue],
        names: &[NameId],
        numbers: &[i64],
        restriction: &Restriction,
    ) -> Option<Vec<AbstractValue>> {
        let mut assignment = Assignment::new();
        for (&name, &number) in names.iter().zip(numbers) {
            let (range, _) = self.algebra.extents().name_range(name);
            if !range.contains(number) {
                return None;
            }
            assignment.set_name(name, number);
        }
        if restriction.excludes(&self.algebra, &assignment) {
            return None;
        }
        let mut sample = Vec::new();
        for value in args {
            sample.push(self.with_numbers(value, &assignment)?);
        }
        Some(sample)
    }

    /// An argument with numbers for the named sizes.
    fn with_numbers(
        &mut self,
        value: &AbstractValue,
        assignment: &Assignment,
    ) -> Option<AbstractValue> {
        if value.constant().is_some() {
            return Some(value.clone());
        }
        if let ValueFact::Integer(number) = value.value {
            let number = self.algebra.evaluate_extent(number, assignment).ok()?;
            return Some(AbstractValue::of(&Value::double(number as f64), &mut self.algebra));
        }
        let tuple = self.algebra.as_tuple(value.shape?)?;
        let mut extents = Vec::new();
        for &extent in &tuple {
            let number = self.algebra.evaluate_extent(extent, assignment).ok()?;
            extents.push(self.algebra.extents_mut().literal(number.max(0)));
        }
        let shape = self.algebra.tuple(extents);
        Some(number_of_shape(value, shape))
    }
}

/// A number, or an array of numbers, of some shape.
fn number_of_shape(value: &AbstractValue, shape: ShapeId) -> AbstractValue {
    let class = match value.classes.single() {
        Some(class) => ClassSet::only(class),
        None => ClassSet::only(Class::Double),
    };
    let complex = Truth::No;
    // A size stays one number.
    let shape = match value.value {
        ValueFact::Integer(_) => Algebra::SCALAR,
        _ => shape,
    };
    AbstractValue { complex, ..AbstractValue::new(class, Some(shape)) }
}
