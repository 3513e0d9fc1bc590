//===- ViewOpVerifiers.cpp - What the view operations refuse --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/IR/ViewTypes.h"
#include "tiled_layout/Layout/Text.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Checks that a view has a tiled source and a result like it.
static LogicalResult verifyEnds(Operation *op, MemRefType source,
                                MemRefType result) {
  if (!isTiled(source))
    return op->emitOpError() << "source " << source
                             << " has no tiled layout; memref's own operations "
                                "view it";
  for (MemRefType type : {source, result})
    if (failed(verifyTiled(type, [&] { return op->emitOpError(); })))
      return failure();
  if (source.getElementType() != result.getElementType())
    return op->emitOpError()
           << "source has elements of type " << source.getElementType()
           << ", but the result of type " << result.getElementType();
  if (source.getMemorySpace() != result.getMemorySpace())
    return op->emitOpError() << "the memory spaces of " << source << " and "
                             << result << " differ";
  return success();
}

LogicalResult SubViewOp::verify() {
  MemRefType source = getSourceType(), result = getType();
  if (failed(verifyEnds(*this, source, result)))
    return failure();
  llvm::SmallBitVector dropped = getDroppedDims();
  SmallVector<SliceDimension> slice = getAlignedSlice(
      source, getMixedOffsets(), getMixedSizes(), getMixedStrides(), dropped);
  if (llvm::Error error = checkSliceBounds(source, slice))
    return emitOpError() << toString(std::move(error));
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(getStaticSizes()))
    if (!dropped.test(dim))
      shape.push_back(size);
  if (result.getShape() != ArrayRef<int64_t>(shape))
    return emitOpError() << "result " << result << " has the shape "
                         << extentsToString(result.getShape())
                         << ", but the sizes are "
                         << extentsToString(getStaticSizes());
  llvm::Expected<SliceLayout> checked = checkSliceType(source, slice, result);
  if (checked)
    return success();
  InFlightDiagnostic diag = emitOpError() << toString(checked.takeError());
  if (auto inferred = expectedToOptional(inferSliceType(source, slice)))
    diag << "; expected a type such as " << *inferred;
  return diag;
}

LogicalResult TransposeOp::verify() {
  auto source = cast<MemRefType>(getSource().getType());
  auto result = cast<MemRefType>(getResult().getType());
  if (failed(verifyEnds(*this, source, result)))
    return failure();
  ArrayRef<int64_t> permutation = getPermutation();
  if (static_cast<int64_t>(permutation.size()) != source.getRank() ||
      !isPermutationVector(permutation))
    return emitOpError() << "permutation " << extentsToString(permutation)
                         << " is not one of the " << source.getRank()
                         << " dimensions of the source";
  MemRefType expected = inferTransposedType(source, permutation);
  if (!isSameView(expected, result))
    return emitOpError() << "expected the result type " << expected
                         << ", but found " << result;
  return success();
}

/// Checks that groups are dimensions 0, 1, ... of `rank`, none of them empty.
static LogicalResult verifyGroups(Operation *op,
                                  ArrayRef<ReassociationIndices> groups,
                                  int64_t fewRank, int64_t manyRank) {
  int64_t next = 0;
  bool ok = static_cast<int64_t>(groups.size()) == fewRank;
  for (ArrayRef<int64_t> group : groups) {
    ok &= !group.empty();
    for (int64_t dim : group)
      ok &= dim == next++;
  }
  if (ok && next == manyRank)
    return success();
  return op->emitOpError() << "reassociation must list the " << manyRank
                           << " dimensions in order, in " << fewRank
                           << " groups that are not empty";
}

/// Checks that the extents of each group multiply to that of its dimension.
static LogicalResult verifyExtents(Operation *op,
                                   ArrayRef<ReassociationIndices> groups,
                                   ArrayRef<int64_t> few,
                                   ArrayRef<int64_t> many) {
  for (auto [dim, group] : llvm::enumerate(groups)) {
    int64_t product = 1;
    for (int64_t part : group)
      product = product == kDynamic || many[part] == kDynamic
                    ? kDynamic
                    : product * many[part];
    if (product != few[dim] && product != kDynamic && few[dim] != kDynamic)
      return op->emitOpError()
             << "dimension " << dim << " has the extent " << few[dim]
             << ", but its parts have the product " << product;
    if ((product == kDynamic) != (few[dim] == kDynamic))
      return op->emitOpError() << "dimension " << dim
                               << " must be dynamic exactly if one of its "
                                  "parts is";
  }
  return success();
}

static LogicalResult verifyReshape(Operation *op,
                                   llvm::Expected<MemRefType> expected,
                                   MemRefType result) {
  if (!expected)
    return op->emitOpError() << toString(expected.takeError());
  if (isSameView(*expected, result))
    return success();
  return op->emitOpError() << "expected a result type such as " << *expected
                           << ", but found " << result;
}

LogicalResult ExpandShapeOp::verify() {
  MemRefType source = getSourceType(), result = getType();
  SmallVector<ReassociationIndices> groups = getReassociationIndices();
  if (failed(verifyEnds(*this, source, result)) ||
      failed(verifyGroups(*this, groups, source.getRank(), result.getRank())))
    return failure();
  if (getStaticOutputShape() != result.getShape())
    return emitOpError() << "output shape "
                         << extentsToString(getStaticOutputShape())
                         << " is not the shape of the result "
                         << extentsToString(result.getShape());
  if (static_cast<int64_t>(getOutputShape().size()) !=
      static_cast<int64_t>(result.getNumDynamicDims()))
    return emitOpError() << "has " << getOutputShape().size()
                         << " dynamic sizes, but " << result << " has "
                         << result.getNumDynamicDims() << " dynamic dimensions";
  if (failed(
          verifyExtents(*this, groups, source.getShape(), result.getShape())))
    return failure();
  return verifyReshape(
      *this, inferExpandedType(source, groups, result.getShape()), result);
}

LogicalResult CollapseShapeOp::verify() {
  MemRefType source = getSourceType(), result = getType();
  SmallVector<ReassociationIndices> groups = getReassociationIndices();
  if (failed(verifyEnds(*this, source, result)) ||
      failed(verifyGroups(*this, groups, result.getRank(), source.getRank())) ||
      failed(
          verifyExtents(*this, groups, result.getShape(), source.getShape())))
    return failure();
  return verifyReshape(*this, inferCollapsedType(source, groups), result);
}
