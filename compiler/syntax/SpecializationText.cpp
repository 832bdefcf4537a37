//===- SpecializationText.cpp - Reading signatures and `# tqc:` lines -----===//

#include "compiler/syntax/Specialization.h"

#include "llvm/ADT/StringExtras.h"

namespace tqc::sema {

bool isIdentifier(llvm::StringRef text) {
  return !text.empty() && (llvm::isAlpha(text[0]) || text[0] == '_') &&
         llvm::all_of(text,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

bool isLiteral(llvm::StringRef text) {
  if (text == "True" || text == "False" || text == "None")
    return true;
  if (text.size() >= 2 && (text[0] == '\'' || text[0] == '"') &&
      text.back() == text[0])
    return true;
  if (text.starts_with("tl."))
    return elemFromLanguage(text.drop_front(3)).has_value();
  if (text.starts_with("(") || text.starts_with("["))
    return true;
  llvm::StringRef digits = text;
  digits.consume_front("-");
  double real;
  long long integer;
  if (digits.empty() || !(llvm::isDigit(digits[0]) || digits[0] == '.'))
    return false;
  return !digits.getAsInteger(0, integer) || !digits.getAsDouble(real);
}

std::optional<ArgumentSpec> readTypeWithHints(llvm::StringRef text) {
  ArgumentSpec spec;
  auto [name, hint] = text.trim().split(':');
  bool pointer = name.consume_front("*");
  // Triton's mark for pointers that nothing is stored through.
  bool readOnly = pointer && name.consume_front("k");
  std::optional<Elem> elem = elemFromSignature(name.trim());
  if (!elem)
    elem = elemFromLanguage(name.trim());
  if (!elem)
    return std::nullopt;
  spec.type = TileType(*elem, {}, pointer);
  spec.type.readOnly = readOnly;
  if (text.contains(':')) {
    int64_t value;
    if (hint.trim().getAsInteger(10, value) || value < 1)
      return std::nullopt;
    // `:1` says that an integer is 1, as in Triton.
    if (value == 1 && !pointer && isInteger(*elem)) {
      spec.isConstant = true;
      spec.constant = "1";
    }
    spec.divisibility = value;
  }
  return spec;
}

static std::optional<std::vector<SignatureItem>>
readItems(llvm::StringRef text, std::string &bad, bool namesAreConstants);

/// "(*fp32:16, i32)" or "(ptr=*fp32:16, n=i32)"; nothing if no element has a
/// type: that is a constant.
static std::optional<ArgumentSpec> readTuple(llvm::StringRef text) {
  if (!text.consume_front("(") || !text.consume_back(")"))
    return std::nullopt;
  std::string bad;
  auto items = readItems(text, bad, /*namesAreConstants=*/true);
  if (!items || items->empty())
    return std::nullopt;
  ArgumentSpec tuple;
  tuple.isTuple = true;
  tuple.isNamed = !items->front().name.empty();
  bool isConstant = !tuple.isNamed;
  for (SignatureItem &item : *items) {
    if (item.name.empty() == tuple.isNamed)
      return std::nullopt;
    isConstant &= item.spec.isConstant;
    item.spec.name =
        tuple.isNamed ? item.name : std::to_string(tuple.parts.size());
    tuple.parts.push_back(std::move(item.spec));
  }
  return isConstant ? std::nullopt : std::optional(std::move(tuple));
}

static std::optional<std::vector<SignatureItem>>
readItems(llvm::StringRef text, std::string &bad, bool namesAreConstants) {
  std::vector<SignatureItem> items;
  while (!text.trim().empty()) {
    // Up to the next comma outside of brackets and quotes.
    size_t end = 0;
    int depth = 0;
    char quote = 0;
    for (; end < text.size(); ++end) {
      char c = text[end];
      if (quote) {
        quote = c == quote ? 0 : quote;
        continue;
      }
      if (c == '\'' || c == '"')
        quote = c;
      depth += (c == '(' || c == '[') - (c == ')' || c == ']');
      if (c == ',' && depth == 0)
        break;
    }
    llvm::StringRef entry = text.substr(0, end).trim();
    text = text.substr(std::min(end + 1, text.size()));
    SignatureItem item;
    auto [name, value] = entry.split('=');
    if (entry.contains('=') && isIdentifier(name.trim())) {
      item.name = name.trim().str();
      entry = value.trim();
    }
    if (std::optional<ArgumentSpec> spec = readTypeWithHints(entry)) {
      item.spec = *spec;
    } else if (std::optional<ArgumentSpec> tuple = readTuple(entry)) {
      item.spec = std::move(*tuple);
    } else if (isLiteral(entry) || (namesAreConstants && isIdentifier(entry))) {
      item.spec.isConstant = true;
      item.spec.constant = entry.str();
    } else {
      bad = entry.str();
      return std::nullopt;
    }
    items.push_back(std::move(item));
  }
  return items;
}

std::optional<std::vector<SignatureItem>> readSignature(llvm::StringRef text,
                                                        std::string &bad) {
  return readItems(text, bad, /*namesAreConstants=*/false);
}

std::optional<std::vector<std::pair<std::string, std::string>>>
readTqcLine(llvm::StringRef text, std::string &bad) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (text = text.trim(); !text.empty(); text = text.ltrim()) {
    llvm::StringRef all = text;
    auto [name, rest] = text.split('=');
    if (!text.contains('=') || !isIdentifier(name.trim())) {
      bad = all.str();
      return std::nullopt;
    }
    text = rest.ltrim();
    size_t end = 0;
    int depth = 0;
    char quote = 0;
    for (; end < text.size(); ++end) {
      char c = text[end];
      if (quote) {
        quote = c == quote ? 0 : quote;
        continue;
      }
      if (c == '\'' || c == '"')
        quote = c;
      depth += (c == '(' || c == '[') - (c == ')' || c == ']');
      if (llvm::isSpace(c) && depth == 0)
        break;
    }
    if (end == 0 || quote) {
      bad = all.str();
      return std::nullopt;
    }
    pairs.emplace_back(name.trim().str(), text.substr(0, end).str());
    text = text.substr(end);
  }
  return pairs;
}

} // namespace tqc::sema
