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

/// A position is one of the buffer's. How far apart the tiles of a view are, no
/// extent says.
struct LinearizeRange : RangeModel<LinearizeRange, LinearizeOp> {
  void inferResultRanges(Operation *op, ArrayRef<ConstantIntRanges>,
                         SetIntRangeFn setResultRange) const {
    auto linearize = cast<LinearizeOp>(op);
    auto type = cast<ShapedType>(linearize.getArray().getType());
    constexpr unsigned width = IndexType::kInternalStorageBitWidth;
    APInt last = APInt::getSignedMaxValue(width);
    std::optional<Layout> layout = getLayout(type);
    if (layout && type.hasStaticShape() && !isView(type))
      if (int64_t count = Placement(*layout, type.getShape()).getElements())
        last = APInt(width, count - 1);
    setResultRange(linearize.getPosition(),
                   ConstantIntRanges::fromSigned(APInt(width, 0), last));
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

} // namespace

void mlir::tiled_layout::attachIndexInterfaces(MLIRContext &context) {
  AssumeMultipleOp::attachInterface<AssumeMultipleRange, AssumeMultipleBounds>(
      context);
  LinearizeOp::attachInterface<LinearizeRange>(context);
  SubViewOp::attachInterface<SubViewBounds>(context);
  TransposeOp::attachInterface<TransposeBounds>(context);
  ExpandShapeOp::attachInterface<ExpandShapeBounds>(context);
}
