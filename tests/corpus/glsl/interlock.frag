//@ covers: fragment shader interlock, shading rate, barycentric input, fragment stencil export, post-depth coverage
#version 460
#extension GL_ARB_fragment_shader_interlock : require
#extension GL_EXT_fragment_shading_rate : require
#extension GL_EXT_fragment_shader_barycentric : require
#extension GL_ARB_shader_stencil_export : require
#extension GL_ARB_post_depth_coverage : require
layout(pixel_interlock_ordered) in;
layout(early_fragment_tests, post_depth_coverage) in;
layout(binding = 0, rgba8) uniform coherent image2D target;
layout(location = 0) pervertexEXT in vec4 corner[3];
layout(location = 0) out vec4 color;
void main() {
    vec3 b = gl_BaryCoordEXT + gl_BaryCoordNoPerspEXT;
    vec4 v = corner[0] * b.x + corner[1] * b.y + corner[2] * b.z;
    beginInvocationInterlockARB();
    vec4 old = imageLoad(target, ivec2(gl_FragCoord.xy));
    imageStore(target, ivec2(gl_FragCoord.xy), mix(old, v, v.a));
    endInvocationInterlockARB();
    gl_FragStencilRefARB = gl_ShadingRateEXT;
    color = v * float(gl_SampleMaskIn[0]);
}
