//! Expressions.

use super::{Parsed, Parser, is_keyword};
use crate::ir::{BaseType, Prim, Scalar};
use crate::text::lex::Token;
use crate::text::tree::{
    ExprId, ExprKind, IndexExpr, OperationExpr, PartExpr, Stmt, StmtKind, TargetExpr, WithExpr,
};

/// How tightly the infix operators bind; higher is tighter.
pub(crate) fn precedence(operator: &str) -> Option<u8> {
    Some(match operator {
        "||" => 1,
        "&&" => 2,
        "==" | "!=" => 3,
        "<" | "<=" | ">" | ">=" => 4,
        "++" => 5,
        "+" | "-" => 6,
        "*" | "/" | "%" => 7,
        _ => return None,
    })
}

/// The level above comparisons: bounds of generators are read there.
const BOUND: u8 = 5;

impl Parser {
    pub(super) fn parse_expr(&mut self) -> Parsed<ExprId> {
        self.nested(|parser| {
            let place = parser.place();
            let condition = parser.parse_infix(1)?;
            if !parser.eat("?") {
                return Ok(condition);
            }
            let then = parser.parse_expr()?;
            parser.expect(":", "between the values of a choice")?;
            let otherwise = parser.parse_expr()?;
            Ok(parser.add(place, ExprKind::Choice(condition, then, otherwise)))
        })
    }

    fn parse_infix(&mut self, least: u8) -> Parsed<ExprId> {
        let mut left = self.parse_prefix()?;
        loop {
            let Token::Sign(sign) = *self.peek() else { return Ok(left) };
            let Some(level) = precedence(sign).filter(|&level| level >= least) else {
                return Ok(left);
            };
            let place = self.place();
            self.bump();
            let right = self.nested(|parser| parser.parse_infix(level + 1))?;
            left = self.add(place, ExprKind::Call(sign.to_owned(), vec![left, right]));
        }
    }

    fn parse_prefix(&mut self) -> Parsed<ExprId> {
        let place = self.place();
        if self.eat("-") {
            let operand = self.nested(Parser::parse_prefix)?;
            // The least integer has no positive counterpart, so signs of literals are theirs.
            let negated = match &self.tree.exprs[operand].kind {
                ExprKind::Literal(literal) => Prim::Neg.eval(&[*literal]),
                _ => None,
            };
            let kind = match negated {
                Some(literal) => ExprKind::Literal(literal),
                None => ExprKind::Call("-".to_owned(), vec![operand]),
            };
            return Ok(self.add(place, kind));
        }
        if self.eat("!") {
            let operand = self.nested(Parser::parse_prefix)?;
            return Ok(self.add(place, ExprKind::Call("!".to_owned(), vec![operand])));
        }
        let mut expr = self.parse_primary()?;
        while self.at("[") {
            let place = self.place();
            self.bump();
            let index = self.parse_list("]")?;
            expr = self.add(place, ExprKind::Select(expr, index));
        }
        Ok(expr)
    }

    /// Expressions up to the closing bracket, which is consumed.
    pub(super) fn parse_list(&mut self, close: &str) -> Parsed<Vec<ExprId>> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(self.parse_expr()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(close, "after a list")?;
        Ok(items)
    }

    pub(super) fn parse_arguments(&mut self) -> Parsed<Vec<ExprId>> {
        self.expect("(", "before arguments")?;
        self.parse_list(")")
    }

    fn parse_primary(&mut self) -> Parsed<ExprId> {
        let place = self.place();
        let kind = match self.peek().clone() {
            Token::Int(number) => {
                self.bump();
                ExprKind::Literal(Scalar::Int(number))
            }
            Token::Double(number) => {
                self.bump();
                ExprKind::Literal(Scalar::Double(number))
            }
            Token::Float(number) => {
                self.bump();
                ExprKind::Literal(Scalar::Float(number))
            }
            Token::Sign("(") => {
                if let (Token::Sign(sign), Token::Sign(")")) = (self.peek_at(1), self.peek_at(2)) {
                    let name = (*sign).to_owned();
                    self.next += 3;
                    ExprKind::Call(name, self.parse_arguments()?)
                } else {
                    self.bump();
                    let inner = self.parse_expr()?;
                    self.expect(")", "after an expression in parentheses")?;
                    return Ok(inner);
                }
            }
            Token::Sign("[") => {
                self.bump();
                ExprKind::Vector(self.parse_list("]")?)
            }
            Token::Name(name) => return self.parse_named(&name),
            Token::Text(_) | Token::Sign(_) | Token::End => {
                let found = self.describe();
                return self.fail(format!("expected an expression, found {found}"));
            }
        };
        Ok(self.add(place, kind))
    }

    fn parse_named(&mut self, name: &str) -> Parsed<ExprId> {
        let place = self.place();
        self.bump();
        let kind = match name {
            "true" | "false" => ExprKind::Literal(Scalar::Bool(name == "true")),
            "inf" if !self.at("(") => ExprKind::Literal(Scalar::Double(f64::INFINITY)),
            "nan" if !self.at("(") => ExprKind::Literal(Scalar::Double(f64::NAN)),
            "with" => ExprKind::With(self.nested(Parser::parse_with)?),
            "if" => {
                self.expect("(", "after `if`")?;
                let condition = self.parse_expr()?;
                self.expect(")", "after the condition")?;
                let then = self.parse_block()?;
                if !self.eat_name("else") {
                    return self.fail("an `if` that is a value needs an `else`");
                }
                ExprKind::If(condition, then, self.parse_block()?)
            }
            "loop" => self.parse_loop()?,
            "guard" if self.at("(") => {
                self.bump();
                let value = self.parse_expr()?;
                self.expect(",", "after the guarded value")?;
                let condition = self.parse_condition()?;
                self.expect(")", "after the message")?;
                ExprKind::Guard(value, condition)
            }
            _ if is_keyword(name) => {
                return self.fail_at(
                    place,
                    format!("expected an expression, found `{name}`"),
                    None,
                );
            }
            _ if self.at("(") => ExprKind::Call(name.to_owned(), self.parse_arguments()?),
            _ => match BaseType::from_name(name) {
                Some(base) if self.at("[") && matches!(self.peek_at(1), Token::Sign("]")) => {
                    self.next += 2;
                    ExprKind::Empty(base)
                }
                _ => ExprKind::Name(name.to_owned()),
            },
        };
        Ok(self.add(place, kind))
    }

    fn parse_loop(&mut self) -> Parsed<ExprKind> {
        self.expect("(", "after `loop`")?;
        let mut carried = Vec::new();
        if !self.at(")") {
            loop {
                let target = self.parse_target()?;
                self.expect("=", "after a carried name")?;
                carried.push((target, self.parse_expr()?));
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.expect(")", "after the carried values")?;
        if !self.eat_name("while") {
            return self.fail("expected `while` after the carried values of a loop");
        }
        let condition = self.parse_block()?;
        let body = self.parse_block()?;
        Ok(ExprKind::Loop(carried, condition, body))
    }

    fn parse_with(&mut self) -> Parsed<WithExpr> {
        let wanted = std::mem::replace(&mut self.operations, 1);
        if self.at_name("reuse") {
            self.bump();
            // What may be reused is found afresh.
            self.parse_arguments()?;
        }
        let mut parts = Vec::new();
        if self.eat("{") {
            while !self.eat("}") {
                parts.push(self.parse_colon_part()?);
            }
            self.expect(":", "after the parts of a with-loop")?;
        } else {
            while self.at("(") {
                parts.push(self.parse_part()?);
            }
        }
        let mut operations = vec![self.parse_operation()?];
        while operations.len() < wanted && self.at(",") && self.at_operation(1) {
            self.bump();
            operations.push(self.parse_operation()?);
        }
        Ok(WithExpr { parts, operations })
    }

    fn at_operation(&self, ahead: usize) -> bool {
        matches!(self.peek_at(ahead), Token::Name(name) if matches!(name.as_str(), "genarray" | "modarray" | "fold"))
            && matches!(self.peek_at(ahead + 1), Token::Sign("("))
    }

    fn parse_operation(&mut self) -> Parsed<OperationExpr> {
        let place = self.place();
        if !self.at_operation(0) {
            let found = self.describe();
            return self.fail_at(
                place,
                format!("expected a generator or the operation of a with-loop, found {found}"),
                Some("operations are genarray(shape, default), modarray(array) and fold(operator, neutral)"),
            );
        }
        let Token::Name(name) = self.bump() else { return self.fail("expected an operation") };
        self.expect("(", "after the operation of a with-loop")?;
        let operation = match name.as_str() {
            "genarray" => {
                let shape = self.parse_expr()?;
                let default = if self.eat(",") { Some(self.parse_expr()?) } else { None };
                OperationExpr::Genarray(shape, default)
            }
            "modarray" => OperationExpr::Modarray(self.parse_expr()?),
            _ => {
                let place = self.place();
                let operator = match self.bump() {
                    Token::Name(name) => name,
                    Token::Sign("(") => match (self.bump(), self.bump()) {
                        (Token::Sign(sign), Token::Sign(")")) => sign.to_owned(),
                        _ => return self.fail_at(place, "expected an operator", None),
                    },
                    Token::Sign(sign) => sign.to_owned(),
                    Token::Int(_)
                    | Token::Double(_)
                    | Token::Float(_)
                    | Token::Text(_)
                    | Token::End => String::new(),
                };
                let Some(prim) = Prim::from_name(&operator, 2) else {
                    return self.fail_at(
                        place,
                        format!("`{operator}` is no primitive of two arguments"),
                        Some("fold with +, *, min, max, && or ||"),
                    );
                };
                self.expect(",", "after the operator of a fold")?;
                OperationExpr::Fold(prim, self.parse_expr()?)
            }
        };
        self.expect(")", "after the operation of a with-loop")?;
        Ok(operation)
    }

    fn parse_part(&mut self) -> Parsed<PartExpr> {
        let (place, lower, index, upper) = self.parse_generator()?;
        let body = self.parse_block()?;
        Ok(PartExpr { place, lower, index, upper, body })
    }

    /// `(lb <= iv < ub) { statements } : expression;`
    fn parse_colon_part(&mut self) -> Parsed<PartExpr> {
        let (place, lower, index, upper) = self.parse_generator()?;
        let mut body = if self.at("{") { self.parse_block()? } else { Vec::new() };
        let result_place = self.place();
        self.expect(":", "before the value of a part")?;
        let mut results = vec![self.parse_expr()?];
        while self.eat(",") {
            results.push(self.parse_expr()?);
        }
        self.expect(";", "after the value of a part")?;
        body.push(Stmt { place: result_place, kind: StmtKind::Return(results) });
        Ok(PartExpr { place, lower, index, upper, body })
    }

    fn parse_generator(
        &mut self,
    ) -> Parsed<(crate::TextPosition, Option<ExprId>, IndexExpr, ExprId)> {
        let place = self.place();
        self.expect("(", "before a generator")?;
        let index = self.try_index()?;
        let (lower, index) = match index {
            Some(index) => (None, index),
            None => {
                let lower = self.parse_infix(BOUND)?;
                self.expect("<=", "after the lower bound of a generator")?;
                match self.try_index()? {
                    Some(index) => (Some(lower), index),
                    None => {
                        return self.fail(
                            "expected the index of a generator: a name, or names in brackets",
                        );
                    }
                }
            }
        };
        self.expect("<", "before the upper bound of a generator")?;
        let upper = self.parse_infix(BOUND)?;
        self.expect(")", "after a generator")?;
        Ok((place, lower, index, upper))
    }

    /// The index of a generator, if that is what stands here: it is followed by `<`.
    fn try_index(&mut self) -> Parsed<Option<IndexExpr>> {
        let start = self.next;
        let attributes = self.at_attributes();
        if attributes {
            let attributes = self.parse_attributes()?;
            if self.at("[") {
                if let Some(names) = self.try_index_names()? {
                    return Ok(Some(IndexExpr::Scalars(names)));
                }
            } else {
                let place = self.place();
                let name = self.parse_name("the index of a generator")?;
                return Ok(Some(IndexExpr::Vector(TargetExpr { place, name, attributes })));
            }
        } else if let (Token::Name(name), Token::Sign("<")) = (self.peek().clone(), self.peek_at(1))
        {
            let place = self.place();
            self.bump();
            return Ok(Some(IndexExpr::Vector(TargetExpr { place, name, attributes: None })));
        } else if self.at("[")
            && let Some(names) = self.try_index_names()?
        {
            return Ok(Some(IndexExpr::Scalars(names)));
        }
        self.next = start;
        Ok(None)
    }

    fn try_index_names(&mut self) -> Parsed<Option<Vec<TargetExpr>>> {
        let start = self.next;
        self.bump();
        let mut names = Vec::new();
        while matches!(self.peek(), Token::Name(_)) || self.at_attributes() {
            names.push(self.parse_target()?);
            if !self.eat(",") {
                break;
            }
        }
        if self.eat("]") && self.at("<") {
            return Ok(Some(names));
        }
        self.next = start;
        Ok(None)
    }
}
