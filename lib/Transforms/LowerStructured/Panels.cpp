//===- Panels.cpp - The buffers of packed operands ------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Panels.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/ViewTypes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Larger panels are on the heap.
static constexpr int64_t kStackBytes = 32 << 10;
/// Panels begin at a line of the caches.
static constexpr int64_t kAlignment = 64;

/// Returns the dimension of the operation that each index of an operand is, -1
/// for a sum.
static SmallVector<int64_t> getDims(const OperandAccess &access) {
  return llvm::map_to_vector(
      access.indices, [](const ArrayIndex &index) { return index.getDim(); });
}

/// Returns the type of a panel: an array with the dimensions of the operand.
static MemRefType getPanelType(linalg::LinalgOp op, int64_t operand,
                               const OperandAccess &access,
                               const Panel &panel) {
  auto source = cast<MemRefType>(op->getOperand(operand).getType());
  if (!access.isProjection)
    return MemRefType::get(
        panel.shape, source.getElementType(),
        TiledLayoutAttr::getForMemRef(op.getContext(),
                                      Layout::getRowMajor(panel.shape.size()),
                                      panel.shape));
  SmallVector<int64_t> dims = getDims(access), shape;
  for (int64_t dim : dims)
    shape.push_back(std::max<int64_t>(1, panel.extents[dim]));
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
    layout.tiles.push_back(getTile(tile));
  }
  return MemRefType::get(
      shape, source.getElementType(),
      TiledLayoutAttr::getForMemRef(op.getContext(), layout, shape));
}

Panels::Panels(OpBuilder &builder, linalg::LinalgOp op,
               const StructuredProblem &problem, const StructuredPlan &plan)
    : builder(builder), op(op), problem(problem), plan(plan),
      buffers(plan.packs.size()), arrays(plan.packs.size()) {
  for (const PlanPack &pack : plan.packs) {
    panels.push_back(getPanel(problem, plan, pack));
    dims.push_back(getDims(problem.operands[pack.operand]));
  }
}

/// Tells passes that free what is allocated to leave a panel alone.
static void markFreed(Operation *op) {
  op->setAttr(bufferization::BufferizationDialect::kManualDeallocation,
              UnitAttr::get(op->getContext()));
}

void Panels::allocate(size_t pack) {
  int64_t operand = plan.packs[pack].operand;
  const OperandAccess &access = problem.operands[operand];
  const Panel &panel = panels[pack];
  MemRefType type = getPanelType(op, operand, access, panel);
  int64_t bytes = panel.getElements() * access.elementBits / 8;
  auto alignment = builder.getI64IntegerAttr(kAlignment);
  Operation *scope = builder.getInsertionBlock()->getParentOp();
  if (!scope->hasTrait<OpTrait::AutomaticAllocationScope>())
    scope = scope->getParentWithTrait<OpTrait::AutomaticAllocationScope>();
  if (bytes > kStackBytes || !scope) {
    auto alloc = memref::AllocOp::create(builder, op.getLoc(), type, alignment);
    markFreed(alloc);
    buffers[pack] = alloc;
  } else {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&scope->getRegion(0).front());
    buffers[pack] =
        memref::AllocaOp::create(builder, op.getLoc(), type, alignment);
  }
  auto flat = MemRefType::get({panel.getElements()}, type.getElementType());
  arrays[pack] =
      ToPhysicalOp::create(builder, op.getLoc(), flat, buffers[pack]);
}

/// Returns a part of an array, tiled or not.
static Value getPart(OpBuilder &builder, Location loc, Value array,
                     ArrayRef<OpFoldResult> offsets,
                     ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> steps(sizes.size(), builder.getIndexAttr(1));
  auto type = cast<MemRefType>(array.getType());
  if (isTiled(type)) {
    SmallVector<SliceDimension> slice = getAlignedSlice(
        type, offsets, sizes, steps, llvm::SmallBitVector(type.getRank()));
    // One index may be anywhere in a tile; more begin where a tile does.
    for (SliceDimension &dim : slice)
      if (dim.size == 1 && dim.offset == kDynamic)
        dim.offsetMultiple = 1;
    std::string reason;
    FailureOr<MemRefType> result = inferSliceType(type, slice, reason);
    assert(succeeded(result) && "blocks begin where tiles do");
    return SubViewOp::create(builder, loc, array, offsets, sizes, steps,
                             *result);
  }
  return memref::SubViewOp::create(builder, loc, array, offsets, sizes, steps);
}

void Panels::fill(size_t pack, ArrayRef<Value> indices,
                  ArrayRef<OpFoldResult> sizes) {
  int64_t operand = plan.packs[pack].operand;
  Location loc = op.getLoc();
  Value target = buffers[pack];
  auto type = cast<MemRefType>(target.getType());
  SmallVector<OpFoldResult> from, to, extents;
  bool isWhole = true;
  for (auto [number, dim] : llvm::enumerate(dims[pack])) {
    to.push_back(builder.getIndexAttr(0));
    if (dim < 0) {
      from.push_back(builder.getIndexAttr(0));
      extents.push_back(builder.getIndexAttr(type.getDimSize(number)));
      continue;
    }
    int64_t reach = panels[pack].extents[dim];
    from.push_back(reach == 0 ? OpFoldResult(builder.getIndexAttr(0))
                              : getAsOpFoldResult(indices[dim]));
    extents.push_back(reach <= 1 ? OpFoldResult(builder.getIndexAttr(1))
                                 : sizes[dim]);
    isWhole &= getConstantIntValue(extents.back()) == type.getDimSize(number);
  }
  Value source = getPart(builder, loc, op->getOperand(operand), from, extents);
  if (!isWhole)
    target = getPart(builder, loc, target, to, extents);
  RelayoutOp::create(builder, loc, TypeRange(), source, target,
                     /*padding=*/Attribute());
}

void Panels::release(size_t pack) {
  if (isa<memref::AllocOp>(buffers[pack].getDefiningOp()))
    markFreed(memref::DeallocOp::create(builder, op.getLoc(), buffers[pack]));
}
