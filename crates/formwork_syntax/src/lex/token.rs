//! Tokens and keywords.

use crate::span::Span;
use crate::tree::{BinaryOp, Quote};

/// A token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    /// Whether blanks, or a continued line, stand before it.
    pub(crate) space_before: bool,
}

/// The kinds of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Eof,
    /// The end of a line that ends a statement or a matrix row.
    Newline,
    Semicolon,
    Comma,
    Name,
    Keyword(Keyword),
    Number,
    Text(Quote),
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    Assign,
    /// `+=` and its family
    AssignOp(BinaryOp),
    /// An operator that can stand between operands; some are prefixes, too.
    Op(BinaryOp),
    /// `~` or `!`
    Not,
    PlusPlus,
    MinusMinus,
    Transpose,
    ConjugateTranspose,
    Colon,
    Dot,
    At,
    Question,
    /// Bytes no token starts with. The error has been reported.
    Bad,
}

/// Reserved words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyword {
    Break,
    Case,
    Catch,
    Classdef,
    Continue,
    Do,
    Else,
    Elseif,
    End(EndWord),
    For,
    Function,
    Global,
    If,
    Otherwise,
    Parfor,
    Persistent,
    Return,
    Spmd,
    Switch,
    Try,
    Until,
    UnwindProtect,
    UnwindProtectCleanup,
    While,
}

/// The words that close a block. [`EndWord::End`] closes any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndWord {
    End,
    Arguments,
    Classdef,
    Enumeration,
    Events,
    For,
    Function,
    If,
    Methods,
    Parfor,
    Properties,
    Spmd,
    Switch,
    TryCatch,
    UnwindProtect,
    While,
}

impl EndWord {
    pub(crate) fn text(self) -> &'static str {
        match self {
            EndWord::End => "end",
            EndWord::Arguments => "endarguments",
            EndWord::Classdef => "endclassdef",
            EndWord::Enumeration => "endenumeration",
            EndWord::Events => "endevents",
            EndWord::For => "endfor",
            EndWord::Function => "endfunction",
            EndWord::If => "endif",
            EndWord::Methods => "endmethods",
            EndWord::Parfor => "endparfor",
            EndWord::Properties => "endproperties",
            EndWord::Spmd => "endspmd",
            EndWord::Switch => "endswitch",
            EndWord::TryCatch => "end_try_catch",
            EndWord::UnwindProtect => "end_unwind_protect",
            EndWord::While => "endwhile",
        }
    }
}

impl Keyword {
    /// The keyword spelled `word`; with `octave`, also the words of Octave that
    /// could be the names of variables elsewhere.
    pub(crate) fn find(word: &[u8], octave: bool) -> Option<Keyword> {
        let common = match word {
            b"break" => Keyword::Break,
            b"case" => Keyword::Case,
            b"catch" => Keyword::Catch,
            b"classdef" => Keyword::Classdef,
            b"continue" => Keyword::Continue,
            b"else" => Keyword::Else,
            b"elseif" => Keyword::Elseif,
            b"end" => Keyword::End(EndWord::End),
            b"for" => Keyword::For,
            b"function" => Keyword::Function,
            b"global" => Keyword::Global,
            b"if" => Keyword::If,
            b"otherwise" => Keyword::Otherwise,
            b"parfor" => Keyword::Parfor,
            b"persistent" => Keyword::Persistent,
            b"return" => Keyword::Return,
            b"spmd" => Keyword::Spmd,
            b"switch" => Keyword::Switch,
            b"try" => Keyword::Try,
            b"while" => Keyword::While,
            b"do" if octave => Keyword::Do,
            b"until" if octave => Keyword::Until,
            _ => return Keyword::find_octave(word),
        };
        Some(common)
    }

    /// Whether only Octave reserves the word.
    pub(crate) fn is_only_octave(self) -> bool {
        match self {
            Keyword::Do
            | Keyword::Until
            | Keyword::UnwindProtect
            | Keyword::UnwindProtectCleanup => true,
            Keyword::End(word) => word != EndWord::End,
            Keyword::Break
            | Keyword::Case
            | Keyword::Catch
            | Keyword::Classdef
            | Keyword::Continue
            | Keyword::Else
            | Keyword::Elseif
            | Keyword::For
            | Keyword::Function
            | Keyword::Global
            | Keyword::If
            | Keyword::Otherwise
            | Keyword::Parfor
            | Keyword::Persistent
            | Keyword::Return
            | Keyword::Spmd
            | Keyword::Switch
            | Keyword::Try
            | Keyword::While => false,
        }
    }

    /// The words only Octave has, and nobody would choose for a variable.
    fn find_octave(word: &[u8]) -> Option<Keyword> {
        Some(match word {
            b"unwind_protect" => Keyword::UnwindProtect,
            b"unwind_protect_cleanup" => Keyword::UnwindProtectCleanup,
            b"endarguments" => Keyword::End(EndWord::Arguments),
            b"endclassdef" => Keyword::End(EndWord::Classdef),
            b"endenumeration" => Keyword::End(EndWord::Enumeration),
            b"endevents" => Keyword::End(EndWord::Events),
            b"endfor" => Keyword::End(EndWord::For),
            b"endfunction" => Keyword::End(EndWord::Function),
            b"endif" => Keyword::End(EndWord::If),
            b"endmethods" => Keyword::End(EndWord::Methods),
            b"endparfor" => Keyword::End(EndWord::Parfor),
            b"endproperties" => Keyword::End(EndWord::Properties),
            b"endspmd" => Keyword::End(EndWord::Spmd),
            b"endswitch" => Keyword::End(EndWord::Switch),
            b"end_try_catch" => Keyword::End(EndWord::TryCatch),
            b"end_unwind_protect" => Keyword::End(EndWord::UnwindProtect),
            b"endwhile" => Keyword::End(EndWord::While),
            _ => return None,
        })
    }
}

impl TokenKind {
    /// Whether an operand may end with this token, so that a quote right after
    /// it transposes.
    pub(crate) fn ends_operand(self) -> bool {
        match self {
            TokenKind::Name
            | TokenKind::Number
            | TokenKind::Text(_)
            | TokenKind::RightParen
            | TokenKind::RightBracket
            | TokenKind::RightBrace
            | TokenKind::Transpose
            | TokenKind::ConjugateTranspose
            | TokenKind::Keyword(Keyword::End(EndWord::End)) => true,
            TokenKind::Eof
            | TokenKind::Newline
            | TokenKind::Semicolon
            | TokenKind::Comma
            | TokenKind::Keyword(_)
            | TokenKind::LeftParen
            | TokenKind::LeftBracket
            | TokenKind::LeftBrace
            | TokenKind::Assign
            | TokenKind::AssignOp(_)
            | TokenKind::Op(_)
            | TokenKind::Not
            | TokenKind::PlusPlus
            | TokenKind::MinusMinus
            | TokenKind::Colon
            | TokenKind::Dot
            | TokenKind::At
            | TokenKind::Question
            | TokenKind::Bad => false,
        }
    }

    /// Whether an expression may start with this token.
    pub(crate) fn starts_operand(self) -> bool {
        match self {
            TokenKind::Name
            | TokenKind::Number
            | TokenKind::Text(_)
            | TokenKind::LeftParen
            | TokenKind::LeftBracket
            | TokenKind::LeftBrace
            | TokenKind::Op(BinaryOp::Add | BinaryOp::Subtract)
            | TokenKind::Not
            | TokenKind::PlusPlus
            | TokenKind::MinusMinus
            | TokenKind::At
            | TokenKind::Question
            | TokenKind::Keyword(Keyword::End(EndWord::End) | Keyword::Do | Keyword::Until) => true,
            TokenKind::Eof
            | TokenKind::Newline
            | TokenKind::Semicolon
            | TokenKind::Comma
            | TokenKind::Keyword(_)
            | TokenKind::RightParen
            | TokenKind::RightBracket
            | TokenKind::RightBrace
            | TokenKind::Assign
            | TokenKind::AssignOp(_)
            | TokenKind::Op(_)
            | TokenKind::Transpose
            | TokenKind::ConjugateTranspose
            | TokenKind::Colon
            | TokenKind::Dot
            | TokenKind::Bad => false,
        }
    }
}
