//===- LanePositions.cpp - A position for each lane -----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneAccess.h"
#include "PhysicalArray.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Arithmetic on indices, some of which are the same for all lanes: those stay
/// scalars as long as they can. Where a lane is off its index may be anything,
/// so no operation here promises anything of its operands.
class LaneArithmetic {
public:
  LaneArithmetic(OpBuilder &builder, Location loc, VectorType type)
      : builder(builder), loc(loc), type(type) {}

  Value getConstant(int64_t number) {
    return arith::ConstantIndexOp::create(builder, loc, number);
  }

  Value toLanes(Value value) {
    if (isa<VectorType>(value.getType()))
      return value;
    return vector::BroadcastOp::create(builder, loc, type, value);
  }

  template <typename OpTy>
  Value create(Value a, Value b) {
    if (a.getType() != b.getType()) {
      a = toLanes(a);
      b = toLanes(b);
    }
    return builder.createOrFold<OpTy>(loc, a, b);
  }

  /// Returns the value of an expression whose dimensions are `indices`.
  Value evaluate(AffineExpr expr, ArrayRef<Value> indices);

private:
  Value divide(AffineExprKind kind, Value a, int64_t by);

  OpBuilder &builder;
  Location loc;
  VectorType type;
};

} // namespace

/// Indices are at least 0, so that powers of two become shifts and masks.
Value LaneArithmetic::divide(AffineExprKind kind, Value a, int64_t by) {
  bool isQuotient = kind == AffineExprKind::FloorDiv;
  if (llvm::isPowerOf2_64(by))
    return isQuotient
               ? create<arith::ShRUIOp>(a, getConstant(llvm::Log2_64(by)))
               : create<arith::AndIOp>(a, getConstant(by - 1));
  return isQuotient ? create<arith::DivUIOp>(a, getConstant(by))
                    : create<arith::RemUIOp>(a, getConstant(by));
}

Value LaneArithmetic::evaluate(AffineExpr expr, ArrayRef<Value> indices) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return indices[dim.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return getConstant(constant.getValue());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value left = evaluate(binary.getLHS(), indices);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return create<arith::AddIOp>(left, evaluate(binary.getRHS(), indices));
  case AffineExprKind::Mul:
    return create<arith::MulIOp>(left, evaluate(binary.getRHS(), indices));
  case AffineExprKind::FloorDiv:
  case AffineExprKind::Mod:
    return divide(expr.getKind(), left,
                  cast<AffineConstantExpr>(binary.getRHS()).getValue());
  default:
    llvm_unreachable("a map from index to position has no other operation");
  }
}

/// Returns the logical index of the lanes, one value per dimension.
static SmallVector<Value> getLaneIndices(OpBuilder &builder, Location loc,
                                         const LaneAccess &access,
                                         LaneArithmetic &lanes) {
  SmallVector<Value> indices(access.first);
  if (access.lastIndex)
    indices.back() =
        lanes.create<arith::AddIOp>(indices.back(), access.lastIndex);
  int64_t inner = 1;
  for (size_t k = access.dims.size(); k > 0; --k) {
    int64_t extent = access.extents[k - 1];
    SmallVector<int64_t> along;
    for (int64_t lane = 0; lane < access.getNumLanes(); ++lane)
      along.push_back(lane / inner % extent);
    inner *= extent;
    if (extent == 1)
      continue;
    Value steps = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(access.getVectorType(builder.getIndexType()),
                               ArrayRef(along)));
    Value &index = indices[access.dims[k - 1]];
    index = lanes.create<arith::AddIOp>(index, steps);
  }
  return indices;
}

/// Returns how far one step along a physical dimension of a view goes: as far
/// as the element at that dimension's unit index is from the first one.
static Value getStride(OpBuilder &builder, Location loc, Value view,
                       ArrayRef<int64_t> unitIndex) {
  SmallVector<OpFoldResult> indices =
      getAsIndexOpFoldResult(builder.getContext(), unitIndex);
  return LinearizeOp::create(
      builder, loc, view,
      getValueOrCreateConstantIndexOp(builder, loc, indices));
}

bool mlir::tiled_layout::hasLanePositions(MemRefType type) {
  if (!isView(type))
    return true;
  AffineMap map = getPhysicalMap(*getTileLayout(ShapedType(type)),
                                 type.getShape(), type.getContext());
  if (!map || map.getNumSymbols() != 0)
    return false;
  return llvm::all_of(
      llvm::zip_equal(map.getResults(), getPhysicalStrides(ShapedType(type))),
      [&](auto dimension) {
        auto [expr, stride] = dimension;
        return stride != kDynamic ||
               getUnitIndex(expr, type.getRank()).has_value();
      });
}

Value mlir::tiled_layout::getLanePositions(OpBuilder &builder, Location loc,
                                           const LaneAccess &access) {
  LaneArithmetic lanes(builder, loc,
                       access.getVectorType(builder.getIndexType()));
  SmallVector<Value> indices = getLaneIndices(builder, loc, access, lanes);
  MemRefType type = access.getType();
  Layout layout = *getTileLayout(ShapedType(type));
  if (isView(type)) {
    AffineMap map =
        getPhysicalMap(layout, type.getShape(), builder.getContext());
    Value position = lanes.getConstant(0);
    for (auto [expr, stride] : llvm::zip_equal(
             map.getResults(), getPhysicalStrides(ShapedType(type)))) {
      Value digit = lanes.evaluate(expr, indices);
      Value part = lanes.create<arith::MulIOp>(
          digit, stride == kDynamic
                     ? getStride(builder, loc, access.memref,
                                 *getUnitIndex(expr, type.getRank()))
                     : lanes.getConstant(stride));
      position = lanes.create<arith::AddIOp>(position, part);
    }
    return lanes.toLanes(position);
  }
  if (type.hasStaticShape()) {
    AffineMap map =
        getPositionMap(layout, type.getShape(), builder.getContext());
    return lanes.toLanes(lanes.evaluate(map.getResult(0), indices));
  }

  SmallVector<Value> dynamicExtents;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      dynamicExtents.push_back(getExtent(builder, loc, access.memref, dim));
  AffineMap map = getPhysicalMap(layout, type.getShape(), builder.getContext());
  SmallVector<OpFoldResult> extents =
      getPhysicalExtents(builder, loc, layout, type, dynamicExtents);
  Value position = lanes.getConstant(0);
  for (auto [expr, extent] : llvm::zip_equal(map.getResults(), extents)) {
    Value outer = lanes.create<arith::MulIOp>(
        position, getValueOrCreateConstantIndexOp(builder, loc, extent));
    position =
        lanes.create<arith::AddIOp>(outer, lanes.evaluate(expr, indices));
  }
  return lanes.toLanes(position);
}
