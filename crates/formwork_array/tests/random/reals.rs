//! Random programs whose loops count in real numbers, whole ones or not, and use them as
//! subscripts.
#![allow(dead_code, reason = "each test uses its part")]
#![allow(clippy::allow_attributes, reason = "what one test uses another does not")]

use std::fmt::Write as _;
use std::sync::Arc;

use fastrand::Rng;
use formwork_array::ir::{Array, BaseType, Scalar};

/// A program whose function `f` takes a vector and two real numbers.
pub(crate) fn program(seed: u64) -> String {
    let mut writer = Writer { rng: Rng::with_seed(seed), text: String::new(), names: 0 };
    for _ in 0..writer.rng.usize(1..3) {
        writer.repeat(1);
    }
    format!(
        "double[.], double, double, int f(double[.] x, double u, double v)\n{{\n  a = 1.0;\n  b = 2.0;\n  s = 0;\n{}  return(x, a, b, s);\n}}\n",
        writer.text
    )
}

/// Arguments for it.
pub(crate) fn arguments(rng: &mut Rng) -> Vec<Arc<Array>> {
    let reals =
        [0.0, -0.0, 1.0, 2.0, 3.0, -1.0, 0.5, 4.0, 1e16, -7.0, f64::NAN, f64::INFINITY, 6.0];
    let mut real = || Scalar::Double(reals[rng.usize(..reals.len())]);
    let elements: Vec<Scalar> = (0..5).map(|_| real()).collect();
    let (u, v) = (real(), real());
    [
        Array::new(BaseType::Double, vec![5], elements),
        Some(Array::scalar(u)),
        Some(Array::scalar(v)),
    ]
    .into_iter()
    .flatten()
    .map(Arc::new)
    .collect()
}

struct Writer {
    rng: Rng,
    text: String,
    names: usize,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(depth));
    }

    fn pick<'t>(&mut self, options: &[&'t str]) -> &'t str {
        options[self.rng.usize(..options.len())]
    }

    fn number(&mut self) -> String {
        let options =
            ["a", "b", "u", "v", "1.0", "2.0", "3.0", "0.0", "-0.0", "-1.0", "0.5", "sel([1], x)"];
        self.pick(&options).to_owned()
    }

    /// What a number becomes in a round.
    fn next(&mut self, name: &str) -> String {
        match self.rng.u8(..9) {
            0..=2 => format!("{name} + 1.0"),
            3 => format!("{name} + {}", self.number()),
            4 => format!("3.0 * {name} + 1.0"),
            5 => format!("{name} * {}", self.number()),
            6 => format!("{name} - {}", self.number()),
            7 => format!("{} - {name}", self.number()),
            _ => format!("{name} / 2.0"),
        }
    }

    fn repeat(&mut self, depth: usize) {
        self.names += 1;
        let turn = format!("t{}", self.names);
        let (first, second) = (self.number(), self.number());
        if self.rng.bool() {
            self.line(depth, &format!("a = {first};"));
        }
        if self.rng.bool() {
            self.line(depth, &format!("b = {second};"));
        }
        let bound = self.pick(&["u", "4.0", "v", "9007199254740992.0"]).to_owned();
        let test = self.pick(&["a <=", "a <", "b <", "a !="]).to_owned();
        self.line(depth, &format!("{turn} = 0;"));
        let rounds = self.rng.u8(2..9);
        self.line(depth, &format!("while ({test} {bound} && {turn} < {rounds}) {{"));
        if self.rng.u8(..3) == 0 {
            self.line(depth + 1, "w = int(a);");
            self.line(depth + 1, "guard_whole = guard(w, double(w) == a, \"not whole\");");
        }
        match self.rng.u8(..4) {
            0 => self.line(
                depth + 1,
                "x = modarray(x, [int(a - 1.0) % 5 * (int(a - 1.0) % 5)  % 5], b);",
            ),
            1 => self.line(depth + 1, "x = modarray(x, [int(a)], b);"),
            2 => self.line(depth + 1, "s = s + int(a) % 7 + int(modulo(b, 3.0));"),
            _ => self.line(depth + 1, "s = s + int(b) % 7 + int(a + b) % 3;"),
        }
        for name in ["a", "b"] {
            match self.rng.u8(..6) {
                0..=2 => {
                    let next = self.next(name);
                    self.line(depth + 1, &format!("{name} = {next};"));
                }
                3 => {
                    let (yes, no) = (self.next(name), self.next(name));
                    let divisor = self.pick(&["2", "3"]).to_owned();
                    self.line(depth + 1, &format!("r = int({name}) % {divisor};"));
                    self.line(
                        depth + 1,
                        &format!("if (r < 0) {{ q = r + {divisor}; }} else {{ q = r; }}"),
                    );
                    let own = format!("modulo({name}, {divisor}.0) == 0.0");
                    let test =
                        self.pick(&["q == 0", "r == 0", "double(q) == 0.0", &own]).to_owned();
                    self.line(
                        depth + 1,
                        &format!("if ({test}) {{ {name} = {yes}; }} else {{ {name} = {no}; }}"),
                    );
                }
                _ => {}
            }
        }
        if depth < 2 && self.rng.u8(..4) == 0 {
            self.repeat(depth + 1);
        }
        self.line(depth + 1, &format!("{turn} = {turn} + 1;"));
        self.line(depth, "}");
    }
}
