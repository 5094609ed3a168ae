//! Printer for integers and escaped strings

use crate::out::Text;
use spv_ir::byte_string;

/// Appends `n` in decimal.
pub(crate) fn push_i64(out: &mut Text, n: i64) {
    if n < 0 {
        out.push(b'-');
    }
    out.push_u64(n.unsigned_abs());
}

/// Appends `n` in hexadecimal, without `0x` or leading zeros.
pub(crate) fn push_hex(out: &mut Text, n: u128) {
    out.extend_from_slice(format!("{n:X}").as_bytes());
}

/// Appends an integer of `width` bits in decimal. `limbs` are least significant first.
pub(crate) fn push_wide(out: &mut Text, limbs: &[u64], width: u32, signed: bool) {
    let mut words: Vec<u32> = limbs.iter().flat_map(|&l| [l as u32, (l >> 32) as u32]).collect();
    words.resize(width.div_ceil(32) as usize, 0);
    let spare = words.len() as u32 * 32 - width;
    let negative = signed && words.last().is_some_and(|top| top << spare >> 31 == 1);
    if negative {
        out.push(b'-');
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = (!*word).overflowing_add(u32::from(carry));
        }
    }
    if let Some(top) = words.last_mut() {
        *top = *top << spare >> spare;
    }
    let mut groups = Vec::new();
    while words.iter().any(|&w| w != 0) {
        groups.push(crate::float::divide(&mut words, 1_000_000_000));
    }
    match groups.split_last() {
        None => out.push(b'0'),
        Some((first, rest)) => {
            out.push_u64(u64::from(*first));
            for group in rest.iter().rev() {
                out.extend_from_slice(format!("{group:09}").as_bytes());
            }
        }
    }
}

/// Appends a string literal: `text` in quotes, escaped as in MLIR.
pub(crate) fn push_string(out: &mut Text, text: &str) {
    out.push(b'"');
    push_escaped(out, text);
    out.push(b'"');
}

/// Appends `text`, escaped as in a string literal, without quotes.
pub(crate) fn push_escaped(out: &mut Text, text: &str) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let plain = |b: &u8| matches!(b, b' '..=b'~') && *b != b'"' && *b != b'\\';
    if text.as_bytes().iter().all(plain) {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    for b in byte_string::bytes_of(text).iter() {
        if plain(b) {
            out.push(*b);
        } else if *b == b'\\' {
            out.extend_from_slice(b"\\\\");
        } else {
            out.extend_from_slice(&[b'\\', HEX[usize::from(b >> 4)], HEX[usize::from(b & 15)]]);
        }
    }
}

/// Appends a symbol or attribute name, in quotes if necessary.
pub(crate) fn push_name(out: &mut Text, name: &str) {
    if spv_ir::names::is_bare(name) {
        out.extend_from_slice(name.as_bytes());
    } else {
        push_string(out, name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(write: impl FnOnce(&mut Text)) -> String {
        let mut out = Text::default();
        write(&mut out);
        String::from_utf8(out.into_bytes()).unwrap()
    }

    #[test]
    fn numbers() {
        for n in [0, 9, 10, 42, 100, 999, 12345, 1_000_000, u64::MAX] {
            assert_eq!(text(|o| o.push_u64(n)), n.to_string());
            assert_eq!(text(|o| o.push_marked(b'#', n as u32)), format!("#{}", n as u32));
        }
        assert_eq!(text(|o| push_i64(o, i64::MIN)), i64::MIN.to_string());
    }

    #[test]
    fn wide_numbers() {
        for n in [0, 1, -1, 12_345_678_901_234_567_890_123, i128::MIN, i128::MAX] {
            let limbs = [n as u64, (n >> 64) as u64];
            assert_eq!(text(|o| push_wide(o, &limbs, 128, true)), n.to_string());
            assert_eq!(text(|o| push_wide(o, &limbs, 128, false)), (n as u128).to_string());
        }
        assert_eq!(text(|o| push_wide(o, &[u64::MAX, 1], 65, true)), "-1");
    }

    #[test]
    fn strings() {
        assert_eq!(text(|o| push_string(o, "a\nb\"\\\té\x7f")), r#""a\0Ab\22\\\09\C3\A9\7F""#);
        assert_eq!(text(|o| push_name(o, "main(vf4;")), "\"main(vf4;\"");
        assert_eq!(text(|o| push_name(o, "a.b$1")), "a.b$1");
    }
}
