//===- IndexInterfaces.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexInterfaces.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Layout/Placement.h"

#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// The base of models of ranges. MLIR 22's default of this method takes the
/// operation itself for the interface, which attached models are not part of.
template <typename ConcreteModel, typename OpTy>
struct RangeModel : InferIntRangeInterface::ExternalModel<ConcreteModel, OpTy> {
  void inferResultRangesFromOptional(Operation *op,
                                     ArrayRef<IntegerValueRange> operands,
                                     SetIntLatticeFn setResultRange) const {
    intrange::detail::defaultInferResultRanges(cast<InferIntRangeInterface>(op),
                                               operands, setResultRange);
  }
};

struct AssumeMultipleRange : RangeModel<AssumeMultipleRange, AssumeMultipleOp> {
  void inferResultRanges(Operation *op, ArrayRef<ConstantIntRanges> operands,
                         SetIntRangeFn setResultRange) const {
    setResultRange(op->getResult(0), operands.front());
  }
};

/// Returns the elements of the buffer of an array, if they are known and there
/// are any. How far apart the tiles of a view are, no extent says.
std::optional<int64_t> getKnownElements(Value array) {
  auto type = cast<ShapedType>(array.getType());
  std::optional<Layout> layout = getLayout(type);
  if (!layout || !type.hasStaticShape() || isView(type))
    return std::nullopt;
  int64_t elements = Placement(*layout, type.getShape()).getElements();
  return elements > 0 ? std::optional(elements) : std::nullopt;
}

/// Returns the numbers below `end`, or all from 0 on.
ConstantIntRanges getRangeBelow(std::optional<int64_t> end) {
  constexpr unsigned width = IndexType::kInternalStorageBitWidth;
  return ConstantIntRanges::fromSigned(APInt(width, 0),
                                       end ? APInt(width, *end - 1)
                                           : APInt::getSignedMaxValue(width));
}

/// Returns how many indices a dimension has, if that is known and not 0.
std::optional<int64_t> getKnownExtent(Value array, int64_t dim) {
  int64_t extent = cast<ShapedType>(array.getType()).getDimSize(dim);
  return extent > 0 ? std::optional(extent) : std::nullopt;
}

/// A position is one of the buffer's.
struct LinearizeRange : RangeModel<LinearizeRange, LinearizeOp> {
  void inferResultRanges(Operation *op, ArrayRef<ConstantIntRanges>,
                         SetIntRangeFn setResultRange) const {
    auto linearize = cast<LinearizeOp>(op);
    setResultRange(linearize.getPosition(),
                   getRangeBelow(getKnownElements(linearize.getArray())));
  }
};

struct LinearizeBounds
    : ValueBoundsOpInterface::ExternalModel<LinearizeBounds, LinearizeOp> {
  void populateBoundsForIndexValue(Operation *op, Value value,
                                   ValueBoundsConstraintSet &bounds) const {
    bounds.bound(value) >= 0;
    if (std::optional<int64_t> elements =
            getKnownElements(cast<LinearizeOp>(op).getArray()))
      bounds.bound(value) < *elements;
  }
};

/// An index is within its extent: what it is of padding is undefined.
struct DelinearizeRange : RangeModel<DelinearizeRange, DelinearizeOp> {
  void inferResultRanges(Operation *op, ArrayRef<ConstantIntRanges>,
                         SetIntRangeFn setResultRange) const {
    auto delinearize = cast<DelinearizeOp>(op);
    for (auto [dim, index] : llvm::enumerate(delinearize.getIndices()))
      setResultRange(
          index, getRangeBelow(getKnownExtent(delinearize.getArray(), dim)));
    setResultRange(delinearize.getInBounds(), ConstantIntRanges::maxRange(1));
  }
};

struct DelinearizeBounds
    : ValueBoundsOpInterface::ExternalModel<DelinearizeBounds, DelinearizeOp> {
  void populateBoundsForIndexValue(Operation *op, Value value,
                                   ValueBoundsConstraintSet &bounds) const {
    auto delinearize = cast<DelinearizeOp>(op);
    bounds.bound(value) >= 0;
    bounds.bound(value) <
        bounds.getExpr(delinearize.getArray(),
                       cast<OpResult>(value).getResultNumber());
  }
};

/// The extents of an array that its operands say.
template <typename OpTy>
struct SizesBounds
    : ValueBoundsOpInterface::ExternalModel<SizesBounds<OpTy>, OpTy> {
  void populateBoundsForShapedValueDim(Operation *op, Value value, int64_t dim,
                                       ValueBoundsConstraintSet &bounds) const {
    auto type = cast<ShapedType>(value.getType());
    bounds.bound(value)[dim] ==
        cast<OpTy>(op).getDynamicSizes()[type.getDynamicDimIndex(dim)];
  }
};

struct AssumeMultipleBounds
    : ValueBoundsOpInterface::ExternalModel<AssumeMultipleBounds,
                                            AssumeMultipleOp> {
  void populateBoundsForIndexValue(Operation *op, Value value,
                                   ValueBoundsConstraintSet &bounds) const {
    bounds.bound(value) ==
        bounds.getExpr(cast<AssumeMultipleOp>(op).getValue());
  }
};

struct SubViewBounds
    : ValueBoundsOpInterface::ExternalModel<SubViewBounds, SubViewOp> {
  void populateBoundsForShapedValueDim(Operation *op, Value value, int64_t dim,
                                       ValueBoundsConstraintSet &bounds) const {
    auto view = cast<SubViewOp>(op);
    llvm::SmallBitVector dropped = view.getDroppedDims();
    int64_t kept = 0;
    for (auto [number, size] : llvm::enumerate(view.getMixedSizes()))
      if (!dropped.test(number) && kept++ == dim)
        bounds.bound(value)[dim] == size;
  }
};

struct TransposeBounds
    : ValueBoundsOpInterface::ExternalModel<TransposeBounds, TransposeOp> {
  void populateBoundsForShapedValueDim(Operation *op, Value value, int64_t dim,
                                       ValueBoundsConstraintSet &bounds) const {
    auto transpose = cast<TransposeOp>(op);
    bounds.bound(value)[dim] ==
        bounds.getExpr(transpose.getSource(), transpose.getPermutation()[dim]);
  }
};

struct ExpandShapeBounds
    : ValueBoundsOpInterface::ExternalModel<ExpandShapeBounds, ExpandShapeOp> {
  void populateBoundsForShapedValueDim(Operation *op, Value value, int64_t dim,
                                       ValueBoundsConstraintSet &bounds) const {
    bounds.bound(value)[dim] ==
        cast<ExpandShapeOp>(op).getMixedOutputShape()[dim];
  }
};

struct CollapseShapeBounds
    : ValueBoundsOpInterface::ExternalModel<CollapseShapeBounds,
                                            CollapseShapeOp> {
  void populateBoundsForShapedValueDim(Operation *op, Value value, int64_t dim,
                                       ValueBoundsConstraintSet &bounds) const {
    auto collapse = cast<CollapseShapeOp>(op);
    AffineExpr extent = getAffineConstantExpr(1, op->getContext());
    SmallVector<ReassociationIndices> groups =
        collapse.getReassociationIndices();
    for (int64_t merged : groups[dim])
      extent = extent * bounds.getExpr(collapse.getSource(), merged);
    // A product of extents known at run time is no affine expression.
    if (extent.isPureAffine())
      bounds.bound(value)[dim] == extent;
  }
};

} // namespace

void mlir::tiled_layout::attachIndexInterfaces(MLIRContext &context) {
  AssumeMultipleOp::attachInterface<AssumeMultipleRange, AssumeMultipleBounds>(
      context);
  LinearizeOp::attachInterface<LinearizeRange, LinearizeBounds>(context);
  DelinearizeOp::attachInterface<DelinearizeRange, DelinearizeBounds>(context);
  EmptyOp::attachInterface<SizesBounds<EmptyOp>>(context);
  FromPhysicalOp::attachInterface<SizesBounds<FromPhysicalOp>>(context);
  SubViewOp::attachInterface<SubViewBounds>(context);
  TransposeOp::attachInterface<TransposeBounds>(context);
  ExpandShapeOp::attachInterface<ExpandShapeBounds>(context);
  CollapseShapeOp::attachInterface<CollapseShapeBounds>(context);
}
