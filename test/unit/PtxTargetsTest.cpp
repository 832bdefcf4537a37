//===- PtxTargetsTest.cpp - what each target and version may hold ---------===//
//
// PtxTargets.def says of every form which target and version ptxas wants. Here
// each is decoded for all of them.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/decode/Program.h"
#include "runtime/emulator/ptx/PtxParser.h"
#include "runtime/image/Gpus.h"

#include "gtest/gtest.h"

#include <map>

using namespace tqc;
using namespace tqc::emu;

namespace {
struct TargetForm {
  const char *text, *target, *version;
};
} // namespace

static const TargetForm kForms[] = {
#define TARGET_FORM(text, target, version) {text, target, version},
#include "PtxTargets.def"
};

/// Those up to sm_90a, and of later ones what may differ.
static const char *const kTargets[] = {
    "sm_75",  "sm_80",  "sm_86",   "sm_87",   "sm_88",  "sm_89",  "sm_90",
    "sm_90a", "sm_100", "sm_100a", "sm_103f", "sm_110", "sm_120", "sm_121a"};
static const char *const kVersions[] = {
    "7.0", "7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8", "8.0",
    "8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "9.0"};

/// What is wrong with a module that holds the instruction; empty if nothing.
static std::string decode(const std::string &text, const std::string &target,
                          const std::string &version) {
  std::string ptx = ".version " + version + "\n.target " + target +
                    "\n.address_size 64\n"
                    ".visible .entry k(.param .align 64 .b8 map[128]) {\n"
                    ".reg .b16 h<40>; .reg .b32 r<140>; .reg .b64 d<140>;\n"
                    ".reg .b128 q<9>; .reg .pred p<9>;\n" +
                    text + "\nret; }\n";
  Result<PtxModule> module = parsePtx(ptx, "k.ptx");
  if (!module)
    return module.error().message;
  Result<Program> program = decodeEntry(*module, "k", {});
  return program ? "" : program.error().message;
}

/// The GPU of a row's least target, "sm_90a+" too.
static const Gpu &leastOf(std::string target) {
  if (target.back() == '+')
    target.pop_back();
  return *findGpu(target);
}

/// Whether ptxas takes a form whose least target is `least` for `gpu`.
static bool hasForm(const Gpu &gpu, const std::string &target) {
  const Gpu &least = leastOf(target);
  if (target.back() == '+')
    return gpu.variant != GpuVariant::Plain &&
           gpu.capability >= least.capability;
  return least.variant == GpuVariant::Plain ? gpu.capability >= least.capability
                                            : gpu.name == least.name;
}

static std::string showVersion(unsigned version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

TEST(PtxTargets, eachTargetHasTheFormsThatPtxasSays) {
  for (const TargetForm &form : kForms) {
    for (const char *target : kTargets) {
      std::string why = decode(form.text, target, "9.0");
      EXPECT_EQ(why.empty(), hasForm(*findGpu(target), form.target))
          << form.text << " for " << target << ": " << why;
    }
  }
}

TEST(PtxTargets, eachVersionHasTheFormsThatPtxasSays) {
  for (const TargetForm &form : kForms) {
    // Of the target's own versions.
    const Gpu &target = leastOf(form.target);
    for (std::string version : kVersions) {
      if (version < showVersion(target.ptxVersion))
        continue;
      std::string why = decode(form.text, std::string(target.name), version);
      EXPECT_EQ(why.empty(), version >= form.version)
          << form.text << " in PTX " << version << ": " << why;
    }
  }
}

TEST(PtxTargets, whatNoTargetHasIsRefused) {
  const std::pair<const char *, const char *> rows[] = {
      {"ld.relaxed.global.b32 r1, [d1];", "needs a scope"},
      {"ld.gpu.global.b32 r1, [d1];", "a scope needs an order"},
      {"ld.release.gpu.global.b32 r1, [d1];", "does not take '.release'"},
      {"ld.acquire.relaxed.gpu.b32 r1, [d1];", "two orders"},
      {"ld.mmio.relaxed.gpu.b32 r1, [d1];", ".mmio needs .relaxed.sys"},
      {"ld.nc.b32 r1, [d1];", ".nc needs .global"},
      {"ld.global.v8.b32 {r1,r2,r3,r4,r5,r6,r7,r8}, [d1];", "wider than 16"},
      {"ld.global.f16 h1, [d1];", "is not in the subset"},
      {"st.acquire.gpu.global.b32 [d1], r1;", "does not take '.acquire'"},
      {"red.acq_rel.gpu.global.add.u32 [d1], r1;", "does not take '.acq_rel'"},
      {"atom.volatile.global.add.u32 r1, [d1], r2;", "take '.volatile'"},
      {"atom.global.add.s64 d2, [d1], d3;", "has no such operation"},
      {"cvt.rni.s32.s16 r1, h1;", "does not take '.rni'"},
      {"cvt.ftz.f64.f16 d1, h1;", "does not take '.ftz'"},
      {"cvt.rn.f32.f16 r1, h1;", "does not take '.rn'"},
      {"setp.eq.ftz.u64 p1, d1, d2;", ".ftz is for f32"},
      {"min.abs.f32 r1, r2, r3;", "go together"},
      {"min.f32 r1, r2, r3, r4;", "takes 3 operands"},
      {"mul.s16 h1, h2, h3;", "is not in the subset"},
      {"shfl.bfly.b32 r1, r2, r3, r4;", "is not in the subset"},
      {"redux.sync.min.f32 r1, r2, r3;", "is not in the subset"},
      {"mbarrier.arrive.release.gpu.b64 d1, [r1];", "is .cta or .cluster"},
      {"mbarrier.try_wait.acquire.b64 p1, [r1], d2;", "needs a scope"},
      {"mbarrier.arrive.shared::cluster.b64 d1, [r1];", "`_` must stand"},
      {"wgmma.mma_async.sync.aligned.m64n8k16.satfinite.f32.f16.f16 "
       "{r1,r2,r3,r4}, d1, d2, p1, 1, 1, 0, 0;",
       ".satfinite is for integers"},
  };
  for (auto [text, why] : rows) {
    std::string message = decode(text, "sm_90a", "9.0");
    EXPECT_NE(message.find(why), std::string::npos) << text << ": " << message;
  }
}

TEST(PtxTargets, ordersMayStandBehindTheOperation) {
  for (const char *text : {"atom.add.acquire.cta.u32 r1, [d1], r2;",
                           "atom.cas.acq_rel.gpu.b64 d2, [d1], d3, d4;",
                           "red.add.release.gpu.global.u32 [d1], r2;",
                           "ld.global.acquire.gpu.b32 r1, [d1];",
                           "st.global.release.sys.b32 [d1], r1;"})
    EXPECT_EQ(decode(text, "sm_80", "7.0"), "");
}

TEST(PtxTargets, messagesNameWhatIsNeeded) {
  EXPECT_NE(
      decode("elect.sync r1|p1, r2;", "sm_80", "7.0")
          .find("k.ptx:7:1: error: 'elect.sync' needs sm_90 or higher and "
                "PTX 8.0 or later, but this is PTX 7.0 for sm_80"),
      std::string::npos);
  EXPECT_NE(
      decode("wgmma.fence.sync.aligned;", "sm_90", "8.0")
          .find("'wgmma.fence.sync.aligned' needs sm_90a, but this is PTX "
                "8.0 for sm_90"),
      std::string::npos);
  EXPECT_NE(decode("mov.u32 r1, %cluster_ctarank;", "sm_80", "8.0")
                .find("'%cluster_ctarank' needs sm_90 or higher"),
            std::string::npos);
  EXPECT_NE(decode("", "sm_101", "8.6")
                .find("k.ptx:2:9: error: 'sm_101' is not among the targets "
                      "sm_75, sm_80,"),
            std::string::npos);
  EXPECT_NE(
      decode("", "sm_100f", "8.6").find("'sm_100f' needs PTX 8.8 or later"),
      std::string::npos);
  EXPECT_NE(decode("setmaxnreg.inc.sync.aligned.u32 24;", "sm_100", "8.8")
                .find("needs sm_90a or an `a` or `f` of a later GPU, but this "
                      "is PTX 8.8 for sm_100"),
            std::string::npos);
  EXPECT_NE(decode("wgmma.fence.sync.aligned;", "sm_100a", "8.8")
                .find("needs sm_90a, but this is PTX 8.8 for sm_100a"),
            std::string::npos);
  EXPECT_NE(decode("tcgen05.wait::ld.sync.aligned;", "sm_100a", "8.8")
                .find("k.ptx:7:1: error: 'tcgen05.wait::ld.sync.aligned': "
                      "tensor memory is no part of the emulator"),
            std::string::npos);
  EXPECT_NE(decode("", "sm_90a", "7.8").find("'sm_90a' needs PTX 8.0 or later"),
            std::string::npos);
  EXPECT_NE(decode("", "sm_75", "6.5")
                .find("PTX 6.5 is not among the versions 7.0 to 9.0"),
            std::string::npos);
}
