//! Random programs in which vectors are changed, exchanged, copied and made anew, in loops and
//! branches: what decides who may write over whose storage.

use std::fmt::Write as _;

use fastrand::Rng;

const VECTORS: [&str; 4] = ["x", "y", "z", "w"];
const NUMBERS: [&str; 3] = ["n", "p", "q"];

/// A program whose function `f` takes two vectors of three elements and a number.
pub(crate) fn program(seed: u64) -> String {
    let mut writer = Writer { rng: Rng::with_seed(seed), text: String::new(), loops: 0 };
    let class = ["[.]", "[*]"][writer.rng.usize(..2)];
    let start = [("z", "x"), ("w", "y"), ("z", "[n, 4, 5]"), ("w", "y + 1")];
    let (first, second) = (start[writer.rng.usize(..2) * 2], start[writer.rng.usize(..2) * 2 + 1]);
    writer.line(1, "p = 1;");
    writer.line(1, "q = n + 1;");
    for (name, value) in [first, second] {
        writer.line(1, &format!("{name} = {value};"));
    }
    for name in ["z", "w"] {
        if name != first.0 && name != second.0 {
            writer.line(1, &format!("{name} = x;"));
        }
    }
    for _ in 0..writer.rng.usize(2..6) {
        writer.statement(1);
    }
    let mut program = String::new();
    let _ = write!(
        program,
        "int{class}, int{class}, int{class}, int{class}, int f(int{class} x, int{class} y, int n)\n\
         {{\n{}  return(x, y, z, w, p + q);\n}}\n",
        writer.text
    );
    program
}

struct Writer {
    rng: Rng,
    text: String,
    loops: usize,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(depth));
    }

    fn vector(&mut self) -> &'static str {
        VECTORS[self.rng.usize(..VECTORS.len())]
    }

    fn number(&mut self) -> String {
        match self.rng.u8(..6) {
            0 => NUMBERS[self.rng.usize(..NUMBERS.len())].to_owned(),
            1 => format!("sel([{}], {})", self.rng.u8(..3), self.vector()),
            2 => self.rng.i8(-3..9).to_string(),
            3 => format!("({} + {})", NUMBERS[self.rng.usize(..3)], self.rng.u8(..4)),
            4 => format!(
                "({} - sel([{}], {}))",
                NUMBERS[self.rng.usize(..3)],
                self.rng.u8(..3),
                self.vector()
            ),
            _ => format!("sel([0], shape({}))", self.vector()),
        }
    }

    fn array(&mut self) -> String {
        let (x, y) = (self.vector(), self.vector());
        match self.rng.u8(..8) {
            0 | 1 => x.to_owned(),
            2 | 3 => format!("modarray({x}, [{}], {})", self.rng.u8(..3), self.number()),
            4 => format!("{x} % 1000 + {}", self.number()),
            5 => format!(
                "with (iv < shape({x})) {{ return({x}[iv] - sel([2], {y})); }} genarray(shape({x}), 0)"
            ),
            6 => format!("with ([1] <= iv < [2]) {{ return({}); }} modarray({x})", self.number()),
            _ => format!(
                "with (iv < [3]) {{ return(sel([0], iv) + {}); }} genarray([3], 0)",
                self.number()
            ),
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.rng.u8(..if depth > 3 { 6 } else { 10 }) {
            0..=2 => {
                let (to, value) = (self.vector(), self.array());
                self.line(depth, &format!("{to} = {value};"));
            }
            3 => {
                let (a, b) = (self.vector(), self.vector());
                self.line(depth, &format!("old = {a};"));
                self.line(depth, &format!("{a} = {b};"));
                self.line(depth, &format!("{b} = old;"));
            }
            4 => {
                let (to, value) = (["p", "q"][self.rng.usize(..2)], self.number());
                self.line(depth, &format!("{to} = {value} % 100;"));
            }
            5 => {
                self.line(depth, "aside = p;");
                self.line(depth, "p = q;");
                self.line(depth, "q = aside;");
            }
            6 | 7 => {
                let (left, right) = (self.number(), self.number());
                self.line(depth, &format!("if ({left} < {right}) {{"));
                self.block(depth);
                self.line(depth, "} else {");
                self.block(depth);
                self.line(depth, "}");
            }
            _ => {
                self.loops += 1;
                let counter = format!("i{}", self.loops);
                let trips = self.rng.u8(..4);
                self.line(
                    depth,
                    &format!("for ({counter} = 0; {counter} < {trips}; {counter}++) {{"),
                );
                self.block(depth);
                self.line(depth, "}");
            }
        }
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..self.rng.usize(1..4) {
            self.statement(depth + 1);
        }
    }
}
