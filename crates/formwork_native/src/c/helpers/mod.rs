//! The C functions that expressions and statements call: each is defined in a file
//! only if the file needs it.
//!
//! They mean what the interpreter's kernels mean, without undefined behaviour.

mod complex;
mod float;
mod helper;
mod integer;
mod memory;
mod wide;

use std::collections::BTreeSet;

use helper::Definition;

pub(super) use helper::{Helper, Support};

/// The helpers that a file needs.
#[derive(Default)]
pub(super) struct Helpers {
    asked: BTreeSet<Helper>,
}

impl Helpers {
    /// The name of a helper, which is needed from now on.
    pub(super) fn need(&mut self, helper: Helper) -> String {
        self.asked.insert(helper);
        helper.name()
    }

    /// The definitions of all that are needed, what is needed before who needs it.
    pub(super) fn definitions(&self) -> String {
        let mut text = String::new();
        let mut done = BTreeSet::new();
        for &helper in &self.asked {
            define(helper, &mut done, &mut text);
        }
        text
    }
}

/// Helpers need each other a few levels deep, and never in a circle.
fn define(helper: Helper, done: &mut BTreeSet<Helper>, text: &mut String) {
    if !done.insert(helper) {
        return;
    }
    let definition = definition(helper);
    for needed in definition.needs {
        define(needed, done, text);
    }
    text.push_str(&definition.text);
    text.push('\n');
}

/// The definition of a helper.
fn definition(helper: Helper) -> Definition {
    match helper {
        Helper::Unary(op, a) if a.is_float() => float::unary(op, a),
        Helper::Unary(op, a) if a.is_complex() => complex::unary(op, a),
        Helper::Unary(op, a) => integer::unary(op, a),
        Helper::Binary(op, a, b) if a.is_complex() || b.is_complex() => complex::binary(op, a, b),
        Helper::Binary(op, a, b) if a.is_float() && b.is_float() => float::binary(op, a),
        Helper::Binary(op, a, b) => integer::binary(op, a, b),
        Helper::FromDouble(to) => integer::from_double(to),
        Helper::FromSigned(to) => integer::from_signed(to),
        Helper::FromUnsigned(to) => integer::from_unsigned(to),
        Helper::Make(to) => complex::make(to),
        Helper::FromComplex(to) => complex::from_complex(to),
        Helper::Opaque => {
            Definition::new("static inline int64_t fw_index(int64_t x)\n{\n    return x;\n}\n", &[])
        }
        Helper::Wide(wide, scalar) => wide::shared(wide, scalar),
        Helper::Complex(part, scalar) => complex::shared(part, scalar),
        Helper::Support(support) => memory::support(support),
    }
}
