//! Files of variants with a few slips in them.

use proptest::prelude::*;

/// The file of a bundled variant, under an id of its own, with a few places overwritten, cut out or doubled.
pub fn mutated() -> impl Strategy<Value = String> {
    let registry = floe_variants::registry();
    let sources: Vec<String> = registry.variants().filter_map(|(id, _)| registry.source(id)).map(renamed).collect();
    let bit = prop_oneof![
        "[ -~\n]{0,3}",
        "(\"|'|\\[|\\]|\\{|\\}|=|\n|#|\\.|,|é|\u{0}|\"\"\"|true|no|0|-1|99999999999999999999|1e5|\"\"|\\[\\]|1979-05-27)",
    ];
    let change = (any::<prop::sample::Index>(), 0..12usize, bit);
    (prop::sample::select(sources), prop::collection::vec(change, 1..5)).prop_map(|(source, changes)| {
        let mut text: Vec<char> = source.chars().collect();
        for (at, length, bit) in changes {
            let at = at.index(text.len());
            let end = (at + length).min(text.len());
            text.splice(at..end, bit.chars());
        }
        text.into_iter().collect()
    })
}

/// A file under another id, and without aliases.
fn renamed(source: &str) -> String {
    let line = |line: &str| match line.split('=').next().unwrap_or_default().trim() {
        "id" => "id = \"mine\"\n".to_owned(),
        "aliases" => String::new(),
        _ => line.to_owned(),
    };
    source.split_inclusive('\n').map(line).collect()
}
