//! Conversion of grammar names to Rust names

/// Converts an operand name to `snake_case`: `Packet Size` becomes `packet_size`, `Operand 1` becomes `operand1`.
///
/// A name that enumerates several operands (`Argument 0, Argument 1, ...`) becomes a plural: `arguments`.
pub fn snake(name: &str) -> String {
    if let Some((list, _)) = name.split_once("...") {
        let first = list.split(',').next().unwrap_or_default();
        let letters: String = first.chars().filter(|c| !c.is_ascii_digit()).collect();
        let one = words(&letters).join("_").to_lowercase();
        return if one.ends_with('s') { one } else { one + "s" };
    }
    let mut out = String::new();
    for word in words(name) {
        // A digit does not start a word: `Operand 1` becomes `operand1`.
        if !out.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit()) {
            out.push('_');
        }
        out.push_str(&word.to_lowercase());
    }
    out
}

/// Converts the name of an instruction, enumeration or enumerant to `SCREAMING_SNAKE_CASE`.
pub fn scream(name: &str) -> String {
    words(name).join("_").to_uppercase()
}

/// Vendor suffixes, each of which is a word in the converted name.
const VENDORS: &[&str] =
    &["ALTERA", "AMDX", "AMD", "ARM", "EXT", "GOOGLE", "INTEL", "KHR", "NV", "QCOM", "VALVE"];

/// Words with irregular capitalization, each with the spelling that [`words`] splits correctly.
const MIXED: [(&str, &str); 2] = [("NaN", "Nan"), ("NDrange", "NdRange")];

/// Splits a name into words at non-alphanumeric characters and case changes.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    // The grammar's operand name `D~ref~` contains markup.
    let name = name.replace(['~', '\''], "");
    let name = MIXED.iter().fold(name, |name, (mixed, plain)| name.replace(mixed, plain));
    for part in name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|p| !p.is_empty()) {
        // In an all-caps name, a two-letter vendor suffix is a coincidence: `CONV` does not end in the vendor `NV`.
        let mixed = part.contains(|c: char| c.is_ascii_lowercase());
        let ends_in = |v: &str| part.len() > v.len() && part.ends_with(v) && (mixed || v.len() > 2);
        let vendor = VENDORS.iter().find(|v| ends_in(v));
        let chars: Vec<char> = part[..part.len() - vendor.map_or(0, |v| v.len())].chars().collect();
        let mut word = String::new();
        for (i, &c) in chars.iter().enumerate() {
            if i > 0 && starts_word(&chars, i) {
                words.push(std::mem::take(&mut word));
            }
            word.push(c);
        }
        words.push(word);
        words.extend(vendor.map(|v| (*v).to_owned()));
    }
    words
}

/// Returns whether a word starts at character index `i`, which must not be 0.
fn starts_word(chars: &[char], i: usize) -> bool {
    let (before, here) = (chars[i - 1], chars[i]);
    let next_lower = chars.get(i + 1).is_some_and(|c| c.is_ascii_lowercase());
    if !here.is_ascii_uppercase() {
        return false;
    }
    if before.is_ascii_digit() {
        // After a digit, a capital letter starts a word only if a lowercase letter follows: in `Rg16Snorm`, but not in
        // `Dim1D` or `2DBlock`.
        return next_lower;
    }
    before.is_ascii_lowercase() || (before.is_ascii_uppercase() && next_lower)
}
