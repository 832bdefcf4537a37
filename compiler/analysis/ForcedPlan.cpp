//===- ForcedPlan.cpp - What is decided of a plan before ------------------===//

#include "compiler/analysis/ForcedPlan.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tqc;

/// The attribute of a module or kernel: a dictionary of strings.
static constexpr llvm::StringLiteral kForcedPlanAttr = "tq.plan";

static constexpr PlanPartInfo kTable[] = {
#define TQ_PLAN_PART(ID, NAME, CHOICES, WHAT)                                  \
  {PlanPart::ID, NAME, CHOICES, WHAT},
#include "compiler/analysis/PlanParts.def"
};

ArrayRef<PlanPartInfo> tqc::allPlanParts() { return kTable; }

static StringRef nameOf(PlanPart part) {
  return kTable[static_cast<size_t>(part)].name;
}

std::string tqc::readPlanPart(StringRef text, ForcedPlan &plan) {
  StringRef name = text.split('=').first, choice = text.split('=').second;
  const auto *info = llvm::find_if(
      kTable, [&](const PlanPartInfo &part) { return part.name == name; });
  if (info == std::end(kTable))
    return ("a plan has no part `" + name + "`").str();
  SmallVector<StringRef> choices;
  info->choices.split(choices, '|');
  if (!llvm::is_contained(choices, choice))
    return ("`" + name + "` of a plan is one of " + llvm::join(choices, ", ") +
            ", not `" + choice + "`")
        .str();
  plan.emplace_back(name, choice);
  return {};
}

std::string tqc::readPlan(StringRef text, ForcedPlan &plan) {
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts)
    if (std::string wrong = readPlanPart(part, plan); !wrong.empty())
      return wrong;
  return {};
}

std::string tqc::planText(const ForcedPlan &plan) {
  std::string text;
  for (const auto &[part, choice] : plan)
    text += (text.empty() ? "" : ",") + part + "=" + choice;
  return text;
}

void tqc::recordPlan(Operation *op, const ForcedPlan &plan) {
  if (plan.empty())
    return;
  Builder builder(op->getContext());
  NamedAttrList parts;
  for (const auto &[name, choice] : plan)
    parts.set(name, builder.getStringAttr(choice));
  op->setAttr(kForcedPlanAttr, parts.getDictionary(op->getContext()));
}

StringRef tqc::forcedChoice(Operation *op, PlanPart part) {
  StringRef choice;
  for (Operation *at = op; at; at = at->getParentOp())
    if (auto plan = at->getAttrOfType<DictionaryAttr>(kForcedPlanAttr))
      if (auto found = plan.getAs<StringAttr>(nameOf(part)))
        choice = found.getValue();
  return choice;
}

InFlightDiagnostic tqc::refuseForced(Operation *op, PlanPart part) {
  return op->emitError() << "the plan cannot have " << nameOf(part) << "="
                         << forcedChoice(op, part) << " here: ";
}
