//! Builder for shader debug info: definitions of `NonSemantic.Shader.DebugInfo.100`, and locations that refer to them

use super::{Builder, FunctionBuilder, Global};
use rustc_hash::FxHashMap;
use spv_dialect::attributes::{self, AttrKind};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::typed_enums::{
    SourceLanguage, StorageClass,
    debug_info_enums::{DebugBaseTypeAttributeEncoding, DebugCompositeType, DebugInfoFlags},
};
use spv_dialect::layout::{LayoutRules, lay_out};
use spv_dialect::typed::{Definition, IdRef};
use spv_dialect::types;
use spv_ir::{Attribute, Context, Ident, LocData, Location, Signedness, Type, TypeData, Value};
use std::sync::Arc;

/// Version of the debug info, which is the version of the extended instruction set.
const VERSION: u32 = 100;
/// DWARF version on which the definitions are based.
const DWARF_VERSION: u32 = 4;

/// A debug type, such as DebugTypeBasic, DebugTypeVector or DebugTypeComposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DebugType(IdRef);

/// A lexical scope: a compilation unit, function or block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DebugScope(Ident);

/// A local variable of the source program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DebugVariable(Ident);

/// A position in the source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcePosition {
    /// Line number, counted from 1.
    pub line: u32,
    /// Column number, counted from 1; 0 if unknown.
    pub column: u32,
}

/// A callback that builds a module-level op.
type BuildOp = Box<dyn FnOnce(&mut Builder<'_>)>;

/// The debug info of a module with one source file.
///
/// Collects definitions while functions are built. `ModuleBuilder::add_debug_info` adds them to the module.
///
/// ```
/// use spv_build::spv::{self, DebugInfo, SourcePosition, Types};
///
/// let ctx = spv_dialect::context();
/// let mut m = spv::ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
/// m.deduced_target(1, 6);
/// let mut debug = DebugInfo::new(&ctx, "double.k", Some("fn double(x: f32)"), spv::SourceLanguage::Unknown);
/// let f32 = ctx.float(32);
/// m.function("double", &[f32], Some(f32), |b| {
///     let at = |line, column| SourcePosition { line, column };
///     let ty = debug.ty(f32);
///     let scope = debug.function("double", &[ty], Some(ty), debug.unit(), at(1, 1));
///     debug.begin_function(b, scope, at(1, 1));
///     let x = b.parameter(0);
///     let variable = debug.variable("x", ty, scope, at(1, 11), Some(1));
///     debug.value(b, variable, x);
///     b.loc = debug.location(scope, at(1, 20));
///     let sum = b.f_add(x, x);
///     b.return_value(sum);
/// });
/// m.add_debug_info(debug);
/// # let _ = m.finish()?;
/// # Ok::<(), spv_ir::Diagnostics>(())
/// ```
pub struct DebugInfo {
    ctx: Arc<Context>,
    ops: Vec<BuildOp>,
    next: u32,
    strings: FxHashMap<String, Ident>,
    types: FxHashMap<Type, DebugType>,
    /// Types whose debug types are under construction, outermost first.
    open: Vec<Type>,
    source: Ident,
    unit: Ident,
    expression: Option<Ident>,
}

impl DebugInfo {
    /// Constructs the debug info of a source file. `text` is the source code, if it is to be embedded.
    pub fn new(ctx: &Arc<Context>, file: &str, text: Option<&str>, language: SourceLanguage) -> DebugInfo {
        let (strings, types) = Default::default();
        let unknown = ctx.ident("");
        let mut debug = DebugInfo {
            ctx: ctx.clone(),
            ops: Vec::new(),
            next: 0,
            strings,
            types,
            open: Vec::new(),
            source: unknown,
            unit: unknown,
            expression: None,
        };
        let file = debug.string(file);
        let text = text.map(|text| debug.string(text));
        let source = debug.add(move |b, name| {
            let text = text.map(IdRef::from);
            match text {
                Some(text) => b.debug_info().debug_source_with(name, file, text),
                None => b.debug_info().debug_source(name, file),
            };
        });
        let [version, dwarf, language] =
            [VERSION, DWARF_VERSION, language.0].map(|number| debug.number(number));
        debug.source = source;
        debug.unit = debug.add(move |b, name| {
            b.debug_info().debug_compilation_unit(name, version, dwarf, source, language);
        });
        debug
    }

    /// Returns the compilation unit, which is the outermost scope.
    pub fn unit(&self) -> DebugScope {
        DebugScope(self.unit)
    }

    /// Returns the location for ops at the source position `at` in `scope`.
    pub fn location(&self, scope: DebugScope, at: SourcePosition) -> Location {
        let ctx = &self.ctx;
        let symbol = |name| ctx.symbol_attr(name);
        let [line, column] = [at.line, at.column].map(|number| ctx.i32_attr(number));
        let line = [symbol(self.source), line, line, column, column];
        let fused = |kind, params: &[Attribute], parts: &[Location]| {
            let metadata = attributes::make(ctx, kind, params);
            ctx.location(LocData::Fused { metadata, parts: parts.into() })
        };
        let line = fused(AttrKind::DebugLine, &line, &[]);
        fused(AttrKind::Scope, &[symbol(scope.0), ctx.unit_attr()], &[line])
    }

    /// Returns the debug type for `ty`, with a generated name such as `f32`.
    ///
    /// Supports integers, floats, vectors, matrices, arrays, structs and pointers. The debug type of any other type is
    /// DebugInfoNone. Members have the offsets of the struct's layout, or C offsets if the struct has no layout.
    pub fn ty(&mut self, ty: Type) -> DebugType {
        if let Some(&known) = self.types.get(&ty) {
            return known;
        }
        self.open.push(ty);
        let debug = self.make_type(ty);
        self.open.pop();
        self.types.insert(ty, debug);
        debug
    }

    /// Returns the debug type for a scalar type that the source language calls `name`. `bits` is the size in bits.
    pub fn basic_type(
        &mut self,
        name: &str,
        bits: u32,
        encoding: DebugBaseTypeAttributeEncoding,
    ) -> DebugType {
        let name = self.string(name);
        let [bits, encoding, flags] = [bits, encoding.0, DebugInfoFlags::NONE.0].map(|n| self.number(n));
        self.add_type(move |b, symbol| {
            b.debug_info().debug_type_basic(symbol, name, bits, encoding, flags);
        })
    }

    /// Adds a function of the source program and returns its scope. If `result` is `None`, the function returns void.
    pub fn function(
        &mut self,
        name: &str,
        parameters: &[DebugType],
        result: Option<DebugType>,
        parent: DebugScope,
        at: SourcePosition,
    ) -> DebugScope {
        let flags = self.number(DebugInfoFlags::FLAG_IS_PUBLIC.0);
        let result = result.map_or(IdRef::Type(self.ctx.common().none), |ty| ty.0);
        let parameters: Vec<IdRef> = parameters.iter().map(|ty| ty.0).collect();
        let ty = self.add(move |b, symbol| {
            b.debug_info().debug_type_function(symbol, flags, result, &parameters);
        });
        let (name, source) = (self.string(name), self.source);
        let [line, column] = [at.line, at.column].map(|number| self.number(number));
        DebugScope(self.add(move |b, symbol| {
            let mut debug = b.debug_info();
            debug.debug_function(symbol, name, ty, source, line, column, parent.0, name, flags, line);
        }))
    }

    /// Adds a lexical block of the source program and returns its scope.
    pub fn lexical_block(&mut self, parent: DebugScope, at: SourcePosition) -> DebugScope {
        let source = self.source;
        let [line, column] = [at.line, at.column].map(|number| self.number(number));
        DebugScope(self.add(move |b, symbol| {
            b.debug_info().debug_lexical_block(symbol, source, line, column, parent.0);
        }))
    }

    /// Adds a local variable. For a function parameter, `parameter` is its index, counted from 1.
    pub fn variable(
        &mut self,
        name: &str,
        ty: DebugType,
        parent: DebugScope,
        at: SourcePosition,
        parameter: Option<u32>,
    ) -> DebugVariable {
        let (name, source) = (self.string(name), self.source);
        let [line, column, flags] =
            [at.line, at.column, DebugInfoFlags::FLAG_IS_LOCAL.0].map(|number| self.number(number));
        let parameter = parameter.map(|number| self.number(number));
        DebugVariable(self.add(move |b, symbol| {
            let mut debug = b.debug_info();
            let (ty, parent) = (ty.0, parent.0);
            match parameter {
                Some(number) => debug
                    .debug_local_variable_with(symbol, name, ty, source, line, column, parent, flags, number),
                None => debug.debug_local_variable(symbol, name, ty, source, line, column, parent, flags),
            };
        }))
    }

    /// Adds a global variable of the source program. `variable` is the module-level variable that holds its value.
    pub fn global_variable(&mut self, name: &str, ty: DebugType, at: SourcePosition, variable: Global) {
        let (name, source, unit) = (self.string(name), self.source, self.unit);
        let [line, column, flags] =
            [at.line, at.column, DebugInfoFlags::FLAG_IS_DEFINITION.0].map(|number| self.number(number));
        self.add(move |b, symbol| {
            let variable = variable.symbol;
            let mut debug = b.debug_info();
            debug
                .debug_global_variable(symbol, name, ty.0, source, line, column, unit, name, variable, flags);
        });
    }

    /// Declares in the entry block which source function is being built. Sets the builder's location to the function's
    /// position.
    pub fn begin_function(&self, b: &mut FunctionBuilder<'_>, function: DebugScope, at: SourcePosition) {
        b.loc = self.location(function, at);
        match b.function {
            Some(symbol) => {
                _ = b.debug_info().debug_function_definition(Definition::LOCAL, function.0, symbol)
            }
            None => b.error("'begin_function' takes a function of a module builder"),
        }
    }

    /// Declares that the source variable `variable` is stored at the address `pointer` (DebugDeclare).
    pub fn declare(&mut self, b: &mut Builder<'_>, variable: DebugVariable, pointer: Value) {
        let expression = self.expression();
        b.debug_info().debug_declare(Definition::LOCAL, variable.0, pointer, expression, &[]);
    }

    /// Declares that the source variable `variable` has the value `value` from the insertion point on (DebugValue).
    pub fn value(&mut self, b: &mut Builder<'_>, variable: DebugVariable, value: Value) {
        let expression = self.expression();
        b.debug_info().debug_value(Definition::LOCAL, variable.0, value, expression, &[]);
    }

    /// Adds all collected definitions to a module.
    pub(super) fn finish(self, b: &mut Builder<'_>) {
        self.ops.into_iter().for_each(|build| build(b));
    }

    /// Returns the symbol of the empty DebugExpression, creating it if needed.
    fn expression(&mut self) -> Ident {
        if let Some(known) = self.expression {
            return known;
        }
        let expression = self.add(|b, symbol| {
            b.debug_info().debug_expression(symbol, &[]);
        });
        self.expression = Some(expression);
        expression
    }

    /// Adds an unnamed definition and returns its symbol.
    fn add(&mut self, build: impl FnOnce(&mut Builder<'_>, Definition) + 'static) -> Ident {
        let name = self.ctx.ident(&format!("_${}", self.next));
        self.next += 1;
        self.ops.push(Box::new(move |b| build(b, Definition::new(name))));
        name
    }

    fn add_type(&mut self, build: impl FnOnce(&mut Builder<'_>, Definition) + 'static) -> DebugType {
        DebugType(self.add(build).into())
    }

    /// Returns the symbol of the OpString for a string, creating the OpString if needed.
    fn string(&mut self, text: &str) -> Ident {
        if let Some(&known) = self.strings.get(text) {
            return known;
        }
        let owned = text.to_owned();
        let name = self.add(move |b, symbol| {
            b.string(symbol, &owned);
        });
        self.strings.insert(text.to_owned(), name);
        name
    }

    /// Returns an id operand that refers to the 32-bit constant `value`.
    fn number(&self, value: u32) -> IdRef {
        IdRef::Attr(self.ctx.i32_attr(value))
    }

    /// Returns the size of a type in bits, or 0 if it has no size.
    fn bits(&self, ty: Type) -> u32 {
        let size = lay_out(&self.ctx, ty, LayoutRules::Scalar).ok().and_then(|layout| layout.size);
        u32::try_from(size.unwrap_or(0).saturating_mul(8)).unwrap_or(u32::MAX)
    }

    fn make_type(&mut self, ty: Type) -> DebugType {
        let ctx = self.ctx.clone();
        if ty == ctx.common().i1 {
            return self.basic_type("bool", 32, DebugBaseTypeAttributeEncoding::Boolean);
        }
        match ctx.type_data(ty) {
            &TypeData::Integer { width, signedness } => {
                let (letter, encoding) = match signedness {
                    Signedness::Signed => ('i', DebugBaseTypeAttributeEncoding::Signed),
                    _ => ('u', DebugBaseTypeAttributeEncoding::Unsigned),
                };
                return self.basic_type(&format!("{letter}{width}"), width, encoding);
            }
            TypeData::Float(kind) => {
                let width = kind.width();
                return self.basic_type(&format!("f{width}"), width, DebugBaseTypeAttributeEncoding::Float);
            }
            TypeData::Vector { dims, element } => {
                let element = self.ty(*element);
                let count = self.number(dims.first().map_or(0, |&count| count as u32));
                return self.add_type(move |b, symbol| {
                    b.debug_info().debug_type_vector(symbol, element.0, count);
                });
            }
            _ => {}
        }
        let number = |attr: Attribute| ctx.attr_u64(attr).map_or(0, |count| count as u32);
        match types::view(&ctx, ty) {
            Some((op::TYPE_MATRIX, &[_, column, count])) => {
                let column = ctx.attr_type(column).map(|column| self.ty(column));
                let (Some(column), count) = (column, self.number(number(count))) else { return self.none() };
                let column_major = IdRef::Attr(ctx.bool_attr(true));
                self.add_type(move |b, symbol| {
                    b.debug_info().debug_type_matrix(symbol, column.0, count, column_major);
                })
            }
            Some((op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY, &[_, element, ref length @ ..])) => {
                let Some(element) = ctx.attr_type(element).map(|element| self.ty(element)) else {
                    return self.none();
                };
                // Debug info represents a runtime array by length 0.
                let length = self.number(length.first().map_or(0, |&length| number(length)));
                self.add_type(move |b, symbol| {
                    b.debug_info().debug_type_array(symbol, element.0, &[length]);
                })
            }
            Some((op::TYPE_POINTER, _)) => match types::pointer(&ctx, ty) {
                Some((pointee, class)) => self.pointer_type(pointee, StorageClass(class)),
                None => self.none(),
            },
            Some((op::TYPE_STRUCT, _)) => self.struct_type(ty),
            _ => self.none(),
        }
    }

    /// Returns the debug type of a pointer. If the pointee is a struct whose debug type is still under construction,
    /// the base type is DebugInfoNone.
    fn pointer_type(&mut self, pointee: Type, class: StorageClass) -> DebugType {
        let base = if self.open.contains(&pointee) { self.none() } else { self.ty(pointee) };
        let [class, flags] = [class.0, DebugInfoFlags::NONE.0].map(|number| self.number(number));
        self.add_type(move |b, symbol| {
            b.debug_info().debug_type_pointer(symbol, base.0, class, flags);
        })
    }

    fn struct_type(&mut self, ty: Type) -> DebugType {
        let ctx = self.ctx.clone();
        let laid_out = lay_out(&ctx, ty, LayoutRules::Scalar).map_or(ty, |layout| layout.ty);
        let Some(parts) = types::structure(&ctx, laid_out) else { return self.none() };
        let source = self.source;
        let [zero, one, flags] = [0, 1, DebugInfoFlags::FLAG_IS_PUBLIC.0].map(|number| self.number(number));
        let mut members = Vec::new();
        for (index, member) in parts.members.iter().filter_map(|member| ctx.attr_type(*member)).enumerate() {
            let name = parts.member_names.get(index).and_then(|name| ctx.attr_str(*name));
            let name = self.string(&name.map_or_else(|| format!("member{index}"), str::to_owned));
            let offset = ctx.dict_get(parts.member_decorations.get(index).copied(), "offset");
            let offset = offset.and_then(|offset| ctx.attr_u64(offset)).unwrap_or(0) as u32;
            let [offset, size] =
                [offset.saturating_mul(8), self.bits(member)].map(|number| self.number(number));
            let ty = self.ty(member);
            members.push(IdRef::from(self.add(move |b, symbol| {
                let mut debug = b.debug_info();
                debug.debug_type_member(symbol, name, ty.0, source, one, zero, offset, size, flags);
            })));
        }
        let name = match ctx.type_data(ty) {
            TypeData::Named { key, .. } => spv_ir::names::base_name(ctx.str(*key)).to_owned(),
            _ => String::new(),
        };
        let (name, unit) = (self.string(&name), self.unit);
        let [size, tag] = [self.bits(ty), DebugCompositeType::Structure.0].map(|number| self.number(number));
        self.add_type(move |b, symbol| {
            let mut debug = b.debug_info();
            debug.debug_type_composite(
                symbol, name, tag, source, one, zero, unit, name, size, flags, &members,
            );
        })
    }

    /// Returns the debug type DebugInfoNone.
    fn none(&mut self) -> DebugType {
        let none = self.ctx.common().none;
        if let Some(&known) = self.types.get(&none) {
            return known;
        }
        let debug = self.add_type(|b, symbol| {
            b.debug_info().debug_info_none(symbol);
        });
        self.types.insert(none, debug);
        debug
    }
}
