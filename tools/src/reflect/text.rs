//! Textual form of a reflection, with one line per item

use super::{
    Binding, ConstantValue, InterfaceVariable, Length, Member, Reflection, TypeInfo, TypeKind, TypeNumber,
    Variable,
};
use std::fmt::{self, Display, Formatter, Write};

impl Display for Reflection {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "SPIR-V {}, {} {}", self.version, self.addressing_model, self.memory_model)?;
        list(f, "capabilities", &self.capabilities)?;
        list(f, "extensions", &self.extensions)?;
        for (index, entry) in self.entry_points.iter().enumerate() {
            write!(f, "entry point {index}: {} {:?}", entry.execution_model, entry.name)?;
            if let Some(size) = &entry.workgroup_size {
                let [x, y, z] = size.each_ref().map(length);
                write!(f, ", workgroup {x} x {y} x {z}")?;
            }
            writeln!(f)?;
            for mode in &entry.execution_modes {
                let operands: String = mode.operands.iter().map(|o| format!(" {}", length(o))).collect();
                writeln!(f, "  {}{operands}", mode.name)?;
            }
        }
        for entry in &self.graph_entry_points {
            let names = |list: &[TypeNumber]| {
                list.iter().map(|ty| self.type_name(*ty)).collect::<Vec<_>>().join(", ")
            };
            let (inputs, outputs) = (names(&entry.inputs), names(&entry.outputs));
            writeln!(f, "graph entry point {:?}: ({inputs}) -> ({outputs})", entry.name)?;
        }
        for binding in &self.bindings {
            self.binding(f, binding)?;
        }
        for variable in &self.push_constants {
            write!(f, "push constant ")?;
            self.variable(f, variable, variable.ty)?;
        }
        for (what, variables) in [("input", &self.inputs), ("output", &self.outputs)] {
            for variable in variables {
                self.interface_variable(f, what, variable)?;
            }
        }
        for variable in &self.variables {
            write!(f, "{} variable ", variable.storage_class)?;
            self.variable(f, variable, variable.ty)?;
        }
        for constant in &self.spec_constants {
            let id = constant.spec_id.map_or_else(String::new, |id| format!(" {id}"));
            let ty = self.type_name(constant.ty);
            writeln!(
                f,
                "spec constant{id}: {} {ty} = {}",
                shown(&constant.name, &constant.symbol),
                constant.default_value
            )?;
        }
        for constant in &self.graph_constants {
            let (name, ty) = (shown(&constant.name, &constant.symbol), self.type_name(constant.ty));
            writeln!(f, "graph constant {}: {name} {ty}", constant.graph_constant_id)?;
        }
        Ok(())
    }
}

impl Reflection {
    fn binding(&self, f: &mut Formatter<'_>, binding: &Binding) -> fmt::Result {
        let number = |n: Option<u32>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let access = match (binding.readable, binding.writable) {
            (true, false) if binding.descriptor_type.is_storage() => " read-only",
            (false, true) => " write-only",
            _ => "",
        };
        write!(f, "set {} binding {}: ", number(binding.set), number(binding.binding))?;
        write!(f, "{:?}{access} ", binding.descriptor_type)?;
        for dimension in &binding.array {
            write!(f, "[{}] ", length(dimension))?;
        }
        self.variable(f, &binding.variable, binding.element)
    }

    fn interface_variable(&self, f: &mut Formatter<'_>, what: &str, v: &InterfaceVariable) -> fmt::Result {
        write!(f, "{what}")?;
        if let Some(location) = v.location {
            write!(f, " {location}")?;
        }
        if let Some(component) = v.component {
            write!(f, ".{component}")?;
        }
        match &v.built_in {
            Some(name) => write!(f, " {name}: ")?,
            None => write!(f, ": ")?,
        }
        self.variable(f, &v.variable, v.variable.ty)
    }

    /// Writes a variable with its type. For a struct, also writes the members.
    fn variable(&self, f: &mut Formatter<'_>, variable: &Variable, ty: TypeNumber) -> fmt::Result {
        writeln!(f, "{} {}", shown(&variable.name, &variable.symbol), self.type_name(ty))?;
        match self.types.get(ty) {
            Some(TypeInfo { kind: TypeKind::Struct { members, .. }, .. }) => {
                members.iter().try_for_each(|member| self.member(f, member))
            }
            _ => Ok(()),
        }
    }

    fn member(&self, f: &mut Formatter<'_>, member: &Member) -> fmt::Result {
        let offset = member.offset.map_or_else(String::new, |offset| format!("{offset:5} "));
        writeln!(f, "  {offset}{} {}", member.name, self.type_name(member.ty))
    }

    /// Returns a short name of a type, such as the name of a struct or the dimensionality of an image.
    fn type_name(&self, number: TypeNumber) -> String {
        let mut text = String::new();
        let mut at = number;
        // Arrays and pointers wrap the innermost type. The loop is bounded because pointers may form a cycle.
        for _ in 0..self.types.len() {
            let Some(TypeInfo { kind, size }) = self.types.get(at) else { break };
            let (suffix, inner) = match kind {
                TypeKind::Array { element, length: count, .. } => (format!("[{}]", length(count)), *element),
                TypeKind::RuntimeArray { element, .. } => ("[]".to_owned(), *element),
                TypeKind::Pointer { pointee, .. } => ("*".to_owned(), *pointee),
                _ => return self.plain_name(kind, *size) + &text,
            };
            text.insert_str(0, &suffix);
            at = inner;
        }
        text
    }

    /// Returns the short name of a type that is neither an array nor a pointer.
    fn plain_name(&self, kind: &TypeKind, size: Option<u64>) -> String {
        match kind {
            TypeKind::Void => "void".to_owned(),
            TypeKind::Bool => "bool".to_owned(),
            TypeKind::Int { width, signed } => format!("{}{width}", if *signed { "i" } else { "u" }),
            TypeKind::Float { encoding: Some(name), .. } => name.clone(),
            TypeKind::Float { width, .. } => format!("f{width}"),
            TypeKind::Vector { component, count } => format!("{}x{count}", self.type_name(*component)),
            TypeKind::Matrix { column, columns, .. } => format!("{}x{columns}", self.type_name(*column)),
            TypeKind::Struct { name, .. } => {
                let size = size.map_or_else(String::new, |size| format!(" ({size} bytes)"));
                format!("struct {name}{size}")
            }
            TypeKind::Image { dim, format, .. } => format!("image {dim} {format}"),
            TypeKind::SampledImage { image } => format!("sampled {}", self.type_name(*image)),
            TypeKind::Sampler => "sampler".to_owned(),
            TypeKind::AccelerationStructure => "acceleration structure".to_owned(),
            TypeKind::Tensor { element, rank, shape } => {
                let lengths = match (shape, rank) {
                    (Some(shape), _) => shape.iter().map(length).collect::<Vec<_>>().join(" x "),
                    (None, Some(rank)) => format!("rank {}", length(rank)),
                    (None, None) => "any rank".to_owned(),
                };
                format!("tensor {} ({lengths})", self.type_name(*element))
            }
            TypeKind::Other { name } => name.clone(),
            // The caller handles arrays and pointers.
            TypeKind::Array { .. } | TypeKind::RuntimeArray { .. } | TypeKind::Pointer { .. } => {
                String::new()
            }
        }
    }
}

impl Display for ConstantValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ConstantValue::Bool(value) => value.fmt(f),
            ConstantValue::Signed(value) => value.fmt(f),
            ConstantValue::Unsigned(value) => value.fmt(f),
            ConstantValue::Float(value) => value.fmt(f),
            ConstantValue::None => f.write_str("?"),
        }
    }
}

fn list(f: &mut Formatter<'_>, title: &str, names: &[String]) -> fmt::Result {
    if names.is_empty() { Ok(()) } else { writeln!(f, "{title}: {}", names.join(", ")) }
}

/// Returns the debug name, or the symbol with `@` if the debug name is empty.
fn shown<'a>(name: &'a str, symbol: &'a str) -> std::borrow::Cow<'a, str> {
    if name.is_empty() { format!("@{symbol}").into() } else { name.into() }
}

fn length(length: &Length) -> String {
    let mut text = length.value.map_or_else(String::new, |value| value.to_string());
    if let Some(constant) = &length.spec_constant {
        _ = write!(text, "@{constant}");
    }
    text
}
