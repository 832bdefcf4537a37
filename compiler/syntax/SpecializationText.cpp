//===- SpecializationText.cpp - Reading signatures and `# tqc:` lines -----===//

#include "compiler/syntax/Specialization.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

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

//===----------------------------------------------------------------------===//
// Tensor descriptors
//===----------------------------------------------------------------------===//

/// A bool in memory is a byte.
static int64_t memoryBits(Elem elem) {
  return std::max<int64_t>(bitWidth(elem), 8);
}

ArgumentSpec descriptorSpec(Elem elem, llvm::ArrayRef<int64_t> block,
                            bool padWithNan) {
  auto part = [](llvm::StringRef name, TileType type, int64_t divisibility) {
    ArgumentSpec spec;
    spec.name = name.str();
    spec.type = type;
    spec.divisibility = divisibility;
    return spec;
  };
  auto tuple = [](llvm::StringRef name) {
    ArgumentSpec spec;
    spec.name = name.str();
    spec.isTuple = true;
    return spec;
  };
  ArgumentSpec shape = tuple("shape"), strides = tuple("strides");
  for (size_t i = 0; i < block.size(); ++i) {
    std::string name = std::to_string(i);
    shape.parts.push_back(part(name, TileType(Elem::I32), 1));
    strides.parts.push_back(
        part(name, TileType(Elem::I64), 128 / memoryBits(elem)));
  }
  strides.parts.back().isConstant = true;
  strides.parts.back().constant = "1";
  ArgumentSpec spec;
  spec.isTuple = spec.isNamed = true;
  spec.parts = {part("base", TileType(elem, {}, /*pointer=*/true), 16), shape,
                strides, part("padding", TileType(), 1)};
  spec.parts.back().isConstant = true;
  spec.parts.back().constant = padWithNan ? "'nan'" : "'zero'";
  spec.type = TileType(elem, block);
  return spec;
}

bool isDescriptor(const ArgumentSpec &spec) {
  return spec.isTuple && spec.type.isBlock();
}

std::string misuseOfBlock(Elem elem, llvm::ArrayRef<int64_t> block) {
  constexpr int64_t kMostElements = 1048576; // Triton's bound for tiles
  if (block.empty() || block.size() > 5)
    return "the block of a tensor descriptor has 1 to 5 dimensions, but this "
           "one has " +
           std::to_string(block.size());
  int64_t elements = 1;
  for (int64_t size : block) {
    if (size < 1 || !llvm::isPowerOf2_64(uint64_t(size)))
      return "the extents of a tensor descriptor's block are powers of two, "
             "but one is " +
             std::to_string(size);
    if (size > kMostElements / elements)
      return "the block of a tensor descriptor has " +
             std::to_string(kMostElements) + " elements at most";
    elements *= size;
  }
  int64_t bytes = block.back() * memoryBits(elem) / 8;
  return bytes >= 16 ? ""
                     : "the last extent of a tensor descriptor's block is 16 "
                       "bytes or more, but here it is " +
                           std::to_string(bytes);
}

/// "tensordesc<fp16[64, 64]>", as Triton writes it.
static std::optional<ArgumentSpec> readDescriptor(llvm::StringRef text) {
  if (!text.consume_front("tensordesc<") || !text.consume_back("]>"))
    return std::nullopt;
  auto [name, list] = text.split('[');
  std::optional<Elem> elem = elemFromSignature(name.trim());
  llvm::SmallVector<llvm::StringRef> words;
  list.split(words, ',');
  std::vector<int64_t> block;
  for (llvm::StringRef word : words)
    if (int64_t size; !word.trim().getAsInteger(10, size))
      block.push_back(size);
  if (!elem || block.empty() || block.size() != words.size())
    return std::nullopt;
  return descriptorSpec(*elem, block, /*padWithNan=*/false);
}

std::optional<ArgumentSpec> readTypeWithHints(llvm::StringRef text) {
  if (std::optional<ArgumentSpec> descriptor = readDescriptor(text.trim()))
    return descriptor;
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
  if (pointer && hint.trim() == "restrict") {
    spec.isRestrict = true;
    return spec;
  }
  if (text.contains(':')) {
    int64_t value;
    auto [number, promise] = hint.split(':');
    if (number.trim().getAsInteger(10, value) || value < 1)
      return std::nullopt;
    spec.isRestrict = pointer && promise.trim() == "restrict";
    if (hint.contains(':') && !spec.isRestrict)
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

std::string unquoted(llvm::StringRef value) {
  bool isQuoted = value.size() > 1 && (value[0] == '"' || value[0] == '\'');
  return (isQuoted ? value.drop_front().drop_back() : value).str();
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
