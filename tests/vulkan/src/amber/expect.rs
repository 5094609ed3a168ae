//! Comparison of buffers with a script's expectations

use super::script::{Buffer, Expectation};

/// Compares a buffer with an expectation. If the expectation compares two buffers, `other` is the second one.
///
/// # Errors
/// Describes the difference.
pub fn check(buffer: &Buffer, what: &Expectation, other: Option<&Buffer>, width: u32) -> Result<(), String> {
    match what {
        Expectation::Values { at, how, tolerances, values } => {
            values_at(buffer, *at, how, tolerances, values)
        }
        Expectation::Color { area, values, tolerances } => color(buffer, *area, values, tolerances, width),
        Expectation::Same(_) => {
            let other = other.ok_or("the other buffer is not there")?;
            match buffer.bytes == other.bytes {
                true => Ok(()),
                false => Err("the buffers differ".to_owned()),
            }
        }
        Expectation::Near { histogram, tolerance, .. } => {
            let (a, b) = (texels(buffer), texels(other.ok_or("the other buffer is not there")?));
            let distance = if *histogram { histogram_distance(&a, &b) } else { root_mean_square(&a, &b) };
            match distance <= *tolerance {
                true => Ok(()),
                false => Err(format!("distance {distance} exceeds {tolerance}")),
            }
        }
    }
}

fn values_at(
    buffer: &Buffer,
    at: usize,
    how: &str,
    tolerances: &[f64],
    values: &[String],
) -> Result<(), String> {
    let size = buffer.ty.size(buffer.layout);
    if !at.is_multiple_of(size) && buffer.ty.column.len() > 1 {
        return Err("an offset within an element".to_owned());
    }
    let places = buffer.ty.places(buffer.layout);
    for (i, ((offset, component), text)) in
        places.skip_while(|(place, _)| *place < at).zip(values).enumerate()
    {
        let found = buffer.bytes.get(offset..offset + component.bytes).ok_or("beyond the end")?;
        let expected = component.encode(text).ok_or("a value of another type")?;
        let (found_bits, found, expected_value) =
            (found, component.decode(found), component.decode(&expected));
        let tolerance = tolerances.get(i).or(tolerances.last()).copied();
        let holds = match how {
            "EQ" => match tolerance {
                Some(tolerance) => (found - expected_value).abs() <= tolerance,
                None => found_bits == expected || found == expected_value,
            },
            "NE" => found != expected_value,
            "LT" => found < expected_value,
            "LE" => found <= expected_value,
            "GT" => found > expected_value,
            _ => found >= expected_value,
        };
        if !holds {
            return Err(format!("byte {offset}: {found}, expected {how} {text}"));
        }
    }
    Ok(())
}

/// Tolerance for color components in the range 0 to 255.
const ROUNDING: f64 = 0.01;

fn color(
    buffer: &Buffer,
    [x, y, width, height]: [u32; 4],
    values: &[f64],
    tolerances: &[f64],
    row: u32,
) -> Result<(), String> {
    let size = buffer.ty.size(buffer.layout);
    for (y, x) in (y..y + height).flat_map(|y| (x..x + width).map(move |x| (y, x))) {
        let at = (y as usize * row as usize + x as usize) * size;
        if at + size > buffer.bytes.len() {
            return Err("beyond the end".to_owned());
        }
        let found = rgba(buffer, at);
        for (i, (found, expected)) in found.iter().zip(values).enumerate() {
            let tolerance = tolerances.get(i).or(tolerances.last()).copied().unwrap_or(0.0) + ROUNDING;
            if (found - expected).abs() > tolerance || found.is_nan() {
                return Err(format!("texel {x}, {y}, component {i}: {found}, expected {expected}"));
            }
        }
    }
    Ok(())
}

/// Returns the color components of the texel at index `at`, each in the range 0 to 255: red, green, blue, alpha.
fn rgba(buffer: &Buffer, at: usize) -> Vec<f64> {
    let mut color = buffer.ty.decode(&buffer.bytes, at);
    if buffer.ty.format.as_deref().is_some_and(|name| name.starts_with('B')) && color.len() > 2 {
        color.swap(0, 2);
    }
    color.iter().map(|value| value * 255.0).collect()
}

fn texels(buffer: &Buffer) -> Vec<Vec<f64>> {
    let size = buffer.ty.size(buffer.layout).max(1);
    (0..buffer.bytes.len() / size).map(|i| rgba(buffer, i * size)).collect()
}

fn root_mean_square(a: &[Vec<f64>], b: &[Vec<f64>]) -> f64 {
    let squares = a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| (a - b) * (a - b));
    (squares.sum::<f64>() / a.iter().flatten().count().max(1) as f64).sqrt()
}

/// Returns the earth mover's distance between two histograms: the maximum over the color components.
fn histogram_distance(a: &[Vec<f64>], b: &[Vec<f64>]) -> f64 {
    let components = a.first().map_or(0, Vec::len);
    let histogram = |texels: &[Vec<f64>], i: usize| {
        let mut bins = vec![0.0; 256];
        texels
            .iter()
            .for_each(|texel| bins[texel[i].clamp(0.0, 255.0) as usize] += 1.0 / texels.len() as f64);
        bins
    };
    let distance = |i| {
        let (a, b) = (histogram(a, i), histogram(b, i));
        let mut carried = 0.0;
        let moved = a.iter().zip(&b).map(|(a, b): (&f64, &f64)| {
            carried += a - b;
            f64::abs(carried)
        });
        moved.sum::<f64>() / 255.0
    };
    (0..components).map(distance).fold(0.0, f64::max)
}
