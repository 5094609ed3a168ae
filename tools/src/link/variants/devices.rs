//! Target devices of module variants, and the tables that assign them

use spv_ir::{Diagnostic, Diagnostics, Place};

/// A comparison with the architecture of the device (OpSpecConstantArchitectureINTEL). The targets registry of the
/// extension defines the values of category, family and architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// Category of devices in the targets registry.
    pub category: u32,
    /// Family within the category.
    pub family: u32,
    /// Opcode of the comparison, for example the opcode of OpUGreaterThanEqual.
    pub comparison: u32,
    /// Architecture to compare with.
    pub architecture: u32,
}

/// An instruction set with required features (OpSpecConstantTargetINTEL). The targets registry of the extension defines
/// the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Instruction set in the targets registry.
    pub target: u32,
    /// Features that the device must have, as values of the targets registry.
    pub features: Vec<u32>,
}

/// The devices for which a module is written. If both lists are empty, the module fits all devices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Devices {
    /// Architecture comparisons. For at least one pair of category and family, the device must satisfy all comparisons.
    pub architectures: Vec<Architecture>,
    /// Alternative targets, of which the device must support at least one.
    pub targets: Vec<Target>,
}

const ARCHITECTURE_COLUMNS: [&str; 5] = ["module", "category", "family", "op", "architecture"];
const TARGET_COLUMNS: [&str; 3] = ["module", "target", "features"];

/// Reads the devices of each module from comma-separated tables, in the formats of spirv-link's options
/// `--fnvar-architectures` and `--fnvar-targets`. Returns one element per module in `modules`.
///
/// # Errors
/// - A table has wrong column titles, or a line has the wrong number of values.
/// - A value is not a decimal 32-bit integer.
/// - A line names an unknown module.
pub fn read_devices(
    modules: &[&str],
    architectures: Option<&str>,
    targets: Option<&str>,
) -> Result<Vec<Devices>, Diagnostics> {
    let mut devices = vec![Devices::default(); modules.len()];
    for row in rows(architectures, ARCHITECTURE_COLUMNS, "architectures", modules)? {
        let [_, category, family, comparison, architecture] = row.values;
        devices[row.module].architectures.push(Architecture {
            category: number(category, "category")?,
            family: number(family, "family")?,
            comparison: number(comparison, "op")?,
            architecture: number(architecture, "architecture")?,
        });
    }
    for row in rows(targets, TARGET_COLUMNS, "targets", modules)? {
        let [_, target, features] = row.values;
        let features = features.split_terminator('/').map(|feature| number(feature, "features"));
        devices[row.module].targets.push(Target {
            target: number(target, "target")?,
            features: features.collect::<Result<_, _>>()?,
        });
    }
    Ok(devices)
}

/// A line of a table of devices.
struct Row<'a, const N: usize> {
    /// Index of the module that the first column names.
    module: usize,
    values: [&'a str; N],
}

/// Splits a table into rows. Checks the column titles and the module names.
fn rows<'a, const N: usize>(
    table: Option<&'a str>,
    columns: [&str; N],
    kind: &str,
    modules: &[&str],
) -> Result<Vec<Row<'a, N>>, Diagnostics> {
    let Some(table) = table else { return Ok(Vec::new()) };
    let mut lines = table.lines().filter(|line| !line.is_empty());
    let titles = lines.next().unwrap_or("");
    if !titles.split(',').eq(columns) {
        let expected = columns.join(",");
        return Err(error(&format!("the table of {kind} has the columns {titles:?}, expected {expected:?}")));
    }
    let row = |line: &'a str| {
        let values: Vec<&str> = line.split(',').collect();
        let values: [&str; N] = values.try_into().map_err(|values: Vec<_>| {
            let found = values.len();
            error(&format!("the table of {kind} has a line of {found} values, expected {N}: {line:?}"))
        })?;
        let module = modules.iter().position(|module| *module == values[0]).ok_or_else(|| {
            error(&format!("the table of {kind} names the module {:?}, which is no input", values[0]))
        })?;
        Ok(Row { module, values })
    };
    lines.map(row).collect()
}

/// Parses an integer in the table column `column`.
fn number(text: &str, column: &str) -> Result<u32, Diagnostics> {
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_decimal).ok_or_else(|| {
        error(&format!("the column '{column}' has {text:?}, expected a decimal 32-bit number"))
    })
}

fn error(message: &str) -> Diagnostics {
    Diagnostics { list: vec![Diagnostic::error(Place::None, message)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(architectures: Option<&str>, targets: Option<&str>) -> String {
        let read = read_devices(&["a.spv", "b.spv"], architectures, targets);
        read.expect_err("the table is wrong").list[0].headline().to_string()
    }

    #[test]
    fn reads_tables() {
        let architectures = "module,category,family,op,architecture\n\nb.spv,1,7,174,01\nb.spv,1,8,170,2\n";
        let targets = "module,target,features\na.spv,7,\nb.spv,8,2/4\n";
        let read =
            read_devices(&["a.spv", "b.spv"], Some(architectures), Some(targets)).expect("it is right");
        let architecture =
            |family, comparison, architecture| Architecture { category: 1, family, comparison, architecture };
        assert_eq!(
            read,
            [
                Devices {
                    architectures: Vec::new(),
                    targets: vec![Target { target: 7, features: Vec::new() }]
                },
                Devices {
                    architectures: vec![architecture(7, 174, 1), architecture(8, 170, 2)],
                    targets: vec![Target { target: 8, features: vec![2, 4] }]
                },
            ]
        );
    }

    #[test]
    fn rejects_wrong_tables() {
        assert_eq!(
            message(None, Some("module,features,target\n")),
            "the table of targets has the columns \"module,features,target\", expected \"module,target,features\""
        );
        assert_eq!(
            message(None, Some("module,target,features\na.spv,1\n")),
            "the table of targets has a line of 2 values, expected 3: \"a.spv,1\""
        );
        assert_eq!(
            message(None, Some("module,target,features\nc.spv,1,\n")),
            "the table of targets names the module \"c.spv\", which is no input"
        );
        for wrong in ["-4", "4.0", "+4", "", "4294967296"] {
            let targets = format!("module,target,features\na.spv,{wrong},\n");
            let expected = format!("the column 'target' has {wrong:?}, expected a decimal 32-bit number");
            assert_eq!(message(None, Some(&targets)), expected);
        }
        assert!(message(None, Some("module,target,features\na.spv,1,9//10\n")).contains("'features'"));
    }
}
