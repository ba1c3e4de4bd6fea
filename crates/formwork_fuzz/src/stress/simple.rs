//! What simple statements of stress programs are made of: sizes, masks, calls, containers.

use super::Stress;

impl Stress<'_> {
    /// Sizes, and arrays of sizes that are computed.
    pub(super) fn sizes(&mut self, y: &str) -> String {
        match self.below(22) {
            0 => format!("size ({y})"),
            1 => format!("size ({y}, 1) + 1"),
            2 => format!("zeros (size ({y}, 1), size ({y}, 2) + 1)"),
            3 => format!("ones (size ({y}))"),
            4 => format!("numel ({y}) - 1"),
            5 => format!("zeros (1, 2 * numel ({y}))"),
            6 => format!("reshape ({y}, [], 1)"),
            7 => format!("reshape ({y}, numel ({y}), 1)"),
            8 => format!("repmat ({y}, 1, 2)"),
            9 => format!("linspace (0, 1, numel ({y}) + 1)"),
            10 => "mod (n, 3)".to_owned(),
            11 => "zeros (floor (n / 2), n)".to_owned(),
            12 => "ones (max (n, 2), min (n, 3))".to_owned(),
            13 => "1:n".to_owned(),
            14 => "n:-1:1".to_owned(),
            15 => "(1:2:n)'".to_owned(),
            16 => format!("1:numel ({y})"),
            17 => "eye (n)".to_owned(),
            18 => format!("0:{}", self.base.rng.u8(..5)),
            19 => format!("zeros (n, 1) + {y}"),
            20 => format!("cell (1, numel ({y}))"),
            _ => format!("length ({y}) * ndims ({y})"),
        }
    }

    /// Some elements of a variable.
    pub(super) fn masked(&mut self, y: &str) -> String {
        match self.below(14) {
            0 => format!("{y}({y} > 2)"),
            1 => format!("find ({y} > 1)"),
            2 => format!("{y}(1:end-1)"),
            3 => format!("{y}(end:-1:1)"),
            4 => format!("{y}(:)"),
            5 => format!("{y}(:, end)"),
            6 => format!("{y}(1, :)"),
            7 => format!("{y}(:, [true false])"),
            8 => format!("any ({y} == 1)"),
            9 => format!("{y}(~isnan ({y}))"),
            10 => format!("{y}(2:end, :)"),
            11 => format!("{y}(find ({y}, 1))"),
            12 => format!("sum ({y}(:) > 0)"),
            _ => format!("{y}([])"),
        }
    }

    /// Elements that are stored, added or deleted.
    pub(super) fn masked_store(&mut self, x: &str) -> String {
        match self.below(11) {
            0 => format!("{x}({x} > 2) = [];"),
            1 => format!("{x}({x} > 2) = 0;"),
            2 => format!("{x}(end+1) = n;"),
            3 => format!("{x}(:, end+1) = 1;"),
            4 => format!("{x}(end+1, :) = 2;"),
            5 => format!("{x}(1) = [];"),
            6 => format!("{x}(:, 1) = [];"),
            7 => format!("{x}(:) = 7;"),
            8 => format!("{x}(n + 1) = 1.5;"),
            9 => format!("{x}(2, n + 1) = true;"),
            _ => format!("{x}(:, :, 2) = 1;"),
        }
    }

    /// A call of a function of the program.
    pub(super) fn call(&mut self, y: &str) -> String {
        let number = self.base.rng.i32(-1..5);
        match self.below(9) {
            0 => format!("helper ({y}, {})", self.base.operand()),
            1 => format!("helper ({y})"),
            2 | 3 => format!("early ({y})"),
            4 => format!("countdown ({number})"),
            5 => "countdown (n)".to_owned(),
            6 => format!("depth ({number})"),
            7 => "tick ()".to_owned(),
            _ => format!("split ({y})"),
        }
    }

    /// An assignment of several values.
    pub(super) fn several(&mut self, x: &str, z: &str, y: &str) -> String {
        match self.below(10) {
            0 => format!("[{x}, {z}] = max ({y});"),
            1 => format!("[{x}, {z}] = size ({y});"),
            2 => format!("[~, {z}] = sort ({y});"),
            3 => format!("[{x}, {z}] = deal ({z}, {x});"),
            4 => format!("[{x}, {z}] = helper ({y}, n);"),
            5 => format!("[{x}, {z}] = several ({y});"),
            6 => format!("[{x}, {z}] = split ({y});"),
            7 => format!("[{x}, {z}] = find ({y});"),
            8 => format!("[{x}, {z}] = w{{1:2}};"),
            _ => format!("[{x}, ~, {z}] = unique ({y});"),
        }
    }

    /// A statement about the struct or the cell array.
    pub(super) fn container(&mut self, x: &str, y: &str) -> String {
        let k = self.base.rng.u8(1..5);
        match self.below(22) {
            0 => format!("s.p = {y};"),
            1 => format!("{x} = s.p;"),
            2 => format!("s.r.t = {y};"),
            3 => format!("{x} = s.r.t;"),
            4 => format!("s(end+1).p = {y};"),
            5 => format!("{x} = numel (s);"),
            6 => format!("w{{end+1}} = {y};"),
            7 => format!("{x} = w{{{k}}};"),
            8 => format!("w{{{k}}} = {y};"),
            9 => format!("w({k}) = [];"),
            10 => format!("{x} = w({k});"),
            11 => format!("w = {{{y}, w{{1}}}};"),
            12 => format!("{x} = [w{{:}}];"),
            13 => format!("{x} = numel (w);"),
            14 => format!("{x} = isfield (s, 'r');"),
            15 => format!("s.('q') = {y};"),
            16 => format!("s = struct ('p', {{{{{y}}}}});"),
            17 => format!("{x} = [s.p];"),
            18 => format!("s.p({k}) = {k};"),
            19 => format!("w{{{k}}}(2) = 1;"),
            20 => format!("w = cell (1, {k});"),
            _ => format!("{x} = fieldnames (s);"),
        }
    }

    /// A call through a function value.
    pub(super) fn handle(&mut self, y: &str) -> String {
        match self.below(11) {
            0 => "cellfun (@numel, w)".to_owned(),
            1 => "cellfun (@(t) t, w, 'UniformOutput', false)".to_owned(),
            2 => format!("arrayfun (@(t) t + 1, {y})"),
            3 => format!("feval (@(t, u) t + u, {y}, n)"),
            4 => "cellfun (@isempty, w)".to_owned(),
            5 => format!("feval (@sum, {y})"),
            6 => format!("cellfun ('isclass', w, class ({y}))"),
            7 => format!("arrayfun (@(i) i * 2, 1:numel ({y}))"),
            8 => format!("num2cell ({y})"),
            9 => "cellfun (@class, w, 'UniformOutput', false)".to_owned(),
            _ => format!("feval ('early', {y})"),
        }
    }

    /// Arrays of more than two dimensions.
    pub(super) fn many_axes(&mut self, y: &str) -> String {
        match self.below(10) {
            0 => "zeros (2, 3, 2)".to_owned(),
            1 => format!("cat (3, {y}, {y})"),
            2 => format!("sum ({y}, 3)"),
            3 => format!("squeeze ({y})"),
            4 => format!("permute ({y}, [3 1 2])"),
            5 => format!("{y}(:, :, 1)"),
            6 => format!("size ({y}, 3)"),
            7 => "ones (n, 1, 2)".to_owned(),
            8 => format!("{y}(:, :)"),
            _ => "zeros (0, 3)".to_owned(),
        }
    }
}
