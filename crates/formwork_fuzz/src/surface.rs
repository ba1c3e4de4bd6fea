//! Single statements of all kinds, each with the values it needs: what a program prints, warns
//! of and fails with, one construct at a time.
//!
//! Random programs (`programs.rs`) go on after a failure and compare what is left in their
//! variables; here the printed form itself is looked at, under all display formats.

use fastrand::Rng;

use crate::programs::Generator;

/// A statement, and which kind it is.
#[derive(Clone, Debug)]
pub struct SurfaceStatement {
    /// What it is about.
    pub kind: &'static str,
    /// Its text, on one line.
    pub text: String,
}

/// Ways to set how values are displayed.
const FORMATS: &[&str] = &[
    "format long",
    "format short g",
    "format long g",
    "format short e",
    "format long e",
    "format short eng",
    "format long eng",
    "format bank",
    "format hex",
    "format bit",
    "format +",
    "format rat",
    "format compact",
    "fixed_point_format(true)",
    "split_long_rows(false)",
    "print_empty_dimensions(false)",
    "print_struct_array_contents(true)",
    "struct_levels_to_print(1)",
    "output_precision(3)",
];

/// What a cell array spread into its elements meets, written as `#`.
const LISTS: &[&str] = &[
    "x = # * 2",
    "x = 1 + #",
    "x = -#",
    "x = #'",
    "x = # == 1",
    "x = #:3",
    "x = [#]",
    "x = {#, 5}",
    "x = max(#)",
    "x = #",
    "[x, y] = #",
    "if #, 1, else, 2, end",
    "x = # && 1",
    "for k = #, k, end",
    "switch #, case 1, 'one', otherwise, 'other', end",
    "switch 1, case #, 'one', otherwise, 'other', end",
    "x = zeros(2); x(#)",
    "x = numel(#)",
    "x.(#) = 1",
    "#(1)",
    "while #, break, end",
];

const BINARY: &[&str] = &[
    "+", "-", "*", "/", "\\", "^", ".*", "./", ".\\", ".^", "==", "~=", "<", "<=", ">", ">=", "&",
    "|", "&&", "||",
];

/// A statement of a random kind.
#[must_use]
pub fn surface_statement(rng: &mut Rng) -> SurfaceStatement {
    let mut generator = Generator { rng, out: String::new(), loops: 0, wild: true };
    let (kind, text) = generator.surface();
    SurfaceStatement { kind, text: text.replace('\n', " ") }
}

impl Generator<'_> {
    fn surface(&mut self) -> (&'static str, String) {
        match self.rng.u8(..30) {
            0 | 1 => ("display", format!("x = {}", self.some_value())),
            2..=6 => {
                let format = self.pick(FORMATS);
                ("format", format!("{format}; x = {}", self.some_value()))
            }
            7..=9 => {
                let (left, op) = (self.some_value(), self.pick(BINARY));
                ("operator", format!("x = ({left}) {op} ({})", self.some_value()))
            }
            10 => {
                let op = self.pick(&["-", "+", "!", "~"]);
                let after = self.pick(&["", "'", ".'"]);
                ("unary", format!("x = {op}({}){after}", self.some_value()))
            }
            11..=13 => {
                let value = self.some_value();
                ("index", format!("x = {value}; y = x({})", self.place()))
            }
            14..=16 => {
                let (value, other) = (self.some_value(), self.some_value());
                ("assign", format!("x = {value}; x({}) = {other}", self.place()))
            }
            17 => {
                let value = self.some_value();
                ("delete", format!("x = {value}; x({}) = []", self.place()))
            }
            18 | 19 => {
                let count = self.rng.usize(..4);
                let values: Vec<String> = (0..count).map(|_| self.number()).collect();
                let (list, name) = match self.rng.u8(..3) {
                    0 => (format!("s = struct('f', {{{}}})", values.join(", ")), "s.f"),
                    _ => (format!("c = {{{}}}", values.join(", ")), "c{:}"),
                };
                let use_of_it = self.pick(LISTS).replace('#', name);
                ("list", format!("{list}; {use_of_it}"))
            }
            20 => ("struct", self.struct_statement()),
            21 => ("cell", self.cell_statement()),
            22 => ("control", self.control_statement()),
            23 => ("handle", self.handle_statement()),
            24 => ("join", {
                let separator = self.pick(&[" ", ", ", "; "]);
                format!("x = [{}{separator}{}]", self.literal(), self.literal())
            }),
            25 => ("range", format!("x = {}:{}:{}", self.number(), self.number(), self.number())),
            26 => ("text", {
                let template = self.pick(&["%d", "%5.2f|", "%g ", "%s", "%x,", "%+e", "[%c]"]);
                format!("x = sprintf('{template}', {})", self.some_value())
            }),
            27 => ("evaluate", {
                let inner = self.pick(&["1", "x = 3", "1, 2", "", "[1 2", "q_", "x(2) = 1", "1;"]);
                let target = self.pick(&["", "y = "]);
                format!("{target}eval('{inner}')")
            }),
            _ => ("call", format!("x = {}", self.call_of_table())),
        }
    }

    fn some_value(&mut self) -> String {
        if self.rng.bool() { self.literal() } else { self.rare_literal() }
    }

    fn place(&mut self) -> String {
        let one = |this: &mut Self| match this.rng.u8(..10) {
            0..=3 => this.rng.u8(1..4).to_string(),
            4 => ":".to_owned(),
            5 => "end".to_owned(),
            6 => "end+1".to_owned(),
            7 => "[1 2]".to_owned(),
            8 => this.pick(&["0", "1.5", "-1", "[]", "true", "'a'", "{1}"]).to_owned(),
            _ => this.rng.u8(1..9).to_string(),
        };
        let count = self.pick(&["1", "1", "2", "2", "3"]).parse().unwrap_or(1);
        (0..count).map(|_| one(self)).collect::<Vec<_>>().join(", ")
    }

    fn struct_statement(&mut self) -> String {
        let (value, other) = (self.some_value(), self.some_value());
        match self.rng.u8(..9) {
            0 => format!("s.a = {value}; s.b.c = {other}; s"),
            1 => format!("s = struct('a', {{{value}, {other}}}); s(2).a"),
            2 => format!("s.a = {value}; s.a({}) = {other}; s", self.place()),
            3 => format!("s = struct('a', 1); s({}).a = {other}", self.place()),
            4 => format!("s.a = 1; s.z({}) = {value}", self.pick(&["end+1", "1", "end"])),
            5 => format!("s = struct('a', {{{value}, {other}}}); [s.a]"),
            6 => format!("s.x = {value}; s = rmfield(s, '{}')", self.pick(&["x", "y"])),
            7 => format!("s.x = {value}; isfield(s, {{'x', 'y'}})"),
            _ => format!("x = {value}; x.f = {other}"),
        }
    }

    fn cell_statement(&mut self) -> String {
        let (value, other) = (self.some_value(), self.some_value());
        match self.rng.u8(..8) {
            0 => format!("c = {{{value}, {other}}}"),
            1 => format!("c = {{1, 'a'}}; c{{{}}} = {value}", self.place()),
            2 => format!("c = {{{value}, 2; 'x', {{}}}}; c{{{}}}", self.place()),
            3 => format!("c = {{1, 2, 3}}; c({}) = []", self.place()),
            4 => format!("c = cell(2); c{{{}}}({}) = {value}", self.rng.u8(1..6), self.place()),
            5 => format!("c = {{1, {value}}}; x = [c, {{{other}}}]"),
            6 => format!("c = {{1, {value}}}; cellfun(@class, c, 'UniformOutput', false)"),
            _ => format!("x = {value}; x{{2}} = {other}"),
        }
    }

    fn control_statement(&mut self) -> String {
        let (value, other) = (self.some_value(), self.some_value());
        match self.rng.u8(..8) {
            0 => format!("if {value}, disp('yes'), else, disp('no'), end"),
            1 => format!("for k = {value}, k, end"),
            2 => {
                format!("switch {value}, case {other}, 1, case {{1, 'abc'}}, 2, otherwise, 3, end")
            }
            3 => format!("x = {value}; x += {other}"),
            4 => format!("x = {value}; x++; x"),
            5 => format!("try, x = {value} * {other}, catch e, disp(e.message), end"),
            6 => format!("k = 0; do, k++; until k > 2 || any({value}), k"),
            _ => format!("k = 0; while k < 3 & {value}, k += 1; end, k"),
        }
    }

    fn handle_statement(&mut self) -> String {
        let value = self.some_value();
        match self.rng.u8(..6) {
            0 => format!("f = @(x) x + {value}"),
            1 => format!("f = @(x, y) [x; y]; f({value}, 1)"),
            2 => format!("f = @sin; f({value})"),
            3 => format!("f = @(varargin) numel(varargin); f({value}, 2)"),
            4 => format!("func2str(@() {value})"),
            _ => format!("f = @nosuch_; f({value})"),
        }
    }
}
