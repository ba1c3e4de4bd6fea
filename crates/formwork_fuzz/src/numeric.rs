//! Random programs of numbers: loops, elements, growth, functions and recursion, which is
//! what becomes native code. Every statement may fail; then the message is shown, and in
//! the end all variables are, to the bit.

use fastrand::Rng;

/// The functions that programs call.
const FUNCTIONS: &str = "
function show__ (name, x)
  printf ('%s %s %s %d:', name, class (x), mat2str (size (x)), isreal (x));
  if isnumeric (x) || islogical (x), printf (' %.17g', real (x)); printf (' %.17g', imag (x)); end
  printf ('\\n');
end
function r = rec (n)
  if n < 2
    r = n;
  else
    r = rec (n - 1) + rec (n - 2);
  end
end
function r = total (p)
  r = 0;
  for q = 1:numel (p)
    r = r + p(q) / 2;
  end
end
function [lo, hi] = bounds (p, q)
  lo = p;
  hi = q;
  if p > q
    lo = q;
    hi = p;
  end
end
function r = first_above (p, limit)
  r = -1;
  for k = 1:numel (p)
    if p(k) > limit
      r = k;
      return;
    end
  end
end
function r = smooth (p)
  r = p;
  for k = 2:numel (p) - 1
    r(k) = (p(k - 1) + p(k + 1)) / 2;
  end
end
";

/// A program of that many statements.
#[must_use]
pub fn numeric_program(rng: &mut Rng, statements: usize) -> String {
    let mut generator = Generator { rng, depth: 0 };
    let mut text = String::from(
        "a = 3; b = -0.5; c = 0; d = 2; x = [1 2.5 -3 4]; y = [5; -6; 0.25]; z = zeros (1, 5);\n\
         A = [1 2; 3 4; 5 6.5]; B = eye (3) * 2; t = true; m = [true false true]; u = int32 (7);\n\
         w = single ([1.5 2.5]);\n",
    );
    for _ in 0..statements {
        let statement = generator.statement();
        text.push_str(&format!("try\n{statement}catch e\ndisp (e.message);\nend\n"));
    }
    for name in
        ["a", "b", "c", "d", "x", "y", "z", "A", "B", "t", "m", "u", "w", "i", "j", "k", "ans"]
    {
        text.push_str(&format!("if exist ('{name}', 'var'), show__ ('{name}', {name}), end\n"));
    }
    text.push_str(FUNCTIONS);
    text
}

struct Generator<'r> {
    rng: &'r mut Rng,
    depth: usize,
}

impl Generator<'_> {
    fn pick<'t>(&mut self, options: &[&'t str]) -> &'t str {
        options[self.rng.usize(..options.len())]
    }

    fn block(&mut self) -> String {
        self.depth += 1;
        let count = self.rng.usize(1..5);
        let block = (0..count).map(|_| self.statement()).collect();
        self.depth -= 1;
        block
    }

    fn statement(&mut self) -> String {
        // Loops outside, so that most statements are in one.
        let choice = if self.depth == 0 { self.rng.u8(9..26) } else { self.rng.u8(..26) };
        match choice {
            0..=3 => format!("{} = {};\n", self.pick(&["a", "b", "c", "d"]), self.number(0)),
            4 => format!("x({}) = {};\n", self.subscript("x"), self.number(0)),
            5 => format!("y({}) = {};\n", self.subscript("y"), self.number(0)),
            6 => {
                let name = self.pick(&["A", "B"]);
                let (row, column) = (self.subscript(name), self.subscript(name));
                format!("{name}({row}, {column}) = {};\n", self.number(0))
            }
            7 => {
                let (name, op) = (self.pick(&["a", "b"]), self.pick(&["+=", "-=", "*=", "/="]));
                format!("{name} {op} {};\n", self.number(0))
            }
            8 => format!("z({}) = {};\n", self.subscript("z"), self.number(0)),
            9 => self.array_statement(),
            10 if self.depth > 0 => {
                let leave = self.pick(&["break", "continue"]);
                format!("if {}\n{leave};\nend\n", self.truth(0))
            }
            10 => "c++;\n".to_owned(),
            11 => match self.rng.u8(..5) {
                0 => format!("u = u + {};\n", self.number(1)),
                1 => format!("w({}) = {};\n", self.subscript("w"), self.number(1)),
                2 => format!("u = int32 ({});\n", self.number(1)),
                3 => format!("t = {};\n", self.truth(0)),
                _ => format!("m({}) = {};\n", self.subscript("m"), self.truth(0)),
            },
            12 => self.call_statement(),
            13 | 14 if self.depth < 3 => self.branch(),
            15 if self.depth < 3 => format!(
                "switch {}\ncase {}\n{}case {{2, 5}}\n{}otherwise\n{}end\n",
                self.number(0),
                self.pick(&["1", "a", "3"]),
                self.block(),
                self.block(),
                self.block()
            ),
            16 if self.depth < 3 => {
                let name = ["k", "l", "o"][self.depth.min(2)];
                let (body, most) = (self.block(), self.rng.u8(0..6));
                format!("{name} = 0;\nwhile {name} < {most}\n{name} = {name} + 1;\n{body}end\n")
            }
            17 if self.depth < 3 => {
                let name = ["p", "q", "r"][self.depth.min(2)];
                let (body, most) = (self.block(), self.rng.u8(0..4));
                format!("{name} = 0;\ndo\n{name} = {name} + 1;\n{body}until {name} >= {most}\n")
            }
            _ if self.depth < 3 => {
                // What `while` counts with is set nowhere else: every program ends.
                let (name, range) = (self.pick(&["i", "j"]), self.range());
                format!("for {name} = {range}\n{}end\n", self.block())
            }
            _ => format!("{} = {};\n", self.pick(&["a", "b", "c", "d"]), self.number(0)),
        }
    }

    fn branch(&mut self) -> String {
        let head = format!("if {}\n{}", self.truth(0), self.block());
        match self.rng.u8(..3) {
            0 => format!("{head}end\n"),
            1 => format!("{head}else\n{}end\n", self.block()),
            _ => format!("{head}elseif {}\n{}end\n", self.truth(0), self.block()),
        }
    }

    fn array_statement(&mut self) -> String {
        match self.rng.u8(..8) {
            0 => format!("x = {};\n", self.array(&["x", "y'", "A(1, :)", "z"])),
            1 => format!("y = {};\n", self.array(&["y", "x'", "A(:, 1)"])),
            2 => format!("A = {};\n", self.array(&["A", "zeros (2, a)", "ones (3, 2)", "B * A"])),
            3 => format!("z = {};\n", self.array(&["z", "x", "zeros (1, d)", "1:4", "[x a]"])),
            4 => format!("m = {};\n", self.array(&["x > a", "z < 1", "~m"])),
            5 => format!("x(end + 1) = {};\n", self.number(1)),
            6 if self.rng.bool() => {
                let grown = [
                    "A(end + 1, :) = A(1, :) + a",
                    "A(:, end + 1) = y",
                    "A(:, end + 1) = A(:, 1)",
                    "A(end + 1, 1) = b",
                    "d = d + 1; A(d, :) = x(1)",
                    "d += 1; A(:, d) = A(:, end)",
                ];
                format!("{};\n", self.pick(&grown))
            }
            6 => {
                format!("A(:, {}) = {};\n", self.subscript("A"), self.pick(&["0", "y", "A(:, 1)"]))
            }
            _ => format!("x({}) = [];\n", self.subscript("x")),
        }
    }

    fn call_statement(&mut self) -> String {
        match self.rng.u8(..6) {
            0 => format!("a = rec (mod (abs (floor ({})), 8));\n", self.number(2)),
            1 => format!("b = total ({});\n", self.pick(&["x", "y", "z", "A", "a"])),
            2 => format!("[a, b] = bounds ({}, {});\n", self.number(1), self.number(1)),
            3 => format!("c = first_above ({}, {});\n", self.pick(&["x", "z"]), self.number(1)),
            4 => format!("{0} = smooth ({0});\n", self.pick(&["x", "z", "y"])),
            _ => format!("d = total (x) + rec (3) * {};\n", self.number(1)),
        }
    }

    fn range(&mut self) -> String {
        match self.rng.u8(..10) {
            0..=3 => format!("1:{}", self.rng.u8(..8)),
            4 => self.pick(&["1:numel (x)", "1:length (z)", "1:numel (y)"]).to_owned(),
            5 => self.pick(&["1:size (A, 1)", "1:columns (B)", "size (A, 2):-1:1"]).to_owned(),
            6 => format!("{}:-1:{}", self.rng.i8(0..6), self.pick(&["1", "0", "-0", "a"])),
            7 => format!("{}:2:{}", self.pick(&["0", "1", "-a", "c"]), self.pick(&["6", "7", "a"])),
            8 => {
                let from = self.pick(&["a", "c", "b", "-c"]);
                format!("{from}:{}", self.pick(&["a", "c", "4.5", "Inf * 0", "d"]))
            }
            _ => self
                .pick(&[
                    "0:0.1:0.3",
                    "x",
                    "y",
                    "[]",
                    "2:1",
                    "5:-3:-5",
                    "-3:3:b",
                    "A",
                    "zeros (0, 3)",
                ])
                .to_owned(),
        }
    }

    fn subscript(&mut self, of: &str) -> String {
        match self.rng.u8(..12) {
            0..=4 => self.rng.u8(1..4).to_string(),
            5 => "end".to_owned(),
            6 => format!("numel ({of})"),
            7 => "i".to_owned(),
            8 => "mod (a, 3) + 1".to_owned(),
            9 => "abs (c)".to_owned(),
            _ => self.pick(&["0", "1.5", "end + 1", "j + 1", "i - 1", "k", "end - 1"]).to_owned(),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        if depth > 2 {
            return self
                .pick(&["a", "b", "c", "d", "1", "-2", "0.1", "i", "3", "0", "-0", "1e3", "pi"])
                .to_owned();
        }
        match self.rng.u8(..18) {
            0..=3 => self.number(3),
            4..=8 => {
                let op = self.pick(&["+", "-", "*", "/", "+", "-", ".*", "\\", "./"]);
                format!("({} {op} {})", self.number(depth + 1), self.number(depth + 1))
            }
            9 => format!("x({})", self.subscript("x")),
            10 => format!("y({})", self.subscript("y")),
            11 => format!("A({}, {})", self.subscript("A"), self.subscript("A")),
            12 => format!("B({})", self.subscript("B")),
            13 => {
                let name = self.pick(&[
                    "abs", "floor", "ceil", "sqrt", "sum", "numel", "round", "fix", "sin", "cos",
                    "exp", "log", "sign", "isnan",
                ]);
                format!("{name} ({})", self.number(depth + 1))
            }
            14 => {
                let name = self.pick(&["mod", "rem", "max", "min", "atan2", "hypot"]);
                format!("{name} ({}, {})", self.number(depth + 1), self.number(depth + 1))
            }
            15 => format!("{}^{}", self.number(3), self.pick(&["2", "3", "0.5", "-1"])),
            16 => self.pick(&["sum (x)", "max (z)", "min (x)", "sum (y)", "total (x)"]).to_owned(),
            _ => self
                .pick(&["(t + m(2))", "length (x)", "double (u)", "z(2)", "rec (4)", "prod (x)"])
                .to_owned(),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        match self.rng.u8(..if depth > 1 { 6 } else { 11 }) {
            0..=4 => {
                let op = self.pick(&["<", "<=", "==", "~=", ">", ">="]);
                format!("{} {op} {}", self.number(1), self.number(1))
            }
            5 => self.pick(&["t", "a", "m(1)", "c", "true", "x", "isempty (x)"]).to_owned(),
            6 => format!("({} && {})", self.truth(depth + 1), self.truth(depth + 1)),
            7 => format!("({} || {})", self.truth(depth + 1), self.truth(depth + 1)),
            8 => format!("~({})", self.truth(depth + 1)),
            9 => format!("any ({} > {})", self.pick(&["x", "z", "y"]), self.number(2)),
            _ => format!("({}) & ({})", self.truth(depth + 1), self.truth(depth + 1)),
        }
    }

    fn array(&mut self, leaves: &[&str]) -> String {
        let leaf = self.pick(leaves).to_owned();
        match self.rng.u8(..8) {
            0 => leaf,
            1 => format!("{leaf} {} {}", self.pick(&["+", "-", "*", "/"]), self.number(1)),
            2 => format!("{} {} {leaf}", self.number(1), self.pick(&["+", "-", "*"])),
            3 => format!("{leaf} {} {leaf}", self.pick(&["+", "-", ".*", "./"])),
            4 => format!("-{leaf}"),
            5 => format!("{} ({leaf})", self.pick(&["abs", "floor", "ceil", "sqrt", "cumsum"])),
            6 => format!("{leaf} .^ {}", self.pick(&["2", "0.5", "a"])),
            _ => format!(
                "[{} {}; {} {}]",
                self.number(2),
                self.number(2),
                self.number(2),
                self.number(2)
            ),
        }
    }
}
