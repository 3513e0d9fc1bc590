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

/// Returns what moves blocks, which are those of the buffer if there is one.
static std::optional<BlockProgram> getProgram(const RelayoutPlan &plan,
                                              int64_t vectorBits) {
  if (!plan.carryLoop)
    return getBlockProgram(plan, vectorBits);
  return getBlockProgram(getPlanToBuffer(plan, *getRowBuffer(plan)),
                         vectorBits);
}

std::optional<RelayoutPlan>
mlir::tiled_layout::planVectorLoops(MemRefType source, MemRefType dest,
                                    const PlanOptions &options) {
  if (!mayHavePlan(source, dest))
    return std::nullopt;
  int64_t bits = dest.getElementTypeBitWidth();
  RelayoutPlan plan = getRelayoutPlan(*getLayout(ShapedType(source)),
                                      *getLayout(ShapedType(dest)),
                                      dest.getShape(), bits, bits, options);
  if (!plan.axes.irregular.empty() || !getProgram(plan, options.vectorBits))
    return std::nullopt;
  return plan;
}

LogicalResult mlir::tiled_layout::buildVectorLoops(
    OpBuilder &builder, Location loc, Value source, Value dest,
    const PaddingSource &padding, PlanOptions options, bool useForall,
    const RelayoutPlan *given) {
  auto sourceType = cast<MemRefType>(source.getType());
  auto destType = cast<MemRefType>(dest.getType());
  if (!mayHavePlan(sourceType, destType))
    return failure();
  int64_t bits = destType.getElementTypeBitWidth();
  BlockPadding blockPadding;
  if (padding.getBits)
    blockPadding.bits = padding.getBits(bits);
  options.fillsPadding = bool(blockPadding.bits);
  std::optional<RelayoutPlan> made =
      given ? *given : planVectorLoops(sourceType, destType, options);
  if (!made || (made->fillsPadding && !blockPadding.bits))
    return failure();
  const RelayoutPlan &plan = *made;
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
  if (padding.fill && !plan.fillsPadding)
    padding.fill();
  Value flatSource = createFlatView(builder, loc, source);
  Value flatDest = createFlatView(builder, loc, dest);
  BlockMover mover(loc, blockPlan, *program, options, useForall, flatSource,
                   flatDest, blockPadding);
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

/// True if all numbers of the block are what they are.
static bool hasKnownBlock(const RelayoutPlan &plan) {
  return llvm::all_of(llvm::drop_begin(plan.axes.axes, plan.loops),
                      [](const RelayoutAxis &axis) {
                        return axis.hasKnownExtent() &&
                               axis.sourceStride.isStatic() &&
                               axis.destStride.isStatic();
                      });
}

LogicalResult mlir::tiled_layout::buildViewLoops(OpBuilder &builder,
                                                 Location loc, Value source,
                                                 Value dest,
                                                 PlanOptions options,
                                                 bool useForall) {
  auto sourceType = cast<MemRefType>(source.getType());
  auto destType = cast<MemRefType>(dest.getType());
  Type element = destType.getElementType();
  if (sourceType.getElementType() != element ||
      !isa<IntegerType, FloatType>(element))
    return failure();
  int64_t bits = element.getIntOrFloatBitWidth();
  auto isPlain = [&](MemRefType type) {
    return type.getRank() > 0 && !llvm::is_contained(type.getShape(), 0) &&
           getBitsPerElement(ShapedType(type)) == bits;
  };
  if (bits < 8 || bits > 64 || !llvm::isPowerOf2_64(bits) ||
      !isPlain(sourceType) || !isPlain(destType))
    return failure();
  std::optional<SymbolicAxes> axes = SymbolicAxes::get(sourceType, destType);
  if (!axes || !axes->getAxes().irregular.empty() ||
      llvm::any_of(axes->getAxes().axes,
                   [](const RelayoutAxis &axis) { return axis.isIrregular; }))
    return failure();
  RelayoutPlan plan = getRelayoutPlan(axes->getAxes(), bits, bits,
                                      /*destBytes=*/0, options);
  if (plan.stageLoop || !hasKnownBlock(plan))
    return failure();
  std::optional<BlockProgram> program =
      getBlockProgram(plan, options.vectorBits);
  if (!program)
    return failure();
  AxisSizes sizes =
      axes->build(builder, loc, source, dest, axes->describe(plan.axes));
  BlockMover mover(loc, plan, *program, options, useForall,
                   getFlatIntegers(builder, loc, source),
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
  if (!mayHavePlan(type, type))
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
  BlockMover(loc, plan, *program, options, /*useForall=*/false, flat, flat,
             BlockPadding{bits, /*isAlone=*/true})
      .build(builder);
  if (plan.streaming)
    LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::seq_cst);
  return success();
}
