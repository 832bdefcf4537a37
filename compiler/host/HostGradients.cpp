//===- HostGradients.cpp - torch.autograd.Function in launchers -----------===//
//
// Which gradients does a launcher have? Those that the classes of its file
// compute in kernels:
//
//     y = Softmax.apply(x)      forward(ctx, x); y knows how it was made
//     y.backward(dy)            backward(ctx, dy), whose result is x.grad
//
// What would need values of tensors on the way (sums of gradients, gradients
// through views, copies and conversions) is refused when backward meets it.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostHandlers.h"

using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

//===----------------------------------------------------------------------===//
// Tensors that require gradients
//===----------------------------------------------------------------------===//

bool GradientObject::isOf(const TensorValue &tensor) const {
  return tensor.pointer() == pointer && tensor.type == type &&
         tensor.shape == shape && tensor.strides == strides;
}

GradientObject *gradientOf(const TensorValue &tensor) {
  return static_cast<GradientObject *>(tensor.gradient.get());
}

TensorValue requiringGradient(TensorValue tensor) {
  auto object = std::make_shared<GradientObject>();
  object->pointer = tensor.pointer();
  object->type = tensor.type;
  object->shape = tensor.shape;
  object->strides = tensor.strides;
  tensor.gradient = std::move(object);
  return tensor;
}

TensorValue detached(TensorValue tensor) {
  tensor.gradient = nullptr;
  return tensor;
}

Maybe gradientFact(const TensorValue &tensor, StringRef name) {
  const GradientObject *known = gradientOf(tensor);
  if (name == "requires_grad")
    return HostValue::boolean(known != nullptr);
  if (name == "is_leaf")
    return HostValue::boolean(!known ||
                              (known->isOf(tensor) && !known->producer));
  if (name == "grad")
    return known && known->isOf(tensor) ? known->gradient : HostValue();
  if (name == "data")
    return HostValue::tensor(detached(tensor));
  return std::nullopt;
}

static bool refuseType(HostEvaluator &host, const TensorValue &tensor,
                       Span at) {
  if (isFloat(tensor.type))
    return false;
  host.error(code::HostType, at,
             "only tensors of floats require gradients, but this is one of " +
                 repr(HostValue::dtype(tensor.type)));
  return true;
}

/// Lets a tensor require gradients, or no longer.
static bool setRequired(HostEvaluator &host, const HostValue &value,
                        bool required, Span at) {
  TensorValue &tensor = value.as<TensorObject>().tensor;
  const GradientObject *known = gradientOf(tensor);
  if (required && !known) {
    if (refuseType(host, tensor, at))
      return false;
    tensor = requiringGradient(std::move(tensor));
  }
  if (!required && known && known->producer) {
    host.error(code::HostValueError, at,
               "only leaves may stop requiring gradients, but this is what "
               "`apply` gave")
        .help("write `detach()`");
    return false;
  }
  if (!required)
    tensor.gradient = nullptr;
  return true;
}

Maybe tensorRequiresGrad(HostEvaluator &host, const HostArgs &args) {
  bool required =
      !args.has("requires_grad") || isTrue(args.get("requires_grad"));
  return setRequired(host, args.receiver, required, args.at)
             ? Maybe(args.receiver)
             : std::nullopt;
}

Maybe torchParameter(HostEvaluator &host, const HostArgs &args) {
  HostValue data = args.get("data");
  if (!data.is(Kind::Tensor))
    return wrongKind(host, args, "data", "a tensor");
  if (args.has("requires_grad") && !isTrue(args.get("requires_grad")))
    return HostValue::tensor(detached(data.asTensor()));
  if (refuseType(host, data.asTensor(), args.where("data")))
    return std::nullopt;
  return HostValue::tensor(requiringGradient(data.asTensor()));
}

/// Whether `gradient` may be one of `tensor`; says why not.
static bool fits(HostEvaluator &host, const HostValue &gradient,
                 const TensorValue &tensor, StringRef what, Span at) {
  auto kindOf = [](const TensorValue &value) {
    return "a tensor of " + repr(HostValue::dtype(value.type)) + " and shape " +
           shapeText(value.shape);
  };
  if (gradient.is(Kind::Tensor) && gradient.asTensor().type == tensor.type &&
      gradient.asTensor().shape == tensor.shape)
    return true;
  host.error(code::HostType, at,
             (what + " is " +
              (gradient.is(Kind::Tensor) ? kindOf(gradient.asTensor())
                                         : describeValue(gradient)) +
              ", but the gradient of " + kindOf(tensor) + " is one like it")
                 .str());
  return false;
}

bool assignTensorFact(HostEvaluator &host, const HostValue &tensor,
                      StringRef name, const HostValue &value, Span at) {
  if (name == "requires_grad") {
    auto required = host.truth(value, at);
    return required && setRequired(host, tensor, *required, at);
  }
  GradientObject *known = gradientOf(tensor.asTensor());
  if (name != "grad" || !known || !known->isOf(tensor.asTensor())) {
    host.error(code::HostNotAvailable, at,
               "a launcher cannot assign to this: only `grad` of a tensor that "
               "requires gradients, and `requires_grad`");
    return false;
  }
  if (value.isNone()) {
    known->gradient = value;
    return true;
  }
  if (!fits(host, value, tensor.asTensor(), "this", at))
    return false;
  known->gradient = HostValue::tensor(detached(value.asTensor()));
  return true;
}

//===----------------------------------------------------------------------===//
// apply
//===----------------------------------------------------------------------===//

namespace {
/// Inside of forward and backward no gradients are kept.
struct GradientsOff {
  explicit GradientsOff(HostEvaluator &host) : host(host) {
    ++host.gradientsOff;
  }
  ~GradientsOff() { --host.gradientsOff; }
  HostEvaluator &host;
};
} // namespace

/// A method that torch calls without an object, or nothing with an error.
static Maybe methodOf(HostEvaluator &host, const HostValue &type,
                      StringRef name, Span at) {
  const auto &object = type.as<ClassObject>();
  if (const ClassObject::Member *member = object.find(name))
    return host.bindMember(*member, type, at);
  host.error(code::HostAttribute, at,
             (quoted(object.def->name) + " has no " + quoted(name)))
      .note(object.def->nameSpan, "the class stands here");
  return std::nullopt;
}

/// forward(ctx, ...), or forward(...) and setup_context(ctx, inputs, output).
static Maybe runForward(HostEvaluator &host, const HostValue &type,
                        const HostValue &context,
                        const std::vector<HostValue> &inputs, Span at) {
  GradientsOff off(host);
  Maybe forward = methodOf(host, type, "forward", at);
  if (!forward)
    return std::nullopt;
  std::vector<HostValue> arguments = inputs;
  bool isApart = type.as<ClassObject>().find("setup_context");
  if (!isApart)
    arguments.insert(arguments.begin(), context);
  Maybe result = host.callSimply(*forward, std::move(arguments), at);
  if (!result || !isApart)
    return result;
  Maybe setup = methodOf(host, type, "setup_context", at);
  if (!setup || !host.callSimply(
                    *setup, {context, HostValue::tuple(inputs), *result}, at))
    return std::nullopt;
  return result;
}

static bool isMarked(const HostValue &context, const TensorValue &tensor) {
  const HostValue *marked =
      context.as<InstanceObject>().find("non_differentiable");
  return marked && llvm::any_of(marked->elements(), [&](const HostValue &one) {
           return one.is(Kind::Tensor) &&
                  one.asTensor().pointer() == tensor.pointer() &&
                  one.asTensor().shape == tensor.shape;
         });
}

/// The results of a node, which know from now on how they were made.
static HostValue attach(const std::shared_ptr<GradientNode> &node,
                        const HostValue &result) {
  bool isOne = !result.is(Kind::Tuple) && !result.is(Kind::List);
  std::vector<HostValue> values =
      isOne ? std::vector<HostValue>{result} : result.elements();
  for (size_t i = 0; i < values.size(); ++i) {
    node->outputs.emplace_back();
    if (!values[i].is(Kind::Tensor) || !isFloat(values[i].asTensor().type) ||
        isMarked(node->context, values[i].asTensor()))
      continue;
    TensorValue tensor = requiringGradient(values[i].asTensor());
    gradientOf(tensor)->producer = node;
    gradientOf(tensor)->output = i;
    node->outputs.back() = detached(tensor);
    node->outputs.back()->storage = nullptr;
    values[i] = HostValue::tensor(std::move(tensor));
  }
  return isOne ? values[0] : HostValue::tuple(std::move(values));
}

Maybe applyFunction(HostEvaluator &host, const HostArgs &args) {
  std::vector<HostValue> inputs, needs;
  bool anyNeeds = false;
  for (const auto &[value, at] : args.rest) {
    bool need = host.gradientsOff == 0 && value.is(Kind::Tensor) &&
                gradientOf(value.asTensor());
    anyNeeds |= need;
    inputs.push_back(value);
    needs.push_back(HostValue::boolean(need));
  }
  InstanceObject object;
  object.set("saved_tensors", HostValue::tuple({}));
  object.set("needs_input_grad", HostValue::tuple(std::move(needs)));
  HostValue context = makeObject(Kind::GradContext, std::move(object));
  Maybe result = runForward(host, args.receiver, context, inputs, args.at);
  if (!result || !anyNeeds)
    return result;
  auto node = std::make_shared<GradientNode>();
  node->order = host.nextGradientNode++;
  node->type = args.receiver;
  node->context = context;
  node->inputs = std::move(inputs);
  node->at = args.at;
  return attach(node, *result);
}

//===----------------------------------------------------------------------===//
// ctx
//===----------------------------------------------------------------------===//

static Maybe keep(HostEvaluator &host, const HostArgs &args, StringRef field) {
  std::vector<HostValue> values;
  for (const auto &[value, at] : args.rest) {
    if (!value.is(Kind::Tensor) && !value.isNone()) {
      host.error(code::HostType, at,
                 "only tensors are kept here, but this is " +
                     describeValue(value))
          .help("write `ctx.name = value` for other values");
      return std::nullopt;
    }
    values.push_back(value);
  }
  args.receiver.as<InstanceObject>().set(field,
                                         HostValue::tuple(std::move(values)));
  return HostValue();
}

Maybe contextSave(HostEvaluator &host, const HostArgs &args) {
  return keep(host, args, "saved_tensors");
}
Maybe contextMark(HostEvaluator &host, const HostArgs &args) {
  return keep(host, args, "non_differentiable");
}
Maybe contextMarkDirty(HostEvaluator &host, const HostArgs &args) {
  return HostValue(); // no one else looks at versions of tensors
}
Maybe contextMaterialize(HostEvaluator &host, const HostArgs &args) {
  args.receiver.as<InstanceObject>().set("materialize", args.get("value"));
  return HostValue();
}

//===----------------------------------------------------------------------===//
// backward
//===----------------------------------------------------------------------===//

namespace {

/// Carries gradients from results to leaves, the last call first.
class Backward {
public:
  Backward(HostEvaluator &host, Span at) : host(host), at(at) {}

  bool send(const TensorValue &to, const HostValue &gradient, Span where);
  bool run();

  std::vector<std::pair<GradientObject *, HostValue>> leaves;

private:
  struct Pending {
    std::shared_ptr<GradientNode> node;
    std::vector<HostValue> gradients; ///< of its outputs
  };
  bool runNode(Pending pending);
  bool takeResults(const GradientNode &node, std::vector<HostValue> results);
  bool refuseSum(Span where);

  HostEvaluator &host;
  Span at;
  std::map<uint64_t, Pending> pending;
};

bool Backward::refuseSum(Span where) {
  host.error(code::HostNotAvailable, at,
             kNoTensorValues.str() + ": this adds gradients of one tensor")
      .note(where, "it has one already when this gives another");
  return false;
}

bool Backward::send(const TensorValue &to, const HostValue &gradient,
                    Span where) {
  GradientObject *known = gradientOf(to);
  HostValue value = HostValue::tensor(detached(gradient.asTensor()));
  if (!known->isOf(to)) {
    host.error(code::HostNotAvailable, where,
               "a launcher carries no gradients back through views and copies "
               "of tensors, and an argument is one")
        .help("pass the tensor itself, and make the view in `forward`");
    return false;
  }
  if (!known->producer) {
    for (const auto &[leaf, other] : leaves)
      if (leaf == known)
        return refuseSum(where);
    leaves.emplace_back(known, std::move(value));
    return true;
  }
  Pending &next = pending[known->producer->order];
  next.node = known->producer;
  next.gradients.resize(next.node->outputs.size());
  HostValue &place = next.gradients[known->output];
  if (!place.isNone())
    return refuseSum(where);
  place = std::move(value);
  return true;
}

bool Backward::takeResults(const GradientNode &node,
                           std::vector<HostValue> results) {
  const auto &type = node.type.as<ClassObject>();
  std::string name = type.def->name + ".backward";
  while (results.size() > node.inputs.size() && results.back().isNone())
    results.pop_back();
  if (results.size() != node.inputs.size()) {
    host.error(code::HostType, at,
               quoted(name) + " gives " + std::to_string(results.size()) +
                   " gradients, but `apply` got " +
                   std::to_string(node.inputs.size()) + " arguments")
        .note(node.at, "`apply` is called here");
    return false;
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const HostValue &input = node.inputs[i];
    if (results[i].isNone())
      continue;
    std::string what = "gradient " + std::to_string(i) + " of " + quoted(name);
    if (!input.is(Kind::Tensor)) {
      host.error(code::HostType, at,
                 what + " is " + describeValue(results[i]) +
                     ", but the argument is " + describeValue(input) +
                     ", which has none")
          .note(node.at, "`apply` is called here");
      return false;
    }
    if (gradientOf(input.asTensor()) &&
        (!fits(host, results[i], input.asTensor(), what, at) ||
         !send(input.asTensor(), results[i], node.at)))
      return false;
  }
  return true;
}

bool Backward::runNode(Pending current) {
  const GradientNode &node = *current.node;
  Maybe backward = methodOf(host, node.type, "backward", at);
  if (!backward)
    return false;
  const HostValue *materialize =
      node.context.as<InstanceObject>().find("materialize");
  std::vector<HostValue> arguments = {node.context};
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    HostValue gradient = current.gradients[i];
    const auto &output = node.outputs[i];
    if (gradient.isNone() && output && (!materialize || isTrue(*materialize))) {
      auto zeros = host.allocate(output->type, output->shape,
                                 HostEvaluator::Fill::Zero, at);
      if (!zeros)
        return false;
      gradient = HostValue::tensor(std::move(*zeros));
    }
    arguments.push_back(std::move(gradient));
  }
  GradientsOff off(host);
  Maybe result = host.callSimply(*backward, std::move(arguments), at);
  if (!result)
    return false;
  return takeResults(node, result->is(Kind::Tuple) || result->is(Kind::List)
                               ? result->elements()
                               : std::vector<HostValue>{*result});
}

bool Backward::run() {
  while (!pending.empty()) {
    auto last = std::prev(pending.end());
    Pending current = std::move(last->second);
    pending.erase(last);
    if (!runNode(std::move(current)))
      return false;
  }
  return true;
}

} // namespace

/// Starts at `root`; `gradient` may be left out for one element.
static bool start(HostEvaluator &host, Backward &backward,
                  const HostValue &root, HostValue gradient, Span at) {
  const TensorValue &tensor = root.asTensor();
  if (!gradientOf(tensor)) {
    host.error(code::HostValueError, at,
               "this tensor requires no gradients: no `apply` of a tensor that "
               "requires them has made it");
    return false;
  }
  if (gradient.isNone() && tensor.numel() == 1) {
    HostArgs ones;
    ones.at = at;
    ones.values["x"] = {HostValue::tensor(detached(tensor)), at};
    Maybe made = torchOnesLike(host, ones);
    if (!made)
      return false;
    gradient = std::move(*made);
  }
  return fits(host, gradient, tensor, "the gradient", at) &&
         backward.send(tensor, gradient, at) && backward.run();
}

Maybe tensorBackward(HostEvaluator &host, const HostArgs &args) {
  if (isTrue(args.get("create_graph"))) {
    host.error(code::HostNotAvailable, args.where("create_graph"),
               "a launcher has no gradients of gradients");
    return std::nullopt;
  }
  Backward backward(host, args.at);
  if (!start(host, backward, args.receiver, args.get("gradient"), args.at))
    return std::nullopt;
  for (auto &[leaf, gradient] : backward.leaves) {
    if (!leaf->gradient.isNone()) {
      host.error(code::HostNotAvailable, args.at,
                 kNoTensorValues.str() +
                     ": this adds to a gradient that a tensor has already")
          .help("write `x.grad = None` before");
      return std::nullopt;
    }
    leaf->gradient = std::move(gradient);
  }
  return HostValue();
}

Maybe torchGrad(HostEvaluator &host, const HostArgs &args) {
  auto listOf = [](const HostValue &value) {
    return value.is(Kind::Tuple) || value.is(Kind::List)
               ? value.elements()
               : std::vector<HostValue>{value};
  };
  std::vector<HostValue> outputs = listOf(args.get("outputs")),
                         inputs = listOf(args.get("inputs")),
                         gradients = listOf(args.get("grad_outputs"));
  if (outputs.size() != 1 || gradients.size() != 1 ||
      !outputs[0].is(Kind::Tensor))
    return wrongKind(host, args, "outputs", "one tensor");
  Backward backward(host, args.at);
  if (!start(host, backward, outputs[0], gradients[0], args.at))
    return std::nullopt;
  std::vector<HostValue> results;
  for (const HostValue &input : inputs) {
    const GradientObject *known =
        input.is(Kind::Tensor) ? gradientOf(input.asTensor()) : nullptr;
    auto found = llvm::find_if(backward.leaves, [&](const auto &leaf) {
      return known && leaf.first == known && known->isOf(input.asTensor());
    });
    if (found == backward.leaves.end() && !isTrue(args.get("allow_unused"))) {
      host.error(code::HostValueError, args.where("inputs"),
                 "no gradient comes to this: it is no leaf from which the "
                 "output was made");
      return std::nullopt;
    }
    results.push_back(found == backward.leaves.end() ? HostValue()
                                                     : found->second);
  }
  return HostValue::tuple(std::move(results));
}

} // namespace tqc::host
