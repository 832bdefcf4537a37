//===- HostNamedTuple.cpp - Tuples whose elements have names --------------===//
//
// A launcher's `collections.namedtuple("Pair", "x y")`, and the tuples that the
// class makes. A kernel takes them as it takes tuples.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostEvaluator.h"
#include "compiler/syntax/Specialization.h"

#include <algorithm>
#include <set>

using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

/// The names in "x y", "x, y", ["x", "y"] or [("x", int), ("y", int)].
static std::optional<std::vector<std::string>>
fieldNames(const HostValue &value) {
  std::vector<std::string> names;
  if (value.is(Kind::String)) {
    std::string text = value.asString();
    std::replace(text.begin(), text.end(), ',', ' ');
    llvm::SmallVector<StringRef> words;
    StringRef(text).split(words, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef word : words)
      names.push_back(word.str());
  } else if (value.is(Kind::Tuple) || value.is(Kind::List)) {
    for (const HostValue &item : value.elements()) {
      bool isPair = item.is(Kind::Tuple) && item.elements().size() == 2;
      const HostValue &name = isPair ? item.elements()[0] : item;
      if (!name.is(Kind::String))
        return std::nullopt;
      names.push_back(name.asString());
    }
  } else {
    return std::nullopt;
  }
  std::set<std::string> different(names.begin(), names.end());
  bool isGood = different.size() == names.size();
  for (const std::string &name : names)
    isGood &= sema::isIdentifier(name) && name[0] != '_';
  return isGood ? std::optional(std::move(names)) : std::nullopt;
}

Maybe makeTupleClass(HostEvaluator &host, const HostArgs &args) {
  HostValue title = args.get("typename"), defaults = args.get("defaults");
  auto names = fieldNames(args.get("fields"));
  bool hasDefaults = defaults.is(Kind::Tuple) || defaults.is(Kind::List);
  if (!title.is(Kind::String) || !names ||
      (!defaults.isNone() && !hasDefaults) ||
      (hasDefaults && defaults.elements().size() > names->size())) {
    host.error(code::HostType, args.where("fields"),
               "a class of named tuples needs a name, and different names of "
               "fields")
        .help("write `\"Pair\", [\"x\", \"y\"]`");
    return std::nullopt;
  }
  TupleClassObject object;
  object.name = title.asString();
  object.fields = std::move(*names);
  if (hasDefaults)
    object.defaults = defaults.elements();
  return makeObject(Kind::TupleClass, std::move(object));
}

Maybe HostEvaluator::makeNamedTuple(const HostValue &callee,
                                    const CallArguments &arguments) {
  auto names = callee.shared<TupleClassObject>();
  size_t count = names->fields.size();
  auto refuse = [&](Span at, const std::string &why) {
    error(code::HostType, at, quoted(names->name) + " " + why);
    return std::nullopt;
  };
  if (arguments.positional.size() > count)
    return refuse(arguments.at,
                  "has " + std::to_string(count) + " fields, but " +
                      std::to_string(arguments.positional.size()) +
                      " are given");
  std::vector<std::optional<HostValue>> given(count);
  for (size_t i = 0; i < arguments.positional.size(); ++i)
    given[i] = arguments.positional[i].first;
  for (const CallArguments::Named &named : arguments.named) {
    size_t at =
        size_t(llvm::find(names->fields, named.name) - names->fields.begin());
    if (at == count)
      return refuse(named.at, "has no field " + quoted(named.name));
    if (given[at])
      return refuse(named.at, "gets " + quoted(named.name) + " twice");
    given[at] = named.value;
  }
  std::vector<HostValue> elements;
  for (size_t i = 0; i < count; ++i) {
    size_t fromEnd = count - i;
    if (!given[i] && fromEnd <= names->defaults.size())
      given[i] = names->defaults[names->defaults.size() - fromEnd];
    if (!given[i])
      return refuse(arguments.at, "needs " + quoted(names->fields[i]));
    elements.push_back(std::move(*given[i]));
  }
  HostValue tuple = HostValue::tuple(std::move(elements));
  tuple.as<SequenceObject>().names = std::move(names);
  return tuple;
}

} // namespace tqc::host
