//! The figures of the paper, compared token by token.

use formwork_array::optimise::optimise;
use formwork_array::{print_module, read_module};

/// Figure 7, as the paper prints it.
const FIGURE_7: &str = "
bool[*] (!) ( int[*] a)
{
  s = shape(a);
  res = with (iv < s) {
    ael = a[iv];
    return( !ael);
  } genarray( s, false);
  return( res);
}";

/// Figure 9, as the paper prints it.
const FIGURE_9: &str = "
bool[*] (!) ( int[*] a')
{
  (0) [[]] ad = dim(a');
  (1) [[1]] ass = [ad];
  (1) [ass] as = shape(a');
  (ad)[as] a = saabind(ad,as,a');
  (ad)[as] res = with ((1)[ass] iv < as) {
    (0)[[]] ael = sel( iv, a);
    return( !ael);
  } genarray( as, false);
  return( res);
}";

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn figure_7_becomes_figure_9() {
    let mut module = read_module(FIGURE_7).expect("figure 7 reads");
    optimise(&mut module, true).expect("every pass leaves a well-formed module");
    assert_eq!(without_blanks(&print_module(&module)), without_blanks(FIGURE_9));
}

#[test]
fn figure_9_reads_and_stays() {
    let mut module = read_module(FIGURE_9).expect("figure 9 reads");
    assert_eq!(without_blanks(&print_module(&module)), without_blanks(FIGURE_9));
    optimise(&mut module, true).expect("every pass leaves a well-formed module");
    assert_eq!(without_blanks(&print_module(&module)), without_blanks(FIGURE_9));
}

#[test]
fn deep_nesting_is_an_error_or_read() {
    let deep =
        format!("int f(int x) {{ return({}x{}); }}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(read_module(&deep).is_err());
    let long = format!("int f(int x) {{ return(x{}); }}", " + 1".repeat(20_000));
    let mut module = read_module(&long).expect("long sums are read");
    optimise(&mut module, false).expect("long sums are optimised");
    let blocks = format!(
        "int f(int x) {{ {} return(x); {} }}",
        "if (x > 0) {".repeat(5_000),
        "}".repeat(5_000)
    );
    assert!(read_module(&blocks).is_err());
}
