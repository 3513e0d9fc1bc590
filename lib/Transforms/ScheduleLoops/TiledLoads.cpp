//===- TiledLoads.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TiledLoads.h"

#include "../RunLoops.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using affine::AffineForOp;

/// Tiles of more elements, and loads that an iteration does more often, are
/// left out, so that compile time is bounded.
static constexpr int64_t maxElements = 1 << 16;

/// Returns the outermost tiles of an array whose lines are known.
static std::optional<TileShape> getTileShape(MemRefType type) {
  std::optional<Layout> layout =
      isTiled(type) && !isView(type) && isPlainStorage(type)
          ? getTileLayout(ShapedType(type))
          : std::nullopt;
  if (!layout || layout->tiles.empty() || layout->hasCombine() ||
      layout->hasExtentEntry() || !type.getElementType().isIntOrFloat() ||
      type.getElementTypeBitWidth() % 8 != 0)
    return std::nullopt;
  const Tile &tile = layout->tiles.front();
  if (tile.size() > layout->rank())
    return std::nullopt;
  SmallVector<int64_t> extents(layout->rank(), 1);
  int64_t elements = 1;
  for (auto [entry, dim] :
       llvm::zip(llvm::reverse(tile), layout->minorToMajor)) {
    extents[dim] = entry.size;
    if (entry.size > maxElements || (elements *= entry.size) > maxElements)
      return std::nullopt;
  }
  return TileShape{llvm::to_vector(llvm::reverse(layout->minorToMajor)),
                   Placement(*layout, extents)};
}

/// True if an expression has a value whatever its operands are.
static bool isTotal(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return true;
  auto rhs = dyn_cast<AffineConstantExpr>(binary.getRHS());
  bool divides = expr.getKind() != AffineExprKind::Add &&
                 expr.getKind() != AffineExprKind::Mul;
  return isTotal(binary.getLHS()) && isTotal(binary.getRHS()) &&
         (!divides || (rhs && rhs.getValue() > 0));
}

namespace {

/// Collects what an iteration of a loop over tiles loads.
class LoadCollector {
public:
  LoadCollector(AffineForOp loop, int64_t lineBytes)
      : loop(loop), lineBytes(lineBytes) {}

  void add(affine::AffineReadOpInterface load);

  std::vector<ArrayLoads> arrays;

private:
  /// The index of a load: for each dimension the sum of `outer`, which is the
  /// same in all of the iteration, and of `inner`, a function of the variables
  /// of `loops`, which have these dimensions in it.
  struct SplitIndex {
    SmallVector<AffineExpr> outer, inner;
    SmallVector<std::pair<unsigned, AffineForOp>> loops;
  };

  std::optional<SplitIndex> split(const ElementIndex &index);
  bool followsTiles(const ElementIndex &index, ArrayRef<AffineExpr> outer,
                    const TileShape &shape);
  ArrayLoads &getArray(Value array, const TileShape &shape);
  void addElement(const ElementIndex &first, ArrayRef<int64_t> place,
                  ArrayLoads &loads);

  AffineForOp loop;
  int64_t lineBytes;
};

} // namespace

std::optional<LoadCollector::SplitIndex>
LoadCollector::split(const ElementIndex &index) {
  unsigned numDims = index.map.getNumDims();
  unsigned numSymbols = index.map.getNumSymbols();
  SplitIndex result;
  AffineExpr zero = getAffineConstantExpr(0, index.map.getContext());
  SmallVector<AffineExpr> dims(numDims, zero), symbols(numSymbols, zero);
  int64_t elements = 1;
  for (auto [number, operand] : llvm::enumerate(index.operands)) {
    if (operand == loop.getInductionVar() ||
        loop.isDefinedOutsideOfLoop(operand))
      continue;
    AffineForOp within = affine::getForInductionVarOwner(operand);
    std::optional<uint64_t> count =
        within ? affine::getConstantTripCount(within) : std::nullopt;
    if (number >= numDims || !count || !within.hasConstantLowerBound())
      return std::nullopt;
    dims[number] = getAffineDimExpr(number, zero.getContext());
    result.loops.push_back({unsigned(number), within});
    if (*count > uint64_t(maxElements) ||
        (elements *= int64_t(*count)) > maxElements)
      return std::nullopt;
  }
  for (AffineExpr expr : index.map.getResults()) {
    if (!isTotal(expr))
      return std::nullopt;
    AffineExpr inner = expr.replaceDimsAndSymbols(dims, symbols);
    AffineExpr outer = simplifyAffineExpr(expr - inner, numDims, numSymbols);
    for (const auto &entry : result.loops)
      if (outer.isFunctionOfDim(entry.first))
        return std::nullopt;
    result.outer.push_back(outer);
    result.inner.push_back(inner);
  }
  return result;
}

/// True if each iteration goes to the next tile of the most minor dimension,
/// and if the index is at the beginning of a tile, but for the loops within.
bool LoadCollector::followsTiles(const ElementIndex &index,
                                 ArrayRef<AffineExpr> outer,
                                 const TileShape &shape) {
  auto *variable = llvm::find(index.operands, loop.getInductionVar());
  if (variable == index.operands.end() || loop.getStepAsInt() != 1)
    return false;
  unsigned number = variable - index.operands.begin();
  AffineExpr tile = getAffineDimExpr(number, index.map.getContext());
  for (auto [dim, expr] : llvm::enumerate(outer)) {
    int64_t length = shape.inTile.getExtents()[dim];
    if (!expr.isMultipleOf(length))
      return false;
    bool isMinor = int64_t(dim) == shape.majorToMinor.back();
    AffineExpr rest =
        simplifyAffineExpr(expr - tile * (isMinor ? length : 0),
                           index.map.getNumDims(), index.map.getNumSymbols());
    if (rest.isFunctionOfDim(number))
      return false;
  }
  return true;
}

ArrayLoads &LoadCollector::getArray(Value array, const TileShape &shape) {
  auto known = llvm::find_if(
      arrays, [&](const ArrayLoads &each) { return each.array == array; });
  if (known != arrays.end())
    return *known;
  auto type = cast<MemRefType>(array.getType());
  return arrays.emplace_back(
      ArrayLoads{array, type.getElementTypeBitWidth() / 8, shape, {}});
}

/// Adds the line of the element at a place in the tile that begins at `first`.
void LoadCollector::addElement(const ElementIndex &first,
                               ArrayRef<int64_t> place, ArrayLoads &loads) {
  auto *tile = llvm::find_if(
      loads.tiles, [&](const TileLoads &each) { return each.first == first; });
  const Placement &inTile = loads.shape.inTile;
  if (tile == loads.tiles.end())
    tile = &loads.tiles.emplace_back(
        TileLoads{first, llvm::BitVector(llvm::divideCeil(
                             inTile.getElements() * loads.bytes, lineBytes))});
  tile->lines.set(inTile.getPosition(place) * loads.bytes / lineBytes);
}

void LoadCollector::add(affine::AffineReadOpInterface load) {
  std::optional<TileShape> shape = getTileShape(load.getMemRefType());
  auto vector = dyn_cast<VectorType>(load.getValue().getType());
  if (!shape || (vector && vector.getRank() != 1) ||
      !loop.isDefinedOutsideOfLoop(load.getMemRef()))
    return;
  ElementIndex index = getElementIndex(load);
  std::optional<SplitIndex> parts = split(index);
  if (!parts || !followsTiles(index, parts->outer, *shape))
    return;
  ArrayLoads &loads = getArray(load.getMemRef(), *shape);
  size_t rank = parts->inner.size();
  SmallVector<int64_t> point(index.map.getNumDims(), 0), place(rank);
  // The tile of the element before, which the next one is in as well, mostly.
  SmallVector<int64_t> tile, tileBefore;
  ElementIndex first;
  auto addAt = [&](int64_t lane) {
    tile.clear();
    for (size_t dim = 0; dim < rank; ++dim) {
      int64_t length = shape->inTile.getExtents()[dim];
      int64_t value =
          evaluateExpr(parts->inner[dim],
                       [&](unsigned number) { return point[number]; }) +
          (dim + 1 == rank ? lane : 0);
      place[dim] = llvm::mod(value, length);
      tile.push_back(value - place[dim]);
    }
    if (tile != tileBefore) {
      SmallVector<AffineExpr> begin;
      for (auto [outer, offset] : llvm::zip_equal(parts->outer, tile))
        begin.push_back(outer + offset);
      first = getElementIndex(AffineMap::get(index.map.getNumDims(),
                                             index.map.getNumSymbols(), begin,
                                             index.map.getContext()),
                              index.operands);
      tileBefore = tile;
    }
    addElement(first, place, loads);
  };
  std::function<void(size_t)> addFrom = [&](size_t depth) {
    if (depth == parts->loops.size()) {
      for (int64_t lane = 0; lane < (vector ? vector.getNumElements() : 1);
           ++lane)
        addAt(lane);
      return;
    }
    auto [number, within] = parts->loops[depth];
    int64_t begin = within.getConstantLowerBound();
    int64_t count = *affine::getConstantTripCount(within);
    for (int64_t step = 0; step < count; ++step) {
      point[number] = begin + step * within.getStepAsInt();
      addFrom(depth + 1);
    }
  };
  addFrom(0);
}

std::vector<ArrayLoads> mlir::tiled_layout::getTiledLoads(AffineForOp loop,
                                                          int64_t lineBytes) {
  LoadCollector collector(loop, lineBytes);
  loop.walk([&](AffineForOp run) {
    if (isRun(run) && run != loop)
      run.walk(
          [&](affine::AffineReadOpInterface load) { collector.add(load); });
  });
  return std::move(collector.arrays);
}
