//@ covers: atomics of OpenCL 1.x and 2.0 with orders and scopes, fences, work-group barriers, atomic flags, run-time memory order operands
//@ env: spv1.2
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
global atomic_int counter = ATOMIC_VAR_INIT(7);
kernel void atomics(volatile global int *g, volatile local uint *l, global long *w, global atomic_uint *au, global atomic_flag *flag, int order) {
    int i = get_local_id(0);
    atomic_add(g, i);
    atomic_inc(g + 1);
    atomic_cmpxchg(g + 2, i, -1);
    l[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_or(l, 1u << i);
    atomic_min(l + 1, (uint)i);
    atom_add(w, 5L);
    atom_max(w + 1, -5L);
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    uint v = atomic_load_explicit(au, memory_order_acquire, memory_scope_device);
    atomic_store_explicit(au + 1, v, memory_order_release, memory_scope_work_group);
    v += atomic_fetch_add_explicit(au, 3u, memory_order_relaxed, memory_scope_all_svm_devices);
    v ^= atomic_fetch_xor_explicit(au, v, memory_order_acq_rel, memory_scope_sub_group);
    v |= atomic_exchange(au + 2, 9u);
    uint expected = v;
    while (!atomic_compare_exchange_weak_explicit(au + 3, &expected, v + 1, memory_order_acq_rel, memory_order_relaxed, memory_scope_device))
        v = expected;
    if (!atomic_flag_test_and_set(flag)) {
        atomic_fetch_max(&counter, i);
        atomic_flag_clear_explicit(flag, memory_order_release);
    }
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
    mem_fence(CLK_LOCAL_MEM_FENCE);
    g[i] = v + atomic_load(&counter);
}
