//===- TensorTools.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorTools.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static bool isTiledTensor(Type type) {
  return isa<TensorType>(type) && isTiled(type);
}

bool mlir::tiled_layout::hasTiledTensor(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isTiledTensor) ||
         llvm::any_of(op->getResultTypes(), isTiledTensor);
}

Value mlir::tiled_layout::createEmpty(OpBuilder &builder, Location loc,
                                      RankedTensorType type,
                                      ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> dynamicSizes;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(dim))
      dynamicSizes.push_back(
          getValueOrCreateConstantIndexOp(builder, loc, size));
  return tensor::EmptyOp::create(builder, loc, type, dynamicSizes);
}

Value mlir::tiled_layout::getInitial(Value tensor) {
  while (auto op = tensor.getDefiningOp<DestinationStyleOpInterface>())
    tensor = op.getTiedOpOperand(cast<OpResult>(tensor))->get();
  return tensor;
}

SmallVector<OpFoldResult>
mlir::tiled_layout::getSizes(OpBuilder &builder, Location loc, Value tensor) {
  tensor = getInitial(tensor);
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes();
  return tensor::getMixedSizes(builder, loc, tensor);
}

Value mlir::tiled_layout::relayoutTo(OpBuilder &builder, Location loc,
                                     Value tensor, RankedTensorType type) {
  auto castTo = [&](Value value, RankedTensorType target) -> Value {
    if (value.getType() == target)
      return value;
    return tensor::CastOp::create(builder, loc, target, value);
  };
  auto source = cast<RankedTensorType>(tensor.getType());
  if (source.getEncoding() == type.getEncoding())
    return castTo(tensor, type);
  // What either type knows of the extents.
  SmallVector<int64_t> shape(source.getShape());
  for (auto [extent, known] : llvm::zip_equal(shape, type.getShape()))
    if (ShapedType::isDynamic(extent))
      extent = known;
  auto known =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  SmallVector<OpFoldResult> sizes = getSizes(builder, loc, tensor);
  tensor = castTo(tensor, known.cloneWithEncoding(source.getEncoding()));
  Value empty = createEmpty(builder, loc, known, sizes);
  auto relayout = RelayoutOp::create(builder, loc, known, tensor, empty,
                                     /*padding=*/Attribute());
  return castTo(relayout.getResult(), type);
}

bool mlir::tiled_layout::changesMemorySpace(Operation *op) {
  auto relayout = dyn_cast<RelayoutOp>(op);
  if (!relayout || !relayout.getResult())
    return false;
  auto getSpace = [](Value tensor) {
    return getLayout(cast<ShapedType>(tensor.getType()))->memorySpace;
  };
  return getSpace(relayout.getSource()) != getSpace(relayout.getDest());
}

void mlir::tiled_layout::copyOperand(OpOperand &operand) {
  OpBuilder builder(operand.getOwner());
  operand.set(bufferization::AllocTensorOp::create(
      builder, operand.getOwner()->getLoc(),
      cast<RankedTensorType>(operand.get().getType()),
      /*dynamicSizes=*/ValueRange(), /*copy=*/operand.get()));
}

void mlir::tiled_layout::markCopy(bufferization::AllocTensorOp op) {
  if (LayoutAttrInterface layout = getLayoutAttr(op.getType()))
    op.setMemorySpaceAttr(layout);
}

void mlir::tiled_layout::markCopies(Operation *root) { root->walk(markCopy); }

/// True if an operation is a symbol table with functions of its own.
static bool hasFunctions(Operation *op) {
  return op->hasTrait<OpTrait::SymbolTable>() && !op->getRegion(0).empty() &&
         !op->getRegion(0).getOps<func::FuncOp>().empty();
}

LogicalResult mlir::tiled_layout::forEachSymbolTable(
    Operation *root, function_ref<LogicalResult(Operation *)> transform) {
  SmallVector<Operation *> nested;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == root || !hasFunctions(op))
      return WalkResult::advance();
    nested.push_back(op);
    return WalkResult::skip();
  });
  // Upstream's analysis of a module would take the functions of others in it
  // for its own. They are elsewhere meanwhile.
  SmallVector<std::pair<Operation *, Operation *>> places;
  bool ok = true;
  for (Operation *table : nested) {
    ok = ok && succeeded(forEachSymbolTable(table, transform));
    OpBuilder builder(table);
    places.emplace_back(table, ModuleOp::create(builder, table->getLoc()));
    table->remove();
  }
  ok = ok && succeeded(transform(root));
  for (auto [table, place] : places) {
    place->getBlock()->getOperations().insert(place->getIterator(), table);
    place->erase();
  }
  return success(ok);
}
