//! Tokens to a tree: recursive descent with precedence climbing. Every recursion
//! counts levels, so deep nesting is an error and never a crash. After an error the
//! reader goes on at the next statement or function.

mod expr;
pub(crate) use expr::precedence;
mod stmt;

use super::lex::{Lexeme, Token, lex};
use super::tree::{Expr, ExprId, ExprKind, FunBody, FunDef, ParamExpr, TargetExpr, Tree, TypeExpr};
use crate::diagnostic::{Diagnostic, TextPosition};
use crate::ir::{BaseType, ShapeClass};

/// How deep expressions and blocks may nest.
const MAX_DEPTH: usize = 100;
/// After so many errors a text is not worth reading on.
const MAX_ERRORS: usize = 100;

/// A message was reported; the caller gives up its construct.
pub(crate) struct Failed;

pub(crate) type Parsed<T> = Result<T, Failed>;

/// The tree of a text and what is wrong with the text.
pub(crate) fn parse(text: &str) -> (Tree, Vec<Diagnostic>) {
    let mut errors = Vec::new();
    let lexemes = lex(text, &mut errors);
    let mut parser =
        Parser { lexemes, next: 0, tree: Tree::default(), errors, depth: 0, operations: 1 };
    parser.parse_program();
    (parser.tree, parser.errors)
}

pub(crate) struct Parser {
    lexemes: Vec<Lexeme>,
    next: usize,
    tree: Tree,
    errors: Vec<Diagnostic>,
    depth: usize,
    /// How many operations the next with-loop may have: as many as names are defined by it.
    operations: usize,
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.lexemes[self.next].token
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        &self.lexemes[(self.next + ahead).min(self.lexemes.len() - 1)].token
    }

    fn place(&self) -> TextPosition {
        self.lexemes[self.next].place
    }

    fn bump(&mut self) -> Token {
        let token = self.peek().clone();
        if self.next + 1 < self.lexemes.len() {
            self.next += 1;
        }
        token
    }

    fn at(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(other) if *other == sign)
    }

    fn at_name(&self, name: &str) -> bool {
        matches!(self.peek(), Token::Name(other) if other == name)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.at(sign);
        if found {
            self.bump();
        }
        found
    }

    fn eat_name(&mut self, name: &str) -> bool {
        let found = self.at_name(name);
        if found {
            self.bump();
        }
        found
    }

    fn fail<T>(&mut self, message: impl Into<String>) -> Parsed<T> {
        let place = self.place();
        self.fail_at(place, message, None)
    }

    fn fail_at<T>(
        &mut self,
        place: TextPosition,
        message: impl Into<String>,
        help: Option<&str>,
    ) -> Parsed<T> {
        if self.errors.len() < MAX_ERRORS {
            let mut diagnostic = Diagnostic::new(place, message);
            diagnostic.help = help.map(str::to_owned);
            self.errors.push(diagnostic);
        }
        Err(Failed)
    }

    fn describe(&self) -> String {
        match self.peek() {
            Token::Name(name) => format!("`{name}`"),
            Token::Int(number) => format!("`{number}`"),
            Token::Double(number) => format!("`{number}`"),
            Token::Float(number) => format!("`{number}f`"),
            Token::Text(_) => "a text".to_owned(),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the text".to_owned(),
        }
    }

    fn expect(&mut self, sign: &str, context: &str) -> Parsed<()> {
        if self.eat(sign) {
            return Ok(());
        }
        let found = self.describe();
        self.fail(format!("expected `{sign}` {context}, found {found}"))
    }

    fn nested<T>(&mut self, inside: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let place = self.place();
            return self.fail_at(
                place,
                format!("nested more than {MAX_DEPTH} levels deep"),
                Some("give inner expressions names of their own"),
            );
        }
        self.depth += 1;
        let result = stacker::maybe_grow(128 * 1024, 1024 * 1024, || inside(self));
        self.depth -= 1;
        result
    }

    fn add(&mut self, place: TextPosition, kind: ExprKind) -> ExprId {
        self.tree.exprs.push(Expr { place, kind })
    }

    fn parse_program(&mut self) {
        while *self.peek() != Token::End && self.errors.len() < MAX_ERRORS {
            let before = self.next;
            match self.parse_function() {
                Ok(function) => self.tree.functions.extend(function),
                Err(Failed) => self.skip_function(before),
            }
        }
    }

    /// Goes on behind the function that could not be read: behind the brace that
    /// closes its body, or behind a semicolon outside braces.
    fn skip_function(&mut self, start: usize) {
        if self.next == start {
            self.bump();
        }
        let mut level = 0i32;
        for lexeme in &self.lexemes[start..self.next] {
            match lexeme.token {
                Token::Sign("{") => level += 1,
                Token::Sign("}") => level -= 1,
                _ => {}
            }
        }
        while *self.peek() != Token::End {
            match self.bump() {
                Token::Sign("{") => level += 1,
                Token::Sign("}") => {
                    level -= 1;
                    if level <= 0 {
                        return;
                    }
                }
                Token::Sign(";") if level <= 0 => return,
                _ => {}
            }
        }
    }

    fn parse_function(&mut self) -> Parsed<Option<FunDef>> {
        if self.eat_name("layout") {
            if self.eat_name("column_major") {
                self.tree.column_major = true;
            } else if !self.eat_name("row_major") {
                return self.fail("expected `row_major` or `column_major` after `layout`");
            }
            self.expect(";", "after the layout")?;
            return Ok(None);
        }
        let is_extern = self.eat_name("extern");
        let pure = is_extern && self.eat_name("pure");
        let mut results = vec![self.parse_type()?];
        while self.eat(",") {
            results.push(self.parse_type()?);
        }
        let place = self.place();
        let name = self.parse_function_name()?;
        self.expect("(", "before the parameters")?;
        let mut parameters = Vec::new();
        if !self.at(")") {
            loop {
                let ty = self.parse_type()?;
                let place = self.place();
                let name = self.parse_name("a parameter")?;
                parameters
                    .push(ParamExpr { ty, target: TargetExpr { place, name, attributes: None } });
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.expect(")", "after the parameters")?;
        let body = if is_extern {
            let mut shapes = Vec::new();
            if self.eat_name("shape") {
                self.expect("(", "before the shapes of the results")?;
                loop {
                    shapes.push(self.parse_expr()?);
                    if !self.eat(",") {
                        break;
                    }
                }
                self.expect(")", "after the shapes of the results")?;
            }
            self.expect(";", "after the declaration")?;
            FunBody::Extern { shapes, pure }
        } else {
            FunBody::Block(self.parse_block()?)
        };
        Ok(Some(FunDef { place, name, results, parameters, body }))
    }

    fn parse_function_name(&mut self) -> Parsed<String> {
        if self.at("(")
            && let (Token::Sign(sign), Token::Sign(")")) = (self.peek_at(1), self.peek_at(2))
        {
            let name = (*sign).to_owned();
            self.next += 3;
            return Ok(name);
        }
        self.parse_name("the name of a function")
    }

    fn parse_name(&mut self, what: &str) -> Parsed<String> {
        match self.peek().clone() {
            Token::Name(name) if !is_keyword(&name) => {
                self.bump();
                Ok(name)
            }
            _ => {
                let found = self.describe();
                self.fail(format!("expected {what}, found {found}"))
            }
        }
    }

    fn parse_type(&mut self) -> Parsed<TypeExpr> {
        let place = self.place();
        let base = match self.peek().clone() {
            Token::Name(name) if name == "any" => None,
            Token::Name(name) => match BaseType::from_name(&name) {
                Some(base) => Some(base),
                None => {
                    let known: Vec<&str> = BaseType::ALL.iter().map(|base| base.name()).collect();
                    let help = format!("types are {}", known.join(", "));
                    return self.fail_at(place, format!("`{name}` is no type"), Some(&help));
                }
            },
            _ => {
                let found = self.describe();
                return self.fail(format!("expected a type, found {found}"));
            }
        };
        self.bump();
        let class = if self.eat("[") { self.parse_class()? } else { ShapeClass::Known(Vec::new()) };
        Ok(TypeExpr { base, class })
    }

    fn parse_class(&mut self) -> Parsed<ShapeClass> {
        if self.eat("*") {
            self.expect("]", "after `*`")?;
            return Ok(ShapeClass::Any);
        }
        if self.at(".") {
            let mut rank = 0;
            loop {
                self.expect(".", "for an axis of unknown extent")?;
                rank += 1;
                if !self.eat(",") {
                    break;
                }
            }
            self.expect("]", "after the axes of a type")?;
            return Ok(ShapeClass::Rank(rank));
        }
        let mut shape = Vec::new();
        while let Token::Int(extent) = *self.peek() {
            self.bump();
            shape.push(extent);
            if !self.eat(",") {
                break;
            }
        }
        if !self.eat("]") {
            let place = self.place();
            let found = self.describe();
            return self.fail_at(
                place,
                format!("expected an extent or `]` in a type, found {found}"),
                Some("types are int[10,10], int[.,.] or int[*]"),
            );
        }
        Ok(ShapeClass::Known(shape))
    }

    /// Whether the tokens from here are `(rank)[shape]` and then a name or `[`.
    fn at_attributes(&self) -> bool {
        let matching = |from: usize, open: &str, close: &str| {
            let mut level = 0;
            for (distance, lexeme) in self.lexemes[from..].iter().enumerate() {
                match lexeme.token {
                    Token::Sign(sign) if sign == open => level += 1,
                    Token::Sign(sign) if sign == close => {
                        level -= 1;
                        if level == 0 {
                            return Some(from + distance + 1);
                        }
                    }
                    Token::Sign(";" | "{" | "}") | Token::End => return None,
                    _ => {}
                }
            }
            None
        };
        let is = |at: usize, sign: &str| matches!(self.lexemes.get(at), Some(lexeme) if lexeme.token == Token::Sign(match sign { "[" => "[", _ => "(" }));
        if !self.at("(") {
            return false;
        }
        let Some(shape) = matching(self.next, "(", ")") else { return false };
        if !is(shape, "[") {
            return false;
        }
        let Some(name) = matching(shape, "[", "]") else { return false };
        matches!(self.lexemes[name].token, Token::Name(_)) || is(name, "[")
    }

    fn parse_attributes(&mut self) -> Parsed<Option<(ExprId, ExprId)>> {
        if !self.at_attributes() {
            return Ok(None);
        }
        self.expect("(", "before a rank")?;
        let rank = self.parse_expr()?;
        self.expect(")", "after a rank")?;
        self.expect("[", "before a shape")?;
        let shape = self.parse_expr()?;
        self.expect("]", "after a shape")?;
        Ok(Some((rank, shape)))
    }

    fn parse_target(&mut self) -> Parsed<TargetExpr> {
        let attributes = self.parse_attributes()?;
        let place = self.place();
        let name = self.parse_name("a name")?;
        Ok(TargetExpr { place, name, attributes })
    }
}

fn is_keyword(name: &str) -> bool {
    matches!(
        name,
        "with"
            | "if"
            | "else"
            | "while"
            | "for"
            | "return"
            | "loop"
            | "true"
            | "false"
            | "genarray"
            | "fold"
    )
}
