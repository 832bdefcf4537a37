// RUN: tqc %s --arch=sm_80 --emit=ptx -o - | FileCheck %s
// RUN: %if ptxas %{ tqc %s --arch=sm_80 -o %t.cubin %}

// Marks are comments: they keep their place among accesses and name the
// registers of values, each element of the layout's columns.

module attributes {tq.arch = "sm_80", tq.phase = "tile"} {

  // CHECK-LABEL: .entry marked
  // CHECK:         // tq.line 6 0 marked k.tq
  // CHECK:         ld.global.v4.b32 {[[A:%r[0-9]+]], [[B:%r[0-9]+]], [[C:%r[0-9]+]], [[D:%r[0-9]+]]}
  // CHECK:         // tq.value marked v i32 128 reg=1,2 lane=4,8,16,32,64 warp= first=0 : [[A]] [[B]] [[C]] [[D]]
  // CHECK:         // tq.line 7 0 marked k.tq
  // CHECK:         st.global.v4.b32
  // CHECK:         // tq.value marked n i32 scalar reg= lane= warp= first=0 : %r
  func.func @marked(%x: !tq.ptr<i32> {tq.divisibility = 16 : i64}, %n: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 128 : tensor<128xi32>
    %base = tq.splat %x : !tq.ptr<i32> -> tensor<128x!tq.ptr<i32>>
    %p = tq.addptr %base, %i : tensor<128x!tq.ptr<i32>>, tensor<128xi32>
    tq.print "" () {is_signed = array<i32>, tq.mark = "line 6 0 marked k.tq"}
    %v = tq.load %p : tensor<128x!tq.ptr<i32>> -> tensor<128xi32>
    tq.print "" (%v) {is_signed = array<i32: 0>, tq.mark = "value marked v i32"} : tensor<128xi32>
    tq.print "" () {is_signed = array<i32>, tq.mark = "line 7 0 marked k.tq"}
    tq.store %p, %v : tensor<128x!tq.ptr<i32>>, tensor<128xi32>
    tq.print "" (%n) {is_signed = array<i32: 0>, tq.mark = "value marked n i32"} : i32
    return
  }

  // At most 24 registers a line; halves travel as 16 bits, a mask as predicates.
  // CHECK-LABEL: .entry many
  // CHECK:         // tq.value many v fp16 1024 {{.*}} first=0 : {{(%rs[0-9]+ ?){24}$}}
  // CHECK:         // tq.value many v fp16 1024 {{.*}} first=24 : {{(%rs[0-9]+ ?){8}$}}
  // CHECK:         // tq.value many m i1 1024 {{.*}} first=0 : {{(%p[0-9]+ ?){24}$}}
  func.func @many(%x: !tq.ptr<f16> {tq.divisibility = 16 : i64}, %n: i32)
      attributes {tq.kernel, tq.num_warps = 1 : i32, tq.num_stages = 1 : i32} {
    %i = tq.range 0 to 1024 : tensor<1024xi32>
    %base = tq.splat %x : !tq.ptr<f16> -> tensor<1024x!tq.ptr<f16>>
    %p = tq.addptr %base, %i : tensor<1024x!tq.ptr<f16>>, tensor<1024xi32>
    %v = tq.load %p : tensor<1024x!tq.ptr<f16>> -> tensor<1024xf16>
    tq.print "" (%v) {is_signed = array<i32: 0>, tq.mark = "value many v fp16"} : tensor<1024xf16>
    %bound = tq.splat %n : i32 -> tensor<1024xi32>
    %m = arith.cmpi slt, %i, %bound : tensor<1024xi32>
    tq.print "" (%m) {is_signed = array<i32: 0>, tq.mark = "value many m i1"} : tensor<1024xi1>
    return
  }
}
