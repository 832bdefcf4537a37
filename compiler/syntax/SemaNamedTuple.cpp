//===- SemaNamedTuple.cpp - Tuples whose elements have names --------------===//
//
// `collections.namedtuple("Pair", "x y")` gives a class; calling it gives a
// tuple that knows `.x` and `.y`. To the IR it is the tuple of its elements.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/Specialization.h"

#include <set>

namespace tqc::sema {

/// The names in "x y", "x, y", ["x", "y"] or [("x", int), ("y", int)].
static std::optional<std::vector<std::string>> fieldNames(const Value &value) {
  std::vector<std::string> names;
  if (value.isString()) {
    llvm::SmallVector<llvm::StringRef> words;
    std::string text = value.text;
    std::replace(text.begin(), text.end(), ',', ' ');
    llvm::StringRef(text).split(words, ' ', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef word : words)
      names.push_back(word.str());
  } else if (value.isTuple()) {
    for (const Value &item : value.elements()) {
      bool isPair = item.isTuple() && item.elements().size() == 2;
      const Value &name = isPair ? item.elements()[0] : item;
      if (!name.isString())
        return std::nullopt;
      names.push_back(name.text);
    }
  } else {
    return std::nullopt;
  }
  std::set<std::string> different(names.begin(), names.end());
  bool isGood = different.size() == names.size();
  for (const std::string &name : names)
    isGood &= isIdentifier(name) && name[0] != '_';
  return isGood ? std::optional(std::move(names)) : std::nullopt;
}

Value Evaluator::doTupleClass(BoundCall &call) {
  const Value &title = call.value("typename"), &fields = call.value("fields");
  const Value &defaults = call.value("defaults");
  std::optional<std::vector<std::string>> names = fieldNames(fields);
  bool isKnown = title.isString() && names && defaults.isTuple() &&
                 defaults.elements().size() <= names->size();
  if (!isKnown) {
    if (!inKernel && (fields.findOpaque() || title.findOpaque()))
      return Value::opaque(call.what());
    msg::fieldNames(report, call["fields"].span, call.what());
    return Value::error();
  }
  Value result = Value::of(Value::Kind::TupleClass);
  result.text = title.text;
  result.fields =
      std::make_shared<const std::vector<std::string>>(std::move(*names));
  result.items = defaults.items;
  return result;
}

Value Evaluator::makeNamedTuple(const Value &callee, const CallSite &site) {
  const std::vector<std::string> &fields = *callee.fields;
  std::string what = "`" + callee.text + "`";
  if (site.positional.size() > fields.size()) {
    msg::argumentCount(report, site.span, what, fields.size(),
                       site.positional.size());
    return Value::error();
  }
  std::vector<std::optional<Value>> given(fields.size());
  for (size_t i = 0; i < site.positional.size(); ++i)
    given[i] = site.positional[i].value;
  for (const auto &[name, argument] : site.keywords) {
    size_t at = size_t(llvm::find(fields, name) - fields.begin());
    if (at == fields.size() || given[at]) {
      if (at == fields.size())
        msg::unknownKeyword(report, argument.span, what, name);
      else
        msg::argumentTwice(report, argument.span, what, name);
      return Value::error();
    }
    given[at] = argument.value;
  }
  size_t firstDefault = fields.size() - callee.elements().size();
  std::vector<Value> items;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!given[i] && i >= firstDefault)
      given[i] = callee.elements()[i - firstDefault];
    if (!given[i]) {
      msg::missingArgument(report, site.span, what, fields[i]);
      return Value::error();
    }
    items.push_back(std::move(*given[i]));
  }
  Value result = Value::tuple(std::move(items));
  result.fields = callee.fields;
  result.text = callee.text;
  return result;
}

} // namespace tqc::sema
