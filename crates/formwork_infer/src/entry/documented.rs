//! What the help of a function says of the sizes of its parameters.
//!
//! People write down what they expect: `X (n x p)`, `t  N-by-1 column vector`, `groups: cell array`.
//! Nothing makes sure that callers keep to it, so it is no fact; but a call that does is an ordinary
//! one. Only what stands beside the name of a parameter is read, and what may be meant otherwise is
//! not.
//!
//! ```text
//! % Q = apply (T, P)                         T : 4 x 4
//! % Apply T (4x4) to the points P (N x 3).   P : N x 3
//! ```

use std::rc::Rc;

use formwork_hir::SlotId;
use formwork_hir::body::Body;
use formwork_hir::query::help_lines;
use rustc_hash::{FxHashMap, FxHashSet};

/// What the help says of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Documented {
    /// Its extents.
    Sizes(Rc<[Said]>),
    /// It is a row.
    Row,
    /// It is a column.
    Column,
    /// It is one number.
    Scalar,
    /// It is a cell array.
    Cell,
    /// It is no array of numbers.
    Other,
}

/// An extent as somebody writes it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Said {
    /// A number.
    Literal(i64),
    /// A name, which means the same wherever it stands in the help.
    Named(Rc<str>),
}

/// How many words may stand between a parameter and its sizes.
const BETWEEN: usize = 4;

/// The most that a size in a help is.
const MOST: i64 = 64;

/// Words that are no names of sizes.
const WORDS: &[&str] = &[
    "a", "an", "and", "are", "array", "at", "axis", "be", "by", "column", "data", "each", "for",
    "from", "has", "have", "if", "in", "into", "is", "it", "matrix", "must", "not", "of", "on",
    "or", "row", "size", "than", "that", "the", "then", "this", "to", "value", "values", "vector",
    "when", "where", "which", "with",
];

/// What the help of a function says of the sizes of its outputs: in a line that begins with the name
/// of one, and never twice.
pub(super) fn documented_outputs(body: &Body) -> Vec<(SlotId, Rc<[Said]>)> {
    let inputs = body.inputs.iter().filter_map(|input| input.slot);
    let inputs: Vec<SlotId> = inputs.collect();
    let own = body.outputs.iter().copied().filter(|slot| !inputs.contains(slot));
    let own: Vec<SlotId> = own.collect();
    let names = Names::of(body, &own);
    let mut said: Vec<(SlotId, Rc<[Said]>)> = Vec::new();
    let mut unclear: FxHashSet<SlotId> = FxHashSet::default();
    for line in help_lines(body) {
        let tokens = tokens(&line);
        for part in entries(&tokens) {
            let [Token::Word(word), Token::Sign('-' | ':' | '='), rest @ ..] = part else {
                continue;
            };
            let Some(slot) = names.parameter(word) else { continue };
            // What is said of it again may be said of another case.
            if said.iter().any(|(own, _)| *own == slot) || names.entry(rest).is_some() {
                unclear.insert(slot);
            } else {
                said.extend(names.sizes_beside(rest, true).map(|sizes| (slot, sizes)));
            }
        }
    }
    said.retain(|(slot, _)| !unclear.contains(slot));
    said
}

/// What the help of a function says of its parameters.
pub(super) fn documented(body: &Body) -> FxHashMap<SlotId, Documented> {
    let mut said: FxHashMap<SlotId, Documented> = FxHashMap::default();
    let mut unclear: FxHashSet<SlotId> = FxHashSet::default();
    let named: Vec<SlotId> = body.inputs.iter().filter_map(|input| input.slot).collect();
    let names = Names::of(body, &named);
    for line in help_lines(body) {
        let tokens = tokens(&line);
        let spaced = is_spaced(&line);
        let parts = entries(behind_usage(&tokens, &body.name));
        let all = parts.into_iter().flat_map(|part| names.said_in(part, spaced));
        for (slot, documented) in all {
            match said.get(&slot) {
                Some(before) if *before != documented => {
                    unclear.insert(slot);
                }
                _ => {
                    said.insert(slot, documented);
                }
            }
        }
    }
    said.retain(|slot, _| !unclear.contains(slot));
    said
}

/// What stands behind a call that a line shows: `A is n-by-n` of `B = f (A)  A is n-by-n`. All of
/// it, if it shows none or nothing stands behind it.
fn behind_usage<'a, 't>(tokens: &'a [Token<'t>], name: &str) -> &'a [Token<'t>] {
    let called = tokens.windows(2).take(8).position(|two| {
        matches!(two, [Token::Word(word), Token::Sign('(')] if word.eq_ignore_ascii_case(name))
    });
    let Some(open) = called.map(|place| place + 1) else { return tokens };
    let mut depth = 0_usize;
    for (place, token) in tokens.iter().enumerate().skip(open) {
        match token {
            Token::Sign('(') => depth += 1,
            Token::Sign(')') => depth = depth.saturating_sub(1),
            Token::Sign(_) | Token::Word(_) => {}
        }
        if depth == 0 {
            let rest = &tokens[place + 1..];
            let starts = matches!(rest.first(), Some(Token::Word(_)));
            return if starts { rest } else { tokens };
        }
    }
    tokens
}

/// The parts of a line each of which tells of one name: `A : n x n matrix, b : n x 1 vector`.
fn entries<'a, 't>(tokens: &'a [Token<'t>]) -> Vec<&'a [Token<'t>]> {
    if !matches!(tokens, [Token::Word(_), Token::Sign('-' | ':' | '='), ..]) {
        return vec![tokens];
    }
    let mut parts = Vec::new();
    let mut from = 0;
    for place in 1..tokens.len() {
        if let [Token::Sign(',' | ';'), Token::Word(_), Token::Sign(':'), ..] = tokens[place..] {
            parts.push(&tokens[from..place]);
            from = place + 1;
        }
    }
    parts.push(&tokens[from..]);
    parts
}

/// Whether the first word of a line stands alone: `b (n,1)` is no place in an array.
fn is_spaced(line: &str) -> bool {
    let line = line.trim_start();
    let word = line.find(|c: char| !c.is_alphanumeric() && c != '_');
    word.is_some_and(|end| line[end..].starts_with([' ', '\t']))
}

/// A word, a number or a sign of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Token<'t> {
    Word(&'t str),
    Sign(char),
}

fn tokens(line: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        if end > 0 {
            tokens.push(Token::Word(&rest[..end]));
            rest = &rest[end..];
        } else {
            if !first.is_whitespace() {
                tokens.push(Token::Sign(first));
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    tokens
}

/// The names that a help may speak of.
struct Names {
    parameters: Vec<(SlotId, Rc<str>)>,
    /// The other variables.
    others: FxHashSet<Rc<str>>,
    /// Whether `x` names something, so that it need not stand between sizes.
    has_x: bool,
}

impl Names {
    /// Those of a body, some of which may be spoken of.
    fn of(body: &Body, named: &[SlotId]) -> Names {
        let parameters: Vec<(SlotId, Rc<str>)> =
            named.iter().map(|&slot| (slot, Rc::clone(&body.slots[slot].name))).collect();
        let has_x = body.slots.values().any(|variable| matches!(&*variable.name, "x" | "X"));
        let is_parameter = |name: &Rc<str>| parameters.iter().any(|(_, own)| own == name);
        let others = body.slots.values().map(|variable| Rc::clone(&variable.name));
        let others = others.filter(|name| !is_parameter(name)).collect();
        Names { parameters, others, has_x }
    }

    /// The parameter that a word names: also in capitals, as it is the habit in helps.
    fn parameter(&self, word: &str) -> Option<SlotId> {
        let exact = self.parameters.iter().find(|(_, name)| **name == *word);
        let capital = || {
            let mut alike = self.parameters.iter().filter(|(_, name)| name.to_uppercase() == word);
            alike.next().filter(|_| alike.next().is_none())
        };
        if self.others.contains(word) {
            return None;
        }
        exact.or_else(capital).map(|(slot, _)| *slot)
    }

    /// What a line says; whether there is a space behind its first word.
    fn said_in(&self, tokens: &[Token<'_>], spaced: bool) -> Vec<(SlotId, Documented)> {
        let mut said = Vec::new();
        // A line `a, b - what they are` tells of them all.
        if let [Token::Word(word), Token::Sign(','), more @ ..] = tokens
            && let Some(slot) = self.parameter(word)
            && let Some(sign) = tokens
                .iter()
                .position(|token| matches!(token, Token::Sign('-' | ':' | '=')))
                .filter(|sign| self.are_parameters(&tokens[..*sign]))
        {
            let others = self.said_in(more, spaced);
            let said_last = self.said_in(&tokens[sign - 1..], spaced);
            let own = said_last.last().map(|(_, documented)| (slot, documented.clone()));
            return own.into_iter().chain(others).collect();
        }
        // A line `name - what it is` tells of that name alone.
        if let [Token::Word(word), Token::Sign('-' | ':' | '='), rest @ ..] = tokens {
            let slot = self.parameter(word);
            let documented = slot.and_then(|_| {
                let sizes =
                    || self.sizes_beside(rest, true).or_else(|| self.sizes_at_the_end(rest));
                self.entry(rest).or_else(|| sizes().map(Documented::Sizes))
            });
            said.extend(slot.zip(documented));
            // `y = f (x)` shows a call.
            return said;
        }
        // In a line that shows a call, names stand in parentheses.
        for (place, token) in tokens.iter().enumerate() {
            let Token::Word(word) = token else { continue };
            let Some(slot) = self.parameter(word) else { continue };
            let rest = &tokens[place + 1..];
            // `M x N` tells of something else.
            let before = place.checked_sub(1).and_then(|before| tokens.get(before));
            if is_between(rest.first()) && rest.len() > 1 || is_between(before) && place > 1 {
                continue;
            }
            if place == 0
                && let Some(documented) = self.entry(rest)
            {
                said.push((slot, documented));
                break;
            }
            if let Some(sizes) = self.sizes_beside(rest, place == 0 && spaced) {
                said.push((slot, Documented::Sizes(sizes)));
            }
        }
        said
    }

    /// Whether tokens are names of parameters with commas between them.
    fn are_parameters(&self, tokens: &[Token<'_>]) -> bool {
        tokens.iter().enumerate().all(|(place, token)| match token {
            Token::Word(word) => place % 2 == 0 && self.parameter(word).is_some(),
            Token::Sign(sign) => place % 2 == 1 && *sign == ',',
        })
    }

    /// What a line says that begins with the name of a parameter.
    fn entry(&self, rest: &[Token<'_>]) -> Option<Documented> {
        let words: Vec<String> = rest
            .iter()
            .filter_map(|token| match token {
                Token::Word(word) => Some(word.to_ascii_lowercase()),
                Token::Sign(_) => None,
            })
            .take(8)
            .collect();
        let has = |word: &str| words.iter().any(|one| one == word);
        let pair = |a: &str, b: &str| words.windows(2).any(|two| two[0] == a && two[1] == b);
        // Either of two things is neither for sure.
        if has("or") {
            return Some(Documented::Other)
                .filter(|_| self.sizes_beside(rest, false).is_none() && !has("vector"));
        }
        if pair("cell", "array") || has("cellarray") {
            return Some(Documented::Cell);
        }
        if has("struct")
            || has("structure")
            || has("handle")
            || has("string")
            || has("object")
            || has("cell")
        {
            return Some(Documented::Other);
        }
        if pair("column", "vector") {
            return Some(Documented::Column);
        }
        if pair("row", "vector") {
            return Some(Documented::Row);
        }
        words.first().is_some_and(|word| word == "scalar").then_some(Documented::Scalar)
    }

    /// The sizes that follow a name: `(n x p)`, `: 3-by-N matrix`, `4x4`, `[n, p] matrix`. `alone`: the
    /// line tells of nothing else.
    fn sizes_beside(&self, rest: &[Token<'_>], alone: bool) -> Option<Rc<[Said]>> {
        let mut words = 0;
        let mut inside = false;
        for place in 0..rest.len() {
            let enclosed = place > 0 && matches!(rest[place - 1], Token::Sign('(' | '['));
            if enclosed && let Some(sizes) = listed(&rest[place..], alone) {
                return Some(sizes);
            }
            if let Some((sizes, end)) = self.sizes(&rest[place..], enclosed, alone) {
                let is_open = |token: Option<&Token<'_>>| {
                    matches!(token, Some(Token::Sign('+' | '-' | '*' | '/' | '^' | ':')))
                };
                let before = place.checked_sub(1).and_then(|place| rest.get(place));
                // `or` tells of something else, and a sign of arithmetic.
                let other = matches!(rest.get(place + end), Some(Token::Word("or")))
                    || matches!(rest.get(place + end + 1), Some(Token::Word("or")));
                let computed = place > 1 && is_open(before) || is_open(rest.get(place + end));
                return (!other && !computed).then_some(sizes);
            }
            match &rest[place] {
                // What is said then is said of something else.
                Token::Word(word) if self.parameter(word).is_some() => return None,
                // A list of something.
                Token::Word(_) if inside => return None,
                Token::Word(_) => words += 1,
                Token::Sign('(' | '[' | '{') => inside = true,
                Token::Sign(')' | ',' | ';' | '.' | '<' | '>' | '=') => return None,
                Token::Sign(_) => {}
            }
            if words > BETWEEN {
                return None;
            }
        }
        None
    }

    /// The sizes in brackets with which a line ends.
    fn sizes_at_the_end(&self, rest: &[Token<'_>]) -> Option<Rc<[Said]>> {
        let Some(Token::Sign(']' | ')')) = rest.last() else { return None };
        let open = rest.iter().rposition(|token| matches!(token, Token::Sign('[' | '(')))?;
        let (sizes, end) = self.sizes(&rest[open + 1..], true, true)?;
        (open + 1 + end + 1 == rest.len()).then_some(sizes)
    }

    /// The sizes that tokens begin with, and how many tokens those are.
    fn sizes(
        &self,
        tokens: &[Token<'_>],
        enclosed: bool,
        alone: bool,
    ) -> Option<(Rc<[Said]>, usize)> {
        let Token::Word(first) = tokens.first()? else { return None };
        if let Some(sizes) = compact(first) {
            let sure = enclosed || is_number_or_capital(first) || speaks_of_arrays(&tokens[1..]);
            return sure.then(|| (sizes.into(), 1));
        }
        let mut sizes = vec![extent(first, enclosed)?];
        let mut end = 1;
        loop {
            let (length, plain) = match &tokens[end..] {
                [Token::Sign('-'), Token::Word("by"), Token::Sign('-'), ..] => (3, true),
                [Token::Word("by"), ..] => (1, enclosed),
                [Token::Sign('×'), ..] => (1, true),
                [Token::Word("x" | "X"), _, next @ ..] => {
                    let named = alone && ends_sizes(next.first());
                    (1, enclosed || !self.has_x || named)
                }
                _ => break,
            };
            let Some(Token::Word(word)) = tokens.get(end + length) else { break };
            let Some(next) = extent(word, enclosed) else { break };
            let is_number = |said: &Said| matches!(said, Said::Literal(_));
            if !plain && !is_number(&next) && !sizes.iter().any(is_number) {
                break;
            }
            sizes.push(next);
            end += length + 1;
        }
        (sizes.len() > 1).then(|| (sizes.into(), end))
    }
}

/// Sizes as a list, up to its bracket: `[n, p] matrix`, `(n, 1)`. A pair in brackets may be an interval
/// or a point, too: a noun must say that it is neither, or a second number what the first one is.
fn listed(tokens: &[Token<'_>], alone: bool) -> Option<Rc<[Said]>> {
    let close = tokens.iter().position(|token| matches!(token, Token::Sign(']' | ')')))?;
    let mut sizes = Vec::new();
    for (place, token) in tokens[..close].iter().enumerate() {
        match (place % 2, token) {
            (0, Token::Word(word)) if !is_coordinate(word) => {
                sizes.push(extent(word, true)?);
            }
            (1, Token::Sign(',')) => {}
            _ => return None,
        }
    }
    let noun = match tokens.get(close + 1) {
        Some(Token::Word("matrix" | "matrices")) => true,
        // A vector of two coordinates is no matrix.
        Some(Token::Word("vector" | "array" | "column" | "row")) => {
            sizes.contains(&Said::Literal(1))
        }
        _ => match &sizes[..] {
            [Said::Named(name), Said::Literal(_)] => {
                alone && (name.len() == 1 || name.starts_with(['n', 'N']))
            }
            _ => false,
        },
    };
    (noun && sizes.len() > 1).then(|| sizes.into())
}

/// Whether a name stands in lists for something other than sizes: a coordinate, a limit, a function.
fn is_coordinate(word: &str) -> bool {
    let letter = word.len() == 1 && "abxyzijtuvXYZ".contains(word);
    letter || formwork_builtins::find(word).is_some() || LIMITS.contains(&word)
}

/// The limits of an interval that are no functions.
const LIMITS: &[&str] = &["lo", "hi"];

/// Whether what follows says that sizes end there.
fn ends_sizes(token: Option<&Token<'_>>) -> bool {
    match token {
        None | Some(Token::Sign(')' | ']' | ',' | ';' | '.')) => true,
        Some(Token::Word(word)) => *word != "is",
        Some(Token::Sign(_)) => false,
    }
}

/// Whether a sign stands between sizes.
fn is_between(token: Option<&Token<'_>>) -> bool {
    matches!(token, Some(Token::Word("x" | "X" | "by") | Token::Sign('×')))
}

/// One extent: a number, a short name, or in parentheses any name.
fn extent(word: &str, enclosed: bool) -> Option<Said> {
    if let Ok(number) = word.parse::<i64>() {
        return (1..=MOST).contains(&number).then_some(Said::Literal(number));
    }
    let short = word.len() <= 2 || word.starts_with(['n', 'N']) && word.len() <= 6;
    let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_word = WORDS.contains(&word.to_ascii_lowercase().as_str());
    (is_name && !is_word && (short || enclosed)).then(|| Said::Named(word.into()))
}

/// Whether a word has something that words of a language have not: `3xn`, `MxN`.
fn is_number_or_capital(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase())
}

/// Whether what stands behind a word speaks of arrays, or nothing does: `nxp data matrix`, but `txt file`.
fn speaks_of_arrays(rest: &[Token<'_>]) -> bool {
    match rest.first() {
        None | Some(Token::Sign(_)) => true,
        Some(Token::Word(_)) => rest.iter().take(3).any(|token| match token {
            Token::Word(word) => ARRAYS.contains(&word.to_ascii_lowercase().as_str()),
            Token::Sign(_) => false,
        }),
    }
}

/// Words for what has sizes.
const ARRAYS: &[&str] = &[
    "array",
    "arrays",
    "coordinates",
    "data",
    "image",
    "images",
    "mask",
    "matrices",
    "matrix",
    "observations",
    "points",
    "samples",
    "table",
    "tensor",
    "values",
    "vector",
    "vectors",
];

/// Sizes in one word: `4x4`, `nx3`, `MxN`.
fn compact(word: &str) -> Option<Vec<Said>> {
    let parts: Vec<&str> = word.split('x').collect();
    let part = |part: &&str| -> Option<Said> {
        let one_letter = part.len() == 1 && part.starts_with(|c: char| c.is_ascii_alphabetic());
        match part.parse::<i64>() {
            Ok(number) => (1..=MOST).contains(&number).then_some(Said::Literal(number)),
            Err(_) => one_letter.then(|| Said::Named((*part).into())),
        }
    };
    let sizes: Option<Vec<Said>> = parts.iter().map(part).collect();
    sizes.filter(|sizes| sizes.len() > 1)
}
