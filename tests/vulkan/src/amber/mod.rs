//! Scripts of [Amber](https://github.com/google/amber), in the subset of the language that shader tests use
//!
//! The subset has buffers, images, compute and graphics pipelines, runs, and expectations. A script that passes must
//! also pass after each of its shaders has been optimized.

mod expect;
#[allow(unsafe_code)]
mod player;
mod script;
mod shaders;
mod types;

use crate::{Error, Valid};
use ash::vk;
pub use player::Player;
use player::{Bound, Draw, Run, Shape, Stage, Vertices, Work};
use script::Script;
use script::{Buffer, Command, Expectation, Pipeline, Role};
use shaders::Binaries;
use spv_opt::passes::Registry;
use spv_tests::pipelines::texts;
use spv_tests::{rounds, tools};
use std::collections::{BTreeMap, HashMap};
use std::ffi::CString;
use types::Layout;

/// The result of checking a script with several pipelines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The script passes without a pipeline and with this number of pipelines.
    Passes(usize),
    /// The script was not run, or fails without a pipeline, for the given reason.
    Skipped(String),
    /// The script passes without a pipeline, but fails with some pipelines. The list describes the failures.
    Fails(Vec<String>),
}

/// Pseudo-pipeline that prints the module as MLIR text and parses it.
pub const TEXT: &str = "text";

/// Pseudo-pipeline that optimizes the module with `spirv-opt -O` of SPIRV-Tools.
pub const PEER: &str = "spirv-opt -O";

/// Returns all pipelines with which to test scripts: those of [`texts`], and [`TEXT`].
pub fn everything() -> Vec<String> {
    let mut list = texts(&Registry::new());
    list.push(TEXT.to_owned());
    list
}

/// Runs a script with the original modules, and with the output of each pipeline. Pipelines with identical output run
/// only once.
pub fn check(player: &mut Player, text: &str, pipelines: &[impl AsRef<str>]) -> Outcome {
    let (script, binaries) = match Script::parse(text).and_then(|s| Ok((shaders::binaries(&s)?, s))) {
        Ok((binaries, script)) => (script, binaries),
        Err(why) => return Outcome::Skipped(why),
    };
    // If a shader does not terminate, the script is run again, as in `workers`, because the driver may have lost the
    // shader. The next pipeline needs a new device in any case.
    let mut run = |binaries: &Binaries| {
        let modules = valid(binaries)?;
        let result = play(player, &script, &modules);
        if !player.is_lost() {
            return result;
        }
        *player = Player::open().map_err(|error| error.to_string())?;
        play(player, &script, &modules)
    };
    if let Err(why) = run(&binaries) {
        return Outcome::Skipped(why);
    }
    let mut known = HashMap::from([(binaries.clone(), Ok(()))]);
    let mut failures = Vec::new();
    for pipeline in pipelines.iter().map(AsRef::as_ref) {
        let after = binaries.iter().map(|(name, words)| Ok((name.clone(), through(pipeline, words)?)));
        let after = after.collect::<Result<Binaries, String>>();
        let result = after.and_then(|after| known.entry(after).or_insert_with_key(&mut run).clone());
        if let Err(why) = result {
            failures.push(format!("{pipeline}: {why}"));
        }
    }
    if failures.is_empty() { Outcome::Passes(pipelines.len()) } else { Outcome::Fails(failures) }
}

/// Runs a script once, optionally after a pipeline.
///
/// # Errors
/// Describes the unsupported feature, the failure, or the difference from the expectation.
pub fn play_once(player: &mut Player, text: &str, pipeline: Option<&str>) -> Result<(), String> {
    let script = Script::parse(text)?;
    let mut binaries = shaders::binaries(&script)?;
    if let Some(pipeline) = pipeline {
        for words in binaries.values_mut() {
            *words = through(pipeline, words)?;
        }
    }
    play(player, &script, &valid(&binaries)?)
}

fn through(pipeline: &str, words: &[u32]) -> Result<Vec<u32>, String> {
    match pipeline {
        TEXT => {}
        PEER => return tools::spirv_opt(words, &["-O"]),
        _ => return rounds::through(pipeline, words),
    }
    let first = |e: spv_opt::Diagnostics| e.list.first().map(|d| d.message.clone()).unwrap_or_default();
    let ctx = spv_opt::context();
    let text = spv_opt::print(&spv_opt::import(&ctx, words).map_err(first)?);
    spv_opt::export(&spv_opt::parse(&ctx, &text).map_err(first)?).map_err(first)
}

fn valid(binaries: &Binaries) -> Result<HashMap<String, Valid>, String> {
    binaries.iter().map(|(name, words)| Ok((name.clone(), Valid::check(words.clone())?))).collect()
}

/// Runs a script with the given binaries of its shaders. `modules` maps shader names to binaries.
fn play(player: &mut Player, script: &Script, modules: &HashMap<String, Valid>) -> Result<(), String> {
    let mut state = State { script, modules, buffers: script.buffers.clone(), clear: HashMap::new() };
    script.commands.iter().try_for_each(|command| state.command(player, command))
}

struct State<'a> {
    script: &'a Script,
    modules: &'a HashMap<String, Valid>,
    buffers: HashMap<String, Buffer>,
    /// Clear color of each pipeline, with components in the range 0 to 255.
    clear: HashMap<String, [f64; 4]>,
}

/// Name of the resource with the vertices of a rectangle. Scripts cannot name this resource.
const RECTANGLE: &str = "";

impl State<'_> {
    fn pipeline(&self, name: &str) -> Result<Pipeline, String> {
        self.script.pipelines.get(name).cloned().ok_or_else(|| format!("no pipeline {name}"))
    }

    fn command(&mut self, player: &mut Player, command: &Command) -> Result<(), String> {
        match command {
            Command::ClearColor(pipeline, color) => {
                self.clear.insert(pipeline.clone(), *color);
                Ok(())
            }
            Command::Clear(name) => {
                let pipeline = self.pipeline(name)?;
                let color = self.clear.get(name).copied().unwrap_or(pipeline.clear);
                self.size_attachments(&pipeline)?;
                pipeline.colors.iter().try_for_each(|(_, buffer)| self.clear_image(buffer, color))
            }
            Command::Dispatch(name, groups) => {
                let pipeline = self.pipeline(name)?;
                self.run(player, &pipeline, Work::Dispatch(*groups))
            }
            Command::Rectangle(name, [x, y, width, height]) => {
                let pipeline = self.pipeline(name)?;
                let [w, h] = pipeline.size.map(f64::from);
                let corners = [(*x, *y), (x + width, *y), (*x, y + height), (x + width, y + height)];
                let position = corners.iter().flat_map(|(x, y)| [x / w * 2.0 - 1.0, y / h * 2.0 - 1.0]);
                let bytes = position.flat_map(|value| (value as f32).to_le_bytes()).collect();
                let ty = types::Type::parse("vec2<float>").ok_or("vec2")?;
                let buffer = Buffer { ty, layout: Layout::Std430, bytes, extent: None };
                self.buffers.insert(RECTANGLE.to_owned(), buffer);
                let strip = vk::PrimitiveTopology::TRIANGLE_STRIP;
                let draw = Draw { topology: strip, count: 4, ..self.draw(&pipeline)? };
                let pipeline = Pipeline { vertices: vec![(0, RECTANGLE.to_owned())], ..pipeline };
                self.run(player, &pipeline, Work::Draw(draw))
            }
            Command::Draw { pipeline, topology, first, count, indexed } => {
                let mut pipeline = self.pipeline(pipeline)?;
                if !indexed {
                    pipeline.indices = None;
                }
                let topology = topology_of(topology)?;
                let draw = Draw { topology, first: *first, count: *count, ..self.draw(&pipeline)? };
                self.run(player, &pipeline, Work::Draw(draw))
            }
            Command::Expect { buffer, what } => {
                let found = self.buffers.get(buffer).ok_or_else(|| format!("no buffer {buffer}"))?;
                let other = match what {
                    Expectation::Same(other) | Expectation::Near { other, .. } => self.buffers.get(other),
                    _ => None,
                };
                let width = found.extent.map_or(1, |[width, _]| width);
                expect::check(found, what, other, width).map_err(|why| format!("{buffer}: {why}"))
            }
        }
    }

    fn draw(&self, pipeline: &Pipeline) -> Result<Draw, String> {
        Ok(Draw {
            topology: vk::PrimitiveTopology::TRIANGLE_LIST,
            patch: pipeline.patch,
            vertices: Vec::new(),
            indices: None,
            first: 0,
            count: 0,
            colors: Vec::new(),
            size: pipeline.size,
        })
    }

    /// Sets the sizes of a pipeline's attachments and images to the framebuffer size, unless the script specifies them.
    fn size_attachments(&mut self, pipeline: &Pipeline) -> Result<(), String> {
        let images = pipeline.bindings.iter().filter(|b| !matches!(b.role, Role::Storage | Role::Uniform));
        let names = pipeline.colors.iter().map(|(_, name)| name).chain(images.map(|b| &b.buffer));
        for name in names {
            let buffer = self.buffers.get_mut(name).ok_or_else(|| format!("no buffer {name}"))?;
            let [width, height] = *buffer.extent.get_or_insert(pipeline.size);
            let size = width as usize * height as usize * buffer.ty.size(buffer.layout);
            buffer.bytes.resize(size, 0);
        }
        Ok(())
    }

    fn clear_image(&mut self, name: &str, color: [f64; 4]) -> Result<(), String> {
        let buffer = self.buffers.get_mut(name).ok_or_else(|| format!("no buffer {name}"))?;
        let mut color = color.to_vec();
        if buffer.ty.format.as_deref().is_some_and(|format| format.starts_with('B')) {
            color.swap(0, 2);
        }
        let mut texel = Vec::new();
        for (component, value) in buffer.ty.column.iter().zip(color) {
            let value = match (component.mode, component.bytes) {
                (types::Mode::Unorm, 1) => value,
                (types::Mode::Float, _) => value / 255.0,
                (types::Mode::Int | types::Mode::Uint, _) => value,
                _ => return Err("clearing an image of this format".to_owned()),
            };
            texel.extend(component.encode(&value.to_string()).ok_or("a clear color")?);
        }
        buffer.bytes.chunks_exact_mut(texel.len()).for_each(|to| to.copy_from_slice(&texel));
        Ok(())
    }

    fn run(&mut self, player: &mut Player, pipeline: &Pipeline, mut work: Work) -> Result<(), String> {
        self.size_attachments(pipeline)?;
        // Maps resource names to resource indices. A list contains the name and shape of each resource by index.
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        let mut list: Vec<(String, Shape)> = Vec::new();
        let mut resource =
            |buffers: &HashMap<String, Buffer>, name: &str, image: bool| -> Result<usize, String> {
                let buffer = buffers.get(name).ok_or_else(|| format!("no buffer {name}"))?;
                let shape = match image {
                    false => Shape::Buffer,
                    true => {
                        let format = image_format(buffer)?;
                        Shape::Image { format, extent: buffer.extent.ok_or("an image without size")? }
                    }
                };
                let number = *names.entry(name.to_owned()).or_insert(list.len());
                if number == list.len() {
                    list.push((name.to_owned(), shape));
                } else if image != matches!(list[number].1, Shape::Image { .. }) {
                    return Err("a buffer that is an image, too".to_owned());
                }
                Ok(number)
            };
        let mut bound = Vec::new();
        for binding in &pipeline.bindings {
            let (kind, image) = match &binding.role {
                Role::Storage => (vk::DescriptorType::STORAGE_BUFFER, false),
                Role::Uniform => (vk::DescriptorType::UNIFORM_BUFFER, false),
                Role::StorageImage => (vk::DescriptorType::STORAGE_IMAGE, true),
                Role::SampledImage(_) => (vk::DescriptorType::COMBINED_IMAGE_SAMPLER, true),
            };
            let sampler = match &binding.role {
                Role::SampledImage(name) => self.script.samplers.get(name).copied().unwrap_or_default(),
                _ => Default::default(),
            };
            let resource = resource(&self.buffers, &binding.buffer, image)?;
            let sampler = (sampler.linear, sampler.repeat);
            bound.push(Bound { set: binding.set, binding: binding.binding, kind, resource, sampler });
        }
        if let Work::Draw(draw) = &mut work {
            for (location, name) in &pipeline.colors {
                draw.colors.push((*location, resource(&self.buffers, name, true)?));
            }
            for (location, name) in &pipeline.vertices {
                let number = resource(&self.buffers, name, false)?;
                let buffer = &self.buffers[name];
                let stride = buffer.ty.size(buffer.layout) as u32;
                let format = vertex_format(&buffer.ty)?;
                draw.vertices.push(Vertices { location: *location, resource: number, format, stride });
            }
            if let Some(name) = &pipeline.indices {
                if self.buffers.get(name).is_some_and(|buffer| buffer.ty.size(Layout::Std430) != 4) {
                    return Err("indices of other than 32 bits".to_owned());
                }
                draw.indices = Some(resource(&self.buffers, name, false)?);
            }
        }
        let push = match &pipeline.push {
            Some(name) => self.buffers.get(name).ok_or_else(|| format!("no buffer {name}"))?.bytes.clone(),
            None => Vec::new(),
        };
        let mut stages = Vec::new();
        for attached in &pipeline.shaders {
            let source = self.script.shaders.get(&attached.shader).ok_or("no such shader")?;
            stages.push(Stage {
                stage: stage_of(&source.stage)?,
                module: &self.modules[&attached.shader],
                entry: CString::new(attached.entry.as_str()).map_err(|_| "an entry point's name")?,
                specialization: &attached.specialization,
            });
        }
        let shapes: Vec<Shape> = list.iter().map(|(_, shape)| *shape).collect();
        let mut bytes: Vec<Vec<u8>> = list.iter().map(|(name, _)| self.buffers[name].bytes.clone()).collect();
        let run = Run { stages, bound, push: &push, work };
        player.run(&run, &shapes, &mut bytes).map_err(|error: Error| error.to_string())?;
        for ((name, _), bytes) in list.iter().zip(bytes) {
            if let Some(buffer) = self.buffers.get_mut(name) {
                buffer.bytes = bytes;
            }
        }
        Ok(())
    }
}

fn stage_of(name: &str) -> Result<vk::ShaderStageFlags, String> {
    Ok(match name {
        "vertex" => vk::ShaderStageFlags::VERTEX,
        "fragment" => vk::ShaderStageFlags::FRAGMENT,
        "compute" => vk::ShaderStageFlags::COMPUTE,
        "geometry" => vk::ShaderStageFlags::GEOMETRY,
        "tessellation_control" => vk::ShaderStageFlags::TESSELLATION_CONTROL,
        "tessellation_evaluation" => vk::ShaderStageFlags::TESSELLATION_EVALUATION,
        other => return Err(format!("stage {other}")),
    })
}

fn topology_of(name: &str) -> Result<vk::PrimitiveTopology, String> {
    Ok(match name {
        "POINT_LIST" => vk::PrimitiveTopology::POINT_LIST,
        "LINE_LIST" => vk::PrimitiveTopology::LINE_LIST,
        "LINE_STRIP" => vk::PrimitiveTopology::LINE_STRIP,
        "TRIANGLE_LIST" => vk::PrimitiveTopology::TRIANGLE_LIST,
        "TRIANGLE_STRIP" => vk::PrimitiveTopology::TRIANGLE_STRIP,
        "TRIANGLE_FAN" => vk::PrimitiveTopology::TRIANGLE_FAN,
        "PATCH_LIST" => vk::PrimitiveTopology::PATCH_LIST,
        other => return Err(format!("topology {other}")),
    })
}

/// Maps format names in scripts to Vulkan formats.
const FORMATS: [(&str, vk::Format); 19] = [
    ("B8G8R8A8_UNORM", vk::Format::B8G8R8A8_UNORM),
    ("R8G8B8A8_UNORM", vk::Format::R8G8B8A8_UNORM),
    ("R8G8B8A8_SNORM", vk::Format::R8G8B8A8_SNORM),
    ("R8G8B8A8_UINT", vk::Format::R8G8B8A8_UINT),
    ("R8G8_UNORM", vk::Format::R8G8_UNORM),
    ("R8_UNORM", vk::Format::R8_UNORM),
    ("R16G16B16A16_SFLOAT", vk::Format::R16G16B16A16_SFLOAT),
    ("R32G32B32A32_SFLOAT", vk::Format::R32G32B32A32_SFLOAT),
    ("R32G32B32_SFLOAT", vk::Format::R32G32B32_SFLOAT),
    ("R32G32_SFLOAT", vk::Format::R32G32_SFLOAT),
    ("R32_SFLOAT", vk::Format::R32_SFLOAT),
    ("R32G32B32A32_UINT", vk::Format::R32G32B32A32_UINT),
    ("R32G32_UINT", vk::Format::R32G32_UINT),
    ("R32_UINT", vk::Format::R32_UINT),
    ("R32G32B32A32_SINT", vk::Format::R32G32B32A32_SINT),
    ("R32G32B32_SINT", vk::Format::R32G32B32_SINT),
    ("R32G32_SINT", vk::Format::R32G32_SINT),
    ("R32_SINT", vk::Format::R32_SINT),
    ("R32G32B32_UINT", vk::Format::R32G32B32_UINT),
];

fn format_named(name: &str) -> Result<vk::Format, String> {
    let format = FORMATS.iter().find(|(known, _)| *known == name);
    format.map(|(_, format)| *format).ok_or_else(|| format!("format {name}"))
}

/// Returns the declared format of an image, or the format that its type implies if none is declared.
fn image_format(buffer: &Buffer) -> Result<vk::Format, String> {
    vertex_format(&buffer.ty)
}

/// Returns the vertex attribute format for a type.
fn vertex_format(ty: &types::Type) -> Result<vk::Format, String> {
    if let Some(name) = &ty.format {
        return format_named(name);
    }
    let component = ty.column[0];
    let mode = match component.mode {
        types::Mode::Float => "SFLOAT",
        types::Mode::Int => "SINT",
        _ => "UINT",
    };
    let bits = 8 * component.bytes;
    let names = ["R", "G", "B", "A"].into_iter().take(ty.column.len());
    let channels: String = names.map(|name| format!("{name}{bits}")).collect();
    format_named(&format!("{channels}_{mode}"))
}
