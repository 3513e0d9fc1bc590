//===- RelayoutLoops.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayoutLoops.h"

#include "../RowVectors.h"
#include "../Unrolling.h"
#include "RunLengths.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/LayoutTypes.h"

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
  /// True if `extent` only stands for one that is known at run time only. What
  /// is left at the end is then a loop of its own, index by index.
  bool isUnknown = false;

  int64_t wholeExtent() const { return extent / period * period; }
  bool isRagged() const {
    return isUnknown ? period > 1 : wholeExtent() != extent;
  }
};

/// The loops that copy one array.
class LoopNest {
public:
  /// `shape` has a number for each extent that is not known.
  LoopNest(Value source, Value dest, ArrayRef<int64_t> shape,
           int64_t vectorBytes);

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
  bool isUnknown(int64_t dim) const;
  void addDimension(int64_t dim, int64_t period, bool isUnrolled);
  affine::AffineForOp buildOuterLoop(OpBuilder &builder, Location loc,
                                     int64_t dim, bool isRest) const;

  /// Vectors that the loop at a level of `outerOrder` copies, as far as LLVM
  /// may unroll them; 0 for the innermost, which it unrolls as it likes.
  int64_t countVectors(size_t level, const llvm::SmallBitVector &isRest) const {
    if (level + 1 == outerOrder.size())
      return 0;
    int64_t vectors = 1;
    for (int64_t dim : ArrayRef(outerOrder).drop_front(level))
      if (!isRest[dim])
        vectors =
            std::min(vectors * (dims[dim].wholeExtent() / dims[dim].period),
                     maxUnrolledVectors + 1);
    return vectors;
  }

  /// The iterations of the inner loop of a dimension.
  int64_t getInnerExtent(int64_t dim, bool isRest) const {
    const CutDimension &cut = dims[dim];
    if (isRest && cut.isUnknown)
      return 1;
    return isRest ? cut.extent - cut.wholeExtent() : cut.period;
  }

  Value source, dest;
  SmallVector<int64_t> shape;
  SmallVector<CutDimension> dims;
  /// Dimensions of the outer and of the inner loops, outermost first.
  SmallVector<int64_t> outerOrder, innerOrder;
  /// Dimensions whose periods vectors take at once, the one along a row last.
  SmallVector<int64_t> vectorDims;
};

} // namespace

/// True if vectors may hold neighbours along a dimension.
static bool areNear(const Layout &layout, MemRefType type,
                    ArrayRef<int64_t> shape, int64_t dim) {
  int64_t distance = getDistance(layout, type, shape, dim);
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
  auto getLength = [&](const Layout &layout, int64_t dim) {
    return getRunLength(layout, shape, destType.getContext(), dim);
  };
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (extent < 2 || isUnknown(dim) ||
        !areNear(sourceLayout, sourceType, shape, dim) ||
        !areNear(destLayout, destType, shape, dim))
      continue;
    int64_t length =
        std::gcd(getLength(sourceLayout, dim), getLength(destLayout, dim));
    length = std::gcd(length == 0 ? extent : length, vectorBytes / bytes);
    if (std::min(length, extent) > lanes) {
      lanes = std::min(length, extent);
      best = dim;
    }
  }
  if (best < 0)
    return false;
  // The rows of a word that is written.
  int64_t rows = getDistance(destLayout, destType, shape, best);
  for (size_t dim = 0; dim < shape.size(); ++dim)
    addDimension(dim, 1, false);
  if (rows > 1 && destUnit >= 0 && destUnit != best &&
      getLength(destLayout, destUnit) % rows == 0) {
    dims[destUnit].period = std::min(rows, dims[destUnit].extent);
    vectorDims.push_back(destUnit);
  }
  dims[best].period = lanes;
  vectorDims.push_back(best);
  for (int64_t dim : llvm::reverse(destLayout.minorToMajor))
    outerOrder.push_back(dim);
  return true;
}

bool LoopNest::isUnknown(int64_t dim) const {
  return cast<MemRefType>(source.getType()).isDynamicDim(dim) &&
         cast<MemRefType>(dest.getType()).isDynamicDim(dim);
}

void LoopNest::addDimension(int64_t dim, int64_t period, bool isUnrolled) {
  dims.push_back({shape[dim], period, isUnrolled, isUnknown(dim)});
}

LoopNest::LoopNest(Value source, Value dest, ArrayRef<int64_t> shape,
                   int64_t vectorBytes)
    : source(source), dest(dest), shape(shape) {
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
  joinPeriods(sourceLayout, shape, sourceType.getContext(), periods);
  joinPeriods(destLayout, shape, destType.getContext(), periods);
  int64_t sourceUnit = getUnitDimension(sourceLayout, shape);
  int64_t destUnit = getUnitDimension(destLayout, shape);
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
    addDimension(dim, std::max<int64_t>(1, std::min(periods[dim], shape[dim])),
                 dim == unrolled);
  size_t numRagged = 0;
  for (CutDimension &cut : dims)
    if (cut.isRagged() && ++numRagged > maxRagged)
      cut = {cut.extent, 1, false, cut.isUnknown};

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

/// Builds the loop over whole periods of a dimension, or over what is left of
/// one whose extent is not known.
affine::AffineForOp LoopNest::buildOuterLoop(OpBuilder &builder, Location loc,
                                             int64_t dim, bool isRest) const {
  const CutDimension &cut = dims[dim];
  if (!cut.isUnknown)
    return affine::AffineForOp::create(builder, loc, 0, cut.wholeExtent(),
                                       cut.period);
  Value extent = builder.createOrFold<memref::DimOp>(loc, source, dim);
  AffineExpr all = builder.getAffineSymbolExpr(0);
  AffineMap zero = builder.getConstantAffineMap(0),
            whole = AffineMap::get(0, 1, all.floorDiv(cut.period) * cut.period),
            end = AffineMap::get(0, 1, all);
  return isRest ? affine::AffineForOp::create(builder, loc, extent, whole,
                                              extent, end)
                : affine::AffineForOp::create(builder, loc, ValueRange(), zero,
                                              extent, whole, cut.period);
}

void LoopNest::buildPart(OpBuilder &builder, Location loc,
                         const llvm::SmallBitVector &isRest) const {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> outer(dims.size());
  for (auto [level, dim] : llvm::enumerate(outerOrder)) {
    if (isRest[dim] && !dims[dim].isUnknown) {
      outer[dim] =
          arith::ConstantIndexOp::create(builder, loc, dims[dim].wholeExtent());
      continue;
    }
    affine::AffineForOp loop = buildOuterLoop(builder, loc, dim, isRest[dim]);
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

/// Returns the extents of two arrays, a large number for each that is known at
/// run time only; `std::nullopt` if such a one sizes a tile. Tiles combine
/// none.
static std::optional<SmallVector<int64_t>> getShape(MemRefType source,
                                                    MemRefType dest) {
  for (MemRefType type : {source, dest})
    if (std::optional<Layout> layout = getLayout(ShapedType(type)))
      if (!getPhysicalMap(*layout, type.getShape(), type.getContext()))
        return std::nullopt;
  constexpr int64_t assumedExtent = 4096;
  SmallVector<int64_t> shape(source.getShape());
  for (auto [extent, other] : llvm::zip_equal(shape, dest.getShape())) {
    extent = ShapedType::isDynamic(extent) ? other : extent;
    if (ShapedType::isDynamic(extent))
      extent = assumedExtent;
  }
  return shape;
}

StringRef mlir::tiled_layout::buildRelayoutLoops(OpBuilder &builder,
                                                 Location loc, Value source,
                                                 Value dest,
                                                 int64_t vectorBytes) {
  constexpr StringRef byElement = "by element";
  auto sourceType = cast<MemRefType>(source.getType());
  auto destType = cast<MemRefType>(dest.getType());
  std::optional<SmallVector<int64_t>> shape = getShape(sourceType, destType);
  if (shape && llvm::is_contained(*shape, 0))
    return byElement;
  bool isStatic = sourceType.hasStaticShape() && destType.hasStaticShape();
  if (shape) {
    LoopNest nest(source, dest, *shape, vectorBytes);
    if (isStatic || nest.hasVectors()) {
      nest.build(builder, loc);
      return nest.hasVectors() ? "by runs" : byElement;
    }
  }
  buildPlainLoops(builder, loc, source, dest);
  return byElement;
}
