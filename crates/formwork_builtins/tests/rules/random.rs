//! Arguments that look random and are the same every time.

use formwork_builtins::{Args, Row};
use formwork_runtime::{
    Array, C32, C64, CellArray, Dims, FunctionHandle, Quote, Range, StringElement, StructArray,
    Structure, Value,
};

use crate::fitting::fitting;

/// Functions whose results grow so fast that they get small arguments only.
const HUNGRY: [&str; 3] = ["perms", "nchoosek", "primes"];

const SIZES: [&[usize]; 18] = [
    &[0, 0],
    &[1, 1],
    &[1, 3],
    &[3, 1],
    &[2, 3],
    &[3, 3],
    &[0, 3],
    &[3, 0],
    &[2, 0, 2],
    &[2, 3, 2],
    &[1, 1, 2],
    &[1, 0],
    &[1, 1],
    &[2, 2],
    &[1, 4],
    &[0, 1],
    &[4, 2],
    &[1, 2, 1, 2],
];

/// Sizes of nothing, as texts have them.
const NOTHINGS: [&[usize]; 5] = [&[0, 0], &[1, 0], &[0, 1], &[0, 3], &[3, 0]];

/// Numbers at which something ends: integers that are exact, those of a class, those there are.
const EDGES: [f64; 16] = [
    127.0,
    128.0,
    -129.0,
    255.0,
    65_536.0,
    2_147_483_647.0,
    -2_147_483_648.0,
    4_294_967_296.0,
    9_007_199_254_740_992.0,
    9_007_199_254_740_993.0,
    9.3e18,
    -9.3e18,
    1.9e19,
    1e300,
    1e-300,
    f64::EPSILON,
];

/// What is asked of as a dimension, a count or a length, rightly and wrongly.
const COUNTS: [f64; 10] = [-1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 7.0, -2.5];

const TEXTS: [&str; 34] = [
    "",
    "abc",
    "x",
    "a b c",
    "1 2",
    "double",
    "single",
    "int8",
    "like",
    "rows",
    "stable",
    "first",
    "last",
    "descend",
    "native",
    "same",
    "all",
    "%d",
    "UniformOutput",
    "omitnan",
    "a",
    "once",
    "legacy",
    "tail",
    "includenan",
    "vector",
    "econ",
    "lower",
    "ErrorHandler",
    "extra",
    "int64",
    "a,b;c",
    "-1.5e3",
    "[1 2;3]",
];

/// Functions to be called.
const HANDLES: [&str; 8] = ["numel", "sin", "isempty", "plus", "sum", "upper", "max", "size"];

/// Numbers that look random and are the same every time.
pub(crate) struct Numbers(u64);

impl Numbers {
    /// Each name has numbers of its own, so that a new function changes no other.
    pub(crate) fn of_name(name: &str, seed: u64) -> Numbers {
        let own = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        Numbers((own ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }

    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn dims(&mut self) -> Dims {
        Dims::new(SIZES[self.below(SIZES.len())])
    }

    fn filled<T: Clone>(
        &mut self,
        dims: Dims,
        mut element: impl FnMut(&mut Self) -> T,
    ) -> Array<T> {
        let data = (0..dims.numel()).map(|_| element(self)).collect();
        Array::new(dims, data)
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn special(&mut self) -> f64 {
        self.pick(&[0.5, -1.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, 100.0])
    }

    fn integers(&mut self, dims: Dims) -> Value {
        // Near the ends of the class or near zero.
        let wide = self.one_in(4);
        macro_rules! filled {
            ($variant:ident, $type:ty) => {
                Value::$variant(self.filled(dims, |numbers| {
                    let small = numbers.below(5) as $type;
                    match numbers.below(3) {
                        0 if wide => <$type>::MAX - small,
                        1 if wide => <$type>::MIN + small,
                        _ => small,
                    }
                }))
            };
        }
        match self.below(16) {
            0..=4 => filled!(Int8, i8),
            5..=8 => filled!(Uint16, u16),
            9 | 10 => filled!(Int32, i32),
            11 | 12 => filled!(Uint8, u8),
            13 => filled!(Int64, i64),
            14 => filled!(Uint64, u64),
            _ if self.one_in(2) => filled!(Int16, i16),
            _ => filled!(Uint32, u32),
        }
    }

    fn complex(&mut self, dims: Dims) -> Value {
        match self.below(4) {
            0 => Value::ComplexSingle(self.filled(dims, |numbers| {
                C32::new(numbers.below(3) as f32, numbers.below(3) as f32 - 1.0)
            })),
            1 => Value::Complex(
                self.filled(dims, |numbers| C64::new(numbers.special(), numbers.special())),
            ),
            _ => Value::Complex(self.filled(dims, |numbers| {
                C64::new(numbers.below(3) as f64, numbers.below(3) as f64)
            })),
        }
    }

    fn text(&mut self, dims: Dims) -> Value {
        match self.below(6) {
            0 => {
                let dims = Dims::new(self.pick(&NOTHINGS));
                Value::Char(Array::new(dims, Vec::new()), Quote::Single)
            }
            1 | 2 => {
                Value::Char(self.filled(dims, |numbers| numbers.pick(b"ab 12")), Quote::Single)
            }
            _ => Value::text(self.pick(&TEXTS)),
        }
    }

    fn range(&mut self) -> Value {
        let step = self.pick(&[1.0, 1.0, 1.0, -1.0, 0.5, 2.0]);
        match Range::new(self.below(3) as f64, step, self.below(6) as f64) {
            Some(range) => Value::Range(range.into()),
            None => Value::empty(),
        }
    }

    /// The identity, or a multiple of it, as Octave keeps it.
    fn diagonal(&mut self) -> Value {
        let (rows, columns) = (1 + self.below(3), 1 + self.below(3));
        let permutation = self.one_in(2);
        let columns = if permutation { rows } else { columns };
        let scale = if permutation { 1.0 } else { self.below(4) as f64 };
        let data =
            (0..rows * columns).map(|k| if k % rows == k / rows { scale } else { 0.0 }).collect();
        let structure = if permutation { Structure::Permutation } else { Structure::Diagonal };
        let dims = Dims::matrix(rows, columns);
        Value::Double(Array::new(dims, data).with_structure(structure))
    }

    fn value(&mut self, depth: usize) -> Value {
        let dims = self.dims();
        match self.below(if depth == 0 { 19 } else { 21 }) {
            0..=2 => Value::Double(self.filled(dims, |numbers| numbers.below(7) as f64 - 2.0)),
            3 => Value::Double(self.filled(dims, |numbers| numbers.below(8) as f64 / 2.0)),
            4 if self.one_in(5) => Value::Double(self.filled(dims, |numbers| numbers.pick(&EDGES))),
            4 => Value::Double(self.filled(dims, Numbers::special)),
            5 | 6 => Value::double((1 + self.below(3)) as f64),
            7 if self.one_in(3) => {
                Value::Single(self.filled(dims, |numbers| numbers.special() as f32))
            }
            7 => Value::Single(self.filled(dims, |numbers| numbers.below(5) as f32 - 1.0)),
            8 | 9 => self.integers(dims),
            10 if self.one_in(3) => Value::bool(self.one_in(2)),
            10 => Value::Bool(self.filled(dims, |numbers| numbers.one_in(2))),
            11 | 12 => self.text(dims),
            13 => self.complex(dims),
            // What sizes are made of.
            14 => {
                let count = 2 + self.below(2);
                Value::row((0..count).map(|_| self.below(4) as f64).collect())
            }
            15 => Value::double(self.pick(&COUNTS)),
            16 => {
                let name = self.pick(&HANDLES);
                Value::Function(FunctionHandle::Named(name.into()).into())
            }
            17 => self.range(),
            18 if self.one_in(3) => self.diagonal(),
            18 => Value::double(self.below(6) as f64 - 1.0),
            19 => {
                let texts = self.one_in(2);
                let data = (0..dims.numel())
                    .map(|_| {
                        if texts {
                            Value::text(TEXTS[1 + self.below(TEXTS.len() - 1)])
                        } else {
                            self.value(depth - 1)
                        }
                    })
                    .collect();
                Value::Cell(CellArray::new(dims, data))
            }
            _ => {
                let count = dims.numel();
                let mut structure = StructArray::without_fields(dims);
                if !self.one_in(6) {
                    structure.set_field("x", (0..count).map(|_| self.value(0)).collect());
                }
                if self.one_in(2) {
                    structure.set_field("a", (0..count).map(|_| self.value(0)).collect());
                }
                Value::Struct(structure.into())
            }
        }
    }

    fn cell(&mut self) -> Value {
        let dims = self.dims();
        let data = (0..dims.numel()).map(|_| self.value(0)).collect();
        Value::Cell(CellArray::new(dims, data))
    }

    /// Something that goes well with a value: its size, an order of its dimensions.
    fn friend(&mut self, of: &Value) -> Value {
        let dims = of.dims();
        let extents = || dims.as_slice().iter().map(|&extent| extent as f64);
        match self.below(5) {
            0 => Value::row(extents().collect()),
            1 => Value::row(extents().rev().collect()),
            2 => Value::double(dims.numel() as f64),
            3 => Value::empty(),
            _ => {
                let mut order: Vec<f64> = (1..=dims.ndims()).map(|axis| axis as f64).collect();
                let turn = self.below(order.len());
                order.rotate_left(turn);
                Value::row(order)
            }
        }
    }

    /// Strings, some of them missing.
    fn strings(&mut self) -> Value {
        let dims = self.dims();
        Value::Strings(self.filled(dims, |numbers| match numbers.one_in(12) {
            true => StringElement::MISSING,
            false => StringElement::new(numbers.pick(&TEXTS)),
        }))
    }

    /// Arguments for a function that takes strings: texts in any form, and what belongs to them.
    pub(crate) fn call_with_strings(&mut self, row: &Row) -> (Args, usize) {
        let least = usize::from(row.inputs.min);
        let most = row.inputs.max.map_or(least + 2, usize::from);
        let count = least + self.below(most.min(least + 2) - least + 1);
        let args = (0..count).map(|place| match self.below(8) {
            0..=2 => self.strings(),
            3 => Value::string(self.pick(&TEXTS)),
            4 if place > 0 => Value::double(self.pick(&COUNTS)),
            4 | 5 => Value::text(self.pick(&TEXTS)),
            6 => {
                let dims = self.dims();
                let texts = (0..dims.numel()).map(|_| Value::text(self.pick(&TEXTS))).collect();
                Value::Cell(CellArray::new(dims, texts))
            }
            _ => self.value(1),
        });
        (args.collect(), 1)
    }

    /// The arguments of a call, and how many outputs are asked for.
    pub(crate) fn call(&mut self, row: &Row) -> (Args, usize) {
        let least = usize::from(row.inputs.min);
        let more = if self.one_in(8) { 6 } else { 3 };
        let most = row.inputs.max.map_or(least + more, usize::from).min(least + more);
        let mut count = least + self.below(most - least + 1);
        // Many functions want arguments that are alike, or that fit the first.
        let manner = self.below(4);
        let mut args = Args::new();
        if matches!(row.name, "cellfun" | "arrayfun" | "bsxfun" | "structfun" | "feval") {
            let name = HANDLES[self.below(HANDLES.len())];
            args.push(Value::Function(FunctionHandle::Named(name.into()).into()));
            if row.name == "cellfun" {
                args.push(self.cell());
            }
        }
        if row.name == "typecast" && self.one_in(2) {
            args.extend([self.value(0), Value::text(["int8", "single", "double"][self.below(3)])]);
        }
        if let Some(fitting) = fitting(self, row.name)
            && self.one_in(2)
        {
            args = fitting;
            count = args.len();
        }
        while args.len() < count {
            let value = match args.first().cloned() {
                Some(first) if manner == 0 && self.one_in(2) => first,
                Some(first) if manner == 1 && self.one_in(2) => self.friend(&first),
                _ => self.value(1),
            };
            if value.numel() <= 3 || !HUNGRY.contains(&row.name) {
                args.push(value);
            }
        }
        // Options stand at the end, and sometimes where nobody thinks of them.
        if args.len() > 1 && self.one_in(10) {
            let place = self.below(args.len());
            args[place] = Value::text(self.pick(&TEXTS));
        }
        let repeated = row.outputs.last().is_some_and(|output| output.repeated);
        let most = if repeated { 5 } else { row.outputs.len() };
        (args, 1 + self.below(most.max(1)))
    }
}
