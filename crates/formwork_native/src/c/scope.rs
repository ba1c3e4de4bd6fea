//! Where variables are declared: at their first assignment where all uses are in its
//! block, so that C reads as people write it; else at the top, as zero.

use cranelift_entity::EntityRef as _;
use rustc_hash::FxHashMap;

use crate::loops::{Binding, BlockId, Expression, Function, StatementKind, VariableId};

/// Where and how a variable is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Declaration {
    /// It is a parameter, a counter, or not used at all.
    None,
    /// At the top of the function.
    Top,
    /// By the assignment at this place.
    Here {
        /// The block.
        block: BlockId,
        /// The statement in the block.
        statement: usize,
        /// Nothing else assigns to it.
        constant: bool,
    },
}

/// For each block: the statements that touch a variable, inside or outside of blocks of
/// their own.
type Touches = FxHashMap<VariableId, Vec<usize>>;

/// The declarations of a function's variables. `is_direct`: its only result is returned
/// where it ends, instead of being handed over on a common way out.
pub(super) fn declarations(function: &Function, is_direct: bool) -> Vec<Declaration> {
    let mut touches: Vec<Touches> = vec![Touches::default(); function.blocks.len()];
    collect(function, function.body(), &mut touches);
    let mut assignments = vec![0_usize; function.variables.len()];
    let mut is_counter = vec![false; function.variables.len()];
    function.visit_statements(function.body(), |statement| {
        for variable in statement.kind.assigned() {
            assignments[variable.index()] += 1;
        }
        if let StatementKind::For { variable, .. } = statement.kind {
            is_counter[variable.index()] = true;
        }
    });
    function
        .variables
        .keys()
        .map(|variable| {
            let place = Binding::Variable(variable);
            if function.parameters().contains(&place) || is_counter[variable.index()] {
                Declaration::None
            } else {
                let found =
                    declaration(function, &touches, variable, assignments[variable.index()]);
                if !function.results().contains(&place) {
                    return found;
                }
                match found {
                    Declaration::Here { block, statement, .. }
                        if is_direct
                            && block == function.body()
                            && !returns_before(function, statement) =>
                    {
                        found
                    }
                    Declaration::None | Declaration::Top | Declaration::Here { .. } => {
                        Declaration::Top
                    }
                }
            }
        })
        .collect()
}

/// Whether the function may return before a statement of its body.
fn returns_before(function: &Function, statement: usize) -> bool {
    let mut found = false;
    for before in &function.block(function.body())[..statement] {
        found |= matches!(before.kind, StatementKind::Return);
        for block in before.kind.blocks() {
            function.visit_statements(block, |inner| {
                found |= matches!(inner.kind, StatementKind::Return);
            });
        }
    }
    found
}

/// Fills in what a block touches.
fn collect(function: &Function, block: BlockId, touches: &mut [Touches]) {
    for (number, statement) in function.block(block).iter().enumerate() {
        let mut touched = Vec::new();
        own_variables(function, &statement.kind, &mut touched);
        for inner in statement.kind.blocks() {
            collect(function, inner, touches);
            touched.extend(touches[inner.index()].keys().copied());
        }
        for variable in touched {
            let places = touches[block.index()].entry(variable).or_default();
            if places.last() != Some(&number) {
                places.push(number);
            }
        }
    }
}

fn own_variables(function: &Function, kind: &StatementKind, touched: &mut Vec<VariableId>) {
    touched.extend(kind.assigned());
    for root in kind.expressions() {
        function.visit_expression(root, |_, expression| {
            if let Expression::Variable(variable) = expression {
                touched.push(variable);
            }
        });
    }
}

fn declaration(
    function: &Function,
    touches: &[Touches],
    variable: VariableId,
    assignments: usize,
) -> Declaration {
    let mut block = function.body();
    loop {
        let Some(places) = touches[block.index()].get(&variable) else { return Declaration::None };
        let first = places[0];
        let kind = &function.block(block)[first].kind;
        if let StatementKind::Assign { variable: target, value } = kind
            && *target == variable
        {
            let mut reads_itself = false;
            function.visit_expression(*value, |_, expression| {
                reads_itself |= matches!(expression, Expression::Variable(id) if id == variable);
            });
            return if reads_itself {
                Declaration::Top
            } else {
                Declaration::Here { block, statement: first, constant: assignments == 1 }
            };
        }
        let mut own = Vec::new();
        own_variables(function, kind, &mut own);
        let inner: Vec<BlockId> =
            kind.blocks().filter(|inner| touches[inner.index()].contains_key(&variable)).collect();
        match (places.len(), inner.as_slice()) {
            (1, &[inner]) if !own.contains(&variable) => block = inner,
            _ => return Declaration::Top,
        }
    }
}
