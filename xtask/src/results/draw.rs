//! A plot as a picture: a row for each label, a dot or a bar for each series.
//!
//! Text and colours follow the reader's choice of light or dark. The picture has a ground of its own,
//! because the page around may have chosen otherwise.

use std::fmt::Write as _;

use super::figures::{self, Figure};
use super::plots::{Form, Plot, Scale};

const WIDTH: f64 = 760.0;
const LETTER: f64 = 7.2;
const TOP: f64 = 74.0;
const BOTTOM: f64 = 34.0;
const RIGHT: f64 = 64.0;

const STYLE: &str = "\
  <style>
    text { font: 13px system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: #1f2328 }
    .title { font-weight: 600; font-size: 15px }
    .faint, .tick { fill: #59636e } .tick { font-size: 11px }
    .ground { fill: #ffffff; stroke: #d1d9e0 } .grid { stroke: #e4e8ec } .mark { stroke: #59636e; stroke-dasharray: 4 3 }
    .s0 { fill: #0969da } .s1 { fill: #bc4c00 } .s2 { fill: #1a7f37 } .s3 { fill: #8250df } .s4 { fill: #bf3989 }
    @media (prefers-color-scheme: dark) {
      text { fill: #d1d7e0 } .faint, .tick { fill: #9198a1 }
      .ground { fill: #0d1117; stroke: #3d444d } .grid { stroke: #21262d } .mark { stroke: #9198a1 }
      .s0 { fill: #58a6ff } .s1 { fill: #f0883e } .s2 { fill: #3fb950 } .s3 { fill: #bc8cff } .s4 { fill: #ff80c8 }
    }
  </style>
";

/// Where values are.
struct Axis {
    scale: Scale,
    least: f64,
    greatest: f64,
    left: f64,
}

impl Axis {
    fn new(plot: &Plot, values: impl Iterator<Item = f64> + Clone, left: f64) -> Axis {
        let greatest = values.clone().fold(f64::MIN_POSITIVE, f64::max);
        let least = values.fold(f64::INFINITY, f64::min);
        match plot.scale {
            Scale::Log => {
                let least = plot.mark.map_or(least, |mark| least.min(mark)).max(1e-9);
                Axis { scale: Scale::Log, least: least / 1.15, greatest: greatest * 1.15, left }
            }
            Scale::Linear => {
                let greatest = plot.most.unwrap_or(greatest * 1.02);
                Axis { scale: Scale::Linear, least: 0.0, greatest, left }
            }
        }
    }

    fn place(&self, value: f64) -> f64 {
        let share = match self.scale {
            Scale::Log => {
                (value.max(self.least) / self.least).ln() / (self.greatest / self.least).ln()
            }
            Scale::Linear => value / self.greatest,
        };
        self.left + share.clamp(0.0, 1.0) * (WIDTH - RIGHT - self.left)
    }

    /// The values at which there are lines.
    fn ticks(&self) -> Vec<f64> {
        let mut ticks = Vec::new();
        match self.scale {
            Scale::Log => {
                let wide = self.greatest / self.least > 300.0;
                let steps: &[f64] = if wide { &[1.0] } else { &[1.0, 2.0, 5.0] };
                for power in -9..9 {
                    let all = steps.iter().map(|step| step * 10f64.powi(power));
                    ticks.extend(all.filter(|tick| (self.least..=self.greatest).contains(tick)));
                }
            }
            Scale::Linear => {
                let rough = self.greatest / 5.0;
                let power = 10f64.powf(rough.log10().floor());
                let step = [1.0, 2.0, 5.0, 10.0]
                    .map(|factor| factor * power)
                    .into_iter()
                    .find(|step| *step >= rough)
                    .unwrap_or(rough);
                let count = (self.greatest / step + 1e-9).floor();
                let mut tick = 0.0;
                while tick <= count {
                    ticks.push(tick * step);
                    tick += 1.0;
                }
            }
        }
        ticks
    }
}

/// A number without needless digits.
fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The picture.
pub(super) fn picture(plot: &Plot, figures: &[Figure]) -> String {
    let latest = figures::latest(figures);
    let labels = figures::labels(&latest);
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let left = 24.0 + LETTER * longest as f64;
    let row = match plot.form {
        Form::Dots => 22.0,
        Form::Bars => 10.0 + 13.0 * plot.series.len() as f64,
    };
    let height = TOP + row * labels.len() as f64 + BOTTOM;
    let axis = Axis::new(plot, latest.iter().map(|one| one.value), left);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" role=\"img\">\n  <title>{}</title>\n{STYLE}  <rect class=\"ground\" x=\"0.5\" \
         y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n  <text class=\"title\" x=\"14\" y=\"24\">{}</text>\n",
        escape(plot.title),
        WIDTH - 1.0,
        height - 1.0,
        escape(plot.title)
    );
    legend(plot, &latest, &mut out);
    grid(plot, &axis, height, &mut out);
    for (index, label) in labels.iter().enumerate() {
        let top = TOP + row * index as f64;
        let middle = top + row / 2.0;
        let _ = writeln!(
            out,
            "  <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            number(left - 10.0),
            number(middle + 4.5),
            escape(label)
        );
        let mine = latest.iter().filter(|one| one.label == *label);
        for one in mine {
            let series = plot.series.iter().position(|name| *name == one.series).unwrap_or(0);
            let about = format!("{label}, {}: {}", one.series, plot.text(one.value));
            let place = axis.place(one.value);
            match plot.form {
                Form::Dots => dot(series, place, middle, &about, &mut out),
                Form::Bars => {
                    let y = top + 5.0 + 13.0 * series as f64;
                    bar(series, [left, place, y], [&about, &plot.text(one.value)], &mut out);
                }
            }
        }
    }
    out.push_str("</svg>\n");
    out
}

fn legend(plot: &Plot, figures: &[Figure], out: &mut String) {
    let mut x = 20.0;
    for (index, series) in plot.series.iter().enumerate() {
        if !figures.iter().any(|one| one.series == *series) {
            continue;
        }
        dot(index, x, 44.0, series, out);
        let _ = writeln!(
            out,
            "  <text x=\"{}\" y=\"48.5\">{}</text>",
            number(x + 11.0),
            escape(series)
        );
        x += 34.0 + LETTER * series.chars().count() as f64;
    }
}

fn grid(plot: &Plot, axis: &Axis, height: f64, out: &mut String) {
    let bottom = height - BOTTOM + 2.0;
    let line = |class: &str, value: f64, out: &mut String| {
        let x = number(axis.place(value));
        let _ = writeln!(
            out,
            "  <line class=\"{class}\" x1=\"{x}\" x2=\"{x}\" y1=\"{}\" y2=\"{bottom}\"/>",
            TOP - 6.0
        );
    };
    for tick in axis.ticks() {
        line("grid", tick, out);
        let _ = writeln!(
            out,
            "  <text class=\"tick\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}{}</text>",
            number(axis.place(tick)),
            number(bottom + 16.0),
            number(tick),
            plot.unit
        );
    }
    if let Some(mark) = plot.mark {
        line("mark", mark, out);
    }
}

/// A mark whose form also tells series apart.
fn dot(series: usize, x: f64, y: f64, about: &str, out: &mut String) {
    let (x0, y0) = (number(x), number(y));
    let form = match series {
        0 => format!("<circle class=\"s0\" cx=\"{x0}\" cy=\"{y0}\" r=\"5\">"),
        1 => format!(
            "<rect class=\"s1\" x=\"{}\" y=\"{}\" width=\"9\" height=\"9\">",
            number(x - 4.5),
            number(y - 4.5)
        ),
        2 => format!("<path class=\"s2\" d=\"M{x0} {} l6 10 h-12 z\">", number(y - 5.5)),
        3 => format!("<path class=\"s3\" d=\"M{x0} {} l6 6 l-6 6 l-6 -6 z\">", number(y - 6.0)),
        _ => format!("<path class=\"s4\" d=\"M{x0} {} l6 -10 h-12 z\">", number(y + 5.5)),
    };
    let name = form[1..].split(' ').next().unwrap_or_default();
    let _ = writeln!(out, "  {form}<title>{}</title></{name}>", escape(about));
}

fn bar(series: usize, [left, right, y]: [f64; 3], [about, value]: [&str; 2], out: &mut String) {
    let _ = writeln!(
        out,
        "  <rect class=\"s{series}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"11\" rx=\"2\"><title>{}</title></rect>",
        number(left),
        number(y),
        number((right - left).max(1.5)),
        escape(about)
    );
    let _ = writeln!(
        out,
        "  <text class=\"tick\" x=\"{}\" y=\"{}\">{}</text>",
        number(right.max(left + 1.5) + 5.0),
        number(y + 9.5),
        escape(value)
    );
}
