//===- MemoryOrder.cpp - what a memory access says about order ------------===//

#include "runtime/emulator/decode/MemoryOrder.h"

#include <algorithm>

namespace tqc::emu {

namespace {
struct OrderRow {
  std::string_view name;
  Order order;
};
struct ScopeRow {
  std::string_view name;
  Scope scope;
};
/// What an instruction may say; the first is what it means by saying nothing.
struct AllowedRow {
  std::string_view opcode;
  std::vector<Order> orders;
};
} // namespace

static constexpr OrderRow kOrders[] = {
    {"weak", Order::Weak},         {"volatile", Order::Volatile},
    {"relaxed", Order::Relaxed},   {"acquire", Order::Acquire},
    {"release", Order::Release},   {"acq_rel", Order::AcquireRelease},
    {"sc", Order::AcquireRelease},
};
static constexpr ScopeRow kScopes[] = {
    {"cta", Scope::Cta},   {"cluster", Scope::Cluster}, {"gpu", Scope::Device},
    {"gl", Scope::Device}, {"sys", Scope::System},
};

static const AllowedRow &allowedFor(std::string_view opcode) {
  static const AllowedRow rows[] = {
      {"ld", {Order::Weak, Order::Volatile, Order::Relaxed, Order::Acquire}},
      {"st", {Order::Weak, Order::Volatile, Order::Relaxed, Order::Release}},
      {"atom",
       {Order::Relaxed, Order::Acquire, Order::Release, Order::AcquireRelease}},
      {"red", {Order::Relaxed, Order::Release}},
  };
  for (const AllowedRow &row : rows)
    if (row.opcode == opcode)
      return row;
  return rows[0];
}

bool takeOrder(const FormMatch &match, Inst &inst, std::string &why) {
  const AllowedRow &allowed = allowedFor(match.form->opcode);
  bool isAtomic = allowed.orders[0] == Order::Relaxed;
  unsigned orders = 0, scopes = 0, spaces = 0, maps = 0;
  inst.order = allowed.orders[0];
  inst.scope = isAtomic ? Scope::Device : Scope::None;
  for (std::string_view modifier : match.modifiers) {
    for (const OrderRow &row : kOrders)
      if (row.name == modifier) {
        ++orders;
        inst.order = row.order;
        if (std::find(allowed.orders.begin(), allowed.orders.end(),
                      row.order) == allowed.orders.end()) {
          why = "'" + std::string(match.form->opcode) + "' does not take '." +
                std::string(modifier) + "'";
          return false;
        }
      }
    for (const ScopeRow &row : kScopes)
      if (row.name == modifier) {
        ++scopes;
        inst.scope = row.scope;
      }
    spaces += parseSpace(modifier) != Space::None;
    maps += modifier == "mmio";
  }
  bool needsScope =
      orders != 0 && inst.order != Order::Weak && inst.order != Order::Volatile;
  if (orders > 1 || scopes > 1 || spaces > 1 || maps > 1)
    why = "two orders, two scopes or two state spaces";
  else if (needsScope && scopes == 0 && !isAtomic)
    why = "an order such as .relaxed or .acquire needs a scope: .cta, "
          ".cluster, .gpu or .sys";
  else if (scopes != 0 && !needsScope && !isAtomic)
    why = "a scope needs an order: .relaxed, .acquire or .release";
  else if (maps != 0 && (isAtomic || inst.order != Order::Relaxed ||
                         inst.scope != Scope::System))
    why = ".mmio needs .relaxed.sys";
  return why.empty();
}

void takeFenceOrder(const FormMatch &match, Inst &inst) {
  inst.order = Order::AcquireRelease;
  inst.scope = Scope::Cta;
  for (std::string_view modifier : match.modifiers) {
    for (const OrderRow &row : kOrders)
      if (row.name == modifier)
        inst.order = row.order;
    for (const ScopeRow &row : kScopes)
      if (row.name == modifier)
        inst.scope = row.scope;
  }
}

} // namespace tqc::emu
