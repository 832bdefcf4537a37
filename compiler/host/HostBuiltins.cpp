//===- HostBuiltins.cpp - Finds builtins and binds their arguments --------===//
//
// The tables of HostBuiltins.def as data, and the one function that matches the
// arguments of a call with a signature.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostHandlers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

using llvm::StringRef;

namespace tqc::host {

static constexpr BuiltinRow kFunctions[] = {
#define TQ_HOST_FUNCTION(path, handler, signature) {path, signature, handler},
#include "compiler/host/HostBuiltins.def"
};

static constexpr MethodRow kMethods[] = {
#define TQ_HOST_METHOD(kind, name, handler, signature)                         \
  {HostValue::Kind::kind, name, signature, handler},
#include "compiler/host/HostBuiltins.def"
};

const BuiltinRow *findBuiltin(StringRef path) {
  for (const BuiltinRow &row : kFunctions)
    if (path == row.path)
      return &row;
  return nullptr;
}

const MethodRow *findMethod(HostValue::Kind kind, StringRef name) {
  for (const MethodRow &row : kMethods)
    if (row.kind == kind && name == row.name)
      return &row;
  return nullptr;
}

std::vector<std::string> namesIn(StringRef path) {
  std::vector<std::string> names;
  for (const BuiltinRow &row : kFunctions) {
    StringRef rest = row.path;
    if (!path.empty() && !(rest.consume_front(path) && rest.consume_front(".")))
      continue;
    std::string name = rest.split('.').first.str();
    if (!llvm::is_contained(names, name))
      names.push_back(name);
  }
  return names;
}

std::vector<std::string> methodsOf(HostValue::Kind kind) {
  std::vector<std::string> names;
  for (const MethodRow &row : kMethods)
    if (row.kind == kind)
      names.push_back(row.name);
  return names;
}

bool isNamespace(StringRef path) {
  if (path == "triton.language.extra" ||
      path == "triton.language.extra.libdevice" || path == "triton.testing")
    return true;
  for (const BuiltinRow &row : kFunctions) {
    StringRef rest = row.path;
    if (rest.consume_front(path) && rest.starts_with("."))
      return true;
  }
  return false;
}

std::string nearest(StringRef name, const std::vector<std::string> &known) {
  std::string best;
  unsigned bestDistance = std::max<unsigned>(1, name.size() / 3) + 1;
  for (const std::string &other : known) {
    unsigned distance = name.edit_distance(other, /*AllowReplacements=*/true,
                                           /*MaxEditDistance=*/bestDistance);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = other;
    }
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

namespace {
/// "x, *rest, key=" in pieces.
struct Signature {
  explicit Signature(StringRef text) {
    llvm::SmallVector<StringRef> pieces;
    text.split(pieces, ", ", /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef piece : pieces)
      if (piece == "**") {
        anyName = true;
      } else if (piece.consume_front("*")) {
        keywordsOnly = true;
        hasRest = !piece.empty();
      } else {
        Name name;
        name.positionalOnly = piece.consume_front("/");
        name.optional = piece.consume_back("=");
        name.keywordOnly = keywordsOnly;
        name.name = piece.str();
        names.push_back(std::move(name));
      }
  }
  struct Name {
    std::string name;
    bool optional = false, keywordOnly = false, positionalOnly = false;
  };
  std::vector<Name> names;
  bool hasRest = false, keywordsOnly = false, anyName = false;
};
} // namespace

bool HostEvaluator::bindBuiltin(StringRef name, const char *text,
                                CallArguments &arguments, HostArgs &bound) {
  Signature signature(text);
  bound.at = arguments.at;
  size_t next = 0;
  std::vector<std::string> known;
  for (const Signature::Name &parameter : signature.names) {
    if (!parameter.positionalOnly)
      known.push_back(parameter.name);
    if (parameter.keywordOnly || next == arguments.positional.size())
      continue;
    bound.values[parameter.name] = arguments.positional[next++];
  }
  if (next < arguments.positional.size() && !signature.hasRest) {
    error(code::HostArguments, arguments.positional[next].second,
          quoted(name) + " takes " + std::to_string(next) + " argument" +
              (next == 1 ? "" : "s") + ", but " +
              std::to_string(arguments.positional.size()) + " are given");
    return false;
  }
  for (; next < arguments.positional.size(); ++next)
    bound.rest.push_back(arguments.positional[next]);
  for (CallArguments::Named &named : arguments.named) {
    bool isKnown = llvm::is_contained(known, named.name);
    if (!isKnown && signature.anyName) {
      bound.extra.emplace_back(named.name, std::move(named.value));
      continue;
    }
    if (!isKnown) {
      Diag &diag =
          error(code::HostArguments, named.at,
                quoted(name) + " has no argument " + quoted(named.name));
      if (std::string other = nearest(named.name, known); !other.empty())
        diag.help("did you mean " + quoted(other) + "?");
      return false;
    }
    if (bound.values.count(named.name)) {
      error(code::HostArguments, named.at,
            quoted(named.name) + " is given twice");
      return false;
    }
    bound.values[named.name] = {std::move(named.value), named.at};
  }
  for (const Signature::Name &parameter : signature.names)
    if (!parameter.optional && !bound.values.count(parameter.name)) {
      error(code::HostArguments, arguments.at,
            quoted(name) + " needs an argument " + quoted(parameter.name));
      return false;
    }
  return true;
}

Maybe HostEvaluator::callBuiltin(StringRef name, const char *signature,
                                 Handler handler, const HostValue &receiver,
                                 CallArguments &arguments) {
  HostArgs bound;
  if (!bindBuiltin(name, signature, arguments, bound))
    return std::nullopt;
  bound.receiver = receiver;
  // One handler makes all exceptions, or contexts: it is told which.
  if (handler == makeException || handler == refuseMaking ||
      handler == makeContext)
    bound.receiver = HostValue::string(name.str());
  return handler(*this, bound);
}

} // namespace tqc::host
