//===- DriverCompilerTest.cpp - Tests of compiling in this process --------===//

#include "compiler/driver/Compiler.h"
#include "compiler/driver/IrDiagnostics.h"
#include "compiler/syntax/Parser.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Remarks.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tqc;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

namespace {

const char *kCopy = R"(import triton
import triton.language as tl

# tqc: signature="*fp32:16, *fp32:16, i32" BLOCK=256
@triton.jit
def copy(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offs, mask=offs < n)
    tl.store(y_ptr + offs, x, mask=offs < n)
)";

struct CompilerTest : ::testing::Test {
  CompilerTest() : diags(sources) {}

  CompileResult compileText(const std::string &name, const std::string &text,
                            const CompileOptions &options = {}) {
    return compile(sources.add(name, text), options, sources, diags);
  }
  std::string words() {
    std::string text;
    llvm::raw_string_ostream os(text);
    diags.print(os);
    return text;
  }

  SourceManager sources;
  DiagEngine diags;
};

TEST_F(CompilerTest, GivesAnImageThatSaysHowToLaunchIt) {
  CompileResult result = compileText("copy.tq", kCopy);
  ASSERT_TRUE(result.succeeded) << words();
  const KernelEntry *entry = result.image.find("copy");
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->arch, "sm_80");
  EXPECT_EQ(entry->numWarps, 4);
  ASSERT_EQ(entry->params.size(), 3u);
  EXPECT_EQ(entry->params[0].type, "*fp32");
  EXPECT_EQ(entry->params[0].divisibility, 16);
  EXPECT_EQ(entry->params[2].name, "n");
  ASSERT_EQ(entry->constants.size(), 1u);
  EXPECT_EQ(entry->constants[0].value, "256");
  ASSERT_EQ(entry->accesses.size(), 2u);
  EXPECT_EQ(entry->accesses[0].line, 8);
  EXPECT_EQ(entry->accesses[0].tensor, "x_ptr");
  EXPECT_EQ(entry->accesses[1].kind, "store");
  EXPECT_EQ(entry->accesses[1].mask, "offs < n");
}

TEST_F(CompilerTest, TheTextHoldsTheFactsOfTheImage) {
  CompileResult result = compileText("copy.tq", kCopy);
  Result<KernelImage> again = KernelImage::parse(result.text);
  ASSERT_TRUE(again) << again.error().message;
  ASSERT_EQ(again->entries.size(), 1u);
  EXPECT_EQ(factLine(again->entries[0]), factLine(result.image.entries[0]));
}

TEST_F(CompilerTest, ShowsEveryPhaseInOrder) {
  std::vector<std::string> seen;
  CompileOptions options;
  options.onPhase = [&](PhaseId phase, const std::string &text) {
    EXPECT_FALSE(text.empty());
    seen.push_back(phaseOf(phase).name.str());
  };
  ASSERT_TRUE(compileText("copy.tq", kCopy, options).succeeded) << words();
  EXPECT_THAT(seen, ElementsAre("ast", "tile", "layout", "schedule", "nvvm",
                                "llvm", "ptx"));
}

TEST_F(CompilerTest, CompilesAgainInOneProcessWithTheSameBytes) {
  std::string first = compileText("copy.tq", kCopy).text;
  EXPECT_EQ(compileText("copy.tq", kCopy).text, first);
}

TEST_F(CompilerTest, ALauncherNamesKernelsAndArguments) {
  SourceFile &file = sources.add("copy.tq", kCopy);
  std::unique_ptr<ast::Module> module = parseFile(file, diags);
  KernelRequest request;
  request.kernel = findKernels(*module).front();
  for (const char *name : {"x_ptr", "y_ptr"}) {
    ArgumentSpec spec;
    spec.name = name;
    spec.type = TileType(Elem::F16, {}, /*pointer=*/true);
    request.specialization.arguments.push_back(spec);
  }
  ArgumentSpec n, block;
  n.name = "n";
  n.isConstant = block.isConstant = true;
  n.constant = "1";
  block.name = "BLOCK";
  block.constant = "64";
  request.specialization.arguments.push_back(n);
  request.specialization.arguments.push_back(block);
  request.specialization.numWarps = 2;
  CompileOptions options;
  options.target.arch = "sm_90a";
  CompileResult result =
      compileKernels(*module, {request}, options, sources, diags);
  ASSERT_TRUE(result.succeeded) << words();
  const KernelEntry *entry = result.image.find("");
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->arch, "sm_90a");
  EXPECT_EQ(entry->numWarps, 2);
  EXPECT_EQ(entry->params.size(), 2u);
  EXPECT_EQ(entry->params[0].type, "*fp16");
  EXPECT_THAT(result.text, HasSubstr(".target sm_90a"));
}

TEST_F(CompilerTest, SourceErrorsAreNotOurs) {
  CompileResult result = compileText("bad.tq", "def f(:\n");
  EXPECT_FALSE(result.succeeded);
  EXPECT_FALSE(result.internalError);
  EXPECT_THAT(words(), StartsWith("bad.tq:1:7: error: "));
}

TEST_F(CompilerTest, UnknownGpusAreRefused) {
  CompileOptions options;
  options.target.arch = "sm_42";
  EXPECT_FALSE(compileText("copy.tq", kCopy, options).succeeded);
  EXPECT_THAT(words(), HasSubstr("no GPU is called `sm_42`"));
}

TEST_F(CompilerTest, ExplainsLayoutsLineByLine) {
  CompileOptions options;
  options.explain = true;
  CompileResult result = compileText("copy.tq", kCopy, options);
  ASSERT_EQ(result.explanation.size(), 1u);
  const ExplainedKernel &kernel = result.explanation.front();
  EXPECT_EQ(kernel.name, "copy");
  EXPECT_EQ(kernel.file, "copy.tq");
  EXPECT_EQ(kernel.warps, 4);
  ASSERT_GE(kernel.items.size(), 2u);
  EXPECT_EQ(kernel.items[0].line, 8u);
  EXPECT_EQ(kernel.items[0].kind, "access");
  EXPECT_THAT(kernel.items[0].text, StartsWith("x = load of "));
  ASSERT_EQ(kernel.layouts.size(), 1u);
  EXPECT_THAT(kernel.layouts[0].text, StartsWith("#tqg.linear<"));
}

//===----------------------------------------------------------------------===//
// IrDiagnostics
//===----------------------------------------------------------------------===//

struct IrDiagnosticsTest : CompilerTest {
  IrDiagnosticsTest() : context(mlir::MLIRContext::Threading::DISABLED) {
    sources.add("k.tq", "a = 1\nb = tl.dot(x, y)\nc = f(b)\n");
  }
  mlir::Location at(unsigned line, unsigned column, const char *file = "k.tq") {
    return mlir::FileLineColLoc::get(&context, file, line, column);
  }
  mlir::MLIRContext context;
};

TEST_F(IrDiagnosticsTest, ShowsTheLineAndTheWord) {
  IrDiagnostics ir(context, diags);
  mlir::emitError(at(2, 5)) << "`tl.dot` of fp8 needs sm_89";
  EXPECT_EQ(words(), "k.tq:2:5: error: `tl.dot` of fp8 needs sm_89 [TQ0902]\n"
                     "    2 | b = tl.dot(x, y)\n"
                     "      |     ^^^^^^\n");
  EXPECT_FALSE(ir.foundInternalError());
}

TEST_F(IrDiagnosticsTest, FollowsNamesAndCalls) {
  IrDiagnostics ir(context, diags);
  mlir::Location inner =
      mlir::NameLoc::get(mlir::StringAttr::get(&context, "b"), at(2, 5));
  mlir::emitError(mlir::CallSiteLoc::get(inner, at(3, 5))) << "no";
  EXPECT_THAT(words(), StartsWith("k.tq:2:5: error: no"));
  EXPECT_THAT(words(), HasSubstr("k.tq:3:5: note: called from here"));
}

TEST_F(IrDiagnosticsTest, NamesAPlaceWhoseFileIsNotThere) {
  IrDiagnostics ir(context, diags);
  mlir::emitError(at(7, 3, "gone.tq")) << "no";
  EXPECT_THAT(words(), StartsWith("error: no (at "));
  EXPECT_THAT(words(), HasSubstr("gone.tq"));
}

TEST_F(IrDiagnosticsTest, OurOwnFaultsAreTQ9999) {
  IrDiagnostics ir(context, diags);
  ir.blameCompiler("layout");
  mlir::emitError(at(2, 5)) << "no layout";
  EXPECT_TRUE(ir.foundInternalError());
  EXPECT_THAT(words(), HasSubstr("internal error in phase `layout`: no layout "
                                 "[TQ9999]"));
  EXPECT_THAT(words(), HasSubstr("--dump-phases=DIR"));
}

TEST_F(IrDiagnosticsTest, OnlyTheFirstFaultOfAPhaseIsPrinted) {
  IrDiagnostics ir(context, diags);
  ir.blameCompiler("layout");
  for (int i = 0; i < 3; ++i)
    mlir::emitError(at(2, 5)) << "no layout for tile " << i;
  ir.countRepeats();
  EXPECT_TRUE(ir.foundInternalError());
  EXPECT_THAT(words(), HasSubstr("no layout for tile 0"));
  EXPECT_THAT(words(), Not(HasSubstr("no layout for tile 1")));
  EXPECT_THAT(words(), HasSubstr("internal error: 2 more of that kind"));
}

TEST_F(IrDiagnosticsTest, RemarksOfTheCategoryBecomeDiagnostics) {
  ASSERT_TRUE(enableRemarks(context, "mma", diags));
  using namespace mlir::remark;
  missed(at(2, 5), RemarkOpts::name("SelectMma").category("mma"))
      << add("the dot stays a loop of FMAs") << metric("K", 8);
  passed(at(1, 1), RemarkOpts::name("Assign").category("layout"))
      << add("not asked for");
  EXPECT_THAT(words(), StartsWith("k.tq:2:5: remark: mma, not done: the dot "
                                  "stays a loop of FMAs, K 8\n"));
  EXPECT_THAT(words(), Not(HasSubstr("not asked for")));
  EXPECT_FALSE(diags.hasErrors());
}

TEST_F(IrDiagnosticsTest, RefusesAPatternThatIsNone) {
  EXPECT_FALSE(enableRemarks(context, "(", diags));
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

TEST(PhasesTest, DumpsAreNumberedAndNamed) {
  EXPECT_EQ(dumpName("matmul", PhaseId::Ast), "matmul.1.ast");
  EXPECT_EQ(dumpName("matmul", PhaseId::Layout), "matmul.3.layout.mlir");
  EXPECT_EQ(dumpName("matmul", PhaseId::Llvm), "matmul.6.llvm.ll");
  EXPECT_EQ(dumpName("matmul", PhaseId::Ptx), "matmul.7.ptx");
}

TEST(PhasesTest, TheTableIsInTheOrderOfItsIds) {
  for (size_t i = 0; i < kPhases.size(); ++i)
    EXPECT_EQ(static_cast<size_t>(kPhases[i].id), i);
}

} // namespace
