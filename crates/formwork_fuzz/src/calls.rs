//! Calls of the table's functions for random programs, by kind of argument, and values
//! that are rare in the rest: wide and mixed matrices, empties of all kinds, nested cells.
//!
//! What rounds differently from one library to the next (decompositions, roots) is not
//! here: its last digit is no matter of language. Nor are calls with too few arguments,
//! which Octave answers with its manual, nor functions where arrays are expected, of
//! which its library complains in as many ways as it has files.

use std::fmt::Write as _;

use crate::functions::{ALONG, ELEMENTWISE, PAIRS, QUERIES, SHAPING};
use crate::programs::Generator;

/// Formats of printed values, some of which do not fit them.
const FORMATS: &[&str] = &[
    "%d %s|",
    "%s",
    "%5.1f,%d;",
    "%x",
    "%g|%g\\n",
    "%-8s|",
    "%03d ",
    "%+.2e ",
    "%c%c ",
    "%s=%d\\n",
    "%5d|%-5d|",
    "%i",
    "%ld|",
    "%.10g ",
    "%5.3s|",
    "%%%d",
    "\\\\%d",
    "%u|%o",
    "%d, %f, %s\\n",
    "no args\\n",
    "%.3d|",
    "% d|",
    "%#x|",
    "%E ",
    "%a ",
    "%s %s\\n",
];

impl Generator<'_> {
    fn any_class(&mut self) -> &'static str {
        self.pick(&[
            "double", "single", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64",
            "uint64", "logical", "char",
        ])
    }

    /// A value that the rest of the generator seldom makes.
    pub(crate) fn rare_literal(&mut self) -> String {
        let class = self.any_class();
        let k = self.rng.i32(-5..20);
        match self.rng.u8(..32) {
            0 => format!("zeros(0, {})", self.rng.u8(..4)),
            1 => format!("zeros({}, 0, {})", self.rng.u8(..3), self.rng.u8(1..3)),
            2 => format!("{}(zeros(0, 3))", if class == "logical" { "single" } else { class }),
            3 => format!("[{} {} {k}] * 1000", self.number(), self.number()),
            4 => {
                format!("(1:{}) * {}", self.rng.u8(10..30), self.pick(&["1", "-2.5", "1e5", "0.1"]))
            }
            5 => format!("[{} {k}.25 1e{}]", self.number(), self.rng.i8(-8..12)),
            6 => format!("[{k} {}; {} {}] + {k}i", self.number(), self.number(), self.number()),
            7 => format!("{class}([{}; {}])", self.rng.u8(..120), self.rng.u8(..100)),
            8 => format!("single([{} {}; {} 2.5])", self.number(), self.number(), self.number()),
            9 => format!("{{{k}, 'in', {{{}, []}}}}", self.number()),
            10 => format!("{{{}; zeros(0, 2)}}", self.number()),
            11 => format!("struct('u', {k}, 'v', {{{{1, 'c'}}}})"),
            12 => format!("struct('u', {{{k}, 'b'}})"),
            13 => "cell(2, 2)".to_owned(),
            14 => "{}".to_owned(),
            15 => {
                format!("reshape({}(1:8), 2, 2, 2)", if class == "char" { "int8" } else { class })
            }
            16 => "['one  '; 'three']".to_owned(),
            17 => format!("{k} - {}i", self.number()),
            18 => format!("[{k}; {}; NaN]", self.number()),
            19 => format!("[{k} NaN; Inf {}]", self.number()),
            20 => format!("[true false; {} true]", self.rng.bool()),
            21 => format!("{class}({})", self.rng.u8(..128)),
            22 => {
                format!("intmax('{}')", self.pick(&["int8", "uint8", "int32", "uint64", "int64"]))
            }
            23 => format!("-{}:{}", self.rng.u8(..4), self.rng.u8(..4)),
            24 => format!("{k}:-3:{}", k - 7),
            25 => format!("1e5 + [{k} {}]", self.number()),
            26 => format!("[{k}.123456 {}; 99999.5 1]", self.number()),
            27 => format!("single({k}.7)"),
            28 => format!("{{@sin, {k}:{}}}", k + 3),
            29 => format!("{{'b', 'a', 'b', '{}'}}", self.pick(&["", "c", "ab"])),
            30 => format!("eye({})", self.rng.u8(1..4)),
            _ => format!("int32([{k}; 7; {}])", self.rng.i32(-9..2000)),
        }
    }

    /// Numbers that are rare.
    fn rare_numbers(&mut self) -> String {
        loop {
            let literal = self.rare_literal();
            if !literal.contains(['{', '\'', '@'])
                && !literal.contains("true")
                && !literal.starts_with("cell")
            {
                return literal;
            }
        }
    }

    /// A variable, or a value of any kind; numbers unless wild.
    fn any_value(&mut self) -> String {
        if !self.wild {
            return match self.rng.u8(..6) {
                0 | 1 => self.rare_numbers(),
                2 => self.pick(&["3", "2", "1", "[]", "-1.5"]).to_owned(),
                _ => format!("num({})", self.name()),
            };
        }
        match self.rng.u8(..8) {
            0 | 1 => self.rare_literal(),
            2 => self.operand(),
            3 => self.pick(&["s", "w", "'abc'", "\"x y\"", "3", "2", "1"]).to_owned(),
            _ => self.name().to_owned(),
        }
    }

    fn cell_text(&mut self) -> &'static str {
        self.pick(&[
            "{'b', 'a', 'b'}",
            "{'one', 'two', 'three'}",
            "{''}",
            "{'x'; 'yy'; 'x'}",
            "{}",
            "{'Ab', 'ab', 'AB1'}",
            "{'a b', ' c '}",
        ])
    }

    fn some_text(&mut self) -> &'static str {
        self.pick(&[
            "'abc'",
            "'Hello World'",
            "''",
            "'a,b;c'",
            "'x1y22'",
            "'  pad '",
            "\"two\"",
            "'It''s'",
            "'12.5'",
            "'1e3 4'",
            "['ab'; 'cd']",
            "'key=val'",
            "'aXbXc'",
        ])
    }

    /// A call of a function of the table.
    pub(crate) fn call_of_table(&mut self) -> String {
        let x = self.any_value();
        match self.rng.u8(..40) {
            0..=5 => format!("{}({x})", self.pick(ELEMENTWISE)),
            6..=8 => format!("{}({x})", self.pick(QUERIES)),
            9..=13 => format!("{}({x})", self.pick(SHAPING)),
            14..=20 => format!("{}({x}, {})", self.pick(PAIRS), self.any_value()),
            21 | 22 => format!("{}({x}, {})", self.pick(ALONG), self.rng.u8(1..4)),
            23..=29 => self.text_call(),
            30..=33 => self.container_call(),
            _ => self.array_call(&x),
        }
    }

    fn text_call(&mut self) -> String {
        let (text, other) = (self.some_text(), self.some_text());
        let cell = self.cell_text();
        match self.rng.u8(..62) {
            0 => format!("regexprep({text}, '([a-z])(\\d)', '$2$1')"),
            1 => format!("regexprep({text}, '(?<w>\\w+)', '[$1]')"),
            2 => format!("regexp({text}, '(\\w)(\\w)', 'tokens')"),
            3 => format!("regexp({text}, '[aeiou]', 'start')"),
            4 => format!("regexp({text}, 'l+', 'match', 'once')"),
            5 => format!("regexp({text}, '[,;= ]', 'split')"),
            6 => format!("regexp({text}, '(?<k>\\w)=(?<v>\\w+)', 'names')"),
            7 => format!("regexpi({text}, 'B', 'match')"),
            8 => format!("regexp({cell}, 'a', 'match')"),
            9 => format!("strsplit({text}, {{',', ';'}})"),
            10 => format!("strsplit({text})"),
            11 => format!("strjoin({cell}, '-')"),
            12 => format!("strjoin({cell})"),
            13 => format!("ostrsplit({text}, ',;')"),
            14 => format!("mat2str({text})"),
            15 => format!("num2str({text})"),
            16 => format!("str2num({text})"),
            17 => format!("str2double({text})"),
            18 => format!("str2double({cell})"),
            19 => format!("strrep({cell}, 'a', 'zz')"),
            20 => format!("strtrim({cell})"),
            21 => format!("upper({cell})"),
            22 => format!("strcat({cell}, '_x')"),
            23 => format!("[{text}, {other}]"),
            24 => format!("[{text}; {other}]"),
            25 => format!("strcmp({cell}, {text})"),
            26 => format!("strncmp({cell}, {text}, 1)"),
            27 => format!("ismember({text}, {cell})"),
            28 => format!("ismember({cell}, {})", self.cell_text()),
            29 => format!("unique({cell})"),
            30 => format!("sort({cell})"),
            31 => format!("union({cell}, {})", self.cell_text()),
            32 => format!("setdiff({cell}, {})", self.cell_text()),
            33 => format!("intersect({cell}, {})", self.cell_text()),
            34 => format!("char({cell})"),
            35 => format!("char({text}, {other})"),
            36 => format!("cellfun(@upper, {cell}, 'UniformOutput', false)"),
            37 => format!("cellfun('isempty', {cell})"),
            38 => format!("cellfun(@length, {cell})"),
            39 => format!("cellfun(@(t) [t 'z'], {cell}, 'UniformOutput', false)"),
            40 => format!("substr({text}, 1, 1)"),
            41 => format!("index({text}, 'b')"),
            42 => format!("rindex({text}, 'X')"),
            43 => format!("strjust({text}, 'right')"),
            44 => format!("blanks({})", self.rng.u8(..4)),
            45 => format!("fliplr({text})"),
            46 => format!("{text}(end:-1:1)"),
            47 => format!("{text} + {}", self.rng.u8(..3)),
            48 => format!("({text})'"),
            49 => format!("dec2bin({})", self.any_value()),
            50 => format!("dec2hex({})", self.any_value()),
            51 => format!("bin2dec('{:b}')", self.rng.u8(..)),
            52 => format!("hex2dec({text})"),
            53 => format!("dec2base({}, {})", self.rng.u8(..), self.rng.u8(2..8)),
            54 => format!("startsWith({text}, 'a')"),
            55 => format!("endsWith({cell}, 'b')"),
            56 => format!("columns({text}) - length({other})"),
            57 => format!("strsplit({text}, 'X')"),
            58 => format!("sprintf('%s|', {text}, {other})"),
            59 => format!("length(sprintf('%s', {text}))"),
            60 => format!("deblank({text})"),
            _ => format!("any({text} == '{}')", self.pick(&["a", "b", " "])),
        }
    }

    fn container_call(&mut self) -> String {
        let x = self.any_value();
        let k = self.rng.u8(1..4);
        match self.rng.u8(..36) {
            0 => format!("cellfun(@(t) numel(t) * {k}, w)"),
            1 => "cellfun(@class, w, 'UniformOutput', false)".to_owned(),
            2 => "cellfun(@(t, i) {t}, w, w)".to_owned(),
            3 => "cellfun(@(t) error('bad'), w, 'ErrorHandler', @(e, t) e.index)".to_owned(),
            4 => "cellfun(@size, w, 'UniformOutput', false)".to_owned(),
            5 => "cellfun(@isreal, w)".to_owned(),
            6 => "cellfun(@numel, w)(end)".to_owned(),
            7 => format!("arrayfun(@(i) i * {k}, {x})"),
            8 => format!("arrayfun(@(i) {{i}}, {x})"),
            9 => format!("arrayfun(@(i) i + 0, {x}, 'UniformOutput', false)"),
            10 => "arrayfun(@(e) numel(e.p), s)".to_owned(),
            11 => format!("structfun(@numel, struct('a', {x}))"),
            12 => "struct2cell(s)".to_owned(),
            13 => format!("cell2struct({{{k}; {x}}}, {{'m'; 'n'}}, 1)"),
            14 => format!("num2cell({x})"),
            15 => format!("iscellstr({{{x}}})"),
            16 => format!("isfield({x}, 'p')"),
            17 => format!("getfield(s, 'p')({k})"),
            18 => format!("setfield(s, 'p', {x})"),
            19 => "rmfield(s, 'p')".to_owned(),
            20 => format!("isrow({{{x}, {k}}})"),
            21 => format!("vertcat(w{{1:{k}}})"),
            22 => format!("{{{x}, w{{:}}}}"),
            23 => format!("[w, {{{x}}}]"),
            24 => format!("[w; {x}]"),
            25 => "s(end)".to_owned(),
            26 => format!("[s, struct('p', {k}, 'q', {{{x}}})]"),
            27 => format!("w(cellfun(@ischar, w)){{{k}}}"),
            28 => format!("{{1, 'a'; {x}, {{}}}}(2, :)"),
            29 => "cellfun(@(t) t(1), w, 'UniformOutput', false)".to_owned(),
            30 => "numel({w{:}})".to_owned(),
            31 => format!("struct('a', {{{{{x}, {k}}}}})"),
            32 => format!("cell2mat({{{k}, {x}}})"),
            33 => format!("isspace({{{x}}})"),
            34 => format!("cellfun(@(t) t, {{{k}, {x}}})"),
            _ => format!("nthargout({k}, @size, {x})"),
        }
    }

    fn array_call(&mut self, x: &str) -> String {
        let y = match self.name() {
            name if self.wild => name.to_owned(),
            name => format!("num({name})"),
        };
        let k = self.rng.i32(-2..5);
        let class = self.any_class();
        match self.rng.u8(..60) {
            0 => format!("cast({x}, '{class}')"),
            1 => format!("zeros({}, 2, '{}')", self.rng.u8(..3), self.pick(&["int8", "single"])),
            2 => format!("typecast(single({k}), 'uint32')"),
            3 => format!("{y}({x})"),
            4 => format!("{y}(:)({k})"),
            5 => format!("{y}(end, {y}(end))"),
            6 => format!("{y}(numel({y}(:, end)))"),
            7 => format!("{y}(:, :, end)"),
            8 => format!("{y}(:, {y}(1, :) > {k})"),
            9 => format!("{y}({y} ~= {k} & {y} < 5)"),
            10 => format!("{y}(any({y} > {k}, 2), :)"),
            11 => format!("{y}(logical([1 0 1]))"),
            12 => format!("{y}(~true(size({y})))"),
            13 => format!("permute({x}, [3 2 1])"),
            14 => format!("reshape({x}, [], {})", self.rng.u8(1..4)),
            15 => format!("reshape({x}, {}, {})", self.rng.u8(..4), self.rng.u8(..4)),
            16 => format!("repmat({x}, {}, {})", self.rng.u8(..3), self.rng.u8(..3)),
            17 => format!("cat(3, {x}, {y})"),
            18 => format!("bsxfun(@plus, {x}, {y})"),
            19 => format!("bsxfun(@max, {x}, {y}')"),
            20 => format!("sum({x}(:))"),
            21 if self.rng.bool() => format!("accumarray({x}, {y})"),
            21 => format!("accumarray([2 1 3 1]', {k})"),
            22 => format!("accumarray([1 1; 2 2; 1 1], [{k} 2 3])"),
            23 => format!("linspace({k}, {}, {})", self.number(), self.rng.u8(1..5)),
            24 => format!("nchoosek({}, {})", self.rng.u8(2..6), self.rng.u8(1..3)),
            25 => format!("interp1([1 2 3], [4 5 7], {x})"),
            26 => format!("fix(clock()(1) / 1e5) + {x}"),
            27 => format!("max({x}, [], {})", self.rng.u8(1..4)),
            28 => format!("min({x}, {k})"),
            29 => format!("sort({x}, 'descend')"),
            30 => format!("find({x} > {k})'"),
            31 => format!("cumsum({x}, {})", self.rng.u8(1..4)),
            32 => format!("circshift({x}, {k}, 2)"),
            33 => format!("rot90({x}, {k})"),
            34 => format!("triu({x}, {k})"),
            35 => format!("diag({x}, {k})"),
            36 => format!("mod({x}, {k})"),
            37 => format!("rem({x}, {k})"),
            38 => format!("bitshift({x}, {k})"),
            39 => format!("nnz({x} == {y})"),
            40 => format!("isequal({x}, {y}, {x})"),
            41 => format!("{x} + {class}({})", self.rng.u8(..100)),
            42 => format!("{class}({}) ./ {x}", self.rng.u8(..100)),
            43 => format!("{x} .^ {k}"),
            44 => format!("{k} .^ {x}"),
            45 => format!("!{x}"),
            46 => format!("-({x})"),
            47 => format!("({x})'"),
            48 => format!("({x}).'"),
            49 => format!("({x})(:)'"),
            50 => format!("numel({x}, 1, ':')"),
            51 => format!("ones(2, 3)({x})"),
            52 => format!("all({x} >= 0)"),
            53 => format!("str2func('@(t) t * {k}')({x})"),
            54 => format!("feval('{}', {x})", self.pick(&["numel", "sum", "size", "class"])),
            55 => format!("strncmp({x}, {y}, 2)"),
            56 if self.rng.bool() => format!("({x} : {k})"),
            // The second is bounded: a range to 1e10 would be printed.
            56 => {
                let last =
                    if self.rng.bool() { k.to_string() } else { format!("{class}({})", k + 5) };
                format!("colon({x}, {last})")
            }
            57 => format!("merge({x}, {k}, {y})"),
            58 => format!("{x} * {y}"),
            _ => format!("triu(ones({}))", self.rng.u8(1..4)),
        }
    }

    /// A statement around calls of the table.
    pub(crate) fn calling_statement(&mut self) {
        let (target, other) = (self.name(), self.name());
        let value = self.call_of_table();
        match self.rng.u8(..24) {
            0..=6 => self.guarded(&format!("{target} = {value}")),
            7 => {
                let literal = self.rare_literal();
                self.guarded(&format!("{target} = {literal}"));
            }
            8 => self.guarded(&value),
            9 => self.guarded(&format!("disp ({value})")),
            10 => self.guarded(&format!("display ({value})")),
            11 => {
                let _ = writeln!(
                    self.out,
                    "format long\ntry, {target} = {value}, catch e, disp (e.message); end\nformat short"
                );
            }
            12 | 13 => {
                let _ = writeln!(
                    self.out,
                    "try, {target} = {value}; catch err, printf ('%s|%s\\n', err.identifier, err.message); end"
                );
            }
            14 => {
                let call = self.two_outputs(target, other);
                self.guarded(&format!("[{target}, {other}] = {call}"));
            }
            15 => self.formatted_output(other),
            16 => {
                let literal = self.rare_literal();
                let subscripts = self.subscripts();
                self.guarded(&format!("{target} = {literal}; {target}({subscripts})"));
            }
            17 => {
                let literal = self.rare_literal();
                self.guarded(&format!("{target} = {literal}; {target}(end+1) = {other}"));
            }
            18 => {
                let literal = self.rare_literal();
                self.guarded(&format!("{target} = {literal}; {target}(1) = []"));
            }
            19 => {
                let line = self.compound_line(target, other);
                self.guarded(&line);
            }
            20 => {
                let step = self.pick(&["++", "--"]);
                self.guarded(&format!("{target}{step}"));
            }
            21 => {
                let op = self.pick(&["+=", "-=", "*=", "/=", "^=", "|=", "&="]);
                self.guarded(&format!("{target} {op} {value}"));
            }
            22 => self.guarded(&format!("if {value}, disp ('yes'), else, disp ('no'), end")),
            _ => self.guarded(&format!("eval ('{target} = {other} + 1', 'disp (\"caught\")')")),
        }
    }

    /// A call with two outputs.
    fn two_outputs(&mut self, target: &str, other: &str) -> String {
        match self.rng.u8(..12) {
            0 => format!("max ({other})"),
            1 => format!("unique ({other})"),
            2 => format!("sort ({other}, 'descend')"),
            3 => format!("ismember ({target}, {other})"),
            4 => format!("size ({other})"),
            5 => format!("find ({other})"),
            6 => "strtok ('a b c')".to_owned(),
            7 => "cellfun (@max, {1, [2 3]})".to_owned(),
            8 => "regexp ('ab12', '([a-z]+)(\\d+)', 'tokens', 'match')".to_owned(),
            9 => format!("ndgrid (1:2, {other})"),
            10 => format!("min ({other}, [], 1)"),
            _ => format!("deal ({other})"),
        }
    }

    /// A statement that prints values as a format says.
    fn formatted_output(&mut self, other: &str) {
        let format = self.pick(FORMATS);
        let second = self.any_value();
        let how = self.pick(&["printf (F, V)", "disp (sprintf (F, V))", "fprintf (F, V)"]);
        let how = how.replace('F', &format!("'{format}'"));
        let values = if self.rng.bool() { other.to_owned() } else { format!("{other}, {second}") };
        self.guarded(&format!("{}; disp ('')", how.replace('V', &values)));
    }

    fn compound_line(&mut self, target: &str, other: &str) -> String {
        let k = self.rng.u8(1..4);
        let x = self.any_value();
        match self.rng.u8(..22) {
            0 => format!("t = struct ('a', {{1, 2, 3}}); t({k}).a = {x}; [t.a]"),
            1 => format!("t = struct ('a', {{1, 2, 3}}); t({k}) = []; t"),
            2 => format!("t = struct (); t.b{{{k}}} = {x}; t"),
            3 => format!("t = {{}}; t{{2, {k}}} = {x}"),
            4 => format!("t = {{1, 2, 3}}; t({k}) = []; t{{end}}"),
            5 => format!("t.a(2).b = {x}; t.a(2), t"),
            6 => format!("t = {{{x}, {other}}}; t{{1}}(end), t{{end}}"),
            7 => format!("t = zeros (2, 2); t(:, {k}) = {x}"),
            8 => format!("t = 'abc'; t({k}) = {x}"),
            9 => format!("t = int8 ([1 2 3]); t({k}) = {x}"),
            10 => format!("t = true (1, 2); t({k}) = {x}"),
            11 => format!("t = []; t({k}, 2) = {x}"),
            12 => format!("t = 1:5; t([1 {k}]) = []"),
            13 => format!("t = magic (4); t({k}, :) = []; t(:, [1 3]) = []"),
            14 => format!("t = ones (2, 2, 2); t(:, :, {k}) = {x}; size (t)"),
            15 => format!("t = 1:5; t(t > {k}) = {x}"),
            16 => format!(
                "m = containers.Map ({{'a', 'b'}}, [1 2]); m.isKey ('a'), m.values (){{1}}, m(\"{}\")",
                self.pick(&["a", "q"])
            ),
            17 => format!(
                "m = containers.Map ('KeyType', 'double', 'ValueType', 'any'); m({k}) = {x}; m.keys (), m.length ()"
            ),
            18 => format!("f = @(varargin) numel (varargin); f (w{{:}}, {x})"),
            19 => format!("f = @(p, q) p + q; f ({x}, {target})"),
            20 => format!("{target} = {x}; {target}(:) = {k}"),
            _ => format!("[{target}, w{{{k}}}] = deal ({x}, 2); w"),
        }
    }
}
