//===- SemaReport.cpp - Errors inside inlined functions -------------------===//

#include "compiler/syntax/SemaReport.h"

namespace tqc::sema {

Span Reporter::placeOf(Span at, llvm::SmallVectorImpl<Span> &callers) const {
  size_t frame = frames.size();
  // Leave the library: its caller is the place.
  while (frame > 1 && frames[frame - 1]->scope->isLibrary) {
    at = frames[frame - 1]->call;
    --frame;
  }
  for (; frame > 1; --frame)
    if (frames[frame - 1]->call)
      callers.push_back(frames[frame - 1]->call);
  return at;
}

const ast::Param *Reporter::parameterOf(const Value &value) const {
  if (!value.isRuntime() || frames.empty() || !frames.front()->function)
    return nullptr;
  for (const ast::Param &param : frames.front()->function->params) {
    auto local = frames.front()->locals.find(param.name);
    if (local != frames.front()->locals.end() &&
        local->second.value.isRuntime() &&
        local->second.value.source() == value.source())
      return &param;
  }
  return nullptr;
}

Diag &Reporter::place(Diag::Level level, DiagCode code, Span at,
                      std::string message) {
  saidError |= level == Diag::Level::Error;
  llvm::SmallVector<Span, 4> callers;
  at = placeOf(at, callers);
  for (const Diag &known : diags.all())
    if (known.at.begin == at.begin && known.at.end == at.end &&
        known.message == message)
      return repeated.emplace_back(level, code, at, std::move(message));
  Diag &diag = level == Diag::Level::Error
                   ? diags.error(code, at, std::move(message))
                   : diags.warning(code, at, std::move(message));
  constexpr size_t kMostCallers = 8;
  for (Span caller : llvm::ArrayRef(callers).take_front(kMostCallers))
    diag.note(caller, "called from here");
  if (callers.size() > kMostCallers)
    diag.note({}, "and " + std::to_string(callers.size() - kMostCallers) +
                      " more calls around it");
  return diag;
}

Diag &Reporter::error(DiagCode code, Span at, std::string message) {
  return place(Diag::Level::Error, code, at, std::move(message));
}
Diag &Reporter::warning(DiagCode code, Span at, std::string message) {
  return place(Diag::Level::Warning, code, at, std::move(message));
}

} // namespace tqc::sema
