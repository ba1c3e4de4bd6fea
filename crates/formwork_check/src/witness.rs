//! Calls with the smallest sensible sizes on which an operation fails.
//!
//! What fails on every ordinary call fails on one with small numbers for the sizes. These keep to what the
//! other operations of the function need, and else are no two alike: sizes that have nothing to do with
//! one another are not equal.
//!
//! ```text
//! function y = f (A)          A : r x c        f (rand (2, 3))
//!   [r, c] = size (A);
//!   y = A * ones (r, 1);
//! ```

use formwork_domain::{AbstractValue, ClassSet, ValueFact};
use formwork_infer::{Analysis, DefinitionKind, FunctionRecord};
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, NameId, Unknown};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::Assignment;

use crate::finding::Finding;

/// The least that a size is.
const LEAST: i64 = 2;

/// The most elements of an argument.
const MOST: i64 = 10_000;

/// How many sizes are chosen, and among how many numbers.
const NAMES: usize = 6;
const CHOICES: i64 = 4;

/// A call of the function that a finding is about, as somebody would write it, if it is one of ordinary
/// calls and all arguments are numbers.
#[must_use]
pub fn witness(finding: &Finding, analysis: &mut Analysis) -> Option<String> {
    let function = &analysis.functions[finding.function];
    let count = function.ordinary.filter(|_| function.entry)?;
    let name = function.name.clone();
    let stem = function.source.path.file_stem()?.to_string_lossy().into_owned();
    let values: Option<Vec<AbstractValue>> =
        (0..count).map(|place| argument(function, place)).collect();
    let values = values.filter(|_| stem == *name)?;
    let needed: Vec<Requirement> = function
        .checks
        .iter()
        .filter(|check| check.verdict == Truth::Maybe && !check.degenerate)
        .filter(|check| check.span != finding.span)
        .map(|check| check.requirement.clone())
        .collect();
    let assignment = small_sizes(analysis, &values, &needed)?;
    let texts: Option<Vec<String>> =
        values.iter().map(|value| written(analysis, value, &assignment)).collect();
    Some(format!("{name} ({})", texts?.join(", ")))
}

/// What a parameter is on a call.
fn argument(function: &FunctionRecord, place: usize) -> Option<AbstractValue> {
    let slot = function.body.inputs.get(place)?.slot?;
    let name = &function.body.slots[slot].name;
    let parameter = function
        .definitions
        .iter()
        .rfind(|one| one.kind == DefinitionKind::Param && one.name == *name)?;
    let numbers = parameter.value.classes.is_within(ClassSet::NUMBERS);
    (numbers && !parameter.value.classes.is_empty()).then(|| parameter.value.clone())
}

/// The extents that a value is described with.
fn extents(analysis: &mut Analysis, value: &AbstractValue) -> Option<Vec<ExtentId>> {
    if let ValueFact::Integer(number) = value.value {
        return Some(vec![number]);
    }
    Some(analysis.algebra.as_tuple(value.shape?)?.to_vec())
}

/// The smallest numbers for all named sizes with which operations work, as far as that can be had.
fn small_sizes(
    analysis: &mut Analysis,
    values: &[AbstractValue],
    needed: &[Requirement],
) -> Option<Assignment> {
    let mut names: Vec<NameId> = Vec::new();
    for value in values {
        for extent in extents(analysis, value)? {
            for unknown in analysis.algebra.extents().unknowns(extent) {
                match unknown {
                    Unknown::Name(name) => names.push(*name),
                    Unknown::Measure(..) => return None,
                }
            }
        }
    }
    names.sort_unstable();
    names.dedup();
    if names.len() > NAMES {
        return None;
    }
    let least: Vec<i64> = names
        .iter()
        .map(|&name| {
            analysis.algebra.extents().name_range(name).0.low().unwrap_or(LEAST).max(LEAST)
        })
        .collect();
    let count = CHOICES.pow(u32::try_from(names.len()).ok()?);
    let mut best: Option<((usize, usize, i64), Assignment)> = None;
    for turn in 0..count {
        let mut rest = turn;
        let mut numbers: Vec<i64> = Vec::with_capacity(names.len());
        for &low in &least {
            numbers.push(low + rest % CHOICES);
            rest /= CHOICES;
        }
        let mut assignment = Assignment::new();
        for (name, number) in names.iter().zip(&numbers) {
            assignment.set_name(*name, *number);
        }
        let fails =
            |one: &&Requirement| analysis.algebra.requirement_holds(one, &assignment) == Truth::No;
        let failing = needed.iter().filter(fails).count();
        let sum = numbers.iter().sum();
        let all = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        let cost = (failing, all - numbers.len(), sum);
        if best.as_ref().is_none_or(|(known, _)| cost < *known) {
            best = Some((cost, assignment));
        }
    }
    best.map(|(_, assignment)| assignment)
}

/// An argument as somebody writes it.
fn written(
    analysis: &mut Analysis,
    value: &AbstractValue,
    assignment: &Assignment,
) -> Option<String> {
    let mut numbers = Vec::new();
    for extent in extents(analysis, value)? {
        numbers.push(analysis.algebra.evaluate_extent(extent, assignment).ok()?);
    }
    match (&value.value, &numbers[..]) {
        (ValueFact::Integer(_), [number]) => Some(number.to_string()),
        (_, [1, 1]) => Some("0.5".to_owned()),
        (_, sizes) if sizes.iter().product::<i64>() <= MOST => {
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            Some(format!("rand ({})", sizes.join(", ")))
        }
        _ => None,
    }
}
