//! What a user says of a parameter: `x: double 3x4`, `n = 4`, `n: int >= 1`.

use std::fmt;

use formwork_domain::{AbstractValue, Bounds, ClassSet, ValueFact};
use formwork_runtime::Class;
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Interval, Origin};
use formwork_shape::shape::Algebra;

/// What is said of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct ArgumentSpec {
    /// The parameter, or a field of one: `opts.n`.
    pub name: String,
    /// What it is.
    pub kind: SpecKind,
    /// Whether it is passed over where there is no such parameter, as values of a file are.
    pub optional: bool,
}

/// What a parameter is said to be.
#[derive(Clone, Debug, PartialEq)]
pub enum SpecKind {
    /// The value of an expression.
    Value(String),
    /// Something with these properties.
    Type {
        /// Its class.
        class: Option<Class>,
        /// It has no imaginary part.
        real: bool,
        /// It is whole.
        integer: bool,
        /// Its extents.
        dims: Option<Vec<Extent>>,
        /// No element is less.
        low: Option<f64>,
        /// No element is greater.
        high: Option<f64>,
    },
}

/// An extent in a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A number.
    Literal(u32),
    /// A name: the same name is the same size.
    Name(String),
    /// `?`
    Unknown,
}

impl fmt::Display for SpecKind {
    /// As it is written behind the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (class, real, integer, dims, low, high) = match self {
            SpecKind::Value(text) => return write!(f, "{text}"),
            SpecKind::Type { class, real, integer, dims, low, high } => {
                (class, real, integer, dims, low, high)
            }
        };
        let mut words: Vec<String> = Vec::new();
        words.extend(real.then(|| "real".to_owned()));
        words.extend(integer.then(|| "int".to_owned()));
        words.extend(class.map(|class| class.name().to_owned()));
        words.extend(
            dims.as_ref()
                .map(|dims| dims.iter().map(ToString::to_string).collect::<Vec<_>>().join("x")),
        );
        words.extend(low.map(|low| format!(">= {low}")));
        words.extend(high.map(|high| format!("<= {high}")));
        if words.is_empty() {
            words.push("any".to_owned());
        }
        write!(f, "{}", words.join(" "))
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Extent::Literal(number) => write!(f, "{number}"),
            Extent::Name(name) => write!(f, "{name}"),
            Extent::Unknown => write!(f, "?"),
        }
    }
}

/// A description that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(pub String);

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpecError {}

impl ArgumentSpec {
    /// The parameter that it is about, itself or a field of it.
    #[must_use]
    pub fn parameter(&self) -> &str {
        self.name.split('.').next().unwrap_or_default()
    }

    /// Whether it is about a field of a parameter.
    #[must_use]
    pub fn is_field(&self) -> bool {
        self.name.contains('.')
    }

    /// Reads descriptions of different parameters.
    ///
    /// # Errors
    ///
    /// If one cannot be read, or something is described twice.
    pub fn parse_all(texts: &[String]) -> Result<Vec<ArgumentSpec>, SpecError> {
        let mut specs: Vec<ArgumentSpec> = Vec::new();
        for text in texts {
            let spec = ArgumentSpec::parse(text)?;
            if specs.iter().any(|other| other.name == spec.name) {
                let what = format!("'{}' is described twice: say all of it at once", spec.name);
                return Err(SpecError(what));
            }
            specs.push(spec);
        }
        Ok(specs)
    }

    /// Reads a description.
    ///
    /// # Errors
    ///
    /// If it is neither `name = value` nor `name: class sizes`.
    pub fn parse(text: &str) -> Result<ArgumentSpec, SpecError> {
        let fail = |what: String| {
            Err(SpecError(format!(
                "{what} in '{text}': write 'x: double 3x4', 'x: ?x1', 'n: int >= 1', 'n = 4' \
                 or 'opts.n: double 1x1'"
            )))
        };
        let place = text.find([':', '=']).filter(|&place| place > 0);
        let Some(place) = place else { return fail("no ':' or '='".to_owned()) };
        let name = text[..place].trim();
        let is_name = |part: &str| {
            part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                && part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        };
        if !name.split('.').all(is_name) {
            return fail(format!("'{name}' is no name"));
        }
        let rest = text[place + 1..].trim();
        if text.as_bytes()[place] == b'=' {
            if rest.is_empty() {
                return fail("no value".to_owned());
            }
            let kind = SpecKind::Value(rest.to_owned());
            return Ok(ArgumentSpec { name: name.to_owned(), kind, optional: false });
        }
        if rest.is_empty() {
            return fail("nothing is said".to_owned());
        }
        let (mut class, mut real, mut integer, mut dims) = (None, false, false, None);
        let (mut low, mut high) = (None, None);
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "real" => real = true,
                "int" | "integer" => integer = true,
                "scalar" => dims = Some(vec![Extent::Literal(1), Extent::Literal(1)]),
                "any" => {}
                ">=" | "<=" => {
                    let number = words.next().and_then(|number| number.parse().ok());
                    let Some(number) = number else {
                        return fail(format!("no number after '{word}'"));
                    };
                    if word == ">=" { low = Some(number) } else { high = Some(number) }
                }
                _ => match (Class::from_name(word), read_dims(word)) {
                    (Some(_), _) if class.is_some() => {
                        return fail(format!("'{word}' is a second class"));
                    }
                    (Some(named), _) => class = Some(named),
                    (None, Some(_)) if dims.is_some() => {
                        return fail(format!("'{word}' says sizes a second time"));
                    }
                    (None, Some(read)) => dims = Some(read),
                    (None, None) => {
                        return fail(format!("'{word}' is neither a class nor sizes"));
                    }
                },
            }
        }
        let kind = SpecKind::Type { class, real, integer, dims, low, high };
        Ok(ArgumentSpec { name: name.to_owned(), kind, optional: false })
    }
}

fn read_dims(word: &str) -> Option<Vec<Extent>> {
    let parts: Vec<Extent> = word
        .split('x')
        .map(|part| {
            if part == "?" {
                return Some(Extent::Unknown);
            }
            if let Ok(number) = part.parse() {
                return Some(Extent::Literal(number));
            }
            let name = !part.is_empty()
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                && part.starts_with(|c: char| c.is_ascii_alphabetic());
            name.then(|| Extent::Name(part.to_owned()))
        })
        .collect::<Option<_>>()?;
    (parts.len() >= 2).then_some(parts)
}

/// The value a description stands for, of those that are not written as a value.
pub(crate) fn described(
    algebra: &mut Algebra,
    name: &str,
    kind: &SpecKind,
) -> Option<AbstractValue> {
    let SpecKind::Type { class, real, integer, dims, low, high } = kind else { return None };
    let mut value = AbstractValue::unknown();
    if let Some(class) = class {
        value = AbstractValue::new(ClassSet::only(*class), None);
    } else if *real || *integer || low.is_some() || high.is_some() {
        value = AbstractValue::new(ClassSet::only(Class::Double), None);
    }
    if *real || *integer || low.is_some() || high.is_some() {
        value.complex = Truth::No;
    }
    let numeric = *integer || low.is_some() || high.is_some();
    let dims = match (dims, numeric) {
        (Some(dims), _) => Some(dims.clone()),
        (None, true) => Some(vec![Extent::Literal(1), Extent::Literal(1)]),
        (None, false) => None,
    };
    if let Some(dims) = dims {
        let extents: Vec<ExtentId> = dims
            .iter()
            .enumerate()
            .map(|(axis, extent)| match extent {
                Extent::Literal(number) => algebra.extents_mut().literal(i64::from(*number)),
                Extent::Name(size) => algebra.extents_mut().variable(size),
                Extent::Unknown => {
                    let axis = u32::try_from(axis).unwrap_or(u32::MAX);
                    let origin = Origin::SizeOf(name.to_owned(), axis);
                    algebra.extents_mut().name(origin, Interval::EXTENT)
                }
            })
            .collect();
        value.shape = Some(algebra.tuple(extents));
    } else {
        let kind = formwork_shape::shape::VariableKind::AnyRank;
        value.shape = Some(algebra.variable(name, kind));
    }
    if numeric {
        let bounds = Bounds {
            low: low.unwrap_or(f64::NEG_INFINITY),
            high: high.unwrap_or(f64::INFINITY),
            integer: *integer,
            nan: false,
        };
        value.value = if *integer && value.is_scalar() {
            let low = bounds.low.ceil();
            let interval = if bounds.high.is_finite() && bounds.low.is_finite() {
                Interval::new(low as i64, bounds.high.floor() as i64)
            } else if bounds.low.is_finite() {
                Some(Interval::at_least(low as i64))
            } else {
                None
            };
            let origin = Origin::Variable(name.to_owned());
            let extent = algebra.extents_mut().name(origin, interval.unwrap_or(Interval::ALL));
            ValueFact::Integer(extent)
        } else {
            ValueFact::Within(bounds)
        };
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_read() {
        let spec = ArgumentSpec::parse("x: double 3xn").expect("it is one");
        let SpecKind::Type { class, dims, .. } = spec.kind else { panic!("a type") };
        assert_eq!(class, Some(Class::Double));
        assert_eq!(dims, Some(vec![Extent::Literal(3), Extent::Name("n".to_owned())]));
        let value = ArgumentSpec::parse("n = [1 2 3]").expect("it is one");
        assert_eq!(value.kind, SpecKind::Value("[1 2 3]".to_owned()));
        for text in ["real int double 3xnx? >= -1.5 <= 4", "any", "char 1x?"] {
            let spec = ArgumentSpec::parse(&format!("x: {text}")).expect("it is one");
            assert_eq!(spec.kind.to_string(), text, "it is written as it was read");
        }
        let field = ArgumentSpec::parse("opts.n: double 1x1").expect("it is one");
        assert_eq!((field.parameter(), field.is_field()), ("opts", true));
        for wrong in
            ["x", "x.: double", "x..y: double", "x: dubble", "3: double", "n =", "n: int >=", "x:"]
        {
            assert!(ArgumentSpec::parse(wrong).is_err(), "{wrong}");
        }
        for twice in ["x: double 3x4 pixels", "x: double char"] {
            assert!(ArgumentSpec::parse(twice).is_err(), "{twice}");
        }
        let texts = ["x: double".to_owned(), "x: 3x4".to_owned()];
        assert!(ArgumentSpec::parse_all(&texts).is_err());
    }
}
