//! `legalize-small-types` on the Vulkan driver that is there: shaders with 8- and 16-bit types before, and after on a device
//! with no feature for these types enabled.

use spv_tests::programs::passes::optimize;
use spv_tests::tools::Peer;
use spv_tests_vulkan::inputs::{SLOTS, contents, push};
use spv_tests_vulkan::outputs::Judge;
use spv_tests_vulkan::shaders::{self, Shader};
use spv_tests_vulkan::{Device, Error, Features, Job, Valid, workers};

/// Int16, Int8, Float16, and the capabilities of 16- and 8-bit storage.
const SMALL: [u32; 9] = [9, 22, 39, 4433, 4434, 4435, 4448, 4449, 4450];

/// What the options leave to the device: everything as words, arithmetic alone, storage alone, 8 or 16 bits alone.
const OPTIONS: [&str; 6] = [
    "arithmetic=i8+i16+f16 storage=8+16 pad",
    "arithmetic=i8+i16+f16 storage=none",
    "arithmetic=none storage=8+16 pad",
    "arithmetic=i8 storage=16 pad",
    "arithmetic=i16+f16 storage=8 pad",
    "arithmetic=f16 storage=8+16 pad",
];

const SEEDS: [u64; 3] = [1, 2, 3];

/// How much further than in `shaders` floats may be off: conversions to 16 bits round to the nearest in the pass and toward
/// zero in lavapipe, both of which Vulkan allows, and a difference of such numbers shows that.
const TOLERANCE: u64 = 32;

fn execute(device: &mut Device, shader: &Shader, module: &Valid) -> Result<Vec<Vec<Vec<u8>>>, Error> {
    let mut outputs = Vec::new();
    for seed in SEEDS {
        let job = Job { module, specialization: &[], groups: shader.groups, push: push(seed) };
        outputs.extend(device.run(&job, &[contents(seed)])?);
    }
    Ok(outputs)
}

fn legalized(options: &str, shader: &Shader) -> Valid {
    let text = format!(
        "builtin.module(spv.module(legalize-small-types{{{options}}},canonicalize,cse,spirv-update-vce))"
    );
    let module =
        optimize(&text, shader.module.words()).unwrap_or_else(|why| panic!("{}: {why}", shader.name));
    let words = spv_opt::export(&module).expect("the module has a binary");
    Valid::check(words).unwrap_or_else(|why| panic!("{}: {options}: {why}", shader.name))
}

#[test]
fn shaders_run_without_small_types() {
    if Peer::SpirvVal.find().is_none() || !workers::available() {
        return;
    }
    let mut full = Device::open(&SLOTS).expect("there is a device");
    let mut masked = Device::open_with(&SLOTS, Features::without_small_types).expect("there is a device");
    let mut count = 0;
    for source in shaders::sources().expect("the shaders are part of this crate") {
        let shader = Shader::read(&source).expect("the shader is valid");
        let is_small = |module: &Valid| module.capabilities().iter().any(|c| SMALL.contains(c));
        if !is_small(&shader.module) {
            continue;
        }
        let expected = match execute(&mut full, &shader, &shader.module) {
            Err(Error::Capability(_)) => continue,
            expected => expected.unwrap_or_else(|error| panic!("{}: {error}", shader.name)),
        };
        assert!(execute(&mut masked, &shader, &shader.module).is_err(), "{}: not masked", shader.name);
        let judge = Judge { ulps: shader.judge.ulps * TOLERANCE, ..shader.judge.clone() };
        for (number, options) in OPTIONS.iter().enumerate() {
            let module = legalized(options, &shader);
            let device = if number == 0 { &mut masked } else { &mut full };
            assert!(number > 0 || !is_small(&module), "{}: has small types still", shader.name);
            let found = execute(device, &shader, &module);
            let found = found.unwrap_or_else(|error| panic!("{}: {options}: {error}", shader.name));
            for (seed, (a, b)) in SEEDS.iter().zip(expected.iter().zip(&found)) {
                let difference = judge.difference(a, b);
                assert_eq!(difference, None, "{}: {options}: seed {seed}", shader.name);
            }
        }
        count += 1;
    }
    println!("{count} shaders");
    assert!(count >= 10, "{count} shaders");
}
