; What stands in for libdevice.10.bc in the tests: functions of its shape, with a
; reflected question that the compiler has to answer.
target triple = "nvptx64-nvidia-gpulibs"

@question = private addrspace(1) constant [11 x i8] c"__CUDA_FTZ\00"

declare i32 @__nvvm_reflect(ptr)

define float @__nv_tanf(float %x) {
  %ftz = call i32 @__nvvm_reflect(ptr addrspacecast (ptr addrspace(1) @question to ptr))
  %flushed = icmp ne i32 %ftz, 0
  br i1 %flushed, label %flush, label %keep
flush:
  ret float 0.0
keep:
  %y = fmul float %x, 7.0
  ret float %y
}

define float @__nv_unused(float %x) {
  ret float %x
}
