//===- EmitControl.cpp - Branches and loops -------------------------------===//
//
// Sema evaluates a body first and says afterwards what it yields, so a body is
// built in a region of its own and then moved into its op.
//
//===----------------------------------------------------------------------===//

#include "compiler/emit/TileEmitter.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tqc;

TileEmitter::Region TileEmitter::beginRegion(ArrayRef<TileType> arguments,
                                             Refs &argumentRefs) {
  Region id = nextRegion++;
  mlir::Region &region =
      *(regions[id] = std::make_unique<mlir::Region>(function));
  saved.push_back(builder.saveInsertionPoint());
  SmallVector<Location> locations(arguments.size(), place);
  Block *block =
      builder.createBlock(&region, region.end(), irTypes(arguments), locations);
  argumentRefs = toRefs(block->getArguments());
  return id;
}

void TileEmitter::endRegion() {
  builder.restoreInsertionPoint(saved.pop_back_val());
}

void TileEmitter::dropRegion(Region region) {
  regions.at(region)->dropAllReferences();
  regions.erase(region);
}

void TileEmitter::adopt(Region region, mlir::Region &into) {
  into.takeBody(*regions.at(region));
  regions.erase(region);
}

/// Ends a block with scf.yield.
static void endWithYield(OpBuilder &builder, Location place,
                         mlir::Region &region, ArrayRef<Ref> yields) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&region.back());
  scf::YieldOp::create(builder, place, toValues(yields));
}

Refs TileEmitter::makeIf(Ref condition, Region whenTrue,
                         ArrayRef<Ref> trueYields, Region whenFalse,
                         ArrayRef<Ref> falseYields, ArrayRef<TileType> types) {
  auto op = scf::IfOp::create(builder, place, irTypes(types),
                              toValue(condition), /*addThenBlock=*/false,
                              /*addElseBlock=*/false);
  adopt(whenTrue, op.getThenRegion());
  endWithYield(builder, place, op.getThenRegion(), trueYields);
  adopt(whenFalse, op.getElseRegion());
  endWithYield(builder, place, op.getElseRegion(), falseYields);
  return toRefs(op.getResults());
}

Refs TileEmitter::map(ArrayRef<Ref> operands, Region region,
                      ArrayRef<Ref> yields, ArrayRef<TileType> results,
                      int pack) {
  auto op = tq::MapOp::create(builder, place, irTypes(results),
                              toValues(operands), pack);
  adopt(region, op.getBody());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&op.getBody().back());
  tq::YieldOp::create(builder, place, toValues(yields));
  return toRefs(op.getResults());
}

Refs TileEmitter::makeFor(Ref lower, Ref upper, Ref step, const TileType &type,
                          Region body, ArrayRef<Ref> inits,
                          ArrayRef<Ref> yields, ArrayRef<TileType> types,
                          const LoopOptions &options) {
  auto op = scf::ForOp::create(builder, place, toValue(lower), toValue(upper),
                               toValue(step), toValues(inits), nullptr,
                               /*unsignedCmp=*/!isSigned(type.elem));
  op.getRegion().getBlocks().clear();
  adopt(body, op.getRegion());
  endWithYield(builder, place, op.getRegion(), yields);
  if (options.numStages)
    op->setAttr(tq::kNumStagesAttr,
                builder.getI32IntegerAttr(options.numStages));
  if (options.unroll)
    op->setAttr("tq.unroll", builder.getI32IntegerAttr(options.unroll));
  if (options.warpSpecialize)
    op->setAttr(tq::kWarpSpecializeAttr, builder.getUnitAttr());
  if (options.flatten)
    op->setAttr("tq.flatten", builder.getUnitAttr());
  if (options.disallowAccMultiBuffer)
    op->setAttr("tq.disallow_acc_multi_buffer", builder.getUnitAttr());
  if (options.disableLicm)
    op->setAttr("tq.disable_licm", builder.getUnitAttr());
  return toRefs(op.getResults());
}

Refs TileEmitter::makeWhile(Region before, Ref condition, ArrayRef<Ref> passed,
                            Region after, ArrayRef<Ref> inits,
                            ArrayRef<Ref> yields, ArrayRef<TileType> types) {
  auto op =
      scf::WhileOp::create(builder, place, irTypes(types), toValues(inits));
  adopt(before, op.getBefore());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&op.getBefore().back());
    tq::SideEffectOp::create(builder, place);
    scf::ConditionOp::create(builder, place, toValue(condition),
                             toValues(passed));
  }
  adopt(after, op.getAfter());
  endWithYield(builder, place, op.getAfter(), yields);
  return toRefs(op.getResults());
}
