//@ covers: NonSemantic.DebugPrintf through debugPrintfEXT, strings with escapes
//@ debug: gVS
#version 460
#extension GL_EXT_debug_printf : require
layout(local_size_x = 4) in;
layout(binding = 0) buffer B { vec4 v[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (v[i].x != v[i].x)
        debugPrintfEXT("NaN at %u: %1.2v4f\n", i, v[i]);
    for (int k = 0; k < 2; ++k)
        debugPrintfEXT("k = %d \"quoted\" \\ tab\t.", k);
    debugPrintfEXT("no arguments");
}
