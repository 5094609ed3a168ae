//! Generator of the binary benchmark input: a fragment shader with a given number of functions

use super::body::{Body, Signature};
use super::module::{Index, Module, Path, Texture, Ty};
use super::words::{class, deco, op, string_words};

/// Options of the shader generator.
#[derive(Debug, Clone)]
pub struct ShaderOptions {
    /// Target size in bytes; the actual size differs by at most about one percent.
    pub size: usize,
    /// Number of functions besides the entry point.
    pub functions: usize,
    /// Seed of the random number generator.
    pub seed: u64,
}

/// Generates a shader module. Returns its bytes (little-endian) and its instruction count.
pub fn generate_shader(options: &ShaderOptions) -> (Vec<u8>, usize) {
    let mut m = Module::new(options.seed);
    let (inputs, output) = interface(&mut m);
    buffers(&mut m);
    textures(&mut m);
    spec_constants(&mut m);

    let target = options.size / 4;
    let mut functions: Vec<Signature> = Vec::new();
    let mut uncalled: Vec<usize> = Vec::new();
    for i in 0..options.functions {
        // The remaining size is divided equally and then varied: some functions are small, a few large.
        let share = target.saturating_sub(m.size_in_words()) / (options.functions - i);
        let last = i + 8 >= options.functions;
        let percent = if last { 100 } else { m.rng.pick(&[25, 40, 60, 80, 100, 120, 160, 215]) };
        let budget = m.size_in_words() + (share * percent / 100).max(60);
        let signature = Body::function(&mut m, &functions, &mut uncalled, i, budget);
        functions.push(signature);
        uncalled.push(i);
    }
    let main = Body::entry_point(&mut m, &functions, &uncalled, output);
    preamble(&mut m, main, &inputs, output);
    finish(m)
}

/// Declares the inputs and the output, and adds access paths for the inputs. Returns the ids of the inputs and the id
/// of the output.
fn interface(m: &mut Module) -> (Vec<u32>, u32) {
    let mut inputs = Vec::new();
    let list = [("inNormal", Ty::V3), ("inTexCoord", Ty::V2), ("inColor", Ty::V4), ("inMaterial", Ty::I)];
    for (location, (name, ty)) in list.into_iter().enumerate() {
        let variable = m.variable(name, class::INPUT, m.ty(ty));
        m.decorate(variable, &[deco::LOCATION, location as u32]);
        if ty == Ty::I {
            m.decorate(variable, &[deco::FLAT]);
        }
        inputs.push(variable);
        m.paths.push(Path { variable, class: class::INPUT, ty: Some(ty), indices: vec![], writable: false });
    }
    let position = m.variable("gl_FragCoord", class::INPUT, m.ty(Ty::V4));
    m.decorate(position, &[deco::BUILT_IN, 15]);
    inputs.push(position);
    let indices = vec![Index::Fixed(0)];
    m.paths.push(Path { variable: position, class: class::INPUT, ty: Some(Ty::F), indices, writable: false });
    let output = m.variable("outColor", class::OUTPUT, m.ty(Ty::V4));
    m.decorate(output, &[deco::LOCATION, 0]);
    for (name, ty) in [("gAccum", Ty::V4), ("gShadow", Ty::F), ("gSeed", Ty::U), ("gNormal", Ty::V3)] {
        let variable = m.variable(name, class::PRIVATE, m.ty(ty));
        m.paths.push(Path { variable, class: class::PRIVATE, ty: Some(ty), indices: vec![], writable: true });
    }
    (inputs, output)
}

/// Declares uniform, push-constant and storage buffers.
fn buffers(m: &mut Module) {
    use Index::{Any, Fixed};
    let [float, v2, v3, v4, int, uint] = [Ty::F, Ty::V2, Ty::V3, Ty::V4, Ty::I, Ty::U].map(|ty| m.ty(ty));
    let path = |m: &mut Module, variable, class, ty, indices: &[Index], writable| {
        m.paths.push(Path { variable, class, ty, indices: indices.to_vec(), writable });
    };

    let params = m.array(v4, 16, 16);
    let frame_type = m.structure(
        "Frame",
        &[
            ("viewProjection", m.matrix, 0),
            ("eyePosition", v3, 64),
            ("time", float, 76),
            ("params", params, 80),
            ("viewport", v2, 336),
            ("frameIndex", int, 344),
            ("flags", uint, 348),
        ],
    );
    let frame = m.resource("frame", class::UNIFORM, frame_type, 0, 0);
    let members = [
        (0, None),
        (1, Some(Ty::V3)),
        (2, Some(Ty::F)),
        (4, Some(Ty::V2)),
        (5, Some(Ty::I)),
        (6, Some(Ty::U)),
    ];
    for (member, ty) in members {
        path(m, frame, class::UNIFORM, ty, &[Fixed(member)], false);
    }
    path(m, frame, class::UNIFORM, Some(Ty::V4), &[Fixed(3), Any(16)], false);
    path(m, frame, class::UNIFORM, Some(Ty::F), &[Fixed(3), Any(16), Fixed(3)], false);

    let material = m.structure(
        "Material",
        &[
            ("albedo", v4, 0),
            ("emissive", v3, 16),
            ("roughness", float, 28),
            ("uvScale", v2, 32),
            ("layer", int, 40),
            ("mask", uint, 44),
        ],
    );
    let table = m.array(material, 64, 48);
    let materials_type = m.structure("Materials", &[("table", table, 0)]);
    let materials = m.resource("materials", class::UNIFORM, materials_type, 0, 1);
    for (member, ty) in [(0, Ty::V4), (1, Ty::V3), (2, Ty::F), (3, Ty::V2), (4, Ty::I), (5, Ty::U)] {
        path(m, materials, class::UNIFORM, Some(ty), &[Fixed(0), Any(64), Fixed(member)], false);
    }

    let light = m.structure(
        "Light",
        &[
            ("position", v4, 0),
            ("color", v3, 16),
            ("range", float, 28),
            ("transform", m.matrix, 32),
            ("kind", int, 96),
            ("mask", uint, 100),
        ],
    );
    let lights_array = m.global(op::TYPE_RUNTIME_ARRAY, &[light]);
    m.decorate(lights_array, &[deco::ARRAY_STRIDE, 112]);
    let lights_type = m.structure("LightBuffer", &[("count", uint, 0), ("lights", lights_array, 16)]);
    for member in 0..2 {
        m.annotations.op(op::MEMBER_DECORATE, &[lights_type, member, deco::NON_WRITABLE]);
    }
    let lights = m.resource("lightBuffer", class::STORAGE_BUFFER, lights_type, 0, 2);
    m.runtime_arrays.push((lights, 1));
    path(m, lights, class::STORAGE_BUFFER, Some(Ty::U), &[Fixed(0)], false);
    let members = [
        (0, Some(Ty::V4)),
        (1, Some(Ty::V3)),
        (2, Some(Ty::F)),
        (3, None),
        (4, Some(Ty::I)),
        (5, Some(Ty::U)),
    ];
    for (member, ty) in members {
        path(m, lights, class::STORAGE_BUFFER, ty, &[Fixed(1), Any(64), Fixed(member)], false);
    }

    let samples = m.global(op::TYPE_RUNTIME_ARRAY, &[v4]);
    m.decorate(samples, &[deco::ARRAY_STRIDE, 16]);
    let histogram = m.array(uint, 64, 4);
    let results_type = m.structure(
        "Results",
        &[("histogram", histogram, 0), ("minimum", v3, 256), ("sum", float, 268), ("samples", samples, 272)],
    );
    let results = m.resource("results", class::STORAGE_BUFFER, results_type, 1, 0);
    m.runtime_arrays.push((results, 3));
    path(m, results, class::STORAGE_BUFFER, Some(Ty::U), &[Fixed(0), Any(64)], true);
    path(m, results, class::STORAGE_BUFFER, Some(Ty::V3), &[Fixed(1)], true);
    path(m, results, class::STORAGE_BUFFER, Some(Ty::F), &[Fixed(2)], true);
    path(m, results, class::STORAGE_BUFFER, Some(Ty::V4), &[Fixed(3), Any(64)], true);

    let push_type =
        m.structure("PushConstants", &[("tint", v4, 0), ("exposure", float, 16), ("drawId", int, 20)]);
    m.decorate(push_type, &[deco::BLOCK]);
    let push = m.variable("pc", class::PUSH_CONSTANT, push_type);
    for (member, ty) in [(0, Ty::V4), (1, Ty::F), (2, Ty::I)] {
        path(m, push, class::PUSH_CONSTANT, Some(ty), &[Fixed(member)], false);
    }
}

/// Declares combined and separate textures.
fn textures(m: &mut Module) {
    let float = m.ty(Ty::F);
    let flat = m.global(op::TYPE_IMAGE, &[float, 1, 0, 0, 0, 1, 0]);
    let cube = m.global(op::TYPE_IMAGE, &[float, 3, 0, 0, 0, 1, 0]);
    let sampler = m.resource("linearSampler", class::UNIFORM_CONSTANT, m.sampler_type, 2, 0);
    let [flat_sampled, cube_sampled] = [flat, cube].map(|image| m.global(op::TYPE_SAMPLED_IMAGE, &[image]));
    let list = [
        ("albedoMap", flat_sampled, Ty::V2, None),
        ("normalMap", flat_sampled, Ty::V2, None),
        ("detailMap", flat_sampled, Ty::V2, None),
        ("environmentMap", cube_sampled, Ty::V3, None),
        ("noiseTexture", flat, Ty::V2, Some((sampler, flat_sampled))),
        ("skyTexture", cube, Ty::V3, Some((sampler, cube_sampled))),
    ];
    for (i, (name, loaded, coordinate, sampler)) in list.into_iter().enumerate() {
        let variable = m.resource(name, class::UNIFORM_CONSTANT, loaded, 2, i as u32 + 1);
        m.textures.push(Texture { variable, loaded, coordinate, sampler });
    }
}

/// Declares specialization constants, and operations on and composites of specialization constants.
fn spec_constants(m: &mut Module) {
    let [float, v3, int, uint, boolean] = [Ty::F, Ty::V3, Ty::I, Ty::U, Ty::B].map(|ty| m.ty(ty));
    let list = [
        ("QUALITY", op::SPEC_CONSTANT, int, vec![2], Ty::I),
        ("MAX_LIGHTS", op::SPEC_CONSTANT, int, vec![16], Ty::I),
        ("FEATURE_MASK", op::SPEC_CONSTANT, uint, vec![7], Ty::U),
        ("GAMMA", op::SPEC_CONSTANT, float, vec![2.2f32.to_bits()], Ty::F),
        ("USE_FOG", op::SPEC_CONSTANT_TRUE, boolean, vec![], Ty::B),
    ];
    for (i, (name, opcode, ty_id, value, ty)) in list.into_iter().enumerate() {
        let id = m.global_value(opcode, ty_id, &value);
        m.name(id, name);
        m.decorate(id, &[deco::SPEC_ID, i as u32]);
        m.spec[ty as usize].push(id);
    }
    let [quality, lights] = [m.spec[Ty::I as usize][0], m.spec[Ty::I as usize][1]];
    let sum = m.global_value(op::SPEC_CONSTANT_OP, int, &[u32::from(op::I_ADD), quality, lights]);
    m.spec[Ty::I as usize].push(sum);
    let compare =
        m.global_value(op::SPEC_CONSTANT_OP, boolean, &[u32::from(op::S_LESS_THAN), quality, lights]);
    m.spec[Ty::B as usize].push(compare);
    let gamma = m.spec[Ty::F as usize][0];
    let composite = m.global_value(op::SPEC_CONSTANT_COMPOSITE, v3, &[gamma, gamma, gamma]);
    m.spec[Ty::V3 as usize].push(composite);
}

/// Emits capabilities, imports, memory model, entry point, and source.
fn preamble(m: &mut Module, main: u32, inputs: &[u32], output: u32) {
    m.preamble.op(op::CAPABILITY, &[1]);
    m.preamble.op2(op::EXT_INST_IMPORT, &[m.glsl], &string_words("GLSL.std.450"));
    m.preamble.op(op::MEMORY_MODEL, &[0, 1]);
    let mut entry = vec![4, main];
    entry.extend(string_words("main"));
    entry.extend(inputs);
    entry.push(output);
    m.preamble.op(op::ENTRY_POINT, &entry);
    m.preamble.op(op::EXECUTION_MODE, &[main, 7]);
    m.preamble.op(op::SOURCE, &[2, 450]);
}

/// Concatenates the sections. Returns the module's bytes and its instruction count.
fn finish(m: Module) -> (Vec<u8>, usize) {
    let mut words = super::words::Words::default();
    words.words.extend([0x0723_0203, 0x0001_0300, 0, m.next_id, 0]);
    for section in [&m.preamble, &m.debug, &m.annotations, &m.globals, &m.functions] {
        words.append(section);
    }
    let bytes = words.words.iter().flat_map(|word| word.to_le_bytes()).collect();
    (bytes, words.count)
}
