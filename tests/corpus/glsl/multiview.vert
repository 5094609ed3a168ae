//@ covers: multiview, draw parameters, clip and cull distances, viewport and layer from a vertex shader, primitive shading rate, device group, transform feedback (xfb buffer, stride, offset)
//@ debug: g
#version 460
#extension GL_EXT_multiview : require
#extension GL_EXT_device_group : require
#extension GL_ARB_shader_viewport_layer_array : require
#extension GL_EXT_fragment_shading_rate : require
layout(location = 0) in vec4 position;
layout(location = 1) in uint layer;
layout(binding = 0) uniform Views { mat4 view[6]; vec4 planes[4]; };
layout(location = 0, xfb_buffer = 0, xfb_stride = 32, xfb_offset = 0) out vec4 captured;
layout(location = 1, xfb_buffer = 1, xfb_offset = 8) out Capture { vec2 a; layout(xfb_offset = 16) vec2 b; } capture;
out gl_PerVertex { layout(xfb_buffer = 0, xfb_offset = 16) vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[3]; float gl_CullDistance[1]; };
void main() {
    gl_Position = view[gl_ViewIndex] * position;
    for (int i = 0; i < 3; ++i)
        gl_ClipDistance[i] = dot(planes[i], position);
    gl_CullDistance[0] = dot(planes[3], position) + float(gl_DeviceIndex);
    gl_Layer = int(layer);
    gl_ViewportIndex = gl_BaseVertex & 3;
    gl_PrimitiveShadingRateEXT = gl_ShadingRateFlag2VerticalPixelsEXT | gl_ShadingRateFlag4HorizontalPixelsEXT;
    captured = position + float(gl_BaseInstance + gl_DrawID);
    capture.a = position.xy;
    capture.b = position.zw;
}
