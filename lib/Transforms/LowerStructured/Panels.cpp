//===- Panels.cpp - The buffers of packed operands ------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Panels.h"

#include "../FlatViews.h"
#include "../OwnBuffers.h"
#include "ArrayParts.h"
#include "FlatOperands.h"
#include "StructuredRewrites.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Structured/DotProducts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Larger panels are on the heap. No property of a processor: how much stack a
/// thread has depends on the system, and some give it 128 KiB.
static constexpr int64_t kStackBytes = 32 << 10;

/// Returns the dimension of the operation that each index of an operand is, -1
/// for a sum.
static SmallVector<int64_t> getDims(const OperandAccess &access) {
  return llvm::map_to_vector(
      access.indices, [](const ArrayIndex &index) { return index.getDim(); });
}

/// Returns the type of a panel: an array with the dimensions of the operand, in
/// its memory space.
static MemRefType getPanelType(linalg::LinalgOp op, int64_t operand,
                               const OperandAccess &access,
                               const Panel &panel) {
  auto source = cast<MemRefType>(op->getOperand(operand).getType());
  if (!panel.axes.empty()) {
    Layout layout;
    layout.minorToMajor.assign(panel.axes.rbegin(), panel.axes.rend());
    if (panel.group > 1) {
      layout.tiles.push_back(getTile(
          {panel.getRoom(panel.groupDim), panel.shape[panel.axes.back()]}));
      layout.tiles.push_back(getTile({panel.group, 1}));
    }
    return MemRefType::get(
        panel.shape, source.getElementType(),
        TiledLayoutAttr::getForMemRef(op.getContext(), layout, panel.shape),
        source.getMemorySpace());
  }
  SmallVector<int64_t> dims = getDims(access), shape;
  for (int64_t dim : dims)
    // There is room for what fills up the last steps.
    shape.push_back(dim == panel.groupDim && panel.filled > 1
                        ? panel.getRoom(dim)
                        : std::max<int64_t>(1, panel.extents[dim]));
  // Dimensions of one index, on which nothing depends, come first.
  SmallVector<int64_t> order;
  for (auto [number, dim] : llvm::enumerate(dims))
    if (panel.extents[dim] == 0)
      order.push_back(number);
  for (int64_t dim : panel.order)
    order.push_back(llvm::find(dims, dim) - dims.begin());
  Layout layout;
  layout.minorToMajor.assign(order.rbegin(), order.rend());
  if (panel.blockDim >= 0) {
    SmallVector<int64_t> tile = llvm::map_to_vector(
        order, [&](int64_t number) { return shape[number]; });
    tile.back() = panel.block;
    // A tile of whole groups is not padded within.
    if (panel.group > 1)
      tile[tile.size() - 2] = panel.getRoom(panel.groupDim);
    layout.tiles.push_back(getTile(tile));
    if (panel.group > 1)
      layout.tiles.push_back(getTile({panel.group, 1}));
  }
  return MemRefType::get(
      shape, source.getElementType(),
      TiledLayoutAttr::getForMemRef(op.getContext(), layout, shape),
      source.getMemorySpace());
}

Panels::Panels(OpBuilder &builder, linalg::LinalgOp op, const Target &target,
               const StructuredProblem &problem, const StructuredPlan &plan)
    : builder(builder), op(op), target(target), problem(problem), plan(plan),
      buffers(plan.packs.size()), arrays(plan.packs.size()),
      allocated(plan.packs.size()) {
  for (const PlanPack &pack : plan.packs) {
    panels.push_back(getPanel(problem, plan, pack));
    dims.push_back(getDims(problem.operands[pack.operand]));
  }
}

/// Returns the extent of a dimension of the array of a pack.
Value Panels::getExtent(size_t pack, int64_t number) {
  Value array = op->getOperand(plan.packs[pack].operand);
  return builder.createOrFold<memref::DimOp>(op.getLoc(), array, number);
}

/// Returns a buffer on the stack, which is in memory space 0, or the heap.
/// Without `bytes`, the type has extents that are those of an operand.
Value Panels::allocateBuffer(MemRefType type, std::optional<int64_t> bytes,
                             ValueRange extents) {
  Operation *scope = getStackScope(builder);
  if (!bytes || *bytes > kStackBytes || !scope || type.getMemorySpace())
    return tiled_layout::allocateBuffer(builder, op.getLoc(), type, extents,
                                        plan.lineBytes);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&scope->getRegion(0).front());
  return memref::AllocaOp::create(builder, op.getLoc(), type,
                                  builder.getI64IntegerAttr(plan.lineBytes));
}

void Panels::allocate(size_t pack) {
  auto [operand, depth, isWide] = plan.packs[pack];
  const OperandAccess &access = problem.operands[operand];
  int64_t elements = panels[pack].getElements();
  MemRefType type = getPanelType(op, operand, access, panels[pack]);
  std::optional<int64_t> bytes;
  SmallVector<Value> extents;
  if (elements != kDynamic)
    bytes = elements * access.elementBits / 8;
  for (auto [number, extent] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(extent))
      extents.push_back(getExtent(pack, number));
  buffers[pack] = allocateBuffer(type, bytes, extents);
  // Threads allocate them in each part of the first loop.
  allocated[pack] = {buffers[pack]};
  if (isWide) {
    int64_t bits = getWideBits(access, plan);
    Type element = plan.dotSteps != 0
                       ? builder.getIntegerType(bits)
                       : getWidening(op, operand)->getResult(0).getType();
    arrays[pack] = allocateBuffer(MemRefType::get({elements}, element),
                                  elements * bits / 8);
    allocated[pack].push_back(arrays[pack]);
    return;
  }
  arrays[pack] = createFlatView(builder, op.getLoc(), buffers[pack]);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Returns elements as the panel holds them: widened, or with their top bits
/// flipped.
Value Panels::convert(size_t pack, Value elements, Type type) {
  Location loc = op.getLoc();
  auto [operand, depth, isWide] = plan.packs[pack];
  if (isWide)
    return buildWidening(builder, op, operand, elements, type);
  return arith::XOrIOp::create(
      builder, loc, elements,
      createScalarOrSplatConstant(builder, loc, type, APInt::getSignMask(8)));
}

/// Converts the elements of a panel in the order in which they lie, up to the
/// last block that holds some of `rows` indices of the dimension in blocks.
void Panels::convert(size_t pack, OpFoldResult rows) {
  Location loc = op.getLoc();
  const Panel &panel = panels[pack];
  int64_t elements = panel.getElements();
  // One register of the wider elements, or of bytes.
  int64_t lanes =
      plan.lanes *
      (plan.packs[pack].isWide ? std::max<int64_t>(1, plan.dotSteps) : 4);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  if (elements == kDynamic) {
    Value count = arith::ConstantIndexOp::create(builder, loc, 1);
    for (auto [number, extent] : llvm::enumerate(panel.shape))
      count = builder.createOrFold<arith::MulIOp>(
          loc, count,
          extent == kDynamic
              ? getExtent(pack, number)
              : arith::ConstantIndexOp::create(builder, loc, extent));
    Value step = arith::ConstantIndexOp::create(builder, loc, lanes);
    Value whole = builder.createOrFold<arith::SubIOp>(
        loc, count, builder.createOrFold<arith::RemUIOp>(loc, count, step));
    convert(pack, zero, whole, lanes);
    return convert(pack, whole, count, 1);
  }
  Value count;
  if (panel.blockDim < 0) {
    count = arith::ConstantIndexOp::create(builder, loc, elements);
  } else {
    int64_t blocks = panel.getRoom(panel.blockDim) / panel.block;
    elements /= blocks;
    Value blockRows = arith::ConstantIndexOp::create(builder, loc, panel.block);
    Value filled = builder.createOrFold<arith::CeilDivUIOp>(
        loc, getValueOrCreateConstantIndexOp(builder, loc, rows), blockRows);
    count = builder.createOrFold<arith::MulIOp>(
        loc, filled, arith::ConstantIndexOp::create(builder, loc, elements));
  }
  convert(pack, zero, count, std::min(lanes, elements & -elements));
}

/// Converts elements from one position to another one, vectors at a time.
void Panels::convert(size_t pack, Value begin, Value end, int64_t lanes) {
  Location loc = op.getLoc();
  auto loop =
      scf::ForOp::create(builder, loc, begin, end,
                         arith::ConstantIndexOp::create(builder, loc, lanes));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value to = arrays[pack], from = to;
  if (plan.packs[pack].isWide)
    from = createFlatView(builder, loc, buffers[pack]);
  auto getType = [&](Value array) {
    return VectorType::get({lanes},
                           cast<MemRefType>(array.getType()).getElementType());
  };
  Value before = vector::LoadOp::create(builder, loc, getType(from), from,
                                        loop.getInductionVar());
  vector::StoreOp::create(builder, loc, convert(pack, before, getType(to)), to,
                          loop.getInductionVar());
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Copies a part of an operand: by the copy for the sizes that it has.
void Panels::copy(size_t pack, ArrayRef<Value> indices,
                  SmallVector<OpFoldResult> limits,
                  ArrayRef<SmallVector<int64_t, 2>> sizes) {
  Location loc = op.getLoc();
  for (int64_t dim : dims[pack]) {
    if (dim < 0 || panels[pack].extents[dim] <= 1 || sizes[dim].empty() ||
        getConstantIntValue(limits[dim]))
      continue;
    Value limit = cast<Value>(limits[dim]);
    OpBuilder::InsertionGuard guard(builder);
    for (int64_t size : sizes[dim]) {
      limits[dim] = builder.getIndexAttr(size);
      if (size == sizes[dim].back())
        return copy(pack, indices, limits, sizes);
      Value isSize = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, limit,
          arith::ConstantIndexOp::create(builder, loc, size));
      auto branch =
          scf::IfOp::create(builder, loc, isSize, /*withElseRegion=*/true);
      builder.setInsertionPointToStart(branch.thenBlock());
      copy(pack, indices, limits, sizes);
      builder.setInsertionPointToStart(branch.elseBlock());
    }
  }
  int64_t operand = plan.packs[pack].operand;
  Value target = buffers[pack];
  auto type = cast<MemRefType>(target.getType());
  SmallVector<OpFoldResult> from, to, extents;
  bool isWhole = true;
  for (auto [number, dim] : llvm::enumerate(dims[pack])) {
    to.push_back(builder.getIndexAttr(0));
    if (dim < 0 || panels[pack].extents[dim] == kDynamic) {
      from.push_back(builder.getIndexAttr(0));
      extents.push_back(
          type.isDynamicDim(number)
              ? getAsOpFoldResult(getExtent(pack, number))
              : OpFoldResult(builder.getIndexAttr(type.getDimSize(number))));
      continue;
    }
    int64_t reach = panels[pack].extents[dim];
    from.push_back(reach == 0 ? OpFoldResult(builder.getIndexAttr(0))
                              : getAsOpFoldResult(indices[dim]));
    extents.push_back(reach <= 1 ? OpFoldResult(builder.getIndexAttr(1))
                                 : limits[dim]);
    isWhole &= getConstantIntValue(extents.back()) == type.getDimSize(number);
  }
  Value source = getPart(builder, loc, op->getOperand(operand), from, extents);
  if (!isWhole)
    target = getPart(builder, loc, target, to, extents);
  relayInto(builder, loc, source, target);
}

/// Sets to zero what the last instruction takes of each block after `steps`
/// indices of the dimension in groups, and the group that they end in.
void Panels::clearAfter(size_t pack, OpFoldResult steps) {
  const Panel &panel = panels[pack];
  if (getConstantIntValue(steps) &&
      *getConstantIntValue(steps) % panel.filled == 0)
    return;
  Location loc = op.getLoc();
  IndexMath math{builder, loc};
  Value count = getValueOrCreateConstantIndexOp(builder, loc, steps);
  auto getStart = [&](Value index, int64_t unit) {
    Value units = math.div(index, unit);
    return math.mul(units, math.constant(unit * panel.block));
  };
  Value first = getStart(count, panel.group);
  Value end =
      getStart(math.add(count, math.constant(panel.filled - 1)), panel.filled);
  Type element = cast<MemRefType>(arrays[pack].getType()).getElementType();
  auto type = VectorType::get({panel.filled}, element);
  Value zero =
      arith::ConstantOp::create(builder, loc, type, builder.getZeroAttr(type));
  OpBuilder::InsertionGuard guard(builder);
  auto addLoop = [&](Value begin, Value end, int64_t step) {
    auto loop =
        scf::ForOp::create(builder, loc, begin, end, math.constant(step));
    builder.setInsertionPointToStart(loop.getBody());
    return loop.getInductionVar();
  };
  Value start = math.constant(0);
  Value block = addLoop(start, math.constant(panel.getElements()),
                        panel.getRoom(panel.groupDim) * panel.block);
  Value at = addLoop(first, end, panel.filled);
  vector::StoreOp::create(builder, loc, zero, arrays[pack],
                          math.add(block, at));
}

void Panels::fill(size_t pack, ArrayRef<Value> indices,
                  ArrayRef<OpFoldResult> limits,
                  ArrayRef<SmallVector<int64_t, 2>> sizes) {
  if (plan.matrixRows != 0)
    clearAfter(pack, limits[panels[pack].groupDim]);
  copy(pack, indices, to_vector(limits), sizes);
  int64_t operand = plan.packs[pack].operand;
  int64_t blockDim = panels[pack].blockDim;
  if (plan.packs[pack].isWide || isFlipped(target, problem, plan, operand))
    convert(pack, blockDim < 0 ? OpFoldResult() : limits[blockDim]);
}

void Panels::release(size_t pack) {
  for (Value array : allocated[pack])
    if (isa<memref::AllocOp>(array.getDefiningOp()))
      markFreed(memref::DeallocOp::create(builder, op.getLoc(), array));
}
