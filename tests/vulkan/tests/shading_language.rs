//! Tests of the tutorial's shading language: the example scene's shaders on the installed Vulkan driver

#[path = "../../../spv-opt/examples/shading_language.rs"]
mod shading_language;

use spv_tests::tools::Peer;
use spv_tests_vulkan::amber::{Outcome, Player, check};
use spv_tests_vulkan::workers;

const SCENE: &str = include_str!("../../../spv-opt/examples/scene.shade");

/// Amber script that draws two triangles with the tints 0 and 1, and sums integers. `SCENE` stands for the module.
const SCRIPT: &str = "
SHADER vertex vertices SPIRV-ASM TARGET_ENV spv1.3
SCENE
END
SHADER fragment pixels SPIRV-ASM TARGET_ENV spv1.3
SCENE
END
SHADER compute numbers SPIRV-ASM TARGET_ENV spv1.3
SCENE
END

BUFFER corners DATA_TYPE R32G32_SFLOAT DATA
 -1.0 -1.0   1.0 -1.0  -1.0 1.0   1.0 1.0
END
BUFFER tints DATA_TYPE R32_UINT DATA
 0 1 0 0
END
BUFFER paint FORMAT R8G8B8A8_UNORM
BUFFER image FORMAT R8G8B8A8_UNORM
SAMPLER nearest

PIPELINE graphics fill
  ATTACH vertices ENTRY_POINT place
  ATTACH pixels ENTRY_POINT shade
  FRAMEBUFFER_SIZE 16 16
  VERTEX_DATA corners LOCATION 0
  VERTEX_DATA tints LOCATION 1
  BIND BUFFER image AS combined_image_sampler SAMPLER nearest DESCRIPTOR_SET 0 BINDING 0
  BIND BUFFER paint AS color LOCATION 0
END
PIPELINE graphics draw
  ATTACH vertices ENTRY_POINT place
  ATTACH pixels ENTRY_POINT shade
  FRAMEBUFFER_SIZE 16 16
  VERTEX_DATA corners LOCATION 0
  VERTEX_DATA tints LOCATION 1
  BIND BUFFER paint AS combined_image_sampler SAMPLER nearest DESCRIPTOR_SET 0 BINDING 0
  BIND BUFFER image AS color LOCATION 0
END
CLEAR_COLOR fill 200 100 40 255
CLEAR fill
CLEAR draw
RUN draw DRAW_ARRAY AS TRIANGLE_STRIP START_IDX 0 COUNT 4
EXPECT image IDX 1 1 SIZE 6 6 EQ_RGBA 200 100 40 255 TOLERANCE 1
EXPECT image IDX 9 9 SIZE 6 6 EQ_RGBA 100 50 20 255 TOLERANCE 1

BUFFER numbers DATA_TYPE float SIZE 128 SERIES_FROM -10 INC_BY 1
BUFFER sums DATA_TYPE float SIZE 2 FILL 0
PIPELINE compute add
  ATTACH numbers ENTRY_POINT add
  BIND BUFFER numbers AS storage DESCRIPTOR_SET 0 BINDING 1
  BIND BUFFER sums AS storage DESCRIPTOR_SET 0 BINDING 2
END
RUN add 2 1 1
EXPECT sums IDX 0 EQ 1486.0 5472.0
";

/// Returns the Amber script for the source text of a scene.
fn script(scene: &str) -> String {
    let module = shading_language::compile(&spv_opt::context(), "scene.shade", scene);
    let words = spv_opt::export(&module.expect("the scene is right")).expect("the module is verified");
    SCRIPT.replace("SCENE", &spv_opt::asm::disassemble(&words))
}

#[test]
fn the_scene_runs() {
    if Peer::SpirvVal.find().is_none() || !workers::available() {
        return;
    }
    let mut player = Player::open().expect("there is a device");
    let pipelines = ["O", "Os"];
    assert_eq!(check(&mut player, &script(SCENE), &pipelines), Outcome::Passes(pipelines.len()));
    // The test must detect an incorrect shader in each shader stage.
    for (from, to) in [("tint = index", "tint = 0"), ("i < 4", "i < 3"), ("return -x", "return x")] {
        assert!(SCENE.contains(from), "{from}");
        let outcome = check(&mut player, &script(&SCENE.replace(from, to)), &[""; 0]);
        assert!(matches!(outcome, Outcome::Skipped(_)), "{to}: {outcome:?}");
    }
}
