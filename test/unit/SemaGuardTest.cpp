//===- SemaGuardTest.cpp - No value is lost in silence --------------------===//
//
// Plants a value that is an error, of which nobody has said why, as a faulty
// builtin would give it. Wherever the kernel uses it, the analysis must find
// its own fault.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/SemaEvaluator.h"

#include "gtest/gtest.h"

#include "test/unit/SemaAnalysis.h"

using namespace tqc;

namespace {

/// What is said about a kernel whose `lost` is such a value.
std::string messages(const std::string &body) {
  SourceManager sources;
  DiagEngine diags(sources);
  SourceFile &file =
      sources.add("k.tq", "@triton.jit\ndef k(p, n, lost):\n" + body);
  std::unique_ptr<ast::Module> module = parseFile(file, diags);
  SemaContext context{sources, diags, {}, {}};
  sema::ModuleTable modules(context);
  Recorder recorder;
  Refs refs =
      recorder.beginKernel("k", {{"p", TileType(Elem::F32, {}, true), 1, {}},
                                 {"n", TileType(Elem::I32), 1, {}}});
  sema::Evaluator evaluator(context, modules, &recorder);
  sema::Locals locals;
  locals["p"] = {sema::Value::runtime(TileType(Elem::F32, {}, true), refs[0]),
                 {}};
  locals["n"] = {sema::Value::runtime(TileType(Elem::I32), refs[1]), {}};
  locals["lost"] = {sema::Value::error(), {}};
  evaluator.runKernel(modules.of(*module), *findKernels(*module).front(),
                      locals);
  std::string text;
  for (const Diag &diag : diags.all())
    text += sources.describe(diag.at) + ": " + diag.message + " " +
            std::to_string(diag.code.number) + "\n";
  return text;
}

constexpr const char *kFault =
    "internal error: the analysis gives this no value and no reason 9999\n";

TEST(SemaGuardTest, ALostValueIsAFaultOfTheCompiler) {
  EXPECT_EQ(messages("    tl.store(p, lost)\n"),
            std::string("k.tq:3:17: ") + kFault);
  EXPECT_EQ(messages("    if lost:\n        tl.store(p, n)\n"),
            std::string("k.tq:3:8: ") + kFault);
  EXPECT_EQ(messages("    for i in range(n):\n        x = lost\n"),
            std::string("k.tq:4:13: ") + kFault);
  EXPECT_EQ(messages("    for i in lost:\n        pass\n"),
            std::string("k.tq:3:14: ") + kFault);
}

TEST(SemaGuardTest, ALostValueBehindAnErrorIsNoFault) {
  EXPECT_EQ(messages("    x = nothing\n    tl.store(p, lost)\n"),
            "k.tq:3:9: nothing here is called `nothing` 301\n");
}

TEST(SemaGuardTest, ALostValueThatNobodyUsesIsNone) {
  EXPECT_EQ(messages("    tl.store(p, n)\n"), "");
}

} // namespace
