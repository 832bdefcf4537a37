//===- HostCollections.cpp - Methods of strings, lists, dicts -------------===//
//
// Collections are shared, so these change what every name of them sees.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostHandlers.h"

#include "llvm/ADT/StringExtras.h"

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
static std::optional<std::string> text(Evaluator &host, const HostArgs &args,
                                       const char *name) {
  if (args.get(name).is(Kind::String))
    return args.get(name).asString();
  wrongKind(host, args, name, "a string");
  return std::nullopt;
}

Maybe stringEndsWith(Evaluator &host, const HostArgs &args) {
  auto suffix = text(host, args, "suffix");
  return suffix ? Maybe(HostValue::boolean(textOf(args).ends_with(*suffix)))
                : std::nullopt;
}
Maybe stringStartsWith(Evaluator &host, const HostArgs &args) {
  auto prefix = text(host, args, "prefix");
  return prefix ? Maybe(HostValue::boolean(textOf(args).starts_with(*prefix)))
                : std::nullopt;
}
Maybe stringLower(Evaluator &host, const HostArgs &args) {
  return HostValue::string(textOf(args).lower());
}
Maybe stringUpper(Evaluator &host, const HostArgs &args) {
  return HostValue::string(textOf(args).upper());
}
Maybe stringStrip(Evaluator &host, const HostArgs &args) {
  return HostValue::string(textOf(args).trim().str());
}

Maybe stringJoin(Evaluator &host, const HostArgs &args) {
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

Maybe stringReplace(Evaluator &host, const HostArgs &args) {
  auto from = text(host, args, "old");
  auto to = from ? text(host, args, "new") : std::nullopt;
  if (!to)
    return std::nullopt;
  if (from->empty())
    return wrongKind(host, args, "old", "a text of at least one character");
  std::string result;
  StringRef rest = textOf(args);
  while (true) {
    size_t at = rest.find(*from);
    if (at == StringRef::npos)
      break;
    result += rest.take_front(at).str() + *to;
    if (!host.mayHave(HostInt(result.size()), args.at))
      return std::nullopt;
    rest = rest.drop_front(at + from->size());
  }
  return HostValue::string(result + rest.str());
}

Maybe stringSplit(Evaluator &host, const HostArgs &args) {
  llvm::SmallVector<StringRef> pieces;
  if (args.get("sep").isNone()) {
    llvm::SplitString(textOf(args), pieces, " \t\n\v\f\r");
  } else {
    auto separator = text(host, args, "sep");
    if (!separator)
      return std::nullopt;
    if (separator->empty())
      return wrongKind(host, args, "sep", "a text of at least one character");
    textOf(args).split(pieces, *separator);
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

Maybe listAppend(Evaluator &host, const HostArgs &args) {
  if (!host.mayHave(HostInt(itemsOf(args).size() + 1), args.at) ||
      !host.mayHold(args.receiver, args.get("x"), args.at))
    return std::nullopt;
  itemsOf(args).push_back(args.get("x"));
  return HostValue();
}

Maybe listExtend(Evaluator &host, const HostArgs &args) {
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

Maybe listInsert(Evaluator &host, const HostArgs &args) {
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

Maybe listPop(Evaluator &host, const HostArgs &args) {
  std::optional<int64_t> index =
      args.has("index")
          ? host.integer(args.get("index"), args.where("index"), "`index`")
          : -1;
  if (!index)
    return std::nullopt;
  int64_t size = itemsOf(args).size();
  int64_t at = *index < 0 ? *index + size : *index;
  if (at < 0 || at >= size) {
    host.error(code::HostValueError, args.at,
               "index " + std::to_string(*index) + " is outside of the " +
                   std::to_string(size) + " elements");
    return std::nullopt;
  }
  HostValue value = itemsOf(args)[at];
  itemsOf(args).erase(itemsOf(args).begin() + at);
  return value;
}

Maybe listReverse(Evaluator &host, const HostArgs &args) {
  std::reverse(itemsOf(args).begin(), itemsOf(args).end());
  return HostValue();
}

Maybe sequenceCount(Evaluator &host, const HostArgs &args) {
  HostInt count = 0;
  for (const HostValue &element : itemsOf(args))
    count += equal(element, args.get("x"));
  return HostValue::integer(count);
}

Maybe sequenceIndex(Evaluator &host, const HostArgs &args) {
  const std::vector<HostValue> &elements = itemsOf(args);
  for (size_t i = 0; i < elements.size(); ++i)
    if (equal(elements[i], args.get("x")))
      return HostValue::integer(HostInt(i));
  host.error(code::HostValueError, args.at,
             repr(args.get("x")) + " is not in " + repr(args.receiver));
  return std::nullopt;
}

/// torch.Size has it, and x.shape is a tuple here.
Maybe tupleNumel(Evaluator &host, const HostArgs &args) {
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
static bool addItems(Evaluator &host, DictObject &dict, const HostValue &from,
                     Span at) {
  if (from.is(Kind::Dict)) {
    for (const auto &[key, value] : from.as<DictObject>().items)
      dict.set(key, value);
    return true;
  }
  Values pairs = host.elementsOf(from, at);
  if (!pairs)
    return false;
  for (const HostValue &pair : *pairs) {
    bool isPair = (pair.is(Kind::Tuple) || pair.is(Kind::List)) &&
                  pair.elements().size() == 2 && dictKey(pair.elements()[0]);
    if (!isPair) {
      host.error(code::HostType, at,
                 "a dict is made of pairs, but one entry is " + repr(pair));
      return false;
    }
    dict.set(pair.elements()[0], pair.elements()[1]);
  }
  return true;
}

Maybe makeDict(Evaluator &host, const HostArgs &args) {
  DictObject dict;
  for (const auto &[name, value] : args.values) {
    bool isSource = name == "items" && !value.first.isNumber();
    if (isSource) {
      if (!addItems(host, dict, value.first, value.second))
        return std::nullopt;
    } else {
      dict.set(HostValue::string(name), value.first);
    }
  }
  return makeObject(Kind::Dict, std::move(dict));
}

static DictObject &dictOf(const HostArgs &args) {
  return args.receiver.as<DictObject>();
}

Maybe dictGet(Evaluator &host, const HostArgs &args) {
  const HostValue *found = dictOf(args).find(args.get("key"));
  return found ? *found : args.get("default");
}

Maybe dictItems(Evaluator &host, const HostArgs &args) {
  std::vector<HostValue> values;
  for (const auto &[key, value] : dictOf(args).items)
    values.push_back(HostValue::tuple({key, value}));
  return HostValue::list(std::move(values));
}
Maybe dictKeys(Evaluator &host, const HostArgs &args) {
  std::vector<HostValue> values;
  for (const auto &item : dictOf(args).items)
    values.push_back(item.first);
  return HostValue::list(std::move(values));
}
Maybe dictValues(Evaluator &host, const HostArgs &args) {
  std::vector<HostValue> values;
  for (const auto &item : dictOf(args).items)
    values.push_back(item.second);
  return HostValue::list(std::move(values));
}

Maybe dictPop(Evaluator &host, const HostArgs &args) {
  HostValue key = args.get("key");
  if (const HostValue *found = dictOf(args).find(key)) {
    HostValue value = *found;
    dictOf(args).erase(key);
    return value;
  }
  if (args.has("default"))
    return args.get("default");
  host.error(code::HostValueError, args.at, "the dict has no key " + repr(key));
  return std::nullopt;
}

Maybe dictSetDefault(Evaluator &host, const HostArgs &args) {
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

Maybe dictUpdate(Evaluator &host, const HostArgs &args) {
  for (const auto &[name, value] : args.values)
    if (name != "other")
      dictOf(args).set(HostValue::string(name), value.first);
    else if (!addItems(host, dictOf(args), value.first, value.second))
      return std::nullopt;
  return HostValue();
}

} // namespace tqc::host
