func.func @s(%a: index, %mi: memref<?xindex>, %mf: memref<?xf64>, %p: f32) {
  %t0 = gpu.wait async
  %g = tensor.generate {
  ^bb0(%x: index):
    tensor.yield %p : f32
  } : tensor<4xf32>
  %coo, %t4 = gpu.create_coo async [%t0] %a, %a, %a, %mi, %mi, %mf : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %aos, %t41 = gpu.create_coo_aos async [%t0] %a, %a, %a, %mi, %mf : memref<?xindex>, memref<?xf64>
  %csr, %t5 = gpu.create_csr async [%t4] %a, %a, %a, %mi, %mi, %mf : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %csc, %t51 = gpu.create_csc async [%t4] %a, %a, %a, %mi, %mi, %mf : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %bsr, %t52 = gpu.create_bsr async [%t4] %a, %a, %a, %a, %a, %mi, %mi, %mf : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %sp, %t53 = gpu.create_2to4_spmat async [%t4] {PRUNE_AND_CHECK} %a, %a, %mf : memref<?xf64>
  %sp1 = gpu.create_2to4_spmat {NONE} %a, %a, %mf {x} : memref<?xf64>
  %dv, %t6 = gpu.create_dn_tensor async [%t5] %mf, %a : index into memref<?xf64>
  %b, %t7 = gpu.spmv_buffer_size async [%t6] %csr, %dv, %dv into f64
  %b1 = gpu.spmv_buffer_size %csr{TRANSPOSE}, %dv, %dv into f64
  %t8 = gpu.spmv async [%t7] %csr, %dv, %dv, %mf : memref<?xf64> into f64
  gpu.spmv %csr{TRANSPOSE}, %dv, %dv, %mf {x} : memref<?xf64> into f64
  %dm, %t9 = gpu.create_dn_tensor async [%t8] %mf, %a, %a : index, index into memref<?xf64>
  %b2, %t10 = gpu.spmm_buffer_size async [%t9] %csr, %dm, %dm : index into f64
  %b3:2 = gpu.spmm_buffer_size %csr{TRANSPOSE}, %dm{TRANSPOSE}, %dm : index, index into f64
  %t11 = gpu.spmm async [%t10] %csr, %dm, %dm, %mf : memref<?xf64> into f64
  gpu.spmm %csr{TRANSPOSE}, %dm{TRANSPOSE}, %dm, %mf, %mf : memref<?xf64>, memref<?xf64> into f64
  %b4, %t12 = gpu.sddmm_buffer_size async [%t11] %dm, %dm, %csr into f64
  %t13 = gpu.sddmm async [%t12] %dm, %dm{TRANSPOSE}, %csr, %mf : memref<?xf64> into f64
  %t14 = gpu.destroy_dn_tensor async [%t13] %dm
  gpu.destroy_sp_mat %csr
  %t15 = gpu.destroy_sp_mat async [%t14] %csr
  %de, %t16 = gpu.spgemm_create_descr async [%t15]
  %b5, %t17 = gpu.spgemm_work_estimation_or_compute async [%t16]{WORK_ESTIMATION} %csr, %csr, %csr, %de, %a, %mf : f32 into memref<?xf64>
  %b6, %t18 = gpu.spgemm_work_estimation_or_compute async [%t16]{COMPUTE} %csr{TRANSPOSE}, %csr, %csr, %de, %a, %mf : f32 into memref<?xf64>
  %t19 = gpu.spgemm_copy async [%t18] %csr, %csr, %csr, %de : f32
  %r, %c, %n, %t20 = gpu.spmat_get_size async [%t19] %csr
  %t21 = gpu.set_csr_pointers async [%t20] %csr, %mi, %mi, %mf : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %t22 = gpu.spgemm_destroy_descr async [%t21] %de
  gpu.wait [%t22]
  return
}
