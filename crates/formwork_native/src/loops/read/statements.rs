//! Reading statements.

use super::super::form::{
    Argument, Binding, BlockId, Failure, Fill, Piece, RuntimeArgument, RuntimeResult, StatementKind,
};
use super::super::scalar::ScalarType;
use super::lexer::Token;
use super::{Reader, Result, Scope};

impl Reader {
    /// `{ … }`, into the innermost open block.
    pub(super) fn statements(&mut self, scope: &mut Scope) -> Result<()> {
        self.expect_sign("{")?;
        while !self.take_sign("}") {
            if let Token::Comment(_) = self.peek() {
                self.advance();
                continue;
            }
            if self.take_sign("@") {
                let line = self.expect_integer()?;
                let line =
                    u32::try_from(line).map_err(|_| self.error(format!("{line} is no line")))?;
                scope.builder.set_line(line);
            } else {
                scope.builder.set_line(0);
            }
            self.nested(|reader| reader.statement(scope))?;
        }
        Ok(())
    }

    fn block(&mut self, scope: &mut Scope) -> Result<BlockId> {
        let block = scope.builder.open_block();
        let result = self.statements(scope);
        scope.builder.close_block();
        result.map(|()| block)
    }

    /// A name and its type.
    fn name_and_type(&mut self) -> Result<(String, ScalarType)> {
        let name = self.expect_word()?;
        self.expect_sign(":")?;
        Ok((name, self.expect_type()?))
    }

    fn statement(&mut self, scope: &mut Scope) -> Result<()> {
        let Token::Word(word) = self.peek().clone() else {
            return Err(self.error("expected a statement"));
        };
        // A name before `=` or `[` is no word of a statement.
        if matches!(self.peek_at(1), Token::Sign("=" | "[")) {
            return self.assignment(scope);
        }
        self.advance();
        let line = scope.builder.line();
        let kind = match word.as_str() {
            "var" => {
                let (name, scalar) = self.name_and_type()?;
                scope.declare_variable(name, scalar);
                return Ok(());
            }
            "buffer" => {
                let (name, element) = self.name_and_type()?;
                scope.declare_buffer(name, element);
                return Ok(());
            }
            "alloc" | "zeros" => {
                let fill = if word == "alloc" { Fill::Undefined } else { Fill::Zero };
                let buffer = self.expect_buffer(scope)?;
                self.expect_sign(",")?;
                let length = self.expression(scope)?;
                StatementKind::Allocate { buffer, length, fill }
            }
            "reserve" | "grow" => {
                let buffer = self.expect_buffer(scope)?;
                self.expect_sign(",")?;
                let length = self.expression(scope)?;
                if word == "grow" {
                    StatementKind::Grow { buffer, length }
                } else {
                    StatementKind::Reserve { buffer, capacity: length }
                }
            }
            "free" => StatementKind::Free { buffer: self.expect_buffer(scope)? },
            "copy" | "swap" => {
                let first = self.expect_buffer(scope)?;
                self.expect_sign(",")?;
                let second = self.expect_buffer(scope)?;
                if word == "copy" {
                    StatementKind::Copy { target: first, source: second }
                } else {
                    StatementKind::Swap { left: first, right: second }
                }
            }
            "for" => self.for_loop(scope)?,
            "while" => {
                let condition = self.expression(scope)?;
                let body = self.block(scope)?;
                StatementKind::While { condition, body }
            }
            "if" => self.conditional(scope)?,
            "break" => StatementKind::Break,
            "continue" => StatementKind::Continue,
            "return" => StatementKind::Return,
            "fail" => StatementKind::Fail(self.failure(scope)?),
            "call" => {
                let function = self.expect_function()?;
                let arguments = self.list(|reader| reader.argument(scope))?;
                self.expect_sign("->")?;
                let results = self.list(|reader| reader.place(scope))?;
                StatementKind::Call { function, arguments, results }
            }
            "runtime" => {
                let operation = self.expect_text()?;
                let arguments = self.list(|reader| reader.runtime_argument(scope))?;
                self.expect_sign("->")?;
                let results = self.list(|reader| reader.runtime_result(scope))?;
                StatementKind::CallRuntime { operation, arguments, results }
            }
            other => return Err(self.error(format!("`{other}` begins no statement"))),
        };
        scope.builder.set_line(line);
        scope.builder.push(kind);
        Ok(())
    }

    fn assignment(&mut self, scope: &mut Scope) -> Result<()> {
        if matches!(self.peek_at(1), Token::Sign("=")) {
            let variable = self.expect_variable(scope)?;
            self.expect_sign("=")?;
            let value = self.expression(scope)?;
            scope.builder.assign(variable, value);
            return Ok(());
        }
        let buffer = self.expect_buffer(scope)?;
        self.expect_sign("[")?;
        let index = self.expression(scope)?;
        self.expect_sign("]")?;
        self.expect_sign("=")?;
        let value = self.expression(scope)?;
        scope.builder.store(buffer, index, value);
        Ok(())
    }

    fn for_loop(&mut self, scope: &mut Scope) -> Result<StatementKind> {
        let name = self.expect_word()?;
        if !self.is_word("in") {
            return Err(self.error("expected `in`"));
        }
        self.advance();
        let from = self.expression(scope)?;
        self.expect_sign("..")?;
        let to = self.expression(scope)?;
        let mut step = 1;
        if self.is_word("step") {
            self.advance();
            step = self.expect_integer()?;
        }
        let independent = self.is_word("independent");
        if independent {
            self.advance();
        }
        // The counter is known in the loop only.
        let outer = scope.variables.get(&name).copied();
        let variable = scope.declare_variable(name.clone(), ScalarType::Index);
        let body = self.block(scope)?;
        match outer {
            Some(outer) => scope.variables.insert(name, outer),
            None => scope.variables.remove(&name),
        };
        Ok(StatementKind::For { variable, from, to, step, independent, body })
    }

    fn conditional(&mut self, scope: &mut Scope) -> Result<StatementKind> {
        let condition = self.expression(scope)?;
        let then = self.block(scope)?;
        let otherwise = if self.is_word("else") {
            self.advance();
            self.block(scope)?
        } else {
            let block = scope.builder.open_block();
            scope.builder.close_block();
            block
        };
        Ok(StatementKind::If { condition, then, otherwise })
    }

    /// `"identifier" "text with {} and {{" (operands)`
    fn failure(&mut self, scope: &mut Scope) -> Result<Failure> {
        let identifier = self.expect_text()?;
        let template = self.expect_text()?;
        let mut operands = self.list(|reader| reader.expression(scope))?.into_iter();
        let mut message = Vec::new();
        let mut text = String::new();
        let mut characters = template.chars().peekable();
        while let Some(character) = characters.next() {
            match (character, characters.peek()) {
                ('{', Some('{')) | ('}', Some('}')) => {
                    characters.next();
                    text.push(character);
                }
                ('{', Some('}')) => {
                    characters.next();
                    if !text.is_empty() {
                        message.push(Piece::Text(std::mem::take(&mut text)));
                    }
                    let operand = operands.next();
                    message.push(Piece::Operand(
                        operand.ok_or_else(|| self.error("the message has more operands"))?,
                    ));
                }
                ('{' | '}', _) => return Err(self.error("a brace in a message is written twice")),
                _ => text.push(character),
            }
        }
        if !text.is_empty() {
            message.push(Piece::Text(text));
        }
        if operands.next().is_some() {
            return Err(self.error("the message has fewer operands"));
        }
        Ok(Failure { identifier, message })
    }

    fn argument(&mut self, scope: &mut Scope) -> Result<Argument> {
        if let (Token::Word(name), Token::Sign("," | ")")) = (self.peek(), self.peek_at(1))
            && let Some(&buffer) = scope.buffers.get(name)
        {
            self.advance();
            return Ok(Argument::Buffer(buffer));
        }
        Ok(Argument::Value(self.expression(scope)?))
    }

    fn place(&mut self, scope: &Scope) -> Result<Binding> {
        let name = self.expect_word()?;
        scope.place(&name).ok_or_else(|| self.error(format!("nothing is called `{name}`")))
    }

    fn is_buffer(&self, scope: &Scope) -> bool {
        matches!(self.peek(), Token::Word(name) if scope.buffers.contains_key(name))
    }

    fn runtime_argument(&mut self, scope: &mut Scope) -> Result<RuntimeArgument> {
        let class = self.expect_class()?;
        if !self.is_buffer(scope) {
            return Ok(RuntimeArgument::Scalar(class, self.expression(scope)?));
        }
        let buffer = self.expect_buffer(scope)?;
        self.expect_sign("[")?;
        if self.take_sign("*") {
            let shape = self.expect_buffer(scope)?;
            self.expect_sign("]")?;
            return Ok(RuntimeArgument::AnyRank(class, buffer, shape));
        }
        let mut extents = vec![self.expression(scope)?];
        while self.take_sign(",") {
            extents.push(self.expression(scope)?);
        }
        self.expect_sign("]")?;
        Ok(RuntimeArgument::Array(class, buffer, extents))
    }

    fn runtime_result(&mut self, scope: &Scope) -> Result<RuntimeResult> {
        let class = self.expect_class()?;
        if !self.is_buffer(scope) {
            return Ok(RuntimeResult::Scalar(class, self.expect_variable(scope)?));
        }
        let buffer = self.expect_buffer(scope)?;
        self.expect_sign("[")?;
        if self.take_sign("*") {
            let shape = self.expect_buffer(scope)?;
            self.expect_sign("]")?;
            return Ok(RuntimeResult::AnyRank(class, buffer, shape));
        }
        let mut extents = vec![self.expect_variable(scope)?];
        while self.take_sign(",") {
            extents.push(self.expect_variable(scope)?);
        }
        self.expect_sign("]")?;
        Ok(RuntimeResult::Array(class, buffer, extents))
    }
}
