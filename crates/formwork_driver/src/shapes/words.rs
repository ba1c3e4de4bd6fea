//! Types in words: `double 1xn = 4`.

use formwork_domain::{AbstractValue, Bounds, ClassSet, ValueFact, members};
use formwork_infer::{Definition, DefinitionKind};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::ExtentId;
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, Node, ShapeId};

use super::local_names::LocalNames;

/// The most elements of a value that is written out.
const WRITTEN: usize = 8;

/// The longest text that is written out.
const LONGEST: usize = 40;

/// How many classes are told that a value does not have, rather than those it may have.
const FEW: usize = 4;

/// Said of what no size is known of, or of which a term would tell nobody anything.
const ANY_SIZE: &str = "of any size";

/// The longest term of shapes that is written out.
const LONGEST_TERM: usize = 60;

/// The classes of data. What may be of each of them may be any, as far as a reader is concerned.
const DATA: [Class; 4] = [Class::Logical, Class::Char, Class::Cell, Class::Struct];

/// How types are written: with the names of a function's sizes, if they are given.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    algebra: &'a Algebra,
    names: Option<&'a LocalNames>,
    /// Whether shapes are told as short as can be: `n×p`, without the conditions under which they
    /// are that.
    brief: bool,
}

/// Class and shape: `double 1xn`. Where the shape is no tuple, its term.
#[must_use]
pub fn type_text(value: &AbstractValue, algebra: &Algebra) -> String {
    Words::plain(algebra).type_text(value)
}

/// The type, and what is known of the elements.
#[must_use]
pub fn full_type_text(value: &AbstractValue, algebra: &Algebra) -> String {
    Words::plain(algebra).full_type_text(value)
}

/// Extents joined by `x`; a choice with `or`; otherwise the term.
pub(crate) fn shape_text(shape: ShapeId, algebra: &Algebra) -> String {
    Words::plain(algebra).shape_text(shape)
}

/// A condition on sizes: `n == 1 || n == 3`.
pub(crate) fn requirement_text(requirement: &Requirement, algebra: &Algebra) -> String {
    Words::plain(algebra).requirement_text(requirement)
}

fn class_text(value: &AbstractValue) -> String {
    let float = |class: Class| matches!(class, Class::Double | Class::Single);
    let name = class_set_text(value.classes);
    if value.complex == Truth::Yes && value.classes.single().is_some_and(float) {
        format!("complex {name}")
    } else {
        name
    }
}

/// The classes; all those of numbers in one word, and all those of data.
fn class_set_text(classes: ClassSet) -> String {
    if ClassSet::NUMBERS.union(ClassSet::of(&DATA)).is_within(classes) {
        return "any".to_owned();
    }
    let missing = ClassSet::ALL.minus(classes);
    if missing.iter().count() <= FEW && !missing.may_be_object() {
        return format!("any but {missing}");
    }
    if !ClassSet::NUMBERS.is_within(classes) {
        return classes.to_string();
    }
    let others = classes.minus(ClassSet::NUMBERS);
    if others.is_empty() { "numeric".to_owned() } else { format!("numeric or {others}") }
}

impl<'a> Words<'a> {
    /// Without names for sizes.
    pub(crate) fn plain(algebra: &'a Algebra) -> Words<'a> {
        Words { algebra, names: None, brief: false }
    }

    /// With the names of the sizes of a function.
    pub(crate) fn new(algebra: &'a Algebra, names: &'a LocalNames) -> Words<'a> {
        Words { algebra, names: Some(names), brief: false }
    }

    /// Class and shape: `double 1xn`. Where the shape is no tuple, its term.
    pub(crate) fn type_text(self, value: &AbstractValue) -> String {
        let class = class_text(value);
        match value.shape {
            None => format!("{class} {ANY_SIZE}"),
            Some(shape) => format!("{class} {}", self.shape_text(shape)),
        }
    }

    /// Shape and class as short as they can be told beside a program: `n×p double`; nothing of a
    /// value of which neither is known.
    pub(crate) fn short_text(self, value: &AbstractValue) -> Option<String> {
        let class = class_text(value);
        let class = Some(class).filter(|text| !text.starts_with("any") && !text.contains(" or "));
        let words = Words { brief: true, ..self };
        let named = |shape: &ShapeId| !matches!(self.algebra.node(*shape), Node::Variable(_));
        let shape = value.shape.filter(named).map(|shape| words.shape_text(shape));
        match (shape.filter(|text| text != ANY_SIZE), class) {
            (Some(shape), Some(class)) => Some(format!("{shape} {class}")),
            (shape, class) => shape.or(class),
        }
    }

    /// The type, and what is known of the elements.
    pub(crate) fn full_type_text(self, value: &AbstractValue) -> String {
        let mut text = self.type_text(value);
        if let Some(fact) = self.fact_text(value) {
            text.push(' ');
            text.push_str(&fact);
        }
        text
    }

    /// Extents joined by `x`; a choice with `or`; otherwise the term.
    pub(crate) fn shape_text(self, shape: ShapeId) -> String {
        if let Some((reading, condition)) = self.names.and_then(|names| names.reading(shape)) {
            let text = self.one_shape_text(reading);
            let plain = condition.is_empty() || self.brief;
            return if plain { text } else { format!("{text} ({condition})") };
        }
        let mut parts: Vec<String> = Vec::new();
        for one in members(self.algebra, shape) {
            let text = self.one_shape_text(one);
            if !parts.contains(&text) {
                parts.push(text);
            }
        }
        parts.join(" or ")
    }

    fn one_shape_text(self, shape: ShapeId) -> String {
        match self.algebra.node(shape) {
            Node::Tuple(extents) => {
                let texts: Vec<String> =
                    extents.iter().map(|&extent| self.factor_text(extent)).collect();
                let condition = |names: &'a LocalNames| {
                    let mut all: Vec<&str> =
                        extents.iter().filter_map(|&extent| names.condition(extent)).collect();
                    all.dedup();
                    all.join(", ")
                };
                let all = texts.join(if self.brief { "\u{d7}" } else { "x" });
                match self.names.map(condition).filter(|all| !all.is_empty() && !self.brief) {
                    Some(condition) => format!("{all} ({condition})"),
                    None => all,
                }
            }
            Node::Illegal => "of no size".to_owned(),
            Node::Variable(variable) => {
                let (name, _) = self.algebra.variable_name(*variable);
                // A name that was made up says nothing.
                if name.contains('#') { ANY_SIZE.to_owned() } else { format!("shape({name})") }
            }
            Node::Elementwise(..) | Node::Apply(..) | Node::Select(..) => {
                let text = self.algebra.text(shape);
                let says_nothing = text.contains('#') || text.len() > LONGEST_TERM;
                if says_nothing { ANY_SIZE.to_owned() } else { text }
            }
        }
    }

    /// An extent between two `x`: sums and products in parentheses, without blanks.
    fn factor_text(self, extent: ExtentId) -> String {
        let text = self.extent_text(extent).replace(' ', "");
        let name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '?');
        if text.chars().all(name) || is_call(&text) { text } else { format!("({text})") }
    }

    /// An extent, by its name if it has one.
    fn extent_text(self, extent: ExtentId) -> String {
        match self.names.and_then(|names| names.text(extent)) {
            Some(text) => text.to_owned(),
            None => self.algebra.extent_text(extent),
        }
    }

    /// An extent under every condition.
    fn exact_text(self, extent: ExtentId) -> String {
        match self.names.and_then(|names| names.exact(extent)) {
            Some(text) => text.to_owned(),
            None => self.algebra.extent_text(extent),
        }
    }

    fn fact_text(self, value: &AbstractValue) -> Option<String> {
        match &value.value {
            ValueFact::Const(constant) => Some(format!("= {}", constant_text(constant)?)),
            ValueFact::Integer(extent) => Some(format!("= {}", self.exact_text(*extent))),
            ValueFact::Integers(elements) if elements.len() <= WRITTEN => {
                let elements: Vec<String> =
                    elements.iter().map(|&extent| self.exact_text(extent)).collect();
                Some(format!("= [{}]", elements.join(", ")))
            }
            ValueFact::Ramp { first, step: 1 } => Some(format!("from {}", self.exact_text(*first))),
            ValueFact::Ramp { first, step } => {
                Some(format!("from {} by {step}", self.exact_text(*first)))
            }
            ValueFact::SizeOf(shape) => Some(format!("= size of {}", self.algebra.text(*shape))),
            ValueFact::Between(low, high) => {
                Some(format!("in {}..{}", self.exact_text(*low), self.exact_text(*high)))
            }
            ValueFact::Within(bounds) if value.classes.single() != Some(Class::Logical) => {
                bounds_text(*bounds)
            }
            ValueFact::Any
            | ValueFact::Floor(_)
            | ValueFact::Integers(_)
            | ValueFact::Marked(_)
            | ValueFact::Within(_) => None,
        }
    }

    /// A condition on sizes: `n == 1 || n == 3`.
    pub(crate) fn requirement_text(self, requirement: &Requirement) -> String {
        let extent = |extent: &ExtentId| self.extent_text(*extent);
        match requirement {
            Requirement::True => "always".to_owned(),
            Requirement::False => "never".to_owned(),
            Requirement::Equal(a, b) => format!("{} == {}", extent(a), extent(b)),
            Requirement::Different(a, b) => format!("{} ~= {}", extent(a), extent(b)),
            Requirement::AtMost(a, b) => format!("{} <= {}", extent(a), extent(b)),
            Requirement::Divides(a, b) => format!("mod({}, {}) == 0", extent(b), extent(a)),
            Requirement::Legal(shape) => format!("{} conforms", self.algebra.text(*shape)),
            Requirement::Matrix(shape) => format!("{} is a matrix", self.algebra.text(*shape)),
            Requirement::All(parts) => {
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| match part {
                        Requirement::Any(_) => format!("({})", self.requirement_text(part)),
                        _ => self.requirement_text(part),
                    })
                    .collect();
                parts.join(" && ")
            }
            Requirement::Any(parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|part| self.requirement_text(part)).collect();
                parts.join(" || ")
            }
        }
    }
}

/// Whether a text is one call, such as `size(x,1)`.
fn is_call(text: &str) -> bool {
    let Some(open) = text.find('(') else { return false };
    let named = open > 0 && text[..open].chars().all(|c| c.is_alphanumeric() || c == '_');
    let mut depth = 0_usize;
    let last = text.char_indices().find(|&(_, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ')' && depth == 0
    });
    named && last.is_some_and(|(at, _)| at + 1 == text.len())
}

fn bounds_text(bounds: Bounds) -> Option<String> {
    if let Some(number) = bounds.single() {
        // A zero may be one of either sign.
        return Some(format!("all {}", number + 0.0));
    }
    // Beyond these, whole numbers have gaps: what is larger is as good as unbounded.
    let (lowest, highest) = (-9_007_199_254_740_992.0, 9_007_199_254_740_992.0);
    let range = match (bounds.low > lowest, bounds.high < highest) {
        (true, true) => format!("in {}..{}", bounds.low, bounds.high),
        (true, false) => format!(">= {}", bounds.low),
        (false, true) => format!("<= {}", bounds.high),
        (false, false) if bounds.integer => String::new(),
        (false, false) => return None,
    };
    let kind = if bounds.integer { "integer " } else { "" };
    let text = format!("{kind}{range}").trim_end().to_owned();
    Some(if bounds.nan { format!("{text} or NaN") } else { text })
}

/// A small value as one writes it; `None` for what is large or has no short form.
pub(crate) fn constant_text(value: &Value) -> Option<String> {
    if value.is_char() {
        let text = value.as_text()?;
        return (text.len() <= LONGEST && value.dims().rows() <= 1)
            .then(|| format!("'{}'", text.replace('\'', "''")));
    }
    if value.is_complex() || value.numel() > WRITTEN || value.dims().as_slice().len() > 2 {
        return None;
    }
    let array = value.to_f64_array()?;
    let elements: Vec<String> =
        array.as_slice().iter().map(|&number| number_text(value, number)).collect();
    let rows = value.dims().rows();
    if value.is_scalar() {
        return elements.into_iter().next();
    }
    if elements.is_empty() {
        return None;
    }
    let lines: Vec<String> = (0..rows)
        .map(|row| {
            let line: Vec<&str> =
                elements.iter().skip(row).step_by(rows).map(String::as_str).collect();
            line.join(" ")
        })
        .collect();
    Some(format!("[{}]", lines.join("; ")))
}

fn number_text(value: &Value, number: f64) -> String {
    if value.class() == Class::Logical {
        return if number == 0.0 { "false" } else { "true" }.to_owned();
    }
    if number.is_nan() {
        "NaN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "Inf" } else { "-Inf" }.to_owned()
    } else {
        number.to_string()
    }
}

/// The names of definitions, each variable's numbered in the order of the text.
pub(super) fn ssa_names(definitions: &[Definition]) -> Vec<String> {
    let mut counts: rustc_hash::FxHashMap<&str, usize> = rustc_hash::FxHashMap::default();
    definitions
        .iter()
        .map(|definition| {
            // No variable is called `_`.
            let temp = definition.kind == DefinitionKind::Temp;
            let name = if temp { "_" } else { &*definition.name };
            let count = counts.entry(name).or_default();
            *count += 1;
            format!("{name}.{count}")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use formwork_shape::extent::Extents;

    use super::*;

    #[test]
    fn shapes_are_written_as_people_write_them() {
        let mut algebra = Algebra::new();
        let n = algebra.extents_mut().variable("n");
        let more = algebra.extents_mut().add(n, Extents::ONE);
        let row = algebra.tuple([Extents::ONE, n]);
        let longer = algebra.tuple([Extents::ONE, more]);
        assert_eq!(shape_text(row, &algebra), "1xn");
        assert_eq!(shape_text(longer, &algebra), "1x(n+1)");
        let value = AbstractValue::of_class_and_shape(Class::Double, row);
        assert_eq!(type_text(&value, &algebra), "double 1xn");
    }

    #[test]
    fn small_values_are_written_out() {
        assert_eq!(constant_text(&Value::row(vec![1.0, f64::NAN])).as_deref(), Some("[1 NaN]"));
        assert_eq!(constant_text(&Value::text("it's")).as_deref(), Some("'it''s'"));
        assert_eq!(constant_text(&Value::double(2.5)).as_deref(), Some("2.5"));
    }
}
