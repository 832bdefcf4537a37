//===- PythonFormat.cpp - Python's ways to write values -------------------===//
//
//     [[fill]align][sign][z][#][0][width][,][.precision][type]
//     f"{3.14159:>8.2f}" == "    3.14"     f"{-3:05d}" == "-0003"
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/PythonFormat.h"

#include "compiler/syntax/PythonText.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

using llvm::StringRef;

namespace tqc::python {

namespace {
/// A format in its pieces.
struct Spec {
  std::string fill;
  char align = 0; ///< '<', '>', '^', '=' or 0
  char sign = 0;  ///< '+', '-', ' ' or 0
  bool noNegativeZero = false, alternate = false, zeros = false;
  unsigned width = 0;
  char group = 0; ///< ',' or '_'
  std::optional<unsigned> precision;
  char type = 0;

  /// False if `text` is no format.
  bool parse(StringRef text);
};
} // namespace

static bool isAlign(char c) { return StringRef("<>^=").contains(c); }

static bool takeNumber(StringRef &text, unsigned &number) {
  StringRef digits = text.take_while(llvm::isDigit);
  text = text.drop_front(digits.size());
  return !digits.empty() && !digits.getAsInteger(10, number) && number <= 1000;
}

bool Spec::parse(StringRef text) {
  std::vector<StringRef> start = characters(text.take_front(8));
  if (start.size() > 1 && isAlign(start[1][0])) {
    fill = start[0].str();
    align = start[1][0];
    text = text.drop_front(start[0].size() + 1);
  } else if (!text.empty() && isAlign(text[0])) {
    align = text[0];
    text = text.drop_front();
  }
  if (!text.empty() && StringRef("+- ").contains(text[0])) {
    sign = text[0];
    text = text.drop_front();
  }
  noNegativeZero = text.consume_front("z");
  alternate = text.consume_front("#");
  // Only where nothing else is said to fill the width.
  zeros = text.consume_front("0") && fill.empty();
  if (!text.empty() && llvm::isDigit(text[0]) && !takeNumber(text, width))
    return false;
  if (!text.empty() && StringRef(",_").contains(text[0])) {
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
  if (fill.empty())
    fill = zeros ? "0" : " ";
  return text.size() <= 1;
}

/// Pads `prefix` + `body` to the width.
static std::string pad(const Spec &spec, const std::string &prefix,
                       const std::string &body, char defaultAlign) {
  size_t size = length(prefix) + length(body);
  size_t missing = spec.width > size ? spec.width - size : 0;
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

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Puts `separator` between groups of `size` digits of the whole part.
static std::string grouped(const std::string &digits, char separator,
                           size_t size) {
  size_t whole = std::min(digits.find_first_of(".eEinfINF%"), digits.size());
  if (size == 4) // hexadecimal digits have letters
    whole = digits.size();
  std::string result;
  for (size_t i = 0; i < whole; ++i) {
    if (i > 0 && (whole - i) % size == 0)
      result += separator;
    result += digits[i];
  }
  return result + digits.substr(whole);
}

/// Sign, digits and the width; separators go through the zeros that fill it:
/// f"{1234:010,}" == "00,001,234".
static std::string padNumber(const Spec &spec, const std::string &prefix,
                             std::string digits, size_t groupSize) {
  char align = spec.zeros ? '=' : '>';
  if (!spec.group)
    return pad(spec, prefix, digits, align);
  std::string result = grouped(digits, spec.group, groupSize);
  bool fills = spec.fill == "0" && (spec.align ? spec.align : align) == '=';
  while (fills && llvm::isHexDigit(digits[0]) &&
         prefix.size() + result.size() < spec.width) {
    digits.insert(0, "0");
    result = grouped(digits, spec.group, groupSize);
  }
  return pad(spec, prefix, result, align);
}

static std::string signOf(const Spec &spec, bool negative) {
  return negative                             ? "-"
         : spec.sign == 0 || spec.sign == '-' ? ""
                                              : std::string(1, spec.sign);
}

static std::string digitsOf(__int128 value, unsigned radix, bool isLower) {
  auto rest = value < 0 ? -static_cast<unsigned __int128>(value)
                        : static_cast<unsigned __int128>(value);
  std::string digits;
  do {
    digits += llvm::hexdigit(static_cast<unsigned>(rest % radix), isLower);
    rest /= radix;
  } while (rest != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

static unsigned radixOf(char type) {
  return type == 'x' || type == 'X' ? 16
         : type == 'o'              ? 8
         : type == 'b'              ? 2
                                    : 10;
}

static std::optional<std::string> formatInt(const Spec &spec, __int128 value) {
  if (spec.precision || spec.noNegativeZero)
    return std::nullopt;
  if (spec.type == 'c') {
    if (spec.sign || spec.alternate || spec.group || value < 0 || value > 0x7F)
      return std::nullopt; // beyond ASCII nobody asked so far
    return pad(spec, "", std::string(1, char(value)), spec.zeros ? '=' : '>');
  }
  unsigned radix = radixOf(spec.type);
  if ((spec.group == ',' && radix != 10) || (spec.group && spec.type == 'n'))
    return std::nullopt;
  std::string prefix = signOf(spec, value < 0);
  if (spec.alternate && radix != 10)
    prefix += std::string("0") + spec.type;
  return padNumber(spec, prefix, digitsOf(value, radix, spec.type != 'X'),
                   radix == 10 ? 3 : 4);
}

/// printf of one float.
static std::string printed(double value, int precision, char type,
                           bool alternate) {
  std::string text(1500, 0);
  std::string pattern =
      std::string(alternate ? "%#" : "%") + ".*" + std::string(1, type);
  text.resize(size_t(std::snprintf(text.data(), text.size(), pattern.c_str(),
                                   precision, value)));
  return text;
}

/// Python's float format with a precision but no type: as `g`, but always with
/// a decimal, so that it turns to an exponent one digit earlier.
static std::string shortFloat(double size, unsigned precision) {
  int digits = int(std::max(1u, precision));
  std::string text = printed(size, digits - 1, 'e', false);
  auto [mantissa, exponent] = StringRef(text).split('e');
  int power = std::atoi(exponent.data());
  if (power < -4 || power >= digits - 1) {
    if (mantissa.contains('.'))
      mantissa = mantissa.rtrim('0').rtrim('.');
    return (mantissa + "e" + exponent).str();
  }
  std::string result = printed(size, digits, 'g', false);
  return result.find('.') == std::string::npos ? result + ".0" : result;
}

/// The digits of a float that is not negative.
static std::string floatDigits(const Spec &spec, double size) {
  if (!std::isfinite(size)) {
    std::string text = std::isnan(size) ? "nan" : "inf";
    if (llvm::isUpper(spec.type))
      text = StringRef(text).upper();
    return spec.type == '%' ? text + "%" : text;
  }
  if (spec.type == 0)
    return spec.precision ? shortFloat(size, *spec.precision) : repr(size);
  unsigned precision = spec.precision.value_or(6);
  if (spec.type == '%')
    return printed(size * 100, int(precision), 'f', spec.alternate) + "%";
  return printed(size, int(precision), spec.type == 'n' ? 'g' : spec.type,
                 spec.alternate);
}

static std::optional<std::string> formatFloat(const Spec &spec, double value) {
  if ((spec.type == 0 && spec.alternate) || (spec.group && spec.type == 'n'))
    return std::nullopt;
  std::string digits = floatDigits(spec, std::fabs(value));
  bool negative = std::signbit(value) && !std::isnan(value);
  if (spec.noNegativeZero &&
      StringRef(digits)
              .take_until([](char c) { return c == 'e'; })
              .find_first_of("123456789in") == StringRef::npos)
    negative = false;
  return padNumber(spec, signOf(spec, negative), digits, 3);
}

static std::optional<std::string> formatString(const Spec &spec,
                                               StringRef text) {
  if (spec.group || spec.align == '=' || spec.sign || spec.alternate ||
      spec.noNegativeZero)
    return std::nullopt;
  std::string shown;
  size_t left = spec.precision.value_or(unsigned(-1));
  for (StringRef character : characters(text))
    if (left-- > 0)
      shown += character;
    else
      break;
  return pad(spec, "", shown, '<');
}

std::optional<std::string> format(const Shown &value, StringRef text) {
  if (text.empty())
    return value.str;
  Spec spec;
  if (!spec.parse(text))
    return std::nullopt;
  StringRef type(&spec.type, spec.type != 0);
  if (value.isText)
    return StringRef("s").contains(type) ? formatString(spec, value.str)
                                         : std::nullopt;
  if (!value.number)
    return std::nullopt;
  if (value.number->isInt() && StringRef("dxXobcn").contains(type))
    return formatInt(spec, value.number->integer);
  if (StringRef("eEfFgG%n").contains(type))
    return formatFloat(spec, value.number->asFloat());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// "{}".format
//===----------------------------------------------------------------------===//

/// The value of "name!r:spec".
static std::optional<std::string> formatField(StringRef field, size_t &next,
                                              FieldLookUp lookUp) {
  auto [whole, spec] = field.split(':');
  auto [name, conversion] = whole.split('!');
  // x.y and x[0] are attributes and items, which nobody looks up here.
  if (name.find_first_of(".[") != StringRef::npos)
    return std::nullopt;
  std::optional<Shown> value =
      lookUp(name.empty() ? std::to_string(next++) : name.str());
  std::string inner;
  if (value && spec.contains('{')) {
    auto [before, rest] = spec.split('{');
    auto [nested, after] = rest.split('}');
    std::optional<Shown> width =
        lookUp(nested.empty() ? std::to_string(next++) : nested.str());
    if (!width || after.contains('{'))
      return std::nullopt;
    inner = before.str() + width->str + after.str();
    spec = inner;
  }
  if (!value || (whole.contains('!') && conversion != "r" && conversion != "s"))
    return std::nullopt;
  if (whole.contains('!'))
    value = Shown{std::nullopt, true,
                  conversion == "r" ? value->repr : value->str, ""};
  return format(*value, spec);
}

std::optional<std::string> formatFields(StringRef text, FieldLookUp lookUp) {
  std::string result;
  size_t next = 0;
  while (!text.empty()) {
    char c = text.front();
    text = text.drop_front();
    if (c != '{' && c != '}') {
      result += c;
      continue;
    }
    if (text.consume_front(StringRef(&c, 1))) {
      result += c;
      continue;
    }
    // Up to the brace that closes this one.
    size_t end = 0, depth = 1;
    for (; end < text.size() && depth > 0; ++end)
      depth += (text[end] == '{') - (text[end] == '}');
    if (c == '}' || depth > 0)
      return std::nullopt;
    std::optional<std::string> written =
        formatField(text.take_front(end - 1), next, lookUp);
    if (!written)
      return std::nullopt;
    result += *written;
    text = text.drop_front(end);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// "%d" % x
//===----------------------------------------------------------------------===//

/// One conversion of printf as Python has it: `%[-+ 0#][width][.precision]c`.
static std::optional<std::string> formatPrintf(Spec spec, const Shown &value) {
  bool isLeft = spec.align == '<';
  if (StringRef("sra").contains(spec.type)) {
    if (spec.type == 'a' && !isAscii(value.repr))
      return std::nullopt;
    spec.align = isLeft ? '<' : '>';
    spec.sign = 0;
    spec.zeros = spec.alternate = false;
    spec.fill = " ";
    std::string text = spec.type == 's' ? value.str : value.repr;
    return formatString(spec, text);
  }
  if (!value.number)
    return std::nullopt;
  if (isLeft) {
    spec.zeros = false;
    spec.fill = " ";
  }
  if (StringRef("eEfFgG").contains(spec.type))
    return formatFloat(spec, value.number->asFloat());
  if (!StringRef("diuxXo").contains(spec.type))
    return std::nullopt;
  // `%d` cuts a float's fraction off, `%x` refuses a float.
  NumberResult whole = truncate(*value.number);
  if (!whole.value || (!value.number->isInt() && radixOf(spec.type) != 10))
    return std::nullopt;
  if (!spec.precision)
    return formatInt(spec, whole.value->integer);
  unsigned digits = *spec.precision;
  spec.precision.reset();
  std::string text =
      digitsOf(whole.value->integer, radixOf(spec.type), spec.type != 'X');
  text.insert(0, digits > text.size() ? digits - text.size() : 0, '0');
  std::string prefix = signOf(spec, whole.value->integer < 0);
  if (spec.alternate && radixOf(spec.type) != 10)
    prefix += std::string("0") + spec.type;
  return padNumber(spec, prefix, text, 3);
}

/// Takes a width or a precision: digits, or `*` for the next value.
static bool takeCount(StringRef &text, unsigned &count,
                      llvm::ArrayRef<Shown> &values, bool &negative) {
  if (!text.consume_front("*"))
    return takeNumber(text, count);
  if (values.empty() || !values[0].number || !values[0].number->isInt())
    return false;
  __int128 number = values[0].number->integer;
  values = values.drop_front();
  negative = number < 0;
  number = number < 0 ? -number : number;
  count = number <= 1000 ? unsigned(number) : 0;
  return number <= 1000;
}

std::optional<std::string> formatPercent(StringRef text,
                                         llvm::ArrayRef<Shown> values) {
  std::string result;
  while (!text.empty()) {
    size_t at = text.find('%');
    result += text.take_front(at);
    if (at == StringRef::npos)
      break;
    text = text.drop_front(at + 1);
    if (text.consume_front("%")) {
      result += '%';
      continue;
    }
    Spec spec;
    spec.fill = " ";
    for (; !text.empty() && StringRef("-+ 0#").contains(text[0]);
         text = text.drop_front()) {
      char flag = text[0];
      if (flag == '-')
        spec.align = '<';
      else if (flag == '0')
        spec.zeros = true;
      else if (flag == '#')
        spec.alternate = true;
      else if (spec.sign != '+')
        spec.sign = flag;
    }
    if (spec.zeros)
      spec.fill = "0";
    bool negative = false, noPrecision = false;
    if (!text.empty() && (llvm::isDigit(text[0]) || text[0] == '*') &&
        !takeCount(text, spec.width, values, negative))
      return std::nullopt;
    if (negative)
      spec.align = '<';
    if (text.consume_front(".")) {
      unsigned precision = 0;
      bool given = !text.empty() && (llvm::isDigit(text[0]) || text[0] == '*');
      if (given && !takeCount(text, precision, values, noPrecision))
        return std::nullopt;
      spec.precision = noPrecision ? 0 : precision;
    }
    if (text.empty() || values.empty())
      return std::nullopt;
    spec.type = text[0];
    std::optional<std::string> written = formatPrintf(spec, values[0]);
    if (!written)
      return std::nullopt;
    result += *written;
    values = values.drop_front();
    text = text.drop_front();
  }
  // Python refuses values that are left over.
  return values.empty() ? std::optional(result) : std::nullopt;
}

} // namespace tqc::python
