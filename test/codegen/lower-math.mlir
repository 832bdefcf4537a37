// What math becomes in PTX: the instruction of the hardware where it is good
// enough, arithmetic otherwise, and never a call.
//
// RUN: %tqc %s --emit=ptx --no-line-info | FileCheck %s --implicit-check-not=call
// RUN: %tqc %s --emit=ptx --no-line-info --arch=sm_75 | FileCheck %s --check-prefix=TURING --implicit-check-not=NaN
// RUN: %if ptxas %{ tqc %s --arch=sm_80 -o %t.cubin %}

module attributes {tq.arch = "sm_80", tq.phase = "tile"} {

// CHECK-LABEL: .entry exp_f32
// CHECK:       max.NaN.f32
// CHECK-NEXT:  min.NaN.f32
// CHECK-NEXT:  mul.f32
// CHECK-NEXT:  fma.rn.f32
// CHECK-NEXT:  fma.rn.f32
// CHECK-NEXT:  ex2.approx.f32
// CHECK-NEXT:  fma.rn.f32
// CHECK-NEXT:  setp.eq.b32 {{.*}}
// TURING-LABEL: .entry exp_f32
func.func @exp_f32(%p: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "p", tq.type = "*fp32"})
    attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %x = tq.load %p {cache = 0 : i32, evict = 0 : i32} : !tq.ptr<f32> -> f32
  %y = math.exp %x : f32
  tq.store %p, %y : !tq.ptr<f32>, f32
  return
}

// CHECK-LABEL: .entry exp2_f32
// CHECK:       ex2.approx.f32
// CHECK-NEXT:  setp.eq.b32 {{.*}}
func.func @exp2_f32(%p: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "p", tq.type = "*fp32"})
    attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %x = tq.load %p {cache = 0 : i32, evict = 0 : i32} : !tq.ptr<f32> -> f32
  %y = math.exp2 %x : f32
  tq.store %p, %y : !tq.ptr<f32>, f32
  return
}

// A logarithm keeps its places near 1, which lg2.approx does not.
// CHECK-LABEL: .entry log2_f32
// CHECK-NOT:   lg2
// CHECK:       st.global
func.func @log2_f32(%p: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "p", tq.type = "*fp32"})
    attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %x = tq.load %p {cache = 0 : i32, evict = 0 : i32} : !tq.ptr<f32> -> f32
  %y = math.log2 %x : f32
  tq.store %p, %y : !tq.ptr<f32>, f32
  return
}

// Huge arguments take a branch of their own; nothing else does.
// CHECK-LABEL: .entry sin_f32
// CHECK:       setp.leu.f32 {{.*}}, 0f48000000
// CHECK-NEXT:  bra
// CHECK:       shf.l.wrap.b32
// CHECK:       bra.uni
// CHECK:       0f4B400000
// CHECK-NOT:   bra
// CHECK:       st.global
func.func @sin_f32(%p: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "p", tq.type = "*fp32"})
    attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %x = tq.load %p {cache = 0 : i32, evict = 0 : i32} : !tq.ptr<f32> -> f32
  %y = math.sin %x : f32
  tq.store %p, %y : !tq.ptr<f32>, f32
  return
}

// CHECK-LABEL: .entry tanh_f32
// CHECK-NOT:   tanh.approx
// CHECK:       rcp.approx.ftz.f32
// CHECK:       copysign.f32
func.func @tanh_f32(%p: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "p", tq.type = "*fp32"})
    attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %x = tq.load %p {cache = 0 : i32, evict = 0 : i32} : !tq.ptr<f32> -> f32
  %y = math.tanh %x : f32
  tq.store %p, %y : !tq.ptr<f32>, f32
  return
}

// CHECK-LABEL: .entry erf_f32
// CHECK:       ex2.approx.f32
func.func @erf_f32(%p: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "p", tq.type = "*fp32"})
    attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %x = tq.load %p {cache = 0 : i32, evict = 0 : i32} : !tq.ptr<f32> -> f32
  %y = math.erf %x : f32
  tq.store %p, %y : !tq.ptr<f32>, f32
  return
}

// CHECK-LABEL: .entry sqrt_f32
// CHECK:       sqrt.approx.f32
func.func @sqrt_f32(%p: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "p", tq.type = "*fp32"})
    attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %x = tq.load %p {cache = 0 : i32, evict = 0 : i32} : !tq.ptr<f32> -> f32
  %y = math.sqrt %x : f32
  tq.store %p, %y : !tq.ptr<f32>, f32
  return
}

// CHECK-LABEL: .entry rsqrt_f32
// CHECK:       rsqrt.approx.f32
func.func @rsqrt_f32(%p: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "p", tq.type = "*fp32"})
    attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %x = tq.load %p {cache = 0 : i32, evict = 0 : i32} : !tq.ptr<f32> -> f32
  %y = math.rsqrt %x : f32
  tq.store %p, %y : !tq.ptr<f32>, f32
  return
}

// CHECK-LABEL: .entry floor_f32
// CHECK:       cvt.rmi.f32.f32
func.func @floor_f32(%p: !tq.ptr<f32> {tq.divisibility = 16 : i64, tq.name = "p", tq.type = "*fp32"})
    attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %x = tq.load %p {cache = 0 : i32, evict = 0 : i32} : !tq.ptr<f32> -> f32
  %y = math.floor %x : f32
  tq.store %p, %y : !tq.ptr<f32>, f32
  return
}

// Half precision is computed in fp32 and rounded once.
// CHECK-LABEL: .entry log_f16
// CHECK:       cvt.f32.f16
// CHECK:       fma.rn.f32
// CHECK:       cvt.rn.f16.f32
func.func @log_f16(%p: !tq.ptr<f16> {tq.divisibility = 16 : i64, tq.name = "p", tq.type = "*fp16"})
    attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %x = tq.load %p {cache = 0 : i32, evict = 0 : i32} : !tq.ptr<f16> -> f16
  %y = math.log %x : f16
  tq.store %p, %y : !tq.ptr<f16>, f16
  return
}

// CHECK-LABEL: .entry erf_f64
// CHECK:       fma.rn.f64
// CHECK-NOT:   f32
// CHECK:       st.global
func.func @erf_f64(%p: !tq.ptr<f64> {tq.divisibility = 16 : i64, tq.name = "p", tq.type = "*fp64"})
    attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %x = tq.load %p {cache = 0 : i32, evict = 0 : i32} : !tq.ptr<f64> -> f64
  %y = math.erf %x : f64
  tq.store %p, %y : !tq.ptr<f64>, f64
  return
}

// CHECK-LABEL: .entry rsqrt_f64
// CHECK:       sqrt.rn.f64
// CHECK:       {{div.rn|rcp.rn}}.f64
func.func @rsqrt_f64(%p: !tq.ptr<f64> {tq.divisibility = 16 : i64, tq.name = "p", tq.type = "*fp64"})
    attributes {tq.kernel, tq.num_stages = 3 : i32, tq.num_warps = 1 : i32} {
  %x = tq.load %p {cache = 0 : i32, evict = 0 : i32} : !tq.ptr<f64> -> f64
  %y = math.rsqrt %x : f64
  tq.store %p, %y : !tq.ptr<f64>, f64
  return
}
}
