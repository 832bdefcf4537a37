//===- EmuFindingsTest.cpp - planted bugs and their mended twins ----------===//

#include "EmuMachine.h"

namespace tqc::test {
namespace {

/// An entry k with pointers x and y, and what the body needs.
std::string kernel(const std::string &body, const std::string &extra = "") {
  return ".version 8.0\n.target sm_90a\n.address_size 64\n" + extra +
         ".visible .entry k(.param .u64 x, .param .u64 y)\n{\n"
         ".reg .b64 %rd<20>; .reg .b32 %r<20>; .reg .pred %p<4>;\n"
         ".shared .align 16 .b8 smem[256]; .local .align 8 .b8 stack[32];\n"
         "ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];\n"
         "mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"
         "add.u64 %rd4, %rd1, %rd3; add.u64 %rd5, %rd2, %rd3;\n"
         ".loc 1 20 3\n" +
         body + "\nret;\n}\n.file 1 \"bug.tq\"\n";
}

class EmuFindings : public ::testing::Test {
protected:
  /// The findings of k on x (64 ints, written) and y (64, fresh); with the
  /// status' message as a last one if the launch failed.
  std::vector<Finding> find(const std::string &ptx, uint32_t threads = 64,
                            uint32_t blocks = 1) {
    auto image = KernelImage::parse(ptx);
    EXPECT_TRUE(image);
    device = std::make_unique<EmulatorDevice>(options);
    auto module = device->loadPtx(*image, "bug.ptx");
    EXPECT_TRUE(module) << module.error().message;
    auto x = device->allocate({"x", 256, "i32", {64}});
    auto y = device->allocate({"y", 256, "i32", {64}});
    std::vector<int> zeros(64);
    EXPECT_TRUE(device->copyIn(*x, zeros.data(), 256));
    Launch launch;
    launch.module = *module;
    launch.entry = "k";
    launch.block = {threads, 1, 1};
    launch.grid = {blocks, 1, 1};
    launch.arguments = {ArgumentBytes::of(*x), ArgumentBytes::of(*y)};
    ended = bool(device->launch(launch));
    yAddress = *y;
    return device->takeFindings();
  }

  void expectOne(const std::string &body, const std::string &kind,
                 const std::string &words, uint32_t threads = 64) {
    auto findings = find(kernel(body), threads);
    ASSERT_EQ(findings.size(), 1u) << body;
    EXPECT_EQ(findings[0].kind, kind) << findings[0].text;
    EXPECT_NE(findings[0].text.find(words), std::string::npos)
        << findings[0].text;
    EXPECT_EQ(findings[0].file, "bug.tq");
    EXPECT_EQ(findings[0].line, 20);
  }
  void expectNone(const std::string &body, uint32_t threads = 64) {
    for (const Finding &f : find(kernel(body), threads))
      ADD_FAILURE() << f.text;
    EXPECT_TRUE(ended);
  }

  emu::EmulatorOptions options;
  std::unique_ptr<EmulatorDevice> device;
  bool ended = false;
  DevicePtr yAddress = 0;
};

TEST_F(EmuFindings, OutOfBounds) {
  expectOne("ld.global.u32 %r2, [%rd4+4];", "out-of-bounds",
            "reads element 64 of x, which has 64 elements");
  expectOne("st.global.u32 [%rd5+-4], %r1;", "out-of-bounds",
            "writes element -1 of y, before its beginning");
  expectOne("mov.u64 %rd6, 0; ld.global.u32 %r2, [%rd6];", "out-of-bounds",
            "null pointer");
  expectNone("ld.global.u32 %r2, [%rd4];");
}

TEST_F(EmuFindings, PointerOfAnotherTensor) {
  // y - x is added to x: the address is y's, the pointer is not.
  expectOne("ld.param.u64 %rd9, [x]; sub.u64 %rd6, %rd9, %rd9;\n"
            "add.u64 %rd7, %rd4, 65792;\nst.global.u32 [%rd7], %r1;",
            "out-of-bounds", "of x");
}

TEST_F(EmuFindings, SharedAndLocal) {
  expectOne("mov.u32 %r2, smem; st.shared.u32 [%r2+256], %r1;", "out-of-bounds",
            "offset 256 of shared memory, which has 256");
  expectOne("mov.u64 %rd6, stack; st.local.u32 [%rd6+32], %r1;",
            "out-of-bounds", "local memory");
  expectNone("mov.u32 %r2, smem; mad.lo.u32 %r2, %r1, 4, %r2;\n"
             "st.shared.u32 [%r2], %r1;");
}

TEST_F(EmuFindings, Misaligned) {
  expectOne("ld.global.v2.u32 {%r2, %r3}, [%rd1+4];", "misaligned",
            "no multiple of 8");
  expectNone("ld.global.v2.u32 {%r2, %r3}, [%rd1+8];");
}

TEST_F(EmuFindings, UninitialisedMemory) {
  expectOne("ld.global.u32 %r2, [%rd5]; add.u32 %r3, %r2, 1;\n"
            "st.global.u32 [%rd4], %r3;",
            "uninitialised-read", "is stored");
  expectOne("mov.u32 %r2, smem; ld.shared.u32 %r3, [%r2];\n"
            "setp.eq.u32 %p1, %r3, 0; @%p1 st.global.u32 [%rd4], %r1;",
            "uninitialised-read", "decides");
  expectOne("ld.local.u32 %r3, [stack]; mul.wide.u32 %rd6, %r3, 0;\n"
            "add.u64 %rd7, %rd4, %rd6; ld.global.u32 %r4, [%rd7];",
            "uninitialised-read", "address");
}

TEST_F(EmuFindings, UndefinedValuesThatDoNotMatter) {
  // Loaded and thrown away, as masked tiles do.
  expectNone("ld.global.u32 %r2, [%rd5]; setp.lt.u32 %p1, %r1, 0;\n"
             "selp.u32 %r3, %r2, 7, %p1; st.global.u32 [%rd4], %r3;");
  // Through shared memory, then written before the second load.
  expectNone("ld.global.u32 %r2, [%rd5]; mov.u32 %r4, smem;\n"
             "shl.b32 %r5, %r1, 2; add.u32 %r4, %r4, %r5;\n"
             "st.shared.u32 [%r4], %r2; st.shared.u32 [%r4], %r1;\n"
             "ld.shared.u32 %r6, [%r4]; st.global.u32 [%rd4], %r6;");
  // A shuffle brings a defined value.
  expectNone("mov.u32 %r2, %laneid; setp.eq.u32 %p1, %r2, 0;\n"
             "ld.global.u32 %r3, [%rd5]; @%p1 mov.u32 %r3, 5;\n"
             "shfl.sync.idx.b32 %r4, %r3, 0, 31, -1;\n"
             "st.global.u32 [%rd4], %r4;");
}

TEST_F(EmuFindings, UnwrittenOutput) {
  find(kernel("setp.lt.u32 %p1, %r1, 60; @%p1 st.global.u32 [%rd5], %r1;"));
  std::vector<int> y(64);
  EXPECT_TRUE(device->copyOut(y.data(), yAddress, 256));
  auto findings = device->takeFindings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "unwritten-output");
  EXPECT_NE(findings[0].text.find("4 of 64 elements of 'y'"),
            std::string::npos);
}

TEST_F(EmuFindings, BarrierDeadlock) {
  expectOne("setp.lt.u32 %p1, %r1, 32; @%p1 bar.sync 1, 64;", "deadlock",
            "waits in bar.sync");
  EXPECT_FALSE(ended);
  expectNone("bar.sync 1, 64; bar.sync 0;");
}

TEST_F(EmuFindings, ExitedThreadsAreNotWaitedFor) {
  expectNone("setp.lt.u32 %p1, %r1, 32; @%p1 exit; bar.sync 0;");
}

TEST_F(EmuFindings, BarrierInDivergentCode) {
  // The other 24 lanes wait at the end of the branch: as on a GPU, it hangs.
  auto findings = find(kernel("setp.lt.u32 %p1, %r1, 8; @!%p1 bra E;\n"
                              "bar.sync 0;\nE:"),
                       32);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].kind, "deadlock");
  EXPECT_EQ(findings[1].kind, "divergent-aligned");
  EXPECT_NE(findings[1].text.find("only 8 of the 32 threads"),
            std::string::npos);
  expectNone("setp.lt.u32 %p1, %r1, 8; @%p1 barrier.sync 0;\n"
             "@!%p1 barrier.sync 0;",
             32);
}

TEST_F(EmuFindings, BarrierReductions) {
  expectNone("setp.lt.u32 %p1, %r1, 40; bar.red.popc.u32 %r2, 0, %p1;\n"
             "bar.red.and.pred %p2, 1, 64, %p1; bar.red.or.pred %p3, 2, !%p1;\n"
             "setp.ne.u32 %p1, %r2, 40; @%p1 trap; @%p2 trap; @!%p3 trap;");
}

TEST_F(EmuFindings, ProgramsThatWriteTheSameElement) {
  // 64 threads, 2 programs: both write y[0..63], and not the same.
  auto races = find(kernel("mov.u32 %r2, %ctaid.x; add.u32 %r2, %r2, %r1;\n"
                           "st.global.u32 [%rd5], %r2;"),
                    64, 2);
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].kind, "global-race");
  EXPECT_NE(races[0].text.find("of y; program ("), std::string::npos)
      << races[0].text;
  // One writes what the other reads.
  races = find(kernel("mov.u32 %r2, %ctaid.x; setp.eq.u32 %p1, %r2, 0;\n"
                      "@%p1 st.global.u32 [%rd4], %r1;\n"
                      "@!%p1 ld.global.u32 %r3, [%rd4];"),
               32, 2);
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].kind, "global-race");
}

TEST_F(EmuFindings, ProgramsThatWriteTheSameValue) {
  // Whole rows, some lanes, half words.
  for (const char *body :
       {"st.global.u32 [%rd5], %r1;",
        "setp.gt.u32 %p1, %r1, 5; @%p1 st.global.u32 [%rd5], %r1;",
        "mul.wide.u32 %rd6, %r1, 2; add.u64 %rd6, %rd2, %rd6;\n"
        "cvt.u16.u32 %rs1, %r1; st.global.u16 [%rd6], %rs1;"}) {
    auto notes = find(kernel(std::string(".reg .b16 %rs<4>;\n") + body), 64, 2);
    ASSERT_EQ(notes.size(), 1u) << body;
    EXPECT_EQ(notes[0].kind, "same-value");
    EXPECT_TRUE(notes[0].isNote);
    EXPECT_NE(notes[0].text.find("note: same-value: writes element "),
              std::string::npos)
        << notes[0].text;
    EXPECT_NE(notes[0].text.find("writes the same value there"),
              std::string::npos);
    EXPECT_TRUE(ended);
  }
  // One of them changes it afterwards, or only some of the bytes are the same.
  for (const char *body :
       {"st.global.u32 [%rd5], %r1; mov.u32 %r2, %ctaid.x;\n"
        "setp.eq.u32 %p1, %r2, 0; @%p1 st.global.u32 [%rd5], 77;",
        "st.global.u32 [%rd5], %r1; mov.u32 %r2, %ctaid.x;\n"
        "setp.eq.u32 %p1, %r2, 1; @%p1 st.global.u32 [%rd5], 77;",
        "mov.u32 %r2, %ctaid.x; shl.b32 %r2, %r2, 24;\n"
        "st.global.u32 [%rd5], %r2;"}) {
    bool race = false;
    for (const Finding &f : find(kernel(body), 64, 2))
      race |= f.kind == "global-race" && !f.isNote;
    EXPECT_TRUE(race) << body;
  }
}

TEST_F(EmuFindings, WarpsOfOneProgram) {
  // What warp 0 stores the others load behind it, and it matters there.
  const std::string store = "setp.eq.u32 %p1, %r1, 0;\n"
                            "@%p1 st.global.u32 [%rd1], 9;\n";
  const std::string load = "ld.global.u32 %r2, [%rd1];\n";
  for (const std::string &use :
       {std::string("st.global.u32 [%rd5], %r2;"),
        std::string("setp.eq.u32 %p2, %r2, 0; @%p2 st.global.u32 [%rd5], 1;")})
    for (bool first : {false, true}) {
      const std::string &before = first ? store : load,
                        &after = first ? load : store;
      auto races = find(kernel(before + after + use));
      ASSERT_EQ(races.size(), 1u) << before << after << use;
      EXPECT_EQ(races[0].kind, "global-race");
      EXPECT_NE(races[0].text.find("another warp of the same program writes"),
                std::string::npos)
          << races[0].text;
      for (const char *order : {"bar.sync 0;\n", "barrier.sync 3, 64;\n",
                                "bar.red.popc.u32 %r4, 0, %p1;\n"})
        expectNone(before + order + after + use);
    }
  // It is thrown away in the others: a scalar that all load and one stores.
  expectNone(load + "add.u32 %r2, %r2, 1; setp.eq.u32 %p1, %r1, 0;\n"
                    "@%p1 st.global.u32 [%rd1], %r2;");
  // Loaded by one warp, stored by the next one.
  auto races = find(kernel("setp.lt.u32 %p1, %r1, 32;\n"
                           "@%p1 ld.global.u32 %r2, [%rd4+128];\n"
                           "@%p1 st.global.u32 [%rd5], %r2;\n"
                           "@!%p1 st.global.u32 [%rd4], %r1;"));
  ASSERT_EQ(races.size(), 1u);
  EXPECT_NE(races[0].text.find("warp 0 of the same program reads it too"),
            std::string::npos)
      << races[0].text;
  // Different values by two warps; the same one is nobody's concern.
  races = find(kernel("shr.u32 %r2, %r1, 5; st.global.u32 [%rd1], %r2;"));
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].kind, "global-race");
  expectNone("st.global.u32 [%rd1], 5;");
  // A flag hands the element over.
  expectNone("setp.lt.u32 %p1, %r1, 32; @!%p1 bra R;\n"
             "st.global.u32 [%rd5], %r1; bar.warp.sync -1;\n"
             "red.release.gpu.global.add.u32 [%rd1], 1; bra E;\n"
             "R: ld.acquire.gpu.global.u32 %r2, [%rd1];\n"
             "setp.lt.u32 %p2, %r2, 32; @%p2 bra R;\n"
             "ld.global.u32 %r3, [%rd5+-128];\nE:");
}

TEST_F(EmuFindings, LanesOfOneInstruction) {
  // All lanes, some lanes, pairs of lanes out of order; vectors; shared memory.
  for (const char *body :
       {"st.global.u32 [%rd1], %r1;",
        "setp.gt.u32 %p1, %r1, 20; @%p1 st.global.u32 [%rd1], %r1;",
        "and.b32 %r2, %r1, 15; mul.wide.u32 %rd6, %r2, 4;\n"
        "add.u64 %rd6, %rd1, %rd6; st.global.u32 [%rd6], %r1;",
        "st.global.v2.u32 [%rd1], {%r0, %r1};",
        "mov.u32 %r3, smem; st.shared.u32 [%r3], %r1;"}) {
    auto races = find(kernel(std::string("mov.u32 %r0, 0;\n") + body), 32);
    ASSERT_EQ(races.size(), 1u) << body;
    EXPECT_NE(races[0].kind.find("-race"), std::string::npos);
    EXPECT_NE(races[0].text.find("with the same instruction"),
              std::string::npos)
        << races[0].text;
  }
  expectNone("st.global.u32 [%rd1], 5;", 32);
  expectNone("and.b32 %r2, %r1, 15; mul.wide.u32 %rd6, %r2, 4;\n"
             "add.u64 %rd6, %rd1, %rd6; st.global.u32 [%rd6], %r2;",
             32);
  // Backwards, each its own.
  expectNone("mov.u64 %rd7, 124; sub.u64 %rd6, %rd7, %rd3;\n"
             "add.u64 %rd6, %rd1, %rd6; st.global.u32 [%rd6], %r1;",
             32);
}

TEST_F(EmuFindings, OneLaneAlone) {
  // The last lane of a warp, and one byte, are looked at too.
  const std::string program = "mov.u32 %r2, %ctaid.x;\n";
  for (const std::string &body :
       {program + "setp.eq.u32 %p1, %r1, 31; @%p1 st.global.u32 [%rd1], %r2;",
        program + ".reg .b16 %rs<4>; cvt.u16.u32 %rs1, %r2;\n"
                  "setp.eq.u32 %p1, %r1, 0; @%p1 st.global.u8 [%rd1], %rs1;"}) {
    auto races = find(kernel(body), 32, 2);
    ASSERT_EQ(races.size(), 1u) << body;
    EXPECT_EQ(races[0].kind, "global-race") << races[0].text;
  }
  // It alone has what another warp stores: what it does with it matters, and
  // what its neighbour does with its own does not.
  const std::string load = "setp.eq.u32 %p1, %r1, 0;\n"
                           "@%p1 st.global.u32 [%rd1], 9; mov.u32 %r2, 0;\n"
                           "setp.eq.u32 %p2, %r1, 37;\n"
                           "@%p2 ld.global.u32 %r2, [%rd1];\n";
  auto races = find(kernel(load + "@%p2 st.global.u32 [%rd5], %r2;"));
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].kind, "global-race");
  expectNone(load + "setp.eq.u32 %p3, %r1, 38;\n"
                    "@%p3 st.global.u32 [%rd5], %r2;");
}

TEST_F(EmuFindings, ProgramsThatMeetAtOneMoment) {
  // Host threads come to the store at the same time: whoever is second sees it,
  // and equal values are a note at most.
  for (int round = 0; round < 200; ++round) {
    auto races = find(kernel("mov.u32 %r2, %ctaid.x;\n"
                             "st.global.u32 [%rd5], %r2;"),
                      32, 2);
    EXPECT_EQ(races.empty() ? "" : races[0].kind, "global-race") << round;
    for (const Finding &f : find(kernel("st.global.u32 [%rd5], 7;"), 32, 2))
      EXPECT_TRUE(f.isNote) << f.text;
  }
}

TEST_F(EmuFindings, BytesOfOneWordByNeighbours) {
  // The first byte of the word is the same from both programs, the next is not.
  bool race = false;
  for (const Finding &f :
       find(kernel(".reg .b16 %rs<4>; mov.u32 %r2, %ctaid.x;\n"
                   "setp.eq.u32 %p1, %r1, 1; selp.b32 %r3, %r2, 5, %p1;\n"
                   "cvt.u16.u32 %rs1, %r3; cvt.u64.u32 %rd6, %r1;\n"
                   "add.u64 %rd6, %rd6, %rd2; st.global.u8 [%rd6], %rs1;"),
            32, 2))
    race |= f.kind == "global-race" && !f.isNote;
  EXPECT_TRUE(race);
}

TEST(EmuLaunches, OneBehindTheOther) {
  // What a program stored in a launch before is behind it.
  Machine m(kernel("mov.u32 %r2, %ctaid.x; cvt.u32.u64 %r3, %rd2;\n"
                   "setp.eq.u32 %p1, %r2, %r3;\n"
                   "@%p1 st.global.u32 [%rd4], %r2;"));
  DevicePtr x = m.fresh<uint32_t>(32);
  for (uint64_t program : {0, 1, 0})
    m.run("k", {2, 1, 1}, {32, 1, 1}, 0, x, program);
  EXPECT_EQ(m.download<uint32_t>(x, 32), std::vector<uint32_t>(32, 0));
}

TEST_F(EmuFindings, DivisionByZero) {
  expectOne("ld.global.u32 %r2, [%rd4]; div.u32 %r3, %r1, %r2;\n"
            "st.global.u32 [%rd4], %r3;",
            "division-by-zero", "which gives any value; it is stored");
  expectOne("ld.global.u32 %r2, [%rd4]; rem.s32 %r3, %r1, %r2;\n"
            "setp.eq.u32 %p1, %r3, 0; @%p1 st.global.u32 [%rd4], %r1;",
            "division-by-zero", "decides");
  // Thrown away, as in lanes that a mask leaves out.
  expectNone("ld.global.u32 %r2, [%rd4]; div.u32 %r3, %r1, %r2;\n"
             "setp.eq.u32 %p1, %r2, 0; selp.u32 %r4, 0, %r3, %p1;\n"
             "st.global.u32 [%rd4], %r4;");
  expectNone("or.b32 %r2, %r1, 1; rem.u32 %r3, 100, %r2;\n"
             "st.global.u32 [%rd4], %r3;");
  // What was undefined before stays that.
  expectOne("ld.global.u32 %r2, [%rd5]; div.u32 %r3, %r2, 3;\n"
            "st.global.u32 [%rd4], %r3;",
            "uninitialised-read", "is stored");
}

TEST_F(EmuFindings, WhatCannotBeCheckedIsSaid) {
  std::string barriers = "mov.u32 %r2, 0;\nL: bar.sync 0;\n"
                         "add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 20;\n"
                         "@%p1 bra L;\nst.global.u32 [%rd4], %r1;\n"
                         "mov.u32 %r3, smem; st.shared.u32 [%r3], 1;";
  for (bool must : {false, true})
    for (uint32_t moment : {UINT32_MAX - 9, (1u << 25) - 9}) {
      options.firstMoment = moment;
      options.mustBeChecked = must;
      std::string words = moment > 1u << 25 ? "races in shared memory, from"
                                            : "races in global memory, from";
      bool found = false;
      for (const Finding &f : find(kernel(barriers))) {
        EXPECT_EQ(f.kind, "not-checked") << f.text;
        EXPECT_EQ(f.isNote, !must);
        found |= f.text.find(words) != std::string::npos;
      }
      EXPECT_TRUE(found) << moment;
    }
  // One million barriers are not too many, and nothing is lost before the end.
  options.firstMoment = 1u << 24;
  auto races = find(kernel("bar.sync 0;\nshr.u32 %r2, %r1, 5;\n"
                           "st.global.u32 [%rd1], %r2;"));
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].kind, "global-race");
  // More programs than the check can tell apart.
  options = {};
  options.maxSteps = 1;
  bool found = false;
  for (const Finding &f :
       find(kernel("L: st.global.u32 [%rd4], %r1; bra L;"), 32, 5000000)) {
    found |= f.kind == "not-checked" && f.isNote &&
             f.text.find("the grid has 5000000 programs") != std::string::npos;
  }
  EXPECT_TRUE(found);
}

TEST_F(EmuFindings, ARowOfOneProgramAndALaneOfAnother) {
  for (const char *other :
       {"st.global.u32 [%rd2+20], %r1;", "ld.global.u32 %r3, [%rd2+20];"})
    for (int first : {0, 1}) {
      auto races =
          find(kernel("mov.u32 %r2, %ctaid.x; setp.eq.u32 %p1, %r2, " +
                      std::to_string(first) +
                      "; @%p1 bra R; setp.eq.u32 %p2, %r1, 9;\n"
                      "@%p2 " +
                      other + "\nbra E;\nR: st.global.u32 [%rd5], %r1;\nE:"),
               64, 2);
      ASSERT_GE(races.size(), 1u);
      EXPECT_EQ(races.back().kind, "global-race");
    }
}

TEST_F(EmuFindings, ProgramsThatOrderTheirAccesses) {
  const char *const clean[] = {
      // Each its own half, down to the byte.
      "mov.u32 %r2, %ctaid.x; cvt.u64.u32 %rd6, %r2;\n"
      "mad.wide.u32 %rd7, %r1, 2, %rd2; add.u64 %rd7, %rd7, %rd6;\n"
      "st.global.u8 [%rd7], %r1;",
      // Reads alone do not race.
      "ld.global.u32 %r3, [%rd4];",
      // Atomics do not race.
      "red.global.add.u32 [%rd4], 1;",
      // A flag: the second waits for the first.
      "mov.u32 %r2, %ctaid.x; setp.eq.u32 %p1, %r2, 0; @!%p1 bra W;\n"
      "st.global.u32 [%rd5], %r1; fence.acq_rel.gpu; bar.sync 0;\n"
      "atom.global.exch.b32 %r3, [%rd1], 1; bra E;\n"
      "W: ld.acquire.gpu.global.u32 %r3, [%rd1]; setp.eq.u32 %p2, %r3, 0;\n"
      "@%p2 bra W; ld.global.u32 %r4, [%rd5];\nE:"};
  for (const char *body : clean)
    for (const Finding &f : find(kernel(body), 32, 2))
      ADD_FAILURE() << f.text;
}

TEST_F(EmuFindings, Traps) {
  expectOne("setp.eq.u32 %p1, %r1, 7; @%p1 trap;", "trap", "thread 7");
  EXPECT_FALSE(ended);
}

TEST_F(EmuFindings, StepLimit) {
  options.maxSteps = 10000;
  expectOne("L: bra L;", "step-limit", "10000");
}

TEST_F(EmuFindings, TimeLimitNamesTheLoopThatSpins) {
  options.maxSeconds = 0.05;
  // Warp 0 waits at the barrier; warp 1 is the one that spins.
  auto findings = find(kernel("setp.lt.u32 %p1, %r1, 32; @%p1 bra B;\n"
                              "L:\n.loc 1 21 5\nadd.u32 %r2, %r2, 1;\n"
                              ".loc 1 22 5\nbra L;\nB: bar.sync 0;"));
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "time-limit");
  EXPECT_TRUE(findings[0].line == 21 || findings[0].line == 22);
  EXPECT_NE(findings[0].text.find("no program came to its end within 0.05 s"),
            std::string::npos);
  EXPECT_NE(findings[0].text.find("in a loop of lines 21 to 22"),
            std::string::npos)
      << findings[0].text;
  EXPECT_NE(findings[0].text.find("thread 32"), std::string::npos);
}

TEST_F(EmuFindings, InterruptedBeforeItBegins) {
  emu::Interrupt interrupt;
  interrupt.asked = 1;
  options.interrupt = &interrupt;
  EXPECT_TRUE(find(kernel("st.global.u32 [%rd5], %r1;")).empty());
  EXPECT_FALSE(ended);
}

TEST_F(EmuFindings, OncePerLineFromTheFirstProgram) {
  auto findings = find(kernel("ld.global.u32 %r2, [%rd4+256];"), 64, 20);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_NE(findings[0].text.find("program (0, 0, 0)"), std::string::npos);
  EXPECT_NE(findings[0].text.find("1279 times more"), std::string::npos);
  EXPECT_NE(findings[0].json.find("\"tensor\":\"x\""), std::string::npos);
}

TEST_F(EmuFindings, WithoutChecksStrayAddressesEndTheLaunch) {
  options.checks = false;
  find(kernel("mov.u64 %rd6, 16; ld.global.u32 %r2, [%rd6];"));
  EXPECT_FALSE(ended);
}

TEST_F(EmuFindings, UseAfterFree) {
  EmulatorDevice d{options};
  auto image = KernelImage::parse(kernel("ld.global.u32 %r2, [%rd4];"));
  auto module = d.loadPtx(*image, "bug.ptx");
  auto x = d.allocate({"x", 256, "i32", {64}});
  EXPECT_TRUE(d.free(*x));
  Launch launch;
  launch.module = *module;
  launch.entry = "k";
  launch.block = {32, 1, 1};
  launch.arguments = {ArgumentBytes::of(*x), ArgumentBytes::of(*x)};
  EXPECT_TRUE(d.launch(launch));
  auto findings = d.takeFindings();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "use-after-free");
}

} // namespace
} // namespace tqc::test
