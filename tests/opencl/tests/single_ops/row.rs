//! Generator of assembly kernels with a single op

use spv_tests::elements::Element;
use spv_tests_opencl::{Argument, Job};
use std::fmt::Write;

/// Number of work-items per kernel launch.
pub const ITEMS: usize = 64;
/// Number of work-items per workgroup, which is also the required subgroup size.
pub const GROUP: usize = 8;

/// The type of an operand or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    /// An integer with this width in bits.
    Int(u32),
    /// A float with this width in bits.
    Float(u32),
}

impl Ty {
    /// Returns the id of the type in the assembly, without `%`.
    pub fn name(self) -> String {
        match self {
            Ty::Int(width) => format!("i{width}"),
            Ty::Float(width) => format!("f{width}"),
        }
    }

    fn bytes(self) -> usize {
        match self {
            Ty::Int(width) | Ty::Float(width) => width as usize / 8,
        }
    }

    fn element(self) -> Element {
        match self {
            Ty::Int(_) => Element::Byte,
            Ty::Float(32) => Element::F32,
            Ty::Float(_) => Element::F64,
        }
    }
}

/// The range of random values for an input buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Integers of all magnitudes, or floats between -64 and 64 in steps of 1/4.
    Any,
    /// Integers from 1 to 7, or floats from 1/4 to 16.
    Small,
    /// Floats between -1 and 1.
    Unit,
    /// Floats that include NaN, infinities, zeros of both signs and large values.
    Special,
}

/// Converts a float to the bit pattern of the type `ty`.
pub fn float(ty: Ty, value: f64) -> u64 {
    match ty {
        Ty::Float(32) => (value as f32).to_bits().into(),
        _ => value.to_bits(),
    }
}

/// Converts a bit pattern of the type `ty` to a float.
pub fn value(ty: Ty, bits: u64) -> f64 {
    match ty {
        Ty::Float(32) => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}

/// Returns the low `width` bits of an integer.
pub fn low(bits: u64, width: u32) -> u64 {
    bits & (u64::MAX >> (64 - width))
}

/// Returns the value of a signed integer of `width` bits.
pub fn signed(bits: u64, width: u32) -> i64 {
    (bits << (64 - width)) as i64 >> (64 - width)
}

impl Values {
    /// Returns the element at `index` of the input buffer with index `buffer`.
    fn at(self, ty: Ty, buffer: usize, index: usize) -> u64 {
        let mut noise = (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (buffer as u64) << 40;
        noise = (noise ^ noise >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        noise ^= noise >> 27;
        let quarters = (noise >> 8 & 0x1FF) as f64 / 4.0 - 64.0;
        match (ty, self) {
            (Ty::Int(width), Values::Small) => low(1 + noise % 7, width),
            // Every fourth integer is small, and may be negative.
            (Ty::Int(width), _) if index.is_multiple_of(4) => low((noise % 16).wrapping_sub(6), width),
            (Ty::Int(width), _) => low(noise, width),
            (_, Values::Any) => float(ty, quarters),
            (_, Values::Small) => float(ty, ((noise >> 8 & 0x3F) + 1) as f64 / 4.0),
            (_, Values::Unit) => float(ty, quarters / 64.5),
            (_, Values::Special) => {
                let special = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, 1e30, -1e30, 1.5];
                float(ty, special[(noise >> 8) as usize % special.len()])
            }
        }
    }
}

/// The input buffers, and the index of the work-item that reads them.
pub struct Item<'a> {
    /// Elements of the three input buffers, as bits.
    pub buffers: &'a [Vec<u64>; 3],
    /// Global index of the work-item.
    pub index: usize,
}

impl Item<'_> {
    /// Returns the work-item's elements of the input buffers.
    pub fn operands(&self) -> [u64; 3] {
        [0, 1, 2].map(|buffer| self.buffers[buffer][self.index])
    }

    /// Returns the first operands of all work-items in this work-item's workgroup, and its local index.
    pub fn group(&self) -> (&[u64], usize) {
        let first = self.index / GROUP * GROUP;
        (&self.buffers[0][first..first + GROUP], self.index - first)
    }
}

/// A function that computes the result of a work-item on the host, as bits.
pub type Model = Box<dyn Fn(&Item<'_>) -> u64>;

/// A kernel that contains a single op, with a reference implementation of the op.
pub struct Row {
    /// Name of the op and its operand type.
    pub name: String,
    /// Element type and value range of each input buffer.
    pub inputs: [(Ty, Values); 3],
    /// Element type of the result buffer.
    pub result: Ty,
    /// Assembly that computes `%r` from `%a`, `%b` and `%c`. Alternatively, the assembly modifies the result element at
    /// `%p`, which is initialized with `%a`.
    pub code: String,
    /// Additional capabilities that the op needs.
    pub needs: &'static [&'static str],
    /// Tolerance for float results, in units in the last place.
    pub ulps: u64,
    /// Reference implementation, which computes the expected result.
    pub model: Model,
}

impl Row {
    /// Returns the assembly of the kernel's module.
    pub fn assembly(&self) -> String {
        let mut text = String::new();
        let capabilities = ["Addresses", "Kernel", "Int8", "Int16", "Int64", "Float64"];
        for name in capabilities.iter().chain(self.needs) {
            _ = writeln!(text, "OpCapability {name}");
        }
        if self.needs.contains(&"BitInstructions") {
            text += "OpExtension \"SPV_KHR_bit_instructions\"\n";
        }
        text += "%std = OpExtInstImport \"OpenCL.std\"\nOpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %k \"k\" %gid\n";
        if self.needs.contains(&"SubgroupDispatch") {
            _ = writeln!(text, "OpExecutionMode %k SubgroupSize {GROUP}");
        }
        text += "OpDecorate %gid BuiltIn GlobalInvocationId\nOpDecorate %gid Constant\n%void = OpTypeVoid\n%bool = OpTypeBool\n";
        text += "%v4bool = OpTypeVector %bool 4\n";
        for width in [8, 16, 32, 64] {
            let ones = low(u64::MAX, width);
            _ = writeln!(text, "%i{width} = OpTypeInt {width} 0\n%v4i{width} = OpTypeVector %i{width} 4");
            _ = writeln!(text, "%i{width}_0 = OpConstant %i{width} 0\n%i{width}_1 = OpConstant %i{width} 1");
            _ = writeln!(
                text,
                "%i{width}_3 = OpConstant %i{width} 3\n%i{width}_ones = OpConstant %i{width} {ones}"
            );
        }
        for width in [32, 64] {
            _ = writeln!(text, "%f{width} = OpTypeFloat {width}\n%v4f{width} = OpTypeVector %f{width} 4");
        }
        text += "%device = OpConstant %i32 1\n%workgroup = OpConstant %i32 2\n%relaxed = OpConstant %i32 0\n";
        text += "%subgroup = OpConstant %i32 3\n%v3 = OpTypeVector %i64 3\n%in = OpTypePointer Input %v3\n";
        text += "%gid = OpVariable %in Input\n";
        for ty in ["i8", "i16", "i32", "i64", "f32", "f64"] {
            _ = writeln!(text, "%{ty}_ptr = OpTypePointer CrossWorkgroup %{ty}");
        }
        let inputs = self.inputs.map(|(ty, _)| ty.name());
        let result = self.result.name();
        let pointers: Vec<String> = inputs.iter().chain([&result]).map(|ty| format!("%{ty}_ptr")).collect();
        _ = writeln!(
            text,
            "%fn = OpTypeFunction %void {}\n%k = OpFunction %void None %fn",
            pointers.join(" ")
        );
        for (pointer, name) in pointers.iter().zip(["a", "b", "c", "r"]) {
            _ = writeln!(text, "%buffer_{name} = OpFunctionParameter {pointer}");
        }
        text += "%entry = OpLabel\n%ids = OpLoad %v3 %gid Aligned 32\n%id = OpCompositeExtract %i64 %ids 0\n";
        for (name, (ty, _)) in ["a", "b", "c"].iter().zip(&self.inputs) {
            let (bytes, ty) = (ty.bytes(), ty.name());
            _ = writeln!(text, "%at_{name} = OpInBoundsPtrAccessChain %{ty}_ptr %buffer_{name} %id");
            _ = writeln!(text, "%{name} = OpLoad %{ty} %at_{name} Aligned {bytes}");
        }
        _ = writeln!(text, "%p = OpInBoundsPtrAccessChain %{result}_ptr %buffer_r %id\n{}", self.code);
        if self.code.contains("%r = ") {
            _ = writeln!(text, "OpStore %p %r Aligned {}", self.result.bytes());
        }
        text + "OpReturn\nOpFunctionEnd\n"
    }

    /// Returns the contents of the input buffers.
    fn buffers(&self) -> [Vec<u64>; 3] {
        [0, 1, 2].map(|buffer| {
            let (ty, values) = self.inputs[buffer];
            (0..ITEMS).map(|index| values.at(ty, buffer, index)).collect()
        })
    }

    /// Creates a kernel launch for the given binary of the kernel.
    pub fn job(&self, module: Vec<u32>) -> Job {
        let buffers = self.buffers();
        let bytes = |ty: Ty, values: &[u64]| -> Vec<u8> {
            values.iter().flat_map(|value| value.to_le_bytes()[..ty.bytes()].to_vec()).collect()
        };
        let inputs = self.inputs.iter().zip(&buffers).map(|((ty, _), values)| bytes(*ty, values));
        // Atomic ops modify the result buffer in place, so it is initialized with the first operands.
        let results = bytes(self.result, &buffers[0]);
        let arguments = inputs.chain([results]).map(Argument::Buffer).collect();
        let (global, local) = ([ITEMS, 1, 1], [GROUP, 1, 1]);
        Job { module, kernel: "k".to_owned(), global, local, arguments }
    }

    /// Describes the first difference between the final buffers and the expected results. Returns `None` if there is
    /// none.
    pub fn difference(&self, found: &[Vec<u8>]) -> Option<String> {
        let buffers = self.buffers();
        let results = found.get(3)?;
        (0..ITEMS).find_map(|index| {
            let item = Item { buffers: &buffers, index };
            let want = (self.model)(&item);
            let size = self.result.bytes();
            let found = spv_tests::elements::number(&results[index * size..(index + 1) * size]);
            let is_equal = self.result.element().agrees(found, want, self.ulps);
            (!is_equal).then(|| format!("{:x?} gives {found:#x}, on the host {want:#x}", item.operands()))
        })
    }
}
