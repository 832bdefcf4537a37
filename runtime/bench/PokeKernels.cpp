//===- PokeKernels.cpp - Kernels that change memory -----------------------===//

#include "runtime/bench/PokeKernels.h"

namespace tqc {

static constexpr uint32_t kThreads = 256;
static constexpr size_t kPiece = 16; ///< bytes that a thread of `fill` writes

static constexpr const char *kPtx = R"(.version 7.0
.target sm_75
.address_size 64

.visible .entry fill(.param .u64 to_param, .param .u64 count_param,
                     .param .u32 word_param)
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd0, [to_param];
  ld.param.u64 %rd1, [count_param];
  ld.param.u32 %r0, [word_param];
  cvta.to.global.u64 %rd0, %rd0;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd2, %r1, 256;
  cvt.u64.u32 %rd3, %r2;
  add.s64 %rd2, %rd2, %rd3;
  setp.ge.u64 %p0, %rd2, %rd1;
  @%p0 ret;
  shl.b64 %rd2, %rd2, 4;
  add.s64 %rd0, %rd0, %rd2;
  st.global.v4.b32 [%rd0], {%r0, %r0, %r0, %r0};
  ret;
}

.visible .entry fill_bytes(.param .u64 to_param, .param .u64 count_param,
                           .param .u32 word_param)
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd0, [to_param];
  ld.param.u64 %rd1, [count_param];
  ld.param.u32 %r0, [word_param];
  cvta.to.global.u64 %rd0, %rd0;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd2, %r1, 256;
  cvt.u64.u32 %rd3, %r2;
  add.s64 %rd2, %rd2, %rd3;
  setp.ge.u64 %p0, %rd2, %rd1;
  @%p0 ret;
  add.s64 %rd0, %rd0, %rd2;
  st.global.u8 [%rd0], %r0;
  ret;
}

.visible .entry poke(.param .u64 table_param, .param .u64 count_param)
{
  .reg .pred %p<6>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd0, [table_param];
  ld.param.u64 %rd1, [count_param];
  cvta.to.global.u64 %rd0, %rd0;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd2, %r1, 256;
  cvt.u64.u32 %rd3, %r2;
  add.s64 %rd2, %rd2, %rd3;
  setp.ge.u64 %p0, %rd2, %rd1;
  @%p0 ret;
  mul.lo.s64 %rd2, %rd2, 24;
  add.s64 %rd0, %rd0, %rd2;
  ld.global.u64 %rd4, [%rd0];
  ld.global.u64 %rd5, [%rd0+8];
  ld.global.u32 %r3, [%rd0+16];
  cvta.to.global.u64 %rd4, %rd4;
  cvt.u32.u64 %r4, %rd5;
  setp.eq.u32 %p1, %r3, 1;
  setp.eq.u32 %p2, %r3, 2;
  setp.eq.u32 %p3, %r3, 4;
  setp.eq.u32 %p4, %r3, 8;
  @%p1 st.global.u8 [%rd4], %r4;
  @%p2 st.global.u16 [%rd4], %r4;
  @%p3 st.global.u32 [%rd4], %r4;
  @%p4 st.global.u64 [%rd4], %rd5;
  ret;
}
)";

KernelImage pokeKernels() {
  KernelImage image;
  image.ptx = kPtx;
  return image;
}

static Launch launchOf(ModuleId module, const char *entry, uint64_t count) {
  Launch launch;
  launch.module = module;
  launch.entry = entry;
  launch.grid = {static_cast<uint32_t>((count + kThreads - 1) / kThreads), 1,
                 1};
  launch.block = {kThreads, 1, 1};
  return launch;
}

std::vector<Launch> fillLaunches(ModuleId module, DevicePtr to, uint8_t byte,
                                 size_t bytes) {
  uint32_t word = byte * 0x01010101u;
  size_t whole = to % kPiece == 0 ? bytes / kPiece : 0;
  std::vector<Launch> launches;
  auto add = [&](const char *entry, DevicePtr begin, uint64_t count) {
    if (count == 0)
      return;
    launches.push_back(launchOf(module, entry, count));
    launches.back().arguments = {ArgumentBytes::of(begin),
                                 ArgumentBytes::of(count),
                                 ArgumentBytes::of(word)};
  };
  add("fill", to, whole);
  add("fill_bytes", to + whole * kPiece, bytes - whole * kPiece);
  return launches;
}

Launch pokeLaunch(ModuleId module, DevicePtr table, size_t count) {
  static_assert(sizeof(Poke) == 24, "the kernel reads it so");
  Launch launch = launchOf(module, "poke", count);
  launch.arguments = {ArgumentBytes::of(table),
                      ArgumentBytes::of(uint64_t(count))};
  return launch;
}

} // namespace tqc
