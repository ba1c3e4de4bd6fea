//! Random programs that are hard to know in advance: growth, loops that are left early,
//! functions with several ways out, recursion, masks, deletion, arithmetic on sizes.
//!
//! A program is a function with parameters, so that its sizes are unknown until it is
//! called, and the arguments it is called with. Each statement stands on a line of its
//! own, which makes programs easy to shrink.

mod blocks;
mod simple;

use std::fmt::Write as _;

use fastrand::Rng;

use crate::programs::{Generator, NAMES};
use crate::{habits, templates};

/// A program and the arguments of its first function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StressProgram {
    /// The text of the file.
    pub text: String,
    /// The arguments, as expressions.
    pub arguments: Vec<String>,
}

/// The functions that programs call.
const HELPERS: &str = include_str!("helpers.m");

/// A program of about `statements` statements.
#[must_use]
pub fn stress_program(rng: &mut Rng, statements: usize) -> StressProgram {
    let mut base = Generator { rng, out: String::new(), loops: 0, wild: false };
    let arguments = vec![base.literal(), base.literal(), base.rng.i32(0..6).to_string()];
    let mut stress = Stress { base, depth: 1, fresh: 0, guarded: false };
    stress.guarded = stress.base.rng.bool();
    // The same parameters, some of them hidden in a list.
    let hidden = stress.below(6) == 0;
    stress.line(if hidden { "function main (a, varargin)" } else { "function main (a, b, n)" });
    if hidden {
        stress.line("  b = varargin{1};");
        stress.line("  n = varargin{end};");
    }
    stress.line("  global shared_value");
    for name in &NAMES[2..] {
        let value = match stress.base.rng.u8(..5) {
            0 => "[]".to_owned(),
            4 => stress.pick(habits::NUMBERS).to_owned(),
            1 => stress.pick(&["a", "b", "n", "1:n", "zeros (n, 2)", "ones (1, n)"]).to_owned(),
            _ => stress.base.literal(),
        };
        stress.line(&format!("  {name} = {value};"));
    }
    stress.line("  s = struct ('p', 1, 'q', 'text');");
    stress.line("  w = {1, 'two', [3 4 5]};");
    let nested = stress.below(6) == 0;
    for _ in 0..statements {
        stress.statement();
        if nested && stress.below(4) == 0 {
            stress.simple("nested_step ();");
        }
    }
    if nested {
        let (x, y) = (stress.base.name(), stress.base.name());
        stress.emit("function nested_step ()");
        stress.emit(&format!("  {x} = {y};"));
        stress.emit("  own = n;");
        stress.emit("end");
    }
    stress.line("end");
    let mut text = stress.base.out;
    let known = [HELPERS, templates::FUNCTIONS, habits::FUNCTIONS];
    for function in known.into_iter().flat_map(functions) {
        if calls(&text, function) {
            text.push_str(function);
        }
    }
    StressProgram { text, arguments }
}

/// The functions of a text, each of which begins at the start of a line.
fn functions(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices("function ").map(|(at, _)| at);
    let starts: Vec<usize> =
        starts.filter(|&at| at == 0 || text.as_bytes()[at - 1] == b'\n').collect();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([text.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| &text[start..end])
}

/// Whether a program mentions a function.
fn calls(program: &str, function: &str) -> bool {
    let head = function.lines().next().unwrap_or_default();
    let head = head.rsplit("= ").next().unwrap_or(head).trim_start_matches("function ");
    let name = head.split(' ').next().unwrap_or(head);
    program.contains(name)
}

struct Stress<'r> {
    base: Generator<'r>,
    depth: usize,
    /// How many loop variables and counters there are.
    fresh: usize,
    /// Whether each statement may fail without ending the program.
    guarded: bool,
}

impl Stress<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.base.out, "{text}");
    }

    /// A statement at the depth of the block.
    fn emit(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth);
        let _ = writeln!(self.base.out, "{indent}{text}");
    }

    fn pick<'a>(&mut self, options: &[&'a str]) -> &'a str {
        self.base.pick(options)
    }

    fn below(&mut self, limit: u8) -> u8 {
        self.base.rng.u8(..limit)
    }

    fn counter(&mut self) -> String {
        self.fresh += 1;
        format!("k{}", self.fresh)
    }

    /// A statement that may fail.
    fn simple(&mut self, text: &str) {
        if self.guarded {
            self.emit("try");
            self.depth += 1;
            self.emit(text);
            self.depth -= 1;
            self.emit("catch");
            self.emit("end");
        } else {
            self.emit(text);
        }
    }

    fn block(&mut self, most: u8) {
        self.depth += 1;
        for _ in 0..=self.below(most) {
            self.statement();
        }
        self.depth -= 1;
    }

    fn statement(&mut self) {
        let (x, y) = (self.base.name(), self.base.name());
        match self.below(54) {
            0..=5 => {
                let value = self.base.expression();
                self.simple(&format!("{x} = {value};"));
            }
            6 | 7 => {
                let (subscripts, value) = (self.base.subscripts(), self.base.operand());
                self.simple(&format!("{x}({subscripts}) = {value};"));
            }
            8 => {
                let subscripts = self.base.subscripts();
                self.simple(&format!("{x}({subscripts}) = [];"));
            }
            9 | 10 => {
                let value = self.sizes(y);
                self.simple(&format!("{x} = {value};"));
            }
            11 | 12 => {
                let value = self.masked(y);
                self.simple(&format!("{x} = {value};"));
            }
            13 => {
                let text = self.masked_store(x);
                self.simple(&text);
            }
            14 => {
                let value = self.call(y);
                self.simple(&format!("{x} = {value};"));
            }
            15 => {
                let z = self.base.name();
                let text = self.several(x, z, y);
                self.simple(&text);
            }
            16 | 17 => {
                let text = self.container(x, y);
                self.simple(&text);
            }
            18 => {
                let value = self.handle(y);
                self.simple(&format!("{x} = {value};"));
            }
            19 => {
                let value = self.many_axes(y);
                self.simple(&format!("{x} = {value};"));
            }
            20 => {
                let (op, number) = (self.pick(&["+=", "-=", "*="]), self.base.number());
                self.simple(&format!("{x} {op} {number};"));
            }
            21 => {
                let value = self.base.expression();
                self.simple(&format!("{value};"));
            }
            _ if self.depth > 3 => self.simple(&format!("{x} = {y};")),
            22 | 23 => self.growth(x),
            24..=26 => self.for_loop(x, y),
            27 | 28 => self.while_loop(x),
            29..=31 => self.branch(x, y),
            32 => self.switch(y),
            33 => self.attempt(x),
            34..=40 => {
                let value = self.template(templates::VALUES, x, y);
                self.simple(&format!("{x} = {value};"));
            }
            41..=45 => {
                let text = self.template(templates::ACTS, x, y);
                self.simple(&text);
            }
            _ => {
                let text = self.template(habits::ACTS, x, y);
                self.simple(&text);
            }
        }
    }

    /// A template with its variables put in.
    fn template(&mut self, templates: &[&str], x: &str, y: &str) -> String {
        let (z, k) = (self.base.name(), self.base.rng.u8(1..4));
        let chosen = templates[self.base.rng.usize(..templates.len())];
        let mut text = String::new();
        let letters: Vec<char> = chosen.chars().collect();
        for (place, &letter) in letters.iter().enumerate() {
            let beside = |at: Option<usize>| {
                at.and_then(|at| letters.get(at)).is_some_and(char::is_ascii_alphanumeric)
            };
            let alone = !beside(place.checked_sub(1)) && !beside(Some(place + 1));
            match letter {
                'X' if alone => text.push_str(x),
                'Y' if alone => text.push_str(y),
                'Z' if alone => text.push_str(z),
                'K' if alone => text.push((b'0' + k) as char),
                _ => text.push(letter),
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_functions_that_are_called_are_there() {
        let all: Vec<&str> = functions(HELPERS).collect();
        assert_eq!(all.len(), 7);
        assert!(calls("x = countdown (3);", all[2]));
        assert!(!calls("x = count (3);", all[2]));
        assert!(calls("[x, y] = helper (3);", all[0]));
        assert!(calls("x = tick ();", all[5]));
    }
}
