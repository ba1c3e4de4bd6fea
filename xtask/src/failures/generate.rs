//! Random programs of one operation on values of which everything is known, or everything
//! but the numbers: some fit, some do not.

use fastrand::Rng;

use super::calls::CALLS;

/// A program of a few lines of which only the last may fail.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// What kind of operation it is: `assign`, `delete`, …, or the name of the function.
    pub(crate) operation: String,
    pub(crate) text: String,
}

/// A random program.
pub(crate) fn program(rng: &mut Rng) -> Program {
    let pool = [rng.usize(1..5), rng.usize(1..5)];
    let mut generator = Generator { rng, pool, setup: String::new(), count: 0 };
    let (operation, last) = generator.operation();
    let text = format!("{}{last}\n", generator.setup);
    Program { operation, text }
}

/// What kind of arguments a call has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Arguments {
    /// Arrays of numbers and truths, as many as it takes.
    Numbers,
    /// Also texts, cells, structs and functions.
    Any,
}

/// A random call of a built-in.
pub(crate) fn random_call(
    rng: &mut Rng,
    name: &str,
    arity: formwork_builtins::Arity,
) -> (Arguments, Program) {
    let pool = [rng.usize(1..5), rng.usize(1..5)];
    let mut generator = Generator { rng, pool, setup: String::new(), count: 0 };
    let kind = if generator.chance(60) { Arguments::Numbers } else { Arguments::Any };
    let (min, max) = (usize::from(arity.min), arity.max.map_or(4, |max| usize::from(max).min(5)));
    let count = match generator.rng.u8(..20) {
        0 => min.saturating_sub(1),
        1 if arity.max.is_some() => max + 1,
        _ => generator.rng.usize(min..=max.max(min)),
    };
    let args: Vec<String> = (0..count).map(|_| generator.argument(kind)).collect();
    let text = format!("{}y = {name}({});\n", generator.setup, args.join(", "));
    (kind, Program { operation: name.to_owned(), text })
}

struct Generator<'r> {
    rng: &'r mut Rng,
    /// The extents that this program's arrays mostly have.
    pool: [usize; 2],
    setup: String,
    count: usize,
}

impl Generator<'_> {
    fn operation(&mut self) -> (String, String) {
        let (name, text) = match self.rng.u8(..100) {
            0..=31 => ("assign", self.assign()),
            32..=35 => ("assign to cells", self.assign_cells()),
            36..=38 => ("assign to structs", self.assign_structs()),
            39..=43 => ("delete", self.delete()),
            44..=48 => ("concatenate", self.concatenate()),
            49..=54 => ("index", self.index()),
            55..=60 => ("operator", self.operator()),
            _ => return self.call(),
        };
        (name.to_owned(), text)
    }

    fn pick<'t>(&mut self, options: &[&'t str]) -> &'t str {
        options[self.rng.usize(..options.len())]
    }

    fn chance(&mut self, percent: u8) -> bool {
        self.rng.u8(..100) < percent
    }

    fn extent(&mut self) -> usize {
        match self.rng.u8(..20) {
            0..=13 => self.pool[self.rng.usize(..2)],
            14..=16 => 1,
            17 => self.rng.usize(1..7),
            18 if self.chance(50) => 0,
            _ => self.pool[0] + 1,
        }
    }

    fn dims(&mut self) -> Vec<usize> {
        let rank = if self.chance(12) { 3 } else { 2 };
        (0..rank).map(|_| self.extent()).collect()
    }

    /// An array of a size, as it may be written.
    fn array(&mut self, dims: &[usize]) -> String {
        let size: Vec<String> = dims.iter().map(usize::to_string).collect();
        let (size, count) = (size.join(", "), dims.iter().product::<usize>());
        match self.rng.u8(..20) {
            0..=3 => format!("zeros({size})"),
            4..=6 => format!("ones({size})"),
            7..=10 => format!("rand({size})"),
            11 => format!("reshape(1:{count}, {size})"),
            12 if dims.len() == 2 && dims[0] == 1 => format!("1:{count}"),
            13 => format!("int32(ones({size}))"),
            14 => format!("rand({size}) > 0.5"),
            15 => format!("true({size})"),
            16 => format!("single(rand({size}))"),
            17 => format!("rand({size}) * 10"),
            _ if dims.len() == 2 && count > 0 => {
                let mut rows = Vec::new();
                for row in 0..dims[0] {
                    let row: Vec<String> = (0..dims[1])
                        .map(|column| ((row * 7 + column * 3 + 2) % 11).to_string())
                        .collect();
                    rows.push(row.join(" "));
                }
                format!("[{}]", rows.join("; "))
            }
            _ => format!("randn({size})"),
        }
    }

    /// A variable that holds what is written.
    fn variable(&mut self, written: &str) -> String {
        let name = ["a", "b", "c", "d", "p", "q", "r", "s"][self.count % 8].to_owned();
        self.count += 1;
        self.setup.push_str(&format!("{name} = {written};\n"));
        name
    }

    /// The same, or what is written itself.
    fn operand(&mut self, written: &str) -> String {
        if self.chance(70) { self.variable(written) } else { written.to_owned() }
    }

    fn any(&mut self) -> String {
        let dims = self.dims();
        let written = self.array(&dims);
        self.operand(&written)
    }

    fn vector(&mut self) -> String {
        let extent = self.extent();
        let dims = if self.chance(50) { [1, extent] } else { [extent, 1] };
        let written = self.array(&dims);
        self.operand(&written)
    }

    fn cell(&mut self) -> String {
        let mut dims = self.dims();
        dims.truncate(2);
        let written = match self.rng.u8(..6) {
            0 => format!("cell({}, {})", dims[0], dims[1]),
            1 => {
                let inner = self.array(&dims);
                format!("num2cell({inner})")
            }
            2 => "{'a', 'bc', 'a'}".to_owned(),
            3 => "{1, 2; 3, 4}".to_owned(),
            4 => {
                let extents = (0..self.rng.usize(1..4)).map(|_| self.dims()).collect::<Vec<_>>();
                let inner: Vec<String> = extents.iter().map(|dims| self.array(dims)).collect();
                format!("{{{}}}", inner.join(", "))
            }
            _ => "{1, [2 3], 'x'}".to_owned(),
        };
        self.operand(&written)
    }

    /// A subscript along an axis of so many places, and how many it names if that is sure.
    fn subscript(&mut self, extent: usize, wanted: usize) -> String {
        let last = extent + usize::from(self.chance(10)) * 2;
        match self.rng.u8(..20) {
            0..=4 => ":".to_owned(),
            5..=7 => self.rng.usize(1..=last.max(1)).to_string(),
            8..=10 => {
                let from = self.rng.usize(1..=last.max(1));
                let to = if self.chance(60) { from + wanted - wanted.min(1) } else { last };
                format!("{from}:{to}")
            }
            11 => "end".to_owned(),
            12 => format!("end + {}", self.rng.usize(1..3)),
            13 => format!("{}:end", self.rng.usize(1..3)),
            14 => {
                let places: Vec<String> = (0..wanted.max(1))
                    .map(|_| self.rng.usize(1..=last.max(1)).to_string())
                    .collect();
                format!("[{}]", places.join(" "))
            }
            15 => {
                let length = if self.chance(85) { extent } else { extent + 1 };
                let truths: Vec<&str> =
                    (0..length).map(|_| if self.rng.bool() { "true" } else { "false" }).collect();
                format!("[{}]", truths.join(" "))
            }
            16 => self.pick(&["[]", "0", "1.5", "-1", "1:0", "zeros(1, 0)", "'a'"]).to_owned(),
            17 => format!("{}:{}", 1, wanted),
            18 => format!("1:{extent}"),
            _ => format!("[1 {last}]"),
        }
    }

    fn subscripts(&mut self, dims: &[usize], value: &[usize]) -> String {
        let count = match self.rng.u8(..20) {
            0..=5 => 1,
            6..=14 => 2,
            15..=18 => 3,
            _ => 4,
        };
        let rank = count.max(1);
        let texts: Vec<String> = (0..rank)
            .map(|axis| {
                let extent = if rank == 1 {
                    dims.iter().product()
                } else if axis + 1 == rank {
                    dims.iter().skip(axis).product()
                } else {
                    dims.get(axis).copied().unwrap_or(1)
                };
                let wanted = if rank == 1 {
                    value.iter().product()
                } else {
                    value.get(axis).copied().unwrap_or(1)
                };
                loop {
                    let subscript = self.subscript(extent, wanted);
                    if rank < 3 || !names_nothing(&subscript, extent) {
                        return subscript;
                    }
                }
            })
            .collect();
        texts.join(", ")
    }

    fn assign(&mut self) -> String {
        let (dims, value) = (self.dims(), self.dims());
        let undefined = self.chance(5);
        if !undefined {
            let base = if self.chance(5) { "[]".to_owned() } else { self.array(&dims) };
            self.setup.push_str(&format!("t = {base};\n"));
        }
        let dims = if undefined { vec![0, 0] } else { dims };
        let subscripts = self.subscripts(&dims, &value);
        let stored = if self.chance(10) { vec![1, 1] } else { value };
        let written = match self.rng.u8(..24) {
            0 => "'text'".to_owned(),
            1 => "{1}".to_owned(),
            2 => "struct('x', 1)".to_owned(),
            3 => "@sin".to_owned(),
            _ => self.array(&stored),
        };
        let written = self.operand(&written);
        let op = if self.chance(6) && !undefined { "+=" } else { "=" };
        format!("t({subscripts}) {op} {written};")
    }

    fn assign_cells(&mut self) -> String {
        let (dims, value) = (self.dims(), self.dims());
        let size: Vec<String> = dims.iter().map(usize::to_string).collect();
        self.setup.push_str(&format!("t = cell({});\n", size.join(", ")));
        let subscripts = self.subscripts(&dims, &value);
        match self.rng.u8(..6) {
            0 | 1 => {
                let written = self.array(&value);
                format!("t{{{subscripts}}} = {written};")
            }
            2 => {
                let written = self.array(&value);
                format!("t({subscripts}) = {written};")
            }
            3 => format!("t({subscripts}) = {{1}};"),
            _ => {
                let size: Vec<String> = value.iter().map(usize::to_string).collect();
                format!("t({subscripts}) = cell({});", size.join(", "))
            }
        }
    }

    fn assign_structs(&mut self) -> String {
        let (dims, value) = (self.dims(), self.dims());
        let size: Vec<String> = dims.iter().map(usize::to_string).collect();
        let subscripts = self.subscripts(&dims, &value);
        let written = self.array(&value);
        match self.rng.u8(..6) {
            0 => {
                let inner = self.array(&dims);
                self.setup.push_str(&format!("t.x = {inner};\n"));
                format!("t.x({subscripts}) = {written};")
            }
            1 => {
                self.setup.push_str(&format!("t = repmat(struct('x', 1), {});\n", size.join(", ")));
                format!("t({subscripts}) = {written};")
            }
            2 => {
                self.setup.push_str(&format!("t = repmat(struct('x', 1), {});\n", size.join(", ")));
                let other = self.pick(&["struct('x', 2)", "struct('y', 2)", "struct('x', {1, 2})"]);
                format!("t({subscripts}) = {other};")
            }
            3 => {
                self.setup.push_str(&format!("t = struct('x', {written});\n"));
                format!("t({}).x = 2;", self.pick(&["1", "2", "end + 1", "0", "1.5", "1, 2"]))
            }
            4 => {
                let inner = self.array(&dims);
                self.setup.push_str(&format!("t = {inner};\n"));
                "t.x = 1;".to_owned()
            }
            _ => {
                let inner = self.array(&dims);
                self.setup.push_str(&format!("t = {{{inner}}};\n"));
                format!("t{{1}}({subscripts}) = {written};")
            }
        }
    }

    fn delete(&mut self) -> String {
        let dims = self.dims();
        let base = match self.rng.u8(..8) {
            0 => format!("cell({}, {})", dims[0], dims[1]),
            _ => self.array(&dims),
        };
        self.setup.push_str(&format!("t = {base};\n"));
        let subscripts = self.subscripts(&dims, &dims);
        format!("t({subscripts}) = [];")
    }

    fn concatenate(&mut self) -> String {
        let part = |generator: &mut Self| match generator.rng.u8(..20) {
            0 => "'abc'".to_owned(),
            1 => "{1, 2}".to_owned(),
            2 => "[]".to_owned(),
            3 => "struct('x', 1)".to_owned(),
            4 => "@sin".to_owned(),
            _ => generator.any(),
        };
        let parts: Vec<String> = (0..self.rng.usize(2..4)).map(|_| part(self)).collect();
        match self.rng.u8(..3) {
            0 => format!("y = [{}];", parts.join(", ")),
            1 => format!("y = [{}];", parts.join("; ")),
            _ => {
                let (a, b) = (self.any(), self.any());
                format!("y = [{a}, {b}; {}];", parts.join(", "))
            }
        }
    }

    fn index(&mut self) -> String {
        let dims = self.dims();
        let base = match self.rng.u8(..8) {
            0 => format!("cell({}, {})", dims[0], dims[1]),
            _ => self.array(&dims),
        };
        self.setup.push_str(&format!("t = {base};\n"));
        let subscripts = self.subscripts(&dims, &dims);
        match self.rng.u8(..12) {
            0 => format!("y = t{{{subscripts}}};"),
            1 => "y = t.x;".to_owned(),
            _ => format!("y = t({subscripts});"),
        }
    }

    fn operator(&mut self) -> String {
        let side = |generator: &mut Self| match generator.rng.u8(..16) {
            0 => "'abc'".to_owned(),
            1 => "{1, 2}".to_owned(),
            2 => "struct('x', 1)".to_owned(),
            _ => generator.any(),
        };
        let (a, b) = (side(self), side(self));
        let op = self.pick(&[
            "+", "-", "*", "/", "\\", ".*", "./", ".\\", "^", ".^", "==", "<", "&", "|", "~=",
            "&&", "||", ":",
        ]);
        match self.rng.u8(..14) {
            0 => format!("y = ({a})';"),
            1 => format!("y = -{a};"),
            2 => format!("y = !{a};"),
            _ => format!("y = {a} {op} {b};"),
        }
    }

    fn call(&mut self) -> (String, String) {
        let template = CALLS[self.rng.usize(..CALLS.len())];
        let name = template.split('(').next().unwrap_or_default().to_owned();
        let mut text = String::new();
        let mut rest = template;
        while let Some(at) = rest.find('{') {
            text.push_str(&rest[..at]);
            rest = &rest[at..];
            let hole = rest.as_bytes().get(1..3).filter(|hole| hole[1] == b'}').map(|hole| hole[0]);
            let filled = hole.and_then(|hole| self.hole(hole));
            match filled {
                Some(filled) => {
                    text.push_str(&filled);
                    rest = &rest[3..];
                }
                None => {
                    text.push('{');
                    rest = &rest[1..];
                }
            }
        }
        text.push_str(rest);
        (name, format!("y = {text};"))
    }

    fn argument(&mut self, kind: Arguments) -> String {
        let hole = match (kind, self.rng.u8(..20)) {
            (_, 0..=5) => b'M',
            (_, 6..=8) => b'V',
            (_, 9..=10) => b'Q',
            (_, 11..=13) => b'S',
            (Arguments::Numbers, 14..=15) => b'N',
            (Arguments::Numbers, _) => b'D',
            (Arguments::Any, 14..=15) => b'T',
            (Arguments::Any, 16) => b'C',
            (Arguments::Any, 17) => b'F',
            (Arguments::Any, 18) => return "struct('a', 1)".to_owned(),
            (Arguments::Any, _) => {
                let options = ["'rows'", "'descend'", "'linear'", "'first'", "'all'", "{'a', 'b'}"];
                return self.pick(&options).to_owned();
            }
        };
        self.hole(hole).unwrap_or_default()
    }

    fn hole(&mut self, kind: u8) -> Option<String> {
        Some(match kind {
            b'M' => self.any(),
            b'V' if self.chance(92) => self.vector(),
            b'V' => self.any(),
            b'Q' => {
                let extent = self.extent();
                let dims = if self.chance(60) { vec![extent, extent] } else { self.dims() };
                let written = self.array(&dims);
                self.operand(&written)
            }
            b'N' => {
                let dims = self.dims();
                let count: usize = dims.iter().product();
                let size: Vec<String> = dims.iter().map(usize::to_string).collect();
                let size = size.join(", ");
                let written = match self.rng.u8(..3) {
                    0 => format!("ones({size})"),
                    1 => format!("reshape(1:{count}, {size})"),
                    _ => format!("2 * ones({size})"),
                };
                self.operand(&written)
            }
            b'S' => match self.rng.u8(..12) {
                0 => self.pick(&["0", "-1", "1.5", "[]", "7", "Inf"]).to_owned(),
                1..=6 => self.pool[self.rng.usize(..2)].to_string(),
                _ => self.rng.u8(1..5).to_string(),
            },
            b'D' => self.pick(&["1", "2", "1", "2", "3", "0", "4", "1.5", "-1"]).to_owned(),
            b'C' => self.cell(),
            b'F' => self
                .pick(&["@(x) x + 1", "@sin", "@(x) [x x]", "@numel", "@(x) 'ab'", "@(x) {x}"])
                .to_owned(),
            b'G' => self.pick(&["@(x, y) x + y", "@plus", "@(x, y) [x y]", "@max"]).to_owned(),
            b'E' => {
                let total = self.extent();
                let first = self.rng.usize(..=total);
                match self.rng.u8(..4) {
                    0 => total.to_string(),
                    1 => format!("ones(1, {total})"),
                    _ => format!("[{first} {}]", total - first),
                }
            }
            b'P' => self
                .pick(&["[2 1]", "[1 2]", "[3 1 2]", "[1 1]", "[2 3 1]", "[2 1 4]", "1", "[0 1]"])
                .to_owned(),
            b'T' => self.pick(&["'abc'", "'a'", "['ab'; 'cd']", "''"]).to_owned(),
            _ => return None,
        })
    }
}

/// Whether a subscript names no place. Among three or more subscripts such a one makes
/// Octave compare extents that the value does not have, and what it finds there is chance.
fn names_nothing(subscript: &str, extent: usize) -> bool {
    let empty = ["[]", "1:0", "zeros(1, 0)", "1:end", "2:end"];
    match subscript {
        ":" => extent == 0,
        "1:end" => extent == 0,
        "2:end" => extent < 2,
        mask if mask.starts_with("[false") || mask.starts_with("[true") => !mask.contains("true"),
        other => match other.split_once(':') {
            Some((from, to)) => match (from.parse::<usize>(), to.parse::<usize>()) {
                (Ok(from), Ok(to)) => from > to,
                _ => empty.contains(&other),
            },
            None => empty.contains(&other),
        },
    }
}
