//! Arguments that look random and are the same every time.

use formwork_builtins::{Args, Row};
use formwork_runtime::{
    Array, C64, CellArray, Dims, FunctionHandle, Quote, Range, StructArray, Value,
};

use crate::fitting::fitting;

/// Functions whose results grow so fast that they get small arguments only.
const HUNGRY: [&str; 3] = ["perms", "nchoosek", "primes"];

const SIZES: [&[usize]; 15] = [
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
];

const TEXTS: [&str; 22] = [
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
];

/// Functions to be called.
const HANDLES: [&str; 8] = ["numel", "sin", "isempty", "plus", "sum", "upper", "max", "size"];

/// Numbers that look random and are the same every time.
pub(crate) struct Numbers(u64);

impl Numbers {
    /// Each name has numbers of its own, so that a new function changes no other.
    pub(crate) fn of_name(name: &str) -> Numbers {
        let seed = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        let extra: u64 = std::env::var("FWSEED").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
        Numbers((seed ^ extra.wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1)
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

    fn value(&mut self, depth: usize) -> Value {
        let dims = self.dims();
        match self.below(if depth == 0 { 17 } else { 19 }) {
            0..=2 => Value::Double(self.filled(dims, |numbers| numbers.below(7) as f64 - 2.0)),
            3 => Value::Double(self.filled(dims, |numbers| numbers.below(8) as f64 / 2.0)),
            4 => Value::Double(self.filled(dims, |numbers| {
                [0.5, -1.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, 100.0]
                    [numbers.below(8)]
            })),
            5 | 6 => Value::double((1 + self.below(3)) as f64),
            7 => Value::Single(self.filled(dims, |numbers| numbers.below(5) as f32 - 1.0)),
            8 if self.one_in(3) => Value::Int32(self.filled(dims, |numbers| numbers.below(5) as i32)),
            8 => Value::Int8(self.filled(dims, |numbers| numbers.below(5) as i8)),
            9 if self.one_in(3) => Value::Uint8(self.filled(dims, |numbers| numbers.below(5) as u8)),
            9 => Value::Uint16(self.filled(dims, |numbers| numbers.below(5) as u16)),
            10 => Value::Bool(self.filled(dims, |numbers| numbers.one_in(2))),
            11 => Value::text(TEXTS[self.below(TEXTS.len())]),
            12 if self.one_in(2) => {
                Value::Char(self.filled(dims, |numbers| b"ab 12"[numbers.below(5)]), Quote::Single)
            }
            12 => match Range::new(self.below(3) as f64, 1.0, self.below(6) as f64) {
                Some(range) => Value::Range(range.into()),
                None => Value::empty(),
            },
            13 => Value::Complex(self.filled(dims, |numbers| {
                C64::new(numbers.below(3) as f64, numbers.below(3) as f64)
            })),
            // What sizes are made of.
            14 => {
                let count = 2 + self.below(2);
                Value::row((0..count).map(|_| self.below(4) as f64).collect())
            }
            15 => Value::double(self.below(6) as f64 - 1.0),
            16 => {
                let name = HANDLES[self.below(HANDLES.len())];
                Value::Function(FunctionHandle::Named(name.into()).into())
            }
            17 => {
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
                structure.set_field("x", (0..count).map(|_| self.value(0)).collect());
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

    /// The arguments of a call, and how many outputs are asked for.
    pub(crate) fn call(&mut self, row: &Row) -> (Args, usize) {
        let least = usize::from(row.inputs.min);
        let most = row.inputs.max.map_or(least + 3, usize::from).min(least + 3);
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
        let repeated = row.outputs.last().is_some_and(|output| output.repeated);
        let most = if repeated { 3 } else { row.outputs.len() };
        (args, 1 + self.below(most.max(1)))
    }
}
