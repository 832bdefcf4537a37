// RUN: tq-opt %s -tq-turn-products | FileCheck %s
// RUN: tq-opt %s -tq-turn-products -remarks-filter=mma -remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// REMARK-COUNT-1: [Passed] turned
// REMARK-NOT:     [Passed] turned

module attributes {tq.arch = "sm_90a"} {

// Both operands lie along their rows. Sums stay turned through the loop.
//
// CHECK-LABEL: @loop
// CHECK-DAG:   %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<64x128xf32>
// CHECK:       %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (tensor<64x128xf32>)
// CHECK:         %[[A:.*]] = tq.load {{.*}} -> tensor<128x32xf32>
// CHECK:         %[[B:.*]] = tq.load {{.*}} -> tensor<32x64xf32>
// CHECK-DAG:     %[[BT:.*]] = tq.trans %[[B]] [1, 0]
// CHECK-DAG:     %[[AT:.*]] = tq.trans %[[A]] [1, 0]
// CHECK:         %[[NEXT:.*]] = tq.dot %[[BT]], %[[AT]], %[[ACC]] tf32
// CHECK-NEXT:    scf.yield %[[NEXT]]
// CHECK:       %[[BACK:.*]] = tq.trans %[[SUM]] [1, 0] : tensor<64x128xf32> -> tensor<128x64xf32>
// CHECK-NEXT:  return %[[BACK]]
func.func @loop(%x: !tq.ptr<f32>, %n: index) -> tensor<128x64xf32> attributes {tq.kernel, tq.num_warps = 4 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %ar = tq.range 0 to 128 : tensor<128xi32>
  %are = tq.expand_dims %ar, 1 : tensor<128xi32> -> tensor<128x1xi32>
  %ac = tq.range 0 to 32 : tensor<32xi32>
  %ace = tq.expand_dims %ac, 0 : tensor<32xi32> -> tensor<1x32xi32>
  %as = arith.constant dense<32> : tensor<128x1xi32>
  %ars = arith.muli %are, %as : tensor<128x1xi32>
  %arb = tq.broadcast %ars : tensor<128x1xi32> -> tensor<128x32xi32>
  %acb = tq.broadcast %ace : tensor<1x32xi32> -> tensor<128x32xi32>
  %ao = arith.addi %arb, %acb : tensor<128x32xi32>
  %ap0 = tq.splat %x : !tq.ptr<f32> -> tensor<128x32x!tq.ptr<f32>>
  %ap = tq.addptr %ap0, %ao : tensor<128x32x!tq.ptr<f32>>, tensor<128x32xi32>
  %br = tq.range 0 to 32 : tensor<32xi32>
  %bre = tq.expand_dims %br, 1 : tensor<32xi32> -> tensor<32x1xi32>
  %bc = tq.range 0 to 64 : tensor<64xi32>
  %bce = tq.expand_dims %bc, 0 : tensor<64xi32> -> tensor<1x64xi32>
  %bs = arith.constant dense<64> : tensor<32x1xi32>
  %brs = arith.muli %bre, %bs : tensor<32x1xi32>
  %brb = tq.broadcast %brs : tensor<32x1xi32> -> tensor<32x64xi32>
  %bcb = tq.broadcast %bce : tensor<1x64xi32> -> tensor<32x64xi32>
  %bo = arith.addi %brb, %bcb : tensor<32x64xi32>
  %bp0 = tq.splat %x : !tq.ptr<f32> -> tensor<32x64x!tq.ptr<f32>>
  %bp = tq.addptr %bp0, %bo : tensor<32x64x!tq.ptr<f32>>, tensor<32x64xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> tensor<128x64xf32> {
    %a = tq.load %ap {cache = 0 : i32, evict = 0 : i32} : tensor<128x32x!tq.ptr<f32>> -> tensor<128x32xf32>
    %b = tq.load %bp {cache = 0 : i32, evict = 0 : i32} : tensor<32x64x!tq.ptr<f32>> -> tensor<32x64xf32>
    %next = tq.dot %a, %b, %acc tf32 : tensor<128x32xf32>, tensor<32x64xf32>, tensor<128x64xf32>
    scf.yield %next : tensor<128x64xf32>
  }
  return %sum : tensor<128x64xf32>
}

// What wgmma can read as it is, is not turned; nor what has too few columns for the
// rows of four warps, nor products of other precision.
//
// CHECK-LABEL: @others
// CHECK-NOT:   tq.trans
// CHECK:       return
func.func @others(%x: !tq.ptr<f32>) -> (tensor<128x64xf32>, tensor<128x32xf32>, tensor<128x64xf32>) attributes {tq.kernel, tq.num_warps = 4 : i32} {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %narrow = arith.constant dense<0.0> : tensor<128x32xf32>
  %ar = tq.range 0 to 128 : tensor<128xi32>
  %are = tq.expand_dims %ar, 1 : tensor<128xi32> -> tensor<128x1xi32>
  %ac = tq.range 0 to 32 : tensor<32xi32>
  %ace = tq.expand_dims %ac, 0 : tensor<32xi32> -> tensor<1x32xi32>
  %as = arith.constant dense<32> : tensor<128x1xi32>
  %ars = arith.muli %are, %as : tensor<128x1xi32>
  %arb = tq.broadcast %ars : tensor<128x1xi32> -> tensor<128x32xi32>
  %acb = tq.broadcast %ace : tensor<1x32xi32> -> tensor<128x32xi32>
  %ao = arith.addi %arb, %acb : tensor<128x32xi32>
  %ap0 = tq.splat %x : !tq.ptr<f32> -> tensor<128x32x!tq.ptr<f32>>
  %ap = tq.addptr %ap0, %ao : tensor<128x32x!tq.ptr<f32>>, tensor<128x32xi32>
  %br = tq.range 0 to 32 : tensor<32xi32>
  %bre = tq.expand_dims %br, 1 : tensor<32xi32> -> tensor<32x1xi32>
  %bc = tq.range 0 to 64 : tensor<64xi32>
  %bce = tq.expand_dims %bc, 0 : tensor<64xi32> -> tensor<1x64xi32>
  %bs = arith.constant dense<32> : tensor<1x64xi32>
  %bcs = arith.muli %bce, %bs : tensor<1x64xi32>
  %brb = tq.broadcast %bre : tensor<32x1xi32> -> tensor<32x64xi32>
  %bcb = tq.broadcast %bcs : tensor<1x64xi32> -> tensor<32x64xi32>
  %bo = arith.addi %brb, %bcb : tensor<32x64xi32>
  %bp0 = tq.splat %x : !tq.ptr<f32> -> tensor<32x64x!tq.ptr<f32>>
  %bp = tq.addptr %bp0, %bo : tensor<32x64x!tq.ptr<f32>>, tensor<32x64xi32>
  %cr = tq.range 0 to 32 : tensor<32xi32>
  %cre = tq.expand_dims %cr, 1 : tensor<32xi32> -> tensor<32x1xi32>
  %cc = tq.range 0 to 32 : tensor<32xi32>
  %cce = tq.expand_dims %cc, 0 : tensor<32xi32> -> tensor<1x32xi32>
  %cs = arith.constant dense<32> : tensor<32x1xi32>
  %crs = arith.muli %cre, %cs : tensor<32x1xi32>
  %crb = tq.broadcast %crs : tensor<32x1xi32> -> tensor<32x32xi32>
  %ccb = tq.broadcast %cce : tensor<1x32xi32> -> tensor<32x32xi32>
  %co = arith.addi %crb, %ccb : tensor<32x32xi32>
  %cp0 = tq.splat %x : !tq.ptr<f32> -> tensor<32x32x!tq.ptr<f32>>
  %cp = tq.addptr %cp0, %co : tensor<32x32x!tq.ptr<f32>>, tensor<32x32xi32>
  %dr = tq.range 0 to 32 : tensor<32xi32>
  %dre = tq.expand_dims %dr, 1 : tensor<32xi32> -> tensor<32x1xi32>
  %dc = tq.range 0 to 64 : tensor<64xi32>
  %dce = tq.expand_dims %dc, 0 : tensor<64xi32> -> tensor<1x64xi32>
  %ds = arith.constant dense<64> : tensor<32x1xi32>
  %drs = arith.muli %dre, %ds : tensor<32x1xi32>
  %drb = tq.broadcast %drs : tensor<32x1xi32> -> tensor<32x64xi32>
  %dcb = tq.broadcast %dce : tensor<1x64xi32> -> tensor<32x64xi32>
  %do = arith.addi %drb, %dcb : tensor<32x64xi32>
  %dp0 = tq.splat %x : !tq.ptr<f32> -> tensor<32x64x!tq.ptr<f32>>
  %dp = tq.addptr %dp0, %do : tensor<32x64x!tq.ptr<f32>>, tensor<32x64xi32>
  %a = tq.load %ap {cache = 0 : i32, evict = 0 : i32} : tensor<128x32x!tq.ptr<f32>> -> tensor<128x32xf32>
  %b = tq.load %bp {cache = 0 : i32, evict = 0 : i32} : tensor<32x64x!tq.ptr<f32>> -> tensor<32x64xf32>
  %c = tq.load %cp {cache = 0 : i32, evict = 0 : i32} : tensor<32x32x!tq.ptr<f32>> -> tensor<32x32xf32>
  %d = tq.load %dp {cache = 0 : i32, evict = 0 : i32} : tensor<32x64x!tq.ptr<f32>> -> tensor<32x64xf32>
  %along = tq.dot %a, %b, %zero tf32 : tensor<128x32xf32>, tensor<32x64xf32>, tensor<128x64xf32>
  %few = tq.dot %a, %c, %narrow tf32 : tensor<128x32xf32>, tensor<32x32xf32>, tensor<128x32xf32>
  %exact = tq.dot %a, %d, %zero ieee : tensor<128x32xf32>, tensor<32x64xf32>, tensor<128x64xf32>
  return %along, %few, %exact : tensor<128x64xf32>, tensor<128x32xf32>, tensor<128x64xf32>
}

}
