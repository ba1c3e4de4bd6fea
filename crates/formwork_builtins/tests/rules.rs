//! The rules for shapes and classes contain what the evaluators give.
//!
//! Every function without effects is called with many small arguments; each output
//! must lie within what the rules say, once with everything known of the arguments,
//! once with their classes and shapes only.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use formwork_builtins::{
    Args, Context, Effects, Found, LocalChange, Place, Row, Session, Stream, Values, Workspace,
    infer_outputs, rows, rule_coverage,
};
use formwork_domain::AbstractValue;
use formwork_runtime::{
    Array, C64, CellArray, Dims, Error, Quote, Range, Result, StructArray, Value, Warn,
};
use formwork_shape::shape::Algebra;

const CALLS_PER_ROW: usize = 60;

/// Functions whose results grow so fast that they get small arguments only.
const HUNGRY: [&str; 3] = ["perms", "nchoosek", "primes"];

const SIZES: [&[usize]; 12] = [
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
];

const TEXTS: [&str; 18] = [
    "", "abc", "x", "a b c", "1 2", "double", "single", "int8", "like", "rows", "stable", "first",
    "last", "descend", "native", "same", "all", "%d",
];

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
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
        match self.below(if depth == 0 { 14 } else { 16 }) {
            0..=3 => Value::Double(self.filled(dims, |numbers| numbers.below(7) as f64 - 2.0)),
            4 => Value::Double(self.filled(dims, |numbers| numbers.below(8) as f64 / 2.0)),
            5 | 6 => Value::double((1 + self.below(3)) as f64),
            7 => Value::Single(self.filled(dims, |numbers| numbers.below(5) as f32)),
            8 => Value::Int8(self.filled(dims, |numbers| numbers.below(5) as i8)),
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
            14 => {
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
                Value::Struct(structure.into())
            }
        }
    }
}

/// Whoever runs nothing.
#[derive(Default)]
struct Nobody {
    session: Session,
}

fn refuse<T>() -> Result<T> {
    Err(Error::plain("nobody is here"))
}

impl Warn for Nobody {
    fn warn(&mut self, _identifier: &str, _message: &str) -> Result<()> {
        Ok(())
    }
}

impl Context for Nobody {
    fn call(&mut self, _function: &Value, _args: Args, _nargout: usize) -> Result<Values> {
        refuse()
    }

    fn call_named(&mut self, _name: &str, _args: Args, _nargout: usize) -> Result<Values> {
        refuse()
    }

    fn write(&mut self, _stream: Stream, _bytes: &[u8]) -> Result<()> {
        Ok(())
    }

    fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    fn workspace(&mut self, _place: Place) -> &mut dyn Workspace {
        self
    }

    fn evaluate_text(&mut self, _text: &[u8], _place: Place, _nargout: usize) -> Result<Values> {
        refuse()
    }

    fn capture_output(
        &mut self,
        body: &mut dyn FnMut(&mut dyn Context) -> Result<()>,
    ) -> Result<Vec<u8>> {
        body(self).map(|()| Vec::new())
    }

    fn lookup(&mut self, _name: &str) -> Found {
        Found::Nothing
    }

    fn handle(&mut self, _name: &str) -> Value {
        Value::empty()
    }

    fn arity(&mut self, _function: &Value) -> Result<(i64, i64)> {
        refuse()
    }

    fn poll(&mut self) -> Result<()> {
        Ok(())
    }

    fn now(&mut self) -> f64 {
        0.0
    }

    fn cpu_time(&mut self) -> f64 {
        0.0
    }

    fn environment(&mut self, _name: &str) -> Option<String> {
        None
    }
}

impl Workspace for Nobody {
    fn get(&self, _name: &str) -> Option<Value> {
        None
    }

    fn set(&mut self, _name: &str, _value: Value) -> Result<()> {
        refuse()
    }

    fn clear(&mut self, _name: &str) -> bool {
        false
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn is_global(&self, _name: &str) -> bool {
        false
    }

    fn forget_global(&mut self, _name: &str) {}

    fn function_name(&self) -> String {
        String::new()
    }

    fn nargin(&self) -> Option<usize> {
        None
    }

    fn nargout(&self) -> Option<usize> {
        None
    }

    fn is_output_wanted(&self, _index: usize) -> bool {
        true
    }

    fn input_name(&self, _index: usize) -> Option<String> {
        None
    }

    fn undo_on_return(&mut self, _change: LocalChange) {}
}

fn arguments(row: &Row, numbers: &mut Numbers) -> Args {
    let least = usize::from(row.inputs.min);
    let most = row.inputs.max.map_or(least + 3, usize::from).min(least + 3);
    let count = least + numbers.below(most - least + 1);
    // Many functions want arguments that are alike.
    let alike = numbers.one_in(3);
    let mut args = Args::new();
    while args.len() < count {
        let value = match args.first() {
            Some(first) if alike && numbers.one_in(2) => first.clone(),
            _ => numbers.value(1),
        };
        if value.numel() <= 3 || !HUNGRY.contains(&row.name) {
            args.push(value);
        }
    }
    args
}

fn describe(value: &Value) -> String {
    let extents: Vec<String> = value.dims().as_slice().iter().map(usize::to_string).collect();
    let size = extents.join("x");
    match value {
        Value::Char(..) if value.numel() < 10 => {
            format!("{:?}", value.as_text().unwrap_or_default())
        }
        Value::Double(array) if array.numel() < 4 => format!("{size} {:?}", array.as_slice()),
        _ => format!("{size} {}", value.class()),
    }
}

fn describe_call(row: &Row, args: &Args, nargout: usize) -> String {
    let args: Vec<String> = args.iter().map(describe).collect();
    format!("{nargout} = {}({})", row.name, args.join(", "))
}

fn outside(
    row: &Row,
    args: &Args,
    nargout: usize,
    outputs: &Values,
    known: bool,
) -> Option<String> {
    let mut algebra = Algebra::new();
    let facts: Vec<AbstractValue> = args
        .iter()
        .map(|value| {
            let mut fact = AbstractValue::of(value, &mut algebra);
            if !known && let Some(shape) = fact.shape {
                fact = AbstractValue::of_class_and_shape(value.class(), shape);
            }
            fact
        })
        .collect();
    let inferred = infer_outputs(row, &facts, nargout, &mut algebra);
    for (place, output) in outputs.iter().take(nargout).enumerate() {
        let Some(fact) = inferred.get(place) else {
            return Some(format!("output {place} is not in the table"));
        };
        if !fact.contains(output, &algebra) {
            let shape = fact.shape.map_or("any".to_owned(), |shape| algebra.text(shape));
            return Some(format!(
                "output {place} is {}, not {shape} {}{}",
                describe(output),
                fact.classes,
                if known { "" } else { " (values unknown)" }
            ));
        }
    }
    None
}

#[test]
fn outputs_are_what_the_rules_say() {
    let mut faults: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut succeeded = 0;
    std::panic::set_hook(Box::new(|_| {}));
    for row in rows().filter(|row| row.effects == Effects::PURE) {
        // Each row has numbers of its own, so that a new row changes no other.
        let seed = row.name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        let mut numbers = Numbers(seed | 1);
        let began = std::time::Instant::now();
        for _ in 0..CALLS_PER_ROW {
            let args = arguments(row, &mut numbers);
            let last = row.outputs.last().is_some_and(|output| output.repeated);
            let most = if last { 3 } else { row.outputs.len() };
            let nargout = 1 + numbers.below(most.max(1));
            let call = catch_unwind(AssertUnwindSafe(|| {
                (row.evaluate)(&mut Nobody::default(), args.clone(), nargout)
            }));
            let fault = match call {
                Err(_) => Some("panics".to_owned()),
                Ok(Err(_)) => None,
                Ok(Ok(outputs)) => {
                    succeeded += 1;
                    outside(row, &args, nargout, &outputs, true)
                        .or_else(|| outside(row, &args, nargout, &outputs, false))
                }
            };
            if let Some(fault) = fault {
                let text = format!("{}: {fault}", describe_call(row, &args, nargout));
                faults.entry(row.name).or_default().push(text);
            }
        }
        if began.elapsed().as_secs() >= 1 {
            eprintln!("{} takes {:?}", row.name, began.elapsed());
        }
    }
    let _ = std::panic::take_hook();
    let listed: Vec<String> =
        faults.values().flat_map(|calls| calls.iter().take(3).cloned()).collect();
    assert!(listed.is_empty(), "{} rows:\n{}", faults.len(), listed.join("\n"));
    assert!(succeeded > 5000, "only {succeeded} calls succeeded");
}

#[test]
fn most_outputs_have_rules() {
    let coverage = rule_coverage();
    assert!(coverage.shapes * 2 > coverage.outputs, "{coverage:?}");
    assert!(coverage.classes * 2 > coverage.outputs, "{coverage:?}");
}
