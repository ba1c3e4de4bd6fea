//! The programs that native code is measured with.

/// What a program spends its time on, which decides what is asked of native code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Numbers in loops.
    Scalar,
    /// Operations on whole arrays.
    Vectorised,
}

impl Kind {
    /// How many times faster than Octave.
    pub(crate) const fn target(self) -> f64 {
        match self {
            Kind::Scalar => 100.0,
            Kind::Vectorised => 3.0,
        }
    }
}

/// A program: `[seconds, check] = name(n)` in MATLAB, `prepare(n)` and `check = program(n)` in C.
pub(crate) struct Workload {
    /// The function, and the C file.
    pub(crate) name: &'static str,
    /// Where the functions that it calls are.
    pub(crate) folder: &'static str,
    pub(crate) kind: Kind,
    /// The number for native code and C.
    pub(crate) fast: f64,
    /// The number for Octave and the interpreter.
    pub(crate) slow: f64,
    /// How the work grows with the number.
    pub(crate) work: fn(f64) -> f64,
}

const fn of(
    name: &'static str,
    folder: &'static str,
    kind: Kind,
    fast: f64,
    slow: f64,
) -> Workload {
    Workload { name, folder, kind, fast, slow, work: |n| n }
}

const SPEED: &str = "examples/speed";
const MPE: &str = "examples/mpe";

/// What is timed.
pub(crate) const WORKLOADS: &[Workload] = &[
    of("speed_for_sum", SPEED, Kind::Scalar, 2e8, 2e5),
    Workload { work: |n| n * n.ln(), ..of("speed_while_collatz", SPEED, Kind::Scalar, 4e5, 1e3) },
    Workload { work: |n| n * n * n, ..of("speed_product", SPEED, Kind::Scalar, 400.0, 30.0) },
    of("speed_stencil", SPEED, Kind::Scalar, 2e4, 5.0),
    of("speed_sieve", SPEED, Kind::Scalar, 1e7, 5e4),
    Workload {
        work: |n| 1.618_033_988_75_f64.powf(n),
        ..of("speed_recursion", SPEED, Kind::Scalar, 35.0, 16.0)
    },
    of("speed_growth", SPEED, Kind::Scalar, 2e7, 2e4),
    of("bench_adpt", "examples/magica/adpt", Kind::Scalar, 500.0, 2.0),
    Workload {
        work: |n| n * n * n,
        ..of("bench_capr", "examples/magica/capr", Kind::Scalar, 128.0, 16.0)
    },
    Workload {
        work: |n| n * n,
        ..of("bench_crni", "examples/magica/crni", Kind::Scalar, 3000.0, 100.0)
    },
    Workload {
        work: |n| n * n * n,
        ..of("bench_dich", "examples/magica/dich", Kind::Scalar, 150.0, 20.0)
    },
    Workload {
        work: |n| n * n,
        ..of("bench_edit", "examples/magica/edit", Kind::Scalar, 60.0, 2.0)
    },
    Workload {
        work: |n| n * (2.0 * n + 24.0),
        ..of("bench_fiff", "examples/magica/fiff", Kind::Scalar, 3000.0, 100.0)
    },
    of("bench_euler", MPE, Kind::Scalar, 2e6, 5e3),
    of("bench_rk4", MPE, Kind::Scalar, 2e6, 3e3),
    of("speed_vectors", SPEED, Kind::Vectorised, 1e7, 3e4),
    of("speed_matrices", SPEED, Kind::Vectorised, 1e7, 3e4),
    of("speed_chain", SPEED, Kind::Vectorised, 100.0, 20.0),
    of("speed_reductions", SPEED, Kind::Vectorised, 50.0, 20.0),
    Workload {
        work: |n| n * n * n * n.log2().ceil(),
        ..of("bench_clos", "examples/magica/clos", Kind::Vectorised, 512.0, 512.0)
    },
    of("bench_diff", "examples/magica/diff", Kind::Vectorised, 5e3, 2e3),
    of("bench_fdtd", "examples/magica/fdtd", Kind::Vectorised, 2e4, 200.0),
    of("bench_nb1d", "examples/magica/nb1d", Kind::Vectorised, 5e4, 300.0),
    of("bench_nb3d", "examples/magica/nb3d", Kind::Vectorised, 2e4, 500.0),
    of("bench_cheb", MPE, Kind::Vectorised, 1e6, 1e6),
    of("bench_lagrange", MPE, Kind::Vectorised, 1e6, 5e5),
    of("bench_gauss", MPE, Kind::Vectorised, 1e6, 1e6),
    of("bench_duct", MPE, Kind::Vectorised, 1e5, 100.0),
];
