//! Buffer types in scripts, their memory layout, and the conversion of values

/// The interpretation of a scalar's bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Int,
    Uint,
    Float,
    /// An unsigned normalized value, from 0 to 1.
    Unorm,
    /// A signed normalized value, from -1 to 1.
    Snorm,
}

/// The width and interpretation of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    pub mode: Mode,
    pub bytes: usize,
}

/// The layout rules that a buffer follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    Std140,
    Std430,
}

/// The type of a buffer's elements. An element consists of columns of scalars. A scalar, vector or texel has one
/// column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// Scalars that make up a column.
    pub column: Vec<Component>,
    pub columns: usize,
    /// Whether the type is an array such as `int32[]`.
    pub array: bool,
    /// Name of the Vulkan format; `None` if the type is not given as a format.
    pub format: Option<String>,
}

impl Component {
    /// Encodes a decimal number in this component's format, as bytes. Returns `None` if it is malformed.
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        let bits = match self.mode {
            Mode::Float => {
                let value = match text.strip_prefix("0x") {
                    Some(hex) => u64::from_str_radix(hex, 16).ok()? as f64,
                    None => text.parse::<f64>().ok()?,
                };
                match self.bytes {
                    2 => u64::from(half(value as f32)),
                    4 => u64::from((value as f32).to_bits()),
                    8 => value.to_bits(),
                    _ => return None,
                }
            }
            _ => match text.strip_prefix("0x") {
                Some(hex) => u64::from_str_radix(hex, 16).ok()?,
                None => text.parse::<i128>().ok().or_else(|| Some(text.parse::<f64>().ok()? as i128))? as u64,
            },
        };
        Some(bits.to_le_bytes()[..self.bytes].to_vec())
    }

    /// Decodes the bytes of a scalar to its numeric value.
    pub fn decode(self, bytes: &[u8]) -> f64 {
        let mut all = [0; 8];
        all[..self.bytes].copy_from_slice(&bytes[..self.bytes]);
        let bits = u64::from_le_bytes(all);
        let unused = 64 - 8 * self.bytes as u32;
        let signed = (bits << unused) as i64 >> unused;
        match (self.mode, self.bytes) {
            (Mode::Float, 2) => f64::from(single(bits as u16)),
            (Mode::Float, 4) => f64::from(f32::from_bits(bits as u32)),
            (Mode::Float, _) => f64::from_bits(bits),
            (Mode::Int, _) => signed as f64,
            (Mode::Uint, _) => bits as f64,
            (Mode::Unorm, bytes) => bits as f64 / ((1u64 << (8 * bytes)) - 1) as f64,
            (Mode::Snorm, bytes) => (signed as f64 / ((1u64 << (8 * bytes - 1)) - 1) as f64).max(-1.0),
        }
    }
}

/// Converts a float to the bits of a 16-bit float, rounding toward zero. Large values become infinite.
fn half(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let exponent = (bits >> 23 & 0xFF) as i32 - 127 + 15;
    let fraction = bits & 0x7F_FFFF;
    sign | match exponent {
        ..=-11 => 0,
        -10..=0 => ((fraction | 0x80_0000) >> (14 - exponent)) as u16,
        1..=30 => (exponent as u16) << 10 | (fraction >> 13) as u16,
        _ if value.is_nan() => 0x7E00,
        _ => 0x7C00,
    }
}

/// Converts the bits of a 16-bit float to a float.
fn single(bits: u16) -> f32 {
    let sign = if bits & 0x8000 != 0 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1F), f32::from(bits & 0x3FF));
    sign * match exponent {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15),
    }
}

impl Type {
    /// Parses a type: `int32`, `vec4<float>`, `mat2x2<float>`, `int32[]`, or the name of a format. Returns `None` for
    /// other types.
    pub fn parse(text: &str) -> Option<Type> {
        let (text, array) = match text.strip_suffix("[]") {
            Some(element) => (element, true),
            None => (text, false),
        };
        let of = |count, columns, scalar| {
            let column = vec![scalar_of(scalar)?; count];
            Some(Type { column, columns, array, format: None })
        };
        if let Some((shape, rest)) = text.split_once('<') {
            let scalar = rest.strip_suffix('>')?;
            if let Some(count) = shape.strip_prefix("vec") {
                return of(count.parse().ok()?, 1, scalar);
            }
            let (columns, rows) = shape.strip_prefix("mat")?.split_once('x')?;
            return of(rows.parse().ok()?, columns.parse().ok()?, scalar);
        }
        of(1, 1, text).or_else(|| {
            let column = format_of(text)?;
            Some(Type { column, columns: 1, array, format: Some(text.to_owned()) })
        })
    }

    fn packed(&self) -> usize {
        self.column.iter().map(|component| component.bytes).sum()
    }

    /// Returns the column stride in bytes.
    fn column_stride(&self, layout: Layout) -> usize {
        let size = self.packed();
        let round = self.format.is_none() && self.column.len() == 3;
        let size = if round { size / 3 * 4 } else { size };
        if layout == Layout::Std140 && (self.columns > 1 || self.array) {
            size.next_multiple_of(16)
        } else {
            size
        }
    }

    /// Returns the size of an element in bytes.
    pub fn size(&self, layout: Layout) -> usize {
        self.columns * self.column_stride(layout)
    }

    /// Iterates endlessly over the byte offset and component of each scalar in successive elements.
    pub fn places(&self, layout: Layout) -> impl Iterator<Item = (usize, Component)> + '_ {
        let stride = self.column_stride(layout);
        (0..).flat_map(move |column| {
            let mut at = column * stride;
            self.column.iter().map(move |component| {
                at += component.bytes;
                (at - component.bytes, *component)
            })
        })
    }

    /// Encodes decimal numbers as the scalars of successive elements. Returns `None` if any is malformed.
    pub fn encode(&self, layout: Layout, values: &[&str]) -> Option<Vec<u8>> {
        let per_element = self.columns * self.column.len();
        let mut bytes = vec![0; values.len().div_ceil(per_element) * self.size(layout)];
        for ((at, component), text) in self.places(layout).zip(values) {
            let value = component.encode(text)?;
            bytes[at..at + value.len()].copy_from_slice(&value);
        }
        Some(bytes)
    }

    /// Decodes the scalars of the element at byte offset `at`.
    pub fn decode(&self, bytes: &[u8], at: usize) -> Vec<f64> {
        let mut at = at;
        let one = |component: &Component| {
            at += component.bytes;
            component.decode(&bytes[at - component.bytes..])
        };
        self.column.iter().map(one).collect()
    }
}

fn scalar_of(name: &str) -> Option<Component> {
    let (mode, bytes) = match name {
        "float" => (Mode::Float, 4),
        "double" => (Mode::Float, 8),
        _ => {
            let digits = name.find(|c: char| c.is_ascii_digit())?;
            let bytes = name[digits..].parse::<usize>().ok()? / 8;
            let mode = match &name[..digits] {
                "int" => Mode::Int,
                "uint" => Mode::Uint,
                "float" => Mode::Float,
                _ => return None,
            };
            (mode, bytes)
        }
    };
    matches!(bytes, 1 | 2 | 4 | 8).then_some(Component { mode, bytes })
}

/// Returns the components of a Vulkan format. Returns `None` if the format is unknown or a component does not have a
/// whole number of bytes.
fn format_of(name: &str) -> Option<Vec<Component>> {
    let (components, mode) = name.split_once('_')?;
    let mode = match mode {
        "UNORM" => Mode::Unorm,
        "SNORM" => Mode::Snorm,
        "UINT" => Mode::Uint,
        "SINT" => Mode::Int,
        "SFLOAT" => Mode::Float,
        _ => return None,
    };
    let mut list = Vec::new();
    let mut rest = components;
    while !rest.is_empty() {
        let digits = rest.strip_prefix(['R', 'G', 'B', 'A'])?;
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let bits: usize = digits[..end].parse().ok()?;
        if !bits.is_multiple_of(8) || bits == 0 || bits > 64 {
            return None;
        }
        list.push(Component { mode, bytes: bits / 8 });
        rest = &digits[end..];
    }
    (!list.is_empty()).then_some(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts() {
        let size = |name: &str, layout| Type::parse(name).map(|ty| ty.size(layout));
        assert_eq!(size("int32[]", Layout::Std140), Some(16));
        assert_eq!(size("int32[]", Layout::Std430), Some(4));
        assert_eq!(size("vec3<float>", Layout::Std430), Some(16));
        assert_eq!(size("mat3x2<float>", Layout::Std140), Some(48));
        assert_eq!(size("R32G32B32_SFLOAT", Layout::Std430), Some(12));
        assert_eq!(size("B8G8R8A8_UNORM", Layout::Std430), Some(4));
        assert_eq!(size("thing", Layout::Std430), None);
    }

    #[test]
    fn halves() {
        for value in [0.0, 1.0, -2.5, 65504.0, 6.1e-5, 5.9604645e-8] {
            assert!((single(half(value)) - value).abs() <= value.abs() / 1024.0, "{value}");
        }
    }
}
