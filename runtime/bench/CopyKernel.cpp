//===- CopyKernel.cpp - The fastest thing that touches memory -------------===//

#include "runtime/bench/CopyKernel.h"

namespace tqc {

static constexpr uint32_t kThreads = 256;
/// What a block copies: four pieces of 16 bytes a thread.
static constexpr size_t kBlockBytes = size_t(kThreads) * 4 * 16;

static constexpr const char *kPtx = R"(.version 7.0
.target sm_75
.address_size 64

.visible .entry copy(.param .u64 to_param, .param .u64 from_param)
{
  .reg .b32 %r<20>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd0, [to_param];
  ld.param.u64 %rd1, [from_param];
  cvta.to.global.u64 %rd0, %rd0;
  cvta.to.global.u64 %rd1, %rd1;
  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r0, 16384;
  mul.wide.u32 %rd3, %r1, 16;
  add.s64 %rd2, %rd2, %rd3;
  add.s64 %rd0, %rd0, %rd2;
  add.s64 %rd1, %rd1, %rd2;
  ld.global.v4.b32 {%r4, %r5, %r6, %r7}, [%rd1];
  ld.global.v4.b32 {%r8, %r9, %r10, %r11}, [%rd1+4096];
  ld.global.v4.b32 {%r12, %r13, %r14, %r15}, [%rd1+8192];
  ld.global.v4.b32 {%r16, %r17, %r18, %r19}, [%rd1+12288];
  st.global.v4.b32 [%rd0], {%r4, %r5, %r6, %r7};
  st.global.v4.b32 [%rd0+4096], {%r8, %r9, %r10, %r11};
  st.global.v4.b32 [%rd0+8192], {%r12, %r13, %r14, %r15};
  st.global.v4.b32 [%rd0+12288], {%r16, %r17, %r18, %r19};
  ret;
}
)";

KernelImage copyKernel() {
  KernelImage image;
  image.ptx = kPtx;
  return image;
}

size_t copiedBytes(size_t bytes) {
  return (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
}

Launch copyLaunch(ModuleId module, DevicePtr to, DevicePtr from, size_t bytes) {
  Launch launch;
  launch.module = module;
  launch.entry = "copy";
  launch.grid = {static_cast<uint32_t>(bytes / kBlockBytes), 1, 1};
  launch.block = {kThreads, 1, 1};
  launch.arguments = {ArgumentBytes::of(to), ArgumentBytes::of(from)};
  return launch;
}

} // namespace tqc
