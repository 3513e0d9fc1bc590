//===- AffineMaps.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/AffineMaps.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Tiling.h"

#include "mlir/IR/AffineExpr.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

int64_t
mlir::tiled_layout::evaluateExpr(AffineExpr expr,
                                 function_ref<int64_t(unsigned)> getDim) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getDim(dim.getPosition());
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluateExpr(binary.getLHS(), getDim);
  int64_t rhs = evaluateExpr(binary.getRHS(), getDim);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::Mod:
    return llvm::mod(lhs, rhs);
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  default:
    return llvm::divideCeilSigned(lhs, rhs);
  }
}

namespace {

/// An axis is an index expression and its extent, a constant or an expression
/// of symbols.
struct AffineAxis {
  AffineExpr extent;
  AffineExpr index;
  /// True if the index lies below the extent for any logical index, even one
  /// that is out of bounds: the inner part of a split.
  bool isBounded = false;
};

class AffineDomain {
public:
  using Axis = AffineAxis;

  explicit AffineDomain(MLIRContext *context) : context(context) {}

  Axis one() { return {constant(1), constant(0), true}; }

  Axis merge(Axis major, Axis minor) {
    return {major.extent * minor.extent,
            major.index * minor.extent + minor.index};
  }

  std::pair<Axis, Axis> split(Axis axis, TileEntry entry) {
    AffineExpr size = getSize(entry, axis.extent);
    AffineExpr remainder = axis.extent % size;
    if (remainder != constant(0))
      remainders.push_back(remainder);
    // One tile covers the axis. A tile that pads it is not left out: upstream
    // MLIR sizes a buffer by what the map's results can reach.
    if (axis.isBounded && size == axis.extent)
      return {{constant(1), constant(0), true}, {size, axis.index, true}};
    return {{axis.extent.ceilDiv(size), axis.index.floorDiv(size)},
            {size, axis.index % size, true}};
  }

  AffineExpr getSize(TileEntry entry, AffineExpr extent) {
    auto known = dyn_cast<AffineConstantExpr>(extent);
    int64_t size = getTileSize(entry, known ? known.getValue() : kDynamic);
    if (size != kDynamic)
      return constant(size);
    isAffine = false;
    return constant(1);
  }

  AffineExpr constant(int64_t value) {
    return getAffineConstantExpr(value, context);
  }

  /// False once a tile size depended on an extent that is not static.
  bool isAffine = true;
  /// What `split` left over, where that is not always 0.
  SmallVector<AffineExpr> remainders;

private:
  MLIRContext *context;
};

/// A layout applied to dimension expressions d0, d1, ... and extents that are
/// constants or symbols, one symbol per dynamic dimension.
struct AffineLayout {
  SmallVector<AffineAxis> axes;
  SmallVector<int64_t> dynamicDims;
  bool isAffine;
  /// What must be 0 for every tile to divide.
  SmallVector<AffineExpr> remainders;
};

} // namespace

static AffineLayout applyAffineLayout(const Layout &layout,
                                      ArrayRef<int64_t> extents,
                                      MLIRContext *context) {
  AffineLayout result;
  SmallVector<AffineAxis> logical;
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    AffineExpr extentExpr;
    if (extent == kDynamic) {
      extentExpr = getAffineSymbolExpr(result.dynamicDims.size(), context);
      result.dynamicDims.push_back(dim);
    } else {
      extentExpr = getAffineConstantExpr(extent, context);
    }
    logical.push_back({extentExpr, getAffineDimExpr(dim, context)});
  }
  AffineDomain domain(context);
  result.axes = applyLayout<AffineDomain>(layout, logical, domain);
  result.isAffine = domain.isAffine;
  result.remainders = std::move(domain.remainders);
  return result;
}

/// Builds the map and drops the symbols that it does not use.
static AffineMap finishMap(ArrayRef<AffineExpr> results, size_t rank,
                           ArrayRef<int64_t> dynamicDims, MLIRContext *context,
                           SmallVectorImpl<int64_t> *symbols) {
  auto map = simplifyAffineMap(
      AffineMap::get(rank, dynamicDims.size(), results, context));
  llvm::SmallBitVector unused = getUnusedSymbolsBitVector({map});
  if (symbols) {
    symbols->clear();
    for (auto [symbol, dim] : llvm::enumerate(dynamicDims))
      if (!unused.test(symbol))
        symbols->push_back(dim);
  }
  return compressUnusedSymbols(map);
}

AffineMap mlir::tiled_layout::getPhysicalMap(
    const Layout &layout, ArrayRef<int64_t> extents, MLIRContext *context,
    SmallVectorImpl<int64_t> *symbols) {
  AffineLayout applied = applyAffineLayout(layout, extents, context);
  if (!applied.isAffine)
    return AffineMap();
  return finishMap(
      llvm::map_to_vector(applied.axes, [](AffineAxis a) { return a.index; }),
      extents.size(), applied.dynamicDims, context, symbols);
}

int64_t mlir::tiled_layout::collectCuts(AffineExpr expr, int64_t dim,
                                        SmallVectorImpl<int64_t> &cuts) {
  if (auto variable = dyn_cast<AffineDimExpr>(expr))
    return variable.getPosition() == dim ? 1 : 0;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return 0;
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  int64_t below = collectCuts(binary.getLHS(), dim, cuts);
  bool isQuotient = binary.getKind() == AffineExprKind::FloorDiv;
  if (below == 0 || !divisor ||
      (!isQuotient && binary.getKind() != AffineExprKind::Mod))
    return 0;
  cuts.push_back(below * divisor.getValue());
  return isQuotient ? cuts.back() : below;
}

std::optional<SmallVector<int64_t>>
mlir::tiled_layout::getUnitIndex(AffineExpr coordinate, int64_t rank) {
  SmallVector<int64_t> index, cuts;
  for (int64_t dim = 0; dim < rank; ++dim)
    index.push_back(collectCuts(coordinate, dim, cuts));
  bool isMerged = llvm::all_of(index, [](int64_t unit) { return unit == 0; }) &&
                  !isa<AffineConstantExpr>(coordinate);
  if (isMerged)
    return std::nullopt;
  return index;
}

AffineMap mlir::tiled_layout::getPositionMap(
    const Layout &layout, ArrayRef<int64_t> extents, MLIRContext *context,
    SmallVectorImpl<int64_t> *symbols) {
  AffineLayout applied = applyAffineLayout(layout, extents, context);
  if (!applied.isAffine)
    return AffineMap();
  AffineExpr position = getAffineConstantExpr(0, context);
  AffineExpr stride = getAffineConstantExpr(1, context);
  for (const AffineAxis &axis : llvm::reverse(applied.axes)) {
    position = axis.index * stride + position;
    stride = stride * axis.extent;
  }
  return finishMap({position}, extents.size(), applied.dynamicDims, context,
                   symbols);
}

AffineMap mlir::tiled_layout::getPhysicalExtentsMap(const Layout &layout,
                                                    ArrayRef<int64_t> extents,
                                                    MLIRContext *context) {
  AffineLayout applied = applyAffineLayout(layout, extents, context);
  if (!applied.isAffine)
    return AffineMap();
  return simplifyAffineMap(AffineMap::get(
      /*dimCount=*/0, applied.dynamicDims.size(),
      llvm::map_to_vector(applied.axes, [](AffineAxis a) { return a.extent; }),
      context));
}

SmallVector<AffineExpr> mlir::tiled_layout::getTileRemainders(
    const Layout &layout, ArrayRef<int64_t> extents, MLIRContext *context) {
  return applyAffineLayout(layout, extents, context).remainders;
}

bool mlir::tiled_layout::addFactors(AffineExpr expr, int64_t factor,
                                    MutableArrayRef<int64_t> factors) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    factors[dim.getPosition()] += factor;
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (expr.getKind() == AffineExprKind::Add)
    return addFactors(binary.getLHS(), factor, factors) &&
           addFactors(binary.getRHS(), factor, factors);
  auto by = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return expr.getKind() == AffineExprKind::Mul && by &&
         addFactors(binary.getLHS(), factor * by.getValue(), factors);
}
