//! Reading the text form of modules back.
//!
//! What the printer writes is read back to the same; people write it in tests.

mod entries;
mod expressions;
mod lexer;
mod statements;

use std::fmt;

use cranelift_entity::EntityRef as _;
use rustc_hash::FxHashMap;

use super::builder::{FunctionBuilder, TypeError};
use super::form::{Binding, BufferId, Function, FunctionId, Module, VariableId};
use super::scalar::ScalarType;
use lexer::Token;

/// How deep blocks and expressions may nest in text.
const DEEPEST: usize = 150;

/// What is wrong with a text, and on which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    line: usize,
    message: String,
}

impl ReadError {
    fn new(line: usize, message: impl Into<String>) -> ReadError {
        ReadError { line, message: message.into() }
    }

    /// The line, counted from one.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

type Result<T> = std::result::Result<T, ReadError>;

/// The module that a text describes. Types are checked; the rest is for the verifier.
///
/// # Errors
///
/// The first thing that cannot be understood.
pub fn read_module(text: &str) -> Result<Module> {
    let tokens = lexer::tokens(text)?;
    // Functions may be called before they are read.
    let mut functions = FxHashMap::default();
    for pair in tokens.windows(2) {
        if let (Token::Word(word), Token::Word(name)) = (&pair[0].0, &pair[1].0)
            && word == "func"
        {
            functions.insert(name.clone(), FunctionId::new(functions.len()));
        }
    }
    let mut reader = Reader { tokens, place: 0, functions, depth: 0 };
    let mut module = Module::new();
    let mut documentation = Vec::new();
    loop {
        match reader.peek().clone() {
            Token::End => return Ok(module),
            Token::Comment(line) => {
                reader.advance();
                documentation.push(line);
            }
            Token::Word(word) if word == "func" => {
                let name = reader.peek_at(1).clone();
                let function = reader.function(std::mem::take(&mut documentation))?;
                let id = module.add(function);
                if let Token::Word(name) = name
                    && reader.functions.get(&name) != Some(&id)
                {
                    return Err(reader.error(format!("there are two functions `{name}`")));
                }
            }
            Token::Word(word) if word == "entry" => {
                documentation.clear();
                let entry = reader.entry()?;
                module.add_entry(entry);
            }
            _ => return Err(reader.error("expected `func` or `entry`")),
        }
    }
}

struct Reader {
    tokens: Vec<(Token, usize)>,
    place: usize,
    functions: FxHashMap<String, FunctionId>,
    depth: usize,
}

/// The function that is being read, and what its names mean.
struct Scope {
    builder: FunctionBuilder,
    variables: FxHashMap<String, VariableId>,
    buffers: FxHashMap<String, BufferId>,
}

impl Reader {
    fn peek(&self) -> &Token {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        self.tokens.get(self.place + ahead).map_or(&Token::End, |(token, _)| token)
    }

    fn advance(&mut self) -> Token {
        let token = self.peek().clone();
        self.place += 1;
        token
    }

    fn line(&self) -> usize {
        let place = self.place.min(self.tokens.len() - 1);
        self.tokens[place].1
    }

    fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(self.line(), message)
    }

    fn typed<T>(&self, result: std::result::Result<T, TypeError>) -> Result<T> {
        // What is wrong has just been read.
        let line = self.tokens[self.place.saturating_sub(1).min(self.tokens.len() - 1)].1;
        result.map_err(|error| ReadError::new(line, error.to_string()))
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Reader) -> Result<T>) -> Result<T> {
        if self.depth == DEEPEST {
            return Err(self.error("nested too deeply"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.place += 1;
        }
        found
    }

    fn expect_sign(&mut self, sign: &str) -> Result<()> {
        if self.take_sign(sign) { Ok(()) } else { Err(self.error(format!("expected `{sign}`"))) }
    }

    fn expect_word(&mut self) -> Result<String> {
        match self.advance() {
            Token::Word(word) => Ok(word),
            _ => {
                self.place -= 1;
                Err(self.error("expected a name"))
            }
        }
    }

    fn expect_text(&mut self) -> Result<String> {
        match self.advance() {
            Token::Text(text) => Ok(text),
            _ => {
                self.place -= 1;
                Err(self.error("expected a text in quotes"))
            }
        }
    }

    fn expect_type(&mut self) -> Result<ScalarType> {
        let word = self.expect_word()?;
        ScalarType::from_name(&word).ok_or_else(|| self.error(format!("there is no type `{word}`")))
    }

    fn expect_integer(&mut self) -> Result<i64> {
        let negative = self.take_sign("-");
        match self.advance() {
            Token::Number { digits, suffix } if suffix.is_empty() => {
                let text = if negative { format!("-{digits}") } else { digits };
                text.parse().map_err(|_| self.error(format!("{text} is no index")))
            }
            _ => {
                self.place -= 1;
                Err(self.error("expected an integer"))
            }
        }
    }

    /// Reads items between parentheses, with commas between them.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Reader) -> Result<T>) -> Result<Vec<T>> {
        self.expect_sign("(")?;
        let mut items = Vec::new();
        if self.take_sign(")") {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.take_sign(",") {
                self.expect_sign(")")?;
                return Ok(items);
            }
        }
    }

    fn function(&mut self, documentation: Vec<String>) -> Result<Function> {
        self.advance();
        let name = self.expect_word()?;
        let mut scope = Scope {
            builder: FunctionBuilder::new(name),
            variables: FxHashMap::default(),
            buffers: FxHashMap::default(),
        };
        for line in documentation {
            scope.builder.document(line);
        }
        for place in self.list(|reader| reader.declaration(&mut scope))? {
            scope.builder.parameter(place);
        }
        self.expect_sign("->")?;
        for place in self.list(|reader| reader.declaration(&mut scope))? {
            scope.builder.result(place);
        }
        self.statements(&mut scope)?;
        Ok(scope.builder.finish())
    }

    /// `name: type` or `name: type[]`.
    fn declaration(&mut self, scope: &mut Scope) -> Result<Binding> {
        let name = self.expect_word()?;
        // A result may be a parameter.
        let known = scope.place(&name);
        self.expect_sign(":")?;
        let scalar = self.expect_type()?;
        let is_buffer = self.take_sign("[");
        if is_buffer {
            self.expect_sign("]")?;
        }
        if let Some(place) = known {
            let same = scope.builder.function().place_type(place) == scalar
                && matches!(place, Binding::Buffer(_)) == is_buffer;
            return if same {
                Ok(place)
            } else {
                Err(self.error(format!("`{name}` is declared twice")))
            };
        }
        Ok(if is_buffer {
            Binding::Buffer(scope.declare_buffer(name, scalar))
        } else {
            Binding::Variable(scope.declare_variable(name, scalar))
        })
    }
}

impl Scope {
    fn place(&self, name: &str) -> Option<Binding> {
        let variable = self.variables.get(name).map(|&id| Binding::Variable(id));
        variable.or_else(|| self.buffers.get(name).map(|&id| Binding::Buffer(id)))
    }

    fn declare_variable(&mut self, name: String, scalar: ScalarType) -> VariableId {
        let id = self.builder.variable(name.clone(), scalar);
        self.variables.insert(name, id);
        id
    }

    fn declare_buffer(&mut self, name: String, element: ScalarType) -> BufferId {
        let id = self.builder.buffer(name.clone(), element);
        self.buffers.insert(name, id);
        id
    }
}
