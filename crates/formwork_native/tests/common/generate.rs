//! Random programs of the loop form.
//!
//! They are well-formed by construction and mostly free of defects: places in buffers are
//! taken modulo their length, indices stay small. What the evaluator still finds defective
//! or endless is compiled, but not run.

mod expressions;

use fastrand::Rng;
use formwork_native::loops::{
    Argument, ArrayClass, BinaryOp, Binding, BufferId, Entry, EntryValue, Extent, Failure, Fill,
    Function, FunctionBuilder, FunctionId, Layout, Module, Piece, RuntimeArgument, RuntimeResult,
    Scalar, ScalarType, StatementKind, VariableId,
};
use formwork_native::{Array, Elements};

use super::corners;

/// The types of what goes in and out.
const OUTSIDE: [ScalarType; 13] = [
    ScalarType::Bool,
    ScalarType::I8,
    ScalarType::I16,
    ScalarType::I32,
    ScalarType::I64,
    ScalarType::U8,
    ScalarType::U16,
    ScalarType::U32,
    ScalarType::U64,
    ScalarType::F32,
    ScalarType::F64,
    ScalarType::C32,
    ScalarType::C64,
];

pub(crate) fn class_of(scalar: ScalarType) -> ArrayClass {
    *ArrayClass::ALL.iter().rfind(|class| class.holds(scalar)).expect("no index comes here")
}

/// A module of so many functions, each with an entry.
pub(crate) fn module(rng: &mut Rng, functions: usize) -> Module {
    let mut module = Module::new();
    for number in 0..functions {
        let (function, arguments, results) = Generator::new(rng, &module, number).function();
        let id = module.add(function);
        module.add_entry(Entry { name: format!("run{number}"), function: id, arguments, results });
    }
    module
}

/// Arguments for an entry.
pub(crate) fn arguments(rng: &mut Rng, entry: &Entry) -> Vec<Array> {
    entry
        .arguments
        .iter()
        .map(|value| {
            let element = value.element_type();
            let count = match value.layout {
                Layout::Scalar => 1,
                Layout::Array(_) | Layout::AnyRank => rng.usize(1..6),
            };
            let mut elements = Elements::none(element);
            for _ in 0..count {
                elements.push(constant(rng, element));
            }
            let count = i64::try_from(count).expect("it is small");
            Array::new(value.class, vec![count, 1], elements).expect("it fits")
        })
        .collect()
}

fn constant(rng: &mut Rng, scalar: ScalarType) -> Scalar {
    match scalar {
        ScalarType::Index => Scalar::Index(rng.i64(-3..12)),
        // Values that are no corners, too: functions of the C library differ there.
        ScalarType::F64 if rng.bool() => Scalar::F64((rng.f64() - 0.5) * 40.0),
        ScalarType::F32 if rng.bool() => Scalar::F32((rng.f32() - 0.5) * 40.0),
        _ => {
            let list = corners(scalar);
            list[rng.usize(0..list.len())]
        }
    }
}

struct Generator<'r> {
    rng: &'r mut Rng,
    module: &'r Module,
    builder: FunctionBuilder,
    /// What may be assigned.
    variables: Vec<(VariableId, ScalarType)>,
    /// The counters of the loops around.
    counters: Vec<VariableId>,
    /// What may be read.
    buffers: Vec<(BufferId, ScalarType)>,
    /// What may be written.
    owned: Vec<(BufferId, ScalarType)>,
    loops: usize,
    line: u32,
    budget: usize,
}

impl<'r> Generator<'r> {
    fn new(rng: &'r mut Rng, module: &'r Module, number: usize) -> Generator<'r> {
        let names = ["run", "sin", "f", "double", "step_size", "A", "index"];
        let name = format!("{}{number}", names[rng.usize(0..names.len())]);
        Generator {
            rng,
            module,
            builder: FunctionBuilder::new(name),
            variables: Vec::new(),
            counters: Vec::new(),
            buffers: Vec::new(),
            owned: Vec::new(),
            loops: 0,
            line: 0,
            budget: 25,
        }
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.rng.usize(0..list.len())]
    }

    fn name(&mut self) -> &'static str {
        self.pick(&[
            "x", "y", "total", "int", "n", "status", "x_length", "exp", "k", "a", "done", "len",
        ])
    }

    fn function(mut self) -> (Function, Vec<EntryValue>, Vec<EntryValue>) {
        let mut arguments = Vec::new();
        for _ in 0..self.rng.usize(0..4) {
            let scalar = self.pick(&OUTSIDE);
            let name = self.name();
            let layout = if self.rng.bool() {
                let variable = self.builder.scalar_parameter(name, scalar);
                self.variables.push((variable, scalar));
                Layout::Scalar
            } else {
                let buffer = self.builder.buffer_parameter(name, scalar);
                self.buffers.push((buffer, scalar));
                let length = self.builder.scalar_parameter("m", ScalarType::Index);
                self.variables.push((length, ScalarType::Index));
                Layout::Array(vec![Extent::Passed, Extent::Known(1)])
            };
            arguments.push(value(name, scalar, layout));
        }
        let mut results = Vec::new();
        let mut lengths = Vec::new();
        for _ in 0..self.rng.usize(0..3) {
            let scalar = self.pick(&OUTSIDE);
            let name = self.name();
            let layout = if self.rng.bool() {
                let variable = self.builder.variable(name, scalar);
                self.builder.result(Binding::Variable(variable));
                self.variables.push((variable, scalar));
                Layout::Scalar
            } else {
                let buffer = self.builder.buffer(name, scalar);
                self.builder.result(Binding::Buffer(buffer));
                let length = self.builder.variable("rows", ScalarType::Index);
                self.builder.result(Binding::Variable(length));
                lengths.push((buffer, length));
                self.owned.push((buffer, scalar));
                self.buffers.push((buffer, scalar));
                Layout::Array(vec![Extent::Passed, Extent::Known(1)])
            };
            results.push(value(name, scalar, layout));
        }
        for _ in 0..self.rng.usize(1..5) {
            let scalar =
                if self.rng.u8(0..3) == 0 { ScalarType::Index } else { self.pick(&OUTSIDE) };
            let name = self.name();
            let variable = self.builder.variable(name, scalar);
            self.variables.push((variable, scalar));
        }
        for _ in 0..self.rng.usize(0..3) {
            let scalar = self.pick(&OUTSIDE);
            let name = self.name();
            let buffer = self.builder.buffer(name, scalar);
            self.owned.push((buffer, scalar));
            self.buffers.push((buffer, scalar));
        }
        for (buffer, _) in self.owned.clone() {
            let length = self.rng.i64(1..5);
            let length = self.builder.index(length);
            self.builder.push(StatementKind::Allocate { buffer, length, fill: Fill::Zero });
        }
        let count = self.rng.usize(1..8);
        self.statements(count, 0);
        for (buffer, variable) in lengths {
            let length = self.builder.length(buffer);
            self.builder.assign(variable, length);
        }
        if self.rng.u8(0..6) == 0 {
            self.builder.push(StatementKind::Return);
        }
        (self.builder.finish(), arguments, results)
    }

    fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            if self.rng.bool() {
                self.line += 1;
                self.builder.set_line(self.line);
            }
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.rng.u8(0..24) {
            0..=6 => self.assign(),
            7..=10 => self.store(),
            11..=13 if depth < 3 => self.for_loop(depth),
            14 if depth < 3 => self.while_loop(depth),
            15..=17 if depth < 3 => self.conditional(depth),
            18 => self.resize(),
            19 => self.move_buffers(),
            20 if self.rng.bool() => self.call_runtime(),
            20 => self.call(),
            21 => self.jump(),
            22 => self.failure(),
            _ => self.assign(),
        }
    }

    fn assign(&mut self) {
        if self.variables.is_empty() {
            return;
        }
        let list = self.variables.clone();
        let (variable, scalar) = self.pick(&list);
        let value = if scalar == ScalarType::Index {
            self.small_index()
        } else {
            self.expression(scalar, 3)
        };
        self.builder.assign(variable, value);
    }

    fn store(&mut self) {
        if self.owned.is_empty() {
            return;
        }
        let list = self.owned.clone();
        let (buffer, scalar) = self.pick(&list);
        let index = self.place(buffer);
        let value = self.expression(scalar, 3);
        self.builder.store(buffer, index, value);
    }

    fn for_loop(&mut self, depth: usize) {
        let counter = self.builder.variable("i", ScalarType::Index);
        let (from, to) = if self.rng.bool() {
            let (from, to) = (self.rng.i64(-1..3), self.rng.i64(0..6));
            (self.builder.index(from), self.builder.index(to))
        } else {
            (self.small_index(), self.small_index())
        };
        let step = self.pick(&[1, 1, 1, 2, -1, -3]);
        let body = self.builder.open_block();
        self.counters.push(counter);
        self.loops += 1;
        let count = self.rng.usize(1..4);
        self.statements(count, depth + 1);
        self.loops -= 1;
        self.counters.pop();
        self.builder.close_block();
        let independent = false;
        self.builder.push(StatementKind::For {
            variable: counter,
            from,
            to,
            step,
            independent,
            body,
        });
    }

    fn while_loop(&mut self, depth: usize) {
        let counter = self.builder.variable("turn", ScalarType::Index);
        let (zero, turn, bound) =
            (self.builder.index(0), self.builder.read(counter), self.rng.i64(1..5));
        self.builder.assign(counter, zero);
        let bound = self.builder.index(bound);
        let mut condition = self.binary(BinaryOp::Less, turn, bound);
        if self.rng.bool() {
            let more = self.expression(ScalarType::Bool, 2);
            condition = self.binary(BinaryOp::And, condition, more);
        }
        let body = self.builder.open_block();
        let (turn, one) = (self.builder.read(counter), self.builder.index(1));
        let next = self.binary(BinaryOp::Add, turn, one);
        self.builder.assign(counter, next);
        self.loops += 1;
        let count = self.rng.usize(1..4);
        self.statements(count, depth + 1);
        self.loops -= 1;
        self.builder.close_block();
        self.builder.push(StatementKind::While { condition, body });
    }

    fn conditional(&mut self, depth: usize) {
        let condition = self.expression(ScalarType::Bool, 3);
        let then = self.builder.open_block();
        let count = self.rng.usize(0..3);
        self.statements(count, depth + 1);
        self.builder.close_block();
        let otherwise = self.builder.open_block();
        let count = self.rng.usize(0..3);
        self.statements(count, depth + 1);
        self.builder.close_block();
        self.builder.push(StatementKind::If { condition, then, otherwise });
    }

    fn resize(&mut self) {
        if self.owned.is_empty() {
            return;
        }
        let list = self.owned.clone();
        let (buffer, _) = self.pick(&list);
        // Too much of it now and then: there is no memory for that.
        let length = if self.rng.u8(0..12) == 0 {
            let large = self.pick(&[1 << 62, i64::MAX, -1]);
            self.builder.index(large)
        } else {
            let (small, one) = (self.small_index(), self.builder.index(1));
            let small = self.binary(BinaryOp::Max, small, one);
            let most = self.builder.index(20);
            self.binary(BinaryOp::Min, small, most)
        };
        self.builder.push(match self.rng.u8(0..5) {
            0 => StatementKind::Allocate { buffer, length, fill: Fill::Zero },
            1 => StatementKind::Reserve { buffer, capacity: length },
            _ => StatementKind::Grow { buffer, length },
        });
    }

    fn move_buffers(&mut self) {
        let (owned, readable) = (self.owned.clone(), self.buffers.clone());
        if owned.is_empty() {
            return;
        }
        let (target, scalar) = self.pick(&owned);
        let among = |list: &[(BufferId, ScalarType)]| -> Vec<BufferId> {
            let others =
                list.iter().filter(|&&(other, element)| other != target && element == scalar);
            others.map(|&(other, _)| other).collect()
        };
        let (others, sources) = (among(&owned), among(&readable));
        if self.rng.bool() && !others.is_empty() {
            let right = self.pick(&others);
            self.builder.push(StatementKind::Swap { left: target, right });
        } else if !sources.is_empty() {
            let source = self.pick(&sources);
            self.builder.push(StatementKind::Copy { target, source });
        } else if self.rng.bool() {
            // Emptied, then filled again so that places exist.
            self.builder.push(StatementKind::Free { buffer: target });
            let length = self.builder.index(2);
            self.builder.push(StatementKind::Grow { buffer: target, length });
        }
    }

    fn call(&mut self) {
        let functions: Vec<FunctionId> = self.module.functions().map(|(id, _)| id).collect();
        if functions.is_empty() || self.loops > 1 {
            return;
        }
        let id = self.pick(&functions);
        let callee = self.module.function(id);
        let mut arguments = Vec::new();
        for place in callee.parameters() {
            let scalar = callee.place_type(*place);
            match place {
                Binding::Variable(_) if scalar == ScalarType::Index => {
                    arguments.push(Argument::Value(self.small_index()));
                }
                Binding::Variable(_) => arguments.push(Argument::Value(self.expression(scalar, 2))),
                Binding::Buffer(_) => {
                    let fitting: Vec<BufferId> = self
                        .buffers
                        .iter()
                        .filter(|(_, element)| *element == scalar)
                        .map(|&(buffer, _)| buffer)
                        .collect();
                    if fitting.is_empty() {
                        return;
                    }
                    arguments.push(Argument::Buffer(self.pick(&fitting)));
                }
            }
        }
        let mut results = Vec::new();
        for place in callee.results() {
            let scalar = callee.place_type(*place);
            let fitting: Vec<Binding> = match place {
                Binding::Variable(_) => self
                    .variables
                    .iter()
                    .filter(|(_, own)| *own == scalar)
                    .map(|&(variable, _)| Binding::Variable(variable))
                    .collect(),
                Binding::Buffer(_) => self
                    .owned
                    .iter()
                    .filter(|(_, element)| *element == scalar)
                    .map(|&(buffer, _)| Binding::Buffer(buffer))
                    .collect(),
            };
            let free: Vec<Binding> =
                fitting.into_iter().filter(|place| !results.contains(place)).collect();
            if free.is_empty() {
                return;
            }
            results.push(self.pick(&free));
        }
        self.builder.push(StatementKind::Call { function: id, arguments, results });
    }

    /// The operation that gives back what it is given, to something of the same kind or,
    /// now and then, of another.
    fn call_runtime(&mut self) {
        if self.owned.is_empty() || self.loops > 1 {
            return;
        }
        let (owned, readable) = (self.owned.clone(), self.buffers.clone());
        let (target, scalar) = self.pick(&owned);
        let same: Vec<BufferId> = readable
            .iter()
            .filter(|(_, element)| *element == scalar)
            .map(|&(buffer, _)| buffer)
            .collect();
        let source = self.pick(&same);
        let (length, one) = (self.builder.length(source), self.builder.index(1));
        let argument = RuntimeArgument::Array(class_of(scalar), source, vec![length, one]);
        let rows = self.builder.variable("rows", ScalarType::Index);
        let columns = self.builder.variable("columns", ScalarType::Index);
        let result = match self.rng.u8(0..6) {
            0 => {
                let (variable, scalar) = (self.builder.variable("only", scalar), scalar);
                RuntimeResult::Scalar(class_of(scalar), variable)
            }
            1 => {
                let shape = self.builder.buffer("shape", ScalarType::Index);
                RuntimeResult::AnyRank(class_of(scalar), target, shape)
            }
            2 => RuntimeResult::Array(class_of(scalar), target, vec![rows]),
            _ => RuntimeResult::Array(class_of(scalar), target, vec![rows, columns]),
        };
        self.builder.push(StatementKind::CallRuntime {
            operation: "same".into(),
            arguments: vec![argument],
            results: vec![result],
        });
    }

    fn jump(&mut self) {
        let condition = self.expression(ScalarType::Bool, 2);
        let then = self.builder.open_block();
        let kind = match self.rng.u8(0..3) {
            0 if self.loops > 0 => StatementKind::Break,
            1 if self.loops > 0 => StatementKind::Continue,
            _ if self.owned.is_empty() || self.rng.bool() => StatementKind::Return,
            _ => StatementKind::Fail(Failure { identifier: String::new(), message: vec![] }),
        };
        self.builder.push(kind);
        self.builder.close_block();
        let otherwise = self.builder.open_block();
        self.builder.close_block();
        self.builder.push(StatementKind::If { condition, then, otherwise });
    }

    fn failure(&mut self) {
        let condition = self.expression(ScalarType::Bool, 2);
        let shown = self.pick(&[
            ScalarType::F64,
            ScalarType::I8,
            ScalarType::U64,
            ScalarType::I64,
            ScalarType::U16,
        ]);
        let then = self.builder.open_block();
        let (first, second) = (self.expression(shown, 2), self.small_index());
        let message = vec![
            Piece::Text("100% of \"x\" \\ ??/ is ".into()),
            Piece::Operand(first),
            Piece::Text(" at ".into()),
            Piece::Operand(second),
        ];
        let identifier = "Formwork:test".into();
        self.builder.push(StatementKind::Fail(Failure { identifier, message }));
        self.builder.close_block();
        let otherwise = self.builder.open_block();
        self.builder.close_block();
        self.builder.push(StatementKind::If { condition, then, otherwise });
    }
}

fn value(name: &str, scalar: ScalarType, layout: Layout) -> EntryValue {
    EntryValue {
        name: name.to_owned(),
        class: class_of(scalar),
        complex: scalar.is_complex(),
        layout,
    }
}
