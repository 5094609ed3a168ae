//! Tests of `reflect` against `spirv-cross --reflect`, field by field, over the shared corpus and `tests/corpus`
//!
//! Both reflections are converted to lists of lines, one for each entry point, resource, interface variable and
//! specialization constant, with its expanded type. The lists must be the same, except for these differences of
//! spirv-cross 2021.01.15:
//!
//! | spirv-cross | reason |
//! |---|---|
//! | only the first of several entry points of one function | it identifies an entry point by its function |
//! | since SPIR-V 1.4, only the resources of the first entry point | it lists the interface of that entry point |
//! | the size `[0, 0, 0]` for LocalSizeId | it reads only the literals of LocalSize |
//! | no components of locations, no built-ins | it does not print them |
//! | default values only for 32-bit scalars and Booleans | it does not print other defaults |
//! | GLSL names: other characters are `_`; unnamed ids are `_12` | it prints GLSL |

use serde_json::Value;
use spv_opt::tools::reflect::{
    Binding, ConstantValue, DecorationOperand, DescriptorType, InterfaceVariable, Length, MatrixLayout,
    Member, Reflection, TypeInfo, TypeKind, TypeNumber, Variable, reflect,
};
use spv_tests::tools::{self, Peer};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Names of execution models in spirv-cross. It has no names for the other execution models.
const STAGES: &[(&str, &str)] = &[
    ("Vertex", "vert"),
    ("TessellationControl", "tesc"),
    ("TessellationEvaluation", "tese"),
    ("Geometry", "geom"),
    ("Fragment", "frag"),
    ("GLCompute", "comp"),
    ("RayGenerationKHR", "rgen"),
    ("IntersectionKHR", "rint"),
    ("AnyHitKHR", "rahit"),
    ("ClosestHitKHR", "rchit"),
    ("MissKHR", "rmiss"),
    ("CallableKHR", "rcall"),
];

/// The reflection of spirv-cross, converted to lines.
struct Theirs<'a> {
    root: &'a Value,
}

/// Returns whether spirv-cross generated a name from ids or from a member index.
fn is_made_up(name: &str) -> bool {
    let numbers = name.strip_prefix("_m").or(name.strip_prefix('_'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    numbers.is_some_and(|numbers| numbers.split('_').all(is_number))
}

/// Returns a name as spirv-cross prints it in GLSL, or `-` if there is no name.
fn sanitized(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        let c = if c.is_ascii_alphanumeric() { c } else { '_' };
        if c != '_' || !text.ends_with('_') {
            text.push(c);
        }
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        text.insert(0, '_');
    }
    if text.is_empty() || is_made_up(&text) { "-".to_owned() } else { text }
}

impl Theirs<'_> {
    fn list<'v>(&'v self, section: &str) -> impl Iterator<Item = &'v Value> {
        self.root[section].as_array().into_iter().flatten()
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for entry in self.list("entryPoints") {
            lines.push(format!("entry {} {}", entry["name"], entry["mode"]));
            if let Some(size) = entry.get("workgroup_size") {
                lines.push(format!("size {size} {}", entry["workgroup_size_is_spec_constant_id"]));
            }
        }
        for section in SECTIONS {
            for item in self.list(section) {
                lines.push(format!("{section}{}", self.item(item)));
            }
        }
        for constant in self.list("specialization_constants") {
            let (id, name) = (&constant["id"], sanitized(constant["name"].as_str().unwrap_or_default()));
            let default = &constant["default_value"];
            lines.push(format!("spec {id} {name} {} = {default}", constant["type"]));
        }
        lines.sort();
        lines
    }

    fn item(&self, item: &Value) -> String {
        let mut line = format!(" {} ", sanitized(item["name"].as_str().unwrap_or_default()));
        self.ty(item, &mut line, 0);
        for (key, value) in item.as_object().into_iter().flatten() {
            if !["name", "type", "array", "array_size_is_literal", "push_constant"].contains(&key.as_str()) {
                _ = write!(line, " {key}={value}");
            }
        }
        line
    }

    /// Appends the type of a variable or member to `line`, including array lengths.
    fn ty(&self, item: &Value, line: &mut String, depth: usize) {
        let name = item["type"].as_str().unwrap_or_default();
        let found = &self.root["types"][name];
        let is_pointer = [item, found].iter().any(|v| v["physical_pointer"] == true);
        if is_pointer {
            line.push_str("pointer");
        } else if let (Some(members), true) = (found["members"].as_array(), depth < 40) {
            _ = write!(line, "{}{{", sanitized(found["name"].as_str().unwrap_or_default()));
            for member in members {
                self.member(member, line, depth + 1);
            }
            line.push('}');
        } else {
            line.push_str(name);
        }
        let literal = |i: usize| item["array_size_is_literal"][i] == true;
        for (i, length) in item["array"].as_array().into_iter().flatten().enumerate() {
            // An array length that is not a literal is the id of a specialization constant.
            _ = if literal(i) { write!(line, "[{length}]") } else { write!(line, "[spec]") };
        }
    }

    fn member(&self, member: &Value, line: &mut String, depth: usize) {
        _ = write!(line, "{}:", sanitized(member["name"].as_str().unwrap_or_default()));
        self.ty(member, line, depth);
        for key in ["offset", "array_stride", "matrix_stride", "row_major"] {
            if let Some(value) = member.get(key) {
                _ = write!(line, " {key}={value}");
            }
        }
        line.push(';');
    }
}

/// Keys of resources and interfaces in the reflection of spirv-cross.
const SECTIONS: [&str; 11] = [
    "subpass_inputs",
    "inputs",
    "outputs",
    "textures",
    "separate_images",
    "separate_samplers",
    "images",
    "ssbos",
    "ubos",
    "push_constants",
    "acceleration_structures",
];

/// The reflection of `reflect`, converted to lines.
struct Ours<'a> {
    root: &'a Reflection,
}

impl Ours<'_> {
    fn lines(&self) -> Vec<String> {
        let root = self.root;
        let mut lines = Vec::new();
        let mut functions = Vec::new();
        for entry in &root.entry_points {
            if functions.contains(&&entry.function) {
                continue;
            }
            functions.push(&entry.function);
            let stage = STAGES.iter().find(|(name, _)| *name == entry.execution_model);
            let stage = stage.map_or("???", |(_, stage)| stage);
            lines.push(format!("entry {:?} {stage:?}", entry.name));
            if entry.execution_model == "GLCompute"
                && let Some(size) = &entry.workgroup_size
            {
                let by_id = entry.execution_modes.iter().any(|mode| mode.name == "LocalSizeId");
                let size = if by_id {
                    &[const { Length { value: Some(0), spec_constant: None, spec_id: None } }; 3]
                } else {
                    size
                };
                let number = |l: &Length| l.spec_id.map_or(l.value, |id| Some(u64::from(id))).unwrap_or(0);
                let numbers = size.each_ref().map(number).map(|n| n.to_string()).join(",");
                let is_spec = size.each_ref().map(|l| l.spec_id.is_some().to_string()).join(",");
                lines.push(format!("size [{numbers}] [{is_spec}]"));
            }
        }
        lines.extend(root.bindings.iter().filter_map(|binding| self.binding(binding)));
        for variable in &root.push_constants {
            let mut line = format!("push_constants {} ", sanitized(&variable.name));
            self.ty(variable.ty, &mut line, 0);
            lines.push(line);
        }
        for (section, variables) in [("inputs", &root.inputs), ("outputs", &root.outputs)] {
            lines.extend(variables.iter().filter_map(|v| self.interface_variable(section, v)));
        }
        for constant in root.spec_constants.iter().filter(|constant| constant.spec_id.is_some()) {
            let mut ty = String::new();
            self.ty(constant.ty, &mut ty, 0);
            let id = constant.spec_id.unwrap_or_default();
            // spirv-cross prints default values only for these types.
            let default = match constant.default_value {
                ConstantValue::Bool(value) => value.to_string(),
                ConstantValue::Signed(value) if ty == "int" => value.to_string(),
                ConstantValue::Unsigned(value) if ty == "uint" => value.to_string(),
                ConstantValue::Float(value) if ty == "float" => format!("{value:?}"),
                _ => "null".to_owned(),
            };
            lines.push(format!("spec {id} {} {ty:?} = {default}", sanitized(&constant.name)));
        }
        lines.sort();
        lines
    }

    /// Formats a block with the name of its type, or the variable's name if the type has no name.
    fn block(&self, variable: &Variable, element: TypeNumber) -> String {
        let name = match &self.root.types[element].kind {
            TypeKind::Struct { name, .. } if !name.is_empty() => name,
            _ => &variable.name,
        };
        let mut line = format!("{} ", sanitized(name));
        self.ty(element, &mut line, 0);
        line
    }

    fn binding(&self, binding: &Binding) -> Option<String> {
        use DescriptorType as D;
        let section = match binding.descriptor_type {
            D::Sampler => "separate_samplers",
            D::CombinedImageSampler => "textures",
            D::SampledImage => "separate_images",
            // In GLSL, this binding corresponds to a combined image sampler.
            D::UniformTexelBuffer => match self.root.types[binding.element].kind {
                TypeKind::SampledImage { .. } => "textures",
                _ => "separate_images",
            },
            D::StorageImage | D::StorageTexelBuffer => "images",
            D::UniformBuffer => "ubos",
            D::StorageBuffer => "ssbos",
            D::InputAttachment => "subpass_inputs",
            D::AccelerationStructure => "acceleration_structures",
            D::Tensor | D::ResourceHeap | D::SamplerHeap | D::Other => return None,
        };
        let variable = &binding.variable;
        let interface = self.root.entry_points.first().map_or(&[][..], |entry| &entry.interface[..]);
        if self.root.version.as_str() >= "1.4" && !interface.contains(&variable.symbol) {
            return None;
        }
        let mut line = format!("{section} ");
        let is_block = matches!(section, "ubos" | "ssbos");
        if is_block {
            line += &self.block(variable, binding.element);
        } else {
            _ = write!(line, "{} ", sanitized(&variable.name));
            self.ty(binding.element, &mut line, 0);
        }
        for length in &binding.array {
            push_length(&mut line, length);
        }
        let mut fields: BTreeMap<&str, String> = BTreeMap::new();
        fields.insert("set", binding.set.unwrap_or(0).to_string());
        let mut put = |key, value: Option<String>| _ = value.map(|value| fields.insert(key, value));
        put("binding", binding.binding.map(|n| n.to_string()));
        put("input_attachment_index", binding.input_attachment_index.map(|n| n.to_string()));
        put("location", operand(variable, "Location"));
        if is_block {
            put("block_size", self.root.types[binding.element].size.map(|n| n.to_string()));
        }
        if matches!(section, "ssbos" | "images") {
            let is = |flag: bool| flag.then(|| "true".to_owned());
            put("readonly", is(!binding.writable));
            put("writeonly", is(!binding.readable));
            for (key, name) in [("coherent", "Coherent"), ("volatile", "Volatile"), ("restrict", "Restrict")]
            {
                put(key, is(self.is_decorated(binding, name)));
            }
        }
        if let ("images", TypeKind::Image { format, .. }) = (section, &self.root.types[binding.element].kind)
        {
            put("format", Some(format!("{:?}", glsl_format(format))).filter(|_| format != "Unknown"));
        }
        for (key, value) in fields {
            _ = write!(line, " {key}={value}");
        }
        Some(line)
    }

    /// Returns whether a variable, or every member of its Block-decorated struct, has the decoration `name`.
    fn is_decorated(&self, binding: &Binding, name: &str) -> bool {
        let has = |list: &[spv_opt::tools::reflect::Decoration]| list.iter().any(|d| d.name == name);
        let members = match &self.root.types[binding.element].kind {
            TypeKind::Struct { members, .. } => &members[..],
            _ => &[],
        };
        has(&binding.variable.decorations)
            || (!members.is_empty() && members.iter().all(|member| has(&member.decorations)))
    }

    fn interface_variable(&self, section: &str, v: &InterfaceVariable) -> Option<String> {
        // spirv-cross lists the variables of the first entry point, except built-ins.
        if v.built_in.is_some() || !v.interface_of.contains(&0) {
            return None;
        }
        let (element, lengths) = self.without_arrays(v.variable.ty);
        let mut name = &v.variable.name;
        if let TypeKind::Struct { members, decorations, name: of_type } = &self.root.types[element].kind {
            if members.iter().any(|m| m.decorations.iter().any(|d| d.name == "BuiltIn")) {
                return None;
            }
            if decorations.iter().any(|d| d.name == "Block") && !of_type.is_empty() {
                name = of_type;
            }
        }
        let mut line = format!("{section} {} ", sanitized(name));
        self.ty(element, &mut line, 0);
        // spirv-cross prints the innermost array length first.
        lengths.iter().rev().for_each(|length| push_length(&mut line, length));
        let mut fields: BTreeMap<&str, String> = BTreeMap::new();
        if let Some(location) = v.location {
            fields.insert("location", location.to_string());
        }
        if let Some(index) = v.index {
            fields.insert("index", index.to_string());
        }
        if let Some(offset) = operand(&v.variable, "Offset") {
            fields.insert("offset", offset);
        }
        for (key, value) in fields {
            _ = write!(line, " {key}={value}");
        }
        Some(line)
    }

    fn without_arrays(&self, ty: TypeNumber) -> (TypeNumber, Vec<&Length>) {
        let (mut ty, mut lengths) = (ty, Vec::new());
        while let TypeKind::Array { element, length, .. } = &self.root.types[ty].kind {
            lengths.push(length);
            ty = *element;
        }
        (ty, lengths)
    }

    fn ty(&self, ty: TypeNumber, line: &mut String, depth: usize) {
        let TypeInfo { kind, .. } = &self.root.types[ty];
        match kind {
            TypeKind::Pointer { .. } => line.push_str("pointer"),
            TypeKind::Struct { name, members, .. } if depth < 40 => {
                _ = write!(line, "{}{{", sanitized(name));
                members.iter().for_each(|member| self.member(member, line, depth + 1));
                line.push('}');
            }
            TypeKind::Array { element, length, .. } => {
                self.ty(*element, line, depth);
                push_length(line, length);
            }
            TypeKind::RuntimeArray { element, .. } => {
                self.ty(*element, line, depth);
                line.push_str("[0]");
            }
            _ => line.push_str(&self.glsl(kind)),
        }
    }

    fn member(&self, member: &Member, line: &mut String, depth: usize) {
        _ = write!(line, "{}:", sanitized(&member.name));
        self.ty(member.ty, line, depth);
        let stride = match self.root.types[member.ty].kind {
            TypeKind::Array { stride, .. } | TypeKind::RuntimeArray { stride, .. } => stride,
            _ => None,
        };
        let row_major = (member.matrix_layout == Some(MatrixLayout::RowMajor)).then_some(1);
        let fields =
            [("offset", member.offset), ("array_stride", stride), ("matrix_stride", member.matrix_stride)];
        for (key, value) in fields {
            if let Some(value) = value {
                _ = write!(line, " {key}={value}");
            }
        }
        if row_major.is_some() {
            line.push_str(" row_major=true");
        }
        line.push(';');
    }

    /// Returns the GLSL name of a scalar, vector, matrix or opaque type.
    fn glsl(&self, kind: &TypeKind) -> String {
        let of = |number: TypeNumber| &self.root.types[number].kind;
        match kind {
            TypeKind::Void => "void".to_owned(),
            TypeKind::Vector { component, count } => format!("{}vec{count}", prefix(of(*component))),
            TypeKind::Matrix { column, columns, rows } => {
                let TypeKind::Vector { component, .. } = of(*column) else { return String::new() };
                let prefix = prefix(of(*component));
                let rows = if rows == columns { String::new() } else { format!("x{rows}") };
                format!("{prefix}mat{columns}{rows}")
            }
            TypeKind::SampledImage { image } => self.image(of(*image), true),
            TypeKind::Image { .. } => self.image(kind, false),
            TypeKind::Sampler => "sampler".to_owned(),
            TypeKind::AccelerationStructure => "accelerationStructureNV".to_owned(),
            TypeKind::Other { name } => name.clone(),
            scalar => scalar_name(scalar).to_owned(),
        }
    }

    fn image(&self, kind: &TypeKind, combined: bool) -> String {
        let TypeKind::Image { sampled_type, dim, depth, arrayed, multisampled, sampled, .. } = kind else {
            return String::new();
        };
        let prefix = match &self.root.types[*sampled_type].kind {
            TypeKind::Int { signed: true, width: 32 } => "i",
            TypeKind::Int { signed: false, width: 32 } => "u",
            TypeKind::Int { signed: true, width: 64 } => "i64",
            TypeKind::Int { signed: false, width: 64 } => "u64",
            TypeKind::Float { width: 16, .. } => "f16",
            _ => "",
        };
        let what = match (&**dim, sampled) {
            ("SubpassData", _) => "subpassInput",
            (_, Some(false)) => "image",
            ("Buffer", _) => "sampler",
            _ if combined => "sampler",
            _ => "texture",
        };
        let dim = match &**dim {
            "SubpassData" => "",
            "Rect" => "2DRect",
            name => name.strip_prefix("Dim").unwrap_or(name),
        };
        let multisampled = if *multisampled { "MS" } else { "" };
        let arrayed = if *arrayed && what != "subpassInput" { "Array" } else { "" };
        let shadow = if *depth == Some(true) && combined { "Shadow" } else { "" };
        format!("{prefix}{what}{dim}{multisampled}{arrayed}{shadow}")
    }
}

/// Returns the operand of the decoration `name`, or `None` if the variable lacks the decoration.
fn operand(variable: &Variable, name: &str) -> Option<String> {
    let found = variable.decorations.iter().find(|decoration| decoration.name == name)?;
    match found.operands.first()? {
        DecorationOperand::Number(number) => Some(number.to_string()),
        DecorationOperand::Text(text) => Some(text.clone()),
    }
}

fn push_length(line: &mut String, length: &Length) {
    _ = match length {
        Length { spec_constant: Some(_), .. } => write!(line, "[spec]"),
        Length { value, .. } => write!(line, "[{}]", value.unwrap_or(0)),
    };
}

fn scalar_name(kind: &TypeKind) -> &'static str {
    match kind {
        TypeKind::Bool => "bool",
        TypeKind::Int { width: 8, signed: true } => "int8_t",
        TypeKind::Int { width: 8, signed: false } => "uint8_t",
        TypeKind::Int { width: 16, signed: true } => "int16_t",
        TypeKind::Int { width: 16, signed: false } => "uint16_t",
        TypeKind::Int { width: 32, signed: true } => "int",
        TypeKind::Int { width: 32, signed: false } => "uint",
        TypeKind::Int { width: 64, signed: true } => "int64_t",
        TypeKind::Int { width: 64, signed: false } => "uint64_t",
        TypeKind::Float { width: 16, .. } => "float16_t",
        TypeKind::Float { width: 32, .. } => "float",
        TypeKind::Float { width: 64, .. } => "double",
        _ => "",
    }
}

/// Returns the prefix that GLSL uses for vectors and matrices with the given component type.
fn prefix(kind: &TypeKind) -> &'static str {
    match scalar_name(kind) {
        "bool" => "b",
        "int8_t" => "i8",
        "uint8_t" => "u8",
        "int16_t" => "i16",
        "uint16_t" => "u16",
        "int" => "i",
        "uint" => "u",
        "int64_t" => "i64",
        "uint64_t" => "u64",
        "float16_t" => "f16",
        "double" => "d",
        _ => "",
    }
}

/// Returns the GLSL name of an image format.
fn glsl_format(name: &str) -> String {
    match name {
        "R11fG11fB10f" => "r11f_g11f_b10f".to_owned(),
        "Rgb10A2" => "rgb10_a2".to_owned(),
        "Rgb10a2ui" => "rgb10_a2ui".to_owned(),
        name => name.to_lowercase().replace("snorm", "_snorm"),
    }
}

/// Returns the lines of `from` that `lines` does not contain.
fn missing<'l>(from: &'l [String], lines: &[String]) -> Vec<&'l str> {
    let mut rest: Vec<&String> = lines.iter().collect();
    let mut found = Vec::new();
    for line in from {
        match rest.iter().position(|other| *other == line) {
            Some(at) => _ = rest.swap_remove(at),
            None => found.push(line.as_str()),
        }
    }
    found
}

#[test]
fn agrees_with_spirv_cross() {
    if Peer::SpirvCross.find().is_none() {
        return;
    }
    let own = tools::own_corpus().into_iter().map(|module| module.path);
    let shared = tools::shared_corpus().unwrap_or_default();
    let (mut compared, mut lines, mut failures) = (0, 0, Vec::new());
    for path in own.chain(shared) {
        let words = tools::read_words(&path);
        let Ok(json) = Peer::SpirvCross.run(&["-", "--reflect"], &tools::to_bytes(&words)) else { continue };
        let theirs: Value = serde_json::from_slice(&json).expect("spirv-cross writes JSON");
        let module = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
        let ours = reflect(&module).expect("there is one module");
        let (theirs, ours) = (Theirs { root: &theirs }.lines(), Ours { root: &ours }.lines());
        compared += 1;
        lines += theirs.len();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for (who, list) in [("spirv-cross", missing(&theirs, &ours)), ("ours", missing(&ours, &theirs))] {
            failures.extend(list.into_iter().map(|line| format!("{name}: {who} alone: {line}")));
        }
    }
    println!("{compared} modules, {lines} lines");
    assert!(failures.is_empty(), "{} differences:\n{}", failures.len(), failures.join("\n"));
}
