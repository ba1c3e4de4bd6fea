//! The printer: tree to text.
//!
//! The text reads back to the same tree, comments included; printing what was
//! read back gives the same text. It is laid out afresh: one statement a line,
//! four blanks a level, `, ` between elements. What the author broke over several
//! lines inside brackets stays broken there.

mod class;
mod expr;
mod stmt;

use crate::tree::{Comment, CommentId, CommentKind, ExprId, Tree, Trivia};

/// How to print.
#[derive(Clone, Copy, Debug)]
pub struct PrintOptions {
    /// Print the parentheses the author wrote, also where precedence does not
    /// ask for them, as the text of an anonymous function shows them.
    pub author_parentheses: bool,
    /// Blanks per level.
    pub indent: usize,
}

impl Default for PrintOptions {
    fn default() -> PrintOptions {
        PrintOptions { author_parentheses: false, indent: 4 }
    }
}

/// Prints a whole file.
#[must_use]
pub fn print(tree: &Tree) -> Vec<u8> {
    print_with(tree, PrintOptions::default())
}

/// Prints a whole file as `options` say.
#[must_use]
pub fn print_with(tree: &Tree, options: PrintOptions) -> Vec<u8> {
    let mut printer = Printer::new(tree, options);
    printer.block(tree.body());
    if !printer.out.is_empty() {
        printer.out.push(b'\n');
    }
    printer.out
}

/// Prints one expression.
#[must_use]
pub fn print_expr(tree: &Tree, id: ExprId, options: PrintOptions) -> Vec<u8> {
    let mut printer = Printer::new(tree, options);
    printer.whole_expr(id);
    printer.out
}

/// The state of printing.
struct Printer<'a> {
    tree: &'a Tree,
    options: PrintOptions,
    out: Vec<u8>,
    /// Levels of indentation of the current statement.
    level: usize,
    /// In how many `do` blocks we are.
    do_depth: u32,
    /// Where the text of the current statement starts.
    statement_start: usize,
    /// Where the text ended when a single-quoted string was printed last.
    string_end: usize,
    /// A leaf whose trivia has been printed ahead of it, as part of a row.
    printed_ahead: Option<ExprId>,
}

impl<'a> Printer<'a> {
    fn new(tree: &'a Tree, options: PrintOptions) -> Printer<'a> {
        Printer {
            tree,
            options,
            out: Vec::new(),
            level: 0,
            do_depth: 0,
            statement_start: 0,
            string_end: 0,
            printed_ahead: None,
        }
    }

    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn name(&mut self, name: crate::tree::Name) {
        let tree = self.tree;
        self.text(tree.name(name));
    }

    fn qualified(&mut self, parts: &[crate::tree::Name]) {
        for (index, &part) in parts.iter().enumerate() {
            if index > 0 {
                self.out.push(b'.');
            }
            self.name(part);
        }
    }

    /// Ends the current line, if there is one, and indents the next.
    fn begin_line(&mut self, extra: usize) {
        if !self.out.is_empty() {
            self.trim_blanks();
            self.out.push(b'\n');
        }
        let blanks = (self.level + extra) * self.options.indent;
        self.out.resize(self.out.len() + blanks, b' ');
    }

    /// Whether only blanks have been printed on the current line.
    fn at_line_start(&self) -> bool {
        let visible = self.out.iter().rev().find(|&&byte| byte != b' ');
        matches!(visible, None | Some(b'\n'))
    }

    fn trim_blanks(&mut self) {
        while self.out.last() == Some(&b' ') {
            self.out.pop();
        }
    }

    fn comment_text(&mut self, comment: &Comment) {
        self.out.extend_from_slice(&self.tree.comment_text(comment));
    }

    /// Line breaks and comments inside an expression, where a line goes on only
    /// after three dots.
    fn continued(&mut self, trivia: &[Trivia]) {
        for &piece in trivia {
            match piece {
                Trivia::Break => self.dots(),
                Trivia::Comment(id) => {
                    let comment = self.comment(id);
                    if comment.kind == CommentKind::Block {
                        self.comment_text(comment);
                    } else {
                        self.dots();
                        self.out.push(b' ');
                        self.comment_text(comment);
                    }
                }
            }
            self.begin_line(1);
        }
    }

    fn comment(&self, id: CommentId) -> &'a Comment {
        self.tree.comment(id)
    }

    /// Three dots, set apart from what stands before them.
    fn dots(&mut self) {
        self.trim_blanks();
        if !matches!(self.out.last(), None | Some(b'\n')) {
            self.out.push(b' ');
        } else {
            self.out.resize(self.out.len() + (self.level + 1) * self.options.indent, b' ');
        }
        self.text("...");
    }

    /// Line breaks and comments between the rows of a literal, where every line
    /// end separates rows.
    fn between_rows(&mut self, trivia: &[Trivia], extra: usize) {
        for &piece in trivia {
            if let Trivia::Comment(id) = piece {
                let comment = self.comment(id);
                match comment.kind {
                    CommentKind::Block => self.comment_text(comment),
                    CommentKind::Continuation => {
                        self.dots();
                        self.out.push(b' ');
                        self.comment_text(comment);
                    }
                    // Alone on its line, `%{` would open a block comment.
                    CommentKind::Line
                        if self.at_line_start()
                            && crate::lex::is_block_mark(self.tree.text(comment.text), b'{') =>
                    {
                        self.dots();
                        self.out.push(b' ');
                        self.comment_text(comment);
                    }
                    CommentKind::Line => {
                        if !matches!(self.out.last(), None | Some(b' ')) {
                            self.out.push(b' ');
                        }
                        self.comment_text(comment);
                    }
                }
            }
            self.begin_line(extra);
        }
    }
}
