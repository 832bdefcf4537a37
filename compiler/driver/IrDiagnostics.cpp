//===- IrDiagnostics.cpp - What passes say, in the user's words -----------===//

#include "compiler/driver/IrDiagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace tqc;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The word at a place: an identifier with its dots and indices, or one
/// character.
static Span wordAt(const SourceFile &file, unsigned line, unsigned column) {
  StringRef text = file.lineText(line);
  if (column == 0 || column > text.size() + 1)
    return {};
  uint32_t begin = file.base() +
                   static_cast<uint32_t>(text.data() - file.text().data()) +
                   column - 1;
  StringRef rest = text.drop_front(column - 1);
  size_t length = rest.find_if_not([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '%';
  });
  if (length == StringRef::npos)
    length = rest.size();
  return {begin, begin + static_cast<uint32_t>(std::max<size_t>(length, 1))};
}

static const SourceFile *fileNamed(const SourceManager &sources,
                                   StringRef name) {
  for (const auto &file : sources.files())
    if (file->name() == name)
      return file.get();
  return nullptr;
}

Span tqc::spanOf(Location location, const SourceManager &sources) {
  if (auto name = dyn_cast<NameLoc>(location))
    return spanOf(name.getChildLoc(), sources);
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return spanOf(call.getCallee(), sources);
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      if (Span span = spanOf(part, sources))
        return span;
    return {};
  }
  auto place = dyn_cast<FileLineColRange>(location);
  if (!place)
    return {};
  const SourceFile *file = fileNamed(sources, place.getFilename());
  return file ? wordAt(*file, place.getStartLine(), place.getStartColumn())
              : Span();
}

FileLineColRange tqc::innermostPlace(Location location) {
  if (auto name = dyn_cast<NameLoc>(location))
    return innermostPlace(name.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return innermostPlace(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      if (FileLineColRange place = innermostPlace(part))
        return place;
    return {};
  }
  return dyn_cast<FileLineColRange>(location);
}

FileLineColRange tqc::outermostPlace(Location location) {
  if (auto name = dyn_cast<NameLoc>(location))
    return outermostPlace(name.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return outermostPlace(call.getCaller());
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      if (FileLineColRange place = outermostPlace(part))
        return place;
    return {};
  }
  return dyn_cast<FileLineColRange>(location);
}

/// The call sites around a location, innermost first.
static void addCallers(Location location, const SourceManager &sources,
                       Diag &diag) {
  if (auto name = dyn_cast<NameLoc>(location))
    return addCallers(name.getChildLoc(), sources, diag);
  if (auto call = dyn_cast<CallSiteLoc>(location)) {
    addCallers(call.getCallee(), sources, diag);
    if (Span caller = spanOf(call.getCaller(), sources))
      diag.note(caller, "called from here");
  }
}

/// " (at k.tq:3:5)" for a place in a file that is not among the sources, as
/// the locations of a dump may be.
static std::string describeForeign(Location location) {
  if (isa<UnknownLoc>(location))
    return "";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << " (at ";
  location->print(os);
  os << ")";
  return text;
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

IrDiagnostics::IrDiagnostics(MLIRContext &context, DiagEngine &diags)
    : diags(diags), handler(&context, [this](Diagnostic &diagnostic) {
        return handle(diagnostic);
      }) {}

void IrDiagnostics::blameUser(DiagCode newCode) {
  code = newCode;
  phase.clear();
}

void IrDiagnostics::blameCompiler(StringRef newPhase) {
  code = code::Internal;
  phase = newPhase.str();
}

Diag &IrDiagnostics::add(Diagnostic &diagnostic, Span at) {
  std::string message = diagnostic.str();
  if (!at)
    message += describeForeign(diagnostic.getLocation());
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Warning:
    return diags.warning({0}, at, std::move(message));
  case DiagnosticSeverity::Remark:
  case DiagnosticSeverity::Note:
    return diags.report(Diag(Diag::Level::Remark, {0}, at, std::move(message)));
  case DiagnosticSeverity::Error:
    break;
  }
  if (phase.empty())
    return diags.error(code, at, std::move(message));
  return diags
      .error(code, at, "internal error in phase `" + phase + "`: " + message)
      .help(kReportInternal);
}

LogicalResult IrDiagnostics::handle(Diagnostic &diagnostic) {
  // A broken phase breaks many ops alike: the first says it, the rest count.
  if (!phase.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error &&
      ++internalErrors > 1)
    return success();
  const SourceManager &sources = diags.sourceManager();
  Diag &diag = add(diagnostic, spanOf(diagnostic.getLocation(), sources));
  addCallers(diagnostic.getLocation(), sources, diag);
  for (Diagnostic &note : diagnostic.getNotes()) {
    Span where = spanOf(note.getLocation(), sources);
    // The note that repeats the whole op helps only who reads the dump.
    if (StringRef(note.str()).starts_with("see current operation"))
      continue;
    diag.note(where.begin == diag.at.begin ? Span() : where, note.str());
  }
  return success();
}

void IrDiagnostics::countRepeats() {
  if (internalErrors > 1)
    diags.error(code::Internal, {},
                "internal error: " + std::to_string(internalErrors - 1) +
                    " more of that kind");
  internalErrors = std::min(internalErrors, 1u);
}

void IrDiagnostics::internalError(const std::string &message) {
  ++internalErrors;
  diags.error(code::Internal, {}, "internal error: " + message)
      .help(kReportInternal);
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

static StringRef outcome(const remark::detail::Remark &remark) {
  switch (remark.getRemarkType()) {
  case llvm::remarks::Type::Passed:
    return "done";
  case llvm::remarks::Type::Missed:
    return "not done";
  case llvm::remarks::Type::Failure:
    return "failed";
  default:
    return "found";
  }
}

namespace {
struct RemarkCollector : remark::detail::MLIRRemarkStreamerBase {
  RemarkCollector(const std::string &pattern, DiagEngine &diags,
                  std::vector<PassRemark> *all)
      : isWanted(pattern), diags(diags), all(all) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    PassRemark found = {remark.getCombinedCategoryName().str(),
                        remark.getRemarkName().str(), outcome(remark).str(),
                        words(remark), remark.getLocation()};
    if (isWanted.match(found.category))
      diags.report(
          Diag(Diag::Level::Remark, {0},
               spanOf(found.location, diags.sourceManager()),
               found.category + ", " + found.outcome + ": " + found.text));
    if (all)
      all->push_back(std::move(found));
  }

private:
  /// The remark's own sentence first, then its numbers.
  static std::string words(const remark::detail::Remark &remark) {
    std::string sentence, numbers;
    for (const remark::detail::Remark::Arg &arg : remark.getArgs())
      if (arg.key == "Remark" || arg.key == "Reason" || arg.key == "Suggestion")
        sentence += (sentence.empty() ? "" : "; ") + arg.val;
      else
        numbers += ", " + arg.key + " " + arg.val;
    return sentence + numbers;
  }

  llvm::Regex isWanted;
  DiagEngine &diags;
  std::vector<PassRemark> *all;
};
} // namespace

bool tqc::enableRemarks(MLIRContext &context, const std::string &pattern,
                        DiagEngine &diags, std::vector<PassRemark> *all) {
  if (!llvm::Regex(pattern).isValid())
    return false;
  remark::RemarkCategories categories;
  categories.all = categories.passed = categories.missed = ".*";
  categories.analysis = categories.failed = ".*";
  return succeeded(remark::enableOptimizationRemarks(
      context, std::make_unique<RemarkCollector>(pattern, diags, all),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories));
}
