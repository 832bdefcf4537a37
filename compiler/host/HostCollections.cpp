//===- HostCollections.cpp - Methods of strings, lists, dicts -------------===//
//
// Collections are shared, so these change what every name of them sees.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostHandlers.h"
#include "compiler/syntax/PythonText.h"

#include <algorithm>

using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;
using ast::BinaryOp;

//===----------------------------------------------------------------------===//
// Methods of strings
//===----------------------------------------------------------------------===//

static StringRef textOf(const HostArgs &args) {
  return args.receiver.asString();
}

/// A string argument, or an error.
static std::optional<std::string> text(HostEvaluator &host,
                                       const HostArgs &args, const char *name) {
  if (args.get(name).is(Kind::String))
    return args.get(name).asString();
  wrongKind(host, args, name, "a string");
  return std::nullopt;
}

Maybe stringEndsWith(HostEvaluator &host, const HostArgs &args) {
  auto suffix = text(host, args, "suffix");
  return suffix ? Maybe(HostValue::boolean(textOf(args).ends_with(*suffix)))
                : std::nullopt;
}
Maybe stringStartsWith(HostEvaluator &host, const HostArgs &args) {
  auto prefix = text(host, args, "prefix");
  return prefix ? Maybe(HostValue::boolean(textOf(args).starts_with(*prefix)))
                : std::nullopt;
}
/// A text in another case; whoever writes beyond ASCII is told.
static Maybe inCase(HostEvaluator &host, const HostArgs &args,
                    std::optional<std::string> changed) {
  if (changed)
    return HostValue::string(std::move(*changed));
  host.error(code::HostNotAvailable, args.at,
             "a launcher knows upper and lower case of ASCII only, but this "
             "is " +
                 repr(args.receiver));
  return std::nullopt;
}
Maybe stringLower(HostEvaluator &host, const HostArgs &args) {
  return inCase(host, args, python::lower(textOf(args)));
}
Maybe stringUpper(HostEvaluator &host, const HostArgs &args) {
  return inCase(host, args, python::upper(textOf(args)));
}

/// Strips blanks, or what `chars` has, from the ends that are asked for.
static Maybe stripped(HostEvaluator &host, const HostArgs &args, bool left,
                      bool right) {
  StringRef result = textOf(args);
  std::optional<std::string> chars;
  if (!args.get("chars").isNone()) {
    chars = text(host, args, "chars");
    if (!chars)
      return std::nullopt;
  }
  if (right)
    result =
        chars ? python::stripRight(result, *chars) : python::stripRight(result);
  if (left)
    result =
        chars ? python::stripLeft(result, *chars) : python::stripLeft(result);
  return HostValue::string(result.str());
}
Maybe stringStrip(HostEvaluator &host, const HostArgs &args) {
  return stripped(host, args, /*left=*/true, /*right=*/true);
}
Maybe stringLeftStrip(HostEvaluator &host, const HostArgs &args) {
  return stripped(host, args, /*left=*/true, /*right=*/false);
}
Maybe stringRightStrip(HostEvaluator &host, const HostArgs &args) {
  return stripped(host, args, /*left=*/false, /*right=*/true);
}

Maybe stringCount(HostEvaluator &host, const HostArgs &args) {
  auto part = text(host, args, "part");
  if (!part)
    return std::nullopt;
  // Nothing is between all characters, and at both ends.
  size_t count = part->empty() ? python::length(textOf(args)) + 1
                               : textOf(args).count(*part);
  return HostValue::integer(HostInt(count));
}
Maybe stringFind(HostEvaluator &host, const HostArgs &args) {
  auto part = text(host, args, "part");
  if (!part)
    return std::nullopt;
  size_t at = textOf(args).find(*part);
  return HostValue::integer(
      at == StringRef::npos
          ? HostInt(-1)
          : HostInt(python::length(textOf(args).take_front(at))));
}

Maybe stringJoin(HostEvaluator &host, const HostArgs &args) {
  Values values = iterable(host, args, "iterable");
  if (!values)
    return std::nullopt;
  std::string result;
  for (size_t i = 0; i < values->size(); ++i) {
    if (!(*values)[i].is(Kind::String)) {
      host.error(code::HostType, args.where("iterable"),
                 "`join` needs strings, but one is " +
                     describeValue((*values)[i]));
      return std::nullopt;
    }
    result += (i ? args.receiver.asString() : "") + (*values)[i].asString();
    if (!host.mayHave(HostInt(result.size()), args.at))
      return std::nullopt;
  }
  return HostValue::string(std::move(result));
}

Maybe stringReplace(HostEvaluator &host, const HostArgs &args) {
  auto from = text(host, args, "old");
  auto to = from ? text(host, args, "new") : std::nullopt;
  if (!to)
    return std::nullopt;
  HostInt count = textOf(args).size();
  if (!host.mayHave((count + 1) * HostInt(to->size() + 1), args.at))
    return std::nullopt;
  return HostValue::string(python::replace(textOf(args), *from, *to));
}

Maybe stringSplit(HostEvaluator &host, const HostArgs &args) {
  std::vector<StringRef> pieces;
  if (args.get("sep").isNone()) {
    pieces = python::words(textOf(args));
  } else {
    auto separator = text(host, args, "sep");
    if (!separator)
      return std::nullopt;
    if (separator->empty())
      return wrongKind(host, args, "sep", "a text of at least one character");
    pieces = python::pieces(textOf(args), *separator);
  }
  std::vector<HostValue> values;
  for (StringRef piece : pieces)
    values.push_back(HostValue::string(piece.str()));
  return HostValue::list(std::move(values));
}

//===----------------------------------------------------------------------===//
// Methods of lists and tuples
//===----------------------------------------------------------------------===//

static std::vector<HostValue> &itemsOf(const HostArgs &args) {
  return args.receiver.as<SequenceObject>().elements;
}

Maybe listAppend(HostEvaluator &host, const HostArgs &args) {
  if (!host.mayHave(HostInt(itemsOf(args).size() + 1), args.at) ||
      !host.mayHold(args.receiver, args.get("x"), args.at))
    return std::nullopt;
  itemsOf(args).push_back(args.get("x"));
  return HostValue();
}

Maybe listExtend(HostEvaluator &host, const HostArgs &args) {
  Values more = iterable(host, args, "iterable");
  if (!more ||
      !host.mayHave(HostInt(itemsOf(args).size() + more->size()), args.at))
    return std::nullopt;
  for (const HostValue &element : *more)
    if (!host.mayHold(args.receiver, element, args.at))
      return std::nullopt;
  itemsOf(args).insert(itemsOf(args).end(), more->begin(), more->end());
  return HostValue();
}

Maybe listInsert(HostEvaluator &host, const HostArgs &args) {
  std::optional<int64_t> index =
      host.integer(args.get("index"), args.where("index"), "`index`");
  if (!index || !host.mayHold(args.receiver, args.get("x"), args.at))
    return std::nullopt;
  int64_t size = itemsOf(args).size();
  int64_t at = *index < 0 ? *index + size : *index;
  at = std::clamp<int64_t>(at, 0, size);
  itemsOf(args).insert(itemsOf(args).begin() + at, args.get("x"));
  return HostValue();
}

Maybe listPop(HostEvaluator &host, const HostArgs &args) {
  std::optional<int64_t> index =
      args.has("index")
          ? host.integer(args.get("index"), args.where("index"), "`index`")
          : -1;
  if (!index)
    return std::nullopt;
  int64_t size = itemsOf(args).size();
  int64_t at = *index < 0 ? *index + size : *index;
  if (at < 0 || at >= size) {
    host.raise(
        {"IndexError", size ? "pop index out of range" : "pop from empty list"},
        code::HostValueError, args.at,
        "index " + std::to_string(*index) + " is outside of the " +
            std::to_string(size) + " elements");
    return std::nullopt;
  }
  HostValue value = itemsOf(args)[at];
  itemsOf(args).erase(itemsOf(args).begin() + at);
  return value;
}

Maybe listClear(HostEvaluator &host, const HostArgs &args) {
  itemsOf(args).clear();
  return HostValue();
}
Maybe listCopy(HostEvaluator &host, const HostArgs &args) {
  return HostValue::list(itemsOf(args));
}

Maybe listReverse(HostEvaluator &host, const HostArgs &args) {
  std::reverse(itemsOf(args).begin(), itemsOf(args).end());
  return HostValue();
}

Maybe sequenceCount(HostEvaluator &host, const HostArgs &args) {
  HostInt count = 0;
  for (const HostValue &element : itemsOf(args)) {
    std::optional<bool> same = host.matches(element, args.get("x"), args.at);
    if (!same)
      return std::nullopt;
    count += *same;
  }
  return HostValue::integer(count);
}

/// Where the element is; its absence is an error.
static std::optional<size_t> placeOf(HostEvaluator &host,
                                     const HostArgs &args) {
  const std::vector<HostValue> &elements = itemsOf(args);
  for (size_t i = 0; i < elements.size(); ++i) {
    std::optional<bool> same =
        host.matches(elements[i], args.get("x"), args.at);
    if (!same)
      return std::nullopt;
    if (*same)
      return i;
  }
  host.raise({"ValueError"}, code::HostValueError, args.at,
             repr(args.get("x")) + " is not in " + repr(args.receiver));
  return std::nullopt;
}

Maybe sequenceIndex(HostEvaluator &host, const HostArgs &args) {
  std::optional<size_t> place = placeOf(host, args);
  return place ? Maybe(HostValue::integer(HostInt(*place))) : std::nullopt;
}

Maybe listRemove(HostEvaluator &host, const HostArgs &args) {
  std::optional<size_t> place = placeOf(host, args);
  if (!place)
    return std::nullopt;
  itemsOf(args).erase(itemsOf(args).begin() + *place);
  return HostValue();
}

/// torch.Size has it, and x.shape is a tuple here.
Maybe tupleNumel(HostEvaluator &host, const HostArgs &args) {
  Maybe product = HostValue::integer(1);
  for (const HostValue &element : itemsOf(args)) {
    product = host.binary(BinaryOp::Mul, *product, element, args.at);
    if (!product)
      return std::nullopt;
  }
  return product;
}

//===----------------------------------------------------------------------===//
// Methods of dicts
//===----------------------------------------------------------------------===//

/// Adds the items of a dict, or of a list of pairs.
static bool addItems(HostEvaluator &host, DictObject &dict,
                     const HostValue &from, Span at) {
  if (from.is(Kind::Dict)) {
    for (const auto &[key, value] : from.as<DictObject>().items)
      dict.set(key, value);
    return true;
  }
  Values pairs = host.elementsOf(from, at);
  if (!pairs)
    return false;
  for (const HostValue &pair : *pairs) {
    Values two = host.elementsOf(pair, at);
    if (!two)
      return false;
    if (two->size() != 2 || !dictKey((*two)[0])) {
      host.error(code::HostType, at,
                 "a dict is made of pairs, but one entry is " + repr(pair));
      return false;
    }
    dict.set((*two)[0], (*two)[1]);
  }
  return true;
}

Maybe makeDict(HostEvaluator &host, const HostArgs &args) {
  DictObject dict;
  if (args.has("items") &&
      !addItems(host, dict, args.get("items"), args.where("items")))
    return std::nullopt;
  for (const auto &[name, value] : args.extra)
    dict.set(HostValue::string(name), value);
  return makeObject(Kind::Dict, std::move(dict));
}

static DictObject &dictOf(const HostArgs &args) {
  return args.receiver.as<DictObject>();
}

Maybe dictGet(HostEvaluator &host, const HostArgs &args) {
  const HostValue *found = dictOf(args).find(args.get("key"));
  return found ? *found : args.get("default");
}

Maybe dictClear(HostEvaluator &host, const HostArgs &args) {
  dictOf(args) = DictObject();
  return HostValue();
}
Maybe dictCopy(HostEvaluator &host, const HostArgs &args) {
  return makeObject(Kind::Dict, dictOf(args));
}

Maybe dictPop(HostEvaluator &host, const HostArgs &args) {
  HostValue key = args.get("key");
  if (const HostValue *found = dictOf(args).find(key)) {
    HostValue value = *found;
    dictOf(args).erase(key);
    return value;
  }
  if (args.has("default"))
    return args.get("default");
  host.raise({"KeyError", std::vector{key}}, code::HostValueError, args.at,
             "the dict has no key " + repr(key));
  return std::nullopt;
}

Maybe dictSetDefault(HostEvaluator &host, const HostArgs &args) {
  HostValue key = args.get("key");
  if (const HostValue *found = dictOf(args).find(key))
    return *found;
  if (!dictKey(key))
    return wrongKind(host, args, "key", "a key");
  if (!host.mayHold(args.receiver, args.get("default"), args.at))
    return std::nullopt;
  dictOf(args).set(key, args.get("default"));
  return args.get("default");
}

Maybe dictUpdate(HostEvaluator &host, const HostArgs &args) {
  if (args.has("other") &&
      !addItems(host, dictOf(args), args.get("other"), args.where("other")))
    return std::nullopt;
  for (const auto &[name, value] : args.extra) {
    if (!host.mayHold(args.receiver, value, args.at))
      return std::nullopt;
    dictOf(args).set(HostValue::string(name), value);
  }
  return HostValue();
}

} // namespace tqc::host
