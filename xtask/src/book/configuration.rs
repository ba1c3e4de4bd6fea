//! The page of `formwork.toml`: the keys that the driver knows.

use std::fmt::Write as _;

pub(super) fn page() -> String {
    let mut out = super::title("formwork.toml", "`crates/formwork_driver/src/config_keys.rs`");
    out.push_str(
        "The nearest `formwork.toml` counts, in the folder of the files or above it; `--config FILE` \
         takes its place.\nPaths in it are relative to it. What it does not have is refused by its \
         name.\n\n| key | value | default | meaning |\n| --- | --- | --- | --- |\n",
    );
    for key in formwork_driver::config_keys() {
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} |",
            key.name,
            key.value.replace('|', "\\|"),
            key.default,
            key.meaning
        );
    }
    out.push_str("\nAll of it:\n\n```toml\n");
    out.push_str(formwork_driver::EXAMPLE_CONFIG);
    out.push_str("```\n");
    out
}
