//===- ReadLlvm.cpp - LLVM IR as text -------------------------------------===//
//
// See EmitPtx.h. LLVM's parser trusts that its text comes from LLVM. What it is
// known to crash at is looked for before it sees the text.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/EmitPtx.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace tqc;

/// The line of a value's, type's or attribute's number that 32 bits do not
/// hold; 0 if there is none. LLVM's parser cuts such numbers off, and may
/// stumble over what is left.
static size_t lineOfHugeNumber(llvm::StringRef text) {
  for (size_t at = text.find_first_of("%@!#^"); at != llvm::StringRef::npos;
       at = text.find_first_of("%@!#^", at + 1)) {
    llvm::StringRef digits = text.substr(at + 1).take_while(llvm::isDigit);
    uint32_t number = 0;
    if (!digits.empty() &&
        (digits.getAsInteger(10, number) || number >= UINT32_MAX - 1))
      return 1 + text.take_front(at).count('\n');
  }
  return 0;
}

/// The line of an instruction that gives a label; 0 if there is none. LLVM's
/// parser takes one whose number is also that of a block for this block, and
/// frees the block twice.
static size_t lineOfLabelValue(llvm::StringRef text) {
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; };
  bool givesValue = false; // of the instruction around
  for (size_t at = 0; at < text.size(); ++at) {
    if (!isWord(text[at]))
      continue;
    llvm::StringRef word = text.substr(at).take_while(isWord);
    bool isName = at && llvm::StringRef("%@!\"$").contains(text[at - 1]);
    if (!isName && word == "label" && givesValue)
      return 1 + text.take_front(at).count('\n');
    at += word.size() - 1;
    if (isName)
      continue;
    givesValue = llvm::StringSwitch<bool>(word)
                     .Cases({"phi", "freeze", "landingpad"}, true)
                     .Cases({"select", "va_arg"}, true)
                     .Cases({"br", "switch", "indirectbr", "ret"}, false)
                     .Cases({"invoke", "callbr", "unreachable"}, false)
                     .Cases({"catchswitch", "catchret", "cleanupret"}, false)
                     .Default(givesValue);
  }
  return 0;
}

std::unique_ptr<llvm::Module> tqc::readLlvm(const std::string &text,
                                            llvm::LLVMContext &context,
                                            PtxProblem &problem) {
  initializeTarget();
  if (size_t line = lineOfHugeNumber(text)) {
    problem = {PtxProblem::Refused, "line " + std::to_string(line) +
                                        ": this number is too large for LLVM"};
    return nullptr;
  }
  if (size_t line = lineOfLabelValue(text)) {
    problem = {PtxProblem::Refused,
               "line " + std::to_string(line) + ": a label is no value"};
    return nullptr;
  }
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseIR(llvm::MemoryBufferRef(text, "input.ll"), error, context);
  if (!module) {
    problem = {PtxProblem::Refused, "line " +
                                        std::to_string(error.getLineNo()) +
                                        ": " + error.getMessage().str()};
    return nullptr;
  }
  std::string broken;
  llvm::raw_string_ostream os(broken);
  if (llvm::verifyModule(*module, &os)) {
    problem = {PtxProblem::Refused,
               llvm::StringRef(broken).split('\n').first.str()};
    return nullptr;
  }
  return hasKnownConstraints(*module, problem) ? std::move(module) : nullptr;
}
