//! `formwork shapes --json`. Fields are never dropped or renamed.

use std::collections::BTreeSet;

use formwork_domain::{ClassSet, ValueFact};
use formwork_infer::{Definition, DefinitionKind, FunctionRecord, Knowledge, Summary};
use formwork_runtime::{Class, Value as ProgramValue};
use formwork_shape::Truth;
use formwork_shape::shape::{Algebra, ShapeId};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use super::local_names::extents;
use super::why::Answer;
use super::words::{constant_text, ssa_names};
use super::{Shapes, own_walks};

/// The most elements of a value that is written out.
const WRITTEN: usize = 64;

impl Shapes {
    /// Everything that is known, as one JSON object, with these answers to `--why`.
    #[must_use]
    pub fn json(&mut self, why: &[Answer]) -> String {
        let functions: Vec<Value> =
            (0..self.analysis.functions.len()).map(|place| self.function_json(place)).collect();
        let files: BTreeSet<String> = self
            .analysis
            .functions
            .iter()
            .map(|function| function.source.path.display().to_string())
            .collect();
        let total = self.analysis.summary(own_walks(&self.analysis.functions));
        let mut whole = json!({
            "version": 1,
            "files": files,
            "functions": functions,
            "summary": summary_json(total, self.micros),
        });
        if self.assumed().is_some() {
            whole["assumed"] = json!(self.assume.name());
        }
        if !why.is_empty() {
            whole["why"] = why.iter().map(Answer::json).collect();
        }
        format!("{whole:#}\n")
    }

    fn function_json(&mut self, place: usize) -> Value {
        let names = ssa_names(&self.analysis.functions[place].definitions);
        let same = first_of_shape(&self.analysis.functions[place]);
        let wheres: serde_json::Map<String, Value> = self.names[place]
            .wheres
            .iter()
            .map(|(name, text)| (name.clone(), json!(text)))
            .collect();
        let definitions: Vec<Value> = (0..names.len())
            .map(|which| {
                let same_as = same.get(&which).map(|&first| names[first].as_str());
                self.definition_json(place, which, &names[which], same_as)
            })
            .collect();
        let function = &self.analysis.functions[place];
        json!({
            "name": &*function.name,
            "variant": function.variant,
            "file": function.source.path.display().to_string(),
            "definitions": definitions,
            "where": wheres,
            "called_in": function.caller.as_ref().map(|(caller, _)| caller.display().to_string()),
        })
    }

    fn definition_json(
        &mut self,
        place: usize,
        which: usize,
        ssa: &str,
        same_as: Option<&str>,
    ) -> Value {
        let function = &self.analysis.functions[place];
        let definition = &function.definitions[which];
        let value = definition.value.clone();
        let at = function.source.place(definition.span.start);
        let name = definition_name(function, definition);
        let kind = definition.kind.name();
        let known = self.analysis.knowledge(value.shape);
        let algebra = &self.analysis.algebra;
        let possible: Vec<String> =
            self.analysis.possible(&value).into_iter().map(|one| algebra.text(one)).collect();
        let term = value.shape.map(|shape| algebra.text(shape));
        let bounds = value.bounds(&mut self.analysis.algebra);
        // What may not be a number has no bounds.
        let sides = bounds.filter(|bounds| !bounds.nan).map(|bounds| (bounds.low, bounds.high));
        let symbol = match value.value {
            ValueFact::Integer(extent) => Some(self.analysis.algebra.extent_text(extent)),
            _ => None,
        };
        let mut object = json!({
            "name": name,
            "ssa": ssa,
            "line": at.line,
            "column": at.column,
            "kind": kind,
            "class": class_names(value.classes),
            "real": value.complex == Truth::No,
            "logical": value.classes.single() == Some(Class::Logical),
            "rank": rank(&mut self.analysis.algebra, value.shape),
            "term": term,
            "possible": possible,
            "explicit": known == Knowledge::Explicit,
            "scalar": value.is_scalar(),
            "same_as": same_as,
            "value": {
                "lo": sides.and_then(|(low, _)| finite(low)),
                "hi": sides.and_then(|(_, high)| finite(high)),
                "const": value.constant().and_then(constant_json),
                "sym": symbol,
            },
        });
        if let Some(shape) = value.shape
            && let Some(extents) = extents(&mut self.analysis.algebra, shape)
        {
            let algebra = &self.analysis.algebra;
            let names = &self.names[place];
            let text = |&extent| match names.exact(extent) {
                Some(text) => text.to_owned(),
                None => algebra.extent_text(extent),
            };
            object["extents"] = json!(extents.iter().map(text).collect::<Vec<_>>());
        }
        object["display"] = json!(self.words(place).type_text(&value));
        object
    }
}

/// The variable, or the text of a value in the middle of an expression.
fn definition_name(function: &FunctionRecord, definition: &Definition) -> String {
    if definition.kind != DefinitionKind::Temp {
        return definition.name.to_string();
    }
    let (start, end) = (definition.span.start as usize, definition.span.end as usize);
    let text = function.source.text().get(start..end).unwrap_or_default();
    String::from_utf8_lossy(text).into_owned()
}

/// The classes that a value may have.
fn class_names(classes: ClassSet) -> Vec<&'static str> {
    let object = classes.may_be_object().then_some("object");
    classes.iter().map(Class::name).chain(object).collect()
}

/// For each definition that has the shape of an earlier one, the first of these.
fn first_of_shape(function: &FunctionRecord) -> FxHashMap<usize, usize> {
    let mut first: FxHashMap<ShapeId, usize> = FxHashMap::default();
    let mut same = FxHashMap::default();
    for (place, definition) in function.definitions.iter().enumerate() {
        let Some(shape) = definition.value.shape else { continue };
        match first.get(&shape) {
            Some(&earlier) => {
                same.insert(place, earlier);
            }
            None => {
                first.insert(shape, place);
            }
        }
    }
    same
}

/// The least and the greatest rank; the greatest is open if it is not known.
fn rank(algebra: &mut Algebra, shape: Option<ShapeId>) -> Value {
    let Some(shape) = shape else { return json!([2, null]) };
    match algebra.as_tuple(shape) {
        Some(tuple) => {
            let surely = tuple
                .iter()
                .rposition(|&extent| algebra.extents().is_one(extent) == Truth::No)
                .map_or(0, |place| place + 1);
            json!([surely.max(2), tuple.len()])
        }
        None => json!([2, algebra.maximum_rank(shape)]),
    }
}

fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

/// A number, a truth value or a text as JSON has it; rows of numbers; what JSON does
/// not have (`NaN`, `Inf`) as text.
fn constant_json(value: &ProgramValue) -> Option<Value> {
    if value.is_char() || value.is_complex() {
        let text = value.as_text().filter(|_| value.is_char() && value.dims().rows() <= 1)?;
        return Some(json!(text));
    }
    // An array without elements may have any number of rows.
    let rows = value.dims().rows();
    if value.numel() > WRITTEN || rows > WRITTEN || value.dims().as_slice().len() > 2 {
        return None;
    }
    let array = value.to_f64_array()?;
    let truth = value.class() == Class::Logical;
    let element = |number: f64| match number {
        _ if truth => json!(number != 0.0),
        _ if number.is_finite() => json!(number),
        _ => json!(constant_text(&ProgramValue::double(number))),
    };
    if value.is_scalar() {
        return array.as_slice().first().copied().map(element);
    }
    let rows: Vec<Vec<Value>> = (0..rows)
        .map(|row| array.as_slice().iter().skip(row).step_by(rows).copied().map(element).collect())
        .collect();
    Some(json!(rows))
}

fn summary_json(summary: Summary, micros: u128) -> Value {
    json!({
        "shapes": summary.shapes,
        "explicit": summary.explicit,
        "explicit_scalar": summary.explicit_scalar,
        "explicit_nonscalar": summary.explicit - summary.explicit_scalar,
        "symbolic": summary.symbolic,
        "symbolic_copies": summary.symbolic_copies,
        "unknown": summary.unknown,
        "conformance_checks": summary.checks,
        "conformance_checks_removed": summary.checks_removed,
        "micros": u64::try_from(micros).unwrap_or(u64::MAX),
    })
}
