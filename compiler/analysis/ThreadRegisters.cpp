//===- ThreadRegisters.cpp - Registers that a thread can have -------------===//

#include "compiler/analysis/ThreadRegisters.h"

#include "dialect/tq/TqDialect.h"

#include <algorithm>

using namespace mlir;
using namespace tqc;

int32_t tqc::blockWarps(func::FuncOp kernel) {
  auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr);
  int32_t warps = plan ? plan.getWarps() : 4;
  kernel.walk([&](tqg::RoleOp role) {
    warps = std::max(warps, int32_t(role.getEnd()));
  });
  return warps;
}

/// The most columns of an instruction (PTX ISA, wgmma: m64nN).
static constexpr int32_t kMostColumns = 256;

/// Registers of a thread beside the sums of an instruction, and with those of
/// the narrowest one. ptxas 13.0 asks for 26 and 30 where both operands lie in
/// shared memory.
static constexpr int32_t kBesideSums = 32, kLeastForProducts = 32;

/// 0: the attribute is not there.
static int64_t positive(func::FuncOp kernel, StringRef name) {
  auto attr = kernel->getAttrOfType<IntegerAttr>(name);
  return attr ? std::max<int64_t>(attr.getInt(), 1) : 0;
}

/// Fewer registers than warps hand to others would let these wait without an
/// end.
std::string tqc::whyNotLimited(func::FuncOp kernel) {
  int64_t limit = positive(kernel, tq::kMaxRegistersAttr);
  if (!limit)
    return "";
  std::string why;
  kernel.walk([&](Operation *op) {
    auto role = dyn_cast<tqg::RoleOp>(op);
    if (role && role.getRegisters())
      why = "a warp that copies gives its registers to those that multiply";
    else if (isa<tqg::WgmmaOp>(op) && limit < kLeastForProducts && why.empty())
      why = "products by groups of four warps take " +
            std::to_string(kLeastForProducts);
  });
  return why;
}

int32_t tqc::threadRegisters(func::FuncOp kernel) {
  int64_t ctas = std::max<int64_t>(positive(kernel, tqg::kLeastCtasAttr), 1);
  int64_t threads = 32 * blockWarps(kernel) * ctas;
  int64_t registers = std::min<int64_t>(65536 / threads / 8 * 8, 255);
  int64_t limit = positive(kernel, tq::kMaxRegistersAttr);
  bool isLimited = limit && whyNotLimited(kernel).empty();
  return int32_t(isLimited ? std::min(registers, limit) : registers);
}

int32_t tqc::wgmmaColumns(tqg::WgmmaOp product) {
  RankedTensorType sums = product.getType();
  int32_t width = int32_t(product.getColumns().value_or(sums.getDimSize(1)));
  // Integers have fewer numbers of columns to choose from.
  int32_t unit = sums.getElementType().isInteger() ? 16 : 8;
  int32_t room = threadRegisters(product->getParentOfType<func::FuncOp>());
  int32_t columns = std::min(width, kMostColumns);
  while (columns > unit && (width % columns != 0 || columns % unit != 0 ||
                            columns / 2 + kBesideSums > room))
    --columns;
  return columns;
}
