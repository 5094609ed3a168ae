//! Validation of explicit layout: offsets and strides in memory shared with the API or other invocations
//!
//! Vulkan has three sets of alignment rules: extended (std140, for structs in uniform buffers), standard (std430) and
//! scalar. In storage classes without explicit layout, types must not have layout decorations.

use super::describe;
use super::facts::Facts;
use super::options::DescriptorLayout;
use super::rule::{Check, Rule, rule, vulkan};
use super::subject::{OpSubject, TypeSubject};
use rustc_hash::FxHashSet;
use spv_dialect::attributes;
use spv_dialect::decorations::Operand;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{capability as c, decoration as d, storage_class as s};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::{Shape, TypeKind};
use spv_ir::params::OpComponent;
use spv_ir::{Attribute, Type, walk};

/// Validation rules for explicit layout.
pub const RULES: &[Rule] = &[
    vulkan(
        "VUID-StandaloneSpirv-None-10684",
        "A",
        "types in a storage class without explicit layout must not have layout decorations",
        Check::BySignature(&[op::VARIABLE], is_free_of_layout),
    ),
    vulkan(
        "SPV-layout-variable",
        "15.8.4",
        "the contents do not have the layout that the storage class requires",
        Check::Finds(&[op::VARIABLE, op::BUFFER_POINTER_EXT], of_variable),
    )
    .note("decorate members with Offset, arrays with ArrayStride, and matrices with MatrixStride"),
    vulkan(
        "SPV-layout-physical",
        "15.8.4",
        "the pointee of a physical storage pointer does not have the required layout",
        Check::Value(&[op::TYPE_POINTER], has_physical_layout),
    ),
    vulkan(
        "SPV-layout-untyped",
        "15.8.4",
        "the type accessed through an untyped pointer does not have the layout that the storage class \
         requires",
        Check::Finds(UNTYPED, untyped),
    ),
    rule("SPV-layout-nested-block", "3.20", "a block must not contain another block", {
        Check::Type(&[op::TYPE_STRUCT], |x| is_any_block(x.facts, x.ty).then(|| !holds_block(x.facts, x.ty)))
    }),
];

/// Instructions with an explicit type operand that declare or access memory, possibly through an untyped pointer.
const UNTYPED: &[u32] = &[
    op::UNTYPED_VARIABLE_KHR,
    op::UNTYPED_ACCESS_CHAIN_KHR,
    op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR,
    op::UNTYPED_PTR_ACCESS_CHAIN_KHR,
    op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR,
    op::UNTYPED_ARRAY_LENGTH_KHR,
    op::LOAD,
    op::STORE,
];

/// A set of alignment rules for the members of Block-decorated structs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mode {
    Scalar,
    Standard,
    Extended,
}

/// The matrix layout that the decorations of a struct member specify. The stride is in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Matrix {
    stride: u32,
    row_major: bool,
}

const NO_MATRIX: Matrix = Matrix { stride: 0, row_major: false };

/// A member of a struct, with its layout decorations.
#[derive(Clone, Copy)]
struct Member {
    index: usize,
    ty: Type,
    /// Offset in bytes; `None` if not specified, `Some(None)` if not constant.
    offset: Option<Option<u32>>,
    matrix: Option<Matrix>,
}

fn element_of_array(facts: &Facts<'_>, ty: Type) -> Option<Type> {
    match types::view(facts.ctx, ty) {
        Some((op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY, [_, element, ..])) => facts.ctx.attr_type(*element),
        _ => None,
    }
}

fn has_stride(facts: &Facts<'_>, ty: Type) -> bool {
    facts.is_type_decorated(ty, d::ARRAY_STRIDE) || facts.is_type_decorated(ty, d::ARRAY_STRIDE_ID_EXT)
}

/// Returns whether a variable has no layout decorations that its storage class forbids. Also checks that arrays of
/// descriptors have no stride.
fn is_free_of_layout(x: &OpSubject<'_>) -> Option<bool> {
    let facts = x.facts;
    let (ty, class) = x.contents()?;
    let descriptors = [s::STORAGE_BUFFER, s::UNIFORM, s::UNIFORM_CONSTANT].contains(&class);
    let element = element_of_array(facts, ty).filter(|_| descriptors);
    if element.is_some() && has_stride(facts, ty) {
        return Some(false);
    }
    let is_block = types::structure(facts.ctx, ty).is_some() && facts.is_type_decorated(ty, d::BLOCK);
    let no_layout = match class {
        s::WORKGROUP => !is_block,
        s::UNIFORM_CONSTANT => true,
        s::FUNCTION | s::PRIVATE => facts.version > 0x0001_0400,
        _ => false,
    };
    no_layout.then(|| !has_layout(facts, element.unwrap_or(ty)))
}

/// Returns whether a type or any of its component types has a layout decoration.
fn has_layout(facts: &Facts<'_>, ty: Type) -> bool {
    const OF_TYPES: [u32; 4] = [d::BLOCK, d::BUFFER_BLOCK, d::ARRAY_STRIDE, d::ARRAY_STRIDE_ID_EXT];
    const OF_MEMBERS: [u32; 5] = [d::OFFSET, d::OFFSET_ID_EXT, d::MATRIX_STRIDE, d::ROW_MAJOR, d::COL_MAJOR];
    let mut open = vec![ty];
    let mut seen = FxHashSet::default();
    while let Some(ty) = open.pop() {
        if !seen.insert(ty) {
            continue;
        }
        if let Some((pointee, class)) = types::pointer(facts.ctx, ty) {
            // A pointer to memory with explicit layout may have a stride in any storage class.
            if class == s::UNIFORM_CONSTANT
                || [s::FUNCTION, s::PRIVATE].contains(&class) && facts.version > 0x0001_0400
            {
                open.push(pointee);
            }
            continue;
        }
        if OF_TYPES.iter().any(|decoration| facts.is_type_decorated(ty, *decoration)) {
            return true;
        }
        if let Some(parts) = types::structure(facts.ctx, ty) {
            let dicts = parts.member_decorations.iter();
            if dicts
                .map(|dict| facts.decorations(Some(*dict)))
                .any(|list| list.iter().any(|found| OF_MEMBERS.contains(&found.decoration.value)))
            {
                return true;
            }
            open.extend(parts.members.iter().filter_map(|member| facts.ctx.attr_type(*member)));
        }
        open.extend(element_of_array(facts, ty));
    }
    false
}

/// Returns a description of the layout error in a variable's type, if any.
fn of_variable(x: &OpSubject<'_>) -> Option<String> {
    let facts = x.facts;
    let options = &facts.env.options;
    let (ty, class) = match x.opcode {
        op::BUFFER_POINTER_EXT => types::pointer(facts.ctx, x.result_type()?)?,
        _ => x.contents()?,
    };
    let is_block = types::structure(facts.ctx, ty).is_some() && facts.is_type_decorated(ty, d::BLOCK);
    let needed = match class {
        _ if x.opcode == op::BUFFER_POINTER_EXT => true,
        s::WORKGROUP => is_block,
        s::STORAGE_BUFFER | s::UNIFORM | s::PUSH_CONSTANT | s::PHYSICAL_STORAGE_BUFFER => true,
        _ => false,
    };
    if !needed || options.skip_block_layout {
        return None;
    }
    let descriptors = [s::STORAGE_BUFFER, s::UNIFORM].contains(&class) && x.opcode == op::VARIABLE;
    let ty = element_of_array(facts, ty).filter(|_| descriptors).unwrap_or(ty);
    let mode = mode(facts, ty, class);
    Layouts::new(facts, mode).check(ty, 0, NO_MATRIX).err()
}

/// Returns a description of the layout error in a type that is accessed through an untyped pointer, if any.
fn untyped(x: &OpSubject<'_>) -> Option<String> {
    let (facts, ctx) = (x.facts, x.ctx());
    if !facts.has(c::UNTYPED_POINTERS_KHR) || facts.env.options.skip_block_layout {
        return None;
    }
    let named = |name| match x.param_named(name)? {
        OpComponent::Attr(attr) => ctx.attr_type(attr),
        _ => None,
    };
    let own = |ty: Type| {
        Some(x.shape(ty)).filter(|shape| shape.kind == TypeKind::UntypedPointer).map(|s| s.storage)
    };
    let (ty, class) = match x.opcode {
        op::LOAD => (x.result_type()?, own(x.operand_type(v::Load::POINTER)?)?),
        op::STORE => (x.operand_type(v::Store::OBJECT)?, own(x.operand_type(v::Store::POINTER)?)?),
        op::UNTYPED_ARRAY_LENGTH_KHR => {
            (named("structure")?, own(x.operand_type(v::UntypedArrayLengthKHR::POINTER)?)?)
        }
        op::UNTYPED_VARIABLE_KHR => (named("data_type")?, x.number(x.param_named("storage_class")?)? as u32),
        _ => (named("base_type")?, own(x.result_type()?)?),
    };
    // An array of blocks is an array of descriptors, so only its element type has a layout.
    let ty = element_of_array(facts, ty).filter(|element| is_any_block(facts, *element)).unwrap_or(ty);
    let mode = mode(facts, ty, class);
    Layouts::new(facts, mode).check(ty, 0, NO_MATRIX).err()
}

/// Returns the alignment rules that apply to a type in a storage class.
fn mode(facts: &Facts<'_>, ty: Type, class: u32) -> Mode {
    let options = &facts.env.options;
    let buffer_block =
        types::structure(facts.ctx, ty).is_some() && facts.is_type_decorated(ty, d::BUFFER_BLOCK);
    match class {
        s::WORKGROUP if options.workgroup_scalar_block_layout => Mode::Scalar,
        s::WORKGROUP => Mode::Standard,
        _ if options.scalar_block_layout => Mode::Scalar,
        s::UNIFORM if !buffer_block && !options.uniform_buffer_standard_layout => Mode::Extended,
        _ => Mode::Standard,
    }
}

/// Returns whether a type is a struct with a Block or BufferBlock decoration.
fn is_any_block(facts: &Facts<'_>, ty: Type) -> bool {
    let decorated = |decoration: &u32| facts.is_type_decorated(ty, *decoration);
    types::structure(facts.ctx, ty).is_some() && [d::BLOCK, d::BUFFER_BLOCK].iter().any(decorated)
}

/// Returns whether a struct contains a struct with a Block or BufferBlock decoration as a direct or indirect member.
/// Does not follow pointers.
fn holds_block(facts: &Facts<'_>, ty: Type) -> bool {
    let members = |ty| {
        let parts = types::structure(facts.ctx, ty).map_or(&[][..], |parts| parts.members);
        parts.iter().filter_map(|member| facts.ctx.attr_type(*member))
    };
    let mut open: Vec<Type> = members(ty).collect();
    let mut seen = FxHashSet::default();
    while let Some(ty) = open.pop() {
        if seen.insert(ty) {
            if is_any_block(facts, ty) {
                return true;
            }
            open.extend(members(ty));
            open.extend(element_of_array(facts, ty));
        }
    }
    false
}

fn has_physical_layout(x: &TypeSubject<'_>) -> Option<bool> {
    let (pointee, class) = types::pointer(x.ctx(), x.ty)?;
    let options = &x.facts.env.options;
    if class != s::PHYSICAL_STORAGE_BUFFER || options.skip_block_layout {
        return None;
    }
    let mode = if options.scalar_block_layout { Mode::Scalar } else { Mode::Standard };
    let mut layouts = Layouts::new(x.facts, mode);
    Some(layouts.check(pointee, 0, NO_MATRIX).is_ok())
}

/// A checker of layouts against a set of alignment rules.
struct Layouts<'a> {
    facts: &'a Facts<'a>,
    mode: Mode,
    done: FxHashSet<(Type, u32, Matrix)>,
    /// The innermost struct member that is being checked: struct type and index.
    member: Option<(Type, usize)>,
}

/// Rounds `value` up to a multiple of `alignment`, which must be a power of two.
fn align_to(value: u32, alignment: u32) -> u32 {
    value.wrapping_add(alignment).wrapping_sub(1) & !alignment.wrapping_sub(1)
}

fn is_aligned(value: u32, alignment: u32) -> bool {
    value.is_multiple_of(alignment)
}

impl<'a> Layouts<'a> {
    fn new(facts: &'a Facts<'a>, mode: Mode) -> Layouts<'a> {
        Layouts { facts, mode, done: FxHashSet::default(), member: None }
    }

    /// Returns an error about the array or matrix in the current member.
    fn wrong(&self, problem: &str) -> Result<(), String> {
        let of =
            self.member.map(|(ty, index)| format!(" in {}", describe::member(self.facts.ctx, ty, index)));
        Err(format!("{problem}{}", of.unwrap_or_default()))
    }

    fn shape(&self, ty: Type) -> Shape {
        let shape = Shape::new(self.facts.ctx, ty);
        match (shape.kind, types::view(self.facts.ctx, ty)) {
            (TypeKind::LongVector, Some((_, [_, _, length, ..]))) => {
                let count = self.constant(*length).and_then(|length| u32::try_from(length).ok());
                Shape { count: count.unwrap_or(0), ..shape }
            }
            _ => shape,
        }
    }

    fn is_relaxed(&self) -> bool {
        self.facts.env.options.relax_block_layout
    }

    /// Returns the stride of an array in bytes; `None` if not specified, `Some(None)` if not constant.
    fn stride(&self, ty: Type) -> Option<Option<u32>> {
        let list = self.facts.decorations(self.facts.type_dict(ty));
        let of = |wanted: u32| list.iter().find(|found| found.decoration.value == wanted);
        let found = of(d::ARRAY_STRIDE).or_else(|| of(d::ARRAY_STRIDE_ID_EXT))?;
        Some(found.operands.first().and_then(|operand| self.value(operand)))
    }

    /// Returns the value of a decoration operand that is a literal or constant, if it fits into 32 bits.
    fn value(&self, operand: &Operand) -> Option<u32> {
        match operand {
            Operand::Word(word) => Some(*word),
            Operand::Id(attr) => self.constant(*attr).and_then(|value| u32::try_from(value).ok()),
            Operand::String(_) => None,
        }
    }

    fn constant(&self, attr: Attribute) -> Option<u64> {
        let ctx = self.facts.ctx;
        match ctx.attr_symbol(attr) {
            Some(symbol) => {
                let (body, op) = (self.facts.body, self.facts.symbols.get(symbol)?);
                match v::ConstantSizeOfEXT::cast(body, op) {
                    Some(of) => {
                        let size = self.descriptor(of.of_type(ctx)?).size;
                        (size > 0).then_some(u64::from(size))
                    }
                    None => ctx.attr_u64(v::GlobalConstant::cast(body, op)?.value()?),
                }
            }
            None => ctx.attr_u64(attributes::bare(ctx, attr)),
        }
    }

    /// Returns the length of an array type, if it is constant.
    fn length(&self, ty: Type) -> Option<u64> {
        match types::view(self.facts.ctx, ty) {
            Some((op::TYPE_ARRAY, [_, _, length, ..])) => self.constant(*length),
            _ => None,
        }
    }

    /// Returns the members of a struct, sorted by offset.
    fn members(&self, ty: Type) -> Vec<Member> {
        let (facts, ctx) = (self.facts, self.facts.ctx);
        let Some(parts) = types::structure(ctx, ty) else { return Vec::new() };
        let mut members: Vec<Member> = Vec::with_capacity(parts.members.len());
        for (index, member) in parts.members.iter().enumerate() {
            let Some(ty) = ctx.attr_type(*member) else { continue };
            let list = facts.decorations(parts.member_decorations.get(index).copied());
            let mut one = Member { index, ty, offset: None, matrix: None };
            let (mut stride, mut major) = (0, None);
            for found in list.iter() {
                match found.decoration.value {
                    d::OFFSET | d::OFFSET_ID_EXT => {
                        one.offset = Some(found.operands.first().and_then(|operand| self.value(operand)));
                    }
                    d::MATRIX_STRIDE => {
                        stride = found.operands.first().and_then(|operand| self.value(operand)).unwrap_or(0);
                    }
                    d::ROW_MAJOR => major = Some(true),
                    d::COL_MAJOR => major = Some(false),
                    _ => {}
                }
            }
            one.matrix = major.map(|row_major| Matrix { stride, row_major });
            members.push(one);
        }
        members.sort_by_key(|member| member.offset.flatten().unwrap_or(u32::MAX));
        members
    }

    fn holds_matrix(&self, ty: Type) -> bool {
        let mut ty = ty;
        while let Some(element) = element_of_array(self.facts, ty) {
            ty = element;
        }
        self.shape(ty).kind == TypeKind::Matrix
    }

    /// Returns the alignment of a type in bytes. If `relaxed`, vectors only need the alignment of their components,
    /// if the options allow this.
    fn alignment(&self, ty: Type, matrix: Matrix, relaxed: bool) -> u32 {
        let shape = self.shape(ty);
        match shape.kind {
            TypeKind::Int | TypeKind::Float => shape.width / 8,
            TypeKind::Vector | TypeKind::LongVector => {
                let scalar = shape.width / 8;
                if self.mode == Mode::Scalar || relaxed && self.is_relaxed() {
                    return scalar;
                }
                scalar.wrapping_mul(if shape.count == 3 || shape.count > 4 { 4 } else { shape.count })
            }
            TypeKind::Matrix => {
                let scalar = shape.width / 8;
                if self.mode == Mode::Scalar {
                    return scalar;
                }
                let rows = shape.inner.map_or(1, |column| self.shape(column).count);
                let length = if matrix.row_major { shape.count } else { rows };
                let alignment = scalar.wrapping_mul(if length == 3 { 4 } else { length });
                if self.mode == Mode::Extended { align_to(alignment, 16) } else { alignment }
            }
            TypeKind::Array | TypeKind::RuntimeArray => {
                let alignment = shape.inner.map_or(1, |inner| self.alignment(inner, matrix, false));
                if self.mode == Mode::Extended { align_to(alignment, 16) } else { alignment }
            }
            TypeKind::Struct => {
                let mut alignment = 1;
                for member in self.members(ty) {
                    let own = self.alignment(member.ty, member.matrix.unwrap_or(NO_MATRIX), true);
                    alignment = alignment.max(own);
                    if self.mode == Mode::Extended {
                        alignment = align_to(alignment, 16);
                    }
                }
                alignment
            }
            TypeKind::Pointer | TypeKind::UntypedPointer => 8,
            _ => self.descriptor(ty).alignment,
        }
    }

    /// Returns the size and alignment of a descriptor type, or the default for other types.
    fn descriptor(&self, ty: Type) -> DescriptorLayout {
        let options = &self.facts.env.options;
        match types::view(self.facts.ctx, ty) {
            Some((op::TYPE_SAMPLED_IMAGE | op::TYPE_SAMPLER | op::TYPE_IMAGE, _))
                if self.facts.has(c::BINDLESS_TEXTURE_NV) =>
            {
                let body = self.facts.body;
                let mut ops = walk::top_ops(body);
                let mode = ops.find_map(|op| v::SamplerImageAddressingModeNV::cast(body, op));
                let size = mode.map_or(0, |mode| mode.bit_width() / 8);
                DescriptorLayout { size, alignment: size.max(1) }
            }
            Some((op::TYPE_SAMPLER, _)) => options.sampler_descriptor,
            Some((op::TYPE_IMAGE, _)) => options.image_descriptor,
            Some((op::TYPE_BUFFER_EXT | op::TYPE_ACCELERATION_STRUCTURE_KHR, _)) => options.buffer_descriptor,
            Some((op::TYPE_TENSOR_ARM, _)) => options.tensor_descriptor,
            _ => DescriptorLayout::default(),
        }
    }

    /// Returns the size of a type in bytes; 0 if the size is not known.
    fn size(&self, ty: Type, matrix: Matrix) -> u32 {
        let shape = self.shape(ty);
        let scalar = shape.width / 8;
        match shape.kind {
            TypeKind::Int | TypeKind::Float => scalar,
            TypeKind::Vector | TypeKind::LongVector => scalar.wrapping_mul(shape.count),
            TypeKind::Matrix => {
                let rows = shape.inner.map_or(1, |column| self.shape(column).count);
                match matrix.row_major {
                    true => rows
                        .wrapping_sub(1)
                        .wrapping_mul(matrix.stride)
                        .wrapping_add(shape.count.wrapping_mul(scalar)),
                    false => shape.count.wrapping_mul(matrix.stride),
                }
            }
            TypeKind::Array => {
                let (Some(length), Some(inner)) = (self.length(ty), shape.inner) else { return 0 };
                let element = self.size(inner, matrix);
                match self.stride(ty).flatten() {
                    Some(stride) => {
                        (length as u32).wrapping_sub(1).wrapping_mul(stride).wrapping_add(element)
                    }
                    None => element,
                }
            }
            TypeKind::Struct => match self.members(ty).last() {
                Some(Member { offset: Some(Some(offset)), ty, matrix, .. }) => {
                    offset.wrapping_add(self.size(*ty, matrix.unwrap_or(NO_MATRIX)))
                }
                _ => 0,
            },
            TypeKind::Pointer | TypeKind::UntypedPointer => 8,
            _ => self.descriptor(ty).size,
        }
    }

    fn check(&mut self, ty: Type, start: u32, matrix: Matrix) -> Result<(), String> {
        if !self.done.insert((ty, start, matrix)) {
            return Ok(());
        }
        match self.shape(ty).kind {
            TypeKind::Struct => self.check_struct(ty, start, matrix),
            TypeKind::Array | TypeKind::RuntimeArray => self.check_array(ty, start, matrix),
            TypeKind::Matrix => self.check_matrix(ty, matrix),
            _ => Ok(()),
        }
    }

    fn check_struct(&mut self, ty: Type, start: u32, matrix: Matrix) -> Result<(), String> {
        let members = self.members(ty);
        for member in &members {
            let name = || describe::member(self.facts.ctx, ty, member.index);
            if member.offset.is_none() {
                return Err(format!("{} has no Offset", name()));
            }
            if self.holds_matrix(member.ty) {
                match member.matrix {
                    None => {
                        return Err(format!("{} with a matrix is neither RowMajor nor ColMajor", name()));
                    }
                    Some(Matrix { stride: 0, .. }) => {
                        return Err(format!("{} with a matrix has no MatrixStride", name()));
                    }
                    _ => {}
                }
            }
        }
        let mut next = 0;
        for (order, member) in members.iter().enumerate() {
            let Some(Some(offset)) = member.offset else { continue };
            let name = || describe::member(self.facts.ctx, ty, member.index);
            let kind = self.shape(member.ty).kind;
            if kind == TypeKind::RuntimeArray && order + 1 != members.len() {
                return Err(format!("{} is a runtime array, but not the last in memory", name()));
            }
            let own = member.matrix.unwrap_or(matrix);
            let alignment = self.alignment(member.ty, own, true);
            if !is_aligned(offset, alignment) {
                return Err(format!("{} at offset {offset} is not aligned to {alignment}", name()));
            }
            if !is_aligned(offset.wrapping_add(start), alignment) {
                let at = offset.wrapping_add(start);
                return Err(format!("{} at {at} in the block is not aligned to {alignment}", name()));
            }
            if offset < next {
                return Err(format!("{} at offset {offset} overlaps the one before it", name()));
            }
            let is_vector = matches!(kind, TypeKind::Vector | TypeKind::LongVector);
            if self.mode != Mode::Scalar && self.is_relaxed() && is_vector {
                let (first, size) = (start.wrapping_add(offset), self.size(member.ty, NO_MATRIX));
                let last = first.wrapping_add(size).wrapping_sub(1);
                let straddles = if size <= 16 { first >> 4 != last >> 4 } else { first % 16 != 0 };
                if straddles {
                    return Err(format!("the vector of {} at {first} straddles 16 bytes", name()));
                }
            }
            self.member = Some((ty, member.index));
            self.check(member.ty, start.wrapping_add(offset), own)?;
            next = offset.wrapping_add(self.size(member.ty, own));
            if self.mode != Mode::Scalar && matches!(kind, TypeKind::Array | TypeKind::Struct) {
                next = align_to(next, alignment);
            }
        }
        Ok(())
    }

    fn check_array(&mut self, ty: Type, start: u32, matrix: Matrix) -> Result<(), String> {
        let Some(inner) = self.shape(ty).inner else { return Ok(()) };
        let Some(stride) = self.stride(ty) else { return self.wrong("an array has no ArrayStride") };
        let Some(stride) = stride else { return Ok(()) };
        let (size, alignment) = (self.size(inner, matrix), self.alignment(ty, matrix, true));
        if stride == 0 {
            return self.wrong("an array has stride 0");
        }
        if !is_aligned(stride, alignment) {
            return self.wrong(&format!("array stride {stride} is not aligned to {alignment}"));
        }
        if stride < size {
            return self
                .wrong(&format!("array stride {stride} is smaller than the {size} bytes of an element"));
        }
        let count = self.length(ty).unwrap_or(1).max(1);
        let mut seen = [false; 16];
        for element in 0..count {
            let at = (element as u32).wrapping_mul(stride).wrapping_add(start);
            // The layout of an element depends only on its offset modulo 16. Larger alignments have already been
            // checked for all elements.
            if std::mem::replace(&mut seen[(at % 16) as usize], true) {
                break;
            }
            self.check(inner, at, matrix)?;
        }
        Ok(())
    }

    fn check_matrix(&self, ty: Type, matrix: Matrix) -> Result<(), String> {
        if matrix.stride == 0 {
            return Ok(());
        }
        let shape = self.shape(ty);
        let alignment = self.alignment(ty, matrix, true);
        if !is_aligned(matrix.stride, alignment) {
            return self.wrong(&format!("matrix stride {} is not aligned to {alignment}", matrix.stride));
        }
        let rows = shape.inner.map_or(1, |column| self.shape(column).count);
        let length = if matrix.row_major { shape.count } else { rows };
        let size = length.wrapping_mul(shape.width / 8);
        if matrix.stride < size {
            return self.wrong(&format!(
                "matrix stride {} is smaller than the {size} bytes of a column or row",
                matrix.stride
            ));
        }
        Ok(())
    }
}
