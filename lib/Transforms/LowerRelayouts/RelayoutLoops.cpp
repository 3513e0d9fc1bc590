//===- RelayoutLoops.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayoutLoops.h"

#include "../RowVectors.h"
#include "../Unrolling.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Placement.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// The most elements by which a dimension's loop is unrolled: two or four rows
/// that share a 32-bit word, in tiles of eight.
constexpr int64_t maxUnrolled = 8;
/// Blocks of a transpose, in elements: a block of each side stays in cache.
constexpr int64_t transposeBlock = 32;
/// The longest period of tiles of both sides that a loop is cut at.
constexpr int64_t maxPeriod = 4096;
/// Each ragged dimension doubles the loops; beyond this many, a dimension is
/// not cut at all.
constexpr size_t maxRagged = 3;
/// Fewer bytes than this are no vector.
constexpr int64_t minVectorBytes = 8;
/// LLVM takes long for loops around more vectors than this, if it unrolls them.
constexpr int64_t maxUnrolledVectors = 64;
/// Neighbours of a vector lie at most this many elements apart: those of other
/// rows that share their words lie between.
constexpr int64_t maxDistance = 4;

/// How the loop over one dimension is cut: an outer loop over whole periods, an
/// inner one over a period, and what is left at the end.
struct CutDimension {
  int64_t extent = 1;
  int64_t period = 1;
  bool isUnrolled = false;

  int64_t wholeExtent() const { return extent / period * period; }
  bool isRagged() const { return wholeExtent() != extent; }
};

/// The loops that copy one static array.
class LoopNest {
public:
  LoopNest(Value source, Value dest, int64_t vectorBytes);

  bool hasVectors() const { return !vectorDims.empty(); }
  /// Builds one nest for each choice, per ragged dimension, of whole periods or
  /// the rest.
  void build(OpBuilder &builder, Location loc) const;

private:
  void buildPart(OpBuilder &builder, Location loc,
                 const llvm::SmallBitVector &isRest) const;
  void buildInner(OpBuilder &builder, Location loc, ArrayRef<Value> outer,
                  const llvm::SmallBitVector &isRest) const;
  void buildBody(OpBuilder &builder, Location loc, ArrayRef<Value> outer,
                 ArrayRef<Value> inner,
                 const llvm::SmallBitVector &isRest) const;
  void buildVectors(OpBuilder &builder, Location loc, ArrayRef<Value> indices,
                    const llvm::SmallBitVector &isRest) const;
  bool useVectors(const Layout &sourceLayout, const Layout &destLayout,
                  int64_t destUnit, int64_t vectorBytes);

  /// Vectors that the loop at a level of `outerOrder` copies; 0 for the
  /// innermost, which LLVM unrolls as it likes.
  int64_t countVectors(size_t level, const llvm::SmallBitVector &isRest) const {
    if (level + 1 == outerOrder.size())
      return 0;
    int64_t vectors = 1;
    for (int64_t dim : ArrayRef(outerOrder).drop_front(level))
      if (!isRest[dim])
        vectors *= dims[dim].wholeExtent() / dims[dim].period;
    return vectors;
  }

  /// The iterations of the inner loop of a dimension.
  int64_t getInnerExtent(int64_t dim, bool isRest) const {
    const CutDimension &cut = dims[dim];
    return isRest ? cut.extent - cut.wholeExtent() : cut.period;
  }

  Value source, dest;
  SmallVector<CutDimension> dims;
  /// Dimensions of the outer and of the inner loops, outermost first.
  SmallVector<int64_t> outerOrder, innerOrder;
  /// Dimensions whose periods vectors take at once, the one along a row last.
  SmallVector<int64_t> vectorDims;
};

} // namespace

/// Collects, per dimension, the divisors that the physical map of a layout
/// applies to the dimension itself.
static void joinPeriods(const Layout &layout, MemRefType type,
                        MutableArrayRef<int64_t> periods) {
  AffineMap map = getPhysicalMap(layout, type.getShape(), type.getContext());
  for (AffineExpr result : map.getResults())
    result.walk([&](AffineExpr expr) {
      auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
      if (!binary || (binary.getKind() != AffineExprKind::FloorDiv &&
                      binary.getKind() != AffineExprKind::Mod))
        return;
      auto dim = dyn_cast<AffineDimExpr>(binary.getLHS());
      auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
      if (!dim || !divisor)
        return;
      int64_t &period = periods[dim.getPosition()];
      int64_t joined = std::lcm(period, divisor.getValue());
      if (joined <= maxPeriod)
        period = joined;
    });
}

/// Returns the dimension along which neighbours are neighbours in memory, or
/// -1.
static int64_t getUnitDimension(const Layout &layout, MemRefType type) {
  Placement placement(layout, type.getShape());
  SmallVector<int64_t> index(type.getRank(), 0);
  int64_t origin = placement.getPosition(index);
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (type.getDimSize(dim) < 2)
      continue;
    index[dim] = 1;
    if (placement.getPosition(index) == origin + 1)
      return dim;
    index[dim] = 0;
  }
  return -1;
}

/// Returns a number of neighbours along a dimension that lie at one distance,
/// if the first of them is a multiple of that number; 0 for all there are.
static int64_t getRunLength(const Layout &layout, MemRefType type,
                            int64_t dim) {
  int64_t length = 0;
  AffineMap map = getPhysicalMap(layout, type.getShape(), type.getContext());
  for (AffineExpr result : map.getResults())
    result.walk([&](AffineExpr expr) {
      auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
      if (!binary || !expr.isFunctionOfDim(dim) ||
          (expr.getKind() != AffineExprKind::FloorDiv &&
           expr.getKind() != AffineExprKind::Mod))
        return;
      auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
      length = std::gcd(length, divisor ? divisor.getValue() : 1);
      // Where `*` joins dimensions, the others begin at multiples.
      SmallVector<int64_t> factors(map.getNumDims(), 0);
      if (!addFactors(binary.getLHS(), 1, factors))
        return;
      if (factors[dim] != 1)
        length = 1;
      factors[dim] = 0;
      for (int64_t factor : factors)
        length = std::gcd(length, factor);
    });
  return length;
}

/// Returns how far apart the first two elements along a dimension lie, or
/// `kDynamic`.
static int64_t getDistance(const Layout &layout, MemRefType type, int64_t dim) {
  if (!isTiled(type))
    return type.getStridesAndOffset().first[dim];
  Placement placement(layout, type.getShape());
  SmallVector<int64_t> index(type.getRank(), 0);
  int64_t origin = placement.getPosition(index);
  index[dim] = 1;
  return placement.getPosition(index) - origin;
}

/// True if vectors may hold neighbours along a dimension.
static bool areNear(const Layout &layout, MemRefType type, int64_t dim) {
  int64_t distance = getDistance(layout, type, dim);
  return distance > 0 && distance <= (isTiled(type) ? maxDistance : 1);
}

/// Lets vectors copy elements that lie side by side on both sides, or as far
/// apart as rows that share words, and all rows of a word that is written.
/// Returns false if there are too few.
bool LoopNest::useVectors(const Layout &sourceLayout, const Layout &destLayout,
                          int64_t destUnit, int64_t vectorBytes) {
  auto sourceType = cast<MemRefType>(source.getType());
  auto destType = cast<MemRefType>(dest.getType());
  Type element = destType.getElementType();
  if (!element.isIntOrFloat())
    return false;
  // Elements of other widths lie further apart in memory than in vectors.
  int64_t bits = element.getIntOrFloatBitWidth(), bytes = bits / 8;
  if (bits < 8 || bits > 64 || !llvm::isPowerOf2_64(bits) ||
      vectorBytes <= bytes)
    return false;
  int64_t best = -1;
  int64_t lanes = std::max<int64_t>(1, minVectorBytes / bytes - 1);
  for (int64_t dim = 0; dim < destType.getRank(); ++dim) {
    int64_t extent = destType.getDimSize(dim);
    if (extent < 2 || !areNear(sourceLayout, sourceType, dim) ||
        !areNear(destLayout, destType, dim))
      continue;
    int64_t length = std::gcd(getRunLength(sourceLayout, sourceType, dim),
                              getRunLength(destLayout, destType, dim));
    length = std::gcd(length == 0 ? extent : length, vectorBytes / bytes);
    if (std::min(length, extent) > lanes) {
      lanes = std::min(length, extent);
      best = dim;
    }
  }
  if (best < 0)
    return false;
  // The rows of a word that is written.
  int64_t rows = getDistance(destLayout, destType, best);
  for (int64_t dim = 0; dim < destType.getRank(); ++dim)
    dims.push_back({destType.getDimSize(dim), 1, false});
  if (rows > 1 && destUnit >= 0 && destUnit != best &&
      getRunLength(destLayout, destType, destUnit) % rows == 0) {
    dims[destUnit].period = std::min(rows, dims[destUnit].extent);
    vectorDims.push_back(destUnit);
  }
  dims[best].period = lanes;
  vectorDims.push_back(best);
  for (int64_t dim : llvm::reverse(destLayout.minorToMajor))
    outerOrder.push_back(dim);
  return true;
}

LoopNest::LoopNest(Value source, Value dest, int64_t vectorBytes)
    : source(source), dest(dest) {
  auto sourceType = cast<MemRefType>(source.getType());
  auto destType = cast<MemRefType>(dest.getType());
  int64_t rank = destType.getRank();
  // A strided memref has no tiles; its last dimension is likely dense.
  auto getKnownLayout = [&](MemRefType type) {
    return getLayout(ShapedType(type)).value_or(Layout::getRowMajor(rank));
  };
  Layout sourceLayout = getKnownLayout(sourceType);
  Layout destLayout = getKnownLayout(destType);

  SmallVector<int64_t> periods(rank, 1);
  joinPeriods(sourceLayout, sourceType, periods);
  joinPeriods(destLayout, destType, periods);
  int64_t sourceUnit = getUnitDimension(sourceLayout, sourceType);
  int64_t destUnit = getUnitDimension(destLayout, destType);
  if (useVectors(sourceLayout, destLayout, destUnit, vectorBytes))
    return;
  // The loop that runs innermost: along the contiguous side of a dimension that
  // is not itself a short run within the other side's elements.
  int64_t innermost = destUnit;
  int64_t unrolled = -1;
  if (sourceUnit != destUnit && sourceUnit >= 0 && destUnit >= 0) {
    auto isShort = [&](int64_t dim) {
      return periods[dim] > 1 && periods[dim] <= maxUnrolled;
    };
    if (isShort(destUnit)) {
      innermost = sourceUnit;
      unrolled = destUnit;
    } else if (isShort(sourceUnit)) {
      unrolled = sourceUnit;
    } else {
      for (int64_t dim : {sourceUnit, destUnit})
        if (periods[dim] < transposeBlock)
          periods[dim] *= llvm::divideCeil(transposeBlock, periods[dim]);
    }
  }

  for (int64_t dim = 0; dim < rank; ++dim)
    dims.push_back(
        {destType.getDimSize(dim),
         std::max<int64_t>(1, std::min(periods[dim], destType.getDimSize(dim))),
         dim == unrolled});
  size_t numRagged = 0;
  for (CutDimension &cut : dims)
    if (cut.isRagged() && ++numRagged > maxRagged)
      cut = {cut.extent, 1, false};

  // Writes go forward; within a tile, along the innermost dimension.
  for (int64_t dim : llvm::reverse(destLayout.minorToMajor)) {
    outerOrder.push_back(dim);
    if (dim != innermost && dim != unrolled)
      innerOrder.push_back(dim);
  }
  for (int64_t dim : {innermost, unrolled})
    if (dim >= 0)
      innerOrder.push_back(dim);
}

void LoopNest::build(OpBuilder &builder, Location loc) const {
  SmallVector<int64_t> ragged;
  for (auto [dim, cut] : llvm::enumerate(dims))
    if (cut.isRagged())
      ragged.push_back(dim);
  for (unsigned part = 0; part < 1u << ragged.size(); ++part) {
    llvm::SmallBitVector isRest(dims.size());
    bool isEmpty = false;
    for (auto [i, dim] : llvm::enumerate(ragged)) {
      isRest[dim] = part >> i & 1;
      isEmpty |= !isRest[dim] && dims[dim].wholeExtent() == 0;
    }
    if (!isEmpty)
      buildPart(builder, loc, isRest);
  }
}

void LoopNest::buildPart(OpBuilder &builder, Location loc,
                         const llvm::SmallBitVector &isRest) const {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> outer(dims.size());
  for (auto [level, dim] : llvm::enumerate(outerOrder)) {
    if (isRest[dim]) {
      outer[dim] =
          arith::ConstantIndexOp::create(builder, loc, dims[dim].wholeExtent());
      continue;
    }
    auto loop = affine::AffineForOp::create(
        builder, loc, 0, dims[dim].wholeExtent(), dims[dim].period);
    if (hasVectors() && countVectors(level, isRest) > maxUnrolledVectors)
      setUnrolling(loop, 1);
    outer[dim] = loop.getInductionVar();
    builder.setInsertionPointToStart(loop.getBody());
  }
  buildInner(builder, loc, outer, isRest);
}

void LoopNest::buildInner(OpBuilder &builder, Location loc,
                          ArrayRef<Value> outer,
                          const llvm::SmallBitVector &isRest) const {
  SmallVector<Value> inner(dims.size());
  if (hasVectors())
    return buildVectors(builder, loc, outer, isRest);
  for (int64_t dim : innerOrder) {
    int64_t extent = getInnerExtent(dim, isRest[dim]);
    if (dims[dim].isUnrolled || extent == 1)
      continue;
    auto loop = affine::AffineForOp::create(builder, loc, 0, extent);
    inner[dim] = loop.getInductionVar();
    builder.setInsertionPointToStart(loop.getBody());
  }
  buildBody(builder, loc, outer, inner, isRest);
}

/// Copies the elements of one iteration: reads a vector of each row, and writes
/// them as one.
void LoopNest::buildVectors(OpBuilder &builder, Location loc,
                            ArrayRef<Value> indices,
                            const llvm::SmallBitVector &isRest) const {
  auto type = cast<MemRefType>(dest.getType());
  SmallVector<int64_t> extents;
  SmallVector<AffineExpr> dimensions;
  for (int64_t dim : vectorDims) {
    extents.push_back(getInnerExtent(dim, isRest[dim]));
    dimensions.push_back(builder.getAffineDimExpr(dim));
  }
  auto along = [&](ArrayRef<AffineExpr> dims) {
    return AffineMap::get(type.getRank(), 0, dims, builder.getContext());
  };
  SmallVector<bool> inBounds(extents.size(), true);
  auto rowType = VectorType::get(extents.back(), type.getElementType());
  auto read = [&](ArrayRef<Value> at) -> Value {
    return vector::TransferReadOp::create(
        builder, loc, rowType, source, at, /*padding=*/std::nullopt,
        along(dimensions.back()), ArrayRef(inBounds).take_back());
  };
  // The elements of a word lie side by side.
  SmallVector<AffineExpr> inMemory(llvm::reverse(dimensions));
  auto write = [&](Value values) {
    vector::TransferWriteOp::create(builder, loc, values, dest, indices,
                                    along(inMemory), ArrayRef(inBounds));
  };
  if (extents.size() == 1)
    return write(read(indices));
  SmallVector<Value> rows;
  for (int64_t row = 0; row < extents.front(); ++row) {
    SmallVector<Value> at(indices);
    Value &index = at[vectorDims.front()];
    index = affine::AffineApplyOp::create(
        builder, loc, builder.getAffineDimExpr(0) + row, index);
    rows.push_back(read(at));
  }
  write(joinRows(builder, loc, rows));
}

/// Copies the elements of one iteration: one, or those of an unrolled loop.
void LoopNest::buildBody(OpBuilder &builder, Location loc,
                         ArrayRef<Value> outer, ArrayRef<Value> inner,
                         const llvm::SmallBitVector &isRest) const {
  SmallVector<Value> operands;
  SmallVector<AffineExpr> index;
  std::optional<int64_t> unrolled;
  auto addOperand = [&](Value value) {
    operands.push_back(value);
    return builder.getAffineDimExpr(operands.size() - 1);
  };
  for (auto [dim, cut] : llvm::enumerate(dims)) {
    AffineExpr expr = addOperand(outer[dim]);
    if (inner[dim])
      expr = expr + addOperand(inner[dim]);
    else if (cut.isUnrolled)
      unrolled = dim;
    index.push_back(expr);
  }

  // All loads before all stores, so that neighbours in a word are stored
  // together.
  int64_t copies = unrolled ? getInnerExtent(*unrolled, isRest[*unrolled]) : 1;
  SmallVector<AffineMap> maps;
  SmallVector<Value> values;
  for (int64_t i = 0; i < copies; ++i) {
    SmallVector<AffineExpr> shifted = index;
    if (unrolled)
      shifted[*unrolled] = shifted[*unrolled] + i;
    maps.push_back(
        AffineMap::get(operands.size(), 0, shifted, builder.getContext()));
    values.push_back(affine::AffineLoadOp::create(builder, loc, source,
                                                  maps.back(), operands));
  }
  for (auto [map, value] : llvm::zip_equal(maps, values))
    affine::AffineStoreOp::create(builder, loc, value, dest, map, operands);
}

/// One loop per dimension, whatever is dynamic.
static void buildPlainLoops(OpBuilder &builder, Location loc, Value source,
                            Value dest) {
  auto type = cast<MemRefType>(source.getType());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> lower(type.getRank(), zero), upper;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    upper.push_back(builder.createOrFold<memref::DimOp>(loc, source, dim));
  SmallVector<int64_t> steps(type.getRank(), 1);
  affine::buildAffineLoopNest(
      builder, loc, lower, upper, steps,
      [&](OpBuilder &inner, Location, ValueRange indices) {
        Value value = affine::AffineLoadOp::create(inner, loc, source, indices);
        affine::AffineStoreOp::create(inner, loc, value, dest, indices);
      });
}

StringRef mlir::tiled_layout::buildRelayoutLoops(OpBuilder &builder,
                                                 Location loc, Value source,
                                                 Value dest,
                                                 int64_t vectorBytes) {
  constexpr StringRef byElement = "by element";
  auto sourceType = cast<MemRefType>(source.getType());
  auto destType = cast<MemRefType>(dest.getType());
  bool isStatic = sourceType.hasStaticShape() && destType.hasStaticShape();
  if (isStatic && destType.getNumElements() == 0)
    return byElement;
  if (!isStatic) {
    buildPlainLoops(builder, loc, source, dest);
    return byElement;
  }
  LoopNest nest(source, dest, vectorBytes);
  nest.build(builder, loc);
  return nest.hasVectors() ? "by runs" : byElement;
}
