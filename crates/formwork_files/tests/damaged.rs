//! Files that are damaged give errors: no panic, and no memory for what is not there.

mod support;

use std::time::{Duration, Instant};

use formwork_files::picture::{self, Drawn, Format};
use formwork_files::{
    Malformed, Variable, gunzip, gzip, json, mat4, mat5, octave_binary, octave_text,
};
use formwork_runtime::{Array, Dims, Value, memory};

fn some_variables(seed: u64) -> Vec<Variable> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..6).map(|place| Variable::new(format!("v{place}"), support::value(&mut random, 0))).collect()
}

/// Reads bytes as whatever they may be; what comes out does not matter.
fn read_all(bytes: &[u8]) {
    let start = Instant::now();
    let _ = picture::read(bytes);
    let _ = octave_binary::read(bytes, &|_| true);
    let _ = mat4::is_mat4(bytes);
    let _ = mat4::read(bytes, &|_| true);
    let _ = mat5::read(bytes, &|_| true);
    let mut make = |_: &str, _: &[Variable]| Ok(Value::empty());
    let _ = octave_text::read(bytes, &|_| true, &mut make);
    let _ = octave_text::is_octave_text(bytes);
    let _ = gunzip(bytes);
    if let Ok(tree) = json::parse(bytes) {
        let mut name = |name: &[u8]| Ok::<_, ()>(String::from_utf8_lossy(name).into_owned());
        let _ = json::decode(&tree, &mut name);
    }
    assert!(start.elapsed() < Duration::from_secs(5), "reading takes too long: {bytes:?}");
}

#[test]
fn values_are_compared_to_the_bit() {
    let (zero, minus) = (Value::double(0.0), Value::double(-0.0));
    assert!(support::same(&zero, &zero) && !support::same(&zero, &minus));
}

fn pictures(seed: u64) -> Vec<Vec<u8>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut samples = |pages: usize| {
        let dims = Dims::new(&[5, 7, pages]);
        let bytes = (0..dims.numel()).map(|_| random.u8(..)).collect();
        Value::Uint8(Array::new(dims, bytes))
    };
    let (grey, colors) = (samples(1), samples(3));
    let drawn = |image, alpha| Drawn { image, map: None, alpha };
    [
        picture::write(&drawn(&colors, Some(&grey)), Format::Png),
        picture::write(&drawn(&grey, None), Format::Png),
        picture::write(&drawn(&colors, None), Format::Ppm),
        Ok(b"P2 # text\n3 2 9\n 1 2 3 4 5 6\n".to_vec()),
    ]
    .map(|bytes| bytes.expect("it can be written"))
    .into()
}

fn files(seed: u64) -> Vec<Vec<u8>> {
    let variables = some_variables(seed);
    let numbers = [
        Variable::new("a", Value::row(vec![1.0, -2.5, f64::NAN])),
        Variable::new("text", Value::text("abc")),
    ];
    let mut all = pictures(seed);
    all.push(mat4::write(&numbers).expect("it can be written"));
    all.push(octave_binary::write(&variables).expect("it can be written"));
    all.extend([
        mat5::write(&variables, false, "a test").expect("it can be written"),
        mat5::write(&variables, true, "a test").expect("it can be written"),
        octave_text::write(&variables, 17).expect("it can be written"),
        gzip(&octave_text::write(&variables, 17).expect("it can be written")),
        br#"{"a":[1,2,[3,null]],"b":{"c":"d\u00e9"},"e":[{"f":1},{"f":2}]}"#.to_vec(),
    ]);
    all
}

#[test]
fn files_that_end_early_are_refused() {
    memory::set_limit(1 << 26, || 0, memory::Beyond::Fails);
    for seed in 0..4 {
        for file in files(seed) {
            let step = (file.len() / 300).max(1);
            for end in (0..file.len()).step_by(step) {
                read_all(&file[..end]);
            }
        }
    }
    let file = mat5::write(&some_variables(1), false, "a test").expect("it can be written");
    assert!(matches!(mat5::read(&file[..file.len() - 9], &|_| true), Err(Malformed::Broken(_))));
}

#[test]
fn flipped_bytes_do_no_harm() {
    memory::set_limit(1 << 26, || 0, memory::Beyond::Fails);
    let mut random = fastrand::Rng::with_seed(7);
    for seed in 0..8 {
        for file in files(seed) {
            // 20,000 files in all.
            for _ in 0..250 {
                let mut damaged = file.clone();
                for _ in 0..random.usize(1..4) {
                    let place = random.usize(..damaged.len());
                    damaged[place] = match random.u8(0..3) {
                        0 => random.u8(..),
                        1 => damaged[place] ^ (1 << random.u8(0..8)),
                        _ => 0xff,
                    };
                }
                read_all(&damaged);
            }
        }
    }
}

#[test]
fn sizes_that_lie_take_no_memory() {
    let text = "# name: x\n# type: matrix\n# rows: 1000000000\n# columns: 1000000000\n 1\n";
    let mut make = |_: &str, _: &[Variable]| Ok(Value::empty());
    assert!(octave_text::read(text.as_bytes(), &|_| true, &mut make).is_err());
    let text = "# name: x\n# type: cell\n# rows: 4000000\n# columns: 4000000\n";
    assert!(octave_text::read(text.as_bytes(), &|_| true, &mut make).is_err());
    let text = "# name: x\n# type: struct\n# ndims: 2\n 99999999 99999\n# length: 0\n";
    assert!(octave_text::read(text.as_bytes(), &|_| true, &mut make).is_err());
    let deep = "[".repeat(100_000);
    assert!(json::parse(deep.as_bytes()).is_err());
    let nested = "# name: <cell-element>\n# type: cell\n# rows: 1\n# columns: 1\n".repeat(5000);
    assert!(octave_text::read(nested.as_bytes(), &|_| true, &mut make).is_err());
}

#[test]
fn pictures_survive() {
    for bytes in pictures(3).iter().take(3) {
        let read = picture::read(bytes).expect("it is a picture");
        let drawn = Drawn { image: &read.image, map: None, alpha: read.alpha.as_ref() };
        let format = if bytes.starts_with(b"P") { Format::Ppm } else { Format::Png };
        assert_eq!(picture::write(&drawn, format).as_ref(), Ok(bytes));
    }
    assert!(picture::read(b"P5\n99999999 99999999\n255\n").is_err());
    assert!(matches!(picture::read(b"GIF89a"), Err(Malformed::Unsupported(_))));
}
