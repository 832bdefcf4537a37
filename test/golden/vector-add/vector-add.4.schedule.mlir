#linear = #tqg.linear<reg = [(1), (2)], lane = [(4), (8), (16), (32), (64)], warp = [(128)], shape = (256)>
module attributes {tq.arch = "sm_80", tq.phase = "schedule"} {
  func.func @vector_add(%x_ptr: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "x_ptr", tq.type = "*fp32"}, %y_ptr: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "y_ptr", tq.type = "*fp32"}, %out_ptr: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "out_ptr", tq.type = "*fp32"}, %n: i32 {tq.name = "n", tq.type = "i32"}) attributes {tq.constants = ["BLOCK=256"], tq.kernel, tqg.plan = #tqg.plan<warps = 2, stages = 3, roles = 1, cluster = 1>, tqg.shared_bytes = 0 : i64} {
    %c256_i32 = arith.constant 256 : i32
    %0 = tq.program_id 0
    %1 = arith.muli %0, %c256_i32 : i32
    %2 = tq.range 0 to 256 : tensor<256xi32, #linear>
    %3 = tq.splat %1 : i32 -> tensor<256xi32, #linear>
    %offsets = arith.addi %3, %2 : tensor<256xi32, #linear>
    %4 = tq.splat %n : i32 -> tensor<256xi32, #linear>
    %mask = arith.cmpi slt, %offsets, %4 : tensor<256xi32, #linear>
    %5 = tq.splat %x_ptr : !tq.ptr<f32> -> tensor<256x!tq.ptr<f32>, #linear>
    %6 = tq.addptr %5, %offsets : tensor<256x!tq.ptr<f32>, #linear>, tensor<256xi32, #linear>
    %x = tq.load %6, %mask {cache = 0 : i32, evict = 0 : i32, tq.words = ["x_ptr + offsets", "offsets < n"], tqg.access = #tqg.access<order = [0], run = 256, aligned = 16, addresses = 4, whole = 1, cut = 4>} : tensor<256x!tq.ptr<f32>, #linear> -> tensor<256xf32, #linear>
    %7 = tq.splat %y_ptr : !tq.ptr<f32> -> tensor<256x!tq.ptr<f32>, #linear>
    %8 = tq.addptr %7, %offsets : tensor<256x!tq.ptr<f32>, #linear>, tensor<256xi32, #linear>
    %y = tq.load %8, %mask {cache = 0 : i32, evict = 0 : i32, tq.words = ["y_ptr + offsets", "offsets < n"], tqg.access = #tqg.access<order = [0], run = 256, aligned = 16, addresses = 4, whole = 1, cut = 4>} : tensor<256x!tq.ptr<f32>, #linear> -> tensor<256xf32, #linear>
    %9 = tq.splat %out_ptr : !tq.ptr<f32> -> tensor<256x!tq.ptr<f32>, #linear>
    %10 = tq.addptr %9, %offsets : tensor<256x!tq.ptr<f32>, #linear>, tensor<256xi32, #linear>
    %11 = arith.addf %x, %y : tensor<256xf32, #linear>
    tq.store %10, %11, %mask {tq.words = ["out_ptr + offsets", "offsets < n"], tqg.access = #tqg.access<order = [0], run = 256, aligned = 16, addresses = 4, whole = 1, cut = 4>} : tensor<256x!tq.ptr<f32>, #linear>, tensor<256xf32, #linear>, tensor<256xi1, #linear>
    return
  }
}
