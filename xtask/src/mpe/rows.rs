//! The programs that are specialized, with what is known of their parameters.

/// The program that takes longest.
pub(crate) const LONGEST: &str = "Mars lander";

/// The program that is specialized together with the solver that Octave ships.
pub(crate) const SHIPPED: &str = "ode45 as Octave ships it: cooling";

/// What the thesis calls `realscalar`.
const SCALAR: &str = "real double 1x1";

/// What is known of a parameter that is fixed to its value.
const FIXED: &str = "=";

/// A program that is specialized.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) file: &'static str,
    pub(super) parameters: Vec<Parameter>,
    pub(super) outputs: usize,
    /// How often it is called for one measurement.
    pub(super) times: usize,
    /// How much faster the thesis's residual was, interpreted.
    pub(super) thesis: f64,
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
}

/// A Chebyshev series, with what is known of its coefficients and of where it is evaluated.
fn series(name: &'static str, c: &'static str, x: &'static str, thesis: f64) -> Row {
    const SERIES: &str = "[0.95 0.76 0.62 0.41; 0.23 0.46 0.79 0.94; 0.61 0.02 0.92 0.92]";
    Row {
        name,
        file: "cheb_series",
        parameters: parameters(&[("c", SERIES, c), ("x", "[-0.5 0.1 0.7]", x)]),
        outputs: 1,
        times: 300,
        thesis,
        library: None,
    }
}

/// Lagrange interpolation, with what is known of the points.
fn lagrange(name: &'static str, xi: &'static str, thesis: f64) -> Row {
    Row {
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
        library: None,
    }
}

/// The hypergeometric series of Gauss.
fn gauss() -> Row {
    Row {
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
        name,
        file,
        parameters: parameters(&[("tend", tend, SCALAR), ("h", h, SCALAR), ("y0", y0, SCALAR)]),
        outputs: 2,
        times: 5,
        thesis,
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
        name,
        file,
        parameters: parameters(&[("tspan", span, "real double 1x2"), ("y0", y0, SCALAR)]),
        outputs: 2,
        times: 5,
        thesis,
        library: None,
    }
}

/// Flow through a duct, all but its design fixed or only described.
fn duct(name: &'static str, fixed: bool, thesis: f64) -> Row {
    let known = |described| if fixed { FIXED } else { described };
    Row {
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
        library: None,
    }
}

fn mars() -> Row {
    Row {
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
        library: None,
    }
}

fn shipped() -> Row {
    Row {
        name: SHIPPED,
        file: "ode45_cooling",
        parameters: parameters(&[("y0", "20", SCALAR)]),
        outputs: 2,
        times: 5,
        thesis: 2.0,
        library: Some("ode"),
    }
}
