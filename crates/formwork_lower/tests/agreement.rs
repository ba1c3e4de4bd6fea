//! Regions do what the interpreter does, to the bit, or give up.

mod support;

use fastrand::Rng;
use support::{Counts, Engine, behaviour};

/// Compares both engines on a program and adds up what was run; how they differ, if they do.
fn agree(text: &str, total: &mut Counts) -> Option<String> {
    let (expected, _) = behaviour(text, Engine::Interpreter);
    for engine in [Engine::Loops, Engine::Everything] {
        let (found, counts) = behaviour(text, engine);
        if found != expected {
            return Some(format!("{engine:?}\n--- found\n{found}\n--- expected\n{expected}"));
        }
        total.done += counts.done;
        total.loops += counts.loops;
        total.given_up += counts.given_up;
    }
    None
}

/// No program behaves otherwise.
fn expect_none(differences: &[String]) {
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn corner_cases() {
    let mut total = Counts::default();
    let mut differences = Vec::new();
    for body in include_str!("corner_cases.m").split("%%\n").filter(|body| !body.trim().is_empty())
    {
        let text = format!(
            "{body}\nv = who; for k__ = 1:numel (v), show__ (v{{k__}}, eval (v{{k__}})), end\n{SHOW}{HELPERS}"
        );
        let difference = agree(&text, &mut total);
        differences.extend(difference.map(|difference| format!("{body}{difference}")));
    }
    expect_none(&differences);
    assert!(total.loops > 80, "{total:?}");
    assert!(total.given_up > 20, "{total:?}");
}

/// Each line has a setup and expressions; each expression is stored in a loop of its own.
#[test]
fn expressions() {
    let mut total = Counts::default();
    let mut differences = Vec::new();
    let mut interpreted = Vec::new();
    for line in include_str!("expressions.txt").lines() {
        let (setup, list) = line.split_once(" # ").expect("a setup before the expressions");
        for expression in list.split(" ## ") {
            let text = format!(
                "{setup}\ntry\nfor i = 1:3\nr__ = {expression};\nend\nshow__ ('r', r__);\n\
                 catch err__\ndisp (err__.message);\nend\n{SHOW}{HELPERS}"
            );
            let before = total.loops;
            let difference = agree(&text, &mut total);
            differences.extend(difference.map(|found| format!("{setup} {expression}\n{found}")));
            if total.loops == before {
                interpreted.push(expression);
            }
        }
    }
    expect_none(&differences);
    println!("never run as a region to its end: {}", interpreted.join(" ## "));
    assert!(total.loops > 600, "{total:?}");
}

/// Shows a value to the bit.
const SHOW: &str = "
function show__ (name, x)
  printf ('%s %s %s:', name, typeinfo (x), mat2str (size (x)));
  if isnumeric (x) || islogical (x), printf (' %.17g', x); end
  printf ('\\n');
  % The limit as written shows, too.
  if strcmp (typeinfo (x), 'double_range'), disp (x); end
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
function r = helper_row__ (x)
  r = 0;
  if isempty (x), return; end
  for k = 1:numel (x), r = r + x(k) * x(end - k + 1); end
end
function r = norm2__ (v)
  r = sqrt (v' * v);
end
function r = upto__ (n)
  r = 1:n;
end
function r = picked__ (x, k)
  r = x(k) + x(k + 1);
end
function [r, s] = kept__ (x)
  r = x;
  s = x + 1;
end
function r = asserts__ (n)
  r = 0;
  for i = 1:4
    assert (n > i - 5);
    r = r + i;
  end
end
function r = even__ (n)
  if n == 0, r = 1; else, r = odd__ (n - 1); end
end
function r = odd__ (n)
  if n == 0, r = 0; else, r = even__ (n - 1); end
end
function r = apply__ (f, x)
  r = 0;
  for k = 1:3
    r = r + feval (f, x + k);
  end
end
function r = compose__ (a)
  f = @(x) x * a;
  g = @(x) f (x) + a;
  a = 1000;
  r = apply__ (g, 1) + g (2);
  if r > 30
    f = @(x) x;
  end
  r = r + f (1);
end
function r = spread__ (varargin)
  r = nargin;
  if numel (varargin) > 1 && ! isempty (varargin)
    r = r + sum (varargin{2}) * length (varargin);
    x = varargin{end};
    r = r - x(1);
  end
end
function r = pass_on__ (a, varargin)
  r = options__ (a, varargin{:}) + sum (cellfun (@numel, {}));
  for k = 1:2
    r = r + options__ (k, varargin{:});
  end
end
function r = region_of_varargin__ (a, varargin)
  r = a;
  for k = 1:3
    r = r + numel (varargin);
    if nargin > 3
      r = r + varargin{1} * sum (varargin{2}) + varargin{3} (k);
    end
  end
end
function y = euler__ (rhs, n)
  y = 1;
  for k = 1:n
    y = y + 0.1 * feval (rhs, k, y);
  end
end
function y = scheme__ (x, scheme)
  switch lower (scheme)
    case {'central', 'mean'}
      y = x;
    case 'upwind'
      y = 2 * x;
    otherwise
      error ('no scheme is called %s', scheme);
  end
  if numel (scheme) > 4 && scheme(1) == 'c'
    y = y + 100;
  end
end
function y = schemes__ (n, scheme)
  y = 0;
  for k = 1:n
    y = y + scheme__ (k, scheme);
  end
end
function r = recursive_handle__ (f, n)
  if n <= 0
    r = 1;
  else
    r = 1 + f (f, n - 1);
  end
end
";

#[test]
fn random_loops() {
    #[expect(clippy::disallowed_methods, reason = "tests run in an environment")]
    let seed = std::env::var("FORMWORK_SEED").ok().and_then(|seed| seed.parse().ok());
    let mut rng = Rng::with_seed(seed.unwrap_or(7));
    let mut differences = Vec::new();
    let mut total = Counts::default();
    for _ in 0..700 {
        let program = Generator { rng: &mut rng, depth: 0 }.program();
        let difference = agree(&program, &mut total);
        differences.extend(difference.map(|difference| format!("{program}{difference}")));
    }
    expect_none(&differences);
    assert!(total.loops > 200, "{total:?}");
    assert!(total.given_up > 20, "{total:?}");
}

#[test]
fn random_programs_of_all_kinds() {
    let mut rng = Rng::with_seed(11);
    let mut differences = Vec::new();
    let mut total = Counts::default();
    for _ in 0..60 {
        let program = formwork_fuzz::random_program(&mut rng, 20);
        let difference = agree(&program, &mut total);
        differences.extend(difference.map(|difference| format!("{program}{difference}")));
    }
    expect_none(&differences);
    assert!(total.done > 100, "{total:?}");
}

/// Programs of numbers, arrays and loops.
struct Generator<'r> {
    rng: &'r mut Rng,
    depth: usize,
}

/// Statements that make a matrix grow, or read its edges.
const GROWING_ROWS: &[&str] = &[
    "A(end + 1, :) = A(1, :) * 2",
    "A(:, end + 1) = A(:, 1) + a",
    "A(end + 1, :) = x(1:size (A, 2))",
    "j = j + 1; A(j, :) = b",
    "j = j + 1; A(j, 1) = a; A(j, 2) = A(1, 1)",
    "j = 1; A(j, :) = A(end, :)",
    "A(:, end + 1) = y",
    "a = A(end, 1); x = A(1, :)",
];

/// What a variable may be that is a range elsewhere.
const RANGES: &[&str] = &[
    "1:mod (c, 9)",
    "1:2",
    "mod (c, 9):-1:1",
    "0:0.25:mod (a, 9)",
    "2 * w",
    "w",
    "x",
    "w(1:end)",
    "1:mod (a, 9)",
    "mod (b, 9):mod (c, 9)",
    "mod (a, 9):0.3:mod (c, 9)",
    "upto__ (mod (c, 9))",
    "+w",
    "1:numel (x)",
];

/// What a loop goes over.
const ITERABLES: &[&str] = &[
    "x",
    "x(2:3)",
    "[3 1 2]",
    "zeros (1, 0)",
    "y'",
    "g",
    "A",
    "B",
    "m",
    "n",
    "h",
    "w",
    "0:0.5:mod (c, 9)",
    "mod (a, 9):0.3:mod (c, 9)",
    "mod (c, 9):mod (a, 9)",
];

/// Arrays made of others as a whole.
const REARRANGED: &[&str] = &[
    "w",
    "1:3",
    "w + 1",
    "x(w(1:2))",
    "upto__ (3)",
    "permute (B, [2 1 3])",
    "reshape (A, [], 1)",
    "flip (x)",
    "circshift (y, 1)",
    "cumsum (A, 2)",
    "diff (x)",
    "norm (y)",
    "linspace (a, b, 3)",
    "dot (x, x)",
    "repmat (y, [1 2])",
    "A'",
    "x(:)",
    "A(:)",
    "reshape (A, 2, 3)",
    "repmat (x, 2, 1)",
    "zeros (size (A))",
    "size (A)",
    "double (n)",
    "int8 (x)",
    "~x",
    "x & m",
];

impl Generator<'_> {
    fn program(mut self) -> String {
        let mut text = String::from(
            "a = 3; b = -0.5; c = 0; x = [1 2.5 -3 4]; y = [5; -6; 0.25]; A = [1 2; 3 4; 5 6.5]; t = true; m = [true false true]; n = int8 ([5 -6 7]); s = single (0.5); g = []; h = [1; 2]; v = 1:4; B = reshape (1:12, 2, 3, 2); f = @(z) z * 2 + b; w = 'mean'; args = {2, [3 4]};\n",
        );
        for _ in 0..self.rng.usize(2..7) {
            let statement = self.statement();
            text.push_str(&format!("try\n{statement}catch e\ndisp (e.message);\nend\n"));
        }
        for name in [
            "a", "b", "c", "x", "y", "A", "B", "t", "m", "n", "s", "g", "h", "v", "i", "j", "k",
            "f", "w", "args", "ans",
        ] {
            text.push_str(&format!("if exist ('{name}', 'var'), show__ ('{name}', {name}), end\n"));
        }
        text.push_str(SHOW);
        text.push_str(HELPERS);
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
        if self.rng.u8(..3) == 0 {
            return self.statement_on_parts();
        }
        if self.rng.u8(..8) == 0 {
            return self.statement_with_functions();
        }
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
                _ => format!("A = {};\n", self.array(&["A", "zeros(2, mod(a, 4))", "ones(3, 2)"])),
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
                let name = self.pick(&["i", "j", "i", "u"]);
                let range = self.range();
                format!("for {name} = {range}\n{}end\n", self.block())
            }
        }
    }

    /// Statements that call functions through handles and names, and read cells and texts.
    fn statement_with_functions(&mut self) -> String {
        let function =
            self.pick(&["f", "@twice__", "@(z) z - a", "@sin", "'twice__'", "@(z) f (z)"]);
        let number = self.number(1);
        match self.rng.u8(..9) {
            0 => format!("a = f ({number});\n"),
            1 => format!("b = feval ({function}, {number});\n"),
            2 | 3 => format!("c = apply__ ({function}, {number});\n"),
            4 => format!("[a, b] = feval (@split__, {number});\n"),
            5 => format!("a = spread__ ({number}, args{{:}}) + args{{1}};\n"),
            6 => format!("c = scheme__ ({number}, w);\n"),
            7 => format!("if strcmp (w, 'mean')\n{}end\n", self.block()),
            _ => self.pick(&["f = @(z) z - a;\n", "w = 'upwind';\n", "args{1} = a;\n"]).to_owned(),
        }
    }

    /// Statements on parts of arrays, vectors that grow and other classes.
    fn statement_on_parts(&mut self) -> String {
        match self.rng.u8(..12) {
            0 => format!("g(end + 1) = {};\n", self.number(1)),
            1 if self.rng.bool() => format!("{};\n", self.pick(GROWING_ROWS)),
            1 => format!("h(end + 1) = {};\n", self.number(1)),
            2 => {
                let name = self.pick(&["x", "y", "A(1, :)", "A(:, 2)", "B(1, :, 2)", "B(:, :, 1)"]);
                format!("{} = {};\n", self.part(name), self.array(&["x", "y", "1", "A", "[7 8]"]))
            }
            3 => format!("[a, b] = split__ ({});\n", self.number(1)),
            4 => format!("n({}) = {};\n", self.subscript("n"), self.number(1)),
            5 => format!("s = {};\n", self.pick(&["s * 3", "s + a", "s / 7", "-s", "s - s ^ 2"])),
            6 => {
                format!("g = {};\n", self.pick(&["[]", "[g, 1]", "g(1:end - 1)", "[1 2]", "g + 1"]))
            }
            7 => format!("n = {};\n", self.pick(&["n + 50", "n * 2.5", "-n", "n / 2", "n - n(1)"])),
            8 => format!("{} = {};\n", self.pick(&["x", "y", "A", "a"]), self.vectored()),
            9 if self.rng.bool() => format!("w = {};\n", self.pick(RANGES)),
            9 => format!(
                "{} {} {};\n",
                self.pick(&["x", "y", "A"]),
                self.pick(&["+=", "-=", ".*="]),
                self.number(1)
            ),
            10 if self.rng.bool() => format!(
                "{} = [];\n",
                self.pick(&[
                    "x(end)",
                    "g(end)",
                    "h(1)",
                    "A(1, :)",
                    "y(2)",
                    "x(1:2)",
                    "w(2)",
                    "h(end)",
                    "A(:, end)"
                ])
            ),
            10 => format!(
                "{} = {};\n",
                self.pick(&["a", "b"]),
                self.pick(&[
                    "fib__ (mod (c, 7))",
                    "early__ (3, x)",
                    "options__ (a)",
                    "options__ (a, b)",
                    "maybe__ (a)",
                    "deep__ (c)",
                    "helper_row__ (x)"
                ])
            ),
            _ => format!(
                "for v = {}\nc = c * 2 + v;\n{}end\n",
                self.pick(ITERABLES),
                if self.depth > 1 { String::new() } else { self.block() }
            ),
        }
    }

    /// A part of a variable that is set.
    fn part(&mut self, name: &str) -> String {
        match self.rng.u8(..5) {
            0 | 1 if name.contains('(') => name.to_owned(),
            0 => format!("{}(:)", &name[..1]),
            1 => format!(
                "{}({}:{})",
                &name[..1],
                self.rng.u8(1..3),
                self.pick(&["end", "2", "3", "1"])
            ),
            2 => format!("{}([2 1])", &name[..1]),
            3 => format!("{}(end:-1:1)", &name[..1]),
            _ => format!("{}(1:2:end)", &name[..1]),
        }
    }

    /// Expressions that read parts, join and reduce.
    fn vectored(&mut self) -> String {
        match self.rng.u8(..18) {
            0 => format!("x({}:end)", self.subscript("x")),
            1 => format!("y({}:{})", self.subscript("y"), self.subscript("y")),
            2 => format!("A({}, :)", self.subscript("A")),
            3 => format!("A(:, {})", self.subscript("A")),
            4 => format!(
                "A({}:end, {})",
                self.rng.u8(1..3),
                self.pick(&["1", "end", ":", "1:2", "[2 1]", "2:-1:1"])
            ),
            5 => format!("x({} > {})", self.pick(&["x", "-x", "x + a", "m"]), self.number(3)),
            6 => format!(
                "[{}, {}]",
                self.pick(&["x", "a", "y'", "A"]),
                self.pick(&["x", "1", "A", "y"])
            ),
            7 => format!(
                "[{}; {}]",
                self.pick(&["x", "a", "y", "A"]),
                self.pick(&["y", "2", "A", "x"])
            ),
            8 => format!(
                "{} * {}",
                self.pick(&["A", "x", "A'", "y", "x'"]),
                self.pick(&["A", "y", "A'", "x'", "x"])
            ),
            9 => format!(
                "{} ({})",
                self.pick(&[
                    "sum", "prod", "max", "min", "any", "all", "mean", "cumsum", "cumprod"
                ]),
                self.pick(&["x", "y", "A", "x > 1", "a", "A'"])
            ),
            10 => format!(
                "{} ({}, {})",
                self.pick(&["sum", "mean", "any", "all"]),
                self.pick(&["x", "y", "A"]),
                self.pick(&["1", "2"])
            ),
            11 => format!(
                "{} ({}, {})",
                self.pick(&["max", "min", "mod", "rem", "atan2", "hypot"]),
                self.pick(&["x", "y", "A", "a"]),
                self.pick(&["a", "x", "0", "y", "b"])
            ),
            12 => format!(
                "{} .^ {}",
                self.pick(&["x", "a", "A", "y"]),
                self.pick(&["2", "3", "-1", "0.5", "a", "x", "y"])
            ),
            13 => format!(
                "{} ({})",
                self.pick(&[
                    "sin", "exp", "log", "round", "fix", "sign", "tanh", "atan", "isnan", "find",
                    "log2", "expm1"
                ]),
                self.pick(&["x", "a", "y", "A", "b"])
            ),
            14 => format!(
                "{} + {}",
                self.pick(&["x", "y", "A", "1:3", "s"]),
                self.pick(&["x", "y", "A", "y'", "x'"])
            ),
            15 => format!(
                "B({}, {}, {})",
                self.pick(&["1", ":", "1:2", "end"]),
                self.pick(&["2", ":", "2:3", "end:-1:1"]),
                self.pick(&["1", "2", ":"])
            ),
            16 => self.pick(REARRANGED).to_owned(),
            _ => format!("x([{} {}])", self.subscript("x"), self.subscript("x")),
        }
    }

    fn range(&mut self) -> String {
        match self.rng.u8(..9) {
            0..=2 => format!("1:{}", self.rng.u8(..6)),
            3 => "1:numel(x)".to_owned(),
            4 => "1:size(A, 1)".to_owned(),
            5 => format!("{}:-1:{}", self.rng.i8(0..6), self.pick(&["1", "0", "-0", "mod(a, 9)"])),
            6 => format!(
                "{}:2:{}",
                self.pick(&["0", "1", "-mod(a, 9)", "mod(c, 9)"]),
                self.pick(&["6", "7", "mod(a, 9)"])
            ),
            7 => format!(
                "{}:{}",
                self.pick(&["mod(a, 9)", "mod(c, 9)", "mod(b, 9)", "-mod(c, 9)", "rem(c, 9)"]),
                self.pick(&["mod(a, 9)", "mod(c, 9)", "4.5", "Inf*0"])
            ),
            _ => self
                .pick(&["0:0.1:0.3", "x", "y", "[]", "2:1", "5:-3:-5", "-3:3:mod(b, 9)"])
                .to_owned(),
        }
    }

    fn subscript(&mut self, of: &str) -> String {
        match self.rng.u8(..10) {
            0..=3 => self.rng.u8(1..4).to_string(),
            4 => "end".to_owned(),
            5 => format!("min(numel({of}), 7)"),
            6 => "i".to_owned(),
            7 => "mod(a, 3) + 1".to_owned(),
            8 => "abs(mod(a, 9))".to_owned(),
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
