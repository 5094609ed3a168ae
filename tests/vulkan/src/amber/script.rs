//! Parser of Amber scripts, for the subset of the language that shader tests use

use super::types::{Layout, Type};
use std::collections::HashMap;

/// A parsed Amber script.
#[derive(Clone, Debug, Default)]
pub struct Script {
    pub shaders: HashMap<String, Source>,
    pub buffers: HashMap<String, Buffer>,
    pub samplers: HashMap<String, Sampler>,
    pub pipelines: HashMap<String, Pipeline>,
    pub commands: Vec<Command>,
}

/// The source code of a shader in a script.
#[derive(Clone, Debug)]
pub struct Source {
    pub stage: String,
    /// Source language: `GLSL`, `SPIRV-ASM` or `PASSTHROUGH`.
    pub language: String,
    /// Target environment such as `spv1.3`; `None` if the script does not specify it.
    pub env: Option<String>,
    pub text: String,
}

/// A buffer or image that a script declares.
#[derive(Clone, Debug)]
pub struct Buffer {
    pub ty: Type,
    pub layout: Layout,
    /// Initial contents; empty for attachments, which have the size of the framebuffer.
    pub bytes: Vec<u8>,
    /// Width and height of an image; `None` if the script does not specify them.
    pub extent: Option<[u32; 2]>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Sampler {
    pub linear: bool,
    pub repeat: bool,
}

#[derive(Clone, Debug)]
pub struct Attached {
    pub shader: String,
    pub entry: String,
    /// Specialization constants: SpecId and bit pattern of the value.
    pub specialization: Vec<(u32, u32)>,
}

/// The use of a buffer by a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    Storage,
    Uniform,
    StorageImage,
    SampledImage(String),
}

#[derive(Clone, Debug)]
pub struct Binding {
    pub buffer: String,
    pub role: Role,
    pub set: u32,
    pub binding: u32,
}

#[derive(Clone, Debug)]
pub struct Pipeline {
    pub shaders: Vec<Attached>,
    pub bindings: Vec<Binding>,
    pub push: Option<String>,
    /// Location and buffer name of each color attachment.
    pub colors: Vec<(u32, String)>,
    pub vertices: Vec<(u32, String)>,
    pub indices: Option<String>,
    pub size: [u32; 2],
    pub clear: [f64; 4],
    pub patch: u32,
}

#[derive(Clone, Debug)]
pub enum Command {
    Clear(String),
    ClearColor(String, [f64; 4]),
    Dispatch(String, [u32; 3]),
    Rectangle(String, [f64; 4]),
    Draw { pipeline: String, topology: String, first: u32, count: u32, indexed: bool },
    Expect { buffer: String, what: Expectation },
}

#[derive(Clone, Debug)]
pub enum Expectation {
    /// The buffer must have the given values, starting at a byte offset.
    Values {
        at: usize,
        how: String,
        tolerances: Vec<f64>,
        values: Vec<String>,
    },
    /// A rectangle must have a color, with components in the range 0 to 255. The tolerances have the same meaning as in
    /// `Values`.
    Color {
        area: [u32; 4],
        values: Vec<f64>,
        tolerances: Vec<f64>,
    },
    Same(String),
    /// The distance between two images must not exceed a maximum (`RMSE_BUFFER` or `EQ_HISTOGRAM_EMD_BUFFER`).
    Near {
        other: String,
        histogram: bool,
        tolerance: f64,
    },
}

/// The reason why a script cannot be run.
type Unsupported = String;

struct Reader<'t> {
    lines: std::iter::Peekable<std::str::Lines<'t>>,
}

impl<'t> Reader<'t> {
    /// Returns the words of the next nonempty line, or `None` at the end of the script.
    fn words(&mut self) -> Option<Vec<&'t str>> {
        loop {
            let line = self.lines.next()?;
            let line = line.split_once('#').map_or(line, |(line, _)| line);
            let words: Vec<&str> = line.split_whitespace().collect();
            if !words.is_empty() {
                return Some(words);
            }
        }
    }

    /// Returns the words of each line in a block, which ends with `END`.
    fn block(&mut self) -> Result<Vec<Vec<&'t str>>, Unsupported> {
        let mut block = Vec::new();
        loop {
            let words = self.words().ok_or("a block without END")?;
            if words == ["END"] {
                return Ok(block);
            }
            block.push(words);
        }
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, Unsupported> {
    text.parse().map_err(|_| format!("number {text}"))
}

/// Returns the word after the keyword `key`, or `None` if the line lacks the keyword.
fn after<'w>(words: &[&'w str], key: &str) -> Option<&'w str> {
    let at = words.iter().position(|word| *word == key)?;
    words.get(at + 1).copied()
}

/// Names of device extensions that are part of Vulkan 1.3.
const CORE_EXTENSIONS: [&str; 9] = [
    "VK_KHR_shader_terminate_invocation",
    "VK_KHR_zero_initialize_workgroup_memory",
    "VK_KHR_storage_buffer_storage_class",
    "VK_KHR_variable_pointers",
    "VK_KHR_16bit_storage",
    "VK_KHR_8bit_storage",
    "VK_KHR_shader_float16_int8",
    "VK_KHR_spirv_1_4",
    "VK_EXT_subgroup_size_control",
];

impl Script {
    /// Parses a script.
    ///
    /// # Errors
    /// Describes the unsupported feature or the syntax error.
    pub fn parse(text: &str) -> Result<Script, String> {
        let mut script = Script::default();
        let mut reader = Reader { lines: text.lines().peekable() };
        while let Some(words) = reader.words() {
            script.command(&words, &mut reader)?;
        }
        Ok(script)
    }

    fn command(&mut self, words: &[&str], reader: &mut Reader<'_>) -> Result<(), Unsupported> {
        match *words {
            ["SHADER", stage, name, language, ref rest @ ..] => {
                let mut text = String::new();
                if language != "PASSTHROUGH" {
                    loop {
                        let line = reader.lines.next().ok_or("a shader without END")?;
                        if line.trim() == "END" {
                            break;
                        }
                        text.push_str(line);
                        text.push('\n');
                    }
                }
                let env = after(rest, "TARGET_ENV").map(str::to_owned);
                let (stage, language) = (stage.to_owned(), language.to_owned());
                self.shaders.insert(name.to_owned(), Source { stage, language, env, text });
            }
            ["BUFFER" | "IMAGE", name, ref rest @ ..] => {
                let buffer = buffer(rest, reader)?;
                self.buffers.insert(name.to_owned(), buffer);
            }
            ["SAMPLER", name, ref rest @ ..] => {
                let linear = after(rest, "MAG_FILTER") == Some("linear");
                let repeat = !rest.contains(&"clamp_to_edge");
                self.samplers.insert(name.to_owned(), Sampler { linear, repeat });
            }
            ["PIPELINE", "graphics" | "compute", name] => {
                self.pipeline(name, Pipeline::new(), reader)?;
            }
            ["DERIVE_PIPELINE", name, "FROM", parent] => {
                let parent = self.pipelines.get(parent).cloned().ok_or("a pipeline that is not there")?;
                self.pipeline(name, parent, reader)?;
            }
            ["CLEAR", pipeline] => self.commands.push(Command::Clear(pipeline.to_owned())),
            ["CLEAR_COLOR", pipeline, r, g, b, a] => {
                let color = [number(r)?, number(g)?, number(b)?, number(a)?];
                self.commands.push(Command::ClearColor(pipeline.to_owned(), color));
            }
            ["RUN", pipeline, ref rest @ ..] => {
                let command = run(pipeline.to_owned(), rest)?;
                self.commands.push(command);
            }
            ["EXPECT", buffer, ref rest @ ..] => {
                let what = expectation(rest)?;
                self.commands.push(Command::Expect { buffer: buffer.to_owned(), what });
            }
            ["DEVICE_EXTENSION", name] if CORE_EXTENSIONS.contains(&name) => {}
            // The required features are deduced from the capabilities of the shader modules.
            ["DEVICE_FEATURE", _] | ["END"] => {}
            [keyword, ..] => return Err(keyword.to_owned()),
            [] => {}
        }
        Ok(())
    }

    fn pipeline(
        &mut self,
        name: &str,
        mut pipeline: Pipeline,
        reader: &mut Reader<'_>,
    ) -> Result<(), Unsupported> {
        for words in reader.block()? {
            pipeline.line(&words)?;
        }
        self.pipelines.insert(name.to_owned(), pipeline);
        Ok(())
    }
}

impl Pipeline {
    fn new() -> Pipeline {
        Pipeline {
            shaders: Vec::new(),
            bindings: Vec::new(),
            push: None,
            colors: Vec::new(),
            vertices: Vec::new(),
            indices: None,
            size: [256, 256],
            clear: [0.0; 4],
            patch: 3,
        }
    }

    fn line(&mut self, words: &[&str]) -> Result<(), Unsupported> {
        match *words {
            ["ATTACH", shader, ref rest @ ..] => {
                let entry = after(rest, "ENTRY_POINT").unwrap_or("main").to_owned();
                let mut specialization = Vec::new();
                let mut list = rest;
                while let Some(at) = list.iter().position(|word| *word == "SPECIALIZE") {
                    list = &list[at + 1..];
                    let [id, "AS", ty, value, ..] = *list else { return Err("SPECIALIZE".to_owned()) };
                    let ty = Type::parse(ty).filter(|ty| ty.size(Layout::Std430) == 4).ok_or("SPECIALIZE")?;
                    let bytes = ty.column[0].encode(value).ok_or("SPECIALIZE")?;
                    let bits = bytes.try_into().map(u32::from_le_bytes).map_err(|_| "SPECIALIZE")?;
                    specialization.push((number(id)?, bits));
                }
                self.shaders.push(Attached { shader: shader.to_owned(), entry, specialization });
            }
            ["FRAMEBUFFER_SIZE", width, height] => self.size = [number(width)?, number(height)?],
            ["PATCH_CONTROL_POINTS", count] => self.patch = number(count)?,
            ["BIND", "BUFFER", buffer, "AS", role, ref rest @ ..] => self.bind(buffer, role, rest)?,
            ["VERTEX_DATA", buffer, "LOCATION", location] => {
                self.vertices.push((number(location)?, buffer.to_owned()));
            }
            ["INDEX_DATA", buffer] => self.indices = Some(buffer.to_owned()),
            [keyword, ..] => return Err(format!("{keyword} of a pipeline")),
            [] => {}
        }
        Ok(())
    }

    fn bind(&mut self, buffer: &str, role: &str, rest: &[&str]) -> Result<(), Unsupported> {
        let buffer = buffer.to_owned();
        let role = match (role, rest) {
            ("color", ["LOCATION", location]) => {
                self.colors.retain(|(at, _)| location != &at.to_string());
                self.colors.push((number(location)?, buffer));
                return Ok(());
            }
            ("push_constant", []) => {
                self.push = Some(buffer);
                return Ok(());
            }
            ("storage", _) => Role::Storage,
            ("uniform", _) => Role::Uniform,
            ("storage_image", _) => Role::StorageImage,
            ("combined_image_sampler", _) => {
                Role::SampledImage(after(rest, "SAMPLER").ok_or("no SAMPLER")?.to_owned())
            }
            _ => return Err(format!("a buffer as {role}")),
        };
        let set = number(after(rest, "DESCRIPTOR_SET").ok_or("no DESCRIPTOR_SET")?)?;
        let binding = number(after(rest, "BINDING").ok_or("no BINDING")?)?;
        self.bindings.retain(|b| (b.set, b.binding) != (set, binding));
        self.bindings.push(Binding { buffer, role, set, binding });
        Ok(())
    }
}

fn buffer(words: &[&str], reader: &mut Reader<'_>) -> Result<Buffer, Unsupported> {
    let ty = after(words, "DATA_TYPE").or(after(words, "FORMAT")).ok_or("a buffer without type")?;
    let ty = Type::parse(ty).ok_or_else(|| format!("type {ty}"))?;
    for word in ["MIP_LEVELS", "SAMPLES", "FILE", "DEPTH"] {
        if words.contains(&word) {
            return Err(format!("{word} of a buffer"));
        }
    }
    let layout = if words.contains(&"STD140") { Layout::Std140 } else { Layout::Std430 };
    let extent = match (after(words, "WIDTH"), after(words, "HEIGHT")) {
        (Some(width), height) => Some([number(width)?, height.map_or(Ok(1), number)?]),
        _ => None,
    };
    let count = match (after(words, "SIZE"), extent) {
        (Some(size), _) => number(size)?,
        (None, Some([width, height])) => width as usize * height as usize,
        _ => 0,
    };
    let per_element = ty.columns * ty.column.len();
    let mut values: Vec<String> = Vec::new();
    if let Some(value) = after(words, "FILL") {
        values = vec![value.to_owned(); count * per_element];
    } else if let Some(from) = after(words, "SERIES_FROM") {
        let (from, step): (f64, f64) = (number(from)?, number(after(words, "INC_BY").ok_or("no INC_BY")?)?);
        values = (0..count * per_element).map(|i| (from + step * i as f64).to_string()).collect();
    } else if let Some(at) = words.iter().position(|word| *word == "DATA") {
        let mut line = words[at + 1..].to_vec();
        loop {
            let ends = line.last() == Some(&"END");
            values.extend(line.iter().filter(|word| **word != "END").map(|word| (*word).to_owned()));
            if ends {
                break;
            }
            line = reader.words().ok_or("data without END")?;
        }
    }
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let mut bytes = ty.encode(layout, &values).ok_or("data of another type")?;
    if bytes.is_empty() {
        bytes = vec![0; count * ty.size(layout)];
    }
    Ok(Buffer { ty, layout, bytes, extent })
}

fn run(pipeline: String, words: &[&str]) -> Result<Command, Unsupported> {
    match *words {
        [x, y, z] => Ok(Command::Dispatch(pipeline, [number(x)?, number(y)?, number(z)?])),
        ["DRAW_RECT", "POS", x, y, "SIZE", width, height] => {
            Ok(Command::Rectangle(pipeline, [number(x)?, number(y)?, number(width)?, number(height)?]))
        }
        ["DRAW_ARRAY", "AS", topology, ref rest @ ..] if !rest.contains(&"INSTANCE_COUNT") => {
            let first = after(rest, "START_IDX").map_or(Ok(0), number)?;
            let count = number(after(rest, "COUNT").ok_or("DRAW_ARRAY without COUNT")?)?;
            let indexed = rest.contains(&"INDEXED");
            Ok(Command::Draw { pipeline, topology: topology.to_owned(), first, count, indexed })
        }
        _ => Err(format!("RUN {}", words.first().unwrap_or(&""))),
    }
}

fn numbers<T: std::str::FromStr>(words: &[&str]) -> Result<Vec<T>, Unsupported> {
    words.iter().map(|word| number(word.trim_end_matches('%'))).collect()
}

fn expectation(words: &[&str]) -> Result<Expectation, Unsupported> {
    let tolerance_of = |words: &[&str]| -> Result<Vec<f64>, Unsupported> {
        if words.iter().any(|word| word.ends_with('%')) {
            return Err("a relative tolerance".to_owned());
        }
        numbers(words)
    };
    match *words {
        ["EQ_BUFFER", other] => Ok(Expectation::Same(other.to_owned())),
        [how @ ("RMSE_BUFFER" | "EQ_HISTOGRAM_EMD_BUFFER"), other, "TOLERANCE", tolerance] => {
            let histogram = how != "RMSE_BUFFER";
            Ok(Expectation::Near { other: other.to_owned(), histogram, tolerance: number(tolerance)? })
        }
        ["IDX", x, y, "SIZE", width, height, how @ ("EQ_RGBA" | "EQ_RGB"), ref rest @ ..] => {
            let at = rest.iter().position(|word| *word == "TOLERANCE").unwrap_or(rest.len());
            let tolerances = tolerance_of(rest.get(at + 1..).unwrap_or_default())?;
            let values = numbers(&rest[..at])?;
            if values.len() != how.len() - 3 {
                return Err("a color of another length".to_owned());
            }
            let area = [number(x)?, number(y)?, number(width)?, number(height)?];
            Ok(Expectation::Color { area, values, tolerances })
        }
        ["IDX", at, ref rest @ ..] => {
            let how = rest.iter().position(|word| matches!(*word, "EQ" | "NE" | "LT" | "LE" | "GT" | "GE"));
            let how = how.ok_or("EXPECT")?;
            let tolerances = match rest[..how] {
                [] => Vec::new(),
                ["TOLERANCE", ref list @ ..] => tolerance_of(list)?,
                _ => return Err("EXPECT".to_owned()),
            };
            let values = rest[how + 1..].iter().map(|word| (*word).to_owned()).collect();
            Ok(Expectation::Values { at: number(at)?, how: rest[how].to_owned(), tolerances, values })
        }
        _ => Err("EXPECT".to_owned()),
    }
}
