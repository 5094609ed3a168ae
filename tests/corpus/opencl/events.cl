//@ covers: async copies and events (OpGroupAsyncCopy, OpGroupWaitEvents), prefetch, local arrays, work-group collectives, sub-groups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void events(global float4 *in, global float4 *out, global uint *stats) {
    local float4 tile[64];
    local float4 strided[16];
    event_t e[2];
    e[0] = async_work_group_copy(tile, in + get_group_id(0) * 64, 64, 0);
    e[1] = async_work_group_strided_copy(strided, in, 16, 4, e[0]);
    prefetch(in + 128, 32);
    wait_group_events(2, e);
    size_t l = get_local_id(0);
    float s = work_group_reduce_add(tile[l].x) + work_group_scan_inclusive_max(tile[l].y) + work_group_scan_exclusive_min(tile[l].z);
    int any = work_group_any(s > 1.0f), all = work_group_all(s < 9.0f);
    s += work_group_broadcast(s, 3) + sub_group_reduce_add(s) + sub_group_broadcast(s, 2u);
    stats[0] = get_sub_group_id() + get_sub_group_size() + get_num_sub_groups() + get_sub_group_local_id();
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] += (float4)(s) + strided[l & 15] * (float4)(any + 2 * all);
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t w = async_work_group_copy(out + get_group_id(0) * 64, tile, 64, 0);
    wait_group_events(1, &w);
}
