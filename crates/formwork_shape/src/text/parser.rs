//! The grammar of shape expressions.
//!
//! ```text
//! claim   = sum [ "=" sum ]
//! sum     = term { "+" term }
//! term    = power { ("*" | "/" | "\") power }
//! power   = postfix { "^" postfix }
//! postfix = primary { "'" }
//! primary = name | "illegal" | "(" sum ")" | "<" extent { "," extent } ">"
//!         | "[" row { ";" row } "]"
//! row     = sum { [","] sum }
//! extent  = factor { ("+" | "-") factor }    factor = unit { "*" unit }
//! unit    = integer | name
//! ```

use super::Language;
use crate::extent::{ExtentId, Extents};
use crate::semantics::{Dialect, EmptyRule};
use crate::shape::{Algebra, ShapeId, VariableKind};
use std::fmt;
use std::ops::Range;

/// Expressions nested deeper than this are refused.
const MAXIMUM_DEPTH: u32 = 128;

/// Why a text is not an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What was expected or found.
    pub message: String,
    /// Where, as byte offsets into the text.
    pub span: Range<usize>,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (bytes {}..{})", self.message, self.span.start, self.span.end)
    }
}

impl std::error::Error for ParseError {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Name(&'t str),
    Integer(i64),
    Symbol(char),
    End,
}

struct Parser<'t, 'a> {
    text: &'t str,
    position: usize,
    token: Token<'t>,
    span: Range<usize>,
    depth: u32,
    algebra: &'a mut Algebra,
    language: Language,
}

/// Parses one expression.
pub fn parse(algebra: &mut Algebra, text: &str, language: Language) -> Result<ShapeId, ParseError> {
    let mut parser = Parser::new(text, algebra, language)?;
    let shape = parser.sum()?;
    parser.expect_end()?;
    Ok(shape)
}

/// Parses `LHS = RHS`, or one expression alone.
pub fn parse_claim(
    algebra: &mut Algebra,
    text: &str,
    language: Language,
) -> Result<(ShapeId, Option<ShapeId>), ParseError> {
    let mut parser = Parser::new(text, algebra, language)?;
    let left = parser.sum()?;
    let mut right = None;
    if parser.token == Token::Symbol('=') {
        parser.advance()?;
        if parser.token == Token::Symbol('=') {
            parser.advance()?;
        }
        right = Some(parser.sum()?);
    }
    parser.expect_end()?;
    Ok((left, right))
}

impl<'t, 'a> Parser<'t, 'a> {
    fn new(
        text: &'t str,
        algebra: &'a mut Algebra,
        language: Language,
    ) -> Result<Self, ParseError> {
        let mut parser = Parser {
            text,
            position: 0,
            token: Token::End,
            span: 0..0,
            depth: 0,
            algebra,
            language,
        };
        parser.advance()?;
        Ok(parser)
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError { message: message.into(), span: self.span.clone() })
    }

    fn advance(&mut self) -> Result<(), ParseError> {
        let rest = &self.text[self.position..];
        let start = self.position + (rest.len() - rest.trim_start().len());
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            self.position = start;
            self.span = start..start;
            self.token = Token::End;
            return Ok(());
        };
        let run = |accept: fn(char) -> bool| rest.find(|c: char| !accept(c)).unwrap_or(rest.len());
        let length = if first.is_alphabetic() || first == '_' {
            run(|c| c.is_alphanumeric() || c == '_')
        } else if first.is_ascii_digit() {
            run(|c| c.is_ascii_digit())
        } else {
            first.len_utf8()
        };
        self.span = start..start + length;
        self.position = start + length;
        let word = &rest[..length];
        self.token = if first.is_alphabetic() || first == '_' {
            Token::Name(word)
        } else if first.is_ascii_digit() {
            match word.parse() {
                Ok(value) => Token::Integer(value),
                Err(_) => return self.error("this extent is too large"),
            }
        } else if "+*/\\^'()<>[],;=-".contains(first) {
            Token::Symbol(first)
        } else {
            return self.error(format!("unexpected character `{first}`"));
        };
        Ok(())
    }

    fn eat(&mut self, symbol: char) -> Result<bool, ParseError> {
        if self.token == Token::Symbol(symbol) {
            self.advance()?;
            return Ok(true);
        }
        Ok(false)
    }

    fn expect(&mut self, symbol: char) -> Result<(), ParseError> {
        if self.eat(symbol)? {
            return Ok(());
        }
        self.error(format!("expected `{symbol}`, found {}", self.found()))
    }

    fn found(&self) -> String {
        match self.token {
            Token::End => "the end".to_owned(),
            _ => format!("`{}`", &self.text[self.span.clone()]),
        }
    }

    fn expect_end(&mut self) -> Result<(), ParseError> {
        match self.token {
            Token::End => Ok(()),
            _ => self.error(format!("expected an operator or the end, found {}", self.found())),
        }
    }

    fn sum(&mut self) -> Result<ShapeId, ParseError> {
        self.depth += 1;
        if self.depth > MAXIMUM_DEPTH {
            return self.error("the expression is nested too deeply");
        }
        let mut left = self.term()?;
        while self.eat('+')? {
            let right = self.term()?;
            left = self.algebra.elementwise(self.language.semantics, left, right);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn term(&mut self) -> Result<ShapeId, ParseError> {
        let mut left = self.power()?;
        let dialect = self.language.dialect;
        loop {
            let Token::Symbol(symbol @ ('*' | '/' | '\\')) = self.token else { return Ok(left) };
            self.advance()?;
            let right = self.power()?;
            left = match symbol {
                '*' => self.algebra.product(dialect, left, right),
                '/' => self.algebra.right_divide(dialect, left, right),
                _ => self.algebra.left_divide(dialect, left, right),
            };
        }
    }

    fn power(&mut self) -> Result<ShapeId, ParseError> {
        let mut left = self.postfix()?;
        while self.eat('^')? {
            let right = self.postfix()?;
            left = self.algebra.power(self.language.dialect, left, right);
        }
        Ok(left)
    }

    fn postfix(&mut self) -> Result<ShapeId, ParseError> {
        let mut shape = self.primary()?;
        while self.eat('\'')? {
            shape = self.algebra.transpose(shape);
        }
        Ok(shape)
    }

    fn primary(&mut self) -> Result<ShapeId, ParseError> {
        match self.token {
            Token::Name("illegal") => {
                self.advance()?;
                Ok(Algebra::ILLEGAL)
            }
            Token::Name(name) => {
                self.advance()?;
                Ok(self.algebra.variable(name, VariableKind::AnyRank))
            }
            Token::Symbol('(') => {
                self.advance()?;
                let shape = self.sum()?;
                self.expect(')')?;
                Ok(shape)
            }
            Token::Symbol('<') => self.tuple(),
            Token::Symbol('[') => self.brackets(),
            _ => self.error(format!(
                "expected a shape variable, `(`, `<` or `[`, found {}",
                self.found()
            )),
        }
    }

    fn tuple(&mut self) -> Result<ShapeId, ParseError> {
        let start = self.span.start;
        self.expect('<')?;
        let mut extents = vec![self.extent()?];
        while self.eat(',')? {
            extents.push(self.extent()?);
        }
        let end = self.span.end;
        self.expect('>')?;
        if extents.len() < 2 {
            return Err(ParseError {
                message: "a shape has at least two extents".to_owned(),
                span: start..end,
            });
        }
        Ok(self.algebra.tuple(extents))
    }

    fn extent(&mut self) -> Result<ExtentId, ParseError> {
        let mut sum = self.factor()?;
        loop {
            if self.eat('+')? {
                let factor = self.factor()?;
                sum = self.algebra.extents_mut().add(sum, factor);
            } else if self.eat('-')? {
                let factor = self.factor()?;
                sum = self.algebra.extents_mut().subtract(sum, factor);
            } else {
                return Ok(sum);
            }
        }
    }

    fn factor(&mut self) -> Result<ExtentId, ParseError> {
        let mut product = Extents::ONE;
        loop {
            let unit = match self.token {
                Token::Integer(value) => self.algebra.extents_mut().literal(value),
                Token::Name(name) => self.algebra.extents_mut().variable(name),
                _ => {
                    return self
                        .error(format!("expected an integer or a name, found {}", self.found()));
                }
            };
            self.advance()?;
            product = self.algebra.extents_mut().multiply(product, unit);
            if !self.eat('*')? {
                return Ok(product);
            }
        }
    }

    fn brackets(&mut self) -> Result<ShapeId, ParseError> {
        self.expect('[')?;
        let rule = match self.language.dialect {
            Dialect::Matlab => EmptyRule::ZeroByZero,
            Dialect::Octave => EmptyRule::OctaveBrackets,
        };
        let mut rows = Vec::new();
        loop {
            let mut row = Vec::new();
            while !matches!(self.token, Token::Symbol(']' | ';')) {
                row.push(self.sum()?);
                self.eat(',')?;
            }
            if !row.is_empty() {
                rows.push(self.algebra.concatenate(1, rule, &row));
            }
            if !self.eat(';')? {
                break;
            }
        }
        self.expect(']')?;
        Ok(self.algebra.concatenate(0, rule, &rows))
    }
}
