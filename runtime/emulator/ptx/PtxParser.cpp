//===- PtxParser.cpp - the module level of PTX ----------------------------===//

#include "runtime/emulator/ptx/PtxParser.h"

#include "runtime/emulator/ptx/PtxParserImpl.h"
#include "runtime/emulator/ptx/Targets.h"

namespace tqc::emu {

std::string renderPtxError(std::string_view file, PtxPos pos,
                           std::string_view message) {
  return std::string(file) + ":" + std::to_string(pos.line) + ":" +
         std::to_string(pos.column) + ": error: " + std::string(message);
}

std::string PtxInst::spelling() const {
  std::string text = opcode;
  for (const std::string &m : modifiers)
    text += "." + m;
  return text;
}

const PtxFunction *PtxModule::findEntry(std::string_view name) const {
  for (const PtxFunction &f : functions)
    if (f.isEntry && f.isDefined && f.name == name)
      return &f;
  return nullptr;
}

int PtxModule::findFunction(std::string_view name) const {
  for (size_t i = 0; i < functions.size(); ++i)
    if (functions[i].name == name)
      return static_cast<int>(i);
  return -1;
}

int PtxModule::findVariable(std::string_view name) const {
  for (size_t i = 0; i < variables.size(); ++i)
    if (variables[i].name == name)
      return static_cast<int>(i);
  return -1;
}

PtxParser::PtxParser(std::string_view text, std::string_view file)
    : lexer(text) {
  module.file = std::string(file);
  token = lexer.next();
  ahead = lexer.next();
}

void PtxParser::advance() {
  token = ahead;
  if (token.kind != TokenKind::End)
    ahead = lexer.next();
}

bool PtxParser::failAt(PtxPos pos, std::string text) {
  if (!failed) {
    failed = true;
    errorPos = pos;
    message = token.kind == TokenKind::Error ? std::string(token.text)
                                             : std::move(text);
  }
  return false;
}

std::string PtxParser::found() const {
  if (token.kind == TokenKind::End)
    return "the end of the file";
  std::string text(token.text.substr(0, 40));
  return "'" + std::string(token.kind == TokenKind::Dot ? "." : "") + text +
         "'";
}

bool PtxParser::expect(std::string_view punct) {
  if (!token.isPunct(punct))
    return fail("expected '" + std::string(punct) + "' but found " + found());
  advance();
  return true;
}

bool PtxParser::accept(std::string_view punct) {
  if (!token.isPunct(punct))
    return false;
  advance();
  return true;
}

bool PtxParser::name(std::string &out, std::string_view what) {
  if (token.kind != TokenKind::Name)
    return fail("expected " + std::string(what) + " but found " + found());
  out = std::string(token.text);
  advance();
  return true;
}

bool PtxParser::integer(uint64_t &out, std::string_view what, uint64_t most) {
  PtxPos pos = token.pos;
  PtxConstant value;
  if (!constant(value))
    return false;
  if (value.isDouble || value.isSingle || value.value > most)
    return failAt(pos, std::string(what) + " must be an integer of at most " +
                           std::to_string(most));
  out = value.value;
  return true;
}

bool PtxParser::version() {
  advance();
  if (token.kind != TokenKind::Double)
    return fail("expected a version such as 8.0 but found " + found());
  std::string text(token.text);
  module.versionMajor = static_cast<uint32_t>(std::atoi(text.c_str()));
  size_t dot = text.find('.');
  module.versionMinor =
      dot == std::string::npos
          ? 0
          : static_cast<uint32_t>(std::atoi(text.c_str() + dot + 1));
  if (std::string why = refuseVersion(module.versionMajor, module.versionMinor);
      !why.empty())
    return fail(why);
  advance();
  return true;
}

bool PtxParser::target() {
  advance();
  do {
    PtxPos pos = token.pos;
    std::string text;
    if (!name(text, "a target such as sm_80"))
      return false;
    if (std::string why = takeTarget(text, module); !why.empty())
      return failAt(pos, why);
  } while (accept(","));
  if (module.target.empty())
    return fail("a target such as sm_80 is missing");
  return true;
}

bool PtxParser::fileDirective() {
  advance();
  uint64_t number = 0;
  if (!integer(number, "a file number", 1u << 20))
    return false;
  if (token.kind != TokenKind::String)
    return fail("expected the file's name but found " + found());
  if (module.files.size() <= number)
    module.files.resize(number + 1);
  module.files[number] = std::string(token.text);
  advance();
  while (accept(",")) { // time stamp and size
    uint64_t ignored = 0;
    if (!integer(ignored, "a number", ~uint64_t(0)))
      return false;
  }
  return true;
}

bool PtxParser::skipSection() {
  advance();
  while (token.kind != TokenKind::End && !token.isPunct("{"))
    advance();
  if (!expect("{"))
    return false;
  for (unsigned depth = 1; depth != 0; advance()) {
    if (token.kind == TokenKind::End)
      return fail("a .section without its closing brace");
    if (token.isPunct("{"))
      ++depth;
    if (token.isPunct("}"))
      --depth;
  }
  return true;
}

bool PtxParser::alias() {
  PtxPos pos = token.pos;
  advance();
  std::string from, to;
  if (!name(from, "the alias") || !expect(",") ||
      !name(to, "the aliased function") || !expect(";"))
    return false;
  int target = module.findFunction(to);
  if (target < 0)
    return failAt(pos, "'" + to + "' is not declared");
  functionIndex[from] = target;
  return true;
}

bool PtxParser::threeNumbers(uint32_t (&out)[3]) {
  advance();
  for (unsigned i = 0; i < 3; ++i) {
    uint64_t value = 0;
    if (!integer(value, "a size", 0x7fffffff))
      return false;
    out[i] = static_cast<uint32_t>(value);
    if (!accept(",")) {
      for (++i; i < 3; ++i)
        out[i] = 1;
      return true;
    }
  }
  return true;
}

bool PtxParser::functionDirectives(PtxFunction &f) {
  while (token.kind == TokenKind::Dot) {
    std::string what(token.text);
    uint64_t number = 0;
    if (std::string why = lackOf(module, "." + what); !why.empty())
      return fail(why);
    if (what == "maxntid") {
      if (!threeNumbers(f.maxntid))
        return false;
    } else if (what == "reqntid") {
      if (!threeNumbers(f.reqntid))
        return false;
    } else if (what == "reqnctapercluster") {
      if (!threeNumbers(f.reqCluster))
        return false;
    } else if (what == "maxnreg" || what == "minnctapersm" ||
               what == "maxnctapersm" || what == "maxclusterrank" ||
               what == "abi_preserve" || what == "abi_preserve_control") {
      advance();
      if (!integer(number, what, 0xffffffff))
        return false;
      if (what == "maxnreg")
        f.maxnreg = static_cast<uint32_t>(number);
    } else if (what == "noreturn" || what == "explicitcluster" ||
               what == "unified" || what == "blocksareclusters") {
      f.explicitCluster |= what == "explicitcluster";
      advance();
    } else if (what == "pragma") {
      advance();
      do {
        if (token.kind != TokenKind::String)
          return fail("expected a string but found " + found());
        advance();
      } while (accept(","));
      accept(";");
    } else if (what == "attribute") {
      if (!attributeList())
        return false;
    } else if (what == "loc") {
      if (!location())
        return false;
    } else {
      return fail("unknown directive '." + what + "' of a function");
    }
  }
  return true;
}

bool PtxParser::functionParams(PtxFunction &f, std::vector<PtxVariable> &list,
                               std::vector<int32_t> &regs, bool isEntry) {
  if (!expect("("))
    return false;
  uint64_t bytes = 0;
  while (!token.isPunct(")")) {
    if (token.kind != TokenKind::Dot)
      return fail("expected .param or .reg but found " + found());
    PtxVariable v;
    v.space = token.text == "reg" ? Space::Reg : Space::Param;
    if (token.text != "reg" && token.text != "param")
      return fail("expected .param or .reg but found " + found());
    if (isEntry && v.space == Space::Reg)
      return fail("an entry's parameters are .param");
    advance();
    unsigned vector = 1;
    if (!variableHead(v, vector))
      return false;
    v.pos = token.pos;
    if (!name(v.name, "a parameter's name") || !dimensions(v))
      return false;
    v.bytes *= vector;
    bytes = (bytes + v.align - 1) / v.align * v.align + v.bytes;
    if (isEntry && bytes > kMaxEntryParamBytes)
      return failAt(v.pos, "an entry's parameters may take " +
                               std::to_string(kMaxEntryParamBytes) + " bytes");
    regs.push_back(-1);
    if (v.space == Space::Reg) {
      regs.back() = static_cast<int32_t>(f.registers.size());
      f.registers.push_back({v.name, v.type});
      scopes.back().registers[v.name] = regs.back();
    }
    list.push_back(std::move(v));
    if (list.size() > 4096)
      return fail("more than 4096 parameters");
    if (!accept(","))
      break;
  }
  return expect(")");
}

bool PtxParser::mergeFunction(PtxFunction &&f) {
  auto it = functionIndex.find(f.name);
  if (it == functionIndex.end()) {
    functionIndex[f.name] = static_cast<int32_t>(module.functions.size());
    module.functions.push_back(std::move(f));
    return true;
  }
  PtxFunction &old = module.functions[static_cast<size_t>(it->second)];
  if (old.isDefined && f.isDefined)
    return failAt(f.pos, "'" + f.name + "' is defined a second time");
  if (f.isDefined)
    old = std::move(f);
  return true;
}

bool PtxParser::function(bool isEntry, bool isExtern) {
  PtxFunction f;
  f.isEntry = isEntry;
  advance();
  scopes.clear();
  scopes.emplace_back();
  if (token.kind == TokenKind::Dot && token.text == "attribute" &&
      !attributeList())
    return false;
  if (!isEntry && token.isPunct("(") &&
      !functionParams(f, f.returns, f.returnRegs, false))
    return false;
  f.pos = token.pos;
  if (!name(f.name, "a function's name"))
    return false;
  if (token.isPunct("(") && !functionParams(f, f.params, f.paramRegs, isEntry))
    return false;
  if (!functionDirectives(f))
    return false;
  if (accept(";"))
    return mergeFunction(std::move(f));
  if (isExtern)
    return fail("an .extern function has no body");
  // Its name must be known inside, for recursion.
  if (functionIndex.find(f.name) == functionIndex.end()) {
    PtxFunction declared;
    declared.name = f.name;
    declared.isEntry = isEntry;
    declared.returns = f.returns;
    declared.params = f.params;
    mergeFunction(std::move(declared));
  }
  f.isDefined = true;
  current = &f;
  bool ok = body();
  current = nullptr;
  return ok && mergeFunction(std::move(f));
}

bool PtxParser::topLevel() {
  if (accept(";"))
    return true;
  if (token.kind != TokenKind::Dot)
    return fail("expected a directive but found " + found());
  bool isExtern = false;
  while (token.kind == TokenKind::Dot &&
         (token.text == "visible" || token.text == "extern" ||
          token.text == "weak" || token.text == "common")) {
    isExtern |= token.text == "extern";
    advance();
  }
  std::string what(token.kind == TokenKind::Dot ? token.text : "");
  if (what == "version")
    return version();
  if (what == "target")
    return target();
  if (what == "address_size") {
    advance();
    uint64_t bits = 0;
    PtxPos pos = token.pos;
    if (!integer(bits, "the address size", 64))
      return false;
    return bits == 64 || failAt(pos, "only 64-bit addresses are supported");
  }
  if (what == "file")
    return fileDirective();
  if (what == "section")
    return skipSection();
  if (what == "loc")
    return location();
  if (what == "alias")
    return alias();
  if (what == "entry" || what == "func")
    return function(what == "entry", isExtern);
  if (what == "pragma") {
    while (token.kind != TokenKind::End && !token.isPunct(";"))
      advance();
    return expect(";");
  }
  Space space = parseSpace(what);
  if (space == Space::Global || space == Space::Const ||
      space == Space::Shared) {
    advance();
    size_t before = module.variables.size();
    if (!variables(space, isExtern, module.variables))
      return false;
    for (size_t i = before; i < module.variables.size(); ++i)
      variableIndex[module.variables[i].name] = static_cast<int32_t>(i);
    return true;
  }
  return fail("unknown directive " + found());
}

bool PtxParser::parseModule() {
  if (token.kind == TokenKind::End)
    return fail("the file is empty");
  while (token.kind != TokenKind::End)
    if (!topLevel())
      return false;
  if (module.versionMajor == 0)
    return fail("the .version directive is missing");
  if (module.target.empty())
    return fail("the .target directive is missing");
  return true;
}

Result<PtxModule> parsePtx(std::string_view text, std::string_view file) {
  PtxParser parser(text, file);
  if (!parser.parseModule())
    return Error{renderPtxError(file, parser.errorPos, parser.message)};
  return std::move(parser.module);
}

} // namespace tqc::emu
