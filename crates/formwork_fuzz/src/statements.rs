//! More of the language for random programs: handles, errors, strings, masks, lists,
//! struct arrays, formatted output, loops of all kinds.

use std::fmt::Write as _;

use crate::programs::Generator;

/// Formats of printed values.
const FORMATS: &[&str] = &[
    "%d|",
    "%5.2f|",
    "%g ",
    "%x;",
    "%-6d|",
    "%+d ",
    "%e\\n",
    "%s|",
    "%c",
    "%5s|",
    "%i %i\\n",
    "%d %s\\n",
    "%%|%d",
    "[%3d]",
    "%05d ",
    "%.3g|",
    "%8.3e|",
    "%u,",
    "%o ",
    "%6.1f\\n",
    "a%db%dc\\n",
    "%f ",
    "%G|",
    "%.0f|",
    "%*d|",
    "x\\ty%d\\n",
];

impl Generator<'_> {
    /// A number of few digits, so that what it is put into is about language and not
    /// about rounding.
    fn small(&mut self) -> i32 {
        self.rng.i32(-3..7)
    }

    fn text(&mut self) -> &'static str {
        self.pick(&[
            "'abc'",
            "'Hello World'",
            "\"tab\\there\"",
            "''",
            "'a,b;c'",
            "'x1y22'",
            "'  pad '",
            "\"two\"",
            "'It''s'",
        ])
    }

    fn text_expression(&mut self) -> String {
        let text = self.text();
        match self.rng.u8(..22) {
            0 => format!("upper ({text})"),
            1 => format!("fliplr ({text})"),
            2 => format!("strrep ({text}, 'l', 'LL')"),
            3 => format!("strtrim ({text})"),
            4 => format!("[{text}, ' end']"),
            5 => format!("strcat ({text}, '-', {})", self.text()),
            6 => format!("strsplit ({text}, ',')"),
            7 => format!("strjoin ({{{text}, 'q', {}}}, '+')", self.text()),
            8 => format!("regexprep ({text}, '[a-c]', '<$0>')"),
            9 => format!("regexp ({text}, '[0-9]+', 'match')"),
            10 => format!("strcmp ({text}, {{{}, 'abc', 3}})", self.text()),
            11 => format!("strfind ({text}, 'b')"),
            12 => format!("double ({text})"),
            13 => format!("{text} == 'a'"),
            14 => format!("length ({text}) + {}", self.small()),
            15 => format!("num2str ({})", self.name()),
            16 => format!("mat2str ({})", self.name()),
            17 => format!("sprintf ('%d,', {})", self.name()),
            18 => format!("isspace ({text})"),
            19 => format!("strncmpi ({text}, 'ABx', 2)"),
            20 => format!("repmat ({text}, 1, 2)"),
            _ => format!("lower (strtok ({text}))"),
        }
    }

    fn handle(&mut self) -> String {
        let k = self.small();
        match self.rng.u8(..9) {
            0 => format!("@(t) t + {k}"),
            1 => "@numel".to_owned(),
            2 => format!("@(t) [t, {k}]"),
            3 => "@(t) class (t)".to_owned(),
            4 => format!("@(t) sum (t(:)) * {k}"),
            5 => "@(t) isempty (t)".to_owned(),
            6 => "@(t) {t}".to_owned(),
            7 => "@(t) size (t)".to_owned(),
            _ => format!("@(t) helper (t, {k})"),
        }
    }

    /// An expression of the wider language.
    pub(crate) fn wider_expression(&mut self) -> String {
        let (a, b) = (self.name(), self.name());
        let k = self.small();
        match self.rng.u8(..64) {
            0..=5 => self.text_expression(),
            6 => format!("cellfun ({}, w)", self.handle()),
            7 => format!("cellfun ({}, w, 'UniformOutput', false)", self.handle()),
            8 => format!("arrayfun ({}, {a})", self.handle()),
            9 => format!("arrayfun ({}, {a}, 'UniformOutput', false)", self.handle()),
            10 => "cellfun (@isempty, w)".to_owned(),
            11 => "cellfun ('length', w)".to_owned(),
            12 => format!("structfun ({}, s, 'UniformOutput', false)", self.handle()),
            13 => format!("{a}({a} > {k})"),
            14 => format!("{a}({b}(end))"),
            15 => "w{end}(end)".to_owned(),
            16 => format!("{a}(min (end, 2))"),
            17 => format!("{a}(end, end)"),
            18 => format!("{a}(:, end:-1:1)"),
            19 => format!("{a}(numel ({b}(1:end-1)))"),
            20 => "[w{:}]".to_owned(),
            21 => format!("w({})", self.rng.u8(1..4)),
            22 => "[s.p]".to_owned(),
            23 => "{s.q}".to_owned(),
            24 => format!("int8 ({k}) * {a}"),
            25 => format!("uint8 ({a}) - {b}"),
            26 => format!("idivide (int32 ({a}), int32 (2))"),
            27 => format!("bitand (uint8 ({a}), 7)"),
            28 => format!("bitshift (uint16 ({}), {})", self.rng.u8(..9), self.rng.i8(-2..4)),
            29 => format!("{}:{}:{}", self.small(), self.pick(&["-1", "-2", "-0.5"]), self.small()),
            30 => format!("({a})({})", self.subscripts()),
            31 => format!("({a} + 1i) .* {b}"),
            32 => format!("abs ({a} * (3 + 4i))"),
            33 => format!("conj ({a} + 2i)'"),
            34 => format!("zeros (2, {}, 2)", self.rng.u8(1..4)),
            35 => format!("sum (ones (2, 3, 2), {})", self.rng.u8(1..5)),
            36 => format!("squeeze (cat (3, {a}, {a}))"),
            37 => format!("isfield (s, {{'p', '{}'}})", self.pick(&["q", "zz", "r"])),
            38 => "fieldnames (s)".to_owned(),
            39 => format!("eye ({})", self.rng.u8(1..4)),
            40 => format!("eye (2) * {a}"),
            41 => format!("{a} * eye (size ({a}, 2))"),
            42 => format!("diag ({a}) + {k}"),
            43 => format!("eye (3)({})", self.subscripts()),
            44 => format!("inv (eye (2) * {k})"),
            45 => format!("any ({a}(:) > {k}) && all ({b}(:) < {k})"),
            46 => format!("xor ({a}, {b})"),
            47 => format!("!isempty ({a}) || error ('not reached')"),
            48 => format!("find ({a}, {})", self.rng.u8(1..3)),
            49 => format!("histc ({a}, 0:3)"),
            50 => format!("accumarray ([1; 2; 1], [{k}; 2; 3])"),
            51 => format!("polyval ([1 {k} 2], {a})"),
            52 => format!("dot ({a}, {b})"),
            53 => format!("kron ({a}, [1 {k}])"),
            54 => format!("fix ({a} / 3)"),
            55 => format!("factorial_of ({})", self.rng.u8(..6)),
            56 => format!("twice_of (@(t) t * {k} + 1, {a})"),
            57 => format!("checked ({a}, {})", self.rng.u8(1..6)),
            58 => format!("counter ({k})"),
            59 => format!("feval (@plus, {a}, {k})"),
            60 => format!("max ({a}, {k})"),
            61 => format!("nnz ({a}) * [1 {k}; 2 3]"),
            62 => format!("isa ({a}, '{}')", self.pick(&["float", "integer", "numeric", "double"])),
            _ => format!("func2str ({})", self.handle()),
        }
    }

    /// A statement of the wider language.
    pub(crate) fn wider_statement(&mut self, depth: usize) {
        let (target, other) = (self.name(), self.name());
        let k = self.small();
        match self.rng.u8(..34) {
            0..=9 => {
                let value = self.wider_expression();
                self.guarded(&format!("{target} = {value}"));
            }
            10 => {
                let value = self.wider_expression();
                self.guarded(&format!("disp ({value})"));
            }
            11 => {
                let format = self.pick(FORMATS);
                self.guarded(&format!("printf ('{format}', {target}); disp ('')"));
            }
            12 => {
                let function =
                    self.pick(&["num2str", "int2str", "disp", "class", "size_equal", "isreal"]);
                self.guarded(&format!("disp ({function} ({target}))"));
            }
            13 => {
                let digits = self.rng.u8(1..8);
                let function = self.pick(&["num2str", "mat2str"]);
                self.guarded(&format!("disp ({function} ({target}, {digits}))"));
            }
            14 => self.caught_error(target, other, k),
            15 => self.switch(target, depth),
            16 | 17 if depth < 2 => self.while_loop(target, k, depth),
            18 if depth < 2 => self.do_loop(depth),
            31 => {
                let _ = writeln!(
                    self.out,
                    "try\nunwind_protect\n{target} = checked ({other});\ndisp ({target});\nunwind_protect_cleanup\ndisp ('cleaned');\nend_unwind_protect\ncatch e, disp (e.message); end"
                );
            }
            _ => {
                let line = self.line(target, other, k);
                self.guarded(&line);
            }
        }
    }

    /// A call that may fail, and what it fails with.
    fn caught_error(&mut self, target: &str, other: &str, k: i32) {
        let call = match self.rng.u8(..6) {
            0 => format!("error ('My:id', 'value %d', {k})"),
            1 => "error ('plain message')".to_owned(),
            2 => format!("checked ({target}, 2)"),
            3 => format!("[p1, p2, p3] = spread ({target}, {other});"),
            4 => format!("undefined_function_of ({target})"),
            _ => format!("x = {target}.nofield"),
        };
        let _ = writeln!(
            self.out,
            "try\n{call}\ncatch err\nprintf ('%s|%s\\n', err.identifier, err.message);\nend"
        );
    }

    /// A `switch` over values of all kinds.
    fn switch(&mut self, target: &str, depth: usize) {
        let subject = match self.rng.u8(..3) {
            0 => self.text().to_owned(),
            1 => format!("numel ({target})"),
            _ => target.to_owned(),
        };
        let _ = writeln!(
            self.out,
            "try\nswitch {subject}\ncase {{1, 'abc', 'two'}}\ndisp ('first');\ncase 2\ndisp ('second');\ncase 'Hello World'"
        );
        self.statement(depth + 1);
        self.out.push_str("otherwise\n");
        self.statement(depth + 1);
        self.out.push_str("end\ncatch e, disp (e.message); end\n");
    }

    /// A `while` loop that may be left early.
    fn while_loop(&mut self, target: &str, k: i32, depth: usize) {
        self.loops += 1;
        let n = format!("n{}", self.loops);
        let limit = self.rng.u8(1..5);
        let _ = writeln!(self.out, "try\n{n} = 0;\nwhile {n} < {limit}\n{n}++;");
        let _ = writeln!(self.out, "if mod ({n}, 3) == {}, continue; end", k.rem_euclid(3));
        self.statement(depth + 1);
        let _ = writeln!(self.out, "if numel ({target}) > 6, break; end");
        self.out.push_str("end\ncatch e, disp (e.message); end\n");
    }

    /// A loop that ends with `until`.
    fn do_loop(&mut self, depth: usize) {
        self.loops += 1;
        let n = format!("n{}", self.loops);
        let _ = writeln!(self.out, "try\n{n} = 0;\ndo\n{n} += 2;");
        self.statement(depth + 1);
        let _ = writeln!(self.out, "until {n} > {}", self.rng.u8(1..6));
        self.out.push_str("catch e, disp (e.message); end\n");
    }

    /// A statement on one line.
    fn line(&mut self, target: &str, other: &str, k: i32) -> String {
        match self.rng.u8(..14) {
            0 => format!("{target}({target} > {k}) = {other}(1)"),
            1 => format!("{target}({target} == {k}) = []"),
            2 => format!("s({}).p = {target};", self.rng.u8(1..4)),
            3 => format!("s.('{}') = {target}", self.pick(&["p", "dyn"])),
            4 => format!(
                "t = struct ('a', {{{k}, '{}', {target}}}); t(2) = []; [t.a] = deal ({other}); t(end).a, size (t)",
                self.pick(&["x", "yy"])
            ),
            5 => format!("[w{{1:2}}] = deal ({target}, {k}); w"),
            6 => format!("w(end+1) = {{{target}}};"),
            7 => format!("w{{{}}}({}) = {k};", self.rng.u8(1..4), self.rng.u8(1..4)),
            8 => format!(
                "[{target}, i1] = {} ({other})",
                self.pick(&["sort", "max", "min", "unique"])
            ),
            9 => format!("[i1, i2] = find ({target})"),
            10 => format!("f = {}; {target} = f ({other})", self.handle()),
            11 => format!(
                "m = containers.Map (); m('one') = {target}; m('two') = {k}; disp (m.keys ()); disp (m.Count); {other} = m('{}')",
                self.pick(&["one", "three"])
            ),
            12 => format!("{target} = {{{other}, {k}; 'x', {{2}}}}; {target}{{2, 2}}"),
            _ => format!("{target}.inner.deep(2) = {k}"),
        }
    }
}
