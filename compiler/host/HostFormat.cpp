//===- HostFormat.cpp - f-strings of launchers ----------------------------===//
//
// Python's format language for numbers and strings:
//
//     [[fill]align][sign][#][0][width][,][.precision][type]
//     f"{3.14159:>8.2f}" == "    3.14"     f"{255:#06x}" == "0x00ff"
//
//===----------------------------------------------------------------------===//

#include "compiler/host/Evaluator.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

std::optional<std::string>
Evaluator::evaluateFString(const std::vector<ast::FStringExpr::Part> &parts,
                           const ScopePtr &scope) {
  std::string result;
  for (const ast::FStringExpr::Part &part : parts) {
    result += part.text;
    if (!part.value)
      continue;
    Maybe value = evaluate(part.value, scope);
    if (!value)
      return std::nullopt;
    bool asRepr = part.conversion == 'r' || part.conversion == 'a' ||
                  (part.debug && part.conversion == 0 && part.format.empty());
    if (asRepr)
      value = HostValue::string(repr(*value));
    else if (part.conversion == 's')
      value = HostValue::string(str(*value));
    std::string spec = part.format;
    if (!part.formatParts.empty()) {
      std::optional<std::string> inner =
          evaluateFString(part.formatParts, scope);
      if (!inner)
        return std::nullopt;
      spec = std::move(*inner);
    }
    Maybe text = format(*value, spec, part.value->span);
    if (!text)
      return std::nullopt;
    result += text->asString();
  }
  return result;
}

namespace {
/// A format in its pieces.
struct Spec {
  std::string fill;
  char align = 0; ///< '<', '>', '^', '=' or 0
  char sign = 0;  ///< '+', '-', ' ' or 0
  bool alternate = false;
  char group = 0; ///< ',' or '_'
  unsigned width = 0;
  std::optional<unsigned> precision;
  char type = 0;

  /// False if `text` is no format.
  bool parse(StringRef text);
};
} // namespace

static bool isAlign(char c) {
  return c == '<' || c == '>' || c == '^' || c == '=';
}

static bool takeNumber(StringRef &text, unsigned &number) {
  StringRef digits = text.take_while(llvm::isDigit);
  text = text.drop_front(digits.size());
  return !digits.empty() && !digits.getAsInteger(10, number) && number <= 1000;
}

bool Spec::parse(StringRef text) {
  size_t fillLength = 1; // of the character at the start, in bytes
  while (fillLength < text.size() &&
         (static_cast<unsigned char>(text[fillLength]) & 0xC0) == 0x80)
    ++fillLength;
  if (text.size() > fillLength && isAlign(text[fillLength])) {
    fill = text.take_front(fillLength).str();
    align = text[fillLength];
    text = text.drop_front(fillLength + 1);
  } else if (!text.empty() && isAlign(text[0])) {
    align = text[0];
    text = text.drop_front();
  }
  if (!text.empty() && StringRef("+- ").contains(text[0])) {
    sign = text[0];
    text = text.drop_front();
  }
  alternate = text.consume_front("#");
  if (text.consume_front("0")) { // fill with zeros, unless told otherwise
    fill = fill.empty() ? "0" : fill;
    align = align ? align : '=';
  }
  fill = fill.empty() ? " " : fill;
  if (!text.empty() && llvm::isDigit(text[0]) && !takeNumber(text, width))
    return false;
  if (!text.empty() && (text[0] == ',' || text[0] == '_')) {
    group = text[0];
    text = text.drop_front();
  }
  if (text.consume_front(".")) {
    unsigned number;
    if (!takeNumber(text, number))
      return false;
    precision = number;
  }
  if (text.size() == 1)
    type = text[0];
  return text.size() <= 1;
}

/// Pads `prefix` + `body` to the width.
static std::string pad(const Spec &spec, const std::string &prefix,
                       const std::string &body, char defaultAlign) {
  size_t length = 0; // in characters
  for (char c : prefix + body)
    length += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  size_t missing = spec.width > length ? spec.width - length : 0;
  auto fill = [&](size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i)
      text += spec.fill;
    return text;
  };
  switch (spec.align ? spec.align : defaultAlign) {
  case '<':
    return prefix + body + fill(missing);
  case '^':
    return fill(missing / 2) + prefix + body + fill(missing - missing / 2);
  case '=':
    return prefix + fill(missing) + body;
  default:
    return fill(missing) + prefix + body;
  }
}

/// Puts `separator` between groups of `size` digits of the whole part.
static std::string grouped(const std::string &digits, char separator,
                           size_t size) {
  size_t whole = std::min(digits.find_first_of(".eEni%"), digits.size());
  std::string result;
  for (size_t i = 0; i < whole; ++i) {
    if (i > 0 && (whole - i) % size == 0)
      result += separator;
    result += digits[i];
  }
  return result + digits.substr(whole);
}

/// As grouped, with zeros in front up to `width` if the format fills with
/// zeros: f"{1234:010,}" == "00,001,234"; the separators go through them.
static std::string groupedToWidth(const Spec &spec, std::string digits,
                                  size_t size, size_t width) {
  std::string result = grouped(digits, spec.group, size);
  if (spec.fill != "0" || spec.align != '=' || !llvm::isDigit(digits[0]))
    return result;
  while (result.size() < width) {
    digits.insert(0, "0");
    result = grouped(digits, spec.group, size);
  }
  return result;
}

static std::string signOf(const Spec &spec, bool negative) {
  return negative                             ? "-"
         : spec.sign == 0 || spec.sign == '-' ? ""
                                              : std::string(1, spec.sign);
}

static std::string formatInt(const Spec &spec, HostInt value) {
  unsigned radix = spec.type == 'x' || spec.type == 'X' ? 16
                   : spec.type == 'o'                   ? 8
                   : spec.type == 'b'                   ? 2
                                                        : 10;
  auto rest = value < 0 ? -static_cast<unsigned __int128>(value)
                        : static_cast<unsigned __int128>(value);
  std::string digits;
  do {
    digits += llvm::hexdigit(static_cast<unsigned>(rest % radix),
                             /*LowerCase=*/spec.type != 'X');
    rest /= radix;
  } while (rest != 0);
  std::reverse(digits.begin(), digits.end());
  std::string prefix = signOf(spec, value < 0);
  if (spec.alternate && radix != 10)
    prefix += std::string("0") + spec.type;
  if (spec.group)
    digits = groupedToWidth(spec, digits, radix == 10 ? 3 : 4,
                            spec.width -
                                std::min<size_t>(spec.width, prefix.size()));
  return pad(spec, prefix, digits, '>');
}

/// Python's float format with a precision but no type: as `g`, but always with
/// a decimal, so that it turns to an exponent one digit earlier.
static std::string shortFloat(double size, unsigned precision) {
  int digits = std::max(1u, precision);
  char text[1100];
  std::snprintf(text, sizeof text, "%.*e", digits - 1, size);
  StringRef whole = text;
  auto [mantissa, exponent] = whole.split('e');
  int power = std::atoi(exponent.data());
  if (power < -4 || power >= digits - 1) {
    if (mantissa.contains('.'))
      mantissa = mantissa.rtrim('0').rtrim('.');
    return (mantissa + "e" + exponent).str();
  }
  std::snprintf(text, sizeof text, "%.*g", digits, size);
  std::string result = text;
  return result.find('.') == std::string::npos ? result + ".0" : result;
}

static std::string formatFloat(const Spec &spec, double value) {
  std::string digits;
  double size = std::fabs(value);
  if (!std::isfinite(value)) {
    digits = std::isnan(value) ? "nan" : "inf";
    if (llvm::isUpper(spec.type))
      digits = StringRef(digits).upper();
    if (spec.type == '%')
      digits += '%';
  } else if (spec.type == 0 && !spec.precision) {
    digits = repr(HostValue::floating(size));
  } else if (spec.type == 0) {
    digits = shortFloat(size, *spec.precision);
  } else {
    char type = spec.type == '%' ? 'f' : spec.type;
    std::string pattern =
        std::string(spec.alternate ? "%#" : "%") + ".*" + type;
    char text[1500];
    std::snprintf(text, sizeof text, pattern.c_str(),
                  static_cast<int>(spec.precision.value_or(6)),
                  spec.type == '%' ? size * 100 : size);
    digits = text;
    if (spec.type == '%')
      digits += '%';
  }
  std::string sign = signOf(spec, std::signbit(value) && !std::isnan(value));
  if (spec.group)
    digits =
        groupedToWidth(spec, digits, 3,
                       spec.width - std::min<size_t>(spec.width, sign.size()));
  return pad(spec, sign, digits, '>');
}

Maybe Evaluator::format(const HostValue &value, StringRef text, Span at) {
  if (text.empty())
    return HostValue::string(str(value));
  Spec spec;
  bool known = spec.parse(text);
  StringRef type(&spec.type, spec.type != 0);
  if (known && value.isInt() && StringRef("dxXob").contains(type) &&
      !spec.precision &&
      (spec.group != ',' || spec.type == 0 || spec.type == 'd'))
    return HostValue::string(formatInt(spec, value.asInt()));
  if (known && value.isNumber() && StringRef("fFeEgG%").contains(type) &&
      (spec.type != 0 || (!value.isInt() && !spec.alternate)))
    return HostValue::string(formatFloat(spec, value.asFloat()));
  if (known && StringRef("s").contains(type) && !spec.group &&
      spec.align != '=' && spec.sign == 0 && !spec.alternate &&
      value.is(Kind::String)) {
    std::string shown = str(value);
    if (spec.precision)
      shown = shown.substr(0, *spec.precision);
    return HostValue::string(pad(spec, "", shown, '<'));
  }
  error(code::HostValueError, at,
        ("`" + text + "` is no format of " + describeValue(value)).str());
  return std::nullopt;
}

} // namespace tqc::host
