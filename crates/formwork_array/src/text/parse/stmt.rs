//! Statements and blocks.

use super::{Failed, Parsed, Parser, is_keyword};
use crate::text::lex::Token;
use crate::text::tree::{ConditionExpr, ExprKind, Stmt, StmtKind, TargetExpr};

impl Parser {
    pub(super) fn parse_block(&mut self) -> Parsed<Vec<Stmt>> {
        self.nested(|parser| {
            parser.expect("{", "before a block")?;
            let mut statements = Vec::new();
            while !parser.at("}") {
                if *parser.peek() == Token::End {
                    return parser.fail("a block is not closed: expected `}`");
                }
                let before = parser.next;
                match parser.parse_statement(&mut statements) {
                    Ok(()) => {}
                    Err(Failed) => parser.skip_statement(before),
                }
            }
            parser.expect("}", "after a block")?;
            Ok(statements)
        })
    }

    /// Goes on behind the next semicolon of this block, or before its end.
    fn skip_statement(&mut self, start: usize) {
        if self.next == start {
            self.bump();
        }
        let mut level = 0i32;
        while *self.peek() != Token::End {
            match self.peek() {
                Token::Sign("{") => level += 1,
                Token::Sign("}") if level == 0 => return,
                Token::Sign("}") => level -= 1,
                Token::Sign(";") if level == 0 => {
                    self.bump();
                    return;
                }
                _ => {}
            }
            self.bump();
        }
    }

    fn parse_statement(&mut self, statements: &mut Vec<Stmt>) -> Parsed<()> {
        let place = self.place();
        let kind = match self.peek().clone() {
            Token::Name(name) => match name.as_str() {
                "return" => {
                    self.bump();
                    let results = self.parse_arguments()?;
                    self.expect(";", "after `return(…)`")?;
                    StmtKind::Return(results)
                }
                "if" => self.parse_if()?,
                "while" => {
                    self.bump();
                    self.expect("(", "after `while`")?;
                    let condition = self.parse_expr()?;
                    self.expect(")", "after the condition")?;
                    StmtKind::While(condition, self.parse_block()?)
                }
                "for" => return self.parse_for(statements),
                "check" => {
                    self.bump();
                    self.expect("(", "after `check`")?;
                    let condition = self.parse_condition()?;
                    self.expect(")", "after the message")?;
                    self.expect(";", "after a check")?;
                    StmtKind::Check(condition)
                }
                _ => self.parse_assignment()?,
            },
            Token::Sign("(") => self.parse_assignment()?,
            _ => {
                let found = self.describe();
                return self.fail(format!("expected a statement, found {found}"));
            }
        };
        statements.push(Stmt { place, kind });
        Ok(())
    }

    fn parse_if(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.expect("(", "after `if`")?;
        let condition = self.parse_expr()?;
        self.expect(")", "after the condition")?;
        let then = self.parse_block()?;
        let otherwise = if !self.eat_name("else") {
            Vec::new()
        } else if self.at_name("if") {
            let place = self.place();
            let kind = self.nested(Parser::parse_if)?;
            vec![Stmt { place, kind }]
        } else {
            self.parse_block()?
        };
        Ok(StmtKind::If(condition, then, otherwise))
    }

    /// `for (i = a; c; i = b) { … }` is `i = a; while (c) { … i = b; }`.
    fn parse_for(&mut self, statements: &mut Vec<Stmt>) -> Parsed<()> {
        let place = self.place();
        self.bump();
        self.expect("(", "after `for`")?;
        let first = self.parse_assignment()?;
        let condition = self.parse_expr()?;
        self.expect(";", "after the condition")?;
        let step_place = self.place();
        let step = self.parse_simple_assignment()?;
        self.expect(")", "after the step")?;
        let mut body = self.parse_block()?;
        body.push(Stmt { place: step_place, kind: step });
        statements.push(Stmt { place, kind: first });
        statements.push(Stmt { place, kind: StmtKind::While(condition, body) });
        Ok(())
    }

    fn parse_assignment(&mut self) -> Parsed<StmtKind> {
        let kind = self.parse_simple_assignment()?;
        self.expect(";", "after an assignment")?;
        Ok(kind)
    }

    fn parse_simple_assignment(&mut self) -> Parsed<StmtKind> {
        let mut targets = vec![self.parse_target()?];
        if targets[0].attributes.is_none() && self.at("[") {
            self.bump();
            let index = self.parse_list("]")?;
            self.expect("=", "after the element that is replaced")?;
            let value = self.parse_expr()?;
            let target = targets.remove(0);
            return Ok(StmtKind::Replace(target, index, value));
        }
        while self.eat(",") {
            targets.push(self.parse_target()?);
        }
        let sign = ["+", "-", "*", "/"]
            .into_iter()
            .find(|sign| self.at(sign) && matches!(self.peek_at(1), Token::Sign("=")));
        if let (Some(sign), [TargetExpr { place, name, .. }]) = (sign, targets.as_slice()) {
            let (place, name) = (*place, name.clone());
            self.next += 2;
            let left = self.add(place, ExprKind::Name(name));
            let right = self.parse_expr()?;
            let value = self.add(place, ExprKind::Call(sign.to_owned(), vec![left, right]));
            return Ok(StmtKind::Assign(targets, value));
        }
        if self.at("++") && matches!(targets.as_slice(), [TargetExpr { .. }]) {
            let (place, name) = (targets[0].place, targets[0].name.clone());
            self.bump();
            let left = self.add(place, ExprKind::Name(name));
            let one = self.add(place, ExprKind::Literal(crate::ir::Scalar::Int(1)));
            let value = self.add(place, ExprKind::Call("+".to_owned(), vec![left, one]));
            return Ok(StmtKind::Assign(targets, value));
        }
        self.expect("=", "after the defined name")?;
        self.operations = targets.len();
        let value = self.parse_expr();
        self.operations = 1;
        let value = value?;
        Ok(StmtKind::Assign(targets, value))
    }

    /// `condition, "message"`, where the condition is an expression or one of the
    /// names of conditions with its operands.
    pub(super) fn parse_condition(&mut self) -> Parsed<ConditionExpr> {
        let named = match (self.peek(), self.peek_at(1)) {
            (Token::Name(name), Token::Sign("(")) if !is_keyword(name) => {
                crate::text::is_condition_name(name).then(|| name.clone())
            }
            _ => None,
        };
        let (name, operands) = if let Some(name) = named {
            self.bump();
            (name, self.parse_arguments()?)
        } else {
            ("holds".to_owned(), vec![self.parse_expr()?])
        };
        self.expect(",", "before the message of a check")?;
        match self.peek().clone() {
            Token::Text(message) => {
                self.bump();
                Ok(ConditionExpr { name, operands, message })
            }
            _ => {
                let found = self.describe();
                self.fail(format!("expected a message in double quotes, found {found}"))
            }
        }
    }
}
