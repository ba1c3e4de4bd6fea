//! Arguments of a program: SaC-mini expressions, computed.

use std::sync::Arc;

use formwork_array::eval::{Budget, eval_function};
use formwork_array::ir::{Array, BaseType, Type};
use formwork_array::read_module;

use super::{ProgramError, Result};

/// The value of an expression as an argument of a type. Numbers of another type are
/// converted, as `3` where a double is wanted.
pub(super) fn read(text: &str, ty: &Type) -> Result<Arc<Array>> {
    let value = compute(text, ty.base).or_else(|problem| {
        let others = [BaseType::Int, BaseType::Double];
        let converted = others.into_iter().filter(|&base| base != ty.base).find_map(|base| {
            let array = compute(text, base).ok()?;
            let data = array.data().iter().map(|element| element.convert(ty.base)).collect();
            // An integer may be any number; other numbers would be rounded.
            let exact = base == BaseType::Int && ty.base != BaseType::Bool;
            Array::new(ty.base, array.shape().to_vec(), data).filter(|_| exact).map(Arc::new)
        });
        converted.ok_or(problem)
    });
    let value = value.map_err(|problem| ProgramError::Usage(format!("`{text}`: {problem}")))?;
    let own = Type::of(&value);
    if own.is_below(ty) {
        Ok(value)
    } else {
        Err(ProgramError::Usage(format!("`{text}` is {own}, and {ty} is wanted")))
    }
}

fn compute(text: &str, base: BaseType) -> std::result::Result<Arc<Array>, String> {
    let program = format!("{base}[*] argument() {{ return({text}); }}");
    let module = read_module(&program)
        .map_err(|errors| errors.first().map_or_else(String::new, |error| error.message.clone()))?;
    let function = module.find("argument").ok_or("it is no expression")?;
    let results = eval_function(&module, function, Vec::new(), Budget::default());
    let mut results = results.map_err(|failure| failure.to_string())?;
    results.pop().ok_or_else(|| "it has no value".to_owned())
}
