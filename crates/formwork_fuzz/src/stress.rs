//! Random programs that are hard to know in advance: growth, loops that are left early,
//! functions with several ways out, recursion, masks, deletion, arithmetic on sizes.
//!
//! A program is a function with parameters, so that its sizes are unknown until it is
//! called, and the arguments it is called with. Each statement stands on a line of its
//! own, which makes programs easy to shrink.

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
const HELPERS: &str = "\
function [r, n] = helper (p, varargin)
  n = nargin;
  if nargin > 1 && isequal (size (p), size (varargin{1}))
    r = p;
  else
    r = numel (p) + numel (varargin);
  end
end
function r = early (p)
  r = [];
  if isempty (p)
    return;
  end
  r = p(1);
  if numel (p) > 2
    r = p(:)';
    return;
  end
  r(2) = 1;
end
function r = countdown (k)
  if k <= 0
    r = [];
  else
    r = [countdown(k - 1), k];
  end
end
function r = depth (k)
  if k < 1
    r = 0;
    return;
  end
  r = 1 + depth (k - 1);
end
function varargout = several (p)
  for i = 1:max (nargout, 1)
    varargout{i} = p * i;
  end
end
function r = tick ()
  persistent count;
  if isempty (count)
    count = 0;
  end
  count = count + 1;
  r = count;
end
function [q, r] = split (p)
  q = p(1:floor (end / 2));
  if nargout > 1
    r = p(floor (end / 2) + 1:end);
  end
end
";

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

    fn sizes(&mut self, y: &str) -> String {
        match self.below(22) {
            0 => format!("size ({y})"),
            1 => format!("size ({y}, 1) + 1"),
            2 => format!("zeros (size ({y}, 1), size ({y}, 2) + 1)"),
            3 => format!("ones (size ({y}))"),
            4 => format!("numel ({y}) - 1"),
            5 => format!("zeros (1, 2 * numel ({y}))"),
            6 => format!("reshape ({y}, [], 1)"),
            7 => format!("reshape ({y}, numel ({y}), 1)"),
            8 => format!("repmat ({y}, 1, 2)"),
            9 => format!("linspace (0, 1, numel ({y}) + 1)"),
            10 => "mod (n, 3)".to_owned(),
            11 => "zeros (floor (n / 2), n)".to_owned(),
            12 => "ones (max (n, 2), min (n, 3))".to_owned(),
            13 => "1:n".to_owned(),
            14 => "n:-1:1".to_owned(),
            15 => "(1:2:n)'".to_owned(),
            16 => format!("1:numel ({y})"),
            17 => "eye (n)".to_owned(),
            18 => format!("0:{}", self.base.rng.u8(..5)),
            19 => format!("zeros (n, 1) + {y}"),
            20 => format!("cell (1, numel ({y}))"),
            _ => format!("length ({y}) * ndims ({y})"),
        }
    }

    fn masked(&mut self, y: &str) -> String {
        match self.below(14) {
            0 => format!("{y}({y} > 2)"),
            1 => format!("find ({y} > 1)"),
            2 => format!("{y}(1:end-1)"),
            3 => format!("{y}(end:-1:1)"),
            4 => format!("{y}(:)"),
            5 => format!("{y}(:, end)"),
            6 => format!("{y}(1, :)"),
            7 => format!("{y}(:, [true false])"),
            8 => format!("any ({y} == 1)"),
            9 => format!("{y}(~isnan ({y}))"),
            10 => format!("{y}(2:end, :)"),
            11 => format!("{y}(find ({y}, 1))"),
            12 => format!("sum ({y}(:) > 0)"),
            _ => format!("{y}([])"),
        }
    }

    fn masked_store(&mut self, x: &str) -> String {
        match self.below(11) {
            0 => format!("{x}({x} > 2) = [];"),
            1 => format!("{x}({x} > 2) = 0;"),
            2 => format!("{x}(end+1) = n;"),
            3 => format!("{x}(:, end+1) = 1;"),
            4 => format!("{x}(end+1, :) = 2;"),
            5 => format!("{x}(1) = [];"),
            6 => format!("{x}(:, 1) = [];"),
            7 => format!("{x}(:) = 7;"),
            8 => format!("{x}(n + 1) = 1.5;"),
            9 => format!("{x}(2, n + 1) = true;"),
            _ => format!("{x}(:, :, 2) = 1;"),
        }
    }

    fn call(&mut self, y: &str) -> String {
        let number = self.base.rng.i32(-1..5);
        match self.below(9) {
            0 => format!("helper ({y}, {})", self.base.operand()),
            1 => format!("helper ({y})"),
            2 | 3 => format!("early ({y})"),
            4 => format!("countdown ({number})"),
            5 => "countdown (n)".to_owned(),
            6 => format!("depth ({number})"),
            7 => "tick ()".to_owned(),
            _ => format!("split ({y})"),
        }
    }

    fn several(&mut self, x: &str, z: &str, y: &str) -> String {
        match self.below(10) {
            0 => format!("[{x}, {z}] = max ({y});"),
            1 => format!("[{x}, {z}] = size ({y});"),
            2 => format!("[~, {z}] = sort ({y});"),
            3 => format!("[{x}, {z}] = deal ({z}, {x});"),
            4 => format!("[{x}, {z}] = helper ({y}, n);"),
            5 => format!("[{x}, {z}] = several ({y});"),
            6 => format!("[{x}, {z}] = split ({y});"),
            7 => format!("[{x}, {z}] = find ({y});"),
            8 => format!("[{x}, {z}] = w{{1:2}};"),
            _ => format!("[{x}, ~, {z}] = unique ({y});"),
        }
    }

    fn container(&mut self, x: &str, y: &str) -> String {
        let k = self.base.rng.u8(1..5);
        match self.below(22) {
            0 => format!("s.p = {y};"),
            1 => format!("{x} = s.p;"),
            2 => format!("s.r.t = {y};"),
            3 => format!("{x} = s.r.t;"),
            4 => format!("s(end+1).p = {y};"),
            5 => format!("{x} = numel (s);"),
            6 => format!("w{{end+1}} = {y};"),
            7 => format!("{x} = w{{{k}}};"),
            8 => format!("w{{{k}}} = {y};"),
            9 => format!("w({k}) = [];"),
            10 => format!("{x} = w({k});"),
            11 => format!("w = {{{y}, w{{1}}}};"),
            12 => format!("{x} = [w{{:}}];"),
            13 => format!("{x} = numel (w);"),
            14 => format!("{x} = isfield (s, 'r');"),
            15 => format!("s.('q') = {y};"),
            16 => format!("s = struct ('p', {{{{{y}}}}});"),
            17 => format!("{x} = [s.p];"),
            18 => format!("s.p({k}) = {k};"),
            19 => format!("w{{{k}}}(2) = 1;"),
            20 => format!("w = cell (1, {k});"),
            _ => format!("{x} = fieldnames (s);"),
        }
    }

    fn handle(&mut self, y: &str) -> String {
        match self.below(11) {
            0 => "cellfun (@numel, w)".to_owned(),
            1 => "cellfun (@(t) t, w, 'UniformOutput', false)".to_owned(),
            2 => format!("arrayfun (@(t) t + 1, {y})"),
            3 => format!("feval (@(t, u) t + u, {y}, n)"),
            4 => "cellfun (@isempty, w)".to_owned(),
            5 => format!("feval (@sum, {y})"),
            6 => format!("cellfun ('isclass', w, class ({y}))"),
            7 => format!("arrayfun (@(i) i * 2, 1:numel ({y}))"),
            8 => format!("num2cell ({y})"),
            9 => "cellfun (@class, w, 'UniformOutput', false)".to_owned(),
            _ => format!("feval ('early', {y})"),
        }
    }

    fn many_axes(&mut self, y: &str) -> String {
        match self.below(10) {
            0 => "zeros (2, 3, 2)".to_owned(),
            1 => format!("cat (3, {y}, {y})"),
            2 => format!("sum ({y}, 3)"),
            3 => format!("squeeze ({y})"),
            4 => format!("permute ({y}, [3 1 2])"),
            5 => format!("{y}(:, :, 1)"),
            6 => format!("size ({y}, 3)"),
            7 => "ones (n, 1, 2)".to_owned(),
            8 => format!("{y}(:, :)"),
            _ => "zeros (0, 3)".to_owned(),
        }
    }

    fn growth(&mut self, x: &str) {
        let k = self.counter();
        let start =
            self.pick(&["[]", "zeros (1, 0)", "zeros (0, 1)", "''", "{}", "1", "zeros (2, 0)"]);
        let bound = self.pick(&["n", "3", "n + 1", "0", "numel (a)", "2"]);
        self.emit(&format!("{x} = {start};"));
        self.emit(&format!("for {k} = 1:{bound}"));
        self.depth += 1;
        if self.below(3) == 0 {
            let test = self.pick(&["mod (K, 2) == 0", "K > 2", "numel (X) > 2", "isempty (X)"]);
            let test = test.replace('K', &k).replace('X', x);
            let how = self.pick(&["continue;", "break;", "break;"]);
            self.emit(&format!("if {test}"));
            self.depth += 1;
            self.emit(how);
            self.depth -= 1;
            self.emit("end");
        }
        let text = self.pick(&[
            "X(end+1) = K;",
            "X = [X, K];",
            "X = [X; K];",
            "X(K) = K;",
            "X{end+1} = K;",
            "X(:, K) = [1; 2];",
            "X(K, 1:2) = [K K];",
            "X = [X, zeros(1, K)];",
            "X = [X; K, K];",
            "X = X';",
            "X(K, K) = 1;",
            "X(end+2) = K;",
        ]);
        let text = text.replace('X', x).replace('K', &k);
        self.simple(&text);
        self.depth -= 1;
        self.emit("end");
    }

    fn for_loop(&mut self, x: &str, y: &str) {
        let k = self.counter();
        let over = match self.below(9) {
            0 => y.to_owned(),
            1 => "w".to_owned(),
            2 => "n:-1:1".to_owned(),
            3 => "[]".to_owned(),
            4 => format!("1:numel ({y})"),
            5 => format!("0.5:{}", self.base.rng.u8(..4)),
            _ => format!("1:{}", self.pick(&["n", "2", "3", "n - 1"])),
        };
        self.emit(&format!("for {k} = {over}"));
        self.block(3);
        self.depth += 1;
        match self.below(6) {
            0 => self.emit(&format!("if numel ({x}) > 3, break; end")),
            1 => self.emit(&format!("if isempty ({x}), continue; end")),
            2 => self.simple(&format!("{x} = {k};")),
            3 => self.simple(&format!("{x}({k}) = {k};")),
            _ => {}
        }
        self.depth -= 1;
        self.emit("end");
        if self.below(4) == 0 {
            self.simple(&format!("{y} = {k};"));
        }
    }

    fn while_loop(&mut self, x: &str) {
        let k = self.counter();
        self.emit(&format!("{k} = 0;"));
        let bound = self.pick(&["n", "3", "2", "numel (a)", "5"]);
        let until = self.below(4) == 0;
        if until {
            self.emit("do");
        } else {
            let more = self.pick(&["", "", " && ~isempty (X)", " && numel (X) < 4"]);
            let more = more.replace('X', x);
            self.emit(&format!("while {k} < {bound}{more}"));
        }
        self.depth += 1;
        self.emit(&format!("{k} = {k} + 1;"));
        self.emit(&format!("if {k} > 6, break; end"));
        self.depth -= 1;
        self.block(2);
        if until {
            self.emit(&format!("until {k} >= {bound}"));
        } else {
            self.emit("end");
        }
    }

    fn condition(&mut self, x: &str, y: &str) -> String {
        if self.below(3) == 0 {
            return self.template(habits::CONDITIONS, x, y);
        }
        let text = self.pick(&[
            "isempty (X)",
            "~isempty (X) && X(1) > 0",
            "numel (X) > 2",
            "n > 2",
            "n == 3",
            "isscalar (X)",
            "isrow (X)",
            "ischar (X)",
            "isreal (X) && all (X(:) > 0)",
            "isequal (size (X), size (Y))",
            "size (X, 1) == size (Y, 1)",
            "columns (X) == 3 || n > 1",
            "nargin > 2",
            "isnumeric (X)",
            "iscell (X)",
            "any (X(:))",
            "X",
            "size (X, 2) ~= 1",
            "ndims (X) == 2",
            "islogical (X)",
            "numel (w) > 3",
            "isfield (s, 'r')",
            "mod (n, 2)",
            "true",
            "rows (X) >= n",
        ]);
        text.replace('X', x).replace('Y', y)
    }

    fn branch(&mut self, x: &str, y: &str) {
        let condition = self.condition(x, y);
        self.emit(&format!("if {condition}"));
        self.block(2);
        if self.below(3) == 0 {
            let condition = self.condition(y, x);
            self.emit(&format!("elseif {condition}"));
            self.block(1);
        }
        match self.below(5) {
            0 => {}
            1 => {
                self.emit("else");
                self.depth += 1;
                let how = self.pick(&["error ('no');", "return;"]);
                if self.depth < 4 {
                    self.emit(how);
                } else {
                    self.emit("n = 2;");
                }
                self.depth -= 1;
            }
            _ => {
                self.emit("else");
                self.block(2);
            }
        }
        self.emit("end");
    }

    fn switch(&mut self, y: &str) {
        let subject = match self.below(4) {
            0 => "n".to_owned(),
            1 => format!("class ({y})"),
            2 => format!("numel ({y})"),
            _ => "mod (n, 3)".to_owned(),
        };
        self.emit(&format!("switch {subject}"));
        self.depth += 1;
        let labels = self.pick(&["1", "{1, 2}", "'double'", "{'char', 'cell'}", "0"]);
        self.emit(&format!("case {labels}"));
        self.block(1);
        let label = self.pick(&["2", "3", "'logical'"]);
        self.emit(&format!("case {label}"));
        self.block(1);
        if self.below(2) == 0 {
            self.emit("otherwise");
            self.block(1);
        }
        self.depth -= 1;
        self.emit("end");
    }

    fn attempt(&mut self, x: &str) {
        if self.below(4) == 0 {
            self.emit("unwind_protect");
            self.block(1);
            self.emit("unwind_protect_cleanup");
            self.depth += 1;
            self.emit(&format!("{x} = 'done';"));
            self.depth -= 1;
            self.emit("end_unwind_protect");
            return;
        }
        self.emit("try");
        self.block(2);
        if self.below(2) == 0 {
            self.depth += 1;
            self.emit(&format!("if n > 1, error ('{x}'); end"));
            self.depth -= 1;
            self.block(1);
        }
        if self.below(2) == 0 {
            self.emit("catch e");
            self.depth += 1;
            self.emit(&format!("{x} = e.message;"));
            self.depth -= 1;
        } else {
            self.emit("catch");
        }
        self.block(1);
        self.emit("end");
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
