//! Which plots there are.

/// How values are shown.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// As dots in one row.
    Dots,
    /// As bars below one another.
    Bars,
}

/// How values are laid out.
#[derive(Clone, Copy)]
pub(super) enum Scale {
    Linear,
    /// Ratios: twice as much is as far everywhere.
    Log,
}

/// A plot.
pub(super) struct Plot {
    /// The name of its files.
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// What the labels are.
    pub(super) what: &'static str,
    /// Whose figures there are, in the order of colours.
    pub(super) series: &'static [&'static str],
    /// What stands behind a value.
    pub(super) unit: &'static str,
    pub(super) form: Form,
    pub(super) scale: Scale,
    /// The value at which nothing is gained or lost.
    pub(super) mark: Option<f64>,
    /// The end of a linear scale.
    pub(super) most: Option<f64>,
}

impl Plot {
    /// A value as text.
    pub(super) fn text(&self, value: f64) -> String {
        if self.unit == "×" && value < 100.0 {
            format!("{value:.2}×")
        } else if value.fract() == 0.0 || value >= 100.0 {
            format!("{value:.0}{}", self.unit)
        } else {
            format!("{value:.1}{}", self.unit)
        }
    }
}

/// In the order of the pages.
pub(super) const PLOTS: &[Plot] = &[
    Plot {
        name: "magica",
        title: "Symbolic shapes found to be the same as an earlier one",
        what: "program",
        series: &["paper", "Formwork"],
        unit: "%",
        form: Form::Bars,
        scale: Scale::Linear,
        mark: None,
        most: Some(100.0),
    },
    Plot {
        name: "explicit",
        title: "Shapes known as numbers",
        what: "program",
        series: &["paper", "Formwork"],
        unit: "%",
        form: Form::Bars,
        scale: Scale::Linear,
        mark: None,
        most: Some(100.0),
    },
    Plot {
        name: "mpe",
        title: "How many times as fast the specialized program is",
        what: "program",
        series: &["thesis", "Octave", "Formwork", "compiled"],
        unit: "×",
        form: Form::Dots,
        scale: Scale::Log,
        mark: Some(1.0),
        most: None,
    },
    Plot {
        name: "gains",
        title: "Specialized by Formwork and by hand: times as fast in Octave",
        what: "program",
        series: &["by hand", "Formwork"],
        unit: "×",
        form: Form::Dots,
        scale: Scale::Log,
        mark: Some(1.0),
        most: None,
    },
    Plot {
        name: "sac",
        title: "What symbolic array attributes are worth: times as fast with them",
        what: "program",
        series: &["paper", "Formwork"],
        unit: "×",
        form: Form::Dots,
        scale: Scale::Log,
        mark: Some(1.0),
        most: None,
    },
    Plot {
        name: "native",
        title: "Native code and C by hand: times as fast as Octave's interpreter",
        what: "program",
        series: &["Formwork", "C by hand"],
        unit: "×",
        form: Form::Dots,
        scale: Scale::Log,
        mark: Some(1.0),
        most: None,
    },
    Plot {
        name: "bugs",
        title: "Bugs of a collection that check finds, and alarms in the mended twins",
        what: "programs",
        series: &["found", "alarms in twins"],
        unit: "%",
        form: Form::Bars,
        scale: Scale::Linear,
        mark: None,
        most: Some(100.0),
    },
    Plot {
        name: "packages",
        title: "Self-tests of Octave's packages that pass here, of those that pass in Octave",
        what: "packages",
        series: &["Formwork"],
        unit: "%",
        form: Form::Bars,
        scale: Scale::Linear,
        mark: None,
        most: Some(100.0),
    },
];
