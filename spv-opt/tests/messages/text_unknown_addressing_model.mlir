spv.module Logica GLSL450 {
}
