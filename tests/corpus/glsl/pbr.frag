//@ covers: a realistic physically based shader: many helpers, light loop with shadow cascades, dynamic arrays of structs, gamma
//@ debug: g gVS
#version 450
const float PI = 3.14159265359;
struct Light { vec4 positionType; vec4 colorRange; mat4 shadowMatrix; };
layout(set = 0, binding = 0) uniform Frame { mat4 viewProj; vec4 eye; int lightCount; float exposure; } frame;
layout(set = 0, binding = 1) readonly buffer Lights { Light lights[]; };
layout(set = 0, binding = 2) uniform sampler2DArrayShadow shadowMaps;
layout(set = 0, binding = 3) uniform samplerCube irradiance;
layout(set = 0, binding = 4) uniform sampler2D brdfLut;
layout(set = 1, binding = 0) uniform sampler2D albedoMap;
layout(set = 1, binding = 1) uniform sampler2D normalMap;
layout(set = 1, binding = 2) uniform sampler2D ormMap;
layout(location = 0) in vec3 worldPos;
layout(location = 1) in vec2 uv;
layout(location = 2) in mat3 tbn;
layout(location = 0) out vec4 outColor;
float D_GGX(float nh, float a) { float a2 = a * a, d = nh * nh * (a2 - 1.0) + 1.0; return a2 / (PI * d * d); }
float G_Smith(float nv, float nl, float r) { float k = (r + 1.0) * (r + 1.0) / 8.0; return nv / (nv * (1.0 - k) + k) * nl / (nl * (1.0 - k) + k); }
vec3 F_Schlick(float c, vec3 f0) { return f0 + (1.0 - f0) * pow(clamp(1.0 - c, 0.0, 1.0), 5.0); }
float shadow(int i, vec3 p) {
    vec4 q = lights[i].shadowMatrix * vec4(p, 1.0);
    q.xyz /= q.w;
    if (any(lessThan(q.xyz, vec3(0.0))) || any(greaterThan(q.xyz, vec3(1.0)))) return 1.0;
    float s = 0.0;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
            s += texture(shadowMaps, vec4(q.xy + vec2(x, y) / 2048.0, float(i), q.z - 0.001));
    return s / 9.0;
}
void main() {
    vec4 base = texture(albedoMap, uv);
    if (base.a < 0.5) discard;
    vec3 albedo = pow(base.rgb, vec3(2.2)), orm = texture(ormMap, uv).rgb;
    vec3 n = normalize(tbn * (texture(normalMap, uv).xyz * 2.0 - 1.0)), v = normalize(frame.eye.xyz - worldPos);
    float nv = max(dot(n, v), 1e-4), rough = clamp(orm.g, 0.04, 1.0);
    vec3 f0 = mix(vec3(0.04), albedo, orm.b), lo = vec3(0.0);
    for (int i = 0; i < frame.lightCount; ++i) {
        Light light = lights[i];
        vec3 l = light.positionType.xyz;
        float att = 1.0;
        if (light.positionType.w > 0.5) {
            l -= worldPos;
            float d2 = dot(l, l), range = light.colorRange.w;
            if (d2 > range * range) continue;
            att = pow(clamp(1.0 - pow(d2 / (range * range), 2.0), 0.0, 1.0), 2.0) / (d2 + 1.0);
        }
        l = normalize(l);
        float nl = dot(n, l);
        if (nl <= 0.0) continue;
        vec3 h = normalize(v + l), f = F_Schlick(max(dot(h, v), 0.0), f0);
        vec3 spec = D_GGX(max(dot(n, h), 0.0), rough * rough) * G_Smith(nv, nl, rough) * f / (4.0 * nv * nl);
        vec3 diff = (1.0 - f) * (1.0 - orm.b) * albedo / PI;
        lo += (diff + spec) * light.colorRange.rgb * nl * att * shadow(i, worldPos);
    }
    vec2 ab = texture(brdfLut, vec2(nv, rough)).rg;
    vec3 ambient = texture(irradiance, n).rgb * albedo * orm.r + textureLod(irradiance, reflect(-v, n), rough * 4.0).rgb * (f0 * ab.x + ab.y);
    vec3 c = (ambient + lo) * frame.exposure;
    c = (c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14);
    outColor = vec4(pow(c, vec3(1.0 / 2.2)), base.a);
}
