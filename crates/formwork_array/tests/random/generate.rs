//! Random SaC-mini programs over small arrays, and arguments for them.

use std::fmt::Write as _;
use std::sync::Arc;

use fastrand::Rng;
use formwork_array::ir::{Array, BaseType, Scalar};

/// What a variable is, as far as the generator needs to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Int,
    Bool,
    Vector,
    Matrix,
    Any,
}

pub(crate) struct Generator {
    rng: Rng,
    variables: Vec<(String, Kind)>,
    text: String,
    indent: usize,
    counter: usize,
    helpers: bool,
}

pub(crate) const PARAMETERS: &str = "int[*] a, int[*] b, int[.,.] m, int[.] v, int n, bool c";

impl Generator {
    pub(crate) fn new(seed: u64) -> Generator {
        Generator {
            rng: Rng::with_seed(seed),
            variables: Vec::new(),
            text: String::new(),
            indent: 1,
            counter: 0,
            helpers: false,
        }
    }

    /// A program whose function `f` takes [`PARAMETERS`].
    pub(crate) fn program(&mut self) -> String {
        let mut program = String::new();
        if self.rng.u8(..4) == 0 {
            program.push_str("layout column_major;\n");
        }
        if self.rng.bool() {
            program.push_str("int[*] helper(int[*] p, int q)\n{\n");
            self.variables = vec![("p".into(), Kind::Any), ("q".into(), Kind::Int)];
            self.body(3);
            let result = self.expr(Kind::Any, 2);
            let _ =
                write!(program, "{}  return({result});\n}}\n\n", std::mem::take(&mut self.text));
            self.helpers = true;
        }
        self.variables = vec![
            ("a".into(), Kind::Any),
            ("b".into(), Kind::Any),
            ("m".into(), Kind::Matrix),
            ("v".into(), Kind::Vector),
            ("n".into(), Kind::Int),
            ("c".into(), Kind::Bool),
        ];
        let statements = self.rng.usize(2..7);
        self.body(statements);
        let any = self.expr(Kind::Any, 2);
        let vector = self.expr(Kind::Vector, 2);
        let int = self.expr(Kind::Int, 2);
        let _ = write!(
            program,
            "int[*], int[.], int f({PARAMETERS})\n{{\n{}  return({any}, {vector}, {int});\n}}\n",
            std::mem::take(&mut self.text)
        );
        program
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn body(&mut self, statements: usize) {
        for _ in 0..statements {
            self.statement();
        }
    }

    fn fresh(&mut self, kind: Kind) -> String {
        self.counter += 1;
        let letter = match kind {
            Kind::Int => "i",
            Kind::Bool => "t",
            Kind::Vector => "u",
            Kind::Matrix => "w",
            Kind::Any => "z",
        };
        format!("{letter}{}", self.counter)
    }

    fn kind(&mut self) -> Kind {
        [Kind::Int, Kind::Bool, Kind::Vector, Kind::Matrix, Kind::Any, Kind::Any]
            [self.rng.usize(..6)]
    }

    fn pick(&mut self, kind: Kind) -> Option<String> {
        let all: Vec<&String> = self
            .variables
            .iter()
            .filter(|(_, other)| *other == kind)
            .map(|(name, _)| name)
            .collect();
        if all.is_empty() { None } else { Some(all[self.rng.usize(..all.len())].clone()) }
    }

    fn statement(&mut self) {
        match self.rng.u8(..12) {
            0 => {
                let condition = self.expr(Kind::Bool, 1);
                let condition = if self.rng.bool() {
                    condition
                } else {
                    format!("({condition}) || {} > 1", self.rng.u8(..3))
                };
                self.line(&format!("check({condition}, \"no {}\");", self.counter));
            }
            1 | 2 => {
                let kind = self.kind();
                let (condition, first, second) =
                    (self.expr(Kind::Bool, 1), self.expr(kind, 2), self.expr(kind, 2));
                let name = self.fresh(kind);
                self.line(&format!("if ({condition}) {{"));
                self.line(&format!("  {name} = {first};"));
                self.line("} else {");
                self.line(&format!("  {name} = {second};"));
                self.line("}");
                self.variables.push((name, kind));
            }
            3 => self.repeat(),
            4 => {
                if let Some(name) = self.pick(Kind::Vector) {
                    let (at, value) = (self.expr(Kind::Int, 1), self.expr(Kind::Int, 1));
                    if self.rng.u8(..3) == 0 {
                        self.line(&format!("{name}[{at}] = {value};"));
                    } else {
                        self.line(&format!("{name} = {name} ++ [{at}];"));
                        self.line(&format!("{name}[shape({name})[0] - 1] = {value};"));
                    }
                }
            }
            5 => {
                let kind = self.kind();
                if let Some(name) = self.pick(kind) {
                    let value = self.expr(kind, 2);
                    self.line(&format!("{name} = {value};"));
                }
            }
            _ => {
                let kind = self.kind();
                let value = self.expr(kind, 3);
                let name = self.fresh(kind);
                self.line(&format!("{name} = {value};"));
                self.variables.push((name, kind));
            }
        }
    }

    fn repeat(&mut self) {
        let kind = [Kind::Int, Kind::Vector, Kind::Any][self.rng.usize(..3)];
        let Some(name) = self.pick(kind) else { return };
        let trips = self.rng.u8(..4);
        let counter = self.fresh(Kind::Int);
        self.line(&format!("for ({counter} = 0; {counter} < {trips}; {counter}++) {{"));
        self.variables.push((counter.clone(), Kind::Int));
        let value = self.expr(kind, 2);
        self.variables.pop();
        self.line(&format!("  {name} = {value};"));
        self.line("}");
    }

    fn expr(&mut self, kind: Kind, depth: usize) -> String {
        if depth == 0 || self.rng.u8(..5) == 0 {
            if let Some(name) = self.pick(kind)
                && self.rng.u8(..4) > 0
            {
                return name;
            }
            return self.leaf(kind);
        }
        let d = depth - 1;
        match kind {
            Kind::Int => self.int(d),
            Kind::Bool => self.bool(d),
            Kind::Vector => self.vector(d),
            Kind::Matrix => self.matrix(d),
            Kind::Any => self.any(d),
        }
    }

    fn leaf(&mut self, kind: Kind) -> String {
        let number = self.rng.i64(-1..4);
        match kind {
            Kind::Int => number.to_string(),
            Kind::Bool => self.rng.bool().to_string(),
            Kind::Vector => ["[]", "[1]", "[2, 1]", "[1, 2, 3]"][self.rng.usize(..4)].to_owned(),
            Kind::Matrix => [
                "reshape([2, 2], [1, 2, 3, 4])",
                "reshape([1, 3], [5, 6, 7])",
                "reshape([0, 2], [])",
            ][self.rng.usize(..3)]
            .to_owned(),
            Kind::Any => {
                ["7", "[4, 5]", "reshape([2, 1, 1], [8, 9])"][self.rng.usize(..3)].to_owned()
            }
        }
    }

    fn int(&mut self, d: usize) -> String {
        match self.rng.u8(..15) {
            0 => format!("({} + {})", self.expr(Kind::Int, d), self.expr(Kind::Int, d)),
            1 => format!("({} - {})", self.expr(Kind::Int, d), self.expr(Kind::Int, d)),
            2 => format!("({} * {})", self.expr(Kind::Int, d), self.expr(Kind::Int, d)),
            3 => format!("({} / {})", self.expr(Kind::Int, d), self.divisor(d)),
            4 => format!("min({}, {})", self.expr(Kind::Int, d), self.expr(Kind::Int, d)),
            5 => format!("dim({})", self.expr(Kind::Any, d)),
            6 => format!("shape({})[{}]", self.expr(Kind::Matrix, d), self.rng.u8(..2)),
            7 => {
                let vector = self.pick(Kind::Vector).unwrap_or_else(|| "[1, 2]".to_owned());
                format!(
                    "{vector}[min(max({}, 0), shape({vector})[0] - 1)]",
                    self.expr(Kind::Int, d)
                )
            }
            8 => format!("({} ++ [7, 8])[{}]", self.expr(Kind::Vector, d), self.rng.u8(..2)),
            9 if self.rng.u8(..3) > 0 => {
                let matrix = self.pick(Kind::Matrix).unwrap_or_else(|| self.leaf(Kind::Matrix));
                format!("sel([shape({matrix})[0] - 1, 0], {matrix})")
            }
            9 => format!(
                "{}[{}, {}]",
                self.expr(Kind::Matrix, d),
                self.rng.u8(..2),
                self.rng.u8(..2)
            ),
            10 => format!("sum({})", self.expr(Kind::Any, d)),
            11 => {
                let upper = self.expr(Kind::Vector, d);
                let inner = self.inside(&[("iv".to_owned(), Kind::Vector)], Kind::Int, d);
                let operator = ["+", "max", "*"][self.rng.usize(..3)];
                format!(
                    "with (iv < take(1, {upper} ++ [2])) {{ return({inner}); }} fold({operator}, 1)"
                )
            }
            12 => format!(
                "({} ? {} : {})",
                self.expr(Kind::Bool, d),
                self.expr(Kind::Int, d),
                self.expr(Kind::Int, d)
            ),
            13 => format!("({} % {})", self.expr(Kind::Int, d), self.divisor(d)),
            _ => format!("shape({})[0]", self.expr(Kind::Vector, d)),
        }
    }

    /// A number that is zero now and then.
    fn divisor(&mut self, d: usize) -> String {
        let number = self.expr(Kind::Int, d);
        if self.rng.u8(..4) == 0 { number } else { format!("(abs({number}) + 1)") }
    }

    fn bool(&mut self, d: usize) -> String {
        match self.rng.u8(..5) {
            0 => format!("({} && {})", self.expr(Kind::Bool, d), self.expr(Kind::Bool, d)),
            1 => format!("!({})", self.expr(Kind::Bool, d)),
            _ => {
                let operator = ["<", "<=", "==", "!=", ">", ">="][self.rng.usize(..6)];
                format!("({} {operator} {})", self.expr(Kind::Int, d), self.expr(Kind::Int, d))
            }
        }
    }

    /// An expression that may use the names of a generator.
    fn inside(&mut self, names: &[(String, Kind)], kind: Kind, d: usize) -> String {
        let before = self.variables.len();
        self.variables.extend(names.iter().cloned());
        // New names are what a body is about.
        self.variables.extend(names.iter().cloned());
        let inner = self.expr(kind, d);
        self.variables.truncate(before);
        inner
    }

    fn vector(&mut self, d: usize) -> String {
        match self.rng.u8(..12) {
            0 => format!("[{}, {}]", self.expr(Kind::Int, d), self.expr(Kind::Int, d)),
            1 => format!("[{}]", self.expr(Kind::Int, d)),
            2 => format!("shape({})", self.expr(Kind::Any, d)),
            3 => {
                let vector = self.expr(Kind::Vector, d);
                format!("take(min(abs({}), shape({vector})[0]), {vector})", self.expr(Kind::Int, d))
            }
            4 => format!("drop({}, [4, 3] ++ {})", self.rng.u8(..2), self.expr(Kind::Vector, d)),
            5 => format!("({} ++ {})", self.expr(Kind::Vector, d), self.expr(Kind::Vector, d)),
            6 => {
                let vector = self.expr(Kind::Vector, d);
                format!("({vector} + {vector})")
            }
            7 => {
                let extent = self.expr(Kind::Int, d);
                let inner = self.inside(&[("i".to_owned(), Kind::Int)], Kind::Int, d);
                format!(
                    "with ([i] < [min(abs({extent}), 4)]) {{ return({inner}); }} genarray([min(abs({extent}), 4)], 0)"
                )
            }
            8 => {
                let vector = self.pick(Kind::Vector).unwrap_or_else(|| "[3, 1, 2]".to_owned());
                let shift = self.rng.u8(..2);
                format!(
                    "with ([0] <= [i] < [shape({vector})[0] - {shift}]) {{ return({vector}[i + {shift}] - {vector}[i]); }} genarray([shape({vector})[0]], {})",
                    self.rng.u8(..3)
                )
            }
            9 => {
                let vector = self.pick(Kind::Vector).unwrap_or_else(|| "[3, 1, 2]".to_owned());
                let inner = self.inside(&[("iv".to_owned(), Kind::Vector)], Kind::Int, d);
                format!(
                    "with ({} <= iv < shape({vector})) {{ return({inner}); }} modarray({vector})",
                    ["[0]", "[1]"][self.rng.usize(..2)]
                )
            }
            10 => format!(
                "modarray({} ++ [5], [{}], {})",
                self.expr(Kind::Vector, d),
                self.rng.u8(..2),
                self.expr(Kind::Int, d)
            ),
            _ => format!("({} * {})", self.expr(Kind::Vector, d), self.expr(Kind::Int, d)),
        }
    }

    fn matrix(&mut self, d: usize) -> String {
        match self.rng.u8(..8) {
            0 => {
                let matrix = self.expr(Kind::Matrix, d);
                format!("reshape(shape({matrix}), {matrix})")
            }
            1 => {
                let (rows, columns) = (self.rng.u8(..4), self.rng.u8(..4));
                let names = [("i".to_owned(), Kind::Int), ("j".to_owned(), Kind::Int)];
                let inner = self.inside(&names, Kind::Int, d);
                format!(
                    "with ([i, j] < [{rows}, {columns}]) {{ return({inner}); }} genarray([{rows}, {columns}], 1)"
                )
            }
            2 => {
                let matrix = self.pick(Kind::Matrix).unwrap_or_else(|| self.leaf(Kind::Matrix));
                let names = [("i".to_owned(), Kind::Int), ("j".to_owned(), Kind::Int)];
                let inner = self.inside(&names, Kind::Int, d);
                format!(
                    "with ([i, j] < [shape({matrix})[1], shape({matrix})[0]]) {{ return({matrix}[j, i] + {inner}); }} genarray([shape({matrix})[1], shape({matrix})[0]], 0)"
                )
            }
            3 => {
                let vector = self.expr(Kind::Vector, d);
                format!("[{vector}, {vector} * {}]", self.expr(Kind::Int, d))
            }
            4 => {
                // Nested with-loops.
                let (rows, columns) = (self.rng.u8(..3), self.expr(Kind::Int, d));
                let names = [("i".to_owned(), Kind::Int), ("j".to_owned(), Kind::Int)];
                let inner = self.inside(&names, Kind::Int, d);
                format!(
                    "with ([i] < [{rows}]) {{ return(with ([j] < [min(abs({columns}), 3)]) {{ return({inner}); }} genarray([min(abs({columns}), 3)], 0)); }} genarray([{rows}], with ([j] < [min(abs({columns}), 3)]) {{ return(0); }} genarray([min(abs({columns}), 3)], 0))"
                )
            }
            5 => {
                let matrix = self.pick(Kind::Matrix).unwrap_or_else(|| self.leaf(Kind::Matrix));
                let inner = self.inside(&[("iv".to_owned(), Kind::Vector)], Kind::Int, d);
                format!(
                    "with (iv < shape({matrix})) {{ return({inner} * {matrix}[iv]); }} genarray(shape({matrix}), 0)"
                )
            }
            6 => {
                let matrix = self.expr(Kind::Matrix, d);
                let row = if self.rng.u8(..4) == 0 {
                    "1".to_owned()
                } else {
                    format!("shape({matrix})[0] - 1")
                };
                format!("modarray({matrix}, [{row}, 0], {})", self.expr(Kind::Int, d))
            }
            _ => {
                let vector = self.expr(Kind::Vector, d);
                format!(
                    "reshape([{}, shape({vector})[0]], {vector})",
                    if self.rng.u8(..6) == 0 { 2 } else { 1 }
                )
            }
        }
    }

    fn any(&mut self, d: usize) -> String {
        match self.rng.u8(..16) {
            0 => self.expr(Kind::Matrix, d),
            1 => self.expr(Kind::Vector, d),
            2 => self.expr(Kind::Int, d),
            3 => format!("({} + {})", self.expr(Kind::Any, d), self.expr(Kind::Int, d)),
            4 => {
                let array = self.expr(Kind::Any, d);
                format!("({array} * {array})")
            }
            5 if self.rng.u8(..3) > 0 => {
                let (left, right) = (self.pick(Kind::Any), self.pick(Kind::Any));
                match (left, right) {
                    (Some(left), Some(right)) => {
                        format!("(sum({left}) == sum({right}) ? {left} : {right})")
                    }
                    _ => "4".to_owned(),
                }
            }
            5 => format!("({} - {})", self.expr(Kind::Any, d), self.expr(Kind::Any, d)),
            6 | 7 => {
                let array = self.pick(Kind::Any).unwrap_or_else(|| "[1, 2]".to_owned());
                let inner = self.inside(&[("iv".to_owned(), Kind::Vector)], Kind::Int, d);
                format!(
                    "with (iv < shape({array})) {{ return(sel(iv, {array}) + {inner}); }} genarray(shape({array}), 0)"
                )
            }
            8 => {
                let array = self.pick(Kind::Any).unwrap_or_else(|| "[1, 2]".to_owned());
                format!(
                    "with (iv < shape({array})) {{ return({array}[iv]); }} genarray(shape({array}), 0)"
                )
            }
            9 => {
                let array = self.expr(Kind::Any, d);
                let index = [
                    "[]",
                    "take(min(dim(X), 1), [0])",
                    "with (iv < [dim(X)]) { return(0); } genarray([dim(X)], 0)",
                ][self.rng.usize(..3)];
                format!("{array}[{}]", index.replace('X', &array))
            }
            10 => {
                let array = self.expr(Kind::Any, d);
                format!("reshape(shape({array}), {array})")
            }
            11 if self.rng.u8(..4) == 0 => {
                format!("reshape({}, {})", self.expr(Kind::Vector, d), self.expr(Kind::Any, d))
            }
            11 => {
                let vector = self.expr(Kind::Vector, d);
                format!("reshape(shape({vector}) ++ [1], {vector})")
            }
            12 if self.helpers => {
                format!("helper({}, {})", self.expr(Kind::Any, d), self.expr(Kind::Int, d))
            }
            13 => {
                let array = self.expr(Kind::Any, d);
                format!("[{array}, {array} + {}]", self.expr(Kind::Int, d))
            }
            14 => format!(
                "({} ? {} : {})",
                self.expr(Kind::Bool, d),
                self.expr(Kind::Any, d),
                self.expr(Kind::Any, d)
            ),
            15 => {
                let array = self.pick(Kind::Any).unwrap_or_else(|| "[1, 2]".to_owned());
                let inner = self.inside(&[("i".to_owned(), Kind::Int)], Kind::Int, d);
                format!("with ([i] < [2]) {{ return({array} + {inner}); }} genarray([2], {array})")
            }
            _ => format!("-{}", self.expr(Kind::Any, d)),
        }
    }

    /// Arguments for [`PARAMETERS`].
    pub(crate) fn arguments(&mut self) -> Vec<Arc<Array>> {
        let rank = self.rng.usize(..4);
        let shape = self.shape(rank);
        let a = self.ints(&shape);
        // Often of one shape, so that operators between them are defined.
        let other = if self.rng.u8(..3) == 0 {
            let rank = self.rng.usize(..3);
            self.shape(rank)
        } else {
            shape
        };
        let b = self.ints(&other);
        let square = self.shape(2);
        let m = self.ints(&square);
        let row = self.shape(1);
        let v = self.ints(&row);
        let n = Array::scalar(Scalar::Int(self.rng.i64(-1..4)));
        let c = Array::scalar(Scalar::Bool(self.rng.bool()));
        [a, b, m, v, n, c].into_iter().map(Arc::new).collect()
    }

    fn shape(&mut self, rank: usize) -> Vec<i64> {
        (0..rank).map(|_| [2, 3, 1, 2, 2, 3, 1, 0, 2][self.rng.usize(..9)]).collect()
    }

    fn ints(&mut self, shape: &[i64]) -> Array {
        let count = shape.iter().product::<i64>() as usize;
        let data = (0..count).map(|_| Scalar::Int(self.rng.i64(-2..5))).collect();
        Array::new(BaseType::Int, shape.to_vec(), data).expect("as many elements as the shape says")
    }
}
