//! Statements of stress programs with blocks in them: loops, branches, handlers.

use super::Stress;
use crate::habits;

impl Stress<'_> {
    /// A loop in which a variable grows.
    pub(super) fn growth(&mut self, x: &str) {
        let k = self.counter();
        let start =
            self.pick(&["[]", "zeros (1, 0)", "zeros (0, 1)", "''", "{}", "1", "zeros (2, 0)"]);
        let bound = self.pick(&["n", "3", "n + 1", "0", "numel (a)", "2"]);
        self.emit(&format!("{x} = {start};"));
        self.emit(&format!("for {k} = 1:{bound}"));
        self.depth += 1;
        if self.below(3) == 0 {
            let test = self.pick(&["mod (K, 2) == 0", "K > 2", "numel (X) > 2", "isempty (X)"]);
            let test = test.replace('K', &k).replace('X', x);
            let how = self.pick(&["continue;", "break;", "break;"]);
            self.emit(&format!("if {test}"));
            self.depth += 1;
            self.emit(how);
            self.depth -= 1;
            self.emit("end");
        }
        let text = self.pick(&[
            "X(end+1) = K;",
            "X = [X, K];",
            "X = [X; K];",
            "X(K) = K;",
            "X{end+1} = K;",
            "X(:, K) = [1; 2];",
            "X(K, 1:2) = [K K];",
            "X = [X, zeros(1, K)];",
            "X = [X; K, K];",
            "X = X';",
            "X(K, K) = 1;",
            "X(end+2) = K;",
        ]);
        let text = text.replace('X', x).replace('K', &k);
        self.simple(&text);
        self.depth -= 1;
        self.emit("end");
    }

    /// A loop that may be left early.
    pub(super) fn for_loop(&mut self, x: &str, y: &str) {
        let k = self.counter();
        let over = match self.below(9) {
            0 => y.to_owned(),
            1 => "w".to_owned(),
            2 => "n:-1:1".to_owned(),
            3 => "[]".to_owned(),
            4 => format!("1:numel ({y})"),
            5 => format!("0.5:{}", self.base.rng.u8(..4)),
            _ => format!("1:{}", self.pick(&["n", "2", "3", "n - 1"])),
        };
        self.emit(&format!("for {k} = {over}"));
        self.block(3);
        self.depth += 1;
        match self.below(6) {
            0 => self.emit(&format!("if numel ({x}) > 3, break; end")),
            1 => self.emit(&format!("if isempty ({x}), continue; end")),
            2 => self.simple(&format!("{x} = {k};")),
            3 => self.simple(&format!("{x}({k}) = {k};")),
            _ => {}
        }
        self.depth -= 1;
        self.emit("end");
        if self.below(4) == 0 {
            self.simple(&format!("{y} = {k};"));
        }
    }

    /// A loop that a counter ends.
    pub(super) fn while_loop(&mut self, x: &str) {
        let k = self.counter();
        self.emit(&format!("{k} = 0;"));
        let bound = self.pick(&["n", "3", "2", "numel (a)", "5"]);
        let until = self.below(4) == 0;
        if until {
            self.emit("do");
        } else {
            let more = self.pick(&["", "", " && ~isempty (X)", " && numel (X) < 4"]);
            let more = more.replace('X', x);
            self.emit(&format!("while {k} < {bound}{more}"));
        }
        self.depth += 1;
        self.emit(&format!("{k} = {k} + 1;"));
        self.emit(&format!("if {k} > 6, break; end"));
        self.depth -= 1;
        self.block(2);
        if until {
            self.emit(&format!("until {k} >= {bound}"));
        } else {
            self.emit("end");
        }
    }

    fn condition(&mut self, x: &str, y: &str) -> String {
        if self.below(3) == 0 {
            return self.template(habits::CONDITIONS, x, y);
        }
        let text = self.pick(&[
            "isempty (X)",
            "~isempty (X) && X(1) > 0",
            "numel (X) > 2",
            "n > 2",
            "n == 3",
            "isscalar (X)",
            "isrow (X)",
            "ischar (X)",
            "isreal (X) && all (X(:) > 0)",
            "isequal (size (X), size (Y))",
            "size (X, 1) == size (Y, 1)",
            "columns (X) == 3 || n > 1",
            "nargin > 2",
            "isnumeric (X)",
            "iscell (X)",
            "any (X(:))",
            "X",
            "size (X, 2) ~= 1",
            "ndims (X) == 2",
            "islogical (X)",
            "numel (w) > 3",
            "isfield (s, 'r')",
            "mod (n, 2)",
            "true",
            "rows (X) >= n",
        ]);
        text.replace('X', x).replace('Y', y)
    }

    /// An `if`, some branches of which end the function.
    pub(super) fn branch(&mut self, x: &str, y: &str) {
        let condition = self.condition(x, y);
        self.emit(&format!("if {condition}"));
        self.block(2);
        if self.below(3) == 0 {
            let condition = self.condition(y, x);
            self.emit(&format!("elseif {condition}"));
            self.block(1);
        }
        match self.below(5) {
            0 => {}
            1 => {
                self.emit("else");
                self.depth += 1;
                let how = self.pick(&["error ('no');", "return;"]);
                if self.depth < 4 {
                    self.emit(how);
                } else {
                    self.emit("n = 2;");
                }
                self.depth -= 1;
            }
            _ => {
                self.emit("else");
                self.block(2);
            }
        }
        self.emit("end");
    }

    pub(super) fn switch(&mut self, y: &str) {
        let subject = match self.below(4) {
            0 => "n".to_owned(),
            1 => format!("class ({y})"),
            2 => format!("numel ({y})"),
            _ => "mod (n, 3)".to_owned(),
        };
        self.emit(&format!("switch {subject}"));
        self.depth += 1;
        let labels = self.pick(&["1", "{1, 2}", "'double'", "{'char', 'cell'}", "0"]);
        self.emit(&format!("case {labels}"));
        self.block(1);
        let label = self.pick(&["2", "3", "'logical'"]);
        self.emit(&format!("case {label}"));
        self.block(1);
        if self.below(2) == 0 {
            self.emit("otherwise");
            self.block(1);
        }
        self.depth -= 1;
        self.emit("end");
    }

    /// A `try` or an `unwind_protect`.
    pub(super) fn attempt(&mut self, x: &str) {
        if self.below(4) == 0 {
            self.emit("unwind_protect");
            self.block(1);
            self.emit("unwind_protect_cleanup");
            self.depth += 1;
            self.emit(&format!("{x} = 'done';"));
            self.depth -= 1;
            self.emit("end_unwind_protect");
            return;
        }
        self.emit("try");
        self.block(2);
        if self.below(2) == 0 {
            self.depth += 1;
            self.emit(&format!("if n > 1, error ('{x}'); end"));
            self.depth -= 1;
            self.block(1);
        }
        if self.below(2) == 0 {
            self.emit("catch e");
            self.depth += 1;
            self.emit(&format!("{x} = e.message;"));
            self.depth -= 1;
        } else {
            self.emit("catch");
        }
        self.block(1);
        self.emit("end");
    }
}
