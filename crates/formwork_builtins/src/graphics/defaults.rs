//! What properties there are, and the values that they have before somebody sets them.

use std::sync::OnceLock;

use formwork_runtime::{Array, Dims, Value};

use super::kind::Kind;

/// One line for each property, below the kind of object that has it.
const TEXT: &str = include_str!("defaults.txt");

/// The value of a property that was not set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Default {
    /// Nobody but the store knows.
    Computed,
    /// A text.
    Text(&'static str),
    /// Numbers as they are written: a scalar, a row, rows.
    Numbers(&'static str),
    /// Nothing, with so many rows.
    Empty,
}

impl Default {
    fn read(text: &'static str) -> Default {
        match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(inside) => Default::Text(inside),
            None if text == "computed" => Default::Computed,
            None if text.ends_with("double]") => Default::Empty,
            None => Default::Numbers(text),
        }
    }

    /// The value, unless it is computed.
    pub(crate) fn value(self) -> Option<Value> {
        match self {
            Default::Computed => None,
            Default::Text(text) => Some(Value::text(text)),
            Default::Empty => Some(Value::empty()),
            Default::Numbers(text) => Some(numbers(text)),
        }
    }
}

fn row(text: &str) -> Vec<f64> {
    let inside = text.trim_matches(['[', ']']);
    inside.split_ascii_whitespace().filter_map(|number| number.parse().ok()).collect()
}

fn numbers(text: &str) -> Value {
    let rows: Vec<Vec<f64>> = text.split(';').map(row).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let elements = (0..columns)
        .flat_map(|column| rows.iter().filter_map(move |row| row.get(column).copied()))
        .collect::<Vec<f64>>();
    let dims = Dims::matrix(rows.len(), columns);
    if elements.len() != dims.numel() {
        return Value::empty();
    }
    Value::Double(Array::new(dims, elements))
}

/// The properties of one kind, in the order in which they are listed.
type Listed = Vec<(&'static str, Default)>;

fn listed(section: &str) -> Listed {
    let mut inside = false;
    let mut found = Vec::new();
    for line in TEXT.lines() {
        match line.split_once('=') {
            Some((name, value)) if inside => found.push((name, Default::read(value))),
            Some(_) => {}
            None => inside = line.trim_matches(['[', ']']) == section,
        }
    }
    found
}

/// The names of the properties of a kind with their usual values, those that all kinds have first.
pub(crate) fn names_of(kind: Kind) -> &'static [(&'static str, Default)] {
    static ALL: OnceLock<Vec<Listed>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let common = listed("common");
        let of = |kind: Kind| {
            let own = listed(kind.name());
            let mut all: Listed = common
                .iter()
                .map(|&(name, value)| {
                    let other = own.iter().find(|(other, _)| *other == name);
                    (name, other.map_or(value, |&(_, value)| value))
                })
                .collect();
            all.extend(own.iter().filter(|(name, _)| !common.iter().any(|(c, _)| c == name)));
            all
        };
        Kind::ALL.into_iter().map(of).collect()
    });
    Kind::ALL.iter().position(|&other| other == kind).map_or(&[], |place| &all[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_properties() {
        for kind in Kind::ALL {
            assert!(names_of(kind).len() >= 19, "{kind:?}");
        }
        let color = names_of(Kind::Line).iter().find(|(name, _)| *name == "color");
        let color = color.and_then(|(_, value)| value.value());
        assert_eq!(color.map(|value| value.numel()), Some(3));
    }

    #[test]
    fn values_are_read() {
        assert_eq!(numbers("[1 2;3 4]").dims(), Dims::matrix(2, 2));
        assert_eq!(numbers("0.5").to_f64(), Some(0.5));
        assert_eq!(Default::read("\"on\""), Default::Text("on"));
        assert_eq!(Default::read("[0x1 double]"), Default::Empty);
    }
}
