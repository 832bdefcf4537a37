// RUN: tq-opt %s -split-input-file -tq-share-tiles | FileCheck %s

// Each of 4 CTAs has 64 of 256 rows, those of its rank; columns and depth stay, though one
// range names all of them.

// CHECK-LABEL: @product
// CHECK-SAME:    tqg.row_ctas = 4 : i32
// CHECK-NOT:     tq.num_ctas
// CHECK:         %[[RANK:.*]] = tqg.cluster_rank of 4 : i32
// CHECK:         %[[OWN:.*]] = tq.range 0 to 64 : tensor<64xi32>
// CHECK:         %[[BEGIN:.*]] = arith.muli %[[RANK]], %c64
// CHECK:         %[[ALL:.*]] = tq.splat %[[BEGIN]] : i32 -> tensor<64xi32>
// CHECK:         %[[ROWS:.*]] = arith.addi %[[OWN]], %[[ALL]] : tensor<64xi32>
// CHECK:         tq.expand_dims %[[ROWS]], 1 : tensor<64xi32> -> tensor<64x1xi32>
// CHECK:         tq.expand_dims %{{.*}}, 0 : tensor<256xi32> -> tensor<1x256xi32>
// CHECK:         %[[X:.*]] = tq.load %{{.*}} : tensor<64x256x!tq.ptr<f16>> -> tensor<64x256xf16>
// CHECK:         tq.load %{{.*}} : tensor<256x256x!tq.ptr<f16>> -> tensor<256x256xf16>
// CHECK:         tq.dot %[[X]], %{{.*}} : tensor<64x256xf16>, tensor<256x256xf16>, tensor<64x256xf32>
// CHECK:         tqg.cluster_barrier
// CHECK-NEXT:    tq.store {{.*}} : tensor<64x256x!tq.ptr<f32>>, tensor<64x256xf32>
module attributes {tq.arch = "sm_90a"} {
func.func @product(%p: !tq.ptr<f16>, %out: !tq.ptr<f32>) attributes {tq.kernel, tq.num_ctas = 4 : i32, tq.num_stages = 3 : i32, tq.num_warps = 4 : i32} {
  %zero = arith.constant dense<0.0> : tensor<256x256xf32>
  %range = tq.range 0 to 256 : tensor<256xi32>
  %rows = tq.expand_dims %range, 1 : tensor<256xi32> -> tensor<256x1xi32>
  %columns = tq.expand_dims %range, 0 : tensor<256xi32> -> tensor<1x256xi32>
  %down = tq.broadcast %rows : tensor<256x1xi32> -> tensor<256x256xi32>
  %across = tq.broadcast %columns : tensor<1x256xi32> -> tensor<256x256xi32>
  %depth = tq.expand_dims %range, 1 : tensor<256xi32> -> tensor<256x1xi32>
  %deep = tq.broadcast %depth : tensor<256x1xi32> -> tensor<256x256xi32>
  %second = tq.expand_dims %range, 0 : tensor<256xi32> -> tensor<1x256xi32>
  %wide = tq.broadcast %second : tensor<1x256xi32> -> tensor<256x256xi32>
  %pointers = tq.splat %p : !tq.ptr<f16> -> tensor<256x256x!tq.ptr<f16>>
  %more = tq.splat %p : !tq.ptr<f16> -> tensor<256x256x!tq.ptr<f16>>
  %a0 = tq.addptr %pointers, %down : tensor<256x256x!tq.ptr<f16>>, tensor<256x256xi32>
  %a1 = tq.addptr %a0, %across : tensor<256x256x!tq.ptr<f16>>, tensor<256x256xi32>
  %a = tq.load %a1 : tensor<256x256x!tq.ptr<f16>> -> tensor<256x256xf16>
  %b0 = tq.addptr %more, %deep : tensor<256x256x!tq.ptr<f16>>, tensor<256x256xi32>
  %b1 = tq.addptr %b0, %wide : tensor<256x256x!tq.ptr<f16>>, tensor<256x256xi32>
  %b = tq.load %b1 : tensor<256x256x!tq.ptr<f16>> -> tensor<256x256xf16>
  %d = tq.dot %a, %b, %zero ieee : tensor<256x256xf16>, tensor<256x256xf16>, tensor<256x256xf32>
  %outs = tq.splat %out : !tq.ptr<f32> -> tensor<256x256x!tq.ptr<f32>>
  %o = tq.addptr %outs, %down : tensor<256x256x!tq.ptr<f32>>, tensor<256x256xi32>
  tq.store %o, %d : tensor<256x256x!tq.ptr<f32>>, tensor<256x256xf32>
  return
}
}

// -----

// With fewer rows the CTAs share the loop, which another pass plans.
// CHECK-LABEL: @few
// CHECK-SAME:    tq.num_ctas = 2 : i32
module attributes {tq.arch = "sm_90a"} {
func.func @few(%a: tensor<64x16xf16>, %b: tensor<16x16xf16>, %c: tensor<64x16xf32>) attributes {tq.kernel, tq.num_ctas = 2 : i32, tq.num_warps = 4 : i32} {
  %d = tq.dot %a, %b, %c ieee : tensor<64x16xf16>, tensor<16x16xf16>, tensor<64x16xf32>
  return
}
}
