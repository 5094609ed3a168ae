//! Comparison of results: integers by bits, floats by units in the last place (ULP)

use crate::Kind;
use crate::inputs::{OUT, SLOTS};
use spv_tests::elements::{Element, number};

/// The rules for comparing a shader's results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judge {
    /// Element types of the result buffer. The list repeats until the end of the buffer.
    pub out: Vec<Element>,
    /// Tolerance for floats, in units in the last place.
    pub ulps: u64,
}

impl Judge {
    /// Returns the element types of the resource with the binding index `binding`.
    fn elements(&self, binding: usize) -> &[Element] {
        match (binding, SLOTS.get(binding).map(|s| s.kind)) {
            (OUT, _) => &self.out,
            (2, _) | (_, Some(Kind::ImageF32x4)) => &[Element::F32],
            (3, _) => &[Element::F64],
            _ => &[Element::Word],
        }
    }

    /// Describes the first difference between expected and actual results, or returns `None` if they agree.
    pub fn difference(&self, expected: &[Vec<u8>], found: &[Vec<u8>]) -> Option<String> {
        for (binding, (a, b)) in expected.iter().zip(found).enumerate() {
            let mut at = 0;
            for &element in self.elements(binding).iter().cycle() {
                let end = at + element.size();
                let (Some(x), Some(y)) = (a.get(at..end), b.get(at..end)) else { break };
                let (x, y) = (number(x), number(y));
                if !element.agrees(x, y, self.ulps) {
                    return Some(format!("binding {binding}, byte {at}: {element:?} {x:#x} became {y:#x}"));
                }
                at = end;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_by_their_elements() {
        let judge = Judge { out: vec![Element::Word, Element::F32], ulps: 1 };
        let one = 1.0_f32.to_bits();
        let bytes = |words: [u32; 2]| words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>();
        let all = |words| vec![bytes([0, 0]), bytes(words), bytes([one, one])];
        assert_eq!(judge.difference(&all([7, one]), &all([7, one + 1])), None);
        let found = judge.difference(&all([7, one]), &all([8, one])).unwrap_or_default();
        assert_eq!(found, "binding 1, byte 0: Word 0x7 became 0x8");
    }
}
