//! Regions do what the interpreter does, to the bit, or give up.

mod support;

use fastrand::Rng;
use support::{Counts, Engine, behaviour};

/// Compares both engines on a program and adds up what was run.
fn agree(text: &str, total: &mut Counts) {
    let (expected, _) = behaviour(text, Engine::Interpreter);
    for engine in [Engine::Loops, Engine::Everything] {
        let (found, counts) = behaviour(text, engine);
        assert_eq!(found, expected, "{engine:?} differs on\n{text}");
        total.done += counts.done;
        total.loops += counts.loops;
        total.given_up += counts.given_up;
    }
}

#[test]
fn corner_cases() {
    let mut total = Counts::default();
    for body in include_str!("corner_cases.m").split("%%\n").filter(|body| !body.trim().is_empty())
    {
        let text = format!(
            "{body}\nv = who; for k__ = 1:numel (v), show__ (v{{k__}}, eval (v{{k__}})), end\n{SHOW}{HELPERS}"
        );
        agree(&text, &mut total);
    }
    assert!(total.loops > 20, "{total:?}");
    assert!(total.given_up > 5, "{total:?}");
}

/// Shows a value to the bit.
const SHOW: &str = "
function show__ (name, x)
  printf ('%s %s %s:', name, class (x), mat2str (size (x)));
  if isnumeric (x) || islogical (x), printf (' %.17g', x); end
  printf ('\\n');
end
";

/// Functions that programs call.
const HELPERS: &str = "
function f = fib__ (n)
  if n < 2
    f = n;
  else
    f = fib__ (n - 1) + fib__ (n - 2);
  end
end
function r = deep__ (n)
  if n <= 0, r = 0; return; end
  r = 1 + deep__ (n - 1);
end
function [a, b] = split__ (n)
  a = floor (n / 2);
  if nargout > 1
    b = n - a;
  end
end
function k = early__ (n, x)
  k = 0;
  for i = 1:numel (x)
    for j = 1:n
      if x(i) > 3 && j > 2
        k = k + i;
        return;
      end
      k = k + 0.5;
    end
  end
  k = -k;
end
function r = options__ (a, b, c)
  if nargin < 2
    b = 10;
  end
  if ! exist ('c', 'var')
    c = a;
  end
  r = a * b + c;
end
function y = twice__ (x)
  y = x + x;
end
function y = maybe__ (n)
  if n < 3
    y = n;
  end
end
function r = even__ (n)
  if n == 0, r = 1; else, r = odd__ (n - 1); end
end
function r = odd__ (n)
  if n == 0, r = 0; else, r = even__ (n - 1); end
end
";

#[test]
fn random_loops() {
    let mut rng = Rng::with_seed(7);
    let mut total = Counts::default();
    for _ in 0..400 {
        let program = Generator { rng: &mut rng, depth: 0 }.program();
        agree(&program, &mut total);
    }
    assert!(total.loops > 200, "{total:?}");
    assert!(total.given_up > 20, "{total:?}");
}

#[test]
fn random_programs_of_all_kinds() {
    let mut rng = Rng::with_seed(11);
    let mut total = Counts::default();
    for _ in 0..60 {
        agree(&formwork_fuzz::random_program(&mut rng, 20), &mut total);
    }
    assert!(total.done > 100, "{total:?}");
}

/// Programs of numbers, arrays and loops.
struct Generator<'r> {
    rng: &'r mut Rng,
    depth: usize,
}

impl Generator<'_> {
    fn program(mut self) -> String {
        let mut text = String::from(
            "a = 3; b = -0.5; c = 0; x = [1 2.5 -3 4]; y = [5; -6; 0.25]; A = [1 2; 3 4; 5 6.5]; t = true; m = [true false true];\n",
        );
        for _ in 0..self.rng.usize(2..7) {
            let statement = self.statement();
            text.push_str(&format!("try\n{statement}catch e\ndisp (e.message);\nend\n"));
        }
        for name in ["a", "b", "c", "x", "y", "A", "t", "m", "i", "j", "k", "ans"] {
            text.push_str(&format!("if exist ('{name}', 'var'), show__ ('{name}', {name}), end\n"));
        }
        text.push_str(SHOW);
        text
    }

    fn pick<'t>(&mut self, options: &[&'t str]) -> &'t str {
        options[self.rng.usize(..options.len())]
    }

    fn block(&mut self) -> String {
        self.depth += 1;
        let count = self.rng.usize(1..4);
        let block = (0..count).map(|_| self.statement()).collect();
        self.depth -= 1;
        block
    }

    fn statement(&mut self) -> String {
        let deep = self.depth > 2;
        match self.rng.u8(..if deep { 10 } else { 18 }) {
            0..=2 => format!("{} = {};\n", self.pick(&["a", "b", "c"]), self.number(0)),
            3 => format!("x({}) = {};\n", self.subscript("x"), self.number(0)),
            4 => format!("y({}) = {};\n", self.subscript("y"), self.number(0)),
            5 => format!(
                "A({}, {}) = {};\n",
                self.subscript("A"),
                self.subscript("A"),
                self.number(0)
            ),
            6 => format!(
                "{} {} {};\n",
                self.pick(&["a", "b"]),
                self.pick(&["+=", "-=", "*="]),
                self.number(0)
            ),
            7 => format!("x = {};\n", self.array(&["x", "y'", "A(1, :)"])),
            8 => match self.rng.u8(..4) {
                0 => format!("t = {};\n", self.truth(0)),
                1 => format!("m({}) = {};\n", self.subscript("m"), self.truth(0)),
                2 => format!("y = {};\n", self.array(&["y", "x'", "A"])),
                _ => format!("A = {};\n", self.array(&["A", "zeros(2, a)", "ones(3, 2)"])),
            },
            9 if self.depth > 0 => {
                let leave = self.pick(&["break", "continue"]);
                format!("if {}\n{leave};\nend\n", self.truth(0))
            }
            9 => "c++;\n".to_owned(),
            10 | 11 => {
                let head = format!("if {}\n{}", self.truth(0), self.block());
                match self.rng.u8(..3) {
                    0 => format!("{head}end\n"),
                    1 => format!("{head}else\n{}end\n", self.block()),
                    _ => format!("{head}elseif {}\n{}end\n", self.truth(0), self.block()),
                }
            }
            12 => format!(
                "switch {}\ncase {}\n{}case 2\n{}otherwise\n{}end\n",
                self.number(0),
                self.pick(&["1", "a", "3"]),
                self.block(),
                self.block(),
                self.block()
            ),
            13 => {
                let name = ["k", "l", "o"][self.depth.min(2)];
                let body = self.block();
                format!(
                    "{name} = 0;\nwhile {name} < {}\n{name} = {name} + 1;\n{body}end\n",
                    self.rng.u8(0..5)
                )
            }
            14 => {
                let name = ["p", "q", "r"][self.depth.min(2)];
                let body = self.block();
                format!(
                    "{name} = 0;\ndo\n{name} = {name} + 1;\n{body}until {name} >= {}\n",
                    self.rng.u8(0..4)
                )
            }
            _ => {
                let name = self.pick(&["i", "j", "i", "k"]);
                let range = self.range();
                format!("for {name} = {range}\n{}end\n", self.block())
            }
        }
    }

    fn range(&mut self) -> String {
        match self.rng.u8(..9) {
            0..=2 => format!("1:{}", self.rng.u8(..6)),
            3 => "1:numel(x)".to_owned(),
            4 => "1:size(A, 1)".to_owned(),
            5 => format!("{}:-1:{}", self.rng.i8(0..6), self.pick(&["1", "0", "-0", "a"])),
            6 => format!("{}:2:{}", self.pick(&["0", "1", "-a", "c"]), self.pick(&["6", "7", "a"])),
            7 => format!(
                "{}:{}",
                self.pick(&["a", "c", "b", "-c"]),
                self.pick(&["a", "c", "4.5", "Inf*0"])
            ),
            _ => self.pick(&["0:0.1:0.3", "x", "y", "[]", "2:1", "5:-3:-5", "-3:3:b"]).to_owned(),
        }
    }

    fn subscript(&mut self, of: &str) -> String {
        match self.rng.u8(..10) {
            0..=3 => self.rng.u8(1..4).to_string(),
            4 => "end".to_owned(),
            5 => format!("numel({of})"),
            6 => "i".to_owned(),
            7 => "mod(a, 3) + 1".to_owned(),
            8 => "abs(a)".to_owned(),
            _ => self.pick(&["0", "1.5", "end + 1", "j + 1", "i - 1", "k", "end - 1"]).to_owned(),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        if depth > 2 {
            return self.pick(&["a", "b", "c", "1", "-2", "0.1", "i", "3", "0", "-0"]).to_owned();
        }
        match self.rng.u8(..16) {
            0..=3 => self.number(3),
            4..=8 => {
                let op = self.pick(&["+", "-", "*", "/", "+", "-", ".*", "\\"]);
                format!("({} {op} {})", self.number(depth + 1), self.number(depth + 1))
            }
            9 => format!("x({})", self.subscript("x")),
            10 => format!("y({})", self.subscript("y")),
            11 => format!("A({}, {})", self.subscript("A"), self.subscript("A")),
            12 => format!("A({})", self.subscript("A")),
            13 => {
                let name = self.pick(&["abs", "floor", "ceil", "sqrt", "sum", "numel"]);
                format!("{name}({})", self.number(depth + 1))
            }
            14 => {
                let name = self.pick(&["mod", "rem"]);
                format!("{name}({}, {})", self.number(depth + 1), self.number(depth + 1))
            }
            _ => match self.rng.u8(..5) {
                0 => format!("{}^2", self.number(3)),
                1 => "sum(x)".to_owned(),
                2 => "sum(y)".to_owned(),
                3 => "(t + m(2))".to_owned(),
                _ => "length(x)".to_owned(),
            },
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        match self.rng.u8(..if depth > 1 { 6 } else { 10 }) {
            0..=4 => {
                let op = self.pick(&["<", "<=", "==", "~=", ">", ">="]);
                format!("{} {op} {}", self.number(1), self.number(1))
            }
            5 => self.pick(&["t", "a", "m(1)", "c", "true"]).to_owned(),
            6 => format!("({} && {})", self.truth(depth + 1), self.truth(depth + 1)),
            7 => format!("({} || {})", self.truth(depth + 1), self.truth(depth + 1)),
            8 => format!("~({})", self.truth(depth + 1)),
            _ => format!("({}) & ({})", self.truth(depth + 1), self.truth(depth + 1)),
        }
    }

    fn array(&mut self, leaves: &[&str]) -> String {
        let leaf = self.pick(leaves).to_owned();
        match self.rng.u8(..7) {
            0 => leaf,
            1 => format!("{leaf} {} {}", self.pick(&["+", "-", "*", "/"]), self.number(1)),
            2 => format!("{} {} {leaf}", self.number(1), self.pick(&["+", "-", "*"])),
            3 => format!("{leaf} {} {leaf}", self.pick(&["+", "-", ".*", "./"])),
            4 => format!("-{leaf}"),
            5 => format!("{}({leaf})", self.pick(&["abs", "floor", "ceil", "sqrt"])),
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
