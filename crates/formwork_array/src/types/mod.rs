//! Types of operations, and the way from a tree to typed single-assignment form:
//! names, loops and branches, overloading, the prelude.

mod body;
mod expr;
pub(crate) mod infer;
mod overload;
mod prelude;
mod statement;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::ir::{
    BaseType, ExternDecl, ExternId, Function, FunctionId, Layout, Module, NameOrigin, Type,
};
use crate::text::tree::{FunBody, FunDef, ParamExpr, Tree, TypeExpr};

/// Which definition: of the program or of the prelude, and the how-manieth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct DefId {
    prelude: bool,
    number: usize,
}

/// A definition for one base type in the place of `any`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Instance {
    def: DefId,
    base: Option<BaseType>,
}

/// Reads a module: the program's functions first, in their order, then what they use
/// of the prelude.
///
/// # Errors
///
/// Everything that is wrong with the text, in its order.
pub fn read_module(text: &str) -> Result<Module, Vec<Diagnostic>> {
    let (tree, mut errors) = crate::text::parse::parse(text);
    let mut elaborator = Elaborator::new(&tree);
    if tree.column_major {
        elaborator.module.layout = Layout::ColumnMajor;
    }
    elaborator.declare_program();
    elaborator.elaborate_all();
    errors.append(&mut elaborator.errors);
    if errors.is_empty() {
        return Ok(elaborator.module);
    }
    errors.sort_by_key(|error| error.place);
    errors.dedup();
    Err(errors)
}

struct Elaborator<'t> {
    program: &'t Tree,
    prelude: &'static Tree,
    module: Module,
    errors: Vec<Diagnostic>,
    by_name: FxHashMap<String, Vec<DefId>>,
    externs: FxHashMap<usize, ExternId>,
    instances: FxHashMap<Instance, FunctionId>,
    /// Declared functions whose bodies are still to be made.
    queue: Vec<(FunctionId, Instance)>,
}

impl<'t> Elaborator<'t> {
    fn new(program: &'t Tree) -> Elaborator<'t> {
        let prelude = prelude::tree();
        let mut by_name: FxHashMap<String, Vec<DefId>> = FxHashMap::default();
        for (is_prelude, tree) in [(false, program), (true, prelude)] {
            for (number, function) in tree.functions.iter().enumerate() {
                let def = DefId { prelude: is_prelude, number };
                by_name.entry(function.name.clone()).or_default().push(def);
            }
        }
        Elaborator {
            program,
            prelude,
            module: Module::default(),
            errors: Vec::new(),
            by_name,
            externs: FxHashMap::default(),
            instances: FxHashMap::default(),
            queue: Vec::new(),
        }
    }

    fn tree(&self, def: DefId) -> &'t Tree {
        if def.prelude { self.prelude } else { self.program }
    }

    fn def(&self, def: DefId) -> &'t FunDef {
        &self.tree(def).functions[def.number]
    }

    fn declare_program(&mut self) {
        let mut seen: Vec<(&str, Vec<&TypeExpr>)> = Vec::new();
        for (number, function) in self.program.functions.iter().enumerate() {
            let key = (
                function.name.as_str(),
                function.parameters.iter().map(|parameter| &parameter.ty).collect(),
            );
            if seen.contains(&key) {
                self.errors.push(
                    Diagnostic::new(
                        function.place,
                        format!("`{}` is defined twice for these types", function.name),
                    )
                    .with_help("rename one of them, or change the types of its parameters"),
                );
            }
            seen.push(key);
            let mut names: Vec<&str> = function
                .parameters
                .iter()
                .map(|parameter| parameter.target.name.as_str())
                .collect();
            names.sort_unstable();
            if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
                let message = format!("two parameters are called `{}`", pair[0]);
                self.errors.push(Diagnostic::new(function.place, message));
            }
            let generic = function.parameters.iter().any(|parameter| parameter.ty.base.is_none());
            if !generic && function.results.iter().any(|ty| ty.base.is_none()) {
                let message = "`any` in a result needs a parameter of type `any`";
                self.errors.push(Diagnostic::new(function.place, message));
                continue;
            }
            let def = DefId { prelude: false, number };
            match &function.body {
                FunBody::Extern { shapes, pure } => {
                    self.declare_extern(number, function, shapes.len(), *pure);
                }
                FunBody::Block(_) if !generic => {
                    self.instantiate(Instance { def, base: None });
                }
                FunBody::Block(_) => {}
            }
        }
        let concatenate = Instance { def: prelude::concatenate(self.prelude), base: None };
        self.module.concatenate = Some(self.instantiate(concatenate));
    }

    fn declare_extern(&mut self, number: usize, function: &FunDef, shapes: usize, pure: bool) {
        let parameters =
            function.parameters.iter().map(|parameter| concrete(&parameter.ty, None)).collect();
        let results: Vec<Type> = function.results.iter().map(|ty| concrete(ty, None)).collect();
        if shapes != 0 && shapes != results.len() {
            let message =
                format!("`{}` has {} results and {shapes} shapes", function.name, results.len());
            self.errors.push(Diagnostic::new(function.place, message));
        }
        let decl = ExternDecl {
            name: function.name.clone(),
            parameters,
            shapes: vec![None; results.len()],
            results,
            pure,
        };
        let id = self.module.externs.push(decl);
        self.externs.insert(number, id);
    }

    /// The function of an instance; its body is made later.
    fn instantiate(&mut self, instance: Instance) -> FunctionId {
        if let Some(&function) = self.instances.get(&instance) {
            return function;
        }
        let def = self.def(instance.def);
        let mut function = Function::new(def.name.clone());
        function.is_source = !instance.def.prelude;
        for ParamExpr { ty, target } in &def.parameters {
            let value = function.value(
                target.name.clone(),
                NameOrigin::Source,
                concrete(ty, instance.base),
            );
            function.parameters.push(value);
        }
        function.results = def.results.iter().map(|ty| concrete(ty, instance.base)).collect();
        let id = self.module.functions.push(function);
        self.instances.insert(instance, id);
        self.queue.push((id, instance));
        id
    }

    fn elaborate_all(&mut self) {
        let program = self.program;
        for (number, function) in program.functions.iter().enumerate() {
            if let FunBody::Extern { shapes, .. } = &function.body {
                self.elaborate_shapes(number, function, shapes);
            }
        }
        let mut done = 0;
        while done < self.queue.len() {
            let (id, instance) = self.queue[done];
            done += 1;
            let tree = self.tree(instance.def);
            let def = self.def(instance.def);
            if let FunBody::Block(statements) = &def.body {
                body::elaborate_function(self, tree, id, def, instance.base, statements);
            }
        }
    }

    /// The shape of each result of a library function is a function of its arguments.
    fn elaborate_shapes(
        &mut self,
        number: usize,
        def: &'t FunDef,
        shapes: &'t [crate::text::tree::ExprId],
    ) {
        let Some(&id) = self.externs.get(&number) else { return };
        for (position, &shape) in shapes.iter().enumerate() {
            if position >= self.module.externs[id].results.len() {
                return;
            }
            let mut function = Function::new(format!("{}_shape{position}", def.name));
            function.is_source = false;
            for ParamExpr { ty, target } in &def.parameters {
                let value =
                    function.value(target.name.clone(), NameOrigin::Source, concrete(ty, None));
                function.parameters.push(value);
            }
            function.results = vec![Type::of_rank(BaseType::Int, 1)];
            let function = self.module.functions.push(function);
            let tree = self.program;
            if body::elaborate_shape(self, tree, function, def, shape) {
                self.module.externs[id].shapes[position] = Some(function);
            }
        }
    }
}

/// A written type with a base type in the place of `any`.
fn concrete(ty: &TypeExpr, base: Option<BaseType>) -> Type {
    let base = ty.base.or(base).unwrap_or(BaseType::Int);
    Type { base, class: ty.class.clone() }
}

impl DefId {
    fn order(self) -> (bool, usize) {
        (self.prelude, self.number)
    }
}
