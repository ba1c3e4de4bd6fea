//! Random programs whose loops go through arrays with subscripts that are sums of counters:
//! what decides which checks a loop need not make.
#![allow(dead_code, reason = "each test uses its part")]
#![allow(clippy::allow_attributes, reason = "what one test uses another does not")]

use std::fmt::Write as _;
use std::sync::Arc;

use fastrand::Rng;
use formwork_array::ir::{Array, BaseType, Scalar};

/// A program whose function `f` takes a vector, a matrix and two numbers.
pub(crate) fn program(seed: u64) -> String {
    let mut writer =
        Writer { rng: Rng::with_seed(seed), text: String::new(), counters: Vec::new(), names: 0 };
    for _ in 0..writer.rng.usize(1..4) {
        writer.statement(1);
    }
    let mut program = String::new();
    if writer.rng.bool() {
        program.push_str("layout column_major;\n");
    }
    let _ = write!(
        program,
        "int[.], int[.,.], int, double[.] f(int[.] x, int[.,.] m, int n, int k, double[.] r)\n{{\n  s = 0;\n  \
         o = r;\n{}  return(x, m, s, o);\n}}\n",
        writer.text
    );
    program
}

/// Arguments for it: arrays of few elements.
pub(crate) fn arguments(rng: &mut Rng) -> Vec<Arc<Array>> {
    let mut ints =
        |count: usize| -> Vec<Scalar> { (0..count).map(|_| Scalar::Int(rng.i64(-3..6))).collect() };
    let (length, rows, columns) = (ints(1)[0], ints(1)[0], ints(1)[0]);
    let count = |scalar: Scalar| scalar.as_integer().map_or(0, |n| n.clamp(0, 5)) as usize;
    let (length, rows, columns) = (count(length), count(rows), count(columns));
    let vector = Array::new(BaseType::Int, vec![length as i64], ints(length));
    let matrix = Array::new(BaseType::Int, vec![rows as i64, columns as i64], ints(rows * columns));
    let (n, k) = (ints(1)[0], ints(1)[0]);
    let reals: Vec<Scalar> = (0..length)
        .map(|_| Scalar::Double(rng.f64() * 8.0 - if rng.u8(..4) == 0 { 4.0 } else { 0.0 }))
        .collect();
    let real = Array::new(BaseType::Double, vec![length as i64], reals);
    [vector, matrix, Some(Array::scalar(n)), Some(Array::scalar(k)), real]
        .into_iter()
        .flatten()
        .map(Arc::new)
        .collect()
}

struct Writer {
    rng: Rng,
    text: String,
    counters: Vec<String>,
    names: usize,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(depth));
    }

    fn pick<'t>(&mut self, options: &[&'t str]) -> &'t str {
        options[self.rng.usize(..options.len())]
    }

    fn atom(&mut self) -> String {
        if !self.counters.is_empty() && self.rng.u8(..4) > 0 {
            return self.counters[self.rng.usize(..self.counters.len())].clone();
        }
        self.pick(&["n", "k", "0", "1", "2", "s % 3", "sel([0], shape(x))"]).to_owned()
    }

    fn subscript(&mut self) -> String {
        let first = self.atom();
        match self.rng.u8(..8) {
            0..=3 => first,
            4 => format!("{first} + {}", self.rng.u8(..3)),
            5 => format!("{first} - {}", self.rng.u8(..3)),
            6 => format!("{first} - {}", self.atom()),
            _ => format!("{first} * {} + {}", self.rng.u8(..3), self.atom()),
        }
    }

    fn element(&mut self) -> String {
        if self.rng.bool() {
            format!("sel([{}], x)", self.subscript())
        } else {
            format!("sel([{}, {}], m)", self.subscript(), self.subscript())
        }
    }

    fn bound(&mut self) -> String {
        match self.rng.u8(..8) {
            0 | 1 => "sel([0], shape(x))".to_owned(),
            2 => "sel([0], shape(m))".to_owned(),
            3 => "sel([1], shape(m))".to_owned(),
            4 => "n".to_owned(),
            5 => "max(n, 0)".to_owned(),
            6 => format!("{} - 1", self.atom()),
            _ => self.rng.u8(..5).to_string(),
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.rng.u8(..if depth > 3 { 5 } else { 10 }) {
            0 => {
                let element = self.element();
                self.line(depth, &format!("s = (s + {element}) % 50;"));
            }
            1 => {
                let (at, value) = (self.subscript(), self.element());
                self.line(depth, &format!("x = modarray(x, [{at}], {value});"));
            }
            2 => {
                let (row, column, value) = (self.subscript(), self.subscript(), self.element());
                self.line(depth, &format!("m = modarray(m, [{row}, {column}], {value});"));
            }
            3 => {
                let element = self.element();
                self.line(depth, &format!("if ({element} > 1) {{"));
                self.statement(depth + 1);
                self.line(depth, "} else {");
                self.statement(depth + 1);
                self.line(depth, "}");
            }
            4 => self.elements(depth),
            _ => self.repeat(depth),
        }
    }

    /// With-loops whose elements are checked.
    fn elements(&mut self, depth: usize) {
        let bound = self.pick(&["2.0", "-3.5", "0.0"]).to_owned();
        let source = self.pick(&["o", "r"]).to_owned();
        self.names += 1;
        let name = format!("t{}", self.names);
        self.line(
            depth,
            &format!(
                "{name} = with (iv < shape({source})) {{ e = sel(iv, {source}); \
                 return(sqrt(guard(e, e >= {bound}, \"too small {}\"))); }} genarray(shape({source}), 0.0);",
                self.names
            ),
        );
        self.line(
            depth,
            &format!(
                "o = with (iv < shape({name})) {{ return(sel(iv, {name}) * 2.0 + sel(iv, {name})); }} \
                 genarray(shape({name}), 0.0);"
            ),
        );
    }

    fn repeat(&mut self, depth: usize) {
        self.names += 1;
        let counter = format!("i{}", self.names);
        let (first, bound) = match self.rng.u8(..3) {
            0 => (self.atom(), self.bound()),
            _ => ("0".to_owned(), self.bound()),
        };
        match self.rng.u8(..5) {
            0 => {
                self.line(depth, &format!("{counter} = {bound};"));
                self.line(depth, &format!("while ({counter} > {first}) {{"));
                self.body(depth, &counter);
                self.line(depth + 1, &format!("{counter} = {counter} - 1;"));
            }
            1 => {
                let step = self.rng.u8(1..4);
                self.line(depth, &format!("{counter} = {first};"));
                self.line(depth, &format!("while ({counter} <= {bound}) {{"));
                self.body(depth, &counter);
                self.line(depth + 1, &format!("{counter} = {counter} + {step};"));
            }
            _ => {
                self.line(
                    depth,
                    &format!("for ({counter} = {first}; {counter} < {bound}; {counter}++) {{"),
                );
                self.body(depth, &counter);
            }
        }
        self.line(depth, "}");
    }

    fn body(&mut self, depth: usize, counter: &str) {
        self.counters.push(counter.to_owned());
        for _ in 0..self.rng.usize(1..3) {
            self.statement(depth + 1);
        }
        self.counters.pop();
    }
}
