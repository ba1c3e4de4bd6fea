//! Random programs that run: operators, indexing, growth, deletion, loops, branches,
//! calls, cells and structs, on small arrays of all classes and shapes.
//!
//! Every statement may fail; the program says how and goes on. Every result is
//! printed with its class, its size and its value, so that two engines that agree
//! print the same.

use std::fmt::Write as _;

use fastrand::Rng;

/// The variables of a program.
pub(crate) const NAMES: [&str; 6] = ["a", "b", "c", "x", "y", "z"];

/// Operators with two operands.
const OPERATORS: &[&str] =
    &["+", "-", ".*", "./", "*", ".^", "==", "<", ">=", "&", "|", "~=", "+", "-"];

/// Functions of one array.
const OF_ONE: &[&str] = &[
    "abs",
    "floor",
    "round",
    "sum",
    "prod",
    "max",
    "min",
    "any",
    "all",
    "cumsum",
    "sort",
    "numel",
    "size",
    "isempty",
    "length",
    "ndims",
    "find",
    "fliplr",
    "flipud",
    "double",
    "isreal",
    "columns",
    "rows",
    "diff",
    "mean",
    "isrow",
    "iscolumn",
    "isvector",
    "squeeze",
    "real",
    "sign",
    "fix",
    "ceil",
    "nnz",
    "cumprod",
    "unique",
    "isnan",
    "class",
    "islogical",
    "ischar",
    "triu",
    "tril",
    "diag",
    "sumsq",
    "median",
    "isscalar",
    "ismatrix",
    "issquare",
    "isnumeric",
];

/// Functions of an array and an axis.
const ALONG: &[&str] =
    &["sum", "prod", "any", "all", "cumsum", "size", "mean", "sort", "flip", "cumprod"];

/// A program of about `statements` statements.
#[must_use]
pub fn random_program(rng: &mut Rng, statements: usize) -> String {
    program(Generator { rng, out: String::new(), loops: 0, wild: false }, statements)
}

/// The same with functions called on values of all kinds, also those they refuse.
#[must_use]
pub fn wild_program(rng: &mut Rng, statements: usize) -> String {
    program(Generator { rng, out: String::new(), loops: 0, wild: true }, statements)
}

fn program(mut generator: Generator<'_>, statements: usize) -> String {
    for name in NAMES {
        let value = generator.literal();
        let _ = writeln!(generator.out, "{name} = {value};");
    }
    generator.out.push_str("s = struct ('p', 1, 'q', 'text'); w = {1, 'two', [3 4 5]};\n");
    for _ in 0..statements {
        generator.statement(0);
    }
    for name in NAMES {
        let _ = writeln!(
            generator.out,
            "try, printf ('{name} %s %s:\\n', class ({name}), mat2str (size ({name}))); disp ({name}); catch e, disp (e.message); end"
        );
    }
    generator.out.push_str("s, w\n");
    generator.out
}

pub(crate) struct Generator<'r> {
    pub(crate) rng: &'r mut Rng,
    pub(crate) out: String,
    /// How many loops there are, each with a variable of its own.
    pub(crate) loops: usize,
    /// Whether functions that work on numbers get values of all kinds.
    pub(crate) wild: bool,
}

impl Generator<'_> {
    pub(crate) fn pick<'a>(&mut self, options: &[&'a str]) -> &'a str {
        options[self.rng.usize(..options.len())]
    }

    pub(crate) fn name(&mut self) -> &'static str {
        NAMES[self.rng.usize(..NAMES.len())]
    }

    pub(crate) fn number(&mut self) -> String {
        match self.rng.u8(..10) {
            0..=5 => self.rng.i32(-3..9).to_string(),
            6 | 7 => format!("{}.5", self.rng.i32(-4..5)),
            8 => self.pick(&["0", "1", "-1", "2", "100", "0.1"]).to_owned(),
            _ => self.pick(&["Inf", "NaN", "-Inf", "1e10", "1e-5", "255"]).to_owned(),
        }
    }

    pub(crate) fn row(&mut self, count: usize) -> String {
        (0..count).map(|_| self.number()).collect::<Vec<_>>().join(" ")
    }

    /// Inside brackets a blank before a parenthesis would begin a new element.
    pub(crate) fn literal(&mut self) -> String {
        self.spaced_literal().replace(" (", "(")
    }

    fn spaced_literal(&mut self) -> String {
        match self.rng.u8(..22) {
            0..=3 => self.number(),
            4..=6 => {
                let count = self.rng.usize(0..5);
                format!("[{}]", self.row(count))
            }
            7 => {
                let count = self.rng.usize(1..4);
                format!("[{}]'", self.row(count))
            }
            8..=10 => {
                let (rows, columns) = (self.rng.usize(1..4), self.rng.usize(1..4));
                let rows: Vec<String> = (0..rows).map(|_| self.row(columns)).collect();
                format!("[{}]", rows.join("; "))
            }
            11 => format!("zeros ({}, {})", self.rng.u8(..4), self.rng.u8(..4)),
            12 => {
                format!("ones ({}, {}, {})", self.rng.u8(1..3), self.rng.u8(..3), self.rng.u8(1..3))
            }
            13 => {
                let class = self.pick(&["int8", "uint8", "int32", "single", "logical", "int16"]);
                let count = self.rng.usize(1..4);
                let digits: Vec<String> =
                    (0..count).map(|_| self.rng.i32(-2..200).to_string()).collect();
                format!("{class} ([{}])", digits.join(" "))
            }
            14 => self.pick(&["'abc'", "''", "\"xy\"", "'a'", "['ab'; 'cd']"]).to_owned(),
            15 => self.pick(&["true", "false", "[true false true]", "[]"]).to_owned(),
            16 | 17 => format!("{}:{}", self.rng.i8(-2..4), self.rng.i8(-1..7)),
            18 => format!(
                "{}:{}:{}",
                self.rng.i8(0..3),
                self.pick(&["2", "0.5", "-1", "0.25"]),
                self.rng.i8(0..6)
            ),
            19 => "1 + 2i".to_owned(),
            20 => format!("reshape (1:{}, 2, [])", 2 * self.rng.u8(1..5)),
            _ => format!("magic ({})", self.rng.u8(2..5)),
        }
    }

    pub(crate) fn operand(&mut self) -> String {
        match self.rng.u8(..6) {
            0 => {
                let literal = self.literal();
                // Two ranges beside an operator would be one with too many colons.
                let range = literal.contains(':') && !literal.contains(['[', '(']);
                if range { format!("({literal})") } else { literal }
            }
            _ => self.name().to_owned(),
        }
    }

    fn subscript(&mut self) -> String {
        match self.rng.u8(..13) {
            0..=3 => self.rng.u8(1..5).to_string(),
            4 => ":".to_owned(),
            5 => "end".to_owned(),
            6 => "end-1".to_owned(),
            7 => format!("1:{}", self.rng.u8(1..4)),
            8 => "[1 1 2]".to_owned(),
            9 => "[]".to_owned(),
            10 => "[2 1]".to_owned(),
            11 => "logical ([1 0 1])".to_owned(),
            _ => self.pick(&["0", "1.5", "end+1", "2:end", "end:-1:1"]).to_owned(),
        }
    }

    pub(crate) fn subscripts(&mut self) -> String {
        let count = match self.rng.u8(..8) {
            0..=3 => 1,
            4..=6 => 2,
            _ => 3,
        };
        (0..count).map(|_| self.subscript()).collect::<Vec<_>>().join(", ")
    }

    /// Subscripts to assign to. Where three or more name no place at all and the sizes
    /// do not fit, Octave reads beyond the end of a list of extents and either fails or
    /// does nothing; so all of them name something.
    fn written_subscripts(&mut self, target: &str) -> String {
        let subscripts = self.subscripts();
        if subscripts.matches(", ").count() < 2 {
            return subscripts;
        }
        let subscripts = subscripts.replace("[]", "1").replace("2:end", "1:2");
        let subscripts = subscripts.replace("end:-1:1", "2:-1:1");
        let many = format!("1:max (1, size ({target}, 1))");
        subscripts.replace(", :", &format!(", {many}")).replace(":,", &format!("{many},"))
    }

    pub(crate) fn expression(&mut self) -> String {
        self.spaced_expression().replace(" (", "(")
    }

    fn spaced_expression(&mut self) -> String {
        match self.rng.u8(..40) {
            0..=7 => {
                let op = self.pick(OPERATORS);
                format!("{} {op} {}", self.operand(), self.operand())
            }
            8..=13 => format!("{} ({})", self.name(), self.subscripts()),
            // Not before another sign: `--2` is read as in MATLAB, which Octave refuses.
            14 => format!("-{}", self.operand()).replace("--", "-"),
            15 => format!("{}'", self.name()),
            16 => format!("~{}", self.name()),
            17..=20 => {
                let f = self.pick(OF_ONE);
                format!("{f} ({})", self.operand())
            }
            21 => {
                let f = self.pick(ALONG);
                format!("{f} ({}, {})", self.name(), self.rng.u8(1..4))
            }
            22 => format!(
                "{} ({}, [], {})",
                self.pick(&["max", "min"]),
                self.name(),
                self.rng.u8(1..3)
            ),
            23 => format!(
                "{} ({}, {})",
                self.pick(&["max", "min", "mod", "rem", "isequal", "atan2", "hypot"]),
                self.operand(),
                self.operand()
            ),
            24 | 25 => format!("[{}, {}]", self.operand(), self.operand()),
            26 | 27 => format!("[{}; {}]", self.operand(), self.operand()),
            28 => format!("repmat ({}, {}, {})", self.name(), self.rng.u8(..3), self.rng.u8(1..3)),
            29 => format!("reshape ({}, {}, [])", self.name(), self.rng.u8(1..4)),
            30 => format!("cat ({}, {}, {})", self.rng.u8(1..4), self.operand(), self.operand()),
            31 => format!("ismember ({}, {})", self.name(), self.operand()),
            32 => format!(
                "linspace ({}, {}, {})",
                self.rng.i8(-2..3),
                self.rng.i8(0..5),
                self.rng.u8(1..5)
            ),
            33 => format!("cellfun (@(t) numel (t), w) + {}", self.rng.u8(..3)),
            34 => format!("arrayfun (@(t) t * 2, {})", self.name()),
            35 => format!("w{{{}}}", self.rng.u8(1..4)),
            36 => format!("numel (s) + {}", self.name()),
            37 => format!("circshift ({}, {})", self.name(), self.rng.i8(-2..3)),
            38 => format!("helper ({}, {})", self.name(), self.operand()),
            _ => format!("permute ({}, [2 1 3])", self.name()),
        }
    }

    pub(crate) fn statement(&mut self, depth: usize) {
        match self.rng.u8(..8) {
            0..=2 => return self.wider_statement(depth),
            3 | 4 => return self.calling_statement(),
            _ => {}
        }
        let target = self.name();
        match self.rng.u8(..24) {
            0..=9 => {
                let value = self.expression();
                self.guarded(&format!("{target} = {value}"));
            }
            10..=13 => {
                let (subscripts, value) = (self.written_subscripts(target), self.operand());
                self.guarded(&format!("{target} ({subscripts}) = {value}"));
            }
            14 => {
                let subscripts = self.subscripts();
                self.guarded(&format!("{target} ({subscripts}) = []"));
            }
            15 => {
                let value = self.operand();
                let field = self.pick(&["p", "q", "r"]);
                let place = match self.rng.u8(..4) {
                    0 => format!("s.{field}"),
                    1 => format!("s(2).{field}"),
                    2 => format!("s.{field}(2)"),
                    _ => format!("s.{field}.t"),
                };
                self.guarded(&format!("{place} = {value};"));
            }
            16 => {
                let (k, value) = (self.rng.u8(1..6), self.operand());
                self.guarded(&format!("w{{{k}}} = {value};"));
            }
            17 | 18 if depth < 2 => {
                let condition = self.expression();
                let _ = writeln!(self.out, "try\nif {condition}");
                self.statement(depth + 1);
                self.out.push_str("else\n");
                self.statement(depth + 1);
                self.out.push_str("end\ncatch e, disp (e.message); end\n");
            }
            19 | 20 if depth < 2 => {
                self.loops += 1;
                let k = format!("k{}", self.loops);
                let over = match self.rng.u8(..3) {
                    0 => self.name().to_owned(),
                    _ => format!("1:{}", self.rng.u8(..5)),
                };
                let _ = writeln!(self.out, "try\nfor {k} = {over}");
                self.statement(depth + 1);
                if self.rng.u8(..3) == 0 {
                    let _ = writeln!(
                        self.out,
                        "try, {target} (end+1) = {k}; catch e, disp (e.message); end"
                    );
                }
                if self.rng.u8(..5) == 0 {
                    let _ = writeln!(self.out, "if numel ({target}) > 3, break; end");
                }
                self.out.push_str("end\ncatch e, disp (e.message); end\n");
            }
            21 => {
                let value = self.expression();
                let (other, number) = (self.name(), self.rng.u8(..9));
                self.guarded(&format!("[{target}, {other}] = deal ({value}, {number})"));
            }
            22 => {
                let op = self.pick(&["+=", "-=", "*="]);
                let value = self.number();
                self.guarded(&format!("{target} {op} {value}"));
            }
            _ => {
                let value = self.expression();
                self.guarded(&format!("disp ({value})"));
            }
        }
    }

    pub(crate) fn guarded(&mut self, statement: &str) {
        let _ = writeln!(self.out, "try, {statement}, catch e, disp (e.message); end");
    }
}

/// The functions that programs call.
pub const HELPER: &str = include_str!("helpers.m");
