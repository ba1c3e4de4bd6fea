//! Reading expressions: precedence climbing over the table of infix operators.

use num_complex::Complex;

use super::super::form::{BufferId, ExprId, Expression, FunctionId, VariableId};
use super::super::operator::{BinaryOp, UnaryOp};
use super::super::scalar::{Scalar, ScalarType};
use super::lexer::Token;
use super::{Reader, Result, Scope};

impl Reader {
    pub(super) fn expect_function(&mut self) -> Result<FunctionId> {
        let name = self.expect_word()?;
        let found = self.functions.get(&name).copied();
        found.ok_or_else(|| self.error(format!("there is no function `{name}`")))
    }

    pub(super) fn expect_variable(&mut self, scope: &Scope) -> Result<VariableId> {
        let name = self.expect_word()?;
        let found = scope.variables.get(&name).copied();
        found.ok_or_else(|| self.error(format!("there is no variable `{name}`")))
    }

    pub(super) fn expect_buffer(&mut self, scope: &Scope) -> Result<BufferId> {
        let name = self.expect_word()?;
        let found = scope.buffers.get(&name).copied();
        found.ok_or_else(|| self.error(format!("there is no buffer `{name}`")))
    }

    pub(super) fn expression(&mut self, scope: &mut Scope) -> Result<ExprId> {
        self.nested(|reader| reader.climb(scope, 1))
    }

    fn infix(&self) -> Option<(BinaryOp, u8)> {
        let Token::Sign(sign) = self.peek() else { return None };
        BinaryOp::ALL.iter().find_map(|&op| {
            op.infix().filter(|(text, _)| text == sign).map(|(_, level)| (op, level))
        })
    }

    fn climb(&mut self, scope: &mut Scope, least: u8) -> Result<ExprId> {
        let mut left = self.operand(scope)?;
        while let Some((op, level)) = self.infix() {
            if level < least {
                break;
            }
            self.advance();
            let right = self.nested(|reader| reader.climb(scope, level + 1))?;
            left = self.typed(scope.builder.binary(op, left, right))?;
        }
        Ok(left)
    }

    fn operand(&mut self, scope: &mut Scope) -> Result<ExprId> {
        if self.take_sign("(") {
            let inner = self.expression(scope)?;
            self.expect_sign(")")?;
            return Ok(inner);
        }
        if self.is_sign("-") {
            if let Some(value) = self.negative_number()? {
                return Ok(scope.builder.constant(value));
            }
            self.advance();
            let operand = self.nested(|reader| reader.operand(scope))?;
            return self.typed(scope.builder.unary(UnaryOp::Negate, operand));
        }
        if self.take_sign("!") {
            let operand = self.nested(|reader| reader.operand(scope))?;
            return self.typed(scope.builder.unary(UnaryOp::Not, operand));
        }
        if let Some(value) = self.number(false)? {
            return Ok(scope.builder.constant(value));
        }
        let name = self.expect_word()?;
        if self.is_sign("(") {
            return self.application(scope, &name);
        }
        if let Some(&variable) = scope.variables.get(&name) {
            return Ok(scope.builder.read(variable));
        }
        if let Some(&buffer) = scope.buffers.get(&name) {
            self.expect_sign("[")?;
            let index = self.expression(scope)?;
            self.expect_sign("]")?;
            return self.typed(scope.builder.load(buffer, index));
        }
        Err(self.error(format!("nothing is called `{name}`")))
    }

    /// `name(…)`
    fn application(&mut self, scope: &mut Scope, name: &str) -> Result<ExprId> {
        if name == "length" {
            self.expect_sign("(")?;
            let buffer = self.expect_buffer(scope)?;
            self.expect_sign(")")?;
            return Ok(scope.builder.length(buffer));
        }
        let arguments = self.list(|reader| reader.expression(scope))?;
        match (name, arguments.as_slice()) {
            ("select", &[condition, yes, no]) => {
                self.typed(scope.builder.select(condition, yes, no))
            }
            ("c32" | "c64", &[re, im]) => self.complex_constant(scope, re, im),
            (_, &[operand]) => {
                if let Some(to) = ScalarType::from_name(name) {
                    return self.typed(scope.builder.cast(to, operand));
                }
                match UnaryOp::from_name(name) {
                    Some(op) => self.typed(scope.builder.unary(op, operand)),
                    None => {
                        Err(self.error(format!("there is no operation `{name}` of one operand")))
                    }
                }
            }
            (_, &[left, right]) => match BinaryOp::from_name(name) {
                Some(op) => self.typed(scope.builder.binary(op, left, right)),
                None => Err(self.error(format!("there is no operation `{name}` of two operands"))),
            },
            _ => Err(self.error(format!("`{name}` takes other operands"))),
        }
    }

    fn complex_constant(&self, scope: &mut Scope, re: ExprId, im: ExprId) -> Result<ExprId> {
        let function = scope.builder.function();
        match (function.expression(re), function.expression(im)) {
            (Expression::Constant(Scalar::F64(re)), Expression::Constant(Scalar::F64(im))) => {
                Ok(scope.builder.constant(Scalar::C64(Complex::new(re, im))))
            }
            (Expression::Constant(Scalar::F32(re)), Expression::Constant(Scalar::F32(im))) => {
                Ok(scope.builder.constant(Scalar::C32(Complex::new(re, im))))
            }
            _ => Err(self.error("a complex constant has two constant parts")),
        }
    }

    /// A number after the minus that is next, if one follows it.
    fn negative_number(&mut self) -> Result<Option<Scalar>> {
        self.advance();
        let number = self.number(true)?;
        if number.is_none() {
            self.place -= 1;
        }
        Ok(number)
    }

    fn number(&mut self, negative: bool) -> Result<Option<Scalar>> {
        let sign = if negative { "-" } else { "" };
        let (text, suffix) = match self.peek() {
            Token::Number { digits, suffix } => (format!("{sign}{digits}"), suffix.clone()),
            Token::Word(word) => {
                let value = match (word.as_str(), negative) {
                    ("true", false) => Scalar::Bool(true),
                    ("false", false) => Scalar::Bool(false),
                    ("nan", false) => Scalar::F64(f64::NAN),
                    ("nanf32", false) => Scalar::F32(f32::NAN),
                    ("inf", false) => Scalar::F64(f64::INFINITY),
                    ("inf", true) => Scalar::F64(f64::NEG_INFINITY),
                    ("inff32", false) => Scalar::F32(f32::INFINITY),
                    ("inff32", true) => Scalar::F32(f32::NEG_INFINITY),
                    _ => return Ok(None),
                };
                self.advance();
                return Ok(Some(value));
            }
            Token::Text(_) | Token::Sign(_) | Token::Comment(_) | Token::End => return Ok(None),
        };
        let is_whole = !text.contains(['.', 'e']);
        let value = match suffix.as_str() {
            "" if is_whole => text.parse().ok().map(Scalar::Index),
            "" => text.parse().ok().map(Scalar::F64),
            "f32" => text.parse().ok().map(Scalar::F32),
            "f64" => text.parse().ok().map(Scalar::F64),
            "i8" => text.parse().ok().map(Scalar::I8),
            "i16" => text.parse().ok().map(Scalar::I16),
            "i32" => text.parse().ok().map(Scalar::I32),
            "i64" => text.parse().ok().map(Scalar::I64),
            "u8" => text.parse().ok().map(Scalar::U8),
            "u16" => text.parse().ok().map(Scalar::U16),
            "u32" => text.parse().ok().map(Scalar::U32),
            "u64" => text.parse().ok().map(Scalar::U64),
            _ => None,
        };
        match value {
            Some(value) => {
                self.advance();
                Ok(Some(value))
            }
            None => Err(self.error(format!("{text}{suffix} is no number"))),
        }
    }
}
