//! Expressions, with no more parentheses than precedence asks for.

use std::rc::Rc;

use formwork_builtins::{Fill, Operation};
use formwork_runtime::Value;
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_syntax::{BinaryOp as SyntaxOp, Precedence, with_enough_stack};
use rustc_hash::FxHashSet;

use super::layout::{ROW, SOFT, marked};
use super::names::numbered;
use super::{PrintError, Printer};
use crate::lift::{lift_with, names_in};
use crate::residual::{Callee, Expr, ExprKind, Link, Place};
use crate::walk::words;

/// Whether a built-in is written without parentheses: a constant, or a count of the call.
fn is_bare(name: &str) -> bool {
    formwork_builtins::find(name).is_some_and(|row| match row.operation {
        Operation::Constant(_)
        | Operation::Fill(Fill::Truth(_))
        | Operation::CountInputs
        | Operation::CountOutputs => true,
        _ => row.is_imaginary_unit(),
    })
}

/// The text of an expression.
struct Text {
    text: String,
    precedence: Precedence,
}

impl Text {
    fn new(text: impl Into<String>, precedence: Precedence) -> Text {
        Text { text: text.into(), precedence }
    }

    /// The text where nothing looser than `loosest` may stand.
    fn at(self, loosest: Precedence) -> String {
        if self.precedence < loosest { format!("({})", self.text) } else { self.text }
    }
}

impl Printer<'_> {
    /// An expression where anything may stand.
    pub(super) fn expr(&mut self, expr: &Expr) -> Result<String, PrintError> {
        Ok(self.text(expr, false)?.text)
    }

    /// An expression; `tight`: without blanks around operators.
    fn text(&mut self, expr: &Expr, tight: bool) -> Result<Text, PrintError> {
        with_enough_stack(|| self.bare(expr, tight))
    }

    fn bare(&mut self, expr: &Expr, tight: bool) -> Result<Text, PrintError> {
        Ok(match &expr.kind {
            ExprKind::Const(value) => self.constant(value)?,
            ExprKind::Var(var) => Text::new(&*self.variables[var], Precedence::Atom),
            ExprKind::Param(name) => Text::new(&*self.param(name), Precedence::Atom),
            ExprKind::Colon => Text::new(":", Precedence::Atom),
            ExprKind::End => Text::new("end", Precedence::Atom),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, tight)?,
            ExprKind::Binary(op, left, right) | ExprKind::Lazy(op, left, right) => {
                self.binary(syntax_op(*op), left, right, tight)?
            }
            ExprKind::AndAlso(left, right) => self.binary(SyntaxOp::AndAlso, left, right, tight)?,
            ExprKind::OrElse(left, right) => self.binary(SyntaxOp::OrElse, left, right, tight)?,
            ExprKind::Range(start, step, stop) => {
                let mut out = self.text(start, true)?.at(Precedence::Sum);
                for part in step.as_deref().into_iter().chain([&**stop]) {
                    out.push(':');
                    out.push_str(&self.text(part, true)?.at(Precedence::Sum));
                }
                Text::new(out, Precedence::Range)
            }
            ExprKind::Index(base, links) => {
                let mut out = self.base(base, links)?;
                self.links(links, &mut out)?;
                Text::new(out, Precedence::Index)
            }
            ExprKind::Call(callee, args) => {
                let name = self.names.callee(callee);
                let is_alone = args.is_empty() && matches!(callee, Callee::Builtin(_));
                // What nobody found may be a variable when it runs.
                let is_open = args.is_empty() && matches!(callee, Callee::Name(_));
                if (is_alone && is_bare(&name)) || is_open {
                    return Ok(Text::new(&*name, Precedence::Atom));
                }
                Text::new(format!("{name}({})", self.list(args)?), Precedence::Index)
            }
            ExprKind::Matrix(rows) => {
                Text::new(format!("[{}]", self.rows(rows)?), Precedence::Atom)
            }
            ExprKind::Cell(rows) => {
                Text::new(format!("{{{}}}", self.rows(rows)?), Precedence::Atom)
            }
            ExprKind::Handle(callee) => {
                Text::new(format!("@{}", self.names.callee(callee)), Precedence::Index)
            }
            ExprKind::Anonymous(params, value, written) => {
                let text = self.anonymous(params, value)?;
                match written.as_deref().and_then(|written| as_written(&text.text, written)) {
                    Some(written) => Text::new(written, Precedence::Anonymous),
                    None => text,
                }
            }
        })
    }

    fn constant(&mut self, value: &Value) -> Result<Text, PrintError> {
        let Some(lifted) = lift_with(value, self.lift_options()) else {
            let function = Rc::clone(self.names.function(self.function));
            return Err(PrintError::Constant { function, class: value.class().name() });
        };
        let is_large = self.options.max_constant.is_some_and(|most| value.numel() > most);
        if is_large && !value.is_string() {
            let known = self.constants.iter().find(|(_, text)| *text == lifted.text);
            let name = match known {
                Some((name, _)) => Rc::clone(name),
                None => {
                    let number = self.constants.len() + 1;
                    let name = self.names.new_function(&format!("constant_{number}"));
                    self.constants.push((Rc::clone(&name), lifted.text));
                    name
                }
            };
            return Ok(Text::new(format!("{name}()"), Precedence::Index));
        }
        Ok(Text::new(marked(&lifted.text), lifted.precedence))
    }

    /// A constant that is assigned to elements: `[]` there would delete them.
    pub(super) fn element_value(&mut self, value: &Expr) -> Result<String, PrintError> {
        let text = self.expr(value)?;
        Ok(match &text[..] {
            "[]" => "zeros(0, 0)".to_owned(),
            "''" => "char(zeros(0, 0))".to_owned(),
            "\"\"" => "reshape(\"\", 0, 0)".to_owned(),
            _ => text,
        })
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, tight: bool) -> Result<Text, PrintError> {
        let sign = match op {
            UnaryOp::Plus => '+',
            UnaryOp::Minus => '-',
            UnaryOp::Not => '~',
            UnaryOp::Transpose | UnaryOp::ConjugateTranspose => {
                let quote = if op == UnaryOp::Transpose { ".'" } else { "'" };
                let text = self.text(operand, tight)?;
                // After a closing quote another one would reopen the text.
                let is_safe = text.text.ends_with([')', ']', '}'])
                    || !matches!(operand.kind, ExprKind::Const(_));
                let text =
                    if is_safe { text.at(Precedence::Power) } else { format!("({})", text.text) };
                return Ok(Text::new(text + quote, Precedence::Power));
            }
        };
        let text = self.text(operand, tight)?.at(Precedence::Prefix);
        // Two signs in a row would be one operator.
        Ok(if text.starts_with(['+', '-']) && sign != '~' {
            Text::new(format!("{sign}({text})"), Precedence::Prefix)
        } else {
            Text::new(format!("{sign}{text}"), Precedence::Prefix)
        })
    }

    fn binary(
        &mut self,
        op: SyntaxOp,
        left: &Expr,
        right: &Expr,
        tight: bool,
    ) -> Result<Text, PrintError> {
        let precedence = op.precedence();
        let (text, is_power) = (op.text(), precedence == Precedence::Power);
        let left = self.text(left, tight)?.at(precedence);
        let tighter = if is_power { Precedence::Index } else { precedence.tighter() };
        let right = self.text(right, tight)?.at(tighter);
        let out = if is_power || (tight && !right.starts_with(['+', '-'])) {
            // A digit before a dot would take it for itself.
            let gap = if text.starts_with('.') && left.ends_with(|c: char| c.is_ascii_digit()) {
                " "
            } else {
                ""
            };
            format!("{left}{gap}{text}{gap}{right}")
        } else {
            format!("{left} {text} {SOFT}{right}")
        };
        Ok(Text::new(out, precedence))
    }

    /// What is indexed.
    fn base(&mut self, base: &Expr, links: &[Link]) -> Result<String, PrintError> {
        Ok(match &base.kind {
            // What nobody found may be a variable when it runs.
            ExprKind::Call(callee @ Callee::Name(_), args)
                if args.is_empty() && !matches!(links.first(), Some(Link::Paren(_))) =>
            {
                self.names.callee(callee).to_string()
            }
            ExprKind::Const(_) | ExprKind::Handle(_) => {
                let text = self.expr(base)?;
                if text.starts_with('[') { text } else { format!("({text})") }
            }
            ExprKind::Call(callee, args) if args.is_empty() => {
                format!("{}()", self.names.callee(callee))
            }
            ExprKind::Unary(..) => format!("({})", self.expr(base)?),
            _ => self.text(base, false)?.at(Precedence::Index),
        })
    }

    fn links(&mut self, links: &[Link], out: &mut String) -> Result<(), PrintError> {
        for link in links {
            match link {
                Link::Paren(args) => {
                    let args = self.list(args)?;
                    out.push_str(&format!("({args})"));
                }
                Link::Brace(args) => {
                    let args = self.list(args)?;
                    out.push_str(&format!("{{{args}}}"));
                }
                Link::Field(name) => {
                    out.push('.');
                    out.push_str(name);
                }
                Link::DynamicField(name) => {
                    let name = self.expr(name)?;
                    out.push_str(&format!(".({name})"));
                }
            }
        }
        Ok(())
    }

    /// A variable or a place in it.
    pub(super) fn place(&mut self, place: &Place) -> Result<String, PrintError> {
        let mut out = self.variables[&place.var].to_string();
        self.links(&place.links, &mut out)?;
        Ok(out)
    }

    fn list(&mut self, items: &[Expr]) -> Result<String, PrintError> {
        let texts: Result<Vec<String>, _> = items.iter().map(|item| self.expr(item)).collect();
        Ok(texts?.join(&format!(", {SOFT}")))
    }

    fn rows(&mut self, rows: &[Vec<Expr>]) -> Result<String, PrintError> {
        let texts: Result<Vec<String>, _> = rows
            .iter()
            .map(|row| {
                let items: Result<Vec<String>, _> =
                    row.iter().map(|item| self.element(item)).collect();
                Ok(items?.join(&format!(", {SOFT}")))
            })
            .collect();
        Ok(texts?.join(&format!("; {ROW}")))
    }

    /// An expression between brackets, where blanks that were written would separate.
    fn element(&mut self, item: &Expr) -> Result<String, PrintError> {
        let ExprKind::Anonymous(params, value, Some(written)) = &item.kind else {
            return self.expr(item);
        };
        let text = self.anonymous(params, value)?.text;
        Ok(as_written(&text, written).map_or(text, |written| format!("({written})")))
    }

    fn param(&self, name: &Rc<str>) -> Rc<str> {
        let innermost = self.params.iter().rev().flatten().find(|(own, _)| own == name);
        innermost.map_or_else(|| Rc::clone(name), |(_, printed)| Rc::clone(printed))
    }

    /// An anonymous function. A parameter that would hide what the value means otherwise
    /// gets another name.
    fn anonymous(&mut self, params: &[Rc<str>], value: &Expr) -> Result<Text, PrintError> {
        let mut meant: FxHashSet<Rc<str>> = FxHashSet::default();
        value.visit(&mut |expr| match &expr.kind {
            ExprKind::Var(var) => {
                meant.insert(Rc::clone(&self.variables[var]));
            }
            ExprKind::Call(callee, _) | ExprKind::Handle(callee) => {
                meant.insert(self.names.callee(callee));
            }
            ExprKind::Const(value) => {
                if let Some(lifted) = lift_with(value, self.lift_options()) {
                    meant.extend(names_in(&lifted.text).map(Rc::from));
                }
            }
            _ => {}
        });
        let mut scope: Vec<(Rc<str>, Rc<str>)> = Vec::new();
        for name in params {
            let printed = if meant.contains(name) {
                numbered(name, |other| {
                    meant.contains(other) || params.iter().any(|param| &**param == other)
                })
            } else {
                Rc::clone(name)
            };
            scope.push((Rc::clone(name), printed));
        }
        let list: Vec<&str> = scope.iter().map(|(_, printed)| &**printed).collect();
        let head = format!("@({})", list.join(", "));
        self.params.push(scope);
        let value = self.expr(value);
        self.params.pop();
        Ok(Text::new(format!("{head} {}", value?), Precedence::Anonymous))
    }
}

/// How an anonymous function was written, if it is to be printed so: its handle would show
/// another text, and all names mean the same.
fn as_written(printed: &str, written: &str) -> Option<String> {
    let printed = printed.replace([SOFT, ROW], "");
    let shown = formwork_hir::handle_text(&printed);
    let differs = shown.is_some() && shown != formwork_hir::handle_text(written);
    let is_plain = !written.contains(['\n', '\r', SOFT, ROW]) && !written.contains("...");
    (differs && is_plain && words(&printed).eq(words(written))).then(|| written.to_owned())
}

fn syntax_op(op: BinaryOp) -> SyntaxOp {
    match op {
        BinaryOp::Add => SyntaxOp::Add,
        BinaryOp::Subtract => SyntaxOp::Subtract,
        BinaryOp::Multiply => SyntaxOp::Multiply,
        BinaryOp::Divide => SyntaxOp::Divide,
        BinaryOp::LeftDivide => SyntaxOp::LeftDivide,
        BinaryOp::Power => SyntaxOp::Power,
        BinaryOp::ElementMultiply => SyntaxOp::ElementMultiply,
        BinaryOp::ElementDivide => SyntaxOp::ElementDivide,
        BinaryOp::ElementLeftDivide => SyntaxOp::ElementLeftDivide,
        BinaryOp::ElementPower => SyntaxOp::ElementPower,
        BinaryOp::Less => SyntaxOp::Less,
        BinaryOp::LessEqual => SyntaxOp::LessEqual,
        BinaryOp::Equal => SyntaxOp::Equal,
        BinaryOp::NotEqual => SyntaxOp::NotEqual,
        BinaryOp::GreaterEqual => SyntaxOp::GreaterEqual,
        BinaryOp::Greater => SyntaxOp::Greater,
        BinaryOp::And => SyntaxOp::And,
        BinaryOp::Or => SyntaxOp::Or,
    }
}
