//@ covers: image types with access qualifiers, samplers as arguments and as literals (OpConstantSampler), depth and array images, sampled and unsampled reads, queries, image buffers
const sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void images(read_only image2d_t a, read_only image3d_t b, write_only image2d_t c, read_only image2d_array_t d,
                   read_only image1d_buffer_t e, read_only image2d_depth_t f, read_write image2d_t g, sampler_t s) {
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    const sampler_t local_literal = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_LINEAR;
    float2 uv = convert_float2(p) / convert_float2(get_image_dim(a));
    float4 v = read_imagef(a, linear, uv) + read_imagef(a, nearest, p) + read_imagef(a, s, uv) + read_imagef(a, local_literal, uv);
    v += read_imagef(b, s, (float4)(uv, 0.5f, 0.0f)) + read_imagef(a, p);
    v += convert_float4(read_imagei(d, s, (int4)(p, 3, 0)));
    v += convert_float4(read_imageui(e, p.x)) + read_imagef(f, nearest, p);
    v.x += get_image_width(b) + get_image_height(b) + get_image_depth(b) + get_image_array_size(d);
    v.y += get_image_channel_data_type(a) == CLK_UNORM_INT8;
    v.z += get_image_channel_order(a) == CLK_RGBA;
    v += read_imagef(g, p);
    write_imagef(c, p, v);
    write_imageui(g, p, convert_uint4_sat_rte(v));
}
