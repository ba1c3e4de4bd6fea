//! The programs that are specialized, with what is known of their parameters.

/// The program that takes longest.
pub(crate) const LONGEST: &str = "Mars lander";

/// The program that is specialized together with the solver that Octave ships.
pub(crate) const SHIPPED: &str = "ode45 as Octave ships it: cooling";

/// What the thesis calls `realscalar`.
const SCALAR: &str = "real double 1x1";

/// How many measurements there are, of which the least counts.
const TURNS: usize = 7;

/// Nothing is known of a parameter beside what its file says.
const ANYTHING: &str = "";

/// What is known of a parameter that is fixed to its value.
const FIXED: &str = "=";

/// A program that is specialized.
pub(super) struct Row {
    pub(super) name: &'static str,
    /// Where the thesis prints it; `None` for a program of ours.
    pub(super) listing: Option<&'static str>,
    pub(super) file: &'static str,
    pub(super) parameters: Vec<Parameter>,
    pub(super) outputs: usize,
    /// How often it is called for one measurement.
    pub(super) times: usize,
    /// How many measurements there are, of which the least counts.
    pub(super) turns: usize,
    /// How much faster the thesis's residual was, interpreted.
    pub(super) thesis: f64,
    /// How many times as large as the original its residual may be, if not as is usual: the thesis
    /// set no limit.
    pub(super) growth: Option<f64>,
    /// The folder of Octave's library that it calls functions of.
    pub(super) library: Option<&'static str>,
}

/// A parameter of a program.
pub(super) struct Parameter {
    pub(super) name: &'static str,
    /// The value in the calls that are timed.
    pub(super) value: &'static str,
    /// What is known of it; `=` fixes it to that value.
    pub(super) known: &'static str,
}

impl Parameter {
    pub(super) fn is_fixed(&self) -> bool {
        self.known == FIXED
    }

    /// Whether something is known of it that is no value.
    pub(super) fn is_described(&self) -> bool {
        !self.is_fixed() && self.known != ANYTHING
    }
}

/// Parameters: name, value, what is known of it.
fn parameters(all: &[(&'static str, &'static str, &'static str)]) -> Vec<Parameter> {
    all.iter().map(|&(name, value, known)| Parameter { name, value, known }).collect()
}

/// The programs.
pub(super) fn rows() -> Vec<Row> {
    vec![
        series("Chebyshev: terms", "double ?x4", "double 1x?", 1.09),
        series("Chebyshev: c", FIXED, "double 1x?", 1.23),
        series("Chebyshev: c, size of x", FIXED, "double 1x3", 2.0),
        lagrange("Lagrange: n", "double 1x4", 1.27),
        lagrange("Lagrange: x coordinates", FIXED, 1.56),
        gauss(),
        steady("Euler: bell", "euler_bell", ["2", "0.01", "1"], 4.13),
        steady("Euler: logistic", "euler_logistic", ["20", "0.1", "0.1"], 1.94),
        steady("Euler: cooling", "euler_cooling", ["20", "0.1", "20"], 5.56),
        steady("RK4: bell", "rk4_bell", ["2", "0.02", "1"], 4.53),
        steady("RK4: logistic", "rk4_logistic", ["20", "0.2", "0.1"], 1.98),
        steady("RK4: cooling", "rk4_cooling", ["20", "0.2", "20"], 6.68),
        adaptive("dp45: bell", "dp45_bell", ["[0 2]", "1"], 1.76),
        adaptive("dp45: logistic", "dp45_logistic", ["[0 20]", "0.1"], 1.57),
        adaptive("dp45: cooling", "dp45_cooling", ["[0 20]", "20"], 2.04),
        duct("duct flow: types", false, 1.86),
        duct("duct flow: values", true, 1.92),
        mars(),
        shipped(),
    ]
    .into_iter()
    .chain(printed())
    .collect()
}

/// The programs as the thesis prints them.
fn printed() -> Vec<Row> {
    const SERIES: &str = "[0.95 0.76 0.62 0.41; 0.23 0.46 0.79 0.94; 0.61 0.02 0.92 0.92]";
    const CHEBYSHEV: Listing =
        Listing { number: "8.1", file: "chebseries", outputs: 1, times: 300 };
    const LAGRANGE: Listing = Listing { number: "B.1", file: "lagrange", outputs: 1, times: 200 };
    let chebyshev = |name, c, x, thesis| {
        let all = [("c", SERIES, c), ("x", "[-0.5 0.1 0.7]", x)];
        CHEBYSHEV.row(name, &all, thesis)
    };
    let lagrange = |name, points, thesis| {
        let all = [
            ("x", "[0.5 1.5 2]", "double 1x?"),
            ("pointx", "[0 1 2.5 3]", points),
            ("pointy", "[1 0 11.6 22]", "double 1x4"),
        ];
        LAGRANGE.row(name, &all, thesis)
    };
    let steady = |name, number, file, [tn, h, y0]: [&'static str; 3], thesis| {
        let listing = Listing { number, file, outputs: 2, times: 5 };
        listing.row(name, &[("tn", tn, SCALAR), ("h", h, SCALAR), ("y0", y0, SCALAR)], thesis)
    };
    let adaptive = |name, number, file, span, y0, thesis| {
        let listing = Listing { number, file, outputs: 2, times: 5 };
        // What is known stands in the file.
        let all = [("xspan", span, ANYTHING), ("y0", y0, ANYTHING)];
        Row { library: Some("ode"), ..listing.row(name, &all, thesis) }
    };
    vec![
        chebyshev("Chebyshev: terms", "double ?x4", "double 1x?", 1.09),
        chebyshev("Chebyshev: c", FIXED, "double 1x?", 1.23),
        chebyshev("Chebyshev: c, size of x", FIXED, "double 1x3", 2.0),
        lagrange("Lagrange: n", "double 1x4", 1.27),
        lagrange("Lagrange: x coordinates", FIXED, 1.56),
        hypergeometric(),
        steady("Euler: normal", "8.5, 8.6", "specialise_euler_normal", ["2", "0.01", "1"], 4.13),
        steady(
            "Euler: logistic",
            "8.5, 8.6",
            "specialise_euler_logistic",
            ["20", "0.1", "0.1"],
            1.94,
        ),
        steady("Euler: newton", "8.6", "specialise_euler_newton", ["20", "0.1", "20"], 5.56),
        steady("RK4: normal", "8.5, 8.7", "specialise_rk4_normal", ["2", "0.02", "1"], 4.53),
        steady("RK4: logistic", "8.5, 8.7", "specialise_rk4_logistic", ["20", "0.2", "0.1"], 1.98),
        steady("RK4: newton", "8.7", "specialise_rk4_newton", ["20", "0.2", "20"], 6.68),
        adaptive("ode45: normal", "8.5", "specialise_ode45_normal", "[0 2]", "1", 1.76),
        adaptive("ode45: logistic", "8.5", "specialise_ode45_logistic", "[0 20]", "0.1", 1.57),
        adaptive("ode45: newton", "8.2", "specialise_ode45", "[0 20]", "20", 2.04),
        lander(),
    ]
}

/// A program that the thesis prints.
struct Listing {
    number: &'static str,
    file: &'static str,
    outputs: usize,
    times: usize,
}

impl Listing {
    fn row(
        &self,
        name: &'static str,
        all: &[(&'static str, &'static str, &'static str)],
        thesis: f64,
    ) -> Row {
        Row {
            name,
            listing: Some(self.number),
            file: self.file,
            parameters: parameters(all),
            outputs: self.outputs,
            times: self.times,
            turns: TURNS,
            thesis,
            growth: None,
            library: None,
        }
    }
}

/// The hypergeometric series of Gauss.
fn hypergeometric() -> Row {
    let all = [
        ("a", "0.5", SCALAR),
        ("b", "3", SCALAR),
        ("c", "1.5", SCALAR),
        ("x", "0.3", SCALAR),
        ("n", "4", FIXED),
    ];
    let listing = Listing { number: "B.2", file: "hypergeometric2f1", outputs: 1, times: 300 };
    listing.row("Gauss series: terms", &all, 1.61)
}

/// The Mars lander on the solver that Octave ships: half a minute a call.
fn lander() -> Row {
    let all = [("B", "0.61", SCALAR), ("M1", "5", SCALAR), ("betacrit", "1", SCALAR)];
    let listing = Listing { number: "B.3 to B.9", file: "length_crit", outputs: 1, times: 1 };
    Row { library: Some("ode"), turns: 1, ..listing.row(LONGEST, &all, 1.49) }
}

/// A Chebyshev series, with what is known of its coefficients and of where it is evaluated.
fn series(name: &'static str, c: &'static str, x: &'static str, thesis: f64) -> Row {
    const SERIES: &str = "[0.95 0.76 0.62 0.41; 0.23 0.46 0.79 0.94; 0.61 0.02 0.92 0.92]";
    Row {
        listing: None,
        turns: TURNS,
        name,
        file: "cheb_series",
        parameters: parameters(&[("c", SERIES, c), ("x", "[-0.5 0.1 0.7]", x)]),
        outputs: 1,
        times: 300,
        thesis,
        growth: None,
        library: None,
    }
}

/// Lagrange interpolation, with what is known of the points.
fn lagrange(name: &'static str, xi: &'static str, thesis: f64) -> Row {
    Row {
        listing: None,
        turns: TURNS,
        name,
        file: "lagrange_interp",
        parameters: parameters(&[
            ("xi", "[0 1 2.5 3]", xi),
            ("yi", "[1 0 11.6 22]", "double 1x4"),
            ("x", "[0.5 1.5 2]", "double 1x?"),
        ]),
        outputs: 1,
        times: 200,
        thesis,
        growth: None,
        library: None,
    }
}

/// The hypergeometric series of Gauss.
fn gauss() -> Row {
    Row {
        listing: None,
        turns: TURNS,
        name: "Gauss series: terms",
        file: "gauss_2f1",
        parameters: parameters(&[
            ("a", "0.5", SCALAR),
            ("b", "3", SCALAR),
            ("c", "1.5", SCALAR),
            ("x", "0.3", SCALAR),
            ("n", "4", FIXED),
        ]),
        outputs: 1,
        times: 300,
        thesis: 1.61,
        growth: None,
        library: None,
    }
}

/// A solver of steady steps: the end, the step, the value at the beginning.
fn steady(
    name: &'static str,
    file: &'static str,
    [tend, h, y0]: [&'static str; 3],
    thesis: f64,
) -> Row {
    Row {
        listing: None,
        turns: TURNS,
        name,
        file,
        parameters: parameters(&[("tend", tend, SCALAR), ("h", h, SCALAR), ("y0", y0, SCALAR)]),
        outputs: 2,
        times: 5,
        thesis,
        growth: None,
        library: None,
    }
}

/// A solver that chooses its steps: the interval, the value at the beginning.
fn adaptive(
    name: &'static str,
    file: &'static str,
    [span, y0]: [&'static str; 2],
    thesis: f64,
) -> Row {
    Row {
        listing: None,
        turns: TURNS,
        name,
        file,
        parameters: parameters(&[("tspan", span, "real double 1x2"), ("y0", y0, SCALAR)]),
        outputs: 2,
        times: 5,
        thesis,
        growth: None,
        library: None,
    }
}

/// Flow through a duct, all but its design fixed or only described.
fn duct(name: &'static str, fixed: bool, thesis: f64) -> Row {
    let known = |described| if fixed { FIXED } else { described };
    Row {
        listing: None,
        turns: TURNS,
        name,
        file: "duct_flow",
        parameters: parameters(&[
            ("design", "[0.15, -0.05]", "real double 1x2"),
            ("gam", "1.4", known(SCALAR)),
            ("gas", "287", known(SCALAR)),
            ("p0", "1e5", known(SCALAR)),
            ("T0", "300", known(SCALAR)),
            ("pout", "0.85e5", known(SCALAR)),
            ("len", "1", known(SCALAR)),
            ("height", "1", known(SCALAR)),
            ("nx", "30", known("int >= 3")),
            ("cfl", "2.5", known(SCALAR)),
            ("k2", "0.5", known(SCALAR)),
            ("k4", "1/32", known(SCALAR)),
            ("stages", "[1/4, 1/3, 1/2, 1]", known("real double 1x4")),
            ("itmax", "200", known(SCALAR)),
            ("tol", "1e-7", known(SCALAR)),
            ("target", "0.8e5", known(SCALAR)),
            ("weight", "1", known(SCALAR)),
            ("penalty", "0.01", known(SCALAR)),
            ("local_step", "1", known(SCALAR)),
            ("scheme", "'central'", known("char 1x7")),
        ]),
        // The cost is what is optimized.
        outputs: 1,
        times: 1,
        thesis,
        growth: None,
        library: None,
    }
}

fn mars() -> Row {
    Row {
        listing: None,
        turns: TURNS,
        name: LONGEST,
        file: "dust_critical_height",
        parameters: parameters(&[
            ("shock", "0.61", SCALAR),
            ("mach", "5", SCALAR),
            ("drag", "1", SCALAR),
            ("tol", "1e-3", SCALAR),
        ]),
        outputs: 1,
        times: 1,
        thesis: 1.49,
        growth: Some(4.0),
        library: None,
    }
}

fn shipped() -> Row {
    Row {
        listing: None,
        turns: TURNS,
        name: SHIPPED,
        file: "ode45_cooling",
        parameters: parameters(&[("y0", "20", SCALAR)]),
        outputs: 2,
        times: 5,
        thesis: 2.0,
        growth: None,
        library: Some("ode"),
    }
}
