//! What the whole module says of a function's form in C: whether it can fail, needs
//! the runtime, or needs the lengths of its buffers.

use cranelift_entity::{EntityRef as _, EntitySet, PrimaryMap, SecondaryMap};

use super::options::Options;
use super::unchecked::goes_on;
use crate::loops::{
    Argument, Binding, BufferId, Expression, Function, FunctionId, Module, RuntimeArgument,
    ScalarType, StatementKind,
};

/// The form of a function in C.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Signature {
    /// It returns a status and takes where to tell the error.
    pub(super) may_fail: bool,
    /// It returns its only result, which is a scalar, instead of a status, and takes where to
    /// put one if it fails: results that come back in a register come back sooner.
    pub(super) tells_status: bool,
    /// It does not look whether its calls of itself failed, but stops at the next one.
    pub(super) goes_on: bool,
    /// It takes the table of the runtime's operations.
    pub(super) uses_runtime: bool,
    /// It may call itself.
    pub(super) is_recursive: bool,
    /// It takes how deep such calls nest.
    pub(super) counts_depth: bool,
    /// The buffers whose lengths are kept.
    pub(super) lengths: EntitySet<BufferId>,
    /// The buffers whose capacities are kept.
    pub(super) capacities: EntitySet<BufferId>,
}

impl Signature {
    /// The scalar that the function returns instead of a status.
    pub(super) fn direct_result(&self, function: &Function) -> Option<ScalarType> {
        match function.results() {
            [Binding::Variable(variable)] if !self.may_fail || self.tells_status => {
                Some(function.variable(*variable).scalar_type())
            }
            _ => None,
        }
    }
}

/// The forms of all functions of a module. If it is hosted, they look at the caller's flag
/// where they may run for long. The form of those that are `exported` is for others to know.
pub(super) fn signatures(
    module: &Module,
    options: &Options,
    exported: &EntitySet<FunctionId>,
) -> SecondaryMap<FunctionId, Signature> {
    let mut signatures: SecondaryMap<FunctionId, Signature> = SecondaryMap::new();
    let recursive = module.recursive_functions();
    // What is needed only grows.
    loop {
        let mut changed = false;
        for (id, function) in module.functions() {
            let mut signature = of_function(module, function, &signatures);
            signature.is_recursive = recursive.contains(id);
            signature.counts_depth = signature.is_recursive && !options.bounded_calls;
            signature.may_fail |= signature.counts_depth;
            if options.hosted && (signature.is_recursive || has_loops(function)) {
                signature.may_fail = true;
                signature.uses_runtime = true;
            }
            signature.tells_status = signature.may_fail
                && !exported.contains(id)
                && matches!(function.results(), [Binding::Variable(_)]);
            signature.goes_on = goes_on(id, function, &signature, options);
            if signatures[id] != signature {
                signatures[id] = signature;
                changed = true;
            }
        }
        if !changed {
            return signatures;
        }
    }
}

fn of_function(
    module: &Module,
    function: &Function,
    known: &SecondaryMap<FunctionId, Signature>,
) -> Signature {
    let mut signature = Signature::default();
    for place in function.results() {
        if let Binding::Buffer(buffer) = place {
            signature.lengths.insert(*buffer);
        }
    }
    let mut swaps = Vec::new();
    function.visit_statements(function.body(), |statement| {
        for root in statement.kind.expressions() {
            function.visit_expression(root, |_, expression| {
                if let Expression::Length(buffer) = expression {
                    signature.lengths.insert(buffer);
                }
            });
        }
        match &statement.kind {
            StatementKind::Allocate { .. } | StatementKind::Fail(_) => signature.may_fail = true,
            StatementKind::Reserve { buffer, .. } => {
                signature.may_fail = true;
                signature.capacities.insert(*buffer);
            }
            StatementKind::Grow { buffer, .. } => {
                signature.may_fail = true;
                signature.lengths.insert(*buffer);
                signature.capacities.insert(*buffer);
            }
            StatementKind::Copy { source, .. } => {
                signature.may_fail = true;
                signature.lengths.insert(*source);
            }
            StatementKind::Swap { left, right } => swaps.push((*left, *right)),
            StatementKind::Call { function: callee, arguments, .. } => {
                let form = &known[*callee];
                signature.may_fail |= form.may_fail;
                signature.uses_runtime |= form.uses_runtime;
                let parameters = module.function(*callee).parameters();
                for (argument, parameter) in arguments.iter().zip(parameters) {
                    if let (Argument::Buffer(buffer), Binding::Buffer(parameter)) =
                        (argument, parameter)
                        && form.lengths.contains(*parameter)
                    {
                        signature.lengths.insert(*buffer);
                    }
                }
            }
            StatementKind::CallRuntime { arguments, .. } => {
                signature.may_fail = true;
                signature.uses_runtime = true;
                for argument in arguments {
                    if let RuntimeArgument::AnyRank(_, _, shape) = argument {
                        signature.lengths.insert(*shape);
                    }
                }
            }
            StatementKind::For { body, .. } | StatementKind::While { body, .. } => {
                // What is allocated again and again stays where it is if its length does.
                function.visit_statements(*body, |inner| {
                    if let StatementKind::Allocate { buffer, .. } = inner.kind {
                        signature.lengths.insert(buffer);
                    }
                });
            }
            StatementKind::Assign { .. }
            | StatementKind::Store { .. }
            | StatementKind::Free { .. }
            | StatementKind::If { .. }
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return => {}
        }
    });
    share(&mut signature.lengths, &swaps);
    share(&mut signature.capacities, &swaps);
    signature
}

/// Buffers that are swapped are kept alike.
fn share(set: &mut EntitySet<BufferId>, swaps: &[(BufferId, BufferId)]) {
    let mut count = swaps.len();
    while count > 0 {
        count = 0;
        for &(left, right) in swaps {
            if set.contains(left) != set.contains(right) {
                set.insert(left);
                set.insert(right);
                count += 1;
            }
        }
    }
}

/// Whether a function has loops, which may be told to stop.
fn has_loops(function: &Function) -> bool {
    let mut found = false;
    function.visit_statements(function.body(), |statement| {
        found |= matches!(statement.kind, StatementKind::For { .. } | StatementKind::While { .. });
    });
    found
}

/// What a function does with its buffers and variables, for those that need no
/// declaration or are never read.
pub(super) struct Usage {
    pub(super) variables_read: Vec<bool>,
    pub(super) variables_used: Vec<bool>,
    pub(super) buffers_used: Vec<bool>,
    pub(super) buffers_loaded: Vec<bool>,
}

impl Usage {
    pub(super) fn of(function: &Function) -> Usage {
        fn flags<K: cranelift_entity::EntityRef, V>(map: &PrimaryMap<K, V>) -> Vec<bool> {
            vec![false; map.len()]
        }
        let mut usage = Usage {
            variables_read: flags(&function.variables),
            variables_used: flags(&function.variables),
            buffers_used: flags(&function.buffers),
            buffers_loaded: flags(&function.buffers),
        };
        for place in function.results() {
            match place {
                Binding::Variable(id) => {
                    usage.variables_read[id.index()] = true;
                    usage.variables_used[id.index()] = true;
                }
                Binding::Buffer(id) => usage.buffers_used[id.index()] = true,
            }
        }
        function.visit_statements(function.body(), |statement| {
            for root in statement.kind.expressions() {
                function.visit_expression(root, |_, expression| match expression {
                    Expression::Variable(id) => {
                        usage.variables_read[id.index()] = true;
                        usage.variables_used[id.index()] = true;
                    }
                    Expression::Load(id, _) => {
                        usage.buffers_used[id.index()] = true;
                        usage.buffers_loaded[id.index()] = true;
                    }
                    Expression::Length(id) => usage.buffers_used[id.index()] = true,
                    Expression::Constant(_)
                    | Expression::Unary(..)
                    | Expression::Binary(..)
                    | Expression::Select(..)
                    | Expression::Cast(..) => {}
                });
            }
            for id in statement.kind.assigned() {
                usage.variables_used[id.index()] = true;
            }
            for id in statement.kind.written() {
                usage.buffers_used[id.index()] = true;
            }
            for id in statement.kind.borrowed() {
                usage.buffers_used[id.index()] = true;
                usage.buffers_loaded[id.index()] = true;
            }
        });
        usage
    }
}
