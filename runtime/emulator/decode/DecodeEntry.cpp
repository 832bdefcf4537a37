//===- DecodeEntry.cpp - an entry and all that it calls -------------------===//

#include "runtime/emulator/decode/Decoder.h"

#include <algorithm>

namespace tqc::emu {

//===----------------------------------------------------------------------===//
// What the functions of an entry share
//===----------------------------------------------------------------------===//

uint32_t ProgramDecoder::useFunction(uint32_t moduleIndex) {
  uint32_t &at = functionAt[moduleIndex];
  if (at == kNoReg) {
    at = static_cast<uint32_t>(program.functions.size());
    Function function;
    function.ptx = &module.functions[moduleIndex];
    function.index = moduleIndex;
    program.functions.push_back(std::move(function));
  }
  return at;
}

static uint64_t alignUp(uint64_t value, uint64_t align) {
  return (value + align - 1) / align * align;
}

uint32_t ProgramDecoder::useShared(const PtxVariable &v,
                                   const std::string &scope) {
  std::string key = scope + v.name;
  auto it = sharedAt.find(key);
  if (it != sharedAt.end())
    return it->second;
  if (v.isUnsized || (v.isExtern && v.bytes == 0)) {
    // Dynamic memory comes behind all static variables: its place is known
    // when all functions are; 0 stands for it until then.
    return 0;
  }
  uint64_t offset =
      alignUp(kSharedStart + program.staticShared, std::max(1u, v.align));
  program.shared.push_back(
      {v.name, static_cast<uint32_t>(offset), static_cast<uint32_t>(v.bytes)});
  // What no GPU has stays so: several variables of 2 GiB do not wrap.
  program.staticShared = static_cast<uint32_t>(
      std::min<uint64_t>(offset + v.bytes - kSharedStart, 1u << 31));
  sharedAt[key] = static_cast<uint32_t>(offset);
  return static_cast<uint32_t>(offset);
}

//===----------------------------------------------------------------------===//
// The entry
//===----------------------------------------------------------------------===//

static void layOutEntryParams(const PtxFunction &entry, Program &program) {
  uint64_t at = 0;
  for (const PtxVariable &v : entry.params) {
    at = alignUp(at, std::max(1u, v.align));
    program.params.push_back(
        {v.name, static_cast<uint32_t>(at), static_cast<uint32_t>(v.bytes)});
    at += v.bytes;
  }
  program.paramBytes = static_cast<uint32_t>(at);
}

/// Dynamic shared memory begins behind the static variables, wherever in the
/// code they are named first: so all functions are looked through before.
static void placeShared(ProgramDecoder &owner) {
  uint32_t align = 16;
  auto visit = [&](const PtxVariable &v, const std::string &scope) {
    if (v.space != Space::Shared)
      return;
    if (v.isUnsized || (v.isExtern && v.bytes == 0))
      align = std::max(align, v.align);
    else
      owner.useShared(v, scope);
  };
  std::vector<bool> seen(owner.module.functions.size());
  std::vector<uint32_t> work = {owner.program.functions[0].index};
  seen[work[0]] = true;
  while (!work.empty()) {
    const PtxFunction &f = owner.module.functions[work.back()];
    work.pop_back();
    std::vector<const PtxOperand *> operands;
    for (const PtxInst &inst : f.body)
      for (const PtxOperand &op : inst.operands)
        operands.push_back(&op);
    while (!operands.empty()) {
      const PtxOperand *op = operands.back();
      operands.pop_back();
      for (const PtxOperand &item : op->items)
        operands.push_back(&item);
      if (op->kind == OperandKind::Function &&
          !seen[static_cast<size_t>(op->index)]) {
        seen[static_cast<size_t>(op->index)] = true;
        work.push_back(static_cast<uint32_t>(op->index));
      }
      if (op->kind == OperandKind::Variable && !op->isParam && !op->isReturn) {
        size_t i = static_cast<size_t>(op->index);
        visit(op->isLocal ? f.variables[i] : owner.module.variables[i],
              op->isLocal ? f.name + "$" : "");
      }
    }
  }
  owner.program.dynamicShared = static_cast<uint32_t>(
      alignUp(kSharedStart + owner.program.staticShared, align));
}

Result<Program> decodeEntry(const PtxModule &module, std::string_view entry,
                            const VariableAddresses &addresses) {
  const PtxFunction *ptx = module.findEntry(entry);
  if (!ptx)
    return Error{module.file + ": no .entry is called '" + std::string(entry) +
                 "'"};
  Program program;
  program.module = &module;
  ProgramDecoder owner{module, addresses, program, {}, {}, {}};
  owner.functionAt.assign(module.functions.size(), kNoReg);
  owner.useFunction(static_cast<uint32_t>(ptx - module.functions.data()));
  layOutEntryParams(*ptx, program);
  placeShared(owner);
  for (size_t i = 0; i < program.functions.size(); ++i) {
    // Decoding may add functions, so the one at work is moved out meanwhile.
    Function function = std::move(program.functions[i]);
    FunctionDecoder decoder(owner, function);
    bool ok = !function.ptx->isDefined || decoder.run();
    program.functions[i] = std::move(function);
    if (!ok)
      return Error{owner.error};
  }
  return program;
}

} // namespace tqc::emu
