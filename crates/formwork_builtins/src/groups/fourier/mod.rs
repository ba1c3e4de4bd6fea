//! Fourier transforms, filters and windows: `fft`, `filter`, `conv2`.

mod filters;
mod transforms;
mod windows;

pub(crate) use filters::{convolve, filter_lines};

use formwork_runtime::Class;

use crate::row::{Output, Row};
use crate::row_constructors::row;
use crate::rules::Realness;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row(
        "fft",
        1,
        3,
        ANYTHING,
        transforms::fft,
        "The discrete Fourier transform along a dimension.",
    )
    .own_shape(special::polynomial::fft)
    .own_classes(special::classes::fft)
    .real(Realness::Open)
    .vetted(),
    row(
        "ifft",
        1,
        3,
        ANYTHING,
        transforms::ifft,
        "The inverse Fourier transform along a dimension.",
    )
    .own_shape(special::polynomial::fft)
    .own_classes(special::classes::fft)
    .real(Realness::Open)
    .vetted()
    .matlab_takes(4),
    row(
        "fft2",
        1,
        3,
        SPECIAL,
        transforms::fft2,
        "The Fourier transform along the first two dimensions.",
    )
    .own_shape(special::polynomial::fft2)
    .own_classes(special::classes::fft2)
    .real(Realness::Open)
    .doubted_of_numbers()
    .doubted_of_others(),
    row(
        "ifft2",
        1,
        3,
        SPECIAL,
        transforms::ifft2,
        "The inverse Fourier transform along the first two dimensions.",
    )
    .own_shape(special::polynomial::fft2)
    .own_classes(special::classes::fft2)
    .real(Realness::Open)
    .doubted_of_numbers()
    .doubted_of_others(),
    row("fftn", 1, 2, SPECIAL, transforms::fftn, "The Fourier transform along all dimensions.")
        .own_shape(special::polynomial::fft2)
        .own_classes(special::classes::fft2)
        .real(Realness::Open),
    row(
        "ifftn",
        1,
        2,
        SPECIAL,
        transforms::ifftn,
        "The inverse Fourier transform along all dimensions.",
    )
    .own_shape(special::polynomial::fft2)
    .own_classes(special::classes::fft2)
    .real(Realness::Open),
    row(
        "fftshift",
        1,
        2,
        LIKE,
        windows::fftshift,
        "The halves of each dimension exchanged, zero frequency in the middle.",
    ),
    row("ifftshift", 1, 2, LIKE, windows::ifftshift, "What fftshift did undone."),
    row("filter", 3, 5, FILTER, filters::filter, "A sequence through a rational digital filter.")
        .own_shape(special::polynomial::filter)
        .own_classes(special::classes::filter)
        .vetted(),
    row("filter2", 2, 3, SPECIAL, filters::filter2, "A matrix through a two-dimensional filter.")
        .doubted_of_numbers()
        .doubted_of_others(),
    row("conv2", 2, 4, SPECIAL, filters::conv2, "The two-dimensional convolution of two matrices.")
        .own_shape(special::polynomial::conv2)
        .own_classes(special::classes::floating)
        .vetted(),
    row(
        "fftfilt",
        2,
        3,
        SPECIAL,
        filters::fftfilt,
        "A sequence through a filter without feedback.",
    )
    .real(Realness::Open)
    .doubted_of_others(),
    row("fftconv", 2, 3, SPECIAL, filters::fftconv, "The convolution of two vectors.")
        .real(Realness::Open)
        .doubted_of_numbers()
        .doubted_of_others(),
    row(
        "detrend",
        1,
        2,
        DETREND,
        windows::detrend,
        "What is left when the best polynomial is taken away.",
    ),
    row("hamming", 1, 2, COLUMN, windows::hamming, "The coefficients of a Hamming window."),
    row("hanning", 1, 2, COLUMN, windows::hanning, "The coefficients of a Hanning window."),
    row("blackman", 1, 2, COLUMN, windows::blackman, "The coefficients of a Blackman window."),
    row("sinc", 1, 1, SINC, windows::sinc, "The sine of pi x over pi x."),
    row("unwrap", 1, 3, FLOATS, windows::unwrap, "Angles without jumps of a full turn."),
];

const FLOATS: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::Unknown)];
/// Nothing that is transformed stays what it is.
const ANYTHING: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Unknown)];
const SPECIAL: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::AnyFloat)];
const LIKE: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::Like(0))];
const FILTER: &[Output] = &[
    Output::new(ShapeRule::Like(2), ClassRule::AnyFloat),
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
];
const DETREND: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::Special)];
const COLUMN: &[Output] = &[Output::new(ShapeRule::Column, ClassRule::AnyFloat)];
const SINC: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::Is(Class::Double))];
