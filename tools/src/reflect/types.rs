//! Types of a reflection
//!
//! Types refer to each other by index because they may be recursive.

use super::constants::{Definitions, integer};
use super::decorations::{Decoration, Decorations};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::decorations::enum_text;
use spv_dialect::fold::constant;
use spv_dialect::generated::{enums, opcodes};
use spv_dialect::spv::StorageClass;
use spv_dialect::types::{pointer, scalar_width, structure, view};
use spv_ir::names::base_name;
use spv_ir::{Attribute, Context, Signedness, Type, TypeData};

/// The index of a type in [`Reflection::types`](super::Reflection::types).
pub type TypeNumber = usize;

/// A type and its size in memory.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TypeInfo {
    /// Kind of the type, with its operands.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: TypeKind,
    /// Size in bytes, or `None` if the type has no explicit layout. A runtime array, or an array of unknown length, has
    /// size 0 at the end of a struct.
    pub size: Option<u64>,
}

/// The kind of a type, named after its instruction.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "snake_case"))]
pub enum TypeKind {
    /// OpTypeVoid
    Void,
    /// OpTypeBool
    Bool,
    /// OpTypeInt
    Int {
        /// Width in bits.
        width: u32,
        /// Whether the integer is signed.
        signed: bool,
    },
    /// OpTypeFloat
    Float {
        /// Width in bits.
        width: u32,
        /// Name of the encoding, if it is not IEEE 754.
        encoding: Option<String>,
    },
    /// OpTypeVector
    Vector {
        /// Component type.
        component: TypeNumber,
        /// Number of components.
        count: u64,
    },
    /// OpTypeMatrix. Stride and memory layout are in the struct member.
    Matrix {
        /// Column type, which is a vector.
        column: TypeNumber,
        /// Number of columns.
        columns: u64,
        /// Number of rows.
        rows: u64,
    },
    /// OpTypeArray
    Array {
        /// Element type.
        element: TypeNumber,
        /// Number of elements.
        length: Length,
        /// Distance in bytes between the starts of adjacent elements (ArrayStride).
        stride: Option<u64>,
    },
    /// OpTypeRuntimeArray
    RuntimeArray {
        /// Element type.
        element: TypeNumber,
        /// Distance in bytes between the starts of adjacent elements (ArrayStride).
        stride: Option<u64>,
    },
    /// OpTypeStruct
    Struct {
        /// Debug name of the struct; empty if it has none.
        name: String,
        /// Members in order.
        members: Vec<Member>,
        /// Decorations of the struct, including `Block`.
        decorations: Vec<Decoration>,
    },
    /// OpTypePointer
    Pointer {
        /// Name of the storage class in the specification.
        storage_class: String,
        /// Pointee type.
        pointee: TypeNumber,
    },
    /// OpTypeImage
    Image {
        /// Sampled type.
        sampled_type: TypeNumber,
        /// Dimensionality (`Dim`), for example `2D`.
        dim: String,
        /// Whether this is a depth image; `None` if unknown.
        depth: Option<bool>,
        /// Whether the image is arrayed.
        arrayed: bool,
        /// Whether the image is multisampled.
        multisampled: bool,
        /// Whether the image is used with a sampler (`true`) or as a storage image (`false`); `None` if unknown.
        sampled: Option<bool>,
        /// Name of the image format in the specification.
        format: String,
        /// Access qualifier; only images in kernels have one.
        access: Option<String>,
    },
    /// OpTypeSampler
    Sampler,
    /// OpTypeSampledImage
    SampledImage {
        /// Image type.
        image: TypeNumber,
    },
    /// OpTypeAccelerationStructureKHR
    AccelerationStructure,
    /// OpTypeTensorARM
    Tensor {
        /// Element type.
        element: TypeNumber,
        /// Number of dimensions; `None` if the type does not specify it.
        rank: Option<Length>,
        /// Lengths of the dimensions; `None` if the type does not specify them.
        shape: Option<Vec<Length>>,
    },
    /// Any other type.
    Other {
        /// Name of the type in MLIR assembly, for example `spv.ray_query`.
        name: String,
    },
}

/// A member of a struct type.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Member {
    /// Debug name of the member; empty if it has none.
    pub name: String,
    /// Type of the member.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: TypeNumber,
    /// Offset in bytes from the start of the struct (Offset).
    pub offset: Option<u64>,
    /// Size in bytes; see [`TypeInfo::size`].
    pub size: Option<u64>,
    /// Distance in bytes between adjacent columns of a column-major matrix, or rows of a row-major matrix.
    pub matrix_stride: Option<u64>,
    /// Memory layout, if the member is a matrix.
    pub matrix_layout: Option<MatrixLayout>,
    /// Other decorations: built-ins, locations, interpolation, access.
    pub decorations: Vec<Decoration>,
}

/// The memory layout of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum MatrixLayout {
    /// The elements of a row are adjacent.
    RowMajor,
    /// The elements of a column are adjacent.
    ColumnMajor,
}

/// Maximum number of elements to expand from a composite constant that is not stored as a list.
const MAX_ELEMENTS: u32 = 256;

/// An integer that may depend on a specialization constant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Length {
    /// Value, assuming default values of specialization constants; `None` if unknown.
    pub value: Option<u64>,
    /// Symbol of the specialization constant, or of the operation on specialization constants.
    pub spec_constant: Option<String>,
    /// SpecId of the specialization constant.
    pub spec_id: Option<u32>,
}

impl Length {
    /// Constructs a length that does not depend on a specialization constant.
    pub(super) fn literal(value: Option<u64>) -> Length {
        Length { value, spec_constant: None, spec_id: None }
    }

    /// Returns the elements of a composite of integers. Returns `None` if the composite has too many elements or an
    /// unknown element.
    pub(super) fn elements(definitions: &Definitions<'_>, value: Attribute, ty: Type) -> Option<Vec<Length>> {
        let ctx = definitions.ctx;
        if let Some(items) = ctx.attr_array(value) {
            return Some(items.iter().map(|&item| Length::new(definitions, item)).collect());
        }
        let count = u32::try_from(constant::length(ctx, ty)?).ok().filter(|&count| count <= MAX_ELEMENTS)?;
        let number = |i| Some(Length::literal(integer(ctx, constant::element(ctx, ty, value, i)?.1)));
        (0..count).map(number).collect()
    }

    /// Returns the value of a typed constant, or of the module-level constant that `attr` refers to.
    pub(super) fn new(definitions: &Definitions<'_>, attr: Attribute) -> Length {
        let ctx = definitions.ctx;
        let Some(name) = ctx.attr_symbol(attr) else {
            return Length::literal(integer(ctx, attr));
        };
        let found = definitions.symbols.get(name).and_then(|op| definitions.constant(op));
        Length {
            value: found.as_ref().and_then(|constant| integer(ctx, constant.value?)),
            spec_constant: found.as_ref().is_none_or(|c| c.is_spec).then(|| ctx.str(name).to_owned()),
            spec_id: found.and_then(|constant| constant.spec_id),
        }
    }
}

/// The referenced types, with an index for each.
pub(super) struct Types<'a> {
    pub ctx: &'a Context,
    pub definitions: &'a Definitions<'a>,
    numbers: FxHashMap<Type, TypeNumber>,
    order: Vec<Type>,
}

impl<'a> Types<'a> {
    pub fn new(definitions: &'a Definitions<'a>) -> Types<'a> {
        Types { ctx: definitions.ctx, definitions, numbers: FxHashMap::default(), order: Vec::new() }
    }

    /// Returns the index of a type, adding the type if needed.
    pub fn number(&mut self, ty: Type) -> TypeNumber {
        *self.numbers.entry(ty).or_insert_with(|| {
            self.order.push(ty);
            self.order.len() - 1
        })
    }

    fn number_of(&mut self, attr: Option<&Attribute>) -> TypeNumber {
        let ty = attr.and_then(|attr| self.ctx.attr_type(*attr));
        self.number(ty.unwrap_or(self.ctx.common().none))
    }

    /// Returns all types that have an index, and their component types.
    pub fn finish(mut self) -> Vec<TypeInfo> {
        let mut list = Vec::new();
        while let Some(&ty) = self.order.get(list.len()) {
            let kind = self.kind(ty);
            list.push(TypeInfo { kind, size: None });
        }
        let mut entered = FxHashSet::default();
        for number in 0..list.len() {
            set_size(&mut list, number, &mut entered);
        }
        list
    }

    fn kind(&mut self, ty: Type) -> TypeKind {
        let ctx = self.ctx;
        match ctx.type_data(ty) {
            TypeData::None => TypeKind::Void,
            TypeData::Integer { width: 1, .. } => TypeKind::Bool,
            TypeData::Integer { width, signedness } => {
                TypeKind::Int { width: *width, signed: *signedness == Signedness::Signed }
            }
            TypeData::Float(kind) => {
                use spv_ir::FloatKind::*;
                let encoding = (!matches!(kind, F16 | F32 | F64)).then(|| kind.name().to_owned());
                TypeKind::Float { width: kind.width(), encoding }
            }
            TypeData::Vector { dims, element } => {
                let count = dims.iter().product();
                TypeKind::Vector { component: self.number(*element), count }
            }
            _ => match view(ctx, ty) {
                Some((code, params)) => self.dialect_kind(ty, code, params),
                None => TypeKind::Other { name: String::new() },
            },
        }
    }

    fn dialect_kind(&mut self, ty: Type, code: u32, params: &'a [Attribute]) -> TypeKind {
        let ctx = self.ctx;
        let decoration =
            |key: &str| ctx.dict_get(params.first().copied(), key).and_then(|attr| ctx.attr_u64(attr));
        let number = |i: usize| params.get(i).and_then(|attr| ctx.attr_u64(*attr));
        let word = |i: usize| number(i).and_then(|n| u32::try_from(n).ok());
        match code {
            opcodes::TYPE_MATRIX => {
                let column = self.number_of(params.get(1));
                let rows = params.get(1).and_then(|attr| match ctx.type_data(ctx.attr_type(*attr)?) {
                    TypeData::Vector { dims, .. } => dims.first().copied(),
                    _ => None,
                });
                TypeKind::Matrix { column, columns: number(2).unwrap_or(0), rows: rows.unwrap_or(0) }
            }
            opcodes::TYPE_ARRAY => {
                let length = params.get(2).copied().unwrap_or_else(|| ctx.unit_attr());
                TypeKind::Array {
                    element: self.number_of(params.get(1)),
                    length: Length::new(self.definitions, length),
                    stride: decoration("array_stride"),
                }
            }
            opcodes::TYPE_RUNTIME_ARRAY => TypeKind::RuntimeArray {
                element: self.number_of(params.get(1)),
                stride: decoration("array_stride"),
            },
            opcodes::TYPE_STRUCT => self.structure(ty),
            opcodes::TYPE_POINTER => match pointer(ctx, ty) {
                Some((pointee, class)) => TypeKind::Pointer {
                    storage_class: enum_text(&enums::STORAGE_CLASS, class),
                    pointee: self.number(pointee),
                },
                None => TypeKind::Other { name: "spv.ptr".to_owned() },
            },
            opcodes::TYPE_IMAGE => TypeKind::Image {
                sampled_type: self.number_of(params.get(1)),
                dim: enum_text(&enums::DIM, word(2).unwrap_or(0)),
                depth: match number(3) {
                    Some(0) => Some(false),
                    Some(1) => Some(true),
                    _ => None,
                },
                arrayed: number(4) == Some(1),
                multisampled: number(5) == Some(1),
                sampled: match number(6) {
                    Some(1) => Some(true),
                    Some(2) => Some(false),
                    _ => None,
                },
                format: enum_text(&enums::IMAGE_FORMAT, word(7).unwrap_or(0)),
                access: word(8).map(|access| enum_text(&enums::ACCESS_QUALIFIER, access)),
            },
            opcodes::TYPE_SAMPLER => TypeKind::Sampler,
            opcodes::TYPE_SAMPLED_IMAGE => TypeKind::SampledImage { image: self.number_of(params.get(1)) },
            opcodes::TYPE_ACCELERATION_STRUCTURE_KHR => TypeKind::AccelerationStructure,
            opcodes::TYPE_TENSOR_ARM => TypeKind::Tensor {
                element: self.number_of(params.get(1)),
                rank: params.get(2).map(|&rank| Length::new(self.definitions, rank)),
                shape: params.get(3).and_then(|&shape| {
                    let (value, ty) = self.definitions.value(shape)?;
                    Length::elements(self.definitions, value, ty)
                }),
            },
            opcodes::TYPE_FLOAT => TypeKind::Float {
                width: scalar_width(ctx, ty).unwrap_or(0),
                encoding: word(2).map(|encoding| enum_text(&enums::FP_ENCODING, encoding)),
            },
            _ => {
                let name = ctx.type_params(ty).map(|(def, _)| ctx.registry().type_def(def).name);
                TypeKind::Other { name: name.unwrap_or_default().to_owned() }
            }
        }
    }

    fn structure(&mut self, ty: Type) -> TypeKind {
        let ctx = self.ctx;
        let name = match ctx.type_data(ty) {
            TypeData::Named { key, .. } => struct_name(ctx.str(*key)),
            _ => String::new(),
        };
        let Some(parts) = structure(ctx, ty) else {
            return TypeKind::Struct { name, members: Vec::new(), decorations: Vec::new() };
        };
        let mut members = Vec::new();
        for (i, member) in parts.members.iter().enumerate() {
            let mut list = Decorations::new(ctx, parts.member_decorations.get(i).copied());
            let name = parts.member_names.get(i).and_then(|name| ctx.attr_str(*name));
            let layout = match (list.take_flag("RowMajor"), list.take_flag("ColMajor")) {
                (true, _) => Some(MatrixLayout::RowMajor),
                (false, true) => Some(MatrixLayout::ColumnMajor),
                (false, false) => None,
            };
            members.push(Member {
                name: name.unwrap_or_default().to_owned(),
                ty: self.number_of(Some(member)),
                offset: list.take_number("Offset").map(u64::from),
                size: None,
                matrix_stride: list.take_number("MatrixStride").map(u64::from),
                matrix_layout: layout,
                decorations: list.rest(),
            });
        }
        TypeKind::Struct { name, members, decorations: Decorations::new(ctx, parts.decorations).rest() }
    }
}

/// Returns the debug name in a struct key. The name is empty for an anonymous struct.
fn struct_name(key: &str) -> String {
    match base_name(key) {
        "_" if key != "_" => String::new(),
        name => name.to_owned(),
    }
}

/// Returns the size of a type in bytes, given the sizes of structs. Returns `None` if the type has no explicit layout.
fn size_of(list: &[TypeInfo], number: TypeNumber) -> Option<u64> {
    match &list.get(number)?.kind {
        TypeKind::Int { width, .. } | TypeKind::Float { width, .. } => Some(u64::from(*width / 8)),
        TypeKind::Vector { component, count } => size_of(list, *component)?.checked_mul(*count),
        TypeKind::Array { length, stride, .. } => stride.as_ref()?.checked_mul(length.value?),
        TypeKind::Pointer { storage_class, .. } => (*storage_class
            == enum_text(&enums::STORAGE_CLASS, StorageClass::PhysicalStorageBuffer.0))
        .then_some(8),
        TypeKind::Struct { .. } => list[number].size,
        _ => None,
    }
}

/// Returns the size of a struct member in bytes, or `None` if its type has no explicit layout.
fn member_size(list: &[TypeInfo], member: &Member) -> Option<u64> {
    match list.get(member.ty)?.kind {
        TypeKind::Matrix { columns, rows, .. } => {
            let count = match member.matrix_layout {
                Some(MatrixLayout::RowMajor) => rows,
                _ => columns,
            };
            member.matrix_stride?.checked_mul(count)
        }
        TypeKind::RuntimeArray { stride: Some(_), .. } => Some(0),
        TypeKind::Array { length: Length { value: None, .. }, stride: Some(_), .. } => Some(0),
        _ => size_of(list, member.ty),
    }
}

/// Sets the size of a type after the sizes of the structs nested in it.
fn set_size(list: &mut [TypeInfo], number: TypeNumber, entered: &mut FxHashSet<TypeNumber>) {
    let mut stack = vec![number];
    while let Some(&top) = stack.last() {
        let TypeKind::Struct { members, .. } = &list[top].kind else {
            list[top].size = size_of(list, top);
            stack.pop();
            continue;
        };
        if entered.insert(top) {
            let is_struct = |m: &&Member| matches!(list[m.ty].kind, TypeKind::Struct { .. });
            let inner = members.iter().filter(is_struct).map(|m| m.ty);
            stack.extend(inner.filter(|ty| !entered.contains(ty)));
            continue;
        }
        stack.pop();
        let sizes: Vec<Option<u64>> = members.iter().map(|member| member_size(list, member)).collect();
        let end = |(member, size): (&Member, &Option<u64>)| member.offset?.checked_add((*size)?);
        let ends = members.iter().zip(&sizes).map(end);
        let size = ends.collect::<Option<Vec<u64>>>().map(|ends| ends.into_iter().max().unwrap_or(0));
        list[top].size = size;
        if let TypeKind::Struct { members, .. } = &mut list[top].kind {
            members.iter_mut().zip(sizes).for_each(|(member, size)| member.size = size);
        }
    }
}
