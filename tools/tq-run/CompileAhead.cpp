//===- CompileAhead.cpp - Several kernels at a time -----------------------===//
//
// How do the candidates of a kernel get compiled on all cores? Each thread has
// trees, sources and messages of its own, made from the same text; what comes
// out waits in `ahead` for the launch that wants it.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/SelectKernels.h"
#include "compiler/library/KernelCache.h"
#include "compiler/syntax/Parser.h"
#include "tools/tq-run/CompilingLauncher.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <atomic>
#include <thread>

using namespace tqc;

namespace {

/// A kernel that a thread shall compile, and what became of it.
struct Job {
  std::string slot, key;
  const ast::Module *module;
  size_t kernel; ///< of the module's kernels
  Specialization specialization;
  Result<KernelImage> image = Error{"it was not compiled"};
};

} // namespace

static Result<KernelImage> compileAlone(const Job &job,
                                        const CompileOptions &options) {
  if (std::optional<KernelImage> known = findCompiled(job.key))
    return std::move(*known);
  SourceManager sources;
  DiagEngine diags(sources);
  const SourceFile &file = sources.add(job.module->file->name().str(),
                                       job.module->file->text().str());
  std::unique_ptr<ast::Module> module = parseFile(file, diags);
  std::vector<const ast::FunctionStmt *> kernels = findKernels(*module);
  CompileResult result =
      compileKernels(*module, {{kernels[job.kernel], job.specialization}},
                     options, sources, diags);
  if (!result.succeeded) {
    const Diag *said = diags.firstErrorSince(0);
    return Error{said ? said->message : "it cannot be compiled"};
  }
  keepCompiled(job.key, result.image);
  return std::move(result.image);
}

void CompilingLauncher::compileAhead(
    const std::vector<KernelInvocation> &invocations) {
  if (tileDevice || listing || afterPass)
    return; // such code is made where it is used
  CompileOptions options = compileOptions();
  std::vector<Job> jobs;
  for (const KernelInvocation &invocation : invocations) {
    DiagEngine quiet(sources); // who launches it hears what is wrong
    Result<Specialization> specialization = specialize(invocation, quiet);
    std::vector<const ast::FunctionStmt *> kernels =
        findKernels(*invocation.module);
    auto kernel = llvm::find(kernels, invocation.kernel);
    if (!specialization || kernel == kernels.end())
      continue;
    std::string slot = slotOf(*invocation.kernel, *specialization);
    if (cache.count(slot) || ahead.count(slot))
      continue;
    std::string key = kernelKey(*invocation.module, *invocation.kernel,
                                *specialization, options);
    jobs.push_back({slot, key, invocation.module,
                    static_cast<size_t>(kernel - kernels.begin()),
                    std::move(*specialization)});
  }
  std::atomic<size_t> next = 0;
  auto work = [&] {
    for (size_t i = next++; i < jobs.size(); i = next++)
      jobs[i].image = compileAlone(jobs[i], options);
  };
  size_t cores = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (size_t i = 1; i < std::min(cores, jobs.size()); ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  for (Job &job : jobs)
    ahead.emplace(job.slot, std::move(job.image));
}
