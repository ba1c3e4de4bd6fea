//! The body of a function while it is made: the scope, the statements of the open
//! blocks, and how an operation becomes a statement.

use rustc_hash::FxHashMap;

use super::Elaborator;
use super::infer::infer_op;
use crate::diagnostic::{Diagnostic, TextPosition};
use crate::ir::{
    Attributes, BaseType, Block, Check, Condition, Function, FunctionId, NameOrigin, Op, Operand,
    ShapeClass, Statement, Type, ValueId,
};
use crate::text::tree::{ExprId, FunDef, Stmt, TargetExpr, Tree};

/// Something was reported; the statement around it is given up.
pub(super) struct Failed;

pub(super) type Made<T> = Result<T, Failed>;

/// Names in sight. `None`: its definition was wrong, which has been reported.
pub(super) type Scope = FxHashMap<String, Option<Operand>>;

/// A function has no more values than this: what would need more is not read.
const MAX_VALUES: usize = 200_000;

pub(super) struct Body<'e, 't> {
    pub(super) elaborator: &'e mut Elaborator<'t>,
    pub(super) tree: &'t Tree,
    pub(super) function: Function,
    pub(super) scope: Scope,
    pub(super) open: Vec<Vec<Statement>>,
    pub(super) results: Vec<Type>,
}

/// Makes the body of a declared function.
pub(super) fn elaborate_function<'t>(
    elaborator: &mut Elaborator<'t>,
    tree: &'t Tree,
    id: FunctionId,
    def: &'t FunDef,
    _base: Option<BaseType>,
    statements: &'t [Stmt],
) {
    let mut body = Body::new(elaborator, tree, id, def);
    let all: Vec<&Stmt> = statements.iter().collect();
    let place = def.place;
    if let Ok(results) = body.lower_returning(&all, place)
        && let Ok(results) = body.fit_results(results, place)
    {
        body.function.body = Block { statements: body.open.pop().unwrap_or_default(), results };
    }
    let function = body.function;
    elaborator.module.functions[id] = function;
}

/// Makes the function that computes a shape of a library function; whether it could.
pub(super) fn elaborate_shape<'t>(
    elaborator: &mut Elaborator<'t>,
    tree: &'t Tree,
    id: FunctionId,
    def: &'t FunDef,
    shape: ExprId,
) -> bool {
    let mut body = Body::new(elaborator, tree, id, def);
    let made =
        body.lower_expr(shape, None).and_then(|result| body.fit_results(vec![result], def.place));
    let Ok(results) = made else { return false };
    body.function.body = Block { statements: body.open.pop().unwrap_or_default(), results };
    let function = body.function;
    elaborator.module.functions[id] = function;
    true
}

impl<'e, 't> Body<'e, 't> {
    fn new(
        elaborator: &'e mut Elaborator<'t>,
        tree: &'t Tree,
        id: FunctionId,
        def: &FunDef,
    ) -> Body<'e, 't> {
        let function = elaborator.module.functions[id].clone();
        let mut scope = Scope::default();
        for (parameter, &value) in def.parameters.iter().zip(&function.parameters) {
            scope.insert(parameter.target.name.clone(), Some(Operand::Value(value)));
        }
        let results = function.results.clone();
        Body { elaborator, tree, function, scope, open: vec![Vec::new()], results }
    }

    /// Places in the prelude mean nothing to the reader of a program.
    pub(super) fn shown(&self, place: TextPosition) -> TextPosition {
        if self.function.is_source { place } else { TextPosition::default() }
    }

    pub(super) fn fail<T>(&mut self, place: TextPosition, message: impl Into<String>) -> Made<T> {
        self.fail_with(place, message, None)
    }

    pub(super) fn fail_with<T>(
        &mut self,
        place: TextPosition,
        message: impl Into<String>,
        help: Option<&str>,
    ) -> Made<T> {
        let mut message = message.into();
        if !self.function.is_source {
            message = format!("in `{}` of the prelude: {message}", self.function.name);
        }
        let mut diagnostic = Diagnostic::new(self.shown(place), message);
        diagnostic.help = help.map(str::to_owned);
        self.elaborator.errors.push(diagnostic);
        Err(Failed)
    }

    /// Adds a statement; gives its results.
    pub(super) fn emit_all(
        &mut self,
        place: TextPosition,
        op: Op,
        names: &[Option<&str>],
    ) -> Made<Vec<ValueId>> {
        if self.function.values.len() > MAX_VALUES {
            return self.fail(place, format!("`{}` is too long", self.function.name));
        }
        let types = match infer_op(&self.elaborator.module, &self.function, &op) {
            Ok(types) => types,
            Err(message) => return self.fail(place, message),
        };
        let mut results = Vec::new();
        for (number, ty) in types.into_iter().enumerate() {
            results.push(match names.get(number).copied().flatten() {
                Some(name) => self.function.value(name, NameOrigin::Source, ty),
                None => self.function.temporary(ty),
            });
        }
        let place = self.shown(place);
        let statement = Statement { results: results.clone(), op, place };
        self.open.last_mut().expect("a block is open").push(statement);
        Ok(results)
    }

    /// Adds a statement with one result.
    pub(super) fn emit(
        &mut self,
        place: TextPosition,
        op: Op,
        name: Option<&str>,
    ) -> Made<Operand> {
        let results = self.emit_all(place, op, &[name])?;
        match results.as_slice() {
            [result] => Ok(Operand::Value(*result)),
            _ => {
                let message = format!("{} values where one is needed", results.len());
                self.fail_with(place, message, Some("assign them to names: `a, b = f(x);`"))
            }
        }
    }

    /// Runs `inside` with a block of its own; names defined in it are forgotten after it.
    pub(super) fn in_block<T>(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Made<T>,
    ) -> Made<(T, Vec<Statement>)> {
        self.open.push(Vec::new());
        let scope = self.scope.clone();
        let result = inside(self);
        self.scope = scope;
        let statements = self.open.pop().unwrap_or_default();
        Ok((result?, statements))
    }

    pub(super) fn define(&mut self, target: &TargetExpr, operand: Option<Operand>) {
        self.scope.insert(target.name.clone(), operand);
    }

    /// Gives a value the attributes written before its name; constants in them refine its type.
    pub(super) fn attribute(&mut self, target: &TargetExpr, value: ValueId) -> Made<()> {
        let Some((rank, shape)) = target.attributes else { return Ok(()) };
        let rank = self.lower_atom(rank)?;
        let shape = self.lower_atom(shape)?;
        let class = match (shape.as_ints(), rank.as_int()) {
            (Some(extents), _) => Some(ShapeClass::Known(extents)),
            (None, Some(rank)) => usize::try_from(rank).ok().map(ShapeClass::Rank),
            (None, None) => None,
        };
        let data = &mut self.function.values[value];
        if let Some(class) = class {
            if !class.meets(&data.ty.class) {
                let message =
                    format!("`{}` is {}, which its attributes deny", target.name, data.ty);
                return self.fail(target.place, message);
            }
            if class.is_below(&data.ty.class) {
                data.ty.class = class;
            }
        }
        let data = &mut self.function.values[value];
        data.attributes = Some(Attributes { rank, shape });
        self.function.attributed = true;
        Ok(())
    }

    fn lower_atom(&mut self, expr: ExprId) -> Made<Operand> {
        let before = self.open.last().map_or(0, Vec::len);
        let operand = self.lower_expr(expr, None)?;
        if self.open.last().map_or(0, Vec::len) != before {
            let place = self.tree.exprs[expr].place;
            return self.fail_with(
                place,
                "an attribute is a name or a constant",
                Some("give the expression a name on a line before"),
            );
        }
        Ok(operand)
    }

    /// Results of a function, which must be of the types it declares. What only a
    /// run can tell is checked then.
    fn fit_results(&mut self, results: Vec<Operand>, place: TextPosition) -> Made<Vec<Operand>> {
        let declared = self.results.clone();
        if results.len() != declared.len() {
            let message = format!(
                "`{}` returns {} values, not {}",
                self.function.name,
                declared.len(),
                results.len()
            );
            return self.fail(place, message);
        }
        let mut fitted = Vec::new();
        for (operand, ty) in results.into_iter().zip(&declared) {
            fitted.push(self.fit(operand, ty, place)?);
        }
        Ok(fitted)
    }

    fn fit(&mut self, operand: Operand, ty: &Type, place: TextPosition) -> Made<Operand> {
        let found = self.function.type_of(&operand);
        if found.base != ty.base || !found.class.meets(&ty.class) {
            let message = format!("`{}` returns {ty}, not {found}", self.function.name);
            return self.fail(place, message);
        }
        if found.class.is_below(&ty.class) || self.function.is_scalar(&operand) {
            return Ok(operand);
        }
        let shape = self.emit(place, Op::Shape(operand.clone()), None)?;
        let condition = match (ty.class.known(), ty.class.rank()) {
            (Some(extents), _) => Condition::ShapesEqual(shape, Operand::ints(extents)),
            (None, Some(rank)) => Condition::Length(shape, Operand::int(rank as i64)),
            (None, None) => return Ok(operand),
        };
        let message = format!("`{}` must return {ty}", self.function.name);
        let check = Check { condition, message: message.into(), place: self.shown(place) };
        let guarded = self.emit(place, Op::Guard { check, value: Some(operand) }, None)?;
        if let Some(value) = guarded.value() {
            self.function.values[value].ty = ty.clone();
        }
        Ok(guarded)
    }
}
