//===- PtxTargetsTest.cpp - what each target and version may hold ---------===//
//
// PtxTargets.def says of every form which target and version ptxas wants. Here
// each is decoded for all of them.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/decode/Program.h"
#include "runtime/emulator/ptx/PtxParser.h"

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

static const std::pair<std::string, std::string> kTargets[] = {
    {"sm_75", "7.0"}, {"sm_80", "7.0"}, {"sm_86", "7.1"}, {"sm_87", "7.4"},
    {"sm_88", "9.0"}, {"sm_89", "7.8"}, {"sm_90", "7.8"}, {"sm_90a", "8.0"}};
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

static size_t placeOf(const std::string &target) {
  size_t at = 0;
  while (kTargets[at].first != target)
    ++at;
  return at;
}

TEST(PtxTargets, eachTargetHasTheFormsThatPtxasSays) {
  for (const TargetForm &form : kForms) {
    size_t least = placeOf(form.target);
    for (size_t t = 0; t < std::size(kTargets); ++t) {
      std::string why = decode(form.text, kTargets[t].first, "9.0");
      EXPECT_EQ(why.empty(), t >= least)
          << form.text << " for " << kTargets[t].first << ": " << why;
    }
  }
}

TEST(PtxTargets, eachVersionHasTheFormsThatPtxasSays) {
  for (const TargetForm &form : kForms) {
    // Of the target's own versions.
    const auto &target = kTargets[placeOf(form.target)];
    for (std::string version : kVersions) {
      if (version < target.second)
        continue;
      std::string why = decode(form.text, target.first, version);
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
  EXPECT_NE(decode("", "sm_100a", "8.6")
                .find("k.ptx:2:9: error: 'sm_100a' is not among the targets "
                      "sm_75, sm_80,"),
            std::string::npos);
  EXPECT_NE(decode("", "sm_90a", "7.8").find("'sm_90a' needs PTX 8.0 or later"),
            std::string::npos);
  EXPECT_NE(decode("", "sm_75", "6.5")
                .find("PTX 6.5 is not among the versions 7.0 to 9.0"),
            std::string::npos);
}
