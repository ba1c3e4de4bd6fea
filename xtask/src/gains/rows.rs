//! The programs of general kinds, with what is fixed of them.

/// A program.
pub(super) struct Row {
    pub(super) name: &'static str,
    /// The arguments of the original.
    pub(super) call: &'static str,
    /// Parameters that are fixed, with their values.
    pub(super) fixed: &'static [(&'static str, &'static str)],
    /// Parameters that are left: the value in the calls that are timed, and what is known.
    pub(super) left: &'static [(&'static str, &'static str, &'static str)],
    pub(super) outputs: usize,
    /// How often it is called for one measurement.
    pub(super) times: usize,
}

const SCALAR: &str = "real double 1x1";

/// A program, by its parts in order.
const fn row(
    name: &'static str,
    call: &'static str,
    fixed: &'static [(&'static str, &'static str)],
    left: &'static [(&'static str, &'static str, &'static str)],
    outputs: usize,
    times: usize,
) -> Row {
    Row { name, call, fixed, left, outputs, times }
}

/// All programs.
pub(super) fn rows() -> Vec<&'static Row> {
    PROGRAMS.iter().chain(OTHERS).collect()
}

/// The programs.
const PROGRAMS: &[Row] = &[
    row(
        "fir_filter",
        "h, x",
        &[("h", "[0.25 0.5 -0.125 0.75]")],
        &[("x", "cos (1:60)", "real double 1x60")],
        1,
        20,
    ),
    row(
        "biquad",
        "b, a, x",
        &[("b", "[0.25 0.5 0.25]"), ("a", "[1 -0.3 0.1]")],
        &[("x", "cos (1:40)", "real double 1x40")],
        1,
        20,
    ),
    row(
        "table_lookup",
        "xs, ys, x",
        &[("xs", "0:4"), ("ys", "[1 2 5 10 17]")],
        &[("x", "2.5", SCALAR)],
        1,
        400,
    ),
    row(
        "count_tokens",
        "delimiters, text",
        &[("delimiters", "' ,;'")],
        &[("text", "'some words, and others;  more'", "char 1x?")],
        2,
        30,
    ),
    row(
        "automaton",
        "moves, accepting, word",
        &[("moves", "[2 1; 3 1; 3 2]"), ("accepting", "3")],
        &[("word", "'abbaabaabaa'", "char 1x?")],
        1,
        100,
    ),
    row(
        "tree_value",
        "tree, x",
        &[(
            "tree",
            "[1 0.5 2 3 0; 2 0.25 4 5 0; 3 0.75 6 7 0; 0 0 0 0 1; 0 0 0 0 2; 0 0 0 0 3; 0 0 0 0 4]",
        )],
        &[("x", "[0.7 0.1 0.9]", "real double 1x3")],
        1,
        400,
    ),
    row(
        "scaled_norm",
        "x, varargin{:}",
        &[("varargin", "{'Power', 3, 'Scale', 2.5}")],
        &[("x", "cos (1:10)", "real double 1x?")],
        1,
        300,
    ),
    row(
        "gauss_rule",
        "f, a, b, n",
        &[("f", "@(x) x ^ 2 * exp (-x)"), ("n", "3")],
        &[("a", "0", SCALAR), ("b", "2", SCALAR)],
        1,
        300,
    ),
    row(
        "simpson",
        "f, a, b, n",
        &[("f", "@(x) 1 / (1 + x ^ 2)"), ("n", "8")],
        &[("a", "0", SCALAR), ("b", "1", SCALAR)],
        1,
        200,
    ),
    row(
        "spline_basis",
        "knots, i, p, x",
        &[("knots", "0:5"), ("i", "1"), ("p", "2")],
        &[("x", "1.25", SCALAR)],
        1,
        200,
    ),
    row(
        "fill_format",
        "format, values",
        &[("format", "'a = %d, b = %f%%'")],
        &[("values", "[3 0.25]", "real double 1x2")],
        1,
        100,
    ),
    row(
        "crc_bits",
        "polynomial, width, bytes",
        &[("polynomial", "7"), ("width", "8")],
        &[("bytes", "[49 50 51 52]", "real double 1x?")],
        1,
        20,
    ),
    row(
        "kalman",
        "model, x, P, z",
        &[("model", "struct ('F', [1 0.1; 0 1], 'H', [1 0], 'Q', [0.01 0; 0 0.02], 'R', 0.5)")],
        &[
            ("x", "[1; 2]", "real double 2x1"),
            ("P", "[2 0.5; 0.5 1]", "real double 2x2"),
            ("z", "1.5", SCALAR),
        ],
        2,
        200,
    ),
    row(
        "orthogonal",
        "family, n, x",
        &[("family", "'legendre'"), ("n", "4")],
        &[("x", "[-0.5 0 0.25 0.5 1]", "real double 1x5")],
        1,
        200,
    ),
    row("power_chain", "A, n", &[("n", "5")], &[("A", "[1 2; 3 4]", "real double nxn")], 1, 300),
    row(
        "rotate",
        "axes, angles, x",
        &[("axes", "'zx'")],
        &[("angles", "[0.3 0.6]", "real double 1x2"), ("x", "[1; 2; 3]", "real double 3x1")],
        1,
        200,
    ),
    row(
        "newton_root",
        "f, df, x, options",
        &[
            ("f", "@(x) x ^ 3 - 2 * x - 5"),
            ("df", "@(x) 3 * x ^ 2 - 2"),
            ("options", "struct ('tolerance', 1e-8)"),
        ],
        &[("x", "2", SCALAR)],
        2,
        100,
    ),
    row(
        "convert_units",
        "from, to, x",
        &[("from", "'mile'"), ("to", "'km'")],
        &[("x", "3.5", SCALAR)],
        1,
        300,
    ),
    row(
        "stack_machine",
        "program, x",
        &[("program", "[0 3; 1 0; 3 0; 0 2; 2 0; 4 0; 1 0; 3 0]")],
        &[("x", "0.7", SCALAR)],
        1,
        200,
    ),
    row(
        "matches",
        "pattern, text",
        &[("pattern", "'a*.m'")],
        &[("text", "'another.m'", "char 1x?")],
        1,
        50,
    ),
    row(
        "thomas",
        "lower, main, upper, d",
        &[("lower", "[1 1 1]"), ("main", "[4 4 4 4]"), ("upper", "[1 1 1]")],
        &[("d", "[1 2 3 4]", "real double 1x4")],
        1,
        200,
    ),
    row(
        "network",
        "weights, biases, activation, x",
        &[
            ("weights", "{[0.5 -0.25; 1 0.75], [1 -1]}"),
            ("biases", "{[0.1; -0.2], 0.3}"),
            ("activation", "'tanh'"),
        ],
        &[("x", "[1; 2]", "real double 2x1")],
        1,
        200,
    ),
    row(
        "tableau_step",
        "A, b, c, f, t, y, h",
        &[
            ("A", "[0 0 0 0; 0.5 0 0 0; 0 0.5 0 0; 0 0 1 0]"),
            ("b", "[1/6 1/3 1/3 1/6]"),
            ("c", "[0 0.5 0.5 1]"),
            ("f", "@(t, y) -2 * y"),
        ],
        &[("t", "0", SCALAR), ("y", "1", SCALAR), ("h", "0.1", SCALAR)],
        1,
        200,
    ),
];

/// More of the same.
const OTHERS: &[Row] = &[
    row("horner", "c, x", &[("c", "[2 -3 0.5 1]")], &[("x", "0.7", SCALAR)], 2, 300),
    row(
        "isbn_ok",
        "weights, modulus, digits",
        &[("weights", "10:-1:1"), ("modulus", "11")],
        &[("digits", "[0 3 0 6 4 0 6 1 5 2]", "real double 1x10")],
        1,
        100,
    ),
    row(
        "edit_distance",
        "word, text",
        &[("word", "'cat'")],
        &[("text", "'contract'", "char 1x?")],
        1,
        20,
    ),
    row(
        "pid_run",
        "gains, limits, dt, e",
        &[
            ("gains", "struct ('p', 2, 'i', 0.5, 'd', 0.25)"),
            ("limits", "[-1.5 1.5]"),
            ("dt", "0.1"),
        ],
        &[("e", "cos ((1:30) / 4)", "real double 1x30")],
        1,
        20,
    ),
    row(
        "to_digits",
        "base, width, n",
        &[("base", "16"), ("width", "4")],
        &[("n", "48879", SCALAR)],
        1,
        100,
    ),
    row(
        "color_map",
        "space, rgb",
        &[("space", "'YUV'")],
        &[("rgb", "[0.25; 0.5; 0.75]", "real double 3x1")],
        1,
        300,
    ),
    row(
        "moving_sum",
        "window, x",
        &[("window", "[0.25 0.5 0.25]")],
        &[("x", "cos (1:40)", "real double 1x40")],
        1,
        10,
    ),
    row(
        "sort_network",
        "pairs, x",
        &[("pairs", "[1 2; 2 3; 1 2]")],
        &[("x", "[3 1 2]", "real double 1x3")],
        1,
        200,
    ),
    row(
        "morse",
        "letters, codes, text",
        &[("letters", "'eso'"), ("codes", "{'.', '...', '---'}")],
        &[("text", "'sos seesoo'", "char 1x?")],
        1,
        50,
    ),
    row("sine_series", "terms, x", &[("terms", "4")], &[("x", "0.5", SCALAR)], 1, 200),
    row(
        "bin_of",
        "edges, closed, x",
        &[("edges", "[0 1 10 100]"), ("closed", "'left'")],
        &[("x", "5", SCALAR)],
        1,
        300,
    ),
    row(
        "transform",
        "steps, x",
        &[("steps", "{'shift', 1, 'power', 2, 'scale', 2, 'clip', 50}")],
        &[("x", "1:8", "real double 1x8")],
        1,
        200,
    ),
    row(
        "euler_run",
        "f, t0, t1, n, y",
        &[("f", "@(t, y) -y + sin (t)"), ("t0", "0"), ("t1", "1"), ("n", "20")],
        &[("y", "1", SCALAR)],
        2,
        50,
    ),
    row(
        "bisection",
        "f, a, b, tol",
        &[("f", "@(x) cos (x) - x"), ("tol", "1e-6")],
        &[("a", "0", SCALAR), ("b", "1", SCALAR)],
        2,
        50,
    ),
    row(
        "nested_options",
        "options, x",
        &[("options", "struct ('gain', 3)")],
        &[("x", "cos (1:8)", "real double 1x8")],
        1,
        100,
    ),
    row(
        "apply_steps",
        "steps, x",
        &[("steps", "{'scale', 2; 'shift', -1; 'clip', [0, 1]}")],
        &[("x", "cos (1:8)", "real double 1x8")],
        1,
        200,
    ),
    row("gray_bits", "count, n", &[("count", "4")], &[("n", "11", SCALAR)], 1, 100),
];
