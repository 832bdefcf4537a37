// RUN: tqc %s --arch=sm_80 --emit=ptx -o - | FileCheck %s
// RUN: %if ptxas %{ tqc %s --arch=sm_80 -o %t.cubin %}

module attributes {tq.arch = "sm_80", tq.phase = "tile"} {

  // Operands come from memory through shared memory into fragments.
  // CHECK-LABEL: .entry product
  // CHECK:         ldmatrix.sync.aligned.m8n8.x4.shared.b16
  // CHECK:         mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
  func.func @product(%x: !tq.ptr<f16> {tq.divisibility = 16 : i64}, %out: !tq.ptr<f32> {tq.divisibility = 16 : i64})
      attributes {tq.kernel, tq.num_warps = 4 : i32, tq.num_stages = 1 : i32} {
    %r = tq.range 0 to 32 : tensor<32xi32>
    %rows = tq.expand_dims %r, 1 : tensor<32xi32> -> tensor<32x1xi32>
    %cols = tq.expand_dims %r, 0 : tensor<32xi32> -> tensor<1x32xi32>
    %width = arith.constant dense<32> : tensor<32x1xi32>
    %start = arith.muli %rows, %width : tensor<32x1xi32>
    %rb = tq.broadcast %start : tensor<32x1xi32> -> tensor<32x32xi32>
    %cb = tq.broadcast %cols : tensor<1x32xi32> -> tensor<32x32xi32>
    %at = arith.addi %rb, %cb : tensor<32x32xi32>
    %base = tq.splat %x : !tq.ptr<f16> -> tensor<32x32x!tq.ptr<f16>>
    %p = tq.addptr %base, %at : tensor<32x32x!tq.ptr<f16>>, tensor<32x32xi32>
    %a = tq.load %p : tensor<32x32x!tq.ptr<f16>> -> tensor<32x32xf16>
    %zero = arith.constant dense<0.0> : tensor<32x32xf32>
    %d = tq.dot %a, %a, %zero tf32 : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
    %obase = tq.splat %out : !tq.ptr<f32> -> tensor<32x32x!tq.ptr<f32>>
    %q = tq.addptr %obase, %at : tensor<32x32x!tq.ptr<f32>>, tensor<32x32xi32>
    tq.store %q, %d : tensor<32x32x!tq.ptr<f32>>, tensor<32x32xf32>
    return
  }
}
