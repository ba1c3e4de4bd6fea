//! Comments that mean something: annotations, pragmas, suppressions.
//!
//! Whatever is not exactly of a known form is a comment for people. A known word
//! with a wrong value gets a warning, because it was surely meant.

use super::Parser;
use crate::error::{SyntaxError, SyntaxErrorCode};
use crate::span::{Span, to_u32};
use crate::suppression::{SuppressionKind, suppression_at};
use crate::tree::{Annotation, CommentKind, Directive, ExprId, ExprKind, Text, VariableFact};

/// A word of a comment and where it stands.
type Word<'a> = (&'a str, Span);

impl<'a> Parser<'a> {
    /// What the comment at `span` tells a tool.
    pub(super) fn read_directive(
        &mut self,
        span: Span,
        kind: CommentKind,
        own_line: bool,
    ) -> Directive {
        let text = &self.text[span.range()];
        if kind != CommentKind::Line {
            return Directive::None;
        }
        match suppression_at(text, span.start) {
            Some(found) => {
                let codes = found.codes.listed().iter().map(|&code| Text(code)).collect();
                match found.kind {
                    SuppressionKind::AnalyzerOk => Directive::AnalyzerOk(codes),
                    SuppressionKind::Ignore => Directive::Ignore(codes),
                    SuppressionKind::IgnoreFile => Directive::IgnoreFile(codes),
                }
            }
            None if text.starts_with(b"%#") => self.read_pragma(span, own_line),
            None => Directive::None,
        }
    }

    fn read_pragma(&mut self, span: Span, own_line: bool) -> Directive {
        let rest = &self.text[span.start as usize + 2..span.end as usize];
        if rest.trim_ascii() == b"codegen" {
            return Directive::Codegen;
        }
        if !own_line {
            return Directive::None;
        }
        let words = self.words(span.start + 2, span.end);
        match self.read_annotation(&words, span.end) {
            Some(Ok(annotation)) => Directive::Annotation(annotation),
            Some(Err(expected)) => {
                let message = format!("this annotation is not well formed: expected {expected}");
                let error = SyntaxError::new(SyntaxErrorCode::InvalidAnnotation, span, message);
                self.note(error.warning().help("it is taken as a plain comment"));
                Directive::None
            }
            None => Directive::None,
        }
    }

    /// The words between two places of the text.
    fn words(&self, start: u32, end: u32) -> Vec<Word<'a>> {
        let text: &'a [u8] = &self.text[start as usize..end as usize];
        let Ok(text) = str::from_utf8(text) else { return Vec::new() };
        text.split_ascii_whitespace()
            .map(|word| {
                let offset = word.as_ptr() as usize - text.as_ptr() as usize;
                let at = start + to_u32(offset);
                (word, Span::new(at, at + to_u32(word.len())))
            })
            .collect()
    }

    /// `None` if this is no annotation, an error if it is a broken one.
    fn read_annotation(
        &mut self,
        words: &[Word<'a>],
        end: u32,
    ) -> Option<Result<Annotation, &'static str>> {
        let &[(first, _), ref rest @ ..] = words else { return None };
        let one_name = match rest {
            &[(name, _)] if is_identifier(name) => Some(name),
            _ => None,
        };
        match first {
            "unroll" if rest.is_empty() => return Some(Ok(Annotation::Unroll)),
            "nounroll" if rest.is_empty() => return Some(Ok(Annotation::NoUnroll)),
            "preserve" => return Some(Ok(Annotation::Preserve(self.tree.intern(one_name?)))),
            "nointerpret" => return Some(Ok(Annotation::NoInterpret(self.tree.intern(one_name?)))),
            "nargin" | "nargout" => {
                let &[(_, value), ..] = rest else { return Some(Err("a number after it")) };
                let Some(count) = self.read_value(value.start, end) else {
                    return looks_like_value(rest).then_some(Err("a number after it"));
                };
                let is_nargin = first == "nargin";
                return Some(Ok(if is_nargin {
                    Annotation::Nargin(count)
                } else {
                    Annotation::Nargout(count)
                }));
            }
            _ => {}
        }
        if !is_identifier(first) {
            return None;
        }
        let fact = self.read_variable_fact(rest, end)?;
        let name = self.tree.intern(first);
        Some(fact.map(|fact| Annotation::Variable { name, fact }))
    }

    fn read_variable_fact(
        &mut self,
        words: &[Word<'a>],
        end: u32,
    ) -> Option<Result<VariableFact, &'static str>> {
        let &[(instruction, _), ref values @ ..] = words else { return None };
        let yes_or_no = match values {
            [] | [("yes" | "'yes'", _)] => Some(true),
            [("no" | "'no'", _)] => Some(false),
            _ => None,
        };
        let fact = match instruction {
            "realdouble" if values.is_empty() => VariableFact::RealDouble,
            "realscalar" if values.is_empty() => VariableFact::RealScalar,
            "defined" if values.is_empty() => VariableFact::Defined,
            "undefined" if values.is_empty() => VariableFact::Undefined,
            "complex" if values.is_empty() => VariableFact::Real(false),
            "real" => match yes_or_no {
                Some(real) => VariableFact::Real(real),
                // A sentence: `%# the real thing`.
                None => return None,
            },
            "logical" => match yes_or_no {
                Some(logical) => VariableFact::Logical(logical),
                None => return None,
            },
            "class" => match values {
                &[(class, _)] if is_identifier(class.trim_matches('\'')) => {
                    VariableFact::Class(self.tree.intern(class.trim_matches('\'')))
                }
                _ if values.len() > 1 => return None,
                _ => return Some(Err("the name of a class after `class`")),
            },
            "size" | "ndims" | "widen" => {
                let value = values.first().and_then(|&(_, at)| self.read_value(at.start, end));
                let Some(value) = value else {
                    if !looks_like_value(values) {
                        return None;
                    }
                    return Some(Err(match instruction {
                        "size" => "a matrix of extents after `size`, as in `[3 UNKNOWN]`",
                        "ndims" => "a number of dimensions after `ndims`",
                        _ => "the number of a dimension after `widen`",
                    }));
                };
                match instruction {
                    "size" => VariableFact::Size(value),
                    "ndims" => VariableFact::Ndims(value),
                    _ => VariableFact::Widen(value),
                }
            }
            _ => return None,
        };
        Some(Ok(fact))
    }

    /// The number or matrix of numbers that fills the text from `start` to `end`.
    fn read_value(&mut self, start: u32, end: u32) -> Option<ExprId> {
        let text = &self.text[start as usize..end as usize];
        // No value holds a comment, which might be an annotation in turn.
        if memchr::memchr2(b'%', b'#', text).is_some() {
            return None;
        }
        // A parser of its own: the comment stands in the middle of our token stream.
        let parsed = super::parse(text, self.dialect);
        let (&[stmt], []) = (parsed.tree.body(), &parsed.errors[..]) else { return None };
        let crate::tree::StmtKind::Expr(root) = parsed.tree.stmt(stmt).kind else { return None };
        self.copy_value(&parsed.tree, root, start)
    }

    /// Copies a number, `UNKNOWN` or a row of them out of another tree.
    fn copy_value(&mut self, from: &crate::tree::Tree, id: ExprId, offset: u32) -> Option<ExprId> {
        let expr = from.expr(id);
        let span = Span::new(expr.span.start + offset, expr.span.end + offset);
        let kind = match &expr.kind {
            ExprKind::Number(number) => ExprKind::Number(*number),
            ExprKind::Name(name) => ExprKind::Name(self.tree.intern(from.name(*name))),
            ExprKind::Matrix(rows) => {
                let [row] = &rows[..] else { return None };
                let mut elements = Vec::new();
                for &element in row {
                    if matches!(from.expr(element).kind, ExprKind::Matrix(_)) {
                        return None;
                    }
                    elements.push(self.copy_value(from, element, offset)?);
                }
                ExprKind::Matrix(Box::new([elements.into()]))
            }
            _ => return None,
        };
        Some(self.add_expr(kind, span))
    }
}

/// Whether the words after an instruction are missing or start like a number or a
/// matrix, so that an annotation was meant and not a sentence.
fn looks_like_value(words: &[Word<'_>]) -> bool {
    words.first().is_none_or(|(word, _)| word.starts_with(|c: char| c.is_ascii_digit() || c == '['))
}

fn is_identifier(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
