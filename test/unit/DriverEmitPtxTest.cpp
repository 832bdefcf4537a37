//===- DriverEmitPtxTest.cpp - Tests of EmitPtx and PtxText ---------------===//

#include "compiler/codegen/EmitPtx.h"
#include "compiler/codegen/PtxText.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace tqc;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

namespace {

/// out[tid] = BODY(x[tid]) with a place at every op.
std::string kernelWith(const std::string &body, const std::string &extra = "") {
  return R"mlir(
module {
)mlir" + extra +
         R"mlir(
  llvm.func @k(%x: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    %tid = nvvm.read.ptx.sreg.tid.x : i32 loc("k.tq":3:5)
    %in = llvm.getelementptr %x[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32 loc("k.tq":4:5)
    %v = llvm.load %in : !llvm.ptr<1> -> f32 loc("k.tq":4:5)
)mlir" + body +
         R"mlir(
    %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32 loc("k.tq":6:5)
    llvm.store %r, %to : f32, !llvm.ptr<1> loc("k.tq":6:5)
    llvm.return loc("k.tq":2:1)
  } loc("k.tq":2:1)
})mlir";
}

struct EmitPtxTest : ::testing::Test {
  EmitPtxTest() : context(registry(), mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect>();
  }

  static mlir::DialectRegistry registry() {
    mlir::DialectRegistry result;
    registerPtxTranslations(result);
    return result;
  }

  /// The PTX, or the problem as text.
  std::string emit(const std::string &source, const PtxOptions &options = {}) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
    if (!module)
      return "no module";
    llvm::LLVMContext llvmContext;
    PtxProblem problem;
    auto translated = translateToLlvm(*module, llvmContext, options, problem);
    if (!translated)
      return "problem: " + problem.message;
    ir = printLlvm(*translated);
    auto ptx = writePtx(*translated, options, problem);
    return ptx ? ptx->text : "problem: " + problem.message;
  }

  mlir::MLIRContext context;
  std::string ir;
};

const char *kTwice = R"(
    %r = llvm.fadd %v, %v : f32 loc("k.tq":5:5))";

TEST_F(EmitPtxTest, WritesTheLowestVersionThatKnowsTheGpu) {
  for (auto [arch, version] : {std::pair("sm_75", "7.0"),
                               {"sm_80", "7.0"},
                               {"sm_86", "7.1"},
                               {"sm_89", "7.8"},
                               {"sm_90", "7.8"},
                               {"sm_90a", "8.0"}}) {
    PtxOptions options;
    options.arch = arch;
    EXPECT_THAT(emit(kernelWith(kTwice), options),
                StartsWith(std::string(".version ") + version + "\n.target " +
                           arch + "\n"));
  }
}

TEST_F(EmitPtxTest, HonoursAnAskedVersionAndRefusesALowerOne) {
  PtxOptions options;
  options.ptxVersion = 83;
  EXPECT_THAT(emit(kernelWith(kTwice), options), StartsWith(".version 8.3\n"));
  options.arch = "sm_90a";
  options.ptxVersion = 78;
  EXPECT_THAT(emit(kernelWith(kTwice), options),
              HasSubstr("sm_90a needs PTX 8.0, but 7.8 was asked for"));
}

// LLVM takes a version it does not know for its own default, silently.
TEST_F(EmitPtxTest, RefusesAVersionThatLlvmDoesNotKnow) {
  PtxOptions options;
  options.ptxVersion = 99;
  EXPECT_THAT(emit(kernelWith(kTwice), options),
              HasSubstr("PTX 9.9 is none that the compiler can write"));
}

TEST_F(EmitPtxTest, RaisesTheVersionForAnInstruction) {
  EXPECT_THAT(emit(kernelWith(R"(
    %r = llvm.inline_asm "createpolicy.fractional.L2::evict_last.b64 pol, 1.0; mov.f32 $0, $1;", "=f,f" %v : (f32) -> f32)")),
              StartsWith(".version 7.4\n"));
}

TEST_F(EmitPtxTest, KeepsPlacesWithoutDebugTarget) {
  std::string ptx = emit(kernelWith(kTwice));
  EXPECT_THAT(ptx, HasSubstr(".loc\t1 4 5"));
  EXPECT_THAT(ptx, HasSubstr("k.tq"));
  EXPECT_THAT(ptx, Not(HasSubstr(", debug")));
  PtxOptions options;
  options.lineInfo = false;
  EXPECT_THAT(emit(kernelWith(kTwice), options), Not(HasSubstr(".loc")));
}

TEST_F(EmitPtxTest, GivesTheSameBytesAgain) {
  std::string source = kernelWith(kTwice);
  EXPECT_EQ(emit(source), emit(source));
}

TEST_F(EmitPtxTest, FusesMultiplyAndAdd) {
  EXPECT_THAT(emit(kernelWith(R"(
    %m = llvm.fmul %v, %v : f32
    %r = llvm.fadd %m, %v : f32)")),
              HasSubstr("fma.rn.f32"));
}

TEST_F(EmitPtxTest, SharedAddressesAre32Bits) {
  std::string ptx = emit(kernelWith(R"(
    %a = llvm.mlir.addressof @s : !llvm.ptr<3>
    %p = llvm.getelementptr %a[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.store %v, %p : f32, !llvm.ptr<3>
    nvvm.barrier0
    %r = llvm.load %a : !llvm.ptr<3> -> f32)",
                                    "  llvm.mlir.global external @s() "
                                    "{addr_space = 3 : i32, alignment = 16 : "
                                    "i64} : !llvm.array<0 x i8>\n"));
  EXPECT_THAT(ptx, HasSubstr(".extern .shared .align 16 .b8 s[]"));
  EXPECT_THAT(ptx, HasSubstr("add.s32"));
}

TEST_F(EmitPtxTest, SaysThatLibdeviceIsMissing) {
  std::string source =
      kernelWith("    %r = llvm.call @__nv_tanf(%v) : (f32) -> f32",
                 "  llvm.func @__nv_tanf(f32) -> f32\n");
  EXPECT_EQ(emit(source),
            "problem: the kernel calls `__nv_tanf`, which libdevice has, but "
            "no libdevice.10.bc was found");
}

TEST_F(EmitPtxTest, PtxConstraintsThatNobodyKnowsAreRefused) {
  EXPECT_THAT(emit(kernelWith(R"(
    %r = llvm.inline_asm "mov.f32 $0, $1;", "=f,Z" %v : (f32) -> f32)")),
              StartsWith("problem: "));
}

TEST_F(EmitPtxTest, LlvmTextComesBack) {
  std::string direct = emit(kernelWith(kTwice));
  llvm::LLVMContext llvmContext;
  PtxProblem problem;
  auto module = readLlvm(ir, llvmContext, problem);
  ASSERT_TRUE(module) << problem.message;
  auto ptx = writePtx(*module, PtxOptions(), problem);
  ASSERT_TRUE(ptx) << problem.message;
  EXPECT_EQ(ptx->text, direct);
}

TEST(PtxTextTest, FindsTheDeclaredVersion) {
  EXPECT_EQ(declaredVersion("// x\n.version 7.8\n.target sm_90\n"), 78u);
  EXPECT_EQ(declaredVersion(".target sm_90\n"), 0u);
}

TEST(PtxTextTest, DropsTheHeaderAndAsmMarks) {
  EXPECT_EQ(cleanPtx("//\n// Generated by LLVM\n//\n\n.version 7.0\n\n\n"
                     "\t// begin inline asm\n\tmov.u32 %r1, 1;\n"
                     "\t// end inline asm\n"),
            ".version 7.0\n\n\tmov.u32 %r1, 1;\n");
}

} // namespace
