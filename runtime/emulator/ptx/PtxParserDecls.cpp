//===- PtxParserDecls.cpp - variables and constant expressions ------------===//

#include "runtime/emulator/ptx/PtxParserImpl.h"

#include <cstring>

namespace tqc::emu {

//===----------------------------------------------------------------------===//
// Constant expressions
//===----------------------------------------------------------------------===//

namespace {
struct BinaryRow {
  std::string_view op;
  unsigned level; // binds tighter with a higher level
};
} // namespace

static constexpr BinaryRow kBinary[] = {
    {"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},  {"==", 6},
    {"!=", 6}, {"<", 7},  {"<=", 7}, {">", 7},  {">=", 7}, {"<<", 8},
    {">>", 8}, {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10},
};

static unsigned binaryLevel(const Token &token) {
  if (token.kind == TokenKind::Punct)
    for (const BinaryRow &row : kBinary)
      if (row.op == token.text)
        return row.level;
  return 0;
}

static double toDouble(const PtxConstant &c) {
  if (c.isDouble) {
    double value;
    std::memcpy(&value, &c.value, sizeof value);
    return value;
  }
  if (c.isSingle) {
    float value;
    uint32_t bits = static_cast<uint32_t>(c.value);
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  return c.isUnsigned ? static_cast<double>(c.value)
                      : static_cast<double>(static_cast<int64_t>(c.value));
}

static PtxConstant fromDouble(double value) {
  PtxConstant c;
  c.isDouble = true;
  std::memcpy(&c.value, &value, sizeof value);
  return c;
}

/// `a op b` on doubles; an integer result for comparisons.
static PtxConstant foldDouble(std::string_view op, double a, double b) {
  PtxConstant c;
  if (op == "+")
    return fromDouble(a + b);
  if (op == "-")
    return fromDouble(a - b);
  if (op == "*")
    return fromDouble(a * b);
  if (op == "/")
    return fromDouble(a / b);
  c.value = op == "<"    ? a < b
            : op == "<=" ? a <= b
            : op == ">"  ? a > b
            : op == ">=" ? a >= b
            : op == "==" ? a == b
                         : a != b;
  return c;
}

static uint64_t foldInteger(std::string_view op, uint64_t a, uint64_t b,
                            bool isUnsigned) {
  int64_t sa = static_cast<int64_t>(a), sb = static_cast<int64_t>(b);
  bool overflows = !isUnsigned && sb == -1 && sa == INT64_MIN;
  if (op == "+")
    return a + b;
  if (op == "-")
    return a - b;
  if (op == "*")
    return a * b;
  if (op == "/")
    return b == 0 || overflows ? a
           : isUnsigned        ? a / b
                               : static_cast<uint64_t>(sa / sb);
  if (op == "%")
    return b == 0 || overflows ? 0
           : isUnsigned        ? a % b
                               : static_cast<uint64_t>(sa % sb);
  if (op == "<<")
    return b > 63 ? 0 : a << b;
  if (op == ">>")
    return isUnsigned ? (b > 63 ? 0 : a >> b)
                      : static_cast<uint64_t>(sa >> (b > 63 ? 63 : b));
  if (op == "&")
    return a & b;
  if (op == "|")
    return a | b;
  if (op == "^")
    return a ^ b;
  if (op == "&&")
    return a && b;
  if (op == "||")
    return a || b;
  if (op == "==")
    return a == b;
  if (op == "!=")
    return a != b;
  bool less = isUnsigned ? a < b : sa < sb;
  bool equal = a == b;
  if (op == "<")
    return less;
  if (op == "<=")
    return less || equal;
  if (op == ">")
    return !less && !equal;
  return !less;
}

bool PtxParser::constantUnary(PtxConstant &out, unsigned depth) {
  if (depth > kMaxNesting)
    return fail("the expression is nested too deeply");
  if (accept("+"))
    return constantUnary(out, depth + 1);
  if (token.isPunct("-") || token.isPunct("!") || token.isPunct("~")) {
    char op = token.text[0];
    advance();
    if (!constantUnary(out, depth + 1))
      return false;
    bool isFloat = out.isDouble || out.isSingle;
    if (op == '-' && isFloat)
      out = fromDouble(-toDouble(out));
    else if (isFloat)
      return fail("the operator needs an integer");
    else
      out.value = op == '-'   ? 0 - out.value
                  : op == '~' ? ~out.value
                              : static_cast<uint64_t>(out.value == 0);
    return true;
  }
  if (token.isPunct("(")) {
    advance();
    if (token.kind == TokenKind::Dot &&
        (token.text == "s64" || token.text == "u64")) { // a cast
      bool isUnsigned = token.text == "u64";
      advance();
      if (!expect(")") || !constantUnary(out, depth + 1))
        return false;
      out.isUnsigned = isUnsigned;
      return true;
    }
    return constantExpr(out, 0, depth + 1) && expect(")");
  }
  if (token.is(TokenKind::Name, "WARP_SZ")) {
    out = PtxConstant();
    out.value = 32;
    advance();
    return true;
  }
  if (token.kind != TokenKind::Integer && token.kind != TokenKind::Single &&
      token.kind != TokenKind::Double)
    return fail("expected a constant but found " + found());
  out = PtxConstant();
  out.value = token.value;
  out.isUnsigned = token.isUnsigned ||
                   (token.kind == TokenKind::Integer && token.value >> 63);
  out.isSingle = token.kind == TokenKind::Single;
  out.isDouble = token.kind == TokenKind::Double;
  advance();
  return true;
}

bool PtxParser::constantExpr(PtxConstant &out, unsigned level, unsigned depth) {
  if (!constantUnary(out, depth))
    return false;
  while (unsigned here = binaryLevel(token)) {
    if (here <= level)
      break;
    std::string_view op = token.text;
    advance();
    PtxConstant right;
    if (!constantExpr(right, here, depth + 1))
      return false;
    if (out.isDouble || out.isSingle || right.isDouble || right.isSingle) {
      out = foldDouble(op, toDouble(out), toDouble(right));
      continue;
    }
    bool isUnsigned = out.isUnsigned || right.isUnsigned;
    out.value = foldInteger(op, out.value, right.value, isUnsigned);
    out.isUnsigned = isUnsigned;
  }
  if (level == 0 && token.isPunct("?")) {
    advance();
    PtxConstant yes, no;
    if (depth > kMaxNesting)
      return fail("the expression is nested too deeply");
    if (!constantExpr(yes, 0, depth + 1) || !expect(":") ||
        !constantExpr(no, 0, depth + 1))
      return false;
    out = out.value ? yes : no;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// The number of `<100>`, behind the opening bracket: no expression, or `>`
/// would be an operator.
bool PtxParser::angleCount(uint64_t &count) {
  if (token.kind != TokenKind::Integer)
    return fail("expected a count but found " + found());
  if (token.value > 0x7fffffff)
    return fail("the count is larger than 2147483647");
  count = token.value;
  advance();
  return expect(">");
}

bool PtxParser::attributeList() {
  advance();
  if (!expect("("))
    return false;
  for (unsigned depth = 1; depth != 0; advance()) {
    if (token.kind == TokenKind::End)
      return fail("an attribute list without its closing parenthesis");
    if (token.isPunct("("))
      ++depth;
    if (token.isPunct(")"))
      --depth;
  }
  return true;
}

bool PtxParser::variableHead(PtxVariable &v, unsigned &vector) {
  while (token.kind == TokenKind::Dot) {
    std::string what(token.text);
    if (what == "align") {
      advance();
      uint64_t align = 0;
      PtxPos pos = token.pos;
      if (!integer(align, "an alignment", 1u << 16))
        return false;
      if (align == 0 || (align & (align - 1)))
        return failAt(pos, "an alignment must be a power of two");
      v.align = static_cast<uint32_t>(align);
    } else if (what == "v2" || what == "v4" || what == "v8") {
      vector = static_cast<unsigned>(what[1] - '0');
      advance();
    } else if (what == "ptr") {
      v.isPointer = true;
      advance();
      if (token.kind == TokenKind::Dot && parseSpace(token.text) != Space::None)
        advance();
      if (token.is(TokenKind::Dot, "align")) {
        advance();
        uint64_t ignored = 0;
        if (!integer(ignored, "an alignment", 1u << 30))
          return false;
      }
    } else if (what == "attribute") {
      if (!attributeList())
        return false;
    } else if (what == "managed") {
      advance();
    } else {
      PtxType type = parsePtxType(what);
      if (type == PtxType::None)
        return fail("'." + what + "' is no type that the emulator knows");
      if (v.type != PtxType::None)
        return fail("a second type '." + what + "'");
      v.type = type;
      advance();
    }
  }
  if (v.type == PtxType::None)
    return fail("expected a type but found " + found());
  v.bytes = byteWidth(v.type);
  v.align = std::max(v.align, static_cast<uint32_t>(v.bytes) * vector);
  return true;
}

bool PtxParser::dimensions(PtxVariable &v) {
  while (accept("[")) {
    v.isArray = true;
    if (accept("]")) {
      v.isUnsized = true;
      continue;
    }
    uint64_t count = 0;
    PtxPos pos = token.pos;
    if (!integer(count, "an array's size", kMaxVariableBytes))
      return false;
    v.bytes *= count;
    if (v.bytes > kMaxVariableBytes)
      return failAt(pos, "the array is larger than 2 GiB");
    if (!expect("]"))
      return false;
  }
  if (v.isUnsized)
    v.bytes = 0;
  return true;
}

static void putBytes(std::vector<uint8_t> &to, uint64_t at, uint64_t value,
                     unsigned bytes) {
  if (to.size() < at + bytes)
    to.resize(at + bytes);
  for (unsigned i = 0; i < bytes && i < 8; ++i)
    to[at + i] = static_cast<uint8_t>(value >> (8 * i));
}

bool PtxParser::initialValue(PtxVariable &v, uint64_t &at) {
  unsigned width = byteWidth(v.type);
  if (!v.isUnsized && at + width > v.bytes)
    return fail("more initial values than '" + v.name + "' has room for");
  if (v.isUnsized && at + width > kMaxVariableBytes)
    return fail("'" + v.name + "' is larger than 2 GiB");
  bool isMask = token.is(TokenKind::Name, "mask");
  if (token.kind == TokenKind::Name && !token.is(TokenKind::Name, "WARP_SZ")) {
    if (isMask)
      return fail("mask() in an initial value is not supported");
    PtxRelocation reloc;
    reloc.offset = at;
    reloc.generic = token.text == "generic" && ahead.isPunct("(");
    if (reloc.generic) {
      advance();
      advance();
    }
    if (!name(reloc.symbol, "a symbol"))
      return false;
    if (reloc.generic && !expect(")"))
      return false;
    if (token.isPunct("+") || token.isPunct("-")) {
      PtxConstant addend;
      if (!constant(addend))
        return false;
      reloc.addend = static_cast<int64_t>(addend.value);
    }
    putBytes(v.init, at, 0, width);
    v.relocations.push_back(reloc);
    at += width;
    return true;
  }
  PtxConstant value;
  if (!constant(value))
    return false;
  uint64_t bits = value.value;
  if (v.type == PtxType::F32) {
    float f = static_cast<float>(toDouble(value));
    uint32_t f32;
    std::memcpy(&f32, &f, sizeof f);
    bits = value.isSingle ? value.value : f32;
  } else if (v.type == PtxType::F64) {
    double d = toDouble(value);
    std::memcpy(&bits, &d, sizeof d);
  }
  putBytes(v.init, at, bits, width);
  at += width;
  return true;
}

bool PtxParser::initialiser(PtxVariable &v, uint64_t &at, unsigned depth) {
  if (depth > kMaxNesting)
    return fail("the initial value is nested too deeply");
  if (!accept("{"))
    return initialValue(v, at);
  while (!token.isPunct("}")) {
    if (!initialiser(v, at, depth + 1))
      return false;
    if (!accept(","))
      break;
  }
  return expect("}");
}

bool PtxParser::variables(Space space, bool isExtern,
                          std::vector<PtxVariable> &out) {
  PtxVariable head;
  head.space = space;
  head.isExtern = isExtern;
  unsigned vector = 1;
  if (!variableHead(head, vector))
    return false;
  do {
    PtxVariable v = head;
    v.pos = token.pos;
    if (!name(v.name, "a variable's name"))
      return false;
    v.bytes *= vector;
    if (token.isPunct("<")) { // .param .b32 p<4>: as many variables
      advance();
      uint64_t count = 0;
      PtxPos pos = token.pos;
      if (!angleCount(count))
        return false;
      if (count > 4096)
        return failAt(pos, "more than 4096 variables at once");
      for (uint64_t i = 0; i < count; ++i) {
        PtxVariable each = v;
        each.name += std::to_string(i);
        out.push_back(each);
      }
      continue;
    }
    if (!dimensions(v))
      return false;
    if (accept("=")) {
      uint64_t at = 0;
      if (!initialiser(v, at, 0))
        return false;
      if (v.isUnsized) {
        v.isUnsized = false;
        v.bytes = at;
      }
    }
    out.push_back(std::move(v));
    if (out.size() > (1u << 20))
      return fail("more than a million variables");
  } while (accept(","));
  return expect(";");
}

} // namespace tqc::emu
