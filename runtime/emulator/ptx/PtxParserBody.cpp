//===- PtxParserBody.cpp - what stands inside a function ------------------===//

#include "runtime/emulator/ptx/PtxParserImpl.h"

#include <cstring>

namespace tqc::emu {

//===----------------------------------------------------------------------===//
// Declarations inside a function
//===----------------------------------------------------------------------===//

bool PtxParser::registersDecl() {
  advance();
  if (token.kind != TokenKind::Dot)
    return fail("expected a register's type but found " + found());
  if (token.text == "v2" || token.text == "v4")
    return fail("vector registers are not supported; use {a, b}");
  PtxType type = parsePtxType(token.text);
  if (type == PtxType::None)
    return fail("'." + std::string(token.text) + "' is no register type");
  advance();
  do {
    std::string id;
    PtxPos pos = token.pos;
    if (!name(id, "a register's name"))
      return false;
    Scope &scope = scopes.back();
    if (accept("<")) {
      uint64_t count = 0;
      if (!angleCount(count))
        return false;
      scope.ranges[id] = type;
      scope.rangeSizes[id] = count;
      continue;
    }
    if (!scope.registers
             .emplace(id, static_cast<int32_t>(current->registers.size()))
             .second)
      return failAt(pos, "register '" + id + "' is declared a second time");
    current->registers.push_back({id, type});
  } while (accept(","));
  return expect(";");
}

bool PtxParser::localVariables(Space space, bool isExtern) {
  advance();
  size_t before = current->variables.size();
  if (!variables(space, isExtern, current->variables))
    return false;
  for (size_t i = before; i < current->variables.size(); ++i)
    scopes.back().variables[current->variables[i].name] =
        static_cast<int32_t>(i);
  return true;
}

bool PtxParser::location() {
  advance();
  uint64_t file = 0, line = 0, column = 0;
  if (!integer(file, "a file number", 1u << 20) ||
      !integer(line, "a line", 0xffffffff) ||
      !integer(column, "a column", 0xffffffff))
    return false;
  PtxLoc loc;
  loc.file = static_cast<uint32_t>(file);
  loc.line = static_cast<uint32_t>(line);
  loc.column = static_cast<uint32_t>(column);
  // `, function_name $symbol, inlined_at file line col` in either form.
  while (accept(",")) {
    std::string what;
    if (!name(what, "function_name or inlined_at"))
      return false;
    if (what == "function_name") {
      std::string symbol;
      if (!name(symbol, "a symbol"))
        return false;
      uint64_t ignored = 0;
      if (accept("+") && !integer(ignored, "an offset", ~uint64_t(0)))
        return false;
    } else if (what != "inlined_at") {
      return fail("expected function_name or inlined_at");
    }
    if (what == "inlined_at" || token.is(TokenKind::Name, "inlined_at")) {
      if (token.is(TokenKind::Name, "inlined_at"))
        advance();
      PtxLoc outer;
      if (!integer(file, "a file number", 1u << 20) ||
          !integer(line, "a line", 0xffffffff) ||
          !integer(column, "a column", 0xffffffff))
        return false;
      outer.file = static_cast<uint32_t>(file);
      outer.line = static_cast<uint32_t>(line);
      outer.column = static_cast<uint32_t>(column);
      loc.inlinedAt = static_cast<int32_t>(module.locs.size());
      module.locs.push_back(outer);
    }
  }
  accept(";");
  currentLoc = static_cast<int32_t>(module.locs.size());
  module.locs.push_back(loc);
  return true;
}

bool PtxParser::targetListDirective(std::string label) {
  PtxTargetList list;
  list.name = std::move(label);
  if (token.text == "callprototype") {
    list.isPrototype = true;
    advance();
    std::vector<int32_t> regs;
    PtxFunction scratch;
    scopes.emplace_back();
    bool ok = !token.isPunct("(") ||
              functionParams(scratch, list.returns, regs, false);
    std::string underscore;
    ok = ok && name(underscore, "'_'");
    ok = ok && (!token.isPunct("(") ||
                functionParams(scratch, list.params, regs, false));
    ok = ok && functionDirectives(scratch);
    scopes.pop_back();
    if (!ok)
      return false;
  } else {
    advance();
    do {
      std::string target;
      if (!name(target, "a target"))
        return false;
      list.targets.push_back(target);
    } while (accept(","));
  }
  current->targetLists.push_back(std::move(list));
  return expect(";");
}

bool PtxParser::labelled(std::string label, PtxPos pos) {
  advance(); // the name
  advance(); // the colon
  if (token.kind == TokenKind::Dot &&
      (token.text == "branchtargets" || token.text == "calltargets" ||
       token.text == "callprototype"))
    return targetListDirective(std::move(label));
  Scope &scope = scopes.back();
  int32_t index = static_cast<int32_t>(current->labels.size());
  if (!scope.labels.emplace(label, index).second)
    return failAt(pos, "label '" + label + "' is defined a second time");
  current->labels.push_back(static_cast<uint32_t>(current->body.size()));
  current->labelNames.push_back(std::move(label));
  return true;
}

bool PtxParser::bodyDirective() {
  std::string what(token.text);
  if (what == "reg")
    return registersDecl();
  if (what == "loc")
    return location();
  if (what == "file")
    return fileDirective();
  if (what == "section")
    return skipSection();
  if (what == "pragma") {
    while (token.kind != TokenKind::End && !token.isPunct(";"))
      advance();
    return expect(";");
  }
  bool isExtern = what == "extern";
  if (isExtern) {
    advance();
    what = std::string(token.kind == TokenKind::Dot ? token.text : "");
  }
  Space space = parseSpace(what);
  if (space == Space::Shared || space == Space::Local ||
      space == Space::Param || space == Space::Const || space == Space::Global)
    return localVariables(space, isExtern);
  if (what == "branchtargets" || what == "calltargets")
    return fail("'." + what + "' needs a label before it");
  return fail("unknown directive " + found() + " in a function");
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

bool PtxParser::body() {
  if (!expect("{"))
    return false;
  currentLoc = -1;
  braceDepth = 1;
  openScope();
  while (braceDepth != 0)
    if (!statement())
      return false;
  return true;
}

void PtxParser::openScope() {
  scopes.emplace_back();
  scopes.back().firstInst = current->body.size();
  scopes.back().firstList = current->targetLists.size();
}

/// Branches to labels of a scope are resolved when the scope ends: a label is
/// visible in its whole scope, also before it.
bool PtxParser::closeScope() {
  const Scope &scope = scopes.back();
  for (size_t i = scope.firstInst;
       !scope.labels.empty() && i < current->body.size(); ++i)
    for (PtxOperand &op : current->body[i].operands) {
      if (op.kind != OperandKind::Name)
        continue;
      auto it = scope.labels.find(op.text);
      if (it == scope.labels.end())
        continue;
      op.kind = OperandKind::Label;
      op.index = it->second;
    }
  for (size_t i = scope.firstList; i < current->targetLists.size(); ++i) {
    PtxTargetList &list = current->targetLists[i];
    list.labels.resize(list.targets.size(), -1);
    for (size_t t = 0; t < list.targets.size(); ++t) {
      auto it = scope.labels.find(list.targets[t]);
      if (it != scope.labels.end() && list.labels[t] < 0)
        list.labels[t] = it->second;
    }
  }
  scopes.pop_back();
  --braceDepth;
  advance();
  return true;
}

bool PtxParser::statement() {
  if (token.kind == TokenKind::End)
    return fail("the function's closing brace is missing");
  if (accept(";"))
    return true;
  if (token.isPunct("{")) {
    if (++braceDepth > kMaxNesting)
      return fail("blocks are nested too deeply");
    openScope();
    advance();
    return true;
  }
  if (token.isPunct("}"))
    return closeScope();
  if (token.kind == TokenKind::Dot)
    return bodyDirective();
  if (token.kind == TokenKind::Name && ahead.isPunct(":"))
    return labelled(std::string(token.text), token.pos);
  return instruction();
}

bool PtxParser::instruction() {
  if (current->body.size() >= kMaxInstructions)
    return fail("a function has more than four million instructions");
  PtxInst inst;
  inst.loc = currentLoc;
  if (accept("@")) {
    inst.guardNegated = accept("!");
    std::string guard;
    PtxPos pos = token.pos;
    if (!name(guard, "a predicate"))
      return false;
    inst.guard = findRegister(guard);
    if (inst.guard < 0)
      return failAt(pos, "'" + guard + "' is not declared");
    if (current->registers[static_cast<size_t>(inst.guard)].type !=
        PtxType::Pred)
      return failAt(pos, "'" + guard + "' is no predicate");
  }
  inst.pos = token.pos;
  if (!name(inst.opcode, "an instruction"))
    return false;
  while (token.kind == TokenKind::Dot) {
    inst.modifiers.push_back(std::string(token.text));
    if (inst.modifiers.size() > 32)
      return fail("too many modifiers");
    advance();
  }
  while (!token.isPunct(";")) {
    PtxOperand op;
    if (!operand(op, 0))
      return false;
    inst.operands.push_back(std::move(op));
    if (inst.operands.size() > kMaxOperands)
      return fail("too many operands");
    if (!accept(","))
      break;
  }
  if (!expect(";"))
    return false;
  current->body.push_back(std::move(inst));
  return true;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

int32_t PtxParser::findRegister(const std::string &id) {
  size_t digits = id.size();
  while (digits > 0 && id[digits - 1] >= '0' && id[digits - 1] <= '9')
    --digits;
  for (size_t i = scopes.size(); i-- > 0;) {
    Scope &scope = scopes[i];
    auto it = scope.registers.find(id);
    if (it != scope.registers.end())
      return it->second;
    // %r12 of %r<100>; the prefix may itself end in digits.
    for (size_t cut = digits; cut < id.size() && !scope.ranges.empty(); ++cut) {
      auto range = scope.ranges.find(id.substr(0, cut));
      if (range == scope.ranges.end() || id.size() - cut > 10)
        continue;
      if (id[cut] == '0' && cut + 1 != id.size())
        continue;
      uint64_t number = std::strtoull(id.c_str() + cut, nullptr, 10);
      if (number >= scope.rangeSizes[range->first])
        continue;
      int32_t index = static_cast<int32_t>(current->registers.size());
      current->registers.push_back({id, range->second});
      scope.registers[id] = index;
      return index;
    }
  }
  return -1;
}

bool PtxParser::resolveName(PtxOperand &out, const std::string &id) {
  out.text = id;
  if (id == "_") {
    out.kind = OperandKind::Discard;
    return true;
  }
  out.index = findRegister(id);
  if (out.index >= 0) {
    out.kind = OperandKind::Reg;
    return true;
  }
  if (id[0] == '%') {
    out.kind = OperandKind::Special;
    return true;
  }
  for (size_t i = scopes.size(); i-- > 0;) {
    auto it = scopes[i].variables.find(id);
    if (it != scopes[i].variables.end()) {
      out.kind = OperandKind::Variable;
      out.isLocal = true;
      out.index = it->second;
      return true;
    }
  }
  for (size_t i = 0; i < current->params.size(); ++i)
    if (current->params[i].name == id) {
      out.kind = OperandKind::Variable;
      out.isParam = true;
      out.index = static_cast<int32_t>(i);
      return true;
    }
  for (size_t i = 0; i < current->returns.size(); ++i)
    if (current->returns[i].name == id) {
      out.kind = OperandKind::Variable;
      out.isReturn = true;
      out.index = static_cast<int32_t>(i);
      return true;
    }
  auto variable = variableIndex.find(id);
  if (variable != variableIndex.end()) {
    out.kind = OperandKind::Variable;
    out.index = variable->second;
    return true;
  }
  auto function = functionIndex.find(id);
  if (function != functionIndex.end()) {
    out.kind = OperandKind::Function;
    out.index = function->second;
    return true;
  }
  out.kind = OperandKind::Name; // a label below, or a list of targets
  return true;
}

bool PtxParser::namedOperand(PtxOperand &out) {
  std::string id(token.text);
  out.pos = token.pos;
  advance();
  if (token.kind == TokenKind::Dot && id[0] == '%') { // %tid.x
    id += "." + std::string(token.text);
    advance();
  }
  if (!resolveName(out, id))
    return false;
  bool canAdd =
      out.kind == OperandKind::Variable || out.kind == OperandKind::Reg;
  if (canAdd && (token.isPunct("+") || token.isPunct("-"))) {
    if (out.kind == OperandKind::Reg)
      return true; // only inside [ ], which looks for it
    bool minus = token.isPunct("-");
    advance();
    PtxConstant value;
    if (!constant(value))
      return false;
    out.imm = minus ? 0 - value.value : value.value;
  }
  return true;
}

bool PtxParser::operandList(PtxOperand &out, std::string_view close,
                            unsigned depth) {
  out.pos = token.pos;
  advance();
  while (!token.isPunct(close)) {
    PtxOperand item;
    if (!operand(item, depth + 1))
      return false;
    out.items.push_back(std::move(item));
    if (out.items.size() > kMaxOperands)
      return fail("too many elements");
    if (!accept(","))
      break;
  }
  return expect(close);
}

bool PtxParser::addressOperand(PtxOperand &out, unsigned depth) {
  out.kind = OperandKind::Address;
  out.pos = token.pos;
  advance();
  PtxOperand base;
  if (!singleOperand(base, depth + 1))
    return false;
  if (token.isPunct("+") || token.isPunct("-")) {
    bool minus = token.isPunct("-");
    advance();
    PtxConstant value;
    if (!constant(value))
      return false;
    out.imm = minus ? 0 - value.value : value.value;
  }
  out.items.push_back(std::move(base));
  while (accept(",")) { // [map, {x, y}], [map, {x, y}, im2col]
    PtxOperand more;
    if (!operand(more, depth + 1))
      return false;
    out.items.push_back(std::move(more));
  }
  return expect("]");
}

bool PtxParser::singleOperand(PtxOperand &out, unsigned depth) {
  if (depth > kMaxNesting)
    return fail("operands are nested too deeply");
  out.pos = token.pos;
  if (token.isPunct("{")) {
    out.kind = OperandKind::Vector;
    return operandList(out, "}", depth);
  }
  if (token.isPunct("["))
    return addressOperand(out, depth);
  if (token.isPunct("(") && depth == 0) {
    // A call's list; a constant in parentheses looks the same only for one.
    bool constantAhead = ahead.kind == TokenKind::Integer ||
                         ahead.isPunct("-") || ahead.isPunct("(");
    if (!constantAhead) {
      out.kind = OperandKind::List;
      return operandList(out, ")", depth);
    }
    out.kind = OperandKind::List;
    return operandList(out, ")", depth);
  }
  if (token.isPunct("!") && ahead.kind == TokenKind::Name) {
    advance();
    out.negated = true;
    return namedOperand(out);
  }
  if (token.kind == TokenKind::Name && token.text != "WARP_SZ")
    return namedOperand(out);
  PtxConstant value;
  if (!constant(value))
    return false;
  out.kind = OperandKind::Imm;
  out.imm = value.value;
  out.isFloat = value.isDouble || value.isSingle;
  out.isSingle = value.isSingle;
  return true;
}

bool PtxParser::operand(PtxOperand &out, unsigned depth) {
  if (!singleOperand(out, depth))
    return false;
  if (!token.isPunct("|"))
    return true;
  advance();
  PtxOperand pair;
  pair.kind = OperandKind::Pair;
  pair.pos = out.pos;
  PtxOperand second;
  if (!singleOperand(second, depth + 1))
    return false;
  pair.items.push_back(std::move(out));
  pair.items.push_back(std::move(second));
  out = std::move(pair);
  return true;
}

} // namespace tqc::emu
