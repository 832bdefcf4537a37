// RUN: tq-opt %s -tq-rotate-loops | FileCheck %s

#a = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#c = #tqg.linear<reg = [(0, 1), (8, 0), (0, 8), (0, 16), (0, 32)], lane = [(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], warp = [(16, 0), (32, 0)], shape = (64, 64)>
#m = #tqg.linear<offset = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (1, 8), (2, 16), (4, 32), (8, 0), (16, 0), (32, 0)], shape = (64, 64)>

module attributes {tq.arch = "sm_90a"} {

// What the second product takes is carried into the next iteration, where it runs
// while the first product's sum is turned into weights; its sums are scaled when the
// product before is done. The slot that is given back behind the loop is given back
// before the last product.
//
// CHECK-LABEL: @attention
// CHECK:       scf.if
// CHECK:         %[[S0:.*]] = tqg.wgmma
// CHECK-NEXT:    %[[D0:.*]] = tqg.wgmma_wait %[[S0]], 0
// CHECK-NEXT:    %[[W0:.*]] = arith.truncf %[[D0]]
// CHECK-NEXT:    %[[SUM0:.*]] = arith.mulf %{{.*}}, %[[HALF:.*]] :
// CHECK:         %[[OUT:.*]]:3 = scf.for {{.*}} iter_args(%[[SUM:.*]] = %[[SUM0]], %{{.*}}, %[[OLD:.*]] = %[[W0]])
// CHECK:           %[[S:.*]] = tqg.wgmma
// CHECK-NOT:       arith.mulf
// CHECK:           %[[P:.*]] = tqg.wgmma %[[OLD]], %{{.*}}, %[[SUM]]
// CHECK-NEXT:      %[[D:.*]] = tqg.wgmma_wait %[[S]], 1
// CHECK-NEXT:      %[[W:.*]] = arith.truncf %[[D]]
// CHECK-NEXT:      %[[NEXT:.*]] = tqg.wgmma_wait %[[P]], 0
// CHECK-NEXT:      %[[SCALED:.*]] = arith.mulf %[[NEXT]], %[[HALF]]
// CHECK-NEXT:      scf.yield %[[SCALED]], %{{.*}}, %[[W]]
// CHECK:         tqg.mbarrier_arrive %[[FREE:.*]][
// CHECK:         tqg.wgmma %[[OUT]]#2, %{{.*}}, %[[OUT]]#0
// CHECK:       } else {
// CHECK-NEXT:    tqg.mbarrier_arrive %[[FREE]][
// CHECK-NEXT:    scf.yield
// CHECK-NOT:   tqg.mbarrier_arrive
// CHECK:       return
func.func @attention(%q: tensor<64x64xf16, #a>, %zero: tensor<64x64xf32, #c>, %half: tensor<64x64xf32, #c>, %n: i32) -> tensor<64x64xf32, #c> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %free = tqg.mbarriers arrivals 4 : !tqg.mbarriers<1>
  %keys = tqg.ring : !tqg.ring<2, tensor<64x64xf16, #m>>
  %values = tqg.ring : !tqg.ring<2, tensor<64x64xf16, #m>>
  %out = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #c>) : i32 {
    %other = arith.subi %c1, %i : i32
    %k = tqg.ring_view %keys[%i] [0, 1] : !tqg.ring<2, tensor<64x64xf16, #m>> -> !tqg.shared<tensor<64x64xf16, #m>>
    %s = tqg.wgmma %q, %k, %zero : tensor<64x64xf16, #a>, !tqg.shared<tensor<64x64xf16, #m>>, tensor<64x64xf32, #c>
    %d = tqg.wgmma_wait %s, 0 : tensor<64x64xf32, #c>
    %weights = arith.truncf %d : tensor<64x64xf32, #c> to tensor<64x64xf16, #a>
    %scaled = arith.mulf %sum, %half : tensor<64x64xf32, #c>
    %v = tqg.ring_view %values[%other] [0, 1] : !tqg.ring<2, tensor<64x64xf16, #m>> -> !tqg.shared<tensor<64x64xf16, #m>>
    %p = tqg.wgmma %weights, %v, %scaled : tensor<64x64xf16, #a>, !tqg.shared<tensor<64x64xf16, #m>>, tensor<64x64xf32, #c>
    %next = tqg.wgmma_wait %p, 0 : tensor<64x64xf32, #c>
    scf.yield %next : tensor<64x64xf32, #c>
  } {tqg.rotated}
  tqg.mbarrier_arrive %free[%c0] : !tqg.mbarriers<1>
  return %out : tensor<64x64xf32, #c>
}

// Without a plan a loop stays as it is.
//
// CHECK-LABEL: @unplanned
// CHECK-NOT:   scf.if
// CHECK:       scf.for
func.func @unplanned(%q: tensor<64x64xf16, #a>, %zero: tensor<64x64xf32, #c>, %n: i32) -> tensor<64x64xf32, #c> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %keys = tqg.ring : !tqg.ring<2, tensor<64x64xf16, #m>>
  %values = tqg.ring : !tqg.ring<2, tensor<64x64xf16, #m>>
  %out = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #c>) : i32 {
    %other = arith.subi %c1, %i : i32
    %k = tqg.ring_view %keys[%i] [0, 1] : !tqg.ring<2, tensor<64x64xf16, #m>> -> !tqg.shared<tensor<64x64xf16, #m>>
    %s = tqg.wgmma %q, %k, %sum : tensor<64x64xf16, #a>, !tqg.shared<tensor<64x64xf16, #m>>, tensor<64x64xf32, #c>
    %d = tqg.wgmma_wait %s, 0 : tensor<64x64xf32, #c>
    %weights = arith.truncf %d : tensor<64x64xf32, #c> to tensor<64x64xf16, #a>
    %v = tqg.ring_view %values[%other] [0, 1] : !tqg.ring<2, tensor<64x64xf16, #m>> -> !tqg.shared<tensor<64x64xf16, #m>>
    %p = tqg.wgmma %weights, %v, %sum : tensor<64x64xf16, #a>, !tqg.shared<tensor<64x64xf16, #m>>, tensor<64x64xf32, #c>
    %next = tqg.wgmma_wait %p, 0 : tensor<64x64xf32, #c>
    scf.yield %next : tensor<64x64xf32, #c>
  }
  return %out : tensor<64x64xf32, #c>
}
}
