//===- HostClasses.cpp - Classes of launchers and their objects -----------===//
//
// A class has methods and values by name, and one base: another class of the
// file, `torch.nn.Module` or
//
//     class Softmax(torch.autograd.Function):
//         @staticmethod
//         def forward(ctx, x): ...         F.apply(x): HostGradients.cpp
//
// Operators of objects (`__add__`, `__len__`), metaclasses and several bases
// are refused.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/Host.h"
#include "compiler/host/HostHandlers.h"

#include "llvm/ADT/StringSwitch.h"

using llvm::dyn_cast;
using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

const ClassObject::Member *ClassObject::find(StringRef name) const {
  for (const ClassObject *type = this; type; type = type->base.get())
    if (auto found = type->members.find(name.str());
        found != type->members.end())
      return &found->second;
  return nullptr;
}

bool ClassObject::derivesFrom(const ClassObject *other) const {
  for (const ClassObject *type = this; type; type = type->base.get())
    if (type == other)
      return true;
  return false;
}

const HostValue *InstanceObject::find(StringRef name) const {
  for (const auto &[field, value] : fields)
    if (field == name)
      return &value;
  return nullptr;
}

void InstanceObject::set(StringRef name, HostValue value) {
  for (auto &[field, old] : fields)
    if (field == name) {
      old = std::move(value);
      return;
    }
  fields.emplace_back(name.str(), std::move(value));
}

/// A member as an object or its class (`receiver`) has it.
Maybe HostEvaluator::bindMember(const ClassObject::Member &member,
                                const HostValue &receiver, Span at) {
  Maybe value = use(member.value, at);
  if (!value || !value->is(Kind::Function))
    return value;
  bool isClass = receiver.is(Kind::Class);
  if (member.binding == Binding::Property && !isClass)
    return callSimply(*value, {receiver}, at);
  if (member.binding == Binding::Static ||
      (isClass && member.binding != Binding::Class))
    return value;
  BoundObject bound;
  bound.function = std::move(*value);
  bound.receiver = receiver;
  if (member.binding == Binding::Class && !isClass)
    bound.receiver =
        HostValue::object(Kind::Class, receiver.as<InstanceObject>().type);
  return makeObject(Kind::Bound, std::move(bound));
}

std::optional<Maybe> HostEvaluator::memberOfObject(const HostValue &value,
                                                   StringRef name, Span at) {
  const ClassObject *type = nullptr;
  HostValue receiver = value;
  if (value.is(Kind::Instance) || value.is(Kind::GradContext)) {
    const auto &object = value.as<InstanceObject>();
    if (const HostValue *field = object.find(name))
      return Maybe(*field);
    type = object.type.get();
  } else if (value.is(Kind::Class)) {
    type = &value.as<ClassObject>();
    if (name == "__name__")
      return Maybe(HostValue::string(type->def->name));
  } else if (value.is(Kind::Super)) {
    const auto &object = value.as<SuperObject>();
    type = object.after->base.get();
    receiver = object.self;
  }
  if (const ClassObject::Member *member = type ? type->find(name) : nullptr)
    return bindMember(*member, receiver, at);
  if (value.is(Kind::Super) && name == "__init__")
    return memberOf("object", "__init__");
  return std::nullopt;
}

bool HostEvaluator::assignAttribute(const HostValue &object, StringRef name,
                                    HostValue value, Span at) {
  if (object.is(Kind::Instance) || object.is(Kind::GradContext)) {
    if (!mayHold(object, value, at))
      return false;
    object.as<InstanceObject>().set(name, std::move(value));
    return true;
  }
  if (object.is(Kind::Tensor))
    return assignTensorFact(*this, object, name, value, at);
  error(code::HostNotAvailable, at,
        "a launcher cannot assign to this: it is an attribute of " +
            describeValue(object));
  return false;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// The base that a value is, or nothing with an error.
bool HostEvaluator::takeBase(const HostValue &base, Span at,
                             ClassObject &type) {
  StringRef path =
      base.is(Kind::Builtin) ? base.as<BuiltinObject>().row->path : StringRef();
  if (base.is(Kind::Class)) {
    type.base = base.shared<ClassObject>();
    type.known = type.base->known;
    return true;
  }
  if (path == "torch.autograd.Function")
    type.known = ClassObject::Known::Function;
  else if (path == "torch.nn.Module")
    type.known = ClassObject::Known::Module;
  else if (path != "object") {
    error(code::HostNotAvailable, at,
          describeValue(base) + " is no base that a launcher knows")
        .help("it knows classes of the file, `torch.autograd.Function` and "
              "`torch.nn.Module`");
    return false;
  }
  return true;
}

static Binding bindingOf(const ast::FunctionStmt &method) {
  for (const ast::Expr *decorator : method.decorators)
    if (const auto *name = dyn_cast<ast::NameExpr>(decorator)) {
      if (name->name == "staticmethod")
        return Binding::Static;
      if (name->name == "classmethod")
        return Binding::Class;
      if (name->name == "property")
        return Binding::Property;
    }
  return Binding::Object;
}

Maybe HostEvaluator::makeClass(const ast::ClassStmt *stmt,
                               const ScopePtr &scope) {
  const ast::Expr *odd = !stmt->decorators.empty() ? stmt->decorators.front()
                         : !stmt->keywords.empty()
                             ? stmt->keywords.front().value
                         : stmt->bases.size() > 1 ? stmt->bases[1]
                                                  : nullptr;
  if (odd) {
    error(code::HostNotAvailable, odd->span,
          "a class of a launcher has no decorators and no metaclass, and one "
          "base");
    return std::nullopt;
  }
  auto type = std::make_shared<ClassObject>();
  type->def = stmt;
  for (const ast::Expr *base : stmt->bases) {
    Maybe value = evaluate(base, scope);
    if (!value || !takeBase(*value, base->span, *type))
      return std::nullopt;
  }
  // The body has names of its own, which its functions do not see.
  ScopePtr body = newScope(scope);
  for (const ast::Stmt *inner : stmt->body) {
    const auto *method = dyn_cast<ast::FunctionStmt>(inner);
    if (!method) {
      runModuleStmt(inner, body);
      continue;
    }
    size_t mark = diags.mark();
    Maybe function = makeFunction(method, scope);
    std::optional<Diag> why;
    if (!function && diags.mark() > mark)
      why = diags.all()[mark];
    takeBack(mark);
    if (!function) {
      bindUnknown(method, body, std::move(why));
      continue;
    }
    if (function->is(Kind::Function))
      function->as<FunctionObject>().owner = type;
    type->members[method->name].binding = bindingOf(*method);
    body->names[method->name] = std::move(*function);
  }
  for (const auto &[name, value] : body->names)
    type->members[name].value = value;
  return HostValue::object(Kind::Class, std::move(type));
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

Maybe HostEvaluator::instantiate(const HostValue &callee,
                                 CallArguments arguments) {
  auto type = callee.shared<ClassObject>();
  if (type->known == ClassObject::Known::Function) {
    error(code::HostType, arguments.at,
          "no objects are made of " + quoted(type->def->name))
        .help("write " + quoted(type->def->name + ".apply(...)"));
    return std::nullopt;
  }
  InstanceObject object;
  object.type = type;
  HostValue instance = makeObject(Kind::Instance, std::move(object));
  if (const ClassObject::Member *make = type->find("__init__")) {
    Span at = arguments.at;
    Maybe method = bindMember(*make, instance, at);
    return method && call(*method, std::move(arguments)) ? Maybe(instance)
                                                         : std::nullopt;
  }
  if (arguments.positional.empty() && arguments.named.empty())
    return instance;
  error(code::HostArguments, arguments.at,
        quoted(type->def->name) + " has no `__init__` that takes arguments");
  return std::nullopt;
}

Maybe HostEvaluator::callInstance(const HostValue &callee,
                                  CallArguments arguments) {
  const auto &type = callee.as<InstanceObject>().type;
  const ClassObject::Member *method = type->find("__call__");
  if (!method && type->known == ClassObject::Known::Module)
    method = type->find("forward");
  if (!method) {
    error(code::HostType, arguments.at,
          "objects of " + quoted(type->def->name) + " cannot be called")
        .note(type->def->nameSpan, "the class has no `__call__`");
    return std::nullopt;
  }
  Maybe bound = bindMember(*method, callee, arguments.at);
  return bound ? call(*bound, std::move(arguments)) : std::nullopt;
}

Maybe superOf(HostEvaluator &host, const HostArgs &args) {
  SuperObject object;
  if (args.get("type").is(Kind::Class) && args.get("self").is(Kind::Instance)) {
    object.after = args.get("type").shared<ClassObject>();
    object.self = args.get("self");
  } else if (!args.has("type")) {
    std::tie(object.after, object.self) = host.currentMethod();
  }
  if (object.after && object.self.is(Kind::Instance))
    return makeObject(Kind::Super, std::move(object));
  host.error(code::HostNotAvailable, args.at,
             "`super` stands in no method of an object here");
  return std::nullopt;
}

/// `object.__init__`, and that of the other bases.
Maybe initObject(HostEvaluator &host, const HostArgs &args) {
  return HostValue();
}

/// What torch.nn.Module has for tensors that are no parameters.
Maybe registerBuffer(HostEvaluator &host, const HostArgs &args) {
  auto &object = args.receiver.as<InstanceObject>();
  if (object.type->known != ClassObject::Known::Module) {
    host.error(code::HostAttribute, args.at,
               "only objects of `torch.nn.Module` have buffers");
    return std::nullopt;
  }
  HostValue tensor = args.get("tensor");
  if (!args.get("name").is(Kind::String))
    return wrongKind(host, args, "name", "a string");
  if (!tensor.is(Kind::Tensor) && !tensor.isNone())
    return wrongKind(host, args, "tensor", "a tensor");
  object.set(args.get("name").asString(), std::move(tensor));
  return HostValue();
}

/// What is a class, but not to be called in a launcher: `torch.Tensor`.
Maybe refuseMaking(HostEvaluator &host, const HostArgs &args) {
  host.error(code::HostNotAvailable, args.at,
             "a launcher makes no objects of " +
                 quoted(args.receiver.asString()));
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// isinstance
//===----------------------------------------------------------------------===//

/// Whether `value` is of the class that a builtin stands for; nothing if that
/// is none.
static std::optional<bool> isOfBuiltin(const HostValue &value, StringRef path) {
  Kind kind = llvm::StringSwitch<Kind>(path)
                  .Case("bool", Kind::Bool)
                  .Case("dict", Kind::Dict)
                  .Case("float", Kind::Float)
                  .Case("int", Kind::Int)
                  .Case("list", Kind::List)
                  .Case("str", Kind::String)
                  .Case("torch.Tensor", Kind::Tensor)
                  .Case("torch.device", Kind::Device)
                  .Case("torch.dtype", Kind::DType)
                  .Case("tuple", Kind::Tuple)
                  .Default(Kind::Unknown);
  if (kind == Kind::Unknown)
    return std::nullopt;
  return value.is(kind) || (kind == Kind::Int && value.is(Kind::Bool));
}

static std::optional<bool> isInstance(HostEvaluator &host,
                                      const HostValue &value,
                                      const HostValue &type, Span at) {
  if (type.is(Kind::Tuple)) {
    for (const HostValue &one : type.elements()) {
      auto result = isInstance(host, value, one, at);
      if (!result || *result)
        return result;
    }
    return false;
  }
  if (type.is(Kind::Class))
    return value.is(Kind::Instance) &&
           value.as<InstanceObject>().type->derivesFrom(
               &type.as<ClassObject>());
  if (type.is(Kind::TupleClass))
    return value.is(Kind::Tuple) &&
           value.as<SequenceObject>().names.get() == type.identity();
  if (type.is(Kind::Builtin))
    if (auto result = isOfBuiltin(value, type.as<BuiltinObject>().row->path))
      return result;
  host.error(code::HostType, at,
             "`isinstance` asks for a class, but this is " +
                 describeValue(type));
  return std::nullopt;
}

Maybe isInstanceOf(HostEvaluator &host, const HostArgs &args) {
  auto result =
      isInstance(host, args.get("x"), args.get("type"), args.where("type"));
  return result ? Maybe(HostValue::boolean(*result)) : std::nullopt;
}

} // namespace tqc::host

//===----------------------------------------------------------------------===//
// For who looks at a file from outside
//===----------------------------------------------------------------------===//

namespace tqc {

static const ast::ClassStmt *findClass(const ast::Module &module,
                                       StringRef name) {
  const ast::ClassStmt *found = nullptr; // the last one counts
  for (const ast::Stmt *stmt : module.body)
    if (const auto *type = dyn_cast<ast::ClassStmt>(stmt))
      if (type->name == name)
        found = type;
  return found;
}

/// The class in `name = Class.apply`, and the name; null for other statements.
static const ast::ClassStmt *
appliedIn(const ast::Module &module, const ast::Stmt *stmt, std::string &name) {
  const auto *assign = dyn_cast<ast::AssignStmt>(stmt);
  if (!assign || assign->targets.size() != 1)
    return nullptr;
  const auto *target = dyn_cast<ast::NameExpr>(assign->targets[0]);
  const auto *apply = dyn_cast<ast::AttributeExpr>(assign->value);
  const auto *type = apply && apply->name == "apply"
                         ? dyn_cast<ast::NameExpr>(apply->value)
                         : nullptr;
  if (!target || !type)
    return nullptr;
  name = target->name;
  return findClass(module, type->name);
}

const ast::FunctionStmt *findForward(const ast::Module &module,
                                     StringRef name) {
  StringRef typeName = name;
  const ast::ClassStmt *type =
      typeName.consume_back(".apply") ? findClass(module, typeName) : nullptr;
  for (const ast::Stmt *stmt : module.body) {
    std::string given;
    const ast::ClassStmt *applied = appliedIn(module, stmt, given);
    if (applied && given == name)
      type = applied;
  }
  for (const ast::Stmt *stmt : type ? type->body : ast::Block())
    if (const auto *method = dyn_cast<ast::FunctionStmt>(stmt))
      if (method->name == "forward")
        return method;
  return nullptr;
}

std::vector<std::string> findApplied(const ast::Module &module) {
  std::vector<std::string> names;
  for (const ast::Stmt *stmt : module.body) {
    std::string name;
    if (appliedIn(module, stmt, name) && findForward(module, name))
      names.push_back(name);
  }
  return names;
}

} // namespace tqc
