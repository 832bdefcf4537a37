//===- PtxParserTest.cpp - reading PTX ------------------------------------===//

#include "runtime/emulator/ptx/PtxParser.h"

#include "EmuMachine.h"

namespace tqc::test {
namespace {

using emu::parsePtx;
using emu::PtxModule;

const std::string kHead = ".version 8.0\n.target sm_90a\n.address_size 64\n";

PtxModule parse(const std::string &text) {
  auto module = parsePtx(kHead + text, "t.ptx");
  EXPECT_TRUE(module) << module.error().message;
  return module ? *module : PtxModule();
}

std::string parseError(const std::string &text) {
  auto module = parsePtx(text, "t.ptx");
  EXPECT_FALSE(module) << text;
  return module ? "" : module.error().message;
}

TEST(PtxParser, Header) {
  PtxModule m = parse("");
  EXPECT_EQ(m.versionMajor, 8u);
  EXPECT_EQ(m.target, "sm_90a");
  EXPECT_EQ(m.arch, 901u);
}

TEST(PtxParser, Variables) {
  PtxModule m =
      parse(".visible .global .align 4 .b8 table[3][4] = {{1,2,3,4},{5,6}};\n"
            ".const .f32 pi = 0f40490FDB, half = 0.5;\n"
            ".global .u64 p = generic(table)+8;\n"
            ".extern .shared .align 16 .b8 dyn[];\n"
            ".global .s32 e = (3 << 4) | 1, f = -7 / 2, g = 1 ? 5 : 6;\n");
  ASSERT_EQ(m.variables.size(), 8u);
  EXPECT_EQ(m.variables[0].bytes, 12u);
  EXPECT_EQ(m.variables[0].init, (std::vector<uint8_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(m.variables[1].init[3], 0x40);
  EXPECT_EQ(m.variables[2].init[3], 0x3f);
  EXPECT_EQ(m.variables[3].relocations[0].symbol, "table");
  EXPECT_EQ(m.variables[3].relocations[0].addend, 8);
  EXPECT_TRUE(m.variables[4].isUnsized);
  EXPECT_EQ(m.variables[5].init[0], 49);
  EXPECT_EQ(m.variables[6].init[0], uint8_t(-3));
  EXPECT_EQ(m.variables[7].init[0], 5);
}

TEST(PtxParser, Functions) {
  PtxModule m =
      parse(".func (.param .b32 r) f(.param .b64 x, .reg .u32 y) .noreturn;\n"
            ".visible .entry k(.param .u64 .ptr .global .align 16 p,\n"
            "  .param .align 8 .b8 s[24]) .maxntid 128, 2 .minnctapersm 2\n"
            ".reqnctapercluster 2, 1, 1 .maxnreg 64 .explicitcluster\n"
            "{ .reg .b32 %r<10>; .reg .pred p; .local .align 8 .b8 d[16];\n"
            "  .loc 1 12 5, function_name $s, inlined_at 1 30 7\n"
            "  @!p bra $L; ld.param.u64.v2 {%r1, _}, [s+8];\n"
            "$L: setp.lt.and.s32 p|%r2, %r3, -5, !p; ret; }\n"
            ".section .debug_str { $s: .b8 102,0 }\n.file 1 \"a.tq\"\n");
  ASSERT_EQ(m.functions.size(), 2u);
  const auto &k = m.functions[1];
  EXPECT_EQ(k.params[1].bytes, 24u);
  EXPECT_TRUE(k.params[0].isPointer);
  EXPECT_EQ(k.maxntid[1], 2u);
  EXPECT_EQ(k.reqCluster[0], 2u);
  EXPECT_TRUE(k.explicitCluster);
  ASSERT_EQ(k.body.size(), 4u);
  EXPECT_TRUE(k.body[0].guardNegated);
  EXPECT_EQ(k.body[0].operands[0].kind, emu::OperandKind::Label);
  EXPECT_EQ(k.labels[0], 2u);
  EXPECT_EQ(k.body[2].spelling(), "setp.lt.and.s32");
  EXPECT_EQ(k.body[2].operands[0].kind, emu::OperandKind::Pair);
  const auto &loc = m.locs[size_t(k.body[1].loc)];
  EXPECT_EQ(loc.line, 12u);
  EXPECT_EQ(m.locs[size_t(loc.inlinedAt)].line, 30u);
  EXPECT_EQ(m.files[1], "a.tq");
}

TEST(PtxParser, ScopesHideNames) {
  PtxModule m = parse(".entry k() { .reg .b32 a;\n"
                      "{ .reg .b64 a; mov.b64 a, 1; L: bra L; }\n"
                      "{ mov.b32 a, 1; L: bra L; } bra L; L: ret; }");
  const auto &k = m.functions[0];
  EXPECT_NE(k.body[0].operands[0].index, k.body[2].operands[0].index);
  EXPECT_EQ(k.labels[size_t(k.body[1].operands[0].index)], 1u);
  EXPECT_EQ(k.labels[size_t(k.body[3].operands[0].index)], 3u);
  EXPECT_EQ(k.labels[size_t(k.body[4].operands[0].index)], 5u);
}

TEST(PtxParser, ErrorsNameThePlace) {
  EXPECT_EQ(parseError(""), "t.ptx:1:1: error: the file is empty");
  EXPECT_EQ(parseError(kHead + "oops"),
            "t.ptx:4:1: error: expected a directive but found 'oops'");
  EXPECT_EQ(parseError(kHead + ".entry k() {\n  add.s32 %r1, 2;\n"),
            "t.ptx:6:1: error: the function's closing brace is missing");
  EXPECT_EQ(parseError(kHead + ".entry k() {\n  @%p add.s32 1;}"),
            "t.ptx:5:4: error: '%p' is not declared");
  EXPECT_EQ(parseError(kHead + ".global .b32 x = 99999999999999999999;"),
            "t.ptx:4:18: error: an integer literal does not fit into 64 bits");
  EXPECT_EQ(parseError(".target sm_80\n"),
            "t.ptx:2:1: error: the .version directive is missing");
}

TEST(PtxParser, HostileInputIsRefused) {
  std::string deep(100000, '(');
  parseError(kHead + ".global .b32 x = " + deep + ";");
  parseError(kHead + ".global .b32 x = " + std::string(100000, '-') + "1;");
  parseError(kHead + ".global .b32 x[2] = " + std::string(100000, '{'));
  parseError(kHead + ".entry k() {" + std::string(100000, '{'));
  parseError(kHead + ".entry k() { mov.b32 " + std::string(100000, '{'));
  parseError(kHead + ".entry k() { ld.b32 " + std::string(100000, '['));
  parseError(kHead + ".global .b8 x[99999999][99999999];");
  parseError(kHead + ".global .b32 x = 1 ? 2 : " + std::string(9, '?'));
}

/// Any cut and any changed byte of a real file is read or refused.
TEST(PtxParser, BrokenFilesDoNotCrash) {
  std::string text = readTestFile("cuda/basic.ptx").substr(0, 20000);
  std::mt19937 random(1);
  for (int i = 0; i < 400; ++i) {
    std::string broken = text.substr(0, random() % text.size());
    for (int k = 0; k < 3 && !broken.empty(); ++k)
      broken[random() % broken.size()] =
          "{}()[];,.:@!%<>|+-\"0a$_\n\0"[random() % 26];
    auto module = parsePtx(broken, "t.ptx");
    if (!module)
      EXPECT_NE(module.error().message.find("error: "), std::string::npos);
    else
      for (const auto &f : module->functions)
        if (f.isEntry && f.isDefined)
          (void)emu::decodeEntry(
              *module, f.name,
              emu::VariableAddresses(module->variables.size(), 4096));
  }
}

TEST(PtxDecoder, RefusesByNameAndLine) {
  auto refusal = [](const std::string &body) {
    PtxModule m = parse(".entry k() {\n.reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
                        ".reg .pred %p<3>; .reg .b16 %h<3>;\n" +
                        body + "\nret;\n}");
    auto program = emu::decodeEntry(m, "k", {});
    EXPECT_FALSE(program) << body;
    return program ? "" : program.error().message;
  };
  EXPECT_EQ(refusal("frobnicate.b32 %r1, %r2;"),
            "t.ptx:7:1: error: instruction 'frobnicate.b32' is not in the "
            "subset that the emulator runs");
  EXPECT_NE(refusal("add.f8 %r1, %r2, %r3;").find("the forms of 'add' are"),
            std::string::npos);
  EXPECT_EQ(refusal("add.s32 %rd1, %r2, %r3;"),
            "t.ptx:7:9: error: '%rd1' has 64 bits, expected 32");
  EXPECT_EQ(refusal("add.s32 %r1, %r2;"),
            "t.ptx:7:1: error: 'add.s32' takes 3 operands, here are 2");
  EXPECT_EQ(refusal("add.s32 5, %r2, %r3;"),
            "t.ptx:7:9: error: the result must be a register");
  EXPECT_EQ(refusal("bra nowhere;"),
            "t.ptx:7:1: error: label 'nowhere' is not defined here");
  EXPECT_EQ(refusal("mov.u32 %r1, %nosuch;"),
            "t.ptx:7:14: error: '%nosuch' is neither a declared register nor "
            "a special register that the emulator knows");
  EXPECT_EQ(refusal("cvt.s32.f32 %r1, %r2;"),
            "t.ptx:7:1: error: cvt from a float to an integer needs .rni, "
            ".rzi, .rmi or .rpi");
  EXPECT_EQ(refusal("ld.global.v4.b32 {%r1, %r2}, [%rd1];"),
            "t.ptx:7:1: error: expected a vector of 4 elements in braces");
  EXPECT_EQ(refusal("st.const.b32 [%rd1], %r1;"),
            "t.ptx:7:1: error: this state space cannot be written");
  EXPECT_EQ(refusal("setp.lt.b32 %p1, %r1, %r2;"),
            "t.ptx:7:1: error: '.lt' does not compare .b32");
  EXPECT_EQ(refusal("and.pred %p1, %p2, %r1;"),
            "t.ptx:7:20: error: '%r1' is .b32, expected .pred");
  EXPECT_EQ(refusal(".local .b8 a[300000]; .local .b8 b[300000];"),
            "t.ptx:4:8: error: the function needs 600000 bytes of local "
            "memory, a thread has 524288");
}

/// Sizes that hardware has no room for are refused before any memory is taken.
TEST(PtxDecoder, RefusesWhatNoGpuHas) {
  EXPECT_EQ(parseError(kHead + ".entry k(.param .b8 x[2147483648]) {ret;}"),
            "t.ptx:4:21: error: an entry's parameters may take 32764 bytes");
  parse(".entry k(.param .b8 x[32764]) {ret;}");
  PtxModule m = parse(".entry k() {\n.shared .b8 a[2147483648], b[2147483648];"
                      "\n.reg .b32 %r<3>;\nmov.u32 %r1, a;\nmov.u32 %r2, b;"
                      "\nret;\n}");
  auto program = emu::decodeEntry(m, "k", {});
  ASSERT_TRUE(program);
  EXPECT_GE(program->staticShared, 1u << 31);
}

} // namespace
} // namespace tqc::test
