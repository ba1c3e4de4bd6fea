//! Expressions in C.

use cranelift_entity::EntityRef as _;

use super::function::FunctionPrinter;
use super::helpers::Helper;
use super::literal::{bit_sign, c_type, literal};
use crate::loops::{BinaryOp, ExprId, Expression, Scalar, ScalarType, UnaryOp};

/// How tightly expressions of C bind.
mod level {
    pub(super) const LOWEST: u8 = 0;
    pub(super) const CONDITIONAL: u8 = 2;
    pub(super) const OR: u8 = 3;
    pub(super) const AND: u8 = 4;
    pub(super) const EQUALITY: u8 = 8;
    pub(super) const RELATION: u8 = 9;
    pub(super) const SUM: u8 = 11;
    pub(super) const PRODUCT: u8 = 12;
    pub(super) const UNARY: u8 = 13;
    pub(super) const PRIMARY: u8 = 14;
}

/// The text of an expression, and how tightly it binds.
type Printed = (String, u8);

fn primary(text: String) -> Printed {
    (text, level::PRIMARY)
}

impl FunctionPrinter<'_> {
    /// An expression where nothing is around it.
    pub(super) fn expression(&mut self, id: ExprId) -> String {
        self.tight(id, level::LOWEST)
    }

    /// An expression as the operand of a cast.
    pub(super) fn cast_operand(&mut self, id: ExprId) -> String {
        self.tight(id, level::UNARY)
    }

    /// An expression, in parentheses if it binds less tightly than `least`.
    fn tight(&mut self, id: ExprId, least: u8) -> String {
        let (text, own) = self.printed(id);
        if own < least { format!("({text})") } else { text }
    }

    fn apply(&mut self, helper: Helper, operands: &[ExprId]) -> Printed {
        let name = self.helpers.need(helper);
        self.apply_named(&name, operands)
    }

    fn apply_named(&mut self, name: &str, operands: &[ExprId]) -> Printed {
        let operands: Vec<String> = operands.iter().map(|&id| self.expression(id)).collect();
        primary(format!("{name}({})", operands.join(", ")))
    }

    fn printed(&mut self, id: ExprId) -> Printed {
        match self.function.expression(id) {
            Expression::Constant(value) => {
                if let Scalar::C32(_) | Scalar::C64(_) = value {
                    self.helpers.need(Helper::Make(value.scalar_type()));
                }
                let text = literal(value);
                let level = if text.starts_with('-') { level::UNARY } else { level::PRIMARY };
                (text, level)
            }
            Expression::Variable(variable) => {
                primary(self.names.variables[variable.index()].clone())
            }
            Expression::Load(buffer, index) => {
                let index = self.expression(index);
                primary(format!("{}[{index}]", self.names.buffers[buffer.index()]))
            }
            Expression::Length(buffer) => {
                primary(format!("{}_length", self.names.buffers[buffer.index()]))
            }
            Expression::Unary(op, operand) => self.unary(op, operand),
            Expression::Binary(op, left, right) => self.binary(op, left, right),
            Expression::Select(condition, yes, no) => {
                let condition = self.tight(condition, level::OR);
                let yes = self.tight(yes, level::OR);
                let no = self.tight(no, level::OR);
                (format!("{condition} ? {yes} : {no}"), level::CONDITIONAL)
            }
            Expression::Cast(to, value) => self.cast(to, value),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId) -> Printed {
        let scalar = self.function.type_of(operand);
        if let Some(name) = op.library_function() {
            let suffix = if scalar == ScalarType::F32 { "f" } else { "" };
            return self.apply_named(&format!("{name}{suffix}"), &[operand]);
        }
        match op {
            UnaryOp::Negate if scalar.is_float() || scalar == ScalarType::Index => {
                let operand = self.opaque_operand(operand, level::PRIMARY);
                (format!("-{operand}"), level::UNARY)
            }
            UnaryOp::Not => {
                let operand = self.tight(operand, level::UNARY);
                (format!("!{operand}"), level::UNARY)
            }
            UnaryOp::Abs if scalar.is_float() => {
                let name = if scalar == ScalarType::F32 { "fabsf" } else { "fabs" };
                self.apply_named(name, &[operand])
            }
            UnaryOp::IsNan | UnaryOp::IsInf | UnaryOp::IsFinite => {
                let (text, _) = self.apply_named(op.name(), &[operand]);
                (format!("{text} != 0"), level::EQUALITY)
            }
            UnaryOp::Real | UnaryOp::Imag => {
                let operand = self.tight(operand, level::PRIMARY);
                primary(format!("{operand}.{}", if op == UnaryOp::Real { "re" } else { "im" }))
            }
            _ => self.apply(Helper::Unary(op, scalar), &[operand]),
        }
    }

    /// Whether an expression is made of constants alone.
    fn is_constant(&self, id: ExprId) -> bool {
        let mut constant = true;
        self.function.visit_expression(id, |_, expression| {
            constant &= !matches!(
                expression,
                Expression::Variable(_) | Expression::Load(..) | Expression::Length(_)
            );
        });
        constant
    }

    /// An operand of index arithmetic. C would reckon with constants in `int`, and warn
    /// of what overflows in code that is not reached.
    fn opaque_operand(&mut self, id: ExprId, least: u8) -> String {
        if self.function.type_of(id) == ScalarType::Index && self.is_constant(id) {
            let name = self.helpers.need(Helper::Opaque);
            return self.apply_named(&name, &[id]).0;
        }
        self.tight(id, least)
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Printed {
        let (a, b) = (self.function.type_of(left), self.function.type_of(right));
        match op {
            BinaryOp::And | BinaryOp::Or => {
                // Operands of the other one get parentheses, which C does not need but
                // readers do.
                let (sign, own) =
                    if op == BinaryOp::And { ("&&", level::AND) } else { ("||", level::OR) };
                let (left, right) = (self.logical(left, own), self.logical(right, own));
                (format!("{left} {sign} {right}"), own)
            }
            // Compilers complain of comparing what constants leave of the bits.
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor
                if !self.is_constant(left) && !self.is_constant(right) =>
            {
                let sign = bit_sign(op);
                let (left, right) =
                    (self.tight(left, level::UNARY), self.tight(right, level::UNARY));
                primary(format!("({left} {sign} {right})"))
            }
            BinaryOp::Complex => {
                let scalar = if a == ScalarType::F32 { ScalarType::C32 } else { ScalarType::C64 };
                self.apply(Helper::Make(scalar), &[left, right])
            }
            BinaryOp::Atan2 | BinaryOp::Hypot | BinaryOp::Power if a.is_float() && a == b => {
                let suffix = if a == ScalarType::F32 { "f" } else { "" };
                self.apply_named(&format!("{}{suffix}", op.name()), &[left, right])
            }
            // The least integer divided by -1 is not for C's operator.
            BinaryOp::Divide
                if a == b && a == ScalarType::Index && !self.is_plain_divisor(right) =>
            {
                self.apply(Helper::Binary(op, a, b), &[left, right])
            }
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide
                if a == b && (a.is_float() || a == ScalarType::Index) =>
            {
                self.arithmetic(op, left, right)
            }
            _ if op.is_comparison() => self.comparison(op, left, right),
            _ => self.apply(Helper::Binary(op, a, b), &[left, right]),
        }
    }

    /// Whether any integer may be divided by an operand: a constant that is not -1.
    fn is_plain_divisor(&self, id: ExprId) -> bool {
        match self.function.expression(id) {
            Expression::Constant(Scalar::Index(number)) => number != -1,
            _ => false,
        }
    }

    fn logical(&mut self, id: ExprId, own: u8) -> String {
        let (text, level) = self.printed(id);
        let mixed = level < level::EQUALITY && level != own;
        if mixed { format!("({text})") } else { text }
    }

    fn arithmetic(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Printed {
        let (sign, own) = match op {
            BinaryOp::Add => ("+", level::SUM),
            BinaryOp::Subtract => ("-", level::SUM),
            BinaryOp::Multiply => ("*", level::PRODUCT),
            _ => ("/", level::PRODUCT),
        };
        let is_index = self.function.type_of(left) == ScalarType::Index;
        let constant_divisor = op == BinaryOp::Divide && is_index && self.is_constant(right);
        let all_constant = is_index && self.is_constant(left) && self.is_constant(right);
        let left =
            if all_constant { self.opaque_operand(left, own) } else { self.tight(left, own) };
        let right = if constant_divisor {
            self.opaque_operand(right, own + 1)
        } else {
            self.tight(right, own + 1)
        };
        (format!("{left} {sign} {right}"), own)
    }

    fn comparison(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Printed {
        let (a, b) = (self.function.type_of(left), self.function.type_of(right));
        let infix = |op: BinaryOp| match op {
            BinaryOp::Equal => ("==", level::EQUALITY),
            BinaryOp::NotEqual => ("!=", level::EQUALITY),
            BinaryOp::Less => ("<", level::RELATION),
            BinaryOp::LessEqual => ("<=", level::RELATION),
            BinaryOp::Greater => (">", level::RELATION),
            _ => (">=", level::RELATION),
        };
        if a == ScalarType::Bool {
            return self.truth_comparison(op, left, right);
        }
        // Two integers of narrow types and doubles compare as doubles by themselves;
        // where C compilers warn of what is always so, a function hides it from them.
        if a.is_complex() || a != b || self.is_obvious(left, right) {
            return self.apply(Helper::Binary(op, a, b), &[left, right]);
        }
        let (sign, own) = infix(op);
        let (left, right) = (self.tight(left, level::SUM), self.tight(right, level::SUM));
        (format!("{left} {sign} {right}"), own)
    }

    /// Whether a compiler may know the result of a comparison: an operand is a bound of
    /// its type, one is a constant and the other one, too, or converted, or both are the
    /// same.
    fn is_obvious(&mut self, left: ExprId, right: ExprId) -> bool {
        let scalar = self.function.type_of(left);
        if scalar.is_float() {
            return false;
        }
        // Complaints are of bounds of the type, which nothing is beyond; what constants
        // other than a literal come to is not looked into.
        let is_bound = |id: ExprId| match self.function.expression(id) {
            Expression::Constant(value) => {
                let bits = u32::try_from(8 * scalar.size()).unwrap_or(64);
                let (least, greatest) = if scalar.is_unsigned() {
                    (0, (1_i128 << bits) - 1)
                } else {
                    (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)
                };
                value.to_integer().is_some_and(|value| value == least || value == greatest)
            }
            _ => self.is_constant(id),
        };
        // Of what was converted the compiler may know a narrower range.
        let is_cast = |id: ExprId| matches!(self.function.expression(id), Expression::Cast(..));
        let (left_constant, right_constant) = (self.is_constant(left), self.is_constant(right));
        is_bound(left)
            || is_bound(right)
            || (left_constant && (right_constant || is_cast(right)))
            || (right_constant && is_cast(left))
            || self.tight(left, level::SUM) == self.tight(right, level::SUM)
    }

    fn truth_comparison(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Printed {
        let (x, y) = (self.tight(left, level::UNARY), self.tight(right, level::UNARY));
        match op {
            BinaryOp::Less => (format!("!{x} && {y}"), level::AND),
            BinaryOp::LessEqual => (format!("!{x} || {y}"), level::OR),
            BinaryOp::Greater => (format!("{x} && !{y}"), level::AND),
            BinaryOp::GreaterEqual => (format!("{x} || !{y}"), level::OR),
            _ => self.apply(Helper::Binary(op, ScalarType::Bool, ScalarType::Bool), &[left, right]),
        }
    }

    fn cast(&mut self, to: ScalarType, value: ExprId) -> Printed {
        let from = self.function.type_of(value);
        if from == to {
            return self.printed(value);
        }
        match to {
            ScalarType::Bool => {
                let operand = self.tight(value, level::SUM);
                (format!("{operand} != 0"), level::EQUALITY)
            }
            ScalarType::C32 | ScalarType::C64 => {
                if from.is_complex() {
                    return self.apply(Helper::FromComplex(to), &[value]);
                }
                let make = self.helpers.need(Helper::Make(to));
                let (part, _) = self.cast(to.part(), value);
                primary(format!("{make}({part}, 0)"))
            }
            ScalarType::F32 if from.is_integer() || from == ScalarType::Index => {
                let operand = self.tight(value, level::UNARY);
                (format!("(float)(double){operand}"), level::UNARY)
            }
            ScalarType::F32 | ScalarType::F64 => self.plain_cast(to, value),
            _ if from.is_float() => self.apply(Helper::FromDouble(to), &[value]),
            _ if from == ScalarType::Bool || contains(to, from) => self.plain_cast(to, value),
            _ if from.is_unsigned() => {
                self.apply(Helper::FromUnsigned(without_index(to)), &[value])
            }
            _ => self.apply(Helper::FromSigned(to), &[value]),
        }
    }

    fn plain_cast(&mut self, to: ScalarType, value: ExprId) -> Printed {
        let operand = self.tight(value, level::UNARY);
        (format!("({}){operand}", c_type(to)), level::UNARY)
    }
}

/// Indices saturate as the integers do.
const fn without_index(scalar: ScalarType) -> ScalarType {
    match scalar {
        ScalarType::Index => ScalarType::I64,
        other => other,
    }
}

/// Whether one integer type holds all values of another.
fn contains(to: ScalarType, from: ScalarType) -> bool {
    let (to_bits, from_bits) = (to.size(), from.size());
    match (to.is_unsigned(), from.is_unsigned()) {
        (false, false) | (true, true) => to_bits >= from_bits,
        (false, true) => to_bits > from_bits,
        (true, false) => false,
    }
}
