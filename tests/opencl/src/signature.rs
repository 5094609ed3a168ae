//! Signature of the kernel in a lowered module

/// The signature of a kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// Name of the kernel.
    pub name: String,
    /// Workgroup size in x, y and z.
    pub local: [usize; 3],
    /// The kernel's parameters, in order.
    pub parameters: Vec<Parameter>,
    /// Names of the kernel's parameters, in order; an empty string for an unnamed parameter.
    pub names: Vec<String>,
}

/// A parameter of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A pointer to device memory.
    Pointer,
    /// A parameter passed by value, with its size in bytes.
    Value(usize),
}

const NAME: u32 = 5;
const ENTRY_POINT: u32 = 15;
const EXECUTION_MODE: u32 = 16;
const TYPE_INT: u32 = 21;
const TYPE_FLOAT: u32 = 22;
const TYPE_POINTER: u32 = 32;
const FUNCTION: u32 = 54;
const PARAMETER: u32 = 55;
const LOCAL_SIZE: u32 = 17;

/// Decodes the literal string at the start of `words`. Returns `None` if it is malformed.
fn text(words: &[u32]) -> Option<String> {
    let bytes = spv_tests::tools::to_bytes(words);
    let end = bytes.iter().position(|byte| *byte == 0)?;
    Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

impl Signature {
    /// Returns the signature of the only kernel in a binary module. Returns `None` if the module has several kernels or
    /// another form.
    pub fn of(words: &[u32]) -> Option<Signature> {
        let mut signature = Signature { local: [1; 3], ..Signature::default() };
        let (mut entry, mut is_entry) = (None, false);
        let mut types: Vec<(u32, Parameter)> = Vec::new();
        let mut names: Vec<(u32, String)> = Vec::new();
        let mut at = 5;
        while let Some(&first) = words.get(at) {
            let (opcode, count) = (first & 0xFFFF, (first >> 16) as usize);
            let operands = words.get(at + 1..at + count.max(1))?;
            match (opcode, operands) {
                (ENTRY_POINT, [_, id, name @ ..]) => {
                    entry = Some(*id);
                    signature.name = text(name)?;
                }
                (NAME, [id, name @ ..]) => names.push((*id, text(name)?)),
                (EXECUTION_MODE, [_, LOCAL_SIZE, x, y, z]) => {
                    signature.local = [*x, *y, *z].map(|size| size as usize);
                }
                (TYPE_INT, [id, width, _]) | (TYPE_FLOAT, [id, width]) => {
                    types.push((*id, Parameter::Value(*width as usize / 8)));
                }
                (TYPE_POINTER, [id, ..]) => types.push((*id, Parameter::Pointer)),
                (FUNCTION, [_, id, ..]) => is_entry = Some(*id) == entry,
                (PARAMETER, [ty, id]) if is_entry => {
                    signature.parameters.push(types.iter().find(|(known, _)| known == ty)?.1);
                    let name = names.iter().find(|(known, _)| known == id);
                    signature.names.push(name.map_or_else(String::new, |(_, name)| name.clone()));
                }
                _ => {}
            }
            at += count.max(1);
        }
        entry.map(|_| signature)
    }
}
