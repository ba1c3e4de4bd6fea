//! Names for the sizes of one function that have no short text.
//!
//! A size is written as people write it: by a number, by the variable that holds it, by
//! `size(x,k)` or `numel(x)` of an array that has it, or by a short sum or product of these. What
//! the algebra knows it as may be longer, or speak of unknowns that were made up. Then it gets a
//! *local name*: the variable that holds it, else `numel(x)`, `rows(x)`, `cols(x)` of the first
//! array that has it, else a letter; and a *where* clause says what is behind the name.
//!
//! ```text
//! k = find (x > 0);      k : double numel(k)x1
//! y = x(k);              y : double numel(k)x1
//! ```
//!
//! Where a shape is a term, or a size is long, because some size could be 0 or 1, the *generic
//! reading* is shown with its condition: `1xp (n ~= 1)`.
//!
//! Invariant: one name stands for one size in all of a function.

use std::collections::HashSet;

use formwork_domain::ValueFact;
use formwork_infer::{Definition, DefinitionKind, FunctionRecord};
use formwork_shape::extent::{ExtentId, Extents, NameId, Origin, Unknown};
use formwork_shape::shape::{Algebra, GenericReading, Node, ShapeId, Substitution, Usual};
use rustc_hash::FxHashMap;

/// The longest text of a size that needs no name, measures of variables counted as one letter.
const SHORT: usize = 8;

/// What sizes are taken to be at least, first this and then that, to read a shape.
const USUAL_SIZES: [i64; 2] = [2, 4];

/// The texts of the sizes of one function.
#[derive(Debug, Default)]
pub(crate) struct LocalNames {
    /// What each size is, in short.
    exact: FxHashMap<ExtentId, String>,
    /// How sizes are written that are usually something shorter.
    texts: FxHashMap<ExtentId, String>,
    /// Where a size is what it is written as, if that is not everywhere.
    conditions: FxHashMap<ExtentId, String>,
    /// Shapes as they are read, and where they are so.
    readings: FxHashMap<ShapeId, (ShapeId, String)>,
    /// What is behind the names that were given, in the order in which they are met.
    pub(crate) wheres: Vec<(String, String)>,
}

impl LocalNames {
    /// How a size is written, if it is one of the function's arrays.
    pub(crate) fn text(&self, extent: ExtentId) -> Option<&str> {
        self.texts.get(&extent).map(String::as_str).or_else(|| self.exact(extent))
    }

    /// What a size is under every condition, if it is one of the function's arrays.
    pub(crate) fn exact(&self, extent: ExtentId) -> Option<&str> {
        self.exact.get(&extent).map(String::as_str)
    }

    /// The condition under which a size is what it is written as.
    pub(crate) fn condition(&self, extent: ExtentId) -> Option<&str> {
        self.conditions.get(&extent).map(String::as_str)
    }

    /// How a shape is read, and where it is so; an empty text stands for everywhere.
    pub(crate) fn reading(&self, shape: ShapeId) -> Option<(ShapeId, &str)> {
        self.readings.get(&shape).map(|(shape, condition)| (*shape, condition.as_str()))
    }

    /// The names of the sizes of a function.
    pub(crate) fn of(function: &FunctionRecord, algebra: &mut Algebra) -> LocalNames {
        tell_apart(function, algebra);
        let named: Vec<&Definition> = function
            .definitions
            .iter()
            .filter(|definition| definition.kind != DefinitionKind::Temp)
            .collect();
        let written = words_written(&named, algebra);
        let mut naming = Naming {
            algebra,
            written,
            variables: named.iter().map(|definition| &*definition.name).collect(),
            holders: holders(&named),
            constant: constant_shapes(&named),
            taken: FxHashMap::default(),
            parts: Substitution::default(),
            claimed: FxHashMap::default(),
            letters: 0,
            tried: HashSet::new(),
            names: LocalNames::default(),
        };
        for definition in named {
            naming.definition(definition);
        }
        naming.names
    }
}

/// The extents of the array that a definition gives; the shape is legal, because the value exists.
pub(super) fn extents(algebra: &mut Algebra, shape: ShapeId) -> Option<Vec<ExtentId>> {
    if let Some(tuple) = algebra.as_tuple(shape) {
        return Some(tuple.to_vec());
    }
    let rank = algebra.maximum_rank(shape)?.max(2);
    Some((0..rank).map(|axis| algebra.extent(shape, axis)).collect())
}

/// Gives sizes of arrays that were made up and are described in the same words other words: what `n` was and
/// what it is after `n = n + 1`.
fn tell_apart(function: &FunctionRecord, algebra: &mut Algebra) {
    let mut owners: FxHashMap<String, Vec<NameId>> = FxHashMap::default();
    for definition in &function.definitions {
        let Some(shape) = definition.value.shape else { continue };
        for size in extents(algebra, shape).unwrap_or_default() {
            for unknown in algebra.extents().unknowns(size).to_vec() {
                let Unknown::Name(name) = unknown else { continue };
                let Origin::Fresh { description, .. } = algebra.extents().origin(name) else {
                    continue;
                };
                let words = description.clone();
                let known = owners.entry(words.clone()).or_default();
                if known.contains(&name) {
                    continue;
                }
                known.push(name);
                if known.len() > 1 {
                    let words = format!("{words}#{}", known.len());
                    owners.insert(words.clone(), vec![name]);
                    algebra.extents_mut().describe(name, words);
                }
            }
        }
    }
}

/// The words in the texts of the sizes of definitions.
fn words_written(named: &[&Definition], algebra: &mut Algebra) -> HashSet<String> {
    let mut words = HashSet::new();
    for shape in named.iter().filter_map(|definition| definition.value.shape) {
        for extent in extents(algebra, shape).unwrap_or_default() {
            let text = algebra.extent_text(extent);
            let split = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            words.extend(split.filter(|word| !word.is_empty()).map(str::to_owned));
        }
    }
    words
}

/// The variables that hold one size wherever they are set, by the size.
fn holders<'d>(named: &[&'d Definition]) -> FxHashMap<ExtentId, &'d str> {
    let mut held: FxHashMap<&str, Option<ExtentId>> = FxHashMap::default();
    for definition in named {
        let size = match definition.value.value {
            ValueFact::Integer(extent) => Some(extent),
            _ => None,
        };
        let known = held.entry(&definition.name).or_insert(size);
        if *known != size {
            *known = None;
        }
    }
    let mut holders = FxHashMap::default();
    for definition in named {
        if let Some(&Some(extent)) = held.get(&*definition.name) {
            holders.entry(extent).or_insert(&*definition.name);
        }
    }
    holders
}

/// The variables that have one shape wherever they are set.
fn constant_shapes<'d>(named: &[&'d Definition]) -> HashSet<&'d str> {
    let mut shapes: FxHashMap<&str, Option<ShapeId>> = FxHashMap::default();
    for definition in named {
        let known = shapes.entry(&definition.name).or_insert(definition.value.shape);
        if *known != definition.value.shape {
            *known = None;
        }
    }
    shapes.into_iter().filter(|(_, shape)| shape.is_some()).map(|(name, _)| name).collect()
}

struct Naming<'a> {
    algebra: &'a mut Algebra,
    variables: HashSet<&'a str>,
    /// The words in the texts of all sizes, which stand for something.
    written: HashSet<String>,
    holders: FxHashMap<ExtentId, &'a str>,
    constant: HashSet<&'a str>,
    /// What the names stand for that were given.
    taken: FxHashMap<String, ExtentId>,
    /// The same where they are parts of other sizes.
    parts: Substitution,
    /// Which of the sizes that were made up a description means.
    claimed: FxHashMap<String, NameId>,
    letters: usize,
    /// Shapes of which it was asked how they are read.
    tried: HashSet<ShapeId>,
    names: LocalNames,
}

/// So many sizes with a condition each are written out.
const MANY_CONDITIONS: usize = 4;

/// A size in which variables are taken for whole numbers: `k + 1` for `floor(k) + 1`, which is how
/// many elements `0:k` has.
struct Whole {
    text: String,
    /// Those that need not be.
    variables: Vec<String>,
}

impl Whole {
    fn read(size: &str) -> Whole {
        const FLOOR: &str = "floor(";
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let (mut text, mut variables) = (String::new(), Vec::new());
        let mut rest = size;
        while let Some(at) = rest.find(FLOOR) {
            let inside = &rest[at + FLOOR.len()..];
            let end = inside.find(|c: char| !is_word(c)).unwrap_or(inside.len());
            let is_variable =
                end > 0 && inside[end..].starts_with(')') && !rest[..at].ends_with(is_word);
            if !is_variable {
                text.push_str(&rest[..at + FLOOR.len()]);
                rest = inside;
                continue;
            }
            text.push_str(&rest[..at]);
            text.push_str(&inside[..end]);
            if !variables.iter().any(|known| known == &inside[..end]) {
                variables.push(inside[..end].to_owned());
            }
            rest = &inside[end + 1..];
        }
        text.push_str(rest);
        Whole { text, variables }
    }
}

/// A size with the names that were given to its parts.
fn text_of(algebra: &mut Algebra, parts: &Substitution, extent: ExtentId) -> String {
    let named = match parts.names.is_empty() {
        true => extent,
        false => algebra.substitute_extent(extent, parts),
    };
    algebra.extent_text(named)
}

impl Naming<'_> {
    fn definition(&mut self, definition: &Definition) {
        let Some(shape) = definition.value.shape else { return };
        let extents = extents(self.algebra, shape).unwrap_or_default();
        let is_vector = extents.len() == 2 && extents.contains(&Extents::ONE);
        for (axis, &extent) in extents.iter().enumerate() {
            if self.names.exact.contains_key(&extent) {
                continue;
            }
            let text = self.text(extent);
            self.without_floor(extent, &text);
            if self.is_short(&text) && self.is_plain(extent) {
                self.names.exact.insert(extent, text);
                continue;
            }
            let name = self.name(extent, &definition.name, (axis, is_vector));
            self.give(extent, name, text);
        }
        if self.names.readings.contains_key(&shape) || self.read(shape, &definition.name) {
            return;
        }
        for extent in extents {
            self.without_clamp(extent);
        }
    }

    fn is_short(&self, text: &str) -> bool {
        is_short(text, &|name| self.variables.contains(name))
    }

    /// Whether the text of a size tells which one is meant: it speaks of variables of the program, and
    /// what was made up and is described in the same words has another name.
    fn is_plain(&mut self, extent: ExtentId) -> bool {
        let unknowns = self.algebra.extents().unknowns(extent).to_vec();
        unknowns.into_iter().all(|unknown| match unknown {
            Unknown::Name(name) if self.parts.names.contains_key(&name) => true,
            Unknown::Name(name) => match self.algebra.extents().origin(name) {
                Origin::Fresh { description, .. } => {
                    let speaks = speaks_of(description, &|word| self.variables.contains(word));
                    let description = description.clone();
                    speaks && *self.claimed.entry(description).or_insert(name) == name
                }
                Origin::Variable(_) | Origin::SizeOf(..) => true,
            },
            Unknown::Measure(..) => true,
        })
    }

    /// Whether a shape, which is long as it is, has a short reading; that is kept.
    fn read(&mut self, shape: ShapeId, array: &str) -> bool {
        let long = match self.algebra.node(shape).clone() {
            Node::Illegal | Node::Variable(_) => false,
            Node::Tuple(extents) => extents.iter().any(|&extent| {
                let text = self.text(extent);
                let cases = ["min(", "max(", "join("].iter().any(|case| text.contains(case));
                (cases || !self.is_short(&text)) && !self.holders.contains_key(&extent)
            }),
            Node::Elementwise(..) | Node::Apply(..) | Node::Select(..) => true,
        };
        if !long || !self.tried.insert(shape) {
            return false;
        }
        USUAL_SIZES.iter().any(|&least| {
            let (variables, parts) = (&self.variables, &self.parts);
            let is_of_use = |algebra: &mut Algebra, reading: ShapeId| {
                let extents = extents(algebra, reading).unwrap_or_default();
                extents.into_iter().all(|extent| {
                    // What was made up gets a name.
                    let named =
                        matches!(algebra.extents().as_unknown(extent), Some(Unknown::Name(_)));
                    let text = Whole::read(&text_of(algebra, parts, extent)).text;
                    named || is_short(&text, &|name| variables.contains(name))
                })
            };
            match self.algebra.generic_reading(shape, least, is_of_use) {
                Some(reading) => self.keep_reading(shape, &reading, array),
                None => false,
            }
        })
    }

    fn keep_reading(&mut self, shape: ShapeId, reading: &GenericReading, array: &str) -> bool {
        let extents = extents(self.algebra, reading.shape).unwrap_or_default();
        self.name_unknowns(&extents, array);
        let texts: Vec<Whole> =
            extents.iter().map(|&extent| Whole::read(&self.text(extent))).collect();
        let conditions: Vec<Whole> =
            reading.conditions.iter().map(|(size, _)| Whole::read(&self.text(*size))).collect();
        let sizes = extents.iter().copied().chain(reading.conditions.iter().map(|(size, _)| *size));
        let sizes: Vec<ExtentId> = sizes.collect();
        if !texts.iter().chain(&conditions).all(|whole| self.is_short(&whole.text))
            || !sizes.into_iter().all(|size| self.is_plain(size))
        {
            return false;
        }
        let sizes = conditions.iter().zip(&reading.conditions).map(|(size, (_, usual))| {
            let Whole { text, .. } = size;
            let whole = if size.variables.is_empty() { "" } else { "whole " };
            match usual {
                Usual::Any => String::new(),
                Usual::Only(number) => format!("{whole}{text} == {number}"),
                Usual::Not(number) => format!("{whole}{text} ~= {number}"),
                Usual::AtLeast(number) => format!("{whole}{text} >= {number}"),
            }
        });
        let said = |name: &String| conditions.iter().any(|one| one.variables.contains(name));
        let mut others: Vec<&String> =
            texts.iter().flat_map(|whole| &whole.variables).filter(|name| !said(name)).collect();
        others.dedup();
        let sizes = sizes.chain(others.into_iter().map(|name| format!("whole {name}")));
        // A long list of sizes that are all usual is said in short.
        let usual = |(_, usual): &(ExtentId, Usual)| matches!(usual, Usual::AtLeast(_));
        let in_short = match reading.conditions.first() {
            Some((_, Usual::AtLeast(least))) if conditions.len() > MANY_CONDITIONS => {
                let plain = conditions.iter().all(|one| one.variables.is_empty());
                let all = plain && reading.conditions.iter().all(usual);
                all.then(|| format!("sizes >= {least}"))
            }
            _ => None,
        };
        let sizes: Vec<String> = match in_short {
            Some(all) => vec![all],
            None => sizes.collect(),
        };
        let matrices = reading.matrices.iter().map(|&variable| {
            let (name, _) = self.algebra.variable_name(variable);
            format!("{name} a matrix")
        });
        let condition: Vec<String> = matrices.chain(sizes).collect();
        let condition = condition.join(", ");
        if condition.contains('#') {
            return false;
        }
        for (extent, whole) in extents.into_iter().zip(texts) {
            self.names.texts.entry(extent).or_insert(whole.text);
        }
        self.names.readings.insert(shape, (reading.shape, condition));
        true
    }

    /// Names those of the extents of an array that have no short text and are unknowns.
    fn name_unknowns(&mut self, extents: &[ExtentId], array: &str) {
        let is_vector = extents.len() == 2 && extents.contains(&Extents::ONE);
        for (axis, &extent) in extents.iter().enumerate() {
            let made_up =
                matches!(self.algebra.extents().as_unknown(extent), Some(Unknown::Name(_)));
            if !made_up || self.names.exact.contains_key(&extent) {
                continue;
            }
            let text = self.text(extent);
            if !self.is_short(&text) || !self.is_plain(extent) {
                let name = self.name(extent, array, (axis, is_vector));
                self.give(extent, name, text);
            }
        }
    }

    /// Writes a size that is `max(0, m)` of what has a name or is short as that.
    fn without_clamp(&mut self, extent: ExtentId) {
        let Some(inside) = self.algebra.extents().unclamped(extent) else { return };
        let text = match self.holders.get(&inside) {
            Some(holder) => (*holder).to_owned(),
            None => self.text(inside),
        };
        let whole = Whole::read(&text);
        if self.holders.contains_key(&extent)
            || !self.is_short(&whole.text)
            || !self.is_plain(inside)
        {
            return;
        }
        let kind = if whole.variables.is_empty() { "" } else { "whole " };
        self.names.conditions.insert(extent, format!("{kind}{} >= 0", whole.text));
        self.names.texts.insert(extent, whole.text);
    }

    /// Writes a size that counts whole parts of variables as if they were whole.
    fn without_floor(&mut self, extent: ExtentId, text: &str) {
        let whole = Whole::read(text);
        if whole.variables.is_empty()
            || self.holders.contains_key(&extent)
            || !self.is_short(&whole.text)
            || !self.is_plain(extent)
        {
            return;
        }
        self.names.conditions.insert(extent, format!("whole {}", whole.variables.join(", ")));
        self.names.texts.insert(extent, whole.text);
    }

    fn text(&mut self, extent: ExtentId) -> String {
        text_of(self.algebra, &self.parts, extent)
    }

    fn name(&self, extent: ExtentId, array: &str, (axis, is_vector): (usize, bool)) -> String {
        if let Some(holder) = self.holders.get(&extent) {
            return (*holder).to_owned();
        }
        let measure = match axis {
            _ if is_vector => format!("numel({array})"),
            0 => format!("rows({array})"),
            1 => format!("cols({array})"),
            _ => format!("size({array},{})", axis + 1),
        };
        match self.constant.contains(array) && !self.taken.contains_key(&measure) {
            true => measure,
            false => String::new(),
        }
    }

    fn give(&mut self, extent: ExtentId, name: String, text: String) {
        let name = if name.is_empty() { self.letter() } else { name };
        self.taken.insert(name.clone(), extent);
        // A name of its own in the arena: how what contains the size is written.
        if let Some(Unknown::Name(id)) = self.algebra.extents().as_unknown(extent) {
            let alias = self.algebra.extents_mut().variable(&name);
            self.parts.names.insert(id, alias);
        }
        // A description that speaks of nothing in the program, or of something else, explains nothing.
        let own = match self.algebra.extents().as_unknown(extent) {
            Some(Unknown::Name(id)) => self.claimed.get(&text).is_none_or(|owner| *owner == id),
            _ => true,
        };
        if name != text && own && speaks_of(&text, &|word| self.is_named(word)) {
            self.names.wheres.push((name.clone(), text));
        }
        self.names.exact.insert(extent, name);
    }

    /// Whether a word names something: a variable, a size that was described or was given a name.
    fn is_named(&self, word: &str) -> bool {
        word == "end"
            || self.variables.contains(word)
            || self.taken.contains_key(word)
            || self.algebra.extents().has_variable(word)
    }

    /// A letter that nothing else is called.
    fn letter(&mut self) -> String {
        loop {
            self.letters += 1;
            let name = match self.letters {
                1 => "k".to_owned(),
                number => format!("k{number}"),
            };
            let means = self.variables.contains(&*name) || self.written.contains(&name);
            if !means && !self.taken.contains_key(&name) {
                return name;
            }
        }
    }
}

/// Whether the description of what was made up speaks of variables alone: `numel(x)`, and neither
/// `columns` nor `numel(find)`.
fn speaks_of(description: &str, is_variable: &dyn Fn(&str) -> bool) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = description;
    while let Some(start) = rest.find(is_word) {
        let word = &rest[start..];
        let end = word.find(|c: char| !is_word(c)).unwrap_or(word.len());
        let (word, after) = word.split_at(end);
        let is_number = word.chars().all(|c| c.is_ascii_digit());
        if !is_number && !after.starts_with('(') && !is_variable(word) {
            return false;
        }
        rest = after;
    }
    true
}

/// Whether a size needs no name: a name of the program, or few letters where `size(x,k)`,
/// `numel(x)`, `rows(x)`, `cols(x)` of a variable counts as one.
fn is_short(text: &str, is_variable: &dyn Fn(&str) -> bool) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if text.chars().all(is_word) {
        return true;
    }
    if text.contains('#') {
        return false;
    }
    let mut rest: String = text.split_whitespace().collect();
    for measure in ["size(", "numel(", "rows(", "cols("] {
        let mut from = 0;
        while let Some(at) = rest[from..].find(measure).map(|at| at + from) {
            let inside = at + measure.len();
            let length = rest[inside..].find(|c: char| !is_word(c)).unwrap_or(0);
            let tail = &rest[inside + length..];
            let end = if measure == "size(" {
                tail.strip_prefix(',').and_then(|tail| {
                    let digits = tail.find(|c: char| !c.is_ascii_digit())?;
                    (digits > 0 && tail[digits..].starts_with(')')).then_some(digits + 2)
                })
            } else {
                tail.starts_with(')').then_some(1)
            };
            match end {
                Some(end) if is_variable(&rest[inside..inside + length]) => {
                    rest.replace_range(at..inside + length + end, "s");
                    from = at + 1;
                }
                _ => from = inside,
            }
        }
    }
    rest.chars().count() <= SHORT
}

#[cfg(test)]
mod tests {
    use super::{is_short, speaks_of};

    #[test]
    fn descriptions_speak_of_variables() {
        for text in ["n", "numel(x)", "size(x,1)", "floor(n)", "x + 1"] {
            assert!(speaks_of(text, &|name| name.len() == 1), "{text}");
        }
        for text in ["columns", "numel(find)", "true elements", "grown"] {
            assert!(!speaks_of(text, &|name| name.len() == 1), "{text}");
        }
    }

    #[test]
    fn measures_of_variables_are_short() {
        for text in ["3", "n", "number_of_rows", "size(x,1) + 1", "2*numel(abc) - 1", "n*m + 1"] {
            assert!(is_short(text, &|name| name.len() < 4), "{text}");
        }
        for text in ["rows(x#5)", "size(select(c, <1, n>, b),2)", "max(0, n - 1)", "rows(find)"] {
            assert!(!is_short(text, &|name| name.len() < 4), "{text}");
        }
    }
}
