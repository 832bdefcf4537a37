//===- Decisions.cpp - What was decided of a text -------------------------===//

#include "tools/tqc-lsp/Decisions.h"

#include "compiler/driver/Compiler.h"

#include "llvm/ADT/STLExtras.h"

using namespace tqc;

/// Nobody typed for so long.
static constexpr std::chrono::milliseconds kPause(250);
/// An editor should have its answer in 50.
static constexpr std::chrono::milliseconds kPatience(25);

static DecidedText::Lines decide(const std::string &path,
                                 const std::string &text) {
  SourceManager sources;
  DiagEngine quiet(sources);
  CompileOptions options;
  options.explain = true;
  options.last = PhaseId::Schedule;
  options.staticPrint = [](llvm::StringRef) {};
  const SourceFile &file = sources.add(path, text);
  CompileResult result = compile(file, options, sources, quiet);
  DecidedText::Lines lines;
  for (const ExplainedKernel &kernel : result.explanation)
    for (const ExplainedItem &item : kernel.items)
      if (item.inside.empty())
        lines.emplace(item.line, item.text);
  return lines;
}

Decisions::~Decisions() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isOver = true;
  }
  changed.notify_all();
  worker.join();
}

std::shared_ptr<DecidedText> Decisions::begin(std::string path,
                                              std::string text) {
  auto asked = std::make_shared<DecidedText>();
  asked->path = std::move(path);
  asked->text = std::move(text);
  asked->due = std::chrono::steady_clock::now() + kPause;
  {
    std::lock_guard<std::mutex> lock(mutex);
    waiting = asked;
  }
  changed.notify_all();
  return asked;
}

std::vector<std::string> Decisions::of(DecidedText &asked, uint32_t line) {
  std::unique_lock<std::mutex> lock(mutex);
  if (!asked.isDone) {
    asked.due = std::chrono::steady_clock::now();
    changed.notify_all();
    changed.wait_for(lock, kPatience, [&] { return asked.isDone; });
  }
  std::vector<std::string> result;
  auto [from, to] = asked.lines.equal_range(line);
  for (auto it = from; it != to; ++it)
    if (!llvm::is_contained(result, it->second))
      result.push_back(it->second);
  return result;
}

void Decisions::work() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!isOver) {
    if (!waiting) {
      changed.wait(lock);
      continue;
    }
    // A copy: what is waiting may be replaced, and its time gone, meanwhile.
    if (auto due = waiting->due; std::chrono::steady_clock::now() < due) {
      changed.wait_until(lock, due);
      continue;
    }
    std::shared_ptr<DecidedText> text = std::move(waiting);
    lock.unlock();
    DecidedText::Lines lines = decide(text->path, text->text);
    lock.lock();
    text->lines = std::move(lines);
    text->isDone = true;
    changed.notify_all();
  }
}
