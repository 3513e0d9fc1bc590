//===- VectorLoops.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorLoops.h"

#include "../FlatViews.h"
#include "BlockMover.h"
#include "ElementStorage.h"
#include "SymbolicAxes.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/PlanAttr.h"
#include "tiled_layout/Relayout/RelayoutPlan.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

std::optional<PlannedRelayout>
mlir::tiled_layout::planVectorLoops(MemRefType source, MemRefType dest,
                                    const PlanOptions &options) {
  if (!areStaticArrays(source, dest))
    return std::nullopt;
  RelayoutArrays arrays = *getRelayoutArrays(source, dest);
  int64_t bits = dest.getElementTypeBitWidth();
  RelayoutPlan plan = getRelayoutPlan(arrays.source, arrays.dest,
                                      arrays.extents, bits, bits, options);
  if (!plan.axes.irregular.empty() ||
      !getProgramOfPlan(plan, options.vectorBits))
    return std::nullopt;
  return PlannedRelayout{std::move(arrays), std::move(plan),
                         options.vectorBits};
}

LogicalResult mlir::tiled_layout::buildVectorLoops(
    OpBuilder &builder, Location loc, Value source, Value dest,
    const RelayoutPlan &plan, Value paddingBits, const PlanOptions &options) {
  if (plan.fillsPadding && !paddingBits)
    return failure();
  BlockPadding padding{plan.fillsPadding ? paddingBits : Value()};
  std::optional<RowBuffer> buffer;
  RelayoutPlan blockPlan = plan;
  if (plan.carryLoop) {
    buffer = getRowBuffer(plan);
    blockPlan = getPlanToBuffer(plan, *buffer);
  }
  std::optional<BlockProgram> program =
      getBlockProgram(blockPlan, options.vectorBits);
  if (!program)
    return failure();
  Value flatSource = createFlatView(builder, loc, source);
  Value flatDest = createFlatView(builder, loc, dest);
  BlockMover mover(loc, blockPlan, *program, options, flatSource, flatDest,
                   padding);
  if (buffer)
    mover.buildThroughBuffer(builder, plan, *buffer);
  else if (plan.stageLoop)
    mover.buildThroughStage(builder);
  else if (plan.alongLoops != 0)
    mover.buildAlongRows(builder);
  else
    mover.build(builder);
  // Streaming stores are not ordered with others.
  if (plan.streaming)
    LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::seq_cst);
  return success();
}

std::optional<PlannedRelayout>
mlir::tiled_layout::planViewLoops(MemRefType source, MemRefType dest,
                                  const PlanOptions &options) {
  if (!mayHavePlan(source, dest))
    return std::nullopt;
  std::optional<SymbolicAxes> axes = SymbolicAxes::get(source, dest);
  if (!axes || !axes->getAxes().irregular.empty() ||
      axes->getAxes().hasIrregularAxes())
    return std::nullopt;
  int64_t bits = dest.getElementTypeBitWidth();
  RelayoutPlan plan = getRelayoutPlan(axes->getAxes(), bits, bits,
                                      /*destBytes=*/0, options);
  if (plan.stageLoop || !getBlockProgram(plan, options.vectorBits))
    return std::nullopt;
  return PlannedRelayout{*getRelayoutArrays(source, dest), std::move(plan),
                         options.vectorBits};
}

LogicalResult mlir::tiled_layout::buildViewLoops(OpBuilder &builder,
                                                 Location loc, Value source,
                                                 Value dest,
                                                 const PlannedRelayout &planned,
                                                 const PlanOptions &options) {
  std::optional<SymbolicAxes> axes =
      SymbolicAxes::get(cast<MemRefType>(source.getType()),
                        cast<MemRefType>(dest.getType()), planned.arrays);
  std::optional<BlockProgram> program =
      getBlockProgram(planned.plan, options.vectorBits);
  if (!axes || !program)
    return failure();
  AxisSizes sizes = axes->build(builder, loc, source, dest,
                                axes->describe(planned.plan.axes));
  Value flat = getFlatIntegers(builder, loc, source);
  BlockMover mover(loc, planned.plan, *program, options, flat,
                   getFlatIntegers(builder, loc, dest), BlockPadding());
  mover.setSizes(std::move(sizes));
  mover.build(builder);
  return success();
}

LogicalResult mlir::tiled_layout::buildPaddingLoops(OpBuilder &builder,
                                                    Location loc, Value dest,
                                                    Value bits,
                                                    PlanOptions options) {
  auto type = cast<MemRefType>(dest.getType());
  if (!areStaticArrays(type, type))
    return failure();
  int64_t width = type.getElementTypeBitWidth();
  options.fillsPadding = true;
  options.threads = 1;
  Layout layout = *getLayout(ShapedType(type));
  RelayoutPlan plan =
      getRelayoutPlan(layout, layout, type.getShape(), width, width, options);
  if (!plan.fillsPadding)
    return failure();
  std::optional<BlockProgram> program =
      getBlockProgram(plan, options.vectorBits);
  if (!program)
    return failure();
  Value flat = createFlatView(builder, loc, dest);
  BlockMover(loc, plan, *program, options, flat, flat,
             BlockPadding{bits, /*isAlone=*/true})
      .build(builder);
  if (plan.streaming)
    LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::seq_cst);
  return success();
}
